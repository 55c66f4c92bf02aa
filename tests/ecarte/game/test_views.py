"""What each reader may know, and that nothing else enters into a view.

To test it, cards that a seat cannot see change places with one another, and the game happens again with the same
words; wherever that is lawful the seat's view must not differ, at any moment. This does not prove that a player
cannot guess; it proves that the view does not say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ecarte.game import (
    Accept,
    Card,
    CardsDealt,
    DealerDiscarded,
    Dialect,
    ElderDiscarded,
    Event,
    Goal,
    HandError,
    ImpossibleEvent,
    KingFrom,
    KingMarked,
    Manners,
    OfferStop,
    Phase,
    PlayerView,
    Propose,
    PublicView,
    Rules,
    Seat,
    State,
    Trick,
    cards_of,
    evolve,
    hand_view,
    parse_cards,
    player_view,
    public_view,
    replay,
)
from research.random_games import random_game
from tests.ecarte.game.table import DEALER, ELDER, TURN_UP, N, S, Table, discard, play
from tests.support.properties import examples


def test_before_the_first_deal_there_is_nothing_to_see() -> None:
    view = public_view(Table(dealer=None).state)
    assert (view.phase, view.turn, view.dealer, view.elder, view.number) == (Phase.CUT, None, None, None, 0)
    assert (view.turn_up, view.trump, view.talon, view.held) == (None, None, 32, (0, 0))
    mine = player_view(Table().state, S)
    assert mine.places == (None,) * 5
    assert (mine.public.dealer, mine.public.elder) == (S, N)


def test_a_player_sees_their_own_places_and_the_table() -> None:
    view = player_view(Table().deal().state, N)
    assert view.places == parse_cards(ELDER)
    assert view.public.turn_up == parse_cards(TURN_UP)[0]
    assert (view.public.talon, view.public.held, view.public.number) == (21, (5, 5), 1)
    assert (view.discarded, view.put_out, view.discard_bounds, view.may_announce) == ((), (), None, False)
    assert view.legal_moves[0] == Propose()


def test_places_are_kept_and_a_card_played_leaves_its_place_empty() -> None:
    table = Table().deal().trick("9H", "7H")
    assert player_view(table.state, N).places == tuple(
        None if str(card) == "9H" else card for card in parse_cards(ELDER)
    )
    assert player_view(table.state, S).public.held == (4, 4)


@pytest.mark.law(27)
def test_an_exchange_under_way_shows_how_many_and_not_which() -> None:
    table = Table().deal(talon="KH QH JH")
    table.does(N, Propose())
    table.does(S, Accept())
    assert player_view(table.state, N).discard_bounds == (1, 5)
    assert player_view(table.state, S).discard_bounds is None
    table.does(N, discard("KS QS"))
    elder, dealer = player_view(table.state, N), player_view(table.state, S)
    assert (elder.put_out, elder.public.asked) == (parse_cards("KS QS"), 2)
    assert (dealer.put_out, dealer.public.asked, dealer.discard_bounds) == ((), 2, (0, 5))
    table.does(S, discard("8D"))
    elder, dealer = player_view(table.state, N), player_view(table.state, S)
    assert (elder.discarded, dealer.discarded) == (parse_cards("KS QS"), parse_cards("8D"))
    assert elder.places == parse_cards("KH QH 9H 8H AC")
    assert dealer.places == parse_cards(" ".join(DEALER.split()[:4]) + " JH")
    assert (elder.public.rounds, elder.public.asked, elder.public.talon) == (((2, 1),), None, 18)


def test_tricks_show_who_led_and_who_won() -> None:
    table = Table().deal().trick("KS", "9C")
    table.does(S, play("8D"))
    view = public_view(table.state)
    king, nine, eight = parse_cards("KS 9C 8D")
    assert view.tricks == (Trick(N, king, nine, S), Trick(S, eight, None, None))
    assert (view.taken, view.turn, view.vulnerable) == ((0, 1), N, N)


def test_between_deals_the_last_one_is_still_to_be_seen() -> None:
    table = Table().deal("KS QS JS AS TS", "9S 8S 7S TD 9D").tricks("KS 9S, QS 8S, JS 7S, AS TD, TS 9D")
    view = public_view(table.state)
    assert (view.phase, view.turn, view.dealer, view.number) == (Phase.DEAL, N, S, 1)
    assert (len(view.tricks), view.taken, view.scored) == (5, (5, 0), table.state.scored)
    table.deal()
    view = public_view(table.state)
    assert (view.number, view.dealer, view.tricks, view.scored) == (2, N, (), None)


def test_the_holder_of_the_king_alone_may_announce_it_in_a_view() -> None:
    table = Table().deal(elder="KC QS 9H 8H AC")
    assert player_view(table.state, N).may_announce
    assert not player_view(table.state, S).may_announce
    assert KingMarked(N, KingFrom.ANNOUNCED) not in (public_view(table.state).king,)


def test_what_both_may_do_besides_playing_is_in_their_views() -> None:
    table = Table().deal("KC QC JC AC TC", "9S 8S 7S TD 9D")
    assert player_view(table.state, N).claims == (Goal.POINT, Goal.VOLE)
    assert player_view(table.state, S).claims == ()
    table.does(S, OfferStop())
    assert public_view(table.state).offer is S


@pytest.mark.law(2)
def test_no_view_has_a_field_for_the_others_hand_the_talon_or_the_pack() -> None:
    assert {field.name for field in fields(PublicView)}.isdisjoint({"pack", "hand", "hands", "places", "deal", "game"})
    assert {field.name for field in fields(PlayerView)} == {
        "seat", "public", "places", "discarded", "put_out", "legal_moves", "table_moves", "discard_bounds",
        "may_announce", "claims",
    }  # fmt: skip


def hidden_from(state: State, seat: Seat) -> tuple[Card, ...]:
    """Returns the cards that `seat` has not seen by now: the opponent's hand and discards, and the talon."""
    assert state.deal is not None
    talon = state.deal.pack[state.exchanges.drawn :]
    return (*state.cards(seat.other), *cards_of(state.exchanges.out[seat.other.index]), *talon)


def retold(log: tuple[Event, ...], changed: dict[Card, Card]) -> Iterator[Event]:
    """Rewrites the log of the last deal with other cards where they cannot be seen; visible events keep their cards."""
    for event in log:
        match event:
            case CardsDealt():
                yield replace(event, pack=tuple(changed.get(card, card) for card in event.pack))
            case ElderDiscarded() | DealerDiscarded():
                cards = sorted((changed.get(card, card) for card in event.cards), key=lambda card: card.index)
                yield replace(event, cards=tuple(cards))
            case _:
                yield event


def views(before: State, events: tuple[Event, ...], seat: Seat) -> Iterator[tuple[PlayerView, PublicView]]:
    state = before
    for event in events:
        state = evolve(state, event)
        yield player_view(state, seat), public_view(state)


@examples(80)
@given(
    st.integers(0, 2**32),
    st.sampled_from([Rules(), Rules.of(Dialect.MODERN), Rules(manners=Manners.SALON)]),
    st.sampled_from(list(Seat)),
)
@example(18665, Rules(manners=Manners.SALON), N)
@example(1667, Rules(manners=Manners.SALON), N)
@pytest.mark.law(13, 36)
def test_what_a_seat_cannot_see_does_not_enter_into_its_view(seed: int, rules: Rules, seat: Seat) -> None:
    rng = Random(seed)
    log = random_game(rules, rng, S)
    deals = [place for place, event in enumerate(log) if isinstance(event, CardsDealt)]
    if not deals:
        return
    start = rng.choice(deals)
    later = [place for place in deals if place > start]
    end = rng.randrange(start + 1, (later[0] if later else len(log)) + 1)
    before, events = replay(log[:start]), log[start:end]
    hidden = hidden_from(replay(log[:end]), seat)
    seen, told = list(views(before, events, seat)), 0
    for _ in range(36):
        one, other = rng.sample(hidden, 2) if rng.random() < 0.7 else rng.sample(hidden[-2:], 2)
        changed = {one: other, other: one}
        try:
            again = list(views(before, tuple(retold(events, changed)), seat))
        except ImpossibleEvent:
            continue  # the other could not have played, announced or claimed so
        told += 1
        assert again == seen
    assert told or len(hidden) < 12


def test_the_retelling_does_change_what_the_other_sees() -> None:
    before, log = Table().state, tuple(Table().deal().log)
    state = replay(log)
    one, other = state.cards(S)[0], hidden_from(state, N)[-1]
    (again,) = views(before, tuple(retold(log[1:], {one: other, other: one})), S)
    assert again[0] != player_view(state, S)


@pytest.mark.parametrize("rules", [Rules(), Rules.of(Dialect.MODERN)], ids=lambda rules: rules.dialect.value)
@pytest.mark.parametrize("elder", [True, False])
def test_a_view_is_made_of_five_cards_a_turn_up_and_a_score(rules: Rules, elder: bool) -> None:
    cards, turn_up = parse_cards("KS QS 9H 8H AC"), Card.parse("7C")
    view = hand_view(cards, turn_up, elder=elder, score=(3, 2), rules=rules)
    assert (set(view.places), view.public.turn_up, view.public.score) == (set(cards), turn_up, (3, 2))
    assert view.public.turn is view.seat
    assert view.public.phase is (Phase.PROPOSE if elder else Phase.ANSWER)
    assert (view.public.elder is view.seat) is elder


def test_law_47_a_king_turned_up_in_a_view_made_of_a_hand_is_marked_by_the_dealer() -> None:
    cards, king = parse_cards("QS 9H 8H AC 7S"), Card.parse("KC")
    assert hand_view(cards, king, score=(3, 2)).public.score == (3, 3)
    assert hand_view(cards, king, elder=False, score=(4, 2)).public.turn is None


@pytest.mark.parametrize(
    ("hand", "turn_up", "score"),
    [
        ("KS QS 9H 8H", "7C", (0, 0)),
        ("KS KS 9H 8H AC", "7C", (0, 0)),
        ("KS QS 9H 8H AC", "AC", (0, 0)),
        ("KS QS 9H 8H AC", "7C", (5, 0)),
        ("KS QS 9H 8H AC", "7C", (0, -1)),
    ],
)
def test_no_view_is_made_of_what_cannot_be_a_hand(hand: str, turn_up: str, score: tuple[int, int]) -> None:
    with pytest.raises(HandError):
        hand_view(parse_cards(hand), Card.parse(turn_up), score=score)
