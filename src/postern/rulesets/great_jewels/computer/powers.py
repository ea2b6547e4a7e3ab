"""Talismans and spells that act by an order of their own: what computer players write after ``Tnn=``, turn by turn."""

from __future__ import annotations

from collections.abc import Callable

from postern.game.chance import Stream
from postern.rulesets.great_jewels.computer.supply import keep
from postern.rulesets.great_jewels.computer.survey import FAVOURITE, Survey
from postern.rulesets.great_jewels.geography import PROVINCES, neighbours
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS, KEYS
from postern.rulesets.great_jewels.world import Leader, Talisman

_HEAD_MONEY = 50  # zorans: a new leader every other time
_WORTH_BANISHING = 10  # troops
_WORTH_SENDING = 20  # zorans
_WORTH_SELLING = 5  # troops
_WORTH_BLASTING = 5  # CSPs
_FAT_LADY_FROM = 21
_SPELLS = ("B", "X", "P", "L")
"""What a jewel casts, the best first; never the same twice running."""


def use_powers(survey: Survey, stream: Stream) -> None:
    """Every talisman that acts by order and may act this turn, save those just handed over."""
    for number, talisman in sorted(survey.view.talismans.items()):
        early = talisman.gained >= survey.view.turn and 1 in CATALOGUE[number].notes
        if early or talisman.dead_until >= survey.view.turn or number in survey.handed:
            continue
        wish = _jewel(survey, talisman, stream) if number in JEWELS else _WISHES.get(number, _nothing)(survey, talisman, stream)
        if wish:
            survey.order(f"T{number}={wish}")


def _nothing(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    return ""


def _jewel(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    wishes = (_CASTS[letter](survey, talisman, stream) for letter in _SPELLS if letter != talisman.word)
    return next((wish for wish in wishes if wish), "")


def _unseen(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """A province to look at: one that was never seen, best beside the realm."""
    unseen = [name for name in PROVINCES if survey.entry(name) is None] or list(PROVINCES)
    near = [name for name in unseen if any(other in survey.view.entries for other in neighbours(name))]
    return stream.choice(near or unseen)


def _spy(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    return f"L{_unseen(survey, talisman, stream)}"


def _best_leader(survey: Survey) -> Leader | None:
    """The most experienced leader whom spells reach: who carries a jewel is immune."""
    immune = {one.leader for one in survey.view.talismans.values() if one.number in JEWELS}
    able = [one for number, one in survey.view.leaders.items() if one.bonus and number not in immune]
    return max(able, key=lambda one: (one.bonus, -one.number), default=None)


def _double(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    best = _best_leader(survey)
    return f"BL{best.number}" if best else ""


def _protect(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    best = _best_leader(survey)
    return f"PL{best.number}" if best else ""


def _better_land(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """Own land becomes what the people like best, the safest first."""
    favourite = FAVOURITE[survey.people]
    held = [place.name for place in survey.own() if survey.terrain(place.name) != favourite]
    return f"X{max(held, key=lambda name: survey.front.get(name, 0))}{favourite}" if held else ""


def _blast(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """The citadel of an enemy in whose province the stone is."""
    entry = survey.entry(survey.place_of(talisman))
    if entry is None or entry.csps < _WORTH_BLASTING:
        return ""
    return "C" if survey.owner(entry) not in ("", survey.view.seat, *survey.view.player.allies) else ""


def _unwelcome(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """The largest enemy army in the own province where the talisman is."""
    place = survey.place_of(talisman)
    here = [one for one in survey.enemies(place) if one.troops >= _WORTH_BANISHING and one.owner in survey.view.players]
    able = [one for one in here if not any(held.number in JEWELS for held in one.talismans)]
    if place not in survey.view.provinces or not able:
        return ""
    return f"L{max(able, key=lambda one: (one.troops, -one.number)).number}"


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


def _curtain(survey: Survey, talisman: Talisman, stream: Stream) -> str:
    """Who leads those whom he has met would end the game, the others go on."""
    if survey.view.turn < _FAT_LADY_FROM:
        return ""
    return "-" if survey.view.player.score >= max(survey.view.scores, default=0) else "+"


Wish = Callable[[Survey, Talisman, Stream], str]

_CASTS: dict[str, Wish] = {"B": _double, "X": _better_land, "P": _protect, "L": _spy}
_WISHES: dict[int, Wish] = {
    45: _unseen,
    46: _unseen,
    47: _unseen,
    92: _unwelcome,
    114: _richest,
    127: _spare,
    131: _key,
    135: _protect,
    136: _spy,
    138: _blast,
    139: _better_land,
    141: _double,
    142: _curtain,
    146: _recruit,
}
"""By talisman: what is written after the equals sign, "" when it is better kept for later."""
