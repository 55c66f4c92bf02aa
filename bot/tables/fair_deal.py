"""The promise of the deals at a table: when the bot commits, what players contribute, when a pack is known.

# Theory

Before the players of a game have to do anything, the bot commits to a chain of secrets. A pack is computed from the
deal's secret, from the players' contributions after the commitment, and from the cut (`ecarte.fair` has the function).
So the bot cannot choose a pack, unless no player contributes, and a player cannot know a pack beforehand.

States of the promise of one game, the event that leads to each, and the knowledge of each side:

- Promised (`GamePromised`, with the opening of the table or with the end of the game before). All know the commitment.
  The bot knows every secret.
- With contributions (`SeedNamed`, `CutChosen`, `PressCounted`). All know that a seed was named. The bot knows the seed,
  and where the elder will cut.
- Cut for the deal (`DealerDrawn`). All see the cards of the cut, which are computed from the secret of deal 1 by a
  separate key.
- Waiting for the cut (`CutAwaited`, if the cut is a separate step). All know how long.
- Pack made (`PackMade`; `PackCut` for promises of earlier releases). Each player knows their hand. The bot knows the
  pack.
- Revealed, when the deal has ended. All see its secret, seeds, presses and cut.

Invariants:

- A promise is in the log before any seed, press or place that counts for it. Seeds that the bot knew before are stored
  as `known`: they cannot bind the bot.
- Secrets are in the log and in the state, as packs are, and in no view before the end of their deal. The secret of a
  deal reveals nothing of later ones, because each secret is the SHA-256 of the next one.
- One promise covers a game. A new promise is due only from the next deal on: after 256 deals, after deals that an
  earlier release promised one by one, and after a restore. The verifier calls any other new promise `renewed`, and does
  not say yes.
- If a player named a seed, no press of either player counts: a player can check a seed, and cannot check a press.
- The house names no seed and chooses no place for the cut.
- The event of a pack has all values from which the pack is computed, so the log folds to the same pack, and the record
  shows it.

Events that may come at any moment, and their effects:

- The deal is due, and the table does not wait for the cut: the pack is made in the transaction of the press that asked
  for it.
- The time for the cut ends: the key chooses the place.
- A player names a seed during a game: it counts from the next pack on.
- The database is restored: the bot makes a new promise (`promise_anew`), because players have seen secrets of the old
  chain, and could pick a pack.
- The process dies between promise and pack: nothing is lost, since the secrets are in the log.
- A game of an earlier release goes on: its deals are made as they were promised.

Reasons. Decision 8 in `docs/adr` explains what a yes of the verifier proves, what it does not prove, and which other
designs were rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.people.person import has_house
from bot.tables.context import DecisionContext
from bot.tables.events.fair_events import CutAwaited, DealerDrawn, GamePromised, PackCut, PackMade
from bot.tables.state.secret_promises import SecretGamePromise
from bot.tables.state.table_state import Status, TableState
from ecarte.fair import CUTS, SECRET_BYTES, FairDeal, fair_pack, link, pack_of
from ecarte.game import PACK, Card, Seat, State

Before: TypeAlias = GamePromised | CutAwaited | PackMade | PackCut
"""The events that have to come before the cards of a deal can be dealt."""

_DRAWN_BYTES = 8
"""The length of a seed that is drawn for a person without one, if the deal has a separate commitment."""
_PRIVATE_MS, _PUBLIC_MS = 600_000, 60_000
"""How long the first deal against the house waits for the opponent, who may name a seed meanwhile."""


def promise_game(random_bytes: Callable[[int], bytes], game: int, first: int = 1) -> GamePromised:
    """Makes the promise of a game: draws a secret for its deals from the deal `first` on.

    Args:
        random_bytes: returns as many random bytes as it is asked for.
    """
    last = random_bytes(SECRET_BYTES)
    return GamePromised(game, first, link(last, 0).hex(), last.hex())


def promise_anew(state: TableState, restored_at: int, random_bytes: Callable[[int], bytes]) -> GamePromised | None:
    """Makes a new promise for a game if the database was restored from a backup since the old one was made.

    Returns None if it was not. After a restore, players may have seen secrets of the old promise. With them they could
    choose a seed or a cut that gives them good cards.

    Args:
        restored_at: when the database was last restored, in epoch milliseconds; 0 if it never was.
        random_bytes: returns as many random bytes as it is asked for.
    """
    promise = state.game_promise
    if state.status is Status.CLOSED or promise is None or promise.at >= restored_at:
        return None
    deal = state.game.deal if state.game is not None and promise.game == state.game_no else None
    return promise_game(random_bytes, promise.game, 1 if deal is None else deal.number + 1)


def next_cut(state: TableState, context: DecisionContext) -> Sequence[Card] | DealerDrawn:
    """Returns North's card and South's card for the next cut that decides who deals.

    If an event has to come before these cards are known, returns that event.
    """
    promise, number = state.game_promise, len(state.cuts)
    if promise is not None and promise.drawn is not None and promise.covers(state.game_no, 1):
        return promise.cuts(state.id)[number]
    if (cards := context.stacked_packs.cut()) is not None:
        return cards
    if number or promise is None or not promise.covers(state.game_no, 1):
        # An earlier release began this game. The first dealer was not promised then.
        return context.rng.sample(PACK, 2)
    return DealerDrawn(*_seeds_and_presses(state, promise, context))


def next_pack(state: TableState, game: State, context: DecisionContext) -> Sequence[Card] | Before | None:
    """Returns the pack of the next deal, or the event that has to come before it.

    None while the table waits for the cut.
    """
    number = 1 if game.deal is None else game.deal.number + 1
    promise = state.deal_promise
    if promise is None or promise.number != number:
        return context.stacked_packs.pack() or _before_cut(state, context, number)
    if promise.fair is None:
        waits = promise.secret is not None or _wait_ms(state, number)
        return None if waits and context.now < promise.until else pack_cut(state, context)
    if isinstance(promise.fair, FairDeal):
        return fair_pack(promise.fair.secret, promise.fair.seeds, number, promise.fair.cut)
    return pack_of(promise.fair.key(number), promise.fair.cut)[0]


def _before_cut(state: TableState, context: DecisionContext, number: int) -> GamePromised | CutAwaited | PackMade:
    promise = state.game_promise
    if promise is None or not promise.covers(state.game_no, number):
        # An earlier release began this game, or its secrets are used up.
        return promise_game(context.rng.randbytes, state.game_no, number)
    wait = _wait_ms(state, number)
    return CutAwaited(number, context.now + wait) if wait else _make_pack(state, promise, context, number)


def _wait_ms(state: TableState, number: int) -> int:
    """Returns how long a deal waits for the cut or, if it is the first one against the house, for the opponent."""
    usual = state.opened.terms.cut_ms
    if not usual:
        return 0
    if has_house(state.seats or ()):
        first = (state.game_no, number) == (1, 1)
        return (max(_PUBLIC_MS, usual) if state.opened.channel_id else _PRIVATE_MS) if first else 0
    return usual if _chosen_cut(state) is None else 0


def _elder(state: TableState) -> int:
    """Returns the player who cuts for the next deal."""
    assert state.game is not None
    assert state.game.dealer is not None, "the dealer is drawn before a pack is cut"
    return state.person(state.game.dealer.other).id


def _chosen_cut(state: TableState) -> int | None:
    """Returns the place that the elder has chosen for the cuts of this game, or None."""
    return None if state.game_promise is None else state.game_promise.places.get(_elder(state))


def pack_cut(state: TableState, context: DecisionContext, place: int | None = None) -> PackMade | PackCut:
    """Makes the pack of a promised deal from the bot's secret and the players' contributions.

    Args:
        place: the place where the elder cuts now. None for the place that the elder chose for this game or, if there is
            none, the place that the deal's secret key gives.
    """
    deal_promise, game_promise = state.deal_promise, state.game_promise
    assert deal_promise is not None, "a deal is promised before its pack is cut"
    if deal_promise.secret is not None:
        # An earlier release promised this deal separately. Its default cut and missing seeds are drawn at random.
        own = [context.seeds.get(state.person(seat).id, "") for seat in Seat]
        north, south = (seed or context.rng.randbytes(_DRAWN_BYTES).hex() for seed in own)
        by, place = (None, context.rng.choice(CUTS)) if place is None else (_elder(state), place)
        return PackCut(by, place, (north, south), (not own[0], not own[1]))
    assert game_promise is not None, "a deal without a separate commitment has that of its game"
    return _make_pack(state, game_promise, context, deal_promise.number, place)


def _make_pack(
    state: TableState, promise: SecretGamePromise, context: DecisionContext, number: int, place: int | None = None
) -> PackMade:
    """Makes the pack with the players' contributions until now."""
    place = _chosen_cut(state) if place is None else place
    by, cut = (None, CUTS.start) if place is None else (_elder(state), place)
    event = PackMade(number, promise.secret(number).hex(), by, cut, *_seeds_and_presses(state, promise, context))
    if place is not None:
        return event
    return replace(event, place=pack_of(promise.deal(event, state.id).key(number), None)[1])


def _seeds_and_presses(
    state: TableState, promise: SecretGamePromise, context: DecisionContext
) -> tuple[tuple[str, str], tuple[bool, bool], tuple[int | None, int | None]]:
    """Returns the seeds, whether each was named after the promise, and the presses that count.

    If a seed was named after the promise, no press counts.
    """
    players = [state.person(seat).id for seat in Seat]
    own_seeds = [context.seeds.get(player, "") for player in players]
    seeds = [promise.named.get(player, "") or own for player, own in zip(players, own_seeds, strict=True)]
    # A seed that the bot knew before its promise does not count as named, even if the player names it again.
    north, south = (
        bool(promise.named.get(player)) and seed != own and seed not in promise.known
        for player, seed, own in zip(players, seeds, own_seeds, strict=True)
    )
    first, second = (None if north or south else promise.presses.get(player) for player in players)
    return (seeds[0], seeds[1]), (north, south), (first, second)
