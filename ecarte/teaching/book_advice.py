"""Finds what Cavendish's book does at a decision, with the page and the rule; or None where the book is silent.

On leads the book has positions (`book_positions`) and rules (`book_leads`), on replies only two positions. On the
exchange, this module reads the lists of the book as the salon player does (`ecarte.ai.players.book_rules`), except for
one hand of p. 57. It does not judge whether the book is right; `ecarte.ai.move_values` does. Source: Cavendish, *The
Laws of Écarté*, 1886, pp. 38-71.
"""

from __future__ import annotations

from typing import Final, assert_never

from ecarte.ai import (
    Knowledge,
    Shape,
    better_silent,
    book_discard,
    book_proposes,
    book_refuses,
    guards,
    knowledge_of,
    refused_on,
    shape_of,
    stood_on,
)
from ecarte.game import Accept, AnnounceKing, Card, Move, Phase, Play, PlayerView, Propose, Rank, Refuse, surely_wins
from ecarte.odds import jeu_of
from ecarte.teaching.book_leads import first_lead, lead_advice
from ecarte.teaching.book_positions import advice_on_position
from ecarte.teaching.book_reasons import BookAdvice, BookRule

_AFTER_AN_EXCHANGE: Final = "41-42"


def book_advice(view: PlayerView) -> BookAdvice | None:
    """Returns the move that the book makes in a view, and why. None if the book is silent.

    The book's advice on announcing the king is separate (`book_advice_on_the_king`).

    Raises:
        ValueError: the seat has nothing to decide.
    """
    knowledge = knowledge_of(view)
    shape = shape_of(knowledge.hand, knowledge.trump)
    match view.public.phase:
        case Phase.PROPOSE:
            return _proposal(view, knowledge, shape)
        case Phase.ANSWER:
            return _answer(knowledge, shape)
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            return _discard(view, shape)
        case Phase.PLAY:
            if advice := advice_on_position(view, knowledge):
                return advice
            return None if knowledge.led is not None else lead_advice(view, knowledge)
        case Phase.CUT | Phase.DEAL | Phase.STANDING | Phase.OVER:
            raise ValueError("no hand is being played")
        case _:
            assert_never(view.public.phase)


def book_advice_on_the_king(view: PlayerView, card: Card) -> BookAdvice:
    """Returns whether the book announces the king before the seat plays `card`, and why.

    The move of the advice is the announcement or, if the book would not announce, the play of `card`.
    """
    if better_silent(knowledge_of(view)):
        return BookAdvice(Play(card), "47", BookRule.SILENCE)
    return BookAdvice(AnnounceKing(), "38", BookRule.KING)


def _proposal(view: PlayerView, knowledge: Knowledge, shape: Shape) -> BookAdvice:
    if position := advice_on_position(view, knowledge):
        return position
    jeu = jeu_of(knowledge.as_elder)
    proposes = book_proposes(knowledge, shape)
    move: Move = Propose() if proposes else first_lead(shape, knowledge).move
    if surely_wins(knowledge.hand, knowledge.unseen, knowledge.trump, 3):
        rule = BookRule.CERTAIN_AGAIN if knowledge.rounds else BookRule.CERTAIN_PROPOSE
        return BookAdvice(move, "41", rule if proposes else BookRule.CERTAIN_PLAY)
    if knowledge.rounds:
        if proposes:
            return BookAdvice(move, _AFTER_AN_EXCHANGE, BookRule.ASK_AGAIN)
        if guards(shape) >= 3 or jeu is None:
            return BookAdvice(move, _AFTER_AN_EXCHANGE, BookRule.HELD)
        return BookAdvice(move, "41", BookRule.HELD_JEU, jeu)
    king_turned = knowledge.turn_up.rank is Rank.KING
    if not proposes and not stood_on(shape, jeu, king_turned=king_turned, against_four=False):
        return BookAdvice(move, "46", BookRule.EVEN_CHANCE)
    if jeu is None:
        return BookAdvice(move, "48-54", BookRule.NO_JEU)
    if not proposes:
        return BookAdvice(move, str(jeu.page), BookRule.JEU, jeu)
    if shape.has_king or king_turned:
        return BookAdvice(move, str(jeu.page), BookRule.JEU_WITH_KING, jeu)
    return BookAdvice(move, "53", BookRule.JEU_LOW_GUARDS, jeu)


def _answer(knowledge: Knowledge, shape: Shape) -> BookAdvice:
    refuses = book_refuses(knowledge, shape)
    if knowledge.rounds:
        if refuses:
            return BookAdvice(Refuse(), "42", BookRule.REFUSE_HELD)
        guarded = guards(shape) >= 3
        return BookAdvice(Accept(), "42", BookRule.GIVE_WITH_KING if guarded else BookRule.GIVE_NOT_HELD)
    if _is_king_beside_guarded_queen(shape):
        return BookAdvice(Refuse(), "57", BookRule.REFUSE)
    if not refuses:
        return BookAdvice(Accept(), "55-57", BookRule.GIVE)
    if refused_on(shape, jeu_of(knowledge.as_elder), king_turned=False, against_four=False):
        return BookAdvice(Refuse(), "55-57", BookRule.REFUSE)
    return BookAdvice(Refuse(), "46-47", BookRule.REFUSE_LIGHT)


def _is_king_beside_guarded_queen(shape: Shape) -> bool:
    """Returns whether the hand is one of p. 57, of which the book says "the hand should be played".

    It has one trump, and a plain king and queen of different suits, one of which has two guards.
    """
    if len(shape.trumps) != 1 or shape.has_king or shape.lengths != (3, 1):
        return False
    return {shape.plain[0].top, shape.plain[1].top} == {Rank.KING.index, Rank.QUEEN.index}


def _discard(view: PlayerView, shape: Shape) -> BookAdvice | None:
    if view.discard_bounds is None:
        raise ValueError("it is the opponent's turn")
    discard = book_discard(shape, *view.discard_bounds)
    kept = len(shape.trumps) + shape.plain_ranks.count(Rank.KING.index)
    cards = len(shape.trumps) + len(shape.plain_ranks)
    # The book discards everything except trumps and kings. It is silent if fewer cards may go, or more cards must.
    return BookAdvice(discard, "39", BookRule.DISCARD) if len(discard) == cards - kept else None
