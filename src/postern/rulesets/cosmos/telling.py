"""Words for what happened: a sentence an event kind, from the files in ``data/tellings``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from postern.game.kit.telling import Row, Tellings, listed
from postern.rulesets.cosmos.amounts import written

_FORMS = {
    "amounts": lambda value: listed([f"{number} {name}" for name, number in value.items() if number]) or "nothing",
    "written": written,
}
"""Ways to tell a fact: ``{cost:amounts}`` is "30 gold and 50 men", ``{cost:written}`` "gold:30 men:50"."""


@cache
def tellings() -> Tellings:
    """The words of the game. Raises ValueError when two files have a sentence for the same kind."""
    rows: dict[str, Sequence[Row]] = {}
    folder = files("postern.rulesets.cosmos") / "data" / "tellings"
    for page in sorted(folder.iterdir(), key=lambda one: one.name):
        found: Mapping[str, Any] = tomllib.loads(page.read_text(encoding="utf-8"))
        if twice := set(found) & set(rows):
            raise ValueError(f"data/tellings/{page.name}: {', '.join(sorted(twice))} has words already")
        rows |= {kind: [("", "", said)] if isinstance(said, str) else said for kind, said in found.items()}
    return Tellings(rows, _FORMS)
