"""Cuts the fonts of the pictures out of larger ones: `make fonts FONTS=FOLDER`.

FOLDER holds the files of Debian's packages fonts-noto-core and fonts-noto-cjk, any newer Noto will do, and
`twemoji.woff2` of the npm package twemoji-colr-font. Run by hand, for a new script.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).resolve().parents[2] / "bot" / "pictures" / "fonts"
# The letters of one script each. Taken whole, except what NotoSans has.
_SCRIPTS = """
    Adlam Arabic Armenian Balinese Batak Bengali Buginese Canadian-Aboriginal Cham Cherokee Coptic Deseret Devanagari
    Ethiopic Georgian Glagolitic Gothic Gujarati Gurmukhi Hanunoo Hebrew Javanese Kannada KayahLi Khmer Lao Lepcha Limbu
    Lisu Malayalam MeeteiMayek Myanmar NKo NewTaiLue Ogham OlChiki OldItalic OldTurkic Oriya Osage Phoenician Runic
    Shavian Sinhala Sundanese Syriac Tagalog TaiLe TaiViet Tamil Telugu Thaana Thai Tifinagh Ugaritic
""".replace("-", "").split()
# What is taken from fonts that hold more than a name needs: first and last letter of each range.
_PARTS = {
    "NotoSansSymbols": ((0x2000, 0x2BFF), (0x1F100, 0x1F1FF)),
    "NotoSansSymbols2": ((0x2000, 0x2BFF), (0x1F0A0, 0x1F0FF)),
    "NotoSansMath": ((0x2100, 0x22FF), (0x1D400, 0x1D7FF)),
    "NotoSansCJK": ((0x3000, 0x30FF), (0x3105, 0x312F), (0x31F0, 0x31FF), (0xFF01, 0xFF9F)),
}
# Accents of other fonts' letters, and what joins and parts letters.
_SHARED = {0x20, 0x200C, 0x200D, *range(0x300, 0x370)}
# Old forms of Arabic letters, each a letter of its own: shaping makes them from the plain ones.
_LEFT_OUT = {*range(0xFB50, 0xFDF0), *range(0xFE70, 0xFF00)}

# Below the baseline and above it, in units of the font: where the layers of its signs lie.
_EMOJI_BOX = (-80, 460)


def main(folder: Path) -> int:
    """Writes the fonts and prints their sizes. Returns 0."""
    latin = _letters(_font_path(folder, "NotoSans"))
    wanted = {f"NotoSans{script}": None for script in _SCRIPTS} | _PARTS
    _cut(folder, "NotoSans", latin)
    for name, ranges in wanted.items():
        letters = _letters(_font_path(folder, name)) - _LEFT_OUT
        if ranges is not None:
            letters &= {*_each(ranges), *_SHARED}
        _cut(folder, name, letters - latin | letters & _SHARED)
    _cut_emoji(folder)
    files = sorted((*FOLDER.glob("*.[ot]tf"), *FOLDER.glob("*.woff2")))
    print(f"{len(files)} fonts, {sum(file.stat().st_size for file in files):,} bytes")
    return 0


def _each(ranges: Iterable[tuple[int, int]]) -> Iterator[int]:
    for first, last in ranges:
        yield from range(first, last + 1)


def _font_path(folder: Path, name: str) -> Path:
    files = [file for file in folder.rglob(f"{name}-Regular.*") if file.suffix in (".ttf", ".otf", ".ttc")]
    if not files:
        raise SystemExit(f"{folder} has no {name}-Regular")
    return files[0]


def _open_font(file: Path) -> TTFont:
    return TTFont(file, fontNumber=0)


def _letters(file: Path) -> set[int]:
    return set(_open_font(file).getBestCmap())


def _cut(folder: Path, name: str, letters: set[int]) -> None:
    font = _open_font(_font_path(folder, name))
    options = Options()
    options.hinting = False
    options.notdef_outline = True
    # Copyright, version, licence.
    options.name_IDs = [0, 1, 2, 5, 13, 14]
    options.drop_tables += ["BASE", "DSIG", "MVAR", "STAT", "VORG", "meta", "vhea", "vmtx"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    file = FOLDER / f"{name}.{'otf' if 'CFF ' in font else 'ttf'}"
    font.save(file)
    print(f"{file.name}: {len(letters)} letters, {file.stat().st_size:,} bytes")


def _cut_emoji(folder: Path) -> None:
    """Writes the coloured signs, compressed, without the names of their glyphs."""
    font = TTFont(next(folder.rglob("twemoji.woff2")))
    options = Options()
    options.hinting = False
    options.glyph_names = False
    options.layout_features = ["*"]
    options.drop_tables += ["FFTM", "gasp"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)
    glyphs, widths = font["glyf"], font["hmtx"].metrics
    for name in font["COLR"].ColorLayers:
        # Pillow measures the glyph itself, not its layers, and the glyph is empty: it becomes the box of all layers.
        wide = widths[name][0]
        pen = TTGlyphPen(None)
        pen.moveTo((0, _EMOJI_BOX[0]))
        for corner in ((0, _EMOJI_BOX[1]), (wide, _EMOJI_BOX[1]), (wide, _EMOJI_BOX[0])):
            pen.lineTo(corner)
        pen.closePath()
        glyphs[name], widths[name] = pen.glyph(), (wide, 0)
    font.flavor = "woff2"
    file = FOLDER / "Twemoji.woff2"
    font.save(file)
    print(f"{file.name}: {len(font['COLR'].ColorLayers)} signs, {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
