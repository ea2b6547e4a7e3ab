"""The account of a battle as data: for each reader what he may know of it, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from postern.rulesets.great_jewels.steps.blows import Blow, Clash
from postern.rulesets.great_jewels.steps.defence import Toll, stance_of
from postern.rulesets.great_jewels.steps.forces import side_of
from postern.rulesets.great_jewels.steps.spoils import Booty
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force


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


def seen_troops(turn: Turn, force: Force) -> int:
    """The troops which others believe a force to have."""
    return hooks.SEEN_TROOPS.fold(turn, force, turn.troops_of(force), None)


def fogged(turn: Turn, force: Force) -> bool:
    """Whether the fog of war hides this force from others: its own in a garrison, any of its owner's armies' there."""
    if force.garrison:
        return hooks.FOGGED.fold(turn, force, False, None)
    leader = turn.world.leaders[force.leader]
    mates = [one for one in turn.leaders_in(leader.province) if one.owner == leader.owner]
    return any(hooks.FOGGED.fold(turn, Force(leader=one.number), False, None) for one in mates)
