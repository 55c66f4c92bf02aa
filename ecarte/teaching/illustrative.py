"""How an illustrative hand is played: the learner chooses, the opponent makes the best reply with open hands.

Where a hand is about what cannot be seen, the opponent plays the `replies` that the book gives instead, and may hold
one hand or another: of those that agree with all that the learner has seen, the one that is worst for the learner. So a
guess is never lucky. Everything follows from the learner's choices, so nothing has to be remembered between two of
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ecarte.game import Card, IllegalMove, Play, PlayerView, Rule, State, apply, player_view
from ecarte.odds import open_leads, open_replies
from ecarte.teaching.position import ME, OPPONENT, Setup, stand


@dataclass(frozen=True, slots=True)
class IllustrativeHand:
    """One of the fourteen.

    - `number`, `page`: in the book
    - `setup`: the position; the opponent's hand is ours; `others`: with other hands of the opponent
    - `goal`: how many tricks of the five the learner should make
    - `book`: the learner's cards as the book plays them, as far as it tells
    - `replies`: what the opponent plays by the book: all cards played so far, and the next one
    """

    number: int
    page: int
    setup: Setup
    goal: int
    book: tuple[str, ...]
    replies: tuple[tuple[str, str], ...] = ()
    others: tuple[Setup, ...] = ()


def play_out(hand: IllustrativeHand, places: Sequence[int] = ()) -> State:
    """The state after the learner's choices, each a place (0 to 4) of the hand, and all replies to them.

    It is the learner's turn, or the deal is over; a last card plays itself. Raises `IllegalMove` for a place that is
    empty, a card that may not be played, or a choice after the end.
    """
    alike, left = [_answered(hand, stand(setup)) for setup in (hand.setup, *hand.others)], list(places)
    while left and alike[0].scored is None:
        alike = _worst(hand, _after_choice(hand, alike, left.pop(0)))
    if left:
        raise IllegalMove(Rule.GAME_IS_OVER)
    return alike[0]


def _answered(hand: IllustrativeHand, state: State) -> State:
    """The state once the opponent has played, and a last card of the learner's."""
    while state.scored is None:
        if state.turn is OPPONENT:
            state = apply(state, OPPONENT, Play(best_reply(hand, state)))
        elif len(cards := state.cards(ME)) == 1:
            state = apply(state, ME, Play(cards[0]))
        else:
            break
    return state


def _after_choice(hand: IllustrativeHand, alike: Sequence[State], place: int) -> list[list[State]]:
    """What the states that look alike to the learner become by a choice: those that still do are together."""
    parted: dict[tuple[Card, ...], list[State]] = {}
    for state in alike:
        after = _answered(hand, apply(state, ME, Play(_card_at(state, place))))
        parted.setdefault(after.played, []).append(after)
    return list(parted.values())


def _worst(hand: IllustrativeHand, parted: Sequence[list[State]]) -> list[State]:
    return min(parted, key=lambda alike: _reach(hand, alike))


def _reach(hand: IllustrativeHand, alike: Sequence[State]) -> int:
    """How many tricks the learner makes of these states without a further error."""
    state = alike[0]
    if state.scored is not None:
        return state.tricks[ME.index]
    places = [place for place, card in enumerate(state.last_deal.places[ME.index]) if _may_play(state, card)]
    return max(_reach(hand, _worst(hand, _after_choice(hand, alike, place))) for place in places)


def _may_play(state: State, card: Card | None) -> bool:
    return card is not None and Play(card) in player_view(state, ME).legal_moves


def view_after(hand: IllustrativeHand, places: Sequence[int] = ()) -> PlayerView:
    """The learner's view after these choices. Raises as `play_out`."""
    return player_view(play_out(hand, places), ME)


def is_over(view: PlayerView) -> bool:
    """Whether the deal has been played out."""
    return view.public.scored is not None


def tricks_made(view: PlayerView) -> int:
    """How many tricks the learner has made."""
    return view.public.taken[ME.index]


def choices(view: PlayerView) -> tuple[Card, ...]:
    """The cards that the learner may play now, in the order of the pack; none out of turn."""
    return tuple(move.card for move in view.legal_moves if isinstance(move, Play))


def within_reach(hand: IllustrativeHand, places: Sequence[int] = ()) -> int:
    """How many tricks the learner makes after these choices without a further error. Raises as `play_out`."""
    view = view_after(hand, places)
    if is_over(view):
        return tricks_made(view)
    return max(within_reach(hand, (*places, view.places.index(card))) for card in choices(view))


def advised_card(hand: IllustrativeHand, places: Sequence[int] = ()) -> Card | None:
    """The card that a hint names: of those with which most can still be made the book's next one, else the first.

    It follows from all hands, as the replies do; None where there is no choice. Raises as `play_out`.
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
    """What the opponent plays: the book's reply, else the best with open hands.

    Of equal cards, as people would: a lead from a plain suit and its highest card, the cheapest reply.
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
    """The card in one of the learner's five places. Raises `IllegalMove` where there is none."""
    card = state.last_deal.places[ME.index][place] if 0 <= place < 5 else None
    if card is None or not state.hand(ME) & card.bit:
        raise IllegalMove(Rule.CARD_NOT_IN_HAND, card=str(card))
    return card
