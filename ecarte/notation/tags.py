r"""The head of a record: tags in square brackets, as in chess, and the rules in one tag.

    [North "Alice"]            any text between the quotes; characters that would break the line are written \\uXXXX
    [Rules "short exchanges=2"]  the dialect, then the rules that differ from it

This module knows the form of tags. `ecarte.notation.writer` and `ecarte.notation.reader` know their meaning.
"""

from __future__ import annotations

import re
from typing import Final

from ecarte.game import DIALECTS, Dialect, Rules

DERIVED_TAGS: Final = ("Ecarte", "Rules", "Result")
"""Tags that follow from the game, so that a caller cannot set them."""

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
QUOTED: Final = r'"((?:[^"\\]|\\.)*)"'
"""Matches a text that `quote` has written. Group 1 is the text between the quotes, for `unquote`."""

_SPACING: Final = re.compile(rf"({QUOTED})|\s+")
_INSIDE_BRACKETS: Final = re.compile(r"^\[ | \]$")
_TAG: Final = re.compile(rf"\[([A-Za-z][A-Za-z0-9_]{{0,63}}) {QUOTED}\]")
_ESCAPE: Final = re.compile(r'\\(["\\]|u[0-9a-f]{4}|U[0-9a-f]{8}|.)')
_LAST_CHARACTER: Final = 0x10FFFF
_JOINER: Final = "\u200d"  # joins the parts of an emoji; not printable, but harmless


def is_tag_name(name: str) -> bool:
    """Returns whether a tag may have this name: a letter, then letters, digits or underscores, at most 64 in all."""
    return _NAME.fullmatch(name) is not None


def tag_line(name: str, text: str) -> str:
    """Returns a tag as a line of a record. Any text fits on the line, and reads back exactly."""
    return f"[{name} {quote(text)}]"


def remark_line(text: str) -> str:
    """Returns a remark as a line of a record, which readers skip. Any text fits on the line."""
    return f"; {''.join(map(_escape, text))}"


def one_blank_apart(line: str) -> str:
    """Returns a line with one blank between words. Text between quotes does not change."""
    spaced = _SPACING.sub(lambda match: match[1] or " ", line).strip()
    return _INSIDE_BRACKETS.sub(lambda match: match[0].strip(), spaced) if spaced.startswith("[") else spaced


def parse_tag(line: str) -> tuple[str, str]:
    """Returns the name and the text of a tag from its line. Raises `ValueError` if the line is no tag."""
    match = _TAG.fullmatch(line)
    if match is None:
        raise ValueError("the line is not a tag")
    return match[1], unquote(match[2])


def quote(text: str) -> str:
    """Returns a text between quotes, escaped so that it fits on one line and reads back exactly."""
    return f'"{"".join(map(_escape, text))}"'


def unquote(text: str) -> str:
    """Returns the text that `quote` was given. Raises `ValueError` if `text` has an escape that `quote` never writes.

    Args:
        text: the characters between the quotes.
    """
    return _ESCAPE.sub(_unescape, text)


def rules_text(rules: Rules) -> str:
    """Returns rules as a few words: the dialect, then each field that differs from it."""
    written, usual = rules.to_dict(whole=True), _usual(rules.dialect).to_dict(whole=True)
    departures = (f"{field}={_word(value)}" for field, value in written.items() if value != usual[field])
    return " ".join((rules.dialect.value, *departures))


def parse_rules(text: str) -> Rules:
    """Returns the rules that `rules_text` wrote. Raises `ValueError` if the text has another form, `RulesError` if the
    rules are not allowed.
    """
    dialect, *departures = text.split() or [""]
    values: dict[str, object] = {**_usual(Dialect(dialect)).to_dict(whole=True)}
    named: set[str] = set()
    for departure in departures:
        field, equals, word = departure.partition("=")
        if not equals or field not in values or field == "dialect":
            raise ValueError(f"{departure!r} is not a rule")
        if field in named:
            raise ValueError(f"{field} is named twice")
        named.add(field)
        values[field] = _value(word)
    return Rules.from_dict(values)


def _usual(dialect: Dialect) -> Rules:
    """Returns the rules that the name of a dialect stands for in a record."""
    preset = DIALECTS[dialect]
    return preset.in_records or preset.rules


def _escape(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable() or character == _JOINER:
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _unescape(match: re.Match[str]) -> str:
    escape = match[1]
    if escape in '"\\':
        return escape
    if len(escape) == 1:
        raise ValueError(f"\\{escape} is not an escape")
    code = int(escape[1:], 16)
    if code > _LAST_CHARACTER:
        raise ValueError(f"\\{escape} is beyond the last character")
    return chr(code)


def _word(value: str | int | bool | None) -> str:
    match value:
        case None:
            return "any"
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)


def _value(word: str) -> object:
    constants = {"any": None, "yes": True, "no": False}
    if word in constants:
        return constants[word]
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word
