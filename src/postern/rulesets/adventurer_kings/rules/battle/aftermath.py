"""After a battle: losses, pursuit, retreat, bites, Trolls, gains of quality, leaders who fall, merit and experience (AK-D7.3 to
AK-D7.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from postern.rulesets.adventurer_kings.rules.abilities.levels import experience, power
from postern.rulesets.adventurer_kings.rules.battle.field import Battle, Side, Unit
from postern.rulesets.adventurer_kings.rules.battle.lines import winner
from postern.rulesets.adventurer_kings.rules.battle.sides import NAVAL, TACTICAL, armies_of
from postern.rulesets.adventurer_kings.rules.battle.strength import multiplier
from postern.rulesets.adventurer_kings.rules.endings import LEAST_QUALITY, destroy, kill, to_mercenary
from postern.rulesets.adventurer_kings.rules.merit import merit
from postern.rulesets.adventurer_kings.rules.travel import may_enter, points_left
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.turn import clamped
from postern.rulesets.adventurer_kings.world import Army, Character, World

VEIL = "VE"


def settle(battle: Battle) -> None:
    """Do all that follows from the result, in the order of the rules."""
    award(battle)
    loser = battle.loser
    for side in battle.sides:
        for unit in side.units:
            if side is loser:
                _break(battle, unit)
            elif unit.strikes:
                _suffer(battle, side, unit)
    for side in battle.sides:
        for unit in side.units:
            if unit.fate in ("destroyed", "regenerated"):
                continue
            if loser is not None and side is not loser:
                _gain(battle, side, unit)
            _bite(battle, side, unit)
    if battle.at_sea:
        _spend(battle)
    if loser is not None:
        withdraw(battle, loser)
    _learn(battle)


def award(battle: Battle) -> None:
    """Give merit to the supreme commanders by the units at the start of the battle (AK-10.1-12, 13, 15, 16, AK-D7.5-06)."""
    office, kind = ("AD", "sea") if battle.at_sea else ("MA", "land")
    for side in battle.sides:
        if side.commander is None or battle.loser is None:
            continue
        won, foe = side is not battle.loser, battle.foe(side)
        points = len(foe.units) if won else -len(side.units)
        why = f"{kind} battle {'won' if won else 'lost'} at {battle.turn.place(battle.place)}"
        merit(battle.turn, side.commander, office, points, why)


def _learn(battle: Battle) -> None:
    """Throw for the experience of the commanders and of all others who lead units (AK-3.19-09, 10 and 17)."""
    ability = NAVAL if battle.at_sea else TACTICAL
    for side in battle.sides:
        if side.commander is not None and side.commander.alive:
            experience(battle.turn, side.commander, "command", ability)
        for who in side.leaders:
            if who is not side.commander and who.alive:
                experience(battle.turn, who, "lead", ability)


# --- losses ----------------------------------------------------------------------------------------------------------------


def escape_chance(battle: Battle, unit: Unit) -> Fraction:
    """Return the chance in percent of a beaten unit to escape: by speed and the ratio (AK-D7.4-01, AK-6.3-21), less for each
    fast unit of the winners that pursues it in its column (AK-D7.3-01), unless a Veil hides it (AK-D2.0-13)."""
    number = TABLES.number
    ratio = battle.ratio if battle.result == "win" else 1 / battle.ratio
    chance = number("escape_pct") + number("escape_pct_per_speed") * unit.army.kind.speed
    chance -= min(number("pursuit_pct_max"), number("pursuit_pct") * pursuers(battle, unit))
    exact = chance - number("escape_pct_per_ratio") * (ratio - 1)
    return clamped(exact, number("escape_pct_least"), number("escape_pct_most"))


def pursuers(battle: Battle, unit: Unit) -> int:
    """Return how many units pursue a beaten one (AK-D7.3-01)."""
    if unit.led_by is not None and VEIL in unit.led_by.spells:
        return 0
    winners = battle.defenders if battle.loser is battle.attackers else battle.attackers
    fast = TABLES.number("pursuit_speed_least")
    return sum(one.strikes and one.army.kind.speed >= fast for one in winners.units if one.column == unit.column)


def _break(battle: Battle, unit: Unit) -> None:
    """A beaten unit escapes, one level worse, or is destroyed (AK-D7.4-01); Whales on land swim away (AK-D7.4-04)."""
    if unit.army.has("retreats_to_sea") and not battle.at_sea and _nearest_sea(battle):
        unit.fate = "to sea"
        return
    unit.escape = battle.throw(escape_chance(battle, unit), "escape", unit.army.id)
    unit.fate = "escaped"
    if not unit.escape:
        _lose(battle, unit)
    else:
        _lower(battle, unit)


def _suffer(battle: Battle, side: Side, unit: Unit) -> None:
    """A unit of the winner, or of a contested battle, by what became of its column (AK-D7.5-01, AK-D7.5-08)."""
    won = winner(battle, unit.column)
    if won is None:
        return
    thrown = battle.dice("loss", unit.army.id).between(1, 100)
    name = "column_won_lowered_pct" if won is side else "column_lost_lowered_pct"
    if thrown <= TABLES.number(name):
        _lower(battle, unit)
    elif won is not side and thrown <= TABLES.number("column_lost_destroyed_pct"):
        _lose(battle, unit)


def _lower(battle: Battle, unit: Unit) -> None:
    if unit.army.quality > LEAST_QUALITY:
        unit.army.quality -= 1
    else:
        _lose(battle, unit)


def _lose(battle: Battle, unit: Unit) -> None:
    """A unit is destroyed; a Troll rises again as a mercenary, on land and one level worse (AK-6.3-49, AK-D7.5-04)."""
    army, world = unit.army, battle.turn.world
    if not army.has("regenerates"):
        unit.fate = "destroyed"
        destroy(battle.turn, army)
        return
    unit.fate = "regenerated"
    to_mercenary(battle.turn, army)
    army.quality = max(LEAST_QUALITY, army.quality - 1)
    land = [number for number, one in world.provinces.items() if not one.at_sea]
    army.province = unit.to = min(land, key=lambda one: (GRID.distance(battle.place, one), one))


def _gain(battle: Battle, side: Side, unit: Unit) -> None:
    """A winner in a hard column may rise in quality (AK-D7.5-02)."""
    if not unit.share or winner(battle, unit.column) is not side:
        return
    attack, defend = battle.sums[unit.column]
    own, other = (attack, defend) if side.attacks else (defend, attack)
    hard = other >= own * TABLES.share("quality_gain_share") and unit.army.quality < TABLES.number("quality_gain_max")
    if hard and battle.throw(TABLES.number("quality_gain_pct"), "gain", unit.army.id):
        unit.army.quality += 1
        unit.rose = True


def _bite(battle: Battle, side: Side, unit: Unit) -> None:
    """Werebeasts in front or on the flank bite those whose column they won (AK-6.3-47, AK-6.3-48, AK-D7.5-03)."""
    foe = battle.foe(side)
    if not unit.share or winner(battle, unit.column) is not foe:
        return
    biters = any(one.army.has("bites") and one.stand in ("front", "outflank") for one in foe.column(unit.column))
    army = unit.army
    if biters and TABLES.races[army.race].humanoid and not army.has("unbitten") and not army.skeletal:
        army.bitten = bool(battle.throw(TABLES.number("werebeast_bite_pct"), "bite", army.id)) or army.bitten


def _spend(battle: Battle) -> None:
    """A naval engagement costs a movement point where one is left, but not fleets of a leader with the power for it
    (AK-P6.2-02, AK-D2.0-08)."""
    for side in battle.sides:
        for unit in side.units:
            leader, army = unit.led_by, unit.army
            spared = army.has("engages") and leader is not None and power(leader, "free_engagement")
            if not unit.fate and not spared and points_left(battle.turn.world, army) > 0:
                army.used += 1


# --- retreat ---------------------------------------------------------------------------------------------------------------


def withdraw(battle: Battle, side: Side) -> None:
    """The beaten side leaves the province, each army for the one that its leader came from or one near by (AK-D7.4-02,
    AK-D7.4-04, AK-D7.4-05); who finds none is destroyed. Leaders go with their armies, or flee alone (AK-D7.4-03)."""
    world = battle.turn.world
    for unit in side.units:
        if unit.fate == "to sea":
            unit.to = _nearest_sea(battle)
        elif unit.fate == "escaped":
            unit.to = unit.source or refuge(world, battle.place, unit.army.owner, side.attacks, unit.army)
            if not unit.to:
                _lose(battle, unit)
    for unit in side.units:
        if unit.fate in ("to sea", "escaped"):
            unit.army.province = unit.to
    for leader in side.leaders:
        if leader.alive:
            _follow(battle, side, leader, side.led(leader))


def refuge(world: World, place: int, code: str, attacks: bool, army: Army | None = None) -> int:
    """Return the adjacent province into which a beaten army retreats: own, allied, and for defenders one that is nobody's and
    without armies, of several the lowest number; never where enemies stand; 0 for none (AK-D7.4-02, AK-D7.4-05)."""
    aboard = world.provinces[place].at_sea

    def rank(number: int) -> int | None:
        owner = world.provinces[number].owner
        armies = world.armies_in(number)
        if any(not one.mercenary and world.relation(code, one.owner) == "Enemy" for one in armies):
            return None
        if owner:
            return 0 if owner == code else 1 if world.relation(code, owner) == "Allied" else None
        return None if attacks or armies else 2

    near = [one for one in GRID.neighbours(place) if army is None or may_enter(world, army, one, aboard, place)]
    ranked = [(found, one) for one in near if (found := rank(one)) is not None]
    return min(ranked)[1] if ranked else 0


def _nearest_sea(battle: Battle) -> int:
    """The lowest-numbered adjacent Sea province, 0 for none (AK-D7.4-04)."""
    return min((one for one in GRID.neighbours(battle.place) if battle.turn.world.provinces[one].at_sea), default=0)


def _follow(battle: Battle, side: Side, leader: Character, units: Sequence[Unit]) -> None:
    """A beaten leader goes where most of his armies go; without any he dies or flees (AK-D7.4-03). Who defended nobody's land
    stays (AK-D7.7-02)."""
    turn, world = battle.turn, battle.turn.world
    goals = Counter(one.to for one in units if one.fate in ("to sea", "escaped"))
    if not goals and battle.throw(TABLES.number("leader_killed_pct"), "leader", leader.id) and not _saved(leader):
        battle.killed.append(leader)
        kill(turn, leader, "battle", by=battle.called(battle.foe(side)))
        return
    if leader.status == "serving":
        alone = units[0].source or refuge(world, battle.place, leader.kingdom, side.attacks) or _home(battle, leader)
        leader.province = min(goals, key=lambda one: (-goals[one], one)) if goals else alone
    _part(world.led_by(leader.id), leader)


def _home(battle: Battle, leader: Character) -> int:
    """The other province of his kingdom that is nearest, that of the battle where there is none."""
    own = (one for one in battle.turn.world.owned(leader.kingdom) if one != battle.place)
    return min(own, key=lambda one: (GRID.distance(battle.place, one), one), default=battle.place)


def _saved(leader: Character) -> bool:
    """Whether something that he carries saves his life; it is gone then (AK-DM-39)."""
    amulet = next((one for one in leader.items if "saves_life" in TABLES.items[one].traits), None)
    if amulet is not None:
        leader.items.remove(amulet)
    return amulet is not None


def _part(armies: Iterable[Army], leader: Character) -> None:
    """Armies that do not go where their leader goes are left as a garrison."""
    for army in armies:
        if army.province != leader.province:
            army.leader = 0


def taker(world: World, place: int, codes: Sequence[str]) -> str:
    """Return which king of a side gets a province: he with more armies there, then more strength, then the lower number
    (AK-D7.7-04, AK-P8.1-05)."""

    def worth(code: str) -> tuple[int, Fraction, int]:
        own = armies_of(world, place, [code])
        strength = sum((one.kind.attack * multiplier(one.quality) for one in own), Fraction(0))
        return len(own), strength, -world.kingdoms[code].number

    return max(codes, key=worth) if len(codes) > 1 else codes[0]
