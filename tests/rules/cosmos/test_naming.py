"""Names and aliases (CF-21.1, CF-21.6, rulings 1.7, 1.8)."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.world.places import number_of
from postern.rulesets.cosmos.world.records import Item, World
from tests.rules.cosmos.build import add_unit, begin, give, run_phases, run_turn, scenario_world, told
from tests.rules.cosmos.letters import dropped, letter, sent

NAMES: list[tuple[int, str, bool, tuple[str, ...]]] = [
    (3112, "Old Guard", True, ("CF-21.1-02", "CF-21.1-01")),
    (3112, "King's Own-Foot", True, ("CF-21.1-02",)),
    (3112, "X", False, ("CF-21.1-02",)),
    (3112, "Xy", True, ("CF-21.1-02",)),
    (3112, "x" * 32, True, ("CF-21.1-02",)),
    (3112, "x" * 33, False, ("CF-21.1-02",)),
    (3112, "The 101st Lancers", True, ("CF-21.1-03", "CF-21.1-04")),
    (3112, "Regiment 3", False, ("CF-21.1-03", "CF-21.1-04")),
    (3112, "The 1001st Lancers", False, ("CF-21.1-03",)),
    (3112, "Regiment 3 A", False, ("CF-21.1-03",)),
    (3112, "The Heavy Infantry", False, ("CF-21.1-05",)),
    (3112, "Trolls", False, ("CF-21.1-05",)),
    (3112, "First Medium Infantry", True, ("CF-21.1-05",)),
    (3112, "Images of the King", True, ("CF-21.1-05",)),  # Mage is a type, but no word of it
    (3512, "Old Guard", False, ("CF-21.1-01", "CF-21.1-07")),  # of another nation
    (1501, "Newtown", False, ("CF-21.1-01",)),  # a city named at the start
    (1700, "Fort Watch", True, ("CF-21.1-01",)),  # a fort built later
    (2001, "Old Sword", False, ("CF-21.1-01",)),  # an item of the scenario
    (2101, "Old Sword", True, ("CF-21.1-01",)),  # one that somebody made
    (3999, "Nobody", False, ("CF-21.1-07",)),
]


def a_world() -> World:
    world = scenario_world()
    fort = world.locations[1504]
    fort.id, fort.unique, fort.name, fort.type, fort.outside = 1700, False, "", "fort", "190"
    world.locations[1700] = world.locations.pop(1504)
    for number in (2001, 2101):
        world.items[number] = Item(number, "weapon", "Sword", owner="Am", holder=3101)
    return world


def called(world: World, number: int) -> str:
    return (world.units.get(number) or world.locations.get(number) or world.items[number]).name


@pytest.mark.parametrize(
    ("thing", "name", "good"),
    [pytest.param(*row[:3], id=f"{row[0]} {row[1][:20]}", marks=pytest.mark.rule(*row[3])) for row in NAMES],
)
def test_names(thing: int, name: str, good: bool) -> None:
    world = a_world()
    sheet = letter(world, f"name {thing} {name}")
    assert bool(sheet.orders) is good
    assert bool(dropped(sheet)) is not good
    if good:
        run_turn_with(world, f"name {thing} {name}")
        assert called(world, thing) == name


def run_turn_with(world: World, text: str) -> None:
    from postern.game.kit.turn import run

    run(SEQUENCE, sent(world, AM=text))


@pytest.mark.rule("CF-21.1-07", "CF-21.1-08")
@pytest.mark.parametrize(
    ("head", "order", "named"),
    [
        (3104, "name 3112 Guard", 3112),
        (3104, "myname Guard", 3104),
        (1501, "name 3112 Guard", 3112),
        (1700, "myname Guard", 1700),
    ],
)
def test_units_and_locations_name_things(head: int, order: str, named: int) -> None:
    world = a_world()
    run_turn_with(world, f"{head}:\n{order}")
    assert called(world, named) == "Guard"


@pytest.mark.rule("CF-21.1-03", "CF-21.1-02")
def test_a_name_that_cannot_be_is_refused_when_the_order_is_carried_out_too() -> None:
    world = scenario_world()
    give(world.units[3104], "myname Regiment 3", "myalias $next")
    turn = begin(world)
    run_phases(turn, 1)
    assert world.units[3104].name == ""
    assert told(turn, "order failed", "AM")
    assert "next" in world.nations["Am"].aliases  # no time was lost


# --- aliases ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-21.6-08", "CF-21.6-09", "CF-21.6-07")
def test_myalias_is_for_units_of_all_kinds_and_locations_and_is_redirected() -> None:
    world = scenario_world()
    kind = next(one for one in world.tables.unit_types.values() if one.able("stupid"))
    beast = add_unit(world, "Am", kind.no, "190", id=3150)
    give(beast, "myalias $it", "myalias $beast")
    give(world.locations[1501], "myalias $city")
    run_turn(world)
    aliases = world.nations["Am"].aliases
    assert aliases == {"it": 3150, "beast": 3150, "city": 1501}
    give(world.units[3104], "myalias $it")
    run_turn(world)
    assert aliases["it"] == 3104


@pytest.mark.rule("CF-21.6-10", "CF-21.6-11")
def test_alias_is_for_any_id_and_a_dash_deletes_it() -> None:
    world = scenario_world()
    run_turn_with(world, "alias 3512 $queen\nalias 3101 $King")
    aliases = world.nations["Am"].aliases
    assert aliases == {"queen": 3512, "king": 3101}
    run_turn_with(world, "alias $king $chief\nalias - $queen")
    assert aliases == {"king": 3101, "chief": 3101}


@pytest.mark.rule("CF-21.6-03")
@pytest.mark.parametrize(
    ("alias", "good"),
    [
        ("$a", True),
        ("$Ab-c_d.9", True),
        (f"${'x' * 50}", True),
        (f"${'x' * 51}", False),
        ("wall", False),
        ("$a+b", False),
        ("$", False),
    ],
)
def test_how_aliases_are_written(alias: str, good: bool) -> None:
    assert bool(letter(scenario_world(), f"3104:\nmyalias {alias}").orders) is good


@pytest.mark.rule("CF-21.6-01")
def test_an_alias_stands_in_place_of_an_id() -> None:
    world = scenario_world()
    world.nations["Am"].aliases["captain"] = 3105
    give(world.units[3104], "signal $captain")
    run_phases(begin(world), 1)
    assert world.signals == {3105: [3104]}


@pytest.mark.rule("CF-21.6-05")
def test_an_alias_is_replaced_when_the_order_first_begins_and_then_stays() -> None:
    world = scenario_world()
    world.nations["Am"].aliases["other"] = 3106
    give(world.units[3104], "wait 2", "waitonesig $other", "myalias $done")
    give(world.units[3105], "wait 1", "alias 3105 $other", "wait 2", "alias 3106 $other", "signal 3104")
    turn = begin(world)
    run_phases(turn, 3)
    assert world.units[3104].program[0].text == "waitonesig 3105"  # as it stood in phase 3
    run_phases(turn, 2)
    assert world.nations["Am"].aliases["done"] == 3104


@pytest.mark.rule("CF-21.6-06")
def test_an_alias_that_stands_for_nothing_is_zero() -> None:
    world = scenario_world()
    give(world.units[3104], "waitonesig $none 3105")
    give(world.units[3105], "order $none\norders:\nwait 1\n.", "wait 2", "signal 3104")
    turn = begin(world)
    run_phases(turn, 1)
    assert world.units[3104].program[0].text == "waitonesig 0 3105"
    assert told(turn, "order failed", "AM")
    run_phases(turn, 2)
    assert world.units[3104].program == []


@pytest.mark.rule("CF-21.6-05")
def test_aliases_are_replaced_anew_in_every_round_of_a_repeat() -> None:
    world = scenario_world()
    give(world.units[3104], "repeat 3\norders:\nsignal $next\nwait 1\n.")
    give(world.units[3105], "myalias $next", "wait 1", "alias 3106 $next")
    turn = begin(world)
    run_phases(turn, 3)
    assert sorted(world.signals) == [3105, 3106]  # in phase 1 it stood for nothing, then for one, then for the other


@pytest.mark.rule("CF-21.6-04")
@pytest.mark.parametrize(
    ("own", "other", "number"), [("ally", "ally", 3508), ("ally", "neutral", 0), ("neutral", "ally", 0), ("enemy", "enemy", 0)]
)
def test_aliases_of_allies_are_written_with_the_number_of_their_nation(own: str, other: str, number: int) -> None:
    world = scenario_world()
    world.nations["Rc"].aliases["guards"] = 3508
    world.nations["Am"].policies["Rc"] = own  # type: ignore[assignment]  # policies from the table above
    world.nations["Rc"].policies["Am"] = other  # type: ignore[assignment]
    assert number_of(world, world.nations["Am"], "$2/guards") == number


@pytest.mark.rule("CF-21.6-02", "CF-21.6.1-02", "CF-21.6.1-03", "CF-21.6.1-04")
def test_counting_aliases_count_on_until_they_are_deleted() -> None:
    world = scenario_world()
    nation = world.nations["Am"]
    give(world.units[3104], "repeat 2\norders:\nmyalias $troop.\n.")
    give(world.units[3105], "wait 1", "myalias $troop.")
    give(world.units[3106], "wait 1", "alias 3112 $troop3", "signal $troop.")
    run_turn(world)
    assert {name: nation.aliases[name] for name in ("troop1", "troop2")} == {"troop1": 3104, "troop2": 3104}
    assert number_of(world, nation, "$troop.") == nation.aliases["troop3"]
    run_turn_with(world, "alias - $troop.\nalias 3119 $troop.")
    assert nation.aliases["troop1"] == 3119
    assert number_of(world, nation, "$troop.") == 3119


def test_a_unit_that_dies_keeps_its_alias() -> None:
    world = scenario_world()
    run_turn_with(world, "alias 3112 $guard")
    turn = begin(world)
    turn.remove(world.units[3112])
    assert number_of(world, world.nations["Am"], "$guard") == 3112


def test_an_alias_that_no_order_defines_is_warned_about() -> None:
    sheet = letter(scenario_world(), "3104:\nsignal $gaurd $guard $foot2\nmyalias $guard\nmyalias $foot.")
    assert [one.why for one in sheet.problems] == [
        "The alias $gaurd stands for nothing, and no order of this letter defines it."
    ]
