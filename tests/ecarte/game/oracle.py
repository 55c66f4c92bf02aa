"""Says the rules of play again, in other words than the library's: a comparison card by card, without tables."""

from __future__ import annotations

from ecarte.game import Card, Suit


def strength(card: Card, led: Card, trump: Suit) -> tuple[int, int]:
    """Ranks a card: trumps above the suit led, that suit above all others; within a suit the king is the highest."""
    standing = 2 if card.suit is trump else 1 if card.suit is led.suit else 0
    return standing, "789TAJQK".index(str(card)[0])


def oracle_wins(led: Card, reply: Card, trump: Suit) -> bool:
    """Returns whether the second of two cards wins."""
    return strength(reply, led, trump) > strength(led, led, trump) and reply.suit in (led.suit, trump)


def oracle_replies(hand: tuple[Card, ...], led: Card, trump: Suit) -> set[Card]:
    """Returns the cards that follow suit, or else all cards; of these the ones that win, if there are any."""
    keeping = [card for card in hand if card.suit is led.suit] or list(hand)
    winning = [card for card in keeping if oracle_wins(led, card, trump)]
    return set(winning or keeping)


def lines_of_play(leader: tuple[Card, ...], other: tuple[Card, ...], trump: Suit, cards: int = 10) -> int:
    """Counts, one by one, the ways in which the next `cards` cards can be played."""
    if cards == 0 or not leader:
        return 1
    count = 0
    for led in leader:
        kept = tuple(card for card in leader if card is not led)
        answers = oracle_replies(other, led, trump)
        if cards == 1:
            count += 1
            continue
        for reply in answers:
            left = tuple(card for card in other if card is not reply)
            hands = (left, kept) if oracle_wins(led, reply, trump) else (kept, left)
            count += lines_of_play(*hands, trump, cards - 2)
    return count
