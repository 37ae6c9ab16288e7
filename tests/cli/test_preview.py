"""``recall preview`` and ``recall new`` on the command line."""

from __future__ import annotations

from tests.cli.conftest import DECK, Place


def test_without_a_terminal_everything_is_printed_once(place: Place) -> None:
    file = place.deck("a.md", "---\ntitle: Places\n---\n\nSome text.\n\n" + DECK.split("---\n")[2])
    done = place.recall("preview", str(file))
    assert done.code == 0
    assert done.out.startswith("Some text.\n")
    assert "Card 1 of 5, line 7: question.\n\nWhat is the capital of Peru?" in done.out
    assert "Answer.\nLima.\n\nNote. On the Pacific." in done.out
    assert "✓ right: Japan" in done.out
    assert "· wrong: Ghana" in done.out
    assert "Ghana is in Africa." in done.out
    assert "5 cards, 0 problems." in done.err


def test_problems_stand_where_they_are_and_errors_end_with_1(place: Place) -> None:
    file = place.deck("a.md", "Q: One?\nA: Two.\n\nQ: Which?\n- [ ] none\n\nQ: Three?\nA: Four.\n")
    done = place.recall("preview", "--plain", str(file))
    assert done.code == 1
    first, _, rest = done.out.partition(f"{file}:4:")
    assert "Two." in first
    assert "error" in rest.split("\n")[0]
    assert "Three?" in rest


def test_no_progress_file_is_written(place: Place) -> None:
    file = place.deck("a.md", "Q: One?\nA: Two.\n")
    assert place.recall("preview", str(file)).code == 0
    assert not place.data.exists()


def test_a_file_that_is_not_there(place: Place) -> None:
    done = place.recall("preview", "nowhere.md")
    assert done.code == 2
    assert "nowhere.md" in done.err


def test_a_new_deck_passes_the_strictest_check(place: Place) -> None:
    file = place.folder / "mine.md"
    done = place.recall("new", str(file))
    assert done.code == 0
    assert "recall preview" in done.err
    check = place.recall("check", "--strict", str(file))
    assert (check.code, check.out) == (0, "")
    assert "0 errors, 0 warnings, 0 notes" in check.err
    again = place.recall("new", str(file))
    assert again.code == 2
    assert "exists" in again.err
    assert not place.data.exists()
