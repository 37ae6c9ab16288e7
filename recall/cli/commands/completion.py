"""``recall completion``: the script that lets a shell complete recall's commands and options."""

from __future__ import annotations

import click

from recall.cli.output import write

SHELLS = ("bash", "zsh", "fish")


@click.command(
    epilog="""\b
    bash   eval "$(recall completion bash)"           in ~/.bashrc
    zsh    eval "$(recall completion zsh)"            in ~/.zshrc
    fish   recall completion fish | source            in ~/.config/fish/config.fish"""
)
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print the completion script of a shell."""
    from click.shell_completion import get_completion_class

    from recall.cli.group import program

    completion = get_completion_class(shell)
    if completion is None:
        raise TypeError(f"click completes nothing for {shell}")
    write(completion(program, {}, "recall", "_RECALL_COMPLETE").source())
