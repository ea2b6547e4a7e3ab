"""The reports of recorded games of Great Jewels, as their players read them turn by turn."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.front import Front
from postern.game.report import Report, following
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import View
from tests.recorded.recording import load, stored

GAMES = [path for path in stored() if path.name.startswith("great_jewels")]


def reports(path: Path, turns: int, readers: Collection[str]) -> Iterator[tuple[View, Report]]:
    """The reports of a recorded game for these seats, turn by turn, each with what the one before lets it tell."""
    recording = load(path)
    chance = Chance(recording.seed)
    world: Any = RULESET.setup(recording.options, [Signup(name) for name in recording.seats], chance)
    before: dict[str, Front | None] = {seat: RULESET.report(RULESET.view(world, seat), ()).front for seat in readers}
    for orders in recording.orders[:turns]:
        sheets = {seat: RULESET.read(text, RULESET.view(world, seat)) for seat, text in sorted(orders.items())}
        active = RULESET.active(world)
        outcome = RULESET.resolve(world, sheets, chance)
        world = outcome.world
        for seat in readers:
            if seat in active:
                view = RULESET.view(world, seat)
                report = following(RULESET.report(view, seen(outcome.events, seat)), before[seat])
                before[seat] = report.front
                yield view, report
