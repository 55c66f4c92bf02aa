"""Stored values about duplicate matches."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class DuplicateShare:
    """What one member adds to the packs of a duplicate match.

    Attributes:
        seed: a text of the member. Empty if the member has given none.
        named: whether the member chose the seed for this match, after the bot had committed itself to the packs.
        press: the number of the press with which the member agreed to the match. None until the member agrees.
    """

    seed: str = field(default="", repr=False)
    named: bool = False
    press: int | None = None


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A duplicate match: a pair of members against the house, or against another pair.

    Attributes:
        secret: the last secret of the chain from which all packs follow, in hexadecimal.
        opened_at: when the bot committed itself to the packs, in epoch milliseconds.
        asked_at: when the inviter asked the partner, in epoch milliseconds. None before that.
        started_at: when the match began, in epoch milliseconds. None before all members have agreed.
        until: when the invitation lapses or, after the match has begun, when it ends, in epoch milliseconds.
        shares: what the inviter and the partner have added to the packs; in a match of two pairs also what their
            opponents have added, in the order of `opponents`.
        opponents: the other pair: first the inviter's opponent, then the partner's. None for a seat that is free. Empty
            in a match against the house.
    """

    id: int
    guild_id: int
    inviter_id: int
    partner_id: int
    secret: str = field(repr=False)
    opened_at: int
    asked_at: int | None
    started_at: int | None
    until: int
    shares: tuple[DuplicateShare, ...]
    opponents: tuple[int | None, ...] = ()

    @property
    def pair(self) -> tuple[int, int]:
        """The inviter and the partner."""
        return self.inviter_id, self.partner_id

    @property
    def members(self) -> tuple[int, ...]:
        """All members: the inviter, the partner, and the opponents who have taken their seats."""
        return (*self.pair, *(user_id for user_id in self.opponents if user_id is not None))

    @property
    def is_of_two_pairs(self) -> bool:
        """Whether the opponents are another pair of members, not the house."""
        return bool(self.opponents)

    @property
    def is_agreed(self) -> bool:
        """Whether the partner has accepted."""
        return self.shares[1].press is not None
