"""The attribute block ``{#id .tag key=value}`` at the end of a line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<sign>[#.])(?P<name>[^\s{}"'=]*)
      | (?P<key>[^\s{}"'=#.][^\s{}"'=]*)=(?P<value>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s{}"']*)
      | (?P<flag>[^\s{}"'=#.][^\s{}"'=]*)
    )(?=\s|$)""",
    re.VERBOSE,
)
_NAME = re.compile(r"[\w.-]+")
# What tells a block that cannot be read from braces that are just text.
_INTENDED = re.compile(r"\s*(?:[#.]\w|[A-Za-z][\w-]*=)")
_UNCLOSED = re.compile(r"(?:^|\s)(\{[#.]\w[^{}]*)$")
_ESCAPE = re.compile(r"\\(.)")
FLAGS = ("exact", "pin")
# A quoted value may hold braces, so a block may begin at an earlier one than the last.
_BRACES_TRIED = 6


@dataclass(frozen=True, slots=True)
class Block:
    """An attribute block as written.

    ``start`` is where it begins in its line, counted from 0. ``values`` maps keys (``#`` for the
    identity, and flags) to their text and column. ``fault`` says why it cannot be read.
    """

    start: int
    tags: tuple[str, ...] = ()
    values: dict[str, tuple[str, int]] = field(default_factory=dict)
    fault: str | None = None

    def text(self, key: str) -> str | None:
        """Return the value of a key, or None."""
        found = self.values.get(key)
        return found[0] if found else None


def split_attributes(line: str) -> tuple[str, Block | None]:
    """Return a line without the attribute block at its end, and that block.

    A block stands after white space (or alone). Braces whose content is neither ``#``, ``.``,
    ``key=`` nor a flag are text: the line is returned whole, with None.
    """
    stripped = line.rstrip()
    if not stripped.endswith("}"):
        unclosed = _UNCLOSED.search(stripped) if "{" in stripped else None
        if unclosed:
            start = unclosed.start(1)
            return line[:start].rstrip(), Block(start, fault="it is not closed with }")
        return line, None
    start = len(stripped)
    fault: Block | None = None
    for _ in range(_BRACES_TRIED):
        start = stripped.rfind("{", 0, start)
        if start < 0:
            break
        if start and not stripped[start - 1].isspace():
            continue
        content = stripped[start + 1 : -1]
        block = _read(content, start)
        if block is None:
            continue
        if block.fault is None:
            return line[:start].rstrip(), block
        fault = fault or block
    return (line[: fault.start].rstrip(), fault) if fault else (line, None)


def _read(content: str, start: int) -> Block | None:
    values: dict[str, tuple[str, int]] = {}
    tags: list[str] = []
    position = 0
    end = len(content.rstrip())
    if end == 0:
        return None
    fault: str | None = None
    while position < end:
        match = _TOKEN.match(content, position)
        if not match:
            rest = content[position:].strip()
            fault = f"{rest[:40]} is not understood"
            break
        position = match.end()
        sign, name, key = match.group("sign", "name", "key")
        column = start + 1 + match.start(match.lastgroup or 0)
        if sign == ".":
            if not _NAME.fullmatch(name):
                fault = fault or f"{sign}{name} is not a tag"
            tags.append(name)
            continue
        if sign == "#":
            if not _NAME.fullmatch(name):
                fault = fault or f"{sign}{name} may only hold letters, digits, - _ and ."
            key, value = "#", name
            column = start + 1 + match.start("sign")
        elif key is not None:
            column = start + 1 + match.start("key")
            value = _unquote(match.group("value"))
        else:
            key, value = match.group("flag"), ""
            if key not in FLAGS and not values and not tags:
                return None
            if key not in FLAGS:
                fault = fault or f"{key} has no value"
        if key in values:
            fault = fault or ("it holds two identities" if key == "#" else f"{key} stands twice")
        values.setdefault(key, (value, column))
    if fault is not None and not _INTENDED.match(content):
        return None
    return Block(start, tuple(dict.fromkeys(tags)), values, fault)


def _unquote(value: str) -> str:
    if value[:1] in ("'", '"'):
        return _ESCAPE.sub(r"\1", value[1:-1])
    return value
