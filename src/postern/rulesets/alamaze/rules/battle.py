"""Battles as plain numbers, without chance: two sides, or a side and walls, stage by stage.

- The two sides of a battle as plain numbers: what a group weighs against another, or against a population center (AC-06,
  ruling 23). Whoever forecasts a battle builds them from what a kingdom knows.
- A battle of two groups, stage by stage (ruling 23): a function of two hosts, without chance.
- An attack of a group on a population center, stage by stage (ruling 24): a function of a host and the walls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from postern.rulesets.alamaze.rules.effects import Asked, amount
from postern.rulesets.alamaze.rules.groups import artifacts_bonus, first_group, terrain_factor
from postern.rulesets.alamaze.rules.regions import declared
from postern.rulesets.alamaze.tables import BrigadeType, Edition
from postern.rulesets.alamaze.world.records import Group, Leader, World

Values: TypeAlias = Mapping[str, float]
"""What strikes in the stages, by the names of ``combat_stages.csv``."""
SPELLS, WEAPONS, STORM = "spell points", "artifacts", "value_vs_pc"
Mode: TypeAlias = Literal["attack", "defend", "entrenched", "surprised"]
POPULATION = "Population"


@dataclass(frozen=True)
class Stance:
    """How a group meets the other side: by an order of attack or defense with its tactic, entrenched, or surprised."""

    mode: Mode
    tactic: int = 2


@dataclass
class Aid:
    """What magic does for one side of one battle: points of its spells, morale in points, Shield as a part of armour, points
    on its threshold of losses, leaders who are stunned and wizards who cannot die."""

    points: float = 0
    weapons: float = 0
    morale: float = 0
    shield: float = 0
    shielded: bool = False
    threshold: float = 0
    stunned: set[str] = field(default_factory=set)
    safe: set[str] = field(default_factory=set)
    burnt: float = 0
    """The part of it that a wall of flame takes before the first stage."""
    spells: list[tuple[int, str]] = field(default_factory=list)
    """Spells of its own wizards in this battle, with who cast each."""


@dataclass(frozen=True)
class Host:
    """One side. ``values`` are open to attrition and the multiplier, ``hit_points`` are after attrition; ``threshold`` is the
    part lost at which it retreats, ``eased`` the factor on what its retreat costs, ``burnt`` what is lost before."""

    values: Values
    hit_points: float
    multiplier: float
    armour: float
    threshold: float
    eased: float = 1.0
    burnt: float = 0

    @property
    def strength(self) -> float:
        """Its full value with all that lifts or lowers it (ruling 23, retreat)."""
        return full_value(self.values) * self.multiplier


def full_value(values: Values) -> float:
    """The sum of the phases, from which hit points come."""
    return sum(values[name] for name in ("long_missile", "short_missile", "charge", "melee"))


def phases(tables: Edition, brigade: BrigadeType, terrain: str) -> dict[str, float]:
    """What each arm of a brigade has left of its phases in a terrain (AC-06-57..66, ruling 23). Of peoples that are no
    infantry, cavalry or archers the melee is whole everywhere."""
    arms = tables.arms[terrain]
    infantry, cavalry, archers = (
        1.0 if percent is None else percent / 100
        for percent in (arms.infantry_percent, arms.cavalry_percent, arms.archers_percent)
    )
    riders = 0.0 if brigade.men_special else tables.value("melee.cavalry_share") * brigade.cavalry_value
    shooters = 0.0 if brigade.men_special else brigade.melee - brigade.infantry_value - riders
    on_foot = brigade.melee - riders - shooters
    whole = brigade.infantry_value + brigade.cavalry_value + brigade.archer_value
    left = brigade.infantry_value * infantry + brigade.cavalry_value * cavalry + brigade.archer_value * archers
    return {
        "long_missile": brigade.long_missile * archers,
        "short_missile": brigade.short_missile * archers,
        "charge": brigade.charge * cavalry,
        "melee": on_foot * infantry + riders * cavalry + shooters * archers,
        "combined": brigade.combined * left / whole,
    }


def brigade_values(world: World, group: Group, terrain: str) -> dict[str, dict[str, float]]:
    """By kind of brigade, what one of them has in each phase. For POPULATION the terrain around does not count, and there is
    the value of a storm (AC-06-58, AC-06-59)."""
    tables = world.tables
    found = {code: phases(tables, tables.brigades[code], terrain) for code in group.brigades}
    if terrain == POPULATION:
        return {code: {**values, STORM: tables.brigades[code].value_vs_pc} for code, values in found.items()}
    factor = terrain_factor(world, group.kingdom, terrain)
    return {code: {name: value * factor for name, value in values.items()} for code, values in found.items()}


def weights(world: World, group: Group, terrain: str) -> dict[str, float]:
    """What one brigade of each kind counts for in losses: its full value, against a center its value there."""
    values = brigade_values(world, group, terrain)
    return {code: one[STORM] if terrain == POPULATION else full_value(one) for code, one in values.items()}


def fit_leaders(group: Group, aid: Aid) -> list[Leader]:
    """Its leaders who are not stunned."""
    return [one for one in group.leaders if one.name not in aid.stunned]


def leads(tables: Edition, leaders: list[Leader], rank: str) -> bool:
    """True when one of them has this rank."""
    return any(tables.leader_ranks[one.title].rank == rank for one in leaders)


def multiplier(world: World, group: Group, stance: Stance, aid: Aid, against: str, fights: int) -> float:
    """What lifts and lowers all that a group does in a battle (ruling 23): morale, attrition, leaders, artifacts, battles of
    this turn before, its stance, and whether the other side is an enemy that it declared."""
    tables = world.tables
    morale = amount(Asked(world, group.kingdom, group=group), "battle_morale", "own", group.morale + aid.morale)
    led = sum(tables.leader_ranks[one.title].bonus_percent for one in fit_leaders(group, aid)) / 100
    value = max(morale, tables.value("battle.morale_minimum")) / 100 * (1 - group.attrition / 100)
    value *= (1 + led + artifacts_bonus(world, group)) * first_group(world, group)
    value *= _power(tables.value("combat_fatigue.factor"), fights)
    factors = {"defend": "defend.bonus", "surprised": "surprise.factor", "entrenched": "entrench.factor"}
    if stance.mode in factors:
        value *= tables.value(factors[stance.mode])
    if against and declared(world, group.kingdom, against) == "E":
        value *= tables.value("declared_enemy.factor")
    return value


def _power(factor: float, times: int) -> float:
    value = 1.0
    for _ in range(times):
        value *= factor
    return value


def threshold(world: World, group: Group, stance: Stance, aid: Aid) -> float:
    """The part of its hit points at whose loss it retreats (AC-21-26..34, AC-21-61): that of the tactic, as its kingdom
    bears it, and what chaos adds. Surprised and entrenched groups hold as with the second tactic."""
    tables = world.tables
    mode, tactic = (stance.mode, stance.tactic) if stance.mode in ("attack", "defend") else ("defend", 2)
    percent = tables.tactics[mode, tactic].retreat_at_casualties_pct
    return (percent * tables.kingdoms[group.kingdom].threshold_factor + aid.threshold) / 100


def host(
    world: World, group: Group, stance: Stance, aid: Aid, *, against: str = "", fights: int = 0, terrain: str = ""
) -> Host:
    """A group as a side of a battle: in this terrain, else in that of its area; POPULATION for an attack on a center.
    ``against`` is the kingdom of the other side, ``fights`` how many battles it had in this turn."""
    tables = world.tables
    terrain = terrain or tables.areas[group.area].terrain
    one_brigade = brigade_values(world, group, terrain)
    names = list(next(iter(one_brigade.values())))
    values = {name: sum(one_brigade[code][name] * number for code, number in group.brigades.items()) for name in names}
    weigh = weights(world, group, terrain)
    whole = sum(weigh[code] * number for code, number in group.brigades.items())
    metal = sum(tables.brigades[code].armour * weigh[code] * number for code, number in group.brigades.items()) / whole
    leaders = fit_leaders(group, aid)
    led = sum(tables.leader_ranks[one.title].bonus_percent for one in leaders) / 100
    eased = tables.kingdoms[group.kingdom].retreat_loss_factor
    if leads(tables, leaders, "Warlord"):
        eased *= tables.value("retreat_loss.warlord_factor")
    elif leads(tables, leaders, "Marshal"):
        eased *= tables.value("retreat_loss.marshal_factor")
    return Host(
        values={**values, SPELLS: aid.points, WEAPONS: aid.weapons},
        hit_points=tables.value("battle.hit_points_per_value") * whole * (1 - group.attrition / 100),
        multiplier=multiplier(world, group, stance, aid, against, fights),
        armour=metal * (1 + led / 2 + aid.shield),
        threshold=threshold(world, group, stance, aid),
        eased=eased,
        burnt=aid.burnt,
    )


Pair = tuple[float, float]


@dataclass(frozen=True)
class Blow:
    """A stage: what each side struck the other for, and which part of itself each had lost after it."""

    stage: str
    struck: Pair
    lost: Pair


@dataclass(frozen=True)
class Course:
    """How a battle went. ``lost`` is without, ``on_retreat`` what the retreat cost besides; ``winner`` is the place of the
    side that did better, None where none did: it holds the field unless both gave way. ``ended`` says why: "threshold",
    "destroyed" or "dusk", when nobody gave way through all stages."""

    blows: tuple[Blow, ...]
    lost: Pair
    on_retreat: Pair
    retreated: tuple[bool, bool]
    destroyed: tuple[bool, bool]
    winner: int | None
    ended: str

    @property
    def holder(self) -> int | None:
        """The place of the side that holds the field, None for none."""
        return None if self.winner is None or self.retreated[self.winner] else self.winner

    def whole_loss(self, side: int) -> float:
        """The part that a side lost in all, at most all of it."""
        return min(self.lost[side] + self.on_retreat[side], 1.0)


def fight(tables: Edition, first: Host, second: Host) -> Course:
    """The whole battle: in each stage both strike together, until one or both give way (AC-21-37, ruling 23)."""
    sides = (first, second)
    rout = tables.value("destroyed_at_loss")
    lost: Pair = (first.burnt, second.burnt)
    blows: list[Blow] = []
    broken = False
    for row in tables.stages:
        if row.battle != "group vs group":
            continue
        struck = (
            _blow(first, second, lost[0], row.value_used, row.first_side_pct),
            _blow(second, first, lost[1], row.value_used, row.second_side_pct),
        )
        lost = (lost[0] + struck[1] / first.hit_points, lost[1] + struck[0] / second.hit_points)
        blows.append(Blow(row.stage, struck, lost))
        broken = any(part >= min(side.threshold, rout) for part, side in zip(lost, sides, strict=True))
        if broken:
            break
    return _end(tables, sides, tuple(blows), lost, broken)


def _blow(striking: Host, struck: Host, lost: float, value: str, percent: int) -> float:
    """The hit points that one side takes from the other in a stage. Spells meet half of the armour, never less than 1."""
    share = percent / 100
    if value == SPELLS:
        points = striking.values[SPELLS] + striking.values["artifacts"]
        return points * share / max(1.0, struck.armour / 2)
    return striking.values[value] * striking.multiplier * max(0.0, 1 - lost) * share / struck.armour


def _end(tables: Edition, sides: tuple[Host, Host], blows: tuple[Blow, ...], lost: Pair, broken: bool) -> Course:
    rout = tables.value("destroyed_at_loss")
    if broken:
        gives_way = [part >= min(side.threshold, rout) for part, side in zip(lost, sides, strict=True)]
    else:
        gives_way = [lost[0] > lost[1], lost[1] > lost[0]]
    winner = None if lost[0] == lost[1] else int(lost[0] > lost[1])
    if gives_way[0] != gives_way[1]:
        winner = int(gives_way[0])
    on_retreat = (
        retreat_loss(tables, sides[0], lost[0], sides[1].strength * (1 - lost[1])) if gives_way[0] else 0.0,
        retreat_loss(tables, sides[1], lost[1], sides[0].strength * (1 - lost[0])) if gives_way[1] else 0.0,
    )
    destroyed = (lost[0] + on_retreat[0] >= rout, lost[1] + on_retreat[1] >= rout)
    if winner is not None and destroyed[winner]:
        winner = None
    ended = "dusk" if not broken else "destroyed" if any(part >= rout for part in lost) else "threshold"
    return Course(blows, lost, on_retreat, (gives_way[0], gives_way[1]), destroyed, winner, ended)


def retreat_loss(tables: Edition, side: Host, lost: float, enemy: float, own: float | None = None) -> float:
    """The part of itself that a retreat costs a side: more before a strong enemy, less for well trained or fast peoples and
    good leaders (AC-21-38, AC-21-39). ``enemy`` is what the enemy has left, ``own`` its own where that is not its strength."""
    left = max(0.0, 1 - lost) * (side.strength if own is None else own)
    ratio = enemy / left if left > 0 else 1_000.0
    part = tables.value("retreat_loss.factor") * max(0.0, ratio)
    return min(max(part, tables.value("retreat_loss.minimum")), tables.value("retreat_loss.maximum")) * side.eased


@dataclass(frozen=True)
class Breach:
    """A stage: how much of the defense it broke, what was left, and which part of itself the group had lost after it."""

    stage: str
    broken: float
    left: float
    lost: float


@dataclass(frozen=True)
class Assault:
    """How an attack on a center went. ``lost`` is without, ``on_retreat`` what falling back cost besides. ``ended`` says why:
    "taken", "threshold", "destroyed" or "dusk", when the last storm had failed."""

    stages: tuple[Breach, ...]
    defense: float
    left: float
    lost: float
    on_retreat: float
    ended: str

    @property
    def taken(self) -> bool:
        """True when the whole defense was overcome (AC-21-08)."""
        return self.ended == "taken"

    @property
    def worn(self) -> float:
        """The part of the defense that was broken."""
        return 1 - self.left / self.defense if self.defense > 0 else 1.0


def storm(tables: Edition, attacker: Host, defense: float) -> Assault:
    """The whole attack on a center with this defense; walls never retreat (AC-21-04..08)."""
    rout, share = tables.value("destroyed_at_loss"), tables.value("damage.center_factor")
    value = attacker.values[STORM] * attacker.multiplier
    left, lost, ended = defense, attacker.burnt, "dusk"
    stages: list[Breach] = []
    for row in tables.stages:
        if row.battle != "group vs center":
            continue
        points = attacker.values[row.value_used]
        if row.value_used not in (SPELLS, WEAPONS):
            points *= attacker.multiplier * max(0.0, 1 - lost)
        elif not points:
            continue
        broken = min(share * points * row.first_side_pct / 100, left)
        lost += share * left * row.second_side_pct / 100 / value / attacker.armour
        left -= broken
        stages.append(Breach(row.stage, broken, left, lost))
        if left <= 0:
            ended = "taken"
            break
        if row.retreat_check == "attacker" and lost >= min(attacker.threshold, rout):
            ended = "destroyed" if lost >= rout else "threshold"
            break
    on_retreat = 0.0 if ended == "taken" else retreat_loss(tables, attacker, lost, left, value)
    if ended != "taken" and lost + on_retreat >= rout:
        ended = "destroyed"
    return Assault(tuple(stages), defense, left, lost, on_retreat, ended)
