"""The real bot in the simulated Discord, and people who play at it by clicking.

They find buttons by what their `custom_id` asks for, on messages that they can see, and press only enabled ones. Knows
no rule of the game, except how a pack is laid.
"""

from __future__ import annotations

import copy
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from pathlib import Path
from typing import Any, cast

import discord
import simcord
from simcord import actors
from simcord.backend import serializers

from bot.adapter.custom_ids import Press, Verb, encode
from bot.audit import verify
from bot.config import Settings
from bot.house import Policy
from bot.house.reviewer import Reviewer
from bot.people.server import ServerSettings
from bot.storage import Database
from bot.tables import lookup
from bot.tables.context import StackedPacks
from bot.tables.views import TableView
from bot.texts import Language, Texts
from bot.trust import TrustedTime
from ecarte.ai import player_of
from ecarte.game import Card, PublicView, Seat
from tests.support.arrivals import arrivals_of
from tests.support.database import open_database
from tests.support.packs import House, stacked_pack
from tests.support.room import Room
from tests.support.shown import (
    MessageLike,
    Snapshot,
    arguments_of,
    private_answer,
    tables_of,
    texts_of,
    verbs_of,
)
from tests.support.simcord import World, add_known_people, set_joined, world
from tests.support.terms import set_terms, split

_TEXTS = Texts.load()
EN, FR = _TEXTS(Language.ENGLISH), _TEXTS(Language("fr"))
"""The bot's sentences by key, so that tests need not repeat them."""
_TIMERS_S = 15.0
"""An action waits for timers that are due within this time."""
LEAST_MS = 1
"""Between two edits of a table's public message: so short a time simcord waits for, as a part of each action."""
LOOK_S = 60.0
"""Before a drawing that was put off is looked at again: simcord waits for shorter timers as for work."""
ANSWERS_WITHIN_S = 2.0
"""On a slow machine, too, a press on a hand is answered by the hand."""
UNDECIDED = stacked_pack(elder="QS JS AS TS 9S", dealer="QD JD AD TD 9D", turn_up="7H")
"""A pack in which neither player holds the king of trumps, and every exchange is possible."""
AT_ONCE = Policy(player_of, lambda _what, _table, _chance: 0)
"""The house without pauses."""
SAYINGS = (Verb.PROPOSE, Verb.GIVE, Verb.GIVE_IF_ENOUGH, Verb.REFUSE)


@dataclass(slots=True)
class MachineClock:
    """The clock of the bot's machine, in a world whose own clock is Discord's.

    Attributes:
        off_ms: how far it is ahead; below zero: behind.
        answers: whether Discord has said its time.
    """

    off_ms: int = 0
    answers: bool = True

    def trust(self, now: Callable[[], int]) -> TrustedTime:
        """What the bot knows of the time; `now` is the world's."""
        trust = TrustedTime(lambda: now() + self.off_ms, lambda: now() / 1000)
        if self.answers:
            trust.note_answer(formatdate(now() / 1000, usegmt=True), 0.1)
        return trust


@dataclass(slots=True)
class CardWorld:
    """A world with the card room in it.

    Attributes:
        chance: decides what the people press; the same seed, the same evening.
        house: the bot's own chance.
        guests: the people besides Alice, Bruno, Chloé and David.
    """

    world: World
    chance: random.Random
    house: House
    database: Path
    guests: list[simcord.MemberActor] = field(default_factory=list)

    @property
    def all_people(self) -> list[simcord.MemberActor]:
        """The four people of the world, and the guests."""
        return [*self.world.people, *self.guests]

    def come(self, *names: str) -> list[simcord.MemberActor]:
        """Adds guests to the server."""
        env, guild = self.world.env, self.world.guild
        come = [guild.add_member(user) for user in add_known_people(env, *names)]
        for member in come:
            set_joined(env, member, hours=24 * 90)
        self.guests += come
        return come

    @property
    def room(self) -> Room:
        """The running bot."""
        bot = self.world.bot
        assert isinstance(bot, Room)
        return bot

    async def challenge(
        self, challenger: simcord.MemberActor, member: simcord.MemberActor | None = None, **options: Any
    ) -> MessageLike:
        """Uses /ecarte challenge, and the form of its terms where `options` need it; returns the public message."""
        given, terms = split(options)
        if member is not None:
            given["member"] = member
        result = await challenger.slash(self.world.channel, "ecarte challenge", **given)
        assert result.response is not None
        if not terms:
            return result.response
        await set_terms(challenger, result, **terms)
        return await self.again(result.response)

    async def press(self, person: simcord.MemberActor, message: MessageLike, verb: Verb, index: int = 0) -> Any:
        """Presses the button that asks for `verb`; looks for it behind My hand and More where the message has none."""
        offered, shown = verbs_of(message), message
        for way in (Verb.SHOW_HAND,) if verb is Verb.CUT else (Verb.MORE,):
            if verb not in offered and way in offered:
                shown = (await self._actor(person, message).click(message, custom_id=offered[way][0])).response
                offered = verbs_of(shown)
        return await self._actor(person, shown).click(shown, custom_id=offered[verb][index])

    def snapshot(self, message: MessageLike) -> Snapshot:
        """A message as Discord holds it now, to be pressed later."""
        payload = serializers.message_payload(self.world.env.backend, self._stored(message))
        return Snapshot(message, copy.deepcopy(dict(payload)))

    async def press_late(
        self, person: simcord.MemberActor, old: Snapshot, verb: Verb, index: int = 0
    ) -> simcord.InteractionResult:
        """Presses a button of an old message, as a late press."""
        return await self.forge(person, old, verbs_of(old, disabled=True)[verb][index])

    async def forge(self, person: simcord.MemberActor, old: Snapshot, custom_id: str) -> simcord.InteractionResult:
        """Sends any press as if it came from a message, by simcord's private way."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        who, channel_id = self._actor(person, old.message), int(old.payload["channel_id"])
        channel = simcord.ChannelHandle(
            self.world.env, getattr(who, "guild", None), self.world.env.backend.get_channel(channel_id)
        )
        return await actors._dispatch_actor_interaction(
            who, 3, channel, data, extra={"message": old.payload}, source_message_id=old.message.id
        )

    async def intrude(self, person: simcord.MemberActor, table_id: int, verb: Verb) -> simcord.InteractionResult:
        """Presses at the table what is offered to others alone."""
        old = self.snapshot(await self.table(table_id))
        return await self.forge(person, old, encode(Press(verb, table_id)))

    async def deliver_again(self, interaction: Mapping[str, Any]) -> None:
        """Delivers an interaction again, as the gateway may after a reconnection."""
        backend = self.world.env.backend
        arrivals_of(backend).twice.add(int(interaction["id"]))
        backend.emit("INTERACTION_CREATE", interaction)
        await self.world.env.settle()

    async def outage(self, seconds: float) -> None:
        """Stops the bot for `seconds`, and starts another one."""
        env = self.world.env
        with env.time_context():
            await env.bot.close()
        await env.advance_time(seconds)
        await self.world.restart(crash=True)

    def interactions(self) -> list[Mapping[str, Any]]:
        """All interactions so far, as the gateway delivered them."""
        transcript = self.world.env.backend.transcript
        return [entry[2] for entry in transcript if entry[:2] == ("GATEWAY", "INTERACTION_CREATE")]

    async def sit_down(self, one: simcord.MemberActor, two: simcord.MemberActor, **options: Any) -> int:
        """A challenge, accepted; returns the table's id."""
        before = {row.id for row in await self.room.database.tables.open_of(one.id)}
        message = await self.challenge(one, two, **options)
        await self.press(two, message, Verb.ACCEPT)
        (row,) = [row for row in await self.room.database.tables.open_of(one.id) if row.id not in before]
        return row.id

    async def sit_down_to(self, pack: Sequence[Card] = UNDECIDED, **options: Any) -> int:
        """Seats Alice and Bruno at this pack, which Alice deals, so that Bruno is the elder. Returns the table's id."""
        self.house.cuts.append("KS 7S")
        self.house.packs.append(pack)
        return await self.sit_down(self.world.alice, self.world.bruno, **options)

    async def my_hand(self, person: simcord.MemberActor, table_id: int) -> MessageLike:
        """Presses My hand at the table; returns the private answer."""
        return await self._opened(person, table_id, Verb.SHOW_HAND)

    async def ask_to_sit_behind(
        self, person: simcord.MemberActor, table_id: int, seat: Seat
    ) -> simcord.InteractionResult:
        """Asks the player in a seat, as a bystander, to sit behind them, by **My hand**."""
        page = await self.my_hand(person, table_id)
        wanted = next(each for each in verbs_of(page)[Verb.SIT_BEHIND] if each.endswith(f":{seat.value}"))
        return await person.click(page, custom_id=wanted)

    async def private_hand(self, person: simcord.MemberActor, table_id: int) -> discord.Message:
        """The newest private message about a table to a person there: the hand that My hand has opened."""
        env, view = self.world.env, await self.view(table_id)
        place = simcord.ChannelHandle(env, self.world.guild, env.backend.get_channel(view.place))
        seen = [message for message in place.history(viewer=person) if message.flags.ephemeral]
        return next(message for message in reversed(seen) if table_id in tables_of(message))

    async def again(self, message: MessageLike) -> discord.Message:
        """The message as it is now."""
        return simcord.ResponseMessage(self.world.env, self._stored(message)).message

    def _stored(self, message: MessageLike) -> Any:
        place = message.channel_id if isinstance(message, simcord.ResponseMessage) else message.channel.id
        return self.world.env.backend.get_message(place, message.id)

    async def table(self, table_id: int) -> discord.Message:
        """The public message of the current or last deal."""
        return next(self._posted(await self.view(table_id), newest_first=True)).message

    async def view(self, table_id: int) -> TableView:
        """The table as all may see it."""
        return await lookup.table(self.room.tables, table_id)

    async def game(self, table_id: int) -> PublicView:
        """The game at a table, which must be on or just over."""
        game = (await self.view(table_id)).game
        assert game is not None
        return game

    async def mover(self, table_id: int) -> tuple[simcord.MemberActor, simcord.MemberActor]:
        """The player to act, and the other."""
        view = await self.view(table_id)
        assert view.game is not None
        assert view.game.turn is not None
        ids = [view.person(seat).id for seat in (view.game.turn, view.game.turn.other)]
        first, second = map(self.person, ids)
        return first, second

    def hand(self, person: simcord.MemberActor) -> discord.Message | None:
        """The last message with a person's hand in their direct messages."""
        env = self.world.env
        stored = env.backend.messages.get(person.user.dm_channel.id, {})
        latest = (simcord.ResponseMessage(env, stored[key]) for key in sorted(stored, reverse=True))
        found = next((message for message in latest if Verb.MORE in verbs_of(message, disabled=True)), None)
        return None if found is None else found.message

    def held(self, name: str) -> discord.Message:
        """The hand of a player by name (`alice`, `bruno`, …)."""
        found = self.hand(self.named(name))
        assert found is not None, f"{name} has no hand"
        return found

    async def does(self, name: str, verb: Verb, index: int = 0) -> Any:
        """Presses a button of a player's hand."""
        return await self.press(self.named(name), self.held(name), verb, index)

    async def tables(self, table_id: int) -> list[discord.Message]:
        """The public messages of a table, oldest first."""
        return [posted.message for posted in self._posted(await self.view(table_id))]

    def _posted(self, view: TableView, *, newest_first: bool = False) -> Iterator[simcord.ResponseMessage]:
        stored = self.world.env.backend.messages.get(view.place, {})
        for key in sorted(stored, reverse=newest_first):
            message = simcord.ResponseMessage(self.world.env, stored[key])
            if stored[key].attachments and not message.ephemeral and tables_of(message) <= {view.id, 0}:
                yield message

    async def act(self, person: simcord.MemberActor, message: MessageLike) -> bool:
        """Does one thing that a hand offers; False if it offers none."""
        offered = verbs_of(message)
        who = self._actor(person, message)
        if Verb.KING in offered and self.chance.random() < 0.5:
            await who.click(message, custom_id=offered[Verb.KING][0])
            return True
        if Verb.CHOOSE_DISCARDS in offered:
            await self._discard(who, message)
            return True
        choices = [custom_id for verb in (*SAYINGS, Verb.PLAY) for custom_id in offered.get(verb, [])]
        if not choices:
            return False
        await who.click(message, custom_id=self.chance.choice(choices))
        return True

    async def play(self, table_id: int, until: Callable[[], Awaitable[bool]] | None = None) -> None:
        """Plays by clicks on both hands until the game is over (or `until` says so)."""
        for _ in range(2000):
            view = await self.view(table_id)
            if view.status.value != "playing" or (until is not None and await until()):
                return
            if view.galerie.pause is not None:
                await self.deal(table_id)
                continue
            if view.to_cut is not None:
                await self.cut(table_id)
                continue
            person, _other = await self.mover(table_id)
            message = self.hand(person)
            assert message is not None, "no hand has come"
            assert await self.act(person, message), texts_of(message)
        raise AssertionError("the game does not end")

    async def deal(self, table_id: int) -> None:
        """Presses Deal for both players while the cards wait for bets, which may end between them."""
        for person in (await self.view(table_id)).seats or ():
            if (await self.view(table_id)).galerie.pause is not None:
                await self.press(self.person(person.id), await self.table(table_id), Verb.WANT_CARDS)

    async def cut(self, table_id: int, index: int = 1) -> None:
        """Presses one of the elder's places to cut."""
        view = await self.view(table_id)
        assert view.deal_promise is not None
        elder = self.person(view.person(view.deal_promise.elder).id)
        await self.press(elder, await self.my_hand(elder, table_id), Verb.CUT, index)

    async def more(self, person: simcord.MemberActor, table_id: int) -> MessageLike:
        """Opens the menu More of a table; returns the private page."""
        return await self._opened(person, table_id, Verb.MORE)

    async def _opened(self, person: simcord.MemberActor, table_id: int, verb: Verb) -> MessageLike:
        page = (await self.press(person, await self.table(table_id), verb)).response
        assert page is not None
        assert page.ephemeral
        return cast(MessageLike, page)

    async def bet(self, person: simcord.MemberActor, table_id: int, seat: Seat, amount: int) -> None:
        """Bets on the player in a seat, by the form."""
        await self.fill(person, await self.table(table_id), Verb.BET, str(amount), seat.index)

    def named(self, name: str) -> simcord.MemberActor:
        """A person of this world by name."""
        return next(person for person in self.all_people if person.name.replace("é", "e") == name.replace("é", "e"))

    def person(self, user_id: int) -> simcord.MemberActor:
        """A person of this world by id."""
        return next(person for person in self.all_people if person.id == user_id)

    async def fill(
        self, person: simcord.MemberActor, message: MessageLike, verb: Verb, amount: str, index: int = 0
    ) -> simcord.InteractionResult:
        """Presses a button that opens a form, and sends the form with an amount; a bet by **Other…** of its page."""
        form = await self.press(person, message, verb, index)
        if form.response is not None and Verb.BET_OTHER in verbs_of(form.response):
            form = await self.press(person, form.response, Verb.BET_OTHER)
        assert form.modal is not None, private_answer(form)
        return await person.submit_modal(form, {"amount": amount})

    async def purse(self, person: simcord.MemberActor) -> int:
        """A person's free chips in the database; a new person has the initial ones."""
        found = await self.room.database.ledger.purse(self.world.guild.id, person.id)
        return ServerSettings().opening if found is None else found.balance

    async def expect_balanced(self) -> None:
        """Fails unless every ledger and table balances to the last chip."""
        assert (await verify(self.room.database)).faults == ()

    async def pick(self, name: str, *places: int) -> None:
        """Picks cards to discard on a player's hand, by their places."""
        for place in places:
            toggles = list(arguments_of(self.held(name), Verb.CHOOSE_DISCARDS))
            await self.does(name, Verb.CHOOSE_DISCARDS, toggles.index(str(place)))

    async def plays(self, name: str, place: int) -> None:
        """Plays the card at a place of a player's hand."""
        await self.does(name, Verb.PLAY, list(arguments_of(self.held(name), Verb.PLAY)).index(str(place)))

    async def _discard(self, who: Any, message: MessageLike) -> None:
        """Picks as many cards as chance and the laws will have, and confirms."""
        for _ in range(self.chance.randint(1, 5)):
            again = await self.again(message)
            if free := [one for place, one in arguments_of(again, Verb.CHOOSE_DISCARDS).items() if place.isdecimal()]:
                await who.click(again, custom_id=self.chance.choice(free))
        again = await self.again(message)
        await who.click(again, custom_id=verbs_of(again)[Verb.DISCARD][0])

    def _actor(self, person: simcord.MemberActor, message: MessageLike) -> Any:
        """The actor for a message: in direct messages a member acts as a user."""
        private = isinstance(message, discord.Message) and message.guild is None
        return person.user if private else person


@asynccontextmanager
async def card_world(
    folder: Path,
    *,
    seed: int = 1,
    fair: bool = False,
    conduct: Policy = AT_ONCE,
    teacher: Reviewer | None = None,
    texts: Texts = _TEXTS,
    shards: int = 1,
    address: str = "",
    machine: MachineClock | None = None,
    **settings: Any,
) -> AsyncIterator[CardWorld]:
    """The card room with a real database in `folder`, or at an address, on the simulated Discord.

    Args:
        fair: whether packs are committed to in advance, as in production.
        conduct: the house's policy; by default without pauses.
        teacher: reviews games and gives hints; None: the bot's own.
        texts: the catalogues of all languages.
        shards: how many Discord has for the bot; the server of the world is on shard 0.
        address: of a migrated database on a server; empty: it is a file in `folder`.
        machine: a clock that may be wrong; None: the bot's clock is the world's.
    """
    chance, house = random.Random(seed), House(seed, fair=fair)
    packs = StackedPacks(house.next_pack, house.next_cut)
    path = folder / "room.sqlite3"

    async def make(now: Callable[[], int]) -> Room:
        database = await (Database.open(address) if address else open_database(path))
        # All else is as it ships. Reviews at the end of games begin a process of their own, for each of these rooms;
        # simcord spends a pause between two openings of direct messages in real time.
        beside: dict[str, Any] = {"end_reviews": False, "new_directs": 1000}
        chosen = Settings(**{"database": str(path), **beside, **settings})
        room = Room(
            chosen,
            database,
            texts,
            chance=house,
            now=now,
            stacked_packs=packs,
            policy=conduct,
            reviewer=teacher,
            trust=machine.trust(now) if machine else None,
        )
        room.renderer.pace.least_ms = LEAST_MS
        room.renderer.pace.look_s = LOOK_S
        room.renderer.answers_within_s = ANSWERS_WITHIN_S
        return room

    # A refusal reaches simcord as an exception of the command; real faults are logged by the bot as errors.
    async with world(make, check_errors=False, settle_timeout=_TIMERS_S, shard_count=shards) as discord_world:
        yield CardWorld(discord_world, chance, house, path)
