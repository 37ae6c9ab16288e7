"""A deck's front matter as it is kept in the catalogue: one JSON object.

With it is kept whether a lesson has text to read, which cannot be told without reading the file.
"""

from __future__ import annotations

import json
from dataclasses import fields
from decimal import Decimal
from functools import lru_cache

from recall.cards.deck import DeckKind, Direction, FrontMatter

_HAS_TEXT = "has_text"


def front_matter_to_json(front_matter: FrontMatter, *, has_text: bool = False) -> str:
    """Return front matter as JSON; values that are the default are left out."""
    default = FrontMatter()
    values: dict[str, object] = {
        field.name: getattr(front_matter, field.name)
        for field in fields(FrontMatter)
        if getattr(front_matter, field.name) != getattr(default, field.name)
    }
    if has_text:
        values[_HAS_TEXT] = True
    return json.dumps(values, default=str, ensure_ascii=False)


@lru_cache(maxsize=256)
def front_matter_from_json(text: str) -> FrontMatter:
    """Return the front matter that ``front_matter_to_json`` wrote."""
    values = json.loads(text)
    values.pop(_HAS_TEXT, None)
    for name in ("after", "draws_from", "tags"):
        if name in values:
            values[name] = tuple(values[name])
    for name in ("synonyms", "places"):
        if name in values:
            values[name] = tuple(tuple(group) for group in values[name])
    if "order" in values:
        values["order"] = Decimal(values["order"])
    if "kind" in values:
        values["kind"] = DeckKind(values["kind"])
    if "direction" in values:
        values["direction"] = Direction(values["direction"])
    return FrontMatter(**values)


@lru_cache(maxsize=256)
def has_text_from_json(text: str) -> bool:
    """Return whether a lesson has text to read, as ``front_matter_to_json`` was told."""
    return bool(json.loads(text).get(_HAS_TEXT))
