"""What the book does at a decision, with the page and the rule that say so.

The rules are those of the salon player (`ecarte.ai.players.book_rules`, `leads`, `manners`), whose code tells how
Cavendish is read where the book leaves a choice. The numbers say whether the book is right (`ecarte.ai.move_values`).
Source: Cavendish, *The Laws of Écarté*, 1886, pp. 38-57.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Final, assert_never

from ecarte.ai import (
    Knowledge,
    Shape,
    better_silent,
    book_discard,
    book_lead,
    book_proposes,
    book_refuses,
    book_reply,
    knowledge_of,
    shape_of,
)
from ecarte.game import Accept, AnnounceKing, Card, Move, Phase, Play, PlayerView, Propose, Refuse, surely_wins
from ecarte.odds import Jeu, jeu_of


@unique
class BookRule(Enum):
    """The rule of the book behind an advice."""

    REPLY = "reply"
    LATER_LEAD = "later-lead"
    FIRST_LEAD = "first-lead"
    DISCARD = "discard"
    KING = "king"
    SILENCE = "silence"
    CERTAIN_PROPOSE = "certain-propose"
    CERTAIN_PLAY = "certain-play"
    ASK_AGAIN = "ask-again"
    HELD = "held"
    """After an exchange, three suits held or guarded are enough to play."""
    JEU = "jeu"
    JEU_WITH_KING = "jeu-with-king"
    NO_JEU = "no-jeu"
    EVEN_CHANCE = "even-chance"
    REFUSE_HELD = "refuse-held"
    GIVE_NOT_HELD = "give-not-held"
    REFUSE = "refuse"
    GIVE = "give"


@dataclass(frozen=True, slots=True)
class BookAdvice:
    """What the book does: `pages` where it says so ("39", "44-45"), the `rule`, and `jeu` where that names one."""

    move: Move
    pages: str
    rule: BookRule
    jeu: Jeu | None = None


_AFTER_AN_EXCHANGE: Final = "41-42"


def book_advice(view: PlayerView) -> BookAdvice:
    """What the book does at this decision of the seat, announcing the king apart.

    Raises `ValueError` where the seat has nothing to decide.
    """
    knowledge = knowledge_of(view)
    shape = shape_of(knowledge.hand, knowledge.trump)
    match view.public.phase:
        case Phase.PROPOSE:
            return _proposal(knowledge, shape)
        case Phase.ANSWER:
            return _answer(knowledge, shape)
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            if view.discard_bounds is None:
                raise ValueError("it is the other's turn")
            return BookAdvice(book_discard(shape, *view.discard_bounds), "39", BookRule.DISCARD)
        case Phase.PLAY:
            return _card(knowledge, shape)
        case Phase.CUT | Phase.DEAL | Phase.STANDING | Phase.OVER:
            raise ValueError("no hand is being played")
        case _:
            assert_never(view.public.phase)


def book_advice_on_the_king(view: PlayerView, card: Card) -> BookAdvice:
    """Whether the book marks the king before, or with, this card."""
    if better_silent(knowledge_of(view)):
        return BookAdvice(Play(card), "47", BookRule.SILENCE)
    return BookAdvice(AnnounceKing(), "38", BookRule.KING)


def _proposal(knowledge: Knowledge, shape: Shape) -> BookAdvice:
    jeu = jeu_of(knowledge.as_elder)
    move: Move = Propose() if book_proposes(knowledge, shape) else Play(book_lead(knowledge))
    proposes = move is Propose()
    if surely_wins(knowledge.hand, knowledge.unseen, knowledge.trump, 3):
        return BookAdvice(move, "41", BookRule.CERTAIN_PROPOSE if proposes else BookRule.CERTAIN_PLAY)
    if knowledge.rounds:
        return BookAdvice(move, _AFTER_AN_EXCHANGE, BookRule.ASK_AGAIN if proposes else BookRule.HELD)
    if jeu is not None:
        return BookAdvice(move, str(jeu.page), BookRule.JEU_WITH_KING if proposes else BookRule.JEU, jeu)
    if proposes:
        return BookAdvice(move, "48-54", BookRule.NO_JEU)
    return BookAdvice(move, "46", BookRule.EVEN_CHANCE)


def _answer(knowledge: Knowledge, shape: Shape) -> BookAdvice:
    refuses = book_refuses(knowledge, shape)
    move: Move = Refuse() if refuses else Accept()
    if knowledge.rounds:
        return BookAdvice(move, "42", BookRule.REFUSE_HELD if refuses else BookRule.GIVE_NOT_HELD)
    return BookAdvice(move, "55-57", BookRule.REFUSE if refuses else BookRule.GIVE)


def _card(knowledge: Knowledge, shape: Shape) -> BookAdvice:
    if knowledge.led is not None:
        return BookAdvice(Play(book_reply(knowledge)), "42", BookRule.REPLY)
    move = Play(book_lead(knowledge))
    if knowledge.own_tricks + knowledge.opponent_tricks:
        return BookAdvice(move, "44-45", BookRule.LATER_LEAD)
    jeu = jeu_of(knowledge.as_elder) if len(shape.trumps) + sum(shape.lengths) == 5 else None
    pages = "42-44" if jeu is None or not knowledge.is_elder else f"42-43, {jeu.page}"
    return BookAdvice(move, pages, BookRule.FIRST_LEAD)
