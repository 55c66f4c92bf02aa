"""Profiles: the last known name and language of each person, and their preferences."""

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
    """What the bot knows of one person: name, language, preferences.

    Attributes:
        name: the last known display name. None if the person was never seen.
        discord: the language in which the person used Discord when they were last seen.
    """

    name: str | None = None
    discord: Language = Language.ENGLISH
    preferences: Preferences = field(default_factory=Preferences)

    @property
    def language(self) -> Language:
        """The language of the person's private messages."""
        return self.preferences.speaks or self.discord


class Profiles:
    """Reads the profiles of people and keeps them in memory. Writes only what has changed."""

    def __init__(self, repository: PeopleRepository) -> None:
        self._repository = repository
        self._kept: OrderedDict[int, Profile] = OrderedDict()
        # By person: the stored preferences, and those noted since.
        self._unsaved: dict[int, tuple[Preferences, Preferences]] = {}

    async def profile(self, user_id: int) -> Profile:
        """Returns the profile of a person, or the defaults for a person who was never seen."""
        profile = self._kept.get(user_id)
        if profile is None:
            name, data = await self._repository.person(user_id)
            whose = f"person {user_id}"
            language = read_or_default(_language, data, whose)
            preferences = read_or_default(Preferences.from_json, data, whose)
            if (noted := self._unsaved.get(user_id)) is not None:
                preferences = Preferences.from_json(preferences.to_json() | _changes(*noted))
            profile = self._keep(user_id, Profile(name, language, preferences))
        return profile

    async def mark_seen(self, user_id: int, name: str, language: Language) -> Profile:
        """Stores the name and the language that a person has now. Returns the profile."""
        profile = await self.profile(user_id)
        if profile.name != name:
            await self._repository.put_names({user_id: name})
        if profile.discord is not language:
            await self._repository.put_preferences(user_id, {"language": language.value})
        return self._keep(user_id, replace(profile, name=name, discord=language))

    async def prefer(self, user_id: int, preferences: Preferences) -> Profile:
        """Stores new preferences of a person. Returns the profile."""
        profile = await self.profile(user_id)
        stored, _ = self._unsaved.pop(user_id, (profile.preferences, None))
        # Only changed preferences are written: another process may have changed the others.
        await self._repository.put_preferences(user_id, _changes(stored, preferences))
        return self._keep(user_id, replace(profile, preferences=preferences))

    async def note(self, user_id: int, preferences: Preferences) -> None:
        """Changes preferences of a person in memory: those that the bot keeps by itself, such as which tips were shown.

        `save` stores the change later. A crash before that loses it.
        """
        profile = await self.profile(user_id)
        stored, _ = self._unsaved.get(user_id, (profile.preferences, None))
        self._unsaved[user_id] = stored, preferences
        self._keep(user_id, replace(profile, preferences=preferences))

    async def save(self) -> None:
        """Stores the changes that `note` has kept, in one transaction."""
        unsaved = dict(self._unsaved)
        if unsaved:
            await self._repository.put_all_preferences({key: _changes(*noted) for key, noted in unsaved.items()})
        self._unsaved = {key: noted for key, noted in self._unsaved.items() if unsaved.get(key) is not noted}

    def language(self, user_id: int, discord: Language) -> Language:
        """Returns the language of a person's private messages. Does not read the database.

        Args:
            discord: the language in which the person uses Discord. Returned if no profile in memory names another one.
        """
        profile = self._kept.get(user_id)
        return discord if profile is None else profile.preferences.speaks or discord

    def drop(self, user_id: int) -> None:
        """Removes a person's profile from memory."""
        self._kept.pop(user_id, None)
        self._unsaved.pop(user_id, None)

    def renew(self, user_id: int | None = None) -> None:
        """Removes a person's profile from memory, or all profiles if `user_id` is None.

        They are then read again from the database, since another process may have changed them. Changes that `save` has
        not stored yet are kept.
        """
        if user_id is None:
            self._kept.clear()
        else:
            self._kept.pop(user_id, None)

    async def names(self, user_ids: Collection[int]) -> dict[int, str]:
        """Returns the last known names of people, by their ids.

        Leaves out people who were never seen, and those whose data were erased.
        """
        return await self._repository.names(user_ids)

    def _keep(self, user_id: int, profile: Profile) -> Profile:
        self._kept[user_id] = profile
        self._kept.move_to_end(user_id)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return profile


def _changes(before: Preferences, after: Preferences) -> dict[str, Any]:
    """Returns the changed preferences, in the stored form."""
    old = before.to_json()
    return {key: value for key, value in after.to_json().items() if old.get(key) != value}


def _language(data: Mapping[str, Any]) -> Language:
    return Language(data.get("language", Language.ENGLISH.value))
