"""Decides which backers and guests see a player's hand, by rules of the server and the player, besides Laws 54 and 55.

This module is pure: the facts about a backer are arguments. Events store the admission, so that the log always gives
the same result when it is read again.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

_HOUR_MS: Final = 3_600_000
_DAY_MS: Final = 24 * _HOUR_MS


class Admission(Enum):
    """What the server's rules say, at the moment of a bet, about whether the backer may see the hand."""

    FREE = "free"
    ASKS = "asks"
    """The player decides, because the backer's account is young, or because the backer is new in the server."""
    GAMES = "games"
    """The backer may not see it, because they have finished too few games in the server."""
    ROLE = "role"
    """The backer may not see it, because they lack the role that the server demands."""


class Sight(Enum):
    """Whether a backer or a guest sees the player's hand (`SEES`), or why not (all other values)."""

    SEES = "sees"
    WAITS = "waits"
    """The backer does not see it yet: the player has not answered."""
    REFUSED = "refused"
    """The player has said no to the backer for this game."""
    STAKE = "stake"
    """The backer's bet is smaller than the least bet with which a backer sees the hand."""
    GAMES = "games"
    ROLE = "role"
    ASKED = "asked"
    """The guest does not see it yet: the player has not answered."""
    HIDDEN = "hidden"
    """The player has said no to the guest for this game."""


@dataclass(frozen=True, slots=True)
class SightRules:
    """The server's conditions for a backer who wants to see a player's hand.

    Attributes:
        account_days: if the backer's account is younger than this many days, the player has to say yes.
        member_hours: if the backer joined the server less than this many hours ago, the player has to say yes.
        share: the least bet is the table's stake divided by this number; 0 if any bet is enough.
        games: the fewest games that the backer must have finished in the server.
        role: the role that the backer must have; None if no role is needed.
    """

    account_days: int = 30
    member_hours: int = 24
    share: int = 10
    games: int = 0
    role: int | None = None


@dataclass(frozen=True, slots=True)
class Backer:
    """The facts about a backer that decide whether the server's rules let them see a hand.

    Attributes:
        account_ms: the age of the account, in milliseconds.
        member_ms: how long the backer has been in the server, in milliseconds; None if that is unknown.
        games: the number of games that the backer has finished in the server.
        roles: the ids of the backer's roles in the server.
    """

    account_ms: int
    member_ms: int | None
    games: int = 0
    roles: frozenset[int] = frozenset()


def admission(rules: SightRules | None, backer: Backer | None) -> Admission:
    """Returns what the server's rules say about whether a backer may see a player's hand.

    Args:
        rules: the rules; None if the server has none.
        backer: the facts about the backer; None if they are unknown, so that the player decides.
    """
    if rules is None:
        return Admission.FREE
    if rules.games > (0 if backer is None else backer.games):
        return Admission.GAMES
    if rules.role is not None and (backer is None or rules.role not in backer.roles):
        return Admission.ROLE
    if backer is None or backer.member_ms is None:
        return Admission.ASKS
    young = backer.account_ms < rules.account_days * _DAY_MS
    new = backer.member_ms < rules.member_hours * _HOUR_MS
    return Admission.ASKS if young or new else Admission.FREE


def least_stake(rules: SightRules | None, stake: int) -> int:
    """Returns the least bet with which a backer sees the hand, in chips, at a table with this stake."""
    return 0 if rules is None or not rules.share else -(-stake // rules.share)


def sight(admitted: Admission, bet: int, least: int, answer: bool | None, *, house: bool) -> Sight:
    """Returns whether a backer sees the player's hand, or why not.

    Args:
        admitted: what the server's rules said at the time of the bet.
        bet: the chips that the backer has bet on this player.
        least: the least bet with which a backer sees the hand, in chips.
        answer: the player's yes or no; None if the player has not answered.
        house: whether the player is the house, which says yes to all.
    """
    if answer is False:
        return Sight.REFUSED
    match admitted:
        case Admission.GAMES:
            return Sight.GAMES
        case Admission.ROLE:
            return Sight.ROLE
        case _ if bet < least:
            return Sight.STAKE
        case Admission.ASKS if not (answer or house):
            return Sight.WAITS
        case _:
            return Sight.SEES
