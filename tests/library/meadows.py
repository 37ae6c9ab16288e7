"""A deck with a blank page of twelve points, and a page that says all of them."""

from __future__ import annotations

WORDS = (
    "alder", "birch", "cedar", "daisy", "elder", "fern", "gorse", "hazel", "iris", "juniper",
    "kingcup", "lupin",
)  # fmt: skip
STATEMENTS = tuple(f"{word.capitalize()} blooms near {word}ville" for word in WORDS)
MEADOWS = "---\ncode: L2\n---\nR: What blooms where? {#blooms}\n" + "".join(
    f"- {statement} {{#{word}}}\n" for word, statement in zip(WORDS, STATEMENTS, strict=True)
)


def name_of(word: str) -> str:
    """The lasting name of one of the points."""
    return f"meadows.md#blooms/{word}"
