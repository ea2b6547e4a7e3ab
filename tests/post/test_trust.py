"""Seat tokens: genuine ones are read in any case of letters, all others are not."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.post.letter import Address
from postern.post.reading import read_letter
from postern.post.tokens import SeatToken, find_token, make_token, plus_address, read_token

KEY = "a key for the tests"
NUMBERS = st.integers(min_value=0, max_value=2**40)


@given(NUMBERS, NUMBERS)
def test_a_token_says_its_seat_and_generation_in_any_case(seat: int, generation: int) -> None:
    token = make_token(KEY, seat, generation)
    assert token == token.lower()
    assert token.isalnum()
    assert len(f"orders+{token}") <= 64
    assert read_token(KEY, token) == read_token(KEY, token.upper()) == SeatToken(seat, generation)
    assert read_token("another key", token) is None


def test_tokens_given_out_before_their_numbers_were_masked_stay_good() -> None:
    """They lie in letters that players reply to for as long as a game lasts."""
    assert read_token(KEY, "a4arsegt5243aqudfnga") == SeatToken(7, 1)
    assert read_token(KEY, "q7cebeeaqcaiabi3l55lgvm4gcokzja") == SeatToken(123_456, 2**39 + 5)
    assert make_token(KEY, 7, 1) != "a4arsegt5243aqudfnga"


@given(st.integers(0, 10_000), st.integers(0, 19), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_a_changed_letter_breaks_a_token(seat: int, place: int, letter: str) -> None:
    token = make_token(KEY, seat, 1)
    changed = token[:place] + letter + token[place + 1 :]
    read = read_token(KEY, changed)
    # The last letter may hold spare bits; such a spelling still means the very same token.
    assert read is None or (read == SeatToken(seat, 1) and (changed == token or place == len(token) - 1))


@given(st.text(max_size=80))
def test_any_text_is_read_without_a_crash(text: str) -> None:
    assert read_token(KEY, text) is None


def test_tokens_of_two_seats_and_generations_differ() -> None:
    assert len({make_token(KEY, seat, generation) for seat in range(20) for generation in range(20)}) == 400


@pytest.mark.parametrize(("key", "seat"), [("", 1), (KEY, -1), (KEY, 2**41)])
def test_what_cannot_be_signed_is_refused(key: str, seat: int) -> None:
    with pytest.raises(ValueError):
        make_token(key, seat, 0)


def test_the_token_is_found_where_the_letter_was_delivered_or_addressed() -> None:
    token = make_token(KEY, 7, 3)
    address = plus_address("orders@postern.test", token)
    assert address == f"orders+{token}@postern.test"
    assert plus_address(f"orders+old@{'postern.test'}", token) == address
    letter = read_letter(f"From: joe@players.test\nTo: Quest <{address.upper()}>\n\nGB2".encode())
    assert find_token(KEY, letter) == SeatToken(7, 3)
    delivered = dataclasses.replace(letter, to=(Address("list@players.test"),), delivered_to=(address,))
    assert find_token(KEY, delivered) == SeatToken(7, 3)
    assert find_token(KEY, dataclasses.replace(letter, to=(Address("orders+forged@postern.test"),))) is None
