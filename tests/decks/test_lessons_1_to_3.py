"""The numbers on the cards of Lessons 1 to 3 that can be computed from others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from recall.cards.card import Entry
from recall.cards.kinds.cloze import Cloze
from recall.cards.kinds.typed import Typed
from recall.markdown.reader import read_deck

COURSE = Path(__file__).parents[2] / "decks" / "kimi-k3"
DECKS = ("01-shape.md", "02-kda-1.md", "03-kda-2.md")

# From the report's table and the released configuration.
BLOCKS, KDA_IN_BLOCK, MLA_IN_BLOCK, CLOSING_LAYERS = 23, 3, 1, 1
LAYERS = BLOCKS * (KDA_IN_BLOCK + MLA_IN_BLOCK) + CLOSING_LAYERS
KDA_LAYERS = BLOCKS * KDA_IN_BLOCK
MLA_LAYERS = BLOCKS * MLA_IN_BLOCK + CLOSING_LAYERS
DENSE_LAYERS = 1
K2_LAYERS = 61
TOTAL, ACTIVE = 2780e9, 104.2e9
K2_ACTIVE = 32.6e9
HIDDEN = 7168
HEADS, HEAD_DIMENSION = 96, 128
STATE_OF_HEAD = HEAD_DIMENSION * HEAD_DIMENSION
FP32_BYTES, BF16_BYTES = 4, 2
LATENT, SHARED_KEY = 512, 64
CONTEXT = 2**20
LOWEST_LOG_DECAY, TILE = -5.0, 16
LARGEST_BF16 = (2 - 2**-7) * 2.0**127
CACHE_OF_LAYER = (LATENT + SHARED_KEY) * BF16_BYTES
# Milliseconds for an output token at a million tokens, as the Kimi Linear paper prints them.
FULL_MLA_TIME, KIMI_LINEAR_TIME = 11.48, 1.84


@cache
def entries() -> dict[str, Entry]:
    return {
        entry.attributes.id or "": entry
        for name in DECKS
        for entry in read_deck((COURSE / name).read_bytes(), f"kimi-k3/{name}").entries
    }


def growth(before: float, after: float) -> float:
    return 100 * (after / before - 1)


def faded(state: Sequence[float], decay: Sequence[float]) -> list[float]:
    return [share * row for share, row in zip(decay, state, strict=True)]


def corrected(
    state: Sequence[float], key: Sequence[float], strength: float, value: float
) -> list[float]:
    """Erase and write, (I − βkkᵀ)S + βkv, for one value channel."""
    returned = sum(channel * row for channel, row in zip(key, state, strict=True))
    return [
        row - strength * channel * returned + strength * channel * value
        for channel, row in zip(key, state, strict=True)
    ]


def bounded(logit: float) -> float:
    return LOWEST_LOG_DECAY / (1 + math.exp(-logit))


def unbounded(logit: float) -> float:
    return -math.log1p(math.exp(logit))


DERIVED = {
    "l1-share": 100 * ACTIVE / TOTAL,
    "l1-layers": LAYERS,
    "l1-kda-layers": KDA_LAYERS,
    "l1-mla-layers": MLA_LAYERS,
    "l1-growing": 100 * MLA_LAYERS / LAYERS,
    "l1-moe-layers": LAYERS - DENSE_LAYERS,
    "l1-latent": HIDDEN / 2,
    "l1-layers-growth": growth(K2_LAYERS, LAYERS),
    "l1-active-growth": growth(K2_ACTIVE, ACTIVE),
    "l2-hand-fade": faded([8, 3], [0.25, 0.9])[0],
    "l2-hand-erase": corrected([6, 5], [1, 0], 0.5, 0)[0],
    "l2-hand-step": corrected(faded([4, 2], [0.5, 0.8]), [1, 0], 0.5, 10)[0],
    "l2-hand-other": corrected(faded([9, 8], [0.5, 0.25]), [1, 0], 0.3, 4)[1],
    "l2-hand-return": corrected([3], [1], 0.25, 7)[0],
    "l2-logits": HEAD_DIMENSION,
    "l2-state-head": STATE_OF_HEAD,
    "l2-state": KDA_LAYERS * HEADS * STATE_OF_HEAD,
    "l2-state-bytes": KDA_LAYERS * HEADS * STATE_OF_HEAD * FP32_BYTES / 1e6,
    "l3-gamma": math.prod([0.5, 0.8, 0.5]),
    "l3-middle": bounded(0),
    "l3-alpha-min": math.exp(LOWEST_LOG_DECAY),
    "l3-steps": math.floor(math.log(LARGEST_BF16) / -LOWEST_LOG_DECAY),
    "l3-old-sum": TILE * unbounded(6),
    "l3-cache-token": MLA_LAYERS * CACHE_OF_LAYER,
    "l3-cache-million": MLA_LAYERS * CACHE_OF_LAYER * CONTEXT / 2**30,
    "l3-saving": 100 * (1 - MLA_LAYERS / LAYERS),
    "l3-crossover": HEADS * STATE_OF_HEAD * FP32_BYTES / CACHE_OF_LAYER,
    "l3-linear-cache": 100 * KDA_IN_BLOCK / (KDA_IN_BLOCK + MLA_IN_BLOCK),
    "l3-linear-speed": FULL_MLA_TIME / KIMI_LINEAR_TIME,
}


@pytest.mark.parametrize("ident", DERIVED)
def test_the_typed_answer_follows_from_its_inputs(ident: str) -> None:
    parts = entries()[ident].parts
    assert isinstance(parts, Typed)
    accepted = parts.answers[0]
    assert accepted.number is not None
    stated, tolerance = float(accepted.number), float(accepted.tolerance or 0)
    if accepted.relative:
        tolerance *= abs(stated)
    assert abs(stated - DERIVED[ident]) <= tolerance + 1e-9


def test_a_step_is_the_reports_equation() -> None:
    """Rows of (I − βkkᵀ) Diag(α) S + βkv, multiplied out, for a key in no channel's direction."""
    state, decay, key, strength, value = [4.0, 2.0], [0.5, 0.9], [0.6, 0.8], 0.3, 10.0
    expected = [
        sum(
            ((row == column) - strength * key[row] * key[column]) * decay[column] * state[column]
            for column in range(2)
        )
        + strength * key[row] * value
        for row in range(2)
    ]
    assert corrected(faded(state, decay), key, strength, value) == pytest.approx(expected)


def test_the_bound_of_a_tile_is_within_bf16() -> None:
    parts = entries()["l3-tile-bound"].parts
    assert isinstance(parts, Cloze)
    assert [float(gap.answers[0]) for gap in parts.gaps] == [TILE, TILE * LOWEST_LOG_DECAY]
    assert math.exp(-TILE * LOWEST_LOG_DECAY) < LARGEST_BF16 < math.exp(-TILE * unbounded(6))
    note = entries()["l3-old-sum"].note or ""
    assert f"{TILE * bounded(6):.1f}".replace("-", "−") in note
    assert f"e^{math.log(LARGEST_BF16):.1f}" in note


def test_the_notes_compute_too() -> None:
    assert f"{MLA_LAYERS * CACHE_OF_LAYER * CONTEXT / 2**30:.0f} against" in (
        entries()["l3-saving"].note or ""
    )
    assert f"{LAYERS * CACHE_OF_LAYER * CONTEXT / 2**30:.1f}" in (entries()["l3-saving"].note or "")
    note = entries()["l1-active-growth"].note or ""
    assert f"+{growth(1.04, 2.78):.0f}%" in note
    assert f"{100 * K2_ACTIVE / 1.04e12:.2f}%" in note
