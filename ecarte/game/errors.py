"""The errors of the core. Each carries data, such as the rule that was broken, and never a sentence for players.

    EcarteError
    ├── CardTextError        a text that names no card                                   (also a ValueError)
    ├── MoveTextError        a text that names no move                                   (also a ValueError)
    ├── HandError            cards that contradict what is known of the pack             (also a ValueError)
    ├── RulesError           a rule with a value that is not allowed                     (also a ValueError)
    ├── IllegalMove          a move, cut or deal that the laws forbid: `.rule`, `.law`, `.data`
    ├── ImpossibleEvent      an event that cannot follow the state to which it was applied
    └── NotationError        a record with an error: `.line`, `.rule`, `.law`            (also a ValueError)

The data of an error may be shown to the player who made the move: it contains only what this player knows.
This module imports no other module of the core. Source of the numbers of laws: Laws 1-51 as the clubs printed them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, unique
from types import MappingProxyType


@unique
class Rule(Enum):
    """The rules that a move, cut or deal can break.

    `law` is the number of the law, or None for a rule that no law states, such as whose turn it is.
    """

    PACKETS_OF_TWO = "packets-of-two", 3
    CUT_TWO_CARDS = "cut-two-cards", 5
    PACK_OF_THIRTY_TWO = "pack-of-thirty-two", 45
    NO_CHOICE_OF_CARDS = "no-choice-of-cards", 5
    NEW_CARDS_COMING = "new-cards-coming", 44
    SAME_DISTRIBUTION = "same-distribution", 8
    NOT_THE_PHASE = "not-the-phase", None
    NOT_YOUR_TURN = "not-your-turn", None
    GAME_IS_OVER = "game-is-over", None
    NO_KING_TO_ANNOUNCE = "no-king-to-announce", 23
    KING_TOO_LATE = "king-too-late", 24
    KING_MARKED_ALREADY = "king-marked-already", 47
    ENOUGH_IN_TALON = "enough-in-talon", 38
    NO_CONDITIONS = "no-conditions", 38
    TOO_MANY_CARDS = "too-many-cards", 38
    ONE_CARD_AT_LEAST = "one-card-at-least", None
    DEALER_MUST_EXCHANGE = "dealer-must-exchange", None
    CARD_NOT_HELD = "card-not-held", 28
    CARD_NOT_IN_HAND = "card-not-in-hand", 39
    FOLLOW_SUIT = "follow-suit", 43
    WIN_THE_TRICK = "win-the-trick", 43
    TRUMP_THE_TRICK = "trump-the-trick", 43
    CLAIM_ON_LEAD = "claim-on-lead", 42
    CLAIM_NOT_CERTAIN = "claim-not-certain", 42
    NO_HAND_TO_ABANDON = "no-hand-to-abandon", 42
    NOT_LATE = "not-late", None
    STOP_OFFERED_ALREADY = "stop-offered-already", None
    NO_STOP_OFFERED = "no-stop-offered", None
    ONLY_IN_A_SALON = "only-in-a-salon", None
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back", 39
    ONLY_TO_MEND_A_REPLY = "only-to-mend-a-reply", 39
    NAME_BEFORE_LEADING = "name-before-leading", 41
    LEAD_THE_SUIT_NAMED = "lead-the-suit-named", 41
    NO_SUIT_TO_REQUIRE = "no-suit-to-require", 41
    NO_REVOKE_SEEN = "no-revoke-seen", 43
    NO_FALSE_KING_SEEN = "no-false-king-seen", 25
    KING_IS_YOURS = "king-is-yours", 25
    NOTHING_TO_PLAY_AGAIN = "nothing-to-play-again", 25
    NOTHING_TO_LET_STAND = "nothing-to-let-stand", None

    law: int | None

    def __new__(cls, name: str, law: int | None) -> Rule:
        rule = object.__new__(cls)
        rule._value_ = name
        rule.law = law
        return rule

    def __str__(self) -> str:
        return str(self.value)


class EcarteError(Exception):
    """The base class of the errors that this library defines."""


class CardTextError(EcarteError, ValueError):
    """The string `.text` names no card."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f"{self.text!r} is not a card"


class MoveTextError(EcarteError, ValueError):
    """The string `.text` names no move."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f"{self.text!r} is not a move"


class HandError(EcarteError, ValueError):
    """Some cards cannot be a hand. `.problem` says why in a few words, and names no card of the opponent."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return self.problem


class RulesError(EcarteError, ValueError):
    """The value `.value` is not allowed for `.field`, a field of the rules or another argument such as the score."""

    def __init__(self, field: str, value: object) -> None:
        super().__init__(field, value)
        self.field = field
        self.value = value

    def __str__(self) -> str:
        return f"the rules cannot have {self.field} = {self.value!r}"


class IllegalMove(EcarteError):
    """The laws forbid a move, cut or deal. Nothing has changed.

    Attributes:
        rule: the rule that was broken.
        law: the number of the law, or None for a rule that no law states, such as whose turn it is.
        data: details that the player who moved knows already (the phase, the card led, the number of cards in the
            talon).
    """

    def __init__(self, rule: Rule, **data: object) -> None:
        super().__init__(rule, data)
        self.rule = rule
        self.data: Mapping[str, object] = MappingProxyType(data)

    @property
    def law(self) -> int | None:
        """The number of the broken law, or None for a rule that no law states, such as whose turn it is."""
        return self.rule.law

    def __reduce__(self) -> tuple[object, ...]:
        return (_illegal_move, (self.rule, dict(self.data)))

    def __str__(self) -> str:
        law = "" if self.law is None else f" (law {self.law})"
        particulars = ", ".join(f"{name} {value}" for name, value in self.data.items())
        return f"{self.rule}{law}" + (f": {particulars}" if particulars else "")


def _illegal_move(rule: Rule, data: dict[str, object]) -> IllegalMove:
    return IllegalMove(rule, **data)


class ImpossibleEvent(EcarteError):
    """An event of type `.event_type` cannot follow the state to which it was applied.

    `.__cause__` is the `IllegalMove` that explains it, if there is one.
    """

    def __init__(self, event_type: str, reason: str) -> None:
        super().__init__(event_type, reason)
        self.event_type = event_type
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.event_type} cannot have happened: {self.reason}"


@unique
class RecordFault(Enum):
    """The errors that a record can have. Each has a key for programs, and an English sentence for developers and the
    command line.
    """

    NO_RECORD = "no-record", "the text has no record"
    SEVERAL_RECORDS = "several-records", "the text has more than one record"
    NO_START = "no-start", "a record starts with {text}"
    TOO_LONG = "too-long", "a record has at most {text} characters"
    BREAKS_OFF = "breaks-off", "the record breaks off after this line"
    NOT_A_TAG = "not-a-tag", 'a tag is written [Name "text"]'
    SECOND_TAG = "second-tag", "the tag {text} occurs twice"
    NO_TAG = "no-tag", "the tag {text} is missing"
    TAG_NAME = "tag-name", "{text!r} is not a name for a tag"
    TAG_IN_GAME = "tag-in-game", "tags come before the game"
    OTHER_VERSION = "other-version", "the record has an unknown version"
    NO_SUCH_RULES = "no-such-rules", "the rules are not valid"
    NO_DEALER = "no-dealer", "a dealer is written: dealer N, or dealer S"
    NO_PACKETS = "no-packets", "the packets of a deal are 3-2 or 2-3"
    NO_COMMITMENT = "no-commitment", "the commitment of a deal is written: fair, and 64 hexadecimal digits"
    NO_SECRET = "no-secret", "the secret of a deal is written: secret, and 64 hexadecimal digits"
    NO_SEEDS = "no-seeds", 'seeds and cut are written: seeds N "text" S "text" cut 17'
    NO_PROMISE = "no-promise", 'the promise of a game is written: promise, 64 digits, table "17" game 1 from 1'
    NO_SHARE = "no-share", 'a share is written: share N (or drawn N) named "text", kept "text" or none; maybe press 123'
    NO_CUT = "no-cut", "a cut is written: cut 17 by elder, or: cut 17 by key"
    NO_HOUSE_PLAYER = "no-house-player", "a player of the house is written: house N maitre 1, or house N none"
    NOT_A_CARD = "not-a-card", "{text!r} is not a card"
    NO_CARD_IN_TRICK = "no-card-in-trick", "a trick has a card"
    REPLY_APART = "reply-apart", "the reply is written on the line of the lead"
    NEITHER_SEAT_NOR_TRICK = "neither-seat-nor-trick", "{text!r} is neither a seat (N, S) nor the number of a trick"
    NO_SUCH_DEED = "no-such-deed", "{text!r} is not an action of a player"
    EXPECTED = "expected", "the game requires this line: {text}"
    OTHER_RESULT = "other-result", "the game requires this result: {text}"
    BROKEN_RULE = "broken-rule", "{text}"

    english: str

    def __new__(cls, name: str, english: str) -> RecordFault:
        fault = object.__new__(cls)
        fault._value_ = name
        fault.english = english
        return fault


class NotationError(EcarteError, ValueError):
    """A record cannot be read, because of an error in one line.

    Attributes:
        line: the number of the line, from 1.
        kind: the kind of error.
        text: details, such as the word that is wrong or the line that the game requires.
        rule: the rule of the game that was broken, or None.
    """

    def __init__(self, line: int, kind: RecordFault, text: str = "", rule: Rule | None = None) -> None:
        super().__init__(line, kind, text, rule)
        self.line = line
        self.kind = kind
        self.text = text
        self.rule = rule

    @property
    def law(self) -> int | None:
        """The number of the law that the record breaks, or None."""
        return None if self.rule is None else self.rule.law

    @property
    def problem(self) -> str:
        """An English sentence about the error, with its details."""
        return self.kind.english.format(text=self.text)

    def __str__(self) -> str:
        law = "" if self.law is None else f" (law {self.law})"
        words = ([] if self.rule is None else [f"{self.rule}{law}"]) + ([self.problem] if self.problem else [])
        return f"line {self.line}: {': '.join(words)}"
