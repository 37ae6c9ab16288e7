"""Random deeds, undone and done again on a real store and across restarts.

Beside the library stands the plainest model there is: a list of what the states were before each
deed. Whatever was done in between, an undo gives back the states before it, bit for bit, a redo
those after it, and doctor finds that they are those of the log.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from recall.cards.memory import NEW_MEMORY, NO_MARKS, Rating
from recall.storage import journal, names
from recall.storage.records import State
from tests.library.building import PLAIN, Desk, answer, question

WORDINGS = (
    "What is the captial of Peru?",
    "What is the capital of Peru?",
    "What is Perus capital?",
)
OTHERS = ("How high is K2?", "Who wrote Faust?", "What is 7 × 8?")


class Undoing(RuleBasedStateMachine):
    """What a learner does, with two lists of states: those an undo and those a redo leads to."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.desk = Desk(Path(self.stack.enter_context(tempfile.TemporaryDirectory())))
        self.desk.decks.mkdir()
        self.wording = WORDINGS[0]
        self.before: list[dict[str, State]] = []
        self.after: list[dict[str, State]] = []
        self.last: dict[str, State] = {}

    @initialize()
    def open(self) -> None:
        self.save()
        self.library = self.desk.open(PLAIN)

    def teardown(self) -> None:
        self.desk.close()
        self.stack.close()

    def save(self) -> None:
        self.desk.write("a.md", "".join(question(text) for text in (self.wording, *OTHERS)))

    def states(self) -> dict[str, State]:
        """The states of all cards; one that was never met is as good as none."""
        with self.desk.store() as store, store.reading() as tx:
            found = journal.all_states(tx)
            linked = sorted(names.aliases(tx).items())
        states = {
            uid: state
            for uid, state in found.items()
            if (state.memory, state.marks) != (NEW_MEMORY, NO_MARKS)
        }
        # Which names are one card is part of what was there.
        return states | {f"{name} is {uid}": State() for name, uid in linked}

    def do(self, deed: object) -> None:
        """Take note of the states before a deed that was just done, if it did anything."""
        if deed:
            self.before.append(self.last)
            self.after.clear()

    def links(self) -> set[str]:
        """The ids of the deeds that are links."""
        return {deed.id for deed in self.library.history(None).deeds if deed.kind == "link"}

    def uids(self) -> list[str]:
        return [row.uid for row in self.library.search()]

    @invariant()
    def remember(self) -> None:
        if hasattr(self, "library"):
            self.last = self.states()

    @rule(rating=st.sampled_from(Rating), days=st.integers(0, 40))
    def grade(self, rating: Rating, days: int) -> None:
        self.desk.wait(days=days, minutes=11)
        session = self.library.session()
        self.do(session.current is not None and answer(session, rating))

    @rule(card=st.integers(0, 3), rating=st.sampled_from(Rating))
    def cram(self, card: int, rating: Rating) -> None:
        session = self.library.session(cram=True)
        self.do(session.current is not None and answer(session, rating))

    @rule(
        card=st.integers(0, 3),
        mark=st.sampled_from(("suspended", "buried", "flagged")),
        on=st.booleans(),
    )
    def mark(self, card: int, mark: str, on: bool) -> None:
        uids = self.uids()
        self.library.mark(uids[card % len(uids)], **{mark: on})
        self.do(True)

    @rule(card=st.integers(0, 3))
    def reset(self, card: int) -> None:
        uids = self.uids()
        self.do(self.library.reset(uids[card % len(uids)]))

    @rule(wording=st.sampled_from(WORDINGS))
    def reword(self, wording: str) -> None:
        self.wording = wording
        self.save()
        self.do(self.library.refresh().linked)

    @rule(hours=st.integers(-30, 30))
    def reopen(self, hours: int) -> None:
        self.library.close()
        self.desk.wait(hours=hours)
        self.library = self.desk.open(PLAIN)

    @rule(by_session=st.booleans())
    def undo(self, by_session: bool) -> None:
        before = self.states()
        # A session passes over links that reading the decks made.
        linked = self.library.history(None).next_undo in self.links()
        by_session = by_session and not linked
        undone = self.library.session().undo() if by_session else self.library.undo()
        assert (undone is not None) == bool(self.before)
        if undone is not None:
            self.after.append(before)
            assert self.states() == self.before.pop()

    @rule(by_session=st.booleans())
    def redo(self, by_session: bool) -> None:
        before = self.states()
        done = self.library.session().redo() if by_session else self.library.redo()
        assert (done is not None) == bool(self.after)
        if done is not None:
            self.before.append(before)
            assert self.states() == self.after.pop()

    @precondition(lambda self: len(self.before) > 1)
    @rule(share=st.floats(0, 1))
    def back_and_forth(self, share: float) -> None:
        """Go back to some deed and do everything again: nothing is other than it was."""
        now, count = self.states(), 1 + int(share * (len(self.before) - 1))
        deeds = self.library.history(None).deeds
        undone = [deed.id for deed in deeds if not (deed.undone or deed.settled)]
        assert len(undone) == len(self.before)
        assert len(self.library.undo_back_to(undone[count - 1])) == count
        assert self.states() == self.before[-count]
        assert len(self.library.redo_up_to(undone[0])) == count
        assert self.states() == now

    @invariant()
    def the_states_are_those_of_the_log(self) -> None:
        if not hasattr(self, "library"):
            return
        wrong = [one for one in self.library.doctor() if not one.well and one.name != "clock"]
        assert wrong == []
        past = self.library.history(None)
        assert (past.next_undo is not None) == bool(self.before)
        assert (past.next_redo is not None) == bool(self.after)


TestUndoing = Undoing.TestCase
TestUndoing.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
