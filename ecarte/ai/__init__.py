"""The computer player: levels, values of moves, solved policy, certified values of hidden hands."""

from ecarte.ai.game_value import Basis, ScoreOdds, at_score, at_table
from ecarte.ai.hand_shape import Shape, shape_of
from ecarte.ai.hidden import Interval, certified
from ecarte.ai.knowledge import Sight, sight_of
from ecarte.ai.move_values import POINTS, Weighed, can_be_weighed, weighed, weighed_king
from ecarte.ai.players import Level, Player, chosen_move, contestant, get_ready, player_of
from ecarte.ai.players.book_cards import book_lead, book_reply
from ecarte.ai.players.book_exchange import better_silent, book_discard, is_time_to_announce
from ecarte.ai.players.salon import book_proposes, book_refuses

__all__ = [
    "POINTS",
    "Basis",
    "Interval",
    "Level",
    "Player",
    "ScoreOdds",
    "Shape",
    "Sight",
    "Weighed",
    "at_score",
    "at_table",
    "better_silent",
    "book_discard",
    "book_lead",
    "book_proposes",
    "book_refuses",
    "book_reply",
    "can_be_weighed",
    "certified",
    "chosen_move",
    "contestant",
    "get_ready",
    "is_time_to_announce",
    "player_of",
    "shape_of",
    "sight_of",
    "weighed",
    "weighed_king",
]
