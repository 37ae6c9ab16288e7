"""The card, the verdict and the end of a session as lines of text; signs always come with words."""

from __future__ import annotations

from recall.cards.memory import Rating
from recall.library.values import (
    AnswerMode,
    Mark,
    Piece,
    Preview,
    Progress,
    Response,
    Showing,
    Summary,
    UnitResult,
    Verdict,
)
from recall.library.words import count
from recall.markdown.document import Document
from recall.markdown.plain import plain_text
from recall.text import clean_line

_INDENT = "  "


class Pages:
    """Draws at a width of ``columns``."""

    def __init__(self, columns: int) -> None:
        self._columns = columns

    def question(self, showing: Showing, progress: Progress) -> str:
        """Return where the learner is, the prompt, and how the card is answered."""
        where = " · ".join(filter(None, (showing.code, clean_line(showing.deck_title))))
        again = f", {progress.again} to repeat" if progress.again else ""
        place = min(progress.done + progress.again + 1, progress.total)
        head = f"Card {place} of {progress.total}{again}. {where}"
        parts = [head, self._text(showing.prompt, showing)]
        match showing.mode:
            case AnswerMode.CHOOSE:
                parts.append(
                    "\n".join(
                        self._labelled(f"{option.letter})", option.content, showing)
                        for option in showing.options
                    )
                )
                parts.append(
                    "Write the letters of all right options."
                    if showing.multiple
                    else "Write the letter of the right option."
                )
            case AnswerMode.ARRANGE:
                parts.append(
                    "\n".join(
                        self._labelled(f"{number})", item, showing)
                        for number, item in enumerate(showing.items, 1)
                    )
                )
                parts.append("Write the numbers in the right order, such as 2 1 3.")
            case AnswerMode.TYPE:
                gaps = showing.gaps
                parts.append(
                    f"Write the {gaps} answers, with ; between them."
                    if gaps > 1
                    else "Write the answer."
                )
            case AnswerMode.REVEAL:
                parts.append("Press Enter to see the answer.")
        return "\n\n".join(parts)

    def hint(self, showing: Showing) -> str:
        """Return the hint of a card, or that it has none."""
        if showing.hint is None:
            return "This card has no hint."
        return f"Hint. {self._text(showing.hint, showing)}"

    def answer(self, showing: Showing, response: Response | None, verdict: Verdict | None) -> str:
        """Return what the response is worth and the answer side."""
        parts: list[str] = []
        if verdict is not None and response is not None:
            parts.append(_worth(verdict))
            if verdict.difference and not verdict.right:
                parts.append(f"You wrote: {_compared(verdict.difference)}")
            if showing.mode is AnswerMode.CHOOSE:
                parts.append(self._options(showing, response))
            if showing.mode is AnswerMode.ARRANGE and not verdict.right:
                parts.append(self._arranged(showing, response, verdict))
        if showing.mode is not AnswerMode.CHOOSE:
            parts.append(f"Answer.\n{self._text(showing.answer, showing)}")
        if showing.note is not None:
            parts.append(f"Note. {self._text(showing.note, showing)}")
        return "\n\n".join(parts)

    def _options(self, showing: Showing, response: Response) -> str:
        lines = []
        for option in showing.options:
            chosen = option.letter in response.letters
            if option.right:
                word = "✓ right, chosen" if chosen else "✓ right, not chosen"
            else:
                word = "✗ wrong, chosen" if chosen else "· wrong"
            lines.append(self._labelled(f"{option.letter}) {word}:", option.content, showing))
            if option.reason is not None:
                lines[-1] += "\n" + self._labelled(_INDENT, option.reason, showing)
        return "\n".join(lines)

    def _arranged(self, showing: Showing, response: Response, verdict: Verdict) -> str:
        placed = verdict.placed or (False,) * len(response.order)
        items = (
            self._labelled("✓ stays:" if stays else "✗ moves:", showing.items[item], showing)
            for item, stays in zip(response.order, placed, strict=True)
        )
        return "\n".join(("Your order:", *items))

    def _labelled(self, label: str, document: Document, showing: Showing) -> str:
        text = self._text(document, showing, indent=len(label) + 1)
        return f"{label} " + text.replace("\n", "\n" + " " * (len(label) + 1))

    def _text(self, document: Document, showing: Showing, indent: int = 0) -> str:
        return plain_text(
            document, max(self._columns - indent, 16), right_to_left=showing.right_to_left
        )


def ratings(previews: tuple[Preview, ...], proposed: Rating | None) -> str:
    """Return the line that asks for a grade."""
    waits = {preview.rating: preview.wait for preview in previews}
    choices = [
        f"{rating.value} {rating.label} {waits.get(rating, '')}".rstrip() for rating in Rating
    ]
    default = f"   Enter: {proposed.label}" if proposed is not None else ""
    return "   ".join(choices) + default


def ending(summary: Summary) -> str:
    """Return what the session was and what comes next."""
    if not summary.answers:
        sentences = ["Nothing was answered."]
    else:
        minutes = max(1, round(summary.seconds / 60))
        remembered = (
            "" if summary.recalled is None else f", {100 * summary.recalled:.0f} % remembered"
        )
        sentences = [f"{count(summary.answers, 'answer')} in {minutes} min{remembered}."]
        given = [
            f"{number} {rating.label}" for rating, number in summary.by_rating.items() if number
        ]
        sentences.append(f"{', '.join(given)}.")
        sentences += map(_result, summary.units)
    if summary.waiting:
        sentences.append(f"{count(summary.waiting, 'card')} will be back later today.")
    sentences.append(f"Tomorrow: {summary.due_tomorrow} due, {summary.new_tomorrow} new.")
    return " ".join(sentences)


def _result(unit: UnitResult) -> str:
    """Return how an interleaved review went for one unit."""
    name = f"{unit.code} {clean_line(unit.title)}" if unit.code else clean_line(unit.title)
    parts = []
    if unit.share is not None:
        parts.append(f"{unit.recalled} of {unit.known} recalled, {100 * unit.share:.0f} %")
    if unit.new:
        parts.append(f"{unit.new} new")
    return f"{name}: {', '.join(parts)}."


def _worth(verdict: Verdict) -> str:
    if verdict.right:
        return "✓ Right."
    if verdict.share > 0:
        return f"✗ Not all right: {100 * verdict.share:.0f} %."
    return "✗ Wrong."


def _compared(pieces: tuple[Piece, ...]) -> str:
    signs = {Mark.SAME: ("", ""), Mark.WRONG: ("[wrong: ", "]"), Mark.MISSING: ("[missing: ", "]")}
    return "".join(signs[piece.mark][0] + piece.text + signs[piece.mark][1] for piece in pieces)
