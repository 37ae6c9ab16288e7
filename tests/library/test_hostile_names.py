"""What is looked up is text: never a statement, a pattern, a path or a command."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.errors import RecallError
from recall.library.library import Library
from tests.library.building import Desk, answer_all, assert_well, question

HOSTILE = (
    "'; DROP TABLE review; --",
    '" OR 1=1 --',
    "%",
    "_",
    "*",
    "?",
    "a% OR name LIKE '%",
    "NEAR(a b)",
    "a AND b NOT c",
    "$(touch /tmp/x)",
    "`id`",
    "../../etc/passwd",
    "[/b]",
    "[@click=app.quit]",
    "\\",
    "\x00",
    "\ud800",
    "deck:",
    "deck:%",
    "tag:'",
    "is:'",
    'is:"',
    "kind:\x1b[2J",
    "{0}",
    "%s",
    "(a+)+$",
    "é",
    "e\u0301",
    "İ",
    "ß",
)
WRITTEN = [text for text in HOSTILE if text.isprintable() and "\\" not in text]
texts = st.one_of(
    st.sampled_from(HOSTILE),
    st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=3).map(" ".join),
    st.text(max_size=40),
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    desk = Desk(tmp_path_factory.mktemp("hostile"))
    desk.decks.mkdir()
    for place, text in enumerate(WRITTEN):
        tag = text.replace("'", "''")
        desk.write(f"{place}.md", f"---\ntags: ['{tag}']\n---\n{question(f'X{place} {text}?')}")
    opened = desk.open()
    answer_all(desk, opened.session(new=1000))
    yield opened
    desk.close()
    shutil.rmtree(desk.root)


@given(texts)
def test_looking_up_gives_an_answer_or_a_sentence(library: Library, text: str) -> None:
    for look in (
        library.search,
        library.card,
        library.show,
        library.blank_page,
        library.lesson,
        library.undo_link,
        library.undo_back_to,
        library.redo_up_to,
        lambda name: library.find_decks((name,)),
        lambda name: library.session((name,)),
        lambda name: list(library.log(name)),
        library.problems,
    ):
        with suppress(RecallError):
            look(text)


@pytest.mark.parametrize("sign", ["'", '"', "%", "_", "*", "?", "(", "$"])
def test_nothing_matches_by_magic(library: Library, sign: str) -> None:
    found = {row.deck for row in library.search('"' if sign == '"' else f'"{sign}"')}
    # Every question ends with a question mark.
    wanted = {f"{place}.md" for place, text in enumerate(WRITTEN) if sign in f"{text}?"}
    assert found == wanted


def test_nothing_was_changed_by_looking(library: Library) -> None:
    reviews = sum(line["type"] == "review" for line in library.log())
    assert reviews == len(library.search()) > 15
    assert_well(library)


def test_tags_are_found_as_they_are_written(library: Library) -> None:
    tags = {tag for row in library.search() for tag in library.card(row.uid).tags}
    assert len(tags) > 15
    for tag in tags:
        if " " not in tag and '"' not in tag:
            assert len(library.search(f"tag:{tag}")) == 1


def test_no_name_is_a_path(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("Q: Secret?\nA: Told.\n", encoding="utf-8")
    desk.write("a.md", question("One?"))
    library = desk.open()
    for name in ("../secret.md", str(tmp_path / "secret.md"), "decks/../../secret.md"):
        with pytest.raises(RecallError):
            library.lesson(name)
