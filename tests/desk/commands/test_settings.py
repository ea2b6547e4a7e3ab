"""What players set for themselves, and that every letter honours it."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest

from postern.desk.documents.workers import Workers
from tests.desk.box import Box, text_of
from tests.desk.playing import ANN, BOB, begin, finished, newest, run_turn

NAMES = {"ANN": ANN, "BOB": BOB}


@pytest.fixture
def first(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return begin(box, workers, **NAMES)


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def kinds(letter: EmailMessage) -> list[str]:
    return sorted(part.get_content_type() for part in letter.walk() if not part.is_multipart())


def test_settings_shows_how_everything_stands(first: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = box.reply(first["ANN"], "SETTINGS")
    assert str(answer["Subject"]) == "[TOY-1] Your settings"
    words = flat(answer)
    for line in (
        "FORMAT text, calendar (as TOY-1 gives them)",
        "PAPER A4 (as TOY-1 has it)",
        "CLOCK 24 hours",
        "ZONE Europe/Berlin (that of TOY-1); it is now Fri 20 Nov 2026, 13:00 CET (12:00 UTC)",
        "ECHO both",
        "FORECAST off",
        f"ADDRESS {ANN}",
    ):
        assert line in words
    (answer,) = box.reply(first["ANN"], "PAPER letter\nCLOCK 12\nZONE new york\nECHO plain\nFORECAST always\nFORMAT pdf, map")
    words = flat(answer)
    for line in (
        "FORMAT text, pdf, map ",
        "PAPER letter CLOCK 12 hours",
        "ZONE America/New_York; it is now Fri 20 Nov 2026, 7:00 am EST (12:00 pm UTC)",
        "ECHO plain",
        "FORECAST always",
    ):
        assert line in words
    assert text_of(answer).count("YOUR SETTINGS") == 1
    assert "YOUR SETTINGS" not in text_of(box.reply(first["BOB"], "STATUS")[0])


def test_times_are_told_in_the_readers_zone_in_every_letter(first: dict[str, EmailMessage], box: Box, workers: Workers) -> None:
    (answer,) = box.reply(first["ANN"], "ZONE Tokyo")
    assert "Times are told in the zone Asia/Tokyo" in flat(answer)
    (answer,) = box.reply(first["ANN"], "guess 1")
    assert "Sat 28 Nov 2026, 04:00 JST (Fri 27 Nov, 19:00 UTC)" in flat(answer)
    after = run_turn(box, workers, NAMES)
    assert str(after["ANN"]["Subject"]).endswith("orders due Sat 28 Nov 04:00 JST")
    assert str(after["BOB"]["Subject"]).endswith("orders due Fri 27 Nov 20:00 CET")
    report = text_of(finished(box, newest(box, ANN)))
    assert "Sat 28 Nov 2026, 04:00 JST" in report
    assert "CET" not in report
    (answer,) = box.reply(first["ANN"], "ZONE game\nSTATUS")
    assert "20:00 CET" in flat(answer)


def test_a_zone_that_is_not_clear_is_asked_back(first: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = box.reply(first["ANN"], "ZONE EST")
    assert "ZONE America/New_York, ZONE America/Panama. Nothing was changed." in flat(answer)
    (answer,) = box.reply(first["ANN"], "ZONE Belrin")
    assert "ZONE Europe/Berlin. Nothing was changed" in flat(answer)
    (answer,) = box.reply(first["ANN"], "ZONE Atlantis of old")
    assert "Name the big city of your time zone" in flat(answer)
    assert "(that of TOY-1)" in flat(answer)


def test_format_decides_what_reports_bring(first: dict[str, EmailMessage], box: Box, workers: Workers) -> None:
    box.reply(first["ANN"], "FORMAT text, pdf and json")
    box.reply(first["BOB"], "FORMAT all")
    run_turn(box, workers, NAMES)
    assert kinds(finished(box, newest(box, ANN))) == ["application/json", "application/pdf", "text/plain"]
    assert kinds(finished(box, newest(box, BOB))) == [
        "application/json", "application/pdf", "image/png", "text/calendar", "text/html", "text/plain",
    ]  # fmt: skip
    (answer,) = box.reply(first["BOB"], "FORMAT html off\nFORMAT map off")
    assert kinds(answer) == ["text/plain"]
    assert "FORMAT text, pdf, json, calendar" in flat(answer)
    (answer,) = box.reply(first["BOB"], "FORMAT html on json off")
    assert kinds(answer) == ["text/html", "text/plain"]
    assert "FORMAT text, html, pdf, calendar " in flat(answer)
    (answer,) = box.reply(first["BOB"], "FORMAT smoke signals")
    assert "FORMAT does not know SMOKE, SIGNALS; nothing was changed" in flat(answer)
    (answer,) = box.reply(first["BOB"], "FORMAT usual")
    assert "(as TOY-1 gives them)" in flat(answer)


def test_paper_is_the_readers(first: dict[str, EmailMessage], box: Box) -> None:
    from pypdfium2 import PdfDocument

    sizes = []
    for paper in ("letter", "A4"):
        box.reply(first["ANN"], f"FORMAT pdf\nPAPER {paper}\nREPORT")
        letter = finished(box, newest(box, ANN, "answer"))
        (pdf,) = (part for part in letter.walk() if part.get_content_type() == "application/pdf")
        with PdfDocument(pdf.get_content()) as document:
            sizes.append(tuple(round(side) for side in document[0].get_size()))
    assert sizes == [(612, 792), (595, 842)]


@pytest.mark.parametrize(
    ("echo", "there", "missing"),
    [("book", "1  GUESS 3\n", "you guess 3"), ("plain", "1  you guess 3\n", "GUESS 3"), ("both", "GUESS 3  you guess 3", "-")],
)
def test_orders_are_read_back_as_wished(first: dict[str, EmailMessage], box: Box, echo: str, there: str, missing: str) -> None:
    (answer,) = box.reply(first["ANN"], f"ECHO {echo}\nguess 3")
    on_file = text_of(answer).partition("ON FILE")[2].partition("Turn 1 runs")[0]
    assert there in on_file
    assert missing == "-" or missing not in on_file
    page = answer.get_body(("html",))
    assert page is not None
    html = page.get_content()
    assert bool(re.search("<code[^>]*>GUESS 3</code>", html)) == (echo != "plain")
    assert ("you guess 3" in html) == (echo != "book")


def test_a_forecast_comes_always_when_so_set(first: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = box.reply(first["ANN"], "guess 3")
    assert "coins left" not in text_of(answer)
    box.reply(first["ANN"], "FORECAST ALWAYS")
    (answer,) = box.reply(first["ANN"], "buy 2")
    assert "coins left" in text_of(answer)
    assert "These were tried" not in text_of(answer), "the orders are listed above it"
    (answer,) = box.reply(first["ANN"], "STATUS")
    assert "coins left" not in text_of(answer)
    box.reply(first["ANN"], "FORECAST off")
    (answer,) = box.reply(first["ANN"], "buy 2")
    assert "coins left" not in text_of(answer)
    (answer,) = box.reply(first["ANN"], "FORECAST")
    assert "coins left" in text_of(answer)
    assert "These were tried: 1." in text_of(answer)


def test_a_setting_with_nothing_behind_it_shows_how_it_stands(first: dict[str, EmailMessage], box: Box) -> None:
    for word in ("FORMAT", "PAPER", "CLOCK", "ZONE", "ECHO"):
        (answer,) = box.reply(first["ANN"], word)
        assert "(as TOY-1 gives them)" in flat(answer)
