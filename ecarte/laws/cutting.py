"""Laws 1 to 7: shuffling and cutting.

Source: Laws 1-55 as Cavendish edited them in 1886, and the short code and the modern description where they
differ; the sentences are ours. This module holds values alone; `ecarte.laws` is the door to them.
"""

from __future__ import annotations

from typing import Final

from ecarte.laws.law import Chapter, Keeping, Law, Text

__all__ = ["LAWS"]

LAWS: Final = (
    Law(
        1,
        Chapter.CUTTING,
        heading=Text("Who shuffles", "Qui mêle les cartes"),
        gist=Text(
            "Either player may shuffle both packs, his own and the other’s. The dealer has the last shuffle.",
            "Chacun peut mêler les deux jeux, le sien et celui de l’autre. Le donneur mêle le dernier.",
        ),
        keeping=Keeping.OFFERED,
        how=Text(
            "Each may have his part in every shuffle by a seed of his own: the pack follows from both seeds and from "
            "what the house promised before. Who gives none is drawn one.",
            "Chacun peut prendre part à chaque mélange par une graine à lui : le jeu résulte des deux graines et de ce "
            "que la maison a promis auparavant. À qui n’en donne pas, on en tire une.",
        ),
        differs=Text(
            "Short code: each player may shuffle; it names nobody as the last.",
            "Code court : chacun peut mêler ; il ne dit pas qui mêle le dernier.",
        ),
        tests=(
            "tests/bot/tables/test_fair_deals.py::test_the_seed_that_stands_at_the_cut_counts_though_it_came_after_the_promise",
            "tests/bot/e2e/test_fair_deals.py::test_a_seed_is_set_after_the_promise_and_counts",
            "tests/ecarte/fair/test_shuffle.py::test_what_a_pack_is_made_of_changes_it",
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_laws_1_and_2_no_move_changes_the_order_of_the_pack",
        ),
    ),
    Law(
        2,
        Chapter.CUTTING,
        heading=Text("How to shuffle", "Comment mêler"),
        gist=Text(
            "Above the table, without showing a card, and never while a hand is being played.",
            "Au-dessus de la table, sans montrer de carte, et jamais pendant qu’un coup se joue.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "The pack is shuffled between two hands only, and nobody is shown its order.",
            "Le jeu n’est mêlé qu’entre deux coups, et l’ordre n’en est montré à personne.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_laws_1_and_2_no_move_changes_the_order_of_the_pack",
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_law_2_no_pack_is_dealt_while_a_hand_is_played",
            "tests/ecarte/game/test_views.py::test_no_view_has_a_field_for_the_others_hand_the_talon_or_the_pack",
        ),
    ),
    Law(
        3,
        Chapter.CUTTING,
        heading=Text("How many cards to cut", "Combien de cartes couper"),
        gist=Text(
            "Whoever cuts the pack takes off two cards at least, and leaves two at least.",
            "Qui coupe prend au moins deux cartes, et en laisse au moins deux.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "Before each deal the elder hand may take off from two to thirty cards, and a cut that leaves fewer than "
            "two is refused. The cut for the deal is of a single card each.",
            "Avant chaque donne, l’adversaire du donneur peut couper de deux à trente cartes ; une coupe qui en laisse "
            "moins de deux est refusée. La coupe pour la donne est d’une carte chacun.",
        ),
        tests=(
            "tests/ecarte/fair/test_shuffle.py::test_law_3_a_packet_has_two_cards_at_least",
            "tests/ecarte/fair/test_shuffle.py::test_law_3_two_cards_are_enough",
            "tests/bot/tables/test_fair_deals.py::test_law_3_and_nobody_but_the_elder_hand_and_not_twice",
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_law_3_nobody_takes_a_packet_off_the_pack",
            "tests/ecarte/game/test_laws_of_dealing.py::test_the_cut_is_of_two_cards_of_one_pack_and_made_once",
        ),
    ),
    Law(
        4,
        Chapter.CUTTING,
        heading=Text("A card too many in the cut", "Une carte de trop à la coupe"),
        gist=Text(
            "To see who deals, each shows one card. Who shows more than one cuts again.",
            "Pour savoir qui donne, chacun montre une carte. Qui en montre plusieurs coupe à nouveau.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "The cut shows one card of each player’s, and cannot show another.",
            "La coupe montre une carte de chacun, et ne peut en montrer d’autre.",
        ),
        differs=Text(
            "Short code: a new deal, where Cavendish has a new cut.",
            "Code court : une nouvelle donne, où Cavendish veut une nouvelle coupe.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_law_4_the_cut_shows_one_card_of_each_and_no_other",
        ),
    ),
    Law(
        5,
        Chapter.CUTTING,
        heading=Text("The higher card deals", "La plus haute carte donne"),
        gist=Text(
            "Whoever cuts the higher card deals first; the ace ranks below the knave. He also chooses seat and pack, "
            "for as long as the two play.",
            "Qui coupe la plus haute carte donne le premier ; l’as vient après le valet. Il choisit aussi sa place et"
            " son jeu, pour toute la séance.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "The higher card deals, equal cards are cut again. Whoever wins the first cut at a table may choose his "
            "pack under Packs; all seats are alike here, so of these there is no choice.",
            "La plus haute donne, à égalité on recoupe. Qui gagne la première coupe de la table peut choisir son jeu "
            "sous Jeux ; ici toutes les places se valent, il n’y a pas à en choisir.",
        ),
        differs=Text(
            "The short code gives no choice of seat or pack; the modern description speaks of no cut.",
            "Le code court ne donne pas de choix ; la description moderne ne parle pas de coupe.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_of_dealing.py::test_law_5_the_higher_card_cut_deals",
            "tests/ecarte/game/test_laws_of_dealing.py::test_law_5_equal_cards_are_cut_again",
            "tests/ecarte/table/test_packs.py::test_law_5_whoever_wins_the_cut_chooses_his_pack_once_and_it_holds",
            "tests/ecarte/table/test_packs.py::test_law_5_the_other_does_not_choose_nor_does_whoever_wins_a_later_cut",
        ),
    ),
    Law(
        6,
        Chapter.CUTTING,
        heading=Text("The cut stands", "La coupe reste bonne"),
        gist=Text(
            "Who deals stays settled, even if the pack that was cut turns out to be faulty.",
            "Qui donne est réglé, même si l’on découvre que le jeu coupé était faux.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "The pack is whole whenever it is cut, and once a cut has named the dealer there is no other in that game.",
            "Le jeu est entier quand on le coupe, et la coupe qui a désigné le donneur n’est pas refaite de la partie.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_deal_can_break.py::test_law_6_the_cut_settles_who_deals_for_the_whole_game",
            "tests/ecarte/game/test_laws_of_dealing.py::test_the_cut_is_of_two_cards_of_one_pack_and_made_once",
        ),
    ),
    Law(
        7,
        Chapter.CUTTING,
        heading=Text("A card seen while the pack is cut", "Une carte vue pendant la coupe"),
        gist=Text(
            "If a card shows while the pack is cut for the dealer, it is cut afresh.",
            "Si une carte se montre quand on coupe au donneur, on coupe à nouveau.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "Nothing shows before the deal: until then nobody is shown a card of the pack.",
            "Rien ne se montre avant la donne : jusque-là, personne ne voit une carte du jeu.",
        ),
        differs=Text(
            "Short code: a new deal, and only if more than one card was seen.",
            "Code court : une nouvelle donne, et seulement si l’on a vu plus d’une carte.",
        ),
        tests=("tests/ecarte/game/test_laws_no_deal_can_break.py::test_law_7_nobody_sees_a_card_before_the_deal",),
    ),
)
