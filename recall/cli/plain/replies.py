"""What a line of the learner's means: a command, or an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recall.errors import UsageError

COMMANDS = {
    "h": "show the hint",
    "i": "tell why the card is due today",
    "f": "flag the card; or take the flag off",
    "s": "suspend the card; it is not asked again",
    "b": "bury the card until tomorrow",
    "u": "undo the last grade or mark",
    "q": "leave; every grade is kept",
    "?": "list the commands",
}
"""The commands with what they do. Where a line is an answer, a command begins with a colon."""

_BETWEEN = re.compile(r"[\s,;]+")


def command_of(line: str, *, line_is_answer: bool) -> str | None:
    """Return the command in a line, or None when it is none.

    ``:u`` is a command everywhere, ``u`` only where a line cannot be an answer.
    """
    text = line.strip()
    if text[:1] == ":" and text[1:] in COMMANDS:
        return text[1:]
    return text if text in COMMANDS and not line_is_answer else None


def literal(line: str) -> str:
    """Return the answer in a line: ``::u`` stands for the answer ``:u``, all else for itself."""
    text = line.strip()
    return text[1:] if text[:2] == "::" and text[2:] in COMMANDS else text


def read_letters(line: str, letters: Sequence[str], *, several: bool) -> frozenset[str]:
    """Return the options chosen in a line such as ``b``, ``a c``, ``a,c`` or ``ac``.

    Raises UsageError when it names no option, one that is not there, or more than may be chosen.
    """
    chosen: set[str] = set()
    for part in _BETWEEN.split(line.strip().lower()):
        chosen |= {part} if part in letters else set(part)
    unknown = sorted(chosen.difference(letters))
    choice = f"{letters[0]} to {letters[-1]}"
    if unknown:
        name = unknown[0]
        command = (
            f" To {COMMANDS[name].partition(';')[0]}, write :{name}." if name in COMMANDS else ""
        )
        raise UsageError(f"There is no option {name!r}.", f"The options are {choice}.{command}")
    if not chosen:
        example = "letters, such as a c" if several else "one letter, such as a"
        raise UsageError("Nothing was chosen.", f"Write {example}.")
    if len(chosen) > 1 and not several:
        raise UsageError("Only one option is right here.", f"Write one letter from {choice}.")
    return frozenset(chosen)


def read_order(line: str, count: int) -> tuple[int, ...]:
    """Return the arrangement in a line such as ``2 1 3``, as places counted from 0.

    With fewer than ten items the spaces may be left out. Raises UsageError unless each number from
    1 to ``count`` stands there once.
    """
    parts = [part for part in _BETWEEN.split(line.strip()) if part]
    if len(parts) == 1 and count < 10:
        parts = list(parts[0])
    wanted = [str(number) for number in range(1, count + 1)]
    if sorted(parts) != sorted(wanted):
        raise UsageError(
            f"The order must name each of the {count} items once.",
            f"Write their numbers from first to last, such as {' '.join(reversed(wanted))}.",
        )
    return tuple(int(part) - 1 for part in parts)
