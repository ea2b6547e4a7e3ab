"""Settings files: read, or refused with file, line and remedy; one bad file never stops another game."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from datetime import time
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from postern.desk.context import Desk
from postern.desk.settings.auth_policy import TrustSettings
from postern.desk.settings.config import (
    Config,
    DeskSettings,
    Limits,
    LogSettings,
    MetricsSettings,
    PracticeSettings,
    WorkSettings,
    read_config,
    read_games,
    token_key,
)
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.tomlfile import ConfigError, load

PROJECT = Path(__file__).parents[3]


def problem_of(home: Path, text: str) -> str:
    path = home / "games" / "bad.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load(path, GameConfig)
    return str(caught.value)


GOOD = 'name = "TOY-2"\nruleset = "tests.desk.toy:RULESET"\nseats = 2\n'


def test_a_slip_in_a_name_is_told_with_its_line_and_the_nearest_name(home: Path) -> None:
    told = problem_of(home, GOOD + '\ndeadlin = "Fri 20:00"\n')
    assert "bad.toml:5:" in told
    assert "did you mean deadline?" in told


def test_a_missing_name_and_a_value_that_does_not_fit_are_told(home: Path) -> None:
    assert "name: is needed" in problem_of(home, 'ruleset = "tests.desk.toy:RULESET"\nseats = 2\n')
    assert 'bad.toml:4: deadline: "Fri" needs days and a time' in problem_of(home, GOOD + 'deadline = "Fri"\n')
    assert "Europe/Berlin" in problem_of(home, GOOD + 'timezone = "Berlin"\n')
    assert "as in" in problem_of(home, GOOD + 'early_delay = "soon"\n')
    assert "1 to 12 seats" in problem_of(home, GOOD.replace("seats = 2", "seats = 99"))
    assert "great_jewels" in problem_of(home, GOOD.replace("tests.desk.toy:RULESET", "chess"))


@pytest.mark.parametrize(
    "line",
    ['early_delay = "99999999999d"', 'grace = "99999999d"', "min_hours = inf", "min_hours = 1e12", "reminders = [8e13]"],
)
def test_numbers_beyond_every_calendar_are_told_with_their_line(home: Path, line: str) -> None:
    assert "bad.toml:4: " in problem_of(home, f"{GOOD}{line}\n")


def test_settings_that_do_not_go_together_are_told_with_the_line_of_one(home: Path) -> None:
    text = (home / "games" / "toy-1.toml").read_text()
    (home / "games" / "toy-1.toml").write_text(text.replace("computers = 1", "computers = 1\nmin_players = 3"))
    (problem,) = next(iter(read_games(home / "games").problems.values()))
    assert problem.endswith("toy-1.toml:6: min_players: 3 is more than the 2 seats for people")


def test_computer_players_have_a_level_each(home: Path, desk: Desk) -> None:
    text = (home / "games" / "toy-1.toml").read_text()
    levels = 'computer_names = ["IVY", "OAK"]\ncomputer_level = "easy"\ncomputer_levels = { OAK = "hard" }\n'
    (home / "games" / "toy-1.toml").write_text(text.replace("computers = 1", f"computers = 1\n{levels}"))
    config = read_games(home / "games").games["TOY-1"]
    assert [config.level_of(name) for name in ("IVY", "OAK", "ANN")] == ["easy", "hard", "easy"]
    (home / "games" / "toy-1.toml").write_text(
        text.replace("computers = 1", f"computers = 1\n{levels.replace('{ OAK', '{ OKA')}")
    )
    (problem,) = next(iter(read_games(home / "games").problems.values()))
    assert problem.endswith('computer_levels: "OKA" is not among computer_names')
    assert "easy" in problem_of(home, GOOD + 'computer_level = "brave"\n')


def test_what_is_not_toml_is_told_with_its_line(home: Path) -> None:
    assert "bad.toml:2: is not TOML" in problem_of(home, 'name = "TOY-2"\nruleset = toy\n')


def test_one_bad_file_stops_no_other_game(home: Path, desk: Desk) -> None:
    (home / "games" / "bad.toml").write_text("seats = no\n")
    (home / "games" / "twin.toml").write_text((home / "games" / "toy-1.toml").read_text())
    (home / "games" / "toy-2.toml").write_text((home / "games" / "toy-1.toml").read_text().replace("TOY-1", "TOY-2"))
    found = read_games(home / "games")
    assert set(found.games) == {"TOY-2"}
    assert len(found.problems) == 3


def test_a_copy_of_a_games_file_changes_nothing_in_the_game(home: Path, desk: Desk) -> None:
    copy = home / "games" / "toy-1 (copy).toml"
    copy.write_text((home / "games" / "toy-1.toml").read_text().replace("Fri 20:00", "Mon 08:00"))
    desk.read_files()
    assert desk.files["TOY-1"].deadline == ("Fri 20:00",)
    told = sorted(line for lines in desk.file_problems.values() for line in lines)
    assert [line.rpartition("/")[2] for line in told] == [
        "toy-1 (copy).toml: name: TOY-1 stands in toy-1.toml, too, so neither counts; give one its own name",
        "toy-1.toml: name: TOY-1 stands in toy-1 (copy).toml, too, so neither counts; give one its own name",
    ]
    copy.unlink()
    desk.read_files()
    assert not desk.file_problems


def test_what_an_editor_leaves_behind_is_no_games_file(home: Path, desk: Desk) -> None:
    (home / "games" / ".#toy-1.toml").symlink_to("ann@host.123:456")
    (home / "games" / ".toy-3.toml").write_text(GOOD)
    found = read_games(home / "games")
    assert set(found.games) == {"TOY-1"}
    assert not found.problems


def test_a_bad_edit_leaves_the_game_as_it_was(home: Path, desk: Desk) -> None:
    (home / "games" / "toy-1.toml").write_text('name = "TOY-1"\nseats = "many"\n')
    desk.read_files()
    assert desk.files["TOY-1"].seats == 3
    assert desk.file_problems


def test_the_secret_is_made_once_and_only_its_owner_may_read_it(home: Path) -> None:
    config = read_config(home / "postern.toml")
    key = token_key(config)
    assert len(key) == 64
    assert token_key(config) == key
    assert stat.S_IMODE((home / "var" / "token.key").stat().st_mode) == 0o600


def test_the_settings_that_come_with_the_project_can_be_read() -> None:
    config = read_config(PROJECT / "config" / "postern.toml")
    assert config.post.address == "orders@example.org"
    assert config.store_url.endswith("var/postern.sqlite")


_ONLY_FOR_TUNING = {
    "verify",
    "timeout",
    "idle_renewal",
    "batch",
    "longest_pause",
    "idle_close",
    "authorize_extra",
    "token_file",
}
_SET_BY_THE_READER = {"home", "file"}


def _keys(model: type[BaseModel]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield name
        parts = [field.annotation, *get_args(field.annotation)]
        for part in parts:
            if isinstance(part, type) and issubclass(part, BaseModel):
                yield from _keys(part)


@pytest.mark.parametrize(("file", "model"), [("postern.toml", Config), ("games/qj-101.toml", GameConfig)])
def test_the_settings_that_come_with_the_project_name_every_key(file: str, model: type[BaseModel]) -> None:
    text = (PROJECT / "config" / file).read_text()
    missing = {key for key in _keys(model) if not re.search(rf"\b{key}\b", text)}
    assert missing <= _ONLY_FOR_TUNING | _SET_BY_THE_READER


def test_the_settings_that_come_with_the_project_are_those_that_count_without_them() -> None:
    config = read_config(PROJECT / "config" / "postern.toml")
    theirs = {"game_masters"}
    assert config.desk.model_dump(exclude=theirs) == DeskSettings().model_dump(exclude=theirs)
    assert (config.work, config.limits, config.log, config.metrics) == (
        WorkSettings(),
        Limits(),
        LogSettings(),
        MetricsSettings(),
    )
    assert (config.practice, config.trust) == (PracticeSettings(), TrustSettings())
    game = read_games(PROJECT / "config" / "games").games["QJ-101"]
    least = GameConfig(
        name="QJ-101", ruleset="great_jewels", seats=12, timezone="Europe/Berlin", title=game.title, observers="yes"
    )
    assert game == least


def test_the_secret_needs_no_table_of_its_own(home: Path) -> None:
    settings = home / "postern.toml"
    settings.write_text(settings.read_text().replace("[post.secret]\n", ""))
    assert len(token_key(read_config(settings))) == 64


def test_the_digest_has_an_hour_or_never_comes(home: Path) -> None:
    settings = home / "postern.toml"
    text = settings.read_text()
    assert read_config(settings).desk.digest_at == time(7)
    for written, hour in (("21:30", time(21, 30)), ("never", None)):
        settings.write_text(text.replace("[desk]", f'[desk]\ndigest_at = "{written}"'))
        assert read_config(settings).desk.digest_at == hour
    settings.write_text(text.replace("[desk]", '[desk]\ndigest_at = "now and then"'))
    with pytest.raises(ConfigError, match="digest_at"):
        read_config(settings)


def work_of(home: Path, lines: str) -> WorkSettings:
    settings = home / "postern.toml"
    settings.write_text(settings.read_text().replace("workers = 0", lines))
    return read_config(settings).work


@pytest.mark.parametrize(
    ("lines", "processes", "scheduler"),
    [
        ("workers = 3", 3, ""),
        ("processes = 3", 3, ""),
        ('workers = "dask://scheduler.example.org:8786"', 2, "tcp://scheduler.example.org:8786"),
        ('workers = "dask://[::1]:8786"', 2, "tcp://[::1]:8786"),
        (
            'workers = "tls://10.0.0.1:8786"\nca_file = "ca.pem"\ncert_file = "us.pem"\nkey_file = "us.key"',
            2,
            "tls://10.0.0.1:8786",
        ),
    ],
)
def test_who_runs_turns_and_draws(home: Path, lines: str, processes: int, scheduler: str) -> None:
    work = work_of(home, lines)
    assert (work.processes, work.scheduler) == (processes, scheduler)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("workers = 65", "workers: is a number of local processes from 0 to 64, or a Dask scheduler with its port"),
        ("workers = true", "workers: is a number of local processes"),
        ('workers = "2"', "workers: is a number of local processes"),
        ('workers = "dask://scheduler.example.org"', "workers: is a number of local processes"),
        ('workers = "dask://scheduler.example.org:99999"', "workers: is a number of local processes"),
        ('workers = "tls://h:8786"\nca_file = "a"\nkey_file = "c"', "workers: tls:// needs ca_file, cert_file and key_file; c"),
        ('workers = 2\nca_file = "a"', 'ca_file: is for workers = "tls://..." alone'),
        ("workers = 2\nprocesses = 2", "is not a setting"),
        ("worker = 2", "did you mean workers?"),
    ],
)
def test_workers_that_cannot_be_are_told_with_their_line(home: Path, lines: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        work_of(home, lines)
    assert said in str(caught.value)
    assert re.search(r"postern.toml:1[5-9]: ", str(caught.value))


def test_a_scheduler_without_dask_is_told_what_to_install(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("postern.desk.settings.config.find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=re.escape('install it with: pip install "postern[dask]"')):
        work_of(home, 'workers = "dask://scheduler.example.org:8786"')
