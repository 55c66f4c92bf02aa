"""Pictures for messages: the hand, the table, the rules, tournaments, leaderboards and results to post.

A picture is drawn from a plain scene (`HandScene`, `TableScene`, …) and returned as a PNG (`Png`). A scene holds only
what is drawn, so a picture cannot show what its reader may not see. Equal scenes give equal bytes. Pictures may be
drawn in worker threads. A picture takes a millisecond, and tens of milliseconds more for each card that the process has
not drawn before.
"""

from bot.pictures.board import BoardRow, BoardScene, Curve, board_picture
from bot.pictures.bracket import bracket_picture, branch_picture
from bot.pictures.cross import cross_picture
from bot.pictures.curve import CurveDeal, CurveError, CurveScene, curve_picture
from bot.pictures.daily import DailyScene, daily_picture
from bot.pictures.drawing.fonts import SHAPES, use_folders
from bot.pictures.drawing.painting import Png
from bot.pictures.faces import Face
from bot.pictures.hand import hand_picture
from bot.pictures.rules import rules_picture
from bot.pictures.scenes import (
    Back,
    Deck,
    Felt,
    HandPlace,
    HandPlayer,
    HandScene,
    Indices,
    OpenTableScene,
    PlayerPanel,
    RulesScene,
    SampleTrick,
    Side,
    Style,
    TableScene,
    TrickCard,
)
from bot.pictures.souvenir import SouvenirScene, souvenir_picture
from bot.pictures.table import open_table_picture, table_picture
from bot.pictures.tournament_scenes import BracketScene, BranchScene, Cell, CrossRow, CrossScene, MatchEntrant, Meeting

__all__ = [
    "SHAPES",
    "Back",
    "BoardRow",
    "BoardScene",
    "BracketScene",
    "BranchScene",
    "Cell",
    "CrossRow",
    "CrossScene",
    "Curve",
    "CurveDeal",
    "CurveError",
    "CurveScene",
    "DailyScene",
    "Deck",
    "Face",
    "Felt",
    "HandPlace",
    "HandPlayer",
    "HandScene",
    "Indices",
    "MatchEntrant",
    "Meeting",
    "OpenTableScene",
    "PlayerPanel",
    "Png",
    "RulesScene",
    "SampleTrick",
    "Side",
    "SouvenirScene",
    "Style",
    "TableScene",
    "TrickCard",
    "board_picture",
    "bracket_picture",
    "branch_picture",
    "cross_picture",
    "curve_picture",
    "daily_picture",
    "hand_picture",
    "open_table_picture",
    "rules_picture",
    "souvenir_picture",
    "table_picture",
    "use_folders",
]
