"""Writes what `python -m ecarte review` says of a game, as lines or as values for JSON.

`ecarte.teaching.review` computes the figures.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ecarte.ai import policy_knows
from ecarte.game import (
    Accept,
    AnnounceKing,
    Card,
    Discard,
    EcarteError,
    Manners,
    Move,
    Phase,
    Play,
    PlayerView,
    Propose,
    Refuse,
    Seat,
)
from ecarte.notation import Record
from ecarte.teaching import BookAdvice, Judged, Seeded, decisions, given_away, review, steps, worst_first

MODEL: Final = (
    "Estimates by a model, from what the seat could know then. Cards: a search with open hands over all hands that the "
    "opponent may hold, and for errors deals in which the maître plays both hands (between other players an error may "
    "cost more or less). Exchanges: deals played out by the policy. A few hundredths mean little."
)


class Unreviewed(EcarteError):
    """The rules of the game are such that no review is possible."""


def review_lines(records: Iterable[Record], seats: Sequence[Seat], seeded: Seeded, *, as_json: bool) -> Iterator[str]:
    """Yields the reviews of some games, as one JSON document or as lines of text. The last line describes the model.

    Args:
        records: the games.
        seats: the seats whose decisions are reviewed.
        seeded: makes a random generator from a seed.
        as_json: whether to yield JSON.

    Raises:
        Unreviewed: a game is not of five points, or its table is not guided.
        Refusal: a record has an error. `records` raises it when the iteration comes to that record.
    """
    values: list[dict[str, object]] = []
    for record in records:
        rules = record.state.rules
        if rules.manners is not Manners.GUIDED or not policy_knows(rules):
            raise Unreviewed("only games of five points at guided tables can be reviewed")
        for seat in seats:
            side = seat.name.title()
            judged = review(decisions(steps(record.events), seat), seeded)
            if as_json:
                values.append(_to_dict(judged, seat, record.tags.get(side, side)))
            else:
                yield from _lines(judged, seat, record.tags.get(side, side))
    yield json.dumps(values, indent=2) if as_json else MODEL


def _lines(judged: Sequence[Judged], seat: Seat, name: str) -> Iterator[str]:
    """Yields the review of a seat's decisions, the worst first."""
    worst = worst_first(judged)
    count = "1 decision" if len(judged) == 1 else f"{len(judged)} decisions"
    lost = given_away(judged)
    yield f"{name} ({seat}): {count}, {len(worst)} of them not the best, {lost:.0%} of a game given away"
    for number, costly in enumerate(worst, 1):
        public, held = costly.decision.view.public, _cards(costly.decision.view)
        own, other = public.score[seat.index], public.score[seat.other.index]
        yield f"{number}. -{costly.cost:.0%}  deal {public.number}, {own}-{other}, turned {public.turn_up}, {held}"
        done, best = (_in_words(costly, move) for move in (costly.decision.move, costly.best))
        yield f"   {done} ({costly.chance:.0%}); better: {best} ({costly.best_chance:.0%})"
        if (book := costly.book) is not None:
            source = "the book" if book.rule.is_said else "a general rule of the book"
            yield f"   {source}: {_in_words(costly, book.move)} (p. {book.pages}: {book.rule.value})"


def _to_dict(judged: Sequence[Judged], seat: Seat, name: str) -> dict[str, object]:
    """Returns the review of a seat's decisions, in order of play, as plain values for JSON. Chances are from 0 to 1."""
    return {
        "seat": str(seat),
        "name": name,
        "given_away": given_away(judged),
        "decisions": [_decision(decision) for decision in judged],
        "model": MODEL,
    }


def _decision(judged: Judged) -> dict[str, object]:
    view = judged.decision.view
    errors = judged.move_values.errors
    return {
        "deal": view.public.number,
        "score": list(view.public.score),
        "phase": view.public.phase.value,
        "turn_up": str(view.public.turn_up),
        "hand": [str(card) for card in view.hand],
        "led": None if (led := _led(view)) is None else str(led),
        "done": _in_words(judged, judged.decision.move),
        "best": _in_words(judged, judged.best),
        "cost": judged.cost,
        "chances": {_in_words(judged, move): chance for move, chance in judged.chances.items()},
        "errors": {_in_words(judged, move): error for move, error in errors.items() if error},
        "book": None if judged.book is None else _book(judged, judged.book),
    }


def _book(judged: Judged, book: BookAdvice) -> dict[str, object]:
    return {
        "does": _in_words(judged, book.move),
        "pages": book.pages,
        "rule": book.rule.value,
        "said": book.rule.is_said,
    }


def _cards(view: PlayerView) -> str:
    held = " ".join(str(card) for card in view.hand)
    led = _led(view)
    return f"holding {held}" if led is None else f"holding {held} to the lead {led}"


def _led(view: PlayerView) -> Card | None:
    last = view.public.tricks[-1] if view.public.tricks else None
    return None if last is None or last.reply is not None else last.lead


def _in_words(judged: Judged, move: Move) -> str:
    """Returns a move as the end of a sentence about its player, such as "plays KS"."""
    match move:
        case Play(card=card) if judged.decision.king is not None:
            return f"plays {card} and does not mark the king"
        case Play(card=card):
            proposing = judged.decision.view.public.phase is Phase.PROPOSE
            return f"leads {card} without proposing" if proposing else f"plays {card}"
        case Discard():
            return f"discards {' '.join(map(str, move))}" if move else "discards nothing"
        case Propose():
            return "proposes"
        case Accept():
            return "accepts"
        case Refuse():
            return "refuses"
        case AnnounceKing():
            return "marks the king"
        case _:
            raise ValueError(f"{move!r} is not reviewed")
