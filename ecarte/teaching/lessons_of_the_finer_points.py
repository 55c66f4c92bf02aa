"""Lessons nine and ten: the end of the hand, the score, and the galerie (Cavendish, pp. 36, 37, 45-47).

Each step is read on a phone: a short text, one picture, at most five buttons. The sentences are ours.
"""

from __future__ import annotations

from typing import Final

from ecarte.teaching._text import Text
from ecarte.teaching.lesson import Ask, Do, Lesson, Stand, Step, right, wrong
from ecarte.teaching.position import ME, Setup

__all__ = ["LESSONS"]

_ENDINGS: Final = Lesson(
    Text("The last cards", "Les dernières cartes"),
    (
        Step(
            Text(
                "One trick each. You have king and knave of trumps, with his queen perhaps between them, and a "
                "small club. Your lead?",
                "Une levée chacun. Vous avez roi et valet d’atout, sa dame peut-être entre les deux, et un petit "
                "trèfle. Que jouez-vous ?",
            ),
            Setup(mine="KS JS KH 8D 8C", his="QD 7H QS 9S KC", turn_up="8S", moves=("king", "8D", "QD", "7H", "KH")),
            Ask.BEST,
            (
                right(
                    Do("8C"),
                    "Yes: give him the lead. Whatever he plays, your two trumps lie behind his and take both tricks.",
                    "Oui : donnez-lui la main. Quoi qu’il joue, vos deux atouts sont derrière les siens et font "
                    "les deux levées.",
                ),
                wrong(
                    Do("KS"),
                    "The king takes a small trump, and then his queen beats your knave. Let him lead up to them.",
                    "Le roi prend un petit atout, puis sa dame bat votre valet. Laissez-le y venir.",
                ),
                wrong(
                    Do("JS"),
                    "His queen takes it at once. Let him lead up to your trumps.",
                    "Sa dame le prend aussitôt. Laissez-le venir dans vos atouts.",
                ),
            ),
            hint=Text(
                "The club: give him the lead, and your two trumps lie behind whatever he plays.",
                "Le trèfle : donnez-lui la main, et vos deux atouts seront derrière tout ce qu’il jouera.",
            ),
        ),
        Step(
            Text(
                "Two tricks are yours, and he has announced the king of trumps. You hold queen, nine and seven of "
                "trumps. Your lead?",
                "Deux levées sont à vous, et il a annoncé le roi d’atout. Vous tenez dame, neuf et sept d’atout. "
                "Que jouez-vous ?",
            ),
            Setup(mine="KH KD QS 9S 7S", his="9H 8D KS JS AS", turn_up="8S", moves=("KH", "king", "9H", "KD", "8D")),
            Ask.BEST,
            (
                right(
                    Do("7S"),
                    "Yes. He takes it and has to lead trumps: your queen cannot be missed.",
                    "Oui. Il prend et doit rejouer atout : votre dame ne peut plus manquer.",
                ),
                right(
                    Do("9S"),
                    "Yes, a small one: he takes it, and then your queen makes her trick.",
                    "Oui, un petit : il prend, et votre dame fait ensuite sa levée.",
                ),
                wrong(
                    Do("QS"),
                    "His king is waiting for her. Lead a small one, and he must use him first.",
                    "Son roi n’attend qu’elle. Jouez petit : il devra s’en servir d’abord.",
                ),
            ),
            hint=Text(
                "A small trump, the seven: he takes it with the king, and has to lead up to your queen.",
                "Un petit atout, le sept : il prend du roi, et doit revenir vers votre dame.",
            ),
        ),
        Step(
            Text(
                "You have two tricks, he has one; you are left with a trump and a plain card. Which first?",
                "Vous avez deux levées, lui une ; il vous reste un atout et une carte d’une autre couleur. "
                "Laquelle d’abord ?",
            ),
            Setup(
                mine="KH KD 8C 9S 7H", his="TH 8D 9H JS 7D", turn_up="8S", moves=("7H", "TH", "8D", "KD", "KH", "9H")
            ),
            Ask.BEST,
            (
                right(
                    Do("8C"),
                    "Yes, **the plain card**: he has to spend his trump on it, and yours takes the last trick.",
                    "Oui, **l’autre** : il y laisse son atout, et le vôtre fait la dernière levée.",
                ),
                wrong(
                    Do("9S"),
                    "If he has a higher trump you lose both. Keep yours for the end.",
                    "S’il a plus fort, vous perdez les deux. Gardez le vôtre pour la fin.",
                ),
            ),
            hint=Text(
                "The club: he has to spend a trump on it, and yours takes the last trick.",
                "Le trèfle : il doit y mettre un atout, et le vôtre fait la dernière levée.",
            ),
        ),
        Step(
            Text(
                "Now the reverse: **he** has two tricks, you have just made your first, and hold the seven of "
                "trumps and the nine of clubs.",
                "L’inverse : **lui** a deux levées, vous venez de faire votre première, et tenez le sept d’atout "
                "et le neuf de trèfle.",
            ),
            Setup(
                mine="8H 8D AS 7S 9C", his="KH AD 9H KD TC", turn_up="8S", moves=("8H", "KH", "AD", "8D", "9H", "AS")
            ),
            Ask.ADVICE,
            (
                right(
                    Do("7S"),
                    "Yes, **the trump**, small as it is: he must throw a card without knowing which you keep. He "
                    "threw the ten of clubs, and your nine is good.",
                    "Oui, **l’atout**, si petit soit-il : il doit jeter une carte sans savoir laquelle vous "
                    "gardez. Il a jeté le dix de trèfle, et votre neuf est bon.",
                ),
                wrong(
                    Do("9C"),
                    "Then he need not guess: any higher club ends it. Lead the trump, and let him choose wrongly.",
                    "Il n’a plus rien à deviner : un trèfle plus fort et c’est fini. Jouez l’atout, et laissez-le "
                    "se tromper.",
                ),
            ),
            then=("TC", "9C", "KD"),
            hint=Text(
                "The trump: he has to throw a card without knowing which you keep.",
                "L’atout : il doit jeter une carte sans savoir laquelle vous gardez.",
            ),
        ),
    ),
)

_SALON: Final = Lesson(
    Text("The score and the galerie", "Le score et la galerie"),
    (
        Step(
            Text(
                "**The score changes everything.** He deals and has four points; no king is turned up. One trump, "
                "an ace, a guarded ten. Play or propose?",
                "**Le score change tout.** Il donne et il a quatre points ; nul roi retourné. Un atout, un as, un "
                "dix gardé. Jouer ou proposer ?",
            ),
            Setup(mine="7S AH TC 8C 9D", his="9S QH KC QD 8D", turn_up="8S", score=(2, 4)),
            Ask.ADVICE,
            (
                right(
                    Stand(),
                    "Yes: **against four one plays a light hand**. If you lose the point the game is lost anyway, "
                    "and without an exchange he cannot take up the king.",
                    "Oui : **contre quatre, on joue léger**. Le point perdu, la partie l’est de toute façon ; et "
                    "sans échange il ne peut pas prendre le roi.",
                ),
                wrong(
                    Do("propose"),
                    "At love-all, yes. But at four a king of trumps is enough for him, and an exchange may bring it.",
                    "À zéro, oui. Mais à quatre, un roi d’atout lui suffit, et l’échange peut le lui apporter.",
                ),
            ),
            hint=Text(
                "Play: against four points a light hand will do, and new cards might bring him the king.",
                "Jouez : contre quatre points un jeu léger suffit, et un échange pourrait lui donner le roi.",
            ),
        ),
        Step(
            Text(
                "You deal with three points against four, and you have the king of trumps. He **plays without "
                "proposing** and leads the king of hearts. What now?",
                "Vous donnez, trois points contre quatre, et vous avez le roi d’atout. Il **joue sans proposer** "
                "et attaque du roi de cœur. Que faites-vous ?",
            ),
            Setup(mine="KS JS AS QH 7D", his="KH QS 9S QD JC", turn_up="8S", dealer=ME, score=(3, 4), moves=("KH",)),
            Ask.ADVICE,
            (
                right(
                    Do("QH"),
                    "Yes, and not a word of the king: if you win the point you mark two, and the game. To announce "
                    "would only show him your hand.",
                    "Oui, et pas un mot du roi : gagnez le point, et vous marquez deux, donc la partie. L’annoncer "
                    "ne ferait que vous découvrir.",
                ),
                wrong(
                    Do("king"),
                    "It gives you four, but three tricks give you two points and the game anyway. Keep him hidden: "
                    "this once it pays to be silent.",
                    "Cela vous en fait quatre, mais trois levées en valent deux, et la partie. Cachez-le : pour "
                    "une fois, le silence paie.",
                ),
            ),
            hint=Text(
                "The queen of hearts, and not a word of the king: the point counts two here, and that is the game.",
                "La dame de cœur, et pas un mot du roi : le point en vaut deux ici, et c’est la partie.",
            ),
        ),
        Step(
            Text(
                "At a French table others stand around: the **galerie**. They bet on a player, see his hand, and "
                "may point at a card, without a word. What one side stakes, the other must cover; the winners take "
                "as much again. Bets close with the first card.",
                "À une table française, d’autres entourent les joueurs : la **galerie**. On parie pour un joueur, "
                "on voit sa main, on désigne une carte sans un mot. Ce que mise un côté, l’autre doit le couvrir ; "
                "les gagnants doublent leur mise. À la première carte, les paris sont clos.",
            ),
            Setup(mine="KH 9H AS QC 7C", his="9S QH KC QD 8D", turn_up="8H"),
        ),
        Step(
            Text(
                "Who loses gives up his chair to the next **rentrant**; who takes all bets alone plays **La "
                "Chouette**, shows nobody his cards, and keeps his chair. Now sit down: `/ecarte challenge`. And "
                "when you like, try Cavendish’s hands, in the list below.",
                "Qui perd cède sa chaise au **rentrant** suivant ; qui prend seul tous les paris joue **La "
                "Chouette**, ne montre ses cartes à personne et garde sa chaise. À vous de vous asseoir : `/ecarte "
                "challenge`. Et quand il vous plaira, les mains de Cavendish, dans la liste ci-dessous.",
            ),
            Setup(mine="KS QS JS AS TS", his="KH QH KC QC KD", turn_up="8S"),
        ),
    ),
)

LESSONS: Final = (_ENDINGS, _SALON)
