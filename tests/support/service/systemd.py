"""Stands in for `systemctl` and `systemd-run` where no systemd runs: what the unit asks of a process, in part.

The user, the settings, the folders, the mask, the capabilities. File systems and system calls are left as they are.
"""

from __future__ import annotations

import os
import pwd
import select
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

UNIT = Path("/etc/systemd/system/ecarte.service")
STATE = Path("/var/lib")
# As in tests.support.patience, which this program cannot import.
PATIENCE_S = 600
KNOWN = {
    *("User", "StateDirectory", "StateDirectoryMode", "UMask", "WorkingDirectory", "Environment", "EnvironmentFile"),
    *("NoNewPrivileges", "CapabilityBoundingSet"),
}
LEFT_OUT = {
    *("ProtectSystem", "ProtectHome", "PrivateTmp", "PrivateDevices", "ProtectKernelTunables", "ProtectKernelModules"),
    *("ProtectControlGroups", "RestrictAddressFamilies", "RestrictNamespaces", "LockPersonality"),
    *("SystemCallArchitectures", "SystemCallFilter"),
}
OF_THE_SERVICE = {
    *("Type", "NotifyAccess", "WatchdogSec", "ExecStart", "Restart", "RestartPreventExitStatus", "RestartSec"),
    "TimeoutStopSec",
}

Property = tuple[str, str]


def main(program: str, arguments: Sequence[str]) -> int:
    """Runs one of the two programs."""
    match (program, *arguments):
        case ("systemd-run", "--quiet", "--pipe", "--wait", "--collect", *rest):
            count = next(number for number, part in enumerate(rest) if not part.startswith("--property="))
            properties = [_split(part.removeprefix("--property=")) for part in rest[:count]]
            return subprocess.run(**_call(properties, KNOWN | LEFT_OUT, rest[count:]), check=False).returncode
        case ("systemctl", "cat", "ecarte.service"):
            print(f"# {UNIT}", UNIT.read_text("utf-8"), sep="\n", end="")
        case ("systemctl", "daemon-reload"):
            service()
        case ("systemctl", "enable", "--now", "ecarte") | ("systemctl", "start", "ecarte"):
            start()
        case ("systemctl", "stop", "ecarte"):
            stop()
        case _:
            sys.exit(f"this stand-in knows no {program} {shlex.join(arguments)}")
    return 0


def service() -> list[Property]:
    """What the unit says of the service."""
    section, found = "", []
    for line in UNIT.read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line
        elif section == "[Service]" and line and line[0] not in "#;":
            found.append(_split(line))
    return found


def start() -> None:
    """Starts the service, and returns when it says that it is ready."""
    properties = service()
    (command,) = [value for key, value in properties if key == "ExecStart"]
    folder = Path(os.environ["SERVICE_FOLDER"])
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel, (folder / "log").open("ab") as log:
        name = f"ecarte-{os.getpid()}"
        channel.bind(f"\0{name}")
        channel.settimeout(PATIENCE_S)
        call = _call(properties, KNOWN | LEFT_OUT | OF_THE_SERVICE, shlex.split(command))
        call["env"]["NOTIFY_SOCKET"] = f"@{name}"
        process = subprocess.Popen(**call, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        (folder / "pid").write_text(str(process.pid))
        while b"READY=1" not in channel.recv(4096):
            pass


def stop() -> None:
    """Stops the service, and returns when its process has ended."""
    pid = int((Path(os.environ["SERVICE_FOLDER"]) / "pid").read_text())
    descriptor = os.pidfd_open(pid)
    signal.pidfd_send_signal(descriptor, signal.SIGTERM)
    # Readable once it has ended.
    if not select.select([descriptor], [], [], PATIENCE_S)[0]:
        sys.exit("the service does not stop")


def _call(properties: Iterable[Property], known: set[str], command: Sequence[str]) -> dict[str, Any]:
    """The arguments of a process with these properties."""
    said: dict[str, str] = {}
    environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}
    files: list[Path] = []
    for key, value in properties:
        if key not in known:
            sys.exit(f"this stand-in knows no property {key}")
        if key == "Environment":
            environment.update(part.partition("=")[::2] for part in shlex.split(value))
        elif key == "EnvironmentFile":
            files.append(Path(value))
        said[key] = value
    # They count more than the unit's own.
    for file in files:
        lines = [line.strip() for line in file.read_text("utf-8").splitlines()]
        environment.update(line.partition("=")[::2] for line in lines if line and line[0] not in "#;")
    user = pwd.getpwnam(said["User"])
    folder = STATE / said["StateDirectory"]
    folder.mkdir(exist_ok=True)
    folder.chmod(int(said["StateDirectoryMode"], 8))
    os.chown(folder, user.pw_uid, user.pw_gid)
    assert (said["NoNewPrivileges"], said["CapabilityBoundingSet"]) == ("yes", "")
    rights = ["--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
    return {
        "args": ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", *rights, *command],
        "env": environment,
        "cwd": said["WorkingDirectory"],
        "umask": int(said["UMask"], 8),
    }


def _split(line: str) -> Property:
    key, _, value = line.partition("=")
    return key.strip(), value.strip()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[0]).name, sys.argv[1:]))
