"""The tables as Core statements use them, and the pieces that several statements share."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, bindparam, func, select
from sqlmodel import SQLModel

from recall.storage.answer_tables import FactRow, SumRow
from recall.storage.catalogue_tables import (
    DeckFileRow,
    EntryRow,
    FolderRow,
    PlacementRow,
    ProblemRow,
)
from recall.storage.tables import (
    ActionRow,
    AliasRow,
    CardRow,
    DraftRow,
    MetaRow,
    ReviewRow,
    StateRow,
)

_TABLES = SQLModel.metadata.tables
REVIEW = _TABLES[str(ReviewRow.__tablename__)]
ACTION = _TABLES[str(ActionRow.__tablename__)]
STATE = _TABLES[str(StateRow.__tablename__)]
ALIAS = _TABLES[str(AliasRow.__tablename__)]
CARD = _TABLES[str(CardRow.__tablename__)]
META = _TABLES[str(MetaRow.__tablename__)]
DRAFT = _TABLES[str(DraftRow.__tablename__)]
FACT = _TABLES[str(FactRow.__tablename__)]
SUM = _TABLES[str(SumRow.__tablename__)]
FOLDER = _TABLES[str(FolderRow.__tablename__)]
FILE = _TABLES[str(DeckFileRow.__tablename__)]
ENTRY = _TABLES[str(EntryRow.__tablename__)]
PLACEMENT = _TABLES[str(PlacementRow.__tablename__)]
PROBLEM = _TABLES[str(ProblemRow.__tablename__)]


def among(column: ColumnElement[Any], parameter: str) -> ColumnElement[bool]:
    """Return the condition that a column's value is one of a list of any length.

    The list is bound as one JSON text (``listed``), so that the statement is compiled once.
    """
    values = func.json_each(bindparam(parameter)).table_valued("value")
    return column.in_(select(values.c.value))


def listed(values: Iterable[str | int]) -> str:
    """Return values in the form in which ``among`` binds them."""
    return json.dumps(list(values))


def parameters(names: Iterable[str]) -> dict[str, BindParameter[Any]]:
    """Return a bound parameter for each column, of the column's own name."""
    return {name: bindparam(name) for name in names}
