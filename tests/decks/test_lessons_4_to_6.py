"""Lessons 4 to 6: every derived number follows from its inputs."""

from __future__ import annotations

import math
import re
from functools import cache
from pathlib import Path

import pytest

from recall.cards.deck import Deck
from recall.cards.kinds.order import Order
from recall.cards.kinds.typed import Typed
from recall.markdown.reader import read_deck

COURSE = Path(__file__).parents[2] / "decks" / "kimi-k3"
UNITS = {"l4": "04-attention-residuals.md", "l5": "05-review-a.md", "l6": "06-latent-moe.md"}

# K3's published configuration.
LAYERS, KDA_LAYERS, MLA_LAYERS = 93, 69, 24
MOE_LAYERS = LAYERS - 1
WIDTH, LATENT, EXPERT_WIDTH, DENSE_WIDTH = 7168, 3584, 3072, 33792
EXPERTS, ACTIVE_EXPERTS, SHARED_EXPERTS = 896, 16, 2
HEADS, HEAD_WIDTH, CONVOLUTION = 96, 128, 4
QUERY_RANK, KEY_VALUE_RANK, UNROTATED = 1536, 512, 64
VOCABULARY = 163_840
VISION = 0.401e9
DEPTH_BLOCK, ATTENTION_BLOCK = 12, 4
K2_EXPERTS, K2_ACTIVE_EXPERTS = 384, 8
LOWEST_LOG_DECAY = -5
MILLION, BILLION, TRILLION = 10**6, 10**9, 10**12

INNER = HEADS * HEAD_WIDTH
EXPERT = 3 * LATENT * EXPERT_WIDTH
SHARED = SHARED_EXPERTS * 3 * WIDTH * EXPERT_WIDTH
PROJECTIONS = 2 * WIDTH * LATENT
ROUTER = EXPERTS * WIDTH
KDA_LARGE = 5 * WIDTH * INNER
KDA = (
    KDA_LARGE
    + WIDTH * HEAD_WIDTH
    + HEAD_WIDTH * INNER  # the decay, of low rank
    + WIDTH * HEADS  # the write strength
    + 3 * INNER * CONVOLUTION
)
MLA = (
    WIDTH * QUERY_RANK
    + QUERY_RANK * HEADS * (HEAD_WIDTH + UNROTATED)
    + WIDTH * (KEY_VALUE_RANK + UNROTATED)
    + KEY_VALUE_RANK * HEADS * 2 * HEAD_WIDTH
    + 2 * WIDTH * INNER
)
DENSE = 3 * WIDTH * DENSE_WIDTH
TABLE = VOCABULARY * WIDTH
ALWAYS = {
    "KDA": KDA * KDA_LAYERS,
    "Shared experts": SHARED * MOE_LAYERS,
    "MLA": MLA * MLA_LAYERS,
    "Latent projections": PROJECTIONS * MOE_LAYERS,
    "Dense layer": DENSE,
    "Routers": ROUTER * MOE_LAYERS,
}
ROUTED = EXPERT * EXPERTS * MOE_LAYERS
PARTS = {"Routed experts": ROUTED, **ALWAYS, "Embedding and head": 2 * TABLE, "Vision": VISION}
TOTAL = sum(PARTS.values())
ACTIVE_PARTS = {
    "Routed experts": EXPERT * ACTIVE_EXPERTS * MOE_LAYERS,
    **ALWAYS,
    "Output head": TABLE,
}
ACTIVE = sum(ACTIVE_PARTS.values())

LAST_BLOCK = LAYERS - LAYERS // DEPTH_BLOCK * DEPTH_BLOCK
BLOCKS = math.ceil(LAYERS / DEPTH_BLOCK)
PSEUDO_QUERIES = 2 * LAYERS + 1
MLA_PLACES = [*range(ATTENTION_BLOCK, LAYERS, ATTENTION_BLOCK), LAYERS]
WEIGHTS = [score / 8 for score in (1, 2, 5)]
PLAIN_LOSS, FIXED_LOSS, FULL_LOSS = 1.766, 1.749, 1.737

DERIVED = {
    "l4-uniform": 1 / 5,
    "l4-softmax": math.exp(math.log(5)) / sum(map(math.exp, (0, math.log(2), math.log(5)))),
    "l4-mix": sum(weight * value for weight, value in zip(WEIGHTS, (8, 4, 16), strict=True)),
    "l4-queries": PSEUDO_QUERIES,
    "l4-query-parameters": PSEUDO_QUERIES * WIDTH / MILLION,
    "l4-last": LAST_BLOCK,
    "l4-layer-30": 1 + 29 // DEPTH_BLOCK + 1,
    "l4-io": 8 / 16 + 5,
    "l4-io-k3": BLOCKS / (2 * DEPTH_BLOCK) + 5,
    "l4-fixed-share": 100 * (PLAIN_LOSS - FIXED_LOSS) / (PLAIN_LOSS - FULL_LOSS),
    "l5-block-fit": DEPTH_BLOCK / ATTENTION_BLOCK,
    "l5-alpha-k3": math.exp(LOWEST_LOG_DECAY / (1 + math.exp(0))),
    "l5-last-block": sum(place > LAYERS - LAST_BLOCK for place in MLA_PLACES),
    "l6-k3-sparsity": EXPERTS / ACTIVE_EXPERTS,
    "l6-k2-sparsity": K2_EXPERTS / K2_ACTIVE_EXPERTS,
    "l6-quotient": TOTAL / ACTIVE,
    "l6-combinations": math.floor(math.log10(math.comb(EXPERTS, ACTIVE_EXPERTS))),
    "l6-expert": EXPERT / MILLION,
    "l6-layer": EXPERT * EXPERTS / BILLION,
    "l6-routed": ROUTED / BILLION,
    "l6-moe-layers": MOE_LAYERS,
    "l6-share": 100 * ROUTED / TOTAL,
    "l6-shared-sum": SHARED * MOE_LAYERS / BILLION,
    "l6-projections": PROJECTIONS * MOE_LAYERS / BILLION,
    "l6-routers": ROUTER * MOE_LAYERS / BILLION,
    "l6-kda-five": KDA_LARGE / MILLION,
    "l6-kda": KDA * KDA_LAYERS / BILLION,
    "l6-mla-layer": MLA / MILLION,
    "l6-mla": MLA * MLA_LAYERS / BILLION,
    "l6-dense": DENSE / BILLION,
    "l6-embeddings": 2 * TABLE / BILLION,
    "l6-vision": VISION / BILLION,
    "l6-total": TOTAL / TRILLION,
    "l6-active-routed": EXPERT * ACTIVE_EXPERTS * MOE_LAYERS / BILLION,
    "l6-active": ACTIVE / BILLION,
    "l6-active-share": 100 * EXPERT * ACTIVE_EXPERTS * MOE_LAYERS / ACTIVE,
}


@cache
def deck(unit: str) -> Deck:
    return read_deck((COURSE / UNITS[unit]).read_bytes(), f"kimi-k3/{UNITS[unit]}")


def typed(ident: str) -> Typed:
    (parts,) = (
        entry.parts
        for entry in deck(ident.partition("-")[0]).entries
        if entry.attributes.id == ident
    )
    assert isinstance(parts, Typed)
    return parts


@pytest.mark.parametrize("unit", UNITS)
def test_the_decks_have_no_problems(unit: str) -> None:
    assert deck(unit).problems == ()


@pytest.mark.parametrize(("ident", "value"), DERIVED.items(), ids=DERIVED)
def test_a_derived_number_is_accepted_and_shown_rounded(ident: str, value: float) -> None:
    first = typed(ident).answers[0]
    assert first.number is not None
    assert abs(float(first.number) - value) <= float(first.tolerance or 0) + 1e-9
    shown = re.match(r"[\d.]+", first.text)
    assert shown is not None
    places = len(shown[0].partition(".")[2])
    assert float(shown[0]) == pytest.approx(round(value, places))


def test_the_published_totals_follow_from_the_configuration() -> None:
    assert round(TOTAL / TRILLION, 2) == 2.78
    assert round(ACTIVE / BILLION, 1) == 104.2


def test_the_table_of_parameters_follows_from_the_configuration() -> None:
    row = re.compile(r"^\| \**([^|*]+?)\** \|[^|]*\| \**([\d,.]+)\** \|$", re.MULTILINE)
    rows = row.findall(deck("l6").text)
    shown = {part: float(number.replace(",", "")) for part, number in rows}
    assert shown == {
        part: round(number / BILLION, 2) for part, number in {**PARTS, "Total": TOTAL}.items()
    }


def test_the_order_by_active_parameters_follows_from_the_configuration() -> None:
    (parts,) = (
        entry.parts for entry in deck("l6").entries if entry.attributes.id == "l6-active-order"
    )
    assert isinstance(parts, Order)
    ranked = sorted(ACTIVE_PARTS, key=lambda part: -ACTIVE_PARTS[part])
    assert parts.items == tuple(ranked[: len(parts.items)])


def test_sizing_experts_by_the_hidden_width_gives_the_classic_mistake() -> None:
    mistaken = 3 * WIDTH * EXPERT_WIDTH * EXPERTS * MOE_LAYERS
    assert f"{mistaken / TRILLION:.2f}T" in deck("l6").text
