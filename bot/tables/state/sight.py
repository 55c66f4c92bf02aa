"""Which backers and guests see a hand: rules of the server and of its player, on top of Laws 54 and 55.

Pure: decides over what is known of a backer. Events carry the admission, so that a log says the same for ever.
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
    """The account is young, or new in the server: the player decides."""
    GAMES = "games"
    """Too few games finished in the server."""
    ROLE = "role"
    """The role is missing."""


class Sight(Enum):
    """Whether a backer or a guest sees the hand; if not, why."""

    SEES = "sees"
    WAITS = "waits"
    """For the player's yes."""
    REFUSED = "refused"
    """By the player, for this game."""
    STAKE = "stake"
    """The bet is below the least one."""
    GAMES = "games"
    ROLE = "role"
    ASKED = "asked"
    """A guest, who waits for the player's yes."""
    HIDDEN = "hidden"
    """A guest, to whom the player does not show the hand in this game."""


@dataclass(frozen=True, slots=True)
class SightRules:
    """The server's conditions for a backer who wants to see the hand.

    Attributes:
        account_days, member_hours: a younger account, or a newer member, waits for the player's yes.
        share: the least bet is the table's stake divided by this; 0: any bet will do.
        games: fewest games finished in the server.
        role: the role that a backer must have; None: any.
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
        member_ms: the time in the server; None: not known.
        games: games finished in the server.
        roles: the ids of the roles in the server.
    """

    account_ms: int
    member_ms: int | None
    games: int = 0
    roles: frozenset[int] = frozenset()


def admission(rules: SightRules | None, backer: Backer | None) -> Admission:
    """Returns what the rules say of a backer.

    Args:
        rules: None: the server asks for nothing.
        backer: None: nothing is known, so the player decides.
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
        admitted: what the rules said at the bet.
        bet: the chips of the backer on that player; `least`: the fewest that give sight.
        answer: the player's yes or no; None: none was given.
        house: whether the house plays that hand: it says yes to all.
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
