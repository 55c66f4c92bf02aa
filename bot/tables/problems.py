"""The refusals of requests. Each refusal has a `Problem`, and the values for its sentence, which is in `bot.texts`."""

from __future__ import annotations

from enum import Enum
from typing import Any

from bot.storage import PutAside
from ecarte.game import IllegalMove, Rule
from ecarte.table.stakes import GalerieError


class Problem(Enum):
    """Why a request was refused. The value, after `problem.`, is the key of the sentence in `bot.texts`."""

    SELF = "self"
    SEATED = "seated"
    OTHER_SEATED = "other_seated"
    NOT_FREE = "not_free"
    """The other person takes no challenges, or has blocked this person. The sentence never tells which."""
    BLOCKED_BY_YOU = "blocked_by_you"
    TOO_MANY_CHALLENGES = "too_many_challenges"
    TOO_MANY_OPENED = "too_many_opened"
    NOT_CHALLENGED = "not_challenged"
    OPEN_CHALLENGE = "open_challenge"
    NOT_CHALLENGER = "not_challenger"
    CHALLENGE_OVER = "challenge_over"
    TERMS_AGREED = "terms_agreed"
    """A person has already agreed to the terms, so the challenger cannot change them."""
    TERMS_OFTEN = "terms_often"
    """The challenger has changed the terms so often that they cannot change any more."""
    TERMS_CHANGED = "terms_changed"
    """The challenger has changed the terms since the message with the pressed button was drawn."""
    POOL_ALONE = "pool_alone"
    """A pool was asked for together with an option that no pool has, or in a challenge to one member."""
    POOL_NEEDS_STAKE = "pool_needs_stake"
    CUT_NEEDS_RUBBER = "cut_needs_rubber"
    NO_SALON_HINTS = "no_salon_hints"
    NO_TABLE = "no_table"
    TABLE_LOST = "table_lost"
    TABLE_LOST_CHIPS = "table_lost_chips"
    RECORD_LOST = "record_lost"
    NOT_A_PLAYER = "not_a_player"
    NO_GAME = "no_game"
    STALE = "stale"
    BUSY = "busy"
    TOO_FAST = "too_fast"
    COMMANDS_TOO_FAST = "commands_too_fast"
    PRESSES_TOO_FAST = "presses_too_fast"
    SERVER_FULL = "server_full"
    MAINTENANCE = "maintenance"
    NOT_OWNER = "not_owner"
    NO_WORDS = "no_words"
    SERVER_FULL_OF_CORRESPONDENCE = "server_full_of_correspondence"
    NEEDS_SERVER = "needs_server"
    OTHER_SERVER = "other_server"
    """The person pressed in another server than that of the table or tournament."""
    NOT_MEMBER = "not_member"
    """The person is not in the server of the table or tournament."""
    MEMBER_UNKNOWN = "member_unknown"
    """Discord does not say whether the person is in the server of the table or tournament."""
    OTHER_LEFT = "other_left"
    """The other person has left the server."""
    NOT_LAWFUL = "not_lawful"
    NOT_CERTAIN = "not_certain"
    TIME_NOT_UP = "time_not_up"
    TIME_IS_YOURS = "time_is_yours"
    GAME_ON = "game_on"
    CLOSED = "closed"
    GALERIE = "galerie"
    """A rule about the galerie, from `ecarte.table`, forbids this. The data name the rule."""
    CHIPS_OFF = "chips_off"
    """The managers of the server allow no games for chips."""
    BANNED = "banned"
    BANNED_UNTIL = "banned_until"
    OTHER_BANNED = "other_banned"
    NO_REASON = "no_reason"
    NO_PURSE = "no_purse"
    """The person has no purse in the server, so no purse can be reset."""
    NO_CHIPS_LEFT = "no_chips_left"
    CANNOT_PAY = "cannot_pay"
    OTHER_CANNOT_PAY = "other_cannot_pay"
    EMPTY_PURSE = "empty_purse"
    FOR_HONOUR = "for_honour"
    NO_BETS = "no_bets"
    NO_PAUSE = "no_pause"
    BETS_FIRST = "bets_first"
    NOT_A_BACKER = "not_a_backer"
    UNSEEN = "unseen"
    """The backer or guest may not see the hand. The data name the reason, which is a `Sight`."""
    NO_GUESTS = "no_guests"
    """No bystander may sit behind this player: the table is of a kind without guests, or the player is the house."""
    NO_WATCHER = "no_watcher"
    SEEN_ALREADY = "seen_already"
    NO_CHAIRS = "no_chairs"
    CHAIR_CALLED = "chair_called"
    HOUSE_AWAY = "house_away"
    HOUSE_FOR_HONOUR = "house_for_honour"
    HOUSE_NEVER_ERRS = "house_never_errs"
    HOUSE_NOT_YOURS = "house_not_yours"
    NO_HAND_OFFERED = "no_hand_offered"
    NOT_YOUR_TURN_TO_TAKE = "not_your_turn_to_take"
    HAND_OFFERED = "hand_offered"
    IN_POOL = "in_pool"
    POOL_ON = "pool_on"
    POOL_OUT = "pool_out"
    NO_CUT = "no_cut"
    NOT_ELDER = "not_elder"
    BAD_CUT = "bad_cut"
    CANNOT_PAY_CARDS = "cannot_pay_cards"
    TOURNAMENT_ON_HERE = "tournament_on_here"
    TOURNAMENTS_OPEN = "tournaments_open"
    """The person has opened too many tournaments in the server that have not begun."""
    NO_TOURNAMENT = "no_tournament"
    TOURNAMENT_BEGUN = "tournament_begun"
    TOURNAMENT_OVER = "tournament_over"
    TOURNAMENT_NOT_BEGUN = "tournament_not_begun"
    TOURNAMENT_BUSY = "tournament_busy"
    TOURNAMENT_FULL = "tournament_full"
    TOURNAMENT_TOO_FEW = "tournament_too_few"
    TOURNAMENT_NOT_YOURS = "tournament_not_yours"
    IN_TOURNAMENT = "in_tournament"
    NOT_IN_TOURNAMENT = "not_in_tournament"
    TOURNAMENT_NOTHING_TO_PLAY = "tournament_nothing_to_play"
    TOURNAMENT_PLAYING = "tournament_playing"
    ARENA_BEGUN = "arena_begun"
    NOT_IN_ARENA = "not_in_arena"
    TOURNAMENT_TABLE = "tournament_table"
    """The table plays a pairing of a tournament, so it is no challenge that its players can change or end."""
    LOG_GONE = "log_gone"
    """The log of the table was deleted, because logs are kept only for some time."""
    DAY_TRIED = "day_tried"
    """The person began this deal of the day before they were erased, so they may not begin it again."""
    CHALLENGE_TRIED = "challenge_tried"
    """The person began this challenge before they were erased."""
    CHALLENGE_NOT_YOURS = "challenge_not_yours"
    """The challenge is another person's."""
    NOT_INVITED = "not_invited"
    """The button of a duplicate match is for other people."""
    DUPLICATE_STALE = "duplicate_stale"
    """The button belongs to an earlier moment of a duplicate match."""
    BEING_ERASED = "being_erased"
    """The bot is deleting the person's data now."""
    BLOCKED = "blocked"
    """The owner of the bot has blocked the person."""
    SERVER_BLOCKED = "server_blocked"
    """The owner of the bot has blocked the server: the bot is about to leave it."""


class Refused(Exception):
    """A request was refused, and nothing was done.

    Args:
        problem: the reason.
        data: values for the sentence.
    """

    def __init__(self, problem: Problem, **data: Any) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.data = data


class TableLost(Refused):
    """The log of the table cannot be read. So the table is closed for good ("put aside")."""

    def __init__(self, lost: PutAside) -> None:
        super().__init__(Problem.TABLE_LOST_CHIPS if lost.frozen else Problem.TABLE_LOST)
        self.lost = lost


class Contradiction(Refused):
    """The options that were chosen for a challenge contradict each other, or its other terms."""


def refusal(forbidden: GalerieError) -> Refused:
    """Converts an error of the galerie's rules to a refusal. Its data are facts for the person who acted."""
    return Refused(Problem.GALERIE, rule=forbidden.rule, law=forbidden.law, **forbidden.data)


def refusal_of(illegal: IllegalMove) -> Refused:
    """Converts an unlawful move of the game to a refusal."""
    problem = Problem.NOT_CERTAIN if illegal.rule is Rule.CLAIM_NOT_CERTAIN else Problem.NOT_LAWFUL
    return Refused(problem, rule=illegal.rule, law=illegal.law)
