"""The positions and chances of a game, computed by the library in the form in which the page has them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from ecarte.ai import Knowledge, at_table, knowledge_of, policy_knows_games
from ecarte.ai.cards.search import open_values
from ecarte.ai.cards.trick_values import Worth, by_tricks
from ecarte.ai.playouts import open_outcomes
from ecarte.game import Card, Phase, Seat, State, cards_of, mask_of, player_view, public_view
from ecarte.notation import Record, Replay

ORDERS = 400


def positions(record: Record) -> list[dict[str, Any]]:
    """Returns all positions of a game as plain values."""
    walk = Replay(record.events)
    return [_position(walk.state(place)) for place in range(len(walk))]


def chances(record: Record) -> list[float | None]:
    """Returns North's chance after each step, with all cards open. Empty if the tables do not know the rules."""
    if not policy_knows_games(record.state.rules):
        return []
    walk, found = Replay(record.events), list[float | None]()
    for place in range(len(walk)):
        state = walk.state(place)
        found.append(found[-1] if _in_exchange(state) else _chance(state))
    return found


def _in_exchange(state: State) -> bool:
    return state.phase in (Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD)


def _chance(state: State) -> float | None:
    """Returns North's chance in a state in which no exchange is under way."""
    if state.outcome is not None:
        return None if state.outcome.winner is None else float(state.outcome.winner is Seat.NORTH)
    if state.phase in (Phase.CUT, Phase.DEAL):
        odds = at_table(public_view(state))
        assert odds is not None
        return odds.chances[0]
    seat = state.player
    chance = _before_proposal(state) if state.phase is Phase.PROPOSE else _in_play(state)
    return chance if seat is Seat.NORTH else 1 - chance


def _before_proposal(state: State) -> float:
    """Returns the elder's chance: the mean over orders of the talon."""
    elder = state.player
    talon = mask_of(state.last_deal.pack[state.exchanges.drawn :])
    dealer = state.hand(elder.other)
    outcomes = open_outcomes(player_view(state, elder), dealer, talon, (0, 0), ORDERS, Random(0))
    return sum(outcomes) / ORDERS


def _in_play(state: State) -> float:
    """Returns the chance of the seat to act, with the best cards of both."""
    seat = state.player
    view = player_view(state, seat)
    knowledge = knowledge_of(view)
    theirs = state.hand(seat.other)
    known = _open(knowledge, theirs)
    needs = [state.rules.points - state.score[each.index] - (state.window is each) for each in (seat, seat.other)]
    worth = by_tricks(needs[0], needs[1], knowledge.is_elder, knowledge.own_pays, knowledge.opponent_pays)
    return max(open_values(known, Worth(worth, worth)).values())


def _open(knowledge: Knowledge, theirs: int) -> Knowledge:
    """Returns the knowledge of a seat that sees the opponent's hand."""
    return replace(knowledge, unseen=theirs, sure=theirs, silent_king=False)


def _position(state: State) -> dict[str, Any]:
    public = public_view(state)
    deal = state.deal
    return {
        "phase": public.phase.value,
        "turn": _seat(public.turn),
        "score": list(public.score),
        "dealer": _seat(public.dealer),
        "number": public.number,
        "packets": None if public.distribution is None else public.distribution.value,
        "turnUp": _card(public.turn_up),
        "talon": public.talon,
        "proposals": public.proposals,
        "rounds": [list(pair) for pair in public.rounds],
        "asked": public.asked,
        "conditional": public.conditional,
        "king": None if public.king is None else [public.king.seat.index, public.king.how.value],
        "vulnerable": _seat(public.vulnerable),
        "tricks": [
            [trick.leader.index, trick.lead.index, _card(trick.reply), _seat(trick.winner)] for trick in public.tricks
        ],
        "taken": list(public.taken),
        "early": public.ended_by is not None,
        "scored": None
        if public.scored is None
        else [public.scored.seat.index, public.scored.points, public.scored.reason.value],
        "offer": _seat(public.offer),
        "outcome": None if public.outcome is None else [_seat(public.outcome.winner), public.outcome.how.value],
        "window": _seat(state.window),
        "hands": None if deal is None else [[_card(card) for card in player_view(state, seat).places] for seat in Seat],
        "out": [[card.index for card in cards_of(out)] for out in state.exchanges.out],
    }


def _seat(seat: Seat | None) -> int | None:
    return None if seat is None else seat.index


def _card(card: Card | None) -> int | None:
    return None if card is None else card.index
