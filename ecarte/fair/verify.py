"""Verifies the deals of a record: recomputes each pack from what was shown before and after the deal.

This module only compares. `ecarte.fair.explained` says how a pack is made and what a positive verdict proves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, unique

from ecarte.fair.chain import LINKS, Bound, ChainDeal, Fair, Promise, hash_of, pack_of
from ecarte.fair.dealer import cuts_for_deal
from ecarte.fair.house import HouseSeat
from ecarte.fair.shuffling import CUTS, FairDeal, commitment, fair_pack
from ecarte.game import Card, CardsDealt, CutMade, Event, Seat, evolve


@unique
class Verdict(Enum):
    """Whether a deal was dealt as promised or, if that is not shown, why not."""

    FAIR = "fair"
    HOUSE_WORD = "house-word"
    """No promise covered the deal, so there is nothing to check: players rely on the house's word."""
    OTHER_SECRET = "other-secret"
    """The secret does not lead to the commitment that was shown."""
    UNLAWFUL_SHARE = "unlawful-share"
    """A player named a seed, and the record also has a press. The house could have invented a press to fit the seed."""
    OTHER_DEALER = "other-dealer"
    """The cards cut for the deal are not those that follow from the promise."""
    UNLAWFUL_CUT = "unlawful-cut"
    """The cut left a packet of fewer than two cards (Law 3)."""
    OTHER_CUT = "other-cut"
    """The elder did not cut, and the pack was cut at another place than the one that the key of the deal determines."""
    OTHER_PACK = "other-pack"
    """The pack is not the one that follows from secret, seeds and cut."""
    REUSED = "reused"
    """The commitment or the secret belongs to another deal as well, or two records show this deal differently."""
    UNSEEN = "unseen"
    """The player who verifies named the commitments seen before play, and the deal's commitment is not among them."""
    RENEWED = "renewed"
    """At this deal or an earlier one, a new promise began in mid-game where no promise may begin.

    Either the promise before it still had unused secrets, or the game had begun without a promise. When the house made
    the new promise, it knew what the players had added to the earlier deals. So these seeds and presses do not count.
    """


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking one deal has shown.

    Attributes:
        number: the number of the deal in its game, from 1.
        verdict: whether the deal was dealt as promised.
        fair: the promise and the inputs of the pack in the record, or None.
        card: for `OTHER_PACK`, the place of the first card that differs, from 1 (the top of the pack); else None.
        should_be: for `OTHER_PACK`, the card that belongs there; else None.
        was_cut_for: whether the players cut for this deal, the first of its game (Law 5).
        known: the seeds and presses that the house knew from deals under earlier promises of the game.
    """

    number: int
    verdict: Verdict
    fair: Fair | None = None
    card: int | None = None
    should_be: Card | None = None
    was_cut_for: bool = False
    known: frozenset[str | int] = frozenset()

    @property
    def bound(self) -> Bound | None:
        """What a player added to the pack and the house could not know when it committed. None if the record does not
        show it.
        """
        return self.fair.bound_beyond(self.known) if isinstance(self.fair, ChainDeal) else None

    @property
    def dealer_bound(self) -> Bound | None:
        """What a player added to the cut for the deal and the house could not know when it committed. None if no
        promise covered that cut.
        """
        return self.fair.dealer_bound if isinstance(self.fair, ChainDeal) else None


class CheckedRecords:
    """Remembers the secrets and deals of all records checked so far, to find a secret that was used twice."""

    def __init__(self) -> None:
        self._secrets: dict[bytes, object] = {}
        self._deals: dict[tuple[str, int, int], ChainDeal] = {}

    def serves_twice(self, checked: Checked) -> bool:
        """Adds a deal. Returns whether the deal contradicts one that was added before.

        There is a contradiction if another game or deal used this deal's secret or a secret that follows from this
        secret by hashing, or if an earlier record shows the same deal with other inputs.
        """
        fair, number = checked.fair, checked.number
        if fair is None or checked.verdict is Verdict.OTHER_SECRET:
            return False
        if isinstance(fair, FairDeal):
            return self._has_other_owner(fair.secret, (fair, number))
        owner, steps = fair.promise, number - fair.promise.first + 1
        secret, twice = fair.secret, False
        for _ in range(steps + 1):
            twice |= self._has_other_owner(secret, owner)
            secret = hash_of(secret, 1)
        first_shown = self._deals.setdefault((owner.table, owner.game, number), fair)
        return twice or first_shown != fair

    def _has_other_owner(self, secret: bytes, owner: object) -> bool:
        return self._secrets.setdefault(secret, owner) != owner


def check(number: int, pack: tuple[Card, ...], fair: Fair | None, cuts: tuple[tuple[Card, Card], ...] = ()) -> Checked:
    """Checks whether one deal was dealt as promised.

    Args:
        number: the number of the deal in its game, from 1.
        pack: the pack of the record, top card first.
        fair: the promise and the inputs of the pack in the record. None if there was no promise.
        cuts: North's card and South's card of each cut for the deal.
    """
    if fair is None:
        return Checked(number, Verdict.HOUSE_WORD)
    promised = _promised_alone(number, fair) if isinstance(fair, FairDeal) else _promised_pack(number, fair, cuts)
    if isinstance(promised, Verdict):
        return Checked(number, promised, fair)
    for place, (dealt, due) in enumerate(zip(pack, promised, strict=True), start=1):
        if dealt is not due:
            return Checked(number, Verdict.OTHER_PACK, fair, place, due)
    return Checked(number, Verdict.FAIR, fair)


def _promised_alone(number: int, fair: FairDeal) -> tuple[Card, ...] | Verdict:
    """Returns the pack that was promised for a deal with a commitment of its own. If its inputs are wrong, returns the
    verdict.
    """
    if commitment(fair.secret) != fair.commitment:
        return Verdict.OTHER_SECRET
    if fair.cut not in CUTS:
        return Verdict.UNLAWFUL_CUT
    return fair_pack(fair.secret, fair.seeds, number, fair.cut)


def _promised_pack(number: int, fair: ChainDeal, cuts: tuple[tuple[Card, Card], ...]) -> tuple[Card, ...] | Verdict:
    """Returns the pack that was promised for a deal of a chain. If its inputs are wrong, returns the verdict."""
    steps = number - fair.promise.first + 1
    if steps < 1 or hash_of(fair.secret, steps).hex() != fair.commitment:
        return Verdict.OTHER_SECRET
    if not fair.is_lawful_share:
        return Verdict.UNLAWFUL_SHARE
    if fair.drawn is not None and cuts != cuts_for_deal(fair.promise, fair.secret, fair.drawn):
        return Verdict.OTHER_DEALER
    if fair.cut not in CUTS:
        return Verdict.UNLAWFUL_CUT
    pack, cut = pack_of(fair.key(number), fair.cut if fair.by_elder else None)
    return pack if cut == fair.cut else Verdict.OTHER_CUT


def check_deals(
    events: tuple[Event, ...],
    fair: Mapping[int, Fair],
    seen: CheckedRecords | None = None,
    *,
    house: Sequence[HouseSeat] = (),
    saw: Collection[str] | None = None,
) -> tuple[Checked, ...]:
    """Checks for every deal of a game whether it was dealt as promised.

    Args:
        events: the log of the game.
        fair: the promise and the inputs of each pack in the record, by the number of the deal.
        seen: the records checked before. The deals of this game are added to it. If None, this game is checked alone.
        house: the seats of the house. The house may not choose the cut, so when it is the elder, the key must determine
            the cut.
        saw: the commitments that a player saw before play. A deal with another commitment gets `Verdict.UNSEEN` instead
            of `Verdict.FAIR`. If None, this is not checked.
    """
    seen = CheckedRecords() if seen is None else seen
    packs = [event.pack for event in events if isinstance(event, CardsDealt)]
    cuts = tuple((event.north, event.south) for event in events if isinstance(event, CutMade))
    house_cuts, promises = _elder_in(events, {player.seat for player in house}), _Promises()
    checks = []
    for number, pack in enumerate(packs, start=1):
        shown = fair.get(number)
        if isinstance(shown, ChainDeal) and number in house_cuts:
            shown = replace(shown, by_elder=False)
        is_due, known = promises.take(number, shown)
        checked = replace(check(number, pack, shown, cuts), was_cut_for=bool(cuts) and number == 1, known=known)
        twice = seen.serves_twice(checked)
        if checked.verdict is Verdict.FAIR and shown is not None:
            if twice:
                checked = replace(checked, verdict=Verdict.REUSED)
            elif saw is not None and shown.commitment not in saw:
                checked = replace(checked, verdict=Verdict.UNSEEN)
            elif not is_due:
                checked = replace(checked, verdict=Verdict.RENEWED)
        checks.append(checked)
    return tuple(checks)


def _elder_in(events: tuple[Event, ...], seats: Collection[Seat]) -> frozenset[int]:
    """Returns the numbers of the deals in which one of these seats was the elder."""
    state, numbers = None, set()
    for event in events if seats else ():
        state = evolve(state, event)
        if isinstance(event, CardsDealt) and state.deal is not None and state.deal.elder in seats:
            numbers.add(state.deal.number)
    return frozenset(numbers)


class _Promises:
    """Follows the promises of one game from deal to deal.

    One promise covers the game. Another one may begin only where the rule allows it.
    """

    def __init__(self) -> None:
        self._promise: Promise | None = None
        self._is_due = True
        self._is_alone = True
        self._under: set[str | int] = set()
        self._known: frozenset[str | int] = frozenset()

    def take(self, number: int, fair: Fair | None) -> tuple[bool, frozenset[str | int]]:
        """Takes note of the next deal.

        Args:
            number: the number of the deal in its game, from 1.
            fair: its promise and the inputs of its pack in the record, or None.

        Returns:
            Whether this promise, and each one before it, began where a promise may begin: at deal 1, after deals that
            all have commitments of their own, or after a promise whose secrets are used up. Then the seeds and presses
            that the house knew from deals under earlier promises.
        """
        if not isinstance(fair, ChainDeal):
            self._is_alone &= isinstance(fair, FairDeal)
            self._under |= set(fair.seeds if fair is not None else ())
            return True, frozenset()
        promise, before = fair.promise, self._promise
        if promise != before:
            self._is_due &= _is_due(number, promise, before, is_alone=self._is_alone)
            self._promise, self._known = promise, self._known | self._under
            self._under = set()
        for share in (*fair.shares, *(fair.drawn or ())):
            self._under |= {value for value in (share.seed, share.press) if value}
        return self._is_due, self._known


def _is_due(number: int, promise: Promise, before: Promise | None, *, is_alone: bool) -> bool:
    """Returns whether a promise may begin at deal `number`, the first deal that shows it.

    Args:
        before: the promise of the game before this one, or None.
        is_alone: whether all deals before have commitments of their own.
    """
    return promise.first == number and (is_alone if before is None else number == before.first + LINKS)
