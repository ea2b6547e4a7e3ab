"""How a battle went in figures: what both sides brought to bear, facing one another; the strength of each host by stages."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from postern.game.battle import BattlePage, Host
from postern.game.chart import Owner
from postern.render import style
from postern.render.battle_text import known
from postern.render.chart import owners
from postern.render.chart.paint import paint
from postern.render.chart.sheet import Sheet
from postern.render.chart.sheet import Words as Label
from postern.render.chart.symbols import draw_star
from postern.render.fonts import BOLD, REGULAR, SERIF_ITALIC, text_width
from postern.render.marks import one_line
from postern.render.pdf.brush import box, cut, words
from postern.render.pdf.tags import artifact, grouped, tagged
from postern.render.style import mix, rgb

_ROW, _BAR = 17.0, 9.0
_NUMBER = 34.0
_COURSE = 132.0
Box = tuple[float, float, float, float]


def colour_of(host: Host) -> str:
    """The colour of a host, as on the map."""
    owner = Owner("side", host.name, "", host.own, not host.own and not host.number, host.number)
    return owners.sides([owner])["side"].colour


def draw_balance(canvas: Canvas, page: BattlePage, x: float, y: float, wide: float) -> float:
    """A row for each measure: its name in the middle, our bar to the left, theirs to the right; the lower edge."""
    label = max(text_width(one_line(one.name), REGULAR, 8.6) for one in page.measures) + 14
    long = (wide - label) / 2 - _NUMBER
    others = [host for host in page.hosts if not host.ours]
    theirs = colour_of(others[0]) if len({host.name for host in others}) == 1 else "#6d6a66"
    middle = x + wide / 2
    with artifact(canvas):
        words(canvas, "your side", SERIF_ITALIC, 8.2, style.GREY, middle - label / 2, y - 7, end=True)
        words(canvas, "the others", SERIF_ITALIC, 8.2, style.GREY, middle + label / 2, y - 7)
    y -= 12
    with grouped(canvas, "L"):
        for one in page.measures:
            most = max(one.ours or 0, one.theirs or 0, 1)
            name = one_line(one.name)
            said = f"{name}: your side {known(one.ours)}, the others {known(one.theirs)}"
            with grouped(canvas, "LI"), tagged(canvas, "LBody", said=said):
                words(canvas, name, REGULAR, 8.6, style.INK, middle - text_width(name, REGULAR, 8.6) / 2, y - 10)
                for value, colour, sign in ((one.ours, owners.OWN, -1), (one.theirs, theirs, 1)):
                    edge = middle + sign * label / 2
                    size = (value or 0) * long / most
                    box(canvas, min(edge, edge + sign * size), y - 11.5, size, _BAR, colour)
                    words(canvas, known(value), BOLD, 8.6, style.INK, edge + sign * (size + 4), y - 10, end=sign < 0)
            y -= _ROW
    return y


def course_height(page: BattlePage) -> float:
    """How high the lines of the stages are drawn."""
    return _COURSE if page.stages else 0.0


def told_course(page: BattlePage) -> str:
    """The lines of the stages in words: the strength of each host at the beginning and after each stage."""
    names = [one_line(host.name) for host in page.hosts]
    rows = [("At the beginning", tuple(map(_strength, page.hosts)))]
    rows += [(f"After {one_line(stage.name)}", stage.strengths) for stage in page.stages]
    return " ".join(
        f"{when}: {', '.join(f'{name} {known(value)}' for name, value in zip(names, values, strict=True))}."
        for when, values in rows
    )


def draw_course(canvas: Canvas, page: BattlePage, area: Box) -> None:
    """A line for each host from the beginning through all stages, with the numbers of the blows at their stages."""
    left, low, right, top = area
    begin = tuple(_strength(host) for host in page.hosts)
    lines = [[begin[at], *(stage.strengths[at] for stage in page.stages)] for at in range(len(page.hosts))]
    most = max([value for line in lines for value in line if value is not None] + [1])
    names = [f"{one_line(host.name)[:12]} {known(line[-1])}" for host, line in zip(page.hosts, lines, strict=True)]
    inner = (left + 22, low + 16, right - max(text_width(name, BOLD, 8.2) for name in names) - 8, top - 4)
    step = (inner[2] - inner[0]) / len(page.stages)

    def at(stage: int, value: float) -> tuple[float, float]:
        return inner[0] + stage * step, inner[1] + value / most * (inner[3] - inner[1])

    for number, stage in enumerate(page.stages):
        if number % 2 == 0:
            box(canvas, inner[0] + number * step, inner[1], step, inner[3] - inner[1], "#f5f0e0")
        name = cut(one_line(stage.name), REGULAR, 7, step - 2)
        words(
            canvas, name, REGULAR, 7, style.GREY, inner[0] + (number + 0.5) * step - text_width(name, REGULAR, 7) / 2, low + 6
        )
    for share in (0.0, 0.5, 1.0):
        y = at(0, share * most)[1]
        canvas.setStrokeColorRGB(*rgb(style.RULE))
        canvas.setLineWidth(0.4)
        canvas.line(inner[0], y, inner[2], y)
        words(canvas, f"{round(share * most):,}", REGULAR, 7, style.GREY, inner[0] - 4, y - 2.4, end=True)
    taken: list[float] = []
    order = sorted(range(len(lines)), key=lambda place: -(lines[place][-1] or 0))
    for place in order:
        colour = colour_of(page.hosts[place])
        points = [at(stage, value) for stage, value in enumerate(lines[place]) if value is not None]
        if not points:
            continue
        canvas.setStrokeColorRGB(*rgb(colour))
        canvas.setLineWidth(2.4 if page.hosts[place].own else 1.6)
        path = canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        canvas.drawPath(path)
        canvas.setFillColorRGB(*rgb(mix(colour, "#ffffff", 0.9)))
        canvas.setLineWidth(1.2)
        for x, y in points:
            canvas.circle(x, y, 2, stroke=1, fill=1)
        y = min([points[-1][1] - 2.8, *(other - 10 for other in taken)])
        taken.append(y)
        words(canvas, names[place], BOLD, 8.2, mix(colour, "#000000", 0.35), inner[2] + 5, y)
    stacked: dict[int, int] = {}
    for number, blow in enumerate(page.blows, start=1):
        if 1 <= blow.stage <= len(page.stages):
            up = stacked[blow.stage] = stacked.get(blow.stage, 0) + 1
            sign = Sheet(12, 12)
            draw_star(sign, 6, 6, 6)
            sign.words(Label(6, 8.5, str(number), 6.6, True, "#ffffff"))
            paint(sign, canvas, inner[0] + (blow.stage - 0.5) * step - 6, inner[1] + 3 + (up - 1) * 13)


def _strength(host: Host) -> int | None:
    every = [unit.before for unit in host.units]
    return None if None in every else sum(value or 0 for value in every)
