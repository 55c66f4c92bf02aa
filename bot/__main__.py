"""The command line. Each command loads only what it needs. Only `run`, `emojis` and `doctor` need Discord.

python -m bot run        join Discord and keep the tables (needs DISCORD_TOKEN); with --shards as one of several
python -m bot gallery F  pictures of every message in the folder F, for people to look at
python -m bot migrate    bring the database up to date (`run` does so too)
python -m bot backup F   copy the database to the file F while the bot runs
python -m bot restore F  put the backup F in the place of the database; the bot must not run
python -m bot copy-database FROM TO
                         copy a database to an empty one, of any kind; the bot must not run
python -m bot drill      restore the newest scheduled backup to a scratch database, verify it, and remove it
python -m bot compact    return the free space of the database to the disk; the bot must not run
python -m bot verify     list the faults of the ledgers and the tables; exit status 1 if there are any
python -m bot ratings --rebuild
                         compute the ratings again from the rated games; the bot must not run
python -m bot health     exit status 0 if a bot runs and is well
python -m bot erase ID   erase a person; the bot may run
python -m bot export ID  print the data of a person as JSON
python -m bot block ID   block a person, or with --server a server; `unblock` undoes it, `blocked` lists them
python -m bot leave ID   leave a server
python -m bot journal    print when people were erased or blocked, and which servers were blocked or left
python -m bot sweep      count the people to erase because they were not seen for long; --confirm allows a large number
python -m bot stories    print which functions computed the stories of games; --check N computes N stories again
python -m bot doctor SERVER CHANNEL
                         test on Discord what the bot assumes about it; the bot may run (needs DISCORD_TOKEN)
python -m bot emojis     make the application's emojis; the bot may run (needs DISCORD_TOKEN)
python -m bot invite ID  print the link that invites the application ID into a server
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import time
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bot import logs, upkeep
from bot.command_line import Parser, run_command, settle, whole_number
from bot.config import Settings
from bot.shards import ShardRange, Sharing

_LARGEST_ID = 2**63 - 1
_OWNERS = ("erase", "export", "block", "unblock", "leave", "blocked", "journal", "sweep", "stories")
_ON_DISCORD = ("run", "emojis", "doctor")
_LEVELS = {"gallery": "ERROR", "doctor": "ERROR"} | dict.fromkeys(_OWNERS, "WARNING")
"""The log levels of commands that print their own results."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status: see `run_command`."""
    return run_command(lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    options = _parser().parse_args(arguments)
    settings = Settings.from_environment(os.environ, token_needed=options.command in _ON_DISCORD)
    logs.set_up(_LEVELS.get(options.command, settings.log_level), settings.log_format)
    return asyncio.run(_command(settings, options))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m bot", description="A card room for écarté on Discord.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="join Discord and keep the tables")
    run.add_argument(
        "--shards",
        type=_shards,
        metavar="FIRST-LAST/NUMBER",
        help="the shards of this process, such as 0-3/16, or auto for an equal part, where several run on one "
        "PostgreSQL (default: it runs alone)",
    )
    gallery = commands.add_parser("gallery", help="pictures of every message, for people to look at")
    gallery.add_argument("folder", type=_file)
    gallery.add_argument("--listing", action="store_true", help="only five for Discord's App Directory")
    commands.add_parser("migrate", help="bring the database up to date")
    backup = commands.add_parser("backup", help="copy the database to a file")
    backup.add_argument("file", type=_file)
    restore = commands.add_parser("restore", help="put a backup in the place of the database")
    restore.add_argument("file", type=_file)
    restore.add_argument("--new", action="store_true", help="also where there is no database to replace")
    copy = commands.add_parser("copy-database", help="copy a database to an empty one, of the same or the other kind")
    copy.add_argument("source", help="the address of the database: a file, or postgresql://…")
    copy.add_argument("target", help="the address of the empty database")
    commands.add_parser("drill", help="try whether the newest scheduled backup can be restored")
    commands.add_parser("compact", help="give the disk space of deleted rows back to the system; the bot must not run")
    verify = commands.add_parser("verify", help="audit the database, every ledger and every table")
    verify.add_argument(
        "--since", type=_date, metavar="DATE", help="only tables that changed on that day (UTC) or later"
    )
    verify.add_argument("--json", action="store_true", help="print one JSON object, for programs")
    ratings = commands.add_parser("ratings", help="the ratings of all servers; the bot must not run")
    ratings.add_argument(
        "--rebuild", action="store_true", required=True, help="compute them again from the rated games"
    )
    commands.add_parser("health", help="whether the running bot is alive")
    _add_owner_commands(commands)
    doctor = commands.add_parser("doctor", help="try on Discord what the bot relies on")
    doctor.add_argument("server", type=_id, help="the id of a server that the bot is in")
    doctor.add_argument("channel", type=_id, help="the id of a text channel there, in which a trial disturbs no one")
    doctor.add_argument("--press", action="store_true", help="also with a button that you press; the bot must not run")
    commands.add_parser("emojis", help="make the application's emojis, or renew those whose picture has changed")
    invite = commands.add_parser("invite", help="the link that invites an application into a server")
    invite.add_argument("application", type=_id, help="the application's id")
    return parser


def _add_owner_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    erase = commands.add_parser("erase", help="erase a person, as if the person had asked for it")
    erase.add_argument("id", type=_id, help="the id of the person")
    erase.add_argument("--dry-run", action="store_true", help="print what is stored; change nothing")
    erase.add_argument("--prove", action="store_true", help="afterwards search the files and the backups for remains")
    erase.add_argument("--forget", action="store_true", help="also delete what protects others from the person")
    erase.add_argument(
        "--name", action="append", default=[], help="another name to search for, in addition to the last one"
    )
    export = commands.add_parser(
        "export", help="print what is stored about a person, as JSON; or write the archive to a file"
    )
    export.add_argument("id", type=_id, help="the id of the person")
    export.add_argument("file", type=_file, nargs="?")
    for name, purpose in (("block", "keep a person from using the bot"), ("unblock", "undo `block` or `leave`")):
        about = commands.add_parser(name, help=purpose)
        about.add_argument("id", type=_id, help="the id of the person")
        about.add_argument("--server", action="store_true", help="the id is that of a server, which the bot leaves")
        if name == "block":
            about.add_argument("--dry-run", action="store_true", help="print what would be done; change nothing")
    leave = commands.add_parser("leave", help="leave a server, which may invite the bot again")
    leave.add_argument("id", type=_id, help="the id of the server")
    leave.add_argument("--dry-run", action="store_true", help="print what would be done; change nothing")
    commands.add_parser("blocked", help="the people and servers that are blocked")
    journal = commands.add_parser(
        "journal", help="print when people were erased or blocked, and which servers were blocked or left"
    )
    journal.add_argument("id", type=_id, nargs="?", help="the id of a person or a server: print its lines alone")
    sweep = commands.add_parser("sweep", help="how many people are due to be erased for their time")
    sweep.add_argument("--confirm", action="store_true", help="if they are many: let the bot erase them")
    stories = commands.add_parser(
        "stories", help="count the stored stories of games by the version of the function that computed them"
    )
    stories.add_argument(
        "--check", type=_count, default=0, metavar="N", help="compute the last N of this release again"
    )


def _command(settings: Settings, options: argparse.Namespace) -> Coroutine[None, None, int]:
    match options.command:
        case "migrate":
            return upkeep.migrate(settings.database)
        case "backup":
            return upkeep.backup(settings.database, options.file)
        case "restore":
            return upkeep.restore(settings.database, options.file, _now(), new=options.new, journal=settings.journal)
        case "copy-database":
            return upkeep.copy_database(options.source, options.target)
        case "drill":
            return upkeep.drill(settings, _now())
        case "compact":
            return upkeep.compact(settings.database)
        case "ratings":
            return upkeep.rebuild_ratings(settings.database)
        case "verify":
            return upkeep.verify(settings.database, _now(), since=options.since, as_json=options.json)
        case "health":
            return upkeep.health(settings, _now())
    if options.command in _OWNERS:
        return _owner_command(settings, options)
    # Imported here, because it loads discord.py, the pictures and the house. Nothing in a program is garbage: a search
    # for it costs a tenth of the start, and holds the event loop later.
    gc.disable()
    from bot import doctor, serving

    settle()
    match options.command:
        case "run":
            return serving.run(settings, _now, _steady, options.shards)
        case "emojis":
            return serving.emojis(settings, print)
        case "doctor":
            return doctor.doctor(
                settings, options.server, options.channel, presses=options.press, now=_now, steady=_steady, say=print
            )
        case "gallery":
            return serving.gallery(options.folder, listing=options.listing)
        case _:
            return _print(serving.invitation(options.application))


def _owner_command(settings: Settings, options: argparse.Namespace) -> Coroutine[None, None, int]:
    # Imported here, because it loads the tables.
    from bot import owner

    match options.command:
        case "erase":
            asked = {"dry_run": options.dry_run, "prove": options.prove, "names": options.name}
            asked["forget"] = options.forget
            return owner.erase(settings, options.id, _now, **asked)
        case "export":
            return owner.export(settings, options.id, options.file, _now)
        case "block":
            return owner.block(settings, options.id, _now, server=options.server, dry_run=options.dry_run)
        case "unblock":
            return owner.unblock(settings, options.id, _now, server=options.server)
        case "leave":
            return owner.leave(settings, options.id, _now, dry_run=options.dry_run)
        case "sweep":
            return owner.sweep(settings, confirm=options.confirm)
        case "stories":
            return owner.stories(settings, _now, check=options.check)
        case "journal":
            return owner.journal(settings, options.id)
        case _:
            return owner.print_blocks(settings)


async def _print(line: str) -> int:
    print(line)
    return 0


def _shards(text: str) -> ShardRange | Sharing:
    if text == Sharing.AUTO.value:
        return Sharing.AUTO
    try:
        return ShardRange.read(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _id(text: str) -> int:
    return whole_number(text, 1, _LARGEST_ID)


def _count(text: str) -> int:
    return whole_number(text, 1, 1_000_000)


def _date(text: str) -> int:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date such as 2026-11-22") from None
    moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000)


def _file(text: str) -> Path:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("the name of a file is missing")
    return Path(text)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _steady() -> float:
    """Returns seconds by a clock that cannot be set. Where the system can, it counts while the machine sleeps."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


if __name__ == "__main__":
    raise SystemExit(main())
