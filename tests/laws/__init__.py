"""The laws of synchronising: devices that saw the same records agree, and nothing is lost.

The ordinary tests run a short profile. For the long one::

    python -m tests.laws --runs 5000

which also plants faults into the program and tells after how many runs each was caught.
"""
