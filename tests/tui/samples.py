"""Libraries that several tests show."""

from __future__ import annotations

from collections.abc import Mapping

from recall.cards.card import Kind
from recall.cards.deck import DeckKind
from recall.cards.problem import Level, Problem
from recall.library.past import Past, PastDeed
from recall.library.values import CourseRow, DeckRow, Showing
from recall.study.course import NextStep, State
from tests.tui.fake import FakeLibrary, choice, deck, order, question, row, typed

KERNEL = question(
    "What does $g_{\\min} = -5$ buy the chunkwise kernel?",
    "A finite rescaling factor by construction, so that every tile can be a dense matrix product.",
    hint="Think of tiles.",
    note="It replaces the activation; it does not clamp the old one.",
    uid="kernel",
)
ERRATIC = choice(
    "Your integration is erratic on multi-turn tasks. What do you check first?",
    (
        "Whether prefix-cache misses corrupt the state",
        False,
        "A miss costs time, not correctness.",
    ),
    ("Whether the harness passes the reasoning back each turn", True, ""),
    (
        "Whether effort is too low for the task",
        False,
        "That would be weak on single turns too.",
    ),
    ("Whether four-bit weights hurt long inputs", False, ""),
    note="The model was trained with its thinking history kept.",
)
LAYERS = typed("23 blocks of 4 layers plus one closing layer make how many layers?", "93")
STAGES = order(
    "The three stages of post-training", "2 RL: nine experts", "1 SFT: cold start", "3 MOPD"
)
BOTH = choice(
    "Which are axes of K3?",
    ("Depth", True, ""),
    ("Colour", False, "No model has one."),
    ("Width", True, ""),
)
ENDS = choice(
    "Which bound keeps the exponents finite?",
    ("The clamp on the *output*", False, "It comes too late: the factor is already infinite."),
    ("$g_{\\min} = -5$ in the log-decay", True, "Sixteen steps of −5 give −80."),
)

PROBLEMS = (
    Problem(
        "kimi/03.md",
        14,
        1,
        "C102",
        Level.ERROR,
        "The choice card has no right option.",
        "Mark the right one with [x].",
    ),
    Problem(
        "kimi/07.md",
        3,
        7,
        "F204",
        Level.WARNING,
        'The key "sumary" of the front matter is not known.',
        'The nearest one is "summary".',
    ),
    Problem("notes.md", 1, 1, "D001", Level.NOTE, "The file has no cards.", "Ignore it."),
)


LESSON = r"""---
kind: lesson
source: "a report"
license: MIT
---

# KDA part 2

A state that fades cannot be computed token by token: the *chunkwise* form runs many at once.

$$S_t = \mathrm{Diag}(\alpha_t)\,S_{t-1} + \beta_t k_t v_t^\top$$

## Chunks

```text
  tokens   │ 1 … 64 │ 65 … 128 │ 129 … 192 │ 193 … 256 │ 257 … 320 │ 321 … 384 │ 385 … 448 │
             chunk 1    chunk 2     chunk 3     chunk 4     chunk 5     chunk 6     chunk 7
```

| part | cost |
|---|--:|
| within a chunk | quadratic |
| between chunks | linear |

Within a chunk the work is a dense matrix product; the fading state is carried from chunk to chunk.

Q: What does the chunkwise form buy?
A: Dense matrix products.

C: Between chunks the cost is {{linear}}, within one it is {{quadratic}}.

### Its bound

The exponents stay finite because of g_min.

## Check yourself

Q: Which part is dense?
- [ ] The state
- [x] The product within a chunk
  - Yes.

## Blank page

R: Explain chunks.
- They run in parallel
- The state is carried on
"""


TITLES = (
    ("L1", "The shape of K3", "three axes, config table"),
    ("L2", "KDA, part 1: a memory of fixed size", "fade / erase / write"),
    ("L3", "KDA, part 2: chunks, bounds and its partner MLA", "chunkwise, g_min, MLA, NoPE"),
    ("L4", "Attention Residuals", "depth as retrieval"),
    ("L5", "Review A", "interleaved recall"),
    ("L6", "LatentMoE", "sparsity 56, deriving 2.78T"),
    ("L7", "SiTU-GLU", "Bounded activations"),
    ("L7b", "Quantile Balancing", "Even expert load"),
)


def path_at(
    *known: Mapping[str, object],
    step: NextStep,
    own: tuple[DeckRow, ...] = (),
    next_due: str | None = None,
) -> FakeLibrary:
    """The bundled course with the first units as told, and the rest closed."""
    units = []
    for place, (code, title, summary) in enumerate(TITLES):
        review = code == "L5"
        values: dict[str, object] = {
            "code": code,
            "summary": summary,
            "file_id": place + 1,
            "kind": DeckKind.REVIEW if review else DeckKind.LESSON,
            "after": (TITLES[place - 1][0],) if place else (),
            "is_read": not review,
            "is_drawn": review,
            "cards": 32 if review else 64,
            "new": 32 if review else 64,
            "waiting": 32 if review else 64,
            "open": place < len(known),
        }
        if place < len(known):
            values |= known[place]
        units.append(deck(f"{place}.md", title, **values))
    glossary = deck(
        "glossary.md",
        "Glossary",
        kind=DeckKind.DECK,
        file_id=90,
        cards=80,
        new=80,
        new_today=0,
        summary="the words every model report takes for granted",
    )
    return FakeLibrary(
        lessons={"0.md": LESSON, "3.md": LESSON},
        cards=[KERNEL],
        courses=(CourseRow("kimi-k3", "Kimi K3: reading a frontier report", "course.md"),),
        decks=(*units, glossary, *own),
        step=step,
        next_due=next_due,
    )


def seen(recall: float, due: int = 0, **values: object) -> dict[str, object]:
    """A lesson of which every card was answered."""
    known = {"recall": recall, "due": due, "new": 0, "waiting": 0, "finished": True}
    return known | values


def course(*cards: Showing) -> FakeLibrary:
    """A library with a course of five lessons and a deck of the learner's own."""
    return FakeLibrary(
        lessons={"kimi/03.md": LESSON},
        cards=list(cards or (KERNEL, ERRATIC, LAYERS, STAGES)),
        courses=(CourseRow("kimi-k3", "Kimi K3: reading a frontier report", "kimi/course.md"),),
        decks=(
            deck(
                "kimi/01.md",
                "The shape of K3",
                code="L1",
                summary="three axes, config table",
                due=3,
                recall=0.84,
                cards=12,
            ),
            deck(
                "kimi/02.md",
                "KDA part 1",
                code="L2",
                summary="fade, erase, write",
                due=6,
                recall=0.93,
                cards=14,
            ),
            deck(
                "kimi/03.md",
                "KDA part 2",
                code="L3",
                summary="chunkwise, g_min, MLA, NoPE",
                due=9,
                new=4,
                recall=0.33,
                cards=16,
            ),
            deck(
                "kimi/04.md",
                "Attention Residuals",
                code="L4",
                summary="depth as retrieval",
                new=10,
                new_today=6,
                is_read=True,
                finished=True,
                state=State.LEARNING,
            ),
            deck(
                "kimi/05.md",
                "Review A",
                code="L5",
                summary="interleaved recall",
                kind=DeckKind.REVIEW,
                open=False,
                after=("L4",),
                new=10,
            ),
            deck("networking/tcp.md", "networking/tcp.md", course=None, recall=0.91, cards=41),
        ),
    )


def _deed(identity: str, when: str, what: str, then: str, **values: bool) -> PastDeed:
    return PastDeed(
        id=identity,
        kind="review",
        uid="kernel",
        at=f"{when.replace(' ', 'T')}:00Z",
        when=when,
        what=what,
        then=then,
        **values,
    )


def a_past() -> Past:
    """What was done on two days; the newest thing is undone."""
    kernel = "“What does g_min = −5 buy the chunkwise kernel?”"
    before, after = "“Q: What is the captial of Peru?”", "“Q: What is the capital of Peru?”"
    return Past(
        deeds=(
            _deed(
                "good",
                "2026-12-01 09:13",
                "Good for “Sparsity?”",
                "Good for “Sparsity?” counts again.",
                undone=True,
            ),
            _deed(
                "again",
                "2026-12-01 09:12",
                f"Again for {kernel}",
                "the card is due today again",
            ),
            _deed(
                "mark",
                "2026-12-01 09:11",
                f"suspending {kernel}",
                "the card comes again",
            ),
            _deed(
                "link",
                "2026-11-30 20:05",
                f"the link from {before} to {after}",
                "they are two cards",
            ),
            _deed(
                "settings",
                "2026-11-30 20:01",
                "other settings of the schedule",
                "",
                settled=True,
            ),
            _deed(
                "easy",
                "2026-11-30 20:00",
                "Easy for “Layers?”",
                "the card is new again",
            ),
        ),
        next_undo="again",
        next_redo="good",
    )


def many_cards(count: int = 1_234) -> FakeLibrary:
    """A library with a long list of cards, each kind of row among the first of them."""
    library = course()
    new = {"phase": "new", "due": None, "due_in": None, "stability": None, "difficulty": None}
    library.listed = [
        row("What does g_min = −5 buy the chunkwise kernel?", 1),
        row("K3 has 93 layers, of which 24 are MLA.", 2, kind=Kind.CLOZE, which="93"),
        row("K3 has 93 layers, of which 24 are MLA.", 3, kind=Kind.CLOZE, which="24", uid="24"),
        row("Distillation", 4, kind=Kind.TERM, which="→", suspended=True),
        row("Distillation", 5, kind=Kind.TERM, which="←", uid="back", flagged=True, buried=True),
        row("蒸留とは何ですか", 6, recall=None, reps=0, lapses=0, **new),
        row("A card of a deck that is gone", 7, missing=True),
        *(row(f"Question number {number}", number) for number in range(8, count + 1)),
    ]
    return library
