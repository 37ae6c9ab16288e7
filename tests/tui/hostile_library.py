"""A library whose every text is hostile to the terminal or to the interface."""

from __future__ import annotations

from recall.cards.problem import Level, Problem
from recall.library.values import CourseRow
from tests.tui.fake import FakeLibrary, choice, deck, question, typed

CONTROLS = [
    "\x1b[2J",
    "\x1b]52;c;RVZJTA==\x07",
    "\x1b]52;c;RVZJTA==\x1b\\",
    "\x9d52;c;RVZJTA==\x9c",
    "\x1b]0;title\x07",
    "\x1b]8;;https://example.org\x1b\\x\x1b]8;;\x1b\\",
    "\x1b[6n",
    "\x9b2J",
    "\x1bP+q544e\x1b\\",
    "\x1b_G\x1b\\",
    "\x1bc",
    "\x7f\x08\x0e",
    "a\u202eb\u2066c",
    "\U000e0041",
    "a\rb\x0bc\x0cd",
]


def hostile(text: str) -> FakeLibrary:
    """A library in which everything a deck can say is ``text``."""
    library = FakeLibrary(
        cards=[
            question(text, text, hint=text, note=text, uid=text),
            choice(text, (text, True, text), ("other", False, text), note=text),
            typed(text, text),
        ],
        courses=(CourseRow("c", text, text),),
        decks=(deck(text, text, code=text, summary=text, course="c", due=1),),
        found=(Problem(text, 1, 1, text, Level.ERROR, text, text),),
        notices=(text,),
        next_due=text,
    )
    library.lessons = {
        text: f"{text}\n\n# {text}\n\n{text}\n\n```\n{text}\n```\n\n"
        f"Q: {text} q\nA: {text} a\n\n## {text} more\n\nR: {text} r\n- {text} point\n"
    }
    library.earlier = [text]
    return library
