"""A turn being resolved: the world as it changes, what only this turn knows, and what every order can ask and do.

- What an order does is a function of a ``Doing`` (an effect of ``orders``, joined to its row in ``sequence``). It
  changes the world, tells events, or fails: a failed order has no effect and costs nothing (ruling 4).
- What groups did in this turn, as far as other orders ask for it (AC-21-11..14, AC-18).
- Food and gold of a kingdom: every change has its heading in the ledger of the turn (AC-14, ruling 53).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeAlias, TypeVar

from postern.game.kit.turn import IssuedOrder, TurnAtWork
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.tables.grammar import Command
from postern.rulesets.alamaze.world.records import Figure, Group, Kingdom, World

Issued: TypeAlias = IssuedOrder[Command]
"""An order with its giver; its line is 0 for a standing order."""
S = TypeVar("S")

NOT_THERE, NOT_YOURS, NO_MEANS, NOT_POSSIBLE, UNSURE = "NOT THERE", "NOT YOURS", "NO MEANS", "NOT POSSIBLE", "UNSURE"
"""Codes of failures. UNSURE is one that rests on what the giver cannot know: before the turn it is only a warning."""


@dataclass
class Turn(TurnAtWork[World, Issued]):
    """A turn of Alamaze."""

    by_number: dict[int, list[Issued]] = field(default_factory=dict)
    """The orders to be carried out, by number; within a number in the order of processing (AC-15-03)."""
    sole_actions: dict[tuple[str, str], int] = field(default_factory=dict)
    """Figures that had their one action, with the number of the order (AC-08-31): ``("WA", "JO")``."""
    asleep: set[tuple[str, str]] = field(default_factory=set)
    """Figures that sleep for the rest of the turn, by kingdom and code."""
    submitted: frozenset[str] = frozenset()
    """Seats that sent a letter."""
    uncounted: frozenset[int] = frozenset()
    """Orders, by ``id``, that take no place in the limit of a letter: they were refused when they came."""
    _states: dict[type, Any] = field(default_factory=dict)

    @cached_property
    def tables(self) -> Edition:
        return self.world.tables

    def seats(self) -> Collection[str]:
        return [one.seat for one in self.world.kingdoms.values() if one.seat]

    def state(self, kind: type[S]) -> S:
        """What a subject remembers during this turn alone: its own record, made when it is first asked for."""
        if kind not in self._states:
            self._states[kind] = kind()
        found: S = self._states[kind]
        return found

    def kingdom(self, code: str) -> Kingdom:
        return self.world.kingdoms[code]

    def tell_kingdoms(self, kind: str, codes: Collection[str], **data: Any) -> None:
        """Records that something happened, for the players of these kingdoms."""
        self.tell(kind, (self.world.kingdoms[code].seat for code in codes if code in self.world.kingdoms), **data)

    def tell_all(self, kind: str, **data: Any) -> None:
        """Records what every king is told."""
        self.tell(kind, self.seats(), **data)


@dataclass(frozen=True)
class Doing:
    """An order being carried out, and what it may ask for. What asks tells the failure itself and gives None or False."""

    turn: Turn
    issued: Issued
    provided: str = ""
    """On what it hangs, as an answer tells it: "if EL orders 202 DA ..."."""

    @property
    def order(self) -> Command:
        return self.issued.order

    @property
    def world(self) -> World:
        return self.turn.world

    @property
    def tables(self) -> Edition:
        return self.turn.world.tables

    @cached_property
    def kingdom(self) -> Kingdom:
        """The kingdom of the giver."""
        return self.turn.world.kingdom_of(self.issued.seat)

    @property
    def code(self) -> str:
        """The code of the giver's kingdom."""
        return self.kingdom.code

    # --- failing and telling ---------------------------------------------------------------------------------------------

    def fail(self, why: str, remedy: str = "", paste: str = "", code: str = NOT_POSSIBLE) -> Literal[False]:
        """Tells why the order is not carried out, and what to write instead."""
        return self.turn.fail(self.issued, code, why, remedy, paste)

    def unsure(self, why: str, remedy: str = "") -> Literal[False]:
        """Fails for a reason that the giver may not know before the turn: until then it is a warning and the line is kept."""
        return self.turn.fail(self.issued, UNSURE, why, remedy)

    def note(self, why: str, remedy: str = "", paste: str = "") -> None:
        """Tells that the order is carried out, but not wholly as written."""
        self.turn.note(self.issued, "CHANGED", why, remedy, paste)

    def tell(self, kind: str, *others: str, **data: Any) -> None:
        """Records what happened for the giver, and for these other kingdoms."""
        self.turn.tell_kingdoms(kind, (self.code, *others), **data)

    def done(self, result: str = "done", gold: int = 0, food: int = 0) -> Literal[True]:
        """The order is carried out: its line in the list of orders, with what it cost."""
        self.turn.carried_out(self.issued)
        if self.provided:
            result = self.provided if result == "done" else f"{result}, {self.provided}"
        self.tell("order", line=self.issued.line, code=self.issued.code, result=result, gold=gold, food=food)
        return True

    # --- who acts --------------------------------------------------------------------------------------------------------

    def own_group(self, id: str = "", active: bool = True) -> Group | None:
        """The own group of column A, or this one; None after a failure."""
        id = id or self.order.group
        group = self.world.groups.get(id)
        own = [one.id for one in self.world.groups_of(self.code) if one.area or not active]
        near = next((one for one in own if one[0] == id[:1]), "")
        if group is None or group.kingdom != self.code:
            self.fail(f"{id} is no group of ours.", f"Ours are {', '.join(own)}.", self._instead(id, near), code=NOT_YOURS)
            return None
        if active and not group.area:
            self.fail(f"{id} is inactive; it has to be given troops or figures first.", "Orders 702 and 743 do that.")
            return None
        return group

    def enemy_group(self, group: Group, id: str = "") -> Group | None:
        """The foreign group of the order, in the area of an own one; None after a failure."""
        id = id or self.order.enemy
        enemy = self.world.groups.get(id)
        there = [one.id for one in self.world.groups_at(group.area) if one.kingdom != self.code]
        known = f"Foreign groups in the area: {', '.join(there)}." if there else "We know of no foreign group there."
        if id[1:] == self.code:
            self.fail("A group cannot act against its own kingdom.", known)
            return None
        if id[1:] not in self.world.kingdoms:
            self.fail(f"There is no kingdom {id[1:]} in this game.", known)
            return None
        if enemy is None or enemy.area != group.area:
            self.unsure(f"{id} is not known to be in the area of {group.id} ({group.area}).", "It fails if it is not there.")
            return None
        return enemy

    def own_figure(self, code: str = "", *, of: str = "figure") -> Figure | None:
        """The own figure of the order's first column of figures, or this one; None after a failure. ``of``: "figure",
        "political" (a ruler or emissary), "emissary", "ruler", "agent" or "priestess"."""
        code = code or self.order.figure
        figure = self.kingdom.figures.get(code)
        fitting = [one.code for one in self.kingdom.figures.values() if not one.held_by and _fits(one, of, self.kingdom)]
        ours = f"Ours: {' '.join(fitting)}." if fitting else "We have none."
        if figure is None:
            self.fail(f"{code} is no figure of ours.", ours, code=NOT_YOURS)
            return None
        if not _fits(figure, of, self.kingdom):
            paste = self._instead(code, fitting[0]) if len(fitting) == 1 else ""
            self.fail(f"{figure.name} is {_a(figure.rank)}; this order needs {_a(_SORTS[of])}.", ours, paste)
            return None
        if figure.held_by:
            self.fail(f"{figure.name} is a prisoner.", "Order 385 tries to escape." if figure.political else "")
            return None
        return figure

    def sole(self, figure: Figure) -> bool:
        """Takes the figure's one action of the turn; False after a failure if it had it, or sleeps (AC-08-31)."""
        key = (self.code, figure.code)
        if not self.can_act(figure):
            return False
        if (number := self.turn.sole_actions.get(key)) is not None:
            return self.fail(f"{figure.name} already has {number}; one mission a figure and turn, the lower number is done.")
        self.turn.sole_actions[key] = self.order.number
        return True

    def can_act(self, figure: Figure) -> bool:
        """True for a figure that is awake and not in exile; False after a failure (rulings 10 and 37)."""
        if (self.code, figure.code) in self.turn.asleep:
            return self.fail(f"{figure.name} sleeps an unnatural sleep and does nothing this turn.")
        if figure.exiled:
            return self.fail(f"{figure.name} is in exile and can do nothing until we have a center again.")
        return True

    def other_kingdom(self, code: str = "") -> Kingdom | None:
        """Another kingdom of the game; None after a failure."""
        code = code or self.order.kingdom
        if code == self.code:
            self.fail(f"{code} is our own kingdom.", "Give the code of another.")
            return None
        if code not in self.world.kingdoms:
            self.fail(f"There is no kingdom {code} in this game.", f"Codes: {' '.join(sorted(self.world.kingdoms))}.")
            return None
        return self.world.kingdoms[code]

    def _instead(self, said: str, better: str) -> str:
        """The order's line with another word in place of one; "" without one."""
        if not better or said not in self.issued.code.split():
            return ""
        words = self.issued.code.split()
        words[words.index(said)] = better
        return " ".join(words)


_SORTS = {
    "figure": "figure",
    "political": "ruler or emissary",
    "emissary": "emissary",
    "ruler": "ruler",
    "agent": "agent",
    "priestess": "High Priestess",
}


def _a(words: str) -> str:
    return f"an {words}" if words[:1] in "AEIOU" or words[:1] in "aeiou" else f"a {words}"


def _fits(figure: Figure, of: str, kingdom: Kingdom) -> bool:
    if of == "political":
        return figure.political
    if of == "emissary":
        return figure.political and figure.code != kingdom.ruler
    if of == "ruler":
        return figure.code == kingdom.ruler
    if of == "agent":
        return figure.agent
    return figure.priestess if of == "priestess" else True


def gathered(turn: Turn, number: int) -> list[Doing]:
    """The orders with this number of all kingdoms that play, in the order of processing, for steps that carry them out
    together."""
    doings = (Doing(turn, issued) for issued in turn.by_number.get(number, ()))
    return [one for one in doings if one.kingdom.active and turn.takes_up(one.issued)]


@dataclass
class Activity:
    """By group: how often it fought, and in which sets it stands."""

    fights: dict[str, int] = field(default_factory=dict)
    """Battles against groups and centers so far (AC-21-40)."""
    retreated: set[str] = field(default_factory=set)
    defended: set[str] = field(default_factory=set)
    """Groups that defended by order 120 or 121; these can neither attack a center nor investigate a sighting."""
    entrenched: set[str] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)
    acted_at_center: set[str] = field(default_factory=set)
    """Groups that attacked, plundered, threatened, parleyed with or besieged a center."""
    unpaid: set[str] = field(default_factory=set)
    """Groups that got no gold in this turn (AC-06-90)."""
    transferred: set[str] = field(default_factory=set)
    passed: dict[str, list[str]] = field(default_factory=dict)
    """The areas that a group entered in this turn, in order."""

    def fought(self, group: str) -> None:
        """Counts one more battle."""
        self.fights[group] = self.fights.get(group, 0) + 1


PRODUCTION, TRADE, CONSUMPTION, ORDERS, LATE, SPOILAGE = (
    "production",
    "trade",
    "consumption",
    "orders",
    "late",
    "spoilage",
)
"""Headings of the ledger, in the order of the report (ruling 70)."""


@dataclass
class Ledgers:
    """The ledgers of a turn: for each kingdom and heading the change of food and of gold."""

    lines: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)


@dataclass
class Hanging:
    """Before the turn: how much of our own gold and food is there only if partners of trades do their part."""

    gold: int = 0
    food: int = 0


def book(turn: Turn, kingdom: Kingdom, heading: str, food: int = 0, gold: int = 0) -> None:
    """Changes what a kingdom has, under a heading. Raises ValueError where it would have less than nothing."""
    if kingdom.food + food < 0 or kingdom.gold + gold < 0:
        raise ValueError(f"{kingdom.code} has {kingdom.food} food and {kingdom.gold} gold; {heading} takes {food} and {gold}")
    kingdom.food += food
    kingdom.gold += gold
    lines = turn.state(Ledgers).lines
    had_food, had_gold = lines.get((kingdom.code, heading), (0, 0))
    lines[kingdom.code, heading] = (had_food + food, had_gold + gold)


def pay(doing: Doing, gold: int = 0, food: int = 0, heading: str = ORDERS) -> bool:
    """Pays for an order from what is there when it runs; False after a failure, and then nothing is paid (rulings 4, 53)."""
    kingdom = doing.kingdom
    if kingdom.gold < gold:
        return doing.fail(f"It costs {gold:,} gold; there are {kingdom.gold:,} when it runs.", code="NO MEANS")
    if kingdom.food < food:
        return doing.fail(f"It costs {food:,} food; there are {kingdom.food:,} when it runs.", code="NO MEANS")
    hanging = doing.turn.state(Hanging)
    for what, have, part, price in (("gold", kingdom.gold, hanging.gold, gold), ("food", kingdom.food, hanging.food, food)):
        if doing.turn.expected and have - part < price:
            why = f"It costs {price:,} {what}; without what trades with others bring there are {max(have - part, 0):,}."
            doing.turn.note(doing.issued, UNSURE, why, "It fails if the partner does not do his part.")
    book(doing.turn, kingdom, heading, -food, -gold)
    return True
