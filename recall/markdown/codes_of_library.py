"""Problem codes that need more than one card or file to be seen (L6…)."""

from __future__ import annotations

from recall.cards.problem import Level
from recall.markdown.code import Code

CARD = "Q: What is the capital of Peru?\nA: Lima.\n"
COURSE = "---\nid: peru\n---\n"

LIBRARY_CODES = (
    Code(
        "L601",
        Level.ERROR,
        "the same identity twice",
        "The identity #{id} also stands on another card, at {other}.",
        "Give one of the two an identity of its own.",
        "An identity names one card of a course (outside a course: of a file). Until it is mended "
        "neither card is scheduled, and neither loses its history.",
        f"Q: What is the capital of Chile? {{#capital}}\nA: Santiago.\n\n{CARD}".replace(
            "Peru?", "Peru? {#capital}"
        ),
        f"Q: What is the capital of Chile? {{#chile}}\nA: Santiago.\n\n{CARD}".replace(
            "Peru?", "Peru? {#peru}"
        ),
    ),
    Code(
        "L602",
        Level.WARNING,
        "the same card twice",
        "The same card also stands at {other}.",
        "Remove one of the two, or leave both: they are one card.",
        "Equal content is one card with one history, shown in both decks.",
        f"{CARD}\n{CARD}",
        CARD,
    ),
    Code(
        "L603",
        Level.ERROR,
        "a code used twice",
        'The code "{code}" is also that of {other}.',
        "Give one of the two decks another code.",
        "A code names one deck of its course; after and draws-from refer to it.",
        {
            "course.md": COURSE,
            "a.md": f"---\ncode: L1\n---\n{CARD}",
            "b.md": "---\ncode: L1\n---\nQ: Which language?\nA: Spanish.\n",
        },
        {
            "course.md": COURSE,
            "a.md": f"---\ncode: L1\n---\n{CARD}",
            "b.md": "---\ncode: L2\n---\nQ: Which language?\nA: Spanish.\n",
        },
    ),
    Code(
        "L604",
        Level.WARNING,
        "after names no deck",
        'No deck of this course has the code "{code}", which stands in after.',
        "{nearest}",
        "The course opens a deck when those in after are ready. One that is not there is left out.",
        {
            "course.md": COURSE,
            "a.md": f"---\ncode: L2\nafter: L1\n---\n{CARD}",
        },
        {
            "course.md": COURSE,
            "a.md": f"---\ncode: L2\n---\n{CARD}",
        },
    ),
    Code(
        "L605",
        Level.WARNING,
        "draws-from names no deck",
        'No deck of this course has the code "{code}", which stands in draws-from.',
        "{nearest}",
        "A review interleaves the cards of the decks in draws-from.",
        {
            "course.md": COURSE,
            "a.md": f"---\nkind: review\ncode: RA\ndraws-from: [L1]\n---\n{CARD}",
        },
        {
            "course.md": COURSE,
            "a.md": "---\nkind: review\ncode: RA\ndraws-from: [L1]\n---\n",
            "b.md": f"---\ncode: L1\n---\n{CARD}",
        },
    ),
    Code(
        "L606",
        Level.WARNING,
        "card= names no card",
        "No card here has the identity #{id}, which this point names.",
        "{nearest}",
        "A key point can name a card that teaches it, by that card's {#id}.",
        "R: Tell about Peru.\n- Lima is the capital of Peru {card=lima}\n\n" + CARD,
        "R: Tell about Peru.\n- Lima is the capital of Peru {card=lima}\n\n"
        + CARD.replace("?", "? {#lima}"),
    ),
    Code(
        "L607",
        Level.WARNING,
        "names that differ only in case",
        "This deck's name differs from {other} only in capital letters.",
        "Rename one of the two.",
        "On some disks the two are one file, and one would be lost in a copy.",
        {"Peru.md": CARD, "peru.md": "Q: Which language?\nA: Spanish.\n"},
        {"Peru.md": CARD, "language.md": "Q: Which language?\nA: Spanish.\n"},
    ),
    Code(
        "L608",
        Level.WARNING,
        "two courses of one name",
        'The course "{id}" is also that of {other}.',
        "Give one of the two another id.",
        "Identities are kept apart by the course's id, so two courses should not share one.",
        {"a/course.md": COURSE, "b/course.md": COURSE},
        {"a/course.md": COURSE, "b/course.md": "---\nid: chile\n---\n"},
    ),
)
