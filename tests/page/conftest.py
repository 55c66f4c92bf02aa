"""The page as `make page` builds it, opened from a file in a real browser, if there is one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from page.build import html
from tests.sandbox.browser import open_browser
from tests.support.patience import PATIENCE_MS

_NO_BROWSER = find_spec("playwright") is None
# Those files import playwright: without it they cannot be collected.
collect_ignore_glob = ["*_in_a_browser.py"] if _NO_BROWSER else []
if not _NO_BROWSER:
    from playwright.async_api import expect

    expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the page."""
    file = tmp_path_factory.mktemp("page") / "replay.html"
    file.write_text(html(), "utf-8")
    return file


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Any]:
    """One browser for all tests of a process, which run in one loop."""
    async with open_browser() as opened:
        yield opened
