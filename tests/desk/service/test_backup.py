"""Backups: whole, checked, never in another's place; and a game that goes on from one as if nothing had happened."""

from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3
import stat
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from postern.desk.context import Desk, open_desk
from postern.desk.documents.workers import LocalWorkers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.desk.runtime.lock import hold
from postern.desk.runtime.signals import Signals
from postern.desk.service.backup import BackupError, make, opened
from postern.desk.service.backups import Backups, made
from postern.desk.service.restoring import Plan, at_home, restore
from postern.desk.settings.config import read_config, token_key
from postern.desk.settings.tomlfile import ConfigError
from postern.desk.timing.clock import ManualClock
from postern.store import outbox
from postern.store.migrate import known_revisions
from tests.desk.box import Box, text_of


def backup_of(desk: Desk, target: Path) -> Path:
    make(desk.config, target, desk.clock.now())
    return target


def settings_of(desk: Desk) -> Path:
    assert desk.config.file is not None
    return desk.config.file


@pytest.fixture
def seated(desk: Desk, box: Box) -> Box:
    """A desk with a game that two people have joined."""
    asyncio.run(master.create(desk, "TOY-1"))
    for address, name in (("ann@example.org", "ANN"), ("bob@example.org", "BOB")):
        (asked,) = box.send(address, f"JOIN TOY-1\nNAME={name}\n")
        box.reply(asked, "yes")
    return box


def test_a_backup_has_everything_and_says_what(seated: Box, desk: Desk, tmp_path: Path) -> None:
    (desk.config.data / "oauth").mkdir()
    (desk.config.data / "oauth" / "gmail.json").write_text("{}")
    (desk.config.games_folder / ".#toy-1.toml").symlink_to("ann@host.123:456")  # while Emacs has it open
    target = backup_of(desk, tmp_path / "house.zip")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with opened(target) as (manifest, folder):
        names = set(manifest.files)
        assert names == {
            "database.sqlite",
            "signing.key",
            "config/postern.toml",
            "config/games/toy-1.toml",
            "data/token.key",
            "data/oauth/gmail.json",
        }
        assert (folder / "signing.key").read_text().strip() == desk.key
        with closing(sqlite3.connect(folder / "database.sqlite")) as line:
            assert line.execute("SELECT count(*) FROM seat").fetchone() == (3,)
    assert (manifest.address, manifest.revision, manifest.made_at) == (
        "orders@example.org",
        max(known_revisions()),
        desk.clock.now(),
    )
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".backup")]


def test_secrets_that_the_settings_name_elsewhere_are_in_it(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    secret = tmp_path / "elsewhere" / "smtp.password"
    secret.write_text("sesame\n")
    settings = settings_of(desk)
    settings.write_text(settings.read_text().replace("port = 2525", f'port = 2525\nuser = "x"\npassword_file = "{secret}"'))
    make(read_config(settings), tmp_path / "house.zip", desk.clock.now())
    secret.unlink()
    desk.close()
    done = asyncio.run(restore(tmp_path / "house.zip", Plan(settings), desk.clock))
    assert secret.read_text() == "sesame\n"
    assert secret in done.put_back
    there = asyncio.run(restore(tmp_path / "house.zip", Plan(settings, to=tmp_path / "new"), desk.clock))
    assert tmp_path / "new" / "secrets" / "1-smtp.password" in there.put_back


def test_a_backup_never_overwrites(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "house.zip").write_text("precious")
    with pytest.raises(BackupError, match="exists already"):
        backup_of(desk, tmp_path / "house.zip")
    assert (tmp_path / "house.zip").read_text() == "precious"
    with pytest.raises(BackupError, match="cannot be written"):
        backup_of(desk, tmp_path / "nowhere" / "house.zip")


@pytest.mark.parametrize("empty", [False, True])
def test_a_database_that_is_not_ours_makes_no_backup(desk: Desk, tmp_path: Path, empty: bool) -> None:
    """As with a mistyped ``store``."""
    other = tmp_path / "mistyped.sqlite"
    if empty:
        other.touch()
    settings = settings_of(desk)
    settings.write_text(settings.read_text().replace("[desk]", f'[desk]\nstore = "sqlite:///{other}"'))
    with pytest.raises(BackupError, match=r"mistyped\.sqlite holds no desk.*\[desk\] data and store"):
        make(read_config(settings), tmp_path / "house.zip", desk.clock.now())
    assert not (tmp_path / "house.zip").exists()
    assert other.exists() == empty


def test_a_backup_is_of_one_moment_while_others_write(desk: Desk, tmp_path: Path) -> None:
    """Two rows are always written together: a copy that has one of a pair would be of no moment at all."""
    place = desk.config.data / "postern.sqlite"
    with closing(sqlite3.connect(place, isolation_level=None)) as line:
        line.execute("CREATE TABLE pairs (n INTEGER, half TEXT, filler BLOB)")
        line.execute("BEGIN")
        line.executemany("INSERT INTO pairs VALUES (?, ?, zeroblob(4000))", [(n, h) for n in range(3000) for h in "ab"])
        line.execute("COMMIT")

    async def write(stop: asyncio.Event) -> int:
        with closing(sqlite3.connect(place, isolation_level=None, timeout=20)) as line:
            number = 3000
            while not stop.is_set():
                line.execute("BEGIN IMMEDIATE")
                line.executemany("INSERT INTO pairs VALUES (?, ?, zeroblob(4000))", [(number, half) for half in "ab"])
                line.execute("DELETE FROM pairs WHERE n = ?", (number - 3000,))
                line.execute("COMMIT")
                number += 1
                await asyncio.sleep(0)
            return number

    async def both() -> int:
        stop = asyncio.Event()
        writing = asyncio.create_task(write(stop))
        await asyncio.sleep(0.05)
        await asyncio.to_thread(backup_of, desk, tmp_path / "house.zip")
        stop.set()
        return await writing

    assert asyncio.run(both()) > 3010
    with opened(tmp_path / "house.zip") as (_, folder), closing(sqlite3.connect(folder / "database.sqlite")) as line:
        odd = line.execute("SELECT n FROM pairs GROUP BY n HAVING count(*) <> 2").fetchall()
        numbers = line.execute("SELECT min(n), max(n), count(*) FROM pairs").fetchone()
    assert odd == []
    assert numbers[2] == 2 * (numbers[1] - numbers[0] + 1)


def broken(target: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """The backup with its files changed."""
    with zipfile.ZipFile(target) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    worse = target.with_name("worse.zip")
    with zipfile.ZipFile(worse, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return worse


def with_manifest(**changes: object) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        files["manifest.json"] = json.dumps(json.loads(files["manifest.json"]) | changes).encode()

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda files: files.update({"signing.key": b"another\n"}), "signing.key in the backup is damaged"),
        (
            lambda files: files.update({"database.sqlite": files["database.sqlite"][:-1]}),
            "database.sqlite in the backup is damaged",
        ),
        (lambda files: files.pop("config/postern.toml"), "damaged"),
        (lambda files: files.pop("manifest.json"), "is not a backup of Postern"),
        (with_manifest(version=2), "of form 2"),
        (with_manifest(revision="9999"), "newer version of Postern"),
        (with_manifest(surprise=1), "cannot be understood: surprise"),
        (with_manifest(files={}), "is not whole"),
    ],
)
def test_a_backup_that_is_not_sound_changes_nothing(
    desk: Desk, tmp_path: Path, change: Callable[[dict[str, bytes]], object], words: str
) -> None:
    worse = broken(backup_of(desk, tmp_path / "house.zip"), change)
    desk.close()
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(BackupError, match=words):
        asyncio.run(restore(worse, Plan(settings_of(desk)), desk.clock))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_name_that_leads_out_of_the_folder_is_refused(desk: Desk, tmp_path: Path) -> None:
    def change(files: dict[str, bytes]) -> None:
        manifest = json.loads(files["manifest.json"])
        manifest["files"]["../evil"] = manifest["files"]["signing.key"]
        files["manifest.json"], files["../evil"] = json.dumps(manifest).encode(), files["signing.key"]

    worse = broken(backup_of(desk, tmp_path / "house.zip"), change)
    with pytest.raises(BackupError, match="no name that Postern gives"):
        asyncio.run(restore(worse, Plan(settings_of(desk), to=tmp_path / "new"), desk.clock))


def test_no_backup_at_all(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "text.zip").write_text("not a zip")
    for name, words in (("text.zip", "is not a backup"), ("nothing.zip", "there is no file")):
        with pytest.raises(BackupError, match=words):
            asyncio.run(restore(tmp_path / name, Plan(settings_of(desk)), desk.clock))


def test_a_restore_waits_for_no_daemon_and_no_daemon_starts_during_one(desk: Desk, tmp_path: Path) -> None:
    target = backup_of(desk, tmp_path / "house.zip")
    with pytest.raises(BackupError, match="is at work"):
        asyncio.run(restore(target, Plan(settings_of(desk), force=True), desk.clock))
    desk.close()
    with hold(desk.config.data, alone=True), pytest.raises(ConfigError, match="being restored"):
        open_desk(desk.config, desk.clock)


def test_a_database_that_has_more_is_replaced_only_when_forced_and_kept(
    seated: Box, desk: Desk, clock: ManualClock, tmp_path: Path
) -> None:
    target = backup_of(desk, tmp_path / "house.zip")
    clock.advance(timedelta(hours=1))
    seated.send("cleo@example.org", "GAMES\n")
    desk.close()
    with pytest.raises(BackupError, match=r"UTC: 1 letter that came in, 1 letter that went out\. With --force"):
        asyncio.run(restore(target, Plan(settings_of(desk)), clock))
    done = asyncio.run(restore(target, Plan(settings_of(desk), force=True), clock))
    (aside,) = done.aside
    with closing(sqlite3.connect(aside)) as line:
        assert line.execute("SELECT count(*) FROM inbox_letter").fetchone() == (5,)
    with closing(sqlite3.connect(desk.config.data / "postern.sqlite")) as line:
        assert line.execute("SELECT count(*) FROM inbox_letter").fetchone() == (4,)


def test_a_damaged_database_is_replaced_and_kept_with_its_log(seated: Box, desk: Desk, tmp_path: Path) -> None:
    target = backup_of(desk, tmp_path / "house.zip")
    desk.close()
    place = desk.config.data / "postern.sqlite"
    place.write_bytes(b"\x00" * 5000)
    place.with_name("postern.sqlite-wal").write_bytes(b"the log of another database")
    done = asyncio.run(restore(target, Plan(settings_of(desk)), desk.clock))
    (aside,) = done.aside
    assert aside.read_bytes() == b"\x00" * 5000
    assert not place.with_name("postern.sqlite-wal").exists()
    again = open_desk(desk.config, desk.clock)
    assert len(asyncio.run(master.show(again, "TOY-1")).seats) == 3
    again.close()


def test_on_a_new_machine_everything_is_put_back(seated: Box, desk: Desk, tmp_path: Path) -> None:
    target = backup_of(desk, tmp_path / "house.zip")
    desk.close()
    settings = tmp_path / "fresh" / "config" / "postern.toml"
    done = asyncio.run(restore(target, Plan(settings), desk.clock))
    assert (settings.parent / "games" / "toy-1.toml").exists()
    assert token_key(done.config) == desk.key
    assert stat.S_IMODE((done.config.data / "token.key").stat().st_mode) == 0o600


def test_beside_the_old_house(seated: Box, desk: Desk, tmp_path: Path) -> None:
    target = backup_of(desk, tmp_path / "house.zip")
    done = asyncio.run(restore(target, Plan(settings_of(desk), to=tmp_path / "new"), desk.clock))
    assert done.config.data == tmp_path / "new" / "var"
    copy = open_desk(done.config, desk.clock)
    assert copy.key == desk.key
    assert len(asyncio.run(master.show(copy, "TOY-1")).seats) == 3
    copy.close()
    with pytest.raises(BackupError, match="is not empty"):
        asyncio.run(restore(target, Plan(settings_of(desk), to=tmp_path / "new"), desk.clock))


def test_a_restore_that_is_refused_leaves_nothing_behind(
    seated: Box, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_of(desk)
    monkeypatch.setenv("OUR_SECRET", desk.key)
    settings.write_text(settings.read_text().replace("[post.secret]", '[post.secret]\npassword_env = "OUR_SECRET"'))
    make(read_config(settings), tmp_path / "house.zip", desk.clock.now())
    fresh = tmp_path / "fresh" / "config" / "postern.toml"
    for plan in (Plan(settings, to=tmp_path / "new"), Plan(fresh)):
        monkeypatch.setenv("OUR_SECRET", "another secret, of another house")
        with pytest.raises(BackupError, match="set that one there first"):
            asyncio.run(restore(tmp_path / "house.zip", plan, desk.clock))
        monkeypatch.setenv("OUR_SECRET", desk.key)
        done = asyncio.run(restore(tmp_path / "house.zip", plan, desk.clock))
        assert (done.config.games_folder / "toy-1.toml") in done.put_back


def test_the_settings_text_for_a_house_beside_the_old_one() -> None:
    text = '[post]\ndata = "mine"\n[desk]\ngame_masters = []\ndata = "/srv/x" # there\nstore = "sqlite:////y"\n[work]\n'
    moved = at_home(text, "")
    assert moved == '[post]\ndata = "mine"\n[desk]\ndata = "../var"\ngames = "games"\ngame_masters = []\n[work]\n'
    assert (
        at_home("[post]\n", "postgresql://x")
        == '[post]\n\n[desk]\ndata = "../var"\ngames = "games"\nstore = "postgresql://x"\n'
    )


def test_numbers_given_out_since_the_backup_never_come_to_mean_another_seat(
    seated: Box, desk: Desk, clock: ManualClock, tmp_path: Path
) -> None:
    """A seat taken after the backup and lost with it: its token is good for nobody's seat."""
    game = desk.config.games_folder / "toy-1.toml"
    (desk.config.games_folder / "toy-2.toml").write_text(game.read_text().replace("TOY-1", "TOY-2"))
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-2"))
    target = backup_of(desk, tmp_path / "house.zip")
    clock.advance(timedelta(minutes=1))
    (asked,) = seated.send("cleo@example.org", "JOIN TOY-2\nNAME=CLEO\n")
    (joined,) = seated.reply(asked, "yes")
    desk.close()
    asyncio.run(restore(target, Plan(settings_of(desk), force=True), clock))
    again = open_desk(desk.config, clock)
    box = Box(again, itertools.count(1000))
    (asked_dora,) = box.send("dora@example.org", "JOIN TOY-2\nNAME=DORA\n")
    (dora,) = box.reply(asked_dora, "yes")
    assert "DORA" in text_of(dora)
    told = box.send("cleo@example.org", "RESIGN YES\n", to=str(joined["Reply-To"]))
    told += box.send("cleo@example.org", "yes\n", to=str(asked["Reply-To"]))
    assert not any("DORA" in text_of(letter) for letter in told)
    line = asyncio.run(master.show(again, "TOY-2"))
    assert [(seat.name, seat.address) for seat in line.seats] == [("DORA", "dora@example.org")]
    again.close()


@pytest.mark.parametrize("lost", [False, True])
def test_what_was_revoked_since_the_backup_opens_nothing_after_it(
    seated: Box, desk: Desk, clock: ManualClock, tmp_path: Path, lost: bool
) -> None:
    """The secret that is restored, where the replaced database tells that it was revoked; and never the lost one."""
    seated.read_up_to = 0
    *_, joined = (letter for letter in seated.news() if letter["To"] == "ann@example.org")
    target = backup_of(desk, tmp_path / "house.zip")
    clock.advance(timedelta(minutes=1))
    (renewed,) = seated.insist(joined, "NEW SECRET\n")
    assert renewed["Reply-To"] != joined["Reply-To"]
    desk.close()
    if lost:
        (desk.config.data / "postern.sqlite").unlink()
    asyncio.run(restore(target, Plan(settings_of(desk), force=True), clock))
    again = open_desk(desk.config, clock)
    box = Box(again, itertools.count(1000))
    good = next(letter for letter in box.news() if "restored" in text_of(letter) and letter["To"] == "ann@example.org")
    if lost:
        assert "NEW SECRET too if you asked for one" in " ".join(text_of(good).split())
        (good,) = box.insist(good, "NEW SECRET\n")
    for old in (joined, renewed):
        answers = box.send("thief@example.net", "RESIGN YES\n", to=str(old["Reply-To"]))
        assert [letter["To"] for letter in answers if letter["To"] != "thief@example.net"] == []
    (status,) = box.reply(good, "STATUS\n", sender="elsewhere@example.net")
    assert (status["To"], "TOY-1" in str(status["Subject"])) == ("ann@example.org", True)
    again.close()


def test_players_are_told_and_an_overdue_game_waits_for_its_master(
    seated: Box, desk: Desk, clock: ManualClock, tmp_path: Path
) -> None:
    asyncio.run(run_due(desk, LocalWorkers(0)))
    target = backup_of(desk, tmp_path / "house.zip")
    desk.close()
    clock.advance(timedelta(days=9))
    done = asyncio.run(restore(target, Plan(settings_of(desk)), clock))
    assert done.paused == ("TOY-1",)
    again = open_desk(desk.config, clock)
    letters = [letter for letter in Box(again).news() if "set back" in str(letter["Subject"])]
    assert sorted(str(letter["To"]) for letter in letters) == ["ann@example.org", "bob@example.org"]
    assert "Please send again what you have sent since Fri 20 Nov 2026, 13:00 CET" in " ".join(text_of(letters[0]).split())
    assert "TOY-1 is paused" in text_of(letters[0])
    assert asyncio.run(master.show(again, "TOY-1")).state == "paused"
    again.close()


def test_the_daemon_backs_up_by_itself_and_keeps_the_newest(desk: Desk, clock: ManualClock) -> None:
    backup = desk.config.backup.model_copy(update={"every": timedelta(days=1), "keep": 3})
    desk.config = desk.config.model_copy(update={"backup": backup})
    keeper = Backups(desk, Signals())
    files = []
    for _ in range(5):
        file = keeper.make_if_due()
        assert file is not None
        files.append(file)
        assert keeper.make_if_due() is None
        clock.advance(timedelta(days=1))
    folder = desk.config.data / "backups"
    assert list(made(folder).values()) == files[-3:]
    with opened(files[-1]) as (manifest, _):
        assert not [name for name in manifest.files if "backups" in name]
    clock.advance(timedelta(days=-30))
    assert keeper.make_if_due() is not None, "a backup from under a wrong clock does not count"


async def test_a_backup_that_fails_is_told_once_a_day(desk: Desk, box: Box) -> None:
    backup = desk.config.backup.model_copy(update={"every": timedelta(days=1), "folder": Path("blocked")})
    desk.config = desk.config.model_copy(update={"backup": backup})
    (desk.config.data / "blocked").write_text("a file where the folder should be")
    for _ in range(2):
        keeping = asyncio.create_task(Backups(desk, Signals()).keep())
        async with asyncio.timeout(10):
            while not await desk.store.read(outbox.counts):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.1)
        keeping.cancel()
    (letter,) = box.news()
    assert "No backup could be made" in str(letter["Subject"])
