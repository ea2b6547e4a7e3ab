"""What the land brought is told to its owner alone, so that troops and zorans add up from report to report."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.report.documents import forecast
from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.rules.economy import levy_rate, tax_rate
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import land, leader, own, run
from tests.rules.great_jewels.games import played


def _told(world: World, seat: str) -> str:
    (event,) = [one for one in run(world).events if one.kind == "income" and seat in one.seen_by]
    assert event.seen_by == {seat}
    said = sentence(event, seat)
    assert said is not None
    return said.text


@pytest.mark.rule("QJ-10-02", "QJ-11-02")
def test_levies_and_taxes_are_told_with_what_gave_none_and_where_rates_rose() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=4, rises=0, turns_owned=5)
    own(world, "L5", "AAA", garrison=1, besieged=True)
    leader(world, 31, "BBB", "L5", troops=40)
    after = run(world).world
    mine = [place for place in after.provinces.values() if place.owner == "AAA" and place.name != "L5"]
    levies, taxes = sum(levy_rate(after, one) for one in mine), sum(tax_rate(after, one) for one in mine)
    assert _told(world, "AAA") == (
        f"Levies brought {levies} troops and taxes {taxes} zorans from 2 provinces. Nothing came from province L5, besieged. "
        "Rates rose by 1 in E5."
    )


def test_whole_turns_add_up_where_nothing_else_happens() -> None:
    world = played("lively", 4)
    outcome = RULESET.resolve(world, {}, Chance("quiet"))
    for seat in RULESET.active(outcome.world):
        (told,) = [one.data for one in outcome.events if one.kind == "income" and seat in one.seen_by]
        other = {one.data.get("province") for one in outcome.events if one.kind not in ("income", "new-leader", "healed")}
        names = [name for name, one in world.provinces.items() if one.owner == seat]
        took = any(one.data["by"] == seat for one in outcome.events if one.kind == "captured")
        if took or other & set(names) or any(outcome.world.provinces[name].owner != seat for name in names):
            continue
        held = {one.province for one in world.talismans.values()} & set(names)
        if not held:
            zorans = [sum(one.provinces[name].zorans for name in names) for one in (world, outcome.world)]
            assert zorans[1] - zorans[0] == told["taxes"], seat


def test_a_forecast_tells_income_and_on_what_a_capture_hangs() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=4)
    leader(world, 13, "AAA", "E5", troops=9)
    view = view_of(world, "AAA")
    (account,) = [one for one in forecast(read("L13ME6", view), view).sections if one.key == "account"]
    said = str(account)
    assert "You would capture E6 if nobody is there: you have never seen it." in said
    assert "Levies would bring " in said
