"""How each look of a card's text is set, in any theme.

Looks name theme variables only, so that every theme of Textual works, and each that carries meaning
has a weight, an underline or a sign as well as a colour: none is lost without colours.
"""

from __future__ import annotations

from functools import cache

from recall.markdown.document import Style
from recall.markdown.line import Look, Role

_STYLES: dict[Style | Role, str] = {
    Style.STRONG: "bold",
    Style.EMPHASIS: "italic",
    Style.STRIKE: "strike",
    Style.CODE: "$secondary",
    Style.MATH: "",
    Style.LINK: "underline",
    Style.IMAGE: "$secondary",
    Style.GAP: "bold underline $accent",
    Style.HINT: "italic",
    Role.HEADING: "bold $primary",
    Role.MARKER: "$primary",
    Role.QUOTE: "dim",
    Role.RULE: "dim",
    Role.BORDER: "dim",
    Role.TABLE_HEAD: "bold",
    Role.ADDRESS: "dim",
    Role.KEYWORD: "bold $primary",
    Role.NAME: "bold",
    Role.STRING: "$foreground",
    Role.NUMBER: "$foreground",
    Role.COMMENT: "italic dim $foreground",
    Role.OPERATOR: "$foreground",
    Role.LABEL: "bold",
    Role.CURRENT: "bold $accent",
    Role.RIGHT: "bold $success",
    Role.WRONG: "bold $error",
    Role.MISSING: "underline $success",
    Role.QUIET: "dim",
    Role.FOUND: "underline $accent",
    Role.HERE: "bold reverse $accent",
}
# Of two colours in one look the later wins: what an answer is worth stands over what it is.
_ORDER = {name: place for place, name in enumerate(_STYLES)}


@cache
def style_of(look: Look) -> str:
    """Return a look as a Textual style with theme variables, ``""`` when it is plain text."""
    words: list[str] = []
    colour = ""
    for name in sorted(look, key=_ORDER.__getitem__):
        for word in _STYLES[name].split():
            if word.startswith("$"):
                colour = word
            elif word not in words:
                words.append(word)
    return " ".join([*words, colour]).strip()
