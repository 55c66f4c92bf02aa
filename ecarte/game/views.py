"""The views of a table: what the public, a player, and a backer of a player may know.

Types ensure secrecy: a view has no field for anything that its reader may not know, so code that draws a view cannot
reveal a hand. Views are frozen plain values; equal views look the same. A view does not depend on cards that its reader
cannot see (a test permutes these cards and compares the views).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ecarte.game._deal import state_at_start
from ecarte.game.cards import PACK, Card, Suit, cards_of, mask_of
from ecarte.game.conduct import conduct_of
from ecarte.game.engine import apply, apply_deal, legal_moves, table_moves
from ecarte.game.errors import HandError
from ecarte.game.events import DealScored, GameEnded, GameStarted, HandAbandoned, HandClaimed, KingMarked, TimeClaimed
from ecarte.game.legality import DISCARD_PHASES, discard_bounds
from ecarte.game.moves import Accept, AcceptIfEnough, Claim, Goal, Move, Play, Propose, Refuse
from ecarte.game.rules import Distribution, Rules, Seat, check_seat
from ecarte.game.state import Phase, State
from ecarte.game.table_text import table_text
from ecarte.game.tricks import Duty, duty, reply_wins

_DECISIONS: Final = (Play, Propose, Accept, AcceptIfEnough, Refuse)


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick that is being played or was played. While the reply is missing, `reply` and `winner` are None."""

    leader: Seat
    lead: Card
    reply: Card | None
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class SalonView:
    """What all readers may know of errors and claims in a deal at a salon table.

    In `shown`, `penalised` and `stood` the value of North comes first, then South's.

    Attributes:
        named: the suit that the leader named, or None.
        bound: the suit that must be led, or None.
        shown: the cards of each hand that lie open after a claim.
        penalised: for each player, whether they score less in this deal because of an error.
        tries: how often the hands were played again.
        stood: for each player, whether they have said that they call no error.
        hand_over: False while the play is interrupted: the point of an announced king would win the game, and the
            opponent may call that king as false. True at any other time, also during the play.
    """

    named: Suit | None
    bound: Suit | None
    shown: tuple[tuple[Card, ...], tuple[Card, ...]]
    penalised: tuple[bool, bool]
    tries: int
    stood: tuple[bool, bool]
    hand_over: bool


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone at the table sees.

    In `score`, `held` and `taken` the value of North comes first, then South's; in each pair of `rounds` the elder's,
    then the dealer's.

    Between deals (`phase` DEAL) the view still shows the deal that ended, with `scored`; `turn` is the next dealer.

    Attributes:
        rules: the rules of the table.
        phase: what the table waits for.
        score: the points.
        turn: the seat to act; None before the cut, while players may call errors in a hand that is over, and after the
            end.
        dealer, elder: the dealer and the elder of the deal that the view shows. Before the first deal, those of that
            deal; None before the cut.
        number: the number of the deal; 0 before the first.
        distribution, turn_up, trump: None before the first deal.
        talon: the number of cards in the talon.
        held: the number of cards in each hand.
        proposals: the number of proposals in this deal.
        rounds: for each exchange, the number of cards that the elder and the dealer exchanged.
        asked: during an exchange, the number of cards that the elder has discarded; else None.
        conditional: during an exchange, whether the dealer accepted only if the talon suffices.
        king: the event that scored the king of trumps in this deal, or None.
        vulnerable: the seat against which the point of this deal counts two (Law 49), or None.
        tricks: in the order of play; an unfinished trick is the last.
        taken: the number of tricks that each player has won.
        ended_by: the event that ended the deal before its fifth trick, or None. A `HandClaimed` contains a hand.
        scored: the score of the deal that ended, or None.
        offer: the seat that offers to stop the game, or None.
        outcome: the event that ended the game, or None.
        salon: what readers may know of errors and claims at a salon table; None at a guided table.
    """

    rules: Rules
    phase: Phase
    turn: Seat | None
    score: tuple[int, int]
    dealer: Seat | None
    elder: Seat | None
    number: int
    distribution: Distribution | None
    turn_up: Card | None
    trump: Suit | None
    talon: int
    held: tuple[int, int]
    proposals: int
    rounds: tuple[tuple[int, int], ...]
    asked: int | None
    conditional: bool
    king: KingMarked | None
    vulnerable: Seat | None
    tricks: tuple[Trick, ...]
    taken: tuple[int, int]
    ended_by: HandAbandoned | HandClaimed | TimeClaimed | None
    scored: DealScored | None
    offer: Seat | None
    outcome: GameEnded | None
    salon: SalonView | None = None

    def __str__(self) -> str:
        return table_text(self)


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What the player at `seat` sees: the table, their own cards and their own moves.

    At a salon table `legal_moves` lists everything that the player may try, such as announcing a king that they do not
    hold, or calling an error. It does not depend on cards that the player cannot see.

    Attributes:
        seat: the seat of the player.
        public: what everyone at the table sees.
        places: the five places of the hand. A card keeps its place until it is played or exchanged; then the place is
            None or has the new card. All are None before the first deal.
        discarded: the cards that the player has discarded in the finished exchanges of this deal, in the order of
            `PACK`.
        put_out: the elder's own discard, while the dealer still has to discard; else empty.
        legal_moves: the moves of the game.
        table_moves: the moves of the table: claiming, abandoning, resigning, claiming the time, stopping.
        discard_bounds: the fewest and the most cards that the player may discard now; None if no discard is due.
        may_announce: whether the player holds the king of trumps and may still announce it. At a salon table: whether
            the player may announce a king, held or not.
        claims: for which goals the player may show the hand now.
    """

    seat: Seat
    public: PublicView
    places: tuple[Card | None, ...]
    discarded: tuple[Card, ...]
    put_out: tuple[Card, ...]
    legal_moves: tuple[Move, ...]
    table_moves: tuple[Move, ...]
    discard_bounds: tuple[int, int] | None
    may_announce: bool
    claims: tuple[Goal, ...]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that the player holds, in the order of their places."""
        return tuple(card for card in self.places if card is not None)

    @property
    def duty(self) -> Duty | None:
        """What kind of card the law requires as this player's reply, or None if this player has no reply to make."""
        trick, trump = (self.public.tricks[-1] if self.public.tricks else None), self.public.trump
        if trick is None or trump is None or trick.reply is not None or trick.leader is self.seat:
            return None
        return duty(mask_of(self.hand), trick.lead, trump)

    def __str__(self) -> str:
        return _seen_by(self)


@dataclass(frozen=True, slots=True)
class BackerView:
    """What a backer of the player at `seat` sees: the table and that hand (Laws 54 and 55), and nothing else.

    `ecarte.table.stakes` decides who may have such a view.

    Attributes:
        seat: the seat of the player.
        public: what everyone at the table sees.
        places, discard_bounds: as in `PlayerView`.
        choices: the moves between which the player has to decide now, if it is the player's turn: plays, proposing,
            accepting, refusing. Discards are not listed.
    """

    seat: Seat
    public: PublicView
    places: tuple[Card | None, ...]
    choices: tuple[Move, ...]
    discard_bounds: tuple[int, int] | None

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that the player holds, in the order of their places."""
        return tuple(card for card in self.places if card is not None)

    def __str__(self) -> str:
        return _seen_by(self)


def _seen_by(view: PlayerView | BackerView) -> str:
    return table_text(view.public, *(view.hand if seat is view.seat else None for seat in Seat))


def public_view(state: State) -> PublicView:
    """Returns what everyone at the table may know of a state."""
    game, deal = state.game, state.deal
    exchanges = state.exchanges
    return PublicView(
        rules=game.rules,
        phase=state.phase,
        turn=state.turn,
        score=game.score,
        dealer=game.dealer if deal is None else deal.dealer,
        elder=(game.dealer and game.dealer.other) if deal is None else deal.elder,
        number=0 if deal is None else deal.number,
        distribution=None if deal is None else deal.distribution,
        turn_up=None if deal is None else deal.turn_up,
        trump=None if deal is None else deal.trump,
        talon=32 if deal is None else exchanges.talon,
        held=(state.hand(Seat.NORTH).bit_count(), state.hand(Seat.SOUTH).bit_count()),
        proposals=exchanges.proposals,
        rounds=exchanges.rounds,
        asked=None if exchanges.asked is None else len(exchanges.asked),
        conditional=exchanges.conditional,
        king=state.king,
        vulnerable=state.vulnerable,
        tricks=_tricks(state),
        taken=state.tricks,
        ended_by=None if deal is None else deal.ended_by,
        scored=state.scored,
        offer=game.offer,
        outcome=game.outcome,
        salon=_salon(state),
    )


def backer_view(state: State, seat: Seat) -> BackerView:
    """Returns what a backer of the player at `seat` may know of a state. Raises `TypeError` unless `seat` is a
    `Seat`.
    """
    check_seat(seat)
    moves = _moves(state, seat) if state.turn is seat else ()
    choices = tuple(move for move in moves if isinstance(move, _DECISIONS))
    return BackerView(seat, public_view(state), _places(state, seat), choices, _discard_bounds(state, seat))


def player_view(state: State, seat: Seat, public: PublicView | None = None) -> PlayerView:
    """Returns what the player at `seat` may know of a state, with the moves that the player may make.

    Args:
        state: the state.
        seat: the seat of the player.
        public: `public_view(state)`, if the caller has it already.

    Raises:
        TypeError: `seat` is no `Seat`.
    """
    check_seat(seat)
    deal = state.deal
    discarded: tuple[Card, ...] = ()
    put_out: tuple[Card, ...] = ()
    if deal is not None:
        discarded = cards_of(state.exchanges.out[seat.index])
        if seat is deal.elder and state.exchanges.asked is not None:
            put_out = state.exchanges.asked
    of_table = table_moves(state, seat)
    return PlayerView(
        seat=seat,
        public=public or public_view(state),
        places=_places(state, seat),
        discarded=discarded,
        put_out=put_out,
        legal_moves=_moves(state, seat),
        table_moves=of_table,
        discard_bounds=_discard_bounds(state, seat),
        may_announce=state.window is seat if state.salon is None else conduct_of(state).may_announce(state, seat),
        claims=tuple(move.goal for move in of_table if isinstance(move, Claim)),
    )


def hand_view(
    cards: Sequence[Card],
    turn_up: Card,
    *,
    elder: bool = True,
    score: tuple[int, int] = (0, 0),
    rules: Rules | None = None,
) -> PlayerView:
    """Returns the view of a player who was dealt these cards and makes the first decision. Hints and odds use it.

    The player sits North. If the player is the elder, there is no proposal yet. If the player deals, the elder has just
    proposed. All other cards lie in the order of `PACK`; the view does not show them.

    Args:
        cards: the five cards of the hand.
        turn_up: the eleventh card.
        elder: whether the player is the elder; else the player deals.
        score: the points of the player and of the opponent before the deal.
        rules: the rules of the table. None means Cavendish's laws, `Rules()`.

    Raises:
        HandError: the hand is not five different cards, the turn-up is one of them, or the score ends the game.
        TypeError: a card is no `Card`, the score is no pair, or the rules are no `Rules`.
    """
    rules = Rules() if rules is None else rules
    if not isinstance(rules, Rules):
        raise TypeError(f"a hand is played by Rules, such as Rules.of(Dialect.MODERN), not by {rules!r}")
    for card in (*cards, turn_up):
        if type(card) is not Card:
            raise TypeError(f"a hand is of Cards, as parse_cards('KS 7H') gives them, not of {card!r}")
    if not isinstance(score, tuple) or [type(points) for points in score] != [int, int]:
        raise TypeError(f"a score is a pair of whole numbers, such as (2, 3), not {score!r}")
    if len(cards) != 5 or len({*cards, turn_up}) != 6:
        raise HandError("a hand is five different cards, and the turn-up a sixth")
    if not all(0 <= points < rules.points for points in score):
        raise HandError(f"before a deal each player has from 0 to {rules.points - 1} points")
    unseen = [card for card in PACK if card not in cards and card is not turn_up]
    one, two = (cards, unseen[:5]) if elder else (unseen[:5], cards)
    packets = rules.packets or Distribution.THREE_TWO
    size = 3 if packets is Distribution.THREE_TWO else 2
    pack = (*one[:size], *two[:size], *one[size:], *two[size:], turn_up, *unseen[5:])
    state = state_at_start(GameStarted(rules, Seat.SOUTH if elder else Seat.NORTH), score)
    state = apply_deal(state, pack, packets)
    if not elder and state.turn is Seat.SOUTH:
        state = apply(state, Seat.SOUTH, Propose())
    return player_view(state, Seat.NORTH)


def _moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Returns the legal moves or, in a salon, those that the player may try."""
    return legal_moves(state, seat) if state.salon is None else conduct_of(state).offered(state, seat)


def _discard_bounds(state: State, seat: Seat) -> tuple[int, int] | None:
    discarding = state.turn is seat and state.phase in DISCARD_PHASES and state.due is None
    return discard_bounds(state) if discarding else None


def _salon(state: State) -> SalonView | None:
    salon = state.salon
    if salon is None:
        return None
    north, south = (cards_of(salon.shown[seat.index] & state.hand(seat)) for seat in Seat)
    return SalonView(
        named=salon.named,
        bound=salon.bound,
        shown=(north, south),
        penalised=salon.penalised,
        tries=salon.tries,
        stood=salon.stood,
        hand_over=state.phase is not Phase.STANDING or state.scored is not None,
    )


def _places(state: State, seat: Seat) -> tuple[Card | None, ...]:
    deal, hand = state.deal, state.hand(seat)
    if deal is None:
        return (None,) * 5
    return tuple(card if hand & card.bit else None for card in deal.places[seat.index])


def _tricks(state: State) -> tuple[Trick, ...]:
    deal, played = state.deal, state.played
    if deal is None:
        return ()
    if state.salon is not None:
        return tuple(Trick(*trick) for trick in conduct_of(state).tricks(state.salon, deal))
    tricks = []
    leader = deal.elder
    for lead, reply in zip(played[::2], played[1::2], strict=False):
        winner = leader.other if reply_wins(lead, reply, deal.trump) else leader
        tricks.append(Trick(leader, lead, reply, winner))
        leader = winner
    if len(played) % 2:
        tricks.append(Trick(leader, played[-1], None, None))
    return tuple(tricks)
