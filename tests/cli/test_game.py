"""`postern game`: what a game master does from the command line, on the same actions as by letter."""

from __future__ import annotations

import json
import re
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import typer
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner, Result

from postern.cli.game import do
from postern.cli.main import app
from postern.desk.context import Desk, open_desk
from postern.desk.gamemaster import entries
from postern.desk.games.turns import claim
from postern.desk.runtime.stale_leases import system
from postern.desk.settings.config import read_config
from postern.desk.timing.moments import Dial
from postern.store import games
from postern.store.tables import Journal
from tests.desk.box import GAME, NOON, POSTERN, Box, text_of

CLI = CliRunner()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    (tmp_path / "postern.toml").write_text(POSTERN)
    (tmp_path / "games" / "toy-1.toml").write_text(GAME)
    return tmp_path


def run(home: Path, *words: str, typed: str = "") -> Result:
    return CLI.invoke(app, ["game", *words, "--config", str(home / "postern.toml")], input=typed)


def test_a_game_is_opened_shown_mended_and_looked_after(home: Path) -> None:
    assert run(home, "create", "TOY-1").exit_code == 0
    assert run(home, "start", "TOY-1").exit_code == 0
    assert run(home, "run-now", "TOY-1").exit_code == 0
    listed = run(home, "list").output
    assert re.search(r"running +2 +\w+ \d+ \w+ 20:00 CES?T +0", listed), listed
    assert "ALDER" in run(home, "show", "TOY-1").output
    patched = run(
        home, "patch", "TOY-1", "-", "--reason", "a slip", typed='[{"op": "replace", "path": "/coins/ALDER", "value": 33}]'
    )
    assert patched.exit_code == 0, patched.output
    told = run(home, "journal", "TOY-1").output
    assert "): The game master mended the world of turn 2 (replace /coins/ALDER = 33); because: a slip\n" in told
    moved = run(home, "extend", "TOY-1", "--until", "2030-12-24 20:00").output
    assert moved == "TOY-1: the deadline is now Tue 24 Dec 2030, 20:00 CET (19:00 UTC); its players are told.\n"
    told = run(home, "journal", "TOY-1").output
    assert "The game master moved the deadline to Tue 24 Dec 2030, 20:00 CET (19:00 UTC)\n" in told, "all in the game's zone"
    assert all(re.match(r"\w{3} \d+ \w{3} \d{4}, \d\d:\d\d CES?T \(", line) for line in told.splitlines())
    assert "Turn 2 is due Tue 24 Dec 2030, 20:00 CET (19:00 UTC).\n" in run(home, "show", "TOY-1").output
    assert run(home, "press", "TOY-1", "1").stderr.startswith("Press of TOY-1 is private")
    assert run(home, "pause", "TOY-1").exit_code == 0
    assert "paused.\nTurn 2 has no deadline.\n" in run(home, "show", "TOY-1").output
    assert run(home, "pause", "TOY-1").stderr == "TOY-1 is paused; only a running game can be paused.\n"
    assert "the same" in run(home, "replay", "TOY-1", "1").output
    assert 'deadline = "Sat 18:00"' in run(home, "set", "TOY-1", "deadline", '"Sat 18:00"').output
    assert "Said to no players." in run(home, "say", "TOY-1", "-", typed="Hello").output
    assert run(home, "promote", "TOY-1", "second@example.org").exit_code == 0
    assert run(home, "demote", "TOY-1", "second@example.org").exit_code == 0


def test_orders_are_submitted_and_a_game_exported_in_sentences(home: Path) -> None:
    assert run(home, "create", "TOY-1").output.endswith("Turns fall due Fri 20:00, by the clock of Europe/Berlin.\n")
    assert "forming.\nIt has not begun.\n" in run(home, "show", "TOY-1").output
    desk = open_desk(read_config(home / "postern.toml"))
    box = Box(desk)
    (asked,) = box.send("ann@a.example", "JOIN TOY-1\nNAME=ANN")
    box.reply(asked, "")
    desk.close()
    run(home, "start", "TOY-1")
    said = run(home, "submit", "TOY-1", "ann", "-", typed="guess 3\nguess")
    assert said.stdout == "ANN has 1 order on file now, and is told:\n  GUESS 3             you guess 3\n"
    assert said.stderr.startswith("  NOT guess: ")
    assert run(home, "say", "TOY-1", "-", "--seat", "ann", typed="Hello").output == "Said to ANN.\n"
    assert run(home, "submit", "TOY-1", "ALDER", "-", typed="guess 3").stderr == (
        "ALDER in TOY-1 is played by a computer player, which gives its own orders.\n"
    )
    file, counted = home / "toy.game", "3 seats, 1 player, 1 turn, 3 reports, no press letters"
    said = CLI.invoke(app, ["export", "TOY-1", str(file), "--config", str(home / "postern.toml")])
    assert f"{file}: TOY-1 with all that belongs to it: {counted}.\n" in said.output


def test_a_command_that_is_interrupted_lets_go_of_its_game(home: Path) -> None:
    for word in ("create", "start"):
        assert run(home, word, "TOY-1").exit_code == 0

    async def interrupted(desk: Desk) -> None:
        claimed = await desk.store.write(lambda session: claim(session, desk, 1, True))
        assert claimed is not None
        assert await desk.store.read(games.runners) == [desk.owner]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        do(home / "postern.toml", interrupted)
    after = open_desk(read_config(home / "postern.toml"))
    assert after.store.read_now(games.runners) == []
    after.close()


def test_when_turns_fall_due_is_told_from_the_first(home: Path) -> None:
    due = "Turns fall due Fri 20:00, by the clock of Europe/Berlin."
    assert due in run(home, "create", "TOY-1").output
    assert due in run(home, "show", "TOY-1").output
    file = home / "games" / "toy-1.toml"
    file.write_text(
        file.read_text().replace("TOY-1", "TOY-2").replace('timezone = "Europe/Berlin"', "").replace("deadline =", "# ")
    )
    for word in ("create", "show"):
        said = " ".join(run(home, word, "TOY-2").output.split())
        assert (
            "Mind that its file names no deadline and no timezone, so turns fall due Fri 20:00, by the clock of UTC. If" in said
        )


def test_what_a_killed_command_held_is_free_for_the_next(home: Path) -> None:
    for word in ("create", "start"):
        assert run(home, word, "TOY-1").exit_code == 0
    desk = open_desk(read_config(home / "postern.toml"))
    desk.owner = f"{socket.gethostname()}/99999999/{system()}/at-1"
    assert desk.store.write_now(claim, desk, 1, True) is not None
    desk.close()
    paused = run(home, "pause", "TOY-1")
    assert paused.exit_code == 0, paused.output


def test_a_database_that_takes_nothing_is_told_in_a_sentence(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def full(desk: Desk) -> None:
        raise OperationalError("COMMIT", {}, Exception("database or disk is full"))

    with pytest.raises(typer.Exit) as ended:
        do(home / "postern.toml", full)
    assert ended.value.exit_code == 1
    assert "cannot be used: database or disk is full; nothing was changed" in capsys.readouterr().err


def test_practice_games_are_listed_only_where_asked_for(home: Path) -> None:
    desk = open_desk(read_config(home / "postern.toml"))
    box = Box(desk)
    for name in ("ann", "bob"):
        box.send(f"{name}@{name[0]}.example", "PRACTICE")
    (menu,) = box.send("gm@example.org", "GM")
    (told,) = box.reply(menu, "GAMES")
    assert "There are no games yet.\nAnd 2 practice games; GAMES PRACTICE lists them, too." in text_of(told)
    (told,) = box.reply(menu, "GAMES PRACTICE")
    assert "PRACTICE-2" in text_of(told)
    (told,) = box.reply(menu, "SHOW TOY-1")
    assert "there is no game TOY-1; there are: none yet" in text_of(told).replace("There", "there")
    desk.close()
    assert run(home, "create", "TOY-1").exit_code == 0
    listed = run(home, "list").output
    assert "TOY-1" in listed
    assert "PRACTICE-1" not in listed
    assert listed.splitlines()[-1] == "And 2 practice games; --practice lists them, too."
    everything = run(home, "list", "--practice").output
    assert "PRACTICE-1" in everything
    assert "PRACTICE-2" in everything
    assert "--practice" not in everything


def test_a_database_of_a_newer_program_is_refused_in_one_sentence(home: Path) -> None:
    assert run(home, "create", "TOY-1").exit_code == 0
    with closing(sqlite3.connect(home / "var" / "postern.sqlite")) as database:
        database.execute("UPDATE alembic_version SET version_num = '0999_later'")
        database.commit()
    done = run(home, "list")
    assert done.exit_code == 2
    (line,) = done.output.strip().splitlines()
    assert "the database is of a newer Postern than this one, which does not know its tables (0999_later)" in line
    assert "start the newer one again, or restore the backup that was made before it was installed" in line


@pytest.mark.parametrize(
    "words",
    [
        ("show", "TOY-9"),
        ("patch", "TOY-1", "-"),
        ("eject", "TOY-1", "NOBODY"),
        ("reseat", "TOY-1", "NOBODY"),
        ("submit", "TOY-1", "NOBODY", "-"),
        ("drop", "77"),
        ("answer", "77", "-"),
        ("press", "TOY-1", "1"),
        ("set", "TOY-1", "seats", "0"),
        ("demote", "TOY-1", "second@example.org"),
        ("promote", "TOY-1", "nonsense"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence_and_changes_nothing(home: Path, words: tuple[str, ...]) -> None:
    run(home, "create", "TOY-1")
    before = (home / "games" / "toy-1.toml").read_text()
    result = run(home, *words, typed="x")
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert result.output.strip()
    assert (home / "games" / "toy-1.toml").read_text() == before


def test_the_history_of_a_game_that_is_over_is_written_into_a_folder(home: Path) -> None:
    game = home / "games" / "toy-1.toml"
    game.write_text(f"{game.read_text()}\n[options]\ngoal = 1\n")
    run(home, "create", "TOY-1")
    run(home, "start", "TOY-1")
    running = run(home, "history", "TOY-1", "--to", str(home / "out"))
    assert (running.exit_code, (home / "out").exists()) == (1, False)
    run(home, "run-now", "TOY-1")
    assert run(home, "history", "toy-1", "--to", str(home / "out")).exit_code == 0
    written = {path.name: path.read_bytes() for path in (home / "out").iterdir()}
    assert set(written) == {"TOY-1-history.txt", "TOY-1-history.pdf", "TOY-1-history-film.gif", "TOY-1-log.zip"}
    assert b"after turn 1." in written["TOY-1-history.txt"]
    assert written["TOY-1-history.pdf"].startswith(b"%PDF")
    assert written["TOY-1-history-film.gif"].startswith(b"GIF89a")
    assert run(home, "history", "TOY-9", "--to", str(home / "out")).exit_code == 1


def test_deadlines_are_told_in_the_games_zone_and_moved_to_a_moment_there(home: Path) -> None:
    run(home, "create", "TOY-1")
    run(home, "start", "TOY-1")
    run(home, "run-now", "TOY-1")
    moved = run(home, "extend", "TOY-1", "--until", "2030-12-24 20:00")
    assert "the deadline is now Tue 24 Dec 2030, 20:00 CET (19:00 UTC)" in moved.output
    assert "is no moment" in run(home, "extend", "TOY-1", "--until", "soon").output
    assert "either by how long or until when" in run(home, "extend", "TOY-1").output
    run(home, "pause", "TOY-1")
    assert "CE" in run(home, "resume", "TOY-1").output.partition("next deadline")[2].partition("UTC")[0]


def test_the_world_is_shown_whole_and_as_one_seat_sees_it(home: Path) -> None:
    run(home, "create", "TOY-1")
    assert "no world yet" in run(home, "world", "TOY-1").output
    run(home, "start", "TOY-1")
    whole = run(home, "world", "TOY-1").output
    assert "TOY-1 as it awaits turn 1" in whole
    assert json.loads(run(home, "world", "TOY-1", "--format", "json").output)["goal"] == 100
    first = next(iter(json.loads(run(home, "world", "TOY-1", "--format", "json").output)["coins"]))
    seen = run(home, "world", "TOY-1", "--seat", first.lower()).output
    assert first in seen
    assert seen != whole
    files = [home / f"world.{kind}" for kind in ("txt", "html", "pdf", "json", "png", "svg")]
    done = run(home, "world", "TOY-1", *(word for file in files for word in ("--out", str(file))))
    assert done.exit_code == 0
    assert files[4].read_bytes().startswith(b"\x89PNG")
    assert files[2].read_bytes().startswith(b"%PDF")
    assert run(home, "world", "TOY-1", "--out", str(home / "world.doc")).exit_code == 2


def test_a_patch_shows_what_was_and_what_is(home: Path) -> None:
    run(home, "create", "TOY-1")
    run(home, "start", "TOY-1")
    told = run(home, "patch", "TOY-1", "-", typed='[{"op": "replace", "path": "/goal", "value": 99}]').output
    assert "/goal: 100 -> 99" in told


def test_the_settings_file_is_named_before_the_words_or_after_them(home: Path) -> None:
    run(home, "create", "TOY-1")
    for words in (["--config", str(home / "postern.toml"), "game", "list"], ["-c", str(home / "postern.toml"), "health"]):
        done = CLI.invoke(app, words)
        assert "config/postern.toml" not in done.output
        assert "TOY-1" in done.output or str(home) in done.output.replace("\n", "")
    after = CLI.invoke(app, ["-c", "nowhere.toml", "game", "list", "--config", str(home / "postern.toml")])
    assert "TOY-1" in after.output


def test_every_action_of_the_journal_has_its_sentence() -> None:
    source = Path(entries.__file__).parents[1]
    noted = [re.search(r'journal\.note\([^"]*?"[^"]*", "([a-z ]+)"|actor, "([a-z ]+)"', line)
             for path in source.rglob("*.py") for line in path.read_text().splitlines() if "journal.note(" in line]  # fmt: skip
    actions = {found[1] or found[2] for found in noted if found is not None}
    assert len(actions) > 25
    assert actions <= set(entries.SENTENCES), actions - set(entries.SENTENCES)


def test_a_line_of_the_journal_has_no_names_of_fields() -> None:
    row = Journal(at=NOON, actor="master", action="restored", detail={"backup": NOON.isoformat(), "reread": True})
    line = entries.entry_line(row, Dial(ZoneInfo("UTC")))
    assert line.endswith("The game master brought the game back from the backup of Fri 20 Nov 2026, 12:00 UTC; "
                         "letters that came since then are read again")  # fmt: skip
