"""Where a gap begins and ends while a cloze is drawn: signs that the text itself does not hold.

A gap may stand anywhere, also inside code, a table or TeX, where no Markdown could mark it. So its
ends are marked by characters that Unicode sets aside for a program's own use; drawing takes them
out again. They count as letters for Markdown, so that ``**{{word}}**`` stays bold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

ELLIPSIS = "[…]"
_NONCHARACTERS = tuple(chr(code) for code in range(0xFDD0, 0xFDF0))


_UNDERSCORED = re.compile(r"(_{1,2})(?!_)(.+)(?<!_)\1", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of source text, and whether it is the gap that is asked or its answer."""

    text: str
    asked: bool


@dataclass(frozen=True, slots=True)
class GapSigns:
    """The signs around asked gaps (``start``, ``end``) and around open ones.

    ``hidden`` is None when answers are shown; otherwise the source holds between ``start`` and
    ``end`` the place in ``hidden`` of what is shown instead, such as ``[…]``.
    """

    start: str
    end: str
    open_start: str
    open_end: str
    hidden: tuple[str, ...] | None = None

    @classmethod
    def for_text(cls, text: str, hidden: tuple[str, ...] | None) -> GapSigns | None:
        """Choose signs that do not occur in ``text``; None when it holds nearly all of them."""
        free = [sign for sign in _NONCHARACTERS if sign not in text][:4]
        if len(free) < 4:
            return None
        start, end, open_start, open_end = free
        return cls(start, end, open_start, open_end, hidden)

    def ask(self, answer: str, place: int) -> str:
        """Return the source of an asked gap: its answer, or its place in ``hidden``."""
        if self.hidden is not None:
            return f"{self.start}{place}{self.end}"
        return _around(answer, self.start, self.end)

    def leave_open(self, answer: str) -> str:
        """Return the source of a gap that is not asked."""
        return _around(answer, self.open_start, self.open_end)

    def within(self, text: str) -> bool:
        """Whether ``text`` holds any sign."""
        return any(sign in text for sign in (self.start, self.end, self.open_start, self.open_end))

    def split(self, text: str, *, asked: bool = False) -> tuple[list[Piece], bool]:
        """Return ``text`` in pieces without signs, and whether it ends inside an asked gap;
        ``asked`` when it begins inside one.
        """
        pieces = [
            Piece(self._unsigned(piece.text), piece.asked) for piece in self._runs(text, asked)
        ]
        last = max(text.rfind(self.start), text.rfind(self.end))
        return pieces, asked if last < 0 else text[last] == self.start

    def plain(self, text: str) -> str:
        """Return ``text`` as it is shown, without signs."""
        return "".join(piece.text for piece in self.split(text)[0])

    def tex(self, text: str, *, hide: bool) -> str:
        """Return TeX in which each gap is one group; with ``hide`` asked gaps are an ellipsis."""
        parts: list[str] = []
        for piece in self._runs(text, asked=False):
            if piece.asked:
                hint = r"[\ldots]" if piece.text == ELLIPSIS else rf"\text{{{piece.text}}}"
                covered = hint if self.hidden is not None else r"[\ldots]"
                parts.append("{" + (covered if hide else piece.text) + "}")
            else:
                parts.append(piece.text)
        return "".join(parts).replace(self.open_start, "{").replace(self.open_end, "}")

    def _runs(self, text: str, asked: bool) -> Iterator[Piece]:
        while text:
            run, sign, text = text.partition(self.end if asked else self.start)
            if run:
                yield Piece(self._shown(run) if asked else run, asked)
            if sign:
                asked = not asked

    def _unsigned(self, text: str) -> str:
        for sign in (self.start, self.end, self.open_start, self.open_end):
            text = text.replace(sign, "")
        return text

    def _shown(self, run: str) -> str:
        if self.hidden is None or not run.isascii() or not run.isdecimal():
            return run
        place = int(run)
        return self.hidden[place] if place < len(self.hidden) else run


def _around(answer: str, start: str, end: str) -> str:
    """Return an answer between signs; inside underscores, which mean nothing next to a letter."""
    if underscored := _UNDERSCORED.fullmatch(answer):
        lines, text = underscored.groups()
        return f"{lines}{start}{text}{end}{lines}"
    return f"{start}{answer}{end}"
