"""Faults of the disk, of the power and of the process, produced at every point where one can be."""
