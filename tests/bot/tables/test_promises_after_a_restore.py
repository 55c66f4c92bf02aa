"""After a restore players may have seen secrets of the chains in the copy, so every game is promised anew."""

from __future__ import annotations

import pytest

from bot.tables import archive, timeouts
from bot.tables.actions import cut, play, rematch, seating, seed
from bot.tables.problems import Problem, Refused
from bot.tables.views import TableView
from ecarte.fair import LINKS, Bound, Verdict, link
from ecarte.game import Resign
from tests.bot.tables.cutting import TERMS, elder_of, kept
from tests.bot.tables.salon import GUILD, Salon, staked


def restore(room: Salon) -> None:
    """Informs the tables of a restore, as a start does."""
    room.restart()
    room.now += 1_000
    room.tables.log.restored_at = room.now


async def in_the_second_deal(room: Salon, table: int) -> TableView:
    """Plays on until the second deal is dealt."""
    view = await room.view(table)
    while view.game is None or view.game.number < 2:
        view = await room.step(table)
    return view


async def test_a_game_that_is_on_is_promised_anew_from_its_next_deal_and_the_check_names_it(room: Salon) -> None:
    table = await room.seated(staked(50))
    await seed.name_seed(room.tables, table, 1, "sparrow")
    before = await in_the_second_deal(room, table)
    restore(room)
    await timeouts.time_passed(room.tables, table)
    view = await room.view(table)
    first, second = await kept(room, table, "game_promised")
    assert (second.game, second.first) == (1, 3)
    assert view.game_promise is not None
    assert before.game_promise is not None
    assert view.game_promise.commitment == second.commitment != before.game_promise.commitment
    assert view.game_promise.named == frozenset(), "a word from before is no word"
    await timeouts.time_passed(room.tables, table)
    assert len(await kept(room, table, "game_promised")) == 2, "once"
    await seed.name_seed(room.tables, table, 1, "sparrow")
    await seed.name_seed(room.tables, table, 2, "corbeau")
    await room.play(table)
    made = await kept(room, table, "pack_made")
    old = {link(bytes.fromhex(first.last), place).hex() for place in range(LINKS + 1)}
    assert [pack.secret in old for pack in made] == [True, True, *[False] * (len(made) - 2)]
    assert {pack.named for pack in made[2:]} == {(False, True)}, "the bot knew the one, and not the other"
    verdicts = [check.verdict for check in await archive.check_game(room.tables, table, 1)]
    assert verdicts == [Verdict.FAIR, Verdict.FAIR, *[Verdict.RENEWED] * (len(made) - 2)]


async def test_a_game_without_a_card_has_the_new_promise_alone(room: Salon) -> None:
    opened = await seating.challenge(room.tables, GUILD, 70, room.people[0], room.people[1], TERMS)
    restore(room)
    await timeouts.time_passed(room.tables, opened.id)
    await seating.accept(room.tables, opened.id, room.people[1], cause=501)
    await play.move(room.tables, opened.id, 1, None, lambda view: Resign())
    restore(room)
    for user in (1, 2):
        await rematch.rematch(room.tables, opened.id, user)
    await room.play(opened.id)
    promised = await kept(room, opened.id, "game_promised")
    assert [(promise.game, promise.first) for promise in promised] == [(1, 1), (1, 1), (2, 1), (2, 1), (3, 1)]
    assert {check.verdict for check in await archive.check_game(room.tables, opened.id, 2)} == {Verdict.FAIR}


async def test_the_time_of_the_outage_around_a_restore_is_given_back_with_the_new_promise(room: Salon) -> None:
    table = await room.seated(staked(0))
    deadline = (await room.view(table)).deadline
    assert deadline is not None
    restore(room)
    room.now += 600_000
    await room.outage(600_000)
    assert len(await kept(room, table, "game_promised")) == 2
    assert (await room.view(table)).deadline == deadline + 600_000
    assert await room.database.recovery.owed_outages() == {}


async def test_a_press_is_asked_for_again_where_the_promise_was_made_after_it(room: Salon) -> None:
    """Otherwise the bot would know a word, a cut or the number of a press when it promises."""
    table = await room.seated(TERMS)
    view = await room.view(table)
    restore(room)
    with pytest.raises(Refused) as caught:
        await seed.name_seed(room.tables, table, 1, "sparrow", cause=700)
    assert caught.value.problem is Problem.STALE
    again = await room.view(table)
    assert again.deal_promise is not None
    assert again.game_promise is not None
    assert again.deal_promise.commitment == again.game_promise.commitment, "also of the deal that waits for its cut"
    assert (again.game_promise.named, again.game_promise.presses) == (frozenset(), {})
    await seed.name_seed(room.tables, table, 1, "sparrow", cause=701)
    await cut.cut(room.tables, table, elder_of(view), again.decision, 9, cause=702)
    await room.play(table)
    checked = await archive.check_game(room.tables, table, 1)
    assert {(check.verdict, check.bound) for check in checked} == {(Verdict.FAIR, Bound.SEED)}


async def test_a_word_that_the_bot_has_among_the_preferences_is_not_named(room: Salon) -> None:
    await room.give_seed(1, "sparrow")
    table = await room.seated(TERMS)
    await seed.name_seed(room.tables, table, 1, "sparrow", cause=700)
    await room.cut(table, 9)
    (made,) = await kept(room, table, "pack_made")
    assert (made.seeds, made.named, made.presses) == (("sparrow", ""), (False, False), (700, None))
