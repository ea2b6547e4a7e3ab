"""Wrong lines and what is answered to each; a whole letter that is accepted (ruling 1.3)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.world.records import World
from tests.rules.cosmos.build import add_unit, give, scenario_world
from tests.rules.cosmos.letters import dropped, letter, lines_of, warned


@dataclass(frozen=True)
class Wrong:
    """A line below a head, whether it stands all the same, and words of why and of what to write instead."""

    line: str
    why: str
    instead: str
    stands: bool = False
    head: str = "3104:"


ROWS = [
    Wrong("mvoe 190 207", 'Unknown order "mvoe"', "Did you mean move? | move 190 207"),
    Wrong("mov 190 207", 'Orders cannot be shortened: "mov"', "move 190 207"),
    Wrong("move", "move needs at least one position", "For example: move 190"),
    Wrong(
        "donate 3105",
        "donate needs resources, or * for all, in front of the receiver",
        "donate gold:50 3105, or all that it carries: | donate * 3105",
    ),
    Wrong(
        "move 190 274", "190 and 274 are more than two hexes apart, so the move will fail there", "farmove 190 274", stands=True
    ),
    Wrong("move 190 XX", '"xx" is neither hex, location, own unit nor direction', "N NE SE S SW NW and h, oh, uh"),
    Wrong("move 190 east", 'There is no direction "east" on this map', "East lies between NE and SE: write one of them"),
    Wrong(
        "move 9999",
        "No hex, location or unit 9999 is known to you; the order will probably fail",
        "from 101 to 457",
        stands=True,
    ),
    Wrong(
        "move 3512",
        "3512 belongs to Rc; only an own unit can be a position",
        "Name the hex where you saw it: see your map notes",
    ),
    Wrong("tactics brave", '"brave" is no tactics', "charge, attack, defend, avoid, flee"),
    Wrong("tactics attack 3901", "3901 is not yours", "own units: your order form has their numbers"),
    Wrong("fleewhen half", "number of wound points", "With 4 it goes at 4 or fewer"),
    Wrong("fleewhen 3 3112", "3112 is a mass unit", "List individuals only, or set the tactics of mass units"),
    Wrong(
        "recruit Heavy Infantry 75",
        'A type name of two words needs quotes: "heavy" is no unit type',
        'recruit "heavy infantry" 75',
    ),
    Wrong(
        'recruit "Heavy Infantry" 10',
        "10 is below the smallest Heavy Infantry unit (20)",
        "Choose 20 to 200; the standard is 50",
    ),
    Wrong(
        'recruit "Elven Archers"',
        "A General cannot recruit Elven Archers",
        "It recruits Light Infantry (1), Medium Infantry (2), ",
    ),
    Wrong(
        "policy 2 ally", "policy is a nation order and stands in front of the first unit", "Move it below nation 1: at the top"
    ),
    Wrong("control -2", "The number of tries is -1 (until success), 0 or more", "control -1"),
    Wrong("waitforone near 7021", '"near" is no distance', "exact, outside, inside, adjacent, joined, force"),
    Wrong("wait 0", "it does nothing, and counts like any order", "Leave it out | wait 1", stands=True),
    Wrong("search -3", "A number of phases cannot be -3", "searching gains nothing after 10 in one spot"),
    Wrong("store gold 100", "Resources are written name:amount", "store gold:100"),
    Wrong("myalias guard", "An alias begins with a dollar sign", "$guard"),
    Wrong("gohome", "gohome is given by the system to units that flee", "To send a unit home in flight write flee"),
    Wrong("policy 2 alied", '"alied" is no policy', "Did you mean ally? Possible: ally, neutral, enemy", head="nation 1:"),
    Wrong("policy 1 enemy", "Nation 1 is yourself", "2 Rc, 3 Sl, 4 Gh", head="nation 1:"),
    Wrong(
        "transfer gold:100",
        "transfer needs the receiving nation at the end",
        "number or code behind the goods: transfer gold:100 2.",
        head="nation 1:",
    ),
    Wrong(
        "heir 3104", "The heir must be of your ruler type Noble; 3104 is a General", "Candidates: 3102, 3103", head="nation 1:"
    ),
    Wrong("3905:", "Unit 3905 is not yours", "Yours are 3101 to 3119. Did you mean 3105?", head=""),
    Wrong(".", ". closes a block, but none is open", "orders: on the line below its order"),
]


@pytest.mark.rule("CF-1.2-16")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.line)
def test_a_wrong_line_gets_its_answer(row: Wrong) -> None:
    sheet = letter(scenario_world(), f"{row.head}\n{row.line}\n3106:\nwait 1")
    told = [one for one in sheet.problems if one.line == 2]
    assert [one.note for one in told] == [row.stands]
    assert row.why.lower() in told[0].why.lower()
    for part in row.instead.split(" | "):
        assert part in f"{told[0].remedy} {told[0].paste}"
    lines = lines_of(sheet)
    assert lines[-1] == ("3106", "wait 1") or row.line == "3905:"  # the rest of the letter stands
    assert len(lines) == 1 + row.stands


@pytest.mark.rule("CF-3.2-12", "CF-3.2-02")
def test_the_thirtieth_a_third_order_of_a_captain_without_administration_points() -> None:
    world = scenario_world()
    points = "".join(f"{number}:\nwait 1\n" for number in (3112, 3113)) * 11
    sheet = letter(world, f"{points}3105:\nwait 1\nwait 1\nwait 2")
    (told,) = dropped(sheet)
    assert told.why == "Too many orders: allowance 2 used, administration points 22 of 22 used; it is dropped."
    assert "free: alias, heir, home, myalias, myname, mytactics, name" in told.remedy


@pytest.mark.parametrize("digit", ["²", "①", "٣", "1²"])
def test_a_digit_that_is_none_is_answered_in_every_order(digit: str) -> None:
    world = scenario_world()
    for kind, form in grammar().forms:
        words = grammar().example(form).split()
        head = "nation:" if kind.giver == "nation" else "1501:" if kind.giver == "location" else "3104:"
        for at in range(1, len(words)):
            sheet = letter(world, f"{head}\n{' '.join([*words[:at], digit, *words[at + 1 :]])}")
            assert len(sheet.orders) + len(sheet.problems) > 0


# --- a whole letter -----------------------------------------------------------------------------------------------------------

LETTER = """\
; Aldermark, orders for turn 2. Pending from turn 1: 3103 has move 223 (begun-2) and move 240 257.
nation 1:
policy 2 ally
alias 3112 $wall
limitarms 150
build 3 1502                          ; a castle inside Harrowick
[M 2
Court of Elenmere: leave the wolves of 241 to us, we leave those of 309 to you.
]
1502:
improve strength 3
3101:
recruit "Heavy Infantry" 75
  orders:
    mytactics defend
    myalias $guard
  .
signal 3104                           ; the General may march
3102:
repeat 2
  orders:
    recruit 2 *
      orders:
        myalias $foot.
      .
  .
form $foot1 $foot2
3103:
insert 1
  orders:
    search 2
  .
3104:
waitonesig 3101
form $wall 3114 3118
move 190 207 223 240
control 2
3108:
waitforone 1 7021
firestrike 7021 4
"""

SAID = [
    ("nation", "policy 2 ally"), ("nation", "alias 3112 $wall"), ("nation", "limitarms 150"), ("nation", "build 3 1502"),
    ("nation", "[M Rc\nCourt of Elenmere: leave the wolves of 241 to us, we leave those of 309 to you.\n]"),
    ("1502", "improve strength 3"),
    ("3101", 'recruit "heavy infantry" 75'), ("3101", "-mytactics defend"), ("3101", "-myalias $guard"),
    ("3101", "signal 3104"),
    ("3102", "repeat 2"), ("3102", "-recruit 2"), ("3102", "--myalias $foot."), ("3102", "form $foot1 $foot2"),
    ("3103", "insert 1"), ("3103", "-search 2"),
    ("3104", "waitonesig 3101"), ("3104", "form $wall 3114 3118"), ("3104", "move 190 207 223 240"), ("3104", "control 2"),
    ("3108", "waitforone 1 7021"), ("3108", "firestrike 7021 4"),
]  # fmt: skip


def _in_turn_2() -> World:
    world = scenario_world()
    world.turn = 2
    give(world.units[3103], "move 223", "move 240 257")
    world.units[3103].program[0].begun, world.units[3103].program[0].left = True, 2
    return world


@pytest.mark.rule("CF-3.1-07", "CF-3.1-09", "CF-3.1-14", "CF-21.6-02")
def test_the_letter_of_an_example_turn_is_accepted_whole() -> None:
    sheet = letter(_in_turn_2(), LETTER)
    assert lines_of(sheet) == list(SAID)
    assert not dropped(sheet)
    assert all("7021" in one.why for one in warned(sheet))


BOOK = """\
nation 1:

policy 12 enemy
policy 10 ally

3102:
recruit 3 100
  orders:
    join 3102
.
move 125 124
search

3115:
tactics attack
move 124

3203:
move 123 124 140 141 1216

1216:
improve strength 3
improve rating 1
"""


@pytest.mark.rule("CF-3.1-19")
def test_the_complete_set_of_the_book_is_accepted() -> None:
    """With nations, a unit and a city of these numbers, and hexes of the scenario."""
    world = scenario_world()
    add_unit(world, "Am", "Scout", 190, id=3203)
    city = world.locations[1502]
    city.id = 1216
    world.locations[1216] = world.locations.pop(1502)
    text = BOOK.replace("policy 12", "policy 2").replace("policy 10", "policy 3")
    sheet = letter(world, text)
    assert not dropped(sheet)
    assert [one for one in lines_of(sheet) if one[0] == "1216"] == [
        ("1216", "improve strength 3"),
        ("1216", "improve rating 1"),
    ]
    assert ("3102", "search") in lines_of(sheet)
    assert len(lines_of(sheet)) == 11
