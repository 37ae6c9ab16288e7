"""Doing again what was undone, and going back through several things at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from recall.cards.history import Action, ActionKind
from recall.cards.memory import NEW_MEMORY, Marks, Memory, Rating
from recall.errors import UsageError
from recall.library.marking import new_action
from recall.storage import journal
from tests.library.building import (
    PLAIN,
    Desk,
    answer,
    answer_all,
    assert_well,
    current,
    ended,
    finding,
    question,
    questions,
)


def states(desk: Desk) -> dict[str, object]:
    """Every cached state that says anything; a card never met has none or an empty one."""
    with desk.store() as store, store.reading() as tx:
        found = journal.all_states(tx)
    return {
        uid: state
        for uid, state in found.items()
        if (state.memory, state.marks, state.last_review_id) != (NEW_MEMORY, Marks(), None)
    }


def test_redo_gives_back_exactly_what_undo_took(desk: Desk) -> None:
    desk.write("a.md", questions(3))
    library = desk.open()
    session = library.session()
    before = states(desk)
    uid = answer(session, Rating.EASY)
    after = states(desk)
    session.undo()
    assert states(desk) == before
    done = session.redo()
    assert done is not None
    assert done.sentence == "Easy for “Question number 1?” counts again."
    assert (done.uid, done.returns) == (uid, True)
    assert states(desk) == after
    assert current(session).uid != uid
    assert (session.progress.done, session.progress.left) == (1, 2)
    assert session.summary().new == 1
    assert library.redo() is None
    assert_well(library)


def test_redo_stops_where_something_new_was_done(desk: Desk) -> None:
    desk.write("a.md", questions(3))
    library = desk.open()
    session = library.session()
    for _ in range(2):
        answer(session, Rating.EASY)
    session.undo()
    session.undo()
    library.mark("a.md#q3", flagged=True)
    assert library.redo() is None
    library.undo()
    done = library.redo()
    assert done is not None
    assert done.sentence == "Flagging “Question number 3?” counts again."
    assert library.redo() is None
    assert_well(library)


def test_undo_and_redo_across_restarts_without_end(desk: Desk) -> None:
    desk.write("a.md", questions(12))
    library = desk.open()
    seen = [states(desk)]
    session = library.session()
    while session.current is not None:
        answer(session, Rating.EASY)
        seen.append(states(desk))
    for state in reversed(seen[:-1]):
        assert library.undo() is not None
        assert states(desk) == state
        library.close()
        desk.wait(hours=5)
        library = desk.open()
    assert library.undo() is None
    for state in seen[1:]:
        assert library.redo() is not None
        assert states(desk) == state
        library.close()
        library = desk.open()
    assert library.redo() is None
    assert_well(library)


@pytest.mark.parametrize("deed", ["suspend", "bury"])
def test_redo_of_putting_a_card_away(desk: Desk, deed: str) -> None:
    desk.write("a.md", questions(2))
    session = desk.open().session()
    uid = current(session).uid
    getattr(session, deed)()
    session.undo()
    assert current(session).uid == uid
    session.redo()
    assert current(session).uid != uid
    assert session.progress.left == 1


def test_redo_of_a_grade_that_comes_back_today(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    session = desk.open().session()
    uid = answer(session, Rating.AGAIN)
    total = session.progress.total
    for _ in range(3):
        session.undo()
        assert current(session).uid == uid
        session.redo()
        assert session.progress.total == total
        assert session.progress.again == 1
    seen = answer_all(desk, session)
    assert seen == ["a.md#q2", uid]


def test_redo_in_a_session_that_never_held_the_card(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    desk.write("b.md", question("Other?"))
    library = desk.open()
    answer(library.session(("a.md",)), Rating.EASY)
    library.undo()
    session = library.session(("b.md",))
    assert session.redo() is not None
    assert session.progress.left == 1
    whole = desk.open().session()
    library.undo()
    assert whole.redo() is not None
    assert current(whole).prompt is not None
    assert whole.progress.left == 1


def test_a_grade_and_the_flag_it_led_to_are_one_deed(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open()
    before = states(desk)
    uid = answer(library.session(), Rating.AGAIN)
    (review,) = desk.reviews()
    with desk.store() as store, store.writing() as tx:
        flag = Action("flag-of-it", ActionKind.FLAG, uid, review.at, review.offset, review.day)
        journal.add_action(tx, flag)
        state = journal.state(tx, uid)
        journal.set_state(tx, uid, replace(state, marks=Marks(flagged=True)))
    after = states(desk)
    undone = library.undo()
    assert undone is not None
    assert undone.sentence == ("Again for “Question number 1?” and the flag it set was taken back.")
    assert states(desk) == before
    assert library.undo() is None
    library.redo()
    assert states(desk) == after
    assert_well(library)


def test_going_back_through_several_deeds_at_once(desk: Desk) -> None:
    desk.write("a.md", questions(4))
    library = desk.open()
    seen = [states(desk)]
    session = library.session()
    for _ in range(4):
        answer(session, Rating.EASY)
        seen.append(states(desk))
    deeds = library.history().deeds
    undone = library.undo_back_to(deeds[2].id)
    assert [one.uid for one in undone] == ["a.md#q4", "a.md#q3", "a.md#q2"]
    assert states(desk) == seen[1]
    with pytest.raises(UsageError):
        library.undo_back_to(deeds[2].id)
    done = library.redo_up_to(deeds[1].id)
    assert [one.uid for one in done] == ["a.md#q2", "a.md#q3"]
    assert states(desk) == seen[3]
    with pytest.raises(UsageError):
        library.redo_up_to(deeds[3].id)
    assert states(desk) == seen[3]
    with pytest.raises(UsageError):
        library.undo_back_to("nothing")
    assert states(desk) == seen[3]
    assert_well(library)


def test_undo_of_a_link_that_a_refresh_made(desk: Desk) -> None:
    desk.write("a.md", question("What is the captial of Peru?", "Lima"))
    library = desk.open()
    answer_all(desk, library.session())
    before = states(desk)
    desk.write("a.md", question("What is the capital of Peru?", "Lima"))
    assert library.refresh().reworded == 1
    assert states(desk) == before
    undone = library.undo()
    assert undone is not None
    assert "; they are two cards now." in undone.sentence
    assert library.session().current is not None
    done = library.redo()
    assert done is not None
    assert done.sentence.startswith("The link from “Q: What is the captial")
    assert states(desk) == before
    assert ended(library.session())
    assert_well(library)


def test_the_links_of_one_refresh_are_one_deed(desk: Desk) -> None:
    old = [question(f"What is the captial of {name}?", name) for name in ("Peru", "Chile", "Cuba")]
    desk.write("a.md", "".join(old))
    library = desk.open()
    answer_all(desk, library.session())
    desk.write("a.md", "".join(old).replace("captial", "capital"))
    assert library.refresh().reworded == 3
    undone = library.undo()
    assert undone is not None
    assert undone.sentence == (
        "Carrying 3 cards over to new wordings was taken back; each is a card of its own now."
    )
    assert library.home().new == 3
    assert library.redo() is not None
    assert library.home().new == 0
    assert_well(library)


def test_undo_of_a_link_while_its_card_is_shown(desk: Desk) -> None:
    desk.write("a.md", question("What is the captial of Peru?", "Lima") + question("Other?"))
    library = desk.open(PLAIN)
    session = library.session()
    desk.write("a.md", question("What is the capital of Peru?", "Lima") + question("Other?"))
    library.refresh()
    assert session.reload()
    session.undo()
    assert current(session).kind
    answer(session, Rating.EASY)
    assert_well(library)


def test_undo_of_what_no_card_is_about(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open()
    context = library._context
    with context.store.writing() as tx:
        moment = context.moment(tx)
        journal.add_action(tx, new_action(context, moment, ActionKind.OPEN, "kimi-k3/L4"))
    session = library.session()
    session.reveal()
    undone = session.undo()
    assert undone is not None
    assert (undone.uid, undone.returns) == (None, False)
    assert "kimi-k3/L4" in undone.sentence
    assert session.revealed
    assert library.redo() is not None


def test_a_memory_of_the_future_stays_in_order(desk: Desk) -> None:
    """What a wrong clock dated far ahead is followed, not preceded, by what comes later."""
    desk.write("a.md", questions(2))
    library = desk.open()
    desk.wait(days=400)
    library.mark("a.md#q1", suspended=True)
    answer(library.session(), Rating.EASY)
    desk.wait(days=-400)
    library.mark("a.md#q1", suspended=False)
    assert library.reset("a.md#q2")
    assert desk.state("a.md#q2").memory == Memory()
    assert not desk.state("a.md#q1").marks.suspended
    assert finding(library, "card states").well
    desk.wait(days=1)
    assert len(answer_all(desk, library.session())) == 2
    assert finding(library, "card states").well
    instants = [one.at for one in desk.reviews()] + [one.at for one in desk.actions()]
    assert len(instants) == len(set(instants))
