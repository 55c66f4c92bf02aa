"""What the player whose turn it is can do, in words."""

from __future__ import annotations

from bot.adapter import formatting
from bot.texts import Words
from ecarte import teaching
from ecarte.game import Accept, AnnounceKing, Duty, Move, Phase, PlayerView, Propose, Refuse


def call(words: Words, move: Move) -> str:
    """Returns the label of the button for a move without a card: propose, accept, refuse, or announce the king.

    Raises:
        AssertionError: the move is not one of these.
    """
    match move:
        case Propose():
            return words("hand.propose")
        case Accept():
            return words("hand.accept")
        case Refuse():
            return words("hand.refuse")
        case AnnounceKing():
            return words("hand.king.announce")
        case _:
            raise AssertionError(f"{type(move).__name__} is no call")


def to_do(words: Words, view: PlayerView, names: dict[str, str]) -> str:
    """Returns a sentence that tells the reader, whose turn it is, what to do.

    Args:
        names: the opponent's name, under the key `other`.
    """
    game = view.public
    match game.phase:
        case Phase.PROPOSE:
            return words("hand.turn.again" if game.proposals else "hand.turn.first", **names)
        case Phase.ANSWER:
            return words("hand.turn.answer", **names)
        case Phase.ELDER_DISCARD:
            return words("hand.turn.discard", **names)
        case Phase.DEALER_DISCARD:
            return words.count("hand.turn.discard.dealer", game.asked or 0, **names)
        case _:
            return words("hand.turn.lead") if view.duty is None else _reply(words, view, view.duty, names)


def _reply(words: Words, view: PlayerView, duty: Duty, names: dict[str, str]) -> str:
    led = view.public.tricks[-1].lead
    # At a table where players may err, no text reminds them of their duty.
    key = f"hand.turn.reply.{duty.value}" if view.public.salon is None else "hand.turn.reply"
    return words(key, card=formatting.card(words, led), suit=formatting.sign(led.suit), **names)


def opponents_turn(words: Words, view: PlayerView, names: dict[str, str]) -> str:
    """Returns a sentence that tells the reader what the opponent, whose turn it is, has to do.

    Args:
        names: the opponent's name, under the key `other`.
    """
    match view.public.phase:
        case Phase.PROPOSE:
            return words("hand.wait.propose", **names)
        case Phase.ANSWER:
            return words("hand.wait.answer", **names)
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            return words("hand.wait.discard", **names)
        case _:
            return words("hand.wait.play", **names)


def kind_of(view: PlayerView) -> str:
    """Returns the word for the kind of decision that a player has to make, such as "propose". The text that explains
    this decision has the key `tip.WORD`.
    """
    return teaching.kind_of(view).value


def discard_label(words: Words, picked: int, least: int) -> str:
    """Returns the label of the button that discards the picked cards.

    Args:
        picked: how many cards are picked.
        least: 0 for the button that exchanges no card. If it is more than 0 and no card is picked, the label says to
            pick cards.
    """
    if not picked and least > 0:
        return words("hand.discard.first")
    return words.count("hand.discard.confirm", picked) if picked else words("hand.discard.none")
