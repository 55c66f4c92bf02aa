"""A finished game played again by clicks: from a replay, a review and a souvenir, privately, and nothing counts.

Not proved here: which cards are dealt, and how the deals end (tests/ecarte/teaching/test_again.py).
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from bot.adapter import formatting
from bot.adapter.custom_ids import Press, Verb, encode
from bot.features.deal import solo
from bot.features.deal.again import AgainAction, AgainAsk
from bot.tables import archive
from bot.tables.archive import GameKey
from ecarte.game import Seat, player_view
from ecarte.notation import Replay
from ecarte.teaching import Decision, again
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.shown import arguments_of, private_answer, texts_of, verbs_of

SEEDED = pytest.mark.parametrize("cards", [{"seed": 2}], indirect=True)
MOVES = re.compile(r"play\.[\w.]*\.[ns]\.\w+\.\w*")


@pytest.fixture
async def played(cards: CardWorld) -> tuple[CardWorld, int]:
    """A table at which one game was played to its end."""
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table)
    return cards, table


async def walk_of(cards: CardWorld, table: int) -> Replay:
    """The positions of the game."""
    return await archive.replay(cards.room.tables, table, 1)


async def replay_at(cards: CardWorld, name: str, table: int, place: int, side: str = "b") -> Any:
    """The replay of the game at a place, as a person has opened it."""
    person = cards.named(name)
    page = await cards.press(person, await cards.table(table), Verb.REPLAY)
    shown = page.response
    forged = encode(Press(Verb.REPLAY, argument=f"on.{table}.1.{place}.{side}.0"))
    await cards.forge(person, cards.snapshot(shown), forged)
    return await cards.again(shown)


async def taken_up(cards: CardWorld, name: str, page: Any) -> Any:
    """The private page that **From here** opens."""
    answer = (await cards.press(cards.named(name), page, Verb.FROM_HERE)).response
    assert answer.ephemeral
    return answer


async def ask(cards: CardWorld, name: str, page: Any, asked: AgainAsk, action: AgainAction = AgainAction.PLAY) -> Any:
    """Presses whatever item stands for this, on a page; returns the result."""
    custom_id = encode(Press(Verb.FROM_HERE, argument=asked.argument(action)))
    return await cards.forge(cards.named(name), cards.snapshot(page), custom_id)


def offers(page: Any) -> list[tuple[AgainAction, AgainAsk]]:
    """What the buttons of a page ask for."""
    return [AgainAsk.read(argument) for argument in arguments_of(page, Verb.FROM_HERE)]


def onward(page: Any) -> list[str]:
    """The items that make or prepare a move."""
    here = max(len(ask.moves) for _, ask in offers(page))
    return [
        item
        for item, (action, ask) in zip(verbs_of(page)[Verb.FROM_HERE], offers(page), strict=True)
        if action is AgainAction.PLAY and (len(ask.moves) == here or ask.draft)
    ]


async def to_the_end(cards: CardWorld, name: str, page: Any, seed: int = 1) -> Any:
    """Plays by chance to the end of the deal."""
    rng, person = random.Random(seed), cards.named(name)
    for _ in range(60):
        if AgainAction.HOUSE in {action for action, _ in offers(page)}:
            return page
        await person.click(page, custom_id=rng.choice(onward(page)))
        page = await cards.again(page)
    raise AssertionError("the deal does not end")


def first_decision(walk: Replay) -> int:
    """The first place at which a seat has to decide."""
    return next(place for place in range(len(walk)) if again.is_decision(walk.state(place)))


async def test_from_a_replay_the_deal_is_played_to_its_end_and_held_against_what_happened(
    played: tuple[CardWorld, int],
) -> None:
    cards, table = played
    walk = await walk_of(cards, table)
    place = first_decision(walk)
    page = await taken_up(cards, "alice", await replay_at(cards, "alice", table, place))
    assert EN("again.title") in texts_of(page)
    assert EN("again.about") in texts_of(page)
    end = texts_of(await to_the_end(cards, "alice", page))
    then = again.ended_then(walk, 1)
    assert then is not None
    assert then.chances is not None
    seat = walk.state(place).turn
    assert seat is not None
    after = f"{then.score[seat.index]}–{then.score[seat.other.index]}"
    assert EN("again.end.then", before="0–0", after=after) in end
    assert f"{EN.percent(then.chances[seat.index])} in the game, **" in end
    assert EN("daily.dealt", cards="").strip() in end


async def test_any_reader_takes_either_seat_and_reads_it_in_their_language(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    cards.world.speaks(cards.world.chloe, "fr")
    place = first_decision(await walk_of(cards, table))
    for side, seat in (("n", Seat.NORTH), ("s", Seat.SOUTH)):
        page = await taken_up(cards, "chloé", await replay_at(cards, "chloé", table, place, side))
        view = await cards.view(table)
        assert FR("again.place", name=f"**{view.person(seat).name}**") in texts_of(page)
        assert {asked.seat for _, asked in offers(page)} == set(Seat), "the other seat is one press away"
        assert FR("again.other") in texts_of(await to_the_end(cards, "chloé", page))


async def test_while_a_deal_is_on_no_card_of_the_other_hand_is_on_its_page(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    walk = await walk_of(cards, table)
    for place in [place for place in range(len(walk)) if again.is_decision(walk.state(place))][::4]:
        state = walk.state(place)
        seat = state.turn
        assert seat is not None
        page = await taken_up(cards, "chloé", await replay_at(cards, "chloé", table, place, "b"))
        shown = texts_of(page)
        view = player_view(state, seat)
        known = {*view.hand, *view.discarded, *state.played, state.last_deal.turn_up, *view.put_out}
        for card in set(state.last_deal.pack) - known:
            assert formatting.card_name(EN, card) not in shown
            assert formatting.card(EN, card) not in shown


async def test_starting_over_begins_again_and_the_house_plays_both_hands_alike_each_time(
    played: tuple[CardWorld, int],
) -> None:
    cards, table = played
    page = await taken_up(
        cards, "bruno", await replay_at(cards, "bruno", table, first_decision(await walk_of(cards, table)))
    )
    start = texts_of(page)
    end = await to_the_end(cards, "bruno", page)
    asked = [asked for action, asked in offers(end) if action is AgainAction.HOUSE]
    houses = []
    for _ in range(2):
        await ask(cards, "bruno", end, asked[0], AgainAction.HOUSE)
        houses.append(texts_of(await cards.again(end)))
    assert houses[0] == houses[1]
    assert "The maître:" in houses[0]
    await ask(cards, "bruno", end, asked[0])
    assert texts_of(await cards.again(end)) == start


async def test_after_a_deal_the_next_one_follows_until_the_game_is_over(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    walk = await walk_of(cards, table)
    page = await taken_up(cards, "alice", await replay_at(cards, "alice", table, first_decision(walk)))
    numbers = []
    for seed in range(20):
        page = await to_the_end(cards, "alice", page, seed)
        following = [asked for _, asked in offers(page) if not isinstance(asked.start, int) and not asked.moves]
        numbers += [asked.start.number for asked in following if not isinstance(asked.start, int)][:1]
        on = [asked for asked in following if asked.start == following[0].start]
        if EN("again.next") not in texts_of(page):
            break
        newest = max(on, key=lambda each: 0 if isinstance(each.start, int) else each.start.number)
        await ask(cards, "alice", page, newest)
        page = await cards.again(page)
    assert EN("again.won") in texts_of(page) or EN("again.lost") in texts_of(page)


async def test_nothing_is_stored_and_a_restart_or_a_second_press_changes_nothing(
    played: tuple[CardWorld, int],
) -> None:
    cards, table = played
    place = first_decision(await walk_of(cards, table))

    async def stored() -> tuple[object, ...]:
        database, guild, alice = cards.room.database, cards.world.guild.id, cards.world.alice.id
        games = await archive.history(cards.room.tables, guild, limit=10)
        tables = [row.id for row in await database.tables.open_of(alice)]
        return games, await database.ledger.purse(guild, alice), tables

    before = await stored()
    page = await taken_up(cards, "alice", await replay_at(cards, "alice", table, place))
    item = onward(page)[0]
    old = cards.snapshot(page)
    await cards.world.alice.click(page, custom_id=item)
    after = texts_of(await cards.again(page))
    await cards.outage(60)
    await cards.forge(cards.world.alice, old, item)
    assert texts_of(await cards.again(page)) == after
    await to_the_end(cards, "alice", await cards.again(page))
    assert await stored() == before


async def test_a_game_that_is_on_and_a_made_up_item_are_refused(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    page = await replay_at(cards, "alice", table, first_decision(await walk_of(cards, table)))
    other = await cards.sit_down(cards.world.chloe, cards.world.david)
    on = await ask(cards, "alice", page, AgainAsk(GameKey(other, 1), 2), AgainAction.OPEN)
    assert private_answer(on) == EN("problem.no_record")
    place = first_decision(await walk_of(cards, table))
    for made_up in (
        f"open.{table}.1.0.s..",
        f"open.{table}.1.9999.s..",
        f"open.{table}.1.d99n1.s..",
        f"open.{table}.1.{place}.x..",
        f"play.{table}.1.{place}.s.z.",
        f"play.{table}.1.{place}.s..zz",
        f"play.{table}.1.{place}.n.00000000.",
        f"try.{table}.1.d00n1.s..",
        f"other.{table}.1.{place}.s..",
        "open",
    ):
        custom_id = encode(Press(Verb.FROM_HERE, argument=made_up))
        refused = await cards.forge(cards.world.alice, cards.snapshot(page), custom_id)
        assert private_answer(refused) in (EN("problem.stale"), EN("problem.not_lawful")), made_up


async def test_a_page_of_one_reader_never_takes_the_place_of_a_message_for_all(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    public = await cards.table(table)
    place = first_decision(await walk_of(cards, table))
    answer = await ask(cards, "chloé", public, AgainAsk(GameKey(table, 1), place, Seat.NORTH))
    assert EN("again.title") in private_answer(answer)
    assert texts_of(await cards.again(public)) == texts_of(public)


async def test_from_a_souvenir_a_player_plays_their_own_seat_and_a_bystander_that_of_the_loser(
    played: tuple[CardWorld, int],
) -> None:
    cards, table = played
    game = await archive.finished_game(cards.room.app.tables, GameKey(table, 1))
    assert game is not None
    (loser,) = [player for player in game.players if not player.won]
    for name in ("alice", "bruno", "chloé"):
        souvenir = (await cards.press(cards.named(name), await cards.table(table), Verb.SOUVENIR)).response
        page = await taken_up(cards, name, souvenir)
        (seat,) = {asked.seat for _, asked in offers(page) if asked.moves or asked.draft}
        own = [player.seat for player in game.players if player.user_id == cards.named(name).id] or [loser.seat]
        assert seat is Seat[own[0].upper()]


@SEEDED
async def test_each_error_of_a_review_is_asked_again_and_an_answer_is_right_where_a_review_calls_it_no_error(
    cards: CardWorld,
) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table)
    cards.room.app.quotas.lifted.add("lessons")
    result = await cards.press(cards.world.alice, await cards.table(table), Verb.REVIEW)
    review = result.followups[-1] if result.followups else result.response
    (question,) = [asked for action, asked in offers(review) if action in (AgainAction.ASK, AgainAction.ASK_KING)]
    page = (await ask(cards, "alice", review, question, AgainAction.ASK)).response
    assert EN("again.try.title") in texts_of(page)
    walk = await walk_of(cards, table)
    assert isinstance(question.start, int)
    state = walk.state(question.start)
    assert state.turn is not None
    view = player_view(state, state.turn)
    wrong, right = 0, 0
    for action, asked in offers(page):
        if action is not AgainAction.TRY or not asked.moves or asked.moves[-1][0] == "king":
            continue
        await ask(cards, "alice", page, asked, AgainAction.TRY)
        said = texts_of(await cards.again(page))
        move = solo.move_of(view, *asked.moves[-1])
        (judged,) = await cards.room.app.reviewer.look_back((Decision(view, move),))
        right += not judged.cost
        wrong += bool(judged.cost)
        assert ("✅" in said) == (not judged.cost)
        assert ("❌" in said) == bool(judged.cost)
    assert right
    assert wrong
