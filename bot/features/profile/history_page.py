"""The games that a person has played, newest first, each with its record. Draws from results; knows no rule."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.adapter.answering import turn
from bot.adapter.components import buttons, cut, fields, framed, named, number, pager, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import button, select
from bot.adapter.message import Drawing, layout
from bot.features.games.finished import game_label, game_lines, people_of
from bot.features.profile import page as profile_page
from bot.tables import archive
from bot.tables.archive import GameKey, GameResult, Page
from bot.tables.problems import Problem, Refused
from bot.texts import Words

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["draw", "history", "press"]

_ROWS = 8
_LABEL = 100


def draw(words: Words, user_id: int, games: Page[GameResult], names: Mapping[int, str], reader: int = 0) -> Drawing:
    """A page of the history of a person; `names` are of him and of those whom he met."""
    title = f"## {words('pages.history.title', name=named(words, names, user_id))}"
    if not games.rows:
        nothing = words("pages.profile.empty_own" if user_id == reader else "pages.profile.empty")
        return Drawing(layout(framed(text(f"{title}\n{nothing}"))))
    page, pages = games.offset // _ROWS, -(-games.total // _ROWS)
    note = words("pages.page", page=page + 1, pages=pages)
    options = [
        discord.SelectOption(label=cut(game_label(words, game, user_id, names), _LABEL), value=str(GameKey.of(game)))
        for game in games.rows
    ]
    arguments = f"page.{user_id}.{max(0, page - 1)}", f"page.{user_id}.{page + 1}"
    return Drawing(
        layout(
            framed(
                text(title),
                text("\n".join(game_lines(words, game, user_id, names) for game in games.rows)),
                text(f"-# {note}") if pages > 1 else None,
                ui.ActionRow(select(Verb.RECORD, options, placeholder=words("pages.history.record"))),
                pager(words, Verb.HISTORY, page, pages, arguments),
                buttons(button(Verb.HISTORY, words("pages.history.profile"), argument=f"profile.{user_id}.0")),
            )
        )
    )


async def history(
    room: CardRoom,
    interaction: discord.Interaction[Any],
    words: Words,
    user_id: int,
    present: Mapping[int, str] = MappingProxyType({}),
    page: int = 0,
) -> Drawing:
    """A page of the history of a person in the server in which somebody asks for it, or the last one.

    Args:
        present: names that are known to hold now.
    """
    assert interaction.guild_id is not None
    games = await archive.history(room.tables, interaction.guild_id, user_id, limit=_ROWS, page=page)
    names = await room.people.profiles.names({user_id, *people_of(games.rows)})
    return draw(words, user_id, games, {**names, **present}, interaction.user.id)


async def press(
    room: CardRoom, interaction: discord.Interaction[Any], words: Words, press: Press, _values: list[str]
) -> None:
    """A page was turned, or the person's profile asked for: both in place.

    Raises:
        Refused: the item was drawn by another version.
    """
    action, user, page = fields(press.argument, 3)
    user_id = number(user)
    match action:
        case "profile":
            await turn(interaction, await profile_page.profile(room, interaction, words, user_id))
        case "page":
            await turn(interaction, await history(room, interaction, words, user_id, page=number(page, 0, 1_000_000)))
        case _:
            raise Refused(Problem.STALE)
