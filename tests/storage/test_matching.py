"""Which cards of changed entries are paired, and that order is nothing."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from recall.cards.fingerprint import cards_of
from recall.cards.wording import wording_of
from recall.markdown.reader import read_entry
from recall.storage.matching import ChangedEntry, Leftover, match
from recall.storage.similarity import Sides


def alone(_: ChangedEntry) -> Sequence[Sides]:
    return ()


def changed(sources: Sequence[str], path: str = "a.md", first: int = 0) -> list[ChangedEntry]:
    found = []
    for place, source in enumerate(sources, first):
        entry = read_entry(source)
        assert entry is not None
        cards = tuple(Leftover(one.name, one.name, one.facet) for one in cards_of(entry, "course"))
        found.append(ChangedEntry(first + place, (1, path), place, wording_of(entry), cards))
    return found


def facets(old: Sequence[str] | str, new: Sequence[str] | str) -> dict[str, str]:
    """The facets paired between the cards of some entries."""
    before = changed([old] if isinstance(old, str) else old)
    after = changed([new] if isinstance(new, str) else new, first=100)
    return {one.before.facet: one.after.facet for one in match(before, after, alone, alone)}


def test_the_second_of_three_gaps_is_retired_i4() -> None:
    for a, b, c in (("a", "b", "c"), ("alpha", "beta", "gamma")):
        before, after = f"C: {{{{{a}}}}} {{{{{b}}}}} {{{{{c}}}}}", f"C: {{{{{a}}}}} {{{{{c}}}}}"
        assert facets(before, after) == {a: a, c: c}


def test_a_gap_that_is_corrected_carries_on() -> None:
    old, new = "C: K3 has {{93}} layers, {{24}} of MLA.", "C: K3 has {{92}} layers, {{24}} of MLA."
    assert facets(old, new) == {"93": "92", "24": "24"}


def test_gaps_that_change_places_keep_their_histories() -> None:
    old, new = "C: First {{alpha}}, then {{beta}}.", "C: First {{beta}}, then {{alpha}}."
    assert facets(old, new) == {"alpha": "alpha", "beta": "beta"}


def test_groups_are_known_by_what_is_in_them() -> None:
    old, new = "C: {{c1::alpha}} and {{c2::beta}} here.", "C: Here is {{c1::beta}} alone here."
    assert facets(old, new).get("c1") != "c1"


def test_a_gap_that_comes_is_new() -> None:
    old, new = "C: The Amazon meets {{the sea}}.", "C: The {{Amazon}} meets {{the sea}} at last."
    assert facets(old, new) == {"the sea": "the sea"}


def test_directions_of_a_term_stay_apart() -> None:
    old = "T: Distilation\nD: Training one model on another's outputs."
    new = "T: Distillation\nD: Training one model on the outputs of another."
    assert facets(old, new) == {"forward": "forward", "backward": "backward"}


def test_key_points_are_known_by_their_statements() -> None:
    old = "R: The water of Peru\n- Three basins: Pacific, Amazon, Titicaca\n- Short rivers\n- Ice"
    new = (
        "R: The waters of Peru\n- Ice\n- Three basins: Pacific, Amazon and Titicaca\n- Wide deltas"
    )
    three = "Three basins: Pacific, Amazon"
    assert facets(old, new) == {f"{three}, Titicaca": f"{three} and Titicaca", "Ice": "Ice"}


def test_kinds_must_agree() -> None:
    assert facets("Q: How many layers?\nA: 93", "Q: How many layers?\nA= 93") == {}


def test_another_identity_is_another_card() -> None:
    old, new = "Q: How many layers? {#k1}\nA: 93", "Q: How many layers has it? {#k2}\nA: 93"
    assert facets(old, new) == {}
    assert facets(old.replace(" {#k1}", ""), new) == {"": ""}
    assert facets(old, new.replace(" {#k2}", "")) == {"": ""}


def test_one_identity_is_one_entry_whatever_its_text() -> None:
    old = "C: Rivers of {{Peru}} and {{Chile}}. {#k1}"
    new = "C: Now mountains: the highest stand in {{Chile}}, a few in {{Ecuador}}. {#k1}"
    assert facets(old, new) == {"Chile": "Chile"}


def test_the_same_deck_is_preferred() -> None:
    before = changed(["Q: Which river is longest?\nA: The Nile."])
    near = changed(["Q: Which river is the longest one?\nA: The Nile."], first=100)
    far = changed(["Q: Which river is the longest?\nA: The Nile."], "b.md", 200)
    (found,) = match(before, [*far, *near], alone, alone)
    assert found.after == near[0].cards[0]


SOURCES = [
    "Q: Which river is longest?\nA: The Nile.",
    "Q: Which river is the longest?\nA: The Nile.",
    "Q: Which river is longest of all?\nA: It is the Nile.",
    "Q: Which lake is deepest?\nA: Baikal.",
    "Q: What lake is the deepest?\nA: Baikal.",
    "T: Tributary\nD: A river that flows into a larger one.",
    "T: Tributaries\nD: Rivers that flow into a larger one.",
]


@given(
    st.lists(st.sampled_from(SOURCES), unique=True),
    st.lists(st.sampled_from(SOURCES), unique=True),
)
def test_pairs_are_one_to_one_and_the_order_is_nothing(old: list[str], new: list[str]) -> None:
    before, after = changed(old), changed(new, first=100)
    found = match(before, after, alone, alone)
    assert len({one.before for one in found}) == len({one.after for one in found}) == len(found)
    assert match(before[::-1], after[::-1], alone, alone) == found
