"""What worker processes do: pure functions over bytes, without mail, clock or database.

Every job and result can be pickled. A job names its ruleset by slug or by ``module:NAME``, so that a new process can find it
by itself.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import structlog

from postern import render
from postern.desk.documents.chronicle import film_of, full_log, pdf_of, report_of
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.drafts import unpack
from postern.desk.documents.fitting import fitted
from postern.desk.documents.ics import event
from postern.desk.documents.templates import put_on_sheet, words_on_sheet
from postern.desk.settings.rulesets import AnyRuleset, rules_version, ruleset
from postern.game.chance import Chance
from postern.game.chart import Chart
from postern.game.events import seen
from postern.game.orders import OrderSheet
from postern.game.report import Graph, Map, Maps, Podium, Report, following
from postern.game.ruleset import Level, Signup
from postern.post.letter import Attachment, InlineImage, Outgoing, compose

_WHOLE, _CLOSEUP = (900, 150_000), (680, 66_000)
"""Of the pictures in a page, which shows them 636 pixels wide, a phone 360: their width, and bytes that they should not pass.
What is heavier is drawn narrower, down to ``_NARROWEST`` of that width. MAP and the PDF bring more."""
_NARROWEST = 0.7
_FILM, _CLIP = 1_000_000, 200_000
"""Bytes that a moving map should not pass: alone, and in a letter that brings a report besides."""
_LARGEST_FILE = 4_000_000
"""Bytes of an export that is attached as it is."""
_NO_TALE = "How the game went could not be told in this letter; the game master can find out why, and HISTORY tries again."
_NO_HISTORY = "The game is not over any more, or no longer on record: its history cannot be told."

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class SetupJob:
    """A game to be set up: its options, who sits there, its seed."""

    ruleset: str
    options: Mapping[str, Any]
    seats: tuple[Signup, ...]
    seed: str


@dataclass(frozen=True)
class TurnJob:
    """A turn to be run. ``texts``: seat → its orders, None where it missed the turn; ``computers`` plan their own, and for
    ``absent``, who will return, they stand in."""

    ruleset: str
    world: bytes
    seed: str
    texts: Mapping[str, str | None]
    computers: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    unread: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Seat → lines of its letters of which no order came, for its report."""
    levels: Mapping[str, Level] = field(default_factory=dict)
    """How well single computer players play; the others are ``normal``."""
    before: Mapping[str, bytes] = field(default_factory=dict)
    """Seat → its report of the turn before, where there is one: what its front page tells goes on in the next."""


@dataclass(frozen=True)
class TurnDone:
    """What came of it: the next world, the turn it awaits, the orders as they were resolved, a report for each seat."""

    world: bytes
    turn: int
    texts: Mapping[str, str | None]
    reports: Mapping[str, bytes]
    public: bytes
    """What all of them know alike, for observers."""
    finished: bool = False
    winners: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    rules: str = ""
    """The version of the rules that ran it."""


@dataclass(frozen=True)
class LetterJob:
    """A draft to be finished, with the reports (JSON) that its requests name, in their order (None: none needed)."""

    draft: bytes
    reports: tuple[bytes | None, ...] = field(default_factory=tuple)
    largest: int = 0
    """Bytes that the mail server takes at most; 0: any."""
    asked_for: bool = False
    """Whether its reader asked for the documents."""
    refused: bool = False
    """Whether a server has refused the letter for its size: ``largest`` is then just below that."""


def set_up(job: SetupJob) -> TurnDone:
    """The world of turn 1 and each seat's first report. Raises what the ruleset raises."""
    rules = ruleset(job.ruleset)
    world = rules.setup(job.options, job.seats, Chance(job.seed))
    data = rules.dump(world)
    world = rules.load(data)
    reports = {seat.name: render.to_json(rules.report(rules.view(world, seat.name), ())) for seat in job.seats}
    public = render.to_json(rules.public(rules.view(world, job.seats[0].name), ()))
    return TurnDone(data, rules.turn(world), {}, reports, public, rules=rules_version(job.ruleset))


def run_turn(job: TurnJob) -> TurnDone:
    """Reads all orders on their seats' views, lets computers plan, resolves, and reports. Raises what the ruleset raises."""
    rules = ruleset(job.ruleset)
    world = rules.load(job.world)
    chance = Chance(job.seed)
    active = rules.active(world)
    texts: dict[str, str | None] = {}
    sheets: dict[str, OrderSheet] = {}
    for seat in active:
        view = rules.view(world, seat)
        if seat in job.computers or seat in job.absent:
            text: str | None = rules.plan(view, chance, standing_in=seat in job.absent, level=job.levels.get(seat, "normal"))
        else:
            text = job.texts.get(seat)
        texts[seat] = text
        if text is not None:
            sheets[seat] = rules.read(text, view)
    outcome = rules.resolve(world, sheets, chance)
    data = rules.dump(outcome.world)
    after = rules.load(data)
    told = tuple(job.texts) if outcome.finished else active
    reports = {
        seat: render.to_json(
            following(
                rules.report(rules.view(after, seat), seen(outcome.events, seat), job.unread.get(seat, ())),
                render.front_of(job.before[seat]) if seat in job.before else None,
            )
        )
        for seat in told
    }
    common = [event for event in outcome.events if event.seen_by.issuperset(active)]
    public = render.to_json(rules.public(rules.view(after, next(iter(active or told))), common))
    return TurnDone(
        data,
        rules.turn(after),
        texts,
        reports,
        public,
        outcome.finished,
        tuple(outcome.winners),
        tuple(outcome.eliminated),
        rules_version(job.ruleset),
    )


def finish_letter(job: LetterJob) -> bytes:
    """The whole letter with its documents, ready to be sent. The same draft and reports give the same bytes."""
    letter, requests = unpack(job.draft)
    opening = letter.text
    for request, data in zip(requests, job.reports, strict=True):
        try:
            letter = _DOCUMENTS[request.kind](letter, request, data)
        except Exception:
            if request.kind != "history" or len(requests) == 1:
                raise
            # The last report goes with it, and shall reach its reader all the same.
            _log.exception("the end of a game cannot be told", document=request.name)
            letter = _with_words(letter, _NO_TALE)
    if job.largest:
        return fitted(letter, opening, requests, job.largest, asked_for=job.asked_for, refused=job.refused)
    return compose(letter)


def plain_letter(draft: bytes) -> bytes:
    """The letter without the documents, for when they cannot be made: better than none."""
    letter, _ = unpack(draft)
    return compose(
        _with_words(letter, "The documents that belong to this letter could not be made.\nThe game master has been told.")
    )


def _with_words(letter: Outgoing, words: str) -> Outgoing:
    """The letter with a paragraph more: at the end of its text, at the top of its page."""
    text = f"{letter.text.rstrip()}\n\n{words}\n"
    return replace(letter, text=text, html=put_on_sheet(letter.html, f"<p>{words}</p>"))


def _with_report(letter: Outgoing, request: DocumentRequest, data: bytes | None) -> Outgoing:
    report = _with_facts(render.from_json(data or b""), request)
    chart = _chart(report)
    with_html = "html" in request.want and bool(letter.html)  # without the letter's own words it would hide them
    files: list[Attachment] = []
    images: list[InlineImage] = []
    if "pdf" in request.want:
        draw = render.to_pdf if request.seat_id else render.gazette_pdf
        files.append(Attachment(f"{request.name}.pdf", draw(report, request.paper), "application/pdf"))
    if "png" in request.want and chart is not None:
        if with_html:
            images = _pictures(letter, request.name, chart)
        else:
            files.append(Attachment(f"{request.name}-map.png", render.chart_png(chart), "image/png"))
    if "json" in request.want:
        files.append(Attachment(f"{request.name}.json", render.to_json(report), "application/json"))
    html = ""
    if with_html:
        whole, near = [*(image.cid for image in images), None, None][:2]
        html = _joined_html(letter.html, render.to_html(report, whole, closeup_cid=near))
    return _joined(letter, report, html, images, files)


def _pictures(letter: Outgoing, name: str, chart: Chart) -> list[InlineImage]:
    """What the HTML shows: the whole map, which travels once, and the reader's own neighbourhood, big enough for a phone."""
    images = [InlineImage(_cid(letter, "map"), f"{name}-map.png", _picture(chart, *_WHOLE))]
    near = render.chart_closeup(chart)
    if near is not None:
        images.append(InlineImage(_cid(letter, "near"), f"{name}-neighbourhood.png", _picture(near, *_CLOSEUP)))
    return images


def _picture(chart: Chart, width: int, heaviest: int) -> bytes:
    """The chart as a picture within a page."""
    picture = render.chart_png(chart, width)
    share = (heaviest / len(picture)) ** 0.8  # twice as wide is somewhat more than twice as heavy
    return picture if share >= 1 else render.chart_png(chart, int(width * max(share, _NARROWEST)))


def _cid(letter: Outgoing, what: str) -> str:
    """A Content-ID that no other picture in the world has (RFC 2045, 7): the Message-ID is in it, and the picture's place."""
    return f"{what}{len(letter.images)}.{letter.message_id.strip('<>')}"


def _with_map(letter: Outgoing, request: DocumentRequest, data: bytes | None) -> Outgoing:
    chart = _chart(render.from_json(data or b""))
    if chart is None:
        return letter
    picture = Attachment(f"{request.name}-map.png", render.chart_png(chart), "image/png")
    return replace(letter, attachments=(*letter.attachments, picture))


def _with_rules(letter: Outgoing, request: DocumentRequest, data: bytes | None) -> Outgoing:
    rules: AnyRuleset = ruleset(request.ruleset)
    document = render.handbook_pdf(rules.handbook(), paper=request.paper)
    return replace(
        letter, attachments=(*letter.attachments, Attachment(f"{rules.slug}-rules.pdf", document, "application/pdf"))
    )


def _with_export(letter: Outgoing, request: DocumentRequest, data: bytes | None) -> Outgoing:
    """The document as it is, or packed where mail servers might find it too large."""
    document = data or b""
    if len(document) <= _LARGEST_FILE:
        return replace(
            letter, attachments=(*letter.attachments, Attachment(f"{request.name}.json", document, "application/json"))
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(f"{request.name}.json"), document, zipfile.ZIP_DEFLATED)
    file = Attachment(f"{request.name}.zip", packed.getvalue(), "application/zip")
    return replace(letter, attachments=(*letter.attachments, file))


def _with_history(letter: Outgoing, request: DocumentRequest, data: bytes | None) -> Outgoing:
    """The history in text and HTML, with its pictures; PDF, JSON and log where they are wanted."""
    if data is None:
        return _with_words(letter, _NO_HISTORY)
    report = report_of(data, request.facts)
    files: list[Attachment] = []
    if "pdf" in request.want:
        files.append(Attachment(f"{request.name}.pdf", pdf_of(data, request.facts, request.paper), "application/pdf"))
    if "json" in request.want:
        files.append(Attachment(f"{request.name}.json", render.to_json(report), "application/json"))
    if "log" in request.want:
        files.append(Attachment(f"{request.name}-log.zip", full_log(data), "application/zip"))
    if "html" not in request.want or not letter.html:
        if "film" in request.want:
            files.append(Attachment(f"{request.name}-film.gif", film_of(data, _FILM), "image/gif"))
        return _joined(letter, report, "", (), files)
    images = _stills(letter, request, report, data)
    addresses = {what: f"cid:{image.cid}" for what, image in images.items()}
    html = _joined_html(letter.html, render.to_html(report, map_src=addresses.get("map"), pictures=addresses))
    return _joined(letter, report, html, tuple(images.values()), files)


def _stills(letter: Outgoing, request: DocumentRequest, report: Report, data: bytes) -> dict[str, InlineImage]:
    """The pictures of a history's page: scores, four small maps, the moving map, and where it is wanted the map of the end."""
    found: dict[str, InlineImage] = {}

    def add(what: str, picture: bytes, kind: str = "png") -> None:
        found[what] = InlineImage(_cid(letter, what), f"{request.name}-{what}.{kind}", picture, kind)

    for block in (block for section in report.sections for block in section.blocks):
        if isinstance(block, Podium):
            add("podium", render.podium_png(block, _WHOLE[0]))
        elif isinstance(block, Graph) and block.courses:
            add("graph", render.graph_png(block, _WHOLE[0]))
        elif isinstance(block, Maps) and block.charts:
            add("maps", render.maps_png(block, _WHOLE[0]))
    add("film", film_of(data, _FILM if "film" in request.want else _CLIP), "gif")
    chart = _chart(report)
    if "png" in request.want and chart is not None:
        add("map", _picture(chart, *_WHOLE))
    return found


def _with_calendar(letter: Outgoing, request: DocumentRequest, data: bytes | None) -> Outgoing:
    document, method = event(dict(request.facts))
    file = Attachment(f"{request.name}.ics", document, f"text/calendar; method={method}")
    return replace(letter, attachments=(*letter.attachments, file))


_DOCUMENTS = {
    "report": _with_report,
    "map": _with_map,
    "rules": _with_rules,
    "export": _with_export,
    "calendar": _with_calendar,
    "history": _with_history,
}


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


def _joined(
    letter: Outgoing, report: Report, html: str, images: Sequence[InlineImage], files: Sequence[Attachment]
) -> Outgoing:
    """The letter with the report below its words, with its pictures and files."""
    return replace(
        letter,
        text=f"{letter.text.rstrip()}\n\n{render.to_text(report)}",
        html=html,
        images=(*letter.images, *images),
        attachments=(*letter.attachments, *files),
    )


def _joined_html(letter: str, report: str) -> str:
    """The report's document with the letter's words at the top of its sheet."""
    words = words_on_sheet(letter)
    return put_on_sheet(report, f'<div style="margin:0 0 16px;padding:0 0 6px;border-bottom:1px solid #d8d3c8">{words}</div>')


def sheets_json(texts: Mapping[str, str | None]) -> bytes:
    """The orders of a turn as they are kept on record."""
    return json.dumps(dict(texts), sort_keys=True, ensure_ascii=False).encode()


def sheets_from_json(data: bytes) -> dict[str, str | None]:
    """What ``sheets_json`` wrote."""
    return dict(json.loads(data))
