"""Custom ids: a codec without loss, within Discord's limit, that never names a card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapter.custom_ids import BUTTON, SELECT, Press, Verb, decode, encode

PRESSES = st.builds(
    Press,
    st.sampled_from(Verb),
    st.integers(0, 2**53),
    st.none() | st.integers(0, 2**31),
    st.text("0123456789,.-_abc", max_size=20),
)


@given(PRESSES, st.booleans())
def test_what_is_encoded_is_decoded(press: Press, select: bool) -> None:
    text = encode(press, select=select)
    match = (SELECT if select else BUTTON).fullmatch(text)
    assert match is not None
    assert decode(match) == press
    assert len(text) <= 100


@given(PRESSES)
def test_a_button_is_never_taken_for_a_select(press: Press) -> None:
    assert SELECT.fullmatch(encode(press)) is None
    assert BUTTON.fullmatch(encode(press, select=True)) is None


@pytest.mark.parametrize("argument", ["a b", "x:y", "é!", "a" * 101])
def test_an_argument_that_does_not_fit_is_refused(argument: str) -> None:
    with pytest.raises(ValueError, match="no custom_id"):
        encode(Press(Verb.PLAY, 1, 2, argument))


def test_a_number_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        encode(Press(Verb.PLAY, -1))


def test_a_verb_of_another_version_is_no_press() -> None:
    match = BUTTON.fullmatch("ecb:fly:1:2:")
    assert match is not None
    assert decode(match) is None
