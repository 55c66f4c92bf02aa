"""The building of the policy: the solver in C against the library, and samples of the file computed again.

Skipped, with a report, without a C compiler. A game's figures are computed again from its own plans, deal by deal; the
whole build, half an hour, is not repeated here.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from ecarte.ai.exchange.policy import policy
from ecarte.ai.exchange.policy_file import LEVELS, Planes, PolicyTable, pack_table, unpack_table
from ecarte.game import Card, Suit, cards_of
from ecarte.odds import CLASSES, Holding, Role, class_of, open_odds, open_tricks
from ecarte.odds.hand_classes import hands_of_classes
from research.exchange.policy_build import bases, build
from research.exchange.policy_figures import book_plans
from research.exchange.policy_native import PLANS, ROUNDS, Plan, Plans, PolicyGame, PolicySolver, compile_solver
from research.exchange.policy_solve import Effort, finish_plans, games, measure_plans, payoffs, win_chances
from tests.ecarte.ai.compiling import needs_a_compiler

pytestmark = needs_a_compiler
_TURN_UP = Card.parse("7S")


@pytest.fixture(scope="module")
def table() -> PolicyTable:
    """The file in the library."""
    return unpack_table((files("ecarte.ai") / "policy.bin").read_bytes())


@pytest.fixture(scope="module")
def solver(tmp_path_factory: pytest.TempPathFactory) -> PolicySolver:
    """The solver, compiled once."""
    return compile_solver(tmp_path_factory.mktemp("solver"))


@pytest.fixture
def hidden(solver: PolicySolver, table: PolicyTable) -> PolicySolver:
    """The solver, using hidden hands and the play of the house as the file does."""
    solver.hide(b"".join(number.to_bytes(4, "little") for number in table.plays()))
    solver.shift_by(table.shifts())
    return solver


def library_mask(hand: int) -> int:
    """A hand of the solver's with spades as trumps, the seven turned up."""
    return hand & 0x7F | hand >> 7 << 8


def plans_of(planes: Planes) -> Plans:
    """The plans of a game of the file."""
    plans = Plans(Plan(), Plan())
    for dealer, plan in enumerate(plans):
        for which in range(PLANS):
            plan.say[which][:] = [planes.level(bool(dealer), which, number) / (LEVELS - 1) for number in range(CLASSES)]
        for round_ in range(ROUNDS):
            plan.out[round_][:] = [planes.places_out(bool(dealer), round_, number) for number in range(CLASSES)]
    return plans


def test_the_solver_numbers_the_classes_as_the_library_does(solver: PolicySolver) -> None:
    assert solver.hands == hands_of_classes()
    assert sum(solver.ways) == 169_911


def test_the_solver_makes_the_tricks_that_the_pattern_table_makes(solver: PolicySolver) -> None:
    rng = Random(4)
    for _ in range(1500):
        cards, size = rng.sample(range(31), 10), rng.choice((1, 2, 3, 4, 5, 5))
        first, second = (sum(1 << place for place in part) for part in (cards[:size], cards[5 : 5 + size]))
        assert solver.tricks(first, second) == open_tricks(library_mask(first), library_mask(second), Suit.SPADES)


@pytest.mark.parametrize("number", [0, 5000, 12_345, 20_000, 30_000])
def test_the_solver_counts_what_open_odds_count(solver: PolicySolver, number: int) -> None:
    cards = cards_of(library_mask(solver.hands[number]))
    for role in Role:
        counts = solver.counts(role is Role.DEALER, number)
        tricks = [counts[made] + counts[made + 6] for made in range(6)]
        odds = open_odds(Holding.of(cards, _TURN_UP, role)).tricks
        assert tuple(tricks if role is Role.ELDER else tricks[::-1]) == odds


@pytest.mark.parametrize("number", [17, 9000, 15_555, 26_000])
def test_hands_played_hidden_come_out_as_in_the_file(solver: PolicySolver, table: PolicyTable, number: int) -> None:
    effort, plays = Effort(**table.heading["effort"]), table.plays()
    stored = solver.hidden_classes(number, number + 1, effort.plays, effort.seed + 2023, effort.looks)
    counts = tuple(int.from_bytes(stored[at : at + 4], "little") for at in range(0, 48, 4))
    assert counts == plays[12 * number : 12 * number + 12]


@pytest.mark.parametrize("game", [PolicyGame(5, 5, True), PolicyGame(2, 1, True), PolicyGame(4, 3, False)])
def test_a_game_of_the_file_is_worth_what_the_file_says(
    hidden: PolicySolver, table: PolicyTable, game: PolicyGame
) -> None:
    effort, stored = Effort(**table.heading["effort"]), table.heading["games"][game.name]
    chances = {(own, others): policy().chance(own, others) for own in range(1, 6) for others in range(1, 6)}
    plans = plans_of(table.planes(game.name))
    deals = hidden.deals(plans, game.king, payoffs(game.elder, game.dealer, chances), effort.deals, effort.seed + 101)
    assert deals.value + stored["missed"] == pytest.approx(stored["value"], abs=1e-5)
    assert deals.proposed == pytest.approx(stored["proposed"], abs=1e-5)


def test_a_best_answer_found_anew_gains_no_more_than_is_reported(hidden: PolicySolver, table: PolicyTable) -> None:
    game = PolicyGame(3, 2, True)
    chances = {(own, others): policy().chance(own, others) for own in range(1, 6) for others in range(1, 6)}
    effort = Effort(seed=77, deals=1000, last_samples=1024, last_deals=60_000)
    pays = payoffs(game.elder, game.dealer, chances)
    computed = measure_plans(hidden, game, pays, plans_of(table.planes(game.name)), effort)
    stored = table.heading["games"][game.name]
    for side in ("elder", "dealer"):
        error = 4 * (getattr(computed, f"{side}_gain_error") + stored[f"{side}_gain_error"])
        assert getattr(computed, f"{side}_gain") < stored[f"{side}_gain"] + error + 0.001


@pytest.mark.parametrize("game", [PolicyGame(1, 1, True), PolicyGame(5, 5, True)])
def test_playing_every_hand_gains_nothing_on_the_plan(
    hidden: PolicySolver, table: PolicyTable, game: PolicyGame
) -> None:
    chances = {(own, others): policy().chance(own, others) for own in range(1, 6) for others in range(1, 6)}
    book = book_plans(hidden.hands)
    for row in book.elder.say:
        row[:] = [0.0] * CLASSES
    plans, pays = plans_of(table.planes(game.name)), payoffs(game.elder, game.dealer, chances)
    gain, error = hidden.compare(plans, Plans(book.elder, plans.dealer), game.king, pays, 100_000, 3)
    assert gain > -4 * error


def test_games_come_after_all_that_they_lead_to() -> None:
    order = games()
    assert len(order) == len(set(order)) == 45
    values = dict.fromkeys(order, 0.5)
    known: dict[PolicyGame, float] = {}
    for game in order:
        payoffs(game.elder, game.dealer, win_chances(known))  # raises where a chance is missing
        known[game] = values[game]
    assert win_chances({PolicyGame(1, 1, True): 0.5})[1, 1] == 0.5 * 7 / 8
    assert set(bases(order)) | {"e4d4", "e4d4k"} == {game.name for game in order}


def test_a_build_goes_on_where_it_stopped_and_gives_the_same_bytes(solver: PolicySolver, tmp_path: Path) -> None:
    effort = Effort(
        plays=5,
        looks=1,
        samples=64,
        first_steps=1,
        steps=1,
        most_steps=1,
        deals=500,
        answer_samples=64,
        answer_deals=400,
    )
    plans, results = build(solver, tmp_path, effort, 1)
    (tmp_path / "hidden.raw").write_bytes((tmp_path / "hidden.raw").read_bytes()[:-1000])
    again, more = build(solver, tmp_path, effort, 2)
    assert [bytes(plan) for plan in again[games()[0]]] == [bytes(plan) for plan in plans[games()[0]]]
    assert more[games()[0]] == results[games()[0]]
    (tmp_path / "e1d1.json").unlink()
    anew, _ = build(solver, tmp_path, effort, 1)
    assert [bytes(plan) for plan in anew[games()[0]]] == [bytes(plan) for plan in plans[games()[0]]]


def test_mending_makes_no_plan_worse(hidden: PolicySolver, table: PolicyTable) -> None:
    game = PolicyGame(2, 3, True)
    chances = {(own, others): policy().chance(own, others) for own in range(1, 6) for others in range(1, 6)}
    effort = Effort(seed=5, deals=1000, last_samples=256, last_deals=20_000)
    plans, book, pays = plans_of(table.planes(game.name)), book_plans(hidden.hands), payoffs(2, 3, chances)
    worse = plans.elder.copy()
    for row in worse.out:
        row[:] = [31] * CLASSES
    mended, _ = finish_plans(hidden, game, pays, Plans(worse, plans.dealer), book, effort)
    gain, error = hidden.compare(mended, Plans(worse, mended.dealer), game.king, pays, 20_000, 8)
    assert gain > 10 * error


def test_what_is_packed_is_read_again() -> None:
    rng = Random(1)
    first, second = (
        Planes.of(
            [
                (
                    [[rng.randrange(LEVELS) / (LEVELS - 1) for _ in range(CLASSES)] for _ in range(PLANS)],
                    [[rng.randrange(32) for _ in range(CLASSES)] for _ in range(ROUNDS)],
                )
                for _ in Role
            ]
        )
        for _ in range(2)
    )
    content = pack_table(
        {"a": first, "b": second}, {"b": "a"}, {"a": {}, "b": {}}, {(1, 2): 0.25}, {}, {}, range(24), (-5, 5)
    )
    table = unpack_table(content)
    assert table.planes("b") == second
    assert table.planes("a") == first
    assert table.plays() == tuple(range(24))
    assert table.shifts() == (-5, 5)
    assert table.heading["chances"] == {"1,2": 0.25}


def test_the_turn_up_of_the_tests_leaves_the_trumps_in_their_places(solver: PolicySolver) -> None:
    assert all(class_of(library_mask(hand), _TURN_UP) == at for at, hand in list(enumerate(solver.hands))[::501])
