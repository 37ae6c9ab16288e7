"""A deck as a lesson: what its file says now, its cards by their uids, and the place kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from recall.cards.card import Kind
from recall.config import Config
from recall.errors import RecallError, UsageError
from recall.library.lesson import Lesson, LessonCards, LessonEntry, LessonPlace, LessonText
from recall.library.library import Library
from recall.markdown.document import Document
from recall.markdown.plain import plain_text
from recall.paths import bundled_decks
from recall.storage import journal
from tests.library.building import CHOICE, CLOZE, ORDER, TERM, TYPED, Desk

TEXT = """\
---
title: Rivers
code: R1
source: an atlas
license: MIT
direction: rtl
---
Before.

# One

Text of *one*.

Q: A? {#a}
A: b

---

T: Term
D: definition

---

<!-- unseen -->

More.

C: {{x}} and {{y}}

## Two

R: Page
- first
- second
"""


def entries(lesson: Lesson) -> list[LessonEntry]:
    return [
        entry
        for section in lesson.sections
        for part in section.parts
        if isinstance(part, LessonCards)
        for entry in part.entries
    ]


def shown(document: Document) -> str:
    return plain_text(document)


def kept(desk: Desk) -> str | None:
    key = f"place:{desk.decks}/a.md"
    with desk.store() as store, store.reading() as tx:
        return journal.meta(tx, key)


def test_text_and_cards_stand_in_their_order(desk: Desk) -> None:
    desk.write("a.md", TEXT)
    lesson = desk.open().lesson("a.md")
    assert (lesson.title, lesson.code, lesson.source, lesson.license) == (
        "Rivers",
        "R1",
        "an atlas",
        "MIT",
    )
    assert lesson.right_to_left
    assert lesson.has_text
    assert lesson.name == str(desk.decks / "a.md")
    assert [(one.level, one.title) for one in lesson.sections] == [(0, ""), (1, "One"), (2, "Two")]
    drawn = [
        [
            shown(part.document())
            if isinstance(part, LessonText)
            else (part.cards, part.points, [entry.line for entry in part.entries])
            for part in section.parts
        ]
        for section in lesson.sections
    ]
    assert drawn == [
        ["Before."],
        ["One\n═══\n\nText of one.", (3, 0, [14, 19]), "More.", (2, 0, [28])],
        ["Two\n───", (0, 2, [32])],
    ]


def test_entries_carry_title_kind_and_the_uids_of_their_cards(desk: Desk) -> None:
    desk.write("a.md", TEXT)
    library = desk.open()
    found = entries(library.lesson("a.md"))
    assert [(entry.title, entry.kind, len(entry.uids)) for entry in found] == [
        ("A?", Kind.QUESTION, 1),
        ("Term", Kind.TERM, 2),
        ("x and y", Kind.CLOZE, 2),
        ("Page", Kind.FREE_RECALL, 2),
    ]
    for entry in found:
        for uid in entry.uids:
            assert library.card(uid).uid == uid


def test_a_reworded_card_keeps_its_uid(desk: Desk) -> None:
    desk.write("a.md", "Q: One way to say it? {#a}\nA: b\n")
    library = desk.open()
    (before,) = entries(library.lesson("a.md"))
    desk.write("a.md", "Q: Another way? {#new-name}\nA: b\n")
    (after,) = entries(library.lesson("a.md"))
    assert after.title == "Another way?"
    assert before.uids != after.uids  # nothing has linked them yet
    desk.write("a.md", "Text.\n\nQ: One way to say it? {#other}\nA: b\n")
    library.refresh()
    (returned,) = entries(library.lesson("a.md"))
    assert library.card(returned.uids[0]).uid == returned.uids[0]


@pytest.mark.parametrize(
    ("source", "prompt", "answer"),
    [
        ("Q: a\nA: b\n", "a", "b"),
        (TYPED, "How many layers?", "93\n\nalso right: ninety-three"),
        (TERM, "Distillation", "Training one model on another's outputs."),
        (
            CLOZE,
            "K3 has […] layers, of which […] are MLA.",
            "K3 has 93 layers, of which 24 are MLA.",
        ),
        (ORDER, "The stages", "1. SFT\n2. RL\n3. MOPD"),
        (
            CHOICE,
            "Which stand at the ends?\n\n• Alpha\n• Beta\n• Omega\n• Gamma",
            "• Alpha\n• Omega",
        ),
        ("R: Page\n- first\n- second\n", "Page", "• first\n• second"),
    ],
)
def test_every_kind_has_a_prompt_and_an_answer(
    desk: Desk, source: str, prompt: str, answer: str
) -> None:
    desk.write("a.md", source)
    (entry,) = entries(desk.open().lesson("a.md"))
    assert shown(entry.prompt()) == prompt
    assert shown(entry.answer()) == answer


def test_the_file_is_read_as_it_is_now(desk: Desk) -> None:
    desk.write("a.md", "# Old\n\nQ: a\nA: b\n")
    library = desk.open()
    desk.write("a.md", "# New\n\nQ: c\nA: d\n")
    lesson = library.lesson("a.md")
    assert lesson.sections[0].title == "New"
    assert [entry.title for entry in entries(lesson)] == ["c"]
    assert len(entries(lesson)[0].uids) == 1


@pytest.mark.parametrize(
    ("text", "has_text"),
    [
        ("Q: a\nA: b\n", False),
        ("# Title\n\n## More\n\nQ: a\nA: b\n", False),
        ("---\ntitle: x\n---\n", False),
        ("word\n\nQ: a\nA: b\n", True),
        ("# Title\n\nword\n", True),
    ],
)
def test_whether_there_is_anything_to_read(desk: Desk, text: str, has_text: bool) -> None:
    desk.write("a.md", text)
    assert desk.open().lesson("a.md").has_text is has_text


def test_a_file_that_is_gone_a_link_or_no_text_is_named(desk: Desk, tmp_path: Path) -> None:
    file = desk.write("a.md", "word")
    library = desk.open()
    file.unlink()
    with pytest.raises(UsageError, match=r"^a\.md cannot be read: "):
        library.lesson("a.md")
    secret = tmp_path / "secret"
    secret.write_text("secret")
    file.symlink_to(secret)
    with pytest.raises(RecallError, match=r"^a\.md cannot be read: "):
        library.lesson("a.md")
    file.unlink()
    file.write_bytes(b"caf\xe9")
    with pytest.raises(RecallError, match=r"^a\.md cannot be read: .*UTF-8"):
        library.lesson("a.md")
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(RecallError, match=r"^a\.md cannot be read: "):
        library.lesson("a.md")


def test_a_name_must_be_of_one_deck(desk: Desk) -> None:
    desk.write("x/a.md", "word")
    desk.write("x/b.md", "word")
    library = desk.open()
    with pytest.raises(UsageError, match="names 2 decks"):
        library.lesson("x")
    with pytest.raises(UsageError, match="no deck named"):
        library.lesson("nothing")
    assert library.lesson("x/b").path == "x/b.md"


def test_the_place_is_kept_across_restarts(desk: Desk) -> None:
    desk.write("a.md", "# One\n\ntext\n\n# Two\n\ntext\n")
    library = desk.open()
    lesson = library.lesson("a.md")
    assert lesson.place == LessonPlace()
    library.keep_place(lesson, LessonPlace(1, 0.25))
    library.close()
    assert desk.open().lesson("a.md").place == LessonPlace(1, 0.25)


def test_the_place_goes_with_its_section(desk: Desk) -> None:
    desk.write("a.md", "# One\n\ntext\n\n# Two\n\ntext\n")
    library = desk.open()
    library.keep_place(library.lesson("a.md"), LessonPlace(1, 0.5))
    desk.write("a.md", "# Zero\n\n# One\n\n# Two\n\ntext\n")
    assert library.lesson("a.md").place == LessonPlace(2, 0.5)
    desk.write("a.md", "# Other\n")
    assert library.lesson("a.md").place == LessonPlace()


def test_decks_of_the_same_path_have_places_of_their_own(desk: Desk) -> None:
    for folder in ("decks", "more"):
        desk.write("a.md", "# One\n\n# Two\n", folder)
    library = desk.open(folders=("decks", "more"))
    first = library.lesson(str(desk.root / "decks" / "a.md"))
    library.keep_place(first, LessonPlace(1, 0.0))
    second = library.lesson(str(desk.root / "more" / "a.md"))
    assert second.place == LessonPlace()


def test_nothing_is_written_when_the_place_did_not_change(desk: Desk) -> None:
    desk.write("a.md", "# One\n\n# Two\n")
    library = desk.open()
    lesson = library.lesson("a.md")
    before = desk.progress.read_bytes()
    library.keep_place(lesson, LessonPlace())
    assert desk.progress.read_bytes() == before
    library.keep_place(lesson, LessonPlace(1, 0.1))
    after = desk.progress.read_bytes()
    assert after != before
    library.keep_place(lesson, LessonPlace(1, 0.1))
    assert desk.progress.read_bytes() == after
    library.keep_place(lesson, LessonPlace())
    assert library.lesson("a.md").place == LessonPlace()


@pytest.mark.parametrize(
    "value",
    [
        "",
        "no json",
        "[]",
        "{}",
        '{"section": "1", "title": "One", "share": 0}',
        '{"section": 0, "title": "One", "share": NaN}',
        '{"section": 0, "title": "One", "share": "x"}',
        '{"section": 99, "title": "Nine", "share": 0.5}',
    ],
)
def test_a_place_that_makes_no_sense_is_the_beginning(desk: Desk, value: str) -> None:
    desk.write("a.md", "# One\n\n# Two\n")
    library = desk.open()
    library.keep_place(library.lesson("a.md"), LessonPlace(1, 0.5))
    assert kept(desk)
    desk.execute("UPDATE meta SET value = ? WHERE key LIKE 'place:%'", value)
    assert library.lesson("a.md").place == LessonPlace()


def test_a_file_that_cannot_be_written_keeps_no_place(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write("a.md", "# One\n\n# Two\n")
    desk.open().close()
    before = desk.progress.read_bytes()
    # Root writes where others cannot, so the answer to the question itself is replaced.
    monkeypatch.setattr("os.access", lambda *_, **__: False)
    library = desk.open()
    library.keep_place(library.lesson("a.md"), LessonPlace(1, 0.5))
    assert library.lesson("a.md").place == LessonPlace()
    assert desk.progress.read_bytes() == before


def test_every_deck_of_the_course_can_be_read(desk: Desk) -> None:
    for path in bundled_decks().rglob("*.md"):
        desk.write(f"course/{path.name}", path.read_bytes())
    library: Library = desk.open(Config(fuzz=False))
    rows = library.decks()
    assert len(rows) >= 16
    for row in rows:
        lesson = library.lesson(str(Path(row.folder) / row.path))
        assert lesson.has_text
        uids = [uid for entry in entries(lesson) for uid in entry.uids]
        covered = sum(
            len(one.cards) for one in library.cold_passages() if one.deck.file_id == row.file_id
        )
        assert len(uids) == len(set(uids)) == row.cards + row.points - covered
        for section in lesson.sections:
            for part in section.parts:
                if isinstance(part, LessonText):
                    assert part.document().blocks
