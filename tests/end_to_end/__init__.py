"""Whole runs of the program, as a person or a power cut would have them."""
