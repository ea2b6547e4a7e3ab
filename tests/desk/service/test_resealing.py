"""Letters at rest: nothing to whoever has the database alone, and one that was changed there stands in nobody's way."""

from __future__ import annotations

import asyncio
import itertools
import re
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import LargeBinary, text, type_coerce
from sqlmodel import SQLModel, select
from typer.testing import CliRunner

from postern.cli.main import app
from postern.desk.context import Desk, open_desk
from postern.desk.delivery import unsent
from postern.desk.delivery.sending import Dispatch
from postern.desk.documents.workers import Workers
from postern.desk.runtime.signals import Signals
from postern.desk.service.backup import BackupError, make
from postern.desk.service.resealing import ResealError, reseal
from postern.desk.service.restoring import Plan, restore
from postern.desk.settings.config import read_config
from postern.desk.settings.tomlfile import ConfigError
from postern.desk.timing.clock import ManualClock
from postern.store import inbox, outbox
from postern.store.tables import LetterState, OutboxLetter, OutState
from postern.store.types import Sealed
from tests.desk.box import Box, parse, text_of
from tests.desk.playing import ANN, BOB, begin
from tests.desk.wayout import WayOut

HELD = "guess 8\nthe heron waits by the mill"
"""Orders that came without a token: they stand in no other table until their writer confirms them."""


@pytest.fixture
def written(home: Path, database: str, workers: Workers) -> Iterator[Box]:
    """A box of a desk on either kind of database, with a game, orders on file, a held letter and one with a password."""
    settings = home / "postern.toml"
    settings.write_text(
        settings.read_text().replace("[work]", f'store = "{database}"\n[trust]\naccept = ["token", "password"]\n[work]')
    )
    box = Box(open_desk(read_config(settings)))
    first = begin(box, workers, ANN=ANN, BOB=BOB)
    box.insist(first["ANN"], "guess 3\nPASSWORD SET open-sesame-now", ANN)
    box.send(BOB, HELD)
    yield box
    box.desk.close()


def bytes_at_rest(desk: Desk) -> bytes:
    """Everything that the database keeps, as somebody without the secret can have it; what is only packed is unpacked."""
    found = b""
    with desk.store.engine.connect() as connection:
        for table in SQLModel.metadata.sorted_tables:
            plain = [type_coerce(column, LargeBinary) if isinstance(column.type, Sealed) else column for column in table.c]
            for row in connection.execute(table.select().with_only_columns(*plain)):
                for value in row:
                    data = bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()
                    found += data + b"\n"
                    found += unpacked(data)
    if desk.store.engine.dialect.name == "sqlite":
        with closing(sqlite3.connect(desk.config.data / "postern.sqlite")) as line:
            line.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        found += (desk.config.data / "postern.sqlite").read_bytes()
    return found.lower()


def unpacked(data: bytes) -> bytes:
    try:
        return zlib.decompress(data)
    except zlib.error:
        return b""


def letters(desk: Desk) -> list[bytes]:
    """Every letter that came or went, opened."""
    with desk.store.engine.connect() as connection:
        tables = [SQLModel.metadata.tables[name] for name in ("inbox_letter", "outbox_letter")]
        rows = [row for table in tables for row in connection.execute(table.select().order_by(table.c.id))]
    return [row.raw if row.raw is not None else row.draft for row in rows]


def test_no_token_order_or_password_of_a_letter_is_in_the_database(written: Box) -> None:
    opened = b"\n".join(letters(written.desk)).lower()
    tokens = set(re.findall(rb"\+([a-z2-7]{20,})@", opened))
    assert len(tokens) >= 4, "two seats, and what asks for confirmation"
    at_rest = bytes_at_rest(written.desk)
    for secret in (*tokens, b"heron", b"guess 8", b"open-sesame-now", b"reply-to", b"message-id:"):
        assert secret in opened, "or the test looks for nothing"
        assert secret not in at_rest, secret
    for known in (ANN.encode(), b"guess 3", b"argon2id"):
        assert known in at_rest, "what is kept in the clear: who plays, orders on file, hashes"
    (held,) = written.desk.store.read_now(inbox.in_state, LetterState.HELD)
    assert HELD in parse(held.raw).get_content().replace("\r\n", "\n")


def spoil(desk: Desk, table: str, column: str, number: int) -> None:
    """Changes one bit of a sealed letter."""
    with desk.store.engine.begin() as connection:
        sealed = connection.execute(text(f"SELECT {column} FROM {table} WHERE id = {number}")).scalar()
        assert isinstance(sealed, bytes)
        changed = sealed[:-1] + bytes([sealed[-1] ^ 1])
        connection.execute(text(f"UPDATE {table} SET {column} = :data WHERE id = {number}"), {"data": changed})


def test_a_letter_that_was_changed_is_told_of_and_the_others_are_handled(desk: Desk, box: Box, report: EmailMessage) -> None:
    for number in (1, 2, 3):
        box.put(box.letter(ANN, f"guess {number}\n", str(report["Reply-To"])))
    first, second, third = desk.store.read_now(inbox.next_new, most=9)
    spoil(desk, "inbox_letter", "raw", second.id)
    while box.handle():
        pass
    states = {row.id: row.state for row in desk.store.read_now(inbox.in_state, LetterState.FAILED)}
    assert states == {second.id: LetterState.FAILED}
    *answers, told = sorted(box.news(), key=lambda letter: letter["To"] == "gm@example.org")
    assert [letter["To"] for letter in answers] == [ANN, ANN]
    assert f"damaged in the database: no. {second.id}" in str(told["Subject"])
    words = " ".join(text_of(told).split())
    assert "It was not carried out, and its writer knows nothing of it." in words
    assert "in the folder of failed letters" in words
    assert {first.state, third.state} == {LetterState.NEW}, "as they were read before"


def test_a_held_letter_that_was_changed_is_not_taken_for_an_empty_one(desk: Desk, box: Box, report: EmailMessage) -> None:
    (asked,) = box.send(ANN, HELD)
    (held,) = desk.store.read_now(inbox.in_state, LetterState.HELD)
    spoil(desk, "inbox_letter", "raw", held.id)
    told = box.reply(asked, "yes")
    assert {str(letter["To"]) for letter in told} == {ANN, "gm@example.org"}
    (sorry,) = (letter for letter in told if letter["To"] == ANN)
    assert "Nothing in it has been carried out yet" in " ".join(text_of(sorry).split())
    assert any("DamagedLetter" in text_of(letter) for letter in told)


def test_an_answer_and_a_draft_that_were_changed_are_given_up_and_the_others_go(
    desk: Desk, box: Box, report: EmailMessage, workers: Workers, clock: ManualClock
) -> None:
    rows = [row for row in box.rows() if row.state == OutState.WAITING]
    (draft,) = [row for row in box.rows() if row.state == OutState.DRAFT and row.recipient == ANN]
    spoil(desk, "outbox_letter", "raw", rows[1].id)
    spoil(desk, "outbox_letter", "draft", draft.id)
    box.news()
    line = WayOut()
    dispatch = Dispatch(desk, line, workers, Signals())

    async def go() -> None:
        while await dispatch.finish_waiting() or await dispatch.send_waiting():
            pass

    asyncio.run(go())
    clock.advance(2 * unsent.EVERY)
    desk.store.write_now(unsent.tell, desk)
    asyncio.run(go())
    gave_up = select(OutboxLetter.id).where(OutboxLetter.state == OutState.GAVE_UP)
    lost = set(desk.store.read_now(lambda session: session.exec(gave_up).all()))
    assert lost == {rows[1].id, draft.id}
    counts = desk.store.read_now(outbox.counts)
    assert set(counts) == {"sent", "gave_up"}
    told = " ".join(
        " ".join(text_of(parse(raw)).split()) for raw in (one.raw for one in line.handed if one.recipient == "gm@example.org")
    )
    for number in lost:
        assert f"(no. {number})" in told
    assert "changed there, or sealed with another secret" in told
    with desk.store.engine.begin() as connection:  # else the box looks through them
        connection.execute(text("DELETE FROM outbox_letter WHERE state = 'gave_up'"))


def test_another_secret_is_refused_in_one_sentence(home: Path) -> None:
    settings = home / "postern.toml"
    open_desk(read_config(settings)).close()
    key = home / "var" / "token.key"
    was = key.read_text()
    key.write_text("f" * 64 + "\n")
    with pytest.raises(ConfigError, match="sealed with another secret; put that one back"):
        open_desk(read_config(settings))
    done = CliRunner().invoke(app, ["game", "list", "--config", str(settings)])
    assert done.exit_code == 2
    assert f"cannot be used with the secret in {key}: its letters are sealed with another secret" in done.output
    assert len(done.output.strip().splitlines()) == 1
    key.write_text(was)
    open_desk(read_config(settings)).close()


def test_a_restored_house_opens_its_letters(desk: Desk, box: Box, report: EmailMessage, tmp_path: Path) -> None:
    before = letters(desk)
    make(desk.config, tmp_path / "house.zip", desk.clock.now())
    done = asyncio.run(restore(tmp_path / "house.zip", Plan(home_of(desk), to=tmp_path / "new"), desk.clock))
    copy = open_desk(done.config, desk.clock)
    assert set(before) <= set(letters(copy))
    (answer,) = Box(copy, itertools.count(1000)).reply(report, "guess 7")
    assert "1 order on file" in str(answer["Subject"])
    copy.close()


def home_of(desk: Desk) -> Path:
    assert desk.config.file is not None
    return desk.config.file


def test_a_backup_of_another_secret_is_not_put_in_place(home: Path, tmp_path: Path) -> None:
    settings = home / "postern.toml"
    settings.write_text(settings.read_text().replace("[post.secret]", '[post.secret]\npassword = "one secret of sixteen"'))
    desk = open_desk(read_config(settings))
    box = Box(desk)
    box.send(ANN, "GAMES")
    make(desk.config, tmp_path / "house.zip", desk.clock.now())
    desk.close()
    database = home / "var" / "postern.sqlite"
    before = database.read_bytes()
    settings.write_text(settings.read_text().replace("one secret", "two secrets"))
    with pytest.raises(BackupError, match=r"set that one there first: it is in the backup as signing\.key"):
        asyncio.run(restore(tmp_path / "house.zip", Plan(settings), desk.clock))
    assert database.read_bytes() == before
    settings.write_text(settings.read_text().replace("two secrets", "one secret"))
    asyncio.run(restore(tmp_path / "house.zip", Plan(settings), desk.clock))


def test_another_secret_opens_the_letters_and_ends_what_the_old_one_gave_out(written: Box) -> None:
    desk = written.desk
    before = letters(desk)
    stolen = next(str(parse(raw)["To"]) for raw in before if raw.startswith(b"From: " + ANN.encode()) and b"guess 3" in raw)
    assert "+" in stolen
    key, old = desk.config.data / "token.key", desk.config.data / "old.key"
    sealed = sealed_bytes(desk)
    desk.close()
    key.rename(old)
    done = reseal(desk.config, old)
    assert done == (len(before), 0)
    written.desk = open_desk(desk.config)
    assert letters(written.desk) == before
    at_rest = bytes_at_rest(written.desk)
    assert not [data for data in sealed if data.lower() in at_rest], "what the old secret opens is gone from the file"
    told = written.send("thief@t.example", "guess 9\n", stolen)
    assert ANN not in {str(letter["To"]) for letter in told}
    written.desk.close()
    with pytest.raises(ResealError, match=r"sealed with the secret in .*token\.key already"):
        reseal(desk.config, old)
    key.write_text("another one of more than sixteen")
    with pytest.raises(ResealError, match=r"not sealed with the secret in .*old\.key; nothing was changed"):
        reseal(desk.config, old)


def sealed_bytes(desk: Desk) -> list[bytes]:
    with desk.store.engine.connect() as connection:
        return [
            bytes(row[0])
            for table in SQLModel.metadata.sorted_tables
            for column in table.c
            if isinstance(column.type, Sealed)
            for row in connection.execute(text(f"SELECT {column.name} FROM {table.name} WHERE {column.name} IS NOT NULL"))
        ]


def test_a_lost_secret_costs_the_letters_and_not_the_games(home: Path, desk: Desk, box: Box, report: EmailMessage) -> None:
    settings = str(home / "postern.toml")
    box.put(box.letter(ANN, "guess 4", str(report["Reply-To"])))
    box.read_up_to = 10**9
    run = CliRunner().invoke
    assert run(app, ["gm", "reseal", "--lost", "--config", settings]).output.startswith("A daemon or another command")
    with desk.store.engine.begin() as connection:
        connection.execute(text("DELETE FROM outbox_letter"))  # which the box would look through
    lost = len(letters(desk))
    desk.close()
    (home / "var" / "token.key").unlink()
    assert run(app, ["gm", "reseal", "--config", settings]).exit_code == 2
    done = run(app, ["gm", "reseal", "--lost", "--config", settings])
    assert (done.exit_code, done.output) == (0, f"0 letters are sealed anew; {lost} cannot be opened any more.\n")
    again = open_desk(read_config(home / "postern.toml"))
    box.desk, box.read_up_to = again, 0
    box.handle()
    (told,) = box.news()
    assert "damaged in the database" in str(told["Subject"])
    assert "TOY-1" in run(app, ["game", "list", "--config", settings]).output
    again.close()
