"""A game in progress, for callers who want to play: it takes moves and keeps the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ecarte.game import (
    AnnounceKing,
    Card,
    Distribution,
    Event,
    IllegalMove,
    Move,
    Phase,
    PlayerView,
    Rule,
    Rules,
    Seat,
    State,
    begin,
    cut,
    engine,
    evolve,
    legal_moves,
    player_view,
    public_view,
    replay,
    table_text,
)
from ecarte.notation.move_text import parse_move
from ecarte.notation.writer import write


class Match:
    """A game in progress. Takes moves as values or as text, and keeps every event.

    A method that raises changes nothing. `state`, `log` and `print(match)` contain both hands. Show a reader a `view`
    instead.

    Attributes:
        state: the current state.
    """

    __slots__ = ("_log", "state")

    def __init__(self, rules: Rules | None = None, dealer: Seat | None = None) -> None:
        """Opens a game.

        Args:
            rules: the rules of the table. None means Cavendish's laws.
            dealer: the first dealer. If None, the players cut.

        Raises:
            TypeError: `rules` is no `Rules`, or `dealer` is no `Seat`.
        """
        self._log: list[Event] = list(begin(Rules() if rules is None else rules, dealer))
        self.state = replay(self._log)

    @classmethod
    def of(cls, events: Iterable[Event]) -> Match:
        """Returns a match that stands where a log ends. It keeps a copy of the events.

        Args:
            events: all events of the game so far, in order.

        Raises:
            ImpossibleEvent: an event cannot follow the ones before it, or the log is empty.
        """
        match = cls.__new__(cls)
        match._log = list(events)
        match.state = replay(match._log)
        return match

    def copy(self) -> Match:
        """Returns a second game at the same moment. Moves in one do not change the other."""
        match = Match.__new__(Match)
        match._log, match.state = list(self._log), self.state
        return match

    @property
    def log(self) -> tuple[Event, ...]:
        """All events of the game so far, in order."""
        return tuple(self._log)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves of the seat to act."""
        return legal_moves(self.state)

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.state.phase is Phase.OVER

    def cut(self, north: Card, south: Card) -> None:
        """Cuts for the deal. The player with the higher card deals; after equal ranks the players cut again.

        Args:
            north, south: the cards that the players cut.

        Raises:
            IllegalMove: no cut is due, or both cards are the same.
        """
        self._add((event, evolve(self.state, event)) for event in cut(self.state, north, south))

    def deal(self, pack: Sequence[Card] = (), distribution: Distribution | None = None) -> None:
        """Deals the cards to both players and turns up the eleventh.

        Args:
            pack: the thirty-two cards, top card first, as `shuffled` returns them.
            distribution: whether the dealer gives three cards and then two, or the other way round. None means the
                choice made before or, without one, three and two.

        Raises:
            IllegalMove: no deal is due, the pack is incomplete, or the dealer has chosen other packets before.
        """
        self._add(engine.deal_steps(self.state, pack, distribution))

    def move(self, move: Move | str, seat: Seat | None = None) -> None:
        """Makes a move of a player.

        Args:
            move: a move, or a text that `parse_move` reads.
            seat: the seat that moves. None means the seat whose move it is (`maker_of`).

        Raises:
            IllegalMove: the laws forbid the move.
            MoveTextError: the text names no move.
        """
        if isinstance(move, str):
            move = parse_move(move)
        try:
            self._add(engine.decision_steps(self.state, seat or maker_of(self.state, move), move))
        except IllegalMove as error:
            if self.state.phase is Phase.DEAL and error.rule is Rule.NOT_THE_PHASE:
                error.add_note("A deal is due first: match.deal(shuffled(random.Random())).")
            raise

    def close_calls(self) -> None:
        """Ends the time in which errors can be called, after a hand at a salon table.

        Raises:
            IllegalMove: no error can be called now.
        """
        self._add(engine.closing_steps(self.state))

    def view(self, seat: Seat) -> PlayerView:
        """Returns what the player at `seat` may know."""
        return player_view(self.state, seat)

    def record(self, tags: Mapping[str, str] | None = None) -> str:
        """Returns the game so far as text, with these tags in its head (`write_record`)."""
        return write(self._log, tags)

    def _add(self, steps: Iterable[tuple[Event, State]]) -> None:
        for event, self.state in steps:
            self._log.append(event)

    def __str__(self) -> str:
        return table_text(public_view(self.state), *(self.view(seat).hand for seat in Seat))

    def __repr__(self) -> str:
        return f"<Match{repr(self.state).removeprefix('<State')}"


def maker_of(state: State, move: Move) -> Seat:
    """Returns which seat makes a move: the seat to act or, for an announcement, the seat that may announce the king.

    Raises:
        IllegalMove: no seat is to act.
    """
    if type(move) is AnnounceKing and state.window is not None:
        return state.window
    if state.turn is None:
        over = state.phase is Phase.OVER
        raise IllegalMove(Rule.GAME_IS_OVER) if over else IllegalMove(Rule.NOT_THE_PHASE, phase=state.phase.value)
    return state.turn
