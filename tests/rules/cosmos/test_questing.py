"""Questing: changing mode, who meets whom, retreats, travel routes, deeds (CF-20, rulings 11.1 to 11.7)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.cosmos.orders.families.items import auto_take
from postern.rulesets.cosmos.orders.families.questing import QUESTING
from postern.rulesets.cosmos.orders.order import TACTICS
from postern.rulesets.cosmos.rules.off_map import arrive, follow_quests, forget_retreat, retreat, set_mode, would_retreat
from postern.rulesets.cosmos.rules.points import admin_limit
from postern.rulesets.cosmos.rules.sight import look
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Item, Location, Unit, World
from postern.rulesets.cosmos.world.strength import effective_presence
from tests.rules.cosmos.build import (
    add_unit,
    begin,
    empty_world,
    form,
    give,
    program,
    run_phases,
    run_to,
    run_turn,
    scenario_world,
    told,
)

pytest.importorskip("postern.rulesets.cosmos.rules.economy.sources")

HERE, BESIDE, HOME, HOUSE = "205", "206", "1501", "1601"


def knight(world: World, position: str = HERE, **more: Any) -> Unit:
    return add_unit(world, "Am", 71, position, **more)


def unowned() -> World:
    """A world in which nobody owns or has anything."""
    world = empty_world()
    for one in world.hexes.values():
        one.owner = ""
    for location in world.locations.values():
        location.owner = ""
    return world


def own(world: World, owner: str = "Am", place: str = HERE) -> World:
    world.hexes[int(place)].owner = owner
    return world


def after(world: World, unit: Unit, *orders: str) -> Turn:
    give(unit, *orders)
    return run_phases(begin(world), 1)


def put_location(world: World, sort: str, owner: str) -> str:
    """A location of a sort in plains."""
    world.locations[1999] = Location(1999, sort, HERE, sort, owner)
    return "1999"


# --- changing mode -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-20-01", "CF-20.1-02")
def test_questing_on_and_off() -> None:
    world = own(empty_world())
    unit = knight(world)
    turn = after(world, unit, "questing on", "myname Sir Test")
    assert (unit.questing, unit.name) == (True, "Sir Test")  # no time
    give(unit, "questing off")
    run_phases(turn, 1)
    assert not unit.questing


PLACES = [
    # what, owner, possible
    ("hex", "Am", True),
    ("hex", "Rc", False),  # an ally's hex
    ("hex", "", False),
    ("town", "Am", True),
    ("town", "Rc", True),
    ("town", "Gh", False),
    ("town", "", False),
    ("castle", "Am", True),
    ("gold mine", "Am", False),
    ("fort", "Am", False),
]


@pytest.mark.rule("CF-20.1-01")
@pytest.mark.parametrize(("what", "owner", "possible"), PLACES)
def test_where_the_mode_is_changed(what: str, owner: str, possible: bool) -> None:
    world = empty_world()
    world.nations["Am"].policies["Rc"] = "ally"
    world.hexes[int(HERE)].owner = owner if what == "hex" else "Am"
    unit = knight(world, HERE if what == "hex" else put_location(world, what, owner))
    after(world, unit, "questing on")
    assert unit.questing == possible


@pytest.mark.rule("CF-20.1.1-01")
@pytest.mark.parametrize(
    ("kind", "possible"), [("noble", True), (71, True), ("mage", True), ("captain", False), ("scout", False), (2, False)]
)
def test_only_major_characters_go_questing(kind: str | int, possible: bool) -> None:
    world = own(empty_world())
    unit = add_unit(world, "Am", kind, HERE)
    after(world, unit, "questing on")
    assert unit.questing == possible


@pytest.mark.rule("CF-20.1.1-02")
def test_monsters_of_quests_need_not_be_of_such_types() -> None:
    world = scenario_world()
    monsters = [one for one in world.units.values() if one.owner == "Qu"]
    assert all(one.questing for one in monsters)
    assert any(world.tables.unit_types[one.type].mass for one in monsters)


@pytest.mark.rule("CF-20.1-03", "CF-20.1-14", "CF-20.1-04")
def test_who_can_go_questing_stays_in_the_force() -> None:
    world = own(empty_world())
    noble, mage, captain = (add_unit(world, "Am", kind, HERE) for kind in ("noble", "mage", "captain"))
    form(noble, captain, mage)
    turn = after(world, noble, "questing on")
    assert (noble.members, captain.leader) == ([mage.id], 0)
    assert (noble.questing, mage.questing, captain.questing) == (True, True, False)
    give(noble, "questing off")
    run_phases(turn, 1)
    assert (noble.questing, mage.questing) == (False, False)


@pytest.mark.rule("CF-20.1-05", "CF-20.1-10")
def test_what_is_carried_changes_mode_too() -> None:
    world = own(empty_world())
    noble, mage = (add_unit(world, "Am", kind, HERE) for kind in ("noble", "mage"))
    form(noble, mage)
    world.items[2005] = Item(2005, "weapon", "Sword", "Am", mage.id)
    turn = after(world, noble, "questing on")
    assert world.items[2005].quest
    give(noble, "questing off")
    run_phases(turn, 1)
    assert not world.items[2005].quest


@pytest.mark.rule("CF-20.1-10")
@pytest.mark.parametrize(("quest", "questing", "taken"), [(True, True, True), (True, False, False), (False, True, False)])
def test_items_are_of_one_mode(quest: bool, questing: bool, taken: bool) -> None:
    world = own(empty_world())
    unit = knight(world, questing=questing, autotake=True)
    for number in list(world.items):
        del world.items[number]
    world.items[2005] = Item(2005, "weapon", "Sword", position=HERE, quest=quest)
    turn = run_phases(begin(world), 1)
    try:
        auto_take(turn)
    except ModuleNotFoundError:
        pytest.skip("needs loads")
    assert (world.items[2005].holder == unit.id) == taken


# --- who meets whom ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-20.1-06", "CF-20.1-11", "CF-20.1-12")
@pytest.mark.parametrize(("viewer", "thing", "seen"), [(True, True, True), (True, False, False), (False, True, False)])
def test_units_see_those_of_their_own_mode(viewer: bool, thing: bool, seen: bool) -> None:
    world = unowned()
    world.hexes[int(HERE)].owner = "" if viewer else "Am"
    knight(world, questing=viewer)
    foe = add_unit(world, "Gh", 54, HERE, questing=thing)
    turn = begin(world)
    look(turn)
    assert (foe.id in turn.sees["Am"]) == seen  # the own hex does not notice it, either


@pytest.mark.rule("CF-20.1-07", "CF-20.1-08", "CF-20.1-09")
@pytest.mark.parametrize(
    ("sort", "military", "quest"),
    [("town", True, True), ("castle", True, True), ("gold mine", True, False), ("fort", True, False), ("shrine", False, True)],
)
def test_locations_are_seen_in_their_modes(sort: str, military: bool, quest: bool) -> None:
    for questing, seen in ((False, military), (True, quest)):
        world = unowned()
        number = int(put_location(world, sort, ""))
        knight(world, questing=questing)
        turn = begin(world)
        look(turn)
        assert (number in turn.sees["Am"]) == seen, questing


@pytest.mark.rule("CF-20.1-11")
def test_nothing_is_given_between_the_modes() -> None:
    world = empty_world()
    one, other = knight(world, questing=True), knight(world)
    world.items[2005] = Item(2005, "weapon", "Sword", "Am", one.id, quest=True)
    turn = after(world, one, f"give {other.id} 2005")
    assert told(turn, "order failed")


@pytest.mark.rule("CF-20.2-02", "CF-20.2-03")
def test_a_questing_lord_gives_no_orders_to_others_but_keeps_his_own() -> None:
    world = own(empty_world())
    noble = add_unit(world, "Am", "noble", HERE)
    kind = world.tables.unit_types[noble.type]
    before = admin_limit(world, world.nations["Am"])
    after(world, noble, "questing on")
    assert admin_limit(world, world.nations["Am"]) == before - kind.admin_points
    assert (kind.admin_points > 0, kind.allowance > 0) == (True, True)
    assert effective_presence(world.tables, noble) == 0


NOT_THERE = ["embark", "disembark", "control", "lightning", "firestrike", "strikeward", "blight", "blessing", "darknight"]


@pytest.mark.rule("CF-20.3-02", "CF-20.3-03", "CF-20.3-04", "CF-20.3-05", "CF-20.4-01")
@pytest.mark.parametrize(
    "order", [*NOT_THERE, "holylight", "crumble", "thornstrike", "quake", "squall", "venomcloud", "ashfall"]
)
def test_orders_that_are_not_there_in_questing_mode(order: str) -> None:
    assert TRAITS[order].questing == "no"


@pytest.mark.rule("CF-20.3-03")
def test_control_fails_in_questing_mode() -> None:
    world = own(empty_world(), "Gh")
    world.nations["Am"].policies["Gh"] = "enemy"
    noble = add_unit(world, "Am", "noble", HERE, questing=True)
    turn = after(world, noble, "control")
    assert "questing mode" in told(turn, "order failed")[0]["why"]


@pytest.mark.rule("CF-20.3-01")
@pytest.mark.parametrize(("kind", "works"), [(2, False), (71, True)])
def test_a_questing_ruler_recruits_only_who_can_go_questing(kind: int, works: bool) -> None:
    world = empty_world()
    noble = add_unit(world, "Am", "noble", HOME, questing=True)
    world.nations["Am"].ruler = noble.id
    world.nations["Am"].pool = dict.fromkeys(("gold", "men", "horses", "arms"), 100_000)
    before = set(world.units)
    give(noble, f"recruit {kind}")
    turn = begin(world)
    run_phases(turn, 24)
    new = [world.units[one] for one in set(world.units) - before]
    assert [(one.type, one.questing) for one in new] == ([(kind, True)] if works else [])


# --- retreats ---------------------------------------------------------------------------------------------------------------


def wary(world: World, *, level: int = 3, spot: str = HERE, position: str = "209", wounds: int = 300) -> Unit:
    """A questing Knight of 6 wound points far from its retreat spot."""
    return knight(world, position, questing=True, retreat_spot=spot, retreat_when=level, wounds=[wounds] if wounds else [])


@pytest.mark.rule("CF-20.5-01", "CF-20.5-02", "CF-20.5-03")
def test_spot_and_level_are_of_the_unit_or_of_those_listed() -> None:
    world = empty_world()
    one, two = knight(world, questing=True), knight(world, questing=True)
    form(one, two)
    turn = after(world, one, "retreatspot", "retreatwhen 2")
    assert [(unit.retreat_spot, unit.retreat_when) for unit in (one, two)] == [(HERE, 2), ("", 0)]
    give(one, f"retreatspot {two.id}", f"retreatwhen 4 {two.id}")
    run_phases(turn, 1)
    assert (two.retreat_spot, two.retreat_when, one.retreat_when) == (HERE, 4, 2)


@pytest.mark.rule("CF-20.5-02", "CF-20.5-03")
@pytest.mark.parametrize(
    ("questing", "order"), [(False, "retreatwhen 2"), (False, "retreatspot"), (True, "retreatspot {other}")]
)
def test_when_there_is_no_retreat_order(questing: bool, order: str) -> None:
    world = empty_world()
    unit, other = knight(world, questing=questing), knight(world, questing=True)
    turn = after(world, unit, order.format(other=other.id))
    assert told(turn, "order failed")
    assert (unit.retreat_spot, unit.retreat_when, other.retreat_spot) == ("", 0, "")


@pytest.mark.rule("CF-20.5-03")
def test_retreatwhen_is_no_order_of_nations() -> None:
    assert {one.name: one.giver for one in QUESTING}["retreatwhen"] == "unit"


RETREATS = [
    # level, spot, position, wounds, retreats
    (3, HERE, "209", 300, True),  # 3 of 6 are left
    (3, HERE, "209", 299, False),  # 4 are left
    (0, HERE, "209", 500, False),
    (3, "", "209", 500, False),
    (3, "209", "209", 500, False),
    (3, "ocean", "209", 500, False),
]


@pytest.mark.rule("CF-20.5-02", "CF-20.5-03", "CF-20.5-04", "CF-20.5-06")
@pytest.mark.parametrize(("level", "spot", "position", "wounds", "retreats"), RETREATS)
def test_when_a_unit_retreats(level: int, spot: str, position: str, wounds: int, retreats: bool) -> None:
    world = empty_world()
    if spot == "ocean":
        spot = next(str(one.hex) for one in world.tables.hexes.values() if one.terrain == "deep ocean")
    unit = wary(world, level=level, spot=spot, position=position, wounds=wounds)
    assert would_retreat(begin(world), unit) == retreats


@pytest.mark.rule("CF-20.5-06")
def test_who_can_still_fly_retreats_over_the_sea() -> None:
    world = empty_world()
    ocean = next(str(one.hex) for one in world.tables.hexes.values() if one.terrain == "deep ocean")
    unit = wary(world, spot=ocean)
    turn = begin(world)
    unit.until["flying"] = turn.now
    assert would_retreat(turn, unit)


@pytest.mark.rule("CF-20.5-04", "CF-20.5-07", "CF-20.5-08", "CF-20.5-10", "CF-20.5-11", "CF-20.5-14")
def test_a_retreat_of_four_hexes_takes_16_phases() -> None:
    world = empty_world()
    unit = wary(world)
    unit.tactics = "charge"
    give(unit, "wait 5")
    turn = run_phases(begin(world), 2)
    retreat(turn, unit)
    assert (unit.position, unit.tactics, unit.retreat_when, unit.retreat_spot) == ("", "avoid", 0, HERE)
    assert [(one.text, one.begun, one.left) for one in unit.program] == [(f"retreat {HERE}", True, 16)]
    unit.program += program("myname Sir Test")
    turn.phase = 17
    arrive(turn)
    assert (unit.position, unit.program[0].left) == ("", 1)
    turn.phase = 18
    arrive(turn)
    assert (unit.position, [one.text for one in unit.program], unit.name) == (HERE, ["myname Sir Test"], "")


@pytest.mark.rule("CF-R-11.6")
@pytest.mark.rule("CF-20.5-08", "CF-20.5-09")
def test_a_retreat_takes_two_phases_at_least_and_ends_before_battles() -> None:
    world = empty_world()
    unit = wary(world, spot="1501", position=world.locations[1501].outside)
    turn = run_phases(begin(world), 1)
    retreat(turn, unit)
    assert unit.program[0].left == 2
    from postern.rulesets.cosmos.sequence import SEQUENCE

    labels = [step.label for part in SEQUENCE for step in getattr(part, "steps", ())]
    assert labels.index("e") < labels.index("f") < labels.index("h")


@pytest.mark.rule("CF-20.5-12", "CF-20.6-01")
def test_leaving_questing_mode_and_flight_erase_spot_and_level() -> None:
    world = own(empty_world())
    unit = wary(world, position=HERE, spot=BESIDE)
    after(world, unit, "questing off")
    assert (unit.retreat_spot, unit.retreat_when) == ("", 0)
    unit.retreat_spot, unit.retreat_when, unit.questing = BESIDE, 3, True
    forget_retreat(unit)
    assert (unit.retreat_spot, unit.retreat_when, unit.questing) == ("", 0, True)


@pytest.mark.rule("CF-20.5-13", "CF-20.5-14")
def test_nobody_orders_a_retreat() -> None:
    assert {one.name: one.giver for one in QUESTING}["retreat"] == "system"
    assert "retreat" not in TACTICS


# --- travel routes ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-20.4-04", "CF-20.4-05", "CF-20.4-06", "CF-20.4-07")
def test_a_caravan_takes_16_phases_and_three_gold_a_head() -> None:
    """Two characters with a Ladder Train that nobody can carry: 6 gold, off the map until phase 16."""
    world = empty_world()
    unit, other = knight(world, HOUSE, questing=True), knight(world, HOUSE, questing=True)
    form(unit, other)
    world.items[2200] = Item(2200, "make type 1", "Ladder Train", "Am", unit.id, quest=True)
    world.nations["Am"].pool = {"gold": 1000}
    give(unit, "travel 1606", "myname Sir Test")
    turn = run_phases(begin(world), 1)
    assert (unit.position, other.position, world.nations["Am"].pool["gold"]) == ("", "", 400)
    run_phases(turn, 14)
    arrive(turn)
    assert unit.position == ""
    run_phases(turn, 1)
    arrive(turn)
    assert (unit.position, other.position) == ("1606", "1606")
    run_phases(turn, 1)
    assert unit.name == "Sir Test"


@pytest.mark.rule("CF-R-11.5")
@pytest.mark.rule("CF-20.4-04", "CF-20.4-05")
@pytest.mark.parametrize(
    ("position", "goal", "gold", "left"),
    [(HOUSE, "1611", 1000, None), (HERE, "1606", 1000, None), (HOUSE, "1606", 299, None), (HOUSE, "1521", 0, 0)],
)
def test_routes_are_where_they_are_and_must_be_paid(position: str, goal: str, gold: int, left: int | None) -> None:
    """There is no caravan to 1611; a caravan costs 3 gold; the guided road to 1521 is free."""
    world = empty_world()
    unit = knight(world, position, questing=True)
    world.nations["Am"].pool = {"gold": gold} if gold else {}
    turn = after(world, unit, f"travel {goal}")
    assert bool(told(turn, "order failed")) == (left is None)
    assert (unit.position == "") == (left is not None)


@pytest.mark.rule("CF-20.4-04")
def test_only_questing_units_travel() -> None:
    world = empty_world()
    unit = knight(world, HOUSE)
    turn = after(world, unit, "travel 1521")
    assert "questing mode" in told(turn, "order failed")[0]["why"]


@pytest.mark.rule("CF-20.4-02")
def test_routes_are_known_to_the_travel_houses_and_where_units_have_been() -> None:
    world = scenario_world()
    assert world.nations["Am"].memory.routes == [1601, 1606, 1611, 1616]
    turn = begin(world)
    add_unit(world, "Am", 71, "1521", id=3190)
    follow_quests(turn)
    assert 1521 not in world.nations["Am"].memory.routes
    world.units[3190].questing = True
    follow_quests(turn)
    assert world.nations["Am"].memory.routes == [1601, 1606, 1611, 1616, 1521]


# --- deeds ------------------------------------------------------------------------------------------------------------------


def seeking(place: str, phases: int, kind: str | int = 71, questing: bool = True) -> tuple[World, Turn, Unit]:
    """A unit that has searched a place for so many phases."""
    world = empty_world()
    unit = add_unit(world, "Am", kind, place, questing=questing)
    give(unit, f"search {phases}")
    turn = begin(world)
    run_phases(turn, phases)
    follow_quests(turn)
    return world, turn, unit


@pytest.mark.rule("CF-R-11.2")
@pytest.mark.rule("CF-20-02")
@pytest.mark.parametrize(("phases", "done"), [(2, []), (3, ["1"])])
def test_a_clue_is_found_in_three_phases(phases: int, done: list[str]) -> None:
    world, turn, _ = seeking("1602", phases)
    assert world.nations["Am"].deeds == done
    clues = told(turn, "clue", "AM")
    assert [one["lair"].partition(" [")[2] for one in clues] == (["1609(Qu)]"] if done else [])


@pytest.mark.rule("CF-R-18.16")
@pytest.mark.rule("CF-20-02")
@pytest.mark.parametrize(("kind", "phases", "done"), [(71, 12, ["5"]), (71, 11, []), ("captain", 12, [])])
def test_a_vigil_needs_a_major_character(kind: str | int, phases: int, done: list[str]) -> None:
    world, _, _ = seeking("1605", phases, kind)
    assert world.nations["Am"].deeds == done


@pytest.mark.rule("CF-20-02")
def test_the_first_nation_of_a_vigil_gets_mana_and_each_its_points_once() -> None:
    world, turn, _ = seeking("1605", 12)
    assert world.nations["Am"].pool.get("holy mana", 0) == 3000 + _start(world, "Am", "holy mana")
    other = add_unit(world, "Rc", 52, "1605", questing=True, search_spot="1605", searched=12)
    before = dict(world.nations["Rc"].pool)
    follow_quests(turn)
    follow_quests(turn)
    assert (world.nations["Rc"].deeds, world.nations["Rc"].pool) == (["5"], before)
    assert world.nations["Am"].deeds == ["5"]
    assert other.questing


def _start(world: World, code: str, what: str) -> int:
    return scenario_world().nations[code].pool.get(what, 0)


@pytest.mark.rule("CF-20-01", "CF-20-02")
def test_deeds_are_done_in_questing_mode() -> None:
    world, _, _ = seeking("1602", 3, questing=False)
    assert world.nations["Am"].deeds == []


@pytest.mark.rule("CF-R-18.15")
@pytest.mark.rule("CF-20-02")
def test_whoever_fought_slew_the_monsters_of_a_lair() -> None:
    world = empty_world()
    bystander, slayer = add_unit(world, "Am", 71, "1603", questing=True), add_unit(world, "Rc", 52, "1603", questing=True)
    ghouls = add_unit(world, "Qu", 99, "1603", 6, questing=True)
    turn = begin(world)
    turn.fought = {slayer.id}
    follow_quests(turn)
    assert not world.nations["Rc"].deeds
    del world.units[ghouls.id]
    follow_quests(turn)
    follow_quests(turn)
    assert (world.nations["Rc"].deeds, world.nations["Am"].deeds) == (["9"], [])
    assert bystander.id in world.units


@pytest.mark.rule("CF-R-11.3")
@pytest.mark.rule("CF-20-02")
def test_guarded_items_cannot_be_taken() -> None:
    world = scenario_world()
    unit = add_unit(world, "Am", 71, "1603", questing=True, autotake=True, tactics="flee")
    give(unit, "take 2005")
    turn = run_to(begin(world), "1d")
    turn.sees["Am"].add(2005)
    run_to(turn, "1e")
    assert "guards" in told(turn, "order failed")[0]["why"]
    auto_take(turn)
    assert world.items[2005].holder == 0


@pytest.mark.rule("CF-20.2-01", "CF-20-01")
def test_a_whole_turn_with_questing_units() -> None:
    world = scenario_world()
    for number in (3102, 3107):
        give(world.units[number], "questing on", "wait 24")
    run_turn(world)
    assert all(world.units[number].questing for number in (3102, 3107))


@pytest.mark.rule("CF-R-18.17")
@pytest.mark.rule("CF-20.4-08")
@pytest.mark.parametrize("order", ["break", "clear 1", "clear"])
def test_a_begun_travel_goes_on(order: str) -> None:
    from postern.rulesets.cosmos.orders.carrying_out import append

    world = empty_world()
    unit = knight(world, HOUSE, questing=True)
    give(unit, "travel 1521", "wait 5")
    turn = run_phases(begin(world), 1)
    append(turn, unit, program(order))
    assert [one.text for one in unit.program][:1] == ["travel 1521"]
    run_phases(turn, 7)
    assert unit.position == "1521"


@pytest.mark.rule("CF-20.5-04", "CF-20.5-05", "CF-20.5-09")
@pytest.mark.parametrize(("flee_when", "way"), [(0, f"retreat {HERE}"), (5, "gohome")])
def test_who_is_hurt_retreats_but_flight_goes_before(flee_when: int, way: str) -> None:
    """A Knight among six ghouls loses a wound point in the first battle."""
    world = empty_world()
    unit = knight(world, BESIDE, questing=True, retreat_spot=HERE, retreat_when=5, flee_when=flee_when, wounds=[100])
    add_unit(world, "Qu", 99, BESIDE, 6, questing=True)
    turn = run_phases(begin(world), 3)
    assert unit.id in world.units
    assert (unit.position, [one.text for one in unit.program]) == ("", [way])
    assert bool(told(turn, "retreated")) == (not flee_when)


@pytest.mark.rule("CF-20.1-05", "CF-20.1-10")
@pytest.mark.parametrize("questing", [True, False])
def test_items_change_mode_with_who_carries_them_and_no_others(questing: bool) -> None:
    world = scenario_world()
    knight, other = (add_unit(world, "Am", "knight", "1501", questing=not questing) for _ in range(2))
    mine, his, lying = world.items[2001], world.items[2002], world.items[2003]
    for item, holder in ((mine, knight.id), (his, other.id), (lying, 0)):
        item.holder, item.position, item.quest = holder, "" if holder else "1501", not questing
    set_mode(world, knight, questing)
    assert (knight.questing, mine.quest) == (questing, questing)
    assert (other.questing, his.quest, lying.quest) == (not questing,) * 3
