"""The status report: points, limits, policies, resources, hexes, locations and units with their programs (gaps 12.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from postern.game.report import Block, Bullets, Column, Section, Table, Text
from postern.rulesets.cosmos.amounts import HUNDRED, total
from postern.rulesets.cosmos.names import called
from postern.rulesets.cosmos.places import hex_of
from postern.rulesets.cosmos.strength import efficiency, force_of, levels, type_of, wound_pct, wound_points
from postern.rulesets.cosmos.world import Nation, Pending, Unit, World

_ORDER = ("gold", "food", "wood", "iron", "arms", "manpower")


def place_name(world: World, position: str) -> str:
    """A position in words: "190", "Stavenholm [1501] in 190", "under 190"."""
    if not position:
        return "on the way"
    if position[0] in "ou":
        return f"{'over' if position[0] == 'o' else 'under'} {position[1:]}"
    location = world.locations.get(int(position))
    if location is None:
        return position
    return f"{location.name or location.type} [{location.id}] in {hex_of(world, position)}"


def strength_line(world: World, unit: Unit) -> str:
    """Numbers and strength: ``75/100%/100%`` of a mass unit, ``8 w.p./100%`` of an individual (CF-15.3-05..07)."""
    kind = type_of(world.tables, unit)
    fit = round(100 * efficiency(kind, unit))
    if kind.mass:
        return f"{unit.individuals}/{wound_pct(kind, unit)}%/{fit}%"
    return f"{wound_points(kind, unit)} w.p./{fit}%"


def wounds_line(world: World, unit: Unit) -> str:
    """How many individuals are wounded and how badly (CF-15.3-08); "" when none is."""
    kind = type_of(world.tables, unit)
    told = [f"{number} with {level}" for level, number in levels(kind, unit).items() if number and level != "unwounded"]
    return ", ".join(told).replace("with incapacitated", "incapacitated")


def program_lines(program: Sequence[Pending], indent: str = "") -> Iterator[str]:
    """Pending orders as they are written, with their blocks, and what is begun (CF-4.1-03)."""
    for one in program:
        begun = f"  ; begun, {one.left} more" if one.begun else ""
        yield f"{indent}{one.text}{begun}"
        if one.inner:
            yield f"{indent}  orders:"
            yield from program_lines(one.inner, f"{indent}    ")
            yield f"{indent}  ."


def standing(world: World, nation: Nation) -> Section:
    """Points, administration limit, home, ruler and heir, policies."""
    tables = world.tables
    others = [one for one in world.nations.values() if one.code != nation.code]
    policies = ", ".join(
        f"{tables.nations[one.code].name} ({one.code}, {tables.nations[one.code].no}): {world.policy(nation.code, one.code)}"
        for one in others
    )
    ruler, heir = (world.units.get(number) for number in (nation.ruler, nation.heir))
    lines = [
        f"POINTS: {nation.points} plus faction bonus {nation.bonus}: {nation.points + nation.bonus}",
        f"Administration limit of the coming turn: {nation.admin_limit}.",
        f"Home: {place_name(world, str(nation.home))}.",
        f"Ruler: {called(world, ruler) if ruler else 'none'}; heir: {called(world, heir) if heir else 'none'}.",
        f"Your policies: {policies}.",
        f"Navy: {nation.warships} warships, {nation.transports} transports.",
    ]
    return Section("standing", "Your nation", (Bullets(tuple(lines)),))


def resources(world: World, nation: Nation, due: dict[str, int], potential: dict[str, int]) -> Section:
    """The resource table (CF-6.1-02). ``due`` and ``potential`` are upkeep and next production, in hundredths."""
    local = total(
        [
            *(one.carries for one in world.units.values() if one.owner == nation.code),
            *(one.stores for one in world.locations.values() if one.owner == nation.code),
            *(one.stores for one in world.hexes.values() if one.owner == nation.code),
        ]
    )
    tables = (nation.pool, local, nation.produced, nation.used, nation.lost, due, potential)
    names = {name for table in tables for name in table}
    ordered = [*(name for name in _ORDER if name in names), *sorted(names - set(_ORDER))]
    rows = tuple((name, *(f"{table.get(name, 0) // HUNDRED:,}" for table in tables)) for name in ordered)
    heads = ("Resource", "Pool", "Distr.", "Prod.", "Used", "Lost", "Upk.", "Poten.")
    columns = tuple(Column(head, number=head != "Resource") for head in heads)
    return Section("resources", "Resources", (Table(columns, rows),))


def lands(world: World, nation: Nation) -> Section:
    """Own hexes, and own locations with what they still have to do."""
    own = [number for number, one in sorted(world.hexes.items()) if one.owner == nation.code]
    blocks: list[Block] = [Text(f"**{len(own)} hexes**: {', '.join(map(str, own)) or 'none'}.")]
    rows = []
    for location in sorted(world.locations.values(), key=lambda one: one.id):
        if location.owner == nation.code:
            size = f"{location.size} of {location.max_size}" if location.max_size else ""
            walls = f"{location.rating}/{location.strength}" if location.strength else ""
            damage = f"{location.damage}" if location.damage else ""
            doing = "; ".join(one.strip() for one in program_lines(location.program))
            rows.append(
                (
                    str(location.id),
                    f"{location.name or location.type} ({location.type})",
                    location.outside,
                    size,
                    walls,
                    damage,
                    doing,
                )
            )
    columns = (
        Column("ID"),
        Column("Location"),
        Column("In"),
        Column("Size"),
        Column("Walls"),
        Column("Damage"),
        Column("Orders", wide=True),
    )
    if rows:
        blocks.append(Table(columns, tuple(rows)))
    return Section("lands", "Hexes and locations", tuple(blocks))


def units(world: World, nation: Nation) -> Section:
    """Own units force by force, the leader first, with wounds, what is carried, and programs."""
    rows = []
    for leader in sorted((one for one in world.units.values() if one.owner == nation.code), key=lambda one: one.id):
        if leader.leader:
            continue
        for place, unit in enumerate(force_of(world, leader)):
            rows.append(_unit_row(world, unit, member=place > 0))
    columns = (
        Column("Unit"),
        Column("At"),
        Column("Strength"),
        Column("Tactics"),
        Column("Morale", number=True),
        Column("Carries, wounds", wide=True),
        Column("Pending orders", wide=True),
    )
    return Section("units", "Units, force by force", (Table(columns, tuple(rows)),))


def _unit_row(world: World, unit: Unit, member: bool) -> tuple[str, ...]:
    carried = [f"{number // HUNDRED} {name}" for name, number in unit.carries.items()]
    carried += [f"{item.name} [{item.id}]" for item in world.items.values() if item.holder == unit.id]
    states = [name for name, on in (("hidden", unit.hidden), ("questing", unit.questing), ("at sea", unit.embarked)) if on]
    states += [f"flees at {unit.flee_when} w.p."] if unit.flee_when else []
    notes = "; ".join(filter(None, (", ".join(carried), wounds_line(world, unit), ", ".join(states))))
    orders = "; ".join(one.strip() for one in program_lines(unit.program))
    name = called(world, unit)
    return (
        f"· {name}" if member else name,
        "" if member else place_name(world, unit.position),
        strength_line(world, unit),
        unit.tactics,
        str(unit.morale),
        notes,
        orders,
    )


def totals(world: World, nation: Nation) -> dict[str, int]:
    """Figures of a nation: hexes, soldiers, gold."""
    own: Iterable[Unit] = (one for one in world.units.values() if one.owner == nation.code)
    return {
        "hexes": sum(one.owner == nation.code for one in world.hexes.values()),
        "soldiers": sum(one.individuals for one in own if world.tables.unit_types[one.type].mass),
        "gold": nation.pool.get("gold", 0) // HUNDRED,
    }
