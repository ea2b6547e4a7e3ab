"""A map for who cannot see it: in a sentence, and as a list by area."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from postern.game.chart import Chart
from postern.render.chart.tips import Told, told

_MOST_NAMED = 12


@dataclass(frozen=True)
class Group:
    """Areas that belong together, an item each; of those of which there is little to say, many in one item."""

    title: str
    items: tuple[str, ...]


def described(chart: Chart) -> str:
    """What a picture of the chart shows in a sentence: how much land, the reader's own places, the battles."""
    mine = {owner.key for owner in chart.owners if owner.own}
    own = [area.name for area in chart.areas if area.owner in mine]
    fought = list(dict.fromkeys(clash.area for clash in chart.clashes))
    parts = [f"{chart.title}: a map of {len(chart.areas)} areas"]
    parts += [f"yours are {_listed(own)}"] if own else []
    parts += [f"battles in {_listed(fought)}"] if fought else []
    return f"{'; '.join(parts)}."


def _listed(names: Sequence[str]) -> str:
    most = names[:_MOST_NAMED]
    return ", ".join(most) + (f" and {len(names) - len(most)} more" if len(names) > len(most) else "")


def in_words(chart: Chart) -> list[Group]:
    """Every area once: the reader's own first, then each other side's in the order of the legend, then those that nobody
    holds. Of the last, such as have nothing in them are told together by land and sight."""
    areas = told(chart)
    owners = sorted(chart.owners, key=lambda owner: not owner.own)
    held = [
        Group("Yours" if owner.own else f"Held by {owner.name}", tuple(_item(one) for one in areas if one.owner == owner.name))
        for owner in owners
    ]
    names = {owner.name for owner in owners}
    open_ = [one for one in areas if one.owner not in names]
    bare: dict[tuple[str, str], list[str]] = {}
    for one in open_:
        if not one.more:
            bare.setdefault((one.land, one.sight), []).append(one.name)
    rest = [f"{', '.join(filter(None, about)) or 'unknown'}: {', '.join(found)}" for about, found in sorted(bare.items())]
    held.append(Group("Held by nobody whom you know", (*(_item(one) for one in open_ if one.more), *rest)))
    return [group for group in held if group.items]


def _item(one: Told) -> str:
    return f"{one.name}: {'; '.join(filter(None, (one.land, *one.more, one.sight)))}"
