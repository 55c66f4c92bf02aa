"""The sentences of the commands themselves: in English as they are registered, in other languages by translation."""

from __future__ import annotations

from discord import app_commands

from bot.texts import Language, Texts

__all__ = ["Translator", "Wording"]

_KEY = "key"


class Wording:
    """Gives Discord's library a sentence by its key."""

    def __init__(self, texts: Texts) -> None:
        self._words = texts(Language.ENGLISH)

    def __call__(self, key: str) -> app_commands.locale_str:
        """The sentence under `key`, which `Translator` finds again in other languages."""
        return app_commands.locale_str(self._words(key), **{_KEY: key})


class Translator(app_commands.Translator):
    """Translates what `Wording` gave; names, which carry no key, stay as they are."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    async def translate(
        self, string: app_commands.locale_str, locale: object, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The sentence in a language of Discord's; None where we do not speak it."""
        key, language = string.extras.get(_KEY), Language.of(str(locale))
        if not isinstance(key, str) or language is Language.ENGLISH:
            return None
        return self._texts(language)(key)
