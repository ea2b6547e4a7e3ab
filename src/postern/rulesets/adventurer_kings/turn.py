"""The year at work: throws with the figures that reports show, who is told what, gold, and an order in hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from postern.game.chance import Stream
from postern.game.kit.orders.sheets import Given
from postern.game.kit.turn import IssuedOrder, TurnAtWork
from postern.rulesets.adventurer_kings.world import Army, Character, Kingdom, Province, World

PHASES = 5
Issued = IssuedOrder[Given]
"""An order of a letter; its ``order.order`` is one of the types of ``orders/types.py``."""


@dataclass(frozen=True)
class Throw:
    """A throw of a die of 100 against a chance in percent, kept as a fraction (AK-D0-01): ``then`` is the second die, where the
    throw was the whole part of the chance plus 1, and of how many."""

    chance: Fraction
    thrown: int
    yes: bool
    then: tuple[int, int] | None = None

    def told(self) -> dict[str, Any]:
        """Return the facts of an event: chance and throw as reports show them (AK-D0-08)."""
        second = f"{self.then[0]} of {self.then[1]}" if self.then else ""
        return {"chance": percent(self.chance), "throw": self.thrown, "then": second, "yes": self.yes}

    def __bool__(self) -> bool:
        return self.yes


def percent(chance: Fraction) -> str:
    """Return a chance as reports show it, with at most two decimals: "7.5"."""
    return f"{float(chance):.2f}".rstrip("0").rstrip(".")


def clamped(chance: Fraction | int, low: int = 0, high: int = 100) -> Fraction:
    """Return a chance within the limits of its rule, exact."""
    return min(Fraction(high), max(Fraction(low), Fraction(chance)))


def throw(stream: Stream, chance: Fraction | int) -> Throw:
    """Throw against a chance in percent (AK-D0-01): a whole one needs one die, a broken one a second where it is close."""
    exact = clamped(chance)
    whole, rest = divmod(exact, 1)
    thrown = stream.between(1, 100)
    if rest and thrown == whole + 1:
        second = stream.between(1, rest.denominator)
        return Throw(exact, thrown, second <= rest.numerator, (second, rest.denominator))
    return Throw(exact, thrown, thrown <= whole)


@dataclass
class Defence:
    """A leader on Defend: the one province that he defends, 0 for all within reach (AK-D3.15-01)."""

    only: int = 0


@dataclass
class Turn(TurnAtWork[World, Issued]):
    """The year. ``came_from`` and ``acted`` are of the phase at work: the province that a character left, and who has acted;
    ``initiative`` is its order of action. ``defending`` are leaders who react to invasions until their next other order.
    ``account`` has for each kingdom the lines of its finances: kind, amount and facts. ``treats`` are the pairs of a year in
    which one ordered TREAT with the other, ``breaks`` those with a Break that took effect before the phases, ``learnt`` what
    was thrown for as experience: phase, character, action, ability. ``submitted`` are the seats from which a letter came;
    ``held`` has the provinces that attackers hold after the battles of the phase, with their kingdoms."""

    came_from: dict[int, int] = field(default_factory=dict)
    acted: set[int] = field(default_factory=set)
    initiative: list[int] = field(default_factory=list)
    defending: dict[int, Defence] = field(default_factory=dict)
    account: dict[str, list[tuple[str, int, dict[str, Any]]]] = field(default_factory=dict)
    treats: set[tuple[str, str]] = field(default_factory=set)
    breaks: set[tuple[str, str]] = field(default_factory=set)
    submitted: frozenset[str] = frozenset()
    held: dict[int, list[str]] = field(default_factory=dict)
    learnt: set[tuple[int, int, str, str]] = field(default_factory=set)
    inventing: list[tuple[str, int]] = field(default_factory=list)
    """Inventions of the phase at work, by kingdom: they help from the next phase on (AK-D4.35-02)."""

    # --- chance --------------------------------------------------------------------------------------------------------

    def dice(self, *name: object) -> Stream:
        """Return the stream of this name in the step at work; a name is used once a step."""
        return self.stream(self.step, *name)

    def throw(self, chance: Fraction | int, *name: object) -> Throw:
        """Throw against a chance in percent. Where orders are tried out, what is likelier than not comes to pass."""
        if self.expected:
            return Throw(clamped(chance), 0, clamped(chance) >= Fraction(50))
        return throw(self.dice(*name), chance)

    # --- telling -------------------------------------------------------------------------------------------------------

    def seat(self, code: str) -> str:
        """Return the seat of a kingdom, "" for nobody's."""
        kingdom = self.world.kingdoms.get(code)
        return kingdom.seat if kingdom else ""

    def tell_kingdom(self, code: str, kind: str, /, **data: Any) -> None:
        """Tell one kingdom alone."""
        self.tell(kind, (self.seat(code),), **data)

    def witnesses(self, place: int, *more: str) -> list[str]:
        """Return the seats that see what happens in a province: its owner and whoever has a character there (AK-D1.4-02), and
        those of the kingdoms named."""
        there = [self.world.provinces[place].owner, *(one.kingdom for one in self.world.characters_in(place)), *more]
        return [self.seat(code) for code in dict.fromkeys(there) if code]

    def announce(self, kind: str, /, **data: Any) -> None:
        """Tell everybody: public news (AK-D1.4-03)."""
        self.tell(kind, self.seats(), **data)

    # --- gold ----------------------------------------------------------------------------------------------------------

    def pay(self, kingdom: Kingdom, amount: int, kind: str, **facts: Any) -> bool:
        """Pay gold from a treasury and return True; False, with nothing paid, where there is less (AK-D9.1-04). ``kind`` is the
        line of the account."""
        if kingdom.gold < amount:
            return False
        self.earn(kingdom, -amount, kind, **facts)
        return True

    def earn(self, kingdom: Kingdom, amount: int, kind: str, **facts: Any) -> None:
        """Put gold into a treasury, with the line of its account."""
        kingdom.gold += amount
        self.account.setdefault(kingdom.code, []).append((kind, amount, facts))

    # --- places --------------------------------------------------------------------------------------------------------

    def here(self, who: Character | Army) -> Province:
        """Return the province in which someone is."""
        return self.world.provinces[who.province]

    def place(self, number: int) -> str:
        """Return a province as sentences name it: "Sallow Down (100)", or "province 140" where its name is not known."""
        name = self.world.provinces[number].name
        return name if name.endswith(f" {number}") else f"{name} ({number})"

    def enemies(self, code: str, place: int) -> list[Army]:
        """Return the armies in a province that are enemies of a kingdom: of Enemy kings, or of an owner nobody knows; never
        mercenaries (AK-DMC-01)."""
        return [
            one for one in self.world.armies_in(place) if not one.mercenary and self.world.relation(code, one.owner) == "Enemy"
        ]


@dataclass
class Doing:
    """An order of a character in the phase at work."""

    turn: Turn
    issued: Issued
    who: Character
    kingdom: Kingdom

    @property
    def world(self) -> World:
        """The world."""
        return self.turn.world

    @property
    def here(self) -> Province:
        """The province in which he stands."""
        return self.turn.here(self.who)

    @property
    def led(self) -> list[Army]:
        """The armies that he leads."""
        return self.world.led_by(self.who.id)

    def fail(self, code: str, why: str, remedy: str = "", paste: str = "") -> Literal[False]:
        """Say that it cannot be carried out; the action is lost (AK-D3.0-07). ``paste`` is the order without its phase."""
        return self.turn.fail(self.issued, code, why, remedy, self._phased(paste))

    def note(self, code: str, why: str, remedy: str = "", paste: str = "") -> None:
        """Say that it was carried out, but not wholly as written."""
        self.turn.note(self.issued, code, why, remedy, self._phased(paste))

    def _phased(self, paste: str) -> str:
        """A line to paste, with its phase where it is an action's."""
        return f"{self.turn.phase} {paste}" if paste and self.turn.phase else paste

    def tell(self, kind: str, more: Iterable[str] = (), /, **data: Any) -> None:
        """Tell the own kingdom, and the kingdoms of these codes, what he did: ``who``, ``name`` and ``place`` are added."""
        seats = (self.turn.seat(code) for code in (self.kingdom.code, *more))
        facts = {"who": self.who.id, "name": self.who.title, "place": self.who.province, **data}
        self.turn.tell(kind, seats, **facts)
