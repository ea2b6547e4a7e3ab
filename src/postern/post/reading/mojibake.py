"""UTF-8 that some program on the way took for Western characters and wrote out as such, put right again."""

from __future__ import annotations

import re

from ftfy import fix_encoding

_LONGEST = 2_000
# Lead bytes of UTF-8 as they look in Windows Western, followed by what a continuation byte looks like.
_SUSPECT = re.compile(
    "[\u00c2-\u00df\u00e0-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]"
)


def mended(text: str) -> str:
    """The text with such lines put right; lines that show no sign of it, and very long ones, stay as they are."""
    if not _SUSPECT.search(text):
        return text
    return "\n".join(
        fix_encoding(line) if len(line) <= _LONGEST and _SUSPECT.search(line) else line for line in text.split("\n")
    )
