"""Names of many scripts, and odd ones, for what draws and writes names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.pictures import SHAPES, board_picture, bracket_picture, branch_picture, cross_picture, use_folders
from bot.pictures.drawing import lettering, painting

needs_fribidi = pytest.mark.skipif(not SHAPES, reason="FriBiDi is missing (Debian: apt-get install libfribidi0)")

SCRIPTS = {
    "latin": "Éléonore Çağrı",
    "polish": "Łukasz Źdźbło",
    "vietnamese": "Nguyễn Thị Hằng",
    "greek": "Ωμέγα Ελένη",
    "cyrillic": "Алексей Ёжиков",
    "armenian": "Հայկ Արամյան",
    "georgian": "ქეთევანი",
    "hebrew": "שלום עולם",
    "arabic": "محمد علي",
    "persian": "می‌خواهم",
    "urdu": "ہیلو ٹیبل",
    "syriac": "ܣܘܪܝܝܐ",
    "thaana": "ދިވެހި",
    "nko": "ߒߞߏ",
    "adlam": "𞤀𞤣𞤤𞤢𞤥",
    "devanagari": "नमस्ते क्षत्रिय",
    "bengali": "বাংলা ক্ষমা",
    "gurmukhi": "ਪੰਜਾਬੀ",
    "gujarati": "ગુજરાતી",
    "oriya": "ଓଡ଼ିଆ",
    "tamil": "தமிழ்",
    "telugu": "తెలుగు",
    "kannada": "ಕನ್ನಡ",
    "malayalam": "മലയാളം",
    "sinhala": "සිංහල",
    "thai": "ไทยกำลัง",
    "lao": "ພາສາລາວ",
    "burmese": "မြန်မာ",
    "khmer": "ខ្មែរ",
    "tibetan": "བོད་ཡིག",
    "mongolian": "ᠮᠣᠩᠭᠣᠯ",
    "ethiopic": "አማርኛ",
    "cherokee": "ᏣᎳᎩ",
    "inuktitut": "ᐃᓄᒃᑎᑐᑦ",
    "tifinagh": "ⵜⴰⵎⴰⵣⵉⵖⵜ",
    "javanese": "ꦧꦱꦗꦮ",
    "balinese": "ᬩᬮᬶ",
    "lepcha": "ᰛᰩᰵ",
    "ol chiki": "ᱥᱟᱱᱛᱟᱲᱤ",
    "coptic": "ⲙⲉⲧⲣⲉⲙ",
    "gothic": "𐌲𐌿𐍄𐌹𐍃𐌺",
    "runic": "ᚱᚢᚾᛟ",
    "han": "山田太郎",
    "han that sounds alike": "閃田太郎",
    "hangul": "김철수",
    "kana": "カタカナ ひらがな",
    "bopomofo": "ㄅㄆㄇㄈ",
    "yi": "ꆈꌠꉙ",
    "cuneiform": "𒀀𒁀",
    "hieroglyphs": "𓀀𓁐",
}
ODDITIES = {
    "mixed": "Ana שלום 123 (x)",
    "mixed from the right": "שלום Ana 12.5!",
    "digits of arabic": "علي ١٢٣",
    "zalgo": "Z̷̧̛̺͍̙̗̝̈́͋̎a̵̤̓̇l̴̟̑g̶̲̈́o̵̱̓" * 3,
    "thai tower": "ก็็็็็็็็็็็็็็็็็็็็",
    "family": "👨‍👩‍👧‍👦",
    "family of three": "👨‍👩‍👧",
    "flag": "🇫🇷",
    "another flag": "🇧🇪",
    "letters of a flag": "FR",
    "flag of a nation": "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "light thumb": "👍🏻",
    "dark thumb": "👍🏿",
    "heart": "❤️‍🔥 ★",
    "keycap": "1️⃣",
    "fancy": "𝓐𝓵𝓲𝓬𝓮",
    "plain": "Alice",
    "bold": "𝗔𝗹𝗶𝗰𝗲",
    "circled": "Ⓐⓛⓘⓒⓔ",
    "wide": "Ａｌｉｃｅ",
    "small capitals": "ᴀʟɪᴄᴇ",
    "framed": "꧁Alice꧂",
    "accented": "Alicé",
    "accented by a mark": "Alic̈e",
    "private": "\ue000\ue001",
    "another private": "\ue000\ue002",
    "unassigned": "\U0003fffd",
    "thirty-two wide": "W" * 32,
    "thirty-two wide, and another end": "W" * 31 + "A",
    "thirty-two of han": "龍" * 32,
    "one long word": "ﷺ﷽" * 8,
    "markdown": "**_`~|<@1>#",
    "shrug": "¯\\_(ツ)_/¯",
}
UNSEEN = {
    "nothing": "",
    "spaces": "   \u3000\u2003",
    "zero width": "\u200b\u200c\u200d\u2060\ufeff",
    "fillers": "\u3164\u115f\uffa0\u2800",
    "half a pair": "\ud83d",
    "controls": "\x00\x1b\u202e\u2066",
    "marks without a letter": "\u0301\u0301",
    "selectors": "\ufe0f\U000e0101",
    "tags": "\U000e0041\U000e007f",
}
# Two names each that a reader sees alike: the second has what is not seen.
ALIKE = {
    "override": ("oruen", "\u202eoruen"),
    "isolate": ("Ana", "\u2066Ana"),
    "zero width": ("Ana", "A\u200bn\u200da\ufeff"),
    "blanks": ("Ana B", " Ana\u3000\n B\t"),
    "escape": ("Ana[31m", "Ana\x1b[31m"),
    "half a pair": ("Ana", "Ana\udc00"),
    "tags": ("Ana", "Ana\U000e0061"),
}


@contextmanager
def fonts_from(*folders: Path) -> Iterator[None]:
    """Uses the fonts of these folders after the package's own; without folders, those of this machine."""

    def afresh(chosen: tuple[Path, ...]) -> None:
        use_folders(chosen)
        for kept in (
            lettering._natural_width,
            lettering._fit_line,
            painting._patch,
            board_picture,
            bracket_picture,
            branch_picture,
            cross_picture,
        ):
            kept.cache_clear()

    afresh(folders)
    try:
        yield
    finally:
        afresh(())
