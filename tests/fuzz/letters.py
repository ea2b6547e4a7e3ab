"""Letters by chance and by growth: `python -m tests.fuzz.letters [atheris's own options]`, for as long as wanted.

Needs atheris (`pip install atheris`), which is no part of the tests' environment. Begins from the corpus of letters, and
stops at the first letter that is not read, that takes more than five seconds, or from which more than a letter may hold
is taken. `-max_total_time=3600` ends it after an hour; `-rss_limit_mb` bounds its memory (2048 unless told).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from postern.post.reading import read_letter

MOST_LINES = 5_000
MOST_LEFT_OUT = 12


def one(raw: bytes) -> None:
    """Read one letter; raises AssertionError for a reading that no letter may have."""
    found = read_letter(raw, own_addresses=("orders@postern.test",), sent=lambda ids: ("TO MEND\n  line 4   L27MC2C3D3\n",))
    assert found.raw == raw
    assert len(found.lines) <= MOST_LINES
    assert len(found.left_out) <= MOST_LEFT_OUT
    assert not any("\n" in line or "\x00" in line for line in found.lines)


def main(words: list[str]) -> None:
    """Fuzz until a letter breaks the reader, or the options end it."""
    import atheris

    from tests.letters.test_corpus import SAMPLES

    atheris.instrument_all()
    with tempfile.TemporaryDirectory() as corpus:
        for number, sample in enumerate(SAMPLES):
            (Path(corpus) / f"{number:04}").write_bytes(sample.raw)
        options = [words[0], "-timeout=5", "-max_len=20000", *words[1:], corpus]
        atheris.Setup(options, one)
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
