"""Who acts when in a phase, who waits for whom, and what comes before an action (AK-3.0, AK-D2.0-03)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from postern.game.kit.turn import Phases, run
from postern.rulesets.adventurer_kings.orders import acting, movement
from postern.rulesets.adventurer_kings.orders.acting import act, begin_phase, order_of_action, orders_of
from postern.rulesets.adventurer_kings.orders.grammar import ACTIONS, MADE
from postern.rulesets.adventurer_kings.orders.types import Explore, PickUp, Spy
from postern.rulesets.adventurer_kings.rules.abilities.levels import initiative
from postern.rulesets.adventurer_kings.sequence import SEQUENCE
from postern.rulesets.adventurer_kings.turn import Defence, Doing, Issued, Turn
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, failures, relate, step, told, turn_of

Letters = dict[str, str]


def order(world: World, letters: Letters, phase: int = 1) -> list[int]:
    """The order of action of a phase."""
    turn = turn_of(world, letters)
    return order_of_action(turn, orders_of(turn, phase))


def company(*levels: int, code: str = "AA", place: int = 82) -> World:
    """A world in which characters 4 and on of a kingdom have these levels of Tactical; the Kings have none of anything."""
    world = empty_world()
    for king in (1, 2, 3):
        world.characters[king].skills = {}
    for one in levels:
        add_character(world, code, place, {"TA": one})
    return world


@pytest.fixture
def acted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """All actions do nothing but write down phase and character."""
    found: list[tuple[int, int]] = []

    def note(doing: Doing, order: object) -> bool:
        found.append((doing.turn.phase, doing.who.id))
        return True

    for kind in MADE.values():
        monkeypatch.setitem(acting.EFFECTS, kind, note)
    for module in (acting, movement):
        monkeypatch.setattr(module, "meets_monster", lambda turn, who, place: True)
    return found


def played(world: World, letters: Letters, *phases: int) -> Turn:
    """The year after the actions of these phases."""
    turn = turn_of(world, letters)
    for phase in phases:
        step(turn, f"{phase}a", begin_phase)
        step(turn, f"{phase}b", act)
    return turn


@pytest.mark.rule("AK-P3.0-01")
def test_all_act_in_the_first_phase_before_any_in_the_second(acted: list[tuple[int, int]]) -> None:
    world = company(1, 5)
    played(world, {"AA": "CHAR 4\n1 EX\n2 EX\n5 EX\nCHAR 5\n1 EX\n2 EX\n4 EX"}, 1, 2, 3, 4, 5)
    assert acted == [(1, 5), (1, 4), (2, 5), (2, 4), (4, 5), (5, 4)]


@pytest.mark.rule("AK-P3.0-02", "AK-D2.0-03")
@pytest.mark.parametrize(
    ("skills", "items", "inventions", "worth"),
    [
        ({"TA": 3, "EX": 2}, [], [], 5),
        ({"TA": 1, "MA": 2}, [], [], 7),  # March three times
        ({"MA": 1}, [19], [], 6),  # Boots of Speed: March 2
        ({"TA": 1}, [23], [], 2),  # Spyglass: Spy 1
        ({"MA": 1}, [], [19], 6),  # Supply Trains: March 2
        ({"TA": 1}, [], [16, 17], 3),  # Cartography and Cipher
        ({}, [], [], 0),
    ],
)
def test_initiative_is_the_sum_of_levels_with_march_three_times(
    skills: dict[str, int], items: list[int], inventions: list[int], worth: int
) -> None:
    world = empty_world()
    world.kingdoms["AA"].inventions = inventions
    assert initiative(world, add_character(world, "AA", 82, skills, items=items)) == worth


@pytest.mark.rule("AK-P3.0-02", "AK-P3.0-07")
def test_the_higher_initiative_acts_first_and_of_equal_ones_the_lower_number() -> None:
    world = company(2, 5, 2, 3)
    letter = "\n".join(f"CHAR {one}\n1 EX" for one in (7, 6, 5, 4))
    assert order(world, {"AA": letter})[:4] == [5, 7, 4, 6]


@pytest.mark.rule("AK-P3.0-03", "AK-D3.0-06", "AK-P3.0-08")
def test_whoever_defends_or_has_no_order_acts_behind_all_others() -> None:
    world = company(9, 8, 1, 2)
    assert order(world, {"AA": "CHAR 4\n1 DE\nCHAR 6\n1 EX\nCHAR 7\n1 EX"}) == [7, 6, 4, 5, 1, 2, 3]
    turn = played(world, {}, 1)
    assert turn.defending == {one: Defence() for one in range(1, 8)}


@pytest.mark.rule("AK-D3.0-06")
def test_a_phase_without_an_order_is_a_defend_order(acted: list[tuple[int, int]]) -> None:
    world = company(1)
    turn = played(world, {"AA": "CHAR 4\n1 EX\n3 EX"}, 1)
    assert 4 not in turn.defending
    step(turn, "2b", act)
    assert turn.defending[4] == Defence()
    step(turn, "3b", act)
    assert 4 not in turn.defending


FRIENDLY = ["LE 1 TO 4", "PI 1", "CA BL 4", "EN 4", "EN 4 : GI-13", "GI 13 TO 4", "GI 13 TO Hero4", "GI 13 TO 'Hero4'"]


@pytest.mark.rule("AK-P3.0-04", "AK-D3.0-12")
@pytest.mark.parametrize("text", FRIENDLY)
def test_he_waits_directly_behind_him_who_does_something_friendly_for_him(text: str) -> None:
    world = company(9, 5, 3, 1)  # 4 waits for 6, the third
    add_army(world, "AA", "LE", 82, 4)
    letter = f"CHAR 4\n1 EX\nCHAR 5\n1 EX\nCHAR 6\n1 {text}\nCHAR 7\n1 EX"
    assert order(world, {"AA": letter})[:4] == [5, 6, 4, 7]


@pytest.mark.rule("AK-P3.0-04", "AK-D0-09")
@pytest.mark.parametrize(("code", "place", "line"), [("BB", 82, [4, 5]), ("AA", 83, [4, 5])])
def test_nobody_waits_for_another_kingdom_or_another_province(code: str, place: int, line: list[int]) -> None:
    world = company(9)
    add_character(world, code, place)
    letters = {"AA": "CHAR 4\n1 EX"}
    letters[code] = f"{letters.get(code, '')}\nCHAR 5\n1 GI 13 TO 4"
    assert order(world, letters)[:2] == line


@pytest.mark.rule("AK-P3.0-05", "AK-D3.0-12")
@pytest.mark.parametrize(("to", "line"), [("83", [6, 4, 5]), ("P83", [6, 4, 5]), ("64", [5, 6, 4])])
def test_he_waits_for_a_friend_who_moves_to_him(to: str, line: list[int]) -> None:
    world = company(1)
    add_character(world, "AA", 83, {"TA": 9})
    add_character(world, "AA", 83, {"TA": 2})
    assert order(world, {"AA": f"CHAR 4\n1 MO {to}\nCHAR 5\n1 GI 13 TO 4\nCHAR 6\n1 EX"})[:3] == line


@pytest.mark.rule("AK-D3.0-12", "AK-P3.0-04")
@pytest.mark.parametrize(
    ("letter", "line"),
    [
        ("CHAR 4\n1 EX\nCHAR 5\n1 GI 13 TO 4\nCHAR 6\n1 GI 13 TO 5", [6, 5, 4]),  # a chain
        ("CHAR 4\n1 EX\nCHAR 5\n1 GI 13 TO 4\nCHAR 6\n1 GI 14 TO 4", [5, 6, 4]),  # he waits for both
        ("CHAR 4\n1 GI 13 TO 5\nCHAR 5\n1 GI 13 TO 4\nCHAR 6\n1 EX", [4, 5, 6]),  # a cycle is cut at the lowest number
        ("CHAR 4\n1 GI 13 TO 6\nCHAR 5\n1 GI 13 TO 4\nCHAR 6\n1 GI 13 TO 5", [4, 6, 5]),  # a cycle of three
    ],
)
def test_waits_of_several(letter: str, line: list[int]) -> None:
    assert order(company(9, 5, 1), {"AA": letter})[:3] == line


@pytest.mark.rule("AK-D3.0-12")
def test_waits_are_reckoned_once_when_the_order_of_the_phase_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    world = company(9, 1)
    made: list[list[int]] = []

    def note(turn: Turn, orders: Mapping[int, Issued]) -> list[int]:
        made.append(order_of_action(turn, orders))
        return made[-1]

    monkeypatch.setattr(acting, "order_of_action", note)
    turn = played(world, {"AA": "CHAR 4\n1 DE\nCHAR 5\n1 DE"}, 1)
    assert made == [turn.initiative] == [[4, 5, 1, 2, 3]]


@pytest.mark.rule("AK-P3.0-06", "AK-D3.16-02")
@pytest.mark.parametrize(
    ("text", "place", "line"),
    [
        ("PU 5", 82, [6, 5, 4]),
        ("PU Hero5", 82, [6, 5, 4]),
        ("PU 5", 83, [4, 6, 5]),
        ("TR 5", 83, [6, 5, 4]),  # a trailer sees what his target does, wherever he is
    ],
)
def test_a_pursuer_acts_directly_after_his_target_in_the_same_province(text: str, place: int, line: list[int]) -> None:
    world = company(9)
    add_character(world, "BB", place, {"TA": 2})
    add_character(world, "BB", 82, {"TA": 5})
    assert order(world, {"AA": f"CHAR 4\n1 {text}", "BB": "CHAR 5\n1 EX\nCHAR 6\n1 EX"})[:3] == line


@pytest.mark.rule("AK-P3.0-06", "AK-D3.0-12")
def test_two_who_pursue_each_other_do_not_both_wait() -> None:
    world = company(9)
    add_character(world, "BB", 82, {"TA": 2})
    assert order(world, {"AA": "CHAR 4\n1 PU 5", "BB": "CHAR 5\n1 PU 4"})[:2] == [4, 5]


@pytest.mark.rule("AK-P3.0-03", "AK-P3.0-06")
def test_whoever_defends_stays_last_whatever_others_do_for_him() -> None:
    world = company(1, 1, 1)
    line = order(world, {"AA": "CHAR 4\n1 DE\nCHAR 5\n1 GI 13 TO 4\nCHAR 6\n1 EX"})
    assert line[:3] == [5, 6, 4]


# --- lost actions -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D3.0-07", "AK-D3.19-01")
def test_an_impossible_order_is_lost_with_its_reason_and_the_next_one_stands(
    monkeypatch: pytest.MonkeyPatch, acted: list[tuple[int, int]]
) -> None:
    world = company(1)
    monkeypatch.setitem(acting.EFFECTS, Explore, lambda doing, order: doing.fail("NO", "It cannot be."))
    learnt: list[str] = []
    monkeypatch.setattr(acting, "experience", lambda turn, who, name: learnt.append(name))
    turn = played(world, {"AA": "CHAR 4\n1 EX\n2 SP"}, 1, 2)
    assert [(one.code, one.why, one.issued.code) for one in turn.failures] == [("NO", "It cannot be.", "1 EX")]
    assert (acted, learnt) == ([(2, 4)], ["spy"])
    assert [one.code for one in turn.done] == ["2 SP"]


@pytest.mark.rule("AK-D3.0-07", "AK-D1.6-04")
def test_a_monster_may_cost_the_action(monkeypatch: pytest.MonkeyPatch, acted: list[tuple[int, int]]) -> None:
    monkeypatch.setattr(acting, "meets_monster", lambda turn, who, place: False)
    turn = played(company(1), {"AA": "CHAR 4\n1 EX"}, 1)
    assert (failures(turn), acted, turn.done) == (["MONSTER"], [], [])


@pytest.mark.rule("AK-D3.0-07")
@pytest.mark.parametrize(
    ("fields", "code", "defends"),
    [
        ({"status": "dead"}, "GONE", False),
        ({"kingdom": "", "status": "free"}, "GONE", False),
        ({"hired": 1}, "NEW", True),
        ({"levelled": False}, "HEIR", False),
    ],
)
def test_who_may_not_act(acted: list[tuple[int, int]], fields: dict[str, object], code: str, defends: bool) -> None:
    world = company(1)
    turn = turn_of(world, {"AA": "CHAR 4\n1 EX"})
    for name, value in fields.items():
        setattr(world.characters[4], name, value)
    step(turn, "1b", act)
    assert (failures(turn), acted) == ([code], [])
    assert (4 in turn.defending) is defends


@pytest.mark.rule("AK-P4.2-04")
def test_a_resurrected_character_acts_from_the_next_phase_on(
    monkeypatch: pytest.MonkeyPatch, acted: list[tuple[int, int]]
) -> None:
    world = company(1, 9)
    turn = turn_of(world, {"AA": "CHAR 4\n1 SP\n2 SP\nCHAR 5\n1 EX"})
    world.characters[4].status = "dead"

    def raises(doing: Doing, order: object) -> bool:
        doing.world.characters[4].status = "serving"
        return True

    monkeypatch.setitem(acting.EFFECTS, Explore, raises)
    step(turn, "1b", act)
    assert (failures(turn), acted) == (["NOT YET"], [])
    step(turn, "2b", act)
    assert acted == [(2, 4)]


@pytest.mark.rule("AK-D3.0-11")
def test_the_heads_of_a_phase_forget_the_phase_before() -> None:
    turn = turn_of(empty_world())
    turn.came_from, turn.acted = {1: 82}, {1}
    begin_phase(turn)
    assert (turn.came_from, turn.acted) == ({}, set())


@pytest.mark.rule("AK-P3.0-10")
def test_the_codes_of_the_eighteen_actions() -> None:
    assert set(ACTIONS) == set("MO EX SE RE HI DI FI LE PI CA US EN PR SP DE PU TR GI".split())
    assert (MADE["pick up"], MADE["spy"]) == (PickUp, Spy)


@pytest.mark.rule("AK-D3.0-11")
def test_the_steps_of_a_phase_in_order() -> None:
    (phases,) = [one for one in SEQUENCE if isinstance(one, Phases)]
    assert phases.times == 5
    assert [one.name for one in phases.steps] == ["mercenaries wander", "actions", "Defend", "battles", "conquest"]


@pytest.mark.rule("AK-P3.1-02", "AK-D3.1-02", "AK-D3.0-11")
@pytest.mark.parametrize(("defender", "battles"), [("", 1), ("BB", 1), (None, 0)])
def test_armies_that_enter_fight_at_the_end_of_the_phase_or_conquer(defender: str | None, battles: int) -> None:
    world = empty_world()
    relate(world, "AA", "BB", "Enemy")
    world.provinces[83].owner = defender or ""
    for _ in range(4):
        add_army(world, "AA", "HC", 82, 1, quality=5)
    if defender is not None:
        add_army(world, defender, "GA", 83, quality=-1)
    turn = run(SEQUENCE, turn_of(world, {"AA": "CHAR 1\n1 MO 83"}), until="1e")
    assert len(told(turn, "battle")) == battles
    assert world.provinces[83].owner == "AA"
    assert world.characters[1].province == 83
