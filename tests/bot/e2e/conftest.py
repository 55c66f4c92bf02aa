"""One evening in the card room for each test: the real bot, a real database, four people in a simulated Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.cardroom import CardWorld, card_world


@pytest.fixture
async def cards(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[CardWorld]:
    """The card room; `@pytest.mark.parametrize("cards", [{...}], indirect=True)` sets its settings."""
    async with card_world(tmp_path, **getattr(request, "param", {})) as cards_world:
        yield cards_world
