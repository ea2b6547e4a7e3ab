"""Many numbers of a stream at once (``Stream.words``)."""

from __future__ import annotations

from postern.game.chance import Chance


def test_words_are_the_same_again_spread_evenly_and_never_repeated() -> None:
    one, other = (Chance("seed").turn(3).stream("battle", "124") for _ in range(2))
    first = one.words(10_001)
    assert first == other.words(10_001)
    assert len(set(first)) == len(first) == 10_001
    assert all(0 <= word < 1 << 64 for word in first)
    for bit in range(0, 64, 7):
        assert 4_700 < sum(word >> bit & 1 for word in first) < 5_300
    assert not set(first) & set(one.words(100))
    assert Chance("seed").turn(4).stream("battle", "124").words(3) != first[:3]
    assert one.words(0) == ()


def test_words_and_single_draws_follow_each_other() -> None:
    one, other = (Chance("seed").stream("x") for _ in range(2))
    drawn = [one.below(1000), *one.words(5), one.below(1000)]
    assert drawn == [other.below(1000), *other.words(5), other.below(1000)]
