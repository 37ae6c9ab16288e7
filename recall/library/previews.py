"""What a rating would do, in the words of a button."""

from __future__ import annotations

from recall.clock import MICROSECONDS_PER_MINUTE, Clock, Moment
from recall.library.values import Preview
from recall.library.words import due_in_words, wait_of_days, wait_of_minutes
from recall.scheduling.scheduler import Outcome


def preview_of(outcome: Outcome, moment: Moment, clock: Clock) -> Preview:
    """Return the wait and the day of one outcome."""
    memory = outcome.memory
    if memory.due_at is not None:
        wait = wait_of_minutes((memory.due_at - moment.at) / MICROSECONDS_PER_MINUTE)
    else:
        wait = wait_of_days((memory.due_day or moment.day) - moment.day)
    return Preview(outcome.rating, wait, due_in_words(memory, clock, moment.day))
