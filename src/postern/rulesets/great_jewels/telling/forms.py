"""How this game tells facts in its sentences: forces, goods, land, places, leaders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from postern.game.kit.telling import Forms, capital, counted, listed
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.orders.scene import TERRAIN_NAMES
from postern.rulesets.great_jewels.wording import one_of, spoken
from postern.rulesets.great_jewels.world import LOTU

_MANY = {"towers": "siege towers", "csps": "citadel points"}


def where(force: str) -> str:
    """L13 stays L13; GB3 becomes the garrison of B3."""
    return force if force.startswith("L") else f"the garrison of {force[1:]}"


def goods(number: int, what: str) -> str:
    """So many of goods as orders and events name them: 3 troops, 1 navy, no siege towers."""
    many = _MANY.get(what, what)
    return counted(number, one_of(many), many)


def engines(data: Mapping[str, Any]) -> str:
    """The rams and siege towers among these facts: 2 rams and 1 siege tower."""
    return listed([goods(data[what], what) for what in ("rams", "towers") if data[what]])


def places(names: Iterable[str], most: int = 12, spare: int = 1) -> str:
    """The provinces in the order of the map; of more than ``most`` and ``spare`` the first and how many more."""
    every = [spoken(name) for name in sorted(names, key=hex_of)]
    more = len(every) - most
    return listed(every) if more <= spare else f"{', '.join(every[:most])} and {more} more"


FORMS: Forms = {
    "force": where,
    "Force": lambda force: capital(where(force)),
    "bare force": lambda force: where(force).removeprefix("the "),
    "raiders": lambda force: force if force.startswith("L") else "the garrison",
    "target": lambda force: "the garrison" if force == "G" else force,
    "holder": lambda owner: owner if owner not in ("", LOTU) else "its owner",
    "land": lambda letter: TERRAIN_NAMES[letter],
    "leaders": lambda numbers: ", ".join(f"L{number}" for number in numbers),
    "with new bonus": lambda pairs: listed([f"L{number} (now {bonus})" for number, bonus in pairs]),
    "some places": places,
    "less points": lambda points: counted(-points, "point"),
}
