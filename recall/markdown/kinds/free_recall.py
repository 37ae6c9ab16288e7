"""Reading a blank page: its prompt and the key points in its list."""

from __future__ import annotations

import re

from recall.cards.kinds.free_recall import FreeRecall, KeyPoint
from recall.markdown.attributes import Block, split_attributes
from recall.markdown.containers import Item
from recall.markdown.inline import (
    Hidden,
    comment_stretches,
    hidden_stretches,
    shows_nothing,
    split_outside,
    without,
)
from recall.markdown.kinds.attribute_values import Placing, check_keys, read_weight
from recall.markdown.kinds.rubric import MOST_POINTS, check_rubric
from recall.markdown.parts import Part, Report
from recall.text import normalise

_SIGN = re.compile(r"([=!?])(?:[ \t]+|$)")
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|__(?=\S)(.+?)(?<=\S)__", re.DOTALL)


def read_free_recall(part: Part, report: Report) -> FreeRecall | None:
    """Read a part that ends in a bullet list of key points."""
    items = [item for item in part.items if item.marker in "-*+"]
    if not items:
        report.add("K541", part.line, part.column)
        return None
    prompt = part.side(items[0].first)
    if shows_nothing(prompt.text):
        report.add("C306", part.line, part.column, marker="The text before the key points")
        return None
    stray = next(
        (item for item in part.items if item.marker not in "-*+" and item.first > items[0].first),
        None,
    )
    after = items[-1].last + 1
    if stray is not None or not part.is_blank(after, part.end):
        report.add("K507", stray.first if stray is not None else part.first_text(after), 0)
        return None
    reader = _Rubric(part, report)
    for item in items:
        reader.read(item, ())
    points = reader.points
    if not points and not report.errors:
        report.add("K541", part.line, part.column)
    if len(points) > MOST_POINTS:
        report.add("K548", part.line, part.column, count=len(points), limit=MOST_POINTS)
    elif points and not report.errors:
        check_rubric(points, reader.places, reader.misconceptions, report)
    return FreeRecall(prompt.text, tuple(points)) if points else None


class _Rubric:
    """Walks the list; ``points`` and ``places`` (line, column from 0) grow as it goes.

    ``misconceptions`` are the places of each point's misconceptions.
    """

    def __init__(self, part: Part, report: Report) -> None:
        self.part = part
        self.report = report
        self.points: list[KeyPoint] = []
        self.places: list[tuple[int, int]] = []
        self.misconceptions: list[list[tuple[int, int]]] = []

    def read(self, item: Item, group: tuple[str, ...]) -> None:
        """Read one bullet: a group with its points, or a point with its signed lines."""
        text, placing = self._text(item)
        sign = _SIGN.match(text)
        if sign:
            self._stray(item, sign.group(1), "under no point")
            return
        inner = [below for below in item.items if below.marker != ">"]
        signed = [(below, _SIGN.match(self._text(below)[0])) for below in inner]
        plain = [below for below, found in signed if found is None]
        if not plain:
            self._point(item, text, placing, group, inner)
            return
        heading, block = split_attributes(text)
        if block is not None and check_keys(block, (), placing, self.report):
            text = heading
        for below, found in signed:
            if found is None:
                self.read(below, (*group, text.strip()))
            else:
                self._stray(below, found.group(1), "under a group, not under a point")

    def _text(self, item: Item) -> tuple[str, Placing]:
        """Return the running text of a bullet on one line, and where its letters stand."""
        whole = "\n".join(text for _, _, text in item.lines)
        if "<!--" in whole:
            whole = without(whole, comment_stretches(whole)).strip()
            text = " ".join(line.strip() for line in whole.split("\n"))
            return text, lambda _: (item.first, item.column)
        pieces: list[str] = []
        starts: list[tuple[int, int, int]] = []
        length = 0
        for number, column, line in item.lines:
            piece = line.strip()
            if piece:
                starts.append((length, number, column + len(line) - len(line.lstrip())))
                pieces.append(piece)
                length += len(piece) + 1

        def place(offset: int) -> tuple[int, int]:
            for start, number, column in reversed(starts):
                if start <= offset:
                    return number, column + offset - start
            return item.first, item.content

        return " ".join(pieces), place

    def _stray(self, item: Item, sign: str, what: str) -> None:
        self.report.add("K546", item.first, item.column, sign=sign, what=what)

    def _point(
        self, item: Item, text: str, placing: Placing, group: tuple[str, ...], inner: list[Item]
    ) -> None:
        text, block = split_attributes(text)
        values: dict[str, str | None] = {}
        weight = 1
        if block is not None:
            allowed = ("#", "weight", "card")
            check_keys(block, allowed, placing, self.report)
            weight = read_weight(block, placing, self.report)
            values = {"id": block.text("#"), "card": self._card(block, placing)}
        statement, *accepted = [
            piece.strip().replace("\\|", "|") for _, piece in split_outside(text, "|")
        ]
        if shows_nothing(statement):
            self.report.add("C306", item.first, item.column, marker="This point")
            return
        misconceptions: list[str] = []
        wrong: list[tuple[int, int]] = []
        cue: str | None = None
        for below in inner:
            line = self._text(below)[0]
            sign, rest = line[0], line[1:].strip()
            if shows_nothing(rest):
                self._stray(below, sign, "empty")
            elif sign == "=":
                accepted.append(rest)
            elif sign == "!":
                misconceptions.append(rest)
                wrong.append((below.first, below.column))
            elif cue is None:
                cue = rest
            else:
                self.report.add("K547", below.first, below.column)
        self.points.append(
            KeyPoint(
                statement=statement,
                group=group,
                accepted=tuple(phrase for phrase in accepted if not shows_nothing(phrase)),
                misconceptions=tuple(misconceptions),
                cue=cue,
                required=_bold_words(statement),
                id=values.get("id"),
                weight=weight,
                card=values.get("card"),
                line=item.first + 1,
            )
        )
        self.places.append((item.first, item.column))
        self.misconceptions.append(wrong)

    def _card(self, block: Block, placing: Placing) -> str | None:
        if "card" not in block.values:
            return None
        card = (block.text("card") or "").removeprefix("#")
        if card:
            return card
        self.report.add(
            "A406",
            *placing(block.values["card"][1]),
            key="card",
            reason="it is empty",
            advice="Write the {#id} of a card without its braces, as in card=some-id.",
        )
        return None


def _bold_words(statement: str) -> tuple[str, ...]:
    hidden = [
        (start, end) for start, end, why in hidden_stretches(statement) if why != Hidden.COMMENT
    ]
    return tuple(
        normalise(match.group(1) or match.group(2))
        for match in _BOLD.finditer(statement)
        if not any(start < match.start() < end for start, end in hidden)
    )
