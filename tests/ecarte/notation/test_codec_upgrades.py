"""Classes outlive their forms: a stored name, older versions, and a form that is not that of the fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from ecarte.game import Proposed
from ecarte.notation import ADDED, CODEC, Codec, SerializeError, Unreadable


@dataclass(frozen=True, slots=True)
class Bet:
    """A class that was renamed, and had another field in its first two versions."""

    chips: int
    on: str = "north"


@dataclass(frozen=True, slots=True)
class Grown:
    """A class to which a field was added."""

    chips: int
    on: str = field(default="north", metadata=ADDED)


@dataclass(frozen=True, slots=True)
class Kept:
    """A class with tagged classes in it."""

    what: Proposed | Bet


@pytest.fixture
def codec() -> Codec:
    """A codec of bets at version 3."""
    codec = Codec(CODEC)
    codec.register("wager")(Bet)
    codec.upgrade("wager", 1)(lambda data: {"pounds": data["guineas"] * 2})
    codec.upgrade("wager", 2)(lambda data: {"chips": data["pounds"] * 10})
    return codec


@pytest.mark.parametrize(
    "data",
    [
        {"type": "wager", "v": 1, "guineas": 3},
        {"type": "wager", "v": 2, "pounds": 6},
        {"type": "wager", "v": 3, "chips": 60},
        {"type": "wager", "v": 3, "chips": 60, "on": "north"},
    ],
)
def test_every_version_is_read_as_the_newest(codec: Codec, data: dict[str, Any]) -> None:
    assert codec.read(data) == Bet(60)
    assert codec.write(Bet(60)) == {"type": "wager", "v": 3, "chips": 60, "on": "north"}


@pytest.mark.parametrize("version", [0, 4, None, "1", True])
def test_a_version_without_a_step_is_refused(codec: Codec, version: object) -> None:
    with pytest.raises(SerializeError) as caught:
        codec.read({"type": "wager", "v": version, "guineas": 3})
    assert (caught.value.path, caught.value.kind) == ("wager.v", Unreadable.VERSION)


def test_a_union_of_tagged_classes_is_written_with_its_tag(codec: Codec) -> None:
    codec.register("kept")(Kept)
    for what in (Proposed(), Bet(1)):
        assert codec.read(codec.write(Kept(what))) == Kept(what)
    assert codec.write(Kept(Proposed())) == {"type": "kept", "v": 1, "what": {"type": "Proposed", "v": 1}}
    with pytest.raises(SerializeError) as caught:
        codec.read({"type": "kept", "v": 1, "what": {"type": "wager", "v": 3, "chips": "many"}})
    assert caught.value.path == "kept.what.wager.chips"


def test_a_stored_form_may_differ_from_the_fields() -> None:
    codec = Codec()
    codec.register("bet", stored=(lambda data: {"c": data["chips"]}, lambda data: {"chips": data["c"]}))(Bet)
    assert codec.write(Bet(5)) == {"type": "bet", "v": 1, "c": 5}
    assert codec.read({"type": "bet", "v": 1, "c": 5}) == Bet(5)
    with pytest.raises(SerializeError):
        codec.read({"type": "bet", "v": 1, "chips": 5})


def test_upgrades_follow_one_another(codec: Codec) -> None:
    for version in (1, 2, 4):
        with pytest.raises(ValueError, match="at version 3"):
            codec.upgrade("wager", version)


def test_a_name_stands_for_one_class(codec: Codec) -> None:
    with pytest.raises(ValueError, match="registered twice"):
        codec.register("wager")(Kept)


def test_a_field_that_was_added_is_written_only_where_it_is_not_its_default() -> None:
    assert CODEC.write_fields(Grown(3)) == {"chips": 3}
    assert CODEC.write_fields(Grown(3, "south")) == {"chips": 3, "on": "south"}
    assert CODEC.read_fields(Grown, {"chips": 3}) == Grown(3)
    assert CODEC.read_fields(Grown, {"chips": 3, "on": "south"}) == Grown(3, "south")
