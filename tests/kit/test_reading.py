"""Any text is read: orders by chance on the views of games under way; ``./run fuzz orders`` does the same for hours."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.kit.game import Game
from tests.kit.games import of_every_game
from tests.kit.reading import judged, seeds, views


def _bounded(game: Game) -> settings:
    return settings(max_examples=game.examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@of_every_game("reading")
def test_words_of_orders_in_any_order(game: Game) -> None:
    @_bounded(game)
    @given(
        st.integers(0, 2), st.lists(st.lists(st.sampled_from(game.words), max_size=9), max_size=6), st.sampled_from(["", " "])
    )
    def is_read(view: int, lines: list[list[str]], between: str) -> None:
        judged(game, bytes([view]) + "\n".join(between.join(words) for words in lines).encode())

    is_read()


@of_every_game("reading")
def test_any_text_at_all(game: Game) -> None:
    @_bounded(game)
    @given(st.integers(0, 2), st.text(max_size=200))
    def is_read(view: int, text: str) -> None:
        judged(game, bytes([view]) + text.encode("utf-8", "replace"))

    is_read()


@of_every_game("reading")
def test_real_letters_of_orders_with_signs_changed(game: Game) -> None:
    letters = list(seeds(game))
    bits = [b"", b"\n", b"0", b"\xff", b", ", b"*", b"#", b"=", *(word.encode() for word in game.words)]

    @_bounded(game)
    @given(st.integers(0, 2**32), st.integers(1, 10))
    def is_read(seed: int, changes: int) -> None:
        chance = random.Random(seed)
        text = bytearray(chance.choice(letters))
        for _ in range(changes):
            at = chance.randrange(1, len(text) + 1)
            text[at : at + chance.randrange(3)] = chance.choice(bits)
        judged(game, bytes(text))

    is_read()


@of_every_game("reading")
@pytest.mark.parametrize("pick", range(6))
def test_too_little_and_too_much(game: Game, pick: int) -> None:
    phrase = game.phrases[0].encode()
    judged(
        game, [b"", b"\x00", b"\x01" + phrase * 500, b"\x01" + (phrase + b"\n") * 500, b"\x02," * 4_500, b"\x02" * 9_000][pick]
    )


@of_every_game("reading")
def test_every_phrase_is_read_in_every_view(game: Game) -> None:
    for letter in seeds(game):
        judged(game, letter)
    assert len({letter[0] for letter in seeds(game)}) == len(views(game))


@of_every_game("reading")
@pytest.mark.parametrize("digit", ["²", "①", "٣", "３", "1²"])
def test_digits_that_are_none_fail_no_letter(game: Game, digit: str) -> None:
    view, letters = views(game)[0], [letter[1:].decode() for letter in seeds(game) if letter[0] == 0]
    for letter in letters:
        numbers = list(re.finditer("[0-9]+", letter))
        changed = [letter[: one.start()] + digit + letter[one.end() :] for one in numbers[:: len(numbers) // 12 + 1]]
        for text in (*changed, re.sub("[0-9]+", digit, letter), re.sub("(?<=[ =:])[0-9]+", digit, letter)):
            sheet = game.rules.read(text, view)
            assert len(sheet.orders) + len(sheet.problems) > 0, text
    game.rules.check(game.rules.read("\n".join(re.sub("[0-9]+", digit, one) for one in letters), view), view)
