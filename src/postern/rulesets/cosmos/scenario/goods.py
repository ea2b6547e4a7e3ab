"""The goods of a scenario: resources and items (CF-2.4, CF-6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import BeforeValidator

from postern.rulesets.cosmos.amounts import Amounts
from postern.rulesets.cosmos.scenario.cells import Exact, Numbers


@dataclass(frozen=True)
class Resource:
    """What a resource weighs, how it decays, and what comes back of it (CF-6.5, CF-6.7, CF-7)."""

    resource: str
    kind: str
    weight_per_unit: Exact
    size_per_unit: Exact
    decay_pct_per_turn: int
    decay_basis: str
    transfer_arrives_pct: int
    store_arrives_pct: int
    disband_recovery_pct: int
    flee_recovery_pct_at_home: int
    recruit_interrupt_recovery_pct: int
    tax_weight: Exact
    villeinage_weight: Exact


@dataclass(frozen=True)
class StartResource:
    """How much of a resource a nation has in its pool at the start."""

    nation: str
    resource: str
    pool: int


def read_bonus(cell: object) -> object:
    """``melee:30 personal`` as a mapping; a word without a number counts 1."""
    if not isinstance(cell, str):
        return cell
    return {name: number or "1" for name, _, number in (word.partition(":") for word in cell.split())}


@dataclass(frozen=True)
class ItemType:
    """An item of the scenario, or one that units make: how large and heavy it is, and what it does for its holder.

    ``bonus`` has what it adds, each by its name: see ``gear``. What can be made has a ``number``, its ``makers`` by type, what
    it costs ("mana" is of the maker's own kind), the phases that it takes, and the phases for which it ``lasts``, 0 for ever.
    ``use`` is what it brings once, in a location ``used_in`` where one is named.
    """

    id: int
    name: str
    type: str
    size: int = 1
    weight: int = 0
    start_position: str = ""
    bonus: Annotated[Mapping[str, int], BeforeValidator(read_bonus)] = field(default_factory=dict)
    number: int = 0
    makers: Numbers = ()
    cost: Amounts = field(default_factory=dict)
    phases: int = 0
    lasts: int = 0
    use: Amounts = field(default_factory=dict)
    used_in: str = ""
