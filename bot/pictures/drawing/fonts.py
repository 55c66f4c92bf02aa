"""The fonts for all scripts: first those of the package, then those of the system.

A font is opened when a letter needs it. FreeType cannot use one font in two threads at once, so callers hold LOCK.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import RLock

from PIL import ImageFont, features

LOCK = RLock()
PACKAGED = Path(__file__).resolve().parents[1] / "fonts"
# The folders in which operating systems keep their fonts. ECARTE_FONTS names other folders, whose fonts are all used.
_USUAL = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
)
# From these folders, only fonts for scripts that the package lacks: Chinese, Japanese, Korean. The first is the best.
_WANTED = (
    *("NotoSansCJK-Regular", "NotoSansCJKjp-Regular", "NotoSansJP-Regular", "NotoSansKR-Regular", "NotoSansSC-Regular"),
    *("SourceHanSans-Regular", "wqy-microhei", "wqy-zenhei", "DroidSansFallbackFull"),
    *("Hiragino Sans GB", "PingFang", "AppleSDGothicNeo", "YuGothM", "msyh", "malgun"),
)
_SUFFIXES = (".ttf", ".otf", ".ttc")
# The emojis are opened at one size, in pixels, and scaled down: unpacked, the file takes a megabyte.
_EMOJI_SIZE = 96
_PROBE = 24
_KEYCAP = "\ufe0f\u20e3"
_MISSING = "\U0010ffff"
# Without raqm, letters are placed one after another in the order of the text. That is right only for the scripts of
# these fonts.
_PLAIN = frozenset(f"NotoSans{part}" for part in ("", "Armenian", "CJK", "Georgian", "Math", "Symbols", "Symbols2"))
SHAPES = bool(features.check("raqm"))


@dataclass(frozen=True, slots=True)
class FontFile:
    """A file of a font."""

    file: Path

    @property
    def has_colours(self) -> bool:
        """Whether the font draws its signs in colours, as fonts of emojis do."""
        return self == EMOJI


LATIN = FontFile(PACKAGED / "NotoSans.ttf")
EMOJI = FontFile(PACKAGED / "Twemoji.woff2")
_folders: tuple[Path, ...] | None = None


def use_folders(folders: tuple[Path, ...]) -> None:
    """Sets the folders that are searched for fonts besides the package's own. If `folders` is empty, the system's usual
    folders are searched.
    """
    global _folders
    with LOCK:
        _folders = folders or None
        _stack.cache_clear()
        face_of.cache_clear()


@lru_cache(maxsize=256)
def font(face: FontFile, size: int) -> ImageFont.FreeTypeFont:
    """Returns a font, opened at a size in pixels."""
    return ImageFont.truetype(str(face.file), size)


@lru_cache(maxsize=1)
def emoji_font() -> ImageFont.FreeTypeFont:
    """Returns the font of coloured emojis. It is opened at one size only."""
    return ImageFont.truetype(str(EMOJI.file), _EMOJI_SIZE)


@lru_cache(maxsize=8192)
def face_of(cluster: str) -> FontFile | None:
    """Returns the first font that has every character of a cluster (a letter with its marks, or an emoji). None if no
    font does.
    """
    parts = [
        letter
        for letter in cluster
        if letter not in "\u200c\u200d\ufe0f" and not "\U000e0020" <= letter <= "\U000e007f"
    ]
    order = (EMOJI, *_stack()) if _is_emoji(cluster) else (*_stack(), EMOJI)
    return next((face for face in order if _has_all(face, cluster, parts)), None)


def _has_all(face: FontFile, cluster: str, parts: list[str]) -> bool:
    if face == EMOJI and len(cluster.removesuffix("\ufe0f")) > 1:
        # Shaping makes one sign of the parts. The parts of a keycap are no emojis by themselves.
        return SHAPES and (cluster.endswith(_KEYCAP) or all(_has(face, letter) for letter in parts))
    return all(_has(face, letter) for letter in parts)


def _is_emoji(cluster: str) -> bool:
    """Whether a sign is coloured: wide signs and the letters of flags are, and signs that ask for it."""
    wide = unicodedata.east_asian_width(cluster[0]) == "W" and unicodedata.category(cluster[0]) == "So"
    return wide or cluster[0] >= "\U0001f1e6" or "\ufe0f" in cluster


def has_blank(face: FontFile) -> bool:
    """Returns whether a font has the blank (the space between words). False for the font of emojis."""
    return not face.has_colours and _has(face, " ")


@lru_cache(maxsize=1)
def _stack() -> tuple[FontFile, ...]:
    """Returns the fonts of letters, in the order of the search."""
    own = [FontFile(file) for file in sorted(PACKAGED.glob("*.[ot]tf"))]
    if not SHAPES:
        own = [face for face in own if face.file.stem in _PLAIN]
    return (*own, *(FontFile(file) for file in _extra_fonts()))


def _extra_fonts() -> list[Path]:
    if _folders is not None:
        return sorted(_files(_folders))
    files = {file.stem: file for file in _files(tuple(Path(folder).expanduser() for folder in _USUAL))}
    return [files[name] for name in _WANTED if name in files]


def _files(folders: tuple[Path, ...]) -> Iterator[Path]:
    for folder in folders:
        for at, _, names in os.walk(folder):
            yield from (Path(at, name) for name in names if name.lower().endswith(_SUFFIXES))


@lru_cache(maxsize=8192)
def _has(face: FontFile, letter: str) -> bool:
    """Whether a font has a letter, and not just its box for missing ones."""
    probe = _probe(face)
    if probe is None:
        return False
    drawn = probe[0].getmask(letter)
    return bytes(drawn) != probe[1] and (drawn.getbbox() is not None or letter.isspace())


@lru_cache(maxsize=128)
def _probe(face: FontFile) -> tuple[ImageFont.FreeTypeFont, bytes] | None:
    """Returns a small font that does not shape, and its box for missing letters. None if the file cannot be read."""
    try:
        probe = ImageFont.truetype(str(face.file), _PROBE, layout_engine=ImageFont.Layout.BASIC)
    except OSError:
        return None
    return probe, bytes(probe.getmask(_MISSING))
