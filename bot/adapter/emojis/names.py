"""The names of the application's emojis, and their pictures.

Screen readers say the names, so they are words of the reader's language (`king_of_spades`, `roi_de_pique`). The four
characters at the end of a name change with the picture.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from bot.adapter import formatting
from bot.pictures.emojis import BACK, CHIP, CROWN, EmojiPicture, emoji_pictures
from bot.texts import Language, Texts, Words
from ecarte.game import PACK, Suit

RETIRED = frozenset({"dealer", "donneur"})
"""The words of emojis that earlier releases made and that no text uses any more. An upload deletes these emojis."""
_LONGEST = 32 - len("_0000")


@dataclass(frozen=True, slots=True)
class Wanted:
    """An emoji that the texts use: its word, such as `king_of_spades`, and its picture."""

    word: str
    picture: EmojiPicture

    @property
    def name(self) -> str:
        """The emoji's name on Discord: the word, and four characters that change with the picture."""
        return f"{self.word}_{self.picture.digest}"


def wanted_emojis(texts: Texts) -> dict[Language, dict[str, Wanted]]:
    """Returns the emojis of each language. The inner keys are those of `emoji_pictures`, such as "KS" for a card."""
    wanted = {}
    for language in Language:
        words = texts(language)
        spoken = _spoken_names(words) or _spoken_names(texts(Language.ENGLISH))
        pictures = emoji_pictures(formatting.indices(words))
        wanted[language] = {key: Wanted(spoken[key], picture) for key, picture in pictures.items()}
    return wanted


def _spoken_names(words: Words) -> dict[str, str]:
    """Returns the words of a language for cards, suits and marks, as names of emojis (`roi_de_pique`).

    Returns nothing if the letters of the language make no valid or no distinct names.
    """
    names = {str(card): formatting.card_name(words, card) for card in PACK}
    names |= {str(suit): formatting.suit_name(words, suit) for suit in Suit}
    names |= {BACK: words("emoji.back"), CHIP: words("emoji.chip"), CROWN: words("emoji.crown")}
    spoken = {key: _slug(name) for key, name in names.items()}
    distinct = len(set(spoken.values())) == len(spoken)
    return spoken if distinct and all(2 <= len(word) <= _LONGEST for word in spoken.values()) else {}


def _slug(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.lower().replace("œ", "oe").replace("æ", "ae"))
    return re.sub(r"[^a-z0-9]+", "_", letters.encode("ascii", "ignore").decode()).strip("_")
