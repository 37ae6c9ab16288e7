"""Cards that carried on under another name or wording: listed, and taken back one by one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta, timezone

from recall.cards.history import Action, ActionKind
from recall.clock import instant_to_datetime
from recall.errors import UsageError
from recall.library.context import Context
from recall.library.logbook import instant_text
from recall.library.marking import new_action
from recall.library.recompute import recompute
from recall.library.values import CarriedOver, Undone
from recall.storage import history, journal, names
from recall.storage.links import rejoin
from recall.storage.store import Transaction
from recall.text import shorten

_TEXT_COLUMNS = 50


def carried_over(context: Context, limit: int | None = None) -> tuple[CarriedOver, ...]:
    """Return the links in the log, newest first, those that were taken back too."""
    with context.store.reading() as tx:
        voided, linked = history.voided(tx), names.aliases(tx)
        links = _links(tx)[::-1]
        return tuple(_carried(link, linked, voided) for link in links[:limit])


def undo_link(context: Context, name: str) -> Undone:
    """Take back one link: the newest that holds of the card with this name.

    ``name`` is a link's own id, either name of the card, or the beginning of one of them. What was
    recorded under each name stays with that name. Raises UsageError when there is no such link, or
    when several cards have a name that begins so.
    """
    with context.store.writing() as tx:
        voided, linked = history.voided(tx), names.aliases(tx)
        holding = [link for link in _links(tx) if link.id not in voided]
        link = _newest_of(name, [_carried(one, linked, voided) for one in holding])
        moment = context.moment(tx)
        journal.add_action(tx, new_action(context, moment, ActionKind.UNDO, link.id))
        recompute(context, tx, rejoin(tx))
        uid = names.uid_of(tx, link.after)
    return Undone(
        f"The link from “{_line(link.text_before)}” to “{_line(link.text_after)}” was taken back; "
        "they are two cards now.",
        uid,
    )


def _newest_of(name: str, links: Sequence[CarriedOver]) -> CarriedOver:
    exact = [one for one in links if name in (one.id, one.before, one.after, one.uid)]
    found = exact or [
        one
        for one in links
        if any(own.startswith(name) for own in (one.id, one.before, one.after, one.uid))
    ]
    if not found:
        raise UsageError(
            f"No card named {name!r} was carried over.",
            "List what was carried over with recall decks --changes.",
        )
    if len({one.uid for one in found}) > 1:
        offered = ", ".join(dict.fromkeys(one.after for one in reversed(found)))
        raise UsageError(
            f"Several cards that were carried over have a name that begins with {name!r}.",
            f"Write more of one: {offered}.",
        )
    return found[-1]


def _links(tx: Transaction) -> tuple[Action, ...]:
    return tuple(history.actions(tx, (ActionKind.LINK,)))


def _carried(link: Action, linked: Mapping[str, str], voided: frozenset[str]) -> CarriedOver:
    body = json.loads(link.body)
    after = str(body["to"])
    local = instant_to_datetime(link.at).astimezone(timezone(timedelta(minutes=link.offset)))
    return CarriedOver(
        id=link.id,
        uid=linked.get(after, after),
        before=link.target,
        after=after,
        text_before=body.get("before", ""),
        text_after=body.get("after", ""),
        at=instant_text(link.at),
        when=local.strftime("%Y-%m-%d %H:%M"),
        reworded=body.get("likeness") is not None,
        likeness=body.get("likeness"),
        undone=link.id in voided,
    )


def _line(text: str) -> str:
    return shorten(text, _TEXT_COLUMNS)
