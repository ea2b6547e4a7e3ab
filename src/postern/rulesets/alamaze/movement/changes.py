"""What groups give each other (AC-06-12..14, AC-06-33)."""

from __future__ import annotations

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.magic.casting import Cast
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Group, Leader, Wizard


def leader_of(group: Group, said: str) -> Leader | None:
    """The leader of a group by the first two letters of his name (ruling 3)."""
    return next((one for one in group.leaders if one.name[:2].upper() == said), None)


def move_brigades(turn: Turn, giver: Group, taker: Group, kind: str, number: int) -> None:
    """So many brigades of a kind go over. Morale and attrition of the taker become the average by brigades; a group without
    brigades takes those of the giver. A change of troops ends an ambush of either (ruling 29)."""
    have, come = taker.size, number
    for name in ("morale", "attrition"):
        own, other = getattr(taker, name), getattr(giver, name)
        setattr(taker, name, round((own * have + other * come) / (have + come), 2))
    if not have:
        taker.unfed = giver.unfed
    taker.brigades[kind] = taker.brigades.get(kind, 0) + number
    giver.brigades[kind] -= number
    if not giver.brigades[kind]:
        del giver.brigades[kind]
    for one in (giver, taker):
        one.ambush = False
        turn.state(Activity).transferred.add(one.id)


def move_wizard(turn: Turn, wizard: Wizard, giver: Group, taker: Group) -> None:
    """A wizard changes groups. What he cast in this turn stays counted (AC-23-25)."""
    giver.wizards.remove(wizard)
    taker.wizards.append(wizard)
    cast = turn.state(Cast).spells
    if (number := cast.get((giver.id, wizard.code))) is not None:
        cast[taker.id, wizard.code] = number


def activate(giver: Group, taker: Group) -> None:
    """An inactive group stands in the area of the one that gives to it, with the same morale (AC-06-33, ruling 79)."""
    taker.area = giver.area
    taker.morale, taker.attrition, taker.unfed = giver.morale, giver.attrition, giver.unfed
    taker.ambush, taker.hidden, taker.siege = False, "", None
