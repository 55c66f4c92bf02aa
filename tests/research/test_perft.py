"""The numbers of continuations: pinned for fixed deals, and compared with the oracle for random ones."""

from __future__ import annotations

from random import Random

import pytest

from ecarte.game import PACK, Dialect, Propose, Refuse, Rules, apply, apply_deal, legal_moves
from research.perft import divide, perft
from tests.ecarte.game.oracle import lines_of_play
from tests.ecarte.game.table import N, S, Table

# Leads, then what each allows: the king of spades may be trumped with two cards, as may the queen; each heart must
# be followed by the seven; the ace of trumps must be beaten by the jack: seven ways for two cards.
REFUSED = [1, 5, 7, 28, 48, 144, 224, 448, 696, 696, 696]

# A proposal, or one of five leads; two answers or the seven replies; then 31 discards of the elder below an acceptance
# and so on. The talon is never short so early, and neither side holds the king.
PROPOSING = [1, 6, 9, 64, 1047]


def refused(elder: str = "KS QS 9H 8H AC", dealer: str = "7H TD JC 9C 8D") -> Table:
    table = Table().deal(elder, dealer)
    table.does(N, Propose())
    table.does(S, Refuse())
    return table


@pytest.mark.parametrize(("depth", "count"), list(enumerate(REFUSED)))
def test_the_ways_to_play_a_deal_without_exchange(depth: int, count: int) -> None:
    assert perft(refused().state, depth) == count


@pytest.mark.parametrize(("depth", "count"), list(enumerate(PROPOSING)))
def test_the_ways_to_go_on_after_a_deal(depth: int, count: int) -> None:
    assert perft(Table().deal().state, depth) == count
    assert perft(Table(Rules.of(Dialect.SHORT)).deal().state, depth) == count


def test_modern_a_dealer_who_accepts_has_one_discard_less() -> None:
    assert perft(Table().deal().state, 4) - perft(Table(Rules.of(Dialect.MODERN)).deal().state, 4) == 31


def test_a_king_in_hand_is_one_move_more() -> None:
    assert len(legal_moves(Table().deal(elder="KC QS 9H 8H AC").state)) == 7


@pytest.mark.parametrize(
    ("elder", "dealer", "count"),
    [
        # Five leads in any order, 120; three spades fall in any order, 6, and then two diamonds in either, 2.
        ("KS QS JS AS TS", "9S 8S 7S TD 9D", 1440),
        ("KS QH JD AC TS", "9S 8H 7D QC 9D", 268),
    ],
)
def test_whole_deals(elder: str, dealer: str, count: int) -> None:
    table = refused(elder, dealer)
    assert perft(table.state, 10) == count
    assert table.state.deal is not None
    assert lines_of_play(table.state.cards(N), table.state.cards(S), table.state.deal.trump) == count


def test_random_deals_have_as_many_ways_as_the_oracle_counts() -> None:
    rng = Random(46)
    counted = 0
    while counted < 20:
        state = apply_deal(Table().state, rng.sample(PACK, 32))
        if state.king is not None or state.window is not None:
            continue  # the oracle does not know kings to be marked
        assert state.deal is not None
        hands = state.cards(N), state.cards(S)
        depth = rng.choice([2, 3, 5, 8, 10])
        plays = [move for move in legal_moves(state) if move.card is not None]
        ways = sum(perft(apply(state, None, move), depth - 1) for move in plays)
        assert ways == lines_of_play(*hands, state.deal.trump, depth)
        counted += 1


def test_divide_adds_up_to_perft() -> None:
    state = Table().deal().state
    assert sum(divide(state, 3).values()) == perft(state, 3)
    assert divide(state, 0) == {}
    assert divide(Table().state, 2) == {}
