"""Joining by mail (ruling 76), and what each player then leads."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.alamaze.setup import assign_kingdoms, read_signup, set_up
from postern.rulesets.alamaze.tables import edition

TABLES = edition("classic")


@pytest.mark.parametrize(
    ("text", "name", "kingdom"),
    [
        ("NAME=ALDRIC\nKINGDOM=WA", "ALDRIC", "WA"),
        ("name: Aldric, kingdom: Elven or Dwarven", "ALDRIC", "EL DW"),
        ("Call me Bert\nthe giants", "BERT", "GI"),
        ("NAME=BERT", "BERT", ""),
    ],
)
def test_a_letter_gives_a_name_and_the_kingdoms_wished_for(text: str, name: str, kingdom: str) -> None:
    found, problems = read_signup(text, [], TABLES)
    assert problems == []
    assert found is not None
    assert (found.name, found.wishes.get("kingdom", "")) == (name, kingdom)


def test_a_kingdom_that_there_is_not_is_answered_with_those_that_there_are() -> None:
    found, (problem,) = read_signup("NAME=BERT\nKINGDOM=ELFS", [], TABLES)
    assert found == Signup("BERT", {})
    assert problem.note
    assert (problem.why.endswith("WA (Warlock) and WI (Witchlord)."), problem.paste) == (True, "KINGDOM=EL")


def test_a_name_that_is_taken_or_means_something_is_refused() -> None:
    assert read_signup("NAME=BERT", ["Bert"], TABLES)[0] is None
    assert read_signup("NAME=WA", [], TABLES)[0] is None


@pytest.mark.rule("AC-33-04")
def test_wishes_are_granted_in_the_order_of_joining_and_the_rest_by_lot() -> None:
    seats = [Signup("ANN", {"kingdom": "WA EL"}), Signup("BEN", {"kingdom": "WA EL"}), Signup("CID", {"kingdom": "WA"})]
    leads = assign_kingdoms(TABLES, seats, Chance("a"))
    assert (leads["WA"], leads["EL"]) == ("ANN", "BEN")
    assert sorted(leads.values()) == ["ANN", "BEN", "CID"]


@pytest.mark.rule("AC-04-21", "AC-04-22")
def test_centers_of_kingdoms_that_nobody_leads_are_neutral() -> None:
    world = set_up("classic", {}, [Signup("ANN", {"kingdom": "WA"}), Signup("BEN", {"kingdom": "EL"})], Chance("a"))
    assert {one.owner for one in world.centers.values()} == {"", "WA", "EL"}
    full = set_up("classic", {}, [Signup(code, {"kingdom": code}) for code in TABLES.kingdoms], Chance("a"))
    neutral = [one for one in full.centers.values() if not one.owner]
    assert len(neutral) > len(full.centers) / 2


@pytest.mark.parametrize("seats", [1, 16])
def test_too_few_or_too_many_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="the game is for 2 to 15 players"):
        set_up("classic", {}, [Signup(f"P{n}") for n in range(seats)], Chance("a"))
