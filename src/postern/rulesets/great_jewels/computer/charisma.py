"""The Charisma Effect: its bearer waits among mercenaries while they come to him for nothing (T125)."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.survey import Survey

_CHARISMA = 125
_TURNS = 3  # how often the bearer's bonus in troops is enough
_WORTH_THE_WAY = 4  # points of bonus


def recruit_free(survey: Survey) -> None:
    """He stays in a stronghold until he leads several times his bonus, and goes to one that he can reach before."""
    talisman = survey.view.talismans.get(_CHARISMA)
    if talisman is None or talisman.leader in survey.busy or _CHARISMA in survey.handed or not talisman.leader:
        return
    bearer = survey.view.leaders[talisman.leader]
    if bearer.bonus < _WORTH_THE_WAY or survey.troops[bearer.number] >= _TURNS * bearer.bonus:
        return
    here = survey.entry(bearer.province)
    if here is not None and here.tag == "MERC":
        survey.busy.add(bearer.number)
        return
    paths = survey.reach(bearer)
    markets = [name for name in paths if (entry := survey.entry(name)) is not None and entry.tag == "MERC"]
    if markets:
        survey.move(bearer, paths[min(markets, key=lambda name: (len(paths[name]), name))])
