"""A table for tests: hands are named, the pack follows; every move goes through the log as it would in earnest."""

from __future__ import annotations

import pytest

from ecarte.game import (
    PACK,
    Card,
    Discard,
    Distribution,
    Event,
    IllegalMove,
    Move,
    Play,
    Rule,
    Rules,
    Seat,
    State,
    apply,
    begin,
    deal,
    decide,
    evolve,
    is_legal,
    parse_cards,
    replay,
)

N, S = Seat.NORTH, Seat.SOUTH

ELDER = "KS QS 9H 8H AC"
DEALER = "7H TD JC 9C 8D"
TURN_UP = "7C"


def pack_of(elder: str, dealer: str, turn_up: str, talon: str = "", first_packet: int = 3) -> tuple[Card, ...]:
    """Returns a pack that deals these hands by packets, threes first or twos; the talon continues with the cards not
    named.
    """
    first, second, n = parse_cards(elder), parse_cards(dealer), first_packet
    named = (*first[:n], *second[:n], *first[n:], *second[n:], Card.parse(turn_up), *parse_cards(talon))
    assert len(set(named)) == len(named) >= 11, "a card is named twice, or one is missing"
    return (*named, *(card for card in PACK if card not in named))


def play(text: str) -> Play:
    """Returns the move that plays the card."""
    return Play(Card.parse(text))


def discard(text: str = "") -> Discard:
    """Returns the move that discards the cards."""
    return Discard(parse_cards(text))


class Table:
    """A game in progress: `state` and the `log` that leads to it. South deals first, so North is the elder."""

    def __init__(self, rules: Rules | None = None, dealer: Seat | None = S) -> None:
        self.log: list[Event] = list(begin(rules or Rules(), dealer))
        self.state: State = replay(self.log)

    def happen(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Records events, one after the other."""
        for event in events:
            self.state = evolve(self.state, event)
            self.log.append(event)
        return events

    def deal(self, elder: str = ELDER, dealer: str = DEALER, turn_up: str = TURN_UP, talon: str = "") -> Table:
        """Deals these hands."""
        first_packet = 2 if self.state.rules.packets is Distribution.TWO_THREE else 3
        self.happen(deal(self.state, pack_of(elder, dealer, turn_up, talon, first_packet)))
        return self

    def does(self, seat: Seat, *moves: Move) -> tuple[Event, ...]:
        """Makes these moves of `seat`, one after the other; returns the events of the last."""
        events: tuple[Event, ...] = ()
        for move in moves:
            assert is_legal(self.state, seat, move)
            applied = apply(self.state, seat, move)
            events = self.happen(decide(self.state, seat, move))
            assert self.state == applied, "apply and decide disagree"
        assert replay(self.log) == self.state
        return events

    def expect_refused(self, seat: Seat, move: Move, rule: Rule) -> IllegalMove:
        """Fails unless this rule forbids `seat` the move, and nothing changes."""
        before = self.state
        assert not is_legal(before, seat, move)
        with pytest.raises(IllegalMove) as caught:
            decide(before, seat, move)
        with pytest.raises(IllegalMove):
            apply(before, seat, move)
        assert caught.value.rule is rule
        assert self.state is before
        assert replay(self.log) == before
        return caught.value

    def trick(self, lead: str, reply: str) -> Table:
        """Plays a trick: the seat to act leads, and the opponent replies."""
        assert self.state.turn is not None
        leader = self.state.turn
        self.does(leader, play(lead))
        self.does(leader.other, play(reply))
        return self

    def tricks(self, text: str) -> Table:
        """Plays tricks, each a lead and a reply: `KS JC, 7H 9H`."""
        for pair in text.split(","):
            self.trick(*pair.split())
        return self
