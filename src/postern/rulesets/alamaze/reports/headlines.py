"""The headline of the front page and the lines below it: the weightiest news of a turn, weighed in percent of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from postern.game.kit.report.changes import net
from postern.game.kit.reports import won_by
from postern.game.kit.telling import capital, filled, listed
from postern.game.kit.wordings import varied
from postern.rulesets.alamaze.influence import order_limit
from postern.rulesets.alamaze.reports.fights import battles, tale
from postern.rulesets.alamaze.reports.reading import Reading, centers_changed
from postern.rulesets.alamaze.telling import CONTENT

KINDS: Mapping[str, Mapping[str, Any]] = CONTENT.toml("headlines")
_TALES, _LONGEST = 3, 260
_REGION, _FIGURE, _HUNGER, _SPELLS, _NAMED = 120, 25, 40, 20, 4
CENTERS, CENTER = {"City": 80, "Town": 45}, 30
"""What centers weigh by their type, and all others."""
_LOST = ("died", "captured", "priestess-lost")


@dataclass(frozen=True)
class News:
    """One piece of news: its kind in ``data/headlines.toml``, its weight, and its facts."""

    kind: str
    weight: int
    facts: Mapping[str, Any] = field(default_factory=dict)


def told(every: list[News], key: str, turn: int) -> tuple[str, str]:
    """The headline, made from the weightiest news, and the lines below it, from this and the next kinds. ``every`` is not
    empty; what weighs the same keeps its order."""
    ranked = sorted(every, key=lambda one: -one.weight)
    headline = _said(varied(KINDS[ranked[0].kind]["headlines"], key, turn), ranked[0])
    kinds: dict[str, News] = {}
    for one in ranked:
        kinds.setdefault(one.kind, one)
    text = ""
    for one in list(kinds.values())[:_TALES]:
        sentence = _said(KINDS[one.kind]["tale"], one)
        if text and len(text) + len(sentence) > _LONGEST:
            break
        text = f"{text} {sentence}".strip()
    return headline, text


def _said(text: str, one: News) -> str:
    return capital(filled(text, one.facts, {}))


def news(reading: Reading) -> list[News]:
    """All news of the turn; at worst that there is none."""
    world, kingdom = reading.world, reading.kingdom
    own = world.centers_of(reading.code)
    active = sum(bool(one.area) for one in reading.groups())
    facts: dict[str, Any] = {
        "kingdom": reading.name,
        "centers": len(own),
        "gold": f"{kingdom.gold:,}",
        "food": f"{kingdom.food:,}",
    }
    if world.finished:
        words = {"winners": won_by(world.winners, reading.view.seat), "victory": world.victory or "nobody"}
        return [News("victory" if reading.view.seat in world.winners else "defeat", 1, facts | words)]
    if not kingdom.active:
        return [News("out", 1, facts)]
    if reading.setup:
        ruler = kingdom.figures[kingdom.ruler]
        more = {"ruler": f"{ruler.rank} {ruler.name}", "capital": reading.place(kingdom.capital)}
        return [News("begin", 1, facts | more | {"groups": active, "turns": world.turns})]
    found = [*_battles(reading), *_lands(reading), *_regions(reading), *_people(reading), *_influence(reading)]
    return [*found, News("quiet", 0, facts)]


def _battles(reading: Reading) -> Iterator[News]:
    for one in battles(reading):
        kind = "battle won" if one.good else "battle lost" if one.bad else "battle held"
        yield News(kind, one.weight, {"place": one.place, "tale": tale(reading, one)})


def _lands(reading: Reading) -> Iterator[News]:
    """Centers won and lost, and those that changed hands twice."""
    hands = centers_changed(reading)
    for kind, areas in (
        ("centers won", hands.won),
        ("centers lost", hands.lost),
        ("centers regained", hands.regained),
        ("centers passed", hands.passed),
    ):
        if areas:
            weight = sum(CENTERS.get(reading.tables.centers[area].type, CENTER) for area in areas)
            names = [reading.tables.centers[area].name for area in areas[:_NAMED]]
            more = [f"{len(areas) - _NAMED} more"] if len(areas) > _NAMED else []
            weight = weight // 2 if areas in (hands.regained, hands.passed) else weight
            one = len(areas) == 1
            facts = {"names": listed([*names, *more]), "are": "is" if one else "are", "were": "was" if one else "were"}
            yield News(kind, weight, facts)


def _regions(reading: Reading) -> Iterator[News]:
    changes = [(one["region"], one["before"], one["after"]) for one in reading.data("region")]
    held = reading.kingdom.controlled
    hands = net(changes, lambda region: reading.code if region in held else None, reading.code)
    for kind, regions in (("region won", hands.won), ("region lost", hands.lost), ("region passed", hands.passed)):
        for region in regions:
            yield News(kind, _REGION, {"region": reading.tables.regions[region].name})


def _people(reading: Reading) -> Iterator[News]:
    """Figures lost, groups that went hungry or without pay, new spells."""
    there = {f"{one.name}" for one in reading.kingdom.figures.values() if not one.held_by}
    for said in reading.said:
        event = said.event
        ours = event.kind != "captured" or event.data["of"] == reading.name
        if event.kind in _LOST and ours and event.data["figure"] not in there:
            yield News("lost", _FIGURE, {"figure": str(event.data["figure"]), "text": said.text})
    hungry = dict.fromkeys(one["group"] for one in reading.data("unfed", "unpaid"))
    if hungry:
        yield News("hunger", _HUNGER, {"names": listed(list(hungry))})
    if powers := [one["power"] for one in reading.data("spell-list") if one["power"]]:
        yield News("spells", _SPELLS, {"power": max(powers)})


def _influence(reading: Reading) -> Iterator[News]:
    before, after = reading.only("month").get("influence", (0, 0))
    if before != after:
        facts = {"points": f"{abs(after - before) / 100:.2f}", "now": f"{after / 100:.2f}"}
        facts["limit"] = str(order_limit(reading.world, reading.kingdom))
        yield News("influence" if after > before else "influence lost", abs(after - before) // 10, facts)
