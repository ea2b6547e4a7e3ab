"""Talismans that bend ambushes: cloak, evil eye, Slenth Ring, head'em off, hound, trap, shore batteries."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.rules.battle.waylay import waylay
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Move, QJOrder, Spell
from postern.rulesets.great_jewels.world.records import Force, World, garrison_force, leader_force
from tests.rules.great_jewels.build import allies, change, land, leader, own, run, run_typed, talisman, unplayed

ONE, TWO = Force(leader=1), Force(leader=2)


def _ambush(garrison: int = 12) -> World:
    world = land(AAA="QUNTAG", BBB="SLENTH", CCC="SLENTH")
    leader(world, 1, "AAA", "E5", troops=60)
    own(world, "E6", "BBB", garrison=garrison)
    return world


@pytest.mark.rule("QJ-28.1-038", "QJ-28.1-039", "QJ-28.1-040", "QJ-28.1-041")
def test_the_cloak_hides_and_wears_out() -> None:
    world = _ambush()
    leader(world, 5, "AAA", "E5")
    talisman(world, 48, 5, counter=3)
    turn = run_typed(world, AAA=[GiveTalisman(48, 1), Move(1, ("E6", "E7"))])
    assert turn.world.leaders[1].troops == 60  # not waylaid, on the turn of transfer too
    assert turn.world.talismans[48].counter == 200 - 60
    assert [event.data["counter"] for event in turn.events if event.kind == "cloak"] == [140]
    worn = turn.world
    for left in (80, 20, 0, 0):
        worn = run_typed(worn).world
        assert worn.talismans[48].counter == left


@pytest.mark.rule("QJ-28.1-037", "QJ-28.1-042", "QJ-28.1-040")
def test_others_do_not_see_a_cloaked_army_until_it_strikes() -> None:
    def seen(counter: int, orders: list[Attack]) -> list[int]:
        world = land(AAA="QUNTAG", BBB="SLENTH", CCC="SLENTH")
        leader(world, 1, "AAA", "E6", troops=60)
        own(world, "E6", "BBB", garrison=90)
        if counter:
            talisman(world, 48, 1, counter=counter)
        turn = run_typed(world, AAA=orders)
        return [one.number for one in turn.world.players["BBB"].seen["E6"].leaders]

    assert seen(0, []) == [1]
    assert seen(200, []) == []
    assert seen(200, [Attack(ONE, "attack", None)]) == [1]
    assert seen(60, []) == [1]  # the counter is used up this turn
    inside = land()
    own(inside, "E6", "BBB", garrison=9)
    leader(inside, 1, "AAA", "E6", troops=9)
    talisman(inside, 48, "E6", counter=200)
    turn = run_typed(inside)
    assert turn.world.players["AAA"].seen["E6"].garrison >= 9  # no effect in a garrison
    assert turn.world.talismans[48].counter == 200


@pytest.mark.rule("QJ-28.1-036", "QJ-28.1-005", "QJ-28.1-037", "QJ-28.1-038")
@pytest.mark.parametrize("jewel", ["held", "handed on", "handed over", "none"])
def test_the_cloak_hides_nobody_who_bears_a_great_jewel(jewel: str) -> None:
    world = _ambush()
    leader(world, 5, "AAA", "E5")
    talisman(world, 48, 1, counter=190)
    if jewel != "none":
        talisman(world, 1, 5 if jewel == "handed over" else 1)
    to = {"handed on": 5, "handed over": 1}.get(jewel)
    given: list[QJOrder] = [GiveTalisman(1, to)] if to else []
    bears = jewel in ("held", "handed over")
    turn = run_typed(world, AAA=[*given, Move(1, ("E6", "E7"))])
    assert turn.world.leaders[1].troops == (60 - 36 // 6 if bears else 60)  # the garrison of E6 waylaid him
    entry = turn.world.players["BBB"].seen["E6"]
    assert entry.departures == (("L1->E7",) if bears else ())
    own(world, "E5", "BBB", garrison=90)
    stayed = run_typed(world, AAA=given)
    assert (1 in [one.number for one in stayed.world.players["BBB"].seen["E5"].leaders]) == bears
    shown = [one.number for entry in stayed.world.players["BBB"].seen["E5"].leaders for one in entry.talismans]
    assert 48 not in shown  # the cloak itself is hidden as ever


@pytest.mark.rule("QJ-28.1-040", "QJ-28.1-036")
def test_the_cloaks_counter_is_set_and_runs_down_beside_a_great_jewel_too() -> None:
    world = _ambush()
    leader(world, 5, "AAA", "E5")
    talisman(world, 48, 5, counter=3)
    talisman(world, 1, 1)
    turn = run_typed(world, AAA=[GiveTalisman(48, 1)])
    assert turn.world.talismans[48].counter == 200 - 60
    (told,) = [event for event in turn.events if event.kind == "cloak"]
    said = sentence(told, "AAA")
    assert said is not None
    assert said.text == "A Great Jewel keeps the cloak from hiding L1; its counter stands at 140."
    freed = run_typed(turn.world, AAA=[GiveTalisman(1, 5), Move(1, ("E6", "E7"))]).world
    assert freed.talismans[48].counter == 140 - 60
    assert freed.leaders[1].troops == 60


@pytest.mark.rule("QJ-28.1-069", "QJ-19-06")
@pytest.mark.parametrize(("number", "factors"), [(58, 4), (57, 6)])
def test_who_is_waylaid_under_the_evil_eye_counts_as_betrayed(number: int, factors: int) -> None:
    world = _ambush()
    talisman(world, number, "E6")
    waylay(unplayed(world), 1, "E6")
    assert world.leaders[1].troops == 60 - 12 * 3 // factors


@pytest.mark.rule("QJ-28.1-031", "QJ-19-07", "QJ-19-08")
@pytest.mark.parametrize(("terrain", "ring", "a_troop"), [("C", False, 3), ("C", True, 4), ("F", False, 4), ("F", True, 4)])
def test_a_garrison_with_a_slenth_ring_waylays_as_if_assaulting_anywhere(terrain: str, ring: bool, a_troop: int) -> None:
    world = _ambush()
    change(world, "E6", terrain=terrain)
    if ring:
        talisman(world, 40, "E6")
    waylay(unplayed(world), 1, "E6")
    assert world.leaders[1].troops == 60 - 12 * a_troop // 6


@pytest.mark.rule("QJ-28.1-214", "QJ-28.1-215")
def test_head_them_off_waylays_with_three_times_the_troops_on_the_turn_of_transfer() -> None:
    for transferred, lost in ((5, 12 * 3 * 3 // 6), (4, 12 * 3 // 6)):
        world = _ambush()
        talisman(world, 105, "E6", gained=transferred, transferred=transferred)
        turn = unplayed(world)
        waylay(turn, 1, "E6")
        assert world.leaders[1].troops == 60 - lost
        assert (105 in turn.shown) is (transferred == 5)


@pytest.mark.rule("QJ-28.1-339", "QJ-28.1-340", "QJ-28.1-341")
def test_the_hound_hunts_beside_the_garrison_and_grows() -> None:
    world = _ambush(garrison=0)
    talisman(world, 151, "E6")
    turn = run_typed(world, AAA=[Move(1, ("E6", "E7"))])
    assert turn.world.leaders[1].troops == 60 - 20 * 3 // 6
    assert turn.world.talismans[151].counter == 30
    assert [event.data["strength"] for event in turn.events if event.kind == "hound"] == [30]
    assert 151 in turn.shown
    beside = _ambush(garrison=12)
    talisman(beside, 151, "E6")
    turn = run_typed(beside, AAA=[Move(1, ("E6", "E7"))])
    assert turn.world.leaders[1].troops == 60 - (60 + 36) // 6
    assert turn.world.talismans[151].counter == 30  # 10 of the 16 are its own


@pytest.mark.rule("QJ-28.1-339")
def test_the_hound_hunts_lone_leaders_but_no_friends() -> None:
    world = _ambush(garrison=0)
    world.leaders[1].troops = 0
    talisman(world, 151, "E6")
    assert 1 not in run_typed(world, AAA=[Move(1, ("E6", "E7"))]).world.leaders
    allies(world, "BBB", "AAA", mutual=False)
    assert 1 in run_typed(world, AAA=[Move(1, ("E6", "E7"))]).world.leaders


@pytest.mark.rule("QJ-28.1-342")
def test_handed_out_of_the_garrison_the_hound_is_as_at_first() -> None:
    world = _ambush()
    leader(world, 2, "BBB", "E6", troops=5)
    talisman(world, 151, "E6", counter=77)
    turn = run_typed(world, BBB=[GiveTalisman(151, 2)])
    assert turn.world.talismans[151].leader == 2
    assert turn.world.talismans[151].counter == 20


@pytest.mark.rule("QJ-28.1-344")
def test_the_trap_springs_at_those_who_stop_and_lets_pass_who_passes() -> None:
    def walked(path: tuple[str, ...], held: bool = True) -> int:
        world = land(AAA="QUNTAG", BBB="SLENTH")
        leader(world, 1, "AAA", "E5", troops=60)
        leader(world, 2, "BBB", "E6", troops=12)
        if held:
            talisman(world, 152, 2)
        return run_typed(world, AAA=[Move(1, path)]).world.leaders[1].troops

    assert walked(("E6",)) == 60 - 36 // 6
    assert walked(("E6",), held=False) == 60
    assert walked(("E6", "E7")) == 60
    assert walked(("E6", "E7"), held=False) == 60 - 36 // 6


@pytest.mark.rule("QJ-28.1-344")
def test_the_trap_spares_allies_and_those_who_were_there() -> None:
    world = land(AAA="QUNTAG", BBB="SLENTH", CCC="SLENTH")
    leader(world, 1, "AAA", "E5", troops=60)
    leader(world, 2, "BBB", "E6", troops=12)
    leader(world, 3, "CCC", "E6", troops=30)
    talisman(world, 152, 2)
    allies(world, "BBB", "AAA", mutual=False)
    turn = run_typed(world, AAA=[Move(1, ("E6",))])
    assert [turn.world.leaders[number].troops for number in (1, 3)] == [60, 30]


@pytest.mark.rule("QJ-28.1-345")
def test_the_holder_of_the_trap_does_nothing_else() -> None:
    world = land(AAA="QUNTAG", BBB="SLENTH", CCC="SLENTH")
    leader(world, 1, "AAA", "E5", troops=60)
    leader(world, 2, "BBB", "E6", troops=12)
    leader(world, 3, "CCC", "E6", troops=30)
    talisman(world, 152, 2)
    turn = run_typed(world, AAA=[Move(1, ("E6",))], BBB=[Attack(TWO, "attack", 3)])
    assert turn.world.leaders[1].troops == 60


@pytest.mark.rule("QJ-28.1-345")
@pytest.mark.parametrize(("number", "holder"), [(118, "E6"), (74, 2)])
def test_who_may_not_attack_springs_no_trap(number: int, holder: int | str) -> None:
    """The garrison looks for gold (T118), or the leader was carried off by the Flying Dutchman this turn (T74)."""
    world = land(AAA="QUNTAG", BBB="SLENTH")
    own(world, "E6", "BBB", garrison=12)
    leader(world, 1, "AAA", "E5", troops=60)
    leader(world, 2, "BBB", "E6", troops=12, at_peace=True)
    talisman(world, 152, holder)
    assert run_typed(world, AAA=[Move(1, ("E6",))]).world.leaders[1].troops == 54
    talisman(world, number, holder, counter=1, transferred=world.turn)
    assert run_typed(world, AAA=[Move(1, ("E6",))]).world.leaders[1].troops == 60


@pytest.mark.rule("QJ-28.1-345", "QJ-28.2-10")
def test_whom_a_spell_carries_off_springs_no_trap_where_he_is_set_down() -> None:
    world = land(AAA="QUNTAG", BBB="SLENTH")
    leader(world, 1, "AAA", "E5", troops=60)
    leader(world, 2, "BBB", "K9", troops=12)
    talisman(world, 152, 2)
    talisman(world, 1, "B8")
    turn = run_typed(world, AAA=[Move(1, ("E6",))], BBB=[Spell(1, "TL", leader=2, province="E6")])
    assert turn.world.leaders[2].province == "E6"
    assert turn.world.leaders[1].troops == 60


@pytest.mark.rule("QJ-28.1-344", "QJ-28.1-281")
@pytest.mark.parametrize("marching", [True, False])
def test_the_trap_at_home_strikes_who_was_killed_on_the_march_and_spares_who_fell_in_combat(marching: bool) -> None:
    world = land(AAA="QUNTAG", BBB="SLENTH")
    change(world, "B4", garrison=30)
    own(world, "E6", "BBB", garrison=90)
    leader(world, 1, "AAA", "E5", troops=3, bonus=2)
    leader(world, 2, "BBB", "B4", troops=12)
    leader(world, 3, "BBB", "E5", troops=30)
    talisman(world, 126, 1)
    talisman(world, 152, 2)
    turn = run(world, AAA="L1ME6E7") if marching else run(world, BBB="L3AL1")
    assert turn.world.talismans[126].holder == (garrison_force("E6") if marching else leader_force(3))
    risen = turn.world.leaders.get(1)
    assert risen is None if marching else risen is not None and risen.province == "B4"


@pytest.mark.rule("QJ-28.1-107")
def test_shore_batteries_strike_landings_here_and_on_both_sides_three_times_as_hard() -> None:
    from postern.rulesets.great_jewels.rules.movement.sailing import landing_multiple

    world = land(AAA="QUNTAG", BBB="SLENTH")
    for name in ("A4", "A5", "A6", "A7"):
        own(world, name, "BBB", garrison=3)
    talisman(world, 73, "A5")
    assert [landing_multiple(unplayed(world), name) for name in ("A4", "A5", "A6", "A7")] == [3, 3, 3, 1]
    world.provinces["A4"].owner = "AAA"
    assert landing_multiple(unplayed(world), "A4") == 1  # another owner's coast


def test_the_batteries_triple_the_factors_of_a_landing_waylay() -> None:
    from postern.rulesets.great_jewels.rules.battle.waylay import landing_waylay

    world = land(AAA="QUNTAG", BBB="SLENTH")
    own(world, "A4", "BBB", garrison=12)
    leader(world, 1, "AAA", "A4", troops=60)
    landing_waylay(unplayed(world), 1, "A4", multiple=3)
    assert world.leaders[1].troops == 60 - 12 * 3 * 3 // 6


@pytest.mark.rule("QJ-28.1-107", "QJ-28.1-214")
def test_shore_batteries_and_head_them_off_together_strike_nine_times_as_hard() -> None:
    from postern.rulesets.great_jewels.rules.battle.waylay import landing_waylay
    from postern.rulesets.great_jewels.rules.movement.sailing import landing_multiple

    world = land(AAA="QUNTAG", BBB="SLENTH")
    own(world, "A4", "BBB", garrison=4)
    leader(world, 1, "AAA", "A4", troops=60)
    talisman(world, 73, "A4")
    talisman(world, 105, "A4", gained=5, transferred=5)
    turn = unplayed(world)
    landing_waylay(turn, 1, "A4", landing_multiple(turn, "A4"))
    assert world.leaders[1].troops == 60 - 4 * 3 * 9 // 6
