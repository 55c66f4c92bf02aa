"""The ten lessons on écarté: positions, questions and right answers.

Source: Cavendish, *The Laws of Écarté*, 1886, pp. 30-55; Laws 22-24, 47, 48.
"""

from __future__ import annotations

from typing import Final

from ecarte.teaching.lesson import Answer, Ask, Do, Lesson, Marks, Stand, Step, Takes, Turn
from ecarte.teaching.position import ME, OPPONENT, Setup

COURSE: Final = (
    Lesson(
        "cards",
        (
            Step(Setup(mine="KH QH JH AH TH", theirs="KC QC 9D 8D 7D", turn_up="8S")),
            Step(
                Setup(mine="JH TH 9H 8C 7D", theirs="AH KC QC 9D 8D", turn_up="8S", dealer=ME, moves=("AH",)),
                Ask.LAW,
                (Answer(Do("JH"), right=True), Answer(Do("TH")), Answer(Do("9H"))),
            ),
            Step(
                Setup(mine="7S JH TH 9H 8C", theirs="KD QD KC QC 9D", turn_up="8S", dealer=ME, moves=("KD",)),
                Ask.LAW,
                (Answer(Takes(ME), right=True), Answer(Takes(OPPONENT))),
                then=("7S",),
            ),
            Step(
                Setup(mine="8C JH TH 9H 7S", theirs="KH QD JD AD 9D", turn_up="8S", moves=("8C",)),
                Ask.LAW,
                (Answer(Takes(ME), right=True), Answer(Takes(OPPONENT))),
                then=("KH",),
            ),
        ),
    ),
    Lesson(
        "follow",
        (
            Step(
                Setup(mine="8C KH JH 7S 9D", theirs="QC KD QD AD QH", turn_up="8S", dealer=ME, moves=("QC",)),
                Ask.LAW,
                (Answer(Do("8C"), right=True), Answer(Do("7S")), Answer(Do("KH"))),
            ),
            Step(
                Setup(mine="JH 8H 8C 7S 9D", theirs="TH QC KD QD AD", turn_up="8S", dealer=ME, moves=("TH",)),
                Ask.LAW,
                (Answer(Do("JH"), right=True), Answer(Do("8H"))),
            ),
            Step(
                Setup(mine="9S 7S KH JC 8C", theirs="KD QC QD AD TH", turn_up="8S", dealer=ME, moves=("KD",)),
                Ask.LAW,
                (Answer(Do("9S"), right=True), Answer(Do("7S"), right=True), Answer(Do("KH")), Answer(Do("8C"))),
            ),
            Step(
                Setup(mine="KH QH KC 7C 8H", theirs="KD QD AD TH 9S", turn_up="8S", dealer=ME, moves=("KD",)),
                Ask.ADVICE,
                (Answer(Do("7C"), right=True), Answer(Do("8H")), Answer(Do("KC"))),
            ),
        ),
    ),
    Lesson(
        "points",
        (
            Step(
                Setup(mine="KH JH 8C 7S 9D", theirs="QH QC KD QD AD", turn_up="8S", moves=("KH", "QH")),
                Ask.LAW,
                (Answer(Turn(ME), right=True), Answer(Turn(OPPONENT))),
            ),
            Step(
                Setup(
                    mine="KS QS KH 8C 7D",
                    theirs="9S QH 8H QC KD",
                    turn_up="8S",
                    moves=("KS", "9S", "QS", "8H", "KH", "QH", "8C", "QC"),
                ),
                Ask.LAW,
                (Answer(Marks(ME, 1), right=True), Answer(Marks(ME, 2)), Answer(Marks(ME, 3))),
                then=("KD", "7D"),
            ),
            Step(
                Setup(
                    mine="KS QS KC QC KH",
                    theirs="9S 7S 8C JC 8H",
                    turn_up="8S",
                    moves=("KS", "7S", "QS", "9S", "KC", "8C", "QC", "JC"),
                ),
                Ask.LAW,
                (Answer(Marks(ME, 2), right=True), Answer(Marks(ME, 1)), Answer(Marks(ME, 5))),
                then=("KH", "8H"),
            ),
            Step(
                Setup(
                    mine="KS QC 8D 7D KH",
                    theirs="9S 8C KD QD TH",
                    turn_up="8S",
                    score=(3, 4),
                    moves=("KS", "9S", "QC", "8C", "8D", "KD", "QD", "7D", "TH"),
                ),
                Ask.LAW,
                (Answer(Marks(ME, 1), right=True), Answer(Marks(OPPONENT, 1)), Answer(Marks(ME, 2))),
                then=("KH",),
            ),
        ),
    ),
    Lesson(
        "king",
        (
            Step(Setup(mine="QH JH 8C 7S 9D", theirs="KH QC KD QD AD", turn_up="KS", dealer=ME)),
            Step(
                Setup(mine="KS QS KH 8C 7D", theirs="9S QH 8H QC KD", turn_up="8S"),
                Ask.ADVICE,
                (Answer(Do("king"), right=True), Answer(Do("KH")), Answer(Do("KS"))),
            ),
            Step(
                Setup(mine="KS 9S 8H 8C 7D", theirs="KH QH QC KD QD", turn_up="8S", dealer=ME, moves=("KH",)),
                Ask.ADVICE,
                (Answer(Do("king"), right=True), Answer(Do("8H")), Answer(Do("KS"))),
            ),
            Step(
                Setup(mine="KS 8H 9H 8C 7D", theirs="KH QH QC KD QD", turn_up="8S", score=(4, 4)),
                Ask.ADVICE,
                (Answer(Do("king"), right=True), Answer(Do("propose")), Answer(Do("KS"))),
            ),
        ),
    ),
    Lesson(
        "proposing",
        (
            Step(
                Setup(mine="7S QH 9H TD 8C", theirs="KS QS KC QD 9C", turn_up="8S"),
                Ask.JEU,
                (Answer(Do("propose"), right=True), Answer(Stand())),
            ),
            Step(
                Setup(mine="QS JS 9S KH 8C", theirs="7S QH 9H TD 9C", turn_up="8S", dealer=ME, moves=("propose",)),
                Ask.ADVICE,
                (Answer(Do("refuse"), right=True), Answer(Do("accept"))),
            ),
            Step(
                Setup(mine="7S 9H 8H TC 7D", theirs="9S QH JH TD 9C", turn_up="8S", dealer=ME, moves=("propose",)),
                Ask.ADVICE,
                (Answer(Do("accept"), right=True), Answer(Do("refuse"))),
            ),
            Step(
                Setup(
                    mine="QS JS AS 8C 7D",
                    theirs="KH 9H TC QC KD",
                    turn_up="8S",
                    dealer=ME,
                    moves=("KH", "AS", "QS", "9H", "JS", "TC", "8C", "QC"),
                ),
                Ask.LAW,
                (Answer(Marks(ME, 2), right=True), Answer(Marks(ME, 1)), Answer(Marks(OPPONENT, 1))),
                then=("KD", "7D"),
            ),
        ),
    ),
    Lesson(
        "discarding",
        (
            Step(
                Setup(
                    mine="9S KH 8H 9C 7D",
                    theirs="QH JC TD 9D 8D",
                    turn_up="8S",
                    talon="AS QD TC 7S KC",
                    moves=("propose", "accept"),
                ),
                Ask.ADVICE,
                (
                    Answer(Do("discard 8H 9C 7D"), right=True),
                    Answer(Do("discard 7D")),
                    Answer(Do("discard 9S 8H 9C 7D")),
                    Answer(Do("discard KH 8H 9C 7D")),
                ),
                then=("discard 9D 8D",),
            ),
            Step(
                Setup(
                    mine="9S KH 8H 9C 7D",
                    theirs="QH JC TD 9D 8D",
                    turn_up="8S",
                    talon="AS QD TC 7S KC",
                    moves=("propose", "accept", "discard 8H 9C 7D", "discard 9D 8D"),
                ),
                Ask.ADVICE,
                (Answer(Stand(), right=True), Answer(Do("propose"))),
            ),
            Step(
                Setup(
                    mine="KC 8H 7H 7D QS",
                    theirs="JS AS QC 8C TH",
                    turn_up="8S",
                    talon="9H 9D TC 8D",
                    moves=(
                        "propose",
                        "accept",
                        "discard 8H 7H 7D",
                        "discard TH",
                        "KC",
                        "8C",
                        "QS",
                        "AS",
                        "TC",
                        "QC",
                        "JS",
                    ),
                ),
                Ask.BEST,
                (Answer(Do("9H"), right=True), Answer(Do("9D"))),
                then=("8D", "9D"),
            ),
        ),
    ),
    Lesson(
        "jeux",
        (
            Step(
                Setup(mine="QS JS 9S AH 8C", theirs="KH TH KC QD 9D", turn_up="8S"),
                Ask.JEU,
                (Answer(Stand(), right=True), Answer(Do("propose"))),
            ),
            Step(
                Setup(mine="9S 7S TH 8H 7H", theirs="KS KC QC QD 9D", turn_up="8S"),
                Ask.JEU,
                (Answer(Stand(), right=True), Answer(Do("propose"))),
            ),
            Step(
                Setup(mine="9S 7S QD 8D 7C", theirs="KH QH KC QC 9H", turn_up="8S"),
                Ask.JEU,
                (Answer(Stand(), right=True), Answer(Do("propose"))),
            ),
            Step(
                Setup(mine="9S 7S TD 8D 9C", theirs="KH QH KC QC 9H", turn_up="8S"),
                Ask.JEU,
                (Answer(Do("propose"), right=True), Answer(Stand())),
            ),
            Step(
                Setup(mine="KH QH JC QD 7C", theirs="QS 9S KC TD 9H", turn_up="8S"),
                Ask.JEU,
                (Answer(Stand(), right=True), Answer(Do("propose"))),
            ),
            Step(
                Setup(mine="KS 7S TH 8H 7H", theirs="QS KC QC QD 9D", turn_up="8S"),
                Ask.JEU,
                (Answer(Do("propose"), right=True), Answer(Stand())),
            ),
        ),
    ),
    Lesson(
        "first-card",
        (
            Step(
                Setup(mine="AS TS 7S QH JC", theirs="JS 9S KH 8D 7D", turn_up="8S"),
                Ask.BEST,
                (Answer(Do("AS"), right=True), Answer(Do("7S")), Answer(Do("QH")), Answer(Do("JC"))),
            ),
            Step(
                Setup(mine="9S 7S QH TH 8H", theirs="QS JS KC QC KD", turn_up="8S"),
                Ask.BEST,
                (Answer(Do("QH"), right=True), Answer(Do("TH"), right=True), Answer(Do("9S")), Answer(Do("7S"))),
            ),
            Step(
                Setup(mine="9S 7S QH TH 8H", theirs="QS JS KC QC KD", turn_up="8S", moves=("QH", "JS", "KC", "7S")),
                Ask.BEST,
                (Answer(Do("TH"), right=True), Answer(Do("8H"), right=True), Answer(Do("9S"))),
            ),
            Step(
                Setup(mine="JH 9H KC 8D 7D", theirs="9S KH QC JC 8C", turn_up="8S", moves=("propose", "refuse")),
                Ask.BEST,
                (Answer(Do("8D"), right=True), Answer(Do("7D"), right=True), Answer(Do("JH")), Answer(Do("9H"))),
            ),
        ),
    ),
    Lesson(
        "last-cards",
        (
            Step(
                Setup(
                    mine="KS JS KH 8D 8C", theirs="QD 7H QS 9S KC", turn_up="8S", moves=("king", "8D", "QD", "7H", "KH")
                ),
                Ask.BEST,
                (Answer(Do("8C"), right=True), Answer(Do("KS")), Answer(Do("JS"))),
            ),
            Step(
                Setup(
                    mine="KH KD QS 9S 7S", theirs="9H 8D KS JS AS", turn_up="8S", moves=("KH", "king", "9H", "KD", "8D")
                ),
                Ask.BEST,
                (Answer(Do("7S"), right=True), Answer(Do("9S"), right=True), Answer(Do("QS"))),
            ),
            Step(
                Setup(
                    mine="KH KD 8C 9S 7H",
                    theirs="TH 8D 9H JS 7D",
                    turn_up="8S",
                    moves=("7H", "TH", "8D", "KD", "KH", "9H"),
                ),
                Ask.BEST,
                (Answer(Do("8C"), right=True), Answer(Do("9S"))),
            ),
            Step(
                Setup(
                    mine="8H 8D AS 7S 9C",
                    theirs="KH AD 9H KD TC",
                    turn_up="8S",
                    moves=("8H", "KH", "AD", "8D", "9H", "AS"),
                ),
                Ask.ADVICE,
                (Answer(Do("7S"), right=True), Answer(Do("9C"))),
                then=("TC", "9C", "KD"),
            ),
        ),
    ),
    Lesson(
        "score",
        (
            Step(
                Setup(mine="7S AH TC 8C 9D", theirs="9S QH KC QD 8D", turn_up="8S", score=(2, 4)),
                Ask.ADVICE,
                (Answer(Stand(), right=True), Answer(Do("propose"))),
            ),
            Step(
                Setup(
                    mine="KS JS AS QH 7D", theirs="KH QS 9S QD JC", turn_up="8S", dealer=ME, score=(3, 4), moves=("KH",)
                ),
                Ask.ADVICE,
                (Answer(Do("QH"), right=True), Answer(Do("king"))),
            ),
            Step(Setup(mine="KH 9H AS QC 7C", theirs="9S QH KC QD 8D", turn_up="8H")),
            Step(Setup(mine="KS QS JS AS TS", theirs="KH QH KC QC KD", turn_up="8S")),
        ),
    ),
)
"""All ten lessons, in order."""
