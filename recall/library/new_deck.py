"""The deck an author starts from: front matter, a little text, and one card of each kind."""

from __future__ import annotations

import json
from pathlib import Path

from recall.errors import StorageError, UsageError
from recall.text import clean_line

_DECK = """\
---
title: {title}
tags: [example]
---

# {heading}

Text between the cards is what learners read. Replace everything here with matter of your own;
`recall format` explains each kind of card, and `recall preview` shows them as you write.

## Facts

Q: What does a question card ask of the learner? {{#first-question}}
A: To think of the answer, look, and grade themselves.
N: A note is shown after the answer and never graded.

Q: How many kinds of card are there?
A= 7 | seven

Q: What may stand beneath an option of a choice card?
- [x] The reason why it is right or wrong
- [ ] The letter of the right option
  - Options are shuffled, so no letter stays true.
- [ ] Another option

T: Deck
D: A Markdown file that holds text to read and cards.

C: Each gap of a {{{{cloze}}}} is asked as a card of {{{{its own}}}}.

## Order and recall

O: From writing to remembering
1. Write a card
2. Check the deck
3. Review it for the first time

R: Explain from memory how a deck is written.
- Reading text and cards stand in one Markdown file
- A capital letter with a colon begins each card
- An identity in braces keeps the history of a reworded card
"""


def write_new_deck(path: Path) -> None:
    """Write a deck to start from; its title is the file's name.

    Raises UsageError when the file exists, is not named as a deck is, or has no folder to lie in,
    and StorageError when it cannot be written.
    """
    shown = clean_line(str(path))
    if path.suffix.lower() != ".md" or path.name.startswith(("_", ".")):
        raise UsageError(
            f"{shown} is not the name of a deck, so nothing was written.",
            "A deck's name ends in .md and begins with neither an underscore nor a dot.",
        )
    heading = clean_line(path.stem).replace("-", " ").strip() or "New deck"
    title = json.dumps(heading, ensure_ascii=False)
    text = _DECK.format(title=title, heading=heading)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise UsageError(f"{shown} exists, so nothing was written.", "Name another file.") from None
    except FileNotFoundError:
        raise UsageError(
            f"There is no folder for {shown}, so nothing was written.", "Make the folder first."
        ) from None
    except OSError as error:
        raise StorageError(
            f"{shown} could not be written ({error.strerror or error}).",
            "Name a file in a folder that can be written and has room.",
        ) from None
