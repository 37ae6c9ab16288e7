"""Drafts are kept under their name until they are dropped."""

from __future__ import annotations

from recall.storage.drafts import Draft, draft, draft_heads, drop_draft, keep_draft
from recall.storage.store import Store

FIRST = Draft("page:a", 5, '{"text": "Ein Fluß — “ĳ” 𝔘\\n"}')


def test_a_draft_takes_the_place_of_the_one_before(store: Store) -> None:
    with store.writing() as tx:
        assert draft(tx, "page:a") is None
        keep_draft(tx, FIRST)
        keep_draft(tx, Draft("page:b", 6, "{}"))
    with store.writing() as tx:
        assert draft(tx, "page:a") == FIRST
        keep_draft(tx, Draft("page:a", 9, '{"text": ""}'))
        assert draft(tx, "page:a") == Draft("page:a", 9, '{"text": ""}')
        assert [(one.name, one.at) for one in draft_heads(tx)] == [("page:a", 9), ("page:b", 6)]


def test_a_draft_that_is_dropped_is_gone_and_no_other(store: Store) -> None:
    with store.writing() as tx:
        keep_draft(tx, FIRST)
        keep_draft(tx, Draft("page:b", 6, "{}"))
        drop_draft(tx, "page:a")
        drop_draft(tx, "never there")
        assert draft_heads(tx) == (Draft("page:b", 6, "{}"),)


def test_a_head_is_all_that_is_read_of_many(store: Store) -> None:
    with store.writing() as tx:
        keep_draft(tx, Draft("page:a", 5, '{"text": "long", "head": {"group": "A"}}'))
        assert draft_heads(tx) == (Draft("page:a", 5, '{"group":"A"}'),)
