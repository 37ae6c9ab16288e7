"""The preview of a deck for its author: leaf by leaf as learners see it, read again on save."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import ClassVar

from textual.widget import Widget

from recall.cards.card import Kind
from recall.cards.problem import Level, Problem
from recall.errors import RecallError
from recall.library.preview import DeckPreview, Leaf, preview
from recall.library.values import Progress, Showing
from recall.markdown.line import Role
from recall.text import clean_line
from recall.tui.card_sections import sections_of
from recall.tui.content import line, text
from recall.tui.scene import Draft, Scene
from recall.tui.scopes import Scope
from recall.tui.screens.base import RecallScreen
from recall.tui.sections import Section, Sentence, Text
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.card_view import CardView
from recall.tui.wording import amount

_SIGNS = {Level.ERROR: "✗", Level.WARNING: "⚠", Level.NOTE: "·"}
_ROLES = {Level.ERROR: Role.WRONG, Level.WARNING: Role.MISSING, Level.NOTE: Role.QUIET}
_NOTHING = "This deck is empty. Text and cards written into its file are shown here."


class PreviewScreen(RecallScreen):
    """Shows a deck file; ``look_every`` is in seconds, None reads it again only by key."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["../recall.tcss", "preview.tcss"]
    scope = Scope.PREVIEW

    def __init__(self, path: Path, look_every: float | None) -> None:
        super().__init__()
        self._path = path
        self._look_every = look_every
        self._preview: DeckPreview | None = None
        self._place = 0
        self._answered = False
        self._stamp: tuple[int, int] | None = None

    def compose_body(self) -> Iterable[Widget]:
        """Give the view of one leaf."""
        yield CardView()

    def on_mount(self) -> None:
        """Read the deck and show its first leaf."""
        self.top.show(line(self._path.name))
        self.bottom.show(self.hints())
        self.work(self._read, self._take)
        if self._look_every is not None:
            self.set_interval(self._look_every, self.look)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        leaf = self._leaf
        onward = "answer" if leaf is not None and leaf.showing and not self._answered else "next"
        return (
            self.key_hint("preview.next", onward),
            self.key_hint("preview.previous"),
            self.key_hint("preview.edit"),
            self.key_hint("preview.leave"),
            self.key_hint("preview.help", ""),
        )

    def look(self) -> None:
        """Read the file again when it was saved."""
        if not self.busy:
            self.follow(self._read_if_saved, self._take_if_read)

    def do_next(self) -> None:
        """Show the answer, or the next leaf."""
        leaf = self._leaf
        if leaf is not None and leaf.showing is not None and not self._answered:
            self._answered = True
        elif self._preview is not None and self._place + 1 < len(self._preview.leaves):
            self._place, self._answered = self._place + 1, False
        else:
            self.say("This is the end of the deck.")
            return
        self._show(keep_place=self._answered)

    def do_previous(self) -> None:
        """Show the question again, or the leaf before."""
        if self._answered:
            self._answered = False
        elif self._place:
            self._place -= 1
        else:
            self.say("This is the beginning of the deck.")
            return
        self._show()

    def do_first(self) -> None:
        """Go to the beginning."""
        self._place, self._answered = 0, False
        self._show()

    def do_last(self) -> None:
        """Go to the end."""
        leaves = self._preview.leaves if self._preview is not None else ()
        self._place, self._answered = max(len(leaves) - 1, 0), False
        self._show()

    def do_up(self) -> None:
        """Scroll up."""
        self._view.scroll_relative(y=-1, animate=False)

    def do_down(self) -> None:
        """Scroll down."""
        self._view.scroll_relative(y=1, animate=False)

    def do_edit(self) -> None:
        """Open the file in the editor, at what is shown."""

        def edited(error: RecallError | None) -> None:
            if error is not None:
                self.say_error(error)
            else:
                self.look()

        self.edit_file(lambda: self._path, self._leaf.line if self._leaf else 1, edited)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.PREVIEW,)))

    def do_leave(self) -> None:
        """Leave."""
        self.app.exit()

    @property
    def _view(self) -> CardView:
        return self.query_one(CardView)

    @property
    def _leaf(self) -> Leaf | None:
        leaves = self._preview.leaves if self._preview is not None else ()
        return leaves[self._place] if self._place < len(leaves) else None

    def _read(self) -> DeckPreview:
        status = self._path.stat()
        self._stamp = status.st_mtime_ns, status.st_size
        return preview(self._path, type_gaps=self.host.start_with.type_gaps)

    def _read_if_saved(self) -> DeckPreview | None:
        try:
            status = self._path.stat()
        except OSError:  # an editor may take a file away for a moment to write it anew
            return None
        if (status.st_mtime_ns, status.st_size) == self._stamp:
            return None
        return self._read()

    def _take_if_read(self, found: DeckPreview | None) -> None:
        if found is not None:
            self._take(found)

    def _take(self, found: DeckPreview) -> None:
        shown, self._preview = self._leaf, found
        place = _place_of(shown, found)
        if place is None:
            self._place = min(self._place, max(len(found.leaves) - 1, 0))
            self._answered = False
        else:
            self._place = place
        self._show(keep_place=place is not None)

    def _show(self, *, keep_place: bool = False) -> None:
        found, leaf = self._preview, self._leaf
        if found is None:
            return
        facts = [f"{self._place + 1:,} of {len(found.leaves):,}" if found.leaves else ""]
        facts.append(amount(found.found, "problem") if found.found else "no problem")
        self.top.show(line(found.title), *(text(fact) for fact in facts))
        self.bottom.show(self.hints())
        problems = found.problems if not self._place else ()
        problems += leaf.problems if leaf is not None else ()
        sections: list[Section] = [_told(problem) for problem in problems]
        sections += _leaf_sections(leaf, answered=self._answered)
        self._view.show(*sections, right_to_left=found.right_to_left, keep_place=keep_place)


def _place_of(shown: Leaf | None, found: DeckPreview) -> int | None:
    """Return where a leaf that was shown stands now: the same card, or text at the same line."""
    if shown is None:
        return None
    for place, leaf in enumerate(found.leaves):
        if shown.showing is not None and leaf.showing is not None:
            if (leaf.showing.name, leaf.showing.facet) == (shown.showing.name, shown.showing.facet):
                return place
        elif shown.showing is None and leaf.showing is None and leaf.line == shown.line:
            return place
    return None


def _leaf_sections(leaf: Leaf | None, *, answered: bool) -> list[Section]:
    if leaf is None:
        return [Sentence(_NOTHING)]
    if leaf.text is not None:
        return [Text(leaf.text)]
    showing = leaf.showing
    if showing is None:
        return []
    draft = Draft.of(showing)
    draft.hint = True
    if answered:
        draft.letters = {option.letter for option in showing.options if option.right}
    scene = Scene(showing, answered, None, (), Progress(0, 1, 0, 1), cram=False)
    return [Sentence(_kind(showing, leaf), Role.QUIET), *sections_of(scene, draft)]


def _kind(showing: Showing, leaf: Leaf) -> str:
    kind = "blank page" if showing.kind is Kind.FREE_RECALL else showing.kind.value
    return f"{kind} · line {leaf.line}"


def _told(problem: Problem) -> Sentence:
    place = f"{problem.line}:{problem.column} {problem.code}"
    hint = f" → {problem.hint}" if problem.hint else ""
    words = f"{_SIGNS[problem.level]} {place} {problem.message}{hint}"
    return Sentence(clean_line(words), _ROLES[problem.level])
