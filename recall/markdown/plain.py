"""Documents without any styling, for pipes, ``--plain`` and screen readers; and one-line titles.

What styling says is spelt out: a gap or its answer stands in brackets, struck text between tildes.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

from recall.markdown.build import document
from recall.markdown.document import (
    Block,
    Document,
    GapMark,
    Heading,
    Inline,
    Item,
    ItemList,
    MathBlock,
    Paragraph,
    Preformatted,
    Quote,
    Rule,
    Span,
    Style,
    Table,
)
from recall.markdown.layout import lay_out
from recall.text import clean_line

LONGEST_TITLE = 2_000

# One line of a source without any of these signs is its own title.
_MARKED = re.compile(r"[\\`*_~{}\[\]!#<>&|$\t\n]|^ {0,3}[-+] ")
_LINE_MARK = re.compile(
    r"""
      ^[ \t]*(?:(?:>|(?:\#{1,6}|[-+*]|\[[ xX]\])(?=[ \t]|$))[ \t]*)+
    | ^[ \t]*(?:```|~~~)[^\n]*$
    | ^[ \t]*(?:[-*_][ \t]*){3,}$
    | ^[ \t|:-]*-[ \t|:-]*$
    | [ \t]+\#+[ \t]*$
    """,
    re.MULTILINE | re.VERBOSE,
)
_INLINE = re.compile(
    r"(?P<comment><!--.*?-->)"
    r"|(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|(?P<math>\$\$.+?\$\$|(?<![\d\\])\$(?![\s$])[^$]*?(?<![\s\\])\$(?!\d))"
    r"|(?P<image>!\[(?P<alt>[^\[\]]*)\]\([^()\s]*(?:\s[^()]*)?\))"
    r"|(?P<link>\[(?P<label>[^\[\]]*)\]\([^()\s]*(?:\s[^()]*)?\))"
    r"|(?P<emphasis>\*+|~~|(?<![^\W_])_+(?=\S)|(?<=\S)_+(?![^\W_]))"
    r"|(?P<hard>\\\n)"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)",
    re.DOTALL,
)
_BRACE = re.compile("[{}]")
_GROUP = re.compile(r"c\d+::")


def plain_text(source: Document | str, columns: int = 78, *, right_to_left: bool = False) -> str:
    """Return a document, or Markdown, as lines of text without trailing spaces."""
    shown = document(source) if isinstance(source, str) else source
    spelt = Document(tuple(_block(block) for block in shown.blocks))
    lines = lay_out(spelt, columns, right_to_left=right_to_left)
    return "\n".join(line.text.rstrip(" ") for line in lines)


def one_line(source: str) -> str:
    """Return Markdown as a title on one line: marks taken away, gaps open, TeX left as it is.

    It reads the signs, not the grammar: it must name a hundred thousand cards while decks are read.
    Of a longer source only the first ``LONGEST_TITLE`` characters are read.
    """
    source = source[:LONGEST_TITLE]
    if not _MARKED.search(source):
        plain = source.isascii() and source.isprintable()
        return " ".join(source.split()) if plain else clean_line(source)
    text = _LINE_MARK.sub("", source)
    if "{{" in text:
        text = _with_gaps_open(text)
    return clean_line(_INLINE.sub(_unmarked, text))


def _unmarked(match: re.Match[str]) -> str:
    match match.lastgroup:
        case "escape":
            return match["escape"][1]
        case "image":
            return f"▣ {_INLINE.sub(_unmarked, match['alt'])}"
        case "link":
            return _INLINE.sub(_unmarked, match["label"])
        case "math":
            return match["math"]
        case "comment" | "hard":
            return " "
        case "entity":
            return unescape(match["entity"])
        case _:
            return match["code"] or ""


def _with_gaps_open(text: str) -> str:
    """Return text with each ``{{…}}`` replaced by its first answer; unbalanced braces stay."""
    closing = _closing_braces(text)
    pieces: list[str] = []
    place = 0
    while (start := text.find("{{", place)) >= 0:
        end = closing.get(start, -1)
        escaped = start > 0 and text[start - 1] == "\\"
        if escaped or end < 0 or closing.get(start + 1) != end - 1:
            pieces.append(text[place : start + 1])
            place = start + 1
            continue
        pieces += [text[place:start], _first_answer(text[start + 2 : end - 1])]
        place = end + 1
    pieces.append(text[place:])
    return "".join(pieces)


def _closing_braces(text: str) -> dict[int, int]:
    """Return where each brace that is closed is closed."""
    opened: list[int] = []
    closing: dict[int, int] = {}
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif opened:
            closing[opened.pop()] = match.start()
    return closing


def _first_answer(gap: str) -> str:
    if group := _GROUP.match(gap):
        gap = gap[group.end() :].split("::")[0]
    for match in re.finditer(r"\$[^$]*\$|`[^`]*`|(\|)", gap):
        if match[1]:
            return gap[: match.start()].strip()
    return gap.strip()


def _block(block: Block) -> Block:
    match block:
        case Paragraph(content):
            return Paragraph(_inline(content))
        case Heading(level, content):
            return Heading(level, _inline(content))
        case Quote(blocks):
            return Quote(tuple(map(_block, blocks)))
        case ItemList(items, tight):
            return ItemList(
                tuple(Item(item.marker, tuple(map(_block, item.blocks))) for item in items), tight
            )
        case Table(head, rows, align):
            return Table(
                tuple(map(_inline, head)), tuple(tuple(map(_inline, row)) for row in rows), align
            )
        case Preformatted(lines, _, _, marks):
            return replace(block, lines=_bracketed(lines, marks), language="", marks=())
        case MathBlock(rows, _, marks):
            # Brackets would tear a formula of several rows apart.
            return replace(block, rows=_bracketed(rows, marks if len(rows) == 1 else ()), marks=())
        case Rule():
            return block


def _inline(content: Inline) -> Inline:
    spans: list[Span] = []
    for place, span in enumerate(content):
        before = content[place - 1].styles if place else frozenset()
        after = content[place + 1].styles if place + 1 < len(content) else frozenset()
        text = span.text
        for style, start, end in ((Style.GAP, "[", "]"), (Style.STRIKE, "~~", "~~")):
            if style not in span.styles or (style is Style.GAP and _is_covered(text)):
                continue
            text = ("" if style in before else start) + text + ("" if style in after else end)
        spans.append(replace(span, text=text))
    return tuple(spans)


def _is_covered(text: str) -> bool:
    return text.startswith("[") and text.endswith("]")


def _bracketed(lines: tuple[str, ...], marks: tuple[GapMark, ...]) -> tuple[str, ...]:
    changed = list(lines)
    for mark in sorted(marks, key=lambda mark: (mark.line, mark.start), reverse=True):
        line = changed[mark.line]
        text = line[mark.start : mark.end]
        if not _is_covered(text):
            changed[mark.line] = f"{line[: mark.start]}[{text}]{line[mark.end :]}"
    return tuple(changed)
