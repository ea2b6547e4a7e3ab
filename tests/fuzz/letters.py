"""Any bytes as a letter: read, in bounded time and memory, with no more taken from it than a letter may hold."""

from __future__ import annotations

from collections.abc import Iterator

from postern.post.reading import read_letter

LONGEST = 20_000
MOST_LINES = 5_000
MOST_LEFT_OUT = 12


def one(raw: bytes) -> None:
    """Read one letter; raises AssertionError for a reading that no letter may have."""
    found = read_letter(
        raw, own_addresses=("orders@postern.test",), sent=lambda ids: ("TO MEND\n  line 4   L27MC2C3D3\nL13\nL15\n",)
    )
    assert found.raw == raw
    assert len(found.lines) <= MOST_LINES
    assert len(found.left_out) <= MOST_LEFT_OUT
    assert not any("\n" in line or "\x00" in line for line in found.lines)


def seeds() -> Iterator[bytes]:
    """The corpus of letters, and letters whose parts are broken."""
    from tests.letters.test_corpus import SAMPLES
    from tests.post.reading.test_broken_mime import BROKEN, HEAD

    yield from (sample.raw for sample in SAMPLES)
    yield from (f"{HEAD}{rest}".encode() for rest in BROKEN)
