"""Secrets: what other kingdoms have, plan and know changes nothing that a kingdom is sent (AC-30-11, ruling 81)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from postern.game.events import seen
from postern.rulesets.alamaze.orders.reading import read
from postern.rulesets.alamaze.report.answers import forecast
from postern.rulesets.alamaze.report.turn_report import report
from postern.rulesets.alamaze.world.records import CenterMemory, Figure, Fleet, Skeleton, World
from tests.rules.alamaze.build import new_world, put_group
from tests.rules.alamaze.reports import resolved, view


def _riches(world: World) -> None:
    for code, one in world.kingdoms.items():
        if code != "WA":
            one.gold, one.food, one.influence, one.points = 7, 11, 9.87, 4_321


def _people(world: World) -> None:
    world.kingdoms["SO"].figures["QQ"] = Figure("QQ", "Qqorran", "Prince", "KP", 9)
    world.kingdoms["EL"].figures = {}


def _plans(world: World) -> None:
    for code, one in world.kingdoms.items():
        if code != "WA":
            one.conditions, one.objectives, one.standing = ["8A"], ["T1"], ["200 F 1"]
            one.skeletons = [Skeleton("0007", True)]
            one.declared, one.reactions = {"DW": "E"}, dict.fromkeys(one.reactions, "Hostile")
            one.region_words = dict.fromkeys(one.region_words, "control")


def _ships(world: World) -> None:
    for code, one in world.kingdoms.items():
        if code != "WA":
            one.fleets = {"D": Fleet(99, 17)}


def _armies(world: World) -> None:
    put_group(world, "1EL", "AA", 20)
    put_group(world, "2SO", "BB", 9)


def _centers(world: World) -> None:
    for one in world.centers.values():
        if one.owner != "WA":
            one.defense, one.census, one.food, one.gold = 1, 2, 3, 4


def _banners(world: World) -> None:
    for one in world.centers.values():
        one.owner = one.owner if one.owner == "WA" else "TR"


def _wild(world: World) -> None:
    for one in world.sightings.values():
        one.item = "RINGP"
    world.lost_artifacts = {"DBANE": "KP"}


def _memories(world: World) -> None:
    world.kingdoms["SO"].memory.centers["KP"] = CenterMemory(1, "WA", 1, 2, 3, 4)


@pytest.mark.rule("AC-30-11", "AC-02-05")
@pytest.mark.parametrize("change", [_riches, _people, _plans, _ships, _armies, _centers, _banners, _wild, _memories])
def test_what_a_kingdom_may_not_know_changes_nothing_that_it_is_sent(change: Callable[[World], None]) -> None:
    world, events = resolved(new_world(), {"WA": "720 1WA KQ"})
    told = seen(events, "WA")
    before, setup = report(view(world), told), report(view(new_world()), [])
    foreseen = forecast(read("720 1WA KP", view(world)), view(world))
    change(world)
    assert report(view(world), told) == before
    assert forecast(read("720 1WA KP", view(world)), view(world)) == foreseen
    fresh = new_world()
    change(fresh)
    assert report(view(fresh), []) == setup


def test_nobody_is_told_what_others_harvested_spent_or_reached() -> None:
    _, events = resolved(new_world(), {"WA": "600 KP D 1"})
    for one in events:
        if one.kind in ("harvest", "ledger", "month", "order", "influence", "reaction"):
            assert len(one.seen_by) == 1
