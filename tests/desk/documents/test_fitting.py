"""A letter above the server's largest size goes without its largest documents, and says how to have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import lxml.html
import pytest

from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.fitting import fitted
from postern.post.letter import Address, Attachment, InlineImage, Outgoing
from tests.desk.box import parse, text_of

OPENING = "Orders for turn 7 are due on Friday."
WISH = DocumentRequest("report", ("text", "pdf"), "toy", turn_id=3, seat_id=1, name="TOY-1-turn-6-ANN")
LETTER = Outgoing(
    sender=Address("orders@example.org"),
    to=(Address("ann@a.example"),),
    subject="report",
    text=f"{OPENING}\n\nTHE REPORT\n\nYou won.\n",
    html='<html><body class="x"><h1>THE REPORT</h1><img src="cid:map0.1@example.org" alt="a map"></body></html>',
    message_id="<1@example.org>",
    date=datetime(2026, 11, 22, tzinfo=UTC),
    images=(InlineImage("map0.1@example.org", "TOY-1-turn-6-ANN-map.png", b"p" * 300_000),),
    attachments=(
        Attachment("TOY-1-turn-6-ANN.pdf", b"d" * 400_000, "application/pdf"),
        Attachment("TOY-1-turn-6-ANN.json", b"j" * 100_000, "application/json"),
        Attachment("deadline.ics", b"c" * 300, "text/calendar"),
    ),
)
PDF, JSON, ICS = (file.filename for file in LETTER.attachments)
(PNG,) = (image.filename for image in LETTER.images)


def files(raw: bytes) -> list[str]:
    """The names of all files and pictures in a letter."""
    return [name for part in parse(raw).walk() if (name := part.get_filename())]


def fit(largest: int, *, asked_for: bool = False, requests: Sequence[DocumentRequest] = (WISH,)) -> bytes:
    return fitted(LETTER, OPENING, requests, largest, asked_for=asked_for)


@pytest.mark.parametrize(
    ("largest", "kept"),
    [
        (2_000_000, [PNG, PDF, JSON, ICS]),
        (800_000, [PNG, JSON, ICS]),
        (500_000, [JSON, ICS]),
        (100_000, [ICS]),
        (20_000, [ICS]),
    ],
)
def test_the_largest_documents_go_first_in_their_order(largest: int, kept: list[str]) -> None:
    raw = fit(largest)
    assert len(raw) <= largest
    assert files(raw) == kept
    assert "You won." in text_of(parse(raw))
    page = parse(raw).get_body(("html",))
    assert page is not None
    shown = [image.get("src") for image in lxml.html.document_fromstring(str(page.get_content())).iter("img")]
    assert shown == (["cid:map0.1@example.org"] if PNG in kept else []), "no page shows a picture that is not there"


def test_it_says_so_on_top_in_text_and_page_and_how_to_have_them() -> None:
    message = parse(fit(500_000))
    text = text_of(message)
    words = " ".join(text.split())
    assert words.startswith(
        f"{OPENING} Left out, as our mail server takes letters of 0.5 MB at most: {PDF} (0.4 MB), {PNG} (0.3 MB)."
    )
    assert "reply with REPORT 6 (the report as PDF alone) or MAP 6 (the map) on a line of its own. THE REPORT" in words
    assert max(len(line) for line in text.splitlines()) <= 72
    page = message.get_body(("html",))
    assert page is not None
    assert page.get_content().index("Left out") < page.get_content().index("THE REPORT")


def test_who_asks_for_the_report_again_gets_its_pdf() -> None:
    raw = fit(600_000, asked_for=True)
    assert len(raw) <= 600_000
    assert files(raw) == [PDF, ICS]


def test_a_letter_that_fits_is_not_touched_and_another_document_names_no_turn() -> None:
    assert b"Left out" not in fit(2_000_000)
    words = text_of(parse(fit(800_000, requests=(DocumentRequest("rules", ("pdf",), "toy", name="rules"),))))
    assert "Left out" in words
    assert "REPORT" not in words.partition("THE REPORT")[0]


def test_nothing_more_can_be_left_out_of_a_letter_of_text() -> None:
    raw = fit(100)
    assert files(raw) == [ICS]
    assert "You won." in text_of(parse(raw))


def test_a_moving_map_goes_first_and_the_other_pictures_stay_on_the_page() -> None:
    film = InlineImage("film1.1@example.org", "TOY-1-history-film.gif", b"f" * 500_000, "gif")
    page = LETTER.html.replace("</body>", '<img src="cid:film1.1@example.org" alt="the map moving"></body>')
    letter = replace(LETTER, images=(*LETTER.images, film), html=page)
    raw = fitted(letter, OPENING, (WISH,), 1_300_000, asked_for=False)
    assert files(raw) == [PNG, PDF, JSON, ICS]
    shown = parse(raw).get_body(("html",))
    assert shown is not None
    assert "cid:map0.1@example.org" in shown.get_content()
    assert "cid:film1" not in shown.get_content()
    assert "TOY-1-history-film.gif (0.5 MB)" in " ".join(text_of(parse(raw)).split())
