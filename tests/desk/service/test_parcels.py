"""A game moves to another server: whole, checked, told on both sides, and the same to the byte."""

from __future__ import annotations

import asyncio
import errno
import gzip
import itertools
import json
import stat
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import SQLModel, select

from postern.desk.context import Desk, open_desk
from postern.desk.documents.workers import LocalWorkers
from postern.desk.gamemaster import master
from postern.desk.gamemaster.master import MasterError
from postern.desk.games.due import run_due
from postern.desk.service import parcels
from postern.desk.settings.config import read_config
from postern.desk.timing.clock import ManualClock
from postern.store import games, seats
from postern.store.parcel import GOES_ALONG, STAYS, _kind
from postern.store.tables import Press, PublicReport, WorldState
from tests.desk.box import POSTERN, Box, text_of

NEW = "orders@new.example.net"
Lines = list[dict[str, Any]]
"""A game's file, taken apart."""


@pytest.fixture
def there(tmp_path: Path, clock: ManualClock, database: str) -> Iterator[Desk]:
    """Another desk, with an address, a key and a database (of either kind) of its own."""
    home = tmp_path / "there"
    (home / "games").mkdir(parents=True)
    (home / "postern.toml").write_text(
        POSTERN.replace("orders@example.org", NEW).replace("[work]", f'store = "{database}"\n[work]')
    )
    opened = open_desk(read_config(home / "postern.toml"), clock)
    yield opened
    opened.close()


@pytest.fixture
def played(desk: Desk, box: Box, clock: ManualClock) -> Box:
    """A desk with a game of which two turns have run: orders on file for the third, press, somebody who left."""
    asyncio.run(master.create(desk, "TOY-1"))
    joined = []
    for address, name in (("ann@example.org", "ANN"), ("bob@example.org", "BOB")):
        (asked,) = box.send(address, f"JOIN TOY-1\nNAME={name}\n")
        joined.append(box.reply(asked, "yes")[0])
    for turn in range(3):
        asyncio.run(run_due(desk, LocalWorkers(0)))
        for number, letter in enumerate(joined):
            box.reply(letter, f"guess {turn + number + 1}\nbuy 1\n" + (f"READY for turn {turn + 1}\n" if turn < 2 else ""))
        clock.advance(timedelta(hours=1))
    box.reply(joined[0], "PRESS TO BOB\nhello there\nEND\n")
    box.news()
    return box


def export(desk: Desk, file: Path, to: str = NEW) -> Path:
    asyncio.run(parcels.export(desk, "TOY-1", file, to))
    return file


def bring(desk: Desk, file: Path, name: str = "TOY-1", copy: bool = False) -> parcels.Imported:
    return asyncio.run(parcels.bring(desk, name, file, copy=copy))


def worlds(desk: Desk, name: str = "TOY-1") -> dict[int, bytes]:
    game = desk.store.read_now(games.by_name, name)
    assert game is not None
    rows = desk.store.read_now(lambda session: session.exec(select(WorldState).where(WorldState.game_id == game.id)).all())
    return {row.turn: row.data for row in rows}


def test_the_game_goes_on_at_the_other_server(played: Box, desk: Desk, there: Desk, clock: ManualClock, tmp_path: Path) -> None:
    file = export(desk, tmp_path / "toy.game")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = asyncio.run(master.show(desk, "TOY-1"))
    done = bring(there, file)
    assert (done.turn, done.state, done.told) == (3, "running", True)
    after = asyncio.run(master.show(there, "TOY-1"))
    assert after.seats == before.seats
    assert [seat.orders for seat in after.seats] == [True, True, False]
    assert worlds(there) == worlds(desk)
    for turn in (1, 2):
        assert asyncio.run(master.replay(there, LocalWorkers(0), "TOY-1", turn)).same
    assert there.store.read_now(lambda session: len(session.exec(select(PublicReport)).all())) == 3
    presses = there.store.read_now(lambda session: session.exec(select(Press)).all())
    assert [(press.turn, press.recipients, press.text) for press in presses] == [(3, ["BOB"], "hello there")]

    # The players are told, and reply to the new address; their secrets are new.
    box = Box(there, itertools.count(5000))
    told = {str(letter["To"]): letter for letter in box.news()}
    assert set(told) == {"ann@example.org", "bob@example.org"}
    letter = told["ann@example.org"]
    assert "From now on reply to this letter" in text_of(letter)
    assert str(letter["Reply-To"]).endswith("@new.example.net>")
    (answer,) = box.reply(letter, "ADD\nbuy 1\nREADY\n")
    assert "ready for turn 3" in text_of(answer)
    box.reply(told["bob@example.org"], "READY")
    clock.advance(timedelta(hours=1))
    asyncio.run(run_due(there, LocalWorkers(0)))
    assert asyncio.run(master.show(there, "TOY-1")).turn == 4
    assert asyncio.run(master.replay(there, LocalWorkers(0), "TOY-1", 3)).same
    assert (there.config.games_folder / "toy-1.toml").read_text() == (desk.config.games_folder / "toy-1.toml").read_text()


def test_observers_move_along_and_are_told(played: Box, desk: Desk, there: Desk, tmp_path: Path) -> None:
    (asked,) = played.send("olga@example.org", "OBSERVE TOY-1")
    (here,) = played.reply(asked, "")
    bring(there, export(desk, tmp_path / "toy.game"))
    box = Box(there, itertools.count(5000))
    (told,) = [letter for letter in box.news() if letter["To"] == "olga@example.org"]
    assert "which you observe, has moved: its letters come from orders@new.example.net" in " ".join(text_of(told).split())
    (gone,) = box.reply(told, "STOP")
    assert str(gone["Subject"]) == "You no longer observe TOY-1"
    (gone,) = played.reply(here, "STOP")
    assert f"TOY-1 has moved to {NEW}: to the letters that come from there, reply STOP as well." in " ".join(
        text_of(gone).split()
    )


def test_the_old_server_tells_where_it_went_and_does_nothing(played: Box, desk: Desk, tmp_path: Path) -> None:
    (status,) = played.send("ann@example.org", "STATUS", to=str(played_letter(played)["Reply-To"]))
    export(desk, tmp_path / "toy.game")
    for body in ("guess 9\n", "RESIGN YES\n", "PRESS TO BOB\nstill there?\nEND\n"):
        (told,) = played.reply(status, body)
        assert f"has moved to {NEW}" in str(told["Subject"])
        assert str(told["Reply-To"]) == NEW, "a reply to it goes there, too"
        assert "nothing of your letter was carried out here" in " ".join(text_of(told).split())
    (told,) = played.send("bob@example.org", "guess 4\n")
    assert (told["To"], f"has moved to {NEW}" in str(told["Subject"])) == ("bob@example.org", True)
    (told,) = played.send("dora@example.org", "JOIN TOY-1\nNAME=DORA\n")
    assert f"has moved to {NEW}" in " ".join(text_of(told).split())
    line = asyncio.run(master.show(desk, "TOY-1"))
    assert (line.state, line.reason, line.deadline) == ("moved", NEW, None)
    assert [seat.address for seat in line.seats] == ["ann@example.org", "bob@example.org", ""]
    with pytest.raises(MasterError, match="takes it back first"):
        export(desk, tmp_path / "again.game")
    asyncio.run(master.resume(desk, "TOY-1"))
    assert asyncio.run(master.show(desk, "TOY-1")).state == "running"


def played_letter(box: Box) -> EmailMessage:
    """A letter to Ann that she can reply to."""
    from tests.desk.box import parse

    return next(parse(row.raw) for row in box.rows() if row.recipient == "ann@example.org" and row.raw and row.seat_id)


def test_a_copy_is_paused_and_told_to_nobody(played: Box, desk: Desk, there: Desk, tmp_path: Path) -> None:
    file = export(desk, tmp_path / "toy.game", to="")
    assert asyncio.run(master.show(desk, "TOY-1")).state == "running"
    with pytest.raises(MasterError, match="exported without --to"):
        bring(there, file)
    done = bring(there, file, "TOY-7", copy=True)
    assert (done.game, done.state, done.told) == ("TOY-7", "paused", False)
    assert Box(there).news() == []
    assert 'name = "TOY-7"' in (there.config.games_folder / "toy-7.toml").read_text()
    assert there.files["TOY-7"].name == "TOY-7"
    assert asyncio.run(master.replay(there, LocalWorkers(0), "TOY-7", 2)).same
    with pytest.raises(MasterError, match="TOY-7 exists here already"):
        bring(there, file, "TOY-7", copy=True)


def test_a_game_whose_file_cannot_be_written_is_not_taken_in_and_comes_in_later(
    played: Box, desk: Desk, there: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = export(desk, tmp_path / "toy.game")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", refuse)
        with pytest.raises(MasterError, match=r"toy-1.toml cannot be written \(Read-only file system\); let the account"):
            bring(there, file)
    assert bring(there, file).file == there.config.games_folder / "toy-1.toml"
    with pytest.raises(MasterError, match="exists here already"):
        bring(there, file)
    assert [path.name for path in there.config.games_folder.iterdir()] == ["toy-1.toml"]


def test_players_known_there_stay_who_they_are(played: Box, desk: Desk, there: Desk, tmp_path: Path) -> None:
    there.store.write_now(seats.player, "ann@example.org", there.clock.now())
    bring(there, export(desk, tmp_path / "toy.game"))
    ann = there.store.read_now(seats.of_address, "ann@example.org")
    assert [seat.name for seat, _ in ann] == ["ANN"]


def test_a_game_of_another_address_or_not_begun_is_refused(played: Box, desk: Desk, there: Desk, tmp_path: Path) -> None:
    with pytest.raises(MasterError, match="is not the address of another desk"):
        export(desk, tmp_path / "a.game", to="orders@example.org")
    assert not (tmp_path / "a.game").exists()
    file = export(desk, tmp_path / "b.game", to="orders@third.example")
    with pytest.raises(MasterError, match=r"moves to orders@third\.example"):
        bring(there, file)
    other = desk.config.games_folder / "toy-2.toml"
    other.write_text((desk.config.games_folder / "toy-1.toml").read_text().replace("TOY-1", "TOY-2"))
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-2"))
    with pytest.raises(MasterError, match="has not begun"):
        asyncio.run(parcels.export(desk, "TOY-2", tmp_path / "c.game", NEW))
    asyncio.run(master.resume(desk, "TOY-1"))
    with pytest.raises(MasterError, match="exists already"):
        asyncio.run(parcels.export(desk, "TOY-1", file, ""))


def changed(file: Path, change: Callable[[Lines], object], resign: bool = True) -> Path:
    """The file with its lines changed; with ``resign`` under a checksum that fits."""
    import hashlib

    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    change(lines)
    body = "".join(json.dumps(line) + "\n" for line in lines[:-1]).encode()
    end = {"lines": len(lines) - 1, "sha256": hashlib.sha256(body).hexdigest()} if resign else lines[-1]
    worse = file.with_name("worse.game")
    worse.write_bytes(gzip.compress(body + json.dumps(end).encode() + b"\n"))
    return worse


def row(lines: Lines, table: str) -> dict[str, Any]:
    found: dict[str, Any] = next(line["row"] for line in lines if line.get("table") == table)
    return found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines[0].update(version=2), "of form 2"),
        (lambda lines: lines[0].update(postern="backup"), "not a game that postern export wrote"),
        (lambda lines: lines[0].pop("sender"), "sender: Field required"),
        (lambda lines: row(lines, "seat").pop("name"), r"line \d+: seat.name is missing"),
        (lambda lines: row(lines, "seat").update(name=7), r"line \d+: seat.name needs a text, not '7'"),
        (lambda lines: row(lines, "seat").update(number=True), "seat.number needs a whole number"),
        (lambda lines: row(lines, "seat").update(computer=1), "seat.computer needs true or false"),
        (lambda lines: row(lines, "seat").update(wishes="x"), "seat.wishes needs a list or an object"),
        (lambda lines: row(lines, "seat").update(joined_at="yesterday"), "seat.joined_at needs a moment such as"),
        (lambda lines: row(lines, "seat").update(colour="red"), 'seat has no "colour" here'),
        (lambda lines: row(lines, "seat").update(player_id=99), "seat.player_id names player 99, which is not in the file"),
        (lambda lines: row(lines, "world_state").update(data="?"), "world_state.data needs bytes in base64"),
        (lambda lines: lines.insert(1, {"table": "dragon", "row": {}}), 'the table "dragon" is not known here'),
        (lambda lines: lines.insert(1, ["odd"]), "line 2 is no"),
        (lambda lines: row(lines, "game")["config"].update(ruleset="chess"), "ruleset"),
        (
            lambda lines: [lines.remove(line) for line in lines[1:-1] if line["table"] == "world_state"],
            "world of turn 3 is not in",
        ),
    ],
)
def test_a_file_that_is_not_sound_brings_nothing(
    played: Box, desk: Desk, tmp_path: Path, change: Callable[[Lines], object], words: str
) -> None:
    file = changed(export(desk, tmp_path / "toy.game", to=""), change)
    before = len(desk.store.read_now(games.in_states))
    with pytest.raises(MasterError, match=words):
        bring(desk, file, "TOY-9", copy=True)
    assert len(desk.store.read_now(games.in_states)) == before


def test_a_file_that_was_cut_off_or_touched_brings_nothing(played: Box, desk: Desk, tmp_path: Path) -> None:
    file = export(desk, tmp_path / "toy.game", to="")
    touched = changed(file, lambda lines: row(lines, "seat_orders").update(text="guess 9"), resign=False)
    with pytest.raises(MasterError, match="checksum does not fit"):
        bring(desk, touched, "TOY-9", copy=True)
    short = tmp_path / "short.game"
    short.write_bytes(file.read_bytes()[:-200])
    with pytest.raises(MasterError, match="cannot be read"):
        bring(desk, short, "TOY-9", copy=True)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    short.write_bytes(gzip.compress(b"".join(lines[:-1])))
    with pytest.raises(MasterError, match="its end is missing"):
        bring(desk, short, "TOY-9", copy=True)
    (tmp_path / "text").write_text("hello")
    with pytest.raises(MasterError, match="cannot be read"):
        bring(desk, tmp_path / "text", "TOY-9", copy=True)


def test_every_table_goes_along_or_stays_for_a_reason() -> None:
    """A table that somebody adds must be decided about, or games would lose something when they move."""
    undecided = set(SQLModel.metadata.tables) - set(GOES_ALONG) - set(STAYS) - {"player"}
    assert not undecided, f"say in store/parcel.py whether these go along with a game or stay, and why: {sorted(undecided)}"
    gone = (set(GOES_ALONG) | set(STAYS)) - set(SQLModel.metadata.tables)
    assert not gone, f"no longer tables: {sorted(gone)}"
    assert all(STAYS.values())


def test_references_of_what_goes_along_can_be_followed() -> None:
    order = ["player", *GOES_ALONG]
    for name, belongs in GOES_ALONG.items():
        table = SQLModel.metadata.tables[name]
        assert belongs in table.c
        for column in table.c:
            for key in column.foreign_keys:
                parent = key.column.table.name
                if parent in STAYS:
                    assert column.nullable, f"{name}.{column.name} names {parent}, which stays: it must be able to be empty"
                else:
                    assert order.index(parent) < order.index(name), f"{parent} must come before {name} in GOES_ALONG"


def test_every_column_that_goes_along_can_be_read_back() -> None:
    assert all(_kind(column) for name in ("player", *GOES_ALONG) for column in SQLModel.metadata.tables[name].c)


def test_every_table_that_goes_along_is_documented() -> None:
    text = (Path(__file__).parents[3] / "docs" / "game-file.md").read_text()
    assert [name for name in ("player", *GOES_ALONG) if f"`{name}`" not in text] == []
