"""The names of the commands and the options before them; a command is imported when it is run."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from recall import __version__
from recall.cli.invocation import Invocation
from recall.errors import UsageError

COMMANDS = {
    "review": "Review what is due.",
    "quiz": "Check yourself on one unit.",
    "due": "Show how much is due, today and later.",
    "stats": "Show what you did and what you remember.",
    "decks": "List the decks.",
    "cards": "List the cards that match a query.",
    "card": "Show one card, its history and why it is due.",
    "log": "Print every review and action.",
    "blank": "Compare a page written from memory with its key points.",
    "rubric": "Show how the key points of a blank page are compared.",
    "undo": "Take back the last thing done.",
    "check": "Find the mistakes in decks.",
    "preview": "Show a deck as learners will see it.",
    "new": "Write a deck to start from.",
    "format": "Explain the deck format, or a problem's code.",
    "export": "Write cards or reviews as CSV or JSON Lines.",
    "backup": "Make a backup, in FILE or among the others.",
    "restore": "Go back to a backup.",
    "sync": "Exchange progress with your other machines through FOLDER.",
    "doctor": "Check the progress file and what lies around it.",
    "config": "Show or edit the settings.",
    "completion": "Print the completion script of a shell.",
}
"""Each command with the line that ``recall --help`` shows, so that help imports none of them."""


class LazyGroup(click.Group):
    """A group whose commands are modules of ``recall.cli.commands``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, the most needed first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None when there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"recall.cli.commands.{cmd_name}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"recall.cli.commands.{cmd_name} holds no command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command the arguments begin with. Raises UsageError naming the nearest one."""
        name = args[0]
        if name not in COMMANDS and not ctx.resilient_parsing:
            near = get_close_matches(name, COMMANDS, 1)
            hint = f"Did you mean 'recall {near[0]}'?" if near else "'recall --help' lists them."
            raise UsageError(f"There is no command {name!r}.", hint)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that begin so, without importing any command."""
        names = [
            CompletionItem(name, help=line)
            for name, line in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return names + click.Command.shell_complete(self, ctx, incomplete)


def _print_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"recall {__version__}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""The environment may give the same as the options: RECALL_DECKS (folders, separated as
    in PATH), RECALL_DATA and RECALL_CONFIG. RECALL_NOW, an instant such as
    2026-12-01T09:30:00+01:00, stands in for the clock.

    Exit codes: 0 fine, 1 problems found, 2 usage or configuration, 3 storage, 70 an error of the
    program itself, 130 interrupted.""",
)
@click.option(
    "--decks",
    multiple=True,
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Take the decks of this folder; may be given several times.",
)
@click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Keep progress in this folder.",
)
@click.option(
    "--config",
    "configuration",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Read the settings from this file.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version and exit.",
)
@click.pass_context
def program(
    ctx: click.Context,
    decks: tuple[Path, ...],
    data: Path | None,
    configuration: Path | None,
) -> int | None:
    """Learn from Markdown decks, a few cards a day.

    Without a command, recall opens its screens.
    """
    invocation: Invocation = ctx.obj
    invocation.decks, invocation.data = decks, data
    invocation.configuration = configuration
    if ctx.invoked_subcommand is not None:
        return None
    from recall.cli.streams import on_terminal

    if not on_terminal():
        click.echo(ctx.get_help())
        return None
    from recall.cli.interface import start_interface

    return start_interface(invocation)
