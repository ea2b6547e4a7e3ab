"""Odds in words, as far as the rules let a king know them: storms of centers whose defense he knows, battles with groups that
he sees, emissaries in centers of others, missions of agents (AC-21-65, rulings 15, 23, 24, 33 and 42)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.chance import Chance
from postern.game.orders import OrderSheet
from postern.rulesets.alamaze.agents.forecast import is_mission, mission_outlook
from postern.rulesets.alamaze.battle.forecast import assault_outlook, battle_outlook
from postern.rulesets.alamaze.court.politics import REBEL, USURP, success_percent
from postern.rulesets.alamaze.orders.command import Command
from postern.rulesets.alamaze.outlook import Outlook, outlook
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.view import View
from postern.rulesets.alamaze.world import Figure, Group

_ATTACK, _STORMS = 110, (150, 160)
_USUAL = 2


def outlooks(view: View, sheet: OrderSheet) -> dict[int, str]:
    """By its line a sentence for each order of which the outcome can be judged, on the world before the turn."""
    judged = ((one.line, " ".join(_judged(view, one.data))) for one in sheet.orders if isinstance(one.data, Command))
    return {line: said for line, said in judged if said}


def _judged(view: View, order: Command) -> Iterator[str]:
    group, figure = view.world.groups.get(order.group), view.kingdom.figures.get(order.figure)
    if group is not None and group.kingdom == view.code and group.brigades:
        yield from _in_battle(view, order, group)
    elif figure is not None and not figure.held_by:
        yield from _at_court(view, order, figure)
        yield from _in_secret(view, order, figure)


def _in_battle(view: View, order: Command, group: Group) -> Iterator[str]:
    world, tactic = view.world, order.tactic or _USUAL
    if ("attack", tactic) not in world.tables.tactics:
        return
    if order.number in _STORMS and (word := storm_outlook(view, group, tactic)):
        yield f"that {_place(view, group.area)} falls is {word}"
    enemy = world.groups.get(order.enemy)
    if order.number == _ATTACK and enemy is not None and enemy.area == group.area and enemy.brigades:
        surprised, ready = (battle_outlook(world, group, enemy, tactic, ready=ready) for ready in (False, True))
        either = f"is {ready}" if ready == surprised else f"is {ready} if it stands ready, {surprised} if it does not"
        yield f"that {enemy.id} gives way {either}"


def _at_court(view: View, order: Command, figure: Figure) -> Iterator[str]:
    if order.number in (REBEL, USURP) and (word := politics_outlook(view, figure, order.number)):
        what = "is won" if order.number == USURP else "rebels"
        center = view.world.centers[figure.area]
        unknown = "; how firmly its owner holds it is not" if center.owner else ""
        yield f"that {_place(view, figure.area)} {what} is {word}, as far as is known{unknown}"


def _in_secret(view: View, order: Command, figure: Figure) -> Iterator[str]:
    if not is_mission(order) or not figure.agent:
        return
    word = mission_outlook(_turn(view), view.code, figure, order)
    if word is not None:
        yield f"that {figure.name} succeeds is {word}, as far as is known; guards are not"
    else:
        yield f"whether {figure.name} succeeds cannot be judged: we do not know enough of the target"


def storm_outlook(view: View, group: Group, tactic: int = _USUAL) -> Outlook | None:
    """How likely a group is to take the center where it stands, None where its defense is not known, or it is ours."""
    center = view.world.centers.get(group.area)
    if center is None or center.owner == view.code or not center.defense:
        return None
    return assault_outlook(view.world, group, center, tactic)


def politics_outlook(view: View, figure: Figure, number: int) -> Outlook | None:
    """How likely an emissary is to usurp (330) or rebel (320) the center where he is, by what the view shows of its owner; None
    where there is nothing to try."""
    center = view.world.centers.get(figure.area)
    if center is None or center.owner == view.code or figure.code == view.kingdom.ruler or not figure.political:
        return None
    if number == REBEL and not center.owner:
        return None
    return outlook(success_percent(_turn(view), view.kingdom, figure, center, number))


def _turn(view: View) -> Turn:
    """A turn that is only asked, on the world before it."""
    return Turn(view.world, [], Chance("expected").turn(view.world.turn), expected=True)


def _place(view: View, area: str) -> str:
    center = view.world.centers.get(area)
    return f"{center.name} {area}" if center is not None else area
