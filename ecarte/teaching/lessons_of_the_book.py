"""Lessons seven and eight: the jeux de règle, and what to lead (Cavendish, pp. 42-44, 48-55).

Each step is read on a phone: a short text, one picture, at most five buttons. The sentences are ours.
"""

from __future__ import annotations

from typing import Final

from ecarte.teaching._text import Text
from ecarte.teaching.lesson import Ask, Do, Lesson, Stand, Step, right, wrong
from ecarte.teaching.position import Setup

__all__ = ["LESSONS"]

_JEUX: Final = Lesson(
    Text("The jeux de règle", "Les jeux de règle"),
    (
        Step(
            Text(
                "Some hands are played without proposing: the **jeux de règle**. They win the point about twice in "
                "three, or lose more by an exchange than by the risk. Spades are trumps. Play or propose?",
                "Certaines mains se jouent sans proposer : les **jeux de règle**. Elles gagnent le point deux fois "
                "sur trois environ, ou perdraient plus à l’échange qu’au risque. L’atout est pique. Jouer ou "
                "proposer ?",
            ),
            Setup(mine="QS JS 9S AH 8C", his="KH TH KC QD 9D", turn_up="8S"),
            Ask.JEU,
            (
                right(
                    Stand(),
                    "Yes: **three trumps**, always. It is the first of them.",
                    "Oui : **trois atouts**, toujours. C’est le premier de tous.",
                ),
                wrong(
                    Do("propose"),
                    "Three trumps are worth most of a point already. Do not give him cards.",
                    "Trois atouts valent déjà presque le point. Ne lui donnez pas de cartes.",
                ),
            ),
            hint=Text(
                "Play: three trumps are a jeu de règle, always.", "Jouez : trois atouts sont un jeu de règle, toujours."
            ),
        ),
        Step(
            Text(
                "Two small trumps, and three hearts of no great beauty.",
                "Deux petits atouts, et trois cœurs sans grand éclat.",
            ),
            Setup(mine="9S 7S TH 8H 7H", his="KS KC QC QD 9D", turn_up="8S"),
            Ask.JEU,
            (
                right(
                    Stand(),
                    "Yes: **two trumps and three cards of a suit**. Lead the hearts until he trumps; then your "
                    "trumps stop his winners.",
                    "Oui : **deux atouts et trois cartes d’une couleur**. Jouez cœur jusqu’à ce qu’il coupe ; vos "
                    "atouts arrêtent ensuite ses bonnes cartes.",
                ),
                wrong(
                    Do("propose"),
                    "It looks thin, but three hearts force him again and again. The book plays it.",
                    "Cela paraît mince, mais trois cœurs le forcent encore et encore. Le livre joue cette main.",
                ),
            ),
            hint=Text(
                "Play: two trumps and three cards of a suit are a jeu de règle.",
                "Jouez : deux atouts et trois cartes d’une couleur sont un jeu de règle.",
            ),
        ),
        Step(
            Text(
                "Two small trumps, a guarded queen, and a seven.",
                "Deux petits atouts, une dame gardée, et un sept.",
            ),
            Setup(mine="9S 7S QD 8D 7C", his="KH QH KC QC 9H", turn_up="8S"),
            Ask.JEU,
            (
                right(
                    Stand(),
                    "Yes: **two trumps and a guarded queen** are enough, with anything.",
                    "Oui : **deux atouts et une dame gardée** suffisent, avec n’importe quoi.",
                ),
                wrong(
                    Do("propose"),
                    "You could throw but three cards, and he perhaps five. With two trumps a guarded queen is enough.",
                    "Vous n’écarteriez que trois cartes, et lui peut-être cinq. Avec deux atouts, une dame gardée "
                    "suffit.",
                ),
            ),
            hint=Text(
                "Play: two trumps and a guarded queen are enough.", "Jouez : deux atouts et une dame gardée suffisent."
            ),
        ),
        Step(
            Text("Two small trumps again, but look at the rest.", "Encore deux petits atouts, mais voyez le reste."),
            Setup(mine="9S 7S TD 8D 9C", his="KH QH KC QC 9H", turn_up="8S"),
            Ask.JEU,
            (
                right(
                    Do("propose"),
                    "Right. A ten and an eight with a nine beside them are too weak: ask for cards.",
                    "Juste. Dix et huit, avec un neuf à côté : c’est trop faible, demandez des cartes.",
                ),
                wrong(
                    Stand(),
                    "Nothing outside trumps takes a trick here. That is no jeu de règle.",
                    "Rien hors des atouts ne fait de levée ici. Ce n’est pas un jeu de règle.",
                ),
            ),
            hint=Text(
                "Propose: two small trumps with nothing better than a ten beside them are too weak.",
                "Proposez : deux petits atouts sans rien de mieux qu’un dix à côté, c’est trop faible.",
            ),
        ),
        Step(
            Text("Not one trump! But four court cards.", "Pas un atout ! Mais quatre figures."),
            Setup(mine="KH QH JC QD 7C", his="QS 9S KC TD 9H", turn_up="8S"),
            Ask.JEU,
            (
                right(
                    Stand(),
                    "Yes: **four court cards**, even without a trump, unless they are the four knaves.",
                    "Oui : **quatre figures**, même sans atout, à moins que ce ne soient les quatre valets.",
                ),
                wrong(
                    Do("propose"),
                    "Four court cards are hard to better, and he may hold no trump either.",
                    "Quatre figures s’améliorent mal, et il n’a peut-être pas d’atout non plus.",
                ),
            ),
            hint=Text(
                "Play: four court cards are a jeu de règle, even without a trump.",
                "Jouez : quatre figures sont un jeu de règle, même sans atout.",
            ),
        ),
        Step(
            Text(
                "And the exception: you know this hand, but one of the trumps is the **king**.",
                "Et l’exception : vous connaissez cette main, mais l’un des atouts est le **roi**.",
            ),
            Setup(mine="KS 7S TH 8H 7H", his="QS KC QC QD 9D", turn_up="8S"),
            Ask.JEU,
            (
                right(
                    Do("propose"),
                    "Right. Nobody can take the king from you, so exchange freely, and perhaps he refuses and pays "
                    "two. When you know them: `/ecarte jeux` asks you ten against the clock.",
                    "Juste. Nul ne peut vous prendre le roi : échangez à votre aise, et peut-être refusera-t-il, "
                    "et paiera deux. Quand vous les saurez : `/ecarte jeux` vous en demande dix contre la montre.",
                ),
                wrong(
                    Stand(),
                    "What one fears in an exchange is that he takes the king. You have him: ask for cards.",
                    "Ce qu’on craint d’un échange, c’est qu’il prenne le roi. Vous l’avez : demandez des cartes.",
                ),
            ),
            hint=Text(
                "Propose: nobody can take the king of trumps from you, so ask for better cards beside him.",
                "Proposez : nul ne peut vous prendre le roi d’atout, demandez donc mieux à côté de lui.",
            ),
        ),
    ),
)

_LEADS: Final = Lesson(
    Text("The first card", "La première carte"),
    (
        Step(
            Text(
                "With **three trumps, lead the highest**. Spades are trumps, and you play as dealt. What do you lead?",
                "Avec **trois atouts, jouez le plus fort**. L’atout est pique, et vous jouez d’autorité. Par quoi "
                "commencez-vous ?",
            ),
            Setup(mine="AS TS 7S QH JC", his="JS 9S KH 8D 7D", turn_up="8S"),
            Ask.BEST,
            (
                right(
                    Do("AS"),
                    "Yes. Higher or lower, his trumps have to fall to yours, and your plain cards come to life.",
                    "Oui. Plus forts ou non, ses atouts doivent tomber sur les vôtres, et vos autres cartes "
                    "prennent vie.",
                ),
                wrong(
                    Do("7S"),
                    "So small a trump lets him win cheaply. The highest takes more of his with it.",
                    "Un si petit atout le laisse gagner à bon compte. Le plus fort en emporte davantage.",
                ),
                wrong(
                    Do("QH"),
                    "His king beats her, and you are forced before you have drawn a trump.",
                    "Son roi la prend, et vous voilà forcé avant d’avoir tiré un atout.",
                ),
                wrong(
                    Do("JC"),
                    "He may trump it. With three trumps you are the stronger: draw his first.",
                    "Il peut le couper. Avec trois atouts, le fort c’est vous : tirez d’abord les siens.",
                ),
            ),
            hint=Text(
                "The ace of trumps: with three trumps lead the highest, for his have to fall to yours.",
                "L’as d’atout : avec trois atouts on joue le plus fort, car les siens doivent tomber dessus.",
            ),
        ),
        Step(
            Text(
                "With **fewer than three trumps, lead from your longest plain suit, the highest of it**: whoever "
                "is forced to trump first is the weaker afterwards.",
                "Avec **moins de trois atouts, jouez votre plus longue couleur, la plus forte d’abord** : qui doit "
                "couper le premier est ensuite le plus faible.",
            ),
            Setup(mine="9S 7S QH TH 8H", his="QS JS KC QC KD", turn_up="8S"),
            Ask.BEST,
            (
                right(
                    Do("QH"),
                    "Yes. He has to trump, and you will make him trump again.",
                    "Oui. Il doit couper, et vous le ferez couper encore.",
                ),
                right(
                    Do("TH"),
                    "It forces him as well here. As a habit lead the highest: he might have had hearts.",
                    "Elle le force aussi bien ici. Prenez l’habitude de la plus forte : il aurait pu avoir du cœur.",
                ),
                wrong(
                    Do("9S"),
                    "You lead into his trumps, and then your hearts have nobody to protect them.",
                    "Vous jouez dans ses atouts, et vos cœurs n’ont plus personne pour les protéger.",
                ),
                wrong(
                    Do("7S"),
                    "The small trump loses a trump for nothing. Let him do the trumping.",
                    "Un petit atout perdu pour rien. Laissez-le couper, lui.",
                ),
            ),
            hint=Text(
                "The queen of hearts, the highest of your longest suit: he has to trump, and is the weaker for it.",
                "La dame de cœur, la plus forte de votre couleur la plus longue : il doit couper, et s’affaiblit.",
            ),
        ),
        Step(
            Text(
                "Your queen of hearts was trumped; he led the king of clubs, which you trumped with the seven. "
                "**Go on with the suit**, or change?",
                "Votre dame de cœur a été coupée ; il a joué le roi de trèfle, que vous avez coupé du sept. "
                "**Continuer la couleur**, ou changer ?",
            ),
            Setup(mine="9S 7S QH TH 8H", his="QS JS KC QC KD", turn_up="8S", moves=("QH", "JS", "KC", "7S")),
            Ask.BEST,
            (
                right(
                    Do("TH"),
                    "Yes: his last trump has to go, and your nine and eight are worth the point.",
                    "Oui : son dernier atout doit partir, et votre neuf et votre huit valent le point.",
                ),
                right(
                    Do("8H"),
                    "Yes: any heart forces out his last trump. Neat of you to keep the ten.",
                    "Oui : tout cœur lui arrache son dernier atout. Bien vu de garder le dix.",
                ),
                wrong(
                    Do("9S"),
                    "His queen takes it, and then his clubs and diamonds are free.",
                    "Sa dame le prend, et ses trèfles et carreaux ont le champ libre.",
                ),
            ),
            hint=Text(
                "Another heart, the ten: his last trump has to go, and what you have left is good.",
                "Encore cœur, le dix : son dernier atout doit partir, et ce qui vous reste est bon.",
            ),
        ),
        Step(
            Text(
                "He **refused** your proposal, so he is strong. Then keep what has a gap, and lead **low "
                "neighbours**: spades are trumps.",
                "Il a **refusé** : il est donc fort. Gardez alors ce qui est en fourchette, et jouez de **petites "
                "cartes qui se suivent**. L’atout est pique.",
            ),
            Setup(mine="JH 9H KC 8D 7D", his="9S KH QC JC 8C", turn_up="8S", moves=("propose", "refuse")),
            Ask.BEST,
            (
                right(
                    Do("8D"),
                    "Yes. Here he even has to trump it; and then he must come to your king or your hearts.",
                    "Oui. Ici il doit même le couper ; et il lui faut ensuite venir à votre roi ou à vos cœurs.",
                ),
                right(Do("7D"), "Yes: as good as the eight.", "Oui : autant que le huit."),
                wrong(
                    Do("JH"),
                    "Knave and nine gain when he leads hearts. Led by you, they are wasted.",
                    "Valet et neuf gagnent quand il joue cœur. Joués par vous, ils sont perdus.",
                ),
                wrong(
                    Do("9H"),
                    "From a gap one does not lead: wait until he comes to it.",
                    "On ne joue pas d’une fourchette : attendez qu’il y vienne.",
                ),
            ),
            hint=Text(
                "The eight of diamonds: low neighbours lose nothing when led, and he has to come to your better cards.",
                "Le huit de carreau : deux petites voisines n’y perdent rien, et il doit venir à vos bonnes cartes.",
            ),
        ),
    ),
)

LESSONS: Final = (_JEUX, _LEADS)
