"""Letters of any script: which of them are visible, where one ends and the next begins, and in which order a line shows
them.
"""

from bot.letters.bidi import levels, visual_order
from bot.letters.legible import isolate, split_clusters, strip_invisible

__all__ = ["isolate", "levels", "split_clusters", "strip_invisible", "visual_order"]
