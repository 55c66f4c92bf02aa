"""The salon player, a level of the house: plays by Cavendish's rules as written, and by nothing else.

The salon player plays the jeux de règle without proposing (pp. 48-55), refuses on the hands of pp. 55-57, discards all
cards except trumps and kings (p. 39), and leads and replies by the hints and the illustrative hands. The book never
decides by chance, so each answer is one move.
"""

from __future__ import annotations

from typing import assert_never

from ecarte.ai.hand_shape import JACK, Shape, shape_of
from ecarte.ai.knowledge import Knowledge, knowledge_of
from ecarte.ai.players.book_cards import book_lead, book_reply
from ecarte.ai.players.book_exchange import book_discard, is_time_to_announce
from ecarte.ai.players.book_rules import guards, refused_on, stood_on
from ecarte.ai.players.player import Weights
from ecarte.game import Accept, AnnounceKing, Move, Phase, Play, PlayerView, Propose, Rank, Refuse, surely_wins
from ecarte.odds import jeu_of


def salon(view: PlayerView) -> Weights:
    """Returns the move that Cavendish's rules make in a view, with the chance 1 (`ecarte.ai.players.player`)."""
    moves = view.legal_moves
    if not moves:
        return {}
    knowledge = knowledge_of(view)
    shape = shape_of(knowledge.hand, knowledge.trump)
    if view.public.turn is not view.seat:
        return {AnnounceKing(): 1.0} if is_time_to_announce(knowledge, playing=False) else {}
    if len(moves) == 1:
        return {moves[0]: 1.0}
    move: Move
    match view.public.phase:
        case Phase.PROPOSE if book_proposes(knowledge, shape):
            move = Propose()
        case Phase.PROPOSE | Phase.PLAY:
            move = Play(book_lead(knowledge) if knowledge.led is None else book_reply(knowledge))
        case Phase.ANSWER:
            move = Refuse() if book_refuses(knowledge, shape) else Accept()
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            assert view.discard_bounds is not None
            move = book_discard(shape, *view.discard_bounds)
        case Phase.CUT | Phase.DEAL | Phase.STANDING | Phase.OVER:
            return {}
        case _:
            assert_never(view.public.phase)
    if view.may_announce and AnnounceKing() in moves and is_time_to_announce(knowledge, playing=type(move) is Play):
        move = AnnounceKing()
    return {move: 1.0}


def book_proposes(knowledge: Knowledge, shape: Shape) -> bool:
    """Returns whether an elder who plays by the book proposes, now that they may propose or lead."""
    king_turned = knowledge.turn_up.rank is Rank.KING
    against_four = knowledge.points - knowledge.opponent_score == 1
    sure = surely_wins(knowledge.hand, knowledge.unseen, knowledge.trump, 3)
    if knowledge.rounds:
        # Hint 9 c, p. 41, and Hint 10: do not propose with an even chance; that takes a better hand than at first.
        return _for_the_vole(knowledge, shape) if sure else jeu_of(knowledge.as_elder) is None and guards(shape) < 3
    if sure and (shape.has_king or (king_turned and against_four)):
        # Hint 9 a, p. 41, and 23, p. 46: propose for the chance of a refusal, or of the vole.
        return any(rank > JACK for rank in shape.plain_ranks)
    return not stood_on(shape, jeu_of(knowledge.as_elder), king_turned=king_turned, against_four=against_four)


def _for_the_vole(knowledge: Knowledge, shape: Shape) -> bool:
    """Returns whether to propose for the vole: the king of trumps and a certain point, and weak single cards (Hint 9
    c).
    """
    weak = sum(len(suit) == 1 and suit.top > JACK for suit in shape.plain)
    return shape.has_king and weak > 0 and knowledge.points - knowledge.own_score > 1


def book_refuses(knowledge: Knowledge, shape: Shape) -> bool:
    """Returns whether a dealer who plays by the book refuses the elder's proposal."""
    if knowledge.rounds:
        # Only the first refusal has a penalty. For later ones the book has only the rule of Hint 12, p. 42.
        return guards(shape) >= 3 and not shape.has_king
    return refused_on(
        shape,
        jeu_of(knowledge.as_elder),
        king_turned=knowledge.turn_up.rank is Rank.KING,
        against_four=knowledge.points - knowledge.opponent_score == 1,
        four_to_three=knowledge.points - knowledge.own_score == 1 and knowledge.points - knowledge.opponent_score == 2,
    )
