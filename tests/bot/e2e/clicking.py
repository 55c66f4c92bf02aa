"""People who press anything they see, and write arbitrary text into forms."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import discord
import simcord
from discord.enums import ComponentType
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from tests.support.cardroom import CardWorld
from tests.support.shown import MessageLike, components_of, verbs_of

PLACES = ("2", "16", "30", "1", "0", "31", "-3", "x", " 9")
AMOUNTS = ("1", "10", "25", "60", "400", "5000", "0", "-3", "2.5", "x", " 1 0 ")
TEXTS = ("king", "24", "x", " ", "*")
# Presses that would only open a page for the reader, or end the evening too soon.
SELDOM = {
    Verb.RULES,
    Verb.LAW,
    Verb.RECORD,
    Verb.REPLAY,
    Verb.REVIEW,
    Verb.STORY,
    Verb.CLOSE,
    Verb.RESIGN,
    Verb.ABANDON,
    Verb.OFFER_STOP,
    Verb.SHOW_HAND,
    Verb.MORE,
    Verb.PACKS,
}


def confirmation(cards: CardWorld, challenger: simcord.MemberActor) -> MessageLike:
    """Returns the last private confirmation of a challenge, which only its challenger sees."""
    seen = cards.world.channel.history(viewer=challenger)
    return next(message for message in reversed(seen) if Verb.CANCEL in verbs_of(message))


async def let_time_pass(cards: CardWorld) -> None:
    """Moves time to the next deadline. Otherwise simcord would sit out each of a clock's last seconds."""
    rows = (await cards.room.database.tables.all_open(limit=1000)).rows
    deadlines = [row.deadline for row in rows if row.deadline is not None]
    if deadlines:
        await cards.world.pass_time(max(0.0, (min(deadlines) - cards.world.now()) / 1000) + 1)


async def someone(cards: CardWorld, table: int) -> simcord.MemberActor:
    """Returns a random person, mostly the player to act, so that the game goes on."""
    view = await cards.view(table)
    turn = view.game.turn if view.game is not None and view.status is Status.PLAYING else None
    mover = None if turn is None else view.person(turn)
    if mover is not None and mover.level is None and cards.chance.random() < 0.5:
        return cards.person(mover.id)
    return cards.chance.choice(cards.all_people)


async def press_something(cards: CardWorld, person: simcord.MemberActor, seen: list[MessageLike]) -> Verb | None:
    """Presses one thing that the person sees, and answers the form it opens. Returns None if there
    is nothing to press.
    """
    chance = cards.chance
    offered = [
        (verb, custom_id, message)
        for message in seen
        for verb, ids in verbs_of(message).items()
        for custom_id in ids
        if verb not in SELDOM or chance.random() < 0.1
    ]
    if not offered:
        return None
    verb, custom_id, message = chance.choice(offered)
    private = message.guild is None if hasattr(message, "guild") else False
    who: Any = person.user if private else person
    component = next(part for part in components_of(message) if part.get("custom_id") == custom_id)
    if component["type"] == 3:
        values = [option["value"] for option in component["options"]]
        await who.select(message, chance.sample(values, min(component["max_values"], 2)), custom_id=custom_id)
        return verb
    result = await who.click(message, custom_id=custom_id)
    if result.modal is not None:
        result = await who.submit_modal(result, _answered(result.modal, chance))
    answered = [reply for reply in (*result.followups, result.response) if reply is not None and reply.id != message.id]
    for answer in [reply for reply in answered if reply.ephemeral][:1]:
        answers = [(key, one) for key, ids in verbs_of(answer).items() for one in ids if one.startswith("ecb:")]
        if answers and chance.random() < 0.7:
            _, again = chance.choice(answers)
            after = await who.click(answer, custom_id=again)
            if after.modal is not None:
                await who.submit_modal(after, _answered(after.modal, chance))
    return verb


def _answered(form: Any, chance: Random) -> dict[str, Any]:
    """Returns a person's answers in a form: choices, or a text for a place to cut at, words or an amount."""
    fields = [label["component"] for label in form["components"]]
    if chosen := {field["custom_id"]: _chosen(field, chance) for field in fields if "options" in field}:
        return chosen
    texts = {"place": PLACES, "text": TEXTS, "amount": AMOUNTS}
    written = json.dumps(form)
    asked, answers = next((name, texts) for name, texts in texts.items() if f'"{name}"' in written)
    return {asked: chance.choice(answers)}


def _chosen(field: Any, chance: Random) -> Any:
    """Returns a choice among radios and in a select, or any boxes that are allowed."""
    values = [option["value"] for option in field["options"]]
    if field["type"] == ComponentType.radio_group.value:
        return chance.choice(values)
    is_select = field["type"] == ComponentType.select.value
    least, most = (1, 1) if is_select else (field.get("min_values") or 0, field.get("max_values") or len(values))
    return chance.sample(values, chance.randint(least, most))


def deny(cards: CardWorld, channel_id: int, *names: str) -> None:
    """Takes permissions away from the bot in a channel, and so in its threads."""
    backend = cards.world.env.backend
    denied = discord.Permissions(**dict.fromkeys(names, True)).value
    backend.set_overwrite(channel_id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, 0, denied))
