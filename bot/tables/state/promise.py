"""The bot's promises for a game, and for a deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.tables.events.fair import CutAwaited, DealerDrawn, DealPromised, GamePromised, PackCut, PackMade
from ecarte import fair
from ecarte.fair import LINKS, ChainDeal, Fair, FairDeal, Share, commitment
from ecarte.game import Card


@dataclass(frozen=True, slots=True)
class GamePromise:
    """The bot's promise for all deals of a game, and the players' contributions since.

    Attributes:
        game: its number at the table.
        first: the first deal that it covers.
        last: the last secret of the chain.
        at: when it was made.
        known: seeds that were named under earlier promises of the game.
        named: seeds named since, by person; an empty one was taken back.
        presses: the first press since, by person.
        places: where each person cuts as the elder, as chosen since; None was taken back.
        drawn: what counted in the cut for the deal; None: it is not made by the promise, or not yet.
    """

    game: int
    first: int
    commitment: str
    last: bytes = field(repr=False)
    at: int
    known: frozenset[str] = field(default=frozenset(), repr=False)
    named: Mapping[int, str] = field(default_factory=dict, repr=False)
    presses: Mapping[int, int] = field(default_factory=dict)
    places: Mapping[int, int | None] = field(default_factory=dict, repr=False)
    drawn: tuple[Share, Share] | None = field(default=None, repr=False)

    @classmethod
    def of(cls, event: GamePromised, at: int, before: GamePromise | None) -> GamePromise:
        """What an event promises, after another promise."""
        same = before is not None and before.game == event.game
        known = before.known.union(before.named.values()) if same and before is not None else frozenset()
        return cls(event.game, event.first, event.commitment, bytes.fromhex(event.last), at, known)

    def covers(self, game: int, number: int) -> bool:
        """Whether it has a secret for a deal."""
        return self.game == game and self.first <= number < self.first + LINKS

    def secret(self, number: int) -> bytes:
        """The secret of a deal that it covers."""
        return fair.link(self.last, number - self.first + 1)

    def name(self, user_id: int, seed: str) -> GamePromise:
        """The promise after a player has named a seed."""
        return replace(self, named={**self.named, user_id: seed})

    def choose_cut(self, user_id: int, place: int | None) -> GamePromise:
        """The promise after a player has chosen where to cut."""
        return replace(self, places={**self.places, user_id: place})

    def count(self, user_id: int, press: int) -> GamePromise:
        """The promise after the first press of a player."""
        return replace(self, presses={**self.presses, user_id: press})

    def draw(self, event: DealerDrawn) -> GamePromise:
        """The promise once it is known what counts in the cut for the deal."""
        return replace(self, drawn=_shares(event))

    def cuts(self, table_id: int) -> tuple[tuple[Card, Card], ...]:
        """North's card and South's of each cut for the deal, once it is known what counts; empty: not promised."""
        return (
            () if self.drawn is None else fair.cuts_for_deal(self._fair_promise(table_id), self.secret(1), self.drawn)
        )

    def deal(self, event: PackMade, table_id: int) -> ChainDeal:
        """Returns all values that the pack of an event follows from."""
        secret, drawn = bytes.fromhex(event.secret), self.drawn if event.number == 1 else None
        return ChainDeal(
            self._fair_promise(table_id),
            secret,
            _shares(event),
            event.place,
            by_elder=event.by is not None,
            drawn=drawn,
        )

    def _fair_promise(self, table_id: int) -> fair.Promise:
        return fair.Promise(self.commitment, str(table_id), self.game, self.first)


def _shares(event: DealerDrawn | PackMade) -> tuple[Share, Share]:
    given = zip(event.seeds, event.named, event.presses, strict=True)
    north, south = (Share(seed, named, press) for seed, named, press in given)
    return north, south


@dataclass(frozen=True, slots=True)
class Promise:
    """The bot's promise for a deal; once it is cut, all values that its pack follows from.

    Attributes:
        number: of the deal in its game.
        commitment: what was shown before it.
        since: since when the elder hand may cut; until: until when.
        secret: where the deal has a commitment of its own, as in earlier releases.
        by: who has cut; None: not a player, or not cut yet.
        fair: None before the cut.
        drawn: whether the bot drew North's and South's seeds, as it did in earlier releases.
    """

    number: int
    commitment: str
    since: int
    until: int
    secret: bytes | None = field(default=None, repr=False)
    by: int | None = None
    fair: Fair | None = field(default=None, repr=False)
    drawn: tuple[bool, bool] = (False, False)

    @classmethod
    def of(cls, event: DealPromised, at: int) -> Promise:
        """What an event promises for one deal."""
        secret = bytes.fromhex(event.secret)
        return cls(event.number, commitment(secret), at, event.until, secret)

    def under(self, commitment: str) -> Promise:
        """The promise of a deal for which a cut is waited, where its game is promised anew."""
        return self if self.fair is not None or self.secret is not None else replace(self, commitment=commitment)

    @classmethod
    def before_cut(cls, event: CutAwaited, game: GamePromise, at: int) -> Promise:
        """The promise of a deal for which a cut is waited."""
        return cls(event.number, game.commitment, at, event.until)

    @classmethod
    def of_pack(cls, event: PackMade, game: GamePromise, table_id: int, at: int) -> Promise:
        """The promise of a deal whose pack is made."""
        return cls(event.number, game.commitment, at, at, None, event.by, game.deal(event, table_id))

    def with_cut(self, event: PackCut) -> Promise:
        """The promise once it is cut, where the deal has a commitment of its own."""
        assert self.secret is not None, "a deal with a commitment of its own has a secret"
        shown = FairDeal(self.commitment, self.secret, event.seeds, event.place)
        return replace(self, by=event.by, fair=shown, drawn=event.drawn)
