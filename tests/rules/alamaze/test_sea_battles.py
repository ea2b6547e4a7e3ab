"""Sea patrols and battles of fleets: order 705 (AC-22, AC-18-22, AC-18-23, ruling 31)."""

from __future__ import annotations

import pytest

from postern.rulesets.alamaze.orders.movement.ships import Patrols
from postern.rulesets.alamaze.rules.sea import Navy, fight_of_groups, losses_aboard, part_lost, strength
from postern.rulesets.alamaze.turn import Activity, Turn
from postern.rulesets.alamaze.world.records import Fleet, Leader, Wizard, World
from tests.rules.alamaze.build import begin, give, problem, put_group, quiet_world, told


def fleets(**numbers: int) -> World:
    """A quiet world in which these kingdoms have so many fleets of quality 12 in the Sea of Foreboding, and nobody else any."""
    world = quiet_world()
    for code, kingdom in world.kingdoms.items():
        kingdom.fleets = {"F": Fleet(numbers[code], 12)} if code in numbers else {}
    return world


def number(world: World, code: str) -> int:
    fleet = world.kingdoms[code].fleets.get("F")
    return fleet.number if fleet else 0


def crossing(world: World, seed: str, brigades: int = 2, patrol: str = "SO") -> Turn:
    """1WA crosses the sea while a foreign patrol is out."""
    group = put_group(world, "1WA", "LN", brigades)
    if not brigades:
        group.brigades = {}
    return give(world, {"WA": "710 1WA LM LL LK LJ", patrol: "705 F"}, seed, until="710")


@pytest.mark.rule("AC-07-07", "AC-22-11")
def test_the_worked_battle() -> None:
    """6 fleets of quality 12 against 4 of quality 10: strengths 29.39 and 20.00, parts lost 0.204 and 0.441, which are 1.22 and
    1.76 fleets."""
    world = fleets(WA=6, SO=4)
    world.kingdoms["SO"].fleets["F"].quality = 10
    one, other = strength(world, Navy("WA"), "F"), strength(world, Navy("SO"), "F")
    assert (round(one, 2), round(other, 2)) == (29.39, 20.0)
    ours, theirs = part_lost(world, one, other), part_lost(world, other, one)
    assert (round(ours, 3), round(theirs, 3)) == (0.204, 0.441)
    assert (round(6 * ours, 2), round(4 * theirs, 2)) == (1.22, 1.76)


@pytest.mark.rule("AC-07-07", "AC-22-10", "AC-22-11")
def test_ships_quality_and_leaders_count_and_troops_do_not() -> None:
    world = fleets(WA=4, UN=4)
    weak = put_group(world, "1WA", "LM", 1, leaders=[])
    strong = put_group(world, "2WA", "LM", 4, kind="RD", leaders=[], attrition=50, morale=150)
    assert strength(world, Navy("WA", weak), "F") == strength(world, Navy("WA", strong), "F") == 24
    weak.leaders = [Leader("Drlas", "General"), Leader("Herik", "Captain")]
    assert strength(world, Navy("WA", weak), "F") == pytest.approx(24 * 1.15)
    world.kingdoms["WA"].fleets["F"].quality = 6
    assert strength(world, Navy("WA"), "F") == 12
    assert strength(world, Navy("UN"), "F") == pytest.approx(24 * 1.2)


@pytest.mark.parametrize(("own", "enemy", "part"), [(100, 1, 0.05), (1, 100, 0.9), (24, 24, 0.3)])
def test_a_navy_loses_something_and_never_all_at_once(own: float, enemy: float, part: float) -> None:
    assert part_lost(fleets(), own, enemy) == pytest.approx(part)


@pytest.mark.rule("AC-22-08", "AC-22-09")
def test_a_patrol_meets_a_transport_in_seven_of_ten_turns() -> None:
    met = 0
    for seed in range(100):
        world = fleets(WA=8, SO=1)
        turn = crossing(world, str(seed))
        fought = told(turn, "naval-battle", "WA")
        if not fought:
            assert (world.groups["1WA"].area, world.groups["1WA"].size, number(world, "WA")) == ("LJ", 2, 8)
        met += bool(fought)
    assert 56 <= met <= 84


def _met(world_of: dict[str, int], brigades: int, want: int, patrol: str = "SO") -> tuple[World, Turn]:
    """The first crossing in which so many fleets of the Warlock are lost."""
    for seed in range(400):
        world = fleets(**world_of)
        world.turn = 5
        turn = crossing(world, str(seed), brigades, patrol)
        if told(turn, "naval-battle", "WA") and world_of["WA"] - number(world, "WA") == want:
            return world, turn
    raise AssertionError("no such battle")


@pytest.mark.rule("AC-22-12", "AC-22-13")
def test_a_transport_loses_troops_in_proportion_to_its_ships() -> None:
    """Two ships carry two brigades, and one ship is lost: one brigade too. Half of eight ships is half of two brigades."""
    world, turn = _met({"WA": 2, "SO": 6}, 2, 1)
    assert (number(world, "WA"), world.groups["1WA"].size) == (1, 1)
    assert told(turn, "lost-at-sea", "WA")[0]["brigades"] == 1
    world, _ = _met({"WA": 8, "SO": 12}, 2, 4)
    assert world.groups["1WA"].size == 1


@pytest.mark.rule("AC-18-22", "AC-18-23", "AC-22-14", "AC-22-15")
def test_what_survives_goes_on_in_the_same_turn() -> None:
    world, turn = _met({"WA": 2, "SO": 6}, 2, 1)
    assert world.groups["1WA"].area == "LJ"
    assert {one.step for one in turn.events if one.kind == "naval-battle"} == {"710"}


def test_who_has_no_ship_left_turns_back() -> None:
    """A patrol is carried by one ship, and it sinks: who lives is back where it came from."""
    world, _ = _met({"WA": 1, "SO": 12}, 0, 1)
    group = world.groups["1WA"]
    assert group.area == ("LN" if group.leaders or group.wizards else "")
    assert number(world, "WA") == 0


@pytest.mark.parametrize(("share", "dead", "sunk"), [(1.0, 50, 100), (0.5, 25, 50)])
@pytest.mark.rule("AC-22-12")
def test_troops_are_lost_by_the_share_of_the_ships_and_figures_by_half_of_it(share: float, dead: int, sunk: int) -> None:
    """A hundred groups of one brigade, a General and a lich."""
    died = drowned = 0
    for seed in range(100):
        world = fleets()
        group = put_group(world, "1WA", "LM", 1, leaders=[Leader("Drlas", "General")])
        group.wizards = [Wizard("RE", "Rebern", 1, "lich")]
        assert losses_aboard(begin(world, seed=str(seed)), group, share, "test")
        died += not group.leaders
        drowned += not group.size
        assert group.wizards
    assert abs(died - dead) <= 13
    assert abs(drowned - sunk) <= (13 if share < 1 else 0)


@pytest.mark.rule("AC-22-02", "AC-22-08")
def test_an_ally_passes() -> None:
    for seed in range(12):
        world = fleets(WA=3, EL=9)
        world.kingdoms["EL"].declared["WA"] = "A"
        assert told(crossing(world, str(seed), patrol="EL"), "naval-battle") == []


@pytest.mark.rule("AC-22-04")
def test_a_patrol_that_fought_a_transport_is_in_port() -> None:
    """The second transport of the turn is never met by the same patrol."""
    fights = 0
    for seed in range(20):
        world = fleets(WA=9, SO=3)
        put_group(world, "1WA", "LN", 1)
        put_group(world, "2WA", "LN", 1)
        letters = {"WA": "710 1WA LM LL LK LJ\n710 2WA LM LL LK LJ", "SO": "705 F"}
        turn = give(world, letters, str(seed), until="710")
        found = len(told(turn, "naval-battle", "WA"))
        assert found <= 1
        assert turn.state(Patrols).out["F"] == ([] if found else ["SO"])
        fights += found
    assert fights > 10


@pytest.mark.rule("AC-22-14")
def test_a_transport_is_met_twice_at_most() -> None:
    most = 0
    allies = ("SO", "EL", "RA")
    for seed in range(40):
        world = fleets(WA=12, SO=1, EL=1, RA=1)
        for code in allies:
            world.kingdoms[code].declared = {one: "A" for one in allies if one != code}
        put_group(world, "1WA", "LN", 1)
        letters = {"WA": "710 1WA LM LL LK LJ"} | dict.fromkeys(allies, "705 F")
        turn = give(world, letters, str(seed), until="710")
        most = max(most, len(told(turn, "naval-battle", "WA")))
    assert most == 2


@pytest.mark.rule("AC-22-02", "AC-22-03", "AC-22-04", "AC-22-07")
def test_two_patrols_that_are_no_allies_fight_and_go_home() -> None:
    world = fleets(SO=3, EL=4, RA=4)
    turn = give(world, {"SO": "705 F", "EL": "705 F"}, until="705")
    (battle,) = told(turn, "naval-battle", "SO")
    assert battle == told(turn, "naval-battle", "EL")[0]
    assert turn.state(Patrols).out["F"] == []
    assert (number(world, "SO"), number(world, "EL")) == (
        3 - battle["one_lost" if battle["one"] == "SO" else "other_lost"],
        4 - battle["one_lost" if battle["one"] == "EL" else "other_lost"],
    )


@pytest.mark.rule("AC-22-03")
def test_the_third_patrol_finds_the_sea_empty() -> None:
    """Three patrols that are no allies: two fight and go home, the third stays out and meets nobody."""
    world = fleets(SO=3, EL=4, RA=4)
    turn = give(world, dict.fromkeys(("SO", "EL", "RA"), "705 F"), until="705")
    assert len(told(turn, "naval-battle")) == 1
    assert len(turn.state(Patrols).out["F"]) == 1


@pytest.mark.parametrize(("larger", "stays"), [(9, ["EL"]), (8, [])])
@pytest.mark.rule("AC-22-05")
def test_three_times_as_many_fleets_stay_on_patrol(larger: int, stays: list[str]) -> None:
    world = fleets(SO=3, EL=larger)
    turn = give(world, {"SO": "705 F", "EL": "705 F"}, until="705")
    assert len(told(turn, "naval-battle", "EL")) == 1
    assert turn.state(Patrols).out["F"] == stays


@pytest.mark.rule("AC-22-02")
def test_allied_patrols_do_not_fight() -> None:
    world = fleets(EL=3, RA=3)
    world.kingdoms["EL"].declared["RA"] = world.kingdoms["RA"].declared["EL"] = "A"
    turn = give(world, {"EL": "705 F", "RA": "705 F"}, until="705")
    assert told(turn, "naval-battle") == []
    assert sorted(turn.state(Patrols).out["F"]) == ["EL", "RA"]


@pytest.mark.rule("AC-22-01", "AC-22-06", "AC-22-16")
def test_a_patrol_names_one_sea_and_nothing_else() -> None:
    world = fleets(WA=2)
    turn = give(world, {"WA": "705 F"}, until="705")
    assert told(turn, "sea-patrol", "WA") == [{"sea": "Sea of Foreboding", "fleets": 2}]
    problem(world, "WA", "705 F 2")
    assert problem(world, "WA", "705 T").why == "We have no fleet in the Sea of Terror."


@pytest.mark.rule("AC-22-17")
def test_two_groups_in_one_area_of_a_sea_fight_with_their_fleets() -> None:
    world = fleets(WA=8, SO=2)
    one, other = put_group(world, "1WA", "LM", 2), put_group(world, "1SO", "LM", 2)
    turn = begin(world)
    winner = fight_of_groups(turn, one, other)
    activity = turn.state(Activity)
    (battle,) = told(turn, "naval-battle", "SO")
    assert winner == battle["winner"] == "WA"
    assert (activity.retreated, activity.fights) == ({"1SO"}, {"1WA": 1, "1SO": 1})
    assert other.size == 2 - battle["other_lost"]
    assert (number(world, "WA"), number(world, "SO")) == (8 - battle["one_lost"], 2 - battle["other_lost"])


def test_a_group_on_the_water_whose_ships_are_gone_is_lost_in_a_fight() -> None:
    world = fleets(WA=3)
    one, other = put_group(world, "1WA", "LM", 2), put_group(world, "1SO", "LM", 2)
    assert fight_of_groups(begin(world), one, other) == "WA"
    assert (one.size, other.size, number(world, "WA")) == (2, 0, 3)
