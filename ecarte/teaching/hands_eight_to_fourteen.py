"""The last seven illustrative hands, to be played (Cavendish, pp. 65-71).

The pictures of the cards are lost in the scan: each hand is put together again from the text, and `open` says where it
leaves a choice. The adversary's cards are ours throughout but in XII, chosen so that the point at issue decides.
Sentences ours.
"""

from __future__ import annotations

from typing import Final

from ecarte.teaching._text import Text
from ecarte.teaching.illustrative import IllustrativeHand
from ecarte.teaching.position import ME, Setup

__all__ = ["HANDS"]

HANDS: Final = (
    IllustrativeHand(
        8,
        65,
        Setup(mine="QC TC KS 7S TD", his="TS KC AC 9C 8D", turn_up="8C", moves=("KS", "king", "TS")),
        says=Text(
            "Clubs are trumps. Your king of spades has made the first trick; he has announced the king of trumps "
            "and followed with the ten. You lead again.",
            "L’atout est trèfle. Votre roi de pique a fait la première levée ; il a annoncé le roi d’atout et "
            "fourni le dix. À vous encore.",
        ),
        reason=Text(
            "The ten of diamonds. You do not want him to trump at the second trick, nor to have the lead after the "
            "third, for then you must lead up to his king of trumps. Here he has three trumps and a losing "
            "diamond: with the diamond you still make the point, with a second spade you cannot. Change suits like "
            "this only if your trumps have a gap; if they are neighbours, go on with the spades and force him.",
            "Le dix de carreau. Il ne faut pas qu’il coupe à la deuxième levée, ni que la main vous reste après la "
            "troisième : vous joueriez dans son roi d’atout. Ici il a trois atouts et un carreau perdant : par "
            "carreau vous faites encore le point, par pique c’est impossible. Ne changez ainsi que si vos atouts "
            "sont en fourchette ; s’ils se suivent, continuez à pique pour le forcer.",
        ),
        open=Text(
            "The text gives the king of spades with another, the ten of diamonds and two trumps with a gap. The "
            "trump suit and those three ranks are our choice.",
            "Le texte donne le roi de pique accompagné, le dix de carreau et deux atouts en fourchette. La couleur "
            "d’atout et ces trois hauteurs sont notre choix.",
        ),
        goal=3,
        book=("TD",),
        hint=Text(
            "The ten of diamonds: a second spade may be trumped, and leave you to lead up to his king of trumps.",
            "Le dix de carreau : un second pique risque la coupe, et vous auriez à jouer vers son roi d’atout.",
        ),
    ),
    IllustrativeHand(
        9,
        66,
        Setup(mine="JH 9H JC AC 9D", his="7C KH TH 8H 8D", turn_up="7H", moves=("JC", "king", "7C")),
        says=Text(
            "Hearts are trumps. Your knave of clubs has made the first trick; he followed with a small club and "
            "has announced the king. You lead again.",
            "L’atout est cœur. Votre valet de trèfle a fait la première levée ; il a fourni un petit trèfle et "
            "annoncé le roi. À vous encore.",
        ),
        reason=Text(
            "The nine of diamonds. If his king of trumps stands alone, it does not matter what you lead. If it is "
            "guarded, your best chance is that the nine is good or costs him a trump. One can build hands against "
            "which this loses; it wins more often than it does.",
            "Le neuf de carreau. Si son roi d’atout est sec, peu importe ce que vous jouez. S’il est gardé, votre "
            "meilleure chance est que le neuf passe ou lui coûte un atout. On peut bâtir des mains contre "
            "lesquelles on y perd ; on y gagne plus souvent.",
        ),
        open=Text(
            "The text gives the knave of clubs with another, the nine of diamonds and, as a jeu de règle, two "
            "trumps. That it is the ace beside the knave follows from the jeux de règle; the trumps are our choice.",
            "Le texte donne le valet de trèfle accompagné, le neuf de carreau et, le jeu étant de règle, deux "
            "atouts. Que l’as accompagne le valet se déduit des jeux de règle ; les atouts sont notre choix.",
        ),
        goal=3,
        book=("9D",),
        hint=Text(
            "The nine of diamonds: it may be good, or cost him a trump.",
            "Le neuf de carreau : il peut être bon, ou lui coûter un atout.",
        ),
    ),
    IllustrativeHand(
        10,
        67,
        Setup(
            mine="KC QC 9C TS TD",
            his="9H 8H TC 8C 9S",
            turn_up="7H",
            moves=("propose", "refuse", "KC", "8C", "QC", "TC"),
        ),
        says=Text(
            "Hearts are trumps and you have none. You proposed, he refused; king and queen of clubs have made two "
            "tricks, and he followed to both. One more!",
            "L’atout est cœur et vous n’en avez pas. Vous avez proposé, il a refusé ; roi et dame de trèfle ont "
            "fait deux levées, il a fourni aux deux. Encore une !",
        ),
        reason=Text(
            "One of the tens. The point can be won only if he stood on two trumps, two clubs and a losing spade or "
            "diamond. A third club he trumps, leads his other trump, and you must throw a ten without knowing "
            "which: you are put to a card. Lead a ten now, and you either win with it or learn what his last card "
            "is.",
            "Un des dix. Le point n’est possible que s’il a refusé sur deux atouts, deux trèfles et un pique ou un "
            "carreau perdant. Un troisième trèfle, il le coupe, joue son autre atout, et vous devez jeter un dix "
            "sans savoir lequel. Jouez un dix maintenant : il gagne, ou il vous apprend quelle est sa dernière "
            "carte.",
        ),
        open=Text(
            "The text gives king, queen and nine of clubs and one card each of spades and diamonds; that they are "
            "tens is our choice.",
            "Le texte donne roi, dame et neuf de trèfle, une carte à pique et une à carreau ; que ce soient des "
            "dix est notre choix.",
        ),
        goal=3,
        book=("TS",),
        told=(("KC 8C QC TC 9C 8H", "9H"),),
        hint=Text(
            "The ten of spades: it wins, or you learn what his last card is.",
            "Le dix de pique : il gagne, ou vous apprend sa dernière carte.",
        ),
    ),
    IllustrativeHand(
        11,
        67,
        Setup(
            mine="QD KS JS TH TC",
            his="AD 9D 8D 8S 9H",
            turn_up="7D",
            dealer=ME,
            moves=("AD", "QD", "KS", "8S"),
        ),
        says=Text(
            "You deal, diamonds are trumps. He played without proposing and led a trump; your queen took it, then "
            "your king of spades made the second trick. One more!",
            "Vous donnez, l’atout est carreau. Il a joué sans proposer et attaqué atout ; votre dame a pris, puis "
            "votre roi de pique a fait la deuxième levée. Encore une !",
        ),
        reason=Text(
            "One of the tens. He led a trump, so he has probably three, and two are left. His last card must be a "
            "heart or a club that a ten beats, else the point is lost. Force him with the spade, and he trumps, "
            "leads his last trump, and you must guess which ten to keep. Lead a ten: it wins, or you know which "
            "one to keep.",
            "Un des dix. Il a attaqué atout : il en avait sans doute trois, il lui en reste deux. Sa dernière "
            "carte doit être un cœur ou un trèfle que bat un dix, sinon le point est perdu. Forcez-le par le "
            "pique : il coupe, joue son dernier atout, et vous devinez quel dix garder. Jouez un dix : il gagne, "
            "ou vous savez lequel garder.",
        ),
        open=Text(
            "The text gives one trump that takes a medium one, a guarded suit that wins, and two tens. The suit of "
            "spades follows from it; the ranks are our choice.",
            "Le texte donne un atout qui en prend un moyen, une couleur gardée qui fait la levée, et deux dix. "
            "Pique s’en déduit ; les hauteurs sont notre choix.",
        ),
        goal=3,
        book=("TH",),
        told=(("AD QD KS 8S JS 8D", "9D"),),
        hint=Text(
            "The ten of hearts: it wins, or you know which card to keep.",
            "Le dix de cœur : il gagne, ou vous savez quelle carte garder.",
        ),
    ),
    IllustrativeHand(
        12,
        68,
        Setup(mine="KS 9S JC 9C 7H", his="8S 7S QH QC QD", turn_up="8H", dealer=ME, moves=("7S",)),
        says=Text(
            "You deal, hearts are trumps. He plays without proposing and leads the seven of spades. King or nine? "
            "Set him a small trap.",
            "Vous donnez, l’atout est cœur. Il joue sans proposer et attaque du sept de pique. Le roi ou le neuf ? "
            "Tendez-lui un petit piège.",
        ),
        reason=Text(
            "The king. One leads the highest of a suit, so above the seven he has at most the eight: the nine will "
            "beat it later just as well. Seeing the king, he thinks his eight is good, and spends it. Then the "
            "knave of clubs, and when the eight comes your nine takes it, and the nine of clubs makes the third "
            "trick. If you take with the nine, he will rather try the queen of diamonds. Against one who sees your "
            "cards it makes no difference.",
            "Le roi. On attaque de la plus haute de la couleur : au-dessus du sept il a tout au plus le huit, que "
            "le neuf battra aussi bien plus tard. À voir le roi, il croit son huit maître, et le joue. Ensuite le "
            "valet de trèfle ; quand vient le huit, votre neuf le prend, et le neuf de trèfle fait la troisième "
            "levée. Prenez du neuf, et il essaiera plutôt la dame de carreau. Contre qui verrait vos cartes, cela "
            "ne change rien.",
        ),
        open=Text(
            "The text names four of your cards and all of his. Your small trump is our choice.",
            "Le texte nomme quatre de vos cartes et toutes les siennes. Votre petit atout est notre choix.",
        ),
        goal=3,
        book=("KS", "JC", "7H", "9S", "9C"),
        told=(
            ("7S KS JC QC", "QH"),
            ("7S KS JC QC QH 7H", "8S"),
            ("7S 9S JC QC", "QH"),
            ("7S 9S JC QC QH 7H", "QD"),
        ),
        hint=Text(
            "The king of spades: he will think his own spade good, and spend it on your nine.",
            "Le roi de pique : il croira bon son autre pique, et le donnera à votre neuf.",
        ),
    ),
    IllustrativeHand(
        13,
        70,
        Setup(mine="QH JH 7H KC QC", his="KH AH TH JS JD", turn_up="8H", dealer=ME, moves=("king", "KH")),
        says=Text(
            "You deal, hearts are trumps. He plays without proposing, announces the king and leads it. Which trump "
            "do you throw?",
            "Vous donnez, l’atout est cœur. Il joue sans proposer, annonce le roi et l’attaque. Quel atout "
            "donnez-vous ?",
        ),
        reason=Text(
            "The queen. It costs nothing, for the knave is as good behind the king. Seeing her fall he takes your "
            "trumps to be at an end and leads another for the vole: you are in before you have been forced, and "
            "your clubs break his last trump. If you play the seven, he fears your trumps and forces you with his "
            "plain cards. Against one who sees your cards it makes no difference.",
            "La dame. Elle ne coûte rien, le valet valant autant derrière le roi. La voyant tomber, il vous croit "
            "au bout de vos atouts et rejoue atout pour la vole : vous avez la main avant d’être forcé, et vos "
            "trèfles épuisent son dernier atout. Fournissez le sept, et il craint vos atouts et vous force de ses "
            "autres cartes. Contre qui verrait vos cartes, cela ne change rien.",
        ),
        open=Text(
            "The text gives queen and seven of trumps, and clubs. The knave of trumps follows from his example; "
            "the two clubs are our choice.",
            "Le texte donne la dame et le sept d’atout, et des trèfles. Le valet d’atout se déduit de son "
            "exemple ; les deux trèfles sont notre choix.",
        ),
        goal=3,
        book=("QH", "JH", "KC"),
        told=(("KH QH", "AH"), ("KH JH", "JS"), ("KH 7H", "JS")),
        hint=Text(
            "The queen of trumps: she costs nothing, and he will think you have no more of them.",
            "La dame d’atout : elle ne coûte rien, et il vous croira à bout d’atouts.",
        ),
    ),
    IllustrativeHand(
        14,
        71,
        Setup(
            mine="9S TH 8H 8D 7C",
            his="8S KC QC KD QD",
            turn_up="7S",
            score=(4, 4),
            moves=("propose", "refuse"),
        ),
        says=Text(
            "Four all: this point is the game. Spades are trumps. You proposed, he refused. You lead.",
            "Quatre à quatre : ce point fait la partie. L’atout est pique. Vous avez proposé, il a refusé. À vous.",
        ),
        reason=Text(
            "The nine of trumps. At four one does not usually play forward, but think what he refused on. If he "
            "has no trump, he is guarded in three suits and you are lost anyway. Your one chance is a single trump "
            "below your nine with good clubs and diamonds, and no heart: take it from him, and both your hearts "
            "are good.",
            "Le neuf d’atout. À quatre on n’attaque pas atout d’ordinaire, mais songez à ce qui l’a fait refuser. "
            "Sans atout, il est gardé dans trois couleurs et vous êtes perdu de toute façon. Votre seule chance : "
            "un unique atout sous votre neuf, de bons trèfles et carreaux, pas de cœur. Enlevez-le-lui, et vos "
            "deux cœurs sont bons.",
        ),
        open=Text(
            "The text gives the nine of trumps; that the hand is poor and has hearts follows from it. The other "
            "four cards are our choice.",
            "Le texte donne le neuf d’atout ; que la main soit pauvre et ait des cœurs s’en déduit. Les quatre "
            "autres cartes sont notre choix.",
        ),
        goal=3,
        book=("9S", "TH", "8H"),
        hint=Text(
            "The nine of trumps: your one chance is that he stood on a single lower trump, without a heart.",
            "Le neuf d’atout : votre seule chance est qu’il n’ait qu’un atout plus petit, et pas de cœur.",
        ),
    ),
)
