"""A page is taken up where it was left: after a restart, a kill, another edit of its deck."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from recall.cards.history import ActionKind
from recall.errors import StaleCard, StorageBusy, StorageError, UsageError
from recall.library.blank_pages.sitting import PageSitting
from recall.library.library import Library
from recall.study.free_recall.attempt import Attempt, Cued, Stage
from recall.study.free_recall.values import Span
from tests.library.building import Desk
from tests.library.rivers import PAGE, RIVERS, name_of
from tests.storage.building import run_elsewhere


def begun(library: Library, text: str = PAGE, group: str = "") -> PageSitting:
    """A page with a text that is kept."""
    page = library.page("L1", group=group)
    page.start(guess=2)
    page.write(text)
    page.keep()
    return page


def reopened(desk: Desk) -> PageSitting:
    """The page as a program started anew finds it."""
    desk.close()
    return desk.open().page("L1")


def same(found: Attempt, expected: Attempt) -> bool:
    """Whether two attempts differ in nothing but whether time is being counted."""
    return found == expected.rest()


def test_it_is_taken_up_at_every_stage(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    page = begun(desk.open())

    def check(stage: Stage) -> PageSitting:
        assert page.attempt.stage is stage
        again = reopened(desk)
        assert again.resumed
        assert same(again.attempt, page.attempt)
        return again

    page = check(Stage.WRITING)
    page.stuck()
    page = check(Stage.WRITING)
    page.done()
    page = check(Stage.ANYTHING_ELSE)
    page.write_on()
    page.write(PAGE + " More.")
    page.done()  # asked once, so it is locked
    page = check(Stage.COMPARING)
    page.look_at("valleys")
    page = check(Stage.COMPARING)
    page.refuse("valleys")
    page.accept("falls", Span(0, 8))
    page.remember("falls", True)
    page.judge_clash("mud", False)
    page = check(Stage.COMPARING)
    page.compared()
    page = check(Stage.SECOND_CHANCE)
    page.answer("mud", "sand")
    page = check(Stage.SECOND_CHANCE)
    for key in page.attempt.waiting:
        page.judge(key, recalled=False)
    page = check(Stage.ONCE_MORE)
    page.once_more(recalled=True)
    page = check(Stage.ONCE_MORE)
    page.enough()
    page = check(Stage.SUMMARY)
    page.finish()
    fresh = reopened(desk)
    assert (fresh.resumed, fresh.attempt.stage, fresh.attempt.text) == (False, Stage.GUESS, "")


def test_time_away_does_not_count_as_writing(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    page = desk.open().page("L1")
    page.start()
    desk.wait(seconds=30)
    page.write(PAGE)
    page.keep()
    desk.wait(hours=9)
    page = reopened(desk)
    page.write(PAGE + " more")
    desk.wait(seconds=12)
    page.lock()
    assert page.summary().seconds == 42


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.library.building import Desk
from tests.library.rivers import PAGE
desk = Desk(Path(sys.argv[1]))
page = desk.open().page("L1")
page.start(guess=3)
page.write(PAGE)
page.keep()
"""
WRITING = 'page.write(PAGE + " Never kept.")\n'
COMPARING = """
page.lock()
page.accept("deltas")
page.judge_clash("mud", True)
page.compared()
page.judge("falls", recalled=False)
"""
DIE = "os.kill(os.getpid(), signal.SIGKILL)\n"


def test_a_kill_while_writing_loses_what_was_not_kept_and_no_more(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    assert run_elsewhere(KILLED + WRITING + DIE, desk.root).returncode == -9
    page = desk.open().page("L1")
    assert page.resumed
    attempt = page.attempt
    assert (attempt.stage, attempt.text, attempt.guess) == (Stage.WRITING, PAGE, 3)


def test_a_kill_while_deciding_keeps_every_decision(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    assert run_elsewhere(KILLED + COMPARING + DIE, desk.root).returncode == -9
    page = desk.open().page("L1")
    attempt = page.attempt
    assert attempt.stage is Stage.ONCE_MORE
    assert attempt.misses == ("falls", "mud")
    assert attempt.decision("deltas").said is True
    assert attempt.decision("mud").clash is True
    assert attempt.decision("falls").cued is Cued.FAILED
    assert desk.log() == ((), ())


def test_a_kill_after_the_end_writes_nothing_twice(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    end = "page.enough()\npage.finish()\n"
    assert run_elsewhere(KILLED + COMPARING + end + DIE, desk.root).returncode == -9
    assert not desk.open().page("L1").resumed
    reviews, actions = desk.log()
    assert len(reviews) == 4
    assert [action.kind for action in actions].count(ActionKind.PAGE) == 1


def test_an_end_that_could_not_be_written_can_be_tried_again(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open(busy_timeout_ms=0)
    page = begun(library)
    page.lock()
    page.compared()
    page.skip_rest()
    with desk.store() as other, other.writing(), pytest.raises(StorageBusy):
        page.finish()
    assert not page.finished
    assert desk.reviews() == ()
    assert page.finish().finished
    assert len(desk.reviews()) == 2


def test_what_could_not_be_kept_is_still_there_and_can_be_kept_later(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    page = begun(desk.open(busy_timeout_ms=0))
    page.write(PAGE + " More.")
    with desk.store() as other, other.writing():
        with pytest.raises(StorageBusy):
            page.keep()
        with pytest.raises(StorageBusy):
            page.lock()
    assert page.attempt.stage is Stage.COMPARING
    page.keep()
    assert reopened(desk).attempt.text == PAGE + " More."


def test_writing_goes_on_while_it_is_kept(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    page = begun(desk.open())

    def keep() -> None:
        for _ in range(10):
            page.keep()

    def write() -> None:
        for number in range(300):
            page.write(f"{PAGE} {number}")

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(keep), pool.submit(write), pool.submit(keep)]:
            done.result()
    page.keep()
    assert reopened(desk).attempt.text == f"{PAGE} 299"


# Two windows.


def test_another_window_is_not_written_over(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    first = begun(desk.open())
    second = desk.open().page("L1")
    second.write("The newer text.")
    second.keep()
    first.write("The older text.")
    with pytest.raises(StaleCard, match="another window"):
        first.keep()
    assert first.attempt.text == "The older text."
    assert reopened(desk).attempt.text == "The newer text."


def test_a_page_finished_in_another_window_is_not_begun_again_by_this_one(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    first = begun(desk.open())
    second = desk.open().page("L1")
    second.lock()
    second.compared()
    second.skip_rest()
    second.finish()
    first.write("more")
    with pytest.raises(StaleCard):
        first.keep()
    assert not reopened(desk).resumed


def test_both_windows_finishing_write_one_page(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    page = begun(desk.open())
    page.lock()
    page.compared()
    page.skip_rest()
    other = desk.open().page("L1")
    other.finish()
    written = desk.log()
    page.finish()
    assert page.finish() is page.finish()
    assert desk.log() == written


# The deck changes meanwhile.


def test_a_page_being_written_follows_its_deck(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    begun(desk.open())
    desk.write("rivers.md", RIVERS.replace("  - Waterfalls retreat upstream {#falls}\n", ""))
    page = reopened(desk)
    assert (page.attempt.text, len(page.points)) == (PAGE, 3)
    page.lock()
    assert page.attempt.keys == ("valleys", "mud", "deltas")


def test_a_page_is_found_when_its_first_point_is_gone(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    begun(desk.open())
    first = "  - Fast water cuts **V-shaped** valleys | steep valleys are cut {#valleys}\n"
    cue = "    - ? What do valleys look like there?\n"
    desk.write("rivers.md", RIVERS.replace(first + cue, ""))
    page = reopened(desk)
    assert (page.resumed, page.name) == (True, name_of("falls"))
    page.write("More.")
    page.keep()
    assert reopened(desk).attempt.text == "More."


def test_decisions_stay_when_other_points_change(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    page = begun(desk.open())
    page.lock()
    page.refuse("valleys")
    desk.write("rivers.md", RIVERS.replace("  - Waterfalls retreat upstream {#falls}\n", ""))
    page = reopened(desk)
    assert page.attempt.keys == ("valleys", "mud", "deltas")
    assert page.attempt.decision("valleys").said is False


def test_a_page_of_a_heading_that_is_gone_is_not(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    page = begun(desk.open(), group="lower course")
    assert (page.group, [point.key for point in page.points]) == (
        "Lower course",
        ["mud", "deltas"],
    )
    desk.write("rivers.md", RIVERS.replace("Lower course", "Plain"))
    library = desk.open()
    assert library.pages()[0].drafts == ("Lower course",)
    page = library.page("L1", group="Lower course")
    assert (page.attempt.text, page.group) == (PAGE, "")
    page.abandon()
    assert library.pages()[0].drafts == ()
    with pytest.raises(UsageError, match="no group 'Lower course'"):
        library.page("L1", group="Lower course")


def test_a_part_and_the_whole_are_kept_apart(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    begun(library, "of the whole")
    begun(library, "of a part", group="Lower course")
    assert library.page("L1").attempt.text == "of the whole"
    assert library.page("L1", group="Lower course").attempt.text == "of a part"
    assert set(library.pages()[0].drafts) == {"", "Lower course"}


def test_a_draft_of_another_version_is_left_alone(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    begun(library)
    desk.execute("UPDATE draft SET body = json_set(body, '$.attempt.version', 99)")
    with pytest.raises(StorageError, match="another version"):
        library.page("L1")
    with desk.store() as store, store.reading():
        pass
    desk.execute("UPDATE draft SET body = json_set(body, '$.attempt.version', 1)")
    assert library.page("L1").attempt.text == PAGE


# Giving up.


def test_an_abandoned_page_that_was_not_locked_leaves_nothing(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    page = begun(desk.open())
    page.abandon()
    assert desk.log() == ((), ())
    with pytest.raises(UsageError, match="finished"):
        page.write("more")
    assert not reopened(desk).resumed


def test_an_abandoned_page_that_was_locked_is_in_the_log_without_reviews(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    page = begun(library)
    page.lock()
    page.accept("falls", Span(0, 8))
    page.remember("falls", True)
    page.abandon()
    reviews, (action,) = desk.log()
    assert (reviews, action.kind) == ((), ActionKind.PAGE)
    head = json.loads(action.body)["head"]
    assert (head["abandoned"], head["verdicts"]) == (True, [])
    assert head["unrated"] == [name_of(key) for key in ("valleys", "falls", "mud", "deltas")]
    (record,) = library.page_history("L1")
    assert (record.abandoned, record.text) == (True, PAGE)
    assert not reopened(desk).resumed


def test_what_does_not_fit_the_stage_changes_nothing(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    page = desk.open().page("L1")
    for deed in (page.lock, page.compared, page.finish, page.summary, page.enough, page.done):
        with pytest.raises(UsageError, match="stage"):
            deed()
    page.start()
    page.lock()
    page.compared()
    with pytest.raises(UsageError, match="second chance"):
        page.finish()
    assert page.attempt.waiting == ("valleys", "falls", "mud", "deltas")
    with pytest.raises(UsageError, match="no point"):
        page.point("oxbows")
