"""Unusual sightings: who rides out, what it takes, who dies, keys and enigmas (orders 139 and 140; ruling 51)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.alamaze.knowledge import view_of
from postern.rulesets.alamaze.orders.acting import Cast
from postern.rulesets.alamaze.orders.magic.sightings import Party, investigate, join, strength
from postern.rulesets.alamaze.rules.effects import place_of
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import Activity, Doing, Turn
from postern.rulesets.alamaze.world.records import Leader, Sighting, Wizard, World
from tests.rules.alamaze.build import answer, begin, failures, new_world, play, put_group, quiet_world, told
from tests.rules.alamaze.casting import carried_out, trials

TABLES = edition("classic")
FINE, EXCELLENT, SUPERIOR, ENIGMA, QUEST = "KK", "NP", "RL", "NI", "GM"
"""Areas of sightings 16, 25, 33, 38 and 34."""


def rider(title: str = "Marshal II", name: str = "Drlas") -> Leader:
    return Leader(name, title)


def at(area: str, code: str = "WA", **more: Any) -> World:
    """A world in which the 1st group of a kingdom is at a sighting, with nobody but those told."""
    world = quiet_world()
    people: dict[str, Any] = {"leaders": [], "wizards": []}
    put_group(world, f"1{code}", area, 2, **(people | more))
    return world


def ride(world: World, text: str = "140 1WA - 2", seed: str = "tests", code: str = "WA") -> Turn:
    return carried_out(world, code, text, seed)


# --- setup ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-06-103", "AC-03-15")
def test_forty_artifacts_are_hidden_and_no_king_knows_where() -> None:
    world = new_world()
    assert sorted(one.item for one in world.sightings.values()) == sorted(TABLES.artifacts)
    assert not {one.area for one in world.sightings.values()} & set(world.centers)
    for kingdom in world.kingdoms.values():
        assert kingdom.memory.sites == {}
        assert view_of(world, kingdom.seat).world.sightings == {}


def test_a_king_does_not_know_that_somebody_else_emptied_a_sighting() -> None:
    world = quiet_world()
    world.kingdoms["WA"].memory.sites = {FINE: 3}
    before = view_of(world, "WA").world.sightings
    assert [(one.area, one.item) for one in before.values()] == [(FINE, "")]
    del world.sightings[16]
    assert view_of(world, "WA").world.sightings == before


# --- who rides -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-03-09", "AC-06-21", "AC-06-22")
def test_leaders_and_joining_wizards_ride_out_and_are_back_in_the_same_turn() -> None:
    world = at(FINE, leaders=[rider()], wizards=[Wizard("RE", "Rebern", 3), Wizard("OL", "Olbern", 2)])
    turn = play(world, {"WA": "139 1WA RE\n140 1WA - 1"}, until="140")
    (won,) = told(turn, "encounter-won", "WA")
    assert (won["party"], won["area"], won["quality"], won["tactic"]) == (["Drlas", "Rebern"], FINE, "Fine", 1)
    group = world.groups["1WA"]
    assert (group.area, group.leaders, [one.code for one in group.wizards]) == (FINE, [rider()], ["RE", "OL"])
    assert told(turn, "encounter-won", "SO") == []


@pytest.mark.rule("AC-03-08")
def test_the_terrain_of_the_encounter_may_be_another_than_that_of_the_area() -> None:
    (won,) = told(ride(at(FINE, leaders=[rider("Warlord")]), "140 1WA - 3"), "encounter-won")
    assert (TABLES.areas[FINE].terrain, won["terrain"]) == ("Plains", "Desert")


@pytest.mark.parametrize(
    ("prepare", "why"),
    [
        pytest.param("retreated", "1WA retreated from battle this turn.", marks=pytest.mark.rule("AC-21-14")),
        ("defended", "1WA defends this turn; it cannot investigate as well."),
        pytest.param("entrenched", "1WA defends this turn; it cannot investigate as well.", marks=pytest.mark.rule("AC-21-63")),
    ],
)
def test_what_a_group_did_before_may_forbid_it(prepare: str, why: str) -> None:
    world = at(FINE, leaders=[rider()])
    turn = begin(world, {"WA": "140 1WA"})
    getattr(turn.state(Activity), prepare).add("1WA")
    assert investigate(Doing(turn, turn.orders[0])) is False
    assert failures(turn) == [why]


@pytest.mark.parametrize(
    ("text", "whys"),
    [
        ("140 3WA - 2", ["3WA has no leader, wizard or adept to send."]),
        ("140 2WA - 2", ["2WA has no leader; a wizard or adept rides by an order of his own."]),
        ("140 1WA - 4", ["Column C: there is no tactic 4."]),
        ("140 1WA - 2\n140 1WA - 3", ["1WA has investigated this turn."]),
        ("139 1WA RE", ["1WA has no order 140."]),
        ("139 1WA RE\n139 1WA RE\n140 1WA", ["Rebern rides with 1WA already."]),
        ("139 1WA KE\n140 1WA", ["KE (Kemir) is with 2WA, not with 1WA."]),
        ("140 4WA", ["4WA is inactive; it has to be given troops or figures first."]),
    ],
)
def test_orders_that_cannot_be_carried_out(text: str, whys: list[str]) -> None:
    world = at(FINE, leaders=[rider()], wizards=[Wizard("RE", "Rebern", 3)])
    put_group(world, "2WA", EXCELLENT, 1, leaders=[])
    put_group(world, "3WA", EXCELLENT, 1)
    turn = ride(world, text)
    assert failures(turn) == whys


def test_where_no_sighting_is_known_the_line_is_kept_and_fails_in_the_turn() -> None:
    world = at("KL", leaders=[rider()])
    (problem,) = answer(world, "WA", "140 1WA").problems
    assert (problem.note, problem.why) == (True, "No unusual sighting is known in the area of 1WA (KL).")
    world.kingdoms["WA"].memory.sites["KL"] = 2
    assert answer(world, "WA", "140 1WA").problems == ()
    assert len(failures(ride(world))) == 1
    assert world.kingdoms["WA"].memory.sites == {}


# --- strength ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leaders", "wizards", "guards", "artifacts", "tactic", "points"),
    [
        (["Captain"], [], [], [], 2, 3 + 2),
        (["General", "Captain I"], [], [], [], 2, 6 + 4 + 2),
        (["Warlord", "Marshal II"], [], [], [], 2, 14 + 11 + 2),
        (["Warlord", "Marshal II"], [], [], [], 1, 27 * 0.75),
        (["Warlord", "Marshal II"], [], [], [], 3, 27 * 1.25),
        ([], [3, 1], [], [], 2, 9 + 3 + 2),
        ([], [], [3], [], 2, 4.5 + 2),
        ([], [0], [], [], 2, 1.5 + 2),
        (["Captain"], [], [], ["FARIN", "NARSI"], 2, 3 + 10 + 25 + 2),
        (["Captain"], [], [], ["RODFI"], 2, 3 + 2),
        ([], [1], [], ["RODFI"], 2, 3 + 2),
        ([], [2], [], ["RODFI"], 2, 6 + 20 + 2),
        ([], [2], [], ["RPOWE"], 2, 12 + 2),
    ],
)
@pytest.mark.rule("AC-06-110")
def test_leaders_wizards_and_artifacts_are_what_counts(
    leaders: list[str], wizards: list[int], guards: list[int], artifacts: list[str], tactic: int, points: float
) -> None:
    lead = [rider(title, f"L{place}") for place, title in enumerate(leaders)]
    ride_on = [Wizard(f"A{place}", f"A{place}", power) for place, power in enumerate(wizards)]
    guard = [Wizard(f"B{place}", f"B{place}", power) for place, power in enumerate(guards)]
    for brigades in (1, 10):
        world = at(FINE, leaders=lead, wizards=[*ride_on, *guard], artifacts=artifacts)
        group = put_group(world, "1WA", FINE, brigades)
        party = Party(tuple(lead), tuple(ride_on), tuple(guard))
        assert strength(begin(world), group, party, tactic) == pytest.approx(points)


@pytest.mark.parametrize(
    ("title", "tactic", "low", "high"),
    [("General II", 1, 0, 0), ("Marshal", 3, 30, 60), ("Warlord", 2, 68, 92), ("Warlord", 3, 100, 100)],
)
def test_luck_moves_the_strength_by_a_fifth(title: str, tactic: int, low: int, high: int) -> None:
    """The guardian of a Fine artifact has 14. A strength of 7.5 never suffices; 13.75 does with luck above 1.018 (45 of 100),
    16 above 0.875 (81 of 100), 20 always."""
    world = at(FINE)

    def prepare() -> None:
        world.sightings[16] = Sighting(16, FINE, "CHAMP")
        put_group(world, "1WA", FINE, leaders=[rider(title)], artifacts=[])

    turns = trials(world, "WA", f"140 1WA - {tactic}", 100, prepare)
    assert low <= sum(len(told(turn, "encounter-won")) for turn in turns) <= high


@pytest.mark.parametrize(
    ("area", "title", "word"), [(EXCELLENT, "Captain", "hopeless"), (EXCELLENT, "Marshal II", "outmatched")]
)
def test_who_fails_reads_how_far_he_was_from_it(area: str, title: str, word: str) -> None:
    world = at(area, leaders=[rider(title)])
    (lost,) = told(ride(world), "encounter-lost", "WA")
    assert lost["odds"] == word
    assert world.sightings[25].item == "RINVI"
    assert world.kingdoms["WA"].memory.sites == {area: world.turn}


def test_the_default_tactic_of_the_kingdom_is_used_where_none_is_written() -> None:
    world = at(FINE, code="GI", leaders=[rider()])
    (won,) = told(ride(world, "140 1GI", code="GI"), "encounter-won")
    assert won["tactic"] == TABLES.kingdoms["GI"].default_attack_tactic == 3


# --- deaths ----------------------------------------------------------------------------------------------------------------


def fallen(tactic: int, won: bool, wizards: list[Wizard]) -> int:
    """How many of a leader and wizards died in 400 encounters: that of a Fine sighting won, or that of a Quest lost."""
    world, area = at(FINE), FINE if won else QUEST

    def prepare() -> None:
        world.sightings[16] = Sighting(16, FINE, "CHAMP")
        title, artifacts = ("Warlord", ["NARSI"]) if won else ("Captain", ["KYSLA"])
        put_group(world, "1WA", area, 1, leaders=[rider(title)], wizards=list(wizards), artifacts=artifacts)

    joins = "".join(f"139 1WA {one.code}\n" for one in wizards)
    turns = trials(world, "WA", f"{joins}140 1WA - {tactic}", 400, prepare)
    return sum(len(one["fallen"]) for turn in turns for one in told(turn, "encounter-won" if won else "encounter-lost"))


RE = Wizard("RE", "Rebern", 1)


@pytest.mark.parametrize(
    ("tactic", "won", "wizards", "percent"),
    [
        (1, True, [RE], 2 * 6),
        (3, True, [RE], 2 * 15),
        (2, False, [RE], 2 * 17.5),
        (3, False, [], 37.5),
        (3, True, [Wizard("RE", "Rebern", 5, "lich")], 15),
        (3, True, [Wizard("RE", "Rebern", 0)], 15 + 3.75),
    ],
    ids=["careful", "bold", "in vain", "alone", "lich", "adept"],
)
def test_who_does_not_come_back(tactic: int, won: bool, wizards: list[Wizard], percent: float) -> None:
    """The chances of all who are in danger, added."""
    expected = 400 * percent / 100
    assert fallen(tactic, won, wizards) == pytest.approx(expected, abs=2 * expected**0.5)


def test_a_guarded_wizard_rides_along_half_as_strong_and_safe() -> None:
    world = at(FINE)
    for seed in range(60):
        world.sightings[16] = Sighting(16, FINE, "CHAMP")
        put_group(world, "1WA", FINE, 1, leaders=[rider()], wizards=[Wizard("RE", "Rebern", 4)])
        turn = begin(world, {"WA": "101 1WA RE\n139 1WA RE\n140 1WA - 3"}, str(seed))
        turn.by_number = {one.order.number: [one] for one in turn.orders}
        turn.state(Cast).spells["1WA", "RE"] = 101
        assert join(Doing(turn, turn.by_number[139][0])) is False
        assert investigate(Doing(turn, turn.by_number[140][0])) is True
        (won,) = told(turn, "encounter-won")
        assert won["party"] == ["Drlas", "Rebern"]
        assert [one.code for one in world.groups["1WA"].wizards] == ["RE"]


def test_a_patrol_that_loses_everybody_is_inactive_and_what_it_had_is_hidden_again() -> None:
    for seed in range(40):
        world = at(EXCELLENT, leaders=[rider("Captain")], artifacts=["CHAMP"])
        del world.sightings[16]
        world.groups["1WA"].brigades = {}
        turn = play(world, {"WA": "140 1WA - 3"}, str(seed), until="899.45")
        (lost,) = told(turn, "encounter-lost")
        if lost["fallen"]:
            assert world.groups["1WA"].area == ""
            assert world.sightings[16].item == "CHAMP"
            assert world.lost_artifacts == {}
            return
    raise AssertionError("nobody fell")


# --- keys and enigmas ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("item", "key"), [("GEM", "KYGEM"), ("ELAN", "KYSLA"), ("SORAT", "KYSTA"), ("RPOWE", "KYMAK")])
def test_a_quest_needs_its_key(item: str, key: str) -> None:
    area = next(one.area for one in new_world().sightings.values() if one.item == item)
    world = at(area, leaders=[rider("Warlord")], artifacts=["NARSI", "ANGLA", "TORAG", "HURBL"])
    turn = ride(world)
    (barred,) = told(turn, "encounter-barred", "WA")
    home = place_of(world, key)
    assert home is not None
    assert (barred["key"], barred["key_area"], barred["key_kingdom"]) == (TABLES.artifacts[key].name, home.area, "")
    world.groups["1WA"].artifacts.append(key)
    assert told(ride(world), "encounter-won", "WA")
    assert {item, key} <= set(world.groups["1WA"].artifacts)


def test_who_is_barred_reads_who_has_the_key() -> None:
    world = at(QUEST, leaders=[rider("Warlord")])
    del world.sightings[6]
    world.groups["2EL"].artifacts = ["KYSLA"]
    (barred,) = told(ride(world), "encounter-barred", "WA")
    assert (barred["key_kingdom"], barred["key_area"]) == ("EL", world.groups["2EL"].area)


@pytest.mark.parametrize(("tactic", "hint"), [(1, "too timid"), (3, "too aggressive")])
def test_an_enigma_has_one_right_tactic_and_hints_at_it(tactic: int, hint: str) -> None:
    world = at(ENIGMA, leaders=[rider("Captain")])
    (one,) = told(ride(world, f"140 1WA - {tactic}"), "encounter-enigma", "WA")
    assert one["hint"] == hint
    assert told(ride(world, "140 1WA - 2"), "encounter-won", "WA")
    assert 38 not in world.sightings


def test_of_two_groups_the_second_finds_it_empty() -> None:
    world = at(ENIGMA, leaders=[rider("Captain")])
    put_group(world, "1SO", ENIGMA, 1, leaders=[rider("Captain", "Bewyn")])
    turn = play(world, {"WA": "140 1WA - 2", "SO": "140 1SO - 2"}, until="140")
    assert (len(told(turn, "encounter-won")), len(failures(turn))) == (1, 1)
