"""The open market, and trades of two kingdoms (AC-24, ruling 60)."""

from __future__ import annotations

import pytest

from postern.rulesets.alamaze.turn import TRADE
from postern.rulesets.alamaze.world.records import Figure, World
from tests.rules.alamaze.build import (
    answer,
    booked,
    failures,
    play,
    problem,
    quiet_world,
    told,
)

# --- the open market ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "food", "gold"),
    [("200 F 9,300", -9_300, 3_100), ("200 G 9,300", 3_100, -9_300), ("200 F 20", -20, 6)],
)
def test_the_market_gives_one_for_three(line: str, food: int, gold: int) -> None:
    turn = play(quiet_world(), {"WA": line}, until="200")
    assert booked(turn, "WA", TRADE) == (food, gold)


def test_nothing_is_sold_that_is_not_there() -> None:
    world = quiet_world()
    world.kingdoms["WA"].food = 0
    play(world, until="195")
    held = world.kingdoms["WA"].food
    one = problem(quiet_world(), "WA", "200 F 900000")
    assert one.paste.startswith("200 F 5")
    turn = play(world, {"WA": f"200 F {held * 3}"}, until="200")
    assert booked(turn, "WA", TRADE) == (0, 0)


# --- food for gold --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-24-01", "AC-24-02", "AC-24-03", "AC-24-04", "AC-24-05")
def test_what_both_offered_changes_hands() -> None:
    """EL offers more than WA asks: he gets no change."""
    turn = play(quiet_world(), {"WA": "201 EL 20000 14000", "EL": "202 WA 14500 18000"}, until="201")
    assert booked(turn, "WA", TRADE) == (-20_000, 14_500)
    assert booked(turn, "EL", TRADE) == (20_000, -14_500)
    assert told(turn, "trade", "EL") == [{"seller": "WA", "buyer": "EL", "food": 20_000, "gold": 14_500}]
    assert told(turn, "trade", "SO") == []


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        pytest.param("201 EL 5000 4000", "", ["EL gave no 202 for us."], marks=pytest.mark.rule("AC-24-04"), id="no partner"),
        pytest.param(
            "201 EL 5000 4000", "201 WA 5000 4000", ["EL gave no 202 for us.", "WA gave no 202 for us."], id="same order"
        ),
        pytest.param(
            "201 EL 5000 4000",
            "202 SO 4000 5000",
            ["EL gave no 202 for us.", "SO gave no 201 for us."],
            id="another partner",
        ),
        pytest.param(
            "201 EL 5000 4000",
            "202 WA 3999 5000",
            [
                "The 202 of EL does not offer what we ask, or asks for more than we offer.",
                "The 201 of WA does not offer what we ask, or asks for more than we offer.",
            ],
            marks=pytest.mark.rule("AC-24-05"),
            id="too little gold",
        ),
        pytest.param(
            "201 EL 5000 4000",
            "202 WA 4000 5001",
            [
                "The 202 of EL does not offer what we ask, or asks for more than we offer.",
                "The 201 of WA does not offer what we ask, or asks for more than we offer.",
            ],
            marks=pytest.mark.rule("AC-24-05"),
            id="too little food",
        ),
        pytest.param(
            "201 EL 900000 4000",
            "202 WA 4000 5000",
            ["We offered 900,000 food and do not have it when it runs.", "WA does not have what it offered."],
            marks=pytest.mark.rule("AC-24-06"),
            id="no such food",
        ),
        pytest.param(
            "201 EL 5000 4000",
            "202 WA 900000 5000",
            ["We offered 900,000 gold and do not have it when it runs.", "EL does not have what it offered."],
            marks=pytest.mark.rule("AC-24-06"),
            id="no such gold",
        ),
    ],
)
def test_a_trade_that_does_not_meet_changes_nothing(first: str, second: str, why: list[str]) -> None:
    turn = play(quiet_world(), {"WA": first, "EL": second} if second else {"WA": first}, until="201")
    assert booked(turn, "WA", TRADE) == booked(turn, "EL", TRADE) == (0, 0)
    assert failures(turn) == why


def test_each_order_is_used_once() -> None:
    letters = {"WA": "201 EL 5000 4000\n201 EL 5000 4000", "EL": "202 WA 4000 5000"}
    turn = play(quiet_world(), letters, until="201")
    assert booked(turn, "WA", TRADE) == (-5_000, 4_000)
    assert failures(turn) == ["EL gave no 202 for us."]


def test_before_the_turn_the_partner_is_taken_to_agree() -> None:
    verdict = answer(quiet_world(), "WA", "202 EL 6000 5000\n201 EL 900000 1")
    assert [one.code for one in verdict.accepted] == ["202 EL 6000 5000"]
    (only,) = verdict.problems
    assert only.why == "We offered 900,000 food and do not have it when it runs."


def test_a_large_trade_is_told_to_all_without_amounts() -> None:
    turn = play(quiet_world(), {"WA": "201 EL 15000 14999", "EL": "202 WA 14999 15000"}, until="201")
    assert told(turn, "great-trade", "SO") == [{"kingdoms": ["EL", "WA"], "goods": ["food"]}]
    turn = play(quiet_world(), {"WA": "201 EL 14999 15000", "EL": "202 WA 15000 14999"}, until="201")
    assert told(turn, "great-trade", "SO") == [{"kingdoms": ["EL", "WA"], "goods": ["gold"]}]


def test_enemies_trade_prisoners_only() -> None:
    world = quiet_world()
    world.kingdoms["EL"].declared["WA"] = "E"
    hold(world, "Famir", "EL", "WA")
    letters = {
        "WA": "201 EL 5000 4000\n203 EL QQ 100\n201 SO 5000 4000",
        "EL": "202 WA 4000 5000\n204 WA 100 QQ",
        "SO": "202 WA 4000 5000",
    }
    turn = play(world, letters, until="203")
    assert booked(turn, "WA", TRADE) == (0, 100)
    whys = sorted(failures(turn))
    assert [one.split(" and we")[0] for one in whys] == ["EL", "SO", "WA", "WA"]


# --- prisoners ------------------------------------------------------------------------------------------------------------


def hold(world: World, name: str, of: str, by: str, code: str = "QQ") -> Figure:
    """A prisoner of one kingdom, of another."""
    figure = Figure(code, name, "Count", world.kingdoms[by].capital, held_by=by)
    world.kingdoms[of].figures[code] = figure
    return figure


@pytest.mark.rule("AC-24-01", "AC-24-10")
def test_a_ransomed_prisoner_is_free_and_at_home() -> None:
    world = quiet_world()
    figure = hold(world, "Famir", "EL", "WA")
    turn = play(world, {"WA": "203 EL QQ 8000", "EL": "204 WA 9000 QQ"}, until="203")
    assert (figure.held_by, figure.area) == ("", world.kingdoms["EL"].capital)
    assert booked(turn, "WA", TRADE) == (0, 9_000)
    assert told(turn, "freed", "EL")


def test_a_prisoner_may_be_sold_to_a_third_kingdom() -> None:
    world = quiet_world()
    figure = hold(world, "Famir", "EL", "WA")
    turn = play(world, {"WA": "203 SO QQ 8000", "SO": "204 WA 8000 QQ"}, until="203")
    assert (figure.held_by, figure.area) == ("SO", world.kingdoms["SO"].capital)
    (one,) = told(turn, "hostage-sold", "EL")
    assert one == {"seller": "WA", "buyer": "SO", "figure": "Famir", "rank": "Count", "of": "EL"}


def test_of_two_prisoners_with_one_code_the_buyers_own_is_meant() -> None:
    world = quiet_world()
    other, own = hold(world, "Danor", "DA", "WA"), hold(world, "Famir", "EL", "WA")
    play(world, {"WA": "203 EL QQ 0", "EL": "204 WA 0 QQ"}, until="203")
    assert (own.held_by, other.held_by) == ("", "WA")


def test_nobody_sells_a_prisoner_that_he_does_not_hold() -> None:
    world = quiet_world()
    hold(world, "Famir", "EL", "SO")
    turn = play(world, {"WA": "203 EL QQ 8000", "EL": "204 WA 8000 QQ"}, until="203")
    assert booked(turn, "EL", TRADE) == (0, 0)
    assert failures(turn) == ["QQ is not known to be a prisoner of WA.", "We hold no prisoner QQ."]


def test_what_is_known_of_prisoners_serves_the_answer() -> None:
    world = quiet_world()
    hold(world, "Famir", "EL", "WA")
    assert not answer(world, "WA", "203 EL QQ 8000").problems
    assert not answer(world, "EL", "204 WA 8000 QQ").problems
    assert [one.note for one in answer(world, "SO", "204 WA 8000 QQ").problems] == [True]


# --- artifacts ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-24-01", "AC-24-10")
@pytest.mark.parametrize(
    ("wanted", "where"), [("1EL", "1EL"), ("IC", ""), ("9EL", ""), ("1WA", "")], ids=["group", "no center", "none", "foreign"]
)
def test_an_artifact_is_brought_where_the_buyer_wants_it_or_to_the_capital(wanted: str, where: str) -> None:
    world = quiet_world()
    world.groups["2WA"].artifacts = ["HERAC"]
    letters = {"WA": "205 EL 29669 9000", "EL": f"206 WA 10000 29669 {wanted}"}
    turn = play(world, letters, until="205")
    assert booked(turn, "WA", TRADE) == (0, 10_000)
    assert world.groups["2WA"].artifacts == []
    capital = world.centers[world.kingdoms["EL"].capital]
    assert (world.groups["1EL"].artifacts if where else capital.artifacts) == ["HERAC"]
    assert told(turn, "artifact-sold", "EL")[0]["where"] == (where or capital.area)


def test_before_the_turn_an_artifact_is_sold_and_bought() -> None:
    world = quiet_world()
    world.groups["2WA"].artifacts = ["HERAC"]
    assert not answer(world, "WA", "205 EL 29669 9000").problems
    assert not answer(world, "EL", "206 WA 9000 29669 1EL").problems
    assert [one.why for one in answer(world, "EL", "205 WA 29669 9000").problems] == ["We do not have the artifact 29669."]


def test_only_what_is_there_and_what_may_pass_is_sold() -> None:
    world = quiet_world()
    letters = {"WA": "205 EL 29669 9000", "EL": "206 WA 10000 29669 1EL"}
    assert failures(play(world, letters, until="205"))[-1] == "We do not have the artifact 29669."
    world.groups["1EL"].artifacts = ["ANGLA"]
    letters = {"EL": "205 BL 78220 9000", "BL": "206 EL 10000 78220 1BL"}
    turn = play(world, letters, until="205")
    assert failures(turn)[-1] == "It cannot pass to us: its alignment is against our people."
    assert world.groups["1EL"].artifacts == ["ANGLA"]


@pytest.mark.rule("AC-24-06")
def test_an_answer_says_on_whom_a_trade_hangs_and_what_is_paid_from_it() -> None:
    world = quiet_world()
    world.kingdoms["WA"].gold = 1_000
    letter = "201 EL 5000 46000\n480 OR"
    verdict = answer(world, "WA", letter)
    assert "if EL orders a 202 that meets it" in verdict.accepted[0].words
    (doubt,) = verdict.problems
    assert (doubt.line, doubt.note) == (2, True)
    assert "without what trades with others bring there are" in doubt.why
    assert failures(play(world, {"WA": letter}))[0].startswith("EL gave no 202 for us")


@pytest.mark.parametrize(
    ("line", "condition"),
    [("202 EL 2000 5000", "orders a 201"), ("412 EL 9000", "orders a 411"), ("205 EL 29669 9000", "orders a 206")],
)
def test_other_pairs_say_so_too(line: str, condition: str) -> None:
    world = quiet_world()
    world.council.members = ["EL"]
    if "29669" in line:
        world.sightings, world.groups["1WA"].artifacts = {}, [world.tables.artifact_numbers["29669"]]
    (one,) = answer(world, "WA", line).accepted
    assert condition in one.words
