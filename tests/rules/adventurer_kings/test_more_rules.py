"""Rules whose other tests would let something pass: carrying, races, streams of chance, figures of throws."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.heroes import give, hire
from postern.rulesets.adventurer_kings.report.map import window
from postern.rulesets.adventurer_kings.report.voice import battles
from postern.rulesets.adventurer_kings.rules.encounters.casting import unusable
from postern.rulesets.adventurer_kings.rules.memory import remember
from postern.rulesets.adventurer_kings.rules.plans import Tactic
from postern.rulesets.adventurer_kings.tables import COLUMNS, TABLES
from tests.rules.adventurer_kings.build import add_character, carry_out, empty_world, turn_of
from tests.rules.adventurer_kings.meetings import against
from tests.rules.adventurer_kings.reports import reading

HOME = 82


@pytest.mark.rule("AK-P2.0-11")
def test_one_character_can_carry_everything_there_is() -> None:
    world = empty_world()
    taker = add_character(world, "AA", HOME, name="Tove")
    world.characters[1].items = sorted(TABLES.items)
    assert carry_out(turn_of(world, {"AA": f"CHAR 1\n1 GI {','.join(map(str, TABLES.items))} TO TOVE"}), give)
    assert (len(taker.items), world.characters[1].items) == (40, [])


@pytest.mark.rule("AK-P2.0-09", "AK-D3.5-02")
@pytest.mark.parametrize(("race", "chance"), [("Human", "75"), ("Elf", "65"), ("Dwarf", "65"), ("Orc", "65")])
def test_heroes_prefer_a_king_of_their_race(race: str, chance: str) -> None:
    world = empty_world()
    add_character(world, "", HOME, {"ME": 1}, race=race)
    turn = turn_of(world, {"AA": "CHAR 1\n1 HI 4"})
    carry_out(turn, hire)
    assert [one.data["chance"] for one in turn.events if "chance" in one.data][:1] == [chance]


@pytest.mark.rule("AK-D0-03")
def test_what_others_do_never_moves_ones_dice() -> None:
    thrown = []
    for others in ({}, {"BB": "CHAR 2\n1 HI 5"}):
        world = empty_world()
        for place in (HOME, 88):
            add_character(world, "", place, {"ME": 1})
        turn = turn_of(world, {**others, "AA": "CHAR 1\n1 HI 4"})
        for at in range(len(turn.orders)):
            carry_out(turn, hire, at)
        assert len(turn.orders) == 1 + len(others)
        thrown.append([one.data["throw"] for one in turn.events if "throw" in one.data and one.data["who"] == 1])
    assert thrown[0] == thrown[1] != []
    assert turn_of(empty_world()).dice("one").between(1, 10**9) != turn_of(empty_world()).dice("other").between(1, 10**9)


def test_a_tactic_without_a_throw_has_no_figures() -> None:
    meeting = against({"ME": 1})
    meeting.tell(meeting.sides[0], Tactic("ME"), "advanced")
    assert {name: meeting.blows[0][name] for name in ("chance", "throw", "then", "yes")} == {
        "chance": "",
        "throw": 0,
        "then": "",
        "yes": False,
    }


@pytest.mark.rule("AK-D4.2-07")
@pytest.mark.parametrize(
    ("item", "starts", "why"),
    [(29, False, ""), (29, True, ""), (38, False, ""), (31, True, "useless"), (11, True, "useless"), (30, True, "not carried")],
)
def test_which_items_can_be_used_in_an_encounter(item: int, starts: bool, why: str) -> None:
    me = against({"EL": 1}, items=[11, 29, 31, 38]).sides[0]
    me.starts = starts
    assert unusable(me, Tactic("US", str(item))) == why


@pytest.mark.parametrize(("result", "sides"), [("win", ("Asa", "Bo")), ("lose", ("Bo", "Asa")), ("contested", None)])
def test_the_chronicle_names_winner_and_loser(result: str, sides: tuple[str, str] | None) -> None:
    units: dict[str, list[int]] = {"units": []}
    names = {"attacker": "Asa", "defender": "Bo", "where": "P82 (82)", "name": "P82", "terrain": "Plain"}
    facts = battles._facts({**names, "result": result, "odds": "2.0", "attackers": units, "defenders": units})
    assert (facts.get("winner"), facts.get("loser")) == (sides or (None, None))


def test_the_chart_begins_a_row_above_what_is_known() -> None:
    world = empty_world()
    world.kingdoms["AA"].exploration[54] = 100  # the last column of row 3: 36 in row 2 is known from beside
    remember(world)
    shown = window(reading(world), 1)
    assert (min(shown) - 1) // COLUMNS == 0
    assert {(one - 1) // COLUMNS for one in shown} == {0, 1, 2, 3, 4, 5, 6}
