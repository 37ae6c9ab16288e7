"""Is everything well? Checks of the progress file, and the cache rebuilt from the log."""

from __future__ import annotations

from collections.abc import Mapping

from recall.library.context import Context
from recall.library.overview import clock_notice
from recall.library.recompute import settings_history, states_from_log
from recall.library.values import Finding
from recall.library.words import count
from recall.storage import catalogue, history, journal
from recall.storage.records import State
from recall.storage.store import Transaction


def doctor(context: Context, *, rebuild: bool = False) -> tuple[Finding, ...]:
    """Check the progress file; with ``rebuild`` compute every card's state from the log."""
    findings = [_file(context)]
    if rebuild:
        with context.store.writing() as tx:
            findings.append(_rebuild(context, tx))
    with context.store.reading() as tx:
        findings += [
            _cache(tx, states_of_log(context, tx)),
            _orphans(tx),
            _clock(context, tx),
            _decks(context, tx),
        ]
    return tuple(findings)


def _file(context: Context) -> Finding:
    faults = context.store.check()
    sentence = " ".join(faults) if faults else f"{context.store.path} is sound."
    return Finding("progress file", not faults, sentence)


def states_of_log(context: Context, tx: Transaction) -> dict[str, State]:
    """Return the state of every card that the log names."""
    settings = settings_history(context, tx)
    return dict(states_from_log(tx, history.uids_in_log(tx), settings))


def _differing(one: Mapping[str, State], other: Mapping[str, State]) -> int:
    """Return for how many cards two sets of states differ; a card without one is new."""
    return sum(
        one.get(uid, State()) != other.get(uid, State()) for uid in one.keys() | other.keys()
    )


def _cache(tx: Transaction, from_log: Mapping[str, State]) -> Finding:
    wrong = _differing(journal.all_states(tx), from_log)
    if wrong:
        sentence = f"The state of {count(wrong, 'card')} is not that of the log; use --rebuild."
    else:
        sentence = f"The state of {count(len(from_log), 'card')} is what the log says."
    return Finding("card states", not wrong, sentence)


def _rebuild(context: Context, tx: Transaction) -> Finding:
    before, after = journal.all_states(tx), states_of_log(context, tx)
    journal.clear_states(tx)
    for uid, state in after.items():
        journal.set_state(tx, uid, state)
    changed = _differing(before, after)
    sentence = f"The state of {count(len(after), 'card')} was computed anew; {changed:,} changed."
    return Finding("rebuild", well=True, sentence=sentence, mended=changed > 0)


def _orphans(tx: Transaction) -> Finding:
    lost = history.names_without_card(tx)
    if not lost:
        return Finding("links", True, "Every review belongs to a card that is known.")
    cards = count(lost, "card")
    return Finding("links", True, f"{cards} with reviews never stood in a deck; they are kept.")


def _clock(context: Context, tx: Transaction) -> Finding:
    notice = clock_notice(context, tx)
    return Finding("clock", not notice, notice[0] if notice else "The clock fits the last review.")


def _decks(context: Context, tx: Transaction) -> Finding:
    absent = [str(folder) for folder in context.paths.decks if not folder.is_dir()]
    problems = [
        problem for problem in catalogue.problems(tx, context.folders) if problem.level == "error"
    ]
    sentences = [f"The deck folder {folder} does not exist." for folder in absent[:3]]
    if problems:
        sentences.append(f"The decks have {count(len(problems), 'error')}; see recall check.")
    sentence = " ".join(sentences) or "The deck folders can be read and hold no errors."
    # An own folder that was never made is no fault; an error in a deck is named by recall check.
    return Finding("decks", well=True, sentence=sentence)
