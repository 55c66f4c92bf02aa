"""Places that are lost with a command: a service's own /tmp, and a container's own layer."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot import places
from bot.places import why_passing
from tests.docs.test_commands import as_root

ROOT = Path(__file__).parents[2]
HOST = """\
22 27 0:21 / /proc rw - proc proc rw
27 1 254:0 / / rw - ext4 /dev/vda rw
31 27 0:30 / /tmp rw - tmpfs tmpfs rw
32 27 8:1 / /mnt/back\\040ups rw - ext4 /dev/sdb1 rw
"""
SERVICE = HOST.replace("31 27 0:30 / /tmp", "31 27 254:0 /tmp/systemd-private-4f1c-ecarte.service-hT5bYz/tmp /tmp")
DISCONNECTED = HOST + "40 27 0:77 / /tmp rw - tmpfs tmpfs rw\n"
CONTAINER = """\
27 1 0:50 / / ro - overlay overlay rw
28 27 0:51 / /tmp rw - tmpfs tmpfs rw
29 27 254:0 /volumes/ecarte /data rw - ext4 /dev/vda rw
30 27 8:1 / /backups rw - ext4 /dev/sdb1 rw
"""


@pytest.mark.parametrize(
    ("mounts", "in_image", "file", "passing"),
    [
        (HOST, False, "/tmp/today", False),
        (HOST, False, "/var/lib/ecarte/today", False),
        (HOST, False, "/mnt/back ups/today", False),
        (SERVICE, False, "/tmp/today", True),
        (SERVICE, False, "/tmp/deeper/today", True),
        (SERVICE, False, "/tmpfiles/today", False),
        (SERVICE, False, "/var/lib/ecarte/today", False),
        (DISCONNECTED, False, "/tmp/today", True),
        (CONTAINER, True, "/tmp/today", True),
        (CONTAINER, True, "/app/today", True),
        (CONTAINER, True, "/data/today", False),
        (CONTAINER, True, "/backups/today", False),
        (CONTAINER, False, "/tmp/today", False),
        ("", False, "/tmp/today", False),
    ],
)
def test_what_goes_away_with_a_command_is_told_from_what_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mounts: str, *, in_image: bool, file: str, passing: bool
) -> None:
    (tmp_path / "self").write_text(mounts, "utf-8")
    (tmp_path / "first").write_text(mounts if in_image else HOST if mounts else "", "utf-8")
    monkeypatch.setattr(places, "_MOUNTS", tmp_path / "self")
    monkeypatch.setattr(places, "_MOUNTS_OF_ALL", tmp_path / "first")
    if mounts == CONTAINER and not in_image:
        # In a container without the image of the Dockerfile, its first process says the same.
        (tmp_path / "first").write_text(CONTAINER, "utf-8")
    assert bool(why_passing(Path(file), in_image=in_image)) is passing


AS_THE_UNIT_DOES = """
set -eu
mkdir -p "$W/systemd-private-1-ecarte.service-x/tmp"
mount --bind "$W/systemd-private-1-ecarte.service-x/tmp" /tmp
cd "$W"
exec "$PYTHON" -c "$COMMANDS" "$@"
"""
DISCONNECTED_TMP = AS_THE_UNIT_DOES.replace(
    'mount --bind "$W/systemd-private-1-ecarte.service-x/tmp" /tmp', "mount -t tmpfs tmpfs /tmp"
)


COMMANDS = """
import contextlib, io, json, sys
from bot.__main__ import main
for command in map(json.loads, sys.argv[1:]):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = main(command)
    print(json.dumps([status, out.getvalue(), err.getvalue()]))
"""
"""Runs commands one after the other; prints the status, the output and the errors of each."""


def has_mounts_of_its_own() -> bool:
    """Whether a command can be given mounts of its own. It cannot in a changed root (chroot)."""
    unshare = shutil.which("unshare")
    return (
        unshare is not None
        and subprocess.run([unshare, "--mount", "true"], capture_output=True, check=False).returncode == 0
    )


@as_root
@pytest.mark.skipif(
    not has_mounts_of_its_own(), reason="no command has mounts of its own here: NOT tried as the unit does"
)
@pytest.mark.parametrize(
    "script", [AS_THE_UNIT_DOES, DISCONNECTED_TMP], ids=["PrivateTmp=yes", "PrivateTmp=disconnected"]
)
def test_a_backup_and_an_export_into_the_tmp_of_a_service_are_refused_and_elsewhere_made(
    tmp_path: Path, script: str
) -> None:
    person, kept = str(5_000 << 22), tmp_path / "today.sqlite3"
    commands = [
        ["migrate"],
        ["backup", "/tmp/today.sqlite3"],
        ["export", person, "/tmp/today.zip"],
        ["copy-database", str(tmp_path / "room.sqlite3"), "/tmp/copy.sqlite3"],
        ["backup", str(kept)],
        ["export", person, str(tmp_path / "today.zip")],
    ]
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHON": sys.executable,
        "PYTHONPATH": str(ROOT),
        "COMMANDS": COMMANDS,
        "W": str(tmp_path),
        "ECARTE_DATABASE": str(tmp_path / "room.sqlite3"),
    }
    line = ["unshare", "--mount", "sh", "-c", script, "sh", *map(json.dumps, commands)]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    results = [json.loads(result) for result in done.stdout.splitlines()]
    assert [status for status, _, _ in results] == [0, 1, 1, 1, 0, 0]
    for _, out, err in results[1:3]:
        assert out == ""
        assert "would be gone after this command: the service has a /tmp of its own" in err
    assert kept.is_file()
