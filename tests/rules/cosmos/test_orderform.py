"""The order form: who can be ordered and what still pends, and that it orders nothing by itself (CF-1.2-15)."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from postern.rulesets.cosmos.knowledge import view_of
from postern.rulesets.cosmos.orders.reading import read
from postern.rulesets.cosmos.report.tables import order_form
from postern.rulesets.cosmos.world.document import dump
from postern.rulesets.cosmos.world.records import World
from tests.rules.cosmos.build import form, give, scenario_world
from tests.rules.cosmos.letters import appended


def busy_world() -> World:
    """Programs with begun orders and blocks, a force, a unit in flight."""
    world = scenario_world()
    give(world.units[3104], "wait 3", "repeat 2\norders:\nwait 1\nrepeat\norders:\nsignal 3105\n.\n.", "myname Old Guard")
    world.units[3104].program[0].begun, world.units[3104].program[0].left = True, 2
    give(world.locations[1501], "wait 30")
    form(world.units[3105], world.units[3112], world.units[3113])
    world.units[3106].position = ""
    return world


@pytest.mark.rule("CF-1.2-15")
@pytest.mark.parametrize("slug", ["thalmar", "two_tides"])
def test_the_form_sent_back_unchanged_changes_nothing(slug: str) -> None:
    for seat in ("AM", "GH"):
        world = busy_world() if slug == "thalmar" else scenario_world(slug)
        text = "\n".join(order_form(view_of(world, seat)))
        sheet = read(text, view_of(world, seat))
        assert (sheet.orders, sheet.problems) == ((), ())
        before = dump(world)
        appended(world, **{seat: text})
        for nation in world.nations.values():
            nation.missed = 0
        assert dump(world) == before


@pytest.mark.rule("CF-1.2-15", "CF-4.1-03")
def test_the_form_shows_who_can_be_ordered_and_what_pends() -> None:
    lines = order_form(view_of(busy_world(), "AM"))
    assert max(map(len, lines)) <= 72  # a letter wraps longer ones once more
    assert all(len(one) > 50 or not re.match(r";   \S", after) for one, after in pairwise(lines))
    heads = [one for one in lines if one and not one.startswith(";")]
    assert heads[0] == "nation 1:"
    assert {"1501:", "1504:", "3104:", "3105:", "3114:"} <= set(heads)
    assert not {"3112:", "3113:", "3106:"} & set(heads)  # members of a force, and who is off the map
    text = "\n".join(lines)
    assert "; pending 1. wait 3 (begun-2)\n; pending 2. repeat 2\n;              wait 1\n;              repeat" in text
    assert "; pending 3. myname Old Guard" in text
    assert "leads 3112(Am) Medium Infantry, 3113(Am)" in text.replace("\n;  ", "")
    assert "22 administration points" in text
    assert "allowance 4" in text


@pytest.mark.rule("CF-1.2-15")
def test_what_is_written_below_a_number_of_the_form_is_ordered() -> None:
    world = busy_world()
    lines = order_form(view_of(world, "AM"))
    text = "\n".join(line + ("\nwait 7" if line == "3104:" else "") for line in lines)
    (order,) = read(text, view_of(world, "AM")).orders
    assert (order.code, order.data.head.name) == ("wait 7", "3104")
