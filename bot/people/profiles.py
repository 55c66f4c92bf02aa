"""Profiles: the name and language last seen of each person, and their preferences."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.people.preferences import Preferences
from bot.people.stored import read_or_default
from bot.storage import PeopleRepository
from bot.texts import Language

_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class Profile:
    """One person.

    Attributes:
        name: the display name last seen; None: never seen.
        discord: the language of their Discord, as last seen.
    """

    name: str | None = None
    discord: Language = Language.ENGLISH
    preferences: Preferences = field(default_factory=Preferences)

    @property
    def language(self) -> Language:
        """The language of their private messages."""
        return self.preferences.speaks or self.discord


class Profiles:
    """Reads and remembers profiles; writes only what has changed."""

    def __init__(self, repository: PeopleRepository) -> None:
        self._repository = repository
        self._kept: OrderedDict[int, Profile] = OrderedDict()
        self._unsaved: dict[int, Preferences] = {}

    async def profile(self, user_id: int) -> Profile:
        """The profile of a person; the defaults for a person who was never seen."""
        profile = self._kept.get(user_id)
        if profile is None:
            name, data = await self._repository.person(user_id)
            whose = f"person {user_id}"
            language = read_or_default(_language, data, whose)
            preferences = self._unsaved.get(user_id) or read_or_default(Preferences.from_json, data, whose)
            profile = self._keep(user_id, Profile(name, language, preferences))
        return profile

    async def mark_seen(self, user_id: int, name: str, language: Language) -> Profile:
        """Stores the name and the language of a person who is here now."""
        profile = await self.profile(user_id)
        if profile.name != name:
            await self._repository.put_names({user_id: name})
        if profile.discord is not language:
            await self._repository.put_preferences(user_id, {"language": language.value})
        return self._keep(user_id, replace(profile, name=name, discord=language))

    async def prefer(self, user_id: int, preferences: Preferences) -> Profile:
        """Stores the preferences of a person."""
        profile = await self.profile(user_id)
        self._unsaved.pop(user_id, None)
        await self._repository.put_preferences(user_id, preferences.to_json())
        return self._keep(user_id, replace(profile, preferences=preferences))

    async def note(self, user_id: int, preferences: Preferences) -> None:
        """Keeps preferences that the person has not chosen: `save` stores them, and a crash before it loses them."""
        profile = await self.profile(user_id)
        self._unsaved[user_id] = preferences
        self._keep(user_id, replace(profile, preferences=preferences))

    async def save(self) -> None:
        """Stores the changes since the last call, in one transaction."""
        unsaved = dict(self._unsaved)
        if unsaved:
            await self._repository.put_all_preferences({key: noted.to_json() for key, noted in unsaved.items()})
        self._unsaved = {key: noted for key, noted in self._unsaved.items() if unsaved.get(key) is not noted}

    def language(self, user_id: int, discord: Language) -> Language:
        """Returns the language of a person's private messages, from memory alone.

        Args:
            discord: the language of their Discord.
        """
        profile = self._kept.get(user_id)
        return discord if profile is None else profile.preferences.speaks or discord

    def drop(self, user_id: int) -> None:
        """Drops a person from memory."""
        self._kept.pop(user_id, None)
        self._unsaved.pop(user_id, None)

    async def names(self, user_ids: Collection[int]) -> dict[int, str]:
        """The names last seen; a person who was never seen, or is forgotten, is missing."""
        return await self._repository.names(user_ids)

    def _keep(self, user_id: int, profile: Profile) -> Profile:
        self._kept[user_id] = profile
        self._kept.move_to_end(user_id)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return profile


def _language(data: Mapping[str, Any]) -> Language:
    return Language(data.get("language", Language.ENGLISH.value))
