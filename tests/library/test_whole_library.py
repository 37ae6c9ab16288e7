from __future__ import annotations

from recall.cards.memory import Rating
from tests.library.building import Desk, answer, question, questions


def test_a_card_of_two_files_of_one_course_is_held_in_both_i10(desk: Desk) -> None:
    desk.write("course.md", "---\nid: it\n---\n")
    desk.write("a.md", "Q: One? {#same}\nA: 1\n")
    library = desk.open()
    answer(library.session(), Rating.EASY)
    desk.write("b.md", "Q: Two? {#same}\nA: 2\n")
    library.refresh()
    errors = [one for one in library.problems() if one.code == "L601"]
    assert [(one.path, one.line) for one in errors] == [("a.md", 1), ("b.md", 1)]
    assert "b.md:1" in errors[0].message
    desk.wait(days=100)
    assert library.session(cram=True).current is None
    assert library.session().current is None
    assert len(library.card("it#same").reviews) == 1
    (desk.decks / "b.md").unlink()
    library.refresh()
    assert library.problems() == ()
    assert library.session().progress.left == 1


def test_equal_ids_of_different_decks_outside_a_course_are_no_clash(desk: Desk) -> None:
    desk.write("a.md", "Q: One? {#same}\nA: 1\n")
    desk.write("b.md", "Q: Two? {#same}\nA: 2\n")
    library = desk.open()
    assert library.problems() == ()
    assert library.session().progress.left == 2


def test_a_problem_of_two_files_goes_when_either_is_mended(desk: Desk) -> None:
    for name in "ab":
        desk.write(f"{name}.md", question("Same?"))
    library = desk.open()
    assert len(library.problems()) == 2
    assert len(library.problems("a.md")) == 1
    desk.write("b.md", question("Another?"))
    library.refresh()
    assert library.problems() == ()


def test_codes_that_lead_nowhere_are_named_at_their_line(desk: Desk) -> None:
    desk.write("course.md", "---\nid: it\n---\n")
    desk.write("a.md", "---\ntitle: A\ncode: L1\n---\n" + questions(1))
    desk.write("b.md", "---\ntitle: B\ncode: L2\nafter: L9\n---\n" + questions(1, 2))
    (problem,) = desk.open().problems()
    assert (problem.path, problem.line, problem.code) == ("b.md", 4, "L604")


def test_problems_of_another_library_stay_away(desk: Desk) -> None:
    desk.write("a.md", question("Same?"))
    desk.write("b.md", question("Same?"), folder="own")
    both = desk.open(folders=("decks", "own"))
    assert len(both.problems()) == 2
    both.close()
    desk.write("a.md", question("Same?") + question("More?"))
    assert desk.open().problems() == ()
