"""The predicted margin of the policy against the salon, and the players that measure how much of it is reached."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from random import Random

import pytest

from ecarte.ai import Level, Player, contestant, player_of
from ecarte.ai.exchange.policy_file import Planes, PolicyTable, unpack_table
from ecarte.ai.exchange.policy_view import policy_input
from ecarte.ai.players import MixedLevel, Weights
from ecarte.fair import shuffled
from ecarte.game import Accept, Discard, Phase, PlayerView, Propose
from ecarte.odds import Role, class_of, place
from ecarte.odds.hand_classes import hands_of_classes
from research.__main__ import main
from research.exchange.policy_figures import book_plans
from research.exchange.policy_margin import Prediction, book_advice, match_chances, stored_plans
from research.exchange.policy_native import Plans, PolicyGame, PolicySolver, compile_solver
from research.exchange.policy_solve import games, payoffs
from research.matches.duel import play_game
from tests.ecarte.ai.compiling import needs_a_compiler


@pytest.fixture(scope="module")
def solver(tmp_path_factory: pytest.TempPathFactory) -> PolicySolver:
    """The solver, compiled once."""
    return compile_solver(tmp_path_factory.mktemp("margin"))


@pytest.fixture(scope="module")
def table() -> PolicyTable:
    """The file in the library."""
    return unpack_table((files("ecarte.ai") / "policy.bin").read_bytes())


def watching(player: Player, look: Callable[[PlayerView, Weights], None]) -> Player:
    """The player, with `look` called on each answer."""

    def asked(view: PlayerView) -> Weights:
        weights = player(view)
        if weights:
            look(view, weights)
        return weights

    return asked


def played(player: Player, number: int) -> None:
    """Plays `number` games of the player against itself."""
    for game in range(number):
        rng = Random(game)
        packs = [shuffled(rng) for _ in range(9)]
        play_game((player, player), packs.__getitem__, rng)


def test_the_salons_two_parts_together_are_the_salon() -> None:
    parts = player_of(MixedLevel(Level.SALON, Level.SALON))

    def expect_same_answer(view: PlayerView, weights: Weights) -> None:
        assert parts(view) == weights

    played(watching(player_of(Level.SALON), expect_same_answer), 60)


def test_a_mixture_exchanges_as_the_one_and_plays_as_the_other() -> None:
    exchanging = {Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD}
    maitre, salon = player_of(Level.MAITRE), player_of(Level.SALON)
    asked = dict.fromkeys(Phase, 0)

    def expect_part(view: PlayerView, weights: Weights) -> None:
        phase = view.public.phase
        asked[phase] += 1
        if phase is Phase.PROPOSE:
            assert weights.get(Propose()) == maitre(view).get(Propose())
        elif phase in exchanging:
            assert weights == maitre(view)
        else:
            assert weights == salon(view)

    played(watching(player_of(MixedLevel(Level.MAITRE, Level.SALON)), expect_part), 6)
    assert all(asked[phase] for phase in exchanging | {Phase.PLAY})


def test_contestants_are_named_by_one_level_or_two() -> None:
    assert contestant("salon") is Level.SALON
    assert contestant("maitre/salon") == MixedLevel(Level.MAITRE, Level.SALON)
    assert str(contestant("maitre/salon")) == "maitre/salon"


@pytest.mark.parametrize("wrong", ["novice/salon", "salon/maitre/salon", "salon/", "grand"])
def test_other_names_of_contestants_are_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong.partition("/")[0]):
        contestant(wrong)


def test_the_salons_plans_say_what_the_salon_does() -> None:
    """Exactly so in the first round; later the salon knows its own discards, and the plans forget them."""
    hands, checked, later = hands_of_classes(), [0, 0], [0, 0]

    def expect_plan(view: PlayerView, weights: Weights) -> None:
        if view.public.phase not in (Phase.PROPOSE, Phase.ANSWER) or view.public.turn is not view.seat:
            return
        seen = policy_input(view)
        if seen.talon == 0:
            return
        hand, king = hands[class_of(seen.hand, seen.turn_up)], bool(seen.turn_up.higher)
        proposed_by_book = book_advice(hand, seen.role, king, seen.elder_needs, seen.dealer_needs, seen.round > 1)
        proposed = (Propose() if seen.role is Role.ELDER else Accept()) in weights
        if view.may_announce and len(weights) == 1 and not proposed and proposed_by_book:
            return  # the king comes first, and then the answer
        if seen.round == 1:
            assert proposed_by_book is proposed
            checked[proposed] += 1
        else:
            later[proposed_by_book is proposed] += 1

    played(watching(player_of(Level.SALON), expect_plan), 150)
    assert min(checked) > 100
    assert later[1] > 50 * later[0]


@needs_a_compiler
def test_the_salons_discards_are_those_of_the_plans(solver: PolicySolver) -> None:
    plans, checked = book_plans(solver.hands), [0]

    def expect_discard(view: PlayerView, weights: Weights) -> None:
        if view.public.phase not in (Phase.ELDER_DISCARD, Phase.DEALER_DISCARD):
            return
        (move,) = weights
        if not isinstance(move, Discard):
            return
        seen = policy_input(view)
        number, bits = place(seen.hand, seen.turn_up)
        out = (plans.elder if seen.role is Role.ELDER else plans.dealer).out[seen.round - 1 if seen.round < 3 else 2]
        planned = sum(bit for at, bit in enumerate(bits) if out[number] >> at & 1)
        if planned.bit_count() <= seen.talon:
            done = sum(card.bit for card in move.cards)
            assert done.bit_count() == planned.bit_count()
            assert done == planned or done.bit_count() == 1
            checked[0] += 1

    played(watching(player_of(Level.SALON), expect_discard), 40)
    assert checked[0] > 150


@pytest.mark.parametrize("name", ["e5d5k", "e1d2", "e3d4"])
def test_plans_are_read_from_the_file_as_they_were_packed(table: PolicyTable, name: str) -> None:
    planes = table.planes(name)
    assert Planes.of(planes.sides()) == planes
    (say, out), _ = planes.sides()
    assert say[0][777] == planes.level(False, 0, 777) / 3
    assert out[2][30_001] == planes.places_out(False, 2, 30_001)


@needs_a_compiler
def test_against_itself_a_plan_wins_every_other_game(solver: PolicySolver, table: PolicyTable) -> None:
    plans = stored_plans(table, PolicyGame(5, 5, True))
    every = dict.fromkeys(games(), plans)
    own_chances, other_chances = match_chances(solver, every, every, 400, 3)
    assert own_chances == other_chances
    assert set(own_chances) == {(own, other) for own in range(1, 6) for other in range(1, 6)}
    value = solver.deals(plans, True, payoffs(1, 1, {}), 400, 3 + 7919 * games().index(PolicyGame(1, 1, True))).value
    # One turn-up in eight is a king, and the dealer, who needs a point, wins by it.
    assert own_chances[1, 1] == pytest.approx(value * 7 / 8)


@needs_a_compiler
def test_the_better_plan_wins_more_games_in_either_seat(solver: PolicySolver, table: PolicyTable) -> None:
    plans = stored_plans(table, PolicyGame(5, 5, True))
    worse = Plans(plans.elder.copy(), plans.dealer.copy())
    for plan in worse:
        for row in plan.out:
            row[:] = [31] * len(row)
    own_chances, other_chances = match_chances(
        solver, dict.fromkeys(games(), plans), dict.fromkeys(games(), worse), 2000, 1
    )
    equal, _ = match_chances(solver, dict.fromkeys(games(), plans), dict.fromkeys(games(), plans), 2000, 1)
    assert own_chances[5, 5] > equal[5, 5] + 0.1
    assert other_chances[5, 5] < equal[5, 5] - 0.1


def test_the_interval_is_that_of_the_samples() -> None:
    low, high = Prediction(0.52, 0.001, 0.51, 0.53).interval
    assert (low, high) == pytest.approx((0.52 - 0.00196, 0.52 + 0.00196), abs=1e-6)


@pytest.mark.parametrize("wrong", [["--compiler", "no-such-compiler"], ["--samples", "1"]])
@needs_a_compiler
def test_a_prediction_that_cannot_be_made_is_refused_in_one_line(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["predict", *wrong]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("ecarte: predict: ")
    assert err.count("\n") == 1


@pytest.mark.soak
@needs_a_compiler
def test_the_command_predicts_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for _ in range(2):
        assert main(["predict", "--deals", "2000", "--samples", "2", "--seed", "4", "--json"]) == 0
        outputs.append(json.loads(capsys.readouterr().out))
    assert outputs[0] == outputs[1]
    assert 0.5 < outputs[0]["share"] < 0.56
    assert outputs[0]["interval"][0] <= outputs[0]["share"] <= outputs[0]["interval"][1]
