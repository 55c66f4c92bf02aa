"""`People`: the repositories about people and servers. Functions of this package take it as their first argument."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.people.members import Members
from bot.people.photographs import Photographs
from bot.people.profiles import Profiles
from bot.people.server import Servers
from bot.storage import (
    AdminRepository,
    ChampionRepository,
    DailyRepository,
    Database,
    DuplicateRepository,
    ErrorRepository,
    GalerieRepository,
    LedgerRepository,
    MemberBlockRepository,
    PuzzleRepository,
    QuizRepository,
    RatingRepository,
    ReminderRepository,
    ResultRepository,
    StoryRepository,
)


@dataclass(frozen=True, slots=True)
class People:
    """The repositories about people and servers. Functions of this package take it as their first argument.

    Attributes:
        now: returns the time, in epoch milliseconds.
        is_trusted: returns whether the clock is trusted. While it is not, nothing ends because its time is over.
    """

    profiles: Profiles
    servers: Servers
    members: Members
    photographs: Photographs
    ledger: LedgerRepository
    results: ResultRepository
    ratings: RatingRepository
    champions: ChampionRepository
    quizzes: QuizRepository
    puzzles: PuzzleRepository
    daily: DailyRepository
    duplicates: DuplicateRepository
    galerie: GalerieRepository
    errors: ErrorRepository
    stories: StoryRepository
    admin: AdminRepository
    member_blocks: MemberBlockRepository
    reminders: ReminderRepository
    now: Callable[[], int]
    is_trusted: Callable[[], bool]


def open_people(database: Database, now: Callable[[], int], is_trusted: Callable[[], bool] = lambda: True) -> People:
    """Returns a `People` that reads and writes this database."""
    profiles, servers = Profiles(database.people), Servers(database.servers)
    return People(
        profiles,
        servers,
        Members(now),
        Photographs(profiles, servers, now),
        database.ledger,
        database.results,
        database.ratings,
        database.champions,
        database.quizzes,
        database.puzzles,
        database.daily,
        database.duplicates,
        database.galerie,
        database.errors,
        database.stories,
        database.admin,
        database.member_blocks,
        database.reminders,
        now,
        is_trusted,
    )
