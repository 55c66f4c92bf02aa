"""Makes pictures of messages: a headless chromium shows each message on the sandbox's own page. No server is needed."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from PIL import Image

from bot.gallery.troupe import Snapshot
from sandbox.server import static_files

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Route

_ADDRESS = "http://localhost"
_HEIGHT = 3200
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# Removes the scroll bar, and shows the whole height.
_STYLE = """
body, #stage { display: block; height: auto; overflow: visible; padding: 0; }
.column { display: block !important; height: auto; width: 100%; border: 0; border-radius: 0; overflow: visible; }
.message { margin: 0 !important; background: none; }
.modal { position: static; padding: 12px; } .modal-box { max-width: 420px; margin: 0; }
.marked { outline: 3px solid #e0b860; outline-offset: 2px; }
"""
_DRAW = """
async ([frame, reader, message, form, marked]) => {
  const store = await import("/static/store.js");
  const { draw } = await import("/static/messages.js");
  const { showModal } = await import("/static/modal.js");
  store.take(frame);
  const me = store.people().find((one) => one.key === reader);
  const place = { channel: message?.channel, go: () => {}, mention: () => {} };
  const list = document.createElement("div");
  const column = document.createElement("section");
  column.className = "column";
  column.lang = me.locale;
  column.append(list);
  document.getElementById("stage").replaceChildren(column);
  if (form) showModal(column, me.id, form);
  else list.append(draw(message, null, me.id, place));
  if (marked) list.querySelector(`[data-component="${CSS.escape(marked)}"]`)?.classList.add("marked");
  document.activeElement?.blur();
  await Promise.all([...document.images].map((image) => image.decode()));
  const shown = form ? column.querySelector(".modal-box") : list.querySelector(".message");
  const reach = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return Math.max(range.getBoundingClientRect().right, one.matches(".container") ? end(one) : 0);
  };
  const end = (one) => one.getBoundingClientRect().right;
  const edges = [...shown.querySelectorAll(".body > *, .above, .title > *")];
  const right = form ? end(shown) : Math.max(...edges.map(reach));
  const box = shown.getBoundingClientRect();
  return [box.x, box.y, Math.min(box.width, right - box.x + 12), box.height];
}
"""


class CameraError(Exception):
    """No pictures can be taken. The text says why, in one line for the person who runs the command."""


class Camera:
    """Takes pictures of messages on a browser's page, which is as wide as a reader's screen."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._uploads: dict[str, bytes] = {}
        self._files = static_files()

    async def open(self) -> None:
        """Loads the sandbox's page with its styles. Has to come before `take`."""
        await self._page.route("**/*", self._answer)
        await self._page.goto(_ADDRESS + "/")
        await self._page.add_style_tag(content=_STYLE)

    async def take(self, sight: Snapshot, *, marked: str = "") -> Image.Image:
        """Returns the picture of a message as one person saw it at one moment.

        Args:
            marked: the `custom_id` of a button to draw a frame around. Empty for none.
        """
        self._uploads.update(sight.uploads)
        drawn = [json.loads(sight.frame), sight.reader, sight.message, sight.form, marked]
        x, y, width, height = await self._page.evaluate(_DRAW, drawn)
        clip: Any = {"x": x, "y": y, "width": width, "height": min(height, _HEIGHT)}
        return Image.open(io.BytesIO(await self._page.screenshot(clip=clip, animations="disabled"))).convert("RGB")

    async def _answer(self, route: Route) -> None:
        path = unquote(urlsplit(route.request.url).path)
        if path == "/":
            _, page = self._files["index.html"]
            styles = "".join(re.findall(r"<link rel=\"stylesheet\"[^>]*>", page.decode()))
            body = f"<!doctype html><html><head>{styles}</head><body><main id=stage></main></body></html>"
            await route.fulfill(body=body, content_type="text/html")
        elif path.startswith("/static/") and path.removeprefix("/static/") in self._files:
            kind, data = self._files[path.removeprefix("/static/")]
            await route.fulfill(body=data, content_type=kind)
        elif (upload := self._uploads.get(urlsplit(route.request.url).path)) is not None:
            await route.fulfill(body=upload, content_type="image/png")
        else:
            await route.fulfill(status=404)


@asynccontextmanager
async def open_camera() -> AsyncIterator[Browser]:
    """Opens a browser without a window for the time of the `with` block. Each `Camera` needs a page of this browser.

    Raises:
        CameraError: playwright or a chromium is missing.
    """
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        raise CameraError("the gallery needs playwright: pip install playwright, or `make check`") from None
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _CHROMIUM)), None)
    if path is None:
        raise CameraError("the gallery needs a chromium; install one, or set CHROMIUM to its path")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            await browser.close()
