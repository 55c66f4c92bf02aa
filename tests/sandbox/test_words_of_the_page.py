"""The page's own words are there in French, too."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parents[2] / "sandbox" / "static"


def test_every_word_of_the_page_has_its_french() -> None:
    french = set(re.findall(r'^  (?:"(.*?)"|(\w+)):', (STATIC / "words.js").read_text("utf-8"), re.MULTILINE))
    known = {one or other for one, other in french}
    pages = "".join(path.read_text("utf-8") for path in sorted(STATIC.glob("*.js")) if path.name != "words.js")
    page = (STATIC / "index.html").read_text("utf-8")
    said = set(re.findall(r'\bt\("((?:[^"\\]|\\.)*)"', pages))
    said |= {" ".join(text.split()) for text in re.findall(r"data-say>([^<]+)<", page)}
    said |= set(re.findall(r'(?:aria-label|title)="([^"]+)"', page))
    # Said by the server.
    server = {"{name} did not respond within three seconds.", "No deadline is shown anywhere."}
    assert said - known == set()
    assert known - said - server == set()
