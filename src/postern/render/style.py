"""One look for all documents: sizes of type, greys, spacing, and what follows from a report's accent colour."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

#: Page sizes in points, width and height, upright.
PAPERS: dict[str, tuple[float, float]] = {"a4": (595.2756, 841.8898), "letter": (612.0, 792.0)}
MAP_MARGIN, MAP_FOOT = 15.0, 25.0
"""What a map leaves of its page: at the sides and above, and below."""

TITLE = 20.0
HEADING = 13.0
BODY = 10.0
SMALL = 8.5

LEADING = 1.34
MARGIN = 54.0
GAP = 6.0

INK = "#1d1d1f"
GREY = "#5f6165"
RULE = "#c9c7c2"
ZEBRA = "#f5f3ef"
GOOD = "#1f6b3a"
BAD = "#a3271d"

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True)
class Look:
    """The colours of one report: its accent, a pale tint of it for boxes, and a deep one for text on white."""

    accent: str
    tint: str
    deep: str


def look(accent: str) -> Look:
    """The colours that go with an accent (``#rrggbb``; anything else gives a dark grey)."""
    colour = accent.lower() if _HEX.fullmatch(accent) else "#3d3d45"
    return Look(colour, mix(colour, "#ffffff", 0.92), mix(colour, "#000000", 0.15))


@cache
def mix(colour: str, other: str, share: float) -> str:
    """The colour with ``share`` (0 to 1) of the other in it; both ``#rrggbb``."""
    return "#" + "".join(
        f"{round(int(colour[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share):02x}" for i in (1, 3, 5)
    )


@cache
def rgb(colour: str) -> tuple[float, float, float]:
    """The colour's red, green and blue, each 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def luminance(colour: str) -> float:
    """How light the colour prints in grey, 0 (black) to 1 (white)."""
    red, green, blue = rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def paper_size(paper: str) -> tuple[float, float]:
    """Width and height of a sheet of paper, upright, in points. Raises ValueError for an unknown paper."""
    try:
        return PAPERS[paper.lower()]
    except KeyError:
        raise ValueError(f"paper needs to be one of {', '.join(PAPERS)}, is {paper!r}") from None


def map_frame_size(paper: str, landscape: bool) -> tuple[float, float]:
    """Width and height of the frame of a map's page, in points."""
    width, height = paper_size(paper)
    if landscape:
        width, height = height, width
    return width - 2 * MAP_MARGIN, height - MAP_MARGIN - MAP_FOOT
