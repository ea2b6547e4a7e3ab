"""Orders to a nation: policy, heir, home (CF-5.2, CF-5.4, CF-5.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from postern.game.kit.orders import Refusal
from postern.rulesets.cosmos.amounts import HUNDRED, put, whole, written
from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.turn import Giver, Issued, NationOrder, Turn
from postern.rulesets.cosmos.world import Nation, Policy, World

if TYPE_CHECKING:
    from postern.rulesets.cosmos.view import View


def others(world: World, code: str) -> str:
    """The other nations that players lead, as orders name them."""
    rows = (one for one in world.tables.nations.values() if one.played and one.code != code)
    return ", ".join(f"{one.no} {one.code}" for one in sorted(rows, key=lambda one: one.no))


@dataclass(frozen=True)
class SetPolicy(NationOrder):
    """Sets the policy towards another nation at once (CF-5.4-08), as far as factions allow it (CF-5.4.1-01)."""

    nation: str
    policy: str
    name = "policy"

    def objection(self, giver: Giver, view: View) -> Refusal | None:
        return self._fault(view.world, view.code)

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        if fault := self._fault(turn.world, nation.code):
            return turn.fail(issued, fault.code, fault.why, fault.remedy)
        other = cast(str, turn.tables.nation(self.nation))
        nation.policies[other] = cast(Policy, self.policy)
        turn.tell("policy set", turn.seat_of(nation.code), nation=turn.tables.nations[other].name, policy=self.policy)
        return True

    def _fault(self, world: World, code: str) -> Refusal | None:
        tables = world.tables
        other = tables.nation(self.nation)
        if other is None:
            return Refusal("NO SUCH NATION", f'"{self.nation}" is no nation.', f"Other nations: {others(world, code)}.")
        own, row = tables.nations[code], tables.nations[other]
        if other == code:
            remedy = f"Name another nation by number or code: {others(world, code)}."
            return Refusal("NOT POSSIBLE", f"Nation {own.no} is yourself.", remedy)
        bound = tables.settings.get("faction_policy_own" if own.faction == row.faction else "faction_policy_other", "")
        if own.faction and row.faction and {bound, self.policy} == {"ally", "enemy"}:
            how = "allies" if bound == "ally" else "enemies"
            why = f"Your faction and that of {row.code} are {how}: {row.code} cannot be your {self.policy}."
            return Refusal("NOT POSSIBLE", why, f"Write {bound} or neutral.")
        return None


@dataclass(frozen=True)
class Heir(NationOrder):
    """Declares the heir, who must be of the nation's ruler type (CF-5.5-10)."""

    unit: str
    name = "heir"

    def objection(self, giver: Giver, view: View) -> Refusal | None:
        number = view.number(self.unit)
        return self._fault(view.world, view.nation, number) if number else None

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        number = turn.number(nation, self.unit)
        if fault := self._fault(turn.world, nation, number):
            return turn.fail(issued, fault.code, fault.why, fault.remedy)
        nation.heir = number
        turn.tell_owner(turn.world.units[number], "heir declared")
        return True

    def _fault(self, world: World, nation: Nation, number: int) -> Refusal | None:
        unit, tables = world.units.get(number), world.tables
        if unit is None or unit.owner != nation.code:
            return Refusal("NOT YOURS", f"{number} is no unit of yours.", _candidates(world, nation))
        ruler = tables.nations[nation.code].ruler_type
        if unit.type != ruler:
            need, kind = tables.unit_types[ruler].name, tables.unit_types[unit.type].name
            why = f"The heir must be of your ruler type {need}; {number} is a {kind}."
            return Refusal("NOT POSSIBLE", why, _candidates(world, nation))
        if number == nation.ruler:
            return Refusal("NOT POSSIBLE", f"{number} is the ruler.", _candidates(world, nation))
        return None


def _candidates(world: World, nation: Nation) -> str:
    ruler = world.tables.nations[nation.code].ruler_type
    found = [
        n for n, one in sorted(world.units.items()) if one.owner == nation.code and one.type == ruler and n != nation.ruler
    ]
    return f"Candidates: {', '.join(map(str, found))}." if found else "There is no candidate."


@dataclass(frozen=True)
class Home(NationOrder):
    """Moves the home at once (CF-5.2-03). What it costs and where it can be is the scenario's (CF-5.2-02)."""

    place: str
    name = "home"

    def objection(self, giver: Giver, view: View) -> Refusal | None:
        number = view.number(self.place)
        return self._fault(view.world, view.nation, number) if number else None

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        world, number = turn.world, turn.number(nation, self.place)
        cost = world.tables.nations[nation.code].home_move_cost
        short = [name for name, amount in cost.items() if whole(nation.pool, name) < amount]
        fault = self._fault(world, nation, number)
        if fault is None and short:
            fault = Refusal("NOT ENOUGH", f"Moving the home costs {written(cost)}; there is not enough {', '.join(short)}.")
        if fault is not None:
            return turn.fail(issued, fault.code, fault.why, fault.remedy)
        for name, amount in cost.items():
            put(nation.pool, name, -amount * HUNDRED)
        nation.home = number
        turn.tell("home moved", turn.seat_of(nation.code), place=number, cost=written(cost))
        return True

    def _fault(self, world: World, nation: Nation, number: int) -> Refusal | None:
        location, hexagon = world.locations.get(number), world.hexes.get(number)
        thing = location or hexagon
        if thing is None or thing.owner != nation.code:
            return Refusal("NOT YOURS", f"{number} is no place of yours.")
        if number == nation.home:
            return Refusal("NOT POSSIBLE", f"Your home is {number} already.")
        places = world.tables.settings.get("home_in", "hex").split()
        if (location.type if location else "hex") not in places:
            return Refusal("NOT POSSIBLE", f"{number} cannot be a home; here it stands in a {' or '.join(places)}.")
        return None


NATIONS = family("nations", {"policy": SetPolicy, "heir": Heir, "home": Home})
