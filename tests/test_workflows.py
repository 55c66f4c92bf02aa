"""The workflows and the devcontainer: pinned actions, no address of a registry, commands and a port that are there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
DEVCONTAINER = ROOT / ".devcontainer"


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_commit_and_images_by_version(workflow: Path) -> None:
    used = re.findall(r"uses: (\S+)(?: # v[\d.]+)?$", workflow.read_text("utf-8"), re.MULTILINE)
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}|docker://[\w/-]+:[\d.]+", one)] == []


def test_no_workflow_and_no_container_names_the_host_of_a_registry() -> None:
    files = [*WORKFLOWS, *DEVCONTAINER.iterdir(), ROOT / "Dockerfile", ROOT / "compose.yaml"]
    hosts = re.compile(r"\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:io|com|org|dev)/")
    assert [path.name for path in files if hosts.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_what_a_workflow_makes_is_a_command_of_the_makefile(workflow: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"run: make (\w+)", workflow.read_text("utf-8"))) <= targets


def test_the_release_builds_two_platforms_with_provenance_and_sbom_from_requirements_that_are_there() -> None:
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert "--platform linux/amd64,linux/arm64 --provenance mode=max --sbom true --push" in release
    (kinds,) = re.findall(r"for kind in (.*); do", release)
    assert [kind for kind in kinds.split() if not (ROOT / "requirements" / f"{kind}.txt").is_file()] == []


def test_the_devcontainer_opens_the_sandbox_and_forwards_its_port() -> None:
    settings = json.loads((DEVCONTAINER / "devcontainer.json").read_text("utf-8"))
    assert settings["postAttachCommand"] == "make sandbox"
    start = (ROOT / "sandbox" / "__main__.py").read_text("utf-8")
    (port,) = re.findall(r'"--port".*default=(\d+)', start)
    assert settings["forwardPorts"] == [int(port)]
    assert list(settings["portsAttributes"]) == [port]
    assert (DEVCONTAINER / settings["build"]["dockerfile"]).is_file()
