"""The help screen: every key that acts where it was called from, then all others."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widget import Widget

from recall.tui.bindings import Binding, shown_key
from recall.tui.content import text
from recall.tui.keys import KeyTable
from recall.tui.scopes import SCOPE_TITLES, Scope
from recall.tui.screens.paging import PagingScreen
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.page import Page, paragraph

_KEYS_WIDTH = 16


class HelpScreen(PagingScreen):
    """Lists keys; ``here`` are the scopes that were live."""

    scope = Scope.HELP

    def __init__(self, here: tuple[Scope, ...]) -> None:
        super().__init__()
        self._here = here

    def compose_body(self) -> Iterable[Widget]:
        """Give the page."""
        yield Page()

    def on_mount(self) -> None:
        """Show the keys."""
        self.top.show(Content("Keys"))
        self.bottom.show(self.hints())
        self.page.show(lambda width: key_lines(self.host.keys, self._here, width))

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        return (KeyHint("↑↓", "scroll"), self.key_hint("help.leave"))

    def do_leave(self) -> None:
        """Go back."""
        self.dismiss()


def key_lines(keys: KeyTable, here: tuple[Scope, ...], width: int) -> list[Content]:
    """Return a line or two for each binding, those of the scopes ``here`` first."""
    others = [scope for scope in Scope if scope not in here and scope is not Scope.HELP]
    lines: list[Content] = []
    for scope in (*here, *others):
        if lines:
            lines.append(Content())
        lines.append(text(SCOPE_TITLES[scope]).stylize("bold $primary"))
        if scope is Scope.CHOOSE:
            lines += _key_line("a–z", "Choose an option; letters come before other keys", width)
            lines += _key_line("A–Z", "Other keys, where their letter names an option", width)
        for binding in keys.of(scope):
            keys_shown = [key for key in binding.keys if not _is_capital_twin(key, binding)]
            shown = " ".join(shown_key(key) for key in keys_shown)
            lines += _key_line(shown, binding.help, width)
    lines.append(Content())
    remap = 'Other keys are set in the [keys] table of config.toml, as in "review.undo" = "z".'
    return lines + paragraph(text(remap).stylize("$text-muted"), width)


def _is_capital_twin(key: str, binding: Binding) -> bool:
    return key.isupper() and key.lower() in binding.keys and key != key.lower()


def _key_line(keys: str, words: str, width: int) -> list[Content]:
    column = min(_KEYS_WIDTH, width // 3)
    first, *rest = paragraph(text(words), width - column)
    head = text(keys).stylize("bold $accent").pad_right(max(column - len(keys), 1))
    return [Content.assemble(head, first), *(line.pad_left(column) for line in rest)]
