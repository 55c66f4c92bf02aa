"""The Pythons that the project is tested on, as the classifiers of pyproject.toml name them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def pythons_tested() -> list[str]:
    """Returns the versions, such as "3.11", the oldest first."""
    classifiers = tomllib.loads(_PROJECT.read_text("utf-8"))["project"]["classifiers"]
    versions = [found[1] for line in classifiers if (found := re.fullmatch(r".* :: Python :: (\d+\.\d+)", line))]
    return sorted(versions, key=lambda version: [int(part) for part in version.split(".")])
