"""Edits that authors make on one entry; ``revisions`` makes them on whole decks.

Each returns the new entry, or None where it does not apply. Everything follows from a seed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random

Decks = dict[str, list[str]]
EntryEdit = Callable[[Random, str, Sequence[str]], str | None]

_PLAIN_WORD = re.compile(r"(?<![\w`$\\{}|&/#.*_'’\[-])[a-z]{3,}(?![\w`$\\{}|&/*_'’\]-])")
_STARTS = re.compile(r"^(?:[A-Z][:=] ?|- \[[ xX]\] |- |\d+\. |  +[-!=?]? ?)", re.MULTILINE)
_ANSWER = re.compile(r"^(?:[AD][:=]|- |1\. )", re.MULTILINE)
_ASIDE = re.compile(r"^[HN]: ", re.MULTILINE)
GAP = re.compile(r"\{\{([^{}|]*)(?:\|[^{}]*)?\}\}")


def sides(source: str) -> tuple[int, int]:
    """Return where the answer of an entry begins and where what is not graded begins."""
    aside = _ASIDE.search(source)
    end = aside.start() if aside else len(source)
    answer = _ANSWER.search(source, 0, end)
    return (answer.start() if answer else end), end


def replace_words(
    random: Random, text: str, share: float, make: Callable[[str], str]
) -> str | None:
    """Replace up to this share of the words of each line, at least one, and fewer than half.

    None when there is none to take.
    """
    lines = [_replace_in_line(random, line, share, make) for line in text.splitlines(True)]
    changed = "".join(lines)
    return None if changed == text else changed


def _replace_in_line(random: Random, line: str, share: float, make: Callable[[str], str]) -> str:
    words = list(_PLAIN_WORD.finditer(line))
    written = GAP.sub("", _STARTS.sub("", line)).split()
    total = sum(any(letter.isalpha() for letter in word) for word in written)
    number = min(len(words), max(1, int(share * total)), (total - 1) // 2)
    for word in sorted(random.sample(words, max(number, 0)), key=lambda one: -one.start()):
        line = line[: word.start()] + make(word.group()) + line[word.end() :]
    return line


def misspelt(random: Random, word: str) -> str:
    """Return a word with two letters swapped, one left out or one written twice."""
    place = random.randrange(len(word) - 1)
    match random.randrange(3):
        case 0:
            return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
        case 1:
            return word[:place] + word[place + 1 :]
        case _:
            return word[:place] + word[place] + word[place:]


def typo(random: Random, source: str, words: Sequence[str]) -> str | None:
    """One spelling mistake, in the prompt or in the answer."""
    answer, end = sides(source)
    parts = [source[:answer], source[answer:end]]
    side = random.randrange(2)
    for chosen in (side, 1 - side):
        words_there = list(_PLAIN_WORD.finditer(parts[chosen]))
        if words_there:
            word = random.choice(words_there)
            wrong = misspelt(random, word.group())
            parts[chosen] = parts[chosen][: word.start()] + wrong + parts[chosen][word.end() :]
            return "".join(parts) + source[end:]
    return None


def reworded_prompt(random: Random, source: str, words: Sequence[str]) -> str | None:
    """Under half of the words of the prompt are others."""
    answer, _ = sides(source)
    share = random.uniform(0.1, 0.5)
    prompt = replace_words(random, source[:answer], share, lambda _: random.choice(words))
    return None if prompt is None else prompt + source[answer:]


def reworded(random: Random, source: str, words: Sequence[str]) -> str | None:
    """Under half of the words of the prompt and of the answer are others."""
    answer, end = sides(source)
    share = random.uniform(0.1, 0.45)
    make: Callable[[str], str] = lambda _: random.choice(words)  # noqa: E731  # used twice below
    prompt = replace_words(random, source[:answer], share, make)
    reply = replace_words(random, source[answer:end], share, make)
    if prompt is None and reply is None:
        return None
    return (prompt or source[:answer]) + (reply or source[answer:end]) + source[end:]


def reworded_answer(random: Random, source: str, words: Sequence[str]) -> str | None:
    """Under half of the words of the answer are others."""
    answer, end = sides(source)
    share = random.uniform(0.1, 0.5)
    reply = replace_words(random, source[answer:end], share, lambda _: random.choice(words))
    return None if reply is None else source[:answer] + reply + source[end:]


def extended(random: Random, source: str, words: Sequence[str]) -> str | None:
    """A clause is added to the answer."""
    if not re.search(r"^[AD]: ", source, re.MULTILINE):
        return None
    answer, end = sides(source)
    clause = " ".join(random.choices(words, k=random.randint(3, 12)))
    return f"{source[:answer]}{source[answer:end].rstrip()}, {clause}.\n{source[end:]}".rstrip()


def reordered_prompt(random: Random, source: str, words: Sequence[str]) -> str | None:
    """The halves of the prompt change places."""
    answer, _ = sides(source)
    found = re.fullmatch(r"(Q: )([^\n`${}]+?)\?\n", source[:answer])
    if found is None or len(found[2].split()) < 4:
        return None
    parts = found[2].split()
    middle = random.randrange(1, len(parts))
    turned = " ".join([*parts[middle:], *parts[:middle]])
    return f"Q: {turned}?\n{source[answer:]}"


def reformatted(random: Random, source: str, words: Sequence[str]) -> str | None:
    """Emphasis, punctuation and capitals change, everywhere."""
    _, end = sides(source)
    lines = []
    for line in source[:end].splitlines(keepends=True):
        start = _STARTS.match(line)
        head = start.group() if start else ""
        body = line[len(head) :]
        changed = replace_words(random, body, 0.15, lambda word: f"**{word}**") or body
        changed = re.sub(r"\.\n", "\n", changed) if random.random() < 0.5 else changed
        lines.append(head + changed.replace(" – ", " - ").replace("“", '"').replace("”", '"'))
    return "".join(lines) + source[end:]


def option_added(random: Random, source: str, words: Sequence[str]) -> str | None:
    """A wrong option more."""
    _, end = sides(source)
    if "- [x]" not in source or not source.startswith("Q:"):
        return None
    option = " ".join(random.choices(words, k=random.randint(2, 6)))
    return f"{source[:end].rstrip()}\n- [ ] {option}\n{source[end:]}".rstrip()


def gap_text_changed(random: Random, source: str, words: Sequence[str]) -> str | None:
    """The text around the gaps is reworded."""
    if not source.startswith("C:"):
        return None
    _, end = sides(source)
    text = replace_words(random, source[:end], 0.3, lambda _: random.choice(words))
    return None if text is None else text + source[end:]


ENTRY_EDITS: Mapping[str, EntryEdit] = {
    "typo": typo,
    "question reworded": reworded_prompt,
    "answer reworded": reworded_answer,
    "both reworded": reworded,
    "question turned round": reordered_prompt,
    "answer extended": extended,
    "option added": option_added,
    "text around gaps reworded": gap_text_changed,
}
