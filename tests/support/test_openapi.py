"""The referee itself: what it allows, what it catches, and its sentences.

The first part uses a small document and runs everywhere, the second Discord's, if present.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.openapi import Measures, Referee, Request

_TYPE = {"type": "integer", "format": "int32"}
_SMALL: dict[str, Any] = {
    "openapi": "3.1.0",
    "paths": {
        "/rooms/{room_id}/notes": {
            "parameters": [{"name": "room_id", "in": "path", "schema": {"$ref": "#/components/schemas/SnowflakeType"}}],
            "get": {
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 100}},
                    {"name": "all", "in": "query", "schema": {"type": "boolean"}},
                    {"name": "term", "in": "query", "required": True, "schema": {"type": "string"}},
                ]
            },
            "post": {
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}},
                }
            },
        },
        "/rooms/{room_id}/notes/{note_id}": {
            "parameters": [
                {"name": "room_id", "in": "path", "schema": {"$ref": "#/components/schemas/SnowflakeType"}},
                {"name": "note_id", "in": "path", "schema": {"$ref": "#/components/schemas/SnowflakeType"}},
            ],
            "delete": {},
        },
        "/rooms/{room_id}/notes/latest": {
            "parameters": [{"name": "room_id", "in": "path", "schema": {"type": "string"}}],
            "delete": {},
        },
    },
    "components": {
        "schemas": {
            "SnowflakeType": {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
            "Note": {
                "type": "object",
                "properties": {
                    "text": {"type": ["string", "null"], "maxLength": 5},
                    "to_user": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/SnowflakeType"}]},
                    "parts": {
                        "type": "array",
                        "items": {
                            "oneOf": [{"$ref": "#/components/schemas/Button"}, {"$ref": "#/components/schemas/Row"}]
                        },
                    },
                },
            },
            "Button": {
                "type": "object",
                "properties": {"type": {**_TYPE, "enum": [2]}, "label": {"type": "string"}},
                "required": ["type", "label"],
            },
            "Row": {
                "type": "object",
                "properties": {
                    "type": {**_TYPE, "enum": [1]},
                    "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Button"}, "minItems": 1},
                },
                "required": ["type", "parts"],
            },
        }
    },
}
_NOTES = "/rooms/17/notes"


@pytest.fixture(scope="module")
def small() -> Referee:
    return Referee(_SMALL)


@pytest.mark.parametrize(
    "request_",
    [
        Request("GET", _NOTES, {"term": "king", "limit": 100, "all": True}),
        Request("GET", _NOTES, {"term": "7", "limit": "100", "all": "false"}),
        Request("get", _NOTES, {"term": "king", "all": 1}),
        Request("POST", _NOTES, {}, {"text": None, "to_user": "12"}),
        Request("POST", _NOTES, {}, {"to_user": 12}),
        Request("POST", _NOTES, {}, {"parts": [{"type": 1, "parts": [{"type": 2, "label": "Play"}]}]}),
        Request("DELETE", "/rooms/17/notes/4", {}),
        Request("DELETE", "/rooms/lobby/notes/latest", {}),
    ],
    ids=str,
)
def test_a_lawful_request_passes(small: Referee, request_: Request) -> None:
    assert small.faults(request_) == ()


@pytest.mark.parametrize(
    ("request_", "faults"),
    [
        (Request("GET", "/halls/17", {}), ["path: the document has no such path"]),
        (Request("PATCH", _NOTES, {}), ["method: this path takes GET, POST"]),
        (Request("GET", "/rooms/007/notes", {"term": ""}), ["path.room_id: '007' does not match '^(0|[1-9][0-9]*)$'"]),
        (
            Request("GET", _NOTES, {"limit": 101, "order": "up"}),
            [
                "query.limit: 101 is greater than the maximum of 100",
                "query.order: there is no such parameter (there are: limit, all, term)",
                "query.term: is missing",
            ],
        ),
        (Request("POST", _NOTES, {}), ["body: is missing"]),
        (Request("DELETE", "/rooms/17/notes/4", {}, {"text": "a"}), ["body: there must be none"]),
        (Request("POST", _NOTES, {}, {"text": "too long"}), ["body.text: 'too long' is too long"]),
        (
            Request("POST", _NOTES, {}, {"txet": "a"}),
            ["body: Additional properties are not allowed ('txet' was unexpected)"],
        ),
        (
            Request("POST", _NOTES, {}, {"parts": [{"type": 1, "parts": [{"type": 2, "label": "a"}, {"type": 2}]}]}),
            ["body.parts[0].parts[1]: 'label' is a required property"],
        ),
        (
            Request("POST", _NOTES, {}, {"parts": [{"type": 3}]}),
            ["body.parts[0]: {'type': 3} fits none of Button, Row"],
        ),
    ],
    ids=str,
)
def test_a_wrong_request_is_reported_with_its_place(small: Referee, request_: Request, faults: list[str]) -> None:
    assert list(small.faults(request_)) == faults


def test_what_was_allowed_once_allows_no_text_that_is_too_long_and_nothing_else_that_differs(small: Referee) -> None:
    lawful = {"text": "a king", "parts": [{"type": 2, "label": "Play"}]}
    assert small.faults(Request("POST", _NOTES, {}, {**lawful, "text": "king"})) == ()
    assert small.faults(Request("POST", _NOTES, {}, lawful)) == ("body.text: 'a king' is too long",)
    assert small.faults(Request("POST", _NOTES, {}, {**lawful, "text": "queen"})) == ()
    for wrong in ({"text": 5}, {"to_user": "a"}, {"to_user": "7", "parts": [{"type": 2, "label": 5}]}):
        small_lawful = {"text": "king", "to_user": "7", "parts": [{"type": 2, "label": "Play"}]}
        assert small.faults(Request("POST", _NOTES, {}, small_lawful)) == ()
        assert small.faults(Request("POST", _NOTES, {}, {**small_lawful, **wrong})) != ()
    assert small.faults(Request("POST", "/rooms/lobby/notes", {}, {"text": "king"})) != ()


@pytest.mark.parametrize(
    ("asked", "bounds"),
    [
        ({"type": "string"}, []),
        ({"type": ["string", "null"], "minLength": 1, "maxLength": 5}, [1, 6]),
        ({"anyOf": [{"type": "integer", "enum": [5]}, {"type": "string", "maxLength": 7}]}, [8]),
        ({"type": "string", "pattern": "^a"}, None),
        ({"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/SnowflakeType"}]}, None),
        ({"type": "string", "enum": ["a"]}, None),
    ],
    ids=str,
)
def test_a_text_is_judged_by_its_length_where_no_schema_of_its_name_asks_for_more(
    asked: dict[str, Any], bounds: list[int] | None
) -> None:
    document = copy.deepcopy(_SMALL)
    document["components"]["schemas"]["Button"]["properties"]["text"] = asked
    of_the_note = {6}
    expected = None if bounds is None else sorted({*bounds, *of_the_note})
    assert Measures.of(document).lengths.get("text") == expected


@pytest.mark.parametrize(
    ("asked", "bounds"),
    [
        ({"type": "integer"}, []),
        ({"type": ["integer", "null"], "minimum": 1, "maximum": 5}, [1, 6]),
        ({"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 5}, [2, 5]),
        ({"type": "string", "pattern": "^a"}, []),
        ({"$ref": "#/components/schemas/SnowflakeType"}, [0]),
        ({"anyOf": [{"type": "null"}, {"type": "integer", "enum": [5]}]}, None),
        ({"type": "integer", "multipleOf": 5}, None),
    ],
    ids=str,
)
def test_a_number_is_judged_by_its_size_where_no_schema_of_its_name_asks_for_more(
    asked: dict[str, Any], bounds: list[int] | None
) -> None:
    document = copy.deepcopy(_SMALL)
    document["components"]["schemas"]["SnowflakeType"] = {
        "anyOf": [{"type": "string"}, {"type": "integer", "minimum": 0}]
    }
    document["components"]["schemas"]["Button"]["properties"]["place"] = asked
    assert Measures.of(document).sizes.get("place") == bounds


def test_a_long_value_is_cut_in_a_message(small: Referee) -> None:
    (fault,) = small.faults(Request("POST", _NOTES, {}, {"text": "x" * 5000}))
    assert len(fault) < 200
    assert fault.endswith("is too long")


def test_the_document_is_left_as_it_was() -> None:
    before = copy.deepcopy(_SMALL)
    Referee(_SMALL)
    assert before == _SMALL


@pytest.mark.parametrize("text", ["[]", "{}", '{"paths": {}}', "no JSON"])
def test_a_file_that_is_no_such_document_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "document.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"document|Expecting"):
        Referee.from_file(path)


# By Discord's own document.

_CALLBACK = "/interactions/5/a-token/callback"
_MESSAGES = "/channels/9/messages"
_BUTTON = {"type": 2, "style": 1, "label": "Propose", "custom_id": "e:propose"}


def _in_a_container(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"flags": 32768, "components": [{"type": 17, "components": list(parts)}]}


@pytest.mark.parametrize(
    "request_",
    [
        Request("POST", _MESSAGES, {}, {"content": "A game?", "nonce": "1", "enforce_nonce": True}),
        Request("POST", _MESSAGES, {}, {"allowed_mentions": {"parse": [], "users": [5]}}),
        Request("POST", _MESSAGES, {}, _in_a_container({"type": 1, "components": [_BUTTON] * 5})),
        Request("PATCH", f"{_MESSAGES}/3", {}, {"attachments": [{"id": 0, "filename": "hand.png"}]}),
        Request("POST", _CALLBACK, {"with_response": 1}, {"type": 6}),
        Request("GET", _MESSAGES, {"limit": 5, "before": 77}),
        Request("DELETE", f"{_MESSAGES}/3", {}),
        Request("PUT", f"{_MESSAGES}/3/reactions/1%EF%B8%8F%E2%83%A3/@me", {}),
    ],
    ids=str,
)
def test_discords_document_lets_pass(referee: Referee, request_: Request) -> None:
    assert referee.faults(request_) == ()


@pytest.mark.parametrize(
    ("request_", "fault"),
    [
        (Request("POST", "/channels/9/mesages", {}, {}), "path: the document has no such path"),
        (Request("PUT", _MESSAGES, {}, {}), "method: this path takes GET, POST"),
        (Request("POST", "/channels/general/messages", {}, {}), "path.channel_id: 'general' does not match"),
        (Request("POST", _MESSAGES, {}, {"contents": "?"}), "'contents' was unexpected"),
        (Request("POST", _MESSAGES, {}, {"content": "x" * 4001}), "body.content: 'xxx"),
        (
            Request("POST", _MESSAGES, {}, _in_a_container({"type": 1, "components": [_BUTTON] * 6})),
            "body.components[0].components[0].components: [",
        ),
        (
            Request("POST", _MESSAGES, {}, _in_a_container({"type": 1, "components": [{**_BUTTON, "custom_id": ""}]})),
            "body.components[0].components[0].components[0].custom_id: '' ",
        ),
        (
            Request("POST", _CALLBACK, {}, {"type": 4, "data": {"content": 5}}),
            "body.data.content: 5 is not of type 'string'",
        ),
        (Request("POST", _CALLBACK, {}, {"type": 99}), "body: {'type': 99} fits none of Application"),
        (Request("POST", _CALLBACK, {"wait": "true"}, {"type": 6}), "query.wait: there is no such parameter"),
        (Request("DELETE", f"{_MESSAGES}/3", {}, {"reason": "old"}), "body: there must be none"),
        (Request("POST", f"{_MESSAGES}/3/threads", {}, {"name": "t" * 101}), "body.name: 'ttt"),
        (Request("GET", _MESSAGES, {"limit": 101}), "query.limit: 101 is greater than the maximum of 100"),
        (
            Request("PUT", "/applications/5/commands", {}, [{"name": "écarté", "description": "x" * 101}]),
            "body[0].description: 'xxx",
        ),
    ],
    ids=str,
)
def test_discords_document_catches(referee: Referee, request_: Request, fault: str) -> None:
    faults = referee.faults(request_)
    assert any(fault in sentence for sentence in faults), json.dumps(faults, indent=1)
    assert all(len(fault) < 400 for fault in faults)
