"""What computer players do with the talismans they find: each goes where it is of use.

Among them those that are handed to a leader of another player, who keeps them (Mind Leech, Summit Conference), and the
Charisma Effect, whose bearer waits among mercenaries while they come to him for nothing (T125).
"""

from __future__ import annotations

from collections.abc import Callable

from postern.rulesets.great_jewels.computer.supply import keep
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.computer.war import foes_in, seeks_prey, will_fall
from postern.rulesets.great_jewels.items.lands import SEARCHING
from postern.rulesets.great_jewels.tables import CATALOGUE, FAVOURITE, JEWELS, KEYS, RINGS, WANDS, decided, opposite
from postern.rulesets.great_jewels.world.records import Leader, LeaderEntry, Province, ProvinceEntry, Talisman

_ON_LEADERS = frozenset(
    {
        48,
        49,
        50,
        52,
        55,
        58,
        61,
        62,
        71,
        72,
        74,
        75,
        78,
        81,
        83,
        84,
        85,
        88,
        89,
        98,
        100,
        101,
        102,
        112,
        113,
        115,
        121,
        124,
        125,
    }
    | {126, 128, 130, 132, 138, 144, 145, 150}
)
"""Talismans that serve a leader or his army in the field."""
_ON_GARRISONS = frozenset({57, 65, 73, 90, 91, 93, 104, 106, 110, 119, 146, 149, 151})
"""Talismans that serve a garrison."""
RAILROAD = 129
_RAIDERS_BY_RAIL = 8  # troops to spare for which it is worth laying down
_SHADOW, _MOHO, _CURSE, _QUNTAG_WAND = 51, 76, 94, 96
_LIQUIDATED, _GOLD_RUSH, _WIZARD = 107, 118, 148
_RECRUITING = 93
_RECRUITS, _RECRUIT_PRICE = (int(decided("powers")[name]) for name in ("recruits", "recruit_price"))
_DUTCHMAN = 74
_STRIKE_TAKERS = frozenset({_DUTCHMAN, 79, 147})
"""Talismans that strike an own leader, too, when he takes them up."""
_CEASE_FIRE, _ARCHITECT = 87, 123
RIDERS_A_BONUS = int(decided("movement_talismans")["carpet_troops_a_bonus"])
_WORTH_AN_AMBUSH = 10  # troops
_POKER_STAKES = (130, 900)
"""Zorans for which Rilris gamble: doubled they score more than twice as much, up to this many."""
_WORTH_CHAINING = 3  # zorans of tax that an enemy loses
_WORTH_A_CITY = 25  # citadel points, each a hundredth of the chance
_TERRAIN = {67: ("", "F"), 68: ("F", "C"), 69: ("", "M"), 70: ("M", "C")}
"""Talismans that change land: from which terrain ("" any), to which."""
_GARRISON_RINGS = ("QUNTAG", "RILRIS")

_FOR_OTHERS: dict[int, Callable[[ProvinceEntry], bool]] = {
    51: lambda enemy: True,
    59: lambda enemy: enemy.tax >= _WORTH_CHAINING,
    79: lambda enemy: enemy.garrison > 0,
    80: lambda enemy: True,
    96: lambda enemy: True,
    107: lambda enemy: enemy.csps > 4,
    109: lambda enemy: len(enemy.talismans) > 0,
    117: lambda enemy: True,
    _ARCHITECT: lambda enemy: enemy.csps >= _WORTH_A_CITY,
    143: lambda enemy: True,
    147: lambda enemy: True,
}
"""Talismans that harm whoever gets them, or gain by him: into which enemy garrison they are put."""


def _changes(number: int) -> Callable[[Survey, Province], bool]:
    def improves(survey: Survey, place: Province) -> bool:
        """True when this talisman would turn the place into the people's favourite land."""
        before, after = _TERRAIN[number]
        land = survey.terrain(place.name)
        return after == FAVOURITE[survey.people] != land and before in ("", land)

    return improves


def _leads_to_foes(survey: Survey, place: Province) -> bool:
    """True when a tunnel ends here by which a foe may come."""
    ends = [survey.entry(end) for end in survey.tunnels.get(place.name, ())]
    return any(survey.owner(end) in survey.foes for end in ends if end is not None)


def _leads_far(survey: Survey, place: Province) -> bool:
    """True when a tunnel from here would lead to land beyond our own that can be entered, and there is none yet."""
    goal = opposite(place.name)
    known = goal in survey.view.provinces or goal in survey.barred or goal in survey.tunnels.get(place.name, ())
    return not known and not place.mercenary and place.name != survey.view.player.home


_LAID_DOWN: dict[int, Callable[[Survey, Province], bool]] = {
    53: lambda survey, place: survey.people in ("QUNTAG", "SLENTH") and place.name == survey.view.player.home,
    54: lambda survey, place: survey.people in ("AZONI", "RILRIS") and place.name == survey.view.player.home,
    56: lambda survey, place: place.ravaged,
    60: lambda survey, place: survey.people == "AZONI" and place.name == survey.view.player.home,
    95: lambda survey, place: survey.people != "AZONI" and place.csps >= 30,
    114: lambda survey, place: place.name == survey.view.player.home,
    127: lambda survey, place: place.name != survey.view.player.home,  # where it is used the garrison may rebel
    66: lambda survey, place: survey.people == "RILRIS" and _POKER_STAKES[0] <= survey.zorans[place.name] <= _POKER_STAKES[1],
    76: lambda survey, place: _leads_far(survey, place),
    77: lambda survey, place: _leads_to_foes(survey, place),
    _CEASE_FIRE: lambda survey, place: will_fall(survey, place.name),
    105: lambda survey, place: survey.threat(place.name) > 0 and survey.garrisons[place.name] >= _WORTH_AN_AMBUSH,
    118: lambda survey, place: not survey.threat(place.name),
    148: lambda survey, place: 4 <= place.csps <= 60,
    RAILROAD: lambda survey, place: survey.garrisons[place.name] - keep(survey, place) >= _RAIDERS_BY_RAIL,
    **{number: _changes(number) for number in _TERRAIN},
}
"""Talismans that are carried about until they come to an own garrison where they do good."""
_AGAIN = frozenset({66, _MOHO, 77, _CEASE_FIRE, 105, _GOLD_RUSH, _WIZARD, RAILROAD})
"""Those of them that are taken up at once, to be laid down elsewhere or again."""


def railhead(survey: Survey) -> str:
    """The garrison into which the Underground Railroad is laid down now, "" if it is not: it works on that turn alone."""
    railroad = survey.view.talismans.get(RAILROAD)
    if railroad is None or not railroad.leader or survey.handed.get(RAILROAD) != 0:
        return ""
    return survey.view.leaders[railroad.leader].province


def treasures(survey: Survey) -> None:
    """Every talisman in its turn: handed on or laid down."""
    for _, talisman in sorted(survey.view.talismans.items()):
        if talisman.number in survey.handed:
            continue
        if talisman.leader:
            _from_leader(survey, talisman)
        else:
            _from_garrison(survey, talisman)


def _from_garrison(survey: Survey, talisman: Talisman) -> None:
    """Leaders take up what lies in their province and is of use to them, or is to be carried to others."""
    number = talisman.number
    place = survey.view.provinces[talisman.province]
    if number == _GOLD_RUSH and talisman.counter == SEARCHING:
        _search_gold(survey, place.name)
        return
    if number == _RECRUITING:
        recruits = min(place.garrison * _RECRUITS // 100, place.zorans // _RECRUIT_PRICE)
        survey.zorans[place.name] -= recruits * _RECRUIT_PRICE  # spent before any order is carried out
    if place.besieged:
        return
    if number in _FOR_OTHERS:
        taker = _bearer_of_ill(survey, number, place.name) if _is_for_others(survey, number) else None
    elif number in _LAID_DOWN:
        stays = number not in _AGAIN and _LAID_DOWN[number](survey, place)
        taker = None if stays else _weakest(survey, place.name)
    elif number in (*KEYS, *JEWELS) or _serves_leaders(survey, number):
        taker = _TAKERS.get(number, _strongest)(survey, place.name)
    else:
        return
    if taker is not None:
        _hand(survey, number, f"L{taker.number}")
        if number in _STRIKE_TAKERS:
            survey.busy.add(taker.number)
        if number == _LIQUIDATED:
            survey.towers[taker.number] = 0  # they turn into zorans in his hands


def carries_harm(survey: Survey, leader: Leader) -> bool:
    """True when he carries something that is to be put into an enemy's garrison, or to strike him down with."""
    return seeks_prey(survey, leader.number) or any(
        one.number in _FOR_OTHERS and _is_for_others(survey, one.number) for one in survey.held(leader.number)
    )


def _is_for_others(survey: Survey, number: int) -> bool:
    return number != WANDS.get(survey.people)


def _serves_leaders(survey: Survey, number: int) -> bool:
    if number == _CURSE:
        return survey.people == "SLENTH"
    if number in RINGS[survey.people]:
        return survey.people not in _GARRISON_RINGS
    return number in _ON_LEADERS and number != WANDS[survey.people]


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
    does_good = number in _LAID_DOWN and _LAID_DOWN[number](survey, place)
    if number in _ON_GARRISONS or (is_ring and not rings_here) or does_good:
        _hand(survey, number, "G")
        if number == _GOLD_RUSH:
            _search_gold(survey, place.name)
        if number == _CEASE_FIRE:
            survey.enemies(place.name).clear()  # nobody strikes there this turn


def _search_gold(survey: Survey, name: str) -> None:
    """The garrison there looks for gold and takes no orders."""
    survey.garrisons[name] = 0
    survey.raided.add(name)


def _in_foreign_land(survey: Survey, number: int, leader: Leader) -> None:
    """In an enemy's province a harmful talisman is put into his garrison; the bearer waits for what comes of it."""
    entry = survey.entry(leader.province)
    if number not in _FOR_OTHERS or not _is_for_others(survey, number) or entry is None or not survey.fresh(leader.province):
        return
    owner = survey.owner(entry)
    hostile = owner and not survey.spares(owner)
    besieged = "-S" in entry.flags and 7 not in CATALOGUE[number].notes
    if number == _ARCHITECT and len(survey.leaders_at(leader.province)) > 1:
        return  # whoever is there becomes a guardian
    if hostile and not besieged and _FOR_OTHERS[number](entry):
        _hand(survey, number, "G")
        if number == _QUNTAG_WAND:
            survey.aimed.add(entry.name)  # it changes hands before anybody could strike
        if number == _LIQUIDATED:
            survey.roads.discard(entry.name)


def _hand(survey: Survey, number: int, receiver: str) -> None:
    survey.order(f"T{number}{receiver}")
    survey.handed[number] = 0 if receiver == "G" else int(receiver[1:])


def _strongest(survey: Survey, place: str) -> Leader | None:
    here = survey.leaders_at(place)
    return max(here, key=lambda leader: (survey.troops[leader.number], leader.bonus, -leader.number), default=None)


def _weakest(survey: Survey, place: str) -> Leader | None:
    here = survey.leaders_at(place)
    return min(here, key=lambda leader: (survey.troops[leader.number], leader.bonus, leader.number), default=None)


def _smallest(survey: Survey, place: str) -> Leader | None:
    """The leader with the fewest troops, but with some."""
    here = [leader for leader in survey.leaders_at(place) if leader.troops]
    return min(here, key=lambda leader: (leader.troops, leader.bonus, leader.number), default=None)


def _rider(survey: Survey, place: str) -> Leader | None:
    """The most experienced leader whose whole army the Magic Carpet bears."""
    here = [leader for leader in survey.leaders_at(place) if leader.troops <= RIDERS_A_BONUS * leader.bonus]
    return max(here, key=lambda leader: (leader.bonus, -leader.number), default=None)


_TAKERS: dict[int, Callable[[Survey, str], Leader | None]] = {49: _smallest, _DUTCHMAN: _smallest, 78: _rider, 88: _weakest}
"""Who takes up what does not serve the strongest best: it risks its bearer, or lames his attack."""


def _bearer_of_ill(survey: Survey, number: int, place: str) -> Leader | None:
    """Who carries a harmful talisman off: the least experienced of those whom it does not strike."""
    here = survey.leaders_at(place)
    if number == _SHADOW:
        here = [leader for leader in here if not leader.bonus]
    elif number in _STRIKE_TAKERS:
        here = [leader for leader in here if not survey.troops[leader.number]]
    return min(here, key=lambda leader: (leader.bonus, leader.number), default=None)


_LEECH, _SUMMIT = 122, 128
_WORTH_FOLLOWING = 20
"""Troops of an army of which it is worth to know where it goes."""
_WORTH_BETRAYING = 8
"""Troops of an army that is worth to be declared an ally by: who is struck by one whom he trusts defends badly (QJ-18-57)."""


def send_gifts(survey: Survey) -> None:
    """The leech goes to the largest army of a foe anywhere, the conference to the largest of those beside it."""
    for number in (_LEECH, _SUMMIT):
        talisman = survey.view.talismans.get(number)
        if talisman is None or number in survey.handed or talisman.dead_until >= survey.view.turn:
            continue
        if talisman.province and survey.view.provinces[talisman.province].besieged:
            continue
        taker = _largest_anywhere(survey) if number == _LEECH else _largest_beside(survey, survey.place_of(talisman))
        if taker is not None:
            survey.order(f"T{number}L{taker.number}")
            survey.handed[number] = taker.number


def _largest_anywhere(survey: Survey) -> LeaderEntry | None:
    abroad = [name for name in survey.view.entries if name not in survey.view.provinces]
    armies = [one for name in abroad for one in foes_in(survey, name)[:1] if one.troops >= _WORTH_FOLLOWING]
    return max(armies, key=lambda one: (one.troops, -one.number), default=None)


def _largest_beside(survey: Survey, place: str) -> LeaderEntry | None:
    """An army that own troops stand beside: they can strike it at once."""
    own = survey.garrisons.get(place, 0) + sum(survey.troops[one.number] for one in survey.leaders_at(place))
    return next((one for one in foes_in(survey, place) if _WORTH_BETRAYING <= one.troops <= own), None)


_CHARISMA = 125
_TURNS = 3  # how often the bearer's bonus in troops is enough
_WORTH_THE_WAY = 4  # points of bonus


def recruit_free(survey: Survey) -> None:
    """He stays in a stronghold until he leads several times his bonus, and goes to one that he can reach before."""
    talisman = survey.view.talismans.get(_CHARISMA)
    if talisman is None or talisman.leader in survey.busy or _CHARISMA in survey.handed or not talisman.leader:
        return
    bearer = survey.view.leaders[talisman.leader]
    if bearer.bonus < _WORTH_THE_WAY or survey.troops[bearer.number] >= _TURNS * bearer.bonus:
        return
    here = survey.entry(bearer.province)
    if here is not None and here.tag == "MERC":
        survey.busy.add(bearer.number)
        return
    paths = survey.reach(bearer)
    markets = [name for name in paths if (entry := survey.entry(name)) is not None and entry.tag == "MERC"]
    if markets:
        survey.move(bearer, paths[min(markets, key=lambda name: (len(paths[name]), name))])
