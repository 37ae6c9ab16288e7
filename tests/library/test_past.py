"""What was done, in words, and what would follow."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from recall.cards.history import ActionKind, Mode, Review
from recall.cards.memory import Rating
from recall.library.library import Library
from recall.library.marking import new_action
from recall.library.past import Past
from recall.storage import journal, placements
from tests.library.building import PLAIN, Desk, answer, answer_all, question, questions


def told(past: Past) -> list[str]:
    return [deed.effect for deed in past.deeds]


def test_each_deed_says_what_follows_its_undo(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    library = desk.open(PLAIN)
    assert library.history() == Past((), None, None)
    answer(library.session(), Rating.EASY)
    desk.wait(days=8)
    answer(library.session(new=0), Rating.GOOD)
    library.mark("a.md#q2", suspended=True)
    library.mark("a.md#q2", buried=True)
    library.mark("a.md#q2", flagged=True)
    library.reset("a.md#q1")
    assert told(library.history()) == [
        "Takes back resetting “Question number 1?”; its answers count again.",
        "Takes back flagging “Question number 2?”; the flag is off again.",
        "Takes back burying “Question number 2?”; the card comes again today.",
        "Takes back suspending “Question number 2?”; the card comes again.",
        "Takes back Good for “Question number 1?”; the card is due today again.",
        "Takes back Easy for “Question number 1?”; the card is new again.",
    ]
    library.undo()
    past = library.history(5)
    assert past.deeds[0].effect == "Resetting “Question number 1?” counts again."
    assert past.deeds[0].undone
    assert past.deeds[4].effect == (
        "Takes back Good for “Question number 1?”; the card is due today again."
    )
    assert past.next_undo == past.deeds[1].id
    assert past.next_redo == past.deeds[0].id
    assert (past.deeds[4].when, past.deeds[4].kind) == ("2026-12-09 09:30", "review")
    assert past.deeds[4].at == "2026-12-09T09:30:00.000000Z"
    assert {deed.uid for deed in past.deeds} == {"a.md#q1", "a.md#q2"}


def test_a_card_that_is_due_later_says_when(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(PLAIN)
    answer(library.session(), Rating.EASY)
    desk.wait(days=1)
    session = library.session(cram=True)
    answer(session, Rating.AGAIN)
    assert "the schedule stays as it is" in library.history().deeds[0].effect
    desk.wait(days=10)
    answer(library.session(), Rating.GOOD)
    desk.wait(days=-9)
    (newest, *_) = library.history().deeds
    assert newest.effect.startswith("Takes back Good for “Question number 1?”; the card is due")


def test_links_and_settings(desk: Desk) -> None:
    desk.write("a.md", question("What is the captial of Peru?"))
    library = desk.open(PLAIN)
    answer_all(desk, library.session())
    desk.write("a.md", question("What is the capital of Peru?"))
    library.close()
    desk.wait(days=9)
    library = desk.open(replace(PLAIN, desired_retention=0.8))
    answer(library.session(), Rating.GOOD)
    good, settings, link, easy = library.history().deeds
    assert [deed.settled for deed in (good, settings, link, easy)] == [False, True, False, False]
    assert settings.effect == (
        "Settings stand in the configuration: set them back with recall config."
    )
    assert link.effect.endswith("; they are two cards.")
    assert "Q: What is the captial of Peru?" in link.what
    assert library.undo() is not None
    undone = library.undo()
    assert undone is not None
    assert undone.sentence.startswith("The link from")


def finish_page(library: Library, uids: list[str]) -> None:
    """Write a finished page with a review of each point, as one deed."""
    context = library._context
    with context.store.writing() as tx:
        moment = context.moment(tx)
        made = []
        for uid in uids:
            state = journal.state(tx, uid)
            outcome = context.scheduler.apply(
                uid, state.memory, moment, Rating.GOOD, 0.9, steps=False
            )
            one = Review(
                id=context.new_id(moment.at),
                name=uid,
                at=moment.at,
                offset=moment.offset,
                day=moment.day,
                rating=Rating.GOOD,
                milliseconds=0,
                mode=Mode.BLANK_PAGE,
                retention=0.9,
                due_day=outcome.memory.due_day,
                due_at=outcome.memory.due_at,
            )
            journal.add_review(
                tx, uid, one, outcome.memory, expected_last_review_id=state.last_review_id
            )
            made.append(one.id)
        body = json.dumps({"reviews": made})
        journal.add_action(tx, new_action(context, moment, ActionKind.PAGE, uids[0], body))


def test_a_finished_page_is_taken_back_whole(desk: Desk) -> None:
    desk.write("a.md", "R: Rebuild it. {#r}\n- The first point stands here\n- The second one\n")
    library = desk.open(PLAIN)
    context = library._context
    with context.store.reading() as tx:
        uids = sorted(placements.files_of_cards(tx, context.folders))
    assert len(uids) == 2
    before = [desk.state(uid) for uid in uids]
    finish_page(library, uids)
    after = [desk.state(uid) for uid in uids]
    assert after != before
    (deed,) = library.history().deeds
    assert (deed.kind, deed.then) == ("page", "its points are due as they were before")
    undone = library.undo()
    assert undone is not None
    assert undone.sentence.startswith("The blank page of “Rebuild it.")
    assert "2 grades was taken back" in undone.sentence
    assert [desk.state(uid) for uid in uids] == before
    assert library.undo() is None
    library.redo()
    assert [desk.state(uid) for uid in uids] == after


@pytest.mark.parametrize(
    ("kind", "target", "what"),
    [
        (ActionKind.OPEN, "kimi-k3 L4", "opening kimi-k3 L4"),
        (ActionKind.WORDING, "a.md#q1", "the wording remembered for “Question number 1?”"),
    ],
)
def test_what_changes_no_card(desk: Desk, kind: ActionKind, target: str, what: str) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(PLAIN)
    context = library._context
    with context.store.writing() as tx:
        moment = context.moment(tx)
        journal.add_action(tx, new_action(context, moment, kind, target))
    (deed,) = library.history().deeds
    assert (deed.what, deed.uid) == (what, None if kind is ActionKind.OPEN else target)
    assert library.undo() is not None
    assert library.history().deeds[0].undone
    assert library.redo() is not None
