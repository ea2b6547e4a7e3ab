"""Words for what happened: one sentence an event kind, made last and in one place.

A step records ``turn.tell("captured", to=[...], province="B3", by="GREEDY")``. Its sentence stands in ``data/tellings.toml``,
or, where it needs more, beside ``@teller("captured")`` in a module here. The report asks ``sentence(event, reader)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from postern.game.events import Event
from postern.game.kit.telling import Tellings
from postern.rulesets.great_jewels.tables import CONTENT
from postern.rulesets.great_jewels.telling.forms import FORMS, engines, goods
from postern.rulesets.great_jewels.wording import spoken

_PLACES = frozenset("province place start goal origin landfall refuge path goals".split())


def _prepared(event: Event, reader: str) -> Mapping[str, Any]:
    """The facts of an event with names of provinces as sentences say them, and with what follows from several facts."""
    data = {key: _spoken(key, value) for key, value in event.data.items()} if event.kind != "battle" else {**event.data}
    if "leader" in data and "owner" in data:
        other = f"L{data['leader']} of {data['owner']}" if data["leader"] else "an army that you do not see"
        data["who"] = f"L{data['leader']}" if data["owner"] == reader else other
    if "what" in data and "quantity" in data:
        data["things"] = goods(data["quantity"], data["what"])
    if "rams" in data and "towers" in data:
        data |= {"engines": engines(data), "them": "it" if data["rams"] + data["towers"] == 1 else "them"}
    return data


def _spoken(key: str, value: Any) -> Any:
    """Names of provinces in row L are told with the word province, lest they read as leaders."""
    if key not in _PLACES or not value:
        return value
    return [spoken(one) for one in value] if isinstance(value, list) else spoken(value)


TELLINGS = Tellings(CONTENT.toml("tellings"), FORMS, _prepared)
teller, sentence, kinds = TELLINGS.teller, TELLINGS.sentence, TELLINGS.kinds

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
