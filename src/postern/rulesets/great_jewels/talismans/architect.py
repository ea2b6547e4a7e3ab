"""The Forbidden Architect (T123): a province becomes a Forbidden City (QJ-28.1-268 to QJ-28.1-271)."""

from __future__ import annotations

from postern.rulesets.great_jewels.steps import capture
from postern.rulesets.great_jewels.steps.landscape import witnesses
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.hooks import AFTER_BUILDING
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import LOTU, Talisman


@AFTER_BUILDING.add(123)
def found_city(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """On the turn of transfer, with as many percent as there are CSPs (60 at most), if a city has ever been captured: its
    garrison and all leaders there become guardians, and it bears the name of a fallen city."""
    if turn.expected or not turn.world.cities_taken:
        return
    province = turn.province(talisman.province)
    stream = turn.stream("architect", province.name)
    if not stream.percent(min(province.csps, decided("powers")["architect_most"])):
        return
    name = stream.choice(sorted(set(turn.world.cities_taken)))
    told = witnesses(turn, province.name, turn.givers.get(talisman.number, ""))
    leaders = turn.leaders_in(province.name)
    capture.lose_province(turn, province.name)
    province.city = name
    turn.world.cities_taken = [city for city in turn.world.cities_taken if city != name]
    turn.tell("city founded", to=told, province=province.name, city=name, leaders=[leader.number for leader in leaders])
    for player in told:
        turn.visit(player, province.name)
    for leader in leaders:
        leader.owner = LOTU
