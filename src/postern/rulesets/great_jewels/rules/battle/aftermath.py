"""What a battle leaves: the account that each reader may have of it, the death of leaders, and spoils.

Step 6d says what the dead leave behind, and who gets it (QJ-18-80 to QJ-18-83, ruling 13). Whatever kills leaders, their
talismans find new holders, and some rise again (QJ-18-81, QJ-28.1-281).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.rules.battle.blows import Blow, Clash, Toll, stance_of
from postern.rulesets.great_jewels.rules.checks import fogged, seen_troops
from postern.rulesets.great_jewels.rules.economy import tax_rate
from postern.rulesets.great_jewels.rules.forces import divided, side_of
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Leader, Talisman


@dataclass(frozen=True, slots=True)
class Booty:
    """Zorans that went from a destroyed army, or garrison, to a force (or into the province: its garrison)."""

    victim: Force
    taker: Force
    zorans: int


def claimants(turn: Turn, attackers: Iterable[Force], dying: Iterable[Force]) -> list[tuple[Force, int]]:
    """The attackers that may claim spoils, with their troops after combat: they live, and are not at peace (QJ-21-03).
    Leaders without troops have 0 here."""
    gone = set(dying)
    claims = []
    for force in sorted(set(attackers)):
        leader = turn.leader(force.leader) if force.leader else None
        if force in gone or (force.leader and (leader is None or leader.at_peace)):
            continue
        if force.leader or turn.troops_of(force) > 0:
            claims.append((force, turn.troops_of(force)))
    return claims


def heirs(claims: Sequence[tuple[Force, int]]) -> list[tuple[Force, int]]:
    """The claimants of talismans: even a leader without troops has weight 1."""
    return [(force, max(1, troops)) for force, troops in claims]


def divide_zorans(turn: Turn, victim: Leader, claims: Sequence[tuple[Force, int]], takers: Sequence[Force] = ()) -> list[Booty]:
    """Divides what a destroyed army carried: all to the first of ``takers``, else among the claimants by their troops, else
    it lies in the province. His siege equipment is destroyed."""
    zorans, victim.zorans = victim.zorans, 0
    victim.rams = victim.towers = 0
    if not zorans:
        return []
    fallen = Force(leader=victim.number)
    if takers:
        return [_hand_over(turn, fallen, takers[0], zorans)]
    armed = [(force, troops) for force, troops in claims if troops > 0]
    if not armed:
        return [_hand_over(turn, fallen, Force(garrison=victim.province), zorans)]
    shares = divided(zorans, [troops for _, troops in armed])
    return [_hand_over(turn, fallen, force, share) for (force, _), share in zip(armed, shares, strict=True) if share]


def zoran_takers(turn: Turn, place: str, owners: Iterable[str], dying: Iterable[Force]) -> list[Force]:
    """The armies in a province that take all zorans of armies which one of these players destroyed there (Rilris Ring)."""
    wanted, gone = set(owners), set(dying)
    return [
        force
        for leader in turn.leaders_in(place)
        if leader.owner in wanted and takes_zorans(turn, force := Force(leader=leader.number), gone)
    ]


def takes_zorans(turn: Turn, force: Force, dying: Iterable[Force]) -> bool:
    """True for a living army, not at peace, whose talisman takes all zorans."""
    leader = turn.leader(force.leader) if force.leader else None
    able = leader is not None and leader.troops > 0 and not leader.at_peace and force not in dying
    return able and hooks.TAKES_ZORANS.fold(turn, force, False, None)


def empty_treasury(turn: Turn, place: str, taker: Force) -> list[Booty]:
    """All zorans of a destroyed garrison go to an army that takes them (QJ-28.1-029)."""
    province = turn.province(place)
    zorans, province.zorans = province.zorans, 0
    return [_hand_over(turn, Force(garrison=place), taker, zorans)] if zorans else []


def _hand_over(turn: Turn, victim: Force, taker: Force, zorans: int) -> Booty:
    turn.purse_of(taker).zorans += zorans
    return Booty(victim, taker, zorans)


@dataclass(slots=True)
class _Before:
    """A force as it stood before the blows."""

    owner: str
    troops: int
    seen: int  # what others take the troops to be
    bonus: int
    fogged: bool
    stance: str
    dealt: int
    csps: int


@dataclass
class Ledger:
    """Notes the state before a clash and what follows from it; ``tell`` then tells each player in it his own account."""

    turn: Turn
    clash: Clash
    tolls: dict[Force, Toll]
    csps: dict[str, int] = field(default_factory=dict)
    booty: list[Booty] = field(default_factory=list)
    risen: dict[Force, int] = field(default_factory=dict)
    gains: dict[Force, int] = field(default_factory=dict)
    _before: dict[Force, _Before] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for force in self.clash.forces():
            self._before[force] = self._note(force)

    def _note(self, force: Force) -> _Before:
        turn = self.turn
        leader = turn.leader(force.leader) if force.leader else None
        hits = [hit for toll in self.tolls.values() for hit in toll.hits if hit.source == force]
        return _Before(
            owner=side_of(turn, force),
            troops=turn.troops_of(force),
            seen=seen_troops(turn, force),
            bonus=leader.bonus if leader else 0,
            fogged=fogged(turn, force),
            stance=stance_of(turn, self.clash, force),
            dealt=int(sum(hit.factors for hit in hits)),
            csps=turn.province(force.garrison).csps if force.garrison else 0,
        )

    def tell(self) -> None:
        """One event "battle" for each province and each player who had a force in it."""
        for place in sorted({blow.place for blow in self.clash.blows}):
            blows = [blow for blow in self.clash.blows if blow.place == place]
            forces = sorted({blow.source for blow in blows} | {blow.target for blow in blows})
            for reader in sorted({self._before[force].owner for force in forces}):
                if self.turn.player(reader) is not None:
                    self.turn.tell("battle", to=[reader], **self._account(place, blows, forces, reader))

    def _account(self, place: str, blows: list[Blow], forces: list[Force], reader: str) -> dict[str, Any]:
        known = {force for force in forces if self._before[force].owner == reader or not self._before[force].fogged}
        return {
            "place": place,
            "forces": [self._row(force, blows, reader) for force in forces],
            "booty": [self._booty(one) for one in self.booty if one.victim in known and self._concerns(one, reader)],
            **self._citadel(place, reader),
        }

    def _citadel(self, place: str, reader: str) -> dict[str, Any]:
        """By how much the CSPs changed and how many are left; nothing of that for others when fog lies on the province."""
        garrison = self._before.get(Force(garrison=place))
        if garrison is None or (garrison.fogged and garrison.owner != reader):
            return {}
        return {"csps": self.csps.get(place, 0), "csps_left": self.turn.province(place).csps}

    def _concerns(self, booty: Booty, reader: str) -> bool:
        return reader in (self._before[booty.victim].owner, side_of(self.turn, booty.taker))

    def _booty(self, booty: Booty) -> dict[str, Any]:
        return {"from": str(booty.victim), "to": str(booty.taker), "zorans": booty.zorans}

    def _row(self, force: Force, blows: list[Blow], reader: str) -> dict[str, Any]:
        before, toll = self._before[force], self.tolls[force]
        row: dict[str, Any] = {
            "force": str(force),
            "owner": before.owner,
            "did": before.stance,
            "targets": sorted({str(blow.target) for blow in blows if blow.source == force}),
            "remote": any(blow.remote for blow in blows if blow.source == force),
            "betrayed": toll.betrayed,
            "killed": toll.leader_dies,
            "destroyed": toll.destroyed,
        }
        if before.owner == reader:
            row |= {"troops": before.troops, "bonus": before.bonus, "lost": toll.dead, "dealt": before.dealt}
            row |= {"taken": int(toll.factors), "defence": str(toll.stand.per_troop), "covered": toll.stand.covered}
            row |= {"gain": self.gains.get(force, 0), "risen": self.risen.get(force, 0), "csps": before.csps}
        elif not before.fogged:
            lost = toll.dead if before.seen == before.troops or not before.troops else toll.dead * before.seen // before.troops
            row |= {"troops": before.seen, "bonus": before.bonus, "lost": lost, "csps": before.csps}
            if before.seen == before.troops:
                row["dealt"] = before.dealt
        return row


def kill_leader(turn: Turn, number: int, way: str, heirs: Sequence[tuple[Force, int]] = (), to: str = "") -> None:
    """Leader ``number`` dies, with all troops and siege equipment that he still has. Nothing happens if he is dead.

    ``way`` names what killed him: "combat", "waylay", "dragon", "storm", "doom", ... ``heirs`` are the forces that divide
    his talismans, with their weights (all 1 or more); without heirs the talismans lie in the province ``to``, or where he
    died. Zorans that he still carries lie there too: whoever sinks or divides them does so before. His further orders of
    this turn are void. A talisman may let him live again at home with his bonus and nothing else.
    """
    leader = turn.leader(number)
    if leader is None:
        return
    force = Force(leader=number)
    grave = to or leader.province
    reborn = hooks.ON_DEATH.fold(turn, force, False, way)
    refuge = refuge_of(turn, leader.owner) if reborn else ""
    turn.province(grave).zorans += leader.zorans
    leader.troops = leader.zorans = leader.rams = leader.towers = 0
    left = _divide(turn, turn.held(force), heirs, grave)
    turn.void.add(force)
    died_in = leader.province
    turn.remove_leader(number)
    if refuge:
        turn.add_leader(replace(leader, province=refuge, newborn=False))
        turn.visit(leader.owner, refuge)
    turn.tell(
        "leader-died",
        to=[leader.owner],
        leader=number,
        province=died_in,
        way=way,
        talismans=left,
        refuge=refuge,
    )


def refuge_of(turn: Turn, player: str) -> str:
    """The player's home, or his best-taxed province if he has lost it ("" when he owns none); ties by name."""
    seat = turn.player(player)
    if seat is None:
        return ""
    if turn.province(seat.home).owner == player:
        return seat.home
    owned = [name for name, province in turn.world.provinces.items() if province.owner == player]
    return max(owned, key=lambda name: tax_rate(turn.world, turn.province(name)), default="")


def _divide(turn: Turn, talismans: Sequence[Talisman], heirs: Sequence[tuple[Force, int]], grave: str) -> list[str]:
    """Gives each talisman to an heir by a weighted draw, or lays it into the grave's province; says what went where."""
    went = []
    for talisman in list(talismans):
        heir = _heir(turn, talisman, heirs)
        turn.place_talisman(talisman.number, heir or Force(garrison=grave))
        went.append(f"T{talisman.number} to {heir}" if heir else f"T{talisman.number} left in {grave}")
        if heir is not None:
            turn.tell("talisman-won", to=[turn.owner_of(heir)], talisman=talisman.number, name=talisman.name, holder=str(heir))
    return went


def _heir(turn: Turn, talisman: Talisman, heirs: Sequence[tuple[Force, int]]) -> Force | None:
    if not heirs:
        return None
    forces, weights = [force for force, _ in heirs], [weight for _, weight in heirs]
    if turn.expected:
        return forces[weights.index(max(weights))]
    return turn.stream("talisman spoils", talisman.number).weighted(forces, weights)


def abandon_excess(turn: Turn, leader: Leader) -> None:
    """After losses: rams beyond one a troop and towers beyond one for three troops are lost (QJ-15-04, QJ-15-06); zorans of
    a leader without troops lie in his province (QJ-06-08)."""
    leader.rams = min(leader.rams, leader.troops)
    leader.towers = min(leader.towers, leader.troops // 3)
    if not leader.troops and leader.zorans:
        told = {"leader": leader.number, "province": leader.province, "zorans": leader.zorans}
        turn.tell("zorans left", to=[leader.owner], **told)
        turn.province(leader.province).zorans += leader.zorans
        leader.zorans = 0
