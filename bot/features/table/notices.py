"""Short messages that ring: time is running out, it is your turn, the table can no longer be shown."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Drawing, layout
from bot.features.rematch import text as rematch_text
from bot.tables.views import TableSight
from bot.texts import Words
from ecarte.game import Seat
from ecarte.table.stakes import Share

__all__ = ["chair", "heir", "late", "no_place", "over", "pool", "public_warning", "refund", "settled", "warning"]

_SUCCESS = discord.ButtonStyle.success


def warning(words: Words, sight: TableSight, seat: Seat) -> Drawing:
    """To a player, privately: his time is running out."""
    sight = naming.named(words, sight)
    when = formatting.relative(sight.deadline or 0)
    table = formatting.link(sight.guild_id, sight.place)
    return _drawn(words("notice.warning", other=formatting.who(sight, seat.other), when=when, table=table))


def late(words: Words, sight: TableSight, seat: Seat) -> Drawing:
    """To the player in time, privately: the other's time is up, and what he may do."""
    sight = naming.named(words, sight)
    table = formatting.link(sight.guild_id, sight.place)
    return _drawn(words("notice.late", other=formatting.who(sight, seat.other), table=table))


def public_warning(words: Words, sight: TableSight, seat: Seat) -> Drawing:
    """To a player who cannot be written to, at the table: his time is running out."""
    person = sight.person(seat)
    text = words("notice.warning.public", who=f"<@{person.id}>", when=formatting.relative(sight.deadline or 0))
    return _drawn(text, person.id)


def no_place(words: Words, sight: TableSight) -> Drawing:
    """To both players, privately: the table can no longer be shown where it stood."""
    sight = naming.named(words, sight)
    return _drawn(
        words("notice.no.place", north=formatting.who(sight, Seat.NORTH), south=formatting.who(sight, Seat.SOUTH))
    )


def chair(words: Words, sight: TableSight) -> Drawing:
    """To whoever is called to a chair, or sits and has to say that he goes on."""
    queue, awaited = sight.around.queue, sight.around.awaited
    assert queue is not None
    assert awaited is not None
    when, table = formatting.relative(sight.around.awaited_until or 0), formatting.link(sight.guild_id, sight.place)
    if queue.seat_of(awaited) is not None:
        again = button(Verb.REMATCH, rematch_text.again(words, sight), table=sight.id, style=_SUCCESS)
        leave = button(Verb.CLOSE, words("table.close"), table=sight.id)
        return _asked(words("notice.stay", when=when, table=table), again, leave)
    stake = words("notice.chair.stake", amount=words.number(sight.terms.stake)) if sight.terms.stake else ""
    sit = button(Verb.SIT, words("galerie.chair.sit"), table=sight.id, style=_SUCCESS, emoji="🪑")
    later = button(Verb.DECLINE_CHAIR, words("galerie.chair.decline"), table=sight.id)
    return _asked(words("notice.chair", when=when, table=table, stake=stake), sit, later)


def heir(words: Words, sight: TableSight) -> Drawing:
    """To the backer to whom a hand is offered."""
    assert sight.around.offered is not None
    who, table = formatting.who(sight, sight.around.offered), formatting.link(sight.guild_id, sight.place)
    when = formatting.relative(sight.around.heir_until or 0)
    take = button(Verb.TAKE_HAND, words("galerie.hand.take"), table=sight.id, style=_SUCCESS)
    no = button(Verb.DECLINE_HAND, words("galerie.hand.decline"), table=sight.id)
    return _asked(words("notice.heir", who=who, when=when, table=table), take, no)


def pool(words: Words, sight: TableSight) -> Drawing:
    """To one of the two whose turn it is to play for the pool."""
    again = button(Verb.REMATCH, words("table.rematch"), table=sight.id, style=_SUCCESS)
    return _asked(words("notice.pool", table=formatting.link(sight.guild_id, sight.place)), again)


def over(words: Words, sight: TableSight) -> Drawing:
    """What is left of a question that was answered, or came too late."""
    drawn = _drawn(words("notice.over", table=formatting.link(sight.guild_id, sight.place)))
    return Drawing(drawn.view, passing=True)


def refund(words: Words, sight: TableSight, amount: int) -> Drawing:
    """To somebody whose bet was not covered, or not all of it."""
    table = formatting.link(sight.guild_id, sight.place)
    return _drawn(words("notice.refund", amount=formatting.chips(words, amount), table=table))


def settled(words: Words, sight: TableSight, share: Share) -> Drawing:
    """To a backer: what the game was for him."""
    table = formatting.link(sight.guild_id, sight.place)
    key = "notice.won" if share.gain > 0 else "notice.lost"
    amount = formatting.chips(words, abs(share.gain))
    return _drawn(words(key, amount=amount, who=formatting.who(sight, share.side), table=table))


def _asked(text: str, *items: ui.Item[Any]) -> Drawing:
    shown: ui.TextDisplay[Any] = ui.TextDisplay(text)
    return Drawing(layout(ui.Container(shown, ui.ActionRow(*items))))


def _drawn(text: str, *mentions: int) -> Drawing:
    item: ui.TextDisplay[Any] = ui.TextDisplay(text)
    return Drawing(layout(item), mentions=mentions)
