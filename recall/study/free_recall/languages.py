"""What comparing words needs to know of a language: its stemmer, stop words, negations, numbers.

Stemmers are Snowball's. A language without one is compared by whole words, and a script that does
not set words apart by its letters; a comparison says which it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from recall.study.free_recall.stop_words import (
    COMPARING_WORDS,
    LIGHT_WORDS,
    NEGATORS,
    NUMBER_WORDS,
    STOP_WORDS,
)

_STEMMERS = {
    "ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "cs": "czech",
    "da": "danish", "nl": "dutch", "en": "english", "eo": "esperanto", "et": "estonian",
    "fi": "finnish", "fr": "french", "de": "german", "el": "greek", "hi": "hindi",
    "hu": "hungarian", "id": "indonesian", "ga": "irish", "it": "italian", "lt": "lithuanian",
    "ne": "nepali", "no": "norwegian", "nb": "norwegian", "nn": "norwegian", "fa": "persian",
    "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "st": "sesotho", "es": "spanish", "sv": "swedish", "ta": "tamil", "tr": "turkish",
    "yi": "yiddish",
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language as words are compared in it; each is made once and equal to itself only.

    ``stemmer`` is Snowball's name of its stemmer, or None: then words are compared whole.
    ``light`` are words that tell facts apart but are none by themselves, negators among them;
    ``comparing`` those before what something is compared with; ``numbers`` gives the digits of a
    number word.
    """

    code: str
    stemmer: str | None
    stops: frozenset[str]
    negators: frozenset[str]
    light: frozenset[str]
    comparing: frozenset[str]
    numbers: tuple[tuple[str, str], ...]


@lru_cache(maxsize=64)
def language_of(tag: str) -> Language:
    """Return the language of a tag such as ``en``, ``en-GB`` or ``pt_BR``; any text is a tag."""
    code = tag.strip().lower().replace("_", "-").partition("-")[0]
    numbers = [(word, str(value)) for value, word in enumerate(NUMBER_WORDS.get(code, "").split())]
    # The number one is also an article in most languages; only English tells them apart.
    return Language(
        code,
        available_stemmer(code),
        frozenset(STOP_WORDS.get(code, "").split()),
        frozenset(NEGATORS.get(code, "").split()),
        frozenset(f"{NEGATORS.get(code, '')} {LIGHT_WORDS.get(code, '')}".split()),
        frozenset(COMPARING_WORDS.get(code, "").split()),
        tuple(pair for pair in numbers if code == "en" or pair[1] != "1"),
    )


def available_stemmer(code: str) -> str | None:
    """Return the name of the Snowball stemmer of a language, or None when it has none."""
    import snowballstemmer  # loaded with the first comparison; it brings all languages

    name = _STEMMERS.get(code)
    return name if name in snowballstemmer.algorithms() else None


@lru_cache(maxsize=1 << 16)
def stem(stemmer: str | None, word: str) -> str:
    """Return the stem of a folded word; without a stemmer the word itself."""
    if stemmer is None:
        return word
    import snowballstemmer

    # A stemmer object works on fields of its own, so each word gets one: threads share none.
    return str(snowballstemmer.stemmer(stemmer).stemWord(word)) or word
