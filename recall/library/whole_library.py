"""Problems that need the whole library, found in the catalogue without reading any deck."""

from __future__ import annotations

from collections.abc import Sequence

from recall.library.courses import namespace_of
from recall.library.front_matter import front_matter_from_json
from recall.markdown.lint import LintCard, LintDeck, lint
from recall.storage import catalogue
from recall.storage.records import FileRow, LintRow
from recall.storage.store import Transaction


def lint_catalogue(tx: Transaction, folders: Sequence[int]) -> None:
    """Check the library of some folders; keep its problems, and hold cards of clashing identity."""
    rows = catalogue.file_rows(tx, folders)
    found = lint(map(_lint_card, catalogue.lint_rows(tx, folders)), map(_lint_deck, rows))
    problems = {row.id: found.problems[row.id] for row in rows if row.id in found.problems}
    catalogue.set_lint(tx, folders, problems, found.held)


def _lint_card(row: LintRow) -> LintCard:
    return LintCard(
        file=row.file_id,
        path=row.path,
        line=row.line,
        column=row.column,
        namespace=namespace_of(row.path, row.course),
        name=row.name,
        fingerprint=row.fingerprint,
        facet=row.facet,
        references=row.references,
    )


def _lint_deck(row: FileRow) -> LintDeck:
    front_matter = front_matter_from_json(row.front_matter)
    return LintDeck(
        file=row.id,
        path=row.path,
        folder=row.folder,
        course=row.course,
        code=front_matter.code,
        after=front_matter.after,
        draws_from=front_matter.draws_from,
        places=front_matter.places,
    )
