"""A report letter of a real game as mail programs take it apart: its pictures, their names and words, its weight."""

from __future__ import annotations

import gzip
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import Any

import lxml.html
import pytest

from postern import render
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.drafts import pack
from postern.desk.documents.finishing import LetterJob, plain_letter
from postern.desk.documents.templates import Part, Templates
from postern.desk.settings.resources import letters_folder
from postern.desk.settings.rulesets import ruleset
from postern.game.chance import Chance
from postern.game.events import seen
from postern.post.letter import Address, Outgoing, new_message_id
from tests.desk.box import parse, text_of
from tests.desk.documents.finished import finish_letter

WORLD = Path(__file__).parents[2] / "worlds" / "great_jewels-2.json.gz"
SEAT = "GREEDY"
WISH = DocumentRequest("report", ("text", "html", "png", "pdf"), "great_jewels", name=f"QJ-101-turn-9-{SEAT}")
LIGHT = replace(WISH, want=("text", "html", "png"))


@cache
def report() -> bytes:
    """The report of a turn in the middle of a game on the whole map of Great Jewels."""
    rules: Any = ruleset("great_jewels")
    world, chance = rules.load(gzip.decompress(WORLD.read_bytes())), Chance("a letter")
    sheets = {}
    for seat in rules.active(world):
        view = rules.view(world, seat)
        sheets[seat] = rules.read(rules.plan(view, chance), view)
    outcome = rules.resolve(world, sheets, chance)
    return render.to_json(rules.report(rules.view(outcome.world, SEAT), seen(outcome.events, SEAT)))


def draft(*wishes: DocumentRequest) -> bytes:
    page = Templates(letters_folder()).page([Part("sorry", {"subject": "my orders"})])
    letter = Outgoing(
        sender=Address("orders@example.org"),
        to=(Address("ann@a.example"),),
        subject=page.subject,
        text=page.text,
        html=page.html,
        message_id=new_message_id("example.org"),
        date=datetime(2026, 11, 20, tzinfo=UTC),
    )
    return pack(letter, wishes)


@cache
def raw(*wishes: DocumentRequest) -> bytes:
    return finish_letter(LetterJob(draft(*wishes), tuple(report() for _ in wishes)))


def letter(*wishes: DocumentRequest) -> EmailMessage:
    return parse(raw(*wishes))


def pictures(message: EmailMessage) -> list[EmailMessage]:
    return [part for part in message.walk() if part.get_content_maintype() == "image" and isinstance(part, EmailMessage)]


def page_of(message: EmailMessage) -> lxml.html.HtmlElement:
    part = message.get_body(("html",))
    assert part is not None
    return lxml.html.document_fromstring(str(part.get_content()))


def test_the_map_travels_once_and_the_letter_weighs_less_than_450_kilobytes_without_its_pdf() -> None:
    message = letter(WISH)
    files = [str(part.get_filename()) for part in message.iter_attachments()]
    assert files == [f"{WISH.name}.pdf"]
    assert [part.get_filename() for part in pictures(message)] == [f"{WISH.name}-map.png", f"{WISH.name}-neighbourhood.png"]
    whole, near = (bytes(part.get_content()) for part in pictures(message))
    assert whole != near
    assert all(picture[24:26] == b"\x08\x03" for picture in (whole, near)), "eight bits a pixel, out of a palette"
    assert len(raw(LIGHT)) < 450_000


def test_the_page_is_shown_whole_by_who_cuts_at_102_kilobytes() -> None:
    part = letter(LIGHT).get_body(("html",))
    assert part is not None
    assert len(bytes(part)) < 102_000


def test_who_has_no_page_gets_the_map_as_a_file() -> None:
    message = letter(replace(LIGHT, want=("text", "png")))
    (file,) = message.iter_attachments()
    assert (file.get_filename(), file["Content-ID"]) == (f"{WISH.name}-map.png", None)
    assert len(pictures(message)) == 1


def test_no_two_pictures_in_the_world_have_the_same_content_id() -> None:
    again = parse(finish_letter(LetterJob(draft(LIGHT, LIGHT), (report(), report()))))
    ids = [str(part["Content-ID"]) for message in (letter(LIGHT), again) for part in pictures(message)]
    assert len(set(ids)) == len(ids) == 6
    for message in (letter(LIGHT), again):
        own = [str(part["Content-ID"]) for part in pictures(message)]
        assert all(one.endswith(str(message["Message-ID"])[1:]) for one in own)
        shown = [f"<{image.get('src').removeprefix('cid:')}>" for image in page_of(message).iter("img")]
        assert sorted(shown) == sorted(own), "each is shown, and nothing else is"


def test_the_words_of_a_picture_say_what_it_shows() -> None:
    near, whole = (str(image.get("alt")) for image in page_of(letter(LIGHT)).iter("img"))
    assert "a map of 253 areas" in whole
    assert "your neighbourhood" in near
    mine = {area.name for area in chart().areas if area.owner == SEAT}
    assert mine
    named = whole.partition("yours are ")[2].partition(";")[0].partition(" and ")[0].rstrip(".").split(", ")
    assert set(named) <= mine
    assert len(named) == min(len(mine), 12)
    for clash in chart().clashes:
        assert clash.area in whole.partition("battles in ")[2]


def chart() -> Any:
    found = render.from_json(report())
    return next(block.chart for section in found.sections for block in section.blocks if hasattr(block, "chart"))


@pytest.mark.parametrize("name", ["QJ-101-turn-9-GREEDY", "QJ-101-turn-9-ÅSA", "QJ-101-turn-9-ВОЛК " + "Z" * 80])
def test_a_file_is_called_by_its_whole_name_in_any_letters(name: str) -> None:
    wish = replace(WISH, name=name, want=("text", "pdf"))
    made = finish_letter(LetterJob(draft(wish), (report(),)))
    (file,) = parse(made).iter_attachments()
    assert file.get_filename() == f"{name}.pdf"
    head = made.partition(b"application/pdf")[2].partition(b"\r\n\r\n")[0]
    assert head.isascii()
    assert b"=?" not in head, "encoded words have no place in a parameter (RFC 2047, 5)"
    assert (b"filename*" in head) == (not name.isascii()), "other letters are written as RFC 2231 has it"


def test_a_letter_whose_documents_fail_still_has_its_page() -> None:
    message = parse(plain_letter(draft(WISH)))
    assert "could not be made" in page_of(message).text_content()
    gone = finish_letter(LetterJob(draft(replace(WISH, kind="history")), (None,)))
    assert "cannot be told" in page_of(parse(gone)).text_content()


def test_a_last_report_comes_also_where_the_past_cannot_be_told() -> None:
    past = DocumentRequest("history", ("html", "clip"), "great_jewels", name="QJ-101-history")
    letter = parse(finish_letter(LetterJob(draft(past, LIGHT), (b"no archive", report()))))
    text = " ".join(text_of(letter).split())
    assert "How the game went could not be told in this letter" in text
    assert "WHAT HAPPENED" in text
    with pytest.raises(zipfile.BadZipFile):
        finish_letter(LetterJob(draft(past), (b"no archive",)))
