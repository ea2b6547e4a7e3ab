"""The same inputs give the same bytes: twice, from stored bytes, in other processes, whatever the machine is set to."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from postern.game.chance import Chance
from tests.kit.game import Game
from tests.kit.games import of_every_game
from tests.kit.playing import NAMES, new_game, next_turn, planned, played, usual_seats
from tests.recorded.recording import Recording, record

_TURNS = 3
_SEATS = 6
_CODE = f"""
import json, sys
from tests.recorded.recording import Recording, record

empty = Recording(sys.argv[1], "processes", tuple(sys.argv[2:]), {{}}, (), ())
print(json.dumps(record(empty, {_TURNS})[0].__dict__))
"""
_MACHINES = (
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "4000000000", "TZ": "America/Los_Angeles", "LC_ALL": "C.UTF-8"},
)


@of_every_game()
def test_the_same_seed_gives_the_same_bytes(game: Game) -> None:
    rules = game.rules
    first, second = new_game(rules, "twice"), new_game(rules, "twice")
    for _ in range(_TURNS):
        assert rules.dump(first) == rules.dump(second)
        first, second = next_turn(rules, first, "twice").world, next_turn(rules, second, "twice").world
    assert rules.dump(first) == rules.dump(second)
    assert rules.dump(first) != rules.dump(played(rules, "another", _TURNS))


@of_every_game()
def test_other_processes_on_other_machines_give_the_same_bytes(game: Game) -> None:
    """Orders of computer players of all levels, worlds, events, answers, forecasts and reports, turn by turn."""
    seats = NAMES[: min(_SEATS, usual_seats(game.rules))]
    here = json.loads(json.dumps(record(Recording(game.slug, "processes", seats, {}, (), ()), _TURNS)[0].__dict__))
    assert len(here["fingerprints"]) == _TURNS
    for machine in _MACHINES:
        done = subprocess.run(
            [sys.executable, "-c", _CODE, game.slug, *seats],
            env={**os.environ, **machine},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == here, machine


@of_every_game()
def test_resolving_again_from_stored_bytes_equals_the_original(game: Game) -> None:
    rules = game.rules
    before = played(rules, "replay", 4)
    stored = rules.dump(before)
    first = next_turn(rules, before, "replay")
    assert rules.dump(before) == stored, "a turn must not touch the world it starts from"
    second = next_turn(rules, rules.load(stored), "replay")
    assert rules.dump(first.world) == rules.dump(second.world)
    assert first.events == second.events


@of_every_game()
def test_looking_at_a_world_does_not_change_it(game: Game) -> None:
    rules = game.rules
    world = played(rules, "replay", 4)
    stored = rules.dump(world)
    for seat, sheet in planned(rules, world, "replay").items():
        view = rules.view(world, seat)
        rules.check(sheet, view)
        rules.forecast(sheet, view)
        rules.report(view, ())
        rules.public(view, ())
        rules.standings(view)
    assert rules.dump(world) == stored


@of_every_game()
def test_the_order_in_which_letters_came_does_not_matter(game: Game) -> None:
    rules = game.rules
    world = played(rules, "replay", 4)
    sheets = planned(rules, world, "replay")
    first = rules.resolve(world, sheets, Chance("replay"))
    second = rules.resolve(world, dict(reversed(sheets.items())), Chance("replay"))
    assert rules.dump(first.world) == rules.dump(second.world)
    assert first.events == second.events
