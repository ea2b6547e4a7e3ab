"""HISTORY: the story of a game that is over, by letter; of a game that goes on nothing, of private letters nothing ever."""

from __future__ import annotations

import asyncio
import io
import json
import re
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games import history
from postern.store import games, removal
from tests.desk.begun import once
from tests.desk.box import GAME, Box, text_of
from tests.desk.playing import ANN, BOB, begin, finished, newest, run_turn

NAMES = {"ANN": ANN, "BOB": BOB}
STRANGER = "eve@e.example"
pytestmark = pytest.mark.shown(ANN, BOB)  # ANN puts her address into public press
SECRETS = ("the treaty of whispers", "meet me at the mill", "nameless is as nameless does", "my number is", "ann@a.example")
"""What ANN wrote to BOB alone, in press and in orders, and what she wrote by mistake."""


@pytest.fixture
def first(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return begin(box, workers, **NAMES)


@pytest.fixture
def over(first: dict[str, EmailMessage], box: Box, workers: Workers) -> dict[str, EmailMessage]:
    """A game of three turns with press and messages of every kind, ended by the rules. Name → last report."""

    def play() -> dict[str, EmailMessage]:
        box.reply(first["ANN"], "PRESS TO BOB\nThe treaty of whispers\nEND")
        box.reply(first["ANN"], f"PRESS TO ALL\nGood luck to all, says {ANN}\nEND")
        box.reply(first["ANN"], "PRESS ANON TO ALL\nSomebody cheats\nEND")
        box.reply(first["ANN"], "guess 4\nbuy 2\nSAY BOB\nMeet me at the mill\nEND\nmy number is 555 1234")
        run_turn(box, workers, NAMES)
        box.reply(first["BOB"], "guess 7")
        run_turn(box, workers, NAMES)
        box.reply(first["ANN"], "PROPOSE END TURN 3")
        box.reply(first["BOB"], "VOTE YES")
        return run_turn(box, workers, NAMES)

    return once(box, play, "over")


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def ask(box: Box, letter: EmailMessage, words: str) -> EmailMessage:
    """The whole answer, with its documents."""
    (answer,) = box.reply(letter, words)
    row = newest(box, str(answer["To"]), "answer")
    return finished(box, row) if row.draft else answer


def ask_as_guest(box: Box, address: str, words: str) -> EmailMessage:
    (answer,) = box.send(address, words)
    row = newest(box, address, "guest")
    return finished(box, row) if row.draft else answer


def files(letter: EmailMessage) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for part in letter.iter_attachments():
        found[str(part.get_filename())] = payload(part)
    return found


def payload(part: EmailMessage) -> bytes:
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content


def words_of(name: str, data: bytes) -> str:
    """Every word in a file."""
    if name.endswith(".pdf"):
        document = pypdfium2.PdfDocument(data)
        return " ".join(page.get_textpage().get_text_range() for page in document)
    if name.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(data)) as log:
            return " ".join(name + log.read(name).decode() for name in log.namelist())
    if name.endswith(".gif"):
        return ""
    return data.decode()


def everything(letter: EmailMessage) -> str:
    """All that a letter's parts and files say, and nothing of its head."""
    parts = [str(part.get_content()) for part in letter.walk() if part.get_content_maintype() == "text"]
    parts += [words_of(name, data) for name, data in files(letter).items()]
    return " ".join(" ".join(parts).split()).casefold()


def log_of(letter: EmailMessage, turn: int) -> str:
    with zipfile.ZipFile(io.BytesIO(files(letter)["TOY-1-history-log.zip"])) as log:
        return log.read(f"TOY-1-turn-{turn:02}.txt").decode()


# --- a game that goes on -----------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["HISTORY", "HISTORY FULL", "history of TOY-1", "HISTORY TOY-1 FULL"])
def test_a_game_that_goes_on_tells_nothing(words: str, first: dict[str, EmailMessage], box: Box, workers: Workers) -> None:
    box.reply(first["BOB"], "guess 7\nbuy 3")
    run_turn(box, workers, NAMES)
    answer = ask(box, first["ANN"], words)
    assert "TOY-1 is not over; HISTORY opens when the game is over" in flat(answer)
    assert "REPORT 1 and MAP 1" in flat(answer)
    assert not files(answer)
    assert "buy 3" not in everything(answer)


def test_a_stranger_hears_no_more_of_it(first: dict[str, EmailMessage], box: Box, workers: Workers) -> None:
    answer = ask_as_guest(box, STRANGER, "HISTORY TOY-1")
    assert "TOY-1 is not over; HISTORY opens when the game is over." in flat(answer)
    assert "REPORT" not in flat(answer)
    assert not {"ann", "bob"} & set(re.findall(r"\w+", everything(answer)))


def test_a_game_taken_back_after_the_question_stays_closed(over: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(over["ANN"], "HISTORY FULL")
    asyncio.run(master.rollback(desk, "TOY-1", 2))
    answer = finished(box, newest(box, ANN, "answer"))
    assert "its history cannot be told" in flat(answer)
    assert not files(answer)
    assert "is not over" in flat(ask(box, over["ANN"], "HISTORY"))


# --- a game that is over -----------------------------------------------------------------------------------


def test_the_letter_stands_alone(over: dict[str, EmailMessage], box: Box) -> None:
    answer = ask(box, over["ANN"], "HISTORY")
    text = text_of(answer)
    assert str(answer["Subject"]) == "[TOY-1] the history of the game"
    assert max(map(len, text.splitlines())) <= 72
    assert re.search(r"share the victory\s+after turn 3\.|won after turn 3\.", text)
    for heading in ("FINAL STANDINGS", "SCORES, TURN BY TURN", "THE MAP THROUGH THE GAME"):
        assert heading in text
    assert re.search(r"^ +1 +\w+ +Guesser +\d+", text, re.MULTILINE)
    assert re.search(r"^After turn +0 +1 +2 +3$", text, re.MULTILINE)
    assert "a computer player" in text
    assert "Began" in text
    assert "CET" in text


def test_the_pdf_holds_chart_and_maps(over: dict[str, EmailMessage], box: Box) -> None:
    (name, data) = next(iter(files(ask(box, over["ANN"], "HISTORY")).items()))
    words = words_of(name, data)
    assert name == "TOY-1-history.pdf"
    assert data.startswith(b"%PDF")
    for wanted in ("after turn", "The market after turn 0", "The market after turn 3", "ANN", "BOB", "WHO IS WHO"):
        assert wanted in words
    assert "The map at the end" in [mark.get_title() for mark in pypdfium2.PdfDocument(data).get_toc()]


def test_the_page_shows_podium_scores_realms_and_the_moving_map(over: dict[str, EmailMessage], box: Box) -> None:
    answer = ask(box, over["ANN"], "HISTORY")
    page = str(next(part for part in answer.walk() if part.get_content_type() == "text/html").get_content())
    pictures = {str(part["Content-ID"]).strip("<>"): part for part in answer.walk() if part.get_content_maintype() == "image"}
    assert sorted(str(part.get_filename()).removeprefix("TOY-1-history-") for part in pictures.values()) == [
        "film.gif", "graph.png", "map.png", "maps.png", "podium.png",
    ]  # fmt: skip
    assert sorted(re.findall(r'src="cid:([^"]+)"', page)) == sorted(pictures)
    (film,) = [part for part in pictures.values() if part.get_content_subtype() == "gif"]
    with Image.open(io.BytesIO(payload(film))) as moving:
        assert getattr(moving, "n_frames", 1) == 4, "the start and three turns"
    assert len(payload(film)) < 1_000_000


def test_a_letter_without_html_has_the_moving_map_as_a_file(over: dict[str, EmailMessage], box: Box) -> None:
    box.reply(over["ANN"], "FORMAT TEXT")
    found = files(ask(box, over["ANN"], "HISTORY"))
    assert set(found) == {"TOY-1-history.pdf", "TOY-1-history-film.gif"}
    assert found["TOY-1-history-film.gif"].startswith(b"GIF89a")


def test_the_last_letter_tells_the_end_above_the_last_report(over: dict[str, EmailMessage], box: Box) -> None:
    last = finished(box, newest(box, BOB, "report"))
    text = text_of(last)
    titles = ("FINAL STANDINGS", "EVERYBODY'S ROAD", "RECORDS", "WHAT HAPPENED")
    assert [text.index(title) for title in titles] == sorted(text.index(title) for title in titles)
    assert set(files(last)) == {"TOY-1-deadline.ics"}, "this reader wants no PDF"
    road = text.partition("EVERYBODY'S ROAD")[2].partition("RECORDS")[0]
    for name in (*NAMES, "Guesser"):
        assert name in road


def test_the_last_letter_brings_the_documents_that_its_reader_wants(
    first: dict[str, EmailMessage], box: Box, workers: Workers
) -> None:
    box.reply(first["ANN"], "FORMAT PDF JSON HTML")
    box.reply(first["ANN"], "PROPOSE END TURN 1")
    box.reply(first["BOB"], "VOTE YES")
    run_turn(box, workers, NAMES)
    last = finished(box, newest(box, ANN, "report"))
    assert {"TOY-1-history.pdf", "TOY-1-history.json", "TOY-1-turn-1-ANN.pdf", "TOY-1-turn-1-ANN.json"} <= set(files(last))
    assert [part.get_content_type() for part in last.walk()].count("image/gif") == 1
    assert json.loads(files(last)["TOY-1-history.json"])["report"]["kind"] == "final"


def test_an_end_by_vote_is_told_at_once(first: dict[str, EmailMessage], box: Box, workers: Workers) -> None:
    run_turn(box, workers, NAMES)
    box.reply(first["ANN"], "PROPOSE DRAW")
    box.reply(first["BOB"], "VOTE YES")
    told = finished(box, newest(box, ANN, "news"))
    assert "FINAL STANDINGS" in text_of(told)
    assert "The game ended after turn 1: a draw of ANN, BOB" in flat(told)


def test_the_log_is_opened_in_full(over: dict[str, EmailMessage], box: Box) -> None:
    answer = ask(box, over["BOB"], "HISTORY FULL")
    assert set(files(answer)) == {"TOY-1-history.pdf", "TOY-1-history-log.zip"}
    one = log_of(answer, 1)
    assert "  GUESS 4\n  BUY 2\n" in one
    assert "You bought 2 shares." in one
    assert "ANN wrote:\n  Good luck to all, says" in one
    assert "somebody wrote:\n  Somebody cheats" in one
    assert "BOB\n  (none came)" in one
    assert "BOB\n  GUESS 7" in log_of(answer, 2)


def test_what_was_not_for_all_stays_closed(over: dict[str, EmailMessage], box: Box) -> None:
    box.send(STRANGER, "HISTORY FULL TOY-1")
    for letter in (ask(box, over["ANN"], "HISTORY FULL"), finished(box, newest(box, STRANGER, "guest"))):
        said = everything(letter)
        assert "guess 4" in said
        for secret in SECRETS:
            assert secret not in said


def test_no_address_and_no_token_is_in_any_document(over: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    said = everything(ask_as_guest(box, STRANGER, "HISTORY FULL TOY-1"))
    found = [re.search(rb"\+([A-Za-z2-7]{20,})@", row.raw or row.draft or b"") for row in box.rows()]
    tokens = {match[1].decode().casefold() for match in found if match}
    assert len(tokens) > 1
    for secret in (*tokens, ANN, BOB, STRANGER, "@a.example"):
        assert secret not in said
    again = asyncio.run(history.documents(desk, "TOY-1"))
    for name, data in again.items():
        assert "@" not in words_of(name, data)


def test_game_masters_changes_are_on_record(first: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers) -> None:
    from postern.desk.gamemaster.actions import patch_world

    patch = '[{"op": "replace", "path": "/coins/ANN", "value": 99}]'
    desk.store.write_now(patch_world, desk, "TOY-1", patch, "a slip of mine, write to gm@example.org", "master")
    box.reply(first["ANN"], "buy 1")
    last = run_turn(box, workers, NAMES)
    box.reply(first["ANN"], "PROPOSE CONCESSION TO ANN")
    box.reply(first["BOB"], "VOTE YES")
    told = log_of(ask(box, last["ANN"], "HISTORY FULL"), 1)
    assert "The game master changed the world as it awaited turn 1, because: a slip of mine" in told
    assert '"value": 99' in told
    assert "gm@" not in told


# --- who may have it ---------------------------------------------------------------------------------------


def test_an_end_by_vote_is_told_as_such(first: dict[str, EmailMessage], box: Box, workers: Workers) -> None:
    last = run_turn(box, workers, NAMES)
    box.reply(first["ANN"], "PROPOSE DRAW")
    told = box.reply(first["BOB"], "VOTE YES")
    assert any("Reply with HISTORY" in flat(letter) for letter in told if letter["To"] == ANN)
    assert not any("Reply with HISTORY" in flat(letter) for letter in told if letter["To"] == "gm@example.org")
    assert "The game ended after turn 1: a draw of ANN, BOB" in flat(ask(box, last["ANN"], "HISTORY"))


def test_final_reports_say_that_there_is_a_history(over: dict[str, EmailMessage], first: dict[str, EmailMessage]) -> None:
    assert "Reply with HISTORY to see how it went" in flat(over["ANN"])
    assert "HISTORY" not in flat(first["ANN"])


def test_everybody_may_read_of_an_open_game(over: dict[str, EmailMessage], box: Box) -> None:
    assert "is not over" not in flat(ask_as_guest(box, STRANGER, "HISTORY TOY-1"))
    assert "Games that are over: TOY-1" in flat(ask_as_guest(box, STRANGER, "HISTORY"))
    assert "There is no game TOY-9 here." in flat(ask_as_guest(box, STRANGER, "HISTORY TOY-9"))


def test_of_a_closed_game_only_those_who_played(over: dict[str, EmailMessage], box: Box, home: Path, desk: Desk) -> None:
    (home / "games" / "toy-1.toml").write_text("open = false\n" + GAME)
    desk.read_files()
    assert "There is no game TOY-1 here." in flat(ask_as_guest(box, STRANGER, "HISTORY TOY-1"))
    assert "TOY-1" not in flat(ask_as_guest(box, STRANGER, "HISTORY"))
    assert "FINAL STANDINGS" in text_of(ask_as_guest(box, ANN, "HISTORY TOY-1"))


def test_who_gave_up_a_seat_may_still_read(
    first: dict[str, EmailMessage], box: Box, home: Path, desk: Desk, workers: Workers
) -> None:
    box.reply(first["BOB"], "guess 1")
    run_turn(box, workers, NAMES)
    box.insist(first["BOB"], "RESIGN YES")
    (home / "games" / "toy-1.toml").write_text("open = false\n" + GAME)
    desk.read_files()
    box.reply(first["ANN"], "PROPOSE DRAW")
    assert "FINAL STANDINGS" in text_of(ask_as_guest(box, BOB, "HISTORY TOY-1"))


def test_a_practice_game_is_its_players_own(box: Box, desk: Desk, workers: Workers) -> None:
    from tests.desk.playing import reports

    box.send(ANN, "PRACTICE")
    begun = reports(box, workers, {"ANN": ANN})["ANN"]
    box.reply(begun, "guess 3\nREADY")
    reports(box, workers, {"ANN": ANN})
    box.insist(begun, "RESIGN YES")
    assert "There is no game PRACTICE-1 here." in flat(ask_as_guest(box, STRANGER, "HISTORY PRACTICE-1"))
    assert "before anybody had won" in flat(ask_as_guest(box, ANN, "HISTORY PRACTICE-1"))


# --- people and games that go ------------------------------------------------------------------------------


def test_the_history_outlives_a_player_who_wants_to_be_forgotten(over: dict[str, EmailMessage], box: Box) -> None:
    (farewell,) = [letter for letter in box.insist(over["ANN"], "FORGET ME YES") if letter["To"] == ANN]
    assert str(farewell["Subject"]) == "You are forgotten"
    answer = ask(box, over["BOB"], "HISTORY FULL")
    assert "GUESS 4" in log_of(answer, 1)
    assert "good luck to all" not in everything(answer)


def test_a_question_about_a_game_that_is_removed_is_still_answered(over: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.send(STRANGER, "HISTORY TOY-1")
    row = newest(box, STRANGER, "guest")

    def remove(session: Session) -> None:
        game = games.by_name(session, "TOY-1")
        assert game is not None
        removal.remove_game(session, game.id)

    desk.store.write_now(remove)
    assert "no longer on record" in flat(finished(box, row))
