"""Reading a choice: a question and its task list."""

from __future__ import annotations

import re

from recall.cards.kinds.choice import Choice, Option
from recall.markdown.attributes import split_attributes
from recall.markdown.containers import Item
from recall.markdown.inline import shows_nothing
from recall.markdown.kinds.attribute_values import check_keys, on_line
from recall.markdown.parts import Part, Report
from recall.text import normalise

_BOX = re.compile(r"\[([ xX])\](?:[ \t]+|$)")
_ABOUT_OTHERS = re.compile(
    r"(?:all|none|neither|both|any|each|two|some)(?: of)?(?: the)?"
    r" (?:above|others?|these|those|options|answers)\b"
    r"|(?:all|none|neither|both) of them\b",
    re.IGNORECASE,
)
_BY_LETTER = re.compile(
    r"\b(?:[Oo]ptions?|[Aa]nswers?|[Cc]hoices?) (?:[B-H]|A(?! [a-z]))\b(?!['’])"
    r"|\b(?:[Oo]ptions?|[Aa]nswers?|[Cc]hoices?) \([A-Ha-h]\)"
    r"|\b(?:first|second|third|fourth|fifth|last) (?:option|answer|choice)\b"
)


def has_boxes(part: Part) -> bool:
    """Return whether a part has a task list at the left margin."""
    return any(_is_option(part, item) for item in part.items)


def ends_in_list(part: Part) -> bool:
    """Return whether a part ends in a bullet list, which may have been meant as options."""
    if not part.items or part.items[-1].marker not in "-*+":
        return False
    return part.is_blank(part.items[-1].last + 1, part.end)


def read_choice(part: Part, report: Report) -> Choice | None:
    """Read a question whose part ends in a task list."""
    boxes = [_is_option(part, item) for item in part.items]
    first = boxes.index(True)
    while first and _same_list(part, part.items[first - 1], part.items[first]):
        first -= 1
    items = part.items[first:]
    prompt = part.side(items[0].first)
    if shows_nothing(prompt.text):
        report.add("C306", part.line, part.column, marker="The question before its options")
        return None
    if not part.is_blank(items[-1].last + 1, part.end):
        report.add("K507", part.first_text(items[-1].last + 1), 0)
        return None
    options: list[Option] = []
    lines: dict[str, int] = {}
    for item in items:
        option = _option(part, item, report)
        if option is None:
            continue
        before = lines.setdefault(normalise(option.text), item.first)
        if before != item.first:
            report.add("K502", item.first, item.column, line=before + 1)
        options.append(option)
    if not any(option.right for option in options):
        report.add("K501", part.line, part.column)
    elif len(items) == 1:
        report.add("K508", items[0].first, items[0].column)
    return Choice(prompt.text, tuple(options))


def check_letters(text: str | None, place: str, line: int, column: int, report: Report) -> None:
    """Warn when a note or reason names an option by its letter or place."""
    found = _BY_LETTER.search(text) if text else None
    if found:
        report.add("K504", line, column, place=place, words=found.group())


def _is_option(part: Part, item: Item) -> bool:
    return item.marker != ">" and _BOX.match(part.item_head(item)) is not None


def _same_list(part: Part, above: Item, below: Item) -> bool:
    return above.marker == below.marker and part.is_blank(above.last + 1, below.first)


def _option(part: Part, item: Item, report: Report) -> Option | None:
    head = part.item_head(item)
    box = _BOX.match(head) if item.marker != ">" else None
    if box is None:
        report.add("K506", item.first, item.column)
        return None
    text, block = split_attributes(head[box.end() :])
    pinned = False
    if block is not None:
        placing = on_line(item.first, item.content + box.end())
        check_keys(block, ("pin",), placing, report)
        pinned = "pin" in block.values
    # A wrapped line that is not indented goes on with the option; indented lines are its reason.
    after = item.first + 1
    while after <= item.last and (wrapped := part.row(after)[0])[:1].strip():
        text += "\n" + wrapped
        after += 1
    reason = _reason(part, item, after)
    text = text.strip()
    if shows_nothing(text):
        report.add("C306", item.first, item.column, marker="This option")
        return None
    if not pinned and _ABOUT_OTHERS.match(text):
        report.add("K503", item.first, item.column)
    check_letters(reason, "reason", min(after, item.last), 0, report)
    return Option(text, box.group(1) != " ", reason, pinned)


def _reason(part: Part, item: Item, start: int) -> str | None:
    if start > item.last:
        return None
    if len(item.items) == 1 and item.items[0].first == start and item.items[0].last == item.last:
        inner = item.items[0]
        text = part.item_head(inner)
        if inner.last > inner.first:
            text += "\n" + part.item_rest(inner, item.width + inner.width)
    else:
        text = part.item_rest(item, item.width, start)
    text = text.strip("\n").rstrip()
    return None if shows_nothing(text) else text
