"""What a sync did, and how that is told."""

from __future__ import annotations

from dataclasses import dataclass

from recall.library.words import count


@dataclass(frozen=True, slots=True)
class Synced:
    """What a sync did.

    ``device`` is the id of this device, which names its file in the ``folder``; ``files`` of other
    devices were looked at, ``received`` and ``sent`` count records, ``cards`` were computed anew.
    ``faults`` name what could not be taken in, ``waiting`` the files whose last line is not whole
    yet. ``renewed`` tells that this device was found to share its id and has a new one;
    ``unknown`` counts actions of kinds that only a newer program knows.
    """

    folder: str
    device: str
    files: int
    received: int
    sent: int
    cards: int
    faults: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    renewed: bool = False
    unknown: int = 0


def synced_in_words(synced: Synced) -> tuple[str, ...]:
    """Return what a sync did in one sentence, and one for each thing that should be known of it."""
    others = count(synced.files, "file") + " of other devices"
    sentence = (
        f"{count(synced.received, 'record')} received, {synced.sent:,} sent; "
        f"{count(synced.cards, 'card')} changed ({others})."
    )
    notices = [f"Passed over: {fault}." for fault in synced.faults]
    notices += [
        f"The last line of {name} has not come whole yet; the next sync takes it in."
        for name in synced.waiting
    ]
    if synced.renewed:
        notices.append(
            "This progress file was restored or copied, so this machine goes on under a new "
            "device id; nothing is lost."
        )
    if synced.unknown:
        notices.append(
            f"{count(synced.unknown, 'action')} of a newer recall were kept; they mean nothing to "
            "this version."
        )
    return (sentence, *notices)
