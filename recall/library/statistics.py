"""The figures of the library, from the sums that are kept of all answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import chain

from recall.cards.deck import DeckKind
from recall.library.answers import keep_up, kept_aside, kept_tally, tally_of_cards
from recall.library.context import Context
from recall.library.values import DeckRow
from recall.storage import decks as counts
from recall.storage import placements
from recall.storage.decks import Studied
from recall.storage.pages import page_heads
from recall.storage.store import Transaction
from recall.study.stats.answered import Effort
from recall.study.stats.memories import difficulty_bins, stability_bins
from recall.study.stats.pages import PageFigures
from recall.study.stats.tally import Grain, Sum, joined
from recall.study.stats.whole import Statistics, Unit, statistics_of

FORECAST_DAYS = 30


def statistics(
    context: Context, rows: Sequence[DeckRow], chosen: Sequence[DeckRow] | None
) -> Statistics:
    """Return the figures of the whole journal, or those of the decks ``chosen``.

    ``rows`` are all decks of the library. The whole journal holds also the answers to cards that no
    deck holds now.
    """
    shown = rows if chosen is None else chosen
    files = [row.file_id for row in shown]
    keep_up(context)
    with context.store.reading() as tx:
        if context.store.read_only:
            kept_aside(context, tx)
        now = context.moment(tx)
        last_day = now.day + FORECAST_DAYS - 1
        due = counts.forecast(
            tx, context.folders, now.day, last_day, files=None if chosen is None else files
        )
        cards = None if chosen is None else _cards_in(context, tx, files)
        tally = kept_tally(tx) if cards is None else tally_of_cards(tx, cards)
        written = _pages(tx, cards)
        studied = counts.studied(tx, files, Grain.CARD.value)
    units, courses = _units(shown, studied)
    known = studied.values()
    return statistics_of(
        tally,
        now,
        stability=stability_bins(chain.from_iterable(one.stabilities for one in known)),
        difficulty=difficulty_bins(chain.from_iterable(one.difficulties for one in known)),
        decks=() if chosen is None else tuple(row.title for row in chosen),
        forecast=tuple(due.get(day, 0) for day in range(now.day, last_day + 1)),
        units=units,
        courses=courses,
        pages=written,
    )


def _cards_in(context: Context, tx: Transaction, files: Sequence[int]) -> frozenset[str]:
    """Return the cards that stand in some files."""
    wanted = set(files)
    standing = placements.files_of_cards(tx, context.folders)
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


def _units(
    rows: Sequence[DeckRow], studied: Mapping[int, Studied]
) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """Return the figures of each deck with cards, and of each course."""
    decks = [row for row in rows if row.cards + row.points]
    units = tuple(
        Unit(
            name=row.path,
            title=row.title,
            code=row.code,
            course=row.course,
            cards=row.cards + row.points,
            seen=_seen(studied, [row]),
            recall=row.recall,
            effort=_effort(studied, [row]),
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
            seen=_seen(studied, members),
            recall=_mean_recall(members),
            effort=_effort(studied, members),
        )
        for course, members in of_course.items()
    )


def _seen(studied: Mapping[int, Studied], rows: Iterable[DeckRow]) -> int:
    """Return how many cards of some decks are known now."""
    return sum(len(studied[row.file_id].stabilities) for row in rows if row.file_id in studied)


def _effort(studied: Mapping[int, Studied], rows: Iterable[DeckRow]) -> Effort:
    """Return what was done in the cards of some decks."""
    found = (studied[row.file_id] for row in rows if row.file_id in studied)
    return joined(
        Sum(one.answers, one.milliseconds, one.counted, one.remembered, one.aims, one.aimed)
        for one in found
    ).effort


def _mean_recall(rows: Sequence[DeckRow]) -> float:
    """Return the mean predicted recall over the cards of some decks."""
    cards = sum(row.cards for row in rows)
    return sum(row.recall * row.cards for row in rows) / cards if cards else 0.0
