"""Two machines and a folder: what is exchanged, what is told, and what goes wrong on the way."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from recall.cards.history import ActionKind
from recall.cards.memory import Rating
from recall.errors import StorageError, UsageError
from recall.exchange import sync_files
from recall.exchange.sync_lines import UnreadableLine
from recall.library import syncing
from recall.library.values import Synced
from recall.storage import journal
from tests.library.building import (
    PLAIN,
    Desk,
    answer,
    answer_all,
    assert_well,
    current,
    ended,
    question,
    questions,
)

UNKNOWN = "01a230f0-89c0-7004-9594-00000000000f"


@pytest.fixture
def share(tmp_path: Path) -> Path:
    folder = tmp_path / "share"
    folder.mkdir()
    return folder


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Desk]:
    yield from machine(tmp_path / "laptop")


@pytest.fixture
def tower(tmp_path: Path) -> Iterator[Desk]:
    yield from machine(tmp_path / "tower")


def machine(root: Path) -> Iterator[Desk]:
    desk = Desk(root)
    desk.decks.mkdir(parents=True)
    desk.write("a.md", questions(4))
    # Ids of two machines differ by chance; here the chance is the number of the library opened.
    for _ in range(0 if root.name == "laptop" else 5):
        desk.open(refresh=False).close()
    yield desk
    desk.close()


def ids(desk: Desk) -> list[str]:
    reviews, actions = desk.log()
    return sorted([*(one.id for one in reviews), *(one.id for one in actions)])


def agree(*desks: Desk) -> None:
    """The desks hold one log, and the cards of it are what the log says."""
    first = desks[0]
    for desk in desks:
        assert ids(desk) == ids(first)
        for number in range(1, 5):
            uid = f"a.md#q{number}"
            assert desk.state(uid) == first.state(uid)


def files(share: Path) -> list[Path]:
    return sorted(share.iterdir())


def lines(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines(keepends=True)


def device(desk: Desk) -> str | None:
    with desk.store() as store, store.reading() as tx:
        return journal.meta(tx, "device")


def test_what_was_done_on_two_machines_comes_together(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    here, there = laptop.open(), tower.open()
    answer(here.session(), Rating.EASY)
    session = there.session()
    tower.wait(minutes=20)
    answer(session, Rating.GOOD)
    answer(session, Rating.EASY)
    here.mark("a.md#q4", suspended=True)
    assert (here.sync(share).received, here.sync(share).sent) == (0, 0)
    synced = there.sync(share)
    assert (synced.received, synced.sent, synced.cards, synced.files) == (3, 3, 2, 1)
    assert here.sync(share).received == 3
    agree(laptop, tower)
    assert laptop.state("a.md#q1").memory.reps == 2
    assert tower.state("a.md#q4").marks.suspended
    assert_well(here)
    assert_well(there)
    # The other machine's answers count for this day here as well.
    assert there.home().new == here.home().new
    assert {row.uid: row.due for row in here.search()} == {
        row.uid: row.due for row in there.search()
    }


def test_each_machine_writes_its_own_file_only_and_never_shortens_it(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    here, there = laptop.open(), tower.open()
    before: dict[Path, bytes] = {}
    for _ in range(3):
        for library, desk in ((here, laptop), (there, tower)):
            answer(library.session(new=1000), Rating.EASY)
            library.sync(share)
            own = share / f"recall-{device(desk)}.jsonl"
            for file in files(share):
                data = file.read_bytes()
                assert data.startswith(before.get(file, b""))
                assert file == own or data == before[file]
                before[file] = data
    assert len(files(share)) == 2
    here.sync(share)
    agree(laptop, tower)


def test_nothing_new_reads_and_writes_nothing(
    laptop: Desk, tower: Desk, share: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = laptop.open(), tower.open()
    for library in (here, there, here, there):
        answer(library.session(), Rating.EASY)
        library.sync(share)
    here.sync(share)
    progress, shared = laptop.progress.read_bytes(), [file.read_bytes() for file in files(share)]
    monkeypatch.setattr(sync_files, "_Reader", None)
    monkeypatch.setattr(syncing, "append", None)
    synced = here.sync(share)
    assert synced == Synced(str(share), str(device(laptop)), 1, 0, 0, 0)
    assert laptop.progress.read_bytes() == progress
    assert [file.read_bytes() for file in files(share)] == shared


def test_cards_that_no_deck_here_holds_wait_for_their_deck(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    tower.write("b.md", question("Only there? {#own}"))
    there, here = tower.open(), laptop.open()
    answer_all(tower, there.session())
    there.sync(share)
    here.sync(share)
    assert [row.title for row in here.search() if row.deck == "b.md"] == []
    laptop.write("b.md", question("Only there? {#own}"))
    here.refresh()
    (row,) = here.search("deck:b.md")
    assert (row.reps, laptop.state("b.md#own")) == (1, tower.state("b.md#own"))
    assert_well(here)


def test_an_undo_takes_back_what_was_done_here_and_travels(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    here, there = laptop.open(), tower.open()
    answer(here.session(), Rating.EASY)
    here.sync(share)
    there.sync(share)
    assert there.undo() is None
    tower.wait(minutes=5)
    session = there.session()
    answer(session, Rating.EASY)
    there.sync(share)
    here.sync(share)
    undone = here.undo()
    assert undone is not None
    assert undone.uid == "a.md#q1"
    here.sync(share)
    there.sync(share)
    agree(laptop, tower)
    assert tower.state("a.md#q1").memory.reps == 0
    assert tower.state("a.md#q2").memory.reps == 1


def test_one_card_graded_on_both_machines_keeps_both_grades_in_order_of_time(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    here, there = laptop.open(), tower.open()
    laptop.wait(days=3)
    answer(here.session(), Rating.AGAIN)
    answer(there.session(), Rating.EASY)
    for library in (here, there, here):
        library.sync(share)
    agree(laptop, tower)
    assert [review.rating for review in laptop.reviews()] == [Rating.EASY, Rating.AGAIN]
    memory = laptop.state("a.md#q1").memory
    assert (memory.reps, memory.lapses) == (2, 1)


def test_the_same_edit_seen_in_other_steps_is_one_card_on_both_s1(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    wordings = [question(f"Which city is the {word} of Peru today?") for word in (
        "captial", "capitol", "capital",
    )]  # fmt: skip
    here, there = laptop.open(), tower.open()
    for desk, library in ((laptop, here), (tower, there)):
        desk.write("b.md", wordings[0])
        library.refresh()
    answer_all(laptop, here.session(decks=("b.md",)))
    here.sync(share)
    there.sync(share)
    laptop.write("b.md", wordings[2])
    assert here.refresh().reworded == 1
    for wording in wordings[1:]:
        tower.write("b.md", wording)
        assert there.refresh().reworded == 1
        tower.wait(minutes=1)
    answer_all(tower, there.session(decks=("b.md",)))
    for library in (here, there, here):
        library.sync(share)
    (one,), (other,) = here.search("deck:b.md"), there.search("deck:b.md")
    assert one.uid == other.uid
    assert one.reps == other.reps > 0
    assert laptop.state(one.uid) == tower.state(one.uid)
    assert len(here.card(one.uid).names) == 3
    assert_well(here)
    assert_well(there)


def test_settings_of_the_other_machine_count_for_their_time(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    here = laptop.open()
    there = tower.open(replace(PLAIN, learning_steps=(30.0,)))
    answer(here.session(), Rating.GOOD)
    for desk in (laptop, tower):
        desk.wait(minutes=1)
    answer(there.session(), Rating.GOOD)
    for desk in (laptop, tower):
        desk.wait(minutes=1)
    session = here.session()
    answer(session, Rating.GOOD)
    for library in (here, there, here):
        library.sync(share)
    agree(laptop, tower)
    assert_well(here)
    assert_well(there)


def test_a_clock_far_ahead_over_there_holds_nothing_up_here(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    here, there = laptop.open(), tower.open()
    tower.wait(days=400)
    session = there.session(new=2)
    answer(session, Rating.EASY)
    answer(session, Rating.EASY)
    there.mark("a.md#q3", suspended=True)
    there.sync(share)
    before = here.home()
    here.sync(share)
    home = here.home()
    assert (home.date, home.notices) == (before.date, before.notices)
    session = here.session()
    assert current(session).uid == "a.md#q4"
    answer(session, Rating.EASY)
    here.mark("a.md#q3", suspended=False)
    assert not laptop.state("a.md#q3").marks.suspended
    assert laptop.reviews()[0].day == before_day(laptop)
    there.sync(share)
    here.sync(share)
    there.sync(share)
    agree(laptop, tower)
    assert_well(here)


def before_day(desk: Desk) -> int:
    return desk.now.date().toordinal() - 719_163


def test_a_kind_of_action_from_a_newer_program_is_kept_passed_on_and_shown(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    here, there = laptop.open(), tower.open()
    answer(here.session(), Rating.EASY)
    here.sync(share)
    (own,) = files(share)
    line = json.loads(lines(own)[-1])
    newer = {name: line[name] for name in ("at", "offset", "day", "device")} | {
        "type": "action", "id": UNKNOWN, "kind": "rephrase", "target": "a.md#q1", "body": "{}",
    }  # fmt: skip
    other = share / "recall-newer.jsonl"
    other.write_text(json.dumps(newer) + "\n", encoding="utf-8")
    assert there.sync(share).unknown == 1
    assert [line["kind"] for line in there.log() if line["id"] == UNKNOWN] == ["rephrase"]
    elsewhere = share.with_name("elsewhere")
    elsewhere.mkdir()
    there.sync(elsewhere)
    assert UNKNOWN.encode() in b"".join(file.read_bytes() for file in files(elsewhere))
    assert_well(there)


def test_settings_that_only_a_newer_program_knows_do_not_stop_this_one(
    laptop: Desk, share: Path
) -> None:
    here = laptop.open()
    body = json.dumps({"algorithm": "FSRS-9", "power": 3})
    line = {
        "type": "action", "id": UNKNOWN, "kind": "settings", "target": "", "offset": 0,
        "at": 1_796_000_000_000_000, "day": 20_787, "body": body, "device": UNKNOWN,
    }  # fmt: skip
    (share / "recall-newer.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    assert here.sync(share).received == 1
    answer(here.session(), Rating.EASY)
    assert_well(here)
    assert [one.kind for one in laptop.actions()] == [ActionKind.SETTINGS] * 2


def test_what_is_damaged_is_named_every_time_and_the_rest_is_taken_in(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    here, there = laptop.open(), tower.open()
    session = here.session()
    answer(session, Rating.EASY)
    answer(session, Rating.EASY)
    here.sync(share)
    (file,) = files(share)
    head, settings, first, second = lines(file)
    file.write_bytes(head + settings + first.replace(b'"rating":4', b'"rating":9') + second[:30])
    for _ in range(2):
        synced = there.sync(share)
        assert synced.faults == (f"{file.name}:3: the line has a rating that cannot be",)
        assert synced.waiting == (file.name,)
    assert len(ids(tower)) == 1
    # The machine whose file it is notices, and writes again what the folder lacks now.
    assert here.sync(share).sent == 2
    there.sync(share)
    agree(laptop, tower)


def test_many_faults_are_counted(laptop: Desk, share: Path) -> None:
    (share / "recall-x.jsonl").write_bytes(b"x\n" * 50)
    here = laptop.open()
    faults = here.sync(share).faults
    assert len(faults) == 22
    assert faults[0] == "recall-x.jsonl:50: the line is not JSON"
    assert faults[1:3] == (
        "recall-x.jsonl:1: the line is not JSON",
        "recall-x.jsonl:2: the line is not JSON",
    )
    assert faults[-1] == "recall-x.jsonl: 29 more lines cannot be read"
    assert here.sync(share).faults == faults


def test_one_id_with_two_contents_has_no_winner_and_is_told_until_mended(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    here, there = laptop.open(), tower.open()
    answer(here.session(), Rating.EASY)
    here.sync(share)
    (file,) = files(share)
    forged = share / "recall-forged.jsonl"
    forged.write_bytes(lines(file)[-1].replace(b'"rating":4', b'"rating":1'))
    state = laptop.state("a.md#q1")
    for _ in range(2):
        (fault,) = here.sync(share).faults
        assert fault.startswith("recall-forged.jsonl:1: the record")
        assert "another content" in fault
    assert laptop.state("a.md#q1") == state
    for _ in range(2):
        assert len(there.sync(share).faults) == 2
    assert tower.reviews() == ()
    forged.unlink()
    assert there.sync(share).faults == ()
    agree(laptop, tower)


def test_conflict_copies_and_other_orders_change_nothing(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    here, there = laptop.open(), tower.open()
    session = here.session()
    answer_all(laptop, session)
    here.sync(share)
    (file,) = files(share)
    head, *rest = lines(file)
    file.with_name(f"{file.stem} (conflict 1).jsonl").write_bytes(b"".join([*rest[::-1], *rest]))
    file.write_bytes(head + rest[0])
    there.sync(share)
    agree(laptop, tower)
    assert there.sync(share).received == 0


def test_a_progress_file_copied_to_another_machine_gets_an_id_of_its_own(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    here = laptop.open()
    answer(here.session(), Rating.EASY)
    assert not here.sync(share).renewed
    shutil.copyfile(laptop.progress, tower.progress)
    there = tower.open()
    shared = device(laptop)
    assert device(tower) == shared
    laptop.wait(minutes=1)
    tower.wait(minutes=2)
    answer(here.session(), Rating.EASY)
    answer(there.session(), Rating.GOOD)
    here.sync(share)
    synced = there.sync(share)
    assert synced.renewed
    assert device(tower) == synced.device != shared
    assert not here.sync(share).renewed
    assert not there.sync(share).renewed
    agree(laptop, tower)
    assert len(laptop.reviews()) == 3
    assert len(files(share)) == 2
    written = b"".join(file.read_bytes() for file in files(share))
    assert all(written.count(one.encode()) == 1 for one in ids(laptop))


def test_an_older_backup_that_was_restored_gets_its_own_history_back(
    laptop: Desk, share: Path, tmp_path: Path
) -> None:
    here = laptop.open()
    answer(here.session(), Rating.EASY)
    here.sync(share)
    backup = tmp_path / "backup.db"
    shutil.copyfile(laptop.progress, backup)
    laptop.wait(minutes=1)
    answer(here.session(), Rating.EASY)
    here.sync(share)
    wanted = ids(laptop)
    here.close()
    shutil.copyfile(backup, laptop.progress)
    here = laptop.open()
    synced = here.sync(share)
    assert (synced.received, synced.renewed) == (1, True)
    assert ids(laptop) == wanted
    assert_well(here)
    # It is an own record again, so it can be taken back here.
    undone = here.undo()
    assert undone is not None
    assert undone.uid == "a.md#q2"


def test_an_append_that_is_interrupted_is_completed_by_the_next_sync(
    laptop: Desk, tower: Desk, share: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = laptop.open(), tower.open()
    answer_all(laptop, here.session())
    really_append = sync_files.append

    def interrupted(folder: Path, name: str, own: str, wanted: Iterator[bytes]) -> None:
        really_append(folder, name, own, wanted)
        file = folder / name
        file.write_bytes(file.read_bytes()[:-300])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(syncing, "append", interrupted)
        with pytest.raises(KeyboardInterrupt):
            here.sync(share)
    there.sync(share)
    assert 0 < len(ids(tower)) < len(ids(laptop))
    assert 0 < here.sync(share).sent < len(ids(laptop))
    synced = there.sync(share)
    assert synced.faults == ()
    agree(laptop, tower)


def test_a_sync_whose_end_was_not_kept_writes_nothing_twice(
    laptop: Desk, share: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = laptop.open()
    answer_all(laptop, here.session())

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(syncing, "read_on", interrupted)
        with pytest.raises(KeyboardInterrupt):
            here.sync(share)
    (file,) = files(share)
    before = file.read_bytes()
    assert here.sync(share).sent == 0
    assert file.read_bytes() == before


def test_a_folder_that_cannot_be_written_keeps_what_came(
    laptop: Desk, tower: Desk, share: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = laptop.open(), tower.open()
    answer(here.session(), Rating.EASY)
    answer(there.session(), Rating.EASY)
    here.sync(share)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(syncing, "append", full)
        with pytest.raises(StorageError, match="what came from others is saved") as caught:
            there.sync(share)
    assert caught.value.hint
    assert set(ids(laptop)) < set(ids(tower))
    there.sync(share)
    here.sync(share)
    agree(laptop, tower)


def test_what_a_lost_file_held_is_written_again_by_who_knows_it(
    laptop: Desk, tower: Desk, share: Path, tmp_path: Path
) -> None:
    here, there = laptop.open(), tower.open()
    answer(here.session(), Rating.EASY)
    here.sync(share)
    there.sync(share)
    (lost,) = (file for file in files(share) if str(device(laptop)) in file.name)
    lost.unlink()
    assert there.sync(share).sent == 2
    third = Desk(tmp_path / "third")
    third.decks.mkdir(parents=True)
    try:
        third.open().sync(share)
        assert ids(third) == ids(laptop)
    finally:
        third.close()


def test_a_grade_from_another_window_during_a_sync_goes_out_with_it(
    laptop: Desk, tower: Desk, share: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, window = laptop.open(), laptop.open()
    session = window.session()
    really_send = syncing._send

    def meanwhile(*wanted: object) -> int:
        with monkeypatch.context() as patch:
            patch.setattr(syncing, "_send", really_send)
            answer(session, Rating.EASY)
            window.sync(share)
            answer(session, Rating.EASY)
        return really_send(*wanted)  # type: ignore[arg-type]  # passed on as they came

    with monkeypatch.context() as patch:
        patch.setattr(syncing, "_send", meanwhile)
        here.sync(share)
    tower.open().sync(share)
    agree(laptop, tower)
    written = b"".join(file.read_bytes() for file in files(share))
    assert all(written.count(one.encode()) == 1 for one in ids(laptop))
    assert here.sync(share).sent == 0


def test_another_version_of_the_program_reads_everything_anew(
    laptop: Desk, tower: Desk, share: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = laptop.open(), tower.open()
    answer(here.session(), Rating.EASY)
    answer(there.session(), Rating.EASY)
    here.sync(share)
    older = "does not know reviews yet"

    def refuse(_: bytes) -> None:
        raise UnreadableLine(older)

    with monkeypatch.context() as patch:
        patch.setattr(syncing, "__version__", "0.0.1")
        patch.setattr(sync_files, "read_line", refuse)
        assert older in there.sync(share).faults[-1]
    synced = there.sync(share)
    assert (synced.received, synced.sent, synced.faults) == (2, 0, ())
    here.sync(share)
    agree(laptop, tower)


def test_before_the_first_settings_of_the_log_those_count_whatever_the_configuration_says(
    laptop: Desk, share: Path
) -> None:
    here = laptop.open()
    answer(here.session(), Rating.GOOD)
    here.sync(share)
    (file,) = files(share)
    *_, line = lines(file)
    earlier = json.loads(line) | {"id": UNKNOWN, "name": "a.md#q2"}
    earlier["at"] -= 3_600_000_000
    (share / "recall-old.jsonl").write_text(json.dumps(earlier) + "\n", encoding="utf-8")
    other = laptop.open(replace(PLAIN, learning_steps=()))
    other.sync(share)
    assert laptop.state("a.md#q2").memory.due_at is not None
    assert_well(here)
    assert_well(other)


def test_the_folder_of_the_configuration_counts_from_its_file(laptop: Desk) -> None:
    (laptop.root / "exchange").mkdir()
    here = laptop.open(replace(PLAIN, sync_folder="exchange"))
    assert here.sync().folder == str(laptop.root / "exchange")
    assert len(files(laptop.root / "exchange")) == 1


def test_a_folder_that_is_not_there_is_not_made(laptop: Desk, share: Path) -> None:
    here = laptop.open()
    with pytest.raises(UsageError, match="no folder to sync with"):
        here.sync()
    with pytest.raises(UsageError, match="does not exist"):
        here.sync(share / "unmounted")
    assert files(share) == []


def test_a_card_in_hand_that_a_sync_moves_on_is_not_graded_over(
    laptop: Desk, tower: Desk, share: Path
) -> None:
    here, there = laptop.open(), tower.open()
    answer_all(tower, there.session())
    there.sync(share)
    session = here.session()
    assert current(session).uid == "a.md#q1"
    laptop.open(refresh=False).sync(share)
    session.reveal()
    with pytest.raises(StorageError, match="not saved"):
        session.grade(Rating.AGAIN)
    assert ended(session)
    assert ids(laptop) == ids(tower)
