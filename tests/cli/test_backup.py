"""Backups and going back to one, from the command line."""

from __future__ import annotations

import pytest

from recall.cli.commands import backup as backup_command
from tests.cli.conftest import Later, Place


def grade(place: Place, number: int = 1) -> None:
    assert place.recall("review", "--plain", lines="\n3\n" * number).code == 0


def damage(place: Place) -> None:
    content = place.progress.read_bytes()
    place.progress.write_bytes(b"\xff" * 100 + content[100:])


def names(place: Place) -> list[str]:
    return [row["name"] for row in place.recall("backup", "--list", "--json").json()]


def test_a_backup_is_made_when_the_learner_leaves(place: Place, later: Later) -> None:
    place.recall("due")
    assert names(place) == []
    grade(place)
    assert names(place) == ["recall-20261201-083000-daily.db"]
    later("2026-12-02T09:30:00+01:00")
    grade(place)
    assert len(names(place)) == 2


def test_a_failed_backup_is_told_once_and_changes_no_exit_code(place: Place) -> None:
    (place.data).mkdir()
    (place.data / "backups").write_text("no folder")
    done = place.recall("review", "--plain", lines="\n3\n")
    assert done.code == 0
    assert done.err.count("No backup could be written") == 1
    assert len(place.recall("log").out.splitlines()) >= 1


def test_by_hand(place: Place) -> None:
    grade(place)
    done = place.recall("backup")
    assert done.code == 0
    assert done.out.strip().endswith("-by-hand.db")
    assert "1 review, 1 action, checked" in done.err
    target = place.folder / "mine.db"
    assert place.recall("backup", str(target)).out.strip() == str(target)
    assert place.recall("backup", str(target)).code == 2
    assert place.recall("backup", str(target), "--force").code == 0
    assert place.recall("backup", str(target), "--list").code == 2
    found = place.recall("backup", str(target), "--force", "--json").json()
    assert tuple(found) == backup_command.JSON_KEYS


def test_the_list(place: Place) -> None:
    assert "no backups yet" in place.recall("backup", "--list").err
    grade(place)
    done = place.recall("backup", "--list")
    head, row = done.out.splitlines()
    assert head.split() == ["made", "reason", "size", "reviews", "newest", "review", "name"]
    assert "Tue 1 Dec 09:30  daily" in row
    (place.data / "backups" / names(place)[0]).write_text("no database")
    assert "damaged" in place.recall("backup", "--list").out
    (found,) = place.recall("backup", "--list", "--json").json()
    assert tuple(found) == backup_command.JSON_KEYS
    assert "damaged" in found["damaged"]


def test_restoring_says_what_it_does(place: Place) -> None:
    grade(place)
    grade(place)
    done = place.recall("restore", "--yes")
    assert done.code == 0
    assert "2 reviews" in done.err.splitlines()[0]
    assert "1 review," in done.err.splitlines()[1]
    assert "now holds" in done.out
    assert "1 review," in done.out
    (before,) = [name for name in names(place) if "before-restore" in name]
    assert "2 reviews" in place.recall("restore", before, "--yes").out


def test_nobody_is_asked_without_a_terminal(place: Place) -> None:
    grade(place)
    before = place.progress.read_bytes()
    done = place.recall("restore")
    assert done.code == 2
    assert "--yes" in done.err
    assert place.progress.read_bytes() == before


@pytest.mark.parametrize(("said", "code"), [("y\n", 0), ("n\n", 1), ("", 1)])
def test_a_person_is_asked(
    place: Place, monkeypatch: pytest.MonkeyPatch, said: str, code: int
) -> None:
    grade(place)
    monkeypatch.setattr("recall.cli.streams.on_terminal", lambda: True)
    done = place.recall("restore", lines=said)
    assert done.code == code
    assert "Restore recall-20261201-083000-daily.db? [y/N]" in done.err
    assert ("before-restore" in done.err) is (code == 0)


def test_a_damaged_file_points_to_restore_and_salvage(place: Place, later: Later) -> None:
    grade(place)
    grade(place)
    damage(place)
    done = place.recall("due")
    assert done.code == 3
    assert "recall restore" in done.err
    assert "Traceback" not in done.err
    done = place.recall("restore", "--salvage", "--yes")
    assert done.code == 0
    assert "2 reviews" in done.out
    assert "1 review saved that no backup held" in done.err
    assert "damaged.db" in done.err
    assert place.recall("doctor").code == 0


def test_what_makes_no_sense(place: Place) -> None:
    assert place.recall("restore", "--salvage", "x").code == 2
    assert place.recall("restore", "nothing").code == 2
    assert place.recall("restore", "--salvage", "--yes").code == 2
