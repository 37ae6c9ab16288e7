"""One sitting: which card is current, which come back, how far it is, and how to step back.

A state machine without a clock: every instant is an argument, in UTC microseconds.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil

from recall.cards.memory import Rating
from recall.clock import MICROSECONDS_PER_MINUTE
from recall.errors import UsageError

LONGEST_ANSWER = 120.0
"""Seconds that count of one answer at most: a break for coffee does not spoil the estimate."""

USUAL_ANSWER = 12.0
"""Seconds an answer is taken to need before there is anything to go by."""

USUAL_WEIGHT = 5
"""As many answers of the usual length are taken to have been given before the first one."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A card of the sitting; ``due_at`` is the instant it waits for, None when it does not wait."""

    uid: str
    due_at: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One thing done to a card: its ``turn`` before, and the rating, or None when it was skipped.

    ``seconds`` is the time that counts.
    """

    turn: Turn
    rating: Rating | None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Counts:
    """How far a sitting is.

    ``done`` cards are finished for today, ``left`` are still to come, ``again`` of those were
    answered before; ``minutes`` is about how long the rest takes, rounded up. Every card counts
    once however often it comes back, so ``done + left`` never grows by answering.
    """

    done: int
    left: int
    again: int
    minutes: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Cards that come back later than the sitting looks ahead: how many, and the first when."""

    count: int
    until: int


class Sitting:
    """The cards of one sitting.

    ``cards`` are names and the instant each is due (None: at once), in the order to be shown; a
    name that comes twice counts once. ``learn_ahead`` is how many minutes before its time a card is
    shown when nothing else is left; it may be changed at any time and holds from the next card on.
    In a cram nothing waits: cards come in the order given, and only those answered Again come back.
    With ``once`` each card is answered once, whatever the answer was.

    A card stays current, whatever the clock does meanwhile, until it is answered or skipped.
    """

    def __init__(
        self,
        cards: Iterable[tuple[str, int | None]],
        *,
        learn_ahead: int = 20,
        cram: bool = False,
        once: bool = False,
    ) -> None:
        self.learn_ahead = learn_ahead
        self._cram = cram
        self._once = once
        self._shown: Turn | None = None
        self._ready: deque[str] = deque()
        self._waiting: dict[str, int] = {}
        self._present: set[str] = set()
        self._steps: list[Step] = []
        self._taken_back: list[tuple[str, Step | None]] = []
        for uid, due_at in cards:
            if uid not in self._present:
                self._put_last(Turn(uid, due_at))

    def current(self, now: int) -> str | None:
        """Return the card to show, choosing one when none is current; None when there is none.

        Cards whose time has come go first, the longest due foremost; then the queue; then those due
        within ``learn_ahead`` minutes, among which the card just answered lets others go before.
        """
        if self._shown is None:
            self._shown = self._draw(now)
        return self._shown.uid if self._shown is not None else None

    def answer(self, rating: Rating, seconds: float, due_at: int | None) -> None:
        """Answer the current card and let go of it.

        ``seconds`` is the time it took. ``due_at`` is when it comes back today, None when it is
        finished for today; a card answered Again then comes back all the same, behind the queue.

        Raises UsageError when no card is current: what was not shown is not answered.
        """
        turn = self._shown
        if turn is None:
            raise UsageError(
                "No card is shown, so nothing was graded.", "Show the next card first."
            )
        self._taken_back.clear()
        self._do(Step(turn, rating, min(max(seconds, 0.0), LONGEST_ANSWER)), due_at)

    def skip(self, uid: str) -> None:
        """Take a card out of the sitting: suspended, buried, or gone from its deck.

        A card that is not to come any more is left alone.
        """
        turn = self._take(uid)
        if turn is not None:
            self._taken_back.clear()
            self._steps.append(Step(turn, None))

    def put_back(self, uid: str) -> None:
        """Let a card that was skipped come after all, behind those still to come."""
        for index in range(len(self._steps) - 1, -1, -1):
            step = self._steps[index]
            if step.turn.uid == uid and step.rating is None and uid not in self._present:
                self._put_last(self._steps.pop(index).turn)
                return

    def restore(self, uid: str) -> None:
        """Take back the last answer or skip of a card and make it current.

        What was current goes back to where it came from, and the counts are what they were. A card
        that was never in this sitting (it was answered before) joins it.
        """
        turn = self._take(uid) or Turn(uid)
        step = None
        for index in range(len(self._steps) - 1, -1, -1):
            if self._steps[index].turn.uid == uid:
                step = self._steps.pop(index)
                turn = step.turn
                break
        self._taken_back.append((uid, step))
        if self._shown is not None:
            self._put_first(self._shown)
        self._shown = turn
        self._present.add(uid)

    def repeat(self, uid: str, due_at: int | None) -> None:
        """Do again what ``restore`` took back of a card, so that the next one comes.

        ``due_at`` is when it comes back today, None when it is finished for today. What was not
        done in this sitting is not counted: the card leaves it, or waits for that instant.
        """
        places = [place for place, (name, _) in enumerate(self._taken_back) if name == uid]
        step = self._taken_back.pop(places[-1])[1] if places else None
        if step is not None:
            self._do(step, due_at)
            return
        self._take(uid)
        if due_at is not None and not self._cram:
            self._put_last(Turn(uid, due_at))

    def holds(self, uid: str) -> bool:
        """Return whether a card is current or still to come."""
        return uid in self._present

    def pause(self, now: int) -> Pause | None:
        """Return what the sitting waits for when it has nothing to show at ``now``, else None."""
        if not self._waiting or self.current(now) is not None:
            return None
        return Pause(len(self._waiting), min(self._waiting.values()))

    @property
    def steps(self) -> tuple[Step, ...]:
        """Everything done in this sitting and not taken back, oldest first."""
        return tuple(self._steps)

    @property
    def ratings(self) -> Mapping[Rating, int]:
        """How often each rating was given."""
        return Counter(step.rating for step in self._steps if step.rating is not None)

    @property
    def seconds(self) -> float:
        """The time of all answers, each counted up to ``LONGEST_ANSWER``."""
        return sum(step.seconds for step in self._steps)

    @property
    def counts(self) -> Counts:
        """How far the sitting is."""
        answered = {step.turn.uid for step in self._steps if step.rating is not None}
        skipped = {step.turn.uid for step in self._steps if step.rating is None}
        left = len(self._present)
        given = sum(step.rating is not None for step in self._steps)
        mean = (USUAL_ANSWER * USUAL_WEIGHT + self.seconds) / (USUAL_WEIGHT + given)
        return Counts(
            done=len(answered - skipped - self._present),
            left=left,
            again=len(answered & self._present),
            minutes=ceil(left * mean / 60),
        )

    def _do(self, step: Step, due_at: int | None) -> None:
        uid = step.turn.uid
        self._steps.append(step)
        self._take(uid)
        if self._once:
            return
        if due_at is not None and not self._cram:
            self._put_last(Turn(uid, due_at))
        elif step.rating is Rating.AGAIN:
            self._put_last(Turn(uid))

    def _draw(self, now: int) -> Turn | None:
        """Remove and return the next card."""
        first = min(self._waiting.values(), default=None)
        if self._ready and (first is None or first > now):
            return Turn(self._ready.popleft())
        ahead = max(self.learn_ahead, 0) * MICROSECONDS_PER_MINUTE
        if first is None or first > now + ahead:
            return None
        just_answered = self._steps[-1].turn.uid if self._steps else None
        due_at, uid = min(
            ((due_at, uid) for uid, due_at in self._waiting.items() if due_at <= now + ahead),
            key=lambda card: (card[0] > now, card[1] == just_answered, card),
        )
        del self._waiting[uid]
        return Turn(uid, due_at)

    def _take(self, uid: str) -> Turn | None:
        """Remove and return a card, wherever it is."""
        if uid not in self._present:
            return None
        self._present.remove(uid)
        if self._shown is not None and self._shown.uid == uid:
            turn, self._shown = self._shown, None
            return turn
        if uid in self._waiting:
            return Turn(uid, self._waiting.pop(uid))
        self._ready.remove(uid)
        return Turn(uid)

    def _put_last(self, turn: Turn) -> None:
        self._present.add(turn.uid)
        if turn.due_at is not None and not self._cram:
            self._waiting[turn.uid] = turn.due_at
        else:
            self._ready.append(turn.uid)

    def _put_first(self, turn: Turn) -> None:
        if turn.due_at is not None:
            self._waiting[turn.uid] = turn.due_at
        else:
            self._ready.appendleft(turn.uid)
