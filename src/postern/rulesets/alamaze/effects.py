"""What kingdoms, brigades and artifacts change in the rules: rows of one small vocabulary, asked at one place each.

A rule never names an artifact or a kingdom. It asks for an effect and its target ("chance_points", "success.940"), and the rows
of all that is concerned are added up: first ``=n``, then ``+n`` and ``-n``, then factors ``xf``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from postern.rulesets.alamaze.tables import EffectRow
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Center, Figure, Group, World


@dataclass(frozen=True)
class Asked:
    """Who is concerned where a rule asks: a kingdom, and as far as they take part its group, its figure, and a center.
    ``against`` says who is on the other side, as conditions name it: a rank, a kingdom's code."""

    world: World
    kingdom: str
    group: Group | None = None
    figure: Figure | None = None
    center: Center | None = None
    against: tuple[str, ...] = ()


CONDITIONS: Mapping[str, Callable[[Asked], bool]] = {
    "": lambda asked: True,
    "against a Demon Prince": lambda asked: "Demon Prince" in asked.against,
    "not against a Demon Prince": lambda asked: "Demon Prince" not in asked.against,
    "against a Consul": lambda asked: "Consul" in asked.against,
    "not against a Consul": lambda asked: "Consul" not in asked.against,
    "against a ruler": lambda asked: bool({"King", "Queen", "Regent"} & set(asked.against)),
    "not against a ruler": lambda asked: not {"King", "Queen", "Regent"} & set(asked.against),
    "patrol": lambda asked: asked.group is not None and not asked.group.brigades,
    "at most 5 brigades": lambda asked: asked.group is not None and asked.group.size <= 5,
    "held by the ruler": lambda asked: (
        asked.figure is not None and asked.world.kingdoms[asked.kingdom].ruler == asked.figure.code
    ),
}
"""When a row holds, by its phrase in the table."""


def rows(asked: Asked, effect: str, target: str) -> Iterator[EffectRow]:
    """The rows that hold now. Raises KeyError for a condition that is not known."""
    for row in asked.world.tables.effects.get((effect, target), ()):
        if row.source in _sources(asked, row.source_kind) and CONDITIONS[row.condition](asked):
            yield row


def _sources(asked: Asked, kind: str) -> list[str]:
    """What is concerned, of a kind of source; an artifact once for each that is there."""
    if kind == "kingdom":
        return [asked.kingdom]
    if kind == "brigade":
        return list(asked.group.brigades) if asked.group else []
    if kind == "artifact":
        return [key for holder in (asked.group, asked.figure, asked.center) if holder for key in holder.artifacts]
    raise ValueError(f"a row of effects has the source kind {kind!r}")


def amount(asked: Asked, effect: str, target: str, base: float = 0) -> float:
    """A number after all rows that change it."""
    found = [row.amount for row in rows(asked, effect, target)]
    set_to = [float(one[1:]) for one in found if one.startswith("=")]
    value = max(set_to) if set_to else base
    value += sum(float(one) for one in found if one[0] in "+-")
    for one in found:
        if one.startswith("x"):
            value *= float(one[1:])
    return value


def holds(asked: Asked, effect: str, target: str) -> bool:
    """True when some row allows it, or switches it on."""
    return any(row.amount in ("allow", "on") for row in rows(asked, effect, target))


def chance(asked: Asked, roll: str, base: float, low: float = 0, high: float = 100) -> float:
    """A chance in percent after the rows for this roll, within its bounds."""
    value = amount(asked, "chance_factor", roll, amount(asked, "chance_points", roll, base))
    return min(max(value, low), high)


def happens(turn: Turn, percent: float, *name: object) -> bool:
    """Throws the dice: true with this chance in percent, to a hundredth of it. The names are those of the stream. On an
    imagined world only what is certain happens."""
    if turn.expected:
        return percent >= 100
    return turn.stream(*name).odds(round(percent * 100), 10_000) if percent > 0 else False
