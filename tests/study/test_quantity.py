from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.study.quantity import parse_quantity, within


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("93", "93", ""),
        (" 93 ", "93", ""),
        ("7,168", "7168", ""),
        ("7 168", "7168", ""),
        ("7\u00a0168\u00a0km", "7168", "km"),
        ("1,234,567.25", "1234567.25", ""),
        ("-5", "-5", ""),
        ("−5", "-5", ""),
        ("– 5", "-5", ""),
        ("+5", "5", ""),
        (".5", "0.5", ""),
        ("3.75%", "3.75", "%"),
        ("3.75 %", "3.75", "%"),
        ("2.78T", "2.78", "T"),
        ("5 km/h", "5", "km/h"),
        ("5/s", "5", "/s"),
        ("16×", "16", "×"),
        ("1e-6", "0.000001", ""),
        ("1.5E6 tokens", "1500000", "tokens"),
        ("1.5×10^6", "1500000", ""),
        ("1.5 x 10**6", "1500000", ""),
        ("1.5·10⁶ m", "1500000", "m"),
        ("10⁻³", "0.001", ""),
        ("-10^2", "-100", ""),
        ("１２", "12", ""),
        ("5 eV", "5", "eV"),
        ("3 experts of 9", "3", "experts of 9"),
    ],
)
def test_numbers_are_read(text: str, number: str, unit: str) -> None:
    quantity = parse_quantity(text)
    assert quantity is not None
    assert quantity.number == Decimal(number)
    assert quantity.unit == unit


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "five",
        "NaN",
        "inf",
        "-Infinity",
        "71,68",
        "7,1688",
        "1,234 567",
        "12 345 67",
        "1.5.2",
        "93.",
        "2024-01-02",
        "3/4",
        "1-2",
        "2^20",
        "$5",
        "1e9999",
        "1e-9999",
        "10^9999",
        "9" * 41,
        "٣",
    ],
)
def test_what_is_no_plain_number_is_not_read(text: str) -> None:
    assert parse_quantity(text) is None


@given(st.text())
def test_any_text_is_a_finite_number_or_none(text: str) -> None:
    quantity = parse_quantity(text)
    assert quantity is None or quantity.number.is_finite()


@given(st.decimals(min_value=-(10**12), max_value=10**12, places=3))
def test_written_numbers_are_read_back(number: Decimal) -> None:
    for text in (f"{number:f}", f"{number:,f}", f"{number:e}", f"{number:f} km"):
        quantity = parse_quantity(text)
        assert quantity is not None
        assert quantity.number == number


@pytest.mark.parametrize(
    ("number", "expected", "tolerance", "relative", "inside"),
    [
        ("3.80", "3.75", "0.05", False, True),
        ("3.70", "3.75", "0.05", False, True),
        ("3.801", "3.75", "0.05", False, False),
        ("101", "100", "0.01", True, True),
        ("101.01", "100", "0.01", True, False),
        ("-101", "-100", "0.01", True, True),
        ("93.0", "93", "0", False, True),
        ("93.0000000000000000000000000000000001", "93", "0", False, False),
        ("NaN", "93", "1", False, False),
        ("Infinity", "93", "1", False, False),
        ("93", "NaN", "1", False, False),
        ("93", "93", "Infinity", False, False),
        ("1e99999", "1e99999", "0", False, False),
    ],
)
def test_tolerance(
    number: str, expected: str, tolerance: str, relative: bool, inside: bool
) -> None:
    assert within(Decimal(number), Decimal(expected), Decimal(tolerance), relative) is inside


def test_wide_apart_numbers_are_compared_exactly_and_at_once() -> None:
    assert not within(Decimal("1e400"), Decimal("1e-400"), Decimal("9.9e399"))
    assert within(Decimal("1e400"), Decimal("1e-400"), Decimal("1e400"))
