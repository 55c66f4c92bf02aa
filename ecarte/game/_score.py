"""The points of a deal, and whether a finished game counts single, double or treble.

The points are those of `Scoring`. Sources: Laws 42, 46, 48, 49; treatise, p. 33. Tricks and scores are pairs (North's,
South's). `marks_of_…` and `game_counts` compute with numbers alone; `after_…` return the changed state.
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
"""The winner of a deal, the points, and the reason."""


def _point(scoring: Scoring, winner: Seat, dealer: Seat, vulnerable: Seat | None) -> Marks:
    if vulnerable is not winner.other:
        return winner, scoring.point, Reason.POINT
    return winner, scoring.vulnerable, Reason.REFUSED if vulnerable is dealer else Reason.UNPROPOSED


def marks_of_tricks(scoring: Scoring, tricks: Pair, dealer: Seat, vulnerable: Seat | None) -> Marks:
    """Returns the result of five tricks.

    `vulnerable` pays more for the point (Law 49); the vole is always the same (Law 48).
    """
    winner = Seat.NORTH if tricks[0] > tricks[1] else Seat.SOUTH
    if tricks[winner.index] == 5:
        return winner, scoring.vole, Reason.VOLE
    return _point(scoring, winner, dealer, vulnerable)


@cache
def score_of_tricks(scoring: Scoring, north_tricks: int, dealer: Seat, vulnerable: Seat | None) -> DealScored:
    """Returns the event for the result of five tricks.

    Cached: making a new event in every deal costs 4 % of random play.
    """
    tricks = north_tricks, 5 - north_tricks
    return DealScored(*marks_of_tricks(scoring, tricks, dealer, vulnerable), tricks)


def marks_of_abandoned(scoring: Scoring, by: Seat, tricks: Pair, dealer: Seat, vulnerable: Seat | None) -> Marks:
    """Returns the result of a hand that `by` has given up (Law 42).

    The opponent scores the vole if `by` has no trick, else the point. A player with three tricks has already made the
    point and keeps it.
    """
    own_tricks = tricks[by.index]
    if own_tricks == 0:
        return by.other, scoring.vole, Reason.VOLE
    return _point(scoring, by if own_tricks >= 3 else by.other, dealer, vulnerable)


def marks_of_claim(scoring: Scoring, by: Seat, goal: Goal, dealer: Seat, vulnerable: Seat | None) -> Marks:
    """Returns the result of a certain claim of `by` to `goal` (Law 42)."""
    return (by, scoring.vole, Reason.VOLE) if goal is Goal.VOLE else _point(scoring, by, dealer, vulnerable)


def game_counts(rules: Rules, loser_score: int) -> Multiple:
    """Returns the multiple of a finished game (Law 46).

    By agreement, a game counts double against a loser with one or two points, and treble against a loser with none.
    """
    if rules.stakes is Stakes.SINGLE_ONLY or loser_score >= 3:
        return Multiple.SINGLE
    return Multiple.DOUBLE if loser_score >= 1 else Multiple.TREBLE


# Names of this module: looking up the members costs 7 % of random play.
_NORTH: Final = Seat.NORTH
_DEAL: Final = Phase.DEAL
_TURNED: Final = KingFrom.TURNED
_OVER: Final = Phase.OVER
# The event of a game won by points, for each winner.
_FIVE: Final = tuple(GameEnded(seat, Ending.FIVE) for seat in Seat)


def _mark_points(
    game: Game, seat: Seat, points: int, dealer: Seat | None, begun: bool
) -> tuple[Game, GameEnded | None]:
    """Adds points to the score of `seat`.

    Args:
        dealer: the dealer of this deal, or of the next one.
        begun: the new value of `Game.begun`.

    Returns:
        The game with the new score, and its end if the points win it.
    """
    north, south = game.score
    most = game.rules.points
    if seat is _NORTH:
        north = north + points if north + points < most else most
    else:
        south = south + points if south + points < most else most
    ended = _FIVE[seat.index] if north == most or south == most else None
    return make(Game, (game.rules, dealer, (north, south), game.distributions, begun, game.offer, None)), ended


def after_king(state: State, event: KingMarked) -> State:
    """Scores the king of trumps. The king cannot be announced any more."""
    table = state.table
    turned = event.how is _TURNED
    # Turning up a king is no move, so it does not begin the game.
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
    """Adds the points of the deal; the other seat deals next. The cards of the deal stay visible."""
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
    """Makes the score due of a deal that ended before its fifth trick (Law 42), or the end of the game."""
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
    """Returns the end of a game that `loser` has resigned or lost on time. Before the first move, the game is void."""
    return GameEnded(loser.other, how) if state.begun else GameEnded(None, Ending.VOID)


def after_game(state: State, event: GameEnded) -> State:
    """Ends the game. The cards stay where they are."""
    new = state.copy()
    game = state.table.game._replace(offer=None, outcome=event)
    new.moves = ()
    new.lead = new.window = None
    new.table = state.table._replace(phase=_OVER, game=game, due=None)
    return new
