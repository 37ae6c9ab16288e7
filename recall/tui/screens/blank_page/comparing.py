"""Comparing: the page on one side with what was met in it, one key point at a time on the other.

What the comparison says is a proposal. Points that were not met are not shown here, because their
second chance comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from functools import partial
from typing import ClassVar

from textual import events
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget

from recall.library.blank_pages.values import PagePoint
from recall.markdown.build import document
from recall.markdown.line import Role
from recall.study.free_recall.values import Span, State
from recall.tui.content import text
from recall.tui.page_panels import clash_sections, line_of, marked_page, point_sections, quoted
from recall.tui.scopes import Scope
from recall.tui.screens.blank_page.following import PageScreen
from recall.tui.sections import Section, Sentence, Text
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.card_view import CardView
from recall.tui.widgets.page import Page
from recall.tui.wording import amount

SIDE_BY_SIDE = 72
"""Columns from which the page stands beside the point instead of above it."""


class Question(Enum):
    """What is asked of the point looked at."""

    CLASH = auto()
    POINT = auto()
    REMEMBER = auto()


class ComparingScreen(PageScreen):
    """Goes through the points that were met, wholly or in part, and those with a clash."""

    CSS_PATH: ClassVar[str] = "comparing.tcss"

    def compose_body(self) -> Iterable[Widget]:
        """Give the page and the point."""
        with Container(id="sides"):
            yield Page(id="written")
            yield CardView(id="point")

    def on_mount(self) -> None:
        """Take up where the learner was, or at the first point."""
        self._picked: int | None = None
        self._warned = False
        self._sentences: tuple[Span, ...] = ()
        self._order = [
            point
            for point in self.page.points
            if self.attempt.result(point.key).state is not State.NOT_FOUND
            or self.attempt.clashes(point.key)
        ]
        keys = [point.key for point in self._order]
        self._at = keys.index(self.attempt.place) if self.attempt.place in keys else 0
        if not self._order:
            self.tell(self.page.compared)
            return
        self.show_state()

    def on_resize(self, event: events.Resize) -> None:
        """Put the page beside the point where there is room."""
        super().on_resize(event)
        self.set_class(event.size.width >= SIDE_BY_SIDE, "beside")
        self.call_after_refresh(self._scroll_to_evidence)

    def scopes(self) -> tuple[Scope, ...]:
        """While a sentence is picked, arrow keys go from one to the next."""
        return (Scope.COMPARE,) if self._picked is None else (Scope.PICK,)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        if self._picked is not None:
            return (
                self.key_hint("pick.choose"),
                KeyHint("↑↓", "sentence"),
                self.key_hint("pick.cancel"),
            )
        asked: tuple[KeyHint, ...]
        match self._question:
            case Question.CLASH:
                asked = (
                    self.key_hint("compare.yes", "yes, I had it wrong"),
                    self.key_hint("compare.no", "no"),
                )
            case Question.REMEMBER:
                asked = (
                    self.key_hint("compare.yes", "yes, remember"),
                    self.key_hint("compare.no", "no"),
                )
            case Question.POINT:
                asked = (
                    self.key_hint("compare.yes"),
                    self.key_hint("compare.no"),
                    self.key_hint("compare.other"),
                )
        return (
            *asked,
            self.key_hint("compare.next"),
            self.key_hint("compare.previous"),
            self.key_hint("compare.done"),
            self.key_hint("compare.help", ""),
        )

    def show_state(self) -> None:
        """Show the point looked at, and the page with its evidence."""
        if self._picked is not None:
            span = self._sentences[self._picked]
            number = f"Sentence {self._picked + 1} of {len(self._sentences)}"
            shown: Sequence[Section] = (
                Sentence("Which sentence says it?", Role.LABEL),
                Text(document(self._point.statement)),
                Sentence(f"{number}: “{quoted(self.attempt.text, span)}”"),
            )
        else:
            shown = self._sections()
        self.query_one(CardView).show(*shown)
        marked = self._marked()
        self.query_one(Page).show(lambda width: marked.wrap(max(width, 1)))
        self.call_after_refresh(self._scroll_to_evidence)
        states = [self.attempt.result(key).state for key in self.attempt.keys]
        self.top.show(
            text(f"{' · '.join(self._point.group) or 'Points'}"),
            text(f"{self._at + 1} of {len(self._order)}"),
            text(f"found {states.count(State.FOUND)}"),
            text(f"check {states.count(State.CHECK)}"),
            text(f"missed {states.count(State.NOT_FOUND)}"),
        )
        super().show_state()

    def do_yes(self) -> None:
        """Answer what is asked with yes."""
        self._answer(True)

    def do_no(self) -> None:
        """Answer what is asked with no."""
        self._answer(False)

    def do_next(self) -> None:
        """Take what stands and go to the next point, or on to what was missed."""
        if not self.host.repeats.fresh:
            return
        self._go(1)

    def do_previous(self) -> None:
        """Go to the point before."""
        self._go(-1)

    def do_unclear(self) -> None:
        """Go to the next point that needs the learner's word."""
        undecided = frozenset(self.attempt.undecided)
        count = len(self._order)
        for steps in range(1, count + 1):
            place = (self._at + steps) % count
            if self._order[place].key in undecided:
                self._look_at(place)
                return
        self.say("No point needs your word any more.", self._end_hint())

    def do_done(self) -> None:
        """End comparing."""
        left = len(self.attempt.undecided)
        if left and not self._warned:
            self._warned = True
            done = self.host.keys["compare.done"].shown
            self.say(
                f"{amount(left, 'point')} still open; what you do not claim counts as not said.",
                f"{done} again goes on.",
            )
            return
        self.tell(self.page.compared)

    def do_other(self) -> None:
        """Pick another sentence as evidence."""
        self._sentences = self.page.sentences()
        if not self._sentences:
            self.say("The page has no sentence to pick.")
            return
        here = self._evidence
        starts = [span.start for span in self._sentences]
        self._picked = starts.index(here.start) if here and here.start in starts else 0
        self.show_state()

    def do_choose(self) -> None:
        """Take the sentence picked as the evidence."""
        picked = self._picked
        if picked is not None:
            self._picked = None
            key, span = self._point.key, self._sentences[picked]
            self.tell(partial(self.page.accept, key, span), self._decided)

    def do_cancel(self) -> None:
        """Leave the evidence as it was."""
        self._picked = None
        self.show_state()

    def do_up(self) -> None:
        """Go to the sentence before, or scroll the page."""
        self._up_or_down(-1)

    def do_down(self) -> None:
        """Go to the sentence after, or scroll the page."""
        self._up_or_down(1)

    def do_page_up(self) -> None:
        """Scroll the point up."""
        self.query_one(CardView).scroll_page_up(animate=False)

    def do_page_down(self) -> None:
        """Scroll the point down."""
        self.query_one(CardView).scroll_page_down(animate=False)

    @property
    def _point(self) -> PagePoint:
        return self._order[self._at]

    @property
    def _question(self) -> Question:
        key = self._point.key
        decision = self.attempt.decision(key)
        if self.attempt.clashes(key) and decision.clash is None:
            return Question.CLASH
        if self.attempt.is_overruled(key) and decision.remember is None:
            return Question.REMEMBER
        return Question.POINT

    @property
    def _evidence(self) -> Span | None:
        """The stretch of the page that is about the point looked at."""
        key = self._point.key
        if self._question is Question.CLASH:
            return self.attempt.clashes(key)[0].sentence
        return self.attempt.evidence(key) or self.attempt.result(key).sentence

    def _sections(self) -> list[Section]:
        point, attempt = self._point, self.attempt
        match self._question:
            case Question.CLASH:
                return clash_sections(attempt, point, attempt.clashes(point.key)[0])
            case Question.REMEMBER:
                return [
                    *point_sections(attempt, point),
                    Sentence("Shall this wording count from now on?", Role.LABEL),
                ]
            case Question.POINT:
                sections = point_sections(attempt, point)
                if attempt.decision(point.key).clash:
                    sections.append(Sentence("You had it wrong: it comes again.", Role.QUIET))
                return sections

    def _marked(self) -> Content:
        here = self._evidence if self._picked is None else self._sentences[self._picked]
        evidence = (self.attempt.evidence(point.key) for point in self.page.points)
        return marked_page(self.attempt.text, [span for span in evidence if span], here)

    def _answer(self, yes: bool) -> None:
        if not self.host.repeats.fresh:
            return
        key = self._point.key
        match self._question:
            case Question.CLASH:
                self.tell(partial(self.page.judge_clash, key, yes), self._judged)
            case Question.REMEMBER:
                self.tell(partial(self.page.remember, key, yes), self._decided)
            case Question.POINT if not yes:
                self.tell(partial(self.page.refuse, key), self._decided)
            case Question.POINT if self.attempt.result(key).sentence is None:
                self.do_other()
            case Question.POINT:
                self.tell(partial(self.page.accept, key), self._decided)

    def _judged(self, _: None) -> None:
        """After a misconception nothing else is asked of the point; otherwise its own question."""
        key = self._point.key
        if self.attempt.decision(key).clash or self.attempt.result(key).state is not State.CHECK:
            self._decided(None)

    def _decided(self, _: None) -> None:
        """Go on, unless the wording is to be asked about."""
        if self._question is Question.POINT:
            self._go(1)

    def _go(self, steps: int) -> None:
        place = self._at + steps
        if 0 <= place < len(self._order):
            self._look_at(place)
        elif steps > 0:
            if self.attempt.undecided:
                self.do_unclear()
            else:
                self.tell(self.page.compared)

    def _look_at(self, place: int) -> None:
        self._at = place
        self._warned = False
        self.tell(partial(self.page.look_at, self._point.key))

    def _up_or_down(self, steps: int) -> None:
        if self._picked is None:
            self.query_one(Page).turn(lines=steps)
        else:
            self._picked = (self._picked + steps) % len(self._sentences)
            self.show_state()

    def _scroll_to_evidence(self) -> None:
        if not self._order:
            return
        span = self._evidence if self._picked is None else self._sentences[self._picked]
        page = self.query_one(Page)
        width = page.scrollable_content_region.width
        if span is not None and width > 0:
            above = max(page.scrollable_content_region.height // 3, 1)
            row = line_of(text(self.attempt.text), span, width)
            page.scroll_to(y=max(row - above, 0), animate=False, immediate=True)

    def _end_hint(self) -> str:
        return f"{self.host.keys['compare.done'].shown} goes on to what was missed."
