"""The headline of the front page and the lines below it, from the weightiest news and ``data/headlines.toml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from postern.game.kit.telling import capital, filled
from postern.game.kit.wordings import varied
from postern.rulesets.cosmos.scenario import CONTENT


@dataclass(frozen=True)
class News:
    """One piece of news: its kind in ``data/headlines.toml``, its weight (soldiers are the measure), and its facts."""

    kind: str
    weight: int
    facts: Mapping[str, Any] = field(default_factory=dict)


KINDS: Mapping[str, Mapping[str, Any]] = CONTENT.toml("headlines")
_TALES = 3
_LONGEST = 260


def told(every: Sequence[News], key: str, turn: int) -> tuple[str, str]:
    """The headline, made from the weightiest news, and the lines below it, from this and the next ones; of each kind the
    weightiest. ``every`` is not empty; what weighs the same keeps its order."""
    ranked = sorted(every, key=lambda one: -one.weight)
    first = ranked[0]
    headline = _said(varied(KINDS[first.kind]["headlines"], key, turn), first)
    kinds: dict[str, News] = {}
    for one in ranked:
        kinds.setdefault(one.kind, one)
    tale = ""
    for one in list(kinds.values())[:_TALES]:
        sentence = _said(KINDS[one.kind]["tale"], one)
        if tale and len(tale) + len(sentence) > _LONGEST:
            break
        tale = f"{tale} {sentence}".strip()
    return headline, tale


def _said(text: str, one: News) -> str:
    return capital(filled(text, one.facts, {}))
