"""The errors a caller of recall must stop for: one sentence of what happened and one hint each.

Mistakes in decks are not errors of this kind; they are ``recall.cards.problem.Problem`` values.
"""


class RecallError(Exception):
    """Something a person must know about: what happened to what, and what to do next.

    ``message`` is one sentence with a full stop; ``hint`` is one sentence or empty.
    ``exit_code`` is what the command line exits with: 2 for usage and configuration, 3 for storage.
    """

    exit_code = 2

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} Hint: {self.hint}" if self.hint else self.message


class UsageError(RecallError):
    """A request that names something which does not exist or does not make sense."""


class ConfigurationError(RecallError):
    """The configuration file, an environment variable or an option holds an unusable value."""


class StorageError(RecallError):
    """The progress file could not be read or written; nothing acknowledged is lost."""

    exit_code = 3


class StorageBusy(StorageError):
    """Another process holds the progress file longer than the wait allows; a retry may succeed."""


class StorageFull(StorageError):
    """No space is left where the progress file lives; a retry succeeds after space is freed."""


class StorageReadOnly(StorageError):
    """The progress file or its folder cannot be written; reading still works."""


class StorageForeign(StorageError):
    """The file is not a progress file of recall, or is damaged; it is left untouched."""


class StorageDamaged(StorageForeign):
    """The file is damaged, or no database at all; a backup and what can be read of it remain."""


class StorageNewer(StorageError):
    """The progress file was written by a newer recall; it is left untouched."""


class StaleCard(StorageError):
    """The card was answered elsewhere since it was shown; nothing was written."""
