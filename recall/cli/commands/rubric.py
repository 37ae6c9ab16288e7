"""``recall rubric``: how the key points of a blank page are compared, before a page is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, write, write_json
from recall.text import clean_line, width

if TYPE_CHECKING:
    from recall.library.blank_pages.rubric_view import RubricView
    from recall.study.free_recall.explained import ExplainedPoint, ExplainedWording, WeighedWord

JSON_KEYS = ("card", "prompt", "language", "stemmer", "version", "points")
POINT_KEYS = (
    "name", "group", "statement", "wordings", "required", "synonyms", "misconceptions", "rivals",
    "weaknesses",
)  # fmt: skip
WORDING_KEYS = ("text", "source", "words", "needs_all")
WORD_KEYS = ("text", "weight", "role")
MISCONCEPTION_KEYS = ("text", "by_order")
RIVAL_KEYS = ("name", "share", "words")
_RIVALS_SHOWN = 3
_LABEL_COLUMNS = 15


@click.command(
    epilog=json_help("an object with", JSON_KEYS)
    + f" points holds an object with {', '.join(POINT_KEYS)} for each key point; wordings one with "
    f"{', '.join(WORDING_KEYS)} for the statement and each other phrasing, whose words are objects "
    f"with {', '.join(WORD_KEYS)}; misconceptions one with {', '.join(MISCONCEPTION_KEYS)}; rivals "
    f"one with {', '.join(RIVAL_KEYS)} for each point that has half of the statement's weight, "
    "as a share from 0 to 1."
)
@click.argument("card")
@json_option
@click.pass_obj
def command(invocation: Invocation, card: str, as_json: bool) -> None:
    """Show how the key points of a blank page are compared.

    CARD is the name of a free-recall card, or a deck that has only one. For each point it tells
    which words are looked for and how much each counts, which other phrasings count, also those you
    had remembered, what is taken for a misconception, which other points look like it, and what
    makes it hard to recognise.
    """
    with invocation.library() as library:
        view = library.rubric(card)
    if as_json:
        write_json(_as_json(card, view))
    else:
        _print(view)


def _print(view: RubricView) -> None:
    page, explained = view.page, view.explained
    for line in _filled(clean_line(page.prompt).split(), ""):
        write(line)
    stems = f"{explained.stemmer} stems" if explained.stemmer else "whole words"
    write(f"{len(page.points)} key points, language {explained.language} ({stems})")
    numbers = {point.key: number for number, point in enumerate(explained.points, 1)}
    above: tuple[str, ...] = ()
    for point, found in zip(page.points, explained.points, strict=True):
        if point.group != above:
            above = point.group
            write()
            write(" › ".join(map(clean_line, above)))
        statement = clean_line(found.wordings[0].text)
        for line in _filled(statement.split(), f"{numbers[found.key]:4}  ", indent=6):
            write(line)
        for label, pieces in _rows(found, numbers):
            for line in _filled(pieces, f"      {label:<{_LABEL_COLUMNS}}"):
                write(line)


def _rows(point: ExplainedPoint, numbers: dict[str, int]) -> Iterator[tuple[str, list[str]]]:
    """Yield label and text, as words that may stand on a line of their own, of what is known."""
    statement, *others = point.wordings
    for label, role in (
        ("own words", "own"),
        ("of the topic", "topic"),
        ("of the prompt", "prompt"),
    ):
        words = [word for word in statement.words if word.role.value == role]
        if words:
            yield label, _listed(map(_weighed, words))
    if statement.needs_all:
        yield "needed", ["all", "of", "them,", "since", "they", "are", "few"]
    if point.required:
        yield "required", _listed(map(clean_line, point.required))
    for wording in others:
        yield wording.source.value, [*clean_line(wording.text).split(), *_all_needed(wording)]
    for group in point.synonyms:
        yield "equal", clean_line(" = ".join(group)).split()
    for wrong in point.misconceptions:
        by_order = ["(told", "apart", "by", "order)"] if wrong.by_order else []
        yield "misconception", [*clean_line(wrong.text).split(), *by_order]
    for rival in point.rivals[:_RIVALS_SHOWN]:
        share = f"point {numbers[rival.key]} has {round(100 * rival.share)} %:"
        yield "rival", [*share.split(), *_listed(map(clean_line, rival.words))]
    for weakness in point.weaknesses:
        yield "⚠", weakness.value.split()


def _weighed(word: WeighedWord) -> str:
    return clean_line(word.text) + (f" ×{word.weight:g}" if word.weight != 1 else "")


def _all_needed(wording: ExplainedWording) -> list[str]:
    return ["(all", "needed)"] if wording.needs_all and len(wording.words) > 1 else []


def _listed(words: Iterator[str]) -> list[str]:
    """Return words with commas between them."""
    every = list(words)
    return [f"{word}," for word in every[:-1]] + every[-1:]


def _filled(words: list[str], label: str, indent: int | None = None) -> Iterator[str]:
    """Yield lines of words below each other beside a label, none wider than the page."""
    from recall.cli.streams import COLUMNS

    margin = " " * (width(label) if indent is None else indent)
    line, empty = label, True
    for word in words:
        if not empty and width(line) + 1 + width(word) > COLUMNS:
            yield line
            line, empty = margin, True
        line += word if empty else f" {word}"
        empty = False
    yield line.rstrip()


def _as_json(card: str, view: RubricView) -> dict[str, object]:
    page, explained = view.page, view.explained
    names = {point.key: name for point, name in zip(explained.points, page.names, strict=True)}
    return {
        "card": card,
        "prompt": page.prompt,
        "language": explained.language,
        "stemmer": explained.stemmer,
        "version": explained.version,
        "points": [
            {
                "name": names[found.key],
                "group": list(point.group),
                "statement": point.statement,
                "wordings": [_wording(wording) for wording in found.wordings],
                "required": list(found.required),
                "synonyms": [list(group) for group in found.synonyms],
                "misconceptions": [
                    {"text": wrong.text, "by_order": wrong.by_order}
                    for wrong in found.misconceptions
                ],
                "rivals": [
                    {
                        "name": names[rival.key],
                        "share": round(rival.share, 3),
                        "words": list(rival.words),
                    }
                    for rival in found.rivals
                ],
                "weaknesses": [weakness.value for weakness in found.weaknesses],
            }
            for point, found in zip(page.points, explained.points, strict=True)
        ],
    }


def _wording(wording: ExplainedWording) -> dict[str, object]:
    return {
        "text": wording.text,
        "source": wording.source.value,
        "words": [
            {"text": word.text, "weight": word.weight, "role": word.role.value}
            for word in wording.words
        ],
        "needs_all": wording.needs_all,
    }
