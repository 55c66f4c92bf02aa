"""The bracket of the gain against the maître: every choice of the replier counts, and a run that stopped goes on."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from ecarte.ai.cards.search import searched_values
from ecarte.ai.cards.trick_values import trick_worth
from ecarte.ai.knowledge import Knowledge
from ecarte.ai.players import Player
from ecarte.ai.players.maitre import maitre, maitre_with, searched_cards
from ecarte.ai.players.solved import SolvedPolicy
from ecarte.game import (
    AnnounceKing,
    Card,
    Discard,
    Phase,
    PlayerView,
    Propose,
    Rules,
    Seat,
    State,
    apply,
    apply_deal,
    begin,
    evolve,
    legal_moves,
    player_view,
)
from research.__main__ import main
from research.compiling import C_FOLDER, compile_library
from research.matches import house_native
from research.matches.house_native import SOURCES, Before, House, Said, Seated, library_table
from tests.ecarte.ai.compiling import house_library, needs_a_compiler
from tests.research.test_readers import alike, before_a_card, move_of

pytestmark = needs_a_compiler
_SEATS = (Seat.NORTH, Seat.SOUTH)
_CHANCES = library_table().heading["chances"]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The players, compiled once."""
    return house_library(tmp_path_factory.mktemp("house"))


def seated(library: Path) -> House:
    """The maître in seat 0."""
    house = House(library)
    house.seat(0, Seated(library_table()))
    return house


def since_the_exchange(at: Before, log: Sequence[Said]) -> list[Said]:
    """The log without the king that the side to reply has announced since the exchange, before its first card."""
    last = max((number for number, entry in enumerate(log) if entry.what in (1, 5)), default=-1)
    mine = (4, at.side)
    return [
        entry for number, entry in enumerate(log) if at.cards > 1 or (entry.what, entry.value) != mine or number < last
    ]


def state_after(pack: Sequence[Card], log: Iterable[Said], own: Seat) -> State:
    """The state of this pack after the log. The other seat discards what the library's maître discards."""
    state = apply_deal(evolve(None, begin(Rules(), Seat.SOUTH)[0]), tuple(pack))
    for entry in log:
        move, actor = move_of(entry), state.turn
        assert actor is not None
        if entry.what == 4:
            actor = _SEATS[entry.value]
        if isinstance(move, Discard) and actor is not own:
            move = next(iter(maitre(player_view(state, actor))))
        state = apply(state, actor, move)
    return state


def worth(state: State, own: Seat) -> float:
    """The chance to win the game for `own` after the deal."""
    north, south = (5 - points for points in state.score)
    if min(north, south) <= 0:
        return float((north <= 0) is (own is Seat.NORTH))
    elder_wins = _CHANCES[f"{south},{north}"]
    return float(elder_wins if own is Seat.SOUTH else 1 - elder_wins)


def mixing(within: float) -> Player:
    """The library's maître, which mixes leads to the second trick after an exchange that are so close to the best."""

    def cards(knowledge: Knowledge) -> Mapping[Card, float]:
        if not knowledge.rounds or knowledge.led is not None or knowledge.hand.bit_count() != 4:
            return searched_cards(knowledge)
        worth = trick_worth(knowledge)
        values, point = searched_values(knowledge, worth), worth.without[3] - worth.without[2]
        best = max(values.values())
        shares = {card: max(0.0, 1 - (best - value) / (within * point)) for card, value in values.items()}
        return {card: share / sum(shares.values()) for card, share in shares.items() if share}

    return maitre_with(SolvedPolicy(), cards)


def best_by_the_library(states: Sequence[tuple[State, float]], own: Seat, other: Player = maitre) -> float:
    """The sum of the best reply over weighted states that `own` cannot tell apart, by the library's moves and views."""
    first = states[0][0]
    if first.scored is not None or min(5 - points for points in first.score) <= 0:
        return sum(weight * worth(state, own) for state, weight in states)
    if first.turn is own or first.phase is not Phase.PROPOSE:
        # A seat that is not to act may announce the king. While the elder may propose, that belongs to the exchange.
        moves = [move for move in legal_moves(first, own) if move != Propose()]
        values = [
            best_by_the_library([(apply(state, own, move), weight) for state, weight in states], own, other)
            for move in moves
        ]
    else:
        values = []
    if first.turn is not own:
        views: defaultdict[PlayerView, list[tuple[State, float]]] = defaultdict(list)
        for state, weight in states:
            weights = other(player_view(state, own.other))
            played = {move: often for move, often in weights.items() if move != Propose()}
            for move, often in played.items():
                after = apply(state, own.other, move)
                views[player_view(after, own)].append((after, weight * often / sum(played.values())))
        values.append(sum(best_by_the_library(group, own, other) for group in views.values()))
    return max(values)


def cases(
    house: House, cards: int, hands: int, seed: int, *, exchanged: bool = True
) -> Iterable[tuple[Before, list[Said], list[Sequence[Card]]]]:
    """Deals before this card, for both sides, with some hands that the other may hold."""
    rng = Random(seed)
    for _ in range(100_000):
        before = before_a_card(house, rng, cards)
        if before is None or any(entry.what == 5 for entry in before[1]) is not exchanged:
            continue
        at, log = before
        for side in (0, 1) if not cards else (at.side,):
            own = at._replace(side=side)
            possible: list[Sequence[Card]] = [at.pack]
            for _ in range(30 if cards < 4 else 6):
                packs = [alike(own, log, rng) for _ in range(100)]
                chances = house.believe(own, packs)
                possible += [pack for pack, chance in zip(packs, chances, strict=True) if chance > 0]
                if len(possible) >= hands:
                    yield own, log, possible[:hands]
                    break


def test_the_dealer_may_announce_the_king_before_the_elder_leads(library: Path) -> None:
    house, rng, checked = seated(library), Random(7), 0
    while checked < 3:
        before = before_a_card(house, rng, 0)
        if before is None or not any(entry.what == 5 for entry in before[1]) or before[1][-1].what != 3:
            continue
        at, log = before[0]._replace(side=1), before[1]
        if state_after(at.pack, log, Seat.SOUTH).window is not Seat.SOUTH:
            continue
        packs = [at.pack, *(alike(at, log, rng) for _ in range(3000))]
        possible = [pack for pack, chance in zip(packs, house.believe(at, packs), strict=True) if chance > 0][:4]
        states = [state_after(pack, log, Seat.SOUTH) for pack in possible]
        assert AnnounceKing() in legal_moves(states[0], Seat.SOUTH)
        best, _ = house.best_reply(at, possible) or (0.0, 0.0)
        assert best == pytest.approx(best_by_the_library([(state, 1) for state in states], Seat.SOUTH) / 4, abs=1e-9), (
            at,
            log,
        )
        checked += 1


@pytest.mark.parametrize(("cards", "hands", "number"), [(0, 4, 24), (1, 4, 16), (2, 8, 20), (3, 8, 20), (4, 20, 20)])
def test_the_best_reply_is_that_of_all_replies_by_the_library(
    library: Path, cards: int, hands: int, number: int
) -> None:
    house, checked, kings, better = seated(library), 0, 0, 0
    for at, log, packs in cases(house, cards, hands, 5):
        own = _SEATS[at.side]
        states = [state_after(pack, since_the_exchange(at, log), own) for pack in packs]
        assert len({player_view(state, own) for state in states}) == 1
        best, plan = house.best_reply(at, packs) or (0.0, 0.0)
        assert best == pytest.approx(best_by_the_library([(state, 1) for state in states], own) / hands, abs=1e-9), (
            at,
            log,
        )
        assert best >= plan - 1e-9
        better += best > plan + 1e-9
        kings += states[0].window is own
        checked += 1
        if checked == number:
            break
    assert checked == number
    assert better
    assert kings or cards > 0


def test_without_an_exchange_the_best_reply_meets_mixed_cards(library: Path) -> None:
    house, checked, mixed = seated(library), 0, 0
    for at, log, packs in cases(house, 0, 3, 8, exchanged=False):
        own = _SEATS[at.side]
        states = [state_after(pack, since_the_exchange(at, log), own) for pack in packs]
        best, plan = house.best_reply(at, packs) or (0.0, 0.0)
        assert best == pytest.approx(best_by_the_library([(state, 1) for state in states], own) / 3, abs=1e-9), (
            at,
            log,
        )
        assert best >= plan - 1e-9
        mixed += any(state.turn is not own and len(maitre(player_view(state, own.other))) > 1 for state in states)
        checked += 1
        if checked == 16:
            break
    assert checked == 16
    assert mixed


@pytest.mark.parametrize(("cards", "number"), [(0, 6), (1, 10)])
def test_the_best_reply_meets_mixed_leads_to_the_second_trick(library: Path, cards: int, number: int) -> None:
    house, checked, other = seated(library), 0, 0
    house.seat(1, Seated(library_table(), mixed_lead=0.3))
    for at, log, packs in cases(house, cards, 4, 11):
        own = _SEATS[at.side]
        states = [(state_after(pack, since_the_exchange(at, log), own), 1.0) for pack in packs]
        against = at._replace(seats=(0, 1) if own is Seat.NORTH else (1, 0))
        best, plan = house.best_reply(against, packs) or (0.0, 0.0)
        assert best == pytest.approx(best_by_the_library(states, own, mixing(0.3)) / 4, abs=1e-9), (at, log)
        assert best >= plan - 1e-9
        other += (best, plan) != house.best_reply(at, packs)
        checked += 1
        if checked == number:
            break
    assert checked == number
    assert other > 1


def test_leads_that_are_mixed_with_no_other_are_the_leads_of_the_maitre(library: Path) -> None:
    house = seated(library)
    house.seat(1, Seated(library_table()))
    for side in (0, 1):
        how = {"hands": 16, "first": 0, "number": 30, "seed": 6}
        exchanged, more = house.bracket(0, side, (5, 5), **how, mixes=1)
        assert exchanged == house.bracket(0, side, (5, 5), **how)[0]
        assert exchanged.played == more.played > 7
        assert more[2:8] == (0,) * 6
        house.seat(2, Seated(library_table(), mixed_lead=0.3))
        assert house.bracket(0, side, (5, 5), **how, mixes=2)[1].plan > 0


OMISSIONS = {
    "a king in silence": (0, "int announces = 0; announces <= kings", "int announces = kings; announces <= kings"),
    "the highest card": (0, "left = lawful; left;", "left = lawful & (lawful - 1); left;"),
    "the lowest card": (1, "left = lawful; left;", "left = lawful; left & (left - 1);"),
}
"""Choices, each with a side that gains by it, and the change of the C file that leaves it out."""


def upper_ends(house: House, side: int) -> Callable[[int], float]:
    """Returns what a side gains at most in a deal where its own points are worth nothing, even that of the king."""
    table = library_table()
    chance = {5: 0.4, 4: 0.5, 3: 0.6, 2: 0.7, 1: 0.8}
    chances = {
        f"{elder},{dealer}": 1 - chance[dealer] if side else chance[elder] for elder in chance for dealer in chance
    }
    table.heading = {**table.heading, "chances": chances}
    house.seat(0, Seated(table))
    return lambda deal: house.bracket(0, side, (5, 5), hands=4, first=deal, number=1, seed=3)[0].most


@pytest.mark.parametrize("omission", OMISSIONS)
def test_the_upper_end_falls_if_a_choice_is_left_out(library: Path, tmp_path: Path, omission: str) -> None:
    side, was, now = OMISSIONS[omission]
    shutil.copytree(C_FOLDER, tmp_path / "c")
    changed = tmp_path / "c" / "house_bracket.c"
    text = changed.read_text()
    assert text.count(was) == 1
    changed.write_text(text.replace(was, now))
    flags = ("-O1", "-std=c11", "-ffp-contract=off", "-fPIC", "-shared")
    without = compile_library(tmp_path / "without.so", ("cc",), flags, [tmp_path / "c" / name for name in SOURCES])
    whole, less = upper_ends(seated(library), side), upper_ends(seated(without), side)
    for deal in range(150):
        assert less(deal) <= whole(deal) + 1e-9
        if less(deal) < whole(deal) - 1e-6:
            return
    raise AssertionError("the upper end fell in no deal")


def test_the_upper_end_falls_with_the_hands_and_the_reader_stays_below(library: Path) -> None:
    house = seated(library)
    for side in (0, 1):
        ends = [house.bracket(0, side, (5, 5), hands=hands, first=0, number=30, seed=2) for hands in (4, 64)]
        for few, many in zip(*ends, strict=True):
            assert few.deals == many.deals == 30
            assert few.played == many.played > 7
            assert few.most > many.most
            spread = sqrt(many.most_squares + many.least_squares)
            assert many.least < many.most + 3 * spread
            assert many.fresh <= many.hands <= 64 * many.played


def lines_of(capsys: pytest.CaptureFixture[str], file: Path, *arguments: str) -> list[str]:
    command = ["bracket", "--hands", "8", "--seed", "4", "--file", str(file), *arguments]
    assert main(command) == 0
    return capsys.readouterr().out.splitlines()


def test_a_run_that_stopped_goes_on_to_the_same_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    wanted = ("--scores", "0-0", "3-4", "--deals", "20")
    at_once = lines_of(capsys, whole, *wanted)
    stopped = lines_of(capsys, parts, *wanted, "--minutes", "1e-9")
    assert stopped[-1] == "15 chunks of 5 deals are missing: the same command computes them"
    torn = parts.read_text() + "[0, 0, 1, 0, [5, 2, 0.00"
    parts.write_text(torn)
    lines_of(capsys, parts, "--scores", "3-4", "--deals", "10", "--cores", "2")
    assert lines_of(capsys, parts, *wanted) == at_once
    assert sorted(parts.read_text().splitlines()) == sorted(whole.read_text().splitlines())
    assert lines_of(capsys, parts, *wanted, "--compiler", "a compiler that is missing") == at_once
    assert len(at_once) == 7
    assert at_once[0].startswith("0-0 elder: after an exchange at most 0.0")
    assert at_once[3].startswith("3-4 dealer: after an exchange at most 0.0")
    assert at_once[4] == "8 hands a deal"


def test_mixed_leads_are_measured_in_the_deals_of_the_bracket(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wanted = ("--scores", "0-0", "--deals", "20")
    pure = lines_of(capsys, tmp_path / "pure", *wanted)
    none = lines_of(capsys, tmp_path / "none", *wanted, "--mixed-lead", "1e-12")
    mixed = lines_of(capsys, tmp_path / "mixed", *wanted, "--mixed-lead", "0.2")
    for side in range(2):
        ends = [lines[side].split("; ") for lines in (pure, none, mixed)]
        assert len({parts[0] for parts in ends}) == 1
        assert [parts[-1] for parts in ends[1:]] == ["20 deals"] * 2
        assert ends[1][1].startswith("more if leads are mixed: at most ")
        assert ends[1][1] != ends[2][1]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--seed", "5"], "has results of other settings (seed); name another one with --file"),
        (
            ["--whole"],
            "has results of other settings (hands, levels, mixed_lead, of, reads); name another one with --file",
        ),
        (["--scores", "5-0"], "5-0 is no score; write 4-3, the elder's points first, 0 to 4"),
        (["--hands", "8193"], "8,192 hands at most; give a smaller number"),
        (["--whole", "--draws", "65"], "64 packs are followed at most; give a smaller number"),
        (["--deals", "40", "--compiler", "no-cc -O2"], "there is no C compiler 'no-cc -O2' here; install one"),
        (["--deals", "40", "--compiler", "false"], "the compiler 'false' failed; its messages are above"),
        (["--file", "{folder}"], "{folder}: Is a directory; name another file"),
        (["--file", "{folder}/none/results"], "{folder}/none/results: No such file or directory; name another file"),
        (["--file", "{folder}/text"], "{folder}/text is no file of results; name another one with --file"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line_that_says_what_to_do(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], problem: str
) -> None:
    file = tmp_path / "results"
    lines_of(capsys, file, "--scores", "0-0", "--deals", "1")
    before = file.read_text()
    (tmp_path / "text").write_text("no results\n")
    given = [argument.format(folder=tmp_path) for argument in arguments]
    assert main(["bracket", "--hands", "8", "--seed", "4", "--deals", "1", "--file", str(file), *given]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert problem.format(folder=tmp_path) in line
    assert file.read_text() == before
    assert (tmp_path / "text").read_text() == "no results\n"


def test_results_of_other_sources_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, folder = tmp_path / "results", tmp_path / "c"
    lines_of(capsys, file, "--scores", "0-0", "--deals", "1")
    shutil.copytree(C_FOLDER, folder)
    monkeypatch.setattr(house_native, "C_FOLDER", folder)
    assert lines_of(capsys, file, "--scores", "0-0", "--deals", "1")
    (folder / "house.h").write_text("/* another header */\n" + (folder / "house.h").read_text())
    assert main(["bracket", "--hands", "8", "--seed", "4", "--file", str(file)]) == 2
    assert "(sources)" in capsys.readouterr().err
