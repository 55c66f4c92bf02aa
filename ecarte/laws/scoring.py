"""Laws 44 to 51: new cards, faulty packs, the score.

Source: Laws 1-55 as Cavendish edited them in 1886, and the short code and the modern description where they
differ; the sentences are ours. This module holds values alone; `ecarte.laws` is the door to them.
"""

from __future__ import annotations

from typing import Final

from ecarte.laws.law import Chapter, Keeping, Law, Text

__all__ = ["LAWS"]

LAWS: Final = (
    Law(
        44,
        Chapter.CARDS,
        heading=Text("New cards", "Des cartes neuves"),
        gist=Text(
            "A player may call for new cards, at his own expense, until the pack is cut for the next deal: two packs,"
            " of which the dealer chooses one.",
            "Un joueur peut demander des cartes neuves, à ses frais, avant la coupe de la donne suivante : deux jeux,"
            " entre lesquels le donneur choisit.",
        ),
        keeping=Keeping.OFFERED,
        how=Text(
            "Packs on the table calls for them, for a few chips where chips are played for: both packs change with the "
            "next deal, and whoever deals it may choose. Only the backs are new, since every deal is shuffled afresh.",
            "Jeux, à la table, les demande, pour quelques jetons là où l’on joue des jetons : les deux jeux "
            "changent à la donne suivante, et qui donne peut choisir. Seuls les dos sont neufs, car tout est remêlé.",
        ),
        tests=(
            "tests/ecarte/table/test_packs.py::test_law_44_new_cards_are_two_packs_for_the_next_deal_and_the_dealer_has_choice",
            "tests/ecarte/table/test_packs.py::test_law_44_new_cards_are_called_for_once_before_a_deal",
            "tests/bot/e2e/test_rubbers.py::test_law_44_new_cards_change_both_packs_and_their_caller_pays",
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_law_44_a_deal_owes_nothing_to_the_cards_before_it",
        ),
    ),
    Law(
        45,
        Chapter.CARDS,
        heading=Text("A faulty pack", "Un jeu faux"),
        gist=Text(
            "If a pack turns out to be faulty, the deal in which this is seen is void. All earlier deals stand.",
            "Si un jeu se trouve faux, la donne où on le voit est nulle. Toutes les précédentes sont bonnes.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "A pack is the thirty-two cards, each once; no other can be dealt.",
            "Un jeu est fait des trente-deux cartes, chacune une fois ; on n’en peut donner d’autre.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_of_dealing.py::test_law_45_a_pack_is_the_thirty_two_cards",
            "tests/ecarte/game/test_games.py::test_thirty_two_cards_are_always_thirty_two",
        ),
    ),
    Law(
        46,
        Chapter.SCORING,
        heading=Text("Five points, and what a game counts", "Cinq points, et ce que vaut la partie"),
        gist=Text(
            "Five points win. If so agreed, the game counts treble against none, double against one or two, single "
            "against three or four.",
            "Cinq points gagnent. Si l’on en convient, la partie compte triple contre zéro, double contre un ou deux,"
            " simple contre trois ou quatre.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "Who has five wins at once, also by a king. Doubles and trebles count where the challenge says so.",
            "Qui a cinq gagne aussitôt, par un roi aussi. Doubles et triples comptent si le défi le dit.",
        ),
        differs=Text(
            "Short code: nothing of doubles and trebles.",
            "Code court : rien sur les parties doubles et triples.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_of_scoring.py::test_law_46_five_points_end_the_game_and_no_more_are_marked",
            "tests/ecarte/game/test_rules.py::test_law_46_single_double_treble_by_the_losers_score_and_by_agreement_only",
            "tests/ecarte/game/test_laws_of_the_king.py::test_five_points_end_the_game_at_once_also_by_a_king_in_hand",
        ),
    ),
    Law(
        47,
        Chapter.SCORING,
        heading=Text("The king is worth one", "Le roi vaut un point"),
        gist=Text(
            "A king turned up counts one for the dealer, the king of trumps in hand one for its holder.",
            "Un roi de retourne vaut un point au donneur, le roi d’atout en main un point à qui le tient.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "One point, once in a deal: at once if it is turned up, and when it is announced if it is in hand.",
            "Un point, une fois par donne : aussitôt s’il est retourné, à l’annonce s’il est en main.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_of_the_king.py::test_law_47_the_king_is_marked_once",
            "tests/ecarte/game/test_laws_of_dealing.py::test_law_22_a_king_turned_up_is_marked_at_once_by_the_dealer",
        ),
    ),
    Law(
        48,
        Chapter.SCORING,
        heading=Text("The point and the vole", "Le point et la vole"),
        gist=Text(
            "Three tricks or four make the point, which counts one. All five make the vole, which counts two.",
            "Trois levées ou quatre font le point, qui vaut un. Les cinq font la vole, qui vaut deux.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text("Counted when the fifth trick is played.", "Compté quand la cinquième levée est jouée."),
        tests=(
            "tests/ecarte/game/test_laws_of_scoring.py::test_law_48_the_vole_is_two_whoever_is_vulnerable",
            "tests/ecarte/game/test_laws_of_scoring.py::test_laws_48_and_49_the_elder_hand_wins_the_point",
            "tests/ecarte/game/test_laws_of_scoring.py::test_laws_48_and_49_the_dealer_wins_the_point",
            "tests/ecarte/game/test_laws_of_scoring.py::test_four_tricks_are_worth_no_more_than_three",
        ),
    ),
    Law(
        49,
        Chapter.SCORING,
        heading=Text("Boldness that fails pays two", "L’audace malheureuse coûte deux"),
        gist=Text(
            "Who plays without proposing, or refuses the first proposal, and does not make the point, gives the other"
            " two points. This goes for the first proposal only; the vole is still two.",
            "Qui joue sans proposer, ou refuse la première proposition, et ne fait pas le point, donne deux points à "
            "l’autre. Cela ne vaut que pour la première ; la vole reste à deux.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text("Counted by itself, and never more than two.", "Compté de soi-même, et jamais plus de deux."),
        differs=Text(
            "The short code once writes “two tricks” where points must be meant.",
            "Le code court écrit une fois « deux levées », où il faut entendre deux points.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_of_scoring.py::test_law_49_the_vole_against_a_vulnerable_loser_is_two_and_never_more",
            "tests/ecarte/game/test_laws_of_scoring.py::test_law_49_who_is_vulnerable_is_known_as_soon_as_it_is_settled",
            "tests/ecarte/game/test_laws_of_scoring.py::test_laws_48_and_49_the_elder_hand_wins_the_point",
            "tests/ecarte/game/test_laws_of_scoring.py::test_laws_48_and_49_the_dealer_wins_the_point",
        ),
    ),
    Law(
        50,
        Chapter.SCORING,
        heading=Text("A score forgotten", "Une marque oubliée"),
        gist=Text(
            "A point that was not marked may be added until the next turn-up.",
            "Un point qu’on n’a pas marqué s’ajoute jusqu’à la retourne suivante.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "The score is kept by the table and is always what was won. A king in hand is not forgotten but kept "
            "silent (Law 23).",
            "La table tient la marque, et c’est toujours ce qu’on a gagné. Un roi en main n’est pas oublié, mais "
            "passé sous silence (loi 23).",
        ),
        differs=Text(
            "Short code: until the cards of the next deal are given.",
            "Code court : jusqu’à ce qu’on donne les cartes suivantes.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_laws_50_and_51_the_score_is_what_was_marked_and_nothing_else",
        ),
    ),
    Law(
        51,
        Chapter.SCORING,
        heading=Text("A score too high", "Une marque de trop"),
        gist=Text(
            "Points marked in error, and admitted, can be taken down at any time during the game.",
            "Des points marqués par erreur, et reconnus, s’ôtent à tout moment de la partie.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "The score is kept by the table and is always what was won.",
            "La table tient la marque, et c’est toujours ce qu’on a gagné.",
        ),
        differs=Text(
            "Short code: only until the cards of the next deal are given.",
            "Code court : seulement jusqu’à ce qu’on donne les cartes suivantes.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_laws_50_and_51_the_score_is_what_was_marked_and_nothing_else",
        ),
    ),
)
