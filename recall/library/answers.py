"""Keeping what is known of each answer, and the sums of it, in step with the log.

Only the cards that something new in the log is about are gone through again: what their answers
added to the sums is taken away, and what they add now is added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from recall.cards.history import Mode, Review
from recall.cards.memory import NEW_MEMORY, Memory
from recall.library.context import Context
from recall.library.recompute import settings_history
from recall.scheduling.replay import SettingsHistory, remember
from recall.storage import answers, history, names
from recall.storage.answers import Fact, KeptSum
from recall.storage.store import Transaction
from recall.study.stats.answered import Answered
from recall.study.stats.tally import Grain, Sum, Tally, tally_of

_VERSION = "1"
_BATCH = 500
"""Cards whose reviews are read at once: few queries, little memory."""

_SUMMED = (Grain.DAY, Grain.HOUR, Grain.BIN, Grain.YOUNG, Grain.MATURE)


def keep_up(context: Context) -> None:
    """Bring what is kept of the answers up to the end of the log, where the file can be written."""
    with context.store.reading() as tx:
        made_with = _made_with(context, tx)
        current = answers.extent(tx) == (answers.newest(tx), made_with)
    if not current and not context.store.read_only:
        with context.store.writing() as tx:
            bring_up_to_date(context, tx)


def bring_up_to_date(context: Context, tx: Transaction, *, anew: bool = False) -> None:
    """Go through the cards that changed since the last time, or through all with ``anew``."""
    reached, made_before = answers.extent(tx)
    made_with = _made_with(context, tx)
    if anew or made_with != made_before:
        answers.forget(tx)
        changed = answers.all_names(tx)
    else:
        changed = answers.names_changed(tx, reached)
    _go_through(context, tx, changed)
    answers.set_extent(tx, answers.newest(tx), made_with)


def kept_aside(context: Context, tx: Transaction) -> None:
    """Compute everything for this reading alone when the file cannot be written and is behind."""
    if answers.extent(tx) != (answers.newest(tx), _made_with(context, tx)):
        answers.set_aside(tx)
        _go_through(context, tx, answers.all_names(tx))


def kept_tally(tx: Transaction) -> Tally:
    """Return the sums of all answers, but for those of single cards."""
    return Tally(
        {
            (Grain(one.grain), one.key): Sum(
                one.answers,
                one.milliseconds,
                one.counted,
                one.remembered,
                one.aims,
                one.aimed,
                one.predicted,
                one.first_at,
                one.last_at,
            )
            for one in answers.sums(tx, [grain.value for grain in _SUMMED])
        }
    )


def tally_of_cards(tx: Transaction, uids: Iterable[str]) -> Tally:
    """Return the sums of the answers to some cards."""
    linked = names.names_of_all(tx, uids)
    wanted = [name for of_card in linked.values() for name in of_card]
    return tally_of(
        (review.name, _answered(review, fact)) for fact, review in answers.facts_of(tx, wanted)
    )


def _made_with(context: Context, tx: Transaction) -> str:
    """Return what facts follow from besides the log: the settings before the first in the log."""
    first = next(iter(history.settings_changes(tx)), None)
    before = history.has_review_before(tx, None if first is None else first.at)
    return f"{_VERSION} {context.scheduler.settings.to_json()}" if before else _VERSION


def _go_through(context: Context, tx: Transaction, changed: Iterable[str]) -> None:
    """Make the facts and sums of the cards with these names anew."""
    settings = settings_history(context, tx)
    uids = sorted(set(names.uids_of(tx, changed).values()))
    waiting = iter(uids)
    tally = Tally()
    while batch := list(islice(waiting, _BATCH)):
        linked = names.names_of_all(tx, batch)
        owner = {name: uid for uid, of_card in linked.items() for name in of_card}
        for fact, review in answers.facts_of(tx, owner):
            tally.add(_answered(review, fact), review.name, times=-1)
        answers.forget_facts(tx, owner)
        facts: list[Fact] = []
        for fact, review in _facts(tx, owner, settings):
            facts.append(fact)
            tally.add(_answered(review, fact), review.name)
        answers.add_facts(tx, facts)
    answers.add_sums(tx, _kept(tx, tally))


def _kept(tx: Transaction, tally: Tally) -> list[KeptSum]:
    """Return the sums to be kept, those of days with the instants that hold now."""
    days = [int(key) for grain, key in tally.sums if grain is Grain.DAY]
    instants = answers.instants_of_days(tx, days)
    kept: list[KeptSum] = []
    for (grain, key), one in tally.sums.items():
        first_at, last_at = None, None
        if grain is Grain.DAY:
            first_at, last_at = instants.get(int(key), (None, None))
        kept.append(
            KeptSum(
                grain.value,
                key,
                one.answers,
                one.milliseconds,
                one.counted,
                one.remembered,
                one.aims,
                one.aimed,
                one.predicted,
                first_at,
                last_at,
            )
        )
    return kept


@dataclass(slots=True)
class _Past:
    """What is known of a card after the answers read so far."""

    memory: Memory = NEW_MEMORY
    aimed: float | None = None


def _facts(
    tx: Transaction, owner: Mapping[str, str], settings: SettingsHistory
) -> Iterator[tuple[Fact, Review]]:
    """Yield what is known of each review that holds, of the cards that ``owner`` names."""
    gone = history.voided(tx)
    resets = answers.resets_of(tx, owner)
    resets.reverse()
    past: defaultdict[str, _Past] = defaultdict(_Past)
    for sequence, review in answers.reviews_of(tx, owner):
        while resets and resets[-1][1:] < (review.at, review.id):
            past.pop(owner[resets.pop()[0]], None)
        if review.id in gone:
            continue
        if review.mode is Mode.CRAM:
            yield Fact(sequence, None, None, None, first=False), review
            continue
        one = past[owner[review.name]]
        memory = one.memory
        one.memory, recall = remember(memory, review, settings)
        aimed, one.aimed = one.aimed, review.retention
        if not memory.reps:
            yield Fact(sequence, None, None, None, first=True), review
            continue
        # In a merged log the study day of a card can run backwards; the greatest one counts.
        first = memory.last_day is None or review.day > memory.last_day
        yield Fact(sequence, recall, memory.stability, aimed, first), review


def _answered(review: Review, fact: Fact) -> Answered:
    return Answered(
        day=review.day,
        offset=review.offset,
        at=review.at,
        rating=review.rating,
        milliseconds=review.milliseconds,
        recall_before=fact.recall,
        stability_before=fact.stability,
        aimed=fact.aimed,
        first=fact.first,
    )
