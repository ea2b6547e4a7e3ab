"""Spells that are cast before battles, upon groups and upon centers.

- Spells of battle: cast before the battles of the turn, dispelled, and what they do for a side of a battle (AC-06-74..76,
  AC-06-99, ruling 49).
- Spells upon centers before they are attacked: wards, domes, and those that break walls (spells 130 to 157, ruling 49).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from postern.rulesets.alamaze.orders.acting import caster, spell_level
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.aftermath import remove_brigade
from postern.rulesets.alamaze.rules.battle import Aid, fit_leaders, leads
from postern.rulesets.alamaze.rules.centers import Defenses, defense_of, destroy
from postern.rulesets.alamaze.rules.effects import Asked, amount, happens, holds
from postern.rulesets.alamaze.rules.groups import change_morale, end_and_tell
from postern.rulesets.alamaze.rules.regions import change_reaction
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.turn import Doing, Turn
from postern.rulesets.alamaze.world.records import Center, Group, Leader, Wizard, World

SELF_INVISIBLE, DISPEL, PROTECT, STUN, KILL, WALL, DEATH = 91, 92, 94, 95, 96, 98, 99
GROUP_ALONE = (PROTECT, STUN, KILL, WALL, DEATH, 106)
"""Spells that need a group as their target; of the others a blank one means the center that is attacked (ruling 86)."""


@dataclass(frozen=True)
class BattleCast:
    """A spell as cast. ``enemy`` is the group it is for, "" for a center; ``sort`` and ``which`` are the words of spell 96,
    ``number`` of spell 92 is the lowest that it dispels."""

    spell: int
    group: str
    kingdom: str
    wizard: str
    name: str
    level: int
    enemy: str
    sort: str = ""
    which: str = ""
    lowest: int = 0


@dataclass
class Register:
    """All spells of battle of this turn, and pairs of groups that have fought once."""

    casts: list[BattleCast] = field(default_factory=list)
    fought: set[frozenset[str]] = field(default_factory=set)


@ORDERS.effect("cast_in_battle")
def register(doing: Doing) -> bool:
    """91 to 114: the spell waits for the battles of the turn (ruling 11). Of each that damages, one for a group and target."""
    order, number = doing.order, doing.order.number
    group = doing.own_group()
    if group is None:
        return False
    if order.enemy and doing.enemy_group(group) is None:
        return False
    casts = doing.turn.state(Register).casts
    row = doing.tables.battle_spells.get(number)
    damages = row is not None and row.points_per_level > 0
    if damages and any((one.spell, one.group, one.enemy) == (number, group.id, order.enemy) for one in casts):
        return doing.fail(f"Another wizard of {group.id} casts {number} at the same target.", "Choose another spell for him.")
    found = caster(doing)
    if found is None:
        return False
    group, wizard = found
    level = spell_level(doing.world, group, wizard)
    cast = BattleCast(number, group.id, group.kingdom, wizard.code, wizard.name, level, order.enemy)
    casts.append(replace(cast, sort=order.code, which=order.second_code, lowest=order.quantity or 0))
    return doing.done("cast")


def leader_level(tables: Edition, leader: Leader) -> int:
    """Captain 1, General 2, Marshal 3, Warlord 4 (rulings 49 and 86)."""
    ranks = list(dict.fromkeys(one.rank for one in tables.leader_ranks.values()))
    return ranks.index(tables.leader_ranks[leader.title].rank) + 1


def by_rank(tables: Edition, leaders: list[Leader]) -> list[Leader]:
    """Leaders, the highest first."""
    return sorted(leaders, key=lambda one: -tables.leader_ranks[one.title].rank_order)


# --- before the battles --------------------------------------------------------------------------------------------------


def settle(turn: Turn) -> None:
    """Before the first battle: spells are dispelled, then 96 and 99 do their work."""
    casts = turn.state(Register).casts
    for cast in [one for one in casts if one.spell == DISPEL]:
        _dispel(turn, cast)
    for cast in sorted((one for one in casts if one.spell in (KILL, DEATH)), key=lambda one: one.spell):
        target = turn.world.groups[cast.enemy]
        if target.area and target.area == turn.world.groups[cast.group].area:
            (_kill if cast.spell == KILL else _summon_death)(turn, cast, target)


def _dispel(turn: Turn, by: BattleCast) -> None:
    """One spell of the named group fails: the lowest that may be dispelled, from the number given on (spell 92)."""
    casts, spells = turn.state(Register).casts, turn.tables.spells
    candidates = [
        one for one in casts if one.group == by.enemy and one.spell >= by.lowest and spells[one.spell].dispellable_by_92
    ]
    if not candidates:
        turn.tell_kingdoms("dispel-nothing", (by.kingdom,), group=by.group, enemy=by.enemy)
        return
    cast = min(candidates, key=lambda one: (one.spell, -one.level, one.wizard))
    above = max(0, cast.level - by.level)
    percent = 100 - turn.tables.value("dispel.percent_per_level") * above
    broken = happens(turn, percent, "dispel", by.group, by.wizard)
    data = {"group": by.group, "wizard": by.name, "enemy": by.enemy, "spell": cast.spell, "broken": broken}
    turn.tell_kingdoms("dispelled", (by.kingdom,), **data)
    if broken:
        casts.remove(cast)
        turn.tell_kingdoms("spell-failed", (cast.kingdom,), group=cast.group, wizard=cast.name, spell=cast.spell)


def protected(turn: Turn, group: str, enemy: str) -> bool:
    """True when spell 94 guards a group's leaders and wizards from spells of this enemy group."""
    return any((one.spell, one.group, one.enemy) == (PROTECT, group, enemy) for one in turn.state(Register).casts)


def _kill(turn: Turn, cast: BattleCast, target: Group) -> None:
    """96: the highest or lowest leader or wizard of a group is slain, the likelier the lower he is."""
    tables, victim = turn.tables, _victim(turn.tables, cast, target)
    if victim is None:
        turn.tell_kingdoms("kill-nobody", (cast.kingdom,), group=cast.group, enemy=cast.enemy)
        return
    level = leader_level(tables, victim) if isinstance(victim, Leader) else max(victim.power, 1)
    percent = min(tables.value("kill.percent") * cast.level / level, 100)
    safe = protected(turn, target.id, cast.group) or (isinstance(victim, Wizard) and bool(victim.form))
    dies = not safe and happens(turn, percent, "kill", cast.group, cast.wizard)
    data = {"group": cast.group, "wizard": cast.name, "enemy": target.id, "figure": victim.name, "dies": dies, "safe": safe}
    turn.tell_kingdoms("kill-cast", (cast.kingdom, target.kingdom), **data)
    if dies and isinstance(victim, Leader):
        target.leaders.remove(victim)
    elif dies and isinstance(victim, Wizard):
        target.wizards.remove(victim)
        turn.state(Register).casts = [
            one for one in turn.state(Register).casts if (one.group, one.wizard) != (target.id, victim.code)
        ]
    _end_slain(turn, cast, target)


def _end_slain(turn: Turn, cast: BattleCast, target: Group) -> None:
    """A group of which a spell has left nothing is no more; the caster's group has its artifacts (AC-21-64)."""
    end_and_tell(turn, target, turn.world.groups[cast.group])


def _victim(tables: Edition, cast: BattleCast, target: Group) -> Leader | Wizard | None:
    some: list[Leader] | list[Wizard]
    if cast.sort == "W":
        some = sorted(target.wizards, key=lambda one: -one.power)
    else:
        some = by_rank(tables, target.leaders)
    return None if not some else some[-1] if cast.which == "L" else some[0]


def _summon_death(turn: Turn, cast: BattleCast, target: Group) -> None:
    """99: two to four brigades die, the weakest first, and morale falls (ruling 49)."""
    tables = turn.tables
    lowest, highest = tables.whole("death.brigades_lowest"), tables.whole("death.brigades_highest")
    number = turn.stream("death", cast.group, cast.wizard).between(lowest, highest)
    died: list[str] = []
    while target.brigades and len(died) < number:
        weakest = min(target.brigades, key=lambda code: (tables.brigades[code].value_vs_pc, code))
        remove_brigade(target, weakest)
        died.append(weakest)
    change_morale(turn.world, target, tables.value("death.morale"))
    data = {"group": cast.group, "wizard": cast.name, "enemy": target.id}
    turn.tell_kingdoms("summon-death", (cast.kingdom, target.kingdom), died=died, **data)
    _end_slain(turn, cast, target)


# --- in a battle -----------------------------------------------------------------------------------------------------------


def aid(turn: Turn, group: Group, enemy: Group | None) -> Aid:
    """What all spells of a battle do for one side; ``enemy`` is None for a center."""
    world, tables = turn.world, turn.tables
    asked = Asked(world, group.kingdom, group=group)
    found = Aid(weapons=amount(asked, "battle_damage", "enemy"))
    casts = _in_force(turn, group.id, enemy.id if enemy else "")
    theirs = _in_force(turn, enemy.id, group.id) if enemy else []
    dealt = min(amount(asked, "magic_dealt", "battle", 1), _dealt(world, enemy))
    for cast in casts:
        row = tables.battle_spells[cast.spell]
        found.spells.append((cast.spell, cast.name))
        found.morale += row.own_morale
        found.shield = max(found.shield, min(row.armour_per_level * cast.level, tables.value("shield.maximum")))
        found.shielded = found.shielded or row.armour_per_level > 0
        if enemy is None or not _resists(world, enemy, cast.spell):
            found.points += row.points_per_level * cast.level * dealt
        if row.caster_safe:
            found.safe.add(cast.wizard)
    for cast in _in_force(turn, group.id, None):
        found.safe.add(cast.wizard)
    _presence(world, group, found, in_field=enemy is not None)
    if enemy is not None:
        _suffered(turn, group, enemy, theirs, found)
    found.safe |= {one.code for one in group.wizards if one.form or holds(asked, "figure_safe", "wizard")}
    return found


def _in_force(turn: Turn, group: str, enemy: str | None) -> list[BattleCast]:
    """The spells of a group for its battle against another, "" for a center, None for those that name nobody at all."""
    known = turn.state(Register)
    rows = turn.tables.battle_spells
    if enemy is None:
        return [one for one in known.casts if one.group == group and one.spell == SELF_INVISIBLE]
    again = frozenset((group, enemy)) in known.fought
    return [
        one
        for one in known.casts
        if (one.group, one.enemy) == (group, enemy)
        and one.spell in rows
        and one.spell != SELF_INVISIBLE
        and (rows[one.spell].lasting or not again)
    ]


def _dealt(world: World, enemy: Group | None) -> float:
    """What an artifact of the other side leaves of spells."""
    return amount(Asked(world, enemy.kingdom, group=enemy), "magic_dealt", "battle", 1) if enemy else 1.0


def _resists(world: World, enemy: Group, spell: int) -> bool:
    return amount(Asked(world, enemy.kingdom, group=enemy), "resist", str(spell)) >= 100


def _presence(world: World, group: Group, found: Aid, in_field: bool) -> None:
    """A wizard of power 3 or more is felt without a spell: points, and against groups a Shield at half his level."""
    tables = world.tables
    for wizard in group.wizards:
        if wizard.power >= tables.value("presence.from_power"):
            level = spell_level(world, group, wizard)
            found.points += tables.value("presence.points_per_half_level") * level / 2
            if in_field:
                found.shield += tables.value("presence.shield_per_level") * level


def _suffered(turn: Turn, group: Group, enemy: Group, theirs: list[BattleCast], found: Aid) -> None:
    """What the spells of the enemy do to this side: stun, fear, chaos."""
    tables, world = turn.tables, turn.world
    for cast in (one for one in theirs if one.spell == STUN):
        _stun(turn, cast, group, enemy, found)
    fit = fit_leaders(group, found)
    for cast in theirs:
        row = tables.battle_spells[cast.spell]
        if not _resists(world, group, cast.spell):
            found.morale += row.enemy_morale
        if row.enemy_threshold and not leads(tables, fit, "Warlord"):
            chaos = row.enemy_threshold_marshal if leads(tables, fit, "Marshal") else row.enemy_threshold
            found.threshold = max(found.threshold, chaos)


def _stun(turn: Turn, cast: BattleCast, group: Group, enemy: Group, found: Aid) -> None:
    """95: the best leader who is not yet stunned does nothing for his group in this battle."""
    best = by_rank(turn.tables, fit_leaders(group, found))
    if not best or protected(turn, group.id, enemy.id):
        return
    percent = turn.tables.value("stun.percent") * cast.level / leader_level(turn.tables, best[0])
    if happens(turn, min(percent, 100), "stun", cast.group, cast.wizard, group.id):
        found.stunned.add(best[0].name)


def walls(turn: Turn, first: str, second: str) -> int:
    """How many walls of flame stand between two groups (spell 98)."""
    pairs = ((first, second), (second, first))
    return sum(one.spell == WALL and (one.group, one.enemy) in pairs for one in turn.state(Register).casts)


_NUMBERS = (91, 92, 94, 95, 96, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 112, 113, 114)


WARD, DOME, DISPEL_DOME = 130, 135, 136


def _center(doing: Doing, same_area: bool) -> Center | None:
    """The center of the order, in the area or at least in the region of the caster's group; None after a failure."""
    group, area = doing.own_group(), doing.order.area
    if group is None:
        return None
    center = doing.world.centers.get(area)
    if center is None or center.destroyed:
        doing.fail(f"We know of no center in {area}.")
    elif same_area and group.area != area:
        doing.fail(f"{group.id} is in {group.area}; the spell reaches the center in its own area alone.")
    elif doing.world.region_of(group.area) != doing.world.region_of(area):
        doing.fail(f"{center.name} ({area}) is not in the region of {group.id}.", "The spell reaches its own region.")
    else:
        return center
    return None


@ORDERS.effect("protect_center")
def protect(doing: Doing) -> bool:
    """130: one spell that damages the center fails. 135: no attack on it this turn, sieges apart. 136: such a dome is gone."""
    center, number = _center(doing, same_area=False), doing.order.number
    if center is None or caster(doing) is None:
        return False
    known = doing.turn.state(Defenses)
    if number == WARD:
        known.wards[center.area] = known.wards.get(center.area, 0) + 1
    elif number == DOME:
        known.domes.add(center.area)
    elif center.area in known.domes:
        known.domes.remove(center.area)
        doing.tell("dome-broken", area=center.area, name=center.name)
    else:
        return doing.done("there was no dome")
    return doing.done("cast")


@ORDERS.effect()
def destroy_walls(doing: Doing) -> bool:
    """155 to 157: breaks so much of the defense of a center of its type for good; with no more than that it is destroyed."""
    row = doing.tables.center_spells[doing.order.number]
    center = _center(doing, same_area=True)
    if center is None:
        return False
    if center.type != row.type:
        fitting = next(one.number for one in doing.tables.center_spells.values() if one.type == center.type)
        why = f"{center.name} is a {center.type.lower()}; {row.number} is for a {row.type.lower()}."
        return doing.fail(why, f"Spell {fitting} is for it.")
    if caster(doing) is None:
        return False
    known, turn, owner = doing.turn.state(Defenses), doing.turn, center.owner
    others = (owner,) if owner else ()
    data = {"area": center.area, "name": center.name, "owner": owner, "spell": row.number}
    if turn.expected:
        return doing.done("cast")
    if known.wards.get(center.area, 0):
        known.wards[center.area] -= 1
        doing.tell("ward-held", *others, **data)
        return doing.done("a ward held")
    destroyed = defense_of(doing.world, center) <= row.defense
    doing.tell("walls-broken", *others, **data, by=row.defense, destroyed=destroyed)
    center.defense = max(center.defense - row.defense, 0)
    if destroyed:
        destroy(turn, center, "")
    percent = row.reaction_destroyed_pct if destroyed else row.reaction_pct
    if happens(turn, percent, "walls", center.area, doing.code):
        change_reaction(turn, doing.kingdom, doing.world.region_of(center.area), -1, f"spell {row.number}")
    return doing.done("destroyed" if destroyed else "walls broken")
