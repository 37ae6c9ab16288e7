"""The tables of the catalogue: which files the library has, and which cards stand where in them.

The catalogue is a cache: dropping it costs one full reading of the decks and nothing else.
"""

from __future__ import annotations

from enum import IntEnum

from sqlalchemy import REAL, CheckConstraint, ForeignKey, Index, Integer, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from recall.storage.tables import STRICT


class Standing(IntEnum):
    """Whether a file row holds, or waits for ``identity.reconcile`` to decide.

    A changed file has two rows meanwhile: the outgoing one with the cards as they were, and the
    incoming one with the cards as they are now.
    """

    CURRENT = 0
    OUTGOING = 1
    INCOMING = 2


class FolderRow(SQLModel, table=True):
    """A deck folder, by its absolute path."""

    __tablename__ = "folder"
    __table_args__ = (STRICT,)

    id: int | None = Field(default=None, primary_key=True, sa_type=Integer)
    path: str = Field(sa_type=Text, unique=True)


class DeckFileRow(SQLModel, table=True):
    """One deck file as it was read."""

    __tablename__ = "file"
    __table_args__ = (
        UniqueConstraint("folder_id", "path", "standing", name="uq_file_place"),
        CheckConstraint("standing BETWEEN 0 AND 2", name="ck_standing"),
        Index("ix_file_standing", "standing"),
        STRICT,
    )

    id: int | None = Field(default=None, primary_key=True, sa_type=Integer)
    folder_id: int = Field(sa_type=Integer, sa_column_args=(ForeignKey("folder.id"),))
    path: str = Field(sa_type=Text)
    standing: int = Field(sa_type=Integer)
    size: int = Field(sa_type=Integer)
    mtime_ns: int = Field(sa_type=Integer)
    digest: str = Field(sa_type=Text)
    title: str = Field(sa_type=Text)
    kind: str = Field(sa_type=Text)
    course: str | None = Field(default=None, sa_type=Text)
    code: str | None = Field(default=None, sa_type=Text)
    order: str | None = Field(default=None, sa_type=Text)
    front_matter: str = Field(sa_type=Text)


class EntryRow(SQLModel, table=True):
    """One entry of a file; ``tags`` and ``references`` hold one word a line, framed by newlines."""

    __tablename__ = "entry"
    __table_args__ = (Index("ix_entry_file", "file_id"), STRICT)

    id: int | None = Field(default=None, primary_key=True, sa_type=Integer)
    file_id: int = Field(
        sa_type=Integer, sa_column_args=(ForeignKey("file.id", ondelete="CASCADE"),)
    )
    line: int = Field(sa_type=Integer)
    column: int = Field(sa_type=Integer)
    end_line: int = Field(sa_type=Integer)
    kind: str = Field(sa_type=Text)
    title: str = Field(sa_type=Text)
    source: str = Field(sa_type=Text)
    folded: str = Field(sa_type=Text)
    tags: str = Field(sa_type=Text)
    references: str = Field(sa_type=Text)
    retention: float | None = Field(default=None, sa_type=REAL)


class PlacementRow(SQLModel, table=True):
    """One card where it stands.

    ``uid`` repeats what ``alias`` says of ``name``. ``twice`` marks the later of two equal contents
    of one file, ``point`` a key point of free recall, ``held`` a name that two contents claim.
    """

    __tablename__ = "placement"
    __table_args__ = (
        Index("ix_placement_file", "file_id", "position"),
        # Of its card alone, it tells what lists and counts ask of a placement.
        Index("ix_placement_uid", "uid", "twice", "held", "point", "file_id", "position"),
        Index("ix_placement_name", "name"),
        Index("ix_placement_entry", "entry_id"),
        STRICT,
    )

    id: int | None = Field(default=None, primary_key=True, sa_type=Integer)
    file_id: int = Field(
        sa_type=Integer, sa_column_args=(ForeignKey("file.id", ondelete="CASCADE"),)
    )
    entry_id: int = Field(
        sa_type=Integer, sa_column_args=(ForeignKey("entry.id", ondelete="CASCADE"),)
    )
    position: int = Field(sa_type=Integer)
    uid: str = Field(sa_type=Text)
    name: str = Field(sa_type=Text)
    fingerprint: str = Field(sa_type=Text)
    facet: str = Field(sa_type=Text)
    point: int = Field(sa_type=Integer)
    twice: int = Field(sa_type=Integer)
    held: int = Field(sa_type=Integer)


class ProblemRow(SQLModel, table=True):
    """One problem of a file; ``whole`` tells that only the check of the whole library finds it."""

    __tablename__ = "problem"
    __table_args__ = (Index("ix_problem_file", "file_id"), STRICT)

    id: int | None = Field(default=None, primary_key=True, sa_type=Integer)
    file_id: int = Field(
        sa_type=Integer, sa_column_args=(ForeignKey("file.id", ondelete="CASCADE"),)
    )
    line: int = Field(sa_type=Integer)
    column: int = Field(sa_type=Integer)
    code: str = Field(sa_type=Text)
    level: str = Field(sa_type=Text)
    message: str = Field(sa_type=Text)
    hint: str = Field(sa_type=Text)
    whole: int = Field(sa_type=Integer)
