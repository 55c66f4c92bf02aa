"""The bracket of whole deals: all words, discards, kings and cards of the replier count."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from ecarte.ai.players.maitre import maitre
from ecarte.fair import shuffled
from ecarte.game import (
    Accept,
    Card,
    Rank,
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
from research.matches.house_native import KNOWN, SOURCES, House, Level, Reads, Seated, library_table
from tests.ecarte.ai.compiling import house_library, needs_a_compiler
from tests.research.test_brackets import worth

pytestmark = needs_a_compiler
_SEATS = (Seat.NORTH, Seat.SOUTH)
_KNOWING = (KNOWN._replace(draws=1), KNOWN)
"""The replier knows the pack. A second exchange brings the most that a deal can bring."""
_FLAGS = ("-O1", "-std=c11", "-ffp-contract=off", "-fPIC")


def seated(library: Path) -> House:
    """The maître in seat 0, and in seat 1 a player who knows it and plays its choices out."""
    house = House(library)
    house.seat(0, Seated(library_table()))
    reads = Reads.PROPOSALS | Reads.ANSWERS | Reads.DISCARDS | Reads.CARDS
    house.seat(1, Seated(library_table(), reads=reads, samples=40))
    return house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """The players, compiled once."""
    return seated(house_library(tmp_path_factory.mktemp("house")))


def dealt(pack: Sequence[Card], points: tuple[int, int]) -> State:
    """The state after this pack was dealt by South at a score."""
    state = evolve(None, begin(Rules(), Seat.SOUTH)[0])
    table = state.table._replace(game=state.table.game._replace(score=points))
    return apply_deal(replace(state, table=table), tuple(pack))


def best_knowing(state: State, own: Seat, exchanges: int = 0) -> float:
    """The chance to win of a seat that knows both hands and the talon, by the library's moves and the maître.

    The seat needs two points at most: a second exchange counts as won.
    """
    if exchanges > 1:
        return 1.0
    if state.scored is not None or max(state.score) >= 5:
        return worth(state, own)
    other = own.other
    answers = maitre(player_view(state, other)) if legal_moves(state, other) else {}
    if answers and state.turn is own:  # the maître's king wins the game at once
        (king,) = answers
        return best_knowing(apply(state, other, king), own, exchanges)
    best = 0.0
    for move in legal_moves(state, own):
        if best < 1:
            best = max(best, best_knowing(apply(state, own, move), own, exchanges + (move == Accept())))
    if state.turn is other and best < 1:
        waits = sum(
            often * best_knowing(apply(state, other, move), own, exchanges + (move == Accept()))
            for move, often in answers.items()
        )
        best = max(best, waits)
    return best


@pytest.mark.parametrize(
    ("points", "number"), [((4, 4), 3), ((3, 3), 2), pytest.param((3, 3), 4, marks=pytest.mark.soak)]
)
def test_a_replier_who_knows_the_pack_makes_what_the_best_of_all_moves_makes(
    house: House, points: tuple[int, int], number: int
) -> None:
    rng, checked = Random(2), 0
    needs = 5 - points[0], 5 - points[1]
    while checked < number:
        pack = shuffled(rng)
        for side, own in enumerate(_SEATS):
            gain, plan = house.whole_reply(0, side, needs, pack, _KNOWING, 1)
            assert gain + plan == pytest.approx(best_knowing(dealt(pack, points), own), abs=1e-9), pack
            checked += gain > 0


OMISSIONS = {
    "playing without proposing": (0, "proposes > stands ? proposes : stands", "proposes"),
    "proposing": (0, "proposes > stands ? proposes : stands", "stands"),
    "refusing": (1, "accepts > refuses ? accepts : refuses", "accepts"),
    "accepting": (1, "accepts > refuses ? accepts : refuses", "refuses"),
    "discarding all": (0, "cards_t out = hand;;", "cards_t out = (hand - 1) & hand;;"),
    "discarding nothing": (1, "if (!out) return number;", "if (!(out & (out - 1))) return number;"),
    "a king announced before the elder's word": (1, "if (early > sum)", "if (0)"),
}
"""Choices, each with a side that gains by it, and the change of the C file that leaves it out."""


def packs_for(side: int, *, kings: bool) -> Iterator[tuple[Card, ...]]:
    """Yields random packs; with `kings`, those that give this side the king of trumps."""
    rng = Random(12)
    while True:
        pack = shuffled(rng)
        hand = [pack[place] for place in ((0, 1, 2, 6, 7), (3, 4, 5, 8, 9))[side]]
        if not kings or any(card.rank is Rank.KING and card.suit is pack[10].suit for card in hand):
            yield pack


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], House]:
    """Returns a function that compiles the players with a change of the file that bounds whole deals."""
    folder = tmp_path_factory.mktemp("changed")
    shutil.copytree(C_FOLDER, folder, dirs_exist_ok=True)
    file = folder / "house_whole.c"
    text = file.read_text()
    others = [folder / name for name in SOURCES if name != file.name]
    subprocess.run(["cc", *_FLAGS, "-c", *others], cwd=folder, check=True)

    def players(was: str, now: str) -> House:
        assert text.count(was) == 1
        # Each change has a name of its own: a process compiles the same command only once.
        other = folder / f"{sha256(now.encode()).hexdigest()}.c"
        other.write_text(text.replace(was, now))
        objects = [unchanged.with_suffix(".o") for unchanged in others]
        return seated(compile_library(other.with_suffix(".so"), ("cc",), (*_FLAGS, "-shared"), [other, *objects]))

    return players


@pytest.mark.parametrize("omission", OMISSIONS)
def test_the_upper_end_of_a_whole_deal_falls_if_a_choice_is_left_out(
    house: House, changed: Callable[[str, str], House], omission: str
) -> None:
    side, was, now = OMISSIONS[omission]
    without = changed(was, now)
    for pack in islice(packs_for(side, kings="king" in omission), 40):
        whole, less = (players.whole_reply(0, side, (3, 3), pack, _KNOWING, 1)[0] for players in (house, without))
        assert less <= whole + 1e-9
        if less < whole - 1e-6:
            return
    raise AssertionError("the upper end fell in no deal")


@pytest.mark.parametrize(
    ("larger", "deals"), [(Level(32, 32, 4), 4), pytest.param(Level(60, 60, 6), 8, marks=pytest.mark.soak)]
)
def test_the_upper_end_of_whole_deals_falls_with_the_hands_and_the_reader_stays_below(
    house: House, larger: Level, deals: int
) -> None:
    few = (Level(8, 8, 1), KNOWN)
    more = (larger, KNOWN)
    for side in (0, 1):
        low, high = (
            house.whole(0, 1, side, (5, 5), levels, reads=1, first=0, number=deals, seed=2) for levels in (more, few)
        )
        assert low.deals == high.deals == deals
        assert low.most < high.most
        assert low.least == high.least
        assert low.least < low.most + 3 * sqrt(low.most_squares + low.least_squares)


@pytest.mark.parametrize("inner", [(), ("--inner", "4")])
def test_a_run_of_whole_deals_that_stopped_goes_on_to_the_same_figures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, inner: Sequence[str]
) -> None:
    command = ["bracket", "--whole", "--scores", "4-4", "--deals", "2", "--hands", "6", "--draws", "1", *inner]
    printed = []
    for name, minutes in (("whole", "60"), ("parts", "1e-9"), ("parts", "60")):
        assert main([*command, "--file", str(tmp_path / name), "--minutes", minutes]) == 0
        printed.append(capsys.readouterr().out.splitlines())
    at_once, stopped, parts = printed
    assert parts == at_once
    assert stopped[-1] == "3 chunks of 1 deals are missing: the same command computes them"
    assert [line.partition(": at most 0.")[0] for line in at_once[:2]] == ["4-4 elder", "4-4 dealer"]
