from __future__ import annotations

from random import Random
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from recall.cards.history import new_id

LAST_INSTANT = (1 << 48) * 1000 - 1  # the last microsecond whose milliseconds fit in 48 bits
instants = st.integers(0, LAST_INSTANT)
eight_bytes = st.binary(min_size=8, max_size=8)


@given(instants, eight_bytes)
def test_an_id_is_a_uuid_of_version_7_that_holds_its_instant(at: int, noise: bytes) -> None:
    text = new_id(at, lambda _: noise)
    identity = UUID(text)
    assert str(identity) == text
    assert identity.version == 7
    assert identity.variant == "specified in RFC 4122"
    assert identity.int >> 80 == at // 1000
    fraction = identity.int >> 64 & 0xFFF
    # The fraction of the millisecond in 4096ths, rounded down, gives the microsecond back.
    assert -(-fraction * 1000 // 4096) == at % 1000
    assert identity.int & (1 << 62) - 1 == int.from_bytes(noise, "big") & (1 << 62) - 1


@given(instants, instants, eight_bytes, eight_bytes)
def test_ids_sort_by_their_instant_to_the_microsecond(
    one: int, two: int, noise: bytes, other: bytes
) -> None:
    earlier, later = sorted((one, two))
    if earlier != later:
        assert new_id(earlier, lambda _: noise) < new_id(later, lambda _: other)


def test_S18_ids_of_one_microsecond_differ() -> None:  # noqa: N802 - the case's id
    random = Random(7)
    at = 1_796_000_000_123_456
    assert len({new_id(at, random.randbytes) for _ in range(10_000)}) == 10_000


def test_an_id_asks_for_eight_random_bytes_once() -> None:
    asked: list[int] = []

    def randomness(number: int) -> bytes:
        asked.append(number)
        return bytes(number)

    new_id(1, randomness)
    assert asked == [8]


def test_an_instant_before_1970_has_an_id_of_1970() -> None:
    assert new_id(-5, bytes) == new_id(0, bytes) == "00000000-0000-7000-8000-000000000000"


def test_the_published_layout() -> None:
    # The milliseconds of the example of RFC 9562, 2022-02-22T19:22:22Z: 0x017F22E279B0.
    assert new_id(0x017F22E279B0 * 1000 + 500, bytes).startswith("017f22e2-79b0-7800-8000-")
