"""Counts against how many hands five cards make the point, with open hands.   odds_of_a_hand.py [CARDS TURN-UP]"""

import sys

from ecarte import Card, parse_cards
from ecarte.ai import certified_interval
from ecarte.odds import Holding, Role, open_odds, open_odds_by_lead

cards, turn_up = sys.argv[1:] or ("9S 8S 7S 7H 7C", "TS")
hand = Holding.of(parse_cards(cards), Card.parse(turn_up), Role.ELDER)

odds = open_odds(hand)
print(f"point against {odds.point:,} of {odds.hands:,} hands, vole against {odds.vole:,}")
for card, by_lead in open_odds_by_lead(hand).items():
    print(f"  leading {card}: {by_lead.point:,}")

chance = certified_interval(hand)
print(f"hidden hands: the chance of the point is between {chance.lower:.3f} and {chance.upper:.3f}")
