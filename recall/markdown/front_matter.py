"""The front matter of a deck: where it is, and its keys and values with their places.

It is a plain YAML mapping in which every scalar is text: ``title: No`` is the word No. Anchors,
aliases and tags are refused. The parser is asked for events only, so nothing is ever built from
the text, however it is nested.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import yaml

from recall.cards.deck import DeckKind, FrontMatter
from recall.markdown import codes
from recall.markdown.blocks import MARKER
from recall.markdown.front_matter_values import KEYS, Text, Value, read_values
from recall.markdown.parts import Report
from recall.markdown.source import Source
from recall.text import clean

MAXIMUM_KIBIBYTES = 16
_FENCE = re.compile(r"---[ \t]*$")
_KEY_LINE = re.compile(r"[A-Za-z][\w-]*:(?:[ \t]|$)")
_MORE_LINE = re.compile(r"[ \t]+\S|-[ \t]|#|$")
_DEEPEST = 4
_NO_FRONT_MATTER = FrontMatter()
# The parser in C is some ten times faster and comes with every wheel of PyYAML.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def read_front_matter(source: Source, report: Report) -> tuple[FrontMatter, bool, int]:
    """Return the front matter, whether the file begins with one, and the line after it (from 0)."""
    lines = source.lines
    is_course = source.path.rpartition("/")[2].lower() == "course.md"
    default = replace(_NO_FRONT_MATTER, kind=DeckKind.COURSE) if is_course else _NO_FRONT_MATTER
    if not lines or not _FENCE.match(lines[0]):
        return default, False, _skip_misplaced(lines, report)
    end = _closing(lines, 1)
    if end is None:
        report.add("M201", 0, 0)
        return default, True, 1
    text = "\n".join(lines[1:end])
    if len(text.encode("utf-8")) > MAXIMUM_KIBIBYTES * 1024:
        report.add("M203", 0, 0, limit=MAXIMUM_KIBIBYTES)
        return default, True, end + 1
    try:
        entries = _Walk(text, report).entries()
    except _UnreadableError as error:
        report.add(error.code, *error.place, **error.values)
        return default, True, end + 1
    return read_values(entries, default, is_course, report), True, end + 1


def _closing(lines: Sequence[str], start: int) -> int | None:
    """Return the line that closes front matter; a card before it means that none does."""
    for number in range(start, len(lines)):
        if _FENCE.match(lines[number]):
            return number
        if MARKER.match(lines[number]):
            return None
    return None


def _skip_misplaced(lines: Sequence[str], report: Report) -> int:
    """Report front matter that follows blank lines, and return the line after it, or 0."""
    start = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if not start or not _FENCE.match(lines[start]):
        return 0
    end = _closing(lines, start + 1)
    if end is None or not _KEY_LINE.match(lines[start + 1]):
        return 0
    inside = lines[start + 1 : end]
    if not all(_KEY_LINE.match(line) or _MORE_LINE.match(line) for line in inside):
        return 0
    report.add("M202", start, 0)
    return end + 1


class _UnreadableError(Exception):
    """The front matter cannot be used: the code of the problem, its place and its values."""

    def __init__(self, code: str, place: tuple[int, int], **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.place = place
        self.values = values


@dataclass(slots=True)
class _Walk:
    """Walks the parser's events and builds values of text, with their places in the file."""

    text: str
    report: Report

    def entries(self) -> list[tuple[Text, Value]]:
        """Return the keys and values in order, each key once."""
        try:
            events = self._events()
            first = next(events, None)
            if first is None or _is_empty_scalar(first):
                return []
            if not isinstance(first, yaml.MappingStartEvent):
                raise _UnreadableError("M205", _place(first))
            entries = self._mapping(events)
            if next(events, None) is not None:
                raise _UnreadableError("M205", (1, 0))
        except yaml.MarkedYAMLError as error:
            place = self._place_of(error)
            reason = error.problem or error.context or "it cannot be parsed"
            raise _UnreadableError("M204", place, reason=reason) from None
        except yaml.YAMLError:
            reason = "it holds a character that YAML does not allow"
            raise _UnreadableError("M204", (1, 0), reason=reason) from None
        return entries

    def _place_of(self, error: yaml.MarkedYAMLError) -> tuple[int, int]:
        """Return where the parser stopped, or where what it looked for the end of begins."""
        marks = [mark for mark in (error.problem_mark, error.context_mark) if mark]
        last = self.text.count("\n")
        for mark in marks:
            if mark.line <= last:
                return mark.line + 1, mark.column
        return last + 1, 0

    def _events(self) -> Iterator[yaml.Event]:
        skipped = (
            yaml.StreamStartEvent,
            yaml.StreamEndEvent,
            yaml.DocumentStartEvent,
            yaml.DocumentEndEvent,
        )
        for event in yaml.parse(self.text, Loader=_LOADER):
            if isinstance(event, skipped):
                continue
            if isinstance(event, yaml.AliasEvent):
                raise _UnreadableError("M206", _place(event), what=f"the alias *{event.anchor}")
            anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
            if anchor:
                raise _UnreadableError("M206", _place(event), what=f"the anchor &{anchor}")
            if tag:
                raise _UnreadableError("M206", _place(event), what=f"the tag {tag}")
            yield event

    def _mapping(self, events: Iterator[yaml.Event]) -> list[tuple[Text, Value]]:
        found: dict[str, tuple[Text, Value]] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            if not isinstance(event, yaml.ScalarEvent):
                raise _UnreadableError("M204", _place(event), reason="a key must be one word")
            key = _text(event)
            value = self._value(next(events), events, 1)
            if key.text in found:
                first = found[key.text][0].line + 1
                self.report.add("M207", key.line, key.column, key=key.text, line=first)
            elif key.text not in KEYS:
                near = codes.nearest(key.text, KEYS)
                self.report.add("M208", key.line, key.column, key=key.text, nearest=near)
            else:
                found[key.text] = (key, value)
        return list(found.values())

    def _value(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Value:
        """Return a scalar, a list of them, or for anything else None; its events are consumed."""
        line, column = _place(event)
        if isinstance(event, yaml.ScalarEvent):
            return Value(line, column, (_text(event),), is_list=False)
        if depth > _DEEPEST:
            raise _UnreadableError("M204", (line, column), reason="it is nested too deeply")
        if isinstance(event, yaml.SequenceStartEvent):
            texts: list[Text] = []
            is_plain = True
            for inner in events:
                if isinstance(inner, yaml.SequenceEndEvent):
                    break
                value = self._value(inner, events, depth + 1)
                is_plain = is_plain and not value.is_list and not value.is_mapping
                texts += value.texts
            return Value(line, column, tuple(texts), is_list=True, is_mapping=not is_plain)
        for inner in events:
            if isinstance(inner, yaml.MappingEndEvent):
                break
            self._value(inner, events, depth + 1)
        return Value(line, column, (), is_list=False, is_mapping=True)


def _text(event: yaml.ScalarEvent) -> Text:
    """Return a scalar, cleaned: YAML's own escapes write what the cleaned file does not hold."""
    return Text(clean(event.value), *_place(event))


def _place(event: yaml.Event) -> tuple[int, int]:
    """Return where an event stands, counted from 0; line 0 of the file is the opening fence."""
    mark = event.start_mark
    return (mark.line + 1, mark.column) if mark else (1, 0)


def _is_empty_scalar(event: yaml.Event) -> bool:
    return isinstance(event, yaml.ScalarEvent) and not event.value
