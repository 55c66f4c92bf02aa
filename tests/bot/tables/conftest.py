"""A room of tables for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.tables.salon import Salon, salon


@pytest.fixture
async def room(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Salon]:
    """The room; `@pytest.mark.parametrize("room", [{...}], indirect=True)` gives it more people or another seed."""
    async with salon(tmp_path, **getattr(request, "param", {})) as made:
        yield made
