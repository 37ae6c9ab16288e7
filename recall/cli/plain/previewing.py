"""A deck printed leaf by leaf as learners will see it, with what is wrong beside each."""

from __future__ import annotations

from recall.cards.problem import Level, Problem
from recall.cli.output import narrate, write
from recall.cli.plain.pages import Pages
from recall.cli.streams import columns
from recall.library.preview import DeckPreview
from recall.library.words import count
from recall.markdown.plain import plain_text


def print_preview(found: DeckPreview) -> int:
    """Print a preview; return 1 when the deck has errors, else 0."""
    width = columns()
    pages = Pages(width)
    problems = list(found.problems)
    _write_problems(found.problems)
    number = 0
    for leaf in found.leaves:
        if leaf.text is not None:
            write(plain_text(leaf.text, width, right_to_left=found.right_to_left))
        if leaf.showing is not None:
            number += 1
            write(f"Card {number} of {found.cards}, line {leaf.line}: {leaf.showing.kind.value}.")
            write()
            write(pages.asked(leaf.showing))
            write()
            write(pages.answer(leaf.showing, None, None))
        write()
        _write_problems(leaf.problems)
        problems += leaf.problems
    narrate(f"{count(found.cards, 'card')}, {count(found.found, 'problem')}.")
    return int(any(problem.level is Level.ERROR for problem in problems))


def _write_problems(problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        write(" ".join(str(problem).split("\n")))
    if problems:
        write()
