"""From a scene and a draft to the sections of the card view, before and after the answer."""

from __future__ import annotations

from recall.cards.card import Kind
from recall.library.values import AnswerMode, Mark, Piece, Showing, Verdict
from recall.markdown.line import Role
from recall.tui.scene import Draft, Scene
from recall.tui.sections import (
    Divider,
    OptionLine,
    Options,
    OwnAnswer,
    Section,
    Sentence,
    Sign,
    Text,
)


def sections_of(scene: Scene, draft: Draft) -> tuple[Section, ...]:
    """Return what the card view shows."""
    showing = scene.showing
    if showing is None:
        return ()
    if scene.revealed:
        return (*_answered(showing, scene.verdict, draft), *_aftermath(showing))
    return (*_asked(showing, draft),)


def _asked(showing: Showing, draft: Draft) -> list[Section]:
    sections: list[Section] = [Text(showing.prompt)]
    if showing.mode is AnswerMode.CHOOSE:
        sections.append(Options(tuple(_open_options(showing, draft))))
    elif showing.mode is AnswerMode.ARRANGE:
        sections.append(Options(tuple(_open_items(showing, draft))))
    if draft.hint and showing.hint is not None:
        sections.append(Text(showing.hint, label="Hint"))
    return sections


def _open_options(showing: Showing, draft: Draft) -> list[OptionLine]:
    blank, marked = (Sign.BOX, Sign.TICKED) if showing.multiple else (Sign.NONE, Sign.CHOSEN)
    return [
        OptionLine(
            option.letter,
            option.content,
            marked if option.letter in draft.letters else blank,
            current=place == draft.cursor,
        )
        for place, option in enumerate(showing.options)
    ]


def _open_items(showing: Showing, draft: Draft) -> list[OptionLine]:
    return [
        OptionLine(
            f"{place + 1}.",
            showing.items[item],
            Sign.CHOSEN if draft.held and place == draft.cursor else Sign.NONE,
            current=place == draft.cursor,
        )
        for place, item in enumerate(draft.order)
    ]


def _answered(showing: Showing, verdict: Verdict | None, draft: Draft) -> list[Section]:
    prompt, answer = Text(showing.prompt), Text(showing.answer)
    match showing.mode:
        case AnswerMode.CHOOSE:
            return [prompt, *_judged_options(showing, draft)]
        case AnswerMode.ARRANGE if verdict is not None:
            return [prompt, *_judged_items(showing, verdict, draft)]
        case AnswerMode.TYPE if verdict is not None:
            return [prompt, _judged_text(verdict, draft), Divider(), answer]
        case _ if showing.kind is Kind.CLOZE:
            # The text with its gap filled stands where the text with the gap stood.
            return [answer]
        case _:
            return [prompt, Divider(), answer]


def _judged_text(verdict: Verdict, draft: Draft) -> Section:
    typed = draft.typed or ""
    if not typed.strip():
        return Sentence("✗ You wrote nothing.", Role.WRONG)
    if not verdict.right and any(piece.mark is Mark.SAME for piece in verdict.difference):
        return OwnAnswer(verdict.difference)
    return OwnAnswer((Piece(typed, Mark.SAME if verdict.right else Mark.WRONG),))


def _judged_options(showing: Showing, draft: Draft) -> list[Section]:
    lines = tuple(
        OptionLine(
            option.letter,
            option.content,
            Sign.RIGHT
            if option.right
            else Sign.WRONG
            if option.letter in draft.letters
            else Sign.NONE,
            option.reason,
            current=option.letter in draft.letters,
        )
        for option in showing.options
    )
    right = {option.letter for option in showing.options if option.right}
    if draft.letters == right:
        verdict = Sentence(f"✓ Right: {_listed(right)}.", Role.RIGHT)
    elif not draft.letters:
        verdict = Sentence(f"✗ You chose nothing; right: {_listed(right)}.", Role.WRONG)
    else:
        verdict = Sentence(
            f"✗ You chose {_listed(draft.letters)}; right: {_listed(right)}.", Role.WRONG
        )
    return [Options(lines), verdict]


def _judged_items(showing: Showing, verdict: Verdict, draft: Draft) -> list[Section]:
    lines = tuple(
        OptionLine(f"{place + 1}.", showing.items[item], Sign.RIGHT if stays else Sign.WRONG)
        for place, (item, stays) in enumerate(zip(draft.order, verdict.placed, strict=False))
    )
    if verdict.right:
        return [Options(lines), Sentence("✓ Right: this is the order.", Role.RIGHT)]
    moved = sum(not stays for stays in verdict.placed)
    sentence = "✗ One item stands elsewhere." if moved == 1 else f"✗ {moved} items stand elsewhere."
    return [Options(lines), Sentence(sentence, Role.WRONG), Divider(), Text(showing.answer)]


def _aftermath(showing: Showing) -> list[Section]:
    return [] if showing.note is None else [Text(showing.note, label="Note")]


def _listed(letters: set[str]) -> str:
    *first, last = sorted(letters)
    return f"{', '.join(first)} and {last}" if first else last
