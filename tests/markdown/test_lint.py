"""The check of a whole library."""

from __future__ import annotations

import pytest

from recall.cards.problem import Level
from recall.markdown.lint import LintCard, LintDeck, LintResult, lint, lint_cards, lint_deck
from recall.markdown.reader import read_deck


def check(files: dict[str, str], courses: dict[str, str] | None = None) -> LintResult:
    courses = courses or {}
    decks = {path: read_deck(text.encode(), path) for path, text in files.items()}
    return lint(
        [
            card
            for path, deck in decks.items()
            for card in lint_cards(deck, path, courses.get(path, path))
        ],
        [lint_deck(deck, path, courses.get(path)) for path, deck in decks.items()],
    )


def found(result: LintResult) -> list[tuple[str, int, int, str]]:
    return sorted(
        (problem.path, problem.line, problem.column, problem.code)
        for problems in result.problems.values()
        for problem in problems
    )


def test_same_identity_twice_is_an_error_at_both_places_i10() -> None:
    result = check({"a.md": "Q: a {#k1}\nA: b\n\n  Q: c {#k1}\nA: d\n\nQ: e\nA: f\n"})
    assert found(result) == [("a.md", 1, 1, "L601"), ("a.md", 4, 3, "L601")]
    first, second = result.problems["a.md"]
    assert first.level == Level.ERROR
    assert "#k1" in first.message
    assert "a.md:4" in first.message
    assert "a.md:1" in second.message
    assert result.held == {"a.md#k1"}


def test_identities_of_different_kinds_clash_i10() -> None:
    result = check({"a.md": "Q: a {#k}\nA: b\n\nT: c {#k}\nD: d\n"})
    assert {code for *_, code in found(result)} == {"L601"}
    assert result.held == {"a.md#k", "a.md#k/forward", "a.md#k/backward"}


def test_identities_are_per_course_or_file() -> None:
    files = {"a.md": "Q: a {#k}\nA: b\n", "b.md": "Q: c {#k}\nA: d\n"}
    assert found(check(files)) == []
    result = check(files, {"a.md": "course", "b.md": "course"})
    assert found(result) == [("a.md", 1, 1, "L601"), ("b.md", 1, 1, "L601")]
    assert result.held == {"course#k"}
    assert found(check(files, {"a.md": "course", "b.md": "other"})) == []


def test_same_card_twice_is_one_warning_at_each_place_i8_p57() -> None:
    result = check({"a.md": "Q: a\nA: b\n\nQ: a\nA: b\n", "b.md": "\nQ: a\nA:  b\n"})
    assert found(result) == [
        ("a.md", 1, 1, "L602"),
        ("a.md", 4, 1, "L602"),
        ("b.md", 2, 1, "L602"),
    ]
    assert "a.md:4" in result.problems["a.md"][0].message
    assert "a.md:1" in result.problems["b.md"][0].message
    assert not result.held


def test_copied_deck_with_identities_is_a_warning_only() -> None:
    text = "Q: a {#k}\nA: b\n"
    result = check({"a.md": text, "b.md": text}, {"a.md": "course", "b.md": "course"})
    assert {code for *_, code in found(result)} == {"L602"}
    assert not result.held


def test_siblings_of_one_entry_are_no_clash() -> None:
    text = "T: a {#t}\nD: b\n\nC: {{x}} {{y}} {#c}\n\nR: p {#r}\n- one fact {#f}\n- other thing\n"
    assert found(check({"a.md": text})) == []


def test_code_used_twice_names_the_place_of_the_value() -> None:
    files = {
        "a.md": "---\ntitle: x\ncode: L1\n---\n",
        "b.md": "---\ncode: L1\n---\n",
        "c.md": "---\ncode: L1\n---\n",
    }
    result = check(files, {"a.md": "k", "b.md": "k", "c.md": "other"})
    assert found(result) == [("a.md", 3, 7, "L603"), ("b.md", 2, 7, "L603")]


@pytest.mark.parametrize(("key", "code"), [("after", "L604"), ("draws-from", "L605")])
def test_unknown_code_names_the_nearest(key: str, code: str) -> None:
    files = {"a.md": f"---\n{key}: [L12, L12b]\n---\n", "b.md": "---\ncode: L12\n---\n"}
    result = check(files, {"a.md": "k", "b.md": "k"})
    assert found(result) == [("a.md", 2, 3 + len(key), code)]
    assert result.problems["a.md"][0].hint == 'Did you mean "L12"?'


def test_point_that_names_an_unknown_card() -> None:
    text = "R: p\n- one fact {card=mopt}\n- other thing {card=sft}\n\nQ: a {#mopd}\nA: b\n"
    result = check({"a.md": text + "\nQ: c {#sft}\nA: d\n"})
    assert found(result) == [("a.md", 1, 1, "L606")]
    assert result.problems["a.md"][0].hint == 'Did you mean "mopd"?'


def test_names_that_differ_in_case_i15() -> None:
    files = {"Bio.md": "Q: a\nA: b\n", "bio.md": "Q: c\nA: d\n", "2024.md": "Q: e\nA: f\n"}
    assert found(check(files)) == [("Bio.md", 1, 1, "L607"), ("bio.md", 1, 1, "L607")]


def test_order_does_not_matter() -> None:
    cards = [
        LintCard(n, f"{n}.md", 1, 1, "k", "k#a", f"{n:032x}", "", ("nothing",)) for n in range(5)
    ]
    decks = [LintDeck(n, f"{n}.md", course="k", code="c", after=("x",)) for n in range(5)]
    assert lint(cards, decks) == lint(cards[::-1], decks[::-1])


def test_a_large_library_is_checked() -> None:
    cards = [
        LintCard(n // 50, f"{n // 50}.md", n, 1, "k", f"k#{n}", f"{n:032x}", "", (f"x{n}",))
        for n in range(20_000)
    ]
    result = lint(cards, [])
    assert sum(map(len, result.problems.values())) == 20_000
