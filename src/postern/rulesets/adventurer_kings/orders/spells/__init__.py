"""The action and battle spells, each a function: it finds out what the spell is to do, and returns that as a deed, done when
the spell succeeds, or says why it cannot be and raises Impossible (D4.21 to D4.25, and those of secret powers)."""

from __future__ import annotations

from postern.rulesets.adventurer_kings.orders.spells import armies, dead, land, minds
from postern.rulesets.adventurer_kings.orders.spells.casting import SPELLS
from postern.rulesets.adventurer_kings.tables import TABLES

FAMILIES = (armies, dead, land, minds)
if missing := [one.name for one in TABLES.spells.values() if one.kind != "encounter" and one.code not in SPELLS]:
    raise ValueError(f"spells.csv: nothing is done by {', '.join(missing)}")
