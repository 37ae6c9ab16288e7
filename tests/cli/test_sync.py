from __future__ import annotations

from pathlib import Path

from recall.cli.commands.sync import JSON_KEYS
from tests.cli.conftest import Place


def folder_of(place: Place) -> Path:
    folder = place.folder / "share"
    folder.mkdir()
    return folder


def grade(place: Place) -> None:
    assert place.recall("review", "--plain", "--limit", "1", lines="\n3\n").code == 0


def test_what_was_exchanged_is_told(place: Place) -> None:
    folder = folder_of(place)
    grade(place)
    done = place.recall("sync", str(folder))
    assert (done.code, done.err) == (0, "Decks read: 7 new cards.\n" if "new" in done.err else "")
    assert done.out == "0 records received, 2 sent; 0 cards changed (0 files of other devices).\n"
    place.environment["RECALL_DATA"] = str(place.folder / "other")
    done = place.recall("sync", str(folder))
    assert done.out == "2 records received, 0 sent; 1 card changed (1 file of other devices).\n"


def test_json_holds_every_field(place: Place) -> None:
    folder = folder_of(place)
    done = place.recall("sync", "--json", str(folder))
    values = done.json()
    assert tuple(values) == JSON_KEYS
    assert values["folder"] == str(folder)
    assert [file.name for file in folder.iterdir()] == [f"recall-{values['device']}.jsonl"]
    assert (values["faults"], values["waiting"], values["renewed"]) == ([], [], False)


def test_the_folder_may_stand_in_the_configuration(place: Place) -> None:
    folder = folder_of(place)
    place.settings.write_text('sync_folder = "share"\n', encoding="utf-8")
    assert place.recall("sync").code == 0
    assert len(list(folder.iterdir())) == 1


def test_without_a_folder_the_hint_says_how_to_name_one(place: Place) -> None:
    done = place.recall("sync")
    assert done.code == 2
    assert "There is no folder to sync with." in done.err
    assert "sync_folder" in done.err
    done = place.recall("sync", str(place.folder / "none"))
    assert done.code == 2
    assert "does not exist" in done.err


def test_what_cannot_be_taken_in_is_named_and_exits_with_1(place: Place) -> None:
    folder = folder_of(place)
    (folder / "recall-\x1b[2J.jsonl").write_text("{}\n", encoding="utf-8")
    (folder / "recall-bad.jsonl").write_text('{"type": "review"}\n{"recall', encoding="utf-8")
    done = place.recall("sync", str(folder))
    assert done.code == 1
    assert "Passed over: recall-bad.jsonl:1: the line has no at.\n" in done.err
    assert "The last line of recall-bad.jsonl has not come whole yet" in done.err
    assert "\x1b" not in done.out + done.err


def test_the_log_shows_a_kind_that_only_a_newer_program_knows(place: Place) -> None:
    folder = folder_of(place)
    line = (
        '{"type":"action","id":"01a230f0-89c0-7004-9594-00000000000f","at":1796117400000000,'
        '"offset":0,"day":20788,"kind":"rephrase","target":"x","body":"{}",'
        '"device":"01a230f0-89c0-7004-9594-00000000000e"}\n'
    )
    (folder / "recall-newer.jsonl").write_text(line, encoding="utf-8")
    done = place.recall("sync", str(folder))
    assert done.code == 0
    assert "1 action of a newer recall" in done.err
    assert "rephrase" in place.recall("log").out
    assert '"kind": "rephrase"' in place.recall("log", "--json").out
    assert place.recall("doctor").code == 0
