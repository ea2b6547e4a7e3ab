"""Computer players: good enough to practise against. They see a View, and write orders as a person would."""

from __future__ import annotations

from postern.game.chance import Chance, Stream
from postern.game.ruleset import Level
from postern.rulesets.great_jewels.computer import (
    artillery,
    bribery,
    charisma,
    cities,
    couriers,
    doom,
    dragons,
    finds,
    forced,
    gifts,
    growth,
    parley,
    powers,
    raiders,
    rams,
    ready,
    realm,
    sieges,
    supply,
    upkeep,
    voyages,
    war,
)
from postern.rulesets.great_jewels.computer.keeping import keep_seat
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.expected import check
from postern.rulesets.great_jewels.orders.reading import read
from postern.rulesets.great_jewels.view import View

_RESTING = 40
"""Of a hundred leaders of a beginner as many stay where they are."""
_READINGS = 5
"""How often a sheet is read through before it is sent: what one line lacks another may have lacked it for."""


def plan(view: View, chance: Chance, standing_in: bool = False, level: Level = "normal") -> str:
    """Orders for this turn as lines of text: use what was found, hand out troops, fight where it pays, storm cities, hunt
    dragons, bring zorans home, grow, draw troops forward, build. ``standing_in``: for a player who missed the turn.

    Beginners (``easy``) march and fight each army for itself, and leave what they find where it lies.
    """
    stream = chance.turn(view.turn).stream("computer", view.seat)
    survey = Survey(view, standing_in, level)
    if standing_in:
        keep_seat(survey, stream)
    elif level == "easy":
        _play_easily(survey, stream)
    else:
        _play(survey, stream)
    return "\n".join([*proofread(view, survey.orders), *survey.letters]) + "\n"


def proofread(view: View, lines: list[str]) -> list[str]:
    """The lines that the game's own check takes, as a person would mend what an answer tells him."""
    for _ in range(_READINGS):
        sheet = read("\n".join(lines), view)
        problems = [one for one in (*sheet.problems, *check(sheet, view).problems) if not one.note]
        bad = {one.line - 1 for one in problems}
        if not bad:
            break
        lines = [line for number, line in enumerate(lines) if number not in bad]
    return lines


def _play_easily(survey: Survey, stream: Stream) -> None:
    realm.vote(survey, stream)
    parley.parley(survey)
    supply.hand_out(survey)
    war.fight(survey)
    realm.ravage(survey)
    for leader in survey.leaders():
        if stream.percent(_RESTING):
            survey.busy.add(leader.number)
    growth.march(survey, stream)
    supply.build(survey)


def _play(survey: Survey, stream: Stream) -> None:
    realm.vote(survey, stream)
    parley.parley(survey)
    bribery.bribe(survey)
    finds.treasures(survey)
    gifts.send_gifts(survey)
    powers.use_powers(survey, stream)
    growth.raid_by_rail(survey)
    doom.strike_with_doom(survey)
    supply.hand_out(survey)
    supply.share(survey)
    rams.batter(survey)
    rams.raze(survey)
    war.fight(survey)
    ready.sally(survey)
    cities.storm_cities(survey)
    dragons.hunt(survey)
    charisma.recruit_free(survey)
    couriers.carry_home(survey)
    supply.drop_towers(survey)
    supply.hire(survey)
    supply.build_towers(survey)
    realm.ravage(survey)
    upkeep.raze(survey)
    sieges.besiege(survey)
    growth.campaign(survey)
    artillery.bombard(survey)
    voyages.fly(survey)
    voyages.sail(survey)
    forced.march_by_force(survey)
    growth.march(survey, stream)
    growth.raid_out(survey)
    raiders.raid_with_armies(survey)
    growth.scout(survey)
    upkeep.muster(survey)
    supply.draw_forward(survey)
    rams.take_rams_along(survey)
    supply.build(survey)
    upkeep.autobuild(survey)
    parley.keep_peace(survey)
    ready.stand_ready(survey)
