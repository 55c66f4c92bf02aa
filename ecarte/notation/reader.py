"""Reads a record line by line, and refuses every line that the game does not justify.

The reader turns each line into a move, which the laws must allow. Then it compares the line with the line that
`RecordLines` writes for the event. Lines without a move (scores, a turned-up king, the end) are only compared. So every
word of an accepted record is right. Only blank lines, spacing, byte order marks at the beginning of a line, and
comments (lines that start with `;`) may differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from ecarte.fair import ChainDeal, Fair, HouseSeat
from ecarte.game import (
    PACK,
    Abandon,
    Accept,
    AcceptIfEnough,
    AcceptStop,
    AnnounceKing,
    CallError,
    Card,
    CardTextError,
    Claim,
    ClaimTime,
    DeclineStop,
    Discard,
    Distribution,
    Event,
    Fault,
    GameStarted,
    Goal,
    IllegalMove,
    LetStand,
    Move,
    NameSuit,
    NotationError,
    OfferStop,
    Play,
    Propose,
    RecordFault,
    Refuse,
    Remedy,
    RequireSuitNamed,
    Resign,
    Rules,
    Scope,
    Seat,
    State,
    Suit,
    TakeBack,
    TakeKingBack,
    close_calls,
    cut_event,
    deal_event,
    event_of,
    evolve,
)
from ecarte.notation._fair_lines import FIRST_WORDS, parse_drawn, parse_fair
from ecarte.notation._house_lines import parse_house
from ecarte.notation.tags import DERIVED_TAGS, one_blank_apart, parse_rules, parse_tag, tag_line
from ecarte.notation.writer import VERSION, RecordLines, result_text

MOST_CHARACTERS: Final = 1 << 18
"""The most characters that a record may have, not counting comments and line breaks. A game of five points has about
three thousand.
"""

_CARDS: Final = {card.text: card for card in PACK}
_SUITS: Final = {suit.name.lower(): suit for suit in Suit}
_SEATS: Final = {"N": Seat.NORTH, "S": Seat.SOUTH}
_STANDS: Final = ["the", "deal", "stands"]
_ACTIONS: Final[Mapping[str, Callable[[], Move]]] = {
    "proposes": Propose,
    "accepts": Accept,
    "accepts if enough": AcceptIfEnough,
    "refuses": Refuse,
    "king": AnnounceKing,
    "abandons": Abandon,
    "resigns": Resign,
    "offers to stop": OfferStop,
    "agrees to stop": AcceptStop,
    "declines to stop": DeclineStop,
    "takes deal on time": lambda: ClaimTime(Scope.DEAL),
    "takes game on time": lambda: ClaimTime(Scope.GAME),
    "discards none": Discard,
    "requires the suit named": RequireSuitNamed,
    "requires the suit named, but there is none": RequireSuitNamed,
    "takes the king back": TakeKingBack,
    "calls the revoke for score": lambda: CallError(Fault.REVOKE, Remedy.SCORE),
    "calls the revoke for again": lambda: CallError(Fault.REVOKE, Remedy.AGAIN),
    "calls the king for score": lambda: CallError(Fault.KING, Remedy.SCORE),
    "calls the king for again": lambda: CallError(Fault.KING, Remedy.AGAIN),
    "lets it stand": LetStand,
}


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was read from its text.

    Attributes:
        tags: the tags of the text, without Ecarte, Rules and Result.
        events: the log of the game.
        state: the state after the last event.
        fair: for each fair deal, by its number, the promise and the inputs of the pack as the text has them. The reader
            does not verify them; `ecarte.fair.verify` does.
        house: which seats the house played, by which player, and from which event on.
    """

    tags: Mapping[str, str]
    events: tuple[Event, ...]
    state: State
    fair: Mapping[int, Fair] = field(default_factory=lambda: MappingProxyType({}))
    house: tuple[HouseSeat, ...] = ()


def read(text: str) -> Record:
    """Reads the game in a text. Checks every line against the laws.

    Raises:
        NotationError: the record has an error, or the text has no record or several. The exception names the line and
            the error.
        TypeError: `text` is no string.
    """
    if not isinstance(text, str):
        raise TypeError(f"a record is a text, not {text!r}")
    record, *others = read_all(text)
    if others:
        raise NotationError(1, RecordFault.SEVERAL_RECORDS)
    return record


def read_all(text: str) -> Iterator[Record]:
    """Yields the games in a text of several records, one after the other.

    Raises:
        NotationError: when the iteration comes to a record with an error, or if the text has no record.
    """
    # Only line feeds end a line; a record escapes all other line breaks. A byte order mark may occur on any first line
    # of a record, because people concatenate files.
    numbered = (
        (number, one_blank_apart(line.removeprefix("\ufeff"))) for number, line in enumerate(text.split("\n"), start=1)
    )
    lines = [(number, line) for number, line in numbered if line and not line.startswith(";")]
    if not lines:
        raise NotationError(1, RecordFault.NO_RECORD)
    starts = [place for place, (_, line) in enumerate(lines) if line.startswith("[Ecarte ")]
    if starts[:1] != [0]:
        raise NotationError(lines[0][0], RecordFault.NO_START, tag_line("Ecarte", VERSION))
    for start, end in pairwise([*starts, len(lines)]):
        yield _Reader(lines[start:end]).record()


class _Reader:
    """Reads one record. `_lines` has the lines still to read, with their numbers, in reverse order."""

    def __init__(self, lines: list[tuple[int, str]]) -> None:
        self._lines = lines[::-1]
        self._number = lines[0][0]
        self._form = RecordLines()
        self._events: list[Event] = []
        self._fair: dict[int, Fair] = {}
        self._house: list[HouseSeat] = []

    def record(self) -> Record:
        if sum(len(line) for _, line in self._lines) > MOST_CHARACTERS:
            raise self._wrong(RecordFault.TOO_LONG, str(MOST_CHARACTERS))
        tags, rules, result, result_line = self._head()
        state = self._start(rules)
        while self._lines:
            state = self._body_line(state, self._take())
        if result != result_text(state):
            raise NotationError(result_line, RecordFault.OTHER_RESULT, tag_line("Result", result_text(state)))
        fair, house = MappingProxyType(self._fair), tuple(self._house)
        return Record(MappingProxyType(tags), tuple(self._events), state, fair, house)

    def _take(self) -> str:
        """Takes the next line, and sets `_number` to its number."""
        if not self._lines:
            raise self._wrong(RecordFault.BREAKS_OFF)
        self._number, line = self._lines.pop()
        return line

    def _next_starts(self, *words: str) -> bool:
        return bool(self._lines) and self._lines[-1][1].startswith(words)

    def _wrong(self, kind: RecordFault, text: str = "") -> NotationError:
        return NotationError(self._number, kind, text)

    def _head(self) -> tuple[dict[str, str], Rules, str, int]:
        """Returns the tags, the rules, the result, and the number of the line of the result."""
        tags: dict[str, str] = {}
        lines: dict[str, int] = {}
        while self._next_starts("["):
            line = self._take()
            try:
                name, text = parse_tag(line)
            except ValueError:
                raise self._wrong(RecordFault.NOT_A_TAG) from None
            if name in tags:
                raise self._wrong(RecordFault.SECOND_TAG, name)
            tags[name], lines[name] = text, self._number
        for name in DERIVED_TAGS:
            if name not in tags:
                raise self._wrong(RecordFault.NO_TAG, name)
        if tags.pop("Ecarte") != VERSION:
            raise NotationError(lines["Ecarte"], RecordFault.OTHER_VERSION)
        try:
            rules = parse_rules(tags.pop("Rules"))
        except ValueError:
            raise NotationError(lines["Rules"], RecordFault.NO_SUCH_RULES) from None
        return tags, rules, tags.pop("Result"), lines["Result"]

    def _start(self, rules: Rules) -> State:
        dealer = None
        if self._next_starts("dealer"):
            words = self._take().split()
            dealer = _SEATS.get(words[1]) if len(words) == 2 else None
            if dealer is None:
                raise self._wrong(RecordFault.NO_DEALER)
        event = GameStarted(rules, dealer)
        self._events.append(event)
        return evolve(None, event)

    def _body_line(self, state: State, line: str) -> State:
        """Reads a line, and the further lines that belong to it. Returns the state after its events. Each line must be
        what the writer would write.
        """
        if line.startswith("["):
            raise self._wrong(RecordFault.TAG_IN_GAME)
        words = line.split(" ")
        if words[0] == "house" and state.due is None:
            self._house.append(parse_house(line, len(self._events), self._wrong))
            self._form.lead_is_last = False
            return state
        further: list[str] = []
        try:
            if state.due is not None:
                state, written = self._happened(state, state.due)
            elif words[0] == "deal" and len(words) == 4:
                state, written = self._deal(state, words[3], further)
            elif words == _STANDS:
                state, written = self._happened(state, close_calls(state)[0])
            elif words[0] == "cut" and len(words) == 5:
                event: Event = cut_event(state, _card(words[2]), _card(words[4]))
                state, written = self._happened(state, event)
            else:
                state, written = self._actions(state, words)
        except IllegalMove as refusal:
            particulars = ", ".join(f"{name} {value}" for name, value in refusal.data.items())
            raise NotationError(self._number, RecordFault.BROKEN_RULE, particulars, refusal.rule) from refusal
        except CardTextError as error:
            raise self._wrong(RecordFault.NOT_A_CARD, error.text[:20]) from None
        first, *rest = written
        self._compare(line, first)
        for expected in rest:
            self._compare(further.pop(0) if further else self._take(), expected)
        if self._next_starts(*FIRST_WORDS) and words[0] == "deal" and state.deal is not None:
            number = state.deal.number
            fair = parse_fair(self._take, self._wrong, self._fair.get(number - 1))
            if isinstance(fair, ChainDeal) and number == 1 and self._next_starts("drawn"):
                fair = replace(fair, drawn=parse_drawn(self._take, self._wrong))
            self._fair[number] = fair
        return state

    def _compare(self, line: str, expected: str) -> None:
        if line != expected:
            raise self._wrong(RecordFault.EXPECTED, expected)

    def _happened(self, state: State, event: Event) -> tuple[State, list[str]]:
        """Adds an event to the log. Returns the state after it, and the lines that the writer would write for it."""
        after = evolve(state, event)
        self._events.append(event)
        return after, list(self._form.lines(event, after))

    def _deal(self, state: State, distribution: str, further: list[str]) -> tuple[State, list[str]]:
        """Reads the two lines of sixteen cards that follow the first line of a deal. Appends both to `further`. Returns
        the state after the deal, and the lines that the writer would write for it.
        """
        number = self._number
        try:
            packets = Distribution(distribution)
        except ValueError:
            raise self._wrong(RecordFault.NO_PACKETS) from None
        further += [self._take(), self._take()]
        pack = [_card(word) for line in further for word in line.split()]
        self._number = number
        return self._happened(state, deal_event(state, pack, packets))

    def _actions(self, state: State, words: list[str]) -> tuple[State, list[str]]:
        """Reads the action of a player, or a lead with its reply: `3. N KH S 9H`. Returns the state after it, and the
        lines that the writer would write for it.
        """
        if words[0].removesuffix(".").isdecimal():
            words = words[1:]
        elif self._form.lead_is_last and len(words) == 2 and words[1] in _CARDS:
            raise self._wrong(RecordFault.REPLY_APART)
        texts: list[str] = []
        # Only a lead and its reply may be on one line.
        while words and (not texts or (self._form.lead_is_last and words[1:2] and words[1] in _CARDS)):
            seat = _SEATS.get(words[0])
            if seat is None:
                raise self._wrong(RecordFault.NEITHER_SEAT_NOR_TRICK, words[0][:20])
            own = words[1:2] if words[1:2] and words[1] in _CARDS else words[1:]
            words = words[1 + len(own) :]
            state, written = self._happened(state, event_of(state, seat, self._move(own)))
            texts = [" ".join((*texts, written[0])), *written[1:]]
        if not texts:
            raise self._wrong(RecordFault.NO_CARD_IN_TRICK)
        return state, texts

    def _move(self, words: list[str]) -> Move:
        match words:
            case [word] if word in _CARDS:
                return Play(_CARDS[word])
            case ["claims", "point" | "vole" as goal, *_] | ["shows", "for", "point" | "vole" as goal, *_]:
                return Claim(Goal(goal))
            case ["names", suit] if suit in _SUITS:
                return NameSuit(_SUITS[suit])
            case ["has", _, "take", "back", _]:
                return TakeBack()
            case ["discards", *cards] if cards and cards != ["none"]:
                return Discard(map(_card, cards))
            case _:
                action = " ".join(words)
                if action not in _ACTIONS:
                    raise self._wrong(RecordFault.NO_SUCH_DEED, action[:40])
                return _ACTIONS[action]()


def _card(text: str) -> Card:
    """Returns the card that `text` names in the form of a record. Unlike `Card.parse` it accepts no other form.

    Raises:
        CardTextError: `text` is no card in that form.
    """
    if text not in _CARDS:
        raise CardTextError(text)
    return _CARDS[text]
