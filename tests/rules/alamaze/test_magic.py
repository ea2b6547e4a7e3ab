"""Who may cast, research, the Rite of the Magi, and lists of spells (AC-23, AC-06-98..101)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.alamaze.orders.acting import Cast, able, spell_level
from postern.rulesets.alamaze.orders.magic.research import research_chance
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import Doing
from postern.rulesets.alamaze.world.records import Wizard, World
from tests.rules.alamaze.build import answer, begin, failures, new_world, play, put_group, quiet_world, told
from tests.rules.alamaze.casting import carried_out, trials

TABLES = edition("classic")


def with_wizard(code: str, power: int, **more: Any) -> World:
    """A world in which the kingdom's 1st group stands at its capital with one wizard, ME."""
    world = quiet_world()
    put_group(world, f"1{code}", world.kingdoms[code].capital, 2, wizards=[Wizard("ME", "Merel", power)], **more)
    return world


# --- what kingdoms begin with ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-23-01", "AC-23-10")
def test_every_kingdom_can_learn_magic_and_has_an_adept() -> None:
    world = new_world()
    for code, row in TABLES.kingdoms.items():
        assert any(not one.power for group in world.groups_of(code) for one in group.wizards), code
        assert {799} <= {one.number for one in TABLES.spells_of(code, 1)}
        assert 3 <= row.magic_potential <= 8
    potentials = {code: row.magic_potential for code, row in TABLES.kingdoms.items()}
    assert (potentials["SO"], potentials["WA"], potentials["DW"]) == (8, 7, 3)


@pytest.mark.rule("AC-23-11", "AC-06-98")
def test_five_kingdoms_begin_with_wizards_in_their_groups() -> None:
    world = new_world()
    have: dict[str, list[tuple[str, str, int]]] = {one.kingdom: [] for one in world.groups.values()}
    for id, group in sorted(world.groups.items()):
        have[group.kingdom] += [(id, one.code, one.power) for one in group.wizards if one.power]
    assert {code for code, some in have.items() if some} == {"AN", "DA", "SO", "WA", "WI"}
    assert have["WA"] == [("1WA", "RE", 3), ("1WA", "OL", 2), ("2WA", "KE", 1)]
    assert all(world.groups[id].area for some in have.values() for id, _, _ in some)


@pytest.mark.parametrize(
    ("code", "number", "power"),
    [("WA", 102, 1), ("DW", 102, 2), ("SO", 99, 6), ("WA", 99, None), ("EL", 866, 5), ("SO", 866, None), ("UN", 870, 6)],
)
@pytest.mark.rule("AC-23-26")
def test_lists_of_spells_differ_by_kingdom(code: str, number: int, power: int | None) -> None:
    assert TABLES.spell_power(code, number) == power


# --- who may cast ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why", "remedy"),
    [
        (
            "155 1WA RE KL",
            "155 Destroy Village is a spell of power 6 for our school (Arch); Rebern has power 3.",
            "Nearest he has: 171 Diplomacy.",
        ),
        (
            "113 1WA RE",
            "113 Acid Rain is a spell of power 7 for our school (Arch); Rebern has power 3.",
            "Nearest he has: 106 Chaos.",
        ),
        ("103 1WA KE", "KE (Kemir) is with 2WA, not with 1WA.", "Wizards of 1WA: RE (3), OL (2)."),
        (
            "103 2WA KE",
            "103 Firestrike is a spell of power 2 for our school (Arch); Kemir has power 1. He also casts 102 this turn; one "
            "spell a wizard and turn.",
            "Nearest he has: 102 Lightning Attack.",
        ),
        ("107 2WA BR", "Brsen (BR) is an adept.", "Adepts may use 91, 139 and 800 only."),
        (
            "104 1WA OL",
            "104 Tornado is a spell of power 3 for our school (Arch); Olbern has power 2.",
            "Rebern (RE) of 1WA could cast it.",
        ),
        ("99 1WA RE 2SO", "99 Summon Death is no spell of our school (Arch).", "Nearest he has: 98 Wall of Flame."),
        ("208 1WA 5", "1WA has no wizard 5.", "Wizards of 1WA: RE (3), OL (2)."),
    ],
)
def test_refusals_say_what_the_wizard_lacks_and_what_he_has(line: str, why: str, remedy: str) -> None:
    world = quiet_world()
    put_group(world, "2SO", "JM", 1)
    turn = begin(world, {"WA": line})
    turn.state(Cast).spells["2WA", "KE"] = 102
    assert able(Doing(turn, turn.orders[0])) is None
    (failure,) = turn.failures
    assert (failure.why, failure.remedy) == (why, remedy)


@pytest.mark.rule("AC-23-12")
def test_an_adept_may_hide_himself_join_an_encounter_and_undergo_the_rite() -> None:
    world = quiet_world()
    may = []
    for number, spell in TABLES.spells.items():
        line = spell.example_decided.replace("1DA ZO", "2WA BR").replace("2DA", "1WA")
        turn = begin(world, {"WA": line})
        if able(Doing(turn, turn.orders[0])) is not None:
            may.append(number)
    assert may == [91, 139, 800]


@pytest.mark.rule("AC-23-25")
def test_a_wizard_casts_one_spell_a_turn_and_another_wizard_another() -> None:
    world = quiet_world()
    turn = play(world, {"WA": "208 1WA RE\n209 1WA RE\n208 1WA OL"}, until="209")
    assert failures(turn) == ["Rebern also casts 208 this turn; one spell a wizard and turn."]
    assert turn.state(Cast).spells == {("1WA", "RE"): 208, ("1WA", "OL"): 208}


def test_a_power_names_the_first_wizard_of_that_power_who_has_not_cast() -> None:
    world = quiet_world()
    world.groups["1WA"].wizards[1].power = 3
    turn = play(world, {"WA": "208 1WA 3\n208 1WA 3\n208 1WA 3"}, until="208")
    assert len(turn.state(Cast).spells) == 2
    assert failures(turn) == ["Rebern also casts 208 this turn; one spell a wizard and turn."]


@pytest.mark.parametrize(
    ("artifacts", "power", "level"),
    [
        ([], 2, 2),
        (["RSPEL"], 2, 3),
        (["RPOWE"], 2, 4),
        (["RSPEL", "RPOWE"], 2, 5),
        (["RSPEL", "RPOWE"], 9, 11),
        (["RPOWE"], 0, 0),
    ],
)
@pytest.mark.rule("AC-23-09", "AC-23-28")
def test_rings_raise_the_power_of_spells(artifacts: list[str], power: int, level: int) -> None:
    world = with_wizard("WA", power, artifacts=artifacts)
    group = world.groups["1WA"]
    assert spell_level(world, group, group.wizards[0]) == level
    if power:
        turn = play(world, {"WA": "208 1WA ME"}, until="208")
        (line,) = told(turn, "order", "WA")
        assert line["result"] == f"{2_000 * level:,} food"


@pytest.mark.parametrize(("artifacts", "done"), [([], False), (["RSPEL"], True)])
def test_a_ring_opens_spells_of_a_higher_power(artifacts: list[str], done: bool) -> None:
    turn = play(with_wizard("WA", 2, artifacts=artifacts), {"WA": "778 1WA ME"}, until="778")
    assert bool(told(turn, "order", "WA")) is done


# --- research -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "power", "cost"),
    [
        pytest.param("UN", 1, 20_000, marks=pytest.mark.rule("AC-23-04")),
        ("WA", 2, 24_000),
        ("DW", 1, 24_000),
        ("SO", 7, 68_000),
    ],
)
@pytest.mark.rule("AC-23-05", "AC-23-24", "AC-06-101", "AC-15-18")
def test_research_costs_the_rate_of_the_kingdom_times_the_new_power(code: str, power: int, cost: int) -> None:
    world = with_wizard(code, power, artifacts=["RPOWE"])
    turn = carried_out(world, code, f"799 1{code} ME")
    assert world.groups[f"1{code}"].wizards[0].power == power + 1
    assert world.kingdoms[code].gold == 500_000 - cost
    assert told(turn, "researched", code) == [{"wizard": "Merel", "group": f"1{code}", "power": power + 1}]


@pytest.mark.parametrize(
    ("code", "power", "percent"),
    [
        pytest.param("SO", 8, 100, marks=pytest.mark.rule("AC-23-03")),
        pytest.param("WA", 8, 50, marks=pytest.mark.rule("AC-23-08")),
        pytest.param("WA", 9, 20, marks=pytest.mark.rule("AC-23-08")),
        pytest.param("DW", 4, 50, marks=pytest.mark.rule("AC-23-08")),
        pytest.param("DW", 6, 5, marks=pytest.mark.rule("AC-23-08")),
        ("DW", 7, 0),
    ],
)
def test_the_chance_of_research(code: str, power: int, percent: int) -> None:
    assert research_chance(new_world(), code, power) == percent


@pytest.mark.rule("AC-23-06", "AC-23-07")
def test_research_beyond_the_potential_is_paid_whether_or_not_it_succeeds() -> None:
    world = with_wizard("DW", 3)
    kingdom, wizard = world.kingdoms["DW"], world.groups["1DW"].wizards[0]

    def prepare() -> None:
        wizard.power, kingdom.gold = 3, 500_000

    reached = 0
    for _ in trials(world, "DW", "799 1DW ME", 100, prepare):
        assert kingdom.gold == 500_000 - 4 * 12_000
        reached += wizard.power == 4
    assert 35 <= reached <= 65


@pytest.mark.parametrize(("code", "power"), [("DW", 6), ("WA", 9)])
def test_what_can_never_be_reached_is_refused_and_costs_nothing(code: str, power: int) -> None:
    world = with_wizard(code, power)
    turn = carried_out(world, code, f"799 1{code} ME")
    assert (len(failures(turn)), world.kingdoms[code].gold) == (1, 500_000)


def test_research_needs_a_center_of_ours_when_it_runs() -> None:
    world = with_wizard("WA", 2)
    world.groups["1WA"].area = "KH"
    turn = carried_out(world, "WA", "799 1WA ME")
    assert failures(turn) == ["1WA is in no center of ours (KH) when it runs."]
    assert (world.groups["1WA"].wizards[0].power, world.kingdoms["WA"].gold) == (2, 500_000)
    (problem,) = answer(world, "WA", "799 1WA ME").problems
    assert problem.note is True


@pytest.mark.parametrize(("spell", "power"), [(799, 2), (800, 0)])
def test_research_and_rite_are_tried_once_a_turn(spell: int, power: int) -> None:
    world = with_wizard("WA", power)
    turn = carried_out(world, "WA", f"{spell} 1WA ME\n{spell} 1WA ME")
    assert failures(turn) == [f"Merel also casts {spell} this turn; one spell a wizard and turn."]


def test_an_adept_cannot_research_and_poor_kings_cannot_pay() -> None:
    world = with_wizard("WA", 2)
    world.kingdoms["WA"].gold = 23_999
    turn = carried_out(world, "WA", "799 1WA ME\n799 2WA BR")
    assert failures(turn) == ["It costs 24,000 gold; there are 23,999 when it runs.", "Brsen (BR) is an adept."]
    assert turn.state(Cast).spells == {}


# --- the Rite of the Magi -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-23-18")
def test_the_rite_succeeds_in_seven_cases_of_ten_on_average() -> None:
    percents = [row.rite_percent for row in TABLES.kingdoms.values()]
    assert round(sum(percents) / len(percents), -1) == 70


@pytest.mark.rule("AC-23-17", "AC-23-19", "AC-23-20", "AC-23-21")
def test_the_rite_makes_a_wizard_or_fails_or_kills_at_the_same_price() -> None:
    """Half of the Dwarven adepts succeed; of those that fail a tenth die, the others may try again."""
    world = with_wizard("DW", 0)
    fates = {1: 0, 0: 0, -1: 0}

    def prepare() -> None:
        world.kingdoms["DW"].gold = 500_000
        put_group(world, "1DW", "KH", 2, wizards=[Wizard("ME", "Merel", 0)])

    for _ in trials(world, "DW", "800 1DW ME", 200, prepare):
        assert world.kingdoms["DW"].gold == 500_000 - 12_000
        wizards = world.groups["1DW"].wizards
        fates[wizards[0].power if wizards else -1] += 1
    assert 80 <= fates[1] <= 120
    assert 2 <= fates[-1] <= 20


@pytest.mark.rule("AC-23-14", "AC-23-15")
def test_only_an_adept_can_rise_to_wizard() -> None:
    world = with_wizard("WA", 3)
    turn = carried_out(world, "WA", "800 1WA ME")
    assert failures(turn) == ["Merel is a wizard of power 3 already."]
    assert turn.failures[0].paste == "799 1WA ME"
    for group in world.groups_of("WA"):
        group.wizards = []
    turn = carried_out(world, "WA", "800 2WA BR\n799 1WA 1")
    assert failures(turn) == ["1WA has no wizard 1.", "2WA has no wizard BR."]


@pytest.mark.rule("AC-23-16")
def test_adepts_cannot_be_hired() -> None:
    assert not {row["figure"] for row in TABLES.content.rows("hire")} & {"Adept", "Wizard"}


def test_a_patrol_whose_adept_dies_is_inactive() -> None:
    world = with_wizard("DW", 0)

    def prepare() -> None:
        put_group(world, "1DW", "KH", wizards=[Wizard("ME", "Merel", 0)], leaders=[]).brigades = {}

    for _ in trials(world, "DW", "800 1DW ME", 100, prepare):
        assert bool(world.groups["1DW"].area) is bool(world.groups["1DW"].wizards)


# --- lists of spells -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-23-22", "AC-23-23", "AC-06-100")
def test_the_first_to_reach_a_power_brings_the_list_of_its_spells() -> None:
    world = with_wizard("DW", 1)
    assert world.kingdoms["DW"].spells_told == 0
    turn = play(world, {"DW": "799 1DW ME"})
    first, second = told(turn, "spell-list", "DW")
    assert (first["power"], second["power"]) == (1, 2)
    assert first["spells"] == [f"{n} {TABLES.spells[n].name}" for n in (94, 95, 208, 796, 799, 888)]
    assert "102 Lightning Attack" in second["spells"]
    assert told(turn, "spell-list", "WA") == []
    put_group(world, "2DW", "CT", 1, wizards=[Wizard("TA", "Tamir", 2)])
    assert told(play(world), "spell-list", "DW") == []


def test_kings_know_the_spells_of_the_wizards_with_whom_they_begin() -> None:
    kingdoms = new_world().kingdoms
    assert {code: kingdoms[code].spells_told for code in ("WA", "AN", "DA", "DW")} == {"WA": 3, "AN": 2, "DA": 1, "DW": 0}
