"""A member plays against the house by clicks: from one command to another game, through crashes and closed messages.

How well it plays is not tested here. tests/bot/house shows that its pauses are like a person's.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.house import Policy
from bot.people.person import Person
from bot.rows.ids import is_house
from bot.tables import archive
from bot.tables.actions import seating
from bot.tables.state.table_state import Status
from bot.tables.terms import terms_for
from ecarte.ai import Level, player_of
from ecarte.game import Phase
from tests.support.cardroom import EN, CardWorld, card_world
from tests.support.reviews import reviewer_without_hints
from tests.support.shown import MessageLike, texts_of, verbs_of

PAUSE_S = 20
SLOW = Policy(player_of, lambda _what, _table, _chance: PAUSE_S * 1000)
"""A house that takes longer than the simulated Discord waits for it: it acts only when the clock is moved."""
Until = Callable[[], Awaitable[bool]]


@pytest.fixture
async def cards(tmp_path: Path) -> AsyncIterator[CardWorld]:
    """The card room without hints: no test of this file reads one."""
    async with card_world(tmp_path, teacher=reviewer_without_hints()) as cards_world:
        yield cards_world


async def begin(cards: CardWorld, person: simcord.MemberActor, **options: str) -> int:
    """Uses the command as a person. Returns the id of the new table."""
    before = {row.id for row in await cards.room.database.tables.open_of(person.id)}
    result = await person.slash(cards.world.channel, "ecarte house", public=True, **options)
    assert result.response is not None
    assert not result.response.ephemeral, texts_of(result.response)
    (row,) = [row for row in await cards.room.database.tables.open_of(person.id) if row.id not in before]
    return row.id


async def hand_of(cards: CardWorld, person: simcord.MemberActor, table: int) -> MessageLike:
    """Returns the hand as it was sent or, if none can be sent, as the table shows it to its player alone."""
    return cards.hand(person) or await cards.my_hand(person, table)


async def play(cards: CardWorld, table: int, person: simcord.MemberActor, until: Until | None = None) -> None:
    """Plays for one person, by clicks. The house answers by itself."""
    for _ in range(500):
        view = await cards.view(table)
        if view.status is not Status.PLAYING or (until is not None and await until()):
            return
        if view.waits_for_deal:
            await cards.press(person, await cards.table(table), Verb.CUT)
        else:
            hand = await hand_of(cards, person, table)
            assert await cards.act(person, hand), texts_of(hand)
    raise AssertionError("the game does not end")


async def resign(cards: CardWorld, table: int, person: simcord.MemberActor) -> None:
    """A person gives the game up."""
    menu = await cards.press(person, await cards.my_hand(person, table), Verb.MORE)
    await cards.press(person, menu.response, Verb.RESIGN)
    await cards.press(person, await cards.again(menu.response), Verb.RESIGN)


async def one_move(cards: CardWorld, person: simcord.MemberActor, table: int) -> None:
    """Has a person make one move, so that a game counts that is given up after it."""
    await cards.act(person, await hand_of(cards, person, table))


def rung(cards: CardWorld) -> list[str]:
    """Returns every request that would write to the house, or ring for it."""
    ids = [str(Person.of_house(level).id) for level in Level]
    told = [f"{request.method} {request.path} {request.json}" for request in cards.world.env.http_requests]
    return [one for one in told for user_id in ids if user_id in one]


@pytest.mark.parametrize("level", [None, *Level], ids=lambda level: level.value if level else "none named")
async def test_one_command_and_a_whole_game_is_played(cards: CardWorld, level: Level | None) -> None:
    world = cards.world
    table = await begin(cards, world.alice, **({} if level is None else {"level": level.value}))
    name = EN(f"house.{(level or Level.NOVICE).value}")
    view = await cards.view(table)
    assert view.status is Status.PLAYING
    assert view.seats is not None
    assert [is_house(person.id) for person in view.seats] == [False, True]
    announced, *_ = world.channel.history(viewer=world.david)
    assert EN("challenge.playing", north="Alice", south=name) in texts_of(announced)
    assert not verbs_of(announced)
    shown = await cards.table(table)
    assert EN("table.welcome", who=f"<@{world.alice.id}>") in texts_of(shown)
    assert Verb.ENTER not in verbs_of(shown), "there are no rentrants"
    await play(cards, table, world.alice)
    shown = await cards.table(table)
    view = await cards.view(table)
    assert view.game is not None
    assert max(view.game.score) == view.game.rules.points
    assert name in texts_of(shown)
    record = await archive.record(cards.room.tables, table, 1)
    assert '"Alice"' in record
    seat = view.seat_of(world.alice.id)
    assert seat is not None
    assert f'"{view.person(seat.other).name}"' in record
    assert rung(cards) == []
    assert all(not world.dms(member) for member in world.people if member is not world.alice)
    await cards.expect_balanced()


async def test_it_leaves_its_cut_to_the_key_and_every_deal_can_be_verified(tmp_path: Path) -> None:
    async with card_world(tmp_path, seed=5, fair=True, cut_seconds=30, teacher=reviewer_without_hints()) as cards:
        alice = cards.world.alice
        table = await begin(cards, alice)

        async def two_deals() -> bool:
            game = (await cards.view(table)).game
            return game is not None and game.number == 3

        await play(cards, table, alice, until=two_deals)
        view = await cards.view(table)
        cutters = {finished.promise.by for finished in view.finished if finished.promise is not None}
        assert None in cutters, "the house names no place"
        assert cutters <= {None, alice.id}
        await resign(cards, table, alice)
        checked = await archive.check_game(cards.room.tables, table, 1)
        assert len(checked) >= 2
        answer = await alice.slash(cards.world.channel, "ecarte game", show="fair")
        assert EN("house.novice") in texts_of(await cards.table(table))
        assert answer.response is not None


async def test_after_a_restart_it_goes_on_where_it_is_its_turn_and_once(tmp_path: Path) -> None:
    async with card_world(tmp_path, conduct=SLOW) as cards:
        world = cards.world
        cards.house.cuts.append("7S KS")
        table = await begin(cards, world.alice)
        await cards.does("alice", Verb.PROPOSE)
        before = await cards.view(table)
        assert before.game is not None
        assert before.game.phase is Phase.ANSWER
        await world.restart(crash=True)
        again = await cards.view(table)
        assert again.version == before.version, "it has not moved yet"
        await world.pass_time(PAUSE_S + 1)
        after = await cards.view(table)
        assert after.decision == before.decision + 1
        assert after.game is not None
        assert after.game.turn is after.seat_of(world.alice.id)
        await world.pass_time(3 * PAUSE_S)
        assert (await cards.view(table)).decision == after.decision, "and it moves once"
        await cards.expect_balanced()


async def test_a_crash_before_it_sat_down_leaves_no_one_waiting(tmp_path: Path) -> None:
    async with card_world(tmp_path, conduct=SLOW) as cards:
        alice, tables = cards.world.alice, cards.room.tables
        terms = terms_for(await cards.room.choices(cards.world.guild.id), EN.language).against_house
        person, house = Person(alice.id, "Alice"), Person.of_house(Level.SALON)
        opened = await seating.challenge(tables, cards.world.guild.id, cards.world.channel.id, person, house, terms)
        await cards.world.restart(crash=True)
        await cards.world.pass_time(PAUSE_S + 1)
        assert (await cards.view(opened.id)).status is Status.PLAYING


async def test_another_game_begins_when_the_member_asks_for_it(cards: CardWorld) -> None:
    alice = cards.world.alice
    table = await begin(cards, alice)
    await one_move(cards, alice, table)
    await resign(cards, table, alice)
    view = await cards.view(table)
    assert view.status is Status.BETWEEN, "by itself it asks for none"
    await cards.press(alice, await cards.table(table), Verb.REMATCH)
    view = await cards.view(table)
    assert (view.status, view.game_no) == (Status.PLAYING, 2)
    await resign(cards, table, alice)
    await cards.press(alice, await cards.table(table), Verb.CLOSE)
    assert (await cards.view(table)).status is Status.CLOSED


async def test_it_accepts_every_offer_to_stop(cards: CardWorld) -> None:
    alice = cards.world.alice
    table = await begin(cards, alice)
    menu = await cards.press(alice, await cards.my_hand(alice, table), Verb.MORE)
    await cards.press(alice, menu.response, Verb.OFFER_STOP)
    view = await cards.view(table)
    assert view.status is Status.BETWEEN
    assert view.game is not None
    assert view.game.outcome is not None
    assert view.game.outcome.winner is None
    assert EN("table.won.agreed") in texts_of(await cards.table(table))


async def test_it_waits_for_a_late_player_and_claims_nothing(cards: CardWorld) -> None:
    world = cards.world
    table = await begin(cards, world.alice)
    await world.pass_time(400)
    view = await cards.view(table)
    assert view.status is Status.PLAYING
    shown = texts_of(await cards.table(table))
    assert EN("house.waits", who="Alice") in shown
    hand = texts_of(cards.held("alice"))
    assert EN("hand.time.up", what="").strip() not in hand, "and the hand does not nag"
    assert "<t:" not in hand
    assert rung(cards) == []
    await one_move(cards, world.alice, table)
    assert (await cards.view(table)).version > view.version
