"""The PDF of a report."""

from __future__ import annotations

from postern.game.report import Report
from postern.render import fonts
from postern.render.pdf.page import build
from postern.render.pdf.spelling import spelled
from postern.render.pdf.story import press_for, running, tell


def to_pdf(report: Report, paper: str = "a4") -> bytes:
    """The report as PDF on ``a4`` or ``letter`` paper: bookmarks, links, page numbers, embedded faces.

    The same report gives the same bytes. Raises ValueError for an unknown paper.
    """
    fonts.register()
    report = spelled(report)
    press = press_for(report, paper)
    data, _ = build(tell(report, press, paper), running(report), paper)
    return data
