"""A room with a tournament for each test; `@pytest.mark.parametrize("court", [{...}], indirect=True)` sets the room."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.tables.salon import salon
from tests.bot.tournaments.playing import Court


@pytest.fixture
async def court(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Court]:
    """A room of four people, unless the test says otherwise."""
    async with salon(tmp_path, **{"people": 4, **getattr(request, "param", {})}) as room:
        yield Court(room)
