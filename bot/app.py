"""`App`, which holds the services of the bot. It is built once at the start and passed to every handler."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, ParamSpec

from bot.config import Settings
from bot.house import USUAL, HousePlayer, Policy, TableAccess
from bot.house.looking_back import BestAdvice, LookingBack
from bot.house.puzzles import PuzzleMaker, PuzzleSources
from bot.house.reviewer import Reviewer
from bot.house.stories import StorySources, Storyteller
from bot.maintenance import Maintenance
from bot.people import errors, puzzles, stories
from bot.people.quotas import Quotas
from bot.people.server import ServerSettings
from bot.people.service import People, open_people
from bot.privacy.service import Privacy, open_privacy
from bot.rows.storage_errors import NotOwner
from bot.storage import Database, PuzzleSource, as_owner
from bot.tables import archive, lookup, storied
from bot.tables.actions import chairs, house, play, rematch, seating
from bot.tables.context import StackedPacks
from bot.tables.pending import LastSeen, PendingDiscards
from bot.tables.problems import Problem, Refused
from bot.tables.service import Limits, Tables, open_tables
from bot.tables.views import TableView
from bot.texts import Language, Texts
from bot.tournaments.service import Tournaments, open_tournaments
from bot.trust import TrustedTime
from ecarte.teaching import Decision

_P = ParamSpec("_P")


class TipKey(NamedTuple):
    """A kind of decision, and a person to whom a tip explains such decisions."""

    user_id: int
    kind: str


class DecisionKey(NamedTuple):
    """A decision at a table."""

    table_id: int
    game_no: int
    deal: int
    decision: int

    def is_in_deal_of(self, other: DecisionKey) -> bool:
        """Returns whether both decisions belong to the same deal."""
        return self[:-1] == other[:-1]


class PlayerKey(NamedTuple):
    """A player at a table."""

    table_id: int
    user_id: int


class DealKey(NamedTuple):
    """A deal of a table."""

    game_no: int
    deal: int


@dataclass(frozen=True, slots=True)
class App:
    """The services of the bot. Holds no Discord object.

    Attributes:
        now: returns the time, in epoch milliseconds. No other clock is read.
        trust: knows whether the clock is trusted, so that things may end or be deleted because time has passed.
        maintenance: knows whether the owner has stopped all presses and clocks for a while.
        rng: draws the secrets and cuts of fair deals, and the random choices of the house (the computer player).
        quotas: limits how often a person may do something.
        drafts: the discards that players have picked and not confirmed.
        explained: by person and kind of decision, the last decision that a tip has explained.
        put_away: by player at a private table, the finished deal whose result the player has closed.
    """

    settings: Settings
    texts: Texts
    now: Callable[[], int]
    trust: TrustedTime
    maintenance: Maintenance
    rng: random.Random
    people: People
    tables: Tables
    tournaments: Tournaments
    privacy: Privacy
    house: HousePlayer
    reviewer: Reviewer
    looking_back: LookingBack
    storyteller: Storyteller
    puzzle_maker: PuzzleMaker[PuzzleSource]
    quotas: Quotas
    drafts: PendingDiscards
    explained: LastSeen[TipKey, DecisionKey] = field(default_factory=LastSeen)
    put_away: LastSeen[PlayerKey, DealKey] = field(default_factory=LastSeen)

    def public_language(self, server: ServerSettings, locale: object) -> Language:
        """Returns the language of public messages in a server.

        That is the language in the server's settings, or else the one that the server has on Discord, or else the bot's
        default.

        Args:
            locale: the server's language as Discord names it, such as `en-GB`. None if not known.
        """
        return server.language or Language.near(str(locale or "")) or self.settings.language


def build_app(
    settings: Settings,
    database: Database,
    texts: Texts,
    *,
    now: Callable[[], int],
    rng: random.Random,
    stacked_packs: StackedPacks | None = None,
    policy: Policy = USUAL,
    reviewer: Reviewer | None = None,
    trust: TrustedTime | None = None,
) -> App:
    """Builds the services over a database that is open and up to date.

    Args:
        now: returns the time of the machine's clock, in epoch milliseconds. Not read if `trust` is given.
        stacked_packs: chosen orders of the pack in place of fair ones, for tests and the gallery.
        policy: how the house (the computer player) plays.
        reviewer: gives reviews and hints. None for the usual one.
        trust: tells the time, and whether the clock is trusted. None to trust `now` always.
    """
    trust = trust or TrustedTime(now)
    now = trust.now
    people = open_people(database, now, lambda: trust.is_trusted)
    limits = Limits(
        settings.live_tables,
        settings.correspondence_tables,
        settings.challenge_minutes * 60_000,
        settings.server_tables,
        settings.server_correspondence_tables,
    )
    tables = open_tables(database, people, now=now, rng=rng, limits=limits, stacked_packs=stacked_packs)
    tournaments = open_tournaments(database, tables, now)
    reviewer = reviewer or Reviewer()
    return App(
        settings=settings,
        texts=texts,
        now=now,
        trust=trust,
        maintenance=Maintenance(database.maintenance, now),
        rng=rng,
        people=people,
        tables=tables,
        tournaments=tournaments,
        privacy=open_privacy(database, people, tables, tournaments, database.erased_file(settings.journal)),
        house=HousePlayer(house_access(tables), now, rng, policy),
        reviewer=reviewer,
        looking_back=LookingBack(
            reviewer,
            partial(_decisions_of, tables),
            partial(archive.advice_of, tables),
            partial(_note_advice, people),
            partial(errors.note, people),
            on=settings.end_reviews,
        ),
        storyteller=Storyteller(
            reviewer,
            StorySources(
                partial(stories.story_of, people),
                partial(storied.game_to_tell, tables),
                partial(stories.put, people),
                partial(stories.untold, people),
            ),
            on=settings.end_reviews,
        ),
        puzzle_maker=PuzzleMaker(
            reviewer,
            PuzzleSources(
                games=partial(puzzles.sources, people),
                begin=partial(puzzles.begin_search, people),
                record=partial(archive.record, tables),
                keep=partial(puzzles.keep, people),
                day=partial(puzzles.day_to_search, people),
                keep_day=partial(puzzles.keep_day, people),
            ),
            on=settings.end_reviews,
        ),
        quotas=Quotas(now),
        drafts=PendingDiscards(),
    )


async def _decisions_of(tables: Tables, table_id: int, game_no: int, user_id: int) -> tuple[Decision, ...]:
    return (await archive.decisions_of(tables, table_id, game_no, user_id)).made


async def _note_advice(people: People, table_id: int, game_no: int, advice: BestAdvice) -> None:
    await people.galerie.judge(table_id, game_no, advice.person, given=advice.given, best=advice.right)


def house_access(tables: Tables) -> TableAccess:
    """Returns the functions by which the house (the computer player) sees these tables and acts at them."""
    return TableAccess(
        table=partial(lookup.table, tables),
        hand=partial(house.hand, tables),
        accept=_by_owner(partial(seating.accept, tables)),
        sit=_by_owner(partial(chairs.sit, tables)),
        leave_queue=_by_owner(partial(chairs.leave_queue, tables)),
        move=_by_owner(partial(play.move, tables)),
        play=_by_owner(partial(house.move, tables)),
        rematch=_by_owner(partial(rematch.rematch, tables)),
    )


def _by_owner(act: Callable[_P, Awaitable[TableView]]) -> Callable[_P, Awaitable[TableView]]:
    """Makes the house act only for the owner of the table. For another process it is too late, as after any race."""

    async def acting(*args: _P.args, **named: _P.kwargs) -> TableView:
        try:
            with as_owner():
                return await act(*args, **named)
        except NotOwner:
            raise Refused(Problem.STALE) from None

    return acting
