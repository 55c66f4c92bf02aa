"""A person's purse in a server: what is free, what lies on games, what has moved last. Knows no rule of the game."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import discord

from bot.storage import HouseExhausted, Movement, NotBroke, Page, PostedBefore, Purse, give_allowance
from bot.texts import Words
from bot.ui import say
from bot.ui.custom_ids import Press, Verb
from bot.ui.drawing import Drawing, layout
from bot.ui.galerie_text import chips, gain
from bot.ui.items import button
from bot.ui.pages.answering import turn
from bot.ui.pages.parts import buttons, fields, framed, moment, number, pager, text

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["draw", "press", "purse"]

_ROWS = 10


def draw(
    words: Words, kept: Purse, moved: Page[Movement], places: dict[int, str], allowance: int, said: str = ""
) -> Drawing:
    """The page of whoever reads it.

    Args:
        places: where the tables of those movements are, as addresses.
        allowance: what he is brought up to if he is broke.
        said: what came of his last press, in a sentence.
    """
    lines = [words("pages.purse.free", amount=chips(words, kept.balance))]
    if kept.at_stake:
        lines.append(words("pages.purse.at_stake", amount=chips(words, kept.at_stake)))
    page, pages = moved.offset // _ROWS, -(-moved.total // _ROWS)
    broke = kept.balance + kept.at_stake < allowance
    take = button(Verb.PURSE, words("pages.purse.take", amount=chips(words, allowance)), argument="take.0", emoji="🪙")
    return Drawing(
        layout(
            framed(
                text(f"## {words('pages.purse.title')}\n" + "\n".join(lines)),
                text(said) if said else None,
                text("\n".join(_line(words, it, places) for it in moved.rows)) if moved.rows else None,
                buttons(take) if broke else None,
                pager(words, Verb.PURSE, page, pages, (f"page.{max(0, page - 1)}", f"page.{page + 1}")),
                text(f"-# {words('pages.purse.about')}"),
            )
        )
    )


def _line(words: Words, moved: Movement, places: dict[int, str]) -> str:
    what = words(f"pages.purse.kind.{moved.kind.value}")
    where = places.get(moved.escrow.table_id) if moved.escrow is not None else None
    what = f"[{what}]({where})" if where is not None else what
    return f"**{gain(words, moved.amount)}** · {what} · {words.number(moved.balance)} · {moment(moved.at)}"


async def purse(
    room: CardRoom, interaction: discord.Interaction[Any], words: Words, page: int = 0, said: str = ""
) -> Drawing:
    """The purse of whoever asks, in the server where he asks; whoever comes for the first time gets one."""
    guild_id, user_id = interaction.guild_id, interaction.user.id
    assert guild_id is not None
    await room.tables.purse(guild_id, user_id)
    kept = await room.database.purse(guild_id, user_id)
    assert kept is not None, "it was opened just now"
    moved = await room.database.movements(guild_id, user_id, limit=_ROWS, offset=page * _ROWS)
    tables = {it.escrow.table_id for it in moved.rows if it.escrow is not None}
    places = {}
    for table_id in tables:
        sight = await room.tables.sight(table_id)
        places[table_id] = say.link(guild_id, sight.place)
    return draw(words, kept, moved, places, (await room.choices(guild_id)).allowance, said)


async def press(
    room: CardRoom, interaction: discord.Interaction[Any], words: Words, press: Press, _values: list[str]
) -> None:
    """A page was turned, or today's chips were asked for.

    Raises:
        Refused: the item was drawn by another version.
    """
    action, page = fields(press.argument, 2)
    said = await _take(room, interaction, words) if action == "take" else ""
    await turn(interaction, await purse(room, interaction, words, number(page, 0, 1_000_000), said))


async def _take(room: CardRoom, interaction: discord.Interaction[Any], words: Words) -> str:
    guild_id, user_id, now = interaction.guild_id, interaction.user.id, room.now
    assert guild_id is not None
    await room.tables.purse(guild_id, user_id)
    allowance = (await room.choices(guild_id)).allowance
    day = datetime.fromtimestamp(now / 1000, UTC).date()
    try:
        await room.database.write(lambda connection: give_allowance(connection, guild_id, user_id, allowance, day, now))
    except PostedBefore:
        return words("pages.purse.today")
    except NotBroke:
        return words("pages.purse.not_broke")
    except HouseExhausted:
        return words("pages.purse.exhausted")
    return words("pages.purse.taken")
