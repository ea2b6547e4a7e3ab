"""Ravaging of provinces (step 8, chapters 4 and 5, QJ-29-60)."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.arguments import ORDERS
from postern.rulesets.great_jewels.orders.model import Issued, Ravage
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.rates import full_rates
from postern.rulesets.great_jewels.steps.checks import own_province
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.hooks import MAY_BE_RAVAGED
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.wording import counted, spoken
from postern.rulesets.great_jewels.world import Force, People


def _words(order: Ravage, scene: Scene) -> str:
    points = _points(order.province, scene)
    return f"{spoken(order.province)} is ravaged ({points}its rates are halved until T/O rolls over)"


def _points(province: str, scene: Scene) -> str:
    """What it brings a Slenth, and costs everybody else, by the rates on the printout (QJ-04-22)."""
    entry = scene.view.entries.get(province)
    if entry is None or province not in scene.view.provinces:
        return ""
    points = int(decided("ravaging")["points"]) * (entry.levy + entry.tax)
    return f"you {'gain' if scene.view.people is People.SLENTH else 'lose'} {counted(points, 'point')}; "


def _ravage(turn: Turn, issued: Issued, order: Ravage) -> bool:
    """By the owner (QJ-04-22 to QJ-04-25)."""
    province = own_province(turn, issued, order.province)
    return province is not None and ravage_province(turn, issued, province.name)


def ravage_province(turn: Turn, issued: Issued, name: str) -> bool:
    """The order's giver ravages this province, his own or not: its rates are halved until T/O rolls over, T/O becomes 1, a
    Slenth gains 8 x (levy + tax) of the rates before, every other people loses as much. False, with a failure, when it is
    ravaged already or a talisman heals it."""
    province = turn.province(name)
    if province.ravaged:
        return turn.fail(issued, "ALREADY THERE", f"{name} is ravaged already; it cannot be ravaged again before it recovers.")
    if not MAY_BE_RAVAGED.fold(turn, Force(garrison=name), True, None):
        return turn.fail(issued, "TALISMAN NOT USABLE", f"A talisman keeps {name} from being ravaged.")
    levy, tax = full_rates(turn.world, province)
    player = turn.world.players[issued.seat]
    points = int(decided("ravaging")["points"]) * (levy + tax)
    if player.people is not People.SLENTH:
        points = -points
    player.score += points
    province.ravaged = True
    province.turns_owned = 1
    turn.ravaged.add(name)
    turn.flag(Force(garrison=name), "-V")
    turn.tell("ravaged", to=[issued.seat, province.owner], province=name, by=issued.seat, points=points, levy=levy, tax=tax)
    return True


KINDS = (ORDERS.kind("ravage", Ravage, words=_words, act=_ravage),)
