"""How colours look to others: simulated colour blindness, grey print, and how far apart two colours are seen."""

from __future__ import annotations

import math
from collections.abc import Callable

RGB = tuple[float, float, float]
Lab = tuple[float, float, float]

# Simulations at full severity in linear light, after Machado, Oliveira and Fernandes (2009).
_BLINDNESS: dict[str, tuple[RGB, RGB, RGB]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def _linear(colour: str) -> RGB:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def _lab(light: RGB) -> Lab:
    """CIE L*a*b* (D65) of linear light."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in light)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _blind(kind: str) -> Callable[[str], Lab]:
    rows = _BLINDNESS[kind]

    def seen(colour: str) -> Lab:
        light = _linear(colour)
        red, green, blue = (sum(share * part for share, part in zip(row, light, strict=True)) for row in rows)
        return _lab((red, green, blue))

    return seen


def _grey(colour: str) -> Lab:
    return _lab(_linear(colour))[0], 0.0, 0.0


VISIONS: dict[str, Callable[[str], Lab]] = {
    "all colours": lambda colour: _lab(_linear(colour)),
    "grey print": _grey,
    **{kind: _blind(kind) for kind in _BLINDNESS},
}
"""What the eye makes of a colour (``#rrggbb``), for each way of seeing."""


def difference(one: Lab, other: Lab) -> float:
    """CIEDE2000: about 1 is just seen side by side, 10 is plain at a glance."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(chroma**7 / (chroma**7 + 25.0**7)))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, mean = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    weight = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * mean, 1 + 0.015 * mean * weight
    bend = -2 * math.sqrt(mean**7 / (mean**7 + 25.0**7)) * math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + bend * (dc / sc) * (dh / sh))
