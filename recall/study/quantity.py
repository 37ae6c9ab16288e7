"""Numbers with units, as learners type them, compared exactly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from recall.study.folding import fold_signs

# What is longer or larger is compared as text, so that no answer can cost unbounded arithmetic.
_MOST_DIGITS = 40
_LARGEST_EXPONENT = 400

_RAISED = re.compile("(?<=10)[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_POWER_OF_TEN = r"10(?:\^|\*\*)(?P<{name}>[+-]?[0-9]{{1,4}})(?![0-9.,])"
_NUMBER = re.compile(
    r"(?P<sign>[+-]?)[ ]?(?:"
    + _POWER_OF_TEN.format(name="bare")
    + r"""
    | (?P<mantissa>
        (?: [0-9]{1,3} (?: (?:,[0-9]{3})+ | (?:[ ][0-9]{3})+ ) | [0-9]+ ) (?:\.[0-9]+)?
        | \.[0-9]+
      ) (?![0-9.,])
      (?: [eE](?P<exponent>[+-]?[0-9]{1,4})(?![\w.,])
        | [ ]?[×x*·⋅][ ]?"""
    + _POWER_OF_TEN.format(name="power")
    + r""" )?
    ) (?P<unit>.*)""",
    re.VERBOSE | re.DOTALL,
)
_NO_UNIT = re.compile(r"[-+^*,.]|/?\s?[0-9]")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and the unit after it, as written; ``""`` for none."""

    number: Decimal
    unit: str


def parse_quantity(text: str) -> Quantity | None:
    """Read a number with or without a unit; None when the text is not one.

    Read are ``7,168``, ``7 168``, ``-5``, ``.5``, ``3.75 %``, ``1.5e6``, ``1.5×10^6``, ``10⁻⁶ m``,
    with any dash for minus. Not read are numbers of more than 40 digits or beyond 10^±400, words
    like NaN, and texts that only begin with a number: dates, versions, ranges, fractions.
    """
    signs = _RAISED.sub(lambda power: "^" + power.group().translate(_LOWERED), fold_signs(text))
    found = _NUMBER.fullmatch(signs)
    if found is None:
        return None
    unit = found["unit"].strip()
    digits = (found["mantissa"] or "1").replace(",", "").replace(" ", "")
    if len(digits) > _MOST_DIGITS or _NO_UNIT.match(unit):
        return None
    exponent = found["exponent"] or found["power"] or found["bare"] or "0"
    number = Decimal(f"{found['sign']}{digits}E{exponent}")
    return Quantity(number, unit) if _comparable(number) else None


def within(
    number: Decimal, expected: Decimal, tolerance: Decimal = Decimal(0), relative: bool = False
) -> bool:
    """Return whether ``number`` is at most ``tolerance`` away from ``expected``, ends included.

    ``tolerance`` is in the number's own unit, or a share of ``expected`` when ``relative``. The
    comparison is exact; a number that is not finite or beyond 10^±400 is away from everything.
    """
    if not (_comparable(number) and _comparable(expected) and _comparable(tolerance)):
        return False
    allowed = Fraction(tolerance) * (abs(Fraction(expected)) if relative else 1)
    return abs(Fraction(number) - Fraction(expected)) <= allowed


def _comparable(number: Decimal) -> bool:
    return number.is_finite() and (not number or abs(number.adjusted()) <= _LARGEST_EXPONENT)
