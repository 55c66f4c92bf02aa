"""Stored values about duplicate matches."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class DuplicateShare:
    """What one member adds to the packs of a duplicate match.

    Attributes:
        seed: a text of the member. Empty for none.
        named: whether the member named it after the bot had committed itself.
        press: the number of the press with which the member agreed to the match. None before it.
    """

    seed: str = field(default="", repr=False)
    named: bool = False
    press: int | None = None


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A duplicate match: two members against the house.

    Attributes:
        secret: the last secret of the chain from which all packs follow, in hexadecimal.
        opened_at: when the bot committed itself, in epoch milliseconds.
        asked_at: when the inviter asked the partner, in epoch milliseconds. None before that.
        started_at: when the partner accepted, in epoch milliseconds. None before that.
        until: when the invitation lapses or, after its acceptance, when the match ends, in epoch milliseconds.
        shares: what the inviter and the partner have added to the packs.
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
    shares: tuple[DuplicateShare, DuplicateShare]

    @property
    def members(self) -> tuple[int, int]:
        """The inviter and the partner."""
        return self.inviter_id, self.partner_id
