"""A turn without mail: new, check, forecast, bots, turn, schema."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from postern.cli.main import app


def _play(*words: str) -> Result:
    return CliRunner().invoke(app, ["play", *words])


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("play") / "game"
    made = _play("new", "great_jewels", "--seats", "6", "--seed", "7", "--out", str(folder))
    assert made.exit_code == 0, made.output
    return folder


def _home(game: Path) -> str:
    return str(json.loads((game / "world.json").read_text())["players"]["ALPHA"]["home"])


def test_a_new_game_has_every_document_of_every_seat(game: Path) -> None:
    seats = sorted(path.name for path in (game / "turn-000").iterdir())
    assert seats == ["ALPHA", "BRAVO", "CEDAR", "DELTA", "ECHO", "FOX"]
    for seat in seats:
        names = {path.name for path in (game / "turn-000" / seat).iterdir()}
        assert names == {"report.txt", "report.html", "report.pdf", "report.json", "map.png", "map.svg"}
        text = (game / "turn-000" / seat / "report.txt").read_text()
        assert all(len(line) <= 72 for line in text.splitlines())


def test_check_prints_the_answer_and_fails_on_mistakes(game: Path, tmp_path: Path) -> None:
    home = _home(game)
    orders = tmp_path / "orders.txt"
    orders.write_text(f"G{home}BC2\nL99M{home}\n")
    found = _play("check", str(game), str(orders), "--seat", "alpha")
    assert found.exit_code == 1
    assert "1 order on file, 1 to mend" in found.output
    assert "L99" in found.output
    orders.write_text(f"G{home}BC2\n")
    assert _play("check", str(game), str(orders), "--seat", "ALPHA").exit_code == 0
    found = _play("check", str(game), str(tmp_path / "none.txt"), "--seat", "ALPHA")
    assert (found.exit_code, "does not exist" in found.output) == (2, True)


def test_forecast_is_marked_as_one(game: Path, tmp_path: Path) -> None:
    orders = tmp_path / "orders.txt"
    orders.write_text(f"G{_home(game)}BC2\n")
    found = _play("forecast", str(game), str(orders), "--seat", "ALPHA")
    assert found.exit_code == 0, found.output
    assert "forecast" in found.output.lower()


def test_the_same_seed_and_orders_give_the_same_bytes(tmp_path: Path) -> None:
    worlds, pdfs = [], []
    for name in ("one", "two"):
        folder = tmp_path / name
        assert _play("new", "great_jewels", "--seats", "6", "--seed", "same", "--out", str(folder)).exit_code == 0
        assert _play("bots", str(folder)).exit_code == 0
        ran = _play("turn", str(folder))
        assert ran.exit_code == 0, ran.output
        worlds.append((folder / "world.json").read_bytes())
        pdfs.append((folder / "turn-001" / "ALPHA" / "report.pdf").read_bytes())
        assert (folder / "turn-001" / "ALPHA" / "orders.txt").exists()
        assert not list((folder / "orders").iterdir())
    assert worlds[0] == worlds[1]
    assert pdfs[0] == pdfs[1]


def test_the_schemas_hold_for_what_is_written(game: Path) -> None:
    schemas = json.loads(_play("schema", "great_jewels").output)
    jsonschema.validate(json.loads((game / "world.json").read_text()), schemas["world.json"])
    report = json.loads((game / "turn-000" / "ALPHA" / "report.json").read_text())
    jsonschema.validate(report, schemas["report.json"])


def test_an_edited_world_is_checked_with_a_clear_error(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    _play("new", "great_jewels", "--seats", "6", "--seed", "9", "--out", str(folder))
    world = json.loads((folder / "world.json").read_text())
    world["provinces"]["J10"]["garrison"] = "many"
    (folder / "world.json").write_text(json.dumps(world))
    found = _play("turn", str(folder))
    assert found.exit_code == 2
    assert "J10" in found.output
    assert "garrison" in found.output


def test_unknown_names_are_said_kindly(game: Path, tmp_path: Path) -> None:
    assert "There is no game called" in _play("schema", "chess").output
    orders = tmp_path / "orders.txt"
    orders.write_text("")
    assert "Seats: ALPHA" in _play("check", str(game), str(orders), "--seat", "NOBODY").output
    assert "postern play new" in _play("turn", str(tmp_path / "nothing")).output
