"""From the marked parts of one card to its entry, or to the problems that stand in its way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from recall.cards.card import Entry, Kind, Parts, Place
from recall.cards.kinds.cloze import Cloze
from recall.cards.kinds.question import Question
from recall.cards.kinds.term import Term
from recall.markdown.attributes import split_attributes
from recall.markdown.gaps import find_gaps
from recall.markdown.inline import shows_nothing
from recall.markdown.kinds.attribute_values import read_attributes
from recall.markdown.kinds.choice import check_letters, ends_in_list, has_boxes, read_choice
from recall.markdown.kinds.free_recall import read_free_recall
from recall.markdown.kinds.order import read_order
from recall.markdown.kinds.typed import read_typed
from recall.markdown.parts import Part, Report, Side

OPENERS = frozenset({"Q:", "T:", "C:", "O:", "R:"})
# For each opener the parts it takes, and how a hint says so.
_ANSWERS = {"Q:": ("A:", "A="), "T:": ("D:",), "C:": (), "O:": (), "R:": ()}
_TAKES = {
    "Q:": "A:, A= or a task list",
    "T:": "D:",
    "C:": "gaps in its own text",
    "O:": "a numbered list",
    "R:": "a bullet list",
}
_NOTE_INSIDE = re.compile(
    r"\n[ \t]*\n[*_]{0,2}(?:my |personal |side )?(?:notes?|explanation|remark|nb|n\.b\.)\b[^\w\n]",
    re.IGNORECASE,
)
_LAST_NOTE_INSIDE = re.compile(r"\n[ \t]*\n(?:my|personal|side) notes?\b[^\n]*$", re.IGNORECASE)


@dataclass(slots=True)
class WrittenEntry:
    """The parts of one card in the order they are written; the first is its opener."""

    opener: Part
    parts: list[Part] = field(default_factory=list)

    @property
    def last(self) -> Part:
        """The part that was written last."""
        return self.parts[-1] if self.parts else self.opener


def build_entry(written: WrittenEntry, headings: tuple[str, ...], report: Report) -> Entry | None:
    """Read one card. An error leaves no entry; warnings and notes do not count."""
    errors = report.errors
    report.errors = 0
    try:
        entry = _build(written, headings, report)
        return entry if not report.errors else None
    finally:
        report.errors += errors


def _build(written: WrittenEntry, headings: tuple[str, ...], report: Report) -> Entry | None:
    opener = written.opener
    answers, extras = _sort_parts(written, report)
    opener.take_attributes()
    found = _read_kind(opener, answers, report)
    own: tuple[str, ...] = ()
    if found is not None:
        own = {Kind.FREE_RECALL: ("audience",), Kind.TYPED: ("exact",)}.get(found[0], ())
    elif opener.attributes is not None:
        own = ("audience", "exact")
    attributes = read_attributes(opener, own, report)
    hint, note = (_extra(extras, marker, report) for marker in ("H:", "N:"))
    for part in written.parts:
        _check_stray_block(part, report)
    if found is None:
        return None
    kind, parts = found
    if kind == Kind.CHOICE:
        for part in extras:
            place = "hint" if part.marker == "H:" else "note"
            check_letters(part.side().text, place, part.line, part.column, report)
    lines = report.source.lines
    last = written.last
    end = last.end
    while end > last.line + 1 and not lines[end - 1].strip():
        end -= 1
    first = lines[opener.line][opener.column :]
    source = "\n".join((first, *lines[opener.line + 1 : end])) if end > opener.line + 1 else first
    column = report.source.column(opener.line, opener.column)
    return Entry(
        kind=kind,
        parts=parts,
        place=Place(report.source.path, opener.line + 1, column, end),
        source=source,
        attributes=attributes,
        hint=hint,
        note=note,
        headings=headings,
    )


def _sort_parts(written: WrittenEntry, report: Report) -> tuple[list[Part], list[Part]]:
    """Return the answers and the hints and notes, and report parts that do not belong."""
    opener = written.opener.marker
    allowed = _ANSWERS[opener]
    answers: list[Part] = []
    extras: list[Part] = []
    early: list[Part] = []
    for part in written.parts:
        if part.marker in ("H:", "N:"):
            extras.append(part)
            early.append(part)
        elif part.marker not in allowed:
            report.add(
                "C305",
                part.line,
                part.column,
                marker=part.marker,
                opener=opener,
                takes=_TAKES[opener],
            )
        elif answers:
            report.add("C304", part.line, part.column, marker="answer", line=answers[0].line + 1)
        else:
            for before in early:
                report.add("C308", before.line, before.column, marker=before.marker)
            answers.append(part)
    return answers, extras


def _read_kind(opener: Part, answers: Sequence[Part], report: Report) -> tuple[Kind, Parts] | None:
    parts: Parts | None
    marker = opener.marker
    if marker == "C:":
        kind, parts = Kind.CLOZE, _read_cloze(opener, report)
    elif marker == "O:":
        kind, parts = Kind.ORDER, read_order(opener, report)
    elif marker == "R:":
        kind, parts = Kind.FREE_RECALL, read_free_recall(opener, report)
    elif opener.items and marker == "Q:" and has_boxes(opener):
        if answers:
            report.add("K505", answers[0].line, answers[0].column)
        kind, parts = Kind.CHOICE, read_choice(opener, report)
    elif not answers:
        _report_missing(opener, report)
        return None
    elif not _sides_show(opener, answers[0], report):
        return None
    elif marker == "T:":
        kind, parts = Kind.TERM, Term(opener.side().text, answers[0].side().text)
    elif answers[0].marker == "A=":
        kind, parts = Kind.TYPED, read_typed(opener, answers[0], report)
    else:
        answer = answers[0].side()
        _check_note_inside(answer, report)
        kind, parts = Kind.QUESTION, Question(opener.side().text, answer.text)
    return None if parts is None else (kind, parts)


def _report_missing(opener: Part, report: Report) -> None:
    if report.errors:  # the part that stands in the answer's place has been named
        return
    if opener.marker == "T:":
        missing, advice = "definition", "Write D: and what the term means below it."
    elif shows_nothing(opener.side().text):
        report.add("C306", opener.line, opener.column, marker=opener.marker)
        return
    elif ends_in_list(opener):
        report.add("K501", opener.line, opener.column)
        return
    else:
        missing, advice = "answer", "Write A: and the answer below it, or options with [x]."
    report.add(
        "C303",
        opener.line,
        opener.column,
        marker=opener.marker,
        missing=missing,
        advice=advice,
    )


def _sides_show(opener: Part, answer: Part, report: Report) -> bool:
    shown = True
    for part in (opener, answer):
        if shows_nothing(part.side().text):
            report.add("C306", part.line, part.column, marker=part.marker)
            shown = False
    return shown


def _read_cloze(part: Part, report: Report) -> Cloze | None:
    side = part.side()
    if shows_nothing(side.text):
        report.add("C306", part.line, part.column, marker=part.marker)
        return None
    gaps, faults = find_gaps(side.text)
    for fault in faults:
        report.add(fault.code, *side.place(fault.offset))
    if not gaps and not faults:
        report.add("K521", part.line, part.column)
    return Cloze(side.text, tuple(gaps)) if gaps else None


def _extra(extras: Sequence[Part], marker: str, report: Report) -> str | None:
    """Return the text of a card's hint or note; a second one follows the first."""
    texts: list[str] = []
    for part in extras:
        if part.marker != marker:
            continue
        text = part.side().text
        if shows_nothing(text):
            report.add("C307", part.line, part.column, marker=marker)
            continue
        if texts:
            what = "hint" if marker == "H:" else "note"
            report.add("C309", part.line, part.column, marker=what)
        texts.append(text)
    return "\n\n".join(texts) if texts else None


def _check_note_inside(answer: Side, report: Report) -> None:
    if "\n" not in answer.text:
        return
    found = _NOTE_INSIDE.search(answer.text) or _LAST_NOTE_INSIDE.search(answer.text)
    if found:
        skipped = len(found.group()) - len(found.group().lstrip())
        report.add("C314", *answer.place(found.start() + skipped))


def _check_stray_block(part: Part, report: Report) -> None:
    """Warn of an attribute block at the end of a part where none is read."""
    if part.marker == "A=" or "{" not in part.lines[part.line]:
        return
    text = part.lines[part.line][part.content :]
    _, block = split_attributes(text)
    if block is not None and block.fault is None and ("#" in block.values or block.tags):
        report.add("A405", part.line, part.content + block.start)
