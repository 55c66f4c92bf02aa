"""The computer player, called the house: its levels, the values of moves, chances to win, and the tables behind
them.
"""

from ecarte.ai.cards.hidden import Interval, certified_interval
from ecarte.ai.deciding import DealEnd, DecidingDeal, deciding_deal, winner_chances
from ecarte.ai.exchange.game_value import Basis, ScoreOdds, at_score, at_table
from ecarte.ai.finish import Feat, Finish, finish_of
from ecarte.ai.fitting import fitting_level, house_marks
from ecarte.ai.hand_shape import PlainSuit, Shape, shape_of
from ecarte.ai.knowledge import Knowledge, knowledge_of
from ecarte.ai.known_rules import POINTS, policy_knows, policy_knows_games
from ecarte.ai.move_values import TELLING, MoveValues, can_be_valued, king_values, move_values, played_values
from ecarte.ai.native import ENGINES, choose_engine, engine_name
from ecarte.ai.players import Level, Player, chosen_move, contestant, get_ready, name_of, player_named, player_of
from ecarte.ai.players.book_exchange import better_silent, book_discard, is_time_to_announce
from ecarte.ai.players.book_rules import guards, refused_on, stood_on
from ecarte.ai.players.salon import book_proposes, book_refuses
from ecarte.ai.recompute import MoveVerdict, Recomputed, recompute
from ecarte.ai.watching import public_chances

__all__ = [
    "ENGINES",
    "POINTS",
    "TELLING",
    "Basis",
    "DealEnd",
    "DecidingDeal",
    "Feat",
    "Finish",
    "Interval",
    "Knowledge",
    "Level",
    "MoveValues",
    "MoveVerdict",
    "PlainSuit",
    "Player",
    "Recomputed",
    "ScoreOdds",
    "Shape",
    "at_score",
    "at_table",
    "better_silent",
    "book_discard",
    "book_proposes",
    "book_refuses",
    "can_be_valued",
    "certified_interval",
    "choose_engine",
    "chosen_move",
    "contestant",
    "deciding_deal",
    "engine_name",
    "finish_of",
    "fitting_level",
    "get_ready",
    "guards",
    "house_marks",
    "is_time_to_announce",
    "king_values",
    "knowledge_of",
    "move_values",
    "name_of",
    "played_values",
    "player_named",
    "player_of",
    "policy_knows",
    "policy_knows_games",
    "public_chances",
    "recompute",
    "refused_on",
    "shape_of",
    "stood_on",
    "winner_chances",
]
