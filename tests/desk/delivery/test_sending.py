"""The outbox is emptied: documents made, letters handed over, failures tried again, hopeless ones told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from postern.desk.context import Desk
from postern.desk.delivery import sending
from postern.desk.delivery.sending import NO_ANSWER, REFUSALS, Dispatch, pause_after
from postern.desk.documents.finishing import LetterJob
from postern.desk.documents.workers import LocalWorkers, NoWorkers, Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.desk.runtime.signals import Signals
from postern.desk.timing.clock import ManualClock
from postern.post.smtp import NO_WORD, Cause, Delivery, SendResult
from postern.post.troubles import Troubles
from postern.store import outbox
from tests.desk.box import Box, parse, text_of
from tests.desk.wayout import SENT, Handed, WayOut

ANN = "ann@a.example"
YVE = "yve@y.example"


@pytest.fixture
async def report(desk: Desk, box: Box, workers: Workers) -> Desk:
    """A desk with ANN's first report in the outbox as a draft, and two answers before it."""
    path = desk.config.games_folder / "toy-1.toml"
    path.write_text(path.read_text().replace("computers = 1", "computers = 2").replace("[]", '["html", "pdf", "png", "json"]'))
    desk.read_files()
    await master.create(desk, "TOY-1")
    (asked,) = box.send(ANN, "JOIN TOY-1\nNAME=ANN")
    box.reply(asked, "")
    await run_due(desk, workers)
    return desk


async def test_a_report_leaves_with_text_html_pdf_map_and_json(report: Desk, workers: Workers) -> None:
    line = WayOut()
    dispatch = Dispatch(report, line, workers, Signals())
    assert await dispatch.finish_waiting() == 1
    while await dispatch.send_waiting():
        pass
    assert await report.store.read(outbox.counts) == {"sent": 3}
    message = parse(line.handed[-1].raw)
    text = text_of(message)
    assert "A new market opens." in text
    assert "Fri 27 Nov 2026, 20:00 CET (19:00 UTC)" in text
    assert max(len(row) for row in text.splitlines()) <= 72
    files = {part.get_filename(): part.get_content() for part in message.iter_attachments()}
    assert set(files) == {"TOY-1-turn-0-ANN.pdf", "TOY-1-turn-0-ANN.json", "TOY-1-deadline.ics"}
    assert files["TOY-1-turn-0-ANN.pdf"].startswith(b"%PDF")
    (picture,) = (part for part in message.walk() if part.get_filename() == "TOY-1-turn-0-ANN-map.png")
    assert picture.get_content_type() == "image/png"
    assert "iVBORw0KGgo" in str(picture.get_payload()), "how a PNG file begins"
    html = message.get_body(("html",))
    assert html is not None
    page = html.get_content()
    assert "cid:" in page
    sheet = page.index('<div class="sheet"')
    assert sheet < page.index("Orders for turn 1 are due") < page.index("<h1"), "the desk's words stand on the report's sheet"
    assert "Next deadline: Fri 27 Nov 2026, 20:00 CET (19:00 UTC)" in text


async def test_a_report_keeps_to_the_largest_letter_that_the_server_takes(report: Desk, box: Box, workers: Workers) -> None:
    line = WayOut()
    dispatch = Dispatch(report, line, workers, Signals())
    line.takes = 30_000
    box.news()
    await dispatch.finish_waiting()
    while await dispatch.send_waiting():
        pass
    assert max(len(letter.raw) for letter in line.handed) <= line.takes
    message = parse(line.handed[-1].raw)
    text = " ".join(text_of(message).split())
    assert "A new market opens." in text
    assert "Left out, as our mail server takes letters of 30 KB at most: TOY-1-turn-0-ANN.pdf" in text
    assert "reply with REPORT 0" in text
    box.reply(message, "REPORT 0", ANN)
    line.takes = 0
    await dispatch.finish_waiting()
    while await dispatch.send_waiting():
        pass
    assert "TOY-1-turn-0-ANN.pdf" in [part.get_filename() for part in parse(line.handed[-1].raw).iter_attachments()]


def too_large(most: int) -> Callable[[Handed], SendResult]:
    refused = SendResult(Delivery.REFUSED, 552, "5.3.4 message size exceeds limit", too_large=True)
    return lambda letter: refused if len(letter.raw) > most else SENT


async def send_all(dispatch: Dispatch) -> None:
    while await dispatch.finish_waiting() or await dispatch.send_waiting():
        pass


async def test_a_report_that_is_refused_for_its_size_goes_with_fewer_documents(
    report: Desk, box: Box, workers: Workers
) -> None:
    line = WayOut(too_large(30_000))
    box.news()
    await send_all(Dispatch(report, line, workers, Signals()))
    assert await report.store.read(outbox.counts) == {"sent": 3}
    assert len({parse(letter.raw)["Message-ID"] for letter in line.handed}) == 3, "it stays the same letter"
    sizes = [len(letter.raw) for letter in line.handed[2:]]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > 30_000 > sizes[-1]
    text = " ".join(text_of(parse(line.handed[-1].raw)).split())
    assert "A new market opens." in text
    assert "Left out, as a mail server refused this letter for its size: TOY-1-turn-0-ANN.pdf" in text
    assert "reply with REPORT 0" in text
    assert box.news() == []


async def test_a_report_that_is_too_large_without_documents_is_given_up_and_told(
    report: Desk, box: Box, workers: Workers
) -> None:
    box.news()
    dispatch = Dispatch(report, WayOut(too_large(0)), workers, Signals())
    async with asyncio.timeout(60):
        await send_all(dispatch)
    counts = await report.store.read(outbox.counts)
    assert counts["gave_up"] >= 3
    assert "did not arrive" in str(box.news()[0]["Subject"])


async def test_letters_are_sealed_before_the_transaction_that_writes_them(
    report: Desk, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    seal, sealed_by = report.store.seal, list[tuple[int, str]]()
    close = seal.close

    def watched(data: bytes) -> bytes:
        sealed_by.append((len(data), threading.current_thread().name))
        return close(data)

    monkeypatch.setattr(seal, "close", watched)
    assert await Dispatch(report, WayOut(), workers, Signals()).finish_waiting() == 1
    assert max(size for size, _ in sealed_by) > 30_000
    assert not [size for size, thread in sealed_by if thread.startswith("store-write")]


async def test_what_waited_through_a_long_outage_is_not_given_up_at_the_first_word_of_the_server(
    report: Desk, workers: Workers, clock: ManualClock
) -> None:
    line = WayOut(lambda _: SendResult(Delivery.LATER, None, "not there", cause=Cause.SERVER))
    dispatch = Dispatch(report, line, workers, Signals())
    await dispatch.send_waiting()
    clock.advance(timedelta(days=8))
    line.verdict = lambda letter: SendResult(Delivery.LATER, 451, "greylisted") if len(line.handed) > 2 else SENT
    restarted = Dispatch(report, line, workers, Signals())
    dispatch._rest_ends = 0.0
    for at_work in (dispatch, restarted):
        await send_all(at_work)
        clock.advance(timedelta(hours=1))
    assert "gave_up" not in await report.store.read(outbox.counts)
    clock.advance(timedelta(hours=6))
    await send_all(restarted)
    assert (await report.store.read(outbox.counts))["gave_up"] == 2


async def test_report_and_map_can_be_had_again(report: Desk, box: Box, workers: Workers) -> None:
    line = WayOut()
    dispatch = Dispatch(report, line, workers, Signals())
    await dispatch.finish_waiting()
    (first,) = (letter for letter in box.news() if "the game begins" in str(letter["Subject"]))
    box.reply(first, "REPORT 0")
    box.reply(first, "MAP")
    box.reply(first, "RULES")
    (answer,) = box.reply(first, "REPORT 7")
    assert "no report of turn 7; the newest is the first one, of the beginning" in " ".join(text_of(answer).split())
    for body in (f"REPORT {'9' * 25}", f"MAP {'9' * 25}", "REPORT 9999999999"):
        (answer,) = box.reply(first, body)
        assert "the newest is the first one, of the beginning" in " ".join(text_of(answer).split()), body
    while await dispatch.finish_waiting():
        pass
    while await dispatch.send_waiting():
        pass
    by_subject = {str(message["Subject"]): message for letter in line.handed for message in [parse(letter.raw)]}
    assert "A new market opens." in text_of(by_subject["[TOY-1 turn 1] ANN: first report, once more"])
    kinds = {
        subject: [part.get_content_type() for part in message.iter_attachments()] for subject, message in by_subject.items()
    }
    assert kinds["[TOY-1 turn 1] ANN: map at the beginning"] == ["image/png"]
    assert kinds["The rules of The Market of Guesses"] == ["application/pdf"]


async def test_what_the_server_puts_off_is_tried_later_under_the_same_id(
    report: Desk, workers: Workers, clock: ManualClock
) -> None:
    line = WayOut(lambda _: SendResult(Delivery.LATER, 451, "try later"))
    dispatch = Dispatch(report, line, workers, Signals())
    await dispatch.send_waiting()
    assert await dispatch.send_waiting() == 0
    clock.advance(pause_after(0))
    line.verdict = lambda _: SENT
    await dispatch.send_waiting()
    assert (await report.store.read(outbox.counts))["sent"] == 2
    ids = [str(parse(letter.raw)["Message-ID"]) for letter in line.handed]
    assert ids[:2] == ids[2:4]


async def test_what_is_refused_or_too_old_is_told_to_the_master(
    report: Desk, box: Box, workers: Workers, clock: ManualClock
) -> None:
    box.news()
    line = WayOut(lambda letter: SendResult(Delivery.REFUSED, 550, "no such user") if letter.recipient == ANN else SENT)
    dispatch = Dispatch(report, line, workers, Signals())
    while await dispatch.send_waiting():
        pass
    counts = await report.store.read(outbox.counts)
    assert (counts["gave_up"], counts["sent"]) == (2, 1)
    (told,) = box.news()
    assert str(told["Subject"]) == "[Postern] 2 letters did not arrive"
    assert text_of(told).count("no such user") == text_of(told).count(ANN) == 2, "one letter names both"
    line.verdict = lambda _: SendResult(Delivery.LATER, None, "connection lost")
    clock.advance(timedelta(days=6))
    await dispatch.finish_waiting()
    await dispatch.send_waiting()
    assert (await report.store.read(outbox.counts))["gave_up"] == 3


NO_REASON = SendResult(Delivery.LATER, 554, "5.2.0 Submission failed; request 4711", unexplained=True)


async def test_different_recipients_refused_in_the_same_words_are_a_sign_that_it_is_us(
    desk: Desk, box: Box, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the server is left alone, nothing is given up however long it lasts, and a person is told."""
    monkeypatch.setattr("postern.desk.delivery.sending._FIRST_REST", 0.01)
    box.send(ANN, "GAMES")
    box.send(YVE, "GAMES")
    troubles = Troubles(steady=0.0)
    line = WayOut(lambda letter: replace(NO_REASON, detail=f"5.2.0 <{letter.recipient}> failed; request {len(line.handed)}"))
    dispatch = Dispatch(desk, line, workers, Signals(), troubles)
    await dispatch.send_waiting()
    rows = box.rows()
    assert [(row.state, row.attempts) for row in rows] == [("waiting", 1)] * 2
    assert max(row.next_try for row in rows) - desk.clock.now() < timedelta(seconds=1), (
        "they go as soon as the server takes any"
    )
    (told,) = troubles.lasting()
    assert (told.name, told.person) == (REFUSALS, True)
    line.verdict = lambda _: SENT
    await asyncio.sleep(0.05)
    desk.clock.advance(timedelta(seconds=1))  # type: ignore[attr-defined]
    while await dispatch.send_waiting():
        pass
    assert await desk.store.read(outbox.counts) == {"sent": 2}
    assert troubles.lasting() == []
    assert desk.loops.troubled == frozenset()


async def test_one_letter_refused_in_words_that_name_nobody_holds_up_no_other(
    desk: Desk, box: Box, workers: Workers, clock: ManualClock
) -> None:
    box.send(ANN, "GAMES")
    box.send(YVE, "GAMES")
    troubles = Troubles()
    dispatch = Dispatch(
        desk, WayOut(lambda letter: NO_REASON if letter.recipient == ANN else SENT), workers, Signals(), troubles
    )
    for _ in range(4):
        await dispatch.send_waiting()
        clock.advance(timedelta(minutes=30))
    assert await desk.store.read(outbox.counts) == {"sent": 1, "waiting": 1}
    (told,) = troubles.lasting()
    assert (told.name, told.times, told.person) == (REFUSALS, 4, True)
    assert desk.loops.troubled == frozenset()
    clock.advance(timedelta(days=6))
    await dispatch.send_waiting()
    assert (await desk.store.read(outbox.counts))["gave_up"] == 1
    await dispatch.send_waiting()
    box.send(YVE, "GAMES")
    await dispatch.send_waiting()
    assert troubles.lasting() == [], "what is given up is told of otherwise"


async def test_a_letter_that_may_have_arrived_is_tried_less_and_less_often(
    desk: Desk, box: Box, workers: Workers, clock: ManualClock
) -> None:
    box.send(ANN, "GAMES")
    troubles = Troubles(steady=0.0)
    line = WayOut(lambda _: SendResult(Delivery.LATER, None, f"{NO_WORD}connection lost", perhaps=True))
    dispatch = Dispatch(desk, line, workers, Signals(), troubles)
    tried = []
    for second in range(0, 7200, 10):
        if await dispatch.send_waiting():
            tried.append(second)
            assert [trouble.name for trouble in troubles.lasting()] == ([NO_ANSWER] if len(tried) >= 3 else [])
        clock.advance(timedelta(seconds=10))
    assert tried == [0, 60, 300, 1260, 4860], "three copies in five minutes, and then one in an hour"
    box.send(YVE, "GAMES")
    line.verdict = lambda letter: SendResult(Delivery.LATER, None, "gone", cause=Cause.SERVER)
    await dispatch.send_waiting()
    line.verdict = lambda letter: SENT
    dispatch._rest_ends = 0.0
    clock.advance(timedelta(seconds=10))
    while await dispatch.send_waiting():
        pass
    counts = await desk.store.read(outbox.counts)
    assert counts == {"sent": 1, "waiting": 1}, "a server that is well again brings no copy sooner"
    clock.advance(timedelta(hours=1))
    await dispatch.send_waiting()
    assert await desk.store.read(outbox.counts) == {"sent": 2}
    await dispatch.send_waiting()
    assert troubles.lasting() == []


async def test_a_report_whose_documents_fail_goes_as_text(
    report: Desk, box: Box, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> bytes:
        raise RuntimeError("no font")

    monkeypatch.setattr("postern.desk.delivery.sending.finish_letter", broken)
    dispatch = Dispatch(report, WayOut(), workers, Signals())
    box.news()
    assert await dispatch.finish_waiting() == 1
    assert "no font" in text_of(box.news()[0])
    assert await dispatch.finish_waiting() == 0
    assert "draft" not in await report.store.read(outbox.counts)


async def test_jobs_run_in_processes_of_their_own_too(report: Desk) -> None:
    workers = LocalWorkers(1)
    dispatch = Dispatch(report, WayOut(), workers, Signals())
    try:
        assert await dispatch.finish_waiting() == 1
    finally:
        workers.close()
    assert "draft" not in await report.store.read(outbox.counts)


async def test_a_draft_without_workers_waits_whole_and_no_attempt_is_counted(
    report: Desk, box: Box, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Away(LocalWorkers):
        async def run(self, work: object, job: object) -> Any:
            raise NoWorkers("nobody is there")

    box.news()
    dispatch = Dispatch(report, WayOut(), Away(0), Signals())
    with pytest.raises(NoWorkers):
        await dispatch.finish_waiting()
    monkeypatch.setattr(sending, "_WITHOUT_WORKERS", 0.02)
    finishing = asyncio.create_task(dispatch.finish())
    await asyncio.sleep(0.3)
    assert not finishing.done(), "it is tried again and again"
    finishing.cancel()
    await asyncio.gather(finishing, return_exceptions=True)
    (draft,) = [row for row in box.rows() if row.kind == "report"]
    assert (draft.state, draft.attempts, draft.raw) == ("draft", 0, None)
    assert not box.news(), "no game master is told that it goes plain"
    dispatch._workers = workers
    assert await dispatch.finish_waiting() == 1
    assert "draft" not in await report.store.read(outbox.counts)


def test_pauses_grow_up_to_an_hour() -> None:
    assert [pause_after(n).total_seconds() for n in (0, 1, 2, 50)] == [15, 30, 60, 3600]


async def test_drafts_wait_for_a_locked_database_and_are_finished_once_it_is_free(
    report: Desk, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> bytes:
        raise OperationalError("SELECT", {}, Exception("database is locked"))

    dispatch = Dispatch(report, WayOut(), workers, Signals())
    with monkeypatch.context() as fault:
        fault.setattr("postern.desk.delivery.sending._letter_job", locked)
        for _ in range(3):
            with pytest.raises(OperationalError):
                await dispatch.finish_waiting()
    with monkeypatch.context() as fault:
        fault.setattr("postern.desk.delivery.sending.outbox.finish_draft", locked)
        with pytest.raises(OperationalError):
            await dispatch.finish_waiting()
    assert await dispatch.finish_waiting() == 1, "at once, without the lease's hour"
    counts = await report.store.read(outbox.counts)
    assert counts == {"waiting": 3}, "whole, and nobody was told of documents that could not be made"


async def test_one_draft_that_fails_leaves_no_other_behind(report: Desk, box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    (first,) = (letter for letter in box.news() if "the game begins" in str(letter["Subject"]))
    box.reply(first, "REPORT 0")
    real, asked = sending._letter_job, list[bool]()

    def locked_once(*arguments: Any) -> LetterJob:
        asked.append(True)
        if len(asked) == 1:
            raise OperationalError("SELECT", {}, Exception("database is locked"))
        return real(*arguments)

    monkeypatch.setattr(sending, "_letter_job", locked_once)
    workers = LocalWorkers(2)
    dispatch = Dispatch(report, WayOut(), workers, Signals())
    try:
        with pytest.raises(OperationalError):
            await dispatch.finish_waiting()
        assert (await report.store.read(outbox.counts))["draft"] == 1, "the other one was seen to its end"
        assert await dispatch.finish_waiting() == 1
    finally:
        workers.close()
    assert "draft" not in await report.store.read(outbox.counts)


@pytest.mark.shown(ANN, YVE)
async def test_an_export_of_a_player_who_was_merged_away_goes_plain_and_is_told(
    report: Desk, box: Box, workers: Workers
) -> None:
    box.send(YVE, "PRACTICE")
    await run_due(report, workers)
    box.reply([letter for letter in box.news() if letter["To"] == YVE][-1], "EXPORT")
    await master.move_player(report, ANN, YVE)
    dispatch = Dispatch(report, WayOut(), workers, Signals())
    while await dispatch.finish_waiting():
        pass
    assert "draft" not in await report.store.read(outbox.counts)
    (told,) = (letter for letter in box.news() if "goes without its documents" in str(letter["Subject"]))
    assert "there is no player" in text_of(told)
    (export,) = (row for row in box.rows() if row.subject == "All that is stored about you")
    assert "could not be made" in text_of(parse(export.raw or b""))


async def test_a_draft_that_cannot_even_go_plain_is_put_off_and_given_up_like_any_letter(
    report: Desk, box: Box, workers: Workers, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise RuntimeError("no such draft")

    monkeypatch.setattr("postern.desk.documents.finishing.draw", broken)
    monkeypatch.setattr(sending, "plain_letter", broken)
    dispatch = Dispatch(report, WayOut(), workers, Signals())
    box.news()
    assert await dispatch.finish_waiting() == 1
    assert await dispatch.finish_waiting() == 0
    clock.advance(pause_after(0))
    assert await dispatch.finish_waiting() == 1
    clock.advance(report.config.limits.send_for)
    assert await dispatch.finish_waiting() == 1
    counts = await report.store.read(outbox.counts)
    assert (counts["gave_up"], counts.get("draft")) == (1, None)
    (told,) = box.news()
    assert "no such draft" in text_of(told)
