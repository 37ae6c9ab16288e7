"""What a session was so far, and what it leaves for tomorrow."""

from __future__ import annotations

from collections.abc import Mapping, Set

from recall.cards.memory import Rating
from recall.library.context import Context
from recall.library.plan import shelf
from recall.library.results import Title, first_answers, share_recalled, unit_results
from recall.library.values import Summary
from recall.storage import decks
from recall.study.session import Sitting


def summary_of(
    context: Context,
    sitting: Sitting,
    new_seen: Set[str],
    units: Mapping[str, Title],
    *,
    cram: bool,
) -> Summary:
    """Return the summary of a sitting.

    ``new_seen`` are the cards met for the first time, ``units`` the unit of each card whose result
    is told by unit.
    """
    ratings = {rating: sitting.ratings.get(rating, 0) for rating in Rating}
    with context.store.reading() as tx:
        today = context.moment(tx).day
        forecast = decks.forecast(tx, context.folders, today, today + 1)
        on = shelf(context, tx, today)
    unseen = sum(on.tallies[file_id].unseen for file_id in on.introducing)
    pause = sitting.pause(context.clock.now().at)
    return Summary(
        answers=sum(ratings.values()),
        seconds=round(sitting.seconds),
        recalled=share_recalled(sitting.steps, new_seen),
        new=len(new_seen),
        by_rating=ratings,
        # What is left undone today is still to be done tomorrow.
        due_tomorrow=forecast.get(today, 0) + forecast.get(today + 1, 0),
        new_tomorrow=min(context.config.new_per_day, unseen),
        waiting=pause.count if pause else 0 if cram else sitting.counts.again,
        units=unit_results(
            first_answers(sitting.steps, units, new_seen),
            [(row.code, row.title) for row in on.rows],
        ),
    )
