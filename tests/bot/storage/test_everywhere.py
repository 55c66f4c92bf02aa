"""Ratings over all servers: only of members who have chosen it, next to those of each server, and as exact."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import Connection, text

from bot.ranking.rating_model import (
    ALL_SERVERS,
    EVERYWHERE_OPPONENTS,
    EVERYWHERE_SERVERS,
    PAIR_GAMES,
    MemberRating,
    Rating,
    moved,
)
from bot.ranking.strengths import KNOWN_OPPONENTS
from bot.storage import Database
from bot.storage.rating_entries import rate_game
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD, seated, step, won_by
from tests.bot.storage.test_ratings import DAY_MS, NOW, play, result, stored


async def choose(database: Database, *people: int) -> None:
    """Has these people choose to be rated over all servers."""
    for person in people:
        await database.ratings.choose_everywhere(person, NOW, chosen=True)


async def everywhere(database: Database, user_id: int) -> MemberRating | None:
    """A person's rating in all servers."""
    return await database.ratings.of(ALL_SERVERS, user_id)


async def test_games_of_two_who_have_chosen_it_move_a_second_number_whatever_the_server(database: Database) -> None:
    await play(database, ALICE, BRUNO)
    await choose(database, ALICE, BRUNO)
    await play(database, ALICE, CHLOE)
    assert await everywhere(database, ALICE) is None, "neither games of before, nor those against others"
    await play(database, ALICE, BRUNO, at=NOW + DAY_MS)
    await play(database, ALICE, BRUNO, at=NOW + DAY_MS, guild=OTHER_GUILD)
    first = moved(Rating(), Rating())
    assert await everywhere(database, ALICE) == MemberRating(moved(*first)[0], 2)
    here = await database.ratings.of(GUILD, ALICE)
    assert here is not None
    assert here.games == 3
    assert await database.audit.ledger_faults() == ()


async def test_at_the_end_of_a_game_the_number_of_its_server_is_said(database: Database) -> None:
    await choose(database, ALICE, BRUNO)
    await play(database, CHLOE, ALICE)
    await play(database, ALICE, BRUNO)
    game = await database.ratings.game(2, 1, NOW)
    here = await database.ratings.of(GUILD, ALICE)
    assert game is not None
    assert here is not None
    assert game.after[ALICE] == here.rating
    assert await everywhere(database, ALICE) == MemberRating(moved(Rating(), Rating())[0], 1)


async def test_the_same_two_are_rated_five_times_a_day_over_all_servers_together(database: Database) -> None:
    await choose(database, ALICE, BRUNO)
    for number in range(PAIR_GAMES):
        for guild in (GUILD, OTHER_GUILD):
            await play(database, ALICE, BRUNO, at=NOW + number, guild=guild)
    rated = await everywhere(database, ALICE)
    assert rated is not None
    assert rated.games == PAIR_GAMES
    other = await database.ratings.of(OTHER_GUILD, ALICE)
    assert other is not None
    assert other.games == PAIR_GAMES


def enter_all(connection: Connection, people: range, games: int, chance: Random, *, guilds: tuple[int, ...]) -> None:
    """Stores random games of people, on days far enough apart."""
    for number in range(games):
        winner, loser = chance.sample(people, 2)
        rate_game(connection, result(number, winner, loser, NOW + number * DAY_MS // 4, guilds[number % len(guilds)]))


async def test_a_place_takes_opponents_and_servers_and_the_choice(database: Database) -> None:
    people = range(1, EVERYWHERE_OPPONENTS + 2)
    await choose(database, *people)

    def fill(connection: Connection) -> None:
        number = 0
        for _ in range(2 * KNOWN_OPPONENTS):
            for one in people:
                for other in people:
                    if one < other:
                        number += 1
                        rate_game(connection, result(number, one, other, NOW + number * 60_000))

    await database.connections.write(fill)
    at = NOW + DAY_MS
    board = await database.ratings.board(ALL_SERVERS, at, limit=50, reader=1)
    assert {line.place for line in board.rows} == {None}
    assert board.own is not None
    assert (board.own.servers, board.own.asks.opponents) == (1, EVERYWHERE_OPPONENTS)
    await database.connections.write(
        lambda connection: rate_game(connection, result(10_000, 1, 2, at + DAY_MS, OTHER_GUILD))
    )
    board = await database.ratings.board(ALL_SERVERS, at, limit=50, reader=1)
    assert [(line.place, line.user_id) for line in board.rows if line.place is not None] == [(1, 1), (2, 2)]
    assert board.own == board.rows[0]
    assert board.own.servers == EVERYWHERE_SERVERS
    await database.ratings.choose_everywhere(1, at, chosen=False)
    board = await database.ratings.board(ALL_SERVERS, at, limit=50, reader=1)
    assert board.own is None
    assert [line.user_id for line in board.rows if line.place is not None] == [2]
    elsewhere = await database.ratings.board(GUILD, at, limit=50, reader=1)
    assert elsewhere.own is not None
    assert elsewhere.own.servers is None


async def test_a_rebuild_gives_the_same_to_the_last_digit_and_the_audit_finds_what_is_wrong(database: Database) -> None:
    people = range(1, 15)
    await choose(database, *range(1, 11))
    await database.connections.write(
        lambda connection: enter_all(connection, people, 400, Random(3), guilds=(GUILD, OTHER_GUILD))
    )
    # The results themselves are not stored here, so their servers are not known.
    await database.connections.write(lambda connection: connection.execute(text("DELETE FROM everywhere_servers")))
    before = await stored(database)
    assert await database.audit.ledger_faults() == ()
    assert await database.ratings.servers() == (ALL_SERVERS, GUILD, OTHER_GUILD)
    damage = f"UPDATE ratings SET rating = rating + 1 WHERE guild_id = {ALL_SERVERS} AND user_id = 1"
    await database.connections.write(lambda connection: connection.execute(text(damage)))
    (fault,) = await database.audit.ledger_faults()
    assert str(fault) == "all servers: 1 rows of its ratings are not what its rated games come to"
    await database.ratings.rebuild(ALL_SERVERS)
    assert await stored(database) == before


@pytest.mark.parametrize("damage", ["DELETE FROM everywhere_servers WHERE user_id = 1300000000000000001", "INSERT"])
async def test_the_audit_holds_the_servers_against_the_games(database: Database, damage: str) -> None:
    await choose(database, ALICE, BRUNO)
    await play(database, ALICE, BRUNO)
    if damage == "INSERT":
        damage = f"INSERT INTO everywhere_servers (user_id, guild_id) VALUES ({ALICE}, {OTHER_GUILD})"
    await database.connections.write(lambda connection: connection.execute(text(damage)))
    (fault,) = await database.audit.ledger_faults()
    assert str(fault) == "all servers: 1 rows of its everywhere_servers are not those of its rated games"


async def test_a_server_that_is_deleted_takes_no_number_of_all_servers_with_it(database: Database) -> None:
    await choose(database, ALICE, BRUNO)
    for number, guild in enumerate((GUILD, OTHER_GUILD, GUILD)):
        await play(database, ALICE, BRUNO, at=NOW + number * DAY_MS, guild=guild)
    before = await everywhere(database, ALICE)
    await database.retention.delete_server(GUILD)
    assert await database.ratings.of(GUILD, ALICE) is None
    assert await everywhere(database, ALICE) == before
    assert await database.audit.ledger_faults() == ()
    await database.ratings.rebuild(ALL_SERVERS)
    assert await everywhere(database, ALICE) == before


async def test_while_a_person_is_erased_no_game_of_theirs_moves_a_number_of_all_servers(database: Database) -> None:
    await choose(database, ALICE, BRUNO, CHLOE)
    for number, guild in enumerate((GUILD, OTHER_GUILD)):
        await play(database, ALICE, BRUNO, at=NOW + number * DAY_MS, guild=guild)
    elsewhere = await seated(database, ALICE, CHLOE, OTHER_GUILD)
    erasure = await database.erasures.begin(ALICE, -5, NOW)
    before = await everywhere(database, CHLOE)
    await database.tables.commit(step(elsewhere, result=replace(won_by(elsewhere, "north", at=NOW), rated=True)))
    assert await everywhere(database, CHLOE) == before is None
    assert await database.audit.ledger_faults() == ()
    await database.erasures.finish(erasure)
    assert await database.audit.ledger_faults() == ()
    was = await stored(database)
    await database.ratings.rebuild(ALL_SERVERS)
    assert await stored(database) == was
    assert {row.user_id for row in was[0] if row.guild_id == ALL_SERVERS} == {-5, BRUNO}


async def test_two_servers_that_write_at_once_enter_their_games_in_one_order(migrated: str) -> None:
    people = [(ALICE, BRUNO), (CHLOE, DAVID), (ALICE, CHLOE), (BRUNO, DAVID)]
    async with await Database.open(migrated) as one, await Database.open(migrated) as other:
        await choose(one, ALICE, BRUNO, CHLOE, DAVID)

        async def some(database: Database, guild: int) -> None:
            for number in range(8):
                await play(database, *people[number % 4], at=NOW + number * DAY_MS, guild=guild)

        await asyncio.gather(some(one, GUILD), some(other, OTHER_GUILD))
        rated = await everywhere(one, ALICE)
        assert rated is not None
        assert rated.games == 8
        before = await stored(one)
        assert await one.audit.ledger_faults() == ()
        await one.ratings.rebuild(ALL_SERVERS)
        assert await stored(one) == before
