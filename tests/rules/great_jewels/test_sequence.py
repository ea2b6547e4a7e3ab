"""The sequence of events (chapter 30, ruling 10)."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.sequence import SEQUENCE
from postern.rulesets.great_jewels.tables import rows
from postern.rulesets.great_jewels.turn.orders import (
    Attack,
    BuildCsps,
    BuildEngines,
    BuildNavies,
    DeclareAlly,
    Destroy,
    Move,
    QJOrder,
    Raid,
    Ravage,
    SetPeace,
    Transfer,
)
from postern.rulesets.great_jewels.world.records import People, World, garrison_force, leader_force
from tests.rules.great_jewels.build import failures, land, leader, own, run_typed

STEPS = {
    "QJ-30-03": ("1", "status"),
    "QJ-30-04": ("2a", "transfers"),
    "QJ-30-05": ("3b", "building of navies"),
    "QJ-30-06": ("4", "raiders leave"),
    "QJ-30-07": ("5b", "pre-move check"),
    "QJ-30-08": ("6", "combat"),
    "QJ-30-09": ("7a", "movement of the survivors"),
    "QJ-30-10": ("8", "ravaging"),
    "QJ-30-11": ("9a", "dragons"),
    "QJ-30-12": ("10", "raiders enter"),
    "QJ-30-13": ("11", "capture"),
    "QJ-30-14": ("12", "roads and citadel points"),
    "QJ-30-15": ("13a", "levies, taxes and leaders"),
    "QJ-30-16": ("14a", "siege"),
    "QJ-30-17": ("15b", "printouts"),
}


@pytest.mark.rule(*STEPS, "QJ-30-01")
def test_the_fifteen_steps_in_the_books_order() -> None:
    labels = [step.label for step in SEQUENCE]
    names = {step.label: step.name for step in SEQUENCE}
    places = [labels.index(label) for label, _ in STEPS.values()]
    assert places == sorted(places)
    for label, words in STEPS.values():
        assert words in names[label]
    numbers = [int(label.rstrip("abcdefg+")) for label in labels]
    assert numbers == sorted(numbers)
    assert set(numbers) == {0, *(int(row["step"]) for row in rows("sequence"))}


def test_the_sub_steps_in_the_order_decided() -> None:
    """Ruling 10. A plus marks what is done between two of its sub-steps."""
    order = "0 1 2a 2b 2c 2d 2e 2f 2g 3a 3b 4 5a 5b 6 7a 7b 7c 8 9a 9b 9c 10 11 12 13a 13b 13c 14a 14b 15a 15b 15c"
    labels = [step.label for step in SEQUENCE]
    assert [label for label in labels if not label.endswith("+")] == order.split()
    for check in ("6+", "7+", "11+"):  # the Great Jewels are counted after steps 6, 7 and 11
        assert labels[labels.index(check) - 1].startswith(check[:-1])
        assert not labels[labels.index(check) + 1].startswith(check[:-1])
    assert labels.index("8+") == labels.index("8") + 1  # T94


@pytest.mark.rule("QJ-17-08", "QJ-15-09")
def test_what_is_given_up_by_order_goes_before_the_crews_are_counted() -> None:
    world = front()
    world.leaders[1].troops, world.leaders[1].rams = 5, 8
    assert run_typed(world, AAA=[Destroy(leader_force(1), "rams", 3)]).world.leaders[1].rams == 5
    assert run_typed(world, AAA=[Destroy(leader_force(1), "rams", 1)]).world.leaders[1].rams == 5


def front() -> World:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    own(world, "J10", "AAA", garrison=30, zorans=100)
    leader(world, 1, "AAA", "J10")
    leader(world, 2, "BBB", "J10", troops=10)
    return world


@pytest.mark.rule("QJ-30-01")
def test_the_order_of_lines_does_not_matter_between_steps() -> None:
    orders: list[QJOrder] = [
        Transfer(garrison_force("J10"), "troops", 20, 1),
        Attack(leader_force(1), "attack", 2),
        BuildCsps("J10", 3),
    ]
    forward = run_typed(front(), AAA=orders).world
    backward = run_typed(front(), AAA=orders[::-1]).world
    assert forward.leaders == backward.leaders
    assert forward.provinces == backward.provinces


@pytest.mark.rule("QJ-30-02", "QJ-30-04", "QJ-30-08", "QJ-06-05")
def test_transfers_come_before_combat() -> None:
    attack = Attack(leader_force(1), "attack", 2)
    alone = run_typed(front(), AAA=[attack])
    assert alone.world.leaders[2].troops == 10
    assert failures(alone, "AAA") == ["NOT ENOUGH TROOPS"]
    armed = run_typed(front(), AAA=[attack, Transfer(garrison_force("J10"), "troops", 30, 1)])
    assert failures(armed, "AAA") == []
    assert 2 not in armed.world.leaders or armed.world.leaders[2].troops == 0


@pytest.mark.rule("QJ-30-03", "QJ-30-08")
def test_status_changes_come_before_combat() -> None:
    world = front()
    world.players["AAA"].met, world.players["BBB"].met = ["BBB"], ["AAA"]
    world.leaders[1].troops = 10
    world.players["BBB"].allies = ["AAA"]
    turn = run_typed(world, AAA=[Attack(leader_force(1), "attack", 2)], BBB=[DeclareAlly("AAA", ally=False)])
    assert "-B" not in turn.flags[leader_force(2)]


@pytest.mark.rule("QJ-30-05", "QJ-30-06")
def test_siege_equipment_is_built_before_anybody_leaves() -> None:
    world = front()
    world.leaders[1].troops = 6
    orders: list[QJOrder] = [BuildEngines("J10", "towers", 2, 1), Move(1, ("J11", "J12", "J13"))]
    turn = run_typed(world, AAA=orders)
    assert turn.world.leaders[1].towers == 2
    assert turn.world.leaders[1].province == "J12"  # with towers he has 2 movement points


@pytest.mark.rule("QJ-30-05", "QJ-30-13")
def test_navies_are_built_even_when_the_province_is_lost() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    own(world, "A3", "AAA", zorans=100)
    leader(world, 2, "BBB", "A3")
    place = run_typed(world, AAA=[BuildNavies("A3", 1), BuildCsps("A3", 2)]).world.provinces["A3"]
    assert (place.owner, place.navies, place.csps) == ("BBB", 1, 0)


@pytest.mark.rule("QJ-30-18", "QJ-30-06", "QJ-30-12")
def test_raiders_are_in_neither_province_during_combat() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    own(world, "J10", "AAA", garrison=30)
    own(world, "J11", "AAA", garrison=1)
    leader(world, 2, "BBB", "J10", troops=20, at_peace=True)
    turn = run_typed(world, AAA=[Raid(garrison_force("J10"), 29, "J11")], BBB=[Attack(leader_force(2), "attack", None)])
    assert turn.world.provinces["J10"].garrison == 8  # the one who stayed died; 8 levies
    assert turn.world.provinces["J11"].garrison == 1 + 29 + 8


@pytest.mark.rule("QJ-30-07", "QJ-30-09", "QJ-30-08")
def test_who_dies_in_combat_does_not_move() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    leader(world, 1, "AAA", "J10", troops=1)
    leader(world, 2, "BBB", "J10", troops=60)
    turn = run_typed(world, AAA=[Move(1, ("J11",))], BBB=[Attack(leader_force(2), "assault", 1)])
    assert 1 not in turn.world.leaders
    assert turn.departures.get("J10", []) == []


@pytest.mark.rule("QJ-30-20", "QJ-30-10", "QJ-30-13")
def test_a_captured_province_can_be_ravaged_next_turn_at_the_earliest() -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    leader(world, 1, "AAA", "J10")
    first = run_typed(world, AAA=[Ravage("J10")])
    assert first.world.provinces["J10"].owner == "AAA"
    assert not first.world.provinces["J10"].ravaged
    assert failures(first, "AAA") == ["NOT YOURS"]
    second = run_typed(first.world, AAA=[Ravage("J10")])
    assert second.world.provinces["J10"].ravaged


@pytest.mark.rule("QJ-04-22", "QJ-04-23", "QJ-04-24", "QJ-04-26")
@pytest.mark.parametrize(("people", "sign"), [("SLENTH", 1), ("QUNTAG", -1)])
def test_ravaging_scores_the_rates_before_halving_and_restarts_turns_owned(people: str, sign: int) -> None:
    world = land(AAA=people, BBB="QUNTAG")
    own(world, "B4", "AAA", terrain="I", garrison=1)
    own(world, "J10", "AAA", garrison=2, turns_owned=4, rises=1)
    levy, tax = {"SLENTH": (4, 3), "QUNTAG": (9, 8)}[people]
    turn = run_typed(world, AAA=[Ravage("J10")])
    place = turn.world.provinces["J10"]
    assert (place.ravaged, place.turns_owned, place.garrison) == (True, 1, 2 + levy // 2)
    rates = 0 if people == "SLENTH" else levy // 2 + tax // 2
    assert turn.world.players["AAA"].score == sign * 8 * (levy + tax) + rates
    assert turn.world.players["AAA"].people is People(people)


@pytest.mark.rule("QJ-30-16", "QJ-30-15")
def test_sieges_are_settled_after_the_levies() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    own(world, "J10", "AAA", garrison=2)
    leader(world, 2, "BBB", "J10", troops=29)
    assert not run_typed(world).world.provinces["J10"].besieged  # 2 + 8 levies against 29
    world.leaders[2].troops = 30
    assert run_typed(world).world.provinces["J10"].besieged


@pytest.mark.rule("QJ-30-17", "QJ-02-11")
def test_printouts_show_the_state_after_the_whole_turn() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    own(world, "J10", "AAA", garrison=5, zorans=20)
    leader(world, 1, "AAA", "J10", troops=4)
    turn = run_typed(world, AAA=[Move(1, ("J11",)), BuildCsps("J10", 4), SetPeace(1, False)])
    seen = turn.world.players["AAA"].seen
    assert (seen["J10"].garrison, seen["J10"].csps, seen["J10"].zorans) == (13, 4, 7)
    assert seen["J11"].tag == "AAA"
    assert [one.number for one in seen["J11"].leaders] == [1]
    assert seen["J10"].leaders == ()
    assert seen["J10"].turn == turn.world.turn == world.turn + 1
