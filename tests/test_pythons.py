"""The Pythons that are promised, shipped and tested are the same everywhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.support.pythons import pythons_tested

ROOT = Path(__file__).resolve().parent.parent


def test_the_oldest_python_promised_is_tested_and_types_are_checked_for_it() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    oldest = settings["project"]["requires-python"].removeprefix(">=")
    assert oldest == pythons_tested()[0]
    assert settings["tool"]["mypy"]["python_version"] == oldest


def test_the_image_stands_on_a_python_that_is_tested() -> None:
    (base,) = re.findall(r"^ARG BASE=python:(\d+\.\d+)-slim$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert base in pythons_tested()


def test_every_python_that_is_tested_has_a_debian_in_the_checks() -> None:
    (line,) = re.findall(r"^debians='(.*)'$", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
    assert [entry.partition(":")[0] for entry in line.split()] == pythons_tested()


def test_the_public_checks_are_those_of_every_machine() -> None:
    workflow = (ROOT / ".github" / "workflows" / "checks.yml").read_text("utf-8")
    assert re.findall(r"^ +- run: (?!apt-get)(.*)$", workflow, re.MULTILINE) == ["bash .ci/run"]
    assert "image: debian:bookworm" in workflow, "which has the oldest Python promised"
