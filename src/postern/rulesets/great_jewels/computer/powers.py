"""Talismans that act by an order of their own, and spells: what computer players write after ``Tnn=``, turn by turn, what they
cast and at whom, and whom they bribe.
"""

from __future__ import annotations

from collections.abc import Callable

from postern.game.chance import Stream
from postern.rulesets.great_jewels.computer import journeys
from postern.rulesets.great_jewels.computer.supply import keep
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.tables import (
    CATALOGUE,
    FAVOURITE,
    JEWELS,
    KEYS,
    PROVINCES,
    RINGS,
    STONES,
    decided,
    neighbours,
)
from postern.rulesets.great_jewels.world.records import Leader, LeaderEntry, ProvinceEntry, Talisman

_BRIBERY = 130
_PRICE: int = decided("powers")["bribe"]
_WORTH_BUYING = 10
"""Troops of an army that is worth its price."""


def bribe(survey: Survey) -> None:
    """The largest army that can be paid, from the bearer's purse or from the own province where he stands, changes sides."""
    talisman = survey.view.talismans.get(_BRIBERY)
    if talisman is None or talisman.dead_until >= survey.view.turn:
        return
    place = survey.place_of(talisman)
    own = survey.view.provinces.get(place)
    chest = survey.zorans[place] if own is not None and not own.besieged else 0
    purse = survey.view.leaders[talisman.leader].zorans if talisman.leader else 0
    rich = max(chest, purse)
    able = [one for one in survey.enemies(place) if _may_be_bought(survey, one) and one.troops * _PRICE <= rich]
    if not able:
        return
    bought = max(able, key=lambda one: (one.troops, one.bonus, -one.number))
    price = bought.troops * _PRICE
    if chest >= price:
        survey.order(f"G{place}T{price}ZL{bought.number}")
        survey.zorans[place] -= price
    else:
        survey.order(f"L{talisman.leader}T{price}ZL{bought.number}")
    survey.order(f"T{_BRIBERY}L{bought.number}")
    survey.handed[_BRIBERY] = bought.number
    survey.enemies(place).remove(bought)


def _may_be_bought(survey: Survey, one: LeaderEntry) -> bool:
    """A player's army in full view, without a Great Jewel."""
    jewelled = any(held.number in JEWELS for held in one.talismans)
    return one.owner in survey.view.players and one.troops >= _WORTH_BUYING and not one.fogged and not jewelled


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
        goal = journeys.best_far(survey, leader, PROVINCES) if not survey.enemies(leader.province) else ""
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
        wish = cast(survey, talisman) or _WISHES.get(number, _nothing)(survey, talisman, stream)
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
