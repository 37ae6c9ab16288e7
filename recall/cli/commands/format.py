"""``recall format``: the author's reference of the deck format, and what a problem's code means."""

from __future__ import annotations

import click

from recall.cli.output import write


@click.command
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Explain the deck format, or a problem's code.

    Without CODE the whole reference is printed, in Markdown. A CODE such as 'recall check' prints
    is explained with an example that is wrong and one that is right.
    """
    from recall.errors import UsageError
    from recall.markdown import reference

    if code is None:
        write(reference.text().rstrip("\n"))
        return
    explanation = reference.explain(code.upper())
    if explanation is None:
        from difflib import get_close_matches

        from recall.markdown.codes import CODES

        near = get_close_matches(code.upper(), CODES, 1)
        hint = f"Did you mean {near[0]}?" if near else "'recall check' prints the codes."
        raise UsageError(f"There is no problem with the code {code!r}.", hint)
    write(explanation.rstrip("\n"))
