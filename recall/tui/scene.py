"""What the review screen shows at one moment, as a value taken from the session in its thread."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from recall.cards.memory import Rating
from recall.library.values import AnswerMode, Preview, Progress, Response, Showing, Verdict

if TYPE_CHECKING:
    from recall.library.session import StudySession


@dataclass(frozen=True, slots=True)
class Scene:
    """A card, what is known of its answer, what each rating would do, and how far the session is.

    ``showing`` is None when the session has nothing more to show.
    """

    showing: Showing | None
    revealed: bool
    verdict: Verdict | None
    previews: tuple[Preview, ...]
    progress: Progress
    cram: bool

    @property
    def proposed(self) -> Rating:
        """The rating that Enter gives: what the answer was worth, or Good where nobody can tell."""
        return self.verdict.proposed if self.verdict is not None else Rating.GOOD


def look(session: StudySession) -> Scene:
    """Return the scene of a session; runs in the library's thread."""
    showing = session.current
    revealed = showing is not None and session.revealed
    return Scene(
        showing,
        revealed,
        session.verdict if revealed else None,
        session.previews() if revealed else (),
        session.progress,
        session.cram,
    )


@dataclass(slots=True)
class Draft:
    """What the learner has done with the card so far, before it is an answer.

    ``cursor`` is the option or item that keys act on, None before any was; ``order`` holds places
    in ``Showing.items``; ``held`` tells that the item at the cursor is carried along.
    """

    hint: bool = False
    typed: str | None = None
    letters: set[str] = field(default_factory=set)
    cursor: int | None = None
    order: list[int] = field(default_factory=list)
    held: bool = False
    images_opened: int = 0

    @classmethod
    def of(cls, showing: Showing | None) -> Draft:
        """Return the draft a card begins with."""
        if showing is None or showing.mode is not AnswerMode.ARRANGE:
            return cls()
        return cls(cursor=0, order=list(range(len(showing.items))))

    def toggle(self, letter: str) -> None:
        """Choose an option, or take the choice back."""
        self.letters ^= {letter}

    def step(self, steps: int, count: int) -> None:
        """Move the cursor within ``count`` options or items; a held item goes along."""
        if not count:
            return
        if self.cursor is None:
            self.cursor = 0 if steps > 0 else count - 1
            return
        place = min(max(self.cursor + steps, 0), count - 1)
        if self.held:
            self.order.insert(place, self.order.pop(self.cursor))
        self.cursor = place

    def carry(self, steps: int) -> None:
        """Move the item at the cursor."""
        held, self.held = self.held, True
        self.step(steps, len(self.order))
        self.held = held

    def response(self, mode: AnswerMode) -> Response | None:
        """Return the answer as it stands, None for cards that are only shown."""
        match mode:
            case AnswerMode.REVEAL:
                return None
            case AnswerMode.TYPE:
                return Response(typed=self.typed or "")
            case AnswerMode.CHOOSE:
                return Response(letters=frozenset(self.letters))
            case AnswerMode.ARRANGE:
                return Response(order=tuple(self.order))
