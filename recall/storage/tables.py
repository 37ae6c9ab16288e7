"""The tables of the journal and of what is kept of each card.

Every column has an explicit type that STRICT tables accept, instants are integer UTC microseconds,
and the limits stand in CHECK constraints because table models do not validate. ``review`` and
``action`` are append-only: the triggers of ``migrations`` see to it.
"""

from __future__ import annotations

from sqlalchemy import REAL, CheckConstraint, Index, Integer, Text, text
from sqlmodel import Field, SQLModel

from recall.cards.history import Mode
from recall.cards.memory import Phase

STRICT = {"sqlite_strict": True}
KEYED = {"sqlite_strict": True, "sqlite_with_rowid": False}


def one_of(column: str, values: type[Mode] | type[Phase]) -> CheckConstraint:
    """Return the constraint that a column holds one of an enumeration's words."""
    words = ", ".join(f"'{member.value}'" for member in values)
    return CheckConstraint(f"{column} IN ({words})", name=f"ck_{column}")


class ReviewRow(SQLModel, table=True):
    """One grade; see ``cards.history.Review``. ``sequence`` grows with each insertion.

    ``device`` is the id of the device it was given on, None for this one.
    """

    __tablename__ = "review"
    __table_args__ = (
        CheckConstraint("rating BETWEEN 1 AND 4", name="ck_rating"),
        CheckConstraint("milliseconds >= 0", name="ck_milliseconds"),
        CheckConstraint("retention > 0 AND retention < 1", name="ck_retention"),
        one_of("mode", Mode),
        Index("ix_review_name", "name"),
        Index("ix_review_at", "at", "id"),
        Index("ix_review_day", "day"),
        STRICT,
    )

    sequence: int = Field(primary_key=True, sa_type=Integer)
    id: str = Field(sa_type=Text, unique=True)
    name: str = Field(sa_type=Text)
    at: int = Field(sa_type=Integer)
    offset: int = Field(sa_type=Integer)
    day: int = Field(sa_type=Integer)
    rating: int = Field(sa_type=Integer)
    milliseconds: int = Field(sa_type=Integer)
    mode: str = Field(sa_type=Text)
    retention: float = Field(sa_type=REAL)
    due_day: int | None = Field(default=None, sa_type=Integer)
    due_at: int | None = Field(default=None, sa_type=Integer)
    answer: str | None = Field(default=None, sa_type=Text)
    device: str | None = Field(default=None, sa_type=Text)


class ActionRow(SQLModel, table=True):
    """One action; see ``cards.history.Action``. Shares its ``sequence`` with the reviews.

    Its kind is any word: a newer program's kinds are kept, though they mean nothing here.
    """

    __tablename__ = "action"
    __table_args__ = (
        Index("ix_action_target", "target"),
        Index("ix_action_kind", "kind"),
        Index("ix_action_at", "at", "id"),
        STRICT,
    )

    sequence: int = Field(primary_key=True, sa_type=Integer)
    id: str = Field(sa_type=Text, unique=True)
    kind: str = Field(sa_type=Text)
    target: str = Field(sa_type=Text)
    at: int = Field(sa_type=Integer)
    offset: int = Field(sa_type=Integer)
    day: int = Field(sa_type=Integer)
    body: str = Field(sa_type=Text)
    device: str | None = Field(default=None, sa_type=Text)


class StateRow(SQLModel, table=True):
    """The cached state of one card; it follows from the log."""

    __tablename__ = "card_state"
    __table_args__ = (
        one_of("phase", Phase),
        CheckConstraint("stability > 0", name="ck_stability"),
        CheckConstraint("reps >= 0 AND lapses >= 0", name="ck_counts"),
        Index("ix_state_due", "due_day"),
        Index("ix_state_step", "due_at", sqlite_where=text("due_at IS NOT NULL")),
        KEYED,
    )

    uid: str = Field(primary_key=True, sa_type=Text)
    phase: str = Field(sa_type=Text)
    step: int | None = Field(default=None, sa_type=Integer)
    stability: float | None = Field(default=None, sa_type=REAL)
    difficulty: float | None = Field(default=None, sa_type=REAL)
    last_day: int | None = Field(default=None, sa_type=Integer)
    interval: int = Field(sa_type=Integer)
    due_day: int | None = Field(default=None, sa_type=Integer)
    due_at: int | None = Field(default=None, sa_type=Integer)
    reps: int = Field(sa_type=Integer)
    lapses: int = Field(sa_type=Integer)
    suspended: int = Field(sa_type=Integer)
    buried_day: int | None = Field(default=None, sa_type=Integer)
    flagged: int = Field(sa_type=Integer)
    last_review_id: str | None = Field(default=None, sa_type=Text)
    last_at: int | None = Field(default=None, sa_type=Integer)


class AliasRow(SQLModel, table=True):
    """A cache of the live links: the card (``uid``) to which each linked name belongs."""

    __tablename__ = "alias"
    __table_args__ = (Index("ix_alias_uid", "uid"), KEYED)

    name: str = Field(primary_key=True, sa_type=Text)
    uid: str = Field(sa_type=Text)


class CardRow(SQLModel, table=True):
    """One content that was ever seen, kept for ever.

    ``missing_since`` is the study day since which it stands in no file, ``missing_at`` the instant
    at which that was found. Its place and text are copied from the catalogue at that moment, for
    similarity and for the learner's eyes; while it stands in a file the catalogue has them.
    """

    __tablename__ = "card"
    __table_args__ = (
        Index("ix_card_fingerprint", "fingerprint"),
        Index("ix_card_missing", "missing_at", sqlite_where=text("missing_since IS NOT NULL")),
        KEYED,
    )

    name: str = Field(primary_key=True, sa_type=Text)
    fingerprint: str = Field(sa_type=Text)
    kind: str = Field(sa_type=Text)
    facet: str = Field(sa_type=Text)
    first_seen_day: int = Field(sa_type=Integer)
    missing_since: int | None = Field(default=None, sa_type=Integer)
    missing_at: int | None = Field(default=None, sa_type=Integer)
    folder_id: int | None = Field(default=None, sa_type=Integer)
    path: str | None = Field(default=None, sa_type=Text)
    line: int | None = Field(default=None, sa_type=Integer)
    title: str | None = Field(default=None, sa_type=Text)
    source: str | None = Field(default=None, sa_type=Text)
    folded: str | None = Field(default=None, sa_type=Text)
    tags: str | None = Field(default=None, sa_type=Text)


class MetaRow(SQLModel, table=True):
    """A fact about the file itself: the device's id, the version of the caches."""

    __tablename__ = "meta"
    __table_args__ = (KEYED,)

    key: str = Field(primary_key=True, sa_type=Text)
    value: str = Field(sa_type=Text)


class DraftRow(SQLModel, table=True):
    """Something begun and not finished, such as a blank page being written; kept until it is.

    ``name`` tells what it is a draft of, ``at`` (UTC microseconds) when it was last kept, ``body``
    is a JSON object.
    """

    __tablename__ = "draft"
    __table_args__ = (KEYED,)

    name: str = Field(primary_key=True, sa_type=Text)
    at: int = Field(sa_type=Integer)
    body: str = Field(sa_type=Text)
