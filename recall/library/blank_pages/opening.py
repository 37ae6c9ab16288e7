"""A blank page made ready to be written: its points, or those of one group, and what is known."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from recall.cards.history import ActionKind
from recall.cards.kinds.free_recall import KeyPoint
from recall.errors import UsageError
from recall.library.blank_pages.entry import BlankPage
from recall.library.blank_pages.values import PagePoint
from recall.library.context import Context
from recall.library.courses import namespace_of
from recall.storage import history, names, pages, placements
from recall.storage.pages import PageHead
from recall.storage.store import Transaction
from recall.study.free_recall.calibration import Thresholds, Verdict, calibrate
from recall.study.free_recall.cues import cue_of, heading_of, headings
from recall.study.free_recall.matcher import compare
from recall.study.free_recall.rubric import Rubric
from recall.study.free_recall.values import Comparison
from recall.text import clean_line

_BETWEEN = " › "


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A page to be written: the whole entry, or the part of it below one heading.

    ``group`` is that heading, ``""`` for the whole. ``learned`` are the wordings remembered, by a
    point's key, and ``thresholds`` those of the deck.
    """

    page: BlankPage
    group: str
    points: tuple[PagePoint, ...]
    rubric: Rubric
    headings: tuple[str, ...]
    learned: Mapping[str, tuple[str, ...]]
    thresholds: Thresholds

    def compare(self, text: str) -> Comparison:
        """Return what a text that is clean says of the points."""
        return compare(
            text,
            self.rubric,
            learned=self.learned,
            thresholds=self.thresholds,
            language=self.page.language,
        )


def open_page(context: Context, tx: Transaction, page: BlankPage, group: str) -> OpenPage:
    """Return a page made ready; ``group`` is one of its headings, case apart, or ``""``.

    Raises UsageError for a heading that the page does not have.
    """
    known = headings(page.points)
    chosen = "" if not group else _heading(known, group, page)
    places = [place for place, point in enumerate(page.points) if _belongs(point, chosen)]
    learned = wordings_of(tx, page.names)
    keys = [point.key for point in page.rubric.points]
    return OpenPage(
        page=page,
        group=chosen,
        points=tuple(
            PagePoint(
                key=keys[place],
                uid=page.names[place],
                name=page.contents[place] or page.names[place],
                statement=page.points[place].statement,
                cue=cue_of(page.points[place]),
                group=page.points[place].group,
                weight=page.points[place].weight,
                card=_teaching(context, tx, page, page.points[place]),
            )
            for place in places
        ),
        rubric=replace(page.rubric, points=tuple(page.rubric.points[place] for place in places)),
        headings=headings(page.points[place] for place in places),
        learned={keys[place]: learned.get(page.names[place], ()) for place in places},
        thresholds=thresholds_of(context, deck_heads(tx, page.file.id)),
    )


def _belongs(point: KeyPoint, heading: str) -> bool:
    own = heading_of(point.group)
    return not heading or own == heading or own.startswith(heading + _BETWEEN)


def _heading(known: Collection[str], wanted: str, page: BlankPage) -> str:
    """Return the heading meant, among those of the points and those above them."""
    every = dict.fromkeys(
        _BETWEEN.join(parts[: depth + 1])
        for parts in (heading.split(_BETWEEN) for heading in known)
        for depth in range(len(parts))
    )
    for heading in every:
        if heading.casefold() == wanted.casefold():
            return heading
    raise UsageError(
        f"The blank page “{clean_line(page.prompt)}” has no group {wanted!r}.",
        f"Its groups are {', '.join(every)}." if every else "It has no groups.",
    )


def _teaching(context: Context, tx: Transaction, page: BlankPage, point: KeyPoint) -> str | None:
    """Return the lasting name of the card that teaches a point, when it stands in a deck."""
    if point.card is None:
        return None
    name = f"{namespace_of(page.file.path, page.file.course)}#{point.card}"
    exact = (uid for uid in placements.matching_uids(tx, name) if name in names.names_of(tx, uid))
    # A card with several sides has a name for each of them.
    for uid in (*exact, *placements.matching_uids(tx, f"{name}/")):
        if placements.placed(tx, uid, context.folders) is not None:
            return uid
    return None


def wordings_of(tx: Transaction, uids: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the wordings remembered for some points, by their lasting names, oldest first."""
    gone, linked, wanted = history.voided(tx), names.aliases(tx), frozenset(uids)
    found: defaultdict[str, list[str]] = defaultdict(list)
    for action in history.actions(tx, (ActionKind.WORDING,)):
        uid = linked.get(action.target, action.target)
        if action.id not in gone and uid in wanted:
            wording = wording_in(action.body)
            if wording and wording not in found[uid]:
                found[uid].append(wording)
    return {uid: tuple(wordings) for uid, wordings in found.items()}


def wording_in(body: str) -> str:
    """Return the wording that an action of its kind holds; ``""`` when it holds none."""
    return str(json.loads(body).get("wording", ""))


def deck_heads(tx: Transaction, file_id: int) -> tuple[PageHead, ...]:
    """Return the pages of the past that have a point of a deck, oldest first."""
    points = pages.points_of_file(tx, file_id)
    return tuple(head for head in pages.page_heads(tx) if not points.isdisjoint(head.points))


def thresholds_of(context: Context, heads: Iterable[PageHead]) -> Thresholds:
    """Return the thresholds that the verdicts on some pages lead to."""
    verdicts = (Verdict(*verdict) for head in heads for verdict in head.verdicts)
    return calibrate(verdicts, frozen=context.config.frozen_thresholds)
