"""People as the house knows them: the name and the language that they bore last, and what they prefer. No Discord."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace

from bot.people.choices import Preferences
from bot.storage import Database
from bot.texts import Language
from ecarte.game import Distribution

__all__ = ["People", "Profile"]

_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class Profile:
    """One person.

    Attributes:
        name: the display name that he bore last; None if he was never seen.
        language: the language of his own Discord, as last seen.
    """

    name: str | None = None
    language: Language = Language.ENGLISH
    preferences: Preferences = field(default_factory=Preferences)


class People:
    """Reads and remembers people; writes only what has changed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept: OrderedDict[int, Profile] = OrderedDict()

    async def profile(self, user_id: int) -> Profile:
        """A person; the defaults for somebody who was never seen."""
        kept = self._kept.get(user_id)
        if kept is None:
            data = await self._database.preferences(user_id)
            name = (await self._database.names([user_id])).get(user_id)
            language = Language(data.get("language", Language.ENGLISH.value))
            kept = self._keep(user_id, Profile(name, language, Preferences.from_json(data)))
        return kept

    async def seen(self, user_id: int, name: str, language: Language) -> Profile:
        """Takes down the name and the language of somebody who is here now."""
        profile = await self.profile(user_id)
        if profile.name != name:
            await self._database.put_names({user_id: name})
        if profile.language is not language:
            await self._database.put_preferences(user_id, {"language": language.value})
        return self._keep(user_id, replace(profile, name=name, language=language))

    async def prefer(self, user_id: int, preferences: Preferences) -> Profile:
        """Takes down what somebody prefers."""
        profile = await self.profile(user_id)
        await self._database.put_preferences(user_id, preferences.to_json())
        return self._keep(user_id, replace(profile, preferences=preferences))

    async def distribution_of(self, user_id: int) -> Distribution:
        """How somebody deals."""
        return (await self.profile(user_id)).preferences.distribution

    async def seed_of(self, user_id: int) -> str:
        """What somebody gives to the packs of fair deals; empty where he has no seed."""
        return (await self.profile(user_id)).preferences.seed

    def _keep(self, user_id: int, profile: Profile) -> Profile:
        self._kept[user_id] = profile
        self._kept.move_to_end(user_id)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return profile
