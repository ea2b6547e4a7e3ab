"""Imperial offices: points, leaders, ranks and the final score (section 10.1)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from postern.rulesets.adventurer_kings.rules.abilities.levels import office, steps_between
from postern.rulesets.adventurer_kings.rules.merit import merit
from postern.rulesets.adventurer_kings.rules.realm.offices import (
    award,
    final,
    leaders,
    points,
    ranking,
    score,
    scores,
    standings,
)
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_character, empty_world, only, step, turn_of
from tests.rules.adventurer_kings.realm import enrich, seats

OFFICES = {
    "EM": ("World Emperor", 20),
    "CH": ("Esteemed High Chancellor of the Imperium", 10),
    "TR": ("Imperial Treasurer", 10),
    "MA": ("Imperial Grand Marshal", 10),
    "AD": ("Imperial Grand Admiral", 10),
    "DE": ("Lord High Defender of the Imperium", 10),
    "HP": ("High Priest Palatine of the Empire", 10),
    "AM": ("Arch-Mage Palatine of the Empire", 10),
}
LINE = ("Divine", "Good", "Druidic", "Neutral", "Pagan", "Evil", "Undead")


def of_hero(office: str, skills: dict[str, int] | None = None, world: World | None = None, **more: Any) -> Fraction:
    """The points of a Hero of AA for an office."""
    world = world or empty_world()
    return points(world, add_character(world, "AA", 82, skills, **more), office)


@pytest.mark.rule(
    "AK-10.1-02", "AK-10.1-04", "AK-10.1-09", "AK-10.1-11", "AK-10.1-14", "AK-10.1-19", "AK-10.1-22", "AK-10.1-25"
)
@pytest.mark.rule("AK-10.1-30", "AK-P10.1-01")
def test_eight_offices_and_ten_artifacts_share_100_points() -> None:
    assert {code: (one.name, one.share) for code, one in TABLES.offices.items()} == OFFICES
    artifacts = [one.name for one in TABLES.items.values() if one.kind == "artifact"]
    assert sum(one.share for one in TABLES.offices.values()) + len(artifacts) == 100


@pytest.mark.rule("AK-10.1-28")
def test_the_ten_artifacts() -> None:
    assert {one.name for one in TABLES.items.values() if one.kind == "artifact"} == {
        *("Excalibur", "Bow of the Elven Kings", "Axe of the Dwarven Lords", "Scimitar of Orc Mastery", "Holy Sword"),
        *("Crown of Dragon Command", "Feather of the Great Eagle", "Horn of Neptune", "Invisible Sword", "Shadow Sword"),
    }


@pytest.mark.rule("AK-10.1-05", "AK-10.1-18", "AK-10.1-24", "AK-10.1-26", "AK-10.1-16", "AK-10.1-13", "AK-D10.1-01")
@pytest.mark.parametrize(
    ("office", "skills", "tally", "total"),
    [
        ("CH", {"EX": 3, "SP": 2, "SG": 1, "TA": 5}, 0, 6),
        ("CH", {"EX": 1}, 8, 5),
        ("AD", {"NA": 3, "MA": 2}, -10, -2),
        ("HP", {"DR": 2, "WH": 3, "NE": 4}, 2, 11),
        ("AM", {"WH": 1, "PS": 2, "IL": 3, "EL": 4, "NE": 5, "SG": 9}, 0, 15),
        ("MA", {"TA": 9}, -6, -3),
        ("DE", {"ME": 9}, 25, Fraction(25, 2)),
    ],
)
def test_points_are_the_tally_of_events_and_levels(
    office: str, skills: dict[str, int], tally: int, total: Fraction | int
) -> None:
    assert of_hero(office, skills, merit={office: tally}) == total


@pytest.mark.rule(
    "AK-10.1-06", "AK-10.1-07", "AK-10.1-08", "AK-10.1-12", "AK-10.1-15", "AK-10.1-20", "AK-10.1-21", "AK-10.1-23"
)
@pytest.mark.rule("AK-10.1-32", "AK-D9.2-05")
def test_events_add_to_the_tally_of_who_did_them_and_halves_are_kept() -> None:
    world = empty_world()
    who, turn = world.characters[1], turn_of(world)
    for code, many in (("CH", 2), ("DE", Fraction(25, 2)), ("DE", 25), ("MA", -3), ("HP", 1), ("DE", 0)):
        merit(turn, who, code, many, "a deed")
    assert who.merit == {"CH": 4, "DE": 75, "MA": -6, "HP": 2}
    assert points(world, who, "DE") == Fraction(75, 2)
    assert [one.data["points"] for one in turn.events] == ["2", "12.5", "25", "-3", "1"]


@pytest.mark.rule("AK-D10.1-06", "AK-P2.1-06", "AK-2.3-01", "AK-2.3-07")
@pytest.mark.parametrize(
    ("alignment", "priest", "mage"), [("Divine", 2 * 1 + 2 * 1, 1), ("Undead", 2 * 1, 1), ("Good", 2 * 1, 0)]
)
def test_levels_are_skills_with_the_kings_bonus_without_items_and_inventions(alignment: str, priest: int, mage: int) -> None:
    world = empty_world(alignment=alignment)
    king = world.characters[1]  # Druid 1
    king.items = [8, 22]  # Holy Sword, White +1; Druid's Torc, Druid +1
    world.kingdoms["AA"].inventions = [16, 17]
    assert [int(points(world, king, one)) for one in ("HP", "AM", "CH")] == [priest, mage, 0]


@pytest.mark.rule("AK-10.1-27", "AK-D10.1-06", "AK-DM-43")
def test_each_item_that_casts_a_spell_counts_for_its_bearer() -> None:
    assert of_hero("AM", items=[14, 28, 39, 11, 1, 38]) == 3  # Scourge, Ring and Scroll of Resurrection


@pytest.mark.rule("AK-10.1-17", "AK-10.1-31")
def test_rich_seas_count_for_every_admiral_of_their_kingdom() -> None:
    world = empty_world()
    for number, tax, terrain in ((100, 2, "Sea"), (101, 4, "Sea"), (99, 1, "Sea"), (83, 5, "Plain")):
        place = world.provinces[number]
        place.owner, place.tax, place.terrain = "AA", tax, terrain
    assert of_hero("AD", {"NA": 1}, world) == 3
    assert points(world, world.characters[1], "AD") == 2
    assert points(world, world.characters[2], "AD") == 0
    world.kingdoms["AA"].inventions = [6]  # Fishing Nets: the third has tax base 2 as well
    assert points(world, world.characters[1], "AD") == 3


@pytest.mark.rule("AK-10.1-03", "AK-10.1-10", "AK-P2.1-01", "AK-P10.2-04", "AK-D10.1-08")
def test_emperor_and_treasurer_are_kings_by_tax_base_and_gold() -> None:
    world = enrich(empty_world(), AA=5, BB=9, CC=7)
    add_character(world, "BB", 88)
    world.kingdoms["CC"].gold = 30
    assert [who.id for who, _ in ranking(world, "EM")] == [2, 3, 1]
    assert [(who.id, int(many)) for who, many in ranking(world, "TR")] == [(3, 30), (2, 10), (1, 10)]
    assert (leaders(world)["EM"], leaders(world)["TR"]) == (2, 3)


@pytest.mark.rule("AK-P10.1-02", "AK-P10.1-01", "AK-D10.1-07")
def test_heroes_hold_offices_one_may_hold_several_and_take_their_merit_along() -> None:
    world = empty_world()
    hero = add_character(world, "BB", 88, {"WH": 3}, merit={"MA": 6})
    free = add_character(world, "", 88, {"WH": 9}, merit={"MA": 60})
    found = leaders(world)
    assert (found["MA"], found["HP"], found["AM"]) == (hero.id, hero.id, hero.id)
    free.kingdom, free.status = "CC", "serving"
    assert leaders(world)["MA"] == free.id
    free.status = "dead"
    assert leaders(world)["MA"] == hero.id


@pytest.mark.rule("AK-D10.1-05")
def test_before_the_end_nobody_leads_without_points_and_at_the_end_somebody_always_does() -> None:
    world = empty_world()
    for number in (1, 2, 3):
        world.characters[number].merit = {"MA": -2 * number}
    assert "MA" not in leaders(world)
    assert "DE" not in leaders(world)
    assert leaders(world, at_end=True)["MA"] == 1
    assert leaders(world, at_end=True)["DE"] == 1


@pytest.mark.rule("AK-10.1-34", "AK-10.1-35", "AK-P10.1-01", "AK-D10.1-05")
@pytest.mark.parametrize(
    ("gold", "tax", "first"),
    [((5, 9, 5), (8, 8, 8), 2), ((5, 9, 9), (8, 4, 8), 3), ((5, 9, 5), (8, 4, 8), 2), ((5, 5, 5), (8, 8, 8), 1)],
)
def test_ties_go_by_gold_then_tax_base_then_number(gold: tuple[int, ...], tax: tuple[int, ...], first: int) -> None:
    world = enrich(empty_world(), **dict(zip(("AA", "BB", "CC"), tax, strict=True)))
    for number, code in enumerate(world.kingdoms, 1):
        world.kingdoms[code].gold = gold[number - 1]
        world.characters[number].merit = {"DE": 20}
    turn = step(turn_of(world), "9", award)
    assert world.offices["DE"] == first
    ranks = {}
    for event in turn.events:
        if event.kind == "office standings":
            row = next(one for one in event.data["rows"] if one["office"] == "DE")
            ranks["ABC".index(min(seats(event))) + 1] = (row["rank"], row["share"])
    assert ranks[first] == (1, 100)
    assert sorted(ranks.values()) == [(1, 100), (2, 100), (3, 100)]


@pytest.mark.rule("AK-P1.4-03", "AK-D1.4-03", "AK-P1.4-02")
def test_everybody_hears_who_leads_and_how_the_own_best_stands() -> None:
    world = empty_world()
    hero = add_character(world, "AA", 82, name="Ansgar", merit={"DE": 60})
    world.characters[2].merit = {"DE": 80}
    turn = turn_of(world)
    merit(turn, hero, "DE", 15, "a Giant slain")  # 45 of 40: the leader now
    merit(turn, world.characters[2], "DE", Fraction(41, 2), "a Troll talked to")  # 60.5
    step(turn, "9", award)
    assert ["Lord High Defender of the Imperium", "King KingBB", "LandBB"] in only(turn, "leaders").data["offices"]
    assert seats(only(turn, "leaders")) == "ABC"
    mine = next(one for one in turn.events if one.kind == "office standings" and seats(one) == "A").data["rows"]
    found = {one["office"]: one for one in mine}
    assert found["DE"] == {
        "office": "DE",
        "title": "Lord High Defender of the Imperium",
        "name": "Ansgar",
        "who": hero.id,
        "points": "45",
        "gained": "15",
        "share": 74,
        "rank": 2,
    }
    assert (found["CH"]["points"], found["CH"]["rank"]) == ("0", 0)


@pytest.mark.rule("AK-P10.1-04", "AK-D10.1-02")
def test_the_power_of_an_office_is_that_of_the_leader_of_the_last_year() -> None:
    world = empty_world()
    world.offices = {"DE": 2}
    world.characters[1].merit = {"DE": 20}
    assert not office(world, world.characters[1], "DE")
    assert office(world, world.characters[2], "DE")
    step(turn_of(world), "9", award)
    assert office(world, world.characters[1], "DE")
    assert not office(world, world.characters[2], "DE")


@pytest.mark.rule("AK-2.3-08", "AK-2.3-01", "AK-2.3-02", "AK-2.3-03", "AK-2.3-04", "AK-2.3-05", "AK-2.3-06", "AK-2.3-07")
def test_the_line_of_alignments_and_their_reductions() -> None:
    assert tuple(TABLES.alignments) == LINE
    assert [one.reduction for one in TABLES.alignments.values()] == [20, 12, 15, 20, 15, 12, 20]
    for at, one in enumerate(LINE):
        assert [steps_between(one, other) for other in LINE] == [abs(at - to) for to in range(7)]


@pytest.mark.rule("AK-D10.1-03", "AK-D10.1-04", "AK-P10.1-05", "AK-P10.1-06", "AK-10.1-28", "AK-10.1-29")
@pytest.mark.parametrize(
    ("own", "emperor", "offices", "items", "total"),
    [
        ("Evil", "Pagan", ("MA", "AD"), [1], Fraction(186, 10)),
        ("Neutral", "Divine", ("TR",), [], Fraction(4)),
        ("Neutral", "Good", ("TR",), [], Fraction(6)),  # two steps of 20%: 10% becomes 6%
        ("Divine", "Undead", ("TR", "MA"), [2, 3], Fraction(2)),  # six steps of 20% are not below 0
        ("Good", "Good", ("TR",), [11], Fraction(10)),
    ],
)
def test_offices_are_reduced_for_each_step_to_the_emperor_and_artifacts_are_not(
    own: str, emperor: str, offices: tuple[str, ...], items: list[int], total: Fraction
) -> None:
    world = empty_world()
    world.kingdoms["AA"].alignment, world.kingdoms["BB"].alignment = own, emperor
    world.characters[1].items = items
    assert score(world, world.kingdoms["AA"], {"EM": 2, **dict.fromkeys(offices, 1)}) == total


@pytest.mark.rule("AK-D10.1-03", "AK-10.1-01")
def test_the_emperors_own_offices_are_not_reduced() -> None:
    world = empty_world(alignment="Evil")
    assert score(world, world.kingdoms["BB"], {"EM": 2, "TR": 2}) == 30


@pytest.mark.rule("AK-D10.1-05", "AK-10.1-01")
@pytest.mark.parametrize(
    ("held", "gold", "tax", "order"),
    [
        ({"CH": 3, "DE": 3, "TR": 2}, (1, 1, 1), (1, 1, 1), "CBA"),
        ({}, (1, 3, 2), (9, 1, 1), "BCA"),
        ({}, (1, 1, 1), (1, 1, 5), "CAB"),
        ({}, (1, 1, 1), (1, 1, 1), "ABC"),
    ],
)
def test_the_ranking_is_by_score_gold_tax_base_and_number(
    held: dict[str, int], gold: tuple[int, ...], tax: tuple[int, ...], order: str
) -> None:
    world = enrich(empty_world(), **dict(zip(("AA", "BB", "CC"), tax, strict=True)))
    for one, many in zip(world.kingdoms.values(), gold, strict=True):
        one.gold = many
    world.offices, world.finished = held, True
    world.scores = scores(world)
    table = final(world)
    assert "".join(one.seat for one in table) == order
    assert [one.rank for one in table] == [1, 2, 3]
    assert standings(world, "AA") == table
    if held:
        assert [(one.score, one.note) for one in table] == [(200, "20.0 points"), (100, "10.0 points"), (0, "0.0 points")]


def test_before_the_end_a_player_knows_his_own_score() -> None:
    world = empty_world()
    world.offices, world.characters[1].items = {"CH": 1}, [1]
    (own,) = standings(world, "AA")
    assert (own.seat, own.score, own.rank) == ("A", 110, 0)
