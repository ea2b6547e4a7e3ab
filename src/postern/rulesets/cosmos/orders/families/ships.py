"""Ships: embark, disembark, launch, scuttle (CF-12)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.cosmos.orders.families.movement import arrive
from postern.rulesets.cosmos.orders.order import CosmosOrder, Doing, NationOrder, family
from postern.rulesets.cosmos.rules.works import assigned, at_sea, capacity, harbour, ports
from postern.rulesets.cosmos.tables.amounts import HUNDRED, put, written
from postern.rulesets.cosmos.tables.scenario import CONTENT
from postern.rulesets.cosmos.turn import Issued, Turn
from postern.rulesets.cosmos.world.places import hex_of, level, terrain_at
from postern.rulesets.cosmos.world.records import Nation, Pending, Work, World
from postern.rulesets.cosmos.world.strength import size_of

_BACK: dict[str, int] = CONTENT.toml("movement")["scuttling"]


@dataclass(frozen=True)
class Embark(CosmosOrder):
    """Takes a force on board from a harbour; it stays ashore until it is done (CF-12-11)."""

    hex: str
    name = "embark"

    def begin(self, doing: Doing) -> int | None:
        """Leaves a location first, by an order of its own, then takes up the ships' room."""
        world, unit, goal = doing.world, doing.unit, doing.number(self.hex)
        here = hex_of(world, unit.position)
        if unit.questing or unit.embarked or not here or goal not in world.hexes:
            doing.fail(f"It cannot embark to {self.hex} from where it is.")
            return None
        if not harbour(world, unit.owner, here, goal):
            doing.fail(f"There is no harbour between {here} and {goal}.", "Embark at a bay or at the mouth of a large river.")
            return None
        if level(world, unit.position) == "inside":
            program = unit.program
            place = next(place for place, one in enumerate(program) if one is doing.pending) + 1
            program[place:place] = [Pending(f"move {here}"), Pending(f"embark {goal}")]
            return None
        if level(world, unit.position) != "surface":
            doing.fail("Only from the surface of the coast can one embark.")
            return None
        size = sum(size_of(world.tables, one) for one in doing.force)
        free = capacity(doing.nation) - assigned(world, unit.owner)
        if size > free:
            doing.fail(f"The force needs room for {size}; the ships have {max(0, free)} left.")
            return None
        doing.pending.memory = {"from": unit.position, "size": size}
        return doing.turn.tables.nations[unit.owner].embark_phases

    def effect(self, doing: Doing) -> bool:
        """Puts the force to sea. Who joined it meanwhile needs room, too."""
        unit, force, memory = doing.unit, doing.force, doing.pending.memory
        size = sum(size_of(doing.world.tables, one) for one in force)
        if unit.position != memory["from"]:
            return True
        if size > int(memory["size"]) and assigned(doing.world, unit.owner) > capacity(doing.nation):
            doing.fail(f"The force has grown to {size}, for which the ships have no room.")
            return True
        arrive(doing.turn, force, str(doing.number(self.hex)))
        for one in force:
            one.embarked = True
        doing.turn.tell_of(unit, "embarked", ocean=unit.position)
        return True


@dataclass(frozen=True)
class Disembark(CosmosOrder):
    """Brings a force ashore at a harbour; it stays at sea until it is done (CF-12-14)."""

    hex: str
    name = "disembark"

    def begin(self, doing: Doing) -> int | None:
        world, unit, goal = doing.world, doing.unit, doing.number(self.hex)
        if not unit.embarked or not unit.position or goal not in world.hexes:
            doing.fail(f"It cannot disembark to {self.hex}: it is not at sea beside it.")
            return None
        if not harbour(world, unit.owner, goal, hex_of(world, unit.position)):
            doing.fail(f"There is no harbour between {unit.position} and {goal}.", "Land at a bay or at a large river's mouth.")
            return None
        terrain = terrain_at(world, str(goal))
        types = world.tables.unit_types
        if any(terrain not in world.tables.moves[types[one.type].move_profile] for one in doing.force):
            doing.fail(f"Not all of the force can go ashore at {goal} ({terrain}).")
            return None
        doing.pending.memory = {"from": unit.position}
        return world.tables.nations[unit.owner].embark_phases

    def effect(self, doing: Doing) -> bool:
        unit = doing.unit
        if unit.position != doing.pending.memory["from"]:
            return True
        arrive(doing.turn, doing.force, str(doing.number(self.hex)))
        for one in doing.force:
            one.embarked = False
        doing.turn.tell_of(unit, "disembarked", coast=unit.position)
        return True


@dataclass(frozen=True)
class Launch(NationOrder):
    """Begins to build ships, paid at once (CF-12.3-01, ruling 2.7)."""

    ships: str
    number: int = field(default=1)
    name = "launch"

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        cost = {name: each * self.number for name, each in _cost(turn.world, nation, self.ships).items()}
        short = {name: need for name, need in cost.items() if nation.pool.get(name, 0) < need * HUNDRED}
        if not ports(turn.world, nation.code):
            return turn.fail(issued, "NOT POSSIBLE", "You own no hex with a bay or the mouth of a large river.")
        if short:
            return turn.fail(
                issued, "NOT ENOUGH", f"{self.number} {self.ships} cost {written(cost)}; you lack {', '.join(short)}."
            )
        for name, need in cost.items():
            put(nation.pool, name, -need * HUNDRED)
        phases = turn.tables.nations[nation.code].launch_phases
        nation.works.append(Work("launch", self.ships, number=self.number, left=phases, paid=cost))
        facts = {"nation": nation.code, "ships": self.ships, "number": self.number, "phases": phases}
        turn.tell("ships begun", turn.seat_of(nation.code), **facts)
        return True


@dataclass(frozen=True)
class Scuttle(NationOrder):
    """Takes ships out of service at once; half of their wood comes back (CF-12.3-02, CF-12.3-03, ruling 3.9)."""

    ships: str
    number: int = field(default=1)
    name = "scuttle"

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        owned: int = getattr(nation, self.ships)
        if self.number > owned:
            return turn.fail(issued, "NOT ENOUGH", f"You have {owned} {self.ships}.")
        setattr(nation, self.ships, owned - self.number)
        needed = at_sea(turn.world, nation.code)
        if capacity(nation) < needed:
            setattr(nation, self.ships, owned)
            return turn.fail(issued, "NOT POSSIBLE", f"Your units at sea need room for {needed}.")
        cost = _cost(turn.world, nation, self.ships)
        back = {name: cost.get(name, 0) * self.number * percent // 100 for name, percent in _BACK.items()}
        for name, number in back.items():
            put(nation.pool, name, number * HUNDRED)
        facts = {"nation": nation.code, "ships": self.ships, "number": self.number, "back": written(back)}
        turn.tell("ships scuttled", turn.seat_of(nation.code), **facts)
        return True


def _cost(world: World, nation: Nation, ships: str) -> dict[str, int]:
    row = world.tables.nations[nation.code]
    return dict(row.warship_cost if ships == "warships" else row.transport_cost)


SHIPS = family("ships", {"embark": Embark, "disembark": Disembark, "launch": Launch, "scuttle": Scuttle})
