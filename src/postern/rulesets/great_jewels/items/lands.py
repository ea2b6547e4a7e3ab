"""Talismans that change provinces.

When they are handed to the garrison: T56, T59, T67 to T70, T76, T77, T106, T107, T148. What a province yields: T86, T90, T93,
T117, T118. What is built and hired there: T60, T91, T123, T125.
"""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.building import road_price
from postern.rulesets.great_jewels.rules import capture, hooks
from postern.rulesets.great_jewels.rules.economy import levy_rate, put_in_chains, tax_rate
from postern.rulesets.great_jewels.rules.forces import is_stronghold
from postern.rulesets.great_jewels.rules.monsters import devour_army
from postern.rulesets.great_jewels.rules.movement.sailing import navy_price
from postern.rulesets.great_jewels.rules.powers.by_order import change_terrain
from postern.rulesets.great_jewels.tables import PROVINCES, coastal, decided, opposite
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, Force, Province, Talisman, Terrain, garrison_force

_GROWS = {67: Terrain.FOREST, 68: Terrain.CLEAR, 69: Terrain.MOUNTAIN, 70: Terrain.CLEAR}
_NEEDS = {68: Terrain.FOREST, 70: Terrain.MOUNTAIN}


@hooks.ON_TRANSFER.add(56)
def heal(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T56: the ravaged state ends at once (QJ-28.1-064)."""
    province = turn.province(talisman.province)
    if province.ravaged:
        province.ravaged = False
        turn.tell("healed by hand", to={province.owner, turn.giver_of(talisman)}, province=province.name)


@hooks.ON_TRANSFER.add(59)
def chain(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T59: the tax rate becomes 1; nothing happens where it is 1 or less already (QJ-28.1-071, QJ-28.1-072)."""
    if not talisman.province:
        return
    province = turn.province(talisman.province)
    tax = tax_rate(turn.world, province)
    works = tax > 1
    if works:
        put_in_chains(province)
        talisman.used = turn.number
    turn.tell("chain gang", to={province.owner, turn.giver_of(talisman)}, province=province.name, tax=tax, works=works)


@hooks.AFTER_BUILDING.add(59)
def chained_road(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T59: the road which the gang has built costs nothing and can be used from the next turn on."""
    if talisman.used == turn.number and turn.province(talisman.province).chain_gang:
        turn.province(talisman.province).road = True


@hooks.ON_TRANSFER.add(67, 68, 69, 70)
def reshape(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T67 to T70: the garrison's province gets another terrain, and the rates that go with it (QJ-28.1-092 to -099)."""
    if not talisman.province:
        return
    province = turn.province(talisman.province)
    needed = _NEEDS.get(talisman.number)
    if needed is None or province.terrain is needed:
        to = turn.witnesses(province.name, turn.giver_of(talisman))
        change_terrain(turn, province.name, _GROWS[talisman.number], to)


@hooks.ON_TRANSFER.add(76)
def dig(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T76: a lasting tunnel to the opposite province, where one can be dug (QJ-28.1-116 to QJ-28.1-119)."""
    if not talisman.province:
        return
    here = turn.province(talisman.province)
    there = turn.province(opposite(here.name))
    possible = not (here is there or here.mercenary or there.mercenary or there.city)
    possible = possible and there.terrain is not Terrain.IMPASSABLE
    if possible and there.name not in here.tunnels:
        here.tunnels.append(there.name)
        there.tunnels.append(here.name)
    to = {here.owner, turn.giver_of(talisman)}
    turn.tell("tunnel dug", to=to, province=here.name, goal=there.name, works=possible)
    if possible and there.owner not in to:
        turn.tell("tunnel dug", to=[there.owner], province=there.name, goal=here.name, works=True)


@hooks.ON_TRANSFER.add(77)
def cave_in(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T77: the tunnels of the province fall in, at both ends; those of mercenaries stay (QJ-28.1-121, QJ-28.1-122)."""
    if not talisman.province:
        return
    here = turn.province(talisman.province)
    if here.mercenary:
        return
    fallen = [name for name in here.tunnels if not turn.province(name).mercenary]
    here.tunnels = [name for name in here.tunnels if name not in fallen]
    for name in fallen:
        there = turn.province(name)
        there.tunnels = [other for other in there.tunnels if other != here.name]
    to = {here.owner, turn.giver_of(talisman), *(turn.province(name).owner for name in fallen)}
    if fallen:
        turn.tell("tunnels fell in", to=to, province=here.name, goals=fallen)


@hooks.ON_TRANSFER.add(106)
def relieve(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T106: the siege ends at once (QJ-28.1-217)."""
    province = turn.province(talisman.province)
    if province.besieged:
        province.besieged = False
        turn.tell("relieved", to={province.owner, turn.giver_of(talisman)}, province=province.name)


@hooks.ON_TRANSFER.add(107)
def liquidate(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T107: CSPs, navies and the road of a province, or the siege equipment of an army, become zorans again."""
    by = turn.giver_of(talisman)
    if talisman.leader:
        leader = turn.world.leaders[talisman.leader]
        gain = (leader.rams + leader.towers) * int(decided("powers")["engine_worth"])
        leader.rams = leader.towers = 0
        leader.zorans += gain
        turn.tell("liquidated", to={leader.owner, by}, force=f"L{leader.number}", zorans=gain)
        return
    province = turn.province(talisman.province)
    people = turn.world.players[province.owner].people
    gain = province.csps * int(decided("powers")["csp_worth"]) + province.navies * navy_price(province)
    gain += road_price(people, province) if province.road else 0
    province.csps = province.navies = 0
    province.road = False
    province.zorans += gain
    turn.tell("liquidated", to={province.owner, by}, force=f"G{province.name}", zorans=gain)


@hooks.ON_TRANSFER.add(148)
def rebuild(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T148: the CSPs double with a chance of 100 less their number in percent, else they are halved (QJ-28.1-331)."""
    if not talisman.province or turn.expected:
        return
    province = turn.province(talisman.province)
    before = province.csps
    doubles = turn.stream("wizard's tower", province.name).percent(100 - before)
    province.csps = 2 * before if doubles else before // 2
    to = {province.owner, turn.giver_of(talisman)}
    turn.tell("wizard's tower", to=to, province=province.name, before=before, csps=province.csps)


SEARCHING, FOUND = 1, 2
"""T118's counter: the garrison is looking for gold, or has found some and is free again."""


@hooks.AT_INCOME.add(86)
def leap(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T86 leaves CSPs, zorans or troops in a player's garrison and leaps to another province (QJ-28.1-154, QJ-28.1-155)."""
    if turn.expected or talisman.used == turn.number or not talisman.province:
        return
    talisman.used = turn.number
    province = turn.province(talisman.province)
    stream = turn.stream("leprechaun")
    numbers = decided("powers")
    what = stream.choice(("csps", "zorans", "troops"))
    low, high = numbers[f"leprechaun_{what}"]
    amount = stream.between(low, high)
    field = "garrison" if what == "troops" else what
    setattr(province, field, getattr(province, field) + amount)
    goal = stream.choice([name for name in PROVINCES if name != province.name and _leaps_to(turn.province(name))])
    turn.place_talisman(talisman.number, garrison_force(goal))
    turn.tell("leprechaun", to=[province.owner], province=province.name, what=what, amount=amount)


def _leaps_to(province: Province) -> bool:
    return not (province.city or province.dragon or is_stronghold(province) or province.terrain is Terrain.IMPASSABLE)


@hooks.AT_INCOME.add(90)
def bear(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T90: a new leader every turn, besides those of the normal roll (QJ-28.1-164)."""
    province = turn.province(talisman.province)
    leader = turn.new_leader(province.owner, province.name)
    turn.tell("birthstone", to=[province.owner], province=province.name, leader=leader.number)


@hooks.AT_START.add(93)
def recruit(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T93: 20 percent more troops for 2 zorans each, as far as the zorans go; not in a siege (QJ-28.1-171, QJ-28.1-172)."""
    province = turn.province(talisman.province)
    numbers = decided("powers")
    price = int(numbers["recruit_price"])
    gain = min(province.garrison * int(numbers["recruits"]) // 100, province.zorans // price)
    if province.besieged or not gain:
        return
    province.garrison += gain
    province.zorans -= gain * price
    turn.tell("recruited", to=[province.owner], province=province.name, troops=gain, zorans=gain * price)


@hooks.AT_INCOME.add(117)
def hatch(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T117: each turn, that of its transfer too, a dragon hatches with 50 percent (QJ-28.1-248 to QJ-28.1-250)."""
    province = turn.province(talisman.province)
    numbers = decided("powers")
    stream = turn.stream("dragon's egg", province.name)
    if turn.expected or not stream.percent(numbers["egg_hatches"]):
        return
    contents = decided("contents")
    owner, troops = province.owner, province.garrison
    province.garrison = 0
    capture.lose_province(turn, province.name)
    province.dragon = int(contents["dragon_strength"])
    hoard = int(contents["dragon_hoard"]) + int(contents["dragon_pip"]) * stream.between(1, int(contents["dragon_die"]))
    province.zorans += hoard
    leaders = turn.leaders_in(province.name)
    turn.tell("dragon hatched", to={owner, *(leader.owner for leader in leaders)}, province=province.name, troops=troops)
    for leader in leaders:
        devour_army(turn, leader.number)


@hooks.ON_TRANSFER.add(118)
def rush(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T118: the garrison goes looking for gold (QJ-28.1-252)."""
    talisman.counter = SEARCHING
    province = turn.province(talisman.province)
    to = {province.owner, turn.giver_of(talisman)}
    turn.tell("gold rush", to=to, province=province.name)


@hooks.ON_REMOVAL.add(118)
def call_off(turn: Turn, talisman: Talisman, receiver: Force, nothing: None) -> None:
    """T118: the search ends when it is handed out of the garrison, and only another transfer begins one (QJ-28.1-255)."""
    if receiver != talisman.holder:
        talisman.counter = 0


@hooks.ON_CAPTURE.add(118)
def forget(turn: Turn, talisman: Talisman, owner: str, nothing: None) -> None:
    """T118: those who were looking for gold are dead when their province is captured; the captor's troops stay at their posts,
    for it has not been transferred to them (QJ-28.1-252). Troops that change sides with it (T96) go on looking."""
    if not turn.province(talisman.province).garrison:
        talisman.counter = 0


@hooks.MAY_ATTACK.add(118)
def busy(turn: Turn, talisman: Talisman, nothing: None, why: str) -> str:
    """T118: no attacks while the search lasts (QJ-28.1-252)."""
    return why if talisman.counter != SEARCHING else f"The garrison of {talisman.province} is looking for gold (T118)."


@hooks.AT_INCOME.add(118)
def strike_gold(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T118: with 20 percent 150 to 200 zorans appear and the search is over (QJ-28.1-254)."""
    numbers = decided("powers")
    stream = turn.stream("gold rush", talisman.province)
    if talisman.counter != SEARCHING or turn.expected or not stream.percent(numbers["gold_found"]):
        return
    low, high = numbers["gold"]
    found = stream.between(low, high)
    province = turn.province(talisman.province)
    province.zorans += found
    talisman.counter = FOUND
    turn.tell("gold found", to=[province.owner], province=province.name, zorans=found)


_NUMBERS = decided("movement_talismans")


def _drives(turn: Turn, talisman: Talisman) -> bool:
    """T60 works while the levy rate is above 0 (QJ-28.1-075)."""
    return levy_rate(turn.world, turn.province(talisman.province)) > 0


@hooks.AFTER_BUILDING.add(60)
def wear_out(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T60: the levy rate falls by 1 each turn, before the levy, and stays down when it is gone (QJ-28.1-075, -076)."""
    if _drives(turn, talisman):
        turn.province(talisman.province).levy_lost += 1


@hooks.AT_INCOME.add(91)
def launch(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T91: one navy each turn in a coastal province, free (QJ-28.1-166)."""
    province = turn.province(talisman.province)
    if coastal(province.name):
        province.navies += 1
        turn.tell("navy launched", to=[province.owner], province=province.name, navies=province.navies)


@hooks.IN_STRONGHOLD.add(125)
def charm(turn: Turn, talisman: Talisman, place: str, nothing: None) -> None:
    """T125: it goes to the leader there with the highest bonus, then brings its carrier as many troops as his bonus, free
    (QJ-28.1-278, -279)."""
    if talisman.used == turn.number:
        return
    talisman.used = turn.number
    carrier = turn.world.leaders[talisman.leader]
    rivals = [leader for leader in turn.leaders_in(place) if leader.owner in turn.world.players]
    best = max(rivals, key=lambda leader: (leader.bonus, leader.number == carrier.number))
    if best.number != carrier.number:
        turn.place_talisman(talisman.number, Force(leader=best.number))
        data = {"leader": best.number, "owner": best.owner, "from_": carrier.number, "province": place}
        turn.tell("charisma passed", to=[carrier.owner, best.owner], **data)
    if best.bonus:
        best.troops += best.bonus
        turn.tell("charmed", to=[best.owner], leader=best.number, troops=best.bonus, province=place, now=best.troops)


@hooks.AFTER_BUILDING.add(123)
def found_city(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T123: on the turn of transfer, with as many percent as there are CSPs (60 at most), if a city has ever been captured: its
    garrison and all leaders there become guardians, and it bears the name of a fallen city (QJ-28.1-268
    to QJ-28.1-271)."""
    if turn.expected or not turn.world.cities_taken:
        return
    province = turn.province(talisman.province)
    stream = turn.stream("architect", province.name)
    if not stream.percent(min(province.csps, decided("powers")["architect_most"])):
        return
    name = stream.choice(sorted(set(turn.world.cities_taken)))
    told = turn.witnesses(province.name, turn.giver_of(talisman))
    leaders = turn.leaders_in(province.name)
    capture.lose_province(turn, province.name)
    province.city = name
    turn.world.cities_taken = [city for city in turn.world.cities_taken if city != name]
    turn.tell("city founded", to=told, province=province.name, city=name, leaders=[leader.number for leader in leaders])
    for player in told:
        turn.visit(player, province.name)
    for leader in leaders:
        leader.owner = LOTU
