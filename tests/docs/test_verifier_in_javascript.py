"""The verifier in another language, written from the explanation alone, comes to the same verdicts as this one."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ecarte.ai import Level, name_of
from ecarte.cli import main
from ecarte.fair import CheckedRecords, HouseSeat, Share, Verdict, check_deals, no_share
from ecarte.game import Seat
from ecarte.notation import read_all, write
from tests.ecarte.fair.chains import chain_deal, chain_game, game_of, ground

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "ecarte" / "notation" / "records"
CHAIN = (RECORDS / "chain-deals.txt").read_text(encoding="utf-8")
DEALER = (RECORDS / "chain-dealer.txt").read_text(encoding="utf-8")
ALONE = (RECORDS / "fair-deals.txt").read_text(encoding="utf-8")
NAMED = Share("sparrow", named=True)

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no node here: the verifier in JavaScript was NOT run")


def tampered() -> list[str]:
    """Records with one thing changed, each in another place."""
    secrets, commitment = re.findall(r"secret (\w+)", CHAIN), re.findall(r"promise (\w+)", CHAIN)[0]
    changes = [
        (secrets[0], secrets[1]),
        (secrets[2], "0" * 64),
        (commitment, "0" * 64),
        ('table "17"', 'table "18"'),
        ('table "17"', 'table "\\u0031\\U00000037"'),
        ("game 1 from", "game 2 from"),
        ("from 1", "from 2"),
        ("from 1", "from 9"),
        ("cut 11 by key", "cut 12 by key"),
        ("cut 11 by key", "cut 11 by elder"),
        ("cut 5 by elder", "cut 5 by key"),
        ("cut 5 by elder", "cut 31 by elder"),
        ("cut 5 by elder", "cut 6 by elder"),
        ('kept "moineau"', 'named "moineau"'),
        ('kept "moineau"', "none"),
        ('kept "moineau" press', 'kept "moineau"   press'),
        ("press 1313131313131313131", "press 1313131313131313132"),
        ("press 1313131313131317373", ""),
        ("moineau", "moineaux"),
        ("moineau", "e\u0301"),
        ('named "sparrow"', 'named "sparrow" press 7'),
        ('named "l’hiver, \\"déjà\\" \\\\ 🂡"', 'named "l’hiver, \\"déjà\\" \\\\ \\U0001f0a1"'),
        ("secret ", ";\nsecret   "),
        ("share N", "  share\tN"),
    ]
    alone = [
        ("sparrow", "Sparrow"),
        ("cut 26", "cut 25"),
        ("cut 26", "cut 1"),
        (re.findall(r"secret (\w+)", ALONE)[1], "0" * 64),
        ("QC 8C\nhands", "8C QC\nhands"),
    ]
    dealer = [
        ("drawn S none", "drawn  S   none"),
        ("drawn S none", "drawn S none press 7"),
        ("drawn S none", 'drawn S kept "x"'),
        ('drawn N named "moineau 17"', 'drawn N named "moineau 18"'),
        ('drawn N named "moineau 17"', 'drawn N kept "moineau 17"'),
        ('drawn N named "moineau 17"\ndrawn S none\n', ""),
        ("cut N KC S KS\n", ""),
        ("cut N KC S KS", "cut N KS S KC"),
        ("cut N AS S 9H", "cut N AH S 9H"),
        ('table "21"', 'table "22"'),
    ]
    records = ((CHAIN, changes), (ALONE, alone), (DEALER, dealer))
    for text, pairs in records:
        assert not [old for old, _ in pairs if old not in text]
    return [text.replace(*pair) for text, pairs in records for pair in pairs]


def ours(texts: list[str], saw: frozenset[str] | None = None) -> list[Verdict]:
    """What this project says of the deals of records, read one after the other."""
    seen = CheckedRecords()
    records = [record for text in texts for record in read_all(text)]
    return [
        check.verdict
        for record in records
        for check in check_deals(record.events, record.fair, seen, house=record.house, saw=saw)
    ]


def run_program(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the program."""
    assert NODE is not None
    command = [NODE, str(ROOT / "docs" / "examples" / "verify_a_deal.js"), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def theirs(texts: list[str], folder: Path, *saw: str) -> list[Verdict]:
    """What the program says of them."""
    files = [folder / f"{place}.txt" for place, _ in enumerate(texts)]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    done = run_program(*saw, *map(str, files))
    verdicts = [Verdict(line.partition(": ")[2]) for line in done.stdout.splitlines()]
    failed = any(verdict is not Verdict.FAIR for verdict in verdicts)
    assert (done.returncode, done.stderr) == (int(failed), "")
    return verdicts


@needs_node
def test_it_agrees_on_every_golden_record(tmp_path: Path) -> None:
    files = [path for path in sorted(RECORDS.rglob("*.txt")) if not path.stem.startswith("hand")]
    texts = [path.read_text(encoding="utf-8") for path in [*files, ROOT / "docs" / "examples" / "game.txt"]]
    verdicts = theirs(texts, tmp_path)
    assert verdicts == ours(texts)
    assert set(verdicts) == {Verdict.FAIR, Verdict.HOUSE_WORD}


@needs_node
def test_it_agrees_on_records_that_were_tampered_with_and_on_what_serves_twice(tmp_path: Path) -> None:
    log, fair = chain_game(7, lambda number: (NAMED, no_share, None), table="18")
    apart = [*tampered(), write(log, fair=fair)]
    reached = set()
    for text in apart:
        verdicts = theirs([text], tmp_path)
        assert verdicts == ours([text])
        reached |= set(verdicts)
    together = theirs([CHAIN, ALONE, DEALER, *apart, CHAIN], tmp_path)
    assert together == ours([CHAIN, ALONE, DEALER, *apart, CHAIN])
    assert reached | set(together) == set(Verdict) - {Verdict.HOUSE_WORD, Verdict.UNSEEN, Verdict.RENEWED}


@needs_node
def test_it_agrees_on_promises_in_mid_game_on_cuts_of_the_house_and_on_what_a_player_saw(tmp_path: Path) -> None:
    given = (NAMED, no_share, None)
    later = (bytes(32), "17", 1)
    games = [
        game_of(lambda number: chain_deal(1, given) if number == 1 else ground(number, number)),
        game_of(lambda number: chain_deal(number, given, *(() if number == 1 else (*later, 2)))),
        game_of(lambda number: chain_deal(number, given, *((*later, 2) if number == 2 else ()))),
    ]
    texts = [write(log, fair=shown) for log, shown in games]
    log, shown = games[1]
    texts.append(write(log, fair={number: fair for number, fair in shown.items() if number > 1}))
    honest, packs = chain_game(5, lambda number: (no_share, no_share, 9))
    for seat in Seat:
        texts.append(write(honest, fair=packs, house=(HouseSeat(1, seat, name_of(Level.NOVICE)),)))
    reached = set()
    for text in texts:
        verdicts = theirs([text], tmp_path)
        assert verdicts == ours([text])
        reached |= set(verdicts)
    assert reached == {Verdict.FAIR, Verdict.RENEWED, Verdict.HOUSE_WORD, Verdict.OTHER_CUT}
    saw = packs[1].commitment
    assert theirs([texts[-1], *texts], tmp_path, "--saw", saw) == ours([texts[-1], *texts], frozenset({saw}))
    assert Verdict.UNSEEN in theirs(texts, tmp_path, "--saw", saw)


@needs_node
def test_both_name_a_fingerprint_that_was_seen_and_promised_no_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(CHAIN, encoding="utf-8")
    (commitment,) = set(re.findall(r"promise (\w+)", CHAIN))
    saw = [option for seen in (commitment, "f" * 64, "0" * 64, "F" * 64) for option in ("--saw", seen)]
    done = run_program(*saw, str(file))
    status = main(["verify", *saw, str(file)])
    ours, theirs = (
        [line for line in text.splitlines() if line.startswith("saw ")]
        for text in (capsys.readouterr().out, done.stdout)
    )
    assert ours == theirs == [f"saw {seen * 64}: it promised no deal here" for seen in "0f"]
    assert (done.returncode, done.stderr, status) == (1, "", 1)
