"""The use cases: open, refresh, due, answer, undo, search, export. What the fronts call."""
