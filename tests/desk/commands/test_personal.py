"""What is stored about a person: moved to another address, sent to them, forgotten for good."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, SQLModel, select

from postern.desk.context import Desk
from postern.desk.delivery.bounces import refused
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import actions, master
from postern.desk.games import forgetting
from postern.desk.settings.auth_policy import Way
from postern.desk.timing.clock import ManualClock
from postern.store import journal, personal
from postern.store.tables import GameState, OutboxLetter, OutState, Player
from tests.desk.box import Box, parse, text_of
from tests.desk.playing import ANN, BOB, begin, finished, game_of, join, newest, run_turn

NAMES = {"ANN": ANN, "BOB": BOB}
NEW = "anna@new.example"


@pytest.fixture
def first(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return begin(box, workers, **NAMES)


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def to(letters: list[EmailMessage], address: str) -> list[EmailMessage]:
    return [letter for letter in letters if letter["To"] == address]


def everything(desk: Desk) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table, unpacked."""

    def look(session: Session) -> dict[str, list[dict[str, Any]]]:
        return {
            table.name: [dict(row) for row in session.connection().execute(table.select()).mappings()]
            for table in SQLModel.metadata.sorted_tables
        }

    return desk.store.write_now(look)


def mark_all_sent(session: Session) -> None:
    for letter in session.exec(select(OutboxLetter)):
        letter.state = OutState.SENT
        session.add(letter)


# --- ADDRESS ---------------------------------------------------------------------------------------------


@pytest.mark.shown(ANN, NEW)
def test_both_addresses_confirm_then_the_seats_move(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    asked = box.reply(first["ANN"], f"ADDRESS {NEW}")
    (at_old,), (at_new,) = to(asked, ANN), to(asked, NEW)
    assert NEW in flat(at_old)
    assert "ann@a.example" not in at_new.as_string()
    assert "TOY-1" not in at_new.as_string()
    (half,) = box.reply(at_new, "")
    assert "needs one more reply" in flat(half)
    assert to(box.reply(first["ANN"], "STATUS"), ANN)
    moved = box.reply(at_old, "yes")
    (welcome,), (left,) = to(moved, NEW), to(moved, ANN)
    assert "ANN: your letters come here now" in str(welcome["Subject"])
    assert NEW not in left.as_string()
    (answer,) = box.reply(welcome, "guess 4")
    assert (str(answer["To"]), "1 order on file" in str(answer["Subject"])) == (NEW, True)
    (report,) = [part for part in text_of(finished(box, newest(box, NEW, "news"))).split("\n") if "A new market opens" in part]
    assert report


@pytest.mark.shown(ANN, NEW)
def test_the_old_address_has_no_access_any_more(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    asked = box.reply(first["ANN"], f"ADDRESS {NEW}")
    for letter in asked:
        box.reply(letter, "")
    for letters in (box.reply(first["ANN"], "CANCEL\nguess 9"), box.reply(asked[0], "SHOW"), box.send(ANN, "SHOW")):
        assert all("GUESS" not in text_of(letter) and "TOY-1" not in str(letter["Subject"]) for letter in letters)
    seat = next(seat for seat in asyncio.run(master.show(desk, "TOY-1")).seats if seat.name == "ANN")
    assert (seat.address, seat.orders) == (NEW, False)


@pytest.mark.shown(ANN, NEW)
def test_one_reply_alone_or_a_no_changes_nothing(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    asked = box.reply(first["ANN"], f"ADDRESS {NEW}")
    (at_old,), (at_new,) = to(asked, ANN), to(asked, NEW)
    (declined,) = box.reply(at_new, "NO")
    assert "thrown away" in flat(declined)
    (late,) = to(box.reply(at_old, ""), ANN)
    assert str(late["Subject"]) == "That letter no longer counts"
    again = box.reply(first["ANN"], f"ADDRESS {NEW}")
    assert to(box.reply(to(again, ANN)[0], ""), ANN)
    (late,) = to(box.reply(at_new, ""), NEW)
    assert str(late["Subject"]) == "That letter no longer counts"
    assert {seat.address for seat in asyncio.run(master.show(desk, "TOY-1")).seats} == {ANN, BOB, ""}


@pytest.mark.shown(ANN, NEW)
def test_orders_in_the_reply_that_confirms_are_told_to_be_lost(first: dict[str, EmailMessage], box: Box) -> None:
    asked = box.reply(first["ANN"], f"ADDRESS {NEW}")
    (at_old,) = to(asked, ANN)
    (half,) = box.reply(at_old, "Yes, it was me.\nguess 3")
    assert "were not carried out" in flat(half)
    assert "> guess 3" in text_of(half)
    (half,) = box.reply(at_old, "Yes, it was me.")
    assert "carried out" not in flat(half)


@pytest.mark.shown(ANN, NEW)
def test_who_confirms_twice_hears_how_it_stands(first: dict[str, EmailMessage], box: Box) -> None:
    asked = box.reply(first["ANN"], f"ADDRESS {NEW}")
    (at_old,), (at_new,) = to(asked, ANN), to(asked, NEW)
    for _ in range(2):
        (half,) = box.reply(at_old, "yes")
        assert str(half["Subject"]) == "One of two replies is here"
    box.reply(at_new, "yes")
    for late, address in ((at_old, ANN), (at_new, NEW)):
        (told,) = to(box.reply(late, "yes"), address)
        assert str(told["Subject"]) == "Your address was changed already"


def test_an_address_that_cannot_be_is_told_why(first: dict[str, EmailMessage], box: Box) -> None:
    for wish, words in (
        ("ADDRESS joe@", "is not a mail address"),
        (f"ADDRESS {ANN.upper()}", "already"),
        ("ADDRESS orders+x@example.org", "cannot be your address"),
    ):
        letters = box.reply(first["ANN"], wish)
        assert [str(letter["To"]) for letter in letters] == [ANN], wish
        assert words in flat(letters[0]), wish


@pytest.mark.shown(ANN, BOB)  # he named it himself
def test_nobody_can_hold_two_seats_in_a_game_by_moving(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    asked = box.reply(first["ANN"], f"ADDRESS {BOB}")
    box.reply(to(asked, ANN)[0], "")
    (clash,) = box.reply(to(asked, BOB)[0], "")
    assert "Both addresses hold a seat in TOY-1" in flat(clash)
    assert {seat.address for seat in asyncio.run(master.show(desk, "TOY-1")).seats} == {ANN, BOB, ""}


def test_strangers_are_not_flooded_by_wishes(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    limits = desk.config.limits.model_copy(update={"guest_answers_per_hour": 2})
    desk.config = desk.config.model_copy(update={"limits": limits})
    assert [len(to(box.reply(first["ANN"], f"ADDRESS {NEW}"), NEW)) for _ in range(4)] == [1, 1, 0, 0]


@pytest.mark.shown(ANN, NEW)
def test_a_player_known_at_the_new_address_becomes_one_with_the_mover(
    first: dict[str, EmailMessage], box: Box, desk: Desk, home: Path
) -> None:
    text = (home / "games" / "toy-1.toml").read_text()
    (home / "games" / "toy-2.toml").write_text(text.replace("TOY-1", "TOY-2"))
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-2"))
    (wish,) = box.send(NEW, "JOIN TOY-2\nNAME=ANN")
    box.reply(wish, "")
    for letter in box.reply(first["ANN"], f"ADDRESS {NEW}"):
        box.reply(letter, "")
    addresses = [seat.address for name in ("TOY-1", "TOY-2") for seat in asyncio.run(master.show(desk, name)).seats]
    assert addresses.count(NEW) == 2
    assert [row["address"] for row in everything(desk)["player"]].count(NEW) == 1


# --- NEW SECRET ------------------------------------------------------------------------------------------


def test_a_new_secret_makes_earlier_letters_worthless(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (answer,) = box.insist(first["ANN"], "NEW SECRET", sender="eve@e.example")
    assert str(answer["To"]) == ANN
    assert str(answer["Reply-To"]) != str(first["ANN"]["Reply-To"])
    letters = box.reply(first["ANN"], "guess 9", sender="eve@e.example")
    assert all("GUESS" not in text_of(letter) for letter in letters)
    (answer,) = box.reply(answer, "guess 3")
    assert "1 order on file" in str(answer["Subject"])
    (of_bob,) = box.reply(first["BOB"], "guess 2")
    assert "1 order on file" in str(of_bob["Subject"])


# --- EXPORT ----------------------------------------------------------------------------------------------


def exported(box: Box, letter: EmailMessage) -> dict[str, Any]:
    box.reply(letter, "EXPORT")
    (file,) = finished(box, newest(box, ANN, "answer")).iter_attachments()
    content: dict[str, Any] = json.loads(file.get_content())
    return content


def test_an_export_holds_all_about_the_writer_and_nothing_of_others(
    first: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers
) -> None:
    box.reply(first["ANN"], "ZONE Tokyo\nguess 3\nbuy 1\nPRESS TO BOB\nAnn was here\nEND")
    box.reply(first["BOB"], "guess 7\nbuy 2\nPRESS TO ANN\nBob knows\nEND\nPRESS ANON TO ANN\nNobody knows\nEND")
    box.send(ANN, "guess 8")
    reports = run_turn(box, workers, NAMES)
    document = exported(box, reports["ANN"])
    words = json.dumps(document)
    for mine in ("ann@a.example", "Asia/Tokyo", "guess 3", "Ann was here", "Bob knows", "Nobody knows", "guess 8"):
        assert mine in words, mine
    for theirs in ("bob@b.example", "guess 7", "buy 2"):
        assert theirs not in words, theirs
    (seat,) = document["seats"]
    assert [turn["orders"] for turn in seat["turns"]] == [None, "guess 3\nbuy 1"]
    assert all(turn["report"]["report"]["masthead"]["seat"] == "ANN" for turn in seat["turns"])
    rows = everything(desk)
    me = next(row["id"] for row in rows["player"] if row["address"] == ANN)
    my_seat = next(row["id"] for row in rows["seat"] if row["player_id"] == me)
    for table, found in rows.items():
        about_me = [
            row
            for row in found
            if row.get("player_id") == me
            or ANN in (row.get("address"), row.get("recipient"))
            or (row.get("seat_id") == my_seat and table != "outbox_letter")
        ]
        if about_me and table not in ("player", "seat", "seat_report"):
            assert [_known_by(table, row) for row in document[table]] == [_known_by(table, row) for row in about_me]
    anonymous = [press for press in seat["press_received"] if press["anonymous"]]
    assert [press["text"] for press in anonymous] == ["Nobody knows"]
    assert "seat_id" not in anonymous[0]
    assert "BOB" not in json.dumps(anonymous)


def test_an_export_tells_days_of_absence(first: dict[str, EmailMessage], box: Box) -> None:
    box.reply(first["ANN"], "ABSENCE from 2026-12-24 to 2027-01-02")
    (absence,) = exported(box, first["ANN"])["absence"]
    assert (absence["first"], absence["last"]) == ("2026-12-24", "2027-01-02")


def test_a_large_export_comes_packed(first: dict[str, EmailMessage], box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("postern.desk.documents.finishing._LARGEST_FILE", 100)
    box.reply(first["ANN"], "EXPORT")
    (file,) = finished(box, newest(box, ANN, "answer")).iter_attachments()
    assert file.get_filename() == "postern-export.zip"
    assert file.get_content()[:2] == b"PK"


# --- FORGET ME -------------------------------------------------------------------------------------------


def test_to_be_forgotten_needs_a_second_word(first: dict[str, EmailMessage], box: Box) -> None:
    (asked,) = box.reply(first["ANN"], "FORGET ME")
    assert "ANN in TOY-1" in flat(asked)
    assert "reply to this letter with YES" in flat(asked)
    assert "1 order on file" in str(box.reply(first["ANN"], "guess 3")[0]["Subject"])


def test_who_is_forgotten_is_nowhere_in_the_database(
    first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, workers: Workers, home: Path
) -> None:
    """With everything that can name a person: letters, press, settings, bounces, failures, an address given up."""
    old = "old-ann@a.example"
    for letter in box.reply(first["ANN"], f"ADDRESS {old}"):
        box.reply(letter, "")
    moved = newest(box, old, "news")
    here = finished(box, moved)
    for letter in box.reply(here, f"ADDRESS {ANN}"):
        box.reply(letter, "")
    here = finished(box, newest(box, ANN, "news"))
    box.reply(here, "ZONE Tokyo\nguess 3\nPRESS TO BOB\nA word of mine\nEND", sender="ann.work@w.example")
    box.reply(here, "burst")
    box.send(ANN, "guess 8")
    box.reply(first["BOB"], "guess 2\nPRESS TO ANN\nBob to Ann\nEND")
    run_turn(box, workers, NAMES)
    bounced = newest(box, ANN, "report")
    desk.store.write_now(refused, desk, bounced, f"550 5.1.1 <{ANN}> is unknown here")
    box.send("postmaster@relay.example", f"Your letter to {ANN} came back.", Auto_Submitted="auto-replied")
    desk.store.write_now(lambda session: journal.note(session, clock.now(), "master", "ejected", None, who=ANN))
    (menu,) = [letter for letter in box.send("gm@example.org", "GM") if letter["To"] == "gm@example.org"]
    box.reply(menu, f"PROMOTE TOY-1 {ANN}", "gm@example.org")
    box.insist(here, "FORGET ME YES")
    farewell = parse(newest(box, ANN, "farewell").raw or b"")
    told = parse(newest(box, "gm@example.org", "master").raw or b"")
    assert "You are forgotten" in str(farewell["Subject"])
    assert "ANN in TOY-1" in flat(told)
    assert "a.example" not in told.as_string()
    desk.store.write_now(mark_all_sent)
    assert asyncio.run(forgetting.scrub(desk))
    assert not asyncio.run(forgetting.scrub(desk))
    for table, rows in everything(desk).items():
        for row in rows:
            for name, value in row.items():
                text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
                assert "a.example" not in text.replace("=\n", ""), (table, name)
                assert "ann.work" not in text, (table, name)
                assert "A word of mine" not in text or (table == "outbox_letter" and row["recipient"] == BOB), (table, name)
    folder = home / "var"
    for file in folder.iterdir():
        data = file.read_bytes()
        assert b"a.example" not in data, file.name
        assert b"ann.work" not in data, file.name
    # the game goes on, with a computer player in the seat, and can be replayed
    line = asyncio.run(master.show(desk, "TOY-1"))
    assert (line.state, [seat.computer for seat in line.seats if seat.name == "ANN"]) == ("running", [True])
    assert asyncio.run(master.replay(desk, workers, "TOY-1", 1)).same
    asyncio.run(master.run_now(desk, workers, "TOY-1"))
    assert asyncio.run(master.show(desk, "TOY-1")).turn == 3
    assert all("GUESS" not in text_of(letter) for letter in box.reply(here, "STATUS"))


def test_an_answer_to_a_game_master_that_still_waits_for_its_documents_names_nobody_forgotten(
    first: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    desk.store.write_now(lambda session: setattr(game_of(session), "state", GameState.FINISHED))
    (menu,) = [letter for letter in box.send("gm@example.org", "GM") if letter["To"] == "gm@example.org"]
    box.reply(menu, "SHOW TOY-1\nHISTORY TOY-1", "gm@example.org")
    waiting = newest(box, "gm@example.org", "master")
    assert (waiting.state, waiting.raw) == (OutState.DRAFT, None)
    assert ANN.encode() in (waiting.draft or b"")
    box.insist(first["ANN"], "FORGET ME YES")
    assert not [row.subject for row in box.rows() if row.recipient != ANN and ANN.encode() in (row.draft or b"")]


def test_somebody_without_a_seat_is_forgotten_by_a_reply(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.insist(first["ANN"], "RESIGN YES")
    (asked,) = box.send(ANN, "FORGET ME")
    assert "reply to this letter" in flat(asked)
    (again,) = box.reply(asked, "")
    assert str(again["Subject"]) == "Please confirm with YES"
    box.reply(again, "yes")
    assert newest(box, ANN, "farewell").subject == "You are forgotten"
    assert [row["address"] for row in everything(desk)["player"]] == [BOB]
    (nobody,) = box.send("eve@e.example", "FORGET ME")
    assert "Nothing is stored about you" in str(nobody["Subject"])


def test_a_letter_forged_in_anothers_name_forgets_nobody(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (asked,) = box.send(ANN, "FORGET ME YES")
    assert str(asked["To"]) == ANN
    assert {row["address"] for row in everything(desk)["player"]} == {ANN, BOB}


def test_every_table_that_can_speak_of_a_person_has_a_rule() -> None:
    """A table with a person's columns is deleted unless a rule says otherwise, and every rule names a table that is."""
    tables = {table.name: table for table in SQLModel.metadata.sorted_tables}
    assert set(personal.RULES) <= set(tables)
    for name, rule in personal.RULES.items():
        assert set(rule.by) <= set(tables[name].c.keys())
        assert set(rule.blank or {}) <= set(tables[name].c.keys())
        assert not rule.since or rule.since in tables[rule.of or name].c
    for table in tables.values():
        rule_here = personal.rule_of(table)
        named = {"player_id", "address", "recipient"} & set(table.c.keys())
        if rule_here is not None and "seat_id" in rule_here.by:
            assert rule_here.since, f"{table.name}: a seat's rows are its player's since when?"
            assert not named, f"{table.name} names its person"
    assert Player.__tablename__ not in personal.RULES


def test_whichever_letter_is_replied_to_the_wish_to_be_forgotten_is_carried_out(
    first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock
) -> None:
    """Somebody without a seat who asks twice and replies to the older letter is not left unheard."""
    cleo = "cleo@c.example"
    (asked,) = box.send(cleo, "STANDBY")
    box.reply(asked, "")
    (older,) = box.send(cleo, "FORGET ME")
    box.send(cleo, "FORGET ME")
    (kept,) = box.reply(older, "NO")
    assert str(kept["Subject"]) == "Thrown away, as you asked"
    clock.advance(timedelta(hours=2))
    (again,) = box.send(cleo, "FORGET ME")
    box.reply(again, "NO")
    (last,) = to(box.reply(again, "Yes, after all"), cleo)
    assert str(last["Subject"]) == "You are forgotten"
    assert all(row["address"] != cleo for row in everything(desk)["player"])


# --- a seat that has changed hands ------------------------------------------------------------------------

CARL = "carl@c.example"


@pytest.fixture
def taken(first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, workers: Workers) -> EmailMessage:
    """ANN has used all that is kept by seat; then CARL takes it over. The letter that says so."""
    trust = desk.config.trust.model_copy(update={"accept": (Way.TOKEN, Way.PASSWORD)})
    desk.config = desk.config.model_copy(update={"trust": trust})
    box.reply(first["BOB"], "guess 2\nPRESS TO ANN\nBob to Ann\nEND\nPROPOSE END TURN 9")
    for text in ("BLOCK BOB", "ABSENCE from 20 Dec to 22 Dec", "VOTE NO", "guess 4\nFORMAT json"):
        box.reply(first["ANN"], text)
    box.insist(first["ANN"], "PASSWORD SET open-sesame-now")
    box.reply(first["ANN"], "PRESS ANON TO BOB\nthe pact of Ann\nEND")
    box.send(ANN, "guess 8")  # held, for her seat
    assert [row["kind"] for row in everything(desk)["credential"]] == ["password"]
    run_turn(box, workers, NAMES)
    for name in ("carl", "dora"):
        (asked,) = box.send(f"{name}@{name[0]}.example", "STANDBY TOY-1")
        box.reply(asked, "")
    clock.advance(timedelta(hours=1))
    offers = {str(letter["To"]): letter for letter in box.insist(first["ANN"], "RESIGN YES")}
    clock.advance(timedelta(hours=1))
    (took,) = box.reply(offers[CARL], "yes")
    assert "You are ANN" in str(took["Subject"])
    return took


def of_ann(desk: Desk) -> dict[str, list[dict[str, Any]]]:
    """What is hers of every table, but for her letters."""
    rows = everything(desk)
    me = next(row["id"] for row in rows["player"] if row["address"] == ANN)
    mine = {
        name: [row for row in found if me == row.get("player_id") or row.get("address") == ANN] for name, found in rows.items()
    }
    mine |= {name: rows[name] for name in ("absence", "ballot", "press", "press_copy", "seat_report")}
    return {name: found for name, found in mine.items() if found and not name.endswith("_letter")}


def test_who_takes_a_seat_over_is_sent_nothing_of_who_had_it_before(taken: EmailMessage, box: Box) -> None:
    box.reply(taken, "EXPORT")
    (file,) = finished(box, newest(box, CARL, "answer")).iter_attachments()
    document = json.loads(file.get_content())
    words = json.dumps(document)
    for theirs in (ANN, "dora@d.example", "guess 4", "guess 8", "pact of Ann", "Bob to Ann"):
        assert theirs not in words, theirs
    for table in ("absence", "attendance", "ballot", "credential", "press", "press_copy", "press_wall", "seat_orders"):
        assert table not in document, table
    assert {row["address"] for row in document["held"]} == {CARL}
    (seat,) = document["seats"]
    assert (seat["turns"], seat["press_received"]) == ([], [])


def test_who_took_a_seat_over_and_is_forgotten_takes_nothing_of_who_had_it_before_along(
    taken: EmailMessage, box: Box, desk: Desk
) -> None:
    before = of_ann(desk)
    assert {"absence", "attendance", "ballot", "held", "press", "press_copy", "press_wall", "seat_report"} <= set(before)
    box.insist(taken, "FORGET ME YES")
    assert of_ann(desk) == before


def test_what_is_of_the_new_player_is_sent_and_forgotten(taken: EmailMessage, box: Box, desk: Desk, clock: ManualClock) -> None:
    clock.advance(timedelta(hours=1))
    kept = of_ann(desk)
    for text in ("BLOCK BOB", "ABSENCE from 27 Dec to 28 Dec", "PROPOSE DRAW", "guess 6"):
        box.reply(taken, text)
    box.insist(taken, "PASSWORD SET open-sesame-too")
    box.reply(taken, "PRESS ANON TO BOB\nthe pact of Carl\nEND\nUNMUTE BOB")
    me = next(row["id"] for row in everything(desk)["player"] if row["address"] == CARL)
    box.reply(taken, "EXPORT")
    (file,) = finished(box, newest(box, CARL, "answer")).iter_attachments()
    document = json.loads(file.get_content())
    for table in ("absence", "ballot", "credential", "press", "seat_orders"):
        assert len(document[table]) == 1, table
    assert "the pact of Carl" in json.dumps(document["press"])
    box.insist(taken, "FORGET ME YES")
    rows = everything(desk)
    assert [row for found in rows.values() for row in found if row.get("player_id") == me] == []
    assert [rows[name] for name in ("absence", "ballot")] == [kept[name] for name in ("absence", "ballot")]
    assert (rows["credential"], [row["text"] for row in rows["press"] if "pact of Carl" in row["text"]]) == ([], [])


def test_orders_and_key_of_who_had_the_seat_before_are_gone_with_them(
    taken: EmailMessage, box: Box, desk: Desk, clock: ManualClock
) -> None:
    """Not even a turn taken back brings their orders on file again."""
    assert everything(desk)["credential"] == []
    (shown,) = box.reply(taken, "ORDERS 1")
    assert "Turn 1 ran before you had this seat" in flat(shown)
    assert "guess 4" not in text_of(shown).lower()
    (told,) = box.reply(taken, "ABUSE BOB")
    assert [letter["To"] for letter in (told,)] == [CARL], "press to ANN is none that CARL got"
    asyncio.run(master.rollback(desk, "TOY-1", 1, "a mistake"))
    asyncio.run(master.resume(desk, "TOY-1"))
    box.news()
    (shown,) = box.reply(taken, "SHOW")
    assert "guess 4" not in text_of(shown).lower()
    assert "no orders on file" in str(shown["Subject"])


# --- an address that somebody else has now ------------------------------------------------------------------


@pytest.fixture
def recycled(
    first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, home: Path
) -> tuple[EmailMessage, EmailMessage]:
    """ANN has moved away from her address, from which CARL has joined another game since. Their letters to reply to."""
    box.send(ANN, "guess 8")  # held
    box.send(ANN, "GAMES")
    clock.advance(timedelta(hours=1))
    asyncio.run(master.move_player(desk, ANN, NEW))
    (moved,) = to(box.news(), NEW)
    text = (home / "games" / "toy-1.toml").read_text()
    (home / "games" / "toy-2.toml").write_text(text.replace("TOY-1", "TOY-2"))
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-2"))
    clock.advance(timedelta(hours=1))
    box.send(ANN, "STANDBY TOY-2")
    joined = join(box, ANN, "CARL", "TOY-2")
    clock.advance(timedelta(hours=1))
    desk.store.write_now(lambda session: journal.note(session, clock.now(), "master", "noted", None, who=ANN))
    box.send("postmaster@relay.example", f"Your letter to {ANN} came back.", Auto_Submitted="auto-replied")
    return moved, joined


def _known_by(table: str, row: dict[str, Any]) -> Any:
    """What a row is known by, in the database and in an export, which does not number letters to players."""
    by = {"outbox_letter": "message_id", "press": "text", "press_copy": "seat_id"}.get(table, "id")
    return row.get(by, row.get("turn"))


def bearing(desk: Desk, address: str, before: datetime | None = None, since: datetime | None = None) -> list[tuple[str, Any]]:
    """Table and number of letters and of what is held that bear the address, of a time."""
    found = []
    for table, moment in (("inbox_letter", "stored_at"), ("outbox_letter", "created_at"), ("held", "created_at")):
        for row in everything(desk)[table]:
            at = row[moment].replace(tzinfo=UTC)
            theirs = address in (row.get("address"), row.get("recipient"))
            if theirs and (before is None or at < before) and (since is None or at >= since):
                found.append((table, _known_by(table, row)))
    return found


def exported_at(box: Box, letter: EmailMessage, address: str) -> set[tuple[str, Any]]:
    """Table and number of letters and of what is held in the export that this letter brings."""
    box.reply(letter, "EXPORT", address)
    (file,) = finished(box, newest(box, address, "answer")).iter_attachments()
    document = json.loads(file.get_content())
    tables = ("inbox_letter", "outbox_letter", "held")
    return {(table, _known_by(table, row)) for table in tables for row in document.get(table, ())}


LEFT = datetime(2026, 11, 20, 13, 0, tzinfo=UTC)


@pytest.mark.shown(ANN, NEW)
def test_an_export_ends_where_an_address_became_somebody_elses(
    recycled: tuple[EmailMessage, EmailMessage], box: Box, desk: Desk
) -> None:
    """Each of the two gets what was theirs at the address that they had one after the other."""
    moved, joined = recycled
    of_ann, of_carl = set(bearing(desk, ANN, before=LEFT)), set(bearing(desk, ANN, since=LEFT))
    assert {table for table, _ in of_ann} == {table for table, _ in of_carl} == {"inbox_letter", "outbox_letter", "held"}
    to_ann, to_carl = exported_at(box, moved, NEW), exported_at(box, joined, ANN)
    assert of_ann <= to_ann
    assert of_carl <= to_carl
    assert not of_carl & to_ann
    assert not of_ann & to_carl


@pytest.mark.shown(ANN, NEW)
def test_to_be_forgotten_ends_where_an_address_became_somebody_elses(
    recycled: tuple[EmailMessage, EmailMessage], box: Box, desk: Desk
) -> None:
    moved, joined = recycled
    before = {name: rows for name, rows in everything(desk).items() if name in ("journal", "held", "inbox_letter")}
    of_carl = bearing(desk, ANN, since=LEFT)
    box.insist(moved, "FORGET ME YES")
    assert bearing(desk, ANN, before=LEFT) == []
    assert bearing(desk, ANN, since=LEFT) == of_carl
    after = everything(desk)
    assert [row["detail"] for row in after["journal"] if row["action"] == "noted"] == [{"who": ANN}]
    (back,) = [row for row in before["inbox_letter"] if row["state"] == "ignored"]
    assert [row for row in after["inbox_letter"] if row["state"] == "ignored"] == [back]
    assert "TOY-2" in str(box.reply(joined, "STATUS")[0]["Subject"])


@pytest.mark.shown(ANN, NEW)
def test_who_is_forgotten_at_a_used_address_leaves_what_was_anothers(
    recycled: tuple[EmailMessage, EmailMessage], box: Box, desk: Desk
) -> None:
    of_ann = bearing(desk, ANN, before=LEFT)
    box.insist(recycled[1], "FORGET ME YES")
    assert bearing(desk, ANN, before=LEFT) == of_ann
    assert [table for table, _ in bearing(desk, ANN, since=LEFT)] == ["outbox_letter"], "the farewell"
    assert newest(box, ANN, "farewell").subject == "You are forgotten"


@pytest.mark.shown(ANN, NEW)
def test_whoever_moves_to_a_used_address_gets_none_of_its_past(
    first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock
) -> None:
    """Nor do they get more of the address that they moved away from than before."""
    clock.advance(timedelta(hours=1))
    asyncio.run(master.move_player(desk, ANN, NEW))
    box.news()
    of_ann, of_bob = set(bearing(desk, ANN, before=LEFT)), set(bearing(desk, BOB))
    clock.advance(timedelta(hours=1))
    dora = "dora@d.example"
    (asked,) = box.send(dora, "STANDBY")
    box.reply(asked, "")
    clock.advance(timedelta(hours=1))
    asyncio.run(master.move_player(desk, dora, ANN))
    clock.advance(timedelta(hours=1))
    desk.store.write_now(actions.eject, desk, "TOY-1", "BOB", "silence", "master")
    (offer,) = [letter for letter in box.news() if letter["To"] == ANN and "A seat is free" in str(letter["Subject"])]
    (took,) = box.reply(offer, "")
    found = exported_at(box, took, ANN)
    assert set(bearing(desk, dora)) <= found
    assert not (of_ann | of_bob) & found


def test_a_game_master_forgets_who_can_confirm_it_no_longer(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(first["ANN"], "guess 3\nPRESS TO BOB\nA word of mine\nEND")
    assert asyncio.run(master.forget_player(desk, ANN.upper())) == ["ANN in TOY-1"]
    assert all("a.example" not in str(row) for row in everything(desk)["player"] + everything(desk)["held"])
    assert {seat.address for seat in asyncio.run(master.show(desk, "TOY-1")).seats} == {BOB, ""}
    with pytest.raises(master.MasterError, match="nobody plays from"):
        asyncio.run(master.forget_player(desk, ANN))
