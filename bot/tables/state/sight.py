"""Decides which backers and guests see a hand: rules of the server and of its player, besides Laws 54 and 55.

Pure: the facts about a backer are arguments. Events have the admission, so that a log always folds to the same sight.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

_HOUR_MS: Final = 3_600_000
_DAY_MS: Final = 24 * _HOUR_MS


class Admission(Enum):
    """The server's rule on a backer at the moment of the bet."""

    FREE = "free"
    ASKS = "asks"
    """The account is young, or the member is new in the server, so the player decides."""
    GAMES = "games"
    """The backer has finished too few games in the server."""
    ROLE = "role"
    """The backer lacks the role."""


class Sight(Enum):
    """Whether a backer or a guest sees the hand, and the reason if they do not."""

    SEES = "sees"
    WAITS = "waits"
    """The backer waits for the player's yes."""
    REFUSED = "refused"
    """The player has said no to the backer for this game."""
    STAKE = "stake"
    """The bet is smaller than the least one."""
    GAMES = "games"
    ROLE = "role"
    ASKED = "asked"
    """The guest waits for the player's yes."""
    HIDDEN = "hidden"
    """The player has said no to the guest for this game."""


@dataclass(frozen=True, slots=True)
class SightRules:
    """The server's conditions for a backer who wants to see the hand.

    Attributes:
        account_days: a backer with a younger account waits for the player's yes.
        member_hours: a newer member waits for the player's yes.
        share: the least bet is the table's stake divided by this; 0 if any bet is enough.
        games: the fewest finished games in the server.
        role: the role that a backer must have; None if no role is needed.
    """

    account_days: int = 30
    member_hours: int = 24
    share: int = 10
    games: int = 0
    role: int | None = None


@dataclass(frozen=True, slots=True)
class Backer:
    """The facts about a backer on which admission depends.

    Attributes:
        account_ms: the age of the account.
        member_ms: the time in the server; None if it is unknown.
        games: the number of finished games in the server.
        roles: the ids of the roles in the server.
    """

    account_ms: int
    member_ms: int | None
    games: int = 0
    roles: frozenset[int] = frozenset()


def admission(rules: SightRules | None, backer: Backer | None) -> Admission:
    """Returns the admission of a backer by the rules.

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
    """Returns the least bet that gives sight of a hand, at a table with this stake."""
    return 0 if rules is None or not rules.share else -(-stake // rules.share)


def sight(admitted: Admission, bet: int, least: int, answer: bool | None, *, house: bool) -> Sight:
    """Returns whether a backer sees the hand.

    Args:
        admitted: the admission at the time of the bet.
        bet: the chips of the backer on that player.
        least: the fewest chips that give sight.
        answer: the player's yes or no; None if there is no answer.
        house: whether the house plays that hand, which says yes to all.
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
