"""Gaining control of hexes and locations: control (CF-14, rulings 6.1 to 6.9), and of units of others: bribe, hire (CF-7.4.2,
CF-7.4.3, rulings 4.1, 4.3). Charming is a spell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from postern.rulesets.cosmos.orders.order import CosmosOrder, Doing, family
from postern.rulesets.cosmos.rules.control import (
    control_time,
    controller_at,
    helpers,
    influences,
    obstructions,
    on_surface,
    owned_neighbours,
)
from postern.rulesets.cosmos.rules.economy.sources import pay, told_lack
from postern.rulesets.cosmos.rules.memory import note_hex, note_location
from postern.rulesets.cosmos.rules.nations import (
    NUMBERS,
    bribable,
    change_nation,
    declare_enemy,
    for_hire,
    hire_price,
    mean_morale,
    nations_of,
    price,
)
from postern.rulesets.cosmos.rules.sight import sees_itself
from postern.rulesets.cosmos.tables.amounts import HUNDRED, put
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of, location_at, owner_of, terrain_at
from postern.rulesets.cosmos.world.records import Tactics, Unit
from postern.rulesets.cosmos.world.strength import efficiency, type_of

Fault = tuple[Literal["for good", "for now"], str]
"""Why a control cannot be: for good (another try would not help), or for now."""


def fault_of(turn: Turn, unit: Unit) -> Fault | None:
    """Why a unit cannot control where it is now; None when it can (CF-14-02, CF-14-03, CF-14-05, rulings 6.1, 6.3)."""
    world, tables = turn.world, turn.tables
    row, position = tables.leaders.get(unit.type), unit.position
    if row is None or not row.control_base:
        return "for good", "Units of this type cannot control."
    if unit.embarked or not on_surface(world, position):
        return "for good", "Control needs a place on the surface or inside a location."
    location = location_at(world, position)
    if location is not None and not influences(world, location):
        return "for good", f"{location.name or location.type} follows the owner of the place where it stands."
    owner = owner_of(world, position)
    if owner == unit.owner:
        return "for good", "It is yours already."
    if owner and world.policy(unit.owner, owner) != "enemy":
        return "for good", f"It belongs to {owner}, whom you do not hold as an enemy."
    if owner and not row.can_neutralise:
        return "for good", "This leader takes only what nobody owns."
    if row.needs_owned_neighbour and not owned_neighbours(world, unit.owner, position):
        return "for good", "This leader needs a neighbouring hex or location of yours."
    if row.helpers == "required" and not any(True for _ in helpers(world, unit)):
        return "for good", "This leader needs troops that he leads in his force."
    if terrain_at(world, position) not in tables.moves[type_of(tables, unit).move_profile]:
        return "for good", "This leader cannot move in that terrain."
    if not efficiency(type_of(tables, unit), unit):
        return "for now", "This leader is incapacitated."
    seen = turn.sees.get(unit.owner)
    if found := obstructions(world, unit):
        named = [turn.called(one) for one in found if isinstance(one, Unit) is False or seen is None or one.id in seen]
        return (
            "for now",
            f"It is obstructed by {', '.join(named)}." if named else "It is obstructed by something that you cannot see.",
        )
    other = controller_at(world, position)
    if other is not None and other is not unit:
        return "for now", "Another force is taking control there."
    return None


@dataclass(frozen=True)
class Control(CosmosOrder):
    """The force takes control of the hex or location where it is (CF-14-14..16)."""

    tries: int | None = None
    name = "control"

    def begin(self, doing: Doing) -> int | None:
        for unit in doing.force:
            unit.hidden = False  # CF-18.2-02
        fault = fault_of(doing.turn, doing.unit)
        if fault is None:
            declare_enemy(doing.turn, owner_of(doing.world, doing.unit.position), doing.actor.owner)
            return control_time(doing.world, doing.unit)
        if fault[0] == "for now" and self._again(doing):
            doing.turn.tell_owner(doing.unit, "control prevented", why=fault[1])
            doing.pending.memory["prevented"] = 1
            return 1
        doing.fail(fault[1])
        return None

    def each_phase(self, doing: Doing) -> bool:
        if "prevented" in doing.pending.memory:
            return True
        fault = fault_of(doing.turn, doing.unit)
        if fault is None:
            return True
        doing.turn.tell_owner(doing.unit, "control broken", why=fault[1])
        if fault[0] == "for now":
            self._again(doing)
        return False

    def _again(self, doing: Doing) -> bool:
        """Puts another try into the program, if one is left: one phase lies between tries."""
        if self.tries in (None, 0):
            left = 1 if doing.unit.id in doing.turn.moved and not doing.pending.begun else 0
        else:
            left = -1 if self.tries == -1 else (self.tries or 0) - 1
        if left:
            doing.first_part(doing.pending.text, f"control {left}")
        return bool(left)

    def effect(self, doing: Doing) -> bool:
        if doing.pending.memory.pop("prevented", 0):
            return True
        world, unit = doing.world, doing.unit
        location, old = location_at(world, unit.position), owner_of(world, unit.position)
        if location is not None:
            doing.turn.hand_over_place(location, unit.owner)
            note_location(world, location, unit.owner, old)
        else:
            number = hex_of(world, unit.position)
            world.hexes[number].owner = unit.owner
            note_hex(world, number, unit.owner, old)
        what = doing.turn.called(location) if location else f"hex {unit.position}"
        seats = {*doing.turn.witnesses(unit), *doing.turn.seat_of(old)}
        data = {"who": unit.id, "owner": unit.owner, "name": doing.turn.called(unit), "place": unit.position}
        doing.turn.tell("controlled", seats, **data, what=what, old=old)
        return True


CONTROL = family("control", {"control": Control})


def _seen_here(doing: Doing, numbers: tuple[str, ...]) -> list[Unit]:
    """The foreign units of a list that stand at exactly the unit's position in its mode, and that its nation sees."""
    own, seen = doing.unit, doing.turn.sees.get(doing.actor.owner, set())
    return [
        one
        for one in _foreign(doing, numbers)
        if one.id in seen and (one.position, one.questing) == (own.position, own.questing)
    ]


def _foreign(doing: Doing, numbers: tuple[str, ...]) -> list[Unit]:
    """The units of other nations in a list, each once."""
    listed = (doing.world.units.get(number) for number in dict.fromkeys(map(doing.number, numbers)))
    return [one for one in listed if one is not None and one.owner != doing.actor.owner]


@dataclass(frozen=True)
class Bribe(CosmosOrder):
    """Offers gold for units of others, to all that are named together: all are bribed or none (CF-7.4.2-02..14)."""

    result: str
    amount: int
    units: tuple[str, ...]
    name = "bribe"

    def begin(self, doing: Doing) -> int | None:
        row = doing.world.tables.leaders.get(doing.unit.type)
        if row is None or not row.bribe:
            doing.fail("Units of this type cannot bribe.")
            return None
        if self.amount < 1 or not self._targets(doing):
            doing.fail("None of these is a unit here that can be bribed.", "Common troops that you see where you stand can be.")
            return None
        if not pay(doing.turn, doing.unit, {"gold": self.amount}):
            doing.fail(told_lack(doing.world, doing.unit, {"gold": self.amount}))
            return None
        return 1

    def _targets(self, doing: Doing) -> list[Unit]:
        return [one for one in _seen_here(doing, self.units) if bribable(doing.world.tables, one)]

    def effect(self, doing: Doing) -> bool:
        targets = self._targets(doing)
        if not targets:
            put(doing.nation.pool, "gold", self.amount * HUNDRED)
            doing.fail("The units to be bribed are not here any more.")
            return True
        least, greatest = price(doing.world, targets, self.result)
        threshold = doing.turn.chance_of("bribe", doing.unit.id).between(least, greatest)
        if self.amount >= threshold:
            self._succeed(doing, targets)
        else:
            self._fail(doing, targets)
        return True

    def _succeed(self, doing: Doing, targets: list[Unit]) -> None:
        turn, victims = doing.turn, nations_of(targets)
        named = [turn.called(one) for one in targets]
        turn.tell_owner(doing.unit, "bribed", units=named, effect=self.result, gold=self.amount)
        for unit in targets:
            if self.result == "defect":
                change_nation(turn, unit, doing.actor.owner)
                unit.bought, unit.charmed_from = True, ""
            elif self.result == "desert":
                turn.tell_of(unit, "deserted")
                turn.remove(unit)
            else:
                turn.bribed[unit.id] = unit.tactics = cast(Tactics, self.result)
        if self.result in NUMBERS["makes_enemies"]:
            for victim in victims:
                declare_enemy(turn, victim, doing.actor.owner)

    def _fail(self, doing: Doing, targets: list[Unit]) -> None:
        """Half of the gold comes back. The other half goes to the nations of faithful units, or is lost (CF-7.4.2-12, 13)."""
        back = self.amount // 2
        put(doing.nation.pool, "gold", back * HUNDRED)
        kept, nations = self.amount - back, nations_of(targets)
        if mean_morale(targets) >= 0:
            for code in nations:
                put(doing.world.nations[code].pool, "gold", kept // len(nations) * HUNDRED)
                doing.turn.tell("bribe taken", doing.turn.seat_of(code), gold=kept // len(nations), nation=doing.actor.owner)
        named = [doing.turn.called(one) for one in targets]
        doing.turn.tell_owner(doing.unit, "bribe failed", units=named, back=back)


@dataclass(frozen=True)
class Hire(CosmosOrder):
    """Hires units that offer themselves in view, each as long as the gold suffices (CF-7.4.3-02, CF-7.4.3-03)."""

    units: tuple[str, ...]
    name = "hire"

    def _offers(self, doing: Doing) -> list[Unit]:
        """The listed units that offer themselves and see the hirer himself, as he sees them."""
        turn, hirer = doing.turn, doing.unit
        offers = (one for one in _foreign(doing, self.units) if for_hire(doing.world, one))
        return [one for one in offers if sees_itself(turn, hirer, one) and sees_itself(turn, one, hirer)]

    def begin(self, doing: Doing) -> int | None:
        row = doing.world.tables.leaders.get(doing.unit.type)
        if row is None or not row.hire:
            doing.fail("Units of this type cannot hire.")
            return None
        if not self._offers(doing):
            doing.fail("None of these offers itself, or you do not see each other.")
            return None
        return 1

    def effect(self, doing: Doing) -> bool:
        for unit in self._offers(doing):
            cost, old, tactics = hire_price(doing.world.tables, unit), unit.owner, unit.tactics
            if not pay(doing.turn, doing.unit, cost):
                doing.fail(told_lack(doing.world, doing.unit, cost))
                continue
            change_nation(doing.turn, unit, doing.actor.owner)
            unit.tactics, unit.behaviour = tactics, ""
            unit.bought, unit.charmed_from = True, old
        return True


TAKING_OVER = family("taking_over", {"bribe": Bribe, "hire": Hire})
