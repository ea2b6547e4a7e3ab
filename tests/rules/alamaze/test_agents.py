"""Agents and fanatics: missions, chances and what comes of them; the watch; hiring and training (AC-12, rulings 42 to 46)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.alamaze.orders.magic.enchantments import Enchanted
from postern.rulesets.alamaze.sequence import carry_out
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import LATE, ORDERS, Turn
from postern.rulesets.alamaze.world.records import PEOPLE, Figure, Fleet, Skeleton, World
from tests.rules.alamaze.build import (
    answer,
    booked,
    center,
    failures,
    new_world,
    play,
    problem,
    put_group,
    quiet_world,
    told,
)
from tests.rules.alamaze.dice import Dice, loaded

TABLES = edition("classic")
MISSIONS = (900, 930, 935, 940, 945, 950, 955, 960, 965, 970, 971)


def stage(level: int = 5, rank: str = "Agent") -> World:
    """Darkelven agent DA of this level in PN, five areas from the Warlock capital KP; all that he could want lies there."""
    world = quiet_world()
    agent = world.kingdoms["DA"].figures["DA"]
    agent.level, agent.rank = level, rank
    world.kingdoms["DA"].figures["GR"].area, world.kingdoms["DA"].figures["GR"].held_by = "KP", "WA"
    center(world, "KP", artifacts=["PLOW"])
    world.kingdoms["WA"].skeletons = [Skeleton("0042", True)]
    return world


LETTERS = {
    900: "900 DA KP MI WA",
    930: "930 DA KP G",
    935: "935 DA D WA",
    940: "940 DA KP MI WA",
    945: "945 DA 1WA L H KP",
    950: "950 DA KP GR DA",
    955: "955 DA KP MI WA",
    960: "960 DA KP 58328",
    965: "965 DA KP G",
    970: "970 DA KP",
    971: "971 DA 1WA 5",
}


def run(world: World, number: int, **letters: str) -> Turn:
    """The mission of DA with this number, and letters of others, to its end."""
    return play(world, {"DA": LETTERS[number], **letters}, until=str(number))


def result(turn: Turn, number: int) -> str:
    """The word of the mission's line in the list of orders."""
    return str(next(one for one in told(turn, "order", "DA") if str(one["code"]).startswith(str(number)))["result"])


# --- chances --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-12-09")
@pytest.mark.parametrize(
    ("number", "success", "capture"),
    [
        (900, 10 + 25, 30 - 25),
        (930, 10 + 25, 3),
        (935, 10 + 25, 3),
        (940, 0 + 25, 45 - 25),
        (945, 20 + 25, 50 - 25),
        (950, 15 + 25, 3),
        (955, 10 + 25, 35 - 25),
        (960, -20 + 25, 3),
        (965, 10 + 25, 3),
        (970, 97, 0),
        (971, 97, 0),
    ],
)
def test_the_chances_of_a_level_5_agent(monkeypatch: pytest.MonkeyPatch, number: int, success: int, capture: int) -> None:
    """MI is a Baron, the highest leader of 1WA a General. Reconnaissance would be 110 and -25."""
    dice = loaded(monkeypatch)
    assert result(run(stage(), number), number).endswith("failed, unseen")
    assert dice.percents == {f"success.{number}": success, f"capture.{number}": capture}


@pytest.mark.parametrize(
    ("mission", "rank", "level", "success", "capture"),
    [
        (940, "King", 0, 3, 65),
        (940, "Demon Prince", 0, 3, 65),
        (940, "Prince", 0, 5, 50),
        (940, "Duke", 0, 15, 40),
        (940, "Count", 0, 20, 25),
        (940, "Provincial Governor", 0, 40, 15),
        (940, "Ambassador", 0, 45, 10),
        (940, "Envoy", 0, 50, 5),
        (940, "High Priestess", 0, 25, 45),
        (940, "Agent", 4, 45 - 20 + 25, 10 + 20 - 25),
        (940, "Fanatic", 4, 40 - 20 + 25, 3),
        (955, "King", 0, 10, 55),
        (955, "Envoy", 0, 60, 3),
        (955, "Agent", 4, 55 - 20 + 25, 3),
        (900, "Prince", 0, 35, 20),
        (900, "Envoy", 0, 40, 3),
    ],
)
def test_the_rank_of_the_victim_counts(
    monkeypatch: pytest.MonkeyPatch, mission: int, rank: str, level: int, success: int, capture: int
) -> None:
    dice, world = loaded(monkeypatch), stage()
    victim = world.kingdoms["WA"].figures["MI"]
    victim.rank, victim.level = rank, level
    run(world, mission)
    assert dice.percents[f"success.{mission}"] == success
    assert dice.percents[f"capture.{mission}"] == capture


@pytest.mark.rule("AC-12-02", "AC-12-03", "AC-12-01")
@pytest.mark.parametrize("number", [one for one in MISSIONS if one not in (970, 971)])
def test_a_fanatic_has_10_more_of_success_and_20_more_of_capture(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    of_agent, of_fanatic = loaded(monkeypatch), loaded(monkeypatch)
    run(stage(rank="Fanatic"), number)
    row = TABLES.agent_actions[number, _label(number)]
    assert row.success_base_pct is not None
    assert row.capture_base_pct is not None
    assert of_agent.percents == {}
    assert of_fanatic.percents[f"success.{number}"] == row.success_base_pct + 25 + 10
    assert of_fanatic.percents[f"capture.{number}"] == max(row.capture_base_pct - 25 + 20, 3)


def _label(number: int) -> str:
    labels = {900: "Baron", 930: "Gold", 935: "Seapower", 940: "Baron", 945: "General", 950: "Any figure", 955: "Baron"}
    return (labels | {960: "Artifact (kingdom)", 965: "Gold"})[number]


@pytest.mark.parametrize(
    ("artifact", "rank", "success"),
    [
        ("DBANE", "Baron", 35),
        ("DBANE", "Demon Prince", -25 + 25 + 30),
        ("ANNIH", "Consul", -25 + 25 + 30),
        ("RULEL", "King", -25 + 25 + 20),
        ("LERIX", "Baron", 35),
        ("RINVI", "Baron", 25 + 4 * 5),
    ],
)
def test_an_artifact_helps_the_assassin(monkeypatch: pytest.MonkeyPatch, artifact: str, rank: str, success: int) -> None:
    dice, world = loaded(monkeypatch), stage()
    world.kingdoms["DA"].figures["DA"].artifacts = [artifact]
    world.kingdoms["WA"].figures["MI"].rank = rank
    run(world, 940)
    assert dice.percents["success.940"] == success


def test_wards_sleep_and_amulets_of_the_victim_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def success(number: int, ward: bool = False, sleep: bool = False, *artifacts: str) -> float:
        dice, world = loaded(monkeypatch), stage()
        world.kingdoms["WA"].figures["MI"].artifacts = list(artifacts)
        turn = play(world, {"DA": LETTERS[number]}, until="0")
        if ward:
            turn.state(Enchanted).warded.add(("WA", "MI"))
        if sleep:
            turn.asleep.add(("WA", "MI"))
        _go_on(turn, number)
        return dice.percents[f"success.{number}"]

    assert success(940) == 25
    assert success(940, True) == success(940, False, False, "GUARD") == 20
    assert success(940, False, True) == 40
    assert success(955, False, True) == 50
    assert success(940, True, True) == 32
    assert success(940, False, False, "AMULET") == 12.5
    assert success(955, False, False, "AMULET") == 17.5
    assert success(930, True, False, "AMULET") == 35


def _go_on(turn: Turn, number: int) -> None:
    """Carries out one number of a turn that was begun."""
    carry_out(number, turn)


# --- success --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-12-07", "AC-12-18")
@pytest.mark.parametrize("number", MISSIONS)
def test_a_success_gives_one_level_but_for_reconnaissance_and_trail(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    loaded(monkeypatch, f"success.{number}", "gets away")
    world = stage()
    turn = run(world, number)
    assert world.kingdoms["DA"].figures["DA"].level == (5 if number in (970, 971) else 6)
    assert bool(told(turn, "agent-rose", "DA")) == (number not in (970, 971))


@pytest.mark.rule("AC-12-07")
def test_missions_lead_three_levels_beyond_training_and_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch, "success.930")
    cap = TABLES.kingdoms["DA"].agent_cap
    world = stage(cap + 2)
    run(world, 930)
    assert world.kingdoms["DA"].figures["DA"].level == cap + 3
    run(world, 930)
    assert world.kingdoms["DA"].figures["DA"].level == cap + 3


@pytest.mark.rule("AC-12-06")
@pytest.mark.parametrize(
    ("letter", "before", "after"),
    [("F", 2_500, 500), ("F", 1_500, 0), ("F", -4_000, -4_000), ("G", 10_000, 8_000), ("G", 700, 0)],
)
def test_sabotage_of_production(monkeypatch: pytest.MonkeyPatch, letter: str, before: int, after: int) -> None:
    loaded(monkeypatch, "success.930")
    world, name = stage(), {"F": "food", "G": "gold"}[letter]
    center(world, "KP", **{name: before})
    turn = play(world, {"DA": f"930 DA KP {letter}"}, until="930")
    assert getattr(world.centers["KP"], name) == after
    assert told(turn, "sabotaged", "WA")[0]["area"] == "KP"


@pytest.mark.rule("AC-12-06")
def test_sabotage_of_walls_leaves_the_least(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch, "success.930")
    world = stage()
    before = world.centers["KP"].defense
    play(world, {"DA": "930 DA KP D"}, until="930")
    assert world.centers["KP"].defense == before - 1_000
    center(world, "KP", defense=900)
    play(world, {"DA": "930 DA KP D"}, until="930")
    assert world.centers["KP"].defense == 500


@pytest.mark.rule("AC-12-06")
def test_assassination_and_the_succession(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch, "success.940")
    world = stage()
    turn = play(world, {"DA": "940 DA KP OR WA"}, until="940")
    assert "OR" not in world.kingdoms["WA"].figures
    assert world.kingdoms["WA"].figures[world.kingdoms["WA"].ruler].rank == "Regent"
    (died,) = told(turn, "died", "WA")
    assert died["how"] == "assassinated"
    assert "DA" not in str(told(turn, "died", "WA"))


@pytest.mark.parametrize(
    ("letter", "left", "wizards"),
    [("L H", ["Herik"], ["RE", "OL"]), ("L L", ["Drlas"], ["RE", "OL"]), ("W H", ["Drlas", "Herik"], ["OL"])],
)
def test_assassination_in_a_group(monkeypatch: pytest.MonkeyPatch, letter: str, left: list[str], wizards: list[str]) -> None:
    loaded(monkeypatch, "success.945")
    world = stage()
    play(world, {"DA": f"945 DA 1WA {letter} KP"}, until="945")
    group = world.groups["1WA"]
    assert [one.name for one in group.leaders] == left
    assert [one.code for one in group.wizards] == wizards


def test_the_power_of_a_wizard_protects_him_and_his_form_saves_him(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, world = loaded(monkeypatch, "success.945"), stage()
    wizard = world.groups["1WA"].wizards[0]
    wizard.form = "lich"
    turn = play(world, {"DA": "945 DA 1WA W H KP"}, until="945")
    assert dice.percents["success.945"] == 25 - 5 * 3
    assert dice.percents["capture.945"] == 60 + 5 * 3 - 25
    assert wizard in world.groups["1WA"].wizards
    assert result(turn, 945).endswith("failed, unseen")


def test_a_group_has_to_be_near_the_area_that_is_searched() -> None:
    world = stage()
    put_group(world, "1WA", "KJ")
    turn = play(world, {"DA": "945 DA 1WA L H KP"}, until="945")
    assert failures(turn) == ["1WA was not found within 5 areas of KP."]
    put_group(world, "1WA", "KK")
    assert failures(run(world, 945)) == []


@pytest.mark.rule("AC-12-06")
def test_a_rescue_brings_the_captive_to_our_capital(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch, "success.950")
    world = stage()
    turn = run(world, 950)
    duke = world.kingdoms["DA"].figures["GR"]
    assert (duke.held_by, duke.area) == ("", "PN")
    assert told(turn, "prisoner-gone", "WA") == [{"figure": duke.name, "area": "KP"}]


def test_a_kidnapped_figure_is_a_prisoner_at_our_capital(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = loaded(monkeypatch, "success.955", "gets away")
    world = stage()
    run(world, 955)
    baron = world.kingdoms["WA"].figures["MI"]
    assert (baron.held_by, baron.area) == ("DA", "PN")
    assert dice.percents["gets away"] == 70 + 3 * 5


def test_who_does_not_get_away_with_the_captive_may_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch, "success.955", "capture.955")
    world = stage()
    run(world, 955)
    assert world.kingdoms["WA"].figures["MI"].held_by == ""
    assert world.kingdoms["DA"].figures["DA"].held_by == "WA"
    assert world.kingdoms["DA"].figures["DA"].level == 5


@pytest.mark.rule("AC-13-01")
def test_a_kidnapped_priestess_changes_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = loaded(monkeypatch, "success.955", "gets away")
    world = stage()
    world.kingdoms["WA"].figures["ZZ"] = Figure("ZZ", "Zzara", "High Priestess", "KP")
    play(world, {"DA": "955 DA KP ZZ WA"}, until="955")
    assert dice.percents["success.955"] == 5 + 25
    assert [one.rank for one in world.kingdoms["WA"].figures.values()].count("High Priestess") == 0
    assert [one.rank for one in world.kingdoms["DA"].figures.values()].count("High Priestess") == 2


def test_half_of_the_season_is_stolen_if_there_is_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch, "success.965")
    world = stage()
    world.turn = 2
    center(world, "KP", gold=10_000)
    turn = run(world, 965)
    assert booked(turn, "DA", LATE) == (0, 5_000)
    assert booked(turn, "WA", LATE) == (0, -5_000)
    world.turn = 5
    assert booked(run(world, 965), "DA", LATE) == (0, 2_500)
    world = stage()
    turn = play(world, {"DA": LETTERS[965]}, until="900")
    world.kingdoms["WA"].gold = 321
    _go_on(turn, 965)
    assert booked(turn, "DA", LATE) == (0, 321)


@pytest.mark.parametrize(
    ("artifact", "place", "success", "capture"),
    [("PLOW", "center", 5, 3), ("PLOW", "figure", 5, 3), ("ALVIN", "site", 3, 35 - 25), ("HURBL", "site", 3, 50 - 25)],
)
def test_the_theft_of_artifacts(monkeypatch: pytest.MonkeyPatch, artifact: str, place: str, success: int, capture: int) -> None:
    """From a kingdom -20 and 25, in the wild -30 or -45 and 35 or 50, at level 5. What is brought to an own base lies there."""
    dice, world = loaded(monkeypatch), stage()
    thief = world.kingdoms["DA"].figures["DA"]
    site = next(one for one in world.sightings.values() if one.item == artifact)
    area = site.area if place == "site" else "KP"
    world.centers["KP"].artifacts = [artifact] if place == "center" else []
    world.kingdoms["WA"].figures["MI"].artifacts = [artifact] if place == "figure" else []
    if place == "site":
        thief.area = area
    else:
        del world.sightings[site.site]
    play(world, {"DA": f"960 DA {area} {artifact}"}, until="960")
    assert dice.percents == {"success.960": success, "capture.960": capture}
    dice.happening.add("success.960")
    play(world, {"DA": f"960 DA {area} {artifact}"}, until="960")
    assert (thief.artifacts if place == "site" else world.centers["PN"].artifacts) == [artifact]
    assert site.site not in world.sightings
    assert world.kingdoms["WA"].figures["MI"].artifacts == world.centers["KP"].artifacts == []


def test_what_lies_behind_a_riddle_or_is_too_great_cannot_be_stolen() -> None:
    world = stage()
    for artifact in ("CROWN", "ELAN", "REDBA"):
        site = next(one for one in world.sightings.values() if one.item == artifact)
        world.kingdoms["DA"].figures["DA"].area = site.area
        turn = play(world, {"DA": f"960 DA {site.area} {artifact}"}, until="960")
        assert failures(turn) == [f"{TABLES.artifacts[artifact].name} cannot be stolen from where it is."]


def test_an_artifact_of_the_other_alignment_is_not_stolen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Demon Bane is good, the Darkelven are evil, the Warlock is neither (ruling 28): told before the turn, unpaid."""
    loaded(monkeypatch, "success.960")
    world = stage()
    world.kingdoms["WA"].figures["MI"].artifacts = ["DBANE"]
    why = "Demon Bane cannot come to us: its alignment is against our people."
    assert problem(world, "DA", "960 DA KP DBANE").why == why
    turn = play(world, {"DA": "960 DA KP 53672"}, until="960")
    assert failures(turn) == [why]
    assert booked(turn, "DA", ORDERS) == (0, 0)
    assert world.kingdoms["WA"].figures["MI"].artifacts == ["DBANE"]
    assert not answer(world, "DA", "960 DA KP PLOW").problems


def test_one_fleet_less(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch, "success.935")
    world = stage()
    world.kingdoms["WA"].fleets["D"].number = 3
    run(world, 935)
    assert world.kingdoms["WA"].fleets["D"].number == 2


# --- bribes ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-10-04", "AC-10-05", "AC-10-06")
def test_a_bribed_emissary_may_know_a_skeleton(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = loaded(monkeypatch, "success.900", "knows a skeleton")
    world = stage()
    turn = run(world, 900)
    assert dice.percents["knows a skeleton"] == 50
    assert world.kingdoms["WA"].skeletons[0].known_by == ["DA"]
    assert booked(turn, "DA", ORDERS) == (0, -(5 * 500 + 3_000))


@pytest.mark.rule("AC-10-05")
def test_he_may_also_know_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch, "success.900")
    world = stage()
    assert result(run(world, 900), 900).endswith("knew nothing")
    assert world.kingdoms["WA"].skeletons[0].known_by == []
    assert world.kingdoms["DA"].figures["DA"].level == 6


@pytest.mark.rule("AC-08-35")
def test_a_king_takes_no_bribes_and_an_agent_neither() -> None:
    world = stage()
    turn = play(world, {"DA": "900 DA KP OR WA"}, until="900")
    assert failures(turn) == ["Orran is King; such a figure takes no bribes."]
    turn = play(world, {"DA": "900 DA KP IL WA"}, until="900")
    assert failures(turn) == ["Ilwyn is Agent; such a figure takes no bribes."]


def test_only_who_is_awake_and_idle_can_be_bribed() -> None:
    world = stage()
    turn = play(world, {"DA": LETTERS[900]}, until="0")
    turn.sole_actions["WA", "MI"] = 330
    _go_on(turn, 900)
    assert failures(turn) == ["Mimir had no time to listen."]
    turn = play(world, {"DA": LETTERS[900]}, until="0")
    turn.asleep.add(("WA", "MI"))
    _go_on(turn, 900)
    assert failures(turn) == ["Mimir had no time to listen."]


def test_only_the_holder_of_a_prisoner_can_bribe_him(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch, "success.900")
    world = stage()
    baron = world.kingdoms["WA"].figures["MI"]
    baron.held_by = "SO"
    assert failures(run(world, 900)) == ["Mimir is a prisoner of others; only who holds him can bribe him."]
    baron.held_by, baron.area = "DA", "PN"
    assert failures(play(world, {"DA": "900 DA PN MI WA"}, until="900")) == []


# --- capture --------------------------------------------------------------------------------------------------------------


def caught(monkeypatch: pytest.MonkeyPatch, number: int, world: World, *also: str, **letters: str) -> tuple[Turn, Dice]:
    """The mission fails, and its agent is caught."""
    dice = loaded(monkeypatch, f"capture.{number}", *also)
    return run(world, number, **letters), dice


def test_a_caught_agent_is_a_prisoner_of_the_center(monkeypatch: pytest.MonkeyPatch) -> None:
    world = stage()
    turn, _ = caught(monkeypatch, 930, world, "names his king")
    agent = world.kingdoms["DA"].figures["DA"]
    assert (agent.held_by, agent.area, agent.silent) == ("WA", "KP", False)
    (said,) = told(turn, "agent-caught", "WA")
    assert (said["figure"], said["of"], said["fate"]) == (agent.name, "DA", "imprisoned")


@pytest.mark.rule("AC-12-04")
@pytest.mark.parametrize(("rank", "percent"), [("Agent", 50), ("Fanatic", 25)])
def test_a_caught_fanatic_names_his_king_half_as_often(monkeypatch: pytest.MonkeyPatch, rank: str, percent: int) -> None:
    world = stage(rank=rank)
    turn, dice = caught(monkeypatch, 930, world)
    assert dice.percents["names his king"] == percent
    agent = world.kingdoms["DA"].figures["DA"]
    assert agent.silent
    assert [one["of"] for one in told(turn, "agent-caught", "WA")] == [""]
    assert told(turn, "captured", "WA") == []
    assert told(turn, "captured", "DA")[0]["of"] == "DA"


def test_at_a_neutral_center_and_in_danger_a_caught_agent_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    world = stage()
    center(world, "KP", owner="")
    caught(monkeypatch, 930, world)
    assert "DA" not in world.kingdoms["DA"].figures
    world = stage(9)
    world.kingdoms["WA"].figures["MI"].rank = "Prince"
    caught(monkeypatch, 940, world)
    assert "DA" not in world.kingdoms["DA"].figures


@pytest.mark.parametrize(("power", "dies"), [(4, False), (5, True)])
def test_a_wizard_of_power_5_is_a_danger(monkeypatch: pytest.MonkeyPatch, power: int, dies: bool) -> None:
    world = stage()
    world.groups["1WA"].wizards[0].power = power
    loaded(monkeypatch, "capture.945")
    play(world, {"DA": "945 DA 1WA W H KP"}, until="945")
    assert ("DA" not in world.kingdoms["DA"].figures) == dies


def test_an_agent_of_level_7_gets_home_six_levels_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    world = stage(8)
    caught(monkeypatch, 930, world)
    agent = world.kingdoms["DA"].figures["DA"]
    assert (agent.level, agent.area, agent.held_by) == (2, "PN", "")


def test_in_a_group_the_kingdom_of_the_group_takes_him(monkeypatch: pytest.MonkeyPatch) -> None:
    world = stage()
    world.groups["1SO"].area = "KP"
    loaded(monkeypatch, "capture.945")
    play(world, {"DA": "945 DA 1SO L L KP"}, until="945")
    assert world.kingdoms["DA"].figures["DA"].held_by == "SO"


def test_a_failed_mission_that_nobody_saw_is_told_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch)
    turn = run(stage(), 930)
    assert [one.kind for one in turn.events if "WA" in one.seen_by and "DA" in str(one.data)] == []


# --- the watch ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-12-16", "AC-12-06")
@pytest.mark.parametrize(
    ("level", "spy", "home", "success", "capture"),
    [
        pytest.param(2, 1, False, 90 - 15, -5 + 15, id="level 2 elsewhere"),
        pytest.param(2, 1, True, 90 - 25, -5 + 25, id="level 2 at his base"),
        pytest.param(2, 5, False, 110 - 15, 0, id="level 5 spy, elsewhere"),
        pytest.param(2, 5, True, 110 - 25, 0, id="level 5 spy, at the base"),
    ],
)
def test_counter_espionage_against_a_spy(
    monkeypatch: pytest.MonkeyPatch, level: int, spy: int, home: bool, success: int, capture: int
) -> None:
    dice, world = loaded(monkeypatch), stage(spy)
    watcher = world.kingdoms["WA"].figures["VA"]
    watcher.level, watcher.area = level, "KP" if home else "JO"
    run(world, 970, WA="920 VA KP")
    assert dice.percents == {"success.970": success, "capture.970": capture}


def test_the_best_watcher_and_the_best_guard_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, world = loaded(monkeypatch), stage(12)
    for code, level, area in (("IL", 2, "JO"), ("VA", 1, "JO"), ("GR", 3, "KP")):
        agent = world.kingdoms["WA"].figures[code]
        agent.level, agent.area = level, area
    run(world, 940, WA="920 VA KP\n920 IL KP\n925 GR KP MI OR")
    assert dice.percents["success.940"] == 0 + 60 - (5 + 10) - (20 + 15)
    assert dice.percents["capture.940"] == 45 - 60 + 15 + 35


@pytest.mark.rule("AC-12-17")
def test_a_guard_protects_the_named_figures_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, world = loaded(monkeypatch), stage(10)
    run(world, 940, WA="925 VA KP OR")
    assert dice.percents["success.940"] == 50
    world = stage(10)
    turn = play(world, {"WA": "925 VA JO MI"}, until="925")
    assert failures(turn) == ["Mimir is in KP, not in JO."]


def test_counter_espionage_helps_a_group_its_ships_and_its_center(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, world = loaded(monkeypatch), stage()
    put_group(world, "1WA", "KQ")
    run(world, 945, WA="920 VA 1WA")
    assert dice.percents["success.945"] == 45 - 15
    harbour = next(
        area for area, one in TABLES.areas.items() if one.coastal_to == TABLES.seas["D"].sea and area in TABLES.centers
    )
    world = stage()
    center(world, harbour, owner="WA")
    world.kingdoms["WA"].figures["VA"].area = harbour
    run(world, 935, WA=f"920 VA {harbour}")
    assert dice.percents["success.935"] == 35 - 25


def test_counter_espionage_needs_an_own_place() -> None:
    turn = play(stage(), {"WA": "920 VA PN"}, until="920")
    assert failures(turn) == ["PN is no center of ours."]


def test_a_sleeping_watcher_watches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = loaded(monkeypatch)
    turn = play(stage(), {"DA": LETTERS[930], "WA": "920 VA KP"}, until="925")
    turn.asleep.add(("WA", "VA"))
    _go_on(turn, 930)
    assert dice.percents["success.930"] == 35


@pytest.mark.rule("AC-12-15")
def test_a_watcher_rises_once_however_many_he_catches(monkeypatch: pytest.MonkeyPatch) -> None:
    world = stage(3)
    world.kingdoms["DA"].figures["LU"].level = 3
    dice = loaded(monkeypatch, "capture.930", "names his king")
    turn = play(world, {"DA": "930 DA KP G\n930 LU KP F", "WA": "920 VA KP"}, until="930")
    assert len(told(turn, "agent-caught", "WA")) == 2
    assert world.kingdoms["WA"].figures["VA"].level == 3
    assert dice.percents["names his king"] == 75


@pytest.mark.rule("AC-12-15")
@pytest.mark.parametrize(("rank", "level", "percent"), [("Agent", 1, 10), ("Agent", 2, 5), ("Agent", 5, 3), ("Fanatic", 2, 15)])
def test_a_watcher_who_stops_nobody_may_die(monkeypatch: pytest.MonkeyPatch, rank: str, level: int, percent: int) -> None:
    dice, world = loaded(monkeypatch, "success.930", "defender"), stage()
    watcher = world.kingdoms["WA"].figures["VA"]
    watcher.rank, watcher.level = rank, level
    run(world, 930, WA="920 VA KP")
    assert dice.percents["defender"] == percent
    assert "VA" not in world.kingdoms["WA"].figures


def test_a_spy_endangers_no_watcher(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, world = loaded(monkeypatch, "success.970", "defender"), stage()
    turn = run(world, 970, WA="920 VA KP")
    assert "defender" not in dice.percents
    assert told(turn, "recon", "DA")[0]["watch"] == ["Vanor"]


def test_a_guard_of_prisoners_hinders_their_rescue(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, world = loaded(monkeypatch), stage()
    run(world, 950, WA="299 VA KP")
    assert dice.percents == {"success.950": 40 - 30, "capture.950": 5 - 25 + 30}
    assert problem(world, "WA", "299 VA JO").why == "Prisoners are held at the capital (KP)."


def test_prisoners_of_the_people_have_no_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, world = loaded(monkeypatch), stage()
    world.kingdoms["DA"].figures["GR"].held_by = PEOPLE
    run(world, 950, WA="299 VA KP")
    assert dice.percents["success.950"] == 40


# --- prices and limits ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-12-10", "AC-12-11")
@pytest.mark.parametrize(("level", "gold"), [(1, 500), (2, 1_000), (7, 3_500)])
@pytest.mark.parametrize("number", [920, 930, 970])
def test_a_mission_costs_500_gold_a_level(monkeypatch: pytest.MonkeyPatch, number: int, level: int, gold: int) -> None:
    loaded(monkeypatch)
    letter = LETTERS.get(number, "920 DA PN")
    assert booked(play(stage(level), {"DA": letter}, until=str(number)), "DA", ORDERS) == (0, -gold)


def test_the_underworld_pays_half(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch)
    turn = play(quiet_world(), {"UN": "970 HA IB"}, until="970")
    assert booked(turn, "UN", ORDERS) == (0, -1_500)


def test_without_the_gold_nothing_is_done() -> None:
    world = stage()
    turn = play(world, {"DA": f"{LETTERS[930]}\n{LETTERS[970]}"}, until="900")
    world.kingdoms["DA"].gold = 2_499
    _go_on(turn, 930)
    assert failures(turn) == ["It costs 2,500 gold; there are 2,499 when it runs."]
    assert turn.sole_actions == {}


@pytest.mark.rule("AC-12-12")
def test_one_mission_an_agent_and_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch)
    turn = play(stage(), {"DA": "970 DA KP\n930 DA KP G"}, until="970")
    assert [one["code"] for one in told(turn, "order", "DA")] == ["930 DA KP G"]
    (why,) = failures(turn)
    assert why.endswith("already has 930; one mission a figure and turn, the lower number is done.")


@pytest.mark.rule("AC-19-13")
def test_missions_reach_ten_areas() -> None:
    world = stage()
    assert TABLES.grid.distance("PN", "PX") == 10
    assert not answer(world, "DA", "970 DA PX").problems
    assert problem(world, "DA", "970 DA PY").why.startswith("PY is 11 areas from ")


@pytest.mark.rule("AC-12-13", "AC-04-04")
def test_an_agent_cannot_be_based_in_a_group() -> None:
    assert problem(stage(), "DA", "350 DA 1DA")


@pytest.mark.rule("AC-12-06")
def test_there_is_nothing_to_do_against_oneself() -> None:
    world = stage()
    assert problem(world, "DA", "940 DA PN HE DA").why == "DA is our own kingdom."
    assert problem(world, "DA", "945 DA 1DA L H PN").why == "1DA is our own group."
    assert problem(world, "DA", "930 DA KP X")
    assert failures(play(world, {"DA": "930 DA PN G"}, until="930")) == [f"{world.centers['PN'].name} is ours."]


def test_killing_begins_with_turn_2() -> None:
    world = new_world()
    for letter in ("940 DA KP MI WA", "955 DA KP MI WA", "945 DA 1WA L H KP"):
        assert problem(world, "DA", letter).why.endswith("may be given from turn 2 on.")


@pytest.mark.rule("AC-12-01")
@pytest.mark.parametrize("rank", ["Agent", "Fanatic"])
def test_the_answer_prices_every_mission_and_tells_no_secret(rank: str) -> None:
    """Whether MI is in KP or anywhere else, the answer is the same."""
    world, gone = stage(rank=rank), stage(rank=rank)
    del gone.kingdoms["WA"].figures["MI"]
    gone.centers["KP"].artifacts = []
    gone.kingdoms["WA"].fleets = {}
    for number, letter in LETTERS.items():
        said = answer(world, "DA", letter)
        assert not said.problems, number
        assert said == answer(gone, "DA", letter)


def test_the_answer_does_not_take_a_foreign_figure_for_an_own_one() -> None:
    """Both Darkelven and Elven have a figure GR; the Elven one is meant."""
    (order,) = answer(stage(), "DA", "940 DA KP GR EL").accepted
    assert order.words.partition(";")[0].endswith("tries to kill GR of Elven in KP")


# --- errands --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "holder"),
    [("910 DA PN 58328 1DA", "group"), ("910 DA 1DA PLOW HE", "figure"), ("910 DA PN PLOW PQ", "center")],
)
def test_an_agent_carries_an_artifact(letter: str, holder: str) -> None:
    world = stage()
    world.centers["KP"].artifacts = []
    giver: Any = world.groups["1DA"] if " 1DA PLOW" in letter else world.centers["PN"]
    giver.artifacts = ["PLOW"]
    turn = play(world, {"DA": letter}, until="910")
    takers: dict[str, Any] = {
        "group": world.groups["1DA"],
        "figure": world.kingdoms["DA"].figures["HE"],
        "center": world.centers["PQ"],
    }
    assert failures(turn) == []
    assert takers[holder].artifacts == ["PLOW"]
    assert giver.artifacts == []
    assert world.kingdoms["DA"].figures["DA"].level == 5


def test_only_what_is_ours_can_be_carried() -> None:
    world = stage()
    assert failures(play(world, {"DA": "910 DA KP PLOW PN"}, until="910")) == ["We have no artifact PLOW at KP."]
    world.centers["PN"].artifacts = ["PLOW"]
    turn = play(world, {"DA": "910 DA PN PLOW KP"}, until="910")
    assert failures(turn) == ["KP is no group, center or figure of ours."]


@pytest.mark.rule("AC-12-07")
def test_ships_are_counted_and_remembered() -> None:
    world = stage()
    world.kingdoms["WA"].fleets["D"] = Fleet(3, 12.5)
    turn = play(world, {"DA": "975 DA D WA"}, until="975")
    assert told(turn, "fleet-counted", "DA") == [{"kingdom": "WA", "sea": "D", "fleets": 3, "tenths": 125}]
    seen = world.kingdoms["DA"].memory.fleets["WA"]["D"]
    assert (seen.turn, seen.number, seen.quality) == (7, 3, 12.5)
    assert world.kingdoms["DA"].figures["DA"].level == 5


@pytest.mark.parametrize(
    ("number", "level", "found"),
    [(976, 4, {"centers"}), (977, 4, {"groups"}), (978, 4, {"sites"}), (979, 7, {"centers", "groups", "sites"})],
)
def test_searches_of_four_areas(number: int, level: int, found: set[str]) -> None:
    world = stage(level)
    put_group(world, "1SO", "KO", 3)
    site = next(iter(world.sightings.values()))
    site.area = "JP"
    letter = f"{number} DA KP KO JP KQ"
    turn = play(world, {"DA": letter}, until=str(number))
    (said,) = told(turn, "searched", "DA")
    assert set(said) - {"by", "areas"} == found
    if "centers" in found:
        assert {one["area"] for one in said["centers"]} == {"KP", "KQ"}
    if "groups" in found:
        assert [(one["group"], one["size"]) for one in said["groups"]] == [("1WA", "Division"), ("1SO", "Division")]
    if "sites" in found:
        assert [one["area"] for one in said["sites"]] == ["JP"]
    assert problem(stage(level - 1), "DA", letter).why.endswith(f"needs level {level}.")
    assert problem(world, "DA", f"{number} DA KP KO KO KQ").why == "KO is not beside an earlier area of the four."


# --- hiring and training --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "rank", "gold", "hundredths"),
    [
        ("A", "Agent", 5_000, -10),
        ("B", "Envoy", 3_000, -10),
        ("C", "Ambassador", 6_000, -20),
        ("D", "Provincial Governor", 15_000, -50),
        ("E", "High Priestess", 18_000, -20),
        ("F", "Fanatic", 8_000, -20),
    ],
)
def test_hiring(code: str, rank: str, gold: int, hundredths: int) -> None:
    world = quiet_world()
    before = world.kingdoms["WA"].influence
    turn = play(world, {"WA": f"510 {code} Silent_Rose KQ"}, until="510")
    figure = world.kingdoms["WA"].figures["SI"]
    assert (figure.name, figure.rank, figure.area, figure.level) == ("Silent Rose", rank, "KQ", int(code in "AF"))
    assert booked(turn, "WA", ORDERS) == (0, -gold)
    assert round((world.kingdoms["WA"].influence - before) * 100) == hundredths


def test_at_the_least_influence_hiring_costs_none() -> None:
    world = quiet_world()
    world.kingdoms["WA"].influence = 8
    play(world, {"WA": "510 D Tessal KP"}, until="510")
    assert world.kingdoms["WA"].influence == 8


def test_whom_one_cannot_hire() -> None:
    world = quiet_world()
    assert problem(world, "WA", "510 A Ilran KP").why == "The first two letters IL are taken by Ilwyn."
    assert problem(world, "WA", "510 G Tessal KP").why == "G is nobody who can be hired."
    assert problem(world, "WA", "510 A Tessal PN").why == "We have no center in PN."
    for code in ("P1", "P2"):
        world.kingdoms["EL"].figures[code] = Figure(code, code, "High Priestess", "AH")
    assert problem(world, "EL", "510 E Tessal AH").why == "A kingdom has at most 3 High Priestesses."


@pytest.mark.rule("AC-15-21")
def test_who_is_hired_acts_in_the_same_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch)
    turn = play(quiet_world(), {"WA": "510 A Tessal KP\n970 TE KQ\n510 E Woda KP\n755 WO D"}, until="970")
    assert failures(turn) == []
    assert len(told(turn, "order", "WA")) == 4


def test_training_goes_to_the_cap_for_the_price_of_the_turn() -> None:
    world = quiet_world()
    cap = TABLES.kingdoms["WA"].agent_cap
    world.kingdoms["WA"].figures["VA"].level = cap - 1
    turn = play(world, {"WA": "500 VA"}, until="500")
    assert world.kingdoms["WA"].figures["VA"].level == cap
    assert booked(turn, "WA", ORDERS) == (0, -2_000)
    assert booked(turn, "UN", LATE) == (0, 1_500)
    assert problem(world, "WA", "500 VA").why == f"Vanor has level {cap}; training goes to {cap}."


@pytest.mark.rule("AC-02-18")
def test_the_underworld_earns_at_agents_of_others_and_sets_the_price() -> None:
    world = quiet_world()
    turn = play(world, {"WA": "510 A Tessal KP\n510 B Xuzan KP", "UN": "510 F Tessal IC\n500 SE\n994 3000"}, until="994")
    assert booked(turn, "UN", LATE) == (0, 1_500)
    assert world.training_price == 3_000
    assert told(turn, "training-price", "SO") == [{"gold": 3_000}]
    assert booked(turn, "UN", ORDERS) == (0, -8_000 - 2_000)
    one = problem(world, "UN", "994 5000")
    assert (one.why, one.paste) == (
        "The price is 3,000; it lies between 2,000 and 8,000 and moves by at most 1,000 a turn.",
        "994 4000",
    )
    assert "alone" in problem(world, "WA", "994 3000").why


# --- Summon Demon ---------------------------------------------------------------------------------------------------------


def test_a_demon_is_an_assassin_of_level_14(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, world = loaded(monkeypatch, "success.941"), quiet_world()
    group = put_group(world, "1SO", "KO")
    group.wizards[0].power = 7
    turn = play(world, {"SO": f"941 1SO {group.wizards[0].code} KP JO WA", "WA": "920 VA KP"}, until="900")
    world.kingdoms["WA"].figures["JO"].area = "KP"
    _go_on(turn, 920)
    _go_on(turn, 941)
    assert dice.percents == {"success.941": -5 + 14 * 5 - 25}
    assert "JO" not in world.kingdoms["WA"].figures
    assert told(turn, "agent-caught") == []


def test_a_ward_keeps_a_demon_off(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, world = loaded(monkeypatch, "success.941"), quiet_world()
    group = put_group(world, "1SO", "KO")
    group.wizards[0].power = 7
    turn = play(world, {"SO": f"941 1SO {group.wizards[0].code} KP MI WA"}, until="900")
    turn.state(Enchanted).warded.add(("WA", "MI"))
    _go_on(turn, 941)
    assert dice.percents == {}
    assert "MI" in world.kingdoms["WA"].figures
