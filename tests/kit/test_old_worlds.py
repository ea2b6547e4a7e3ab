"""Worlds outlive versions: a stored world of every version of its form loads, is played, and can be written again.

``tests/worlds/GAME-N.json.gz`` is a world of version N of GAME's form, as the program that wrote it left it.
"""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from postern.desk.settings.rulesets import ruleset
from postern.game.chance import Chance
from postern.game.events import seen
from tests.kit.game import Game
from tests.kit.games import of_every_game
from tests.kit.playing import planned

FOLDER = Path(__file__).parent.parent / "worlds"
STORED = sorted(FOLDER.glob("*.json.gz"))


def parts(stored: Path) -> tuple[str, int]:
    match = re.fullmatch(r"(\w+)-(\d+)\.json\.gz", stored.name)
    assert match is not None
    return match[1], int(match[2])


@pytest.mark.parametrize("stored", STORED, ids=lambda path: path.stem)
def test_an_old_world_loads_and_its_game_goes_on(stored: Path) -> None:
    slug, version = parts(stored)
    data = gzip.decompress(stored.read_bytes())
    assert json.loads(data).get("version", 1) == version
    rules = ruleset(slug)
    world = rules.load(data)
    assert rules.load(rules.dump(world)) == world
    sheets = planned(rules, world, "old worlds")
    for seat, sheet in sheets.items():
        assert sheet.orders
        rules.check(sheet, rules.view(world, seat))
    outcome = rules.resolve(world, sheets, Chance("old worlds"))
    assert rules.turn(outcome.world) == rules.turn(world) + 1
    for seat in rules.active(outcome.world):
        assert rules.report(rules.view(outcome.world, seat), seen(outcome.events, seat)).sections


@of_every_game()
def test_there_is_a_world_of_every_version(game: Game) -> None:
    newest = game.rules.schema()["properties"]["version"]["const"]
    mine = [parts(stored)[1] for stored in STORED if parts(stored)[0] == game.slug]
    assert sorted(mine) == list(range(1, newest + 1))
