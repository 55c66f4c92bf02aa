"""The pictures of the bot's own emojis: large signs on a tile, because Discord shows an emoji only 22 pixels high in a
message.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from bot.pictures.drawing.art import box, document, piece, png, size_of
from bot.pictures.drawing.cards import index, index_of, ink_of, sign
from bot.pictures.drawing.colours import IVORY
from bot.pictures.scenes import Deck, Indices
from ecarte.game import PACK, Suit

BACK, CHIP, CROWN = "back", "chip", "crown"
_SIDE = 128
# It has to be visible on a light ground and on a dark one.
_TILE = box(0, 0, 100, 100, (150, 138, 110), 14) + box(3, 3, 94, 94, IVORY, 11.5)


@dataclass(frozen=True, slots=True)
class EmojiPicture:
    """The picture of an emoji, as SVG that is not rendered yet."""

    svg: str

    @property
    def digest(self) -> str:
        """Four characters that change if the drawing changes. A new version of the renderer does not change them."""
        return blake2b(self.svg.encode(), digest_size=2).hexdigest()

    def png(self) -> bytes:
        """Renders the picture as a PNG of 128 by 128 pixels and a few kilobytes."""
        return png(self.svg)


def emoji_pictures(indices: Indices) -> dict[str, EmojiPicture]:
    """Returns a picture for each subject of an emoji: a card ("KS"), a suit ("S"), BACK, CHIP, CROWN."""
    drawn = {str(card): _card(index_of(str(card)[0], indices), str(card)[1]) for card in PACK}
    drawn |= {str(suit): _TILE + sign(str(suit), 50, 51, 70, ink_of(str(suit), Deck.TWO_COLOURS)) for suit in Suit}
    wide, high = size_of("crown")
    drawn |= {
        BACK: _TILE + piece("card-back"),
        CHIP: piece("chip"),
        CROWN: piece("crown", 2, 50 - 48 * high / wide, 96),
    }
    return {name: EmojiPicture(document((100, 100), (_SIDE, _SIDE), parts)) for name, parts in drawn.items()}


def _card(text: str, suit: str) -> str:
    ink = ink_of(suit, Deck.TWO_COLOURS)
    return _TILE + index(text, 28, 17, 66, 43, ink) + sign(suit, 73.5, 51, 45, ink)
