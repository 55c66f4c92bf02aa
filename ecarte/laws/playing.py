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
            "tests/ecarte/game/test_laws_of_play.py::test_law_39_a_card_played_is_not_played_again",
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_law_39_no_move_takes_a_card_back",
            "tests/ecarte/salon/test_salon_play.py::test_law_39_a_reply_may_be_taken_up_to_save_a_revoke_before_the_next_lead",
            "tests/ecarte/salon/test_salon_play.py::test_law_39_a_reply_without_an_error_lies",
            "tests/ecarte/salon/test_salon_play.py::test_law_39_a_card_led_in_turn_cannot_be_taken_up",
        ),
        salon=Keeping.OFFERED,
        salon_how=Text(
            "A reply may be taken up again before the next lead, to follow suit or to win the trick; the "
            "table does not say that there is something to mend.",
            "On peut reprendre une réponse avant l’entame suivante, pour fournir ou pour forcer ; la table "
            "ne dit pas s’il y a quelque chose à réparer.",
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
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_law_40_only_who_has_to_play_can_play",
            "tests/ecarte/game/test_laws_of_play.py::test_cards_are_played_in_turn_and_from_the_hand",
            "tests/ecarte/salon/test_salon_play.py::test_law_40_a_card_led_out_of_turn_may_be_taken_up_until_it_is_played_to",
            "tests/ecarte/salon/test_salon_play.py::test_law_40_a_card_led_out_of_turn_and_played_to_lies",
        ),
        salon=Keeping.OFFERED,
        salon_how=Text(
            "Either player may lead where a lead is due. A card led out of turn can be taken up, at the wish"
            " of either, until it is played to.",
            "Chacun peut entamer quand une entame est attendue. Une carte jouée hors de son tour se reprend,"
            " au gré de l’un ou de l’autre, jusqu’à ce qu’on y réponde.",
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
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_law_41_a_lead_says_a_card_and_names_no_suit",
            "tests/ecarte/salon/test_salon_play.py::test_law_41_the_suit_named_may_be_required",
            "tests/ecarte/salon/test_salon_play.py::test_law_41_the_card_led_may_be_played_to",
            "tests/ecarte/salon/test_salon_play.py::test_law_41_a_card_led_lies_if_there_is_none_of_the_suit_named",
        ),
        salon=Keeping.OFFERED,
        salon_how=Text(
            "The leader may name a suit before he leads. If he leads another, the other player may ask for "
            "the suit named.",
            "Celui qui entame peut nommer une couleur avant de jouer. S’il en joue une autre, l’adversaire "
            "peut exiger la couleur nommée.",
        ),
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
            "tests/ecarte/game/test_laws_of_scoring.py::test_law_42_a_hand_thrown_up_without_a_trick_loses_the_vole",
            "tests/ecarte/game/test_laws_of_scoring.py::test_law_42_with_one_trick_or_two_it_loses_the_point",
            "tests/ecarte/game/test_laws_of_scoring.py::test_law_42_with_three_tricks_the_point_is_made_already_and_kept",
            "tests/ecarte/game/test_claims.py::test_law_42_a_claim_that_stands_is_scored_and_the_cards_are_shown",
            "tests/ecarte/game/test_claims.py::test_a_claim_that_is_not_certain_changes_nothing",
            "tests/ecarte/salon/test_salon_play.py::test_law_42_cards_thrown_down_with_a_claim_lie_open_and_the_hand_goes_on",
            "tests/ecarte/salon/test_salon_play.py::test_law_42_a_hand_thrown_up_is_scored_and_may_be_called_in_question",
        ),
        salon=Keeping.OFFERED,
        salon_how=Text(
            "A claim that is not certain lays the hand open, and the deal is played on without a penalty. A "
            "hand thrown up is scored, and its errors may still be called.",
            "Une réclamation qui n’est pas sûre étale le jeu, et le coup continue sans peine. Un jeu "
            "abandonné est marqué, et ses fautes peuvent encore être relevées.",
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
            "tests/ecarte/game/test_laws_of_play.py::test_law_43_what_is_not_lawful_is_refused_by_its_rule",
            "tests/ecarte/game/test_laws_of_play.py::test_treatise_p_32_follow_win_trump",
            "tests/ecarte/game/test_laws_of_play.py::test_lawful_replies_are_those_of_the_oracle",
            "tests/bot/e2e/test_hands.py::test_only_lawful_cards_can_be_pressed",
            "tests/ecarte/salon/test_salon_play.py::test_law_43_a_player_may_revoke_and_nobody_says_a_word",
            "tests/ecarte/salon/test_salon_play.py::test_law_43_who_does_not_win_a_trick_when_able_may_be_called",
            "tests/ecarte/salon/test_salon_play.py::test_law_43_the_offender_who_wins_the_point_marks_nothing",
            "tests/ecarte/salon/test_salon_play.py::test_law_43_hands_played_again_keep_the_penalty_and_the_leader",
        ),
        salon=Keeping.OFFERED,
        salon_how=Text(
            "Any card may be played. The other calls the error when the cards show it, or when the hand is "
            "over, and chooses: the hand stands or is played again. Either way the offender marks less.",
            "Toute carte peut être jouée. L’autre relève la faute quand les cartes la montrent, ou à la fin "
            "du coup, et choisit : le coup vaut ou se rejoue. Dans les deux cas le fautif marque moins.",
        ),
    ),
)
