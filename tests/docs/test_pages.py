"""The pages in `docs/` and of the root: what they show runs, what they link to is there, what they list is complete."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ecarte
from bot import VERSION
from bot.adapter.registry import Registry
from docs import make_laws, make_presses
from research.figures import page as mathematics
from tests.support.rules import expect_kept

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"(?<!`)\[[^\]]*\]\(([^)\s]+)\)")
MOST_WORDS = 900
SCREEN = 45
"""Lines that a reader sees at once."""


def name_of(page: Path) -> str:
    """The path of a page in the repository."""
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")], ids=name_of)
def test_what_a_page_shows_at_the_prompt_is_what_python_answers(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted
    assert result.failed == 0


def test_the_page_of_the_library_lists_every_public_name_and_shows_it_at_work() -> None:
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    listed = {name for line in re.findall(r"^- .*", text, re.MULTILINE) for name in re.findall(r"`(\w+)`", line)}
    assert [name for name in ecarte.__all__ if name not in listed] == []
    shown = " ".join(re.findall(r"^(?:>>>|\.\.\.) (.*)$", text, re.MULTILINE))
    assert [name for name in ecarte.__all__ if not re.search(rf"\b{name}\b", shown)] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_of_a_page_leads_to_a_file_that_is_there(page: Path) -> None:
    targets = [target.partition("#") for target in LINK.findall(page.read_text(encoding="utf-8"))]
    missing = [
        path + sign + anchor
        for path, sign, anchor in targets
        if "://" not in path and not (_has_heading(page, path, anchor) if anchor else (page.parent / path).exists())
    ]
    assert missing == []


def _has_heading(page: Path, path: str, anchor: str) -> bool:
    """Whether a page has a heading to which an anchor leads."""
    target = page.parent / path if path else page
    if not target.is_file():
        return False
    headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
    return anchor in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize(
    "page",
    [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "docs" / "adr" / "README.md", ROOT / "research" / "README.md"],
    ids=name_of,
)
def test_the_first_line_of_a_page_says_for_whom_it_is(page: Path) -> None:
    _, _, text = page.read_text("utf-8").partition("\n\n")
    assert text.startswith("For ")


def test_bot_and_library_name_the_version_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION == ecarte.__version__


def test_between_two_releases_the_version_says_so() -> None:
    newest, *_ = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert VERSION.endswith(".dev0") if newest == "Unreleased" else newest == VERSION


def test_a_release_has_at_most_a_screen_for_each_of_its_readers() -> None:
    _, *releases = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")
    long = {
        (release.partition("\n")[0], section.partition("\n")[0]): section.count("\n")
        for release in releases
        for section in release.split("\n### ")[1:]
        if section.count("\n") > SCREEN
    }
    assert long == {}, "join lines on one subject, or leave out what readers do not notice"


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= MOST_WORDS


def test_the_program_of_the_readme_runs() -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"\(\d, \d\)\n", done.stdout)


def test_the_page_for_players_names_every_command_and_no_page_names_another() -> None:
    catalogues = "".join(path.read_text("utf-8") for path in (ROOT / "bot" / "texts" / "en").glob("*.po"))
    commands = set(re.findall(r'^msgid "command\.(\w+)"$', catalogues, re.MULTILINE)) - {"ecarte"}
    # Earlier commands stand in the notes of past releases, and in the table of what became of them.
    today = [page for page in PAGES if page.name != "CHANGELOG.md"]
    earlier = re.compile(r"^### What became of earlier commands\n.*?(?=^#|\Z)", re.MULTILINE | re.DOTALL)
    text = {page: set(re.findall(r"(?<!\w)/ecarte (\w+)", earlier.sub("", page.read_text("utf-8")))) for page in today}
    missing = commands - text[ROOT / "docs" / "playing.md"]
    expect_kept(
        "docs/playing.md names every command, and no page names another",
        "members look there for what they can do",
        [
            *(f"docs/playing.md: say what /ecarte {name} does" for name in missing),
            *(
                f"{name_of(page)}: there is no /ecarte {name}: mend or remove the sentence"
                for page, names in text.items()
                for name in names - commands
            ),
        ],
    )


def test_the_example_in_the_record_format_is_the_beginning_of_the_game_that_it_names() -> None:
    page = (ROOT / "docs" / "record-format.md").read_text("utf-8")
    example = page.split("```")[1].strip("\n").splitlines()
    lines = (ROOT / "docs" / "examples" / "game.txt").read_text("utf-8").splitlines()
    fair = [line for line in lines if line.startswith(("fair", "secret", "seeds"))][:3]
    assert example == [line for line in lines if line not in fair][: len(example)]
    assert "\n".join(fair) in page


@pytest.mark.slow
def test_the_figures_of_the_pages_of_mathematics_are_what_the_command_makes() -> None:
    texts = [page.read_text(encoding="utf-8") for page in mathematics.PAGES]
    assert [mathematics.blocks(text) for text in texts] == [
        ["counting", "value", "two-to-one"],
        ["scores", "policy", "books", "claims", "hands", "strength", "exploiters", "stories", "files"],
    ]
    for text in texts:
        assert text == mathematics.page(text), "run `python -m research page`"


def test_the_page_of_the_laws_is_what_the_catalogue_says() -> None:
    assert make_laws.PAGE.read_text(encoding="utf-8") == make_laws.page(), "run `python -m docs.make_laws`"


def test_the_page_of_presses_is_what_features_register() -> None:
    assert make_presses.PAGE.read_text(encoding="utf-8") == make_presses.page(), "run `python -m docs.make_presses`"


@pytest.mark.parametrize("page", [ROOT / "docs" / "architecture.md", ROOT / "docs" / "developing.md"], ids=name_of)
def test_every_file_and_function_that_a_page_names_is_there(page: Path) -> None:
    named = re.findall(r"`([\w./-]+(?:\.py|/))(?::([\w.]+))?`", page.read_text(encoding="utf-8"))
    assert named
    lost = []
    for path, function in named:
        found = [folder / path for folder in (ROOT, ROOT / "bot", ROOT / "ecarte", ROOT / "ecarte" / "table")]
        here = next((place for place in found if place.exists()), None)
        names = function.split(".") if function else []
        text = here.read_text(encoding="utf-8") if here is not None and names else ""
        if here is None or not all(re.search(rf"\b(?:def|class) {name}\b", text) for name in names):
            lost.append(
                f"{name_of(page)}: there is no {path}{':' * bool(function)}{function}: name what took its place"
            )
    expect_kept("the pages for maintainers name files and functions that exist", "readers go there by name", lost)


def test_the_command_that_the_recipe_shows_is_one() -> None:
    page = (ROOT / "docs" / "developing.md").read_text(encoding="utf-8")
    example = textwrap.dedent(page.partition("### A command")[2].partition("```python\n")[2].partition("   ```")[0])
    names: dict[str, Any] = {}
    exec(compile(example, "docs/developing.md", "exec"), names)
    (command,) = Registry([names["FEATURE"]]).commands.values()
    assert (command.name, [option.name for option in command.parameters[1:]]) == ("dice", ["sides"])
