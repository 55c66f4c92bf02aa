"""What a seat at a guided table knows of the cards, drawn from its view and from nothing else.

Besides what lies open, a reply tells what its player does not hold, for he must follow and win where he can
(treatise, pp. 32-33), and silence tells that he has not the king of trumps, once it is too late to announce it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from ecarte.game import WHOLE_PACK, Card, Phase, PlayerView, Rank, Suit, king_of, mask_of
from ecarte.odds import Holding, Role

__all__ = ["Knowledge", "Stance", "knowledge_of"]


@unique
class Stance(Enum):
    """What the adversary has shown of his five cards by proposing or not, refusing or changing cards."""

    SILENT = "silent"
    """He has done nothing yet."""
    STOOD = "stood"
    """He led without proposing, or refused the first proposal: he pays two if he loses."""
    PROPOSED = "proposed"
    """He asked for cards and was refused them, or is still to be answered."""
    CHANGED = "changed"
    """He has changed cards, and would have changed more."""
    CONTENT = "content"
    """He has changed cards, and then would have no more exchanged."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What one seat knows. Cards are masks; `his` is the adversary's, `my` the seat's own.

    - `hand`: the own cards; `unseen`: those that he may hold; `sure`: those that he holds for certain, of these
    - `led`: the card to be replied to; `count`: how many cards he has in hand
    - `own_tricks`, `opponent_tricks`, `own_score`, `opponent_score`, `points`: as they stand; `points` win the game
    - `own_pays`, `opponent_pays`: who pays two if he loses the point (Law 49); an elder hand who has not proposed would
    - `marked`: the king of trumps has been marked in this deal, by whomever
    - `silent_king`: the king of trumps is among `unseen`, but he would hardly have kept silent with it
    - `may_mark`: he may still announce the king, if he has it; `king_safe`: he cannot have it nor take it in
    - `changed`: how many cards he took in his last exchange, None if he changed none
    - `opponent_first_lead`: the card that he led to the first trick, if he did
    - `led_suits`: the plain suits that the seat has led in this deal, in their order
    - `rounds`: how often cards were exchanged; `talon`: cards left to give; `asked`: as in the view
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

    @property
    def is_elder(self) -> bool:
        """Whether the seat is the elder hand."""
        return self.role is Role.ELDER

    @property
    def dead(self) -> int:
        """The cards that are neither in the own hand nor possibly in his."""
        return WHOLE_PACK & ~(self.hand | self.unseen)

    @property
    def as_elder(self) -> Holding:
        """The hand of five as a holding of the elder hand's, whosever it is."""
        return Holding(self.hand, self.turn_up, Role.ELDER, self.dead)

    @property
    def king(self) -> Card:
        """The king of trumps."""
        return king_of(self.trump)

    @property
    def has_king(self) -> bool:
        """Whether the king of trumps is in the own hand."""
        return self.hand & self.king.bit != 0


def knowledge_of(view: PlayerView) -> Knowledge:
    """What `view` tells its seat. Raises `ValueError` where no hand is being played."""
    public, me, he = view.public, view.seat, view.seat.other
    if public.turn_up is None or public.trump is None or public.dealer is None:
        raise ValueError("no card has been dealt")
    trump, king = public.trump, king_of(public.trump)
    hand = mask_of(card for card in view.places if card is not None)
    played = [(trick.leader, trick.lead, trick.reply) for trick in public.tricks]
    mine = he_played = 0
    for leader, lead, reply in played:
        pair = (lead.bit, 0 if reply is None else reply.bit)
        mine |= pair[leader is he]
        he_played |= pair[leader is me]
    unseen = WHOLE_PACK & ~(hand | mine | he_played | mask_of(view.discarded) | public.turn_up.bit)
    for leader, lead, reply in played:
        if leader is me and reply is not None:
            unseen &= ~_denied(lead, reply, trump)
    marked = public.king
    sure = 0
    if marked is not None:
        if marked.seat is he and public.turn_up.rank is not Rank.KING and not he_played & king.bit:
            sure = king.bit
        elif marked.seat is me:
            unseen &= ~king.bit
    may_mark = marked is None and not he_played
    roles = {public.dealer: Role.DEALER, public.dealer.other: Role.ELDER}
    unproposed = public.phase is Phase.PROPOSE and not public.proposals
    last = public.tricks[-1] if public.tricks else None
    rounds = [(pair if roles[he] is Role.ELDER else pair[::-1])[0] for pair in public.rounds]
    return Knowledge(
        role=roles[me],
        trump=trump,
        turn_up=public.turn_up,
        hand=hand,
        unseen=unseen,
        sure=sure,
        count=public.held[he.index],
        led=last.lead if last is not None and last.reply is None and last.leader is he else None,
        own_tricks=public.taken[me.index],
        opponent_tricks=public.taken[he.index],
        own_score=public.score[me.index],
        opponent_score=public.score[he.index],
        points=public.rules.points,
        own_pays=public.vulnerable is me or (roles[me] is Role.ELDER and unproposed),
        opponent_pays=public.vulnerable is he,
        marked=marked is not None,
        silent_king=marked is None and not may_mark and bool(unseen & king.bit),
        may_mark=may_mark,
        king_safe=not unseen & king.bit,
        stance=_stance(view, roles[he]),
        changed=rounds[-1] if rounds else None,
        opponent_first_lead=played[0][1] if played and played[0][0] is he else None,
        led_suits=tuple(lead.suit for leader, lead, _ in played if leader is me and lead.suit is not trump),
        rounds=len(rounds),
        talon=public.talon,
        asked=public.asked,
    )


def _denied(lead: Card, reply: Card, trump: Suit) -> int:
    """What he who gave this reply cannot have held."""
    if reply.suit is lead.suit:
        return 0 if lead.higher & reply.bit else lead.higher
    return lead.suit.mask | (0 if reply.suit is trump else trump.mask)


def _stance(view: PlayerView, his: Role) -> Stance:
    public = view.public
    if public.vulnerable is view.seat.other:
        return Stance.STOOD
    if public.rounds:
        unanswered = public.proposals > len(public.rounds)
        if public.phase is not Phase.PLAY:
            return Stance.CHANGED
        # Without a refusal the elder hand led of his own will; after one, the dealer was content.
        return Stance.CONTENT if unanswered is (his is Role.DEALER) else Stance.CHANGED
    if public.proposals and his is Role.ELDER:
        return Stance.PROPOSED
    return Stance.SILENT
