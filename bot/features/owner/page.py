"""The pages for the person who runs the bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.adapter.components import buttons, join_facts, page_frame, pager, text, timestamp
from bot.adapter.custom_ids import Verb
from bot.adapter.formatting import safe
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, layout
from bot.texts import Words

PAGE = 10
_DANGER = discord.ButtonStyle.danger


@dataclass(frozen=True, slots=True)
class ServerLoad:
    """A server that this process serves, and how much goes on there.

    Attributes:
        members: how many members it has, as Discord last said. None if that is not known.
        tables: how many tables are open there, challenges included.
    """

    name: str
    members: int | None
    tables: int


def overview(
    words: Words,
    servers: Sequence[ServerLoad],
    page: int,
    maintenance_since: int | None,
    said: str = "",
    reports: PressButton | None = None,
) -> Message:
    """Returns the first page for the bot's owner. It lists the servers, those with the most open tables first.

    Args:
        page: the number of the page of servers, from 0. If it is past the end, the last page is shown.
        maintenance_since: when maintenance began, in epoch milliseconds. None if it is off.
        said: a sentence about the result of the last press. Empty if there is none.
        reports: the button that opens the reported puzzles. None if there are none.
    """
    pages = max(1, -(-len(servers) // PAGE))
    page = min(page, pages - 1)
    ranked = sorted(servers, key=lambda server: (-server.tables, -(server.members or 0), server.name))
    lines = [_line(words, server) for server in ranked[page * PAGE : (page + 1) * PAGE]]
    counts = join_facts(
        words.count("owner.servers", len(servers)),
        words.count("owner.tables", sum(server.tables for server in servers)),
    )
    on = maintenance_since is not None
    state = words("owner.maintenance.on", moment=timestamp(maintenance_since, "f")) if maintenance_since else ""
    return Message(
        layout(
            page_frame(
                text(f"## {words('owner.title')}\n{counts}"),
                text(said) if said else None,
                text(state) if state else None,
                text("\n".join(lines)) if lines else None,
                pager(words, Verb.OWNER, page, pages, (f"page.{max(0, page - 1)}", f"page.{page + 1}")),
                buttons(
                    button(Verb.OWNER_SAY, words("owner.announce"), emoji="📣"),
                    button(Verb.OWNER, words("owner.maintenance.end"), argument="end", emoji="▶️")
                    if on
                    else button(Verb.OWNER, words("owner.maintenance.begin"), argument="ask", emoji="🛠️"),
                ),
                buttons(reports),
                text(f"-# {words('owner.about')}"),
            )
        )
    )


def sure(words: Words) -> Message:
    """Returns the page that asks the bot's owner whether to begin maintenance."""
    return Message(
        layout(
            page_frame(
                text(f"## {words('owner.maintenance.begin')}"),
                text(words("owner.maintenance.about")),
                buttons(
                    button(Verb.OWNER, words("owner.maintenance.begin"), argument="begin", style=_DANGER),
                    back_button(words),
                ),
            )
        )
    )


def back_button(words: Words) -> PressButton:
    """Returns the button that goes back to the first page for the bot's owner."""
    return button(Verb.OWNER, words("pages.settings.back"), argument="page.0", emoji="◀️")


def announcement(words: Words, said: str) -> str:
    """Returns an announcement as servers read it: the words of the bot's owner, below a line that says who wrote
    them.
    """
    return f"📣 **{words('owner.from')}**\n{said}"


def _line(words: Words, server: ServerLoad) -> str:
    members = "" if server.members is None else words.count("owner.members", server.members)
    tables = words.count("owner.tables", server.tables) if server.tables else ""
    return join_facts(f"**{safe(server.name)}**", members, tables)
