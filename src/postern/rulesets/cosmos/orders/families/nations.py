"""Orders to a nation: policy, heir, home (CF-5.2, CF-5.4, CF-5.5); names and aliases: name, myname, alias, myalias (CF-21.1,
CF-21.6)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from postern.game.kit.orders.kinds import Refusal
from postern.rulesets.cosmos.orders.order import CosmosOrder, Doing, NationOrder, family
from postern.rulesets.cosmos.tables.amounts import HUNDRED, put, whole, written
from postern.rulesets.cosmos.turn import Actor, Giver, Issued, Turn
from postern.rulesets.cosmos.world.records import Item, Location, Nation, Policy, Unit, World

if TYPE_CHECKING:
    from postern.rulesets.cosmos.knowledge import View


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


_NOTHING = "-"
"""Stands in place of an ID where an alias is deleted."""


def set_alias(nation: Nation, alias: str, number: int) -> str:
    """Makes an alias stand for an ID and gives it as it is then called: a counting alias gets its next number (CF-21.6.1)."""
    name = alias.removeprefix("$").lower()
    if name.endswith("."):
        count = nation.alias_counts[name] = nation.alias_counts.get(name, 0) + 1
        name = f"{name[:-1]}{count}"
    nation.aliases[name] = number
    return f"${name}"


def forget_alias(nation: Nation, alias: str) -> None:
    """Deletes an alias; a counting alias begins at 1 again (CF-21.6.1-04)."""
    name = alias.removeprefix("$").lower()
    nation.aliases.pop(name, None)
    nation.alias_counts.pop(name, None)


def name_fault(world: World, thing: Actor | Item, new: str) -> str:
    """Why a thing cannot have this name; "" when it can (CF-21.1-02..05)."""
    if not re.fullmatch("[A-Za-z0-9 '-]{2,32}", new):
        return "A name has 2 to 32 letters, digits, blanks, dashes and apostrophes."
    if re.search(r"[0-9]{4}|[0-9]+(?![0-9A-Za-z])", new):
        return "A number in a name has at most three digits, and a letter follows it at once (101st Lancers)."
    if isinstance(thing, Unit):
        types = world.tables.unit_types
        rest = new.lower().replace(types[thing.type].name.lower(), "")
        other = [one.name for one in types.values() if re.search(rf"\b{re.escape(one.name.lower())}s?\b", rest)]
        if other:
            return f"The name speaks of another unit type ({max(other, key=len)})."
    return ""


def rename_fault(world: World, owner: str, number: int, new: str) -> str:
    """Why a nation cannot give a thing this name; "" when it can (CF-21.1-01)."""
    thing = world.units.get(number) or world.locations.get(number) or world.items.get(number)
    holder = world.units.get(thing.holder) if isinstance(thing, Item) else None
    if thing is None or (holder or thing).owner != owner:
        return f"{number} is nothing of yours."
    own_name = thing.unique if isinstance(thing, Location) else isinstance(thing, Item) and thing.id < new_items(world)
    if own_name:
        return f"{thing.name or thing.type} has a name of its own."
    return name_fault(world, thing, new)


def new_items(world: World) -> int:
    """The number from which items are not the scenario's own."""
    return int(world.tables.settings["new_item_from"])


def rename(world: World, owner: str, number: int, new: str) -> str:
    """Names an own thing. Gives why it cannot be, "" when it is done."""
    fault = rename_fault(world, owner, number, new)
    if not fault:
        (world.units.get(number) or world.locations.get(number) or world.items[number]).name = new
    return fault


def _refused(fault: str) -> Refusal | None:
    return Refusal("NOT POSSIBLE", fault) if fault else None


@dataclass(frozen=True)
class Name(CosmosOrder, NationOrder):
    """Names an own unit, item or location (CF-21.1-07)."""

    thing: str
    new: str
    name = "name"

    def objection(self, giver: Giver, view: View) -> Refusal | None:
        number = view.number(self.thing)
        return _refused(rename_fault(view.world, view.code, number, self.new)) if number else None

    def begin(self, doing: Doing) -> int | None:
        if fault := rename(doing.world, doing.actor.owner, doing.number(self.thing), self.new):
            doing.fail(fault)
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        return True

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        fault = rename(turn.world, nation.code, turn.number(nation, self.thing), self.new)
        return turn.fail(issued, "NOT POSSIBLE", fault) if fault else True


@dataclass(frozen=True)
class MyName(CosmosOrder):
    """Names the executing unit or location (CF-21.1-08)."""

    new: str
    name = "myname"

    def objection(self, giver: Giver, view: View) -> Refusal | None:
        return _refused("" if isinstance(giver, Nation) else rename_fault(view.world, view.code, giver.id, self.new))

    def begin(self, doing: Doing) -> int | None:
        if fault := rename(doing.world, doing.actor.owner, doing.actor.id, self.new):
            doing.fail(fault)
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        return True


@dataclass(frozen=True)
class Alias(CosmosOrder, NationOrder):
    """Makes an alias stand for an ID, or deletes it (CF-21.6-10)."""

    thing: str
    alias: str
    name = "alias"

    def begin(self, doing: Doing) -> int | None:
        if self.thing != _NOTHING and not doing.number(self.thing):
            doing.fail(f"{self.thing} stands for nothing.")
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        return self._set(doing.turn, doing.nation)

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        return self._set(turn, nation) or turn.fail(issued, "NOT POSSIBLE", f"{self.thing} stands for nothing.")

    def _set(self, turn: Turn, nation: Nation) -> bool:
        if self.thing == _NOTHING:
            forget_alias(nation, self.alias)
            return True
        number = turn.number(nation, self.thing)
        if number:
            set_alias(nation, self.alias, number)
        return number > 0


@dataclass(frozen=True)
class MyAlias(CosmosOrder):
    """Makes an alias stand for the executing unit or location (CF-21.6-08)."""

    alias: str
    name = "myalias"

    def effect(self, doing: Doing) -> bool:
        set_alias(doing.nation, self.alias, doing.actor.id)
        return True


NAMING = family("naming", {"name": Name, "myname": MyName, "alias": Alias, "myalias": MyAlias})
