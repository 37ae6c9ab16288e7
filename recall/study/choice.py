"""What chosen options are worth."""

from __future__ import annotations

from recall.study.verdict import Verdict, propose


def grade_choice(
    chosen: frozenset[int], right: frozenset[int], count: int, seconds: float, slow: float
) -> Verdict:
    """Return what the options ``chosen`` are worth; options are numbered from 0 as written.

    ``right`` are the right ones of ``count`` options; for ``seconds`` and ``slow`` see ``propose``.

    The partial credit is ``max(0, (right chosen − wrong chosen) / right options)``: each right
    option adds its part, each wrong one takes a part away, and the sum is never negative. With one
    right option that is all or nothing. Only exactly the right options are ``right``.

    Raises ValueError when no option is right or when a number names no option.
    """
    if not right or not (chosen | right) <= frozenset(range(count)):
        raise ValueError(f"chosen {set(chosen)} and right {set(right)} do not fit {count} options")
    share = max(0, len(chosen & right) - len(chosen - right)) / len(right)
    exact = chosen == right
    return Verdict(share=share, right=exact, proposed=propose(exact, seconds, slow))
