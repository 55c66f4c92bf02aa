"""Letters in pictures: every name in its script, none as a box, no two alike, all within their width."""

from __future__ import annotations

import struct
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from bot.letters import levels, strip_invisible, visual_order
from bot.pictures.drawing import fonts, lettering
from bot.pictures.drawing.fonts import EMOJI, LATIN, PACKAGED, face_of, font
from bot.pictures.drawing.lettering import ASCENT, Lettering, drawable_text, fit_line, measure, wrap_lines
from tests.support.names import ALIKE, ODDITIES, SCRIPTS, fonts_from, needs_fribidi

SIZE, ROOM = 44, 480
# No part of a name at a table may be lost: shortened names are among the oddities.
NAMES = SCRIPTS | ODDITIES
# Scripts for which the package has no font. Elsewhere such names would be transliterated.
FOREIGN = ("tibetan", "mongolian", "han", "han that sounds alike", "hangul", "yi", "cuneiform", "hieroglyphs")


@pytest.fixture(params=["package alone", "system"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """With the fonts of the package alone, and with those of this machine too."""
    with fonts_from(*[tmp_path] * (request.param == "package alone")):
        yield


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[None]:
    """Without any font of the system."""
    with fonts_from(tmp_path):
        yield


def pixels(line: Lettering) -> bytes:
    """Returns all pixels of a line."""
    colours = line.colours.tobytes() if line.colours is not None else b""
    return b"%d " % line.width + line.mask.tobytes() + colours


def ink(line: Lettering) -> tuple[int, int, int, int]:
    """Returns the box of the visible pixels."""
    boxes = [box for image in (line.mask, line.colours) if image is not None and (box := image.getbbox())]
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


@cache
def characters(file: Path) -> set[int]:
    """The characters of a font, read from its table "cmap" by the specification."""
    data = file.read_bytes()
    start = struct.unpack(">I", data[12:16])[0] if data[:4] == b"ttcf" else 0
    tables = (data[start + 12 + 16 * at :][:16] for at in range(struct.unpack(">H", data[start + 4 : start + 6])[0]))
    cmap = next(struct.unpack(">I", table[8:12])[0] for table in tables if table[:4] == b"cmap")
    codes: set[int] = set()
    for at in range(struct.unpack(">H", data[cmap + 2 : cmap + 4])[0]):
        part = cmap + struct.unpack(">I", data[cmap + 8 + 8 * at :][:4])[0]
        kind = struct.unpack(">H", data[part : part + 2])[0]
        if kind == 12:
            for group in range(struct.unpack(">I", data[part + 12 : part + 16])[0]):
                first, last, _ = struct.unpack(">III", data[part + 16 + 12 * group :][:12])
                codes.update(range(first, last + 1))
        elif kind == 4:
            segments = struct.unpack(">H", data[part + 6 : part + 8])[0] // 2
            ends = struct.unpack(f">{segments}H", data[part + 14 :][: 2 * segments])
            starts = struct.unpack(f">{segments}H", data[part + 16 + 2 * segments :][: 2 * segments])
            for first, last in zip(starts, ends, strict=True):
                codes.update(range(first, last + 1))
    return codes


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_each_letter_of_any_name_is_in_the_font_that_draws_it(either: None, name: str) -> None:
    # The table of the coloured font is compressed, so its drawings are checked below.
    for letter in (letter for letter in lettering._letters(name) if letter.face != EMOJI):
        had = characters(letter.face.file)
        unseen = "\u200c\u200d\ufe0f"
        missing = [sign for sign in letter.text if ord(sign) not in had and sign not in unseen]
        assert not [sign for sign in missing if not 0xE0000 <= ord(sign) < 0xE0080]


@needs_fribidi
def test_no_two_names_look_alike(either: None) -> None:
    drawn = {name: pixels(fit_line(text, SIZE, ROOM, 0.022)) for name, text in NAMES.items()}
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize(("plain", "hidden"), ALIKE.values(), ids=ALIKE)
def test_what_is_not_seen_does_not_show(plain: str, hidden: str) -> None:
    assert pixels(fit_line(plain, SIZE, ROOM)) == pixels(fit_line(hidden, SIZE, ROOM))


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_keeps_to_its_room(either: None, name: str) -> None:
    """Its ink touches neither the ends of its line nor, except for a tower of marks, its top and bottom."""
    for width in (120, 348, 480):
        line = fit_line(name, SIZE, width, 0.022)
        left, _, right, _ = ink(line)
        assert line.width <= width
        assert left > 0
        assert right < line.width
        assert line.mask.height <= 1.5 * SIZE


@pytest.mark.parametrize("name", SCRIPTS.values(), ids=SCRIPTS)
def test_no_script_loses_its_highest_or_lowest_strokes(either: None, name: str) -> None:
    line = fit_line(name, SIZE, ROOM, 0.022)
    _, top, _, bottom = ink(line)
    assert top > 0
    assert bottom < line.mask.height


def test_a_name_that_is_cut_keeps_its_beginning_and_its_end() -> None:
    one, other = (f"Maximilienne de la Tour d'Auvergne {number}" for number in (1, 2))
    assert measure(one, 33) > 348
    assert pixels(fit_line(one, SIZE, 348)) != pixels(fit_line(other, SIZE, 348))
    assert pixels(fit_line(one, SIZE, 348)) != pixels(fit_line("N" + one[1:], SIZE, 348))


@pytest.mark.parametrize("cluster", ["👨‍👩‍👧‍👦", "🇫🇷", "நி", "ë̂"])
def test_a_line_is_cut_between_clusters(cluster: str) -> None:
    line = lettering._letters(cluster * 60)
    shortened = lettering._shorten_line(line, SIZE, 348, 0.022)
    assert {letter.text for letter in shortened} <= {letter.text for letter in line} | {"…"}
    assert len(shortened) < len(line)


@needs_fribidi
def test_scripts_of_the_package_keep_their_letters(alone: None) -> None:
    kept = {name for name, text in SCRIPTS.items() if drawable_text(text) == strip_invisible(text)}
    assert kept == SCRIPTS.keys() - set(FOREIGN)


@pytest.mark.parametrize("name", FOREIGN)
def test_letters_without_a_font_are_spelt(alone: None, name: str) -> None:
    spelt = drawable_text(SCRIPTS[name])
    assert spelt.isascii()
    assert not {"?", " "} & set(spelt)


def test_names_that_sound_alike_are_distinguished(alone: None) -> None:
    one, other = drawable_text("山田太郎"), drawable_text("閃田太郎")
    assert one.split("~")[0] == other.split("~")[0] == "ShanTianTaiLang"
    assert one != other


@pytest.mark.parametrize("emoji", ["🎲", "⚡", "🥹"])
def test_emoji_are_drawn_in_colour_by_the_package_alone(alone: None, emoji: str) -> None:
    line = fit_line(f"Ana {emoji}", SIZE, ROOM)
    assert line.colours is not None
    assert len(line.colours.getcolors(1 << 16) or ()) > 3


@needs_fribidi
@pytest.mark.parametrize("emoji", ["👨‍👩‍👧‍👦", "🇫🇷", "👍🏿", "❤️‍🔥", "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"])
def test_an_emoji_of_several_parts_is_one_sign(alone: None, emoji: str) -> None:
    assert fit_line(emoji, SIZE, ROOM).colours is not None
    assert measure(emoji, SIZE) == measure("🔥", SIZE)


@pytest.mark.parametrize("framed", ["༺Bruno༻", "𓆩 Bruno 𓆪", "Bruno 🫪", "🰳Bruno"])
def test_ornaments_that_no_font_has_are_left_out(alone: None, framed: str) -> None:
    assert drawable_text(framed) == "Bruno"


def test_a_name_of_ornaments_alone_is_spelt(alone: None) -> None:
    assert drawable_text("༺༻").isascii()
    assert drawable_text("༺༻") != drawable_text("༻༺")


def test_without_shaping_emoji_of_one_part_are_drawn_and_others_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(fonts, "SHAPES", False)
    monkeypatch.setattr(lettering, "SHAPES", False)
    with fonts_from(tmp_path):
        assert drawable_text("Ana 🔥❤️ 👨‍👩‍👧 🇫🇷") == "Ana 🔥❤"


def test_a_character_without_a_name_is_its_number(alone: None) -> None:
    assert drawable_text("\ue000").startswith("E000")


def test_where_there_is_nothing_to_see_there_is_a_question_mark() -> None:
    assert drawable_text("\u200b") == drawable_text("") == "?"


def test_a_font_of_the_folders_named_is_used(tmp_path: Path) -> None:
    """The Latin letters of the package, found under another name, draw characters that only they have."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "Other.TTF").write_bytes((PACKAGED / "NotoSansRunic.ttf").read_bytes())
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    with fonts_from(tmp_path):
        assert fonts._stack()[-1].file == tmp_path / "deep" / "Other.TTF"
        assert face_of("\ue000") is None


def test_without_raqm_letters_that_need_it_are_spelt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fonts, "SHAPES", False)
    with fonts_from(tmp_path):
        assert drawable_text("Éléonore Алексей Ελένη ქეთევანი") == "Éléonore Алексей Ελένη ქეთევანი"
        for name in ("arabic", "hebrew", "devanagari", "thai", "khmer"):
            assert drawable_text(SCRIPTS[name]).isascii()


def test_text_is_broken_at_blanks() -> None:
    rows = wrap_lines("Le roi de cœur prend la dame de pique", 27, 200, 2)
    assert len(rows) == 2
    assert all(row.width <= 200 for row in rows)


# No font of the package has letters of both directions. To raqm and here, letters that this one lacks are boxes of one
# width.
@needs_fribidi
@given(st.text(st.sampled_from("abאבע12٣ .,+-%!()[]"), max_size=14))
def test_parts_stand_in_the_order_that_raqm_gives_them(text: str) -> None:
    line = text.strip()
    runs: list[tuple[str, Literal["ltr", "rtl"] | None]] = []
    depths = levels(line)
    for at, depth in enumerate(depths):
        if at and depth == depths[at - 1]:
            runs[-1] = runs[-1][0] + line[at], runs[-1][1]
        else:
            runs.append((line[at], "rtl" if depth % 2 else "ltr"))
    deep = [depth for depth, _ in groupby(depths)]
    whole: Literal["ltr"] | None = "ltr" if set(line) & {"a", "b"} else None
    assert side_by_side([runs[at] for at in visual_order(deep)]) == side_by_side([(line, whole)])


def test_a_sentence_that_a_name_from_right_to_left_begins_runs_to_the_right() -> None:
    name, rest = "سارة", " wins 3 – 0"
    assert levels(name + rest) == [1] * len(name) + [0] * len(rest)
    assert levels(name + " 3") == [1] * len(name + " ") + [2], "what has no other letters runs as the name does"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("אב (גד) a", [1, 1, 1, 1, 1, 1, 1, 0, 0]),
        ("a אב (גד", [0, 0, 1, 1, 1, 1, 1, 1]),
        ("אב (a)", [1, 1, 0, 0, 0, 0]),
        ("אב (1) a", [1, 1, 1, 1, 2, 1, 0, 0]),
        ("a (אב) b", [0, 0, 0, 1, 1, 0, 0, 0]),
        ("אב ([ג) a", [1, 1, 1, 1, 1, 1, 1, 0, 0]),
    ],
)
def test_both_brackets_of_a_pair_run_in_one_direction_as_unicode_has_it(line: str, expected: list[int]) -> None:
    """Rule N0 of UAX 9: without it `(` ran with the name and `)` with the sentence."""
    assert levels(line) == expected


def side_by_side(runs: list[tuple[str, Literal["ltr", "rtl"] | None]]) -> bytes:
    """Draws pieces of a line from left to right. raqm orders a piece without a direction."""
    image, at, shaper = Image.new("L", (500, 40)), 60.0, font(LATIN, 24)
    for text, direction in runs:
        ImageDraw.Draw(image).text((at, 30), text, fill=255, font=shaper, anchor="ls", direction=direction)
        at += shaper.getlength(text, direction=direction)
    return image.tobytes()


def test_every_font_of_the_package_names_its_licence_which_lies_beside_it() -> None:
    files = sorted(PACKAGED.glob("*.[ot]tf"))
    assert len(files) >= 40
    assert "SIL OPEN FONT LICENSE Version 1.1" in (PACKAGED / "OFL.txt").read_text("utf-8")
    without = [file.name for file in files if "SIL Open Font License".encode("utf-16-be") not in file.read_bytes()]
    assert not without
    licence = (PACKAGED / "Twemoji-LICENSE.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE" in licence
    assert "CC BY 4.0" in licence
    assert sum(file.stat().st_size for file in (*files, EMOJI.file)) < 4_000_000


def test_a_start_opens_no_font_and_loads_no_transliteration() -> None:
    """They would take a tenth of a second, and megabytes, before anything needs them."""
    program = (
        "import sys, bot.pictures; from bot.pictures.drawing import fonts;"
        "caches = fonts._stack, fonts.font, fonts._probe;"
        "sys.exit('anyascii' in sys.modules or any(kept.cache_info().currsize for kept in caches))"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=PACKAGED.parents[2], check=False).returncode == 0


def test_a_name_that_is_too_long_loses_first_the_ornaments_around_it() -> None:
    plain, adorned = fit_line("Hippolyte", 33, 178), fit_line("✨👑 Hippolyte 👑✨", 33, 178)
    small = fit_line("Hippolyte", 26, 178)
    assert pixels(adorned) == pixels(small)
    assert plain.width > small.width
    assert pixels(fit_line("👑 Zoé 👑", 33, 178)) != pixels(fit_line("Zoé", 33, 178)), "where there is room they stay"
    assert fit_line("👑👑👑👑👑👑👑👑👑", 33, 178).width <= 178


def test_no_line_becomes_smaller_than_a_phone_can_show() -> None:
    for size in (46, 33, 30, 28):
        line = fit_line("Maximilienne de la Tour d'Auvergne", size, 150)
        assert line.baseline >= round(26 * ASCENT)
