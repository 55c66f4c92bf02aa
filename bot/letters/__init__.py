"""The letters of any script: which of them are seen, where one ends, in which order a line shows them."""

from bot.letters.bidi import levels, ordered
from bot.letters.legible import clusters, isolated, visible

__all__ = ["clusters", "isolated", "levels", "ordered", "visible"]
