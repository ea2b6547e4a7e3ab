"""Odds in words, as far as the rules let a king know them: storms of centers whose defense he knows, battles with groups that
he sees (AC-21-65, rulings 15, 23 and 24)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.orders import OrderSheet
from postern.rulesets.alamaze.battle.forecast import assault_outlook, battle_outlook
from postern.rulesets.alamaze.orders.command import Command
from postern.rulesets.alamaze.reports.reading import Reading
from postern.rulesets.alamaze.world import Group

_ATTACK, _STORMS = 110, (150, 160)
_USUAL = 2


def outlooks(reading: Reading, sheet: OrderSheet) -> list[str]:
    """A sentence for each attack on the sheet of which the outcome can be judged, on the world before the turn."""
    found = []
    for order in sheet.orders:
        if isinstance(order.data, Command) and (group := _own(reading, order.data.group)) is not None:
            found += [f"{order.code}: {said}" for said in _judged(reading, order.data, group)]
    return found


def _own(reading: Reading, id: str) -> Group | None:
    group = reading.world.groups.get(id)
    return group if group is not None and group.kingdom == reading.code and group.brigades else None


def _judged(reading: Reading, order: Command, group: Group) -> Iterator[str]:
    world, tactic = reading.world, order.tactic or _USUAL
    if order.number in _STORMS and (word := storm_outlook(reading, group, tactic)):
        yield f"that {reading.place(group.area)} falls is {word}."
    enemy = world.groups.get(order.enemy)
    if order.number == _ATTACK and enemy is not None and enemy.area == group.area and enemy.brigades:
        surprised, ready = (battle_outlook(world, group, enemy, tactic, ready=ready) for ready in (False, True))
        yield f"that {enemy.id} gives way is {ready} if it stands ready, {surprised} if it does not."


def storm_outlook(reading: Reading, group: Group, tactic: int = _USUAL) -> str:
    """How likely a group is to take the center where it stands, "" where its defense is not known, or it is ours."""
    center = reading.world.centers.get(group.area)
    if center is None or center.owner == reading.code or not center.defense:
        return ""
    return assault_outlook(reading.world, group, center, tactic)
