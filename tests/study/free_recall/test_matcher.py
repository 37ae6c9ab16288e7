"""The rules of the matcher, one by one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from recall.study.free_recall.calibration import DEFAULT, Thresholds
from recall.study.free_recall.matcher import MATCHER_VERSION, compare
from recall.study.free_recall.rubric import Rubric, RubricPoint
from recall.study.free_recall.values import Doubt, How, PointResult, Reason, Source, State

PIPELINE = Rubric(
    (
        RubricPoint("sft", "supervised fine-tuning comes first, as a cold start"),
        RubricPoint("rl", "reinforcement learning trains nine experts", required=("nine",)),
        RubricPoint("mopd", "distillation merges all experts into one model"),
    )
)
PAGE = (
    "Supervised fine-tuning comes first as a cold start. "
    "Reinforcement learning trains nine experts. Then I forget."
)


def judge(
    page: str,
    statement: str,
    *,
    accepted: Sequence[str] = (),
    learned: Sequence[str] = (),
    synonyms: Sequence[tuple[str, ...]] = (),
    prompt: str = "",
    thresholds: Thresholds = DEFAULT,
    language: str = "en",
) -> PointResult:
    """Compare a page with one point."""
    rubric = Rubric((RubricPoint("p", statement, tuple(accepted)),), prompt, tuple(synonyms))
    comparison = compare(
        page, rubric, learned={"p": learned}, thresholds=thresholds, language=language
    )
    return comparison.points[0]


def spread(*statements: str) -> Rubric:
    """Return a rubric with these statements, keyed by number."""
    points = (RubricPoint(str(number), text) for number, text in enumerate(statements))
    return Rubric(tuple(points))


def test_a_page_is_compared_point_by_point() -> None:
    comparison = compare(PAGE, PIPELINE)
    assert [(point.key, point.state) for point in comparison.points] == [
        ("sft", State.FOUND),
        ("rl", State.FOUND),
        ("mopd", State.NOT_FOUND),
    ]
    assert comparison.clashes == ()
    assert comparison.version == MATCHER_VERSION
    assert (comparison.language, comparison.stemmer) == ("en", "english")
    assert comparison.thresholds is DEFAULT
    assert not comparison.by_letters


def test_a_claim_has_its_evidence() -> None:
    _, rl, _ = compare(PAGE, PIPELINE).points
    assert rl.sentence is not None
    assert rl.sentence.of(PAGE) == "Reinforcement learning trains nine experts."
    assert (rl.phrasing, rl.source) == (PIPELINE.points[1].statement, Source.STATEMENT)
    assert [(word.word, word.how, word.span.of(PAGE)) for word in rl.matched] == [
        ("reinforcement", How.EXACT, "Reinforcement"),
        ("learning", How.EXACT, "learning"),
        ("trains", How.EXACT, "trains"),
        ("nine", How.EXACT, "nine"),
        ("experts", How.EXACT, "experts"),
    ]
    assert (rl.missing, rl.reasons, rl.rival) == ((), (), None)


def test_what_is_missing_is_named() -> None:
    result = judge("The state decays.", "the state decays for each channel alone")
    assert result.missing == ("channel", "alone")
    assert [word.word for word in result.matched] == ["state", "decays"]
    assert result.cover == pytest.approx(0.5)
    assert result.state is State.CHECK


# 1 and 2: words, stems, typing mistakes


def test_words_are_compared_by_stem() -> None:
    assert judge("Batteries connecting terminals", "a battery connects the terminal").cover == 1.0


@pytest.mark.parametrize(
    ("written", "sought", "how"),
    [
        ("gardein", "gardens", How.TYPO),
        ("gadrein", "gardens", None),
        ("sepparate", "separate", How.TYPO),
        ("terminla", "terminal", How.TYPO),
        ("temprtuer", "temperature", None),
        ("tempreture", "temperature", How.TYPO),
        ("kernl", "kernel", How.TYPO),
        ("krnle", "kernel", None),
        ("lod", "load", None),
        ("loda", "load", None),
        ("lood", "load", None),
        ("chamnl", "channel", None),
        ("alpah", "alpha", How.TYPO),
        ("blpha", "alpha", None),
        ("12346", "12345", None),
        ("k3model", "k2model", None),
        ("noting", "nothing", None),
    ],
)
def test_typing_mistakes(written: str, sought: str, how: How | None) -> None:
    result = judge(f"there is {written}", sought)
    assert [word.how for word in result.matched] == ([how] if how else [])


def test_a_typing_mistake_counts_nine_tenths_and_a_synonym_eight() -> None:
    assert judge("a terminla", "terminal").cover == pytest.approx(0.9)
    groups = [("terminal", "contact point")]
    assert judge("the contact point", "terminal", synonyms=groups).cover == pytest.approx(0.8)


def test_a_stop_word_is_no_misspelt_content_word() -> None:
    assert judge("there", "theme").matched == ()
    assert judge("thene", "theme").matched != ()


@pytest.mark.parametrize(
    ("page", "statement"),
    [
        ("pretraining helps", "pre-training helps"),
        ("pre-training helps", "pretraining helps"),
        ("pre-training helps", "pre-training helps"),
    ],
)
def test_a_hyphen_may_be_left_out(page: str, statement: str) -> None:
    result = judge(page, statement)
    assert (result.cover, result.missing) == (1.0, ())


def test_the_place_of_a_hyphenated_word_is_all_of_it() -> None:
    page = "the pre-training"
    (word,) = judge(page, "pretraining").matched
    assert word.span.of(page) == "pre-training"


def test_a_number_that_begins_a_line_of_a_list_is_no_fact() -> None:
    assert judge("9. experts", "nine experts").missing == ("nine",)


def test_a_number_is_the_same_in_words_and_digits() -> None:
    assert judge("9 experts", "nine experts").cover == 1.0
    assert judge("7168 channels", "7,168 channels").cover == 1.0


# 3: weights


def test_words_of_the_topic_count_a_quarter() -> None:
    rubric = spread(
        "attention reads keys", "attention reads values", "attention costs memory", "state decays"
    )
    point = compare("attention", rubric).points[2]
    assert point.own == pytest.approx(0.25 / 2.25, abs=1e-6)


def test_two_points_make_no_topic_nor_three_of_many() -> None:
    two = spread("attention reads keys", "attention costs memory", "state decays", "gate opens")
    assert compare("attention", two).points[0].own == pytest.approx(1 / 3, abs=1e-6)
    many = spread(
        "attention reads keys",
        "attention costs memory",
        "attention grows",
        *(f"fact {letter * 3} alone{letter}" for letter in "abcdefghij"),
    )
    assert compare("attention", many).points[0].own == pytest.approx(1 / 3, abs=1e-6)


def test_a_number_counts_one_and_a_half() -> None:
    assert judge("69", "69 recurrent layers").cover == pytest.approx(1.5 / 3.5, abs=1e-6)


def test_words_of_the_prompt_count_less() -> None:
    result = judge("switches open", "switches make gaps", prompt="What do switches do?")
    assert result.cover == pytest.approx(0.3 / 2.3, abs=1e-6)


# 4: windows and phrasings


def test_two_sentences_count_a_little_less_than_one() -> None:
    statement = "heat leaves the window through glass panes"
    assert judge("Heat leaves the window. Glass panes.", statement).cover == pytest.approx(0.92)
    assert judge("Heat leaves the window glass panes.", statement).cover == 1.0


def test_the_better_of_two_hits_in_two_sentences_counts() -> None:
    page = "Heat leaves the windw. The window glass panes."
    result = judge(page, "heat leaves the window through glass panes")
    assert result.cover == pytest.approx(0.92)
    assert [word.how for word in result.matched] == [How.EXACT] * 5


def test_only_sentences_that_follow_each_other_are_joined() -> None:
    statement = "heat leaves windows through glass panes"
    apart = "Heat leaves windows. A cat sat. Glass panes."
    result = judge(apart, statement)
    assert result.cover == pytest.approx(0.6)
    assert result.sentence is not None
    assert result.sentence.of(apart) == "Heat leaves windows."


def test_the_evidence_of_two_sentences_spans_both() -> None:
    page = "Hello there. Heat leaves the window. Glass panes do it. Bye."
    result = judge(page, "heat leaves the window through glass panes")
    assert result.sentence is not None
    assert result.sentence.of(page) == "Heat leaves the window. Glass panes do it."


def test_the_phrasing_that_fits_best_is_used_and_named() -> None:
    result = judge(
        "three domains times three effort levels",
        "reinforcement learning trains experts",
        accepted=("expert models", "3 domains × 3 effort levels"),
    )
    assert (result.phrasing, result.source) == ("3 domains × 3 effort levels", Source.ACCEPTED)
    assert (result.state, result.missing) == (State.FOUND, ())


def test_among_equals_the_statement_and_the_earlier_sentence_win() -> None:
    page = "The gate opens wide. The gate opens wide."
    result = judge(page, "gate opens wide", accepted=("wide gate opens",))
    assert result.source is Source.STATEMENT
    assert result.sentence is not None
    assert result.sentence.start == 0


@pytest.mark.parametrize(
    ("statement", "page", "state"),
    [
        ("93 layers stacked", "93 layers", State.CHECK),
        ("93 layers stacked", "93 layers are stacked", State.FOUND),
        ("93 layers stacked deep", "93 layers stacked", State.FOUND),
    ],
    ids=["three-words-one-missing", "three-words-all", "four-words-one-missing"],
)
def test_a_phrase_of_fewer_than_four_words_needs_all(
    statement: str, page: str, state: State
) -> None:
    assert judge(page, statement).state is state


def test_a_learned_phrase_is_compared_both_ways() -> None:
    statement = "distillation merges nine experts"
    sentence = "the pupil copies every teacher at once"
    exact = judge(sentence, statement, learned=[sentence])
    assert (exact.cover, exact.source, exact.state) == (1.0, Source.LEARNED, State.FOUND)
    short = judge("the pupil sat in the garden and ate an apple pie", statement, learned=["pupil"])
    # pupil, sat, garden, ate, apple and pie against pupil
    assert short.cover == pytest.approx(5 * 1 / (4 * 1 + 6))
    accepted = judge(
        "the pupil sat in the garden and ate an apple pie", statement, accepted=["pupil"]
    )
    assert accepted.cover == 1.0


def test_a_learned_phrase_over_two_sentences_weighs_both() -> None:
    learned = "pupil copies teacher gladly"
    result = judge("Pupil copies. Teacher gladly.", "unrelated thing", learned=[learned])
    assert result.cover == pytest.approx(0.92)
    longer = judge("Pupil copies. Teacher gladly smiles now.", "unrelated", learned=[learned])
    assert longer.cover == pytest.approx(0.92 * 5 * 4 / (4 * 4 + 6))


def test_what_a_learned_phrase_lacks_weighs_more_than_what_is_added() -> None:
    learned = ["pupil copies teacher gladly"]
    lacking = judge("Pupil copies teacher.", "unrelated thing", learned=learned)
    longer = judge("Pupil copies teacher gladly today.", "unrelated thing", learned=learned)
    assert lacking.cover == pytest.approx(5 * 3 / (4 * 4 + 3))
    assert longer.cover == pytest.approx(5 * 4 / (4 * 4 + 5))


@pytest.mark.parametrize(
    ("page", "state"),
    [
        ("Wait at least an hour before you cut it.", State.NOT_FOUND),
        ("Say what was there before.", State.FOUND),
        ("What stood there?", State.CHECK),
    ],
)
def test_a_phrase_of_light_words_needs_more_than_one_of_them(page: str, state: State) -> None:
    result = judge(page, "older technique replaced", accepted=("what was there before",))
    assert result.state is state


def test_one_word_that_is_not_light_stands_for_its_phrase() -> None:
    assert judge("It makes a gap.", "there is a gap").state is State.FOUND


def test_learned_phrases_belong_to_their_point() -> None:
    comparison = compare("as a warm-up", PIPELINE, learned={"sft": ["as a warm-up"]})
    assert [point.state for point in comparison.points] == [
        State.FOUND,
        State.NOT_FOUND,
        State.NOT_FOUND,
    ]


# 5: rivals


def test_a_sentence_counts_less_for_a_point_that_another_fits_better() -> None:
    rubric = spread("keys are read by the query", "keys are stored in the cache memory")
    first, second = compare("keys are stored in the cache memory", rubric).points
    assert (second.cover, second.rival) == (1.0, None)
    own = 1 / 3
    assert first.own == pytest.approx(own)
    assert first.cover == pytest.approx(max(own - 0.5 * (1.0 - own), 0.0))
    assert first.rival == "1"


def test_half_of_what_the_rival_has_more_is_taken_away() -> None:
    rubric = spread("keys are read by query", "keys are read from cache memory", "values fade away")
    first, second, third = compare("keys are read from cache memory", rubric).points
    assert (first.own, first.cover) == pytest.approx((2 / 3, 2 / 3 - 0.5 / 3))
    assert (second.cover, third.cover, third.rival) == (1.0, 0.0, None)


def test_the_rival_over_two_sentences_is_the_point_that_fits_both_best() -> None:
    rubric = spread("wide gates open keys", "wide gates open keys and values fade memory")
    first, second = compare("Wide gates open. Values fade memory, keys.", rubric).points
    assert second.cover == pytest.approx(0.92)
    assert first.sentence is not None
    assert first.own == pytest.approx(0.92)
    assert first.cover == pytest.approx(0.92)
    assert first.rival is None


def test_a_rival_in_one_of_two_sentences_counts_for_both() -> None:
    rubric = spread("gates open keys fade dust", "gates open slowly wide")
    first, second = compare("Gates open slowly wide. Keys fade.", rubric).points
    assert second.cover == 1.0
    assert first.own == pytest.approx(0.92 * 4 / 5)
    assert first.cover == pytest.approx(first.own - (0.92 - first.own) / 2)
    assert first.rival == "1"


def test_among_equal_rivals_the_earlier_point_is_named() -> None:
    rubric = spread("red keys", "keys and values", "values and keys")
    point = compare("values and keys", rubric).points[0]
    assert point.rival == "1"


def test_evidence_without_a_rival_goes_before_as_much_with_one() -> None:
    rubric = spread("keys meet the query", "keys are stored in cache memory")
    page = "Keys are stored in cache memory for the query. Keys and a query."
    point = compare(page, rubric).points[0]
    assert point.sentence is not None
    assert point.sentence.of(page) == "Keys and a query."
    assert point.cover == point.own == pytest.approx(2 / 3)
    assert point.rival is None


def test_a_point_is_no_rival_of_its_own_phrasings() -> None:
    result = judge("keys meet", "keys meet the query vector", accepted=("keys meet",))
    assert (result.cover, result.rival) == (1.0, None)


# 6: states (the reasons are tested beside their module)


@pytest.mark.parametrize(
    ("page", "state"),
    [
        ("alpha beta gamma delta epsilon zeta theta", State.FOUND),
        ("alpha beta gamma delta epsilon zeta", State.CHECK),
        ("alpha beta gamma", State.CHECK),
        ("alpha beta", State.NOT_FOUND),
        ("", State.NOT_FOUND),
    ],
)
def test_found_from_70_not_found_to_25(page: str, state: State) -> None:
    statement = "alpha beta gamma delta epsilon zeta theta kappa lambda sigma"
    assert judge(page, statement).state is state


def test_a_quarter_exactly_is_not_found() -> None:
    assert judge("alpha", "alpha beta gamma delta").state is State.NOT_FOUND


def test_a_deck_s_thresholds_are_used() -> None:
    page, statement = "alpha beta gamma", "alpha beta gamma delta epsilon"
    assert judge(page, statement).state is State.CHECK
    assert judge(page, statement, thresholds=Thresholds(0.3)).state is State.FOUND
    assert judge(page, statement, thresholds=Thresholds(0.85)).state is State.NOT_FOUND


def test_nothing_met_has_no_evidence() -> None:
    result = judge("A cat sat.", "alpha beta")
    assert (result.state, result.sentence, result.matched) == (State.NOT_FOUND, None, ())
    assert result.missing == ("alpha", "beta")


def test_a_rounded_number_is_met() -> None:
    statement = "the model owns 2.78 trillion parameters"
    result = judge("The model owns 2.8 trillion parameters.", statement)
    assert result.cover == pytest.approx((4 + 0.9 * 1.5) / 5.5)
    assert [word.how for word in result.matched if word.word == "2.78"] == [How.ROUNDED]
    assert result.state is State.FOUND
    assert judge("The model owns 2.9 trillion parameters.", statement).reasons == (
        Reason(Doubt.NUMBER_CLASH, "2.9 ≠ 2.78"),
    )
    exact = judge("The model owns 2.78 trillion parameters.", statement.replace("2.78", "2.8"))
    assert exact.state is State.CHECK
