"""What holds for any page and any rubric."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from recall.study.free_recall.matcher import compare
from recall.study.free_recall.rubric import Rubric, RubricPoint
from recall.study.free_recall.values import Comparison, State

# Few words, so that they meet; with numbers, negations, near misses, and other scripts.
WORDS = st.sampled_from(
    [
        *("gate", "state", "decays", "channel", "channle", "experts", "expert", "tuning", "fine"),
        *("pre-training", "pretraining", "SFT", "the", "from", "low", "high", "not", "doesn't"),
        *("9", "nine", "12", "e.g.", "蒸馏", "九个专家"),
    ]
)
MARKS = st.sampled_from([" ", " ", " ", ". ", "\n", "; ", "-", ", ", "。"])
TEXTS = st.lists(st.tuples(WORDS, MARKS), max_size=25).map(
    lambda pairs: "".join(word + mark for word, mark in pairs)
)
PHRASES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
POINTS = st.builds(
    RubricPoint,
    st.just(""),
    PHRASES,
    st.lists(PHRASES, max_size=2).map(tuple),
    st.lists(PHRASES, max_size=2).map(tuple),
    st.lists(WORDS, max_size=1).map(tuple),
)
SYNONYMS = st.lists(st.lists(PHRASES, min_size=2, max_size=3).map(tuple), max_size=2).map(tuple)


def keyed(points: list[RubricPoint]) -> tuple[RubricPoint, ...]:
    return tuple(
        RubricPoint(str(n), p.statement, p.accepted, p.misconceptions, p.required)
        for n, p in enumerate(points)
    )


RUBRICS = st.builds(
    Rubric,
    st.lists(POINTS, min_size=1, max_size=6).map(keyed),
    PHRASES,
    SYNONYMS,
)
LEARNED = st.dictionaries(st.sampled_from("012"), st.lists(PHRASES, max_size=2), max_size=2)


def check_evidence(page: str, comparison: Comparison) -> None:
    for point in comparison.points:
        assert 0.0 <= point.cover <= point.own <= 1.0
        assert (point.sentence is None) == (not point.matched)
        if point.sentence is not None:
            assert 0 <= point.sentence.start < point.sentence.end <= len(page)
            for word in point.matched:
                assert point.sentence.start <= word.span.start < word.span.end
                assert word.span.end <= point.sentence.end
        if point.state is State.FOUND:
            assert point.cover >= comparison.thresholds.found
            assert not point.reasons
        if point.state is State.NOT_FOUND:
            assert point.cover <= comparison.thresholds.not_found
        assert point.rival != point.key
    for clash in comparison.clashes:
        assert 0 <= clash.sentence.start < clash.sentence.end <= len(page)
        assert 0.6 <= clash.score <= 1.0


@given(TEXTS, RUBRICS, LEARNED)
def test_every_claim_has_evidence_inside_the_page(
    page: str, rubric: Rubric, learned: dict[str, list[str]]
) -> None:
    comparison = compare(page, rubric, learned=learned)
    check_evidence(page, comparison)
    assert [point.key for point in comparison.points] == [point.key for point in rubric.points]
    assert compare(page, rubric, learned=learned) == comparison


@settings(max_examples=200)
@given(
    st.text(), st.text(), st.text(), st.lists(st.text(), max_size=2).map(tuple),
    st.sampled_from(["en", "de", "fr", "ru", "ja", "hi", "tr", "ar", "ta", "yi", "", "?"]),
)  # fmt: skip
def test_any_text_can_be_compared(
    page: str, statement: str, other: str, more: tuple[str, ...], language: str
) -> None:
    point = RubricPoint("p", statement, more, (other,), more)
    rubric = Rubric((point, RubricPoint("q", other)), statement, (more, (other, statement)))
    comparison = compare(page, rubric, learned={"p": [other, page]}, language=language)
    check_evidence(page, comparison)


@given(PHRASES)
def test_a_point_is_covered_by_its_own_words(statement: str) -> None:
    (point,) = compare(statement, Rubric((RubricPoint("p", statement),))).points
    assert (point.cover, point.state, point.missing) == (1.0, State.FOUND, ())


@given(TEXTS, RUBRICS, LEARNED)
def test_another_sentence_never_lowers_what_a_point_has_of_its_own(
    page: str, rubric: Rubric, learned: dict[str, list[str]]
) -> None:
    before = compare(page, rubric, learned=learned)
    after = compare(page + "\nA cat sat under an apple tree.", rubric, learned=learned)
    for one, other in zip(before.points, after.points, strict=True):
        assert other.own == one.own
        assert other.cover == one.cover
    more = compare(f"{page}\n{rubric.points[0].statement}", rubric, learned=learned)
    for one, other in zip(before.points, more.points, strict=True):
        assert other.own >= one.own


@given(TEXTS, RUBRICS, PHRASES, st.booleans())
def test_another_accepted_phrasing_never_lowers_a_point(
    page: str, rubric: Rubric, phrase: str, remembered: bool
) -> None:
    first, *others = rubric.points
    before = compare(page, rubric).points[0]
    if remembered:
        after = compare(page, rubric, learned={first.key: [phrase]}).points[0]
    else:
        more = RubricPoint(
            first.key, first.statement, (*first.accepted, phrase), first.misconceptions
        )
        widened = Rubric((more, *others), rubric.prompt, rubric.synonyms)
        after = compare(page, widened).points[0]
    assert after.own >= before.own
    assert after.cover >= before.cover
