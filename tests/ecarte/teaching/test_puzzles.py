"""Puzzles: what a position tells and what it cannot tell, when a decision is one, and that the stock is right.

Not proved here: that the chances are true. They are those of a model (`ecarte.ai.move_values`).
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.ai import Level, can_be_valued, move_values, player_of
from ecarte.game import (
    PACK,
    Card,
    Dialect,
    Discard,
    Manners,
    Move,
    Phase,
    Play,
    PlayerView,
    Propose,
    Rules,
    Seat,
    State,
    Suit,
    player_view,
)
from ecarte.notation import move_text
from ecarte.teaching import ME, Setup, daily, stand
from ecarte.teaching.puzzle_position import canonical, key_of, view_of
from ecarte.teaching.puzzles import (
    EASY,
    HARDEST,
    MARGIN,
    MISSED,
    Puzzle,
    Theme,
    difficulty_of,
    margin,
    puzzle_of,
    puzzle_of_day,
    puzzles_of,
    read_line,
    solve,
    stock,
    written_line,
)
from research.house_games import log_of_a_game, moves_of_a_game
from research.puzzles import choose, puzzles_of_a_game
from research.random_games import random_game
from tests.support.properties import examples

HARD_DAY = "2026-01-04"
"""A day on which the first decision is clear and not obvious."""
PLAYERS = (player_of(Level.MAITRE), player_of(Level.SALON))


def decisions_of(seed: int) -> list[tuple[State, PlayerView]]:
    """Returns the decisions of a game that a puzzle can be made of."""
    steps = [(state, player_view(state, seat)) for state, seat, _ in moves_of_a_game(PLAYERS, Random(seed))]
    return [(state, view) for state, view in steps if can_be_valued(view)]


def expect_text(view: PlayerView) -> str:
    """Fails unless the position has a text; returns it."""
    told = canonical(view)
    assert told is not None
    return told.text


def test_a_position_leads_to_the_same_decision_again() -> None:
    phases = Counter[Phase]()
    for seed in range(6):
        for _, view in decisions_of(seed):
            told = canonical(view)
            if told is None:
                # A king that may be announced is a decision of its own.
                assert view.may_announce
                continue
            again = view_of(told.text)
            phases[view.public.phase] += 1
            assert {told.card(card) for card in view.hand} == set(again.hand)
            assert {told.card(card) for card in view.discarded} == set(again.discarded)
            assert len(view.legal_moves) == len(again.legal_moves)
            assert again.public.turn is again.seat is ME
            assert expect_text(again) == told.text
    assert {Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD, Phase.PLAY} <= phases.keys()


@examples(40)
@given(st.integers(0, 2**32), st.data())
def test_a_position_is_the_same_whatever_the_solver_cannot_see(seed: int, data: st.DataObject) -> None:
    # Two deals that differ in the opponent's hand and in the talon only.
    cards = data.draw(st.permutations(PACK).map(lambda pack: pack[:16]), label="cards")
    mine, turn_up, others = cards[:5], cards[5], cards[6:]
    elders = data.draw(st.booleans(), label="elder")
    dealer = ME.other if elders else ME
    moves = ("propose",) if not elders else ()
    texts = set()
    for theirs in (others[:5], others[5:]):
        one, two = (" ".join(map(str, hand)) for hand in (mine, theirs))
        view = player_view(stand(Setup(one, two, str(turn_up), dealer, moves=moves)), ME)
        if view.public.turn is ME and view.public.outcome is None:
            texts.add(expect_text(view))
    assert len(texts) == 1


def test_no_text_has_a_card_that_the_solver_cannot_know() -> None:
    for state, view in decisions_of(7):
        if (told := canonical(view)) is None:
            continue
        public = view.public
        played = {card for trick in public.tricks for card in (trick.lead, trick.reply) if card is not None}
        seen = {told.card(card) for card in (*view.hand, *view.discarded, public.turn_up, *played) if card is not None}
        named = {word.strip(",;") for word in told.text.split() if len(word.strip(",;")) == 2}
        assert {Card.parse(word) for word in named if word[1] in "SHDC"} == seen, state.phase


@examples(30)
@given(st.integers(0, 200), st.permutations(list(Suit)))
def test_a_position_is_the_same_in_any_suits_and_from_either_seat(seed: int, suits: list[Suit]) -> None:
    renamed = dict(zip(Suit, suits, strict=True))
    cards = Random(seed).sample(PACK, 11)
    texts = set()
    for names in (dict(zip(Suit, Suit, strict=True)), renamed):
        for elder in Seat:
            one, two, up = (
                " ".join(str(Card(card.rank, names[card.suit])) for card in part)
                for part in (cards[:5], cards[5:10], cards[10:])
            )
            hands = (one, two) if elder is ME else (two, one)
            texts.add(expect_text(player_view(stand(Setup(*hands, up, elder.other)), elder)))
    assert len(texts) == 1


def test_trumps_are_of_all_suits() -> None:
    assert {puzzle.view.public.trump for puzzle in stock()} == set(Suit)


def test_what_a_text_cannot_tell_is_no_puzzle() -> None:
    salon = random_game(Rules(manners=Manners.SALON), Random(3))
    assert puzzles_of(salon, Random) == ()
    assert puzzles_of(random_game(Rules(points=3), Random(3)), Random) == ()
    for text in ("", "elder 0-0 KS; QC", "elder 0-0 KS; QC JC 8C 7D 8H; -; fly", "north 0-0 KS; QC JC 8C 7D 8H; -"):
        with pytest.raises(ValueError, match=r"."):
            view_of(text)


def test_a_game_in_progress_has_no_puzzles() -> None:
    log = log_of_a_game(PLAYERS, Random(1))
    with pytest.raises(ValueError, match="in progress"):
        puzzles_of(log[:-1], Random)


@cache
def of_games() -> tuple[Puzzle, ...]:
    """Returns the puzzles of some games of the house."""
    return tuple(puzzle for seed in range(3) for puzzle in puzzles_of(log_of_a_game(PLAYERS, Random(seed)), Random))


def test_the_easy_puzzles_of_a_game_come_last_and_otherwise_the_clearest_first() -> None:
    puzzles = puzzles_of(log_of_a_game(PLAYERS, Random(1)), Random)
    places = [(puzzle.difficulty == EASY, -margin(puzzle.chances)) for puzzle in puzzles]
    assert places == sorted(places)


def test_a_puzzle_has_one_clear_answer_that_a_player_or_the_book_misses() -> None:
    assert of_games()
    for puzzle in of_games():
        assert margin(puzzle.chances) >= (0.03 if puzzle.theme is Theme.DISCARD else 0.04)
        assert 2 <= len(puzzle.options) <= 5
        assert EASY <= puzzle.difficulty <= HARDEST


def test_an_obvious_best_move_is_no_puzzle() -> None:
    view = player_view(stand(Setup("7H 8D 9C 7C 8H", "KH QH QD JD KC", "9S")), ME)
    assert difficulty_of(view, Propose()) is None
    assert difficulty_of(view, Play(Card.parse("7H"))) == HARDEST
    # The player of the game was alone in missing it.
    assert difficulty_of(view, Propose(), Play(Card.parse("8H"))) == MISSED
    assert puzzle_of(view, move_values(view, Random(1)), Random) is None


def test_the_order_of_the_options_does_not_tell_the_best() -> None:
    places = Counter(list(puzzle.options).index(puzzle.best) for puzzle in stock() if len(puzzle.options) == 2)
    assert min(places.values()) * 4 > max(places.values())
    for puzzle in stock():
        if all(isinstance(move, Play) for move in puzzle.options):
            assert [move.card.index for move in puzzle.options if isinstance(move, Play)] == sorted(
                move.card.index for move in puzzle.options if isinstance(move, Play)
            )


def test_a_puzzle_is_read_as_it_is_written() -> None:
    for puzzle in stock()[:50]:
        assert read_line(written_line(puzzle)) == puzzle
        assert Puzzle.read(puzzle.position, puzzle.solution, puzzle.difficulty) == puzzle


def test_no_two_puzzles_of_the_stock_share_hand_turn_up_and_score() -> None:
    keys = [puzzle.key for puzzle in stock()]
    assert len(keys) == len(set(keys))
    assert all(puzzle.position.startswith(key_of(puzzle.position)) for puzzle in stock())


def test_every_position_of_the_stock_offers_its_options() -> None:
    for puzzle in stock():
        legal = puzzle.view.legal_moves
        for move in puzzle.options:
            assert move in legal or isinstance(move, Discard)
        book: Move | None = None if puzzle.book is None else puzzle.book.move
        assert book is None or book in legal or isinstance(book, Discard)


def test_the_stock_has_every_theme() -> None:
    assert {puzzle.theme for puzzle in stock()} == set(Theme)


@examples(12)
@given(st.integers(0, 10_000))
def test_a_puzzle_of_the_stock_holds_when_solved_anew(number: int) -> None:
    puzzle = stock()[number % len(stock())]
    solved = solve(puzzle.position, lambda seed: Random(f"anew {seed}"))
    assert solved is not None
    assert solved.best == puzzle.best or puzzle.view.public.phase is Phase.PROPOSE
    assert isinstance(solved.best, Play) is isinstance(puzzle.best, Play)


def test_the_stock_is_made_again_to_the_byte() -> None:
    number, puzzles = puzzles_of_a_game(1, 0)
    assert number == 0
    lines = {written_line(puzzle) for puzzle in stock()}
    assert {written_line(puzzle) for puzzle in choose(list(puzzles), 9)} <= lines


def test_games_of_every_dialect_have_puzzles_by_these_rules() -> None:
    for dialect in (Dialect.MODERN, Dialect.CAVENDISH):
        log = log_of_a_game(PLAYERS, Random(5), Rules.of(dialect))
        assert all(margin(puzzle.chances) >= MARGIN - 0.02 for puzzle in puzzles_of(log, Random))


# ---------------------------------------------------------------- the deal of a day


def tries_at(day: str, wrong: int, right: int) -> list[tuple[str, ...]]:
    """The moves of people who began the deal of a day wrongly or rightly."""
    opening = daily.open_log(day)
    values = move_values(daily.view_of(day, opening), Random(1))
    best, *_, worst = values.values
    return [(*opening, move_text(move)) for move, count in ((worst, wrong), (best, right)) for _ in range(count)]


def test_a_deal_of_the_day_that_most_people_began_wrongly_is_a_puzzle_with_their_share() -> None:
    found = puzzle_of_day(HARD_DAY, tries_at(HARD_DAY, wrong=7, right=3), Random)
    assert found is not None
    assert (found.tries, found.right) == (10, 3)
    position = canonical(daily.view_of(HARD_DAY, daily.open_log(HARD_DAY)))
    assert position is not None
    assert found.puzzle.position == position.text
    assert found.puzzle.difficulty >= MISSED


@pytest.mark.parametrize(("wrong", "right"), [(6, 4), (6, 3), (0, 12)])
def test_a_deal_of_the_day_that_enough_people_began_rightly_or_few_began_at_all_is_none(wrong: int, right: int) -> None:
    assert puzzle_of_day(HARD_DAY, tries_at(HARD_DAY, wrong, right), Random) is None


def test_tries_without_a_decision_or_against_another_opening_do_not_count() -> None:
    opening = daily.open_log(HARD_DAY)
    others = [opening, (*opening, "king"), ("refuse", *opening, "propose")]
    assert puzzle_of_day(HARD_DAY, [*tries_at(HARD_DAY, 6, 3), *others], Random) is None
    announced = [(*opening, "king", *log[len(opening) :]) for log in tries_at(HARD_DAY, 1, 0)]
    assert puzzle_of_day(HARD_DAY, [*tries_at(HARD_DAY, 6, 3), *announced], Random) is not None


def test_a_deal_of_the_day_is_named_by_its_date() -> None:
    with pytest.raises(ValueError, match="2026-11-21"):
        puzzle_of_day("today", [], Random)
