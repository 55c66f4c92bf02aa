"""The chips on each side of a table and the backers of each player, in the picture of the table and in words."""

from __future__ import annotations

from dataclasses import replace

from bot.adapter import formatting
from bot.adapter.faces import NO_PHOTOS, Photos, face_of
from bot.people.person import Person
from bot.pictures.faces import Face
from bot.pictures.scenes import SEATS, PlayerPanel, TableScene
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import PublicView, Seat
from ecarte.table import stakes

_PACK = 32


def with_stakes(
    words: Words,
    scene: TableScene,
    table: TableView,
    game_no: int,
    game: PublicView,
    photos: Photos = NO_PHOTOS,
) -> TableScene:
    """Returns the scene of a table with the chips and the backers of each side added. Before the first card, only the
    pack lies on the table.

    Args:
        game_no: the number of the game to which the deal belongs.
        game: the public view of the deal.
    """
    left, right = (
        _panel(words, panel, table, game_no, game, seat, photos)
        for panel, seat in zip((scene.left, scene.right), Seat, strict=True)
    )
    if game.number or game.outcome is not None:
        return replace(scene, left=left, right=right)
    # There is no score yet, and the turn to deal is no turn to play.
    left, right = (replace(panel, to_play=False, dealer=False, score=None) for panel in (left, right))
    return replace(scene, left=left, right=right, talon=_PACK, has_begun=False, backed=True)


def alt(words: Words, table: TableView, game_no: int, game: PublicView) -> list[str]:
    """Returns the description of the chips and the backers in the picture."""
    lines = []
    for seat in Seat:
        who = table.person(seat).name
        if amount := _amount(words, table, game_no, game, seat):
            lines.append(f"{words('galerie.alt.side', who=who, amount=amount)}.")
        if backers := _backers(table, game_no, game, seat):
            people = words.join([person.name for person in backers])
            lines.append(words("galerie.alt.behind", who=who, people=people))
    return lines


def alt_before(words: Words, table: TableView, game_no: int, game: PublicView) -> str:
    """Returns the description of the picture of the table before the first card."""
    names = [f"{table.person(seat).name}." for seat in Seat]
    lines = [*names, *alt(words, table, game_no, game), words.count("table.alt.talon", _PACK)]
    if table.to_cut is not None and not table.waits_for_deal:
        lines.append(words("galerie.alt.cut", who=table.person(table.to_cut.elder).name))
    return " ".join(lines)[: formatting.LONGEST_ALT]


def _panel(
    words: Words,
    panel: PlayerPanel,
    table: TableView,
    game_no: int,
    game: PublicView,
    seat: Seat,
    photos: Photos,
) -> PlayerPanel:
    people = _backers(table, game_no, game, seat)
    # Looking a photograph up loads it, so only the photographs of painted faces are looked up.
    shown = len(people) if len(people) <= SEATS else SEATS - 1
    backers: tuple[Face, ...] = tuple(
        face_of(person, photos if number < shown else NO_PHOTOS) for number, person in enumerate(people)
    )
    return replace(panel, chips=_amount(words, table, game_no, game, seat), backers=backers)


def _amount(words: Words, table: TableView, game_no: int, game: PublicView, seat: Seat) -> str:
    """Returns the chips on a side, or at the end the player's gain. Empty if there are no chips."""
    settled = table.galerie.settlement
    if game.outcome is not None:
        shares = () if settled is None or settled.winner is None else settled.shares
        player = None if settled is None else settled.book.players[seat.index]
        gain = sum(share.gain for share in shares if share.person == player)
        return f"{formatting.sign_of(gain)}{words.number(abs(gain))}" if gain else ""
    book = table.galerie.book
    total = 0 if book is None or game_no != table.game_no else book.total(seat)
    return words.number(total) if total else ""


def _backers(table: TableView, game_no: int, game: PublicView, seat: Seat) -> list[Person]:
    """Returns the backers of a player, in the order of their first bets. Empty at the end of a game."""
    book = table.galerie.book
    if book is None or game_no != table.game_no or game.outcome is not None:
        return []
    both = stakes.standing(book)
    lines = (both.north if seat is Seat.NORTH else both.south).lines[1:]
    people = dict.fromkeys(line.person for line in lines)
    return [Person(person, table.galerie.names.get(person, "")) for person in people]
