"""Figures that move, are captured, escape, die and succeed; capitals that move and fall; exile (AC-08, AC-19)."""

from __future__ import annotations

import pytest

from postern.game.kit.turn import run
from postern.rulesets.alamaze.rules.centers import How, change_owner
from postern.rulesets.alamaze.rules.figures import die, free, imprison
from postern.rulesets.alamaze.rules.regions import order_limit
from postern.rulesets.alamaze.sequence import SEQUENCE
from postern.rulesets.alamaze.turn import ORDERS, Turn
from postern.rulesets.alamaze.world.records import Figure, Siege, World
from tests.rules.alamaze.build import (
    answer,
    begin,
    booked,
    center,
    failures,
    figure,
    give,
    problem,
    put_group,
    quiet_world,
    told,
)
from tests.rules.alamaze.dice import load

SEEDS = [str(number) for number in range(20)]


def prisoner(world: World, of: str, code: str, holder: str) -> Figure:
    """A figure held at the capital of a kingdom."""
    found = figure(world, of, code, world.kingdoms[holder].capital)
    found.held_by = holder
    return found


# --- relocation -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "gold"),
    [
        pytest.param("350 FA KP", 1_000, marks=pytest.mark.rule("AC-19-02", "AC-19-06")),
        pytest.param("350 JO HN", 4_000, marks=pytest.mark.rule("AC-19-03", "AC-19-05")),
        pytest.param("350 VA JM", 1_000, marks=pytest.mark.rule("AC-19-17", "AC-19-18")),
    ],
)
def test_a_figure_moves_for_the_price_of_its_use(order: str, gold: int) -> None:
    world = quiet_world()
    _, code, area = order.split()
    turn = give(world, {"WA": f"{order}\n360 {code} EL"}, until="360")
    assert world.kingdoms["WA"].figures[code].area == area
    assert booked(turn, "WA", ORDERS) == (0, -gold)
    assert len(failures(turn)) == 1


@pytest.mark.rule("AC-19-01", "AC-13-07")
def test_a_priestess_moves_for_5000() -> None:
    world = quiet_world()
    turn = give(world, {"EL": "350 JO BE"}, until="350")
    assert (world.kingdoms["EL"].figures["JO"].area, booked(turn, "EL", ORDERS)) == ("BE", (0, -5_000))
    blocked = quiet_world()
    put_group(blocked, "1DA", "BE", 1)
    give(blocked, {"EL": "350 JO BE"}, until="350")
    assert blocked.kingdoms["EL"].figures["JO"].area == "AH"


def test_the_underworld_moves_its_agents_at_half_the_price() -> None:
    world = quiet_world()
    agent = next(one for one in world.kingdoms["UN"].figures.values() if one.agent and one.level == 6)
    turn = give(world, {"UN": f"350 {agent.code} JE"}, until="350")
    assert booked(turn, "UN", ORDERS) == (0, -1_500)


@pytest.mark.rule("AC-19-03", "AC-19-07")
def test_ten_areas_is_the_limit() -> None:
    """From JM, JC is ten columns west, and JB eleven."""
    for area, moved in (("JC", True), ("JB", False)):
        world = quiet_world()
        world.centers[area] = world.centers.pop("JG")
        world.centers[area].area = area
        turn = give(world, {"WA": f"350 FA {area}"}, until="350")
        assert (figure(world, "WA", "FA").area == area) is moved
        assert (booked(turn, "WA", ORDERS) == (0, 0)) is not moved


@pytest.mark.rule("AC-19-04", "AC-19-15", "AC-04-04")
def test_a_base_is_always_a_center() -> None:
    world = quiet_world()
    turn = give(world, {"WA": "350 FA KK\n350 VA KK\n350 OR JM"}, until="350")
    assert sorted(failures(turn)) == [
        "No center is known at KK; a base has to be one.",
        "No center is known at KK; a base has to be one.",
        "Orran rules and lives at the capital.",
    ]
    assert problem(quiet_world(), "WA", "350 FA 5").why == '350 column B: "5" is not an area: two letters.'


@pytest.mark.rule("AC-19-08", "AC-19-09", "AC-19-10")
def test_a_group_that_is_no_ally_blocks_the_way_and_the_price_is_paid() -> None:
    world = quiet_world()
    put_group(world, "1EL", "KQ", 1)
    turn = give(world, {"WA": "350 FA KQ\n350 VA KQ"}, until="350")
    assert {figure(world, "WA", "FA").area, figure(world, "WA", "VA").area} == {"JM", "KP"}
    assert booked(turn, "WA", ORDERS) == (0, -2_000)
    assert failures(turn) == []


@pytest.mark.parametrize(
    "how",
    [
        pytest.param("patrol", marks=pytest.mark.rule("AC-19-08", "AC-06-23")),
        pytest.param("ambush", marks=pytest.mark.rule("AC-19-11")),
        pytest.param("invisible", marks=pytest.mark.rule("AC-19-11")),
        pytest.param("ally", marks=pytest.mark.rule("AC-19-08")),
    ],
)
def test_patrols_hidden_groups_and_allies_block_nobody(how: str) -> None:
    world = quiet_world()
    group = put_group(world, "1EL", "KQ", 1)
    if how == "patrol":
        group.brigades = {}
    elif how == "ally":
        world.kingdoms["EL"].declared["WA"] = "A"
    else:
        group.ambush, group.hidden = how == "ambush", how if how == "invisible" else ""
    give(world, {"WA": "350 FA KQ"}, until="350")
    assert figure(world, "WA", "FA").area == "KQ"


@pytest.mark.parametrize(("falls", "after"), [(True, ("EL", "AH")), (False, ("", "KP"))])
@pytest.mark.rule("AC-19-12")
def test_who_leaves_a_siege_is_captured_in_half_of_the_cases(
    falls: bool, after: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = load(monkeypatch, falls, "leaving siege")
    world = quiet_world()
    put_group(world, "1EL", "JM", 4, siege=Siege("JM", 1))
    turn = give(world, {"WA": "350 FA KP\n350 SA KP"}, until="350")
    one = figure(world, "WA", "FA")
    assert (one.held_by, one.area) == after
    assert asked == [50]
    assert booked(turn, "WA", ORDERS) == (0, -3_000)


@pytest.mark.rule("AC-02-09")
def test_demon_princes_gate_anywhere_and_others_need_the_amulet() -> None:
    world = quiet_world()
    put_group(world, "1EL", "AH", 8)
    turn = give(world, {"DE": "351 HA AH\n351 CR SW"}, until="351")
    assert figure(world, "DE", "HA").area == "AH"
    assert failures(turn) == ["Crrik knows no gate."]
    assert booked(turn, "DE", ORDERS) == (0, -2_000)
    world = quiet_world()
    put_group(world, "1EL", "KQ", 8)
    figure(world, "WA", "FA").artifacts = ["ONYX"]
    turn = give(world, {"WA": "351 FA KQ\n351 MI KQ\n351 FA UJ"}, until="351")
    assert figure(world, "WA", "FA").area == "KQ"
    assert "351 is an order of the Demon Princes alone." in failures(turn)
    world = quiet_world()
    figure(world, "WA", "FA").artifacts = ["ONYX"]
    assert failures(give(world, {"WA": "351 FA UJ"}, until="351")) == ["UJ is 11 areas away; the limit is 10."]


# --- the capital --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-04-24", "AC-04-26")
def test_the_capital_moves_with_its_court_and_its_prisoners() -> None:
    world = quiet_world()
    prisoner(world, "SO", "CA", "WA")
    turn = give(world, {"WA": "310 MI\n355 OR JM\n390 JO"}, until="390")
    warlock = world.kingdoms["WA"]
    assert warlock.capital == "JM"
    assert {code: one.area for code, one in warlock.figures.items()} == {
        "OR": "JM",
        "JO": "JM",
        "MI": "KP",  # has acted
        "SA": "JO",
        "FA": "JM",
        "IL": "JM",
        "VA": "JM",
        "GR": "JM",
    }
    assert figure(world, "SO", "CA").area == "JM"
    assert warlock.figures["JO"].rank == "Duke"
    assert booked(turn, "WA", ORDERS) == (0, -3_000 - 10_000 - 4_000)
    turn = give(quiet_world(), {"WA": "355 OR JM\n390 MI"}, until="390")
    assert failures(turn) == ["Mimir already has 355; one mission a figure and turn, the lower number is done."]


@pytest.mark.rule("AC-04-36")
def test_a_besieged_capital_stays_where_it_is() -> None:
    world = quiet_world()
    put_group(world, "1EL", "KP", 4, siege=Siege("KP", 1))
    turn = give(world, {"WA": "355 OR JM"}, until="355")
    assert failures(turn) == ["The capital is under siege and cannot be moved."]
    assert world.kingdoms["WA"].capital == "KP"


def test_the_capital_moves_only_to_a_center_that_is_ours_and_safe() -> None:
    assert problem(quiet_world(), "WA", "355 OR UJ").why == "We have no center in UJ."
    assert problem(quiet_world(), "WA", "355 OR KP").why == "Wenenmere is the capital already."
    world = quiet_world()
    put_group(world, "1EL", "JM", 20)
    assert failures(give(world, {"WA": "355 OR JM"}, until="355")) == [
        "A foreign group that is stronger than its walls stands at Dunenmoor."
    ]


def fall(world: World, area: str, owner: str, how: How = "attack", seed: str = "tests") -> Turn:
    """A center falls to a kingdom."""
    turn = begin(world, seed=seed)
    change_owner(turn, world.centers[area], owner, how)
    return turn


@pytest.mark.rule("AC-09-12", "AC-04-24")
def test_a_lost_capital_costs_a_point_and_moves_to_the_strongest_center() -> None:
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    captive = prisoner(world, "EL", "GR", "WA")
    turn = fall(world, "KP", "SO")
    assert warlock.capital == "JM"
    assert told(turn, "influence", "WA")[0] == {"why": "capital", "hundredths": -100}
    assert (captive.held_by, captive.area) == ("", "AH")


def test_an_alternate_capital_comes_first() -> None:
    world = quiet_world()
    turn = give(world, {"WA": "495 OR KQ JO"}, until="495")
    assert booked(turn, "WA", ORDERS) == (0, -1_000)
    center(world, "KQ", owner="EL")
    fall(world, "KP", "SO")
    assert world.kingdoms["WA"].capital == "JO"
    assert problem(quiet_world(), "WA", "495 OR KP").why == "KP is the capital itself."
    assert problem(quiet_world(), "WA", "495 OR JM UJ").why == "We have no center in UJ."


# --- captured when a center falls ---------------------------------------------------------------------------------------------


def fate(monkeypatch: pytest.MonkeyPatch, falls: bool, how: How, code: str) -> tuple[str, str, list[float]]:
    """Who holds a figure of WA after JM fell to SO, where it is, and what chances were asked for."""
    asked = load(monkeypatch, falls, "capture")
    world = quiet_world()
    one = figure(world, "WA", code, "JM")
    for other in [other for other in world.kingdoms["WA"].figures.values() if other is not one]:
        other.area = "KP"
    fall(world, "JM", "SO", how)
    return one.held_by, one.area, asked


@pytest.mark.parametrize(
    ("how", "code", "falls", "after"),
    [
        pytest.param("attack", "JO", True, ("SO", "UJ", [50]), marks=pytest.mark.rule("AC-08-26", "AC-08-27", "AC-04-26")),
        pytest.param("attack", "JO", False, ("", "KP", [50]), marks=pytest.mark.rule("AC-08-27", "AC-19-19")),
        pytest.param("siege", "JO", True, ("SO", "UJ", [20]), marks=pytest.mark.rule("AC-08-28", "AC-19-21")),
        pytest.param("siege", "JO", False, ("", "KP", [20]), marks=pytest.mark.rule("AC-08-28", "AC-19-22")),
        pytest.param("attack", "OR", True, ("SO", "UJ", [20]), marks=pytest.mark.rule("AC-08-29")),
        pytest.param("siege", "OR", False, ("", "KP", [10]), marks=pytest.mark.rule("AC-08-29")),
        pytest.param("attack", "VA", True, ("SO", "UJ", [50]), marks=pytest.mark.rule("AC-19-20")),
        pytest.param("attack", "VA", False, ("", "KP", [50, 50]), marks=pytest.mark.rule("AC-19-20")),
        pytest.param("siege", "VA", True, ("SO", "UJ", [20]), marks=pytest.mark.rule("AC-19-21")),
        pytest.param("siege", "VA", False, ("", "JM", [20]), marks=pytest.mark.rule("AC-19-22")),
        pytest.param("politics", "JO", True, ("", "JM", []), marks=pytest.mark.rule("AC-08-26")),
        pytest.param("region", "VA", True, ("", "JM", []), marks=pytest.mark.rule("AC-08-26")),
    ],
)
def test_what_becomes_of_figures_when_their_center_falls(
    how: How, code: str, falls: bool, after: tuple[str, str, list[float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fate(monkeypatch, falls, how, code) == after


@pytest.mark.rule("AC-19-20")
def test_an_agent_who_is_not_caught_may_go_underground() -> None:
    """Half of those who are not caught stay: over many seeds both happen."""
    found = set()
    for seed in SEEDS:
        world = quiet_world()
        one = figure(world, "WA", "VA", "JM")
        fall(world, "JM", "SO", "attack", seed)
        found.add((one.held_by, one.area))
    assert found == {("SO", "UJ"), ("", "KP"), ("", "JM")}


@pytest.mark.rule("AC-08-26", "AC-19-19")
def test_allies_of_the_new_owner_are_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    load(monkeypatch, True, "capture")
    world = quiet_world()
    world.kingdoms["SO"].declared["EL"] = "A"
    friend, stranger = figure(world, "EL", "ER", "JM"), figure(world, "DA", next(iter(world.kingdoms["DA"].figures)), "JM")
    fall(world, "JM", "SO")
    assert (friend.held_by, friend.area, stranger.held_by) == ("", "JM", "SO")


@pytest.mark.rule("AC-08-30")
def test_a_captured_priestess_serves_her_captor_under_a_new_name() -> None:
    world = quiet_world()
    turn = begin(world)
    priestess = figure(world, "EL", "JO")
    imprison(turn, world.kingdoms["EL"], priestess, "WA")
    assert "JO" not in world.kingdoms["EL"].figures
    assert world.kingdoms["WA"].figures[priestess.code] is priestess
    assert (priestess.area, priestess.held_by, priestess.code) == ("KP", "", priestess.name[:2].upper())
    assert priestess.name != "Jodal"
    assert len({*world.kingdoms["WA"].figures}) == 9


def test_who_has_three_priestesses_keeps_a_fourth_in_prison() -> None:
    world = quiet_world()
    warlock, priestess = world.kingdoms["WA"], figure(world, "EL", "JO")
    for code in ("AB", "CD", "EF"):
        warlock.figures[code] = Figure(code, code, "High Priestess", "KP")
    turn = begin(world, {"WA": "430 - - E"})
    imprison(turn, world.kingdoms["EL"], priestess, "WA")
    assert (priestess.held_by, priestess.area) == ("WA", "KP")
    run(SEQUENCE, turn, until="430")
    assert "JO" not in world.kingdoms["EL"].figures


def test_what_a_captured_figure_carried_stays_in_its_kingdom() -> None:
    world = quiet_world()
    one = figure(world, "WA", "JO")
    one.artifacts = ["AMULET"]
    imprison(begin(world), world.kingdoms["WA"], one, "SO")
    assert (one.artifacts, world.centers["KP"].artifacts) == ([], ["AMULET"])


# --- succession ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rank", "influence", "after"),
    [
        pytest.param("Prince", 20, 16.0, marks=pytest.mark.rule("AC-08-41", "AC-08-40")),
        pytest.param("Duke", 20, 14.0, marks=pytest.mark.rule("AC-08-41", "AC-08-40")),
        pytest.param("Envoy", 20, 8, marks=pytest.mark.rule("AC-08-42", "AC-09-15")),
    ],
)
@pytest.mark.rule("AC-08-36", "AC-08-37", "AC-08-39", "AC-08-45", "AC-09-17")
def test_the_highest_emissary_becomes_regent(rank: str, influence: float, after: float) -> None:
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    warlock.influence = influence
    for code in ("JO", "MI", "SA", "FA"):
        warlock.figures[code].rank = "Envoy"
    warlock.figures["SA"].rank = rank
    if rank == "Envoy":  # of equals the one nearest to the capital KP: JM, JO and KP; Mimir is there
        heir = "MI"
    else:
        heir = "SA"
    turn = begin(world, {"WA": f"480 {heir}\n440 EL A"})
    imprison(turn, warlock, warlock.figures["OR"], "SO")
    assert (warlock.ruler, warlock.figures[heir].rank, warlock.influence) == (heir, "Regent", after)
    assert warlock.figures[heir].area == "KP"
    assert told(turn, "influence", "SO") == []  # a succession has no echo (ruling 39)
    assert order_limit(world, warlock) == int(after) + 2
    run(SEQUENCE, turn, until="480")
    assert warlock.declared == {"EL": "A"}


@pytest.mark.rule("AC-08-38")
def test_coming_to_the_capital_is_often_the_regents_action() -> None:
    """Jonor is called from JM; a Regent who is at the capital already can still act."""
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    turn = begin(world, {"WA": "480 JO"})
    die(turn, warlock, warlock.figures["OR"], "assassinated")
    run(SEQUENCE, turn, until="480")
    assert (warlock.figures["JO"].area, len(failures(turn))) == ("KP", 1)
    assert booked(turn, "WA", ORDERS) == (0, 0)
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    figure(world, "WA", "JO", "KP")
    turn = begin(world, {"WA": "480 JO"})
    die(turn, warlock, warlock.figures["OR"], "assassinated")
    run(SEQUENCE, turn, until="480")
    assert warlock.influence == 9.0  # 13 times 60 percent is less than 8


@pytest.mark.rule("AC-09-18", "AC-09-17")
def test_emissaries_use_the_influence_of_the_new_ruler_at_once() -> None:
    """20 times 60 percent is 12; a Baron's half of that is 6."""
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    warlock.influence = 20
    turn = begin(world, {"WA": "310 MI"})
    imprison(turn, warlock, warlock.figures["OR"], "SO")
    run(SEQUENCE, turn, until="310")
    assert world.status_quo == {"KP": 6.0}


@pytest.mark.rule("AC-01-02", "AC-08-42")
def test_without_emissaries_somebody_new_rules_with_the_least_influence() -> None:
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    for code in ("JO", "MI", "SA", "FA"):
        del warlock.figures[code]
    die(begin(world), warlock, warlock.figures["OR"], "assassinated")
    king = warlock.figures[warlock.ruler]
    assert (king.rank, king.area, warlock.influence) == ("Regent", "KP", 8)


def test_of_several_rulers_the_next_follows_with_full_influence() -> None:
    world = quiet_world()
    demons = world.kingdoms["DE"]
    turn = begin(world)
    assert demons.ruler == "HE"
    for code in ("HE", "HA"):
        imprison(turn, demons, demons.figures[code], "EL")
    assert (demons.ruler, demons.influence, demons.figures["LU"].rank) == ("LU", 12, "Demon Prince")
    imprison(turn, demons, demons.figures["LU"], "EL")
    assert (demons.figures[demons.ruler].rank, demons.influence) == ("Regent", 8)


@pytest.mark.rule("AC-08-43", "AC-08-44", "AC-08-45")
def test_a_king_who_comes_back_rules_with_most_of_his_influence() -> None:
    """Of 20 he has 85 percent, 17; his Regent had 60 percent, 12, and is a Prince now."""
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    warlock.influence = 20
    turn = begin(world)
    imprison(turn, warlock, warlock.figures["OR"], "SO")
    assert warlock.influence == 12.0
    free(turn, warlock, warlock.figures["OR"])
    assert (warlock.ruler, warlock.influence, warlock.figures["JO"].rank) == ("OR", 17.0, "Prince")
    assert warlock.lost_rulers == {}
    imprison(turn, warlock, warlock.figures["OR"], "SO")
    warlock.influence = 19.5
    free(turn, warlock, warlock.figures["OR"])
    assert warlock.influence == 19.5  # what the Regent gained meanwhile is not lost


def test_a_regent_who_comes_back_steps_behind_a_king_but_before_another_regent() -> None:
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    turn = begin(world)
    imprison(turn, warlock, warlock.figures["OR"], "SO")
    imprison(turn, warlock, warlock.figures["JO"], "SO")
    assert warlock.ruler == "MI"
    free(turn, warlock, warlock.figures["JO"])
    assert (warlock.ruler, warlock.figures["MI"].rank) == ("JO", "Prince")
    imprison(turn, warlock, warlock.figures["JO"], "SO")
    free(turn, warlock, warlock.figures["OR"])
    free(turn, warlock, warlock.figures["JO"])
    assert [one.code for one in warlock.figures.values() if one.rank == "Regent"] == []
    assert warlock.ruler == "OR"


# --- prisoners ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bribe", "percent"), [("", 15), ("6000", 25), ("12000", 35)])
@pytest.mark.parametrize(("falls", "after"), [(True, ("", "KP")), (False, ("SO", "UJ"))])
def test_a_prisoner_escapes_more_often_with_a_bribe(
    bribe: str, percent: float, falls: bool, after: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = load(monkeypatch, falls, "escape")
    world = quiet_world()
    one = prisoner(world, "WA", "JO", "SO")
    turn = give(world, {"WA": f"385 JO {bribe}"}, until="385")
    assert booked(turn, "WA", ORDERS) == (0, -int(bribe or 0))
    assert (one.held_by, one.area, asked) == (*after, [percent])
    assert len(told(turn, "escaped", "SO")) == falls


@pytest.mark.rule("AC-08-25")
def test_only_prisoners_escape_and_they_may_try_again() -> None:
    assert problem(quiet_world(), "WA", "385 JO").why == "JO is no figure of ours that is a prisoner."
    world = quiet_world()
    prisoner(world, "WA", "JO", "SO")
    assert problem(world, "WA", "385 JO 5000").why == "The bribe is one of 0, 6,000, 12,000."
    turn = give(world, {"WA": "\n".join(["385 JO 12k"] * 9)}, until="385")
    assert figure(world, "WA", "JO").held_by == ""
    assert 0 < len(failures(turn)) < 9


def test_prisoners_are_put_to_death_one_by_one_or_by_sort() -> None:
    def left(order: str) -> list[str]:
        world = quiet_world()
        held = [("SO", "CA"), ("SO", "RO"), ("EL", "GR"), ("EL", "RE")]
        for of, code in held:
            prisoner(world, of, code, "WA")
        assert answer(world, "WA", order).problems == ()
        give(world, {"WA": order}, until="430")
        return [code for of, code in held if code in world.kingdoms[of].figures]

    assert left("430 SO CA") == ["RO", "GR", "RE"]
    assert left("430 EL") == ["CA", "RO"]
    assert left("430 - - E") == ["RO", "RE"]
    assert left("430 - - N") == ["CA", "GR"]
    assert left("430 SO - N") == ["CA", "GR", "RE"]
    assert left("430") == []
    assert problem(quiet_world(), "WA", "430").why == "We hold no such prisoner."


def test_an_executed_king_does_not_come_back() -> None:
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    turn = begin(world, {"SO": "430 WA OR"})
    imprison(turn, warlock, warlock.figures["OR"], "SO")
    run(SEQUENCE, turn, until="430")
    assert ("OR" in warlock.figures, warlock.lost_rulers, warlock.ruler) == (False, {}, "JO")


# --- artifacts inside ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taker", "kept"), [("TR", ["MORGA", "PLOW"]), ("SO", ["DBANE", "MORGA", "PLOW"]), ("DW", ["DBANE", "PLOW"])]
)
def test_what_does_not_serve_the_new_owner_of_a_center_lies_in_the_wild(taker: str, kept: list[str]) -> None:
    """Demon Bane is good, the Morgal Blade evil, the Plow neither; so are the Trolls evil, the Dwarves good (ruling 28)."""
    world = quiet_world()
    world.centers["KP"].artifacts = ["DBANE", "MORGA", "PLOW"]
    change_owner(begin(world), world.centers["KP"], taker, "attack")
    assert world.centers["KP"].artifacts == kept
    assert sorted([*kept, *world.lost_artifacts]) == ["DBANE", "MORGA", "PLOW"]


# --- exile --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-04-05", "AC-04-06")
def test_a_court_without_centers_is_in_exile_until_one_is_regained() -> None:
    world = quiet_world()
    warlock = world.kingdoms["WA"]
    captive = prisoner(world, "EL", "GR", "WA")
    for one in world.centers_of("WA"):
        if one.area != "KP":
            one.owner = "EL"
    for code in [one for one in warlock.figures if one != "OR"]:
        del warlock.figures[code]
    put_group(world, "1WA", "HN", 3)
    turn = begin(world, {"WA": "480 OR"})
    change_owner(turn, world.centers["KP"], "SO", "attack")
    king = warlock.figures["OR"]
    assert (king.held_by, king.exiled, king.area, captive.held_by) == ("", True, "HN", "")
    assert warlock.active
    put_group(world, "1WA", "HL", 3)
    run(SEQUENCE, turn)
    assert failures(turn) == ["Orran is in exile and can do nothing until we have a center again."]
    assert king.area == "HL"
    turn = begin(world)
    change_owner(turn, world.centers["NQ"], "WA", "attack")
    assert (king.exiled, king.area, warlock.capital) == (False, "NQ", "NQ")
