"""Deck files, and what a card's Markdown looks like. markdown-it-py lives here only."""
