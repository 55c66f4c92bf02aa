"""The sandbox as a whole: start, address, end. For `python -m sandbox`, and for tests."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType

import discord

from sandbox.actions import opening_action
from sandbox.people import INVITED, Cast, Opening, Step
from sandbox.server import Server, listen
from sandbox.simulation import MakeClient, Simulation
from sandbox.world import World


class SandboxError(Exception):
    """The sandbox cannot start; the text is one line for the operator."""


class Sandbox:
    """The real bot on a simulated Discord, with a page to use it; an asynchronous context manager.

    Args:
        make_client: builds the bot; see `MakeClient`.
        host: a loopback address.
        port: 0 lets the system choose.
        opening: what happens before the first visitor sees the page, in that visitor's language.
        setting: the names and pictures of the stage.
        permissions: the bot's permissions in the server, as the invite link asks for.
        tour: the steps for a visitor who opens the page first.
    """

    def __init__(
        self,
        make_client: MakeClient,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        opening: Opening | None = None,
        setting: Cast | None = None,
        permissions: discord.Permissions = INVITED,
        tour: Sequence[Step] = (),
    ) -> None:
        self._host, self._port, self._opening = host, port, opening
        self.world = World(Simulation(make_client, setting=setting, permissions=permissions), tour)
        self._server = Server(self.world)
        self._address: str | None = None

    @property
    def address(self) -> str:
        """The page's address; only between `start` and `stop`."""
        if self._address is None:
            raise RuntimeError("the sandbox is not running")
        return self._address

    async def start(self) -> None:
        """Starts the bot and the page.

        Raises:
            SandboxError: the port is taken, or the address is not this machine's own.
            Exception: raised by the bot at its start.
        """
        try:
            listener = listen(self._host, self._port)
        except ValueError as error:
            raise SandboxError(str(error)) from error
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or error
            raise SandboxError(f"port {self._port} cannot be used ({why}); choose another with PORT=") from error
        try:
            await self.world.start()
            if self._opening is not None:
                self.world.prepare(self._opening, opening_action(self.world.simulation, self._opening))
            await self._server.start(listener)
        except BaseException:
            listener.close()
            await self.world.stop()
            raise
        host, port = listener.getsockname()[:2]
        self._address = f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"

    async def stop(self) -> None:
        """Stops the page, then the bot and its database."""
        self._address = None
        self.world.dismiss_readers()
        try:
            await self._server.stop()
        finally:
            await self.world.stop()

    async def __aenter__(self) -> Sandbox:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()


async def serve(
    make_client: MakeClient,
    *,
    port: int = 8080,
    opening: Opening | None = None,
    setting: Cast | None = None,
    permissions: discord.Permissions = INVITED,
    tour: Sequence[Step] = (),
) -> None:
    """Runs the sandbox until Ctrl-C or SIGTERM; says one line, with the address, when ready.

    For the arguments and exceptions see `Sandbox`.
    """
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers; there Ctrl-C raises KeyboardInterrupt, which ends the loop as well.
        with suppress(NotImplementedError):
            loop.add_signal_handler(name, stopped.set)
    sandbox = Sandbox(make_client, port=port, opening=opening, setting=setting, permissions=permissions, tour=tour)
    async with sandbox:
        # Flushed, since a reader at the end of a pipe waits for it.
        print(f"The sandbox is open: {sandbox.address} (Ctrl-C closes it)", flush=True)
        await stopped.wait()
        for name in (signal.SIGINT, signal.SIGTERM):
            # A second Ctrl-C ends the process at once.
            with suppress(NotImplementedError):
                loop.remove_signal_handler(name)
