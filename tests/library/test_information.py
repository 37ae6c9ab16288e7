from __future__ import annotations

from dataclasses import replace

import pytest

from recall.cards.card import Kind
from recall.cards.memory import Phase, Rating
from recall.errors import UsageError
from tests.library.building import PLAIN, Desk, answer, answer_all, question, questions


def test_a_card_never_answered(desk: Desk) -> None:
    desk.write("a.md", '---\ntitle: Peru\n---\nQ: Which? {#which .geo from="page 3"}\nA: That.\n')
    info = desk.open().card("a.md#which")
    assert (info.kind, info.facet, info.title) == (Kind.QUESTION, "", "Which?")
    assert (info.deck_title, info.source, info.tags) == ("Peru", "page 3", ("geo",))
    assert info.place is not None
    assert (info.place.path, info.place.line) == ("a.md", 4)
    assert info.folder == str(desk.decks)
    assert (info.recall, info.due, info.missing_since) == (None, "not yet learnt", None)
    assert (info.curve, info.reviews) == ((), ())
    assert len(info.why) == 1
    assert "not been answered yet" in info.why[0]
    assert info.names == ("a.md#which",)


@pytest.mark.parametrize("retention", [0.75, 0.9, 0.95])
def test_the_curve_reaches_the_desired_retention_on_the_due_day(
    desk: Desk, retention: float
) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(replace(PLAIN, desired_retention=retention, learning_steps=()))
    for _ in range(3):
        answer(library.session(), Rating.GOOD)
        memory = library.card("a.md#q1").memory
        info = library.card("a.md#q1")
        curve = dict(info.curve)
        assert curve[0] == 1.0
        # A whole day to either side: intervals are rounded.
        after = curve[memory.interval]
        assert after == pytest.approx(retention, abs=0.05)
        days, recalls = zip(*info.curve, strict=True)
        assert list(days) == sorted(set(days))
        assert list(recalls) == sorted(recalls, reverse=True)
        assert days[-1] > memory.interval
        assert len(days) <= 125
        desk.wait(days=memory.interval)


def test_the_curve_reaches_today_when_the_card_is_long_overdue(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open()
    answer(library.session(), Rating.EASY)
    desk.wait(days=300)
    info = library.card("a.md#q1")
    curve = dict(info.curve)
    assert info.recall == curve[300]
    assert info.memory.interval in curve


def test_what_names_a_card_does_not_tell_its_answer(desk: Desk) -> None:
    terms = "T: Delta\nD: Land at a **mouth**.\n\nC: {{Cairo}} lies on the {{Nile}}.\n\n"
    desk.write("a.md", terms + "Q: What is $a \\cdot b$?\nA: A product.\n")
    library = desk.open()
    titles = {card.facet: library.card(card.uid).title for card in library.search()}
    assert titles == {
        "forward": "Delta",
        "backward": "Land at a mouth.",
        "Cairo": "[…] lies on the Nile.",
        "Nile": "Cairo lies on the […].",
        "": "What is a⋅b?",
    }


def test_why_a_card_is_due_when_it_is(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open()
    answer(library.session(), Rating.GOOD)
    assert library.card("a.md#q1").why == (
        "The last answer was Good, today.",
        "The card is within its steps; this one lasts 10 minutes.",
        "So it is due in 10 min, at 09:40.",
    )
    desk.wait(minutes=11)
    assert library.card("a.md#q1").why[-1] == "So it is due now."
    answer(library.session(), Rating.GOOD)
    interval = library.card("a.md#q1").memory.interval
    why = library.card("a.md#q1").why
    assert len(why) == 4
    assert "recall falls to 90 % in that time" in why[1]
    assert why[2] == f"It falls to 90 %, the desired retention, after about {interval} days."
    assert why[3].startswith(f"So it is due in {interval} days, ")
    desk.wait(days=interval)
    assert library.card("a.md#q1").why[-1] == "So it is due today."
    desk.wait(days=3)
    why = library.card("a.md#q1").why
    assert why[0].startswith(f"The last answer was Good, {interval + 3} days ago, ")
    assert why[-1].startswith("So it was due 3 days ago, ")


def test_the_reviews_of_a_card_with_what_each_led_to(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(replace(PLAIN, learning_steps=(1.0,)))
    session = library.session()
    desk.wait(seconds=4.5)
    answer(session, Rating.AGAIN)
    desk.wait(minutes=1)
    answer(session, Rating.GOOD)
    memory = library.card("a.md#q1").memory
    desk.wait(days=40)
    answer_all(desk, library.session(cram=True))
    answer(library.session(), Rating.AGAIN)
    library.undo()
    *lines, undone = library.card("a.md#q1").reviews
    assert (undone.rating, undone.voided, undone.interval) == (Rating.AGAIN, True, "–")
    assert [(line.rating, line.mode) for line in lines] == [
        (Rating.AGAIN, "review"),
        (Rating.GOOD, "review"),
        (Rating.EASY, "cram"),
    ]
    assert [line.interval for line in lines] == ["1 min", f"{memory.interval} d", "–"]
    assert [line.seconds for line in lines] == [4.5, 60.0, 5.0]
    assert [line.when for line in lines][:2] == ["2026-12-01 09:30", "2026-12-01 09:31"]
    assert [line.day for line in lines] == ["2026-12-01", "2026-12-01", "2027-01-10"]
    assert lines[0].recall_before is None
    assert lines[1].recall_before == 1.0
    assert lines[1].stability == lines[2].stability == memory.stability
    assert (lines[2].recall_before, memory.phase) == (None, Phase.REVIEW)


def test_a_missing_card_is_still_known(desk: Desk) -> None:
    file = desk.write("a.md", questions(1))
    library = desk.open()
    answer(library.session(), Rating.EASY)
    desk.wait(days=1)
    file.unlink()
    library.refresh()
    info = library.card("a.md#q1")
    assert info.missing_since == "2026-12-02"
    assert (info.title, info.deck_title, len(info.reviews)) == ("Question number 1?", "a.md", 1)
    assert info.place is not None
    assert (info.place.path, info.place.line, info.folder) == ("a.md", 1, str(desk.decks))
    with pytest.raises(UsageError, match="no deck of this library"):
        library.show("a.md#q1")


def test_a_held_card_says_so_when_it_is_to_be_shown(desk: Desk) -> None:
    desk.write("a.md", "Q: One? {#same}\nA: 1\n\nQ: Two? {#same}\nA: 2\n")
    library = desk.open()
    assert library.card("a.md#same").place is not None
    with pytest.raises(UsageError, match="held") as error:
        library.show("a.md#same")
    assert "recall check" in error.value.hint


def test_a_card_of_another_library_is_known_too(desk: Desk) -> None:
    desk.write("b.md", question("Elsewhere?"), folder="own")
    desk.open(folders=("own",))
    library = desk.open()
    uid = desk.opened[0].search()[0].uid
    assert library.card(uid[:6]).folder == str(desk.root / "own")
