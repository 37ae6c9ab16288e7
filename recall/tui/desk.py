"""Runs the library's calls one after the other in a thread of their own, so that nothing freezes.

A progress file can be held by another window, and a library of a hundred thousand cards takes a
moment to read; neither may stop the screen from being drawn or a key from being heard.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 0.3
"""Seconds a call may take before the screen says what it waits for."""


class Desk:
    """One thread, one call at a time, in the order they were asked for.

    ``patience`` is in seconds. Exceptions of a call are raised where it was asked for.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="library")

    async def call(self, work: Callable[[], T], slow: Callable[[], None]) -> T:
        """Run ``work`` in the thread and return its result; call ``slow`` if it takes long."""
        future = asyncio.get_running_loop().run_in_executor(self._executor, work)
        done, _ = await asyncio.wait({future}, timeout=self._patience)
        if not done:
            slow()
        return await future

    def post(self, work: Callable[[], object]) -> None:
        """Run ``work`` after everything asked for before it, for when nobody waits for its end.

        What goes wrong is lost: use it for what is kept while the screen is already going away.
        """
        self._executor.submit(work)

    def close(self, last: Callable[[], None]) -> None:
        """Run ``last`` after everything asked for before it, wait for that, and end the thread."""
        self._executor.submit(last).result()
        self._executor.shutdown(wait=True)
