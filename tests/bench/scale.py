"""What grows with use: `python -m tests.bench.scale`. Processor time and memory of a start, pages, reminders, bytes.

Each is measured on a database of its own, at the size that is asked for. The start runs in a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median

from sqlalchemy import Connection, create_engine, insert, select

from bot.clock import Pace
from bot.config import Settings
from bot.features import leaderboard as leaderboard_page
from bot.features import profile as profile_page
from bot.features.leaderboard import BoardAsk, Deals, Span, Strength, Wealth
from bot.features.reminder.message import agenda_of
from bot.people import reminders
from bot.people.hours import day_of, end_of_day
from bot.people.leaving import Leaving
from bot.people.person import Person
from bot.pictures import board_picture
from bot.ranking.board_lines import GalerieSort, Sort
from bot.ranking.periods import Period, SeasonKind
from bot.ranking.rating_model import ALL_SERVERS
from bot.storage import Database
from bot.storage.backends.sqlite_file import APPLICATION_ID
from bot.storage.galerie_sums import add_bets
from bot.storage.schema import version as schema_version
from bot.storage.schema.galerie_tables import advice_results
from bot.storage.schema.rating_tables import everywhere_people, everywhere_servers, rated_games, rating_orders, seasons
from bot.storage.schema.tables import dailies, game_players, players
from bot.storage.schema.tables import games as game_rows
from bot.storage.schema.tables import reminders as reminder_rows
from bot.storage.strength_fits import fit
from bot.tables.actions import rematch
from bot.tables.automatic import then_automatic
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.table_events import TableEvent
from bot.tables.state.table_state import Status, Step, TableState, steps_of
from bot.texts import Language, Texts
from ecarte.game import Seat, engine
from tests.bench.figures import table
from tests.bot.tables.salon import GUILD, Salon, salon, staked
from tests.support.room import Room

_BEFORE_STANDINGS = "0011"
_DAY_MS = 86_400_000
_HOUR_MS = 3_600_000
_IN_A_ROW = 30
_BEGUN = 1_735_689_600_000
_LOGS = 20
_PLAYERS = 2_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.scale", description=__doc__)
    parser.add_argument("--tables", type=int, default=5_000, help="open at a start (5000)")
    parser.add_argument("--games", type=int, default=100_000, help="finished in one server, for the pages (100000)")
    parser.add_argument("--people", type=int, default=100_000, help="known, a tenth of them with a reminder (100000)")
    parser.add_argument("--played", type=int, default=40, help="games played to their ends, for the bytes (40)")
    parser.add_argument("--start", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--audited", type=int, help="only this: play so many staked games, each at a table, and verify")
    parser.add_argument("--kept", type=Path, help="with --audited: the database, to play more games in it later")
    options = parser.parse_args(arguments)
    if options.audited is not None:
        with tempfile.TemporaryDirectory(prefix="ecarte-scale-") as folder:
            print(asyncio.run(_time_audit(options.kept or Path(folder) / "audited.sqlite3", options.audited)))
        return 0
    if options.start is not None:
        print(json.dumps(asyncio.run(_start(options.start))))
        return 0
    with tempfile.TemporaryDirectory(prefix="ecarte-scale-") as folder:
        print(asyncio.run(_taking_up(Path(folder), options.tables)))
        print()
        print(asyncio.run(_pages(Path(folder), options.games)))
        print()
        print(asyncio.run(_reminders(Path(folder), options.people)))
        print()
        print(asyncio.run(_bytes(Path(folder), options.played)))
    return 0


async def _taking_up(folder: Path, tables: int) -> str:
    """Measures a start with `tables` open tables: the logs of a few, copied."""
    home = folder / "tables"
    home.mkdir()
    async with salon(home, people=2 * _LOGS) as room:
        for number in range(_LOGS):
            played = await room.seated(staked(0), 2 * number, 2 * number + 1)
            steps = 15 + number
            while steps and (await room.step(played)).status is Status.PLAYING:
                steps -= 1
        now = room.now
    path = home / "salon.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(tables)") if row[1] != "id"]
        names = ", ".join(columns)
        for table_id in range(_LOGS + 1, tables + 1):
            like = (table_id - 1) % _LOGS + 1
            connection.execute(
                f"INSERT INTO tables (id, {names}) SELECT ?, {names} FROM tables WHERE id = ?", (table_id, like)
            )
            connection.execute(
                "INSERT INTO events SELECT ?, seq, at, type, version, data FROM events WHERE table_id = ?",
                (table_id, like),
            )
        # Everything was drawn, and the bot was there a moment ago.
        later = int(time.time() * 1000) - now
        connection.execute("UPDATE tables SET drawn = version, deadline = deadline + ?", (later,))
        connection.execute("INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, ?)", (int(time.time() * 1000),))
        connection.commit()
    await _run_start(path)
    first = await _run_start(path)
    rows = [
        ["processor time until it waits for Discord, ms", first["cpu_ms"]],
        ["most memory, MB", first["peak_mb"]],
        ["of it before the database was opened, MB", first["before_mb"]],
    ]
    return table([f"start with {tables:,} open tables", ""], rows)


async def _run_start(path: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.bench.scale", "--start", str(path)]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=True)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


async def _start(path: Path) -> dict[str, float]:
    """The start itself, in this process."""
    texts = Texts.load()
    before = _peak_mb()
    begun = time.process_time()
    database = await Database.open(str(path))
    await database.migrate()
    room = Room(
        Settings(database=str(path)), database, texts, chance=random.Random(1), now=lambda: int(time.time() * 1000)
    )
    await room.lifecycle.start()
    cpu_ms = (time.process_time() - begun) * 1000
    peak = _peak_mb()
    await room.lifecycle.stop()
    await database.close()
    return {"cpu_ms": cpu_ms, "peak_mb": peak, "before_mb": before}


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def _pages(folder: Path, games: int) -> str:
    """Measures leaderboard, profile and history over `games` games, with the work of drawing them."""
    path = folder / "pages.sqlite3"
    _fill(path, games)
    async with await Database.open(str(path)) as database:
        begun = time.process_time()
        await database.migrate()
        filled = time.process_time() - begun
        await _rate(database)
        await _play_dailies(database, _BEGUN + 365 * _DAY_MS)
        await _bet(database)
        await database.ledger.open_purses(GUILD, range(1, _PLAYERS + 2), 1000, _BEGUN)
        at, words = _BEGUN + 365 * _DAY_MS, Texts.load()(Language.ENGLISH)
        results = database.results

        async def board(period: Period, sort: Sort, page: int) -> None:
            shown = await results.leaderboard(GUILD, period, at, sort, 10, page * 10, 5, reader=7)
            leaderboard_page.draw(words, BoardAsk(sort, period, page), shown, {})

        async def by_rating(page: int, span: Span | None = None) -> None:
            seasons = await database.ratings.seasons(GUILD, at)
            season = None if span is None else span.season(seasons)
            since = 0 if season is None else season.since
            shown = await database.ratings.board(GUILD, at, 10, page * 10, reader=7, season=since)
            ask = BoardAsk(Strength.RATING, span or Period.ALL, page=page)
            leaderboard_page.draw(words, ask, shown, {}, seasons=seasons)

        async def by_chips() -> None:
            shown = await database.ledger.richest_purses(GUILD, limit=10, offset=0, reader=7)
            leaderboard_page.draw(words, BoardAsk(Wealth.CHIPS), shown, {})

        async def by_deals() -> None:
            month = day_of(at - 29 * _DAY_MS), day_of(at)
            shown = await database.daily.board(GUILD, *month, limit=10, reader=7)
            leaderboard_page.draw(words, BoardAsk(Deals.DAILY, Period.MONTH), shown, {})

        async def everywhere(page: int) -> None:
            shown = await database.ratings.board(ALL_SERVERS, at, 10, page * 10, reader=7)
            leaderboard_page.draw(words, BoardAsk(Strength.EVERYWHERE, page=page), shown, {})

        async def of_galerie(sort: GalerieSort, period: Period = Period.ALL) -> None:
            # The last day of the year: all games are of it.
            shown = await database.galerie.board(GUILD, sort, period.since(at - _DAY_MS), limit=10, reader=7)
            leaderboard_page.draw(words, BoardAsk(sort, period), shown, {})

        async def fitted(season: int = 0) -> None:
            await database.connections.read(lambda connection: fit(connection, GUILD, season, at, at))

        async def painted() -> None:
            shown = await database.ratings.board(GUILD, at, 10, 0, reader=7)
            (picture,) = leaderboard_page.draw(words, BoardAsk(Strength.RATING), shown, {}).pictures
            board_picture.cache_clear()
            picture.paint()

        async def profile() -> None:
            found, advice = await results.statistics(GUILD, 1), await results.advice_of(GUILD, 1)
            rated, ends = await database.ratings.of(GUILD, 1), await results.ends_of(GUILD, 1, last=100)
            curve, left = await database.ratings.curve(GUILD, 1), Leaving(len(ends), 0)
            profile_page.draw(words, found, {}, 1, advice, rated=rated, left=left, curve=curve)

        async def history(page: int) -> None:
            profile_page.draw_history(words, 1, await results.history(GUILD, 1, 8, page * 8), {}, 1)

        asked: list[tuple[str, Callable[[], Awaitable[None]]]] = [
            ("leaderboard, games won", lambda: board(Period.ALL, Sort.WON, 0)),
            ("leaderboard, share won, a late page", lambda: board(Period.ALL, Sort.SHARE, 90)),
            ("leaderboard, this month", lambda: board(Period.MONTH, Sort.POINTS, 0)),
            ("leaderboard, rating", lambda: by_rating(0)),
            ("leaderboard, rating, a late page", lambda: by_rating(90)),
            ("leaderboard, rating, the last season", lambda: by_rating(0, Span.LAST)),
            ("leaderboard, rating, the last season, a late page", lambda: by_rating(90, Span.LAST)),
            ("leaderboard, chips", by_chips),
            ("leaderboard, a month of deals of the day, 400 members", by_deals),
            ("the strengths of that board fitted, once in 97 s at most", fitted),
            ("leaderboard, rating, all servers", lambda: everywhere(0)),
            ("leaderboard, rating, all servers, a late page", lambda: everywhere(90)),
            ("leaderboard, bets, two on every game", lambda: of_galerie(GalerieSort.BETS)),
            ("leaderboard, bets, this year", lambda: of_galerie(GalerieSort.BETS, Period.YEAR)),
            ("leaderboard, bets, this week", lambda: of_galerie(GalerieSort.BETS, Period.WEEK)),
            ("leaderboard, advice, to one on every other game", lambda: of_galerie(GalerieSort.ADVICE)),
            ("leaderboard, advice, this month", lambda: of_galerie(GalerieSort.ADVICE, Period.MONTH)),
            ("leaderboard, rating, its picture painted again", painted),
            ("profile", profile),
            ("history", lambda: history(0)),
            ("history, a late page", lambda: history(12)),
        ]
        rows = [[name, await _cpu_ms(ask)] for name, ask in asked]
    rows.append(["(filling in, at the first start)", filled * 1000])
    return table([f"{games:,} games of {_PLAYERS:,} people in one server", "ms of processor time"], rows)


async def _reminders(folder: Path, people: int) -> str:
    """Measures the reminders of an hour, and the cost of one of them, with `people` people."""
    home = folder / "reminders"
    home.mkdir()
    async with salon(home) as room:
        await room.seated(staked(0, pace=Pace.correspondence()))
        crowd, tables, chance = room.crowd, room.tables, random.Random(1)
        midnight = end_of_day(room.now)
        reminded = range(10, people + 1, 10)

        def fill(connection: Connection) -> None:
            connection.execute(
                insert(players), [{"user_id": user, "name": f"P{user}"} for user in range(1, people + 1)]
            )
            due = [(user, chance.randrange(24)) for user in reminded]
            rows = [{"user_id": user, "hour": hour, "due_at": midnight + hour * _HOUR_MS} for user, hour in due]
            connection.execute(insert(reminder_rows), rows)
            played = {"guild_id": GUILD, "started_at": 0, "moves": "{}", "ended_at": 1, "points": 1, "tricks": 3}
            days = [{"day": day_of(midnight - ago * _DAY_MS)} for ago in range(1, _IN_A_ROW + 1)]
            connection.execute(insert(dailies), [{"user_id": user} | day | played for user in reminded for day in days])

        await room.database.connections.write(fill)
        room.now = midnight - 1
        idle = await _wall_ms([lambda: crowd.reminders.due(crowd.now())] * 100)
        room.now = midnight
        fallen = await crowd.reminders.due(crowd.now())
        look = await _wall_ms([lambda: crowd.reminders.due(crowd.now())] * 100)
        deal = await _wall_ms([partial(agenda_of, crowd, tables, due.user_id) for due in fallen])
        turn = await _wall_ms([partial(agenda_of, crowd, tables, room.people[0].id)] * 100)
        claim = await _wall_ms([partial(reminders.claim, crowd, due) for due in fallen])
    rows: list[list[object]] = [
        ["a look while none is due", idle],
        [f"a look at which {len(fallen)} are due", look],
        [f"what waits for a person with {_IN_A_ROW} days in a row", deal],
        ["what waits for a person at a table by correspondence", turn],
        ["a claim", claim],
    ]
    return table([f"{len(reminded):,} reminders among {people:,} people", "ms by the clock, median"], rows)


async def _wall_ms(acts: Sequence[Callable[[], Awaitable[object]]]) -> float:
    taken = []
    for act in acts:
        begun = time.perf_counter()
        await act()
        taken.append((time.perf_counter() - begun) * 1000)
    return median(taken) if taken else 0.0


async def _cpu_ms(ask: Callable[[], Awaitable[None]], times: int = 20) -> float:
    await ask()
    begun = time.process_time()
    for _ in range(times):
        await ask()
    return (time.process_time() - begun) * 1000 / times


async def _time_audit(path: Path, games: int) -> str:
    """Processor time of `verify` over tables of one game with a stake, each played by chance from its own promise."""
    async with await Database.open(str(path)) as database:
        await database.migrate()
        begun, tables = time.perf_counter(), len(await database.audit.table_ids())
        room = Salon(database, random.Random(tables), [Person(number, f"P{number}") for number in range(1, _PLAYERS)])
        for number in range(tables, games):
            await _whole_game(room)
            if number % 1000 == 999:
                while await database.pruning.pack_logs(room.now + 1):
                    pass
                print(f"{number + 1} games, {time.perf_counter() - begun:.0f} s", file=sys.stderr)
        while await database.pruning.pack_logs(room.now + 1):
            pass
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    command = [sys.executable, "-m", "bot", "verify"]
    environment = {**os.environ, "ECARTE_DATABASE": str(path)}
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, env=environment)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    rows: list[list[object]] = [
        ["seconds by the clock", wall],
        ["seconds of user time", user],
        ["seconds of system time", system],
        ["ms of processor time a table", (user + system) * 1000 / games],
        [done.stdout.strip().splitlines()[-1], ""],
    ]
    return table([f"verify of {games:,} games on {os.cpu_count()} cores", ""], rows)


async def _whole_game(room: Salon) -> None:
    """A game at a table of its own, played to its end in one commit by chance; the table is closed."""
    north, south = room.chance.sample(range(len(room.people)), 2)
    # Purses never run out.
    table_id = await room.seated(staked(room.chance.choice((0, 1))), north, south)
    await room.cards(table_id)

    def decide(state: TableState, context: DecisionContext) -> Sequence[Step]:
        events: list[TableEvent] = []
        while state.status is Status.PLAYING:
            assert state.game is not None
            seat = state.game.turn
            assert seat is not None, "a deal waits for no cut here"
            move = room.chance.choice(engine.legal_moves(state.game))
            changes = then_automatic(state, steps_of(engine.decision_steps(state.game, seat, move)), context)
            events += [change.event for change in changes]
            state = changes[-1].after
        return events

    await commit(room.tables, table_id, decide)
    await rematch.close(room.tables, table_id, room.people[north].id)
    room.now += 1000


async def _play_dailies(database: Database, at: int) -> None:
    """Four hundred members finish the deals of the last thirty days."""
    ended = {"guild_id": GUILD, "started_at": at, "moves": json.dumps({"moves": []}), "ended_at": at, "tricks": 3}
    rows = [
        {**ended, "user_id": number, "day": day_of(at - ago * _DAY_MS), "points": (number + ago) % 4 - 1}
        for number in range(1, 401)
        for ago in range(30)
    ]
    await database.connections.write(lambda connection: connection.execute(insert(dailies), rows))


async def _bet(database: Database) -> None:
    """Two bystanders have bet on every game, and one has advised in every other."""
    column = game_rows.c
    chosen = select(column.table_id, column.game_no, column.guild_id, column.ended_at.label("at"))

    def put(connection: Connection) -> None:
        every = connection.execute(chosen).mappings().all()
        rows = [
            {**game, "user_id": (game["table_id"] * 7 + number * 11) % _PLAYERS + 1, "bet": 20, "returned": 40 * number}
            for game in every
            for number in range(2)
        ]
        add_bets(connection, rows)
        advised = [
            {**game, "user_id": game["table_id"] * 7 % _PLAYERS + 1, "given": 8, "best": 5}
            for game in every
            if game["table_id"] % 2
        ]
        connection.execute(insert(advice_results), advised)

    await database.connections.write(put)


async def _rate(database: Database) -> None:
    """Rates the games that are there, in the order of their tables."""

    def put(connection: Connection) -> None:
        player = game_players.c
        asked = (
            select(player.table_id, player.game_no, player.user_id, player.ended_at, player.won)
            .add_columns(player.opponent_id.label("opponent_id"))
            .where(player.guild_id == GUILD)
            .order_by(player.table_id)
        )
        nothing_yet = {"guild_id": GUILD, "rating": 0, "deviation": 0, "gain": 0}
        games = [(row._asdict(), SeasonKind.QUARTER.bounds(row.ended_at)) for row in connection.execute(asked)]
        rows = [{**nothing_yet, **game, "number": game["table_id"], "season_at": since} for game, (since, _) in games]
        connection.execute(insert(rated_games), rows)
        connection.execute(insert(rating_orders), {"guild_id": GUILD, "games": len(rows) // 2})
        begun = [{"guild_id": GUILD, "season_at": since, "ends_at": end} for since, end in {one for _, one in games}]
        connection.execute(insert(seasons), begun)
        # All have chosen to be rated in all servers, and have played in two.
        connection.execute(insert(rated_games), [{**row, "guild_id": ALL_SERVERS, "season_at": 0} for row in rows])
        connection.execute(insert(rating_orders), {"guild_id": ALL_SERVERS, "games": len(rows) // 2})
        everyone = range(1, _PLAYERS + 2)
        connection.execute(insert(everywhere_people), [{"user_id": one, "at": 0} for one in everyone])
        two = [{"user_id": one, "guild_id": server} for one in everyone for server in (GUILD, GUILD + 1)]
        connection.execute(insert(everywhere_servers), two)

    await database.connections.write(put)
    for where in (GUILD, ALL_SERVERS):
        await database.ratings.rebuild(where)


def _fill(path: Path, games: int) -> None:
    """A database from before the standings, full of games."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        schema_version.upgrade(connection, _BEFORE_STANDINGS)
    engine.dispose()
    chance = random.Random(1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        for number in range(1, games + 1):
            # The first person plays in every hundredth game.
            north = 1 if number % 100 == 0 else chance.randint(2, _PLAYERS)
            south = chance.choice([one for one in (chance.randint(2, _PLAYERS), _PLAYERS + 1) if one != north])
            at = _BEGUN + number * (365 * _DAY_MS // games)
            won = chance.random() < 0.5
            connection.execute(
                "INSERT INTO tables (id, guild_id, channel_id, status, challenger_id, version, opened_at, updated_at)"
                " VALUES (?, ?, 70, 'closed', ?, 0, ?, ?)",
                (number, GUILD, north, at, at),
            )
            connection.execute(
                "INSERT INTO games (table_id, game_no, guild_id, started_at, ended_at, winner, how, north_score,"
                " south_score, deals, rules) VALUES (?, 1, ?, ?, ?, ?, 'five', ?, ?, 6, '{}')",
                (number, GUILD, at - 600_000, at, "north" if won else "south", 5 if won else 3, 3 if won else 5),
            )
            for user, other, seat, first in ((north, south, "north", won), (south, north, "south", not won)):
                connection.execute(
                    "INSERT INTO game_players (table_id, game_no, user_id, adversary_id, seat, won, points, voles,"
                    " kings, deals) VALUES (?, 1, ?, ?, ?, ?, ?, 1, 0, 6)",
                    (number, user, other, seat, int(first), 5 if first else 3),
                )
        connection.commit()


async def _bytes(folder: Path, games: int) -> str:
    """Bytes a game in each table of the database, with its indexes."""
    home = folder / "bytes"
    home.mkdir()
    async with salon(home) as room:
        for _ in range(games):
            played = await room.seated(staked(50))
            await room.lose(played, Seat.SOUTH) if room.chance.random() < 0.1 else await room.play(played)
            room.now += room.tables.limits.challenge_ms + 8 * _DAY_MS
            await room.later(0, played)
        while await room.database.pruning.pack_logs(room.now + 1):
            pass
    path = home / "salon.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")
        sizes = connection.execute(
            "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_master USING (name) GROUP BY tbl_name ORDER BY 2 DESC"
        ).fetchall()
    # What fills no four pages says nothing about a game.
    rows: list[list[object]] = [[name, size / games] for name, size in sizes if size > 4 * 4096]
    rows.append(["the whole file", path.stat().st_size / games])
    return table([f"bytes a game with stakes, of {games}", ""], rows)


if __name__ == "__main__":
    sys.exit(main())
