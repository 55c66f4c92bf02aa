"""Events as JSON: what is written is read back exactly, what was written once is pinned, all else is refused."""

from __future__ import annotations

import json
from random import Random
from typing import Any, get_args

import pytest

from ecarte.game import (
    PACK,
    Accepted,
    CardPlayed,
    CardsDealt,
    CardTakenBack,
    ConditionFailed,
    CutMade,
    DealerDiscarded,
    DealScored,
    DealStood,
    Distribution,
    ElderDiscarded,
    Ending,
    ErrorCalled,
    Event,
    Fault,
    GameEnded,
    GameResigned,
    GameStarted,
    Goal,
    HandAbandoned,
    HandClaimed,
    HandShown,
    KingFrom,
    KingMarked,
    KingTakenBack,
    LetStood,
    Proposed,
    Reason,
    Refused,
    Remedy,
    Rules,
    Scope,
    Seat,
    StopAnswered,
    StopOffered,
    Suit,
    SuitNamed,
    SuitRequired,
    TimeClaimed,
    parse_cards,
)
from ecarte.notation import CODEC, SerializeError
from research.random_games import random_game

N, S = Seat.NORTH, Seat.SOUTH
KING, SEVEN = parse_cards("KS 7C")
RULES = {
    "dialect": "cavendish",
    "exchanges": None,
    "dealer_must_exchange": False,
    "next_deal": "alternates",
    "points": 5,
    "stakes": "single-only",
}

# What stands in databases: a change here is a change of format, and needs a new version and a reader for the old.
WRITTEN: list[tuple[Event, dict[str, Any]]] = [
    (GameStarted(Rules(), None), {"type": "GameStarted", "rules": RULES, "dealer": None}),
    (GameStarted(Rules(), S), {"type": "GameStarted", "rules": RULES, "dealer": "S"}),
    (CutMade(KING, SEVEN), {"type": "CutMade", "north": "KS", "south": "7C"}),
    (
        CardsDealt(PACK, Distribution.TWO_THREE),
        {"type": "CardsDealt", "pack": " ".join(map(str, PACK)), "distribution": "2-3"},
    ),
    (KingMarked(S, KingFrom.TURNED), {"type": "KingMarked", "seat": "S", "how": "turned"}),
    (KingMarked(N, KingFrom.ANNOUNCED), {"type": "KingMarked", "seat": "N", "how": "announced"}),
    (Proposed(), {"type": "Proposed"}),
    (Accepted(True), {"type": "Accepted", "conditional": True}),
    (Refused(), {"type": "Refused"}),
    (ElderDiscarded((KING, SEVEN)), {"type": "ElderDiscarded", "cards": "KS 7C"}),
    (DealerDiscarded(()), {"type": "DealerDiscarded", "cards": ""}),
    (ConditionFailed(), {"type": "ConditionFailed"}),
    (CardPlayed(N, KING), {"type": "CardPlayed", "seat": "N", "card": "KS"}),
    (HandAbandoned(S), {"type": "HandAbandoned", "seat": "S"}),
    (HandClaimed(N, Goal.VOLE, (KING,)), {"type": "HandClaimed", "seat": "N", "goal": "vole", "cards": "KS"}),
    (
        DealScored(N, 2, Reason.UNPROPOSED, (3, 2)),
        {"type": "DealScored", "seat": "N", "points": 2, "reason": "unproposed", "tricks": [3, 2]},
    ),
    (GameResigned(N), {"type": "GameResigned", "seat": "N"}),
    (TimeClaimed(N, Scope.GAME), {"type": "TimeClaimed", "seat": "N", "scope": "game"}),
    (StopOffered(S), {"type": "StopOffered", "seat": "S"}),
    (StopAnswered(N, False), {"type": "StopAnswered", "seat": "N", "accepted": False}),
    (GameEnded(None, Ending.AGREED), {"type": "GameEnded", "winner": None, "how": "agreed"}),
    (SuitNamed(N, Suit.HEARTS), {"type": "SuitNamed", "seat": "N", "suit": "H"}),
    (SuitRequired(S, True), {"type": "SuitRequired", "seat": "S", "held": True}),
    (CardTakenBack(N, KING, S), {"type": "CardTakenBack", "seat": "N", "card": "KS", "by": "S"}),
    (KingTakenBack(N), {"type": "KingTakenBack", "seat": "N"}),
    (HandShown(S, Goal.POINT, (KING,)), {"type": "HandShown", "seat": "S", "goal": "point", "cards": "KS"}),
    (
        ErrorCalled(N, Fault.REVOKE, Remedy.AGAIN),
        {"type": "ErrorCalled", "seat": "N", "fault": "revoke", "remedy": "again"},
    ),
    (LetStood(N), {"type": "LetStood", "seat": "N"}),
    (DealStood(), {"type": "DealStood"}),
]


@pytest.mark.parametrize(("event", "written"), WRITTEN, ids=lambda value: type(value).__name__)
def test_events_are_written_as_they_always_were(event: Event, written: dict[str, Any]) -> None:
    assert CODEC.write(event) == written | {"v": 1}
    assert CODEC.read(json.loads(json.dumps(CODEC.write(event)))) == event


def test_every_type_of_event_is_pinned_above() -> None:
    assert {type(event) for event, _ in WRITTEN} == set(get_args(Event))


def test_whole_games_are_read_back_as_they_were() -> None:
    for seed in range(40):
        log = random_game(Rules(), Random(seed))
        assert tuple(CODEC.read(json.loads(json.dumps(CODEC.write(event)))) for event in log) == log


@pytest.mark.parametrize(
    "changed",
    [
        {"type": "CardStolen"},
        {"type": "Seat"},
        {"type": None},
        {"type": ["CardPlayed"]},
        {"v": 2},
        {"v": 0},
        {"v": True},
        {"v": "1"},
        {"v": None},
        {"seat": "E"},
        {"seat": None},
        {"seat": 0},
        {"card": "10S"},
        {"card": ["KS"]},
        {"card": None},
        {"further": 1},
    ],
    ids=str,
)
def test_what_is_not_written_so_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(SerializeError):
        CODEC.read(CODEC.write(CardPlayed(N, KING)) | changed)


@pytest.mark.parametrize("field", ["type", "v", "seat", "card"])
def test_a_field_that_is_missing_is_refused(field: str) -> None:
    written = CODEC.write(CardPlayed(N, KING))
    del written[field]
    with pytest.raises(SerializeError):
        CODEC.read(written)


@pytest.mark.parametrize(
    ("event", "field", "value"),
    [
        (DealScored(N, 1, Reason.POINT, (3, 2)), "tricks", [3]),
        (DealScored(N, 1, Reason.POINT, (3, 2)), "tricks", [3, 2, 1]),
        (DealScored(N, 1, Reason.POINT, (3, 2)), "tricks", "32"),
        (DealScored(N, 1, Reason.POINT, (3, 2)), "points", True),
        (DealScored(N, 1, Reason.POINT, (3, 2)), "points", 1.0),
        (Accepted(True), "conditional", 1),
        (CardsDealt(PACK, Distribution.TWO_THREE), "pack", "KS QS"),
        (GameStarted(Rules(), N), "rules", "cavendish"),
        (GameStarted(Rules(), N), "rules", RULES | {"points": 0}),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(event: Event, field: str, value: object) -> None:
    with pytest.raises(SerializeError) as caught:
        CODEC.read(CODEC.write(event) | {field: value})
    assert caught.value.path.split(".")[0] == type(event).__name__


def test_what_is_no_event_is_not_written() -> None:
    with pytest.raises(SerializeError):
        CODEC.write(KING)


def test_the_error_of_a_spoilt_event_names_no_card() -> None:
    with pytest.raises(SerializeError) as caught:
        CODEC.read(CODEC.write(CardsDealt(PACK, Distribution.TWO_THREE)) | {"pack": "KS QS JS"})
    assert not any(str(card) in str(caught.value) for card in PACK)
