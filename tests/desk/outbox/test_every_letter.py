"""Every template and every command, in a scene that really writes it: no letter shows what is another's.

Each scene is played twice, with two people in ANN's place: their addresses, names, orders and time zones differ, one says
READY and the other does not. No letter shows anybody another's address, real name or orders; and what everybody but ANN and
the game masters gets is the same, word for word, whoever she is. A scene says which templates and commands it is there for, and
fails when it does not bring them; together they are all that there are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Never

import pytest
from jinja2 import Template

from postern.desk.commands import registry
from postern.desk.context import open_desk
from postern.desk.delivery.rate_limit import RateLimit
from postern.desk.delivery.sending import Dispatch
from postern.desk.documents.workers import LocalWorkers
from postern.desk.gamemaster import master
from postern.desk.gamemaster.digest import send_digest
from postern.desk.gamemaster.verbs import VERBS
from postern.desk.outbox.alarm import Alarm
from postern.desk.runtime.signals import Signals
from postern.desk.service import parcels
from postern.desk.service.backup import make
from postern.desk.service.backups import Backups
from postern.desk.service.daemon import Daemon
from postern.desk.service.restoring import Plan, restore
from postern.desk.settings.config import read_config
from postern.desk.settings.resources import letters_folder
from postern.desk.timing.clock import ManualClock
from postern.post.smtp import Delivery, SendResult
from postern.post.troubles import Troubles
from tests.desk.box import POSTERN, Box
from tests.desk.signing import pgp_key
from tests.desk.telltale import ANN, MASTER, ZELDA, Telltale, telltale, whole
from tests.desk.test_as_read import broken
from tests.desk.wayout import SENT, WayOut


@dataclass(frozen=True)
class Scene:
    """``brings``: templates in small letters, commands in capitals, a game master's words behind ``GM``."""

    play: Callable[[Telltale], None]
    brings: frozenset[str]
    lines: str
    settings: str


SCENES: list[Scene] = []


def scene(brings: str, lines: str = "", settings: str = "", verbs: str = "") -> Callable[[Callable[[Telltale], None]], None]:
    """Makes a scene of a function. ``lines``: of the game's file; ``settings``: of the desk's."""

    def add(play: Callable[[Telltale], None]) -> None:
        words = frozenset(brings.split()) | frozenset(f"GM {word}" for word in verbs.split())
        SCENES.append(Scene(play, words, lines, settings))

    return add


@pytest.mark.parametrize("part", SCENES, ids=lambda part: part.play.__name__)
def test_no_letter_shows_what_is_anothers(part: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for ann in (ANN, ZELDA):
        with telltale(tmp_path / ann.zone.partition("/")[2], ann, part.lines, part.settings, monkeypatch) as there:
            part.play(there)
            told.append(there.told())
            assert part.brings <= there.said | there.ran, part.brings - there.said - there.ran
            opened = there.opened
    assert opened or told[0] == told[1]


def test_the_scenes_bring_every_template_and_every_command() -> None:
    templates = {path.parent.name for path in letters_folder().glob("*/text.j2")}
    words = set(registry.names()) | {f"GM {verb.word}" for verb in VERBS}
    assert {path.name for path in letters_folder().iterdir() if path.is_dir()} == templates
    assert {word for part in SCENES for word in part.brings} == templates | words


# --- coming in -----------------------------------------------------------------------------------------------------------


@scene("welcome join_confirm join_mend joined declined confirm_yes games JOIN GAMES report")
def coming(h: Telltale) -> None:
    asyncio.run(master.create(h.desk, "TOY-1"))
    h.send("CLEO", "Hello?")
    h.send("ANN", "JOIN TOY-1\nNAME=ANN")
    h.send("CLEO", "JOIN TOY-1")
    (asked,) = h.send("CLEO", "JOIN TOY-1\nNAME=CLEO")
    h.write("CLEO", "I am out of the office until Monday.", asked)
    h.write("CLEO", "NO", asked)
    for name in ("ANN", "BOB", "CID"):
        (asked,) = h.send(name, f"JOIN TOY-1\nNAME={name}")
        h.write(name, "yes", asked)
        h.send("CLEO", "GAMES")
    h.wait(seconds=1)


@scene("start_moved", lines='starts = "2026-12-01 12:00"\n')
def too_few_come(h: Telltale) -> None:
    asyncio.run(master.create(h.desk, "TOY-1"))
    for name in ("ANN", "BOB"):
        (asked,) = h.send(name, f"JOIN TOY-1\nNAME={name}")
        h.write(name, "yes", asked)
    h.wait(days=12)


@scene("confirm_outdated")
def an_older_letter(h: Telltale) -> None:
    h.begin()
    report = next(letter for letter in h.wait(days=8) if letter["To"] == h.people["ANN"].addresses[0])
    h.write("ANN", "\n".join(h.people["ANN"].orders), report)
    h.write("ANN", "guess 4")


@scene("confirm_several master_forged")
def letters_that_nothing_proves(h: Telltale) -> None:
    h.begin()
    for name in ("ANN", "BOB"):
        for _ in range(3):
            h.send(name, "\n".join(h.people[name].orders))
    h.wait(hours=1)


@scene("practice practice_again PRACTICE")
def practising(h: Telltale) -> None:
    h.begin()
    h.send("ANN", "PRACTICE")
    (report,) = (letter for letter in h.wait(seconds=1) if letter["To"] == h.people["ANN"].addresses[0])
    h.write("ANN", "guess 2\nREADY", report)
    h.wait(hours=1)
    h.write("ANN", "PRACTICE", report)
    h.write("BOB", "GAMES\nWHO\nHISTORY PRACTICE-1")


# --- a turn --------------------------------------------------------------------------------------------------------------


@scene(
    "orders orders_not_read status forecast notice receipt help topic rules report_again map_again orders_again who settings "
    "absence master_extend deadline_moved votes export ORDERS ADD UNDO REDO CANCEL SHOW FORECAST READY WAIT STATUS WHO REPORT "
    "MAP HISTORY HELP RULES GAME SETTINGS FORMAT PAPER CLOCK ZONE ECHO EXPORT ABSENCE EXTEND VOTE PROPOSE proposal vote_result "
    "GM"
)
def playing(h: Telltale) -> None:
    h.begin()
    words = (
        "ORDERS\n{}", "ADD {}", "UNDO", "REDO", "CANCEL", "{}",
        "SHOW", "FORECAST", "READY", "WAIT", "STATUS", "WHO", "REPORT", "MAP", "HISTORY",
        "HELP", "HELP guess", "RULES", "GAME TOY-9", "SETTINGS", "FORMAT text map json", "PAPER letter", "CLOCK 12",
        "ZONE {zone}", "ECHO plain", "EXPORT", "EXTEND 2d because I am ill", "VOTE",
        "ABSENCE from 26 Nov to 28 Nov", "GM", "PROPOSE EXTEND 2d", "bye 9\nSHOW", "Thanks!",
    )  # fmt: skip
    for text in words:
        for name in ("BOB", "ANN"):
            h.write(name, text.format("\n".join(h.people[name].orders), zone=h.people[name].zone))
        h.look()
    h.write("CID", "VOTE YES 1\nSTATUS")
    h.write("ANN", "VOTE YES 1")
    h.write("ANN", "READY" if h.people["ANN"].ready else "WAIT")
    h.look()
    h.turn()
    h.write("ANN", "STATUS\n-- \n" + "\n".join(h.people["ANN"].orders))
    for text in ("REPORT", "ORDERS 1", "STATUS", "WHO"):
        h.write("BOB", text)


@scene("late reminder waits master_waits", lines='grace = "12h"\nmissed = "wait"\n')
def missing_orders(h: Telltale) -> None:
    h.begin()
    h.write("CID", "\n".join(h.people["CID"].orders))
    h.wait(days=6, hours=12)
    h.wait(hours=19)
    h.wait(hours=12)
    h.write("BOB", "STATUS")


# --- among players -------------------------------------------------------------------------------------------------------


@scene(
    "confirm_lines press press_again press_mend press_orders press_end abuse_mend master_abuse master_asked walls "
    "PRESS MSG MUTE BLOCK UNMUTE ABUSE",
)
def press(h: Telltale) -> None:
    h.begin()
    letters = h.write("ANN", "PRESS TO BOB\nGood day to you\nEND") + h.write("ANN", "PRESS ANON TO ALL\nA word\nEND")
    for letter in letters:
        if letter["To"] == h.people["BOB"].addresses[0]:
            h.write("BOB", "Thank you for that", letter)
            h.write("BOB", "\n".join(h.people["BOB"].orders), letter)
            h.write("BOB", "STATUS\nADD " + h.people["BOB"].orders[0], letter)
    for name in ("BOB", "ANN"):
        h.write(name, "ABUSE ANN")
        for text in (
            "PRESS TO GM\nHelp me\nEND",
            "MSG BOB Peace between us?",
            "PRESS TO NOBODY\nHello\nEND",
            "PRESS TO CID\nHello\nWAIT",
            "ABUSE BOB",
            "ABUSE ANN",
            "PRESS 1",
        ):
            h.write(name, text)
        for text in ("MUTE CID", "BLOCK CID", "UNMUTE CID"):
            h.write(name, text)


@scene("master_no_deadline", lines="absence_days = 366\n")
def no_day_is_left(h: Telltale) -> None:
    h.begin()
    for name in ("ANN", "BOB"):
        h.write(name, "ABSENCE from 2026-12-03 to 2028-11-15")
    path = h.home / "games" / "toy-1.toml"
    path.write_text(f'{path.read_text()}holidays = ["2028-11-16 to 2029-10-31"]\n')
    h.desk.read_files()
    h.wait(days=8)
    for name in ("BOB", "CID"):
        h.write(name, "STATUS")


@scene("vote_result vote_waits proposal ejected master_vacant")
def voted_out(h: Telltale) -> None:
    h.begin()
    h.turn()
    h.write("ANN", "PROPOSE DRAW")
    h.write("BOB", "VOTE YES")
    h.write("ANN", "PROPOSE REPLACE CID")
    h.write("BOB", "VOTE YES 2")
    h.wait(days=2, seconds=1)
    h.wait(seconds=1)


@scene("master_several")
def one_mailbox(h: Telltale) -> None:
    asyncio.run(master.create(h.desk, "TOY-1"))
    for address, name in (("tess@tags.example", "DAN"), ("tess+2@tags.example", "DANNY")):
        (asked,) = h.box.send(address, f"JOIN TOY-1\nNAME={name}")
        h.box.reply(asked, "")


@scene("history", verbs="HISTORY")
def the_end(h: Telltale) -> None:
    h.begin()
    h.write("BOB", "\n".join(h.people["BOB"].orders))
    h.turn()
    h.look()
    h.opened = True
    h.write("ANN", "PROPOSE DRAW")
    for name in ("BOB", "CID"):
        h.write(name, "VOTE YES")
    for text in ("HISTORY", "HISTORY FULL"):
        h.write("BOB", text)
        h.send("OLGA", f"{text} TOY-1")
    h.master("HISTORY TOY-1 FULL")


# --- looking on ----------------------------------------------------------------------------------------------------------


@scene(
    "observe_confirm observing observe_mend observer_none observer_note observed_news observing_over unobserved public_report "
    "public_press OBSERVE UNOBSERVE"
)
def observers(h: Telltale) -> None:
    h.begin()
    h.send("OLGA", "UNOBSERVE TOY-1")
    (asked,) = h.send("OLGA", "OBSERVE TOY-1")
    (told,) = h.write("OLGA", "", asked)
    h.write("OLGA", "Who is winning?", told)
    h.write("OLGA", "OBSERVE TOY-9\nGAMES\nHISTORY", told)
    h.write("ANN", "PRESS TO ALL\nHear me\nEND")
    h.turn()
    for word in ("PAUSE TOY-1 holidays", "ROLLBACK TOY-1 1", "RESUME TOY-1"):
        h.master(word)
        h.clock.advance(timedelta(minutes=1))
    h.write("OLGA", "STOP", told)
    (asked,) = h.send("CLEO", "OBSERVE TOY-1")
    h.write("CLEO", "", asked)
    h.master(f"OBSERVERS TOY-1 DROP {h.people['CLEO'].addresses[0]}")


# --- seats that change hands ---------------------------------------------------------------------------------------------


@scene("resign_ask resigned RESIGN standby_confirm standby STANDBY offer took_over offer_gone")
def resigning(h: Telltale) -> None:
    h.begin()
    offers = {}
    for name in ("CLEO", "OLGA"):
        (asked,) = h.send(name, "STANDBY TOY-1")
        h.write(name, "", asked)
    for letter in h.insist("ANN", "RESIGN"):
        offers[str(letter["To"])] = letter
    for name in ("CLEO", "OLGA"):
        h.write(name, "yes", offers[h.people[name].addresses[0]])
    h.write("BOB", "WHO\nSTATUS")


@scene("took_over EXPORT", settings='[trust]\naccept = ["token", "password"]\n')
def after_a_take_over(h: Telltale) -> None:
    h.begin()
    (asked,) = h.send("CLEO", "STANDBY TOY-1")
    h.write("CLEO", "", asked)
    for text in ("BLOCK BOB", "MUTE CID", "ABSENCE from 20 Dec to 22 Dec", "PROPOSE EXTEND 2d"):
        h.write("ANN", text)
    h.insist("ANN", "PASSWORD SET open-sesame-now")
    h.send("ANN", "\n".join(h.people["ANN"].orders))
    h.write("ANN", "PRESS ANON TO BOB\nA word\nEND")
    h.clock.advance(timedelta(hours=1))
    (offer,) = (letter for letter in h.insist("ANN", "RESIGN") if letter["To"] == h.people["CLEO"].addresses[0])
    h.clock.advance(timedelta(hours=1))
    (taken,) = h.write("CLEO", "", offer)
    for text in (
        "EXPORT", "SHOW", "UNDO", "STATUS", "WHO", "REPORT", "MAP", "ORDERS 1", "PRESS 1", "SETTINGS", "ABSENCE", "MUTE",
        "ABUSE BOB", "VOTE", "HISTORY", "FORECAST", "\n".join(h.people["CLEO"].orders), "EXPORT", "FORGET ME",
    ):  # fmt: skip
        h.write("CLEO", text, taken)
        h.look()


@scene("replaced", lines='missed = "standby"\nmissed_turns = 1\n')
def abandoned(h: Telltale) -> None:
    h.begin()
    (asked,) = h.send("CLEO", "STANDBY TOY-1")
    h.write("CLEO", "", asked)
    h.write("BOB", "\n".join(h.people["BOB"].orders))
    offers = [letter for letter in h.turn() if letter["To"] == h.people["CLEO"].addresses[0]]
    h.write("CLEO", "", offers[0])


# --- who somebody is -----------------------------------------------------------------------------------------------------


@scene("address_old address_new address_half address_moved address_left address_clash address_settled set_aside ADDRESS")
def addresses(h: Telltale) -> None:
    h.begin()
    for name in ("ANN", "BOB"):
        person = h.people[name]
        old, new = sorted(
            h.write(name, f"ADDRESS {person.addresses[1]}"), key=lambda letter: letter["To"] != person.addresses[0]
        )
        h.box.reply(new, "")
        h.write(name, f"yes\n{person.orders[0]}", old)
        h.box.reply(new, "")
    h.shown = frozenset((h.people["CID"].addresses[0], *h.people["CID"].addresses[0].split("@")))  # ANN writes it herself
    moved = next(row for row in h.box.rows() if row.recipient == h.people["ANN"].addresses[1] and row.kind == "news")
    for asked in h.box.reply(whole(h.box, moved), f"ADDRESS {h.people['CID'].addresses[0]}", h.people["ANN"].addresses[1]):
        h.box.reply(asked, "")


@scene("secret_ask new_secret confirm which place SECRET")
def secrets(h: Telltale) -> None:
    h.begin()
    for name in ("ANN", "BOB"):
        h.send(name, "\n".join(h.people[name].orders))
        h.insist(name, "NEW SECRET")
    h.game_file("", "TOY-2")
    asyncio.run(master.create(h.desk, "TOY-2"))
    for name in ("ANN", "BOB"):
        (asked,) = h.send(name, f"JOIN TOY-2\nNAME={name}X")
        (joined,) = h.write(name, "", asked)
        h.send(name, "\n".join(h.people[name].orders))
        h.write(name, "STATUS\nGAME TOY-1\nSTATUS", joined)


@scene("password_ask proof_off_ask key_confirm KEY PASSWORD", settings='[trust]\naccept = ["token", "password", "pgp"]\n')
def keys(h: Telltale) -> None:
    h.begin()
    for name in ("ANN", "BOB"):
        h.insist(name, "PASSWORD SET open-sesame-now")
        h.insist(name, f"KEY\n{pgp_key('Somebody <some@body.example>')[1]}\n")
        h.insist(name, "KEY OFF")


@scene("forget_ask forget_nobody forgotten master_forgotten FORGET")
def forgetting(h: Telltale) -> None:
    h.begin()
    h.send("CLEO", "FORGET ME")
    for name in ("ANN", "BOB"):
        (asked,) = h.write(name, "FORGET ME")
        h.look()
        h.write(name, "YES", asked)
        h.look()


# --- game masters --------------------------------------------------------------------------------------------------------


@scene(
    "master_answer master_relay moderator submitted ejected reseated promoted patched rolled_back deadline_moved",
    lines="masters_read_press = true\n",
    verbs="GAMES SHOW DIGEST CREATE START PAUSE RESUME EXTEND RUN ROLLBACK REPLAY SET SAY SUBMIT EJECT RESEAT PROMOTE DEMOTE "
    "OBSERVERS PATCH WORLD PRESS JOURNAL LETTERS HELP",
)
def ruling(h: Telltale) -> None:
    h.begin()
    h.write("ANN", "PRESS TO BOB\nBetween us\nEND")
    h.game_file("", "TOY-3")
    h.master(
        "GAMES\nSHOW TOY-1\nDIGEST\nHELP\nOBSERVERS TOY-1\nWORLD TOY-1\nWORLD TOY-1 BOB\n"
        "JOURNAL TOY-1\nPRESS TOY-1\nLETTERS\nSAY TOY-1\nBe well\nEND\n"
        "SAY TOY-1 BOB\nYou too\nEND\nSUBMIT TOY-1 CID\nguess 2\nEND\nPAUSE TOY-1 a holiday\nCREATE TOY-3"
    )
    h.clock.advance(timedelta(minutes=1))
    h.master("RESUME TOY-1\nSTART TOY-3\nSET TOY-1 early_delay = 1h\nPROMOTE TOY-1 second@example.org")
    h.clock.advance(timedelta(minutes=1))
    h.master(
        'EXTEND TOY-1 1d\nPATCH TOY-1 a slip\n[{"op": "replace", "path": "/goal", "value": 99}]\nEND\nRUN TOY-1\n'
        "DEMOTE TOY-1 second@example.org"
    )
    h.wait(minutes=1)
    h.master("REPLAY TOY-1 1\nROLLBACK TOY-1 1 a mistake\nEJECT TOY-1 CID for silence\nRESEAT TOY-1 CID")
    h.write("BOB", "STATUS\nWHO")
    question = next(letter for letter in h.write("BOB", "PRESS TO GM\nMay I?\nEND") if letter["To"] == MASTER)
    (shown,) = h.box.reply(question, "You may.", MASTER)
    h.box.reply(shown, "YES", MASTER)


@scene("sorry master_letter_failed master_words digest", verbs="RETRY DROP ANSWER")
def failing(h: Telltale) -> None:
    h.begin()
    for name in ("ANN", "BOB", "CID"):
        h.write(name, "burst")
    h.clock.advance(timedelta(hours=20))
    h.desk.store.write_now(send_digest, h.desk)
    failed = [str(letter.id) for letter in asyncio.run(master.failed_letters(h.desk))]
    h.master(f"RETRY {failed[0]}\nDROP {failed[1]}\nANSWER {failed[2]}\nI looked at it.\nEND")
    h.box.handle()


# --- letters that go wrong -----------------------------------------------------------------------------------------------


@scene(
    "unreadable too_large master_letter_unreadable master_letter_damaged master_unanswerable master_automatic halted "
    "master_halted"
)
def spoilt_letters(h: Telltale) -> None:
    h.begin()
    for name in ("CLEO", "OLGA"):
        h.box.put(h.box.letter(h.people[name].sender, "guess 2"), complete=False)
        h.box.handle()
    h.box.put("From: \u00e4nna@b.example\nMessage-ID: <1@b.example>\n\nHELP\n".encode())
    h.box.handle()
    for name in ("ANN", "BOB"):
        reply_to = str(h.first[name]["Reply-To"])
        h.box.send(h.people[name].sender, "I am away.\nguess 2", reply_to, Auto_Submitted="auto-replied")
    for name in ("ANN", "BOB"):
        h.box.put(broken(h.people[name].sender, str(h.first[name]["Reply-To"])))
        h.box.handle()
        h.box.put(h.box.letter(h.people[name].sender, "guess 2", str(h.first[name]["Reply-To"])))
        with h.desk.store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE inbox_letter SET raw = x'00ff' WHERE state = 'new'")
        h.box.handle()
    h.write("BOB", "crash")
    with pytest.raises(master.MasterError):
        h.turn()


@scene("master_broken_orders")
def broken_orders(h: Telltale) -> None:
    h.begin()
    h.write("BOB", "guess 2\nstumble")
    h.write("ANN", "stumble")
    h.turn()


def refuse(h: Telltale, *names: str) -> None:
    """Sends all that is due; the server knows none of these players' addresses."""
    unknown = {h.people[name].addresses[0] for name in names}
    no = SendResult(Delivery.REFUSED, 550, "no such user", of_recipient=True)
    dispatch = Dispatch(h.desk, WayOut(lambda letter: no if letter.recipient in unknown else SENT), h.workers, Signals())

    async def work() -> None:
        while await dispatch.finish_waiting() or await dispatch.send_waiting():
            pass

    asyncio.run(work())


@scene("mail_comes_back caught_up master_mail_kept master_letter_unsent")
def letters_that_come_back(h: Telltale) -> None:
    h.begin()
    refuse(h, "ANN", "BOB")
    h.turn()
    for name in ("ANN", "BOB"):
        h.box.reply(h.first[name], "STATUS", h.people[name].addresses[1])
        h.look()
        h.write(name, "STATUS")


@scene("master_brake master_strangers", settings="[limits]\nstranger_answers_per_hour = 4\n", verbs="RELEASE")
def a_machine(h: Telltale) -> None:
    h.begin()
    for name in ("CLEO", "OLGA", "CLEO"):
        h.send(name, "Hello?")
    for number in range(8):
        h.clock.advance(timedelta(seconds=1))
        for name in ("ANN", "BOB"):
            h.write(name, f"Thank you for your message. It has ticket number #{48213 + number * 7}.")
    h.master("RELEASE ALL")


class Idle(LocalWorkers):
    """Workers that make no document."""

    async def run(self, work: object, job: object) -> Never:
        raise RuntimeError("no paper")


# --- the house -----------------------------------------------------------------------------------------------------------


@scene("master_clock")
def a_clock_that_jumps(h: Telltale) -> None:
    h.begin()
    h.clock.jump(timedelta(days=3))
    h.wait(seconds=1)


@scene("master_unread")
def a_mailbox_that_cannot_be_read(h: Telltale) -> None:
    h.begin()
    h.desk.unread_since = lambda: h.clock.now() - timedelta(hours=3)
    h.wait(days=7, hours=8)


@scene(
    "master_backup master_trouble master_files master_slow master_letter_plain",
    settings='[backup]\nevery = "1d"\nfolder = "backups"\n[post.limits]\nper_hour = 2\n',
)
def troubles(h: Telltale) -> None:
    h.begin()
    asyncio.run(Dispatch(h.desk, WayOut(), Idle(0), Signals()).finish_waiting())
    pacing = RateLimit(h.desk)
    for _ in range(2):
        h.desk.store.write_now(pacing.claim, h.clock.now(), timedelta(minutes=5), 32)
        h.clock.advance(timedelta(minutes=20))
    asyncio.run(_keep_backups(h))
    (h.home / "games" / "toy-1.toml").write_text("seats = many")
    h.desk.read_files()
    asyncio.run(Daemon(h.desk).tell_file_problems())
    settings = h.desk.config.desk.model_copy(update={"tell_after": timedelta()})
    h.desk.config = h.desk.config.model_copy(update={"desk": settings})
    found = Troubles()
    found.failed("way out", "535 wrong password", person=True)
    asyncio.run(Alarm(h.desk, found, WayOut(), Signals()).look())


async def _keep_backups(h: Telltale) -> None:
    (h.desk.config.data / "backups").write_text("a file where the folder should be")
    signals = Signals()
    task = asyncio.create_task(Backups(h.desk, signals).keep())
    await asyncio.wait_for(signals.letters.wait(), 30)
    task.cancel()


@scene("master_template")
def a_template_that_fails(h: Telltale) -> None:
    h.begin()
    known = h.desk.templates._known
    known["status/html.j2"] = Template("{{ palyer.name }}")
    for name in ("ANN", "BOB"):
        h.write(name, "STATUS")
    del known["status/html.j2"]


@scene("restored")
def an_older_state(h: Telltale) -> None:
    h.begin()
    file = h.home / "saved.zip"
    make(h.desk.config, file, h.clock.now())
    h.look()
    h.desk.close()
    later = ManualClock(h.clock.now() + timedelta(days=9))
    asyncio.run(restore(file, Plan(h.home / "postern.toml", force=True), later))
    h.desk = open_desk(read_config(h.home / "postern.toml"), later)
    h.box = Box(h.desk)


@scene("moved moved_here")
def another_server(h: Telltale) -> None:
    h.begin()
    home = h.home / "there"
    (home / "games").mkdir(parents=True)
    (home / "postern.toml").write_text(POSTERN.replace("orders@example.org", "orders@new.example.net"))
    asyncio.run(parcels.export(h.desk, "TOY-1", h.home / "toy.game", "orders@new.example.net"))
    for name in ("ANN", "BOB"):
        h.write(name, "STATUS")
    there = open_desk(read_config(home / "postern.toml"), h.clock)
    asyncio.run(parcels.bring(there, "TOY-1", h.home / "toy.game"))
    h.look(Box(there))
    there.close()
