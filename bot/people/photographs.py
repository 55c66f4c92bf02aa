"""Keeps photographs of people (their avatars on Discord) in memory, for the pictures of tables.

No picture waits for a photograph. A picture is painted with the photographs that are in memory. A missing photograph is
loaded for the next picture. Nothing is drawn again when it has arrived. If a person or a server has turned photographs
off, none is loaded or shown.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.people.profiles import Profiles
from bot.people.server import Servers

MOST: Final = 2_000
"""The most photographs in memory."""
MOST_BYTES: Final = 16 << 20
"""The most bytes of all photographs in memory."""
LARGEST: Final = 128 << 10
"""The most bytes of one photograph. A larger one is not kept.

A usual one, of 128 pixels, has some ten thousand bytes.
"""
_MOST_PEOPLE: Final = 20_000
"""The most people whose photographs' addresses are known."""
AT_ONCE: Final = 4
"""How many photographs are loaded at the same time."""
MOST_WAITING: Final = 64
"""The most photographs that are being loaded or wait to be loaded.

A photograph beyond that is not loaded until a later picture needs it.
"""
REST_MS: Final = 10 * 60_000
"""If a photograph was missing or too large, or memory had no room for it, the bot tries to load it again only after
this many milliseconds.
"""
IN_USE_MS: Final = 10 * 60_000
"""After a picture has used a photograph, others do not displace it from memory for this many milliseconds.

If they could, a face would appear in one picture and be missing in the next while very many tables are open.
"""
SILENT_MS: Final = 15_000
"""After Discord did not answer, no photograph is loaded for this many milliseconds."""

Load: TypeAlias = Callable[[str], Awaitable[bytes | None]]
"""Loads the photograph at an address of Discord. Returns None if none is there. Raises `CannotLoad`."""


class CannotLoad(Exception):
    """A photograph cannot be loaded now, because Discord does not answer."""


async def _cannot_load(_address: str) -> bytes | None:
    raise CannotLoad


@dataclass(slots=True)
class _Photo:
    """A photograph in memory, and when a picture last looked it up."""

    data: bytes
    looked_at: int


@dataclass(slots=True)
class _Places:
    """The addresses of a person's photographs: that of the account, and those of single servers."""

    everywhere: str | None = None
    in_server: dict[int, str] = field(default_factory=dict)

    def all(self) -> set[str]:
        """All addresses."""
        return {*self.in_server.values(), *(() if self.everywhere is None else (self.everywhere,))}


class Photographs:
    """Keeps photographs in memory, and loads missing ones in the background.

    Attributes:
        load: loads a photograph from Discord. The client sets this function.

    Args:
        now: returns the time, in epoch milliseconds.
    """

    def __init__(self, profiles: Profiles, servers: Servers, now: Callable[[], int]) -> None:
        self.load: Load = _cannot_load
        self._profiles, self._servers, self._now = profiles, servers, now
        self._places: OrderedDict[int, _Places] = OrderedDict()
        self._photos: OrderedDict[str, _Photo] = OrderedDict()
        self._bytes = 0
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._rests: OrderedDict[str, int] = OrderedDict()
        self._silent_until = 0
        self._stopped = False

    @property
    def under_way(self) -> list[asyncio.Task[None]]:
        """The tasks that load photographs or wait for their turn to do so."""
        return list(self._loading.values())

    @property
    def kept_bytes(self) -> int:
        """The bytes of all photographs in memory."""
        return self._bytes

    def note(self, user_id: int, guild_id: int | None, *, everywhere: str | None, here: str | None) -> None:
        """Remembers the addresses of a person's photographs. If an address has changed, drops the old photograph.

        Args:
            guild_id: the server in which the person was seen. None for direct messages.
            everywhere: the address of the account's photograph. None if it has none.
            here: the address of the photograph for this server alone. None if there is none.
        """
        places = self._places.setdefault(user_id, _Places())
        self._places.move_to_end(user_id)
        before = places.all()
        places.everywhere = everywhere
        if guild_id is not None:
            places.in_server.pop(guild_id, None)
            if here is not None:
                places.in_server[guild_id] = here
        for address in before - places.all():
            self._drop(address)
        while len(self._places) > _MOST_PEOPLE:
            self.forget(next(iter(self._places)))

    def forget(self, user_id: int) -> None:
        """Forgets the addresses and photographs of a person. Stops loading photographs of them."""
        places = self._places.pop(user_id, None)
        for address in () if places is None else places.all():
            self._drop(address)

    async def of(self, guild_id: int | None, people: Iterable[int]) -> Mapping[int, bytes]:
        """Returns the photographs of these people that may be shown in a server, by the ids of people.

        The mapping looks in memory at each access. If the photograph is not there, the access starts to load it, does
        not wait, and finds no entry.

        Args:
            guild_id: the server. None for direct messages, where only the choices of these people count.
        """
        if guild_id is not None and not await self._servers.shows_faces(guild_id):
            return {}
        addresses: dict[int, str] = {}
        for user_id in people:
            if user_id not in self._places:
                continue
            if not (await self._profiles.profile(user_id)).preferences.faces:
                self.forget(user_id)
            elif (address := self._address(user_id, guild_id)) is not None:
                addresses[user_id] = address
        return _Shown(self, addresses)

    def look_up(self, user_id: int, address: str) -> bytes | None:
        """Returns the photograph at an address if it is in memory.

        Otherwise returns None, and loads the photograph in the background.
        """
        if user_id not in self._places or address not in self._places[user_id].all():
            # The person was forgotten after the address was read.
            return None
        if (photo := self._photos.get(address)) is None:
            self._want(user_id, address)
            return None
        self._photos.move_to_end(address)
        photo.looked_at = self._now()
        return photo.data

    def stop(self) -> None:
        """Stops loading photographs."""
        self._stopped = True
        for task in self._loading.values():
            task.cancel()

    def _address(self, user_id: int, guild_id: int | None) -> str | None:
        places = self._places.get(user_id)
        if places is None:
            return None
        return places.everywhere if guild_id is None else places.in_server.get(guild_id, places.everywhere)

    def _want(self, user_id: int, address: str) -> None:
        if self._stopped or address in self._loading or len(self._loading) >= MOST_WAITING:
            return
        now = self._now()
        if now < self._silent_until or now < self._rests.get(address, 0):
            return
        self._loading[address] = asyncio.create_task(self._fill(user_id, address), name="load a photograph")

    async def _fill(self, user_id: int, address: str) -> None:
        try:
            async with self._turn:
                if self._now() < self._silent_until:
                    return
                photo = await self.load(address)
        except CannotLoad:
            self._silent_until = self._now() + SILENT_MS
            return
        finally:
            del self._loading[address]
        if user_id not in self._places or address not in self._places[user_id].all():
            # In the meantime the person was erased, turned faces off, or changed the photograph.
            return
        if photo is None or not self._has_room(len(photo)):
            self._rests[address] = self._now() + REST_MS
            while len(self._rests) > MOST:
                self._rests.popitem(last=False)
            return
        self._photos[address] = _Photo(photo, self._now())
        self._bytes += len(photo)

    def _has_room(self, size: int) -> bool:
        """Drops photographs that were not looked up for long. Returns whether one of this size has room then."""
        while size <= LARGEST and (len(self._photos) >= MOST or self._bytes + size > MOST_BYTES):
            oldest, photo = next(iter(self._photos.items()))
            if self._now() - photo.looked_at < IN_USE_MS:
                return False
            self._drop(oldest)
        return size <= LARGEST

    def _drop(self, address: str) -> None:
        photo = self._photos.pop(address, None)
        self._bytes -= 0 if photo is None else len(photo.data)
        self._rests.pop(address, None)


class _Shown(Mapping[int, bytes]):
    """The photographs of some people, those that are in memory when they are looked up."""

    def __init__(self, photographs: Photographs, addresses: Mapping[int, str]) -> None:
        self._photographs, self._addresses = photographs, addresses

    def __getitem__(self, user_id: int) -> bytes:
        photo = self._photographs.look_up(user_id, self._addresses[user_id])
        if photo is None:
            raise KeyError(user_id)
        return photo

    def __iter__(self) -> Iterator[int]:
        return (user_id for user_id in self._addresses if self.get(user_id) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)
