"""A letter and its documents are joined here: what is drawn elsewhere is told nothing of the letter."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from postern import render
from postern.desk.documents import finishing, jobs
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.drafts import pack, unpack
from postern.desk.documents.drawing import draw
from postern.desk.documents.finishing import LetterJob, drawing_of, finish_letter
from postern.desk.documents.templates import put_on_sheet, words_on_sheet
from postern.desk.documents.workers import LocalWorkers
from postern.post.letter import Address, Attachment, InlineImage, compose
from tests.desk.documents.test_report_letter import LIGHT, WISH, draft, report

_ADDRESS, _TOKEN, _SUBJECT = "ann.marked@secret.example", "tok3n-marked-4711", "A marked subject"
_CALENDAR = DocumentRequest(
    "calendar",
    ("ics",),
    "great_jewels",
    name="QJ-101-deadline",
    facts=(
        ("uid", "qj-101.4@marked.example"),
        ("sequence", "1"),
        ("stamp", "2026-11-20T00:00:00+00:00"),
        ("due", "2026-11-27T19:00:00+00:00"),
        ("summary", "QJ-101"),
        ("seat", "ANN"),
        ("organizer", "orders@marked.example"),
        ("alarms", "3600"),
    ),
)
_EXPORT = DocumentRequest("export", ("json",), "", name="export", player_id=7)
_DATA = b'{"address": "ann.marked@secret.example"}'


class Told(LocalWorkers):
    """Takes down what a worker of another machine would be sent."""

    def __init__(self) -> None:
        super().__init__(0)
        self.sent: list[bytes] = []

    async def run(self, work: Callable[[Any], Any], job: Any) -> Any:
        self.sent.append(zlib.decompress(jobs.packed(work, job)))
        return jobs.result_of(work, job, await super().run(jobs.perform, jobs.packed(work, job)))


def marked(*wishes: DocumentRequest) -> bytes:
    """A draft whose address, token and subject can be told in any bytes."""
    letter, requests = unpack(draft(*wishes))
    link = f"mailto:orders+{_TOKEN}@example.org"
    return pack(
        replace(
            letter,
            to=(Address(_ADDRESS, "Ann Marked"),),
            subject=_SUBJECT,
            reply_to=Address(f"orders+{_TOKEN}@example.org"),
            text=f"{letter.text}\n{link}\n",
            html=put_on_sheet(letter.html, f'<a href="{link}">Reply</a>'),
        ),
        requests,
    )


def finished(workers: Told, job: LetterJob) -> bytes:
    return asyncio.run(finish_letter(workers, job))


def test_a_worker_is_told_no_address_no_token_and_nothing_of_the_letter() -> None:
    workers = Told()
    job = LetterJob(marked(WISH, _CALENDAR, _EXPORT), (report(), None, _DATA))
    letter, _ = unpack(job.draft)
    made = finished(workers, job)
    (sent,) = workers.sent
    assert sent.count(b"great_jewels") > 0, "the request for the report goes along"
    for secret in (_ADDRESS, _TOKEN, _SUBJECT, "marked", "Ann Marked", letter.message_id.strip("<>"), letter.text[:40]):
        assert secret.encode() not in sent, secret
    for told in (_ADDRESS, _TOKEN, _SUBJECT):
        assert told.encode() in made, "it stands in the letter"


def test_what_needs_no_drawing_goes_to_no_worker() -> None:
    workers = Told()
    made = finished(workers, LetterJob(marked(_CALENDAR, _EXPORT), (None, _DATA)))
    assert not workers.sent
    assert b"QJ-101-deadline.ics" in made
    assert b"export.json" in made


def expected(job: LetterJob, wishes: Sequence[DocumentRequest]) -> bytes:
    """The letter as it is when the pictures' Content-IDs are known while its page is drawn."""
    letter, _ = unpack(job.draft)
    shown = render.from_json(report())
    chart = next(block.chart for section in shown.sections for block in section.blocks if hasattr(block, "chart"))
    near = render.chart_closeup(chart)
    assert near is not None
    for wish in wishes:
        number, address = len(letter.images), letter.message_id.strip("<>")
        cids = [f"{what}{number}.{address}" for what in ("map", "near")]
        words = words_on_sheet(letter.html)
        style = "margin:0 0 16px;padding:0 0 6px;border-bottom:1px solid #d8d3c8"
        page = put_on_sheet(render.to_html(shown, cids[0], closeup_cid=cids[1]), f'<div style="{style}">{words}</div>')
        pictures = [piece for drawn in draw(drawing_of(replace(job, reports=job.reports))) for piece in drawn.images][:2]
        images = (
            InlineImage(cids[0], f"{wish.name}-map.png", pictures[0].data),
            InlineImage(cids[1], f"{wish.name}-neighbourhood.png", pictures[1].data),
        )
        files = (Attachment(f"{wish.name}.pdf", render.gazette_pdf(shown, wish.paper), "application/pdf"),)
        letter = replace(
            letter,
            text=f"{letter.text.rstrip()}\n\n{render.to_text(shown)}",
            html=page,
            images=(*letter.images, *images),
            attachments=(*letter.attachments, *(files if "pdf" in wish.want else ())),
        )
    return compose(letter)


@pytest.mark.parametrize("wishes", [(WISH,), (LIGHT,), (LIGHT, WISH)], ids=["with a PDF", "light", "two reports"])
def test_the_bytes_are_those_of_a_letter_whose_content_ids_are_known_when_its_page_is_drawn(
    wishes: tuple[DocumentRequest, ...],
) -> None:
    job = LetterJob(draft(*wishes), tuple(report() for _ in wishes))
    made = finished(Told(), job)
    assert made == expected(job, wishes)
    assert finishing._mark(unpack(job.draft)[0]).encode() not in made
