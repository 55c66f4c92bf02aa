"""The wheel in `build/dist`, which `make wheel` builds before it runs these tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

from tests.support.pythons import pythons_tested

pytestmark = pytest.mark.wheel

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "build" / "dist"
LARGEST = 2_500_000
_WAY = "Scripts" if os.name == "nt" else "bin"


def _only(pattern: str) -> Path:
    (path,) = DIST.glob(pattern)
    return path


@pytest.fixture(scope="module")
def names() -> list[str]:
    """Returns the names of the files in the wheel, except its metadata."""
    with zipfile.ZipFile(_only("*.whl")) as wheel:
        return [name for name in wheel.namelist() if ".dist-info/" not in name]


@pytest.fixture(scope="module")
def metadata() -> Message:
    with zipfile.ZipFile(_only("*.whl")) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(wheel.read(name).decode())


def test_the_wheel_is_the_library_and_nothing_else(names: list[str]) -> None:
    home = ROOT / "ecarte"
    library = {
        path.relative_to(ROOT).as_posix() for path in home.rglob("*") if path.is_file() and path.suffix != ".pyc"
    }
    assert set(names) == library


def test_the_wheel_needs_no_other_package_and_its_one_extra_is_the_engine(metadata: Message) -> None:
    (needed,) = metadata.get_all("Requires-Dist", [])
    assert re.fullmatch(r'wasmtime[^;]*; extra == "fast"', needed)
    assert metadata.get_all("Provides-Extra", []) == ["fast"]


def test_the_wheel_stays_small_with_the_tables_of_the_players(names: list[str]) -> None:
    assert "ecarte/ai/policy.bin" in names
    size = _only("*.whl").stat().st_size
    print(f"{_only('*.whl').name}: {size:,} bytes, {len(names)} files")
    assert size <= LARGEST


def test_the_archive_of_the_sources_has_what_the_page_of_the_library_names_and_nothing_of_the_bot() -> None:
    with tarfile.open(_only("*.tar.gz")) as archive:
        files = {member.name.partition("/")[2] for member in archive if member.isfile()}
    assert {"LICENSE", "docs/library.md", "docs/examples/game.txt"} <= files
    assert {name.split("/")[0] for name in files if "/" in name} == {"docs", "ecarte", "ecarte.egg-info"}


@pytest.fixture(scope="module", params=pythons_tested())
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with nothing but the wheel in it, made by one of the Pythons tested."""
    python = _found(request.param)
    if python is None:
        pytest.skip(f"no python{request.param} on this machine: the wheel is not tried on it")
    folder = tmp_path_factory.mktemp(request.param)
    _run([python, "-m", "venv", folder])
    _run([folder / _WAY / "python", "-m", "pip", "install", "-q", "--no-index", _only("*.whl")])
    return folder / _WAY


def _found(version: str) -> str | None:
    """The command of a Python of this version: that of the tests, or one on the path that runs."""
    for command in (sys.executable, f"python{version}"):
        try:
            told = _run([command, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])
        except (OSError, subprocess.CalledProcessError):
            continue
        if told.strip() == version:
            return command
    return None


def _run(command: Sequence[str | Path], folder: Path = DIST) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout


def test_the_example_of_the_readme_runs_on_the_wheel_alone(installed: Path, tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert re.fullmatch(r"\(\d, \d\)\n", _run([installed / "python", "-c", program], tmp_path))


def test_a_record_is_verified_by_the_wheel_alone(installed: Path, tmp_path: Path) -> None:
    record = ROOT / "docs" / "examples" / "game.txt"
    said = _run([installed / "python", "-m", "ecarte", "verify", record], tmp_path)
    assert said.splitlines()[-1].startswith("yes: ")
    assert _run([installed / "ecarte", "verify", record], tmp_path) == said


def test_every_module_of_the_wheel_can_be_imported(installed: Path, tmp_path: Path) -> None:
    walk = "import pkgutil, ecarte; print(*sorted(m.name for m in pkgutil.walk_packages(ecarte.__path__, 'ecarte.')))"
    modules = [name for name in _run([installed / "python", "-c", walk], tmp_path).split() if "__main__" not in name]
    assert "ecarte.ai.players" in modules
    _run([installed / "python", "-c", f"import {', '.join(modules)}"], tmp_path)


def test_the_players_find_their_tables_in_the_wheel(installed: Path, tmp_path: Path) -> None:
    examples = ROOT / "docs" / "examples"
    assert "with hidden hands" in _run([installed / "ecarte", "odds", "KS QS 7D 8D 9C", "--turn", "AS"], tmp_path)
    assert "of 1 games" in _run([installed / "python", examples / "own_player.py", "1"], tmp_path)
