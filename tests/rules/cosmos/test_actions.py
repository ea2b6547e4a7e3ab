"""The loop of actions: priorities, time, and whoever waits (CF-4)."""

from __future__ import annotations

import pytest

from tests.rules.cosmos.build import begin, give, run_phases, scenario_world


@pytest.mark.rule("CF-21.3-03", "CF-21.3-06", "CF-4-17", "CF-4.1-11")
def test_a_signal_reaches_whoever_waits_for_it() -> None:
    world = scenario_world()
    general, captain = world.units[3104], world.units[3105]
    give(general, "wait 2", "signal 3105", "myalias $general")
    give(captain, "waitonesig 3104", "myalias $captain")
    turn = begin(world)
    run_phases(turn, 2)
    assert (len(general.program), len(captain.program)) == (2, 2)  # the wait used up both phases
    run_phases(turn, 1)
    assert (general.program, captain.program) == ([], [])
    assert world.nations["Am"].aliases == {"general": 3104, "captain": 3105}


@pytest.mark.rule("CF-4.1-06", "CF-4.1-07", "CF-21.3-01")
def test_a_long_wait_is_done_step_by_step() -> None:
    world = scenario_world()
    unit = world.units[3104]
    give(unit, "wait 5")
    run_phases(begin(world), 1)
    assert [(one.text, one.begun) for one in unit.program] == [("wait 4", False)]
