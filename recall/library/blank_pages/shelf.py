"""Blank pages in a list, their pages of the past, and what the learner's verdicts taught."""

from __future__ import annotations

from collections import Counter

from recall.cards.history import ActionKind
from recall.cards.kinds.free_recall import FreeRecall
from recall.clock import day_to_date
from recall.errors import UsageError
from recall.library.blank_pages.entry import find_blank_page
from recall.library.blank_pages.opening import thresholds_of, wording_in
from recall.library.blank_pages.plan import PagesToday, pages_today
from recall.library.blank_pages.record import RECORD_VERSION, page_record
from recall.library.blank_pages.values import PagePart, PageRecord, PageRow, VerdictFigures, Wording
from recall.library.context import Context
from recall.library.looking_up import title_of
from recall.library.marking import new_action
from recall.library.plan import shelf
from recall.markdown.reader import read_entry
from recall.storage import candidates, history, journal, names, pages
from recall.storage.pages import PageHead, PointsOfEntry
from recall.storage.records import FileRow
from recall.storage.store import Transaction
from recall.study.free_recall.cues import heading_of
from recall.study.free_recall.values import State
from recall.text import clean_line


def page_rows(context: Context) -> tuple[PageRow, ...]:
    """Return every blank page, in the order of the courses."""
    with context.store.reading() as tx:
        moment = context.moment(tx)
        rank = {row.id: place for place, row in enumerate(shelf(context, tx, moment.day).rows)}
        due = {card.uid for card in candidates.due_points(tx, context.folders, today=moment.day)}
        today = pages_today(context, tx, moment)
        entries = sorted(
            pages.blank_pages(tx, context.folders), key=lambda entry: rank[entry.file.id]
        )
        return tuple(_row(entry, due, today) for entry in entries)


def _row(entry: PointsOfEntry, due: set[str], today: PagesToday) -> PageRow:
    file, points = entry.file, entry.points
    own = frozenset(points)
    finished = [
        head for head in today.heads if not head.abandoned and not own.isdisjoint(head.points)
    ]
    last = next((head for head in reversed(finished) if not head.group), None)
    open_points = {point for point in points if point in due or point in today.left}
    audience, parts = _parts(entry, open_points)
    return PageRow(
        name=points[0],
        prompt=entry.title,
        deck_title=file.title,
        path=file.path,
        code=file.code,
        course=file.course,
        points=len(points),
        due=len(open_points),
        is_due=today.is_due(points, due),
        new=not finished,
        drafts=tuple(page.group for page in today.kept if not own.isdisjoint(page.points)),
        last=None if last is None else last.covered / max(last.weight, 1),
        last_day=None if last is None else day_to_date(last.day).isoformat(),
        file_id=file.id,
        audience=audience,
        parts=parts,
    )


def _parts(entry: PointsOfEntry, due: set[str]) -> tuple[str | None, tuple[PagePart, ...]]:
    """Return for whom a page explains, and its parts when it has several."""
    read = read_entry(entry.source, entry.file.path, entry.line)
    if read is None or not isinstance(read.parts, FreeRecall):
        return None, ()
    points: dict[str, int] = {}
    of_due: dict[str, int] = {}
    standing = dict(zip(entry.facets, entry.points, strict=True))
    for facet, point in zip(read.parts.facets(), read.parts.points, strict=True):
        uid = standing.get(facet.key)
        if uid is not None and point.group:
            heading = heading_of(point.group[:1])
            points[heading] = points.get(heading, 0) + 1
            of_due[heading] = of_due.get(heading, 0) + (uid in due)
    parts = tuple(PagePart(heading, count, of_due[heading]) for heading, count in points.items())
    return read.attributes.audience, parts if len(parts) > 1 else ()


def page_history(context: Context, name: str) -> tuple[PageRecord, ...]:
    """Return the pages of the past that have a point of the page named, oldest first."""
    with context.store.reading() as tx:
        points = set(find_blank_page(context, tx, name).names)
        heads = [head for head in pages.page_heads(tx) if not points.isdisjoint(head.points)]
        bodies = pages.page_bodies(tx, (head.id for head in heads), version=RECORD_VERSION)
    records = (page_record(head, bodies[head.id]) for head in heads if head.id in bodies)
    return tuple(record for record in records if record is not None)


def wordings(context: Context) -> tuple[Wording, ...]:
    """Return the wordings remembered, oldest first."""
    with context.store.reading() as tx:
        return _wordings(context, tx)


def _wordings(context: Context, tx: Transaction) -> tuple[Wording, ...]:
    gone, linked = history.voided(tx), names.aliases(tx)
    return tuple(
        Wording(
            id=action.id,
            uid=linked.get(action.target, action.target),
            point=title_of(context, tx, linked.get(action.target, action.target)),
            wording=wording_in(action.body),
            when=day_to_date(action.day).isoformat(),
        )
        for action in history.actions(tx, (ActionKind.WORDING,))
        if action.id not in gone
    )


def forget_wording(context: Context, wording: str) -> Wording:
    """Take back a wording; raises UsageError when the id names none or several."""
    with context.store.writing() as tx:
        known = _wordings(context, tx)
        found = [one for one in known if wording and one.id.startswith(wording)]
        if len(found) != 1:
            raise UsageError(
                f"{'No' if not found else 'More than one'} remembered wording has an id that "
                f"begins with {clean_line(wording)!r}.",
                "List them with: recall blank --wordings",
            )
        action = new_action(context, context.moment(tx), ActionKind.UNDO, found[0].id)
        journal.add_action(tx, action)
    return found[0]


def verdict_figures(context: Context) -> tuple[VerdictFigures, ...]:
    """Return the figures of every deck with finished pages, by path."""
    with context.store.reading() as tx:
        heads = [head for head in pages.page_heads(tx) if not head.abandoned]
        decks: dict[int, tuple[FileRow, set[str]]] = {}
        for entry in pages.blank_pages(tx, context.folders):
            decks.setdefault(entry.file.id, (entry.file, set()))[1].update(entry.points)
        found: list[VerdictFigures] = []
        for file, points in decks.values():
            of_deck = [head for head in heads if not points.isdisjoint(head.points)]
            if of_deck:
                found.append(_figures(context, tx, file, of_deck))
    return tuple(found)


def _figures(
    context: Context, tx: Transaction, file: FileRow, heads: list[PageHead]
) -> VerdictFigures:
    proposed: Counter[State] = Counter()
    said: Counter[State] = Counter()
    ids = (head.id for head in heads)
    for body in pages.page_bodies(tx, ids, version=RECORD_VERSION).values():
        for point in body["points"]:
            state = State(point["proposed"])
            proposed[state] += 1
            said[state] += bool(point["said"])
    return VerdictFigures(
        deck=file.title,
        path=file.path,
        proposed={state: proposed[state] for state in State},
        said={state: said[state] for state in State},
        thresholds=thresholds_of(context, heads),
    )
