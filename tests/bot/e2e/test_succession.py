"""A hand that is given up, by clicks: the backers are asked one by one, and one of them plays it out (Law 54)."""

from __future__ import annotations

from bot.adapter.custom_ids import Verb
from bot.tables import archive
from bot.tables.state.table_state import Status
from ecarte.game import PublicView, Seat
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, texts_of, verbs_of


async def resigned(cards: CardWorld) -> int:
    """Has Bruno resign with the backers Chloé (20) and David (40), whose bets Emma covers."""
    world = cards.world
    (emma,) = cards.come("emma")
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    for person, amount, index in ((world.chloe, "20", 1), (world.david, "40", 1), (emma, "60", 0)):
        await cards.fill(person, await cards.table(table), Verb.BET, amount, index)
    await cards.deal(table)
    mine = await cards.my_hand(world.bruno, table)
    menu = (await cards.press(world.bruno, mine, Verb.MORE)).response
    assert menu is not None
    sure = (await cards.press(world.bruno, menu, Verb.RESIGN)).response
    assert sure is not None
    await cards.press(world.bruno, await cards.again(sure), Verb.RESIGN)
    return table


async def test_the_largest_backer_is_asked_first_and_the_next_plays_it_out(cards: CardWorld) -> None:
    table = await resigned(cards)
    world = cards.world
    asked = world.dms(world.david)[-1]
    link = f"https://discord.com/channels/{world.guild.id}/{(await cards.view(table)).place}"
    assert link in texts_of(asked)
    assert Verb.TAKE_HAND in verbs_of(asked)
    early = await cards.press(world.chloe, await cards.table(table), Verb.TAKE_HAND)
    assert private_answer(early) == EN("problem.not_your_turn_to_take")
    stuck = await cards.press(world.alice, await cards.my_hand(world.alice, table), Verb.MORE)
    assert stuck.response is not None
    await cards.press(world.david, asked, Verb.DECLINE_HAND)
    await world.restart(crash=True)
    before = cards.held("bruno")
    await cards.press(world.chloe, world.dms(world.chloe)[-1], Verb.TAKE_HAND)
    gone = await cards.again(before)
    assert EN("hand.handed", who="Chloé", table=link) in texts_of(gone)
    assert Verb.PLAY not in verbs_of(gone, disabled=True), "these cards are another's now"
    assert Verb.MORE in verbs_of(cards.held("chloe")), "and she has them"
    await cards.play(table)
    view = await cards.view(table)
    assert view.status is Status.BETWEEN
    assert view.game is not None
    assert view.game.outcome is not None
    assert view.galerie.settlement is not None
    won = view.game.outcome.winner is Seat.SOUTH
    assert "Chloé" in texts_of(await cards.table(table)), "the table names who played it at the end, too"
    shown = cards.held("chloe")
    assert Verb.REVIEW in verbs_of(shown)
    assert EN("hand.won.five.mine" if won else "hand.won.five.theirs", **_score(view.game, "Alice")) in texts_of(shown)
    told = cards.held("bruno")
    key = "hand.handed.won" if won else "hand.handed.lost"
    assert EN(key, who="Chloé", **_score(view.game, "Alice")) in texts_of(told)
    share = next(share for share in view.galerie.settlement.shares if share.person == world.bruno.id)
    amount = f"{abs(share.gain)} chips"
    assert EN("hand.won" if won else "hand.lost", amount=amount, chip="🪙") in texts_of(told)
    assert Verb.CLOSE in verbs_of(await cards.more(world.bruno, table))
    assert (Verb.CLOSE in verbs_of(await cards.more(world.chloe, table))) is won, "the winner of the game has the chair"
    link_to_bet = f"on Bruno: [the table]({link})"
    assert link_to_bet in texts_of(world.dms(world.david)[-1]), "the bet was on the player who sat down"
    await cards.expect_balanced()
    assert "Chloé plays on for S" in await archive.record(cards.room.tables, table, 1)


async def test_a_game_claimed_on_time_is_announced_as_such_to_the_opponent_and_the_backers(cards: CardWorld) -> None:
    world = cards.world
    (emma,) = cards.come("emma")
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.fill(world.chloe, await cards.table(table), Verb.BET, "20", 1)
    await cards.fill(emma, await cards.table(table), Verb.BET, "20", 0)
    await cards.deal(table)
    late, other = await cards.mover(table)
    await world.pass_time(60 + 120 + 1)
    await cards.press(other, cards.held(other.name), Verb.CLAIM_GAME)
    late_name, backer = ("Bruno", world.chloe) if late is world.bruno else ("Alice", emma)
    assert EN("hand.offered.late", who=late_name) in texts_of(cards.held(other.name))
    link = f"https://discord.com/channels/{world.guild.id}/{(await cards.view(table)).place}"
    assert EN("notice.heir.late", who=late_name, table=link, until="|").partition("|")[0] in texts_of(
        world.dms(backer)[-1]
    )
    assert "ran out of time" in texts_of(await cards.table(table))


def _score(game: PublicView, other: str) -> dict[str, object]:
    """Returns the values of the sentence that gives South the score."""
    return {"other": other, "mine": game.score[1], "theirs": game.score[0]}
