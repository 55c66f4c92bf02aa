"""Seven people press whatever they see, and write whatever comes to their minds into forms; the bot never stumbles.

Every button that somebody can really see and that is enabled may be pressed; time passes now and then, and the bot is
started anew. A fault of the bot is an error in its log, which fails any test; the chips are counted at the end.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.tables.state.table import Status
from tests.support.cardroom import CardWorld, MessageLike, card_world, components_of, verbs_of

PLACES = ("2", "16", "30", "1", "0", "31", "-3", "x", " 9")
AMOUNTS = ("1", "10", "25", "60", "400", "5000", "0", "-3", "2.5", "x", " 1 0 ")
# What would only open a page for the reader, and what would end the evening too soon.
SELDOM = {
    Verb.RULES,
    Verb.LAW,
    Verb.RECORD,
    Verb.REPLAY,
    Verb.REVIEW,
    Verb.CLOSE,
    Verb.RESIGN,
    Verb.ABANDON,
    Verb.OFFER_STOP,
    Verb.SHOW_HAND,
    Verb.MORE,
    Verb.PACKS,
}
OPTIONS: dict[str, dict[str, Any]] = {
    "french": {"stake": 40, "count": "single-double-treble"},
    "english": {"stake": 40, "style": "english"},
    "honour": {},
    "house": {},
    "salon": {"stake": 40, "manners": "salon"},
    "pool": {},
    "rubber": {"stake": 20, "rubber": 3},
}


@pytest.mark.parametrize(
    ("seed", "manner"),
    [
        *(pytest.param(61, manner, marks=pytest.mark.quick if manner == "honour" else ()) for manner in OPTIONS),
        # With this seed "house" is click for click the evening of "honour".
        *(pytest.param(62, manner, marks=pytest.mark.soak) for manner in OPTIONS if manner != "house"),
    ],
)
async def test_people_press_whatever_they_see(tmp_path: Path, manner: str, seed: int) -> None:
    # In every other evening the elder hand may cut before each deal.
    async with card_world(tmp_path, seed=seed, fair=True, cut_seconds=30 * (seed % 2)) as cards:
        cards.come("emma", "felix", "gina")
        world = cards.world
        if manner == "pool":
            result = await world.alice.slash(world.channel, "ecarte pool", stake=30)
            assert result.response is not None
            for person in (world.bruno, world.chloe):
                await cards.press(person, await cards.again(result.response), Verb.ACCEPT)
            (row,) = (await cards.room.database.tables.all_open(world.guild.id)).rows
            table = row.id
        else:
            if manner == "house":
                await cards.room.database.servers.put_settings(world.guild.id, {"house": "novice"})
            table = await cards.sit_down(world.alice, world.bruno, **OPTIONS[manner])
        pressed: set[Verb] = set()
        for number in range(160):
            if (await cards.room.tables.sight(table)).status is Status.CLOSED:
                break
            person = await _somebody(cards, table)
            seen: list[MessageLike] = [*(await cards.tables(table))[-2:], *world.dms(person)[-3:]]
            if (verb := await _press(cards, person, seen)) is not None:
                pressed.add(verb)
            if number % 40 == 39:
                await _let_time_pass(cards)
            if number % 70 == 69:
                await world.restart(crash=True)
        await cards.adds_up()
        assert len(pressed) > 4


async def _let_time_pass(cards: CardWorld) -> None:
    """Until what is due next has come; of a clock's very last seconds, simcord would sit out every one."""
    rows = (await cards.room.database.tables.all_open(limit=1000)).rows
    deadlines = [row.deadline for row in rows if row.deadline is not None]
    if deadlines:
        await cards.world.pass_time(max(0.0, (min(deadlines) - cards.world.now()) / 1000) + 1)


async def _somebody(cards: CardWorld, table: int) -> simcord.MemberActor:
    """Anybody; more often than not whoever has to decide, so that the game goes on."""
    sight = await cards.room.tables.sight(table)
    turn = sight.game.turn if sight.game is not None and sight.status is Status.PLAYING else None
    mover = None if turn is None else sight.person(turn)
    if mover is not None and mover.level is None and cards.chance.random() < 0.5:
        return cards.person(mover.id)
    return cards.chance.choice(cards.everybody)


async def _press(cards: CardWorld, person: simcord.MemberActor, seen: list[MessageLike]) -> Verb | None:
    """Somebody presses one thing of what he sees, and answers what comes of it; None: he sees nothing to press."""
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
    component = next(it for it in components_of(message) if it.get("custom_id") == custom_id)
    if component["type"] == 3:
        values = [option["value"] for option in component["options"]]
        await who.select(message, chance.sample(values, min(component["max_values"], 2)), custom_id=custom_id)
        return verb
    result = await who.click(message, custom_id=custom_id)
    if result.modal is not None:
        result = await who.submit_modal(result, _answered(result.modal, chance))
    for answer in result.followups[:1]:
        answers = [(it, one) for it, ids in verbs_of(answer).items() for one in ids]
        if answers and chance.random() < 0.7:
            _, again = chance.choice(answers)
            after = await who.click(answer, custom_id=again)
            if after.modal is not None:
                await who.submit_modal(after, _answered(after.modal, chance))
    return verb


def _answered(form: Any, chance: Random) -> dict[str, str]:
    """What somebody writes into a form, which asks for an amount or for a place to cut at."""
    asked, answers = ("place", PLACES) if '"place"' in json.dumps(form) else ("amount", AMOUNTS)
    return {asked: chance.choice(answers)}
