"""The commands of the bot's owner about people and servers, which are named by their ids on Discord, and about stories.

Imports no Discord and no network. Some commands only store an order in the database: to block, to leave a server and,
while a bot runs, to erase. A running bot carries out the order within half a minute. If no bot runs, the bot carries
out the order after its next start.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from bot.config import Settings
from bot.people.service import open_people
from bot.privacy import erasure
from bot.privacy import export as data_export
from bot.privacy.service import Privacy, open_privacy
from bot.rows.ids import is_house
from bot.rows.storage_errors import InUse
from bot.storage import Action, Database, ProcessAccess, Remains, find_remains
from bot.tables import archive
from bot.tables.service import Limits, open_tables
from bot.tournaments.service import open_tournaments
from bot.upkeep import Stopped, expect_lasting, expect_there
from ecarte import notation
from ecarte.teaching import story
from ecarte.teaching.story import model_name

_LEAST_ID: Final = 2**22
"""The lowest 22 bits of Discord's ids follow the milliseconds since its epoch."""
_DAY_MS: Final = 86_400_000
_LOOK_S = 1.0
_PATIENCE_S = 300
"""After this long without progress the command leaves the erasure to the bot."""
_FORGOTTEN: Final = " What protects others is deleted, too."
_SOON: Final = "A running bot does it within half a minute, one that does not run after its next start."


async def erase(
    settings: Settings,
    user_id: int,
    now: Callable[[], int],
    *,
    dry_run: bool = False,
    prove: bool = False,
    forget: bool = False,
    names: Sequence[str] = (),
) -> int:
    """Erases a person, as if the person had asked for it.

    If a bot runs, the bot carries out the erasure, and this command waits for it. If no bot runs, this process does so.

    Args:
        dry_run: whether only to print what is stored about the person, and change nothing.
        prove: whether to empty the free pages of the database afterwards, and search its files and copies for remains
            of the person. Returns 1 if the database itself has remains that are not kept on purpose.
        forget: whether to delete afterwards also what is kept to protect others from the person: blocks by others,
            limits, the try at today's deal.
        names: earlier names of the person, to search for with `prove`.

    Raises:
        Stopped: the erasure cannot be done, `prove` is given while a bot runs, or the running bot has not finished in
            time.
        StorageError: the database cannot be used.
    """
    if dry_run:
        async with _reading(settings) as database:
            await _expect_person(database, user_id)
            async for line in _describe_stored(database, user_id):
                print(line)
        print("Nothing was changed.")
        return 0
    try:
        database = await Database.open(settings.database, create=False, access=ProcessAccess.ALONE)
    except InUse:
        if prove:
            async with _reading(settings) as database:
                _expect_file(database)
            raise Stopped("--prove needs the database for itself: stop the bot, or leave it out") from None
        return await _erase_beside(settings, user_id, now, forget=forget)
    async with database:
        await _expect_current(database)
        await _expect_person(database, user_id)
        if prove:
            _expect_file(database)
        stored_names = await database.people.names([user_id])
        privacy = _privacy(settings, database, now)
        erasing = asyncio.ensure_future(erasure.erase(privacy, user_id))
        await _watch(database, user_id, erasing)
        unreadable = await erasing
        if forget:
            await database.erasures.forget(user_id)
        kept_by = await _describe_kept(database, user_id)
    print(f"{user_id} is erased.{_FORGOTTEN if forget else ''}")
    if unreadable:
        print(f"Logs that cannot be read may name them still, of the tables {', '.join(map(str, unreadable))}.")
    if kept_by:
        print(f"The id is kept where it bars them: {kept_by}.")
    if not prove:
        return 0
    return await _prove(settings, user_id, [*names, *stored_names.values()], kept_by)


async def _erase_beside(settings: Settings, user_id: int, now: Callable[[], int], *, forget: bool) -> int:
    async with await Database.open(settings.database, create=False) as database:
        await _expect_current(database)
        await _expect_person(database, user_id)
        await database.erasures.begin(user_id, erasure.draw_stand_in(random.SystemRandom()), now())
        if not await _watch(database, user_id):
            raise Stopped("the running bot has not ended the erasure yet; it goes on by itself")
        if forget:
            await database.erasures.forget(user_id)
        kept_by = await _describe_kept(database, user_id)
    forgotten = _FORGOTTEN if forget else ""
    print(f"{user_id} is erased, by the running bot.{forgotten} If it could not read a table, its log names it.")
    if kept_by:
        print(f"The id is kept where it bars them: {kept_by}.")
    return 0


async def _watch(database: Database, user_id: int, task: asyncio.Future[tuple[int, ...]] | None = None) -> bool:
    """Waits for the end of an erasure, and shows its progress. Returns False if it made no progress for too long."""
    waited, before = 0.0, -1
    while task is None or not task.done():
        at = next((one.table_id for one in await database.erasures.under_way() if one.user_id == user_id), None)
        if at is None and task is None:
            break
        waited, before = (waited + _LOOK_S, before) if at == before else (0.0, -1 if at is None else at)
        if task is None and waited > _PATIENCE_S:
            return False
        _progress(f"up to table {before}")
        if task is None:
            await asyncio.sleep(_LOOK_S)
        else:
            await asyncio.wait({task}, timeout=_LOOK_S)
    _progress("", end="\n")
    return True


async def _prove(settings: Settings, user_id: int, names: Sequence[str], kept_by: str) -> int:
    own, copies = await find_remains(settings.database, user_id, names, backups=settings.backup_folder)
    for remains in (*own, *copies):
        print(_describe_remains(remains, names))
    if not names:
        print("No name is known any more: --name NAME searches for one.")
    if any(remains.ids or remains.names for remains in copies):
        print("Backups keep their old content: delete them when they are not needed.")
    return 1 if any(remains.names or (remains.ids and not kept_by) for remains in own) else 0


def _describe_remains(remains: Remains, names: Sequence[str]) -> str:
    counted = f"id {remains.ids}" + (f", name {remains.names}" if names else "")
    if remains.unreadable is None:
        counted += "; it cannot be opened as a database, so its packed logs were not searched"
    elif remains.unreadable:
        counted += f"; packed logs that cannot be read: {remains.unreadable}"
    return f"{_printable(str(remains.path))}: {counted}"


async def export(settings: Settings, user_id: int, file: Path | None, now: Callable[[], int]) -> int:
    """Writes the data of a person. Without a file prints `data.json`.

    With a file writes the same archive that a member gets.

    Raises:
        Stopped: the file exists already, or cannot be written.
        StorageError: the database cannot be used.
    """
    async with _reading(settings) as database:
        await _expect_person(database, user_id)
        archive = await data_export.build(_privacy(settings, database, now), user_id)
    if file is None:
        with ZipFile(BytesIO(archive)) as opened:
            print(opened.read("data.json").decode(), end="")
        return 0
    path = _write_private(file, archive)
    print(f"The data of {user_id} are in {path}.")
    return 0


def _write_private(file: Path, content: bytes) -> str:
    """Writes a file that only its owner may read. Returns its whole path."""
    expect_lasting(file)
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as target:
            target.write(content)
    except FileExistsError:
        raise Stopped(f"there is a file {file.name!r} already") from None
    except OSError as error:
        raise Stopped(f"{file.name!r} cannot be written ({type(error).__name__})") from None
    expect_there(file)
    return _printable(str(file.absolute()))


async def block(settings: Settings, number: int, now: Callable[[], int], *, server: bool, dry_run: bool) -> int:
    """Blocks a person from using the bot, or a server. The bot leaves a blocked server whenever it is invited there.

    Raises:
        Stopped: the id of a person was given for a server, or the other way round.
        StorageError: the database cannot be used.
    """
    if server:
        return await _leave(settings, number, now, once=False, dry_run=dry_run)
    async with _writing(settings, dry_run=dry_run) as database:
        await _expect_person(database, number)
        if dry_run:
            print(f"{await _at_open_tables(database, number)} would be given up. Nothing was changed.")
            return 0
        if not await database.blocks.block_person(number, now()):
            print(f"{number} is blocked already.")
            return 0
    print(f"{number} is blocked, and gives up what they have at tables and in tournaments. {_SOON}")
    return 0


async def unblock(settings: Settings, number: int, now: Callable[[], int], *, server: bool) -> int:
    """Lifts the block of a person or a server.

    Raises:
        Stopped: the person or server is not blocked.
        StorageError: the database cannot be used.
    """
    async with _writing(settings) as database:
        lift = database.blocks.unblock_server if server else database.blocks.unblock_person
        lifted = await lift(number, now())
    if not lifted:
        raise Stopped(f"{number} is not blocked")
    print(f"{number} is not blocked any more. {_SOON}")
    return 0


async def leave(settings: Settings, server_id: int, now: Callable[[], int], *, dry_run: bool) -> int:
    """Orders the bot to leave a server. The server may invite it again.

    Raises:
        StorageError: the database cannot be used.
    """
    return await _leave(settings, server_id, now, once=True, dry_run=dry_run)


async def _leave(settings: Settings, server_id: int, now: Callable[[], int], *, once: bool, dry_run: bool) -> int:
    async with _writing(settings, dry_run=dry_run) as database:
        open_tables_there = len(await database.retention.open_in(server_id))
        if not dry_run:
            new = await database.blocks.block_server(server_id, now(), once=once)
    if dry_run:
        print(f"The bot would leave {server_id}, where {open_tables_there} tables are open. Nothing was changed.")
        return 0
    if not new:
        print(f"The bot has the order to leave {server_id} already.")
        return 0
    again = "It may be invited again." if once else "It leaves again whenever it is invited."
    print(f"The bot leaves {server_id}, where {open_tables_there} tables are open. {again} {_SOON}")
    return 0


async def sweep(settings: Settings, *, confirm: bool) -> int:
    """Prints how many people are due to be erased because they were not seen for long, and whether the bot waits for
    the owner to allow that.

    Counts as of the bot's last sign of life, since the clock of this machine may be wrong.

    Args:
        confirm: whether to allow the erasure.

    Raises:
        Stopped: no bot has run on this database.
        StorageError: the database cannot be used.
    """
    days = settings.keep_people_days
    if not days:
        print("People are kept for ever (ECARTE_KEEP_PEOPLE_DAYS is 0).")
        return 0
    async with _writing(settings, dry_run=not confirm) as database:
        now = await database.heartbeat.last_beat()
        if now is None:
            raise Stopped("no bot has run on this database yet")
        unseen = await database.retention.unseen(now - days * _DAY_MS, now)
        if confirm and unseen.are_too_many:
            await database.retention.allow(unseen.before)
    print(f"{unseen.due} of {unseen.known} people were last seen before {_date(unseen.before)}.")
    if not unseen.are_too_many:
        print("The bot erases them by itself.")
    elif confirm:
        print(f"They will be erased, and logs and servers whose time is over deleted. {_SOON}")
    else:
        print(f"Without asking, {max(0, unseen.most)} may be erased today, so nothing is deleted.")
        print(f"The bot's time is {_date(now)}. If that is wrong, set the clock.")
        print("If it is right, `python -m bot sweep --confirm` has them erased.")
    return 0


async def print_blocks(settings: Settings) -> int:
    """Prints the people and servers that are blocked, and the servers that the bot has been ordered to leave.

    Raises:
        StorageError: the database cannot be used.
    """
    async with _reading(settings) as database:
        blocks = await database.blocks.all()
    for person in blocks.people:
        print(f"person {person.user_id}, since {_date(person.at)}")
    for server in blocks.servers:
        print(f"server {server.server_id}, since {_date(server.at)}" + (", to be left once" if server.once else ""))
    if not blocks.people and not blocks.servers:
        print("No one is blocked.")
    return 0


async def journal(settings: Settings, number: int | None) -> int:
    """Prints the journal of actions on people and servers, or on one of them.

    The journal holds no ids of people.

    Raises:
        StorageError: the database cannot be used.
    """
    async with _reading(settings) as database:
        entries = await database.journal.entries()
        theirs = set(await database.journal.about(number)) if number else set()
    shown = [entry for entry in entries if number is None or entry.server_id == number or entry in theirs]
    for entry in shown:
        whom = "a person" if entry.mark is not None else f"server {entry.server_id}"
        print(f"{_date(entry.at)} {entry.action.value} {whom if number is None else number}")
    if not shown:
        print("Nothing was done." if number is None else f"Nothing was done about {number}.")
    return 0


async def stories(settings: Settings, now: Callable[[], int], *, check: int) -> int:
    """Prints the names of the functions that computed the stored stories of games, and the number of games of each.

    Args:
        check: how many stories to compute again, the newest first, of those by the function of this release. Returns 1
            if one of them differs from the stored story.

    Raises:
        StorageError: the database cannot be used.
    """
    own, differ = model_name(), []
    async with _reading(settings) as database:
        for model, games in await database.stories.models():
            print(f"{model}{' (this release)' if model == own else ''}: {games}")
        tables = _privacy(settings, database, now).tables
        told = await database.stories.stories_of_model(own, check)
        for (table_id, game_no), stored in told:
            again = story(notation.read(await archive.record(tables, table_id, game_no)).events, random.Random)
            if stored.data != ("" if again is None else again.text()):
                differ.append(f"{table_id}.{game_no}")
    if check:
        names = f": {', '.join(differ)}" if differ else ""
        print(f"Computed again: {len(told)}. Different: {len(differ)}{names}.")
    return 1 if differ else 0


def _privacy(settings: Settings, database: Database, now: Callable[[], int]) -> Privacy:
    """Returns the services that an erasure and an export need, without Discord."""
    people = open_people(database, now)
    limits = Limits(
        settings.live_tables,
        settings.correspondence_tables,
        settings.challenge_minutes * 60_000,
        settings.server_tables,
        settings.server_correspondence_tables,
    )
    tables = open_tables(database, people, now=now, rng=random.SystemRandom(), limits=limits)
    tournaments = open_tournaments(database, tables, now)
    return open_privacy(database, people, tables, tournaments, database.erased_file(settings.journal))


async def _describe_stored(database: Database, user_id: int) -> AsyncIterator[str]:
    counts: Counter[str] = Counter()
    async for section, rows in database.personal.pages(user_id):
        counts[section] += len(rows)
    given = ", ".join(f"{section.replace('_', ' ')} {count}" for section, count in sorted(counts.items()) if count)
    yield f"Stored of {user_id}: {given or 'nothing'}."
    open_count = closed_count = 0
    unreadable: list[int] = []
    after: int | None = 0
    while after is not None:
        page = await database.erasures.search(user_id, after)
        open_count += sum(table.is_open for table in page.named)
        closed_count += sum(not table.is_open for table in page.named)
        unreadable += page.unreadable
        if page.last is not None:
            _progress(f"up to table {page.last}")
        after = page.last
    _progress("", end="\n")
    yield f"Tables that name them: {open_count} open, which they would give up; {closed_count} closed."
    if unreadable:
        yield f"Logs that cannot be read, of the tables {', '.join(map(str, unreadable))}, would be passed over."
    if places := await _describe_kept(database, user_id):
        yield f"The id would be kept where it bars them: {places}."
    for entry in await database.journal.about(user_id):
        if entry.action in (Action.ERASE, Action.EXPIRE):
            yield f"Erased before: {_date(entry.at)}."


async def _at_open_tables(database: Database, user_id: int) -> str:
    count, after = 0, 0
    while (page := await database.erasures.search(user_id, after, only_open=True)).last is not None:
        count, after = count + len(page.named), page.last
    tournaments = len(await database.erasures.tournaments(user_id))
    return f"What they have at open tables ({count}) and in tournaments ({tournaments})"


async def _describe_kept(database: Database, user_id: int) -> str:
    """Returns where the id of an erased person is kept."""
    bans = len(await database.admin.bans_of(user_id))
    is_blocked = any(person.user_id == user_id for person in (await database.blocks.all()).people)
    places = ([f"bans from chips ({bans})"] if bans else []) + (["the owner's block"] if is_blocked else [])
    return ", ".join(places)


async def _expect_person(database: Database, user_id: int) -> None:
    if is_house(user_id):
        raise Stopped(f"{user_id} is the house, not a person")
    if await database.erasures.is_place(user_id):
        raise Stopped(f"{user_id} is a server, a channel or a thread, not a person")
    if user_id < _LEAST_ID:
        # Logs are searched for the number: a number as small as a score would be found where no person is meant.
        raise Stopped(f"{user_id} is too short for an id of Discord's; copy the person's id from there")


async def _expect_current(database: Database) -> None:
    if not await database.schema_is_current():
        raise Stopped("the database is of an older version; run `python -m bot migrate` first")


def _expect_file(database: Database) -> None:
    if database.connections.sibling("") is None:
        raise Stopped("--prove is for SQLite: PostgreSQL is emptied by VACUUM FULL and searched on its server")


@asynccontextmanager
async def _reading(settings: Settings) -> AsyncIterator[Database]:
    async with await Database.open(settings.database, create=False, access=ProcessAccess.READING) as database:
        await _expect_current(database)
        yield database


@asynccontextmanager
async def _writing(settings: Settings, *, dry_run: bool = False) -> AsyncIterator[Database]:
    access = ProcessAccess.READING if dry_run else ProcessAccess.BESIDE
    async with await Database.open(settings.database, create=False, access=access) as database:
        await _expect_current(database)
        yield database


def _progress(text: str, end: str = "") -> None:
    """Shows progress to a person at a terminal: the log of another program needs no such lines."""
    if sys.stderr.isatty():
        print(f"\r{text}", end=end, file=sys.stderr, flush=True)


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
