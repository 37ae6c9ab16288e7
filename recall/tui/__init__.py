"""The terminal interface: screens over a ``Library``, and the only place Textual lives.

``app`` starts it, ``keys`` names every key, ``desk`` runs the library's calls in one thread,
``screens`` holds one file for each screen and ``widgets`` what several screens share. Text that
comes from a deck, a file name or an error becomes ``Content`` in ``content`` before it is drawn.
"""
