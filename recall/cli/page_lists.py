"""What ``recall blank`` prints besides a comparison: the pages, those of the past, wordings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.cli.output import narrate, picked, write, write_json, write_table
from recall.text import clean_line, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall.library.blank_pages.values import (
        Coverage,
        PageRecord,
        PageRow,
        PointOutcome,
        VerdictFigures,
        Wording,
    )

PAGE_KEYS = (
    "name", "prompt", "deck_title", "path", "code", "course", "points", "due", "is_due", "new",
    "drafts", "last", "last_day",
)  # fmt: skip
RECORD_KEYS = (
    "id", "day", "group", "whole", "groups", "points", "guess", "seconds", "text", "free_text",
    "abandoned", "found", "verdicts", "matcher",
)  # fmt: skip
COVERAGE_KEYS = (
    "group", "points", "said", "free", "cued", "on_cue", "weight", "covered", "share",
)  # fmt: skip
OUTCOME_KEYS = (
    "name", "statement", "group", "proposed", "said", "verdict", "stage", "sentence", "rating",
)  # fmt: skip
WORDING_KEYS = ("id", "uid", "point", "wording", "when")
FIGURE_KEYS = ("deck", "path", "found", "verdicts", "overruled", "proposed", "said")
_ID_SHOWN = 13


def list_pages(rows: Sequence[PageRow], as_json: bool) -> None:
    """Print every blank page."""
    if as_json:
        write_json([picked(row, PAGE_KEYS) for row in rows])
    elif not rows:
        narrate("There is no blank page in your decks.")
    else:
        write_table(
            ("POINTS", "DUE", "LAST", "", "NAME", "PROMPT"),
            [
                (
                    str(row.points),
                    str(row.due),
                    "" if row.last is None else percent(row.last),
                    _standing(row),
                    row.code or row.name,
                    row.prompt,
                )
                for row in rows
            ],
            right="POINTS DUE LAST",
        )


def _standing(row: PageRow) -> str:
    if row.drafts:
        return "begun"
    if row.new:
        return "new"
    return "due" if row.is_due else ""


def list_history(records: Sequence[PageRecord], as_json: bool) -> None:
    """Print the pages of the past of one blank page."""
    if as_json:
        write_json([_record(record) for record in records])
        return
    if not records:
        narrate("This page was never finished.")
    for place, record in enumerate(records):
        if place:
            write()
        _print_record(record)


def _print_record(record: PageRecord) -> None:
    whole = record.whole
    guess = "" if record.guess is None else f", guessed {record.guess}"
    about = f" · {clean_line(record.group)}" if record.group else ""
    minutes = round(record.seconds / 60)
    abandoned = ", abandoned" if record.abandoned else ""
    write(
        f"{record.day}{about}: {whole.said} of {whole.points} points ({_percent(whole)})"
        f"{guess}, {minutes} min{abandoned}"
    )
    write(f"  without help {whole.free}, with help {whole.cued}, on cue alone {whole.on_cue}")
    for group in record.groups:
        if group.group:
            write(f"  {group.said:>3} of {group.points:<3} {clean_line(group.group)}")


def _percent(coverage: Coverage) -> str:
    return percent(coverage.share)


def _record(record: PageRecord) -> dict[str, object]:
    values = {
        **picked(record, ("id", "day", "group", "guess", "seconds", "text", "free_text")),
        "whole": picked(record.whole, COVERAGE_KEYS),
        "groups": [picked(group, COVERAGE_KEYS) for group in record.groups],
        "points": [_outcome(point) for point in record.points],
        "abandoned": record.abandoned,
        "found": record.thresholds.found,
        "verdicts": record.thresholds.verdicts,
        "matcher": record.matcher,
    }
    return {key: values[key] for key in RECORD_KEYS}


def _outcome(point: PointOutcome) -> dict[str, object]:
    values = (
        point.uid,
        point.statement,
        list(point.group),
        point.proposed.value,
        point.said,
        point.merit.value,
        point.help.value,
        point.sentence,
        None if point.rating is None else int(point.rating),
    )
    return dict(zip(OUTCOME_KEYS, values, strict=True))


def list_wordings(wordings: Sequence[Wording], as_json: bool) -> None:
    """Print the wordings remembered."""
    if as_json:
        write_json([picked(wording, WORDING_KEYS) for wording in wordings])
    elif not wordings:
        narrate("No wording was remembered yet.")
    else:
        write_table(
            ("ID", "WHEN", "WORDING"),
            [(one.id[:_ID_SHOWN], one.when, f"{one.wording} (for {one.uid})") for one in wordings],
        )


def list_figures(figures: Sequence[VerdictFigures], as_json: bool) -> None:
    """Print how often proposals were overruled, deck by deck."""
    if as_json:
        write_json([_figures(one) for one in figures])
    elif not figures:
        narrate("No blank page was finished yet.")
    for one in () if as_json else figures:
        write(clean_line(one.deck))
        for state, number in one.proposed.items():
            write(f"  {state.value}: {number} proposed, {one.said[state]} of them taken as said")
        write(f"  {_threshold(one)}")


def _threshold(one: VerdictFigures) -> str:
    found = f"found from {one.thresholds.found:.2f}".replace("0.", ".")
    if not one.thresholds.verdicts:
        return f"{found}, as for every deck"
    return f"{found}, set by {one.thresholds.verdicts} verdicts of yours"


def _figures(one: VerdictFigures) -> dict[str, object]:
    values = (
        one.deck,
        one.path,
        one.thresholds.found,
        one.thresholds.verdicts,
        one.overruled,
        {state.value: number for state, number in one.proposed.items()},
        {state.value: number for state, number in one.said.items()},
    )
    return dict(zip(FIGURE_KEYS, values, strict=True))
