"""What a group is worth: its size word, its values in battle and against population centers (AC-06, ruling 18)."""

from __future__ import annotations

from postern.rulesets.alamaze.tables import BrigadeType, Edition
from postern.rulesets.alamaze.world import Group, World


def size_word(tables: Edition, brigades: int) -> str:
    """Patrol, Brigade, Division, Army or Army Group (AC-06-19..30)."""
    return next(
        one.word
        for one in tables.size_words
        if brigades >= one.brigades_low and (one.brigades_high is None or brigades <= one.brigades_high)
    )


def leaders_bonus(tables: Edition, group: Group) -> float:
    """What leaders add, as a part of 1: the bonuses of all are added (AC-06-80..82)."""
    return sum(tables.leader_ranks[one.title].bonus_percent for one in group.leaders) / 100


def condition(group: Group) -> float:
    """What morale and attrition leave of a group's value, as a part of 1."""
    return group.morale / 100 * (1 - group.attrition / 100)


def value_vs_center(world: World, group: Group) -> int:
    """The value of a group against population centers, as its report shows it (ruling 18)."""
    full = sum(number * world.tables.brigades[code].value_vs_pc for code, number in group.brigades.items())
    bonus = 1 + leaders_bonus(world.tables, group) + artifacts_bonus(world, group)
    return int(full * condition(group) * bonus)


def value_in(world: World, group: Group, terrain: str) -> int:
    """The value of a group against others in a terrain, as its report shows it (ruling 18)."""
    tables = world.tables
    full = sum(number * terrain_value(tables, tables.brigades[code], terrain) for code, number in group.brigades.items())
    bonus = 1 + leaders_bonus(tables, group) + artifacts_bonus(world, group)
    return int(full * terrain_factor(world, group.kingdom, terrain) * condition(group) * bonus)


def terrain_value(tables: Edition, brigade: BrigadeType, terrain: str) -> float:
    """Infantry, cavalry and archers of a brigade with what the terrain leaves of each (AC-06-57..66). At sea ships fight, and
    arms count in full."""
    arms = tables.arms[terrain]
    if arms.infantry_percent is None or arms.cavalry_percent is None or arms.archers_percent is None:
        return brigade.infantry_value + brigade.cavalry_value + brigade.archer_value
    return (
        brigade.infantry_value * arms.infantry_percent
        + brigade.cavalry_value * arms.cavalry_percent
        + brigade.archer_value * arms.archers_percent
    ) / 100


def terrain_factor(world: World, code: str, terrain: str) -> float:
    """What being at home in a terrain adds or takes, as a factor (ruling 20)."""
    tables = world.tables
    return 1 + tables.abilities[tables.kingdoms[code].ability(terrain)].combat_pct / 100


def artifacts_bonus(world: World, group: Group) -> float:
    """What weapons among its artifacts add, as a part of 1 (ruling 50)."""
    return sum(world.tables.artifacts[one].combat_percent for one in group.artifacts) / 100


def first_group(world: World, group: Group) -> float:
    """The factor of a kingdom's 1st group in battle (ruling 23); the values that reports show are without it."""
    return world.tables.value("first_group.factor") if group.number == 1 else 1.0


def change_morale(world: World, group: Group, points: float, highest: float | None = None) -> None:
    """Changes a group's morale within its bounds (ruling 22); ``highest`` is a lower bound above which it does not rise."""
    tables = world.tables
    top = tables.value("morale.maximum") if highest is None else max(highest, group.morale)
    group.morale = min(max(group.morale + points, tables.value("morale.minimum")), top)


def group_name(world: World, group: Group) -> str:
    """The name of a group by its number: ``1st Westmen`` (AC-06-04)."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(group.number, "th")
    return f"{group.number}{ending} {world.tables.kingdoms[group.kingdom].name}"
