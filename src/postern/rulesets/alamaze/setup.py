"""Joining a game, and setting it up.

- Joining by mail: NAME=ALDRIC, KINGDOM=WA, or the kingdom's own name; several kingdoms in the order of liking (ruling 76).
- Setting up a game: kingdoms with their players, groups, figures and centers at turn 0 (rulings 13 to 22, 76, 82).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from postern.game.chance import Chance
from postern.game.kit import signup
from postern.game.kit.report.telling import listed
from postern.game.kit.signup import Names, Phrase, Wishes, nearest
from postern.game.orders import NOT_TAKEN, Problem
from postern.game.ruleset import Choice, Signup
from postern.rulesets.alamaze.rules.regions import share_word
from postern.rulesets.alamaze.tables import Edition, edition
from postern.rulesets.alamaze.world.records import (
    Center,
    CenterMemory,
    Figure,
    Fleet,
    Group,
    Kingdom,
    Leader,
    Memory,
    Sighting,
    Skeleton,
    Wizard,
    World,
)

_RESERVED = frozenset("ALL KINGDOM ORDERS MESSAGE READY ADD DROP END".split())
_KEYS = ("NAME", "KINGDOM", "PEOPLE")
_KINGDOM = re.compile(r"(?:KINGDOM|PEOPLE)(?: IS)? ?[=:]? ?(?P<value>.+)")


def read_signup(text: str, taken: Sequence[str], tables: Edition) -> tuple[Signup | None, list[Problem]]:
    """The seat's name and the kingdoms wished for, from the lines of a JOIN letter, given the names already taken.

    None without a usable name; then a problem says why. Lines that say neither are left to others.
    """
    reserved = _RESERVED | set(tables.kingdoms)
    wishes = Wishes(
        _KEYS, partial(_wish, tables), partial(_problem, tables), lambda phrase: [], "kingdom", partial(_unnamed, tables)
    )
    return signup.read_signup(signup.numbered(text), signup.plain, wishes, Names(2, 8, frozenset(reserved)), taken)


def choices(tables: Edition, wishes: Sequence[Mapping[str, str]]) -> tuple[Choice, ...]:
    """Return the kingdoms that may be wished for, given the wishes of those who joined."""
    names = {code: row.name for code, row in tables.kingdoms.items()}
    return (Choice("KINGDOM", names, "without it one is drawn for you", signup.first_come("kingdom", list(names), wishes)),)


def _unnamed(tables: Edition, wishes: Mapping[str, str]) -> str:
    codes = listed(list(tables.kingdoms), "or")
    if "kingdom" in wishes:
        return ""
    return f" A line KINGDOM= with {codes} wishes for a kingdom; without it one is drawn for you."


def _wish(tables: Edition, spaced: str) -> tuple[str, str] | None:
    if match := _KINGDOM.fullmatch(spaced):
        return "kingdom", _codes(tables, match["value"]) or match["value"]
    if name := signup.named(spaced):
        return name
    named = _code(tables, spaced)
    return ("kingdom", named) if named else None


def _codes(tables: Edition, value: str) -> str:
    """The codes of all kingdoms that a text names, in its order; "" when one of them is none."""
    named = _code(tables, value)
    if named:
        return named
    found = [_code(tables, one) for one in re.split(r"[ ,/]+|\bOR\b", value) if one.strip()]
    return " ".join(found) if all(found) else ""


def _code(tables: Edition, value: str) -> str:
    """The code of the kingdom that a text in capitals names by code or name; "" for none or several."""
    value = value.strip().removeprefix("THE ")
    if value in tables.kingdoms:
        return value
    stem = value.removesuffix("S")
    found = [code for code, row in tables.kingdoms.items() if stem and row.name.upper().removesuffix("S") == stem]
    return found[0] if len(found) == 1 else ""


def _problem(tables: Edition, key: str, value: str, phrase: Phrase) -> Problem | None:
    if _codes(tables, value):
        return None
    names = {row.name.upper(): code for code, row in tables.kingdoms.items()}
    near = nearest(value, [*names, *tables.kingdoms])
    known = listed([f"{code} ({row.name})" for code, row in tables.kingdoms.items()])
    why = f"There is no kingdom {value[:30]}; there are {known}."
    paste = f"KINGDOM={names.get(near, near)}" if near else ""
    remedy = "One will be drawn for you, or write:" if paste else "One will be drawn for you."
    return Problem(NOT_TAKEN, phrase.line, why, remedy, paste, text=phrase.text, note=True)


_OPTIONS = ("turns", "secret", "teams", "game")
"""Options that a game may have; ``game`` is its name, which the desk gives to every ruleset."""
FEWEST = 2
WIZARDS = ("Wizard", "Adept")
_CODE = 10_000
"""Skeleton codes are below this number (ruling 59)."""


@dataclass(frozen=True)
class Options:
    """What a host chooses: after which turn the game ends, whether the Secret Victory can be won, whether teams play."""

    turns: int
    secret: bool
    teams: bool


def read_options(tables: Edition, options: Mapping[str, Any], seats: int = 0) -> Options:
    """The options of a game, and whether so many seats fit (0: not yet known). Raises ValueError whose lines say what
    is wrong."""
    wrong = [f"{name}: there is no such option; there are turns, secret, teams" for name in options if name not in _OPTIONS]
    last = tables.whole("game.last_turn")
    turns = options.get("turns", last)
    if not isinstance(turns, int) or isinstance(turns, bool) or not 1 <= turns <= last:
        wrong.append(f"turns: is {turns!r}; a game has 1 to {last} turns")
    if seats and not FEWEST <= seats <= len(tables.kingdoms):
        wrong.append(f"seats: the game is for {FEWEST} to {len(tables.kingdoms)} players, not {seats}")
    secret, teams = options.get("secret", tables.has("secret_conditions")), options.get("teams", False)
    for name, value in (("secret", secret), ("teams", teams)):
        if not isinstance(value, bool):
            wrong.append(f"{name}: is {value!r}; it is true or false")
    size = tables.whole("team.members")
    if teams is True and seats and (seats % size or seats < 2 * size):
        wrong.append(f"teams: {seats} players are not several teams of {size}")
    if wrong:
        raise ValueError("\n".join(wrong))
    return Options(turns, secret, teams)


def set_up(name: str, options: Mapping[str, Any], seats: Sequence[Signup], chance: Chance) -> World:
    """A new world of an edition, ready for the orders of turn 1. Raises ValueError when options or seats do not fit."""
    tables = edition(name)
    chosen = read_options(tables, options, len(seats))
    leads = assign_kingdoms(tables, seats, chance)
    kingdoms = {code: _kingdom(tables, code, seat, chance) for code, seat in sorted(leads.items())}
    if chosen.teams:
        assign_teams(tables, kingdoms, chance)
    return World(
        edition=name,
        turn=1,
        turns=chosen.turns,
        kingdoms=kingdoms,
        secret_victory=chosen.secret,
        groups={one.group: _group(tables, one.group) for one in tables.start_groups.values() if one.kingdom in leads},
        centers={area: _center(tables, area, leads) for area in tables.centers},
        training_price=tables.agent_value("training_price_gold"),
        sightings={site: Sighting(site, one.area, one.item_key_decided) for site, one in tables.sightings.items()},
    )


def assign_kingdoms(tables: Edition, seats: Sequence[Signup], chance: Chance) -> dict[str, str]:
    """Who leads which kingdom: the wishes first, in the order of joining, the others by lot (ruling 76)."""
    free = list(tables.kingdoms)
    leads: dict[str, str] = {}
    for seat in seats:
        wished = next((code for code in seat.wishes.get("kingdom", "").split() if code in free), None)
        if wished:
            leads[wished] = seat.name
            free.remove(wished)
    for seat in seats:
        if seat.name not in leads.values():
            code = chance.stream("kingdoms", seat.name).choice(free)
            leads[code] = seat.name
            free.remove(code)
    return leads


def assign_teams(tables: Edition, kingdoms: Mapping[str, Kingdom], chance: Chance) -> None:
    """Teams by lot; natural enemies, dealt one behind the other, come into different ones (AC-30-04, ruling 77)."""
    number = len(kingdoms) // tables.whole("team.members")
    dealt: list[str] = []
    for code in chance.stream("teams").shuffled(sorted(kingdoms)):
        if code not in dealt:
            enemy = tables.kingdoms[code].natural_enemy
            dealt += [code, enemy] if enemy in kingdoms else [code]
    for place, code in enumerate(dealt):
        kingdoms[code].team = 1 + place % number


def _kingdom(tables: Edition, code: str, seat: str, chance: Chance) -> Kingdom:
    row = tables.kingdoms[code]
    figures = {one.code: one for one in _figures(tables, code)}
    letter = tables.sea_letters.get(row.fleet_sea, "")
    return Kingdom(
        code=code,
        seat=seat,
        ruler=next(one.code for one in figures.values() if one.political),
        capital=row.capital_area,
        food=row.food,
        gold=row.gold,
        influence=row.influence,
        figures=figures,
        reactions={region: row.start_reaction(region) for region in tables.regions},
        fleets={letter: Fleet(row.fleets, row.naval_quality)} if letter and row.fleets else {},
        skeletons=_skeletons(code, row.skeletons, chance),
        region_words={region: share_word(tables, _part(tables, code, region)) for region in tables.regions},
        spells_told=max((one.level for one in tables.start_figures if one.kingdom == code and one.kind in WIZARDS), default=-1),
        memory=_memory(tables, code),
    )


def _part(tables: Edition, code: str, region: int) -> Fraction:
    """The part of a region's people that a kingdom has at the start."""
    there = [one for area, one in tables.centers.items() if tables.areas[area].region == region]
    return Fraction(sum(one.census for one in there if one.start_controller == code), sum(one.census for one in there))


def _figures(tables: Edition, code: str) -> list[Figure]:
    """Rulers first: their order is that of succession where a kingdom has several (ruling 82)."""
    ranks = ("King", "Demon Prince", "Consul", *reversed(list(tables.emissary_ranks)), "Agent", "Fanatic", "High Priestess")
    rows = [one for one in tables.start_figures if one.kingdom == code and one.kind in ranks]
    rows.sort(key=lambda one: ranks.index(one.kind))
    return [Figure(one.code, one.name, one.kind, one.area, one.level) for one in rows]


def _skeletons(code: str, number: int, chance: Chance) -> list[Skeleton]:
    """One major, the others minor, each with a code of its own (AC-10-01, ruling 59)."""
    stream = chance.stream("skeletons", code)
    codes: list[str] = []
    while len(codes) < number:
        drawn = f"{stream.below(_CODE):04}"
        if drawn not in codes:
            codes.append(drawn)
    return [Skeleton(drawn, major=place == 0) for place, drawn in enumerate(codes)]


def _group(tables: Edition, id: str) -> Group:
    row = tables.start_groups[id]
    people = [one for one in tables.start_figures if one.group == id]
    return Group(
        id=id,
        kingdom=row.kingdom,
        number=row.number,
        area=row.area,
        brigades={row.brigade_code: row.brigades} if row.brigades else {},
        leaders=[Leader(one.name, one.kind) for one in people if one.kind in tables.leader_ranks],
        wizards=[Wizard(one.code, one.name, one.level) for one in people if one.kind in WIZARDS],
        morale=row.morale,
        attrition=row.attrition,
    )


def _center(tables: Edition, area: str, leads: Mapping[str, str]) -> Center:
    row = tables.centers[area]
    owner = row.start_controller if row.start_controller in leads else ""
    return Center(area, row.name, row.type, row.base_defense, row.census, row.food, row.gold, owner)


def _memory(tables: Edition, code: str) -> Memory:
    """What a player knows at the start: own centers and their regions, and where the cities are (AC-03-09, ruling 81)."""
    centers = {
        area: CenterMemory(0, one.start_controller if one.start_controller == code else "")
        for area, one in tables.centers.items()
        if one.shown_on_public_map or one.start_controller == code
    }
    regions = {area: tables.areas[area].region for area, one in tables.centers.items() if one.start_controller == code}
    return Memory(regions=regions, centers=centers)
