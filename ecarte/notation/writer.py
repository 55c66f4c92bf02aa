"""Writes the lines of a record, one event after the other.

`RecordLines` returns the lines of each event. The reader uses it, too, and compares each line of a record with its
result, so writer and reader cannot disagree. `ecarte.notation` describes the form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, assert_never

from ecarte.fair import Fair, HouseSeat
from ecarte.game import (
    Accepted,
    Card,
    CardPlayed,
    CardsDealt,
    CardTakenBack,
    ConditionFailed,
    CutMade,
    Deal,
    DealerDiscarded,
    DealScored,
    DealStood,
    ElderDiscarded,
    ErrorCalled,
    Event,
    Fault,
    GameEnded,
    GameResigned,
    GameStarted,
    HandAbandoned,
    HandClaimed,
    HandShown,
    ImpossibleEvent,
    KingFrom,
    KingMarked,
    KingTakenBack,
    LetStood,
    NotationError,
    Proposed,
    RecordFault,
    Refused,
    State,
    StopAnswered,
    StopOffered,
    SuitNamed,
    SuitRequired,
    TimeClaimed,
    evolve,
)
from ecarte.notation._fair_lines import fair_lines
from ecarte.notation._house_lines import house_line
from ecarte.notation.tags import DERIVED_TAGS, is_tag_name, remark_line, rules_text, tag_line

VERSION: Final = "1"


class RecordLines:
    """Turns the events of a game into the lines of its record, one event after the other.

    Attributes:
        lead_is_last: whether the last event was a lead. If so, the text of the reply belongs on the same line.
    """

    def __init__(self) -> None:
        self.lead_is_last = False

    def lines(self, event: Event, after: State) -> tuple[str, ...]:
        """Returns the lines of one event.

        Args:
            event: the event.
            after: the state after it.
        """
        self.lead_is_last = type(event) is CardPlayed and after.led is event.card
        match event:
            case GameStarted():
                return () if event.dealer is None else (f"dealer {event.dealer}",)
            case CutMade():
                return (f"cut N {event.north} S {event.south}",)
            case CardsDealt():
                return _deal_lines(event, after.last_deal)
            case CardPlayed():
                number = f"{len(after.played) // 2 + 1}. " if self.lead_is_last else ""
                return (f"{number}{event.seat} {event.card}",)
            case DealScored():
                north, south = event.tricks
                score = _score(after)
                return (f"score {score} {event.seat} {event.reason.value} tricks {north}-{south}",)
            case GameEnded():
                return (f"end {result_text(after)}",)
            case Proposed() | Accepted() | Refused() | ElderDiscarded() | DealerDiscarded() | ConditionFailed():
                return _exchange_lines(event, after.last_deal, after)
            case DealStood():
                return ("the deal stands",)
            case CardTakenBack():
                return (f"{event.by} has {event.seat} take back {event.card}",)
            case SuitNamed() | SuitRequired() | KingTakenBack() | HandShown() | ErrorCalled() | LetStood():
                return (f"{event.seat} {_salon_action(event)}",)
            case _:
                return (f"{event.seat} {_action(event)}",)


def write(
    events: Iterable[Event],
    tags: Mapping[str, str] | None = None,
    remarks: Mapping[int, Sequence[str]] | None = None,
    fair: Mapping[int, Fair] | None = None,
    house: Iterable[HouseSeat] = (),
) -> str:
    """Returns the record of a game, finished or not. It ends with a line feed.

    Args:
        events: the log of the game.
        tags: the tags at the head, in this order. North, South and Date are usual. Ecarte, Rules and Result follow from
            the game and may not be among them.
        remarks: remarks about events, by the index of the event. Each becomes a line of its own that begins with `; `.
            It comes after the line of the event or, for a lead, after the whole trick. Readers skip these lines.
        fair: the promise and the inputs of each pack, by the number of the deal. They reveal all hands, as the record
            does.
        house: which seats the house plays, by which player, and from which event on.

    Raises:
        ImpossibleEvent: an event cannot follow the ones before it, or the log is empty.
        NotationError: a tag has an invalid name, or one that follows from the game.
    """
    house_lines: dict[int, list[str]] = {}
    for seat in house:
        house_lines.setdefault(seat.at, []).append(house_line(seat))
    state: State | None = None
    body: list[str] = []
    form = RecordLines()
    lead_at = 0
    index = -1
    for index, event in enumerate(events):
        if index in house_lines:
            body += house_lines[index]
            form.lead_is_last = False
        is_reply = form.lead_is_last and type(event) is CardPlayed
        state = evolve(state, event)
        lines = form.lines(event, state)
        if is_reply:
            body[lead_at] = f"{body[lead_at]} {lines[0]}"
        elif type(event) is CardsDealt:
            number = state.last_deal.number
            body += ("", *lines, *(fair_lines(fair[number], fair.get(number - 1)) if fair and number in fair else ()))
        else:
            body += lines
        if form.lead_is_last:
            lead_at = len(body) - 1
        body += (remark_line(remark) for remark in (remarks or {}).get(index, ()))
    if state is None:
        raise ImpossibleEvent("nothing", "a game starts with GameStarted")
    body += house_lines.get(index + 1, ())
    gap = [] if body[:1] == [""] else [""]
    return "\n".join((*head_lines(tags or {}, state), *gap, *body, ""))


def head_lines(tags: Mapping[str, str], state: State) -> list[str]:
    """Returns the lines at the head of a record: the tag Ecarte, the given tags, then the tags that follow from the
    game.

    Raises:
        NotationError: a tag has an invalid name, or one that follows from the game.
    """
    for place, name in enumerate(tags, start=2):
        if name in DERIVED_TAGS or not is_tag_name(name):
            raise NotationError(place, RecordFault.TAG_NAME, name)
    return [
        tag_line("Ecarte", VERSION),
        *(tag_line(name, text) for name, text in tags.items()),
        tag_line("Rules", rules_text(state.rules)),
        tag_line("Result", result_text(state)),
    ]


def result_text(state: State) -> str:
    """Returns the result of a game in a few words: score, winner and ending. An asterisk stands for a game in
    progress.
    """
    outcome = state.outcome
    if outcome is None:
        return "*"
    return f"{_score(state)} {outcome.winner or 'none'} {outcome.how.value}"


def _score(state: State) -> str:
    north, south = state.score
    return f"{north}-{south}"


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _hands(deal: Deal) -> str:
    north, south = deal.places
    return f"hands N {_text(north)} S {_text(south)}"


def _deal_lines(event: CardsDealt, deal: Deal) -> tuple[str, ...]:
    return (
        f"deal {deal.number} {deal.dealer} {event.distribution.value}",
        _text(event.pack[:16]),
        _text(event.pack[16:]),
        f"{_hands(deal)} turned {deal.turn_up}",
    )


def _exchange_lines(
    event: Proposed | Accepted | Refused | ElderDiscarded | DealerDiscarded | ConditionFailed,
    deal: Deal,
    after: State,
) -> tuple[str, ...]:
    match event:
        case Proposed():
            return (f"{deal.elder} proposes",)
        case Accepted():
            return (f"{deal.dealer} accepts{' if enough' if event.conditional else ''}",)
        case Refused():
            return (f"{deal.dealer} refuses",)
        case ElderDiscarded():
            return (f"{deal.elder} discards {_text(event.cards)}",)
        case DealerDiscarded():
            discard = f"{deal.dealer} discards {_text(event.cards) or 'none'}"
            # If the condition failed, no cards were drawn, so there are no new hands to show.
            return (discard,) if type(after.due) is ConditionFailed else (discard, _hands(deal))
        case ConditionFailed():
            return ("not enough",)
        case _:
            assert_never(event)


def _action(
    event: KingMarked | HandAbandoned | HandClaimed | GameResigned | TimeClaimed | StopOffered | StopAnswered,
) -> str:
    match event:
        case KingMarked():
            return "king turned" if event.how is KingFrom.TURNED else "king"
        case HandAbandoned():
            return "abandons"
        case HandClaimed():
            return f"claims {event.goal.value} {_text(event.cards)}"
        case GameResigned():
            return "resigns"
        case TimeClaimed():
            return f"takes {event.scope.value} on time"
        case StopOffered():
            return "offers to stop"
        case StopAnswered():
            return "agrees to stop" if event.accepted else "declines to stop"
        case _:
            assert_never(event)


def _salon_action(event: SuitNamed | SuitRequired | KingTakenBack | HandShown | ErrorCalled | LetStood) -> str:
    match event:
        case SuitNamed():
            return f"names {event.suit.name.lower()}"
        case SuitRequired():
            return "requires the suit named" if event.held else "requires the suit named, but there is none"
        case KingTakenBack():
            return "takes the king back"
        case HandShown():
            return f"shows for {event.goal.value} {_text(event.cards)}"
        case ErrorCalled():
            return f"calls the {'revoke' if event.fault is Fault.REVOKE else 'king'} for {event.remedy.value}"
        case LetStood():
            return "lets it stand"
        case _:
            assert_never(event)
