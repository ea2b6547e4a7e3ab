"""Step 8: ravaging of provinces (chapters 4, 5)."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.model import Issued, Ravage
from postern.rulesets.great_jewels.rates import full_rates
from postern.rulesets.great_jewels.steps.checks import own_province
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.hooks import MAY_BE_RAVAGED
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, People


def ravage(turn: Turn) -> None:
    """Carries out all ravage orders of owners (QJ-04-22 to QJ-04-25)."""
    for issued, order in list(turn.given(Ravage)):
        province = own_province(turn, issued, order.province)
        if province is not None and ravage_province(turn, issued, province.name):
            turn.carried_out(issued)


def ravage_province(turn: Turn, issued: Issued, name: str) -> bool:
    """The order's giver ravages this province, his own or not: its rates are halved until T/O rolls over, T/O becomes 1, a
    Slenth gains 8 x (levy + tax) of the rates before, every other people loses as much. False, with a failure, when it is
    ravaged already or a talisman heals it."""
    province = turn.province(name)
    if province.ravaged:
        turn.fail(issued, "ALREADY THERE", f"{name} is ravaged already; it cannot be ravaged again before it recovers.")
        return False
    if not MAY_BE_RAVAGED.fold(turn, Force(garrison=name), True, None):
        turn.fail(issued, "TALISMAN NOT USABLE", f"A talisman keeps {name} from being ravaged.")
        return False
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
