"""Players who know the maître: their belief is right, they see no card they may not, and gain where they should."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from ecarte.ai.players import Weights
from ecarte.ai.players.maitre import maitre
from ecarte.fair import shuffled
from ecarte.game import (
    PACK,
    Accept,
    AnnounceKing,
    Card,
    Discard,
    Move,
    Play,
    Propose,
    Refuse,
    Rules,
    Seat,
    State,
    apply,
    apply_deal,
    begin,
    cards_of,
    evolve,
    legal_moves,
    player_view,
)
from research.matches.duel import DuelResult
from research.matches.exploit import learnt
from research.matches.house_native import Before, House, Reads, Said, Seated, library_table
from research.matches.house_native import ThumbRules as Rule
from tests.ecarte.ai.compiling import house_library, needs_a_compiler

pytestmark = needs_a_compiler
_NEEDS = (5, 5)
_ELDERS, _DEALERS = (0, 1, 2, 6, 7), (3, 4, 5, 8, 9)
_SAID: Mapping[int, Move] = {1: Propose(), 2: Accept(), 3: Refuse()}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The players, compiled once."""
    return house_library(tmp_path_factory.mktemp("house"))


@pytest.fixture
def house(library: Path) -> House:
    """The maître in seat 0, a reader of cards in seat 1; all houses of a library share their seats."""
    house = House(library)
    house.seat(0, Seated(library_table()))
    house.seat(1, Seated(library_table(), reads=Reads.CARDS, samples=40))
    return house


def move_of(entry: Said) -> Move:
    """The move of an entry of C's log."""
    if entry.what in _SAID:
        return _SAID[entry.what]
    if entry.what == 4:
        return AnnounceKing()
    return Discard(cards_of(entry.value)) if entry.what == 5 else Play(PACK[entry.value])


def chance_by_the_library(pack: Sequence[Card], log: Sequence[Said], own: Seat, *, cards: bool = True) -> float:
    """How likely the library's maître, opposite `own`, does what the log says; of its discards the number counts.

    `cards`: whether its cards count; without them, any lawful one is as likely.
    """
    state, chance = apply_deal(evolve(None, begin(Rules(), Seat.SOUTH)[0]), tuple(pack)), 1.0
    for entry in (*log, None):
        actor, weights = next_to_act(state)
        if entry is None:
            return chance if actor is own else 0.0
        move = move_of(entry)
        if entry.what == 4 and actor is not (Seat.NORTH, Seat.SOUTH)[entry.value]:
            return 0.0
        if actor is not own:
            if isinstance(move, Discard):
                planned = next(iter(weights))
                if not isinstance(planned, Discard) or len(planned) != len(move):
                    return 0.0
                move = planned
            if cards or not isinstance(move, Play):
                chance *= weights.get(move, 0.0)
            else:
                chance *= sum(often for other, often in weights.items() if isinstance(other, Play))
        if not chance or move not in legal_moves(state, actor):
            return 0.0
        state = apply(state, actor, move)
    raise AssertionError


def next_to_act(state: State) -> tuple[Seat, Weights]:
    """The seat that moves now, and how often what, both being maîtres."""
    assert state.turn is not None
    for seat in (state.turn.other, state.turn):
        if legal_moves(state, seat) and (weights := maitre(player_view(state, seat))):
            return seat, weights
    raise AssertionError(state)


def before_a_card(house: House, rng: Random, cards: int) -> tuple[Before, list[Said]] | None:
    """A random deal of two maîtres before this card, and what was said until then; None if it ends before."""
    pack, numbers = shuffled(rng), [rng.random() for _ in range(64)]
    log = house.deal(0, 0, pack, numbers, _NEEDS).log
    played = [at for at, entry in enumerate(log) if entry.what == 6]
    if len(played) <= cards:
        return None
    leads, prefix = 0, list(log[: played[cards]])
    for trick in range(cards // 2):
        led, reply = (PACK[log[played[2 * trick + place]].value] for place in range(2))
        trump = pack[10].suit
        takes = reply.rank.index < led.rank.index if reply.suit is led.suit else reply.suit is trump
        leads ^= takes
    return Before((0, 0), _NEEDS, pack, numbers, cards, leads ^ cards % 2), prefix


def places_of(side: int, log: Sequence[Said]) -> list[int]:
    """The places of the pack from which a side's cards came."""
    places, following, drawer = list((_ELDERS, _DEALERS)[side]), 11, 0
    for entry in log:
        if entry.what == 5:
            number = entry.value.bit_count()
            places += range(following, following + number) if drawer == side else ()
            following, drawer = following + number, 1 - drawer
    return places


def alike(at: Before, log: Sequence[Said], rng: Random) -> tuple[Card, ...]:
    """A pack that the side to play cannot tell from the true one by its own cards; the other has what it has played."""
    own, others = places_of(at.side, log), places_of(1 - at.side, log)
    pack: list[Card | None] = [None] * 32
    for place in (10, *own):
        pack[place] = at.pack[place]
    held = {card for card in pack if card}
    played = [PACK[entry.value] for entry in log if entry.what == 6 and PACK[entry.value] not in held]
    for card, place in zip(played, rng.sample(others, len(played)), strict=True):
        pack[place] = card
    rest = [card for card in PACK if card not in held and card not in played]
    rng.shuffle(rest)
    return tuple(card or rest.pop() for card in pack)


@pytest.mark.parametrize("cards", [True, False])
def test_the_belief_is_the_chance_that_the_maitre_would_have_done_what_it_did(house: House, cards: bool) -> None:
    rng, compared, possible, exchanged = Random(6), 0, 0, 0
    reads = Reads.CARDS if cards else Reads.CARDS | Reads.CARDS_TELL_NOTHING
    house.seat(1, Seated(library_table(), reads=reads))
    for number in range(60):
        before = before_a_card(house, rng, number % 8)
        if before is None:
            continue
        at, log = before
        at = at._replace(seats=(0, 1) if at.side else (1, 0))
        packs = [at.pack, *(alike(at, log, rng) for _ in range(12))]
        chances = house.believe(at, packs)
        assert chances[0] > 0
        seat = (Seat.NORTH, Seat.SOUTH)[at.side]
        expected = [chance_by_the_library(pack, log, seat, cards=cards) for pack in packs]
        assert chances == pytest.approx(expected, abs=1e-9), (at, log)
        compared += len(packs)
        possible += sum(chance > 0 for chance in chances[1:])
        exchanged += any(entry.what == 5 for entry in log)
    assert compared > 500
    assert possible > 40
    assert exchanged > 10


def test_the_hands_guessed_come_as_often_as_all_hands_counted_say(house: House) -> None:
    rng, checked = Random(3), 0
    for _ in range(400):
        before = before_a_card(house, rng, 6)
        if before is None or any(entry.what in (4, 5) for entry in before[1]):
            continue
        at, log = before
        own, others = places_of(at.side, log), places_of(1 - at.side, log)
        held = {at.pack[place] for place in (10, *own)}
        played = [PACK[entry.value] for entry in log if entry.what == 6 and PACK[entry.value] not in held]
        unseen = [card for card in PACK if card not in held and card not in played]
        exact: dict[frozenset[Card], float] = {}
        for hidden in combinations(unseen, 5 - len(played)):
            rest = iter([card for card in unseen if card not in hidden])
            hand = iter((*played, *hidden))
            pack = [
                at.pack[place] if place in (10, *own) else next(hand) if place in others else None
                for place in range(32)
            ]
            exact[frozenset(hidden)] = house.believe(at, [[card or next(rest) for card in pack]])[0]
        guessed: defaultdict[frozenset[Card], float] = defaultdict(float)
        guesses = house.guess(at, 1)
        for guess, chance in guesses:
            guessed[frozenset(guess[place] for place in others) - {*played}] += chance
        total, all_guessed = sum(exact.values()), sum(guessed.values())
        assert guesses
        for card in unseen:
            right = sum(chance for hidden, chance in exact.items() if card in hidden) / total
            share = sum(chance for hidden, chance in guessed.items() if card in hidden) / all_guessed
            assert share == pytest.approx(right, abs=4 * sqrt(right * (1 - right) / len(guesses)) + 1e-9)
        checked += 1
        if checked == 4:
            return
    raise AssertionError("too few deals to look at")


def test_a_reader_sees_no_card_that_it_may_not(house: House) -> None:
    rng, moved = Random(12), 0
    for _ in range(40):
        pack, numbers = shuffled(rng), [rng.random() for _ in range(64)]
        log = house.deal(1, 0, pack, numbers, _NEEDS).log
        drawn = 11 + sum(entry.value.bit_count() for entry in log if entry.what == 5)
        rest = list(pack[drawn:])
        rng.shuffle(rest)
        assert house.deal(1, 0, (*pack[:drawn], *rest), numbers, _NEEDS).log == log
        # The first card led by the elder is the same, whatever the dealer holds, as far as nothing was said.
        if log[0].what == 6:
            others = [*pack[11:], *(pack[place] for place in _DEALERS)]
            rng.shuffle(others)
            hand = iter(others)
            unlike = [card if place in (*_ELDERS, 10) else next(hand) for place, card in enumerate(pack)]
            assert house.deal(1, 0, unlike, numbers, _NEEDS).log[0] == log[0]
            moved += 1
    assert moved > 5


def test_what_a_player_gains_the_maitre_loses(house: House) -> None:
    same = house.exploit(0, 0, 0, 10, 2)
    assert (same.pairs, same.gain, same.squares) == ((0, 10, 0), 0, 0)
    forward, back = house.duel(1, 0, 4, 2), house.duel(0, 1, 4, 2)
    assert tuple(forward) == tuple(back)[::-1]
    whole = house.exploit(1, 0, 0, 4, 2)
    assert whole.pairs == tuple(forward)
    halves = [house.exploit(1, 0, first, 2, 2) for first in (0, 2)]
    assert sum(half.gain for half in halves) == pytest.approx(whole.gain, abs=1e-12)
    assert sum(gain for _, gain in whole.where.values()) == pytest.approx(2 * whole.gain, abs=1e-9)


@pytest.mark.parametrize("pairs", [30, pytest.param(60, marks=pytest.mark.soak)])
def test_a_reader_gains_decision_by_decision_what_it_wins_of_a_player_who_leads_its_highest_trump(
    house: House, pairs: int
) -> None:
    table = library_table()
    house.seat(2, Seated(table, rules=Rule.LEADS_TRUMPS))
    house.seat(3, Seated(table, rules=Rule.LEADS_TRUMPS, reads=Reads.CARDS, samples=40))
    sums = house.exploit(3, 2, 0, pairs, 1)
    result = DuelResult(*sums.pairs)
    assert result.pairs == pairs
    gain, error = sums.gain / pairs, sqrt(sums.squares / pairs - (sums.gain / pairs) ** 2) / sqrt(pairs)
    assert gain > 5 * error
    won, won_error = result.share - 0.5, sqrt((sums.pairs[0] + sums.pairs[2]) / 4) / pairs
    assert abs(gain - won) < 3 * won_error
    assert error < won_error / 2, "the luck of the cards does not count"
    assert not any(often for place, (often, _) in sums.where.items() if "card" not in place)


@pytest.mark.parametrize(("deals", "pairs"), [(6_000, 150), pytest.param(12_000, 300, marks=pytest.mark.soak)])
def test_the_exchange_is_learnt_where_the_plan_is_wrong(library: Path, deals: int, pairs: int) -> None:
    house, table = House(library), library_table()
    house.seat(0, Seated(table, rules=Rule.NEVER_PROPOSES))
    sums = house.learn(0, 0, deals, 1)
    better = bytes(sums[at] >= 20 and sums[at + 1] > 2 * sqrt(sums[at + 2]) for at in range(0, len(sums), 3))
    house.seat(1, Seated(table, rules=Rule.NEVER_PROPOSES, learnt=better))
    fresh = house.exploit(1, 0, 0, pairs, 5)
    assert fresh.gain > 3 * sqrt(fresh.squares)
    assert fresh.where["first proposal"][0] > 100


def test_the_same_deals_teach_the_same(library: Path, house: House) -> None:
    whole = house.learn(0, 0, 600, 4)
    assert whole == house.learn(0, 0, 600, 4)
    assert sum(whole[::3]) > 600
    parts = [house.learn(0, first, 300, 4) for first in (0, 300)]
    assert [one + two for one, two in zip(*parts, strict=True)] == pytest.approx(whole, abs=1e-9)
    assert learnt(library, 600, 4) == learnt.__wrapped__(library, 600, 4)
