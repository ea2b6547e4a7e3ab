"""Tables in the PDF: heads repeated on each page, rows never split, zebra, numbers right-aligned, entries as link ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.platypus import Flowable

from postern.game.report import Table
from postern.render import style
from postern.render.fonts import BOLD, MONO, REGULAR, text_width
from postern.render.marks import Span, spans
from postern.render.pdf.prose import Press
from postern.render.pdf.tags import Kind, Tree, artifact, grouped
from postern.render.style import rgb

SIZE = style.SMALL
LINE = SIZE * 1.28
PAD = 2.4
GUTTER = 9.0
_FEWEST = 2
_SPREAD = 16.0
_SHORT = 0.2
_COLUMN = "/O/Table/Scope/Column"


@dataclass(frozen=True)
class Piece:
    """A run of text on one line of a cell."""

    text: str
    face: str
    width: float
    link: str = ""


Lines = tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True)
class Row:
    """A row ready to draw: the lines of each cell, its height in points, and the key of its entry or ""."""

    cells: tuple[Lines, ...]
    height: float
    key: str = ""


@dataclass(frozen=True)
class Shape:
    """What all rows of a table share: left edges and widths of the columns, and which hold numbers."""

    edges: tuple[float, ...]
    widths: tuple[float, ...]
    numbers: tuple[bool, ...]
    head: Row
    total: float


class Grid(Flowable):
    """A table that flows over pages by whole rows."""

    def __init__(self, shape: Shape, rows: Sequence[Row], press: Press, first: int = 0) -> None:
        super().__init__()
        self._shape = shape
        self._rows = tuple(rows)
        self._press = press
        self._first = first
        self.spaceAfter = style.GAP + 2

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The table's size in points."""
        return self._shape.total, self._shape.head.height + sum(row.height for row in self._rows)

    def opening(self) -> float:
        """The height of the head and the first rows, which stay together."""
        return self._shape.head.height + sum(row.height for row in self._rows[:_FEWEST])

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """The table in two: what fits here, and the rest with its head repeated; [] when too little fits."""
        room = available_height - self._shape.head.height
        count = 0
        while count < len(self._rows) and room >= self._rows[count].height:
            room -= self._rows[count].height
            count += 1
        if 0 < len(self._rows) - count < _FEWEST:
            count = len(self._rows) - _FEWEST
        if count < min(_FEWEST, len(self._rows)):
            return []
        return [
            Grid(self._shape, rows, self._press, self._first + skipped)
            for rows, skipped in ((self._rows[:count], 0), (self._rows[count:], count))
        ]

    def draw(self) -> None:
        """Draws the head and the rows from the top down."""
        canvas: Any = self.canv
        shape, press = self._shape, self._press
        y = shape.head.height + sum(row.height for row in self._rows)
        below = y - shape.head.height
        with artifact(canvas):
            canvas.setFillColorRGB(*rgb(style.ZEBRA))
            at = below
            for index, row in enumerate(self._rows, self._first):
                at -= row.height
                if index % 2:
                    canvas.rect(0, at, shape.total, row.height, stroke=0, fill=1)
            canvas.setStrokeColorRGB(*rgb(press.look.accent))
            canvas.setLineWidth(0.8)
            canvas.line(0, below, shape.total, below)
            canvas.setStrokeColorRGB(*rgb(style.RULE))
            canvas.setLineWidth(0.4)
            canvas.line(0, 0, shape.total, 0)
            if self._first:  # the head says nothing new
                self._row(shape.head, y, style.GREY, "TH")
        with grouped(canvas, "Table", again=self._first > 0):
            if not self._first:
                self._row(shape.head, y, style.GREY, "TH")
            y = below
            for row in self._rows:
                if row.key:
                    canvas.bookmarkHorizontal(row.key, 0, y)
                self._row(row, y, style.INK, "TD")
                y -= row.height

    def _row(self, row: Row, top: float, colour: str, kind: Kind) -> None:
        canvas: Any = self.canv
        shape, tree = self._shape, canvas.tree
        told = not tree.inside
        text = canvas.beginText()
        operators: list[str] = text._code
        text.setFillColorRGB(*rgb(colour))
        face, shade = "", colour
        if told:
            tree.open("TR")
        for lines, edge, width, number in zip(row.cells, shape.edges, shape.widths, shape.numbers, strict=True):
            base = top - PAD - SIZE * 0.95
            if told:
                tree.open(kind, _COLUMN if kind == "TH" else "")
            for pieces in lines:
                x = edge + (width - sum(piece.width for piece in pieces) if number else 0.0)
                for piece in pieces:
                    if piece.face != face:
                        face = piece.face
                        text.setFont(face, SIZE * (0.9 if face == MONO else 1))
                    wanted = self._press.look.deep if piece.link else colour
                    if wanted != shade:
                        shade = wanted
                        text.setFillColorRGB(*rgb(shade))
                    text.setTextOrigin(x, base)
                    if piece.link:
                        _end(operators, tree)
                        tree.open("Link")
                        box = (x, base - 2, x + piece.width, base + SIZE * 0.8)
                        canvas.linkRect("", self._press.keys[piece.link], box, relative=1, thickness=0)
                    if told and not tree.inside:
                        operators.append(tree.mark())
                    text.textOut(piece.text)
                    if piece.link:
                        _end(operators, tree)
                        tree.close()
                    x += piece.width
                base -= LINE
            if told:
                _end(operators, tree)
                tree.close()
        if told:
            tree.close()
        canvas.drawText(text)


def _end(operators: list[str], tree: Tree) -> None:
    """Ends the content that is marked, if any is."""
    if tree.inside:
        operators.append(tree.unmark())


def make(table: Table, press: Press, width: float, own: Sequence[str] = ()) -> Grid:
    """The table set for a width in points. ``own`` are the keys of its rows' entries, "" for rows without one."""
    heads: list[tuple[Span, ...]] = [(Span(column.title, strong=True),) for column in table.columns]
    body = [
        [press.links.mark(spans(cell)) if not (key and index == 0) else _strong(cell) for index, cell in enumerate(row)]
        for row, key in zip(table.rows, own or [""] * len(table.rows), strict=True)
    ]
    words = [[_words(cell) for cell in row] for row in (heads, *body)]
    natural = [max(sum(piece.width for piece in row[i]) for row in words) for i in range(len(heads))]
    least = [max((piece.width for row in words for piece in row[i]), default=0.0) for i in range(len(heads))]
    gaps = max(1, len(heads) - 1)
    widths = _share(table, natural, least, width - GUTTER * (len(heads) - 1) - 2 * PAD)
    spare = width - 2 * PAD - GUTTER * (len(heads) - 1) - sum(widths)
    gutter = GUTTER + min(max(0.0, spare) / gaps, _SPREAD)
    edges = tuple(PAD + sum(widths[:i]) + gutter * i for i in range(len(widths)))
    width = min(width, edges[-1] + widths[-1] + PAD)
    rows = [_set(cells, widths, key) for cells, key in zip(words, ["", *(own or [""] * len(table.rows))], strict=True)]
    numbers = tuple(column.number for column in table.columns)
    return Grid(Shape(edges, tuple(widths), numbers, rows[0], width), rows[1:], press)


def _strong(cell: str) -> tuple[Span, ...]:
    return tuple(Span(run.text, True, run.code) for run in spans(cell))


def _words(runs: Sequence[Span]) -> list[Piece]:
    """The runs cut after blanks; a piece's width counts its blank."""
    pieces: list[Piece] = []
    for run in runs:
        face = MONO if run.code else BOLD if run.strong else REGULAR
        size = SIZE * 0.9 if run.code else SIZE
        parts = [run.text] if run.link else _after_blanks(run.text)
        pieces += [Piece(part, face, text_width(part, face, size), run.link) for part in parts]
    return pieces


def _after_blanks(text: str) -> list[str]:
    parts = [word + " " for word in text.replace("\n", " ").split(" ")]
    parts[-1] = parts[-1][:-1]
    return [part for part in parts if part]


def _share(table: Table, natural: list[float], least: list[float], room: float) -> list[float]:
    """Widths for the columns: natural ones when they fit, the wide ones taking what is left; else text columns wrap."""
    count = range(len(natural))
    wide = [i for i in count if table.columns[i].wide]
    text = [i for i in count if not table.columns[i].number]
    if sum(natural) <= room:
        widths = list(natural)
        for i in wide:
            widths[i] += (room - sum(natural)) / len(wide)
        return widths
    widths = [least[i] if i in text else natural[i] for i in count]
    if sum(widths) > room:
        return [width * room / sum(widths) for width in widths]
    short = [i for i in text if i not in wide and natural[i] <= _SHORT * room]
    for group in (short, [i for i in text if i not in short]):
        need = sum(natural[i] - widths[i] for i in group)
        share = min(1.0, (room - sum(widths)) / need) if need > 0 else 0.0
        for i in group:
            widths[i] += (natural[i] - widths[i]) * share
    return widths


def _set(cells: Sequence[list[Piece]], widths: Sequence[float], key: str) -> Row:
    lines = tuple(_lines(pieces, width) for pieces, width in zip(cells, widths, strict=True))
    most = max((len(cell) for cell in lines), default=1)
    return Row(lines, max(1, most) * LINE + 2 * PAD, key)


def _lines(pieces: list[Piece], width: float) -> Lines:
    """The pieces on lines of the given width; a piece that is wider by itself is cut."""
    lines: list[tuple[Piece, ...]] = []
    line: list[Piece] = []
    used = 0.0
    for piece in _cut_long(pieces, width):
        if line and used + _bare(piece) > width + 0.01:
            lines.append(_trimmed(line))
            line, used = [], 0.0
        line.append(piece)
        used += piece.width
    if line:
        lines.append(_trimmed(line))
    return tuple(lines)


def _trimmed(line: list[Piece]) -> tuple[Piece, ...]:
    """The line joined where the face and link do not change, without the blank at its end."""
    joined: list[Piece] = []
    for piece in line:
        last = joined[-1] if joined else None
        if last and last.face == piece.face and last.link == piece.link:
            joined[-1] = Piece(last.text + piece.text, last.face, last.width + piece.width, last.link)
        else:
            joined.append(piece)
    end = joined[-1]
    joined[-1] = Piece(end.text.rstrip(" "), end.face, _bare(end), end.link)
    return tuple(joined)


def _bare(piece: Piece) -> float:
    """The piece's width without blanks at its end."""
    blanks = len(piece.text) - len(piece.text.rstrip(" "))
    if not blanks:
        return piece.width
    return piece.width - blanks * text_width(" ", piece.face, SIZE * 0.9 if piece.face == MONO else SIZE)


def _cut_long(pieces: list[Piece], width: float) -> list[Piece]:
    if all(_bare(piece) <= width + 0.01 for piece in pieces):
        return pieces
    found: list[Piece] = []
    for piece in pieces:
        if _bare(piece) <= width + 0.01:
            found.append(piece)
            continue
        size = SIZE * 0.9 if piece.face == MONO else SIZE
        part = ""
        for character in piece.text:
            if part and text_width(part + character, piece.face, size) > width:
                found.append(Piece(part, piece.face, text_width(part, piece.face, size), piece.link))
                part = ""
            part += character
        found.append(Piece(part, piece.face, text_width(part, piece.face, size), piece.link))
    return found
