"""The first seven illustrative hands, to be played (Cavendish, pp. 58-64).

The pictures of the cards are lost in the scan: each hand is put together again from the text, and `open` says where it
leaves a choice. The adversary's cards are ours throughout, chosen so that the point at issue decides. Sentences ours.
"""

from __future__ import annotations

from typing import Final

from ecarte.teaching._text import Text
from ecarte.teaching.illustrative import IllustrativeHand
from ecarte.teaching.position import ME, Setup

__all__ = ["HANDS"]

HANDS: Final = (
    IllustrativeHand(
        1,
        58,
        Setup(
            mine="JS KH AD 9D 7C",
            his="8S QD TD 9H 8C",
            turn_up="7S",
            talon="TS KC TC QS 8D",
            moves=("propose", "accept", "discard AD 9D 7C", "discard 9H 8C"),
        ),
        says=Text(
            "You have taken three cards, and he two. You have thrown no heart. Spades are trumps; is the king "
            "against you? You lead: make three tricks.",
            "Vous avez pris trois cartes, lui deux, et vous n’avez écarté aucun cœur. L’atout est pique ; a-t-il "
            "le roi ? À vous de jouer : faites trois levées.",
        ),
        reason=Text(
            "First a king, the one least likely to be trumped: you have thrown no heart, so he may well have some. "
            "If it passes and no king is announced, the knave of trumps comes next, for the vole. Here it is "
            "trumped, so the point is all you want: trump his diamond with the ten and go on with clubs. Had you "
            "led the knave of trumps, his queen would have taken it, and his diamonds the rest. As dealt, without "
            "an exchange, you would have led that knave at once.",
            "D’abord un roi, celui qu’il risque le moins de couper : n’ayant pas écarté de cœur, vous lui en "
            "supposez. S’il passe et que nul roi ne s’annonce, le valet d’atout suit, pour la vole. Ici il est "
            "coupé : il ne s’agit plus que du point. Coupez son carreau du dix et continuez à trèfle. Le valet "
            "d’atout aurait été pris par sa dame, et ses carreaux faisaient le reste. D’entrée, sans écart, c’est "
            "ce valet qu’on joue.",
        ),
        open=Text(
            "The text names all five cards. Ours: the turn-up, the cards thrown, his hand.",
            "Le texte nomme les cinq cartes. De nous : la retourne, les écarts, sa main.",
        ),
        goal=3,
        book=("KH", "TS", "KC"),
        hint=Text(
            "The king of hearts: you have thrown no heart, so of your kings he is the least likely to be trumped.",
            "Le roi de cœur : vous n’avez pas écarté de cœur, c’est donc celui qu’on risque le moins de couper.",
        ),
    ),
    IllustrativeHand(
        2,
        59,
        Setup(mine="QS KD 9D 8D 7D", his="QD JD KH QH KC", turn_up="8S", score=(0, 4)),
        says=Text(
            "He is at four: do not lose the point. Spades are trumps, you play without proposing, and you lead. No "
            "king has been announced.",
            "Il a quatre points : ne perdez pas celui-ci. L’atout est pique, vous jouez sans proposer, et c’est à "
            "vous. Personne n’a annoncé le roi.",
        ),
        reason=Text(
            "The king of diamonds, then another diamond. To lead the queen of trumps first is a common error: he "
            "has no trump and two diamonds, she draws nothing, and then your small diamonds lose to his queen with "
            "nothing left to stop him. Kept, she trumps his winner and your diamonds are good. And against two "
            "trumps he may spend his knave, thinking that you cannot have the queen.",
            "Le roi de carreau, puis encore carreau. Jouer d’abord la dame d’atout est une erreur répandue : il "
            "n’a pas d’atout et deux carreaux, elle n’enlève rien, et vos petits carreaux tombent sur sa dame sans "
            "plus rien pour l’arrêter. Gardée, elle coupe sa carte maîtresse et vos carreaux sont bons. Contre "
            "deux atouts, il peut aussi sacrifier son valet, vous croyant sans la dame.",
        ),
        open=Text(
            "The text gives the queen of trumps and the king of diamonds with others. That there are three of "
            "them, and which, is our choice, after the jeu de règle to which it points.",
            "Le texte donne la dame d’atout et le roi de carreau accompagné. Que ce soit de trois cartes, et "
            "lesquelles, est notre choix, d’après le jeu de règle auquel il renvoie.",
        ),
        goal=3,
        book=("KD",),
        hint=Text(
            "The king of diamonds: keep the queen of trumps to stop his winner later.",
            "Le roi de carreau : gardez la dame d’atout pour arrêter plus tard sa carte maîtresse.",
        ),
    ),
    IllustrativeHand(
        3,
        60,
        Setup(mine="KC QC TC KD 7S", his="JC AC 9C 7C QS", turn_up="8C", score=(3, 0), moves=("king",)),
        says=Text(
            "You had three points, the king of clubs makes four: one point wins the game. Clubs are trumps. You "
            "lead; make sure of three tricks whatever he holds.",
            "Vous aviez trois points, le roi de trèfle en fait quatre : un point gagne la partie. L’atout est "
            "trèfle. À vous : assurez trois levées, quoi qu’il ait.",
        ),
        reason=Text(
            "Only the seven of spades is safe against everything. He may hold four trumps and a spade, as here: he "
            "takes the seven, and whatever he leads then, your king, queen and ten of trumps come to three tricks. "
            "Begin with a trump or with the king of diamonds, and you have to lead up to his trumps in the end. "
            "With three trumps and only the point to make, give away the lowest plain card first.",
            "Seul le sept de pique ne craint rien. Il peut avoir quatre atouts et un pique, comme ici : il prend "
            "le sept et, quoi qu’il joue ensuite, vos roi, dame et dix d’atout font trois levées. Commencez par un "
            "atout ou par le roi de carreau, et c’est vous qui finirez par jouer dans ses atouts. Avec trois "
            "atouts, et le seul point à faire, donnez d’abord la plus petite carte.",
        ),
        open=Text(
            "The text gives the kings of clubs and diamonds, the seven of spades and two more clubs. The claim is "
            "true of three pairs only (queen and ten, knave and ace, knave and ten); we took the first.",
            "Le texte donne les rois de trèfle et de carreau, le sept de pique et deux autres trèfles. Ce qu’il "
            "affirme n’est vrai que de trois paires (dame et dix, valet et as, valet et dix) ; nous avons pris la "
            "première.",
        ),
        goal=3,
        book=("7S",),
        hint=Text(
            "The seven of spades: give away the lowest plain card, and he has to lead up to your three trumps.",
            "Le sept de pique : cédez la plus petite carte, et il devra venir à vos trois atouts.",
        ),
    ),
    IllustrativeHand(
        4,
        62,
        Setup(mine="QC 9C KD TS 8S", his="KS QS JD JC 8C", turn_up="7C"),
        says=Text(
            "Clubs are trumps. You play without proposing, and you lead. Which suit first?",
            "L’atout est trèfle. Vous jouez sans proposer, et c’est à vous. Par quelle couleur ?",
        ),
        reason=Text(
            "The single king first. Ten and eight of spades with a gap between them gain by being led up to, not "
            "by leading: if the king is trumped, he will often come to your spades himself. If it makes its trick, "
            "as here, open the spades next. Were they neighbours, nine and eight, you would begin with them.",
            "Le roi sec d’abord. Dix et huit de pique, qui ne se suivent pas, gagnent à ce qu’il y vienne, non à "
            "être joués : si le roi est coupé, c’est souvent lui qui attaquera les piques. S’il passe, comme ici, "
            "ouvrez alors les piques. S’ils se suivaient, neuf et huit, on commencerait par eux.",
        ),
        open=Text(
            "The text gives a gap in spades, a single king and, as a jeu de règle, two trumps. All ranks but the "
            "king and its suit are our choice.",
            "Le texte donne une fourchette à pique, un roi sec et, le jeu étant de règle, deux atouts. Les "
            "hauteurs et la couleur du roi sont notre choix.",
        ),
        goal=3,
        book=("KD", "TS"),
        hint=Text(
            "The king of diamonds: ten and eight of spades gain by being led up to, not by leading.",
            "Le roi de carreau : le dix et le huit de pique gagnent à ce que l’autre y vienne.",
        ),
    ),
    IllustrativeHand(
        5,
        63,
        Setup(
            mine="KD QS TS 9H 8C",
            his="9D KH QH KC JC",
            turn_up="7D",
            moves=("propose", "refuse", "king"),
        ),
        says=Text(
            "Diamonds are trumps. You proposed with the king in hand, and he refused: he is strong somewhere. You "
            "lead.",
            "L’atout est carreau. Vous avez proposé, le roi en main, et il a refusé : il est fort quelque part. À "
            "vous.",
        ),
        reason=Text(
            "The king of trumps, then the spades. Your best chance is that he stood on one trump with good hearts "
            "and clubs: the king takes that trump away, and nothing stops your spades. Had he thrown a spade on "
            "the king, he would be guarded there; then lead one of your small cards instead.",
            "Le roi d’atout, puis les piques. Votre meilleure chance est qu’il ait refusé sur un seul atout avec "
            "de bons cœurs et trèfles : le roi enlève cet atout, et rien n’arrête plus vos piques. S’il avait jeté "
            "un pique sur le roi, il y serait gardé ; jouez alors une de vos petites cartes.",
        ),
        open=Text(
            "The text gives the king of trumps, spades with a second card of ten or better, and two small outside "
            "cards. The ranks are our choice.",
            "Le texte donne le roi d’atout, des piques dont le second vaut au moins le dix, et deux petites "
            "cartes. Les hauteurs sont notre choix.",
        ),
        goal=3,
        book=("KD", "QS", "TS"),
        hint=Text(
            "The king of trumps: if he stood on a single trump it falls, and nothing stops your spades.",
            "Le roi d’atout : s’il tient un seul atout, il tombe, et rien n’arrête vos piques.",
        ),
    ),
    IllustrativeHand(
        6,
        63,
        Setup(mine="QD TD KS JH 9C", his="9S QH JD 9D 8D", turn_up="7D"),
        says=Text(
            "Diamonds are trumps: you have the queen and the ten, with a gap between them. You play without "
            "proposing, and you lead.",
            "L’atout est carreau : vous avez la dame et le dix, en fourchette. Vous jouez sans proposer, et c’est "
            "à vous.",
        ),
        reason=Text(
            "Keep the cards with which you take the second trick and lose the third, so that he has to lead up to "
            "your two trumps. So the knave of hearts first. If it is taken and a spade comes, the king wins; then "
            "the nine of clubs, not a trump. If the knave makes its trick, the king of spades is next. Only with "
            "very high trumps would you lead one, for the vole.",
            "Gardez de quoi prendre la deuxième levée et perdre la troisième : il devra jouer dans vos deux "
            "atouts. Donc le valet de cœur d’abord. S’il est pris et qu’un pique revient, le roi fait la levée ; "
            "puis le neuf de trèfle, et pas d’atout. Si le valet passe, le roi de pique suit. On ne jouerait "
            "atout, pour la vole, qu’avec de très forts atouts.",
        ),
        open=Text(
            "The text names the three plain cards. The two trumps, a gap between them and not very high, are our "
            "choice.",
            "Le texte nomme les trois cartes sans atout. Les deux atouts, en fourchette et pas très forts, sont "
            "notre choix.",
        ),
        goal=3,
        book=("JH", "KS", "9C"),
        hint=Text(
            "The knave of hearts: keep what wins the second trick and loses the third, then he leads to your trumps.",
            "Le valet de cœur : gardez de quoi faire la deuxième levée et perdre la troisième, il viendra à vous.",
        ),
    ),
    IllustrativeHand(
        7,
        64,
        Setup(
            mine="7S KC JC AH 9H",
            his="KD KS QH QC TC",
            turn_up="8S",
            dealer=ME,
            moves=("KD", "7S"),
        ),
        says=Text(
            "You deal, spades are trumps. He plays without proposing and leads the king of diamonds; you have "
            "trumped it with the seven. Now you lead.",
            "Vous donnez, l’atout est pique. Il joue sans proposer et attaque du roi de carreau ; vous l’avez "
            "coupé du sept. À vous maintenant.",
        ),
        reason=Text(
            "A heart. King and knave of clubs have a gap into which he may have to lead: keep them together. If "
            "you open the clubs yourself, his queen is safe behind your knave, or your king goes before its time. "
            "It would be the same with a third club and a single heart.",
            "Cœur. Roi et valet de trèfle forment une fourchette où il devra peut-être jouer : gardez-les "
            "ensemble. Ouvrez les trèfles vous-même, et sa dame est à l’abri derrière votre valet, ou votre roi "
            "part trop tôt. Il en irait de même avec un troisième trèfle et un seul cœur.",
        ),
        open=Text(
            "The text gives the seven of spades, two hearts and two clubs with a gap, without the queen of clubs "
            "and the king of hearts. That the clubs are king and knave, and which the hearts are, is our choice; "
            "so is that he did not propose.",
            "Le texte donne le sept de pique, deux cœurs et deux trèfles en fourchette, sans la dame de trèfle ni "
            "le roi de cœur. Que les trèfles soient roi et valet, et quels sont les cœurs, est notre choix, comme "
            "le fait qu’il n’ait pas proposé.",
        ),
        goal=3,
        book=("AH",),
        hint=Text(
            "The ace of hearts: keep king and knave of clubs together, so that he may have to lead into them.",
            "L’as de cœur : gardez ensemble roi et valet de trèfle, il devra peut-être y venir.",
        ),
    ),
)
