"""The headline of the front page and the lines below it, from the weightiest news and ``data/headlines.toml``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from postern.game.kit.telling import capital
from postern.game.kit.wordings import varied
from postern.rulesets.great_jewels.tables import CONTENT
from postern.rulesets.great_jewels.weighing import News

_LIGHT = 15
"""News of less weight (in troops, by the table's percent) makes no headline."""

_CALM = ("points", "quiet")
"""Told only where there is no other news."""


@dataclass(frozen=True, slots=True)
class _Kind:
    weight: int
    headlines: tuple[str, ...]
    tale: str


KINDS = {name: _Kind(row["weight"], tuple(row["headlines"]), row["tale"]) for name, row in CONTENT.toml("headlines").items()}
"""The kinds of news, as the table has them."""


def told(every: Iterable[News], key: str, turn: int) -> tuple[str, str]:
    """The headline and the lines below it: the facts of the first news, then the weightiest of the other tone, else the next.

    ``every`` is not empty; what is of equal weight keeps its order.
    """
    ranked = sorted(every, key=_weight)
    first = ranked[0]
    rest = [one for one in ranked[1:] if -_weight(one) >= _LIGHT and one.kind not in _CALM and not _part_of(one, first)]
    other = next((one for one in rest if one.good != first.good), None)
    second = other or next((one for one in rest if not _part_of(first, one)), None)
    sentences = [_filled(KINDS[first.kind].tale, first)]
    if second is not None:
        tale = _filled(KINDS[second.kind].tale, second)
        sentences.append(f"But {_lower(tale)}" if second.good != first.good else tale)
    headline = _filled(varied(KINDS[first.kind].headlines, key, turn), first)
    return headline, " ".join(sentences)


def _weight(one: News) -> int:
    return -one.weight * KINDS[one.kind].weight // 100


_GATHERS = {
    "conquests": {"stormed", "taken", "settled"},
    "slaughter": {"slain"},
    "losses": {"lost", "lost-home", "strayed"},
    "fallen-many": {"fallen"},
}


def _part_of(one: News, other: News) -> bool:
    """True where the other news gathers this one with more of its sort."""
    return one.kind in _GATHERS.get(other.kind, ())


def _filled(text: str, one: News) -> str:
    return capital(text.format(**one.words))


_NOT_NAMES = ("You", "Your", "No", "A", "The")


def _lower(sentence: str) -> str:
    """The sentence as it goes on behind "But": names keep their capitals."""
    first = sentence.split(" ", 1)[0]
    return sentence[0].lower() + sentence[1:] if first in _NOT_NAMES or first.lower() == "province" else sentence
