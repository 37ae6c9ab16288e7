"""Measurements of speed and memory: ``python -m tests.benchmarks [NAME…]``.

Each figure is a median, and where a limit is a ratio both sides are measured in turn in one run, so
that a slow or busy machine changes neither. Nothing here is asserted by the tests.
"""
