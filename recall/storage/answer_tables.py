"""The tables that statistics are read from. Both are caches: they follow from the log."""

from __future__ import annotations

from sqlalchemy import REAL, Integer, Text
from sqlmodel import Field, SQLModel

from recall.storage.tables import KEYED, STRICT


class FactRow(SQLModel, table=True):
    """What was known when a review that holds was given; see ``study.stats.answered.Answered``.

    ``sequence`` is the review's own.
    """

    __tablename__ = "answer_fact"
    __table_args__ = (STRICT,)

    sequence: int = Field(primary_key=True, sa_type=Integer)
    recall: float | None = Field(default=None, sa_type=REAL)
    stability: float | None = Field(default=None, sa_type=REAL)
    aimed: float | None = Field(default=None, sa_type=REAL)
    first: int = Field(sa_type=Integer)


class SumRow(SQLModel, table=True):
    """The sum of some answers; see ``study.stats.tally.Sum``."""

    __tablename__ = "answer_sum"
    __table_args__ = (KEYED,)

    grain: str = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
    answers: int = Field(sa_type=Integer)
    milliseconds: int = Field(sa_type=Integer)
    counted: int = Field(sa_type=Integer)
    remembered: int = Field(sa_type=Integer)
    aims: int = Field(sa_type=Integer)
    aimed: int = Field(sa_type=Integer)
    predicted: int = Field(sa_type=Integer)
    first_at: int | None = Field(default=None, sa_type=Integer)
    last_at: int | None = Field(default=None, sa_type=Integer)
