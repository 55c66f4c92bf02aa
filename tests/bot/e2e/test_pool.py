"""A pool of three by clicks: the winner of two games running takes it, with a restart in the middle
(treatise, p. 34).
"""

from __future__ import annotations

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from ecarte.game import Seat
from ecarte.table import PoolStage
from tests.support.cardroom import EN, CardWorld
from tests.support.ledger import stakes_at
from tests.support.shown import private_answer, texts_of

STAKE = 40


async def formed(cards: CardWorld, form: str) -> int:
    """Forms a pool: Alice asks for it, Bruno and Chloé join. Returns the table's id."""
    world = cards.world
    invitation = await cards.challenge(world.alice, pool=form, stake=STAKE)
    assert EN("pool.in", people="**Alice**", n=1, m=3) in texts_of(invitation)
    await cards.press(world.bruno, invitation, Verb.ACCEPT)
    twice = await cards.press(world.bruno, await cards.again(invitation), Verb.ACCEPT)
    assert private_answer(twice) == EN("problem.in_pool")
    assert EN("pool.in", people="**Alice** and **Bruno**", n=2, m=3) in texts_of(await cards.again(invitation))
    await cards.press(world.chloe, await cards.again(invitation), Verb.ACCEPT)
    (row,) = await cards.room.database.tables.open_of(world.chloe.id) or await cards.room.database.tables.open_of(
        world.alice.id
    )
    return row.id


async def test_a_pool_is_played_until_one_wins_two_games_running(cards: CardWorld) -> None:
    table = await formed(cards, "engaged")
    world = cards.world
    lying = sum((await stakes_at(cards.room.database, table))[-1].values())
    assert lying == 2 * STAKE
    for number in range(1, 20):
        await cards.play(table)
        view = await cards.view(table)
        pool = view.galerie.pool
        assert pool is not None
        await cards.expect_balanced()
        shown = texts_of(await cards.table(table))
        for adds, amount in view.galerie.added:
            assert EN("pool.added", who=view.galerie.names[adds], amount=f"{amount} chips") in shown
        if pool.stage is PoolStage.WON:
            break
        assert pool.out is not None
        early = await cards.press(cards.person(pool.out), await cards.table(table), Verb.REMATCH)
        assert private_answer(early) == EN("problem.pool_out")
        await world.restart(crash=bool(number % 2))
        for engaged in pool.engaged:
            called = world.dms(cards.person(engaged))[-1]
            await cards.press(cards.person(engaged), called, Verb.REMATCH)
        assert (await cards.view(table)).status is Status.PLAYING
    else:
        raise AssertionError("no one wins the pool")
    assert pool.winner is not None
    winner = cards.person(pool.winner)
    chips = f"{pool.chips} chips"
    assert EN("pool.won.yours", amount=chips, chip="🪙") in texts_of(cards.held(winner.name))
    (loser,) = [cards.person(person) for person in pool.engaged if person != winner.id]
    told = {"who": view.galerie.names[pool.winner], "amount": chips, "chip": "🪙"}
    assert EN("pool.won.theirs", **told) in texts_of(cards.held(loser.name))
    shown = texts_of(await cards.table(table))
    assert EN("pool.fresh") in shown.splitlines()
    assert EN("table.rematch") not in shown, "the player who waited has played no game for a rematch"
    assert EN("pool.won", who=view.galerie.names[pool.winner], amount=chips) in texts_of(await cards.table(table))
    purses = [await cards.purse(person) for person in (world.alice, world.bruno, world.chloe)]
    assert sum(purses) == 3000
    assert max(purses) == await cards.purse(winner)
    for person in (world.alice, world.bruno, world.chloe):
        await cards.press(person, await cards.table(table), Verb.REMATCH)
    assert (await cards.view(table)).status is Status.PLAYING, "a fresh pool"
    await cards.expect_balanced()


async def test_a_pool_is_named_after_all_three_and_its_first_message_says_who_has_it(cards: CardWorld) -> None:
    table = await formed(cards, "all")
    world, people = cards.world, "Alice, Bruno and Chloé"
    (thread,) = world.channel.threads
    assert thread.name == EN("pool.thread", people=people)
    view = await cards.view(table)
    pool, names = view.galerie.pool, view.galerie.names
    assert pool is not None
    assert pool.out is not None
    shown = texts_of(await cards.table(table))
    assert EN("pool.out", who=names[pool.out]) in shown
    assert "The cut: Alice" in shown
    invitation = min(world.channel.history(), key=lambda message: message.id)
    assert EN("pool.playing", people=people) in texts_of(invitation)
    while pool.stage is not PoolStage.WON:
        await cards.play(table)
        pool = (await cards.view(table)).galerie.pool
        assert pool is not None
        for engaged in pool.engaged if pool.stage is PoolStage.PLAYING else ():
            await cards.press(cards.person(engaged), await cards.table(table), Verb.REMATCH)
    await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
    late = EN.join([f"<@{person.id}>" for person in (world.bruno, world.chloe)])
    assert EN("pool.waiting", people=late) in texts_of(await cards.table(table))
    player = cards.person((await cards.view(table)).person(Seat.NORTH).id)
    await cards.press(player, await cards.table(table), Verb.CLOSE)
    assert pool.winner is not None
    over = texts_of(await cards.again(invitation))
    assert EN("pool.done", people=people) in over
    assert EN("pool.taken", who=names[pool.winner], amount=f"{pool.chips} chips") in over


async def test_a_pool_to_which_no_one_comes_back_gives_everything_back(cards: CardWorld) -> None:
    table = await formed(cards, "all")
    await cards.play(table)
    player = cards.person((await cards.view(table)).person(Seat.NORTH).id)
    refused = await cards.press(player, await cards.table(table), Verb.CLOSE)
    assert private_answer(refused) == EN("problem.pool_on")
    invitation = min(cards.world.channel.history(), key=lambda message: message.id)
    await cards.world.pass_time(2 * 3600)
    assert EN("galerie.returned") in texts_of(await cards.again(invitation))
    assert (await cards.view(table)).status is Status.CLOSED
    for person in (cards.world.alice, cards.world.bruno, cards.world.chloe):
        assert await cards.purse(person) == 1000
    await cards.expect_balanced()
