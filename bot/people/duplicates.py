"""Duplicate matches: a pair of members against the house, or against another pair, with the same cards at two tables.

The bot commits itself to all packs before any member has contributed to them. Each member contributes a press before
the first deal, and may also name a seed. The inviter sits at the first table, the partner at the second. Each table
plays the deals in order, once each. A deal at a table is stored like a try at the deal of the day: as a row of the
inviter or of the partner, with a key (`key_of`) in place of a date. Others see the result of a deal once both tables
have ended the deal. The packs are shown once the match is over: both tables have played all deals, or the time has
ended.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.people.service import People
from bot.rows.duplicate_rows import Duplicate
from bot.rows.member_rows import Daily
from ecarte.fair import ChainDeal, Promise, Share
from ecarte.game import Seat
from ecarte.teaching import duplicate, solo
from ecarte.teaching.duplicate import DEALS
from ecarte.teaching.solo import Result, SoloDeal

_DAY_MS: Final = 86_400_000
_INVITATION_MS: Final = _DAY_MS
_MATCH_MS: Final = 2 * _DAY_MS
_KIND: Final = "pair "


class KnownSeed(Exception):
    """The bot could know this seed before it committed itself, so the seed cannot bind it."""


class DuplicatePlace(NamedTuple):
    """Where a member sits.

    Attributes:
        table: 0 for the table of the inviter, who sits North, and 1 for that of the partner, who sits South.
        seat: the member's seat.
    """

    table: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class DuplicateMatch:
    """A duplicate match with all its deals. It contains the packs: show readers only views and results.

    Attributes:
        row: the match as it is stored.
        tries: the deals at the inviter's table and at the partner's table, by the number of the deal.
        is_late: whether the time of the match has ended or, before the match begins, the time of the invitation. False
            while the clock is not trusted.
    """

    row: Duplicate
    tries: tuple[Mapping[int, Daily], Mapping[int, Daily]]
    is_late: bool

    @property
    def promise(self) -> Promise:
        """The public promise of all packs. It was shown before any member contributed to the packs."""
        return duplicate.promise(bytes.fromhex(self.row.secret), str(self.row.id))

    def chain(self, number: int) -> ChainDeal:
        """Returns all values from which the pack of a deal is computed. They are secret until the match is over."""
        return duplicate.promised_deal(bytes.fromhex(self.row.secret), str(self.row.id), _shares(self.row), number)

    def players(self, table: int) -> tuple[int | None, int | None]:
        """Returns the ids of the members who sit North and South at a table. None for the house or a free seat."""
        member, opponent = self.row.pair[table], self.row.opponents[table] if self.row.opponents else None
        return (member, opponent) if table == 0 else (opponent, member)

    def place_of(self, user_id: int) -> DuplicatePlace | None:
        """Returns where a person sits. None if the person has no seat in the match."""
        places = (DuplicatePlace(table, seat) for table in (0, 1) for seat in Seat)
        return next((place for place in places if self.players(place.table)[place.seat.index] == user_id), None)

    def opponent_of(self, place: DuplicatePlace) -> int | None:
        """Returns the id of the member who sits opposite a place. None if the house sits there or the seat is free."""
        return self.players(place.table)[place.seat.other.index]

    def played(self, table: int) -> int:
        """Returns how many deals have ended at a table."""
        return sum(row.ended_at is not None for row in self.tries[table].values())

    def current(self, table: int) -> int | None:
        """Returns the number, from 1, of the deal that is played now or next at a table. None after the last deal."""
        played = self.played(table)
        return played + 1 if played < DEALS else None

    def deal(self, number: int, seat: Seat) -> SoloDeal:
        """Returns a deal as the player in a seat plays it."""
        return duplicate.deal_of(self.chain(number), number, seat)

    def reached(self, table: int, number: int, log: Sequence[str]) -> Result | None:
        """Returns the result of a deal for the inviter or the partner. None if the deal is not over.

        Args:
            table: 0 for the inviter's table, 1 for the partner's.
            log: the moves of the deal.
        """
        view = solo.view_of(self.deal(number, tuple(Seat)[table]), log)
        return solo.result(view) if solo.is_over(view) else None

    def waits_for(self, table: int) -> int | None:
        """Returns the id of the member who has the next move in the current deal at a table.

        None if the table's current deal has not begun, or if the house has the next move.
        """
        number = self.current(table)
        row = None if number is None else self.tries[table].get(number)
        if number is None or row is None:
            return None
        turn = solo.state_after(self.deal(number, Seat.NORTH), row.moves).turn
        return None if turn is None else self.players(table)[turn.index]

    @property
    def results(self) -> tuple[tuple[int, int], ...]:
        """The points of the inviter and of the partner in each deal that both tables have ended, from the first on."""
        both = _numbers(min(self.played(0), self.played(1)))
        return tuple((_points(self, 0, number), _points(self, 1, number)) for number in both)

    @property
    def total(self) -> int:
        """The pair's points, added up over the deals that both tables have ended. Above zero if the pair is ahead."""
        return sum(map(sum, self.results))

    @property
    def is_over(self) -> bool:
        """Whether the match is over: both tables have played all deals, or its time has ended.

        False for a match that has not begun.
        """
        return self.row.started_at is not None and (self.is_late or len(self.results) == DEALS)

    def record(self, table: int, tags: Mapping[str, str]) -> str:
        """Returns the record of the deals that both tables have ended, as one table has played them.

        Call it only when the match is over: the record shows all cards.
        """
        tries = self.tries[table]
        return duplicate.record_of(
            [(self.chain(number), tries[number].moves) for number in _numbers(len(self.results))], tags
        )


def key_of(match_id: int, number: int) -> str:
    """Returns the key with which the tries at a deal of a match are stored."""
    return f"{_KIND}{match_id}.{number}"


async def open_match(people: People, guild_id: int, members: tuple[int, int], secret: bytes) -> DuplicateMatch:
    """Stores a new match. From now on the bot is committed to the packs of its deals.

    Args:
        members: the inviter and the partner.
        secret: the last secret of the chain, 32 random bytes.
    """
    now = people.now()
    row = await people.duplicates.open(guild_id, members, secret.hex(), now, now + _INVITATION_MS)
    return DuplicateMatch(row, ({}, {}), is_late=False)


async def match_of(people: People, match_id: int) -> DuplicateMatch | None:
    """Returns the match with this id. None if it was deleted: it was declined or too old, or a member was erased."""
    row = await people.duplicates.of(match_id)
    return None if row is None else await _with_tries(people, row)


async def between(people: People, guild_id: int, members: tuple[int, int]) -> DuplicateMatch | None:
    """Returns a match in a server that is not over, and in which these two people are a pair. None if they have none.

    If there are several, prefers a match that has begun, then one whose inviter has asked the partner. A match in which
    the partner was not asked yet is returned only to its inviter.

    Args:
        members: the person who looks for the match, and the other one.
    """
    for row in await people.duplicates.between(guild_id, members, people.now()):
        match = await _with_tries(people, row)
        if not match.is_over:
            return match
    return None


async def name_seed(people: People, match: DuplicateMatch, user_id: int, seed: str) -> DuplicateMatch | None:
    """Stores a seed that a member names for the packs.

    Returns:
        The match. None if the match has begun or was deleted, or if the person is not one of its members.

    Raises:
        KnownSeed: a member keeps this seed for all games, so the bot could know the seed before it committed itself to
            the packs. A seed that the member named earlier stays.
    """
    known = {share.seed for share in match.row.shares if not share.named}
    if seed in known.union([await _kept_seed(people, member) for member in match.row.members]):
        raise KnownSeed
    row = await people.duplicates.name_seed(match.row.id, user_id, seed)
    return None if row is None else await _with_tries(people, row)


async def ask(people: People, match: DuplicateMatch, press: int, *, two_pairs: bool) -> DuplicateMatch | None:
    """Stores that the inviter asks the partner. Returns the match. None if the match was deleted.

    Args:
        press: the id of the inviter's interaction. The packs depend on it, unless a member names a seed.
        two_pairs: whether they play against another pair, and not against the house.
    """
    seed = await _kept_seed(people, match.row.inviter_id)
    row = await people.duplicates.ask(match.row.id, seed, press, people.now(), two_pairs=two_pairs)
    return None if row is None else await _with_tries(people, row)


async def accept(people: People, match: DuplicateMatch, press: int) -> DuplicateMatch | None:
    """Stores that the partner accepts. Changes nothing if the partner was not asked, or has accepted before.

    A match against the house begins now. A match of two pairs waits for the other pair. Returns the match. None if the
    match was deleted.

    Args:
        press: the id of the partner's interaction. The packs depend on it, unless a member names a seed.
    """
    now, seed = people.now(), await _kept_seed(people, match.row.partner_id)
    until = now + _MATCH_MS, now + _INVITATION_MS
    row = await people.duplicates.accept(match.row.id, seed, press, now, until)
    return None if row is None else await _with_tries(people, row)


async def sit(people: People, match: DuplicateMatch, place: int, user_id: int, press: int) -> DuplicateMatch | None:
    """Gives a member a free seat in the other pair.

    Changes nothing if the member has a seat in the match already, or if a block between members forbids it. The match
    begins when both seats of the other pair are taken. Returns the match. None if the match was deleted.

    Args:
        place: 0 for the seat against the inviter, 1 for that against the partner.
        press: the id of the member's interaction. The packs depend on it, unless a member names a seed.
    """
    now, seed = people.now(), await _kept_seed(people, user_id)
    row = await people.duplicates.sit(match.row.id, place, user_id, seed, press, now, now + _MATCH_MS)
    return None if row is None else await _with_tries(people, row)


async def stand_up(people: People, match: DuplicateMatch, user_id: int) -> DuplicateMatch | None:
    """Frees a member's seat in the other pair, if the match has not begun.

    Returns the match. None if the match was deleted.
    """
    row = await people.duplicates.stand_up(match.row.id, user_id)
    return None if row is None else await _with_tries(people, row)


async def begin_deal(
    people: People, match: DuplicateMatch, place: DuplicatePlace, number: int, log: Sequence[str]
) -> Daily | None:
    """Begins a deal at a table, unless the deal has begun. Returns the stored deal. None if the match was deleted.

    Args:
        place: the place of the member who opens the deal.
        log: the moves before the first decision of a member.
    """
    owner, key = match.row.pair[place.table], key_of(match.row.id, number)
    return await people.duplicates.begin_deal(match.row.id, owner, key, log, people.now())


async def _with_tries(people: People, row: Duplicate) -> DuplicateMatch:
    tries: tuple[dict[int, Daily], dict[int, Daily]] = ({}, {})
    if row.started_at is not None:
        for begun in await people.daily.begun_by(row.pair, f"{_KIND}{row.id}."):
            tries[row.pair.index(begun.user_id)][int(begun.day.rpartition(".")[2])] = begun
    return DuplicateMatch(row, tries, people.now() >= row.until and people.is_trusted())


async def _kept_seed(people: People, user_id: int) -> str:
    """Returns the seed that a person keeps for all games. Empty if there is none."""
    seed = (await people.profiles.profile(user_id)).preferences.seed
    return seed.encode("utf-8", "ignore").decode()


def _shares(row: Duplicate) -> tuple[Share, Share]:
    """Returns what the players in the two seats have added. If anyone has named a seed, no press counts: a player can
    check a seed.
    """
    named = any(share.named for share in row.shares)
    shares = [Share(share.seed, share.named, None if named else share.press) for share in row.shares]
    if not row.is_of_two_pairs:
        return shares[0], shares[1]
    inviter, partner, against_inviter, against_partner = shares
    return duplicate.joined(inviter, against_partner), duplicate.joined(partner, against_inviter)


def _points(match: DuplicateMatch, table: int, number: int) -> int:
    points = match.tries[table][number].points
    assert points is not None, "both tables have ended this deal"
    return points


def _numbers(deals: int) -> range:
    return range(1, deals + 1)
