"""Setting up a game: who plays which nation (a JOIN letter: NAME=ALDRIC, NATION=Am), then nations, units, locations and stores
as the scenario has them, and the map that a nation knows at the start: its own land, two hexes around it, the coast (ruling
9)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from postern.game.chance import Chance
from postern.game.kit import signup
from postern.game.kit.report.telling import listed
from postern.game.kit.signup import Names, Phrase, Wishes, nearest
from postern.game.orders import NOT_TAKEN, Problem
from postern.game.ruleset import Choice, Signup
from postern.rulesets.cosmos.rules.points import admin_limit, value
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.tables.scenario import CONTENT, SCENARIOS, Scenario, scenario
from postern.rulesets.cosmos.world.places import hex_of
from postern.rulesets.cosmos.world.records import Hex, HexMemory, Item, Location, LocationMemory, Nation, Policy, Unit, World

_AROUND = 2


def chart_start(world: World) -> None:
    """Gives each nation that players can lead its memory of hexes, sea lanes and locations at the start."""
    for code, nation in world.nations.items():
        if world.tables.nations[code].played:
            _remember(world, nation)


def _remember(world: World, nation: Nation) -> None:
    tables, memory = world.tables, nation.memory
    own = [place for place, one in world.hexes.items() if one.owner == nation.code]
    near = {other for place in own for other in tables.grid.within(place, _AROUND)}
    for place in sorted(near | _coast(world)):
        owner = world.hexes[place].owner if place in near else ""
        memory.hexes[place] = HexMemory(turn=0, owner=owner, terrain=tables.hexes[place].terrain)
    lanes = {place for side in tables.sides.get("sea lane", ()) for place in side}
    memory.sea_lanes = sorted(near & lanes)
    for number in sorted(world.locations):
        one = world.locations[number]
        plain = tables.location_types[one.type].influences_control and hex_of(world, one.outside) in near
        if one.owner == nation.code or plain:
            memory.locations[number] = LocationMemory(
                id=one.id,
                type=one.type,
                outside=one.outside,
                name=one.name,
                owner=one.owner,
                size=one.size,
                rating=one.rating,
                strength=one.strength,
                damage=one.damage,
                turn=0,
            )


def _coast(world: World) -> set[int]:
    """The ocean hexes along the coast: they show its outline, not what lies behind it."""
    tables = world.tables
    return {place for place in tables.hexes if not tables.land(place) and any(map(tables.land, tables.grid.neighbours(place)))}


TURNS = (12, 18, 24)
"""How many turns a host may choose (ruling 2.8)."""


_FOR_FEW, _FOR_MANY = SCENARIOS
_OPTIONS = ("scenario", "turns", "game")
"""Options that a game may have; ``game`` is its name, which the desk gives to every ruleset."""


@dataclass(frozen=True)
class Options:
    """What a host chooses: the scenario, and after which turn the game ends."""

    scenario: str
    turns: int


def read_options(options: Mapping[str, Any], seats: int = 0) -> Options:
    """The options of a game, and whether so many seats fit (0: not yet known). Without a scenario it is the one for so many
    players. Raises ValueError whose lines say what is wrong, and what there is."""
    wrong = [f"{name}: there is no such option; there are scenario and turns" for name in options if name not in _OPTIONS]
    few = seats <= len(played_nations(scenario(_FOR_FEW)))
    slug = options.get("scenario", _FOR_FEW if few else _FOR_MANY)
    if slug not in SCENARIOS:
        raise ValueError("\n".join([*wrong, f"scenario: is {slug!r}; there are {', '.join(SCENARIOS)}"]))
    turns = options.get("turns", scenario(slug).turns)
    if turns not in TURNS or isinstance(turns, bool):
        wrong.append(f"turns: is {turns!r}; a game has {', '.join(map(str, TURNS[:-1]))} or {TURNS[-1]} turns")
    most = len(played_nations(scenario(slug)))
    if seats and not 2 <= seats <= most:
        wrong.append(f"seats: {scenario(slug).name} is for 2 to {most} players, not {seats}")
    if wrong:
        raise ValueError("\n".join(wrong))
    return Options(slug, turns)


def played_nations(tables: Scenario) -> tuple[str, ...]:
    """The codes of the nations that players can lead, in the order of their numbers."""
    return tuple(code for code, one in sorted(tables.nations.items(), key=lambda pair: pair[1].no) if one.played)


def set_up(options: Mapping[str, Any], seats: Sequence[Signup], chance: Chance) -> World:
    """A new world, ready for the orders of turn 1. Raises ValueError when options or seats do not fit."""
    chosen = read_options(options, len(seats))
    tables = scenario(chosen.scenario)
    leads = assign_nations(tables, seats, chance)
    world = World(
        scenario=chosen.scenario,
        turn=1,
        turns=chosen.turns,
        nations={code: _nation(tables, code, leads.get(code, "")) for code in tables.nations},
        units={one.id: _unit(tables, one.id) for one in tables.start_units.values()},
        locations={one: _location(tables, one) for one in tables.locations},
        hexes={one.hex: Hex(owner=one.owner) for one in tables.hexes.values()},
        next_location=int(tables.settings["new_location_from"]),
        next_item=int(tables.settings["new_item_from"]),
    )
    world.items = {item.id: item for item in _items(world)}
    for unit in world.units.values():
        role = tables.start_units[unit.id].role
        if role in ("ruler", "heir"):
            setattr(world.nations[unit.owner], role, unit.id)
    for nation in world.nations.values():
        own = [number for number, unit in world.units.items() if unit.owner == nation.code]
        nation.next_unit = max(own, default=0) + 1
    for nation in world.nations.values():
        if tables.nations[nation.code].played:
            nation.memory.routes = travel_houses(tables)
            nation.start_value = value(world, nation)
            nation.admin_limit = admin_limit(world, nation)
    chart_start(world)
    world.next_npc_unit = max(number for number, unit in world.units.items() if not tables.nations[unit.owner].played) + 1
    return world


def assign_nations(tables: Scenario, seats: Sequence[Signup], chance: Chance) -> dict[str, str]:
    """Who leads which nation: the wishes first, in the order of joining, the others by lot."""
    free = list(played_nations(tables))
    leads: dict[str, str] = {}
    for seat in seats:
        wishes = (tables.nation(one) for one in seat.wishes.get("nation", "").split())
        wished = next((code for code in wishes if code in free), None)
        if wished:
            leads[wished] = seat.name
            free.remove(wished)
    for seat in seats:
        if seat.name not in leads.values():
            code = chance.stream("nations", seat.name).choice(free)
            leads[code] = seat.name
            free.remove(code)
    return leads


def _nation(tables: Scenario, code: str, seat: str) -> Nation:
    row = tables.nations[code]
    goods = dict(tables.pools.get(code, {}))
    warships, transports = (goods.pop(name, 0) for name in ("warships", "transports"))
    return Nation(
        code=code,
        number=row.no,
        seat=seat,
        home=row.home,
        policies=_policies(tables, code),
        pool={name: number * HUNDRED for name, number in goods.items()},
        warships=warships,
        transports=transports,
    )


def travel_houses(tables: Scenario) -> list[int]:
    """The quest locations from which travel routes start: all nations know those from the start (ruling 11.5)."""
    quest = {one.id for one in tables.locations.values() if tables.location_types[one.type].mode == "quest"}
    return sorted({route.start for route in tables.routes} & quest)


def _policies(tables: Scenario, code: str) -> dict[str, Policy]:
    """The policies at the start, as far as they are not neutral (rulings: which policy counts)."""
    own, found = tables.nations[code], dict[str, Policy]()
    for other in tables.nations.values():
        if other.code == code:
            continue
        if own.faction and other.faction:
            found[other.code] = "ally" if own.faction == other.faction else "enemy"
        elif own.stance == "enemy" and other.played:
            found[other.code] = "enemy"
    return found


def _unit(tables: Scenario, number: int) -> Unit:
    row = tables.start_units[number]
    caster = tables.caster(row.type_no)
    return Unit(
        id=row.id,
        owner=row.owner,
        type=row.type_no,
        position=row.position,
        individuals=row.individuals,
        name=row.name,
        tactics=row.tactics,  # type: ignore[arg-type]  # the loader's table has tactics alone
        questing=tables.nations[row.owner].quests,
        behaviour="" if tables.nations[row.owner].played else row.role,
        start=row.position,
        creator=row.creator,
        carries={caster.mana: caster.start_store * HUNDRED} if caster else {},
    )


def _location(tables: Scenario, number: int) -> Location:
    row = tables.locations[number]
    return Location(
        id=row.id,
        type=row.type,
        outside=row.outside,
        name=row.name,
        owner=row.owner,
        size=row.size,
        max_size=row.max_size,
        trade_rating=row.base_trade_rating,
        rating=row.wall_rating,
        strength=row.wall_strength,
    )


def _items(world: World) -> list[Item]:
    """The items of the scenario that lie somewhere at the start. Those in quest locations are quest items."""
    found = []
    for row in CONTENT.rows(f"{world.scenario}/items"):
        place = row["start_position"]
        if place:
            kind = world.tables.location_types[world.locations[int(place)].type] if int(place) in world.locations else None
            owner = world.locations[int(place)].owner if kind else ""
            quest = kind is not None and kind.mode == "quest"
            found.append(Item(int(row["id"]), row["type"], row["name"], owner=owner, position=place, quest=quest))
    return found


_RESERVED = frozenset("ALL NATION ALLY NEUTRAL ENEMY ORDERS".split())
_KEYS = ("NAME", "NATION", "COUNTRY", "PEOPLE")
_NATION = re.compile(r"(?:NATION|COUNTRY|PEOPLE)(?: IS)? ?[=:]? ?(?P<value>.+)")


def read_signup(text: str, taken: Sequence[str], tables: Scenario) -> tuple[Signup | None, list[Problem]]:
    """The seat's name and the nation wished for, from the lines of a JOIN letter, given the names already taken.

    None without a usable name; then a problem says why. Lines that say neither are left to others.
    """
    reserved = _RESERVED | {code.upper() for code in tables.nations}
    wishes = Wishes(_KEYS, partial(_wish, tables), partial(_problem, tables), lambda phrase: [], "nation", _unnamed(tables))
    return signup.read_signup(signup.numbered(text), signup.plain, wishes, Names(2, 8, frozenset(reserved)), taken)


def choices(tables: Scenario, wishes: Sequence[Mapping[str, str]]) -> tuple[Choice, ...]:
    """Return the nations that may be wished for, given the wishes of those who joined."""
    nations = {code: tables.nations[code].name for code in played_nations(tables)}
    read = [{"nation": " ".join(_nation_named(tables, one) for one in wish.get("nation", "").split())} for wish in wishes]
    return (Choice("NATION", nations, "without it one is drawn for you", signup.first_come("nation", list(nations), read)),)


def _unnamed(tables: Scenario) -> Callable[[Mapping[str, str]], str]:
    codes = listed(played_nations(tables), "or")

    def more(wishes: Mapping[str, str]) -> str:
        return (
            "" if "nation" in wishes else f" A line NATION= with {codes} wishes for a nation; without it one is drawn for you."
        )

    return more


def _wish(tables: Scenario, spaced: str) -> tuple[str, str] | None:
    if match := _NATION.fullmatch(spaced):
        return "nation", _nation_named(tables, match["value"]) or match["value"]
    if name := signup.named(spaced):
        return name
    named = _nation_named(tables, spaced)
    return ("nation", named) if named else None


def _nation_named(tables: Scenario, value: str) -> str:
    """The code of the nation that a text in capitals names by number, code, name or people; "" for none or several."""
    if code := tables.nation(value):
        return code
    found = [code for code in played_nations(tables) if _named(tables, code, value)]
    return found[0] if len(found) == 1 else ""


def _named(tables: Scenario, code: str, value: str) -> bool:
    row = tables.nations[code]
    return value in (row.name.upper(), row.people.upper()) or value in row.name.upper().split()


def _problem(tables: Scenario, key: str, value: str, phrase: Phrase) -> Problem | None:
    if _nation_named(tables, value) or all(_nation_named(tables, one) for one in value.replace(" OR ", " ").split()):
        return None
    codes = [f"{code} ({tables.nations[code].name})" for code in played_nations(tables)]
    why = f"There is no nation {value[:30]}; there are {listed(codes)}."
    near = nearest(value, [code.upper() for code in played_nations(tables)])
    return Problem(
        NOT_TAKEN, phrase.line, why, "One will be drawn for you, or write:", f"NATION={near}", text=phrase.text, note=True
    )
