"""Sentences about decisions of a game: the move that was made, the better one, and the book's. It knows no rule of the
game.
"""

from __future__ import annotations

from bot.adapter import formatting
from bot.adapter.naming import participant
from bot.house.looking_back import BestAdvice
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Accept, AnnounceKing, Discard, Move, Phase, Play, PlayerView, Propose, Refuse
from ecarte.teaching import BookAdvice, Hint, Judged


def move(words: Words, which: Move, view: PlayerView, *, silent: bool = False) -> str:
    """Returns a move as something to do: "play K♠", "propose".

    Args:
        silent: whether the player makes the move without announcing the king, although it is the last chance.
    """
    match which:
        case Play(card=card) if silent:
            return words("review.play.silent", card=formatting.card(words, card))
        case Play(card=card):
            key = "review.play.first" if view.public.phase is Phase.PROPOSE else "review.play"
            return words(key, card=formatting.card(words, card))
        case Discard():
            return words("review.discard", cards=formatting.cards(words, which)) if which else words("review.keep")
        case Propose():
            return words("review.propose")
        case Accept():
            return words("review.accept")
        case Refuse():
            return words("review.refuse")
        case AnnounceKing():
            return words("review.king")
        case _:
            raise AssertionError(f"{type(which).__name__} is not reviewed")


def where(words: Words, view: PlayerView) -> str:
    """Returns at which point of the game a decision was made: the number of the deal, the score, the turn-up."""
    public = view.public
    assert public.turn_up is not None
    return words("review.where", deal=public.number, score=_score(view), card=formatting.card(words, public.turn_up))


def hand(words: Words, view: PlayerView) -> str:
    """Returns the hand that a player held at a decision, and the card to which they replied, if there was one."""
    public = view.public
    held = formatting.cards(words, list(view.hand))
    last = public.tricks[-1] if public.tricks else None
    if last is None or last.reply is not None:
        return held
    return words("review.led", cards=held, card=formatting.card(words, last.lead))


def decision(words: Words, number: int, judged: Judged, *, advised: bool, pictured: bool) -> str:
    """Returns the paragraph about a decision that cost something.

    Args:
        number: the number of the paragraph on the page.
        advised: whether the decision is the advice of a backer.
        pictured: whether a picture shows the cards. Otherwise the paragraph names them.
    """
    view, done = judged.decision.view, judged.decision.move
    silent = judged.decision.king is not None
    line = words(
        "review.advised" if advised else "review.done",
        done=move(words, done, view, silent=silent),
        chance=words.percent(judged.chance),
        best=move(words, judged.best, view, silent=silent),
        better=words.percent(judged.best_chance),
    )
    head = words("review.cost", number=number, cost=words.percent(judged.cost))
    cards = [] if pictured else [hand(words, view)]
    lines = [f"{head} · {where(words, view)}", *cards, line, *book(words, judged.book, view, silent=silent)]
    return "\n".join(lines)


def other(words: Words, judged: Judged) -> str:
    """Returns one line about a decision that cost nothing, or very little."""
    view = judged.decision.view
    done = move(words, judged.decision.move, view, silent=judged.decision.king is not None)
    return words(
        "review.other",
        deal=view.public.number,
        score=_score(view),
        done=done,
        chance=words.percent(judged.chance),
    )


def remark(words: Words, judged: Judged | None) -> str | None:
    """Returns a line about the one decision of a game from which the player learns most. None if there is none.

    Args:
        judged: that decision, as `most_telling` finds it. None if none stands out.
    """
    if judged is None:
        return None
    if judged.cost:
        key, other, by = "review.remark.cost", judged.best, judged.cost
    else:
        assert judged.next_best is not None
        key, other, by = "review.remark.best", judged.next_best, judged.ahead
    view, silent = judged.decision.view, judged.decision.king is not None
    return words(
        key,
        deal=view.public.number,
        done=move(words, judged.decision.move, view, silent=silent),
        other=move(words, other, view, silent=silent),
        by=words.percent(by),
    )


def _score(view: PlayerView) -> str:
    score = view.public.score
    return f"{score[view.seat.index]}–{score[view.seat.other.index]}"


def book(words: Words, says: BookAdvice | None, view: PlayerView, *, silent: bool = False) -> list[str]:
    """Returns a line with the move of the book (Cavendish), the page and the reason. Empty if the book says nothing
    about the position.

    The line says "Cavendish" if the book speaks of this very position. Otherwise it says that a general rule of the
    book is applied.
    """
    if says is None:
        return []
    done = move(words, says.move, view, silent=silent)
    why = words(f"book.{says.rule.value}", number=says.number)
    key = "review.book" if says.rule.is_said else "review.book.rule"
    return [f"-# {words(key, pages=says.pages.replace('-', '–'), done=done, why=why)}"]


def hint(words: Words, advice: Hint, view: PlayerView) -> str:
    """Returns a hint in words: the move to make, and the reason."""
    values = {"best": move(words, advice.move, view), "chance": words.percent(advice.chance)}
    if advice.other is None:
        line = words("hint.equal", **values)
    else:
        other = move(words, advice.other, view)
        line = words("hint.best", other=other, less=words.percent(advice.other_chance), **values)
    king = f"{words('hint.king', crown=formatting.mark(words, 'crown'))}\n" if advice.king else ""
    return "\n".join([f"{king}{line}", *book(words, advice.book, view)])


def best_advice(words: Words, table: TableView, best: BestAdvice | None) -> list[str]:
    """Returns a line that names the backer whose advice was best in a finished game. Empty if there is none, or if that
    person's data were deleted since.
    """
    if best is None or best.person not in table.galerie.names:
        return []
    return [words("review.advice", who=participant(words, table, best.person), right=best.right, given=best.given)]
