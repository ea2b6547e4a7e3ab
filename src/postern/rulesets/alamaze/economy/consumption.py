"""What groups eat and are paid, and what it does to them when they are not; spoilage; morale by region (AC-06-88..97, AC-14-13,
rulings 11, 22 and 52)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.effects import Asked, amount
from postern.rulesets.alamaze.group_end import end_if_empty
from postern.rulesets.alamaze.group_values import change_morale
from postern.rulesets.alamaze.regions import reaction
from postern.rulesets.alamaze.treasury import CONSUMPTION, SPOILAGE, Ledgers, book
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Group, Kingdom, World

_AS_KINGDOM = "as kingdom brigade"


@dataclass
class Rations:
    """Groups that get no food (225), and those that get no gold (230)."""

    no_food: set[str] = field(default_factory=set)
    no_gold: set[str] = field(default_factory=set)


def upkeep(world: World, group: Group) -> tuple[int, int]:
    """Food and gold that a group needs a turn."""
    brigades = world.tables.brigades
    food = gold = 0
    for code, number in group.brigades.items():
        row = brigades[code]
        each = (
            brigades[world.tables.own_brigade(group.kingdom)].food_per_turn
            if row.food_per_turn == _AS_KINGDOM
            else row.food_per_turn
        )
        food += number * int(each)
        gold += number * row.gold_per_turn
    return food, gold


def consume(turn: Turn) -> None:
    """Food for the groups in the order of their numbers, each wholly or not at all; then gold likewise (ruling 52)."""
    rations = turn.state(Rations)
    for kingdom in turn.world.kingdoms.values():
        groups = [one for one in turn.world.groups_of(kingdom.code) if one.area]
        for group in groups:
            need, _ = upkeep(turn.world, group)
            if group.id not in rations.no_food and need <= kingdom.food:
                book(turn, kingdom, CONSUMPTION, food=-need)
                _fed(turn, group)
            elif need:
                _unfed(turn, kingdom, group, need)
        for group in [one for one in groups if one.area]:
            _, need = upkeep(turn.world, group)
            if group.id not in rations.no_gold and need <= kingdom.gold:
                book(turn, kingdom, CONSUMPTION, gold=-need)
            elif need:
                turn.state(Activity).unpaid.add(group.id)
                change_morale(turn.world, group, turn.tables.value("morale.unpaid"))
                turn.tell_kingdoms("unpaid", (kingdom.code,), group=group.id, need=need)


def _fed(turn: Turn, group: Group) -> None:
    group.unfed = 0
    healed = amount(Asked(turn.world, group.kingdom, group=group), "heal", "group")
    group.attrition = max(round(group.attrition + healed, 2), 0)


def _unfed(turn: Turn, kingdom: Kingdom, group: Group, need: int) -> None:
    group.unfed += 1
    change_morale(turn.world, group, turn.tables.value("morale.unfed"))
    if group.unfed > 1:
        late = "unfed.attrition_second" if group.unfed == 2 else "unfed.attrition_later"
        add_attrition(turn.world, group, turn.tables.value(late))
    turn.tell_kingdoms("unfed", (kingdom.code,), group=group.id, need=need, turns=group.unfed)
    end_if_empty(turn, group)


def add_attrition(world: World, group: Group, points: float) -> None:
    """Wears a group down. Above the most that a group can bear its weakest brigade goes, and the rest is reckoned anew
    (AC-06-95, ruling 23)."""
    group.attrition = min(round(group.attrition + points, 2), 100)
    while group.brigades and group.attrition > world.tables.value("group_attrition.maximum"):
        weakest = min(group.brigades, key=lambda code: (world.tables.brigades[code].value_vs_pc, code))
        dissolve(group, weakest)


def dissolve(group: Group, brigade: str) -> None:
    """One brigade goes, and its men fill the gaps of the others."""
    strength = group.size * (1 - group.attrition / 100)
    group.brigades[brigade] -= 1
    if not group.brigades[brigade]:
        del group.brigades[brigade]
    group.attrition = max(round(100 * (1 - strength / group.size), 2), 0) if group.size else 0


def spoil(turn: Turn) -> None:
    """A part of the food that is left spoils; gold does not (AC-14-13)."""
    for kingdom in turn.world.kingdoms.values():
        book(turn, kingdom, SPOILAGE, food=-int(kingdom.food * turn.tables.value("spoilage")))


def morale_by_region(turn: Turn) -> None:
    """Groups gain morale in friendly country, to a bound, and lose it in hostile country (AC-06-92..94, ruling 22)."""
    for _, group in sorted(turn.world.groups.items()):
        kingdom = turn.world.kingdoms[group.kingdom]
        if group.area and kingdom.reactions:
            row = turn.tables.reactions[reaction(turn.world, kingdom, turn.world.region_of(group.area))]
            change_morale(turn.world, group, row.end_of_turn_morale, row.morale_cap)


def tell_ledger(turn: Turn) -> None:
    """Each kingdom reads what came and went: by heading, with what it had before and has now (ruling 70)."""
    lines = turn.state(Ledgers).lines
    for kingdom in turn.world.kingdoms.values():
        own = {heading: list(change) for (code, heading), change in lines.items() if code == kingdom.code}
        food, gold = (sum(change[column] for change in own.values()) for column in (0, 1))
        data = {"lines": own, "before": [kingdom.food - food, kingdom.gold - gold], "after": [kingdom.food, kingdom.gold]}
        turn.tell_kingdoms("ledger", (kingdom.code,), **data)
