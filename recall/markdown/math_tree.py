"""TeX as TeXicode's tree, or nothing when any part of it is unknown or drawn wrongly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

# TeXicode copies its canvas at each level, so that deep nesting is quadratic.
LONGEST_TEX = 1_000
DEEPEST_BRACES = 12
DEEPEST_TREE = 40

_ENVIRONMENT = re.compile(
    r"(?:align|equation)\*?|aligned|split|gathered|cases|array|(?:[pbBvV]|small)?matrix"
)
# Commands that TeXicode 1.0.5 draws as another sign than TeX does.
_DRAWN_WRONGLY = frozenset({"acute", "rhd", "not", "restriction"})
# Common commands that it lacks, as tokens that it draws the same way.
_OTHER_NAMES = {
    "lVert": ("cmnd", "|"),
    "rVert": ("cmnd", "|"),
    "boldsymbol": ("cmnd", "mathbf"),
    "bm": ("cmnd", "mathbf"),
    "mathds": ("cmnd", "mathbb"),
    "textrm": ("cmnd", "text"),
    "implies": ("cmnd", "Rightarrow"),
    "impliedby": ("cmnd", "Leftarrow"),
    "varnothing": ("cmnd", "emptyset"),
    "colon": ("symb", ":"),
    "coloneqq": ("symb", "≔"),
    "triangleq": ("symb", "≜"),
    "bigcup": ("symb", "⋃"),
    "bigcap": ("symb", "⋂"),
}
# After these a sign is a script or a delimiter, not a relation.
_TAKE_NEXT = {"^", "_", "left", "right", "big", "bigl", "bigr", "Big", "Bigl", "Bigr"}
_SPACE = ("cmnd", ",")
_RELATIONS = {("symb", sign) for sign in "=<>≤≥≈≠≡∈→≔≜"} | {
    ("cmnd", name)
    for name in re.findall(
        r"\w+",
        "le leq ge geq ne neq approx equiv sim simeq in notin subset subseteq to gets mapsto "
        "rightarrow leftarrow Rightarrow Leftarrow leftrightarrow iff propto ll gg",
    )
}
# Scripts that it draws with a glyph of another letter (a subscript y as gamma, a superscript X as
# x) or with one that few fonts have; a blank makes it put the letter on a row of its own.
_RAISED_WRONGLY = frozenset("CFQSXYZq!/")
_LOWERED_WRONGLY = frozenset("ISVXYy")

Node = tuple[str, tuple[str, str], list[int], list[int]]


@dataclass(frozen=True, slots=True)
class TeXicode:
    """The parts of TeXicode that are used. It has no types, hence ``Any``."""

    lexer: Any
    parse: Any
    render: Any
    commands: frozenset[str]
    symbols: dict[str, list[str]]
    plain: str
    fonts: dict[str, str]


@cache
def texicode() -> TeXicode:
    """Import TeXicode on first use and set it up once: plain letters, no misleading scripts."""
    from texicode import arts, node_data, symbols_art
    from texicode.lexer import lexer
    from texicode.parser import parse
    from texicode.renderer import render

    plain = arts.alphabets["normal"]
    arts.font = {**arts.font_normal, "operatorname": plain}
    for sign, (raised, lowered) in list(arts.unicode_scripts.items()):
        arts.unicode_scripts[sign] = [
            " " if sign in _RAISED_WRONGLY else raised,
            " " if sign in _LOWERED_WRONGLY else lowered,
        ]
    commands = {value for kind, value in node_data.type_dict if kind == "cmnd"}
    known = frozenset(commands | symbols_art.symbols.keys()) - _DRAWN_WRONGLY
    return TeXicode(lexer, parse, render, known, symbols_art.symbols, plain, arts.font)


def read(tex: str) -> list[Node] | None:
    """Return TeXicode's tree of a formula, or None when any of it is unknown."""
    if len(tex) > LONGEST_TEX or not tex.strip() or _depth(tex) > DEEPEST_BRACES:
        return None
    library = texicode()
    try:
        written = library.lexer(tex.replace("\t", " "), False)
        tokens = [known for token in written if (known := _known(token)) is not None]
        if len(tokens) < len(written):
            return None
        nodes: list[Node] = library.parse(_spaced(tokens), False)
    except Exception:  # whatever TeXicode raises, the formula is not understood
        return None
    if _deepest(nodes) > DEEPEST_TREE or any(_accent_over_several(node, nodes) for node in nodes):
        return None
    return nodes


def _deepest(nodes: list[Node]) -> int:
    """Return the depth of a tree; its nodes stand after their parents."""
    depths = [0] * len(nodes)
    for place, (_, _, children, scripts) in enumerate(nodes):
        for below in (*children, *scripts):
            depths[below] = depths[place] + 1
    return max(depths, default=0)


def _spaced(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return tokens with a space on each side of a relation, which TeXicode sets without any."""
    spaced: list[tuple[str, str]] = []
    depth = 0
    for token in tokens:
        depth += {"{": 1, "}": -1}.get(token[1], 0) if token[0] == "symb" else 0
        apart = depth == 0 and token in _RELATIONS and spaced[-1][1] not in _TAKE_NEXT
        spaced += [_SPACE, token, _SPACE] if apart else [token]
    return spaced


def _accent_over_several(node: Node, nodes: list[Node]) -> bool:
    """Whether a node is an accent that TeXicode would put over the first of several letters."""
    kind, _, children, _ = node
    if kind != "cmd_acnt":
        return False
    while len(children) == 1 and nodes[children[0]][0] == "opn_brac":
        children = nodes[children[0]][2]
    return len(children) != 1 or bool(nodes[children[0]][2] or nodes[children[0]][3])


def _depth(tex: str) -> int:
    depth = deepest = 0
    for sign in tex:
        if sign == "{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign == "}":
            depth -= 1
    return deepest


def _known(token: tuple[str | None, str]) -> tuple[str, str] | None:
    """Return a token that TeXicode draws rightly, or None.

    It has no class for signs such as ``×`` or ``−`` typed as they are; they are drawn as they are.
    """
    kind, value = token
    if kind is None:
        return ("symb", "-" if value == "−" else value) if value.isprintable() else None
    if kind in {"env_bgin", "env_end"}:
        return (kind, value) if _ENVIRONMENT.fullmatch(value) else None
    if kind == "cmnd":
        if value in _OTHER_NAMES:
            return _OTHER_NAMES[value]
        return (kind, value) if value in texicode().commands else None
    return (kind, value)
