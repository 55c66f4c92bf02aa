"""Pictures of cards: the hand, the table, the rules and tournaments.

Takes plain scenes (`HandScene`, `TableScene`, …), returns PNGs (`Picture`). A scene holds only what is drawn, so a
picture cannot show what its reader may not see. Equal scenes give equal bytes; safe in worker threads; a millisecond
each, and tens more for each card that the process has not drawn before.
"""

from bot.pictures.board import BoardRow, BoardScene, board_picture
from bot.pictures.bracket import bracket_picture, branch_picture
from bot.pictures.cross import cross_picture
from bot.pictures.drawing.fonts import SHAPES, use_folders
from bot.pictures.drawing.stage import Picture
from bot.pictures.hand import hand_picture
from bot.pictures.rules import rules_picture
from bot.pictures.scenes import (
    Back,
    Deck,
    Felt,
    HandPlace,
    HandScene,
    Indices,
    OpenTableScene,
    Played,
    PlayerPanel,
    RulesScene,
    SampleTrick,
    Side,
    StakePanel,
    StakesScene,
    Style,
    TableScene,
)
from bot.pictures.stakes import stakes_picture
from bot.pictures.table import open_table_picture, table_picture
from bot.pictures.tournament_scenes import BracketScene, BranchScene, Cell, CrossRow, CrossScene, Entry, Meeting

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
    "Deck",
    "Entry",
    "Felt",
    "HandPlace",
    "HandScene",
    "Indices",
    "Meeting",
    "OpenTableScene",
    "Picture",
    "Played",
    "PlayerPanel",
    "RulesScene",
    "SampleTrick",
    "Side",
    "StakePanel",
    "StakesScene",
    "Style",
    "TableScene",
    "board_picture",
    "bracket_picture",
    "branch_picture",
    "cross_picture",
    "hand_picture",
    "open_table_picture",
    "rules_picture",
    "stakes_picture",
    "table_picture",
    "use_folders",
]
