"""The way in: one command line to one exit code; every error becomes a sentence and a hint."""

from __future__ import annotations

import errno
import sys
from collections.abc import Mapping, Sequence

import click

from recall.cli.group import program
from recall.cli.invocation import Invocation
from recall.cli.output import complain, narrate
from recall.cli.streams import abandon_output, prepare_streams
from recall.errors import RecallError, StorageError, UsageError

INTERRUPTED = 130
_COMPLETION_REQUEST = "_RECALL_COMPLETE"


def run(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run a command line and return its exit code; nothing is raised.

    A reader of standard output that went away (``| head``) had what it wanted: that is no error.
    """
    prepare_streams()
    invocation = Invocation(environment)
    try:
        code = _dispatch(arguments, invocation)
        sys.stdout.flush()
    except BrokenPipeError:
        abandon_output()
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            return _crashed(error, invocation)
        abandon_output()
        complain(
            StorageError("The output was cut short, because its disk is full.", "Free some space.")
        )
        return StorageError.exit_code
    except KeyboardInterrupt:
        narrate("")
        return INTERRUPTED
    except Exception as error:
        return _crashed(error, invocation)
    return code


def _dispatch(arguments: Sequence[str], invocation: Invocation) -> int:
    request = invocation.environment.get(_COMPLETION_REQUEST)
    if request:
        from click.shell_completion import shell_complete

        return shell_complete(program, {}, "recall", _COMPLETION_REQUEST, request)
    try:
        with program.make_context("recall", list(arguments), obj=invocation) as ctx:
            result = program.invoke(ctx)
    except click.exceptions.Exit as finished:
        return finished.exit_code
    except RecallError as error:
        complain(error)
        return error.exit_code
    except click.ClickException as error:
        complain(_in_our_words(error))
        return error.exit_code if isinstance(error, click.UsageError) else UsageError.exit_code
    return result if isinstance(result, int) else 0


def _in_our_words(error: click.ClickException) -> UsageError:
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    path = ctx.command_path if ctx is not None else "recall"
    if isinstance(error, click.NoSuchOption) and ctx is not None and ctx.parent is not None:
        general = {name for parameter in program.params for name in parameter.opts}
        if error.option_name in general:
            return UsageError(
                f"The option {error.option_name} stands behind the command.",
                f"Write it before the command: recall {error.option_name} … {ctx.info_name}",
            )
    message, guess, nearest = error.format_message().strip().partition("Did you mean")
    hint = guess + nearest or f"'{path} --help' tells what may be written."
    return UsageError(message.strip().removesuffix(".") + ".", hint)


def _crashed(error: Exception, invocation: Invocation) -> int:
    from recall import crash
    from recall.clock import system_clock

    report = None
    try:
        folder = invocation.places.crash_reports
        report = crash.write_report(error, folder, system_clock().read())
    except Exception:  # noqa: S110  a report that fails must not hide the error
        pass
    complain(
        RecallError(
            f"Something went wrong inside recall ({type(error).__name__}); "
            "every grade given before is saved.",
            "Please report it."
            if report is None
            else f"Please report it with {report}, which holds nothing of your cards.",
        )
    )
    return crash.EXIT_CODE
