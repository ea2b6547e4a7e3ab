"""Named streams of chance.

Every random number of a game comes from a stream with a name, derived by hashing from the game's seed, the turn and the
name. A new draw in one place therefore moves no draw elsewhere, and a turn can be run again to the same bytes on any
machine and any Python: the generator is SHA-256 in counter mode, not the interpreter's own.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

_WORD_BYTES = 8
_WORD_SPAN = 1 << (8 * _WORD_BYTES)


class Stream:
    """One reproducible sequence of random numbers, named by its key."""

    __slots__ = ("_block", "_counter", "_key")

    def __init__(self, key: str) -> None:
        self._key = hashlib.sha256(key.encode()).digest()
        self._counter = 0
        self._block = b""

    def _word(self) -> int:
        if len(self._block) < _WORD_BYTES:
            self._block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
        word, self._block = self._block[:_WORD_BYTES], self._block[_WORD_BYTES:]
        return int.from_bytes(word, "big")

    def words(self, count: int) -> tuple[int, ...]:
        """So many numbers of 64 bits at once, all equally likely: for whoever draws thousands. They begin a block of their
        own."""
        blocks = -(-count * _WORD_BYTES // hashlib.sha256().digest_size)
        numbers = range(self._counter, self._counter + blocks)
        drawn = b"".join(hashlib.sha256(self._key + number.to_bytes(8, "big")).digest() for number in numbers)
        self._counter, self._block = self._counter + blocks, b""
        return struct.unpack_from(f">{count}Q", drawn)

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, all equally likely. Raises ValueError when bound < 1."""
        if bound < 1:
            raise ValueError(f"bound must be at least 1, got {bound}")
        limit = _WORD_SPAN - _WORD_SPAN % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included, all equally likely."""
        return low + self.below(high - low + 1)

    def percent(self, chance: int) -> bool:
        """True with the given chance in percent (0 or less never, 100 or more always). Always draws once."""
        return self.below(100) < chance

    def odds(self, favourable: int, total: int) -> bool:
        """True with probability favourable / total."""
        return self.below(total) < favourable

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, all equally likely. Raises ValueError when there are none."""
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[int]) -> T:
        """One of the items, each with probability proportional to its whole-number weight (at least one above 0)."""
        ticket = self.below(sum(weights))
        for item, weight in zip(items, weights, strict=True):
            if ticket < weight:
                return item
            ticket -= weight
        raise AssertionError("unreachable: the ticket lies below the sum of the weights")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order, as a new list (Fisher-Yates)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck


@dataclass(frozen=True)
class Chance:
    """The source of all streams of one game, or of one turn of it.

    ``Chance(seed).turn(7).stream("combat", "B3")`` is the same stream for ever.
    """

    seed: str

    def turn(self, number: int) -> Chance:
        """The streams of one turn."""
        return Chance(f"{self.seed}/turn {number}")

    def stream(self, *name: object) -> Stream:
        """The stream with this name: same seed and name, same numbers, whatever else was drawn."""
        return Stream("/".join((self.seed, *map(str, name))))

    @property
    def fingerprint(self) -> str:
        """Twelve hex digits that identify the seed without giving it away: printed in a report's small print."""
        return hashlib.sha256(("fingerprint/" + self.seed).encode()).hexdigest()[:12]
