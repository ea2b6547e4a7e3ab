"""Parley: alliances with people and with one another, by messages of the game in a few set phrases, each kept for a while."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer import aims
from postern.rulesets.great_jewels.computer.survey import Survey, at_war, strikers
from postern.rulesets.great_jewels.geography import neighbours

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
    points = aims.standing(survey)
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
