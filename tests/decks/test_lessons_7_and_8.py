"""Lessons 7, 7b and 8: the figures on the cards follow from their inputs."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import pytest

from recall.cards.deck import Deck
from recall.cards.kinds.typed import AcceptedAnswer, Typed
from recall.markdown.reader import read_deck

COURSE = Path(__file__).parents[2] / "decks" / "kimi-k3"
DECK_OF = {"l7": "07-situ-glu.md", "l7b": "07b-quantile-balancing.md", "l8": "08-native-vision.md"}

GATE_CAP, UP_CAP = 4.0, 25.0
EXPERTS, CHOSEN = 896, 16
PATCH, MERGE, LARGEST_SIDE, WINDOW = 14, 2, 3584, 1_048_576
LAYERS, WIDTH, ATTENTION_WIDTH, MLP_WIDTH, GRID, COLOURS = 27, 1024, 1536, 4096, 64, 3


@cache
def deck(name: str) -> Deck:
    return read_deck((COURSE / name).read_bytes(), f"kimi-k3/{name}")


def answer(ident: str) -> AcceptedAnswer:
    entries = deck(DECK_OF[ident.split("-")[0]]).entries
    (found,) = (entry for entry in entries if entry.attributes.id == ident)
    assert isinstance(found.parts, Typed)
    return found.parts.answers[0]


def sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def softcap(value: float, limit: float) -> float:
    return limit * math.tanh(value / limit)


def situ_glu(gate: float, up: float) -> float:
    return softcap(gate, GATE_CAP) * sigmoid(gate) * softcap(up, UP_CAP)


def swiglu(gate: float, up: float) -> float:
    return gate * sigmoid(gate) * up


def softcap_slope(value: float, limit: float) -> float:
    return 1 - math.tanh(value / limit) ** 2


def raw_bias(margins: list[float], target: int) -> float:
    """Minus the margin just below the ``target`` largest, which then exceed it."""
    bias = -sorted(margins, reverse=True)[target]
    assert sum(margin + bias > 0 for margin in margins) == target
    return bias


def centred(biases: list[float]) -> list[float]:
    return [bias - sum(biases) / len(biases) for bias in biases]


def image_tokens(side: int) -> float:
    return (side / PATCH) ** 2 / MERGE**2


def encoder_millions() -> float:
    layer = 4 * WIDTH * ATTENTION_WIDTH + 2 * WIDTH * MLP_WIDTH
    patches = COLOURS * PATCH**2 * WIDTH
    return (LAYERS * layer + patches + GRID**2 * WIDTH) / 1e6


MARGINS = [0.28, 0.19, 0.12, 0.04, -0.03, -0.11, -0.21, -0.35]

FIGURES = {
    "l7-swiglu-hundred": swiglu(100, 100),
    "l7-bound-other": 3 * 20,
    "l7-wrong-gate": -GATE_CAP * sigmoid(-GATE_CAP),
    "l7-softcap-four": softcap(4, 4),
    "l7-two": situ_glu(2, 2),
    "l7-ten": situ_glu(10, 10),
    "l7-hundred": situ_glu(100, 100),
    "l7-slope": softcap_slope(25, UP_CAP),
    "l7b-target-k3": 56_000 * CHOSEN / EXPERTS,
    "l7b-weight": 0.6 / (0.6 + 0.2),
    "l7b-sign-step": 0.010 - 0.002,
    "l7b-sign-many": 0.30 / 0.002,
    "l7b-margin": 0.62 - 0.50,
    "l7b-raw-bias": raw_bias(MARGINS, 3),
    "l7b-level": 100 * (1 - CHOSEN / EXPERTS),
    "l7b-share": 100 * CHOSEN / EXPERTS,
    "l7b-centre": centred([-0.25, 0.05, 0.10, 0.30])[0],
    "l7b-picture": (4 + 3 + 1 + 0) / 4,
    "l7b-width": (0.3 - -0.2 + 2) / 1000,
    "l8-total-size": encoder_millions(),
    "l8-factor": MERGE**2,
    "l8-merged-width": MERGE**2 * WIDTH,
    "l8-largest-tokens": image_tokens(LARGEST_SIDE),
    "l8-tokens-896": image_tokens(896),
    "l8-window": WINDOW / image_tokens(LARGEST_SIDE),
    "l8-normalise": 320 / 1280,
}


@pytest.mark.parametrize(("ident", "value"), FIGURES.items(), ids=list(FIGURES))
def test_a_cards_figure_follows_from_its_inputs(ident: str, value: float) -> None:
    accepted = answer(ident)
    assert accepted.number is not None
    assert abs(float(accepted.number) - value) <= float(accepted.tolerance or 0) + 1e-9


@pytest.mark.parametrize("name", DECK_OF.values())
def test_the_deck_has_no_problems(name: str) -> None:
    assert deck(name).problems == ()
