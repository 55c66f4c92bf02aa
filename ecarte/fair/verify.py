"""Whether the deals of a record were fair: each pack computed again from what was shown before and after it.

This module only compares; how a pack is made, and what a yes is worth, stands in `ecarte.fair.explained`.
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
    """What came of checking one deal."""

    FAIR = "fair"
    HOUSE_WORD = "house-word"
    """Nothing was promised: the pack is what the house says."""
    OTHER_SECRET = "other-secret"
    """The secret does not lead to the commitment that was shown."""
    UNLAWFUL_SHARE = "unlawful-share"
    """A press counts beside a seed that was named."""
    OTHER_DEALER = "other-dealer"
    """The cards cut for the deal are others than those that follow from the promise."""
    UNLAWFUL_CUT = "unlawful-cut"
    """A packet of fewer than two cards (Law 3)."""
    OTHER_CUT = "other-cut"
    """No player cut, and the key cuts elsewhere."""
    OTHER_PACK = "other-pack"
    """The pack is another than the one that follows from secret, seeds and cut."""
    REUSED = "reused"
    """The commitment or the secret served before, or two records show the deal in two ways."""
    UNSEEN = "unseen"
    """The commitment is none of those that the player saw."""
    RENEWED = "renewed"
    """Promised in mid-game, where no promise was due: what players gave before it does not count."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One deal, checked.

    Attributes:
        number: the deal's number in its game, from 1.
        fair: what was shown of it; None: nothing.
        card: of `OTHER_PACK` the first card that differs, from 1 (the top of the pack); else None.
        should_be: the card that belongs there; else None.
        was_cut_for: whether players cut for this deal, the first of its game (Law 5).
        known: seeds and presses that deals under earlier promises of the game have shown.
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
        """What the house could not know when it committed; None: the record does not say."""
        return self.fair.bound_beyond(self.known) if isinstance(self.fair, ChainDeal) else None

    @property
    def dealer_bound(self) -> Bound | None:
        """What the house could not know of the cut for the deal when it committed; None: nothing was promised of it."""
        return self.fair.dealer_bound if isinstance(self.fair, ChainDeal) else None


class CheckedRecords:
    """The secrets and deals of all records checked so far, so that what serves twice is noticed."""

    def __init__(self) -> None:
        self._secrets: dict[bytes, object] = {}
        self._deals: dict[tuple[str, int, int], ChainDeal] = {}

    def serves_twice(self, checked: Checked) -> bool:
        """Takes a deal in. Returns whether a secret of it served another game, or the deal was shown in another way."""
        fair, number = checked.fair, checked.number
        if fair is None or checked.verdict is Verdict.OTHER_SECRET:
            return False
        if isinstance(fair, FairDeal):
            return self._taken(fair.secret, (fair, number))
        owner, steps = fair.promise, number - fair.promise.first + 1
        secret, twice = fair.secret, False
        for _ in range(steps + 1):
            twice |= self._taken(secret, owner)
            secret = hash_of(secret, 1)
        told = self._deals.setdefault((owner.table, owner.game, number), fair)
        return twice or told != fair

    def _taken(self, secret: bytes, owner: object) -> bool:
        return self._secrets.setdefault(secret, owner) != owner


def check(number: int, pack: tuple[Card, ...], fair: Fair | None, cuts: tuple[tuple[Card, Card], ...] = ()) -> Checked:
    """Whether deal `number`, dealt from `pack`, is what was promised.

    Args:
        cuts: North's card and South's of each cut for the deal.
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
    """The pack of a deal with a commitment of its own, or why there is none."""
    if commitment(fair.secret) != fair.commitment:
        return Verdict.OTHER_SECRET
    if fair.cut not in CUTS:
        return Verdict.UNLAWFUL_CUT
    return fair_pack(fair.secret, fair.seeds, number, fair.cut)


def _promised_pack(number: int, fair: ChainDeal, cuts: tuple[tuple[Card, Card], ...]) -> tuple[Card, ...] | Verdict:
    """The pack of a deal with a link of a chain, or why there is none."""
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
    """Every deal of a game, checked: its log, and what was shown of each deal by its number.

    Args:
        seen: what other records have shown before; None: they are not looked at.
        house: the seats of the house, as the record names them: its cut is no player's, and must be the key's.
        saw: the commitments that a player saw before play; None: the player names none.
    """
    seen = CheckedRecords() if seen is None else seen
    packs = [event.pack for event in events if isinstance(event, CardsDealt)]
    cuts = tuple((event.north, event.south) for event in events if isinstance(event, CutMade))
    house_cuts, promises = _elder_in(events, {played.seat for played in house}), _Promises()
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
    """The deals in which one of these seats was the elder."""
    state, numbers = None, set()
    for event in events if seats else ():
        state = evolve(state, event)
        if isinstance(event, CardsDealt) and state.deal is not None and state.deal.elder in seats:
            numbers.add(state.deal.number)
    return frozenset(numbers)


class _Promises:
    """The promises of one game, deal by deal: one covers all of it, and another begins only where the rule says so."""

    def __init__(self) -> None:
        self._promise: Promise | None = None
        self._is_due = True
        self._is_alone = True
        self._under: set[str | int] = set()
        self._known: frozenset[str | int] = frozenset()

    def take(self, number: int, fair: Fair | None) -> tuple[bool, frozenset[str | int]]:
        """Takes the next deal in.

        Returns:
            Whether its promise was due: at deal 1, behind deals that all have a commitment of their own, or behind a
            chain that was used up. And the seeds and presses that were shown under earlier promises.
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
            self._under |= {given for given in (share.seed, share.press) if given}
        return self._is_due, self._known


def _is_due(number: int, promise: Promise, before: Promise | None, *, is_alone: bool) -> bool:
    """Whether a promise that deal `number` is the first to show may begin there."""
    return promise.first == number and (is_alone if before is None else number == before.first + LINKS)
