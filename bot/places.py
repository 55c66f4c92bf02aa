"""Finds out whether a file would be deleted when a command ends, such as in a container or in a service's private
folder.

Knows no database and no Discord.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_MOUNTS: Final = Path("/proc/self/mountinfo")
_MOUNTS_OF_ALL: Final = Path("/proc/1/mountinfo")
_PRIVATE: Final = "systemd-private-"
"""A part of the name of the folder that a service sees as its /tmp (`PrivateTmp`)."""
_OF_A_SERVICE: Final = ("/tmp", "/var/tmp")
_IN_MEMORY: Final = ("tmpfs", "ramfs")
_IMAGE: Final = "ECARTE_IMAGE"
"""Set by the Dockerfile: a file outside of any volume is lost with the container."""


@dataclass(frozen=True, slots=True)
class _Mount:
    """A line of `mountinfo`: the device, the mounted folder of it, the mount point, and the kind of file system."""

    device: str
    root: str
    point: str
    kind: str


def why_passing(file: Path, *, in_image: bool | None = None) -> str:
    """Returns why a file would be deleted when the command that writes it ends. Empty if no reason is known.

    Args:
        in_image: whether the command runs in the container image of the Dockerfile. None to read that from the
            environment.
    """
    mounts = _read(_MOUNTS)
    folder = os.path.realpath(file.parent)
    # Of the lines that fit, the last one is mounted over the others.
    here = [mount for mount in mounts if folder == mount.point or folder.startswith(mount.point.rstrip("/") + "/")]
    if not here:
        return ""
    mount = max(enumerate(here), key=lambda numbered: (len(numbered[1].point), numbered[0]))[1]
    in_memory = mount.kind in _IN_MEMORY
    if in_image if in_image is not None else bool(os.environ.get(_IMAGE)):
        return "it lies in the container, in no volume" if mount.point == "/" or in_memory else ""
    of_service = mount.point in _OF_A_SERVICE and (
        _PRIVATE in mount.root or (in_memory and _is_ours_alone(mount, _read(_MOUNTS_OF_ALL)))
    )
    return f"the service has a {mount.point} of its own" if of_service else ""


def _is_ours_alone(mount: _Mount, mounts_of_all: list[_Mount]) -> bool:
    """Whether the machine's first process does not see a file system."""
    return bool(mounts_of_all) and all(other.device != mount.device for other in mounts_of_all)


def _read(path: Path) -> list[_Mount]:
    try:
        lines = path.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        # Only Linux has this file, and not every process may read that of the first process.
        return []
    mounts = []
    for line in lines:
        before, _, after = line.partition(" - ")
        fields, kind = before.split(), after.split()
        if len(fields) >= 5 and kind:
            mounts.append(_Mount(fields[2], _plain(fields[3]), _plain(fields[4]), kind[0]))
    return mounts


def _plain(text: str) -> str:
    """Returns a name without its octal codes, which stand for spaces."""
    for sign in (" ", "\t", "\n", "\\"):
        text = text.replace(f"\\{ord(sign):03o}", sign)
    return text
