"""The leadership bonus: which units of a force are led, by the leader or through subordinate leaders (CF-9.2.2)."""

from __future__ import annotations

from collections.abc import Iterable

from postern.rulesets.cosmos.scenario import LeaderType, Scenario
from postern.rulesets.cosmos.strength import force_of
from postern.rulesets.cosmos.world import Unit, World


def led_by(tables: Scenario, force: list[Unit]) -> dict[int, int]:
    """Who leads which units of a force, its leader first: the leader's number by that of each led unit."""
    leader, *members = force
    row = tables.leaders.get(leader.type)
    if row is None or not row.bonus_per_phase:
        return {}
    led: dict[int, int] = {}
    subordinates = [one for one in members if one.type in row.subordinates][: row.max_units]
    for one in subordinates:
        below = members.index(one) + 1
        _choose(
            tables, one, tables.leaders[one.type], tables.leaders[one.type].max_units, members[below:] + members[:below], led
        )
    _choose(tables, leader, row, row.max_units - len(subordinates), members, led)
    return led


def _choose(tables: Scenario, leader: Unit, row: LeaderType, places: int, units: Iterable[Unit], led: dict[int, int]) -> None:
    """Lets one leader take units in this order: none that he may not lead, that is led, or that is too many (CF-9.2.2-09)."""
    room = row.max_individuals
    for unit in units:
        if places and unit.type in row.leads and unit.id not in led and unit.individuals <= room:
            led[unit.id] = leader.id
            places -= 1
            room -= unit.individuals


def bonuses(world: World, leader: Unit) -> dict[int, int]:
    """The morale that each led unit of a force gets in a phase: always the overall leader's bonus (CF-9.2.2-05)."""
    if not leader.members or not leader.position:
        return {}
    row = world.tables.leaders.get(leader.type)
    return dict.fromkeys(led_by(world.tables, force_of(world, leader)), row.bonus_per_phase) if row else {}
