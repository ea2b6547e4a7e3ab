"""Words for what happened: one phrase an event kind, made last and in one place.

A step records ``turn.tell("captured", to=[...], province="B3", by="GREEDY")``; beside it, in the module of the same subject
here, stands ``@told("captured")`` with the sentence. The report asks ``sentence(event, reader)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Literal

from postern.game.events import Event
from postern.game.report import Battle
from postern.rulesets.great_jewels.wording import spoken


@dataclass(frozen=True, slots=True)
class Said:
    """One thing told to one reader: a short plain sentence with numbers.

    ``weight``: "attention" comes first in the report (battles lost, sieges, losses), "normal" in its step, "detail" is told
    only in the step's account. ``battle`` is a boxed account instead of the sentence's place in the running text. ``more`` is
    what is left to tell where another line tells the cause of it.
    """

    text: str
    weight: Literal["attention", "normal", "detail"] = "normal"
    tone: Literal["body", "good", "bad"] = "body"
    battle: Battle | None = None
    more: str = ""


Teller = Callable[[Mapping[str, Any], str], Said | None]
_TELLERS: dict[str, Teller] = {}


def told(kind: str) -> Callable[[Teller], Teller]:
    """Registers the words of one event kind: ``(data, reader's name) -> Said`` (None: not worth telling this reader)."""

    def register(teller: Teller) -> Teller:
        if kind in _TELLERS:
            raise ValueError(f"event kind {kind!r} has words already")
        _TELLERS[kind] = teller
        return teller

    return register


def sentence(event: Event, reader: str) -> Said | None:
    """What this reader is told of the event. Raises KeyError for a kind without words (a test holds that none is)."""
    if event.kind in _BOXED:
        return _TELLERS[event.kind](event.data, reader)
    said = _TELLERS[event.kind]({key: _spoken(key, value) for key, value in event.data.items()}, reader)
    return replace(said, text=said.text[:1].upper() + said.text[1:]) if said is not None else None


_BOXED = frozenset({"battle"})
_PLACES = frozenset("province place start goal origin landfall refuge path goals".split())


def _spoken(key: str, value: Any) -> Any:
    """Names of provinces in row L are told with the word province, lest they read as leaders."""
    if key not in _PLACES or not value:
        return value
    return [spoken(one) for one in value] if isinstance(value, list) else spoken(value)


def kinds() -> frozenset[str]:
    """All event kinds that have words."""
    return frozenset(_TELLERS)


for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
