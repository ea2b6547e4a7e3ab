"""What units, locations and IDs are called: names in reports, aliases in orders (CF-2.3-07, CF-21.6)."""

from __future__ import annotations

from postern.rulesets.cosmos.world import Item, Location, Nation, Unit, World


def called(world: World, thing: Unit | Location) -> str:
    """A unit or location as reports call it: ``3101(Am*) King Aldric III (Noble)``, ``Stavenholm [1501(Am)]`` (CF-2.3-07,
    CF-2.4-03, CF-5.5-01, CF-5.5-08)."""
    if isinstance(thing, Location):
        return f"{thing.name or thing.type} [{thing.id}{f'({thing.owner})' if thing.owner else ''}]"
    kind, nation = world.tables.unit_types[thing.type], world.nations.get(thing.owner)
    mark = "*" if nation and nation.ruler == thing.id else ""
    if nation and not mark and world.tables.nations[nation.code].ruler_type == thing.type:
        mark = "+"
    name = f"{thing.name} ({kind.name})" if thing.name else kind.name
    return f"{thing.id}({thing.owner}{mark}) {name}"


def the_nation(name: str) -> str:
    """A nation's name within a sentence: "the Rowan Court", "The Wild"."""
    return name if name.startswith("The ") else f"the {name}"


def item_called(item: Item) -> str:
    """An item as reports call it: ``Magic Sword [2031(Am)]``, ``Ember of Noon [2002] (ember)`` where its name does not show the
    type (CF-2.4-03)."""
    shown = item.type.lower() in item.name.lower()
    return f"{item.name} [{item.id}{f'({item.owner})' if item.owner else ''}]{'' if shown else f' ({item.type})'}"


def alias_of(nation: Nation, alias: str) -> int:
    """The ID that an alias of a nation stands for, 0 for none. A counting alias is the last made of it (CF-21.6.1-03)."""
    if alias.endswith("."):
        alias = f"{alias[:-1]}{nation.alias_counts.get(alias, 0)}"
    return nation.aliases.get(alias, 0)


def number_of(world: World, nation: Nation, text: str) -> int:
    """The ID that a number or an alias of a nation stands for; 0 for an alias that stands for nothing (CF-21.6-06).

    ``$12/wall`` is the alias of nation 12; both nations must hold each other as allies (ruling 1.8).
    """
    if not text.startswith("$"):
        return int(text)
    whose, slash, alias = text[1:].lower().rpartition("/")
    if not slash:
        return alias_of(nation, alias)
    other = world.tables.nation(whose) or ""
    both = other in world.nations and {world.policy(nation.code, other), world.policy(other, nation.code)} == {"ally"}
    return alias_of(world.nations[other], alias) if both else 0
