"""The orders to cast: each spell of the scenarios' tables is an order of its own name (CF-19, ruling 1.11, ``spells.csv``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postern.game.kit.orderfile import OrderFile
from postern.rulesets.cosmos.orders.spells import Cast, Crumble, Dispel, MarkHere, MarkThere, Mirage, Scry, Strike
from postern.rulesets.cosmos.orders.spells_on_units import Charm, Heal, MarkForce, MarkSelf, MarkUnits, Reveal
from postern.rulesets.cosmos.scenario import SCENARIOS, Spell, scenario

_KINDS: Mapping[str, tuple[type[Cast], str]] = {
    "strike": (Strike, "<target:position> <power:power>"),
    "walls": (Crumble, "<target:position> <power:power>"),
    "mark here": (MarkHere, ""),
    "mark there": (MarkThere, "<target:position>"),
    "dispel": (Dispel, "<target:position>"),
    "illusion": (Mirage, "<hex> <terrain:terrain>"),
    "scry": (Scry, "<hex>"),
    "reveal": (Reveal, ""),
    "mark self": (MarkSelf, ""),
    "mark force": (MarkForce, ""),
    "mark units": (MarkUnits, "<units:unit>..."),
    "heal": (Heal, "<units:unit>...?"),
    "charm": (Charm, "<units:unit>..."),
}
"""The class that carries out each kind of spell, and the arguments of its order."""


def _all_spells() -> dict[str, Spell]:
    return {spell.spell: spell for slug in SCENARIOS for spell in scenario(slug).spells}


def _section(spell: Spell) -> dict[str, Any]:
    form = {"text": f"{spell.spell} {_KINDS[spell.kind][1]}".rstrip(), "help": spell.effect}
    return {"giver": "unit", "group": "magic", "words": f"casts {spell.spell}", "forms": [form]}


def _kinds() -> tuple[Any, ...]:
    spells = _all_spells()
    file = OrderFile({"words": {}, **{name: _section(spell) for name, spell in spells.items()}})
    made = {name: type(name, (_KINDS[spell.kind][0],), {"name": name}) for name, spell in spells.items()}
    return tuple(file.kind(name, made[name]) for name in file)


SPELLS = _kinds()
