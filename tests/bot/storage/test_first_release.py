"""Lines as the first release wrote them into databases and onto buttons. NEVER CHANGE OR REMOVE A LINE.

Each line is read and written again, byte for byte. If a change makes a line fail, it needs a new version of that form
and a reader for the old one. New things (a kind of event, a field, a choice) get lines of their own at the end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, asdict, fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

import pytest

from bot.adapter import custom_ids
from bot.adapter.custom_ids import BUTTON, FORM, SELECT, Press, Verb
from bot.people.preferences import Preferences
from bot.people.server import ServerSettings
from bot.storage.json_text import dump_json, load_json
from bot.storage.repositories.tournaments import TournamentRow
from bot.tables.events.table_events import Played, TableEvent, decode, encode
from bot.tables.terms import Terms
from bot.texts import Language
from bot.texts.catalogues import WHOLE
from bot.tournaments.tournament import Stage, row_of, tournament_of
from ecarte.game import Card, Rules
from ecarte.game.events import Event
from ecarte.tournament.rounds import Form, Outcome
from tests.support.rules import expect_kept

FOLDER = Path(__file__).parent / "first-release"


def lines(name: str) -> list[str]:
    """The lines of a file."""
    return (FOLDER / name).read_text(encoding="utf-8").splitlines()


def event_of(line: str) -> TableEvent:
    """Reads a line of events.jsonl."""
    stored: dict[str, Any] = json.loads(line)
    return decode(stored["type"], stored["version"], stored["data"])


def row_in(line: str) -> TournamentRow:
    """Reads a line of tournaments.jsonl."""
    stored: dict[str, Any] = json.loads(line)
    return TournamentRow(**{**stored, "people": tuple((user_id, name) for user_id, name in stored["people"])})


def press_of(line: str) -> Press | None:
    """Reads a line of custom-ids.txt. Returns None if its verb is not known."""
    match = BUTTON.fullmatch(line) or SELECT.fullmatch(line) or FORM.fullmatch(line)
    assert match is not None
    return custom_ids.decode(match)


def in_database(chosen: dict[str, Any]) -> str:
    """Returns settings or preferences as the database keeps them, without fields that are None."""
    return dump_json({name: value for name, value in chosen.items() if value is not None})


def event_again(line: str) -> str:
    """Reads and writes a line of events.jsonl."""
    kind, version, data = encode(event_of(line))
    return dump_json({"type": kind, "version": version, "data": data})


def custom_id_again(line: str) -> str:
    """Reads and writes a line of custom-ids.txt."""
    press = press_of(line)
    assert press is not None, line
    if line.startswith("ecm:"):
        return custom_ids.encode_form(press)
    return custom_ids.encode(press, select=line.startswith("ecs:"))


def chosen_again(line: str, kind: type[ServerSettings] | type[Preferences]) -> str:
    """Reads and writes settings or preferences. Leaves out a field that the line lacks, if it has its default."""
    stored, default = load_json(line), kind().to_json()
    written = kind.from_json(stored).to_json()
    return in_database({name: value for name, value in written.items() if name in stored or value != default[name]})


AGAIN: dict[str, Callable[[str], str]] = {
    "events.jsonl": event_again,
    "tournaments.jsonl": lambda line: dump_json(asdict(row_of(tournament_of(row_in(line))))),
    "settings.jsonl": lambda line: chosen_again(line, ServerSettings),
    "preferences.jsonl": lambda line: chosen_again(line, Preferences),
    "custom-ids.txt": custom_id_again,
}


@pytest.mark.parametrize("name", AGAIN)
def test_every_line_is_written_as_it_was(name: str) -> None:
    assert [AGAIN[name](line) for line in lines(name)] == lines(name)


def test_every_file_is_read() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(AGAIN)


_WHY = "a stored form is read for ever: a change that breaks it must fail here, and not in an owner's database"
_APPEND = f"append to {FOLDER.relative_to(FOLDER.parents[3])}/"


def test_every_kind_of_event_has_its_lines() -> None:
    events = [event_of(line) for line in lines("events.jsonl")]
    kept: set[type] = {type(event) for event in events}
    kept |= {type(event.event) for event in events if isinstance(event, Played)}
    missing = [kind for kind in (*get_args(TableEvent), *get_args(Event)) if kind not in kept]
    expect_kept(
        "every event that may be stored has a line in events.jsonl",
        _WHY,
        (
            f"{_APPEND}events.jsonl "
            + (f"a line with {kind.__name__}" if kind in get_args(Event) else f"this line: {example_line(kind)}")
            for kind in missing
        ),
    )


def test_every_choice_and_every_field_that_may_be_left_out_has_its_lines() -> None:
    events = [event_of(line) for line in lines("events.jsonl")]
    servers = [ServerSettings.from_json(load_json(line)) for line in lines("settings.jsonl")]
    people = [Preferences.from_json(load_json(line)) for line in lines("preferences.jsonl")]
    seen = {place for value in (*events, *servers, *people) for place in places(value)}
    files: dict[Any, str] = {ServerSettings: "settings.jsonl", Preferences: "preferences.jsonl"}
    classes: set[Any] = {*get_args(TableEvent), *get_args(Event), Terms, Rules, ServerSettings, Preferences}
    expect_kept(
        "every choice of a stored field, and its absence, has a line",
        _WHY,
        (
            f"{_APPEND}{files.get(kind, 'events.jsonl')} a line in which {name} of {owner} is {choice}"
            for kind in classes
            for owner, name, choice in expected(kind)
            if (owner, name, choice) not in seen
        ),
    )


def test_every_verb_and_every_state_of_a_tournament_has_its_lines() -> None:
    presses = {press_of(line) for line in lines("custom-ids.txt")}
    verbs = {press.verb for press in presses if press is not None}
    expect_kept(
        "every verb has lines in custom-ids.txt",
        "a button stays in a channel for years, and must be understood",
        (
            f"{_APPEND}custom-ids.txt: {custom_ids.encode(Press(verb, 12, 34, '1,2_a-b.c'))}"
            for verb in Verb
            if verb not in verbs
        ),
    )
    tournaments = [tournament_of(row_in(line)) for line in lines("tournaments.jsonl")]
    outcomes = {
        pairing.outcome
        for tournament in tournaments
        if tournament.rounds
        for played in tournament.rounds.rounds
        for pairing in played
    }
    kept: set[object] = {
        *outcomes,
        *(tournament.stage for tournament in tournaments),
        *(tournament.plan.form for tournament in tournaments),
    }
    expect_kept(
        "every stage, form and outcome of a tournament has a line in tournaments.jsonl",
        _WHY,
        (f"{_APPEND}tournaments.jsonl a line with {one}" for one in (*Stage, *Form, *Outcome, None) if one not in kept),
    )


def example_line(kind: type) -> str:
    """A line of events.jsonl with an event of a class."""
    name, version, data = encode(example(kind))
    return dump_json({"type": name, "version": version, "data": data})


def example(hint: Any) -> Any:
    """A value of a type, with every field that has no default."""
    parts = get_args(hint)
    match get_origin(hint) or hint:
        case origin if origin is tuple and parts[-1] is not Ellipsis:
            return tuple(map(example, parts))
        case origin if isinstance(origin, type) and issubclass(origin, Mapping):
            return {example(parts[0]): example(parts[1])}
        case origin if origin in (tuple, frozenset):
            return origin([example(parts[0])])
        case origin if origin in (UnionType, Union):
            return example(next(part for part in parts if part is not NoneType))
        case origin if is_dataclass(origin):
            hints = get_type_hints(origin)
            needed = [field for field in fields(origin) if field.default is field.default_factory is MISSING]
            return cast(Any, origin)(**{field.name: example(hints[field.name]) for field in needed})
        case origin if isinstance(origin, type) and issubclass(origin, Enum):
            return next(iter(origin))
        case origin:
            return {bool: True, int: 7, str: "Alice", Card: Card.parse("KH")}[origin]


@pytest.mark.parametrize("kind", [kind for kind in get_args(TableEvent) if kind is not Played])
def test_the_line_that_is_proposed_for_an_event_can_be_appended(kind: type) -> None:
    line = example_line(kind)
    assert event_again(line) == line


def places(value: object) -> Iterator[tuple[str, str, object]]:
    """Yields class, field and content of every field in a value. Content is "something" unless it is a choice or
    nothing.
    """
    if not is_dataclass(value):
        return
    for field in fields(value):
        content = getattr(value, field.name)
        what = content if isinstance(content, (Enum, bool)) else "nothing" if content is None else "something"
        yield type(value).__name__, field.name, what
        yield from places(content)


def expected(kind: type) -> Iterator[tuple[str, str, object]]:
    """Yields, in the form of `places`, all that the fields of a class allow: each choice, and nothing."""
    hints = get_type_hints(kind)
    for field in fields(kind):
        hint = hints[field.name]
        for one in get_args(hint) if isinstance(hint, UnionType) else (hint,):
            members: tuple[object, ...] = ()
            if one is NoneType:
                members = ("nothing",)
            elif one is bool:
                members = (False, True)
            elif one is Language:
                # A language of another folder comes and goes with the folder.
                members = tuple(map(Language, WHOLE))
            elif isinstance(one, type) and issubclass(one, Enum):
                members = tuple(one)
            yield from ((kind.__name__, field.name, member) for member in members)
