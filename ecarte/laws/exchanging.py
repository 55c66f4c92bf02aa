"""Laws 26 to 38: proposing, answering and discarding.

Source: Laws 1-55 as Cavendish edited them in 1886, and the short code and the modern description where they
differ; the sentences are ours. This module holds values alone; `ecarte.laws` is the door to them.
"""

from __future__ import annotations

from typing import Final

from ecarte.laws.law import Chapter, Keeping, Law, Text

__all__ = ["LAWS"]

LAWS: Final = (
    Law(
        26,
        Chapter.PROPOSING,
        heading=Text("A proposal stands", "Qui a proposé a proposé"),
        gist=Text(
            "The elder hand may ask to change cards. He can neither take that back nor change how many he has asked "
            "for.",
            "Le premier peut demander à changer des cartes. Il ne peut ni se dédire, ni changer le nombre demandé.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "A proposal counts as soon as it is made, and so do the cards put out; their number is the number asked "
            "for.",
            "Une proposition vaut dès qu’elle est faite, les cartes écartées aussi ; leur nombre est le nombre "
            "demandé.",
        ),
        differs=Text(
            "Short code: one exchange; a second only if agreed beforehand.",
            "Code court : un seul échange ; un second seulement si l’on en est convenu.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_of_exchanging.py::test_law_26_a_proposal_cannot_be_retracted",
            "tests/ecarte/game/test_laws_of_exchanging.py::test_the_elder_hand_proposes_or_leads",
            "tests/ecarte/game/test_laws_of_exchanging.py::test_short_one_exchange_and_a_second_only_if_agreed",
        ),
    ),
    Law(
        27,
        Chapter.PROPOSING,
        heading=Text("The dealer’s answer stands", "La réponse du donneur est ferme"),
        gist=Text(
            "The dealer accepts or refuses, and cannot take it back. If he is asked, he must say how many cards he "
            "took.",
            "Le donneur accepte ou refuse, et ne peut se dédire. Si on le lui demande, il doit dire combien de cartes"
            " il a prises.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "The answer counts at once. The table tells everybody how many cards each has changed.",
            "La réponse vaut aussitôt. La table dit à tous combien de cartes chacun a changées.",
        ),
        differs=Text(
            "Modern description: a dealer who accepts must change a card himself.",
            "Description moderne : le donneur qui accepte doit changer au moins une carte.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_of_exchanging.py::test_law_27_the_dealer_accepts_or_refuses_and_cannot_retract",
            "tests/ecarte/game/test_views.py::test_an_exchange_under_way_shows_how_many_and_not_which",
            "tests/ecarte/game/test_laws_of_exchanging.py::test_modern_a_dealer_who_accepts_must_change_a_card",
        ),
    ),
    Law(
        28,
        Chapter.DISCARDING,
        heading=Text("Discards lie face down", "L’écart se met face cachée"),
        gist=Text(
            "Cards are put out face down before new ones are taken, apart from the talon and from the other’s. Nobody"
            " looks at them again.",
            "On écarte face cachée avant de prendre, à part du talon et de l’écart de l’autre. Les cartes écartées ne"
            " se regardent plus.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "Both put their cards out before anyone is given one. The other never sees them, and one’s own hand, once"
            " filled up, shows them no more.",
            "Tous deux écartent avant qu’on serve personne. L’autre ne les voit jamais et la main, une fois "
            "complétée, ne les montre plus.",
        ),
        differs=Text(
            "Modern description: the elder hand is served before the dealer discards.",
            "Description moderne : le premier est servi avant que le donneur n’écarte.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_of_exchanging.py::test_law_28_both_discard_before_anyone_is_given_a_card",
            "tests/ecarte/game/test_laws_of_exchanging.py::test_law_28_only_cards_in_hand_are_put_out_and_the_elder_hand_changes_one_at_least",
            "tests/bot/e2e/test_laws_at_the_table.py::test_law_28_what_was_put_out_is_shown_to_nobody_again",
        ),
    ),
    Law(
        29,
        Chapter.DISCARDING,
        heading=Text("The elder hand takes too many", "Le premier prend trop de cartes"),
        gist=Text(
            "If he has mixed them with his hand, the dealer may have a fresh deal, or draws the surplus from that "
            "hand; if the elder hand has looked at the new cards, he may see what he draws.",
            "S’il les a mêlées à son jeu, le donneur peut faire donner à nouveau, ou tire le surplus de ce jeu ; si "
            "le premier a vu les cartes prises, il peut voir ce qu’il tire.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text("Each is given as many cards as he has put out.", "Chacun reçoit autant de cartes qu’il en a écarté."),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_laws_29_and_31_to_33_each_is_given_as_many_cards_as_he_put_out",
        ),
    ),
    Law(
        30,
        Chapter.DISCARDING,
        heading=Text("The elder hand asks for too few", "Le premier demande trop peu"),
        gist=Text(
            "If he asks for fewer than he has put out, he plays short: the dealer wins a trick for each card that can"
            " no longer be answered.",
            "S’il demande moins qu’il n’a écarté, il joue avec moins : le donneur fait une levée de chaque carte à "
            "laquelle on ne peut plus répondre.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text("After every exchange both hold five cards.", "Après chaque échange, tous deux tiennent cinq cartes."),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_laws_30_and_34_both_hold_five_after_every_exchange",
        ),
    ),
    Law(
        31,
        Chapter.DISCARDING,
        heading=Text("The dealer gives too many", "Le donneur donne trop de cartes"),
        gist=Text(
            "The elder hand may have a fresh deal; or he throws the surplus away, and the dealer does not see it.",
            "Le premier peut faire donner à nouveau ; ou il écarte le surplus, que le donneur ne voit pas.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text("Each is given as many cards as he has put out.", "Chacun reçoit autant de cartes qu’il en a écarté."),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_laws_29_and_31_to_33_each_is_given_as_many_cards_as_he_put_out",
        ),
    ),
    Law(
        32,
        Chapter.DISCARDING,
        heading=Text("The dealer gives too few", "Le donneur donne trop peu"),
        gist=Text(
            "The elder hand may have a fresh deal, or has his hand filled up from the talon.",
            "Le premier peut faire donner à nouveau, ou fait compléter son jeu au talon.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text("Each is given as many cards as he has put out.", "Chacun reçoit autant de cartes qu’il en a écarté."),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_laws_29_and_31_to_33_each_is_given_as_many_cards_as_he_put_out",
        ),
    ),
    Law(
        33,
        Chapter.DISCARDING,
        heading=Text("The dealer takes too many", "Le donneur prend trop de cartes"),
        gist=Text(
            "If he has mixed them with his hand, the elder hand may have a fresh deal, or draws the surplus from that"
            " hand; if the dealer has looked at the new cards, he may see what he draws.",
            "S’il les a mêlées à son jeu, le premier peut faire donner à nouveau, ou tire le surplus de ce jeu ; si "
            "le donneur a vu les cartes prises, il peut voir ce qu’il tire.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text("Each is given as many cards as he has put out.", "Chacun reçoit autant de cartes qu’il en a écarté."),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_laws_29_and_31_to_33_each_is_given_as_many_cards_as_he_put_out",
        ),
    ),
    Law(
        34,
        Chapter.DISCARDING,
        heading=Text("The dealer takes too few", "Le donneur prend trop peu"),
        gist=Text(
            "Before he plays he may fill his hand up from the talon. If he plays short, the elder hand wins a trick "
            "for each card that can no longer be answered.",
            "Avant de jouer, il peut compléter son jeu au talon. S’il joue avec moins, le premier fait une levée de "
            "chaque carte à laquelle on ne peut plus répondre.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text("After every exchange both hold five cards.", "Après chaque échange, tous deux tiennent cinq cartes."),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_laws_30_and_34_both_hold_five_after_every_exchange",
        ),
    ),
    Law(
        35,
        Chapter.DISCARDING,
        heading=Text("A card face up in the talon", "Une carte à l’endroit au talon"),
        gist=Text(
            "Both may look at it. It is set aside, and the next card is given in its place.",
            "Tous deux peuvent la voir. On la met de côté, et la suivante est donnée à sa place.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "The talon is shown to nobody; the table tells how many cards are left.",
            "Le talon n’est montré à personne ; la table dit combien de cartes il y reste.",
        ),
        differs=Text(
            "Short code: a faced card means a new deal.",
            "Code court : une carte à l’endroit fait donner à nouveau.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_laws_35_and_36_a_card_of_the_talon_is_seen_by_none_but_who_is_given_it",
        ),
    ),
    Law(
        36,
        Chapter.DISCARDING,
        heading=Text("A card shown in giving", "Une carte vue en servant"),
        gist=Text(
            "If a card for the elder hand is shown, he takes it or has the next one instead. A card of the dealer’s "
            "own that is shown he must take.",
            "Si une carte destinée au premier est vue, il la prend ou reçoit la suivante. La sienne, si elle est vue,"
            " le donneur doit la prendre.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "What is given is shown to its player, and to those who back him where that is allowed.",
            "Ce qui est servi n’est montré qu’à son joueur, et à ceux qui parient pour lui quand c’est permis.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_laws_35_and_36_a_card_of_the_talon_is_seen_by_none_but_who_is_given_it",
            "tests/ecarte/game/test_views.py::test_what_a_seat_cannot_see_does_not_enter_into_its_view",
        ),
    ),
    Law(
        37,
        Chapter.DISCARDING,
        heading=Text("A second turn-up by mistake", "Une seconde retourne par erreur"),
        gist=Text(
            "If the dealer, having given the cards, turns one up as if for trumps, he cannot refuse another exchange,"
            " and the elder hand may take that card.",
            "Si le donneur, les cartes servies, en retourne une comme pour l’atout, il ne peut refuser un autre "
            "échange, et le premier peut prendre cette carte.",
        ),
        keeping=Keeping.CANNOT_BE_BROKEN,
        how=Text(
            "The trump is turned up once in a deal, and no exchange turns up another card.",
            "L’atout est retourné une fois par donne, et aucun échange ne retourne d’autre carte.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_no_player_can_break.py::test_law_37_the_trump_is_turned_up_once_and_no_exchange_turns_up_another",
        ),
    ),
    Law(
        38,
        Chapter.DISCARDING,
        heading=Text("When the talon runs short", "Quand le talon ne suffit pas"),
        gist=Text(
            "The elder hand is served first, as far as the talon goes, and the dealer plays what he has. The dealer "
            "may accept on condition that there are cards enough.",
            "Le premier est servi d’abord, tant que le talon y suffit, et le donneur joue ce qu’il a. Le donneur peut"
            " accepter à condition qu’il y ait assez de cartes.",
        ),
        keeping=Keeping.ENFORCED,
        how=Text(
            "The elder hand cannot ask for more than there is, nor the dealer for more than that leaves. While the "
            "talon holds fewer than ten, the dealer has a button to accept on condition; if it fails, both take their"
            " cards up again, and it is a refusal that costs nothing.",
            "Le premier ne peut demander plus qu’il n’y a, ni le donneur plus qu’il ne reste. Quand le talon a moins "
            "de dix cartes, le donneur a un bouton pour accepter sous condition ; si elle manque, chacun reprend ses "
            "cartes, et c’est un refus qui ne coûte rien.",
        ),
        differs=Text(
            "Modern description: nobody may ask for more than there is, and no condition is spoken of.",
            "Description moderne : on ne peut demander plus qu’il n’y a, et il n’est pas question de condition.",
        ),
        tests=(
            "tests/ecarte/game/test_laws_of_exchanging.py::test_law_38_the_elder_hand_takes_what_is_left_at_most",
            "tests/ecarte/game/test_laws_of_exchanging.py::test_law_38_where_nothing_is_left_for_the_dealer_he_plays_the_hand_that_he_has",
            "tests/ecarte/game/test_laws_of_exchanging.py::test_law_38_the_dealer_has_what_the_elder_hand_leaves",
            "tests/ecarte/game/test_laws_of_exchanging.py::test_law_38_a_condition_is_lawful_only_where_the_talon_might_not_suffice",
            "tests/ecarte/game/test_laws_of_exchanging.py::test_law_38_a_condition_that_fails_changes_no_card_and_counts_as_a_later_refusal",
        ),
    ),
)
