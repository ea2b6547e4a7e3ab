"""The headline of a front page and the lines below it: the weightiest news of a turn, in the words of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from postern.game.kit.report.telling import capital, filled
from postern.game.kit.report.wordings import varied

MOST_TALES, LONGEST_TALE = 3, 260
"""How many kinds of news the lines below a headline tell at most, and how many signs they have at most with more than one."""


@dataclass(frozen=True)
class News:
    """One piece of news: its kind in ``headlines.toml``, its weight, and the facts for the words of its kind."""

    kind: str
    weight: int
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class NewsKind:
    """A section of ``headlines.toml``: headlines, of which a turn has one, and a sentence with the facts."""

    headlines: tuple[str, ...]
    tale: str


def kinds_of(toml: Mapping[str, Mapping[str, Any]]) -> Mapping[str, NewsKind]:
    """Return the kinds of news of a table. Raises TypeError for a field that there is not, and for one that is missing."""
    return {name: NewsKind(**{**row, "headlines": tuple(row["headlines"])}) for name, row in toml.items()}


def told(every: Sequence[News], kinds: Mapping[str, NewsKind], key: str, turn: int) -> tuple[str, str]:
    """Return the headline, made from the weightiest news, and the lines below it, from this and the next ones.

    Of each kind the weightiest is told. ``every`` is not empty; what weighs the same keeps its order. ``key`` names game and
    reader, for the choice of words. Raises KeyError for a kind that the table has not.
    """
    ranked = sorted(every, key=lambda one: -one.weight)
    headline = _said(varied(kinds[ranked[0].kind].headlines, key, turn), ranked[0])
    weightiest: dict[str, News] = {}
    for one in ranked:
        weightiest.setdefault(one.kind, one)
    tale = ""
    for one in list(weightiest.values())[:MOST_TALES]:
        sentence = _said(kinds[one.kind].tale, one)
        if tale and len(tale) + len(sentence) > LONGEST_TALE:
            break
        tale = f"{tale} {sentence}".strip()
    return headline, tale


def _said(text: str, one: News) -> str:
    return capital(filled(text, one.facts, {}))
