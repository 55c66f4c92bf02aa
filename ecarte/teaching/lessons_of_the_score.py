"""Lessons three and four: what tricks are worth, and the king (Cavendish, pp. 32-33; Laws 22-24, 47, 48).

Each step is read on a phone: a short text, one picture, at most five buttons. The sentences are ours.
"""

from __future__ import annotations

from typing import Final

from ecarte.teaching._text import Text
from ecarte.teaching.lesson import Ask, Do, Lesson, Marks, Step, Turn, right, wrong
from ecarte.teaching.position import HIM, ME, Setup

__all__ = ["LESSONS"]

_POINTS: Final = Lesson(
    Text("Tricks and points", "Levées et points"),
    (
        Step(
            Text(
                "Whoever takes a trick leads to the next. You have just taken one with the king of hearts. Who "
                "plays first now?",
                "Qui fait une levée joue le premier à la suivante. Vous venez d’en faire une du roi de cœur. Qui "
                "joue maintenant ?",
            ),
            Setup(mine="KH JH 8C 7S 9D", his="QH QC KD QD AD", turn_up="8S", moves=("KH", "QH")),
            Ask.LAW,
            (
                right(Turn(ME), "You do: the lead goes with the trick.", "Vous : la main suit la levée."),
                wrong(
                    Turn(HIM),
                    "No, players do not take turns: who took the trick leads.",
                    "Non, on n’alterne pas : qui a fait la levée rejoue.",
                ),
            ),
            hint=Text(
                "You do: whoever takes a trick leads to the next.",
                "C’est vous : qui fait la levée joue le premier à la suivante.",
            ),
        ),
        Step(
            Text(
                "Five cards make five tricks. **Three or four tricks are the point: you mark 1.** You have three, "
                "he has one, and the last cards fall: his takes the trick. What do you mark?",
                "Cinq cartes font cinq levées. **Trois ou quatre levées font le point : vous marquez 1.** Vous en "
                "avez trois, lui une, et les dernières cartes tombent : la sienne prend. Que marquez-vous ?",
            ),
            Setup(
                mine="KS QS KH 8C 7D",
                his="9S QH 8H QC KD",
                turn_up="8S",
                moves=("KS", "9S", "QS", "8H", "KH", "QH", "8C", "QC"),
            ),
            Ask.LAW,
            (
                right(Marks(ME, 1), "Yes, one: three tricks against two.", "Oui, un : trois levées contre deux."),
                wrong(
                    Marks(ME, 2),
                    "Two are for all five tricks. Three or four are worth one.",
                    "Deux, c’est pour les cinq levées. Trois ou quatre en valent un.",
                ),
                wrong(
                    Marks(ME, 3),
                    "Tricks are not counted one by one: the majority of them is one point.",
                    "On ne compte pas les levées une à une : la majorité fait un point.",
                ),
            ),
            then=("KD", "7D"),
            hint=Text(
                "One point for you: three or four tricks are the point.",
                "Un point pour vous : trois ou quatre levées font le point.",
            ),
        ),
        Step(
            Text(
                "**All five tricks are the vole: 2 points.** You have four, and you lead your last card, the king "
                "of hearts; he has the eight. What do you mark?",
                "**Les cinq levées font la vole : 2 points.** Vous en avez quatre, et vous jouez la dernière, le "
                "roi de cœur ; il a le huit. Que marquez-vous ?",
            ),
            Setup(
                mine="KS QS KC QC KH",
                his="9S 7S 8C JC 8H",
                turn_up="8S",
                moves=("KS", "7S", "QS", "9S", "KC", "8C", "QC", "JC"),
            ),
            Ask.LAW,
            (
                right(
                    Marks(ME, 2),
                    "Two: the vole. Four tricks would have been worth no more than three.",
                    "Deux : la vole. Quatre levées n’auraient pas valu plus que trois.",
                ),
                wrong(
                    Marks(ME, 1),
                    "You are too modest: all five tricks are worth two.",
                    "Vous êtes trop modeste : les cinq levées en valent deux.",
                ),
                wrong(
                    Marks(ME, 5),
                    "That would be the whole game! Five tricks are worth two points.",
                    "Ce serait toute la partie ! Cinq levées valent deux points.",
                ),
            ),
            then=("KH", "8H"),
            hint=Text(
                "Two points for you: all five tricks are the vole.",
                "Deux points pour vous : les cinq levées font la vole.",
            ),
        ),
        Step(
            Text(
                "**Five points win the game**, at once. You have three; he has four. You have made two tricks, he "
                "two, and your last card is the king of hearts against his ten. What do you mark?",
                "**Cinq points gagnent la partie**, sur-le-champ. Vous en avez trois, lui quatre. Deux levées "
                "chacun, et votre dernière carte est le roi de cœur, contre son dix. Que marquez-vous ?",
            ),
            Setup(
                mine="KS QC 8D 7D KH",
                his="9S 8C KD QD TH",
                turn_up="8S",
                score=(3, 4),
                moves=("KS", "9S", "QC", "8C", "8D", "KD", "QD", "7D", "TH"),
            ),
            Ask.LAW,
            (
                right(
                    Marks(ME, 1),
                    "One, the point: four all. The next deal decides.",
                    "Un, le point : quatre à quatre. La donne suivante décidera.",
                ),
                wrong(
                    Marks(HIM, 1),
                    "Your king beats his ten, so you have three tricks of the five.",
                    "Votre roi bat son dix : vous avez trois levées sur cinq.",
                ),
                wrong(
                    Marks(ME, 2),
                    "Two are for the vole. Three tricks are worth one, and make it four all.",
                    "Deux, c’est la vole. Trois levées en valent un, et font quatre à quatre.",
                ),
            ),
            then=("KH",),
            hint=Text(
                "One point for you: the last king makes your third trick.",
                "Un point pour vous : le dernier roi fait votre troisième levée.",
            ),
        ),
    ),
)

_KING: Final = Lesson(
    Text("The king", "Le roi"),
    (
        Step(
            Text(
                "The **king of trumps** is worth a point of its own. If he is turned up, the dealer marks it at "
                "once. Here you dealt and turned up the king of spades: you already have 1.",
                "Le **roi d’atout** vaut un point à lui seul. S’il est retourné, le donneur le marque aussitôt. "
                "Ici vous avez donné et retourné le roi de pique : vous avez déjà 1.",
            ),
            Setup(mine="QH JH 8C 7S 9D", his="KH QC KD QD AD", turn_up="KS", dealer=ME),
        ),
        Step(
            Text(
                "In hand he is worth a point too, **if you say so in time**: before you lead your first card. "
                "Spades are trumps, and you are about to lead. What now?",
                "En main il vaut aussi un point, **si vous le dites à temps** : avant de jouer votre première "
                "carte. L’atout est pique, et c’est à vous de jouer. Que faites-vous ?",
            ),
            Setup(mine="KS QS KH 8C 7D", his="9S QH 8H QC KD", turn_up="8S"),
            Ask.ADVICE,
            (
                right(
                    Do("king"),
                    "One point, and not a card has been played.",
                    "Un point, et pas une carte n’est jouée.",
                ),
                wrong(
                    Do("KH"),
                    "Then it is too late: the king of spades would still take tricks, but he would mark you nothing.",
                    "Ce serait trop tard : le roi de pique ferait encore des levées, mais ne vous marquerait plus "
                    "rien.",
                ),
                wrong(
                    Do("KS"),
                    "If you lead the king himself you could still announce him until the other plays. Why run the "
                    "risk of forgetting it?",
                    "En jouant le roi lui-même, vous pourriez encore l’annoncer tant que l’autre n’a pas répondu. "
                    "Pourquoi risquer de l’oublier ?",
                ),
            ),
            hint=Text(
                "Announce the king: said before your first card, it is a point.",
                "Annoncez le roi : dit avant votre première carte, il vaut un point.",
            ),
        ),
        Step(
            Text(
                "The dealer announces before he plays **his** first card. He has led the king of hearts. Your king "
                "of trumps is still unannounced: what now?",
                "Le donneur l’annonce avant de jouer **sa** première carte. Il a joué le roi de cœur. Votre roi "
                "d’atout n’est pas encore annoncé : que faites-vous ?",
            ),
            Setup(mine="KS 9S 8H 8C 7D", his="KH QH QC KD QD", turn_up="8S", dealer=ME, moves=("KH",)),
            Ask.ADVICE,
            (
                right(
                    Do("king"),
                    "In time. Now answer with the eight of hearts.",
                    "À temps. Répondez maintenant du huit de cœur.",
                ),
                wrong(
                    Do("8H"),
                    "You must follow with it, but announce first: once your card lies, the point is gone.",
                    "C’est bien la carte à fournir, mais annoncez d’abord : la carte posée, le point est perdu.",
                ),
                wrong(
                    Do("KS"),
                    "You have a heart and must follow suit. And announce your king before you do.",
                    "Vous avez un cœur et devez fournir. Et annoncez votre roi auparavant.",
                ),
            ),
            hint=Text(
                "Announce the king: the dealer has to say so before he plays his first card.",
                "Annoncez le roi : le donneur doit le dire avant de jouer sa première carte.",
            ),
        ),
        Step(
            Text(
                "Nobody asks you for the king, and you may keep silent, to hide him. That seldom pays. Beware of "
                "one thing: five points end the game at once, so at four the king alone wins it. You have four. "
                "What now?",
                "Personne ne vous demande le roi, et vous pouvez le taire pour le cacher ; c’est rarement utile. "
                "Retenez surtout ceci : cinq points finissent la partie, donc à quatre le roi suffit. Vous avez "
                "quatre. Que faites-vous ?",
            ),
            Setup(mine="KS 8H 9H 8C 7D", his="KH QH QC KD QD", turn_up="8S", score=(4, 4)),
            Ask.ADVICE,
            (
                right(
                    Do("king"),
                    "And the game is yours, with a hand that could not win a point.",
                    "Et la partie est à vous, avec une main qui n’aurait pas fait le point.",
                ),
                wrong(
                    Do("propose"),
                    "New cards might help, but you need none: your king ends it now.",
                    "D’autres cartes aideraient peut-être, mais à quoi bon : votre roi finit tout de suite.",
                ),
                wrong(
                    Do("KS"),
                    "You would make a trick. Announced, he makes the game.",
                    "Vous feriez une levée. Annoncé, il fait la partie.",
                ),
            ),
            hint=Text(
                "Announce the king: it is your fifth point, and the game is won at once.",
                "Annoncez le roi : c’est votre cinquième point, et la partie est gagnée sur-le-champ.",
            ),
        ),
    ),
)

LESSONS: Final = (_POINTS, _KING)
