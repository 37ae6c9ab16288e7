"""The reader: a lesson's text with its diagrams, tables and mathematics, and its cards where they
stand.

The cards are one quiet line until they are asked for; one key shows what they ask, then what the
answers are, then hides them again. Only a review grades them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.widget import Widget

from recall.errors import RecallError
from recall.library.changes import DecksChanged
from recall.library.lesson import Lesson, LessonPlace
from recall.text import percent
from recall.tui.content import line, text
from recall.tui.lesson_pages import Cards, LessonPages
from recall.tui.scopes import Scope
from recall.tui.screens.base import RecallScreen
from recall.tui.widgets.answer_field import AnswerField
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.lesson_view import LessonView
from recall.tui.wording import amount, finished_sentence

if TYPE_CHECKING:
    from recall.library.finishing import Finished

_SIDEWAYS = 8
_CARDS_NEXT = {Cards.COUNTED: "cards", Cards.ASKED: "answers", Cards.ANSWERED: "hide cards"}


class LessonScreen(RecallScreen):
    """Shows a lesson from where the learner stopped, and keeps the place on leaving.

    To ``look_up`` something it opens at that place, and where the learner stopped stays as it was.
    """

    scope = Scope.LESSON
    CSS_PATH: ClassVar[str] = "lesson.tcss"

    def __init__(self, lesson: Lesson, *, look_up: LessonPlace | None = None) -> None:
        super().__init__()
        if look_up is not None:
            lesson = replace(lesson, place=look_up)
        self._keeps = look_up is None
        self._lesson = lesson
        self._pages = LessonPages(lesson)
        self._place = self._kept = lesson.place
        self._refused = False
        self._finished = False

    def compose_body(self) -> Iterable[Widget]:
        """Give the text and the field to search with."""
        yield LessonView(self._pages)
        yield AnswerField("search in this lesson")

    def on_mount(self) -> None:
        """Show where the learner is."""
        self._show_state()

    def on_unmount(self) -> None:
        """Keep the place also when the program ends while a lesson is read."""
        if self._keeps and self._place != self._kept:
            library, lesson, place = self.host.library, self._lesson, self._place
            self.host.desk.post(lambda: library.keep_place(lesson, place))

    def on_lesson_view_moved(self) -> None:
        """Tell which section is read now."""
        self._place = self._view.place
        self._show_state()

    def scopes(self) -> tuple[Scope, ...]:
        """While words to search for are typed, letters are text."""
        return (Scope.FIND,) if self.has_class("finding") else (Scope.LESSON,)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        if self.has_class("finding"):
            return (self.key_hint("find.search"), self.key_hint("find.cancel"))
        found = self._view.match is not None
        return (
            self._end_hint(),
            *((self.key_hint("lesson.next_match"),) if found else ()),
            self.key_hint("lesson.contents"),
            self.key_hint("lesson.find"),
            self.key_hint("lesson.cards", _CARDS_NEXT[self._pages.cards]),
            self.key_hint("lesson.review"),
            self.key_hint("lesson.leave"),
            self.key_hint("lesson.help", ""),
        )

    def do_up(self) -> None:
        """Scroll up."""
        self._view.turn(lines=-1)

    def do_down(self) -> None:
        """Scroll down."""
        self._view.turn(lines=1)

    def do_page_up(self) -> None:
        """Go back by a screen."""
        self._view.turn(pages=-1)

    def do_page_down(self) -> None:
        """Go on by a screen."""
        self._view.turn(pages=1)

    def do_first(self) -> None:
        """Go to the beginning."""
        self._view.to_start()

    def do_last(self) -> None:
        """Go to the end."""
        self._view.to_end()

    def do_left(self) -> None:
        """Scroll to the left."""
        self._view.aside(-_SIDEWAYS)

    def do_right(self) -> None:
        """Scroll to the right."""
        self._view.aside(_SIDEWAYS)

    def do_contents(self) -> None:
        """Show the table of contents."""
        from recall.tui.screens.contents import ContentsScreen

        def go_there(section: int) -> None:
            self._view.go_to(LessonPlace(section))

        self.app.push_screen(ContentsScreen(self._lesson, self._view.section, go_there))

    def do_find(self) -> None:
        """Ask what to search for."""
        self._field.value = ""
        self.add_class("finding")
        self.set_focus(self._field)
        self._show_state()

    def do_search(self) -> None:
        """Search for what was typed."""
        # Letters that came in one piece with this key still wait in the field's queue.
        self._field.call_later(self._search)

    def do_cancel(self) -> None:
        """Go back to the text."""
        self.remove_class("finding")
        self.set_focus(None)
        self._show_state()

    def do_next_match(self) -> None:
        """Go to the next place that was found."""
        self._step(1)

    def do_previous_match(self) -> None:
        """Go to the place found before."""
        self._step(-1)

    def do_cards(self) -> None:
        """Show the cards, then their answers, then neither."""
        self._view.show_cards(self._pages.cards.next)

    def do_review(self) -> None:
        """Review the cards of this deck."""
        self.study(decks=(self._lesson.name,))

    def do_quiz(self) -> None:
        """Quiz what stands in this lesson."""
        self.quiz(self._lesson.name)

    def do_finish(self) -> None:
        """Finish the lesson, at its end; once it is finished, go back."""
        lesson = self._lesson
        if lesson.opens is None:
            if self._finished:
                self.do_leave()
            else:
                self.say("There is nothing to finish here.")
            return
        if not self._ends:
            end = self.host.keys["lesson.last"].shown
            self.say(f"A lesson is finished at its end; {end} goes there.")
            return

        def done(finished: Finished) -> None:
            self._finished = True
            self._lesson = replace(lesson, opens=None)
            self._show_state()
            self.say(finished_sentence(finished))

        self.work(lambda: self.host.library.finish_lesson(lesson.name), done)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.LESSON, Scope.FIND)))

    def do_leave(self) -> None:
        """Keep the place and go back; a place that cannot be kept holds nobody twice."""
        lesson, place = self._lesson, self._place

        def done(_: None) -> None:
            self._kept = place
            self.dismiss()

        def failed(error: RecallError) -> None:
            self._refused = True
            self.say_error(error)

        if self._refused or not self._keeps:
            self._kept = place
            self.dismiss()
        else:
            self.work(lambda: self.host.library.keep_place(lesson, place), done, failed)

    def do_problems(self) -> None:
        """List the problems of all decks."""
        from recall.tui.screens.problems import ProblemsScreen

        self.app.push_screen(ProblemsScreen())

    @property
    def problems_key(self) -> str:
        """The key that lists problems here."""
        return self.host.keys["lesson.problems"].shown

    def decks_changed(self, change: DecksChanged | None) -> None:
        """Show the lesson as its file is now; one that cannot be read stays as it was read."""
        self.tell_change(change)

        def done(lesson: Lesson) -> None:
            if lesson.sections != self._lesson.sections:
                self._lesson = replace(lesson, place=self._place)
                self._pages = LessonPages(self._lesson)
                self._view.follow(self._pages)
                self._show_state()

        self.follow(lambda: self.host.library.lesson(self._lesson.name), done)

    @property
    def _ends(self) -> bool:
        """Whether the end is in sight, and there is something to finish."""
        return self._lesson.opens is not None and self._view.share >= 1

    def _end_hint(self) -> KeyHint:
        """Return what is next: to go on, at the end to finish, and then to check oneself."""
        if self._ends:
            return self._finish_hint()
        at_end = self._view.share >= 1 and self._lesson.asks_choices
        return self.key_hint("lesson.quiz" if at_end else "lesson.page_down")

    def _finish_hint(self) -> KeyHint:
        cards = self._lesson.opens
        opens = f"finish: opens {amount(cards, 'card')}" if cards else None
        return self.key_hint("lesson.finish", opens)

    @property
    def _view(self) -> LessonView:
        return self.query_one(LessonView)

    @property
    def _field(self) -> AnswerField:
        return self.query_one(AnswerField)

    def _search(self) -> None:
        words = self._field.value.strip()
        self.do_cancel()
        if not self._view.search(words) and words:
            self.say(f"“{words}” does not stand in this lesson.")
        self._show_state()

    def _step(self, steps: int) -> None:
        if self._view.match is None:
            find = self.host.keys["lesson.find"].shown
            self.say(f"Nothing is searched for; {find} asks for words.")
        else:
            self._view.next_match(steps)

    def _show_state(self) -> None:
        lesson, view = self._lesson, self._view
        sections = lesson.sections
        title = sections[view.section].title if view.section < len(sections) else ""
        place = title or lesson.title
        found = ""
        if view.match is not None:
            found = f"“{view.words}” {view.match + 1:,} of {len(view.matches):,}"
        self.top.show(
            line(f"{lesson.code} · {place}" if lesson.code else place),
            text(percent(view.share)),
            line(found),
        )
        self.bottom.show(self.hints())
