"""A league of computer players, for every ruleset by the interface alone: here the toy, and Great Jewels."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from postern.cli.main import app
from postern.game import league
from postern.game.league import wilson
from tests.desk.toy import RULESET

_TOY = "tests.desk.toy:RULESET"


def _league(*words: str) -> Result:
    return CliRunner().invoke(app, ["play", "league", *words])


def test_another_ruleset_plays_its_league(tmp_path: Path) -> None:
    """The toy's levels: one that guesses nothing, one that guesses once, one that always guesses right."""
    found = tmp_path / "league.json"
    chart = tmp_path / "league.png"
    made = _league(
        *(_TOY, "--games", "6", "--seats", "3", "--levels", "easy,normal,hard", "--workers", "2"),
        *("--json", str(found), "--chart", str(chart), "--census"),
    )
    assert made.exit_code == 0, made.output
    document = json.loads(found.read_text())
    assert [game["number"] for game in document["games"]] == [1, 2, 3, 4, 5, 6]
    assert {share["name"]: share["wins"] for share in document["shares"]["level"]} == {"easy": 0, "normal": 0, "hard": 6}
    assert {share["name"] for share in document["shares"]["start"]} == {"stall 1", "stall 2", "stall 3"}
    assert "hard scored more than easy at 100.0 % of 6 matched seats (61.0 % - 100.0 %)." in made.output
    assert "hard scored more than normal at 100.0 % of 6 matched seats" in made.output
    assert "Never used (2 of 3): buy, say." in made.output
    assert "Not meant to be used: say. Nobody is there to listen." in made.output
    late = sum(game["uses"].get("late guess", 0) for game in document["games"])
    assert late
    assert f"A game: late guess: {late / 6:.1f}" in made.output
    assert "by the rules (6)" in made.output
    assert Image.open(io.BytesIO(chart.read_bytes())).width == 1400


def test_the_same_seed_gives_the_same_league(tmp_path: Path) -> None:
    def played(seed: str, workers: str) -> bytes:
        path = tmp_path / "league.json"
        assert (
            _league(_TOY, "--games", "3", "--seats", "4", "--seed", seed, "--workers", workers, "--json", str(path)).exit_code
            == 0
        )
        return path.read_bytes()

    assert played("a", "1") == played("a", "2")
    assert played("a", "1") != played("b", "1")


def test_each_seat_is_played_at_each_level_from_the_same_start() -> None:
    made = league.fixtures(["A", "B", "C"], ["normal", "hard"], 4, "7", {})
    assert [(one.round, one.seed) for one in made] == [(1, "7/1"), (1, "7/1"), (2, "7/2"), (2, "7/2")]
    assert [list(one.levels.values()) for one in made[:2]] == [["normal", "hard", "normal"], ["hard", "normal", "hard"]]


def test_a_game_without_end_is_cut_off() -> None:
    (fixture,) = league.fixtures(["A", "B"], ["silent"], 1, "7", {}, most_turns=5)
    match = league.play(RULESET, fixture)
    assert (match.turns, match.ending.split(",")[0], match.orders) == (5, "cut off", 0)
    assert sum(one.win for one in match.results) == 1


def test_what_the_check_refuses_is_told_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(RULESET), "plan", lambda *_, **__: "GUESS 12")
    (fixture,) = league.fixtures(["A"], ["normal"], 1, "7", {}, most_turns=2, check=True)
    assert league.play(RULESET, fixture).refused == (
        "turn 1, A: GUESS 12: 12 is outside 1 to 9.",
        "turn 2, A: GUESS 12: 12 is outside 1 to 9.",
    )


def test_what_is_no_level_or_no_game_is_said() -> None:
    assert "are no levels" in _league(_TOY, "--levels", "normal,brave").output
    assert "There is no game called 'chess'" in _league("chess").output
    assert "takes 4 to 12 seats" in _league("great_jewels", "--seats", "3").output


def test_intervals_are_wilsons() -> None:
    """Against the table of Brown, Cai and DasGupta (2001): 10 of 10, and 5 of 10."""
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_great_jewels_counts_peoples_and_homes(tmp_path: Path) -> None:
    found = tmp_path / "league.json"
    made = _league("great_jewels", "--games", "1", "--seats", "6", "--turns", "2", "--json", str(found), "--check")
    assert made.exit_code == 0, made.output
    (game,) = json.loads(found.read_text())["games"]
    assert {seat["side"] for seat in game["results"]} == {"Azoni", "Quntag", "Rilris", "Slenth"}
    assert all(seat["start"] for seat in game["results"])
    assert game["ending"].startswith("cut off")
