"""Documents as jobs for workers: what takes long of a letter, drawn from requests and reports without the letter itself.

A worker gets no address, no token and no header. Content-IDs hold the letter's Message-ID, so that a worker writes
placeholders, which ``finishing`` replaces when it joins letter and documents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

import structlog

from postern import render
from postern.desk.documents.chronicle import film_of, full_log, pdf_of, report_of
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.settings.rulesets import AnyRuleset, ruleset
from postern.game.chart import Chart
from postern.game.report import Graph, Map, Maps, Podium, Report
from postern.post.letter import Attachment, InlineImage

_WHOLE, _CLOSEUP = (900, 150_000), (680, 66_000)
"""Of the pictures in a page, which shows them 636 pixels wide, a phone 360: their width, and bytes that they should not pass.
What is heavier is drawn narrower, down to ``_NARROWEST`` of that width. MAP and the PDF bring more."""
_NARROWEST = 0.7
_FILM, _CLIP = 1_000_000, 200_000
"""Bytes that a moving map should not pass: alone, and in a letter that brings a report besides."""
_NO_TALE = "How the game went could not be told in this letter; the game master can find out why, and HISTORY tries again."
_NO_HISTORY = "The game is not over any more, or no longer on record: its history cannot be told."

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class DrawJob:
    """The documents of one letter to be drawn, with the reports (JSON) that their requests name, in their order (None: none
    needed)."""

    requests: tuple[DocumentRequest, ...]
    reports: tuple[bytes | None, ...]
    page: bool
    """Whether the letter has an HTML page, without which none is drawn."""
    alone: bool
    """Whether the letter brings nothing but one document, so that there is no letter where that fails."""
    mark: str
    """What the placeholders of this letter's Content-IDs end with."""


@dataclass(frozen=True)
class Drawn:
    """What came of one request: the report in words and as a page, with the pictures in it; files; or a paragraph that says
    why there is nothing."""

    text: str | None = None
    """None: it brings files or a paragraph alone, and the letter's page stays as it is."""
    page: str = ""
    images: tuple[InlineImage, ...] = ()
    files: tuple[Attachment, ...] = ()
    words: str = ""


def draw(job: DrawJob) -> tuple[Drawn, ...]:
    """The documents of all requests. Raises what a drawing raises, but for a history that something else goes with."""
    found: list[Drawn] = []
    page = job.page
    for request, data in zip(job.requests, job.reports, strict=True):
        try:
            drawn = _DRAWINGS[request.kind](_Sheet(request, page, job.mark), data)
        except Exception:
            if request.kind != "history" or job.alone:
                raise
            # The last report goes with it, and shall reach its reader all the same.
            _log.exception("the end of a game cannot be told", document=request.name)
            drawn = Drawn(words=_NO_TALE)
        found.append(drawn)
        if drawn.text is not None:
            page = bool(drawn.page)
    return tuple(found)


@dataclass(frozen=True)
class _Sheet:
    """A request, whether its letter has a page at this point, and how the pictures in it are marked."""

    request: DocumentRequest
    page: bool
    mark: str

    @property
    def name(self) -> str:
        return self.request.name

    def picture(self, what: str, file: str, data: bytes, kind: str = "png") -> InlineImage:
        return InlineImage(f"{what}.{self.mark}", f"{self.name}-{file}.{kind}", data, kind)


def _report(sheet: _Sheet, data: bytes | None) -> Drawn:
    request = sheet.request
    report = _with_facts(render.from_json(data or b""), request)
    chart = _chart(report)
    with_page = "html" in request.want and sheet.page  # without the letter's own words it would hide them
    files: list[Attachment] = []
    images: list[InlineImage] = []
    if "pdf" in request.want:
        to_pdf = render.to_pdf if request.seat_id else render.gazette_pdf
        files.append(Attachment(f"{request.name}.pdf", to_pdf(report, request.paper), "application/pdf"))
    if "png" in request.want and chart is not None:
        if with_page:
            images = _pictures(sheet, chart)
        else:
            files.append(Attachment(f"{request.name}-map.png", render.chart_png(chart), "image/png"))
    if "json" in request.want:
        files.append(Attachment(f"{request.name}.json", render.to_json(report), "application/json"))
    page = ""
    if with_page:
        whole, near = [*(image.cid for image in images), None, None][:2]
        page = render.to_html(report, whole, closeup_cid=near)
    return _drawn(report, page, images, files)


def _pictures(sheet: _Sheet, chart: Chart) -> list[InlineImage]:
    """What the page shows: the whole map, which travels once, and the reader's own neighbourhood, big enough for a phone."""
    images = [sheet.picture("map", "map", _picture(chart, *_WHOLE))]
    near = render.chart_closeup(chart)
    if near is not None:
        images.append(sheet.picture("near", "neighbourhood", _picture(near, *_CLOSEUP)))
    return images


def _picture(chart: Chart, width: int, heaviest: int) -> bytes:
    """The chart as a picture within a page."""
    picture = render.chart_png(chart, width)
    share = (heaviest / len(picture)) ** 0.8  # twice as wide is somewhat more than twice as heavy
    return picture if share >= 1 else render.chart_png(chart, int(width * max(share, _NARROWEST)))


def _map(sheet: _Sheet, data: bytes | None) -> Drawn:
    chart = _chart(render.from_json(data or b""))
    if chart is None:
        return Drawn()
    return Drawn(files=(Attachment(f"{sheet.name}-map.png", render.chart_png(chart), "image/png"),))


def _rules(sheet: _Sheet, data: bytes | None) -> Drawn:
    rules: AnyRuleset = ruleset(sheet.request.ruleset)
    document = render.handbook_pdf(rules.handbook(), paper=sheet.request.paper)
    return Drawn(files=(Attachment(f"{rules.slug}-rules.pdf", document, "application/pdf"),))


def _history(sheet: _Sheet, data: bytes | None) -> Drawn:
    """The history in text and HTML, with its pictures; PDF, JSON and log where they are wanted."""
    if data is None:
        return Drawn(words=_NO_HISTORY)
    request = sheet.request
    report = report_of(data, request.facts)
    files: list[Attachment] = []
    if "pdf" in request.want:
        files.append(Attachment(f"{request.name}.pdf", pdf_of(data, request.facts, request.paper), "application/pdf"))
    if "json" in request.want:
        files.append(Attachment(f"{request.name}.json", render.to_json(report), "application/json"))
    if "log" in request.want:
        files.append(Attachment(f"{request.name}-log.zip", full_log(data), "application/zip"))
    if "html" not in request.want or not sheet.page:
        if "film" in request.want:
            files.append(Attachment(f"{request.name}-film.gif", film_of(data, _FILM), "image/gif"))
        return _drawn(report, "", (), files)
    images = _stills(sheet, report, data)
    addresses = {what: f"cid:{image.cid}" for what, image in images.items()}
    page = render.to_html(report, map_src=addresses.get("map"), pictures=addresses)
    return _drawn(report, page, images.values(), files)


def _stills(sheet: _Sheet, report: Report, data: bytes) -> dict[str, InlineImage]:
    """The pictures of a history's page: scores, four small maps, the moving map, and where it is wanted the map of the end."""
    found: dict[str, InlineImage] = {}

    def add(what: str, picture: bytes, kind: str = "png") -> None:
        found[what] = sheet.picture(what, what, picture, kind)

    for block in (block for section in report.sections for block in section.blocks):
        if isinstance(block, Podium):
            add("podium", render.podium_png(block, _WHOLE[0]))
        elif isinstance(block, Graph) and block.courses:
            add("graph", render.graph_png(block, _WHOLE[0]))
        elif isinstance(block, Maps) and block.charts:
            add("maps", render.maps_png(block, _WHOLE[0]))
    add("film", film_of(data, _FILM if "film" in sheet.request.want else _CLIP), "gif")
    chart = _chart(report)
    if "png" in sheet.request.want and chart is not None:
        add("map", _picture(chart, *_WHOLE))
    return found


_DRAWINGS: dict[str, Callable[[_Sheet, bytes | None], Drawn]] = {
    "report": _report,
    "map": _map,
    "rules": _rules,
    "history": _history,
}
DRAWN = frozenset(_DRAWINGS)
"""The kinds of documents that are drawn; the others are files that need nothing but what is stored."""


def _with_facts(report: Report, request: DocumentRequest) -> Report:
    if request.due:
        rules: AnyRuleset = ruleset(request.ruleset)
        report = rules.dated(report, datetime.fromisoformat(request.due).astimezone(ZoneInfo(request.zone)))
    masthead = report.masthead
    footer = " · ".join(words for words in (report.footer, request.footer) if words)
    return replace(report, masthead=replace(masthead, facts=(*masthead.facts, *request.facts)), footer=footer)


def _chart(report: Report) -> Chart | None:
    charts = (block.chart for section in report.sections for block in section.blocks if isinstance(block, Map))
    return next(charts, None)


def _drawn(report: Report, page: str, images: Iterable[InlineImage], files: Iterable[Attachment]) -> Drawn:
    return Drawn(render.to_text(report), page, tuple(images), tuple(files))
