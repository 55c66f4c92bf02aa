"""The application's emojis: cards, suits and marks as pictures in the text and on the buttons of every message.

What is missing is written in characters.
"""

from bot.adapter.emojis.application import Emojis, Uploaded
from bot.adapter.emojis.names import Wanted, wanted_emojis

__all__ = ["Emojis", "Uploaded", "Wanted", "wanted_emojis"]
