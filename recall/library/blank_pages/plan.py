"""Which blank pages are due, and which of their points are asked alone.

A page is due when three of its points or a quarter of them are, and at most once a day. Its points
then wait for it. Points that are due alone are asked by their cue, among the day's other cards;
none of a page that was or will be written that day. A point that a page left without a rating is
due from the day after, whatever its memory says, until it is answered: that follows from the log.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from recall.clock import Moment, study_day_at
from recall.library.context import Context
from recall.storage import candidates, drafts, journal, names, pages
from recall.storage.pages import PageHead
from recall.storage.records import DueCard
from recall.storage.store import Transaction
from recall.study.free_recall.merit import page_is_due

_DRAFT_PREFIX = "page:"


def draft_name(uid: str, group: str) -> str:
    """Return the name under which a page is kept: that of its first point, and its heading."""
    return _DRAFT_PREFIX + json.dumps([uid, group], ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class PagesToday:
    """What the log and the drafts say of blank pages today.

    ``heads`` are the pages of the past; ``left`` the points that a page left without a rating and
    that were not answered since; ``written`` the points of pages written today; ``kept`` are the
    pages begun, and ``begun`` the points of those of them that were written on today.
    """

    heads: tuple[PageHead, ...]
    left: frozenset[str]
    written: frozenset[str]
    kept: tuple[KeptPage, ...]
    begun: frozenset[str]

    def is_due(self, points: Sequence[str], due: Collection[str]) -> bool:
        """Return whether a page with these points is due, of which ``due`` are."""
        of_page = sum(point in due or point in self.left for point in points)
        return self.written.isdisjoint(points) and page_is_due(len(points), of_page)

    def is_held(self, points: Sequence[str], due: Collection[str]) -> bool:
        """Return whether the points of a page are not asked alone today."""
        return (
            not self.written.isdisjoint(points)
            or not self.begun.isdisjoint(points)
            or self.is_due(points, due)
        )


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page begun: the draft's name, its heading, the lasting names of its points, and when."""

    draft: str
    group: str
    points: frozenset[str]
    at: int


def kept_pages(tx: Transaction) -> tuple[KeptPage, ...]:
    """Return every page that is begun and not finished."""
    linked = names.aliases(tx)
    found: list[KeptPage] = []
    for draft in drafts.draft_heads(tx):
        if draft.name.startswith(_DRAFT_PREFIX):
            head = json.loads(draft.body)
            points = frozenset(linked.get(name, name) for name in head["points"])
            found.append(KeptPage(draft.name, head["group"], points, draft.at))
    return tuple(found)


def kept_page(tx: Transaction, points: Collection[str], group: str) -> KeptPage | None:
    """Return what was begun of a page with these points, under a heading or ``""``, case apart.

    It is found by any of its points, since some may have gone meanwhile.
    """
    for page in kept_pages(tx):
        if not page.points.isdisjoint(points) and page.group.casefold() == group.casefold():
            return page
    return None


def pages_today(context: Context, tx: Transaction, moment: Moment) -> PagesToday:
    """Return what is known of blank pages at a moment."""
    heads = pages.page_heads(tx)
    latest: dict[str, PageHead] = {point: head for head in heads for point in head.points}
    unrated = {
        point: head
        for point, head in latest.items()
        if point in head.unrated and head.day < moment.day
    }
    states = journal.states(tx, unrated)
    left = frozenset(
        point
        for point, head in unrated.items()
        if point not in states or (states[point].last_at or 0) < head.at
    )
    kept = kept_pages(tx)
    rollover = context.config.rollover_hour
    return PagesToday(
        heads=heads,
        left=left,
        written=frozenset(
            point for head in heads if head.day >= moment.day for point in head.points
        ),
        kept=kept,
        begun=frozenset(
            point
            for page in kept
            if study_day_at(page.at, moment.offset, rollover) >= moment.day
            for point in page.points
        ),
    )


def points_alone(
    context: Context, tx: Transaction, moment: Moment, files: Sequence[int] | None
) -> tuple[DueCard, ...]:
    """Return the points that are asked as cards of their own today."""
    found = candidates.due_points(tx, context.folders, today=moment.day)
    today = pages_today(context, tx, moment)
    due = {card.uid for card in found}
    more = candidates.points_named(tx, context.folders, today.left - due, today=moment.day)
    cards = (*found, *more)
    points = pages.points_of_entries(tx, {card.entry_id for card in cards})
    alone = tuple(card for card in cards if not today.is_held(points.get(card.entry_id, ()), due))
    if files is None or not alone:
        return alone
    # A page may stand in several decks, of which the first is told above.
    uids = [card.uid for card in alone]
    return candidates.points_named(tx, context.folders, uids, today=moment.day, files=files)
