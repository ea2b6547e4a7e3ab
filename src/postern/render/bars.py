"""Bars with their uncertainty as a PNG: the chart of a league."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import font_source_sans_pro
from PIL import Image, ImageDraw, ImageFont

_WIDTH, _MARGIN, _NAMES, _TEXT = 1400, 40, 220, 260  # pixels
_ROW, _HEAD, _BAR = 40, 70, 22
_INK, _SOFT, _FILL, _BAND, _PAPER = "#18181a", "#6b6b70", "#7a9cc6", "#eef3e6", "#ffffff"


@dataclass(frozen=True)
class Bar:
    """One value with the interval that it may lie in, and what is written beside it."""

    name: str
    value: float
    low: float
    high: float
    text: str


@dataclass(frozen=True)
class Panel:
    """Bars on one scale. ``mark`` is where a line is drawn, ``band`` what is shaded."""

    title: str
    bars: Sequence[Bar]
    mark: float | None = None
    band: tuple[float, float] | None = None


def bars_png(title: str, panels: Sequence[Panel]) -> bytes:
    """The panels one below the other; the same panels give the same bytes."""
    height = 2 * _MARGIN + _HEAD + sum(_HEAD + _ROW * len(panel.bars) for panel in panels)
    image = Image.new("RGB", (_WIDTH, height), _PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((_MARGIN, _MARGIN), title, fill=_INK, font=_font("SourceSansProSemibold", 34))
    top = _MARGIN + _HEAD
    for panel in panels:
        _panel(draw, panel, top)
        top += _HEAD + _ROW * len(panel.bars)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _panel(draw: ImageDraw.ImageDraw, panel: Panel, top: int) -> None:
    draw.text((_MARGIN, top + 16), panel.title, fill=_INK, font=_font("SourceSansProSemibold", 24))
    left, right = _MARGIN + _NAMES, _WIDTH - _MARGIN - _TEXT
    most = max([bar.high for bar in panel.bars] + [panel.mark or 0.0, (panel.band or (0, 0))[1]]) or 1.0

    def at(value: float) -> float:
        return left + (right - left) * value / most

    first, last = top + _HEAD - 6, top + _HEAD + _ROW * len(panel.bars) - 6
    if panel.band:
        draw.rectangle((at(panel.band[0]), first, at(panel.band[1]), last), fill=_BAND)
    plain = _font("SourceSansPro", 22)
    for number, bar in enumerate(panel.bars):
        middle = top + _HEAD + _ROW * number + _BAR // 2
        draw.text((_MARGIN, middle), bar.name, fill=_INK, font=plain, anchor="lm")
        draw.rectangle((left, middle - _BAR // 2, at(bar.value), middle + _BAR // 2), fill=_FILL)
        if bar.high > bar.low:
            draw.line((at(bar.low), middle, at(bar.high), middle), fill=_INK, width=3)
            for end in (bar.low, bar.high):
                draw.line((at(end), middle - 7, at(end), middle + 7), fill=_INK, width=3)
        draw.text((right + 20, middle), bar.text, fill=_SOFT, font=plain, anchor="lm")
    if panel.mark is not None:
        draw.line((at(panel.mark), first, at(panel.mark), last), fill=_SOFT, width=2)


def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_source_sans_pro.font_files_ttf[face], size)
