"""The chance shown to bystanders comes only from what all can see, and is true as often as it says."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from ecarte.ai import Level, player_of, public_chances
from ecarte.ai.players import MixedLevel
from ecarte.fair import shuffled
from ecarte.game import (
    Accept,
    Card,
    CardsDealt,
    Event,
    ImpossibleEvent,
    Phase,
    Propose,
    PublicView,
    Rules,
    Seat,
    State,
    apply_deal,
    begin,
    evolve,
    public_view,
    replay,
)
from research.random_games import random_game
from research.watching import calibration, games
from tests.ecarte.game.table import Table, discard
from tests.ecarte.game.test_views import retold

HOUSE = player_of(MixedLevel(Level.MAITRE, Level.SALON))


def hidden(state: State) -> list[Card]:
    """Returns the cards that not all have seen by now: both hands, all discards and the talon."""
    assert state.deal is not None
    played = {card for trick in public_view(state).tricks for card in (trick.lead, trick.reply)}
    return [card for card in state.deal.pack if card is not state.deal.turn_up and card not in played]


def told(before: State, events: tuple[Event, ...]) -> list[tuple[float, float] | None]:
    """Returns the public chances after each of these events."""
    chances, state = [], before
    for event in events:
        state = evolve(state, event)
        chances.append(public_chances(public_view(state)))
    return chances


@pytest.mark.parametrize("seed", range(12))
def test_hidden_cards_permuted_change_nothing(seed: int) -> None:
    chance = Random(seed)
    log = random_game(Rules(), chance, Seat.SOUTH)
    deals = [place for place, event in enumerate(log) if isinstance(event, CardsDealt)]
    compared = 0
    for start, end in zip(deals, [*deals[1:], len(log)], strict=True):
        end = min(end, start + 1 + chance.randrange(12))
        before, events = replay(log[:start]), log[start:end]
        cards = hidden(replay(log[:end]))
        for _ in range(20):
            one, other = chance.sample(cards, 2)
            try:
                again = told(before, tuple(retold(events, {one: other, other: one})))
            except ImpossibleEvent:
                continue  # the hands would not have allowed what happened
            compared += 1
            assert again == told(before, events)
    assert compared > 10


@pytest.mark.parametrize("seed", range(6))
def test_every_position_of_a_game_has_a_chance_and_both_make_one(seed: int) -> None:
    state = None
    for event in random_game(Rules(), Random(seed), Seat.SOUTH):
        state = evolve(state, event)
        view = public_view(state)
        chances = public_chances(view)
        if view.outcome is not None:
            assert chances is None
        elif view.phase not in (Phase.CUT, Phase.STANDING) and state.due is None:
            assert chances is not None
            assert min(chances) >= 0
            assert sum(chances) == pytest.approx(1)


def test_three_tricks_win_the_game_of_a_player_who_needs_one_point() -> None:
    table = Table().deal("KS QS JS AS TS", "9S 8S 7S TD 9D").tricks("KS 9S, QS 8S, JS 7S")
    view = public_view(table.state)
    assert public_chances(_at(view, (4, 3))) == (1.0, 0.0)
    assert public_chances(_at(view, (3, 4))) != (1.0, 0.0)


def test_few_cards_asked_for_suggest_a_good_hand() -> None:
    one, five = (public_view(_asked(cards).state) for cards in ("KS", "KS QS 9H 8H AC"))
    chances = public_chances(one), public_chances(five)
    assert chances[0] is not None
    assert chances[1] is not None
    assert chances[0][0] > chances[1][0]


def test_no_chance_is_given_for_a_longer_game() -> None:
    short, long = (
        apply_deal(replay(begin(Rules(points=points), Seat.SOUTH)), shuffled(Random(1))) for points in (5, 7)
    )
    assert public_chances(public_view(short)) is not None
    assert public_chances(public_view(long)) is None


def test_chances_come_true() -> None:
    found = calibration(games((HOUSE, HOUSE), 400, seed=99))
    assert found.distance < 0.04
    assert found.brier < 0.21


def _at(view: PublicView, score: tuple[int, int]) -> PublicView:
    return replace(view, score=score)


def _asked(cards: str) -> Table:
    table = Table().deal()
    table.does(Seat.NORTH, Propose())
    table.does(Seat.SOUTH, Accept())
    table.does(Seat.NORTH, discard(cards))
    return table
