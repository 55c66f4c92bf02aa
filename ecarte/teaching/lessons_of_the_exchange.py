"""Lessons five and six: proposing, accepting, refusing, and what to throw away (Cavendish, pp. 31-33, 38-42).

Each step is read on a phone: a short text, one picture, at most five buttons. The sentences are ours.
"""

from __future__ import annotations

from typing import Final

from ecarte.teaching._text import Text
from ecarte.teaching.lesson import Ask, Do, Lesson, Marks, Stand, Step, right, wrong
from ecarte.teaching.position import HIM, ME, Setup

__all__ = ["LESSONS"]

_PROPOSING: Final = Lesson(
    Text("Propose, accept, refuse", "Proposer, accepter, refuser"),
    (
        Step(
            Text(
                "Before the first card the elder hand, who does not deal, may **propose**: ask for new cards. If "
                "the dealer accepts, both throw what they like and are given as many. You are the elder hand. What "
                "do you do with these?",
                "Avant la première carte, celui qui ne donne pas, le premier en cartes, peut **proposer** : "
                "demander des cartes. Si le donneur accepte, chacun écarte ce qu’il veut et en reçoit autant. "
                "C’est vous qui parlez. Que faites-vous de cette main ?",
            ),
            Setup(mine="7S QH 9H TD 8C", his="KS QS KC QD 9C", turn_up="8S"),
            Ask.JEU,
            (
                right(
                    Do("propose"),
                    "Yes: one small trump and nothing sure. New cards can only help.",
                    "Oui : un petit atout et rien de sûr. D’autres cartes ne peuvent qu’aider.",
                ),
                wrong(
                    Stand(),
                    "Three tricks with these? It would take luck. Ask for cards first.",
                    "Trois levées avec cela ? Il faudrait de la chance. Demandez d’abord des cartes.",
                ),
            ),
            hint=Text(
                "Propose: one small trump and nothing sure, so new cards can only help.",
                "Proposez : un petit atout et rien de sûr, d’autres cartes ne peuvent qu’aider.",
            ),
        ),
        Step(
            Text(
                "Now you deal, and he proposes. You may give cards, or **refuse**: then the hands are played as "
                "they are. Look at your trumps.",
                "À présent vous donnez, et il propose. Vous pouvez accepter, ou **refuser** : on joue alors les "
                "mains telles quelles. Regardez vos atouts.",
            ),
            Setup(mine="QS JS 9S KH 8C", his="7S QH 9H TD 9C", turn_up="8S", dealer=ME, moves=("propose",)),
            Ask.ADVICE,
            (
                right(
                    Do("refuse"),
                    "Right. Three trumps and a king: he is weak, why let him mend?",
                    "Juste. Trois atouts et un roi : il est faible, pourquoi le laisser se refaire ?",
                ),
                wrong(
                    Do("accept"),
                    "You could not ask for better cards, and he would get better ones. Keep him where he is.",
                    "Vous n’auriez guère mieux, et lui aurait mieux. Laissez-le où il est.",
                ),
            ),
            hint=Text(
                "Refuse: three trumps and a king are strong, and he asks because he is not.",
                "Refusez : trois atouts et un roi, c’est fort, et lui demande parce qu’il ne l’est pas.",
            ),
        ),
        Step(
            Text(
                "He proposes again in another deal, and this is your hand. Give or refuse?",
                "À une autre donne, il propose, et voici votre main. Accepter ou refuser ?",
            ),
            Setup(mine="7S 9H 8H TC 7D", his="9S QH JH TD 9C", turn_up="8S", dealer=ME, moves=("propose",)),
            Ask.ADVICE,
            (
                right(
                    Do("accept"),
                    "Of course. The dealer’s rule: give, unless you are guarded in three suits, a trump counting "
                    "for one.",
                    "Bien sûr. La règle du donneur : accepter, à moins d’être gardé dans trois couleurs, chaque "
                    "atout comptant pour une.",
                ),
                wrong(
                    Do("refuse"),
                    "With one small trump? Whoever refuses and then makes fewer than three tricks pays **two** points.",
                    "Avec un petit atout ? Qui refuse et fait ensuite moins de trois levées paie **deux** points.",
                ),
            ),
            hint=Text(
                "Give: one refuses when guarded in three suits, a trump counting for one, and you are not.",
                "Donnez : on refuse si l’on est gardé dans trois couleurs, un atout valant une, et vous ne l’êtes pas.",
            ),
        ),
        Step(
            Text(
                "**Boldness has its price.** He played without proposing, and the last trick is falling; you have "
                "three already. What do you mark?",
                "**L’audace a son prix.** Il a joué sans proposer, et la dernière levée tombe ; vous en avez déjà "
                "trois. Que marquez-vous ?",
            ),
            Setup(
                mine="QS JS AS 8C 7D",
                his="KH 9H TC QC KD",
                turn_up="8S",
                dealer=ME,
                moves=("KH", "AS", "QS", "9H", "JS", "TC", "8C", "QC"),
            ),
            Ask.LAW,
            (
                right(
                    Marks(ME, 2),
                    "Two instead of one. The same holds for a dealer who refused. It is so for the first proposal "
                    "of a deal only.",
                    "Deux au lieu d’un. Il en va de même du donneur qui a refusé. Cela ne vaut que pour la "
                    "première proposition d’une donne.",
                ),
                wrong(
                    Marks(ME, 1),
                    "One would be the usual point. But he dared to play as dealt, and lost: that costs him two.",
                    "Un, ce serait le point ordinaire. Mais il a osé jouer d’autorité, et il perd : c’est deux.",
                ),
                wrong(
                    Marks(HIM, 1),
                    "He has two tricks, you have three: the point is yours.",
                    "Il a deux levées, vous trois : le point est à vous.",
                ),
            ),
            then=("KD", "7D"),
            hint=Text(
                "Two points for you: he played without proposing, and has lost the point.",
                "Deux points pour vous : il a joué sans proposer, et il a perdu le point.",
            ),
        ),
    ),
)

_DISCARDING: Final = Lesson(
    Text("What to throw away", "Ce qu’on écarte"),
    (
        Step(
            Text(
                "You proposed and he accepted. The rule is simple: **keep trumps and kings, throw the rest.** "
                "Spades are trumps. What goes?",
                "Vous avez proposé, il a accepté. La règle est simple : **gardez atouts et rois, écartez le "
                "reste.** L’atout est pique. Que jetez-vous ?",
            ),
            Setup(
                mine="9S KH 8H 9C 7D",
                his="QH JC TD 9D 8D",
                turn_up="8S",
                talon="AS QD TC 7S KC",
                moves=("propose", "accept"),
            ),
            Ask.ADVICE,
            (
                right(
                    Do("discard 8H 9C 7D"),
                    "Yes, and look: an ace of trumps came. The dealer now changes two cards of his own.",
                    "Oui, et voyez : l’as d’atout est venu. Le donneur change maintenant deux cartes à son tour.",
                ),
                wrong(
                    Do("discard 7D"),
                    "Too timid. Small plain cards hardly ever take a trick: be rid of all three.",
                    "Trop timide. Les petites cartes ne font presque jamais de levée : débarrassez-vous des trois.",
                ),
                wrong(
                    Do("discard 9S 8H 9C 7D"),
                    "A trump is a trick in waiting: even the nine beats three kings. Keep it.",
                    "Un atout est une levée en puissance : même le neuf bat trois rois. Gardez-le.",
                ),
                wrong(
                    Do("discard KH 8H 9C 7D"),
                    "The king of hearts takes a trick more often than what you would get for him.",
                    "Le roi de cœur fait plus souvent une levée que la carte qui le remplacerait.",
                ),
            ),
            then=("discard 9D 8D",),
            hint=Text(
                "Put out the eight of hearts, the nine of clubs and the seven of diamonds: trumps and kings are kept.",
                "Écartez le huit de cœur, le neuf de trèfle et le sept de carreau : on garde atouts et rois.",
            ),
        ),
        Step(
            Text(
                "You may propose again, as long as he accepts and cards are left; this time nobody pays more for "
                "refusing. You now hold two trumps, a king and a queen. Well?",
                "Vous pouvez proposer encore, tant qu’il accepte et qu’il reste des cartes ; cette fois, nul ne "
                "paie davantage pour un refus. Vous tenez deux atouts, un roi et une dame. Alors ?",
            ),
            Setup(
                mine="9S KH 8H 9C 7D",
                his="QH JC TD 9D 8D",
                turn_up="8S",
                talon="AS QD TC 7S KC",
                moves=("propose", "accept", "discard 8H 9C 7D", "discard 9D 8D"),
            ),
            Ask.ADVICE,
            (
                right(
                    Stand(),
                    "Yes. With an even chance or better one plays: he, too, would get new cards.",
                    "Oui. À chances égales ou meilleures, on joue : lui aussi recevrait des cartes.",
                ),
                wrong(
                    Do("propose"),
                    "From this hand there is little to throw, and he may throw much. Stay with what you have.",
                    "De cette main il y a peu à jeter, et lui peut jeter beaucoup. Restez-en là.",
                ),
            ),
            hint=Text(
                "Play: two trumps, a king and a queen are an even chance or better.",
                "Jouez : deux atouts, un roi et une dame, c’est une chance égale ou mieux.",
            ),
        ),
        Step(
            Text(
                "**Remember what you threw.** It was two hearts and a diamond. Two tricks each; he leads his last "
                "trump, and you must part with one of your nines. Which?",
                "**Souvenez-vous de votre écart** : c’étaient deux cœurs et un carreau. Deux levées chacun ; il "
                "joue son dernier atout, et vous devez vous défaire d’un de vos neuf. Lequel ?",
            ),
            Setup(
                mine="KC 8H 7H 7D QS",
                his="JS AS QC 8C TH",
                turn_up="8S",
                talon="9H 9D TC 8D",
                moves=("propose", "accept", "discard 8H 7H 7D", "discard TH", "KC", "8C", "QS", "AS", "TC", "QC", "JS"),
            ),
            Ask.BEST,
            (
                right(
                    Do("9H"),
                    "Yes. You have seen more hearts than diamonds, so his small card is more likely a diamond, and "
                    "your nine beats it.",
                    "Oui. Vous avez vu plus de cœurs que de carreaux : sa petite carte est plus probablement un "
                    "carreau, et votre neuf le bat.",
                ),
                wrong(
                    Do("9D"),
                    "Count: two small hearts lie in your discard, and but one diamond. He rather has a small "
                    "diamond left than a small heart.",
                    "Comptez : deux petits cœurs sont à l’écart, et un seul carreau. Il lui reste plutôt un petit "
                    "carreau qu’un petit cœur.",
                ),
            ),
            then=("8D", "9D"),
            hint=Text(
                "The nine of hearts: you threw two hearts, so he more likely holds a diamond.",
                "Le neuf de cœur : vous avez écarté deux cœurs, il tient donc plus probablement un carreau.",
            ),
        ),
    ),
)

LESSONS: Final = (_PROPOSING, _DISCARDING)
