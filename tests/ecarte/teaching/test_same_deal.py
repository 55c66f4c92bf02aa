"""A deal that several readers play: alike for all who make the same moves, and with other suits for each.

Not proved here: that no reader recognises a deal by its ranks.
"""

from __future__ import annotations

import random

import pytest

from ecarte.game import Card, Discard, Move, Play, PlayerView, Seat
from ecarte.notation import parse_move
from ecarte.teaching import again, same_deal, solo
from ecarte.teaching.same_deal import SameDeal
from tests.ecarte.teaching.test_again import GAMES

READERS = [str(number) for number in range(24)]
WALK = next(walk for walk in GAMES if len(walk.deals) > 2)


def by_chance(same: SameDeal, seed: int) -> tuple[str, ...]:
    """The log of a reader who plays by chance, the same places for each reader."""
    rng, log = random.Random(seed), same_deal.open_log(same)
    while not solo.is_over(view := same_deal.view_of(same, log)):
        places = [place for place, card in enumerate(view.places) if card is not None]
        if view.discard_bounds is not None:
            picked = rng.sample(places, max(1, view.discard_bounds[0]))
            log = same_deal.answer(same, log, Discard(card for place in picked if (card := view.places[place])))
            continue
        said = [move for move in view.legal_moves if not isinstance(move, Play)]
        played = [card for place in places if (card := view.places[place]) and Play(card) in view.legal_moves]
        moves = [*said, *map(Play, played)]
        log = same_deal.answer(same, log, moves[rng.randrange(len(moves))])
    return log


def made(number: int = 1, seat: Seat = Seat.SOUTH, reader: str = "7") -> SameDeal:
    """A deal of the game, as a reader gets it."""
    same = same_deal.same_deal(WALK, number, seat, reader)
    assert same is not None
    return same


def test_par_is_played_out_once_for_all_readers() -> None:
    asked = []

    def opponent(view: PlayerView, number: float) -> Move | None:
        asked.append(view)
        return solo.maitre(view, number)

    first = same_deal.par(made(2, Seat.NORTH, READERS[0]), opponent).points
    moves = len(asked)
    assert moves
    assert {same_deal.par(made(2, Seat.NORTH, reader), opponent).points for reader in READERS} == {first}
    assert len(asked) == moves


@pytest.mark.parametrize("seat", Seat)
def test_all_who_play_the_same_places_get_the_same_log_and_result(seat: Seat) -> None:
    logs = {by_chance(made(1, seat, reader), 5) for reader in READERS}
    assert len(logs) == 1
    results = {same_deal.result(made(1, seat, reader), next(iter(logs))) for reader in READERS}
    assert len(results) == 1
    assert len({same_deal.par(made(1, seat, reader)).points for reader in READERS}) == 1


def test_no_reader_sees_the_suits_of_the_game_and_readers_see_different_ones_in_either_seat() -> None:
    shown = [made(reader=reader) for reader in READERS]
    for same in shown:
        assert dict(same.suits) != {suit: suit for suit in same.suits}
        view, dealt = same_deal.view_of(same, ()), solo.view_of(same.dealt, ())
        assert [card and card.rank for card in view.places] == [card and card.rank for card in dealt.places]
        assert view.places != dealt.places or len({card.suit for card in dealt.hand}) < 4
        assert {card.suit for card in view.hand} == {same.suits[card.suit] for card in dealt.hand}
        assert sorted(view.public.score) == sorted(dealt.public.score)
        assert (view.public.dealer is view.seat) == (dealt.public.dealer is dealt.seat)
    assert len({tuple(same.suits.items()) for same in shown}) > 5
    assert {same.shown.seat for same in shown} == set(Seat)


def test_the_score_of_the_deal_is_that_of_the_game_from_the_seat() -> None:
    first = again.first_of(WALK, 3)
    assert first is not None
    for reader in READERS:
        view = same_deal.view_of(made(3, Seat.NORTH, reader), ())
        own, other = view.public.score[view.seat.index], view.public.score[view.seat.other.index]
        assert (own, other) == first.score


def test_what_the_reader_sees_of_a_log_is_the_log_in_other_suits() -> None:
    same = made()
    log = by_chance(same, 8)
    view, dealt = same_deal.view_of(same, log), solo.view_of(same.dealt, log)
    for seen, trick in zip(view.public.tricks, dealt.public.tricks, strict=True):
        assert seen.lead == Card(trick.lead.rank, same.suits[trick.lead.suit])
    assert all(isinstance(text, str) and parse_move(text) for text in log)
    assert len(same_deal.dealt_to_opponent(same)) == 5


def test_a_deal_that_the_game_has_not_cannot_be_played() -> None:
    assert same_deal.same_deal(WALK, 99, Seat.SOUTH, "7") is None
    assert again.result_then(WALK, 99, Seat.SOUTH) is None


def test_the_result_of_the_game_is_that_of_its_score() -> None:
    for number in range(1, len(WALK.deals)):
        first, after = again.first_of(WALK, number), again.first_of(WALK, number + 1)
        result = again.result_then(WALK, number, Seat.NORTH)
        assert first is not None
        assert after is not None
        assert result is not None
        gained = [now - before for before, now in zip(first.score, after.score, strict=True)]
        assert result.points == gained[0] - gained[1]
