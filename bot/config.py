"""The settings of a running bot, read from the environment once at the start.

A wrong value stops the start with one line that names it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

from bot.texts import Language

_T = TypeVar("_T")
_E = TypeVar("_E", bound=Enum)
_LONGEST_CONTACT = 200
_LONGEST_PAGE = 110
"""Longest address of the page: a button's address has 512 characters, and the rest is for the game."""
_WEBHOOK = re.compile(r"https://(?:(?:canary|ptb)\.)?discord(?:app)?\.com/api/webhooks/\d{17,20}/[\w.-]{60,}")
_TOKEN = re.compile(r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}")


class BadSetting(Exception):
    """A setting is missing or wrong. The text is one line for the operator."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name = name


class Engine(Enum):
    """The engine that computes hints, reviews and the card play of the house.

    All engines give the same answers (`ecarte.ai.choose_engine`).
    """

    AUTO = "auto"
    PYTHON = "python"
    WASM = "wasm"


class LogFormat(Enum):
    """The format of log lines."""

    TEXT = "text"
    JSON = "json"


class Address(NamedTuple):
    """An address to listen at on the network."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the bot. All have a default, except the token, which `run`, `emojis` and `doctor` need.

    Attributes:
        token: the secret with which the bot logs in to Discord. Never logged.
        database: a file path, or an SQLAlchemy address such as `sqlite+aiosqlite:///ecarte.sqlite3`.
        language: the language of public messages, if neither the server nor Discord names one that the bot speaks.
        live_tables: how many live games a person may play at a time in one server.
        correspondence_tables: how many games by correspondence a person may play at a time in one server.
        server_tables: how many live tables a server may have before it takes no further live challenge.
        server_correspondence_tables: how many tables by correspondence a server may have before it takes no further
            challenge by correspondence.
        challenge_minutes: how long a challenge stays open.
        cut_seconds: how long the elder may cut at a table where the cut is a step of its own. 0 if no deal waits for a
            cut.
        log_level: a level of the standard library's logging.
        log_format: plain text or JSON.
        sync_commands: whether the slash commands are registered at start.
        upload_emojis: whether the application's emojis are made at start.
        end_reviews: whether each player of a finished game gets a line of their own review.
        engine: the engine for hints, reviews and the house's cards.
        contact: whom people may ask about their data. Empty to name no one.
        keep_logs_days: for how many days logs of closed tables are kept. 0 for ever.
        keep_people_days: for how many days the data of a person are kept after they were last seen. 0 for ever.
        keep_server_days: for how many days the data of a server are kept after the bot has left it. 0 for ever.
        journal: the file outside of the database that records erasures. Empty for the usual one.
        backup_folder: the folder of scheduled backups. Empty for none.
        backup_hours: how many hours pass from one backup to the next.
        backup_keep: how many backups are kept.
        fonts: folders of fonts for characters that the bot's own fonts lack. Empty for the system's usual ones.
        alerts: the address of the webhook to which errors are sent; a secret. Empty for none.
        metrics: the address that serves metrics and health. None for none.
        replay_url: the page on which a finished game is replayed from its address. Empty for none.
        discord_api: a proxy that takes the requests to Discord and keeps its limits. Empty for Discord itself.
        new_directs: how many people the bot writes to for the first time in any ten seconds.
        shards: how many connections to Discord are kept, until Discord asks for more. 0 for as many as Discord asks
            for.
    """

    token: str = ""
    database: str = "ecarte.sqlite3"
    language: Language = Language.ENGLISH
    live_tables: int = 1
    correspondence_tables: int = 5
    challenge_minutes: int = 15
    cut_seconds: int = 10
    log_level: str = "INFO"
    log_format: LogFormat = LogFormat.TEXT
    sync_commands: bool = True
    upload_emojis: bool = False
    end_reviews: bool = True
    engine: Engine = Engine.AUTO
    contact: str = ""
    keep_logs_days: int = 730
    keep_people_days: int = 730
    keep_server_days: int = 30
    metrics: Address | None = None
    journal: str = ""
    backup_folder: str = ""
    backup_hours: int = 24
    backup_keep: int = 7
    fonts: tuple[Path, ...] = ()
    server_tables: int = 500
    server_correspondence_tables: int = 2000
    new_directs: int = 8
    shards: int = 0
    discord_api: str = ""
    alerts: str = ""
    replay_url: str = ""

    def __repr__(self) -> str:
        return f"Settings(database={self.database!r}, language={self.language.value!r})"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], *, token_needed: bool = True) -> Settings:
        """Reads the settings from environment variables.

        Raises:
            BadSetting: a value is missing or wrong. Names the first one.
        """
        defaults = cls()

        def read(name: str, default: _T, parse: Callable[[str], _T]) -> _T:
            text = environment.get(name, "").strip()
            return parse(text) if text else default

        token = environment.get("DISCORD_TOKEN", "").strip()
        if token_needed and not token:
            raise BadSetting("DISCORD_TOKEN", "is not set; it is the bot token of your Discord application")
        if token_needed and not _TOKEN.fullmatch(token):
            raise BadSetting("DISCORD_TOKEN", "does not look like a bot token (three parts joined by dots)")
        return cls(
            token=token,
            database=read("ECARTE_DATABASE", defaults.database, str),
            language=read("ECARTE_LANGUAGE", defaults.language, _choice("ECARTE_LANGUAGE", Language)),
            live_tables=read("ECARTE_LIVE_TABLES", defaults.live_tables, _number("ECARTE_LIVE_TABLES", 1, 100)),
            correspondence_tables=read(
                "ECARTE_CORRESPONDENCE_TABLES",
                defaults.correspondence_tables,
                _number("ECARTE_CORRESPONDENCE_TABLES", 1, 100),
            ),
            server_tables=read(
                "ECARTE_SERVER_TABLES", defaults.server_tables, _number("ECARTE_SERVER_TABLES", 1, 100_000)
            ),
            server_correspondence_tables=read(
                "ECARTE_SERVER_CORRESPONDENCE_TABLES",
                defaults.server_correspondence_tables,
                _number("ECARTE_SERVER_CORRESPONDENCE_TABLES", 1, 100_000),
            ),
            challenge_minutes=read(
                "ECARTE_CHALLENGE_MINUTES", defaults.challenge_minutes, _number("ECARTE_CHALLENGE_MINUTES", 1, 10080)
            ),
            cut_seconds=read("ECARTE_CUT_SECONDS", defaults.cut_seconds, _number("ECARTE_CUT_SECONDS", 0, 60)),
            log_level=read("ECARTE_LOG_LEVEL", defaults.log_level, _level),
            log_format=read("ECARTE_LOG_FORMAT", defaults.log_format, _choice("ECARTE_LOG_FORMAT", LogFormat)),
            contact=read("ECARTE_CONTACT", defaults.contact, _one_line),
            keep_logs_days=read("ECARTE_KEEP_LOGS_DAYS", defaults.keep_logs_days, _days("ECARTE_KEEP_LOGS_DAYS")),
            keep_people_days=read(
                "ECARTE_KEEP_PEOPLE_DAYS", defaults.keep_people_days, _days("ECARTE_KEEP_PEOPLE_DAYS")
            ),
            keep_server_days=read(
                "ECARTE_KEEP_SERVER_DAYS", defaults.keep_server_days, _days("ECARTE_KEEP_SERVER_DAYS")
            ),
            sync_commands=read("ECARTE_SYNC_COMMANDS", defaults.sync_commands, _yes_no("ECARTE_SYNC_COMMANDS")),
            upload_emojis=read("ECARTE_UPLOAD_EMOJIS", defaults.upload_emojis, _yes_no("ECARTE_UPLOAD_EMOJIS")),
            end_reviews=read("ECARTE_END_REVIEWS", defaults.end_reviews, _yes_no("ECARTE_END_REVIEWS")),
            engine=read("ECARTE_ENGINE", defaults.engine, _choice("ECARTE_ENGINE", Engine)),
            alerts=read("ECARTE_ALERTS", defaults.alerts, _webhook),
            metrics=read("ECARTE_METRICS", None, _address("ECARTE_METRICS")),
            journal=read("ECARTE_JOURNAL", defaults.journal, str),
            replay_url=read("ECARTE_REPLAY_URL", defaults.replay_url, _page),
            discord_api=read("ECARTE_DISCORD_API", defaults.discord_api, _web_address),
            new_directs=read("ECARTE_NEW_DIRECTS", defaults.new_directs, _number("ECARTE_NEW_DIRECTS", 1, 100_000)),
            shards=read("ECARTE_SHARDS", defaults.shards, _number("ECARTE_SHARDS", 1, 10_000)),
            backup_folder=read("ECARTE_BACKUP_FOLDER", defaults.backup_folder, str),
            backup_hours=read("ECARTE_BACKUP_HOURS", defaults.backup_hours, _number("ECARTE_BACKUP_HOURS", 1, 8760)),
            fonts=read("ECARTE_FONTS", defaults.fonts, _folders("ECARTE_FONTS")),
            backup_keep=read("ECARTE_BACKUP_KEEP", defaults.backup_keep, _number("ECARTE_BACKUP_KEEP", 1, 10000)),
        )


def _choice(name: str, kind: type[_E]) -> Callable[[str], _E]:
    def parse(text: str) -> _E:
        for member in kind:
            if member.value.lower() == text.lower():
                return member
        raise BadSetting(name, f"{text!r} is none of {', '.join(str(member.value) for member in kind)}")

    return parse


def _number(name: str, low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not re.fullmatch(r"\d{1,9}", text) or not low <= int(text) <= high:
            raise BadSetting(name, f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    return parse


def _days(name: str) -> Callable[[str], int]:
    return _number(name, 0, 36_500)


def _folders(name: str) -> Callable[[str], tuple[Path, ...]]:
    def parse(text: str) -> tuple[Path, ...]:
        folders = tuple(Path(part) for part in text.split(os.pathsep) if part)
        for folder in folders:
            if not folder.is_dir():
                raise BadSetting(name, f"{str(folder)!r} is not a folder")
        return folders

    return parse


def _one_line(text: str) -> str:
    if not text.isprintable() or len(text) > _LONGEST_CONTACT:
        raise BadSetting("ECARTE_CONTACT", f"is one line of {_LONGEST_CONTACT} characters at most")
    return text


def _web_address(text: str) -> str:
    address = urlsplit(text)
    if address.scheme not in ("http", "https") or not address.hostname or address.path.strip("/"):
        raise BadSetting("ECARTE_DISCORD_API", f"{text!r} is no address such as http://127.0.0.1:8080")
    return text.rstrip("/")


def _page(text: str) -> str:
    address = urlsplit(text)
    if address.scheme not in ("http", "https") or not address.hostname or "#" in text or not text.isascii():
        raise BadSetting("ECARTE_REPLAY_URL", f"{text!r} is no address such as https://example.org/replay.html")
    if len(text) > _LONGEST_PAGE:
        raise BadSetting("ECARTE_REPLAY_URL", f"has {len(text)} characters; at most {_LONGEST_PAGE} are allowed")
    return text


def _webhook(text: str) -> str:
    if not _WEBHOOK.fullmatch(text):
        # The address alone allows anyone to write there, so the error does not repeat it.
        raise BadSetting("ECARTE_ALERTS", "is no address of a webhook such as https://discord.com/api/webhooks/…/…")
    return text


def _yes_no(name: str) -> Callable[[str], bool]:
    def parse(text: str) -> bool:
        if text.lower() not in {"yes", "no", "true", "false", "1", "0"}:
            raise BadSetting(name, f"{text!r} is neither yes nor no")
        return text.lower() in {"yes", "true", "1"}

    return parse


def _address(name: str) -> Callable[[str], Address]:
    def parse(text: str) -> Address:
        match = re.fullmatch(r"(?:\[([0-9a-fA-F:]+)\]|([^\s:/\[\]]+)):(\d{1,5})", text)
        if match is None or not 1 <= int(match[3]) <= 65535:
            raise BadSetting(name, f"{text!r} is not HOST:PORT, such as 127.0.0.1:9464")
        return Address(match[1] or match[2], int(match[3]))

    return parse


def _level(text: str) -> str:
    if text.upper() not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
        raise BadSetting("ECARTE_LOG_LEVEL", f"{text!r} is none of debug, info, warning, error")
    return text.upper()
