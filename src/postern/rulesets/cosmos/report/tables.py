"""The status report: points, limits, policies, resources, hexes, locations and units with their programs (ruling 19.1), and
the order form: every unit and location that can be ordered, with what it still has to do, ready to edit (CF-1.2-15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from postern.game.kit.report.form import remark
from postern.game.report import Block, Bullets, Column, Section, Steps, Table, Text
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.rules.economy.sources import cost_per_load
from postern.rulesets.cosmos.tables.amounts import HUNDRED, nearest, total
from postern.rulesets.cosmos.turn import Actor
from postern.rulesets.cosmos.world.places import called, hex_of, item_called, location_at
from postern.rulesets.cosmos.world.records import Nation, Pending, Unit, World
from postern.rulesets.cosmos.world.strength import efficiency, first_tactics, force_of, levels, type_of, wound_pct, wound_points

_STEPPED = ("gold", "food")
_COLUMNS = (
    "Pool: ready for use. Distr.: lies in places or is carried. Prod., used, lost: last turn. Upk.: next turn's upkeep. "
    "Poten.: what next turn will produce."
)
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
        begun = f" (begun, {one.left} more)" if one.begun else ""
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


def resources(
    world: World, nation: Nation, due: dict[str, int], potential: dict[str, int], had: Mapping[str, int] | None = None
) -> Section:
    """The resource table (CF-6.1-02). ``due`` and ``potential`` are upkeep and next production, in hundredths; ``had`` is what
    the pool held when the turn began, in hundredths, for the steps of gold and food."""
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
    steps = [_steps(nation, name, had[name]) for name in _STEPPED if had and had.get(name)]
    costs = tuple(_transport(world, nation))
    table = Table(columns, rows, caption=_COLUMNS)
    return Section("resources", "Resources", (table, *steps, *((Bullets(costs),) if costs else ())))


def _steps(nation: Nation, name: str, had: int) -> Steps:
    """How a store of the pool went from the beginning of the turn to its end, reckoned in hundredths and shown whole. What was
    given, taken and stored is the rest."""
    made, used, lost = (stock.get(name, 0) for stock in (nation.produced, nation.used, nation.lost))
    rest = nation.pool.get(name, 0) - (had + made - used - lost)
    changes, level = [], had
    for label, amount in (("made", made), ("used", -used), ("lost", -lost), ("moved", rest)):
        changes.append((label, (level + amount) // HUNDRED - level // HUNDRED))
        level += amount
    found = tuple((label, amount) for label, amount in changes if amount)
    return Steps(f"{name.capitalize()} in the pool", had // HUNDRED, found)


def _transport(world: World, nation: Nation) -> Iterator[str]:
    """What it costs to send goods to each ally (CF-6.7-16)."""
    for other in sorted(world.nations.values(), key=lambda one: one.number):
        if other.code != nation.code and other.seat and world.policy(nation.code, other.code) == "ally":
            name = world.tables.nations[other.code].name
            cost = cost_per_load(world, nation, other)
            yield f"Transport to {name} ({other.code}): {cost} gold for each 1000 of weight."


def lands(world: World, nation: Nation) -> Section:
    """Own hexes, and own locations with what they still have to do."""
    own = [number for number, one in sorted(world.hexes.items()) if one.owner == nation.code]
    blocks: list[Block] = [Text(f"**{len(own)} hexes**: {', '.join(map(str, own)) or 'none'}.")]
    lying = [f"{number}: {stored}" for number in own if (stored := _stored(world.hexes[number].stores))]
    if lying:
        blocks.append(Text(f"What lies there: {'; '.join(lying)}."))
    rows = []
    for location in sorted(world.locations.values(), key=lambda one: one.id):
        if location.owner == nation.code:
            size = f"{location.size} of {location.max_size}" if location.max_size else ""
            walls = f"{location.rating}/{location.strength}" if location.strength else ""
            damage = f"{location.damage}" if location.damage else ""
            orders = "; ".join(one.strip() for one in program_lines(location.program))
            stored, siege = _stored(location.stores), "**besieged**" if location.besieged else ""
            doing = "; ".join(filter(None, (siege, f"stores {stored}" if stored else "", orders)))
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
        Column("Stores, orders", wide=True),
    )
    if rows:
        blocks.append(Table(columns, tuple(rows)))
    return Section("lands", "Hexes and locations", tuple(blocks))


def _stored(stock: Mapping[str, int]) -> str:
    """What lies in a store, in whole amounts; "" for nothing (CF-6.1-05)."""
    return ", ".join(f"{number // HUNDRED} {name}" for name, number in sorted(stock.items()) if number >= HUNDRED)


_USUAL = (
    "Strength: how many, how much of their wound points is left, how well they fight; of persons wound points and fitness. "
    "Tactics are told where they are not the usual ones of the type. Units below a leader, marked ·, are his force."
)
_NO_POSITION = "On the way, or fleeing"


def units(world: World, nation: Nation) -> Section:
    """Own units place by place and force by force, the leader first: strength, morale, and what is not as usual (CF-15.3-08,
    CF-18-18)."""
    places: dict[str, list[tuple[str, ...]]] = {}
    for leader in sorted((one for one in world.units.values() if one.owner == nation.code), key=lambda one: one.id):
        if not leader.leader:
            rows = [_unit_row(world, unit, member=at > 0) for at, unit in enumerate(force_of(world, leader))]
            places.setdefault(leader.position, []).extend(rows)
    columns = (Column("Unit"), Column("Strength"), Column("Mor.", number=True), Column("Besides", wide=True))
    order = sorted(places, key=lambda place: (not place, place != str(nation.home), hex_of(world, place), place))
    tables = [
        Table(columns, tuple(places[place]), caption=f"At {place_name(world, place)}" if place else _NO_POSITION)
        for place in order
    ]
    return Section(
        "units", "Units, force by force", (Text(_USUAL, "note"), *tables) if tables else (Text("You have no unit."),)
    )


def _unit_row(world: World, unit: Unit, member: bool) -> tuple[str, ...]:
    name = called(world, unit)
    shown, morale = f"· {name}" if member else name, str(nearest(unit.spirit))
    return shown, strength_line(world, unit), morale, "; ".join(_besides(world, unit))


def _besides(world: World, unit: Unit) -> Iterator[str]:
    """What is not as usual with a unit: tactics, states, wounds, what it carries, what it still has to do."""
    if unit.tactics != first_tactics(type_of(world.tables, unit)):
        yield f"**{unit.tactics}**"
    yield from (name for name, on in (("hidden", unit.hidden), ("questing", unit.questing), ("at sea", unit.embarked)) if on)
    if unit.flee_when:
        yield f"flees at {unit.flee_when} w.p."
    if wounds := wounds_line(world, unit):
        yield wounds
    carried = [stored] if (stored := _stored(unit.carries)) else []
    carried += [item_called(item) for item in world.items.values() if item.holder == unit.id]
    if carried:
        yield f"carries {', '.join(carried)}"
    if orders := "; ".join(one.strip() for one in program_lines(unit.program)):
        yield f"orders: {orders}"


def totals(world: World, nation: Nation) -> dict[str, int]:
    """Figures of a nation: hexes, soldiers, gold."""
    own: Iterable[Unit] = (one for one in world.units.values() if one.owner == nation.code)
    return {
        "hexes": sum(one.owner == nation.code for one in world.hexes.values()),
        "soldiers": sum(one.individuals for one in own if world.tables.unit_types[one.type].mass),
        "gold": nation.pool.get("gold", 0) // HUNDRED,
    }


_HOW = (
    "Write orders below the numbers: a number alone orders nothing, and what stands behind a semicolon is a remark. Pending "
    "orders go on by themselves, and new ones come behind them. break removes all of them, clear 2 all but the first; insert 0 "
    "with a block puts orders in front."
)


def order_form(view: View) -> tuple[str, ...]:
    """The lines of the form: the nation, then locations that take orders, then units, forces under their leaders."""
    nation, world = view.nation, view.world
    row = world.tables.nations[nation.code]
    lines = [
        f"; ORDERS FOR TURN {world.turn}, {row.name}.",
        *remark(_HOW, ";"),
        "",
        f"nation {row.no}:",
        f"; {nation.admin_limit} administration points, for orders above allowances.",
    ]
    for number, location in sorted(world.locations.items()):
        if location.owner == view.code and (location.program or world.tables.location_types[location.type].orders):
            lines += ["", f"{number}:", f"; {called(world, location)} in {location.outside}", *_pending(location)]
    for number, unit in sorted(world.units.items()):
        if unit.owner == view.code and unit.position and not unit.leader:
            lines += ["", f"{number}:", *remark(_unit_words(view, unit), ";"), *_force(view, unit), *_pending(unit)]
    return tuple(lines)


def _unit_words(view: View, unit: Unit) -> str:
    world = view.world
    inside = location_at(world, unit.position)
    where = f"{called(world, inside)}, hex {hex_of(world, unit.position)}" if inside else f"hex {unit.position}"
    allowance = type_of(world.tables, unit).allowance
    orders = f"allowance {allowance}" if allowance else "no allowance"
    many = f": {unit.individuals}" if type_of(world.tables, unit).mass else ""
    return f"{called(world, unit)}{many}, {orders}, tactics {unit.tactics}, at {where}"


def _force(view: View, unit: Unit) -> Iterator[str]:
    """The members of a force: orders of their own would part them from it (CF-8-05)."""
    members = force_of(view.world, unit)[1:]
    if members:
        yield from remark(f"leads {', '.join(called(view.world, one) for one in members)}", ";")


def _pending(actor: Actor) -> Iterator[str]:
    for place, one in enumerate(actor.program, 1):
        begun = f" (begun-{one.left})" if one.begun else ""
        yield f"; pending {place}. {one.text}{begun}"
        yield from _block(one.inner, 1)


def _block(orders: Sequence[Pending], depth: int) -> Iterator[str]:
    for one in orders:
        yield f";            {'  ' * depth}{one.text}"
        yield from _block(one.inner, depth + 1)
