"""Reading a typed answer: ``A= 93 ± 1% | ninety-three``."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from recall.cards.kinds.typed import AcceptedAnswer, Typed
from recall.markdown.inline import split_outside
from recall.markdown.kinds.attribute_values import check_keys, on_line
from recall.markdown.parts import Part, Report, Side
from recall.text import normalise

# Thousands may be grouped by commas or by narrow, no-break or ordinary spaces.
_NUMBER = re.compile(
    r"(?P<sign>[-+−–]?)(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+|\d+)?"
    r"(?P<fraction>\.\d+)?(?:[eE](?P<exponent>[-+−]?\d{1,3}))?"
)
_TOLERANCE = re.compile(r"\s*(?:±|\+-|\+/-)\s*")
_UNIT = re.compile(r"[^\W\d_].*|[%°‰/'\"µμΩ$€£-].*", re.DOTALL)
_LATER_DIGIT = re.compile(r"\s\d")
_LONGEST_NUMBER = 60
_SIGNS = str.maketrans("−–", "--", ", \u00a0\u2009\u202f")


def read_typed(question: Part, answer: Part, report: Report) -> Typed | None:
    """Read a question whose answer is typed."""
    block = answer.take_attributes()
    exact = False
    if block is not None:
        check_keys(block, ("exact",), on_line(answer.line, answer.content), report)
        exact = "exact" in block.values
    if question.attributes is not None and "exact" in question.attributes.values:
        exact = True
    side = answer.side()
    accepted: list[AcceptedAnswer] = []
    for offset, piece in split_outside(side.text, "|"):
        text = normalise(piece.replace("\\|", "|"))
        start = offset + len(piece) - len(piece.lstrip())
        if not text:
            report.add("K512", *side.place(start))
            continue
        found = AcceptedAnswer(text) if exact else _accepted(text, side, start, report)
        if found is not None:
            accepted.append(found)
    if not accepted:
        if not report.errors:
            report.add("C306", answer.line, answer.column, marker=answer.marker)
        return None
    return Typed(question.side().text, tuple(accepted), side.text, exact)


def _accepted(text: str, side: Side, offset: int, report: Report) -> AcceptedAnswer | None:
    split = next((match for match in _TOLERANCE.finditer(text) if match.start()), None)
    if split is None:
        value, unit = _number_and_unit(text) or (None, "")
        return AcceptedAnswer(text, value, unit)
    answer, tolerance = text[: split.start()], text[split.end() :]
    number = _number_and_unit(answer)
    distance = _number_and_unit(tolerance)
    reason = ""
    if number is None:
        reason = f"{answer} is not a number"
    elif distance is None:
        reason = f"{tolerance or 'nothing'} is not a number"
    elif distance[0] < 0:
        reason = "it is below zero"
    elif number[1] and distance[1] not in ("", "%", number[1], f"% {number[1]}"):
        reason = f"{number[1]} and {distance[1]} are different units"
    if reason or number is None or distance is None:
        report.add("K511", *side.place(offset), answer=text, reason=reason)
        return None
    value, unit = number
    amount, measure = distance
    # A percentage with a tolerance in percent, as 50% ± 1%, has a distance in its own unit.
    relative = measure.startswith("%") and unit != "%"
    if relative:
        amount, measure = amount / 100, measure[1:].strip()
    if measure and not unit:
        answer, unit = f"{answer} {measure}", measure
    return AcceptedAnswer(answer, value, unit, amount, relative)


def _number_and_unit(text: str) -> tuple[Decimal, str] | None:
    match = _NUMBER.match(text)
    if not match or match.end() > _LONGEST_NUMBER or not (match["whole"] or match["fraction"]):
        return None
    unit = text[match.end() :].strip()
    if unit and (not _UNIT.fullmatch(unit) or _LATER_DIGIT.search(unit)):
        return None
    try:
        return Decimal(match.group().translate(_SIGNS)), unit
    except InvalidOperation:
        return None
