"""The keys as the learner set them: those of ``bindings`` with the changes of the configuration.

Learners remap it in ``config.toml``::

    [keys]
    "review.undo" = "z"
    "review.answer" = "space, enter"

A key is one character, or one of the names in ``KEY_NAMES``. There are no function keys and no Ctrl
combinations outside text entry, because terminals and multiplexers take those for themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from recall.errors import ConfigurationError
from recall.tui.bindings import BINDINGS, KEY_NAMES, TYPING_ONLY, TYPING_SCOPES, Binding
from recall.tui.scopes import REVIEW_STATES, Scope

if TYPE_CHECKING:
    from textual import events

_OTHER_NAMES = {"esc": "escape", "return": "enter", "page_up": "pageup", "page_down": "pagedown"}


class KeyTable:
    """The keys as the learner set them.

    ``changes`` maps binding ids to keys; raises ConfigurationError for an id or key that does not
    exist, and for two actions on one key where both could be meant.
    """

    def __init__(self, changes: Mapping[str, str] | None = None) -> None:
        bindings = {binding.id: binding for binding in BINDINGS}
        for name, keys in (changes or {}).items():
            if name not in bindings:
                raise _unknown_binding(name, bindings)
            bindings[name] = replace(bindings[name], keys=_parse(name, keys))
        self._by_id = bindings
        self._actions: dict[Scope, dict[str, Binding]] = {scope: {} for scope in Scope}
        for binding in bindings.values():
            for key in binding.keys:
                self._add(binding, key)

    def __iter__(self) -> Iterator[Binding]:
        return iter(self._by_id.values())

    def __getitem__(self, name: str) -> Binding:
        return self._by_id[name]

    def find(self, key: str, *scopes: Scope) -> Binding | None:
        """Return the binding of a key in the first of the scopes that has one."""
        for scope in scopes:
            binding = self._actions[scope].get(key)
            if binding is not None:
                return binding
        return None

    def of(self, scope: Scope) -> tuple[Binding, ...]:
        """Return the bindings of one scope in the order of the table."""
        return tuple(binding for binding in self if binding.scope is scope)

    def _add(self, binding: Binding, key: str) -> None:
        for scope in _rivals(binding.scope):
            other = self._actions[scope].get(key)
            if other is not None:
                raise ConfigurationError(
                    f'The key "{key}" is set for both {other.id} and {binding.id}.',
                    "Give one of them another key in the [keys] table of the configuration.",
                )
        self._actions[binding.scope][key] = binding


def _rivals(scope: Scope) -> tuple[Scope, ...]:
    """The scopes whose keys are live together with those of ``scope``."""
    if scope is Scope.REVIEW:
        return (scope, *REVIEW_STATES)
    if scope in REVIEW_STATES:
        return (scope, Scope.REVIEW)
    return (scope,)


def _unknown_binding(name: str, bindings: Mapping[str, Binding]) -> ConfigurationError:
    near = get_close_matches(name, bindings, n=1, cutoff=0.0)
    return ConfigurationError(
        f'There is no key binding "{name}" to change.', f'The nearest one is "{near[0]}".'
    )


def _parse(name: str, keys: str) -> tuple[str, ...]:
    """Return the keys of a setting: names or characters separated by commas and spaces."""
    if len(keys) == 1 and keys.strip():
        return (_key(name, keys),)
    parts = [part.strip() for part in keys.replace(",", " ").split()]
    if not parts:
        raise ConfigurationError(
            f"The key binding {name} is empty.", "Name at least one key, such as x or space."
        )
    return tuple(dict.fromkeys(_key(name, part) for part in parts))


def _key(name: str, key: str) -> str:
    if len(key) == 1 and key.isprintable():
        return key
    known = key.lower()
    known = _OTHER_NAMES.get(known, known)
    if known in KEY_NAMES or (known in TYPING_ONLY and name.partition(".")[0] in TYPING_SCOPES):
        return known
    near = get_close_matches(known, KEY_NAMES, n=1, cutoff=0.0)
    raise ConfigurationError(
        f'"{key}" in the key binding {name} is not the name of a key.',
        f'Use one character or a name such as "{near[0]}".',
    )


def key_name(event: events.Key) -> str:
    """Return a key as the key table names it: the character itself, or a name."""
    character = event.character or ""
    if len(character) == 1 and character.isprintable() and character != " ":
        return character
    return event.key
