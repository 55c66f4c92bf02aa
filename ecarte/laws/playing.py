"""Laws 39 to 43: playing, and what is owed by who does not play as he must.

Source: Laws 1-55 as Cavendish edited them in 1886, and the short code and the modern description where they
differ; the sentences are ours. This module holds values alone; `ecarte.laws` is the door to them.
"""

from __future__ import annotations

from typing import Final

from ecarte.laws.law import Chapter, Keeping, Law, Text

__all__ = ["LAWS"]

LAWS: Final = (
    Law(
        39,
        Chapter.PLAYING,
        heading=Text("A card played stays played", "Carte jouée reste jouée"),
        gist=Text(
            "A card led cannot be taken back. A card played to a lead can be, to save a revoke or to win as one must,"
            " but only until the next lead.",
            "Une carte jouée la première ne se reprend pas. Une carte jouée en réponse se reprend pour éviter une "
            "renonce ou pour forcer, mais seulement avant l’entame suivante.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "A card counts as soon as it is played. Only lawful cards can be, so there is none to take back.",
            "Une carte vaut dès qu’elle est jouée. Seules les cartes permises peuvent l’être : il n’y en a pas à "
            "reprendre.",
        ),
        tests=(
            "tests/ecarte/test_laws_of_play.py::test_law_39_a_card_played_is_not_played_again",
            "tests/ecarte/test_laws_no_player_can_break.py::test_law_39_no_move_takes_a_card_back",
        ),
    ),
    Law(
        40,
        Chapter.PLAYING,
        heading=Text("Leading out of turn", "Jouer hors de son tour"),
        gist=Text(
            "A card led out of turn may be taken back until it is played to. Afterwards it stands.",
            "Une carte entamée hors de son tour se reprend jusqu’à ce qu’on y réponde. Après, elle reste.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text("Only who has to lead can lead.", "Seul celui dont c’est le tour peut jouer."),
        differs=Text(
            "Short code: playing out of turn means a new deal.",
            "Code court : jouer hors de son tour fait donner à nouveau.",
        ),
        tests=(
            "tests/ecarte/test_laws_no_player_can_break.py::test_law_40_only_who_has_to_play_can_play",
            "tests/ecarte/test_laws_of_play.py::test_cards_are_played_in_turn_and_from_the_hand",
        ),
    ),
    Law(
        41,
        Chapter.PLAYING,
        heading=Text("Naming one suit and leading another", "Nommer une couleur et en jouer une autre"),
        gist=Text(
            "The other may play to the card that was led, or have the suit named led instead; if the leader has none "
            "of it, his card stands.",
            "L’autre peut répondre à la carte jouée, ou faire jouer la couleur nommée ; si l’on n’en a pas, la carte "
            "reste.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "No suit is named: the card led is all that is said.",
            "On ne nomme pas de couleur : la carte jouée dit tout.",
        ),
        differs=Text(
            "Modern description: the elder hand names the suit of his first lead.",
            "Description moderne : le premier nomme la couleur de son entame.",
        ),
        tests=("tests/ecarte/test_laws_no_player_can_break.py::test_law_41_a_lead_says_a_card_and_names_no_suit",),
    ),
    Law(
        42,
        Chapter.PLAYING,
        heading=Text("A hand thrown up, and a claim", "Le coup abandonné, le coup réclamé"),
        gist=Text(
            "Who gives up his hand without a trick loses the vole, with one trick or two the point. Who shows his "
            "cards to claim what he wins gives up nothing.",
            "Qui abandonne sans levée perd la vole ; avec une levée ou deux, le point. Qui montre ses cartes pour "
            "réclamer ce qu’il gagne n’abandonne rien.",
        ),
        keeping=Keeping.OFFERED,
        how=Text(
            "Both are offered with the hand. Who has three tricks already keeps his point when he gives up. A claim "
            "is made on lead and must be certain whatever the other holds; one that is not changes nothing.",
            "L’un et l’autre sont offerts avec la main. Qui a déjà trois levées garde son point en abandonnant. On "
            "réclame quand on a la main, et le gain doit être sûr quel que soit le jeu de l’autre ; sinon rien ne "
            "change.",
        ),
        tests=(
            "tests/ecarte/test_laws_of_scoring.py::test_law_42_a_hand_thrown_up_without_a_trick_loses_the_vole",
            "tests/ecarte/test_laws_of_scoring.py::test_law_42_with_one_trick_or_two_it_loses_the_point",
            "tests/ecarte/test_laws_of_scoring.py::test_law_42_with_three_tricks_the_point_is_made_already_and_kept",
            "tests/ecarte/test_claims.py::test_law_42_a_claim_that_stands_is_scored_and_the_cards_are_shown",
            "tests/ecarte/test_claims.py::test_a_claim_that_is_not_certain_changes_nothing",
        ),
    ),
    Law(
        43,
        Chapter.PLAYING,
        heading=Text("Follow suit, and win if you can", "Fournir, et forcer si l’on peut"),
        gist=Text(
            "To a card led you must play the same suit, and win the trick if you can; without that suit you must "
            "trump. Who does not (a revoke) risks that the other has the hands played again, and scores one less than"
            " he wins.",
            "Sur la carte jouée, il faut fournir la couleur, et faire la levée si on le peut ; sans la couleur, il "
            "faut couper. Qui fait une renonce, ou ne force pas, s’expose à voir rejouer le coup, et marque un point "
            "de moins qu’il ne gagne.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "Only the cards that keep this law can be played.",
            "Seules les cartes conformes peuvent être jouées.",
        ),
        differs=Text(
            "The short code writes “follow suit or win”, and like the modern description it has no penalty.",
            "Le code court écrit « fournir ou forcer » ; comme la description moderne, il n’a pas de peine.",
        ),
        tests=(
            "tests/ecarte/test_laws_of_play.py::test_law_43_what_is_not_lawful_is_refused_by_its_rule",
            "tests/ecarte/test_laws_of_play.py::test_treatise_p_32_follow_win_trump",
            "tests/ecarte/test_laws_of_play.py::test_lawful_replies_are_those_of_the_oracle",
            "tests/bot/e2e/test_hands.py::test_only_lawful_cards_can_be_pressed",
        ),
    ),
)
