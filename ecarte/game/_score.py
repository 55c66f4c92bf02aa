"""What a deal is worth and to whom, and what a finished game counts.

The values are those of `Scoring`. Sources: Laws 42, 46, 48, 49; treatise, p. 33.
Tricks and scores are pairs (North's, South's). This module knows neither cards nor states.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias, assert_never

from ecarte.game._deal import moves_of_proposer
from ecarte.game.events import (
    DealScored,
    Ending,
    GameEnded,
    HandAbandoned,
    HandClaimed,
    KingFrom,
    KingMarked,
    Reason,
    TimeClaimed,
)
from ecarte.game.legality import without_announcement
from ecarte.game.moves import Goal, Scope
from ecarte.game.rules import Multiple, Rules, Scoring, Seat, Stakes
from ecarte.game.state import Deal, Game, Phase, State, Table, make, new_state

Pair: TypeAlias = tuple[int, int]


Marks: TypeAlias = tuple[Seat, int, Reason]
"""Who marks, how many points, and why."""


def _point(scoring: Scoring, winner: Seat, dealer: Seat, vulnerable: Seat | None) -> Marks:
    if vulnerable is not winner.other:
        return winner, scoring.point, Reason.POINT
    return winner, scoring.vulnerable, Reason.REFUSED if vulnerable is dealer else Reason.UNPROPOSED


def marks_of_tricks(scoring: Scoring, tricks: Pair, dealer: Seat, vulnerable: Seat | None) -> Marks:
    """Five tricks were played. `vulnerable` loses more with the point (Law 49); the vole counts the same (Law 48)."""
    winner = Seat.NORTH if tricks[0] > tricks[1] else Seat.SOUTH
    if tricks[winner.index] == 5:
        return winner, scoring.vole, Reason.VOLE
    return _point(scoring, winner, dealer, vulnerable)


@cache
def score_of_tricks(scoring: Scoring, north_tricks: int, dealer: Seat, vulnerable: Seat | None) -> DealScored:
    """What five tricks bring. One object each: to make a new one at every deal costs 4 % of random play."""
    tricks = north_tricks, 5 - north_tricks
    return DealScored(*marks_of_tricks(scoring, tricks, dealer, vulnerable), tricks)


def marks_of_abandoned(scoring: Scoring, by: Seat, tricks: Pair, dealer: Seat, vulnerable: Seat | None) -> Marks:
    """`by` threw up the hand: the vole against a player without a trick, else the point (Law 42).

    A player with three tricks has made the point already, and keeps it.
    """
    made = tricks[by.index]
    if made == 0:
        return by.other, scoring.vole, Reason.VOLE
    return _point(scoring, by if made >= 3 else by.other, dealer, vulnerable)


def marks_of_claim(scoring: Scoring, by: Seat, goal: Goal, dealer: Seat, vulnerable: Seat | None) -> Marks:
    """`by` claimed `goal`, and it stood (Law 42)."""
    return (by, scoring.vole, Reason.VOLE) if goal is Goal.VOLE else _point(scoring, by, dealer, vulnerable)


def game_counts(rules: Rules, loser_score: int) -> Multiple:
    """What a finished game counts: by agreement double against one or two, treble against nothing (Law 46)."""
    if rules.stakes is Stakes.SINGLE_ONLY or loser_score >= 3:
        return Multiple.SINGLE
    return Multiple.DOUBLE if loser_score >= 1 else Multiple.TREBLE


# Names of this module: looking up the members costs 7 % of random play.
_NORTH: Final = Seat.NORTH
_DEAL: Final = Phase.DEAL
_TURNED: Final = KingFrom.TURNED
_OVER: Final = Phase.OVER
# A game won by North or South.
_FIVE: Final = tuple(GameEnded(seat, Ending.FIVE) for seat in Seat)


def _mark_points(
    game: Game, seat: Seat, points: int, dealer: Seat | None, begun: bool
) -> tuple[Game, GameEnded | None]:
    """The game with the points marked, and its end if these are enough. `dealer`: who deals, or deals next."""
    north, south = game.score
    most = game.rules.points
    if seat is _NORTH:
        north = north + points if north + points < most else most
    else:
        south = south + points if south + points < most else most
    ended = _FIVE[seat.index] if north == most or south == most else None
    return make(Game, (game.rules, dealer, (north, south), game.distributions, begun, game.offer, None)), ended


def after_king(state: State, event: KingMarked) -> State:
    """The king is marked, and cannot be announced any more."""
    table = state.table
    turned = event.how is _TURNED
    # A king turned up is marked with the deal; that is no move.
    points = table.game.rules.scoring.king
    game, ended = _mark_points(table.game, event.seat, points, table.game.dealer, table.game.begun or not turned)
    number, dealer, elder, distribution, pack, trump, exchanged, _, ended_by = state.last_deal
    deal = make(Deal, (number, dealer, elder, distribution, pack, trump, exchanged, event, ended_by))
    new = state.copy()
    new.table = make(Table, (table.phase, game, deal, table.exchanges, ended, None, table.salon))
    new.window = None
    if ended is not None:
        new.moves = ()
    elif turned:
        new.moves = moves_of_proposer(new.mine, None, elder)
    elif new.player is event.seat:
        new.moves = without_announcement(new.moves)
    return new


def after_score(state: State, event: DealScored) -> State:
    """The points are marked, and the other seat deals next; the cards stay to be seen."""
    table, deal = state.table, state.table.deal
    assert deal is not None
    dealer = deal.elder
    game, ended = _mark_points(table.game, event.seat, event.points, dealer, True)
    new = new_state(State)
    new.player = dealer
    new.mine, new.theirs = (state.mine, state.theirs) if state.player is dealer else (state.theirs, state.mine)
    new.moves = ()
    new.line = state.line
    new.north_tricks = state.north_tricks
    new.trump = deal.trump
    new.lead = new.window = None
    new.table = make(Table, (_DEAL, game, deal, table.exchanges, ended, event, None))
    return new


def after_early_end(state: State, event: HandAbandoned | HandClaimed | TimeClaimed) -> State:
    """The deal is scored by the tricks made so far (Law 42), or the game is over."""
    if type(event) is TimeClaimed and (event.scope is Scope.GAME or not state.begun):
        return state.bringing_about(ending_by_loser(state, event.seat.other, Ending.TIME))
    deal, tricks, vulnerable = state.last_deal, state.tricks, state.vulnerable
    scoring = state.rules.scoring
    match event:
        case HandAbandoned():
            marks = marks_of_abandoned(scoring, event.seat, tricks, deal.dealer, vulnerable)
        case HandClaimed():
            marks = marks_of_claim(scoring, event.seat, event.goal, deal.dealer, vulnerable)
        case TimeClaimed():
            marks = marks_of_abandoned(scoring, event.seat.other, tricks, deal.dealer, vulnerable)
        case _:
            assert_never(event)
    new = state.bringing_about(DealScored(*marks, tricks))
    new.table = new.table._replace(deal=deal._replace(ended_by=event))
    return new


def ending_by_loser(state: State, loser: Seat, how: Ending) -> GameEnded:
    """How a game ends that `loser` gives up: void before the first move."""
    return GameEnded(loser.other, how) if state.begun else GameEnded(None, Ending.VOID)


def after_game(state: State, event: GameEnded) -> State:
    """The game is over; the cards stay where they are."""
    new = state.copy()
    game = state.table.game._replace(offer=None, outcome=event)
    new.moves = ()
    new.lead = new.window = None
    new.table = state.table._replace(phase=_OVER, game=game, due=None)
    return new
