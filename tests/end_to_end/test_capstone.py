"""A whole blank page in a real terminal, killed while it is written and while it is compared."""

from __future__ import annotations

import json
import os
import signal

from tests.end_to_end.terminal import PROMPT, RECALL, Tmux

DECK = """\
---
code: L13
title: Capstone
kind: capstone
---
R: Tell how a river shapes the land. {#shaping}
- Upper course
  - Fast water cuts **V-shaped** valleys | steep valleys are cut {#valleys}
  - Waterfalls retreat upstream {#falls}
- Lower course
  - Slow water drops sand and mud {#mud}
    - ! sediment settles where the water is fastest
  - Deltas grow into the sea {#deltas}
"""
FIRST = "Fast water cuts V-shaped valleys."
SECOND = "Sediment settles where the water is fastest."
THIRD = "Deltas grow into the sea."


def start(tmux: Tmux) -> None:
    """Start the program so that its number is known, and go to the blank pages."""
    tmux.type(f"clear; sh -c 'echo $$ > number; exec {RECALL}'; echo ended with $?")
    tmux.wait_for("Capstone", "quit")
    tmux.press("b")
    tmux.wait_for("Tell how a river", "4 points")


def kill(tmux: Tmux) -> None:
    """Kill the program without a word, and bring the terminal back."""
    os.kill(int((tmux.folder / "number").read_text()), signal.SIGKILL)
    tmux.wait_for("ended with 137")
    # The program had no chance to give the terminal back, so Enter does not end a line yet.
    tmux.run("send-keys", "-l", "stty sane; printf '\\033c'; echo told")
    tmux.press("C-j")
    tmux.wait_for("told\n" + PROMPT)


def drafts(tmux: Tmux) -> str:
    """What the library keeps of the page, as it lists it."""
    return tmux.recall("blank", "--list", "--json")


def test_a_capstone_page_outlives_kills_while_writing_and_while_comparing(tmux: Tmux) -> None:
    (tmux.folder / "decks" / "capstone.md").write_text(DECK, encoding="utf-8")
    start(tmux)
    tmux.press("Enter")
    tmux.wait_for("How many of them will you get?")
    tmux.press("3", "Enter")
    tmux.wait_for("0 words", "Ctrl+S done")
    tmux.run("send-keys", "-l", f"{FIRST} {SECOND} ")
    # The words are counted when they were kept, so what is counted may not be lost.
    tmux.wait_for("12 words")
    kill(tmux)

    start(tmux)
    tmux.wait_for("begun")
    tmux.press("Enter")
    tmux.wait_for("This page goes on where you left it.", FIRST)
    tmux.press("C-t")
    tmux.wait_for("Revealed: Upper course")
    tmux.run("send-keys", "-l", THIRD)
    tmux.wait_for(THIRD, "17 words")
    tmux.press("C-s")
    tmux.wait_for("Anything else?")
    tmux.press("C-s")
    tmux.wait_for("✓ found", "1 of 3")
    tmux.press("Enter")
    tmux.wait_for("⚑ A misconception?")
    tmux.press("y")
    tmux.wait_for("3 of 3")
    kill(tmux)

    start(tmux)
    tmux.press("Enter")
    tmux.wait_for("3 of 3", "Deltas grow into the sea")
    # Not Enter again: the same key at once could be a held one.
    tmux.press("Right")
    tmux.wait_for("Second chance", "Waterfalls …")
    tmux.type("they wander against the current")
    tmux.wait_for("Waterfalls retreat upstream", "Did you recall it?")
    tmux.press("y")
    tmux.wait_for("Once more", "Slow water …")
    kill(tmux)

    # Also by its name from the shell.
    tmux.type(f"clear; sh -c 'echo $$ > number; exec {RECALL} blank L13'; echo ended with $?")
    tmux.wait_for("Once more", "Slow water …")
    tmux.press("Space")
    tmux.wait_for("Slow water drops sand and mud", "Did you recall it?")
    tmux.press("y")
    tmux.wait_for(
        "2 of 4 points were on your page, 1 of them without help.",
        "1 more point came on a cue.",
        "You guessed 3: 1 more than there were.",
        "Asked next",
    )
    kill(tmux)

    log = [json.loads(line) for line in tmux.recall("log", "--json").splitlines()]
    graded = {line["name"].rpartition("/")[2]: line for line in log if "rating" in line}
    assert {point: line["rating"] for point, line in graded.items()} == {
        "valleys": 3,
        "falls": 2,
        "mud": 1,
        "deltas": 2,
    }
    assert "begun" not in drafts(tmux)
    assert tmux.recall("doctor")
