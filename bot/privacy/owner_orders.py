"""Carries out what the bot's owner has ordered with commands outside the running bot: to block people, leave servers,
and erase people.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.privacy.erasure import resume
from bot.privacy.service import Privacy, others_done
from bot.tables.actions.departure import give_up
from bot.tables.problems import Refused
from bot.tournaments import actions

_log = logging.getLogger(__name__)


async def read_blocks(privacy: Privacy) -> None:
    """Reads from the database which people and servers the owner has blocked. These blocks apply from now on.

    Raises:
        StorageError: the database refused. The blocks that were read before still apply.
    """
    privacy.blocked.know(await privacy.blocks.all())


async def carry_out(privacy: Privacy, leave: Callable[[int], Awaitable[bool]], *, servers_alone: bool = False) -> None:
    """Carries out the orders that the owner has given since the last call.

    An order that fails is tried again at the next call.

    Args:
        leave: leaves a server. Returns True once the bot is known to have left it.
        servers_alone: True to carry out only the orders about servers, because another process carries out those about
            people.

    Raises:
        StorageError: the database refused.
    """
    blocks = await privacy.blocks.all()
    privacy.blocked.know(blocks)
    for server in blocks.servers:
        if await leave(server.server_id) and server.once:
            await privacy.blocks.settle_server(server.server_id)
    if any(server.once for server in blocks.servers):
        privacy.blocked.know(await privacy.blocks.all())
    if servers_alone:
        return
    for person in blocks.people:
        if not person.done:
            await others_done(privacy, person.user_id, None)
            await _give_up_all(privacy, person.user_id)
            await privacy.blocks.settle_person(person.user_id)
            _log.info("a person was blocked")
    await resume(privacy)


async def _give_up_all(privacy: Privacy, user_id: int) -> None:
    """Gives up a person's games and tournaments, as an erasure does, so that no one waits for them."""
    after: int | None = 0
    while after is not None:
        page = await privacy.erasures.search(user_id, after, only_open=True)
        for table in page.named:
            with suppress(Refused):
                await give_up(privacy.tables, table.table_id, user_id)
        after = page.last
    for tournament_id in await privacy.erasures.tournaments(user_id):
        for leave in (actions.leave, actions.withdraw):
            with suppress(Refused):
                await leave(privacy.tournaments, tournament_id, user_id)
