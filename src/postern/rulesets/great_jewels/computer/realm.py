"""Realm: what Slenth ravage, and the vote of the first turn."""

from __future__ import annotations

from postern.game.chance import Stream
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.tables import FAVOURITE

_END_TURNS = {"AZONI": (27, 30), "RILRIS": (27, 30), "QUNTAG": (20, 20), "SLENTH": (20, 20)}
"""Whose citadels and hoards grow wishes for a long game; land and deeds count for more in a short one."""
_LATE = 12
_HEALING_HAND, _QUNTAG_WAND = 56, 96


def vote(survey: Survey, stream: Stream) -> None:
    """The turn on which the game is to end, named with the orders of turn 1."""
    if survey.view.turn == 1:
        survey.order(f"E={stream.between(*_END_TURNS[survey.people])}")


def ravage(survey: Survey) -> None:
    """Slenth ravage what they own, save the land that breeds their troops best; late in the game all of it."""
    if survey.people != "SLENTH":
        return
    late = survey.view.turn >= _LATE
    for province in survey.own():
        entry = survey.entry(province.name)
        home = province.name == survey.view.player.home
        here = {one.number for one in survey.view.held(province.name)}
        healed = _HEALING_HAND in here
        wasted = _QUNTAG_WAND in here.intersection(survey.handed)  # whence it is taken it leaves waste
        if entry is None or province.ravaged or healed or wasted or (home and not late) or province.name in survey.raided:
            continue
        if late or str(province.terrain) != FAVOURITE[survey.people]:
            survey.order(f"R{province.name}")
