"""What the screens of a blank page say of a point, and how a page is marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from textual.content import Content

from recall.library.blank_pages.values import PagePoint
from recall.markdown.build import document
from recall.markdown.line import Role
from recall.study.free_recall.attempt import Attempt
from recall.study.free_recall.stop_words import STOP_WORDS
from recall.study.free_recall.values import Clash, Doubt, PointResult, Reason, Source, Span, State
from recall.text import clean_line
from recall.tui.content import text
from recall.tui.sections import Section, Sentence, Text

SIGNS = {State.FOUND: "✓", State.CHECK: "?", State.NOT_FOUND: "✗"}
CLASH_SIGN = "⚑"

_ROLES = {State.FOUND: Role.RIGHT, State.CHECK: Role.CURRENT, State.NOT_FOUND: Role.WRONG}
_DOUBTS = {
    Doubt.REQUIRED_MISSING: "it must have the word: {}",
    Doubt.SHORT_INCOMPLETE: "so short a wording must be whole",
    Doubt.NUMBER_CLASH: "another number: {}",
    Doubt.NUMBER_MISSING: "missing: {}",
    Doubt.COMPARED_THE_OTHER_WAY: "perhaps compared the other way round",
    Doubt.NEGATION_DIFFERS: "one of the two says not or less",
    Doubt.MISCONCEPTION_CLOSER: "closer to a misconception: {}",
    Doubt.MISCONCEPTION_ORDER: "the words stand in the order of a misconception: {}",
    Doubt.NOTHING_TO_COMPARE: "there is no word to compare",
}
_STOP = frozenset(STOP_WORDS["en"].split())
_WORD = re.compile(r"[^\W_]+(?:[-'’.,]?[^\W_]+)*")


def marked_page(page: str, spans: Sequence[Span], here: Span | None) -> Content:
    """Return a page with what says a point underlined, and one stretch of it shown as current."""
    content = text(page)
    for span in spans:
        content = content.stylize("underline $accent", span.start, span.end)
    if here is not None:
        content = content.stylize("bold reverse $accent", here.start, here.end)
    return content


def line_of(page: Content, span: Span, width: int) -> int:
    """Return the line of a page wrapped to a width on which a stretch begins."""
    return max(len(page[: span.start + 1].wrap(max(width, 1))) - 1, 0)


def point_sections(attempt: Attempt, point: PagePoint) -> list[Section]:
    """Return what is said of a point that is looked at: state, statement, evidence, doubts."""
    result = attempt.result(point.key)
    decision = attempt.decision(point.key)
    head = f"{SIGNS[result.state]} {result.state.value}"
    if decision.said is not None:
        said = "you say: said" if decision.said else "you say: not said"
        head = f"{head}; {said}"
    sections: list[Section] = [
        Sentence(head, _ROLES[result.state]),
        Text(document(point.statement)),
    ]
    span = decision.evidence or result.sentence
    if decision.said is not False and span is not None and result.state is not State.NOT_FOUND:
        sections.append(Sentence(f"Your words: “{quoted(attempt.text, span)}”"))
    if decision.said is None and not decision.clash:
        sections += _why(result)
        sections.append(Sentence("A proposal from words alone; you decide.", Role.QUIET))
    return sections


def _why(result: PointResult) -> Iterator[Section]:
    reasons = [reason_line(reason) for reason in result.reasons]
    if result.missing and result.state is not State.FOUND:
        reasons.append(f"not met: {', '.join(result.missing)}")
    if result.source is Source.LEARNED:
        reasons.append(f"by a wording you taught: “{clean_line(result.phrasing)}”")
    if result.state is State.CHECK and not reasons:
        reasons.append("some of its words are there")
    for reason in reasons:
        yield Sentence(reason[:1].upper() + reason[1:] + ".", Role.QUIET)


def clash_sections(attempt: Attempt, point: PagePoint, clash: Clash) -> list[Section]:
    """Return the learner's sentence beside the statement, with what differs told apart."""
    sentence = quoted(attempt.text, clash.sentence)
    only_here, only_there = differing(sentence, point.statement)
    sections: list[Section] = [
        Sentence(f"{CLASH_SIGN} A misconception?", Role.WRONG),
        Sentence(f"Your words: “{sentence}”"),
        Sentence(f"It looks like: {clean_line(clash.misconception)}"),
        Text(document(point.statement), label="Right"),
    ]
    if clash.by_order:
        sections.append(Sentence("The same words; only their order differs.", Role.QUIET))
    elif only_here or only_there:
        sections.append(
            Sentence(
                f"Only in yours: {', '.join(only_here) or 'nothing'}. "
                f"Only in the right one: {', '.join(only_there) or 'nothing'}.",
                Role.QUIET,
            )
        )
    return sections


def quoted(page: str, span: Span) -> str:
    """Return a stretch of the page on one line."""
    return clean_line(span.of(page)).strip()


def differing(one: str, other: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words that stand in one text only and those in the other only, in their order.

    Words that carry no fact are left out.
    """
    words = [
        [word for word in dict.fromkeys(_WORD.findall(part.casefold())) if word not in _STOP]
        for part in (one, other)
    ]
    return (
        tuple(word for word in words[0] if word not in words[1]),
        tuple(word for word in words[1] if word not in words[0]),
    )


def reason_line(reason: Reason) -> str:
    """Return a doubt in words, with what it is about."""
    return _DOUBTS[reason.doubt].format(clean_line(reason.detail)).rstrip(": ")
