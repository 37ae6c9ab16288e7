"""The keys of front matter: what each value must be, and what is said when it is not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from recall.cards.deck import DeckKind, Direction, FrontMatter
from recall.markdown import codes
from recall.markdown.parts import Report

KEYS = (
    "id",
    "title",
    "kind",
    "code",
    "order",
    "summary",
    "after",
    "draws-from",
    "tags",
    "direction",
    "synonyms",
    "source",
    "license",
    "language",
)
_ID = re.compile(r"[\w.-]+")
_LONGEST_ORDER = 20
_LINE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar of the front matter and its place, counted from 0."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Value:
    """A value: one text, or the texts of a list. A mapping, or a list of lists, is of no use."""

    line: int
    column: int
    texts: tuple[Text, ...]
    is_list: bool
    is_mapping: bool = False


def read_values(
    entries: Sequence[tuple[Text, Value]], default: FrontMatter, is_course: bool, report: Report
) -> FrontMatter:
    """Return the front matter that some keys and values make; unusable values are left out."""
    reader = _Values(report)
    places = tuple(
        (key.text, value.line + 1, report.source.column(value.line, value.column))
        for key, value in entries
    )
    front_matter = replace(default, places=places)
    for key, value in entries:
        if value.is_mapping:
            reader.wrong(
                key.text, value, "it is neither a text nor a list", "Write it on one line."
            )
            continue
        if key.text == "id" and not is_course:
            report.add("M210", key.line, key.column)
            continue
        front_matter = reader.apply(front_matter, key.text, value)
    return front_matter


class _Values:
    def __init__(self, report: Report) -> None:
        self._report = report

    def wrong(self, key: str, value: Value | Text, reason: str, advice: str) -> None:
        """Report a value that is of no use."""
        self._report.add("M209", value.line, value.column, key=key, reason=reason, advice=advice)

    def apply(self, front_matter: FrontMatter, key: str, value: Value) -> FrontMatter:
        """Return the front matter with the value of one known key."""
        match key:
            case "tags":
                tags = self._names(value, r"[,\s]+")
                return replace(front_matter, tags=tuple(tag.lstrip("#") for tag in tags))
            case "after":
                return replace(front_matter, after=self._names(value, ","))
            case "draws-from":
                return replace(front_matter, draws_from=self._names(value, ","))
            case "synonyms":
                return replace(front_matter, synonyms=self._synonyms(value))
        text = self._text(key, value)
        if text is None:
            return front_matter
        match key:
            case "id":
                if _ID.fullmatch(text.text):
                    return replace(front_matter, id=text.text)
                reason = "it may only hold letters, digits, - _ and ."
                self.wrong(key, text, reason, "Write a short name such as kimi-k3.")
            case "title":
                return replace(front_matter, title=text.text)
            case "kind":
                kinds = tuple(kind.value for kind in DeckKind)
                if text.text in kinds:
                    return replace(front_matter, kind=DeckKind(text.text))
                near = codes.nearest(text.text, kinds)
                self.wrong(key, text, f'"{text.text}" is no kind of deck', near)
            case "code":
                return replace(front_matter, code=text.text)
            case "order":
                order = _decimal(text.text)
                if order is not None:
                    return replace(front_matter, order=order)
                reason = f'"{text.text}" is not a decimal number'
                self.wrong(key, text, reason, "Write a number such as 7 or 7.5.")
            case "summary":
                return replace(front_matter, summary=text.text)
            case "direction":
                if text.text in (Direction.LEFT_TO_RIGHT, Direction.RIGHT_TO_LEFT):
                    return replace(front_matter, direction=Direction(text.text))
                reason = f'"{text.text}" is no direction'
                self.wrong(key, text, reason, "Write ltr or rtl.")
            case "source":
                return replace(front_matter, source=text.text)
            case "license":
                return replace(front_matter, license=text.text)
            case "language":
                return replace(front_matter, language=text.text)
        return front_matter

    def _text(self, key: str, value: Value) -> Text | None:
        """Return a single text on one line; nothing for an empty value."""
        if value.is_list:
            self.wrong(key, value, "it is a list", "Write one text.")
            return None
        text = _LINE.sub(" ", value.texts[0].text).strip()
        return Text(text, value.line, value.column) if text else None

    def _names(self, value: Value, separator: str) -> tuple[str, ...]:
        """Return the names of a list, or of one text whose names a separator divides."""
        texts = [text.text for text in value.texts]
        if not value.is_list:
            texts = re.split(separator, texts[0])
        names = (_LINE.sub(" ", text).strip() for text in texts)
        return tuple(dict.fromkeys(name for name in names if name))

    def _synonyms(self, value: Value) -> tuple[tuple[str, ...], ...]:
        groups: list[tuple[str, ...]] = []
        for text in value.texts:
            word, equals, others = text.text.partition("=")
            words = [word, *others.split(",")]
            group = tuple(dict.fromkeys(_LINE.sub(" ", each).strip() for each in words))
            if not equals or len(group) < 2 or "" in group:
                reason = f'"{text.text}" does not say what equals what'
                self.wrong("synonyms", text, reason, "Write word = word, word on each line.")
                continue
            groups.append(group)
        return tuple(groups)


def _decimal(text: str) -> Decimal | None:
    try:
        order = Decimal(text) if len(text) <= _LONGEST_ORDER and "_" not in text else None
    except InvalidOperation:
        return None
    return order if order is not None and order.is_finite() else None
