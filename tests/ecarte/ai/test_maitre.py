"""The maître's classes and search against plain enumeration, and its conclusions from its view."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from ecarte.ai import Level, knowledge_of, player_of
from ecarte.ai.cards.trick_values import win_chance
from ecarte.ai.knowledge import Stance
from ecarte.ai.opponent_hands import Field, lead_tallies, tally
from ecarte.ai.players import maitre_with
from ecarte.ai.players.solved import SolvedPolicy
from ecarte.game import (
    PACK,
    Accept,
    AnnounceKing,
    Card,
    Play,
    Propose,
    Refuse,
    Suit,
    cards_of,
    mask_of,
    parse_cards,
    player_view,
)
from ecarte.odds import Holding, Role, open_leads, open_odds, open_odds_by_lead, open_tricks
from tests.ecarte.ai.seats import dealt
from tests.ecarte.game.table import N, S, discard, play

EVEN = ((1,) * 8,) * 4


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("seed", range(8))
def test_with_even_weights_the_classes_count_what_open_hand_odds_count(seed: int, role: Role) -> None:
    rng = Random(seed)
    pack = rng.sample(PACK, 32)
    holding = Holding.of(pack[:5], pack[5], role)
    unseen = mask_of(PACK) & ~(holding.hand | holding.dead)
    field = Field(holding.hand, unseen, 0, 5, holding.trump, EVEN)
    without, with_king = tally(field, leading=role is Role.ELDER)
    assert [a + b for a, b in zip(without, with_king, strict=True)] == list(open_odds(holding).tricks)
    if role is Role.ELDER:
        by_lead = {card: [a + b for a, b in zip(*counts, strict=True)] for card, counts in lead_tallies(field).items()}
        assert by_lead == {card: list(odds.tricks) for card, odds in open_odds_by_lead(holding).items()}


@pytest.mark.parametrize("seed", range(12))
def test_with_uneven_weights_and_known_cards_the_classes_are_as_if_hand_by_hand(seed: int) -> None:
    rng = Random(seed)
    count = 2 + seed % 3
    pack = rng.sample(PACK, 32)
    hand, may = mask_of(pack[:count]), mask_of(pack[count : count + 11])
    trump = rng.choice(list(Suit))
    sure = pack[count].bit
    spades, hearts, diamonds, clubs = (tuple(rng.randrange(1, 500) for _ in range(8)) for _ in range(4))
    weights = (spades, hearts, diamonds, clubs)
    field = Field(hand, may, sure, count, trump, weights)
    led = {card: ([0] * 6, [0] * 6) for card in cards_of(hand)}
    leading, following = ([0] * 6, [0] * 6), ([0] * 6, [0] * 6)
    king = 1 << trump.shift
    for cards in combinations(cards_of(may), count):
        opposing = mask_of(cards)
        if opposing & sure:
            weight = 1
            for card in cards:
                weight *= weights[card.suit.index][card.rank.index]
            at = bool(opposing & king)
            leading[at][open_tricks(hand, opposing, trump)] += weight
            following[at][count - open_tricks(opposing, hand, trump)] += weight
            for card, tricks in open_leads(hand, opposing, trump).items():
                led[card][at][tricks] += weight
    assert tally(field, leading=True) == leading
    assert tally(field, leading=False) == following
    assert lead_tallies(field) == led


def seen(text: str) -> int:
    return mask_of(parse_cards(text))


def test_a_reply_shows_which_cards_its_player_does_not_hold() -> None:
    table = dealt(elder="QH QD 8S KC 7C", dealer="TH 9H 9S 9C 8C").trick("QH", "TH")
    knowledge = knowledge_of(player_view(table.state, N))
    assert not knowledge.unseen & seen("KH")
    assert knowledge.unseen & seen("JH 9H 8H") == seen("JH 9H 8H")
    table.trick("QD", "9S")
    table.trick("9H", "8S")
    knowledge = knowledge_of(player_view(table.state, N))
    assert not knowledge.unseen & Suit.DIAMONDS.mask
    assert knowledge.unseen & Suit.SPADES.mask
    table.trick("KC", "9C")
    knowledge = knowledge_of(player_view(table.state, S))
    assert (knowledge.count, knowledge.own_tricks, knowledge.opponent_tricks) == (1, 1, 3)


def test_an_announced_king_is_known_and_silence_shows_that_the_opponent_does_not_hold_it() -> None:
    table = dealt(elder="QH QD 8S KC 7C", dealer="TH 9H KS 9C 8C")
    before = knowledge_of(player_view(table.state, N))
    assert (before.sure, before.silent_king, before.may_mark) == (0, False, True)
    table.does(N, play("QH"))
    table.does(S, AnnounceKing(), play("9H"))
    known = knowledge_of(player_view(table.state, N))
    assert (known.sure, known.silent_king, known.may_mark) == (seen("KS"), False, False)
    table = dealt(elder="QH QD 8S KC 7C", dealer="TH 9H QS 9C 8C").trick("QH", "9H")
    assert knowledge_of(player_view(table.state, N)).silent_king


def test_what_the_opponent_did_about_cards_is_their_stance() -> None:
    table = dealt(elder="QH QD 8S KC 7C", dealer="TH 9H QS 9C 8C", talon="KH JH AH KD JD AD TD 9D 8D 7D")
    first = knowledge_of(player_view(table.state, N))
    assert (first.stance, first.own_pays, first.opponent_pays) == (Stance.SILENT, True, False), "after a lead"
    assert not knowledge_of(player_view(table.state, S)).own_pays
    table.does(N, Propose())
    assert knowledge_of(player_view(table.state, S)).stance is Stance.PROPOSED
    refused = dealt(elder="QH QD 8S KC 7C", dealer="TH 9H QS 9C 8C")
    refused.does(N, Propose())
    refused.does(S, Refuse())
    known = knowledge_of(player_view(refused.state, N))
    assert (known.stance, known.opponent_pays, known.own_pays) == (Stance.STOOD, True, False)
    table.does(S, Accept())
    table.does(N, discard("QH QD 7C"))
    table.does(S, discard("TH 9H 9C 8C"))
    known = knowledge_of(player_view(table.state, N))
    assert (known.stance, known.changed, known.rounds, known.dead & seen("QH QD 7C")) == (
        Stance.CHANGED, 4, 1, seen("QH QD 7C"),
    )  # fmt: skip
    table.does(N, play("KC"))
    known = knowledge_of(player_view(table.state, S))
    assert (known.stance, known.changed, known.opponent_first_lead) == (Stance.CONTENT, 3, Card.parse("KC"))


def test_with_all_cards_known_the_maitre_plays_for_what_open_hands_give() -> None:
    """Each has two cards and the opponent's are certain: the lead makes both tricks, not the one that makes none."""
    table = dealt(elder="9S KH KD KC 7C", dealer="8S 7H 7D 8C 8H").tricks("KH 7H, KD 7D, KC 8C")
    assert player_of(Level.MAITRE)(player_view(table.state, N)) == {play("9S"): 1.0}


def test_a_policy_of_another_takes_the_place_of_the_solved_one() -> None:
    class Always(SolvedPolicy):
        def proposes(self, view: object) -> float:
            return 0.25

    weights = maitre_with(Always())(player_view(dealt(elder="9S 8S TS KH 7C").state, N))
    assert weights[Propose()] == 0.25
    assert sum(often for move, often in weights.items() if type(move) is Play) == 0.75


def test_a_sure_hand_is_refused_on_and_a_hopeless_one_is_changed() -> None:
    maitre = player_of(Level.MAITRE)
    assert maitre(player_view(dealt(elder="8H 7H 9D 8C 7C").state, N)) == {Propose(): 1.0}
    strong = dealt(elder="8H 7H 9D 8C 7C", dealer="QS JS AS KH KD")
    strong.does(N, Propose())
    assert maitre(player_view(strong.state, S)) == {Refuse(): 1.0}


def test_chances_to_win_are_fair_and_rise_with_the_score() -> None:
    for own_needs in range(1, 6):
        for opposing in range(1, 6):
            for dealing in (False, True):
                chance = win_chance(own_needs, opposing, dealing)
                assert chance + win_chance(opposing, own_needs, not dealing) == pytest.approx(1)
                if own_needs > 1:
                    assert win_chance(own_needs - 1, opposing, dealing) > chance
    assert win_chance(5, 5, True) == pytest.approx(0.5, abs=0.05)
