"""What speaks against taking a well covered point as found: flags to look at, never verdicts.

Negations, numbers and misconceptions that clash at high cover are right less than half of the time,
so each of them only asks the learner to check, and names the words it is about.
"""

from __future__ import annotations

from collections.abc import Sequence

from recall.study.free_recall.page import Page
from recall.study.free_recall.scoring import ScoredPhrase, Window
from recall.study.free_recall.values import Clash, Doubt, Reason, Source, Span
from recall.study.free_recall.words import Word

# A wording of fewer content words needs all of them.
SHORT_PHRASE = 4
# Below this share of a misconception, a sentence is not taken as one.
MISCONCEPTION_FLOOR = 0.6
# A negation counts when it stands among the matched words, or as near before or after them: in
# many languages it follows what it denies.
NEGATION_BEFORE, NEGATION_AFTER = 3, 1


def span_of(page: Page, window: Window) -> Span:
    """Return the stretch of the page that a window covers."""
    return Span(page.sentences[window[0]].start, page.sentences[window[1]].end)


def words_in(page: Page, window: Window) -> tuple[Word, ...]:
    """Return all words of a window, in order."""
    first, last = window
    words = page.sentences[first].words
    return words if first == last else words + page.sentences[last].words


def missing_required(required: Sequence[ScoredPhrase], window: Window) -> list[Reason]:
    """Return the required words that are not met in a window."""
    return [
        Reason(Doubt.REQUIRED_MISSING, looked.phrase.text)
        for looked in required
        if any(hit is None for _, hit in looked.hits(window))
    ]


def short_and_incomplete(looked: ScoredPhrase, window: Window) -> list[Reason]:
    """Return the missing words of an author's wording so short that it needs all of its words.

    Where only words of the topic make it longer, it needs all the others. A learned wording needs
    none, since what else the sentence says already lowers its score.
    """
    sought = looked.phrase.sought
    own = [one for one in sought if one.weight >= 1]
    if looked.phrase.source is Source.LEARNED or len(own) >= SHORT_PHRASE:
        return []
    needed = sought if len(sought) < SHORT_PHRASE else own
    missing = [one.text for one, hit in looked.hits(window) if hit is None and one in needed]
    return [Reason(Doubt.SHORT_INCOMPLETE, ", ".join(missing))] if missing else []


def number_missing(looked: ScoredPhrase, page: Page, window: Window) -> list[Reason]:
    """Return the numbers and single letters of the wording that are missing.

    They are what a fact is about, as in "bulb C" or "93 layers". A number is a clash when the
    window has another one.
    """
    hits = looked.hits(window)
    wanted = {sought.word.stem: sought.text for sought, _ in hits if sought.word.number}
    missing = [sought.text for sought, hit in hits if sought.word.number and hit is None]
    if not missing:
        letters = [sought.text for sought, hit in hits if sought.word.letter and hit is None]
        return [Reason(Doubt.NUMBER_MISSING, ", ".join(letters))] if letters else []
    others = {
        word.stem: page.text[word.start : word.end]
        for word in words_in(page, window)
        if word.number and word.stem not in wanted
    }
    if not others:
        return [Reason(Doubt.NUMBER_MISSING, ", ".join(missing))]
    return [Reason(Doubt.NUMBER_CLASH, f"{', '.join(others.values())} ≠ {', '.join(missing)}")]


def differing_negation(looked: ScoredPhrase, page: Page, window: Window) -> list[Reason]:
    """Return a difference when one of wording and evidence denies and the other does not."""
    words = words_in(page, window)
    starts = {hit.start for _, hit in looked.hits(window) if hit is not None}
    places = [place for place, word in enumerate(words) if word.start in starts]
    if not places:
        return []
    near = words[max(min(places) - NEGATION_BEFORE, 0) : max(places) + 1 + NEGATION_AFTER]
    denying = [page.text[word.start : word.end] for word in near if word.negator]
    if bool(denying) == looked.phrase.negated:
        return []
    if denying:
        return [Reason(Doubt.NEGATION_DIFFERS, denying[0])]
    return [Reason(Doubt.NEGATION_DIFFERS, looked.phrase.text)]


def compared_the_other_way(looked: ScoredPhrase, window: Window) -> list[Reason]:
    """Return a doubt when a wording compares, and most of its words stand the other way round.

    "A is denser than B" and "B is denser than A" have the same words.
    """
    if not looked.phrase.compares:
        return []
    starts = [hit.start for _, hit in looked.hits(window) if hit is not None]
    pairs = len(starts) * (len(starts) - 1) // 2
    if 2 * _in_order(looked, window) >= pairs:
        return []
    return [Reason(Doubt.COMPARED_THE_OTHER_WAY, looked.phrase.text)]


def clashes_of(
    key: str,
    misconceptions: Sequence[ScoredPhrase],
    wordings: Sequence[ScoredPhrase],
    page: Page,
) -> list[Clash]:
    """Return the misconceptions of a point that a window fits better than the point itself.

    A short misconception needs all of its words, as any short wording does, and a sentence that
    denies a misconception is none. Where statement and misconception are met equally well, as when
    they differ in the order of their words alone, the order on the page decides.
    """
    clashes: list[Clash] = []
    for looked in misconceptions:
        for score, window in looked.single_windows() + looked.double_windows(MISCONCEPTION_FLOOR):
            if score < MISCONCEPTION_FLOOR:
                continue
            if short_and_incomplete(looked, window) or differing_negation(looked, page, window):
                continue
            own = max((wording.at(window) for wording in wordings), default=0.0)
            by_order = score == own and all(
                _in_order(looked, window) > _in_order(wording, window)
                for wording in wordings
                if wording.at(window) == own
            )
            if score > own or by_order:
                clashes.append(
                    Clash(key, looked.phrase.text, span_of(page, window), min(score, 1.0), by_order)
                )
                break
    return clashes


def _in_order(looked: ScoredPhrase, window: Window) -> int:
    """Return how many pairs of words stand on the page in the order of the wording."""
    starts = [hit.start for _, hit in looked.hits(window) if hit is not None]
    return sum(one < other for place, one in enumerate(starts) for other in starts[place + 1 :])
