"""A small deck with a blank page of four points in two groups, and a page about it."""

from __future__ import annotations

RIVERS = """---
code: L1
language: en
---
R: Tell how a river shapes the land. {#shaping}
- Upper course
  - Fast water cuts **V-shaped** valleys | steep valleys are cut {#valleys}
    - ? What do valleys look like there?
  - Waterfalls retreat upstream {#falls}
- Lower course
  - Slow water drops sand and mud {#mud}
    - ! sediment settles where the water is fastest
  - Deltas grow into the sea {#deltas card=delta}

Q: What is a delta? {#delta}
A: Land that a river builds into the sea.
"""
PAGE = (
    "Fast water cuts V-shaped valleys. Sediment settles where the water is fastest. "
    "Deltas grow into the sea."
)


def name_of(point: str) -> str:
    """The lasting name of one of the points."""
    return f"rivers.md#shaping/{point}"
