"""The house can be audited: its moves follow from its view and from the number that the promise of the deal fixed."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.ai import Level, MoveVerdict, Recomputed, chosen_move, name_of, player_of, recompute
from ecarte.fair import FairDeal, HouseSeat, commitment, decision_of, discard_due, house_number
from ecarte.fair.shuffling import deal_key
from ecarte.game import CardPlayed, Dialect, Move, Phase, Play, Rules, Seat, State, legal_moves, player_view
from ecarte.notation import Record, read
from ecarte.table.advice import TALON, follows_advice
from ecarte.teaching import decision_of as decision_to_review
from ecarte.teaching import steps
from research.random_games import random_game
from tests.support.house_games import (
    DUE_DISCARDS,
    HOUSE,
    HouseGame,
    by_view,
    house_game,
    proposes_and_exchanges_five,
)
from tests.support.properties import examples

SEEDS = range(8)


def recomputed(game: HouseGame) -> tuple[Recomputed, ...]:
    """Recomputes the moves of the house as a reader of the record does."""
    record = read(game.record)
    return recompute(record.events, record.fair, record.house)


def due_discards(game: HouseGame | Record) -> int:
    """Counts the discards of the house that left it no choice."""
    return sum(discard_due(before, event) is HOUSE for before, event in steps(game.events))


def verdicts(game: HouseGame) -> Counter[MoveVerdict]:
    return Counter(move.verdict for move in recomputed(game))


@pytest.mark.parametrize("level", Level)
@examples(12)
@given(st.integers(0, 2**32), st.sampled_from([Rules(), Rules.of(Dialect.MODERN), Rules.of(Dialect.SHORT)]))
def test_every_move_of_an_honest_house_is_recomputed(level: Level, seed: int, rules: Rules) -> None:
    moves = recomputed(house_game(level, seed, rules))
    assert {move.verdict for move in moves} <= {MoveVerdict.AGREES}
    assert {(move.seat, move.player, move.due) for move in moves} <= {(HOUSE, name_of(level), None)}


@pytest.mark.parametrize(
    ("level", "seeds"),
    [
        (Level.STARTER, range(20)),
        (Level.NOVICE, range(60)),
        (Level.AMATEUR, range(40)),
        (Level.SALON, range(20)),
        (Level.MAITRE, range(60, 80)),
    ],
    ids=str,
)
def test_no_honest_house_is_accused_where_the_elder_takes_the_whole_talon(level: Level, seeds: range) -> None:
    """The empty discard of the house leaves no choice, so it is no decision and takes no number."""
    games = [house_game(level, seed, member=proposes_and_exchanges_five) for seed in seeds]
    assert any(due_discards(game) for game in games), "no talon ran out"
    assert sum((verdicts(game) for game in games), Counter[MoveVerdict]()).keys() == {MoveVerdict.AGREES}


@pytest.mark.parametrize("dialect", Dialect)
def test_what_follows_a_move_by_itself_is_the_decision_of_no_player(dialect: Dialect) -> None:
    followed: Counter[str] = Counter()
    for seed in range(40):
        for before, event in steps(random_game(Rules.of(dialect), Random(seed), Seat.NORTH)):
            if before.due is not None:
                followed[type(event).__name__] += 1
                assert decision_of(before, event) is None
                assert follows_advice(frozenset({TALON}), before, event) is None
                assert not [seat for seat in Seat if decision_to_review(before, event, seat)]
    assert len(followed) > 2


@pytest.mark.parametrize("path", sorted(DUE_DISCARDS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_record_of_before_in_which_a_due_discard_took_a_number_is_recomputed_by_that_number(path: Path) -> None:
    record = read(path.read_text("utf-8"))
    assert due_discards(record)
    assert {move.verdict for move in recompute(record.events, record.fair, record.house)} == {MoveVerdict.AGREES}


def test_the_name_of_its_version_decides_whether_a_due_discard_took_a_number() -> None:
    """No record is accepted by either count, so a house cannot choose between two numbers."""
    for level, version in ((Level.STARTER, 1), (Level.NOVICE, 1), (Level.AMATEUR, 1)):
        record = read((DUE_DISCARDS / f"{level}-{version}.txt").read_text("utf-8"))
        renamed = tuple(HouseSeat(seat.at, seat.seat, name_of(level)) for seat in record.house)
        found = recompute(record.events, record.fair, renamed)
        assert MoveVerdict.DIFFERS in {move.verdict for move in found}


@pytest.mark.parametrize("level", Level)
def test_a_house_that_moves_by_other_numbers_than_those_promised_is_found(level: Level) -> None:
    rng = Random(1)
    honest = by_view(level)
    games = [house_game(level, seed, choose=lambda state, _: honest(state, rng.random())) for seed in SEEDS]
    differ = sum((verdicts(game) for game in games), Counter[MoveVerdict]())[MoveVerdict.DIFFERS]
    # The salon player leaves nothing to chance: there is no number to it.
    assert (differ > 0) is (level is not Level.SALON)


def peeks(state: State, number: float) -> Move:
    """Plays as the maître, but replies and leads with the opponent's hand open: the first card that takes the trick."""
    move = chosen_move(player_of(Level.MAITRE)(player_view(state, HOUSE)), number)
    if state.phase is not Phase.PLAY or state.led is not None or type(move) is not Play:
        return move
    theirs, trump = state.cards(Seat.NORTH), state.deal.trump if state.deal else None
    safe = [
        play
        for play in legal_moves(state)
        if type(play) is Play
        and all(card.suit is not play.card.suit or card.rank.index > play.card.rank.index for card in theirs)
        and (play.card.suit is trump or all(card.suit is not trump for card in theirs))
    ]
    return move if not safe or move in safe else safe[0]


def test_a_house_that_looks_into_the_other_hand_is_found() -> None:
    found = [move for seed in SEEDS for move in recomputed(house_game(Level.MAITRE, seed, choose=peeks))]
    differing = [move for move in found if move.verdict is MoveVerdict.DIFFERS]
    assert differing, "the peeking changed no move"
    assert all(type(move.move) is Play and move.due is not None and move.due != move.move for move in differing)


def test_a_house_that_plays_as_another_level_than_the_record_says_is_found() -> None:
    games = [house_game(Level.MAITRE, seed, choose=by_view(Level.NOVICE)) for seed in SEEDS]
    assert sum(verdicts(game)[MoveVerdict.DIFFERS] for game in games)


@pytest.mark.parametrize("level", [Level.SALON, Level.MAITRE])
def test_one_move_exchanged_afterwards_is_found_at_its_place(level: Level) -> None:
    """Whatever other lawful card the record shows in place of the one that was played, only that move is reported."""
    game, tampered = house_game(level, 3), 0
    for place, (before, event) in enumerate(steps(game.events), start=1):
        if not isinstance(event, CardPlayed) or event.seat is not HOUSE:
            continue
        for other in legal_moves(before, HOUSE):
            if type(other) is Play and other != Play(event.card):
                events = (*game.events[:place], CardPlayed(HOUSE, other.card))
                *others, last = recompute(events, game.fair, game.house)
                assert {move.verdict for move in others} <= {MoveVerdict.AGREES}
                assert (last.verdict, last.move, last.due) == (MoveVerdict.DIFFERS, other, Play(event.card))
                tampered += 1
    assert tampered > 5


def test_what_is_not_promised_or_made_by_another_version_is_not_recomputed() -> None:
    game = house_game(Level.NOVICE, 2)
    unpromised = recompute(game.events, {}, game.house)
    assert {move.verdict for move in unpromised} == {MoveVerdict.UNPROMISED}
    later = recompute(game.events, game.fair, (HouseSeat(1, HOUSE, "novice 999999"),))
    assert {move.verdict for move in later} == {MoveVerdict.OTHER_VERSION}
    assert len(later) == len(unpromised)
    assert recompute(game.events, game.fair, ()) == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_failure_is_marked_before_its_move_and_leaves_the_others_as_they_are(seed: int) -> None:
    """The mark may precede any decision, even one between a lead and its reply."""
    game, name = house_game(Level.NOVICE, seed), name_of(Level.NOVICE)
    own = [
        place
        for place, (before, event) in enumerate(steps(game.events), start=1)
        if (decision := decision_of(before, event)) is not None and decision[0] is HOUSE
    ]
    failed = set(Random(seed).sample(own, 5))
    marks = [HouseSeat(place, HOUSE, None if place in failed else name) for place in own]
    marked = HouseGame(game.events, game.fair, tuple(marks))
    record = read(marked.record)
    assert (record.house, record.events) == (marked.house, game.events)
    assert verdicts(marked) == {MoveVerdict.AGREES: len(own) - 5, MoveVerdict.UNPROMISED: 5}


def promised(secret: bytes, seed: str) -> FairDeal:
    return FairDeal(commitment(secret), secret, (seed, ""), 8)


def test_the_number_is_the_one_that_the_description_gives() -> None:
    """This test follows the description alone, and shares no code with the library."""
    fair = promised(bytes(range(32)), "sparrow")
    key = deal_key(fair.secret, fair.seeds, 3)
    for letter, seat in zip("NS", Seat, strict=True):
        for k in range(1, 40):
            digest = hmac.new(key, f"ecarte house 1 {letter} {k}".encode(), hashlib.sha256).digest()
            bits = "".join(f"{byte:08b}" for byte in digest)[:53]
            assert house_number(fair, 3, seat, k) == int(bits, 2) / 2**53


def test_the_numbers_of_decisions_seats_and_deals_have_nothing_in_common() -> None:
    secret = bytes(32)
    numbers = [
        house_number(promised(secret, seed), deal, seat, k)
        for seed in ("", "sparrow")
        for deal in range(1, 11)
        for seat in Seat
        for k in range(1, 26)
    ]
    assert len(set(numbers)) == len(numbers) == 1000
    assert all(0 <= number < 1 for number in numbers)
    assert abs(sum(numbers) / 1000 - 0.5) < 0.05
    assert all(60 < sum(share <= 10 * number < share + 1 for number in numbers) < 140 for share in range(10))
