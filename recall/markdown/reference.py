"""The author's reference of the deck format, and the explanation of each problem code."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from recall.markdown.codes import CODES

_LONGEST_EXAMPLE = 1500


@cache
def text() -> str:
    """Return the reference as Markdown."""
    return files("recall.markdown").joinpath("reference.md").read_text("utf-8")


def explain(code: str) -> str | None:
    """Return what a problem code means, as Markdown with its two examples; None if unknown."""
    known = CODES.get(code.strip().upper())
    if known is None:
        return None
    hint = known.hint if "{" not in known.hint.replace("{{", "").replace("}}", "") else ""
    pieces = [
        f"# {known.code}: {known.title}",
        f"Level: {known.level}.",
        known.explanation,
    ]
    if hint:
        pieces.append(hint.replace("{{", "{").replace("}}", "}"))
    wrong, right = known.wrong, known.right
    # Examples of files that are too large say nothing on a screen.
    if isinstance(wrong, str) and isinstance(right, str) and 0 < len(wrong) <= _LONGEST_EXAMPLE:
        pieces += ["Wrong:", _fenced(wrong), "Right:", _fenced(right)]
    return "\n\n".join(pieces) + "\n"


def _fenced(example: str) -> str:
    return f"````markdown\n{example.rstrip()}\n````"
