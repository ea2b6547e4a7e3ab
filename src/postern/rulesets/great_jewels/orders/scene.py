"""What plain words about an order may draw on: the seat's view, and what an expected turn came to (if one was run)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from postern.rulesets.great_jewels.entries import LeaderEntry
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.wording import spoken
from postern.rulesets.great_jewels.world import Force, Terrain

TERRAIN_NAMES = {
    Terrain.CLEAR: "clear",
    Terrain.MOUNTAIN: "mountain",
    Terrain.FOREST: "forest",
    Terrain.IMPASSABLE: "impassable",
}


@dataclass(frozen=True, slots=True)
class Expected:
    """An expected turn in a few numbers: what is built and left in the treasuries, what transfers came to, and move costs.

    ``handed`` is what the receiver has after each transfer (giver, receiver, goods, quantity), ``crewless`` how many of which
    goods leaders without the troops for them do not keep, ``doomed`` the raids (by force and goal) that enemy leaders
    where they leave or arrive kill, ``groups`` where the groups of a raid on all sides go (by force and troops),
    ``hired`` the troops that a leader buys from mercenaries, and their price.
    ``built`` and ``done`` are the zorans in the seat's own provinces once engines are built and once everything is.
    ``ends`` is where each own leader's move is expected to stop, ``costs`` what the way there costs of which points, as text.
    """

    handed: Mapping[tuple[str, str, str, int], int] = field(default_factory=dict)
    crewless: Mapping[tuple[int, str], int] = field(default_factory=dict)
    built: Mapping[str, int] = field(default_factory=dict)
    done: Mapping[str, int] = field(default_factory=dict)
    ends: Mapping[int, str] = field(default_factory=dict)
    costs: Mapping[int, str] = field(default_factory=dict)
    doomed: frozenset[tuple[str, str]] = frozenset()
    groups: Mapping[tuple[Force, int], tuple[str, ...]] = field(default_factory=dict)
    hired: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    csps: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scene:
    """A view, and the expected turn if it was run."""

    view: View
    expected: Expected = field(default_factory=Expected)

    def seen_leader(self, number: int) -> tuple[str, LeaderEntry] | None:
        """Another player's leader as last seen: the province and the entry; None when he was never seen."""
        best: tuple[int, str, LeaderEntry] | None = None
        for entry in self.view.entries.values():
            for leader in entry.leaders:
                if leader.number == number and not leader.killed and (best is None or entry.turn > best[0]):
                    best = (entry.turn, entry.name, leader)
        return (best[1], best[2]) if best else None

    def leader(self, number: int) -> str:
        """L31 for an own leader, "L31 of KILLER" for another's."""
        if number in self.view.leaders:
            return f"L{number}"
        seen = self.seen_leader(number)
        return f"L{number} of {seen[1].owner}" if seen and seen[1].owner else f"L{number}"

    def force(self, force: Force) -> str:
        """L31, or the garrison's province: B2, province L4."""
        return f"L{force.leader}" if force.leader else spoken(force.garrison)

    def place(self, force: Force) -> str:
        """Where an own force stands now; "" when it is not the seat's."""
        if force.garrison:
            return force.garrison
        own = self.view.leaders.get(force.leader)
        return own.province if own else ""

    def terrain(self, province: str) -> str:
        """The terrain in words, as far as the seat knows."""
        return TERRAIN_NAMES[self.view.terrain(province)]
