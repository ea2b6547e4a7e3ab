"""Supply: handing out troops, siege towers and wages for mercenaries, drawing garrisons to the front, building.

With it the standing orders and last resorts of provinces: citadels that build themselves, works that no enemy shall get,
musters.
"""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.computer.war import foes_in, garrison_defence, striking_power, will_fall
from postern.rulesets.great_jewels.tables import distance, neighbours
from postern.rulesets.great_jewels.world.records import Leader, Province

_CSP_PRICE, _TOWER_PRICE, _TROOP_PRICE = 5, 2, 3
_SLAVE_DRIVER, _SLAVE_PRICE, _SLAVE_CSPS = 60, 2, 10
_CSPS = {"AZONI": 6, "QUNTAG": 4, "RILRIS": 4, "SLENTH": 4}
_MOST_HIRED = 25
_CREW = 3  # troops to a siege tower
_HOME_GUARD = 8
_ROOM_TO_GROW = 4  # troops beyond his bonus that a leader keeps, so that it can rise
_STRIKE, _DEFENCE = 3, 4  # attack and defence factors of most troops
_SURPLUS = 20
_UNFETCHED = 18  # zorans that lie so long that no courier seems to come for them
_IDLE, _SAVED = 20, 60  # zorans in a province that are built with, and while battering rams are wanted
_LATE = 24  # turn from which what is not built may never be
_ROAD_FROM = 60  # zorans in a province from which a road is worth its price


def keep(survey: Survey, province: Province) -> int:
    """Troops that should stay in a garrison: what holds its walls against the enemies near by, a few at home, one elsewhere.
    Behind walls one troop stands up to four, outside them four to more than five (QJ-18-66). One is left to the Drevonyx."""
    if survey.devoured(province.name):
        return 1
    threat = survey.threat(province.name)
    base = 1
    if province.name == survey.view.player.home:
        treasured = survey.people in ("AZONI", "RILRIS")
        base = max(_HOME_GUARD, min(province.garrison, province.csps // 2)) if treasured else _HOME_GUARD
    if survey.standing_in:
        base = max(base, -(-province.garrison // 2))
    walled = -(-threat * _STRIKE // (3 * _DEFENCE))
    bare = -(-(threat * _STRIKE - 2 * _DEFENCE * province.csps) // _DEFENCE)
    return max(base, min(province.garrison, max(walled, bare)))


def hand_out(survey: Survey) -> None:
    """Garrison troops to the leaders who stand there, the most experienced first, so that bonuses count."""
    for province in survey.own():
        here = survey.leaders_at(province.name)
        spare = survey.garrisons[province.name] - keep(survey, province)
        if province.besieged or not here or spare <= 0:
            continue
        shares = dict.fromkeys((leader.number for leader in here), 0)
        for leader in here:
            want = max(0, 2 * leader.bonus + 4 - survey.troops[leader.number])
            shares[leader.number] = min(want, spare)
            spare -= shares[leader.number]
        if survey.people == "SLENTH":  # every leader's experience scores, and rises no higher than his troops
            for _ in range(spare):
                shares[
                    min(here, key=lambda one: (survey.troops[one.number] + shares[one.number] - one.bonus, one.number)).number
                ] += 1
        else:
            shares[here[0].number] += spare
        for number, share in shares.items():
            if share > 0:
                survey.order(f"G{province.name}T{share}TL{number}")
                survey.troops[number] += share
                survey.garrisons[province.name] -= share


def share(survey: Survey) -> None:
    """Leaders who stand together share their troops: each counts double with one who has experience for it, and once with one
    who has none left over (QJ-18-14). Who leads siege engines keeps their crew."""
    together: dict[str, list[Leader]] = {}
    for leader in survey.leaders():
        together.setdefault(leader.province, []).append(leader)
    for here in together.values():
        for taker in here:
            for giver in reversed(here):
                want = taker.bonus - survey.troops[taker.number]
                spare = survey.troops[giver.number] - giver.bonus - _ROOM_TO_GROW
                if want > 0 and spare > 0 and not giver.towers and not giver.rams:
                    number = min(want, spare)
                    survey.order(f"L{giver.number}T{number}TL{taker.number}")
                    survey.troops[giver.number] -= number
                    survey.troops[taker.number] += number


def build_towers(survey: Survey) -> None:
    """Siege towers for an army that could take a walled place next door with them, and could not without."""
    for province in survey.own():
        if province.besieged or survey.zorans[province.name] < _TOWER_PRICE:
            continue
        for leader in survey.leaders_at(province.name):
            target = _walled(survey, leader)
            if target is None or leader.rams:
                continue
            number = min(target[1], survey.troops[leader.number] // _CREW, survey.zorans[province.name] // _TOWER_PRICE)
            if number > 0:
                survey.order(f"G{province.name}BS{number}L{leader.number}")
                survey.zorans[province.name] -= number * _TOWER_PRICE
                survey.towers[leader.number] += number


def _walled(survey: Survey, leader: Leader) -> tuple[str, int] | None:
    """A guarded place next to him that towers would open to him, and how many of them it takes."""
    if survey.towers[leader.number]:
        return None
    for name in neighbours(leader.province):
        entry = survey.entry(name)
        if entry is None or name in survey.barred or name in survey.view.provinces or not entry.csps or entry.tag == "MERC":
            continue
        owner = survey.owner(entry)
        power = striking_power(survey, [leader], owner)
        towers = min(entry.csps, survey.troops[leader.number] // _CREW)
        if not survey.spares(owner) and garrison_defence(entry) > power >= garrison_defence(entry, towers):
            return name, towers
    return None


def drop_towers(survey: Survey) -> None:
    """Armies with siege towers and no walls near leave them behind: without them they march twice as far."""
    for leader in survey.leaders():
        if survey.towers[leader.number] and not any(
            _has_walls(survey, name) for name in (leader.province, *neighbours(leader.province))
        ):
            survey.order(f"L{leader.number}XS#")
            survey.towers[leader.number] = 0


def _has_walls(survey: Survey, name: str) -> bool:
    entry = survey.entry(name)
    return entry is not None and name not in survey.view.provinces and entry.csps > 0 and entry.garrison > 0


def hire(survey: Survey) -> None:
    """Leaders in a stronghold of the mercenaries spend what they carry; rich provinces send leaders there with wages."""
    if survey.view.player.banned:
        return
    for leader in survey.leaders():
        entry = survey.entry(leader.province)
        may_buy = not leader.bought or leader.bought < survey.view.turn - 1
        if (
            entry is not None
            and entry.tag == "MERC"
            and leader.zorans >= _TROOP_PRICE
            and survey.troops[leader.number]
            and may_buy
        ):
            survey.order(f"L{leader.number}Y")
            survey.troops[leader.number] += min(_MOST_HIRED, leader.zorans // _TROOP_PRICE)
    if survey.people == "RILRIS":
        return
    for province in survey.own():
        purse = min(survey.zorans[province.name] - 10, _MOST_HIRED * _TROOP_PRICE)
        if purse < 10 * _TROOP_PRICE or province.besieged or survey.threat(province.name):
            continue
        for leader in survey.leaders_at(province.name):
            paths = survey.reach(leader) if survey.troops[leader.number] else {}
            market = next((name for name in sorted(paths) if (entry := survey.entry(name)) and entry.tag == "MERC"), None)
            if market is not None:
                survey.order(f"G{province.name}T{purse}ZL{leader.number}")
                survey.zorans[province.name] -= purse
                survey.move(leader, paths[market])
                break


def draw_forward(survey: Survey) -> None:
    """Garrisons deep in the realm send what they can spare next door, towards the front or a leader who waits for troops."""
    waiting = {survey.ends.get(number, one.province) for number, one in survey.view.leaders.items()}
    for province in survey.own():
        spare = survey.garrisons[province.name] - keep(survey, province)
        name = province.name
        hunted = survey.devoured(name)
        if province.besieged or name in survey.raided or survey.enemies(name) or spare <= 0:
            continue
        if not hunted and (name in waiting or spare < _SURPLUS):
            continue
        inward = [other for other in neighbours(name) if other in survey.view.provinces and not survey.enemies(other)]
        inward = [other for other in inward if not survey.view.provinces[other].besieged and other not in survey.barred]
        better = [other for other in inward if hunted or other in waiting or survey.front[other] < survey.front[name]]
        if better:
            goal = min(better, key=lambda other: (other not in waiting, survey.front[other], other))
            survey.order(f"G{name}R{spare}{goal}")
            survey.garrisons[name] -= spare
            survey.raided.add(name)


def build(survey: Survey) -> None:
    """Azoni build everywhere, the others where enemies are near and at home; Rilris keep their hoards."""
    for province in survey.own():
        if province.besieged or province.autobuild:
            continue
        price, most = _citadel_terms(survey, province)
        points = min(most, survey.zorans[province.name] // price)
        doomed = survey.devoured(province.name) and survey.enemies(province.name)
        if points > 0 and not doomed and _wants_citadel(survey, province):
            survey.order(f"G{province.name}BC{points}")
            survey.zorans[province.name] -= points * price
        if _wants_road(survey, province):
            survey.order(f"G{province.name}BD")


def _citadel_terms(survey: Survey, province: Province) -> tuple[int, int]:
    """What a CSP costs there, and how many may be built in a turn: the Slave Driver works cheap and fast."""
    entry = survey.entry(province.name)
    here = any(one.number == _SLAVE_DRIVER and one.number not in survey.handed for one in survey.view.held(province.name))
    driven = here and entry is not None and entry.levy > 0
    return (_SLAVE_PRICE, _SLAVE_CSPS) if driven else (_CSP_PRICE, _CSPS[survey.people])


def _wants_citadel(survey: Survey, province: Province) -> bool:
    if survey.people == "AZONI":
        return not _waits_for_courier(survey, province)
    threatened = survey.threat(province.name) > 0 and province.garrison > province.csps
    if survey.people == "RILRIS":
        return threatened and province.zorans > 60 and (survey.level != "hard" or province.name == survey.view.player.home)
    return (
        threatened
        or (province.name == survey.view.player.home and province.csps < 20)
        or province.zorans > (_SAVED if survey.saves else _IDLE)
    )


def _waits_for_courier(survey: Survey, province: Province) -> bool:
    """True near the home of Azoni while a courier may come for the zorans: a point of the great citadel there is worth several
    of small ones. What lies long, near enemies or late in the game is built with where it is."""
    near = distance(province.name, survey.view.player.home) in (1, 2) and survey.view.player.home in survey.view.provinces
    fetched = province.name in survey.aimed or survey.zorans[province.name] < _UNFETCHED
    return near and fetched and not survey.threat(province.name) and survey.view.turn < _LATE


def _wants_road(survey: Survey, province: Province) -> bool:
    """A road where zorans lie idle and it would join another, or leave the home."""
    if province.road or survey.people in ("RILRIS", "AZONI") or survey.zorans[province.name] < _ROAD_FROM:
        return False
    joined = any(other in survey.view.provinces and survey.view.provinces[other].road for other in neighbours(province.name))
    return joined or province.name == survey.view.player.home


_HIGH_ENOUGH = 20  # points of a home's citadel that nobody scores by
_NEAR_HOME = 2  # steps from which couriers fetch what lies there
_RAZED = 8  # citadel points that may be destroyed in a turn (QJ-16-06)
_WORTH_A_MUSTER = 12  # troops


def autobuild(survey: Survey) -> None:
    """After the building orders: where each turn's zorans go into the citadel anyway, it builds by itself from now on; not any
    longer where a home has points enough, or the Drevonyx feeds."""
    for province in survey.own():
        name = province.name
        built = [order for order in survey.orders if order.startswith(f"G{name}BC")]
        if province.autobuild and not _builds_always(survey, province):
            survey.order(f"G{name}BC-")
        elif built and not province.autobuild and _builds_always(survey, province):
            survey.orders[survey.orders.index(built[0])] = f"G{name}BC+"


def _builds_always(survey: Survey, province: Province) -> bool:
    home = survey.view.player.home
    if survey.devoured(province.name):
        return False
    if survey.people == "AZONI":
        return distance(province.name, home) > _NEAR_HOME
    return province.name == home and province.csps < _HIGH_ENOUGH and survey.people != "RILRIS"


def raze(survey: Survey) -> None:
    """What is surely lost is worth less to him who takes it: navies, roads that lead nowhere of ours, citadels for Azoni."""
    for province in survey.own():
        if not will_fall(survey, province.name):
            continue
        name = province.name
        captor = foes_in(survey, name)[0].owner
        if province.csps and survey.view.met.get(captor) == "AZONI":
            survey.order(f"G{name}XC{min(_RAZED, province.csps)}")
        if province.navies:
            survey.order(f"G{name}XN#")
        if province.road and not any(other in survey.roads for other in neighbours(name) if other in survey.view.provinces):
            survey.order(f"G{name}XD")


def muster(survey: Survey) -> None:
    """Deep in the realm all troops around go to the leader who waits for most of them: the levies of the turn guard their
    places before anybody could come."""
    waiting = {survey.ends.get(number, one.province) for number, one in survey.view.leaders.items()}
    best = max(((_mustered(survey, name), name) for name in sorted(waiting) if name in survey.view.provinces), default=(0, ""))
    troops, hub = best
    if troops < _WORTH_A_MUSTER:
        return
    survey.order(f"G{hub}M")
    for name in neighbours(hub):
        survey.raided.add(name)
        survey.garrisons[name] = 0


def _mustered(survey: Survey, hub: str) -> int:
    """The troops that a muster would bring there, 0 where it would be a risk, or where others have plans with them."""
    around = [survey.view.provinces[name] for name in neighbours(hub) if name in survey.view.provinces]
    if len(around) < len([name for name in neighbours(hub) if survey.terrain(name) != "I"]):
        return 0
    if survey.view.provinces[hub].besieged or hub in survey.barred or hub in survey.raided or survey.enemies(hub):
        return 0
    for place in around:
        risky = survey.front[place.name] < 2 or survey.threat(place.name) or place.name == survey.view.player.home
        if risky or place.besieged or place.name in survey.raided or survey.devoured(place.name):
            return 0
    return sum(survey.garrisons[place.name] for place in around)
