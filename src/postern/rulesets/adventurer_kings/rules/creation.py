"""Drawing what the world is made of: Heroes, natives and their armies, guardians with hit points, riddles and treasures. Set-up
and the yearly recovery use it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from postern.game.chance import Stream
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Character, Guardian, World

GARRISON = next(one.code for one in TABLES.armies.values() if "garrison" in one.traits)
FLEET = next(one.code for one in TABLES.armies.values() if one.moves == "water" and not one.race)
_SCHOOLS = [one.code for one in TABLES.abilities.values() if one.group == "magic"]


def rolled(dice: Stream, table: str) -> str:
    """Return what a throw of these dice on a table of draws.csv gives."""
    rows = TABLES.draws[table]
    face = dice.between(1, rows[0].die)
    return next(row.value for row in rows if row.first <= face <= row.last)


# --- characters ------------------------------------------------------------------------------------------------------------


def favoured(alignment: str, aptitude: int, ability: str) -> int:
    """Return an aptitude, doubled to at most 5 where the alignment favours the ability (AK-2.3-12)."""
    row = TABLES.alignments[alignment]
    doubled = min(2 * aptitude, TABLES.number("favoured_aptitude_max"))
    return doubled if ability in (row.magic, row.special) else aptitude


def kings_aptitudes(alignment: str, skills: Mapping[str, int]) -> dict[str, int]:
    """Return the aptitudes of a King or Heir with these first levels (AK-D2.1-02, AK-P2.0-07): above each by at least 1, and
    none in the magic that is barred (AK-P2.1-06)."""
    common, barred = TABLES.number("king_aptitude"), TABLES.alignments[alignment].barred
    found = {code: max(favoured(alignment, common, code), skills.get(code, 0) + 1) for code in TABLES.abilities}
    return found | ({barred: 0} if barred else {})


def draw_hero(world: World, dice: Stream, place: int, native: str) -> Character:
    """Add a free Hero to a province of these natives, "" for none, and return him (AK-D2.2-02 to 06)."""
    alignment, temper = rolled(dice, "alignment"), rolled(dice, "temper")
    local = native in TABLES.races and TABLES.races[native].humanoid and dice.percent(TABLES.number("hero_native_race_pct"))
    race = native if local else rolled(dice, "race")
    total = TABLES.number("hero_levels_base") + dice.between(1, TABLES.number("hero_levels_die"))
    return add_hero(world, dice, place, race, alignment, temper, _skills(dice, alignment, total))


def _skills(dice: Stream, alignment: str, total: int) -> dict[str, int]:
    """Half of the levels, rounded up, in the first ability of an archetype, the rest in the second; of 5 or more the last in
    the third (AK-D2.2-04)."""
    abilities = rolled(dice, "archetype").partition(" ")[2].split(";")
    first, second, third = (_school(dice, alignment) if one == "school" else one for one in abilities)
    half, last = (total + 1) // 2, int(total >= 5)
    levels: Counter[str] = Counter()
    for ability, number in ((first, half), (second, total - half - last), (third, last)):
        levels[ability] += number
    return dict(+levels)


def _school(dice: Stream, alignment: str) -> str:
    """A mage's school: by coin that of his alignment or any."""
    return TABLES.alignments[alignment].magic if dice.odds(1, 2) else dice.choice(_SCHOOLS)


def add_hero(
    world: World, dice: Stream, place: int, race: str, alignment: str, temper: str, skills: Mapping[str, int]
) -> Character:
    """Add a free Hero with these skills, and return him: aptitudes (AK-D2.2-05), marks (AK-D2.2-06) and name are drawn, a
    woman by coin."""
    die = TABLES.number("hero_aptitude_die")
    drawn = {code: favoured(alignment, dice.between(1, die), code) for code in TABLES.abilities}
    woman = dice.odds(1, 2)
    return world.new_character(
        name=_name(world, dice, race, woman),
        race=race,
        alignment=alignment,
        temper=temper,
        province=place,
        woman=woman,
        skills=dict(skills),
        aptitudes={code: max(number, skills.get(code, 0)) for code, number in drawn.items()},
        loyal=dice.percent(TABLES.number("hero_loyal_pct")),
        willing=dice.percent(TABLES.number("hero_willing_divine_undead_pct")),
    )


def _name(world: World, dice: Stream, race: str, woman: bool) -> str:
    """A name that nobody has had; any of the race's when all are used."""
    taken = {one.name for one in world.characters.values()}
    names: list[str] = TABLES.names[race]["women" if woman else "men"]
    return dice.choice([one for one in names if one not in taken] or names)


# --- natives and their armies ----------------------------------------------------------------------------------------------


def draw_types(dice: Stream, native: str, terrain: str, coastal: bool) -> list[str]:
    """Return the one or two army types of an inhabited province (AK-D1.1-36): coastal humanoids may have a port."""
    weights = dict(TABLES.levies[native, terrain].weights)
    first = dice.weighted(list(weights), list(weights.values()))
    port = TABLES.number("port_human_pct" if native == _most() else "port_other_pct")
    if coastal and TABLES.races[native].humanoid and dice.percent(port):
        return [first, FLEET]
    del weights[first]
    if weights and dice.percent(TABLES.number("second_type_pct")):
        return [first, dice.weighted(list(weights), list(weights.values()))]
    return [first]


def _most() -> str:
    """The race of most of the world: ports are commonest with it."""
    return next(iter(TABLES.races))


def army_race(kind: str, native: str) -> str:
    """Return the race of an army of a type in a province of these natives (AK-D1.1-37)."""
    return TABLES.armies[kind].race or native


def defenders(dice: Stream, tax: int, types: list[str], garrisons: bool) -> list[str]:
    """Return the types of the armies that defend an uncontrolled province (AK-D1.1-38): 1 to 4 by its wealth, each perhaps a
    Garrison where there are any."""
    number = (
        1
        + sum(tax >= TABLES.number(name) for name in ("wealth_prosperous_least", "wealth_rich_least"))
        + int(rolled(dice, "defenders"))
    )
    pct = TABLES.number("garrison_defender_pct") if garrisons else 0
    number = min(max(number, 1), TABLES.number("defenders_max"))
    return [GARRISON if dice.percent(pct) else dice.choice(types) for _ in range(number)]


# --- guardians and treasures -----------------------------------------------------------------------------------------------


def guardian_of(dice: Stream, feature: str, tier: int) -> str:
    """Return a guardian for a feature of this kind and tier, of the nearest lower tier where it has none (AK-DF-02)."""
    kinds = TABLES.features[feature].guardians
    near = max(TABLES.monsters[one].tier for one in kinds if TABLES.monsters[one].tier <= tier)
    return dice.choice([one for one in kinds if TABLES.monsters[one].tier == near])


def hit_points(dice: Stream, kind: str) -> int:
    """Return the hit points of one monster of a kind: its average x (80 + d40)%, from 7 to 50 (AK-DF-25)."""
    share = TABLES.number("guardian_hit_points_base_pct") + dice.between(1, TABLES.number("guardian_hit_points_die"))
    drawn = (TABLES.monsters[kind].hit_points * share + 50) // 100
    return min(max(drawn, TABLES.number("guardian_hit_points_min")), TABLES.number("guardian_hit_points_max"))


def new_guardian(dice: Stream, kind_name: str, year: int) -> Guardian:
    """Return a guardian of this kind that comes in a year, with its hit points and its riddle (AK-DF-25, AK-D5.4-07)."""
    full = hit_points(dice, kind_name)
    return Guardian(kind_name, full, full, dice.choice(list(TABLES.riddles)), year)


def treasure_gold(dice: Stream, tier: int) -> int:
    """Return the gold of a guardian's treasure: 2d6, 3d6 + 2 or 4d6 + 6 (AK-DF-22)."""
    row = TABLES.treasures[tier]
    return sum(dice.between(1, 6) for _ in range(row.dice)) + row.more


def treasure_tiers(dice: Stream, tier: int) -> list[int]:
    """Return the tiers of the items of a guardian's treasure (AK-DF-23)."""
    return [int(one) for one, chance in TABLES.treasures[tier].items.items() if dice.percent(chance)]
