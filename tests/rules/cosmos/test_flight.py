"""Flight: the way home of individuals, what comes back of mass units, fleewhen, and homes that are lost (CF-9, CF-9.1)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.cosmos.orders.carrying_out import append
from postern.rulesets.cosmos.rules.off_map import GO_HOME, flee, return_home
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of
from postern.rulesets.cosmos.world.records import Item, Unit, World
from tests.rules.cosmos.battles import at_war, attacks, battle, fort, open_hex, turn_of
from tests.rules.cosmos.build import add_unit, begin, form, give, program, run_phases, told


def away(world: World, hexes: int, home: int = 1501) -> str:
    """A land hex so many hexes from the home."""
    center = hex_of(world, str(home))
    grid = world.tables.grid
    return next(str(one) for one in sorted(world.hexes) if grid.distance(center, one) == hexes and world.tables.land(one))


def at_phase(world: World, phase: int, turn: int = 1) -> Turn:
    """The moment just before those who come home appear."""
    world.turn = turn
    found = begin(world)
    found.step, found.phase = f"{phase}f", phase
    return found


def appears(world: World, unit: Unit, last: int = 120) -> int:
    """The moment in which a fled unit stands somewhere again; 0 for one that never does."""
    for moment in range(world.turn * 24 - 23, last):
        return_home(at_phase(world, (moment - 1) % 24 + 1, (moment - 1) // 24 + 1))
        if unit.id not in world.units:
            return 0
        if unit.position:
            return moment
    return 0


@pytest.mark.rule("CF-R-4.8")
@pytest.mark.rule("CF-9-02", "CF-9-04", "CF-9-21")
@pytest.mark.parametrize(("hexes", "phases"), [(1, 4), (2, 8), (3, 12)])
def test_an_individual_is_at_home_after_four_phases_a_hex(hexes: int, phases: int) -> None:
    world = at_war()
    unit = add_unit(world, "Am", "general", away(world, hexes), tactics="avoid", retreat_when=3, retreat_spot="190")
    turn = at_phase(world, 3)
    flee(turn, unit, "order")
    assert [(one["phases"], one["home"]) for one in told(turn, "on the way home", "AM")] == [(phases, "1501")]
    assert (unit.position, unit.program[0].text, unit.program[0].begun, unit.program[0].left) == ("", GO_HOME, True, phases)
    return_home(at_phase(world, 4))
    assert unit.program[0].left == phases - 1
    assert appears(world, unit) == 3 + phases
    assert (unit.position, unit.program, unit.tactics) == ("1501", [], "avoid")
    assert (unit.retreat_when, unit.retreat_spot) == (0, "")  # CF-20.5-12


@pytest.mark.rule("CF-9-03", "CF-9-24", "CF-5.2-04")
def test_a_home_that_moves_makes_the_way_longer() -> None:
    world = at_war()
    unit = add_unit(world, "Am", "general", away(world, 2))
    flee(at_phase(world, 3), unit, "order")
    world.nations["Am"].home = 1502
    further = world.tables.grid.distance(hex_of(world, "1501"), hex_of(world, "1502"))
    assert appears(world, unit) == 3 + 8 + 4 * further
    assert unit.position == "1502"


@pytest.mark.rule("CF-9-05", "CF-9-23", "CF-9-24")
@pytest.mark.parametrize(
    ("home", "owners", "place"),
    [
        pytest.param(1501, {1501: "Am"}, "1501", id="owned"),
        pytest.param(1501, {1501: "Gh", 190: "Am"}, "190", id="the hex outside of a lost city"),
        pytest.param(1504, {1504: "Gh", 1501: "Am"}, "1501", id="the city outside of a lost castle"),
        pytest.param(1504, {1504: "Gh", 1501: "Gh", 190: "Am"}, "190", id="further outwards"),
        pytest.param(1501, {1501: "Gh", 190: "Gh"}, "", id="nothing left"),
        pytest.param(190, {190: "Gh"}, "", id="a lost hex has nothing outside"),
    ],
)
def test_a_lost_home(home: int, owners: dict[int, str], place: str) -> None:
    world = at_war()
    nation = world.nations["Am"]
    nation.home = home
    unit = add_unit(world, "Am", "general", away(world, 2))
    flee(at_phase(world, 3), unit, "order")
    for where, owner in owners.items():  # judged when the time has passed: it may be retaken until then
        (world.locations[where] if where in world.locations else world.hexes[where]).owner = owner
    assert appears(world, unit) == (11 if place else 0)
    assert unit.position == place
    assert (unit.id in world.units) == bool(place)


@pytest.mark.rule("CF-R-3.6")
@pytest.mark.rule("CF-9-06", "CF-9-07", "CF-9-11")
@pytest.mark.parametrize(
    ("hexes", "men", "horses"),
    [(0, 25, 20), (3, 19, 15), (10, 5, 4), (14, 5, 4)],  # 24%, 80% less, and never more than 80% less
)
def test_a_mass_unit_dissolves_and_part_of_its_people_and_mounts_come_back(hexes: int, men: int, horses: int) -> None:
    world = at_war()
    nation = world.nations["Am"]
    nation.pool = {}
    unit = add_unit(world, "Am", "light cavalry", "1501" if not hexes else away(world, hexes), 25)
    unit.carries = {"gold": 1250}
    place, hexes_of = unit.position, hex_of(world, unit.position)
    world.items = {2005: Item(2005, "weapon", "Sword", owner="Am", holder=unit.id)}
    world.locations[1501].stores = {}
    nation.home = 1501
    flee(at_phase(world, 3), unit, "order")
    assert nation.pool == {"men": men * 100, "horses": horses * 100}
    assert unit.id not in world.units
    stores = world.locations[1501].stores if place == "1501" else world.hexes[hexes_of].stores
    assert stores == {"gold": 1250}
    assert (world.items[2005].holder, world.items[2005].position) == (0, place)


@pytest.mark.rule("CF-9-07")
def test_only_those_who_are_left_come_back() -> None:
    """Half of a standard unit of 20 riders: 10 elves, and 80% of 10 horses; a home that is lost changes nothing."""
    world = at_war("Rc", "Gh")
    world.nations["Rc"].pool = {}
    world.locations[1506].owner = "Gh"
    unit = add_unit(world, "Rc", "elven riders", "1506", 10)
    flee(at_phase(world, 3), unit, "morale")
    assert world.nations["Rc"].pool == {"elves": 1000, "horses": 800}


@pytest.mark.rule("CF-9-08")
def test_nothing_comes_back_of_bribed_or_hired_units() -> None:
    world = at_war()
    world.nations["Am"].pool = {}
    unit = add_unit(world, "Am", "medium infantry", "1501", bought=True)
    flee(at_phase(world, 3), unit, "order")
    assert world.nations["Am"].pool == {}


@pytest.mark.rule("CF-R-10.5")
@pytest.mark.rule("CF-9-09", "CF-9-10", "CF-9-12")
def test_the_order_lets_the_whole_force_flee_and_drop_what_it_carries() -> None:
    world = at_war()
    place = away(world, 2)
    mage = add_unit(world, "Am", "mage", place, carries={"gold": 500, "enchantment mana": 2400})
    general = add_unit(world, "Am", "general", place)
    foot = add_unit(world, "Am", "medium infantry", place)
    form(mage, general, foot)
    world.items = {
        2001: Item(2001, "ember", "Ember of Dawn", owner="Am", holder=mage.id),
        2005: Item(2005, "weapon", "Sword of the Nine", owner="Am", holder=mage.id),
    }
    world.hexes[int(place)].owner = "Gh"
    world.hexes[int(place)].stores = {}
    give(mage, "flee", "wait 3")
    run_phases(begin(world), 1)
    assert foot.id not in world.units
    assert [one.text for one in mage.program] == [one.text for one in general.program] == [GO_HOME]
    assert (mage.carries, world.hexes[int(place)].stores) == ({"enchantment mana": 2400}, {"gold": 500})
    assert (world.items[2001].holder, world.items[2005].holder) == (mage.id, 0)  # embers are personal (ruling 10.5)
    assert (world.items[2005].position, world.items[2005].owner) == (place, "Gh")
    assert (mage.members, general.leader) == ([], 0)


@pytest.mark.rule("CF-9-22")
def test_the_way_home_cannot_be_broken_off_and_new_orders_wait_behind_it() -> None:
    world = at_war()
    unit = add_unit(world, "Am", "general", away(world, 2))
    turn = at_phase(world, 3)
    flee(turn, unit, "order")
    append(turn, unit, program("break", "clear 1", "wait 1", "break 1", "clear 1 -1", "wait 2"))
    assert [one.text for one in unit.program] == [GO_HOME, "wait 2"]


@pytest.mark.rule("CF-9-13", "CF-9-18", "CF-9-19", "CF-9-01", "CF-2.3.3-06")
def test_a_careful_major_character_cannot_be_killed_by_soldiers() -> None:
    """A noble of 8 wound points who flees at 5: one attack takes 4 at most, and leaves him 4."""
    world = at_war()
    place = away(world, 2)
    noble = add_unit(world, "Am", "noble", place, tactics="attack", flee_when=5)
    add_unit(world, "Gh", "trolls", place, 40, tactics="charge")
    turn = battle(turn_of(world))
    assert noble.position == ""
    assert 8 - sum(noble.wounds) // 100 >= 4
    assert [one["why"] for one in told(turn, "fled", "AM") if one["who"] == noble.id] == ["fleewhen"]
    assert noble.flee_when == 0
    appears(world, noble)
    assert (noble.position, noble.tactics) == ("1501", "flee")


@pytest.mark.rule("CF-9-14", "CF-9-15", "CF-9-17", "CF-9-20")
def test_fleewhen_for_members_of_the_force() -> None:
    world = at_war()
    general, knight, foot, other = (
        add_unit(world, "Am", kind, "1501") for kind in ("general", "knight", "medium infantry", "noble")
    )
    form(general, knight, foot)
    give(general, f"fleewhen 3 {knight.id}", "fleewhen 2", f"fleewhen 4 {other.id}", f"fleewhen 1 {foot.id}")
    turn = begin(world)
    run_phases(turn, 1)
    assert (knight.flee_when, general.flee_when, other.flee_when, foot.flee_when) == (3, 2, 0, 0)
    assert [one["order"] for one in told(turn, "order failed", "AM")] == [f"fleewhen 4 {other.id}", f"fleewhen 1 {foot.id}"]
    give(general, "fleewhen 0")
    run_phases(turn, 1)
    assert general.flee_when == 0


def scene(phase: int, position: str = "1501", home: int = 1501, **more: Any) -> tuple[World, Unit]:
    """A general who flees from his home in this phase of turn 2."""
    world = at_war()
    world.nations["Am"].home = home
    unit = add_unit(world, "Am", "general", position, **{"tactics": "flee", **more})
    world.turn = 2
    return world, unit


@pytest.mark.rule("CF-9.1-01", "CF-9.1-02")
@pytest.mark.parametrize(
    ("phase", "why", "arrives", "tactics"),
    [(1, "tactics", 48, "avoid"), (2, "tactics", 49, "flee"), (24, "fleewhen", 49, "flee"), (1, "morale", 48, "avoid")],
)
def test_who_flees_from_home_returns_in_the_last_or_the_next_first_phase(
    phase: int, why: str, arrives: int, tactics: str
) -> None:
    world, unit = scene(phase)
    flee(at_phase(world, phase, 2), unit, why)
    assert appears(world, unit) == arrives
    assert (unit.position, unit.tactics) == ("1501", tactics)


@pytest.mark.rule("CF-9.1-01")
@pytest.mark.parametrize(
    ("position", "home", "special"), [("1504", 1501, True), ("190", 1501, True), ("1501", 190, True), ("190", 1504, False)]
)
def test_zero_distance_is_the_home_its_inside_and_directly_outside(position: str, home: int, special: bool) -> None:
    world, unit = scene(5, position, home)
    flee(at_phase(world, 5, 2), unit, "tactics")
    assert appears(world, unit) == (49 if special else 24 + 5 + 1)


@pytest.mark.rule("CF-9.1-03", "CF-9.1-04")
def test_a_leader_in_a_lost_home_lives_for_two_turns() -> None:
    """The book's example: he flees by tactics, again in phase 1, by his level in the last, again in phase 1, and dies."""
    world = at_war()
    world.hexes[190].owner = "Am"
    leader = add_unit(world, "Am", "general", "1501", tactics="flee", flee_when=7)
    add_unit(world, "Gh", "dwarven axemen", "1501", 150, tactics="attack")
    seen: list[tuple[int, int, str]] = []
    for turn_number in range(1, 5):
        world.turn = turn_number
        turn = begin(world)
        for phase in range(1, 25):
            turn.step, turn.phase = f"{phase}f", phase
            if (turn_number, phase) < (1, 5):
                continue  # the enemy comes in phase 5
            return_home(turn)
            leader.spirit = 10000  # he does not lose heart
            battle(turn)
        seen += [
            (turn_number, int(one.step[:-1]), one.data["why"] if one.kind == "fled" else "killed")
            for one in turn.events
            if one.kind in ("fled", "destroyed") and one.data["who"] == leader.id and "AM" in one.seen_by
        ]
    assert seen == [
        (1, 5, "tactics"),
        (2, 1, "tactics"),
        (2, 24, "fleewhen"),
        (3, 1, "tactics"),
        (3, 24, "killed"),
    ]


@pytest.mark.rule("CF-9-01", "CF-9.2-02")
def test_a_unit_flees_when_its_morale_breaks_outside_of_battle() -> None:
    world = at_war()
    place = open_hex(world)
    broken = add_unit(world, "Am", "general", place, morale=-203)
    shaken = add_unit(world, "Am", "general", place, morale=-200)
    run = run_phases(begin(world), 1)
    assert (broken.position, shaken.position, shaken.spirit) == ("", place, -100_00)  # -101 and -100
    assert [one["why"] for one in told(run, "fled", "AM")] == ["morale"]


@pytest.mark.rule("CF-9-01")
def test_a_mass_unit_whose_battle_morale_breaks_dissolves() -> None:
    world = at_war()
    place = str(fort(world).id)
    world.nations["Gh"].pool = {}
    weak = add_unit(world, "Gh", "goblin rabble", place, 100, tactics="attack", morale=-60)
    add_unit(world, "Am", "heavy infantry", place, 200, tactics="attack", morale=50)
    turn = battle(turn_of(world))
    assert weak.id not in world.units
    (account,) = told(turn, "battle", "AM")
    (fled,) = (one for segment in account["segments"] for one in segment.get("fled", ()))
    assert (fled["unit"], fled["why"]) == (weak.id, "morale")
    assert world.nations["Gh"].pool["goblins"] > 0
    assert attacks(turn)
