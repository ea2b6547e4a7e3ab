"""Envelope senders that name a letter: signed, and safe from mail systems that fold the case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.post.letter import is_address
from postern.post.verp import find_verp, verp_address

KEY = "k" * 32


@given(st.integers(0, 2**40 - 1))
def test_a_letter_is_known_again_in_any_case(number: int) -> None:
    address = verp_address(KEY, "orders@postern.test", number)
    assert is_address(address)
    assert len(address.partition("@")[0]) <= 64
    assert find_verp(KEY, ["joe@players.test", address]) == number
    assert find_verp(KEY, [address.upper()]) == number
    assert find_verp("another key of the same length!!", [address]) is None


def test_addresses_of_letters_sent_before_their_numbers_were_masked_stay_good() -> None:
    assert find_verp(KEY, ["orders+b-aaaaabgsvsojd36qk73vlxey@postern.test"]) == 1234
    assert verp_address(KEY, "orders@postern.test", 1234) != "orders+b-aaaaabgsvsojd36qk73vlxey@postern.test"


@pytest.mark.parametrize("detail", ["b-", "b-aaaa", "b-" + "a" * 24, "b-ä", "b-" + "7" * 60, "abc", ""])
def test_what_we_did_not_sign_names_nothing(detail: str) -> None:
    assert find_verp(KEY, [f"orders+{detail}@postern.test"]) is None


def test_a_changed_letter_of_the_token_is_noticed() -> None:
    local, _, domain = verp_address(KEY, "orders@postern.test", 7).partition("@")
    for place in range(len("orders+b-"), len(local)):
        other = "b" if local[place] == "a" else "a"
        assert find_verp(KEY, [f"{local[:place]}{other}{local[place + 1 :]}@{domain}"]) is None
