"""The head of a record: tags in square brackets, as chess players know them, and the rules in one tag.

    [North "Alice"]            any text between the quotes; what could break the line is written \\uXXXX
    [Rules "short exchanges=2"]  the dialect, then what departs from it

This module knows tags only; `ecarte.notation.writer` and `ecarte.notation.reader` know what they mean.
"""

from __future__ import annotations

import re
from typing import Final

from ecarte.game import DIALECTS, Dialect, Rules

DERIVED_TAGS: Final = ("Ecarte", "Rules", "Result")
"""Tags that the writer makes itself, of the game; they cannot be given."""

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
QUOTED: Final = r'"((?:[^"\\]|\\.)*)"'
"""The pattern of what `quote` writes; its group is what `unquote` reads."""

_SPACING: Final = re.compile(rf"({QUOTED})|\s+")
_INSIDE_BRACKETS: Final = re.compile(r"^\[ | \]$")
_TAG: Final = re.compile(rf"\[([A-Za-z][A-Za-z0-9_]{{0,63}}) {QUOTED}\]")
_ESCAPE: Final = re.compile(r'\\(["\\]|u[0-9a-f]{4}|U[0-9a-f]{8}|.)')
_LAST_CHARACTER: Final = 0x10FFFF
_JOINER: Final = "\u200d"  # joins the parts of an emoji, and is harmless though it does not print


def is_tag_name(name: str) -> bool:
    """Whether a tag may be called so: a letter, then letters, digits or underlines, 64 at most."""
    return _NAME.fullmatch(name) is not None


def tag_line(name: str, text: str) -> str:
    """The line of a tag. Whatever the text is, the line is one line and reads back exactly."""
    return f"[{name} {quote(text)}]"


def remark_line(text: str) -> str:
    """The line of a remark, which readers pass over. Whatever the text is, the line is one line."""
    return f"; {''.join(map(_escape, text))}"


def one_blank_apart(line: str) -> str:
    """The line with its words one blank apart; what stands between quotes is kept as it is."""
    spaced = _SPACING.sub(lambda match: match[1] or " ", line).strip()
    return _INSIDE_BRACKETS.sub(lambda match: match[0].strip(), spaced) if spaced.startswith("[") else spaced


def parse_tag(line: str) -> tuple[str, str]:
    """Name and text of a tag's line. Raises ValueError."""
    match = _TAG.fullmatch(line)
    if match is None:
        raise ValueError("not a tag")
    return match[1], unquote(match[2])


def quote(text: str) -> str:
    """A text between quotes. Whatever it is, it stays on its line and reads back exactly."""
    return f'"{"".join(map(_escape, text))}"'


def unquote(text: str) -> str:
    """The text that stands between the quotes. Raises ValueError."""
    return _ESCAPE.sub(_unescape, text)


def rules_text(rules: Rules) -> str:
    """The rules in a few words: the dialect, then each field that departs from what the dialect says."""
    written, usual = rules.to_dict(whole=True), _usual(rules.dialect).to_dict(whole=True)
    departures = (f"{field}={_word(value)}" for field, value in written.items() if value != usual[field])
    return " ".join((rules.dialect.value, *departures))


def parse_rules(text: str) -> Rules:
    """The rules that `rules_text` wrote. Raises ValueError (`RulesError` is one)."""
    dialect, *departures = text.split() or [""]
    values: dict[str, object] = {**_usual(Dialect(dialect)).to_dict(whole=True)}
    named: set[str] = set()
    for departure in departures:
        field, equals, word = departure.partition("=")
        if not equals or field not in values or field == "dialect":
            raise ValueError(f"no rule is written {departure!r}")
        if field in named:
            raise ValueError(f"{field} is named twice")
        named.add(field)
        values[field] = _value(word)
    return Rules.from_dict(values)


def _usual(dialect: Dialect) -> Rules:
    """What the name of a dialect means in a record."""
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
        raise ValueError(f"no character is written \\{escape}")
    code = int(escape[1:], 16)
    if code > _LAST_CHARACTER:
        raise ValueError(f"no character is written \\{escape}")
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
