"""Reading an order: what to order, and a numbered list."""

from __future__ import annotations

from recall.cards.kinds.order import Order
from recall.markdown.containers import Item
from recall.markdown.inline import shows_nothing
from recall.markdown.parts import Part, Report
from recall.text import normalise


def read_order(part: Part, report: Report) -> Order | None:
    """Read a part that ends in a numbered list."""
    items = [item for item in part.items if item.number is not None]
    if not items:
        report.add("K531", part.line, part.column)
        return None
    prompt = part.side(items[0].first)
    if shows_nothing(prompt.text):
        report.add("C306", part.line, part.column, marker="The text before the list")
        return None
    after = items[-1].last + 1
    stray = next(
        (item for item in part.items if item.number is None and item.first > items[0].first), None
    )
    if stray is not None or not part.is_blank(after, part.end):
        line = stray.first if stray is not None else part.first_text(after)
        report.add("K507", line, 0)
        return None
    if len(items) < 2:
        report.add("K532", items[0].first, items[0].column)
        return None
    texts: list[str] = []
    lines: dict[str, int] = {}
    for item in items:
        text = part.item_text(item)
        if shows_nothing(text):
            report.add("C306", item.first, item.column, marker="This item")
            continue
        before = lines.setdefault(normalise(text), item.first)
        if before != item.first:
            report.add("K533", item.first, item.column, line=before + 1)
        texts.append(text)
    _check_numbers(items, report)
    return Order(prompt.text, tuple(texts))


def _check_numbers(items: list[Item], report: Report) -> None:
    numbers = [item.number or 0 for item in items]
    if len(set(numbers)) == 1:
        return  # a list numbered 1. 1. 1. is in order in any Markdown
    for previous, item, number in zip(numbers, items[1:], numbers[1:], strict=False):
        if number != previous + 1:
            report.add("K534", item.first, item.column, number=number, expected=previous + 1)
            return
