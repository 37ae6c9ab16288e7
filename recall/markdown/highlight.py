"""Code coloured by Pygments, as roles; it is imported only when a fence names a known language."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from recall.markdown.document import Style
from recall.markdown.line import Look, Role, Segment

if TYPE_CHECKING:
    from pygments.lexer import Lexer

# Some lexers take quadratic time: 0.1 s for this much code, at worst, of those measured. Longer
# code is drawn without colours, since a hostile deck must not stop the interface.
LONGEST_CODE = 2_000

_CODE: Look = frozenset({Style.CODE})
# The first of these that a token's type lies in decides its role.
_ROLES = (
    ("Comment", Role.COMMENT),
    ("Keyword", Role.KEYWORD),
    ("Operator.Word", Role.KEYWORD),
    ("Literal.String", Role.STRING),
    ("Literal.Number", Role.NUMBER),
    ("Name.Function", Role.NAME),
    ("Name.Class", Role.NAME),
    ("Name.Decorator", Role.NAME),
    ("Name.Tag", Role.NAME),
    ("Operator", Role.OPERATOR),
)


@lru_cache(maxsize=64)
def highlighted(lines: tuple[str, ...], language: str) -> tuple[tuple[Segment, ...], ...] | None:
    """Return lines of code in segments; None for an unknown language or code that is too long.

    The text is exactly that of ``lines``; where Pygments would change it, None.
    """
    source = "\n".join(lines)
    lexer = _lexer(language.lower()) if language and len(source) <= LONGEST_CODE else None
    if lexer is None:
        return None
    rows: list[list[Segment]] = [[]]
    for kind, text in lexer.get_tokens(source):
        look = _look(str(kind))
        for number, part in enumerate(text.split("\n")):
            if number:
                rows.append([])
            if part:
                rows[-1].append(Segment(part, look))
    if tuple("".join(segment.text for segment in row) for row in rows) != lines:
        return None
    return tuple(map(tuple, rows))


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    from pygments.lexers import get_lexer_by_name

    if language not in _languages():
        return None
    return get_lexer_by_name(language, stripnl=False, ensurenl=False)


@cache
def _languages() -> frozenset[str]:
    """Every name of a language that Pygments itself knows; looking for plug-ins takes 50 ms."""
    from pygments.lexers import get_all_lexers

    return frozenset(
        alias for _, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases
    )


@cache
def _look(kind: str) -> Look:
    name = kind.removeprefix("Token.")
    for prefix, role in _ROLES:
        if name == prefix or name.startswith(f"{prefix}."):
            return _CODE | {role}
    return _CODE
