"""Setting up a game: options, kingdoms with their Kings, Heroes and armies, and a world of natives, guardians and treasures.
``land`` draws the map, ``features`` fills it, ``signup`` reads JOIN letters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from postern.game.chance import Chance, Stream
from postern.game.ruleset import Signup
from postern.rulesets.adventurer_kings.rules.creation import (
    GARRISON,
    add_hero,
    army_race,
    defenders,
    draw_hero,
    draw_types,
    kings_aptitudes,
    rolled,
)
from postern.rulesets.adventurer_kings.rules.memory import remember
from postern.rulesets.adventurer_kings.setup.features import add_features, add_treasures
from postern.rulesets.adventurer_kings.setup.land import Land, draw_land
from postern.rulesets.adventurer_kings.setup.signup import START, Start, choices, read_signup, starts
from postern.rulesets.adventurer_kings.tables import GRID, SEA, TABLES
from postern.rulesets.adventurer_kings.world import Kingdom, Province, World

__all__ = ["Options", "choices", "read_options", "read_signup", "set_up", "terms"]
FEWEST, MOST = 4, 12
_OPTIONS = ("turns", "game")
"""Options that a game may have; ``game`` is its name, which the desk gives to every ruleset."""
_NO_CODES = ("NO", "TO")


@dataclass(frozen=True)
class Options:
    """What a host chooses: the last year (AK-D10.4-01)."""

    turns: int


def read_options(options: Mapping[str, Any]) -> Options:
    """Return the options of a game. Raises ValueError whose lines say what is wrong, and what there is."""
    least, most = TABLES.number("last_year_min"), TABLES.number("last_year_max")
    wrong = [f"{name}: there is no such option; there is turns" for name in options if name not in _OPTIONS]
    turns = options.get("turns", TABLES.number("last_year_default"))
    if not isinstance(turns, int) or not least <= turns <= most:
        wrong.append(f"turns: is {turns!r}; the last year of a game is from {least} to {most}")
    if wrong:
        raise ValueError("\n".join(wrong))
    return Options(turns)


def terms(options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    """Return how long the game is, where that is not the usual; ``seats`` is 0 where not yet known. Raises ValueError that says
    what does not fit."""
    chosen = read_options(options)
    if seats:
        _check(seats)
    return () if chosen == read_options({}) else (f"The last year of the game is year {chosen.turns}.",)


def _check(seats: int) -> None:
    if not FEWEST <= seats <= MOST:
        raise ValueError(f"seats: Adventurer Kings is for {FEWEST} to {MOST} players, not {seats}")


def set_up(options: Options, seats: Sequence[Signup], chance: Chance) -> World:
    """Return a new world, ready for the orders of year 1. Raises ValueError where there are too few or too many seats."""
    _check(len(seats))
    land = draw_land(chance, len(seats))
    world = World([seat.name for seat in seats], turns=options.turns)
    _lay_provinces(world, land, chance)
    found = starts(seats)
    for home, start in zip(chance.stream("setup", "seats").shuffled(land.homes), found, strict=True):
        _found_kingdom(world, start, home)
    for kingdom, start in zip(world.kingdoms.values(), found, strict=True):
        kingdom.relations = {code: "Neutral" for code in world.kingdoms if code != kingdom.code}
        _raise_followers(world, kingdom, start, chance.stream("setup", "followers", kingdom.number))
    for number, one in world.provinces.items():
        _people(world, number, one, chance.stream("setup", "province", number))
    add_treasures(world, chance, land.continents)
    _hire_out(world, land, chance.stream("setup", "mercenaries"))
    _discover(world)
    remember(world)
    return world


# --- provinces -------------------------------------------------------------------------------------------------------------


def _lay_provinces(world: World, land: Land, chance: Chance) -> None:
    """Terrain, name, tax and natives of every province (AK-D1.1-09, AK-D1.1-10, AK-D1.1-42)."""
    names = chance.stream("setup", "names").shuffled(TABLES.names["provinces"])
    for number, name in zip(GRID.places, names, strict=False):
        dice = chance.stream("setup", "natives", number)
        terrain = land.terrains.get(number, SEA)
        if terrain == SEA:
            tax = int(rolled(dice, "tax_sea"))
            lived_in = tax >= 2 or (tax == 1 and dice.percent(TABLES.number("sea_inhabited_pct")))
        else:
            tax, lived_in = min(max(TABLES.terrains[terrain].tax + int(rolled(dice, "tax_land")), 0), 10), True
        world.provinces[number] = Province(terrain, name, tax, _native(dice, terrain) if lived_in else "")
    for number, one in world.provinces.items():
        if one.native:
            dice = chance.stream("setup", "types", number)
            one.types = draw_types(dice, one.native, one.terrain, world.coastal(number))


def _native(dice: Stream, terrain: str) -> str:
    weights = TABLES.natives[terrain].weights
    return dice.weighted(list(weights), list(weights.values()))


def _people(world: World, number: int, one: Province, dice: Stream) -> None:
    """Features with the Heroes for hire there, and the defenders of a province that nobody owns, mostly with a Hero
    (AK-D1.1-38, AK-D1.1-39)."""
    add_features(dice, one)
    if one.native and not one.owner:
        kinds = defenders(dice, one.tax, one.types, garrisons=TABLES.races[one.native].humanoid and not one.at_sea)
        leader = 0
        if dice.percent(TABLES.number("defended_sea_hero_pct" if one.at_sea else "defended_land_hero_pct")):
            hero = draw_hero(world, dice, number, one.native)
            hero.status, leader = "defending", hero.id
        for kind in kinds:
            _raise(world, kind, one.native, number, leader=leader)
    for place, feature in enumerate(one.features, 1):
        row = TABLES.features[feature.kind]
        for _ in range(dice.between(row.heroes_least, row.heroes_most)):
            draw_hero(world, dice, number, one.native).inn = place


def _raise(world: World, kind: str, native: str, place: int, **more: Any) -> None:
    """An army as all are at the start (AK-P1.2-03)."""
    facts = {"race": army_race(kind, native), "quality": TABLES.number("start_quality"), **more}
    world.new_army(type=kind, province=place, **facts)


def _hire_out(world: World, land: Land, dice: Stream) -> None:
    """Mercenaries of types of their terrain, in land provinces far from every home, or as far as there are (AK-D1.1-41)."""
    far = {place: min(GRID.distance(place, home) for home in land.homes) for place in sorted(land.continents)}
    least = min(TABLES.number("mercenary_home_distance_min"), max(far.values()))
    for _ in range(TABLES.number("mercenaries_at_start")):
        place = dice.choice([one for one, steps in far.items() if steps >= least])
        terrain = world.provinces[place].terrain
        native = _native(dice, terrain)
        _raise(world, draw_types(dice, native, terrain, coastal=False)[0], native, place, mercenary=True)


# --- kingdoms --------------------------------------------------------------------------------------------------------------


def _found_kingdom(world: World, start: Start, home: int) -> None:
    """A kingdom with its King and his home (AK-D1.2-01 to 06, AK-D1.2-12, AK-P1.2-01)."""
    row, province = TABLES.homes[start.race], world.provinces[home]
    code = kingdom_code(start.kingdom, world.kingdoms)
    king = world.new_character(
        name=start.king,
        race=start.race,
        alignment=start.alignment,
        temper=start.temper,
        province=home,
        kingdom=code,
        status="serving",
        king=True,
        woman=start.woman,
        skills=dict(start.skills),
        aptitudes=kings_aptitudes(start.alignment, start.skills),
    )
    province.terrain, province.native, province.types = row.terrain, start.race, [row.first, start.second]
    province.tax, province.owner, province.home_of = TABLES.number("home_tax_base"), code, code
    known = dict.fromkeys(GRID.neighbours(home), TABLES.number("start_exploration_adjacent"))
    world.kingdoms[code] = Kingdom(
        code=code,
        number=king.id,
        seat=start.seat,
        name=start.kingdom,
        alignment=start.alignment,
        race=start.race,
        king=king.id,
        home=home,
        gold=TABLES.number("start_gold"),
        exploration={home: 100, **known},
    )


def kingdom_code(name: str, taken: Mapping[str, Any]) -> str:
    """Return a code for a kingdom: the first two letters of its name, the second moved on to the next free one (AK-D1.2-12)."""
    letters = re.sub("[^A-Z]", "", name.upper()) + "XX"
    codes = (letters[0] + chr(65 + (ord(letters[1]) - 65 + more) % 26) for more in range(26))
    return next(code for code in codes if code not in taken and code not in _NO_CODES)


def _raise_followers(world: World, kingdom: Kingdom, start: Start, dice: Stream) -> None:
    """The first armies, led by the King, and the first Heroes (AK-D1.2-07 to 09)."""
    kinds = {"first": TABLES.homes[start.race].first, "second": start.second, "garrison": GARRISON}
    for what, number in START["armies"].items():
        for _ in range(number):
            _raise(world, kinds[what], start.race, kingdom.home, owner=kingdom.code, leader=kingdom.king)
    row = TABLES.alignments[start.alignment]
    for levels in START["heroes"].values():
        skills: dict[str, int] = {}
        for ability, level in levels.items():
            known = (row.special or row.bonus) if ability == "special" else ability
            skills[known] = skills.get(known, 0) + level
        hero = add_hero(world, dice, kingdom.home, *_like_king(dice, start), skills)
        hero.kingdom, hero.status = kingdom.code, "serving"


def _like_king(dice: Stream, start: Start) -> tuple[str, str, str]:
    """The race, alignment and temper of a starting Hero: mostly the King's (AK-D1.2-09)."""
    others = [one.name for one in TABLES.races.values() if one.humanoid and one.name != start.race]
    race = start.race if dice.percent(TABLES.number("start_hero_race_pct")) else dice.choice(others)
    own = TABLES.alignments[start.alignment].hero or start.alignment
    heroic = [one.name for one in TABLES.alignments.values() if not one.kings_only]
    alignment = own if dice.percent(TABLES.number("start_hero_alignment_pct")) else dice.choice(_beside(heroic, own))
    same = dice.percent(TABLES.number("start_hero_temper_pct"))
    return race, alignment, start.temper if same else dice.choice(_beside(list(TABLES.tempers), start.temper))


def _beside(line: Sequence[str], one: str) -> list[str]:
    """The neighbours of something in a line."""
    place = line.index(one)
    return [*line[max(place - 1, 0) : place], *line[place + 1 : place + 2]]


def _discover(world: World) -> None:
    """Features that the first exploration shows are known (AK-DF-20)."""
    for kingdom in world.kingdoms.values():
        for place, explored in kingdom.exploration.items():
            for feature in world.provinces[place].features:
                if feature.discovery <= explored:
                    feature.found_by.append(kingdom.code)
