"""The numbers on the cards of Lessons 9 to 11 that can be computed from others."""

from __future__ import annotations

import math
import re
from functools import cache
from pathlib import Path

import pytest

from recall.cards.card import Entry
from recall.cards.kinds.order import Order
from recall.cards.kinds.question import Question
from recall.cards.kinds.typed import Typed
from recall.markdown.reader import read_deck

COURSE = Path(__file__).parents[2] / "decks" / "kimi-k3"
DECKS = ("09-per-head-muon.md", "10-review-b.md", "11-serving.md")

# From the report's table and the released configuration.
LAYERS, KDA_LAYERS, MLA_LAYERS, DENSE_LAYERS = 93, 69, 24, 1
MOE_LAYERS = LAYERS - DENSE_LAYERS
HIDDEN, HEADS, HEAD_DIMENSION, VOCABULARY = 7168, 96, 128, 163_840
ROUTED, CHOSEN, SHARED = 896, 16, 2
MOE_LATENT, EXPERT_HIDDEN, DENSE_HIDDEN = 3584, 3072, 33_792
CONVOLUTION = 4
QUERY_RANK, KEY_VALUE_RANK, SHARED_KEY = 1536, 512, 64
VISION_LAYERS, VISION_WIDTH, VISION_ATTENTION, VISION_HIDDEN = 27, 1024, 1536, 4096
VISION_PATCH, VISION_GRID, COLOURS = 14, 64, 3
ACTIVE = 104.19e9

# A block of the MXFP4 format, and the magnitudes of its elements at scale 1.
MX_BLOCK, MX_ELEMENT_BITS, MX_SCALE_BITS = 32, 4, 8
MX_ELEMENTS = (0, 0.5, 1, 1.5, 2, 3, 4, 6)
FP32_BYTES, BF16_BYTES = 4, 2

# Muon's Newton-Schulz coefficients and the size it gives an update.
FIRST, THIRD, FIFTH = 3.4445, -4.7750, 2.0315
UPDATE_RMS = 0.2
LOGIT_OVER_LIMIT = 4

FINE_HASH, MATCHED = 512, 2800
PREFIX, NEW_TOKENS = 400_000, 4_000
CACHED_PRICE, UNCACHED_PRICE = 0.30, 3.00
GPUS, GPU_GIGABYTES = 8, 288

ATTENTION = HEADS * HEAD_DIMENSION
EXPERT = 3 * MOE_LATENT * EXPERT_HIDDEN
ROUTED_WEIGHTS = EXPERT * ROUTED * MOE_LAYERS
KDA = (
    5 * HIDDEN * ATTENTION  # query, key, value, output gate, output
    + HIDDEN * HEAD_DIMENSION
    + HEAD_DIMENSION * ATTENTION  # the decay, low rank
    + HIDDEN * HEADS  # write strengths
    + 3 * ATTENTION * CONVOLUTION
)
MLA = (
    HIDDEN * QUERY_RANK
    + QUERY_RANK * HEADS * (HEAD_DIMENSION + SHARED_KEY)
    + HIDDEN * (KEY_VALUE_RANK + SHARED_KEY)
    + KEY_VALUE_RANK * 2 * ATTENTION
    + 2 * HIDDEN * ATTENTION  # output gate and output
)
VISION = (
    VISION_LAYERS * (4 * VISION_WIDTH * VISION_ATTENTION + 2 * VISION_WIDTH * VISION_HIDDEN)
    + COLOURS * VISION_PATCH**2 * VISION_WIDTH
    + VISION_GRID**2 * VISION_WIDTH
)
OTHER_WEIGHTS = (
    KDA_LAYERS * KDA
    + MLA_LAYERS * MLA
    + MOE_LAYERS * (SHARED * 3 * HIDDEN * EXPERT_HIDDEN + 2 * HIDDEN * MOE_LATENT + ROUTED * HIDDEN)
    + DENSE_LAYERS * 3 * HIDDEN * DENSE_HIDDEN
    + 2 * VOCABULARY * HIDDEN
    + VISION
)
MX_BLOCK_BITS = MX_BLOCK * MX_ELEMENT_BITS + MX_SCALE_BITS
MX_BYTES = MX_BLOCK_BITS / MX_BLOCK / 8
CHECKPOINT = ROUTED_WEIGHTS * MX_BYTES + OTHER_WEIGHTS * BF16_BYTES
CACHE_OF_TOKEN = MLA_LAYERS * (KEY_VALUE_RANK + SHARED_KEY) * BF16_BYTES
STATE = KDA_LAYERS * HEADS * HEAD_DIMENSION**2 * FP32_BYTES


@cache
def entries() -> dict[str, Entry]:
    return {
        entry.attributes.id or "": entry
        for name in DECKS
        for entry in read_deck((COURSE / name).read_bytes(), f"kimi-k3/{name}").entries
    }


@cache
def text(name: str) -> str:
    return (COURSE / name).read_text(encoding="utf-8")


def orthogonalising(short: int, long: int) -> int:
    """Multiply-adds of one Newton-Schulz iteration, Gram matrix and products."""
    return 4 * short**2 * long + 2 * short**3


def price(cached: int, uncached: int) -> float:
    """Dollars for a request's input tokens."""
    return (cached * CACHED_PRICE + uncached * UNCACHED_PRICE) / 1e6


def resumed(matched: int, *checkpoints: int) -> int:
    """The last checkpoint on a fine hash point of the matched tokens."""
    return max(point for point in checkpoints if point <= matched and point % FINE_HASH == 0)


HIT_PRICE = price(PREFIX, NEW_TOKENS)
MISS_PRICE = price(0, PREFIX + NEW_TOKENS)
DERIVED = {
    "l9-weak": FIRST * 0.1 + THIRD * 0.1**3 + FIFTH * 0.1**5,
    "l9-rms": 1 / math.sqrt(max(HIDDEN, ATTENTION)),
    "l9-factor": UPDATE_RMS * math.sqrt(max(HIDDEN, ATTENTION)),
    "l9-blocks": ATTENTION / HEAD_DIMENSION,
    "l9-72": orthogonalising(HIDDEN, ATTENTION) / (HEADS * orthogonalising(HEAD_DIMENSION, HIDDEN)),
    "l9-gamma": math.sqrt(1 / LOGIT_OVER_LIMIT),
    "l9-share": 100 / 2.5,
    "l11-block": MX_BLOCK,
    "l11-round": min(MX_ELEMENTS, key=lambda element: abs(element - 4.8)),
    "l11-bytes": MX_BLOCK_BITS / 8,
    "l11-expert": EXPERT * MX_BYTES / 1e6,
    "l11-routed": ROUTED_WEIGHTS * MX_BYTES / 1e12,
    "l11-rest": OTHER_WEIGHTS * BF16_BYTES / 1e12,
    "l11-checkpoint": CHECKPOINT / 1e12,
    "l11-read": CHOSEN * MOE_LAYERS * EXPERT * MX_BYTES / 1e9,
    "l11-state": STATE / 1e6,
    "l11-mla-prefix": PREFIX * CACHE_OF_TOKEN / 1e9,
    "l11-break-even": STATE / CACHE_OF_TOKEN,
    "l11-528": 500 // 528,
    "l11-redo": MATCHED - resumed(MATCHED, 1536, 2560),
    "l11-one-missing": resumed(MATCHED, 1536),
    "l11-per-gpu": CHECKPOINT / GPUS / 1e9,
    "l11-hit-price": price(300_000, 10_000),
    "l11-price-ratio": MISS_PRICE / HIT_PRICE,
    "l11-prefill-ratio": (200_000 + 2_000) / 2_000,
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


def test_the_checkpoint_is_stated_to_three_decimals() -> None:
    parts = entries()["l11-checkpoint"].parts
    assert isinstance(parts, Typed)
    assert parts.answers[0].text == f"{CHECKPOINT / 1e12:.3f}" == "1.561"


def test_the_table_of_the_checkpoint_adds_up() -> None:
    rows = {
        "Routed experts": (ROUTED_WEIGHTS, ROUTED_WEIGHTS * MX_BYTES),
        "Everything else": (OTHER_WEIGHTS, OTHER_WEIGHTS * BF16_BYTES),
        "Checkpoint": (ROUTED_WEIGHTS + OTHER_WEIGHTS, CHECKPOINT),
    }
    for part, (weights, size) in rows.items():
        cells = rf"^\| {part} \| ([\d,.]+)B \|.*\| ([\d.]+) \|$"
        row = re.search(cells, text(DECKS[2]), re.MULTILINE)
        assert row is not None
        assert (row[1], row[2]) == (f"{weights / 1e9:,.2f}", f"{size / 1e12:.4f}"), part


def test_the_reading_prices_a_request() -> None:
    reading = text(DECKS[2]).split("## Check yourself")[0]
    assert f"\\${HIT_PRICE:.3f} for its input on a hit" in reading
    assert f"\\${MISS_PRICE:.3f} on a miss, a factor of {MISS_PRICE / HIT_PRICE:.1f}" in reading


def test_the_quizzes_right_options_compute() -> None:
    right = {
        "l11-quiz-bits": f"{MX_BLOCK_BITS / MX_BLOCK:g}",
        "l11-quiz-resume": f"At {resumed(MATCHED, 1536, 2560):,}",
    }
    for ident, expected in right.items():
        assert f"- [x] {expected}\n" in entries()[ident].source, ident


def test_the_notes_compute_too() -> None:
    expected = {
        "l9-weak": f"{DERIVED['l9-weak']:.4f}",
        "l9-72": f"{DERIVED['l9-72']:.1f}",
        "l9-gamma": f"γ = {1 / LOGIT_OVER_LIMIT}",
        "l11-checkpoint": f"{(ROUTED_WEIGHTS + OTHER_WEIGHTS) * BF16_BYTES / 1e12:.2f} TB",
        "l11-hit-price": f"it would be \\${price(0, 310_000):.2f}",
        "l11-per-gpu": f"Four of them have {4 * GPU_GIGABYTES:,} GB",
        "l11-quiz-bits": f"{MX_BLOCK_BITS} bits",
        "l10-sparsity": f"{ROUTED // CHOSEN}.",
    }
    for ident, part in expected.items():
        assert part in (entries()[ident].note or ""), ident
    assert 4 * GPU_GIGABYTES * 1e9 < CHECKPOINT < GPUS * GPU_GIGABYTES * 1e9


def test_the_wrong_sparsity_is_the_quotient_of_parameters() -> None:
    parts = entries()["l10-sparsity"].parts
    assert isinstance(parts, Question)
    assert f"{(ROUTED_WEIGHTS + OTHER_WEIGHTS) / ACTIVE:.1f}" in parts.prompt


def test_the_step_of_muonclip_is_in_order() -> None:
    step = entries()["l9-step"].parts
    assert isinstance(step, Order)
    marks = ("gradient", "momentum", "Newton-Schulz", "Rescale", "decay", "largest logit", "Shrink")
    assert all(mark in item for mark, item in zip(marks, step.items, strict=True))
