"""What holds of every order of a name, from ``order_traits.csv``."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.cosmos.scenario import CONTENT


@dataclass(frozen=True)
class Traits:
    """What holds of every order of a name: its priority (CF-4.2), whether it is free of charge (CF-3.2-11), a meta order
    (CF-4.3-01), possible in questing mode ("yes", "no", "only"; CF-20.3) and for stupid units (CF-3.1-18). ``force``: the whole
    force carries it out; other orders concern the leader alone (CF-8-03, CF-8-04). ``recovers``: the column of the resource
    table with what comes back when the order is broken off; without it nothing does (CF-6-02, CF-7.1-11)."""

    name: str
    priority: int
    free: bool = False
    meta: bool = False
    questing: str = "yes"
    stupid: bool = False
    force: bool = False
    recovers: str = ""


TRAITS = CONTENT.table("order_traits", Traits, lambda one: one.name)
