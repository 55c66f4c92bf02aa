"""After a rated game the hand tells each player how far it moved their rating, and why."""

from __future__ import annotations

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import texts_of


async def test_each_player_reads_how_the_game_moved_their_rating_and_no_one_else_does(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    await cards.play(table)
    moved = await cards.room.database.ratings.game(table, 1, world.now())
    assert moved is not None
    for name, person in (("alice", world.alice), ("bruno", world.bruno)):
        won = moved.winner_id == person.id
        said = EN(
            "rating.moved",
            rating=EN("rating.provisional", rating=moved.after[person.id].shown),
            move="+9" if won else "−9",
            chance="50%",
        )
        assert said in texts_of(cards.held(name))
    public = [*await cards.tables(table), await cards.table(table)]
    assert not any(said.partition(":")[0] in texts_of(message) for message in public)


async def test_a_game_that_is_not_rated_says_nothing_of_ratings(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    person, _ = await cards.mover(table)
    hand = cards.hand(person)
    assert hand is not None
    await cards.press(person, hand, Verb.PLAY)
    menu = await cards.press(world.alice, await cards.my_hand(world.alice, table), Verb.MORE)
    for _ in range(2):
        await cards.press(world.alice, await cards.again(menu.response), Verb.RESIGN)
    assert (await cards.view(table)).status is Status.BETWEEN
    assert (await cards.room.database.ratings.game(table, 1, world.now())) is None
    label = EN("rating.moved", rating="", move="", chance="").partition(":")[0]
    assert not any(label in texts_of(cards.held(name)) for name in ("alice", "bruno"))
