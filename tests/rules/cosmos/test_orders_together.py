"""Examples of the book in which orders of several families meet."""

from __future__ import annotations

import pytest

from postern.game.kit.turn import run
from postern.rulesets.cosmos.knowledge import view_of
from postern.rulesets.cosmos.orders.carrying_out import run_meta_orders
from postern.rulesets.cosmos.orders.letters import charge
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.world.records import World
from tests.rules.cosmos.build import add_unit, begin, give, run_phases, scenario_world
from tests.rules.cosmos.letters import appended, dropped, letter, lines_of, sent, texts


def rich_world() -> World:
    """A game in which nation Am can pay for what it recruits."""
    world = scenario_world()
    for name in ("gold", "men", "arms", "wood", "mounts"):
        world.nations["Am"].pool[name] = 5_000 * 100
    return world


@pytest.mark.rule("CF-3.1-02")
def test_a_move_has_its_positions_in_their_sequence() -> None:
    assert lines_of(letter(scenario_world(), "3104:\nmove 190 207 223")) == [("3104", "move 190 207 223")]


@pytest.mark.rule("CF-21.6-01", "CF-21.6-05", "CF-4.1-08")
def test_an_alias_in_a_move_is_replaced_when_the_move_begins() -> None:
    world = scenario_world()
    world.nations["Am"].aliases["goal"] = 207
    give(world.units[3104], "move 190 $goald 206", "move $wild")
    run_phases(begin(world), 2)
    begun, *rest = texts(world.units[3104].program)
    assert begun.removesuffix("d") == "move 207"
    assert rest == ["move 206", "move $wild"]


@pytest.mark.rule("CF-3.1-03")
def test_flee_has_no_arguments() -> None:
    assert lines_of(letter(scenario_world(), "3104:\nflee")) == [("3104", "flee")]


@pytest.mark.rule("CF-3.1-15", "CF-3.1-16")
def test_recruit_with_an_asterisk_is_recruit_without_a_number() -> None:
    block = "\norders:\nmyalias $x\n."
    one, other = (lines_of(letter(scenario_world(), f"3104:\nrecruit 1{star}{block}")) for star in (" *", ""))
    assert one == other == [("3104", "recruit 1"), ("3104", "-myalias $x")]


@pytest.mark.rule("CF-3.1-15", "CF-3.1-17")
def test_donate_has_an_asterisk_for_all_resources() -> None:
    sheet = letter(scenario_world(), "3105:\ndonate * 3104\ndonate 3104")
    assert [one.line for one in dropped(sheet)] == [3]
    (order,) = sheet.orders
    assert lines_of(letter(scenario_world(), f"3105:\n{order.code}")) == lines_of(sheet)


@pytest.mark.rule("CF-3.2-04", "CF-3.2-05")
def test_orders_to_a_new_unit_are_charged_to_its_recruiter() -> None:
    world = scenario_world()
    text = "3105:\nrecruit 1\norders:\nwait 1\nwait 2\n."
    view = view_of(world, "AM")
    bill = charge(view.world, view.nation, [one.data for one in letter(world, text).orders])
    assert [(one.giver, one.allowance, one.points) for one in bill.charges] == [(3105, 1, 0), (3105, 1, 0), (3105, 0, 1)]


@pytest.mark.rule("CF-3.2-04")
def test_a_new_unit_has_its_allowance_from_the_next_turn() -> None:
    world = scenario_world()
    assert len(dropped(letter(world, "3120:\nwait 1"))) == 1  # it is not there yet
    add_unit(world, "Am", "Captain", 190, id=3120)
    view = view_of(world, "AM")
    bill = charge(view.world, view.nation, [one.data for one in letter(world, "3120:\nwait 1").orders])
    assert [(one.allowance, one.points) for one in bill.charges] == [(1, 0)]


@pytest.mark.rule("CF-4.3-02")
def test_a_new_unit_executes_the_meta_orders_with_which_its_program_begins() -> None:
    world = scenario_world()
    unit = add_unit(world, "Am", "Scout", 190, id=3150)
    give(unit, "myalias $new", "name 3150 Runner", "wait 2", "myalias $later")
    turn = begin(world)
    run_meta_orders(turn, unit)
    assert (unit.name, texts(unit.program)) == ("Runner", ["wait 2", "myalias $later"])
    give(unit, "waitonesig 3104", "myalias $later")
    run_meta_orders(turn, unit)
    assert texts(unit.program) == ["waitonesig 3104", "myalias $later"]


@pytest.mark.rule("CF-21.6-02", "CF-21.6-05")
def test_two_new_units_are_formed_by_their_aliases() -> None:
    world = rich_world()
    text = """3101:
        recruit "Heavy Infantry"
        orders:
          myalias $guards
        .
        recruit "Crossbowmen"
        orders:
          myalias $xbows
        .
        form $guards $xbows"""
    run(SEQUENCE, sent(world, AM=text))
    king, aliases = world.units[3101], world.nations["Am"].aliases
    assert king.members == [aliases["guards"], aliases["xbows"]] == [3120, 3121]
    assert [world.tables.unit_types[world.units[one].type].name for one in king.members] == ["Heavy Infantry", "Crossbowmen"]


@pytest.mark.rule("CF-21.6.1-01", "CF-3.1-09")
def test_the_first_two_of_three_new_units_are_included_by_a_counting_alias() -> None:
    world = rich_world()
    text = """3101:
        repeat 3
          orders:
            recruit "Heavy Infantry" 50
            orders:
              myalias $troop.
              .
            .
        include $troop1 $troop2"""
    run(SEQUENCE, sent(world, AM=text))
    run_phases(begin(world), 1)  # each takes 8 phases
    aliases = world.nations["Am"].aliases
    assert world.units[3101].members == [aliases["troop1"], aliases["troop2"]]
    assert (aliases["troop3"], world.units[aliases["troop3"]].leader) == (3122, 0)


@pytest.mark.rule("CF-21.2-18", "CF-21.2-20")
def test_the_long_example_of_embedding_with_recruiting() -> None:
    world = scenario_world()
    unit = world.units[3101]
    give(unit, "recruit 3 100", "recruit 2\norders:\nmove 123 124\nsearch\n.")
    unit.program[0].begun, unit.program[0].left = True, 2
    text = """3101:
        embed 1
          orders:
            mytactics defend
            join 3101
        .
        embed 2
          orders:
            insert 0
            orders:
              mytactics defend
              fleewhen 3
            .
        ."""
    appended(world, AM=text)
    assert texts(unit.program) == [
        "recruit 3 100 [mytactics defend, join 3101]",
        "recruit 2 [mytactics defend, fleewhen 3, move 123 124, search]",
    ]
    assert (unit.program[0].begun, unit.program[0].left) == (True, 2)
