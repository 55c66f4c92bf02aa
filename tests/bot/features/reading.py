"""Reads a message as a person would: its texts, its buttons, its selects. Checks Discord's limits too.

Works on components as plain data, so it reads pages that were only drawn as well as sent messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.adapter.message import Message

_BUTTON, _STRINGS, _SECTION, _TEXT, _GALLERY, _FILE, _CHANNELS, _ROLES = 2, 3, 9, 10, 12, 13, 8, 6
_MOST_PARTS, _MOST_TEXT = 40, 4000

Part = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reading:
    """The parts of a message.

    Attributes:
        parts: every component, the nested ones too, in their order.
    """

    parts: tuple[Part, ...]

    def kind(self, kind: int) -> list[Part]:
        """The components of one kind."""
        return [part for part in self.parts if part["type"] == kind]

    @property
    def text(self) -> str:
        """All that is written."""
        return "\n".join(part["content"] for part in self.kind(_TEXT))

    @property
    def described(self) -> str:
        """The descriptions of its pictures."""
        return "\n".join(item["description"] for part in self.kind(_GALLERY) for item in part["items"])

    @property
    def buttons(self) -> dict[str, str]:
        """The buttons that can be pressed: label and `custom_id`."""
        return {button["label"]: button["custom_id"] for button in self.kind(_BUTTON) if not button.get("disabled")}

    @property
    def dead(self) -> set[str]:
        """The labels of buttons that cannot be pressed."""
        return {part["label"] for part in self.kind(_BUTTON) if part.get("disabled")}

    @property
    def selects(self) -> list[Part]:
        """The selects of texts."""
        return self.kind(_STRINGS)

    @property
    def channel_selects(self) -> list[Part]:
        """The selects of channels."""
        return self.kind(_CHANNELS)

    @property
    def role_selects(self) -> list[Part]:
        """The selects of roles."""
        return self.kind(_ROLES)

    @property
    def files(self) -> list[str]:
        """The files that are shown, by name."""
        return [part["file"]["url"].rsplit("/", 1)[-1] for part in self.kind(_FILE)]

    def select(self, action: str) -> Part:
        """The one select whose argument begins so."""
        (found,) = [select for select in self.selects if select["custom_id"].split(":")[-1].startswith(action)]
        return found

    def chosen(self, action: str) -> str:
        """The label that stands in a select."""
        (found,) = [option["label"] for option in self.select(action)["options"] if option.get("default")]
        return str(found)


def read(message: Message | Sequence[Part]) -> Reading:
    """Reads a page as drawn, or a message as sent.

    Raises:
        AssertionError: Discord would not take it.
    """
    parts: Any = message
    if isinstance(message, Message):
        parts = message.view.to_components()
    reading = Reading(tuple(_walk(parts)))
    _expect_lawful(reading)
    return reading


def _walk(parts: Sequence[Any]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from _walk(part.get("components", ()))
        if "accessory" in part:
            yield from _walk([part["accessory"]])


def _expect_lawful(reading: Reading) -> None:
    assert len(reading.parts) <= _MOST_PARTS
    assert len(reading.text) <= _MOST_TEXT
    ids = [part["custom_id"] for part in reading.parts if "custom_id" in part]
    assert len(ids) == len(set(ids)), "two items with one id"
    assert all(len(custom_id) <= 100 for custom_id in ids)
    assert all(part["content"].strip() for part in reading.kind(_TEXT))
    assert all(1 <= len(part["label"]) <= 80 for part in reading.kind(_BUTTON))
    assert all(1 <= len(part["components"]) <= 3 for part in reading.kind(_SECTION))
    for item in (item for part in reading.kind(_GALLERY) for item in part["items"]):
        assert 1 <= len(item["description"]) <= 1024, "a picture without words"
    for part in reading.selects:
        _expect_lawful_select(part)


def _expect_lawful_select(part: Part) -> None:
    options = part["options"]
    assert 1 <= len(options) <= 25
    assert len({option["value"] for option in options}) == len(options)
    assert all(1 <= len(option["label"]) <= 100 for option in options)
    assert all(len(option.get("description") or "") <= 100 for option in options)
    assert 1 <= len(part["placeholder"]) <= 150
    assert sum(bool(option.get("default")) for option in options) <= part["max_values"]
