"""``recall config``: every setting with its value, where it comes from and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, narrate, write, write_json, write_table
from recall.config import Config, load, read
from recall.errors import ConfigurationError, StorageError

JSON_KEYS = ("file", "exists", "settings", "places")
SETTING_KEYS = ("name", "value", "default", "source", "meaning", "wanted")
PLACE_KEYS = ("name", "path", "source")


@click.command(
    epilog="""Settings stand in a file of TOML, one 'name = value' a line; what the file does not
    set keeps its default.

    """
    + json_help("an object with", JSON_KEYS)
    + f" settings are objects with {', '.join(SETTING_KEYS)}, places with {', '.join(PLACE_KEYS)}; "
    "source is default, file, environment or option; learning steps are minutes."
)
@click.option("--path", "only_path", is_flag=True, help="Print the path of the file and no more.")
@click.option("--edit", is_flag=True, help="Open the file in your editor, then check it.")
@json_option
@click.pass_obj
def command(invocation: Invocation, only_path: bool, edit: bool, as_json: bool) -> None:
    """Show or edit the settings."""
    file = invocation.places.configuration
    if only_path:
        write(str(file))
    elif edit:
        _edit(invocation.environment, file)
    elif as_json:
        write_json(
            {
                "file": str(file),
                "exists": file.exists(),
                "settings": _settings(invocation),
                "places": _places(invocation),
            }
        )
    else:
        _print(invocation)


def _print(invocation: Invocation) -> None:
    places = [(place["name"], place["path"], place["source"]) for place in _places(invocation)]
    write_table(("place", "path", "from"), places)
    write()
    config, given = invocation.config, read(invocation.places.configuration)
    rows = [
        (
            setting.name,
            setting.metadata["rule"].written(getattr(config, setting.name)),
            _source(setting.name, given),
            setting.metadata["doc"],
        )
        for setting in fields(Config)
    ]
    write_table(("setting", "value", "from", "meaning"), rows)


def _settings(invocation: Invocation) -> list[dict[str, Any]]:
    config, usual, given = invocation.config, Config(), read(invocation.places.configuration)
    rows = []
    for setting in fields(Config):
        value, default = getattr(config, setting.name), getattr(usual, setting.name)
        row = (
            setting.name,
            dict(value) if isinstance(value, Mapping) else value,
            dict(default) if isinstance(default, Mapping) else default,
            _source(setting.name, given),
            setting.metadata["doc"],
            setting.metadata["rule"].wanted,
        )
        rows.append(dict(zip(SETTING_KEYS, row, strict=True)))
    return rows


def _source(name: str, given: Mapping[str, object]) -> str:
    return "file" if name in given else "default"


def _places(invocation: Invocation) -> list[dict[str, str]]:
    paths, environment = invocation.paths, invocation.environment

    def source(option: object, variable: str) -> str:
        if option:
            return "option"
        return "environment" if environment.get(variable) else "default"

    decks = source(invocation.decks, "RECALL_DECKS")
    # The folders of the configuration stand last, where neither option nor environment is given.
    first_configured = len(paths.decks) - len(invocation.config.decks)
    rows = [
        ("config", paths.configuration, source(invocation.configuration, "RECALL_CONFIG")),
        ("data", paths.data, source(invocation.data, "RECALL_DATA")),
        *(
            ("decks", folder, "file" if decks == "default" and at >= first_configured else decks)
            for at, folder in enumerate(paths.decks)
        ),
    ]
    return [dict(zip(PLACE_KEYS, map(str, row), strict=True)) for row in rows]


def _edit(environment: Mapping[str, str], file: Path) -> None:
    """Open the file, written out with every default when there is none, and check it afterwards."""
    import subprocess

    from recall.tui.editor import editor_command

    try:
        configured = load(file).editor
    except ConfigurationError as error:
        # A file that cannot be read is what is to be mended.
        configured = ""
        narrate(error.message)
    words = editor_command(file, 1, configured, environment)
    _write_template(file)
    try:
        code = subprocess.run(words, check=False).returncode  # noqa: S603  a list, and no shell
    except OSError as error:
        raise ConfigurationError(
            f"The editor {words[0]} could not be started ({error.strerror}).",
            "Set VISUAL or EDITOR to a command that exists.",
        ) from None
    if code:
        raise ConfigurationError(
            f"The editor {words[0]} ended with code {code}.", f"The settings are in {file}."
        )
    load(file)
    narrate(f"The settings in {file} can be used.")


def _write_template(file: Path) -> None:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as stream:
            stream.write("# Settings of recall. Take away the # before a setting to change it.\n")
            for setting in fields(Config):
                rule, usual = setting.metadata["rule"], getattr(Config(), setting.name)
                stream.write(f"\n# {setting.metadata['doc']} It must be {rule.wanted}.\n")
                stream.write(f"# {setting.name} = {rule.written(usual)}\n")
    except FileExistsError:
        return
    except OSError as error:
        raise StorageError(
            f"{file} could not be written ({error.strerror}).", "Name another file with --config."
        ) from None
