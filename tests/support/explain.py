"""Explains a JSON Schema validator's errors in one sentence each.

Discord's schemas are full of unions (a component is one of twenty shapes), and "is not valid under any of the given
schemas" does not help. Shapes for another `type` are dropped; the rest is reported by place:
`body.components[0].components[2].custom_id: '' should be non-empty`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from jsonschema import ValidationError

CLOSED: Mapping[str, list[object]] = {"enum": []}
"""A schema that nothing fits, in place of a shape that is not meant."""

_LONGEST = 160


def explain(where: str, errors: Iterable[ValidationError]) -> Iterator[str]:
    """Sentences for the errors of the value named by `where`."""
    for error in errors:
        here = where + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.relative_path)
        if error.validator in ("oneOf", "anyOf") and error.context:
            yield from _union(here, error)
        else:
            yield f"{here}: {_short(error.message)}"


def _union(here: str, error: ValidationError) -> Iterator[str]:
    shapes: dict[int, list[ValidationError]] = {}
    for inner in error.context or ():
        shapes.setdefault(int(inner.schema_path[0]), []).append(inner)
    meant = {index: errors_found for index, errors_found in shapes.items() if not _made_for_another_type(errors_found)}
    if len(meant) == 1:
        (errors_found,) = meant.values()
        yield from explain(here, errors_found)
        return
    choices: list[object] = list(error.validator_value)  # type: ignore[arg-type]  # a union's value is its shapes
    names = ", ".join(_name(choices[index]) for index in sorted(meant or shapes))
    yield f"{here}: {_short(repr(error.instance))} fits none of {names}"


def _made_for_another_type(errors_found: Iterable[ValidationError]) -> bool:
    """Whether a shape is not meant: it is closed, or wants another JSON type or another value in `type`."""
    return any(
        error.schema == CLOSED
        or (error.validator == "type" and not error.relative_path)
        or (error.validator in ("enum", "const") and list(error.relative_path) == ["type"])
        for error in errors_found
    )


def _name(schema: object) -> str:
    if isinstance(schema, dict):
        name = schema.get("$ref", schema.get("title", schema.get("type", "")))
        return str(name).rpartition("/")[2]
    return "a shape without a name"


def _short(text: str) -> str:
    """The text, cut in the middle, since its beginning and end say most."""
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]} … {text[-half:]}"
