"""The map of a finished game as an animated picture (GIF): a frame for each turn, with realms, battles and the scores as bars.

Land and relief are drawn once; a frame only lays the realms over them. So sixty turns take a few seconds.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cache

import font_source_sans_pro
import font_source_serif_pro
from PIL import Image, ImageDraw, ImageFont

from postern.game.chart import Chart, Point
from postern.game.ending import Past, Stage
from postern.render.chart import ground, owners
from postern.render.chart.land import FINE, Land, land_of
from postern.render.chart.plan import Plan, extent, place
from postern.render.chart.png import pixels_of
from postern.render.chart.sheet import Ink, Sheet
from postern.render.marks import one_line
from postern.render.style import mix

LARGEST = 1_000_000
"""Bytes that a film has at most, where nothing else is asked for."""
_WIDTH, _NARROWEST = 760, 320
_PANEL, _HEAD, _COAST = 0.29, 0.06, 0.45
_LOWEST, _HIGHEST = 0.5, 1.1
_FINE = 2
"""Frames are drawn so many times larger, and then reduced, for smooth edges."""
_FRAME_MS, _FIRST_MS, _LAST_MS = 650, 1500, 5000
_COLOURS = 128
_REALM = 165
_INK, _PAPER, _GREY, _RED, _TURN, _GOLD = "#1d1d1f", "#fffdf7", "#6a5d4c", "#b5161b", "#f2d48f", "#d9a94a"


def film(chart: Chart, past: Past, largest: int = LARGEST) -> bytes:
    """The film of a game on this chart, of which areas, owners and terrain count. One of more than ``largest`` bytes is drawn
    again, narrower, but never narrower than a phone shows it."""
    width = _WIDTH
    found = _gif(_Screen(chart, past, width))
    while len(found) > largest and width > _NARROWEST:
        width = max(_NARROWEST, int(width * min(0.9, (largest / len(found)) ** 0.7)))
        found = _gif(_Screen(chart, past, width))
    return found


class _Screen:
    """What all frames share: the land beneath, where things stand, and how sides look."""

    def __init__(self, chart: Chart, past: Past, width: int) -> None:
        self.past = past
        self.chart = chart
        self.looks = owners.sides(chart.owners)
        self.width = width * _FINE
        room = extent(chart)
        self.panel = int(self.width * _PANEL)
        self.head = int(self.width * _HEAD)
        across = self.width - self.panel
        shape = (room.height + 2 * _COAST * room.unit) / (room.width + 2 * _COAST * room.unit)
        self.height = int(across * min(max(shape, _LOWEST), _HIGHEST)) + self.head
        self.height -= self.height % _FINE
        rim = _COAST * room.scale(across, self.height - self.head) * room.unit
        self.plan = place(room, rim, self.head + rim, across - 2 * rim, self.height - self.head - 2 * rim)
        self.land = land_of(chart)
        self.outlines = {area.name: self.plan.outline(self.land.outlines[at]) for at, area in enumerate(chart.areas)}
        self.ground = _ground(chart, self.land, self.plan, self.width, self.height)
        names = [area.name for area in chart.areas]
        self.edges = [
            (tuple(self.plan.at((x / FINE, y / FINE)) for x, y in edge), [names[one] for one in holders])
            for edge, holders in self.land.holders.items()
        ]


def _ground(chart: Chart, land: Land, plan: Plan, width: int, height: int) -> Image.Image:
    sheet = Sheet(float(width), float(height))
    sheet.box(Ink(fill=ground.SEA), (0.0, 0.0, float(width), float(height)))
    sheet.layer()
    every = range(len(chart.areas))
    ground.draw_sea(sheet, land, plan)
    ground.draw_land(sheet, chart, land, plan, {}, every)
    sheet.layer()
    ground.draw_relief(sheet, chart, land, plan, lambda box: True, every)
    return pixels_of(sheet, width).convert("RGB").resize((width, height))


def _gif(screen: _Screen) -> bytes:
    stages = screen.past.stages
    frames = [_frame(screen, now, stages[at - 1] if at else None) for at, now in enumerate(stages)]
    # The last frame has all that was won; the ground and every side's colour are in these three.
    samples = [frames[0], frames[len(frames) // 2], frames[-1]]
    strip = Image.new("RGB", (samples[0].width, samples[0].height * len(samples)))
    for at, sample in enumerate(samples):
        strip.paste(sample, (0, at * sample.height))
    palette = Image.new("P", (1, 1))
    common = strip.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT).getpalette() or []
    exact = [_INK, _PAPER, _GREY, _RED, _TURN, _GOLD, *(side.colour for side in screen.looks.values())]
    palette.putpalette([*common[: 3 * _COLOURS], *(part for colour in exact for part in _rgb(colour))][: 3 * 255])
    flat = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    times = [_FRAME_MS] * len(flat)
    times[0], times[-1] = _FIRST_MS, _LAST_MS
    out = io.BytesIO()
    flat[0].save(out, "GIF", save_all=True, append_images=flat[1:], duration=times, loop=0, optimize=True)
    return out.getvalue()


def _frame(screen: _Screen, now: Stage, before: Stage | None) -> Image.Image:
    image = screen.ground.copy()
    unit = screen.plan.pen * screen.plan.unit / max(screen.plan.pen, 1.0)
    veil = Image.new("RGBA", image.size, (0, 0, 0, 0))
    wash = ImageDraw.Draw(veil)
    for name, holder in now.holders.items():
        side = screen.looks.get(holder)
        if side is not None and name in screen.outlines:
            red, green, blue = _rgb(side.colour)
            wash.polygon(screen.outlines[name], fill=(red, green, blue, _REALM))
    image.paste(veil, (0, 0), veil)
    pen = ImageDraw.Draw(image)
    _borders(screen, pen, now, unit)
    if before is not None:
        for name, holder in now.holders.items():
            if before.holders.get(name, "") != holder and name in screen.outlines:
                _shrunk(pen, screen.outlines[name], unit)
    for deed in now.deeds or ():
        if deed.kind == "battle" and deed.place in screen.outlines:
            _battle(pen, _middle(screen.outlines[deed.place]), unit * (0.16 + 0.002 * min(deed.size, 100)))
    _names(screen, pen, now, unit)
    _panel(screen, pen, now)
    return image.reduce(_FINE)


def _borders(screen: _Screen, pen: ImageDraw.ImageDraw, now: Stage, unit: float) -> None:
    """A firm line where realms end."""
    for line, areas in screen.edges:
        holders = {now.holders.get(name, "") for name in areas}
        if len(holders) > 1 or (len(areas) == 1 and holders != {""}):
            sides = [screen.looks[holder].colour for holder in sorted(holders) if holder in screen.looks]
            colour = mix(sides[0], "#000000", 0.45) if sides else _GREY
            pen.line(line, fill=colour, width=max(2, round(unit * 0.07)))


def _shrunk(pen: ImageDraw.ImageDraw, outline: Sequence[Point], unit: float) -> None:
    """A light ring within an area that has just changed hands."""
    x0, y0 = _middle(outline)
    ring = [(x0 + (x - x0) * 0.76, y0 + (y - y0) * 0.76) for x, y in outline]
    pen.line([*ring, ring[0], ring[1]], fill=_PAPER, width=max(2, round(unit * 0.08)), joint="curve")


def _battle(pen: ImageDraw.ImageDraw, at: Point, radius: float) -> None:
    """Crossed strokes on a red dot."""
    x, y = at
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=_RED, outline=_PAPER, width=max(1, round(radius / 6)))
    arm = radius * 0.5
    for sign in (1, -1):
        pen.line((x - arm, y - sign * arm, x + arm, y + sign * arm), fill=_PAPER, width=max(1, round(radius / 4)))


def _names(screen: _Screen, pen: ImageDraw.ImageDraw, now: Stage, unit: float) -> None:
    """Each side's name on the largest piece of its realm."""
    neighbours: dict[str, set[str]] = {}
    for _, areas in screen.edges:
        if len(areas) == 2 and now.holders.get(areas[0]) == now.holders.get(areas[1]):
            neighbours.setdefault(areas[0], set()).add(areas[1])
            neighbours.setdefault(areas[1], set()).add(areas[0])
    largest: dict[str, list[str]] = {}
    seen: set[str] = set()
    for name, holder in now.holders.items():
        piece = _piece(name, neighbours, seen)
        if len(piece) > len(largest.get(holder, ())):
            largest[holder] = piece
    face = _face("bold", max(9, round(unit * 0.46)))
    fought = {deed.place for deed in now.deeds or () if deed.kind == "battle"}
    for holder, piece in largest.items():
        if holder in screen.looks and screen.outlines.keys() >= set(piece):
            middles = [_middle(screen.outlines[name]) for name in piece]
            calm = [_middle(screen.outlines[name]) for name in piece if name not in fought]
            x, y = (sum(axis) / len(middles) for axis in zip(*middles, strict=True))
            # The area nearest to the middle, which may lie in another's land; not on a battle where there is another.
            x, y = min(calm or middles, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
            ink = screen.looks[holder]
            dark = mix(ink.colour, "#000000", 0.55)
            pen.text(
                (x, y),
                one_line(holder),
                font=face,
                anchor="mm",
                fill=dark,
                stroke_width=max(2, round(unit * 0.09)),
                stroke_fill=_PAPER,
            )


def _piece(name: str, neighbours: Mapping[str, set[str]], seen: set[str]) -> list[str]:
    """The areas that hang together with this one; none where they have been seen."""
    piece, front = list[str](), [name]
    while front:
        one = front.pop()
        if one not in seen:
            seen.add(one)
            piece.append(one)
            front += sorted(neighbours.get(one, ()))
    return piece


def _panel(screen: _Screen, pen: ImageDraw.ImageDraw, now: Stage) -> None:
    """Title and turn at the top; the scores as bars on the right, the best first."""
    left, margin = screen.width - screen.panel, screen.head * 0.3
    pen.rectangle((0, 0, screen.width, screen.head), fill=_INK)
    title = _face("serif", screen.head * 0.56)
    when = "the start" if not now.turn else f"turn {now.turn}"
    pen.text((margin, screen.head / 2), one_line(screen.chart.title), font=title, anchor="lm", fill=_PAPER)
    pen.text((screen.width - margin, screen.head / 2), when, font=title, anchor="rm", fill=_TURN)
    last = max(1, screen.past.end.turn)
    pen.rectangle((0, screen.head - 6, screen.width * now.turn / last, screen.head), fill=_GOLD)
    pen.rectangle((left, screen.head, screen.width, screen.height), fill=_PAPER)
    order = sorted(now.scores, key=lambda seat: (-now.scores[seat], screen.past.seats.index(seat)))
    row = min((screen.height - screen.head - 2 * margin) / max(1, len(order)), screen.head * 1.2)
    face, most = _face("bold", row * 0.38), max(1, *now.scores.values())
    for at, seat in enumerate(order):
        side, top = screen.looks.get(seat), screen.head + margin + at * row
        colour = side.colour if side is not None else _GREY
        room = screen.panel - 2 * margin
        pen.text((left + margin, top + row * 0.28), one_line(seat), font=face, anchor="lm", fill=_INK)
        pen.text((left + margin + room, top + row * 0.28), f"{now.scores[seat]:,}", font=face, anchor="rm", fill=_GREY)
        bar = (left + margin, top + row * 0.54, left + margin + max(4.0, room * max(0, now.scores[seat]) / most))
        pen.rectangle((bar[0], bar[1], bar[2], top + row * 0.82), fill=colour)


def _middle(outline: Sequence[Point]) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@cache
def _face(kind: str, size: float) -> ImageFont.FreeTypeFont:
    files = {
        "bold": font_source_sans_pro.font_files_ttf["SourceSansProSemibold"],
        "serif": font_source_serif_pro.font_files_ttf["SourceSerifProBold"],
    }
    return ImageFont.truetype(str(files[kind]), round(size))
