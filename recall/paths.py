"""Where configuration, progress, the learner's decks and crash reports live; creates nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from recall.errors import ConfigurationError

APPLICATION = "recall"


@dataclass(frozen=True, slots=True)
class Paths:
    """The places recall reads and writes.

    ``configuration`` is the file config.toml, ``data`` the folder of the progress file,
    ``decks`` the deck folders in the order of the library.
    """

    configuration: Path
    data: Path
    decks: tuple[Path, ...]

    @property
    def progress(self) -> Path:
        """The database that holds everything the learner did."""
        return self.data / "recall.db"

    @property
    def own_decks(self) -> Path:
        """The folder for the learner's own decks, part of the library unless others are named."""
        return self.data / "decks"

    @property
    def crash_reports(self) -> Path:
        """The folder for reports of unhandled errors."""
        return self.data / "crashes"


def bundled_decks() -> Path:
    """Return the folder of the course that ships with the program.

    It lies inside the installed package, or beside it in a source checkout.
    """
    package = Path(__file__).resolve().parent
    installed = package / "bundled"
    return installed if installed.is_dir() else package.parent / "decks"


def find_paths(
    environment: Mapping[str, str],
    *,
    decks: tuple[Path, ...] = (),
    data: Path | None = None,
    configuration: Path | None = None,
    configured_decks: tuple[Path, ...] = (),
) -> Paths:
    """Decide every place from options first, then the environment, then the platform's folders.

    ``environment`` may hold RECALL_DATA (a folder), RECALL_DECKS (folders separated as in PATH) and
    RECALL_CONFIG (a file). ``configured_decks`` are the folders named in the configuration; they
    join the default library, which is the bundled course and the folder ``decks`` in the data. Deck
    folders are absolute, each once.

    Raises ConfigurationError for a home folder that does not exist.
    """
    import os

    from platformdirs import user_config_path, user_data_path

    home = data or _folder(environment.get("RECALL_DATA")) or user_data_path(APPLICATION, False)
    settings = (
        configuration
        or _folder(environment.get("RECALL_CONFIG"))
        or user_config_path(APPLICATION, False) / "config.toml"
    )
    named = tuple(
        expand(part) for part in environment.get("RECALL_DECKS", "").split(os.pathsep) if part
    )
    paths = Paths(settings, home, ())
    chosen = decks or named or (bundled_decks(), paths.own_decks, *configured_decks)
    # One folder has one name, wherever the program is started and however the folder was written.
    return replace(paths, decks=tuple(dict.fromkeys(folder.resolve() for folder in chosen)))


def expand(text: str) -> Path:
    """Return a path as a person writes it: ``~`` and ``~name`` are home folders.

    Raises ConfigurationError when there is no such home folder.
    """
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise ConfigurationError(
            f"The path {text!r} begins with a home folder that does not exist.",
            "Write the path in full.",
        ) from None


def _folder(text: str | None) -> Path | None:
    return expand(text) if text else None
