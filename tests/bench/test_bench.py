"""The measurements run and print every figure, here with tiny numbers that say nothing about the bot."""

from __future__ import annotations

import json
from dataclasses import fields
from itertools import pairwise

import pytest

from tests.bench import growth, holds, reactions, requests, scale, servers, start, structure, trace
from tests.bench.__main__ import main
from tests.bench.figures import spread, table
from tests.bench.report import HEADINGS

_TINY = ["--tables", "2", "--clicks", "3", "--people", "6", "--games", "1", "--paces", "10", "--moves", "10"]


@pytest.mark.soak
def test_every_section_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(_TINY) == 0
    out = capsys.readouterr().out
    assert [heading for heading in HEADINGS if heading not in out] == []


def test_the_requests_of_a_game_with_a_stake_are_counted_by_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert requests.main(["--games", "1", "--backers", "2"]) == 0
    rows = dict(line.rsplit(maxsplit=1) for line in capsys.readouterr().out.splitlines()[2:-1])
    assert list(rows) == list(requests.KINDS)
    assert float(rows["edit backer"]) > 0
    assert float(rows["other"]) == 0, "every request has a kind"


@pytest.mark.soak
def test_what_grows_with_use_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert scale.main(["--tables", "25", "--games", "120", "--people", "300", "--played", "1"]) == 0
    out = capsys.readouterr().out
    for said in (
        "start with 25 open tables",
        "120 games of",
        "profile",
        "30 reminders among 300",
        "bytes a game",
        "the whole file",
    ):
        assert said in out


def test_the_audit_of_whole_games_is_measured_and_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert scale.main(["--audited", "2"]) == 0
    out = capsys.readouterr().out
    assert "verify of 2 games" in out
    assert "Everything adds up (ledgers: 1, tables: 2)." in out


def test_reactions_to_messages_of_others_are_measured_with_both_connections(capsys: pytest.CaptureFixture[str]) -> None:
    assert reactions.main(3, 1) == 0
    assert [row.split()[0] for row in capsys.readouterr().out.splitlines()[2:]] == ["any", "a"]


def test_what_a_server_takes_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert servers.main(3) == 0
    assert [row.rsplit(maxsplit=1)[0] for row in capsys.readouterr().out.splitlines()[2:]] == [
        "processor time at a start, ms",
        "resident memory, kB",
    ]


def test_numbers_below_one_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--tables", "1,0"])
    assert stopped.value.code == 2
    assert "not above zero" in capsys.readouterr().err


def test_the_99th_of_a_hundred_is_the_tail() -> None:
    middle = spread(list(range(100)))
    assert (middle.p50, middle.p99, middle.mean) == (50, 99, 49.5)


def test_figures_are_json_too() -> None:
    assert json.loads(json.dumps({"p50": spread([1.0]).p50})) == {"p50": 1.0}
    assert table(["a", "b"], [["x", 1234.56]]).splitlines()[-1] == "x  1,234.6"


def test_a_card_is_followed_to_the_last_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    assert trace.main() == 0
    out = capsys.readouterr().out
    assert "functions" in out
    assert "ecarte/game/views.py public_view" in out


def test_a_start_is_measured_part_by_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert start.main(1) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[2:]] == [
        *("python", "imports", "database", "texts", "services", "all")
    ]


def test_holds_of_the_event_loop_are_measured_for_each_kind_of_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert holds.main(1) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2 + 6


def test_circles_of_imports_are_found_and_the_larger_comes_first() -> None:
    imports = {"a": {"b"}, "b": {"a", "c"}, "c": set(), "d": {"e"}, "e": {"f"}, "f": {"d"}}
    assert structure.circles(imports) == [["d", "e", "f"], ["a", "b"]]


def test_more_servers_ask_for_more_of_everything_and_what_is_exceeded_is_named() -> None:
    rows = [growth.growth(servers, growth.Assumptions(playing=5.0)) for servers in growth.SERVERS]
    for less, more in pairwise(rows):
        assert less.shards < more.shards
        assert less.requests < more.requests
        assert less.cores < more.cores
    assert [row.ceiling for row in rows[:3]] == ["none", "none", "none"]
    assert rows[-1].ceiling == "one core 9.3 times, Discord's requests 9.0 times, shard 0 8.6 times"


def test_every_assumption_of_the_growth_is_an_option() -> None:
    assert list(growth._OPTIONS) == [field.name for field in fields(growth.Assumptions)]


def test_the_growth_of_a_bot_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert growth.main(["--servers", "10000", "1000000", "--requests-a-deal", "8", "19", "--in-direct", "50"]) == 0
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()[2:]] == [
        ["10,000", "10"],
        ["1,000,000", "1,000"],
    ]
