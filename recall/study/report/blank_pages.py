"""What the blank pages came to: how much was there, guesses, and proposals overruled."""

from __future__ import annotations

from collections.abc import Sequence

from recall.study.plots import Column, column_chart
from recall.study.report.section import Section, day_label, number_of
from recall.study.stats.pages import PageFigures
from recall.text import percent

_SHOWN = 30


def blank_pages(pages: Sequence[PageFigures], room: int) -> Section | None:
    """Return the coverage of the last pages; None when there is none, since many write no pages."""
    if not pages:
        return None
    last = pages[-1]
    sentence = (
        f"{number_of(len(pages), 'page')}; the last said {percent(last.covered)} of its points, "
        f"{percent(last.free)} without help."
    )
    guesses = [(page.guess, page.said) for page in pages if page.guess is not None]
    if guesses:
        sentence += f" {_guesses(guesses)}"
    points = sum(page.points for page in pages)
    overruled = sum(page.overruled for page in pages)
    sentence += f" You overruled {overruled:,} of {number_of(points, 'proposal')}."
    columns = [
        Column(day_label(page.day, shown=place % 7 == 0), page.covered * 100)
        for place, page in enumerate(pages[-_SHOWN:])
    ]
    lines = ("Percent said", *column_chart(columns, room, keep_last=True))
    return Section("Blank pages", sentence, lines)


def _guesses(guesses: Sequence[tuple[int, int]]) -> str:
    expected = sum(guess for guess, _ in guesses)
    said = sum(said for _, said in guesses)
    apart = (expected - said) / len(guesses)
    if round(abs(apart), 1) == 0:
        return "Your guesses met what was there."
    direction = "more" if apart > 0 else "fewer"
    return f"You guessed {abs(apart):.1f} points {direction} a page than were there."
