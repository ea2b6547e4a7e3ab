"""Letters in a browser, as a telephone and a wide screen show them, by day and by night, with and without a style sheet."""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from postern.desk.context import Desk
from postern.desk.documents.drafts import pack
from postern.desk.documents.finishing import LetterJob
from postern.desk.documents.templates import Part
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.post.letter import Address, Outgoing
from postern.render import to_json
from tests.desk.box import GAME, NOON, Box, parse
from tests.desk.documents import test_report_letter as great
from tests.desk.documents.finished import finish_letter
from tests.desk.playing import finished
from tests.render import test_front
from tests.servers.browser import Browser
from tests.servers.fixtures import need_browser

pytestmark = [pytest.mark.servers, pytest.mark.xdist_group("browser")]

ANN, BOB = "ann@a.example", "bob@b.example"
MEASURE = (Path(__file__).parent / "measure.js").read_text()
PICTURES = Path(__file__).parents[3] / "out" / "letters"
"""Where what was seen is kept, for people to look at."""
SCREENS = [("phone", 360, False), ("phone-dark", 360, True), ("wide", 900, False), ("wide-dark", 900, True)]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    need_browser()
    with Browser(tmp_path_factory.mktemp("chromium")) as started:
        yield started


@pytest.fixture
def home(home: Path) -> Path:
    (home / "games" / "toy-1.toml").write_text(GAME.replace("documents = []", 'documents = ["html", "png"]'))
    return home


@pytest.fixture
def letters(desk: Desk, box: Box, workers: Workers) -> dict[str, EmailMessage]:
    """Letters of many kinds, as they go out."""
    found: dict[str, EmailMessage] = {}
    asyncio.run(master.create(desk, "TOY-1"))
    (found["welcome"],) = box.send("cleo@c.example", "Hello?")
    for name in ("ann", "bob"):
        (found["question"],) = box.send(f"{name}@{name[0]}.example", f"JOIN TOY-1\nNAME={name}")
        (found["joined"],) = box.reply(found["question"], "")
    asyncio.run(run_due(desk, workers))
    row = next(row for row in box.rows() if row.recipient == ANN and "begins" in row.subject)
    found["first report"] = report = finished(box, row)
    box.news()
    found |= {
        name: next(letter for letter in box.reply(report, text) if letter["To"] == reader)
        for name, text, reader in (
            ("orders", "guess 7\nbuy 999\nbye 3\nguess 12 and a very long line that is no order but " + "x" * 90, ANN),
            ("forecast", "guess 6\nbuy 2\nFORECAST", ANN),
            ("status", "STATUS", ANN),
            ("help", "HELP", ANN),
            ("settings", "SETTINGS", ANN),
            ("press", "PRESS TO BOB\nWill you trade with me?\nEND", BOB),
            ("vote", "PROPOSE EXTEND 2d", BOB),
            ("resign", "RESIGN", ANN),
            ("who", "WHO", ANN),
        )
    }
    found["great jewels"] = parse(finish_letter(LetterJob(_report_draft(desk), (great.report(),))))
    found["front page"] = parse(finish_letter(LetterJob(_report_draft(desk), (to_json(test_front.REPORT),))))
    return found


def _report_draft(desk: Desk) -> bytes:
    game, seat = SimpleNamespace(name="QJ-101", state="running"), SimpleNamespace(name=great.SEAT, state="playing")
    facts: dict[str, Any] = dict.fromkeys(("again", "computer", "deadline", "finished", "late", "missed", "winners", "zone"))
    reply = "orders+abcdefghijklmnop234567@example.org"
    data = {**facts, "game": game, "seat": seat, "turn": 9, "early": "as soon as all are ready", "seat_reply": reply}
    page = desk.templates.page([Part("report", data)])
    sender, to = Address("orders@example.org"), Address(ANN)
    letter = Outgoing(sender, (to,), page.subject, page.text, "<1.postern@example.org>", NOON, html=page.html)
    return pack(letter, [great.LIGHT])


def page_of(letter: EmailMessage) -> str:
    """The page of a letter, its pictures within it."""
    part = letter.get_body(("html",))
    assert part is not None
    pictures = {str(one["Content-ID"])[1:-1]: one for one in letter.walk() if one["Content-ID"]}

    def source(found: re.Match[str]) -> str:
        return f"data:image/png;base64,{base64.b64encode(pictures[found[1]].get_content()).decode()}"

    return re.sub(r"cid:([^\"]+)", source, str(part.get_content()))


def test_letters_can_be_read_and_tapped_on_any_screen(browser: Browser, letters: dict[str, EmailMessage]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    faults, buttons = [], {}
    for kind, letter in letters.items():
        page = page_of(letter)
        for screen, width, dark in [*SCREENS, ("phone-plain", 360, False)]:
            shown = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL) if screen == "phone-plain" else page
            browser.show(shown, width, dark=dark)
            found = browser.run(MEASURE)
            (PICTURES / f"{kind.replace(' ', '-')}-{screen}.png").write_bytes(browser.picture())
            assert found["texts"] > 3
            buttons[kind] = found["buttons"]
            styled = screen != "phone-plain"  # tables of many columns scroll there, each by itself
            wrong = {name: found[name] for name in ("small", "pale", "broken", "low", *(["cut"] * styled)) if found[name]}
            faults += [f"{kind}, {screen}: {name} {what[:4]}" for name, what in wrong.items()]
            faults += [f"{kind}, {screen}: {found['width']} pixels wide"] if found["width"] > width else []
    assert not faults, "\n".join(faults)
    tapped = {kind for kind, number in buttons.items() if number}
    assert tapped >= {
        "question",
        "first report",
        "orders",
        "forecast",
        "status",
        "vote",
        "resign",
        "great jewels",
        "front page",
    }


def test_what_is_wrong_with_a_page_is_found(browser: Browser) -> None:
    page = """<meta name="viewport" content="width=device-width">
    <body style="background:#fff"><p style="font-size:12px">small</p><p style="color:#999">pale</p>
    <div style="width:40px"><code style="overflow-wrap:anywhere">L31MB3C4</code><hr style="width:90px"></div>
    <div style="width:500px">wide</div>
    <a class="button" href="mailto:a@b.example">low</a><p>well</p></body>"""
    browser.show(page, 360)
    found = browser.run(MEASURE)
    assert [text for text, _ in found["small"]] == ["small"]
    assert [text for text, *_ in found["pale"]] == ["pale"]
    assert [text for text, _ in found["cut"]] == ["L31MB3C4"]
    assert (found["broken"], found["low"], found["width"] >= 500, found["texts"]) == (["L31MB3C4"], ["low"], True, 6)
