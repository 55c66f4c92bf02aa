"""Runs PostgreSQL's programs pg_dump and pg_restore to write and read backups."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired

from sqlalchemy import URL

from bot.rows.storage_errors import BackupRefused, RestoreRefused
from bot.storage.backends.copies import Stop, new_file

_LOOK_S = 0.2
_LONGEST_REASON = 200
_OURS = ("DISCORD_", "ECARTE_")


def write_dump(url: URL, schema: str, target: Path, stop: Stop) -> None:
    """Writes a backup (a dump) of one schema with pg_dump, in pg_dump's custom format.

    The dump is written under a temporary name next to the target, then renamed. The environment passes the password to
    pg_dump, because other users of the machine can see the arguments of a process.

    Raises:
        BackupRefused: the target exists, pg_dump is missing, or pg_dump fails. Then no file is left.
    """
    program = _program("pg_dump")
    with new_file(target) as draft:
        command = [program, "--format=custom", "--no-password", f"--schema={_quote(schema)}", f"--file={draft}"]
        if reason := _run(command, url, stop):
            raise BackupRefused(f"pg_dump has not written {target.name!r}: {reason}")


def read_dump(url: URL, schema: str, dump: Path, stop: Stop) -> None:
    """Restores a backup (a dump) of one schema into an empty database with pg_restore.

    Raises:
        BackupRefused: pg_restore is missing.
        RestoreRefused: pg_restore fails. Then nothing is restored.
    """
    options = ["--no-owner", "--exit-on-error", "--single-transaction", "--no-password", f"--schema={schema}"]
    command = [_program("pg_restore"), *options, f"--dbname={url.database}", str(dump)]
    if reason := _run(command, url, stop):
        raise RestoreRefused(f"pg_restore cannot restore {dump.name!r}: {reason}")


def _program(name: str) -> str:
    program = shutil.which(name)
    if program is None:
        raise BackupRefused(
            f"{name} is not installed: install the client of the server's version (Debian: postgresql-client)"
        )
    return program


def _run(command: Sequence[str], url: URL, stop: Stop) -> str:
    """Runs a program to its end. Returns the reason if it failed, else an empty text."""
    with Popen(command, env=dict(_environment(url)), stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE) as process:
        messages = _wait(process, stop)
    return _reason(messages) if process.returncode else ""


def _wait(process: Popen[bytes], stop: Stop) -> bytes:
    """Waits for the end of a process, or kills it when the copy is to stop. Returns its messages about errors."""
    while True:
        try:
            return process.communicate(timeout=_LOOK_S)[1]
        except TimeoutExpired:
            try:
                stop.check()
            except InterruptedError:
                process.kill()
                raise


def _reason(messages: bytes) -> str:
    """Returns the first line that names an error, cut short, so that it may name the server and the user but no row."""
    lines = [line for line in messages.decode("utf-8", "replace").splitlines() if line.strip()]
    line = next((line for line in lines if "error:" in line), lines[0] if lines else "it does not say why")
    return line.partition("error: ")[2][:_LONGEST_REASON] or line[:_LONGEST_REASON]


def _environment(url: URL) -> Iterator[tuple[str, str]]:
    """Yields the environment for a program: libpq's variables in place of arguments, without the bot's own settings."""
    yield from ((name, value) for name, value in os.environ.items() if not name.startswith(_OURS))
    named = {
        "PGHOST": url.host or url.query.get("host"),
        "PGPORT": url.port or url.query.get("port"),
        "PGUSER": url.username,
        "PGPASSWORD": url.password,
        "PGDATABASE": url.database,
        "PGSSLMODE": url.query.get("sslmode") or url.query.get("ssl"),
    }
    yield from ((name, str(value)) for name, value in named.items() if value)


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
