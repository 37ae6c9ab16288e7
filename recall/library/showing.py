"""From a stored entry to a card as it is shown this time, and what an answer to it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from recall.cards.card import Entry
from recall.cards.deck import Direction, FrontMatter
from recall.cards.kinds.choice import Choice
from recall.cards.kinds.cloze import Cloze
from recall.cards.kinds.free_recall import FreeRecall
from recall.cards.kinds.order import Order
from recall.cards.kinds.question import Question
from recall.cards.kinds.term import FORWARD, Term
from recall.cards.kinds.typed import AcceptedAnswer, Typed
from recall.cards.memory import Marks, Memory
from recall.library.values import AnswerMode, Response, Showing, ShownOption, Verdict
from recall.markdown.build import document
from recall.markdown.cloze import cloze_document
from recall.markdown.document import Block, Document, Item, ItemList, Paragraph, Span, Style
from recall.study.free_recall.cues import cue_of
from recall.study.grading import grade_choice, grade_gaps, grade_order, grade_typed
from recall.study.shuffles import shuffle_items, shuffle_options

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Asked:
    """A card being asked: how it is shown, its entry, and the order its parts were shuffled into.

    ``order`` holds, for each place on the screen, the place in the deck of the option or item.
    """

    showing: Showing
    entry: Entry
    front_matter: FrontMatter
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stored:
    """What the catalogue knows of a card, and what the journal knows of it."""

    uid: str
    name: str
    facet: str
    folder: str
    deck_title: str
    entry: Entry
    front_matter: FrontMatter
    memory: Memory
    marks: Marks


def ask(
    stored: Stored,
    seed: int,
    *,
    type_gaps: bool,
    previous: tuple[int, ...] | None = None,
    order: tuple[int, ...] | None = None,
) -> Asked:
    """Return a card as it is shown this time.

    ``seed`` shuffles its options or items, unlike the ``previous`` showing; an ``order`` given is
    kept. ``type_gaps`` has the gaps of a cloze typed instead of revealed.
    """
    entry, parts = stored.entry, stored.entry.parts
    showing = Showing(
        uid=stored.uid,
        name=stored.name,
        kind=entry.kind,
        facet=stored.facet,
        place=entry.place,
        folder=stored.folder,
        deck_title=stored.deck_title,
        code=stored.front_matter.code,
        mode=AnswerMode.REVEAL,
        prompt=Document(),
        answer=Document(),
        hint=_optional(entry.hint),
        note=_optional(entry.note),
        right_to_left=stored.front_matter.direction is Direction.RIGHT_TO_LEFT,
        source=entry.attributes.source,
        tags=tuple(dict.fromkeys((*stored.front_matter.tags, *entry.attributes.tags))),
        memory=stored.memory,
        marks=stored.marks,
    )
    order = order or ()
    match parts:
        case Question():
            showing = replace(showing, prompt=document(parts.prompt), answer=document(parts.answer))
        case Typed():
            showing = replace(
                showing,
                mode=AnswerMode.TYPE,
                prompt=document(parts.prompt),
                answer=accepted_answers(parts.answers),
            )
        case Term():
            prompt, answer = _term_sides(parts, stored.facet)
            showing = replace(showing, prompt=prompt, answer=answer)
        case Cloze():
            showing = replace(
                showing,
                mode=AnswerMode.TYPE if type_gaps else AnswerMode.REVEAL,
                prompt=cloze_document(parts, stored.facet, revealed=False),
                answer=cloze_document(parts, stored.facet, revealed=True),
                gaps=sum(key == stored.facet for key in parts.gap_keys()),
            )
        case Choice():
            pinned = [option.pinned for option in parts.options]
            order = order or shuffle_options(pinned, seed, previous)
            options = [parts.options[place] for place in order]
            showing = replace(
                showing,
                mode=AnswerMode.CHOOSE,
                prompt=document(parts.prompt),
                options=tuple(
                    ShownOption(
                        letter, document(option.text), option.right, _optional(option.reason)
                    )
                    for letter, option in zip(LETTERS, options, strict=False)
                ),
                multiple=len(parts.right) > 1,
            )
            right = [document(option.text).blocks for option in options if option.right]
            showing = replace(showing, answer=Document(_bullets(right)))
        case Order():
            order = order or shuffle_items(len(parts.items), seed, previous)
            items = [document(item) for item in parts.items]
            numbered = tuple(
                Item(f"{number}.", item.blocks) for number, item in enumerate(items, 1)
            )
            showing = replace(
                showing,
                mode=AnswerMode.ARRANGE,
                prompt=document(parts.prompt),
                items=tuple(items[place] for place in order),
                answer=Document((ItemList(numbered),)),
            )
        case FreeRecall():
            point = next(
                point
                for facet, point in zip(parts.facets(), parts.points, strict=True)
                if facet.key == stored.facet
            )
            prompt = document(f"{parts.prompt}\n\n{cue_of(point)}")
            showing = replace(showing, prompt=prompt, answer=document(point.statement))
        case _:
            raise TypeError(f"no way to show {type(parts).__name__}")
    return Asked(showing, entry, stored.front_matter, order)


def judge(asked: Asked, response: Response, seconds: float, slow: float) -> Verdict | None:
    """Return what a response is worth, or None for a card that learners grade themselves.

    ``seconds`` is how long the answer took; an answer slower than ``slow`` seconds counts as hard.
    """
    parts, synonyms = asked.entry.parts, asked.front_matter.synonyms
    match parts:
        case Typed():
            return grade_typed(response.typed or "", parts, synonyms, seconds, slow)
        case Cloze() if asked.showing.mode is AnswerMode.TYPE:
            gaps = [
                gap.answers
                for key, gap in zip(parts.gap_keys(), parts.gaps, strict=True)
                if key == asked.showing.facet
            ]
            return grade_gaps(response.typed or "", gaps, synonyms, seconds, slow)
        case Choice():
            chosen = frozenset(
                place
                for letter, place in zip(LETTERS, asked.order, strict=False)
                if letter in response.letters
            )
            return grade_choice(chosen, parts.right, len(parts.options), seconds, slow)
        case Order():
            return grade_order(_arranged(asked, response), parts.items, seconds, slow)
        case _:
            return None


def answered(asked: Asked, response: Response) -> dict[str, object]:
    """Return what was answered in terms of the deck, for the journal: options by their text."""
    parts = asked.entry.parts
    match parts:
        case Choice():
            chosen = [
                parts.options[place].text
                for letter, place in zip(LETTERS, asked.order, strict=False)
                if letter in response.letters
            ]
            return {"chosen": chosen}
        case Order():
            return {"order": [parts.items[place] for place in _arranged(asked, response)]}
        case _:
            return {} if response.typed is None else {"typed": response.typed}


def _arranged(asked: Asked, response: Response) -> list[int]:
    """Return the items' places in the deck in the order arranged; untouched, as they were shown."""
    return [asked.order[place] for place in response.order or range(len(asked.order))]


def _optional(source: str | None) -> Document | None:
    return None if source is None else document(source)


def accepted_answers(answers: Sequence[AcceptedAnswer]) -> Document:
    """Return the answers a typed card takes: the first, and beneath it the others."""
    first, *others = map(_with_tolerance, answers)
    blocks: list[Block] = [Paragraph((Span(first),))]
    if others:
        also = "also right: " + ", ".join(others)
        blocks.append(Paragraph((Span(also, frozenset({Style.HINT})),)))
    return Document(tuple(blocks))


def _with_tolerance(answer: AcceptedAnswer) -> str:
    if not answer.tolerance:
        return answer.text
    if answer.relative:
        return f"{answer.text} ± {(answer.tolerance * 100).normalize():f} %"
    return f"{answer.text} ± {answer.tolerance:f}"


def _term_sides(parts: Term, facet: str) -> tuple[Document, Document]:
    term, definition = document(parts.term), document(parts.definition)
    forward = facet == FORWARD
    ask_for = "What does it mean?" if forward else "Which term is this?"
    question = Paragraph((Span(ask_for, frozenset({Style.HINT})),))
    prompt, answer = (term, definition) if forward else (definition, term)
    return Document((*prompt.blocks, question)), answer


def _bullets(items: list[tuple[Block, ...]]) -> tuple[Block, ...]:
    if len(items) == 1:
        return items[0]
    return (ItemList(tuple(Item("•", blocks) for blocks in items)),)
