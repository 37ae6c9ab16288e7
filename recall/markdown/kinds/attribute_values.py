"""What the keys of attribute blocks mean, where each is read, and what is wrong with a value."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from recall.cards.card import Attributes
from recall.markdown import codes
from recall.markdown.attributes import Block
from recall.markdown.parts import Part, Report

_PLACES = {
    "#": "cards and key points",
    "from": "cards",
    "audience": "blank pages (R:)",
    "retention": "cards",
    "exact": "typed answers (A=)",
    "pin": "options",
    "weight": "key points",
    "card": "key points",
}
_LOWEST, _HIGHEST = Decimal("0.70"), Decimal("0.99")
_LARGEST_WEIGHT = 10
NO_ATTRIBUTES = Attributes()
# From an offset in a text to its line and column, both counted from 0.
Placing = Callable[[int], tuple[int, int]]


def on_line(line: int, column: int) -> Placing:
    """Return the places of a text that stands in one line and begins at ``column``."""
    return lambda offset: (line, column + offset)


def check_keys(block: Block, allowed: tuple[str, ...], placing: Placing, report: Report) -> bool:
    """Report a block that cannot be read and keys that mean nothing here.

    ``placing`` places the text that the block's own columns count from. Returns whether the block
    can be read.
    """
    if block.fault is not None:
        report.add("A401", *placing(block.start), reason=block.fault)
        return False
    for key, (_, start) in block.values.items():
        if key in allowed:
            continue
        if key in _PLACES:
            shown = "#id" if key == "#" else key
            report.add("A404", *placing(start), key=shown, place=_PLACES[key])
        else:
            known = tuple(name for name in _PLACES if name in allowed and name != "#")
            hint = codes.nearest(key, known or tuple(_PLACES)[1:])
            report.add("A402", *placing(start), key=key, nearest=hint)
    if block.tags and "tag" not in allowed:
        report.add("A404", *placing(block.start), key="." + block.tags[0], place="cards")
    return True


def read_attributes(part: Part, keys: tuple[str, ...], report: Report) -> Attributes:
    """Return what a card's attribute block says; ``keys`` are those its kind knows besides all."""
    block = part.attributes
    if block is None:
        return NO_ATTRIBUTES
    allowed = ("#", "from", "retention", "tag", *keys)
    if not check_keys(block, allowed, on_line(part.line, part.content), report):
        return NO_ATTRIBUTES
    for key in ("from", "audience"):
        if key in block.values and not (block.text(key) or "").strip():
            _empty(block, key, part, report)
    return Attributes(
        id=block.text("#"),
        tags=block.tags,
        source=block.text("from") or None,
        audience=block.text("audience") or None if "audience" in keys else None,
        retention=_retention(block, part, report),
    )


def read_weight(block: Block, placing: Placing, report: Report) -> int:
    """Return the weight of a key point, 1 when none is given."""
    text = block.text("weight")
    if text is None:
        return 1
    if text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= _LARGEST_WEIGHT:
        return int(text[:3])
    report.add(
        "A406",
        *placing(block.values["weight"][1]),
        key="weight",
        reason=f'"{text}" is not a whole number from 1 to {_LARGEST_WEIGHT}',
        advice="Write weight=2 for a point that counts double.",
    )
    return 1


def _empty(block: Block, key: str, part: Part, report: Report) -> None:
    report.add(
        "A406",
        part.line,
        part.content + block.values[key][1],
        key=key,
        reason="it is empty",
        advice="Write a value after the =, or remove the key.",
    )


def _retention(block: Block, part: Part, report: Report) -> float | None:
    text = block.text("retention")
    if text is None:
        return None
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal(0)
    if value.is_finite() and _LOWEST <= value <= _HIGHEST:
        return float(value)
    report.add("A403", part.line, part.content + block.values["retention"][1], value=text)
    return None
