"""Plays an illustrative hand: the learner chooses cards, and the opponent makes the best reply with open hands.

In a hand about hidden cards, the opponent plays the book's `replies` instead, and may hold one of several hands. Among
the hands that agree with everything the learner has seen, the opponent holds the one that is worst for the learner, so
a guess is never lucky. The learner's choices determine everything, so nothing needs to be stored between two of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ecarte.game import Card, IllegalMove, Play, PlayerView, Rule, State, apply, legal_moves, player_view
from ecarte.odds import open_leads, open_replies
from ecarte.teaching.position import ME, OPPONENT, Setup, stand


@dataclass(frozen=True, slots=True)
class IllustrativeHand:
    """One of the fourteen illustrative hands of the book, to be played by a learner.

    Attributes:
        number, page: the number of the hand, and its page in the book.
        setup: the position from which the learner plays. This library chose the opponent's cards, except in hand XII.
        goal: the number of tricks that the learner should win.
        book: the learner's cards as the book plays them, as far as the text says.
        replies: the cards that the opponent plays in the book: pairs of all cards played before, and the opponent's
            card.
        others: the position with other hands that the opponent may hold.
    """

    number: int
    page: int
    setup: Setup
    goal: int
    book: tuple[str, ...]
    replies: tuple[tuple[str, str], ...] = ()
    others: tuple[Setup, ...] = ()


def play_out(hand: IllustrativeHand, places: Sequence[int] = ()) -> State:
    """Returns the state after the learner's choices and all of the opponent's replies.

    It is then the learner's turn, or the deal is over. The learner's last card is played without a choice.

    Args:
        hand: the illustrative hand.
        places: for each choice, the place of the card in the learner's hand, 0 to 4.

    Raises:
        IllegalMove: a place is empty, a card may not be played, or the deal is already over.
    """
    return _possible_after(hand, places)[0]


def _possible_after(hand: IllustrativeHand, places: Sequence[int]) -> list[State]:
    """Returns the states after the learner's choices that agree with everything the learner has seen.

    Arguments and errors are those of `play_out`, which returns the first of them.
    """
    possible, remaining = [_answered(hand, stand(setup)) for setup in (hand.setup, *hand.others)], list(places)
    while remaining and possible[0].scored is None:
        possible = _worst(hand, _after_choice(hand, possible, remaining.pop(0)))
    if remaining:
        raise IllegalMove(Rule.GAME_IS_OVER)
    return possible


def _answered(hand: IllustrativeHand, state: State) -> State:
    """Returns the state after the opponent's reply and, if only one card is left, the learner's last card."""
    while state.scored is None:
        if state.turn is OPPONENT:
            state = apply(state, OPPONENT, Play(best_reply(hand, state)))
        elif len(cards := state.cards(ME)) == 1:
            state = apply(state, ME, Play(cards[0]))
        else:
            break
    return state


def _after_choice(hand: IllustrativeHand, possible: Sequence[State], place: int) -> list[list[State]]:
    """Returns the states after a choice, in groups that look the same to the learner."""
    groups: dict[tuple[Card, ...], list[State]] = {}
    for state in possible:
        after = _answered(hand, apply(state, ME, Play(_card_at(state, place))))
        groups.setdefault(after.played, []).append(after)
    return list(groups.values())


def _worst(hand: IllustrativeHand, groups: Sequence[list[State]]) -> list[State]:
    # Most hands have one group. To compare it would search all that is left of the deal.
    return groups[0] if len(groups) == 1 else min(groups, key=lambda possible: _reach(hand, possible))


def _reach(hand: IllustrativeHand, possible: Sequence[State]) -> int:
    """Returns how many tricks the learner can still win from these states, which look the same to the learner."""
    state = possible[0]
    if state.scored is not None:
        return state.tricks[ME.index]
    lawful = {move.card for move in legal_moves(state, ME) if isinstance(move, Play)}
    places = [place for place, card in enumerate(state.last_deal.places[ME.index]) if card in lawful]
    return max(_reach(hand, _worst(hand, _after_choice(hand, possible, place))) for place in places)


def view_after(hand: IllustrativeHand, places: Sequence[int] = ()) -> PlayerView:
    """Returns what the learner sees after these choices. Arguments and errors are those of `play_out`."""
    return player_view(play_out(hand, places), ME)


def is_over(view: PlayerView) -> bool:
    """Returns whether the illustrative hand has been played to its end."""
    return view.public.scored is not None


def tricks_made(view: PlayerView) -> int:
    """Returns the number of tricks that the learner has won."""
    return view.public.taken[ME.index]


def choices(view: PlayerView) -> tuple[Card, ...]:
    """Returns the cards that the learner may play now, in the order of `PACK`. Empty if it is not the learner's
    turn.
    """
    return tuple(move.card for move in view.legal_moves if isinstance(move, Play))


def within_reach(hand: IllustrativeHand, places: Sequence[int] = ()) -> int:
    """Returns how many tricks the learner can still win after these choices. Arguments and errors are those of
    `play_out`.
    """
    return _reach(hand, _possible_after(hand, places))


def advised_card(hand: IllustrativeHand, places: Sequence[int] = ()) -> Card | None:
    """Returns the card that a hint advises after these choices, or None if the learner has no choice.

    The best cards are those after which the learner can still win the most tricks (`within_reach`). If the book's next
    card is one of them, the hint advises it; otherwise the first of them, in the order of `PACK`. Arguments and errors
    are those of `play_out`.
    """
    view = view_after(hand, places)
    lawful = choices(view)
    if len(lawful) < 2:
        return None
    reach = {card: within_reach(hand, (*places, view.places.index(card))) for card in lawful}
    best = [card for card in lawful if reach[card] == max(reach.values())]
    wanted = hand.book[len(places)] if len(places) < len(hand.book) else None
    return next((card for card in best if str(card) == wanted), best[0])


def best_reply(hand: IllustrativeHand, state: State) -> Card:
    """Returns the card that the opponent plays: the book's reply, or else the best card with open hands.

    If several leads are equally good, the opponent leads the highest plain card. If several replies are equally good,
    the opponent plays the cheapest one.
    """
    so_far = " ".join(str(card) for card in state.played)
    for seen, card_text in hand.replies:
        if seen == so_far:
            return Card.parse(card_text)
    theirs, mine, trump = state.hand(OPPONENT), state.hand(ME), state.last_deal.trump
    if len(state.played) % 2:
        replies = open_replies(mine | state.played[-1].bit, theirs, state.played[-1], trump)
        return min(replies, key=lambda card: (replies[card], card.suit is trump, card.rank.strength))
    leads = open_leads(theirs, mine, trump)
    return max(leads, key=lambda card: (leads[card], card.suit is not trump, card.rank.strength))


def _card_at(state: State, place: int) -> Card:
    """Returns the card in one of the learner's five places. Raises `IllegalMove` if the place is empty."""
    card = state.last_deal.places[ME.index][place] if 0 <= place < 5 else None
    if card is None or not state.hand(ME) & card.bit:
        raise IllegalMove(Rule.CARD_NOT_IN_HAND, card=str(card))
    return card
