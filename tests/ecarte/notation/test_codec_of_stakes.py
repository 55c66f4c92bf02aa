"""Books, side bets, queues and pools are written as JSON and read back equal; what has another shape is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from ecarte.game import Card, Multiple, Seat
from ecarte.notation import Codec, SerializeError
from ecarte.table import Pool, PoolForm, Queue
from ecarte.table.chairs import begin_game, end_game, enter, open_queue, take_over
from ecarte.table.pool import cut_for_out, open_pool
from ecarte.table.stakes import (
    Book,
    SideBets,
    begin_side_bets,
    close,
    declare_chouette,
    offer,
    open_book,
    open_round,
    place,
    settle,
    take_offer,
)
from tests.ecarte.table.stakes.evenings import Evening, evenings
from tests.ecarte.table.stakes.galerie import ANN, BEN, CLO, HOUSE, NORTH, SOUTH, rich
from tests.support.properties import examples

CODEC = Codec()
for kind in (Book, SideBets, Queue, Pool):
    CODEC.register(kind.__name__)(kind)
PURSES = rich(ANN, BEN, CLO, HOUSE)


def book() -> Book:
    found = open_book(NORTH, SOUTH, 100, PURSES, house=HOUSE)
    found = place(place(found, ANN, Seat.NORTH, 10, PURSES), BEN, Seat.SOUTH, 10, PURSES)
    return declare_chouette(found, NORTH, {NORTH: 3})


def closed() -> Book:
    return close(book(), {NORTH: 0}).book


def settled() -> Book:
    return settle(closed(), Seat.SOUTH, Multiple.SINGLE, {}).book


def side_bets() -> SideBets:
    bets = open_round(begin_side_bets(closed()), (4, 5))
    return take_offer(offer(bets, ANN, Seat.NORTH, 50, PURSES), CLO, 1, 20, PURSES)


def queue() -> Queue:
    return enter(end_game(begin_game(enter(open_queue(NORTH, SOUTH, house=HOUSE), ANN)), Seat.SOUTH), SOUTH)


def queue_with_stand_in() -> Queue:
    return take_over(begin_game(open_queue(NORTH, SOUTH)), closed(), Seat.SOUTH, BEN)


def pool() -> Pool:
    cards = {person: Card.parse(text) for person, text in ((ANN, "KS"), (BEN, "7H"), (CLO, "8S"))}
    return cut_for_out(open_pool((ANN, BEN, CLO), 5, PURSES, form=PoolForm.ENGAGED), cards)


@pytest.mark.parametrize("make", [book, closed, settled, side_bets, queue, queue_with_stand_in, pool])
def test_what_is_written_is_read_back_equal(make: Callable[[], object]) -> None:
    value = make()
    text = json.dumps(CODEC.write(value))
    assert CODEC.read(json.loads(text)) == value
    assert json.dumps(CODEC.write(CODEC.read(json.loads(text)))) == text


@examples(20)
@given(evenings())
def test_every_book_is_read_back_equal(evening: Evening) -> None:
    assert CODEC.read(json.loads(json.dumps(CODEC.write(evening.book)))) == evening.book


def _changed(change: Callable[[dict[str, Any]], object]) -> object:
    plain: dict[str, Any] = CODEC.write(book())
    change(plain)
    return plain


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda data: data.pop("stake"), "Book"),
        (lambda data: data.update(more=1), "Book"),
        (lambda data: data.pop("type"), "type"),
        (lambda data: data.update(type="Bok"), "type"),
        (lambda data: data.pop("v"), "Book.v"),
        (lambda data: data.update(v=2), "Book.v"),
        (lambda data: data.update(v=True), "Book.v"),
        (lambda data: data.update(stake="100"), "Book.stake"),
        (lambda data: data.update(stake=True), "Book.stake"),
        (lambda data: data.update(stake=1.0), "Book.stake"),
        (lambda data: data.update(stake=None), "Book.stake"),
        (lambda data: data.update(house="x"), "Book.house"),
        (lambda data: data.update(stage="shut"), "Book.stage"),
        (lambda data: data.update(players=[1]), "Book.players"),
        (lambda data: data.update(players=5), "Book.players"),
        (lambda data: data.update(chouettes=["N", "N"]), "Book.chouettes"),
        (lambda data: data["bets"].append(7), "Book.bets[2]"),
        (lambda data: data["bets"][1].update(side="W"), "Book.bets[1].side"),
    ],
)
def test_what_has_another_shape_is_refused(change: Callable[[dict[str, Any]], object], path: str) -> None:
    with pytest.raises(SerializeError) as caught:
        CODEC.read(_changed(change))
    assert caught.value.path == path
    assert str(caught.value).startswith(f"{path}: ")


def test_only_mappings_are_read_and_only_values_written() -> None:
    with pytest.raises(SerializeError):
        CODEC.read([])
    with pytest.raises(SerializeError):
        CODEC.write(5)
