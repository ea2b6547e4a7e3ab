"""Gaining control of hexes and locations: control (CF-14, rulings 6.1 to 6.9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from postern.rulesets.cosmos.control_time import (
    control_time,
    controller_at,
    helpers,
    influences,
    obstructions,
    on_surface,
    owned_neighbours,
    owner_at,
)
from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.places import hex_of, location_at, terrain_at
from postern.rulesets.cosmos.policies import declare_enemy
from postern.rulesets.cosmos.sight.memory import note_hex, note_location
from postern.rulesets.cosmos.strength import efficiency, type_of
from postern.rulesets.cosmos.turn import CosmosOrder, Doing, Turn
from postern.rulesets.cosmos.world import Unit

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
    owner = owner_at(world, position)
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
            declare_enemy(doing.turn, owner_at(doing.world, doing.unit.position), doing.actor.owner)
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
        location, old = location_at(world, unit.position), owner_at(world, unit.position)
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
