"""The re-match rate over generated decks; the benchmark ``rematch`` measures it over all."""

from __future__ import annotations

from tests.benchmarks.generated import generated_decks
from tests.benchmarks.rematch import LIMITS, rematch, taken_for_another


def test_edited_cards_keep_their_history_and_no_other_gets_it_i18() -> None:
    scores = rematch(generated_decks(), rounds=1)
    assert {name: score.wrong for name, score in scores.items() if score.wrong} == {}
    assert scores["replaced by another"].total > 50
    rates = {name: score.missed / score.total for name, score in scores.items() if score.total > 50}
    assert len(rates) >= 8
    assert {name: rate for name, rate in rates.items() if rate > LIMITS.get(name, 2.0) / 100} == {}


def test_no_card_of_a_pattern_is_taken_for_another() -> None:
    taken, tried = taken_for_another(generated_decks())
    assert (taken, tried > 1000) == (0, True)
