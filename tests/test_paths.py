"""Where things live: options before the environment before the platform's folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from recall.errors import ConfigurationError
from recall.paths import bundled_decks, expand, find_paths

ENVIRONMENT = {
    "RECALL_DATA": "/e/data",
    "RECALL_CONFIG": "/e/settings.toml",
    "RECALL_DECKS": os.pathsep.join(["/e/one", "", "/e/two"]),
}


@pytest.fixture
def platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return tmp_path


def test_platform_folders_are_used_and_none_is_made(platform: Path) -> None:
    paths = find_paths({})
    assert paths.data == platform / "share" / "recall"
    assert paths.configuration == platform / "settings" / "recall" / "config.toml"
    assert paths.own_decks == paths.data / "decks"
    assert paths.decks == (bundled_decks(), paths.own_decks)
    assert paths.progress == paths.data / "recall.db"
    assert paths.crash_reports == paths.data / "crashes"
    assert list(platform.iterdir()) == []


def test_environment_comes_before_the_platform(platform: Path) -> None:
    paths = find_paths(ENVIRONMENT, configured_decks=(Path("/c"),))
    assert paths.data == Path("/e/data")
    assert paths.configuration == Path("/e/settings.toml")
    assert paths.decks == (Path("/e/one"), Path("/e/two"))


def test_options_come_before_the_environment(platform: Path) -> None:
    paths = find_paths(
        ENVIRONMENT,
        decks=(Path("/o/decks"),),
        data=Path("/o/data"),
        configuration=Path("/o/c.toml"),
        configured_decks=(Path("/c"),),
    )
    assert (paths.data, paths.configuration) == (Path("/o/data"), Path("/o/c.toml"))
    assert paths.decks == (Path("/o/decks"),)


def test_configured_decks_join_the_usual_ones(platform: Path) -> None:
    paths = find_paths({"RECALL_DATA": "/d"}, configured_decks=(Path("/c"),))
    assert paths.decks == (bundled_decks(), Path("/d/decks"), Path("/c"))


def test_home_folders_are_opened(platform: Path) -> None:
    paths = find_paths({"RECALL_DATA": "~/d", "RECALL_DECKS": f"~{os.pathsep}/x"})
    assert paths.data == platform / "d"
    assert paths.decks == (platform, Path("/x"))


def test_a_home_folder_that_does_not_exist_is_named() -> None:
    with pytest.raises(ConfigurationError, match="'~no-such-person-here/x'"):
        expand("~no-such-person-here/x")


def test_the_bundled_course_is_there() -> None:
    assert bundled_decks().is_dir()


def test_a_deck_folder_has_one_name(
    platform: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "decks")
    monkeypatch.chdir(tmp_path)
    names = (Path("decks"), Path("decks/../decks"), tmp_path / "decks", Path("link"))
    assert find_paths({}, decks=names).decks == ((tmp_path / "decks").resolve(),)
