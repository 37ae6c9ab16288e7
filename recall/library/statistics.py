"""The figures of the library: the journal read once, every answer with what was predicted of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from recall.cards.deck import DeckKind
from recall.cards.history import ActionKind, Mode, Review
from recall.cards.memory import NEW_MEMORY, Memory
from recall.library.context import Context
from recall.library.recompute import settings_history
from recall.library.values import DeckRow
from recall.scheduling.replay import SettingsHistory, remember
from recall.storage import decks as counts
from recall.storage import history, names, placements
from recall.storage.pages import page_heads
from recall.storage.store import Transaction
from recall.study.stats.answered import Answered, effort_of
from recall.study.stats.pages import PageFigures
from recall.study.stats.whole import Statistics, Unit, statistics_of

FORECAST_DAYS = 30

Files = Mapping[str, tuple[int, ...]]


@dataclass
class _Past:
    """The answers read so far by the card they belong to, and what each card's memory then is."""

    settings: SettingsHistory
    memories: dict[str, Memory] = field(default_factory=dict)
    aims: dict[str, float] = field(default_factory=dict)

    def answer(self, uid: str, review: Review) -> Answered:
        """Take in the card's next review."""
        if review.mode is Mode.CRAM:
            return _answered(review)
        memory = self.memories.get(uid, NEW_MEMORY)
        after, recall = remember(memory, review, self.settings)
        self.memories[uid] = after
        aimed = self.aims.get(uid)
        self.aims[uid] = review.retention
        if not memory.reps:
            return _answered(review, first=True)
        # In a merged log the study day of a card can run backwards; the greatest one counts.
        first = memory.last_day is None or review.day > memory.last_day
        return _answered(review, recall, memory.stability, aimed, first=first)

    def forget(self, uid: str) -> None:
        """Take in a reset: the card is new again."""
        self.memories.pop(uid, None)
        self.aims.pop(uid, None)


def statistics(
    context: Context, rows: Sequence[DeckRow], chosen: Sequence[DeckRow] | None
) -> Statistics:
    """Return the figures of the whole journal, or those of the decks ``chosen``.

    ``rows`` are all decks of the library. The whole journal holds also the answers to cards that no
    deck holds now.
    """
    shown = rows if chosen is None else chosen
    files = None if chosen is None else [row.file_id for row in chosen]
    with context.store.reading() as tx:
        now = context.moment(tx)
        standing = placements.files_of_cards(tx, context.folders)
        cards = _cards_in(standing, files)
        past = _Past(settings_history(context, tx))
        answers = list(_answers(tx, past, None if files is None else cards))
        last_day = now.day + FORECAST_DAYS - 1
        written = _pages(tx, None if files is None else cards)
        due = counts.forecast(tx, context.folders, now.day, last_day, files=files)
    units, courses = _units(shown, answers, standing, past.memories)
    return statistics_of(
        [answer for _, answer in answers],
        (memory for uid, memory in past.memories.items() if uid in cards),
        now,
        decks=() if chosen is None else tuple(row.title for row in chosen),
        forecast=tuple(due.get(day, 0) for day in range(now.day, last_day + 1)),
        units=units,
        courses=courses,
        pages=written,
    )


def _cards_in(standing: Files, files: Sequence[int] | None) -> frozenset[str]:
    """Return the cards that stand in some files, or in any."""
    if files is None:
        return frozenset(standing)
    wanted = set(files)
    return frozenset(uid for uid, places in standing.items() if not wanted.isdisjoint(places))


def _pages(tx: Transaction, cards: Set[str] | None) -> tuple[PageFigures, ...]:
    """Return the figures of the blank pages finished, or of those with one of some cards."""
    return tuple(
        PageFigures(
            day=head.day,
            covered=head.covered / max(head.weight, 1),
            free=head.free / max(head.weight, 1),
            points=len(head.verdicts),
            said=sum(said for _, said in head.verdicts),
            guess=head.guess,
            overruled=head.overruled,
        )
        for head in page_heads(tx)
        if not head.abandoned and (cards is None or not cards.isdisjoint(head.points))
    )


def _answers(
    tx: Transaction, past: _Past, cards: Set[str] | None
) -> Iterator[tuple[str, Answered]]:
    """Yield the answers to some cards or to all, undone ones apart, each with its card.

    The oldest comes first.
    """
    gone = history.voided(tx)
    linked = names.aliases(tx)
    resets = [one for one in history.actions(tx, (ActionKind.RESET,)) if one.id not in gone]
    resets.reverse()
    for review in history.reviews(tx):
        while resets and (resets[-1].at, resets[-1].id) < (review.at, review.id):
            target = resets.pop().target
            past.forget(linked.get(target, target))
        uid = linked.get(review.name, review.name)
        if review.id not in gone and (cards is None or uid in cards):
            yield uid, past.answer(uid, review)
    for reset in resets:
        past.forget(linked.get(reset.target, reset.target))


def _answered(
    review: Review,
    recall: float | None = None,
    stability: float | None = None,
    aimed: float | None = None,
    *,
    first: bool = False,
) -> Answered:
    return Answered(
        day=review.day,
        offset=review.offset,
        at=review.at,
        rating=review.rating,
        milliseconds=review.milliseconds,
        recall_before=recall,
        stability_before=stability,
        aimed=aimed,
        first=first,
    )


def _units(
    rows: Sequence[DeckRow],
    answers: Iterable[tuple[str, Answered]],
    standing: Files,
    memories: Iterable[str],
) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """Return the figures of each deck with cards, and of each course.

    A card that stands in several of the decks counts in the first of them.
    """
    shown = {row.file_id for row in rows}
    home = {
        uid: next((file for file in files if file in shown), None)
        for uid, files in standing.items()
    }
    by_file: defaultdict[int | None, list[Answered]] = defaultdict(list)
    for uid, answer in answers:
        by_file[home.get(uid)].append(answer)
    seen: defaultdict[int | None, int] = defaultdict(int)
    for uid in memories:
        seen[home.get(uid)] += 1
    decks = [row for row in rows if row.cards + row.points]
    units = tuple(
        Unit(
            name=row.path,
            title=row.title,
            code=row.code,
            course=row.course,
            cards=row.cards + row.points,
            seen=seen[row.file_id],
            recall=row.recall,
            effort=effort_of(by_file[row.file_id]),
        )
        for row in decks
    )
    titles = {row.course: row.title for row in rows if row.kind is DeckKind.COURSE}
    of_course: defaultdict[str, list[DeckRow]] = defaultdict(list)
    for row in decks:
        if row.course is not None:
            of_course[row.course].append(row)
    return units, tuple(
        Unit(
            name=course,
            title=titles.get(course, course),
            code=None,
            course=course,
            cards=sum(row.cards + row.points for row in members),
            seen=sum(seen[row.file_id] for row in members),
            recall=_mean_recall(members),
            effort=effort_of(answer for row in members for answer in by_file[row.file_id]),
        )
        for course, members in of_course.items()
    )


def _mean_recall(rows: Sequence[DeckRow]) -> float:
    """Return the mean predicted recall over the cards of some decks."""
    cards = sum(row.cards for row in rows)
    return sum(row.recall * row.cards for row in rows) / cards if cards else 0.0
