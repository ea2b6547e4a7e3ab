"""After an upgrade: the database is copied before its tables change, and reports that are worded anew are no fault."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config as Alembic
from typer.testing import CliRunner

from postern.cli.main import app
from postern.desk import context, doctor
from postern.desk.context import Desk, open_desk
from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.documents import work
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.settings.config import Config, read_config
from postern.desk.settings.tomlfile import ConfigError
from postern.store import migrations
from postern.store.copying import CopyError
from postern.store.engine import open_engine
from tests.desk.box import Box, text_of

ANN, BOB = "ann@a.example", "bob@b.example"


@pytest.fixture
def old(home: Path) -> Config:
    """The settings of a desk whose database is of an earlier version."""
    config = read_config(home / "postern.toml")
    open_desk(config).close()
    alembic = Alembic()
    alembic.set_main_option("script_location", str(Path(migrations.__file__).parent))
    engine = open_engine(config.store_url)
    with engine.begin() as connection:
        alembic.attributes["connection"] = connection
        command.downgrade(alembic, "-1")
    engine.dispose()
    return config


def copies(config: Config) -> list[Path]:
    return sorted(config.data.glob("before-*"))


def test_a_copy_is_made_before_the_tables_change_and_said(old: Config) -> None:
    desk = open_desk(old)
    (copy,) = copies(old)
    assert str(copy) in desk.migrated
    assert copy.stat().st_mode & 0o077 == 0
    with sqlite3.connect(copy) as connection:
        (stands,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    assert copy.name.startswith(f"before-{stands.partition('_')[0]}-to-")
    desk.close()
    again = open_desk(old)
    assert again.migrated == ""
    assert copies(old) == [copy]
    again.close()


def test_a_new_database_needs_no_copy(home: Path) -> None:
    config = read_config(home / "postern.toml")
    desk = open_desk(config)
    assert desk.migrated == ""
    assert copies(config) == []
    desk.close()


def test_without_a_copy_nothing_is_changed(old: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_url: str, _target: Path) -> None:
        raise CopyError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(context, "copy_out", full)
        with pytest.raises(ConfigError, match="nothing was changed: No space left"):
            open_desk(old)
    desk = open_desk(old)
    assert desk.migrated
    desk.close()


@pytest.mark.parametrize(
    ("differ", "by_others", "fine"),
    [(("the report of ANN",), True, True), (("the public report",), True, True), (("the report of ANN",), False, False),
     (("the world", "the report of ANN"), True, False), (("the orders",), True, False)],
)  # fmt: skip
def test_reports_alone_may_differ_after_an_upgrade(differ: tuple[str, ...], by_others: bool, fine: bool) -> None:
    found = master.Replay("TOY-1", 1, 100, 3, differ, "0001", "0002" if by_others else "0001")
    assert found.worded_anew == fine
    assert ("the world is the same, byte for byte; worded differently by now" in found.words) == fine
    assert ("NOT the same" in found.words) != fine


async def test_a_turn_whose_report_is_worded_anew_is_told_so(
    report: EmailMessage, desk: Desk, box: Box, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    await master.run_now(desk, workers, "TOY-1")

    def upgraded(job: work.TurnJob) -> work.TurnDone:
        done = work.run_turn(job)
        return replace(done, reports={**done.reports, "ANN": b"{}"}, rules="another")

    monkeypatch.setattr(master, "run_turn", upgraded)
    found = await master.replay(desk, workers, "TOY-1", 1)
    assert found.worded_anew
    assert "worded differently by now: the report of ANN" in found.words


@pytest.mark.parametrize("line", ["CREATE TOY-2", "SET TOY-2 grace = 1h", "CREATE toy-2"])
def test_a_mistake_in_the_games_file_is_told_where_the_file_is_needed(
    report: EmailMessage, box: Box, desk: Desk, home: Path, line: str
) -> None:
    """Where the file is found by its name, and by the name in it."""
    text = (home / "games" / "toy-1.toml").read_text().replace("TOY-1", "TOY-2")
    file, name = home / "games" / ("toy-2.toml" if "SET" in line else "second.toml"), "TOY-2"
    if "SET" in line:
        file.write_text(text)
        desk.read_files()
        asyncio.run(master.create(desk, name))
        file.write_text(f"{text}broken = [\n")
    else:
        file.write_text(text.replace('"Fri 20:00"', '"Someday"'))
    (menu,) = box.send("gm@example.org", "GM")
    said = " ".join(text_of(box.reply(menu, line)[-1]).split())
    assert "The file of TOY-2 cannot be used:" in said
    assert ("second.toml" if "CREATE" in line else "toy-2.toml") in said.replace(" ", "")
    assert 'deadline: "Someday" needs days and a time' in said or "SET" in line


def test_the_command_line_tells_the_mistake_too(home: Path) -> None:
    path = home / "games" / "toy-1.toml"
    path.write_text(path.read_text().replace("seats = 3", "seats = 300"))
    told = CliRunner().invoke(app, ["game", "create", "TOY-1", "--config", str(home / "postern.toml")])
    assert told.exit_code == 1
    assert "there are: none" not in told.stderr
    assert "is for 1 to 12 seats, not 300" in " ".join(told.stderr.split())


async def test_the_doctor_says_what_it_looks_at_and_waits_for_no_look_for_ever(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def endless(_case: Case) -> AsyncIterator[Finding]:
        await asyncio.sleep(3600)
        yield Finding(Level.OK, "mailbox", "never")

    async def well(_case: Case) -> AsyncIterator[Finding]:
        yield Finding(Level.OK, "disk", "well")

    monkeypatch.setattr(doctor, "_CHECKS", {"mailbox": endless, "disk": well})
    monkeypatch.setattr(doctor, "_PATIENCE", 0.1)
    begun: list[str] = []
    found = [one async for one in doctor.examine(home / "postern.toml", begins=begun.append)]
    assert begun == ["mailbox", "disk"]
    assert [(one.about, one.level) for one in found[1:]] == [("mailbox", Level.FAIL), ("disk", Level.OK)]
    assert "no end after" in found[1].said
