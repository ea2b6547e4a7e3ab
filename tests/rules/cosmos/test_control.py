"""Control of hexes and locations, with its exact time (CF-14)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.cosmos.rules.control import control_time, effective_helpers, obstructions, owned_neighbours
from postern.rulesets.cosmos.world.records import Location, Unit, World
from tests.rules.cosmos.build import add_unit, begin, empty_world, form, give, run_phases, run_to, run_turn, told

PLAINS = 205


def bare() -> World:
    """A world without owners and without units; hex 205 is plains that nobody owns."""
    world = empty_world()
    for one in world.hexes.values():
        one.owner = ""
    for location in world.locations.values():
        location.owner = ""
    assert world.tables.hexes[PLAINS].terrain == "plains"
    return world


def wounded(unit: Unit, heavy: int = 0, incapacitated: int = 0) -> Unit:
    """Gives so many individuals heavy wounds (efficiency 30 %) or incapacitates them."""
    unit.wounds = [200] * heavy + [300] * incapacitated
    return unit


def noble_force(world: World) -> Unit:
    """The book's Noble with 75 Heavy Infantry, 68 of which 42 % are fit, and 50 Light Cavalry."""
    noble = add_unit(world, "Am", "noble", PLAINS)
    heavy = add_unit(world, "Am", "heavy infantry", PLAINS, 75)
    hurt = wounded(add_unit(world, "Am", "heavy infantry", PLAINS, 68), incapacitated=39)  # 29 of 68 are fit: 42.6 %
    return form(noble, heavy, hurt, add_unit(world, "Am", "light cavalry", PLAINS, 50))


@pytest.mark.rule("CF-14-17")
def test_the_book_takes_a_castle_its_city_and_their_hex_in_one_program() -> None:
    """Castle 1504 is in city 1501 in hex 190. Five hundred-strong companies of size 4 need 2000, with two more 3600: too many
    for the castle's room of 3000, so that two stay in the city meanwhile."""
    world = bare()
    for place in (world.hexes[190], world.locations[1501], world.locations[1504]):
        place.owner = "Gh"
    for one, other in (("Am", "Gh"), ("Gh", "Am")):
        world.nations[one].policies[other] = "enemy"
    for wall in (1501, 1504):
        add_unit(world, "Gh", "goblin rabble", wall, 60, tactics="defend")
    noble = add_unit(world, "Am", "noble", 207, tactics="defend")
    foot = [add_unit(world, "Am", "heavy infantry", 207, 180, id=number, tactics="attack") for number in range(3112, 3117)]
    form(noble, *foot)
    world.nations["Am"].pool = {"food": 9_000_000, "gold": 900_000}
    orders = (
        "move 190\nstorm\nmove 1501\nstorm\nleave 3113 3115\nmove 1504\ncontrol -1\nmove 1501\ninclude 3113 3115\n"
        "control -1\nmove 190\ncontrol -1"
    )
    give(noble, orders)
    turns = []
    while noble.program and world.turn < 8:
        turns.append(run_turn(world))
    taken = [one["what"] for turn in turns for one in told(turn, "controlled", "AM")]
    assert [next(name for name in ("Crownkeep", "Stavenholm", "190") if name in what) for what in taken] == [
        "Crownkeep", "Stavenholm", "190",
    ]  # fmt: skip
    went = [one["goal"] for turn in turns for one in told(turn, "moved", "AM")]
    assert went == ["190", "1501", "1504", "1501", "190"]
    assert not [one for turn in turns for one in told(turn, "order failed", "AM")]
    assert {one.position for one in world.units.values() if one.owner == "Am"} == {"190"}  # no garrison is left behind
    assert noble.members == [3112, 3114, 3116, 3113, 3115]


@pytest.mark.rule("CF-14.2-01", "CF-14.2-02", "CF-14.2-03", "CF-14.2-04", "CF-14.2-07", "CF-14.2-08", "CF-14.2-12", "CF-14-18")
def test_the_books_noble_takes_28_phases() -> None:
    world = bare()
    noble = noble_force(world)
    exact = 1 + Fraction(4, 7) * Fraction(75, 50) + Fraction(4, 7) * Fraction(29, 68) * Fraction(68, 50) + Fraction(50, 25)
    assert effective_helpers(world, noble) == exact
    assert float(exact) == pytest.approx(4.19, abs=0.02)
    assert control_time(world, noble) == 28


@pytest.mark.rule("CF-14.2-09", "CF-14.2-11", "CF-14.2-13", "CF-14-19")
def test_with_neighbours_and_a_fort_22() -> None:
    world = bare()
    noble = noble_force(world)
    for number in world.tables.grid.neighbours(PLAINS)[:2]:
        world.hexes[number].owner = "Am"
    world.locations[1700] = Location(1700, "fort", str(PLAINS), owner="Am", rating=1, strength=3)
    assert float(effective_helpers(world, noble)) == pytest.approx(8.59, abs=0.02)
    assert control_time(world, noble) == 22


@pytest.mark.rule("CF-14.2-02", "CF-14.2-14")
def test_a_noble_at_30_percent_takes_68() -> None:
    world = bare()
    noble = noble_force(world)
    noble.wounds = [400]  # half of 8 wound points lost: heavy wounds
    assert control_time(world, noble) == 68


@pytest.mark.rule("CF-R-6.4")
@pytest.mark.rule("CF-14.2-06", "CF-14-11")
def test_to_neutralise_takes_half_as_long_again() -> None:
    world = bare()
    noble = noble_force(world)
    world.hexes[PLAINS].owner = "Gh"
    assert control_time(world, noble) == 42  # 27.48 x 1.5 = 41.2


@pytest.mark.rule("CF-14.2-05", "CF-14.2-10")
def test_a_small_location_takes_its_part_of_the_time() -> None:
    world = bare()
    castle = world.locations[1504]  # room 3000; the inside of a castle is a structure, where a Noble's cost is 2
    noble = add_unit(world, "Am", "noble", castle.id)
    assert control_time(world, noble) == 10  # (8 + 24) x 0.3 = 9.6
    world.locations[1501].owner = "Am"  # the city around it counts as two, and as two again for being at its position
    assert effective_helpers(world, noble) == 3


def city_and_castle(world: World, leader: str = "general") -> tuple[Unit, Unit]:
    """A General, who needs an owned neighbour, and troops of his inside Stavenholm."""
    general = add_unit(world, "Am", leader, 1501)
    return form(general, add_unit(world, "Am", "medium infantry", 1501)), world.units[general.id]


@pytest.mark.rule("CF-14-06", "CF-14-07", "CF-14-08")
@pytest.mark.parametrize(
    ("owned", "enough"), [("city", True), ("hex", True), ("adjacent hex", True), ("fort in the hex", False), ("nothing", False)]
)
def test_neighbours_of_a_castle_in_a_city(owned: str, enough: bool) -> None:
    world = bare()
    _own(world, owned)
    assert bool(owned_neighbours(world, "Am", "1504")) is enough


def _own(world: World, owned: str) -> None:
    if owned == "city":
        world.locations[1501].owner = "Am"
    if owned == "castle":
        world.locations[1504].owner = "Am"
    if owned == "hex":
        world.hexes[190].owner = "Am"
    if owned == "adjacent hex":
        world.hexes[world.tables.grid.neighbours(190)[0]].owner = "Am"
    if owned == "fort in the hex":
        world.locations[1700] = Location(1700, "fort", "190", owner="Am", rating=1, strength=3)


@pytest.mark.rule("CF-14-09")
@pytest.mark.parametrize(
    ("owned", "enough"), [("castle", True), ("fort in the hex", True), ("hex", True), ("adjacent hex", True)]
)
def test_neighbours_of_a_city(owned: str, enough: bool) -> None:
    world = bare()
    if owned != "castle":
        world.locations.pop(1504)
    _own(world, owned)
    assert bool(owned_neighbours(world, "Am", "1501")) is enough


@pytest.mark.rule("CF-R-6.6")
@pytest.mark.rule("CF-14-10")
def test_a_city_of_an_enemy_obstructs_the_hex_and_an_own_one_is_a_neighbour() -> None:
    world = bare()
    general = add_unit(world, "Am", "general", 190)
    form(general, add_unit(world, "Am", "medium infantry", 190))
    world.locations[1501].owner = "Gh"
    world.nations["Am"].policies["Gh"] = "enemy"
    world.hexes[world.tables.grid.neighbours(190)[0]].owner = "Am"
    give(general, "control")
    turn = begin(world)
    run_phases(turn, 1)
    assert "Stavenholm" in told(turn, "order failed", "AM")[0]["why"]  # CF-14.1-05
    world.locations[1501].owner = "Am"
    give(general, "control")
    run_phases(turn, 1)
    assert general.program[0].begun


@pytest.mark.rule("CF-14-01", "CF-14-14")
def test_the_hex_is_owned_when_the_time_is_over() -> None:
    world = bare()
    noble = noble_force(world)
    give(noble, "control")
    turn = begin(world)
    run_phases(turn, 23)
    assert world.hexes[PLAINS].owner == ""
    assert noble.program[0].left == 28 - 23
    run_phases(turn, 1)
    turn = begin(world)
    run_phases(turn, 3)
    assert world.hexes[PLAINS].owner == ""
    run_phases(turn, 1)
    assert world.hexes[PLAINS].owner == "Am"


@pytest.mark.rule("CF-14-02", "CF-14-03", "CF-14-05", "CF-14-12", "CF-14-13", "CF-5.4-07")
@pytest.mark.parametrize(
    ("who", "where", "owner", "policy", "why"),
    [
        ("mage", PLAINS, "", "", "type cannot control"),
        ("noble", f"o{PLAINS}", "", "", "surface"),
        ("noble", 1526, "", "", "follows the owner"),
        ("noble", PLAINS, "Am", "", "yours already"),
        ("noble", PLAINS, "Gh", "neutral", "do not hold as an enemy"),
        ("noble", PLAINS, "Gh", "ally", "do not hold as an enemy"),
        ("general", PLAINS, "", "", "neighbouring"),
        ("captain", PLAINS, "Gh", "enemy", "nobody owns"),
    ],
)
def test_what_cannot_be_controlled(who: str, where: int | str, owner: str, policy: str, why: str) -> None:
    world = bare()
    unit = add_unit(world, "Am", who, where, until={"flying": 1} if str(where).startswith("o") else {})
    world.hexes[PLAINS].owner = owner
    world.nations["Am"].policies["Gh"] = policy or "neutral"  # type: ignore[assignment]
    give(unit, "control -1")
    turn = begin(world)
    run_phases(turn, 1)
    assert why in told(turn, "order failed", "AM")[0]["why"]
    assert unit.program == []  # a permanent condition ends even control -1 (CF-14-16)


@pytest.mark.rule("CF-14-05")
def test_a_general_needs_troops_that_he_leads() -> None:
    world = bare()
    world.hexes[world.tables.grid.neighbours(PLAINS)[0]].owner = "Am"
    general = add_unit(world, "Am", "general", PLAINS)
    give(general, "control")
    turn = begin(world)
    run_phases(turn, 1)
    assert "needs troops" in told(turn, "order failed", "AM")[0]["why"]


@pytest.mark.rule("CF-14.1-01", "CF-14.1-02", "CF-2.3.2-01")
@pytest.mark.parametrize(("enemies", "obstructed"), [(48, False), (52, True)])
def test_enemies_of_a_quarter_of_the_presence_obstruct(enemies: int, obstructed: bool) -> None:
    world = bare()
    noble = add_unit(world, "Am", "noble", PLAINS)
    form(noble, add_unit(world, "Am", "light infantry", PLAINS, 100))  # two standard units: presence 2
    foes = add_unit(world, "Gh", "goblin rabble", PLAINS, enemies)  # standard 100
    world.nations["Gh"].policies["Am"] = "enemy"
    foes.tactics = "attack"
    assert bool(obstructions(world, noble)) is obstructed


@pytest.mark.rule("CF-14.1-03")
def test_allies_and_other_own_units_count_half() -> None:
    world = bare()
    noble = add_unit(world, "Am", "noble", PLAINS)
    form(noble, add_unit(world, "Am", "light infantry", PLAINS, 50))  # presence 1
    add_unit(world, "Gh", "goblin rabble", PLAINS, 40)  # 0.4 against a quarter of 1
    world.nations["Gh"].policies["Am"] = "enemy"
    assert obstructions(world, noble)
    add_unit(world, "Am", "light infantry", PLAINS, 50)
    assert obstructions(world, noble)  # a quarter of 1.5 is 0.375
    friend = add_unit(world, "Rc", "elven spearguard", PLAINS, 40)
    world.nations["Am"].policies["Rc"] = "ally"
    assert not obstructions(world, noble)  # a quarter of 2 is 0.5
    friend.owner = "Sl"
    assert obstructions(world, noble)


@pytest.mark.rule("CF-14.1-04", "CF-14-04")
def test_only_enemy_locations_that_influence_control_obstruct() -> None:
    world = bare()
    noble = add_unit(world, "Am", "noble", 188)  # the mine stands in 188
    world.nations["Am"].policies["Gh"] = "enemy"
    world.locations[1505].owner = "Gh"
    assert not obstructions(world, noble)
    world.locations[1700] = Location(1700, "fort", "188", owner="Gh", rating=1, strength=3)
    assert [one.id for one in obstructions(world, noble)] == [1700]
    world.locations[1700].owner = "Sl"
    assert not obstructions(world, noble)


@pytest.mark.rule("CF-14-16", "CF-14-15")
@pytest.mark.parametrize(("order", "moved", "tries"), [("control", False, 1), ("control", True, 2), ("control 3", False, 3)])
def test_tries_when_something_obstructs(order: str, moved: bool, tries: int) -> None:
    world = bare()
    noble = add_unit(world, "Am", "noble", PLAINS)
    world.locations[1700] = Location(1700, "fort", str(PLAINS), owner="Gh", rating=1, strength=3)
    world.nations["Am"].policies["Gh"] = "enemy"
    give(noble, order)
    turn = run_to(begin(world), "1d")
    if moved:
        turn.moved[noble.id] = "206"
    run_to(turn, "6i")
    assert len(told(turn, "control prevented")) + len(told(turn, "order failed")) == tries
    assert noble.program == []


@pytest.mark.rule("CF-R-6.3")
@pytest.mark.rule("CF-14-14", "CF-14-16")
def test_minus_one_tries_until_it_is_done() -> None:
    world = bare()
    noble = noble_force(world)
    fort = world.locations[1700] = Location(1700, "fort", str(PLAINS), owner="Gh", rating=1, strength=3)
    world.nations["Am"].policies["Gh"] = "enemy"
    give(noble, "control -1")
    turn = begin(world)
    run_phases(turn, 5)
    assert noble.program
    fort.owner = ""
    run_phases(turn, 1)
    assert noble.program[0].begun


@pytest.mark.rule("CF-R-6.2")
@pytest.mark.rule("CF-14-14")
def test_one_force_at_a_time_controls() -> None:
    world = bare()
    first, second = add_unit(world, "Am", "noble", PLAINS), add_unit(world, "Rc", "elven lord", PLAINS)
    give(first, "control")
    turn = begin(world)
    run_phases(turn, 1)
    give(second, "control")
    run_phases(turn, 1)
    assert "Another force" in told(turn, "order failed", "RC")[0]["why"]


@pytest.mark.rule("CF-5.4-04", "CF-14-13")
def test_whose_land_is_being_taken_declares_the_aggressor_enemy() -> None:
    world = bare()
    noble = add_unit(world, "Am", "noble", PLAINS)
    world.hexes[PLAINS].owner = "Gh"
    world.nations["Am"].policies["Gh"] = "enemy"
    assert world.policy("Gh", "Am") == "neutral"
    give(noble, "control")
    run_phases(begin(world), 1)
    assert world.policy("Gh", "Am") == "enemy"


@pytest.mark.rule("CF-18.2-02")
def test_control_brings_hidden_units_out() -> None:
    world = bare()
    noble = add_unit(world, "Am", "noble", PLAINS, hidden=True)
    give(noble, "control")
    run_phases(begin(world), 1)
    assert not noble.hidden


@pytest.mark.rule("CF-R-6.5")
@pytest.mark.rule("CF-14.3-01")
@pytest.mark.parametrize(
    ("present", "policy", "follows"), [("", "neutral", True), ("Gh", "enemy", True), ("Gh", "neutral", False)]
)
def test_a_mine_follows_the_owner_of_its_hex(present: str, policy: str, follows: bool) -> None:
    world = bare()
    world.hexes[188].owner, world.locations[1505].owner = "Am", present
    world.nations["Am"].policies["Gh"] = policy  # type: ignore[assignment]
    run_phases(begin(world), 1)
    assert (world.locations[1505].owner == "Am") is follows


@pytest.mark.rule("CF-14.3-02")
def test_but_not_while_others_hold_its_inside() -> None:
    world = bare()
    world.hexes[188].owner, world.locations[1505].owner = "Am", "Gh"
    world.nations["Am"].policies["Gh"] = "enemy"
    guard = add_unit(world, "Gh", "goblin rabble", 1505, tactics="avoid")
    turn = begin(world)
    run_phases(turn, 1)
    assert world.locations[1505].owner == "Gh"
    turn.remove(guard)
    run_phases(turn, 1)
    assert world.locations[1505].owner == "Am"


@pytest.mark.rule("CF-14.3-03", "CF-14.3-04")
def test_free_towns_take_their_towns_back_phase_by_phase() -> None:
    world = bare()
    town = world.locations[1521]
    town.owner = "Am"
    add_unit(world, "Fr", "town militia", 1521)
    world.nations["Fr"].policies["Am"] = "enemy"
    turn = begin(world)
    run_phases(turn, 1)
    assert town.owner == ""
    run_phases(turn, 1)
    assert town.owner == "Fr"


@pytest.mark.rule("CF-14.3-03")
def test_the_wild_holds_nothing() -> None:
    world = bare()
    town = world.locations[1521]
    add_unit(world, "Wd", "bandits", 1521)
    run_phases(begin(world), 2)
    assert town.owner == ""
