"""One look for all documents: sizes of type, greys, spacing, and what follows from a report's accent colour."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Page sizes in points, width and height, upright.
PAPERS: dict[str, tuple[float, float]] = {"a4": (595.2756, 841.8898), "letter": (612.0, 792.0)}

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


def mix(colour: str, other: str, share: float) -> str:
    """The colour with ``share`` (0 to 1) of the other in it; both ``#rrggbb``."""
    return "#" + "".join(
        f"{round(int(colour[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share):02x}" for i in (1, 3, 5)
    )


def rgb(colour: str) -> tuple[float, float, float]:
    """The colour's red, green and blue, each 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def luminance(colour: str) -> float:
    """How light the colour prints in grey, 0 (black) to 1 (white)."""
    red, green, blue = rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue
