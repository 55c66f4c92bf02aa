"""The position of a puzzle as a text. Makes the text from the view of the seat to act, and turns it into a view again.

    elder 2-3 KS; QC JC 8C 7D 8H; -; propose, refuse

1. The role of the solver, the points of the solver and of the opponent before the deal, the turn-up.
2. The five cards of the solver: those at the beginning of the play or, before the play, those in hand.
3. The cards that the solver has discarded; `-` for none.
4. The moves since the deal, as `ecarte.notation` writes them. An exchange is two numbers, the elder's first (`3-2`); a
   number alone is a discard of the elder that the dealer has not answered.

The text has no card that the solver cannot know, because it is made from the solver's `PlayerView`. To show the
position again, `view_of` gives the opponent any hand that the opponent's moves allow; the view does not depend on that
hand. Suits are renamed in one fixed way, and the seat of the solver is not named. So positions that differ only in the
names of their suits, or in that seat, have the same text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from ecarte.game import (
    PACK,
    Card,
    Discard,
    EcarteError,
    KingFrom,
    Move,
    Phase,
    Play,
    PlayerView,
    PublicView,
    Seat,
    Suit,
    cards_of,
    king_of,
    mask_of,
    parse_cards,
    player_view,
    replies,
)
from ecarte.teaching.position import ME, OPPONENT, Setup, stand

Suits: TypeAlias = Mapping[Suit, Suit]
"""For each suit of a view, the suit that replaces it in the text. So positions that differ only in the names of their
suits have the same text.
"""

_SUITS: Final = tuple(dict(zip(Suit, order, strict=True)) for order in permutations(Suit))
_PART, _MOVE, _NONE = "; ", ", ", "-"
_SAID: Final = frozenset({"propose", "accept", "refuse", "king"})
_HAND: Final = 5


class Canonical(NamedTuple):
    """The text of a position, and how its suits were renamed.

    Attributes:
        text: the position.
        suits: for each suit of the view, the suit that replaces it in the text.
    """

    text: str
    suits: Suits

    def card(self, card: Card) -> Card:
        """Returns a card of the view with the suit that it has in the text."""
        return Card(card.rank, self.suits[card.suit])

    def move(self, move: Move) -> Move:
        """Returns a move of the view with the suits that its cards have in the text."""
        match move:
            case Play(card=card):
                return Play(self.card(card))
            case Discard():
                return Discard(self.card(card) for card in move)
            case _:
                return move


def canonical(view: PlayerView) -> Canonical | None:
    """Returns the text of the position that a view shows, or None if the text cannot describe it.

    The text cannot describe a view before a deal or in a salon; a view in which the seat plays a card and may announce
    the king first (that is another decision); and a view after a move for which the text has no word, such as an
    acceptance on condition.
    """
    public = view.public
    if public.turn is not view.seat or public.salon is not None or public.scored is not None:
        return None
    if view.may_announce and public.phase is Phase.PLAY:
        return None
    # Every position has one least text, whatever its suits are called. The digest of that text chooses the names of the
    # suits, so that trumps are not always of the same suit.
    first = min(_text(view, suits) for suits in _SUITS)
    named = _SUITS[int.from_bytes(sha256(key_of(first).encode()).digest()[:4], "big") % len(_SUITS)]
    least = next(suits for suits in _SUITS if _text(view, suits) == first)
    suits = {suit: named[least[suit]] for suit in Suit}
    text = _text(view, suits)
    return Canonical(text, suits) if _is_told(view, text) else None


def key_of(text: str) -> str:
    """Returns the part of a position's text by which puzzles are told apart: role, score, turn-up and hand. No two
    puzzles share it.
    """
    return _PART.join(text.split(_PART)[:2])


@lru_cache(maxsize=256)
def view_of(text: str) -> PlayerView:
    """Returns what the solver sees in a position. The solver sits South; the hand is sorted, trumps first.

    Raises:
        ValueError: the text is no position, or the position breaks a law.
    """
    try:
        head, hand, out, *moves = text.split(_PART)
        position = _Position.read(head, hand, out, moves)
        view = player_view(stand(position.setup()), ME)
    except (EcarteError, IndexError) as error:
        raise ValueError("the text is no position of a puzzle") from error
    trump = position.turn_up.suit
    held = sorted(view.hand, key=lambda card: (card.suit is not trump, PACK.index(card)))
    return replace(view, places=(*held, *[None] * (_HAND - len(held))))


def _text(view: PlayerView, suits: Suits) -> str:
    """Returns the text of a position with its suits renamed."""

    def card(card: Card) -> str:
        return Card(card.rank, suits[card.suit]).text

    def cards(mask: int) -> str:
        named = mask_of(Card(card.rank, suits[card.suit]) for card in cards_of(mask))
        return " ".join(card.text for card in cards_of(named)) or _NONE

    public, me = view.public, view.seat
    assert public.turn_up is not None
    own = [trick.lead if trick.leader is me else trick.reply for trick in public.tricks]
    five = mask_of([*view.hand, *[card for card in own if card is not None]])
    king = None if public.king is None else public.king.seat
    before = (points - (seat is king) for points, seat in zip(public.score, Seat, strict=True))
    score = dict(zip(Seat, before, strict=True))
    role = "elder" if public.elder is me else "dealer"
    head = f"{role} {score[me]}-{score[me.other]} {card(public.turn_up)}"
    played = [move if move in _SAID else card(Card.parse(move)) for move in _play(public)]
    moves = _MOVE.join([*_exchanges(public), *played])
    return _PART.join([head, cards(five), cards(mask_of(view.discarded)), *([moves] if moves else [])])


def _exchanges(public: PublicView) -> list[str]:
    moves = [move for elder, dealer in public.rounds for move in ("propose", "accept", f"{elder}-{dealer}")]
    match public.phase:
        case Phase.ANSWER:
            return [*moves, "propose"]
        case Phase.ELDER_DISCARD:
            return [*moves, "propose", "accept"]
        case Phase.DEALER_DISCARD:
            return [*moves, "propose", "accept", str(public.asked)]
        case Phase.PLAY if public.proposals > len(public.rounds):
            return [*moves, "propose", "refuse"]
        case _:
            return moves


def _play(public: PublicView) -> list[str]:
    """Returns the cards played as texts, in order. An announced king comes before the first card of the seat that
    announced it.
    """
    played: list[tuple[Seat, Card]] = []
    for trick in public.tricks:
        played.append((trick.leader, trick.lead))
        if trick.reply is not None:
            played.append((trick.leader.other, trick.reply))
    moves = [card.text for _, card in played]
    if public.king is not None and public.king.how is KingFrom.ANNOUNCED:
        seats = [seat for seat, _ in played]
        moves.insert(seats.index(public.king.seat) if public.king.seat in seats else len(moves), "king")
    return moves


def _is_told(view: PlayerView, text: str) -> bool:
    """Returns whether reading the text gives the position of the view again."""
    try:
        again = view_of(text)
    except ValueError:
        return False
    return _facts(view) == _facts(again)


def _facts(view: PlayerView) -> tuple[object, ...]:
    """Returns what must be equal in a view and in the view that its text gives. The names of suits and seats need not
    be.
    """
    public, me = view.public, view.seat
    pays = None if public.vulnerable is None else public.vulnerable is me
    score, held = (pair if me is Seat.NORTH else pair[::-1] for pair in (public.score, public.held))
    return public.phase, public.turn is me, pays, score, held, public.talon, view.discard_bounds, view.may_announce


@dataclass(frozen=True, slots=True)
class _Position:
    """A position as its text describes it.

    Attributes:
        deals: whether the solver deals.
        score: the points of the solver and of the opponent before the deal.
        turn_up: the eleventh card.
        five: the solver's cards at the beginning of the play or, before the play, those in hand.
        out: the solver's discards.
        moves: the moves since the deal.
    """

    deals: bool
    score: tuple[int, int]
    turn_up: Card
    five: tuple[Card, ...]
    out: tuple[Card, ...]
    moves: tuple[str, ...]

    @classmethod
    def read(cls, head: str, hand: str, out: str, moves: Sequence[str]) -> _Position:
        role, score, turn_up = head.split(" ")
        mine, theirs = map(int, score.split("-"))
        if role not in ("elder", "dealer"):
            raise ValueError(f"{role!r} is no role")
        discards = () if out == _NONE else parse_cards(out)
        listed = tuple(_MOVE.join(moves).split(_MOVE)) if moves else ()
        return cls(role == "dealer", (mine, theirs), Card.parse(turn_up), parse_cards(hand), discards, listed)

    def setup(self) -> Setup:
        """Returns a deal that leads to this position, with some hand that the opponent may have."""
        rounds = [tuple(map(int, move.split("-"))) for move in self.moves if "-" in move]
        numbers = [(pair[1], pair[0]) if self.deals else (pair[0], pair[1]) for pair in rounds]
        theirs = self._opponents_five()
        unused = [card for card in PACK if card not in (*self.five, *self.out, *theirs, self.turn_up)]
        mine, own = _backwards(self.five, [own for own, _ in numbers], list(self.out))
        other, others = _backwards(theirs, [other for _, other in numbers], unused)
        talon: list[Card] = []
        texts: list[str] = []
        exchanges = iter(zip(own, others, strict=True))
        for move in self.moves:
            if "-" in move:
                pair = next(exchanges)
                for exchange in reversed(pair) if self.deals else pair:
                    talon += exchange.drawn
                    texts.append(_discard(exchange.out))
            else:
                # Cards from the end are discarded: those of which nothing is known come last, after an announced king.
                texts.append(_discard(theirs[_HAND - int(move) :]) if move.isdecimal() else move)
        return Setup(
            _written(mine),
            _written(other),
            self.turn_up.text,
            ME if self.deals else OPPONENT,
            self.score,
            _written(talon),
            tuple(texts),
        )

    def _opponents_five(self) -> tuple[Card, ...]:
        """Returns five cards that the opponent may have had at the beginning of the play: those played, and others
        that fit.
        """
        order = _cards_in(self.moves)
        played = [card for card in order if card not in self.five]
        trump, king = self.turn_up.suit, king_of(self.turn_up.suit)
        known = [king] if "king" in self.moves and king not in (*self.five, *played) else []
        pairs = [
            (lead, reply)
            for lead, reply in zip(order[::2], order[1::2], strict=False)
            if lead in self.five and reply in played
        ]
        possible = [
            card
            for card in PACK
            if card not in (*self.five, *self.out, *played, *known, self.turn_up)
            and all(Play(reply) in replies(card.bit | reply.bit, lead, trump) for lead, reply in pairs)
        ]
        # The king comes last: most opponents would have announced it.
        possible.sort(key=lambda card: card is king)
        return (*played, *known, *possible)[:_HAND]


class _Exchange(NamedTuple):
    out: tuple[Card, ...]
    drawn: tuple[Card, ...]


def _backwards(
    five: Sequence[Card], numbers: Sequence[int], out: list[Card]
) -> tuple[tuple[Card, ...], list[_Exchange]]:
    """Returns a hand as it may have been dealt, and exchanges that lead from it to these five cards.

    Args:
        five: the cards after the exchanges.
        numbers: how many cards each exchange took.
        out: cards that may have been discarded. The function removes those that it uses.
    """
    hand, exchanges = tuple(five), list[_Exchange]()
    for number in reversed(numbers):
        discards = tuple(out.pop() for _ in range(number))
        exchanges.insert(0, _Exchange(discards, hand[:number]))
        hand = (*discards, *hand[number:])
    return hand, exchanges


def _cards_in(moves: Sequence[str]) -> list[Card]:
    return [Card.parse(move) for move in moves if len(move) == 2 and move[1].isalpha()]


def _written(cards: Sequence[Card]) -> str:
    return " ".join(card.text for card in cards)


def _discard(cards: Sequence[Card]) -> str:
    return " ".join(("discard", *(card.text for card in cards)))
