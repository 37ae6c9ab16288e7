"""One run of a command: the places, settings and clock that its options and environment give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from recall.cli.output import complain, narrate
from recall.errors import ConfigurationError, RecallError

if TYPE_CHECKING:
    from recall.clock import Clock
    from recall.config import Config
    from recall.library.library import Library
    from recall.library.restoring import Rescue
    from recall.library.values import RefreshReport
    from recall.paths import Paths


@dataclass
class Invocation:
    """What was said before the command's name, and the environment; each thing is read when used.

    ``decks``, ``data`` and ``configuration`` are the options of these names, None or empty when
    they were not given.
    """

    environment: Mapping[str, str]
    decks: tuple[Path, ...] = ()
    data: Path | None = None
    configuration: Path | None = None

    @cached_property
    def places(self) -> Paths:
        """Where configuration and data live; the configuration's deck folders are not in it."""
        return self._find_paths(())

    @cached_property
    def config(self) -> Config:
        """The settings. Raises ConfigurationError, also for a ``--config`` that does not exist."""
        from recall.config import load

        file = self.places.configuration
        if self.configuration is not None and not file.exists():
            raise ConfigurationError(
                f"The configuration file {file} does not exist.",
                f"Write it with: recall --config {file} config --edit",
            )
        return load(file)

    @cached_property
    def paths(self) -> Paths:
        """Every place, with the deck folders that the configuration adds."""
        from recall.paths import expand

        base = self.places.configuration.parent
        return self._find_paths(tuple(base / expand(folder) for folder in self.config.decks))

    @cached_property
    def clock(self) -> Clock:
        """The computer's clock, or one that stands still at the instant in RECALL_NOW."""
        from recall.clock import fixed_clock, parse_instant, system_clock

        rehearsal = self.environment.get("RECALL_NOW")
        if rehearsal:
            return fixed_clock(parse_instant(rehearsal), self.config.rollover_hour)
        return system_clock(self.config.rollover_hour)

    def open_library(self) -> Library:
        """Open the library as it was left; the caller closes it. Raises StorageError."""
        from recall.library.library import Library

        return Library.open(self.paths, self.config, self.clock)

    def rescue(self) -> Rescue:
        """Return what is needed to go on when the progress file is damaged."""
        from recall.library.restoring import Rescue

        return Rescue(self.paths, self.config, self.clock)

    @contextmanager
    def library(self, *, accept_missing: bool = False) -> Iterator[Library]:
        """Open the library, bring it up to date with its decks and say what changed."""
        self.narrate_absent_folders()
        library = self.open_library()
        try:
            narrate_refresh(library.refresh(accept_missing=accept_missing))
            yield library
        finally:
            try:
                library.daily_backup()
            except RecallError as error:  # what was asked for is done all the same
                complain(error)
            finally:
                library.close()

    def narrate_absent_folders(self) -> None:
        """Name the deck folders that do not exist; the learner's own need not be made."""
        for folder in self.paths.decks:
            if not folder.is_dir() and folder != self.paths.own_decks:
                narrate(f"There is no deck folder {folder}.")

    def _find_paths(self, configured: tuple[Path, ...]) -> Paths:
        from recall.paths import find_paths

        return find_paths(
            self.environment,
            decks=self.decks,
            data=self.data,
            configuration=self.configuration,
            configured_decks=configured,
        )


def narrate_refresh(report: RefreshReport) -> None:
    """Say which cards came, went or were carried over since the last run; nothing when none did."""
    from recall.library.words import count

    changes = [
        (report.new, f"{count(report.new, 'new card')}"),
        (report.reworded, f"{count(report.reworded, 'card')} reworded, progress kept"),
        (report.renamed, f"{count(report.renamed, 'card')} renamed, progress kept"),
        (
            report.parted,
            f"{count(report.parted, 'wording')} on its own again, each with its answers",
        ),
        (report.returned, f"{count(report.returned, 'card')} back again, progress kept"),
        (report.missing, f"{count(report.missing, 'card')} gone from the decks, progress kept"),
    ]
    said = [words for number, words in changes if number]
    if said:
        narrate(f"Decks read: {'; '.join(said)}.")
    if report.reworded:
        narrate("hint: 'recall decks --changes' lists what was carried over.")
    if report.withheld:
        narrate(
            f"{count(report.withheld, 'card')} would go missing at once, so nothing was marked.\n"
            "hint: Check the deck folders, or accept it with 'recall decks --accept-missing'."
        )
