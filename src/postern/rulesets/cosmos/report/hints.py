"""Dangers and chances of the front page: what could strike, what runs out, what is there for the taking (own sight only)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from postern.game.chance import Chance
from postern.game.events import Event
from postern.game.front import Hint
from postern.game.kit.grid import cheapest
from postern.game.kit.orders.digits import is_number
from postern.game.kit.report.telling import counted, listed
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.orders.families.control import fault_of
from postern.rulesets.cosmos.report.tables import program_lines
from postern.rulesets.cosmos.rules.control import control_time
from postern.rulesets.cosmos.rules.economy.settling import potential, upkeep_due
from postern.rulesets.cosmos.rules.movement.costs import Land, Pace
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.tables.scenario import PHASES
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import called, hex_of, level, location_at
from postern.rulesets.cosmos.world.records import Unit
from postern.rulesets.cosmos.world.strength import force_of, presence_of

_MOST, _NEAR, _MARCHES = 5, 5, 3
_FEW_ARMS = 100
_UNPAID = ("unit dissolved", "unit weakened", "unit went back")


@dataclass(frozen=True)
class Near:
    """Enemies at one place who could come to an own location: who, how many, where, and in which phase at the soonest."""

    ids: tuple[int, ...]
    nation: str
    name: str
    many: int
    place: str
    goal: str
    phase: int


def near_enemies(view: View) -> list[Near]:
    """The enemies seen in the turn just run who could reach an own location in the next, the soonest first."""
    world, tables = view.world, view.world.tables
    places: dict[tuple[int, str], list[Unit]] = {}
    for sighting in view.nation.memory.units.values():
        unit = world.units.get(sighting.id)
        if unit is None or sighting.turn < world.turn - 1 or level(world, unit.position) not in ("surface", "inside"):
            continue
        if _hostile(view, unit.owner) and not unit.questing:
            places.setdefault((hex_of(world, unit.position), unit.owner), []).append(unit)
    own = sorted((one for one in world.locations.values() if one.owner == view.code), key=lambda one: -one.id)
    goals = {hex_of(world, str(one.id)): one.name or one.type for one in own}
    found, land = [], Land(world)
    for (place, owner), units in sorted(places.items()):
        armed = [unit for unit in units if presence_of(tables, [unit])]
        best = max(armed, key=lambda unit: (unit.individuals, -unit.id), default=None)
        if best is None:
            continue
        reach = _reach(view, land, best, place, goals)
        if reach is not None:
            many = sum(unit.individuals for unit in armed)
            name = best.name or tables.unit_types[best.type].name
            ids = tuple(unit.id for unit in units)
            found.append(Near(ids, tables.nations[owner].name, name, many, str(place), goals[reach[0]], reach[1]))
    return sorted(found, key=lambda one: (one.phase, -one.many))


def _hostile(view: View, owner: str) -> bool:
    """True for a nation at war with the reader's as far as he knows: by his own policy, or because it is everybody's enemy."""
    return owner != view.code and (view.world.hostile(view.code, owner) or view.world.tables.nations[owner].stance == "enemy")


def _reach(view: View, land: Land, unit: Unit, start: int, goals: Mapping[int, str]) -> tuple[int, int] | None:
    """The hex of an own location that a unit could reach first, and after how many phases; None for none within a turn."""
    return next(((way[-1], spent) for way, spent in _ways(view, land, [unit], start) if way[-1] in goals), None)


def _ways(view: View, land: Land, force: Sequence[Unit], start: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The ways of a force to hexes near by that it can reach within a turn, the nearest first, each with its phases."""
    grid, pace = view.world.tables.grid, Pace(view.world, force, view.world.moment(1))

    def onward(way: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for other in grid.neighbours(way[-1]) if len(way) <= _NEAR else ():
            if (phases := pace.time(land, str(way[-1]), str(other))) is not None:
                yield other, phases

    return cheapest(start, onward, 0, PHASES)


# --- dangers -----------------------------------------------------------------------------------------------------------------


def dangers(view: View, events: Sequence[Event]) -> tuple[Hint, ...]:
    """What to look at first, the weightiest first: sieges, enemies near, what runs out, units that were not paid."""
    found = [*_sieges(view), *_strikes(view), *_unpaid(events), *_shortages(view), *_heads(view)]
    return tuple(found[:_MOST])


def _sieges(view: View) -> Iterator[Hint]:
    for one in sorted(view.world.locations.values(), key=lambda one: one.id):
        if one.owner == view.code and one.besieged:
            yield Hint(f"{one.name or one.type} [{one.id}] is besieged: nothing goes in or out.")


def _strikes(view: View) -> Iterator[Hint]:
    for one in near_enemies(view):
        when = (
            f"is at {one.goal} in hex {one.place} already" if not one.phase else f"could be at {one.goal} in phase {one.phase}"
        )
        yield Hint(f"{one.name} ({one.nation}, {one.many:,} seen in hex {one.place}) {when}.")


def _unpaid(events: Sequence[Event]) -> Iterator[Hint]:
    names = [str(one.data["name"]) for one in events if one.kind in _UNPAID]
    if names:
        yield Hint(f"There was no upkeep for {listed(names[:3])}{f' and {len(names) - 3} more' if names[3:] else ''}.")


def _shortages(view: View) -> Iterator[Hint]:
    """What next turn's upkeep needs more of than there is and will be made, and arms where new troops need them."""
    world, nation = view.world, view.nation
    if nation.eliminated:
        return
    due, made = upkeep_due(world, nation), potential(world, nation)
    for name in sorted(due):
        there, needed = nation.pool.get(name, 0) // HUNDRED, due[name] // HUNDRED
        short = needed - there - made.get(name, 0) // HUNDRED
        if short > 0:
            coming = made.get(name, 0) // HUNDRED
            yield Hint(
                f"{name.capitalize()}: upkeep needs {needed:,}; {there:,} there and {coming:,} to come: {short:,} short."
            )
    arms = nation.pool.get("arms", 0) // HUNDRED
    if arms < _FEW_ARMS and made.get("arms", 0) < _FEW_ARMS * HUNDRED:
        yield Hint(f"Arms: {arms} left and {made.get('arms', 0) // HUNDRED} to come; most troops need them.")


def _heads(view: View) -> Iterator[Hint]:
    nation = view.nation
    if nation.ruler not in view.world.units:
        yield Hint("Your nation has no ruler.")
    elif nation.heir not in view.world.units:
        yield Hint("Your ruler has no heir.")


# --- chances -----------------------------------------------------------------------------------------------------------------


def chances(view: View, events: Sequence[Event]) -> tuple[Hint, ...]:
    """What is there for the taking, with a line of orders for each that could be sent as it stands."""
    taken = _aimed_at(view)
    found = [*_hexes(view, taken), *_hired(events), *_empty(view), *islice(_marches(view, taken), _MARCHES)]
    return tuple(found[:_MOST])


def _aimed_at(view: View) -> set[int]:
    """The hexes that own units go to, or take control of, by their pending orders: no second leader is sent there."""
    world, found = view.world, set[int]()
    for unit in world.units.values():
        if unit.owner == view.code and unit.program and unit.position:
            words = [word for line in program_lines(unit.program) for word in line.split()]
            found |= {int(word) for word in words if is_number(word) and int(word) in world.hexes}
            found |= {hex_of(world, unit.position)} if "control" in words else set()
    return found


def _leaders(view: View) -> Iterator[Unit]:
    """Own leaders who can control and have nothing to do."""
    world = view.world
    for unit in sorted(world.units.values(), key=lambda one: one.id):
        row = world.tables.leaders.get(unit.type)
        if unit.owner == view.code and not unit.leader and not unit.program and row is not None and row.control_base:
            yield unit


def _hexes(view: View, taken: set[int]) -> Iterator[Hint]:
    """Leaders who stand in a hex of nobody, and those beside whom one lies. The hexes are ``taken`` then."""
    world, tables = view.world, view.world.tables
    turn = Turn(world, [], Chance("expected").turn(world.turn), expected=True)
    for unit in _leaders(view):
        here = hex_of(world, unit.position) if unit.position else 0
        if not here or level(world, unit.position) not in ("surface", "inside"):
            continue
        on_it = unit.position == str(here)
        if on_it and _free(view, here) and here not in taken and fault_of(turn, unit) is None:
            taken.add(here)
            time = counted(control_time(world, unit), "phase")
            yield Hint(
                f"{called(world, unit)} stands in hex {here}, which is nobody's: control takes {time}.", f"{unit.id}:\ncontrol"
            )
            continue
        if unit.id in (view.nation.ruler, view.nation.heir) or not unit.members:
            continue
        near = [one for one in tables.grid.neighbours(here) if one not in taken and _free(view, one)]
        cost = tables.moves[tables.unit_types[unit.type].move_profile]
        near = [one for one in near if tables.hexes[one].terrain in cost and tables.land(one)]
        if near:
            goal = min(near, key=lambda one: (cost[tables.hexes[one].terrain], one))
            taken.add(goal)
            yield Hint(
                f"Hex {goal} ({tables.hexes[goal].terrain}) beside {called(world, unit)} is nobody's.",
                f"{unit.id}:\nmove {goal}",
            )


def _marches(view: View, taken: set[int]) -> Iterator[Hint]:
    """Leaders who wait inside an own place, with troops beside them whom nobody leads, and the hex that they could take
    first: nobody's, next to own land."""
    world, tables, land = view.world, view.world.tables, Land(view.world)
    busy: set[int] = set()
    for unit in _leaders(view):
        inside = location_at(world, unit.position)
        if unit.id in (view.nation.ruler, view.nation.heir) or unit.members or inside is None or inside.owner != view.code:
            continue
        row = tables.leaders[unit.type]
        beside = (one for one in world.units.values() if one.position == unit.position and one.owner == view.code)
        idle = [one for one in beside if one.type in row.leads and not (one.leader or one.program or one.id in busy)]
        troops = max(idle, key=lambda one: (one.individuals, -one.id), default=None)
        if troops is None or troops.individuals > row.max_individuals:
            continue
        way, phases = _way_to_free(view, land, [unit, troops], taken)
        if not way:
            continue
        busy.add(troops.id)
        taken.add(way[-1])
        who = f"{called(world, unit)} and {tables.unit_types[troops.type].name} {troops.id}"
        yield Hint(
            f"Hex {way[-1]} ({tables.hexes[way[-1]].terrain}) is nobody's: {who} could be there in phase {phases}.",
            f"{unit.id}:\nform {troops.id}\nmove {' '.join(map(str, way))}\ncontrol -1",
        )


def _way_to_free(view: View, land: Land, force: Sequence[Unit], taken: set[int]) -> tuple[tuple[int, ...], int]:
    """The way of a force to the nearest hex that could be taken, from the hex where it is, and the phase in which it arrives;
    an empty way for none within a turn."""
    world, grid = view.world, view.world.tables.grid
    for way, phases in _ways(view, land, force, hex_of(world, force[0].position)):
        own_beside = any(one in world.hexes and world.hexes[one].owner == view.code for one in grid.neighbours(way[-1]))
        if way[-1] not in taken and own_beside and _free(view, way[-1]):
            return way, phases
    return (), 0


def _free(view: View, number: int) -> bool:
    """True for a hex that belongs to nobody, as far as the nation knows, and in which nobody hostile was seen."""
    if number not in view.nation.memory.hexes or view.world.hexes[number].owner or not view.world.tables.land(number):
        return False
    return not any(hex_of(view.world, one.position) == number for one in _foes(view))


def _foes(view: View) -> list[Unit]:
    return [one for one in view.world.units.values() if one.position and _hostile(view, one.owner)]


def _hired(events: Sequence[Event]) -> Iterator[Hint]:
    """Units for hire, as the events of the turn offer them (CF-7.4.3-01)."""
    for one in events:
        if one.kind == "for hire":
            cost = listed([f"{number} {name}" for name, number in one.data["cost"].items()])
            yield Hint(f"For hire in {one.data['place']}: {one.data['name']}, {one.data['individuals']} strong, for {cost}.")


def _empty(view: View) -> Iterator[Hint]:
    """Places of others, seen in the turn just run, in which few or none were seen, with a force of the own that could go."""
    world, tables = view.world, view.world.tables
    forces = [unit for unit in _leaders(view) if unit.members and unit.position]
    for _, known in sorted(view.nation.memory.locations.items()):
        kind = tables.location_types[known.type]
        if known.owner in ("", view.code) or known.turn < world.turn - 1 or not kind.influences_control or kind.mode:
            continue
        if not _hostile(view, known.owner) or not is_number(known.outside) or int(known.outside) not in world.hexes:
            continue
        inside = [one for one in view.nation.memory.units.values() if one.position == str(known.id) and not one.gone]
        many = sum(one.individuals for one in inside)
        place = int(known.outside)
        near = min(forces, key=lambda unit: (tables.grid.distance(hex_of(world, unit.position), place), unit.id), default=None)
        if near is None or tables.grid.distance(hex_of(world, near.position), place) > _NEAR:
            continue
        strong = sum(one.individuals for one in force_of(world, near))
        if many * 2 < strong:
            who = f"{many} were seen in it" if many else "nobody was seen in it"
            text = (
                f"{known.name or known.type} [{known.id}({known.owner})] in {place}: {who}; {called(world, near)} has {strong}."
            )
            yield Hint(text, f"{near.id}:\nfarmove {place}")
