"""The real bot in the simulated Discord, and people who play at it by clicking what they see.

They find buttons by what their `custom_id` asks for, on messages that they really can see, and press only those that
are enabled: what a person cannot do, they cannot do either. Nothing here knows a rule of the game, but how a pack is
laid. What simcord has no public verb for (a press that arrives late, a delivery repeated) is said where it is done.
"""

from __future__ import annotations

import copy
import random
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord import actors
from simcord.backend import serializers

from bot.adapter.custom_ids import Verb
from bot.audit import verify
from bot.client import CardRoom
from bot.config import Settings
from bot.house import Policy
from bot.house.reviewer import Reviewer
from bot.people.server import ServerSettings
from bot.storage import Database
from bot.texts import Language, Texts
from ecarte.ai import player_of
from ecarte.game import PACK, Card, parse_cards
from tests.support.shown import MessageLike, Snapshot, alts_of, components_of, tables_of, texts_of, told, verbs_of
from tests.support.simcord import World, world

__all__ = [
    "AT_ONCE",
    "EN",
    "FR",
    "CardWorld",
    "House",
    "MessageLike",
    "Snapshot",
    "alts_of",
    "card_world",
    "components_of",
    "laid",
    "texts_of",
    "told",
    "verbs_of",
]

_TEXTS = Texts.load()
EN, FR = _TEXTS(Language.ENGLISH), _TEXTS(Language("fr"))
"""What the bot says, by key, so that a test names a sentence without repeating its words."""
_PATIENCE_S = 15.0
AT_ONCE = Policy(player_of, lambda _what, _table, _chance: 0)
"""The house without its pauses: what a person does is answered when the bot has come to rest."""
SAYINGS = (Verb.PROPOSE, Verb.GIVE, Verb.GIVE_IF_ENOUGH, Verb.REFUSE)


def laid(*, elder: str, dealer: str, turn_up: str, talon: str = "") -> tuple[Card, ...]:
    """A pack that, dealt by three and two, gives these hands: texts such as `KS TD`, each in the order of its places.

    Args:
        talon: its first cards; the rest follow in the order of `PACK`.
    """
    first, second = parse_cards(elder), parse_cards(dealer)
    chosen = (*first[:3], *second[:3], *first[3:], *second[3:], *parse_cards(turn_up), *parse_cards(talon))
    assert len(first) == len(second) == 5
    return (*chosen, *(card for card in PACK if card not in chosen))


class House(random.Random):
    """The house's chance, with cuts and packs that a test has laid ready; when they are used up, chance again.

    Attributes:
        cuts: North's card and South's, as text such as `KS 7H`.
        fair: whether the house promises its packs when no more are laid, as it does in earnest; else each is laid, by
            this chance, so that an evening can be repeated with the packs of another.
        dealt: every pack that was laid and dealt.
    """

    def __init__(self, seed: int, *, fair: bool = False) -> None:
        super().__init__(seed)
        self.fair = fair
        self.packs: deque[Sequence[Card]] = deque()
        self.cuts: deque[str] = deque()
        self.dealt: list[tuple[Card, ...]] = []

    def sample(self, population: Any, k: int, **options: Any) -> list[Any]:
        """What the house asks for: two cards of a cut."""
        if k == 2 and self.cuts:
            return list(parse_cards(self.cuts.popleft()))
        return super().sample(population, k, **options)

    def laid(self) -> Sequence[Card] | None:
        """The next pack, where one is laid."""
        if not self.packs and self.fair:
            return None
        pack = tuple(self.packs.popleft() if self.packs else self.sample(PACK, len(PACK)))
        self.dealt.append(pack)
        return pack


@dataclass(slots=True)
class CardWorld:
    """A world with the card room in it.

    Attributes:
        chance: decides what the people press; the same seed, the same evening.
        house: the bot's own chance.
        guests: who has come besides Alice, Bruno, Chloé and David.
    """

    world: World
    chance: random.Random
    house: House
    database: Path
    guests: list[simcord.MemberActor] = field(default_factory=list)

    @property
    def everybody(self) -> list[simcord.MemberActor]:
        """The four people of the world, and those who have come besides."""
        return [*self.world.people, *self.guests]

    def come(self, *names: str) -> list[simcord.MemberActor]:
        """More people come into the server."""
        env, guild = self.world.env, self.world.guild
        come = [guild.add_member(env.create_user(name, global_name=name.title())) for name in names]
        self.guests += come
        return come

    @property
    def room(self) -> CardRoom:
        """The bot that is running now."""
        bot = self.world.bot
        assert isinstance(bot, CardRoom)
        return bot

    async def challenge(
        self, challenger: simcord.MemberActor, member: simcord.MemberActor | None = None, **options: Any
    ) -> MessageLike:
        """Uses /ecarte challenge; the public message that comes of it."""
        if member is not None:
            options["member"] = member
        result = await challenger.slash(self.world.channel, "ecarte challenge", **options)
        assert result.response is not None
        return result.response

    async def press(self, person: simcord.MemberActor, message: MessageLike, verb: Verb, index: int = 0) -> Any:
        """Presses the button that asks for `verb`."""
        custom_id = verbs_of(message)[verb][index]
        return await self._actor(person, message).click(message, custom_id=custom_id)

    def snapshot(self, message: MessageLike) -> Snapshot:
        """A message as Discord holds it now, to be pressed later."""
        backend = self.world.env.backend
        place = message.channel_id if isinstance(message, simcord.ResponseMessage) else message.channel.id
        payload = serializers.message_payload(backend, backend.get_message(place, message.id))
        return Snapshot(message, copy.deepcopy(dict(payload)))

    async def press_late(
        self,
        person: simcord.MemberActor,
        old: Snapshot,
        verb: Verb,
        index: int = 0,
        values: Sequence[str] | None = None,
    ) -> simcord.InteractionResult:
        """Presses what a message had, though it has changed since: the press was made before, and arrives only now.

        simcord's own verbs press what is there now; here its inner way of sending a press is used with the old message.
        """
        custom_id = verbs_of(old, disabled=True)[verb][index]
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
        if values is not None:
            data["values"] = list(values)
        who, channel_id = self._actor(person, old.message), int(old.payload["channel_id"])
        channel = simcord.ChannelHandle(
            self.world.env, getattr(who, "guild", None), self.world.env.backend.get_channel(channel_id)
        )
        return await actors._dispatch_actor_interaction(
            who, 3, channel, data, extra={"message": old.payload}, source_message_id=old.message.id
        )

    async def deliver_again(self, interaction: Mapping[str, Any]) -> None:
        """Lets the gateway deliver an interaction once more, as it may after a reconnection."""
        self.world.env.backend.emit("INTERACTION_CREATE", interaction)
        await self.world.env.settle()

    async def outage(self, seconds: float) -> None:
        """The bot is gone for so long, and then another one starts."""
        env = self.world.env
        with env.time_context():
            await env.bot.close()
        await env.advance_time(seconds)
        await self.world.restart(crash=True)

    def interactions(self) -> list[Mapping[str, Any]]:
        """All interactions so far, as the gateway delivered them."""
        transcript = self.world.env.backend.transcript
        return [entry[2] for entry in transcript if entry[0] == "GATEWAY" and entry[1] == "INTERACTION_CREATE"]

    async def sit_down(self, one: simcord.MemberActor, two: simcord.MemberActor, **options: Any) -> int:
        """A challenge, accepted; the table's id."""
        before = {row.id for row in await self.room.database.open_tables_of(one.id)}
        message = await self.challenge(one, two, **options)
        await self.press(two, message, Verb.ACCEPT)
        (row,) = [row for row in await self.room.database.open_tables_of(one.id) if row.id not in before]
        return row.id

    async def my_hand(self, person: simcord.MemberActor, table_id: int) -> MessageLike:
        """Presses My hand at the table; the answer, which only this person can see."""
        result = await self.press(person, await self.table(table_id), Verb.SHOW_HAND)
        assert result.response is not None
        assert result.response.ephemeral
        hand: MessageLike = result.response
        return hand

    async def again(self, message: MessageLike) -> discord.Message:
        """A message as it is now."""
        place = message.channel_id if isinstance(message, simcord.ResponseMessage) else message.channel.id
        backend = self.world.env.backend
        return simcord.ResponseMessage(self.world.env, backend.get_message(place, message.id)).message

    async def table(self, table_id: int) -> discord.Message:
        """The public message of the deal that is on, or was the last."""
        return (await self.tables(table_id))[-1]

    async def mover(self, table_id: int) -> tuple[simcord.MemberActor, simcord.MemberActor]:
        """Whose turn it is, and the other."""
        sight = await self.room.tables.sight(table_id)
        assert sight.game is not None
        assert sight.game.turn is not None
        ids = [sight.person(seat).id for seat in (sight.game.turn, sight.game.turn.other)]
        first, second = map(self.person, ids)
        return first, second

    def hand(self, person: simcord.MemberActor) -> discord.Message | None:
        """The message with a person's hand that came last in his direct messages."""
        env = self.world.env
        stored = env.backend.messages.get(person.user.dm_channel.id, {})
        latest = (simcord.ResponseMessage(env, stored[key]) for key in sorted(stored, reverse=True))
        found = next((it for it in latest if Verb.MORE in verbs_of(it, disabled=True)), None)
        return None if found is None else found.message

    def held(self, name: str) -> discord.Message:
        """The hand of somebody (`alice`, `bruno`, …) who has one."""
        found = self.hand(self.named(name))
        assert found is not None, f"{name} has no hand"
        return found

    async def does(self, name: str, verb: Verb, index: int = 0) -> Any:
        """Somebody presses a button of his hand."""
        return await self.press(self.named(name), self.held(name), verb, index)

    async def tables(self, table_id: int) -> list[discord.Message]:
        """The public messages of a table, oldest first."""
        sight = await self.room.tables.sight(table_id)
        stored = self.world.env.backend.messages.get(sight.place, {})
        found = [simcord.ResponseMessage(self.world.env, stored[key]) for key in sorted(stored)]
        mine = [message.message for message in found if message.attachments and not message.ephemeral]
        ours = (sight.id, 0)
        return [it for it in mine if all(table in ours for table in tables_of(it))]

    async def act(self, person: simcord.MemberActor, message: MessageLike) -> bool:
        """Does one thing of those that a hand offers; False if it offers none."""
        offered = verbs_of(message)
        who = self._actor(person, message)
        if Verb.KING in offered and self.chance.random() < 0.5:
            await who.click(message, custom_id=offered[Verb.KING][0])
            return True
        if Verb.CHOOSE_DISCARDS in offered:
            await self._discard(who, message, offered)
            return True
        choices = [it for verb in (*SAYINGS, Verb.PLAY) for it in offered.get(verb, [])]
        if not choices:
            return False
        await who.click(message, custom_id=self.chance.choice(choices))
        return True

    async def play(self, table_id: int, until: Callable[[], Awaitable[bool]] | None = None) -> None:
        """Both play, by clicks on their hands, until the game is over (or `until` says so)."""
        for _ in range(2000):
            sight = await self.room.tables.sight(table_id)
            if sight.status.value != "playing" or (until is not None and await until()):
                return
            if sight.around.pause is not None:
                await self.deal(table_id)
                continue
            if sight.to_cut is not None:
                await self.cut(table_id)
                continue
            person, _other = await self.mover(table_id)
            message = self.hand(person)
            assert message is not None, "no hand has come"
            assert await self.act(person, message), texts_of(message)
        raise AssertionError("the game does not end")

    async def deal(self, table_id: int) -> None:
        """Both players press Deal, where the cards wait for bets."""
        sight = await self.room.tables.sight(table_id)
        for person in sight.seats or ():
            await self.press(self.person(person.id), await self.table(table_id), Verb.WANT_CARDS)

    async def cut(self, table_id: int, index: int = 1) -> None:
        """The elder hand presses one of the places at which he can cut."""
        sight = await self.room.tables.sight(table_id)
        assert sight.promised is not None
        elder = self.person(sight.person(sight.promised.elder).id)
        await self.press(elder, await self.table(table_id), Verb.CUT, index)

    def named(self, name: str) -> simcord.MemberActor:
        """One of the people of this world, by his name."""
        return next(it for it in self.everybody if it.name.replace("é", "e") == name.replace("é", "e"))

    def person(self, user_id: int) -> simcord.MemberActor:
        """One of the people of this world, by his id."""
        return next(it for it in self.everybody if it.id == user_id)

    async def fill(
        self, person: simcord.MemberActor, message: MessageLike, verb: Verb, amount: str, index: int = 0
    ) -> simcord.InteractionResult:
        """Presses a button that opens a form, writes an amount into it, and sends it."""
        form = await self.press(person, message, verb, index)
        assert form.modal is not None, told(form)
        return await person.submit_modal(form, {"amount": amount})

    async def purse(self, person: simcord.MemberActor) -> int:
        """What somebody has free, as the database says; who was never seen has what he would begin with."""
        found = await self.room.database.purse(self.world.guild.id, person.id)
        return ServerSettings().opening if found is None else found.balance

    async def adds_up(self) -> None:
        """Fails unless every ledger and every table is what it should be, to the last chip."""
        assert (await verify(self.room.database)).faults == ()

    async def _discard(self, who: Any, message: MessageLike, offered: dict[Verb, list[str]]) -> None:
        """Picks some cards and confirms; more than once if the first number will not do."""
        select = next(it for it in components_of(message) if it.get("custom_id") == offered[Verb.CHOOSE_DISCARDS][0])
        values = [option["value"] for option in select["options"]]
        picked = self.chance.sample(values, self.chance.randint(1, select["max_values"]))
        await who.select(message, picked, custom_id=select["custom_id"])
        again = await self.again(message)
        await who.click(again, custom_id=verbs_of(again)[Verb.DISCARD][0])

    def _actor(self, person: simcord.MemberActor, message: MessageLike) -> Any:
        """In direct messages a member acts as a user."""
        private = isinstance(message, discord.Message) and message.guild is None
        return person.user if private else person


@asynccontextmanager
async def card_world(
    folder: Path,
    *,
    seed: int = 1,
    fair: bool = False,
    cut_seconds: int = 0,
    conduct: Policy = AT_ONCE,
    teacher: Reviewer | None = None,
    **settings: Any,
) -> AsyncIterator[CardWorld]:
    """The card room with a real database in `folder`, on the simulated Discord.

    Args:
        fair: whether the house promises its packs, as it does in earnest.
        cut_seconds: how long the elder hand may cut them.
        conduct: how the house plays; unless told otherwise, without a pause.
        teacher: who looks back on games and gives hints; nobody named: the house's own.
    """
    chance, house = random.Random(seed), House(seed, fair=fair)
    path = folder / "room.sqlite3"

    async def make(now: Callable[[], int]) -> CardRoom:
        database = await Database.open(str(path))
        await database.migrate()
        chosen = Settings(database=str(path), cut_seconds=cut_seconds, **settings)
        return CardRoom(
            chosen, database, _TEXTS, chance=house, now=now, laid=house.laid, conduct=conduct, teacher=teacher
        )

    # A refusal reaches simcord as an exception of the command; what is a fault indeed, the bot logs as an error.
    # A machine with much else to do may need its time for a write that waits for the disk.
    async with world(make, check_errors=False, settle_timeout=_PATIENCE_S) as discord_world:
        yield CardWorld(discord_world, chance, house, path)
