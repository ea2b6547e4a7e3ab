"""What there is in the world: hexes, locations, units, items, nations and their resources (CF-1.3, CF-2, CF-5, CF-6)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.cosmos.setup import set_up
from postern.rulesets.cosmos.tables.scenario import CONTENT, SCENARIOS, scenario
from postern.rulesets.cosmos.world.places import hex_of, outwards
from postern.rulesets.cosmos.world.records import Item, Location
from postern.rulesets.cosmos.world.strength import effective_presence
from tests.rules.cosmos.build import add_unit, begin, empty_world, give, run_phases, scenario_world


@pytest.mark.rule("CF-2-01")
@pytest.mark.parametrize("slug", SCENARIOS)
def test_the_map_is_made_of_hexagons(slug: str) -> None:
    """Six neighbours inside of the map, each of which has the hex as its own neighbour."""
    one = scenario(slug)
    columns, rows = (int(one.settings[key]) for key in ("columns", "rows"))
    for place in one.hexes.values():
        around = list(one.grid.neighbours(place.hex))
        assert all(place.hex in one.grid.neighbours(other) for other in around)
        if 0 < place.col < columns - 1 and 0 < place.row < rows - 1:
            assert len(set(around)) == 6, place.hex


@pytest.mark.rule("CF-2-02")
def test_locations_stand_in_hexes_and_in_one_another() -> None:
    world = scenario_world()
    assert list(outwards(world, "1504")) == ["1504", "1501", "190"]
    knight = world.units[3107]
    knight.position = "1504"
    world.items[2009].position = "1504"
    assert hex_of(world, knight.position) == hex_of(world, world.items[2009].position) == 190


@pytest.mark.rule("CF-2-03", "CF-2.3-01")
def test_units_carry_out_the_orders_of_their_nation() -> None:
    world = scenario_world()
    give(world.units[3112], "myname Old Guard", "wait 2", "myname Young Guard")
    turn = begin(world)
    run_phases(turn, 1)
    assert world.units[3112].name == "Old Guard"
    run_phases(turn, 2)
    assert world.units[3112].name == "Young Guard"


@pytest.mark.rule("CF-2-04", "CF-2.4-01")
def test_items_are_things_with_a_place_and_without_a_program() -> None:
    """Unlike units and locations an item has no orders; its place is a value that can change, with a holder or without."""
    item = Item(2005, "weapon", "Sword of the Nine", position="1603")
    assert not hasattr(item, "program")
    assert hasattr(Location(1501, "city", "190"), "program")
    assert {"holder", "position"} <= set(vars(item))
    assert {one.id for one in scenario_world().items.values()} == {
        int(row["id"]) for row in CONTENT.rows("thalmar/items") if row["start_position"]
    }


@pytest.mark.rule("CF-2-05")
@pytest.mark.parametrize("slug", SCENARIOS)
def test_no_number_names_two_things(slug: str) -> None:
    world = scenario_world(slug)
    numbers = Counter([*world.hexes, *world.locations, *world.units, *world.items])
    assert len(numbers) > 500
    assert [number for number, times in numbers.items() if times > 1] == []


@pytest.mark.rule("CF-2-06")
@pytest.mark.parametrize("slug", SCENARIOS)
def test_numbers_tell_what_a_thing_is(slug: str) -> None:
    world = scenario_world(slug)
    assert max(world.hexes) < 1000
    assert all(1500 <= number <= 2999 for number in (*world.locations, *world.items))
    assert min(world.units) >= 3000


@pytest.mark.rule("CF-1.3-01")
def test_each_player_leads_one_nation_and_no_two_the_same() -> None:
    seats = [Signup(name, {"nation": "Am"}) for name in ("ORLA", "LORD")]
    world = set_up({"scenario": "thalmar"}, seats, Chance("tests"))
    led = {nation.seat: code for code, nation in world.nations.items() if nation.seat}
    assert sorted(led) == ["LORD", "ORLA"]
    assert len(set(led.values())) == 2


@pytest.mark.rule("CF-5-01")
@pytest.mark.parametrize("slug", SCENARIOS)
def test_some_nations_are_led_by_nobody(slug: str) -> None:
    world = scenario_world(slug)
    assert {code for code, nation in world.nations.items() if not nation.seat} == {"Fr", "Wd", "St", "Qu"}
    assert all(any(unit.owner == code for unit in world.units.values()) for code in world.nations)


@pytest.mark.rule("CF-5-02")
def test_nations_own_hexes_locations_units_items_and_resources() -> None:
    world = scenario_world()
    assert world.hexes[190].owner == world.locations[1501].owner == world.units[3101].owner == "Am"
    assert world.items[2009].owner == "Am"  # the banner lies in the capital
    assert world.nations["Am"].pool["gold"] == 30_000


@pytest.mark.rule("CF-2.2-15")
@pytest.mark.parametrize("slug", SCENARIOS)
def test_castles_and_some_cities_have_walls(slug: str) -> None:
    one = scenario(slug)
    walls = {
        kind: [row.wall_rating for row in one.locations.values() if row.type == kind] for kind in ("castle", "city", "town")
    }
    assert min(walls["castle"]) > 0
    assert 0 in walls["city"]
    assert max(walls["city"]) > 0


@pytest.mark.rule("CF-18.2-06")
def test_hidden_units_have_half_the_presence() -> None:
    world = empty_world()
    guard = add_unit(world, "Am", "heavy infantry", 190, 50)
    assert effective_presence(world.tables, guard) == 1
    guard.hidden = True
    assert effective_presence(world.tables, guard) == Fraction(1, 2)


@pytest.mark.rule("CF-18.2-05")
@pytest.mark.parametrize("order", ["join", "include"])
def test_who_comes_into_a_force_stays_hidden_or_seen_as_he_was(order: str) -> None:
    world = empty_world()
    leader, guard = add_unit(world, "Am", "noble", 190), add_unit(world, "Am", "heavy infantry", 190, hidden=True)
    if order == "join":
        give(guard, f"join {leader.id}")
    else:
        give(leader, f"include {guard.id}")
    run_phases(begin(world), 1)
    assert leader.members == [guard.id]
    assert guard.hidden
    assert not leader.hidden


# --- resources ---------------------------------------------------------------------------------------------------------

_EVERY = [scenario(slug) for slug in SCENARIOS]
_TYPES = [row for one in _EVERY for row in one.unit_types.values()]
_KINDS = {kind: {name for name, row in _EVERY[0].resources.items() if row.kind == kind} for kind in ("population", "mounts")}


def _uses(what: str) -> dict[str, Any]:
    """Where a resource is used in the scenarios: units' costs and upkeep, ships, buildings."""
    return {
        "cost": [row.name for row in _TYPES if what in row.cost],
        "upkeep": [row.name for row in _TYPES if what in row.upkeep],
        "ships": [nation.code for one in _EVERY for nation in one.nations.values() if what in nation.warship_cost],
        "buildings": [row.type for one in _EVERY for row in one.location_types.values() if what in row.build_cost],
    }


@pytest.mark.rule("CF-6-13")
def test_gold_is_used_for_nearly_everything_without_magic() -> None:
    uses = _uses("gold")
    assert all(uses.values())
    bought = [row for row in _TYPES if row.cost and not any(name.endswith(" mana") for name in row.cost)]
    assert [row.name for row in bought if "gold" not in row.cost] == []
    assert {row.mined for one in _EVERY for row in one.location_types.values()} >= {"gold", "iron"}


@pytest.mark.rule("CF-6-14")
def test_food_feeds_cities_and_units() -> None:
    assert len(_uses("food")["upkeep"]) > 30
    assert all(row.food_per_size > 0 for one in _EVERY for row in one.location_types.values() if row.max_size)


@pytest.mark.rule("CF-6-15")
def test_people_are_kept_by_kind_and_mustered_into_units() -> None:
    """Every kind pays tax or works, and every kind that a nation of the scenarios has is mustered into some unit."""
    rows = _EVERY[0].resources
    assert {"men", "elves", "dwarves", "goblins", "trolls", "gnomes", "snakemen"} == _KINDS["population"]
    assert all(rows[name].tax_weight or rows[name].villeinage_weight for name in _KINDS["population"])
    assert {name for row in _TYPES for name in row.cost} >= _KINDS["population"]


@pytest.mark.rule("CF-6-16")
def test_manpower_builds_and_digs() -> None:
    uses = _uses("manpower")
    assert {"castle", "temple", "tower"} <= set(uses["buildings"])
    assert uses["ships"]
    assert all(row.manpower_each > 0 for one in _EVERY for row in one.location_types.values() if row.mined)


@pytest.mark.rule("CF-6-17")
def test_mounts_are_for_special_troops() -> None:
    riders = {row.name for row in _TYPES if _KINDS["mounts"] & set(row.cost)}
    assert {"Light Cavalry", "Heavy Cavalry", "Wolf Riders", "Elven Riders"} <= riders
    assert "Medium Infantry" not in riders


@pytest.mark.rule("CF-6-20")
def test_arms_equip_troops() -> None:
    uses = _uses("arms")
    assert len(uses["cost"]) > 20
    assert not uses["upkeep"]
    assert all(row.mass for row in _TYPES if "arms" in row.cost)


@pytest.mark.rule("CF-6-21")
def test_mana_has_kinds_for_spells_and_magical_troops() -> None:
    kinds = {row["mana"] for slug in SCENARIOS for row in CONTENT.rows(f"{slug}/casters")}
    assert {"holy mana", "nature mana", "enchantment mana"} <= kinds
    assert {"Bone Warriors", "Dire Wolves", "Griffon"} <= {
        row.name for row in _TYPES if any(name in kinds for name in row.cost)
    }


# --- magic and quests, as far as tables tell ---------------------------------------------------------------------------


@pytest.mark.rule("CF-19.1-02")
@pytest.mark.parametrize("slug", SCENARIOS)
def test_strikes_reach_two_or_three_hexes_mostly(slug: str) -> None:
    ranges = [int(row["range"]) for row in CONTENT.rows(f"{slug}/spells") if row["priority"] == "13"]
    assert set(ranges) <= {1, 2, 3}
    assert sum(reach >= 2 for reach in ranges) > len(ranges) / 2


@pytest.mark.rule("CF-20-02")
@pytest.mark.parametrize("slug", SCENARIOS)
def test_quests_bring_items_information_and_points(slug: str) -> None:
    one = scenario(slug)
    lairs = {deed.location for deed in one.deeds.values() if deed.kind == "slay"}
    assert lairs <= {int(item.start_position) for item in one.items.values() if item.start_position}
    assert {deed.tells for deed in one.deeds.values() if deed.kind == "clue"} <= lairs
    assert all(deed.points > 0 for deed in one.deeds.values())


@pytest.mark.rule("CF-20.1.1-02")
@pytest.mark.parametrize("slug", SCENARIOS)
def test_beasts_of_quests_are_of_types_that_cannot_go_questing(slug: str) -> None:
    world = scenario_world(slug)
    beasts = [unit for unit in world.units.values() if unit.owner == "Qu"]
    assert beasts
    assert all(unit.questing for unit in beasts)
    assert any(not world.tables.unit_types[unit.type].major for unit in beasts)
