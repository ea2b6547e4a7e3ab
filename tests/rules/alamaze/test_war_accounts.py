"""Battles as boxes and pages: what the example report prints (ruling 70)."""

from __future__ import annotations

from typing import Any

from postern.rulesets.alamaze.battle.accounts import account, page
from postern.rulesets.alamaze.world import Leader, Wizard, World
from tests.rules.alamaze.build import play, put_group, quiet_world, told


def fought(code: str = "WA") -> tuple[World, dict[str, Any]]:
    """The battle of the example report, as a kingdom is told it."""
    world = quiet_world()
    put_group(world, "2WA", "LN", 2, morale=102, leaders=[Leader("Gamir", "Captain")])
    world.groups["2WA"].wizards = [Wizard("KE", "Kemir", 1)]
    put_group(world, "2SO", "LN", 2, morale=97, leaders=[Leader("Bewyn", "Captain")])
    world.groups["2SO"].wizards = [Wizard("NE", "Nerus", 1)]
    letters = {"WA": "102 2WA KE 2SO\n110 2WA 2SO 2", "SO": "107 2SO NE 2WA\n120 2SO 2WA 2"}
    (one,) = told(play(world, letters, until="122"), "battle", code)
    return world, one


def test_the_box_of_a_battle() -> None:
    box = account(*fought())
    assert box.title == "2nd Warlock against 2nd Sorcerer"
    assert box.place == "Bramaford (LN), plains"
    assert box.forces.rows[0] == ("Long-Range Missile", "562", "539", "3.0%", "3.4%")
    assert box.forces.rows[-1] == ("Melee (Phase II)", "2,118", "1,780", "30.6%", "36.5%")
    assert box.losses[0] == (
        "2nd Warlock (brigade, led by Captain Gamir) attacked by Standard Battle Plan; "
        "2nd Sorcerer (brigade, led by Captain Bewyn) stood ready by Stand and Defend."
    )
    assert box.losses[1] == "We lost 30.6%, they 36.5% and 5.2% on the retreat."
    assert box.outcome == "We hold the field."


def test_the_same_battle_as_the_other_side_reads_it() -> None:
    box = account(*fought("SO"))
    assert box.title == "2nd Sorcerer against 2nd Warlock"
    assert box.forces.rows[0] == ("Long-Range Missile", "539", "562", "3.4%", "3.0%")
    assert box.outcome == "They hold the field."


def test_the_page_of_a_battle_shows_own_brigades_and_of_the_enemy_the_size() -> None:
    world, one = fought()
    shown = page(world, one, 1)
    own, foreign = shown.hosts
    assert (own.units[0].before, own.units[0].after) == (2, 2)
    assert (foreign.units[0].before, foreign.units[0].after, foreign.units[0].text) == (None, None, "Brigade")
    assert shown.stages[-1].strengths == (69, 63)
    assert (shown.verdict, shown.tone) == ("victory", "good")
    assert [blow.title for blow in shown.blows if blow.stage == 3] == ["Magic (Phase I): 350"]


def test_the_box_of_an_assault_for_both_sides() -> None:
    world = quiet_world()
    world.centers["NQ"].owner = "SO"
    put_group(world, "3WA", "NQ", 8)
    turn = play(world, {"WA": "150 3WA - 3"}, until="150")
    ours, theirs = account(world, told(turn, "assault", "WA")[0]), account(world, told(turn, "assaulted", "SO")[0])
    assert ours.title == theirs.title == "3rd Warlock assaults Zanorford (NQ)"
    assert ours.outcome == "Zanorford has fallen."
    assert ours.forces.rows[0][0] == "Long-Range Missile"
    assert ours.losses[-1].startswith("The fighting cost the center ")


def test_the_box_of_a_plunder_counts_what_was_carried_off() -> None:
    world = quiet_world()
    put_group(world, "3WA", "KL", 8)
    turn = play(world, {"WA": "160 3WA - 3"}, until="160")
    box = account(world, told(turn, "assault", "WA")[0])
    assert box.title == "3rd Warlock plunders Tamorstead (KL)"
    assert box.spoils == ("Carried off: 3,051 food and 1,557 gold.",)
    assert box.outcome == "It was plundered and burnt."
