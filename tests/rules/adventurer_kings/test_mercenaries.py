"""Mercenary armies (AK-MC)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.knowledge import view_of
from postern.rulesets.adventurer_kings.orders.acting import begin_phase
from postern.rulesets.adventurer_kings.rules.endings import to_mercenary
from postern.rulesets.adventurer_kings.rules.travel import free, wander
from postern.rulesets.adventurer_kings.tables import GRID, SEA, TABLES
from tests.rules.adventurer_kings.build import Loaded, add_army, empty_world, step, turn_of


class Die(Loaded):
    """A loaded stream that chooses the last."""

    def choice(self, items: list[int]) -> int:
        return items[-1]


@pytest.mark.rule("AK-PMC-01", "AK-DMC-01")
@pytest.mark.parametrize(("face", "goes"), [(30, True), (31, False)])
def test_a_mercenary_army_moves_with_30_percent_and_nobody_is_told(face: int, goes: bool) -> None:
    world = empty_world()
    army, other = add_army(world, "", "TR", 82, mercenary=True), add_army(world, "", "TR", 82)
    turn = turn_of(world)
    turn.dice = lambda *name: Die(face)  # type: ignore[assignment,method-assign]
    step(turn, "1a", wander)
    assert army.province == (GRID.neighbours(82)[-1] if goes else 82)
    assert other.province == 82
    assert not turn.events
    assert TABLES.number("mercenary_move_pct") == 30


@pytest.mark.rule("AK-DMC-01", "AK-PMC-01")
def test_mercenaries_go_to_all_adjacent_provinces_that_they_may_enter_in_every_phase() -> None:
    seen: dict[str, set[int]] = {"TR": set(), "FL": set(), "EA": set()}
    for seed in range(120):
        world = empty_world()
        world.provinces[64].terrain = world.provinces[81].terrain = SEA
        armies = [add_army(world, "", kind, 82, mercenary=True) for kind in seen]
        step(turn_of(world, seed=f"seed {seed}"), f"{1 + seed % 5}a", wander)
        for army in armies:
            seen[army.type].add(army.province)
    assert seen == {
        "TR": {82, 83, 99, 100, 101},
        "FL": {82, 64, 81, 83, 99},  # the coast: 83 touches 64, 99 touches 81
        "EA": {82, 64, 81, 83, 99, 100, 101},
    }


@pytest.mark.rule("AK-DMC-01")
def test_mercenaries_have_no_owner_and_are_nobodys_enemies() -> None:
    world = empty_world()
    army = add_army(world, "", "TR", 83, mercenary=True)
    turn = turn_of(world)
    begin_phase(turn)
    assert world.of(army) is None
    assert not turn.enemies("AA", 83)
    assert free(world, "AA", 83)
    army.mercenary = False
    assert turn.enemies("AA", 83) == [army]
    assert not free(world, "AA", 83)


@pytest.mark.rule("AK-DMC-01")
def test_mercenaries_stay_where_orders_are_tried_out_and_where_they_may_enter_nothing() -> None:
    world = empty_world()
    army = add_army(world, "", "TR", 82, mercenary=True)
    step(turn_of(world, expected=True), "1a", wander)
    assert army.province == 82
    for near in GRID.neighbours(82):
        world.provinces[near].terrain = SEA
    for seed in range(30):
        step(turn_of(world, seed=str(seed)), "1a", wander)
    assert army.province == 82


@pytest.mark.rule("AK-DMC-02")
def test_an_army_that_becomes_mercenary_keeps_number_race_type_and_quality() -> None:
    world = empty_world()
    army = add_army(world, "AA", "AX", 82, 1, race="Dwarf", quality=4, used=2)
    to_mercenary(turn_of(world), army)
    assert (army.owner, army.leader, army.mercenary) == ("", 0, True)
    assert (army.id, army.race, army.type, army.quality, army.province) == (1, "Dwarf", "AX", 4, 82)


@pytest.mark.rule("AK-DMC-03", "AK-PMC-01")
@pytest.mark.parametrize(("place", "shown"), [(82, True), (40, False)])
def test_mercenaries_are_shown_where_a_player_sees_as_they_stood_at_the_end_of_the_year(place: int, shown: bool) -> None:
    world = empty_world()
    army = add_army(world, "", "TR", place, mercenary=True)
    view = view_of(world, "A")
    army.province = 1
    assert [one.province for one in view.world.armies.values() if one.mercenary] == ([place] if shown else [])
