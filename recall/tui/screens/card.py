"""Card information: why the card comes today, the curve of its recall, and its whole history."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from recall.cards.memory import Phase
from recall.errors import RecallError, UsageError
from recall.library.changes import DecksChanged
from recall.library.passages import LessonPassage
from recall.library.remedies import Remedies
from recall.library.values import CardInfo, ReviewLine, Undone
from recall.text import percent
from recall.tui.content import line, text
from recall.tui.curve import curve_lines
from recall.tui.scopes import Scope
from recall.tui.screens.paging import PagingScreen
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.page import Page, paragraph
from recall.tui.wording import amount

if TYPE_CHECKING:
    from recall.library.session import StudySession

_WIDE = 70
_MISTAKES = 4
_SIBLINGS = 4


class CardScreen(PagingScreen):
    """Shows everything known of one card.

    ``session`` is the one it is shown over, if any: undo then brings its cards back.
    """

    scope = Scope.CARD

    def __init__(self, uid: str, session: StudySession | None = None) -> None:
        super().__init__()
        self._uid = uid
        self._session = session
        self._info: CardInfo | None = None
        self._remedies: Remedies | None = None

    def compose_body(self) -> Iterable[Widget]:
        """Give the page."""
        yield Page()

    def on_mount(self) -> None:
        """Read the card and show it."""
        self.top.show(Content("Why today"))
        self.bottom.show(self.hints())
        self.work(self._read, self._show)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        return (
            self.key_hint("card.leave"),
            KeyHint("↑↓", "scroll"),
            *((self.key_hint("card.read"),) if self._passage is not None else ()),
            self.key_hint("card.edit"),
            self.key_hint("card.reset"),
            self.key_hint("card.undo"),
            self.key_hint("card.help", ""),
        )

    def do_read(self) -> None:
        """Read in the lesson where it treats this card."""
        if self._passage is None:
            self.say("The deck of this card has no text to read.")
        else:
            self.read(self._passage.lesson, self._passage.place)

    def do_edit(self) -> None:
        """Open the deck in the editor at this card, then read the card again."""
        if self._info is None:
            return
        if self._info.place is None:
            self.say_error(_gone(self._info))
            return
        showing = self.host.library.show
        self.edit_file(
            lambda: self.host.library.source_of(showing(self._uid)),
            self._info.place.line,
            self._edited,
        )

    def do_reset(self) -> None:
        """Forget how well the card is known; nothing is asked, since an undo brings it back."""

        def told(forgotten: bool) -> str:
            if not forgotten:
                return "The card has no answer that counts, so there is nothing to forget."
            return f"The card is new again; {self.host.keys['card.undo'].shown} takes that back."

        self._change(lambda: told(self.host.library.reset(self._uid)))

    def do_undo(self) -> None:
        """Take back the last thing done, whatever card it was about."""
        library = self.host.library
        undo = library.undo if self._session is None else self._session.undo
        self._change(lambda: _sentence(undo(), "There is nothing to take back."))

    def do_redo(self) -> None:
        """Do again what was undone last."""
        library = self.host.library
        redo = library.redo if self._session is None else self._session.redo
        self._change(lambda: _sentence(redo(), "There is nothing to do again."))

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.CARD,)))

    def do_leave(self) -> None:
        """Go back."""
        self.dismiss()

    def decks_changed(self, change: DecksChanged | None) -> None:
        """Show the card as it is now."""

        def done(found: tuple[CardInfo, Remedies]) -> None:
            self._show(found)
            self.tell_change(change)

        self.follow(self._read, done)

    def _change(self, call: Callable[[], str]) -> None:
        """Change something, show the card as it is then, and tell what ``call`` returns."""

        def both() -> tuple[str, tuple[CardInfo, Remedies]]:
            return call(), self._read()

        def done(outcome: tuple[str, tuple[CardInfo, Remedies]]) -> None:
            sentence, found = outcome
            self._show(found)
            self.say(sentence)

        self.work(both, done)

    def _edited(self, error: RecallError | None) -> None:
        def read_again() -> tuple[CardInfo, Remedies]:
            self.host.library.refresh()
            return self._read()

        def done(found: tuple[CardInfo, Remedies]) -> None:
            self._show(found)
            if error is not None:
                self.say_error(error)

        self.work(read_again, done)

    @property
    def _passage(self) -> LessonPassage | None:
        return None if self._remedies is None else self._remedies.passage

    def _read(self) -> tuple[CardInfo, Remedies]:
        library = self.host.library
        return library.card(self._uid), library.remedies(self._uid)

    def _show(self, found: tuple[CardInfo, Remedies]) -> None:
        info, helps = found
        self._info, self._remedies = info, helps
        self.bottom.show(self.hints())
        place = Content.assemble("Why today · ", line(info.deck_title))
        recall = f"recall now {percent(info.recall)}" if info.recall else ""
        self.top.show(place, text(recall))
        self.page.show(lambda width: card_lines(info, helps, width))


def _sentence(undone: Undone | None, nothing: str) -> str:
    return nothing if undone is None else undone.sentence


def card_lines(info: CardInfo, helps: Remedies, width: int) -> list[Content]:
    """Return the lines of a card's information for a page of a width."""
    lines = paragraph(line(info.title).stylize("bold"), width)
    lines.append(Content())
    lines += paragraph(line(f"Due: {info.due}").stylize("$accent"), width)
    curve = curve_lines(info, width)
    if curve:
        lines += [Content(), *curve]
    lines.append(Content())
    for sentence in info.why:
        lines += paragraph(line(sentence), width)
    remedies = _remedies(helps, width)
    if remedies:
        lines += [Content(), *remedies]
    lines += [Content(), *_history(info, width), Content(), *_facts(info, width)]
    return lines


def _remedies(helps: Remedies, width: int) -> list[Content]:
    """Return what helps with the card; nothing where there is nothing to say."""
    told: list[str] = []
    if helps.lapses:
        leech = ", so it is a leech: it costs more than it is worth as it is" if helps.leech else ""
        told.append(f"Forgotten {amount(helps.lapses, 'time')}{leech}.")
    if helps.passage is not None:
        told.append(f"The lesson treats it under “{helps.passage.heading}”.")
    if helps.mistakes:
        given = (f"“{text}” {amount(times, 'time')}" for text, times in helps.mistakes[:_MISTAKES])
        told.append(f"You answered {', '.join(given)}.")
    if helps.siblings:
        told.append(f"Made of the same text: {'; '.join(helps.siblings[:_SIBLINGS])}.")
    if not told:
        return []
    head = text("What helps").stylize("bold $primary")
    return [head, *(row for one in told for row in paragraph(line(one), width))]


def _history(info: CardInfo, width: int) -> list[Content]:
    if not info.reviews:
        return paragraph(text("No answer yet; each one will be listed here."), width)
    head = text(amount(len(info.reviews), "answer")).stylize("bold $primary")
    titles = ("When", "Rating", "Wait", "Recall", "Stability", "Difficulty", "Time")
    wide = width >= _WIDE
    lines = [head, _row(titles, wide).stylize("$text-muted")]
    lines += [_row(_cells(review), wide, void=review.voided) for review in reversed(info.reviews)]
    return [one.truncate(width, ellipsis=True) for one in lines]


def _cells(review: ReviewLine) -> tuple[str, ...]:
    before = "–" if review.recall_before is None else percent(review.recall_before)
    stability = "–" if review.stability is None else f"{review.stability:,.1f} d"
    difficulty = "–" if review.difficulty is None else f"{review.difficulty:.1f}"
    return (
        review.when,
        review.rating.label,
        review.interval,
        before,
        stability,
        difficulty,
        f"{review.seconds:.0f} s",
    )


def _row(cells: tuple[str, ...], wide: bool, *, void: bool = False) -> Content:
    when, rating, wait, before, stability, difficulty, seconds = cells
    if wide:
        words = f"{when:<17}{rating:<6}{wait:>8}{before:>8}{stability:>11}{difficulty:>12}"
        words += f"{seconds:>7}"
    else:
        words = f"{when:<17}{rating:<6}{wait:>7}{before[:6]:>7}"
    drawn = text(words)
    return drawn.stylize("strike") if void else drawn


def _facts(info: CardInfo, width: int) -> list[Content]:
    memory, marks = info.memory, info.marks
    facts: list[tuple[str, str]] = []
    state = {
        Phase.NEW: "new: not answered yet",
        Phase.LEARNING: "in its first learning steps",
        Phase.REVIEW: "learnt, comes for review",
        Phase.RELEARNING: "forgotten, being learnt again",
    }[memory.phase]
    facts.append(("State", state))
    if memory.stability is not None and memory.difficulty is not None:
        facts.append(
            (
                "Memory",
                f"stability {memory.stability:,.1f} days, difficulty {memory.difficulty:.1f} of 10",
            )
        )
    if memory.reps:
        facts.append(
            ("Answers", f"{memory.reps:,} given, forgotten {amount(memory.lapses, 'time')}")
        )
    marked = [
        word for word, on in (("suspended", marks.suspended), ("flagged", marks.flagged)) if on
    ]
    facts.append(("Marks", ", ".join(marked) or "none"))
    if info.missing_since:
        facts.append(("Missing", f"since {info.missing_since}; its history is kept"))
    if info.place is not None:
        facts.append(("Place", f"{info.place.path}:{info.place.line}"))
    if info.source:
        facts.append(("From", info.source))
    if info.tags:
        facts.append(("Tags", " ".join(f"#{tag}" for tag in info.tags)))
    facts.append(("Kind", f"{info.kind.value} {info.facet}".strip()))
    facts.append(("Name", info.uid))
    lines: list[Content] = []
    for name, value in facts:
        first, *rest = paragraph(line(value), width - 10) or [Content()]
        head = text(f"{name:<10}").stylize("$text-muted")
        lines += [Content.assemble(head, first), *(more.pad_left(10) for more in rest)]
    return lines


def _gone(info: CardInfo) -> UsageError:
    return UsageError(
        "The deck of this card is no longer in the library.",
        f"Its history is kept since {info.missing_since}.",
    )
