"""Laws 22 to 25: marking the king.

Source: Laws 1-55 as Cavendish edited them in 1886, and the short code and the modern description where they
differ; the sentences are ours. This module holds values alone; `ecarte.laws` is the door to them.
"""

from __future__ import annotations

from typing import Final

from ecarte.laws.law import Chapter, Keeping, Law, Text

__all__ = ["LAWS"]

LAWS: Final = (
    Law(
        22,
        Chapter.KING,
        heading=Text("A king turned up", "Un roi de retourne"),
        gist=Text(
            "If the turn-up is a king, the dealer marks one point. He has until the next turn-up to do so.",
            "Si la retourne est un roi, le donneur marque un point. Il a jusqu’à la retourne suivante pour le faire.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text("It is marked for him at once.", "Il est marqué aussitôt pour lui."),
        tests=(
            "tests/ecarte/game/test_laws_of_dealing.py::test_law_22_a_king_turned_up_is_marked_at_once_by_the_dealer",
            "tests/bot/e2e/test_king_and_discards.py::test_a_king_turned_up_is_marked_at_once_for_the_dealer",
        ),
    ),
    Law(
        23,
        Chapter.KING,
        heading=Text("The king in hand: say so in time", "Le roi en main : l’annoncer à temps"),
        gist=Text(
            "Who holds the king of trumps marks a point if he announces it before he plays his first card. Afterwards"
            " it is too late, and a mark without an announcement does not count.",
            "Qui tient le roi d’atout marque un point s’il l’annonce avant de jouer sa première carte. Après, c’est "
            "trop tard, et marquer sans annoncer ne compte pas.",
        ),
        keeping=Keeping.OFFERED,
        how=Text(
            "He alone has the button, from the deal until it is too late. He may keep silent: nothing marks the king "
            "by itself, and nobody is told that he has it.",
            "Lui seul a le bouton, de la donne jusqu’au terme. Il peut se taire : rien ne marque le roi tout seul, et"
            " personne n’apprend qu’il l’a.",
        ),
        differs=Text(
            "Modern description: he may declare it after the exchange, until he plays another card to the first trick.",
            "Description moderne : il peut le déclarer après l’échange, jusqu’à ce qu’il joue une autre carte à la "
            "première levée.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_of_the_king.py::test_law_23_the_elder_hand_announces_before_his_first_card",
            "tests/ecarte/game/test_laws_of_the_king.py::test_law_23_it_is_too_late_after_another_card_was_led",
            "tests/ecarte/game/test_laws_of_the_king.py::test_law_23_the_dealer_announces_before_his_first_card",
            "tests/ecarte/game/test_laws_of_the_king.py::test_law_23_the_dealer_is_too_late_after_another_card",
            "tests/ecarte/game/test_laws_of_the_king.py::test_to_keep_silent_is_lawful_and_nothing_marks_the_king_by_itself",
            "tests/ecarte/salon/test_salon_king.py::test_law_23_a_king_may_be_forgotten_and_is_then_lost",
            "tests/ecarte/salon/test_salon_king.py::test_law_23_hands_played_again_give_no_second_chance_to_announce",
        ),
        salon=Keeping.OFFERED,
        salon_how=Text(
            "A king that is held may be forgotten: nobody is reminded of it. The button is there for both, "
            "in time, whoever holds the king.",
            "On peut oublier le roi que l’on a : rien ne le rappelle. Le bouton est là pour les deux, à "
            "temps, quel que soit celui qui le tient.",
        ),
    ),
    Law(
        24,
        Chapter.KING,
        heading=Text("The king as first card", "Le roi pour première carte"),
        gist=Text(
            "If the king is the card led, it may be announced until it is played to. If it is the dealer’s first "
            "card, he has until he plays his next.",
            "Si le roi est la carte d’entame, on peut l’annoncer jusqu’à ce que l’autre y réponde. S’il est la "
            "première carte du donneur, celui-ci a jusqu’à sa carte suivante.",
        ),
        keeping=Keeping.OFFERED,
        how=Text("The button stays just as long.", "Le bouton reste juste ce temps-là."),
        differs=Text(
            "Short code: before it is played to, for either player. Modern description: it names no limit once the "
            "king itself is played.",
            "Code court : avant qu’on y réponde, pour l’un comme pour l’autre. Description moderne : elle ne fixe pas"
            " de terme une fois le roi joué.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_of_the_king.py::test_law_24_the_king_led_may_be_announced_until_it_is_played_to",
            "tests/ecarte/game/test_laws_of_the_king.py::test_law_24_the_king_led_and_played_to_is_marked_no_more",
            "tests/ecarte/game/test_laws_of_the_king.py::test_law_24_dealer_may_announce_until_he_plays_again",
            "tests/bot/e2e/test_king_and_discards.py::test_once_the_king_is_played_to_it_is_too_late",
        ),
    ),
    Law(
        25,
        Chapter.KING,
        heading=Text("A king announced wrongly", "Un roi annoncé à tort"),
        gist=Text(
            "Who announces a king that he has not, and plays a card before he says so, loses the mark. The other may "
            "have the hands played again; and who was wrong scores one less than he wins. If the other holds the "
            "king, there is no penalty.",
            "Qui annonce un roi qu’il n’a pas, et joue une carte avant de le dire, perd la marque. L’autre peut faire"
            " rejouer le coup ; et le fautif marque un point de moins qu’il ne gagne. Si l’autre tient le roi, il n’y"
            " a pas de peine.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text("Only who holds the king can announce it.", "Seul qui tient le roi peut l’annoncer."),
        differs=Text(
            "Neither the short code nor the modern description has a penalty.",
            "Ni le code court ni la description moderne n’ont de peine.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_law_25_who_has_not_the_king_cannot_announce_it",
            "tests/ecarte/game/test_laws_of_the_king.py::test_another_king_is_no_king_of_trumps",
            "tests/ecarte/salon/test_salon_king.py::test_law_25_a_king_that_is_not_there_is_marked_until_it_is_called",
            "tests/ecarte/salon/test_salon_king.py::test_law_25_who_declares_his_error_before_he_plays_pays_nothing",
            "tests/ecarte/salon/test_salon_king.py::test_law_25_there_is_no_penalty_where_the_adversary_has_the_king",
            "tests/ecarte/salon/test_salon_king.py::test_law_25_the_hands_may_be_played_again_though_one_was_thrown_up",
        ),
        salon=Keeping.OFFERED,
        salon_how=Text(
            "A king may be announced without being held. Who says so before his next card pays nothing; else"
            " the other may have the score put right and the hands played again.",
            "On peut annoncer un roi que l’on n’a pas. Qui le dit avant de jouer n’est pas puni ; sinon "
            "l’autre peut faire corriger la marque et rejouer le coup.",
        ),
    ),
)
