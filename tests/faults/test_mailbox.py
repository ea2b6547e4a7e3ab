"""The mailbox fails in every way: each letter is handled once, one line is logged, one letter tells who must see to it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest

from postern.post.settings import Security
from tests.desk.box import text_of
from tests.faults import proxy
from tests.faults.house import House, until

pytestmark = [pytest.mark.servers, pytest.mark.xdist_group("faults")]
Harm = Callable[[proxy.Proxy], object]


def lines(caplog: pytest.LogCaptureFixture, *words: str) -> list[str]:
    """What was logged with all these words."""
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    return [line for line in told if all(word in line for word in words)]


def said_once(caplog: pytest.LogCaptureFixture, name: str) -> None:
    """One line that it fails, at most one that it is well again."""
    assert len(lines(caplog, f"{name}: ", "tried again")) == 1, caplog.text
    assert len(lines(caplog, f"{name}: ")) <= 2, caplog.text


HARMS: dict[str, Harm] = {
    "connections are refused": lambda line: setattr(line, "refusing", True),
    "nothing is heard": lambda line: setattr(line, "stalled", True),
    "login says the server is busy": lambda line: line.on(rb" LOGIN ", proxy.refuse("NO [UNAVAILABLE] later")),
    "the folder is locked": lambda line: line.on(rb" SELECT ", proxy.refuse("NO [INUSE] locked by another process")),
    "the search is refused": lambda line: line.on(rb" SEARCH ", proxy.refuse("NO [SERVERBUG] internal error")),
    "the letter is refused": lambda line: line.on(rb"BODY.PEEK", proxy.refuse("NO [INUSE] locked"), times=2),
    "the letter is cut short": lambda line: line.on(rb"BODY.PEEK", proxy.truncate(80), times=2),
    "the letter stalls": lambda line: line.on(rb"BODY.PEEK", proxy.stall, times=1),
    "reset at the fetch": lambda line: line.on(rb"BODY.PEEK", proxy.drop, times=2),
    "the list is cut short": lambda line: line.on(rb" SEARCH ", proxy.truncate(5), times=3),
    "the server talks nonsense": lambda line: line.changes.append((b"* SEARCH", b"* SEARCH {9999999}\r\n")),
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
async def test_after_any_fault_the_letters_are_there_once(house: House, harm: Harm, caplog: pytest.LogCaptureFixture) -> None:
    await house.start()
    await house.ask()
    harm(house.imap)
    house.imap.cut()
    waiting = [await house.post(word) for word in ("GAMES", "HELP")]
    await asyncio.sleep(0.8)
    house.imap.well()
    for message_id in waiting:
        await house.answer(message_id)
    await house.tidy()
    said_once(caplog, "the mailbox")
    assert not house.letters("gm"), "it healed by itself before anybody had to be told"


async def test_a_letter_that_comes_slowly_but_steadily_is_waited_for(house: House, caplog: pytest.LogCaptureFixture) -> None:
    await house.start()
    await house.ask()
    house.imap.slow = 0.008
    message_id = await house.post("GAMES\n" + "// a long letter\n" * 150)
    await house.answer(message_id)
    await house.tidy()
    assert not lines(caplog, "the mailbox")


async def test_a_letter_at_which_the_server_breaks_holds_up_no_other(house: House, caplog: pytest.LogCaptureFixture) -> None:
    await house.start()
    await house.ask()
    rule = house.imap.on(rb"UID FETCH \S*\b2\b\S* .UID BODY", proxy.drop)
    poison = await house.post("HELP")
    await until(lambda: rule.hits, "it is fetched")
    for _ in range(3):
        await house.ask("GAMES")
    told = await house.letter("gm", "of the mailbox fails")
    assert "Look at it with another mail program" in " ".join(text_of(told).split())
    assert 3 <= rule.hits <= 4
    assert len(lines(caplog, "cannot be fetched")) == 1
    house.imap.well()
    await house.stop()
    await house.start()
    await house.answer(poison)
    await house.tidy()
    assert len(house.letters("gm")) == 1


async def test_a_folder_that_stalls_keeps_no_letter_waiting(house: House, caplog: pytest.LogCaptureFixture) -> None:
    await house.start()
    await house.ask()
    await until(lambda: house.folder("Handled") == 1, "the first letter is moved")
    rule = house.imap.on(rb"UID MOVE", proxy.stall)
    began = asyncio.get_running_loop().time()
    for _ in range(4):
        await house.ask()
    assert asyncio.get_running_loop().time() - began < 6, "no answer waited for a time-out"
    await until(lambda: rule.hits >= 2, "the move is tried again")
    await house.letter("gm", "moving letters to the folder Handled fails")
    house.imap.well()
    await house.tidy()
    said_once(caplog, "moving letters to the folder Handled")
    assert not lines(caplog, "the mailbox:")
    assert len(house.letters("gm")) == 1


@pytest.mark.parametrize(
    ("command", "words", "told"),
    [
        (rb"UID MOVE", "NO [OVERQUOTA] Quota exceeded (mailbox for user is full)", "Quota exceeded"),
        (rb"UID MOVE", "NO [INUSE] Mailbox is locked, will abort", "locked"),
        (rb"UID MOVE|CREATE", "NO [TRYCREATE] Permission denied", "the folder is missing and cannot be made"),
    ],
)
async def test_letters_that_cannot_be_moved_are_answered_and_moved_later(
    house: House, command: bytes, words: str, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    rule = house.imap.on(command, proxy.refuse(words))
    await house.start()
    await house.ask()
    await house.ask()
    await until(lambda: rule.hits >= 4, "the move is tried again")
    letter = await house.letter("gm", "moving letters to the folder Handled fails")
    assert told in " ".join(text_of(letter).split())
    house.imap.well()
    await house.tidy()
    said_once(caplog, "moving letters to the folder Handled")
    assert len(house.letters("gm")) == 1


async def test_a_folder_deleted_under_our_hands_is_made_again(house: House, caplog: pytest.LogCaptureFixture) -> None:
    await house.start()
    await house.ask()
    await until(lambda: house.folder("Handled") == 1, "the first letter is moved")
    await asyncio.to_thread(house.mail.doveadm, "mailbox", "delete", "-u", house.address("desk"), "-Z", "Handled")
    await house.ask()
    await until(lambda: house.folder("Handled") == 1, "the second letter is moved")
    # The server copies first and takes away then.
    await until(lambda: not house.mail.letters(house.address("desk")), "the mailbox is empty")
    assert not lines(caplog, "moving")


async def test_letters_expunged_under_our_hands_are_handled_all_the_same(house: House) -> None:
    rule = house.imap.on(rb"UID MOVE", proxy.stall, times=1)
    await house.start()
    await house.ask()
    await until(lambda: rule.hits, "the move begins")
    await asyncio.to_thread(house.mail.doveadm, "expunge", "-u", house.address("desk"), "mailbox", "INBOX", "all")
    await house.ask()
    await until(lambda: house.folder("Handled") == 1, "the second letter is moved")
    assert len(house.letters("ann")) == 2


async def test_a_renumbered_folder_doubles_no_letter(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.imap.on(rb"UID MOVE", proxy.refuse("NO [INUSE] locked"))
    await house.start()
    await house.ask()
    await house.ask()
    house.imap.changes.append((b"[UIDVALIDITY 1", b"[UIDVALIDITY 2"))
    house.imap.cut()
    await until(lambda: lines(caplog, "renumbered"), "the new numbers are seen")
    await house.ask()
    house.imap.rules.clear()
    await house.tidy()


async def test_a_login_refused_for_a_while_needs_nobody(house: House, caplog: pytest.LogCaptureFixture) -> None:
    await house.start()
    await house.ask()
    rule = house.imap.on(rb" LOGIN ", proxy.refuse("NO [AUTHENTICATIONFAILED] no"), times=2)
    house.imap.cut()
    message_id = await house.post("HELP")
    await house.answer(message_id)
    await house.tidy()
    assert rule.hits == 2
    said_once(caplog, "the login to the mailbox")
    assert not house.letters("gm")


@pytest.mark.parametrize("kind", ["password", "no STARTTLS", "STARTTLS refused"])
async def test_a_login_refused_for_good_is_told_once(house: House, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    if kind != "password":
        house.settings(mailbox={"security": Security.STARTTLS, "ca_file": house.mail.ca_file})
    if kind == "password":
        rule = house.imap.on(rb" LOGIN ", proxy.refuse("NO [AUTHENTICATIONFAILED] Application-specific password required"))
    elif kind == "no STARTTLS":
        rule = house.imap.on(rb" LOGIN ", proxy.refuse("NO never in clear"))
        house.imap.changes.append((b"STARTTLS", b"XSTARTTLS"))
    else:
        rule = house.imap.on(rb"STARTTLS", proxy.refuse("NO TLS is not available"))
    await house.start()
    message_id = await house.post("GAMES")
    told = await house.letter("gm", "the login to the mailbox fails")
    assert "Look whether the password still holds" in " ".join(text_of(told).split())
    tried = house.imap.connections
    await until(lambda: house.imap.connections > tried + 2, "it goes on trying")
    if kind == "no STARTTLS":
        assert not rule.hits, "no password goes over an open line"
    await house.stop()
    await house.start()
    tried = house.imap.connections
    await until(lambda: house.imap.connections > tried + 4, "it goes on trying")
    assert len(house.letters("gm")) == 1, "not told again after a restart"
    house.imap.well()
    await house.answer(message_id)
    await house.tidy()
    assert len(house.letters("gm")) == 1
    assert len(lines(caplog, "the login to the mailbox: ", "tried again")) == 2, "once a start"
