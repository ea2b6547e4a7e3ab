"""What objectives and secret conditions ask for, and how they are chosen and rewarded (AC-26, AC-30-10..48)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from postern.rulesets.alamaze.rules.measures import MEASURES, met
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import LATE
from postern.rulesets.alamaze.world.records import World
from tests.rules.alamaze.bare import (
    Gift,
    artifacts,
    bare_world,
    brigades,
    center,
    chair,
    control,
    figures,
    fleets,
    held,
    influence,
    leaders,
    own,
    reacting,
    recovered,
    rival_controls,
    rival_out,
    rivals_chair,
    rivals_influence,
    share,
    wizards,
)
from tests.rules.alamaze.build import booked, failures, give, new_world, problem, quiet_world, told

TABLES = edition("classic")


# --- what each asks for ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "enough", "too_little"),
    [
        pytest.param(code, enough, too_little, id=f"{code}-{number}", marks=pytest.mark.rule(clause))
        for number, (code, clause, enough, too_little) in enumerate(
            [
                ("T1", "AC-26-09", [control(5)], [share(5, 50)]),
                ("T2", "AC-26-10", [share(5, 36), share(6, 16)], [share(5, 40)]),
                ("T2", "AC-26-10", [share(5, 60), share(6, 40)], [share(5, 35), share(6, 35)]),
                ("T3", "AC-26-11", [own("City", 2)], [center("NN"), center("HN")]),
                ("T4", "AC-26-12", [share(5, 36)], [share(5, 35)]),
                ("T5", "AC-26-13", [share(5, 16), share(6, 90)], [share(5, 16), share(6, 15)]),
                ("T6", "AC-26-14", [center("NN")], [own("City", 4)]),
                ("P1", "AC-26-15", [influence(17), figures("Prince", 2)], [influence(16.99), figures("Prince", 2)]),
                ("P1", "AC-26-15", [influence(20), figures("Demon Prince", 2)], [influence(20), figures("Duke", 2)]),
                ("P1", "AC-26-15", [influence(17), figures("Prince", 3)], [influence(17), figures("Prince", 1)]),
                ("P2", "AC-26-16", [chair, reacting("Tolerant", 6)], [chair, reacting("Friendly", 5)]),
                ("P2", "AC-26-16", [chair, reacting("Friendly", 6)], [reacting("Friendly", 10)]),
                ("P3", "AC-26-17", [chair, influence(15)], [chair, influence(14.9)]),
                ("P3", "AC-26-17", [chair, influence(15)], [influence(15)]),
                ("P4", "AC-26-18", [reacting("Friendly", 3)], [reacting("Tolerant", 10)]),
                ("P5", "AC-26-19", [figures("Duke", 2), figures("Prince", 1)], [figures("Duke", 2), figures("Count", 5)]),
                ("P5", "AC-26-19", [figures("Duke", 3)], [figures("Demon Prince", 2), figures("Consul", 2)]),
                ("A1", "AC-26-20", [recovered(3)], [recovered(2), artifacts("GEM", "HORN", "PLOW")]),
                ("A2", "AC-26-21", [held("Envoy", 4), held("Agent", 3, 1, "SO")], [held("King", 6)]),
                ("A3", "AC-26-22", [artifacts("GEM", "HORN")], [artifacts("GEM"), recovered(5)]),
                ("A4", "AC-26-23", [held("Envoy", 4)], [held("Envoy", 3)]),
                ("A5", "AC-26-24", [leaders("Warlord", 1)], [leaders("Marshal II", 3)]),
                ("D1", "AC-26-25", [figures("Agent", 3, 10)], [figures("Agent", 2, 12), figures("Fanatic", 2, 12)]),
                ("D1", "AC-26-25", [figures("Agent", 3, 11)], [figures("Agent", 5, 9)]),
                ("D2", "AC-26-26", [wizards(5, 5, 6)], [wizards(5, 5, 4)]),
                ("D3", "AC-26-27", [leaders("Marshal", 2), leaders("Marshal I", 1)], [leaders("General II", 3)]),
                ("D4", "AC-26-28", [fleets(D=(6, 9), M=(1, 9))], [fleets(D=(12, 16))]),
                ("D4", "AC-26-28", [fleets(D=(4, 9), M=(3, 9))], [fleets(D=(3, 9), M=(3, 9))]),
                ("D5", "AC-26-29", [center("KP", defense=35_001)], [center("KP", defense=35_000, gold=35_000)]),
                ("D5", "AC-26-29", [center("KP", gold=35_001)], [center("KP", food=50_000, census=50_000)]),
                ("D6", "AC-26-30", [figures("Agent", 1, 7), figures("Fanatic", 1, 8)], [figures("Agent", 5, 6)]),
                ("D7", "AC-26-31", [wizards(4, 7)], [wizards(8, 3, 3)]),
                ("D8", "AC-26-32", [leaders("General", 5), leaders("Warlord", 1)], [leaders("Captain II", 9)]),
                ("1A", "AC-30-23", [control(1, 5, 9)], [control(1, 5), share(9, 49)]),
                (
                    "1B",
                    "AC-30-24",
                    [share(1, 36), share(2, 60), control(3), share(4, 16), share(5, 16)],
                    [share(1, 36), share(2, 60), control(3), share(4, 40), share(5, 15)],
                ),
                (
                    "1B",
                    "AC-30-24",
                    [control(1, 2, 3, 4, 5)],
                    [share(1, 36), share(2, 36), share(3, 35), share(4, 35), share(5, 35)],
                ),
                ("1C", "AC-30-25", [own("City", 5), own("Town", 15)], [own("City", 4), own("Town", 30)]),
                ("1C", "AC-30-25", [own("City", 6), own("Town", 16)], [own("City", 9), own("Town", 14)]),
                ("2A", "AC-30-26", [leaders("Warlord", 3)], [leaders("Warlord", 2), leaders("Marshal", 4)]),
                ("2B", "AC-30-27", [brigades(21)], [brigades(20)]),
                ("2C", "AC-30-28", [leaders("General", 6), leaders("Marshal", 4)], [leaders("General", 9)]),
                ("3A", "AC-30-29", [influence(22)], [influence(21.99)]),
                ("3B", "AC-30-30", [chair, figures("Prince", 3)], [chair, figures("Prince", 2), figures("Demon Prince", 3)]),
                ("3B", "AC-30-30", [chair, figures("Prince", 3)], [figures("Prince", 3)]),
                ("3C", "AC-30-31", [chair, figures("Duke", 2), figures("Count", 3)], [chair, figures("Count", 7)]),
                (
                    "3C",
                    "AC-30-31",
                    [chair, figures("Prince", 1), figures("Duke", 4)],
                    [chair, figures("Duke", 2), figures("Count", 2), figures("Consul", 2), figures("Demon Prince", 2)],
                ),
                ("3C", "AC-30-31", [chair, figures("Duke", 5)], [figures("Duke", 5)]),
                ("4A", "AC-30-32", [wizards(8, 6)], [wizards(8, 5)]),
                ("4A", "AC-30-32", [wizards(8, 8)], [wizards(7, 7)]),
                ("4B", "AC-30-33", [wizards(6, 6, 7, 8)], [wizards(6, 6, 8, 5)]),
                (
                    "4C",
                    "AC-30-34",
                    [wizards(6), artifacts("RODFI", "RPOWE", "HORN", "PLOW", "GEM", "KYGEM")],
                    [wizards(6), artifacts("RODFI", "LERIX", "HORN", "PLOW", "ALVIN", "KYGEM")],
                ),
                (
                    "4C",
                    "AC-30-34",
                    [wizards(7), artifacts("RODFI", "RPOWE", "HORN", "PLOW", "LERIX", "KYGEM")],
                    [wizards(5), artifacts("RODFI", "RPOWE", "HORN", "PLOW", "LERIX", "KYGEM")],
                ),
                ("5A", "AC-30-35", [fleets(D=(6, 12), M=(7, 14))], [fleets(D=(6, 12), M=(7, 11.9))]),
                ("5A", "AC-30-35", [fleets(D=(6, 12), M=(6, 12))], [fleets(D=(12, 16), M=(5, 16))]),
                ("5B", "AC-30-36", [fleets(D=(12, 14))], [fleets(D=(12, 13.9), M=(11, 16))]),
                (
                    "5C",
                    "AC-30-37",
                    [fleets(D=(2, 12), F=(2, 12), M=(2, 13), T=(5, 12))],
                    [fleets(D=(9, 12), F=(9, 12), M=(9, 13), T=(1, 12))],
                ),
                (
                    "5C",
                    "AC-30-37",
                    [fleets(D=(2, 12), F=(2, 12), M=(2, 13), T=(5, 12))],
                    [fleets(D=(2, 12), F=(2, 12), M=(2, 13))],
                ),
                (
                    "6A",
                    "AC-30-38",
                    [artifacts("ALVIN", "FARIN", "LERIX", "ELAN")],
                    [artifacts("ALVIN", "FARIN", "LERIX", "GEM", "HORN")],
                ),
                (
                    "6B",
                    "AC-30-39",
                    [artifacts("ALVIN", "FARIN", "LERIX", "ELAN", "GEM", "HORN", "PLOW", "CHAMP", "RODFI", "WANDL")],
                    [artifacts("ALVIN", "FARIN", "LERIX", "ELAN", "GEM", "HORN", "PLOW", "CHAMP", "RODFI")],
                ),
                ("6C", "AC-30-40", [artifacts("RPOWE", "GEM")], [artifacts("GEM", "CROWN", "ORBAM", "KYGEM")]),
                ("6C", "AC-30-40", [artifacts("ELAN", "SORAT")], [artifacts("SORAT")]),
                ("7A", "AC-30-41", [control(1, 2), rival_controls(8)], [control(1), rival_controls(8)]),
                ("7A", "AC-30-41", [control(1), rival_controls(8), rival_out], [rival_out]),
                ("7B", "AC-30-42", [chair, influence(14), rivals_influence(13)], [chair, influence(14), rivals_influence(14)]),
                (
                    "7B",
                    "AC-30-42",
                    [chair, influence(10), rivals_influence(20), rival_out],
                    [chair, influence(20), rivals_influence(13), rivals_chair],
                ),
                ("7B", "AC-30-42", [chair, influence(14), rivals_influence(13)], [influence(20), rivals_influence(8)]),
                (
                    "7C",
                    "AC-30-43",
                    [held("Provincial Governor", 2, 0, "SO"), held("King", 1, 0, "SO")],
                    [held("Provincial Governor", 2, 0, "SO"), held("Ambassador", 4, 0, "SO"), held("Duke", 3, 0, "EL")],
                ),
                ("7C", "AC-30-43", [held("Baron", 3, 0, "SO"), rival_out], [held("Agent", 3, 9, "SO")]),
                ("8A", "AC-30-44", [figures("Agent", 2, 12), figures("Fanatic", 1, 12)], [figures("Agent", 9, 11)]),
                ("8B", "AC-30-45", [figures("Agent", 10, 4)], [figures("Agent", 9, 9), figures("Fanatic", 5, 9)]),
                (
                    "8C",
                    "AC-30-46",
                    [held("Baron", 3), held("Agent", 3, 3), held("Fanatic", 1, 4)],
                    [held("Baron", 6), held("Agent", 5, 2)],
                ),
                ("8C", "AC-30-46", [held("Provincial Governor", 7)], [held("Ambassador", 9)]),
            ]
        )
    ],
)
def test_an_objective_is_reached_with_enough_and_not_with_less(
    code: str, enough: Sequence[Gift], too_little: Sequence[Gift]
) -> None:
    world, less = bare_world(*enough), bare_world(*too_little)
    assert met(world, world.kingdoms["WA"], code)
    assert not met(less, less.kingdoms["WA"], code)


def test_every_code_has_requirements_and_every_requirement_a_measure() -> None:
    assert set(TABLES.requirements) == {*TABLES.objectives, *TABLES.conditions}
    assert {row.measure for rows in TABLES.requirements.values() for row in rows} <= set(MEASURES)


@pytest.mark.rule("AC-26-77", "AC-26-78", "AC-26-79")
def test_the_objectives_are_of_four_categories_and_have_one_or_two_points() -> None:
    codes = {code: (one.category, one.points) for code, one in TABLES.objectives.items()}
    letters = {"T": "Territorial", "P": "Political", "A": "Adventure", "D": "Development"}
    two = {"T1", "T2", "T3", "P1", "P2", "A1", "A2", "D1", "D2"}
    all_codes = [f"{letter}{n}" for letter, last in (("T", 6), ("P", 5), ("A", 5), ("D", 8)) for n in range(1, last + 1)]
    assert codes == {code: (letters[code[0]], 2 if code in two else 1) for code in all_codes}


@pytest.mark.rule("AC-30-51", "AC-30-16")
def test_the_conditions_are_of_eight_categories_with_three_each() -> None:
    names = ["Territory", "Power", "Influence", "Magic", "Naval Power", "Esoteric", "Rivalry", "Covert"]
    expected = {f"{n}{letter}": name for n, name in enumerate(names, 1) for letter in "ABC"}
    assert {code: one.category for code, one in TABLES.conditions.items()} == expected


# --- choosing (991, 993) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "points", "greater"),
    [
        pytest.param("991 T4 P1 A5", 4, False, marks=pytest.mark.rule("AC-26-44", "AC-26-02", "AC-26-33")),
        pytest.param("991 T1 P4 A3 D5", 5, True, marks=pytest.mark.rule("AC-26-45", "AC-26-35")),
        pytest.param("991 T1 A3", 3, False, marks=pytest.mark.rule("AC-26-34", "AC-26-05")),
        pytest.param("991 T4 P3 A3 D5", 4, False, marks=pytest.mark.rule("AC-26-35", "AC-26-37")),
        pytest.param("991 A1 T4 P2", 5, True, marks=pytest.mark.rule("AC-26-46", "AC-26-05")),
        pytest.param("991 T1 D3", 3, False, marks=pytest.mark.rule("AC-26-27")),
    ],
)
def test_a_choice_of_objectives(line: str, points: int, greater: bool) -> None:
    world = new_world()
    turn = give(world, {"WA": line})
    assert world.kingdoms["WA"].objectives == line.split()[1:]
    chosen = {"chosen": line.split()[1:], "points": points, "greater": greater, "default": False}
    assert told(turn, "objectives", "WA") == [chosen]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        pytest.param(
            "991 T1 T4 A3",
            "Only one may be chosen from a category; there are two from Territorial.",
            marks=pytest.mark.rule("AC-26-36"),
        ),
        pytest.param("991 P1 A3", "One objective must be Territorial: T1 to T6.", marks=pytest.mark.rule("AC-26-43")),
        pytest.param("991 T4 A3", "The objectives must have 3 to 5 points; these have 2.", marks=pytest.mark.rule("AC-26-38")),
        pytest.param(
            "991 T1 P1 A1", "The objectives must have 3 to 5 points; these have 6.", marks=pytest.mark.rule("AC-26-38")
        ),
        pytest.param("991 T1 P9", f"There is no objective P9; there are {' '.join(TABLES.objectives)}.", marks=[]),
    ],
)
def test_an_invalid_choice_is_answered_and_gives_the_default(line: str, why: str) -> None:
    assert problem(new_world(), "WA", line).why == why
    world = new_world()
    give(world, {"WA": line})
    assert world.kingdoms["WA"].objectives == ["T1", "P5"]


@pytest.mark.rule("AC-26-37")
def test_one_objective_is_too_few() -> None:
    assert problem(new_world(), "WA", "991 T1").why.startswith("991 column B is missing")


@pytest.mark.rule("AC-26-07", "AC-26-47", "AC-30-18", "AC-30-47")
def test_who_chooses_nothing_has_the_default() -> None:
    world = new_world()
    turn = give(world, {"EL": "993 1A 1B 2A"})
    for code in ("WA", "EL"):
        assert world.kingdoms[code].objectives == ["T1", "P5"]
        assert world.kingdoms[code].conditions == ["1A", "2A", "3A"]
    assert told(turn, "conditions", "WA") == [{"chosen": ["1A", "2A", "3A"], "default": True}]


@pytest.mark.rule("AC-26-02", "AC-30-12")
def test_objectives_and_conditions_are_chosen_on_turn_1_only() -> None:
    world = quiet_world()
    assert problem(world, "WA", "991 T4 P1 A5").why == "991 may be given on turn 1 only."
    assert problem(world, "WA", "993 1A 5B 8C").why == "993 may be given on turn 1 only."


@pytest.mark.rule("AC-26-03", "AC-30-17")
def test_both_choices_count_against_the_limit() -> None:
    world = new_world()
    world.kingdoms["WA"].influence = 8
    world.kingdoms["SO"].influence = 8
    orders = "\n".join(["200 F 3"] * 9 + ["991 T4 P1 A5", "993 1A 5B 8C"])
    turn = give(world, {"WA": orders, "SO": "\n".join(["200 F 3"] * 8 + ["991 T4 P1 A5", "993 1A 5B 8C"])})
    assert failures(turn) == ["The limit is 10 orders; this one is beyond it and is ignored."]
    assert (world.kingdoms["WA"].objectives, world.kingdoms["WA"].conditions) == (["T4", "P1", "A5"], ["1A", "2A", "3A"])
    assert world.kingdoms["SO"].conditions == ["1A", "5B", "8C"]


def test_of_two_choices_the_first_line_counts() -> None:
    world = new_world()
    give(world, dict.fromkeys(("WA", "SO", "EL", "DW", "GN"), "991 T4 P1 A5\n991 T1 A3"))
    assert {tuple(world.kingdoms[code].objectives) for code in ("WA", "SO", "EL", "DW", "GN")} == {("T4", "P1", "A5")}


@pytest.mark.rule("AC-30-48", "AC-30-12", "AC-30-13", "AC-30-11")
def test_a_choice_of_conditions_is_told_to_nobody_else() -> None:
    world = new_world()
    turn = give(world, {"WA": "993 1A 5B 8C"})
    assert world.kingdoms["WA"].conditions == ["1A", "5B", "8C"]
    assert told(turn, "conditions", "WA") == [{"chosen": ["1A", "5B", "8C"], "default": False}]
    assert all(one["chosen"] == ["1A", "2A", "3A"] for one in told(turn, "conditions", "SO"))


@pytest.mark.parametrize(
    ("code", "line", "why"),
    [
        pytest.param(
            "WA",
            "993 1A 1B 2A",
            "Only one may be chosen from a category; there are two from Territory.",
            marks=pytest.mark.rule("AC-30-22", "AC-30-13"),
        ),
        pytest.param(
            "WA", "993 2A 5B 8C", "One condition must be from Territory: 1A, 1B or 1C.", marks=pytest.mark.rule("AC-30-19")
        ),
        pytest.param("UN", "993 1A 7A 8C", "7A needs a natural enemy; we have none.", marks=pytest.mark.rule("AC-30-41")),
        pytest.param("UN", "993 1A 7B 8C", "7B needs a natural enemy; we have none.", marks=pytest.mark.rule("AC-30-42")),
        pytest.param("UN", "993 1A 7C 8C", "7C needs a natural enemy; we have none.", marks=pytest.mark.rule("AC-30-43")),
        pytest.param("WA", "993 1A 9A 8C", f"There is no condition 9A; there are {' '.join(TABLES.conditions)}.", marks=[]),
    ],
)
def test_an_invalid_choice_of_conditions_is_answered(code: str, line: str, why: str) -> None:
    assert problem(new_world(), code, line).why == why


@pytest.mark.rule("AC-30-09", "AC-30-01")
def test_a_game_without_secret_victory_has_no_conditions() -> None:
    world = new_world()
    world.secret_victory = False
    assert problem(world, "WA", "993 1A 5B 8C").why == "There is no Secret Victory in this game."
    give(world)
    assert world.kingdoms["WA"].conditions == []
    world.turn = 16
    assert problem(world, "WA", "995").why == "There is no Secret Victory in this game."


# --- rewards (992) --------------------------------------------------------------------------------------------------------


def claiming(
    turn: int, *objectives: str, reached: Sequence[Gift] = (influence(17), figures("Prince", 2), leaders("Warlord", 1))
) -> World:
    """A world in which WA has chosen these objectives; P1 and A5 are reached, as far as nothing else is given."""
    world = bare_world(center("KP"), *reached)
    world.turn = turn
    world.kingdoms["WA"].objectives = list(objectives)
    return world


@pytest.mark.parametrize(
    ("objectives", "granted"),
    [
        pytest.param(("T4", "P1", "A5"), ["I1", "I1", "G1"], marks=pytest.mark.rule("AC-26-44", "AC-26-42", "AC-26-50")),
        pytest.param(("T6", "P1"), [], marks=pytest.mark.rule("AC-26-04", "AC-26-39")),
        pytest.param(("T1", "P1", "A5"), [], marks=pytest.mark.rule("AC-26-40", "AC-26-41", "AC-26-51")),
        pytest.param(("T1", "P5"), [], marks=pytest.mark.rule("AC-26-48")),
    ],
)
def test_three_points_win_the_lesser_and_all_five_the_greater(objectives: tuple[str, ...], granted: list[str]) -> None:
    world = claiming(10, *objectives)
    turn = give(world, {"WA": "992 I1 I1 G1 C1"}, until="992")
    assert [one["granted"] for one in told(turn, "rewards", "WA")] == ([granted] if granted else [])
    assert world.kingdoms["WA"].rewarded == ("lesser" if granted else "")


@pytest.mark.rule("AC-26-48", "AC-26-39")
def test_the_default_selection_gives_the_lesser_rewards() -> None:
    world = claiming(10, "T1", "P5", reached=(control(5), figures("Duke", 3)))
    give(world, {"WA": "992 C2 G1"}, until="992")
    assert world.kingdoms["WA"].rewarded == "lesser"


@pytest.mark.rule("AC-26-49", "AC-26-45", "AC-26-55", "AC-26-60", "AC-26-58")
def test_the_greater_gives_five_points() -> None:
    world = claiming(10, "T1", "P1", "A5", reached=(control(5), influence(17), figures("Prince", 2), leaders("Warlord", 1)))
    turn = give(world, {"WA": "992 I1 I1 G1 G1 N1"}, until="992")
    assert told(turn, "rewards", "WA") == [{"sort": "greater", "granted": ["I1", "I1", "G1", "G1", "N1"]}]
    assert world.kingdoms["WA"].influence == 19
    assert booked(turn, "WA", LATE) == (0, 40_000)


@pytest.mark.rule("AC-26-01", "AC-26-06", "AC-26-52")
def test_rewards_are_claimed_on_turn_10_or_15_only() -> None:
    assert problem(claiming(9, "T4", "P1", "A5"), "WA", "992 I1").why == "992 may be given from turn 10 on."
    for turn in (11, 14, 16):
        assert problem(claiming(turn, "T4", "P1", "A5"), "WA", "992 I1").why == "Rewards are claimed on turn 10 or 15 only."
    world = claiming(15, "T4", "P1", "A5")
    give(world, {"WA": "992 I1"}, until="992")
    assert world.kingdoms["WA"].rewarded == "lesser"


@pytest.mark.rule("AC-26-08")
def test_who_falls_short_on_turn_10_may_claim_on_turn_15() -> None:
    world = claiming(10, "T4", "P1", "A5", reached=())
    turn = give(world, {"WA": "992 I1"}, until="992")
    assert failures(turn) == ["0 of 3 points are reached."]
    for gift in (influence(17), figures("Prince", 2), leaders("Warlord", 1)):
        gift(world, world.kingdoms["WA"])
    world.turn = 15
    give(world, {"WA": "992 I1"}, until="992")
    assert world.kingdoms["WA"].rewarded == "lesser"


@pytest.mark.rule("AC-26-73")
def test_rewards_are_granted_once() -> None:
    world = claiming(10, "T4", "P1", "A5")
    give(world, {"WA": "992 I1"}, until="992")
    world.turn = 15
    turn = give(world, {"WA": "992 I1"}, until="992")
    assert failures(turn) == ["The rewards were granted already; they are granted once."]
    assert world.kingdoms["WA"].influence == 18


@pytest.mark.rule("AC-26-54", "AC-26-56", "AC-26-53")
def test_the_third_of_a_kind_is_skipped_and_the_others_are_granted() -> None:
    world = claiming(10, "T4", "P1", "A5")
    turn = give(world, {"WA": "992 I1 I1 I1 G1 C1"}, until="992")
    assert told(turn, "rewards", "WA") == [{"sort": "lesser", "granted": ["I1", "I1", "G1"]}]
    assert [one.why for one in turn.failures if one.note] == [
        "I1 can be had 2 times only.",
        "C1 costs 1; 0 points are left.",
    ]


@pytest.mark.parametrize(
    ("code", "rewards", "granted"),
    [
        pytest.param("WA", "S1 S2 B2 G1", ["G1"], marks=pytest.mark.rule("AC-26-57", "AC-26-65", "AC-26-71", "AC-26-72")),
        pytest.param("DE", "S1", ["S1"], marks=pytest.mark.rule("AC-26-71")),
        pytest.param("AN", "S2", ["S2"], marks=pytest.mark.rule("AC-26-72")),
        pytest.param("GI", "B1 B2", ["B2"], marks=pytest.mark.rule("AC-26-65", "AC-26-59")),
        pytest.param("RD", "B1 B2", ["B2"], marks=pytest.mark.rule("AC-26-65", "AC-26-59")),
    ],
)
def test_rewards_of_some_kingdoms_alone(code: str, rewards: str, granted: list[str]) -> None:
    world = new_world()
    world.turn = 15
    world.kingdoms[code].objectives = ["T4", "D5", "A3"]
    home = world.region_of(world.kingdoms[code].capital)
    for one in world.centers.values():
        if world.region_of(one.area) == home:
            one.owner = code
    world.centers[world.kingdoms[code].capital].defense = 40_000
    world.groups[f"1{code}"].artifacts = ["HORN", "PLOW"]
    before = dict(world.groups[f"1{code}"].brigades)
    turn = give(world, {code: f"992 {rewards}"}, until="992")
    assert [one["granted"] for one in told(turn, "rewards", code)] == [granted]
    if "B2" in granted:
        assert world.groups[f"1{code}"].brigades == {code: before[code] + 1}
    rank = {"S1": "Demon Prince", "S2": "Consul"}.get(granted[0])
    if rank:
        assert sum(one.rank == rank for one in world.kingdoms[code].figures.values()) == 4


@pytest.mark.parametrize(
    ("reward", "rank", "level"),
    [
        pytest.param("N1", "Baron", 0, marks=pytest.mark.rule("AC-26-61", "AC-26-74")),
        pytest.param("N2", "Duke", 0, marks=pytest.mark.rule("AC-26-66", "AC-26-74")),
        pytest.param("L4", "Agent", 4, marks=pytest.mark.rule("AC-26-62", "AC-26-74")),
        pytest.param("L7", "Agent", 7, marks=pytest.mark.rule("AC-26-67", "AC-26-74")),
    ],
)
def test_figures_appear_at_the_capital(reward: str, rank: str, level: int) -> None:
    world = claiming(10, "T4", "P1", "A5")
    before = set(world.kingdoms["WA"].figures)
    give(world, {"WA": f"992 {reward}"}, until="992")
    (new,) = [one for code, one in world.kingdoms["WA"].figures.items() if code not in before]
    assert (new.rank, new.level, new.area, new.code) == (rank, level, "KP", new.name[:2].upper())


@pytest.mark.parametrize(
    ("reward", "sort", "what"),
    [
        pytest.param("C1", "leader", "General", marks=pytest.mark.rule("AC-26-64", "AC-26-75")),
        pytest.param("C2", "leader", "Marshal", marks=pytest.mark.rule("AC-26-69", "AC-26-75")),
        pytest.param("W1", "wizard", 0, marks=pytest.mark.rule("AC-26-63", "AC-26-75")),
        pytest.param("W2", "wizard", 1, marks=pytest.mark.rule("AC-26-68", "AC-26-75")),
        pytest.param("W3", "wizard", 2, marks=pytest.mark.rule("AC-26-70", "AC-26-75")),
        pytest.param("B1", "brigade", "WA", marks=pytest.mark.rule("AC-26-59", "AC-26-75")),
    ],
)
def test_what_belongs_to_a_group_joins_the_first_or_is_lost(reward: str, sort: str, what: str | int) -> None:
    world = claiming(10, "T4", "P1", "A5")
    group = world.groups["1WA"]
    give(world, {"WA": f"992 {reward}"}, until="992")
    found = {"leader": [one.title for one in group.leaders[1:]], "wizard": [one.power for one in group.wizards]}
    assert found.get(sort, list(group.brigades)) == [what]


@pytest.mark.rule("AC-26-76")
@pytest.mark.parametrize("reward", ["C1", "W1", "B1"])
def test_what_finds_no_room_is_lost(reward: str) -> None:
    world = claiming(10, "T4", "P1", "A5")
    group = world.groups["1WA"]
    leaders("Captain", 2)(world, world.kingdoms["WA"])
    wizards(1, 1, 1)(world, world.kingdoms["WA"])
    group.brigades = {"DW": 1, "EL": 1, "GI": 1}
    turn = give(world, {"WA": f"992 {reward}"}, until="992")
    assert len(group.leaders) == len(group.wizards) == 3
    assert group.brigades.get("WA") is None
    assert any("is lost: there is no room" in one.why for one in turn.failures if one.note)
