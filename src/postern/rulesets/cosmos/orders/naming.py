"""Names and aliases: name, myname, alias, myalias (CF-21.1, CF-21.6)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.turn import Actor, CosmosOrder, Doing, Issued, NationOrder, Turn
from postern.rulesets.cosmos.world import Item, Nation, World


def set_alias(nation: Nation, alias: str, number: int) -> str:
    """Makes an alias stand for an ID and gives it as it is then called: a counting alias gets its next number (CF-21.6.1)."""
    name = alias.removeprefix("$").lower()
    if name.endswith("."):
        count = nation.aliases.get(f"{name}count", 0) + 1
        nation.aliases[f"{name}count"] = count
        nation.aliases[name] = number
        name = f"{name[:-1]}{count}"
    nation.aliases[name] = number
    return f"${name}"


def forget_alias(nation: Nation, alias: str) -> None:
    """Deletes an alias; a counting alias begins at 1 again (CF-21.6.1-04)."""
    name = alias.removeprefix("$").lower()
    for one in (name, f"{name}count" if name.endswith(".") else name):
        nation.aliases.pop(one, None)


def name_fault(world: World, thing: Actor | Item, new: str) -> str:
    """Why a thing cannot have this name; "" when it can (CF-21.1-02..05)."""
    if not 2 <= len(new) <= 32 or not re.fullmatch("[A-Za-z0-9 '-]+", new):
        return "A name has 2 to 32 letters, digits, blanks, dashes and apostrophes."
    if re.search(r"[0-9]{4}|[0-9]+(?![0-9A-Za-z])", new):
        return "A number in a name has at most three digits, and a letter follows it at once (101st Lancers)."
    types = world.tables.unit_types
    other = [one.name for one in types.values() if one.name.lower() in new.lower() and one.no != getattr(thing, "type", 0)]
    if thing.id in world.units and other:
        return f"The name speaks of another unit type ({other[0]})."
    return ""


def rename(world: World, owner: str, number: int, new: str) -> str:
    """Names an own thing. Gives why it cannot be, "" when it is done."""
    thing = world.units.get(number) or world.locations.get(number) or world.items.get(number)
    if thing is None or thing.owner != owner:
        return f"{number} is nothing of yours."
    if getattr(thing, "unique", False):
        return f"{thing.name or thing.type} has a name of its own."
    if fault := name_fault(world, thing, new):
        return fault
    thing.name = new
    return ""


@dataclass(frozen=True)
class Name(CosmosOrder, NationOrder):
    """Names an own unit, item or location (CF-21.1-07)."""

    thing: str
    new: str
    name = "name"

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

    def effect(self, doing: Doing) -> bool:
        self._set(doing.turn, doing.nation)
        return True

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        self._set(turn, nation)
        return True

    def _set(self, turn: Turn, nation: Nation) -> None:
        if self.thing == "0":
            forget_alias(nation, self.alias)
        else:
            set_alias(nation, self.alias, turn.number(nation, self.thing))


@dataclass(frozen=True)
class MyAlias(CosmosOrder):
    """Makes an alias stand for the executing unit or location (CF-21.6-08)."""

    alias: str
    name = "myalias"

    def effect(self, doing: Doing) -> bool:
        set_alias(doing.nation, self.alias, doing.actor.id)
        return True


KINDS = family("naming", {"name": Name, "myname": MyName, "alias": Alias, "myalias": MyAlias})
