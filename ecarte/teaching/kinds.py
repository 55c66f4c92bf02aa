"""Names the kinds of decisions that a player makes."""

from __future__ import annotations

from enum import Enum, unique

from ecarte.game import Phase, PlayerView

__all__ = ["DecisionKind", "kind_of"]


@unique
class DecisionKind(Enum):
    """What a player decides."""

    PROPOSE = "propose"
    """Whether to propose an exchange, or to play."""
    ANSWER = "answer"
    """Whether to accept a proposal."""
    DISCARD = "discard"
    """Which cards to exchange."""
    LEAD = "lead"
    """Which card to lead."""
    REPLY = "reply"
    """Which card to reply with."""
    KING = "king"
    """Whether to announce the king."""


def kind_of(view: PlayerView, *, king: bool = True) -> DecisionKind:
    """Returns what the player of a view has to decide now.

    Args:
        view: the view of the seat to act.
        king: which decision to name if the seat may announce the king before it plays a card. True: the announcement.
            False: the card.
    """
    game = view.public
    if king and view.may_announce and game.phase is Phase.PLAY:
        return DecisionKind.KING
    match game.phase:
        case Phase.PROPOSE:
            return DecisionKind.PROPOSE
        case Phase.ANSWER:
            return DecisionKind.ANSWER
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            return DecisionKind.DISCARD
        case _:
            return DecisionKind.REPLY if game.tricks and game.tricks[-1].reply is None else DecisionKind.LEAD
