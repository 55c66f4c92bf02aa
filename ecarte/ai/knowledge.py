"""What a seat at a guided table knows about the cards, computed from its view alone.

A reply shows which cards its player lacks, since players must follow suit and win the trick if they can (treatise, pp.
32-33). When the time to announce the king of trumps has passed, silence suggests that the player lacks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from ecarte.game import WHOLE_PACK, Card, Phase, PlayerView, Rank, Suit, king_of, mask_of
from ecarte.odds import Holding, Role


@unique
class Stance(Enum):
    """What the opponent's decisions before the play suggest about their five cards."""

    SILENT = "silent"
    """The opponent has made no decision yet."""
    STOOD = "stood"
    """The opponent led without proposing, or refused the first proposal. If they lose the deal, it costs two points."""
    PROPOSED = "proposed"
    """The opponent proposed, and was refused or waits for the answer."""
    CHANGED = "changed"
    """The opponent took new cards, and wanted more: they proposed again, or accepted the last proposal."""
    CONTENT = "content"
    """The opponent took new cards and wanted no more: they led, or refused the next proposal."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What one seat knows about the deal. Sets of cards are masks.

    Attributes:
        role: the role of the seat.
        trump: the trump suit.
        turn_up: the eleventh card.
        hand: the cards in the seat's hand.
        unseen: the cards that the opponent may hold.
        sure: those of the unseen cards that the opponent certainly holds.
        count: the number of cards in the opponent's hand.
        led: the card to which the seat has to reply, or None.
        own_tricks, opponent_tricks: the tricks won so far.
        own_score, opponent_score: the current points.
        points: the score that wins the game.
        own_pays, opponent_pays: whether the other side scores two points if this side loses the deal (Law 49).
            `own_pays` is also true for an elder who has not proposed yet, because it becomes true if they lead now.
        marked: whether the king of trumps has been marked in this deal, by either side.
        silent_king: whether the king of trumps is unseen although the opponent would probably have announced it.
        may_mark: whether the opponent may still announce the king.
        king_safe: whether the opponent neither has the king of trumps nor can draw it.
        stance: what the opponent decided before the play.
        changed: the number of cards that the opponent took in the last exchange, or None.
        opponent_first_lead: the opponent's first card if they led the first trick, else None.
        led_suits: the plain suits that the seat has led in this deal, in order.
        rounds: the number of exchanges.
        talon: the number of cards in the talon.
        asked: during an exchange, how many cards the elder has discarded; else None.
        five: the seat's five cards at the beginning of the play.
        played: the cards played by both sides, in order.
    """

    role: Role
    trump: Suit
    turn_up: Card
    hand: int
    unseen: int
    sure: int
    count: int
    led: Card | None
    own_tricks: int
    opponent_tricks: int
    own_score: int
    opponent_score: int
    points: int
    own_pays: bool
    opponent_pays: bool
    marked: bool
    silent_king: bool
    may_mark: bool
    king_safe: bool
    stance: Stance
    changed: int | None
    opponent_first_lead: Card | None
    led_suits: tuple[Suit, ...]
    rounds: int
    talon: int
    asked: int | None
    five: int
    played: tuple[Card, ...]

    @property
    def is_elder(self) -> bool:
        """True if the seat is the elder of this deal."""
        return self.role is Role.ELDER

    @property
    def dead(self) -> int:
        """The cards that neither player can hold any more: those played, the seat's own discards, and the turn-up (a
        mask).
        """
        return WHOLE_PACK & ~(self.hand | self.unseen)

    @property
    def as_elder(self) -> Holding:
        """The seat's hand as `Holding`, with the role of the elder even if the seat deals."""
        return Holding(self.hand, self.turn_up, Role.ELDER, self.dead)

    @property
    def as_dealt(self) -> bool:
        """True if the house chooses the next card by the table of hands as dealt (`ecarte.ai.cards.dealt`).

        There must have been no exchange. A lead after a refused proposal is excluded, because both players' decisions
        then tell something about their hands. In addition, one of these must be true:

        - The seat was dealt the king of trumps, or the king is the turn-up.
        - The card is the elder's first lead. An announcement by the dealer before it changes nothing.
        - The opponent may hold the king, but has not announced it in time (`silent_king`). The table then treats the
          king like any other card, although most opponents would have announced it. Playouts show that the table is
          nevertheless better than the search.
        """
        has_king = bool((self.five | self.turn_up.bit) & self.king.bit)
        any_hands = not self.rounds and not (self.refused and self.led is None)
        return any_hands and (has_king or self.silent_king or (self.is_elder and not self.played))

    @property
    def refused(self) -> bool:
        """True if the dealer has refused the first proposal, or has yet to answer it."""
        return not self.rounds and self.stance is (Stance.STOOD if self.is_elder else Stance.PROPOSED)

    @property
    def king(self) -> Card:
        """The king of trumps."""
        return king_of(self.trump)

    @property
    def has_king(self) -> bool:
        """True if the seat holds the king of trumps."""
        return self.hand & self.king.bit != 0


def knowledge_of(view: PlayerView) -> Knowledge:
    """Computes what the seat of a view knows. Raises `ValueError` unless a deal is in progress."""
    public, me, opponent = view.public, view.seat, view.seat.other
    if public.turn_up is None or public.trump is None or public.dealer is None:
        raise ValueError("no card has been dealt")
    trump, king = public.trump, king_of(public.trump)
    hand = mask_of(view.hand)
    played = [(trick.leader, trick.lead, trick.reply) for trick in public.tricks]
    own_cards = opponent_cards = 0
    for leader, lead, reply in played:
        pair = (lead.bit, 0 if reply is None else reply.bit)
        own_cards |= pair[leader is opponent]
        opponent_cards |= pair[leader is me]
    unseen = WHOLE_PACK & ~(hand | own_cards | opponent_cards | mask_of(view.discarded) | public.turn_up.bit)
    for leader, lead, reply in played:
        if leader is me and reply is not None:
            unseen &= ~_excluded_cards(lead, reply, trump)
    marked = public.king
    sure = 0
    if marked is not None:
        if marked.seat is opponent and public.turn_up.rank is not Rank.KING and not opponent_cards & king.bit:
            sure = king.bit
        elif marked.seat is me:
            unseen &= ~king.bit
    may_mark = marked is None and not opponent_cards
    roles = {public.dealer: Role.DEALER, public.dealer.other: Role.ELDER}
    unproposed = public.phase is Phase.PROPOSE and not public.proposals
    last = public.tricks[-1] if public.tricks else None
    rounds = [(pair if roles[opponent] is Role.ELDER else pair[::-1])[0] for pair in public.rounds]
    return Knowledge(
        role=roles[me],
        trump=trump,
        turn_up=public.turn_up,
        hand=hand,
        unseen=unseen,
        sure=sure,
        count=public.held[opponent.index],
        led=last.lead if last is not None and last.reply is None and last.leader is opponent else None,
        own_tricks=public.taken[me.index],
        opponent_tricks=public.taken[opponent.index],
        own_score=public.score[me.index],
        opponent_score=public.score[opponent.index],
        points=public.rules.points,
        own_pays=public.vulnerable is me or (roles[me] is Role.ELDER and unproposed),
        opponent_pays=public.vulnerable is opponent,
        marked=marked is not None,
        silent_king=marked is None and not may_mark and bool(unseen & king.bit),
        may_mark=may_mark,
        king_safe=not unseen & king.bit,
        stance=_stance(view, roles[opponent]),
        changed=rounds[-1] if rounds else None,
        opponent_first_lead=played[0][1] if played and played[0][0] is opponent else None,
        led_suits=tuple(lead.suit for leader, lead, _ in played if leader is me and lead.suit is not trump),
        rounds=len(rounds),
        talon=public.talon,
        asked=public.asked,
        five=hand | own_cards,
        played=tuple(card for _, lead, reply in played for card in (lead, reply) if card is not None),
    )


def _excluded_cards(lead: Card, reply: Card, trump: Suit) -> int:
    """Returns the cards that a player who made this reply cannot have held."""
    if reply.suit is lead.suit:
        return 0 if lead.higher & reply.bit else lead.higher
    return lead.suit.mask | (0 if reply.suit is trump else trump.mask)


def _stance(view: PlayerView, role: Role) -> Stance:
    public = view.public
    if public.vulnerable is view.seat.other:
        return Stance.STOOD
    if public.rounds:
        unanswered = public.proposals > len(public.rounds)
        if public.phase is not Phase.PLAY:
            return Stance.CHANGED
        # If the last proposal was refused, the dealer was content. Otherwise the elder was content, and led.
        return Stance.CONTENT if unanswered is (role is Role.DEALER) else Stance.CHANGED
    if public.proposals and role is Role.ELDER:
        return Stance.PROPOSED
    return Stance.SILENT
