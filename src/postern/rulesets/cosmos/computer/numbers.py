"""What tunes computer nations (``data/computer.toml``, checked once), and the letter that one writes: orders by who is
ordered, no more than can be paid for (CF-3.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from pydantic import TypeAdapter

from postern.game.ruleset import Level
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.tables.scenario import CONTENT


@dataclass(frozen=True)
class Skill:
    """How well a level plays."""

    resting_pct: int
    margin_pct: int
    war_from: int
    castles: int
    lords: int
    captains: int
    quests: int
    casts: bool
    army: int


@dataclass(frozen=True)
class Fighting:
    """How strength is reckoned, in medium infantry."""

    walls_pct: tuple[int, ...]
    unseen: Mapping[str, int]
    hidden_pct: int
    morale_pct: Mapping[str, int]
    remembered: int
    battering: int
    battered_from: int


@dataclass(frozen=True)
class Worth:
    """What targets are worth beside their points."""

    hex: float
    land_pct: int
    enemy_hex: float
    threat: float


@dataclass(frozen=True)
class Work:
    """How much leaders are given to do."""

    horizon: int
    reach: int
    searching: int
    garrison: int
    garrison_per_point: float
    gathering: int


@dataclass(frozen=True)
class Purse:
    """How gold is spent."""

    reserve: int
    castle_gold: int
    castle_hexes: int
    recruits: int
    improvements: int
    least_net: int
    lord_turns: int
    captain_turns: int
    castle_turns: int
    troop_turns: int


@dataclass(frozen=True)
class Care:
    """When what a nation has needs care."""

    many_units: int
    flee_pct: int
    enough_arms: int


@dataclass(frozen=True)
class Casting:
    """When spells pay."""

    least_foe: int


@dataclass(frozen=True)
class Questing:
    """How quests are gone about."""

    turns: int
    retreat_pct: int
    fight: int
    guards: int
    nearest: int
    farthest: int


@dataclass(frozen=True)
class Numbers:
    """All of them."""

    levels: Mapping[Level, Skill]
    fighting: Fighting
    worth: Worth
    work: Work
    purse: Purse
    care: Care
    casting: Casting
    questing: Questing


NUMBERS = TypeAdapter(Numbers).validate_python(CONTENT.toml("computer"))


NATION = 0
"""The nation as one who is ordered."""


class Letter:
    """Orders so far. Allowances of units are used first, then the nation's administration points."""

    def __init__(self, view: View) -> None:
        self._types = view.world.tables.unit_types
        self._units = view.world.units
        self._nation = view.nation.number
        self._used: dict[int, int] = {}
        self._orders: dict[int, list[tuple[str, ...]]] = {}
        self.points = view.nation.admin_limit

    def order(self, giver: int, *lines: str) -> bool:
        """Adds orders for a unit, a location or the nation, all or none: False when they cannot be paid for."""
        cost = sum(_costs(line) for line in lines)
        own = min(cost, self.allowance(giver))
        if cost - own > self.points:
            return False
        self._used[giver] = self._used.get(giver, 0) + own
        self.points -= cost - own
        self._orders.setdefault(giver, []).append(lines)
        return True

    def allowance(self, giver: int) -> int:
        """How many orders a unit can be given without administration points."""
        unit = self._units.get(giver)
        return self._types[unit.type].allowance - self._used.get(giver, 0) if unit else 0

    def has(self, giver: int) -> bool:
        """True when this unit, location or nation has orders in the letter."""
        return bool(self._orders.get(giver))

    def _lines(self) -> Iterator[tuple[int, int, str]]:
        """Each line with who is ordered, and which of what he was given together it is of; -1 for his head."""
        for giver in sorted(self._orders):
            yield giver, -1, f"nation {self._nation}:" if giver == NATION else f"{giver}:"
            for place, together in enumerate(self._orders[giver]):
                yield from ((giver, place, line) for line in together)

    def strike_out(self, numbers: Set[int]) -> None:
        """Takes out what holds these lines (counted from 1), with all that was given together; with a head all below it."""
        struck = {(giver, place) for number, (giver, place, _) in enumerate(self._lines(), 1) if number in numbers}
        for giver, together in self._orders.items():
            kept = [one for place, one in enumerate(together) if (giver, place) not in struck]
            self._orders[giver] = [] if (giver, -1) in struck else kept
        self._orders = {giver: together for giver, together in self._orders.items() if together}

    def text(self) -> str:
        """The letter."""
        return "".join(f"{line}\n" for _, _, line in self._lines())


def _costs(line: str) -> int:
    traits = TRAITS.get(line.split(" ")[0])
    return 0 if traits and traits.free else 1
