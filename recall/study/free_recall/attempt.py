"""One attempt at a blank page, from the guess to the last miss: a state machine without a clock.

An ``Attempt`` is a frozen value; every event gives the next one, so that it can be kept at any
moment and taken up at the same place. What does not fit the stage raises UsageError and changes
nothing. Instants are UTC microseconds.

What was recalled without help is told from the text: the page as it stood when the first heading
was revealed is kept, and a point counts as free when the words of its evidence stand in it in this
order. So it does not matter where on the page the learner goes on writing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from recall.errors import UsageError
from recall.study.free_recall.values import Clash, Comparison, PointResult, Span, State

LONGEST_PAUSE = 120_000_000
"""Microseconds between two events that count as writing at most: a break does not count."""

_WORD = re.compile(r"[^\W_]+")


class Stage(StrEnum):
    """Where an attempt is; the stages come in this order."""

    GUESS = "guess"
    WRITING = "writing"
    ANYTHING_ELSE = "anything else"
    COMPARING = "comparing"
    SECOND_CHANCE = "second chance"
    ONCE_MORE = "once more"
    SUMMARY = "summary"


class Cued(StrEnum):
    """What became of a second chance."""

    RECALLED = "recalled"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Decision:
    """The learner's word on one point.

    ``said`` is whether the page says it, None while the proposal stands: a point that is found is
    then taken as said and any other is not. ``evidence`` is the stretch of the page that was
    claimed, None for that of the comparison. ``clash`` is whether a sentence of the page is a
    misconception of this point, None while not answered. ``answer`` was typed on the cue, ``cued``
    is what became of the second chance. ``remember`` is whether the claimed wording is to count
    from now on, None while not asked.
    """

    said: bool | None = None
    evidence: Span | None = None
    clash: bool | None = None
    answer: str | None = None
    cued: Cued | None = None
    remember: bool | None = None


_UNDECIDED = Decision()


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt at a blank page.

    ``id`` names it for good, ``started`` is when it began. ``guess`` is how many points the learner
    expects to get; ``revealed`` are the headings asked for and ``free`` the text as it stood before
    the first of them, None when none was; ``asked_else`` tells that "anything else?" was asked. The
    text is locked from the moment there is a ``comparison``. ``decisions`` are by a point's key.
    ``place`` is the key of the point looked at, ``misses`` the keys to be asked once more, the next
    first. ``written`` counts the microseconds of writing, up to the event at ``seen``.
    """

    id: str
    started: int
    stage: Stage = Stage.GUESS
    guess: int | None = None
    text: str = ""
    free: str | None = None
    revealed: tuple[str, ...] = ()
    asked_else: bool = False
    comparison: Comparison | None = None
    decisions: Mapping[str, Decision] = field(default_factory=lambda: MappingProxyType({}))
    place: str | None = None
    misses: tuple[str, ...] = ()
    written: int = 0
    seen: int | None = None

    # Writing.

    def begin(self, guess: int | None, at: int) -> Attempt:
        """Leave the prompt, with a guess of how many points will be there, and begin to write."""
        self.require(Stage.GUESS)
        if guess is not None and guess < 0:
            raise UsageError("A guess is a number of points, so it is not below 0.")
        return replace(self, stage=Stage.WRITING, guess=guess, seen=at)

    def write(self, text: str, at: int) -> Attempt:
        """Replace the text of the page."""
        self.require(Stage.WRITING, Stage.ANYTHING_ELSE)
        return replace(self._ticked(at), text=text, stage=Stage.WRITING)

    def reveal(self, heading: str, at: int) -> Attempt:
        """Reveal a heading; what is written from now on counts as cued."""
        self.require(Stage.WRITING, Stage.ANYTHING_ELSE)
        free = self.text if self.free is None else self.free
        return replace(
            self._ticked(at),
            stage=Stage.WRITING,
            free=free,
            revealed=(*self.revealed, heading),
        )

    def done(self, at: int) -> Attempt:
        """Have the page written; "anything else?" is asked, the first time only.

        Afterwards the stage is ANYTHING_ELSE, and either more is written or the page is locked.
        """
        self.require(Stage.WRITING)
        return replace(self._ticked(at), stage=Stage.ANYTHING_ELSE, asked_else=True)

    def write_on(self, at: int) -> Attempt:
        """Go back to writing when there is something else."""
        self.require(Stage.ANYTHING_ELSE)
        return replace(self._ticked(at), stage=Stage.WRITING)

    def rest(self) -> Attempt:
        """Stop counting until the next event, when the page is left or was taken up again."""
        return replace(self, seen=None)

    def lock(self, comparison: Comparison, at: int) -> Attempt:
        """Lock the text, with what it says of every point."""
        self.require(Stage.WRITING, Stage.ANYTHING_ELSE)
        return replace(self._ticked(at), stage=Stage.COMPARING, comparison=comparison)

    def compared_anew(self, comparison: Comparison) -> Attempt:
        """Take another comparison, after the rubric changed; what was decided on a point stays."""
        if self.comparison is None:
            raise UsageError("The page is not locked yet, so there is nothing to compare anew.")
        keys = {point.key for point in comparison.points}
        attempt = replace(
            self,
            comparison=comparison,
            decisions=_frozen({key: one for key, one in self.decisions.items() if key in keys}),
            place=self.place if self.place in keys else None,
            misses=tuple(key for key in self.misses if key in keys),
        )
        return attempt._advanced()

    # Comparing.

    def look_at(self, key: str) -> Attempt:
        """Note which point is looked at."""
        self.result(key)
        return replace(self, place=key)

    def accept(self, key: str, evidence: Span | None = None) -> Attempt:
        """Take a point as said; ``evidence`` is another sentence than the one proposed.

        A claim needs a sentence: raises UsageError when there is none, or it lies off the page.
        """
        self.require(Stage.COMPARING, Stage.SECOND_CHANCE)
        span = evidence or self.result(key).sentence
        if span is None or not 0 <= span.start < span.end <= len(self.text):
            raise UsageError(
                "The point was not taken as said, because no sentence of the page is given for it.",
                "Pick the sentence that says it.",
            )
        before = self.decision(key)
        kept = before if before.said and before.evidence == evidence else replace(
            before, remember=None
        )  # fmt: skip
        return self._decided(key, replace(kept, said=True, evidence=evidence))._advanced()

    def refuse(self, key: str) -> Attempt:
        """Take a point as not said, whatever was proposed."""
        self.require(Stage.COMPARING)
        before = self.decision(key)
        return self._decided(key, replace(before, said=False, evidence=None, remember=None))

    def judge_clash(self, key: str, confirmed: bool) -> Attempt:
        """Say whether a sentence of the page is a misconception of a point."""
        self.require(Stage.COMPARING)
        if not self.clashes(key):
            raise UsageError("No sentence of the page looks like a misconception of this point.")
        return self._decided(key, replace(self.decision(key), clash=confirmed))

    def remember(self, key: str, wanted: bool) -> Attempt:
        """Say whether the claimed wording of a point is to count from now on."""
        self.require(Stage.COMPARING, Stage.SECOND_CHANCE)
        if not self.is_overruled(key):
            raise UsageError(
                "There is no wording to remember, because nothing was claimed against a proposal."
            )
        return self._decided(key, replace(self.decision(key), remember=wanted))

    def compared(self) -> Attempt:
        """Have every point decided that is to be, and go on to what was missed."""
        self.require(Stage.COMPARING)
        return replace(self, stage=Stage.SECOND_CHANCE)._advanced()

    # Second chance, and the misses once more.

    def answer(self, key: str, text: str) -> Attempt:
        """Keep what was typed on a point's cue."""
        self._require_waiting(key)
        return self._decided(key, replace(self.decision(key), answer=text))

    def judge(self, key: str, recalled: bool) -> Attempt:
        """Say whether a point was recalled on its cue."""
        self._require_waiting(key)
        cued = Cued.RECALLED if recalled else Cued.FAILED
        return self._decided(key, replace(self.decision(key), cued=cued))._advanced()

    def skip(self, key: str) -> Attempt:
        """Give up a point's second chance."""
        self._require_waiting(key)
        return self._decided(key, replace(self.decision(key), cued=Cued.SKIPPED))._advanced()

    def skip_rest(self) -> Attempt:
        """Give up every second chance that is left."""
        self.require(Stage.SECOND_CHANCE)
        attempt = self
        for key in self.waiting:
            attempt = attempt._decided(key, replace(attempt.decision(key), cued=Cued.SKIPPED))
        return attempt._advanced()

    def once_more(self, recalled: bool) -> Attempt:
        """Answer the next miss; it comes back until it is recalled, and no rating follows."""
        self.require(Stage.ONCE_MORE)
        first, *rest = self.misses
        misses = tuple(rest) if recalled else (*rest, first)
        return replace(self, misses=misses)._advanced()

    def enough(self) -> Attempt:
        """Leave the misses that are left for another day."""
        self.require(Stage.ONCE_MORE)
        return replace(self, misses=())._advanced()

    # What follows from it.

    def result(self, key: str) -> PointResult:
        """Return what was proposed for a point. Raises UsageError when there is no such point."""
        if self.comparison is not None:
            for point in self.comparison.points:
                if point.key == key:
                    return point
        raise UsageError("The page has no such point, or is not locked yet.")

    def decision(self, key: str) -> Decision:
        """Return the learner's word on a point, as far as there is one."""
        return self.decisions.get(key, _UNDECIDED)

    def clashes(self, key: str) -> tuple[Clash, ...]:
        """Return the sentences of the page that look like misconceptions of a point."""
        clashes = () if self.comparison is None else self.comparison.clashes
        return tuple(clash for clash in clashes if clash.key == key)

    def is_said(self, key: str) -> bool:
        """Return whether a point counts as said on the page: by the learner, else as proposed.

        A confirmed misconception is not the point.
        """
        result, decision = self.result(key), self.decision(key)
        if decision.clash:
            return False
        return result.state is State.FOUND if decision.said is None else decision.said

    def is_overruled(self, key: str) -> bool:
        """Return whether the learner claims a point that was not found."""
        return self.decision(key).said is True and self.result(key).state is not State.FOUND

    def evidence(self, key: str) -> Span | None:
        """Return the stretch of the page that says a point, or a confirmed misconception of it."""
        decision = self.decision(key)
        if decision.clash:
            return self.clashes(key)[0].sentence
        if not self.is_said(key):
            return None
        return decision.evidence or self.result(key).sentence

    def is_free(self, key: str) -> bool:
        """Return whether a point that is said stood there before any heading was revealed."""
        span = self.evidence(key)
        if span is None or self.free is None:
            return span is not None
        return _words(span.of(self.text)) in _words(self.free)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the points compared, in the order of the rubric."""
        return () if self.comparison is None else tuple(one.key for one in self.comparison.points)

    @property
    def undecided(self) -> tuple[str, ...]:
        """The points that ask for the learner's word and have none: to check, or with a clash."""
        return tuple(
            key
            for key in self.keys
            if (self.clashes(key) and self.decision(key).clash is None)
            or (
                self.result(key).state is State.CHECK
                and self.decision(key).said is None
                and not self.decision(key).clash
            )
        )

    @property
    def waiting(self) -> tuple[str, ...]:
        """The points that wait for their second chance, the next first."""
        if self.stage is not Stage.SECOND_CHANCE:
            return ()
        return tuple(
            key
            for key in self.keys
            if not self.is_said(key)
            and not self.decision(key).clash
            and self.decision(key).cued is None
        )

    # Within.

    def _advanced(self) -> Attempt:
        """Go to the next stage where nothing is left to do in this one."""
        attempt = self
        if attempt.stage is Stage.SECOND_CHANCE and not attempt.waiting:
            misses = tuple(
                key
                for key in self.keys
                if self.decision(key).clash
                or (not self.is_said(key) and self.decision(key).cued is Cued.FAILED)
            )
            attempt = replace(attempt, stage=Stage.ONCE_MORE, misses=misses, place=None)
        if attempt.stage is Stage.ONCE_MORE and not attempt.misses:
            attempt = replace(attempt, stage=Stage.SUMMARY)
        return attempt

    def _decided(self, key: str, decision: Decision) -> Attempt:
        self.result(key)
        return replace(self, decisions=_frozen({**self.decisions, key: decision}), place=key)

    def _ticked(self, at: int) -> Attempt:
        passed = 0 if self.seen is None else min(max(at - self.seen, 0), LONGEST_PAUSE)
        return replace(self, written=self.written + passed, seen=at)

    def require(self, *stages: Stage) -> None:
        """Raise UsageError at any other stage."""
        if self.stage not in stages:
            raise UsageError(
                f"That cannot be done now; the page is at the stage “{self.stage.value}”."
            )

    def _require_waiting(self, key: str) -> None:
        self.require(Stage.SECOND_CHANCE)
        if key not in self.waiting:
            raise UsageError("This point does not wait for a second chance.")


@lru_cache(maxsize=128)
def _words(text: str) -> str:
    """Return the words of a text between single spaces, so that a row of them can be found."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _frozen(decisions: dict[str, Decision]) -> Mapping[str, Decision]:
    return MappingProxyType(decisions)
