"""One sitting: which card is shown, what an answer is worth, and what happens to a grade."""

from __future__ import annotations

import json
from collections.abc import Sequence

from recall.cards.card import Kind
from recall.cards.history import ActionKind, Mode, Review
from recall.cards.memory import Memory, Phase, Rating
from recall.clock import Moment
from recall.errors import StaleCard, UsageError
from recall.library.context import Context
from recall.library.finishing import open_unit
from recall.library.following import Following
from recall.library.leeches import Leech, point_out
from recall.library.looking_up import stored_card
from recall.library.marking import mark, record_settings
from recall.library.overview import standing_notices
from recall.library.previews import preview_of
from recall.library.results import Title
from recall.library.seating import seats
from recall.library.showing import Asked, answered, ask, judge, keeps_places
from recall.library.summing_up import summary_of
from recall.library.undoing import redo, undo
from recall.library.values import (
    DeckRow,
    Preview,
    Progress,
    Response,
    Showing,
    Summary,
    Undone,
    Verdict,
)
from recall.storage import journal
from recall.storage.records import State
from recall.storage.store import Transaction
from recall.study.free_recall.merit import Help
from recall.study.queue import Plan
from recall.study.session import Sitting

_LONGEST_ANSWER_MILLISECONDS = 3_600_000


class StudySession(Following):
    """A sitting, driven by a front.

    A card is shown (``current``), the learner answers (``reveal`` with a response, or without one
    for reveal cards), then grades. ``grade`` before ``reveal`` raises UsageError and changes
    nothing. When a grade cannot be saved StorageError is raised, the card stays current and
    revealed, and calling ``grade`` again retries. When the card was answered in another window
    meanwhile StaleCard is raised, the answer is not kept, and the next card is current. A card that
    was answered or put away elsewhere before it comes up is passed over.
    ``notices`` are sentences to be read before anything is graded. A cram asks all cards of the
    files. ``uids`` are asked in their order and nothing else is, in a cram or graded. With
    ``review`` the session interleaves the units this deck draws from; its first grade begins it.
    ``leech`` is the card that the last grade made one, if it did.
    """

    def __init__(
        self,
        context: Context,
        *,
        files: Sequence[int] | None = None,
        limit: int | None = None,
        new: int | None = None,
        cram: bool = False,
        review: DeckRow | None = None,
        uids: Sequence[str] | None = None,
    ) -> None:
        self.mode = Mode.CRAM if cram else Mode.REVIEW
        self.current: Showing | None = None
        self.revealed = False
        self.verdict: Verdict | None = None
        self.plan = Plan(())
        self.notices: tuple[str, ...] = ()
        self.leech: Leech | None = None
        self._context = context
        self._files = files
        self._uids = uids
        self._asked: Asked | None = None
        self._last_review_id: str | None = None
        self._response: Response | None = None
        self._hinted = False
        self._saved = False
        self._shown_at = 0
        self._orders: dict[str, tuple[int, ...]] = {}
        self._new_seen: set[str] = set()
        self._away = []
        self._review = review
        self._units: dict[str, Title] | None = None if review is None else {}
        self._begins = None if review is None or review.finished else review
        self._known: dict[str, Memory] = {}
        with context.store.reading() as tx:
            self.notices = standing_notices(context, tx)
            self._sitting = self._seat(tx, limit, new)
        self._show_next()

    def _seat(self, tx: Transaction, limit: int | None, new: int | None) -> Sitting:
        """Return the cards of the session, in order."""
        seated = seats(
            self._context,
            tx,
            files=self._files,
            uids=self._uids,
            review=self._review,
            limit=limit,
            new=new,
            cram=self.cram,
        )
        self.plan, self._known = seated.plan, dict(seated.known)
        return Sitting(seated.cards, learn_ahead=self._context.config.learn_ahead, cram=self.cram)

    @property
    def cram(self) -> bool:
        """Whether answers leave the schedule as it is."""
        return self.mode is Mode.CRAM

    def previews(self) -> tuple[Preview, ...]:
        """Return what each of the four ratings would do to the current card; nothing for a cram."""
        asked = self._asked
        if asked is None or self.cram:
            return ()
        now, showing = self._moment(), asked.showing
        outcomes = self._context.scheduler.outcomes(
            showing.uid, showing.memory, now, asked.entry.attributes.retention
        )
        return tuple(preview_of(outcome, now, self._context.clock) for outcome in outcomes.values())

    def hint(self) -> None:
        """Record that the hint of the current card was asked for."""
        self._hinted = True

    def reveal(self, response: Response | None = None) -> Verdict | None:
        """Show the answer side; return what the response is worth, None for reveal cards.

        Raises UsageError when no card is shown.
        """
        asked = self._require_card()
        if not self.revealed:
            seconds = self._milliseconds() / 1000
            self._response = response
            if response is not None:
                self.verdict = judge(asked, response, seconds, self._context.config.slow_answer)
            self.revealed = True
        return self.verdict

    def grade(self, rating: Rating) -> None:
        """Save a grade durably and go to the next card.

        Raises UsageError before ``reveal``, StorageError when it cannot be saved, StaleCard when
        the card was answered elsewhere since it was shown.
        """
        asked = self._require_card()
        if not self.revealed:
            raise UsageError(
                "The card was not graded, because its answer was not shown.",
                "Show the answer first, then grade.",
            )
        if not self._saved:
            milliseconds = self._milliseconds()
            try:
                due_at = self._save(asked, rating, milliseconds)
            except StaleCard:
                self._sitting.skip(asked.showing.uid)
                self._show_next()
                raise
            # When the next card cannot be read, a retry must not save this one again.
            self._saved = True
            self._begins = None
            if self._units is not None:
                self._units.setdefault(
                    asked.showing.uid, (asked.showing.code, asked.showing.deck_title)
                )
            if asked.showing.memory.phase is Phase.NEW and not self.cram:
                self._new_seen.add(asked.showing.uid)
            self._sitting.answer(rating, milliseconds / 1000, due_at)
        self._show_next()

    def undo(self) -> Undone | None:
        """Take back the last thing done, here or in an earlier run; its card becomes current."""
        undone = undo(self._context, own=True)
        if undone is not None and undone.uid is not None:
            self._known.pop(undone.uid, None)
        if undone is not None and undone.uid is not None and self._takes(undone):
            self._sitting.restore(undone.uid)
            if self._state(undone.uid).memory.reps == 0:
                self._new_seen.discard(undone.uid)
            self._show_next()
        elif undone is not None:
            self.look_again()
        return undone

    def _takes(self, undone: Undone) -> bool:
        """Whether the card of what was taken back is to be answered in this session."""
        return undone.returns

    def redo(self) -> Undone | None:
        """Do again what was undone last; a card that was answered or put away by it goes on."""
        done = redo(self._context)
        if done is not None and done.uid is not None and self._takes(done):
            state = self._state(done.uid)
            away = state.marks.suspended or state.marks.buried(self._moment().day)
            self._sitting.repeat(done.uid, None if away else state.memory.due_at)
            if state.memory.reps == 1 and not away and not self.cram:
                self._new_seen.add(done.uid)
            self._show_next()
        elif done is not None:
            self.look_again()
        return done

    def suspend(self) -> None:
        """Suspend the current card and go on."""
        self._put_away(ActionKind.SUSPEND)

    def bury(self) -> None:
        """Put the current card off until tomorrow and go on."""
        self._put_away(ActionKind.BURY)

    def flag(self) -> bool:
        """Flag the current card, or take the flag off; return whether it is flagged now."""
        showing = self._require_card().showing
        flagged = not showing.marks.flagged
        mark(self._context, showing.uid, ActionKind.FLAG if flagged else ActionKind.UNFLAG)
        self._load(showing.uid, again=True)
        return flagged

    def reload(self) -> bool:
        """Show the current card as its deck has it now; return whether it is still there.

        A card that is gone is skipped. Call after ``Library.refresh``.
        """
        if self.current is None:
            self._show_next()
            return False
        if self._load(self.current.uid, again=True):
            return True
        self._pass_over(self.current.uid)
        self._show_next()
        return False

    def look_again(self) -> None:
        """Show the current card as it is after it was reset, or something undone or done again.

        Where its memory is another one, it is asked anew: what was answered says nothing any more.
        """
        shown = self.current
        if shown is None:
            return
        kept = self._state(shown.uid).last_review_id == self._last_review_id
        if not self._load(shown.uid, again=kept):
            self._sitting.skip(shown.uid)
            self._show_next()

    @property
    def progress(self) -> Progress:
        """How far the session is."""
        counts = self._sitting.counts
        return Progress(counts.done, counts.left, counts.again, counts.minutes)

    def summary(self) -> Summary:
        """What the session was so far."""
        return summary_of(
            self._context, self._sitting, self._new_seen, self._units or {}, cram=self.cram
        )

    def _save(self, asked: Asked, rating: Rating, milliseconds: int) -> int | None:
        """Write the review in one transaction; return the instant it comes back, if today."""
        context, showing = self._context, asked.showing
        with context.store.writing() as tx:
            last_at = journal.state(tx, showing.uid).last_at
            moment = context.moment_of_card(tx, showing.uid, last_at)
            if not self.cram:
                moment = record_settings(context, tx, moment)
            if self._begins is not None:
                # At the same instant, so that one undo takes back both.
                open_unit(context, tx, moment, self._begins)
            outcome = context.scheduler.apply(
                showing.uid, showing.memory, moment, rating, asked.entry.attributes.retention
            )
            memory = showing.memory if self.cram else outcome.memory
            leech = point_out(
                context, tx, moment, showing.uid, showing.memory.lapses, memory.lapses
            )
            review = Review(
                id=context.new_id(moment.at),
                name=showing.name,
                at=moment.at,
                offset=moment.offset,
                day=moment.day,
                rating=rating,
                milliseconds=milliseconds,
                mode=self.mode,
                retention=outcome.explanation.retention,
                due_day=None if self.cram else memory.due_day,
                due_at=None if self.cram else memory.due_at,
                answer=self._answer_json(asked),
            )
            journal.add_review(
                tx,
                showing.uid,
                review,
                memory,
                expected_last_review_id=self._last_review_id,
            )
        self.leech = leech
        if showing.uid in self._known:
            self._known[showing.uid] = memory
        return memory.due_at if not self.cram else None

    def _answer_json(self, asked: Asked) -> str | None:
        answer = self._answered_json(asked, self._response)
        if asked.showing.kind is Kind.FREE_RECALL:
            answer["stage"] = Help.CUED.value  # as on a blank page, where a point is also asked so
        if self.verdict is not None:
            answer["share"] = round(self.verdict.share, 4)
        if self._hinted:
            answer["hint"] = True
        return json.dumps(answer, ensure_ascii=False, allow_nan=False) if answer else None

    def _answered_json(self, asked: Asked, response: Response | None) -> dict[str, object]:
        return {} if response is None else answered(asked, response)

    def _put_away(self, kind: ActionKind) -> None:
        uid = self._require_card().showing.uid
        mark(self._context, uid, kind)
        self._sitting.skip(uid)
        self._show_next()

    def _show_next(self) -> None:
        while True:
            uid = self._sitting.current(self._context.clock.now().at)
            if uid is None:
                self._asked = self.current = None
                self._forget_answer()
                return
            if self._load(uid):
                return
            self._pass_over(uid)

    def _state(self, uid: str) -> State:
        with self._context.store.reading() as tx:
            return journal.state(tx, uid)

    def _load(self, uid: str, *, again: bool = False) -> bool:
        """Make a card current; ``again`` shows the current one anew, keeping what was answered."""
        context = self._context
        with context.store.reading() as tx:
            stored = stored_card(context, tx, uid)
            state = journal.state(tx, uid)
        if stored is None or (not again and self._is_done_elsewhere(uid, state)):
            return False
        before = self._asked if again else None
        # An edit of a note must neither shuffle the options under the learner's eyes nor hide that
        # the card was answered elsewhere since it was first shown.
        kept = before is not None and keeps_places(before.entry.parts, stored.entry.parts)
        asked = ask(
            stored,
            context.random.getrandbits(63),
            type_gaps=context.config.cloze == "type",
            previous=self._orders.get(uid),
            order=before.order if before is not None and kept else None,
        )
        if before is None or before.entry.parts != asked.entry.parts:
            self._forget_answer()
            self._last_review_id = state.last_review_id
        if not again:
            self._shown_at = context.clock.now().at
        self._orders[uid] = asked.order
        self._asked, self.current = asked, asked.showing
        return True

    def _is_done_elsewhere(self, uid: str, state: State) -> bool:
        """Whether a card was answered or put away in another window since it was planned here."""
        known = self._known.get(uid)  # what was named by the learner is asked all the same
        if known is None:
            return False
        return (
            state.memory != known or state.marks.suspended or state.marks.buried(self._moment().day)
        )

    def _forget_answer(self) -> None:
        self.revealed = self._saved = False
        self.verdict = None
        self._response = None
        self._hinted = False

    def _require_card(self) -> Asked:
        if self._asked is None:
            raise UsageError("No card is shown.", "Start another review when cards are due.")
        return self._asked

    def _milliseconds(self) -> int:
        elapsed = (self._context.clock.now().at - self._shown_at) // 1000
        return min(max(elapsed, 0), _LONGEST_ANSWER_MILLISECONDS)

    def _moment(self) -> Moment:
        with self._context.store.reading() as tx:
            return self._context.moment(tx)
