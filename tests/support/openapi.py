"""The referee: checks REST requests against Discord's own OpenAPI document.

The simulated Discord takes some requests that the real one refuses. Discord describes its API in an OpenAPI 3.1
document with JSON Schema, draft 2020-12; this module finds the operation of a request and lists everything that the
document does not allow. The document is never copied here (see conftest.py).
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.support.explain import CLOSED, explain

_ROOT = "urn:discord"
_REFERENCE = "#/components/schemas/"
_METHODS = ("get", "put", "post", "patch", "delete")
_NUMBER = re.compile(r"-?[0-9]+")
_PARTICULAR = frozenset({"const", "enum", "if", "not"})

# A request may name an id as a number: discord.py does, and Discord takes it.
_SNOWFLAKE: Mapping[str, object] = {
    "anyOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer", "minimum": 0}]
}

# Sent by discord.py with every message and command and described in Discord's handbook, but missing in the document.
_UNLISTED = {
    "tts": re.compile(r".*Message.*Request.*|.*Webhook.*Request.*"),
    "nsfw": re.compile(r"ApplicationCommand.*Request"),
    "flags": re.compile(r"RichEmbed"),
}


@dataclass(frozen=True, slots=True)
class Request:
    """A REST request of the bot.

    Attributes:
        path: without host and version, places filled in: `/channels/123/messages`.
        query, body: before encoding; in a form, the body is its `payload_json`.
    """

    method: str
    path: str
    query: Mapping[str, object]
    body: object = None

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path of the document, ready to judge by.

    Attributes:
        name: method and path template, as in the document.
        places: the names in the path with their validators, in order.
        query: the validators of the query's parameters.
        needed: the required ones.
        body: the validator of the body; None where there must be none.
        body_needed: whether a request without a body is refused.
    """

    name: str
    pattern: re.Pattern[str]
    places: tuple[tuple[str, Draft202012Validator], ...]
    query: Mapping[str, Draft202012Validator]
    needed: frozenset[str]
    body: Draft202012Validator | None
    body_needed: bool


@dataclass(frozen=True, slots=True)
class Measures:
    """The fields of the document in which a text matters by its length alone, or a whole number by its size alone.

    Attributes:
        lengths, sizes: where the document may judge otherwise, in order, by the name of the field.
    """

    lengths: Mapping[str, Sequence[int]]
    sizes: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Measures:
        """Looks for them: a name of which one schema asks for more is none."""
        fields: dict[str, list[Any]] = {}
        _collect(document, fields)
        named = document["components"]["schemas"]

        def bounds(measure: Measure) -> dict[str, Sequence[int]]:
            all_bounds = {name: measure.bounds(schemas, named, frozenset()) for name, schemas in fields.items()}
            return {name: sorted(bounds) for name, bounds in all_bounds.items() if bounds is not None}

        return cls(bounds(_LENGTH), bounds(_SIZE))

    def measured(self, value: Any) -> Any:
        """The value with its measure in place of each such text and number: the same for all that are judged alike."""
        match value:
            case list():
                return [self.measured(part) for part in value]
            case dict():
                return {name: self._field(name, part) for name, part in value.items()}
        return value

    def _field(self, name: Any, value: Any) -> Any:
        if type(value) is str and name in self.lengths:
            return {"text": bisect_right(self.lengths[name], len(value))}
        if type(value) is int and name in self.sizes:
            return {"number": bisect_right(self.sizes[name], value)}
        return self.measured(value)


@dataclass(frozen=True, slots=True)
class Measure:
    """How schemas judge one type of values by one number.

    Attributes:
        types: the names of the type.
        words: what gives a bound, with the distance from there to the first value that is judged otherwise.
        particular: what asks for more.
    """

    types: frozenset[str]
    words: Mapping[str, int]
    particular: frozenset[str]

    def bounds(self, schemas: Iterable[Any], named: Mapping[str, Any], above: frozenset[str]) -> set[int] | None:
        """Where these schemas may change their verdict; None where they ask for more.

        Args:
            named: the schemas that others refer to.
            above: those that are being looked at.
        """
        bounds: set[int] = set()
        for schema in schemas:
            types = schema.get("type", ())
            if types and self.types.isdisjoint([types] if isinstance(types, str) else types):
                continue
            if not self.particular.isdisjoint(schema):
                return None
            bounds |= {schema[word] + more for word, more in self.words.items() if word in schema}
            parts = [part for word in ("allOf", "anyOf", "oneOf") for part in schema.get(word, ())]
            reference = schema.get("$ref")
            if reference is not None and reference not in above:
                parts.append(named[reference.removeprefix(_REFERENCE)])
            inner = self.bounds(parts, named, above | {reference} if reference else above)
            if inner is None:
                return None
            bounds |= inner
        return bounds


_LENGTH = Measure(frozenset({"string"}), {"minLength": 0, "maxLength": 1}, _PARTICULAR | {"pattern"})
_SIZE = Measure(
    frozenset({"integer", "number"}),
    {"minimum": 0, "exclusiveMinimum": 1, "maximum": 1, "exclusiveMaximum": 0},
    _PARTICULAR | {"multipleOf"},
)


def _collect(schema: Any, fields: dict[str, list[Any]]) -> None:
    """Adds the schemas of all fields of all objects, by name."""
    match schema:
        case list():
            for part in schema:
                _collect(part, fields)
        case dict():
            properties = schema.get("properties")
            for name, field in properties.items() if isinstance(properties, dict) else ():
                fields.setdefault(name, []).append(field)
            for part in schema.values():
                _collect(part, fields)


class Referee:
    """Judges requests by one OpenAPI document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        """Takes the parsed document, and leaves it unchanged.

        Raises:
            KeyError, TypeError, AttributeError: it is not an OpenAPI document.
        """
        document = _strict_document(document)
        self._measures = Measures.of(document)
        self._judge_by = _judge_by_type(document["components"]["schemas"])
        self._registry: Registry[Any] = Registry().with_resource(
            _ROOT, Resource.from_contents(document, default_specification=DRAFT202012)
        )
        self._operations: dict[str, list[Operation]] = {method: [] for method in _METHODS}
        self._allowed: set[tuple[str, str, str]] = set()
        # Fewest places win: `/channels/{id}/messages/pins` is not the message called "pins".
        for template in sorted(document["paths"], key=lambda path: path.count("{")):
            item = document["paths"][template]
            for method in _METHODS:
                if method in item:
                    self._operations[method].append(self._operation(method, template, item))

    @classmethod
    def from_file(cls, path: Path) -> Referee:
        """Reads the document.

        Raises:
            OSError: it cannot be read.
            ValueError: it is not an OpenAPI document.
        """
        try:
            return cls(json.loads(path.read_text(encoding="utf-8")))
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"{path.name} is not an OpenAPI document ({error!r})") from error

    def operation(self, request: Request) -> Operation | None:
        """The operation of a request; None where the document has none."""
        known = self._operations.get(request.method.lower(), ())
        return next((operation for operation in known if operation.pattern.fullmatch(request.path)), None)

    def faults(self, request: Request) -> tuple[str, ...]:
        """Everything in a request that the document does not allow, one sentence each."""
        operation = self.operation(request)
        if operation is None:
            return (self._stray(request),)
        faults = list(_judged_place(operation, request))
        # A message is drawn again and again in a long game: what was allowed once is allowed again.
        query = json.dumps(request.query, sort_keys=True, default=repr)
        key = operation.name, query, json.dumps(self._measures.measured(request.body), sort_keys=True, default=repr)
        if key not in self._allowed:
            others = list(_problems_of(operation, request))
            if not others:
                self._allowed.add(key)
            faults += others
        return tuple(faults)

    def _stray(self, request: Request) -> str:
        """Why there is no such operation: an unknown path, or a known one with another method."""
        others = [
            method.upper()
            for method in _METHODS
            if any(operation.pattern.fullmatch(request.path) for operation in self._operations[method])
        ]
        return f"method: this path takes {', '.join(others)}" if others else "path: the document has no such path"

    def _operation(self, method: str, template: str, item: Mapping[str, Any]) -> Operation:
        # An operation's parameters override its path's.
        places: dict[str, Draft202012Validator] = {}
        query: dict[str, Draft202012Validator] = {}
        needed: set[str] = set()
        for above, own in (((), item), ((method,), item[method])):
            for number, parameter in enumerate(own.get("parameters", ())):
                kind = {"path": places, "query": query}[parameter["in"]]
                kind[parameter["name"]] = self._judge("paths", template, *above, "parameters", str(number), "schema")
                if parameter["in"] == "query" and parameter.get("required"):
                    needed.add(parameter["name"])
        form = item[method].get("requestBody")
        body = None
        if form is not None:
            # With files, the same JSON is one part of a form, and the document repeats it there.
            media = "application/json" if "application/json" in form["content"] else next(iter(form["content"]))
            body = self._judge("paths", template, method, "requestBody", "content", media, "schema")
        return Operation(
            name=f"{method.upper()} {template}",
            pattern=re.compile(re.sub(r"\\\{\w+\\\}", "([^/]+)", re.escape(template))),
            places=tuple((name, places[name]) for name in re.findall(r"\{(\w+)\}", template)),
            query=query,
            needed=frozenset(needed),
            body=body,
            body_needed=form is not None and bool(form.get("required")),
        )

    def _judge(self, *steps: str) -> Draft202012Validator:
        """A validator for the schema at this place of the document (a JSON pointer, RFC 6901)."""
        pointer = "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps)
        return self._judge_by({"$ref": f"{_ROOT}#{pointer}"}, registry=self._registry)


def _judge_by_type(schemas: Mapping[str, Any]) -> type[Draft202012Validator]:
    """A validator for a document whose unions are mostly of objects distinguished by `type`.

    Closes the shapes for another `type` first: a message is a union in a union in a union, and trying all shapes takes
    tens of milliseconds. A closed shape keeps its place for the explanation.
    """
    types = {
        _REFERENCE + name: frozenset(schema["properties"]["type"]["enum"])
        for name, schema in schemas.items()
        if "enum" in schema.get("properties", {}).get("type", ())
    }

    def by_type(check: Callable[..., Iterable[ValidationError]]) -> Callable[..., Iterable[ValidationError]]:
        def union(judge: Any, shapes: list[Any], instance: object, schema: Any) -> Iterable[ValidationError]:
            if not isinstance(instance, dict) or not isinstance(kind := instance.get("type"), int):
                yield from check(judge, shapes, instance, schema)
                return
            open_shapes = [shape if kind in types.get(shape.get("$ref"), (kind,)) else CLOSED for shape in shapes]
            yield from check(judge, open_shapes, instance, schema)

        return union

    unions = {key: by_type(Draft202012Validator.VALIDATORS[key]) for key in ("oneOf", "anyOf")}
    extend: Callable[..., type[Draft202012Validator]] = validators.extend
    return extend(Draft202012Validator, unions)


def _judged_place(operation: Operation, request: Request) -> Iterable[str]:
    found = operation.pattern.fullmatch(request.path)
    assert found is not None, "the operation was chosen by this very pattern"
    for (name, judge), value in zip(operation.places, found.groups(), strict=True):
        yield from explain(f"path.{name}", judge.iter_errors(value))


def _problems_of(operation: Operation, request: Request) -> Iterable[str]:
    for name, given in request.query.items():
        known = operation.query.get(name)
        if known is None:
            yield f"query.{name}: there is no such parameter (there are: {', '.join(operation.query) or 'none'})"
        else:
            yield from explain(f"query.{name}", known.iter_errors(_from_query(given, known)))
    for name in sorted(operation.needed - set(request.query)):
        yield f"query.{name}: is missing"
    if operation.body is None:
        if request.body is not None:
            yield "body: there must be none"
    elif request.body is not None:
        yield from explain("body", operation.body.iter_errors(request.body))
    elif operation.body_needed:
        yield "body: is missing"


def _from_query(value: object, judge: Draft202012Validator) -> object:
    """A query's value with its type: on the wire all are text, and discord.py writes truth as 1 and 0."""
    meant: list[object] = [value]
    match str(value):
        case "true" | "1":
            meant.append(True)
        case "false" | "0":
            meant.append(False)
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        meant.append(int(value))
    return next(filter(judge.is_valid, meant), value)


def _strict_document(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document to judge by: ids may be numbers, and unlisted fields are faults.

    The document leaves objects open and Discord ignores unknown fields, so a misspelt one would pass.
    """
    schemas = {name: _close_objects(schema) for name, schema in document["components"]["schemas"].items()}
    for field, names in _UNLISTED.items():
        for name in filter(names.fullmatch, schemas):
            schemas[name].get("properties", {}).setdefault(field, {})
    schemas["SnowflakeType"] = dict(_SNOWFLAKE)
    return {**document, "components": {**document["components"], "schemas": schemas}}


def _close_objects(schema: Any, *, part: bool = False) -> Any:
    """A copy of the schema with every object closed, except those that are a `part` of one (`allOf`).

    A union of named constants becomes a plain list: the same meaning, judged at once, and "5 is not one of [1, 2]" is
    readable.
    """
    if isinstance(schema, list):
        return [_close_objects(shape, part=part) for shape in schema]
    if not isinstance(schema, Mapping):
        return schema
    result = {key: _close_objects(value, part=key == "allOf") for key, value in schema.items()}
    if not part and schema.get("type") == "object" and "properties" in schema:
        result.setdefault("additionalProperties", False)
    shapes = schema.get("oneOf", ())
    if shapes and all("const" in shape and shape.keys() <= {"const", "title", "description"} for shape in shapes):
        del result["oneOf"]
        result["enum"] = [shape["const"] for shape in shapes]
    return result
