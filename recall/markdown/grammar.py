"""The Markdown dialect of decks, as a markdown-it parser.

CommonMark with tables, strikethrough and ``$…$``/``$$…$$`` mathematics. Setext headings are off, so
that ``---`` straight under text is a rule; raw HTML is text; comments are dropped and never swallow
what follows them. The line scanner in ``blocks`` knows the same block structure; a property test
holds the two equal.
"""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.hr import hr
from markdown_it.rules_block.table import table
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath import dollarmath_plugin

# Containers a card may nest. A list counts twice in markdown-it (list and item), a quote once, and
# every block inside adds one; beyond its limit markdown-it drops text, so ours lies above it.
DEEPEST_NESTING = 32
_MARKDOWN_IT_NESTING = 2 * DEEPEST_NESTING + 16
_DOLLAR = re.compile(r"\\.|(\$)", re.DOTALL)
SHORT_COMMENT = re.compile("<!---?>")
_COMMENT_MISSING = "recall: line before which no comment closes"
_INLINE_COMMENT_MISSING = "recall: text in which no further comment closes"
_MATH_MISSING = "recall: line before which no display mathematics closes"


@cache
def parser() -> MarkdownIt:
    """Return the parser for a piece of deck Markdown; the same one each time."""
    markdown = MarkdownIt("commonmark", {"html": False, "maxNesting": _MARKDOWN_IT_NESTING})
    markdown.enable(["table", "strikethrough"])
    markdown.disable(["lheading", "html_block", "html_inline"])
    markdown.use(
        dollarmath_plugin,
        allow_labels=False,
        allow_space=False,
        allow_digits=False,
        double_inline=True,
    )
    markdown.block.ruler.at("math_block", _math_block)
    markdown.inline.ruler.at("math_inline", _math_inline)
    markdown.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    ends = ["paragraph", "reference", "blockquote"]
    markdown.block.ruler.before("heading", "comment", _comment_block, {"alt": ends})
    markdown.inline.ruler.before("autolink", "comment", _comment_inline)
    return markdown


def comment_end(text: str, start: int) -> int:
    """Return the offset after the comment that begins at ``start``, or -1 when it never closes.

    ``<!-->`` and ``<!--->`` are whole comments, as in CommonMark.
    """
    short = SHORT_COMMENT.match(text, start)
    if short:
        return short.end()
    closing = text.find("-->", start + 4)
    return closing + 3 if closing >= 0 else -1


def math_end(text: str, start: int) -> int:
    """Return the offset after the mathematics that begins at the ``$`` at ``start``, or -1.

    The opening ``$`` neither follows a digit nor precedes white space, the closing one neither
    follows white space nor precedes a digit. A ``$`` between an opening sign and a letter, as in
    ``PATH=$PATH``, is a variable of a shell and closes nothing.
    """
    width = 2 if text.startswith("$$", start) else 1
    first = text[start + width : start + width + 1]
    if not first or text[start + 1 : start + 2].isspace() or text[start - 1 : start].isdigit():
        return -1
    for match in _DOLLAR.finditer(text, start + width):
        if match.group(1) is None or (width == 2 and not text.startswith("$$", match.start())):
            continue
        closing = match.start()
        end = closing + width
        before, after = text[closing - 1], text[end : end + 1]
        if width == 1 and before in "=([{:/,\"'" and (after.isalpha() or after in ("{", "_")):
            return -1
        if closing == start + width or before.isspace() or after.isdigit():
            return -1
        return end
    return -1


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    # A line that is a thematic break is one everywhere, also under a line with a pipe in it.
    if start + 1 < end and hr(state, start + 1, end, True):
        return False
    return table(state, start, end, silent)


def _math_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read ``$$`` at a line's start to ``$$`` at a line's end, without a blank line."""
    if state.is_code_block(start):
        return False
    first = _line(state, start).rstrip()
    if not first.startswith("$$"):
        return False
    last = start
    if len(first) > 3 and first.endswith("$$"):
        content = first[2:-2]
    elif "$$" in first[2:] or start < state.env.get(_MATH_MISSING, 0):
        return False
    else:
        lines = [first[2:]]
        for last in range(start + 1, end):
            text = _line(state, last).rstrip()
            if not text or state.sCount[last] < state.blkIndent:
                state.env[_MATH_MISSING] = last
                return False
            if text.endswith("$$"):
                lines.append(text[:-2])
                break
            lines.append(text)
        else:
            state.env[_MATH_MISSING] = end
            return False
        content = "\n".join(lines)
    if silent:
        return True
    state.line = last + 1
    token = state.push("math_block", "math", 0)
    token.block = True
    token.content = content
    token.markup = "$$"
    token.map = [start, state.line]
    return True


def _math_inline(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "$":
        return False
    end = math_end(state.src, state.pos)
    if not 0 <= end <= state.posMax:
        return False
    if not silent:
        double = state.src.startswith("$$", state.pos)
        width = 2 if double else 1
        token = state.push("math_inline_double" if double else "math_inline", "math", 0)
        token.content = state.src[state.pos + width : end - width]
        token.markup = "$" * width
    state.pos = end
    return True


def _comment_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Drop a comment that begins a line; text after its end stays."""
    if state.is_code_block(start):
        return False
    first = _line(state, start)
    if not first.startswith("<!--"):
        return False
    after = comment_end(first, 0)
    if after >= 0:
        if first[after:].strip():
            return False  # the rest of the line is a paragraph, whose own rule drops the comment
        if not silent:
            state.line = start + 1
        return True
    # A line outside this container is only asked whether it ends the text above it.
    outside = state.sCount[start] < state.blkIndent
    if not outside and start < state.env.get(_COMMENT_MISSING, 0):
        return False
    indent = 0 if outside else state.blkIndent
    line = start + 1
    while line < end and (state.sCount[line] >= indent or state.isEmpty(line)):
        text = _line(state, line)
        closing = text.find("-->")
        if closing >= 0:
            if not silent:
                _leave_rest(state, line, closing + 3)
            return True
        line += 1
    if not outside:
        state.env[_COMMENT_MISSING] = line
    return False


def _leave_rest(state: StateBlock, line: int, after: int) -> None:
    begin = state.bMarks[line] + state.tShift[line] + after
    rest = state.src[begin : state.eMarks[line]]
    if not rest.strip():
        state.line = line + 1
        return
    state.bMarks[line] = begin
    state.tShift[line] = len(rest) - len(rest.lstrip())
    state.sCount[line] = state.blkIndent
    state.line = line


def _comment_inline(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith("<!--", state.pos):
        return False
    if state.env.get(_INLINE_COMMENT_MISSING) is state.src:
        return False
    after = comment_end(state.src, state.pos)
    if after < 0:
        state.env[_INLINE_COMMENT_MISSING] = state.src
    if not 0 <= after <= state.posMax:
        return False
    state.pos = after
    return True
