"""Watches answers: each interaction of a simulated Discord must be answered in time, and by Discord's rules.

simcord keeps the three seconds of a first answer and the fifteen minutes of a token, and refuses a second first answer;
but no test sees what the bot does after such a refusal. Here each refusal is a breach. So is what simcord lets pass: an
interaction never answered, a further message before the first answer, an answer that does not fit its interaction.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass, field
from typing import Any, Final

from discord import AppCommandOptionType
from discord import InteractionResponseType as Answered
from discord import InteractionType as Asked
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction
from simcord.http import router

_NESTED: Final = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)
_LATE_OR_TWICE: Final = frozenset({10015, 10062, 40060, 50027})
_MESSAGES: Final = frozenset({Answered.channel_message, Answered.deferred_channel_message})
_UPDATES: Final = frozenset({Answered.deferred_message_update, Answered.message_update})
_LAWFUL: Final = {
    Asked.application_command: _MESSAGES | {Answered.modal},
    Asked.component: _MESSAGES | _UPDATES | {Answered.modal},
    Asked.autocomplete: frozenset({Answered.autocomplete_result}),
    Asked.modal_submit: _MESSAGES | _UPDATES,
}


@dataclass(slots=True)
class Arrivals:
    """Collects the breaches in the answers to the interactions of one simulated Discord.

    Attributes:
        twice: interactions that the test delivers twice, or whose answer Discord takes while the bot hears of a
            failure;
            Discord may refuse another answer to them.
        struck: interactions whose answer meets a fault of the test; their answers need not arrive.
    """

    backend: Backend
    breaches: list[str] = field(default_factory=list)
    twice: set[int] = field(default_factory=set)
    struck: set[int] = field(default_factory=set)
    _judged: set[int] = field(default_factory=set)

    def amiss(self) -> list[str]:
        """Returns the breaches since the last call; an interaction that has no answer by now is one."""
        records = self.backend.interactions
        fresh, self.breaches = self.breaches, []
        for number in records.keys() - self._judged:
            self._judged.add(number)
            if not records[number].responded and number not in self.struck:
                fresh.append(f"never answered in time: {_name(self.backend, records[number])}")
        return fresh

    def meets_fault(self, path: str) -> None:
        """Excuses the interaction that a request belongs to, which meets a fault of the test."""
        if (record := self.of(path)) is not None:
            self.twice.add(record.id)
            self.struck.add(record.id)

    def of(self, path: str) -> Interaction | None:
        """Returns the interaction that a request belongs to."""
        match path.strip("/").split("/"):
            case ["interactions", number, _, "callback"]:
                return self.backend.interactions.get(int(number))
            case ["webhooks", _, token, *_] if token in self.backend.interaction_tokens:
                return self.backend.interactions[self.backend.interaction_tokens[token]]
        return None

    def look(self, record: Interaction, method: str, path: str, body: Any) -> None:
        """Notes a breach of the rules by a request that simcord would take."""
        if not path.startswith("/webhooks/"):
            if Answered(body["type"]) not in _LAWFUL[Asked(record.type)]:
                self.note(record, f"answered by {Answered(body['type']).name}")
        elif not record.responded and record.id not in self.struck:
            self.note(record, f"{method} before the first answer")

    def refuse(self, record: Interaction, error: BackendError) -> None:
        """Notes the refusal of an answer."""
        if error.code in _LATE_OR_TWICE and record.id not in self.twice:
            self.note(record, f"refused with {error.code}")

    def note(self, record: Interaction, what: str) -> None:
        """Notes a breach."""
        self.breaches.append(f"{what}: {_name(self.backend, record)}")


_WATCHED: weakref.WeakKeyDictionary[Backend, Arrivals] = weakref.WeakKeyDictionary()


def arrivals_of(backend: Backend) -> Arrivals:
    """Returns the watch on the answers of a simulated Discord."""
    return _WATCHED.setdefault(backend, Arrivals(backend))


def _name(backend: Backend, record: Interaction) -> str:
    """Names an interaction: by the command, or by the `custom_id` that was pressed."""
    for kind, event, payload in reversed(backend.transcript):
        if (kind, event) == ("GATEWAY", "INTERACTION_CREATE") and int(payload["id"]) == record.id:
            data: dict[str, Any] = payload["data"]
            names = [str(data.get("custom_id") or data["name"])]
            while (data := next(iter(data.get("options") or [{}]))).get("type") in _NESTED:
                names.append(data["name"])
            return f"{Asked(record.type).name} {' '.join(names)}"
    return f"{Asked(record.type).name} {record.id}"


def _watched(backend: Backend, method: str, path: str, *, _dispatch: Any = router.dispatch, **options: Any) -> Any:
    arrivals = arrivals_of(backend)
    if (record := arrivals.of(path)) is None:
        return _dispatch(backend, method, path, **options)
    try:
        arrivals.look(record, method, path, options.get("json"))
        return _dispatch(backend, method, path, **options)
    except BackendError as error:
        arrivals.refuse(record, error)
        raise


def _excusing(backend: Backend, method: str, path: str, *, _check: Any = router._check_faults) -> None:
    try:
        _check(backend, method, path)
    except BackendError:
        arrivals_of(backend).meets_fault(path)
        raise


vars(router)["dispatch"], vars(router)["_check_faults"] = _watched, _excusing
