"""A walk over a game: every event is in one step, and what is closed to a reader is nowhere in what he is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
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
from ecarte.notation import Began, Changed, Dealt, Open, Position, Walk, read
from ecarte.research.random_games import random_game

GAMES = st.builds(
    lambda rules, seed, dealer: random_game(rules, Random(seed), dealer),
    st.sampled_from([Rules(), Rules.of(Dialect.MODERN), replace(Rules.of(Dialect.SHORT), exchanges=2)]),
    st.integers(0, 2**32),
    st.sampled_from([None, *Seat]),
)


def of(name: str) -> Walk:
    return Walk(read((Path(__file__).parent / "records" / f"{name}.txt").read_text(encoding="utf-8")).events)


def positions(walk: Walk, open: Open = Open.BOTH) -> list[Position]:
    return [walk.position(place, open) for place in range(len(walk))]


def cards_in(value: object) -> Iterator[Card]:
    """Every card that can be reached from a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple | list):
        for it in value:
            yield from cards_in(it)
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))


@settings(max_examples=40, deadline=None)
@given(GAMES)
def test_a_walk_leads_from_the_first_event_to_the_last_and_leaves_none_out(log: tuple[Event, ...]) -> None:
    walk = Walk(log)
    end = replay(log)
    steps = positions(walk)
    assert steps[0].public.number == 0
    assert isinstance(steps[0].told[0], Began)
    assert steps[-1].public == public_view(end)
    hidden = (GameStarted, CutMade, CardsDealt, ElderDiscarded, DealerDiscarded)
    plain = [it for it in log if not isinstance(it, hidden)]
    told = [it for step in steps for it in step.told]
    assert [it for it in told if not isinstance(it, Began | CutMade | Dealt | Changed)] == plain
    assert sum(isinstance(it, Changed) for it in told) == sum(isinstance(it, hidden[3:]) for it in log)
    assert sum(isinstance(it, Dealt) for it in told) == sum(isinstance(it, CardsDealt) for it in log) == len(walk.deals)


def rests(log: tuple[Event, ...]) -> Iterator[State]:
    """The states at which somebody can do something, or the game is over; of the opening cuts the last alone."""
    state = None
    for number, event in enumerate(log):
        state = evolve(state, event)
        opening = all(isinstance(it, GameStarted | CutMade) for it in log[: number + 2])
        if state.due is None and (number + 1 == len(log) or not opening):
            yield state


@settings(max_examples=40, deadline=None)
@given(GAMES)
def test_what_follows_by_itself_goes_with_its_cause(log: tuple[Event, ...]) -> None:
    assert [step.public for step in positions(Walk(log))] == [public_view(state) for state in rests(log)]
    assert all(step.told for step in positions(Walk(log)))


@settings(max_examples=40, deadline=None)
@given(GAMES, st.sampled_from(list(Seat)))
def test_one_side_sees_no_card_that_its_player_could_not_know(log: tuple[Event, ...], seat: Seat) -> None:
    walk = Walk(log)
    open = Open.NORTH if seat is Seat.NORTH else Open.SOUTH
    known: set[Card] = set()
    steps = iter(positions(walk, open))
    state = None
    for number, event in enumerate(log):
        if isinstance(event, CardsDealt):
            known = set()
        state = evolve(state, event)
        view = player_view(state, seat)
        known |= set(cards_in((view.places, view.discarded, view.put_out, view.public)))
        if state.due is not None or all(isinstance(it, GameStarted | CutMade) for it in log[: number + 2]):
            continue
        step = next(steps)
        cuts = [it for told in step.told if isinstance(told, Began | CutMade) for it in cards_in(told)]
        assert set(cards_in(step)) <= known | set(cuts)
        assert step.hands[seat.index] == view.places
        assert step.hands[seat.other.index] is None
        assert step.public == view.public
        assert all(it.cards is None for it in step.told if isinstance(it, Changed) and it.seat is seat.other)
    assert next(steps, None) is None


@settings(max_examples=20, deadline=None)
@given(GAMES)
def test_with_both_hands_open_each_is_as_its_player_saw_it(log: tuple[Event, ...]) -> None:
    walk = Walk(log)
    for both, *sides in zip(*(positions(walk, open) for open in Open), strict=True):
        for seat, side in zip(Seat, sides, strict=True):
            assert both.hands[seat.index] == side.hands[seat.index]
            mine = [it for it in side.told if isinstance(it, Changed) and it.seat is seat]
            assert [it for it in both.told if isinstance(it, Changed) and it.seat is seat] == mine


def test_the_cuts_are_one_step_and_each_deal_can_be_found() -> None:
    walk = of("short-lost-on-time")
    first = walk.position(0)
    assert [[str(card) for card in cut] for cut in walk.cuts] == [["TS", "TD"], ["7S", "TS"]]
    assert first.told == (Began(walk.cuts),)
    assert first.public.dealer is Seat.SOUTH
    assert walk.deals[0] == 1
    assert [walk.position(place).public.number for place in walk.deals] == [1, 2]
    assert (walk.deal_after(0), walk.deal_after(1), walk.deal_after(walk.deals[1])) == (1, walk.deals[1], None)
    assert (walk.deal_before(1), walk.deal_before(2), walk.deal_before(walk.deals[1])) == (None, 1, 1)


def test_an_exchange_is_told_with_its_cards_to_whom_it_was_known() -> None:
    walk = of("condition-fails")
    place = next(it.place for it in positions(walk) if any(isinstance(told, Changed) for told in it.told))
    told = {open: walk.position(place, open).told for open in Open}
    (changed,) = told[Open.BOTH]
    assert isinstance(changed, Changed)
    assert (changed.seat, changed.cards) == (Seat.NORTH, parse_cards("TD QC"))
    assert told[Open.NORTH] == (changed,)
    assert told[Open.SOUTH] == (Changed(Seat.NORTH, 2, None),)


@pytest.mark.parametrize(("asked", "given"), [(-5, 0), (0, 0), (10**9, None)])
def test_a_place_that_is_none_is_the_nearest_one(asked: int, given: int | None) -> None:
    walk = of("modern-with-claims")
    assert walk.position(asked).place == (len(walk) - 1 if given is None else given)


def test_a_log_that_is_none_cannot_be_walked() -> None:
    with pytest.raises(ImpossibleEvent):
        Walk([])
