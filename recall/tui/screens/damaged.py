"""The screen of a damaged progress file: what happened, and the two ways to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.content import Content
from textual.widget import Widget

from recall.errors import RecallError
from recall.library.restoring import Rescue, Restored
from recall.library.safekeeping import BackupRow
from recall.tui.content import text
from recall.tui.keys import KeyTable
from recall.tui.scopes import Scope
from recall.tui.screens.base import RecallScreen
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.page import Page, paragraph
from recall.tui.wording import amount


class DamagedScreen(RecallScreen):
    """Offers the newest sound backup, and what can still be read of the damaged file.

    ``reopen`` is called with a sentence when there is a sound file again.
    """

    scope = Scope.DAMAGED

    def __init__(self, error: RecallError, rescue: Rescue, reopen: Callable[[str], None]) -> None:
        super().__init__()
        self._error = error
        self._rescue = rescue
        self._reopen = reopen
        self._backup: BackupRow | None = None

    def compose_body(self) -> Iterable[Widget]:
        """Give the page."""
        yield Page()

    def on_mount(self) -> None:
        """Look for a backup, then say what can be done."""
        self.top.show(Content("Damaged progress file"))
        self.work(self._rescue.newest_backup, self._show)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        return (
            self.key_hint("damaged.salvage"),
            *((self.key_hint("damaged.restore"),) if self._backup is not None else ()),
            self.key_hint("damaged.leave"),
            self.key_hint("damaged.help", ""),
        )

    def say_waiting(self) -> None:
        """Reading every page takes a while."""
        self.say("Reading the damaged file and the backups …")

    def do_salvage(self) -> None:
        """Join the newest backup with what can be read."""
        self._work(self._rescue.salvage)

    def do_restore(self) -> None:
        """Go back to the newest backup."""
        backup = self._backup
        if backup is None:
            self.say("There is no sound backup to go back to.")
            return
        self._work(lambda: self._rescue.restore(backup))

    def do_up(self) -> None:
        """Scroll up."""
        self.query_one(Page).turn(lines=-1)

    def do_down(self) -> None:
        """Scroll down."""
        self.query_one(Page).turn(lines=1)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.DAMAGED,)))

    def do_leave(self) -> None:
        """Leave the file as it is."""
        self.host.fail(self._error)

    def _show(self, backup: BackupRow | None) -> None:
        self._backup = backup
        self.bottom.show(self.hints())
        self.query_one(Page).show(
            lambda width: damaged_lines(self._error, backup, self.host.keys, width)
        )

    def _work(self, deed: Callable[[], Restored]) -> None:
        def shut_and_do() -> Restored:
            self.host.shut_library()
            return deed()

        def done(restored: Restored) -> None:
            self.dismiss()
            saved = amount(restored.now.reviews, "review")
            kept = f" The damaged file is kept as {restored.kept}." if restored.kept else ""
            self._reopen(f"The progress file is sound again, with {saved}.{kept}")

        self.work(shut_and_do, done)


def damaged_lines(
    error: RecallError, backup: BackupRow | None, keys: KeyTable, width: int
) -> list[Content]:
    """Return the lines of the page: what happened, what there is, what each key does."""
    if backup is None:
        found = "There is no sound backup."
        joined = "reads what can still be read of the file, and makes a new one of it."
    else:
        newest = f", the newest of {backup.newest}" if backup.newest else ""
        found = (
            f"The newest sound backup was made on {backup.when} and holds "
            f"{amount(backup.reviews, 'review')}{newest}."
        )
        joined = (
            "reads what can still be read of the file and joins it with the backup: "
            "no review that stands in either of them is lost."
        )
    lines = paragraph(text(error.message).stylize("bold"), width)
    lines += [*paragraph(text(found), width), Content()]
    choices = [("damaged.salvage", joined)]
    if backup is not None:
        choices.append(("damaged.restore", "goes back to the backup alone."))
    choices.append(("damaged.leave", "leaves everything as it is."))
    for name, words in choices:
        key = text(keys[name].shown).stylize("bold $accent")
        lines += paragraph(Content.assemble(key, " ", text(words)), width)
    ending = "The damaged file is kept beside its place, whichever you choose."
    return [*lines, Content(), *paragraph(text(ending).stylize("$text-muted"), width)]
