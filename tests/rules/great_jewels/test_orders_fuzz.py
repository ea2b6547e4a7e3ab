"""Orders by chance, read and judged on the views of games under way; ``./run fuzz orders`` does the same for hours."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.fuzz.orders import one, seeds

_WORDS = (
    "L1 L2 L3 L13 L31 L999 GB4 GB8 B1 B2 B3 B4 B5 C4 S19 T1 T45 T99 T127 KING LORD NOBODY # * = + - , ; : / // > ( ) [ ] "
    "move march moves to via from and attack force march same for follows all leaders in raid raids build builds citadel "
    "points road navies hand hands troops zorans garrison talisman leader north east southwest hold stays buy mercenaries "
    "unlock ravage destroy ally hostile peace waylay geas M F S A K C R T Z B N D X P Q H E Y U 0 1 5 20 245 99999999 END"
).split()
_LINES = st.lists(st.lists(st.sampled_from(_WORDS), max_size=9), max_size=6)
_seeds = cache(lambda: list(seeds()))
_BOUNDED = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@_BOUNDED
@given(st.integers(0, 2), _LINES, st.sampled_from(["", " "]))
@example(1, [["L1", "marches", "to", "B1", "via", "B3"]], " ")
@example(1, [["E=245"]], "")
@example(1, [["TYPE=AZO"]], "")
def test_words_of_orders_in_any_order(view: int, lines: list[list[str]], between: str) -> None:
    one(bytes([view]) + "\n".join(between.join(words) for words in lines).encode())


@_BOUNDED
@given(st.integers(0, 2**32), st.integers(1, 10))
def test_real_letters_of_orders_with_characters_changed(seed: int, changes: int) -> None:
    chance = random.Random(seed)
    text = bytearray(chance.choice(_seeds()))
    for _ in range(changes):
        at = chance.randrange(1, len(text) + 1)
        text[at : at + chance.randrange(3)] = chance.choice(
            [b"", b"\n", b"L", b"0", b"B1", b"\xff", b", ", b"*", b"#", b"=", b"T9"]
        )
    one(bytes(text))


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x01" + b"L1MB4\n" * 3_000, b"\x02" + b"L1" * 5_000, b"\x01" + b"," * 9_000])
def test_too_little_and_too_much(data: bytes) -> None:
    one(data)
