"""Amounts as people write them, and as the bot itself writes them in each language."""

from __future__ import annotations

import pytest

from bot.adapter.forms import read_amount, read_stake
from bot.tables.problems import Refused
from bot.texts import Words


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("50", 50),
        (" 1000 ", 1000),
        ("1,000", 1000),
        ("1.000", 1000),
        ("1 000", 1000),
        ("1\u00a0000", 1000),
        ("1\u202f000", 1000),
        ("1\u2009000", 1000),
        ("1'000", 1000),
        ("1\u2019000", 1000),
        ("1_000", 1000),
        ("1,000,000", 1_000_000),
        ("12\u202f345", 12345),
        ("1k", 1000),
        ("2 K", 2000),
        ("1.5k", 1500),
        ("1,25k", 1250),
        ("+5", 5),
        ("-5", -5),
        ("0", 0),
    ],
)
def test_an_amount_is_read_as_people_write_it(text: str, amount: int) -> None:
    assert read_amount(text) == amount


@pytest.mark.parametrize(
    "text",
    ["", "fifty", "2.5", "1,5", "10,00", "1,00,000", "1,000.00", "1.000,000", "1e3", "k", "1.5", "1.555k", "1kk", "½"],
)
def test_what_is_no_whole_amount_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_amount(text)


@pytest.mark.parametrize("amount", [0, 7, 999, 1000, 12_345, 1_000_000, 123_456_789])
def test_an_amount_that_the_bot_writes_is_read(amount: int, words: Words) -> None:
    assert read_amount(words.number(amount)) == amount


@pytest.mark.parametrize("text", ["-5", "9007199254740993", "99999k" * 3])
def test_a_stake_below_nothing_or_above_all_chips_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_stake(text)
