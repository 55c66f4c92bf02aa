"""Advice is given by pointing, at a place or at the talon (Law 54), by those alone who may see the hand (Law 55)."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest

from ecarte.game import (
    PACK,
    Accept,
    Card,
    Discard,
    Phase,
    Play,
    Propose,
    Refuse,
    Rules,
    Seat,
    State,
    backer_view,
    begin,
    cut,
    deal,
    decide,
    evolve,
    legal_moves,
    player_view,
    replay,
)
from ecarte.table import advice
from ecarte.table.stakes import (
    GalerieError,
    GalerieRule,
    Style,
    advised_by,
    advisers,
    close,
    declare_chouette,
    open_book,
    place,
)
from tests.support.packs import stacked_pack

PURSES = dict.fromkeys(range(1, 9), 1000)


def dealt(seed: int = 1, pack: tuple[Card, ...] | None = None) -> State:
    """A game whose first deal lies on the table: North deals."""
    chance = random.Random(seed)
    events = [*begin(Rules(), Seat.NORTH)]
    state = replay(events)
    return replay([*events, *deal(state, pack or chance.sample(PACK, 32))])


def after(state: State, *moves: object) -> State:
    """The state after these moves of the seats to act."""
    for move in moves:
        assert state.turn is not None
        for event in decide(state, state.turn, move):  # type: ignore[arg-type]  # the tests give moves only
            state = evolve(state, event)
    return state


@pytest.mark.law(55)
def test_a_backer_sees_the_hand_as_its_player_does_and_nothing_more() -> None:
    state = dealt()
    for seat in Seat:
        view, own = backer_view(state, seat), player_view(state, seat)
        assert [field.name for field in fields(view)] == [
            "seat", "public", "places", "choices", "discard_bounds",
        ]  # fmt: skip
        assert (view.seat, view.public, view.places) == (seat, own.public, own.places)
        assert set(view.choices) <= set(own.legal_moves)
        assert view.discard_bounds == own.discard_bounds


def test_the_elder_may_be_pointed_at_a_card_to_lead_or_at_the_talon_to_propose() -> None:
    state = dealt()
    assert advice.may_point(backer_view(state, Seat.SOUTH)) == {0, 1, 2, 3, 4, advice.TALON}
    assert advice.may_point(backer_view(state, Seat.NORTH)) == frozenset()


def test_pointing_elsewhere_takes_the_finger_away_but_where_cards_are_changed_several_count() -> None:
    state = dealt()
    view = backer_view(state, Seat.SOUTH)
    assert advice.point(frozenset({1}), 3, view) == {3}
    assert advice.point(frozenset({3}), 3, view) == frozenset()
    view = backer_view(after(state, Propose(), Accept()), Seat.SOUTH)
    assert advice.may_point(view) == {0, 1, 2, 3, 4}
    assert advice.point(advice.point(frozenset({1}), 3, view), 0, view) == {0, 1, 3}
    assert advice.point(frozenset({0, 1}), 1, view) == {0}


@pytest.mark.parametrize(("dealer", "signs"), [("7H KH 9S QH 8D", {1, 3}), ("7H KH 9S 7D 8D", set())])
def test_only_cards_that_may_be_played_are_pointed_at_and_none_where_one_must_be(dealer: str, signs: set[int]) -> None:
    pack = stacked_pack(elder="9H QS JH AS TC", dealer=dealer, turn_up="9C")
    state = after(dealt(pack=pack), Play(Card.parse("9H")))
    assert advice.may_point(backer_view(state, Seat.NORTH)) == signs, "follow suit, and win the trick"
    assert advice.may_point(backer_view(state, Seat.SOUTH)) == frozenset()


def test_no_more_cards_are_pointed_at_than_may_be_discarded() -> None:
    state = dealt()
    while True:
        state = after(state, Propose(), Accept())
        talon = state.exchanges.talon
        hand = [card for card in player_view(state, Seat.SOUTH).places if card is not None]
        if talon < 5:
            break
        state = after(state, Discard(hand[:5]), Discard([]))
    view, pointed = backer_view(state, Seat.SOUTH), frozenset[int]()
    for sign in range(talon):
        pointed = advice.point(pointed, sign, view)
    assert advice.may_point(view, pointed) == pointed
    with pytest.raises(GalerieError):
        advice.point(pointed, talon, view)
    assert advice.point(pointed, 0, view) == pointed - {0}


@pytest.mark.parametrize("sign", [-1, 6, 5])
def test_a_sign_that_means_nothing_is_refused(sign: int) -> None:
    state = after(dealt(), Propose(), Accept())
    with pytest.raises(GalerieError) as refused:
        advice.point(frozenset(), sign, backer_view(state, Seat.SOUTH))
    assert refused.value.rule is GalerieRule.NOTHING_TO_ADVISE


@pytest.mark.law(54)
def test_what_was_followed_is_what_was_done() -> None:
    state = dealt()
    (proposed,) = decide(state, Seat.SOUTH, Propose())
    assert advice.follows_advice(frozenset({advice.TALON}), state, proposed) is True
    assert advice.follows_advice(frozenset({2}), state, proposed) is False
    assert advice.follows_advice(frozenset(), state, proposed) is None
    card = player_view(state, Seat.SOUTH).places[2]
    assert card is not None
    led = decide(state, Seat.SOUTH, Play(card))[0]
    assert advice.follows_advice(frozenset({2}), state, led) is True
    assert advice.follows_advice(frozenset({advice.TALON}), state, led) is False
    asked = after(state, Propose())
    (given,), refused = decide(asked, Seat.NORTH, Accept()), decide(asked, Seat.NORTH, Refuse())[0]
    assert advice.follows_advice(frozenset({advice.TALON}), asked, given) is True
    assert advice.follows_advice(frozenset({advice.TALON}), asked, refused) is False
    assert advice.follows_advice(frozenset({4}), asked, refused) is True
    changing = after(asked, Accept())
    hand = player_view(changing, Seat.SOUTH).places
    out = [card for card in (hand[0], hand[4]) if card is not None]
    put_out = decide(changing, Seat.SOUTH, Discard(out))[0]
    assert advice.follows_advice(frozenset({0, 4}), changing, put_out) is True
    assert advice.follows_advice(frozenset({0}), changing, put_out) is False


def test_every_choice_of_a_whole_game_can_be_pointed_at_beforehand_and_nothing_else() -> None:
    chance = random.Random(3)
    state = replay(begin(Rules()))
    judged = 0
    for _ in range(400):
        if state.phase is Phase.OVER:
            break
        if state.phase is Phase.CUT:
            happened = cut(state, *chance.sample(PACK, 2))
        elif state.phase is Phase.DEAL:
            happened = deal(state, chance.sample(PACK, 32))
        else:
            assert state.turn is not None
            signs = advice.may_point(backer_view(state, state.turn))
            moves = legal_moves(state)
            plays = {move for move in moves if isinstance(move, Play)}
            free = state.phase is not Phase.PLAY or len(plays) > 1
            assert bool(signs) is free, "where there is one card to play there is nothing to advise"
            if state.phase is Phase.PLAY:
                view = backer_view(state, state.turn)
                assert {advice.pointed_move(frozenset({sign}), view) for sign in signs} == (plays if free else set())
            assert not advice.may_point(backer_view(state, state.turn.other))
            happened = decide(state, state.turn, chance.choice(legal_moves(state)))
            verdicts = [advice.follows_advice(frozenset({sign}), state, happened[0]) for sign in signs]
            judged += any(verdict is not None for verdict in verdicts)
        for event in happened:
            state = evolve(state, event)
    assert judged > 10


@pytest.mark.law(54)
def test_only_those_who_cover_the_stakes_may_see_a_hand_and_none_at_la_chouette_or_an_english_table() -> None:
    for style, chouette, seen in (
        (Style.FRENCH, False, {3: Seat.NORTH, 4: Seat.SOUTH, 5: None, 1: None, 2: None}),
        (Style.FRENCH, True, {3: None, 4: Seat.SOUTH, 5: Seat.SOUTH}),
        (Style.ENGLISH, False, {3: None, 4: None, 5: None}),
    ):
        book = open_book(1, 2, 50, PURSES, style=style)
        book = place(book, 3, Seat.NORTH, 20, PURSES)
        assert advised_by(book, 3) is None, "a backer who may still take the bet back sees nothing"
        if chouette:
            book = declare_chouette(book, 1, PURSES)
        book = place(book, 4, Seat.SOUTH, 20, PURSES)
        book = place(book, 5, Seat.SOUTH, 100, {**PURSES, 1: 0})
        closed = close(book, {**PURSES, 1: 0}).book
        assert {person: advised_by(closed, person) for person in seen} == seen
        for side in Seat:
            assert {adviser.person for adviser in advisers(closed, side)} == {
                who for who, what in seen.items() if what is side
            }


@pytest.mark.parametrize("seed", range(6))
def test_what_is_meant_is_the_move_that_follows_it(seed: int) -> None:
    chance = random.Random(seed)
    state, met = dealt(seed), set[str]()
    for _ in range(30):
        if state.turn is None or state.phase is Phase.DEAL:
            break
        seat = state.turn
        view = backer_view(state, seat)
        moves = legal_moves(state)
        possible = sorted(advice.may_point(view))
        signs = frozenset({chance.choice(possible)}) if possible else frozenset[int]()
        meant = advice.pointed_move(signs, view)
        assert (meant is not None) is bool(possible)
        assert advice.pointed_move(signs, backer_view(state, seat.other)) is None, "nothing to decide, nothing to mean"
        assert advice.pointed_move(frozenset(), view) is None
        event = decide(state, seat, chance.choice(moves) if meant is None else meant)[0]
        if meant is not None:
            met.add(type(meant).__name__)
            assert advice.follows_advice(signs, state, event) is True
        state = evolve(state, event)
        while state.due is not None:
            state = evolve(state, state.due)
    assert met
