"""Marking points and ending: kings, deals, games (Laws 42, 46-50; what is worth what is in `ecarte.scoring`)."""

from __future__ import annotations

from typing import Final, assert_never

from ecarte import scoring
from ecarte.dealing import proposing
from ecarte.events import (
    DealScored,
    Ending,
    GameEnded,
    HandAbandoned,
    HandClaimed,
    KingFrom,
    KingMarked,
    TimeClaimed,
)
from ecarte.moves import AnnounceKing, Scope
from ecarte.seats import Seat
from ecarte.state import Deal, Game, Phase, State, Table

__all__ = ["cut_short", "deal_scored", "game_ended", "given_up", "king_marked"]

# Names of this module: to look up an enum's member costs ten times as much.
_NORTH: Final = Seat.NORTH
_DEAL: Final = Phase.DEAL
_TURNED: Final = KingFrom.TURNED


def _marked(
    game: Game, seat: Seat, points: int, dealer: Seat | None, begun: bool = True
) -> tuple[Game, GameEnded | None]:
    """The game with the points marked, and its end if these are enough. `dealer`: who deals, or deals next."""
    rules, _, (north, south), distributions, _, offer, _ = game
    most = rules.points
    if seat is _NORTH:
        north = min(most, north + points)
    else:
        south = min(most, south + points)
    ended = GameEnded(seat, Ending.FIVE) if north == most or south == most else None
    return Game(rules, dealer, (north, south), distributions, begun, offer), ended


def king_marked(state: State, event: KingMarked) -> State:
    """The king is marked, and cannot be announced any more."""
    table, deal = state._table, _deal_of(state)
    # A king turned up is marked by the dealer as he deals, and is no move of his.
    begun = table.game.begun or event.how is not _TURNED
    game, ended = _marked(table.game, event.seat, 1, table.game.dealer, begun)
    new = state.copy()
    if event.how is _TURNED:
        new._ready = proposing(new._mine, None, deal.elder)
    else:
        new._ready = tuple([move for move in new._ready if type(move) is not AnnounceKing])
    if ended is not None:
        new._ready = ()
    number, dealer, elder, distribution, pack, trump, places, _, ended_by = deal
    deal = Deal(number, dealer, elder, distribution, pack, trump, places, event, ended_by)
    new._table = Table(table.phase, game, deal, table.exchanges, None, ended)
    return new


def deal_scored(state: State, event: DealScored) -> State:
    """The points are marked, and the other deals next; the cards stay to be seen."""
    table, deal = state._table, _deal_of(state)
    dealer = deal.elder
    game, ended = _marked(table.game, event.seat, event.points, dealer)
    new = state.copy()
    new.pass_to(dealer)
    new._ready = ()
    new._led = new._trump = None
    new._table = Table(_DEAL, game, deal, table.exchanges, None, ended, event)
    return new


def cut_short(state: State, event: HandAbandoned | HandClaimed | TimeClaimed) -> State:
    """The deal is scored as it stands (Law 42), or the game is over."""
    if type(event) is TimeClaimed and (event.scope is Scope.GAME or not state.begun):
        return state.bringing_about(given_up(state, event.seat.other, Ending.TIME))
    deal, tricks, vulnerable = _deal_of(state), state.tricks, state.vulnerable
    match event:
        case HandAbandoned():
            marks = scoring.abandoned(event.seat, tricks, deal.dealer, vulnerable)
        case HandClaimed():
            marks = scoring.claimed(event.seat, event.goal, deal.dealer, vulnerable)
        case TimeClaimed():
            marks = scoring.abandoned(event.seat.other, tricks, deal.dealer, vulnerable)
        case _:
            assert_never(event)
    new = state.bringing_about(DealScored(*marks, tricks))
    new._table = new._table._replace(deal=deal._replace(ended_by=event))
    return new


def given_up(state: State, loser: Seat, how: Ending) -> GameEnded:
    """How a game ends that `loser` gives up: void if nobody has made a move."""
    return GameEnded(loser.other, how) if state.begun else GameEnded(None, Ending.VOID)


def game_ended(state: State, event: GameEnded) -> State:
    """The game is over; the cards stay where they are."""
    new = state.copy()
    new._ready = ()
    new._led = new._trump = None
    _, game, deal, exchanges, _, _, scored = state._table
    rules, dealer, score, distributions, begun, _, _ = game
    game = Game(rules, dealer, score, distributions, begun, None, event)
    new._table = Table(Phase.OVER, game, deal, exchanges, None, None, scored)
    return new


def _deal_of(state: State) -> Deal:
    deal = state._table.deal
    assert deal is not None
    return deal
