"""The bottom line of the review screen: the keys that matter in each state, at most eight."""

from __future__ import annotations

from recall.cards.memory import Rating
from recall.tui.keys import KeyTable
from recall.tui.scene import Scene
from recall.tui.scopes import Scope
from recall.tui.widgets.bottom_line import KeyHint

_RATINGS = {
    Rating.AGAIN: "grade.again",
    Rating.HARD: "grade.hard",
    Rating.GOOD: "grade.good",
    Rating.EASY: "grade.easy",
}


def hints_of(scene: Scene, scope: Scope, keys: KeyTable) -> tuple[KeyHint, ...]:
    """Return the hints for a scene whose first scope is ``scope``, the most important first."""
    if scope is Scope.GRADE:
        return _grades(scene, keys)
    showing = scene.showing
    if showing is None:
        return ()
    help_ = _hint(keys, "review.help", "")
    has_hint = (_hint(keys, "review.hint"),) if showing.hint is not None else ()
    common = (
        _hint(keys, "review.information"),
        _hint(keys, "review.undo"),
        _hint(keys, "review.leave"),
    )
    match scope:
        case Scope.TYPE:
            gaps = "answers parted by ;" if showing.gaps > 1 else "check"
            return (_hint(keys, "type.check", gaps), _hint(keys, "type.keys", "other keys"))
        case Scope.OUTSIDE:
            return (
                _hint(keys, "outside.type"),
                *has_hint,
                _hint(keys, "review.edit"),
                _hint(keys, "review.bury"),
                *common,
                help_,
            )
        case Scope.CHOOSE:
            letters = [option.letter for option in showing.options]
            span = f"{letters[0]}–{letters[-1]}" if len(letters) > 1 else "".join(letters)
            choose = (
                (KeyHint(span, "choose several"), _hint(keys, "choose.submit"))
                if showing.multiple
                else (KeyHint(span, "answer"),)
            )
            return (*choose, *has_hint, *common, help_)
        case Scope.ARRANGE:
            return (
                KeyHint("↑↓", "go"),
                _hint(keys, "arrange.hold"),
                _hint(keys, "arrange.submit"),
                *has_hint,
                *common,
                help_,
            )
        case _:
            return (
                _hint(keys, "reveal.answer"),
                *has_hint,
                _hint(keys, "review.edit"),
                _hint(keys, "review.bury"),
                *common,
                help_,
            )


def _grades(scene: Scene, keys: KeyTable) -> tuple[KeyHint, ...]:
    waits = {preview.rating: preview.wait for preview in scene.previews}
    ratings = tuple(
        KeyHint(
            keys[name].shown, rating.label, waits.get(rating, ""), marked=rating is scene.proposed
        )
        for rating, name in _RATINGS.items()
    )
    return (
        *ratings,
        _hint(keys, "grade.proposed", scene.proposed.label),
        _hint(keys, "review.undo"),
        _hint(keys, "review.help", ""),
    )


def _hint(keys: KeyTable, name: str, label: str | None = None) -> KeyHint:
    binding = keys[name]
    return KeyHint(binding.shown, binding.label if label is None else label)
