"""Computer players: good enough to practise against. They see a View, and write orders as a person would."""

from __future__ import annotations

from postern.game.chance import Chance, Stream
from postern.game.ruleset import Level
from postern.rulesets.great_jewels.computer import (
    artillery,
    bribery,
    cities,
    couriers,
    dragons,
    finds,
    growth,
    powers,
    realm,
    supply,
    voyages,
    war,
)
from postern.rulesets.great_jewels.computer.keeping import keep_seat
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.view import View


def plan(view: View, chance: Chance, standing_in: bool = False, level: Level = "normal") -> str:
    """Orders for this turn as lines of text: use what was found, hand out troops, fight where it pays, storm cities, hunt
    dragons, bring zorans home, grow, draw troops forward, build. ``standing_in``: for a player who missed the turn."""
    stream = chance.turn(view.turn).stream("computer", view.seat)
    survey = Survey(view, standing_in)
    if standing_in:
        keep_seat(survey, stream)
    else:
        _play(survey, stream)
    return "\n".join(survey.orders) + "\n"


def _play(survey: Survey, stream: Stream) -> None:
    realm.vote(survey, stream)
    bribery.bribe(survey)
    finds.treasures(survey)
    powers.use_powers(survey, stream)
    growth.raid_by_rail(survey)
    supply.hand_out(survey)
    supply.share(survey)
    war.fight(survey)
    cities.storm_cities(survey)
    dragons.hunt(survey)
    couriers.carry_home(survey)
    supply.drop_towers(survey)
    supply.hire(survey)
    supply.build_towers(survey)
    realm.ravage(survey)
    growth.campaign(survey)
    artillery.bombard(survey)
    voyages.fly(survey)
    voyages.sail(survey)
    growth.march(survey, stream)
    growth.raid_out(survey)
    growth.scout(survey)
    supply.draw_forward(survey)
    supply.build(survey)
