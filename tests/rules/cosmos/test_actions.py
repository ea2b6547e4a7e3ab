"""The sequence of a turn, and the loop of actions: priorities, initiative, time, and whoever waits
(CF-4, rulings 2.1 to 2.3)."""

from __future__ import annotations

import pytest

from postern.game.kit.turn import laid_out, run
from postern.rulesets.cosmos.orders.carrying_out import MOST_AT_ONCE, run_actions
from postern.rulesets.cosmos.orders.families.programs import Wait
from postern.rulesets.cosmos.orders.order import Doing
from postern.rulesets.cosmos.rules.battle.start import initiative
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.tables.scenario import PHASES
from postern.rulesets.cosmos.world.records import World
from postern.rulesets.cosmos.world.strength import type_of
from tests.rules.cosmos.build import add_unit, begin, empty_world, form, give, run_phases, scenario_world, told
from tests.rules.cosmos.letters import texts


def aliases(world: World) -> dict[str, int]:
    return world.nations["Am"].aliases


# --- the sequence ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-4-02", "CF-4-03", "CF-4-04", "CF-4-05", "CF-4-06", "CF-4-07", "CF-4-08", "CF-4-09")
def test_the_parts_of_a_turn() -> None:
    names = [step.name for phase, step in laid_out(SEQUENCE) if not phase]
    assert names == [
        "new orders join the programs", "nation orders", "who roams the land", "the end of the turn", "sieges",
        "production and upkeep", "points and limits", "the letters are done with",
    ]  # fmt: skip
    assert max(phase for phase, _ in laid_out(SEQUENCE)) == PHASES == 24


@pytest.mark.rule("CF-4-10", "CF-4-11", "CF-4-12", "CF-4-13")
def test_the_steps_of_a_phase() -> None:
    names = [step.name for phase, step in laid_out(SEQUENCE) if phase == 7]
    assert [one for one in names if one in ("morale", "sieges", "actions", "battles")] == [
        "morale",
        "sieges",
        "actions",
        "battles",
    ]


# --- time -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-4.1-01", "CF-4-14")
def test_orders_are_executed_in_their_sequence_those_of_others_beside() -> None:
    world = scenario_world()
    give(world.units[3104], "myalias $a", "wait 2", "myalias $b")
    give(world.units[3105], "wait 1", "myalias $c", "wait 1", "myalias $d")
    turn, seen = begin(world), []
    for _ in range(3):
        run_phases(turn, 1)
        seen.append(set(aliases(world)))
    assert seen == [{"a"}, {"a", "c"}, {"a", "b", "c", "d"}]


@pytest.mark.rule("CF-4.1-05", "CF-4.1-02")
def test_a_begun_order_ends_after_the_phases_that_are_left_and_the_next_begins_in_the_phase_behind() -> None:
    world = scenario_world()
    unit = world.units[3104]
    give(unit, "wait 1", "myalias $next")
    unit.program[0].begun, unit.program[0].left = True, 10
    turn = begin(world)
    run_phases(turn, 10)
    assert texts(unit.program) == ["myalias $next"]
    run_phases(turn, 1)
    assert aliases(world) == {"next": 3104}


@pytest.mark.rule("CF-4.1-02")
def test_what_is_not_done_goes_on_in_the_first_phase_of_the_next_turn() -> None:
    world = scenario_world()
    unit = world.units[3104]
    give(unit, "wait 26", "myalias $next")
    run(SEQUENCE, begin(world))
    assert texts(unit.program) == ["wait 2", "myalias $next"]
    turn = begin(world)
    run_phases(turn, 2)
    assert not aliases(world)
    run_phases(turn, 1)
    assert aliases(world)


@pytest.mark.rule("CF-4.1-04")
def test_an_order_begun_with_no_phase_left_takes_no_time() -> None:
    world = scenario_world()
    unit = world.units[3104]
    give(unit, "wait 1", "myalias $next")
    unit.program[0].begun, unit.program[0].left = True, 0
    run_phases(begin(world), 1)
    assert aliases(world) == {"next": 3104}


@pytest.mark.rule("CF-4.1-06", "CF-4.1-07", "CF-21.3-01")
def test_a_long_wait_is_done_step_by_step() -> None:
    world = scenario_world()
    unit = world.units[3104]
    give(unit, "wait 5")
    run_phases(begin(world), 1)
    assert [(one.text, one.begun) for one in unit.program] == [("wait 4", False)]


@pytest.mark.rule("CF-4.1-10", "CF-4.1-12")
def test_behind_an_order_that_took_time_all_others_wait_for_the_next_phase() -> None:
    world = scenario_world()
    give(world.units[3104], "wait 1", "myalias $late")
    turn = begin(world)
    run_phases(turn, 1)
    assert not aliases(world)
    run_phases(turn, 1)
    assert aliases(world)


@pytest.mark.rule("CF-4.1-11", "CF-4.1-13")
def test_before_it_any_number_without_time_are_done() -> None:
    world = scenario_world()
    unit = world.units[3104]
    give(unit, *(f"myalias $a{number}" for number in range(40)), "wait 1", "myalias $late")
    run_phases(begin(world), 1)
    assert (len(aliases(world)), texts(unit.program)) == (40, ["myalias $late"])


def test_fifty_without_time_are_all_that_fits_into_a_phase() -> None:
    world = scenario_world()
    unit = world.units[3104]
    give(unit, *(f"myalias $a{number}" for number in range(MOST_AT_ONCE + 5)))
    turn = begin(world)
    run_phases(turn, 1)
    assert len(aliases(world)) == MOST_AT_ONCE == 50
    run_phases(turn, 1)
    assert len(aliases(world)) == 55


def test_an_order_that_fails_takes_no_time_and_is_told_to_its_owner_alone() -> None:
    world = scenario_world()
    unit = world.units[3104]
    give(unit, "order 3999\norders:\nwait 1\n.", "myalias $next")
    turn = begin(world)
    run_phases(turn, 1)
    assert aliases(world) == {"next": 3104}
    (failed,) = told(turn, "order failed")
    assert (failed["who"], failed["order"], failed["step"]) == (3104, "order 3999", "1e")
    assert not told(turn, "order failed", "RC")


def test_a_member_of_a_force_does_not_act_and_neither_does_who_is_off_the_map() -> None:
    world = scenario_world()
    form(world.units[3104], world.units[3105])
    world.units[3106].position = ""
    for number in (3104, 3105, 3106):
        give(world.units[number], f"myalias $a{number}")
    run_phases(begin(world), 1)
    assert aliases(world) == {"a3104": 3104}


# --- whoever waits ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-21.3-03", "CF-21.3-06", "CF-4-17", "CF-4.1-11")
def test_a_signal_reaches_whoever_waits_for_it() -> None:
    world = scenario_world()
    general, captain = world.units[3104], world.units[3105]
    give(general, "wait 2", "signal 3105", "myalias $general")
    give(captain, "waitonesig 3104", "myalias $captain")
    turn = begin(world)
    run_phases(turn, 2)
    assert (len(general.program), len(captain.program)) == (2, 2)  # the wait used up both phases
    run_phases(turn, 1)
    assert (general.program, captain.program) == ([], [])
    assert aliases(world) == {"general": 3104, "captain": 3105}


@pytest.mark.rule("CF-4-16")
def test_whoever_is_triggered_and_faster_acts_before_the_trigger_goes_on() -> None:
    world, order = scenario_world(), list[int]()
    world.signals = _Noting(order)
    give(world.units[3104], "signal 3105", "myalias $x", "signal 1501")  # an alias is of priority 5
    give(world.units[3105], "waitonesig 3104", "signal 1502")
    turn = begin(world)
    turn.phase = 1
    run_actions(turn)
    assert order == [3105, 1502, 1501]


class _Noting(dict[int, list[int]]):
    """Signals that note in which order their receivers get them."""

    def __init__(self, order: list[int]) -> None:
        super().__init__()
        self.order = order

    def setdefault(self, key: int, default: list[int] | None = None) -> list[int]:
        self.order.append(key)
        return super().setdefault(key, default if default is not None else [])


@pytest.mark.rule("CF-4-17")
def test_whoever_is_triggered_by_what_took_time_acts_in_the_next_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    world = empty_world()
    general = add_unit(world, "Am", "General", 190, id=3101)
    scout = add_unit(world, "Am", "Scout", 191, id=3102)
    give(general, "waitforone exact 3102", "myalias $seen")
    give(scout, "wait 1")

    def arrive(self: Wait, doing: Doing) -> bool:
        doing.unit.position = "190"  # as at the end of a march
        return True

    monkeypatch.setattr(Wait, "effect", arrive)
    turn = begin(world)
    run_phases(turn, 1)
    assert texts(general.program) == ["myalias $seen"]  # the wait is over at the very end of the phase
    run_phases(turn, 1)
    assert aliases(world) == {"seen": 3101}


# --- priorities and initiative ----------------------------------------------------------------------------------------------

PRIORITIES = [
    (1, "time signal waitonesig waitallsig waitforone waitforall", "CF-4.2-02"),
    (3, "repeat order", "CF-4.2-04"),
    (4, "join", "CF-4.2-05"),
    (
        5,
        "autotake tactics mytactics fleewhen retreatwhen retreatspot questing leave disband merge name myname alias myalias",
        "CF-4.2-06",
    ),
    (6, "form include", "CF-4.2-07"),
    (7, "take drop give store unstore collect discard donate hide unhide", "CF-4.2-08"),
    (10, "control", "CF-4.2-11"),
    (11, "move farmove sneak farsneak embark", "CF-4.2-12"),
    (12, "disembark", "CF-4.2-13"),
    (13, "firestrike lightning thornstrike quake squall venomcloud ashfall", "CF-4.2-14"),
    (14, "wait", "CF-4.2-15"),
]  # fmt: skip


@pytest.mark.parametrize(("priority", "names"), [pytest.param(p, n, marks=pytest.mark.rule(c)) for p, n, c in PRIORITIES])
def test_the_priorities_of_orders(priority: int, names: str) -> None:
    assert {name for name, one in TRAITS.items() if one.priority == priority} == set(names.split())


@pytest.mark.rule("CF-4.2-10")
def test_every_other_order_has_priority_9() -> None:
    named = {name for _, names, _ in PRIORITIES for name in names.split()}
    others = {one.priority for name, one in TRAITS.items() if name not in named}
    assert others == {0, 9}  # 0: orders to nations, of the system, and those that act when they are appended


@pytest.mark.rule("CF-4.3-01")
def test_meta_orders_are_those_of_priority_1_and_3_to_6() -> None:
    assert {name for name, one in TRAITS.items() if one.meta} == {
        n for n, one in TRAITS.items() if one.priority in (1, 3, 4, 5, 6)
    }


@pytest.mark.rule("CF-4.2-01", "CF-4-15")
def test_priority_goes_before_initiative() -> None:
    world = empty_world()
    foot = add_unit(world, "Am", "Medium Infantry", 139)  # slow and in woods
    rider = add_unit(world, "Am", "General", 139)
    rider.spirit = 10000
    for seed in range(5):
        order: list[int] = []
        world.signals = _Noting(order)
        give(foot, "signal 1501")
        give(rider, "myalias $x", "signal 1502")
        turn = begin(world, f"seed {seed}")
        turn.phase = 1
        run_actions(turn)
        assert order == [1501, 1502]


@pytest.mark.rule("CF-4.2-03", "CF-4.3-01")
def test_what_was_delayed_comes_behind_signals_and_before_repeat_and_order(monkeypatch: pytest.MonkeyPatch) -> None:
    world, order = scenario_world(), list[int]()
    world.signals = _Noting(order)
    give(world.units[3112], "wait 1")
    world.units[3112].program[0].begun, world.units[3112].program[0].left = True, 0
    give(world.units[3113], "signal 1502")
    give(world.locations[1501], "repeat 1\norders:\nsignal 1503\n.")  # a location acts before units of its priority

    def done(self: Wait, doing: Doing) -> bool:
        world.signals.setdefault(3112, [])
        return True

    monkeypatch.setattr(Wait, "effect", done)
    turn = begin(world)
    turn.phase = 1
    run_actions(turn)
    assert order == [1502, 3112, 1503]


@pytest.mark.rule("CF-4.2-19")
def test_what_initiative_is_made_of() -> None:
    world = empty_world()
    leader = add_unit(world, "Am", "General", 124)  # plains: native to riders, move cost 4
    turn = begin(world)
    turn.phase = 3

    def without_luck() -> int:
        return initiative(turn, leader) - 100 * turn.chance_of("initiative", leader.id).between(0, 30)

    assert without_luck() == 100 * (40 * 3 + 4 * (20 - 4) + 50) + 10 * 100
    leader.spirit = -4000
    assert without_luck() == 100 * (40 * 3 + 4 * (20 - 4) + 50) + 10 * 60
    leader.wounds = [type_of(world.tables, leader).heavy_at * 100]  # heavy wounds: 30 percent
    assert without_luck() == 100 * (40 * 3 + 4 * (20 - 4)) + 1500 + 10 * 60
    form(leader, add_unit(world, "Am", "Medium Infantry", 124))  # familiar, move cost 6: the slowest and least familiar count
    assert without_luck() == 100 * (40 * 2 + 4 * (20 - 6)) + 1500 + 10 * 60


def _acted(world: World, seed: str, *numbers: int) -> list[int]:
    """In which order units and locations act that all do the same."""
    order: list[int] = []
    world.signals = _Noting(order)
    for number in numbers:
        give(world.units.get(number) or world.locations[number], f"signal {number}")
    turn = begin(world, seed)
    turn.phase = 1
    run_actions(turn)
    return order


@pytest.mark.rule("CF-4.2-17")
def test_of_the_same_priority_the_better_initiative_acts_first() -> None:
    world = empty_world()
    foot = add_unit(world, "Am", "Medium Infantry", 139)
    rider = add_unit(world, "Am", "General", 124)
    for seed in range(5):
        assert _acted(world, f"seed {seed}", foot.id, rider.id) == [rider.id, foot.id]


@pytest.mark.rule("CF-4.2-18")
def test_locations_act_before_units_in_random_order() -> None:
    world = scenario_world()
    orders = {tuple(_acted(world, f"seed {seed}", 3101, 1501, 1502, 1503)) for seed in range(12)}
    assert {one[-1] for one in orders} == {3101}
    assert len({one[:-1] for one in orders}) > 2


def test_initiative_is_drawn_anew_each_phase() -> None:
    world = scenario_world()
    turn = begin(world)
    drawn = set()
    for turn.phase in range(1, 9):
        drawn.add(initiative(turn, world.units[3104]))
    assert len(drawn) > 3
