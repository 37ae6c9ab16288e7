"""``recall blank``: a page written from memory, compared with the key points of a blank page."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, narrate, write, write_json
from recall.cli.page_lists import (
    COVERAGE_KEYS,
    FIGURE_KEYS,
    OUTCOME_KEYS,
    PAGE_KEYS,
    RECORD_KEYS,
    WORDING_KEYS,
    list_figures,
    list_history,
    list_pages,
    list_wordings,
)
from recall.cli.streams import on_terminal
from recall.text import clean, clean_line

if TYPE_CHECKING:
    from recall.cards.kinds.free_recall import KeyPoint
    from recall.library.blank_pages.entry import BlankPage
    from recall.study.free_recall.values import Clash, Comparison, PointResult, Span

JSON_KEYS = ("card", "version", "language", "found", "check", "not_found", "points", "clashes")
POINT_KEYS = (
    "name", "group", "statement", "state", "cover", "sentence", "phrasing", "source", "matched",
    "missing", "rival", "reasons",
)  # fmt: skip
CLASH_KEYS = ("name", "misconception", "sentence", "score", "by_order")
SIGNS = {"found": "✓ found", "check": "? check", "not found": "✗ not found"}


def _keys(keys: tuple[str, ...]) -> str:
    return ", ".join(keys)


@click.command(
    epilog=json_help("an object with", JSON_KEYS)
    + f" points holds an object with {_keys(POINT_KEYS)} for each key point, clashes one with "
    f"{_keys(CLASH_KEYS)} for each sentence that looks like a misconception; sentence is the "
    "text of the page that speaks for it, or null; cover and score are shares from 0 to 1. The "
    f"others are lists of objects: --list with {_keys(PAGE_KEYS)}; --history with "
    f"{_keys(RECORD_KEYS)}, where whole and groups have {_keys(COVERAGE_KEYS)} and points "
    f"{_keys(OUTCOME_KEYS)}; --wordings with {_keys(WORDING_KEYS)}; --verdicts with "
    f"{_keys(FIGURE_KEYS)}, where found is the share from which a point is found."
)
@click.argument("card", required=False)
@click.option("--list", "wanted", flag_value="list", help="List every blank page.")
@click.option(
    "--history", "wanted", flag_value="history", help="Show what CARD came to, page by page."
)
@click.option("--wordings", "wanted", flag_value="wordings", help="List the wordings remembered.")
@click.option(
    "--verdicts",
    "wanted",
    flag_value="verdicts",
    help="Show how often you overruled what was proposed, and what that changed.",
)
@click.option("--forget-wording", "forgotten", metavar="ID", help="Forget a remembered wording.")
@click.option("--plain", is_flag=True, help="Read the page from standard input at a terminal too.")
@json_option
@click.pass_obj
def command(
    invocation: Invocation,
    card: str | None,
    wanted: str | None,
    forgotten: str | None,
    plain: bool,
    as_json: bool,
) -> int:
    """Compare a page written from memory with its key points.

    At a terminal the page is written, compared and rated on screens. Otherwise, and with --plain,
    it is read from standard input.

    CARD is the name of a free-recall card, or a deck that has only one. What is printed is a
    proposal then, word by word explained, and nothing is recorded:

        recall blank L12 < page.txt
    """
    if forgotten is not None:
        with invocation.library() as library:
            wording = library.forget_wording(forgotten)
        write(f"“{clean_line(wording.wording)}” does not count any more.")
    elif wanted is None or wanted == "history":
        if card is None:
            raise click.UsageError("Missing argument 'CARD'. List the pages with --list.")
        if wanted is None and on_terminal() and not (plain or as_json):
            from recall.cli.interface import start_interface

            return start_interface(invocation, page=card)
        if wanted is None:
            _compare(invocation, card, as_json)
        else:
            with invocation.library() as library:
                list_history(library.page_history(card), as_json)
    elif card is not None:
        raise click.UsageError(f"--{wanted} takes no CARD.")
    else:
        with invocation.library() as library:
            match wanted:
                case "list":
                    list_pages(library.pages(), as_json)
                case "wordings":
                    list_wordings(library.wordings(), as_json)
                case _:
                    list_figures(library.verdict_figures(), as_json)
    return 0


def _compare(invocation: Invocation, card: str, as_json: bool) -> None:
    """Compare the page on standard input with the key points of a card."""
    with invocation.library() as library:
        page = library.blank_page(card)
        if sys.stdin.isatty():
            narrate(
                f"{clean_line(page.prompt)}\n{len(page.points)} key points. Ctrl+D ends the page."
            )
        text = clean(sys.stdin.read())
        found = library.compare(page, text)
    if as_json:
        write_json(_as_json(card, page, found, text))
    else:
        _print(page, found, text)


def _counts(found: Comparison) -> dict[str, int]:
    states = [point.state.value for point in found.points]
    return {state: states.count(state) for state in SIGNS}


def _text(span: Span | None, page: str) -> str | None:
    return None if span is None else clean_line(span.of(page))


def _print(page: BlankPage, found: Comparison, text: str) -> None:
    above: tuple[str, ...] = ()
    rows = zip(page.points, page.rubric.points, found.points, strict=True)
    for point, compared, result in rows:
        if point.group != above:
            above = point.group
            write(f"{' › '.join(map(clean_line, above))}")
        write(f"  {SIGNS[result.state.value]}  {clean_line(compared.statement)}")
        for line in _evidence(point, result, text):
            write(f"      {line}")
    for clash in found.clashes:
        write(f"⚑ looks like a misconception: {clean_line(clash.misconception)}")
        write(f"      your words: “{_text(clash.sentence, text)}”")
    counts = _counts(found)
    summary = ", ".join(f"{number} {state}" for state, number in counts.items())
    write(f"\n{summary} of {len(found.points)}. This is a proposal; you decide.")
    if found.by_letters:
        narrate("This script does not set words apart, so letters were compared: less exact.")


def _evidence(point: KeyPoint, result: PointResult, text: str) -> list[str]:
    lines = []
    sentence = _text(result.sentence, text)
    if sentence is not None and result.state.value != "not found":
        lines.append(f"your words: “{sentence}”")
    lines += [f"{reason.doubt.value}: {reason.detail}".rstrip(": ") for reason in result.reasons]
    if result.state.value == "check" and result.missing:
        lines.append(f"missing: {', '.join(result.missing)}")
    if result.state.value == "not found" and point.cue:
        lines.append(f"cue: {clean_line(point.cue)}")
    return lines


def _as_json(card: str, page: BlankPage, found: Comparison, text: str) -> dict[str, object]:
    counts = _counts(found)
    names = {result.key: name for result, name in zip(found.points, page.names, strict=True)}
    return {
        "card": card,
        "version": found.version,
        "language": found.language,
        "found": counts["found"],
        "check": counts["check"],
        "not_found": counts["not found"],
        "points": [
            {
                "name": names[result.key],
                "group": list(point.group),
                "statement": point.statement,
                "state": result.state.value,
                "cover": result.cover,
                "sentence": _text(result.sentence, text),
                "phrasing": result.phrasing,
                "source": result.source.value,
                "matched": [{"word": word.word, "how": word.how.value} for word in result.matched],
                "missing": list(result.missing),
                "rival": result.rival,
                "reasons": [
                    {"doubt": reason.doubt.value, "detail": reason.detail}
                    for reason in result.reasons
                ],
            }
            for point, result in zip(page.points, found.points, strict=True)
        ],
        "clashes": [_clash(clash, names[clash.key], text) for clash in found.clashes],
    }


def _clash(clash: Clash, name: str, text: str) -> dict[str, object]:
    return {
        "name": name,
        "misconception": clash.misconception,
        "sentence": _text(clash.sentence, text),
        "score": clash.score,
        "by_order": clash.by_order,
    }
