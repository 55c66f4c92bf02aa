"""Compares the engine with Python: the same view and random numbers must give the same bytes, and the same next number.

The views come from random games of every dialect, which lead to all kinds of positions, and from games of two levels of
the house. Only views for which the tables are valid are compared (`can_be_valued`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from struct import pack
from typing import Final, NamedTuple

from ecarte.ai import Knowledge, Level, can_be_valued, knowledge_of, player_of
from ecarte.ai.card_playouts import card_outcomes
from ecarte.ai.cards.search import open_values
from ecarte.ai.cards.trick_values import trick_worth
from ecarte.ai.native import Alternative, Engine, Say, use_engine
from ecarte.ai.playouts import exchange_outcomes, open_outcomes
from ecarte.game import (
    DIALECTS,
    Phase,
    PlayerView,
    Rules,
    Seat,
    State,
    evolve,
    mask_of,
    player_view,
)
from ecarte.game import cards_of as cards_in
from research.house_games import moves_of_a_game
from research.random_games import random_game

_LEVELS: Final = tuple(Level)
_MOST_ALTERNATIVES: Final = 6
_PUT_OUT: Final = 3
"""How many cards both sides together discard where `open_outcomes` is compared in an exchange."""


class Compared(NamedTuple):
    """What a comparison has found.

    Attributes:
        views: the number of views compared.
        different: the functions whose results differ, each with the view.
    """

    views: int
    different: tuple[tuple[str, PlayerView], ...]


def compare(engine: Engine, games: int, seed: int, hands: int = 2, deals: int = 8) -> Compared:
    """Compares the results of an engine with those of Python, in all views of `games` games.

    From then on the library computes in Python, whichever engine was in use before.

    Args:
        engine: the engine.
        games: the number of games.
        seed: the seed of the games.
        hands: against how many hands each card is played out.
        deals: how many deals are played out for each alternative of an exchange.
    """
    different: list[tuple[str, PlayerView]] = []
    number = 0
    for number, view in enumerate(views(games, seed), 1):
        one, other = (_answers(each, view, number, hands, deals) for each in (engine, None))
        different += [(function, view) for function in one if one[function] != other[function]]
    return Compared(number, tuple(different))


def views(games: int, seed: int) -> Iterator[PlayerView]:
    """Yields what the seats to act see in some games: by turns random games, and games of two levels of the house."""
    for number in range(games):
        rng = Random(f"engine {seed} game {number}")
        rules = Rules.of(tuple(DIALECTS)[number // 2 % len(DIALECTS)])
        for state in _random(rules, rng) if number % 2 else _played(rules, rng, number // 2):
            if state.turn is not None:
                view = player_view(state, state.turn)
                if can_be_valued(view):
                    yield view


def _random(rules: Rules, rng: Random) -> Iterator[State]:
    state: State | None = None
    for event in random_game(rules, rng, Seat.SOUTH):
        state = evolve(state, event)
        yield state


def _played(rules: Rules, rng: Random, number: int) -> Iterator[State]:
    """Yields the states of a game of two levels, which change from game to game."""
    levels = _LEVELS[number % len(_LEVELS)], _LEVELS[number // len(_LEVELS) % len(_LEVELS)]
    for state, _, _ in moves_of_a_game((player_of(levels[0]), player_of(levels[1])), rng, rules):
        yield state


def _answers(engine: Engine | None, view: PlayerView, number: int, hands: int, deals: int) -> dict[str, bytes]:
    use_engine(engine)
    knowledge, chance = knowledge_of(view), Random(number)
    answers: dict[str, bytes] = {}
    if view.public.phase in (Phase.PROPOSE, Phase.PLAY):
        worth = trick_worth(knowledge, marks_king=view.may_announce and knowledge.has_king)
        values = open_values(knowledge, worth)
        answers["open_values"] = repr([str(card) for card in values]).encode() + _bytes([*values.values()])
        if view.public.phase is Phase.PLAY:
            outcomes = card_outcomes(view, list(values), hands, chance)
            answers["card_outcomes"] = b"".join(_bytes(won) for won in outcomes.values())
    if view.public.phase is not Phase.PLAY:
        alternatives = _alternatives(view)
        outcomes_of_all = exchange_outcomes(view, knowledge, alternatives, deals, chance)
        answers["exchange_outcomes"] = b"".join(map(_bytes, outcomes_of_all))
    if view.public.phase is Phase.PROPOSE:
        dealer, talon = _dealt(view, knowledge, Random(number))
        outs = [(0, 0)]
        if view.public.talon >= _PUT_OUT:
            outs.append((mask_of(view.hand[: _PUT_OUT - 1]), mask_of(cards_in(dealer)[:1])))
        answers["open_outcomes"] = b"".join(
            _bytes(open_outcomes(view, dealer, talon, out, deals, chance)) for out in outs
        )
    answers["chance"] = _bytes([chance.random() if engine is None else engine.next_number(chance)])
    return answers


def _alternatives(view: PlayerView) -> list[Alternative]:
    if view.discard_bounds is None:
        return [Say.STAND, Say.CHANGE]
    least, most = view.discard_bounds
    hand = cards_in(mask_of(view.hand))
    most = min(most, view.public.talon - (view.public.asked or 0))
    discards = [mask_of(cards) for size in range(least, most + 1) for cards in combinations(hand, size)]
    return [*discards[:: max(1, len(discards) // _MOST_ALTERNATIVES)]]


def _dealt(view: PlayerView, knowledge: Knowledge, rng: Random) -> tuple[int, int]:
    """Returns a hand that the dealer may hold, and as many of the other cards as the talon has."""
    cards = sorted(cards_in(knowledge.unseen), key=lambda _: rng.random())
    return mask_of(cards[:5]), mask_of(cards[5 : 5 + view.public.talon])


def _bytes(numbers: Sequence[float]) -> bytes:
    return pack(f"<{len(numbers)}d", *numbers)
