"""Numbers in texts: the digits 0 to 9 and no others."""

from __future__ import annotations


def is_number(text: str) -> bool:
    """Return True for a text of the digits 0 to 9 alone, which ``int`` reads; False for an empty one.

    ``str.isdigit`` is true for ``²`` and ``①`` too, for which ``int`` raises ValueError, and ``str.isdecimal`` for the digits
    of other scripts, which no order is written in.
    """
    return text.isascii() and text.isdigit()
