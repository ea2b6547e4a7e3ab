"""Spells of the Great Jewels, the Lesser Stones and the One Ring: what computer players cast, and at whom."""

from __future__ import annotations

from collections.abc import Callable

from postern.rulesets.great_jewels.computer import voyages
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.entries import LeaderEntry, ProvinceEntry
from postern.rulesets.great_jewels.geography import PROVINCES, neighbours
from postern.rulesets.great_jewels.tables import FAVOURITE
from postern.rulesets.great_jewels.talismans.catalogue import JEWELS, RINGS, STONES
from postern.rulesets.great_jewels.world import Leader, Talisman

_ONE_RING = 99
_WORTH_A_SPELL = 10  # troops, of a garrison or an army
_WORTH_BLASTING = 5  # CSPs
_WORTH_SEALING = 10  # CSPs
_WORTH_CARRYING = 20  # troops
_MOST_ASKED = 3  # armies that may wish to be carried
_PREFERRED = ("S", "C", "TL", "B", "G", "D", "X", "P", "L")
"""What a jewel casts, the most urgent first; never the same twice running."""
_LETTERS = {number: letter for letter, number in STONES.items()}
_RINGS = frozenset(number for numbers in RINGS.values() for number in numbers)


def cast(survey: Survey, talisman: Talisman) -> str:
    """The spell for this jewel, stone or ring, "" when none is of use now."""
    if talisman.number == _ONE_RING:
        return _geas(survey, talisman)
    stone = _LETTERS.get(talisman.number, "")
    letters = (stone,) if stone else _PREFERRED if talisman.number in JEWELS else ()
    spells = (_SPELLS[letter](survey, talisman) for letter in letters if stone or letter != talisman.word)
    return next((spell for spell in spells if spell), "")


def _best_leader(survey: Survey) -> Leader | None:
    """The most experienced leader whom spells reach: who carries a jewel is immune."""
    immune = {survey.handed.get(one.number, one.leader) for one in survey.view.talismans.values() if one.number in JEWELS}
    able = [one for number, one in survey.view.leaders.items() if one.bonus and number not in immune]
    return max(able, key=lambda one: (one.bonus, -one.number), default=None)


def _double(survey: Survey, talisman: Talisman) -> str:
    best = _best_leader(survey)
    return f"BL{best.number}" if best else ""


def _protect(survey: Survey, talisman: Talisman) -> str:
    best = _best_leader(survey)
    return f"PL{best.number}" if best else ""


def _spy(survey: Survey, talisman: Talisman) -> str:
    """Land next to what we know, as far off as may be seen of it that nobody has told us of."""
    unseen = [name for name in PROVINCES if survey.entry(name) is None] or list(PROVINCES)
    return f"L{max(unseen, key=lambda name: (sum(other in unseen for other in neighbours(name)), name))}"


def _better_land(survey: Survey, talisman: Talisman) -> str:
    """Own land becomes what the people like best, the safest first."""
    favourite = FAVOURITE[survey.people]
    held = [place.name for place in survey.own() if survey.terrain(place.name) != favourite]
    return f"X{max(held, key=lambda name: survey.front.get(name, 0))}{favourite}" if held else ""


def _blast(survey: Survey, talisman: Talisman) -> str:
    """The citadel of an enemy in whose province the stone is."""
    entry = survey.entry(survey.place_of(talisman))
    return "C" if entry is not None and entry.csps >= _WORTH_BLASTING and _hostile(survey, entry) else ""


def _hostile(survey: Survey, entry: ProvinceEntry) -> bool:
    return bool(survey.owner(entry)) and not survey.spares(entry.tag)


def _seal(survey: Survey, talisman: Talisman) -> str:
    """The home, or else a place with a citadel, when more enemies stand at its borders than guard it: nobody comes in this
    turn, and nobody goes out."""
    home = survey.view.player.home
    held = [place for place in survey.own() if place.name == home or place.csps >= _WORTH_SEALING]
    pressed = [place for place in held if not survey.enemies(place.name) and survey.threat(place.name) > place.garrison]
    if not pressed:
        return ""
    sealed = max(pressed, key=lambda place: (place.name == home, place.csps, place.name)).name
    survey.barred.add(sealed)
    survey.raided.add(sealed)
    survey.busy.update(leader.number for leader in survey.leaders_at(sealed))
    return f"S{sealed}"


def _summon(survey: Survey, talisman: Talisman) -> str:
    """A Drevonyx that we see goes from where it is to the strongest garrison of an enemy that we see."""
    now = [entry for name, entry in survey.view.entries.items() if survey.fresh(name) and not entry.locked]
    lairs = [entry.name for entry in now if entry.drevonyxes and not _hostile(survey, entry)]
    prey = [entry for entry in now if _hostile(survey, entry) and entry.garrison >= _WORTH_A_SPELL and entry.terrain != "I"]
    if not lairs or not prey:
        return ""
    lair = min(lairs, key=lambda name: (name not in survey.view.provinces, name))
    return f"D{lair}{max(prey, key=lambda entry: (entry.garrison, entry.name)).name}"


def _geas(survey: Survey, talisman: Talisman) -> str:
    """The largest enemy army that the spell reaches raids with all its troops where none of them comes back from: next door
    into a garrison that is not its own."""
    armies: list[tuple[int, int, str]] = []
    for entry in survey.view.entries.values():
        grave = _grave(survey, entry)
        if grave:
            armies += [
                (one.troops, one.number, f"GL{one.number}R#{grave}[{one.owner}]")
                for one in survey.enemies(entry.name)
                if _is_victim(survey, one, talisman.number == _ONE_RING)
            ]
    if not armies:
        return ""
    _, victim, spell = max(armies)
    survey.bewitched.add(victim)
    return spell


def _is_victim(survey: Survey, one: LeaderEntry, by_ring: bool) -> bool:
    carried = {held.number for held in one.talismans}
    reached = not carried.isdisjoint(_RINGS) if by_ring else carried.isdisjoint(JEWELS)
    free = one.number not in survey.bewitched
    return free and reached and one.owner in survey.view.players and one.troops >= _WORTH_A_SPELL


def _grave(survey: Survey, entry: ProvinceEntry) -> str:
    """An own province next door with a garrison; raiders out of a besieged province would stay there."""
    if not survey.fresh(entry.name) or "-S" in entry.flags:
        return ""
    own = [survey.view.provinces[name] for name in neighbours(entry.name) if name in survey.view.provinces]
    able = [place for place in own if place.garrison and not place.besieged]
    return max(able, key=lambda place: (place.garrison, place.name)).name if able else ""


def _carry_off(survey: Survey, talisman: Talisman) -> str:
    """A great army of ours that finds nothing where it is goes to land that it can take, wherever that is."""
    immune = {survey.handed.get(one.number, one.leader) for one in survey.view.talismans.values() if one.number in JEWELS}
    armies = [one for one in survey.leaders() if one.troops >= _WORTH_CARRYING and one.number not in immune]
    for leader in sorted(armies, key=lambda one: (-one.troops, one.number))[:_MOST_ASKED]:
        goal = voyages.best_far(survey, leader, PROVINCES) if not survey.enemies(leader.province) else ""
        if goal:
            survey.aimed.add(goal)
            survey.busy.add(leader.number)
            return f"TL{leader.number}{goal}"
    return ""


_SPELLS: dict[str, Callable[[Survey, Talisman], str]] = {
    "B": _double,
    "C": _blast,
    "D": _summon,
    "G": _geas,
    "L": _spy,
    "P": _protect,
    "S": _seal,
    "TL": _carry_off,
    "X": _better_land,
}
"""By letter: what is written after the equals sign, "" when there is nothing that the spell would be good for."""
