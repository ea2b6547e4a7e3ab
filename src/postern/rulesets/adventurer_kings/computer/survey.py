"""What a computer player surveys: its leaders and what they could take, what it may spend, and the letter so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from postern.game.chance import Stream
from postern.game.kit.planner import Budget, Numbers
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.rules.abilities.levels import level as level_of
from postern.rulesets.adventurer_kings.rules.abilities.levels import wage
from postern.rulesets.adventurer_kings.rules.realm.economy import army_pay, wealth
from postern.rulesets.adventurer_kings.tables import CONTENT, GRID
from postern.rulesets.adventurer_kings.world import Character, Kingdom, World

TOML = CONTENT.toml("computer")
NUMBERS = Numbers({name: value for name, value in TOML.items() if name != "ideas"})
_HEAD = "CHAR"


@dataclass
class Survey:
    """One player's year. Lines of the budget are ``CHAR 7 1 EX``: ``text`` puts them into blocks."""

    view: View
    dice: Stream
    level: str
    standing_in: bool
    taken: set[str] = field(default_factory=set)

    @cached_property
    def budget(self) -> Budget:
        """What may be spent: half of the gold that is there after the taxes and the pay of this year, for what is hired is paid
        again then; but no more than there is."""
        code, world = self.kingdom.code, self.world
        due = sum(army_pay(one) for one in world.armies.values() if one.owner == code)
        due += sum(wage(one, self.kingdom) for one in self.view.own if not one.king)
        left = self.kingdom.gold + wealth(world, code) - due - NUMBERS.whole("army.reserve")
        return Budget({"gold": max(0, min(self.kingdom.gold, left // 2))})

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
        """Return the ability in which a character is most skilled, with room for a rise."""
        rises = [code for code in who.skills if who.skills[code] < who.aptitudes.get(code, 0)] or list(who.skills)
        return max(rises, key=lambda code: (who.skills[code], code), default="EX")

    # --- land ------------------------------------------------------------------------------------------------------------

    def hostile(self, place: int) -> bool:
        """Return whether armies of the kingdom may attack a province: nobody's, or an enemy's."""
        owner = self.world.provinces[place].owner
        return owner != self.kingdom.code and self.world.relation(self.kingdom.code, owner) == "Enemy"

    def passable(self, place: int) -> bool:
        """Return whether land armies may go through a province without a fight."""
        province = self.world.provinces[place]
        return province.owner == self.kingdom.code and not province.at_sea

    def targets(self, start: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield provinces to take that land armies can reach through own ones, the nearest first, each with its way."""
        ways: dict[int, tuple[int, ...]] = {start: ()}
        edge = [start]
        for _ in range(NUMBERS.whole("army.far")):
            beyond = []
            for place in edge:
                for near in GRID.neighbours(place):
                    if near in ways or not self.view.known(near) or self.world.provinces[near].at_sea:
                        continue
                    ways[near] = (*ways[place], near)
                    if self.hostile(near):
                        yield near, ways[near]
                    elif self.passable(near):
                        beyond.append(near)
            edge = beyond

    def neighbours(self) -> list[Kingdom]:
        """Return kingdoms whose lands are known to lie beside the own ones, by number."""
        beside = {near for place in self.world.owned(self.kingdom.code) for near in GRID.neighbours(place)}
        owners = {self.world.provinces[near].owner for near in beside} - {"", self.kingdom.code}
        return [one for one in self.world.kingdoms.values() if one.code in owners]
