"""The house in an empty chair: who asks it in, for whom it makes room, how it leaves. Its games count for no one.

Here a person acts for it by its tasks. tests/bot/e2e shows that it acts by itself.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clock import WarningSent
from bot.house.tasks import Task, task_of
from bot.people.person import Person
from bot.tables.actions import chairs, play, rematch, seating
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.ai import Level
from ecarte.game import ClaimTime, Manners, Move, OfferStop, PlayerView, Propose, Refuse, Rules, Scope, Seat
from ecarte.table import PoolForm
from ecarte.table.stakes import GalerieRule, Style
from tests.bot.tables.salon import GUILD, Salon, staked

HOUSE = Person.of_house(Level.SALON)
ALLOWED = staked(0, house=Level.SALON)


async def alone(room: Salon, terms: Terms = ALLOWED) -> int:
    """Has the first player beat the second, whose chair is empty then. Returns the id of the table."""
    table = await room.seated(terms)
    await room.lose(table, Seat.SOUTH)
    return table


async def with_house(room: Salon) -> int:
    """The first plays with the house; the id of the table."""
    table = await alone(room)
    await chairs.ask_house(room.tables, table, 1)
    await chairs.sit(room.tables, table, HOUSE.id)
    return table


def waiting(table_view: TableView) -> tuple[int, ...]:
    """Returns those who wait for a chair, in their order."""
    assert table_view.galerie.queue is not None
    return table_view.galerie.queue.waiting


def seats(table_view: TableView) -> tuple[int, ...]:
    """Returns the players, by their ids."""
    return tuple(person.id for person in table_view.seats or ())


async def test_it_comes_when_it_is_asked_and_the_next_game_begins(room: Salon) -> None:
    table = await alone(room)
    assert task_of(await room.view(table)) is None, "it comes only when asked"
    table_view = await chairs.ask_house(room.tables, table, 1)
    assert (table_view.status, table_view.galerie.awaited) == (Status.BETWEEN, HOUSE.id)
    assert task_of(table_view) is Task.TAKE_CHAIR
    room.restart()
    assert task_of(await room.view(table)) is Task.TAKE_CHAIR, "a restart has lost nothing"
    table_view = await chairs.sit(room.tables, table, HOUSE.id)
    assert (table_view.status, table_view.game_no, seats(table_view)) == (Status.PLAYING, 2, (1, HOUSE.id)), (
        "the player who asked goes on"
    )
    await room.expect_balanced()


async def test_to_ask_twice_is_to_ask_once(room: Salon) -> None:
    table = await alone(room)
    table_view = await chairs.ask_house(room.tables, table, 1)
    assert await chairs.ask_house(room.tables, table, 1) == table_view


async def test_a_member_who_comes_goes_before_it(room: Salon) -> None:
    table = await alone(room)
    await chairs.ask_house(room.tables, table, 1)
    table_view = await chairs.enter(room.tables, table, room.people[2])
    assert (table_view.galerie.awaited, waiting(table_view)) == (3, (3,))
    assert task_of(table_view) is None
    with pytest.raises(Refused):
        await chairs.sit(room.tables, table, HOUSE.id)
    table_view = await chairs.sit(room.tables, table, 3)
    assert seats(table_view) == (1, 3), "the player who asked the house had said so"
    await room.expect_balanced()


async def test_a_beaten_member_who_would_like_to_stay_goes_before_it(room: Salon) -> None:
    table = await alone(room)
    await chairs.ask_house(room.tables, table, 1)
    table_view = await rematch.rematch(room.tables, table, 2)
    assert (table_view.status, seats(table_view), waiting(table_view)) == (Status.PLAYING, (1, 2), ())


async def test_a_member_who_lets_the_chair_pass_does_not_keep_the_others_from_the_house(room: Salon) -> None:
    table = await alone(room)
    await chairs.enter(room.tables, table, room.people[2])
    with pytest.raises(Refused) as refused:
        await chairs.ask_house(room.tables, table, 1)
    assert refused.value.problem is Problem.CHAIR_CALLED
    await chairs.decline_chair(room.tables, table, 3)
    await chairs.ask_house(room.tables, table, 1)
    table_view = await chairs.sit(room.tables, table, HOUSE.id)
    assert (seats(table_view), waiting(table_view)) == ((1, HOUSE.id), (3,))
    table_view = await room.lose(table, Seat.SOUTH)
    assert table_view.galerie.awaited == 3, "the next chair is for that member"


async def test_when_the_player_who_asked_goes_it_plays_with_no_one_else(room: Salon) -> None:
    table = await alone(room)
    await chairs.ask_house(room.tables, table, 1)
    assert (await rematch.close(room.tables, table, 1)).status is Status.CLOSED
    other = await alone(room)
    await chairs.enter(room.tables, other, room.people[2])
    await chairs.decline_chair(room.tables, other, 3)
    await chairs.ask_house(room.tables, other, 1)
    table_view = await rematch.close(room.tables, other, 1)
    assert (table_view.status, waiting(table_view), task_of(table_view)) == (Status.BETWEEN, (3,), None)
    await room.expect_balanced()


async def test_a_beaten_player_cannot_send_it_away_from_the_player_who_asked(room: Salon) -> None:
    table = await alone(room)
    table_view = await chairs.ask_house(room.tables, table, 1)
    with pytest.raises(Refused) as refused:
        await rematch.close(room.tables, table, 2)
    assert refused.value.problem is Problem.NOT_A_PLAYER
    assert await room.view(table) == table_view
    await room.later(table_view.waits[WaitKind.CHAIR].until - room.now, table)
    assert (await rematch.close(room.tables, table, 2)).status is Status.CLOSED, (
        "with no one on the way it is as always"
    )


async def test_beaten_it_retires_and_may_come_again(room: Salon) -> None:
    table = await with_house(room)
    await chairs.enter(room.tables, table, room.people[2])
    table_view = await room.lose(table, Seat.SOUTH)
    assert (table_view.galerie.awaited, task_of(table_view)) == (3, None), "the order of the rentrants is as always"
    table_view = await rematch.rematch(room.tables, table, 1)
    assert task_of(table_view) is None, "the person called goes first"
    assert seats(await chairs.sit(room.tables, table, 3)) == (1, 3)
    await room.lose(table, Seat.SOUTH)
    assert task_of(await chairs.ask_house(room.tables, table, 1)) is Task.TAKE_CHAIR


async def test_beaten_with_no_one_else_there_it_plays_again_with_any_player_who_asks_for_it(room: Salon) -> None:
    table = await with_house(room)
    table_view = await room.lose(table, Seat.SOUTH)
    assert task_of(table_view) is None
    assert task_of(await rematch.rematch(room.tables, table, 1)) is Task.AGAIN
    table_view = await rematch.rematch(room.tables, table, HOUSE.id)
    assert (table_view.game_no, seats(table_view)) == (3, (1, HOUSE.id))


async def test_beaten_it_comes_back_only_to_the_player_it_has_played_with(room: Salon) -> None:
    table = await with_house(room)
    for person in room.people[2:4]:
        await chairs.enter(room.tables, table, person)
    await room.lose(table, Seat.SOUTH)
    await chairs.sit(room.tables, table, 3)
    await rematch.close(room.tables, table, 1)
    table_view = await chairs.decline_chair(room.tables, table, 4)
    assert table_view.galerie.queue is not None
    assert table_view.galerie.queue.seats == (None, 3)
    assert task_of(table_view) is None
    assert task_of(await chairs.ask_house(room.tables, table, 3)) is Task.TAKE_CHAIR


async def test_winning_it_keeps_its_chair_and_goes_on_with_the_next(room: Salon) -> None:
    table = await with_house(room)
    table_view = await room.lose(table, Seat.NORTH)
    assert task_of(table_view) is None, "it asks for no game"
    await chairs.enter(room.tables, table, room.people[2])
    table_view = await chairs.sit(room.tables, table, 3)
    assert task_of(table_view) is Task.AGAIN
    table_view = await rematch.rematch(room.tables, table, HOUSE.id)
    assert set(seats(table_view)) == {HOUSE.id, 3}
    await room.lose(table, table_view.seat_of(3) or Seat.NORTH)
    assert (await rematch.close(room.tables, table, 3)).status is Status.CLOSED, "the beaten member puts the table away"
    await room.expect_balanced()


async def test_it_is_never_waited_for_for_ever(room: Salon) -> None:
    table = await alone(room)
    table_view = await chairs.ask_house(room.tables, table, 1)
    table_view = await room.later(table_view.waits[WaitKind.CHAIR].until - room.now, table)
    assert (table_view.galerie.awaited, waiting(table_view), task_of(table_view)) == (None, (), None)
    assert task_of(await chairs.ask_house(room.tables, table, 1)) is Task.TAKE_CHAIR, "and may be asked again"
    table_view = await room.later(ALLOWED.pace.patience_ms, table)
    table_view = await room.later(ALLOWED.pace.patience_ms, table)
    assert table_view.status is Status.CLOSED


@pytest.mark.parametrize("others", [0, 1], ids=["no one waits", "a person waits"])
async def test_it_claims_a_game_only_where_a_member_waits_for_the_chair(room: Salon, others: int) -> None:
    table = await with_house(room)
    for person in room.people[2 : 2 + others]:
        await chairs.enter(room.tables, table, person)
    table_view = await room.view(table)
    while table_view.game is None or table_view.game.number < 2 or table_view.game.turn is not Seat.NORTH:
        table_view = await room.step(table)
    for _ in range(4):
        assert table_view.deadline is not None
        table_view = await room.later(max(table_view.deadline - room.now, 1_000), table)
    assert table_view.sent_warning is WarningSent.UP
    assert (task_of(table_view) is Task.CLAIM) == bool(others)
    if others:
        table_view = await play.move(
            room.tables, table, HOUSE.id, table_view.decision, lambda view: ClaimTime(Scope.GAME)
        )
        assert table_view.galerie.awaited == 3


@pytest.mark.parametrize("others", [0, 1], ids=["no one waits", "a person waits"])
async def test_what_others_wait_for_it_answers_when_it_has_moved(room: Salon, others: int) -> None:
    """Otherwise a player could keep it from its move by offers to stop, and claim the game when its time is up."""
    table = await with_house(room)
    for person in room.people[2 : 2 + others]:
        await chairs.enter(room.tables, table, person)
    table_view = await room.view(table)
    while task_of(table_view) is not Task.MOVE:
        table_view = await room.step(table)
    table_view = await play.move(room.tables, table, 1, None, lambda _: OfferStop())
    assert task_of(table_view) is (Task.MOVE if others else Task.STOP)
    while task_of(table_view) is Task.MOVE:
        table_view = await room.step(table)
    assert task_of(table_view) is Task.STOP, "no one is left without an answer"


async def test_a_king_that_it_might_announce_leaves_no_player_without_an_answer(room: Salon) -> None:
    table = await with_house(room)
    await chairs.enter(room.tables, table, room.people[2])
    table_view = await room.view(table)

    def refused(view: PlayerView) -> Move:
        # The refused elder has to lead: the dealer might announce a king before.
        return next((move for move in view.legal_moves if isinstance(move, Propose | Refuse)), view.legal_moves[0])

    while task_of(table_view) is not Task.ANNOUNCE:
        table_view = await room.step(table, refused)
    assert task_of(await play.move(room.tables, table, 1, None, lambda _: OfferStop())) is Task.STOP


async def test_its_games_count_for_no_one_and_those_before_and_after_do(room: Salon) -> None:
    table = await with_house(room)
    await chairs.enter(room.tables, table, room.people[1])
    await room.lose(table, Seat.SOUTH)
    await rematch.rematch(room.tables, table, 1)
    await chairs.sit(room.tables, table, 2)
    await room.lose(table, Seat.NORTH)
    board = await room.database.results.leaderboard(GUILD)
    assert {row.user_id: (row.won, row.played) for row in board.rows} == {1: (1, 2), 2: (1, 2)}
    profile = await room.database.results.statistics(GUILD, 1)
    assert (profile.won, profile.played, profile.streak) == (1, 2, -1)
    assert [(row.user_id, row.won, row.played) for row in profile.house] == [(HOUSE.id, 1, 1)]
    await room.expect_balanced()


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        (replace(ALLOWED, house=None), Problem.HOUSE_AWAY),
        (replace(ALLOWED, stake=50), Problem.HOUSE_FOR_HONOUR),
        (replace(ALLOWED, rules=Rules(manners=Manners.SALON)), Problem.HOUSE_NEVER_ERRS),
        (replace(ALLOWED, style=Style.ENGLISH), GalerieRule.ENGLISH_TABLE),
        (replace(ALLOWED, stake=50, pool=PoolForm.ALL), Problem.NO_CHAIRS),
    ],
    ids=["not allowed", "staked", "salon", "english", "pool"],
)
async def test_where_it_takes_no_chair_it_says_why(room: Salon, terms: Terms, why: object) -> None:
    assert terms.house_enters is None
    table = (await seating.challenge(room.tables, GUILD, 70, room.people[0], None, terms)).id
    for person in room.people[1 : 3 if terms.pool else 2]:
        await seating.accept(room.tables, table, person)
    with pytest.raises(Refused) as refused:
        await chairs.ask_house(room.tables, table, 1)
    assert refused.value.data.get("rule", refused.value.problem) is why


async def test_a_request_from_a_person_who_may_not_ask_is_refused(room: Salon) -> None:
    table = await room.seated(ALLOWED)
    asked: list[tuple[int, object]] = [(1, Problem.GAME_ON)]
    await _expect_refused(room, table, asked)
    await room.lose(table, Seat.SOUTH)
    await _expect_refused(room, table, [(2, Problem.HOUSE_NOT_YOURS), (5, Problem.HOUSE_NOT_YOURS)])
    await rematch.rematch(room.tables, table, 2)
    await _expect_refused(room, table, [(2, GalerieRule.NO_EMPTY_CHAIR)])
    await rematch.close(room.tables, table, 1)
    await _expect_refused(room, table, [(1, Problem.CLOSED)])


async def _expect_refused(room: Salon, table: int, asked: list[tuple[int, object]]) -> None:
    for user_id, why in asked:
        with pytest.raises(Refused) as refused:
            await chairs.ask_house(room.tables, table, user_id)
        assert refused.value.data.get("rule", refused.value.problem) is why
