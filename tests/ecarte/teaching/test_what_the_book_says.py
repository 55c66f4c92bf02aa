"""Quotations of Cavendish stand where the book says them: the fourteen hands, the examples, and rules with true
reasons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from ecarte.ai import knowledge_of
from ecarte.game import (
    Accept,
    AnnounceKing,
    Card,
    Discard,
    Phase,
    Play,
    PlayerView,
    Propose,
    Rank,
    Refuse,
    Rules,
    player_view,
)
from ecarte.teaching import HANDS, ME, BookAdvice, BookRule, IllustrativeHand, Setup, choices, stand, steps, view_after
from ecarte.teaching.book_advice import book_advice
from research.random_games import random_game

RENAMINGS = [dict(zip("SHDC", suits, strict=True)) for suits in permutations("SHDC")][::7]
TOLD = dict.fromkeys((2, 3, 7, 8, 9, 10, 11, 13, 14), 1) | {1: 3, 4: 2, 5: 3, 6: 3, 12: 2}
"""How many cards of each hand, in order, are the book's own; further ones are ours."""


def renamed(text: str, suits: dict[str, str]) -> str:
    """Returns cards and moves with their suits renamed."""
    return "".join(
        suits.get(letter, letter) if place and text[place - 1] in "KQJAT987" and letter in "SHDC" else letter
        for place, letter in enumerate(text)
    )


def turned(setup: Setup, suits: dict[str, str]) -> Setup:
    """Returns the same deal in other suits."""
    return replace(
        setup,
        mine=renamed(setup.mine, suits),
        theirs=renamed(setup.theirs, suits),
        turn_up=renamed(setup.turn_up, suits),
        talon=renamed(setup.talon, suits),
        moves=tuple(renamed(move, suits) for move in setup.moves),
    )


def advice_for(setup: Setup) -> BookAdvice:
    """Returns what the book does for the learner here."""
    advice = book_advice(player_view(stand(setup), ME))
    assert advice is not None
    return advice


@pytest.mark.parametrize("suits", RENAMINGS, ids=["".join(suits.values()) for suits in RENAMINGS])
@pytest.mark.parametrize("hand", [pytest.param(hand, id=str(hand.number)) for hand in HANDS])
def test_pp_58_to_71_in_his_fourteen_hands_the_card_is_his(hand: IllustrativeHand, suits: dict[str, str]) -> None:
    hand = replace(
        hand,
        setup=turned(hand.setup, suits),
        book=tuple(renamed(card, suits) for card in hand.book),
        replies=tuple((renamed(seen, suits), renamed(card, suits)) for seen, card in hand.replies),
    )
    places: tuple[int, ...] = ()
    for number in range(TOLD[hand.number]):
        view = view_after(hand, places)
        wanted = Card.parse(hand.book[number])
        if len(choices(view)) > 1:
            advice = book_advice(view)
            assert advice is not None
            assert (advice.rule, advice.hand) == (BookRule.HAND, hand.number)
            # "One of his outside cards", "one of his tens": X and XI leave which.
            equals = (
                [card for card in choices(view) if card.rank is wanted.rank] if hand.number in {10, 11} else [wanted]
            )
            assert advice.move in [Play(card) for card in equals]
            assert advice.rule.is_said
            assert advice.pages.split("-")[0] == str(hand.page)
        places = (*places, view.places.index(wanted))


DECIDED = {Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD, Phase.PLAY}
REFUSED = ("propose", "refuse")


@pytest.mark.parametrize(
    ("setup", "card"),
    [
        (Setup(mine="JS TS KH KC TC", theirs="8S QD TD 9H 8C", turn_up="7S"), "JS"),
        (Setup(mine="KC QC TC KD 7S", theirs="JC AC 9C 7C QS", turn_up="8C", score=(3, 0)), "7S"),
        (Setup(mine="QC 9C KD TS 8S", theirs="7D KS QS JS JD", turn_up="7C", moves=("KD", "7D")), "TS"),
        (
            Setup(
                mine="KD QS TS 9H 8C",
                theirs="7S KH QH KC QC",
                turn_up="7D",
                moves=(*REFUSED, "king", "KD", "7S"),
            ),
            "9H",
        ),
        (Setup(mine="QD TD KS JH 9C", theirs="9S 7H JD 9D 8D", turn_up="7D", moves=("JH", "7H")), "KS"),
        (Setup(mine="QC TC KS 7S TD", theirs="TS KC AC 9C 8D", turn_up="8C"), "KS"),
        (Setup(mine="JH 9H JC AC 9D", theirs="7C KH TH 8H 8D", turn_up="7H"), "JC"),
        (Setup(mine="KC QC 9C TS TD", theirs="9H 8H TC 8C 9S", turn_up="7H", moves=REFUSED), "KC"),
        (
            Setup(mine="QD KS JS TH TC", theirs="AD 9D 8D 8S 9H", turn_up="7D", dealer=ME, moves=("AD", "QD")),
            "KS",
        ),
        (
            Setup(mine="KS 9S JC 9C 7H", theirs="8S 7S QH QC QD", turn_up="8H", dealer=ME, moves=("7S", "KS")),
            "JC",
        ),
    ],
)
def test_pp_58_to_71_what_the_text_says_of_them_besides(setup: Setup, card: str) -> None:
    advice = advice_for(setup)
    assert (advice.move, advice.rule) == (Play(Card.parse(card)), BookRule.HAND)


@pytest.mark.parametrize("suits", RENAMINGS, ids=["".join(suits.values()) for suits in RENAMINGS])
@pytest.mark.parametrize(
    ("setup", "card"),
    [
        (Setup(mine="JH 9H KC 8D 7D", theirs="9S QS KH JC TC", turn_up="TS", moves=REFUSED), "8D"),
        (Setup(mine="KS 8C 7C QH 9H", theirs="9S QS KH JC TC", turn_up="TS", moves=(*REFUSED, "king")), "KS"),
        (
            Setup(mine="KS 8C 7C QH 9H", theirs="9S QS KH JC TC", turn_up="TS", moves=(*REFUSED, "king", "KS", "9S")),
            "8C",
        ),
        (Setup(mine="QC QH 9H 9D 7D", theirs="9S QS KH KC KD", turn_up="TS", moves=REFUSED), "QC"),
    ],
)
def test_hint_17_in_its_examples_the_card_is_his(setup: Setup, card: str, suits: dict[str, str]) -> None:
    advice = advice_for(turned(setup, suits))
    assert (advice.move, advice.rule) == (Play(Card.parse(renamed(card, suits))), BookRule.EXAMPLE)
    assert advice.pages in {"43", "44"}


@pytest.mark.parametrize(
    ("setup", "card", "rule"),
    [
        # "You play on two trumps with a tenace … the king is declared adversely. Lead your single card" (Hint 19).
        (
            Setup(mine="QS TS KH 8H 9D", theirs="KS 8S TH 7C 8C", turn_up="7S", moves=("KH", "king", "TH")),
            "9D",
            BookRule.OUTSIDE_CARD,
        ),
        # "With a weak trump and high cards in other suits, you should change the suit each time."
        (
            Setup(mine="9S KH KD QC JC", theirs="8S 7H TC 7C 8D", turn_up="7S", moves=("KH", "7H")),
            "KD",
            BookRule.CHANGE_SUIT,
        ),
        # "If three tricks are made in this way, then the single trump should be led."
        (
            Setup(
                mine="9S KH KD KC JC",
                theirs="8S 7H TC 7C 8D",
                turn_up="7S",
                moves=("KH", "7H", "KD", "8D", "KC", "7C"),
            ),
            "9S",
            BookRule.LAST_TRUMP,
        ),
        # Hint 20: "each player has made one trick. The leader has a high tenace in trumps, and one other card."
        (
            Setup(
                mine="KS JS KH 8D 8C", theirs="QD 7H QS 9S KC", turn_up="8S", moves=("king", "8D", "QD", "7H", "KH")
            ),
            "8C",
            BookRule.TENACE,
        ),
        # "The adversary has declared the king. The leader … remains with queen and two small trumps."
        (
            Setup(
                mine="KH KD QS 9S 7S", theirs="9H 8D KS JS AS", turn_up="8S", moves=("KH", "king", "9H", "KD", "8D")
            ),
            "7S",
            BookRule.UNDER_KING,
        ),
        # "You have won two tricks, your opponent one … Your lead is the plain card."
        (
            Setup(
                mine="KH KD 8C 9S 7H",
                theirs="TH 8D 9H JS 7D",
                turn_up="8S",
                moves=("7H", "TH", "8D", "KD", "KH", "9H"),
            ),
            "8C",
            BookRule.PLAIN_THIRD,
        ),
        # "If your adversary has won two tricks, and you win the third … your lead is the trump."
        (
            Setup(
                mine="8H 8D AS 7S 9C",
                theirs="KH AD 9H KD TC",
                turn_up="8S",
                moves=("8H", "KH", "AD", "8D", "9H", "AS"),
            ),
            "7S",
            BookRule.TRUMP_FOURTH,
        ),
        # "Having made two tricks, and finding the adversary has no trump, it is better to lead a king than a trump."
        (
            Setup(
                mine="KS AS 9S KH 7D",
                theirs="9H 8D KC QC JD",
                turn_up="8S",
                moves=("king", "KS", "8D", "AS", "JD"),
            ),
            "KH",
            BookRule.KING_THEN_TRUMP,
        ),
    ],
)  # fmt: skip
def test_hints_19_and_20_in_their_examples_the_card_is_his(setup: Setup, card: str, rule: BookRule) -> None:
    advice = advice_for(setup)
    assert (advice.move, advice.rule) == (Play(Card.parse(card)), rule)
    assert advice.rule.is_said


class Seen:
    """Says what a view shows, in the words of the book's sentences.

    It shares no code with `ecarte.teaching.book_leads`.
    """

    def __init__(self, view: PlayerView, advice: BookAdvice) -> None:
        public = view.public
        assert public.trump is not None
        assert public.turn_up is not None
        self.view, self.public, self.advice, self.trump = view, public, advice, public.trump
        self.cards = [card for card in view.places if card is not None]
        self.trumps = [card for card in self.cards if card.suit is public.trump]
        self.plain = [card for card in self.cards if card.suit is not public.trump]
        # The rules of cards advise a card: no predicate of the others asks for it.
        self.card: Any = advice.move.card if isinstance(advice.move, Play) else None
        self.elder = public.dealer is not view.seat
        self.king = Card(Rank.KING, public.trump)
        self.own = public.taken[view.seat.index]
        self.other = public.taken[view.seat.other.index]
        self.own_needs = public.rules.points - public.score[view.seat.index]
        self.other_needs = public.rules.points - public.score[view.seat.other.index]
        self.refused = public.vulnerable is view.seat.other and self.elder
        self.first = not public.tricks
        self.king_against = public.king is not None and public.king.seat is view.seat.other

    def suit(self, card: Card | None = None) -> list[Card]:
        """The cards of the suit of `card`, the highest first."""
        which = card or self.card
        assert which is not None
        return sorted((held for held in self.cards if held.suit is which.suit), key=lambda held: held.rank.index)

    def suits(self) -> list[list[Card]]:
        """The plain suits held."""
        held = {card.suit for card in self.plain}
        return [self.suit(next(card for card in self.plain if card.suit is suit)) for suit in held]

    @property
    def singles(self) -> list[Card]:
        """The plain cards that are alone in their suits."""
        return [suit[0] for suit in self.suits() if len(suit) == 1]

    @property
    def top_of_two(self) -> bool:
        """Whether the card is the highest of a plain suit of two or more."""
        return self.card in self.plain and len(self.suit()) > 1 and self.suit()[0] is self.card

    @property
    def top_trump(self) -> bool:
        """Whether the card is the highest trump."""
        return self.card in self.trumps and self.suit()[0] is self.card

    def highest(self, cards: list[Card]) -> bool:
        """Whether the card is among these, and none of them is higher."""
        assert self.card is not None
        return self.card in cards and self.card.rank.index == min(card.rank.index for card in cards)

    @property
    def held_or_guarded(self) -> int:
        """Trumps, and plain suits with a king or queen."""
        return len(self.trumps) + sum(suit[0].rank in (Rank.KING, Rank.QUEEN) for suit in self.suits())

    @property
    def courts(self) -> bool:
        """Whether all plain cards are court cards."""
        return all(card.rank in (Rank.KING, Rank.QUEEN, Rank.JACK) for card in self.plain)

    @property
    def ranks(self) -> list[str]:
        """The letters of the trumps held."""
        return [str(card)[0] for card in sorted(self.trumps, key=lambda held: held.rank.index)]

    @property
    def king_is_safe(self) -> bool:
        """Whether the king of trumps is in the hand, or turned up."""
        return self.king in self.cards or self.public.turn_up is self.king

    @property
    def last_led(self) -> Card | None:
        """The seat's own lead in the last trick."""
        last = self.public.tricks[-1]
        return last.lead if last.leader is self.view.seat else None

    @property
    def weak(self) -> bool:
        """Refused, no trump, and too few suits guarded to hope for the point."""
        return self.refused and not self.trumps and self.held_or_guarded < 3 and self.other_needs > 1

    @property
    def asks(self) -> bool:
        return isinstance(self.advice.move, Propose)

    @property
    def stands(self) -> bool:
        return isinstance(self.advice.move, Play)

    @property
    def gives(self) -> bool:
        return isinstance(self.advice.move, Accept)

    @property
    def refuses(self) -> bool:
        return isinstance(self.advice.move, Refuse)


def _neighbours(cards: list[Card]) -> bool:
    return len(cards) == 2 and cards[1].rank.index - cards[0].rank.index == 1


R = BookRule
CLAIMS: dict[BookRule, Callable[[Seen], bool]] = {
    R.HAND: lambda s: s.advice.hand is not None,
    R.EXAMPLE: lambda s: s.refused,
    R.TENACE: lambda s: (
        len(s.trumps) == 2 and s.plain == [s.card] and not _neighbours(s.suit(s.trumps[0])) and s.own == s.other == 1
    ),
    R.UNDER_KING: lambda s: (
        s.king_against and s.own == 2 and s.ranks[0] == "Q" and len(s.cards) == 3 == len(s.trumps)
        and s.suit()[-1] is s.card
    ),
    R.PLAIN_THIRD: lambda s: (s.own, s.other) == (2, 1) and s.plain == [s.card] and len(s.trumps) == 1,
    R.TRUMP_FOURTH: lambda s: (s.own, s.other) == (1, 2) and s.trumps == [s.card] and len(s.plain) == 1,
    R.KING_THEN_TRUMP: lambda s: (
        s.own == 2 and s.card in s.plain and s.card.rank is Rank.KING and bool(s.trumps)
        and not knowledge_of(s.view).unseen & s.trump.mask
    ),
    R.OUTSIDE_CARD: lambda s: (
        s.king_against and (s.own, s.other) == (1, 0) and s.card in s.singles and s.last_led is not None
        and s.card.suit is not s.last_led.suit and len(s.trumps) == 2 and not _neighbours(s.suit(s.trumps[0]))
    ),
    R.CHANGE_SUIT: lambda s: (
        s.other == 0 and s.own_needs > 1 and s.courts and s.card in s.plain and len(s.trumps) == 1
        and all(trick.lead.suit is not s.card.suit for trick in s.public.tricks if trick.leader is s.view.seat)
    ),
    R.LAST_TRUMP: lambda s: (s.own, s.other) == (3, 0) and s.trumps == [s.card] and s.own_needs > 1,
    R.TRUMP_BEFORE_SUIT: lambda s: (
        s.top_trump and s.other == 0 and s.last_led is not None and bool(s.suit(s.last_led)) and s.own_needs > 1
        and (s.ranks[0] == "K" or s.ranks[:2] == ["J", "A"] or (s.ranks[0] == "Q" and s.public.king is None))
    ),
    R.PERSEVERE: lambda s: (
        s.last_led is not None and s.last_led.suit is s.card.suit and s.suit()[0] is s.card
        and s.public.tricks[-1].winner is s.view.seat
    ),
    R.THREE_TRUMPS: lambda s: len(s.trumps) >= 3 and s.top_trump and s.first,
    R.LOWER_OF_TWO: lambda s: (
        len(s.trumps) == 3 and s.king in s.trumps and sorted(s.singles, key=str) == sorted(s.plain, key=str)
        and all(s.card.rank.index >= card.rank.index for card in s.plain)
        and s.own_needs - (s.public.king is None) == 1
    ),
    R.TRUMP_WITH_COURTS: lambda s: (
        s.top_trump and s.courts and (s.ranks[0] == "K" or s.ranks[:2] in (["Q", "J"], ["J", "A"])) and s.first
    ),
    R.KING_OVER_TIERCE: lambda s: s.trumps == [s.king] == [s.card] and any(
        [str(card)[0] for card in suit[:3]] == ["K", "Q", "J"] for suit in s.suits()
    ),
    R.THREE_QUEENS: lambda s: (
        s.top_trump and s.ranks[0] == "Q" and [suit[0].rank for suit in s.suits()] == [Rank.QUEEN] * 2
    ),
    R.LONG_SUIT: lambda s: s.top_of_two,
    R.SINGLE_BELOW_QUEEN: lambda s: (
        s.singles == [s.card] and len(s.trumps) == 2 and s.ranks[0] not in "KQJ"
        and any(len(suit) == 2 and suit[0].rank is Rank.QUEEN for suit in s.suits())
    ),
    R.SINGLE_KING: lambda s: (
        s.singles == [s.card] and s.card.rank is Rank.KING
        and all(not _neighbours(suit) for suit in s.suits() if len(suit) == 2)
    ),
    R.HIGHEST_SINGLE: lambda s: len(s.singles) == len(s.plain) == 3 and s.highest(s.plain),
    R.SECOND_SINGLE: lambda s: (
        len(s.singles) == len(s.plain) == 3 and not _neighbours(s.suit(s.trumps[0])) and s.card in s.plain
        and sum(card.rank.index < s.card.rank.index for card in s.plain) <= 1 and not s.highest([*s.plain, s.king])
        and any(card.rank is Rank.KING for card in s.plain)
    ),
    R.LOW_SEQUENCE: lambda s: (
        s.refused and s.top_of_two and _neighbours(s.suit()) and s.card.rank.index > Rank.ACE.index
        and any(len(suit) == 2 and not _neighbours(suit) for suit in s.suits())
    ),
    R.WEAK_KING: lambda s: s.weak and s.top_of_two and s.card.rank is Rank.KING,
    R.WEAK_SINGLE: lambda s: s.weak and s.highest(s.singles),
    R.WEAK_OTHER_SUIT: lambda s: (
        s.weak and not s.singles and s.card.rank.index > Rank.JACK.index
        and sum(suit[0].rank.index <= Rank.JACK.index for suit in s.suits()) == 1
    ),
    R.DISCARD: lambda s: isinstance(s.advice.move, Discard) and set(s.advice.move) == {
        card for card in s.plain if card.rank is not Rank.KING
    },
    R.KING: lambda s: isinstance(s.advice.move, AnnounceKing),
    R.SILENCE: lambda s: s.other_needs == 1 and s.own_needs == 2,
    R.CERTAIN_PROPOSE: lambda s: s.asks and not s.public.rounds,
    R.CERTAIN_AGAIN: lambda s: s.asks and bool(s.public.rounds),
    R.CERTAIN_PLAY: lambda s: s.stands,
    R.ASK_AGAIN: lambda s: s.asks and bool(s.public.rounds) and s.held_or_guarded < 3,
    R.HELD: lambda s: s.stands and bool(s.public.rounds) and s.held_or_guarded >= 3,
    R.HELD_JEU: lambda s: s.stands and bool(s.public.rounds) and s.advice.jeu is not None,
    R.JEU: lambda s: s.stands and s.advice.jeu is not None and not s.public.rounds,
    R.JEU_WITH_KING: lambda s: s.asks and s.advice.jeu is not None and s.king_is_safe,
    R.JEU_LOW_GUARDS: lambda s: s.asks and not s.king_is_safe and sorted(map(len, s.suits())) == [2, 2] and all(
        suit[0].rank is Rank.QUEEN or suit[0].rank is Rank.KING for suit in s.suits()
    ) and all(suit[1].rank.index > Rank.TEN.index for suit in s.suits()),
    R.NO_JEU: lambda s: s.asks and s.advice.jeu is None and not s.public.rounds,
    R.EVEN_CHANCE: lambda s: s.stands and s.other_needs == 1 and not s.king_is_safe,
    R.REFUSE_HELD: lambda s: s.refuses and s.held_or_guarded >= 3 and bool(s.public.rounds),
    R.GIVE_NOT_HELD: lambda s: s.gives and s.held_or_guarded < 3 and bool(s.public.rounds),
    R.GIVE_WITH_KING: lambda s: s.gives and s.king in s.cards and bool(s.public.rounds),
    R.REFUSE: lambda s: s.refuses and not s.public.rounds,
    R.GIVE: lambda s: s.gives and not s.public.rounds,
    R.REFUSE_LIGHT: lambda s: s.refuses and 1 in (s.other_needs, s.own_needs) and s.king not in s.cards,
}  # fmt: skip
"""What the sentence of each rule says of the move and of the hand."""


@pytest.mark.slow
@pytest.mark.parametrize("number", [3_000, pytest.param(10_000, marks=pytest.mark.soak)])
def test_in_random_deals_the_reason_never_contradicts_the_card(number: int) -> None:
    assert set(CLAIMS) == set(BookRule)
    rng, deals, told = Random(1878), 0, dict.fromkeys(BookRule, 0)
    while deals < number:
        last = None
        for before, _ in steps(random_game(Rules(), rng)):
            if before.turn is None or before.due is not None or before.phase not in DECIDED:
                continue
            view = player_view(before, before.turn)
            deals += view.public.number != last
            last = view.public.number
            if len(view.legal_moves) < 2 or (advice := book_advice(view)) is None:
                continue
            assert advice.move in view.legal_moves or isinstance(advice.move, Discard)
            assert CLAIMS[advice.rule](Seen(view, advice)), (advice, view)
            told[advice.rule] += 1
    never = {rule for rule, count in told.items() if not count}
    assert never <= {R.HAND, R.UNDER_KING, R.KING, R.SILENCE}, "rules of which this says nothing"


@pytest.mark.parametrize(
    "hand", ["8S KH QD 8D 7D", "8S KH 8H 7H QD"], ids=["the queen guarded twice", "the king guarded twice"]
)
def test_p_57_one_trump_a_king_and_a_guarded_queen_are_refused_on(hand: str) -> None:
    advice = advice_for(Setup(mine=hand, theirs="9C 8C 9H 7C TC", turn_up="7S", dealer=ME, moves=("propose",)))
    assert (advice.move, advice.rule, advice.pages) == (Refuse(), BookRule.REFUSE, "57")


def test_hint_17_a_hand_with_a_trump_is_not_weak() -> None:
    setup = Setup(mine="QS JS AH 7C JD", theirs="9D 8D KS KH KC", turn_up="7D", moves=REFUSED)
    advice = advice_for(setup)
    assert (advice.move, advice.rule) == (Play(Card.parse("QS")), BookRule.LONG_SUIT)
    assert not advice.rule.is_said


def test_the_book_is_silent_on_replies_that_it_does_not_name() -> None:
    setup = Setup(mine="KS 9S JC 9C 7H", theirs="8S 8C QH QC QD", turn_up="8H", dealer=ME, moves=("8S",))
    assert book_advice(player_view(stand(setup), ME)) is None
