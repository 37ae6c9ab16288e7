"""A library of 100,000 cards in 10,000 files, the same every time."""

from __future__ import annotations

from pathlib import Path

FILES = 10_000
CARDS_PER_FILE = 10

LONG_CARD = """Q: What does one step of the delta rule do to the state? {#long}
A: It reads, erases and writes:

| step  | what it does           | cost          |
|-------|------------------------|---------------|
| fade  | each channel decays    | $O(d)$        |
| erase | the old value goes out | $O(d^2)$      |
| write | the new value goes in  | $O(d^2)$      |

In a formula: $S_t = \\alpha_t S_{t-1} + \\beta_t v_t k_t^\\top$, and the whole of it

$$
S_t = S_{t-1} \\left( \\alpha_t - \\beta_t k_t k_t^\\top \\right) + \\frac{\\beta_t}{2} v_t
$$

```python
import numpy as np


def step(state, key, value, fade, write):
    # One token of the recurrence; the state is a matrix.
    faded = fade[:, None] * state
    erased = faded - write * np.outer(key, key @ faded)
    return erased + write * np.outer(key, value)


def run(tokens, size):
    state = np.zeros((size, size))
    for key, value, fade, write in tokens:
        state = step(state, key, value, fade, write)
    return state
```

1. The state has a fixed size, so the cost of a token does not grow with the text.
   - It holds `d × d` numbers for each head.
   - Nothing of a token is kept but what it changed.
2. What was erased is gone:
   - a later question about it cannot be answered;
   - a layer of full attention now and then makes up for it.

> A memory that never forgets is a memory that cannot grow.

| layers | kind      | positions |
|--------|-----------|-----------|
| 3      | recurrent | by fade   |
| 1      | attention | none      |

Together they make one block, and the blocks are stacked.

~~~text
   token ──▶ fade ──▶ erase ──▶ write
     ▲                            │
     └────────── state ◀──────────┘
~~~
N: The figures are those of a small example, and the names are those of the text.
   Larger ones only change the sizes.
H: Think of a notebook with one page: what must happen before you can write on it again?
"""


def write_library(folder: Path, files: int = FILES, cards: int = CARDS_PER_FILE) -> None:
    """Write decks of questions, clozes, terms and choices into 100 folders below ``folder``."""
    for number in range(files):
        shelf = folder / f"shelf-{number % 100:02}"
        shelf.mkdir(parents=True, exist_ok=True)
        text = [
            f"---\ntitle: Deck {number}\ntags: [bench, t{number % 7}]\n---\n\n# Deck {number}\n"
        ]
        for card in range(cards):
            text.append(_card(number, card))
        (shelf / f"deck-{number:05}.md").write_text("\n".join(text), encoding="utf-8")


def _card(deck: int, card: int) -> str:
    about = f"{deck}-{card}"
    match card % 4:
        case 0:
            return (
                f"Q: What is the value of item {about} in the register?\nA: It is {deck * card}, "
                f"written down on page {card}, with **one** note and `code_{card}`.\n"
            )
        case 1:
            return f"C: Item {about} weighs {{{{{deck + card} grams}}}} on the laboratory scale.\n"
        case 2:
            return f"Q: How many parts has item {about}?\nA= {deck + card} ± 1\n"
        case _:
            return (
                f"Q: Which colour has item {about}?\n- [x] Colour {card}\n"
                f"- [ ] Colour {card + 1}\n  - That is the colour of the next one.\n"
                f"- [ ] No colour of {deck}\n"
            )
