"""Random evenings: a crowd does anything at one table, lawful or not, and processes crash in between.

No act may break the table: it is done, or it is refused with a reason. After every few acts the ledger is counted, the
log is folded anew and compared, and the readers of each hand are checked against its backers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.house.tasks import Task, house_at, task_of
from bot.people.person import level_of
from bot.tables import archive, lookup
from bot.tables.actions import advice, betting, chairs, cut, guests, packs, play, rematch, seating, succession
from bot.tables.actions.packs import price_of
from bot.tables.problems import Refused
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from ecarte.ai import Level
from ecarte.fair import Verdict
from ecarte.game import ClaimTime, Manners, NextDeal, Resign, Rules, Scope, Seat, Stakes
from ecarte.table import PoolForm, stakes
from ecarte.table.stakes import Stage, Style
from tests.bot.tables.salon import OPENING, Salon, salon, staked

CROWD = 9
TERMS = {
    "french": staked(40, rules=Rules(stakes=Stakes.SINGLE_DOUBLE_TREBLE)),
    "english": staked(40, style=Style.ENGLISH),
    "honour": staked(0),
    "house": staked(0, house=Level.NOVICE),
    "errors": staked(40, rules=Rules(manners=Manners.SALON), last_trick_by_itself=False),
    "dear": staked(450),
    "rubber": staked(20, rubber=3, rules=Rules(next_deal=NextDeal.CUT_FOR_RUBBER)),
    "pool": staked(60, pool=PoolForm.ALL),
    "engaged": staked(60, pool=PoolForm.ENGAGED),
}


@pytest.mark.parametrize("manner", TERMS)
@pytest.mark.parametrize(
    "seed", [0, 1, pytest.param(2, marks=pytest.mark.soak), pytest.param(3, marks=pytest.mark.soak)]
)
async def test_whatever_people_do_the_sums_hold(tmp_path: Path, manner: str, seed: int) -> None:
    async with salon(tmp_path, people=CROWD, seed=seed) as room:
        # In every other evening the elder may cut before each deal.
        terms = replace(TERMS[manner], cut_ms=20_000 * (seed % 2))
        table_view = await seating.challenge(room.tables, 7, 70, room.people[0], None, terms)
        table = table_view.id
        for person in room.people[1 : 3 if terms.pool else 2]:
            await seating.accept(room.tables, table, person)
        done: Counter[str] = Counter()
        shown: dict[tuple[int, int], Seat] = {}
        for number in range(220):
            name, act = _something(room, table, await _standing(room, table))
            try:
                await act
                done[name] += 1
            except Refused as refused:
                done[f"{name}: {refused.data.get('rule', refused.problem.value)}"] += 1
            await _expect_one_hand(room, table, shown)
            if number % 20 == 0:
                await _expect_sound(room, table, _sold(terms, done))
            if number % 37 == 0:
                room.restart()
        sold = _sold(terms, done)
        await _expect_sound(room, table, sold)
        table_view = await room.view(table)
        for game_no in range(1, table_view.game_no):
            assert {check.verdict for check in await archive.check_game(room.tables, table, game_no)} <= {Verdict.FAIR}
        held = sum((await room.purses()).values()) + sum((await room.at_stake(table)).values())
        assert held == CROWD * OPENING - sold
        assert done["play"] > 20 or table_view.status is Status.CLOSED, done


async def _standing(room: Salon, table: int) -> tuple[int, ...]:
    """Returns the players, or the first two people."""
    table_view = await room.view(table)
    return tuple(person.id for person in table_view.seats or ()) or (1, 2)


def _something(room: Salon, table: int, players: tuple[int, ...]) -> tuple[str, Awaitable[object]]:
    """Chooses one act of a person."""
    chance, tables = room.chance, room.tables
    person = chance.choice(room.people)
    seat, amount = chance.choice(list(Seat)), chance.choice([1, 7, 30, 90, 333, 2000])
    player = chance.choice(players)
    number, scope = chance.randint(1, 4), chance.choice(list(Scope))
    acts: list[tuple[str, int, Awaitable[object]]] = [
        ("play", 40, _play(room, table)),
        ("bet", 6, betting.bet(tables, table, person, seat, amount)),
        ("withdraw", 2, betting.withdraw(tables, table, person.id, chance.choice([None, amount]))),
        ("take", 2, betting.take(tables, table, player, chance.choice([None, amount]))),
        ("match", 4, betting.match(tables, table, person, chance.choice(room.people).id, amount)),
        ("ask to sit behind", 4, guests.ask(tables, table, person, seat)),
        ("let see or not", 6, guests.answer(tables, table, player, person.id, sees=chance.random() < 0.7)),
        ("stand up", 1, guests.leave(tables, table, person.id)),
        ("chouette", 1, betting.chouette(tables, table, player)),
        ("offer", 4, betting.offer(tables, table, person, seat, amount)),
        ("take offer", 4, betting.take_offer(tables, table, person, number, chance.choice([None, amount]))),
        ("withdraw offer", 1, betting.withdraw_offer(tables, table, person.id, number)),
        ("enter", 4, chairs.enter(tables, table, person)),
        ("leave", 1, chairs.leave_queue(tables, table, person.id)),
        ("ask the house", 4, chairs.ask_house(tables, table, player)),
        ("house", 4, _house(room, table)),
        ("sit", 6, chairs.sit(tables, table, person.id)),
        ("decline", 1, chairs.decline_chair(tables, table, person.id)),
        ("again", 8, rematch.rematch(tables, table, chance.choice([player, person.id]))),
        ("resign", 2, play.move(tables, table, player, None, lambda view: Resign())),
        ("claim", 2, play.move(tables, table, player, None, lambda view: ClaimTime(scope))),
        ("take hand", 4, succession.take_hand(tables, table, person)),
        ("decline hand", 2, succession.decline_hand(tables, table, person.id)),
        ("point", 8, advice.point(tables, table, person.id, None, chance.randint(0, 5))),
        ("remark", 2, advice.remark(tables, table, person.id)),
        ("cut", 4, cut.cut(tables, table, player, None, chance.randint(1, 31))),
        ("new cards", 2, packs.new_cards(tables, table, chance.choice([player, person.id]))),
        ("other pack", 2, packs.other_pack(tables, table, player)),
        ("time", 4, _time(room, table)),
        ("close", 0 if chance.random() < 0.98 else 20, rematch.close(tables, table, player)),
    ]
    names = [name for name, _, _ in acts]
    (chosen,) = chance.choices(names, [weight for _, weight, _ in acts])
    for name, _, act in acts:
        if name != chosen:
            act.close()  # type: ignore[attr-defined]  # coroutines, every one, that shall never run
    return chosen, next(act for name, _, act in acts if name == chosen)


async def _play(room: Salon, table: int) -> None:
    table_view = await room.view(table)
    if table_view.status is Status.PLAYING and table_view.galerie.offered_seat is None:
        await room.step(table)


async def _house(room: Salon, table: int) -> None:
    """Does the house's task between two games."""
    table_view = await room.view(table)
    what, found = task_of(table_view), house_at(table_view)
    if found is not None and what is Task.TAKE_CHAIR:
        await chairs.sit(room.tables, table, found[0].id)
    elif found is not None and what is Task.AGAIN:
        await rematch.rematch(room.tables, table, found[0].id)


async def _time(room: Salon, table: int) -> None:
    table_view = await room.later(room.chance.choice([1_000, 20_000, 61_000]), table)
    assert table_view.id == table


def _sold(terms: Terms, done: Counter[str]) -> int:
    """Returns the chips paid for new cards."""
    return done["new cards"] * price_of(terms)


async def _expect_one_hand(room: Salon, table: int, shown: dict[tuple[int, int], Seat]) -> None:
    """Checks that no bystander is given both hands of one game."""
    table_view = await room.view(table)
    for person in room.people:
        try:
            seen = (await lookup.backed_view(room.tables, table, person.id)).seat
        except Refused:
            continue
        assert shown.setdefault((table_view.game_no, person.id), seen) is seen


async def _expect_sound(room: Salon, table: int, sold: int) -> None:
    """Checks the ledger, the log, the book, and the readers of hands."""
    await room.expect_balanced(sold)
    table_view = await room.view(table)
    book, queue = table_view.galerie.book, table_view.galerie.queue
    if queue is not None and table_view.status is not Status.CLOSED:
        waits = [one for one in queue.waiting if level_of(one) is not None]
        assert not waits or (table_view.galerie.awaited in waits and task_of(table_view) is Task.TAKE_CHAIR)
        assert set(waits).isdisjoint(queue.seats), "it sits in one chair at most"
    company = table_view.galerie.company
    for guest in company.guests:
        assert table_view.terms.style is Style.FRENCH
        assert table_view.terms.pool is None
        assert table_view.seat_of(guest) is None
    if book is None or book.stage is not Stage.CLOSED:
        return
    assert book.total(Seat.NORTH) == book.total(Seat.SOUTH)
    for person in room.people:
        try:
            seen = (await lookup.backed_view(room.tables, table, person.id)).seat
        except Refused:
            continue
        assert book.style is Style.FRENCH
        assert table_view.galerie.side_of(person.id) is seen
        assert seen not in book.chouettes
        if company.sees(person.id):
            assert company.guests[person.id] is seen
            continue
        assert person.id in {backer.person for backer in stakes.backers(book, seen)}
