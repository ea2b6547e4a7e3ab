"""Diagrams of a report in the PDF: the turn phase by phase, and the steps by which a store went up and down."""

from __future__ import annotations

from reportlab.platypus import Flowable

from postern.game.front import Force
from postern.game.report import Lane, Steps, Timeline
from postern.render import style
from postern.render.chart import owners
from postern.render.fonts import BOLD, REGULAR, text_width
from postern.render.marks import one_line, plain
from postern.render.style import mix, rgb

_NAMES, _ROW, _HEAD = 92.0, 24.0, 16.0
_BAND, _PALE, _BATTLE = "#f5f0e1", "#ffffff", "#b5161b"
_SIX = 6
"""Bands of so many phases alternate, so that a phase far below its number is found."""
_STEP_HIGH, _STEP_ROOM = 70.0, 15.0
_STORE = "#8a7d63"


class TimelinePart(Flowable):
    """A time line of the whole width."""

    def __init__(self, line: Timeline, width: float) -> None:
        super().__init__()
        self._line = line
        self._width = width
        self.spaceAfter = style.GAP

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The width, and the height of all rows."""
        return self._width, _HEAD + _ROW * len(self._line.lanes)

    def draw(self) -> None:
        """Draws bands and phases, the rows, and the battles over them."""
        high = _HEAD + _ROW * len(self._line.lanes)
        one = (self._width - _NAMES) / max(1, self._line.phases)
        canvas = self.canv
        for start in range(0, self._line.phases, 2 * _SIX):
            wide = min(_SIX, self._line.phases - start) * one
            canvas.setFillColorRGB(*rgb(_BAND))
            canvas.rect(_NAMES + start * one, 0, wide, high, stroke=0, fill=1)
        fought = {meeting.phase for meeting in self._line.meetings}
        for phase in range(1, self._line.phases + 1):
            canvas.setFont(BOLD if phase in fought else REGULAR, 7.5)
            canvas.setFillColorRGB(*rgb(style.INK if phase in fought else style.GREY))
            canvas.drawCentredString(_NAMES + (phase - 0.5) * one, high - 9, str(phase))
        middles = [high - _HEAD - (at + 0.5) * _ROW for at in range(len(self._line.lanes))]
        for lane, y in zip(self._line.lanes, middles, strict=True):
            self._lane(lane, y, one)
        for number, meeting in enumerate(self._line.meetings, start=1):
            x, rows = _NAMES + (meeting.phase - 0.5) * one, [middles[at] for at in meeting.lanes]
            if not rows:
                continue  # a battle of which no row had room
            canvas.setStrokeColorRGB(*rgb(_BATTLE))
            canvas.setLineWidth(1.6)
            canvas.setDash(2, 1.5)
            canvas.line(x, max(rows), x, min(rows))
            canvas.setDash()
            canvas.setFillColorRGB(*rgb(_PALE))
            for y in rows:
                canvas.circle(x, y, 3, stroke=1, fill=1)
            canvas.setFillColorRGB(*rgb(_BATTLE))
            canvas.circle(x, max(rows), 6, stroke=0, fill=1)
            canvas.setFillColorRGB(1, 1, 1)
            canvas.setFont(BOLD, 7.5)
            canvas.drawCentredString(x, max(rows) - 2.6, str(number))

    def _lane(self, lane: Lane, y: float, one: float) -> None:
        canvas, colour = self.canv, owners.colour_of(Force(lane.name, None, own=lane.own, number=lane.number))
        canvas.setStrokeColorRGB(*rgb(style.RULE))
        canvas.setLineWidth(0.4)
        canvas.line(0, y - _ROW / 2, self._width, y - _ROW / 2)
        canvas.setFillColorRGB(*rgb(colour))
        canvas.rect(0, y - 5, 10, 10, stroke=0, fill=1)
        canvas.setFillColorRGB(*rgb(style.INK))
        canvas.setFont(BOLD, 8.5)
        canvas.drawString(15, y + (1 if lane.note else -3), _cut(one_line(lane.name), BOLD, 8.5, _NAMES - 18))
        canvas.setFont(REGULAR, 7)
        canvas.drawString(15, y - 8, _cut(one_line(lane.note), REGULAR, 7, _NAMES - 18))
        for span in lane.spans:
            x, wide = _NAMES + (span.first - 1) * one, (span.last - span.first + 1) * one
            canvas.setFillColorRGB(*rgb(mix(colour, "#ffffff", 0.82)))
            canvas.setStrokeColorRGB(*rgb(colour))
            canvas.setLineWidth(0.8)
            canvas.roundRect(x + 0.5, y - 7.5, wide - 1, 15, 2.5, stroke=1, fill=1)
            canvas.setFillColorRGB(*rgb(style.INK))
            canvas.setFont(REGULAR, 7.5)
            canvas.drawCentredString(x + wide / 2, y - 2.6, _cut(one_line(plain(span.text)), REGULAR, 7.5, wide - 4))


class StepsPart(Flowable):
    """A store's steps: filled where something was added, outlined where it was taken."""

    def __init__(self, steps: Steps, width: float) -> None:
        super().__init__()
        self._steps = steps
        self._width = width
        self.spaceAfter = style.GAP

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Its width, and the height with its name above and its labels below."""
        return self._width, _STEP_HIGH + 3 * _STEP_ROOM

    def draw(self) -> None:
        """Draws the name, and the steps from the left."""
        canvas, steps = self.canv, self._steps
        canvas.setFillColorRGB(*rgb(style.INK))
        canvas.setFont(BOLD, 10)
        canvas.drawString(0, _STEP_HIGH + 2 * _STEP_ROOM + 3, one_line(steps.name))
        bars, level = [("had", 0, steps.had, f"{steps.had:,}", _STORE)], steps.had
        for label, amount in steps.changes:
            bars.append((label, level, level + amount, f"{amount:+,}", style.GOOD if amount >= 0 else style.BAD))
            level += amount
        bars.append(("now", 0, steps.now, f"{steps.now:,}", _STORE))
        low = min(0, *(min(start, end) for _, start, end, _, _ in bars))
        most = max(1, *(max(start, end) - low for _, start, end, _, _ in bars))
        wide, scale = self._width / len(bars), _STEP_HIGH / most
        for at, (label, start, end, told, colour) in enumerate(bars):
            x, y = at * wide, _STEP_ROOM + (min(start, end) - low) * scale
            high = max(0.8, abs(end - start) * scale)
            canvas.setStrokeColorRGB(*rgb(colour))
            canvas.setFillColorRGB(*rgb(mix(colour, "#ffffff", 0.8) if end < start else colour))
            canvas.rect(x + 3, y, wide - 6, high, stroke=1, fill=1)
            canvas.setFillColorRGB(*rgb(style.INK))
            canvas.setFont(BOLD, 7.5)
            canvas.drawCentredString(x + wide / 2, y + high + 3, told)
            canvas.setFont(REGULAR, 7.5)
            canvas.drawCentredString(x + wide / 2, 4, _cut(one_line(label), REGULAR, 7.5, wide - 2))


def _cut(text: str, face: str, size: float, room: float) -> str:
    """As much of the text as fits, with dots for the rest; nothing where not even two letters fit."""
    if text_width(text, face, size) <= room:
        return text
    while text and text_width(text + "…", face, size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…" if len(text) > 1 else ""
