"""Duplicate matches: who asked whom, when, and what each adds to the packs. The deals are in `DailyRepository`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select, update

from bot.rows.duplicate_rows import Duplicate, DuplicateShare
from bot.rows.member_rows import Daily
from bot.storage.backends.base import wait_for_turns
from bot.storage.connections import Repository, reads, writes
from bot.storage.repositories.daily import begin_try
from bot.storage.repositories.member_blocks import block_within
from bot.storage.schema.duplicate_tables import MEMBERS, OPPONENTS, PAIR, duplicates

_MATCH: Final = duplicates.c


class DuplicateRepository(Repository):
    """Stores duplicate matches."""

    @writes
    def open(
        self, connection: Connection, guild_id: int, members: tuple[int, int], secret: str, at: int, until: int
    ) -> Duplicate:
        """Stores a match to which no member has agreed yet.

        Args:
            members: the inviter and the partner.
            secret: the last secret of the chain from which all packs follow.
            at: the present moment, in epoch milliseconds.
            until: when the invitation lapses, in epoch milliseconds.
        """
        row = {"guild_id": guild_id, "secret": secret, "opened_at": at, "until": until}
        people = {"inviter_id": members[0], "partner_id": members[1], "inviter_seed": "", "partner_seed": ""}
        inserted = connection.execute(insert(duplicates), row | people)
        assert inserted.inserted_primary_key is not None
        stored = _get(connection, inserted.inserted_primary_key.id)
        assert stored is not None, "the match was inserted"
        return stored

    @reads
    def of(self, connection: Connection, match_id: int) -> Duplicate | None:
        """Returns the match with this id. None if there is no such match, or if it was deleted."""
        return _get(connection, match_id)

    @reads
    def between(
        self, connection: Connection, guild_id: int, members: tuple[int, int], at: int
    ) -> tuple[Duplicate, ...]:
        """Returns the matches of two members, as the first pair or as the other, in a server. Matches whose time has
        ended are left out.

        Begun matches come first, then invitations, then matches that the first of `members` has opened without asking
        the second yet.

        Args:
            at: the present moment, in epoch milliseconds.
        """
        one, two = members
        here = _MATCH.guild_id == guild_id
        pair = here & _MATCH.inviter_id.in_(members) & _MATCH.partner_id.in_(members)
        others = here & _MATCH.against_inviter_id.in_(members) & _MATCH.against_partner_id.in_(members)
        known = _MATCH.asked_at.is_not(None) | (_MATCH.inviter_id == one) & (_MATCH.partner_id == two)
        order = _MATCH.started_at.is_(None), _MATCH.asked_at.is_(None), _MATCH.id.desc()
        found = connection.execute(select(duplicates).where(pair & known | others, _MATCH.until > at).order_by(*order))
        return tuple(map(_duplicate, found))

    @writes
    def name_seed(self, connection: Connection, match_id: int, user_id: int, seed: str) -> Duplicate | None:
        """Stores the seed that a member names for the packs of a match that has not begun.

        Returns:
            The match. None if there is none, if it has begun, or if the person is no member.
        """
        for name in MEMBERS:
            mine = _is_open(match_id) & (_MATCH[f"{name}_id"] == user_id)
            named = {f"{name}_seed": seed, f"{name}_named": 1}
            if connection.execute(update(duplicates).where(mine).values(named)).rowcount:
                return _get(connection, match_id)
        return None

    @writes
    def ask(
        self, connection: Connection, match_id: int, seed: str, press: int, at: int, *, two_pairs: bool = False
    ) -> Duplicate | None:
        """Stores that the inviter asks the partner. Changes nothing the second time.

        Args:
            two_pairs: whether another pair plays against them, and not the house.
            seed: the seed that the inviter keeps for all games. It is used unless they have named another for this
                match.
            press: the number of the inviter's press.

        Returns:
            The match. None if there is none.
        """
        fresh = _is_open(match_id) & _MATCH.asked_at.is_(None)
        _keep_seed(connection, fresh, "inviter", seed)
        asked = {"asked_at": at, "inviter_press": press, "two_pairs": int(two_pairs)}
        connection.execute(update(duplicates).where(fresh).values(asked))
        return _get(connection, match_id)

    @writes
    def accept(
        self, connection: Connection, match_id: int, seed: str, press: int, at: int, until: tuple[int, int]
    ) -> Duplicate | None:
        """Stores that the partner accepts. A match against the house begins. A match of two pairs is then open to
        another pair. Changes nothing the second time.

        Args:
            seed: the seed that the partner keeps for all games. It is used unless they have named another for this
                match.
            press: the number of the partner's press.
            until: when a match against the house ends, and when the invitation to another pair lapses, in epoch
                milliseconds.

        Returns:
            The match. None if there is none.
        """
        ends, lapses = until
        fresh = _is_open(match_id) & _MATCH.asked_at.is_not(None) & _MATCH.partner_press.is_(None)
        _keep_seed(connection, fresh, "partner", seed)
        alone, pairs = fresh & (_MATCH.two_pairs == 0), fresh & (_MATCH.two_pairs == 1)
        connection.execute(update(duplicates).where(alone).values(started_at=at, partner_press=press, until=ends))
        connection.execute(update(duplicates).where(pairs).values(partner_press=press, until=lapses))
        return _get(connection, match_id)

    @writes
    def sit(
        self,
        connection: Connection,
        match_id: int,
        place: int,
        user_id: int,
        seed: str,
        press: int,
        at: int,
        until: int,
    ) -> Duplicate | None:
        """Gives a member a seat in the other pair, if the partner has accepted, the seat is free, and the member has
        none. The match begins when both seats are taken.

        Args:
            place: 0 for the seat against the inviter, 1 for the seat against the partner.
            seed: the seed that the member keeps for all games.
            press: the number of the member's press.
            until: when the match ends if it begins, in epoch milliseconds.

        Returns:
            The match. None if there is none. The match is unchanged if the person has blocked one of its members, or
            one of its members the person.
        """
        held = _hold(connection, match_id)
        is_wanted = held is not None and held.started_at is None and held.is_of_two_pairs and held.is_agreed
        if held is None or not is_wanted or held.opponents[place] is not None or user_id in held.members:
            return held
        wait_for_turns(connection, {user_id, *held.members})
        if block_within(connection, [(user_id, member) for member in held.members]) is not None:
            return held
        name = OPPONENTS[place]
        taken = {f"{name}_id": user_id, f"{name}_seed": seed, f"{name}_press": press}
        if held.opponents[1 - place] is not None:
            taken |= {"started_at": at, "until": until}
        connection.execute(update(duplicates).where(_MATCH.id == match_id).values(taken))
        return _get(connection, match_id)

    @writes
    def stand_up(self, connection: Connection, match_id: int, user_id: int) -> Duplicate | None:
        """Frees a member's seat in the other pair of a match that has not begun.

        Returns:
            The match. None if there is none.
        """
        free_seats(connection, user_id, _is_open(match_id))
        return _get(connection, match_id)

    @writes
    def begin_deal(
        self, connection: Connection, match_id: int, owner: int, key: str, moves: Sequence[str], at: int
    ) -> Daily | None:
        """Begins a deal at a table of a match, unless it has begun.

        Args:
            owner: the member of the first pair at that table, to whom the row belongs.
            key: the key of the deal.
            moves: the moves before the first decision of a member.

        Returns:
            The deal. None if the match was deleted. Nothing is stored then, since the row could outlive an erased
            member.
        """
        held = _hold(connection, match_id)
        return None if held is None else begin_try(connection, owner, key, held.guild_id, moves, at)

    @writes
    def drop(self, connection: Connection, match_id: int) -> bool:
        """Deletes a match, unless it has begun. Returns whether it was deleted."""
        return connection.execute(delete(duplicates).where(_is_open(match_id))).rowcount == 1


def free_seats(connection: Connection, user_id: int, chosen: ColumnElement[bool] | None = None) -> None:
    """Frees a person's seats in the other pairs of matches that have not begun.

    Args:
        chosen: the condition of the matches. None for all.
    """
    for name in OPPONENTS:
        left = {f"{name}_id": None, f"{name}_seed": None, f"{name}_named": 0, f"{name}_press": None}
        mine = _MATCH.started_at.is_(None) & (_MATCH[f"{name}_id"] == user_id)
        connection.execute(update(duplicates).where(mine if chosen is None else mine & chosen).values(left))


def _is_open(match_id: int) -> ColumnElement[bool]:
    """The condition of a match that has not begun."""
    return (_MATCH.id == match_id) & _MATCH.started_at.is_(None)


def _keep_seed(connection: Connection, fresh: ColumnElement[bool], name: str, seed: str) -> None:
    unnamed = fresh & (_MATCH[f"{name}_named"] == 0)
    connection.execute(update(duplicates).where(unnamed).values({f"{name}_seed": seed}))


def _hold(connection: Connection, match_id: int) -> Duplicate | None:
    """Returns a match, whose row no other transaction changes or deletes until this one ends."""
    row = connection.execute(select(duplicates).where(duplicates.c.id == match_id).with_for_update()).first()
    return None if row is None else _duplicate(row)


def _get(connection: Connection, match_id: int) -> Duplicate | None:
    row = connection.execute(select(duplicates).where(_MATCH.id == match_id)).first()
    return None if row is None else _duplicate(row)


def _duplicate(row: Row[Any]) -> Duplicate:
    names = MEMBERS if row.two_pairs else PAIR
    return Duplicate(
        *(row.id, row.guild_id, row.inviter_id, row.partner_id, row.secret),
        *(row.opened_at, row.asked_at, row.started_at, row.until),
        shares=tuple(_share(row, name) for name in names),
        opponents=tuple(row._mapping[f"{name}_id"] for name in OPPONENTS) if row.two_pairs else (),
    )


def _share(row: Row[Any], name: str) -> DuplicateShare:
    values = row._mapping
    return DuplicateShare(values[f"{name}_seed"] or "", bool(values[f"{name}_named"]), values[f"{name}_press"])
