"""Broken and hostile decks by the thousand, through everything that reads and shows them.

``python -m tests.fuzz`` runs them; a few hundred are part of the ordinary tests.
"""
