"""The state behind the review screen: what is shown, the draft of an answer, and held keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget

from recall.errors import RecallError, UsageError
from recall.library.changes import DecksChanged, Followed
from recall.library.values import AnswerMode, Showing, Summary
from recall.tui.bindings import Binding
from recall.tui.card_sections import sections_of
from recall.tui.content import line, text
from recall.tui.keys import key_name
from recall.tui.repeats import HOLD_DELAY
from recall.tui.scene import Draft, Scene, look
from recall.tui.scopes import Scope
from recall.tui.screens.base import RecallScreen
from recall.tui.screens.review_hints import hints_of
from recall.tui.widgets.answer_field import AnswerField
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.card_view import CardView
from recall.tui.wording import progress_facts

if TYPE_CHECKING:
    from recall.library.leeches import Leech
    from recall.library.session import StudySession

T = TypeVar("T")

_NEVER = float("inf")
# In these states a key answers for what was just shown, so that it must be pressed after that.
_GRADING = frozenset({Scope.GRADE, Scope.QUIZ})
# A held key may do these again and again; everything else needs a press of its own.
_REPEATABLE = frozenset(
    {
        "up",
        "down",
        "move_up",
        "move_down",
        "scroll_up",
        "scroll_down",
        "scroll_left",
        "scroll_right",
    }
)
_FOLLOWED = {
    Followed.SAME: "",
    Followed.CHANGED: "The card was changed in its deck.",
    Followed.GONE: "That card is no longer in its deck; its history is kept.",
    Followed.KEPT: "The card was changed in its deck; your grade counts for what you saw.",
}
_SCOPES = {
    AnswerMode.REVEAL: Scope.REVEAL,
    AnswerMode.CHOOSE: Scope.CHOOSE,
    AnswerMode.ARRANGE: Scope.ARRANGE,
}


class Reviewing(RecallScreen):
    """Shows what a session shows, and decides which keys count."""

    scope = Scope.REVIEW

    def __init__(self, session: StudySession, opening: str = "") -> None:
        super().__init__()
        self._opening = opening
        self.session = session
        self.scene: Scene | None = None
        self.draft = Draft()
        self.outside = False
        self.leech: Leech | None = None
        self._painted_at = _NEVER

    @property
    def showing(self) -> Showing | None:
        """The card shown."""
        return self.scene.showing if self.scene is not None else None

    @property
    def view(self) -> CardView:
        """Where the card is drawn."""
        return self.query_one(CardView)

    @property
    def field(self) -> AnswerField:
        """Where an answer is typed."""
        return self.query_one(AnswerField)

    def compose_body(self) -> Iterable[Widget]:
        """Give the card and the field to type in."""
        yield CardView()
        yield AnswerField()

    def on_mount(self) -> None:
        """Show the first card, and the ``opening`` sentence if there is one."""
        self.act(lambda: None, lambda _: self.say(self._opening) if self._opening else None)

    def scopes(self) -> tuple[Scope, ...]:
        """Return the scopes of the state the card is in."""
        scene = self.scene
        if scene is None or scene.showing is None:
            return (Scope.REVIEW,)
        if scene.revealed:
            return (Scope.GRADE, Scope.REVIEW)
        if scene.showing.mode is AnswerMode.TYPE:
            return (Scope.OUTSIDE, Scope.REVIEW) if self.outside else (Scope.TYPE,)
        return (_SCOPES[scene.showing.mode], Scope.REVIEW)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        return hints_of(self.scene, self.scopes()[0], self.host.keys) if self.scene else ()

    def press(self, event: events.Key) -> bool:
        """Act on a key, unless it came before the answer it would grade could be read."""
        scope = self.scopes()[0]
        if scope in _GRADING and event.time < self._painted_at:
            return True
        if scope is Scope.TYPE and self.host.repeats.held:
            return True
        if scope is Scope.CHOOSE and not self.busy and not self.has_class("too-small"):
            letter = key_name(event)
            if self.showing is not None and letter in {o.letter for o in self.showing.options}:
                self.bottom.clear()
                self.choose(letter)
                return True
        return super().press(event)

    def perform(self, binding: Binding) -> None:
        """Run an action, unless it is one that needs a press of its own and the key is held."""
        repeats = self.host.repeats
        if repeats.fresh or binding.action in _REPEATABLE:
            super().perform(binding)
        elif binding.scope in _GRADING and not repeats.quick:
            self.say(f"This key counts {HOLD_DELAY:.0f} second after it showed the answer.")

    def choose(self, letter: str) -> None:
        """Choose an option; where only one is right that is the answer."""
        if self.showing is None or not self.host.repeats.fresh:
            return
        if self.showing.multiple:
            self.draft.toggle(letter)
            self.draw(keep_place=True)
        else:
            self.draft.letters = {letter}
            self.reveal()

    def reveal(self) -> None:
        """Answer with the draft as it stands and show the answer side."""
        if self.showing is not None:
            response = self.draft.response(self.showing.mode)
            self.host.repeats.act()
            shown = self.showing

            def answer() -> None:
                current = self.session.current
                if current is not None and not _asks_the_same(shown, current):
                    raise UsageError(
                        "The card was changed in its deck while you answered it.",
                        "Look at it and answer again.",
                    )
                self.session.reveal(response)

            self.act(answer)

    def act(self, call: Callable[[], T], told: Callable[[T], None] | None = None) -> None:
        """Run a call on the session in its thread, show what the session shows then, and ``told``.

        When the call fails nothing on the screen is lost: what is shown stays, and the error is
        told, so that the same key tries again.
        """

        def both() -> tuple[T, Scene]:
            result = call()
            return result, look(self.session)

        def done(outcome: tuple[T, Scene]) -> None:
            result, scene = outcome
            self._take(scene)
            if told is not None:
                told(result)

        self.work(both, done, self._failed)

    def tell_leech(self, leech: Leech | None) -> None:
        """Tell that a grade made its card a leech, and the key that shows what helps."""
        if leech is not None:
            self.leech = leech
            self.say(leech.sentence, f"{self.key_here('review.leech')} shows what helps.")

    def key_here(self, name: str) -> str:
        """Return what starts an action in the state the card is in; a card may take letters."""
        key = self.host.keys[name].shown
        typing = self.scopes()[0] is Scope.TYPE
        return f"{self.host.keys['type.keys'].shown}, then {key}" if typing else key

    @property
    def problems_key(self) -> str:
        """The key that lists problems here."""
        return self.key_here("review.problems")

    def decks_changed(self, change: DecksChanged | None) -> None:
        """Show the card as its deck has it now, unless it was answered already."""

        def done(followed: tuple[Followed, Scene]) -> None:
            self._take(followed[1])
            if self.showing is not None:
                self.tell_change(change, _FOLLOWED[followed[0]])

        self.follow(lambda: (self.session.follow(), look(self.session)), done)

    def finish(self) -> None:
        """End with a summary when anything was answered, else go back."""

        def done(summary: Summary) -> None:
            if summary.answers or summary.waiting:
                from recall.tui.screens.summary import SummaryScreen

                self.app.switch_screen(SummaryScreen(self.session, summary))
            else:
                self.dismiss()

        self.work(self.session.summary, done)

    def draw(self, *, keep_place: bool) -> None:
        """Draw the card; ``keep_place`` stays where it was scrolled to."""
        if self.scene is not None and self.scene.showing is not None:
            self.view.show(
                *sections_of(self.scene, self.draft),
                right_to_left=self.scene.showing.right_to_left,
                keep_place=keep_place,
            )
            if keep_place and not self.scene.revealed and self.draft.cursor is not None:
                lines = self.view.text.split("\n")
                row = next((y for y, words in enumerate(lines) if "›" in words[:3]), 0)
                region = Region(self.view.scroll_offset.x, row, 1, 1)
                self.view.scroll_to_region(region, animate=False)

    def show_state(self) -> None:
        """Show the lines above and beneath the card, and the field when an answer is typed."""
        scene, showing = self.scene, self.showing
        if scene is None or showing is None:
            return
        typing = self.scopes()[0] is Scope.TYPE
        self.set_class(showing.mode is AnswerMode.TYPE and not scene.revealed, "typing")
        self.set_focus(self.field if typing else None)
        facts = [*progress_facts(scene.progress)]
        if showing.marks.flagged:
            facts.insert(1, "flagged")
        if scene.cram:
            facts.insert(1, "cram, nothing is scheduled")
        self.top.show(line(self.place_of(showing)), *(text(fact) for fact in facts))
        self.bottom.show(self.hints())

    def place_of(self, showing: Showing) -> str:
        """Return where a card is from, for the top line."""
        return f"{showing.code} · {showing.deck_title}" if showing.code else showing.deck_title

    def _failed(self, error: RecallError) -> None:
        def done(scene: Scene) -> None:
            self._take(scene)
            self.say_error(error)

        self.work(lambda: look(self.session), done, lambda _: self.say_error(error))

    def _take(self, scene: Scene) -> None:
        before, self.scene = self.scene, scene
        if scene.showing is None:
            self.finish()
            return
        kept = before is not None and _same_card(before, scene)
        answered = kept and scene.revealed and before is not None and not before.revealed
        if not kept and not _still_typed(before, scene):
            self.draft = Draft.of(scene.showing)
            self.field.value = ""
            self.outside = False
        self.show_state()
        self.draw(keep_place=kept)
        if scene.revealed and (answered or not kept):
            self._painted_at = _NEVER
            self.call_after_refresh(self._painted)

    def _painted(self) -> None:
        """Take note that the answer is on the screen: keys pressed from now on may grade it."""
        self._painted_at = Message().time
        lines = self.view.text.split("\n")
        divider = next((row for row, words in enumerate(lines) if words.strip() == "───"), 0)
        shown = self.view.size.height
        if divider + 2 >= self.view.scroll_offset.y + shown:
            self.view.scroll_to(y=max(divider - shown // 3, 0), animate=False)


def _same_card(before: Scene, after: Scene) -> bool:
    """Whether the card stands as it stood, perhaps with its answer shown now or with new marks."""
    one, two = before.showing, after.showing
    return (
        one is not None
        and two is not None
        and (after.revealed or not before.revealed)
        and _asks_the_same(one, two)
    )


def _asks_the_same(one: Showing, two: Showing) -> bool:
    return (one.uid, one.mode, one.prompt, one.items, one.options) == (
        two.uid,
        two.mode,
        two.prompt,
        two.items,
        two.options,
    )


def _still_typed(before: Scene | None, after: Scene) -> bool:
    """Whether an answer is being typed to a card of which only the text changed."""
    one, two = before.showing if before is not None else None, after.showing
    return (
        before is not None
        and one is not None
        and two is not None
        and not (before.revealed or after.revealed)
        and one.mode is two.mode is AnswerMode.TYPE
        and one.uid == two.uid
    )
