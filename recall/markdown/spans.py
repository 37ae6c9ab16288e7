"""Inline tokens to spans, and everything that may hold a gap: text, code, links, mathematics."""

from __future__ import annotations

from itertools import zip_longest
from urllib.parse import quote, unquote

from markdown_it.token import Token

from recall.markdown.document import GapMark, Inline, Span, Style
from recall.markdown.gap_signs import ELLIPSIS, GapSigns, Piece
from recall.markdown.math import inline_math, unicode_math
from recall.text import clean

_OPENS = {
    "strong_open": Style.STRONG,
    "em_open": Style.EMPHASIS,
    "s_open": Style.STRIKE,
}
_CLOSES = {"strong_close": Style.STRONG, "em_close": Style.EMPHASIS, "s_close": Style.STRIKE}
_SPACES = str.maketrans("\n\t", "  ")
_REMOTE = ("http://", "https://")

Styles = frozenset[Style]


class SpanBuilder:
    """Makes spans of one piece of Markdown; it remembers whether a gap is open between tokens."""

    def __init__(self, signs: GapSigns | None) -> None:
        self.signs = signs
        self.asked = False

    def inline(self, tokens: list[Token]) -> Inline:
        """Return the spans of one block's inline tokens; a gap may go on in the next block."""
        spans: list[Span] = []
        depth: dict[Style, int] = {}
        styles: Styles = frozenset()
        target: str | None = None
        for token, following in zip_longest(tokens, tokens[1:]):
            kind = token.type
            if kind == "text" or kind == "text_special":
                spans += self.text(token.content, styles, target)
            elif kind == "softbreak":
                spans.append(Span(" ", self._styled(styles), target))
            elif kind == "hardbreak":
                spans.append(Span("\n", styles, target))
            elif style := _OPENS.get(kind):
                depth[style] = depth.get(style, 0) + 1
                styles |= {style}
            elif style := _CLOSES.get(kind):
                depth[style] -= 1
                if not depth[style]:
                    styles -= {style}
            elif kind == "link_open":
                target = self._target(str(token.attrs.get("href", "")))
                styles |= {Style.LINK}
            elif kind == "link_close":
                target = None
                styles -= {Style.LINK}
            elif kind == "code_inline":
                spans += self.text(token.content, styles | {Style.CODE}, target)
            elif kind == "image":
                spans += self._image(token, styles)
            elif kind == "math_inline" and following is not None and _is_word(following):
                # ``HOME=$HOME PATH=$PATH``: no formula ends within a word.
                spans += self.text(f"${token.content}$", styles, target)
            elif kind in {"math_inline", "math_inline_double"}:
                spans += self._inline_math(token.content, styles, target)
            elif token.content:
                spans += self.text(token.content, styles, target)
        return _merged(spans)

    def text(self, raw: str, styles: Styles = frozenset(), target: str | None = None) -> Inline:
        """Return text as spans, its gaps marked; line ends and tabs become spaces."""
        shown = clean(raw).translate(_SPACES)
        if self.signs is None or not (self.asked or self.signs.within(shown)):
            return (Span(shown, self._styled(styles), target),) if shown else ()
        pieces, self.asked = self.signs.split(shown, asked=self.asked)
        return tuple(
            Span(piece.text, styles | self._gap(piece) if piece.asked else styles, target)
            for piece in pieces
            if piece.text
        )

    def plain(self, raw: str) -> str:
        """Return text as it is shown, cleaned and without gap signs."""
        return clean(raw) if self.signs is None else self.signs.plain(clean(raw))

    def lines(self, raw: str) -> tuple[tuple[str, ...], tuple[GapMark, ...]]:
        """Return code as lines, with a mark for each part of a line that is a gap."""
        lines: list[str] = []
        marks: list[GapMark] = []
        for number, line in enumerate(clean(raw).removesuffix("\n").split("\n")):
            if self.signs is None:
                lines.append(line)
                continue
            pieces, self.asked = self.signs.split(line, asked=self.asked)
            lines.append("".join(piece.text for piece in pieces))
            marks += _marks(number, [(piece.text, piece.asked) for piece in pieces])
        return tuple(lines), tuple(marks)

    def display_math(self, raw: str) -> tuple[tuple[str, ...], tuple[GapMark, ...]]:
        """Return display mathematics as rows; its source between ``$$`` when it is not certain."""
        tex = " ".join(raw.split())
        signs = self.signs
        if signs is None or not signs.within(tex):
            rows = unicode_math(tex)
            if rows is not None:
                return rows, ()
        else:
            covered = unicode_math(signs.tex(tex, hide=True))
            rows = covered if signs.hidden is not None else unicode_math(signs.tex(tex, hide=False))
            if rows is not None:
                return rows, self._math_marks(rows, covered)
        lines, marks = self.lines(raw.strip("\n"))
        if len(lines) == 1:
            moved = tuple(GapMark(mark.line, mark.start + 2, mark.end + 2) for mark in marks)
            return (f"$${lines[0]}$$",), moved
        moved = tuple(GapMark(mark.line + 1, mark.start, mark.end) for mark in marks)
        return ("$$", *lines, "$$"), moved

    def _inline_math(self, raw: str, styles: Styles, target: str | None) -> Inline:
        styles = self._styled(styles) | {Style.MATH}
        tex = " ".join(raw.split())
        signs = self.signs
        if signs is None or not signs.within(tex):
            row = inline_math(tex)
            return (Span(row if row is not None else f"${clean(tex)}$", styles, target),)
        covered = inline_math(signs.tex(tex, hide=True))
        row = covered if signs.hidden is not None else inline_math(signs.tex(tex, hide=False))
        if row is None:
            return self.text(f"${tex}$", styles, target)
        marks = self._math_marks((row,), None if covered is None else (covered,))
        spans: list[Span] = []
        place = 0
        for mark in marks:
            spans.append(Span(row[place : mark.start], styles, target))
            spans.append(Span(row[mark.start : mark.end], styles | {Style.GAP}, target))
            place = mark.end
        spans.append(Span(row[place:], styles, target))
        return tuple(span for span in spans if span.text)

    def _math_marks(
        self, rows: tuple[str, ...], covered: tuple[str, ...] | None
    ) -> tuple[GapMark, ...]:
        """Return where the gaps of a formula are: its ellipses, or its answer, which is what the
        formula does not share with its covered form; all of it when that cannot be told.
        """
        if self.signs is not None and self.signs.hidden is not None:
            return tuple(
                GapMark(number, start, start + len(shown))
                for number, row in enumerate(rows)
                for start, shown in _places(row, self.signs.hidden)
            )
        if covered == rows:
            return ()
        if covered is not None and len(rows) == len(covered) == 1:
            return (_difference(rows[0], covered[0]),)
        return tuple(GapMark(number, 0, len(row)) for number, row in enumerate(rows) if row)

    def _image(self, token: Token, styles: Styles) -> Inline:
        alt = "".join(child.content for child in token.children or []) or token.content
        target = self._target(str(token.attrs.get("src", "")))
        if not target.startswith(_REMOTE):
            target = clean(unquote(target))
        shown = self.text(f"▣ {alt}".rstrip(), styles | {Style.IMAGE}, target)
        return tuple(Span(span.text, span.styles, target) for span in shown)

    def _target(self, address: str) -> str:
        if self.signs is not None:
            signs = self.signs
            for sign in (signs.start, signs.end, signs.open_start, signs.open_end):
                address = address.replace(quote(sign), "").replace(sign, "")
        return clean(address).replace("\n", "")

    def _gap(self, piece: Piece) -> Styles:
        """Return the styles of a gap: one that is covered by a hint is a hint as well."""
        signs = self.signs
        hinted = signs is not None and signs.hidden is not None and piece.text != ELLIPSIS
        return frozenset({Style.GAP, Style.HINT} if hinted else {Style.GAP})

    def _styled(self, styles: Styles) -> Styles:
        return styles | {Style.GAP} if self.asked else styles


def _is_word(token: Token) -> bool:
    """Whether a token is text that goes on with a letter or digit."""
    return token.type == "text" and token.content[:1].isalnum()


def _marks(line: int, pieces: list[tuple[str, bool]]) -> list[GapMark]:
    marks: list[GapMark] = []
    place = 0
    for text, asked in pieces:
        if asked:
            marks.append(GapMark(line, place, place + len(text)))
        place += len(text)
    return marks


def _places(row: str, shown: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return where any of the ``shown`` ellipses and hints stand in a row, from left to right."""
    places: list[tuple[int, str]] = []
    for text in set(shown):
        start = row.find(text)
        while start >= 0:
            places.append((start, text))
            start = row.find(text, start + len(text))
    return sorted(places)


def _difference(row: str, covered: str) -> GapMark:
    """Return which part of a row is not in the row where ellipses stand for it."""
    before = max(covered.find(ELLIPSIS), 0)
    after = len(covered) - (covered.rfind(ELLIPSIS) + len(ELLIPSIS))
    start = 0
    while start < min(before, len(row)) and row[start] == covered[start]:
        start += 1
    end = 0
    while end < min(after, len(row) - start) and row[-1 - end] == covered[-1 - end]:
        end += 1
    return GapMark(0, start, len(row) - end)


def _merged(spans: list[Span]) -> Inline:
    """Join neighbours of equal style, except around hard breaks, which stand alone."""
    merged: list[Span] = []
    for span in spans:
        last = merged[-1] if merged else None
        if (
            last is not None
            and last.styles == span.styles
            and last.target == span.target
            and "\n" not in (last.text, span.text)
        ):
            merged[-1] = Span(last.text + span.text, span.styles, span.target)
        else:
            merged.append(span)
    return tuple(merged)
