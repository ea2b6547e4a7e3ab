"""Forces: who leads whom, and how they come together (CF-8)."""

from __future__ import annotations

from copy import deepcopy

import pytest

from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Unit, World
from postern.rulesets.cosmos.world.strength import force_of
from tests.rules.cosmos.build import add_unit, begin, empty_world, form, give, run_phases, run_to, told
from tests.rules.cosmos.test_steps import known_world, phases_until_there


def company(world: World) -> tuple[Unit, Unit, Unit, Unit]:
    """A General 3101 and three companies beside him in plains."""
    names = ("general", "medium infantry", "light infantry", "crossbowmen")
    one, two, three, four = (add_unit(world, "Am", name, 205) for name in names)
    return one, two, three, four


def forces(world: World, *units: Unit) -> list[list[int]]:
    return [[one.id for one in force_of(world, unit)] for unit in units]


def after(world: World) -> Turn:
    return run_phases(begin(world), 1)


@pytest.mark.rule("CF-8-01", "CF-8-02", "CF-8.1-05", "CF-8.1-07")
def test_form_makes_a_force_in_the_order_of_its_list() -> None:
    world = empty_world()
    general, medium, light, bows = company(world)
    give(general, f"form {bows.id} {medium.id}")
    after(world)
    assert forces(world, general, light) == [[general.id, bows.id, medium.id], [light.id]]


@pytest.mark.rule("CF-8.1-06", "CF-8.1-09")
def test_form_breaks_up_the_old_forces_of_all() -> None:
    world = empty_world()
    general, medium, light, bows = company(world)
    form(general, medium)
    form(light, bows)
    give(general, f"form {bows.id}")
    after(world)
    assert forces(world, general, medium, light) == [[general.id, bows.id], [medium.id], [light.id]]


@pytest.mark.rule("CF-8.1-08")
def test_include_keeps_the_present_force() -> None:
    world = empty_world()
    general, medium, light, bows = company(world)
    form(general, medium)
    give(general, f"include {light.id} {bows.id}")
    after(world)
    assert forces(world, general) == [[general.id, medium.id, light.id, bows.id]]


@pytest.mark.rule("CF-8.1-01", "CF-8-06")
def test_a_force_joins_another_whole_and_discards_its_orders() -> None:
    world = empty_world()
    general, medium, light, bows = company(world)
    form(light, bows)
    give(light, f"join {general.id}", "wait 5")
    give(general, f"include {medium.id}", "wait 1")
    after(world)
    assert forces(world, general) == [[general.id, light.id, bows.id, medium.id]]  # join comes before include (CF-4.2-05)
    assert light.program == []


@pytest.mark.rule("CF-8.1-01")
def test_joining_a_member_is_joining_its_leader() -> None:
    world = empty_world()
    general, medium, light, _ = company(world)
    form(general, medium)
    give(light, f"join {medium.id}")
    after(world)
    assert forces(world, general) == [[general.id, medium.id, light.id]]


@pytest.mark.rule("CF-8.1-03")
def test_a_leader_leaves_everybody_behind() -> None:
    world = empty_world()
    general, medium, light, _ = company(world)
    form(general, medium, light)
    give(general, "leave")
    after(world)
    assert forces(world, general, medium, light) == [[general.id], [medium.id], [light.id]]


@pytest.mark.rule("CF-8.1-04")
def test_or_only_some_leave() -> None:
    world = empty_world()
    general, medium, light, bows = company(world)
    form(general, medium, light, bows)
    give(general, f"leave {light.id}")
    after(world)
    assert forces(world, general, light) == [[general.id, medium.id, bows.id], [light.id]]


@pytest.mark.rule("CF-8.2-01")
@pytest.mark.parametrize("order", ["join {0}", "form {0}", "include {0}"])
def test_inside_and_outside_are_different_positions(order: str) -> None:
    world = empty_world()
    general = add_unit(world, "Am", "general", 190)
    inside = add_unit(world, "Am", "medium infantry", 1501)  # Stavenholm stands in 190
    give(general, order.format(inside.id))
    turn = after(world)
    assert forces(world, general) == [[general.id]]
    assert "same position" in told(turn, "order failed", "AM")[0]["why"]


@pytest.mark.rule("CF-8-07")
def test_when_the_leader_falls_the_next_takes_over_his_orders() -> None:
    world = empty_world()
    general, medium, light, _ = company(world)
    form(general, medium, light)
    give(general, "wait 5")
    turn = begin(world)
    turn.remove(general)
    assert forces(world, medium) == [[medium.id, light.id]]
    assert [one.text for one in medium.program] == ["wait 5"]


@pytest.mark.rule("CF-8.2-04", "CF-21.3-13", "CF-21.3-14")
def test_the_leader_waits_for_the_others_and_forms_when_they_are_there() -> None:
    world = empty_world()
    general, medium, light, _ = company(world)
    light.position = "206"
    give(general, f"waitforall force {medium.id} {light.id}", f"form {medium.id} {light.id}")
    turn = begin(world)
    run_phases(turn, 2)
    assert forces(world, general) == [[general.id]]
    light.position = "205"
    run_phases(turn, 1)
    assert forces(world, general) == [[general.id, medium.id, light.id]]


@pytest.mark.rule("CF-8.2-03", "CF-21.3-12")
def test_or_waits_until_they_have_joined() -> None:
    world = empty_world()
    general, medium, light, _ = company(world)
    give(general, f"waitforall joined {medium.id} {light.id}", "myname Old Bear")
    give(medium, f"join {general.id}")
    give(light, "wait 1", f"join {general.id}")
    turn = begin(world)
    run_phases(turn, 1)
    assert general.name == ""
    run_phases(turn, 1)
    assert general.name == "Old Bear"


@pytest.mark.rule("CF-21.6-02", "CF-21.6-06")
def test_aliases_stand_for_units_and_undefined_ones_for_nobody() -> None:
    world = empty_world()
    general, medium, _, _ = company(world)
    world.nations["Am"].aliases["guards"] = medium.id
    give(general, "form $guards $nobody")
    after(world)
    assert forces(world, general) == [[general.id, medium.id]]


@pytest.mark.rule("CF-8-09")
def test_what_a_lost_unit_carried_goes_to_its_force_but_mana_is_lost() -> None:
    world = empty_world()
    general, medium, _, _ = company(world)
    form(general, medium)
    general.carries = {"gold": 500, "holy mana": 300}
    world.items[2005].holder, world.items[2005].position = general.id, ""
    begin(world).remove(general)
    assert medium.carries == {"gold": 500}
    assert world.items[2005].holder == medium.id


@pytest.mark.rule("CF-8-09")
def test_a_single_unit_leaves_it_where_it_fell() -> None:
    world = empty_world()
    general, *_ = company(world)
    world.hexes[205].owner = "Gh"
    general.carries = {"gold": 500}
    world.items[2005].holder, world.items[2005].position, world.items[2005].owner = general.id, "", "Am"
    begin(world).remove(general)
    assert world.hexes[205].stores == {"gold": 500}
    assert (world.items[2005].position, world.items[2005].owner) == ("205", "Gh")


@pytest.mark.rule("CF-8-03")
def test_the_whole_force_goes_where_its_leader_goes() -> None:
    world = empty_world()
    general, medium, light, bows = company(world)
    form(general, medium, light)
    give(general, "move 206 207")
    for _ in range(24):
        after(world)
    assert [one.position for one in (general, medium, light, bows)] == ["207", "207", "207", "205"]


@pytest.mark.rule("CF-8-04")
def test_nobody_else_does_anything_while_the_leader_casts() -> None:
    """The Mage who leads them sees all for a phase; the members neither cast nor pay, show themselves nor move."""
    world = empty_world()
    mage = add_unit(world, "Am", "mage", 205, carries={"enchantment mana": 6000})
    other = add_unit(world, "Am", "mage", 205, carries={"enchantment mana": 6000}, hidden=True)
    foot = add_unit(world, "Am", "medium infantry", 205, hidden=True)
    form(mage, other, foot)
    before = deepcopy([other, foot])
    give(mage, "fly")
    turn = run_to(begin(world), "2h")
    assert [one["spell"] for one in told(turn, "cast")] == ["fly"]
    assert mage.carries == {"enchantment mana": 4500}
    assert [other, foot] == before
    assert turn.acted == {mage.id}


# Fifty Medium Infantry carry 400: 300 make them need 9 phases from plains to plains, 300 of 800 only 8, 200 of 800 only 6.
@pytest.mark.rule("CF-8-08")
@pytest.mark.parametrize(
    ("food", "banner", "out_of_action", "alone", "together"),
    [
        (300, False, 0, 9, 8),
        (200, False, 0, 8, 6),
        (97, True, 0, 8, 6),  # an item of weight 6
        (0, False, 10, 8, 6),  # ten times 16 of 320, then of 720: a quarter would be 180
    ],
)
def test_goods_items_and_wounded_are_shared(food: int, banner: bool, out_of_action: int, alone: int, together: int) -> None:
    for mates, phases in ((0, alone), (1, together)):
        world = known_world()
        loaded = add_unit(world, "Am", "medium infantry", 205, wounds=[300] * out_of_action)
        loaded.carries = {"food": 100 * food} if food else {}
        if banner:
            item = next(one for one in world.items.values() if one.name == "Banner of Stavenholm")
            item.holder, item.position = loaded.id, ""
        form(loaded, *(add_unit(world, "Am", "medium infantry", 205) for _ in range(mates)))
        assert phases_until_there(world, loaded, "move 206") == phases


@pytest.mark.rule("CF-8.2-02")
@pytest.mark.parametrize("inside", ["1504", "1501", "190"])
def test_a_move_to_an_own_unit_ends_exactly_where_it_stands(inside: str) -> None:
    """From the castle, the city around it or the hex outside: the General comes to where he can include the unit."""
    world = known_world()
    general = add_unit(world, "Am", "general", 207)
    medium = add_unit(world, "Am", "medium infantry", inside)
    give(general, f"move 190 {medium.id}", f"include {medium.id}")
    run_phases(begin(world), 12)
    assert general.position == inside
    assert forces(world, general) == [[general.id, medium.id]]
