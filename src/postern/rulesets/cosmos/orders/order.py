"""What every order can do, what an order of a program knows while it is carried out, and what arguments orders have.

A kind of order is a class below ``CosmosOrder`` or ``NationOrder``: its arguments are its fields, and its methods say how
it is carried out. An order in a program stays text (``Pending``); it is read again when its time comes. The kinds of a
family are joined to their rows in ``data/orders/NAME.toml`` (``family``). A value stays as it is written: aliases are known
only when an order is carried out.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from rapidfuzz import fuzz, process

from postern.game.kit.orders.file import OrderFile, Section, for_kind
from postern.game.kit.orders.kinds import ArgumentType, OrderKind, Refusal, Types
from postern.game.kit.orders.sheets import NOT_UNDERSTOOD
from postern.rulesets.cosmos.tables.orders import FILES, TRAITS
from postern.rulesets.cosmos.turn import Actor, Issued, Turn
from postern.rulesets.cosmos.world.records import Location, Nation, Pending, Unit, World
from postern.rulesets.cosmos.world.strength import force_of

if TYPE_CHECKING:
    from postern.rulesets.cosmos.knowledge import View


@dataclass(frozen=True)
class Doing(ABC):
    """One step of a program being carried out: by whom, the pending order, and what it says. How programs go on is known to who
    carries them out (``carrying_out``)."""

    turn: Turn
    actor: Actor
    pending: Pending
    order: CosmosOrder

    @property
    def world(self) -> World:
        return self.turn.world

    @property
    def unit(self) -> Unit:
        """The acting unit. Raises TypeError when a location acts."""
        if not isinstance(self.actor, Unit):
            raise TypeError(f"{self.order.name} was given to location {self.actor.id}")
        return self.actor

    @property
    def location(self) -> Location:
        """The acting location. Raises TypeError when a unit acts."""
        if not isinstance(self.actor, Location):
            raise TypeError(f"{self.order.name} was given to unit {self.actor.id}")
        return self.actor

    @property
    def nation(self) -> Nation:
        """The nation of who acts."""
        return self.world.nations[self.actor.owner]

    @property
    def force(self) -> list[Unit]:
        """The acting unit with its force, the leader first."""
        return force_of(self.world, self.unit)

    def first_part(self, text: str, *later: str) -> None:
        """Breaks the order up: this one does ``text`` only, and the rest stands behind it in the program (CF-4.1-06)."""
        self.behind(*(Pending(one, memory=dict(self.pending.memory)) for one in later))
        self.pending.text = text

    def behind(self, *later: Pending) -> None:
        """Puts orders into the program directly behind this one; they are parts of the same order of the letter."""
        program = self.actor.program
        place = next(place for place, one in enumerate(program) if one is self.pending) + 1
        for one in later:
            one.source = one.source or self.pending.source
        program[place:place] = later

    @abstractmethod
    def hand_over(self, to: Actor) -> None:
        """Adds the orders of the block to the program of another."""

    @abstractmethod
    def begin_program(self, unit: Unit) -> None:
        """Lets a new unit carry out the meta orders with which its program begins (CF-4.3-02, CF-7.1-08)."""

    def number(self, text: str) -> int:
        """The ID that a number or an alias of the own nation stands for; 0 for an alias that stands for nothing (CF-21.6)."""
        return self.turn.number(self.nation, text)

    def fail(self, why: str, remedy: str = "", code: str = "NOT POSSIBLE") -> None:
        """Tells that the order cannot be carried out. It takes no time and costs nothing (ruling 1.3)."""
        self.turn.refuse(self.actor, self.pending, code, why, remedy)


class Judged:
    """What can be said against an order when its letter is read. ``giver`` is who is ordered, as the writer knows it."""

    def objection(self, giver: Any, view: View) -> Refusal | None:
        """Why the order cannot stand: it is dropped with its block (ruling 1.3)."""
        return None

    def doubt(self, giver: Any, view: View) -> Refusal | None:
        """Why the order will probably fail: it stands with a warning (ruling 1.3)."""
        return None


class CosmosOrder(Judged, ABC):
    """What every order of units and locations can do. ``name`` is that of its section in ``data/orders``."""

    name: ClassVar[str] = ""

    def taker(self, giver: Any, view: View) -> Actor | None:
        """Whom the orders of its block are for, as far as the writer knows; None when nobody can tell yet."""
        return None

    def priority(self, doing: Doing) -> int:
        """The order priority, 1 acts first (CF-4.2-02..15)."""
        return TRAITS[self.name].priority

    def waits(self, doing: Doing) -> bool:
        """True while the condition of a waiting order does not hold yet (CF-21.3)."""
        return False

    def begin(self, doing: Doing) -> int | None:
        """Checks and pays when the order's execution begins. Gives how many phases it takes, 0 for no time; None when it failed
        (after ``doing.fail``). An order that is done in parts keeps its first part alone and puts the others
        behind it (``doing.first_part``)."""
        return 0

    def each_phase(self, doing: Doing) -> bool:
        """Called in each phase of an order under way, before it is counted. False ends it without effect (told already)."""
        return True

    @abstractmethod
    def effect(self, doing: Doing) -> bool:
        """Carries the order out, when its time is up. False: it was prevented, and is tried again in the next phase."""


class NationOrder(Judged, ABC):
    """What every order to a nation can do: it is carried out at once, in part 2 of the turn (CF-4.4-01).

    Orders that units may be given, too, are below both classes.
    """

    name: ClassVar[str] = ""

    @abstractmethod
    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        """Carries the order out. False when it failed (after ``turn.fail``)."""


_WORD = r"[^ ]+"
_NEAR = 60
ALIAS = r"\$(?:[a-z0-9]{1,3}/)?[a-z0-9._-]{1,50}"
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
_POSITION = re.compile(rf"(?:[ou]?[0-9]+|[ou]?(?:{'|'.join(DIRECTIONS)})|h|oh|uh|{ALIAS})d?")
TACTICS = ("charge", "attack", "defend", "avoid", "flee")
POLICIES = ("ally", "neutral", "enemy")


def refused(why: str, remedy: str = "", paste: str = "") -> Refusal:
    """An argument that is none, and what to write instead."""
    return Refusal(NOT_UNDERSTOOD, why, remedy, paste)


def text(pattern: str, *examples: str, why: str = "", remedy: str = "") -> ArgumentType[str]:
    """An argument that stays text, any word of which is taken for one; what does not fit the pattern is answered."""
    whole = re.compile(pattern)

    def read(said: str) -> str | Refusal:
        return said if whole.fullmatch(said) else refused(why.format(said=said), remedy.format(said=said))

    return ArgumentType(_WORD, read, _written(whole), examples)


def _written(whole: re.Pattern[str]) -> Callable[[Any], str | None]:
    return lambda value: value if isinstance(value, str) and whole.fullmatch(value) else None


_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")


def plain(said: str) -> str:
    """Return a number as orders keep it, without the commas of thousands: 1,000 is 1000."""
    return _THOUSANDS.sub("", said)


def number(why: str, remedy: str, *examples: str, least: int | None = None) -> ArgumentType[int]:
    """A whole number, not below ``least``."""

    def read(said: str) -> int | Refusal:
        digits = plain(said)
        if not re.fullmatch("-?[0-9]{1,7}", digits) or (least is not None and int(digits) < least):
            return refused(why.format(said=said), remedy)
        return int(digits)

    return ArgumentType(_WORD, read, lambda value: str(value) if isinstance(value, int) else None, examples)


def choice(what: str, words: tuple[str, ...], **also: str) -> ArgumentType[str]:
    """One of these words; ``also`` are others for them."""

    def read(said: str) -> str | Refusal:
        word = also.get(said, said)
        if word in words:
            return word
        near = process.extractOne(said, (*words, *also), scorer=fuzz.ratio, score_cutoff=_NEAR)
        guess = f"Did you mean {also.get(near[0], near[0])}? " if near else ""
        return refused(f'"{said}" is no {what}.', f"{guess}Possible: {', '.join(words)}.")

    return ArgumentType(_WORD, read, lambda value: value if value in words else None, words)


_LONG_DIRECTIONS = {
    "north": "n",
    "northeast": "ne",
    "southeast": "se",
    "south": "s",
    "southwest": "sw",
    "northwest": "nw",
    "east": "NE and SE",
    "e": "NE and SE",
    "west": "NW and SW",
    "w": "NW and SW",
}


def _position(said: str) -> str | Refusal:
    if _POSITION.fullmatch(said):
        return said
    way = _LONG_DIRECTIONS.get(said, "")
    if " and " in way:
        why = f'There is no direction "{said}" on this map.'
        return refused(why, f"{said.capitalize()} lies between {way}: write one of them.")
    remedy = f"Write {way}." if way else "Directions are N NE SE S SW NW and h, oh, uh."
    return refused(f'"{said}" is neither hex, location, own unit nor direction.', remedy)


_RESOURCE = re.compile(r"([a-z]+):(-1|[0-9]{1,7})")


EVERYTHING = ("*", -1)
"""What ``*`` stands for as an amount: all that there is of all resources."""


def _amount(said: str) -> tuple[str, int] | Refusal:
    if said == EVERYTHING[0]:
        return EVERYTHING
    found = _RESOURCE.fullmatch(plain(said))
    if found is None:
        return refused(f'"{said}" is no amount: resources are written name:amount.', "For example gold:100; -1 is all of it.")
    return found[1], int(found[2])


def _as_amount(value: Any) -> str | None:
    if value == EVERYTHING:
        return EVERYTHING[0]
    return f"{value[0]}:{value[1]}" if isinstance(value, tuple) else None


_NAME = r"[A-Za-z0-9'-][A-Za-z0-9 '-]*"
_TYPE = r"\"[^\"]*\"|'[^']*'|[A-Za-z-]+(?: [A-Za-z-]+)+|[^ ]+"
"""In quotation marks, as one word, or as several of letters: where they end the number or the line's end comes."""


def _unit_type(said: str) -> str:
    return said.strip("\"'")


TYPES: Types = {
    "id": text(rf"[0-9]{{1,6}}|{ALIAS}", "3102", "$wall", why='"{said}" is neither a number nor an alias.'),
    "id/-": text(rf"[0-9]{{1,6}}|{ALIAS}|-", "3102", "-", why='"{said}" is neither a number nor an alias nor a dash.'),
    "unit": text(
        rf"[0-9]{{1,6}}|{ALIAS}", "3112", "$wall", why='"{said}" is no unit.', remedy="Units are given by number or alias."
    ),
    "location": text(rf"[0-9]{{1,6}}|{ALIAS}", "1501", "$city", why='"{said}" is no location.'),
    "hex": text(rf"[0-9]{{1,6}}|{ALIAS}", "190", why='"{said}" is no hex.'),
    "place": text(rf"[0-9]{{1,6}}|{ALIAS}", "1501", why='"{said}" is neither a hex nor a location.'),
    "position": ArgumentType(_WORD, _position, _written(_POSITION), ("190", "o125", "nw", "1501", "124d")),
    "item": text(rf"[0-9]{{1,6}}|{ALIAS}", "2005", why='"{said}" is no item.'),
    "item-type": text("[0-9]{1,6}", "2101", "1", why='"{said}" is no type of item.'),
    "nation": text("[a-z0-9]{1,3}", "2", "rc", why='"{said}" is no nation.', remedy="Nations are given by number or code."),
    "$alias": text(r"\$[a-z0-9._-]{1,50}", "$wall", why="An alias begins with a dollar sign.", remedy="Write ${said}."),
    "unit-type": ArgumentType(
        _TYPE,
        _unit_type,
        lambda value: (f'"{value}"' if " " in value else value) if isinstance(value, str) else None,
        ("2", '"heavy infantry"'),
    ),
    "location-type": ArgumentType(
        _TYPE,
        _unit_type,
        lambda value: (f'"{value}"' if " " in value else value) if isinstance(value, str) else None,
        ("3", "castle"),
    ),
    "new-name": ArgumentType(_NAME, str, lambda value: value if isinstance(value, str) else None, ("Old Guard",)),
    "resource:amount": ArgumentType(_WORD, _amount, _as_amount, ("gold:100", "food:-1")),
    "tactics": choice("tactics", TACTICS),
    "policy": choice("policy", POLICIES, allied="ally"),
    "on/off": choice("switch", ("on", "off")),
    "rating/strength": choice("part of a fortification", ("rating", "strength")),
    "damage/sapping": choice("damage", ("damage", "sapping")),
    "warships/transports": choice("kind of ship", ("warships", "transports")),
    "defect/desert/flee/defend": choice("effect of a bribe", ("defect", "desert", "flee", "defend")),
    "phases": number(
        "A number of phases cannot be {said}.", "Write 1 or more; searching gains nothing after 10 in one spot.", "3", least=1
    ),
    "number:phases": number("A number of phases cannot be {said}.", "Write a whole number.", "3", least=0),
    "amount": number('"{said}" is no amount.', "Write a whole number; a negative one is no limit.", "150", "-1"),
    "number": number('"{said}" is no number.', "Write a whole number of 1 or more.", "2", least=1),
    "individuals": number('"{said}" is no number of individuals.', "Write a whole number.", "75", least=1),
    "times": number('"{said}" is no number of times.', "Write a whole number; 0 is for ever.", "2", "0", least=0),
    "point": number('"{said}" is no place in the list.', "0 is the beginning; -1 the last order.", "0", "-2"),
    "wound-points": number(
        'A level is a number of wound points, not "{said}".', "With 4 it goes at 4 or fewer; with 0 never.", "4", "0", least=0
    ),
    "tries": number("The number of tries is -1 (until success), 0 or more.", "Write control -1.", "2", "-1", least=-1),
    "turn": number('"{said}" is no turn.', "Write its number.", "3", least=1),
    "phase": number('"{said}" is no phase.', "Phases run from 1 to 24.", "7", least=1),
    "power": number('"{said}" is no power.', "Write a whole number of 1 or more.", "4", least=1),
    "distance": text(
        "[0-9]{1,2}|exact|outside|inside|adjacent|joined|force",
        "1",
        "joined",
        why='"{said}" is no distance.',
        remedy="Write a number of hexes or exact, outside, inside, adjacent, joined, force.",
    ),
    "terrain": ArgumentType("[a-z ]+", str, lambda value: value if isinstance(value, str) else None, ("plains",)),
}
"""The types of arguments by the signs that players see."""
NO_FORMS: Mapping[str, Section] = MappingProxyType({})


def family(name: str, makers: Mapping[str, type[Any]], forms: Mapping[str, Section] = NO_FORMS) -> tuple[OrderKind, ...]:
    """The order kinds of a file: each section is an order's name, ``makers`` has the class of each. ``forms`` say what the
    sections of spells do not.

    Raises ValueError, a line each, for a section without a class, a class without a section, and one of another name.
    """
    path, sections = f"orders/{name}.toml", FILES[name]
    wrong = [f"{path} [{section}]: there is no class for it" for section in sections if section not in makers]
    wrong += [
        f"{path}: there is no section [{section}] for {makers[section].__name__}"
        for section in makers
        if section not in sections
    ]
    named = {section: getattr(make, "name", section) for section, make in makers.items()}
    wrong += [f"{path} [{section}]: its class is named {other}" for section, other in named.items() if other != section]
    if wrong:
        raise ValueError("\n".join(wrong))
    file = OrderFile({"words": {}, **{one: {**for_kind(section), **forms.get(one, {})} for one, section in sections.items()}})
    return tuple(file.kind(section, makers[section]) for section in file)
