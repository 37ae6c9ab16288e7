"""A blank page as a front drives it, from the prompt to the log, and kept on disk all the way."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from threading import Lock

from recall.errors import StaleCard, StorageError, UsageError
from recall.library.blank_pages.entry import find_blank_page
from recall.library.blank_pages.finishing import judge_points, record_page
from recall.library.blank_pages.opening import open_page
from recall.library.blank_pages.plan import draft_name, kept_page
from recall.library.blank_pages.record import coverage, coverage_by_group, seconds_of
from recall.library.blank_pages.values import PagePoint, PageSummary, PointOutcome
from recall.library.context import Context
from recall.storage import drafts
from recall.storage.drafts import Draft
from recall.storage.store import Transaction
from recall.study.free_recall.attempt import Attempt, Stage
from recall.study.free_recall.attempt_record import attempt_from_json, attempt_to_json
from recall.study.free_recall.calibration import Thresholds
from recall.study.free_recall.sentences import sentence_spans
from recall.study.free_recall.values import PointResult, Span
from recall.text import clean

_LOCKED = (Stage.COMPARING, Stage.SECOND_CHANCE, Stage.ONCE_MORE, Stage.SUMMARY)


class PageSitting:
    """A blank page being written.

    ``attempt`` is where it is: its stage, its text, what was proposed and decided; a front reads it
    and changes it through this class only. Everything but ``write`` is on disk when it returns;
    what was written is with the next ``keep``, which a front calls every two seconds at most. When
    something cannot be kept StorageError is raised, and ``attempt`` holds it all the same, so that
    ``keep`` may be tried again. What does not fit the stage raises UsageError and changes nothing.
    ``resumed`` tells that a draft was taken up. Any thread may call: writing goes on while another
    one keeps.

    The whole flow::

        page = library.page("l12-blank")
        page.start(guess=4)
        page.write("SFT comes first …")       # at every change
        page.keep()                           # every two seconds at most
        page.stuck()                          # "Merge", or None when no heading is left
        page.done()                           # "anything else?": write on, or
        page.lock()                           # the text is compared
        for key in page.attempt.undecided:    # to check, or with a clash
            page.accept(key)                  # or refuse, or judge_clash
        page.compared()
        while page.attempt.waiting:           # second chance, by page.point(key).cue
            page.judge(page.attempt.waiting[0], recalled=True)
        while page.attempt.misses:            # once more, to success; no rating follows
            page.once_more(recalled=True)
        page.finish().points[0].when          # "in 3 days, Fri 4 Dec"
    """

    def __init__(self, context: Context, name: str, group: str = "") -> None:
        self._context = context
        self._changing, self._keeping = Lock(), Lock()
        self._finished: PageSummary | None = None
        self._abandoned = False
        with context.store.reading() as tx:
            page = find_blank_page(context, tx, name)
            begun = kept_page(tx, page.names, group)
            try:
                self._opened = open_page(context, tx, page, group)
            except UsageError:
                # The heading of a page that was begun may be gone; what was written is not.
                if begun is None:
                    raise
                self._opened = open_page(context, tx, page, "")
            new = draft_name(page.names[0], self._opened.group)
            self._draft_name = new if begun is None else begun.draft
            kept = self._kept(tx)
        self._kept_at = None if kept is None else kept.at
        self.resumed = kept is not None
        now = context.clock.now().at
        self.attempt = Attempt(context.new_id(now), now) if kept is None else _attempt_in(kept)
        if kept is not None:
            self._take_up()

    # What a front shows.

    @property
    def name(self) -> str:
        """The lasting name of the page's first point, which opens the page."""
        return self._opened.page.names[0]

    @property
    def prompt(self) -> str:
        """The prompt as Markdown."""
        return self._opened.page.prompt

    @property
    def group(self) -> str:
        """The heading that this page is about; ``""`` for the whole."""
        return self._opened.group

    @property
    def deck_title(self) -> str:
        """The title of the deck."""
        return self._opened.page.file.title

    @property
    def points(self) -> tuple[PagePoint, ...]:
        """The key points, in the order of the rubric."""
        return self._opened.points

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings of the rubric; those revealed are ``attempt.revealed``."""
        return self._opened.headings

    @property
    def thresholds(self) -> Thresholds:
        """Where *found* begins: that of the comparison, or of the deck before the page is locked.

        ``verdicts`` tells how many verdicts of the learner it rests on.
        """
        comparison = self.attempt.comparison
        return self._opened.thresholds if comparison is None else comparison.thresholds

    @property
    def finished(self) -> bool:
        """Whether the page is in the log, so that nothing is left to do."""
        return self._finished is not None

    def point(self, key: str) -> PagePoint:
        """Return a point by its key. Raises UsageError when there is none."""
        for point in self.points:
            if point.key == key:
                return point
        raise UsageError(f"The page has no point {key!r}.")

    def sentences(self) -> tuple[Span, ...]:
        """Return the sentences of the page, of which one can be picked as evidence."""
        return sentence_spans(self.attempt.text, self._opened.page.language)

    # Writing.

    def start(self, guess: int | None = None) -> None:
        """Begin to write, with a guess of how many points will be there, or without."""
        self._do(lambda attempt: attempt.begin(guess, self._now()))

    def write(self, text: str) -> None:
        """Take the text as it stands now; it is on disk with the next ``keep``."""
        self._change(lambda attempt: attempt.write(clean(text), self._now()))

    def stuck(self) -> str | None:
        """Reveal the next heading, and return it; None when none is left.

        What is written from now on counts as cued.
        """
        left = [one for one in self.headings if one not in self.attempt.revealed]
        if not left:
            return None
        self._do(lambda attempt: attempt.reveal(left[0], self._now()))
        return left[0]

    def done(self) -> None:
        """Have the page written: the stage is then ANYTHING_ELSE, once.

        When that was asked before, the page is locked at once.
        """
        if self.attempt.asked_else and self.attempt.stage is Stage.WRITING:
            self.lock()
        else:
            self._do(lambda attempt: attempt.done(self._now()))

    def write_on(self) -> None:
        """Go back to writing."""
        self._do(lambda attempt: attempt.write_on(self._now()))

    def lock(self) -> None:
        """Lock the text and compare it."""
        self.attempt.require(Stage.WRITING, Stage.ANYTHING_ELSE)
        compare = self._opened.compare
        self._do(lambda attempt: attempt.lock(compare(attempt.text), self._now()))

    # Comparing.

    def look_at(self, key: str) -> None:
        """Keep which point is looked at, so that the page is taken up there."""
        self._do(lambda attempt: attempt.look_at(key))

    def accept(self, key: str, evidence: Span | None = None) -> None:
        """Take a point as said, by the sentence proposed or another one."""
        self._do(lambda attempt: attempt.accept(key, evidence))

    def refuse(self, key: str) -> None:
        """Take a point as not said."""
        self._do(lambda attempt: attempt.refuse(key))

    def judge_clash(self, key: str, confirmed: bool) -> None:
        """Say whether a sentence is a misconception of a point."""
        self._do(lambda attempt: attempt.judge_clash(key, confirmed))

    def remember(self, key: str, wanted: bool) -> None:
        """Say whether a claimed wording is to count for the point from now on.

        To be asked once for each point of which ``attempt.is_overruled`` holds and the decision's
        ``remember`` is None. It is written with the page.
        """
        self._do(lambda attempt: attempt.remember(key, wanted))

    def compared(self) -> None:
        """Go on to the second chances."""
        self._do(lambda attempt: attempt.compared())

    # Second chance, and once more.

    def answer(self, key: str, text: str) -> PointResult:
        """Compare what was typed on a cue with the point; a proposal that ``judge`` decides on."""
        typed = clean(text)
        self._do(lambda attempt: attempt.answer(key, typed))
        found = self._opened.compare(typed)
        return next(point for point in found.points if point.key == key)

    def judge(self, key: str, recalled: bool) -> None:
        """Say whether a point was recalled on its cue."""
        self._do(lambda attempt: attempt.judge(key, recalled))

    def skip(self, key: str) -> None:
        """Give up a second chance."""
        self._do(lambda attempt: attempt.skip(key))

    def skip_rest(self) -> None:
        """Give up every second chance that is left."""
        self._do(lambda attempt: attempt.skip_rest())

    def once_more(self, recalled: bool) -> None:
        """Answer the first of ``attempt.misses``; it comes back until it is recalled."""
        self._do(lambda attempt: attempt.once_more(recalled))

    def enough(self) -> None:
        """Leave the misses that are left."""
        self._do(lambda attempt: attempt.enough())

    # Keeping, and the end.

    def keep(self) -> None:
        """Have the page on disk as it stands.

        Raises StorageError when it cannot be written, StaleCard when the page was continued or
        finished in another window, whose text then stays.
        """
        with self._keeping:
            self._require_open()
            self._kept_at = self._keep(self.attempt)

    def _keep(self, attempt: Attempt) -> int:
        """Write an attempt; return the instant by which the draft is known to be this window's."""
        with self._context.store.writing() as tx:
            kept = self._kept(tx)
            if (None if kept is None else kept.at) != self._kept_at:
                raise StaleCard(
                    "This page was continued or finished in another window, so it was not kept.",
                    "Copy what you wrote here, then open the page again.",
                )
            at = max(self._now(), (self._kept_at or 0) + 1)
            head = {"group": self.group, "points": [point.uid for point in self.points]}
            body = {"head": head, "attempt": attempt_to_json(attempt)}
            text = json.dumps(body, ensure_ascii=False, allow_nan=False)
            drafts.keep_draft(tx, Draft(self._draft_name, at, text))
        return at

    def summary(self) -> PageSummary:
        """Return what the page comes to, as far as it is decided; ratings are those to be written.

        Raises UsageError before the page is locked.
        """
        if self._finished is not None:
            return self._finished
        self.attempt.require(*_LOCKED)
        with self._context.store.reading() as tx:
            moment = self._context.moment(tx)
            judged = judge_points(self._context, tx, moment, self.attempt, self._opened)
        return self._summary([one.outcome for one in judged], finished=False)

    def finish(self) -> PageSummary:
        """Write the page into the log with one rating a point, in one transaction.

        Once it is there, finishing again changes nothing. Misses that are left are left. Raises
        UsageError while second chances wait (``skip_rest`` gives them up), StorageError when it
        cannot be written; then nothing is, and the page is still kept.
        """
        with self._keeping:
            if self._finished is None:
                self._require_open()
                self.attempt.require(Stage.ONCE_MORE, Stage.SUMMARY)
                before = self.summary()
                outcomes = record_page(self._context, self.attempt, self._opened, self._draft_name)
                self._finished = self._summary(outcomes or before.points, finished=True)
            return self._finished

    def abandon(self) -> None:
        """Give the page up: no point is rated.

        A page that was locked stays in the log as abandoned, since its points were shown; they are
        asked by the next day. Of one that was not, nothing remains.
        """
        with self._keeping:
            self._require_open()
            if self.attempt.stage in _LOCKED:
                record_page(
                    self._context, self.attempt, self._opened, self._draft_name, abandoned=True
                )
            else:
                with self._context.store.writing() as tx:
                    drafts.drop_draft(tx, self._draft_name)
            self._abandoned = True

    # Within.

    def _kept(self, tx: Transaction) -> Draft | None:
        return drafts.draft(tx, self._draft_name)

    def _now(self) -> int:
        return self._context.clock.now().at

    def _change(self, event: Callable[[Attempt], Attempt]) -> None:
        with self._changing:
            self._require_open()
            self.attempt = event(self.attempt)

    def _do(self, event: Callable[[Attempt], Attempt]) -> None:
        self._change(event)
        self.keep()

    def _take_up(self) -> None:
        """Go on with a draft; a page that was locked is compared anew when its points changed."""
        self.attempt = self.attempt.rest()
        comparison = self.attempt.comparison
        keys = tuple(point.key for point in self.points)
        if comparison is not None and self.attempt.keys != keys:
            self.attempt = self.attempt.compared_anew(self._opened.compare(self.attempt.text))

    def _summary(self, outcomes: Sequence[PointOutcome], *, finished: bool) -> PageSummary:
        weights = {point.key: point.weight for point in self.points}
        missed = (one.card for one in outcomes if one.card is not None and not one.said)
        return PageSummary(
            whole=coverage("", outcomes, weights),
            groups=coverage_by_group(outcomes, weights),
            points=tuple(outcomes),
            guess=self.attempt.guess,
            seconds=seconds_of(self.attempt),
            thresholds=self.thresholds,
            missed_cards=tuple(dict.fromkeys(missed)),
            finished=finished,
        )

    def _require_open(self) -> None:
        if self._finished is not None or self._abandoned:
            raise UsageError("This page is finished.", "Open it again to write it anew.")


def _attempt_in(kept: Draft) -> Attempt:
    try:
        return attempt_from_json(json.loads(kept.body)["attempt"])
    except (ValueError, KeyError, TypeError) as error:
        raise StorageError(
            "The blank page that was begun was kept by another version of recall and was not "
            "opened; it is left as it is.",
            "Open it with the newest version of recall.",
        ) from error
