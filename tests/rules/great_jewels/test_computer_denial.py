"""What computer players do against those who score most: rams against great citadels, homes that nobody sees, who leads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.rulesets.great_jewels.computer.growth import rivalry, standing
from postern.rulesets.great_jewels.computer.survey import Survey, unseen_homes
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.world.records import ProvinceEntry, World
from tests.rules.great_jewels.build import change, land, leader, own
from tests.rules.great_jewels.plans import moves, planned


def met(world: World) -> World:
    """All know one another."""
    for name, player in world.players.items():
        player.met = [other for other in world.players if other != name]
    return world


def survey(world: World) -> Survey:
    return Survey(RULESET.view(world, "AAA"))


# --- rams --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-15-01")
@pytest.mark.parametrize(
    ("people", "csps", "built"),
    [("QUNTAG", 60, ["GC8BR20L13"]), ("SLENTH", 60, ["GC8BR20L13"]), ("AZONI", 60, []), ("QUNTAG", 20, [])],
)
def test_an_army_near_a_great_citadel_of_azoni_is_given_rams_and_goes_there(people: str, csps: int, built: list[str]) -> None:
    world = met(land(AAA=people, BBB="AZONI"))
    change(world, "B8", garrison=40, csps=csps)
    own(world, "C8", "AAA", garrison=8, zorans=40)
    leader(world, 13, "AAA", "C8", troops=30)
    orders = planned(world, "B8")
    assert [order for order in orders if "BR" in order] == built
    assert (moves(orders, 13) == ["L13MB8"]) is bool(built)


@pytest.mark.rule("QJ-15-07")
def test_an_army_with_rams_strikes_a_garrison_that_it_cannot_kill() -> None:
    world = met(land(AAA="QUNTAG", BBB="AZONI"))
    change(world, "B8", garrison=60, csps=60)
    leader(world, 13, "AAA", "B8", troops=25, rams=20)
    leader(world, 14, "AAA", "B8", troops=25)
    orders = planned(world, "B8")
    assert "L13AG" in orders
    assert "L14AG" not in orders


def test_an_army_with_rams_does_not_enter_where_it_would_lose_its_crew() -> None:
    world = met(land(AAA="QUNTAG", BBB="AZONI"))
    change(world, "B8", garrison=40, csps=60)
    for name in ("C9", "B7", "A7", "A8", "B9", "C8"):
        own(world, name, "BBB", garrison=50)
    own(world, "D9", "AAA", garrison=8)
    leader(world, 13, "AAA", "D9", troops=20, rams=20)
    assert not moves(planned(world, "B8", "C9", "C8", "B7", "B9", "A7", "A8"), 13)


# --- homes that nobody sees --------------------------------------------------------------------------------------------


def seen(world: World, *names: str, turn: int = 0) -> None:
    """These provinces of BBB were seen on that turn (default: now)."""
    for name in names:
        world.players["AAA"].seen[name] = ProvinceEntry(name, turn or world.turn, "BBB", "C", garrison=5)


@pytest.mark.parametrize(("people", "guessed"), [("AZONI", True), ("RILRIS", True), ("QUNTAG", False)])
def test_whose_land_lies_around_a_home_is_thought_to_live_there(people: str, guessed: bool) -> None:
    world = met(land(turn=10, AAA="QUNTAG", BBB=people))
    seen(world, "C9")
    homes = unseen_homes(survey(world))
    assert set(homes) == ({"B8"} if guessed else set())
    if people == "AZONI":
        assert homes["B8"].csps == 64  # ten at the start, and six more each turn


def test_a_home_that_was_seen_lately_is_not_guessed_at() -> None:
    world = met(land(turn=10, AAA="QUNTAG", BBB="AZONI"))
    seen(world, "C9")
    seen(world, "B8", turn=4)
    assert not unseen_homes(survey(world))
    world.players["AAA"].seen["B8"] = replace(world.players["AAA"].seen["B8"], turn=3)
    assert set(unseen_homes(survey(world))) == {"B8"}


def test_who_leads_is_judged_by_what_his_unseen_home_holds() -> None:
    world = met(land(turn=10, AAA="QUNTAG", BBB="AZONI", CCC="QUNTAG"))
    seen(world, "C9")
    world.players["AAA"].seen["D12"] = ProvinceEntry("D12", 10, "CCC", "C", levy=12, tax=12)
    assert standing(survey(world)) == {"BBB": 64 * 13, "CCC": 2 * 36}
    assert rivalry(survey(world)) == {"BBB": 100, "CCC": 80}


# --- sieges ------------------------------------------------------------------------------------------------------------


def test_an_army_takes_what_lies_between_it_and_the_besieged() -> None:
    world = met(land(turn=10, AAA="QUNTAG", BBB="AZONI"))
    change(world, "B8", garrison=20, csps=40)
    for name in ("A7", "A8", "B7", "B9", "C8", "C9"):
        own(world, name, "BBB", garrison=6)
    own(world, "D9", "AAA", garrison=8)
    leader(world, 13, "AAA", "D9", troops=150)
    assert moves(planned(world, "B8", "A7", "A8", "B7", "B9", "C8", "C9"), 13) in (["L13MC8"], ["L13MC9"])


# --- experience --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-04-27")
@pytest.mark.parametrize(("people", "strikers"), [("SLENTH", 2), ("QUNTAG", 1)])
def test_slenth_strike_together_whom_one_would_kill_for_experience_scores(people: str, strikers: int) -> None:
    world = met(land(AAA=people, BBB="QUNTAG"))
    own(world, "F7", "AAA", garrison=1)
    leader(world, 13, "AAA", "F7", troops=40)
    leader(world, 14, "AAA", "F7", troops=40)
    leader(world, 20, "BBB", "F7", troops=6)
    assert sum(order.endswith("AL20") for order in planned(world) if order.startswith("L")) == strikers
