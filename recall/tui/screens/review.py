"""The review screen: one card, its answer, and a grade that needs a key pressed anew."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from recall.cards.memory import Rating
from recall.errors import RecallError
from recall.library.values import AnswerMode, Undone
from recall.tui.attachment import viewer_command
from recall.tui.screens.reviewing import Reviewing

if TYPE_CHECKING:
    from recall.library.leeches import Leech

_SIDEWAYS = 8


class ReviewScreen(Reviewing):
    """What each key of the review screen does."""

    CSS_PATH: ClassVar[str] = "review.tcss"

    def do_answer(self) -> None:
        """Show the answer."""
        self.reveal()

    def do_check(self) -> None:
        """Check what was typed."""
        # Letters that came in one piece with this key still wait in the field's queue.
        self.field.call_later(self._check)

    def do_keys(self) -> None:
        """Leave the field, so that letters are keys."""
        self.outside = True
        self.show_state()

    def do_type(self) -> None:
        """Go back to the field."""
        self.outside = False
        self.show_state()

    def do_submit(self) -> None:
        """Answer with the options chosen, or with the items in this order."""
        showing = self.showing
        if showing is None:
            return
        if showing.mode is AnswerMode.CHOOSE and not self.draft.letters:
            if self.draft.cursor is None:
                self.say("Choose an option by its letter first.")
                return
            self.draft.toggle(showing.options[self.draft.cursor].letter)
        self.reveal()

    def do_toggle(self) -> None:
        """Choose the option at the cursor."""
        if self.showing is None or self.draft.cursor is None:
            self.say("Choose an option by its letter, or go to it with the arrow keys.")
        else:
            self.choose(self.showing.options[self.draft.cursor].letter)

    def do_hold(self) -> None:
        """Pick the item at the cursor up, or put it down."""
        self.draft.held = not self.draft.held
        self.draw(keep_place=True)

    def do_up(self) -> None:
        """Go up in what is asked, or scroll."""
        self._step(-1)

    def do_down(self) -> None:
        """Go down in what is asked, or scroll."""
        self._step(1)

    def do_move_up(self) -> None:
        """Move the item up."""
        self.draft.carry(-1)
        self.draw(keep_place=True)

    def do_move_down(self) -> None:
        """Move the item down."""
        self.draft.carry(1)
        self.draw(keep_place=True)

    def do_again(self) -> None:
        """Grade Again."""
        self._grade(Rating.AGAIN)

    def do_hard(self) -> None:
        """Grade Hard."""
        self._grade(Rating.HARD)

    def do_good(self) -> None:
        """Grade Good."""
        self._grade(Rating.GOOD)

    def do_easy(self) -> None:
        """Grade Easy."""
        self._grade(Rating.EASY)

    def do_proposed(self) -> None:
        """Give the rating that is marked."""
        if self.scene is not None:
            self._grade(self.scene.proposed)

    def do_hint(self) -> None:
        """Show the hint."""
        if self.showing is None or self.showing.hint is None:
            self.say("This card has no hint.")
        elif self.scene is not None and not self.scene.revealed:
            self.draft.hint = True
            self.act(self.session.hint)

    def do_undo(self) -> None:
        """Take back the last thing done, here or in an earlier run."""

        def told(undone: Undone | None) -> None:
            self.say(undone.sentence if undone is not None else "There is nothing to take back.")

        self.act(self.session.undo, told)

    def do_redo(self) -> None:
        """Do again what was undone last."""

        def told(again: Undone | None) -> None:
            self.say(again.sentence if again is not None else "There is nothing to do again.")

        self.act(self.session.redo, told)

    def do_suspend(self) -> None:
        """Suspend the card."""
        self._put_away(self.session.suspend, "The card is suspended")

    def do_bury(self) -> None:
        """Put the card off until tomorrow."""
        self._put_away(self.session.bury, "The card is put off until tomorrow")

    def do_flag(self) -> None:
        """Flag the card, or take the flag off."""

        def told(flagged: bool) -> None:
            self.say("The card is flagged." if flagged else "The flag is taken off.")

        self.act(self.session.flag, told)

    def do_edit(self) -> None:
        """Open the deck in the editor at this card, then read the decks again."""
        showing = self.showing
        if showing is None:
            return

        def read_again() -> bool:
            self.host.library.refresh()
            return self.session.reload()

        def edited(error: RecallError | None) -> None:
            def told(present: bool) -> None:
                if error is not None:
                    self.say_error(error)
                elif not present:
                    self.say(
                        "That card is no longer in its deck; its history is kept.",
                        "A reworded card goes on with it when it has an {#id}.",
                    )

            self.act(read_again, told)

        self.edit_file(lambda: self.host.library.source_of(showing), showing.place.line, edited)

    def do_information(self) -> None:
        """Show why the card is due, and its history."""
        if self.showing is not None:
            from recall.tui.screens.card import CardScreen

            self.app.push_screen(
                CardScreen(self.showing.uid, self.session),
                # It may have been reset there, or something undone.
                lambda _: self.act(self.session.look_again),
            )

    def do_open(self) -> None:
        """Open the images of the card with the desktop's program for them, one at each press."""
        showing, images = self.showing, self.view.images
        if showing is None or not images:
            self.say("This card shows no image.")
            return
        place = self.draft.images_opened % len(images)
        try:
            command = viewer_command(images[place], Path(showing.folder), showing.place.path)
        except RecallError as error:
            self.say_error(error)
            return
        self.draft.images_opened += 1
        which = f" ({place + 1} of {len(images)})" if len(images) > 1 else ""
        try:
            subprocess.Popen(  # noqa: S603 - a list of arguments, no shell
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            self.say(f"The image{which} is {command[-1]}.", "No program to open it was found.")
        else:
            self.say(f"Opened{which} {command[-1]}.")

    def do_leech(self) -> None:
        """Show what helps with the card that was pointed out last."""
        if self.leech is None:
            self.say("No card was forgotten that often here.", "Card information tells of each.")
            return
        from recall.tui.screens.card import CardScreen

        self.app.push_screen(CardScreen(self.leech.uid))

    def do_problems(self) -> None:
        """List the problems of all decks."""
        from recall.tui.screens.problems import ProblemsScreen

        self.app.push_screen(ProblemsScreen())

    def do_scroll_up(self) -> None:
        """Scroll up by a screen."""
        self.view.scroll_page_up(animate=False)

    def do_scroll_down(self) -> None:
        """Scroll down by a screen."""
        self.view.scroll_page_down(animate=False)

    def do_scroll_left(self) -> None:
        """Scroll to the left."""
        self.view.scroll_relative(x=-_SIDEWAYS, animate=False)

    def do_scroll_right(self) -> None:
        """Scroll to the right."""
        self.view.scroll_relative(x=_SIDEWAYS, animate=False)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.scopes()))

    def do_leave(self) -> None:
        """Stop here."""
        self.finish()

    def _check(self) -> None:
        self.draft.typed = self.field.value
        self.reveal()

    def _grade(self, rating: Rating) -> None:
        self.host.repeats.act()

        def grade() -> Leech | None:
            self.session.grade(rating)
            return self.session.leech

        self.act(grade, self.tell_leech)

    def _step(self, steps: int) -> None:
        showing, scene = self.showing, self.scene
        if showing is None or scene is None:
            return
        if not scene.revealed and showing.mode in (AnswerMode.CHOOSE, AnswerMode.ARRANGE):
            self.draft.step(steps, len(showing.options) or len(showing.items))
            self.draw(keep_place=True)
        else:
            self.view.scroll_relative(y=steps, animate=False)

    def _put_away(self, call: Callable[[], None], sentence: str) -> None:
        def told(_: None) -> None:
            self.say(f"{sentence}; {self.key_here('review.undo')} takes that back.")

        self.act(call, told)
