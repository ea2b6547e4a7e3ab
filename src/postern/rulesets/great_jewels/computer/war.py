"""Fighting: which of the forces that stand together should strike, and at whom."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.entries import LeaderEntry, ProvinceEntry
from postern.rulesets.great_jewels.world import Leader

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
