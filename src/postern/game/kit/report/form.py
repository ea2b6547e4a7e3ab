"""Order forms: remarks in lines that a letter can carry."""

from __future__ import annotations

from collections.abc import Iterator

FORM_WIDTH = 72
TIED = "\u00a0"
"""A blank that keeps two words on one line of a form."""


def remark(text: str, mark: str, further: str = "  ") -> Iterator[str]:
    """Yield a remark as lines of at most 72 columns that begin with the ``mark``; only a single longer word makes one longer.

    Blanks before the text set all lines in, ``further`` sets in those behind the first; tied words stay on one line.
    """
    margin = " " * (len(text) - len(text.lstrip(" ")))
    line, empty = f"{mark}{margin}", True
    for word in text.split(" "):
        if not word and empty:
            continue
        if not empty and len(line) + 1 + len(word) > FORM_WIDTH:
            yield line.replace(TIED, " ")
            line = f"{mark}{margin}{further}"
        line, empty = f"{line} {word}", False
    yield line.replace(TIED, " ")
