"""The deal of the day: the same for all on a date, another on the next, and an opponent who answers alike to all.

Not proved here: that no player can look ahead (any can, see `ecarte.teaching.daily`).
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence

import pytest

from ecarte.fair import key_stream, shuffle
from ecarte.game import (
    PACK,
    Card,
    IllegalMove,
    Move,
    Play,
    PlayerView,
    Resign,
    Seat,
    parse_cards,
)
from ecarte.teaching import ME, OPPONENT, daily

DAY, NEXT = "2026-11-21", "2026-11-22"
DAYS = [f"2026-{month:02}-{day:02}" for month in (1, 6, 12) for day in range(1, 11)]


def at_random(day: str, number: int) -> Iterator[tuple[tuple[str, ...], PlayerView]]:
    """A deal played by chance: the log and the learner's view at each choice, and at the end."""
    rng, log = random.Random(f"{day} {number}"), daily.open_log(day)
    while True:
        view = daily.view_of(day, log)
        yield log, view
        if daily.is_over(view):
            return
        log = daily.answer(day, log, rng.choice(list(view.legal_moves)))


def test_the_same_date_gives_the_same_deal_and_the_next_another() -> None:
    assert daily.pack(DAY) == daily.pack(DAY)
    assert set(daily.pack(DAY)) == set(PACK)
    assert len({daily.pack(day) for day in DAYS}) == len(DAYS)
    assert daily.pack(DAY) != daily.pack(NEXT)
    assert {daily.dealer(day) for day in DAYS} == set(Seat)


def test_the_construction_is_pinned() -> None:
    key = hashlib.sha256(b"ecarte deal of the day 1 2026-01-01").digest()
    assert daily.pack("2026-01-01") == shuffle(key_stream(key))
    cards = "KD AH 9S QC TD 8D 8S AC 7D 7C JH"
    assert daily.pack("2026-01-01")[:11] == parse_cards(cards)
    assert daily.dealer("2026-01-01") is OPPONENT
    assert daily.chance("2026-01-01", 3) == pytest.approx(0.29703923909731955)


@pytest.mark.parametrize("day", ["", "today", "2026-1-1", "2026-11-21 ", "2026-11-21\n"])
def test_what_is_no_date_has_no_deal(day: str) -> None:
    for asked in (daily.pack, daily.dealer, daily.open_log):
        with pytest.raises(ValueError, match="a day is written as"):
            asked(day)


def test_chance_lies_between_nothing_and_one_and_differs_from_move_to_move() -> None:
    drawn = [daily.chance(day, moves) for day in DAYS for moves in range(20)]
    assert all(0 <= value < 1 for value in drawn)
    assert len(set(drawn)) == len(drawn)
    assert 0.45 < sum(drawn) / len(drawn) < 0.55


@pytest.mark.parametrize("day", DAYS)
def test_every_way_ends_with_five_tricks_and_a_result(day: str) -> None:
    *before, (log, view) = at_random(day, 1)
    assert all(not daily.is_over(earlier) and earlier.legal_moves for _, earlier in before)
    result = daily.result(view)
    assert len(result.tricks) == 5
    assert result.made == view.public.taken[ME.index]
    assert result.points == view.public.score[ME.index] - view.public.score[OPPONENT.index]
    assert -3 <= result.points <= 3
    assert set(daily.shown_at_end(day, log)) == set(_dealt_to(day, OPPONENT))


def _dealt_to(day: str, seat: Seat) -> Sequence[Card]:
    top = daily.pack(day)
    elder, other = top[:3] + top[6:8], top[3:6] + top[8:10]
    return other if daily.dealer(day) is seat else elder


def test_the_same_moves_meet_the_same_answers() -> None:
    for day in DAYS[:10]:
        one, two = (list(at_random(day, 2)) for _ in range(2))
        assert one == two


def test_the_opponent_is_asked_with_the_view_of_its_own_seat_alone() -> None:
    seats = []

    def player(view: PlayerView, number: float) -> Move | None:
        assert 0 <= number < 1
        seats.append(view.seat)
        return view.legal_moves[0] if view.public.turn is view.seat else None

    log = daily.open_log(DAY, player)
    while not daily.is_over(view := daily.view_of(DAY, log)):
        log = daily.answer(DAY, log, view.legal_moves[0], player)
    assert set(seats) == {OPPONENT}


def test_what_the_learner_sees_has_none_of_what_is_hidden() -> None:
    for day in DAYS:
        hidden = set(_dealt_to(day, OPPONENT)) | set(daily.pack(day)[11:])
        view = daily.view_of(day, ())
        assert set(view.places) == set(_dealt_to(day, ME))
        assert not hidden & {view.public.turn_up, *view.places}


def test_nothing_of_the_other_hand_is_shown_before_the_end() -> None:
    (log, view), *_ = at_random(DAY, 3)
    with pytest.raises(ValueError, match="the deal is not over"):
        daily.result(view)
    with pytest.raises(ValueError, match="the deal is not over"):
        daily.shown_at_end(DAY, log)


def test_what_may_not_be_done_is_refused_and_so_is_a_log_that_cannot_be() -> None:
    log = daily.open_log(DAY)
    held = daily.view_of(DAY, log).places
    elsewhere = next(card for card in PACK if card not in held)
    with pytest.raises(IllegalMove):
        daily.answer(DAY, log, Play(elsewhere))
    with pytest.raises(IllegalMove):
        daily.view_of(DAY, (*log, "refuse", "refuse"))
    with pytest.raises(ValueError, match="has no Resign"):
        daily.answer(DAY, log, Resign())


@pytest.mark.parametrize("day", DAYS[:10])
def test_par_is_what_the_maitre_makes_in_the_learners_place(day: str) -> None:
    log = daily.open_log(day)
    while not daily.is_over(view := daily.view_of(day, log)):
        move = daily.maitre(view, daily.chance(day, len(log)))
        assert move is not None
        log = daily.answer(day, log, move)
    assert daily.par(day) == daily.result(view)
