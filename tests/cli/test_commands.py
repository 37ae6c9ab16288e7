"""The commands over a real library: what they print and what they leave behind."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
import stat
from pathlib import Path

import pytest

from recall.cli.commands import cards
from recall.library.values import Sort
from tests.cli.conftest import Later, Place


def test_due_says_what_waits(place: Place, later: Later) -> None:
    done = place.recall("due")
    assert done.out.startswith("Tue 1 Dec: 0 due, 5 new, about ")
    assert "Places" in done.out
    assert "5 new cards" in done.err
    assert place.recall("review", "--plain", "--limit", "1", lines="\n4\n").code == 0
    later("2027-11-30T09:30:00+01:00")
    assert "1 due, 4 new" in place.recall("due").out


def test_due_with_nothing(empty: Place) -> None:
    done = empty.recall("due")
    assert done.code == 0
    assert done.out == "Tue 1 Dec: nothing is due\n"


def test_stats_before_and_after_the_first_answer(place: Place) -> None:
    done = place.recall("stats")
    assert done.code == 0
    assert "Nothing has been answered yet. From the first answer on" in done.out
    assert place.recall("review", "--plain", "--limit", "1", lines="\n4\n").code == 0
    lines = place.recall("stats").out.splitlines()
    assert lines[:2] == [
        "All decks",
        "1 answer on 1 day, 0 seconds. You have studied 1 day in a row; the longest so",
    ]
    assert "Due on the next 30 days" in lines
    assert "Mon " + "·" * 53 in lines
    assert any(line.startswith("Places") and "1/5" in line for line in lines)
    assert all(len(line) <= 78 for line in lines)


def test_stats_of_one_deck(place: Place) -> None:
    place.deck("more/rivers.md", "Q: Longest river?\nA: Nile.\n")
    assert place.recall("stats", "rivers.md").out.startswith("rivers\nNothing has been answered")
    done = place.recall("stats", "nothing")
    assert (done.code, done.out) == (2, "")
    assert "There is no deck named 'nothing'" in done.err


def test_decks_lists_them(place: Place) -> None:
    place.deck("more/rivers.md", "Q: Longest river?\nA: Nile.\n")
    lines = place.recall("decks").out.splitlines()
    assert lines[0].split() == [
        *("code", "cards", "due", "unseen", "recall", "problems", "state", "path", "title"),
    ]
    assert [line.split()[0] for line in lines[1:]] == ["1", "5"] or len(lines) == 3
    assert any("more/rivers.md" in line for line in lines)


def test_decks_without_any_says_where_they_go(empty: Place) -> None:
    done = empty.recall("decks")
    assert (done.code, done.out) == (0, "")
    assert f"hint: Put Markdown files into {empty.decks}." in done.err


def test_missing_cards_are_withheld_until_accepted(empty: Place) -> None:
    deck = empty.deck("a.md", "\n\n".join(f"Q: Number {n}?\nA: It is {n}." for n in range(30)))
    assert "30 new cards" in empty.recall("decks").err
    deck.unlink()
    done = empty.recall("decks")
    assert "30 cards would go missing at once" in done.err
    assert "recall decks --accept-missing" in done.err
    accepted = empty.recall("decks", "--accept-missing")
    assert "30 cards gone from the decks, progress kept" in accepted.err
    assert empty.recall("decks").err.startswith("There are no decks.")


def test_cards_by_query(place: Place) -> None:
    assert len(place.recall("cards").out.splitlines()) == 6
    lines = place.recall("cards", "capital").out.splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("places.md#peru ")
    assert lines[1].endswith("What is the capital of Peru?")
    assert len(place.recall("cards", "--limit", "2").out.splitlines()) == 3
    nothing = place.recall("cards", "xyzzy")
    assert (nothing.code, nothing.out, nothing.err) == (0, "", "No card matches.\n")


def test_a_listed_card_can_be_shown(place: Place) -> None:
    for line in place.recall("cards").out.splitlines()[1:]:
        done = place.recall("card", line.split()[0])
        assert done.code == 0
        assert "not yet learnt" in done.out


def test_card_tells_why_it_is_due(place: Place) -> None:
    assert place.recall("review", "--plain", "--limit", "1", lines="\n4\n").code == 0
    uid = place.recall("log", "--json").out.split('"uid": "')[1].split('"')[0]
    done = place.recall("card", uid)
    assert "stability" in done.out
    assert "Easy" in done.out
    assert "reviews       1" in done.out


def test_log_and_undo_across_runs(place: Place) -> None:
    nothing = place.recall("log")
    assert (nothing.out, nothing.err.splitlines()[-1]) == ("", "Nothing was reviewed yet.")
    assert place.recall("review", "--plain", lines="\n3\n").code == 0
    assert "  Good " in place.recall("log").out
    undone = place.recall("undo")
    assert undone.code == 0
    assert "taken back" in undone.out
    lines = place.recall("log").out.splitlines()
    assert [line.endswith("(undone)") for line in lines if "  Good " in line] == [True]
    uid = place.recall("cards", "is:new").out.splitlines()[1].split()[0]
    assert [line.split()[1:] for line in lines if "  undo " in line] == [["undo", uid, "Good"]]
    again = place.recall("undo")
    assert (again.code, again.out) == (0, "")
    assert "nothing to take back" in again.err


@pytest.mark.parametrize("named", [True, False], ids=["paths", "library"])
def test_check_prints_places_and_counts(empty: Place, named: bool) -> None:
    file = empty.deck("bad.md", "Q: One?\nA: Two.\n\n---\n\nA: no question\n")
    done = empty.recall("check", *([str(file)] if named else []))
    assert done.code == 1
    place, _, rest = done.out.partition(": ")
    assert place.endswith("bad.md:6:1")
    assert " error: " in rest
    assert "hint: " in rest
    assert "1 deck, 1 entry, 1 card: 1 error, 0 warnings, 0 notes." in done.err
    assert not empty.data.exists()


def test_check_of_good_decks(place: Place) -> None:
    done = place.recall("check")
    assert (done.code, done.out) == (0, "")
    assert "1 deck, 5 entries, 5 cards: 0 errors" in done.err


def test_check_strict_counts_warnings(empty: Place) -> None:
    empty.deck("a.md", "Q: One?\nA: Two.\n")
    empty.deck("b.md", "Q: One?\nA: Two.\n")
    assert " warning: " in empty.recall("check").out
    assert empty.recall("check").code == 0
    assert empty.recall("check", "--strict").code == 1


def test_format_prints_the_reference_and_codes(empty: Place) -> None:
    whole = empty.recall("format")
    assert whole.code == 0
    assert "Q:" in whole.out
    empty.deck("bad.md", "A: no question\n")
    code = empty.recall("check", "--json").json()[0]["code"]
    explained = empty.recall("format", code.lower())
    assert explained.code == 0
    assert code in explained.out


def studied(place: Place) -> Place:
    assert place.recall("review", "--plain", "--limit", "1", lines="\n3\n").code == 0
    return place


def test_export_to_standard_output(place: Place) -> None:
    done = studied(place).recall("export", "reviews-jsonl")
    assert done.code == 0
    assert [json.loads(line)["rating"] for line in done.out.splitlines()] == [3]
    assert "1 row written." in done.err


def test_export_to_a_file_of_ones_own(place: Place) -> None:
    target = place.folder / "cards.csv"
    done = studied(place).recall("export", "cards-csv", "-o", str(target))
    assert (done.code, done.out) == (0, "")
    assert f"5 rows written to {target}." in done.err
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    rows = list(csv.DictReader(io.StringIO(target.read_text(encoding="utf-8"))))
    assert len(rows) == 5
    assert sorted(file.name for file in place.folder.iterdir() if "recall-" in file.name) == []


def test_export_never_overwrites_unless_forced(place: Place) -> None:
    target = place.folder / "mine.csv"
    target.write_text("precious", encoding="utf-8")
    refused = place.recall("export", "cards-csv", "-o", str(target))
    assert refused.code == 2
    assert "--force" in refused.err
    assert target.read_text(encoding="utf-8") == "precious"
    assert place.recall("export", "cards-csv", "-o", str(target), "--force").code == 0
    assert target.read_text(encoding="utf-8").startswith("uid,")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_export_of_nothing_says_so_x5(empty: Place) -> None:
    done = empty.recall("export", "reviews-csv")
    assert done.code == 0
    assert len(done.out.splitlines()) == 1
    assert "0 rows written." in done.err


def test_export_of_many_reviews_streams_iso_instants_x16(place: Place) -> None:
    studied(place)
    with sqlite3.connect(place.progress) as connection:
        cursor = connection.execute("SELECT * FROM review")
        first = dict(
            zip([column[0] for column in cursor.description], cursor.fetchone(), strict=True)
        )
        del first["sequence"]
        columns, marks = ", ".join(first), ", ".join("?" * len(first))
        connection.executemany(
            f"INSERT INTO review ({columns}) VALUES ({marks})",
            (
                tuple({**first, "id": f"{number:036}", "at": first["at"] + number}.values())
                for number in range(1, 5_000)
            ),
        )
    connection.close()
    target = place.folder / "reviews.jsonl"
    done = place.recall("export", "reviews-jsonl", "-o", str(target))
    assert "5,000 rows written" in done.err
    with target.open(encoding="utf-8") as lines:
        instants = [json.loads(line)["at"] for line in lines]
    assert len(instants) == 5_000
    assert instants == sorted(set(instants))
    assert all(re.fullmatch(r"2026-12-01T08:30:00\.\d{6}Z", instant) for instant in instants)


@pytest.mark.parametrize("title", ['"a\nb",c', "=1+1", "@SUM(A1)", "-2+3", "＝1"])
def test_csv_cells_are_exact_and_run_nothing_x6(empty: Place, title: str) -> None:
    empty.deck("a.md", f"Q: {title}\nA: Two.\n")
    done = empty.recall("export", "cards-csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert len(rows) == 1
    shown = json.loads(empty.recall("cards", "--json").out)[0]["title"]
    assert rows[0]["title"].removeprefix("'") == shown
    assert rows[0]["title"][0] not in "=+-@\t\r＝"


def test_doctor_finds_and_rebuilds(place: Place) -> None:
    studied(place)
    done = place.recall("doctor")
    assert done.code == 0
    assert all(line.startswith("✓ well") for line in done.out.splitlines())
    assert "rebuild" in place.recall("doctor", "--rebuild").out
    assert place.recall("doctor", "--fix").code == 0


def test_doctor_mends_only_when_told_to(place: Place) -> None:
    studied(place)
    part = place.data / "backups" / "recall.db.part"
    part.write_text("half a copy")
    assert place.recall("doctor").code == 1
    done = place.recall("doctor", "--fix")
    assert done.code == 0
    assert "✓ well  leftovers (mended): 1 interrupted copy removed." in done.out
    assert not part.exists()


def test_doctor_exits_1_when_something_is_not_well(place: Place, later: Later) -> None:
    studied(place)
    later("2026-10-01T09:30:00+01:00")
    done = place.recall("doctor")
    assert done.code == 1
    assert "✗ not well  clock" in done.out


def test_options_come_before_the_environment(place: Place) -> None:
    other = place.folder / "other"
    other.mkdir()
    (other / "one.md").write_text("Q: One?\nA: Two.\n", encoding="utf-8")
    data = place.folder / "elsewhere"
    done = place.recall("--decks", str(other), "--data", str(data), "decks", "--json")
    assert [row["path"] for row in done.json()] == ["one.md"]
    assert (data / "recall.db").exists()
    assert not place.data.exists()


@pytest.mark.parametrize("command", ["due", "decks", "check"])
def test_a_deck_folder_that_does_not_exist_is_named(place: Place, command: str) -> None:
    absent = str(place.folder / "unmounted")
    done = place.recall("--decks", absent, "--decks", str(place.decks), command)
    assert done.code == 0
    assert f"There is no deck folder {absent}.\n" in done.err


def test_two_deck_folders(place: Place) -> None:
    other = place.folder / "other"
    other.mkdir()
    (other / "one.md").write_text("Q: One?\nA: Two.\n", encoding="utf-8")
    done = place.recall("--decks", str(other), "--decks", str(place.decks), "decks", "--json")
    assert [row["folder"] for row in done.json()] == [str(other), str(place.decks)]


def test_configured_decks_are_found_from_the_file(empty: Place) -> None:
    del empty.environment["RECALL_DECKS"]
    (empty.folder / "mine").mkdir()
    (empty.folder / "mine" / "one.md").write_text("Q: One?\nA: Two.\n", encoding="utf-8")
    empty.settings.write_text('decks = ["mine"]\n', encoding="utf-8")
    found = empty.recall("config", "--json").json()["places"]
    assert found[-1] == {"name": "decks", "path": str(empty.folder / "mine"), "source": "file"}
    rows = empty.recall("decks", "--json").json()
    assert str(empty.folder / "mine") in {row["folder"] for row in rows}


def test_config_shows_values_and_where_they_come_from(place: Place) -> None:
    place.settings.write_text('learning_steps = ["5m"]\n', encoding="utf-8")
    lines = place.recall("config").out.splitlines()
    steps = next(line for line in lines if line.startswith("learning_steps"))
    assert '["5m"]' in steps
    assert " file " in steps
    assert next(line for line in lines if line.startswith("fuzz ")).split()[1:3] == [
        "true",
        "default",
    ]
    assert next(line for line in lines if line.startswith("data ")).endswith("environment")


def test_config_path(place: Place) -> None:
    assert place.recall("config", "--path").out == f"{place.settings}\n"


def editor(place: Place, script: str) -> None:
    file = place.folder / "editor.sh"
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o700)
    place.environment["EDITOR"] = f"'{file}'"


def test_config_edit_writes_what_can_be_set_and_checks_it(place: Place) -> None:
    editor(place, 'sed -i.bak "s/^# new_per_day = 10/new_per_day = 3/" "$1"')
    done = place.recall("config", "--edit")
    assert done.code == 0, done.err
    assert "can be used" in done.err
    settings = place.recall("config", "--json").json()["settings"]
    assert {row["name"]: row["value"] for row in settings}["new_per_day"] == 3
    assert [row["name"] for row in settings if row["source"] == "file"] == ["new_per_day"]
    text = place.settings.read_text(encoding="utf-8")
    assert all(f"# {row['name']} = " in text for row in settings if row["name"] != "new_per_day")


def test_every_line_of_the_written_file_can_be_used(place: Place) -> None:
    editor(place, 'sed -i.bak -E "s/^# ([a-z_]+ = )/\\1/" "$1"')
    done = place.recall("config", "--edit")
    assert done.code == 0, done.err
    rows = place.recall("config", "--json").json()["settings"]
    assert all(row["value"] == row["default"] and row["source"] == "file" for row in rows)


def test_config_edit_mends_a_broken_file(place: Place) -> None:
    place.settings.write_text("fuzz maybe\n", encoding="utf-8")
    editor(place, 'echo "fuzz = false" > "$1"')
    done = place.recall("config", "--edit")
    assert done.code == 0
    assert "not valid TOML" in done.err


@pytest.mark.parametrize(
    ("script", "said"),
    [("exit 3", "code 3"), ('echo "fuzz = 1" > "$1"', "true or false")],
    ids=["failing", "wrong"],
)
def test_config_edit_that_goes_wrong(place: Place, script: str, said: str) -> None:
    editor(place, script)
    done = place.recall("config", "--edit")
    assert done.code == 2
    assert said in done.err


def test_config_edit_without_an_editor(place: Place) -> None:
    missing = place.recall("config", "--edit")
    assert missing.code == 2
    assert "VISUAL or EDITOR" in missing.err
    assert not place.settings.exists()
    place.environment["VISUAL"] = str(Path("/no/such/editor"))
    assert "could not be started" in place.recall("config", "--edit").err


def test_cards_are_sorted_and_siblings_told_apart(empty: Place) -> None:
    empty.deck("a.md", "T: Zebra\nD: Striped.\n\nC: {{Ape}} and {{c1::Bee}} with {{c1::Cat}}.\n")
    lines = empty.recall("cards", "--sort", "title").out.splitlines()[1:]
    titles = ["Ape and Bee with Cat. · Ape", "Ape and Bee with Cat. · Bee … Cat", "Zebra · →"]
    assert [line.partition("a.md:")[2][3:].strip() for line in lines[:3]] == titles
    reversed_rows = empty.recall("cards", "--sort", "title", "--reverse", "--json").json()
    assert [row["which"] for row in reversed_rows] == ["→", "←", "Ape", "Bee … Cat"]
    assert tuple(sort.value for sort in Sort) == cards._SORTS


def test_a_mistake_in_a_query_is_one_sentence_with_a_hint(place: Place) -> None:
    done = place.recall("cards", "rated:7:9")
    assert (done.code, done.out) == (2, "")
    assert "'9' is no rating." in done.err
    assert "rated:7:1 for Again" in done.err


@pytest.mark.parametrize(
    "query",
    ["'", '"', "%", "_", "*", "\\", "a' OR 1=1 --", '"; DROP TABLE review; --', "deck:'", "a AND",
     "NEAR(a b)", "tag:%", "deck:*", "ä", "\x00", "🌊", "is:", ":", "()", "capital\n"],
)  # fmt: skip
def test_a_query_is_only_ever_text(place: Place, query: str) -> None:
    cards = {row["uid"]: row["title"] for row in place.recall("cards", "--json").json()}
    done = place.recall("cards", "--json", "--", query)
    assert done.code == 0
    assert {row["uid"] for row in done.json()} <= cards.keys()
    assert len(place.recall("cards", "--json").json()) == 5


def test_changes_are_listed_and_one_is_taken_back_i1(empty: Place) -> None:
    assert "No card was carried over yet." in empty.recall("decks", "--changes").err
    empty.deck("a.md", "Q: Captial of Peru?\nA: Lima.\n")
    empty.recall("decks")
    empty.deck("a.md", "Q: Capital of Peru?\nA: Lima.\n")
    done = empty.recall("decks", "--changes")
    assert "1 card reworded, progress kept" in done.err
    lines = done.out.splitlines()
    assert lines[0].startswith("2026-12-01 09:30  ")
    assert lines[0].endswith("% alike")
    assert lines[1:] == [
        "  - Q: Captial of Peru?",
        "  - A: Lima.",
        "  + Q: Capital of Peru?",
        "  + A: Lima.",
    ]
    undone = empty.recall("undo", "--link", lines[0].split()[2])
    assert undone.code == 0
    assert "was taken back" in undone.out
    again = empty.recall("decks", "--changes")
    assert again.out.splitlines()[0].endswith("(taken back)")
    assert empty.recall("undo", "--link", "nothing").code == 2


LESSON = "---\nkind: lesson\ncode: L1\ntitle: Rivers\n---\nRivers flow.\n\nQ: Where to?\nA: Down.\n"


def test_a_lesson_to_be_read_is_the_next_step_everywhere(empty: Place) -> None:
    empty.deck("k/course.md", "---\nid: k\n---\n")
    empty.deck("k/1.md", LESSON)
    assert "Next: read L1 Rivers\n" in empty.recall("due").out
    assert empty.recall("due", "--json").json()["next"] == "read L1 Rivers"
    assert [row["state"] for row in empty.recall("decks", "--json").json()] == ["new"]
    assert empty.recall("decks").out.splitlines()[1].split()[-3:] == ["new", "k/1.md", "Rivers"]
    done = empty.recall("review", "--plain")
    assert done.out == "Nothing is due. Next step: read L1 Rivers.\n\n"


def test_check_counts_key_points_beside_the_cards(empty: Place) -> None:
    empty.deck(
        "a.md", "Q: One?\nA: Two.\n\nR: Rebuild it.\n- Rivers carry water\n- Lakes hold it\n"
    )
    assert "1 deck, 2 entries, 1 card and 2 key points: " in empty.recall("check").err
