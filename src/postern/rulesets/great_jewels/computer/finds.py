"""What computer players do with the talismans they find: each goes where it is of use, and is used when its hour comes."""

from __future__ import annotations

from postern.game.chance import Stream
from postern.rulesets.great_jewels.computer.survey import FAVOURITE, Survey
from postern.rulesets.great_jewels.geography import PROVINCES, neighbours
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS, KEYS, PALANTIRI, RINGS
from postern.rulesets.great_jewels.world import Leader, Talisman

_ON_LEADERS = frozenset({48, 50, 52, 55, 58, 61, 62, 81, 85, 89, 100, 102, 112, 121, 126, 144})
"""Talismans that serve an army in the field."""
_ON_GARRISONS = frozenset({57, 60, 65, 73, 90, 91, 93, 104, 110, 119, 146, 149, 151})
"""Talismans that serve a garrison."""
_NASTY = frozenset({51, 80, 117, 147})
"""Talismans that harm whoever has them: for others."""
_TERRAIN = {67: ("", "F"), 68: ("F", "C"), 69: ("", "M"), 70: ("M", "C")}
"""Talismans that change land: from which terrain ("" any), to which."""
_QUNTAG_WAND, _WIZARD, _HEALING, _HEAD_HUNTER = 96, 148, 56, 146
_SHADOW = 51
_WIZARDRY_UP_TO = 30  # CSPs that double with 70 percent
_GARRISON_RINGS = ("QUNTAG", "RILRIS")
_HEAD_MONEY = 50


def treasures(survey: Survey, stream: Stream) -> None:
    """Every talisman in its turn: handed on, laid down or used."""
    for _, talisman in sorted(survey.view.talismans.items()):
        if talisman.number in PALANTIRI and talisman.gained < survey.view.turn:
            survey.order(f"T{talisman.number}={_unseen(survey, stream)}")
        elif talisman.leader:
            _from_leader(survey, talisman)
        else:
            _from_garrison(survey, talisman)
    _cast(survey, stream)


def _from_garrison(survey: Survey, talisman: Talisman) -> None:
    """Leaders take up what lies in their province and is of use to them, or is to be carried to others."""
    number = talisman.number
    place = survey.view.provinces[talisman.province]
    if place.besieged:
        return
    if number == _HEAD_HUNTER and survey.zorans[place.name] >= _HEAD_MONEY and survey.people != "RILRIS":
        survey.order(f"T{number}={_HEAD_MONEY}")
        survey.zorans[place.name] -= _HEAD_MONEY
        return
    own_ring = number in RINGS[survey.people] and survey.people not in _GARRISON_RINGS
    if number in (*KEYS, *JEWELS, _QUNTAG_WAND) or number in _ON_LEADERS or number in _NASTY or own_ring or number in _TERRAIN:
        carrier = _bearer_of_ill(survey, number, place.name) if number in _NASTY else _strongest(survey, place.name)
        if carrier is not None and (number not in _TERRAIN or not _improves(survey, number, place.name)):
            _hand(survey, number, f"L{carrier.number}")


def _from_leader(survey: Survey, talisman: Talisman) -> None:
    """Leaders lay down what serves a garrison, and leave to others what harms."""
    number = talisman.number
    leader = survey.view.leaders[talisman.leader]
    place = survey.view.provinces.get(leader.province)
    if place is None:
        _in_foreign_land(survey, number, leader)
        return
    if place.besieged and 7 not in CATALOGUE[number].notes:
        return
    is_ring = number in RINGS[survey.people] and survey.people in _GARRISON_RINGS
    rings_here = any(one.number in RINGS[survey.people] for one in survey.view.held(place.name))
    wizard = number == _WIZARD and 4 <= place.csps <= _WIZARDRY_UP_TO
    if (
        number in _ON_GARRISONS
        or (is_ring and not rings_here)
        or (number in _TERRAIN and _improves(survey, number, place.name))
        or (number == _HEALING and place.ravaged)
        or wizard
    ):
        _hand(survey, number, "G")


def _in_foreign_land(survey: Survey, number: int, leader: Leader) -> None:
    entry = survey.entry(leader.province)
    if entry is None or not survey.fresh(leader.province):
        return
    owner = survey.owner(entry)
    hostile = owner and owner not in survey.view.player.allies
    besieged = "-S" in entry.flags and 7 not in CATALOGUE[number].notes
    if hostile and not besieged and (number in _NASTY or (number == _QUNTAG_WAND and survey.people != "QUNTAG")):
        _hand(survey, number, "G")


def _improves(survey: Survey, number: int, place: str) -> bool:
    """True when this talisman would turn the place into the people's favourite land."""
    before, after = _TERRAIN[number]
    land = survey.terrain(place)
    return after == FAVOURITE[survey.people] != land and before in ("", land)


def _hand(survey: Survey, number: int, receiver: str) -> None:
    survey.order(f"T{number}{receiver}")
    survey.handed.add(number)


def _strongest(survey: Survey, place: str) -> Leader | None:
    here = survey.leaders_at(place)
    return max(here, key=lambda leader: (survey.troops[leader.number], leader.bonus, -leader.number), default=None)


def _bearer_of_ill(survey: Survey, number: int, place: str) -> Leader | None:
    """Who carries a harmful talisman off: the least experienced; the Shadow of Fear only one who has no bonus to lose."""
    here = [leader for leader in survey.leaders_at(place) if number != _SHADOW or not leader.bonus]
    return min(here, key=lambda leader: (leader.bonus, leader.number), default=None)


def _unseen(survey: Survey, stream: Stream) -> str:
    """A province to look at: one that was never seen, best beside the realm."""
    unseen = [name for name in PROVINCES if survey.entry(name) is None] or list(PROVINCES)
    near = [name for name in unseen if any(other in survey.view.entries for other in neighbours(name))]
    return stream.choice(near or unseen)


def _cast(survey: Survey, stream: Stream) -> None:
    """Jewels double the bonus of the best leader without a jewel, in turn with a look at unknown land."""
    for number in JEWELS:
        talisman = survey.view.talismans.get(number)
        if talisman is None or talisman.gained >= survey.view.turn or number in survey.handed:
            continue
        holders = {one.leader for one in survey.view.talismans.values() if one.number in JEWELS}
        able = [leader for leader in survey.view.leaders.values() if leader.number not in holders and leader.bonus]
        if talisman.word != "B" and able:
            best = max(able, key=lambda leader: (leader.bonus, -leader.number))
            survey.order(f"T{number}=BL{best.number}")
        elif talisman.word != "L":
            survey.order(f"T{number}=L{_unseen(survey, stream)}")
