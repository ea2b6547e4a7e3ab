"""A battle of two groups, stage by stage (ruling 23): a function of two hosts, without chance."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.battle.host import SPELLS, Host
from postern.rulesets.alamaze.tables import Edition

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
