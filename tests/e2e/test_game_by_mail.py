"""A game as its players live it: letters over SMTP into a real mailbox, the daemon as a process, letters back."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from email.message import EmailMessage

import pypdfium2
from PIL import Image

from tests.e2e.house import House
from tests.e2e.player import Player, files_of, flat, kinds_of, text_of
from tests.e2e.sitting import first_report, join, place_of, report_of

Newcomer = Callable[[], Player]


def pages_of(pdf: bytes) -> list[str]:
    """The text of each page."""
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def check_documents(report: EmailMessage, name: str, *, calendar: bool = True) -> None:
    """A report brings text, HTML with the map inside, a PDF whose pages count themselves, and, when it is fresh, its deadline
    for the calendar."""
    kinds = kinds_of(report)
    assert kinds[:2] == ["text/plain", "text/html"]
    files = files_of(report)
    assert sorted(file.rsplit(".", 1)[1] for file in files) == ["ics"] * calendar + ["pdf"]
    pdf = next(data for file, data in files.items() if file.endswith(".pdf"))
    pages = pages_of(pdf)
    assert len(pages) >= 3
    for number, page in enumerate(pages, 1):
        assert f"Page {number} of {len(pages)} " in page
        assert name in page
    assert "Quest of the Great Jewels" in pages[0].replace("QUEST OF THE GREAT JEWELS", "Quest of the Great Jewels")
    assert any("Order form" in page for page in pages)
    html = report.get_body(("html",))
    assert html is not None
    cid = re.search(r'src="cid:([^"]+)"', str(html.get_content()))
    assert cid
    shown = [part for part in report.walk() if part["Content-ID"] == f"<{cid[1]}>"]
    assert [part.get_content_type() for part in shown] == ["image/png"]
    whole = [part.get_content() for part in report.walk() if str(part.get_filename()).endswith("-map.png")]
    assert [700 <= Image.open(io.BytesIO(data)).width <= 1000 for data in whole] == [True]
    assert all(len(line) <= 80 for line in text_of(report).splitlines())


def test_a_newcomer_plays_his_first_turn(house: House, newcomer: Newcomer) -> None:
    house.write_game("QJ-1")
    assert "QJ-1 is open" in house.master("create", "QJ-1")
    ann = newcomer()
    joined = join(ann, "QJ-1", "ANNE")
    assert "You are ANNE" in str(joined["Subject"])
    first = first_report(ann, "QJ-1")
    check_documents(first, "ANNE")
    place = place_of(first)
    assert len(place.leaders) == 6

    # Two mistakes: each is named with its line, the reason in numbers, and what could be written instead.
    one, two, *_ = place.leaders
    far = "A3" if place.home[0] > "C" else "W18"
    orders = [f"G{place.home}T5T{one}", f"{one}M{place.near[0]}", f"{two}M{far}", f"G{place.home}BC500"]
    answer = ann.answer(ann.reply(first, "\n".join(orders)))
    assert str(answer["Subject"]).startswith("[QJ-1 turn 1] ANNE: 3 orders on file, 2 to mend")
    text, words = text_of(answer), flat(answer)
    assert "TO MEND (2)" in text
    assert f"line 3 {two}M{far}" in words
    assert f"does not border {place.home}" in words
    assert place.near[1] in words
    assert f"line 4 G{place.home}BC500" in words
    assert "you asked for 500" in words
    pasted = re.search(rf"Possible now: \d+\. (G{place.home}BC\d+)", words)
    assert pasted
    assert "Fri" in text
    assert "UTC" in text
    assert text.index("TO MEND") < text.index("ON FILE") < text.index("NOT MENTIONED")

    # Mended by replying to the answer, its own text quoted below: nothing in the quotation counts as an order.
    orders[2:] = [f"{two}M{place.near[1]}", pasted[1]]
    mended = ann.answer(ann.reply(answer, "\n".join(orders)))
    assert str(mended["Subject"]).startswith("[QJ-1 turn 1] ANNE: 4 orders on file")
    assert "to mend" not in str(mended["Subject"])
    assert "TO MEND" not in text_of(mended)
    assert "replaced the" in flat(mended)
    assert f"{one}M{place.near[0]}" in text_of(mended)

    added = ann.answer(ann.reply(mended, f"ADD\n{place.leaders[2]}M{place.near[0]}"))
    assert "5 orders on file" in str(added["Subject"])
    shown = ann.answer(ann.reply(added, "Show"))
    listed = re.findall(r"^ +\d  (\S+)", text_of(shown), re.MULTILINE)
    assert listed == [*orders, f"{place.leaders[2]}M{place.near[0]}"]
    ann.answer(ann.reply(shown, f"ADD\n{place.leaders[3]}M{place.near[0]}"))
    cancelled = ann.answer(ann.reply(shown, "CANCEL"))
    assert "no orders on file" in str(cancelled["Subject"])
    again = ann.answer(ann.reply(cancelled, "\n".join(orders)))
    assert "4 orders on file" in str(again["Subject"])

    forecast = ann.answer(ann.reply(again, "FORECAST"))
    assert "forecast" in str(forecast["Subject"])
    assert re.search(rf"{one} +{place.home} +{place.near[0]}\b", text_of(forecast))
    status = ann.answer(ann.reply(again, "STATUS"))
    assert "You are ANNE. Orders on file: yes." in flat(status)
    assert "You are not ready yet; only you are awaited." in flat(status)
    topic = ann.answer(ann.reply(again, "HELP combat"))
    assert str(topic["Subject"]) == "HELP combat"
    assert "HELP combat factors" in text_of(topic)
    factors = ann.answer(ann.reply(again, "HELP combat factors"))
    assert "Attack factors for each troop" in text_of(factors)
    rules = ann.answer(ann.reply(again, "RULES"))
    handbook = pages_of(next(data for name, data in files_of(rules).items() if name.endswith(".pdf")))
    assert len(handbook) >= 8
    assert "Combat" in "".join(handbook)
    unknown = ann.answer(ann.reply(again, "STATTUS"))
    assert "Did you mean STATUS?" in flat(unknown)
    assert "4 orders on file" in str(unknown["Subject"])

    # Ready: nobody else is awaited, so the turn runs at once.
    ready = ann.answer(ann.reply(again, "READY"))
    assert "You are ready for turn 1." in flat(ready)
    report = report_of(ann, "QJ-1", 1)
    check_documents(report, "ANNE")
    assert f"{one} marched from {place.home} to {place.near[0]}" in flat(report) or place.near[0] in text_of(report)
    roots = {str(letter["References"]).split()[0] for letter in (first, answer, mended, status, ready)}
    assert len(roots) == 1, "all letters about turn 1 hang together"
    next_status = ann.answer(ann.reply(report, "STATUS"))
    assert str(report["References"]).split()[0] == str(next_status["References"]).split()[0] not in roots
    assert "turn 2" in str(next_status["Subject"])

    once_more = ann.answer(ann.reply(report, "REPORT 1"))
    check_documents(once_more, "ANNE", calendar=False)
    assert text_of(report).split("WHAT HAPPENED")[1] == text_of(once_more).split("WHAT HAPPENED")[1]
    chart = ann.answer(ann.reply(report, "MAP 1"))
    (png,) = files_of(chart).values()
    assert Image.open(io.BytesIO(png)).width == 1600

    asked = ann.answer(ann.reply(report, "RESIGN"))
    assert "reply to this letter with YES" in " ".join(text_of(asked).split())
    gone = ann.answer(ann.reply(asked, "RESIGN YES"))
    assert "you have resigned" in str(gone["Subject"])
    assert re.search(r"ANNE +computer", house.master("show", "QJ-1"))
    held = ann.answer(ann.reply(report, "STATUS"))
    assert "ANNE" not in str(held["Subject"]), "the old address gives no more orders for that seat"


def test_a_letter_that_is_no_reply_waits_until_its_writer_confirms_it(house: House, newcomer: Newcomer) -> None:
    house.write_game("QJ-2")
    house.write_game("QJ-20")
    house.master("create", "QJ-2")
    house.master("create", "QJ-20")
    ann, stranger = newcomer(), newcomer()
    join(ann, "QJ-2", "ANNE")
    first = first_report(ann, "QJ-2")
    place = place_of(first)
    order = f"{place.leaders[0]}M{place.near[0]}"
    asked = ann.answer(ann.send(f"Dear master,\n\n{order}\n", subject="QJ-2"))
    assert "please confirm your letter" in str(asked["Subject"])
    assert order in text_of(asked)
    assert "Orders on file: no" in flat(ann.answer(ann.reply(first, "STATUS")))
    done = ann.answer(ann.reply(asked, ""))
    assert "1 order on file" in str(done["Subject"])
    assert order in text_of(done)

    # Somebody nobody knows is told what this is and what can be joined.
    welcome = stranger.answer(stranger.send("Hi! What is this?", subject="question"))
    assert "QJ-20" in text_of(welcome)
    assert "JOIN" in text_of(welcome)
    assert len([letter for letter in stranger.seen if letter["Auto-Submitted"]]) == 1
    # He cannot give orders in another's name either, not even with her address in his From line: she is asked.
    forged = ann.send(f"{place.leaders[1]}M{place.near[0]}", subject="QJ-2")
    asked = ann.answer(forged)
    refused = ann.answer(ann.reply(asked, "NO"))
    assert "1 order on file" in str(ann.answer(ann.reply(first, "SHOW"))["Subject"]), text_of(refused)


def test_three_people_talk_and_nobody_learns_an_address(house: House, newcomer: Newcomer) -> None:
    house.write_game("QJ-3", computers=9, press="anonymous", show_awaited="names")
    house.master("create", "QJ-3")
    people = {name: newcomer() for name in ("ANNE", "BERT", "CLEO")}
    for name, player in people.items():
        join(player, "QJ-3", name)
    reports = {name: first_report(player, "QJ-3") for name, player in people.items()}
    ann, bert, cleo = people.values()

    sent = ann.answer(ann.reply(reports["ANNE"], "PRESS TO BERT\nPeace between us?\nEND\nSTATUS"))
    assert "Your message went to BERT." in flat(sent)
    assert "You are not ready yet; awaited: ANNE, BERT, CLEO." in flat(sent)
    named = bert.titled("ANNE writes to you")
    assert "Peace between us?" in text_of(named)
    bert.answer(bert.reply(named, "Gladly."))
    assert "Gladly." in text_of(ann.titled("BERT writes to you"))
    cleo.answer(cleo.reply(reports["CLEO"], "PRESS ANON TO ALL\nBeware of BERT.\n"))
    for player in (ann, bert):
        secret = player.wait(
            lambda letter: "Beware of BERT." in text_of(letter) and letter["Auto-Submitted"] == "auto-generated", "press"
        )
        assert "CLEO" not in str(secret)
    assert not any("Peace between us?" in str(letter) for letter in cleo.seen)

    # A message inside the game goes with the turn, to the one it is for.
    for name, player in people.items():
        body = "D=BERT\nMeet me in the woods.\nEND\nREADY" if name == "ANNE" else "READY"
        player.answer(player.reply(reports[name], body))
    turn = {name: report_of(player, "QJ-3", 1) for name, player in people.items()}
    assert "Meet me in the woods." in text_of(turn["BERT"])
    assert "Meet me in the woods." not in text_of(turn["CLEO"])
    for name, player in people.items():
        others = [other.address for other in people.values() if other is not player]
        for letter in player.seen:
            whole = "\n".join(str(part) if part.is_multipart() else _content(part) for part in letter.walk())
            for address in others:
                assert address not in whole, f"{name} was shown {address} in {letter['Subject']}"


def _content(part: EmailMessage) -> str:
    content = part.get_content()
    head = "\n".join(f"{key}: {value}" for key, value in part.items())
    return f"{head}\n{content.decode('latin-1') if isinstance(content, bytes) else content}"
