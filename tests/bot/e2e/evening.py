"""An evening that can be repeated click by click with other packs, and everything that one person sees of it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import simcord

from bot.adapter.custom_ids import Verb
from bot.tables import lookup
from bot.tables.events.table_events import Played, decode
from bot.tables.state.waiting import WaitKind
from ecarte.game import (
    PACK,
    Card,
    CardsDealt,
    DealerDiscarded,
    ElderDiscarded,
    Event,
    ImpossibleEvent,
    Seat,
    engine,
    player_view,
)
from tests.support.cardroom import CardWorld
from tests.support.shown import arguments_of, verbs_of

SPOKEN = (Verb.KING, Verb.PROPOSE, Verb.GIVE, Verb.GIVE_IF_ENOUGH, Verb.REFUSE, Verb.PLAY)
_ID = re.compile(r"\d{17,}")
_MOMENT = re.compile(r"<t:\d+")
_MARK = re.compile(r'"id": \d{4,}')
"""The digest of a message, as the id of its first component: Discord numbers the others from 1."""


@dataclass(frozen=True, slots=True)
class Step:
    """One person's next click: a button, or a choice with its confirmation."""

    name: str
    custom_id: str
    picked: tuple[int, ...] | None = None


async def next_step(cards: CardWorld, table: int) -> Step:
    """Chooses a random press by the player to move. Sometimes the other player announces the king instead."""
    table_view = await cards.view(table)
    if WaitKind.ERRORS in table_view.waits:
        assert table_view.seats is not None
        people = [cards.person(person.id).name for person in table_view.seats]
        content = {name: verbs_of(cards.held(name)).get(Verb.LET_STAND) for name in people}
        return next(Step(name, ids[0]) for name, ids in content.items() if ids)
    mover, other = await cards.mover(table)
    for person in (other, mover):
        marks = verbs_of(cards.held(person.name)).get(Verb.KING)
        if marks and cards.chance.random() < 0.3:
            return Step(person.name, marks[0])
    hand = cards.held(mover.name)
    offered = verbs_of(hand)
    if Verb.CHOOSE_DISCARDS in offered:
        bounds = (await lookup.hand(cards.room.tables, table, mover.id)).view.discard_bounds
        assert bounds is not None
        places = sorted(map(int, arguments_of(hand, Verb.CHOOSE_DISCARDS)))
        return Step(mover.name, "", tuple(cards.chance.sample(places, cards.chance.randint(1, bounds[1]))))
    return Step(mover.name, cards.chance.choice([custom_id for verb in SPOKEN for custom_id in offered.get(verb, [])]))


async def take(cards: CardWorld, step: Step) -> None:
    """Makes the click."""
    person = next(person for person in cards.world.people if person.name == step.name)
    if step.picked is None:
        hand = cards.held(step.name)
        await person.user.click(hand, custom_id=step.custom_id)
        return
    await cards.pick(step.name, *step.picked)
    await cards.does(step.name, Verb.DISCARD)


def seen_by(cards: CardWorld, viewer: simcord.MemberActor | None) -> dict[str, list[Any]]:
    """Returns every message that a person can see (None: that all can see), whole: content, ids, file names and bytes.

    Discord's ids of messages and files are left out, because the order of two that are sent at once is random. So are
    moments, because the simulated time also moves on while a picture is painted, which takes longer on a busy machine,
    and the digests of messages, which cover their moments.
    """
    env, seen = cards.world.env, {}
    for place in [cards.world.channel, *cards.world.channel.threads]:
        seen[f"place {place.name}"] = [_whole(env, message) for message in _stored(env, place.id, viewer)]
    if viewer is not None:
        seen["direct"] = [_whole(env, message) for message in _stored(env, viewer.user.dm_channel.id, viewer)]
    return seen


def _stored(env: simcord.Env, place: int, viewer: simcord.MemberActor | None) -> list[Any]:
    stored = env.backend.messages.get(place, {})
    return [stored[key] for key in sorted(stored) if _visible(stored[key], viewer)]


def _visible(message: Any, viewer: simcord.MemberActor | None) -> bool:
    return bool(message.visible_to(viewer.id) if viewer is not None else not message.is_ephemeral)


def _whole(env: simcord.Env, message: Any) -> list[Any]:
    files = [
        (attachment["filename"], sha256(env.backend.cdn.get(attachment["url"]) or b"").hexdigest())
        for attachment in message.attachments
    ]
    text = json.dumps([message.content, message.components], sort_keys=True, ensure_ascii=False)
    return [_MARK.sub('"id": 0', _ID.sub("#", _MOMENT.sub("<t:0", text))), files]


async def events_of(cards: CardWorld, table: int) -> list[Event]:
    """The game's events, with every hidden card."""
    loaded = await cards.room.database.tables.load(table)
    assert loaded is not None
    events = [decode(event.type, event.version, event.data) for event in loaded[1]]
    return [event.event for event in events if isinstance(event, Played)]


def with_other_hidden_cards(cards: CardWorld, events: list[Event], seat: Seat) -> tuple[Card, ...] | None:
    """Returns another pack for the last deal that is consistent with everything that `seat` has seen.

    Returns None if no such pack is found at random.
    """
    state = engine.replay(events)
    view = player_view(state, seat)
    last = max(number for number, event in enumerate(events) if isinstance(event, CardsDealt))
    played = [card for trick in view.public.tricks for card in (trick.lead, trick.reply)]
    known = {*view.places, *view.discarded, *view.put_out, view.public.turn_up, *played}
    hidden = [card for card in PACK if card not in known]
    for _ in range(200):
        other = dict(zip(hidden, cards.chance.sample(hidden, len(hidden)), strict=True))
        mapped = [*events[:last], *(_mapped(event, other) for event in events[last:])]
        try:
            again = engine.replay(mapped)
        except ImpossibleEvent:
            continue
        if again.hand(seat.other) != state.hand(seat.other):
            dealt = mapped[last]
            assert isinstance(dealt, CardsDealt)
            return dealt.pack
    return None


def _mapped(event: Event, other: dict[Card, Card]) -> Event:
    match event:
        case CardsDealt(pack, distribution):
            return CardsDealt(tuple(other.get(card, card) for card in pack), distribution)
        case ElderDiscarded(cards):
            return ElderDiscarded(_in_order(cards, other))
        case DealerDiscarded(cards):
            return DealerDiscarded(_in_order(cards, other))
        case _:
            return event


def _in_order(cards: tuple[Card, ...], other: dict[Card, Card]) -> tuple[Card, ...]:
    return tuple(sorted((other.get(card, card) for card in cards), key=PACK.index))
