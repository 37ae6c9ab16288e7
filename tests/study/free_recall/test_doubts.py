"""What keeps a well covered point from being found, and what is reported as a clash."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from recall.study.free_recall.matcher import compare
from recall.study.free_recall.rubric import Rubric, RubricPoint
from recall.study.free_recall.values import Comparison, Doubt, Reason, State


def about(
    page: str,
    statement: str,
    *,
    accepted: Sequence[str] = (),
    misconceptions: Sequence[str] = (),
    required: Sequence[str] = (),
) -> Comparison:
    point = RubricPoint("p", statement, tuple(accepted), tuple(misconceptions), tuple(required))
    return compare(page, Rubric((point,)))


def doubts(comparison: Comparison) -> list[Doubt]:
    return [reason.doubt for reason in comparison.points[0].reasons]


EXPERTS = "reinforcement learning trains nine separate expert models slowly"


def test_without_a_required_word_a_point_is_to_be_checked() -> None:
    page = "Reinforcement learning trains nine expert models slowly."
    (point,) = about(page, EXPERTS, required=("separate",)).points
    assert point.cover > 0.8
    assert point.state is State.CHECK
    assert point.reasons == (Reason(Doubt.REQUIRED_MISSING, "separate"),)
    assert about(page, EXPERTS, required=("nine",)).points[0].state is State.FOUND


def test_a_required_word_may_be_misspelt_but_not_elsewhere_on_the_page() -> None:
    page = "Reinforcement learning trains nine seperate expert models slowly."
    assert about(page, EXPERTS, required=("separate",)).points[0].state is State.FOUND
    elsewhere = "Reinforcement learning trains nine expert models slowly. A cat. Separate it."
    assert doubts(about(elsewhere, EXPERTS, required=("separate",))) == [Doubt.REQUIRED_MISSING]


def test_all_of_a_required_phrase_must_be_there() -> None:
    page = "Reinforcement learning trains nine expert models slowly."
    comparison = about(page, EXPERTS, required=("nine separate",))
    assert comparison.points[0].reasons == (Reason(Doubt.REQUIRED_MISSING, "nine separate"),)


def test_an_accepted_phrasing_does_not_excuse_a_required_word() -> None:
    comparison = about(
        "three domains by three effort levels",
        EXPERTS,
        accepted=("three domains by three effort levels",),
        required=("nine",),
    )
    assert comparison.points[0].cover == 1.0
    assert comparison.points[0].state is State.CHECK


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            "Reinforcement learning trains 7 separate expert models slowly.",
            Reason(Doubt.NUMBER_CLASH, "7 ≠ nine"),
        ),
        (
            "Reinforcement learning trains separate expert models slowly.",
            Reason(Doubt.NUMBER_MISSING, "nine"),
        ),
        ("Reinforcement learning trains nine of 12 separate expert models slowly.", None),
        ("Reinforcement learning trains 9 separate expert models slowly.", None),
    ],
    ids=["another", "none", "both", "digits"],
)
def test_a_number_is_missing_or_clashes_with_another(page: str, expected: Reason | None) -> None:
    (point,) = about(page, EXPERTS).points
    assert point.reasons == (() if expected is None else (expected,))
    assert point.state is (State.FOUND if expected is None else State.CHECK)


def test_a_number_that_is_sought_as_well_is_no_other() -> None:
    statement = "three domains at 3 or 9 effort levels make expert models"
    (point,) = about("3 domains at effort levels make expert models", statement).points
    assert point.reasons == (Reason(Doubt.NUMBER_MISSING, "9"),)


def test_a_single_letter_names_what_a_point_is_about() -> None:
    statement = "bulb C stays lit on the second path without the switch"
    page = "The bulb {}stays lit on the second path without the switch."
    (point,) = about(page.format("B "), statement).points
    assert (point.state, point.reasons) == (
        State.CHECK,
        (Reason(Doubt.NUMBER_MISSING, "C"),),
    )
    assert about(page.format("C "), statement).points[0].state is State.FOUND
    other = "bulb stays lit on the second path without the open switch"
    assert about(page.format(""), other).points[0].state is State.FOUND


DENSER = "corn syrup is denser than pure water"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("Corn syrup is denser than pure water.", []),
        ("Denser than pure water is corn syrup.", [Doubt.COMPARED_THE_OTHER_WAY]),
        ("Pure water is denser than corn syrup.", [Doubt.COMPARED_THE_OTHER_WAY]),
        ("Pure denser water: corn syrup it beats.", [Doubt.COMPARED_THE_OTHER_WAY]),
        ("Water pure: corn syrup is much denser.", [Doubt.COMPARED_THE_OTHER_WAY]),
        ("Syrup denser, water pure, corn.", []),
        ("Corn syrup is less dense than pure water, not denser.", [Doubt.NEGATION_DIFFERS]),
    ],
    ids=["same", "fronted", "reversed", "mixed", "behind", "half", "less"],
)
def test_what_is_compared_must_stand_on_its_side(page: str, expected: list[Doubt]) -> None:
    comparison = about(page, DENSER)
    assert comparison.points[0].cover >= 0.7
    assert doubts(comparison) == expected


def test_the_order_of_other_wordings_is_free() -> None:
    page = "Into one model distillation merges experts, nine of them."
    assert about(page, MERGE).points[0].state is State.FOUND


def test_less_on_one_side_only_is_to_be_checked() -> None:
    statement = "deep layers learn quickly from small batches"
    comparison = about("Deep layers learn less quickly from small batches.", statement)
    assert comparison.points[0].reasons == (Reason(Doubt.NEGATION_DIFFERS, "less"),)


GATE = "the gate lets the old state through quickly"


@pytest.mark.parametrize(
    ("page", "statement", "detail"),
    [
        ("The gate does not let the old state through quickly.", GATE, "not"),
        ("The gate doesn't let the old state through quickly.", GATE, "doesn't"),
        ("Never does the gate let the old state through quickly.", GATE, "Never"),
        ("The gate lets the old state through quickly.", "no " + GATE, "no " + GATE),
    ],
    ids=["page", "contraction", "before", "statement"],
)
def test_a_negation_on_one_side_only_is_to_be_checked(
    page: str, statement: str, detail: str
) -> None:
    (point,) = about(page, statement).points
    assert point.state is State.CHECK
    assert point.reasons == (Reason(Doubt.NEGATION_DIFFERS, detail),)


@pytest.mark.parametrize(
    ("page", "statement"),
    [
        (
            "The gate never lets the old state through quickly.",
            "the gate does not let " + GATE[14:],
        ),
        ("The gate lets the old state through quickly, which I had not known.", GATE),
        ("I am not sure of it all, yet the gate lets the old state through quickly.", GATE),
    ],
    ids=["both", "after", "far-before"],
)
def test_other_negations_are_not_in_doubt(page: str, statement: str) -> None:
    assert Doubt.NEGATION_DIFFERS not in doubts(about(page, statement))


def test_a_point_that_is_not_found_has_no_doubts_of_detail() -> None:
    (point,) = about("7 cats do not learn", EXPERTS, required=("nine",)).points
    assert (point.state, point.reasons) == (State.NOT_FOUND, ())


MERGE = "distillation merges nine experts into one model"
ENSEMBLE = "nine experts are served as an ensemble"


def test_a_misconception_that_fits_better_is_a_clash() -> None:
    page = "First a cold start. The nine experts get served as one ensemble. Then we rest."
    comparison = about(page, MERGE, misconceptions=("it is quick", ENSEMBLE))
    (clash,) = comparison.clashes
    assert (clash.key, clash.misconception, clash.by_order) == ("p", ENSEMBLE, False)
    assert clash.sentence.of(page) == "The nine experts get served as one ensemble."
    assert clash.score == 1.0
    (point,) = comparison.points
    assert point.state is State.CHECK
    assert Reason(Doubt.MISCONCEPTION_CLOSER, ENSEMBLE) in point.reasons


def test_a_misconception_is_a_clash_beside_a_found_point_too() -> None:
    page = "Distillation merges nine experts into one model. Nine experts are served, an ensemble."
    (point,) = about(page, MERGE, misconceptions=(ENSEMBLE,)).points
    assert (point.cover, point.state) == (1.0, State.CHECK)
    assert about(page, MERGE).points[0].state is State.FOUND


def test_a_misconception_asks_to_check_a_point_that_was_not_found() -> None:
    (point,) = about("an ensemble is served", MERGE, misconceptions=("served as ensemble",)).points
    assert (point.cover, point.state) == (0.0, State.CHECK)
    assert [reason.doubt for reason in point.reasons] == [Doubt.MISCONCEPTION_CLOSER]


def test_a_short_misconception_needs_all_of_its_words() -> None:
    misconceptions = ("ensembles serve answers",)
    assert about("an ensemble serves models", MERGE, misconceptions=misconceptions).clashes == ()
    claimed = about("an ensemble serves the answers", MERGE, misconceptions=misconceptions)
    assert len(claimed.clashes) == 1


@pytest.mark.parametrize(
    ("page", "misconception", "clash"),
    [
        ("Nine experts are not served as an ensemble.", ENSEMBLE, False),
        ("Nine experts are served as an ensemble.", ENSEMBLE, True),
        ("They need no merging into an ensemble.", "they need no merging into an ensemble", True),
        ("They need merging into an ensemble.", "they need no merging into an ensemble", False),
    ],
    ids=["denied", "claimed", "both", "claimed-against"],
)
def test_who_denies_a_misconception_has_not_got_it(
    page: str, misconception: str, clash: bool
) -> None:
    comparison = about(page, "distillation makes one model", misconceptions=(misconception,))
    assert bool(comparison.clashes) is clash


def test_a_misconception_may_span_two_sentences() -> None:
    page = "We rest. Nine experts. Served as an ensemble. Bye."
    (clash,) = about(page, MERGE, misconceptions=(ENSEMBLE,)).clashes
    assert clash.sentence.of(page) == "Nine experts. Served as an ensemble."
    assert clash.score == 0.92


def test_half_of_a_misconception_is_none() -> None:
    assert about("an ensemble of experts", MERGE, misconceptions=(ENSEMBLE,)).clashes == ()


def test_a_misconception_that_fits_less_than_the_point_is_none() -> None:
    page = "Distillation merges nine experts into one model."
    comparison = about(page, MERGE, misconceptions=("nine experts merge", ENSEMBLE))
    assert comparison.clashes == ()
    assert comparison.points[0].state is State.FOUND


HEAT = "heat flows from high to low temperature"
REVERSED = "heat flows from low to high temperature"


@pytest.mark.parametrize(
    ("page", "clash"),
    [
        ("Heat flows from low to high temperature.", True),
        ("The heat moves, it flows from lower places, low to high in temperature.", True),
        ("Heat flows from high to low temperature.", False),
        ("Heat flows.", False),
    ],
)
def test_the_same_words_in_the_order_of_a_misconception(page: str, clash: bool) -> None:
    comparison = about(page, HEAT, misconceptions=(REVERSED,))
    assert [one.by_order for one in comparison.clashes] == [True] * clash
    assert (Doubt.MISCONCEPTION_ORDER in doubts(comparison)) is clash
    if clash:
        assert comparison.points[0].state is State.CHECK


def test_an_accepted_phrasing_in_that_order_defends_the_point() -> None:
    page = "Heat flows from low to high temperature."
    comparison = about(page, HEAT, accepted=(REVERSED,), misconceptions=(REVERSED,))
    assert comparison.clashes == ()


def test_a_point_without_words_is_to_be_checked_and_says_so() -> None:
    (point,) = about("anything", "→ ∞").points
    assert (point.state, point.cover) == (State.CHECK, 0.0)
    assert point.reasons == (Reason(Doubt.NOTHING_TO_COMPARE, "→ ∞"),)


def test_a_short_wording_says_what_it_lacks() -> None:
    (point,) = about("93 layers", "93 layers stacked").points
    assert point.reasons == (Reason(Doubt.SHORT_INCOMPLETE, "stacked"),)


def test_words_of_the_topic_make_no_wording_long() -> None:
    statements = ("attention reads 9 keys", "attention reads values", "attention reads once")
    rubric = Rubric(tuple(RubricPoint(text, text) for text in statements))
    lacking, _, _ = compare("attention reads 9 things", rubric).points
    assert lacking.reasons == (Reason(Doubt.SHORT_INCOMPLETE, "keys"),)
    whole, _, _ = compare("9 keys", rubric).points
    assert (whole.state, whole.reasons) == (State.FOUND, ())


def test_a_short_learned_wording_needs_not_all_words() -> None:
    rubric = Rubric((RubricPoint("p", "fine-tuning precedes reinforcement"),))
    (point,) = compare("a cold start", rubric, learned={"p": ["cold start warmup"]}).points
    assert point.cover == 5 * 2 / (4 * 3 + 2)
    assert (point.state, point.missing, point.reasons) == (State.FOUND, ("warmup",), ())
