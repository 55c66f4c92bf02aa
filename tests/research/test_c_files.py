"""The C files of research call each other in one direction."""

from __future__ import annotations

import subprocess
from pathlib import Path

from research.compiling import C_FOLDER
from tests.bench.structure import circles
from tests.ecarte.ai.compiling import needs_a_compiler


@needs_a_compiler
def test_no_c_file_calls_a_file_that_calls_it(tmp_path: Path) -> None:
    defined: dict[str, str] = {}
    used: dict[str, set[str]] = {}
    for source in sorted(C_FOLDER.glob("*.c")):
        target = tmp_path / f"{source.stem}.o"
        subprocess.run(["cc", "-c", "-O0", "-o", str(target), str(source)], check=True)
        symbols = subprocess.run(["nm", str(target)], check=True, capture_output=True, text=True).stdout
        used[source.stem] = set()
        for *_, kind, name in map(str.split, symbols.splitlines()):
            if kind == "U":
                used[source.stem].add(name)
            elif kind.isupper():
                defined[name] = source.stem
    calls = {name: {defined[symbol] for symbol in symbols & defined.keys()} - {name} for name, symbols in used.items()}
    assert calls["house_exploit"] >= {"house_match", "house_read"}
    assert circles(calls) == []
