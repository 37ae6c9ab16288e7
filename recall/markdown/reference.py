"""The author's reference of the deck format, and the explanation of each problem code."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from recall.markdown.code import Example
from recall.markdown.codes import CODES

_LONGEST_EXAMPLE = 1500
_CLAIMS = re.compile(r"^```markdown .*$", re.MULTILINE)


@cache
def text() -> str:
    """Return the reference as Markdown.

    What its file says of each example behind ``markdown`` (how many cards it holds, and which
    problems) is for the tests that read it, and left out.
    """
    written = files("recall.markdown").joinpath("reference.md").read_text("utf-8")
    return _CLAIMS.sub("```markdown", written)


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
    pieces += [*_shown("Wrong", known.wrong), *_shown("Right", known.right)]
    return "\n\n".join(pieces) + "\n"


def _shown(label: str, example: Example) -> list[str]:
    """Return an example's files in fences; nothing of one that is no text or too long to show."""
    if isinstance(example, bytes) or not example:
        return []
    files_shown = {"": example} if isinstance(example, str) else example
    pieces: list[str] = []
    for path, content in files_shown.items():
        if len(content) > _LONGEST_EXAMPLE:
            return []
        pieces.append(f"{label}, {path}:" if path else f"{label}:")
        pieces.append(f"````markdown\n{content.rstrip()}\n````")
    return pieces
