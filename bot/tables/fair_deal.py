"""The promise of the deals at a table: when the bot commits, what players give, when a pack is known.

# Theory

Before anything of a game is asked of its players, the bot commits to a chain of secrets. A pack follows from the
deal's secret, from what players gave after the commitment, and from the cut (`ecarte.fair` has how). So the bot
cannot choose a pack that it wants, unless no player gave anything; and a player cannot know one.

States of the promise of one game, the event that leads to each, and who knows what then:

- Promised (`GamePromised`, with the table's opening or with the end of the game before). All know the commitment; the
  bot knows every secret.
- Given to (`SeedNamed`, `CutChosen`, `PressCounted`). All know that a seed was named; the bot knows the seed, and
  where the elder will cut.
- Cut for the deal (`DealerDrawn`). All see the cards cut, which follow from the secret of deal 1 by a key of its own.
- Cut awaited (`CutAwaited`, where the cut is a step of its own). All know until when.
- Pack made (`PackMade`; `PackCut` for promises of earlier releases). Each player knows their hand; the bot knows the
  pack.
- Revealed, when the deal is over. All see its secret, seeds, presses and cut.

Invariants:

- A promise stands in the log before any seed, press or place that counts for it; what is given earlier is `known` and
  binds no one who learnt it.
- Secrets are in the log and in the state, as packs are, and in no view before their deal is over. The secret of a
  deal tells nothing of later ones: each is the SHA-256 of the one after it.
- One promise covers a game. A new one is due only from the next deal on, behind 256 deals, behind deals that an
  earlier release promised one by one, and after a restore. Any other is `renewed` for the verifier, which is no yes.
- Where a seed was named no press counts, of either player: a player can check a seed, and cannot check a press.
- The house names no seed and cuts nowhere.
- Everything that a pack follows from is in its event, so the log folds to the same pack, and the record shows it.

What may happen at any moment, and what follows:

- The deal is due, and no cut is awaited: the pack is made in the transaction of the press that asked for it.
- The cut is awaited, and its time ends: the key cuts.
- A player names a seed in mid-game: it counts from the next pack on.
- The database is restored: the bot promises anew (`promise_anew`), since players have seen secrets of the old chain,
  and could pick a pack.
- The process dies between promise and pack: nothing is lost, the secrets are in the log.
- A game of an earlier release goes on: its deals are made as they were promised.

Why so. Decision 8 in `docs/adr` has what a yes of the verifier shows, what it does not, and what was rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.people.person import has_house
from bot.tables.context import DecisionContext
from bot.tables.events.fair import CutAwaited, DealerDrawn, GamePromised, PackCut, PackMade
from bot.tables.state.secret_promises import SecretGamePromise
from bot.tables.state.table import Status, TableState
from ecarte.fair import CUTS, SECRET_BYTES, FairDeal, fair_pack, link, pack_of
from ecarte.game import PACK, Card, Seat, State

Before: TypeAlias = GamePromised | CutAwaited | PackMade | PackCut
"""The events that may precede the cards of a deal."""

_DRAWN_BYTES = 8
"""The length of a seed drawn for a person without one, where a deal has a commitment of its own."""
_PRIVATE_MS, _PUBLIC_MS = 600_000, 60_000
"""How long the first deal against the house waits for its opponent, who may name a seed meanwhile."""


def promise_game(random_bytes: Callable[[int], bytes], game: int, first: int = 1) -> GamePromised:
    """The promise of a game, from its deal `first` on: made before anything of it is asked of its players."""
    last = random_bytes(SECRET_BYTES)
    return GamePromised(game, first, link(last, 0).hex(), last.hex())


def promise_anew(state: TableState, restored_at: int, random_bytes: Callable[[int], bytes]) -> GamePromised | None:
    """The promise that a game is due after a restore; None: none is.

    Players have seen secrets of a chain from before it, and could pick a pack by a seed or a cut.
    """
    promised = state.game_promise
    if state.status is Status.CLOSED or promised is None or promised.at >= restored_at:
        return None
    deal = state.game.deal if state.game is not None and promised.game == state.game_no else None
    return promise_game(random_bytes, promised.game, 1 if deal is None else deal.number + 1)


def next_cut(state: TableState, context: DecisionContext) -> Sequence[Card] | DealerDrawn:
    """North's card and South's of the cut for the deal that is due, or what they follow from."""
    promised, made = state.game_promise, len(state.cuts)
    if promised is not None and promised.drawn is not None and promised.covers(state.game_no, 1):
        return promised.cuts(state.id)[made]
    if (cards := context.stacked_packs.cut()) is not None:
        return cards
    if made or promised is None or not promised.covers(state.game_no, 1):
        # A game that an earlier release began: nothing was promised of who deals first.
        return context.rng.sample(PACK, 2)
    return DealerDrawn(*_seeds_and_presses(state, promised, context))


def next_pack(state: TableState, game: State, context: DecisionContext) -> Sequence[Card] | Before | None:
    """Returns the pack of the next deal; or the event that has to come before it; None while a cut is waited for."""
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
    promised = state.game_promise
    if promised is None or not promised.covers(state.game_no, number):
        # A game that an earlier release began, or one that has used up its secrets.
        return promise_game(context.rng.randbytes, state.game_no, number)
    wait = _wait_ms(state, number)
    return CutAwaited(number, context.now + wait) if wait else _make_pack(state, promised, context, number)


def _wait_ms(state: TableState, number: int) -> int:
    """How long a deal waits for a cut as a step of its own, or the first one against the house for its opponent."""
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
    assert state.game.dealer is not None, "a pack is cut once it is known who deals"
    return state.person(state.game.dealer.other).id


def _chosen_cut(state: TableState) -> int | None:
    """Where the elder has chosen to cut in this game; None: nowhere."""
    return None if state.game_promise is None else state.game_promise.places.get(_elder(state))


def pack_cut(state: TableState, context: DecisionContext, place: int | None = None) -> PackMade | PackCut:
    """The pack with all that those who play have given.

    Args:
        place: where the elder cuts now; None: where they have chosen to in this game, or else where the key cuts.
    """
    promise, promised = state.deal_promise, state.game_promise
    assert promise is not None, "what is cut was promised"
    if promise.secret is not None:
        # Promised by an earlier release, by itself: its default cut is drawn, as are seeds for those without one.
        own = [context.seeds.get(state.person(seat).id, "") for seat in Seat]
        north, south = (seed or context.rng.randbytes(_DRAWN_BYTES).hex() for seed in own)
        by, place = (None, context.rng.choice(CUTS)) if place is None else (_elder(state), place)
        return PackCut(by, place, (north, south), (not own[0], not own[1]))
    assert promised is not None, "a deal without a commitment of its own has that of its game"
    return _make_pack(state, promised, context, promise.number, place)


def _make_pack(
    state: TableState, promised: SecretGamePromise, context: DecisionContext, number: int, place: int | None = None
) -> PackMade:
    """The pack of all that was given until now."""
    place = _chosen_cut(state) if place is None else place
    by, cut = (None, CUTS.start) if place is None else (_elder(state), place)
    made = PackMade(number, promised.secret(number).hex(), by, cut, *_seeds_and_presses(state, promised, context))
    if place is not None:
        return made
    return replace(made, place=pack_of(promised.deal(made, state.id).key(number), None)[1])


def _seeds_and_presses(
    state: TableState, promised: SecretGamePromise, context: DecisionContext
) -> tuple[tuple[str, str], tuple[bool, bool], tuple[int | None, int | None]]:
    """The seeds, which were named, and the presses that count: none beside a seed that was named."""
    players = [state.person(seat).id for seat in Seat]
    kept = [context.seeds.get(player, "") for player in players]
    seeds = [promised.named.get(player, "") or own for player, own in zip(players, kept, strict=True)]
    # A seed that the bot knew before its promise is kept, whatever its player calls it.
    north, south = (
        bool(promised.named.get(player)) and seed != own and seed not in promised.known
        for player, seed, own in zip(players, seeds, kept, strict=True)
    )
    first, second = (None if north or south else promised.presses.get(player) for player in players)
    return (seeds[0], seeds[1]), (north, south), (first, second)
