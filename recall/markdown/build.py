"""Markdown source to the tree that is drawn: ``document(source) -> Document``.

Every input gives a document. Text that is too large or too deep to be drawn quickly is shown as its
source (``Preformatted`` with ``folded``), so that a card of a few kilobytes cannot stop the
interface. What the grammar does not know is shown as text; nothing vanishes. All text is cleaned
once more here, because character references (``&#27;``) make controls out of harmless source.
"""

from __future__ import annotations

from markdown_it.token import Token

from recall.markdown.document import (
    Align,
    Block,
    Document,
    Heading,
    Inline,
    Item,
    ItemList,
    MathBlock,
    Paragraph,
    Preformatted,
    Quote,
    Rule,
    Table,
)
from recall.markdown.gap_signs import GapSigns
from recall.markdown.grammar import parser
from recall.markdown.spans import SpanBuilder
from recall.text import clean

# A piece of Markdown beyond any of these is shown as its source: its size in UTF-8, the number of
# its blocks (paragraphs, items, headings, fences, tables …) and of its table cells, its nesting,
# and the number of its opening brackets, each of which costs a search for a link.
LARGEST_BYTES = 32 * 1024
MOST_BLOCKS = 150
MOST_CELLS = 400
DEEPEST_NESTING = 64
MOST_BRACKETS = 1_000

_COUNTED = frozenset(
    {
        "heading_open",
        "fence",
        "code_block",
        "math_block",
        "hr",
        "blockquote_open",
        "list_item_open",
        "table_open",
    }
)
_ALIGN = {"text-align:center": Align.CENTRE, "text-align:right": Align.RIGHT}
_BOXES = {"[ ] ": "☐", "[x] ": "☑", "[X] ": "☑"}


def document(source: str) -> Document:
    """Return the tree of a piece of Markdown. Never raises; see the limits above."""
    return build(source, None)


def build(source: str, signs: GapSigns | None) -> Document:
    """Return the tree of a piece of Markdown whose gaps, if any, are marked by ``signs``."""
    if len(source) > LARGEST_BYTES or len(source.encode("utf-8", "replace")) > LARGEST_BYTES:
        return _as_source(source, signs)
    if source.count("[") > MOST_BRACKETS:
        return _as_source(source, signs)
    tokens = parser().parse(source)
    blocks = sum(
        token.type in _COUNTED or (token.type == "paragraph_open" and not token.hidden)
        for token in tokens
    )
    cells = sum(token.type in {"td_open", "th_open"} for token in tokens)
    deepest = max((token.level for token in tokens), default=0)
    if blocks > MOST_BLOCKS or cells > MOST_CELLS or deepest > DEEPEST_NESTING:
        return _as_source(source, signs)
    return Document(_BlockBuilder(tokens, SpanBuilder(signs)).blocks(""))


def _as_source(source: str, signs: GapSigns | None) -> Document:
    lines, marks = SpanBuilder(signs).lines(source)
    return Document((Preformatted(lines, folded=True, marks=marks),))


class _BlockBuilder:
    """Reads block tokens from first to last; each method leaves ``place`` behind what it read."""

    def __init__(self, tokens: list[Token], spans: SpanBuilder) -> None:
        self.tokens = tokens
        self.spans = spans
        self.place = 0

    def blocks(self, end: str) -> tuple[Block, ...]:
        """Read blocks up to the token of type ``end``, or all of them."""
        blocks: list[Block] = []
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            self.place += 1
            if token.type == end:
                break
            block = self._block(token)
            if block is not None:
                blocks.append(block)
        return tuple(blocks)

    def _block(self, token: Token) -> Block | None:
        match token.type:
            case "paragraph_open":
                content = self._inline("paragraph_close")
                return Paragraph(content) if content else None
            case "heading_open":
                return Heading(int(token.tag[1:]), self._inline("heading_close"))
            case "fence" | "code_block":
                lines, marks = self.spans.lines(token.content)
                words = self.spans.plain(token.info).split()
                return Preformatted(lines, words[0] if words else "", marks=marks)
            case "math_block":
                return self._math(token.content)
            case "hr":
                return Rule()
            case "blockquote_open":
                return Quote(self.blocks("blockquote_close"))
            case "bullet_list_open":
                return self._list("bullet_list_close", None)
            case "ordered_list_open":
                return self._list("ordered_list_close", int(token.attrs.get("start", 1)))
            case "table_open":
                return self._table()
            case "inline":
                return Paragraph(self.spans.inline(token.children or []))
            case _:
                text = token.content.strip()
                return Paragraph(self.spans.text(text)) if text else None

    def _inline(self, end: str) -> Inline:
        """Read the one inline token up to its block's end."""
        content: Inline = ()
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            self.place += 1
            if token.type == end:
                break
            content += self.spans.inline(token.children or [])
        return content

    def _math(self, tex: str) -> MathBlock:
        rows, marks = self.spans.display_math(tex)
        return MathBlock(rows, self.spans.plain(clean(tex)).strip(), marks)

    def _list(self, end: str, number: int | None) -> ItemList:
        items: list[Item] = []
        tight = True
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            self.place += 1
            if token.type == end:
                break
            if token.type == "list_item_open":
                first = self.tokens[self.place] if self.place < len(self.tokens) else None
                tight = tight and not (
                    first is not None and first.type == "paragraph_open" and not first.hidden
                )
                marker = "•" if number is None else f"{number + len(items)}."
                items.append(_boxed(Item(marker, self.blocks("list_item_close"))))
        return ItemList(tuple(items), tight)

    def _table(self) -> Table:
        rows: list[list[Inline]] = []
        align: list[Align] = []
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            self.place += 1
            match token.type:
                case "table_close":
                    break
                case "tr_open":
                    rows.append([])
                case "th_open":
                    align.append(_ALIGN.get(str(token.attrs.get("style", "")), Align.LEFT))
                    rows[-1].append(self._inline("th_close"))
                case "td_open":
                    rows[-1].append(self._inline("td_close"))
                case _:
                    pass
        head, *body = rows or [[]]
        return Table(tuple(head), tuple(map(tuple, body)), tuple(align))


def _boxed(item: Item) -> Item:
    """Return an item of a task list with its box as marker, or the item as it is."""
    if not item.blocks or not isinstance(first := item.blocks[0], Paragraph):
        return item
    head, *tail = first.content
    box = _BOXES.get(head.text[:4])
    if box is None or head.styles:
        return item
    head = type(head)(head.text[4:], head.styles, head.target)
    content = (head, *tail) if head.text else tuple(tail)
    marker = box if item.marker == "•" else f"{item.marker} {box}"
    return Item(marker, (Paragraph(content), *item.blocks[1:]))
