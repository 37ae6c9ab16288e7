"""Opening a deck in the learner's editor at a line, as a list of arguments and never by a shell."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path, PurePath

from recall.errors import ConfigurationError

_PLUS_LINE = frozenset(
    {
        "emacs",
        "emacsclient",
        "ex",
        "gvim",
        "helix",
        "hx",
        "jed",
        "joe",
        "kak",
        "kakoune",
        "mcedit",
        "mg",
        "micro",
        "nano",
        "ne",
        "nvim",
        "pico",
        "vi",
        "view",
        "vim",
    }
)
_GO_TO = frozenset({"code", "code-insiders", "codium", "cursor", "vscodium", "windsurf"})
_COLON_LINE = frozenset({"subl", "zed", "zeditor"})


def editor_command(
    path: Path, line: int, configured: str, environment: Mapping[str, str]
) -> list[str]:
    """Return the arguments that open ``path`` at ``line`` (from 1) in the learner's editor.

    The editor is the configured one, else VISUAL, else EDITOR. One that is not known gets the file
    alone. The path is made absolute, so that no file name can be taken for an option. Raises
    ConfigurationError when no editor is set or its command cannot be split into words.
    """
    choices = (configured, environment.get("VISUAL", ""), environment.get("EDITOR", ""))
    command = next((choice for choice in choices if choice.strip()), "")
    if not command:
        raise ConfigurationError(
            "No editor is set, so the deck was not opened.",
            "Set VISUAL or EDITOR, or the setting editor, to a command such as nano.",
        )
    try:
        words = shlex.split(command)
    except ValueError:
        raise ConfigurationError(
            f"The editor command {command} has a quote that is not closed.",
            "Mend VISUAL or EDITOR, or the setting editor.",
        ) from None
    file = str(path.absolute())
    name = PurePath(words[0]).name.removesuffix(".exe").lower()
    if name in _PLUS_LINE:
        return [*words, f"+{line}", file]
    if name in _GO_TO or name in _COLON_LINE:
        waiting = [] if {"-w", "--wait"} & set(words) else ["--wait"]
        going = ["--goto"] if name in _GO_TO else []
        return [*words, *waiting, *going, f"{file}:{line}"]
    return [*words, file]
