"""The application's emojis: pictures of cards, suits and marks in the texts and on the buttons of all messages.

If an emoji is missing, characters stand for it.
"""

from bot.adapter.emojis.application import Emojis, Uploaded
from bot.adapter.emojis.names import Wanted, wanted_emojis

__all__ = ["Emojis", "Uploaded", "Wanted", "wanted_emojis"]
