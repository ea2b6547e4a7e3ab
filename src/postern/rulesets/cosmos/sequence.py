"""The turn's sequence (CF-4-01..13, ruling 2.1) as one table, from new orders to victory points. Read this first."""

from __future__ import annotations

from postern.game.kit.turn import Phases, Step
from postern.rulesets.cosmos.actions import run_actions
from postern.rulesets.cosmos.npc import roam
from postern.rulesets.cosmos.scenario import PHASES
from postern.rulesets.cosmos.steps import (
    battles,
    beginning,
    control,
    ending,
    morale,
    nation_orders,
    production,
    sieges,
    upkeep,
    works,
)
from postern.rulesets.cosmos.turn import Turn

SEQUENCE: tuple[Step[Turn] | Phases[Turn], ...] = (
    Step("1", "new orders join the programs", beginning.append_orders),
    Step("2", "nation orders", nation_orders.carry_out),
    Step("3", "who roams the land", roam),
    Phases(
        PHASES,
        (
            Step("o", "everybody looks about", beginning.look_about),
            Step("a", "morale", morale.update),
            Step("b", "sieges", sieges.update),
            Step("c", "what produces, spells that end", production.count_phase),
            Step("d", "auto-take, transfers arrive", beginning.take_and_receive),
            Step("e", "actions", run_actions),
            Step("f", "who fled or retreated appears", ending.return_home),
            Step("g", "works", works.progress),
            Step("h", "battles", battles.fight),
            Step("i", "control, rulers, wounds", control.follow),
        ),
    ),
    Step("4", "the end of the turn", ending.end_turn),
    Step("5", "sieges", sieges.update_at_end),
    Step("6", "production and upkeep", upkeep.settle),
    Step("7", "points and limits", ending.count_points),
    Step("8", "the letters are done with", beginning.end_of_letters),
)
"""Step 3 of the book is the phases: step ``e`` of phase 7 has the label ``7e``."""
