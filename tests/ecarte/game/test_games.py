"""Properties of every lawful game, tried on random ones of all dialects.

The games are made by `random_game`, which hypothesis seeds; they contain conditional acceptances, claims, kings
announced out of turn, hands thrown up and offers to stop. They prove nothing about how well anyone plays.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import Enum
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.fair import shuffled
from ecarte.game import (
    PACK,
    Abandon,
    Accept,
    AcceptIfEnough,
    AcceptStop,
    AnnounceKing,
    Card,
    CardsDealt,
    Claim,
    ClaimTime,
    CutMade,
    DealScored,
    DeclineStop,
    Dialect,
    Discard,
    Ending,
    Event,
    GameEnded,
    GameResigned,
    Goal,
    IllegalMove,
    ImpossibleEvent,
    Move,
    OfferStop,
    Phase,
    Play,
    Propose,
    Proposed,
    Reason,
    Refuse,
    Resign,
    Rules,
    Scope,
    Seat,
    State,
    TimeClaimed,
    apply,
    deal,
    decide,
    decision_steps,
    evolve,
    is_legal,
    legal_moves,
    mask_of,
    replay,
    table_moves,
)
from ecarte.game.engine import deal_steps
from ecarte.game.events import CardTakenBack, HandShown
from ecarte.game.moves import discards
from ecarte.game.rules import Manners
from research.random_games import random_game
from tests.ecarte.game.table import N, S, Table
from tests.support.properties import examples

RULES = [
    Rules(),
    Rules.of(Dialect.MODERN),
    Rules.of(Dialect.SHORT),
    replace(Rules.of(Dialect.SHORT), exchanges=2),
    Rules(points=9),
]

games = st.builds(
    lambda rules, seed, dealer: random_game(rules, Random(seed), dealer),
    st.sampled_from(RULES),
    st.integers(0, 2**32),
    st.sampled_from([None, *Seat]),
)
salon_games = st.builds(
    lambda points, seed: random_game(Rules(manners=Manners.SALON, points=points), Random(seed)),
    st.sampled_from([2, 5]),
    st.integers(0, 2**32),
)
few = examples(60)
_MOST_OTHERS = 40


def states(log: tuple[Event, ...]) -> list[State]:
    """Every state of the game, the one after each event."""
    found: list[State] = []
    state = None
    for event in log:
        state = evolve(state, event)
        found.append(state)
    return found


@few
@given(games)
def test_any_lawful_game_ends_and_replays_to_the_same_state(log: tuple[Event, ...]) -> None:
    state = replay(log)
    assert state.phase is Phase.OVER
    assert isinstance(log[-1], GameEnded)
    assert state.outcome == log[-1]
    assert replay(log) == state
    assert hash(replay(log)) == hash(state)
    assert max(state.score) <= state.rules.points


@few
@given(games)
@pytest.mark.law(45)
def test_thirty_two_cards_are_always_thirty_two(log: tuple[Event, ...]) -> None:
    for state in states(log):
        if state.deal is None:
            continue
        exchanges, pack = state.exchanges, state.deal.pack
        heaps = [
            state.hand(Seat.NORTH),
            state.hand(Seat.SOUTH),
            mask_of(state.played),
            *exchanges.out,
            mask_of(pack[10:11]),
            mask_of(pack[exchanges.drawn :]),
        ]
        assert sum(heap.bit_count() for heap in heaps) == 32
        assert sum(heaps) == 2**32 - 1
        assert all(len(places) == 5 for places in state.deal.places)


@few
@given(games)
def test_deciding_is_evolving_and_applying(log: tuple[Event, ...]) -> None:
    state, rest = evolve(None, log[0]), list(log[1:])
    while rest:
        moves = {seat: (*legal_moves(state, seat), *table_moves(state, seat)) for seat in Seat}
        decided = {(seat, move): decide(state, seat, move) for seat in Seat for move in moves[seat]}
        for (seat, move), events in decided.items():
            folded = state
            for event in events:
                folded = evolve(folded, event)
            assert folded == apply(state, seat, move)
            assert folded.due is None
        went = [events for events in decided.values() if list(events) == rest[: len(events)]]
        assert went or state.phase in (Phase.CUT, Phase.DEAL)
        for event in rest[: len(went[0]) if went else 1]:
            state = evolve(state, event)
            rest.pop(0)
        while state.due is not None:
            state = evolve(state, rest.pop(0))


def every_move(state: State) -> list[Move]:
    """Every move that might be tried."""
    hands = state.hand(Seat.NORTH), state.hand(Seat.SOUTH)
    return [
        *(Play(card) for card in PACK),
        *(discard for hand in hands if hand for discard in discards(hand, 0, 5)),
        Discard(PACK[:6]),
        *(Claim(goal) for goal in Goal),
        *(ClaimTime(scope) for scope in Scope),
        *(kind() for kind in (Propose, Accept, AcceptIfEnough, Refuse, AnnounceKing)),
        *(kind() for kind in (Abandon, Resign, OfferStop, AcceptStop, DeclineStop)),
    ]


@examples(20)
@given(games, st.randoms(use_true_random=False))
def test_what_is_listed_is_lawful_and_nothing_else_and_an_unlawful_move_changes_nothing(
    log: tuple[Event, ...], rng: Random
) -> None:
    every_state = states(log)
    for state in rng.sample(every_state, min(12, len(every_state))):
        before = copy.deepcopy(state)
        for seat in Seat:
            listed = {*legal_moves(state, seat), *table_moves(state, seat)}
            for move in every_move(state):
                assert is_legal(state, seat, move) == (move in listed)
                if move not in listed:
                    with pytest.raises(IllegalMove):
                        decide(state, seat, move)
                    with pytest.raises(IllegalMove):
                        apply(state, seat, move)
        assert state == before


@few
@given(games, st.randoms(use_true_random=False))
def test_a_log_with_a_line_missing_doubled_or_moved_is_refused_or_is_another_game(
    log: tuple[Event, ...], rng: Random
) -> None:
    place = rng.randrange(len(log))
    missing = (*log[:place], *log[place + 1 :])
    doubled = (*log[: place + 1], *log[place:])
    for spoilt in (missing, doubled):
        try:
            state = replay(spoilt)
        except ImpossibleEvent:
            continue
        # A cut that was tied can be left out or made twice, as can an offer to stop; then it is a lawful log.
        assert replay(spoilt) == state


def other_values(value: Any) -> Iterator[object]:
    """Values of the same kind as `value`, and unlike it."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
    elif isinstance(value, Enum):
        yield from (member for member in type(value) if member is not value)
    elif isinstance(value, Card):
        yield from (card for card in PACK if card is not value)
    elif isinstance(value, Rules):
        yield from (rules for rules in RULES if rules != value)
    elif isinstance(value, tuple) and value:
        yield value[:-1]
        yield value[::-1]
        yield (value[-1], *value[1:-1], value[0])
        for place, item in enumerate(value):
            yield from ((*value[:place], other, *value[place + 1 :]) for other in other_values(item))


def with_another_field(event: Event) -> list[Event]:
    """The event with one of its fields changed, in every way in which it is still an event."""
    changed: list[Event] = []
    original: Any = event
    for field in fields(event):
        for value in other_values(getattr(event, field.name)):
            try:
                changed.append(replace(original, **{field.name: value}))
            except IllegalMove:
                continue
    return [other for other in changed if other != event]


def is_lawful(state: State, event: Event) -> bool:
    """Whether some lawful move, or a cut or a deal, is recorded by this event."""
    if isinstance(event, CutMade | CardsDealt):
        return True
    moves = [(seat, move) for seat in Seat for move in (*legal_moves(state, seat), *table_moves(state, seat))]
    return any(decide(state, seat, move)[0] == event for seat, move in moves)


def comes_to_the_same(state: State | None, event: Event) -> bool:
    """Whether the state need not keep all that the event says.

    A cut decides who deals, and no more. Before the first move, a deal lost by time is the whole game, and a game that
    either player gives up is void. In a salon a card goes back in the same way at either player's wish, and a hand lies
    open in the same way for either claim.
    """
    lost_at_once = isinstance(event, TimeClaimed | GameResigned) and state is not None and not state.begun
    return lost_at_once or isinstance(event, CutMade | CardTakenBack | HandShown)


@few
@given(games | salon_games, st.randoms(use_true_random=False))
def test_a_log_with_a_field_of_an_event_changed_is_refused_or_leads_elsewhere(
    log: tuple[Event, ...], rng: Random
) -> None:
    every_state = [None, *states(log)]
    place = rng.choice([place for place, event in enumerate(log) if fields(event)])
    before, event, after = every_state[place], log[place], every_state[place + 1]
    others = with_another_field(event)
    for changed in rng.sample(others, min(_MOST_OTHERS, len(others))):
        try:
            state = evolve(before, changed)
        except ImpossibleEvent:
            continue
        assert before is None or is_lawful(before, changed)
        assert state != after or comes_to_the_same(before, event)


@few
@given(games)
def test_what_must_follow_is_the_only_event_that_may_follow(log: tuple[Event, ...]) -> None:
    before = None
    for event in log:
        due = None if before is None else before.due
        if before is not None and due is not None:
            assert event == due
            assert not legal_moves(before)
            assert not any(table_moves(before, seat) for seat in Seat)
            for other in log:
                if other != due:
                    with pytest.raises(ImpossibleEvent):
                        evolve(before, other)
        else:
            assert not isinstance(event, DealScored | GameEnded), "it happened without being due"
        before = evolve(before, event)


def _game(seed: int) -> tuple[Event, ...]:
    return random_game(Rules(), Random(seed))


def test_what_is_no_event_is_refused() -> None:
    with pytest.raises(ImpossibleEvent, match=r"^str cannot have happened: it is not an event of écarté$"):
        evolve(None, "GameStarted")  # type: ignore[arg-type]  # that it is refused is what is tested
    with pytest.raises(ImpossibleEvent, match=r"^GameEnded cannot have happened: a game starts once, and first$"):
        evolve(None, GameEnded(None, Ending.AGREED))
    with pytest.raises(ImpossibleEvent, match=r"^nothing cannot have happened: a game starts with GameStarted$"):
        replay([])
    log = _game(1)
    with pytest.raises(ImpossibleEvent, match=r"^GameStarted cannot have happened: a game starts once, and first$"):
        evolve(replay(log[:1]), log[0])


def test_an_event_that_cannot_have_happened_is_refused_with_the_reason() -> None:
    table = Table().deal()
    table.does(N, Propose())
    with pytest.raises(ImpossibleEvent) as caught:
        evolve(table.state, Proposed())
    assert isinstance(caught.value.__cause__, IllegalMove)
    assert str(caught.value) == f"Proposed cannot have happened: {caught.value.__cause__}"
    with pytest.raises(ImpossibleEvent, match=r"^DealScored cannot have happened: it does not follow from this state$"):
        evolve(table.state, DealScored(N, 1, Reason.POINT, (3, 2)))
    abandoned, _ = decide(table.state, S, Abandon())
    with pytest.raises(ImpossibleEvent, match=r"^Proposed cannot have happened: DealScored must come first$"):
        evolve(evolve(table.state, abandoned), Proposed())


@few
@given(games)
def test_what_is_decided_comes_with_the_states_after_it(log: tuple[Event, ...]) -> None:
    for before in states(log)[::7]:
        for seat in Seat:
            for move in (*legal_moves(before, seat), *table_moves(before, seat)):
                state = before
                for event, after in decision_steps(before, seat, move):
                    state = evolve(state, event)
                    assert after == state
                assert tuple(event for event, _ in decision_steps(before, seat, move)) == decide(before, seat, move)


@few
@given(games)
def test_what_is_dealt_comes_with_the_states_after_it(log: tuple[Event, ...]) -> None:
    for before, event in zip([None, *states(log)], log, strict=False):
        if before is not None and isinstance(event, CardsDealt):
            state = before
            for happened, after in deal_steps(before, event.pack, event.distribution):
                state = evolve(state, happened)
                assert after == state
            assert tuple(happened for happened, _ in deal_steps(before, event.pack)) == deal(before, event.pack)


@few
@given(games)
def test_states_are_values(log: tuple[Event, ...]) -> None:
    state = states(log)[len(log) // 2]
    assert copy.deepcopy(state) == state
    assert pickle.loads(pickle.dumps(state)) == state
    other: object = log
    assert state != other
    for name in ("phase", "turn", "score", "deal", "anything"):
        with pytest.raises(AttributeError):
            setattr(state, name, None)


@few
@given(games)
def test_what_a_state_and_an_error_say_of_themselves_holds_no_card(log: tuple[Event, ...]) -> None:
    for state in states(log)[::7]:
        assert not any(f" {card}" in repr(state) for card in PACK)
        for seat in Seat:
            hidden = state.cards(seat.other)
            for move in (Propose(), Accept(), AnnounceKing(), Claim(Goal.VOLE), AcceptIfEnough()):
                if not is_legal(state, seat, move):
                    with pytest.raises(IllegalMove) as caught:
                        decide(state, seat, move)
                    assert not any(str(card) in str(caught.value) for card in hidden)


def test_a_seed_stands_for_a_game() -> None:
    assert _game(7) == _game(7)
    assert _game(7) != _game(8)


def test_shuffling_gives_the_pack_in_every_order_alike() -> None:
    rng = Random(5)
    packs = [shuffled(rng) for _ in range(1600)]
    assert all(set(pack) == set(PACK) for pack in packs)
    # Fifty of each card on top are expected; 5 standard deviations of that are some 35.
    tops = [sum(pack[0] is card for pack in packs) for card in PACK]
    assert all(15 < count < 85 for count in tops)
    assert sum(1 for log in map(_game, range(20)) for event in log if isinstance(event, CardsDealt)) > 20
