"""Rows of effects: how they are added up, and when they hold."""

from __future__ import annotations

from postern.rulesets.alamaze.rules.effects import CONDITIONS, Asked, amount, chance, holds
from postern.rulesets.alamaze.tables import edition
from tests.rules.alamaze.build import new_world


def test_every_row_has_a_known_source_and_condition() -> None:
    tables = edition("classic")
    sources = {"artifact": tables.artifacts, "kingdom": tables.kingdoms, "brigade": tables.brigades}
    for some in tables.effects.values():
        for row in some:
            assert row.source in sources[row.source_kind], row
            assert row.condition in CONDITIONS, row


def test_points_of_several_artifacts_are_added_and_depend_on_the_other_side() -> None:
    world = new_world()
    agent = next(one for one in world.kingdoms["UN"].figures.values() if one.agent)
    agent.artifacts = ["DBANE", "ELAN"]
    asked = Asked(world, "UN", figure=agent)
    assert chance(asked, "success.940", 30) == 50
    assert chance(Asked(world, "UN", figure=agent, against=("Demon Prince",)), "success.940", 30) == 70
    assert chance(asked, "success.940", 95, high=97) == 97


def test_prices_take_points_before_factors() -> None:
    world = new_world()
    agent = next(one for one in world.kingdoms["UN"].figures.values() if one.agent)
    agent.artifacts = ["RINVI"]
    assert amount(Asked(world, "UN", figure=agent), "price", "mission", 500) == 1_250
    assert amount(Asked(world, "WA", figure=agent), "price", "mission", 500) == 2_500


def test_a_switch_holds_only_while_its_condition_does() -> None:
    world = new_world()
    group = world.groups["1WA"]
    group.artifacts = ["DRAGN"]
    assert not holds(Asked(world, "WA", group=group), "order_access", "727")
    group.brigades = {}
    assert holds(Asked(world, "WA", group=group), "order_access", "727")
