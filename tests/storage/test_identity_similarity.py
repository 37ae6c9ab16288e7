"""Cards that carry on in another wording, from changed files to the log."""

from __future__ import annotations

import json

from recall.cards.history import ActionKind
from recall.storage import history, journal, names
from recall.storage.links import rejoin
from recall.storage.records import Reconciled
from recall.storage.store import Store
from tests.storage.building import DAY, action, blank_page, deck, moment, name_of, question, take_in
from tests.storage.library import all_places, grade, many, missing

OLD = question("Captial of Peru?", "Lima.")
NEW = question("Capital of Peru?", "Lima.")


def test_a_typo_keeps_the_history_i1(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", *many(3), OLD))
        grade(tx, name_of(OLD), "r")
        report = take_in(tx, deck("a.md", *many(3), NEW))
        assert (report.linked, report.renamed, report.new, report.missing) == (1, 0, 0, 0)
        (carried,) = report.carried
        assert (carried.before, carried.after) == (name_of(OLD), name_of(NEW))
        assert (carried.text_before, carried.text_after) == (OLD.source, NEW.source)
        assert carried.likeness is not None
        assert 0.8 < carried.likeness < 1
        (link,) = history.actions(tx, [ActionKind.LINK])
        assert json.loads(link.body) == {
            "to": name_of(NEW),
            "before": OLD.source,
            "after": NEW.source,
            "likeness": carried.likeness,
        }
        assert names.uid_of(tx, name_of(NEW)) == name_of(OLD)
        assert [one.id for one in history.reviews_of(tx, name_of(OLD))] == ["r"]
        assert missing(tx) == set()
        assert take_in(tx, deck("a.md", *many(3), NEW)) == Reconciled()


def test_a_card_that_was_never_graded_keeps_its_marks_i18(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", OLD))
        journal.add_action(tx, action(ActionKind.SUSPEND, name_of(OLD), "s"))
        assert take_in(tx, deck("a.md", NEW), at=moment(second=1)).linked == 1
        assert history.marks_of(tx, names.uid_of(tx, name_of(NEW))).suspended


def test_a_renamed_file_with_edits_keeps_everything(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", *many(25), OLD))
        report = take_in(tx, deck("b.md", NEW, *many(25)), removed=["a.md"])
        assert (report.linked, report.new, report.missing, report.withheld) == (1, 0, 0, 0)


def test_a_card_replaced_by_another_is_not_linked(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", *many(3), question("Capital of Peru?", "Lima.")))
        report = take_in(tx, deck("a.md", *many(3), question("Capital of Chile?", "Santiago.")))
        assert (report.linked, report.new, report.missing) == (0, 1, 1)


def test_a_name_that_two_contents_claim_takes_no_history_i10(store: Store) -> None:
    first, second = question("Capital of Peru?", id="k"), question("Capitals of Peru?", id="k")
    with store.writing() as tx:
        take_in(tx, deck("a.md", question("Captial of Peru?")))
        report = take_in(tx, deck("a.md", first, second))
        assert (report.linked, report.missing) == (0, 1)


def test_key_points_of_one_identity_carry_on(store: Store) -> None:
    old = blank_page("The water of Peru", "Three basins of rivers", "Short steep rivers")
    new = blank_page("The waters of Peru", "Short steep rivers", "Three basins of many rivers")
    with store.writing() as tx:
        take_in(tx, deck("a.md", old))
        report = take_in(tx, deck("a.md", new))
        assert (report.linked, report.new, report.missing) == (2, 0, 0)
        assert names.uid_of(tx, new.cards[0].name) == old.cards[1].name


def test_an_undone_link_is_not_made_again(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", OLD))
        grade(tx, name_of(OLD), "r1")
        take_in(tx, deck("a.md", NEW))
        grade(tx, name_of(NEW), "r2", DAY + 1)
        (link,) = history.actions(tx, [ActionKind.LINK])
        journal.add_action(tx, action(ActionKind.UNDO, link.id, "u"))
        assert rejoin(tx) == tuple(sorted((name_of(OLD), name_of(NEW))))
        assert missing(tx) == {name_of(OLD)}
        assert take_in(tx, deck("b.md", question("More?")), deck("a.md", NEW)).linked == 0
        assert [one.id for one in history.reviews_of(tx, name_of(NEW))] == ["r2"]


def test_what_cannot_be_read_again_is_left_alone(store: Store) -> None:
    broken = question("Captial of Peru?\n\nQ: and another", "Lima.")
    with store.writing() as tx:
        take_in(tx, deck("a.md", broken))
        report = take_in(tx, deck("a.md", NEW))
        assert (report.linked, report.new, report.missing) == (0, 1, 1)
        assert [place.name for place in all_places(tx)] == [name_of(NEW)]
