"""Items: taken, dropped, given, made, used, and what they do for their holders (CF-2.4, CF-10)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.cosmos.rules.points import admin_limit
from postern.rulesets.cosmos.rules.sight import awareness, hiding
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Item, Unit, World
from postern.rulesets.cosmos.world.strength import item_bonus, item_row
from tests.rules.cosmos.build import add_unit, begin, empty_world, form, give, run_phases, told

pytest.importorskip("postern.rulesets.cosmos.rules.economy.sources")
pytest.importorskip("postern.rulesets.cosmos.rules.movement.costs")

HERE, BESIDE, HOME = "205", "206", "1501"


def lay(world: World, number: int, position: str, quest: bool = False) -> Item:
    """An item of the scenario, lying somewhere; nothing else lies about."""
    row = world.tables.items[number]
    for other in [one for one in world.items if one not in (number, *range(2200, 2300))]:
        del world.items[other]
    world.items[number] = Item(number, row.type, row.name, position=position, quest=quest)
    return world.items[number]


def hold(world: World, unit: Unit, number: int) -> Item:
    """An item in the hands of a unit."""
    row = world.tables.items[number]
    world.items[number] = Item(number, row.type, row.name, unit.owner, unit.id)
    return world.items[number]


def knight(world: World, owner: str = "Am", position: str = HERE, **more: Any) -> Unit:
    return add_unit(world, owner, 71 if owner == "Am" else 74, position, **more)


def act(world: World, *phases: int) -> Turn:
    return run_phases(begin(world), phases[0] if phases else 1)


# --- taking ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-10-03")
def test_an_item_at_the_position_is_taken_at_once_and_belongs_to_the_nation() -> None:
    world = empty_world()
    unit, sword = knight(world), lay(world, 2005, HERE)
    sword.owner = "Gh"
    give(unit, "take 2005", "myname Sir Test")
    act(world)
    assert (sword.holder, sword.position, sword.owner) == (unit.id, "", "Am")
    assert unit.name == "Sir Test"  # no time


@pytest.mark.rule("CF-10-03", "CF-18-09")
def test_what_lies_elsewhere_or_is_not_seen_is_not_taken() -> None:
    world = empty_world()
    unit, sword = knight(world), lay(world, 2005, BESIDE)
    give(unit, "take 2005")
    turn = act(world)
    assert (sword.holder, len(told(turn, "order failed"))) == (0, 1)


@pytest.mark.rule("CF-10-04")
def test_without_a_list_nothing_too_heavy_is_taken() -> None:
    """A Knight carries 20: the Ladder Train of 60 stays, the Ward Stone of 5 goes with him; a list takes both."""
    world = empty_world()
    unit = knight(world)
    lay(world, 2005, BESIDE)
    for number, row in ((2200, world.tables.items[2100]), (2201, world.tables.items[2102])):
        world.items[number] = Item(number, row.type, row.name, position=HERE)
    give(unit, "take")
    turn = act(world)
    assert (world.items[2200].holder, world.items[2201].holder) == (0, unit.id)
    give(unit, "take 2200")
    run_phases(turn, 1)
    assert world.items[2200].holder == unit.id


@pytest.mark.rule("CF-10-05")
def test_who_carries_too_much_cannot_move() -> None:
    from postern.rulesets.cosmos.rules.movement.costs import shared_load

    world = empty_world()
    unit = knight(world)
    assert shared_load(world, [unit]) is not None
    world.items[2200] = Item(2200, "make type 1", "Ladder Train", "Am", unit.id)
    assert shared_load(world, [unit]) is None


@pytest.mark.rule("CF-10-08", "CF-10-09", "CF-10-06")
def test_units_in_auto_take_mode_take_at_the_start_of_a_phase() -> None:
    from postern.rulesets.cosmos.orders.families.items import auto_take

    world = empty_world()
    unit, sword = knight(world), lay(world, 2005, HERE)
    assert not unit.autotake  # off when a unit is created
    turn = act(world)
    auto_take(turn)
    assert not sword.holder
    give(unit, "autotake on")
    run_phases(turn, 1)
    auto_take(turn)
    assert sword.holder == unit.id


@pytest.mark.rule("CF-10-09")
def test_auto_take_rests_in_a_member_of_a_force() -> None:
    from postern.rulesets.cosmos.orders.families.items import auto_take

    world = empty_world()
    leader, member = knight(world), knight(world, autotake=True)
    sword = lay(world, 2005, HERE)
    form(leader, member)
    turn = act(world)
    auto_take(turn)
    assert not sword.holder
    turn.leave_force(member)
    auto_take(turn)
    assert sword.holder == member.id


@pytest.mark.rule("CF-10-13")
def test_who_drops_in_auto_take_mode_takes_up_again() -> None:
    from postern.rulesets.cosmos.orders.families.items import auto_take

    world = empty_world()
    unit = knight(world, autotake=True)
    sword = hold(world, unit, 2005)
    give(unit, "drop 2005")
    turn = act(world)
    run_phases(turn, 1)
    auto_take(turn)
    assert sword.holder == unit.id
    give(unit, "autotake off", "drop 2005")
    run_phases(turn, 2)
    auto_take(turn)
    assert not sword.holder


@pytest.mark.rule("CF-10-06", "CF-10-07")
@pytest.mark.parametrize(("order", "expected"), [("autotake on", (True, False)), ("autotake on {member}", (False, True))])
def test_auto_take_is_of_the_unit_itself_or_of_those_listed(order: str, expected: tuple[bool, bool]) -> None:
    world = empty_world()
    leader, member = knight(world), knight(world)
    form(leader, member)
    give(leader, order.format(member=member.id))
    act(world)
    assert (leader.autotake, member.autotake) == expected


@pytest.mark.rule("CF-10-07")
def test_auto_take_as_a_unit_order_is_for_its_force_alone() -> None:
    world = empty_world()
    leader, stranger = knight(world), knight(world)
    give(leader, f"autotake on {stranger.id}")
    turn = act(world)
    assert not stranger.autotake
    assert told(turn, "order failed")


# --- dropping and giving ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-10-10")
def test_a_force_drops_all_that_it_carries_or_what_is_listed() -> None:
    world = empty_world()
    leader, member = knight(world), knight(world)
    form(leader, member)
    sword, bow = hold(world, leader, 2005), hold(world, member, 2006)
    give(leader, "drop 2006")
    turn = act(world)
    assert (sword.holder, bow.holder, bow.position) == (leader.id, 0, HERE)
    give(leader, "take 2006", "drop")
    run_phases(turn, 1)
    assert (sword.position, bow.position) == (HERE, HERE)


@pytest.mark.rule("CF-10-11")
@pytest.mark.parametrize(("owner", "expected"), [("Gh", "Gh"), ("", "Am")])
def test_a_dropped_item_belongs_to_the_owner_of_the_place(owner: str, expected: str) -> None:
    world = empty_world()
    world.hexes[int(HERE)].owner = owner
    unit = knight(world)
    sword = hold(world, unit, 2005)
    give(unit, "drop")
    act(world)
    assert sword.owner == expected


@pytest.mark.rule("CF-10-12")
@pytest.mark.parametrize(("owner", "position", "works"), [("Am", HERE, True), ("Rc", HERE, True), ("Rc", BESIDE, False)])
def test_items_are_given_to_units_at_the_same_position(owner: str, position: str, works: bool) -> None:
    world = empty_world()
    leader, member = knight(world), knight(world)
    form(leader, member)
    other = add_unit(world, owner, 52 if owner == "Rc" else 51, position)
    sword = hold(world, member, 2005)
    give(leader, f"give {other.id} 2005", "myname Sir Test")
    act(world)
    assert (sword.holder, sword.owner) == ((other.id, owner) if works else (member.id, "Am"))
    assert leader.name == "Sir Test"  # no time


@pytest.mark.rule("CF-10-12")
def test_items_are_given_within_a_force() -> None:
    world = empty_world()
    leader, member = knight(world), knight(world)
    form(leader, member)
    sword = hold(world, leader, 2005)
    give(leader, f"give {member.id} 2005")
    act(world)
    assert sword.holder == member.id


@pytest.mark.rule("CF-10-12")
def test_what_others_hold_cannot_be_given_away() -> None:
    world = empty_world()
    unit, stranger = knight(world), knight(world)
    sword = hold(world, stranger, 2005)
    give(unit, f"give {stranger.id} 2005", "drop 2005")
    turn = act(world)
    assert (sword.holder, len(told(turn, "order failed"))) == (stranger.id, 2)


# --- making and using ------------------------------------------------------------------------------------------------------

MADE = [
    # maker, order, phases, name, pool before and after, mana before and after
    (7, "make 1", 8, "Ladder Train", {"wood": 50, "manpower": 25}, {"wood": 10, "manpower": 5}, "", (0, 0)),
    (82, "make 2", 4, "Healing Salve", {"gold": 20}, {"gold": 5}, "holy mana", (12, 2)),
]


@pytest.mark.rule("CF-10-01", "CF-10-02", "CF-2.4-02")
@pytest.mark.parametrize(("maker", "order", "phases", "name", "pool", "left", "mana", "store"), MADE)
def test_an_item_is_made(
    maker: int,
    order: str,
    phases: int,
    name: str,
    pool: dict[str, int],
    left: dict[str, int],
    mana: str,
    store: tuple[int, int],
) -> None:
    world = empty_world()
    unit = add_unit(world, "Am", maker, HOME)
    unit.carries = {mana: store[0] * 100} if mana else {}
    world.nations["Am"].pool = {what: number * 100 for what, number in pool.items()}
    give(unit, order)
    turn = begin(world)
    run_phases(turn, 1)
    assert {what: number // 100 for what, number in world.nations["Am"].pool.items()} == left  # paid at the start
    assert unit.carries.get(mana, 0) == store[1] * 100
    run_phases(turn, phases - 2)
    assert not [one for one in world.items.values() if one.holder]
    run_phases(turn, 1)
    assert [(one.name, one.holder, one.owner) for one in world.items.values() if one.holder] == [(name, unit.id, "Am")]


@pytest.mark.rule("CF-10-02")
@pytest.mark.parametrize(("maker", "pool"), [(71, {"gold": 9900}), (82, {})])
def test_others_make_nothing_and_nobody_without_the_cost(maker: int, pool: dict[str, int]) -> None:
    world = empty_world()
    unit = add_unit(world, "Am", maker, HOME)
    world.nations["Am"].pool = dict(pool)
    give(unit, "make 2")
    turn = act(world, 5)
    assert told(turn, "order failed")
    assert not [one for one in world.items.values() if one.holder]


@pytest.mark.rule("CF-10-02")
def test_what_was_paid_for_an_item_is_lost_when_it_is_broken_off() -> None:
    from postern.rulesets.cosmos.orders.carrying_out import append
    from tests.rules.cosmos.build import program

    world = empty_world()
    unit = add_unit(world, "Am", 82, HOME, carries={"holy mana": 1200})
    world.nations["Am"].pool = {"gold": 2000}
    give(unit, "make 2")
    turn = act(world, 2)
    append(turn, unit, program("break"))
    assert (unit.program, world.nations["Am"].pool, unit.carries) == ([], {"gold": 500}, {"holy mana": 200})


@pytest.mark.rule("CF-10-01")
def test_a_ward_stone_is_spent_after_its_time() -> None:
    """Made in phase 12 of turn 1, it holds for 72 phases: to the end of phase 12 of turn 4."""
    from postern.rulesets.cosmos.orders.families.items import auto_take

    world = empty_world()
    smith = add_unit(world, "Sl", 84, "1511", carries={"rune mana": 3000})
    world.nations["Sl"].pool = {"gold": 3000}
    give(smith, "make 3")
    turn = act(world, 12)
    (stone,) = (one for one in world.items.values() if one.holder)
    assert item_bonus(world, smith, "strikeward") == 50
    world.turn, turn.phase = 4, 12
    auto_take(turn)
    assert stone.id in world.items
    turn.phase = 13
    auto_take(turn)
    assert stone.id not in world.items


@pytest.mark.rule("CF-2.4-02")
def test_a_salve_heals_four_wound_points_of_an_individual() -> None:
    """A Knight of 6 with 5 lost, and marginal damage: 1 point and the margin are left."""
    world = empty_world()
    priest, hurt = add_unit(world, "Am", 82, HERE), knight(world, wounds=[540])
    world.items[2200] = Item(2200, "make type 2", "Healing Salve", "Am", priest.id)
    give(priest, f"use 2200 {hurt.id}")
    turn = act(world)
    assert told(turn, "healed")[0]["points"] == 4
    assert hurt.wounds in ([140], [40])  # he may have recovered one besides
    assert 2200 not in world.items


@pytest.mark.rule("CF-2.4-02")
@pytest.mark.parametrize(("position", "gold"), [(HOME, 300), (HERE, 0)])
def test_the_ruby_is_worth_its_gold_once_in_an_own_city(position: str, gold: int) -> None:
    world = empty_world()
    unit = knight(world, position=position)
    hold(world, unit, 2013)
    world.nations["Am"].pool = {}
    give(unit, "use 2013")
    act(world)
    assert world.nations["Am"].pool.get("gold", 0) == gold * 100
    assert (2013 in world.items) == (gold == 0)


# --- what they do ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-2.4-02")
def test_of_bonuses_of_a_kind_the_best_counts() -> None:
    world = empty_world()
    unit = knight(world)
    hold(world, unit, 2005)
    hold(world, unit, 2007)
    assert item_bonus(world, unit, "melee") == 30  # 30 and 25
    assert item_bonus(world, unit, "engines") == 2
    assert item_bonus(world, unit, "defence") == 0


@pytest.mark.rule("CF-2.4-02")
def test_items_change_sight_and_orders() -> None:
    """The mirror makes a Knight see with one and a half of his 105, the ring makes him twice as hard to see; the crown gives
    its ruler two orders."""
    world = empty_world()
    unit = knight(world)
    turn = begin(world)
    sees, hides, limit = awareness(turn, unit), hiding(turn, unit), admin_limit(world, world.nations["Am"])
    for number in (2010, 2016, 2014):
        hold(world, unit, number)
    assert awareness(turn, unit) == pytest.approx(1.5 * sees)
    assert hiding(turn, unit) == pytest.approx(2 * hides)
    assert admin_limit(world, world.nations["Am"]) == limit  # he is no ruler
    world.nations["Am"].ruler = unit.id
    assert admin_limit(world, world.nations["Am"]) == limit + 2


@pytest.mark.rule("CF-2.4-01", "CF-2.4-04")
@pytest.mark.parametrize("slug", ["thalmar", "two_tides"])
def test_items_have_size_and_weight_and_move_with_their_holders(slug: str) -> None:
    world = empty_world(slug)
    assert all(row.size > 0 and row.weight > 0 for row in world.tables.items.values())
    made = Item(2100, "make type 3", "Ward Stone")  # the first new item has the ID of the pattern of another
    assert (item_row(world.tables, made).weight, item_row(world.tables, made).lasts) == (5, 72)
    assert not hasattr(made, "program")
