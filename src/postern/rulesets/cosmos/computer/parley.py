"""Taking units over: leaders hire who offers himself where they are, and bribe common troops beside them (CF-7.4)."""

from __future__ import annotations

from postern.rulesets.cosmos.amounts import whole
from postern.rulesets.cosmos.computer.numbers import NUMBERS
from postern.rulesets.cosmos.computer.survey import Survey
from postern.rulesets.cosmos.taking_over import bribable, for_hire, hire_price, price
from postern.rulesets.cosmos.world import Unit


def take_over(survey: Survey) -> None:
    """Each leader without orders takes over one unit where he stands, if there is gold enough for it."""
    for unit in survey.own:
        row = survey.tables.leaders.get(unit.type)
        if row is None or not survey.idle(unit):
            continue
        others = [one for one in survey.world.units.values() if _beside(survey, unit, one)]
        gold = whole(survey.nation.pool, "gold") - NUMBERS.purse.reserve
        for one in sorted(others, key=lambda one: (-survey.might([one]), one.id)):
            least, greatest = price(survey.world, [one], "defect")
            if row.hire and for_hire(survey.world, one) and hire_price(survey.tables, one).get("gold", 0) <= gold:
                survey.letter.order(unit.id, f"hire {one.id}")
                break
            middle = (least + greatest) // 2
            enemy = survey.world.policy(survey.code, one.owner) == "enemy"
            if row.bribe and enemy and bribable(survey.tables, one) and 0 < middle <= gold:
                survey.letter.order(unit.id, f"bribe defect {middle} {one.id}")
                break


def _beside(survey: Survey, unit: Unit, other: Unit) -> bool:
    foreign = not survey.world.friendly(survey.code, other.owner)
    return foreign and other.position == unit.position and other.questing == unit.questing
