"""Adds the steps that follow a decision by themselves, such as closing the book, cutting, dealing, paying and seating.

The core (`ecarte`) knows which steps are possible, and this module decides when they come. It is pure, except that it
uses the random numbers in the context.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.context import DecisionContext
from bot.tables.events.fair_events import CutAwaited, DealerDrawn, GamePromised, PackCut, PackMade
from bot.tables.events.galerie_events import (
    BetsClosed,
    BetsOpened,
    PoolCalledOff,
    PoolCut,
    PoolFormed,
    PoolGameCounted,
    SideBetsClosed,
    SideBetsOpened,
    StakesPaid,
    StakesReturned,
)
from bot.tables.events.pack_events import PacketsChanged
from bot.tables.events.table_events import Played, TableEvent, TableSeated
from bot.tables.fair_deal import next_cut, next_pack, promise_game
from bot.tables.problems import Problem, Refused
from bot.tables.state import house_seat
from bot.tables.state.apply import evolve
from bot.tables.state.galerie_state import Galerie
from bot.tables.state.table_state import Change, Decided, Status, Step, TableState, steps_of
from ecarte.game import PACK, Phase, Seat, State, engine
from ecarte.game import Event as GameEvent
from ecarte.table import PoolStage
from ecarte.table import rubber as rubbers
from ecarte.table.stakes import Stage


def then_automatic(state: TableState, steps: Sequence[Step], context: DecisionContext) -> tuple[Change, ...]:
    """Applies the events of a decision, then those that follow by themselves, until a person has to decide.

    It also stops if nothing is left to do. Returns a change for each event. If the decision has no events, returns no
    changes.

    Raises:
        GalerieError: the rules of the galerie forbid an event.
        Refused: a player lacks the chips for the stake.
    """
    changes: list[Change] = []
    while steps:
        changes += apply_steps(state, steps, context.now)
        state = changes[-1].after
        steps = _next(state, context)
    return tuple(changes)


def apply_steps(state: TableState, steps: Sequence[Step], at: int) -> list[Change]:
    """Applies events, without those that would follow by themselves. Returns a change for each event.

    Args:
        at: the moment of the events, in epoch milliseconds.
    """
    changes: list[Change] = []
    for step in steps:
        event, game = (Played(step.event), step.state) if isinstance(step, Decided) else (step, None)
        after = evolve(state, state.id, event, at, game)
        changes.append(Change(state, event, after))
        state = after
    return changes


def _next(state: TableState, context: DecisionContext) -> Sequence[Step]:
    match state.status:
        case Status.CHALLENGE:
            return _pool(state, context) if len(state.galerie.joined) == len(_POOL) else ()
        case Status.PLAYING:
            return _in_game(state, context)
        case Status.BETWEEN:
            return _after_game(state, context) or _promise_next(state, context)
        case Status.CLOSED:
            return _return_stakes(state.galerie)


_POOL = (1, 2, 3)
"""Three people play for a pool."""


def _in_game(state: TableState, context: DecisionContext) -> Sequence[Step]:
    game, galerie = state.game, state.galerie
    assert game is not None, "a table that plays has a game"
    if galerie.pause is not None or galerie.succession is not None:
        return ()
    match game.phase:
        case Phase.CUT:
            cut = next_cut(state, context)
            return [cut] if isinstance(cut, DealerDrawn) else _table_events(engine.cut(game, *cut))
        case Phase.DEAL:
            before = _before_cards(state, game, context) or _packets(state, game, context)
            return before or house_seat.name_house(state, game) or _deal_steps(state, game, context)
        case Phase.PLAY if state.opened.terms.last_trick_by_itself and len(game.cards(_turn(game))) == 1:
            (move,) = engine.legal_moves(game)
            return steps_of(engine.decision_steps(game, _turn(game), move))
        case _:
            return ()


def _before_cards(state: TableState, game: State, context: DecisionContext) -> Sequence[TableEvent]:
    """Returns the steps before the next deal: bets on the game, or at the odds of the score."""
    galerie, terms = state.galerie, state.opened.terms
    book, bets, number = galerie.book, galerie.side_bets, 0 if game.deal is None else game.deal.number
    if book is None:
        if number or not terms.stake or terms.pool is not None:
            return ()
        for person in state.seats or ():
            if context.balances[person.id] < terms.stake:
                raise Refused(Problem.OTHER_CANNOT_PAY, stake=terms.stake, name=person.name)
        return [
            BetsOpened(context.now + terms.pace.bets_ms, context.balances_of(*(one.id for one in state.seats or ())))
        ]
    if book.stage is Stage.OPEN:
        return [BetsClosed(context.balances_of(*(book.players[seat.index] for seat in book.chouettes)))]
    if bets is not None and bets.to_make is not None:
        return [SideBetsClosed()]
    # Two players without bystanders do not wait for bets.
    alone = not book.bets and not galerie.seated_queue.waiting
    if bets is None or not number or galerie.round == number or alone:
        return ()
    return [SideBetsOpened(context.now + terms.pace.side_bets_ms)]


def _packets(state: TableState, game: State, context: DecisionContext) -> Sequence[TableEvent]:
    """Returns the event of a dealer who changes the order of dealing (Law 8), before the pack is promised."""
    assert game.dealer is not None
    number, person = 1 if game.deal is None else game.deal.number + 1, state.person(game.dealer).id
    chosen, usual, wish = game.game.distributions[game.dealer.index], state.packets.get(person), context.distributions
    is_promised = state.deal_promise is not None and state.deal_promise.number == number
    if is_promised or chosen is not None or usual is None or usual is wish[person]:
        return ()
    return [PacketsChanged(number, game.dealer, wish[person])]


def _deal_steps(state: TableState, game: State, context: DecisionContext) -> Sequence[Step]:
    """Returns the steps of the deal, or the event that has to come before it: a promise, or the cut."""
    pack = next_pack(state, game, context)
    if pack is None:
        return ()
    if isinstance(pack, GamePromised | CutAwaited | PackMade | PackCut):
        return [pack]
    assert game.dealer is not None
    person = state.person(game.dealer).id
    chosen = game.game.distributions[game.dealer.index] or state.packets.get(person) or context.distributions[person]
    return steps_of(engine.deal_steps(game, pack, chosen))


def _after_game(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
    galerie, game = state.galerie, state.game
    assert game is not None, "a table at rest has played"
    assert game.outcome is not None
    winner = game.outcome.winner
    if galerie.book is not None and galerie.book.stage is not Stage.FINISHED:
        if winner is None:
            return [StakesReturned()]
        return [StakesPaid(context.balances_of(*galerie.book.account()))]
    if state.opened.terms.pool is not None:
        return _pool(state, context)
    north, south = galerie.seated_queue.seats
    if north is None or south is None or not {north, south} <= state.asked:
        return ()
    seated = TableSeated(galerie.person(north), galerie.person(south))
    return [seated, *_table_events(engine.begin(state.opened.terms.of_game, rubbers.dealer_after(game, state.rubber)))]


def _promise_next(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
    """Promises the next game at once, so that everything that its players do comes after the promise."""
    promise, game = state.game_promise, state.game_no + 1
    return () if promise is not None and promise.game == game else [promise_game(context.rng.randbytes, game)]


def _pool(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
    """Returns the next step of a pool: it is formed, cut for, counted after a game; then the next two sit down."""
    galerie, game = state.galerie, state.game
    pool = galerie.pool
    people = {person.id for person in galerie.joined}
    if pool is None or pool.stage in (PoolStage.WON, PoolStage.CALLED_OFF):
        all_want_to = pool is None or people <= state.asked
        return [PoolFormed(context.balances_of(*people))] if all_want_to else ()
    if pool.stage is PoolStage.CUTTING:
        cards = context.rng.sample(PACK, len(pool.to_cut))
        return [PoolCut(tuple((card.text, person) for person, card in zip(pool.to_cut, cards, strict=True)))]
    is_won = game is not None and game.outcome is not None and game.outcome.winner is not None
    if is_won and galerie.counted != state.game_no:
        return [PoolGameCounted(context.balances_of(*people))]
    if state.status is Status.BETWEEN and not set(pool.engaged) <= state.asked:
        return ()
    north, south = (galerie.person(person) for person in pool.engaged)
    dealer = None if pool.dealer is None else Seat.NORTH if pool.dealer == north.id else Seat.SOUTH
    return [TableSeated(north, south), *_table_events(engine.begin(state.opened.terms.of_game, dealer))]


def _return_stakes(galerie: Galerie) -> Sequence[TableEvent]:
    """Returns the event that gives all stakes of a closed table back, if there are any."""
    events: list[TableEvent] = []
    if galerie.book is not None and galerie.book.stage is not Stage.FINISHED:
        events.append(StakesReturned())
    if galerie.pool is not None and galerie.pool.stage not in (PoolStage.WON, PoolStage.CALLED_OFF):
        events.append(PoolCalledOff())
    return events[:1]


def _table_events(events: Sequence[GameEvent]) -> list[TableEvent]:
    return [Played(event) for event in events]


def _turn(game: State) -> Seat:
    assert game.turn is not None, "a player is to act"
    return game.turn
