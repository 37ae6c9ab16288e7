"""``recall due``: how much is waiting today, and how much will on the days after."""

from __future__ import annotations

import click

from recall.cli.invocation import Invocation
from recall.cli.output import (
    json_help,
    json_option,
    narrate,
    picked,
    write,
    write_json,
    write_table,
)

JSON_KEYS = (
    "date", "due", "new", "minutes", "next_due", "errors", "warnings", "next", "notices", "decks",
    "forecast",
)  # fmt: skip
DECK_KEYS = ("path", "title", "due", "new")
DAY_KEYS = ("date", "due")


@click.command(
    epilog=json_help("an object with", JSON_KEYS)
    + " next, the next step, and next_due, both in words, may be null; decks, those with "
    f"something to do, are objects with {', '.join(DECK_KEYS)}; forecast holds an object with "
    f"{', '.join(DAY_KEYS)} for each day, today first."
)
@click.option("--days", type=click.IntRange(1, 365), default=14, help="Days of the forecast.")
@json_option
@click.pass_obj
def command(invocation: Invocation, days: int, as_json: bool) -> None:
    """Show how much is due, today and later."""
    from recall.library.steps import step_in_words
    from recall.library.words import count
    from recall.study.course import StepKind

    with invocation.library() as library:
        home = library.home()
        forecast = library.forecast(days)
    step = None if home.step.kind is StepKind.NOTHING else step_in_words(home)
    decks = [deck for deck in home.decks if deck.due or deck.new]
    if as_json:
        write_json(
            {
                "date": forecast[0][0],
                **picked(home, ("due", "new", "minutes", "next_due", "errors", "warnings")),
                "next": step,
                "notices": list(home.notices),
                "decks": [picked(deck, DECK_KEYS) for deck in decks],
                "forecast": [dict(zip(DAY_KEYS, day, strict=True)) for day in forecast],
            }
        )
        return
    for notice in home.notices:
        narrate(notice)
    if home.due or home.new:
        write(f"{home.date}: {home.due} due, {home.new} new, about {home.minutes} min")
    else:
        write(f"{home.date}: nothing is due" + (f"; next {home.next_due}" if home.next_due else ""))
    if step is not None:
        write(f"Next: {step}")
    if decks:
        write()
        rows = [(str(deck.due), str(deck.new), deck.code or "", deck.title) for deck in decks]
        write_table(("due", "unseen", "code", "deck"), rows, right="due unseen")
    later = [(date, f"{due:,}") for date, due in forecast if due]
    if later:
        write()
        write_table(("day", "cards"), later)
    if home.errors:
        narrate(f"The decks have {count(home.errors, 'error')}; 'recall check' names them.")
