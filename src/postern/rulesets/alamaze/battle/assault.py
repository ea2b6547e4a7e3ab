"""An attack of a group on a population center, stage by stage (ruling 24): a function of a host and the walls."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.battle.field import retreat_loss
from postern.rulesets.alamaze.battle.host import SPELLS, STORM, WEAPONS, Host
from postern.rulesets.alamaze.tables import Edition


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
