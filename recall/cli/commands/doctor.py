"""``recall doctor``: whether the progress file is well."""

from __future__ import annotations

import click

from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, picked, write, write_json

JSON_KEYS = ("name", "well", "sentence", "mended")


@click.command(epilog=json_help("a list of objects with", JSON_KEYS))
@click.option("--fix", is_flag=True, help="Mend what can be mended, after a backup.")
@click.option(
    "--rebuild", is_flag=True, help="Compute every card again from the log, even if all is well."
)
@json_option
@click.pass_obj
def command(invocation: Invocation, fix: bool, rebuild: bool, as_json: bool) -> int:
    """Check the progress file and what lies around it.

    Looked at are the file itself, the cards' states and names against the log, the clock, the
    configuration, the decks, who may read the files, the backups, and what interruptions left.
    The exit code is 1 when something is not well.
    """
    with invocation.library() as library:
        findings = library.doctor(fix=fix, rebuild=rebuild)
    if as_json:
        write_json([picked(finding, JSON_KEYS) for finding in findings])
    else:
        for finding in findings:
            sign = "✓ well" if finding.well else "✗ not well"
            mended = " (mended)" if finding.mended else ""
            write(f"{sign}  {finding.name}{mended}: {finding.sentence}")
    return 0 if all(finding.well for finding in findings) else 1
