from __future__ import annotations

import importlib
import inspect

import pytest

from recall.errors import ConfigurationError
from recall.tui.keys import (
    BINDINGS,
    KEY_NAMES,
    TYPING_ONLY,
    TYPING_SCOPES,
    Binding,
    KeyTable,
    Scope,
)
from recall.tui.screens.base import RecallScreen

SCREENS = {
    Scope.HOME: ("home", "HomeScreen"),
    Scope.REVIEW: ("review", "ReviewScreen"),
    Scope.REVEAL: ("review", "ReviewScreen"),
    Scope.TYPE: ("review", "ReviewScreen"),
    Scope.OUTSIDE: ("review", "ReviewScreen"),
    Scope.CHOOSE: ("review", "ReviewScreen"),
    Scope.ARRANGE: ("review", "ReviewScreen"),
    Scope.GRADE: ("review", "ReviewScreen"),
    Scope.QUIZ: ("quiz", "QuizScreen"),
    Scope.RESULT: ("result", "ResultScreen"),
    Scope.SUMMARY: ("summary", "SummaryScreen"),
    Scope.DAMAGED: ("damaged", "DamagedScreen"),
    Scope.CARD: ("card", "CardScreen"),
    Scope.HISTORY: ("history", "HistoryScreen"),
    Scope.STATISTICS: ("stats", "StatisticsScreen"),
    Scope.PROBLEMS: ("problems", "ProblemsScreen"),
    Scope.LESSON: ("lesson", "LessonScreen"),
    Scope.FIND: ("lesson", "LessonScreen"),
    Scope.BROWSE: ("browse", "BrowseScreen"),
    Scope.QUERY: ("browse", "BrowseScreen"),
    Scope.CONTENTS: ("contents", "ContentsScreen"),
    Scope.PREVIEW: ("preview", "PreviewScreen"),
    Scope.PAGES: ("blank_page.shelf", "PagesScreen"),
    Scope.GUESS: ("blank_page.writing", "WritingScreen"),
    Scope.WRITE: ("blank_page.writing", "WritingScreen"),
    Scope.COMPARE: ("blank_page.comparing", "ComparingScreen"),
    Scope.PICK: ("blank_page.comparing", "ComparingScreen"),
    Scope.CUE: ("blank_page.second_chance", "SecondChanceScreen"),
    Scope.CHANCE: ("blank_page.second_chance", "SecondChanceScreen"),
    Scope.PAGE_SUMMARY: ("blank_page.summary", "PageSummaryScreen"),
    Scope.COLD: ("blank_page.cold", "ColdScreen"),
    Scope.RECORD: ("blank_page.record", "RecordScreen"),
    Scope.VERSIONS: ("blank_page.record", "VersionsScreen"),
    Scope.DAMAGED: ("damaged", "DamagedScreen"),
    Scope.HELP: ("help", "HelpScreen"),
}


@pytest.mark.parametrize("binding", BINDINGS, ids=lambda binding: binding.id)
def test_every_binding_does_something(binding: Binding) -> None:
    module, name = SCREENS[binding.scope]
    screen = getattr(importlib.import_module(f"recall.tui.screens.{module}"), name)
    assert issubclass(screen, RecallScreen)
    assert inspect.isfunction(getattr(screen, f"do_{binding.action}"))
    assert binding.help[0].isupper()
    assert binding.label


def test_T13_no_key_that_terminals_keep_for_themselves() -> None:  # noqa: N802 - the case's id
    for binding in BINDINGS:
        for key in binding.keys:
            plain = len(key) == 1 or key in KEY_NAMES
            assert plain or (key in TYPING_ONLY and binding.scope.value in TYPING_SCOPES)
            assert key != "shift+tab"


def test_T9_nothing_is_reached_by_escape_alone() -> None:  # noqa: N802 - the case's id
    for binding in BINDINGS:
        assert binding.keys != ("escape",)


def test_ids_are_unique_and_the_defaults_do_not_clash() -> None:
    assert len({binding.id for binding in BINDINGS}) == len(BINDINGS)
    assert len(list(KeyTable())) == len(BINDINGS)


def test_a_key_is_remapped() -> None:
    table = KeyTable({"review.undo": "z"})
    undo = table.find("z", Scope.GRADE, Scope.REVIEW)
    assert undo is not None
    assert undo.id == "review.undo"
    assert table.find("u", Scope.REVIEW) is None
    assert table["review.undo"].shown == "z"


@pytest.mark.parametrize(
    ("setting", "keys"),
    [
        ("space", ("space",)),
        ("space, enter", ("space", "enter")),
        ("Esc x", ("escape", "x")),
        (",", (",",)),
        ("ф", ("ф",)),
        ("x x", ("x",)),
    ],
)
def test_how_keys_are_written(setting: str, keys: tuple[str, ...]) -> None:
    assert KeyTable({"home.next": setting})["home.next"].keys == keys


def test_an_unknown_id_names_the_nearest_one() -> None:
    with pytest.raises(ConfigurationError) as caught:
        KeyTable({"review.undoo": "z"})
    assert '"review.undoo"' in caught.value.message
    assert '"review.undo"' in caught.value.hint


@pytest.mark.parametrize("key", ["f1", "ctrl+z", "spaec", "shift+tab"])
def test_an_unknown_key_name_is_refused(key: str) -> None:
    with pytest.raises(ConfigurationError, match="not the name of a key"):
        KeyTable({"review.undo": key})


@pytest.mark.parametrize("keys", ["", "   ", " , "])
def test_a_binding_without_a_key_is_refused(keys: str) -> None:
    with pytest.raises(ConfigurationError, match="is empty"):
        KeyTable({"review.undo": keys})


@pytest.mark.parametrize(
    ("name", "key", "other"),
    [
        ("review.undo", "b", "review.bury"),
        ("review.undo", "1", "grade.again"),
        ("grade.good", "u", "review.undo"),
        ("home.undo", "q", "home.quit"),
    ],
)
def test_two_actions_on_one_key_are_refused(name: str, key: str, other: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        KeyTable({name: key})
    assert name in caught.value.message
    assert other in caught.value.message


def test_the_same_key_may_act_on_different_screens() -> None:
    assert KeyTable({"home.undo": "1"})["home.undo"].keys == ("1",)
