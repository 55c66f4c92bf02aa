"""The errors of the galerie: one exception, and the rules that it names.

    EcarteError
    └── GalerieError         a bet, an offer, a chair or a pool that the rules forbid: `.rule`, `.law`, `.page`, `.data`

An error means that nothing has changed. Show it only to the person who acted: its data may contain the balance of their
purse. Most rules have the number of a law, or of a page in Cavendish's treatise. A rule without a number follows from
the order of play, or is this library's.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, unique
from types import MappingProxyType

from ecarte.game import EcarteError


@unique
class GalerieRule(Enum):
    """The rules about bets, chairs, guests and pools that can be broken, each with its law and page, if it has one."""

    # amounts
    NOT_WHOLE = "not-whole", None, None
    NOT_POSITIVE = "not-positive", None, None
    TOO_LARGE = "too-large", None, None
    BEYOND_PURSE = "beyond-purse", None, None
    # permissions
    HOUSE_BETS_NOT = "house-bets-not", None, None
    TWO_PEOPLE = "two-people", None, None
    BOTH_SIDES = "both-sides", None, None
    AGAINST_ONESELF = "against-oneself", None, None
    NOT_A_PLAYER = "not-a-player", None, 36
    PLAYER_TAKES = "player-takes", None, 36
    ENGLISH_TABLE = "english-table", 52, None
    # book of a game
    BOOK_CLOSED = "book-closed", None, 36
    BOOK_OPEN = "book-open", None, 36
    FINISHED = "finished", None, None
    MORE_THAN_OFFERED = "more-than-offered", None, 36
    MORE_THAN_STAKED = "more-than-staked", None, None
    NOTHING_UNMATCHED = "nothing-unmatched", None, None
    OWN_SIDE = "own-side", None, None
    STAKE_STANDS = "stake-stands", None, 36
    CHOUETTE_STANDS = "chouette-stands", None, 37
    TOO_MANY_BETS = "too-many-bets", None, None
    # guests
    PLAYS_ALONE = "plays-alone", None, 37
    KEPT_HIDDEN = "kept-hidden", None, None
    BEHIND_OTHER = "behind-other", None, None
    HAND_FULL = "hand-full", None, None
    NO_GUEST = "no-guest", None, None
    # side bets
    BETWEEN_DEALS_ONLY = "between-deals-only", None, 72
    NO_SUCH_OFFER = "no-such-offer", None, None
    NOT_THE_OFFERER = "not-the-offerer", None, None
    TOO_LITTLE = "too-little", None, 72
    # chairs
    SEATED_ALREADY = "seated-already", None, 36
    WAITING_ALREADY = "waiting-already", None, 36
    NOT_WAITING = "not-waiting", None, 36
    NOT_CALLED = "not-called", None, 36
    NO_EMPTY_CHAIR = "no-empty-chair", None, 36
    CHAIR_EMPTY = "chair-empty", None, 36
    GAME_ON = "game-on", None, None
    NO_GAME = "no-game", None, None
    NOT_A_BACKER = "not-a-backer", 54, 37
    # advice
    NOTHING_TO_ADVISE = "nothing-to-advise", 54, None
    # pool of three
    NOT_IN_POOL = "not-in-pool", None, 34
    CUT_FIRST = "cut-first", None, 34
    CUT_DONE = "cut-done", None, 34
    CUT_BY_OTHERS = "cut-by-others", None, 34
    NOT_FROM_ONE_PACK = "not-from-one-pack", 45, None

    law: int | None
    page: int | None

    def __new__(cls, name: str, law: int | None, page: int | None) -> GalerieRule:
        rule = object.__new__(cls)
        rule._value_ = name
        rule.law = law
        rule.page = page
        return rule

    def __str__(self) -> str:
        return str(self.value)


class GalerieError(EcarteError):
    """A rule about bets, chairs, guests or pools forbids an action. Nothing has changed.

    `.rule` is the rule. `.data` has details for the person who acted.
    """

    def __init__(self, rule: GalerieRule, **data: object) -> None:
        super().__init__(rule, data)
        self.rule = rule
        self.data: Mapping[str, object] = MappingProxyType(data)

    @property
    def law(self) -> int | None:
        """The number of the law that forbids the action, or None."""
        return self.rule.law

    @property
    def page(self) -> int | None:
        """The page of the treatise that has the rule, or None."""
        return self.rule.page

    def __reduce__(self) -> tuple[object, ...]:
        return (_galerie_error, (self.rule, dict(self.data)))

    def __str__(self) -> str:
        where = f" (law {self.law})" if self.law is not None else f" (p. {self.page})" if self.page is not None else ""
        return f"{self.rule}{where}"


def _galerie_error(rule: GalerieRule, data: dict[str, object]) -> GalerieError:
    return GalerieError(rule, **data)
