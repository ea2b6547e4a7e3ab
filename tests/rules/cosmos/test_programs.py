"""Orders that change programs, pass orders on, or repeat them (CF-21.2, CF-21.4, CF-21.5, ruling 1.6)."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.world.records import Unit, World
from tests.rules.cosmos.build import add_unit, begin, give, program, run_phases, scenario_world, told
from tests.rules.cosmos.letters import appended, texts

OLD = ("wait 1", "wait 2", "wait 3", "wait 4")


def with_program(*lines: str, begun: int = -1) -> tuple[World, Unit]:
    """A General with this program; its first order is begun with so many phases left."""
    world = scenario_world()
    unit = world.units[3104]
    give(unit, *lines)
    if begun >= 0:
        unit.program[0].begun, unit.program[0].left = True, begun
    return world, unit


CHANGES: list[tuple[str, str, bool, list[int], tuple[str, ...]]] = [
    # the order, whether the first of four is begun, which of them are left
    ("break", "break", False, [], ("CF-21.2-01", "CF-21.2-02")),
    ("break takes a begun one, too", "break", True, [], ("CF-21.2-02",)),
    ("break up to an order", "break 2", False, [3, 4], ("CF-21.2-03",)),
    ("break, counted backwards", "break -2", True, [4], ("CF-21.2-03",)),
    ("break out of range is cut", "break 9", False, [], ()),
    ("clear", "clear", False, [], ("CF-21.2-05",)),
    ("clear keeps a begun one", "clear", True, [1], ("CF-21.2-05", "CF-21.2-07")),
    ("the last three", "clear -3 -1", False, [1], ("CF-21.2-06", "CF-21.2-08")),
    ("all but the first", "clear 2", False, [1], ("CF-21.2-09", "CF-21.2-07")),
    ("the first two", "clear * 2", False, [3, 4], ("CF-21.2-10", "CF-21.2-07")),
    ("the first two, but not a begun one", "clear * 2", True, [1, 3, 4], ("CF-21.2-10", "CF-21.2-07")),
    ("a begun one that is named", "clear 1 2", True, [3, 4], ("CF-21.2-06",)),
    ("from the second to the third", "clear 2 3", False, [1, 4], ("CF-21.2-06",)),
    ("zero is as left out", "clear 0 0", True, [1], ("CF-21.2-07",)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("order", "begun", "left"),
    [pytest.param(order, begun, left, id=title, marks=pytest.mark.rule(*ids)) for title, order, begun, left, ids in CHANGES],
)
def test_orders_are_removed_as_soon_as_break_or_clear_joins_the_program(order: str, begun: bool, left: list[int]) -> None:
    world, unit = with_program(*OLD, begun=3 if begun else -1)
    appended(world, AM=f"3104:\n{order}\nmyalias $new")
    assert texts(unit.program) == [*(f"wait {number}" for number in left), "myalias $new"]


INSERTS: list[tuple[str, str, bool, list[str], tuple[str, ...]]] = [
    ("before the last", "insert -2", False, ["wait 1", "wait 2", "wait 3", "x", "wait 4"], ("CF-21.2-11", "CF-21.2-13")),
    ("before all", "insert 0", False, ["x", *OLD], ("CF-21.2-11", "CF-21.2-14")),
    ("behind the first", "insert 1", False, ["wait 1", "x", "wait 2", "wait 3", "wait 4"], ("CF-21.2-11", "CF-21.2-15")),
    ("not before a begun one", "insert 0", True, ["wait 1", "x", "wait 2", "wait 3", "wait 4"], ("CF-21.2-12",)),
    ("behind the last", "insert -1", False, [*OLD, "x"], ("CF-21.2-11",)),
    ("out of range", "insert 9", False, [*OLD, "x"], ()),
]


@pytest.mark.parametrize(
    ("order", "begun", "expected"),
    [pytest.param(order, begun, then, id=title, marks=pytest.mark.rule(*ids)) for title, order, begun, then, ids in INSERTS],
)
def test_orders_are_inserted(order: str, begun: bool, expected: list[str]) -> None:
    world, unit = with_program(*OLD, begun=3 if begun else -1)
    appended(world, AM=f"3104:\n{order}\norders:\nsignal 1501\n.")
    assert texts(unit.program) == ["signal 1501" if one == "x" else one for one in expected]


@pytest.mark.rule("CF-21.2-01")
def test_a_break_in_a_block_that_is_inserted_acts_within_the_block() -> None:
    world, unit = with_program("wait 1", "wait 2")
    appended(world, AM="3104:\ninsert 1\norders:\nsignal 3101\nbreak\nsignal 3102\n.")
    assert texts(unit.program) == ["wait 1", "signal 3102", "wait 2"]


@pytest.mark.rule("CF-21.2-16", "CF-21.2-18", "CF-21.2-17")
def test_orders_are_embedded_in_a_pending_order_even_one_without_a_block() -> None:
    world, unit = with_program("wait 1", "repeat 2")
    appended(world, AM="3104:\nembed -1\norders:\nwait 3\n.\nembed 2\norders:\nsignal 3101\n.")
    assert texts(unit.program) == ["wait 1", "repeat 2 [wait 3, signal 3101]"]


@pytest.mark.rule("CF-21.2-17")
def test_orders_are_embedded_in_a_begun_order() -> None:
    world, unit = with_program("repeat 2", begun=5)
    appended(world, AM="3104:\nembed 1\norders:\nwait 3\n.")
    assert texts(unit.program) == ["repeat 2 [wait 3]"]
    assert unit.program[0].begun


@pytest.mark.rule("CF-21.2-19")
def test_a_clear_that_is_embedded_wipes_what_stood_in_the_block() -> None:
    world, unit = with_program("wait 1", "wait 2", "repeat 3\norders:\nwait 5\nwait 6\n.")
    appended(world, AM="3104:\nembed 3\norders:\nclear\nsignal 3101\n.")
    assert texts(unit.program) == ["wait 1", "wait 2", "repeat 3 [signal 3101]"]


@pytest.mark.rule("CF-21.2-20")
@pytest.mark.parametrize(
    ("point", "block"),
    [(0, "signal 3101, myalias $b, wait 3, wait 4"), (1, "wait 3, signal 3101, myalias $b, wait 4")],
)
def test_the_long_example_of_embedding(point: int, block: str) -> None:
    """The book's example with blocks of repeat in place of recruit; insert 0 gives its result, insert 1 what it defines."""
    world, unit = with_program("repeat 3", "repeat 2\norders:\nwait 3\nwait 4\n.", begun=2)
    appended(
        world,
        AM=f"""3104:
            embed 1
              orders:
                myalias $a
                signal 3102
            .
            embed 2
              orders:
                insert {point}
                orders:
                  signal 3101
                  myalias $b
                .
            .""",
    )
    assert texts(unit.program) == ["repeat 3 [myalias $a, signal 3102]", f"repeat 2 [{block}]"]
    assert (unit.program[0].begun, unit.program[0].left) == (True, 2)


@pytest.mark.parametrize("lines", [(), ("wait 1",)])
def test_nothing_is_embedded_where_there_is_no_block(lines: tuple[str, ...]) -> None:
    world, unit = with_program(*lines)
    turn = appended(world, AM="3104:\nembed 1\norders:\nwait 3\n.")
    assert texts(unit.program) == [*lines]
    assert [one.issued.code for one in turn.failures] == ["embed 1"]


@pytest.mark.rule("CF-9-22")
@pytest.mark.parametrize("order", ["break", "clear", "clear 1", "insert 0\norders:\nwait 2\n."])
def test_the_flight_home_is_neither_broken_off_nor_preceded(order: str) -> None:
    world, unit = with_program("wait 1", begun=7)
    unit.program[0].text = "gohome"
    appended(world, AM=f"3104:\n{order}")
    assert unit.program[0].text == "gohome"


# --- repeat ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-21.5-01")
@pytest.mark.parametrize(("times", "phases"), [("2", 4), ("3", 6), ("1", 2)])
def test_a_block_is_done_so_many_times(times: str, phases: int) -> None:
    world, unit = with_program(f"repeat {times}\norders:\nwait 2\n.", "myalias $done")
    turn = begin(world)
    run_phases(turn, phases)
    assert "done" not in world.nations["Am"].aliases
    run_phases(turn, 1)
    assert world.nations["Am"].aliases["done"] == 3104
    assert unit.program == []


@pytest.mark.rule("CF-21.5-01", "CF-3.1-15")
@pytest.mark.parametrize("times", ["", " *", " 0"])
def test_without_a_number_it_is_done_for_ever(times: str) -> None:
    world, unit = with_program(f"repeat{times}\norders:\nwait 2\n.", "myalias $done")
    run_phases(begin(world), 24)
    assert texts(unit.program) == ["repeat [wait 2]", "myalias $done"]


@pytest.mark.rule("CF-21.5-02")
def test_a_block_without_time_that_is_repeated_for_ever_waits_a_phase_between() -> None:
    world, _ = with_program("repeat\norders:\nmyalias $troop.\n.")
    run_phases(begin(world), 5)
    assert world.nations["Am"].alias_counts == {"troop.": 5}


def test_a_block_without_time_that_is_repeated_some_times_does_not_wait() -> None:
    world, _ = with_program("repeat 5\norders:\nmyalias $troop.\n.")
    run_phases(begin(world), 1)
    assert world.nations["Am"].alias_counts == {"troop.": 5}


# --- order ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-21.4-01")
def test_orders_are_passed_on_behind_what_pends_without_time() -> None:
    world, unit = with_program("order 3105\norders:\nwait 3\n.", "myalias $general")
    captain = world.units[3105]
    give(captain, "wait 2")
    run_phases(begin(world), 1)
    assert texts(captain.program) == ["wait 1", "wait 3"]
    assert "general" in world.nations["Am"].aliases
    assert unit.program == []


@pytest.mark.rule("CF-21.4-05")
def test_whoever_had_no_orders_acts_in_the_same_phase() -> None:
    world, _ = with_program("order 3105\norders:\nmyalias $captain\n.")
    run_phases(begin(world), 1)
    assert world.nations["Am"].aliases == {"captain": 3105}


@pytest.mark.rule("CF-21.4-02")
@pytest.mark.parametrize(("position", "passed"), [("190", True), ("191", True), ("192", False)])
def test_they_must_be_able_to_see_each_other(position: str, passed: bool) -> None:
    world, general = with_program("order 3105\norders:\nwait 3\n.")
    general.position, world.units[3105].position = "190", position
    turn = begin(world)
    run_phases(turn, 1)
    assert texts(world.units[3105].program) == (["wait 2"] if passed else [])
    assert bool(told(turn, "order failed", "AM")) is not passed


@pytest.mark.rule("CF-21.4-01")
@pytest.mark.parametrize("receiver", [3501, 3999, 0])
def test_orders_go_to_own_units_alone(receiver: int) -> None:
    world, _ = with_program(f"order {receiver}\norders:\nwait 3\n.")
    turn = begin(world)
    run_phases(turn, 1)
    assert told(turn, "order failed", "AM")
    assert world.units[3501].program == []


@pytest.mark.rule("CF-21.4-03")
def test_a_member_of_a_force_that_is_ordered_leaves_it() -> None:
    world, general = with_program("order 3113\norders:\nwait 3\n.")
    general.members, world.units[3112].leader, world.units[3113].leader = [3112, 3113], 3104, 3104
    run_phases(begin(world), 1)
    assert (general.members, world.units[3113].leader) == ([3112], 0)


@pytest.mark.rule("CF-21.4-04", "CF-3.1-18")
def test_a_stupid_unit_executes_only_its_few_orders() -> None:
    world, _ = with_program("order 3150\norders:\nwait 1\nmyalias $beast\n.")
    kind = next(one for one in world.tables.unit_types.values() if one.able("stupid"))
    beast = add_unit(world, "Am", kind.no, "1501", id=3150)
    turn = begin(world)
    run_phases(turn, 1)
    assert world.nations["Am"].aliases == {"beast": 3150}
    assert [one["order"] for one in told(turn, "order failed", "AM")] == ["wait 1"]
    assert beast.program == []


@pytest.mark.rule("CF-21.2-04")
def test_a_begun_order_that_is_broken_off_gives_nothing_back_by_itself() -> None:
    world, unit = with_program("wait 3", begun=2)
    unit.program[0].paid = {"gold": 10}
    before = dict(world.nations["Am"].pool)
    appended(world, AM="3104:\nbreak")
    assert world.nations["Am"].pool == before


def test_what_pends_after_a_turn_belongs_to_no_letter() -> None:
    world, unit = with_program("wait 30")
    from postern.game.kit.turn import run
    from tests.rules.cosmos.letters import sent

    run(SEQUENCE, sent(world, AM="3104:\nrepeat 2\norders:\nwait 9\n."))
    assert texts(unit.program) == ["wait 6", "repeat 2 [wait 9]"]
    assert [one.source for one in (*unit.program, *unit.program[1].inner)] == [0, 0, 0]
    assert unit.program == program("wait 6", "repeat 2\norders:\nwait 9\n.")
