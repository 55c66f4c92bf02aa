"""Lessons one and two: the cards, and how a trick is played (Cavendish, pp. 30-33). For whoever knows nothing.

Each step is read on a phone: a short text, one picture, at most five buttons. The sentences are ours.
"""

from __future__ import annotations

from typing import Final

from ecarte.teaching._text import Text
from ecarte.teaching.lesson import Ask, Do, Lesson, Step, Takes, right, wrong
from ecarte.teaching.position import HIM, ME, Setup

__all__ = ["LESSONS"]

_CARDS: Final = Lesson(
    Text("The cards", "Les cartes"),
    (
        Step(
            Text(
                "Welcome to écarté: two players, 32 cards, a quarter of an hour. Each suit has eight cards, and "
                "here are five of them, the highest first: **king, queen, knave, ace, ten**. Then come nine, eight "
                "and seven. Mind the ace: it ranks below the knave.",
                "Bienvenue à l’écarté : deux joueurs, 32 cartes, un quart d’heure. Chaque couleur a huit cartes ; "
                "en voici cinq, la plus forte d’abord : **roi, dame, valet, as, dix**. Suivent neuf, huit et sept. "
                "Attention à l’as : il vient après le valet.",
            ),
            Setup(mine="KH QH JH AH TH", his="KC QC 9D 8D 7D", turn_up="8S"),
        ),
        Step(
            Text(
                "A player puts down a card, the other answers with one: that is a **trick**, and the higher card "
                "of the suit takes it. He has led the ace of hearts. Which of your cards beats it?",
                "L’un pose une carte, l’autre y répond : c’est une **levée**, et la plus forte carte de la couleur "
                "la fait. Il a joué l’as de cœur. Laquelle des vôtres le bat ?",
            ),
            Setup(mine="JH TH 9H 8C 7D", his="AH KC QC 9D 8D", turn_up="8S", dealer=ME, moves=("AH",)),
            Ask.LAW,
            (
                right(
                    Do("JH"),
                    "Yes: the knave is just above the ace.",
                    "Oui : le valet est juste au-dessus de l’as.",
                ),
                wrong(
                    Do("TH"),
                    "Not quite: the ten is just below the ace. Look for something between king and ace.",
                    "Pas tout à fait : le dix est juste sous l’as. Cherchez entre le roi et l’as.",
                ),
                wrong(
                    Do("9H"),
                    "No, the nine comes after the ten. Look higher.",
                    "Non, le neuf vient après le dix. Cherchez plus haut.",
                ),
            ),
            hint=Text(
                "The knave of hearts: the knave ranks just above the ace.",
                "Le valet de cœur : il est juste au-dessus de l’as.",
            ),
        ),
        Step(
            Text(
                "The card that is turned up after the deal names the **trump** suit: here spades. The smallest "
                "trump beats every card of another suit. He leads the king of diamonds, you have no diamond and "
                "put the seven of spades on it. Who takes the trick?",
                "La carte retournée après la donne indique l’**atout** : ici pique. Le plus petit atout bat toute "
                "carte d’une autre couleur. Il joue le roi de carreau ; sans carreau, vous y mettez le sept de "
                "pique. Qui fait la levée ?",
            ),
            Setup(mine="7S JH TH 9H 8C", his="KD QD KC QC 9D", turn_up="8S", dealer=ME, moves=("KD",)),
            Ask.LAW,
            (
                right(Takes(ME), "You do. That is called trumping.", "Vous. Cela s’appelle couper."),
                wrong(
                    Takes(HIM),
                    "His king is high, but only among diamonds. A trump, even the seven, beats it.",
                    "Son roi est fort, mais seulement à carreau. Un atout, fût-ce le sept, le bat.",
                ),
            ),
            then=("7S",),
            hint=Text(
                "You take it: the smallest trump beats any card of another suit.",
                "C’est vous : le plus petit atout bat toute carte d’une autre couleur.",
            ),
        ),
        Step(
            Text(
                "And the other way round: you lead the eight of clubs, and he has neither a club nor a trump. He "
                "throws the king of hearts. Who takes the trick?",
                "Et à l’inverse : vous jouez le huit de trèfle, il n’a ni trèfle ni atout et jette le roi de cœur. "
                "Qui fait la levée ?",
            ),
            Setup(mine="8C JH TH 9H 7S", his="KH QD JD AD 9D", turn_up="8S", moves=("8C",)),
            Ask.LAW,
            (
                right(
                    Takes(ME),
                    "You do: a card of another suit, trumps apart, never wins, however high it is.",
                    "Vous : hors l’atout, une carte d’une autre couleur ne gagne jamais, si haute soit-elle.",
                ),
                wrong(
                    Takes(HIM),
                    "No: the suit that was led counts, and that is clubs. His king does not belong to it, and it "
                    "is no trump.",
                    "Non : c’est la couleur jouée qui compte, et c’est trèfle. Son roi n’en est pas, et ce n’est "
                    "pas un atout.",
                ),
            ),
            then=("KH",),
            hint=Text(
                "You take it: his king is of another suit and no trump, so it cannot win.",
                "C’est vous : son roi n’est ni de la couleur ni d’atout, il ne peut pas gagner.",
            ),
        ),
    ),
)

_TRICK: Final = Lesson(
    Text("Follow, win, trump", "Fournir, forcer, couper"),
    (
        Step(
            Text(
                "The leader plays what he likes. You, who answer, are bound by three rules. **First: follow suit** "
                "if you can. He leads the queen of clubs; spades are trumps. What may you play?",
                "Qui attaque joue ce qu’il veut. Vous qui répondez avez trois règles. **La première : fournir** la "
                "couleur si vous l’avez. Il joue la dame de trèfle ; l’atout est pique. Que pouvez-vous jouer ?",
            ),
            Setup(mine="8C KH JH 7S 9D", his="QC KD QD AD QH", turn_up="8S", dealer=ME, moves=("QC",)),
            Ask.LAW,
            (
                right(
                    Do("8C"),
                    "Yes. You have a club, so a club it is, even if it loses.",
                    "Oui. Vous avez un trèfle : c’est lui qu’il faut fournir, même s’il perd.",
                ),
                wrong(
                    Do("7S"),
                    "It would win, but you may trump only when you have no club. You have one.",
                    "Il gagnerait, mais on ne coupe que si l’on n’a pas de trèfle. Vous en avez un.",
                ),
                wrong(
                    Do("KH"),
                    "Not while you hold a club: the suit that was led comes first.",
                    "Pas tant que vous tenez un trèfle : la couleur jouée d’abord.",
                ),
            ),
            hint=Text(
                "The eight of clubs: he leads a club, and you have one.",
                "Le huit de trèfle : il joue trèfle, et vous en avez un.",
            ),
        ),
        Step(
            Text(
                "**Second: win if you can.** He leads the ten of hearts, and you have two hearts. Which of them?",
                "**La deuxième : gagner si l’on peut.** Il joue le dix de cœur ; vous en avez deux. Lequel ?",
            ),
            Setup(mine="JH 8H 8C 7S 9D", his="TH QC KD QD AD", turn_up="8S", dealer=ME, moves=("TH",)),
            Ask.LAW,
            (
                right(
                    Do("JH"),
                    "Yes. At écarté nobody may hold back a card that wins.",
                    "Oui. À l’écarté, nul ne peut retenir une carte qui gagne.",
                ),
                wrong(
                    Do("8H"),
                    "You would like to save the knave, but the law does not let you: you must win the trick if you "
                    "can.",
                    "On aimerait garder le valet, mais la loi ne le permet pas : il faut gagner la levée si l’on peut.",
                ),
            ),
            hint=Text(
                "The knave of hearts: it beats the ten, and whoever can win must.",
                "Le valet de cœur : il bat le dix, et qui peut prendre le doit.",
            ),
        ),
        Step(
            Text(
                "**Third: no card of the suit? Then trump**, if you have a trump. He leads the king of diamonds. "
                "Which cards may you choose from? One will do.",
                "**La troisième : rien dans la couleur ? Alors coupez**, si vous avez de l’atout. Il joue le roi "
                "de carreau. Que pouvez-vous choisir ? Une carte suffit.",
            ),
            Setup(mine="9S 7S KH JC 8C", his="KD QC QD AD TH", turn_up="8S", dealer=ME, moves=("KD",)),
            Ask.LAW,
            (
                right(
                    Do("9S"),
                    "Right. The seven would have done as well, and cheaper.",
                    "Juste. Le sept aurait suffi, à moindres frais.",
                ),
                right(
                    Do("7S"),
                    "Right, and thrifty: the smallest trump is enough.",
                    "Juste, et économe : le plus petit atout suffit.",
                ),
                wrong(
                    Do("KH"),
                    "The king of hearts cannot win here, and you may not throw a card away while you have a trump.",
                    "Le roi de cœur ne peut gagner ici, et on ne jette rien tant qu’on a de l’atout.",
                ),
                wrong(
                    Do("8C"),
                    "A wish many have. But with a trump in hand you must trump.",
                    "Beaucoup le voudraient. Mais qui a de l’atout doit couper.",
                ),
            ),
            hint=Text(
                "A trump, the seven being the cheapest: without a diamond you have to trump.",
                "Un atout, et le sept est le moins cher : sans carreau, il faut couper.",
            ),
        ),
        Step(
            Text(
                "No card of the suit and no trump: throw what you like, it loses. He leads the king of diamonds. "
                "Choose what you can spare best.",
                "Ni la couleur ni atout : jetez ce que vous voulez, c’est perdu. Il joue le roi de carreau. "
                "Choisissez ce dont vous vous passez le mieux.",
            ),
            Setup(mine="KH QH KC 7C 8H", his="KD QD AD TH 9S", turn_up="8S", dealer=ME, moves=("KD",)),
            Ask.ADVICE,
            (
                right(
                    Do("7C"),
                    "Sensible: the seven of clubs would hardly have made a trick.",
                    "C’est sage : le sept de trèfle n’aurait guère fait de levée.",
                ),
                wrong(
                    Do("8H"),
                    "Allowed, and not bad. The seven of clubs is worth a little less still: try that.",
                    "Permis, et pas mauvais. Le sept de trèfle vaut encore moins : essayez-le.",
                ),
                wrong(
                    Do("KC"),
                    "You may, but kings take tricks. Keep them.",
                    "C’est permis, mais les rois font des levées. Gardez-les.",
                ),
            ),
            hint=Text(
                "The seven of clubs: whatever you throw loses, so part with your poorest card.",
                "Le sept de trèfle : tout perd, cédez donc votre plus pauvre carte.",
            ),
        ),
    ),
)

LESSONS: Final = (_CARDS, _TRICK)
