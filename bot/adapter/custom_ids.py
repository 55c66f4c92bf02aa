"""Encodes and decodes `custom_id`s, the ids of buttons, selects and forms.

An id names a verb, a table, the decision for which the item was drawn, and a short argument, such as the place of a
card, a page or a choice. An id never names a card, since any reader can read it in the source of the message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST = 100
_GREATEST = 2**63 - 1
BUTTON = re.compile(r"ecb:(?P<verb>[a-z]+):(?P<table>[0-9a-z]+):(?P<decision>[0-9a-z]*):(?P<argument>[\w.,-]*)")
FORM = re.compile(r"ecm:(?P<verb>[a-z]+):(?P<table>[0-9a-z]+):(?P<decision>[0-9a-z]*):(?P<argument>[\w.,-]*)")
SELECT = re.compile(r"ecs:(?P<verb>[a-z]+):(?P<table>[0-9a-z]+):(?P<decision>[0-9a-z]*):(?P<argument>[\w.,-]*)")
ITEM = re.compile(BUTTON.pattern.replace("ecb:", "ec[bscru]:", 1))
"""Matches the id of a button, or of a select of strings, channels, roles or people."""


class Verb(Enum):
    """What a button, select or form does when it is pressed. The value is the word in its `custom_id`."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
    SHOW_HAND = "hand"
    PROPOSE = "propose"
    GIVE = "give"
    GIVE_IF_ENOUGH = "giveif"
    REFUSE = "refuse"
    CHOOSE_DISCARDS = "choose"
    DISCARD = "discard"
    PLAY = "play"
    KING = "king"
    MORE = "more"
    CLAIM_POINT = "point"
    CLAIM_VOLE = "vole"
    ABANDON = "abandon"
    RESIGN = "resign"
    OFFER_STOP = "stop"
    ACCEPT_STOP = "stopyes"
    DECLINE_STOP = "stopno"
    CLAIM_DEAL = "timedeal"
    CLAIM_GAME = "timegame"
    GIVE_TIME = "moretime"
    REMATCH = "again"
    CLOSE = "close"
    RULES = "rules"
    LAW = "law"
    LEADERBOARD = "board"
    HISTORY = "history"
    SETTING = "setting"
    PREFERENCE = "preference"
    RECORD = "record"
    TABLES = "tables"
    PURSE = "purse"
    REPLAY = "replay"
    SOUVENIR = "souvenir"
    REVIEW = "review"
    BET = "bet"
    BET_AMOUNT = "betsum"
    BET_OTHER = "betother"
    WITHDRAW_BET = "betback"
    TAKE_BETS = "bettake"
    MATCH_BET = "betmatch"
    CHOUETTE = "chouette"
    WANT_CARDS = "cards"
    OFFER = "offer"
    TAKE_OFFER = "offertake"
    WITHDRAW_OFFER = "offerback"
    SIDE_BETS = "sidebets"
    ENTER = "enter"
    LEAVE_QUEUE = "unqueue"
    SIT = "sit"
    DECLINE_CHAIR = "unsit"
    ASK_HOUSE = "askhouse"
    TAKE_HAND = "handtake"
    DECLINE_HAND = "handno"
    POINT = "pointat"
    FOLLOW = "follow"
    ADMIN = "admin"
    ADMIN_DO = "admindo"
    WATCHERS = "watchers"
    ADMIT_WATCHER = "watchyes"
    REFUSE_WATCHER = "watchno"
    SIT_BEHIND = "behind"
    LEAVE_GUEST = "unbehind"
    TOURNAMENT_JOIN = "cupin"
    TOURNAMENT_LEAVE = "cupout"
    TOURNAMENT_START = "cupgo"
    TOURNAMENT_READY = "cupready"
    TOURNAMENT_STOP = "cupstop"
    TOURNAMENT_SHOW = "cupshow"
    TAKE_BACK = "takeback"
    KING_BACK = "kingback"
    NAME_SUIT = "suitname"
    REQUIRE_SUIT = "suitask"
    CALL = "call"
    LET_STAND = "letstand"
    REMARK = "remark"
    CUT = "cut"
    FAIR = "fair"
    PACKS = "packs"
    NEW_CARDS = "newcards"
    OTHER_PACK = "otherpack"
    LESSON = "lesson"
    QUIZ = "jeux"
    DAILY = "daily"
    PRIVACY = "privacy"
    HOUSE = "house"
    NEXT_DEAL = "nextdeal"
    TIPS = "tips"
    GAME = "game"
    FIND_OPPONENT = "help"
    """The value must not change: the greetings that earlier releases posted in servers have a button with it."""
    READY = "ready"
    HINT = "hint"
    ODDS = "odds"
    BLOCK = "block"
    REMINDER = "reminder"
    OWNER = "owner"
    OWNER_SAY = "ownersay"
    STORY = "story"
    FROM_HERE = "fromhere"
    PUZZLE = "puzzle"
    SAME_DEAL = "samedeal"
    TERMS = "terms"
    DUPLICATE = "duplicate"
    DUPLICATE_WORD = "duplword"


@dataclass(frozen=True, slots=True)
class Press:
    """The content of the `custom_id` of a button, select or form.

    Attributes:
        table: the id of the table, or of the tournament if the verb is one of tournaments. 0 if no table is meant.
        decision: the number of the decision for which the item was drawn. None if the press is valid at any decision.
        argument: the argument, in letters, digits, `_`, `.`, `,` and `-` only.
    """

    verb: Verb
    table: int = 0
    decision: int | None = None
    argument: str = ""


def encode(press: Press, *, select: bool = False) -> str:
    """Returns the `custom_id` of an item.

    Raises:
        ValueError: the argument has a character that is not allowed, or the id is longer than Discord allows.
    """
    return _encode(press, "ecs", SELECT) if select else _encode(press, "ecb", BUTTON)


def encode_form(press: Press) -> str:
    """Returns the `custom_id` of a form that asks for the missing part of a press.

    Raises:
        ValueError: as `encode`.
    """
    return _encode(press, "ecm", FORM)


def _encode(press: Press, kind: str, form: re.Pattern[str]) -> str:
    decision = "" if press.decision is None else _base36(press.decision)
    text = f"{kind}:{press.verb.value}:{_base36(press.table)}:{decision}:{press.argument}"
    if not form.fullmatch(text) or len(text) > _LONGEST:
        raise ValueError(f"no custom_id can be made of {press.verb}")
    return text


def decode(match: re.Match[str]) -> Press | None:
    """Returns the press that a `custom_id` holds. Takes the match of `ITEM`, `BUTTON`, `SELECT` or `FORM` on the id.

    Returns None if the verb is not known or a number is too great: another version of the bot drew the item, or the id
    is forged.
    """
    try:
        verb = Verb(match["verb"])
    except ValueError:
        return None
    decision = int(match["decision"], 36) if match["decision"] else None
    table = int(match["table"], 36)
    return Press(verb, table, decision, match["argument"]) if max(table, decision or 0) <= _GREATEST else None


def _base36(number: int) -> str:
    if number < 0:
        raise ValueError("a custom_id holds no negative number")
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"
