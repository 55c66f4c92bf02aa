"""The people of the gallery, who press buttons and use commands on the simulated Discord.

The messages that they see are kept for pictures.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import simcord
from simcord.enums import ComponentType, OptionType

from bot.adapter.custom_ids import BUTTON, SELECT, Press, Verb, decode
from sandbox.actions import action_of
from sandbox.serialise import entities
from sandbox.values import leaf
from sandbox.world import World

#: A message, a channel or a person as the page gets it.
Entity = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A message as one person saw it at one moment.

    Attributes:
        key: the name of the picture, unique in the gallery, such as `table-before`.
        group: the page of the gallery that shows the picture.
        reader: the key of the person who sees the message.
        message: the message as data. None if only a form was shown.
        form: the form shown to the reader, or None.
        frame: the other data that the sandbox's page needs to show the message: people, channels, the time.
        uploads: the bytes of the message's pictures, of the bot's emojis and of portraits, by their addresses on the
            page.
    """

    key: str
    group: str
    reader: str
    message: Entity | None
    form: Entity | None
    frame: str
    uploads: Mapping[str, bytes]


@dataclass(slots=True)
class Troupe:
    """The people of a simulated server, who act one after another. Each is named by a key, such as `alice`.

    Attributes:
        sights: the messages kept so far, as their readers saw them.
        missing: the reason for each message that could not be kept, by the message's key.
        group: the group of the messages that are kept from now on.
    """

    world: World
    sights: list[Snapshot] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    group: str = ""
    form: Entity | None = None
    said: str = ""

    # ---------------------------------------------------------------- acting

    async def slash(self, who: str, command: str, **options: Any) -> Entity | None:
        """Has a person use a command in the text channel. Returns the message that answers, or None."""
        channel = self.channel("text")["id"]
        try:
            declared = leaf(self.world.simulation, int(self.id(who)), int(channel), command)
        except simcord.SetupError as error:
            self.said = str(error)
            return None
        people = {option["name"] for option in declared if option["type"] == OptionType.USER}
        given = {name: self.id(value) if name in people else value for name, value in options.items()}
        return await self._act(who, "slash", channel=channel, command=command, options=given)

    async def press(
        self, who: str, message: Entity | None, verb: Verb, place: int = 0, *, argument: str | None = None
    ) -> Entity | None:
        """Has a person press an enabled button with this verb in a message.

        Returns the private answer, or the message that the press has changed. None if there is neither.

        Args:
            place: the index of the button among those with this verb.
            argument: the argument that the button must have. None for any.
        """
        buttons = presses(message, verb, argument=argument)
        if message is None or not -len(buttons) <= place < len(buttons):
            self.said = f"no button for {verb.value}"
            return None
        return await self._act(
            who, "click", channel=message["channel"], message=message["id"], component=buttons[place]
        )

    async def choose(self, who: str, message: Entity | None, verb: Verb, values: Sequence[int]) -> Entity | None:
        """Has a person choose options in the select menu with this verb in a message. Returns what `press` returns.

        Args:
            values: the indices of the options in the menu.
        """
        for part in parts(message):
            press = press_of(part.get("custom_id") or "")
            if message is not None and press is not None and press.verb is verb and "options" in part:
                chosen = [part["options"][place]["value"] for place in values]
                where = {"channel": message["channel"], "message": message["id"]}
                return await self._act(who, "select", **where, component=part["custom_id"], values=chosen)
        self.said = f"no menu for {verb.value}"
        return None

    async def fill(self, who: str, *values: str) -> Entity | None:
        """Has a person submit the form that was opened last, with these texts in its text fields, in order.

        Returns what `press` returns.
        """
        if self.form is None:
            self.said = "no form"
            return None
        fields = [part["custom_id"] for part in parts(self.form) if part.get("type") == 4]
        sent = dict(zip(fields, values, strict=False))
        return await self._act(who, "modal", interaction=self.form["interaction"], values=sent)

    async def tick(self, who: str, **chosen: str | Sequence[str]) -> Entity | None:
        """Has a person submit the form of radios, checkboxes and selects that was opened last.

        Args:
            chosen: the values of fields, by their ids. All other fields keep the values that the form shows.

        Returns:
            What `press` returns.
        """
        if self.form is None:
            self.said = "no form"
            return None
        sent: dict[str, Any] = {}
        for part in parts(self.form):
            if "options" in part:
                shown = [option["value"] for option in part["options"] if option.get("default")]
                radio = part["type"] == ComponentType.RADIO_GROUP
                sent[part["custom_id"]] = shown[0] if radio and shown else shown
        return await self._act(who, "modal", interaction=self.form["interaction"], values={**sent, **chosen})

    async def pass_time(self, seconds: float) -> None:
        """Moves the clock forward. Timers that become due on the way run at their own times."""
        await self._act(self.world.simulation.setting.people[0].key, "skip", seconds=seconds)

    async def do(self, who: str, what: str, **fields: Any) -> Entity | None:
        """Has a person do any action of the sandbox's page, such as `close dms`. Returns what `press` returns."""
        return await self._act(who, what, **fields)

    async def _act(self, who: str, what: str, **fields: Any) -> Entity | None:
        before = {message["id"]: message for message in self.messages(who)}
        self.form = None
        reply = await self.world.act(action_of(self.world, {"as": self.id(who), "do": what, **fields}))
        await self.world.rest()
        self.form, self.said = reply.get("modal"), str(reply.get("error", ""))
        changed = [message for message in self.messages(who) if before.get(message["id"]) != message]
        mine = [message for message in changed if message["for"] is not None]
        answers = mine or changed
        return answers[-1] if answers else None

    # ---------------------------------------------------------------- seeing

    def id(self, who: str) -> str:
        """Returns the id of the person with this key."""
        return next(str(user) for user, person in self.world.simulation.people.items() if person.key == who)

    def messages(self, who: str, kind: str | None = None) -> list[Entity]:
        """Returns the messages that a person sees, oldest first.

        Args:
            kind: the kind of the channels to look in (`text`, `thread`, `dm`). None for all channels.
        """
        current = dict(entities(self.world.simulation, self.world.dismissed))
        me = self.id(who)
        seen = {
            entity["id"]
            for key, entity in current.items()
            if key.startswith("channel:") and me in entity["viewers"] and kind in (None, entity["kind"])
        }
        return [
            entity
            for key, entity in current.items()
            if key.startswith("message:")
            and entity["channel"] in seen
            and entity["for"] in (None, me)
            and entity["system"] is None
        ]

    def channel(self, kind: str) -> Entity:
        """Returns the newest channel of a kind (`text`, `thread`, `dm`)."""
        current = entities(self.world.simulation, self.world.dismissed)
        return [entity for key, entity in current if key.startswith("channel:") and entity["kind"] == kind][-1]

    def public(self, who: str = "") -> Entity | None:
        """Returns the newest public message in the text channel."""
        return self._last(self.messages(who or self._first, "text"), private=False)

    def table(self) -> Entity | None:
        """Returns the newest public message with a picture in a thread."""
        return self._last(self.messages(self._first, "thread"), private=False, pictured=True)

    def hand(self, who: str) -> Entity | None:
        """Returns a person's newest private message with a picture.

        Private is a direct message, or a message in a channel that this person alone sees.
        """
        held = [*self.messages(who, "dm"), *(m for m in self.messages(who) if m["for"] is not None)]
        held.sort(key=lambda message: int(message["id"]))
        return self._last(held, pictured=True)

    def direct(self, who: str) -> Entity | None:
        """Returns a person's newest direct message from the bot. None if there is none."""
        return self._last(self.messages(who, "dm"))

    def again(self, message: Entity | None) -> Entity | None:
        """Returns the current state of a message. None if it was deleted."""
        if message is None:
            return None
        current = dict(entities(self.world.simulation, self.world.dismissed))
        return current.get(f"message:{message['id']}")

    @property
    def _first(self) -> str:
        return self.world.simulation.setting.people[0].key

    @staticmethod
    def _last(messages: Sequence[Entity], *, private: bool | None = None, pictured: bool = False) -> Entity | None:
        fitting = (
            message
            for message in reversed(messages)
            if message["author"]["bot"]
            and (private is None or (message["for"] is not None) is private)
            and (message["attachments"] or not pictured)
        )
        return next(fitting, None)

    # ---------------------------------------------------------------- keeping

    def keep(self, key: str, reader: str, message: Entity | None, *, needed: bool = True) -> None:
        """Keeps a message for pictures, as its reader sees it now.

        If the message does not exist and is `needed`, notes it as missing.
        """
        if any(sight.key == key for sight in self.sights):
            raise ValueError(f"{key} is kept twice")
        message = self.again(message)
        if message is not None:
            self._keep(self.see(key, reader, message))
        elif needed:
            self.missing.setdefault(key, self.said or "no message")

    def keep_form(self, key: str, reader: str) -> None:
        """Keeps the form that was opened last for pictures, as its reader sees it.

        If no form was opened, notes it as missing.
        """
        if self.form is None:
            self.missing.setdefault(key, self.said or "no form")
            return
        self._keep(self.see(key, reader, None, self.form))

    def _keep(self, sight: Snapshot) -> None:
        self.missing.pop(sight.key, None)
        self.sights.append(sight)

    def see(self, key: str, reader: str, message: Entity | None, form: Entity | None = None) -> Snapshot:
        """Returns a message or a form as its reader sees it now, without keeping it."""
        simulation = self.world.simulation
        current = dict(entities(simulation, self.world.dismissed))
        others = {name: entity for name, entity in current.items() if not name.startswith("message:")}
        now = round(simulation.due().timestamp() * 1000)
        frame = {"now": now, "pace": 0, "whole": True, "set": others, "gone": []}
        shown = json.dumps(message)
        signs = simulation.setting.emojis.items()
        uploads = {f"/emoji/{name}": paint() for name, paint in signs if f'"{name}"' in shown or f":{name}:" in shown}
        uploads |= {f"/portrait/{person}": portrait for person, portrait in simulation.setting.portraits.items()}
        for file in message["attachments"] if message is not None else []:
            _, _, channel, attachment, name = file["url"].split("/", 4)
            uploads[file["url"]] = simulation.upload(channel, attachment, name) or b""
        return Snapshot(key, self.group, reader, message, form, json.dumps(frame), uploads)


def parts(message: Mapping[str, Any] | None) -> Iterator[Entity]:
    """Yields all components of a message or a form as data, nested ones too."""
    for part in (message or {}).get("components") or []:
        yield part
        yield from parts(part)
        for name in ("accessory", "component"):
            if isinstance(part.get(name), dict):
                yield part[name]
                yield from parts(part[name])


def presses(message: Entity | None, verb: Verb | None = None, *, argument: str | None = None) -> list[str]:
    """Returns the `custom_id`s of the enabled buttons of a message.

    Args:
        verb: the verb that the buttons must have. None for any.
        argument: the argument that they must have. None for any.
    """
    ids = []
    for part in parts(message):
        press = press_of(part.get("custom_id") or "")
        if press is None or part.get("disabled") or part["type"] != 2:
            continue
        if verb in (None, press.verb) and argument in (None, press.argument):
            ids.append(part["custom_id"])
    return ids


def press_of(custom_id: str) -> Press | None:
    """Returns the press (verb, table, argument) that a `custom_id` holds."""
    match = BUTTON.fullmatch(custom_id) or SELECT.fullmatch(custom_id)
    return None if match is None else decode(match)
