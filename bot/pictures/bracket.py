"""The pictures of a knock-out: the tree of all rounds from left to right, and single matches for a phone.

Each match is a separate part of the picture, so that a new result repaints that match only.
"""

from __future__ import annotations

from functools import lru_cache

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.colours import BRASS, FADED, GOLD, IVORY, PALE_GOLD
from bot.pictures.drawing.felt import Cloth
from bot.pictures.drawing.painting import Box, Painting, Png
from bot.pictures.scenes import Style
from bot.pictures.tournament_scenes import BracketScene, BranchScene, MatchEntrant, Meeting

_NARROWEST = 640
_MARGIN, _TOP, _BOTTOM = 36, 96, 30
_COLUMN, _GAP = 232, 36
_BOX, _PITCH, _LEAST = 68, 82, 300
_WIDE, _HIGH, _LABEL = 640, 104, 40


# One picture for each current tournament. The painting keeps most parts too.
@lru_cache(maxsize=16)
def bracket_picture(scene: BracketScene) -> Png:
    """Draws the tree of a whole knock-out. Equal scenes give equal bytes."""
    rounds, first = len(scene.rounds), len(scene.rounds[0])
    width = max(_NARROWEST, 2 * _MARGIN + rounds * _COLUMN + (rounds - 1) * _GAP)
    column = (width - 2 * _MARGIN - (rounds - 1) * _GAP) // rounds
    pitch = max(_PITCH, _LEAST // first)
    painting = Painting(Cloth(width, _TOP + first * pitch + _BOTTOM), Style())
    painting.add_part(Box(_MARGIN, 24, width - _MARGIN, 82), _paint_title, width, scene.title)
    for number, meetings in enumerate(scene.rounds):
        left, share = _MARGIN + number * (column + _GAP), pitch << number
        for index, meeting in enumerate(meetings):
            middle = _TOP + index * share + share // 2
            box = Box(left, middle - _BOX // 2, left + column, middle + _BOX // 2)
            painting.add_part(box, _paint_meeting, box.left, box.top, column, meeting)
            if number:
                painting.add_part(
                    Box(left - _GAP, middle - share // 4 - 2, left, middle + share // 4 + 2),
                    _paint_lines,
                    left - _GAP,
                    middle - share // 4,
                    share // 2,
                )
    if scene.champion is not None:
        left = width - _MARGIN - column
        top = _TOP + (first * pitch + _BOX) // 2 + 6
        painting.add_part(Box(left, top, left + column, top + 88), _paint_champion, left, top, column, scene.champion)
    return painting.render()


@lru_cache(maxsize=16)
def branch_picture(scene: BranchScene) -> Png:
    """Draws a few matches of a knock-out, large enough for a phone. Equal scenes give equal bytes."""
    step = _LABEL + _HIGH + 12
    crowned = 100 if scene.champion is not None else 0
    painting = Painting(Cloth(_WIDE, _TOP + len(scene.meetings) * step + crowned + 16), Style())
    painting.add_part(Box(_MARGIN, 24, _WIDE - _MARGIN, 82), _paint_title, _WIDE, scene.title)
    top = _TOP - 6
    for label, meeting in scene.meetings:
        painting.add_part(Box(_MARGIN, top, _WIDE - _MARGIN, top + step - 4), _paint_step, top, label, meeting)
        top += step
    if scene.champion is not None:
        box = Box(_MARGIN, top, _WIDE - _MARGIN, top + 94)
        painting.add_part(box, _paint_champion, _MARGIN, top, _WIDE - 2 * _MARGIN, scene.champion)
    return painting.render()


def _paint_step(canvas: Canvas, top: int, label: str, meeting: Meeting) -> None:
    width, half = _WIDE - 2 * _MARGIN, _HIGH // 2
    canvas.write_line(label, 28, _MARGIN + 6, top + 30, width - 12, GOLD)
    top += _LABEL
    canvas.lay(furniture.plate(width, _HIGH, canvas.tones, lit=meeting.on), _MARGIN, top)
    canvas.lay(furniture.hairline(width - 24), _MARGIN + 12, top + half - 1)
    for line, entry in enumerate((meeting.first, meeting.second)):
        base = top + line * half + 38
        if entry is None:
            canvas.write_line(meeting.note or "?", 30, _MARGIN + 66, base, width - 80, FADED)
            continue
        colour = PALE_GOLD if entry.won else IVORY if entry.won is None else FADED
        canvas.write_line(str(entry.seed), 28, _MARGIN + 34, base, 50, GOLD, align=0.5)
        canvas.write_line(entry.name, 34, _MARGIN + 66, base, width - 66 - (52 if entry.won else 14), colour)
        if entry.won:
            canvas.lay(furniture.roundel(22, GOLD, BRASS), _MARGIN + width - 42, base - 23)


def _paint_title(canvas: Canvas, width: int, title: str) -> None:
    canvas.write_line(title, 40, width // 2, 66, width - 2 * _MARGIN - 20, IVORY, align=0.5)
    canvas.lay(furniture.rule(240, GOLD, 2), width // 2 - 120, 78)


def _paint_meeting(canvas: Canvas, left: int, top: int, width: int, meeting: Meeting) -> None:
    canvas.lay(furniture.plate(width, _BOX, canvas.tones, lit=meeting.on), left, top)
    half = _BOX // 2
    canvas.lay(furniture.hairline(width - 24), left + 12, top + half - 1)
    for line, entry in enumerate((meeting.first, meeting.second)):
        if entry is not None:
            _paint_entry(canvas, left, top + line * half, width, entry)
        elif meeting.note and meeting.first is None and meeting.second is None and line == 0:
            canvas.write_line(meeting.note, 21, left + width // 2, top + half + 7, width - 20, FADED, align=0.5)
        elif meeting.note and (meeting.first is None) is not (meeting.second is None):
            canvas.write_line(meeting.note, 21, left + 48, top + line * half + 25, width - 60, FADED)


def _paint_entry(canvas: Canvas, left: int, top: int, width: int, entry: MatchEntrant) -> None:
    colour = PALE_GOLD if entry.won else IVORY if entry.won is None else FADED
    canvas.write_line(str(entry.seed), 18, left + 24, top + 25, 34, GOLD, align=0.5)
    canvas.write_line(entry.name, 23, left + 46, top + 25, width - 46 - (34 if entry.won else 12), colour)
    if entry.won:
        canvas.lay(furniture.roundel(14, GOLD, BRASS), left + width - 28, top + 11)


def _paint_lines(canvas: Canvas, left: int, top: int, height: int) -> None:
    canvas.lay(furniture.fork(_GAP, height + 4), left, top - 2)


def _paint_champion(canvas: Canvas, left: int, top: int, width: int, name: str) -> None:
    canvas.lay_middle(furniture.crown(tilt=0), left + width // 2, top + 23)
    canvas.write_line(name, 30, left + width // 2, top + 78, width, PALE_GOLD, align=0.5)
