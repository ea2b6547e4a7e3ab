"""Flowing parts that ReportLab has not: panels that hold other parts, monospaced lines, facts, headings, the chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from postern.game.chart import Chart
from postern.render import style
from postern.render.chart.paint import paint
from postern.render.chart.sheet import Sheet
from postern.render.chart.words import described
from postern.render.fonts import MONO
from postern.render.pdf.prose import Press, Prose, paragraph_style
from postern.render.pdf.tags import artifact, grouped, tagged
from postern.render.pdf.unseen import write_heading, write_words
from postern.render.style import rgb

_PAD = 9.0
COLUMN_GAP = 18.0
"""Room between two columns of lines."""


class Heading(Prose):
    """A heading that stands in the PDF's bookmarks and begins a section of its structure; ``level`` 0 is a section.

    When it is drawn it writes its page's number into ``pages`` under its key.
    """

    def __init__(
        self,
        markup: str,
        title: str,
        key: str,
        level: int,
        press: Press,
        role: str = "heading",
        pages: dict[str, int] | None = None,
    ) -> None:
        super().__init__(markup, paragraph_style(press.look, role))
        self._title = title
        self._key = key
        self._level = level
        self._pages = pages

    def draw(self) -> None:
        """Draws the heading and its bookmark."""
        canvas: Any = self.canv
        canvas.tree.section()
        self._mark(canvas, self.height + 6)
        super().draw()

    def replaced(self, canvas: Any, height: float, inset: float = 0.0) -> None:
        """Stands at this height, unseen and so far from the edges, where something else shows its words."""
        canvas.tree.section()
        self._mark(canvas, height)
        write_heading(canvas, self._title, inset, height - inset)

    def _mark(self, canvas: Canvas, height: float) -> None:
        canvas.bookmarkHorizontal(self._key, 0, height)
        canvas.addOutlineEntry(self._title, self._key, self._level, closed=0)
        if self._pages is not None:
            self._pages[self._key] = canvas.getPageNumber()


class Panel(Flowable):
    """Parts in a box with a bar of colour at its left. It keeps together unless it would not fit a page."""

    def __init__(self, parts: Sequence[Flowable], bar: str, ground: str, press: Press, goes_on: bool = False) -> None:
        super().__init__()
        self._goes_on = goes_on
        self._parts = list(parts)
        self._bar = bar
        self._ground = ground
        self._press = press
        self._sizes: list[tuple[Flowable, float, float]] = []
        self._width = 0.0
        self._height = 0.0
        self.spaceBefore = 4.0
        self.spaceAfter = style.GAP + 3

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The size of the panel with all that it holds."""
        inner = available_width - 2 * _PAD - 3
        self._sizes = []
        y = _PAD - 2
        for index, part in enumerate(self._parts):
            gap = max(part.getSpaceBefore(), self._parts[index - 1].getSpaceAfter()) if index else 0.0
            _, height = part.wrap(inner, 1e6)
            y += gap
            self._sizes.append((part, y, height))
            y += height
        self._width, self._height = available_width, y + _PAD - 2
        return self._width, self._height

    def opening(self) -> float:
        """The height that must stay together: all of it, unless it is more than a page."""
        _, height = self.wrap(self._press.width, self._press.height)
        return min(height, self._press.height * 0.5)

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """Two panels when the whole one would be more than most of a page; else [] to move it to the next one."""
        _, height = self.wrap(available_width, available_height)
        if height <= self._press.height * 0.8:
            return []
        here: list[Flowable] = []
        room = available_height - 2 * _PAD
        for index, (part, y, part_height) in enumerate(self._sizes):
            if y + part_height <= room:
                here.append(part)
                continue
            halves = part.split(available_width - 2 * _PAD - 3, room - y)
            rest = [*(halves[1:] or [part]), *self._parts[index + 1 :]]
            here += halves[:1]
            halved = [(here, self._goes_on), (rest, True)]
            return [Panel(parts, self._bar, self._ground, self._press, goes_on) for parts, goes_on in halved] if here else []
        return []

    def draw(self) -> None:
        """Draws the ground, the bar and the parts."""
        canvas: Canvas = self.canv
        with artifact(canvas):
            canvas.setFillColorRGB(*rgb(self._ground))
            canvas.rect(0, 0, self._width, self._height, stroke=0, fill=1)
            canvas.setFillColorRGB(*rgb(self._bar))
            canvas.rect(0, 0, 3, self._height, stroke=0, fill=1)
        with grouped(canvas, "Sect", again=self._goes_on):
            for part, y, height in self._sizes:
                part.drawOn(canvas, _PAD + 3, self._height - y - height)


class Lines(Flowable):
    """Monospaced lines as they are, in one column or in two; comments in grey. It splits between lines.

    A column is filled before the next one begins. What a comment speaks of stands below it in the same column, as does what a
    line with a colon at its end announces.
    """

    def __init__(self, lines: Sequence[tuple[str, bool]], size: float, width: float, columns: int = 1) -> None:
        super().__init__()
        self._lines = list(lines)
        self._size = size
        self._width = width
        self._columns = columns
        self.spaceAfter = style.GAP

    @property
    def _leading(self) -> float:
        return self._size * 1.34

    def _filled(self, rows: int) -> tuple[list[list[tuple[str, bool]]], list[tuple[str, bool]]]:
        """The columns of so many rows, and the lines that are left over."""
        columns: list[list[tuple[str, bool]]] = []
        rest = self._lines
        for _ in range(self._columns):
            while rest and columns and not rest[0][0].strip():
                rest = rest[1:]
            most = count = min(rows, len(rest))
            while 0 < count < len(rest) and (rest[count - 1][1] or rest[count - 1][0].endswith(":")):
                count -= 1
            if count == 0:  # comments alone: what is indented stays with what it is indented below
                count = most
                while 0 < count < len(rest) and rest[count][0][1:].startswith("  "):
                    count -= 1
            count = count or most
            columns.append(rest[:count])
            rest = rest[count:]
        return columns, rest

    def _rows(self) -> int:
        """The fewest rows that hold all lines."""
        rows = -(-len(self._lines) // self._columns)
        while self._filled(rows)[1]:
            rows += 1
        return rows

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The size of all lines."""
        return self._width, self._rows() * self._leading + 2

    def opening(self) -> float:
        """The height of the first lines, which stay together."""
        return min(4, self._rows()) * self._leading + 2

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """The lines that fit and the rest, which is no fewer than six; no comment is left alone at the foot of a column, unless
        there are comments alone."""
        rows = min(int((available_height - 2) // self._leading), self._rows() - 6 // self._columns)
        if rows < 2:
            return []
        columns, rest = self._filled(rows)
        here = [line for column in columns for line in column]
        if len(here) < 2 or not rest:
            return []
        return [Lines(part, self._size, self._width, self._columns) for part in (here, rest)]

    def draw(self) -> None:
        """Draws the columns, each from the top down, with a thin line between them."""
        columns, _ = self._filled(rows := self._rows())
        high, wide = rows * self._leading + 2, self._width / self._columns
        for at, column in enumerate(columns):
            if at:
                with artifact(self.canv):
                    self.canv.setStrokeColorRGB(*rgb(style.RULE))
                    self.canv.setLineWidth(0.5)
                    self.canv.line(at * wide - COLUMN_GAP / 3, 2, at * wide - COLUMN_GAP / 3, high - 2)
            self._column(column, at * wide, high - self._size)

    def _column(self, lines: Sequence[tuple[str, bool]], x: float, y: float) -> None:
        canvas: Any = self.canv
        text = canvas.beginText(x, y)
        text.setFont(MONO, self._size, self._leading)
        tree, operators = canvas.tree, text._code
        for line, comment in lines:
            text.setFillColorRGB(*rgb(style.GREY if comment else style.INK))
            if line.strip():
                tree.open("P")
                operators.append(tree.mark())
                text.textOut(line)
                operators.append(tree.unmark())
                tree.close()
            text.textLine()
        canvas.drawText(text)


class Facts(Flowable):
    """Labels with their values, one under the other, on a pale ground."""

    def __init__(self, facts: Sequence[tuple[str, str]], press: Press) -> None:
        super().__init__()
        self._rows = [(press.paragraph(label, "label"), press.paragraph(value, "value")) for label, value in facts]
        self._press = press
        self._tops: list[tuple[float, float, float]] = []
        self._size = (0.0, 0.0)
        self.spaceAfter = 8.0

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The size of all rows."""
        y = 6.0
        self._tops = []
        for label, value in self._rows:
            _, low = label.wrap(96, 1e6)
            _, high = value.wrap(available_width - 118, 1e6)
            self._tops.append((y, low, high))
            y += max(low, high) + 1.5
        self._size = (available_width, y + 4.5)
        return self._size

    def draw(self) -> None:
        """Draws the ground and the rows."""
        width, height = self._size
        canvas = self.canv
        with artifact(canvas):
            canvas.setFillColorRGB(*rgb(self._press.look.tint))
            canvas.rect(0, 0, width, height, stroke=0, fill=1)
        with grouped(canvas, "L"):
            for (label, value), (y, low, high) in zip(self._rows, self._tops, strict=True):
                with grouped(canvas, "LI"):
                    with tagged(canvas, "Lbl"):
                        label.drawOn(canvas, 10, height - y - low - 1.6)
                    with tagged(canvas, "LBody"):
                        value.drawOn(canvas, 110, height - y - high)


class ChartPart(Flowable):
    """A drawn chart, as large as it was made; the heading, which its title replaces, leaves its bookmark.

    Who hears the page is told what the chart shows, and then each area: that list is there, but not to be seen.
    """

    def __init__(self, sheet: Sheet, chart: Chart, heading: Heading | None = None) -> None:
        super().__init__()
        self._sheet = sheet
        self._chart = chart
        self._heading = heading

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The sheet's own size."""
        return self._sheet.width, self._sheet.height

    def draw(self) -> None:
        """Paints the sheet, and writes its words."""
        if self._heading:
            self._heading.replaced(self.canv, self._sheet.height)
        shows = f"{described(self._chart)} What stands in each area is listed after the map."
        with tagged(self.canv, "Figure", alt=shows, box=(0, 0, self._sheet.width, self._sheet.height)):
            paint(self._sheet, self.canv, 0, 0)
        write_words(self.canv, self._chart, self._sheet)


class Picture(Flowable):
    """A part that is one figure: a graph, or the key of small maps; ``shows`` says what it tells."""

    def __init__(self, part: Flowable, shows: str) -> None:
        super().__init__()
        self._part = part
        self._shows = shows
        self._size = (0.0, 0.0)

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The part's own size."""
        self._size = self._part.wrap(available_width, available_height)
        return self._size

    def opening(self) -> float:
        """All of it: it cannot be parted."""
        return float(self._part.wrap(1e6, 1e6)[1])

    def draw(self) -> None:
        """Draws the part."""
        with tagged(self.canv, "Figure", alt=self._shows, box=(0, 0, *self._size)):
            self._part.drawOn(self.canv, 0, 0)


class Beside(Flowable):
    """Drawn sheets of the same width side by side, each a figure that shows what is said of it."""

    def __init__(self, sheets: Sequence[tuple[Sheet, str]], gap: float, below: float = 0.0) -> None:
        """``below`` is the height of what should stand on the same page, under them."""
        super().__init__()
        self._shows = tuple(shows for _, shows in sheets)
        self._sheets = tuple(sheet for sheet, _ in sheets)
        self._gap = gap
        self._below = below
        self.spaceBefore = 10.0

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The width of all, and the height of the highest."""
        width = sum(sheet.width for sheet in self._sheets) + self._gap * (len(self._sheets) - 1)
        return width, max(sheet.height for sheet in self._sheets)

    def opening(self) -> float:
        """All of it, which cannot be parted, and what should stand under it."""
        return max(sheet.height for sheet in self._sheets) + self.spaceBefore + self._below

    def draw(self) -> None:
        """Paints them, their heads in one line."""
        top, x = max(sheet.height for sheet in self._sheets), 0.0
        for sheet, shows in zip(self._sheets, self._shows, strict=True):
            with tagged(self.canv, "Figure", alt=shows, box=(x, top - sheet.height, x + sheet.width, top)):
                paint(sheet, self.canv, x, top - sheet.height)
            x += sheet.width + self._gap
