"""Every command and every button of an evening, pressed under any trouble, and the answers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Any, Final

import pytest
import simcord
from simcord import actors
from simcord.components import walk_components
from simcord.enums import OptionType
from simcord.http.client import FakeHTTPClient
from simcord.interactions import command_leaves

from bot.adapter import answer, router
from bot.adapter import commands as command_tree
from bot.adapter.custom_ids import ITEM, Press, Verb, decode
from bot.storage.connections import Connections
from tests.support.arrivals import arrivals_of
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.shown import Snapshot, texts_of

_LAST: Final = frozenset({Verb.PRIVACY, Verb.ADMIN_DO, Verb.CLOSE, Verb.RESIGN, Verb.ABANDON, Verb.CANCEL})
"""Presses that end a table or take a person out. They come last, since the others would then find nothing."""
_GIVEN: Final = {OptionType.STRING: "x", OptionType.INTEGER: 5, OptionType.NUMBER: 5.0, OptionType.BOOLEAN: True}
_SELECTS: Final = frozenset({3, 5, 6, 7, 8})
_FIELD: Final = 4
Shown = dict[tuple[Verb, str], tuple[Snapshot, dict[str, Any]]]
"""A message and one of its items for each kind of press. A kind is a verb, and its argument without numbers."""


async def evening(cards: CardWorld) -> tuple[int, Shown]:
    """Plays a staked game with a backer, opens its menus and the page of every command. Returns the table and the
    items.
    """
    world, shown = cards.world, Shown()
    alice, bruno, chloe, david = world.people
    challenge = await cards.challenge(alice, bruno, stake=10)
    _gather(cards, shown)
    await cards.press(bruno, challenge, Verb.ACCEPT)
    (row,) = await cards.room.database.tables.open_of(alice.id)
    presets = (await cards.press(chloe, await cards.table(row.id), Verb.BET)).response
    _gather(cards, shown)
    await cards.press(chloe, presets, Verb.BET_AMOUNT)
    for person in (alice, bruno, chloe, david):
        await cards.more(person, row.id)
    await cards.deal(row.id)
    for person in (alice, bruno, chloe, david):
        await cards.more(person, row.id)
        _gather(cards, shown)
    # A cut decides who deals, and so who the elder is.
    elder, _ = await cards.mover(row.id)
    await cards.does(elder.name, Verb.PROPOSE)
    _gather(cards, shown)
    for name, options in commands(cards, chloe):
        await alice.slash(world.channel, name, **options)
        _gather(cards, shown)
    return row.id, shown


def commands(cards: CardWorld, member: simcord.MemberActor) -> Iterable[tuple[str, dict[str, Any]]]:
    """Yields every command with its options. Where a command needs a person, it is `member`."""
    for command in cards.world.env.backend.visible_commands(user_id=member.id, channel_id=cards.world.channel.id):
        for path, leaf in command_leaves(command):
            needed = [option for option in leaf.get("options") or () if option.get("required")]
            yield " ".join(path), {option["name"]: _value(option, member) for option in needed}


def completions(cards: CardWorld, member: simcord.MemberActor) -> Iterable[tuple[str, str]]:
    """Yields every option with completions, with its command."""
    for command in cards.world.env.backend.visible_commands(user_id=member.id, channel_id=cards.world.channel.id):
        for path, leaf in command_leaves(command):
            for option in leaf.get("options") or ():
                if option.get("autocomplete"):
                    yield " ".join(path), option["name"]


async def expect_choices(
    cards: CardWorld, person: simcord.MemberActor, name: str, option: str, typed: str = "", *, slowly: str = ""
) -> list[dict[str, Any]]:
    """Types into an option. Fails unless choices, or none, come in time. Returns them."""
    async with slow(cards, database=slowly == "database") if slowly else nullcontext():
        choices = await person.autocomplete(cards.world.channel, name, option, typed)
        assert arrivals_of(cards.world.env.backend).amiss() == []
    return choices


def _value(option: dict[str, Any], member: simcord.MemberActor) -> Any:
    if choices := option.get("choices"):
        return choices[0]["value"]
    kind = OptionType(option["type"])
    return _GIVEN.get(kind, member)


def _gather(cards: CardWorld, shown: Shown) -> None:
    env = cards.world.env
    for messages in env.backend.messages.values():
        for stored in messages.values():
            message = simcord.ResponseMessage(env, stored)
            for part in walk_components(stored.components):
                if part.get("disabled") or (press := _press(part)) is None:
                    continue
                key = press.verb, re.sub(r"\d+", "0", press.argument)
                if key not in shown:
                    shown[key] = cards.snapshot(message), dict(part)


def _press(part: dict[str, Any]) -> Press | None:
    match = ITEM.fullmatch(part.get("custom_id") or "")
    return None if match is None else decode(match)


def in_order(shown: Shown) -> list[tuple[Snapshot, dict[str, Any]]]:
    """Returns the items, with those that end something last."""
    return [shown[key] for key in sorted(shown, key=lambda key: (key[0] in _LAST, key[0].value, key[1]))]


async def send(
    cards: CardWorld, person: simcord.MemberActor, old: Snapshot, part: dict[str, Any]
) -> simcord.InteractionResult:
    """Presses one item of an old message, by simcord's private way, which works even if the person would not see it."""
    data: dict[str, Any] = {"custom_id": part["custom_id"], "component_type": part["type"]}
    if part["type"] in _SELECTS:
        data["values"] = [option["value"] for option in part.get("options", ())][:1] or [str(person.id)]
    env = cards.world.env
    place = env.backend.get_channel(int(old.payload["channel_id"]))
    who: Any = person if place.guild_id else person.user
    if not place.guild_id:
        place = env.backend.get_dm_channel(person.id)
    channel = simcord.ChannelHandle(env, getattr(who, "guild", None), place)
    return await actors._dispatch_actor_interaction(
        who, 3, channel, data, extra={"message": old.payload}, source_message_id=old.message.id
    )


async def expect_answer(
    cards: CardWorld,
    person: simcord.MemberActor,
    act: Callable[[], Awaitable[simcord.InteractionResult]],
    *,
    slowly: str = "",
) -> None:
    """Acts. Fails unless Discord is answered in time, and the person in their language, once all is done.

    A form that opens is filled in and sent, and has to be answered too.

    Args:
        slowly: what keeps the bot waiting: its `database`, or `discord` for everything except an answer. Empty for
            nothing.
    """
    async with slow(cards, database=slowly == "database") if slowly else nullcontext():
        result = await act()
        _expect_taken(cards, result)
    if result.modal is not None:
        parts = walk_components(result.modal["components"])
        fields = {part["custom_id"]: "5" for part in parts if part["type"] == _FIELD}
        # Not if the person does not see the message below the form.
        with suppress(simcord.SetupError):
            sent = await person.submit_modal(result, fields)
            _expect_taken(cards, sent)
            _expect_words(cards, person, sent)
    _expect_words(cards, person, result)


def _expect_taken(cards: CardWorld, result: simcord.InteractionResult) -> None:
    assert result.acknowledged
    assert arrivals_of(cards.world.env.backend).amiss() == []


def _expect_words(cards: CardWorld, person: simcord.MemberActor, result: simcord.InteractionResult) -> None:
    for message in (*result.followups, result.response):
        if message is not None and message.ephemeral:
            said = texts_of(message).strip()
            assert said, "an answer without a word"
            if cards.world._locales.get(person.id) == "fr":
                assert said not in _ENGLISH, said


_ENGLISH: Final = frozenset(
    EN(key)
    for key in EN.catalogue._catalog  # type: ignore[attr-defined]  # gettext has no other way to its keys
    if isinstance(key, str) and key.startswith("problem.") and "{" not in EN.catalogue.gettext(key)
    if EN.catalogue.gettext(key) != FR.catalogue.gettext(key)
)
"""The refusals that have other words in French."""


@asynccontextmanager
async def slow(cards: CardWorld, *, database: bool) -> AsyncIterator[None]:
    """Holds up, to the end of the block, all queries of the database, or all requests to Discord except answers.

    The bot's patience is over at once. So the effect is that of waits longer than its patience, and no test sleeps.
    """
    env, ready = cards.world.env, asyncio.Event()
    with pytest.MonkeyPatch.context() as patch:
        for module in (answer, router, command_tree):
            patch.setattr(module, "PATIENCE_S", 0.0)
        places: list[tuple[Any, str]] = [(Connections, "read"), (Connections, "write")] if database else []
        for owner, name in places or [(FakeHTTPClient, "request")]:
            patch.setattr(owner, name, _waiting(env, ready, getattr(owner, name)))
        try:
            yield
        finally:
            ready.set()
            await env.settle()


def _waiting(env: simcord.Env, ready: asyncio.Event, at_once: Any) -> Any:
    async def waiting(*arguments: Any, **options: Any) -> Any:
        if not ready.is_set():
            await env.external_wait(ready.wait(), reason="a slow answer")
        return await at_once(*arguments, **options)

    return waiting
