"""Sentences that several screens need, with numbers in words people use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from recall.cards.problem import Problem
from recall.library.steps import step_in_words
from recall.library.values import Home, Progress, RefreshReport
from recall.study.course import StepKind
from recall.text import clean_line

if TYPE_CHECKING:
    from recall.library.finishing import Finished


def amount(number: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun: ``1 card``, ``2 cards``."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def duration(seconds: int) -> str:
    """Return a time spent: ``40 seconds``, ``6 minutes``, ``1 h 5 min``."""
    if seconds < 90:
        return amount(seconds, "second")
    minutes = round(seconds / 60)
    if minutes < 90:
        return amount(minutes, "minute")
    return f"{minutes // 60} h {minutes % 60} min"


def times_before(times: int) -> str:
    """Return how often something happened before: ``once before``, ``3 times before``."""
    words = {1: "once", 2: "twice"}
    return f"{words.get(times, f'{times:,} times')} before"


def progress_facts(progress: Progress) -> tuple[str, ...]:
    """Return how far a session is, the most important first."""
    place = min(progress.done + progress.again + 1, progress.total)
    facts = [f"{place:,} of {progress.total:,}"]
    if progress.again:
        facts.append(f"{progress.again:,} to repeat")
    facts.append(f"about {progress.minutes:,} min")
    return tuple(facts)


def next_sentence(home: Home) -> str:
    """Return what the home screen offers next."""
    if not home.decks:
        return (
            "No decks yet. Put a Markdown file into a deck folder (recall config names them) "
            "and it is listed here. A card in it looks like this:\n\n"
            "   Q: What is a deck?\n   A: A file like this one."
        )
    if home.step.kind is not StepKind.NOTHING:
        return f"Next: {step_in_words(home)}"
    if home.next_due:
        return f"Nothing more today. Next: {home.next_due}"
    return "Nothing is due, and there is nothing new to learn."


def new_problems(problems: Sequence[Problem], key: str) -> str:
    """Return what is wrong in decks that were just edited, and the key that lists it."""
    if not problems:
        return ""
    first = problems[0]
    where = f"{clean_line(first.path)}:{first.line}: {first.message}"
    more = f" And {amount(len(problems) - 1, 'more problem')}." if len(problems) > 1 else ""
    lists = f" {key} lists them." if key else ""
    return f"{where}{more}{lists}"


def finished_sentence(finished: Finished) -> str:
    """Return what finishing a lesson brings."""
    if not finished.opens:
        return "Finished."
    cards = amount(finished.opens, "new card")
    if finished.first:
        return f"Finished: {cards} will come after {' and '.join(finished.first)}."
    return f"Finished: {cards} from now on, some each day."


def carried_over(report: RefreshReport) -> str:
    """Return what reading the decks changed, empty when nothing did."""
    parts = [
        amount(report.new, "new card") if report.new else "",
        f"{report.reworded:,} reworded, progress kept" if report.reworded else "",
        f"{report.renamed:,} renamed, progress kept" if report.renamed else "",
        f"{amount(report.parted, 'wording')} on its own again" if report.parted else "",
        f"{report.returned:,} came back with their history" if report.returned else "",
        f"{report.missing:,} no longer in the decks, history kept" if report.missing else "",
    ]
    told = [part for part in parts if part]
    return f"{'; '.join(told)}." if told else ""
