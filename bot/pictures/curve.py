"""The picture of the story of a game: a curve of one player's chance to win from deal to deal.

The errors, and the effects of the cards, are marked on the curve.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt

from PIL import Image

from bot.pictures.drawing import furniture
from bot.pictures.drawing.art import box, dot, hex_of, line, render_image
from bot.pictures.drawing.canvas import BOLD, PLAIN, Canvas
from bot.pictures.drawing.colours import BRASS, BUFF, BURGUNDY, GOLD, GROUNDS, INK, PALE_GOLD, SEPIA, Rgb
from bot.pictures.drawing.felt import Cloth
from bot.pictures.drawing.lettering import measure
from bot.pictures.drawing.painting import Box, Painting, Png
from bot.pictures.paper import set_on_frame
from bot.pictures.scenes import Style

WIDTH, HEIGHT = 720, 566
_CLOTH = Cloth(WIDTH, HEIGHT, paper=True)
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 674, 118, 328
"""The plot. Its top is a chance of 1, its bottom a chance of 0."""
_EDGE = 24
"""The margin of the plot for marks that reach beyond it."""
_MARK, _MARK_LINE = 25, 31
_NAME, _POINTS, _UPPER_LINE, _LOWER_LINE = 34, 42, 98, 414
_SCORE, _SCORE_LINE = 27, 360
_CAPTION, _CAPTION_LINE = 28, 464
_LEGEND, _LEGEND_LINE = 25, 508
_GAP = 36
_UPPER, _LOWER = BURGUNDY, GROUNDS[6]
"""The colours of the player at the top and of the one at the bottom."""
_FIRST, _LAST = 0.14, 0.56
"""The place of a deal's first cards in its column, and of the last cards that may be drawn."""
_TRICKS = 5
_MOST = 25_000
"""The bytes that the picture should have at most."""


@dataclass(frozen=True, slots=True)
class CurveError:
    """An error of a player in a deal, marked on the curve.

    Attributes:
        upper: whether the player at the top of the picture made it.
        cost: the chance to win that it cost, from 0 to 1.
        exchanges: how many exchanges of the deal were over when it was made.
        trick: the number of the trick in which it was made. 0 before the play.
    """

    upper: bool
    cost: float
    exchanges: int
    trick: int


@dataclass(frozen=True, slots=True)
class CurveDeal:
    """One deal of the game, as the curve shows it.

    Attributes:
        score: the score after the deal, as the picture writes it.
        chances: the chances to win of the player at the top, from 0 to 1: before the deal, after the cards were dealt,
            then before and after each draw of new cards.
        king: whether the player at the top announced the king (True), or the other player (False). None if neither did.
        decided: whether this deal decided the game.
    """

    score: str
    chances: tuple[float, ...]
    errors: tuple[CurveError, ...] = ()
    king: bool | None = None
    decided: bool = False


@dataclass(frozen=True, slots=True)
class CurveScene:
    """The content of the picture: the story of one finished game.

    Attributes:
        upper, lower: the names of the two players. The curve shows the chance of `upper`.
        scores: the points of `upper` and of `lower`.
        won: whether `upper` won.
        date: the day of the game.
        cards, errors: the words of the legend for the two kinds of marks.
        caption: a few words about the deal that decided the game.
    """

    upper: str
    lower: str
    scores: tuple[int, int]
    won: bool
    date: str
    deals: tuple[CurveDeal, ...]
    cards: str
    errors: str
    caption: str
    style: Style = field(default_factory=Style)


def curve_picture(scene: CurveScene) -> Png:
    """Draws the story of a game. Equal scenes give equal bytes."""
    painting = Painting(_CLOTH, scene.style)
    for text, middle in (("É C A R T É", _MARK_LINE), (scene.date, HEIGHT - _MARK_LINE)):
        set_on_frame(painting, text, WIDTH // 2, middle, _MARK)
    plot = Box(_LEFT - _EDGE, _TOP - _EDGE, _RIGHT + _EDGE, _BOTTOM + _EDGE)
    painting.add_part(plot, _paint_plot, scene.deals, won=scene.won)
    for name, score, baseline, colour in (
        (scene.upper, scene.scores[0], _UPPER_LINE, _UPPER),
        (scene.lower, scene.scores[1], _LOWER_LINE, _LOWER),
    ):
        painting.write_line(name, _NAME, _LEFT, baseline, 540, colour, weight=BOLD, kept=False)
        painting.write_line(str(score), _POINTS, _RIGHT, baseline, 80, colour, align=1.0, weight=BOLD)
    step = (_RIGHT - _LEFT) / len(scene.deals)
    for place, deal in enumerate(scene.deals):
        middle = round(_LEFT + step * (place + 0.5))
        painting.write_line(deal.score, _SCORE, middle, _SCORE_LINE, round(step) - 2, SEPIA, align=0.5)
    painting.write_line(scene.caption, _CAPTION, WIDTH // 2, _CAPTION_LINE, 630, INK, align=0.5, kept=False)
    _write_legend(painting, scene)
    return painting.render(most=_MOST)


def _write_legend(painting: Painting, scene: CurveScene) -> None:
    """Writes the meaning of the marks, in the middle."""
    signs = (_card_sample(), scene.cards), (_error_sample(), scene.errors)
    wide = sum(sign.width + 10 + measure(words, _LEGEND) for sign, words in signs) + _GAP
    left = (WIDTH - wide) // 2
    for sign, words in signs:
        painting.lay(sign, left, _LEGEND_LINE - 22)
        left += sign.width + 10
        left += painting.write_line(words, _LEGEND, left, _LEGEND_LINE, 240, SEPIA, weight=PLAIN) + _GAP


def _paint_plot(canvas: Canvas, deals: tuple[CurveDeal, ...], *, won: bool) -> None:
    canvas.lay(_plot(deals, won), _LEFT - _EDGE, _TOP - _EDGE)


@lru_cache(maxsize=8)
def _plot(deals: tuple[CurveDeal, ...], won: bool) -> Image.Image:
    """Returns the plot, with its edge."""
    wide, high = _RIGHT - _LEFT + 2 * _EDGE, _BOTTOM - _TOP + 2 * _EDGE
    step = (_RIGHT - _LEFT) / len(deals)
    ends = [*[deal.chances[0] for deal in deals[1:]], float(won)]
    columns = [
        _Column(_EDGE + step * place, step, deal, end)
        for place, (deal, end) in enumerate(zip(deals, ends, strict=True))
    ]
    drawn = [*_ground(columns), *(part for column in columns for part in column.cards())]
    drawn += [line(_path(slope), INK, 4) for column in columns for slope in column.slopes]
    drawn += [part for column in columns for part in column.errors()]
    x, y = columns[-1].points[-1]
    drawn += [dot(x, y, 11, _UPPER if won else _LOWER), dot(x, y, 5, PALE_GOLD)]
    image = render_image((wide, high), (wide, high), *drawn)
    for column in columns:
        if column.deal.king is not None:
            crown = furniture.crown(34, 0)
            y = _EDGE + 6 if column.deal.king else high - _EDGE - 6 - crown.height
            image.alpha_composite(crown, (round(column.left + step - crown.width - 4), y))
    return image


@dataclass(frozen=True, slots=True)
class _Column:
    """A deal in the plot: the points of its line, from `left` on."""

    left: float
    width: float
    deal: CurveDeal
    end: float

    @property
    def points(self) -> list[tuple[float, float]]:
        chances = self.deal.chances
        return [*((self._x(number), _y(chance)) for number, chance in enumerate(chances)), self._end]

    @property
    def slopes(self) -> list[list[tuple[float, float]]]:
        """Returns the parts of the line between the cards' bars: decisions, and facts that neither
        player could know.
        """
        points = [(self.left, self.points[0][1]), *self.points]
        return [[points[place], points[place + 1]] for place in range(0, len(points), 2)]

    @property
    def _end(self) -> tuple[float, float]:
        return self.left + self.width, _y(self.end)

    def _x(self, number: int) -> float:
        """Returns the x of the chance with this number. The two chances around a draw share one x, and so do those
        around a deal.
        """
        if number == 0:
            return self.left + self.width * _FIRST
        draws = (len(self.deal.chances) - 2) // 2
        share = _FIRST + (_LAST - _FIRST) * (number // 2) / max(1, draws)
        return self.left + self.width * share

    def cards(self) -> Iterator[str]:
        """Yields a bar for each change by cards, from the chance before them to the chance after them."""
        chances = self.deal.chances
        for number in range(0, len(chances), 2):
            x, before, after = self._x(number), _y(chances[number]), _y(chances[number + 1])
            top, high = min(before, after), max(3.0, abs(after - before))
            wide = min(16.0, self.width / 6)
            yield box(x - wide / 2, top, wide, high, BRASS, 2)
            yield box(x - wide / 2 + 2, top + 1.5, wide - 4, max(0.0, high - 3), GOLD, 1)

    def errors(self) -> Iterator[str]:
        """Yields a triangle on the line for each error. It points to the player who gained."""
        for error in self.deal.errors:
            x, y = self._place(error)
            yield triangle(
                x, y, 9 + 20 * sqrt(min(1.0, error.cost)), _UPPER if error.upper else _LOWER, down=error.upper
            )

    def _place(self, error: CurveError) -> tuple[float, float]:
        points = self.points[1:]
        # From the cards that were dealt or drawn last to the next ones, or to the end of the deal.
        first = min(2 * error.exchanges, len(points) - 2)
        (x, y), (next_x, next_y) = points[first], points[first + 1]
        share = (error.trick - 0.5) / _TRICKS if error.trick else 0.5 if first + 2 < len(points) else 0.08
        return x + (next_x - x) * share, y + (next_y - y) * share


def _ground(columns: Sequence[_Column]) -> Iterator[str]:
    high = _BOTTOM - _TOP
    for place, column in enumerate(columns):
        if column.deal.decided:
            yield box(column.left, _EDGE, column.width, high, PALE_GOLD)
        elif place % 2 == 0:
            yield box(column.left, _EDGE, column.width, high, BUFF)
    right = columns[-1].left + columns[-1].width
    for y, dashes in ((_EDGE, ""), (_EDGE + high / 2, ' stroke-dasharray="5 7"'), (_EDGE + high, "")):
        yield (f'<path d="M{_EDGE} {y}H{right}" fill="none" stroke="{hex_of(SEPIA)}" stroke-width="1.5"{dashes}/>')


def _y(chance: float) -> float:
    return round(_EDGE + (_BOTTOM - _TOP) * (1 - min(1.0, max(0.0, chance))), 1)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{round(x, 1)} {y}" for x, y in points)


def triangle(x: float, y: float, size: float, colour: Rgb, *, down: bool) -> str:
    """Returns a triangle with its middle at (x, y) as SVG. Its edge has the colour of paper, and it points down or
    up.
    """
    half, sign = size * 0.62, 1 if down else -1
    path = f"M{x - half:.1f} {y - sign * size / 2:.1f}H{x + half:.1f}L{x:.1f} {y + sign * size / 2:.1f}Z"
    return (
        f'<path d="{path}" fill="{hex_of(colour)}" stroke="{hex_of(PALE_GOLD)}" stroke-width="2.5"'
        ' stroke-linejoin="round" paint-order="stroke"/>'
    )


@lru_cache(maxsize=1)
def _error_sample() -> Image.Image:
    drawn = triangle(11, 13, 17, _UPPER, down=True), triangle(35, 13, 17, _LOWER, down=False)
    return render_image((46, 26), (46, 26), *drawn)


@lru_cache(maxsize=1)
def _card_sample() -> Image.Image:
    return render_image((20, 26), (20, 26), box(3, 1, 14, 24, BRASS, 2), box(5, 2.5, 10, 21, GOLD, 1))
