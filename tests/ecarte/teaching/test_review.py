"""A game looked back on: what is judged, by what alone, and what a decision may cost.

Not proved here: that the estimates are right. They are a model's (`ecarte.ai.move_values`); that it holds the plain
truths of the game is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.ai import can_be_valued, move_values
from ecarte.game import (
    Accept,
    AnnounceKing,
    Card,
    CardsDealt,
    Dialect,
    Discard,
    Event,
    ImpossibleEvent,
    Manners,
    Propose,
    Rules,
    Seat,
    State,
    evolve,
    parse_cards,
    player_view,
    replay,
)
from ecarte.odds import Jeu
from ecarte.teaching import (
    ME,
    BookAdvice,
    BookRule,
    Decision,
    DecisionKind,
    Judged,
    Setup,
    decisions,
    review,
    stand,
    steps,
    worst_first,
)
from ecarte.teaching.book_advice import book_advice
from research.random_games import random_game
from tests.ecarte.ai.seats import dealt
from tests.ecarte.game.table import N, S, Table, play
from tests.ecarte.game.test_views import hidden_from, retold
from tests.support.properties import examples

FEW, MANY = examples(3), examples(40)
"""A review takes seconds: other examples come with each run, and many with `make soak`."""
RULES = [Rules(), Rules.of(Dialect.MODERN), Rules.of(Dialect.SHORT)]


def reviewed(table: Table, seat: Seat) -> tuple[Judged, ...]:
    """Returns the review of a seat at this table."""
    return review(decisions(steps(table.log), seat), Random)


def told(
    before: State, events: tuple[Event, ...], seat: Seat
) -> list[tuple[Decision, list[float], float, BookAdvice | None]]:
    """Returns all that a review says of a piece of a game."""

    def taken() -> Iterator[tuple[State, Event]]:
        state = before
        for event in events:
            yield state, event
            state = evolve(state, event)

    made = islice(decisions(taken(), seat), 4)
    return [
        (judged.decision, list(judged.move_values.values.values()), judged.cost, judged.book)
        for judged in review(made, Random)
    ]


GAMES = given(st.integers(0, 2**32), st.sampled_from(RULES), st.sampled_from(list(Seat)))


def expect_blind_to_what_the_seat_cannot_see(seed: int, rules: Rules, seat: Seat) -> None:
    """The review of a seat stays the same when cards are permuted that it could not see."""
    rng = Random(seed)
    log = random_game(rules, rng, S)
    deals = [place for place, event in enumerate(log) if isinstance(event, CardsDealt)]
    if not deals:
        return
    start = rng.choice(deals)
    end = min([len(log), *(place for place in deals if place > start)])
    before, events = replay(log[:start]), log[start:end]
    as_it_was = told(before, events, seat)
    hidden = hidden_from(replay(log[:end]), seat)
    for _ in range(2):
        one, other = rng.sample(hidden, 2)
        try:
            again = told(before, tuple(retold(events, {one: other, other: one})), seat)
        except ImpossibleEvent:
            continue  # the other could not have played, announced or claimed so
        assert again == as_it_was


@FEW
@GAMES
def test_a_review_does_not_change_when_what_its_seat_could_not_see_is_permuted(
    seed: int, rules: Rules, seat: Seat
) -> None:
    expect_blind_to_what_the_seat_cannot_see(seed, rules, seat)


@FEW
@GAMES
def test_no_cost_is_negative_and_the_best_costs_nothing(seed: int, rules: Rules, seat: Seat) -> None:
    expect_costs(seed, rules, seat)


@pytest.mark.soak
@MANY
@GAMES
def test_many_reviews_keep_to_both(seed: int, rules: Rules, seat: Seat) -> None:
    expect_blind_to_what_the_seat_cannot_see(seed, rules, seat)
    expect_costs(seed, rules, seat)


def expect_costs(seed: int, rules: Rules, seat: Seat) -> None:
    """No cost is negative, and the best costs nothing."""
    made = islice(decisions(steps(random_game(rules, Random(seed), S)), seat), 6)
    for judged in review(made, Random):
        values = judged.move_values.values
        assert all(-1e-9 <= value <= 1 + 1e-9 for value in values.values())
        assert judged.move_values.cost(judged.move_values.best) == 0
        assert all(judged.move_values.cost(move) >= 0 for move in values)
        assert judged.best_chance - judged.chance == pytest.approx(judged.cost)
        assert list(values.values()) == sorted(values.values(), reverse=True)


def test_the_same_view_has_the_same_review() -> None:
    one, other = (reviewed(_proposed(), N) for _ in range(2))
    assert one == other
    assert one[0].decision.move == Propose()


def _proposed() -> Table:
    table = dealt("KH QH JH AS TC", "7D 8D 9D 7C 8C", "7S")
    table.does(N, Propose())
    return table


def test_to_give_the_certain_point_away_is_the_worst() -> None:
    table = dealt("KS QS JS AS TS", "7D 8D 9D 7C 8C", "7S", score=(3, 4))
    table.does(N, Propose())
    table.does(S, Accept())
    table.does(N, Discard(parse_cards("KS QS JS AS")))
    *_, put_out = judged = reviewed(table, N)
    assert put_out.cost > 0.15
    assert put_out.best_chance > put_out.chance
    assert worst_first(judged)[0] is put_out


def test_a_certain_game_is_worth_all_of_it() -> None:
    view = player_view(dealt("QS JS AS 7H 7D", turn_up="KS", score=(4, 3)).state, N)
    told = move_values(view, Random(1))
    assert told.values[told.best] == pytest.approx(1)
    assert told.cost(told.best) == 0


LATE_LEAD = Setup(
    "KC 8H 7H TD 7D",
    "TH 9C QS 8D JC",
    "AS",
    score=(4, 4),
    talon="8S 7S AD KH 9H TC 7C QD",
    moves=("propose", "accept", "discard 8H 7H TD 7D", "discard TH 9C 8D JC", "KH", "9H"),
)
"""Four cards each: king of clubs, ace of diamonds, eight and seven of trumps."""


def test_a_card_that_search_calls_an_error_is_one_only_if_deals_played_out_bear_it_out() -> None:
    view = player_view(stand(LATE_LEAD), ME)
    ace, trump = play("AD"), play("8S")
    searched = move_values(view, Random("search"))
    assert searched.cost(ace) > 0.03, "with open hands the ace gives much away"
    by_ace, by_trump = review([Decision(view, ace), Decision(view, trump)], Random)
    assert (by_ace.cost, by_ace.best) == (0, ace)
    assert (by_trump.cost > 0.01, by_trump.best) == (True, play("KC"))


def test_the_last_moment_for_the_king_is_a_decision_where_it_passed_in_silence() -> None:
    silent = dealt("KS 8H 7H 8D 7D", "9H TH 9D TD 9C", "7S")
    silent.tricks("8H 9H, 9D 7D")
    (judged,) = [judgement for judgement in reviewed(silent, N) if judgement.decision.king is not None]
    assert (judged.decision.king, judged.best) == (Card.parse("8H"), AnnounceKing())
    assert judged.book is not None
    assert judged.book.move == AnnounceKing()
    assert judged.cost > 0.03
    assert judged.kind is DecisionKind.KING
    marked = dealt("KS 8H 7H 8D 7D", "9H TH 9D TD 9C", "7S")
    marked.does(N, AnnounceKing())
    marked.tricks("8H 9H, 9D 7D")
    assert [judgement for judgement in reviewed(marked, N) if judgement.decision.king is not None] == []


def test_a_king_that_is_led_may_still_be_marked_after_it() -> None:
    table = dealt("KS 8H 7H 8D 7D", "9H TH 9D TD 9C", "7S")
    table.does(N, play("KS"), AnnounceKing())
    table.does(S, play("9H"))
    table.does(N, play("8H"))
    assert [judgement for judgement in reviewed(table, N) if judgement.decision.king is not None] == []


def test_a_move_without_a_choice_is_no_decision() -> None:
    table = dealt("KS QS JS AS TS", "7D 8D 9D 7C 8C", "7S")
    table.tricks("QS 7D, JS 8D, AS 9D, TS 7C, KS 8C")
    made = list(decisions(steps(table.log), N))
    assert len([decision for decision in made if decision.king is None]) == 4, "the fifth card plays itself"


@pytest.mark.parametrize("rules", [Rules(manners=Manners.SALON), Rules(points=3)], ids=["salon", "three points"])
def test_a_salon_and_other_games_are_not_weighed(rules: Rules) -> None:
    table = Table(rules).deal()
    view = player_view(table.state, N)
    assert not can_be_valued(view)
    with pytest.raises(ValueError, match="no choice to value"):
        move_values(view, Random(1))
    table.does(N, play(str(view.places[0])))
    assert list(decisions(steps(table.log), N)) == []


def test_the_other_has_nothing_to_decide() -> None:
    view = player_view(_proposed().state, N)
    assert not can_be_valued(view)


@pytest.mark.parametrize(
    ("hand", "advice"),
    [
        ("9S 8S TS 7H 7C", BookAdvice(play("TS"), "48", BookRule.JEU, Jeu.THREE_TRUMPS)),
        ("AS KH 8H 7D 9C", BookAdvice(Propose(), "48-54", BookRule.NO_JEU)),
        ("KS 9S TS 7H 7C", BookAdvice(Propose(), "48", BookRule.JEU_WITH_KING, Jeu.THREE_TRUMPS)),
    ],
)
def test_the_book_is_quoted_with_its_page(hand: str, advice: BookAdvice) -> None:
    assert book_advice(player_view(dealt(hand, turn_up="7S").state, N)) == advice


def test_the_book_has_nothing_to_say_where_nothing_is_to_be_decided() -> None:
    table = dealt("7D 8D 9D 7C 8C", "KS QS JS AS TS", "7S")
    table.does(N, Propose())
    table.does(S, Accept())
    with pytest.raises(ValueError, match="the opponent's turn"):
        book_advice(player_view(table.state, S))
