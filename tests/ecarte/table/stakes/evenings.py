"""Random galeries for tests: up to 40 people and 200 bets, lawful and not, at a bank that counts.

Every change is followed by the bank, and every open book is checked: what must hold of it stands in `expect_sound`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from ecarte.game import Seat
from ecarte.table.stakes import (
    MOST_CHIPS,
    Book,
    GalerieError,
    Style,
    declare_chouette,
    offered_against,
    open_book,
    place,
    standing,
    take,
    withdraw,
)
from tests.ecarte.table.stakes.galerie import HOUSE, NORTH, SOUTH, Bank

PEOPLE = range(1, 41)

amounts = st.one_of(st.integers(1, 60), st.integers(-1, MOST_CHIPS + 1))
anyone_here = st.sampled_from([*PEOPLE, HOUSE])
players = st.sampled_from([NORTH, SOUTH])
bets = st.tuples(st.just("bet"), anyone_here, st.sampled_from(Seat), amounts)
others = st.one_of(
    st.tuples(st.just("withdraw"), anyone_here, st.none(), st.none() | amounts),
    st.tuples(st.just("take"), players, st.none(), st.none() | amounts),
    st.tuples(st.just("chouette"), players, st.none(), st.none()),
    st.tuples(st.just("gift"), st.sampled_from(PEOPLE), st.none(), st.integers(1, 50)),
)
acts = st.one_of(bets, bets, bets, bets, others)
purses = st.one_of(st.integers(0, 150), st.integers(0, 150), st.integers(0, 2 * MOST_CHIPS))


@dataclass
class Evening:
    """A bank and the open book of a game that has gone through some acts."""

    bank: Bank
    book: Book

    def act(self, act: tuple[object, ...]) -> None:
        """One act, lawful or not. What is refused has changed nothing."""
        before = self.book
        purses = dict(self.bank.purses)
        try:
            after = self._after(act)
        except GalerieError:
            assert self.bank.purses == purses, "not even the purses that were shown are touched"
            return
        self.bank.follow(before, after)
        self.book = after

    def _after(self, act: tuple[object, ...]) -> Book:
        match act:
            case ("bet", int(person), Seat() as side, int(amount)):
                return place(self.book, person, side, amount, self.bank.purses)
            case ("withdraw", int(person), None, int() | None as amount):
                return withdraw(self.book, person, amount)
            case ("take", int(person), None, int() | None as amount):
                return take(self.book, person, amount, self.bank.purses)
            case ("chouette", int(person), None, None):
                return declare_chouette(self.book, person, self.bank.purses)
            case ("gift", int(person), None, int(amount)):
                self.bank.gift(person, amount)
                return self.book
            case _:
                raise AssertionError(act)


def crowd(seed: int) -> tuple[list[int], list[tuple[object, ...]]]:
    """The purses of 40 people, and 200 bets between which a person withdraws, takes or declares La Chouette.

    Made from a seed: hypothesis finds small cases that break, and seldom makes large ones.
    """
    chance = Random(seed)
    largest = chance.choice((20, 200, MOST_CHIPS))
    poverty = chance.choice((1, 1, 10))
    chips = [chance.randint(0, 6 * largest) // poverty for _ in PEOPLE]
    done: list[tuple[object, ...]] = []
    for _ in range(200):
        done.append(("bet", chance.choice(PEOPLE), chance.choice(list(Seat)), chance.randint(1, largest)))
        match chance.randrange(12):
            case 0:
                done.append(
                    ("withdraw", chance.choice(PEOPLE), None, chance.choice((None, chance.randint(1, largest))))
                )
            case 1:
                player = chance.choice((NORTH, SOUTH))
                done.append(("take", player, None, chance.choice((None, chance.randint(1, largest)))))
    if chance.random() < 0.4:
        done.insert(chance.randrange(len(done)), ("chouette", chance.choice((NORTH, SOUTH)), None, None))
    return chips, done


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    if draw(st.booleans()):
        chips, done = crowd(draw(st.integers(0, 10**6)))
    else:
        chips = draw(st.lists(purses, min_size=len(PEOPLE), max_size=len(PEOPLE)))
        done = draw(st.lists(acts, max_size=60))
    bank = Bank({**dict(zip(PEOPLE, chips, strict=True)), HOUSE: 10**6})
    stake = draw(st.integers(0, min(bank.purses[NORTH], bank.purses[SOUTH], 100)))
    book = open_book(NORTH, SOUTH, stake, bank.purses, style=draw(st.sampled_from(Style)), house=HOUSE)
    bank.follow(None, book)
    evening = Evening(bank, book)
    for act in done:
        evening.act(act)
        expect_sound(evening.book)
    return evening


def expect_sound(book: Book) -> None:
    """Asserts the invariants of every open book."""
    shown = standing(book)
    for side in (shown.north, shown.south):
        assert sum(line.amount for line in side.lines) == side.total
        assert sum(line.covered for line in side.lines) == shown.covered, "covered sides are equal"
        assert side.lines[0].is_player
        assert side.lines[0].uncovered == 0
        gaps = [line.uncovered for line in side.lines]
        first = next((index for index, gap in enumerate(gaps) if gap), len(gaps))
        assert all(line.covered == 0 for line in side.lines[first + 1 :]), "last come, first uncovered"
    assert shown.covered in (shown.north.total, shown.south.total)
    for seat in Seat:
        assert offered_against(book, seat) >= 0
    sides: dict[int, Seat] = {book.players[seat.index]: seat for seat in Seat}
    for bet in book.bets:
        assert sides.setdefault(bet.person, bet.side) is bet.side
        assert bet.person not in (NORTH, SOUTH, HOUSE)
