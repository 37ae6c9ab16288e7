"""Mathematics as Unicode text where that is certain; elsewhere the TeX is shown as written.

TeXicode reads TeX and draws it in rows. What it cannot read it draws as ``?`` or reports as text,
so its lexer, parser and renderer are called one by one, and everything doubtful counts as "no": an
error of any kind, a command or environment it does not know, a sign it draws wrongly, an empty
drawing. Letters are plain: mathematical italics are missing from many terminal fonts.

Most formulas of a card read best in one row (``Sₜ = Sₜ₋₁(I − βₜkₜkₜᵀ)``), which ``math_row`` draws
from the same tree. Running text only ever holds one row, with fractions as ``a/b``; display
mathematics uses several rows when one row would need such a detour.
"""

from __future__ import annotations

from functools import lru_cache

from recall.markdown.math_row import one_row
from recall.markdown.math_tree import Node, read, texicode
from recall.text import width


@lru_cache(maxsize=4096)
def unicode_math(tex: str) -> tuple[str, ...] | None:
    """Return display mathematics as rows of text, or None when TeX is not surely understood."""
    nodes = read(tex)
    if nodes is None:
        return None
    row = one_row(nodes)
    if row is not None and row.faithful:
        return (row.text,)
    return _rows(tex, nodes) or (None if row is None else (row.text,))


@lru_cache(maxsize=4096)
def inline_math(tex: str) -> str | None:
    """Return mathematics in one row for running text, or None when that is not surely possible."""
    nodes = read(tex)
    row = None if nodes is None else one_row(nodes)
    return None if row is None else row.text


def _rows(tex: str, nodes: list[Node]) -> tuple[str, ...] | None:
    """Return TeXicode's drawing without its margins, or None when it is doubtful."""
    try:
        rows = ["".join(row) for row in texicode().render(nodes, False)]
    except Exception:  # whatever TeXicode raises, the formula is not understood
        return None
    drawing = "".join(rows)
    if not drawing.strip() or not drawing.isprintable() or drawing.count("?") > tex.count("?"):
        return None
    if any(width(sign) > 1 for sign in drawing if not sign.isascii()):
        return None  # rows are aligned by characters, so a wide one would shift what follows
    margin = min(len(row) - len(row.lstrip(" ")) for row in rows if row.strip())
    return tuple(row[margin:].rstrip(" ") for row in rows)
