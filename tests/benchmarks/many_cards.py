"""A hundred thousand cards of made-up words with a million reviews, the same every time.

They are written as decks for us and as lines of JSON for whoever else is measured.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random

from recall.clock import MICROSECONDS_PER_DAY

CARDS, CARDS_PER_FILE, FILES_PER_TOPIC = 100_000, 100, 50
REVIEWS = 1_000_000
COMMON, RARE, PHRASE, PART = "state", "brolunder", "the state", "oste"
_DAYS = 600
_SYLLABLES = tuple(
    "ba ce di fo gu la me ni po ru sa te vi zo ster mont lin gard ven tor bro lun der cha peau kri sol wen rath dim pal ost eth ung ark".split()  # noqa: E501, SIM905  # a list of quotes is harder to read
)
_PLAIN = tuple(
    "the of and to in is that for it as with on by at from are this be or which".split()  # noqa: SIM905  # as above
)
_ODD = ("über", "Ärger", "café", "naïve", "水", "火山", "学校", "λόγος", "жизнь", "ñandú")
_INSERT = """
    INSERT INTO review (sequence, id, name, at, offset, day, rating, milliseconds, mode, retention)
    VALUES (?, ?, ?, ?, 0, ?, ?, ?, 'review', 0.9)
"""


@dataclass(frozen=True)
class MadeCard:
    """One card: its number, the deck it is in, its two sides, and a tag or none."""

    number: int
    deck: str
    front: str
    back: str
    tag: str

    @property
    def name(self) -> str:
        """The name of its content."""
        return f"{self.deck}#c{self.number}"


def made_cards(count: int = CARDS) -> Iterator[MadeCard]:
    """Give the cards in the order of their decks."""
    random = Random(1)
    words = [*_PLAIN, COMMON]
    while len(words) < 4_000:
        words.append("".join(random.choices(_SYLLABLES, k=random.randint(2, 4))))
    weights = list(accumulate(1 / (place + 1) ** 0.9 for place in range(len(words))))

    def some(number: int) -> str:
        chosen = random.choices(words, cum_weights=weights, k=number)
        if random.random() < 0.08:
            chosen[random.randrange(number)] = random.choice(_ODD)
        return " ".join(chosen)

    for number in range(count):
        file = number // CARDS_PER_FILE
        topic = file // FILES_PER_TOPIC
        rare = f" {RARE}" if number % 25_000 == 12_345 else ""
        yield MadeCard(
            number,
            f"topic-{topic:02}/{file:04}.md",
            f"{some(random.randint(8, 12)).capitalize()}{rare}?",
            f"{some(random.randint(17, 23)).capitalize()}.",
            f"t{number % 40:02}" if number % 5 < 3 else "",
        )


def write_decks(folder: Path, count: int = CARDS) -> None:
    """Write the cards as decks."""
    texts: dict[str, list[str]] = {}
    for card in made_cards(count):
        tag = f" .{card.tag}" if card.tag else ""
        written = f"Q: {card.front} {{#c{card.number}{tag}}}\nA: {card.back}\n"
        texts.setdefault(card.deck, []).append(written)
    for deck, written_cards in texts.items():
        file = folder / deck
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(written_cards), encoding="utf-8")


def made_reviews(today: int, count: int = REVIEWS) -> Iterator[tuple[int, int, int, int]]:
    """Give reviews up to the day before ``today``: card, UTC microseconds, rating, milliseconds.

    They come in the order of time; every thirtieth card has none.
    """
    random = Random(2)
    seen = [number for number in range(CARDS) if number % 30]
    each, more = divmod(count, len(seen))
    rows: list[tuple[int, int, int, int]] = []
    for place, number in enumerate(seen):
        back = random.randrange(1, 30) if place % 3 else random.randrange(1, 300)
        for _review in range(each + (place < more)):
            at = (today - back) * MICROSECONDS_PER_DAY + random.randrange(8, 20) * 3_600_000_000
            rating = random.choices((1, 2, 3, 4), (2, 1, 12, 1))[0]
            rows.append((number, at + len(rows), rating, random.randrange(2_000, 12_000)))
            back += random.randrange(1, 2 * _DAYS // (each + 1))
    return iter(sorted(rows, key=lambda row: row[1]))


def write_reviews(progress: Path, today: int) -> None:
    """Write the reviews into our journal, before their states are computed."""
    names = [card.name for card in made_cards()]
    with closing(sqlite3.connect(progress)) as connection, connection:
        connection.executemany(
            _INSERT,
            (
                (sequence, f"{at:020}", names[card], at, at // MICROSECONDS_PER_DAY, rating, taken)
                for sequence, (card, at, rating, taken) in enumerate(made_reviews(today), 1)
            ),
        )


def write_lines(folder: Path, today: int) -> None:
    """Write cards and reviews as lines of JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "cards.jsonl").open("w", encoding="utf-8") as stream:
        for card in made_cards():
            deck = "::".join(("Made", *card.deck.removesuffix(".md").split("/")))
            line = [card.number, deck, card.front, card.back, card.tag]
            stream.write(json.dumps(line, ensure_ascii=False) + "\n")
    with (folder / "reviews.jsonl").open("w", encoding="utf-8") as stream:
        for row in made_reviews(today):
            stream.write(json.dumps(row) + "\n")
