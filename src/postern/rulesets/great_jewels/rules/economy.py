"""Levies, taxes, new leaders, experience (step 13, chapters 5, 6, 10 and 11, ruling 4), and strongholds of mercenaries
(chapter 26).

A rate follows from the owner's people, the terrain, the province's hidden trait and the rises earned since capture. Talismans
that multiply what is collected act in step 13 only, not in the rates. A printout's summary lines tell all that a player
possesses (QJ-31-25); T108 shows another player's, without talismans.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass, field

from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.rules.forces import is_stronghold
from postern.rulesets.great_jewels.tables import PEOPLES, decided
from postern.rulesets.great_jewels.turn.orders import Issued
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, Force, People, Province, Terrain, World, garrison_force

Rates = tuple[int, int]
"""Levy rate (troops a turn) and tax rate (zorans a turn)."""


_BASE = {
    (people, terrain): (pair[0], pair[1]) for people, row in decided("base_rates").items() for terrain, pair in row.items()
}
_HOME = {people: (pair[0], pair[1]) for people, pair in decided("home_rates").items()}
_LEADERS = {
    (people, terrain): int(chance) for people, row in decided("leader_chance").items() for terrain, chance in row.items()
}
_WASTE = decided("waste")


def rates_for(people: People, province: Province) -> Rates:
    """The full levy and tax rate which a province yields to an owner of this people; ravaging is left out of account."""
    if province.terrain is Terrain.IMPASSABLE:
        return 0, 0
    levy, tax = _base(people, province)
    levy = max(0, levy + province.rises - province.levy_lost)
    if province.chain_gang:
        return levy, 1 + province.rises - province.chained_rises
    return levy, tax + province.rises


def base_rates(people: People, terrain: Terrain) -> Rates:
    """What land of this terrain yields to an owner of this people when he takes it, whatever its hidden trait."""
    return _BASE.get((people.value, terrain.value), (0, 0))


def _base(people: People, province: Province) -> Rates:
    if province.wasted:
        return int(_WASTE["levy"]), int(_WASTE["tax"])
    if province.home_of and province.home_of == province.owner:
        return _HOME[people.value]
    levy, tax = _BASE[people.value, province.terrain.value]
    return max(1, levy + province.trait), max(1, tax - province.trait)


def full_rates(world: World, province: Province) -> Rates:
    """Levy and tax rate before ravaging halves them (QJ-04-22 scores with these); 0 and 0 when no player owns the province."""
    player = world.players.get(province.owner)
    return rates_for(player.people, province) if player else (0, 0)


def levy_rate(world: World, province: Province) -> int:
    """Troops which the province yields each turn (QJ-05-04): the full rate, halved and floored while ravaged (QJ-04-23)."""
    levy, _ = full_rates(world, province)
    return levy // 2 if province.ravaged else levy


def tax_rate(world: World, province: Province) -> int:
    """Zorans which the province yields each turn (QJ-05-05): the full rate, halved and floored while ravaged (QJ-04-23)."""
    _, tax = full_rates(world, province)
    return tax // 2 if province.ravaged else tax


def put_in_chains(province: Province) -> None:
    """T59: the tax rate becomes 1 now; rises earned later add to it, capture undoes it."""
    province.chain_gang = True
    province.chained_rises = province.rises


def leader_chance(world: World, province: Province) -> int:
    """Percent chance that the province brings forth a leader this turn (QJ-05-06); 0 when no player owns it."""
    player = world.players.get(province.owner)
    if player is None or province.terrain is Terrain.IMPASSABLE:
        return 0
    if province.wasted:
        return int(_WASTE["leader_chance"])
    return _LEADERS[player.people.value, province.terrain.value]


def favourable(people: People) -> tuple[Terrain, Terrain, Terrain]:
    """The most favourable terrain of a people, the one in between, and the least favourable (QJ-05-19 to QJ-05-22)."""
    row = PEOPLES[people]
    return Terrain(row.most_favourable), Terrain(row.in_between), Terrain(row.least_favourable)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a player possesses. ``zorans`` counts those in provinces and those carried by leaders."""

    provinces: int
    levies: int
    taxes: int
    garrisons: int
    csps: int
    zorans: int
    leaders: int
    troops: int
    talismans: tuple[int, ...]

    def lines(self, talismans: bool = True) -> list[str]:
        """The book's summary lines; without the talismans for Caesar's Census."""
        first = (
            f"Total provinces = {self.provinces}, Levies = {self.levies}, Taxes = {self.taxes}, "
            f"Garrisons = {self.garrisons}, Csps = {self.csps}, Zorans = {self.zorans}"
        )
        lines = [first, f"Leaders = {self.leaders}, Troops = {self.troops}"]
        if talismans:
            held = " ".join(f"T{number}" for number in self.talismans) or "none"
            lines.append(f"Talismans controlled: {held}")
        return lines


def summary_of(world: World, seat: str) -> Summary:
    """What this player possesses now. Raises KeyError for an unknown seat."""
    world.players[seat]
    provinces = [one for one in world.provinces.values() if one.owner == seat]
    leaders = [one for one in world.leaders.values() if one.owner == seat]
    numbers = {one.number for one in leaders}
    names = {one.name for one in provinces}
    return Summary(
        provinces=len(provinces),
        levies=sum(levy_rate(world, one) for one in provinces),
        taxes=sum(tax_rate(world, one) for one in provinces),
        garrisons=sum(one.garrison for one in provinces),
        csps=sum(one.csps for one in provinces),
        zorans=sum(one.zorans for one in provinces) + sum(one.zorans for one in leaders),
        leaders=len(leaders),
        troops=sum(one.troops for one in leaders),
        talismans=tuple(
            number for number, one in sorted(world.talismans.items()) if one.leader in numbers or one.province in names
        ),
    )


_RULES = decided("mercenaries")


def open_strongholds(turn: Turn) -> None:
    """Step 3a, before the purchases: what talismans bring in strongholds."""
    for force in turn.holders():
        place = turn.place_of(force)
        if force.leader and place and is_stronghold(turn.province(place)):
            hooks.IN_STRONGHOLD.fold(turn, force, None, place)


def ban(turn: Turn, name: str) -> None:
    """Whoever gives an attack that is carried out in a stronghold, or has a spell fall on a force of another there, never buys
    from mercenaries again; the victim may (QJ-26-11, ruling 9)."""
    player = turn.player(name)
    if player is not None and not player.banned:
        player.banned = True
        turn.tell("banned", to=[name])


def resent_spell(turn: Turn, caster: str, force: Force) -> None:
    """A spell of this player has taken hold of this force: in a stronghold it bans him, unless the force is his own."""
    place = turn.place_of(force)
    if place and turn.owner_of(force) != caster and is_stronghold(turn.province(place)):
        ban(turn, caster)


def fortify(turn: Turn) -> None:
    """Step 12: every stronghold builds CSPs with the zorans it has, at most 4 a turn and never more CSPs than it has defenders
    then (QJ-26-14)."""
    price = int(decided("building")["csp"])
    for province in turn.world.provinces.values():
        if not province.mercenary or not is_stronghold(province):
            continue
        number = min(int(_RULES["csps_a_turn"]), province.zorans // price, province.garrison - province.csps)
        if number > 0:
            province.csps += number
            province.zorans -= number * price


def recruit(turn: Turn) -> None:
    """Step 13, with all other levies: strongholds that have been discovered gain 3 troops (QJ-26-13, QJ-23-12)."""
    for province in turn.world.provinces.values():
        if is_stronghold(province) and province.discovered:
            province.garrison += int(_RULES["recruits_a_turn"])


ROLL_OVER = 5
"""T/O beyond this goes back to 1, and the rates rise by 1 (QJ-05-09)."""


@dataclass
class _Yields:
    """What a player's land brought: troops, zorans, how many provinces gave them, which gave none for a siege, and where the
    rates rose."""

    levies: int = 0
    taxes: int = 0
    provinces: int = 0
    without: list[str] = field(default_factory=list)
    risen: list[str] = field(default_factory=list)

    def add(self, province: Province, troops: int, zorans: int, rises: int) -> None:
        self.levies += troops
        self.taxes += zorans
        self.provinces += not province.besieged
        if province.besieged:
            self.without.append(province.name)
        if rises:
            self.risen.append(province.name)


def collect_income(turn: Turn) -> None:
    """Mercenaries recruit. Each owned province: its T/O goes up, then it yields levies, taxes and perhaps a leader; then
    talismans yield theirs."""
    recruit(turn)
    owned = [province for province in turn.world.provinces.values() if province.owner]
    haunted = {drevonyx.province for drevonyx in turn.world.drevonyxes}
    yields = {province.owner: _Yields() for province in owned}
    for province in owned:
        rises = province.rises
        if province.name not in turn.captured and province.name not in turn.ravaged:
            _count_turn_owned(turn, province)
        troops, zorans = province.garrison, province.zorans
        _collect(turn, province, haunted=province.name in haunted)
        yields[province.owner].add(province, province.garrison - troops, province.zorans - zorans, province.rises - rises)
    for owner, sums in yields.items():
        turn.tell("income", to=[owner], **asdict(sums))
    if not turn.expected:
        for province in owned:
            if turn.stream("new leader", province.name).percent(leader_chance(turn.world, province)):
                leader = turn.new_leader(province.owner, province.name)
                turn.tell("new-leader", to=[province.owner], leader=leader.number, province=province.name)
    for force in turn.holders():
        hooks.AT_INCOME.fold(turn, force, None, None)


def _count_turn_owned(turn: Turn, province: Province) -> None:
    """T/O goes up by 1; when it passes 5 it starts again, the rates rise and ravaged land has healed (QJ-05-09, QJ-04-25)."""
    province.turns_owned += hooks.OWNED_STEP.fold(turn, garrison_force(province.name), 1, None)
    while province.turns_owned > ROLL_OVER:
        province.turns_owned -= ROLL_OVER
        province.rises += 1
        if province.ravaged:
            province.ravaged = False
            turn.tell("healed", to=[province.owner], province=province.name)


def _collect(turn: Turn, province: Province, *, haunted: bool) -> None:
    """Levies into the garrison, taxes into the treasury: none while besieged; no levies where a Drevonyx lies (QJ-27-12)."""
    if province.besieged:
        return
    force = garrison_force(province.name)
    if not haunted:
        province.garrison += max(0, hooks.LEVY.fold(turn, force, levy_rate(turn.world, province), None))
    province.zorans += max(0, hooks.TAX.fold(turn, force, tax_rate(turn.world, province), None))


def gain_experience(turn: Turn) -> None:
    """Each player's leader has an even chance of 1 more bonus, up to the number of his troops (QJ-06-15, QJ-06-18); his
    owner is told who gained it."""
    if turn.expected:
        return
    chance = int(decided("homes")["leader_rise_percent"])
    risen: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, leader in sorted(turn.world.leaders.items()):
        if leader.owner != LOTU and leader.bonus < leader.troops and turn.stream("experience", number).percent(chance):
            leader.bonus += 1
            risen[leader.owner].append((number, leader.bonus))
    for owner, leaders in risen.items():
        turn.tell("experience", to=[owner], leaders=leaders)


def ravage_province(turn: Turn, issued: Issued, name: str) -> bool:
    """The order's giver ravages this province, his own or not: its rates are halved until T/O rolls over, T/O becomes 1, a
    Slenth gains 8 x (levy + tax) of the rates before, every other people loses as much. False, with a failure, when it is
    ravaged already or a talisman heals it."""
    province = turn.province(name)
    if province.ravaged:
        return turn.fail(issued, "ALREADY THERE", f"{name} is ravaged already; it cannot be ravaged again before it recovers.")
    if not hooks.MAY_BE_RAVAGED.fold(turn, Force(garrison=name), True, None):
        return turn.fail(issued, "TALISMAN NOT USABLE", f"A talisman keeps {name} from being ravaged.")
    levy, tax = full_rates(turn.world, province)
    player = turn.world.players[issued.seat]
    points = int(decided("ravaging")["points"]) * (levy + tax)
    if player.people is not People.SLENTH:
        points = -points
    player.score += points
    province.ravaged = True
    province.turns_owned = 1
    turn.ravaged.add(name)
    turn.flag(Force(garrison=name), "-V")
    turn.tell("ravaged", to=[issued.seat, province.owner], province=name, by=issued.seat, points=points, levy=levy, tax=tax)
    return True
