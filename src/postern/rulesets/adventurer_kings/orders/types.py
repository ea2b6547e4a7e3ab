"""The types of orders as letters say them. Names and numbers of things are texts still: whoever carries an order out finds what
they mean at that moment (``finding``)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.adventurer_kings.rules.plans import Plan


@dataclass(frozen=True, slots=True)
class Action:
    """What a character does in a phase, from 1 to 5."""

    phase: int


@dataclass(frozen=True, slots=True)
class Move(Action):
    """MO. ``via`` is the first of two steps (AK-D3.1-04)."""

    to: str
    via: str | None = None


@dataclass(frozen=True, slots=True)
class Explore(Action):
    """EX."""


@dataclass(frozen=True, slots=True)
class Search(Action):
    """SE. ``feature`` is ``province.number``."""

    feature: str
    tactics: Plan | None = None


@dataclass(frozen=True, slots=True)
class Recruit(Action):
    """RE."""

    type: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class HireArmy(Action):
    """RE #."""

    army: int


@dataclass(frozen=True, slots=True)
class Hire(Action):
    """HI. Without a Hero nobody is asked: the answer lists who could be."""

    hero: str | None


@dataclass(frozen=True, slots=True)
class Disband(Action):
    """DI. No armies mean all, here and in the next two."""

    armies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dismiss(Action):
    """FI."""

    hero: str


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """LE."""

    armies: tuple[int, ...]
    taker: str | None = None


@dataclass(frozen=True, slots=True)
class PickUp(Action):
    """PI."""

    armies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cast(Action):
    """CA. Without a spell nothing is cast: the answer lists what could be."""

    spell: str | None
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Use(Action):
    """US."""

    item: int
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Meet(Action):
    """EN."""

    who: str
    tactics: Plan | None = None


@dataclass(frozen=True, slots=True)
class Practice(Action):
    """PR."""

    ability: str


@dataclass(frozen=True, slots=True)
class Spy(Action):
    """SP."""

    province: str | None = None


@dataclass(frozen=True, slots=True)
class Defend(Action):
    """DE."""

    province: str | None = None


@dataclass(frozen=True, slots=True)
class Pursue(Action):
    """PU."""

    who: str


@dataclass(frozen=True, slots=True)
class Trail(Action):
    """TR."""

    who: str


@dataclass(frozen=True, slots=True)
class Give(Action):
    """GI."""

    items: tuple[int, ...]
    taker: str


@dataclass(frozen=True, slots=True)
class Treat:
    """TREAT."""

    kingdom: str


@dataclass(frozen=True, slots=True)
class Break:
    """BREAK."""

    kingdom: str


@dataclass(frozen=True, slots=True)
class ShareScience:
    """SCI."""

    kingdom: str


@dataclass(frozen=True, slots=True)
class Claim:
    """CLAIM."""


@dataclass(frozen=True, slots=True)
class Vote:
    """VOTE."""

    kingdom: str


@dataclass(frozen=True, slots=True)
class GiveGold:
    """GIVEGOLD."""

    gold: int
    kingdom: str


@dataclass(frozen=True, slots=True)
class NameHeir:
    """HEIR. ``name`` is in capitals; the letter's own spelling is taken where it is carried out."""

    name: str
    levels: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Rename:
    """NAME. ``object`` is CHAR or PROV."""

    object: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class SpecialPlan:
    """PLAN. Without tactics the plan is deleted."""

    who: str
    tactics: Plan | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """MSG. ``receiver`` is a kingdom or ALL."""

    receiver: str
    text: str
