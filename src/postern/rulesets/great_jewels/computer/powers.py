"""Talismans that act by an order of their own: what computer players write after ``Tnn=``, turn by turn."""

from __future__ import annotations

from collections.abc import Callable

from postern.game.chance import Stream
from postern.rulesets.great_jewels.computer import spells
from postern.rulesets.great_jewels.computer.supply import keep
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.geography import PROVINCES, neighbours
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS, KEYS
from postern.rulesets.great_jewels.world import Talisman

_HEAD_MONEY = 50  # zorans: a new leader every other time
_WORTH_BANISHING = 10  # troops
_WORTH_RAVAGING = 6  # levy and tax
_WORTH_SENDING = 20  # zorans
_WORTH_SELLING = 5  # troops
_GUISES = ("80", "117")
"""What the Chameleon looks like: the Hot Potato, the Dragon's Egg."""
_FAT_LADY_ON = 25
"""The one turn on which she is asked, for she sings once a game: late enough that she listens, before most games end."""


def use_powers(survey: Survey, stream: Stream) -> None:
    """Every talisman that acts by order and may act this turn, save those just handed over."""
    for number, talisman in sorted(survey.view.talismans.items()):
        early = talisman.gained >= survey.view.turn and 1 in CATALOGUE[number].notes
        if early or talisman.dead_until >= survey.view.turn or number in survey.handed:
            continue
        wish = spells.cast(survey, talisman) or _WISHES.get(number, _nothing)(survey, talisman, stream)
        if wish:
            survey.order(f"T{number}={wish}")


def _nothing(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    return ""


def _unseen(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """A province to look at: one that was never seen, best beside the realm."""
    unseen = [name for name in PROVINCES if survey.entry(name) is None] or list(PROVINCES)
    near = [name for name in unseen if any(other in survey.view.entries for other in neighbours(name))]
    return stream.choice(near or unseen)


def _unwelcome(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """The largest enemy army in the own province where the talisman is."""
    place = survey.place_of(talisman)
    here = [one for one in survey.enemies(place) if one.troops >= _WORTH_BANISHING and one.owner in survey.view.players]
    able = [one for one in here if not any(held.number in JEWELS for held in one.talismans)]
    if place not in survey.view.provinces or not able:
        return ""
    banished = max(able, key=lambda one: (one.troops, -one.number))
    survey.enemies(place).remove(banished)
    return f"L{banished.number}"


def _lay_waste(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """Slenth ravage the land of an enemy in which the talisman's bearer stands, instead of a march or an attack of his."""
    bearer = survey.view.leaders.get(talisman.leader)
    entry = survey.entry(bearer.province) if bearer is not None and bearer.number not in survey.busy else None
    if bearer is None or entry is None or survey.people != "SLENTH" or not survey.fresh(entry.name) or "-V" in entry.flags:
        return ""
    owner = survey.owner(entry)
    jewelled = any(one.number in JEWELS for one in entry.talismans)
    if not owner or survey.spares(owner) or jewelled or entry.levy + entry.tax < _WORTH_RAVAGING:
        return ""
    survey.busy.add(bearer.number)
    return "R"


def _richest(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """Whose zorans are drawn into the garrison where the talisman is."""
    here = talisman.province
    others = [place.name for place in survey.own() if place.name != here and not place.besieged]
    if not here or survey.view.provinces[here].besieged or not others:
        return ""
    richest = max(others, key=lambda name: survey.zorans[name])
    if survey.zorans[richest] < _WORTH_SENDING:
        return ""
    survey.zorans[richest] = 0
    return richest


def _spare(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """Troops to sell, for peoples who score by what zorans buy."""
    here = talisman.province
    if not here or survey.people not in ("AZONI", "RILRIS"):
        return ""
    spare = survey.garrisons[here] - keep(survey, survey.view.provinces[here])
    if spare < _WORTH_SELLING:
        return ""
    survey.garrisons[here] -= spare
    return str(spare)


def _key(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """A key that others have or nobody has found."""
    return str(stream.choice([key for key in KEYS if key not in survey.view.talismans and str(key) != talisman.word]))


def _recruit(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """What is paid for a new leader."""
    here = talisman.province
    if not here or survey.people == "RILRIS" or survey.zorans[here] < _HEAD_MONEY or survey.view.provinces[here].besieged:
        return ""
    survey.zorans[here] -= _HEAD_MONEY
    return str(_HEAD_MONEY)


def _guise(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """It looks like something that nobody wants to take, never the same twice running."""
    return next(guise for guise in _GUISES if guise != talisman.word)


def _curtain(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """Who leads those whom he has met would end the game, the others go on."""
    if survey.view.turn != _FAT_LADY_ON:
        return ""
    return "-" if survey.view.player.score >= max(survey.view.scores, default=0) else "+"


Wish = Callable[[Survey, Talisman, Stream], str]

_WISHES: dict[int, Wish] = {
    45: _unseen,
    46: _unseen,
    47: _unseen,
    92: _unwelcome,
    94: _lay_waste,
    114: _richest,
    116: _guise,
    127: _spare,
    131: _key,
    142: _curtain,
    146: _recruit,
}
"""By talisman: what is written after the equals sign, "" when it is better kept for later."""
