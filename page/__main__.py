"""The command line: `python -m page FILE`, which `make page` runs, writes the page to a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from bot.command_line import Parser, run_command
from page.build import html


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the page, and returns the exit status: see `run_command`."""
    return run_command(lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    parser = Parser(prog="python -m page", description="Writes the page that replays a game from its address.")
    parser.add_argument("file", type=Path, help="the file of the page, such as build/replay.html")
    file: Path = parser.parse_args(arguments).file
    file.parent.mkdir(parents=True, exist_ok=True)
    content = html().encode()
    file.write_bytes(content)
    print(f"{file}: {len(content):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
