"""Why something is refused: each refusal names its problem and carries data; the sentence is for `bot.texts`."""

from __future__ import annotations

from enum import Enum

__all__ = ["Problem", "Refused"]


class Problem(Enum):
    """What stands against it; the value is the key of the sentence, after `problem.`."""

    SELF = "self"
    A_BOT = "a_bot"
    SEATED = "seated"
    OTHER_SEATED = "other_seated"
    SAME_CHALLENGE = "same_challenge"
    TOO_MANY_CHALLENGES = "too_many_challenges"
    NOT_CHALLENGED = "not_challenged"
    FOR_ANYBODY = "for_anybody"
    NOT_CHALLENGER = "not_challenger"
    CHALLENGE_OVER = "challenge_over"
    NO_TABLE = "no_table"
    NOT_A_PLAYER = "not_a_player"
    NO_GAME = "no_game"
    STALE = "stale"
    NOT_LAWFUL = "not_lawful"
    NOT_CERTAIN = "not_certain"
    TIME_NOT_UP = "time_not_up"
    TIME_IS_YOURS = "time_is_yours"
    GAME_ON = "game_on"
    CLOSED = "closed"


class Refused(Exception):
    """Nothing was done, and this is why.

    Args:
        problem: what stands against it.
        data: values for the sentence.
    """

    def __init__(self, problem: Problem, **data: object) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.data = data
