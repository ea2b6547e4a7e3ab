"""Keeping a seat for a player who missed the turn: what he surely wants, and nothing that he could not take back."""

from __future__ import annotations

from postern.game.chance import Stream
from postern.rulesets.great_jewels.computer import growth, supply, war
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.talismans.catalogue import JEWELS, KEYS


def keep_seat(survey: Survey, stream: Stream) -> None:
    """Strikes back at whom there is war with, takes free and neutral land, leaves half of each garrison, and builds. Talismans,
    spells, ships, sieges of others, ravaging, destroying and whatever ends or spends for good are left to the player."""
    survey.busy.update(number for number, leader in survey.view.leaders.items() if leader.at_peace or _visits(survey, number))
    supply.hand_out(survey)
    war.fight(survey)
    precious = {one.leader for one in survey.view.talismans.values() if one.number in (*JEWELS, *KEYS)}
    survey.busy.update(number for number in survey.view.leaders if number in precious)
    growth.campaign(survey)
    growth.march(survey, stream)
    growth.raid_out(survey)
    growth.scout(survey)
    supply.build(survey)


def _visits(survey: Survey, number: int) -> bool:
    """True for a leader in the land of a player with whom there is no war: a guest, or a siege that is not ours to begin."""
    entry = survey.entry(survey.view.leaders[number].province)
    return entry is not None and entry.tag != survey.view.seat and survey.spares(entry.tag)
