"""The challenge: who asks whom, on what terms, and how to answer; later, where the table is and how it stands."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.components import FELT
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message, layout
from bot.features.challenge import pool as pool_text
from bot.features.rematch import text as rematch_text
from bot.people.person import has_house
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat

__all__ = ["draw"]

_FADED = 0x7A7F87


def draw(words: Words, sight: TableView) -> Message:
    """The message of the challenge, as it stands now."""
    sight = naming.named(words, sight)
    if sight.seats is not None:
        return Message(layout(_played(words, sight)))
    if sight.status is Status.CHALLENGE:
        return Message(layout(_open(words, sight)), mentions=naming.members(sight.challenged))
    return Message(layout(_over(words, sight)), passing=True)


def _head(words: Words, sight: TableView) -> str:
    challenger = formatting.safe(sight.challenger.name)
    if sight.challenged is None:
        return words("challenge.open", challenger=challenger)
    return words("challenge.to", challenger=challenger, challenged=naming.mention(sight.challenged))


def _open(words: Words, sight: TableView) -> ui.Container[Any]:
    if has_house([sight.challenged]):
        # It comes at once: there is nothing to press.
        agreed = formatting.terms(words, sight.terms)
        return ui.Container(ui.TextDisplay(_head(words, sight)), ui.TextDisplay(agreed), accent_colour=FELT)
    pool = sight.terms.pool is not None
    accept = words("pool.join" if pool else "challenge.accept")
    answers: list[ui.Item[Any]] = [button(Verb.ACCEPT, accept, table=sight.id, style=discord.ButtonStyle.success)]
    if sight.challenged is not None:
        answers.append(button(Verb.DECLINE, words("challenge.decline"), table=sight.id))
    answers.append(button(Verb.CANCEL, words("challenge.cancel"), table=sight.id))
    answers.append(button(Verb.RULES, words("challenge.rules"), emoji="❔"))
    return ui.Container(
        ui.TextDisplay("\n".join(pool_text.invitation(words, sight)) if pool else _head(words, sight)),
        ui.TextDisplay("\n".join([formatting.terms(words, sight.terms), *rematch_text.agreed(words, sight.terms)])),
        ui.ActionRow(*answers),
        ui.TextDisplay(words("challenge.until", when=formatting.relative(sight.expires_at))),
        accent_colour=FELT,
    )


def _over(words: Words, sight: TableView) -> ui.Container[Any]:
    assert sight.ended is not None
    names = {
        "challenger": formatting.safe(sight.challenger.name),
        "challenged": formatting.safe(sight.challenged.name) if sight.challenged else "",
    }
    return ui.Container(
        ui.TextDisplay(_head(words, sight)),
        ui.TextDisplay(words(f"challenge.{sight.ended.ending.value}", **names)),
        accent_colour=_FADED,
    )


def _played(words: Words, sight: TableView) -> ui.Container[Any]:
    """Where the table stands; neither score nor pool is kept here, so that this message is rarely edited."""
    names = {"north": formatting.who(sight, Seat.NORTH), "south": formatting.who(sight, Seat.SOUTH)}
    closed = sight.status is Status.CLOSED
    pool = sight.terms.pool is not None
    told = [words("challenge.done" if closed else "challenge.playing", **names)]
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(pool_text.outline(words, sight) if pool else told))]
    if sight.thread is not None:
        parts.append(ui.TextDisplay(words("challenge.where", place=f"<#{sight.thread}>")))
    if closed and sight.game is not None and not pool:
        north, south = sight.game.score
        parts.append(ui.TextDisplay(words("challenge.score", a=north, b=south, **names)))
    return ui.Container(*parts, accent_colour=_FADED if closed else FELT)
