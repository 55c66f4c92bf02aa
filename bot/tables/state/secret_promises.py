"""The bot's promises of deals, with their secrets. They are part of a table's state, and no view contains them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.tables.events.fair_events import CutAwaited, DealerDrawn, DealPromised, GamePromised, PackCut, PackMade
from ecarte import fair
from ecarte.fair import LINKS, ChainDeal, Fair, FairDeal, Share, commitment
from ecarte.game import Card


@dataclass(frozen=True, slots=True)
class SecretGamePromise:
    """The bot's promise of all deals of a game, and what the players have contributed since.

    Attributes:
        game: the number of the game at the table.
        first: the number of the first deal that the promise covers.
        commitment: the hash that players see before the first deal.
        last: the last secret of the chain of secrets.
        at: when the promise was made, in epoch milliseconds.
        known: the seeds (words for the shuffle) that players named under earlier promises of the game.
        named: the seeds that were named under this promise, by person. An empty one was taken back.
        presses: the id of each person's first press under this promise.
        places: where each person cuts as the elder; None if they have taken the choice back.
        drawn: what North and South have contributed to the cut that decides who deals. None before that cut, and if the
            promise does not cover it.
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
    def of(cls, event: GamePromised, at: int, before: SecretGamePromise | None) -> SecretGamePromise:
        """Returns the promise that an event makes.

        Args:
            before: the promise that it replaces; None if there is none.
        """
        same = before is not None and before.game == event.game
        known = before.known.union(before.named.values()) if same and before is not None else frozenset()
        return cls(event.game, event.first, event.commitment, bytes.fromhex(event.last), at, known)

    def covers(self, game: int, number: int) -> bool:
        """Whether the promise has a secret for this deal of this game."""
        return self.game == game and self.first <= number < self.first + LINKS

    def secret(self, number: int) -> bytes:
        """Returns the secret of a deal that the promise covers."""
        return fair.link(self.last, number - self.first + 1)

    def name(self, user_id: int, seed: str) -> SecretGamePromise:
        """Returns the promise after a player has named a seed (a word for the shuffle)."""
        return replace(self, named={**self.named, user_id: seed})

    def choose_cut(self, user_id: int, place: int | None) -> SecretGamePromise:
        """Returns the promise after a player has chosen where to cut as the elder."""
        return replace(self, places={**self.places, user_id: place})

    def count(self, user_id: int, press: int) -> SecretGamePromise:
        """Returns the promise after a player's first press. It counts in the shuffle, unless a player names a seed."""
        return replace(self, presses={**self.presses, user_id: press})

    def draw(self, event: DealerDrawn) -> SecretGamePromise:
        """Returns the promise with what the players have contributed to the cut that decides who deals."""
        return replace(self, drawn=_shares(event))

    def cuts(self, table_id: int) -> tuple[tuple[Card, Card], ...]:
        """Returns North's card and South's card of each cut that decides who deals.

        If the cards are equal, there is another cut. Before the contributions are known, returns nothing.
        """
        return (
            () if self.drawn is None else fair.cuts_for_deal(self._fair_promise(table_id), self.secret(1), self.drawn)
        )

    def deal(self, event: PackMade, table_id: int) -> ChainDeal:
        """Returns all values from which the pack in this event is computed."""
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
    contributions = zip(event.seeds, event.named, event.presses, strict=True)
    north, south = (Share(seed, named, press) for seed, named, press in contributions)
    return north, south


@dataclass(frozen=True, slots=True)
class SecretDealPromise:
    """The bot's promise of one deal. After the cut, it has all values from which the pack is computed.

    Attributes:
        number: the number of the deal in its game.
        commitment: the hash that players see before the deal.
        since: since when the elder may cut, in epoch milliseconds.
        until: until when the elder may cut, in epoch milliseconds.
        secret: the secret of this deal alone, as in earlier releases; None if the secret belongs to the game's chain of
            secrets.
        by: the player who has cut; None before the cut, and if no player cut.
        fair: the values from which the pack is computed; None before the cut.
        drawn: whether the bot drew North's seed and South's seed, as it did in earlier releases.
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
    def of(cls, event: DealPromised, at: int) -> SecretDealPromise:
        """Returns the promise that an event makes for one deal."""
        secret = bytes.fromhex(event.secret)
        return cls(event.number, commitment(secret), at, event.until, secret)

    def under(self, commitment: str) -> SecretDealPromise:
        """Returns the promise after its game got a new commitment.

        If the deal was cut already, or has a commitment of its own, it keeps the old one.
        """
        return self if self.fair is not None or self.secret is not None else replace(self, commitment=commitment)

    @classmethod
    def before_cut(cls, event: CutAwaited, game: SecretGamePromise, at: int) -> SecretDealPromise:
        """Returns the promise of a deal while the elder may still cut."""
        return cls(event.number, game.commitment, at, event.until)

    @classmethod
    def of_pack(cls, event: PackMade, game: SecretGamePromise, table_id: int, at: int) -> SecretDealPromise:
        """Returns the promise of a deal after its pack was made."""
        return cls(event.number, game.commitment, at, at, None, event.by, game.deal(event, table_id))

    def with_cut(self, event: PackCut) -> SecretDealPromise:
        """Returns the promise after the cut. Only for a deal that has a commitment of its own."""
        assert self.secret is not None, "a deal with a separate commitment has its own secret"
        deal = FairDeal(self.commitment, self.secret, event.seeds, event.place)
        return replace(self, by=event.by, fair=deal, drawn=event.drawn)
