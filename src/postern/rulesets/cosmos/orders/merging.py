"""Orders that join and end units: merge and disband (CF-7.2, CF-7.3)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.cosmos.economy.people import give_back, invested, recovered
from postern.rulesets.cosmos.economy.sources import pool_closed
from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.places import hex_of
from postern.rulesets.cosmos.strength import force_of, type_of
from postern.rulesets.cosmos.turn import CosmosOrder, Doing, Issued, NationOrder, Turn
from postern.rulesets.cosmos.world import Nation, Unit, World


def merge_fault(world: World, nation: str, target: Unit | None, source: Unit | None) -> str:
    """Why individuals cannot go from one unit to another; "" when they can (CF-7.2-01, CF-7.2-08)."""
    if target is None or source is None or target is source or {target.owner, source.owner} != {nation}:
        return "Two units of your own are needed."
    if not type_of(world.tables, target).mass or source.type != target.type:
        return f"{source.id} and {target.id} are not of one mass type."
    if not target.position or target.position != source.position:
        return f"{source.id} is not where {target.id} is."
    if source.charmed_from != target.charmed_from:
        return f"One of {source.id} and {target.id} is charmed."
    return ""


def merge(turn: Turn, target: Unit, source: Unit) -> int:
    """Moves individuals, the least wounded first, as far as the target has room and the source keeps its least number or is
    used up (CF-7.2-06, CF-7.2-07, CF-7.2-12). Gives how many went."""
    kind = type_of(turn.tables, target)
    number = min(kind.max - target.individuals, source.individuals)
    if number < source.individuals:
        number = min(number, source.individuals - kind.min)
    if number <= 0:
        return 0
    going = max(0, number - (source.individuals - len(source.wounds)))
    target.wounds = sorted([*target.wounds, *source.wounds[:going]])
    source.wounds = source.wounds[going:]
    target.individuals += number
    source.individuals -= number
    target.bought = target.bought or source.bought
    turn.tell_owner(target, "merged", number=number, source=source.id, left=source.individuals)
    if not source.individuals:
        turn.hand_over(source, target)
        turn.remove(source)
    return number


@dataclass(frozen=True)
class Merge(CosmosOrder, NationOrder):
    """Moves individuals of later units in the list into the first (CF-7.2-02..05)."""

    units: tuple[str, ...]
    name = "merge"

    def begin(self, doing: Doing) -> int | None:
        unit, numbers = doing.unit, [number for number in map(doing.number, self.units) if number]
        if not self.units:
            same = [one.id for one in force_of(doing.world, unit) if one.type == unit.type and one is not unit]
            numbers = [unit.id, *same]
        elif len(numbers) == 1:
            numbers.append(unit.id)
        if fault := _merge_all(doing.turn, doing.nation, numbers):
            doing.fail(fault)
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        return True

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        numbers = [number for text in self.units if (number := turn.number(nation, text))]
        fault = _merge_all(turn, nation, numbers)
        return turn.fail(issued, "NOT POSSIBLE", fault) if fault else True


def _merge_all(turn: Turn, nation: Nation, numbers: list[int]) -> str:
    """Merges what can be merged. Gives why nothing was, "" otherwise."""
    if len(numbers) < 2:
        return "Two units of your own are needed."
    faults, moved = [], 0
    for number in numbers[1:]:
        target, source = turn.world.units.get(numbers[0]), turn.world.units.get(number)
        fault = merge_fault(turn.world, nation.code, target, source)
        if not fault and target is not None and source is not None:
            went = merge(turn, target, source)
            moved += went
            fault = "" if went else f"{target.id} has no room for individuals of {source.id}, or those must stay."
        faults.append(fault)
    return "" if moved else next(filter(None, faults), "")


# --- disbanding ----------------------------------------------------------------------------------------------------------


def disband_fault(world: World, nation: str, unit: Unit | None) -> str:
    """Why a unit cannot be disbanded; "" when it can (CF-7.3-01)."""
    if unit is None or unit.owner != nation:
        return "it is no unit of yours"
    place = hex_of(world, unit.position)
    return "" if place and world.hexes[place].owner == nation else "it is in no hex of yours; flee would dissolve it there"


def disband(turn: Turn, nation: Nation, unit: Unit) -> None:
    """Dissolves a unit: all its people and four fifths of the rest come back, but no gold and no mana (CF-7.3-04). Nothing does
    from a place that a siege has cut off."""
    back = {} if pool_closed(turn.world, unit) else recovered(turn.tables, invested(turn.tables, unit), "disband_recovery_pct")
    give_back(nation, back)
    turn.tell_of(unit, "disbanded", individuals=unit.individuals)
    turn.tell_owner(unit, "recovered", goods=back)
    turn.remove(unit)


@dataclass(frozen=True)
class Disband(CosmosOrder, NationOrder):
    """Dissolves units in hexes of their nation (CF-7.3-03)."""

    units: tuple[str, ...]
    name = "disband"

    def begin(self, doing: Doing) -> int | None:
        if fault := _disband_all(doing.turn, doing.nation, [number for number in map(doing.number, self.units) if number]):
            doing.fail(fault)
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        return True

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        fault = _disband_all(turn, nation, [number for text in self.units if (number := turn.number(nation, text))])
        return turn.fail(issued, "NOT POSSIBLE", fault) if fault else True


def _disband_all(turn: Turn, nation: Nation, numbers: list[int]) -> str:
    """Disbands what can be. Gives why others cannot, "" when all could."""
    faults = []
    for number in numbers:
        unit = turn.world.units.get(number)
        if fault := disband_fault(turn.world, nation.code, unit):
            faults.append(f"{number} cannot be disbanded: {fault}.")
        elif unit is not None:
            disband(turn, nation, unit)
    return " ".join(faults)


MERGING = family("merging", {"merge": Merge, "disband": Disband})
