"""Words for what happened: a sentence an event kind, from the files in ``data/tellings``."""

from __future__ import annotations

from functools import cache

from postern.game.kit.telling import Tellings, listed
from postern.rulesets.cosmos.amounts import written
from postern.rulesets.cosmos.scenario import CONTENT

_FORMS = {
    "amounts": lambda value: listed([f"{number} {name}" for name, number in value.items() if number]) or "nothing",
    "written": written,
}
"""Ways to tell a fact: ``{cost:amounts}`` is "30 gold and 50 men", ``{cost:written}`` "gold:30 men:50"."""


@cache
def tellings() -> Tellings:
    """The words of the game. Raises ValueError when two files have a sentence for the same kind."""
    return Tellings(CONTENT.merged("tellings"), _FORMS)
