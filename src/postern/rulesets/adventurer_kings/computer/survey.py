"""What a computer player surveys: its leaders and what they could take, what it may spend, and the letter so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from postern.game.chance import Stream
from postern.game.kit.knowledge import Unknown
from postern.game.kit.planner import Budget, Numbers
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.rules.abilities.levels import level as level_of
from postern.rulesets.adventurer_kings.rules.abilities.levels import wage
from postern.rulesets.adventurer_kings.rules.realm.economy import army_pay, wealth
from postern.rulesets.adventurer_kings.tables import CONTENT, GRID, TABLES
from postern.rulesets.adventurer_kings.turn import PHASES
from postern.rulesets.adventurer_kings.world import Army, Character, Kingdom, World

TOML = CONTENT.toml("computer")
NUMBERS = Numbers({name: value for name, value in TOML.items() if name not in ("ideas", "words", "practice")})
COUNTS = {code: office for office, codes in TOML["practice"].items() for code in codes.split()}
"""The office for which an ability counts."""
_ARMS = ("ME", "AR")
Way = tuple[int, ...]
_HEAD = "CHAR"


def year(who: Character, actions: list[str], rest: str) -> tuple[str, ...]:
    """Return the lines of a year: these actions, and the rest of the phases with another."""
    actions = actions[:PHASES] + [rest] * (PHASES - len(actions))
    return tuple(f"{_HEAD} {who.id} {phase} {order}" for phase, order in enumerate(actions, 1))


def of(who: Character, *more: str) -> frozenset[str]:
    """Return what a year of a character takes: himself, and more by name."""
    return frozenset({f"{_HEAD} {who.id}", *more})


@dataclass
class Survey:
    """One player's year. Lines of the budget are ``CHAR 7 1 EX``: ``text`` puts them into blocks."""

    view: View
    dice: Stream
    level: str
    standing_in: bool
    taken: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)

    @cached_property
    def due(self) -> int:
        """What armies and Heroes are paid at the end of the year."""
        code = self.kingdom.code
        armies = sum(army_pay(one) for one in self.world.armies.values() if one.owner == code)
        return armies + sum(wage(one, self.kingdom) for one in self.view.own if not one.king)

    @cached_property
    def budget(self) -> Budget:
        """What may be spent: a part of the gold that is there after the taxes and the pay of this year, for what is hired is
        paid again then; but no more than there is. In the last years it is kept: the Treasurer has most."""
        left = self.kingdom.gold + wealth(self.world, self.kingdom.code) - self.due - NUMBERS.whole("army.reserve")
        if self.world.turns - self.world.turn < NUMBERS.whole(f"purse.kept_{self.level}"):
            left = 0
        return Budget({"gold": max(0, min(self.kingdom.gold, int(left * NUMBERS.part(f"purse.share_{self.level}"))))})

    @cached_property
    def surplus(self) -> set[int]:
        """The armies that cannot be paid this year: the weakest for their pay that stand with a character."""
        lacking = self.due - self.kingdom.gold - wealth(self.world, self.kingdom.code)
        if lacking <= 0 or not NUMBERS.yes(f"purse.disbands_{self.level}"):
            return set()
        stood = {one.province for one in self.free()}
        paid = (one for one in self.world.armies.values() if one.owner == self.kingdom.code and army_pay(one))
        found = set[int]()
        for one in sorted(paid, key=lambda one: ((one.kind.attack + one.kind.defend) / one.kind.pay, one.id)):
            if lacking > 0 and one.province in stood:
                found.add(one.id)
                lacking -= army_pay(one)
        return found

    @property
    def world(self) -> World:
        """The world as the player knows it."""
        return self.view.world

    @property
    def kingdom(self) -> Kingdom:
        """The player's kingdom."""
        return self.view.kingdom

    # --- the letter ------------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the letter: lines of the kingdom, then a block for each character."""
        return "".join(f"{line}\n" for line, _ in self._lines())

    def strike_out(self, numbers: set[int], /) -> None:
        """Take these lines of the letter out."""
        gone = {place for number, (_, place) in enumerate(self._lines(), 1) if number in numbers}
        self.budget.strike_out([place + 1 for place in gone if place >= 0])

    def _lines(self) -> Iterator[tuple[str, int]]:
        """The lines, each with its place among those of the budget; a head has none."""
        blocks: dict[str, list[tuple[str, int]]] = {}
        for place, line in enumerate(self.budget.lines):
            if line.startswith(_HEAD):
                _, who, order = line.split(" ", 2)
                blocks.setdefault(who, []).append((order, place))
            else:
                yield line, place
        for who, orders in blocks.items():
            yield f"{_HEAD} {who}", -1
            yield from orders

    # --- who is there ----------------------------------------------------------------------------------------------------

    def free(self) -> list[Character]:
        """Return own characters that take orders and have none yet."""
        year = self.world.turn
        return [
            one
            for one in self.view.own
            if f"{_HEAD} {one.id}" not in self.taken and (one.king or one.hired != year) and one.levelled
        ]

    def skill(self, who: Character, ability: str) -> int:
        """Return an effective level."""
        return level_of(self.world, who, ability)

    def best(self, who: Character) -> str:
        """Return the ability that a character practises: one with room for a rise, in which he is most skilled; those who play
        well look to the offices for which it counts."""
        rises = [code for code in who.aptitudes if who.skills.get(code, 0) < who.aptitudes[code]] or list(who.skills)
        counts = COUNTS if self.level == "hard" else {}
        arms = [code for code in _ARMS if code in rises and who.aptitudes.get(code, 0) >= NUMBERS.whole("hero.fights")]
        learned = max((many for code, many in who.skills.items() if code in COUNTS), default=0)
        if self.level != "easy" and not who.king and arms and learned < NUMBERS.whole("hero.learned"):
            rises, counts = arms, {}

        def worth(code: str) -> tuple[float, str]:
            others = [self.skill(who, one) for one in who.aptitudes if code in counts and counts.get(one) == counts[code]]
            return who.skills.get(code, 0) + NUMBERS.part("hero.office") * sum(others), code

        return max(rises, key=worth, default="EX")

    def castable(self, who: Character, code: str) -> bool:
        """Return whether a character can cast a spell by his own power."""
        spell = TABLES.spells[code]
        return (who.skills.get(spell.school, 0) if spell.secret else self.skill(who, spell.school)) >= spell.level

    # --- land ------------------------------------------------------------------------------------------------------------

    def enemy(self, code: str) -> bool:
        """Return whether a kingdom is an enemy now, or by a Break that works at once."""
        return code in self.broken or self.world.relation(self.kingdom.code, code) == "Enemy"

    def hostile(self, place: int) -> bool:
        """Return whether armies of the kingdom may attack a province: nobody's, or an enemy's."""
        owner = self.world.provinces[place].owner
        return owner != self.kingdom.code and self.enemy(owner)

    def threatened(self, place: int) -> bool:
        """Return whether land of an enemy kingdom lies beside a province."""
        owners = {self.world.provinces[near].owner for near in GRID.neighbours(place)}
        return any(one not in ("", self.kingdom.code) and self.enemy(one) for one in owners)

    def worth(self, place: int) -> float:
        """Return about what a province yields a year, by what is known of it; an enemy's counts for more."""
        province, seen = self.world.provinces[place], self.kingdom.seen.get(place)
        words = {"Rich": 8, "Prosperous": 5, "Poor": 2}
        usual = 1.0 if province.at_sea else 4.0
        words["Poor"] = 1 if province.at_sea else 2
        tax = province.tax if not isinstance(province.tax, Unknown) else words.get(seen.wealth if seen else "", usual)
        return (0.2 + tax) * (NUMBERS.part("war.worth") if province.owner else 1)

    def walks(self, start: int, far: int) -> Iterator[tuple[int, Way]]:
        """Yield known land within so many steps that a character can walk to alone, the nearest first, each with its way."""
        yield from self._spread(start, far, lambda near: False, lambda near: not self.world.provinces[near].at_sea)

    def marches(self, start: int, far: int) -> Iterator[tuple[int, Way]]:
        """Yield own land that armies can reach through own land, the nearest first, each with its way."""

        def own(near: int) -> bool:
            return world.provinces[near].owner == self.kingdom.code and not world.provinces[near].at_sea

        world = self.world
        yield from self._spread(start, far, lambda near: False, own)

    def targets(self, start: int, sea: bool = False) -> Iterator[tuple[int, Way]]:
        """Yield provinces to take that armies can reach through own ones, by land or at sea, the nearest first, each with its
        way."""
        world = self.world

        def passable(near: int) -> bool:
            return world.provinces[near].owner == self.kingdom.code and world.provinces[near].at_sea == sea

        def ends(near: int) -> bool:
            return world.provinces[near].at_sea == sea and self.hostile(near)

        for place, way in self._spread(start, NUMBERS.whole("army.far"), ends, passable):
            if ends(place):
                yield place, way

    def borders(self, start: int) -> list[int]:
        """Return land of others and of nobody beside own land that armies can reach from a province."""
        own = [start, *(place for place, _ in self.marches(start, NUMBERS.whole("army.far")))]
        beside = {near for place in own for near in GRID.neighbours(place) if self.view.known(near)}
        return sorted(
            one
            for one in beside
            if self.world.provinces[one].owner != self.kingdom.code and not self.world.provinces[one].at_sea
        )

    def _spread(
        self, start: int, far: int, ends: Callable[[int], bool], passable: Callable[[int], bool]
    ) -> Iterator[tuple[int, Way]]:
        """Yield known places by rising distance with their ways: those where a way ends, and those through which it goes."""
        ways: dict[int, Way] = {start: ()}
        edge = [start]
        for _ in range(far):
            beyond = []
            for place in edge:
                for near in GRID.neighbours(place):
                    if near in ways or not self.view.known(near):
                        continue
                    ways[near] = (*ways[place], near)
                    if ends(near):
                        yield near, ways[near]
                    elif passable(near):
                        yield near, ways[near]
                        beyond.append(near)
            edge = beyond

    def idle(self, place: int) -> list[Army]:
        """Return own armies in a province that nobody leads, and that are kept."""
        armies = self.world.armies_in(place)
        return [one for one in armies if one.owner == self.kingdom.code and not one.leader and one.id not in self.surplus]
