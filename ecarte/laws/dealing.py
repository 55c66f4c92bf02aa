"""Laws 8 to 21: dealing, and deals that went wrong.

Source: Laws 1-55 as Cavendish edited them in 1886, and the short code and the modern description where they
differ; the sentences are ours. This module holds values alone; `ecarte.laws` is the door to them.
"""

from __future__ import annotations

from typing import Final

from ecarte.laws.law import Chapter, Keeping, Law, Text

__all__ = ["LAWS"]

LAWS: Final = (
    Law(
        8,
        Chapter.DEALING,
        heading=Text("Five cards each, by two and three", "Cinq cartes chacun, par deux et trois"),
        gist=Text(
            "Each is given five cards, in packets of two and then three, or of three and then two. As the dealer "
            "begins, so he deals for the whole game; for another game he may change if he says so before the cut.",
            "Chacun reçoit cinq cartes, par deux puis trois, ou par trois puis deux. Comme le donneur commence, il "
            "continue toute la partie ; pour une autre, il peut changer s’il le dit avant la coupe.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "Every deal is made so, in the order that the dealer has among his preferences. A change takes effect "
            "with a new game, and the table says how each deal was made.",
            "Chaque donne se fait ainsi, dans l’ordre que le donneur a mis dans ses préférences. Un changement vaut à"
            " partir d’une nouvelle partie, et la table dit comment chaque donne s’est faite.",
        ),
        differs=Text("Modern description: always two, then three.", "Description moderne : toujours deux, puis trois."),
        tests=(
            "tests/ecarte/game/test_laws_of_dealing.py::test_law_8_three_and_two_to_each_the_elder_hand_first",
            "tests/ecarte/game/test_laws_of_dealing.py::test_law_8_or_two_and_three",
            "tests/ecarte/game/test_laws_of_dealing.py::test_law_8_a_dealer_keeps_to_his_packets_for_the_game",
        ),
    ),
    Law(
        9,
        Chapter.DEALING,
        heading=Text("A misdeal, seen before the turn-up", "Une maldonne vue avant la retourne"),
        gist=Text(
            "A wrong number of cards, or packets in the other order: before he looks at his hand, the elder hand has "
            "it put right, or has a fresh deal.",
            "Un nombre de cartes fautif, ou des paquets dans l’autre ordre : avant de voir son jeu, le premier fait "
            "corriger, ou fait donner à nouveau.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "Every deal gives five cards to each, by two and three in the order of its dealer. It cannot go wrong.",
            "Chaque donne fait cinq cartes à chacun, par deux et trois, dans l’ordre du donneur. Elle ne peut être "
            "fautive.",
        ),
        differs=Text(
            "Short code: after an incorrect deal there is always a new one.",
            "Code court : après une donne fautive, on donne toujours à nouveau.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_law_9_every_deal_is_of_five_by_two_and_three_in_one_order_all_game",
        ),
    ),
    Law(
        10,
        Chapter.DEALING,
        heading=Text("The turn-up makes the trump", "La retourne fait l’atout"),
        gist=Text(
            "After ten cards are dealt, the next one is turned up. Its suit is trumps.",
            "Les dix cartes données, la suivante est retournée. Sa couleur est l’atout.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "In every deal the eleventh card is turned up and makes the trump.",
            "À chaque donne, la onzième carte est retournée et fait l’atout.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_of_dealing.py::test_law_10_the_eleventh_card_is_turned_up_and_makes_the_trump",
        ),
    ),
    Law(
        11,
        Chapter.DEALING,
        heading=Text("Two cards turned up", "Deux cartes retournées"),
        gist=Text(
            "If the dealer turns up more than one card, the elder hand says which of them is the trump, or has a "
            "fresh deal. If he has looked at his hand, there must be a fresh deal.",
            "Si le donneur retourne plus d’une carte, le premier dit laquelle fait l’atout, ou fait donner à nouveau."
            " S’il a vu son jeu, on donne à nouveau.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "One card is turned up, always the eleventh, and no other.",
            "Une seule carte est retournée, toujours la onzième.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_laws_11_and_12_one_card_lies_face_up_and_it_is_the_eleventh",
        ),
    ),
    Law(
        12,
        Chapter.DEALING,
        heading=Text("A card face up in the pack", "Une carte à l’endroit dans le jeu"),
        gist=Text(
            "If one is found before the turn-up, there must be a fresh deal.",
            "Si l’on en trouve une avant la retourne, on donne à nouveau.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "Of the pack the table shows the turn-up, and no other card.",
            "Du jeu, la table montre la retourne, et nulle autre carte.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_laws_11_and_12_one_card_lies_face_up_and_it_is_the_eleventh",
        ),
    ),
    Law(
        13,
        Chapter.DEALING,
        heading=Text("Cards shown in dealing", "Des cartes vues en donnant"),
        gist=Text(
            "If the dealer shows his own cards, the deal stands. If he shows the other’s, the elder hand may have a "
            "fresh deal before he looks at his hand.",
            "Si le donneur montre ses propres cartes, la donne est bonne. S’il montre celles de l’autre, le premier "
            "peut, avant de voir son jeu, faire donner à nouveau.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "Each hand is shown to its player, and to those who back him where that is allowed. The deal shows it to "
            "nobody else.",
            "Chaque jeu est montré à son joueur, et à ceux qui parient pour lui quand c’est permis. La donne ne le "
            "montre à personne d’autre.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_law_13_the_deal_shows_each_his_own_cards_alone",
            "tests/ecarte/game/test_views.py::test_what_a_seat_cannot_see_does_not_enter_into_its_view",
        ),
    ),
    Law(
        14,
        Chapter.DEALING,
        heading=Text("Dealing out of turn", "Donner hors de son tour"),
        gist=Text(
            "A deal out of turn, or with the other’s pack, is void if it is noticed before the turn-up. Afterwards it"
            " stands, and the packs stay exchanged.",
            "Une donne hors de tour, ou avec le jeu de l’autre, est nulle si on le voit avant la retourne. Après, "
            "elle est bonne, et les jeux restent échangés.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "The deal passes from one to the other by itself, and each deals with his own pack; nobody can deal when "
            "it is not his turn, or with the other’s.",
            "La donne passe d’elle-même de l’un à l’autre, et chacun donne avec son jeu ; personne ne peut donner hors "
            "de son tour, ni avec le jeu de l’autre.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_law_14_the_deal_passes_from_one_to_the_other",
            "tests/ecarte/game/test_laws_of_dealing.py::test_the_deal_alternates_within_a_game",
            "tests/ecarte/table/test_packs.py::test_two_packs_are_used_in_turn_each_player_deals_his_own",
        ),
    ),
    Law(
        15,
        Chapter.DEALING,
        heading=Text("Too many cards for the elder hand", "Trop de cartes au premier"),
        gist=Text(
            "If the elder hand finds it before he proposes or plays, he may have a fresh deal; or he throws the "
            "surplus away, and the dealer does not see it.",
            "Si le premier s’en aperçoit avant de proposer ou de jouer, il peut faire donner à nouveau ; ou il écarte"
            " le surplus, que le donneur ne voit pas.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "Both hold five cards until the first is played.",
            "Tous deux tiennent cinq cartes jusqu’à ce que la première soit jouée.",
        ),
        differs=Text(
            "Short code: after an incorrect deal there is always a new one.",
            "Code court : après une donne fautive, on donne toujours à nouveau.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_laws_15_to_18_both_hold_five_cards_until_the_first_is_played",
        ),
    ),
    Law(
        16,
        Chapter.DEALING,
        heading=Text("Too few cards for the elder hand", "Trop peu de cartes au premier"),
        gist=Text(
            "If the elder hand finds it before he proposes or plays, he has his hand filled up from the talon, or a "
            "fresh deal.",
            "Si le premier s’en aperçoit avant de proposer ou de jouer, il fait compléter son jeu au talon, ou donner"
            " à nouveau.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "Both hold five cards until the first is played.",
            "Tous deux tiennent cinq cartes jusqu’à ce que la première soit jouée.",
        ),
        differs=Text(
            "Short code: after an incorrect deal there is always a new one.",
            "Code court : après une donne fautive, on donne toujours à nouveau.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_laws_15_to_18_both_hold_five_cards_until_the_first_is_played",
        ),
    ),
    Law(
        17,
        Chapter.DEALING,
        heading=Text("Too many cards for the dealer", "Trop de cartes au donneur"),
        gist=Text(
            "The elder hand may have a fresh deal, or draw the surplus from the dealer’s hand; if the dealer has "
            "taken his hand up, he may look at what he draws. This ends when the dealer answers or, without a "
            "proposal, plays.",
            "Le premier peut faire donner à nouveau, ou tirer le surplus de la main du donneur ; si celui-ci a relevé"
            " ses cartes, il peut voir ce qu’il tire. Cela finit quand le donneur répond ou, sans proposition, joue.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "Both hold five cards until the first is played.",
            "Tous deux tiennent cinq cartes jusqu’à ce que la première soit jouée.",
        ),
        differs=Text(
            "Short code: after an incorrect deal there is always a new one.",
            "Code court : après une donne fautive, on donne toujours à nouveau.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_laws_15_to_18_both_hold_five_cards_until_the_first_is_played",
        ),
    ),
    Law(
        18,
        Chapter.DEALING,
        heading=Text("Too few cards for the dealer", "Trop peu de cartes au donneur"),
        gist=Text(
            "The elder hand lets the dealer fill his hand up from the talon, or has a fresh deal. This ends when the "
            "dealer answers or, without a proposal, plays.",
            "Le premier laisse le donneur compléter son jeu au talon, ou fait donner à nouveau. Cela finit quand le "
            "donneur répond ou, sans proposition, joue.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "Both hold five cards until the first is played.",
            "Tous deux tiennent cinq cartes jusqu’à ce que la première soit jouée.",
        ),
        differs=Text(
            "Short code: after an incorrect deal there is always a new one.",
            "Code court : après une donne fautive, on donne toujours à nouveau.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_laws_15_to_18_both_hold_five_cards_until_the_first_is_played",
        ),
    ),
    Law(
        19,
        Chapter.DEALING,
        heading=Text("A wrong deal costs the king turned up", "Une maldonne coûte le roi de retourne"),
        gist=Text(
            "If a deal with a wrong number of cards is played all the same, the dealer cannot mark a king that he "
            "turned up.",
            "Si une donne fautive se joue malgré tout, le donneur ne peut marquer le roi qu’il a retourné.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "No deal has a wrong number of cards, so a king turned up always counts.",
            "Aucune donne n’a un nombre de cartes fautif : un roi retourné compte toujours.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_law_19_a_king_turned_up_counts_for_every_deal_is_right",
        ),
    ),
    Law(
        20,
        Chapter.DEALING,
        heading=Text("The elder hand has played a wrong hand", "Le premier a joué un jeu fautif"),
        gist=Text(
            "If he plays without taking cards, and then turns out to have more or fewer than five, there must be a "
            "fresh deal.",
            "S’il joue sans prendre de cartes, et se trouve en avoir plus ou moins de cinq, on donne à nouveau.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text("Who plays without taking cards plays five.", "Qui joue sans prendre de cartes en joue cinq."),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_laws_20_and_21_who_plays_without_taking_cards_plays_five",
        ),
    ),
    Law(
        21,
        Chapter.DEALING,
        heading=Text("The dealer has played a wrong hand", "Le donneur a joué un jeu fautif"),
        gist=Text(
            "If he plays without taking cards, and then turns out to have more or fewer than five, the elder hand may"
            " have a fresh deal.",
            "S’il joue sans prendre de cartes, et se trouve en avoir plus ou moins de cinq, le premier peut faire "
            "donner à nouveau.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text("Who plays without taking cards plays five.", "Qui joue sans prendre de cartes en joue cinq."),
        differs=Text(
            "Short code: after an incorrect deal there is always a new one.",
            "Code court : après une donne fautive, on donne toujours à nouveau.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_laws_20_and_21_who_plays_without_taking_cards_plays_five",
        ),
    ),
)
