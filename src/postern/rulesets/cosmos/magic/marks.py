"""States that spells leave on positions, and what they do there (``spells.csv``). Their names stand in ``magic``."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.gear import item_bonus
from postern.rulesets.cosmos.places import hex_of, level, location_at
from postern.rulesets.cosmos.scenario import Scenario, Spell
from postern.rulesets.cosmos.strength import type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Unit, World

ILLUSION = "illusion"


def _states(world: World, position: str) -> dict[str, int]:
    location = location_at(world, position)
    return location.until if location else world.hexes[hex_of(world, position)].until


def _key(world: World, position: str, name: str) -> str:
    return f"{position[0]} {name}" if level(world, position) in ("over", "under") else name


def mark(turn: Turn, position: str, name: str, phases: int) -> None:
    """Leaves a state at a position for the rest of this phase and so many whole phases more; a longer one stays."""
    states, key = _states(turn.world, position), _key(turn.world, position, name)
    states[key] = max(states.get(key, 0), turn.now + phases)


def casters_of(world: World, position: str, name: str, now: int) -> Iterator[str]:
    """The nations whose state of this name is upon a position; "" for a state that is of nobody in particular."""
    states = _states(world, position) if position else {}
    wanted = _key(world, position, name) if states else name
    for key, moment in states.items():
        found, _, nation = key.partition(":")
        if found == wanted and moment >= now:
            yield nation


def marked(world: World, position: str, name: str, now: int) -> bool:
    """True while a state is upon a position, whoever's it is."""
    return any(True for _ in casters_of(world, position, name, now))


def lift(turn: Turn, position: str) -> list[str]:
    """Ends all spells upon a position that can be dispelled, and names them."""
    names = {_key(turn.world, position, one.mark): one.mark for one in turn.tables.spells if one.dispelled}
    states = _states(turn.world, position)
    gone = [key for key in sorted(states) if key.partition(":")[0] in names]
    for key in gone:
        del states[key]
    end_illusions(turn)
    return [names[key.partition(":")[0]] for key in gone]


# --- morale, strikes, sight ------------------------------------------------------------------------------------------------


def spell_morale(world: World, unit: Unit, now: int) -> int:
    """What spells at its position do to the morale of a unit in a phase; several of one kind do not add up
    (rulings 2.6, 18.10).

    Units of the named classes have what a spell does to others, whoever cast it; a spell without such a class does it to all
    but the caster's nation and its allies.
    """
    found = 0
    if not unit.position or not _states(world, unit.position):
        return found
    for spell in _by_mark(world.tables):
        if not (spell.friends or spell.others):
            continue
        for nation in casters_of(world, unit.position, spell.mark, now):
            bonus = _morale_of(world, spell, unit, nation)
            if bonus:
                found += bonus
                break
    return found


def _morale_of(world: World, spell: Spell, unit: Unit, nation: str) -> int:
    friend = world.friendly(nation, unit.owner)
    if spell.classes:
        if type_of(world.tables, unit).unit_class in spell.classes:
            return spell.others
        return spell.friends if friend else 0
    return spell.friends if friend else spell.others


def strike_protection(turn: Turn, position: str) -> Fraction:
    """What protection at a position leaves of a strike: spells, and the best item carried there (CF-19.1.2-01)."""
    world, left = turn.world, Fraction(1)
    for spell in _by_mark(world.tables):
        if spell.kind == "mark here" and spell.strength and marked(world, position, spell.mark, turn.now):
            left *= Fraction(spell.strength, HUNDRED)
    worn = max((item_bonus(world, unit, "strikeward") for unit in turn.units_at(position) if not unit.questing), default=0)
    return left * Fraction(HUNDRED - worn, HUNDRED)


def spell_sight(turn: Turn, position: str, states: dict[str, int]) -> float:
    """By how much spells change the awareness of who looks from a position; ``states`` are his own (ruling 18.10)."""
    found = 1.0
    if not states and not (position and _states(turn.world, position)):
        return found
    for spell in _by_mark(turn.tables):
        if spell.awareness_pct == HUNDRED:
            continue
        own = states.get(spell.mark, -1) >= turn.now
        if own or (position and marked(turn.world, position, spell.mark, turn.now)):
            found *= spell.awareness_pct / HUNDRED
    return found


def _by_mark(tables: Scenario) -> list[Spell]:
    """One row for each state that spells leave."""
    return list({spell.mark: spell for spell in tables.spells if spell.mark}.values())


# --- illusions -----------------------------------------------------------------------------------------------------------


def immune(world: World, unit: Unit) -> bool:
    """True for a unit that no illusion deceives: by its type, or by what it holds (ruling 10.2)."""
    return type_of(world.tables, unit).able("illusion-immune") or item_bonus(world, unit, "illusion-immune") > 0


def illusions(world: World) -> dict[int, str]:
    """The hexes that show a false terrain now, and which (CF-19.2-01)."""
    return {number: one.illusion for number, one in world.hexes.items() if one.illusion}


def end_illusions(turn: Turn) -> None:
    """Step c of a phase, after the states that are over were taken away: the false terrains of those illusions go, too."""
    for one in turn.world.hexes.values():
        if one.illusion and one.until.get(ILLUSION, 0) < turn.now:
            one.illusion = ""
