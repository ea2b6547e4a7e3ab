"""Rules that could be changed without a test that noticed: what orders refuse, and what an answer may look at."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.alamaze.knowledge import view_of
from postern.rulesets.alamaze.orders.battle.attacks import PARLEY, chance_to_surrender
from postern.rulesets.alamaze.orders.battle.spells import Register
from postern.rulesets.alamaze.orders.movement.ships import Patrols
from postern.rulesets.alamaze.orders.reading import read
from postern.rulesets.alamaze.report.answers import try_out
from postern.rulesets.alamaze.rules.centers import destroy
from postern.rulesets.alamaze.rules.regions import standing_limit
from postern.rulesets.alamaze.world.records import Figure, Fleet, Wizard, World
from tests.rules.alamaze.build import answer, begin, failures, figure, give, play, put_group, quiet_world, told
from tests.rules.alamaze.test_court_figures import prisoner


def test_a_spell_of_battle_at_a_group_elsewhere_is_not_cast() -> None:
    """It fails, is not registered, and its wizard has his spell still."""
    world = quiet_world()
    put_group(world, "1WA", "KL", 2, wizards=[Wizard("RE", "Rebern", 8)])
    put_group(world, "1SO", "KM", 2)
    turn = give(world, {"WA": "95 1WA RE 1SO\n98 1WA RE 1SO"}, until="98")
    assert failures(turn) == ["1SO is not known to be in the area of 1WA (KL)."] * 2
    assert turn.state(Register).casts == []
    put_group(world, "1SO", "KL", 2)
    turn = give(world, {"WA": "95 1WA RE 1SO"}, until="98")
    assert [one.enemy for one in turn.state(Register).casts] == ["1SO"]


def _with_hidden_figure(there: bool) -> World:
    world = quiet_world()
    put_group(world, "1WA", "KL", 2, wizards=[Wizard("RE", "Rebern", 8)])
    if there:
        world.kingdoms["EL"].figures["QQ"] = Figure("QQ", "Qoq", "Count", "KL")
    return world


@pytest.mark.parametrize("line", ["301 1WA RE EL QQ", "305 1WA RE EL QQ KL", "386 1WA RE EL QQ KL"])
def test_an_answer_says_nothing_of_a_foreign_figure(line: str) -> None:
    said = [answer(_with_hidden_figure(there), "WA", line) for there in (True, False)]
    assert said[0] == said[1]
    assert said[0].accepted


def test_an_answer_does_not_tell_what_an_emissary_will_learn() -> None:
    world = quiet_world()
    view = view_of(world, "WA")
    learnt = {}
    for code in ("EL", "WA"):
        turn = try_out(read(f"360 JO {code}", view), view).turn
        learnt[code] = told(turn, "reaction-learnt", "WA")
    assert learnt["EL"] == []
    assert [one["kingdom"] for one in learnt["WA"]] == ["WA"]


@pytest.mark.parametrize("by", ["SO", ""])
def test_prisoners_of_a_destroyed_center_are_free(by: str) -> None:
    world = quiet_world()
    captive = prisoner(world, "EL", "GR", "WA")
    captive.area = "JM"
    turn = begin(world)
    destroy(turn, world.centers["JM"], by)
    assert world.centers["JM"].destroyed
    assert (captive.held_by, captive.area) == ("", world.kingdoms["EL"].capital)
    assert told(turn, "freed", "EL")


def test_a_transfer_of_no_troops_fails() -> None:
    world = quiet_world()
    put_group(world, "1WA", "KL", 2)
    put_group(world, "2WA", "KL", 2)
    turn = give(world, {"WA": "700 1WA 2WA WA 0"})
    assert len(failures(turn)) == 1
    assert (world.groups["1WA"].size, world.groups["2WA"].size) == (2, 2)
    assert not told(turn, "troops-transferred", "WA")


def test_where_no_emissary_upheld_the_status_quo_it_hinders_nothing() -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "KL", 2)
    town = world.centers["JM"]
    world.status_quo = {}
    plain = chance_to_surrender(world, world.kingdoms["WA"], group, town, PARLEY)
    world.status_quo = {"JM": 0}
    assert chance_to_surrender(world, world.kingdoms["WA"], group, town, PARLEY) == plain
    world.status_quo = {"JM": 10}
    assert chance_to_surrender(world, world.kingdoms["WA"], group, town, PARLEY) < plain


@pytest.mark.parametrize(("kingdom", "refused"), [("ZZ", True), ("WA", False), ("EL", False)])
def test_a_rescue_is_of_a_figure_of_a_kingdom_of_the_game(kingdom: str, refused: bool) -> None:
    told_of = [one.why for one in answer(quiet_world(), "WA", f"950 VA KQ GA {kingdom}").problems]
    assert told_of == (["There is no kingdom ZZ in this game."] if refused else [])


@pytest.mark.rule("AC-08-25")
@pytest.mark.parametrize("line", ["320 {0}", "330 {0}", "350 {0} KP", "360 {0} EL", "365 {0}", "390 {0}"])
@pytest.mark.parametrize("holder", ["SO", "people"])
def test_an_imprisoned_emissary_obeys_none_of_his_orders(line: str, holder: str) -> None:
    world = quiet_world()
    captive: Any = figure(world, "WA", "JO")
    captive.held_by = holder
    where = captive.area
    turn = play(world, {"WA": line.format("JO")}, until="390")
    assert failures(turn) == [f"{captive.name} is a prisoner."]
    assert (captive.held_by, captive.area) == (holder, where)
    assert not told(turn, "order", "WA")


@pytest.mark.rule("AC-22-02")
@pytest.mark.parametrize(("declared", "elsewhere", "fights"), [("", False, True), ("A", False, False), ("", True, False)])
def test_a_patrol_fights_fleets_of_its_own_sea_that_are_no_allies(declared: str, elsewhere: bool, fights: bool) -> None:
    world = quiet_world()
    for kingdom in world.kingdoms.values():
        kingdom.fleets = {}
    world.kingdoms["SO"].fleets = {"F": Fleet(3, 12)}
    world.kingdoms["GN"].fleets = {"T" if elsewhere else "F": Fleet(4, 12)}
    if declared:
        world.kingdoms["SO"].declared["GN"] = world.kingdoms["GN"].declared["SO"] = declared
    turn = give(world, {"SO": "705 F", "GN": "705 T" if elsewhere else "705 F"}, until="705")
    assert bool(told(turn, "naval-battle", "SO")) == fights
    assert bool(turn.state(Patrols).out["F"]) != fights


@pytest.mark.rule("AC-27-06")
def test_surplus_standing_orders_are_dropped_in_the_turn_after_a_region_is_lost_and_not_before() -> None:
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    warlock.controlled = [3]  # of whose people nobody has more than half, so it is lost at 797
    given = [f"215 EL {n}000" for n in range(1, standing_limit(world, warlock) + 1)]
    warlock.standing = list(given)
    turn = play(world)
    assert (warlock.controlled, warlock.standing, told(turn, "standing-dropped", "WA")) == ([], given, [])
    left = standing_limit(world, warlock)
    assert [one["text"] for one in told(play(world), "standing-dropped", "WA")] == given[left:]
    assert warlock.standing == given[:left]


@pytest.mark.rule("AC-21-55")
@pytest.mark.parametrize(("ambush", "named", "surprised"), [(True, False, True), (False, False, True), (False, True, False)])
def test_who_is_attacked_without_having_looked_for_it_is_surprised(ambush: bool, named: bool, surprised: bool) -> None:
    world = quiet_world()
    put_group(world, "2WA", "KL", 2)
    put_group(world, "2SO", "KL", 2, ambush=ambush)
    letters = {"SO": "110 2SO 2WA 2"} | ({"WA": "120 2WA 2SO 2"} if named else {})
    turn = play(world, letters, until="122")
    assert (told(turn, "battle", "WA")[0]["ours"]["stance"] == "surprised") == surprised


@pytest.mark.rule("AC-04-26")
def test_a_prisoner_does_not_betray_the_new_capital_of_his_captor() -> None:
    world = quiet_world()
    captive = prisoner(world, "EL", "GR", "WA")
    give(world, {"WA": "355 OR JM"}, until="355")
    assert (world.kingdoms["WA"].capital, captive.area) == ("JM", "JM")
    assert view_of(world, "EL").kingdom.figures["GR"].area == "KP"
    assert view_of(world, "WA").world.kingdoms["EL"].figures["GR"].area == "JM"
