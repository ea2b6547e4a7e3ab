"""The defense of population centers in battle: what adds to it, how ready it is, wards and domes, and what it costs to fall
(AC-04-30..32, AC-21-04..10, rulings 15 and 24)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.effects import Asked, amount
from postern.rulesets.alamaze.figures import free, refuge, relocate
from postern.rulesets.alamaze.ownership import change_owner
from postern.rulesets.alamaze.turn import Doing, Turn
from postern.rulesets.alamaze.world import Center, Group, World

ENTIRE = 10_000


@dataclass
class Defenses:
    """What this turn knows of centers, by area: the part of the defense that earlier attacks of the turn left standing, wards
    against spells, and domes."""

    standing: dict[str, float] = field(default_factory=dict)
    wards: dict[str, int] = field(default_factory=dict)
    domes: set[str] = field(default_factory=set)


def defense_of(world: World, center: Center) -> int:
    """The defense of a center with what artifacts add (ruling 50)."""
    return round(amount(Asked(world, center.owner, center=center), "center_defense", "center", center.defense))


def is_capital(world: World, center: Center) -> bool:
    """True for the capital of its owner."""
    return center.owner in world.kingdoms and world.kingdoms[center.owner].capital == center.area


def readiness(turn: Turn, center: Center, key: str) -> float:
    """How well a center fights on this day: from 15 percent worse to 15 better than its walls, a capital always at its best
    (AC-04-30, AC-04-31, AC-21-07, ruling 15)."""
    if is_capital(turn.world, center):
        return 1 + turn.tables.value("pc.modifier_capital")
    span = round(turn.tables.value("pc.modifier_range") * 100)
    return 1 + turn.stream("readiness", center.area, key).between(-span, span) / 100


def center_to_attack(doing: Doing, group: Group) -> Center | None:
    """The foreign center in the area of a group that may act against one; None after a failure (AC-18-10, AC-21-11..13)."""
    activity = doing.turn.state(Activity)
    center = doing.world.centers.get(group.area)
    if center is None or center.destroyed:
        doing.fail(f"We know of no center in {group.area}, where {group.id} stands.", "Move there first, by 720.")
    elif center.owner == doing.code:
        doing.fail(f"{center.name} ({center.area}) is ours.")
    elif not group.brigades:
        doing.fail(f"{group.id} is a patrol; it needs troops to act against a center.")
    elif group.id in activity.entrenched:
        doing.fail(f"{group.id} entrenches this turn (121) and cannot act against a center.", "Keep one of the two orders.")
    elif group.id in activity.retreated:
        doing.unsure(f"{group.id} had to retreat this turn and cannot act against a center.")
    else:
        return center
    return None


def damage(turn: Turn, center: Center, percent: float) -> dict[str, int]:
    """Lowers defense, census, gold and food for good by so many percent; food that is eaten stays as it is (AC-21-10). Gives
    what is left of each."""
    for name in ("defense", "census", "food", "gold"):
        value = getattr(center, name)
        if value > 0:
            setattr(center, name, value * (ENTIRE - round(percent * 100)) // ENTIRE)
    return {"defense": center.defense, "census": center.census, "food": center.food, "gold": center.gold}


def destroy(turn: Turn, center: Center, by: str) -> None:
    """A center is no more. A kingdom that took it first had its chance to capture who was inside; others flee, prisoners go
    free; its artifacts lie where it was."""
    if by:
        change_owner(turn, center, by, "attack")
    else:
        change_owner(turn, center, "", "revolt")
    center.owner, center.destroyed = "", True
    for kingdom, figure in list(turn.world.figures_at(center.area)):
        if figure.held_by:
            free(turn, kingdom, figure)
        else:
            relocate(turn, kingdom, figure, refuge(turn, kingdom, center.area))
    for key in center.artifacts:
        turn.world.lost_artifacts[key] = center.area
    center.artifacts.clear()
    end_sieges(turn, center.area)


def end_sieges(turn: Turn, area: str) -> None:
    """Sieges of a center are over: it fell, or it is no more."""
    for group in turn.world.groups.values():
        if group.siege is not None and group.siege.area == area:
            group.siege = None
