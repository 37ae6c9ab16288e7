"""Spaced repetition for the terminal: Markdown decks, FSRS, and a journal that never loses a grade.

``__version__`` stands here because reading it from the installed package's metadata takes longer
than all else ``recall --version`` does; a test holds it equal to pyproject.toml.
"""

__version__ = "0.1.0"
