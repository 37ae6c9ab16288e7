"""What a problem code is: its level, its sentences, and two small decks that show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from recall.cards.problem import Level

Example = str | bytes | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of problem.

    ``title`` names it in a few words and ``explanation`` says why it matters. ``message`` and
    ``hint`` are the sentences of one occurrence, with the names of its values in braces.
    ``wrong`` is a deck that has this problem and no other, ``right`` the same deck mended; a
    problem that needs several files has a mapping from path to text, one that lies outside any
    file's content (links, unreadable folders) has empty examples.
    """

    code: str
    level: Level
    title: str
    message: str
    hint: str
    explanation: str
    wrong: Example = ""
    right: Example = ""
