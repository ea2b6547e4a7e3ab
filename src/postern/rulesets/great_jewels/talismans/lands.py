"""Talismans that change a province when they are handed to its garrison: T56, T59, T67 to T70, T76, T77, T106, T107, T148."""

from __future__ import annotations

from postern.rulesets.great_jewels.geography import opposite
from postern.rulesets.great_jewels.orders.building import navy_price
from postern.rulesets.great_jewels.orders.citadels import road_price
from postern.rulesets.great_jewels.rates import put_in_chains, tax_rate
from postern.rulesets.great_jewels.steps.early_powers import change_terrain
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Talisman, Terrain

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
