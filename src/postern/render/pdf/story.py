"""A report as a story of flowing parts: masthead, sections, boxed battles, the map on its own page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

from reportlab.platypus import CondPageBreak, Flowable, NextPageTemplate, PageBreak, Paragraph

from postern.game.report import (
    Battle,
    Block,
    Bullets,
    Graph,
    Letter,
    Map,
    Maps,
    OrderForm,
    Report,
    Section,
    Steps,
    Table,
    Text,
    Timeline,
)
from postern.render import style
from postern.render.chart.draw import draw_in, scale_in
from postern.render.chart.small import draw_key, draw_small
from postern.render.columns import wrap
from postern.render.courses import courses_table
from postern.render.marks import Links, clean, one_line, plain, spans, width
from postern.render.pdf import grid
from postern.render.pdf.boxes import COLUMN_GAP, Beside, ChartPart, Facts, Heading, Lines, Panel
from postern.render.pdf.diagrams import StepsPart, TimelinePart
from postern.render.pdf.front import FrontPage
from postern.render.pdf.page import Running, frame_size, map_frame_size, paper_size
from postern.render.pdf.prose import Press, literal, paragraph_style

_LONGEST_HEADING, _LONGEST_CELL = 160, 400
_ABREAST, _ROWS, _BETWEEN = 2, 3, 12.0
_LETTER = 72
"""Columns of a letter, at which remarks of an order form are wrapped."""
_COLUMNS = 2
"""Columns of the order form and of the book's codes."""
_CLOSE = 150.0
"""What ends on a page of its own, before a map and at the end, is this high at least, when there is as much."""

COMMENTS = (";", "#", "//", "--")
#: The width of a monospaced character, in units of the size of type.
MONO_ADVANCE = 0.586


def running(report: Report) -> Running:
    """What stands on each page of a report, and what its file says of itself."""
    head = report.masthead
    return Running(
        f"{head.game}, {head.title}, {head.seat}" if head.seat else f"{head.game}, {head.title}",
        "Postern",
        head.line,
        report.language,
        f"{head.game} · {head.title}",
        head.seat,
        report.footer,
        style.look(report.accent),
        report.front is not None,
    )


def press_for(report: Report, paper: str) -> Press:
    """Colours, size of the text, and the entries of all tables of a report."""
    keys: dict[str, str] = {}
    tables = (block for section in report.sections for block in section.blocks if isinstance(block, Table))
    for anchor, words in ((anchor, words) for table in tables for anchor, words in _entries(table)):
        key = keys.setdefault(anchor, f"entry-{len(keys)}")
        if any(character.isalpha() for character in words):
            keys.setdefault(words, key)
    return Press(style.look(report.accent), *frame_size(paper), keys=keys, links=Links(keys))


def tell(report: Report, press: Press, paper: str) -> list[Flowable]:
    """All parts of the report in order."""
    story = [*_front(report, press, paper), *_masthead(report, press)]
    taken: set[str] = set()
    for section, following in zip(report.sections, [*report.sections[1:], None], strict=True):
        closes = following is None or any(isinstance(block, Map) for block in following.blocks[:1])
        story += _section(section, press, paper, taken, closes)
    while story and isinstance(story[-1], PageBreak | NextPageTemplate):
        story.pop()
    return story


def _entries(table: Table) -> list[tuple[str, str]]:
    """The anchor of each row that has one, with the words of its first cell: those lead to the row too."""
    return [(anchor, plain(row[0])) for anchor, row in zip(table.anchors, table.rows, strict=False) if anchor]


def _front(report: Report, press: Press, paper: str) -> list[Flowable]:
    """The front page and the turn to the next one, where the report has one."""
    if report.front is None:
        return []
    charts = [block.chart for section in report.sections for block in section.blocks if isinstance(block, Map)]
    page = FrontPage(report.front, report.masthead, press, paper_size(paper), charts)
    return [page, NextPageTemplate("page"), PageBreak()]


def _masthead(report: Report, press: Press) -> list[Flowable]:
    head = report.masthead
    title = f"{head.title} · {head.seat}" if head.seat and head.seat not in head.title else head.title
    game = Paragraph(escape(_heading(head.game).upper()), paragraph_style(press.look, "game"))
    story: list[Flowable] = [game, Heading(escape(_heading(title)), _heading(title), "top", 0, press, "title")]
    if report.front is not None:  # it has told who and when
        story = []
    if head.line:
        story.append(press.paragraph(head.line, "line"))
    if head.facts:
        story.append(Facts(tuple((_heading(label), _heading(value)) for label, value in head.facts), press))
    return story


def _section(section: Section, press: Press, paper: str, taken: set[str], closes: bool) -> Iterator[Flowable]:
    title = _heading(section.title)
    heading = Heading(escape(title), title, f"section-{section.key}", 0, press)
    opened = False
    made = [[] if isinstance(block, Map) else _block(block, press, taken) for block in section.blocks]
    ends = _ends(section.blocks, made, press) if closes else {}
    for at, (block, parts) in enumerate(zip(section.blocks, made, strict=True)):
        if isinstance(block, Map):
            yield from _map_page(block, press, paper, None if opened else heading)
            opened = True
            continue
        if not opened and parts:
            yield CondPageBreak(44 + _opening(parts, press))
            yield heading
            opened = True
        elif parts:
            need = _opening(parts, press)
            yield CondPageBreak(max(need + 30 if isinstance(block, Text) and block.role == "lead" else need, ends.get(at, 0)))
        yield from parts


def _ends(blocks: Sequence[Block], made: list[list[Flowable]], press: Press) -> dict[int, float]:
    """The height from each of the last blocks of a section to its end, for those that are to stand together; none for a
    block that has a heading of its own before it."""
    ends: dict[int, float] = {}
    height = 0.0
    for at in range(len(made) - 1, 0, -1):
        for part in made[at]:
            height += float(part.wrap(press.width, press.height)[1] + part.getSpaceBefore() + part.getSpaceAfter())
        if height > _CLOSE:
            break
        before = blocks[at - 1]
        if not (isinstance(before, Text) and before.role == "lead"):
            ends[at] = height
    return ends


def _opening(parts: list[Flowable], press: Press) -> float:
    """The height of what must stand together at the start of these parts."""
    height = 0.0
    for part in parts:
        opening = getattr(part, "opening", None)
        if opening is not None:
            return height + float(opening())
        height += float(part.wrap(press.width, press.height)[1]) + 4
        if height > 40:
            break
    return min(height, 60.0)


def _block(block: Block, press: Press, taken: set[str]) -> list[Flowable]:
    match block:
        case Text(role="code"):
            return [_code(block.text, press.width)]
        case Text():
            return [press.paragraph(block.text, block.role)]
        case Bullets():
            return [bullet(item, press) for item in block.items]
        case Table():
            return _table(block, press, press.width, taken)
        case Battle():
            return [_battle(block, press)]
        case Maps():
            return _maps(block, press)
        case Graph():
            return _graph(block, press)
        case Timeline():
            caption = [press.paragraph(block.caption, "caption")] if block.caption else []
            return [*caption, TimelinePart(block, press.width)]
        case Steps():
            return [StepsPart(block, press.width / 2)]
        case Letter():
            return [_letter(block, press)]
        case OrderForm():
            return [_form(block, press)]
        case Map():
            raise AssertionError("unreachable: maps have pages of their own")


def bullet(item: str, press: Press) -> Paragraph:
    """One item of a list."""
    return Paragraph(press.markup(spans(item)), paragraph_style(press.look, "bullet"), bulletText="•")


def _table(block: Table, press: Press, width_: float, taken: set[str]) -> list[Flowable]:
    parts: list[Flowable] = []
    if not block.rows:
        return parts
    if block.caption:
        caption = press.paragraph(block.caption, "caption")
        parts.append(caption)
    own = []
    for name in block.anchors or [""] * len(block.rows):
        own.append(press.keys[name] if name and press.keys[name] not in taken else "")
        taken.add(press.keys.get(name, ""))
    return [*parts, grid.make(_bounded(block), press, width_, own)]


def _maps(block: Maps, press: Press) -> list[Flowable]:
    """The caption, the key, and the maps in rows of two."""
    parts: list[Flowable] = [press.paragraph(block.caption)] if block.caption else []
    if not block.charts:
        return parts
    width_ = (press.width - _BETWEEN) / _ABREAST
    highest = press.height / _ROWS - _BETWEEN
    sheets = [draw_small(chart, chart.heading, width_, highest) for chart in block.charts]
    rows = [sheets[at : at + _ABREAST] for at in range(0, len(sheets), _ABREAST)]
    return [*parts, ChartPart(draw_key(block.charts[-1], press.width)), *(Beside(row, _BETWEEN) for row in rows)]


def _graph(block: Graph, press: Press) -> list[Flowable]:
    """The lines, and below them the numbers of some of the turns."""
    from postern.render.pdf.graph import draw_graph  # heavy, and only histories have one

    table = courses_table(block)
    parts: list[Flowable] = [draw_graph(block, press.width)] if block.turns and block.courses else []
    return [*parts, *_table(table, press, press.width, set())]


def _battle(block: Battle, press: Press) -> Panel:
    place = _heading(block.place)
    title = block.title if not place or place in block.title else f"{block.title} ({place})"
    parts: list[Flowable] = [press.paragraph(title, "panel")]
    if block.outcome:
        parts.append(press.paragraph(block.outcome))
    parts += _table(Table(block.forces.columns, block.forces.rows, block.forces.caption), press, press.width - 21, set())
    parts += [bullet(item, press) for item in block.losses]
    parts += [bullet(item, press) for item in block.spoils]
    return Panel(parts, press.look.accent, press.look.tint, press)


def _letter(block: Letter, press: Press) -> Panel:
    to = f" to {_heading(block.to)}" if block.to else ""
    head = Paragraph(f"From <b>{escape(_heading(block.sender))}</b>{escape(to)}", paragraph_style(press.look, "label"))
    return Panel([head, Paragraph(literal(block.text), paragraph_style(press.look, "body"))], style.RULE, style.ZEBRA, press)


def _form(block: OrderForm, press: Press) -> Lines:
    """The form in two columns, where its orders are short enough."""
    texts = [clean(line).replace("\n", " ").rstrip() for line in block.lines]
    narrow = _room(style.SMALL - 1, press.width, _COLUMNS)
    columns = _COLUMNS if all(width(text) <= narrow for text in texts if not text.startswith(COMMENTS)) else 1
    size = style.SMALL - 1 if columns > 1 else style.SMALL
    most = _room(size, press.width, columns)
    texts = _unwrapped(texts) if columns > 1 else texts
    lines = [(part, text.startswith(COMMENTS)) for text in texts for part in _remark(text, most)]
    return Lines(lines, size, press.width, columns)


def _unwrapped(texts: Sequence[str]) -> list[str]:
    """The lines, where those of a remark that was wrapped at a letter's width are one: the next one is indented, or its first
    word found no room on the line before. A word with a colon begins a remark of its own."""
    found: list[str] = []
    for text in texts:
        mark = next((mark for mark in COMMENTS if text.startswith(mark)), "")
        rest = text[len(mark) :]
        if mark and rest.strip() and found and found[-1].startswith(mark):
            first = rest.split()[0]
            full = width(found[-1].rsplit("\n", 1)[-1]) + 1 + width(first) > _LETTER
            if rest.startswith("   ") or (full and not first.endswith(":")):
                found[-1] += f"\n{text}"
                continue
        found.append(text)
    return [_joined(lines) for lines in found]


def _joined(text: str) -> str:
    """The lines of a remark as one."""
    first, *rest = text.split("\n")
    return " ".join([first, *(line.lstrip("".join(COMMENTS)).strip() for line in rest)])


def _remark(text: str, most: int) -> list[str]:
    """The line; where it is too long, wrapped so that each part of a remark is one."""
    if width(text) <= most:
        return [text]
    mark = next((mark for mark in COMMENTS if text.startswith(mark)), "")
    return wrap(text, most, "", f"{mark}   " if mark else "  ")


def _code(text: str, room: float) -> Lines:
    """The book's own codes in two columns; a long line of one sign is cut."""
    size = style.SMALL - 1
    most = _room(size, room, _COLUMNS)
    lines = [line[:most] if len(set(line)) == 1 else line for line in plain(text).split("\n")]
    return Lines([(part, False) for line in lines for part in verbatim(line, most)], size, room, _COLUMNS)


def _room(size: float, room: float, columns: int) -> int:
    """How many signs fit on a line of a column."""
    return int(((room - COLUMN_GAP * (columns - 1)) / columns) / (size * MONO_ADVANCE))


def verbatim(line: str, columns: int) -> list[str]:
    """The line, wrapped with its own indent only when it is wider than the columns."""
    if width(line) <= columns:
        return [line]
    own = line[: len(line) - len(line.lstrip(" "))][:20]
    return wrap(line.strip(), columns, own, own + "  ")


def _map_page(block: Map, press: Press, paper: str, heading: Heading | None) -> Iterator[Flowable]:
    """The map on a page of its own, which it fills; its caption is written into it."""
    chart = replace(block.chart, note=block.chart.note or plain(block.caption))
    upright, lying = map_frame_size(paper, False), map_frame_size(paper, True)
    landscape = scale_in(chart, *lying) > 1.1 * scale_in(chart, *upright)
    yield NextPageTemplate("map-landscape" if landscape else "map")
    yield PageBreak()
    yield ChartPart(draw_in(chart, *(lying if landscape else upright)), heading)
    yield NextPageTemplate("page")
    yield PageBreak()


def _heading(text: str) -> str:
    """What stands in a heading: one that fills a page could not be set at all."""
    return one_line(text)[:_LONGEST_HEADING]


def _bounded(table: Table) -> Table:
    """The table with headings and cells that fit on a page, which no row may leave."""
    columns = tuple(replace(column, title=_heading(column.title)) for column in table.columns)
    rows = tuple(tuple(cell[:_LONGEST_CELL] for cell in row) for row in table.rows)
    return replace(table, columns=columns, rows=rows)
