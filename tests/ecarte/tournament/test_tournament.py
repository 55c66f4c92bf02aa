"""Tournaments of every size with random results: who meets whom, who goes on, who has won, and that it always ends.

Not proved here: deadlines, tables and people, which are the bot's.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.tournament import (
    FEWEST,
    Form,
    Outcome,
    Pair,
    Tournament,
    begin,
    champions,
    from_dict,
    next_round,
    pairings,
    record,
    round_over,
    standings,
    to_dict,
    withdraw,
)
from ecarte.tournament.rounds import TournamentError, TournamentRule

SIZES = (FEWEST, 4, 5, 7, 8, 9, 16, 33, 63, 64)
ENDED = [outcome for outcome in Outcome if outcome is not Outcome.BYE]
PLAYED = [Outcome.FIRST, Outcome.SECOND]


def entrants(size: int) -> list[int]:
    """Returns entrants in random order, the best seed first."""
    return [(7 * seed) % 101 for seed in range(1, size + 1)]


def neighbours(now: Tournament) -> list[Pair]:
    """Returns the pairs of the next Swiss round by the standings alone: neighbours meet, the last one has the bye."""
    if now.form is not Form.SWISS:
        return []
    remaining = [line.entrant for line in standings(now) if line.entrant not in now.withdrawn]
    return [*zip(remaining[::2], [*remaining[1::2], None][: (len(remaining) + 1) // 2], strict=True)]


def played(form: Form, size: int, seed: int = 0, outcomes: Sequence[Outcome] = PLAYED, leave: float = 0) -> Tournament:
    """Plays a whole tournament with random results; after each result it is written and read again."""
    chance = random.Random(f"{form} {size} {seed}")
    now = begin(form, entrants(size))
    while True:
        waiting = [number for number, pairing in enumerate(pairings(now), 1) if pairing.outcome is None]
        if waiting and chance.random() < leave:
            now = withdraw(now, chance.choice(now.entrants))
        elif waiting:
            now = record(now, now.round_no, chance.choice(waiting), chance.choice(outcomes))
        elif now.over:
            return now
        else:
            now = next_round(now, neighbours(now))
        if size < 9:
            assert from_dict(json.loads(json.dumps(to_dict(now)))) == now


def better_wins(form: Form, size: int) -> Tournament:
    now = begin(form, range(1, size + 1))
    while not now.over:
        if round_over(now):
            now = next_round(now)
        for number, pairing in enumerate(pairings(now), 1):
            if pairing.outcome is None:
                assert pairing.first is not None
                assert pairing.second is not None
                now = record(
                    now, now.round_no, number, Outcome.FIRST if pairing.first < pairing.second else Outcome.SECOND
                )
    return now


@pytest.mark.parametrize("size", SIZES)
def test_in_a_knock_out_all_but_the_champion_lose_once(size: int) -> None:
    now = played(Form.KNOCK_OUT, size)
    lines = standings(now)
    assert sum(line.lost for line in lines) == size - 1
    (unbeaten,) = (line for line in lines if line.lost == 0)
    assert (champions(now), unbeaten.place) == ((unbeaten.entrant,), 1)
    assert len(now.rounds) == now.rounds_in_all == (size - 1).bit_length()
    assert sum(pairing.outcome in PLAYED for played in now.rounds for pairing in played) == size - 1


@pytest.mark.parametrize("size", SIZES)
def test_byes_are_of_the_best_seeds_and_of_the_first_round_only(size: int) -> None:
    now = played(Form.KNOCK_OUT, size)
    first, *later = now.rounds
    byes = {pairing.first for pairing in first if pairing.outcome is Outcome.BYE}
    assert byes == set(entrants(size)[: 2**now.rounds_in_all - size])
    assert all(len(pairing.people) == 2 for played in later for pairing in played)


@pytest.mark.parametrize("size", SIZES)
def test_where_the_better_seed_always_wins_the_seeds_meet_as_late_as_they_can(size: int) -> None:
    now = better_wins(Form.KNOCK_OUT, size)
    assert champions(now) == (1,)
    for left, there in enumerate(reversed(now.rounds[1:]), 1):
        assert {one for pairing in there for one in pairing.people} == set(range(1, 2**left + 1))
    assert [line.place for line in standings(now)][:4] == [1, 2, 3, 3][:size]


@pytest.mark.parametrize("size", SIZES)
def test_in_a_round_robin_each_meets_each_other_once(size: int) -> None:
    now = played(Form.ROUND_ROBIN, size)
    met = Counter(frozenset(pairing.people) for there in now.rounds for pairing in there if len(pairing.people) == 2)
    assert met == dict.fromkeys((frozenset(pair) for pair in combinations(entrants(size), 2)), 1)
    byes = Counter(pairing.first for there in now.rounds for pairing in there if pairing.outcome is Outcome.BYE)
    assert byes == (dict.fromkeys(entrants(size), 1) if size % 2 else {})
    for there in now.rounds:
        assert sorted(one for pairing in there for one in pairing.people) == sorted(entrants(size))
    assert all(line.won + line.lost == size - 1 for line in standings(now))
    for line, after in pairwise(standings(now)):
        equal = (line.won, line.beaten, line.strength, line.forfeited) == (
            after.won,
            after.beaten,
            after.strength,
            after.forfeited,
        )
        assert (after.place == line.place) is equal, "who is equal in all that counts shares the place"


@pytest.mark.parametrize("form", Form)
@given(size=st.integers(3, 16), seed=st.integers(0, 10_000))
def test_it_ends_with_any_entrants_absent_or_gone(form: Form, size: int, seed: int) -> None:
    now = played(form, size, seed, outcomes=ENDED, leave=0.1)
    lines = standings(now)
    assert len(now.rounds) == now.rounds_in_all
    assert {line.entrant for line in lines} == set(now.entrants)
    winner = next(iter(champions(now)), None)
    if form is Form.KNOCK_OUT:
        assert sum(line.lost for line in lines) == size - (winner is not None)
        assert all(line.lost == (line.entrant != winner) for line in lines)
    elif form is Form.ROUND_ROBIN:
        assert all(line.won + line.lost == size - 1 for line in lines)
    else:
        absent = {line.entrant for line in lines if line.won + line.lost < now.rounds_in_all}
        assert absent <= now.withdrawn
    assert now == played(form, size, seed, outcomes=ENDED, leave=0.1)


@pytest.mark.parametrize("form", Form)
def test_where_no_entrant_ever_comes_there_is_no_champion(form: Form) -> None:
    now = played(form, 8, outcomes=[Outcome.NOBODY])
    assert champions(now) == ()
    assert all(line.won == 0 and line.forfeited == line.lost for line in standings(now))
    if form is Form.KNOCK_OUT:
        assert {line.place for line in standings(now)} == {2}, "no one is first"


def test_the_last_entrant_is_the_champion() -> None:
    assert champions(played(Form.KNOCK_OUT, 7, outcomes=[Outcome.NOBODY])) == (entrants(7)[0],)


def test_the_entrant_due_to_meet_the_winner_of_an_empty_game_has_a_bye() -> None:
    now = begin(Form.KNOCK_OUT, [1, 2, 3, 4])
    now = next_round(record(record(now, 1, 1, Outcome.NOBODY), 1, 2, Outcome.SECOND))
    (final,) = pairings(now)
    assert (final.first, final.second, final.outcome, now.over, champions(now)) == (3, None, Outcome.BYE, True, (3,))
    assert [(line.entrant, line.place, line.forfeited) for line in standings(now)] == [
        (3, 1, 0),
        (1, 2, 1),
        (2, 2, 0),
        (4, 2, 1),
    ]


def test_an_entrant_who_withdraws_while_waiting_is_no_champion_of_an_empty_final() -> None:
    now = begin(Form.KNOCK_OUT, [1, 2, 3, 4])
    now = withdraw(record(now, 1, 1, Outcome.FIRST), 1)
    now = next_round(record(now, 1, 2, Outcome.NOBODY))
    assert (now.over, champions(now)) == (True, ())


def test_an_entrant_who_withdraws_forfeits_the_games_not_played() -> None:
    now = record(begin(Form.ROUND_ROBIN, [1, 2, 3, 4]), 1, 1, Outcome.FIRST)
    now = next_round(record(withdraw(now, 1), 1, 2, Outcome.FIRST))
    (own,) = (pairing for pairing in pairings(now) if 1 in pairing.people)
    assert own.outcome in (Outcome.WALKOVER_FIRST, Outcome.WALKOVER_SECOND)
    assert own.winner != 1


def test_the_standings_go_by_wins_then_among_equals_then_by_those_beaten_then_by_forfeits_then_by_seed() -> None:
    now = begin(Form.ROUND_ROBIN, [1, 2, 3, 4, 5])
    beats = {(1, 2), (2, 3), (3, 1), (1, 4), (2, 4), (3, 4), (5, 1), (2, 5), (3, 5), (4, 5)}
    while True:
        for number, pairing in enumerate(pairings(now), 1):
            if pairing.outcome is None:
                outcome = Outcome.FIRST if (pairing.first, pairing.second) in beats else Outcome.SECOND
                now = record(now, now.round_no, number, outcome)
        if now.over:
            break
        now = next_round(now)
    lines = standings(now)
    assert [(line.entrant, line.won, line.beaten, line.strength) for line in lines] == [
        (2, 3, 1, 5),
        (3, 3, 0, 4),
        (1, 2, 0, 4),
        (4, 1, 1, 1),
        (5, 1, 0, 2),
    ]


@pytest.mark.parametrize(
    ("who", "rule"),
    [
        ([1, 2], TournamentRule.TOO_FEW),
        (range(65), TournamentRule.TOO_MANY),
        ([1, 2, 2], TournamentRule.ENTERED_TWICE),
    ],
)
def test_from_three_to_sixty_four_may_enter_once_each(who: list[int], rule: TournamentRule) -> None:
    with pytest.raises(TournamentError) as refused:
        begin(Form.KNOCK_OUT, who)
    assert refused.value.rule is rule


def test_into_a_swiss_tournament_up_to_256_may_enter() -> None:
    assert begin(Form.SWISS, range(256)).rounds_in_all == 9
    with pytest.raises(TournamentError) as refused:
        begin(Form.SWISS, range(257))
    assert refused.value.rule is TournamentRule.TOO_MANY


def test_a_result_stands_and_a_round_waits_for_its_last_game() -> None:
    once = record(begin(Form.KNOCK_OUT, [1, 2, 3, 4]), 1, 1, Outcome.FIRST)
    over = played(Form.KNOCK_OUT, 3)
    refused: list[tuple[Callable[[], Tournament], TournamentRule]] = [
        (lambda: record(once, 1, 1, Outcome.SECOND), TournamentRule.DECIDED_ALREADY),
        (lambda: record(once, 2, 1, Outcome.FIRST), TournamentRule.NO_SUCH_PAIRING),
        (lambda: record(once, 1, 3, Outcome.FIRST), TournamentRule.NO_SUCH_PAIRING),
        (lambda: record(once, 1, 2, Outcome.BYE), TournamentRule.NOT_SO),
        (lambda: next_round(once), TournamentRule.ROUND_IS_ON),
        (lambda: withdraw(once, 9), TournamentRule.NOT_AN_ENTRANT),
        (lambda: next_round(over), TournamentRule.IS_OVER),
        (lambda: withdraw(over, 7), TournamentRule.IS_OVER),
    ]
    for call, rule in refused:
        with pytest.raises(TournamentError) as forbidden:
            call()
        assert forbidden.value.rule is rule


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"form": "ladder"},
        {"entrants": [1, 2]},
        {"entrants": "abc"},
        {"withdrawn": [9]},
        {"rounds": [["first"]]},
        {"rounds": [["first", "bye"]]},
        {"rounds": [["first", None], ["first"]]},
        {"rounds": None},
    ],
)
def test_what_is_not_written_so_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(TournamentError):
        from_dict({**to_dict(begin(Form.KNOCK_OUT, [1, 2, 3, 4])), **change})


@pytest.mark.parametrize("pairs", [[], [[[1, 1], [2, 3]]], [[[1, 9], [2, 3]]], [[1, 2]], None])
def test_swiss_rounds_that_are_not_written_so_are_refused(pairs: object) -> None:
    now = begin(Form.SWISS, [1, 2, 3, 4])
    now = next_round(record(record(now, 1, 1, Outcome.FIRST), 1, 2, Outcome.SECOND), [(1, 4), (2, 3)])
    assert from_dict(to_dict(now)) == now
    with pytest.raises(TournamentError) as refused:
        from_dict({**to_dict(now), "pairs": pairs})
    assert refused.value.rule in (TournamentRule.NOT_WRITTEN_SO, TournamentRule.NOT_PAIRED_SO)


def test_in_a_swiss_round_each_entrant_who_has_not_withdrawn_has_one_pair() -> None:
    now = begin(Form.SWISS, [1, 2, 3, 4, 5])
    assert [(pairing.first, pairing.second) for pairing in pairings(now)] == [(1, 3), (2, 4), (5, None)]
    now = withdraw(record(now, 1, 1, Outcome.FIRST), 2)
    assert round_over(now), "the opponent of an entrant who withdraws wins the pairing that is on"
    for pairs in ([(1, 4)], [(1, 4), (1, 3), (5, None)], [(1, 4), (3, 6), (5, None)]):
        with pytest.raises(TournamentError) as refused:
            next_round(now, pairs)
        assert refused.value.rule is TournamentRule.NOT_PAIRED_SO
    after = next_round(now, [(1, 4), (5, 3)])
    assert [pairing.people for pairing in pairings(after)] == [(1, 4), (5, 3)]


def test_swiss_standings_go_by_wins_then_buchholz_then_among_equals_and_a_bye_is_a_win() -> None:
    now = begin(Form.SWISS, [1, 2, 3, 4, 5])
    rounds: list[list[Pair]] = [[], [(1, 2), (5, 3), (4, None)], [(1, 5), (2, 4), (3, None)]]
    for pairs in rounds:
        now = next_round(now, pairs) if pairs else now
        for number, pairing in enumerate(pairings(now), 1):
            if pairing.outcome is None:
                now = record(now, now.round_no, number, Outcome.FIRST)
    # Entrant 1 won all. 2 beat 4 and lost to 1; 5 had the bye, beat 3 and lost to 1; 3 and 4 had a bye each.
    assert [(line.entrant, line.place, line.won, line.lost, line.strength) for line in standings(now)] == [
        (1, 1, 3, 0, 1 + 2 + 2),
        (5, 2, 2, 1, 2 + 1 + 3),
        (2, 3, 2, 1, 1 + 3 + 1),
        (3, 4, 1, 2, 3 + 2 + 1),
        (4, 5, 1, 2, 2 + 1 + 2),
    ]
    assert champions(now) == (1,)


def test_byes_alone_make_no_champion() -> None:
    now = begin(Form.SWISS, [1, 2, 3])
    while True:
        for number, pairing in enumerate(pairings(now), 1):
            if pairing.outcome is None:
                now = record(now, now.round_no, number, Outcome.NOBODY)
        if now.over:
            break
        now = next_round(now, neighbours(now))
    assert champions(now) == ()


def test_an_entrant_who_withdraws_from_a_swiss_tournament_and_misses_a_round_is_last() -> None:
    now = begin(Form.SWISS, [1, 2, 3, 4])
    now = record(record(now, 1, 1, Outcome.FIRST), 1, 2, Outcome.FIRST)
    now = withdraw(now, 1)
    line = standings(now)[-1]
    assert (line.entrant, line.won, line.left) == (1, 1, True)


def finished(*winners: tuple[int, int], size: int = 3) -> Tournament:
    """A round robin in which the first of each pair beats the second; to other pairings neither comes."""
    now = begin(Form.ROUND_ROBIN, range(1, size + 1))
    while True:
        for number, pairing in enumerate(pairings(now), 1):
            if pairing.outcome is not None:
                continue
            assert pairing.first is not None
            assert pairing.second is not None
            pair = (pairing.first, pairing.second)
            outcome = Outcome.NOBODY
            if pair in winners:
                outcome = Outcome.FIRST
            elif pair[::-1] in winners:
                outcome = Outcome.SECOND
            now = record(now, now.round_no, number, outcome)
        if now.over:
            return now
        now = next_round(now)


def test_entrants_who_are_equal_in_all_that_counts_share_the_first_place() -> None:
    now = finished((1, 2), (2, 3), (3, 1))
    assert [line.place for line in standings(now)] == [1, 1, 1]
    assert champions(now) == (1, 2, 3), "chance made the seeds, and decides nothing"


def test_an_entrant_who_withdraws_from_a_round_robin_and_misses_a_game_is_no_champion() -> None:
    now = begin(Form.ROUND_ROBIN, [1, 2, 3, 4])
    while now.round_no < 3:
        for number, pairing in enumerate(pairings(now), 1):
            first_wins = pairing.first == 1 or (pairing.second != 1 and number == 1)
            now = record(now, now.round_no, number, Outcome.FIRST if first_wins else Outcome.SECOND)
        now = next_round(now)
    now = withdraw(now, 1)
    for number, pairing in enumerate(pairings(now), 1):
        if pairing.outcome is None:
            now = record(now, 3, number, Outcome.NOBODY)
    last = standings(now)[-1]
    assert (last.entrant, last.won, last.left, now.over) == (1, 2, True, True)
    assert 1 not in champions(now)
    assert champions(now)


def test_an_entrant_who_withdraws_with_nothing_left_to_play_keeps_the_place() -> None:
    now = begin(Form.ROUND_ROBIN, [1, 2, 3])
    while now.round_no < 3:
        for number, pairing in enumerate(pairings(now), 1):
            if pairing.outcome is None:
                now = record(now, now.round_no, number, Outcome.FIRST)
        now = next_round(now)
    (free,) = (pairing.first for pairing in pairings(now) if pairing.outcome is Outcome.BYE)
    assert free is not None
    before = next(line for line in standings(now) if line.entrant == free)
    after = next(line for line in standings(withdraw(now, free)) if line.entrant == free)
    assert (after.place, after.left) == (before.place, False)
