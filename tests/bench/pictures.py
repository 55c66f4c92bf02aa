"""Pictures of games that were played, painted as a table would: how long each takes, what it weighs, how it looks.

    python -m tests.bench.pictures FOLDER                  times them, and writes pages of them to the folder
    python -m tests.bench.pictures FOLDER --before REF     the same for an earlier version, in one run, to compare

A page is as wide as a phone's column (310, 390) or a window (1280), on Discord's dark ground and on white. The times
are those of the processor, with what a bot at work has painted before.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from PIL import Image, ImageDraw

_ROOT = Path(__file__).resolve().parents[2]
_GAMES = _ROOT / "tests" / "ecarte" / "notation" / "records" / "first-release"
_GROUNDS = {"dark": (49, 51, 56), "white": (255, 255, 255)}
_COLUMNS = {310: 310, 390: 358, 1280: 550}
"""How wide Discord shows a picture, by the width of the screen."""
_GAP = 12


def painted(games: Path) -> Iterator[tuple[str, float, bytes]]:
    """Paints the table and both hands of every state; yields kind, processor time and file.

    Uses what earlier versions have, too: an earlier checkout runs this very module.
    """
    from bot.adapter.naming import Players
    from bot.features.deal import scene as deal_scene
    from bot.features.hand import picture as hand_picture
    from bot.people.preferences import Preferences
    from bot.pictures import table_picture
    from bot.texts import Language, Texts
    from ecarte import notation
    from ecarte.game import Seat, player_view, public_view
    from ecarte.game.engine import evolve

    words, players, preferences = Texts.load()(Language.ENGLISH), Players(("Alice", "Bruno"), ()), Preferences()
    for path in sorted(games.glob("*.txt")):
        state: Any = None
        for event in notation.read(path.read_text("utf-8")).events:
            state = evolve(state, event)
            game = public_view(state)
            if not game.number:
                continue
            kind = _kind(game)
            scene = deal_scene.scene(words, players, game)
            yield f"table {kind}", *_timed(lambda scene=scene: table_picture(scene).data)
            for seat in Seat if game.outcome is None else ():
                view = player_view(state, seat)
                drawn = hand_picture.picture(words, players, view, preferences, frozenset())
                yield f"hand {kind}", *_timed(drawn.paint)


def _kind(game: Any) -> str:
    if game.outcome is not None:
        return "ended"
    if game.scored is not None:
        return "deal over"
    if not game.tricks:
        return "dealt"
    return "led" if game.tricks[-1].reply is None else "taken"


def _timed(paint: Any) -> tuple[float, bytes]:
    started = time.process_time()
    data = paint()
    return time.process_time() - started, data


def measure(games: Path, folder: Path) -> dict[str, list[float]]:
    """Paints all, writes one picture of each kind, and returns the times in milliseconds and the bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, list[float]] = {"ms": [], "bytes": []}
    last: dict[str, bytes] = {}
    for kind, seconds, data in painted(games):
        found["ms"].append(round(1000 * seconds, 2))
        found["bytes"].append(len(data))
        last[kind] = data
    for kind, data in last.items():
        (folder / f"{kind}.png").write_bytes(data)
    return found


def _earlier(ref: str, folder: Path) -> dict[str, list[float]]:
    """The same in a checkout of an earlier version, by this module."""
    with tempfile.TemporaryDirectory() as where:
        tree = Path(where) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(tree), ref], cwd=_ROOT, check=True)
        try:
            told = f"import runpy, sys; sys.argv = ['pictures', '--measure', {str(folder)!r}];"
            told += f"runpy.run_path({__file__!r}, run_name='__main__')"
            done = subprocess.run([sys.executable, "-c", told], cwd=tree, check=True, capture_output=True, text=True)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=_ROOT, check=True)
    found: dict[str, list[float]] = json.loads(done.stdout)
    return found


def posted(folder: Path) -> None:
    """Paints what people post, and the states that no record has."""
    from bot.pictures import daily_picture, souvenir_picture, table_picture
    from tests.bot.test_posted_pictures import DAILY, SOUVENIR
    from tests.support.scenes import TABLES

    for name, picture in (("souvenir", souvenir_picture(SOUVENIR)), ("deal of the day", daily_picture(DAILY))):
        (folder / f"{name}.png").write_bytes(picture.data)
    for name in ("bets", "long names"):
        (folder / f"table {name}.png").write_bytes(table_picture(TABLES[name]).data)


def page(new: Path, old: Path | None, screen: int, ground: tuple[int, int, int]) -> Image.Image:
    """All pictures as a screen shows them, an earlier version's on the left."""
    wide = _COLUMNS[screen]
    rows: list[tuple[str, list[Image.Image | None]]] = []
    for path in sorted(new.glob("*.png")):
        earlier = None if old is None or not (old / path.name).exists() else _scaled(old / path.name, wide)
        rows.append((path.stem, [earlier, _scaled(path, wide)]))
    high = sum(max(image.height for image in pair if image is not None) + 26 + _GAP for _, pair in rows)
    sheet = Image.new("RGB", (3 * _GAP + 2 * wide, high + _GAP), ground)
    draw, top = ImageDraw.Draw(sheet), _GAP
    for name, pair in rows:
        draw.text((_GAP, top), name, fill=(128, 128, 128), font_size=16)
        top += 26
        for column, image in enumerate(pair):
            if image is not None:
                sheet.paste(image, (_GAP + column * (wide + _GAP), top))
        top += max(image.height for image in pair if image is not None) + _GAP
    return sheet


def _scaled(path: Path, wide: int) -> Image.Image:
    image = Image.open(BytesIO(path.read_bytes())).convert("RGB")
    return image.resize((wide, round(image.height * wide / image.width)), Image.Resampling.LANCZOS)


def _row(name: str, found: dict[str, list[float]]) -> str:
    times, sizes = found["ms"], found["bytes"]
    worst = quantiles(times, n=10)[-1]
    return (
        f"{name}: {len(times)} pictures, {median(times):.1f} ms (one in ten above {worst:.1f}, all {sum(times):.0f});"
        f" {median(sizes) / 1000:.1f} kB, at most {max(sizes) / 1000:.1f}"
    )


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--before", help="an earlier version, as git names it")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(_GAMES, options.folder)))
        return
    folder = options.folder.resolve()
    old = folder / "old" if options.before else None
    if old is not None:
        print(_row(f"before ({options.before})", _earlier(options.before, old)))
    print(_row("now", measure(_GAMES, folder / "new")))
    posted(folder / "new")
    for screen in _COLUMNS:
        for name, ground in _GROUNDS.items():
            page(folder / "new", old, screen, ground).save(folder / f"pictures-{screen}-{name}.png")


if __name__ == "__main__":
    main()
