"""A worker for reviews and hints that starts no process: most tests need the result, and not the process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


class ThreadWorker:
    """Runs functions in threads of this process."""

    async def run(self, function: Callable[..., Any], /, *args: Any) -> Any:
        """Returns what the function returns."""
        return await asyncio.to_thread(function, *args)

    def stop(self) -> None:
        """Leaves the threads to themselves."""
