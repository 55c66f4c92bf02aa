"""Scenes of tables and hands in every state, for tests, benches and people who look at pictures."""

from __future__ import annotations

from dataclasses import replace

from bot.pictures import (
    Back,
    Deck,
    Face,
    Felt,
    HandPlace,
    HandPlayer,
    HandScene,
    Indices,
    OpenTableScene,
    PlayerPanel,
    Side,
    Style,
    TableScene,
    TrickCard,
)
from ecarte.game import Card, Suit


def cards(text: str) -> tuple[Card, ...]:
    """Returns the cards of words such as "KS TD"."""
    return tuple(map(Card.parse, text.split()))


def places(text: str) -> tuple[Card | None, ...]:
    """Returns the places of words such as "KS TD - 7H AC"; a stroke is an empty place."""
    return tuple(None if word == "-" else Card.parse(word) for word in text.split())


def trick(left: str = "", right: str = "", *, right_leads: bool = False) -> tuple[TrickCard, ...]:
    """Returns the cards of a trick that have been played."""
    played = [TrickCard(Card.parse(card), side) for card, side in ((left, Side.LEFT), (right, Side.RIGHT)) if card]
    return tuple(reversed(played)) if right_leads else tuple(played)


def faces(letters: str) -> tuple[Face, ...]:
    """Returns a face for each letter."""
    return tuple(Face(letter, number) for number, letter in enumerate(letters))


_ALICE = PlayerPanel("Alice", Face("A", 3), 2, dealer=True, chips="100", backers=faces("CD"))
_BRUNO = PlayerPanel("Bruno", Face("B", 0), 3, to_play=True, chips="120", backers=faces("EF"))
_LONG = PlayerPanel("مريم بنت عبد الله الأندلسي", Face("م", 2), 4, cards("KS"), king=True, chips="12,500")
_WIDE = PlayerPanel("W" * 32, Face("W", 4), 4, cards("9C QC AH"), to_play=True, chips="12,500")
_LOSES, _WINS = (replace(panel, to_play=False, dealer=False, backers=()) for panel in (_BRUNO, _ALICE))

DEALT = TableScene(
    replace(_ALICE, discarded=3),
    replace(_BRUNO, discarded=2, backers=faces("EFGHIJKLM")),
    turn_up=Card.parse("7H"),
    talon=16,
    pill="to play",
    has_begun=False,
    back=Back.ROYAL,
)
LED = TableScene(
    replace(_ALICE, to_play=True, king=True, tricks=cards("KH")),
    replace(_BRUNO, to_play=False, tricks=cards("AD")),
    turn_up=Card.parse("7H"),
    talon=16,
    trick=trick("", "QH"),
    winner=Side.RIGHT,
    pill="to play",
    back=Back.ROYAL,
)
TAKEN = replace(
    LED,
    left=replace(LED.left, tricks=cards("KH TC")),
    trick=trick("TC", "9C"),
    winner=Side.LEFT,
)
ENDED = TableScene(
    replace(_WINS, score=5, king=True, won=True, chips="+50", tricks=cards("KC 9S 9D")),
    replace(_LOSES, won=False, chips="−50", tricks=cards("TH AS")),
    turn_up=Card.parse("8C"),
    talon=11,
    trick=trick("9D", "7D"),
    winner=Side.LEFT,
)
TABLES = {
    "dealt": DEALT,
    "led": LED,
    "taken": TAKEN,
    "ended": ENDED,
    "ended by the king": replace(
        ENDED,
        left=replace(ENDED.left, tricks=()),
        right=replace(ENDED.right, tricks=(), score=4),
        turn_up=Card.parse("8D"),
        trick=trick("KD"),
    ),
    "deal over": replace(
        ENDED, left=replace(ENDED.left, won=None, score=3), right=replace(ENDED.right, won=None), points=7
    ),
    "bets": replace(
        DEALT,
        left=replace(_ALICE, dealer=False, score=None),
        right=replace(DEALT.right, to_play=False, discarded=0, score=None),
        turn_up=None,
        talon=32,
        backed=True,
    ),
    "for the honour": TableScene(
        PlayerPanel("House", Face("", court="KS"), 1, to_play=True),
        PlayerPanel("Z", Face("Z", 9), 0, dealer=True),
        turn_up=Card.parse("KD"),
        talon=21,
        has_begun=False,
        pill="à jouer",
    ),
    "long names": TableScene(
        replace(_LONG, backers=faces("EFGHIJKLM")),
        replace(_WIDE, backers=faces("山"), dealer=True),
        turn_up=Card.parse("JS"),
        talon=5,
        trick=trick("TH", "AH"),
        winner=Side.RIGHT,
        pill="à jouer",
    ),
    "emoji and Japanese": TableScene(
        replace(_ALICE, name="✨👑 Hippolyte de Schwarzenfeld 👑✨", face=Face("H", 5)),
        replace(_BRUNO, name="山田太郎", face=Face("山", 6)),
        turn_up=Card.parse("TS"),
        talon=8,
        trick=trick("KH"),
        pill="to play",
    ),
    "five tricks on one side": TableScene(
        replace(_ALICE, tricks=cards("KS QS JS AS TS"), to_play=True),
        replace(_BRUNO, to_play=False),
        turn_up=Card.parse("9S"),
        talon=14,
        trick=trick("TS", "7D"),
        winner=Side.LEFT,
        pill="to play",
    ),
}

OTHER, OWN = HandPlayer(Face("B", 0), 3), HandPlayer(Face("A", 3), 2)


def hand_places(text: str) -> tuple[HandPlace, ...]:
    """Returns the places of a hand; all cards of it may be played."""
    return tuple(HandPlace(card) for card in places(text))


CHOOSING = HandScene(hand_places("KS 9S 8S 8C 8D"), Suit.HEARTS, Card.parse("7H"), talon=21, opponent=OTHER, holder=OWN)
FOLLOWING = HandScene(
    (
        HandPlace(Card.parse("KD"), number=1, advisers=2),
        HandPlace(Card.parse("QD"), number=2, advisers=5),
        *(HandPlace(card, dimmed=True, number=number) for number, card in enumerate(cards("TS 9C JH"), 3)),
    ),
    Suit.HEARTS,
    Card.parse("7H"),
    talon=17,
    lead=(Card.parse("JD"), False),
    opponent=OTHER,
    holder=OWN,
    back=Back.ROYAL,
)
HANDS = {
    "choosing": CHOOSING,
    "following": FOLLOWING,
    "discarding": replace(
        CHOOSING,
        places=tuple(
            HandPlace(card, chosen=n in (2, 4), number=n) for n, card in enumerate(cards("KS 9S 8S 8C 8D"), 1)
        ),
    ),
    "trick taken": replace(
        FOLLOWING,
        places=hand_places("KS 9S 8S"),
        lead=(Card.parse("JD"), True),
        reply=(Card.parse("QD"), False),
        won=False,
    ),
    "last trick": replace(
        FOLLOWING, places=(), lead=(Card.parse("JD"), True), reply=(Card.parse("9D"), False), won=True
    ),
    "below a table": HandScene(hand_places("KS 9S 8S QD QH"), bare=True),
}
OPEN = {
    "both": OpenTableScene(LED, places("- TS 9C JH KD"), places("TH - - KC AS")),
    "one": OpenTableScene(LED, None, places("TH - 8H KC AS")),
}
CLOTHS = (
    Style(),
    Style(felt=Felt.BLUE),
    Style(Deck.FOUR_COLOURS, Indices.FRENCH, Felt.DARK),
)
"""Every cloth, both packs, both kinds of letters."""
