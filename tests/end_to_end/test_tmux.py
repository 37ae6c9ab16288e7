"""The program as a learner meets it: in a shell, in a real terminal multiplexer."""

from __future__ import annotations

import os
import re
import signal

from tests.end_to_end.terminal import PROMPT, RECALL, Tmux, ratings, write_deck

EVERY_KIND = """\
# Rivers

Q: Into which sea does the Nile flow?
A: Into the Mediterranean.

Q: How many mouths has the Danube?
A= 3 | three

Q: Which of these rivers flows north?
- [x] The Nile
- [ ] The Danube
  - It flows east.
- [ ] The Mississippi

T: Delta
D: Land that a river lays down at its mouth.

C: The Nile is joined by the Atbara in {{Sudan}}.

O: From the spring to the sea
1. Brook
2. Tributary
3. Stream
"""
TITLES = (
    "Into which sea does the Nile flow?",
    "How many mouths has the Danube?",
    "Which of these rivers flows north?",
    "Delta",
    "The Nile is joined by the Atbara in […].",
    "From the spring to the sea",
)
CLIPBOARD = "\x1b]52;c;RVZJTA==\x07"
HOSTILE = f"""\
---
title: "Evil {CLIPBOARD} title"
summary: {CLIPBOARD}
---
Q: First {CLIPBOARD} question
A: Its {CLIPBOARD} answer
H: {CLIPBOARD}
N: \x9d52;c;RVZJTA==\x9c

Q: Nothing {CLIPBOARD}
A:
"""


def test_every_kind_is_reviewed_and_undone_also_after_a_restart(tmux: Tmux) -> None:
    write_deck(tmux, EVERY_KIND)
    tmux.type(f"clear; {RECALL}")
    home = tmux.wait_for("Next: learn 6 new cards", "Enter next")
    assert "rivers" in home
    assert "6 new" in home  # a term is asked in both directions, one of them today

    tmux.press("Enter")
    tmux.wait_for(TITLES[0], "Space answer", "1 of 6")
    tmux.press("Space")
    tmux.wait_for("Into the Mediterranean.", "1 Again", "3 Good 10 min")
    tmux.press("3")

    tmux.wait_for(TITLES[1], "Enter check")
    tmux.type("4")
    tmux.wait_for("✗ You wrote  4", "also right: three", "Enter Again")
    tmux.press("1")

    screen = tmux.wait_for(TITLES[2], "a–c answer", "2 to repeat")
    right = re.search(r"([abc])  The Nile", screen)
    assert right is not None
    tmux.press(right[1])
    tmux.wait_for(f"✓ Right: {right[1]}.", "It flows east.", "Enter Good")
    tmux.press("3")

    tmux.wait_for("Delta", "What does it mean?")
    tmux.press("Space")
    tmux.wait_for("Land that a river lays down")
    tmux.press("3")

    tmux.wait_for(TITLES[4])
    tmux.press("Space")
    tmux.wait_for("The Nile is joined by the Atbara in Sudan.", "1 Again")
    tmux.press("2")

    screen = tmux.wait_for(TITLES[5], "Space pick up")
    assert all(item in screen for item in ("Brook", "Tributary", "Stream"))
    tmux.press("Enter")
    tmux.wait_for("1 Again", "Easy")
    tmux.press("4")
    tmux.wait_for(TITLES[1], "5 to repeat", "Enter check")  # the one forgotten comes back first
    given = ["Good", "Again", "Good", "Good", "Hard", "Easy"]
    assert ratings(tmux) == given

    tmux.press("Tab", "u")
    tmux.wait_for(f"Easy for “{TITLES[5]}” was taken back.", "Brook")
    assert ratings(tmux) == given[:5]

    tmux.press("q")
    tmux.wait_for("Summary", "5 answers", "come back later today")
    tmux.press("Enter")
    tmux.wait_for("Next: review 5 cards", "learn 1 new")
    tmux.press("q")
    tmux.wait_for(PROMPT)

    tmux.type(f"clear; {RECALL}")
    tmux.wait_for("Next: review 5 cards", "learn 1 new")
    tmux.press("u")
    tmux.wait_for(f"Hard for “{TITLES[4]}” was taken back.", "Next: review 4 cards")
    assert ratings(tmux) == given[:4]
    tmux.press("q")
    tmux.wait_for(PROMPT)


def test_a_signal_leaves_the_shell_usable_and_the_grade_kept(tmux: Tmux) -> None:
    write_deck(tmux, EVERY_KIND)
    tmux.type("stty -g > before")
    tmux.type(f"clear; sh -c 'echo $$ > number; exec {RECALL} review'; echo ended with $?")
    tmux.wait_for(TITLES[0], "Space answer")
    tmux.press("Space")
    tmux.wait_for("1 Again")
    tmux.press("3")
    tmux.wait_for(TITLES[1], "Enter check")
    tmux.run("send-keys", "-l", "half an answ")
    tmux.wait_for("half an answ")

    os.kill(int((tmux.folder / "number").read_text()), signal.SIGTERM)
    tmux.wait_for(f"ended with {128 + signal.SIGTERM}\n{PROMPT}")
    modes = "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{keypad_cursor_flag}"
    assert tmux.run("display-message", "-p", modes).split() == ["0", "1", "0", "0"]
    tmux.type("stty -g > after; stty -a; echo told")
    words = tmux.wait_for("\ntold").split()
    assert {"icanon", "echo", "isig", "icrnl", "opost"} <= {word.rstrip(";") for word in words}
    assert (tmux.folder / "after").read_text() == (tmux.folder / "before").read_text()
    assert ratings(tmux) == ["Good"]


def test_a_hostile_deck_does_not_reach_the_clipboard(tmux: Tmux) -> None:
    """P46: what a deck says is shown, not obeyed."""
    tmux.run("set-option", "-g", "set-clipboard", "on")
    write_deck(tmux, HOSTILE)
    tmux.run("set-buffer", "-b", "own", "kept")
    for command in ("check", "cards", "review --plain < /dev/null"):
        tmux.type(f"clear; {RECALL} {command}; echo told")
        tmux.wait_for("\ntold")
    tmux.type(f"clear; {RECALL}")
    tmux.wait_for("Evil", "1 error", "p problems")
    tmux.press("p")
    tmux.wait_for("C306")
    tmux.press("q")
    tmux.wait_for("Next: learn 1 new card")
    tmux.press("r")
    tmux.wait_for("First", "Space answer")
    tmux.press("h")
    tmux.wait_for("Hint.")
    tmux.press("i")
    tmux.wait_for("Due: not yet learnt")
    tmux.press("q")
    tmux.wait_for("Space answer")
    tmux.press("Space")
    tmux.wait_for("Its", "Note.")
    tmux.press("C-c")
    tmux.wait_for(PROMPT)
    assert tmux.run("list-buffers", "-F", "#{buffer_name} #{buffer_sample}") == "own kept\n"

    # The same sequence printed by the shell does reach it, so the check above can fail.
    tmux.type(r"clear; printf '\033]52;c;RVZJTA==\007'; echo told")
    tmux.wait_for("told\n" + PROMPT)
    assert "EVIL" in tmux.run("list-buffers", "-F", "#{buffer_sample}")
