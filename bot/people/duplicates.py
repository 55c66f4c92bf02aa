"""Duplicate matches: two members, one pair, against the house, which has the other hand of each deal.

The bot commits itself to all packs before either member has given anything. Both add a press, and a seed if they like,
before the first deal. A try at a deal is stored like one at the deal of the day, with another key than a date. Each
member plays the deals in order, once each. What a try brought is shown to others when both have ended that deal; the
packs are shown when the match is over: both have played all deals, or the time has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.people.service import People
from bot.rows.duplicate_rows import Duplicate
from bot.rows.member_rows import Daily
from ecarte.fair import ChainDeal, Promise, Share
from ecarte.game import Seat
from ecarte.teaching import duplicate
from ecarte.teaching.duplicate import DEALS

_DAY_MS: Final = 86_400_000
_INVITATION_MS: Final = _DAY_MS
_MATCH_MS: Final = 2 * _DAY_MS
_KIND: Final = "pair "


class KnownSeed(Exception):
    """The bot could know this seed before it committed itself, so the seed cannot bind it."""


@dataclass(frozen=True, slots=True)
class DuplicateMatch:
    """A duplicate match with all tries of its members. It knows the packs: give readers views and results only.

    Attributes:
        row: the match as it is stored.
        tries: the tries of the inviter, who sits North, and of the partner, who sits South, by the number of the deal.
        is_late: whether the time has ended: of the invitation or, once it is accepted, of the match.
    """

    row: Duplicate
    tries: tuple[Mapping[int, Daily], Mapping[int, Daily]]
    is_late: bool

    @property
    def promise(self) -> Promise:
        """The promise of all packs. It was shown before the members gave anything."""
        return duplicate.promise(bytes.fromhex(self.row.secret), str(self.row.id))

    def chain(self, number: int) -> ChainDeal:
        """Returns everything from which the pack of a deal follows: a secret until the match is over."""
        return duplicate.promised_deal(bytes.fromhex(self.row.secret), str(self.row.id), _shares(self.row), number)

    def seat_of(self, user_id: int) -> Seat | None:
        """Returns the seat of a member; None for all others."""
        return next((seat for seat in Seat if self.row.members[seat.index] == user_id), None)

    def played(self, seat: Seat) -> int:
        """Returns how many deals the member in a seat has ended."""
        return sum(row.ended_at is not None for row in self.tries[seat.index].values())

    def current(self, seat: Seat) -> int | None:
        """Returns the number of the deal that the member in a seat plays now or next. None after the last one."""
        played = self.played(seat)
        return played + 1 if played < DEALS else None

    @property
    def results(self) -> tuple[tuple[int, int], ...]:
        """The points of the inviter and of the partner in each deal that both have ended, from the first deal on."""
        both = _numbers(min(map(self.played, Seat)))
        return tuple((_points(self, Seat.NORTH, number), _points(self, Seat.SOUTH, number)) for number in both)

    @property
    def total(self) -> int:
        """The points of both members in the deals that both have ended: above zero if they are ahead of the house."""
        return sum(map(sum, self.results))

    @property
    def is_over(self) -> bool:
        """Whether no more deal is played: both have played all of them, or the time has ended."""
        return self.row.started_at is not None and (self.is_late or len(self.results) == DEALS)

    def record(self, seat: Seat, tags: Mapping[str, str]) -> str:
        """Returns the record of the deals that both have ended, at the table of the member in a seat.

        Call it only when the match is over: it has all cards.
        """
        tries = self.tries[seat.index]
        return duplicate.record_of(
            [(self.chain(number), tries[number].moves) for number in _numbers(len(self.results))], tags
        )


def key_of(match_id: int, number: int) -> str:
    """Returns the key of the tries at a deal of a match."""
    return f"{_KIND}{match_id}.{number}"


async def open_match(people: People, guild_id: int, members: tuple[int, int], secret: bytes) -> DuplicateMatch:
    """Stores a new match, and so the commitment to its packs.

    Args:
        members: the inviter and the partner.
        secret: the last secret of the chain, 32 random bytes.
    """
    now = people.now()
    row = await people.duplicates.open(guild_id, members, secret.hex(), now, now + _INVITATION_MS)
    return DuplicateMatch(row, ({}, {}), is_late=False)


async def match_of(people: People, match_id: int) -> DuplicateMatch | None:
    """Returns a match. None if there is none: it was declined, a member was erased, or it was long ago."""
    row = await people.duplicates.of(match_id)
    return None if row is None else await _with_tries(people, row)


async def between(people: People, guild_id: int, members: tuple[int, int]) -> DuplicateMatch | None:
    """Returns the match of two people in a server that goes on, or else their open invitation, or else a match for
    which the first of the two has not asked the other yet. None if there is none of these.
    """
    for row in await people.duplicates.between(guild_id, members, people.now()):
        match = await _with_tries(people, row)
        if not match.is_over:
            return match
    return None


async def name_seed(people: People, match: DuplicateMatch, user_id: int, seed: str) -> DuplicateMatch | None:
    """Stores a seed that a member names for the packs. Returns the match; None if it has begun, or is gone.

    Raises:
        KnownSeed: one of the two members keeps this seed for all games, so the bot could know it before it committed
            itself. An earlier seed stays named.
    """
    known = {share.seed for share in match.row.shares if not share.named}
    if seed in known.union([await _kept_seed(people, member) for member in match.row.members]):
        raise KnownSeed
    row = await people.duplicates.name_seed(match.row.id, user_id, seed)
    return None if row is None else await _with_tries(people, row)


async def ask(people: People, match: DuplicateMatch, press: int) -> DuplicateMatch | None:
    """Stores that the inviter asks the partner. Returns the match; None if it is gone.

    Args:
        press: the number that Discord gave the inviter's press.
    """
    seed = await _kept_seed(people, match.row.inviter_id)
    row = await people.duplicates.ask(match.row.id, seed, press, people.now())
    return None if row is None else await _with_tries(people, row)


async def accept(people: People, match: DuplicateMatch, press: int) -> DuplicateMatch | None:
    """Stores that the partner accepts: the match begins, if they were asked. Returns the match; None if it is gone.

    Args:
        press: the number that Discord gave the partner's press.
    """
    now, seed = people.now(), await _kept_seed(people, match.row.partner_id)
    row = await people.duplicates.begin(match.row.id, seed, press, now, now + _MATCH_MS)
    return None if row is None else await _with_tries(people, row)


async def _with_tries(people: People, row: Duplicate) -> DuplicateMatch:
    tries: tuple[dict[int, Daily], dict[int, Daily]] = ({}, {})
    if row.started_at is not None:
        for begun in await people.daily.begun_by(row.members, f"{_KIND}{row.id}."):
            tries[row.members.index(begun.user_id)][int(begun.day.rpartition(".")[2])] = begun
    return DuplicateMatch(row, tries, people.now() >= row.until and people.is_trusted())


async def _kept_seed(people: People, user_id: int) -> str:
    """Returns the seed that a person keeps for all games. Empty if there is none."""
    seed = (await people.profiles.profile(user_id)).preferences.seed
    return seed.encode("utf-8", "ignore").decode()


def _shares(row: Duplicate) -> tuple[Share, Share]:
    """Returns what both members have added. If one has named a seed, no press counts: a player can check a seed."""
    named = any(share.named for share in row.shares)
    inviter, partner = (Share(share.seed, share.named, None if named else share.press) for share in row.shares)
    return inviter, partner


def _points(match: DuplicateMatch, seat: Seat, number: int) -> int:
    points = match.tries[seat.index][number].points
    assert points is not None, "both have ended this deal"
    return points


def _numbers(deals: int) -> range:
    return range(1, deals + 1)
