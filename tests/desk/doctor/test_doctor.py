"""The doctor against set-ups that are broken in one way each, and against real servers. It never changes anything."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import socket
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import dns.flags
import dns.message
import dns.rcode
import dns.rdata
import dns.rdataclass
import dns.rdatatype
import dns.rrset
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink
from typer.testing import CliRunner

from postern.cli.main import app
from postern.desk.context import Desk, open_desk
from postern.desk.doctor import Finding, Level, examine
from postern.desk.doctor.resolving import Lookup, NoAnswer, look_up
from postern.desk.gamemaster import master
from postern.desk.settings.config import read_config
from postern.desk.settings.resources import letters_folder
from postern.post.embedded import EmbeddedMail
from tests.desk.box import NOON, POSTERN, Box
from tests.servers.fixtures import need_servers
from tests.servers.mail import RealMail, free_port

ORDERS = "orders@example.org"
MAILDIR = 'kind = "maildir"\npath = "mail"'
GOOD = {
    ("example.org", "MX"): ["10 mail.example.org."],
    ("example.org", "TXT"): ["v=spf1 mx -all", "something else"],
    ("s1._domainkey.example.org", "TXT"): ["v=DKIM1; k=rsa; p=MIGf"],
    ("_dmarc.example.org", "TXT"): ["v=DMARC1; p=none"],
}


def asking(records: dict[tuple[str, str], list[str]]) -> Lookup:
    async def lookup(name: str, kind: str) -> list[str]:
        return records.get((name, kind), [])

    return lookup


async def found(path: Path, records: dict[tuple[str, str], list[str]] = GOOD, now: datetime | None = None) -> list[Finding]:
    return [finding async for finding in examine(path, lookup=asking(records), now=now)]


def of(findings: list[Finding], about: str, level: Level) -> str:
    """What was found of this kind, with the remedies, in one text."""
    return "\n".join(f"{one.said} → {one.remedy}" for one in findings if (one.about, one.level) == (about, level))


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a desk that was opened once."""
    home = tmp_path_factory.mktemp("opened")
    (home / "postern.toml").write_text(POSTERN)
    open_desk(read_config(home / "postern.toml")).close()
    (home / "var" / "postern.sqlite").chmod(0o600)
    return home / "var"


@pytest.fixture
async def house(home: Path, opened: Path) -> AsyncIterator[Path]:
    """A settings file for a running embedded server; everything is as it should be."""
    async with EmbeddedMail(home / "server", {ORDERS: "secret"}) as mail:
        text = (home / "postern.toml").read_text()
        text = text.replace('kind = "maildir"\npath = "mail"', imap(mail.imap_port)).replace(
            "port = 2525", f"port = {mail.smtp_port}"
        )
        text = text.replace("[post.secret]", 'dkim_selector = "s1"\n[post.secret]')
        (home / "postern.toml").write_text(text)
        (home / "postern.toml").chmod(0o600)
        shutil.copytree(opened, home / "var")
        yield home / "postern.toml"


def imap(port: int, password: str = "secret") -> str:
    return f'kind = "imap"\nport = {port}\nsecurity = "plain"\nuser = "{ORDERS}"\npassword = "{password}"\ntimeout = 5'


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


async def test_a_desk_in_order(house: Path) -> None:
    findings = await found(house)
    assert [one for one in findings if one.level is Level.FAIL] == []
    assert "there is no folder Handled yet; Postern makes it" in of(findings, "mailbox", Level.OK)
    assert "none has run with these settings yet" in of(findings, "daemon", Level.WARN)
    assert f"as {ORDERS}" in of(findings, "mailbox", Level.OK)
    assert "announced at once (IDLE)" in of(findings, "mailbox", Level.OK)
    assert "would take letters to orders+doctor@example.org" in of(findings, "sending", Level.OK)
    assert "the server takes letters up to" in of(findings, "sending", Level.OK)
    dns_found = of(findings, "dns", Level.OK)
    for words in ("go to mail.example.org", "SPF: v=spf1 mx -all", "the key s1 is published", "DMARC of example.org"):
        assert words in dns_found
    assert "whole, and of this version" in of(findings, "database", Level.OK)
    assert "only their owner can read them" in of(findings, "secrets", Level.OK)
    assert "TOY-1 can be used" in of(findings, "games", Level.OK)
    assert "no letter has come yet" in of(findings, "clock", Level.OK)
    assert "workers = 0" in of(findings, "processes", Level.OK)


async def test_a_server_that_takes_no_login_is_told_with_what_to_do(house: Path) -> None:
    server = Controller(Sink(), hostname="127.0.0.1", port=free_port())
    server.start()
    try:
        port, ours = server.port, read_config(house).post.smtp.port
        edit(house, f"port = {ours}", f'port = {port}\nuser = "orders"\npassword = "secret"')
        told = of(await found(house), "sending", Level.FAIL)
    finally:
        server.stop()
    assert f'127.0.0.1 port {port} takes no login with security = "plain"' in told
    assert 'security = "starttls"' in told
    assert "leave user and password out" in told


async def test_the_processes_that_run_turns_are_tried(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(house, "[work]\nworkers = 0", "[work]\nworkers = 2")
    assert "can be started (2" in of(await found(house), "processes", Level.OK)

    def forbidden(*_: object, **__: object) -> object:
        raise PermissionError(13, "Permission denied")  # what a semaphore says where nothing can be written in /dev/shm

    monkeypatch.setattr("postern.desk.documents.workers.ProcessPoolExecutor", forbidden)
    assert "Permission denied → let Postern write in /dev/shm" in of(await found(house), "processes", Level.FAIL)


async def test_a_scheduler_that_cannot_be_reached_is_told_with_what_happens_meanwhile(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("postern.desk.doctor.processes._PATIENCE", 0.5)
    setting = f'workers = "dask://127.0.0.1:{free_port()}"'
    edit(house, "[work]\nworkers = 0", f"[work]\n{setting}")
    findings = await found(house)
    told = of(findings, "processes", Level.WARN)
    assert "cannot be reached, and so no worker; local processes do their work: " in told
    assert "can be started (2" in of(findings, "processes", Level.OK)
    edit(house, setting, f"{setting}\nfallback = false")
    assert "turns and documents wait for them: " in of(await found(house), "processes", Level.FAIL)


async def test_it_changes_nothing(house: Path) -> None:
    def state() -> dict[str, tuple[int, str]]:
        files = (path for path in house.parent.rglob("*") if path.is_file() and "server" not in path.parts)
        return {str(path): (path.stat().st_mode, hashlib.sha256(path.read_bytes()).hexdigest()) for path in files}

    before = state()
    await found(house)
    assert state() == before
    shutil.rmtree(house.parent / "var")
    assert "there is none yet; the first start makes it" in of(await found(house), "database", Level.OK)
    assert not (house.parent / "var").exists()


Break = Callable[[Path], object]


@pytest.mark.parametrize(
    ("breaks", "about", "words"),
    [
        (
            lambda path: edit(path, 'password = "secret"', 'password = "wrong"'),
            "mailbox",
            r"refuses user and password.*check user",
        ),
        (lambda path: edit(path, "timeout = 5", "timeout = 5\nfolder = 'Orders'"), "mailbox", r"no folder Orders → make it"),
        (lambda path: re_port(path, "imap"), "mailbox", r"cannot be reached.*check host, port and security"),
        (lambda path: re_port(path, "smtp"), "sending", r"cannot be used.*check host, port and security"),
        (
            lambda path: (path.parent / "var" / "token.key").write_text("another\n"),
            "database",
            r"sealed with another secret than the one in .*token\.key → put that one back; every backup holds it",
        ),
        (lambda path: path.chmod(0o644), "secrets", r"everybody on this machine can read .*postern.toml → chmod 600"),
        (lambda path: (path.parent / "var/token.key").chmod(0o604), "secrets", r"read .*token.key → chmod 600"),
        (
            lambda path: edit(path, 'password = "secret"', 'password_file = "/nowhere/pw"'),
            "secrets",
            r"\[post.mailbox\] password_file /nowhere/pw cannot be read",
        ),
        (
            lambda path: edit(path.parent / "games/toy-1.toml", "Fri 20:00", "Fry 20:00"),
            "games",
            r"toy-1.toml:6: deadline: .*mend this line",
        ),
        (
            lambda path: (path.parent / "var/postern.sqlite").write_bytes(b"x" * 5000),
            "database",
            r"cannot be read: .*not a database",
        ),
        (lambda path: damage(path.parent / "var/postern.sqlite"), "database", r"(malformed|damaged).*restore"),
        (lambda path: newer(path.parent / "var/postern.sqlite"), "database", r"of a newer version \(9999\)"),
    ],
)
async def test_what_does_not_work_is_found_with_a_remedy(house: Path, breaks: Break, about: str, words: str) -> None:
    breaks(house)
    findings = await found(house)
    assert re.search(words, of(findings, about, Level.FAIL), re.DOTALL), findings
    others = {one.about for one in findings if one.level is Level.FAIL} - {about}
    assert others <= {"mailbox"}, "one broken thing hides none of the others"
    assert {one.about for one in findings} >= {"mailbox", "sending", "dns", "clock", "disk", "database", "secrets", "games"}


def re_port(path: Path, which: str) -> None:
    text = path.read_text()
    ports = re.findall(r"port = (\d+)", text)
    path.write_text(text.replace(ports[0 if which == "imap" else 1], str(free_port())))


def damage(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'inbox_letter'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * 200)


def newer(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()


async def test_a_settings_file_with_a_mistake_is_told_by_line(house: Path) -> None:
    edit(house, 'security = "plain"\n[desk]', 'securty = "plain"\n[desk]')
    (only,) = await found(house)
    assert only.level is Level.FAIL
    assert re.search(r"postern.toml:\d+: post.smtp.securty: is not a setting; did you mean security\?", only.said)


async def test_the_dns_is_read_for_hints(house: Path) -> None:
    bad = {
        ("example.org", "A"): ["192.0.2.1"],
        ("example.org", "TXT"): ["v=spf1 mx -all", "v=spf1 a -all"],
        ("s1._domainkey.example.org", "TXT"): ["v=DKIM1; p="],
    }
    findings = await found(house, bad)
    assert "has 2 SPF records → make one of them" in of(findings, "dns", Level.FAIL)
    warned = of(findings, "dns", Level.WARN)
    for words in ("no MX record, only an address", "the key s1 is withdrawn", "no DMARC record → add a TXT record at _dmarc"):
        assert words in warned
    findings = await found(house, {("example.org", "TXT"): ["v=spf1 +all"], ("example.org", "MX"): ["0 ."]})
    assert "says that it takes no mail" in of(findings, "dns", Level.FAIL)
    assert "SPF lets everybody send" in of(findings, "dns", Level.WARN)
    assert "nobody can write to us" in of(await found(house, {}), "dns", Level.FAIL)


async def test_a_silent_dns_is_a_warning(house: Path) -> None:
    async def silent(name: str, kind: str) -> list[str]:
        raise NoAnswer("time-out")

    findings = [finding async for finding in examine(house, lookup=silent)]
    assert "the DNS does not answer about example.org: time-out" in of(findings, "dns", Level.WARN)
    assert of(findings, "games", Level.OK)


@pytest.mark.parametrize(
    ("stamps", "level", "words"),
    [
        ([3, 5, 40], Level.OK, "within 3 seconds"),
        ([-3630, 5], Level.FAIL, "1 hour behind that of the mail servers"),
        ([7200, 5400], Level.WARN, "every letter came 1 hour 30 minutes or more after"),
    ],
)
async def test_the_clock_is_compared_with_the_servers_stamps(house: Path, stamps: list[int], level: Level, words: str) -> None:
    desk = open_desk(read_config(house))
    try:
        box = Box(desk)
        for lag in stamps:
            now = datetime.now(UTC)
            stamp = format_datetime(now - timedelta(seconds=lag))
            raw = box.letter("ann@a.example", "x", Received=f"from a by b with ESMTP; {stamp}")
            put(desk, raw, now)
    finally:
        desk.close()
    assert words in of(await found(house), "clock", level)


def put(desk: Desk, raw: bytes, now: datetime) -> None:
    from postern.store import inbox

    desk.store.write_now(inbox.take_in, [inbox.Arrival(f"x/{hash(raw)}", raw, "", now)], now)


async def test_a_letter_to_a_plus_address_proves_that_they_work(house: Path) -> None:
    desk = open_desk(read_config(house))
    put(desk, Box(desk).letter("ann@a.example", "x", to="orders+abc@example.org"), NOON)
    desk.close()
    assert "letters to orders+…@example.org have come" in of(await found(house), "sending", Level.OK)


async def test_a_maildir_that_is_none_and_one_that_is(home: Path) -> None:
    assert "not a Maildir: no " in of(await found(home / "postern.toml"), "mailbox", Level.FAIL)
    for part in ("new", "cur", "tmp"):
        (home / "mail" / part).mkdir(parents=True)
    assert "can be read and written" in of(await found(home / "postern.toml"), "mailbox", Level.OK)


async def test_a_data_folder_that_cannot_be_written(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("postern.desk.doctor.disk.os.access", lambda path, mode: not mode & os.W_OK)
    assert f"may not write in {house.parent / 'var'}" in of(await found(house), "disk", Level.FAIL)


async def test_little_room_is_told(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(house.parent)
    monkeypatch.setattr("postern.desk.doctor.disk.shutil.disk_usage", lambda _: usage._replace(free=50_000_000))
    assert "0.1 GB are free" in of(await found(house), "disk", Level.FAIL)


async def test_a_fault_of_one_check_stops_no_other(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError("x")

    monkeypatch.setattr("postern.desk.doctor.disk.shutil.disk_usage", broken)
    findings = await found(house)
    assert "could not be looked at: ZeroDivisionError" in of(findings, "disk", Level.FAIL)
    assert of(findings, "games", Level.OK)


def test_the_command_prints_findings_with_remedies_and_fails_when_something_does(home: Path) -> None:
    edit(home / "postern.toml", "orders@example.org", "orders@postern.invalid")
    said = CliRunner().invoke(app, ["gm", "doctor", "--config", str(home / "postern.toml")])
    assert said.exit_code == 1
    assert "FAIL  mailbox: not a Maildir" in said.output
    assert "      → set path in [post.mailbox] to the Maildir" in said.output
    assert said.output.endswith("Something does not work.\n")


# --- the DNS itself


@pytest.fixture
def nameserver() -> Iterator[tuple[str, int]]:
    """A nameserver for a handful of names."""
    import threading

    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                data, peer = line.recvfrom(4096)
            except OSError:
                return
            question = dns.message.from_wire(data)
            if not question.question:
                return
            answer = dns.message.make_response(question)
            asked = question.question[0]
            if asked.name.to_text() == "example.org." and asked.rdtype == dns.rdatatype.TXT:
                answer.answer.append(dns.rrset.from_text(asked.name, 60, "IN", "TXT", '"v=spf1 " "mx -all"'))
            elif asked.name.to_text() != "example.org.":
                answer.set_rcode(dns.rcode.NXDOMAIN)
            line.sendto(answer.to_wire(), peer)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield line.getsockname()
    line.sendto(dns.message.Message().to_wire(), line.getsockname())
    thread.join(5)
    line.close()


async def test_long_texts_are_joined_and_missing_names_are_no_answer(nameserver: tuple[str, int]) -> None:
    assert await look_up("example.org", "TXT", nameserver) == ["v=spf1 mx -all"]
    assert await look_up("example.org", "MX", nameserver) == []
    assert await look_up("nowhere.org", "MX", nameserver) == []


async def test_nobody_answering_is_told_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("postern.desk.doctor.resolving._PATIENCE", 0.3)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as deaf:
        deaf.bind(("127.0.0.1", 0))
        with pytest.raises(NoAnswer):
            await look_up("example.org", "MX", deaf.getsockname())


# --- real servers


@pytest.mark.servers
async def test_real_servers_in_and_out_of_order(home: Path) -> None:
    need_servers()
    with RealMail(home / "servers", {"orders@postern.test": "secret"}) as mail:
        mail.doveadm("mailbox", "create", "-u", "orders", "Handled", "Failed", "Spam & Müll")
        settings = (home / "postern.toml").read_text().replace(ORDERS, "orders@postern.test")
        settings = settings.replace(
            'kind = "maildir"\npath = "mail"', imap(mail.imap_port).replace(ORDERS, "orders@postern.test")
        )
        settings = settings.replace("port = 2525", f"port = {mail.smtp_port}")
        path = home / "postern.toml"
        path.write_text(settings.replace("timeout = 5", 'timeout = 5\nfailed_folder = "Spam & Müll"'))
        findings = await found(path)
        assert "the folders Handled and Spam & Müll are there" in of(findings, "mailbox", Level.OK), findings
        assert "takes letters up to 30 MB" in of(findings, "sending", Level.OK)
        assert "would take letters to orders+doctor@postern.test" in of(findings, "sending", Level.OK)
        path.write_text(settings.replace("orders@postern.test", "other@postern.test", 1))
        assert "refuses letters to other+doctor@postern.test: 550" in of(await found(path), "sending", Level.FAIL)
        path.write_text(settings.replace("secret", "wrong").replace("[post.wrong]", "[post.secret]"))
        assert "refuses user and password" in of(await found(path), "mailbox", Level.FAIL)


@pytest.mark.servers
async def test_how_full_the_mailbox_is(home: Path) -> None:
    need_servers()
    with RealMail(home / "servers", {"orders@postern.test": "secret"}, quota="storage=1M:messages=10") as mail:
        settings = (home / "postern.toml").read_text().replace(ORDERS, "orders@postern.test")
        (home / "postern.toml").write_text(
            settings.replace(MAILDIR, imap(mail.imap_port).replace(ORDERS, "orders@postern.test")).replace(
                "port = 2525", f"port = {mail.smtp_port}"
            )
        )

        def put(kilobytes: int) -> None:
            letter = b"Subject: x\r\n\r\n" + b"x" * 998 * kilobytes
            (mail.dir / "letter").write_bytes(letter)
            mail.doveadm("save", "-u", "orders", str(mail.dir / "letter"))

        put(300)
        told = of(await found(home / "postern.toml"), "mailbox", Level.OK)
        assert "29% full: 0.3 of 1.0 MB" in told
        assert "10% full: 1 of 10 letters" in told
        put(560)
        told = of(await found(home / "postern.toml"), "mailbox", Level.WARN)
        assert (
            "82% full: 0.9 of 1.0 MB → a full mailbox turns letters away: ask for more room, or delete from Handled what"
            in told
        )
        for _ in range(8):
            put(0)
        assert "100% full: 10 of 10 letters → a full" in of(await found(home / "postern.toml"), "mailbox", Level.FAIL)


async def test_a_server_that_tells_no_limit_is_well(house: Path) -> None:
    assert "sets no limit to its size, or does not tell" in of(await found(house), "mailbox", Level.OK)


async def test_broken_templates_are_named_with_their_lines(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    templates = tmp_path / "templates"
    shutil.copytree(letters_folder().parent, templates)
    monkeypatch.setattr("postern.desk.settings.resources.letters_folder", lambda: templates / "letters")
    monkeypatch.setattr("postern.render.html.folder", lambda: templates / "report")
    assert f"those in {templates} can be used" in of(await found(house), "templates", Level.OK)
    (templates / "letters" / "late" / "text.j2").write_text("Dear\n{{ saet.name }}\n")
    told = of(await found(house), "templates", Level.WARN)
    assert 'letters/late/text.j2:2: there is no "saet" here; did you mean seat? → mend it' in told
    (templates / "letters" / "late" / "text.j2").write_text("Dear\n{{ seat.name | no_such_filter }}\n")
    (templates / "letters" / "late" / "html.j2").write_text('{% include "gone.j2" %}\n')
    (templates / "letters" / "confirm" / "text.j2").write_bytes(b"one\ntwo\nGr\xfc\xdfe\n")
    blocks = templates / "report" / "blocks.html.j2"
    blocks.write_text(blocks.read_text() + "{% if %}\n")
    told = of(await found(house), "templates", Level.FAIL)
    for words in (
        "letters/late/text.j2:2: No filter named 'no_such_filter'",
        'letters/late/html.j2:1: there is no template "gone.j2"',
        "letters/confirm/text.j2:3: is not written in UTF-8",
        f"report/blocks.html.j2:{len(blocks.read_text().splitlines())}: Expected an expression",
    ):
        assert words in told
    assert told.count("put the file of this Postern back") == 4


async def test_a_deadline_that_is_assumed_is_told(house: Path) -> None:
    assert "names no" not in of(await found(house), "games", Level.WARN)
    file = house.parent / "games" / "toy-1.toml"
    edit(file, 'timezone = "Europe/Berlin"\n', "")
    assert "TOY-1: its file names no timezone, so turns fall due Fri 20:00, by the clock of UTC → write deadline =" in of(
        await found(house), "games", Level.WARN
    )
    edit(file, 'deadline = "Fri 20:00"\n', "")
    assert "names no deadline and no timezone, so turns fall due Fri 20:00," in of(await found(house), "games", Level.WARN)
    file.write_text(f'{file.read_text()}\ndeadline = "none"\n')
    assert "names no" not in of(await found(house), "games", Level.WARN)


async def test_a_game_without_a_file_is_told(house: Path) -> None:
    desk = open_desk(read_config(house))
    await master.create(desk, "TOY-1")
    desk.close()
    (house.parent / "games" / "toy-1.toml").unlink()
    assert 'is that of TOY-1 → put it back, or write one with name = "TOY-1"' in of(await found(house), "games", Level.WARN)
