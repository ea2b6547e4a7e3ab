"""Fighting: which of the forces that stand together should strike, and at whom; own land that the enemies inside it will take.

Garrisons kill by an assault, and who does not strike strikes back if he is struck. The Sword of Doom makes a small army strike
a great one (T49); armies send a few men to raid next door (QJ-14-01), or artillery does it for them (T124, T132).
"""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.tables import ATTACK_FACTORS, decided, neighbours
from postern.rulesets.great_jewels.world.records import Leader, LeaderEntry, ProvinceEntry

_DEFENCE = 4
_MERCENARY_DEFENCE = 8
_LONGBOWS = 100
GUARDIANS = "LOTU"


def garrison_defence(entry: ProvinceEntry, towers: int = 0) -> int:
    """Attack factors needed to kill a whole garrison: each CSP triples the defence of one troop (QJ-18-66)."""
    per_troop = _MERCENARY_DEFENCE if entry.tag == "MERC" else _DEFENCE
    covered = min(entry.garrison, max(0, entry.csps - towers))
    return per_troop * (entry.garrison + 2 * covered)


def leader_defence(leader: LeaderEntry) -> int:
    """Attack factors needed to kill an army and its leader."""
    covered = min(leader.bonus, leader.troops)
    return _DEFENCE * (leader.troops + covered) + leader.bonus + 1


def striking_power(survey: Survey, leaders: list[Leader], defender: str) -> int:
    """Attack factors of these armies together, with the bonus for several armies (QJ-18-60)."""
    armed = [leader for leader in leaders if survey.troops[leader.number] > 0]
    if not armed:
        return 0
    plain = sum(survey.strength(leader) for leader in armed) * survey.factor(defender)
    return plain * (10 + min(10, len(armed) - 1)) // 10


def fight(survey: Survey) -> None:
    """Orders attacks wherever own leaders or garrisons stand beside an enemy whom they can destroy, or wear down at a fair
    price."""
    together: dict[str, list[Leader]] = {name: [] for name in survey.view.provinces if survey.enemies(name)}
    for leader in survey.leaders():
        together.setdefault(leader.province, []).append(leader)
    for place, leaders in sorted(together.items()):
        entry = survey.entry(place)
        if entry is None or not survey.fresh(place) or entry.tag == "MERC":
            continue
        if any(one.owner == GUARDIANS for one in survey.enemies(place)) or _is_guarded_city(survey, entry):
            _clear_city(survey, entry, leaders)
            continue
        _fight_leaders(survey, place, leaders)
        free = [leader for leader in leaders if leader.number not in survey.busy]
        if place not in survey.view.provinces and place not in survey.aimed and entry.garrison and not entry.locked:
            _storm(survey, entry, free)


def _is_guarded_city(survey: Survey, entry: ProvinceEntry) -> bool:
    return entry.tag not in (*survey.view.players, "-----", "MERC", "-DRAGON-") and not entry.locked


def _clear_city(survey: Survey, entry: ProvinceEntry, leaders: list[Leader]) -> None:
    """Inside a Forbidden City: guardian leaders first, one after another as far as the strength goes, then their garrison."""
    free = [leader for leader in leaders if survey.troops[leader.number] > 0]
    for guardian in sorted(survey.enemies(entry.name), key=leader_defence):
        for leader in enough(survey, free, leader_defence(guardian), GUARDIANS):
            free.remove(leader)
            survey.order(f"L{leader.number}AL{guardian.number}", leader.number)
    for leader in free if entry.garrison else ():
        survey.order(f"L{leader.number}AG", leader.number)


def _fight_leaders(survey: Survey, place: str, leaders: list[Leader]) -> None:
    free = [leader for leader in leaders if survey.troops[leader.number] > 0]
    garrison = survey.garrisons.get(place, 0) if place in survey.view.provinces and place not in survey.raided else 0
    enemies = sorted(
        (one for one in survey.enemies(place) if not one.fogged and not survey.spares(one.owner)), key=leader_defence
    )
    if garrison:
        _strike_from_walls(survey, place, garrison, enemies, free)
    dead = 0
    for enemy in enemies:
        needed = leader_defence(enemy)
        chosen = enough(survey, free, needed, enemy.owner)
        if 2 * striking_power(survey, chosen, enemy.owner) >= needed:
            dead = dead or (enemy.number if striking_power(survey, chosen, enemy.owner) >= needed else 0)
            for leader in chosen:
                free.remove(leader)
                survey.order(f"L{leader.number}AL{enemy.number}", leader.number)
    if dead and survey.people == "SLENTH" and place in survey.view.provinces:  # whoever joins gains experience, which scores
        for leader in free:
            survey.order(f"L{leader.number}AL{dead}", leader.number)


def enough(survey: Survey, free: list[Leader], needed: int, defender: str) -> list[Leader]:
    """Those of these armies who should strike together: the smallest that suffices alone, else the strongest as far as it
    takes, all of them when they do not suffice."""
    ranked = sorted(free, key=lambda one: (-survey.strength(one), one.number))
    alone = [one for one in ranked if striking_power(survey, [one], defender) >= needed]
    if alone:
        return alone[-1:]
    chosen: list[Leader] = []
    for leader in ranked:
        if striking_power(survey, chosen, defender) >= needed:
            break
        chosen.append(leader)
    return chosen


def _strike_from_walls(survey: Survey, place: str, garrison: int, enemies: list[LeaderEntry], free: list[Leader]) -> None:
    """The garrison strikes the greatest enemy whom it kills alone, and leaves the others to the armies; else the least, when
    it kills him together with all of them, or bears what he strikes back."""
    alone = [one for one in enemies if garrison * survey.factor(one.owner) >= leader_defence(one)]
    target = alone[-1] if alone else next(iter(enemies), None)
    if target is None:
        return
    own = garrison * survey.factor(target.owner)
    together = [] if alone else enough(survey, free, leader_defence(target) - own, target.owner)
    power = own + striking_power(survey, together, target.owner)
    kills = power >= leader_defence(target)
    answer = target.troops + min(target.bonus, target.troops)  # a third of its three factors a troop (QJ-18-18)
    if any(one.number == _LONGBOWS for one in target.talismans):
        answer *= 3
    walls = survey.view.provinces[place].csps
    bears = _DEFENCE * (garrison + 2 * min(garrison, walls))
    if answer >= bears or (not kills and 2 * answer > bears):
        return
    survey.order(f"G{place}AL{target.number}")
    survey.raided.add(place)
    if kills:
        enemies.remove(target)
        for leader in together:
            survey.order(f"L{leader.number}AL{target.number}", leader.number)
            free.remove(leader)


def _storm(survey: Survey, entry: ProvinceEntry, leaders: list[Leader]) -> None:
    owner = survey.owner(entry)
    if survey.spares(owner):
        return
    needed = garrison_defence(entry, sum(survey.towers[leader.number] for leader in leaders))
    power = striking_power(survey, leaders, owner)
    answer = entry.garrison * 3 // _DEFENCE
    largest = max((survey.troops[leader.number] for leader in leaders), default=0)
    kills = entry.garrison * power // max(1, needed)
    if power >= needed or (kills * 2 >= entry.garrison and largest > 2 * answer) or power * 4 >= needed * 3:
        mode = "K" if needed > power else "A"
        for leader in leaders:
            if survey.troops[leader.number] > 0:
                survey.order(f"L{leader.number}{mode}G", leader.number)


def foes_in(survey: Survey, name: str) -> list[LeaderEntry]:
    """The armies of players whom we strike, in full view in a province this turn, the largest first."""
    armies = [one for one in survey.enemies(name) if one.owner in survey.foes and one.troops and not one.fogged]
    return sorted(armies, key=lambda one: (-one.troops, one.number))


def will_fall(survey: Survey, name: str) -> bool:
    """Whether the foes inside an own province can kill its garrison, and no own army is there to help it."""
    entry = survey.entry(name)
    if entry is None or any(survey.troops[one.number] for one in survey.view.leaders.values() if one.province == name):
        return False
    power = 0
    for one in foes_in(survey, name):
        people = survey.view.met.get(one.owner)
        factor = ATTACK_FACTORS[people.value if people else "NONPLAYER", survey.people]
        power += factor * (one.troops + min(one.bonus, one.troops))
    return power > 0 and power >= garrison_defence(entry)


_ASSAULT_DEFENCE = 3
_CLOAK = 48


def sally(survey: Survey) -> None:
    """A garrison that kills an army only by an assault assaults it, when it bears the answer behind its walls: the one that it
    was going to wear down alone, else the largest of those at which nobody strikes."""
    for province in survey.own():
        name, garrison = province.name, survey.garrisons[province.name]
        given = [order for order in survey.orders if order.startswith(f"G{name}AL")]
        if not garrison or (name in survey.raided and not given):
            continue
        bears = _ASSAULT_DEFENCE * (garrison + 2 * min(garrison, province.csps))
        for one in [one for one in foes_in(survey, name) if _strikers(survey, one) == given]:
            plain, needed = garrison * survey.factor(one.owner), leader_defence(one)
            if plain < needed <= plain + garrison and 2 * (one.troops + min(one.bonus, one.troops)) < bears:
                if given:
                    survey.orders.remove(given[0])
                survey.order(f"G{name}KL{one.number}")
                survey.raided.add(name)
                break


def stand_ready(survey: Survey) -> None:
    """Who stays beside a foe's army without striking at it strikes back with all his factors if the foe strikes (QJ-18-76)."""
    for place in sorted({leader.province for leader in survey.leaders()} | set(survey.view.provinces)):
        entry = survey.entry(place)
        foes = foes_in(survey, place)
        if entry is None or not foes or entry.tag == "MERC":
            continue
        for leader in survey.leaders_at(place):
            if survey.troops[leader.number] and not any(one.number == _CLOAK for one in survey.held(leader.number)):
                survey.order(f"L{leader.number}CL{foes[0].number}", leader.number)
        if survey.garrisons.get(place) and place not in survey.raided and f"R{place}" not in survey.orders:
            survey.order(f"G{place}CL{foes[0].number}")
            survey.raided.add(place)


def _strikers(survey: Survey, one: LeaderEntry) -> list[str]:
    """The orders so far that strike at this leader."""
    return [order for order in survey.orders if order.endswith(f"AL{one.number}")]


_SWORD = 49
_WORTH_THE_RISK = 10
"""Troops of what it strikes, and more than the bearer's own: he loses all of his one time in four."""


def strike_with_doom(survey: Survey) -> None:
    """The bearer strikes the largest army of a foe beside him, or the garrison of a foe in whose land he is."""
    sword = survey.view.talismans.get(_SWORD)
    if sword is None or not sword.leader or sword.leader in survey.busy or _SWORD in survey.handed:
        return
    if max(sword.gained, sword.dead_until) >= survey.view.turn or not survey.troops[sword.leader]:
        return
    place = survey.view.leaders[sword.leader].province
    entry = survey.entry(place)
    if entry is None or not survey.fresh(place) or entry.tag == "MERC":
        return
    aims = [(one.troops, f"L{one.number}") for one in foes_in(survey, place)]
    if survey.owner(entry) in survey.foes:
        aims.append((entry.garrison, "G"))
    troops, aim = max(aims, default=(0, ""))
    if troops >= _WORTH_THE_RISK and troops > survey.troops[sword.leader]:
        survey.order(f"L{sword.leader}A{aim}", sword.leader)


def seeks_prey(survey: Survey, number: int) -> bool:
    """Whether this leader carries the sword, with somebody to lead, and so is to go to where a foe's troops are."""
    sword = survey.view.talismans.get(_SWORD)
    return sword is not None and sword.leader == number and _SWORD not in survey.handed and survey.troops[number] > 0


RAIDERS = 4  # two chances in three to take an empty province (QJ-14-06)
_STAY = 8  # troops that stay with an army
_MOST = 2  # raids of an army in a turn
_NEW_LAND = 6  # last turn on which land that nobody has seen is likely to be free


def raid_with_armies(survey: Survey) -> None:
    """Raids of four out of armies that can spare them, into empty land that nobody of ours is going to."""
    for number, leader in survey.view.leaders.items():
        if _is_free(survey, leader):
            for goal in [name for name in neighbours(leader.province) if _is_open(survey, name)][:_MOST]:
                if survey.troops[number] - RAIDERS < max(_STAY, leader.bonus):
                    break
                survey.order(f"L{number}R{RAIDERS}{goal}")
                survey.troops[number] -= RAIDERS
                survey.aimed.add(goal)


def _is_free(survey: Survey, leader: Leader) -> bool:
    """Without another task than a march to land that is ours or empty, and with nobody about who would kill the raiders."""
    here, end = leader.province, survey.ends.get(leader.number, "")
    entry = survey.entry(here)
    shut = entry is None or "-S" in entry.flags or bool(survey.enemies(here)) or here in survey.barred
    engines = leader.rams or survey.towers[leader.number]
    idle = leader.number not in survey.busy or end in survey.view.provinces or end in survey.empty
    return idle and not shut and not engines and not leader.at_peace


def _is_open(survey: Survey, name: str) -> bool:
    likely = survey.view.turn <= _NEW_LAND or survey.fresh(name)
    return name in survey.empty and name not in survey.aimed and not survey.enemies(name) and likely


_ARTILLERY, _CATAPULTS = 124, 132
_SHARE = 3  # field artillery strikes with a third of the factors
_RAMS_A_CSP: int = decided("combat")["catapult_rams_a_csp"]
_RAM_PRICE: int = decided("building")["engine"]
_WORTH_A_SHOT = 3  # troops
_WORTH_A_THROW = 4  # CSPs


def bombard(survey: Survey) -> None:
    """Field artillery strikes whom it kills, or where it kills most; nothing comes back. Catapults throw what rams the bearer
    has, and the province can pay, at the highest citadel."""
    gunner = _bearer(survey, _ARTILLERY)
    if gunner is not None:
        shots = sorted(_shots(survey, gunner), reverse=True)
        if shots and shots[0][1] >= _WORTH_A_SHOT:
            survey.order(f"T{_ARTILLERY}={shots[0][2]}", gunner.number)
    thrower = _bearer(survey, _CATAPULTS)
    if thrower is not None:
        _throw(survey, thrower)


def _bearer(survey: Survey, number: int) -> Leader | None:
    """The own leader who may use it now, with an army that has nothing else to do."""
    talisman = survey.view.talismans.get(number)
    if talisman is None or number in survey.handed or max(talisman.gained, talisman.dead_until) >= survey.view.turn:
        return None
    free = talisman.leader and talisman.leader not in survey.busy and survey.troops[talisman.leader] > 0
    return survey.view.leaders[talisman.leader] if free else None


def _targets(survey: Survey, leader: Leader) -> Iterator[ProvinceEntry]:
    """The land next door, as seen now, of players whom we strike."""
    for name in neighbours(leader.province):
        entry = survey.entry(name)
        if entry is not None and survey.fresh(name) and not entry.fogged and survey.owner(entry) in survey.foes:
            yield entry


def _shots(survey: Survey, gunner: Leader) -> Iterator[tuple[bool, int, str]]:
    """What he may aim at: whether it is destroyed, how many troops die, how it is written."""
    for entry in _targets(survey, gunner):
        for one in survey.enemies(entry.name):
            if one.owner in survey.foes and one.troops and not one.fogged:
                power, needed = striking_power(survey, [gunner], one.owner) // _SHARE, leader_defence(one)
                yield power >= needed, min(one.troops, one.troops * power // needed), f"L{one.number}"
        if entry.garrison:
            power, needed = striking_power(survey, [gunner], entry.tag) // _SHARE, garrison_defence(entry)
            yield power >= needed, min(entry.garrison, entry.garrison * power // needed), f"G{entry.name}"


def _throw(survey: Survey, thrower: Leader) -> None:
    here = survey.view.provinces.get(thrower.province)
    chest = survey.zorans[here.name] if here is not None and not here.besieged and survey.people != "RILRIS" else 0
    built = min(chest // _RAM_PRICE, survey.troops[thrower.number] - thrower.rams)
    csps, target = max(((entry.csps, entry.name) for entry in _targets(survey, thrower) if entry.garrison), default=(0, ""))
    built = max(0, min(built, csps * _RAMS_A_CSP - thrower.rams))
    if min(csps, (thrower.rams + built) // _RAMS_A_CSP) < _WORTH_A_THROW:
        return
    if built and here is not None:
        survey.order(f"G{here.name}BR{built}L{thrower.number}")
        survey.zorans[here.name] -= built * _RAM_PRICE
    survey.order(f"T{_CATAPULTS}={target}", thrower.number)
