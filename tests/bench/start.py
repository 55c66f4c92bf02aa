"""Processor time from the start of the process until it connects to Discord: `python -m tests.bench.start`.

On an empty database, which is made and brought up to the schema first. Each time a fresh process, several times.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.bench.figures import spread, table

_ROOT = Path(__file__).resolve().parents[2]
_TIMES = 5
_CHILD = """
import time
spent = {"python": time.process_time()}
def until(name):
    spent[name] = time.process_time() - sum(spent.values())
import asyncio, json, random, sys, tempfile
import bot.serving
until("imports")
from bot.app import build_app
from bot.client import Client
from bot.config import Settings
from bot.storage import Database
from bot.texts import Texts
async def start(path):
    database = await Database.open_alone(path)
    until("database")
    texts = Texts.load()
    until("texts")
    app = build_app(Settings(database=path), database, texts, now=lambda: 0, rng=random.Random(1))
    client = Client(app, database)
    await client.lifecycle.start()
    until("services")
    await client.close()
with tempfile.TemporaryDirectory() as folder:
    asyncio.run(start(folder + "/start.sqlite3"))
print(json.dumps(spent))
"""


def main(times: int = _TIMES) -> int:
    """Prints the processor time of each part of a start, in milliseconds. Returns 0."""
    runs = []
    for _ in range(times):
        child = subprocess.run([sys.executable, "-c", _CHILD], cwd=_ROOT, check=True, capture_output=True, text=True)
        spent: dict[str, float] = json.loads(child.stdout)
        runs.append({**spent, "all": sum(spent.values())})
    rows = [[name, f"{1000 * spread([run[name] for run in runs]).p50:,.0f}"] for name in runs[0]]
    print(table(["processor time until Discord is called", "ms"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
