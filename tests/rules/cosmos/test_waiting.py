"""Waiting and signals (CF-21.3, ruling 2.2)."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.world.records import Item, World
from tests.rules.cosmos.build import add_unit, begin, empty_world, give, run_phases, scenario_world
from tests.rules.cosmos.letters import texts


def done_in(world: World, waiter: int, *lines: str, phases: int = 6) -> int:
    """The phase in which a unit or location has done these orders; 0: not in so many phases."""
    actor = world.units.get(waiter) or world.locations[waiter]
    give(actor, *lines, "myalias $done")
    turn = begin(world)
    for phase in range(1, phases + 1):
        run_phases(turn, 1)
        if world.nations["Am"].aliases.get("done"):
            return phase
    return 0


@pytest.mark.rule("CF-21.3-01", "CF-4.1-10", "CF-4.2-15")
@pytest.mark.parametrize(("order", "phase"), [("wait 0", 1), ("wait 1", 2), ("wait 4", 5)])
def test_wait(order: str, phase: int) -> None:
    assert done_in(scenario_world(), 3104, order) == phase


@pytest.mark.rule("CF-21.3-02")
@pytest.mark.parametrize(("turn", "phase", "done"), [(1, 3, 3), (1, 1, 1), (2, 1, 0), (2, 5, 0)])
def test_time(turn: int, phase: int, done: int) -> None:
    assert done_in(scenario_world(), 3104, f"time {turn} {phase}") == done


@pytest.mark.rule("CF-21.3-02")
def test_a_moment_that_is_past_is_there_at_once() -> None:
    world = scenario_world()
    world.turn = 3
    assert done_in(world, 3104, "time 2 20") == 1


SIGNALS: list[tuple[str, str, dict[int, int], int, tuple[str, ...]]] = [
    # what is waited for, who signals in which phase, the phase in which the wait is over
    ("one of several", "waitonesig 3105 3106", {3106: 2}, 2, ("CF-21.3-03",)),
    ("none of those named", "waitonesig 3105 3106", {3107: 2}, 0, ("CF-21.3-03",)),
    ("all", "waitallsig 3105 3106", {3106: 2, 3105: 4}, 4, ("CF-21.3-04",)),
    ("not all", "waitallsig 3105 3106", {3106: 2}, 0, ("CF-21.3-04",)),
    ("a location signals", "waitallsig 1501 3105", {1501: 2, 3105: 3}, 3, ("CF-21.3-04", "CF-21.3-06")),
    ("a known dead unit is not waited for", "waitallsig 3105 3119", {3105: 2}, 2, ("CF-21.3-04", "CF-21.3-05")),
    ("a number not yet given out is waited for", "waitallsig 3105 3120", {3105: 2}, 0, ("CF-21.3-05",)),
    ("a foreign number is waited for", "waitallsig 3105 3901", {3105: 2}, 0, ("CF-21.3-05",)),
    ("one of the dead alone is no signal", "waitonesig 3119", {}, 0, ("CF-21.3-03",)),
]


@pytest.mark.parametrize(
    ("order", "senders", "phase"),
    [pytest.param(order, sent, phase, id=title, marks=pytest.mark.rule(*ids)) for title, order, sent, phase, ids in SIGNALS],
)
def test_signals(order: str, senders: dict[int, int], phase: int) -> None:
    world = scenario_world()
    del world.units[3119], world.units[3901]
    for sender, when in senders.items():
        give(world.units.get(sender) or world.locations[sender], f"wait {when - 1}", "signal 3104")
    assert done_in(world, 3104, order) == phase


@pytest.mark.rule("CF-21.3-05")
@pytest.mark.parametrize(("policy", "dead"), [("ally", True), ("neutral", False)])
def test_the_dead_of_allies_are_known(policy: str, dead: bool) -> None:
    world = scenario_world()
    world.nations["Am"].policies["Rc"] = policy  # type: ignore[assignment]  # one of the two from the table above
    del world.units[3510]
    assert done_in(world, 3104, "waitallsig 3510") == (1 if dead else 0)


def test_a_signal_keeps_until_somebody_waits_for_it_and_others_stay() -> None:
    world = scenario_world()
    give(world.units[3105], "signal 3104 1501")
    give(world.units[3106], "signal 3104")
    assert done_in(world, 3104, "wait 3", "waitonesig 3105") == 4
    assert world.signals == {3104: [3106], 1501: [3105]}


@pytest.mark.rule("CF-21.3-06")
def test_signals_go_to_all_that_are_listed_and_not_to_a_name_that_stands_for_nothing() -> None:
    world = scenario_world()
    give(world.units[3105], "signal 3104 $nobody 1501")
    run_phases(begin(world), 1)
    assert world.signals == {3104: [3105], 1501: [3105]}


# --- waiting until things are seen ------------------------------------------------------------------------------------------
# General 3101 waits at 190 (or where the row says); 3102 is an own unit, 3501 one of nation Rc, 2001 an item.

PLACES: list[tuple[str, str, str, str, bool, tuple[str, ...]]] = [
    # title, where the waiting unit stands, the order, where 3102 stands, whether the wait is over
    ("in the next hex, one hex away", "190", "waitforone 1 3102", "191", True, ("CF-21.3-07",)),
    ("in the next hex, none away", "190", "waitforone 0 3102", "191", False, ("CF-21.3-07",)),
    ("too far to be seen", "190", "waitforone 9 3102", "195", False, ("CF-21.3-07",)),
    ("over the hex, one away", "190", "waitforone 1 3102", "o190", True, ("CF-21.3-07",)),
    ("over the hex is not at no distance", "190", "waitforone 0 3102", "o190", False, ("CF-21.3-07",)),
    ("in the city, no distance", "190", "waitforone 0 3102", "1501", True, ("CF-21.3-07",)),
    ("exact", "190", "waitforone exact 3102", "190", True, ("CF-21.3-08",)),
    ("in the city is not exact", "190", "waitforone exact 3102", "1501", False, ("CF-21.3-08",)),
    ("a hex is never exact", "190", "waitforone exact 190", "190", False, ("CF-21.3-08",)),
    ("the city stands exactly here", "190", "waitforone exact 1501", "190", True, ("CF-21.3-08",)),
    ("the city is around", "1501", "waitforone outside 1501", "190", True, ("CF-21.3-09",)),
    ("the hex is around", "1504", "waitforone outside 190", "190", True, ("CF-21.3-09",)),
    ("the city is around the castle", "1504", "waitforone outside 1501", "190", True, ("CF-21.3-09",)),
    ("the city is not around", "190", "waitforone outside 1501", "190", False, ("CF-21.3-09",)),
    ("no unit is inside of a unit", "190", "waitforone inside 3102", "190", False, ("CF-21.3-10",)),
    ("adjacent: in the city", "190", "waitforone adjacent 3102", "1501", True, ("CF-21.3-11",)),
    ("adjacent: at the same position", "190", "waitforone adjacent 3102", "190", True, ("CF-21.3-11",)),
    ("not adjacent: the next hex", "190", "waitforone adjacent 3102", "191", False, ("CF-21.3-11",)),
    ("not adjacent: the city around", "1501", "waitforone adjacent 1501", "190", False, ("CF-21.3-11",)),
    ("force: at the same position", "190", "waitforone force 3102", "190", True, ("CF-21.3-13",)),
    ("force: not in the city", "190", "waitforone force 3102", "1501", False, ("CF-21.3-13",)),
    ("force: never a hex", "190", "waitforone force 190", "190", False, ("CF-21.3-13",)),
    ("one of two", "190", "waitforone exact 3199 3102", "190", True, ("CF-21.3-07",)),
    ("all of two", "190", "waitforall exact 3102 1501", "190", True, ("CF-21.3-14",)),
    ("not all of two", "190", "waitforall exact 3102 1501", "1501", False, ("CF-21.3-14",)),
    ("all but the known dead", "190", "waitforall exact 3102 3103", "190", True, ("CF-21.3-14",)),
    ("a hex in viewing range", "190", "waitforone 1 191", "190", True, ("CF-21.3-07",)),
    ("a hex out of viewing range", "190", "waitforone 9 195", "190", False, ("CF-21.3-07",)),
]


@pytest.mark.parametrize(
    ("stands", "order", "other", "over"),
    [
        pytest.param(stands, order, other, over, id=title, marks=pytest.mark.rule(*ids))
        for title, stands, order, other, over, ids in PLACES
    ],
)
def test_waiting_until_something_is_seen(stands: str, order: str, other: str, over: bool) -> None:
    world = empty_world()
    add_unit(world, "Am", "General", stands, id=3101)
    add_unit(world, "Am", "Scout", other, id=3102, until={"flying": 2} if other[0] == "o" else {})
    world.nations["Am"].next_unit = 3104  # 3103 is dead
    assert done_in(world, 3101, order, phases=2) == (1 if over else 0)


@pytest.mark.rule("CF-21.3-10")
@pytest.mark.parametrize(("position", "over"), [("1501", True), ("1504", True), ("190", False)])
def test_a_location_waits_for_what_is_inside_of_it(position: str, over: bool) -> None:
    world = empty_world()
    add_unit(world, "Am", "Scout", position, id=3102)
    assert done_in(world, 1501, "waitforone inside 3102", phases=2) == (1 if over else 0)


@pytest.mark.rule("CF-21.3-10")
@pytest.mark.parametrize(("holder", "over"), [(3101, True), (3102, False)])
def test_a_unit_waits_until_it_holds_an_item(holder: int, over: bool) -> None:
    world = empty_world()
    add_unit(world, "Am", "General", 190, id=3101)
    add_unit(world, "Am", "Scout", 190, id=3102)
    world.items[2001] = Item(2001, "weapon", "Sword", owner="Am", holder=holder)
    assert done_in(world, 3101, "waitforone inside 2001", phases=2) == (1 if over else 0)


@pytest.mark.rule("CF-21.3-12")
@pytest.mark.parametrize("joined", [True, False])
def test_joined_is_in_the_same_force(joined: bool) -> None:
    world = empty_world()
    leader = add_unit(world, "Am", "General", 190, id=3101)
    member = add_unit(world, "Am", "Scout", 190, id=3102)
    if joined:
        leader.members, member.leader = [3102], 3101
    assert done_in(world, 3101, "waitforone joined 3102", phases=2) == (1 if joined else 0)


@pytest.mark.rule("CF-21.3-07")
@pytest.mark.parametrize("seen", [True, False])
def test_a_foreign_unit_must_be_spotted(seen: bool) -> None:
    world = empty_world()
    add_unit(world, "Am", "General", 190, id=3101)
    add_unit(world, "Rc", "Scout", 190, id=3501)
    give(world.units[3101], "waitforone 0 3501", "myalias $done")
    turn = begin(world)
    turn.sees["Am"] = {3501} if seen else set()
    from postern.rulesets.cosmos.orders.carrying_out import run_actions

    turn.phase = 1
    run_actions(turn)
    assert texts(world.units[3101].program) == ([] if seen else ["waitforone 0 3501", "myalias $done"])
