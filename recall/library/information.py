"""Everything known of one card: its history, its memory, and why it is due when it is."""

from __future__ import annotations

from recall.cards.card import Place
from recall.cards.history import Review
from recall.cards.memory import Memory, Phase
from recall.clock import MICROSECONDS_PER_MINUTE, day_to_date, instant_to_datetime
from recall.errors import UsageError
from recall.library.context import Context
from recall.library.looking_up import stored_card, title_of
from recall.library.recompute import settings_history
from recall.library.values import CardInfo, ReviewLine
from recall.library.words import due_in_words, relative_day, wait_of_days, wait_of_minutes
from recall.scheduling.replay import ReplayedReview, replay_reviews
from recall.storage import history, journal, names, placements
from recall.storage.store import Transaction

_CURVE_POINTS = 60
_NEVER_ANSWERED = (
    "The card has not been answered yet; it comes when its deck is open and today's new cards "
    "are not used up."
)


def card_info(context: Context, tx: Transaction, uid: str) -> CardInfo:
    """Return everything known of the card ``uid``, which exists."""
    stored = stored_card(context, tx, uid)
    seen = placements.placed(tx, uid, context.folders) or placements.placed(tx, uid)
    gone = None if seen is not None else placements.last_seen(tx, uid)
    state = journal.state(tx, uid)
    today = context.moment(tx).day
    title = title_of(context, tx, uid)
    settings = settings_history(context, tx)
    replayed = tuple(replay_reviews(uid, history.reviews_of(tx, uid), settings))
    place: Place | None = None
    if seen is not None:
        place = Place(seen.file.path, seen.line, seen.column, seen.end_line)
        kind, facet, folder, deck = seen.kind, seen.facet, seen.file.folder, seen.file.title
    elif gone is not None:
        place = Place(gone.path, gone.line)
        kind, facet, folder, deck = gone.kind, gone.facet, gone.folder, gone.path
    else:
        raise UsageError(
            f"The card {uid} is known from reviews only.", "Its text stood in no deck read here."
        )
    led_to = {one.review.id: one for one in replayed}
    voided = history.voided(tx)
    lines = [
        _line(review, led_to.get(review.id), undone=review.id in voided)
        for review in history.reviews(tx, [uid])
    ]
    memory = state.memory
    return CardInfo(
        uid=uid,
        names=names.names_of(tx, uid),
        kind=kind,
        facet=facet,
        title=title,
        place=place,
        folder=folder,
        deck_title=deck,
        memory=memory,
        marks=state.marks,
        recall=None if memory.phase is Phase.NEW else context.scheduler.recall(memory, today),
        due=due_in_words(memory, context.clock, today),
        why=_why(context, memory, replayed, today),
        curve=_curve(context, memory, today),
        reviews=tuple(lines),
        missing_since=day_to_date(gone.missing_since).isoformat() if gone else None,
        source=stored.entry.attributes.source if stored else None,
        tags=seen.tags if seen else (),
    )


def _line(review: Review, led_to: ReplayedReview | None, *, undone: bool) -> ReviewLine:
    """Return one review; a review that does not count led to nothing."""
    memory = None if led_to is None else led_to.memory
    local = instant_to_datetime(review.at + review.offset * MICROSECONDS_PER_MINUTE)
    if memory is None or led_to is None or led_to.outcome is None:
        interval = "–"
    elif memory.due_at is not None:
        interval = wait_of_minutes((memory.due_at - review.at) / MICROSECONDS_PER_MINUTE)
    else:
        interval = wait_of_days(memory.interval)
    return ReviewLine(
        id=review.id,
        when=f"{local:%Y-%m-%d %H:%M}",
        day=day_to_date(review.day).isoformat(),
        rating=review.rating,
        mode=review.mode.value,
        seconds=review.milliseconds / 1000,
        interval=interval,
        stability=memory.stability if memory else None,
        difficulty=memory.difficulty if memory else None,
        recall_before=led_to.recall_before if led_to else None,
        voided=undone,
    )


def _why(
    context: Context, memory: Memory, replayed: tuple[ReplayedReview, ...], today: int
) -> tuple[str, ...]:
    counted = [(one, one.outcome) for one in replayed if one.outcome is not None]
    if not counted or memory.phase is Phase.NEW:
        return (_NEVER_ANSWERED,)
    last, outcome = counted[-1]
    when = relative_day(last.review.day, today)
    sentences = [f"The last answer was {last.review.rating.label}, {when}."]
    sentences += outcome.explanation.sentences()
    overdue = memory.due_at is None and memory.due_day is not None and memory.due_day < today
    verb = "was" if overdue else "is"
    sentences.append(f"So it {verb} due {due_in_words(memory, context.clock, today)}.")
    return tuple(sentences)


def _curve(context: Context, memory: Memory, today: int) -> tuple[tuple[int, float], ...]:
    """Return predicted recall from the last review until well after today and the due day."""
    if memory.phase is Phase.NEW or memory.last_day is None:
        return ()
    due = memory.due_day if memory.due_day is not None else today
    last = max(due, today) - memory.last_day
    span = max(last + max(last // 4, 1), 7)
    step = max(span // _CURVE_POINTS, 1)
    days = sorted({*range(0, span + 1, step), due - memory.last_day, today - memory.last_day})
    return tuple(
        (day, context.scheduler.recall(memory, memory.last_day + day)) for day in days if day >= 0
    )
