"""Blank pages: what is written from memory, compared with key points, and read cold."""
