"""Those who look on: asked twice, told what all players know, let go by one word, by reply or by List-Unsubscribe."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pypdfium2
import pytest
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.desk.timing.clock import ManualClock
from postern.store.tables import OutState
from tests.desk.box import GAME, Box, parse, text_of
from tests.desk.onlooking import OLGA, OTTO, PLAYERS, begun, flat, observe, to, turn, unsubscribing, watching
from tests.desk.playing import ANN, BOB, finished, game_of, join, newest

__all__ = ["begun"]


def test_a_stranger_observes_a_game_from_its_start_to_its_end(home: Path, desk: Desk, box: Box, workers: Workers) -> None:
    (home / "games" / "toy-1.toml").write_text(GAME + "[options]\ngoal = 40\n")
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-1"))
    told = observe(box)
    assert str(told["Subject"]) == "[TOY-1] You observe it"
    assert "It has not begun. When it does, you get the first public report." in flat(told)
    for name, address in PLAYERS.items():
        join(box, address, name)
    asyncio.run(run_due(desk, workers))
    (first,) = to(box, box.news(), OLGA)
    assert str(first["Subject"]) == "[TOY-1 turn 1] The game begins"
    whole = finished(box, newest(box, OLGA, "public"))
    assert "In the market: ALDER, ANN, BOB." in flat(whole)
    assert [part.get_filename() for part in whole.iter_attachments()] == []

    (one,) = to(box, turn(box, workers), OLGA)
    assert str(one["Subject"]) == "[TOY-1 turn 2] Public report of turn 1"
    assert "Turn 1 of TOY-1 has run. Turn 2 runs Fri" in flat(one)
    whole = finished(box, newest(box, OLGA, "public"))
    assert re.search(r"The number was \d", flat(whole))
    assert "reply with the word STOP" in flat(whole)
    assert max(map(len, text_of(whole).splitlines())) <= 72

    for _ in range(20):
        letters = to(box, turn(box, workers), OLGA)
        if "over" in str(letters[0]["Subject"]):
            break
        asyncio.run(_guess(box))
    assert len(letters) == 1
    assert str(letters[0]["Subject"]).endswith("] The game is over")
    assert "the victory goes to" in flat(letters[0])
    (late,) = box.send(OTTO, "OBSERVE TOY-1")
    assert "TOY-1 is over" in flat(late)


async def _guess(box: Box) -> None:
    """Lets ANN win a little sooner: the number of the turn is drawn from 1 to 9."""
    letter = next(parse(row.raw) for row in box.rows() if row.recipient == ANN and row.raw and row.seat_id)
    box.reply(letter, "guess 5\nbuy 1")


def test_its_letters_thread_and_can_be_ended_from_the_mail_program(
    box: Box, begun: dict[str, EmailMessage], workers: Workers, desk: Desk
) -> None:
    told = observe(box)
    (one,) = to(box, turn(box, workers), OLGA)
    (two,) = to(box, turn(box, workers), OLGA)
    for letter in (told, one, two):
        address, subject = unsubscribing(letter)
        assert subject == "unsubscribe"
        assert f"<{address}>" in str(letter["Reply-To"])
        assert re.fullmatch(r"orders\+[a-z2-7]{20,32}@example\.org", address)
        assert str(letter["List-Id"]) == "<toy-1.example.org>"
        assert letter["List-Unsubscribe-Post"] is None, "one click needs HTTPS (RFC 8058)"
    assert str(told["Auto-Submitted"]) == "auto-replied"
    assert str(one["Auto-Submitted"]) == str(two["Auto-Submitted"]) == "auto-generated"
    assert str(told["References"]).split()[0] == str(begun["ANN"]["References"]).replace(".1@", ".o1@")
    assert str(one["References"]) == "<toy-1.turn-2.o1@example.org>"
    assert str(two["References"]) == "<toy-1.turn-3.o1@example.org>"
    rows = [row for row in box.rows() if row.kind in ("report", "answer") and row.seat_id]
    assert all(parse(row.raw)["List-Unsubscribe"] is None for row in rows if row.raw), "players' letters are not of that kind"


def test_nobody_is_signed_up_by_another_and_asking_again_changes_nothing(
    box: Box, begun: dict[str, EmailMessage], desk: Desk
) -> None:
    (asked,) = box.send(OLGA, "OBSERVE TOY-1")
    assert watching(desk) == []
    (again,) = box.send(OLGA, "observe toy-1.")
    box.reply(asked, "NO")
    assert watching(desk) == []
    (no,) = box.reply(again, "STOP")
    assert watching(desk) == []
    assert "You no longer observe TOY-1" in flat(no)
    (still,) = box.reply(again, "what is this?")
    assert "You no longer observe TOY-1" in flat(still)
    assert watching(desk) == []
    for _ in range(2):
        (asked,) = box.send(OLGA, "OBSERVE TOY-1")
        (told,) = box.reply(asked, "yes please")
        assert "You observe TOY-1 (The Market of Guesses)." in flat(told)
        assert watching(desk) == [OLGA]
    (thrice,) = box.reply(asked, "")
    assert str(thrice["Subject"]) == "[TOY-1 turn 1] You observe it"
    assert watching(desk) == [OLGA]


def test_the_newest_report_and_the_map_come_at_once(box: Box, begun: dict[str, EmailMessage], workers: Workers) -> None:
    turn(box, workers)
    observe(box)
    letter = finished(box, newest(box, OLGA, "answer"))
    assert "The number was" in flat(letter)
    assert "the newest one comes with this letter" in flat(letter)
    assert [part.get_filename() for part in letter.iter_attachments()] == []


@pytest.mark.parametrize("word", ["STOP", "unsubscribe", "Unobserve", "UNOBSERVE TOY-1", "Stop.", "please stop me"])
def test_one_word_ends_it(word: str, box: Box, begun: dict[str, EmailMessage], workers: Workers, desk: Desk) -> None:
    told = observe(box)
    observe(box, OTTO)
    if word == "please stop me":  # as a mail program's button has it: in the subject, with words of its own below
        address, _ = unsubscribing(told)
        (gone,) = box.send(OLGA, "This message was generated by a mail program.", to=address, subject="please stop me")
    else:
        (gone,) = box.reply(told, word)
    assert str(gone["Subject"]) == "You no longer observe TOY-1"
    assert str(gone["To"]) == OLGA
    assert watching(desk) == [OTTO]
    letters = turn(box, workers)
    assert to(box, letters, OLGA) == []
    assert len(to(box, letters, OTTO)) == 1
    (twice,) = box.reply(told, word)
    assert "so there was nothing to end" in flat(twice)


@pytest.mark.parametrize("headers", [{}, {"Auto_Submitted": "auto-generated"}, {"X_Auto_Response_Suppress": "All"}])
@pytest.mark.parametrize("body", ["", "This message was automatically generated by Gmail."])
def test_list_unsubscribe_ends_it_whatever_program_writes(
    headers: dict[str, str], body: str, box: Box, begun: dict[str, EmailMessage], desk: Desk
) -> None:
    told = observe(box)
    address, subject = unsubscribing(told)
    letters = box.send(OLGA, body, to=address, subject=subject, **headers)
    assert watching(desk) == []
    if "Auto_Submitted" in headers:
        assert letters == [], "programs are never answered"
    else:
        assert [str(letter["Subject"]) for letter in letters] == ["You no longer observe TOY-1"]


def test_an_automatic_answer_ends_nothing(box: Box, begun: dict[str, EmailMessage], desk: Desk) -> None:
    told = observe(box)
    address, _ = unsubscribing(told)
    assert box.send(OLGA, "I am away.\nunsubscribe", to=address, subject="Out of office", Auto_Submitted="auto-replied") == []
    assert watching(desk) == [OLGA]


def test_an_observer_is_no_player(box: Box, begun: dict[str, EmailMessage], desk: Desk) -> None:
    """Whoever holds an observer's letter can command what anybody can, and reaches nobody."""
    told = observe(box)
    for body in ("guess 5\nREADY", "PRESS TO ALL\nhello players\nEND", "STATUS", "REPORT 0", "RESIGN YES", "hello?"):
        letters = box.reply(told, body)
        assert [str(letter["To"]) for letter in letters] == [OLGA]
        assert "nothing of your letter was carried out" in flat(letters[0])
    line = asyncio.run(master.show(desk, "TOY-1"))
    assert [(seat.orders, seat.ready) for seat in line.seats] == [(False, False)] * 3
    (games,) = box.reply(told, "GAMES")
    assert "You observe TOY-1; UNOBSERVE TOY-1 ends that." in flat(games)
    (asked,) = box.send("stranger@x.example", "FORGET ME", to=unsubscribing(told)[0])
    assert str(asked["To"]) == OLGA, "what concerns the observer is told to the observer"


def test_a_player_hears_that_his_own_report_says_more(box: Box, begun: dict[str, EmailMessage], desk: Desk) -> None:
    (letter,) = box.reply(begun["ANN"], "OBSERVE TOY-1")
    assert "You play in TOY-1: the reports of ANN tell you more than the public one" in flat(letter)
    (letter,) = box.send(ANN, "OBSERVE TOY-1")
    assert "the reports of ANN tell you more" in flat(letter)
    assert watching(desk) == []


def test_a_known_player_observes_another_game_at_once(
    home: Path, box: Box, begun: dict[str, EmailMessage], desk: Desk, workers: Workers
) -> None:
    (home / "games" / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2"))
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-2"))
    (told,) = box.reply(begun["ANN"], "OBSERVE TOY-2")
    assert "To end it, write UNOBSERVE TOY-2." in flat(told)
    assert watching(desk, "TOY-2") == [ANN]
    (status,) = box.reply(begun["ANN"], "STATUS")
    assert "You observe TOY-2; UNOBSERVE TOY-2 ends that." in flat(status)
    (games,) = box.reply(begun["ANN"], "GAMES")
    assert "You observe TOY-2" in flat(games)
    (nothing,) = box.reply(begun["ANN"], "UNOBSERVE TOY-1")
    assert "To leave a game that you play in, write RESIGN" in flat(nothing)
    (gone,) = box.reply(begun["ANN"], "STOP")
    assert "You no longer observe TOY-2" in flat(gone)
    assert watching(desk, "TOY-2") == []


def test_who_takes_a_seat_gets_the_players_letters_alone(box: Box, desk: Desk, workers: Workers) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    observe(box)
    join(box, OLGA, "OLGA")
    join(box, BOB, "BOB")
    asyncio.run(run_due(desk, workers))
    (first,) = to(box, box.news(), OLGA)
    assert "OLGA: the game begins" in str(first["Subject"])


def test_a_limit_for_each_address(home: Path, box: Box, desk: Desk, clock: ManualClock) -> None:
    for number in (2, 3):
        (home / "games" / f"toy-{number}.toml").write_text(GAME.replace("TOY-1", f"TOY-{number}"))
    (home / "postern.toml").write_text((home / "postern.toml").read_text() + "[limits]\nobserved_games = 2\n")
    desk.reload()
    for number in (1, 2, 3):
        asyncio.run(master.create(desk, f"TOY-{number}"))
    observe(box)
    observe(box, game="TOY-2")
    (full,) = box.send(OLGA, "OBSERVE TOY-3")
    assert "You observe TOY-2, TOY-1, and that is as many as one address may. UNOBSERVE TOY-1 makes room." in flat(full)
    clock.advance(timedelta(minutes=10))
    box.send(OLGA, "UNOBSERVE TOY-1")
    clock.advance(timedelta(minutes=10))
    observe(box, game="TOY-3")
    assert (watching(desk), watching(desk, "TOY-3")) == ([], [OLGA])


@pytest.mark.parametrize(
    ("lines", "may"),
    [("", True), ("open = false\n", False), ('open = false\nobservers = "yes"\n', True), ("observers = false\n", False)],
)
def test_the_games_file_says_whether(lines: str, may: bool, home: Path, box: Box, desk: Desk) -> None:
    (home / "games" / "toy-1.toml").write_text(lines + GAME)
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-1"))
    (letter,) = box.send(OLGA, "OBSERVE TOY-1")
    assert ("Please confirm" in str(letter["Subject"])) is may
    if not may:
        (nowhere,) = box.send(OLGA, "OBSERVE TOY-9")
        assert flat(letter).replace("TOY-1", "") == flat(nowhere).replace("TOY-9", ""), "as for a game that there is not"
    (bare,) = box.send(OLGA, "OBSERVE")
    assert ("OBSERVE TOY-1 to get" in flat(bare)) is may


def test_practice_is_private(box: Box, desk: Desk, workers: Workers) -> None:
    box.send(ANN, "PRACTICE")
    asyncio.run(run_due(desk, workers))
    name = next(game.name for game in asyncio.run(master.list_games(desk)))
    (letter,) = box.send(OLGA, f"OBSERVE {name}")
    assert f"There is no game {name} here that may be observed." in flat(letter)


def test_when_the_file_changes_its_mind_observers_hear_of_it(
    home: Path, box: Box, begun: dict[str, EmailMessage], desk: Desk, workers: Workers
) -> None:
    told = observe(box)
    (home / "games" / "toy-1.toml").write_text("open = false\n" + GAME)
    desk.read_files()
    (over,) = to(box, turn(box, workers), OLGA)
    assert "This game can be observed no more" in flat(over)
    assert "HISTORY" not in flat(over), "it would be refused: the game is closed"
    assert to(box, turn(box, workers), OLGA) == []
    assert "so there was nothing to end" in flat(box.reply(told, "STOP")[0])


def test_a_turn_that_is_run_again_says_so(box: Box, begun: dict[str, EmailMessage], desk: Desk, workers: Workers) -> None:
    observe(box)
    turn(box, workers)
    asyncio.run(master.rollback(desk, "TOY-1", 1))
    void = [row for row in box.rows() if row.kind == "public" and row.state == OutState.VOID]
    assert [row.recipient for row in void] == [OLGA], "what was not sent yet is withdrawn"
    asyncio.run(master.resume(desk, "TOY-1"))
    box.news()
    (again,) = to(box, turn(box, workers), OLGA)
    assert [row.state for row in box.rows() if row.dedupe_key.startswith("standing/")] == [OutState.VOID]
    assert "This report takes the place of the one you had of this turn." in flat(again)
    assert asyncio.run(master.replay(desk, workers, "TOY-1", 1)).same


def test_the_master_sees_who_observes_and_can_end_it(box: Box, begun: dict[str, EmailMessage], desk: Desk) -> None:
    observe(box)
    observe(box, OTTO)
    (menu,) = box.send("gm@example.org", "GM")
    (listed,) = box.reply(menu, "OBSERVERS TOY-1")
    assert "2 observers of TOY-1: olga@o.example otto@o.example" in flat(listed)
    letters = box.reply(menu, f"OBSERVERS TOY-1 DROP {OLGA}")
    assert [str(letter["To"]) for letter in letters] == [OLGA, "gm@example.org"]
    assert "The game master has ended it: you observe TOY-1" in flat(letters[0])
    assert "When the game is over, write HISTORY TOY-1 to see how it went" in flat(letters[0])
    assert watching(desk) == [OTTO]
    (nobody,) = box.reply(menu, f"OBSERVERS TOY-1 DROP {OLGA}")
    assert "Nobody observes TOY-1 from olga@o.example" in flat(nobody)


def test_an_observer_gets_all_that_is_stored_about_them(box: Box, begun: dict[str, EmailMessage]) -> None:
    told = observe(box)
    (letter,) = box.send("stranger@x.example", "EXPORT", to=unsubscribing(told)[0])
    assert str(letter["To"]) == OLGA
    (file,) = finished(box, newest(box, OLGA, "answer")).iter_attachments()
    document = json.loads(file.get_content())
    assert document["player"]["address"] == OLGA
    assert len(document["observer"]) == 1
    assert document["seats"] == []
    assert ANN not in json.dumps(document)


@pytest.mark.shown(ANN, OLGA)
def test_who_moves_to_another_address_observes_on_from_there(
    home: Path, box: Box, begun: dict[str, EmailMessage], desk: Desk, workers: Workers
) -> None:
    (home / "games" / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2"))
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-2"))
    box.reply(begun["ANN"], "OBSERVE TOY-2")
    observe(box, game="TOY-2")
    for letter in box.reply(begun["ANN"], f"ADDRESS {OLGA}"):
        box.reply(letter, "")
    assert watching(desk, "TOY-2") == [OLGA], "both were observers; now they are one"
    box.send(OLGA, "UNOBSERVE TOY-2")
    assert watching(desk, "TOY-2") == []


def test_letters_to_observers_show_nothing_that_is_a_players_own(
    box: Box, begun: dict[str, EmailMessage], workers: Workers
) -> None:
    observe(box)
    box.reply(begun["ANN"], "guess 7\nbuy 3\nSAY BOB\nmy secret plan\nEND\nABSENCE from 24 Dec to 2 Jan\nREADY")
    box.reply(begun["BOB"], "PRESS TO ANN\nbetween us\nEND")
    turn(box, workers)
    whole = finished(box, newest(box, OLGA, "public"))
    words = f"{whole.as_string()} {text_of(whole)}".lower()
    for secret in (
        "a.example",
        "b.example",
        "guess 7",
        "bought",
        "secret plan",
        "between us",
        "shares",
        "coins",
        "24 dec",
        "ready",
    ):
        assert secret not in words, secret
    others = [parse(row.raw) if row.raw else finished(box, row) for row in box.rows() if row.recipient == OLGA]
    assert len(others) == 3
    for letter in others:
        assert ANN not in letter.as_string()
        assert BOB not in letter.as_string()


@pytest.mark.slow
def test_great_jewels_tells_observers_who_plays_and_nothing_more(home: Path, box: Box, desk: Desk, workers: Workers) -> None:
    lines = GAME.replace("tests.desk.toy:RULESET", "great_jewels").replace("seats = 3", "seats = 6")
    lines = lines.replace("TOY-1", "QJ-1").replace("computers = 1", "computers = 5").replace("documents = []\n", "")
    (home / "games" / "qj-1.toml").write_text(lines)
    desk.read_files()
    asyncio.run(master.create(desk, "QJ-1"))
    observe(box, game="QJ-1")
    (asked,) = box.send(ANN, "JOIN QJ-1\nNAME=ANNE\nTYPE=RILRIS")
    box.reply(asked, "")
    asyncio.run(run_due(desk, workers))
    begins = finished(box, newest(box, OLGA, "public"))
    assert {part.get_filename() for part in begins.walk()} - {None} == {"QJ-1-turn-0-public-map.png", "QJ-1-turn-0-public.pdf"}
    asyncio.run(master.run_now(desk, workers, "QJ-1"))
    whole = finished(box, newest(box, OLGA, "public"))
    (gazette,) = whole.iter_attachments()
    assert gazette.get_filename() == "QJ-1-turn-1-public.pdf"
    with pypdfium2.PdfDocument(gazette.get_content()) as document:
        assert len(document) == 1
        told = document[0].get_textpage().get_text_bounded()
        assert "ANNE" in told
        assert "RILRIS" not in told.upper()
    words = text_of(whole)
    assert "ANNE" in words
    own = text_of(finished(box, newest(box, ANN)))
    places = set(re.findall(r"\b[A-S]\d+\b", own))
    assert len(places) >= 5
    assert not places & set(re.findall(r"\b[A-S]\d+\b", words))
    assert "RILRIS" not in words.upper()
    observe(box, OTTO, "QJ-1")
    late = finished(box, newest(box, OTTO, "answer"))
    names = {part.get_filename() for part in late.iter_attachments()}
    assert names == {"QJ-1-turn-1-public.pdf", "QJ-1-land-map.png"}, "the land, for who comes later"
    assert "Turn 1 has run, and nobody has won yet." in " ".join(text_of(late).split())


def test_forgotten_observers_leave_nothing(box: Box, begun: dict[str, EmailMessage], desk: Desk, workers: Workers) -> None:
    told = observe(box)
    (asked,) = box.reply(told, "FORGET ME")
    box.reply(asked, "yes")
    assert watching(desk) == []
    assert to(box, turn(box, workers), OLGA) == []
    assert not any(OLGA in str(row) for row in asyncio.run(_journal(desk)))


async def _journal(desk: Desk) -> list[object]:
    from postern.store import journal

    game = await desk.store.read(game_of)
    return list(await desk.store.read(journal.of_game, game.id))


def test_whose_letters_come_back_for_ever_is_let_go(
    box: Box, begun: dict[str, EmailMessage], desk: Desk, workers: Workers, clock: ManualClock
) -> None:
    observe(box)
    observe(box, OTTO)
    for _ in range(desk.config.limits.bounces):
        turn(box, workers)
        row = newest(box, OLGA, "public")
        box.desk.store.write_now(_bounce, desk, row.id)
    assert watching(desk) == [OTTO]
    kept = [letter for letter in box.news() if letter["To"] == "gm@example.org"]
    assert any("It observed TOY-1, and does so no longer." in flat(letter) for letter in kept)
    assert to(box, turn(box, workers), OLGA) == []
    letters = box.send(OLGA, "OBSERVE TOY-1")
    assert [str(letter["Subject"]) for letter in letters] == ["Please confirm: you would observe TOY-1"]


def _bounce(session: Session, desk: Desk, number: int) -> None:
    from postern.desk.delivery.bounces import refused
    from postern.store.tables import OutboxLetter

    letter = session.get(OutboxLetter, number)
    assert letter is not None
    letter.state = OutState.BOUNCED
    refused(session, desk, letter, "550 no such user")
