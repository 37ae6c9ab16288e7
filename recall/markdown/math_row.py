"""A formula in one row of text, drawn from TeXicode's tree.

What one row cannot show (matrices, cases, several lines) has no form here. Scripts without Unicode
letters become ``x_(ab)``. Fractions become ``a/b``: right, but not *faithful*, and display
mathematics prefers several rows then.
"""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import normalize

from recall.markdown.math_tree import Node, texicode

_RAISED = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδεθιφχ ′",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᵋᶿᶥᵠᵡ ′",
        strict=True,
    )
)
_RAISED |= {"⊤": "ᵀ", "∗": "*", "*": "*", "†": "†"}
_LOWERED = dict(
    zip(
        "0123456789+-−=()aehijklmnoprstuvxβγρφχ ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ ",
        strict=True,
    )
)
_ACCENTS = {
    "bar": "\u0304",
    "breve": "\u0306",
    "check": "\u030c",
    "ddot": "\u0308",
    "dot": "\u0307",
    "grave": "\u0300",
    "hat": "\u0302",
    "mathring": "\u030a",
    "tilde": "\u0303",
    "vec": "\u20d7",
    "widehat": "\u0302",
    "widetilde": "\u0303",
}
_RELATIONS = frozenset("=<>≤≥≈≠≡∼≃≅∝∈∉∋⊂⊃⊆⊇→←↔⇒⇐⇔↦⟶⟵⟷⟼≪≫≺⪯≻⪰:≔≜⊢⊨∣")
_BINARY = frozenset("+-−±∓∧∨∪∩⊕⊖⊗⊙")
_OPENING = frozenset("([{⟨⌊⌈")
_BIG = frozenset("∑∏∫∮")


@dataclass(frozen=True, slots=True)
class Row:
    """One row; ``faithful`` unless it holds a fraction, which TeX would set in two."""

    text: str
    faithful: bool


class _NeedsRowsError(Exception):
    """The formula needs several rows."""


def one_row(nodes: list[Node]) -> Row | None:
    """Return a formula in one row, or None when it needs several or its tree is incomplete."""
    drawing = _Drawing(nodes)
    try:
        text = " ".join(drawing.draw(0).split())
    except (_NeedsRowsError, LookupError):
        return None
    if not text or not text.isprintable():
        return None
    return Row(text, drawing.faithful)


class _Drawing:
    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self.faithful = True

    def draw(self, place: int, *, tight: bool = False) -> str:
        """Return the text of one node with its scripts; ``tight`` leaves out spaces."""
        kind, (_, value), children, scripts = self.nodes[place]
        if len({self._is_raised(script) for script in scripts}) < len(scripts):
            raise _NeedsRowsError  # two scripts of one kind mean nothing
        text = self._bare(kind, value, children, tight=tight)
        return text + "".join(
            self._script(script) for script in sorted(scripts, key=self._is_raised)
        )

    def _is_raised(self, script: int) -> bool:
        """Whether a script stands above; what is lowered is drawn first, however written."""
        return self.nodes[script][0] in {"sup_scrpt", "top_scrpt"}

    def _bare(self, kind: str, value: str, children: list[int], *, tight: bool) -> str:
        match kind:
            case "opn_root" | "opn_brac" | "opn_degr":
                return self._join(children, tight)
            case "txt_leaf":
                return {"~": " ", "'": "′", "-": "−"}.get(value, value)
            case "cmd_leaf" | "ctr_base":
                symbols = texicode().symbols
                return {"lim": "lim", "sum": "∑", "prod": "∏"}.get(value) or "".join(symbols[value])
            case "cmd_frac":
                self.faithful = False
                above, below = (self.draw(child, tight=True) for child in children)
                return f"{_bracketed(above)}/{_bracketed(below)}"
            case "cmd_sqrt":
                degree = "".join(self._raised(child) for child in children[:-1])
                return f"{degree}√{_bracketed(self.draw(children[-1], tight=tight), strict=True)}"
            case "cmd_text":
                return "".join(self.nodes[leaf][1][1] for leaf in self.nodes[children[0]][2])
            case "cmd_font":
                return self._font(value, self.draw(children[0], tight=True))
            case "cmd_acnt":
                base = self.draw(children[0])
                if len(base) != 1:
                    raise _NeedsRowsError
                return normalize("NFC", base + _ACCENTS[value])
            case "opn_dlim":
                ends = [self.draw(children[0]), self.draw(self.nodes[children[-1]][2][0])]
                left, right = ("" if end == "." else end for end in ends)
                return f"{left}{self._join(children[1:-1], tight)}{right}"
            case "big_dlim":
                return self.draw(children[0])
            case "sup_scrpt" | "sub_scrpt":
                return self._script_text(kind, children)
            case _:
                raise _NeedsRowsError

    def _join(self, children: list[int], tight: bool) -> str:
        pieces: list[str] = []
        operand = False  # whether what stands before can be the left side of an operator
        named = False  # whether it is the name of a function, which a letter must not touch
        for child in children:
            piece = self.draw(child, tight=tight)
            kind, (_, value), _, scripts = self.nodes[child]
            sign = piece if kind in {"txt_leaf", "cmd_leaf"} and not scripts else ""
            function = kind in {"cmd_leaf", "ctr_base"} and self._names_function(value)
            if named and not tight and piece[:1].isalnum():
                pieces.append(" ")
            if tight:
                pieces.append(piece)
            elif sign in _RELATIONS or (sign in _BINARY and operand):
                pieces.append(f" {piece} ")
            elif sign in {",", ";"}:
                pieces.append(f"{piece} ")
            elif function and operand:
                pieces.append(f" {piece}")
            else:
                pieces.append(piece)
            named = function or piece[:1] in _BIG or value == "operatorname"
            operand = bool(piece.strip()) and not (
                sign and (sign in _RELATIONS or sign in _BINARY or sign in _OPENING or sign in ",;")
            )
        return "".join(pieces)

    @staticmethod
    def _names_function(command: str) -> bool:
        """Whether a command is drawn as its own name, as ``log`` and ``max`` are."""
        return command.isalpha() and "".join(texicode().symbols.get(command, ())) == command

    def _script(self, place: int) -> str:
        kind, _, children, _ = self.nodes[place]
        return self._script_text(kind, children)

    def _script_text(self, kind: str, children: list[int]) -> str:
        raised = kind in {"sup_scrpt", "top_scrpt"}
        text = self.draw(children[0], tight=True)
        table = _RAISED if raised else _LOWERED
        if all(sign in table for sign in text):
            return "".join(table[sign] for sign in text)
        text = text.strip()
        return ("^" if raised else "_") + (text if len(text) == 1 else f"({text})")

    def _raised(self, place: int) -> str:
        text = self.draw(place, tight=True)
        if not all(sign in _RAISED for sign in text):
            raise _NeedsRowsError
        return "".join(_RAISED[sign] for sign in text)

    @staticmethod
    def _font(name: str, text: str) -> str:
        plain, letters = texicode().plain, texicode().fonts[name]
        return "".join(letters[plain.index(sign)] if sign in plain else sign for sign in text)


def _bracketed(text: str, *, strict: bool = False) -> str:
    """Return a side of a fraction, or a radicand, in brackets unless it reads as one whole."""
    inner = text.strip()
    if strict:
        whole = len(inner) == 1 or inner.isdigit()
    else:
        whole = not any(sign in _RELATIONS or sign in _BINARY or sign in "/ ×⋅·," for sign in inner)
    return inner if whole else f"({inner})"
