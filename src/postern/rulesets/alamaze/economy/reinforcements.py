"""Scheduled reinforcements (AC-16)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.sea.power import room_at
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Group, Kingdom


@dataclass
class AtStart:
    """Where each group stood when the turn began; an inactive one at its kingdom's capital (AC-16-07, AC-17-13)."""

    areas: dict[str, str] = field(default_factory=dict)


def note_places(turn: Turn) -> None:
    """Remembers where groups stand, before anything moves."""
    capitals = {code: one.capital for code, one in turn.world.kingdoms.items()}
    turn.state(AtStart).areas = {id: one.area or capitals[one.kingdom] for id, one in turn.world.groups.items()}


def reinforce(turn: Turn) -> None:
    """On its turns a kingdom gets brigades of its own kind at the capital (AC-16-02..12)."""
    for kingdom in turn.world.kingdoms.values():
        row = turn.tables.kingdoms[kingdom.code]
        if turn.world.turn in row.reinforcement_turns and kingdom.active:
            _arrive(turn, kingdom, row.reinforcement_brigades)


def _arrive(turn: Turn, kingdom: Kingdom, number: int) -> None:
    group = _receiver(turn, kingdom)
    if group is None:
        turn.tell_kingdoms("reinforcements-lost", (kingdom.code,), brigades=number, why="no group at the capital")
        return
    room = room_at(turn.world, kingdom.code, kingdom.capital)
    if room is not None and room < number:
        turn.tell_kingdoms("reinforcements-lost", (kingdom.code,), brigades=number, why="too few ships at the capital")
        return
    kind = turn.tables.own_brigade(kingdom.code)
    if kind not in group.brigades and len(group.brigades) >= turn.tables.whole("group.brigade_types"):
        turn.tell_kingdoms("reinforcements-lost", (kingdom.code,), brigades=number, why=f"{group.id} has too many kinds")
        return
    group.area = kingdom.capital
    group.brigades[kind] = group.brigades.get(kind, 0) + number
    turn.tell_kingdoms("reinforced", (kingdom.code,), group=group.id, brigades=number, area=kingdom.capital)


def _receiver(turn: Turn, kingdom: Kingdom) -> Group | None:
    """The lowest numbered group that was at the capital when the turn began and still is (AC-16-07, AC-16-09, AC-16-12)."""
    began = turn.state(AtStart).areas
    for group in turn.world.groups_of(kingdom.code):
        if began.get(group.id) == kingdom.capital and group.area in ("", kingdom.capital):
            return group
    return None
