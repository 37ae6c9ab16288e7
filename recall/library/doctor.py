"""Is everything well? Checks of the progress file, and its caches rebuilt from the log."""

from __future__ import annotations

from collections.abc import Mapping

from recall.library import surroundings
from recall.library.answers import bring_up_to_date
from recall.library.context import Context
from recall.library.overview import clock_notice
from recall.library.recompute import (
    differing,
    rebuild_everything,
    settings_history,
    states_from_log,
)
from recall.library.values import Finding
from recall.library.words import count
from recall.storage import backup_folder, catalogue, history, journal, links
from recall.storage.backup_folder import BEFORE_FIX
from recall.storage.records import State
from recall.storage.store import Transaction


def doctor(context: Context, *, fix: bool = False, rebuild: bool = False) -> tuple[Finding, ...]:
    """Check the progress file and what lies around it; with ``fix`` mend what can be mended.

    ``rebuild`` computes every cache anew even when it is well, statistics too. Before anything in
    the file is changed a backup is made. Raises StorageError when that, or the mending, fails.
    """
    findings = [_file(context)]
    # Of a damaged file no backup can be made, and nothing in it can be relied on.
    sound = findings[0].well
    with context.store.reading() as tx:
        wrong = not (_names(tx).well and _cache(tx, states_of_log(context, tx)).well)
    if sound and (rebuild or (fix and wrong)):
        now = context.clock.now().at
        context.store.backup(backup_folder.free_place(context.store.path, now, BEFORE_FIX))
        with context.store.writing() as tx:
            findings.append(_rebuild(context, tx))
    with context.store.reading() as tx:
        findings += [
            _names(tx),
            _cache(tx, states_of_log(context, tx)),
            _orphans(tx),
            _clock(context, tx),
            surroundings.configuration(context),
            _decks(context, tx),
        ]
    return (
        *findings,
        surroundings.permissions(context, fix=fix),
        surroundings.backups(context),
        surroundings.leftovers(context, fix=fix),
    )


def _file(context: Context) -> Finding:
    faults = context.store.check()
    sentence = " ".join(faults) if faults else f"{context.store.path} is sound."
    return Finding("progress file", not faults, sentence)


def states_of_log(context: Context, tx: Transaction) -> dict[str, State]:
    """Return the state of every card that the log names."""
    settings = settings_history(context, tx)
    return dict(states_from_log(tx, history.uids_in_log(tx), settings))


def _names(tx: Transaction) -> Finding:
    wrong = links.differing(tx)
    if wrong:
        names = count(wrong, "name")
        sentence = f"{names} belong to other cards than the links say; use --fix."
    else:
        sentence = "Every name belongs to the card that the links say."
    return Finding("names", not wrong, sentence)


def _cache(tx: Transaction, from_log: Mapping[str, State]) -> Finding:
    wrong = differing(journal.all_states(tx), from_log)
    if wrong:
        sentence = f"The state of {count(wrong, 'card')} is not that of the log; use --fix."
    else:
        sentence = f"The state of {count(len(from_log), 'card')} is what the log says."
    return Finding("card states", not wrong, sentence)


def _rebuild(context: Context, tx: Transaction) -> Finding:
    cards, changed = rebuild_everything(context, tx)
    bring_up_to_date(context, tx, anew=True)
    sentence = f"The state of {count(cards, 'card')} was computed anew; {changed:,} changed."
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
