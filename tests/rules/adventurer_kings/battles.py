"""Battles for tests: two sides put into a province, and dice that fall by what they are thrown for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from postern.rulesets.adventurer_kings.rules.battle import course
from postern.rulesets.adventurer_kings.rules.battle.course import conquer, fight
from postern.rulesets.adventurer_kings.rules.encounters.duel import Duel
from postern.rulesets.adventurer_kings.rules.endings import kill
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Army, Character, World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, only, relate, step, turn_of

PLACE, HOME = 100, 82
"""Where battles are fought, and the neighbour from which AA comes; 118, 101 and 99 are further neighbours of 100."""
Face = int | Mapping[int, int]


class Fixed:
    """A stream that shows one face always; without one a die of 100 shows 100 and all others their lowest face."""

    def __init__(self, face: int | None) -> None:
        self.face = face

    def between(self, low: int, high: int) -> int:
        return (100 if high == 100 else low) if self.face is None else min(high, max(low, self.face))

    def choice(self, items: Sequence[Any]) -> Any:
        return items[min(self.face or 1, len(items)) - 1]

    def weighted(self, items: Sequence[Any], weights: Sequence[int]) -> Any:
        assert len(items) == len(weights)
        return self.choice(items)


def load(turn: Turn, **faces: Face) -> Turn:
    """Load the dice of a year by the first word of their names; where a mapping is given, by the number that is the
    second: of an army, a leader, a column, the province."""

    def dice(*name: object) -> Fixed:
        face = faces.get(str(name[0]).replace(" ", "_"))
        if isinstance(face, Mapping):
            face = face.get(int(str(name[1])))
        return Fixed(face)

    turn.dice = dice  # type: ignore[method-assign,assignment]
    return turn


class Scene:
    """Kingdom AA attacks PLACE with armies of these types under ``leader``, who came from its home in this phase; armies of
    ``owner`` defend, under ``captain`` where he is given skills. AA and BB are enemies."""

    def __init__(
        self,
        mine: str,
        theirs: str,
        owner: str = "BB",
        terrain: str = "Plain",
        leader: Mapping[str, int] | None = None,
        captain: Mapping[str, int] | None = None,
        **more: Any,
    ) -> None:
        self.world: World = empty_world(**more)
        self.world.provinces[PLACE].terrain = terrain
        relate(self.world, "AA", "BB", "Enemy")
        self.world.provinces[PLACE].owner = owner
        self.leader: Character = add_character(self.world, "AA", PLACE, {"DR": 4, **(leader or {})})
        self.captain: Character | None = None
        if captain is not None:
            status = "serving" if owner else "defending"
            self.captain = add_character(self.world, owner, PLACE, {"DR": 4, **captain}, status=status)
        self.mine: list[Army] = [add_army(self.world, "AA", one, PLACE, self.leader.id) for one in mine.split()]
        led = self.captain.id if self.captain else 0
        self.theirs: list[Army] = [add_army(self.world, owner, one, PLACE, led) for one in theirs.split()]
        self.came: dict[int, int] = {self.leader.id: HOME}
        self.turn: Turn = turn_of(self.world)

    def fight(self, **faces: Face) -> dict[str, Any]:
        """Fight the battles of phase 1 with these dice and return the account of the only one."""
        self.battles(**faces)
        return dict(only(self.turn, "battle").data)

    def fight_out(self, seed: str) -> dict[str, Any]:
        """Fight the battle with the dice of this seed and return its account."""
        self.turn = turn_of(self.world, seed=seed)
        self.turn.came_from.update(self.came)
        return dict(only(step(self.turn, "1d", fight), "battle").data)

    def battles(self, **faces: Face) -> list[dict[str, Any]]:
        """Fight the battles of phase 1 with these dice and return all accounts."""
        load(self.turn, **faces)
        self.turn.came_from.update(self.came)
        step(self.turn, "1d", fight)
        return [dict(one.data) for one in self.turn.events if one.kind == "battle"]

    def conquer(self) -> None:
        """Do the conquests of phase 1."""
        step(self.turn, "1e", conquer)


def with_duel(monkeypatch: pytest.MonkeyPatch, loser: int, died: bool = False, excused: bool = False) -> None:
    """Let commanders meet in the next battles with this end."""

    def duel(turn: Turn, *commanders: object, **more: object) -> Duel:
        if died:
            kill(turn, turn.world.characters[loser], "duel")
        return Duel(0 if excused else loser, died, not died and not excused, excused)

    monkeypatch.setattr(course, "duel", duel)


def units(told: Mapping[str, Any], side: str = "attackers") -> dict[int, dict[str, Any]]:
    """The units of a side in the account of a battle, by army."""
    return {one["army"]: one for one in told[side]["units"]}


def factors(told: Mapping[str, Any], army: Army) -> dict[str, str]:
    """What made an army strong or weak in the account of a battle: value by name."""
    found = told["attackers"]["factors"] | told["defenders"]["factors"]
    return {one["name"]: one["value"] for one in found[str(army.id)]}


def strength(told: Mapping[str, Any], army: Army) -> str:
    """The strength of an army without nemesis and events."""
    return str((units(told) | units(told, "defenders"))[army.id]["strength"])
