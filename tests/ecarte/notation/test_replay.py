"""A replay of a game: every event is in one step, and what is closed to a reader is in no position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import (
    Card,
    CardsDealt,
    CutMade,
    DealerDiscarded,
    Dialect,
    ElderDiscarded,
    Event,
    GameStarted,
    ImpossibleEvent,
    Rules,
    Seat,
    State,
    evolve,
    parse_cards,
    player_view,
    public_view,
    replay,
)
from ecarte.notation import CardsDiscarded, GameOpened, HandsDealt, Open, Position, Replay, read
from research.random_games import random_game
from tests.support.properties import examples

GAMES = st.builds(
    lambda rules, seed, dealer: random_game(rules, Random(seed), dealer),
    st.sampled_from([Rules(), Rules.of(Dialect.MODERN), replace(Rules.of(Dialect.SHORT), exchanges=2)]),
    st.integers(0, 2**32),
    st.sampled_from([None, *Seat]),
)


def of(name: str) -> Replay:
    return Replay(read((Path(__file__).parent / "records" / f"{name}.txt").read_text(encoding="utf-8")).events)


def positions(game: Replay, open: Open = Open.BOTH) -> list[Position]:
    return [game.position(place, open) for place in range(len(game))]


def cards_in(value: object) -> Iterator[Card]:
    """Every card that can be reached from a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from cards_in(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))


@examples(40)
@given(GAMES)
def test_a_replay_leads_from_the_first_event_to_the_last_and_leaves_none_out(log: tuple[Event, ...]) -> None:
    game = Replay(log)
    end = replay(log)
    steps = positions(game)
    assert steps[0].public.number == 0
    assert isinstance(steps[0].events[0], GameOpened)
    assert steps[-1].public == public_view(end)
    hidden = (GameStarted, CutMade, CardsDealt, ElderDiscarded, DealerDiscarded)
    plain = [event for event in log if not isinstance(event, hidden)]
    told = [event for step in steps for event in step.events]
    assert [
        event for event in told if not isinstance(event, GameOpened | CutMade | HandsDealt | CardsDiscarded)
    ] == plain
    assert sum(isinstance(event, CardsDiscarded) for event in told) == sum(
        isinstance(event, hidden[3:]) for event in log
    )
    assert (
        sum(isinstance(event, HandsDealt) for event in told)
        == sum(isinstance(event, CardsDealt) for event in log)
        == len(game.deals)
    )


def rests(log: tuple[Event, ...]) -> Iterator[State]:
    """The states at which there is a move, or the game is over; of the opening cuts the last alone."""
    state = None
    for number, event in enumerate(log):
        state = evolve(state, event)
        opening = all(isinstance(early_event, GameStarted | CutMade) for early_event in log[: number + 2])
        if state.due is None and (number + 1 == len(log) or not opening):
            yield state


@examples(40)
@given(GAMES)
def test_what_follows_by_itself_goes_with_its_cause(log: tuple[Event, ...]) -> None:
    assert [step.public for step in positions(Replay(log))] == [public_view(state) for state in rests(log)]
    assert all(step.events for step in positions(Replay(log)))


@examples(40)
@given(GAMES, st.sampled_from(list(Seat)))
def test_one_side_sees_no_card_that_its_player_could_not_know(log: tuple[Event, ...], seat: Seat) -> None:
    game = Replay(log)
    open = Open.NORTH if seat is Seat.NORTH else Open.SOUTH
    known: set[Card] = set()
    steps = iter(positions(game, open))
    state = None
    for number, event in enumerate(log):
        if isinstance(event, CardsDealt):
            known = set()
        state = evolve(state, event)
        view = player_view(state, seat)
        known |= set(cards_in((view.places, view.discarded, view.put_out, view.public)))
        if state.due is not None or all(
            isinstance(early_event, GameStarted | CutMade) for early_event in log[: number + 2]
        ):
            continue
        step = next(steps)
        cuts = [card for told in step.events if isinstance(told, GameOpened | CutMade) for card in cards_in(told)]
        assert set(cards_in(step)) <= known | set(cuts)
        assert step.hands[seat.index] == view.places
        assert step.hands[seat.other.index] is None
        assert step.public == view.public
        assert all(
            discard.cards is None
            for discard in step.events
            if isinstance(discard, CardsDiscarded) and discard.seat is seat.other
        )
    assert next(steps, None) is None


@examples(20)
@given(GAMES)
def test_with_both_hands_open_each_is_as_its_player_saw_it(log: tuple[Event, ...]) -> None:
    game = Replay(log)
    for both, *sides in zip(*(positions(game, open) for open in Open), strict=True):
        for seat, side in zip(Seat, sides, strict=True):
            assert both.hands[seat.index] == side.hands[seat.index]
            mine = [event for event in side.events if isinstance(event, CardsDiscarded) and event.seat is seat]
            assert [event for event in both.events if isinstance(event, CardsDiscarded) and event.seat is seat] == mine


def test_the_cuts_are_one_step_and_each_deal_can_be_found() -> None:
    game = of("short-lost-on-time")
    first = game.position(0)
    assert [[str(card) for card in cut] for cut in game.cuts] == [["TS", "TD"], ["7S", "TS"]]
    assert first.events == (GameOpened(game.cuts),)
    assert first.public.dealer is Seat.SOUTH
    assert game.deals[0] == 1
    assert [game.position(place).public.number for place in game.deals] == [1, 2]
    assert (game.deal_after(0), game.deal_after(1), game.deal_after(game.deals[1])) == (1, game.deals[1], None)
    assert (game.deal_before(1), game.deal_before(2), game.deal_before(game.deals[1])) == (None, 1, 1)


def test_an_exchange_shows_its_cards_to_readers_who_knew_them() -> None:
    game = of("condition-fails")
    place = next(
        position.place
        for position in positions(game)
        if any(isinstance(told, CardsDiscarded) for told in position.events)
    )
    told = {open: game.position(place, open).events for open in Open}
    (changed,) = told[Open.BOTH]
    assert isinstance(changed, CardsDiscarded)
    assert (changed.seat, changed.cards) == (Seat.NORTH, parse_cards("TD QC"))
    assert told[Open.NORTH] == (changed,)
    assert told[Open.SOUTH] == (CardsDiscarded(Seat.NORTH, 2, None),)


@pytest.mark.parametrize(("asked", "given"), [(-5, 0), (0, 0), (10**9, None)])
def test_a_place_out_of_range_is_the_nearest_one(asked: int, given: int | None) -> None:
    game = of("modern-with-claims")
    assert game.position(asked).place == (len(game) - 1 if given is None else given)


def test_an_invalid_log_cannot_be_replayed() -> None:
    with pytest.raises(ImpossibleEvent):
        Replay([])
