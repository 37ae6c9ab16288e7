"""The index of the texts that searches look in: which entries hold which three characters in a row.

It is a table of SQLite's FTS5, made where SQLite has it; without it, and while an entry is not
taken in, searches read every text. It only proposes: whoever asks it compares the text itself, so
that what is no longer true of it does no harm. Entries are therefore never taken out one by one;
when most of it is about entries that are gone, it is made anew.

Scripts without spaces need no words for this. A text of one or two characters is found through the
threes that begin with it, so every entry is kept with two characters more at its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Select, String, bindparam, column, func, select, table, text

from recall.storage.journal import meta, set_meta
from recall.storage.statements import ENTRY
from recall.storage.store import Transaction

_KEY = "text-index"
_LENGTH = 3
_END = "\x1f\x1f"  # deck text never holds this character: it is made visible when it is read
_FEW = 1000
_COMMON = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
"""One of these alone stands in nearly every entry; reading the texts is then faster."""

_HAS_FTS5 = text("SELECT count(*) FROM pragma_module_list WHERE name = 'fts5'")
_MAKE = text(
    "CREATE VIRTUAL TABLE IF NOT EXISTS entry_text USING fts5("
    "folded, content='', detail=none, columnsize=0, tokenize='trigram case_sensitive 1')"
)
_MAKE_STARTS = text(
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.entry_text_start "
    "USING fts5vocab('main', 'entry_text', 'instance')"
)
_TAKE_IN = text(
    "INSERT INTO entry_text (rowid, folded) "
    "SELECT id, folded || :end || tags || :end FROM entry WHERE id > :known"
).bindparams(bindparam("end", _END))
_EMPTY = text("INSERT INTO entry_text (entry_text) VALUES ('delete-all')")
_NEWEST = select(func.coalesce(func.max(ENTRY.c.id), 0))
_NUMBER = select(func.count()).select_from(ENTRY).where(ENTRY.c.id > bindparam("known"))
_INDEX = table("entry_text", column("rowid"), column("entry_text", String))
_STARTS = table("entry_text_start", column("term", String), column("doc"), schema="temp")
_GREATEST_CHARACTER = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class _Extent:
    """Up to which entry the index reaches, and how many it holds, those that are gone too."""

    newest: int = 0
    held: int = 0


def available(tx: Transaction) -> bool:
    """Return whether this SQLite can have the index."""
    return bool(tx.execute(_HAS_FTS5).scalar_one())


def newest(tx: Transaction) -> int:
    """Return the greatest id that an entry in the index has or had: no other may get it."""
    return _extent(tx).newest


def take_in(tx: Transaction) -> None:
    """Take the entries that are new into the index, where there can be one."""
    if not available(tx):
        return
    tx.execute(_MAKE)
    extent = _extent(tx)
    fresh = tx.execute(_NUMBER, {"known": extent.newest}).scalar_one()
    alive = tx.execute(_NUMBER, {"known": 0}).scalar_one()
    if not fresh:
        return
    reached = tx.execute(_NEWEST).scalar_one()
    if extent.held + fresh > 2 * alive + _FEW:
        tx.execute(_EMPTY)
        tx.execute(_TAKE_IN, {"known": 0})
        held = alive
    else:
        tx.execute(_TAKE_IN, {"known": extent.newest})
        held = extent.held + fresh
    set_meta(tx, _KEY, f"{reached} {held}")


def usable(tx: Transaction) -> bool:
    """Return whether the index knows every entry there is."""
    extent = _extent(tx)
    if not extent.held or extent.newest < tx.execute(_NEWEST).scalar_one() or not available(tx):
        return False
    tx.execute(_MAKE_STARTS)
    return True


def proposed(wanted: Iterable[str]) -> list[Select[tuple[int]]]:
    """Return statements for the ids of entries that may hold some texts: those in all of them.

    To be used only where the index is ``usable``. A text for which it is no help is passed over.
    """
    threes: set[str] = set()
    statements: list[Select[tuple[int]]] = []
    for sought in wanted:
        if len(sought) >= _LENGTH:
            threes |= {
                sought[place : place + _LENGTH] for place in range(len(sought) - _LENGTH + 1)
            }
        elif sought not in _COMMON:
            end = sought + _GREATEST_CHARACTER
            begins = (_STARTS.c.term >= sought, _STARTS.c.term < end)
            statements.append(select(_STARTS.c.doc).where(*begins))
    if threes:
        quoted = ('"' + three.replace('"', '""') + '"' for three in sorted(threes))
        matching = _INDEX.c.entry_text.match(" AND ".join(quoted))
        statements.append(select(_INDEX.c.rowid).where(matching))
    return statements


def _extent(tx: Transaction) -> _Extent:
    kept = meta(tx, _KEY)
    return _Extent() if kept is None else _Extent(*map(int, kept.split()))
