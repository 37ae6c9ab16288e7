"""A library in memory for the screens: it behaves as the real one does, with cards made at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from recall.cards.card import Kind, Place
from recall.cards.deck import DeckKind
from recall.cards.memory import Marks, Memory, Phase, Rating
from recall.cards.problem import Level, Problem
from recall.errors import RecallError, UsageError
from recall.library.changes import DecksChanged, Followed
from recall.library.finishing import Finished
from recall.library.leeches import Leech
from recall.library.lesson import Lesson, LessonPlace, lesson_of
from recall.library.passages import LessonPassage
from recall.library.past import Past
from recall.library.query import parse_query
from recall.library.quiz import Miss, QuizResult
from recall.library.remedies import Remedies
from recall.library.searching import CardList
from recall.library.values import (
    AnswerMode,
    CardInfo,
    CardRow,
    CourseRow,
    DeckRow,
    Home,
    Mark,
    Piece,
    Preview,
    Progress,
    RefreshReport,
    Response,
    ReviewLine,
    Showing,
    ShownOption,
    Sort,
    Summary,
    Undone,
    UnitResult,
    Verdict,
)
from recall.markdown.build import document
from recall.markdown.reader import read_deck
from recall.storage.terms import Found
from recall.study.course import NextStep, Unit, next_step, state_of
from recall.study.stats.whole import Statistics
from tests.study.figures import nothing

if TYPE_CHECKING:
    from recall.library.library import Library
    from recall.library.quiz import QuizSession
    from recall.library.session import StudySession

WAITS = ("10 min", "6 d", "14 d", "31 d")


def question(
    prompt: str, answer: str, *, hint: str | None = None, note: str | None = None, uid: str = ""
) -> Showing:
    """A card to think about and reveal."""
    return Showing(
        uid=uid or prompt,
        name=uid or prompt,
        kind=Kind.QUESTION,
        facet="",
        place=Place("kimi/03.md", 12),
        folder="/decks",
        deck_title="KDA part 2",
        code="L3",
        mode=AnswerMode.REVEAL,
        prompt=document(prompt),
        answer=document(answer),
        hint=None if hint is None else document(hint),
        note=None if note is None else document(note),
    )


def typed(prompt: str, answer: str) -> Showing:
    """A card to type."""
    return replace(question(prompt, answer), kind=Kind.TYPED, mode=AnswerMode.TYPE)


def choice(prompt: str, *options: tuple[str, bool, str], note: str | None = None) -> Showing:
    """A card to choose from: each option with whether it is right and its reason."""
    shown = tuple(
        ShownOption(letter, document(text), right, document(reason) if reason else None)
        for letter, (text, right, reason) in zip("abcdefgh", options, strict=False)
    )
    return replace(
        question(prompt, "", note=note),
        kind=Kind.CHOICE,
        mode=AnswerMode.CHOOSE,
        options=shown,
        multiple=sum(option.right for option in shown) > 1,
    )


def order(prompt: str, *items: str) -> Showing:
    """A card to put in order; the items are given in the order shown, right when sorted."""
    return replace(
        question(prompt, "\n".join(f"1. {item}" for item in sorted(items))),
        kind=Kind.ORDER,
        mode=AnswerMode.ARRANGE,
        items=tuple(document(item) for item in items),
    )


def deck(path: str, title: str, **values: object) -> DeckRow:
    """A row of the home screen; without a state it has the one that follows from its numbers."""
    row = DeckRow(
        path=path,
        folder="/decks",
        title=title,
        kind=DeckKind.LESSON,
        code=None,
        summary=None,
        course="kimi-k3",
        open=True,
        cards=10,
        points=0,
        due=0,
        new=0,
        recall=0.0,
        problems=0,
    )
    row = replace(row, **values)  # type: ignore[arg-type]  # a test names the fields it sets
    seen = row.recall > 0
    unit = Unit(path, unseen=row.new, total=row.cards, seen=int(seen), recall=row.recall)
    new_today = 0 if row.waiting or not row.open else row.new
    stands = {"state": state_of(unit, is_open=row.open), "new_today": new_today} | values
    return replace(row, **stands)  # type: ignore[arg-type]  # as above


def row(title: str, number: int = 0, **values: object) -> CardRow:
    """A row of a list of cards, with figures that differ by its number."""
    made = CardRow(
        uid=title,
        kind=Kind.QUESTION,
        facet="",
        which="",
        title=title,
        deck=f"kimi/{number % 12 + 1:02}.md",
        line=number + 3,
        phase="review",
        due="in some days",
        due_in=number * 7 % 40 - 3,
        stability=1.5 + number * 13 % 300,
        difficulty=1 + number * 0.7 % 9,
        recall=0.99 - number * 0.03 % 0.5,
        reps=number % 23 + 1,
        lapses=number % 5,
        suspended=False,
        buried=False,
        flagged=False,
        missing=False,
    )
    return replace(made, **values)  # type: ignore[arg-type]  # a test names the fields it sets


def _sorted_by(row: CardRow, sort: Sort) -> tuple[bool, float | str]:
    value: float | str | None = {
        Sort.TITLE: row.title,
        Sort.KIND: row.kind.value,
        Sort.DUE: row.due_in,
        Sort.RECALL: row.recall,
        Sort.STABILITY: row.stability,
        Sort.DIFFICULTY: row.difficulty,
        Sort.LAPSES: row.lapses,
        Sort.REPS: row.reps,
    }.get(sort)
    return value is None, 0 if value is None else value


@dataclass
class FakeLibrary:
    """The library the screens see."""

    cards: list[Showing] = field(default_factory=list)
    decks: tuple[DeckRow, ...] = ()
    courses: tuple[CourseRow, ...] = ()
    found: tuple[Problem, ...] = ()
    notices: tuple[str, ...] = ()
    next_due: str | None = None
    units: tuple[UnitResult, ...] = ()
    nowhere: tuple[str, ...] = ()
    step: NextStep | None = None
    finished: list[str] = field(default_factory=list)
    report: RefreshReport = field(default_factory=RefreshReport)
    kept: bool = True
    grades: list[tuple[str, Rating]] = field(default_factory=list)
    earlier: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    past: Past = field(default_factory=lambda: Past((), None, None))
    calls: list[str] = field(default_factory=list)
    refusals: list[RecallError] = field(default_factory=list)
    before: Callable[[str], None] | None = None
    source: Path = Path("/decks/kimi/03.md")
    figures: Statistics = field(default_factory=nothing)
    last: FakeSession | None = None
    lessons: dict[str, str] = field(default_factory=dict)
    places: dict[str, LessonPlace] = field(default_factory=dict)
    change: DecksChanged | None = None
    helps: Remedies = field(default_factory=lambda: Remedies(0, False, None, (), ()))
    leeches: dict[str, Leech] = field(default_factory=dict)
    listed: list[CardRow] = field(default_factory=list)
    closed: bool = False

    def note(self, call: str) -> None:
        """Remember a call, wait when a test says so, and fail when a test says so."""
        self.calls.append(call)
        if self.before is not None:
            self.before(call)

    def opened(self) -> Library:
        """This library, as what the interface takes it for."""
        return cast("Library", self)

    def daily_backup(self) -> None:
        self.note("daily backup")

    def close(self) -> None:
        self.closed = True

    def refresh(self, *, accept_missing: bool = False) -> RefreshReport:
        self.note(f"refresh {accept_missing}")
        if accept_missing:
            report, self.report = self.report, RefreshReport()
            return RefreshReport(missing=report.withheld)
        report, self.report = self.report, RefreshReport(withheld=self.report.withheld)
        return report

    settling = False

    def look(self) -> DecksChanged | None:
        self.note("look")
        if self.refusals:
            raise self.refusals.pop(0)
        change, self.change = self.change, None
        return change

    def home(self) -> Home:
        self.note("home")
        new = min(sum(row.new_today for row in self.decks), 10)
        due = sum(row.due for row in self.decks)
        fresh = frozenset(row.path for row in self.decks if row.new_today)
        step = (
            next_step((), frozenset(), due=due, new_from=fresh) if self.step is None else self.step
        )
        levels = [problem.level for problem in self.found]
        return Home(
            date="Tue 1 Dec",
            due=due,
            new=new,
            minutes=6 if due or new else 0,
            courses=self.courses,
            decks=self.decks,
            errors=levels.count(Level.ERROR),
            warnings=levels.count(Level.WARNING),
            notices=(
                *self.notices,
                *(("40 cards would go missing at once.",) if self.report.withheld else ()),
            ),
            next_due=self.next_due,
            nowhere=self.nowhere,
            step=step,
        )

    def problems(self, path: str | None = None) -> tuple[Problem, ...]:
        return self.found

    def session(
        self,
        decks: tuple[str, ...] = (),
        *,
        limit: int | None = None,
        new: int | None = None,
        cram: bool = False,
    ) -> StudySession:
        self.note(f"session {','.join(decks)} {limit} {new} {cram}")
        self.last = FakeSession(self, list(self.cards), cram)
        return cast("StudySession", self.last)

    def quiz(self, name: str) -> QuizSession:
        self.note(f"quiz {name}")
        if self.refusals:
            raise self.refusals.pop(0)
        cards = [card for card in self.cards if card.mode is AnswerMode.CHOOSE]
        quiz = FakeQuiz(self, cards, cram=False)
        self.last = quiz
        return cast("QuizSession", quiz)

    def practise(self, cards: tuple[str, ...]) -> StudySession:
        self.note(f"practise {','.join(cards)}")
        self.last = FakeSession(self, list(self.cards), cram=True)
        return cast("StudySession", self.last)

    def lesson(self, name: str) -> Lesson:
        self.note(f"lesson {name}")
        if self.refusals:
            raise self.refusals.pop(0)
        row = next(row for row in self.decks if name == str(Path(row.folder) / row.path))
        markdown = read_deck(self.lessons.get(row.path, "").encode(), row.path)
        lesson = lesson_of(markdown, row, lambda names: {one: one for one in names})
        return replace(lesson, place=self.places.get(lesson.name, LessonPlace()))

    def keep_place(self, lesson: Lesson, place: LessonPlace) -> None:
        self.note(f"place {place.section}")
        if self.refusals:
            raise self.refusals.pop(0)
        self.places[lesson.name] = place

    def finish_lesson(self, name: str) -> Finished:
        self.note(f"finish {name}")
        if self.refusals:
            raise self.refusals.pop(0)
        self.finished.append(name)
        row = next(row for row in self.decks if name == row.name)
        return Finished(row.title, row.code, row.waiting, () if row.open else row.after)

    def undo(self) -> Undone | None:
        if not self.earlier:
            return None
        self.later.append(self.earlier.pop())
        return Undone(f"Took back Good for “{self.later[-1]}”.", None)

    def redo(self) -> Undone | None:
        if not self.later:
            return None
        return Undone(f"Good for “{self.later.pop()}” counts again.", None)

    def history(self, limit: int | None = 100) -> Past:
        self.note(f"history {limit}")
        return replace(self.past, deeds=self.past.deeds[:limit])

    def undo_back_to(self, deed: str) -> tuple[Undone, ...]:
        return self._go(deed, undone=True)

    def redo_up_to(self, deed: str) -> tuple[Undone, ...]:
        return self._go(deed, undone=False)

    def _go(self, deed: str, *, undone: bool) -> tuple[Undone, ...]:
        """Change every deed between the next one and the one named."""
        self.note(f"{'undo' if undone else 'redo'} {deed}")
        past = self.past
        ids = [one.id for one in past.deeds]
        first = past.next_undo if undone else past.next_redo
        assert first is not None
        low, high = sorted((ids.index(first), ids.index(deed)))
        changed = [
            one.id
            for one in past.deeds[low : high + 1]
            if one.undone is not undone and not one.settled
        ]
        deeds = tuple(
            replace(one, undone=undone) if one.id in changed else one for one in past.deeds
        )
        live = [one.id for one in deeds if not (one.undone or one.settled)]
        gone = [one.id for one in deeds if one.undone]
        self.past = Past(deeds, next(iter(live), None), gone[-1] if gone else None)
        word = "was taken back" if undone else "counts again"
        order = changed if undone else changed[::-1]
        return tuple(Undone(f"Thing {one} {word}.", one) for one in order)

    def card(self, uid: str) -> CardInfo:
        self.note(f"card {uid}")
        memory = Memory(Phase.REVIEW, None, 11.3, 5.2, 20_000, 12, 20_012, None, 2, 0)
        line = ReviewLine(
            id="1",
            when="2026-11-24 09:12",
            day="2026-11-24",
            rating=Rating.GOOD,
            mode="review",
            seconds=6.2,
            interval="12 d",
            stability=11.3,
            difficulty=5.2,
            recall_before=0.91,
            voided=False,
        )
        return CardInfo(
            uid=uid,
            names=(uid,),
            kind=Kind.QUESTION,
            facet="",
            title=uid,
            place=Place("kimi/03.md", 12),
            folder="/decks",
            deck_title="KDA part 2",
            memory=memory,
            marks=Marks(),
            recall=0.94,
            due="in 5 days, Sun 6 Dec",
            why=(
                "The last answer was Good, 7 days ago, Tue 24 Nov.",
                "Stability is 11.3 days, so recall falls to 90 % after 11 days.",
                "One day is added to spread the load.",
            ),
            curve=tuple(
                (day, 0.94 if day == 7 else round(1 - day * 0.0088, 4)) for day in range(19)
            ),
            reviews=(line, replace(line, id="2", when="2026-11-18 20:40", recall_before=None)),
            missing_since=None,
            source="L3 §2",
            tags=("kda",),
        )

    def remedies(self, uid: str) -> Remedies:
        self.note(f"remedies {uid}")
        return self.helps

    def find(
        self, query: str = "", *, sort: Sort = Sort.PLACE, descending: bool = False
    ) -> CardList:
        self.note(f"find {query!r} {sort} {descending}")
        if self.refusals:
            raise self.refusals.pop(0)
        parse_query(query, 20_000, 8)
        chosen = [place for place, row in enumerate(self.listed) if query in row.title]
        if sort is not Sort.PLACE:
            chosen.sort(key=lambda place: _sorted_by(self.listed[place], sort))
        if descending:
            chosen.reverse()
        return CardList(Found(tuple(chosen), "is:missing" in query), 20_000)

    def rows(self, found: CardList, start: int, stop: int) -> tuple[CardRow | None, ...]:
        self.note(f"rows {start} {stop}")
        return tuple(self.listed[int(key)] for key in found.found.keys[start:stop])

    def total(self) -> int:
        return len(self.listed)

    def names_of(self, found: CardList) -> tuple[str, ...]:
        return tuple(self.listed[int(key)].uid for key in found.found.keys)

    def mark(self, uid: str, **marks: bool) -> None:
        self.note(f"mark {uid} {marks}")
        self.listed = [replace(row, **marks) if row.uid == uid else row for row in self.listed]  # type: ignore[arg-type]  # the marks are the row's own

    def reset(self, uid: str) -> bool:
        self.note(f"reset {uid}")
        before = next((row for row in self.listed if row.uid == uid), None)
        return self.kept if before is None else before.phase != "new"

    def link(self, one: str, other: str) -> str:
        self.note(f"link {one} {other}")
        if self.refusals:
            raise self.refusals.pop(0)
        return f"“{one}” and “{other}” are one card now, with one history."

    def statistics(self, decks: tuple[str, ...] = ()) -> Statistics:
        self.note(f"statistics {','.join(decks)}")
        return self.figures

    def show(self, uid: str) -> Showing:
        return next(card for card in self.cards if card.uid == uid)

    def source_of(self, showing: Showing) -> Path:
        return self.source


class FakeSession:
    """A session over a list of cards: Again brings a card back at the end."""

    def __init__(self, library: FakeLibrary, cards: list[Showing], cram: bool) -> None:
        self.library = library
        self.cram = cram
        self.queue = cards
        self.revealed = False
        self.verdict: Verdict | None = None
        self.done: list[tuple[Showing, Rating]] = []
        self.hints = 0
        self.leech: Leech | None = None
        self.undone: list[Rating] = []

    @property
    def current(self) -> Showing | None:
        return self.queue[0] if self.queue else None

    def previews(self) -> tuple[Preview, ...]:
        return tuple(
            Preview(rating, wait, f"in {wait}") for rating, wait in zip(Rating, WAITS, strict=True)
        )

    def hint(self) -> None:
        self.hints += 1

    def reveal(self, response: Response | None = None) -> Verdict | None:
        self.library.note("reveal")
        self.revealed = True
        self.verdict = None if response is None else self._judge(response)
        return self.verdict

    def grade(self, rating: Rating) -> None:
        self.library.note(f"grade {rating.label}")
        if not self.revealed or self.current is None:
            raise UsageError("The answer was not shown.")
        if self.library.refusals:
            raise self.library.refusals.pop(0)
        card = self.queue.pop(0)
        self.done.append((card, rating))
        self.library.grades.append((card.uid, rating))
        self.leech = self.library.leeches.get(card.uid) if rating is Rating.AGAIN else None
        if rating is Rating.AGAIN:
            self.queue.append(card)
        self._next()

    def undo(self) -> Undone | None:
        if self.done:
            card, rating = self.done.pop()
            self.undone.append(rating)
            if rating is Rating.AGAIN:
                self.queue.pop()
            self.queue.insert(0, card)
            self.library.grades.pop()
            self._next()
            return Undone(f"Took back {rating.label} for “{card.uid}”.", card.uid, returns=True)
        if self.library.earlier:
            uid = self.library.earlier.pop()
            self.queue.insert(0, question(uid, "The answer of an earlier day."))
            self._next()
            return Undone(f"Took back Good for “{uid}”.", uid, returns=True)
        return None

    def redo(self) -> Undone | None:
        if not self.undone or self.current is None:
            return None
        card = self.current
        self.revealed = True
        self.grade(rating := self.undone.pop())
        return Undone(f"{rating.label} for “{card.uid}” counts again.", card.uid, returns=True)

    def look_again(self) -> None:
        self.library.note("look again")

    def suspend(self) -> None:
        self.library.note("suspend")
        self.queue.pop(0)
        self._next()

    def bury(self) -> None:
        self.library.note("bury")
        self.queue.pop(0)
        self._next()

    def flag(self) -> bool:
        card = self.queue[0]
        flagged = not card.marks.flagged
        self.queue[0] = replace(card, marks=Marks(flagged=flagged))
        return flagged

    def follow(self) -> Followed:
        self.library.note("follow")
        return Followed.SAME

    def reload(self) -> bool:
        self.library.note("reload")
        if self.library.kept:
            return True
        self.queue.pop(0)
        self._next()
        return False

    @property
    def progress(self) -> Progress:
        again = sum(rating is Rating.AGAIN for _, rating in self.done)
        finished = len(self.done) - again
        return Progress(finished, len(self.queue), again, max(len(self.queue) // 5, 1))

    def summary(self) -> Summary:
        ratings = {rating: sum(given is rating for _, given in self.done) for rating in Rating}
        total = len(self.done)
        return Summary(
            answers=total,
            seconds=total * 15,
            recalled=1 - ratings[Rating.AGAIN] / total if total else None,
            new=0,
            by_rating=ratings,
            due_tomorrow=14,
            new_tomorrow=10,
            units=self.library.units,
        )

    def _next(self) -> None:
        self.revealed = False
        self.verdict = None

    def _judge(self, response: Response) -> Verdict:
        card = self.queue[0]
        right: bool
        if card.mode is AnswerMode.CHOOSE:
            right = response.letters == {o.letter for o in card.options if o.right}
            return Verdict(float(right), right, Rating.GOOD if right else Rating.AGAIN)
        if card.mode is AnswerMode.ARRANGE:
            texts = [str(card.items[place]) for place in response.order]
            placed = tuple(a == b for a, b in zip(texts, sorted(texts), strict=True))
            right = all(placed)
            return Verdict(
                float(right), right, Rating.GOOD if right else Rating.AGAIN, placed=placed
            )
        wanted = "93"
        right = response.typed == wanted
        pieces = (Piece("9", Mark.SAME), Piece("2", Mark.WRONG), Piece("3", Mark.MISSING))
        return Verdict(
            float(right),
            right,
            Rating.GOOD if right else Rating.AGAIN,
            expected=wanted,
            difference=() if right else pieces,
        )


class FakeQuiz(FakeSession):
    """A quiz over a list of cards; each miss is treated in the second section of the lesson."""

    def __init__(self, library: FakeLibrary, cards: list[Showing], cram: bool) -> None:
        super().__init__(library, cards, cram)
        self.letters: frozenset[str] = frozenset()
        self.misses: dict[str, Miss] = {}

    def reveal(self, response: Response | None = None) -> Verdict | None:
        self.letters = frozenset() if response is None else response.letters
        return super().reveal(response)

    def go_on(self, *, guessed: bool = False) -> None:
        card, verdict = self.queue[0], self.verdict
        assert verdict is not None
        passage = LessonPassage("/decks/kimi/03.md", "Chunks", LessonPlace(1))
        chosen = tuple(one for one in card.options if one.letter in self.letters)
        self.grade(Rating.AGAIN if guessed else verdict.proposed)
        if self.done[-1][1] is Rating.AGAIN:
            self.queue.pop()  # in a quiz nothing comes again
        if guessed or not verdict.right:
            self.misses[card.uid] = Miss(card, chosen, guessed, 0 if guessed else 2, passage)

    def undo(self) -> Undone | None:
        card, rating = self.done.pop()
        self.library.grades.pop()
        self.queue.insert(0, card)
        self.misses.pop(card.uid, None)
        self._next()
        return Undone(f"Took back {rating.label} for “{card.uid}”.", card.uid, returns=True)

    def result(self) -> QuizResult:
        asked, missed = len(self.done), tuple(self.misses.values())
        return QuizResult("KDA part 2", "L3", asked, asked - len(missed), missed)
