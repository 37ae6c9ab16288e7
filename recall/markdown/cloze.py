"""What a cloze looks like: the asked gap covered or its answer marked, all other gaps open."""

from __future__ import annotations

from recall.cards.kinds.cloze import Cloze, Gap
from recall.markdown.build import build, document
from recall.markdown.document import Document
from recall.markdown.gap_signs import ELLIPSIS, GapSigns


def cloze_document(cloze: Cloze, key: str, *, revealed: bool) -> Document:
    """Return the text of a cloze for the card named ``key`` (one of ``cloze.gap_keys()``).

    Before the answer the gaps of that card are ``[…]``, or ``[hint]`` where there is one;
    ``revealed``, their first accepted answers. Both carry ``Style.GAP``, or a ``GapMark`` in code
    and display mathematics. Mathematics around a gap stays one formula.
    """
    keys = dict(zip(cloze.gaps, cloze.gap_keys(), strict=True))
    asked = [gap for gap in cloze.gaps if keys[gap] == key]
    hidden = None if revealed else tuple(_cover(gap) for gap in asked)
    signs = GapSigns.for_text(cloze.text, hidden)
    if signs is None:
        return document(
            cloze.fill(lambda gap: _answer(gap) if revealed or gap not in asked else ELLIPSIS)
        )
    return build(
        cloze.fill(
            lambda gap: (
                signs.ask(_answer(gap), asked.index(gap))
                if gap in asked
                else signs.leave_open(_answer(gap))
            )
        ),
        signs,
    )


def _answer(gap: Gap) -> str:
    return gap.answers[0] if gap.answers else ""


def _cover(gap: Gap) -> str:
    hint = " ".join((gap.hint or "").split())
    return f"[{hint}]" if hint else ELLIPSIS
