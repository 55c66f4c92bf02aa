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
"""The winner of a deal, the points that the winner scores, and why."""


def _point(scoring: Scoring, winner: Seat, dealer: Seat, vulnerable: Seat | None) -> Marks:
    if vulnerable is not winner.other:
        return winner, scoring.point, Reason.POINT
    return winner, scoring.vulnerable, Reason.REFUSED if vulnerable is dealer else Reason.UNPROPOSED


def marks_of_tricks(scoring: Scoring, tricks: Pair, dealer: Seat, vulnerable: Seat | None) -> Marks:
    """Returns who scores how many points for five tricks that were played.

    Args:
        scoring: the points of the rules.
        tricks: how many tricks North and South have won.
        dealer: the dealer of the deal.
        vulnerable: the seat against which three or four tricks bring more points (Law 49), or None. The vole always
            brings the same (Law 48).
    """
    winner = Seat.NORTH if tricks[0] > tricks[1] else Seat.SOUTH
    if tricks[winner.index] == 5:
        return winner, scoring.vole, Reason.VOLE
    return _point(scoring, winner, dealer, vulnerable)


@cache
def score_of_tricks(scoring: Scoring, north_tricks: int, dealer: Seat, vulnerable: Seat | None) -> DealScored:
    """Returns the event that scores five tricks that were played.

    Cached: making a new event in every deal costs 4 % of random play.
    """
    tricks = north_tricks, 5 - north_tricks
    return DealScored(*marks_of_tricks(scoring, tricks, dealer, vulnerable), tricks)


def marks_of_abandoned(scoring: Scoring, by: Seat, tricks: Pair, dealer: Seat, vulnerable: Seat | None) -> Marks:
    """Returns who scores how many points after the player `by` has given up the hand (Law 42).

    If `by` has won no trick, the opponent scores as for the vole. With one or two tricks, the opponent scores as for
    the point. A player with three tricks has made the point already and keeps it.
    """
    own_tricks = tricks[by.index]
    if own_tricks == 0:
        return by.other, scoring.vole, Reason.VOLE
    return _point(scoring, by if own_tricks >= 3 else by.other, dealer, vulnerable)


def marks_of_claim(scoring: Scoring, by: Seat, goal: Goal, dealer: Seat, vulnerable: Seat | None) -> Marks:
    """Returns how many points the player `by` scores after showing a hand that was certain to win `goal` (Law 42)."""
    return (by, scoring.vole, Reason.VOLE) if goal is Goal.VOLE else _point(scoring, by, dealer, vulnerable)


def game_counts(rules: Rules, loser_score: int) -> Multiple:
    """Returns whether a finished game counts once, twice or three times (Law 46).

    If the rules say so, a game counts double against a loser with one or two points, and treble against a loser with
    none.
    """
    if rules.stakes is Stakes.SINGLE_ONLY or loser_score >= 3:
        return Multiple.SINGLE
    return Multiple.DOUBLE if loser_score >= 1 else Multiple.TREBLE


# Copies of members: looking a member up in its enum each time costs 7 % of random play.
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
        game: the game before.
        seat: the seat that scores.
        points: how many.
        dealer: the dealer of this deal, or of the next one.
        begun: the new value of `Game.begun`.

    Returns:
        The game with the new score, and the event that ends it if the points win it.
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
    """Returns the state after the king of trumps was turned up or announced: it is scored, and cannot be announced any
    more.
    """
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
    """Returns the state after a deal was scored: the other seat deals next. The cards of the deal stay visible."""
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
    """Returns the state after an event that ends a deal before its fifth trick (Law 42). The score of the deal, or the
    end of the game, must follow.
    """
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
    """Returns the event that ends a game which `loser` has resigned or lost on time. The game is void if it has not
    begun (`State.begun`).
    """
    return GameEnded(loser.other, how) if state.begun else GameEnded(None, Ending.VOID)


def after_game(state: State, event: GameEnded) -> State:
    """Returns the state after the end of a game. The cards stay where they are."""
    new = state.copy()
    game = state.table.game._replace(offer=None, outcome=event)
    new.moves = ()
    new.lead = new.window = None
    new.table = state.table._replace(phase=_OVER, game=game, due=None)
    return new
