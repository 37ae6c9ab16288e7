"""Comparing a page written from memory with the key points of a rubric; pure."""
