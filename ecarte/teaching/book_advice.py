"""What the book does at a decision, and the rule of his that says so, in a sentence of ours with its page.

The rules are those of the salon player (`ecarte.ai.players.book_rules`, `leads`, `manners`), whose code tells how
Cavendish is read where he leaves a choice. Whether he is right is for the numbers to say (`ecarte.ai.move_values`).
Source: Cavendish, *The Laws of Écarté*, 1886, pp. 38-57.
"""

from __future__ import annotations

from dataclasses import dataclass
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
from ecarte.odds import jeu_of
from ecarte.teaching._text import Text

__all__ = ["BookSays", "book_says", "book_says_of_the_king"]


@dataclass(frozen=True, slots=True)
class BookSays:
    """What the book does, `pages` where it says so (as "39", or "44-45"), and `why` in a sentence."""

    move: Move
    pages: str
    why: Text


_AFTER_AN_EXCHANGE: Final = "41-42"
_REPLY: Final = Text(
    "Win as cheaply as you can; where you cannot win, part with what you will miss least.",
    "On prend au plus juste ; quand on ne peut pas prendre, on cède ce qui manquera le moins.",
)
_LATER_LEAD: Final = Text(
    "Go on with a suit that was not trumped; change suits for the vole, and keep the best trump for the right moment.",
    "On continue une couleur qui n’a pas été coupée ; on en change pour la vole, et l’on garde l’atout maître.",
)
_FIRST_LEAD: Final = Text(
    "Lead from the longest or strongest suit, its highest card; trumps only with the king or honours beside courts.",
    "On attaque de la couleur la plus longue ou la plus forte, par le haut ; d’atout, seulement avec roi ou figures.",
)
_DISCARD: Final = Text("Throw all but trumps and kings.", "On écarte tout, sauf les atouts et les rois.")
_KING: Final = Text(
    "Mark the king in good time: it is a point for nothing.", "On annonce le roi à temps : c’est un point pour rien."
)
_SILENCE: Final = Text(
    "He is at four and you win by two: keep the king to yourself.",
    "L’adversaire est à quatre et deux points vous suffisent : taisez le roi.",
)


def book_says(view: PlayerView) -> BookSays:
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
            return BookSays(book_discard(shape, *view.discard_bounds), "39", _DISCARD)
        case Phase.PLAY:
            return _card(knowledge, shape)
        case Phase.CUT | Phase.DEAL | Phase.STANDING | Phase.OVER:
            raise ValueError("no hand is being played")
        case _:
            assert_never(view.public.phase)


def book_says_of_the_king(view: PlayerView, card: Card) -> BookSays:
    """Whether the book marks the king before, or with, this card."""
    if better_silent(knowledge_of(view)):
        return BookSays(Play(card), "47", _SILENCE)
    return BookSays(AnnounceKing(), "38", _KING)


def _proposal(knowledge: Knowledge, shape: Shape) -> BookSays:
    jeu = jeu_of(knowledge.as_elder)
    move: Move = Propose() if book_proposes(knowledge, shape) else Play(book_lead(knowledge))
    proposes = move is Propose()
    if surely_wins(knowledge.hand, knowledge.unseen, knowledge.trump, 3):
        if proposes:
            why = Text(
                "The point is certain: ask for cards, for the vole or a refusal.",
                "Le point est sûr : on propose, pour la vole ou pour un refus.",
            )
        else:
            why = Text("The point is certain, so play.", "Le point est sûr : on joue.")
        return BookSays(move, "41", why)
    if knowledge.rounds:
        if proposes:
            why = Text(
                "After an exchange ask again, unless three suits are held or guarded.",
                "Après un écart, on redemande, à moins de tenir ou garder trois couleurs.",
            )
        else:
            why = Text(
                "After an exchange, three suits held or guarded are enough to play.",
                "Après un écart, trois couleurs tenues ou gardées suffisent pour jouer.",
            )
        return BookSays(move, _AFTER_AN_EXCHANGE, why)
    if jeu is not None and not proposes:
        number = jeu.value
        why = Text(f"Jeu de règle no. {number}: play.", f"Jeu de règle nᵒ {number} : on joue.")
        return BookSays(move, str(jeu.page), why)
    if jeu is not None:
        why = Text(
            f"Jeu de règle no. {jeu.value}, but with the king safe: ask for cards.",
            f"Jeu de règle nᵒ {jeu.value}, mais le roi ne craint rien : on propose.",
        )
        return BookSays(move, str(jeu.page), why)
    if proposes:
        why = Text("No jeu de règle: ask for cards.", "Pas de jeu de règle : on propose.")
        return BookSays(move, "48-54", why)
    why = Text("Against four an even chance is enough: play.", "Contre quatre, une chance égale suffit : on joue.")
    return BookSays(move, "46", why)


def _answer(knowledge: Knowledge, shape: Shape) -> BookSays:
    refuses = book_refuses(knowledge, shape)
    if knowledge.rounds:
        pages = "42"
        if refuses:
            why = Text("Three suits held or guarded: refuse.", "Trois couleurs tenues ou gardées : on refuse.")
        else:
            why = Text("Not three suits held or guarded: give.", "Moins de trois couleurs gardées : on donne.")
    else:
        pages = "55-57"
        if refuses:
            why = Text("One of the hands to refuse on.", "C’est un des jeux avec lesquels on refuse.")
        else:
            why = Text("None of the hands to refuse on: give.", "Pas un jeu de refus : on donne.")
    return BookSays(Refuse() if refuses else Accept(), pages, why)


def _card(knowledge: Knowledge, shape: Shape) -> BookSays:
    if knowledge.led is not None:
        return BookSays(Play(book_reply(knowledge)), "42", _REPLY)
    move = Play(book_lead(knowledge))
    if knowledge.own_tricks + knowledge.opponent_tricks:
        return BookSays(move, "44-45", _LATER_LEAD)
    jeu = jeu_of(knowledge.as_elder) if len(shape.trumps) + sum(shape.lengths) == 5 else None
    pages = "42-44" if jeu is None or not knowledge.is_elder else f"42-43, {jeu.page}"
    return BookSays(move, pages, _FIRST_LEAD)
