"""Computer players: good enough to practise against. They see a View, and write orders as a person would.

Here the ideas of the other modules become one plan, with what belongs to no army: alliances by messages of the game in a few
set phrases, what Slenth ravage, the vote of the first turn. Who keeps a seat for a player that missed the turn does what he
surely wants, and nothing that he could not take back.
"""

from __future__ import annotations

from postern.game.chance import Chance, Stream
from postern.game.kit.planner import Budget, proofread
from postern.game.ruleset import Level
from postern.rulesets.great_jewels.computer import finds, growth, journeys, powers, sieges, supply, war
from postern.rulesets.great_jewels.computer.survey import Survey, at_war, strikers
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.report.answers import check
from postern.rulesets.great_jewels.tables import FAVOURITE, JEWELS, KEYS, neighbours

_KEPT = 8
"""Turns for which an alliance is kept."""
_LAST = 22
"""From this turn on nobody is bound any more."""
_MOST = {"easy": 1, "normal": 1, "hard": 2}
_PROPOSES_EVERY = 4
_CLOAK = 48

OFFER = "Let us be allies. Write A={me}, and I shall spare you as you spare me."
AGREED = "Agreed: you are my ally from this turn on. My armies go around your land."
DECLINED = "I cannot be your ally now. Ask me again later."
ENDED = "Our alliance ends with this turn. You have had fair warning."
BROKEN = "You have struck at me. Our alliance is over."


def parley(survey: Survey) -> None:
    """Answers those who wrote of an alliance, ends what has lasted long enough, and, if a master of the game, makes offers:
    the armies of him to whom one goes may pass this turn."""
    view, told = survey.view, set[str]()
    mates = {name for name, team in view.teams.items() if team == view.teams.get(view.seat)}
    open_to = {name for name in view.met if name not in view.out} - mates
    fighting, ahead = at_war(view), _ahead(survey)
    for name in [one for one in view.player.allies if one in open_to]:
        since = view.player.allied_since.get(name, view.turn)
        left = view.player.overtures.get(name) == "end"
        broken = name in strikers(view)
        if left or broken or view.turn >= _LAST or view.turn - since >= _KEPT:
            _say(survey, name, f"N={name}", "" if left else BROKEN if broken else ENDED)
            told.add(name)
    allies = [name for name in view.player.allies if name not in told and name not in mates]
    for name, kind in sorted(view.player.overtures.items()):
        if kind != "alliance" or name in (*allies, *told) or name not in open_to:
            continue
        if len(allies) < _MOST[survey.level] and name != ahead and name not in fighting and view.turn < _LAST:
            _say(survey, name, f"A={name}", AGREED)
            allies.append(name)
        else:
            _say(survey, name, "", DECLINED)
        told.add(name)
    offered = ""
    if survey.level == "hard" and view.turn % _PROPOSES_EVERY == 0 and view.turn < _LAST - _KEPT and not allies:
        offered = next((one for one in view.met if one in open_to - told - {ahead} and one not in fighting), "")
    if offered:
        _say(survey, offered, "", OFFER)
        _let_pass(survey, offered)


def _let_pass(survey: Survey, offered: str) -> None:
    """While an offer is on its way no garrison near the armies of him to whom it goes strikes at them."""
    for place in survey.own():
        beside = [one.owner for name in (place.name, *neighbours(place.name)) for one in survey.enemies(name)]
        if offered in beside and place.garrison:
            survey.order(f"G{place.name}N")


def keep_peace(survey: Survey) -> None:
    """Once all have their orders: who stays in an ally's land is at peace there, so that he besieges nobody and takes nothing;
    elsewhere nobody is (QJ-21-01 to QJ-21-07). Who stays under the Cloak of Darkness does not waylay: that would show him."""
    allies = {*survey.view.player.allies, *survey.spared}
    for number, leader in sorted(survey.view.leaders.items()):
        entry = survey.entry(leader.province)
        guest = entry is not None and entry.tag in allies and number not in survey.busy
        if guest != leader.at_peace:
            survey.order(f"L{number}{'P' if guest else 'Q'}")
        cloaked = any(one.number == _CLOAK for one in survey.held(number))
        if cloaked and survey.troops[number] and number not in survey.busy:
            survey.order(f"L{number}N")


def _ahead(survey: Survey) -> str:
    """Who seems to score most of those whom we know, and more than we do."""
    points = growth.standing(survey)
    points.pop(survey.view.seat, None)
    return max(points, key=lambda name: (points[name], name), default="")


def _say(survey: Survey, name: str, order: str, text: str) -> None:
    """Declares what is to be declared, and says so. Whom we spare from now on is no foe this turn either."""
    if order:
        survey.order(order)
    if order.startswith("A="):
        survey.spared.add(name)
    if text:
        survey.letters.append(f"D={name}\n{text.format(me=survey.view.seat)}\nEND")


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


_RESTING = 40
"""Of a hundred leaders of a beginner as many stay where they are."""
_READINGS = 5
"""How often a letter is read through before it is sent."""


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
    orders = proofread(Budget(lines=survey.orders), view, read, check, _READINGS)
    return orders + "".join(f"{letter}\n" for letter in survey.letters) or "\n"


def _play_easily(survey: Survey, stream: Stream) -> None:
    vote(survey, stream)
    parley(survey)
    supply.hand_out(survey)
    war.fight(survey)
    ravage(survey)
    for leader in survey.leaders():
        if stream.percent(_RESTING):
            survey.busy.add(leader.number)
    growth.march(survey, stream)
    supply.build(survey)


def _play(survey: Survey, stream: Stream) -> None:
    vote(survey, stream)
    parley(survey)
    powers.bribe(survey)
    finds.treasures(survey)
    finds.send_gifts(survey)
    powers.use_powers(survey, stream)
    growth.raid_by_rail(survey)
    war.strike_with_doom(survey)
    supply.hand_out(survey)
    supply.share(survey)
    sieges.batter(survey)
    sieges.raze(survey)
    war.fight(survey)
    war.sally(survey)
    sieges.storm_cities(survey)
    journeys.hunt(survey)
    finds.recruit_free(survey)
    journeys.carry_home(survey)
    supply.drop_towers(survey)
    supply.hire(survey)
    supply.build_towers(survey)
    ravage(survey)
    supply.raze(survey)
    sieges.besiege(survey)
    growth.campaign(survey)
    war.bombard(survey)
    journeys.fly(survey)
    journeys.sail(survey)
    journeys.march_by_force(survey)
    growth.march(survey, stream)
    growth.raid_out(survey)
    war.raid_with_armies(survey)
    growth.scout(survey)
    supply.muster(survey)
    supply.draw_forward(survey)
    sieges.take_rams_along(survey)
    supply.build(survey)
    supply.autobuild(survey)
    keep_peace(survey)
    war.stand_ready(survey)
