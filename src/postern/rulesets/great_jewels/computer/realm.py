"""Realm: what Slenth ravage, and the vote of the first turn."""

from __future__ import annotations

from postern.game.chance import Stream
from postern.rulesets.great_jewels.computer.survey import FAVOURITE, Survey

_END_TURNS = (24, 28)
_LATE = 18
_HEALING_HAND = 56


def vote(survey: Survey, stream: Stream) -> None:
    """The turn on which the game is to end, named with the orders of turn 1."""
    if survey.view.turn == 1:
        survey.order(f"E={stream.between(*_END_TURNS)}")


def ravage(survey: Survey) -> None:
    """Slenth ravage what they own, save the land that breeds their troops best; late in the game all of it."""
    if survey.people != "SLENTH":
        return
    late = survey.view.turn >= _LATE
    for province in survey.own():
        entry = survey.entry(province.name)
        home = province.name == survey.view.player.home
        healed = any(one.number == _HEALING_HAND for one in survey.view.held(province.name))
        if entry is None or province.ravaged or healed or (home and not late) or province.name in survey.raided:
            continue
        if late or str(province.terrain) != FAVOURITE[survey.people]:
            survey.order(f"R{province.name}")
