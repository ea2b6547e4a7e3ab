"""A draft becomes a letter: a worker draws its documents, then they are joined and fitted to what the mail server takes."""

from __future__ import annotations

import asyncio
import hashlib
import io
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.drafts import unpack
from postern.desk.documents.drawing import DRAWN, DrawJob, Drawn, draw
from postern.desk.documents.fitting import fitted
from postern.desk.documents.ics import event
from postern.desk.documents.templates import put_on_sheet, words_on_sheet
from postern.desk.documents.workers import Workers
from postern.post.letter import Attachment, Outgoing, compose

_LARGEST_FILE = 4_000_000
"""Bytes of an export that is attached as it is."""


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


async def finish_letter(workers: Workers, job: LetterJob) -> bytes:
    """The whole letter with its documents, ready to be sent. The same draft and reports give the same bytes. Raises what a
    drawing raises.

    A worker draws what takes long, without knowing the letter; what is stored as it is goes to none.
    """
    drawing = await asyncio.to_thread(drawing_of, job)
    drawn = await workers.run(draw, drawing) if drawing.requests else ()
    return await asyncio.to_thread(join, job, drawn)


def drawing_of(job: LetterJob) -> DrawJob:
    """What a worker has to draw for the letter; it has no requests where there is nothing to draw."""
    letter, requests = unpack(job.draft)
    wanted = [(request, data) for request, data in zip(requests, job.reports, strict=True) if request.kind in DRAWN]
    return DrawJob(
        tuple(request for request, _ in wanted),
        tuple(data for _, data in wanted),
        page=bool(letter.html),
        alone=len(requests) == 1,
        mark=_mark(letter),
    )


def join(job: LetterJob, drawn: Sequence[Drawn]) -> bytes:
    """The letter with what was ``drawn`` for it, in the order of its requests, and with the files that need no drawing."""
    letter, requests = unpack(job.draft)
    opening, pieces = letter.text, iter(drawn)
    for request, data in zip(requests, job.reports, strict=True):
        if request.kind in DRAWN:
            letter = _with(letter, next(pieces))
        else:
            letter = replace(letter, attachments=(*letter.attachments, _FILES[request.kind](request, data)))
    if job.largest:
        return fitted(letter, opening, requests, job.largest, asked_for=job.asked_for, refused=job.refused)
    return compose(letter)


def plain_letter(draft: bytes) -> bytes:
    """The letter without the documents, for when they cannot be made: better than none."""
    letter, _ = unpack(draft)
    return compose(
        _with_words(letter, "The documents that belong to this letter could not be made.\nThe game master has been told.")
    )


def _mark(letter: Outgoing) -> str:
    """Tells nobody the Message-ID, and stands in no text, as nobody knows that before the letter is sent."""
    return hashlib.sha256(letter.message_id.encode()).hexdigest()[:24]


def _with(letter: Outgoing, drawn: Drawn) -> Outgoing:
    """The letter with the report below its words, with its pictures and files.

    A Content-ID is one that no other picture in the world has (RFC 2045, 7): the Message-ID is in it, and the picture's place.
    """
    if drawn.words:
        letter = _with_words(letter, drawn.words)
    letter = replace(letter, attachments=(*letter.attachments, *drawn.files))
    if drawn.text is None:
        return letter
    page, images = drawn.page, list(drawn.images)
    for number, image in enumerate(images):
        what = image.cid.removesuffix(f".{_mark(letter)}")
        cid = f"{what}{len(letter.images)}.{letter.message_id.strip('<>')}"
        page = page.replace(image.cid, cid)
        images[number] = replace(image, cid=cid)
    return replace(
        letter,
        text=f"{letter.text.rstrip()}\n\n{drawn.text}",
        html=_joined_page(letter.html, page) if page else "",
        images=(*letter.images, *images),
    )


def _joined_page(letter: str, report: str) -> str:
    """The report's document with the letter's words at the top of its sheet."""
    words = words_on_sheet(letter)
    return put_on_sheet(report, f'<div style="margin:0 0 16px;padding:0 0 6px;border-bottom:1px solid #d8d3c8">{words}</div>')


def _with_words(letter: Outgoing, words: str) -> Outgoing:
    """The letter with a paragraph more: at the end of its text, at the top of its page."""
    text = f"{letter.text.rstrip()}\n\n{words}\n"
    return replace(letter, text=text, html=put_on_sheet(letter.html, f"<p>{words}</p>"))


def _export(request: DocumentRequest, data: bytes | None) -> Attachment:
    """The document as it is, or packed where mail servers might find it too large."""
    document = data or b""
    if len(document) <= _LARGEST_FILE:
        return Attachment(f"{request.name}.json", document, "application/json")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(f"{request.name}.json"), document, zipfile.ZIP_DEFLATED)
    return Attachment(f"{request.name}.zip", packed.getvalue(), "application/zip")


def _calendar(request: DocumentRequest, data: bytes | None) -> Attachment:
    document, method = event(dict(request.facts))
    return Attachment(f"{request.name}.ics", document, f"text/calendar; method={method}")


_FILES: dict[str, Callable[[DocumentRequest, bytes | None], Attachment]] = {"export": _export, "calendar": _calendar}
