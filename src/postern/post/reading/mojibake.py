"""UTF-8 that some program on the way took for Western characters and wrote out as such, put right again."""

from __future__ import annotations

import re
from itertools import islice

_LONGEST = 2_000
_MOST_LINES = 4_000
_MOST = 100_000
"""Characters in such lines: a letter has far fewer, but for the quotations in it, which nobody reads."""
# Lead bytes of UTF-8 as they look in Windows Western, followed by what a continuation byte looks like.
_SUSPECT = re.compile(
    "[\u00c2-\u00df\u00e0-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]"
)


def mended(text: str) -> str:
    """The text with such lines put right; lines that show no sign of it, and very long ones, stay as they are, and so do
    those below ``_MOST_LINES`` or ``_MOST`` characters of such lines."""
    if not _SUSPECT.search(text):
        return text
    from ftfy import fix_encoding

    lines = text.split("\n")
    suspect = (at for at, line in enumerate(lines) if len(line) <= _LONGEST and _SUSPECT.search(line))
    room = _MOST
    for at in islice(suspect, _MOST_LINES):
        room -= len(lines[at])
        if room < 0:
            break
        lines[at] = fix_encoding(lines[at])
    return "\n".join(lines)
