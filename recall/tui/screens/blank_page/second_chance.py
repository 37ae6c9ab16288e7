"""Second chances: the cue of a point that was missed, one try, then the point; misses once more."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from textual.widget import Widget

from recall.library.blank_pages.values import PagePoint
from recall.markdown.build import document
from recall.markdown.line import Role
from recall.study.free_recall.attempt import Stage
from recall.study.free_recall.values import PointResult, Span, State
from recall.tui.content import text
from recall.tui.page_panels import SIGNS, quoted
from recall.tui.scopes import Scope
from recall.tui.screens.blank_page.following import PageScreen
from recall.tui.sections import Divider, Section, Sentence, Text
from recall.tui.widgets.answer_field import AnswerField
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.card_view import CardView


class SecondChanceScreen(PageScreen):
    """One point after the other: cue, answer, statement, the learner's verdict."""

    CSS_PATH: ClassVar[str] = "second_chance.tcss"

    def compose_body(self) -> Iterable[Widget]:
        """Give the point and the field."""
        yield CardView()
        yield AnswerField("what do you recall?")

    def on_mount(self) -> None:
        """Ask the first."""
        self._shown = False
        self._outside = False
        self._proposed: PointResult | None = None
        self._picked: int | None = None
        self._sentences: tuple[Span, ...] = ()
        self.show_state()

    def scopes(self) -> tuple[Scope, ...]:
        """While an answer is typed, letters are text."""
        if self._picked is not None:
            return (Scope.PICK,)
        return (Scope.CUE,) if self._typing else (Scope.CHANCE,)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        if self._picked is not None:
            return (
                self.key_hint("pick.choose"),
                KeyHint("↑↓", "sentence"),
                self.key_hint("pick.cancel"),
            )
        if self._typing:
            return (self.key_hint("cue.check"), self.key_hint("cue.keys"))
        second = self.attempt.stage is Stage.SECOND_CHANCE
        if self._shown:
            other = (self.key_hint("chance.other"),) if second and self.attempt.text else ()
            return (
                self.key_hint("chance.yes"),
                self.key_hint("chance.no"),
                *other,
                self.key_hint("chance.help", ""),
            )
        skips = (self.key_hint("chance.skip"), self.key_hint("chance.skip_rest"))
        return (
            self.key_hint("chance.show", "type" if second else None),
            *(skips if second else (self.key_hint("chance.skip_rest", "enough"),)),
            self.key_hint("chance.leave"),
            self.key_hint("chance.help", ""),
        )

    def show_state(self) -> None:
        """Show the point that waits."""
        self.set_class(self._typing, "typing")
        self.set_focus(self._field if self._typing else None)
        waiting = self._waiting
        if waiting:
            self.query_one(CardView).show(*self._sections(self._point))
        again = self.attempt.stage is Stage.ONCE_MORE
        self.top.show(
            text("Once more" if again else "Second chance"),
            text(f"{len(waiting)} left"),
        )
        super().show_state()

    def do_check(self) -> None:
        """Compare what was typed with the point."""
        # Letters that came in one piece with this key still wait in the field's queue.
        self._field.call_later(self._check)

    def do_keys(self) -> None:
        """Leave the field."""
        self._outside = True
        self.show_state()

    def do_show(self) -> None:
        """Go back to the field, or show the point."""
        if self._shown or not self.host.repeats.fresh:
            return
        if self.attempt.stage is Stage.SECOND_CHANCE:
            self._outside = False
        else:
            self._shown = True
            self.host.repeats.act()
        self.show_state()

    def do_yes(self) -> None:
        """Take the point as recalled."""
        self._judge(True)

    def do_no(self) -> None:
        """Take the point as not recalled."""
        self._judge(False)

    def do_skip(self) -> None:
        """Skip this point."""
        if self.attempt.stage is Stage.SECOND_CHANCE and not self._shown:
            self.tell(partial(self.page.skip, self._point.key), self._next)

    def do_skip_rest(self) -> None:
        """Skip everything that is left."""
        second = self.attempt.stage is Stage.SECOND_CHANCE
        if not self._shown:
            self.tell(self.page.skip_rest if second else self.page.enough, self._next)

    def do_other(self) -> None:
        """Pick the sentence of the page that says it."""
        self._sentences = self.page.sentences()
        if self._shown and self._sentences and self.attempt.stage is Stage.SECOND_CHANCE:
            self._picked = 0
            self.show_state()

    def do_up(self) -> None:
        """Go to the sentence before."""
        self._pick(-1)

    def do_down(self) -> None:
        """Go to the sentence after."""
        self._pick(1)

    def do_choose(self) -> None:
        """Take the sentence picked: the point was on the page."""
        if self._picked is not None:
            span, self._picked = self._sentences[self._picked], None
            self.tell(partial(self.page.accept, self._point.key, span), self._next)

    def do_cancel(self) -> None:
        """Leave the verdict open."""
        self._picked = None
        self.show_state()

    @property
    def _typing(self) -> bool:
        second = self.attempt.stage is Stage.SECOND_CHANCE
        return second and not self._shown and not self._outside and bool(self._waiting)

    @property
    def _waiting(self) -> tuple[str, ...]:
        second = self.attempt.stage is Stage.SECOND_CHANCE
        return self.attempt.waiting if second else self.attempt.misses

    @property
    def _point(self) -> PagePoint:
        return self.page.point(self._waiting[0])

    @property
    def _field(self) -> AnswerField:
        return self.query_one(AnswerField)

    def _sections(self, point: PagePoint) -> list[Section]:
        where = " · ".join(point.group)
        # A cue made of the heading and the first words says already where it is.
        told = not where or point.cue.startswith(point.group[-1])
        sections: list[Section] = [] if told else [Sentence(where, Role.QUIET)]
        sections.append(Text(document(point.cue)))
        if not self._shown:
            return sections
        sections += [Divider(), Text(document(point.statement))]
        if self._picked is not None:
            span = self._sentences[self._picked]
            number = f"Sentence {self._picked + 1} of {len(self._sentences)}"
            return [*sections, Sentence(f"{number}: “{quoted(self.attempt.text, span)}”")]
        typed = self.attempt.decision(point.key).answer
        if self._proposed is not None and typed:
            sections.append(Sentence(f"You wrote: “{quoted(typed, Span(0, len(typed)))}”"))
            sections.append(Sentence(self._proposal(self._proposed), Role.QUIET))
        return [*sections, Sentence("Did you recall it?", Role.LABEL)]

    def _proposal(self, result: PointResult) -> str:
        met = ", ".join(dict.fromkeys(word.word for word in result.matched))
        sign = SIGNS[result.state]
        if result.state is State.FOUND:
            return f"{sign} That looks like it: {met}. You decide."
        missing = f" Not met: {', '.join(result.missing)}." if result.missing else ""
        return f"{sign} {f'Met: {met}.' if met else 'None of its words.'}{missing} You decide."

    def _check(self) -> None:
        typed = self._field.value.strip()
        if not typed:
            self._reveal(None)
            self.show_state()
            return
        key = self._point.key
        self.tell(partial(self.page.answer, key, typed), self._reveal)

    def _reveal(self, proposed: PointResult | None) -> None:
        self._proposed = proposed
        self._shown = True
        self.host.repeats.act()

    def _judge(self, recalled: bool) -> None:
        if not self._shown or not self.host.repeats.fresh:
            return
        if self.attempt.stage is Stage.SECOND_CHANCE:
            self.tell(partial(self.page.judge, self._point.key, recalled), self._next)
        else:
            self.tell(partial(self.page.once_more, recalled), self._next)

    def _next(self, _: None) -> None:
        self._shown = self._outside = False
        self._proposed = None
        self._field.value = ""

    def _pick(self, steps: int) -> None:
        if self._picked is not None:
            self._picked = (self._picked + steps) % len(self._sentences)
            self.show_state()
