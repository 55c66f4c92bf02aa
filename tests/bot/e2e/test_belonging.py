"""A table of a server is acted on in that server, or in direct messages by one of its members."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import discord
import simcord
from simcord import actors
from simcord.backend import serializers

from bot import features
from bot.adapter.custom_ids import Press, Verb, encode, encode_form
from bot.adapter.registry import Needs, PressRoute, Registry
from bot.people.members import KEPT_MS
from bot.tables.state.sight import Sight
from bot.tables.state.table_state import Status
from ecarte.game import Seat
from tests.support.cardroom import EN, CardWorld
from tests.support.outside import server_without_bot
from tests.support.shown import MessageLike, private_answer, texts_of
from tests.support.simcord import add_known_people, set_joined

OF_TABLES = (Needs.TABLE, Needs.SEEN, Needs.MEMBER)
REGISTRY = Registry(features.load())


def routes(*needs: Needs, tournaments: bool = False) -> Iterator[tuple[bool, Verb, str, PressRoute]]:
    """Yields the presses and the forms (True) that ask for one of these needs, with an argument that reaches each."""
    for form, verb, argument, route in REGISTRY.routes:
        if route.needs in needs and (route.screen is _screen_of_tournaments()) is tournaments:
            yield form, verb, argument or ("1" if not form else ""), route


def _screen_of_tournaments() -> object:
    route = REGISTRY.press(Press(Verb.TOURNAMENT_JOIN))
    assert route is not None
    return route.screen


class Elsewhere:
    """Emil, who is not in the Salon: a member of another server, who writes to the bot directly."""

    def __init__(self, cards: CardWorld) -> None:
        self.cards, env = cards, cards.world.env
        (self.user,) = add_known_people(env, "emil")
        self.guild = env.create_guild("Elsewhere", shard_id=0)
        self.channel = self.guild.create_text_channel("elsewhere")
        self.member = self.guild.add_member(self.user)
        set_joined(env, self.member, hours=24 * 90)

    async def forge(
        self, press: Press, *, form: bool = False, direct: bool = False, who: simcord.UserHandle | None = None
    ) -> simcord.InteractionResult:
        """Sends a forged press or form from Elsewhere, or from direct messages."""
        user = who or self.user
        page = await (user.slash("ecarte help") if direct else self.member.slash(self.channel, "ecarte help"))
        assert page.response is not None
        return await forge(self.cards, user if direct else self.member, page.response, press, form=form)


async def forge(
    cards: CardWorld, who: Any, message: MessageLike, press: Press, *, form: bool = False
) -> simcord.InteractionResult:
    """Sends a press or a form from a message, by simcord's private way."""
    stored = cards._stored(message)
    payload: dict[str, Any] = copy.deepcopy(dict(serializers.message_payload(cards.world.env.backend, stored)))
    data: dict[str, Any] = {"custom_id": encode(press), "component_type": 2, "values": ["1"]}
    if form:
        field = {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "amount", "value": "5"}}
        data = {"custom_id": encode_form(press), "components": [field]}
    place = cards.world.env.backend.get_channel(int(payload["channel_id"]))
    channel = simcord.ChannelHandle(cards.world.env, getattr(who, "guild", None), place)
    return await actors._dispatch_actor_interaction(
        who, 5 if form else 3, channel, data, extra={"message": payload}, source_message_id=message.id
    )


def asked(cards: CardWorld, person_id: int) -> int:
    """How often Discord was asked for a member of the Salon."""
    return len(cards.world.requests("GET", f"/guilds/{cards.world.guild.id}/members/{person_id}"))


async def test_a_forged_press_from_another_server_is_refused_and_changes_nothing(cards: CardWorld) -> None:
    stranger, table = Elsewhere(cards), await cards.sit_down(cards.world.alice, cards.world.bruno, stake=10)
    before, seen = await cards.view(table), len(cards.world.channel.history())
    forged = list(routes(*OF_TABLES))
    assert len(forged) > 50
    for form, verb, argument, _ in forged:
        refused = await stranger.forge(Press(verb, table, 1, argument), form=form)
        assert private_answer(refused) == EN("problem.other_server"), (verb, argument, form)
    assert await cards.view(table) == before
    assert len(cards.world.channel.history()) == seen
    assert await cards.room.database.ledger.purse(cards.world.guild.id, stranger.user.id) is None


async def test_a_forged_press_on_a_tournament_from_another_server_is_refused_and_changes_nothing(
    cards: CardWorld,
) -> None:
    stranger, world = Elsewhere(cards), cards.world
    await world.alice.slash(world.channel, "ecarte tournament")
    (before,) = await cards.room.database.tournaments.all_open()
    forged = list(routes(*OF_TABLES, tournaments=True))
    assert len(forged) > 8
    for form, verb, argument, route in forged:
        for direct, sentence in ((False, "other_server"), (True, "not_member")):
            if direct and route.needs is Needs.TABLE:
                continue
            refused = await stranger.forge(Press(verb, before.id, None, argument), form=form, direct=direct)
            assert private_answer(refused) == EN(f"problem.{sentence}"), (verb, argument, direct)
    assert await cards.room.database.tournaments.all_open() == (before,)


async def test_a_manager_of_a_server_without_the_bot_is_no_manager_of_a_tournament_elsewhere(cards: CardWorld) -> None:
    world, backend = cards.world, cards.world.env.backend
    invitation = (await world.alice.slash(world.channel, "ecarte tournament")).response
    assert invitation is not None
    for person in (world.chloe, world.david):
        await cards.press(person, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    (before,) = await cards.room.database.tournaments.all_open()
    (emil,) = add_known_people(world.env, "emil")
    place = server_without_bot(world.env, world.bruno, emil)
    assert place.guild is not None
    role = place.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    place.install(world.bruno, emil)
    organising = (Verb.TOURNAMENT_START, Verb.TOURNAMENT_STOP)
    forged = [entry for entry in routes(*OF_TABLES, tournaments=True) if entry[1] in organising]
    assert len(forged) >= 4
    managers: tuple[simcord.MemberActor | simcord.UserHandle, ...] = (world.bruno, emil)
    for manager in managers:
        backend.add_member_role(place.guild.id, manager.id, role.id)
        page = (await place.slash(manager, "ecarte help")).response
        assert page is not None
        for _, verb, argument, route in forged:
            pressed = encode(Press(verb, before.id, None, argument))
            refused = await place.press_of_another(manager, page, pressed)
            is_stranger = manager.id == emil.id and route.needs is Needs.MEMBER
            sentence = "not_member" if is_stranger else "tournament_not_yours"
            assert private_answer(refused) == EN(f"problem.{sentence}"), (verb, argument)
    assert await cards.room.database.tournaments.all_open() == (before,)


async def test_in_direct_messages_a_stranger_is_refused_what_is_for_members(cards: CardWorld) -> None:
    stranger, table = Elsewhere(cards), await cards.sit_down(cards.world.alice, cards.world.bruno, stake=10)
    before = await cards.view(table)
    for form, verb, argument, _ in routes(Needs.SEEN, Needs.MEMBER):
        refused = await stranger.forge(Press(verb, table, 1, argument), form=form, direct=True)
        assert private_answer(refused) == EN("problem.not_member"), (verb, argument, form)
    assert await cards.view(table) == before
    assert await cards.room.database.ledger.purse(cards.world.guild.id, stranger.user.id) is None


async def test_in_direct_messages_no_move_of_a_stranger_reaches_a_table(cards: CardWorld) -> None:
    stranger, table = Elsewhere(cards), await cards.sit_down(cards.world.alice, cards.world.bruno, stake=10)
    before = await cards.view(table)
    for form, verb, argument, _ in routes(Needs.TABLE):
        answered = await stranger.forge(Press(verb, table, before.decision, argument), form=form, direct=True)
        assert answered.acknowledged
    assert await cards.view(table) == before
    assert asked(cards, stranger.user.id) == 0


async def test_no_press_in_direct_messages_tells_a_stranger_who_challenges_whom(cards: CardWorld) -> None:
    stranger, world = Elsewhere(cards), cards.world
    await world.alice.slash(world.channel, "ecarte challenge", member=world.bruno)
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    before = await cards.view(row.id)
    for form, verb, argument, _ in routes(*OF_TABLES):
        answered = await stranger.forge(Press(verb, row.id, 1, argument), form=form, direct=True)
        shown = [texts_of(answer) for answer in (*answered.followups, answered.response) if answer is not None]
        assert not re.search("Alice|Bruno", f"{shown} {answered.modal}"), (verb, argument)
    assert await cards.view(row.id) == before


async def test_pages_of_a_server_open_in_servers_only(cards: CardWorld) -> None:
    stranger = Elsewhere(cards)
    for form, verb, argument, _ in routes(Needs.SERVER, Needs.MANAGER):
        refused = await stranger.forge(Press(verb, 0, None, argument), form=form, direct=True)
        assert private_answer(refused) == EN("problem.needs_server"), (verb, argument)
    for form, verb, argument, _ in routes(Needs.MANAGER):
        refused = await stranger.forge(Press(verb, 0, None, argument), form=form)
        assert private_answer(refused) == EN("problem.manage_server"), (verb, argument)


async def test_a_private_game_is_its_players_alone(cards: CardWorld) -> None:
    stranger, world = Elsewhere(cards), cards.world
    await world.alice.slash(world.channel, "ecarte house", level="starter")
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    before = await cards.view(row.id)
    for form, verb, argument, _ in routes(*OF_TABLES):
        refused = await stranger.forge(Press(verb, row.id, before.decision, argument), form=form)
        assert private_answer(refused) == EN("problem.no_table"), (verb, argument)
    assert await cards.view(row.id) == before


async def _over(cards: CardWorld) -> int:
    """A table by correspondence between two games: Bruno has resigned, and the memory of memberships has expired."""
    alice, bruno = cards.world.alice, cards.world.bruno
    table = await cards.sit_down(alice, bruno, clock="correspondence")
    sure = (await cards.press(bruno, await cards.more(bruno, table), Verb.RESIGN)).response
    await cards.press(bruno, sure, Verb.RESIGN)
    assert (await cards.view(table)).status is Status.BETWEEN
    await cards.world.pass_time(KEPT_MS / 1000)
    return table


async def test_a_finished_game_is_shown_in_its_server_and_to_its_players_alone(cards: CardWorld) -> None:
    table, stranger = await _over(cards), Elsewhere(cards)
    key = f"{table}.1"
    for verb in (Verb.RECORD, Verb.REPLAY, Verb.REVIEW, Verb.STORY, Verb.SOUVENIR, Verb.FAIR):
        for direct in (False, True):
            refused = await stranger.forge(Press(verb, 0, None, key), direct=direct)
            assert private_answer(refused) == EN("problem.no_record"), verb
    shown = await stranger.forge(Press(Verb.RECORD, 0, None, key), direct=True, who=cards.world.bruno.user)
    assert private_answer(shown) != EN("problem.no_record")


async def test_who_was_removed_cannot_ask_for_a_rematch_in_direct_messages(cards: CardWorld) -> None:
    table, bruno, stranger = await _over(cards), cards.world.bruno, Elsewhere(cards)
    cards.world.guild.remove_member(bruno)
    refused = await stranger.forge(Press(Verb.REMATCH, table), direct=True, who=bruno.user)
    assert private_answer(refused) == EN("problem.not_member")
    assert (await cards.view(table)).asked == frozenset()
    allowed = await stranger.forge(Press(Verb.MORE, table), direct=True, who=bruno.user)
    assert allowed.response is not None
    assert EN("more.title") in texts_of(allowed.response), "a player of the table may look at it, and leave it"


async def test_a_member_is_asked_for_once_in_minutes_and_never_at_a_move(cards: CardWorld) -> None:
    table, bruno, stranger = await _over(cards), cards.world.bruno, Elsewhere(cards)
    for _ in range(3):
        await stranger.forge(Press(Verb.REMATCH, table), direct=True, who=bruno.user)
    assert (await cards.view(table)).asked == {bruno.id}
    assert asked(cards, bruno.id) == 1
    await cards.world.pass_time(KEPT_MS / 1000)
    await stranger.forge(Press(Verb.REMATCH, table), direct=True, who=bruno.user)
    assert asked(cards, bruno.id) == 2
    before = asked(cards, bruno.id) + asked(cards, cards.world.alice.id)
    await cards.press(cards.world.alice, await cards.table(table), Verb.REMATCH)
    await cards.play(table)
    assert asked(cards, bruno.id) + asked(cards, cards.world.alice.id) == before


async def test_while_discord_does_not_say_the_last_answer_counts(cards: CardWorld) -> None:
    table, world = await _over(cards), cards.world
    stranger = Elsewhere(cards)
    await stranger.forge(Press(Verb.BET, table), direct=True, who=world.chloe.user)
    await world.pass_time(2 * KEPT_MS / 1000)
    for person in (world.chloe, world.david):
        world.env.inject_error("GET", f"/guilds/{world.guild.id}/members/{person.id}", status=503, times=None)
    known = await stranger.forge(Press(Verb.BET, table, argument="north"), direct=True, who=world.chloe.user)
    assert private_answer(known) == EN("problem.for_honour")
    unknown = await stranger.forge(Press(Verb.BET, table, argument="north"), direct=True, who=world.david.user)
    assert private_answer(unknown) == EN("problem.member_unknown")
    there = await cards.forge(world.david, cards.snapshot(await cards.table(table)), encode(Press(Verb.ENTER, table)))
    assert private_answer(there) != EN("problem.member_unknown"), "in the server the bot does not have to ask Discord"
    assert (await cards.view(table)).galerie.queue is not None


async def test_the_time_as_a_member_is_that_in_the_server_of_the_table(cards: CardWorld) -> None:
    world, stranger = cards.world, Elsewhere(cards)
    table = await cards.sit_down(world.alice, world.bruno, stake=10)
    new = world.guild.add_member(stranger.user)
    for member, hours, sight in ((new, 1, Sight.WAITS), (world.chloe, 24 * 90, Sight.SEES)):
        set_joined(world.env, member, hours=hours)
        argument = f"{Seat.NORTH.value}.10"
        await stranger.forge(Press(Verb.BET_AMOUNT, table, None, argument), direct=True, who=member.user)
        assert (await cards.view(table)).galerie.sight[member.id] is sight
