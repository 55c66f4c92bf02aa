"""The connections to Discord: a request with pictures is sent in one piece."""

from __future__ import annotations

from typing import Final

import aiohttp

_MOST_BYTES: Final = 2**20
"""Longer forms are written part by part: in one piece they would stand in memory twice."""


class Connector(aiohttp.TCPConnector):
    """As discord.py's own, but that a form is written at once.

    aiohttp writes and encrypts each part of a form by itself, its boundaries and headers too, and reads a file's bytes
    in a thread: some ten writes for a picture.
    """

    def __init__(self) -> None:
        # discord.py keeps to Discord's limits itself.
        super().__init__(limit=0)

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[aiohttp.tracing.Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109  # the name is aiohttp's
    ) -> aiohttp.connector.Connection:
        """A connection for a request."""
        form = req.body
        if isinstance(form, aiohttp.MultipartWriter) and form.size is not None and form.size <= _MOST_BYTES:
            await req.update_body(await form.as_bytes())
        return await super().connect(req, traces, timeout)
