"""A drawing from before a press is not sent after it: hands, tables, backers' messages, private copies, answers.

A drawing is held up at a slow step (a tip, a picture), a press changes the state, and the drawing goes on.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Literal, TypeAlias

import discord
import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.adapter.message import Message, Picture
from bot.adapter.store import Delivery, MessageStore
from bot.house import Policy
from bot.house.reviewer import Reviewer
from bot.rows.slots import Slot, SlotKind
from ecarte.ai import player_of
from tests.bot.e2e.test_house_in_private import TEACH, open_game
from tests.bot.e2e.test_pointing import backed
from tests.bot.e2e.tournaments import TournamentHall
from tests.support.cardroom import EN, CardWorld, card_world
from tests.support.packs import stacked_pack
from tests.support.shown import verbs_of
from tests.support.threads import ThreadWorker

PAUSE_S = 20
SLOW = Policy(player_of, lambda _what, _table, _chance: PAUSE_S * 1000)
"""A house that acts only when the clock is moved."""
Hold: TypeAlias = Callable[[CardWorld, SlotKind], None]
Show: TypeAlias = Callable[..., Awaitable[Delivery]]


class Held:
    """Holds work of the bot until the test lets it go on."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.free.set()
        self.env: simcord.Env | None = None

    async def wait(self) -> None:
        """Waits while work is held. The simulated Discord goes on in the meantime."""
        if not self.free.is_set():
            assert self.env is not None
            await self.env.external_wait(self.free.wait(), reason="work that takes its time")


class HeldWorker(ThreadWorker):
    """Works out tips once the test allows it."""

    def __init__(self, held: Held) -> None:
        self._held = held

    async def run(self, function: Callable[..., Any], /, *args: Any) -> Any:
        """Returns what the function returns."""
        await self._held.wait()
        return await super().run(function, *args)


class Turn(asyncio.Lock):
    """The turn of a press, for which the simulated Discord does not wait."""

    def __init__(self, env: simcord.Env) -> None:
        super().__init__()
        self._env = env

    async def acquire(self) -> Literal[True]:
        """Waits for the turn."""
        await self._env.external_wait(super().acquire(), reason="the turn of a press")
        return True


@pytest.fixture
def held() -> Held:
    return Held()


@pytest.fixture
def drawn_late(held: Held, monkeypatch: pytest.MonkeyPatch) -> Hold:
    """Holds every drawing of one kind of message between its view and its request."""

    def hold(cards: CardWorld, kind: SlotKind) -> None:
        def held_back(show: Show) -> Show:
            async def late(
                store: MessageStore, owner_id: int, slot: Slot, where: int, drawing: Message, **renew: Any
            ) -> Delivery:
                if slot.kind is kind:
                    await held.wait()
                return await show(store, owner_id, slot, where, drawing, **renew)

            return late

        monkeypatch.setattr(MessageStore, "show_in", held_back(MessageStore.show_in))
        monkeypatch.setattr(MessageStore, "show_to", held_back(MessageStore.show_to))
        held.env = cards.world.env
        held.free.clear()
        cards.room.renderer.answers_within_s = 0.0

    return hold


@pytest.fixture
def first_picture_late(cards: CardWorld, held: Held, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Holds the next picture that is painted. Later ones are painted at once."""

    def hold() -> None:
        paint, held.env, waits = Picture.file, cards.world.env, iter([held.wait])

        async def late(picture: Picture) -> discord.File:
            if (wait := next(waits, None)) is not None:
                await wait()
            return await paint(picture)

        monkeypatch.setattr(Picture, "file", late)
        held.free.clear()

    return hold


def sent_since(cards: CardWorld, before: int) -> list[str]:
    """Returns the messages that the bot has sent or edited after its first `before` requests, as they went over the
    wire.
    """
    asked = cards.world.env.http_requests[before:]
    return [text for request in asked if "components" in (text := json.dumps(request.json, ensure_ascii=False))]


def offers(sent: str, verb: Verb) -> bool:
    """Whether a message has a button that asks for this."""
    return f'"ecb:{verb.value}:' in sent


async def test_a_tip_from_before_the_king_was_marked_is_not_drawn_after_it(tmp_path: Path, held: Held) -> None:
    """The tip takes its time, and meanwhile the player announces the king on the current message."""
    # With no cut to wait for, the first cards come without **Deal**.
    async with card_world(tmp_path, conduct=SLOW, cut_seconds=0, teacher=Reviewer(worker=HeldWorker(held))) as cards:
        world, held.env = cards.world, cards.world.env
        cards.house.cuts.append("KS 7S")
        cards.house.packs.append(stacked_pack(elder="KS QS JS AS 7C", dealer="7H 8H 9H 7D 8D", turn_up="8S"))
        cards.room.renderer.answers_within_s = 0
        _, message = await open_game(cards, world.alice, TEACH)
        await cards.press(world.alice, await cards.again(message), Verb.PROPOSE)
        waiting = await cards.again(message)
        assert Verb.KING in verbs_of(waiting)
        held.free.clear()
        # The house answers, and Alice's hand is drawn with a tip.
        await world.pass_time(PAUSE_S)
        before = len(world.env.http_requests)
        await cards.press(world.alice, waiting, Verb.KING)
        held.free.set()
        await world.env.settle()
        drawn = sent_since(cards, before)
        assert drawn
        assert not [sent for sent in drawn if offers(sent, Verb.KING)]
        assert Verb.CHOOSE_DISCARDS in verbs_of(await cards.again(message))


async def test_a_hand_from_before_the_king_was_marked_is_not_drawn_after_it(
    cards: CardWorld, held: Held, drawn_late: Hold
) -> None:
    table = await cards.sit_down_to(stacked_pack(elder="QS JS AS TS 9S", dealer="KH QD JD AD TD", turn_up="7H"))
    assert Verb.KING in verbs_of(cards.held("alice"))
    drawn_late(cards, SlotKind.HAND)
    await cards.does("bruno", Verb.PLAY)
    before = len(cards.world.env.http_requests)
    await cards.does("alice", Verb.KING)
    held.free.set()
    await cards.world.env.settle()
    drawn = sent_since(cards, before)
    assert drawn
    assert not [sent for sent in drawn if offers(sent, Verb.KING)]
    assert Verb.PLAY in verbs_of(cards.held("alice"))
    assert (await cards.game(table)).king is not None


async def test_a_table_from_before_a_press_on_it_is_not_drawn_after_it(
    cards: CardWorld, held: Held, drawn_late: Hold
) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    drawn_late(cards, SlotKind.TABLE)
    await cards.fill(world.chloe, await cards.table(table), Verb.BET, "20")
    before = len(world.env.http_requests)
    await cards.press(world.alice, await cards.table(table), Verb.WANT_CARDS)
    held.free.set()
    await world.env.settle()
    drawn = [sent for sent in sent_since(cards, before) if offers(sent, Verb.WANT_CARDS)]
    assert drawn
    assert all(EN("galerie.wanted", who="Alice") in sent for sent in drawn)


async def test_a_backers_message_from_before_they_pointed_is_not_drawn_after_it(
    cards: CardWorld, held: Held, drawn_late: Hold
) -> None:
    _, _, backer = await backed(cards)
    shown = cards.world.dms(backer)[-1]
    drawn_late(cards, SlotKind.BACKED)
    await cards.press(backer, shown, Verb.POINT, 0)
    before = len(cards.world.env.http_requests)
    await cards.press(backer, shown, Verb.POINT, 1)
    held.free.set()
    await cards.world.env.settle()
    drawn = [sent for sent in sent_since(cards, before) if offers(sent, Verb.POINT)]
    assert len(drawn) == 1, "the drawing with the first sign was dropped"
    assert Verb.POINT in verbs_of(cards.world.dms(backer)[-1])


async def test_the_invitation_to_a_tournament_from_before_a_press_is_not_drawn_after_it(
    cards: CardWorld, held: Held, drawn_late: Hold
) -> None:
    world, hall = cards.world, TournamentHall(cards)
    invitation = await hall.opened(world.alice)
    drawn_late(cards, SlotKind.TOURNAMENT)
    await cards.press(world.bruno, invitation, Verb.TOURNAMENT_JOIN)
    before = len(world.env.http_requests)
    await cards.press(world.chloe, invitation, Verb.TOURNAMENT_JOIN)
    held.free.set()
    await world.env.settle()
    drawn = [sent for sent in sent_since(cards, before) if offers(sent, Verb.TOURNAMENT_JOIN)]
    assert drawn
    assert all("Chlo" in sent for sent in drawn)


@pytest.mark.usefixtures("unhurried")
async def test_a_private_copy_that_was_sent_late_shows_the_game_as_it_is(
    cards: CardWorld, held: Held, first_picture_late: Callable[[], None]
) -> None:
    """The game goes on while the copy is painted. Nothing changes after that."""
    table, world = await cards.sit_down_to(), cards.world
    first_picture_late()
    await cards.press(world.alice, await cards.table(table), Verb.SHOW_HAND)
    await cards.does("bruno", Verb.PLAY)
    held.free.set()
    await world.env.settle()
    assert Verb.PLAY in verbs_of(cards.held("alice"))
    place = world.env.backend.get_channel((await cards.view(table)).place)
    seen = simcord.ChannelHandle(world.env, world.guild, place).history(viewer=world.alice)
    (copy,) = [message for message in seen if message.flags.ephemeral]
    assert verbs_of(copy).keys() == verbs_of(cards.held("alice")).keys()


@pytest.mark.usefixtures("unhurried")
async def test_the_page_of_an_earlier_press_does_not_come_after_that_of_a_later_one(
    cards: CardWorld, held: Held, first_picture_late: Callable[[], None]
) -> None:
    world = cards.world
    page = (await world.alice.slash(world.channel, "ecarte learn", topic="rules")).response
    assert page is not None
    await cards.press(world.alice, page, Verb.RULES)
    back, on = verbs_of(await cards.again(page))[Verb.RULES]
    turn = cards.room._router._turns[page.id, world.alice.id] = Turn(world.env)
    first_picture_late()
    await world.alice.click(page, custom_id=back)
    await world.alice.click(page, custom_id=on)
    assert turn.locked()
    held.free.set()
    await world.env.settle()
    assert len(verbs_of(await cards.again(page))[Verb.RULES]) == 2, "the first page has no button back"
