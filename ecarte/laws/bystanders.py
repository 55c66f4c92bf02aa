"""Laws 52 to 55: those who look on, at an English table and at a French one.

Source: Laws 1-55 as Cavendish edited them in 1886, and the short code and the modern description where they
differ; the sentences are ours. This module holds values alone; `ecarte.laws` is the door to them.
"""

from __future__ import annotations

from typing import Final

from ecarte.laws.law import Chapter, Keeping, Law, Text

__all__ = ["LAWS"]

LAWS: Final = (
    Law(
        52,
        Chapter.BYSTANDERS,
        heading=Text("English écarté: the others keep out", "Écarté anglais : les autres se taisent"),
        gist=Text(
            "Where English écarté is agreed, bystanders say nothing, whether they bet or not: no remark, no advice, "
            "and nobody plays a resigned game out.",
            "Si l’on joue à l’anglaise, la galerie se tait, qu’elle parie ou non : pas de remarque, pas de conseil, "
            "et nul n’achève la partie d’un autre.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "At an English table bystanders see no hand, cannot point, take no chair and play nothing out. What they "
            "write in the channel is for themselves to watch.",
            "À une table anglaise, la galerie ne voit aucun jeu, ne peut rien montrer, ne prend pas de siège et "
            "n’achève rien. À chacun de veiller à ce qu’il écrit dans le salon.",
        ),
        tests=(
            "tests/ecarte/table/test_chairs.py::test_law_52_at_an_english_table_nobody_goes_in_and_nobody_plays_on",
            "tests/ecarte/table/stakes/test_book.py::test_law_52_no_chouette_at_an_english_table_but_bets",
            "tests/bot/tables/test_succession.py::test_nobody_plays_on_at_an_english_table",
            "tests/bot/e2e/test_pointing.py::test_nobody_sees_a_hand_at_an_english_table_or_at_la_chouette",
        ),
    ),
    Law(
        53,
        Chapter.BYSTANDERS,
        heading=Text("English écarté: a remark can cost the stakes", "Écarté anglais : un mot peut coûter les mises"),
        gist=Text(
            "A bystander who points out an error, and so changes the score, may have to pay the stakes and bets of "
            "the player who suffers by it. The players may ask a bystander to settle a question.",
            "Un spectateur qui relève une erreur, et change ainsi la marque, peut devoir payer les mises et paris du "
            "joueur lésé. Les joueurs peuvent s’en remettre à un spectateur sur un point douteux.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "There is no error to point out: the table keeps the score, lets nothing unlawful be played, and shows "
            "bystanders no hand. A question is settled by its law, which a button at the table opens.",
            "Il n’y a pas d’erreur à relever : la table tient la marque, ne laisse rien jouer d’interdit, et ne "
            "montre aucun jeu à la galerie. Un point douteux se règle par sa loi, qu’un bouton ouvre à la table.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_laws_50_and_51_the_score_is_what_was_marked_and_nothing_else",
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_law_53_what_a_bystander_knows_can_correct_nothing",
            "tests/bot/tables/test_stakes.py::test_a_bettor_against_and_a_bystander_see_no_hand_and_at_an_english_table_nobody_does",
            "tests/bot/e2e/test_salon.py::test_at_an_english_salon_nobody_points_out_an_error",
        ),
        salon=Keeping.CANNOT_BE_BROKEN,
        salon_how=Text(
            "Nobody can point out an error in the score at an English table: the button is not there.",
            "À une table anglaise personne ne peut signaler une erreur dans la marque : le bouton n’y est pas.",
        ),
    ),
    Law(
        54,
        Chapter.BYSTANDERS,
        heading=Text("French écarté: backers advise", "Écarté français : les parieurs conseillent"),
        gist=Text(
            "Those who have bet on a player may correct the score, advise him, or play his game out if he resigns. "
            "They advise by pointing: no card and no suit is named, and he does as he likes.",
            "Ceux qui ont parié pour un joueur peuvent corriger la marque, le conseiller, ou achever sa partie s’il "
            "la quitte. On conseille du doigt : sans nommer ni carte ni couleur, et il fait ce qu’il veut.",
        ),
        keeping=Keeping.OFFERED,
        how=Text(
            "At a French table backers point by button or reaction, at places and not at cards; a game that is given "
            "up is offered to them, the largest stake first. The score needs no correcting.",
            "À une table française, on montre par bouton ou réaction, des places et non des cartes ; la partie "
            "abandonnée est offerte aux parieurs, la plus grosse mise d’abord. La marque n’a pas à être corrigée.",
        ),
        tests=(
            "tests/ecarte/table/test_advice.py::test_what_was_followed_is_what_was_done",
            "tests/ecarte/table/test_advice.py::test_only_those_who_cover_the_stakes_may_see_a_hand_and_nobody_at_la_chouette_or_an_english_table",
            "tests/ecarte/table/stakes/test_book.py::test_law_54_those_who_cover_the_stakes_are_known_after_the_close",
            "tests/ecarte/table/test_chairs.py::test_law_54_a_backer_plays_out_the_game_and_if_it_is_won_has_the_chair",
            "tests/bot/tables/test_pointing.py::test_the_player_sees_how_many_point_where_and_all_others_only_that_they_do",
            "tests/bot/tables/test_succession.py::test_a_resigned_hand_goes_to_the_backer_with_the_largest_stake",
            "tests/bot/e2e/test_salon.py::test_the_galerie_points_out_an_error_in_the_score_and_names_nothing",
        ),
        salon=Keeping.OFFERED,
        salon_how=Text(
            "Who backs a player may also point out that the score of a hand is wrong. Which error it is, the"
            " player has to find.",
            "Qui soutient un joueur peut aussi signaler que la marque d’un coup est fausse. Quelle faute "
            "c’est, au joueur de la trouver.",
        ),
    ),
    Law(
        55,
        Chapter.BYSTANDERS,
        heading=Text("No looking into the other’s hand", "On ne regarde pas le jeu adverse"),
        gist=Text(
            "Who bets does not look at the hand of the player against whom he bets.",
            "Qui parie ne regarde pas le jeu de celui contre qui il parie.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "Who has backed one side is bound to it, and is shown that player’s hand alone.",
            "Qui a parié d’un côté y est tenu, et ne voit que le jeu de ce joueur-là.",
        ),
        tests=(
            "tests/ecarte/table/stakes/test_laws_of_bystanders.py::test_law_55_who_bets_sees_no_hand_but_that_of_his_own_side",
            "tests/bot/tables/test_stakes.py::test_a_bettor_against_and_a_bystander_see_no_hand_and_at_an_english_table_nobody_does",
            "tests/bot/e2e/test_pointing.py::test_a_backer_gets_the_hand_of_his_player_and_no_other",
            "tests/ecarte/table/test_advice.py::test_a_backer_sees_the_hand_as_its_player_does_and_nothing_more",
        ),
    ),
)
