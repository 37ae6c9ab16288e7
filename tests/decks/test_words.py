"""The course says things in its own words: no long run of words of the lesson it follows.

The lesson's text is not part of the project. ``lesson_12_shingles.txt`` holds a hash for each run
of nine words of it, which is enough to recognise such a run and too little to read it.
"""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b
from pathlib import Path

import pytest

DECKS = Path(__file__).parents[2] / "decks" / "kimi-k3"
SHINGLES = Path(__file__).with_name("lesson_12_shingles.txt")
RUN = 9
LESSONS, REVIEWS, CAPSTONE, OTHER_DECKS, COURSE_PAGE = 11, 2, 1, 2, 1

# What the launch post says in words that matter; the only passages that are quoted.
QUOTATIONS = (
    "may become highly unstable",
    "make unexpected decisions on the user's behalf",
    "noticeable gap in user experience",
)

_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_ATTRIBUTES = re.compile(r"(?<!\{)\{[#.=\w][^{}]*\}(?!\})")
_MARKER = re.compile(r"^ {0,3}[A-Z][:=]|^\s*[-!?=] (?:\[[ xX]\])?|^\s*\d+\. ", re.MULTILINE)
_GAP = re.compile(r"\{\{(?:c\d+::)?([^{}|:]*)[^{}]*\}\}")
_QUOTED = re.compile(r'"([^"\n]+)"')


def words(text: str) -> list[str]:
    """The words of a text, casefolded."""
    return re.findall(r"\w+", unicodedata.normalize("NFC", text).casefold())


def shingle(run: list[str]) -> str:
    """The 64-bit hash of a run of words, in hexadecimal."""
    return blake2b(" ".join(run).encode(), digest_size=8).hexdigest()


def known_shingles() -> frozenset[str]:
    lines = SHINGLES.read_text(encoding="utf-8").splitlines()
    return frozenset(
        digest for line in lines if not line.startswith("#") for digest in line.split()
    )


def visible(text: str) -> str:
    """A deck's text without front matter, attributes and markers, its gaps filled."""
    text = _FRONT_MATTER.sub("", text)
    text = _GAP.sub(r"\1", text)
    return _MARKER.sub(" ", _ATTRIBUTES.sub(" ", text))


def shared_runs(text: str) -> list[str]:
    """Runs of nine words that stand in the lesson too, quotations in quotation marks aside."""
    known = known_shingles()
    for quotation in QUOTATIONS:
        text = text.replace(f'"{quotation}"', " ¶ ")
    found: list[str] = []
    for passage in text.split("¶"):
        stream = words(passage)
        runs = (stream[start : start + RUN] for start in range(len(stream) - RUN + 1))
        found += [" ".join(run) for run in runs if shingle(run) in known]
    return found


PATHS = sorted(DECKS.glob("*.md"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_no_run_of_nine_words_is_the_lessons(path: Path) -> None:
    assert shared_runs(visible(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_only_the_listed_passages_are_quoted(path: Path) -> None:
    quoted = _QUOTED.findall(visible(path.read_text(encoding="utf-8")))
    assert set(quoted) <= set(QUOTATIONS)


def test_every_deck_of_the_course_is_compared() -> None:
    assert len(PATHS) == LESSONS + REVIEWS + CAPSTONE + OTHER_DECKS + COURSE_PAGE


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_what_is_compared_is_nearly_the_whole_deck(path: Path) -> None:
    whole = path.read_text(encoding="utf-8")
    assert len(words(visible(whole))) > 0.6 * len(words(whole))


def test_quotations_are_short_and_used() -> None:
    text = (DECKS / "12-post-training.md").read_text(encoding="utf-8")
    for quotation in QUOTATIONS:
        assert f'"{quotation}"' in text
        assert len(words(quotation)) < RUN


def test_a_borrowed_run_is_recognised_through_markup() -> None:
    borrowed = "Q: It May make *unexpected* {{decisions|choices}} on the user's behalf. {#id .tag}"
    assert shared_runs(visible(borrowed)) == ["may make unexpected decisions on the user s behalf"]
    assert shared_runs(visible('It may "make unexpected decisions on the user\'s behalf".')) == []


def test_the_shingles_cover_a_whole_lesson() -> None:
    known = known_shingles()
    assert len(known) > 1000
    assert all(re.fullmatch("[0-9a-f]{16}", digest) for digest in known)
