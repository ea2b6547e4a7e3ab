"""What a turn brought a nation, weighed in soldiers, from its own events and its view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from postern.game.events import Event
from postern.game.kit.reports import won_by
from postern.game.kit.telling import listed
from postern.rulesets.cosmos.fights import Sides, battles, fell, fled, nations_of, place_of, type_names, verdict, weight
from postern.rulesets.cosmos.headlines import News
from postern.rulesets.cosmos.hints import near_enemies
from postern.rulesets.cosmos.names import the_nation
from postern.rulesets.cosmos.status import place_name, totals
from postern.rulesets.cosmos.view import View

_HEX, _LOCATION, _RULER, _QUEST = 15, 150, 400, 120
_NAMED, _SOME = 6, 20
_WEIGHTS = {
    "besieged": 120,
    "siege over": 90,
    "city ruined": 200,
    "city shrank": 60,
    "city grew": 50,
    "location built": 70,
    "walls lost": 70,
    "location destroyed": 160,
}
"""What befell own locations; the kinds of news have the names of the events."""
_UNPAID = ("unit dissolved", "unit weakened", "unit went back")


def news(view: View, events: Sequence[Event]) -> list[News]:
    """All news of the turn; at worst that there is none."""
    world, nation = view.world, view.nation
    facts: dict[str, object] = {
        "nation": the_nation(world.tables.nations[view.code].name),
        "points": nation.points + nation.bonus,
    }
    facts |= {"home": place_name(world, str(nation.home)), **totals(world, nation)}
    if world.finished:
        winners = won_by(world.winners, view.seat)
        return [News("victory" if view.seat in world.winners else "defeat", 1, {**facts, "winners": winners})]
    if nation.eliminated:
        return [News("out", 1, facts)]
    if world.turn == 1 and not events:
        return [News("begin", 1, {**facts, "turns": world.turns})]
    found = [*_battles(view, events), *_lands(view, events), *_fates(view, events), *_deeds(events), *_near(view, events)]
    return [*found, News("quiet", 0, facts)]


def _battles(view: View, events: Sequence[Event]) -> Iterator[News]:
    for one in battles(events):
        yield News(f"battle {verdict(one)}", 2 * weight(one), _battle_facts(view, one))


def _battle_facts(view: View, one: Sides) -> dict[str, object]:
    return {
        "place": place_of(view, one),
        "phase": one.phase,
        "foes": nations_of(view, one.theirs),
        "types": type_names(view, one.theirs),
        "lost": fell(one.ours),
        "away": fled(one.ours),
        "killed": fell(one.theirs),
        "driven": fled(one.theirs),
    }


def _lands(view: View, events: Sequence[Event]) -> Iterator[News]:
    """Hexes and locations won and lost."""
    names = view.world.tables.nations
    won = [one for one in events if one.kind == "controlled" and one.data["owner"] == view.code]
    hexes = [str(one.data["what"]).removeprefix("hex ") for one in won if str(one.data["what"]).startswith("hex ")]
    if hexes:
        facts = {"count": len(hexes), "names": listed(hexes[:_NAMED]), "more": max(0, len(hexes) - _NAMED)}
        yield News("spread", _HEX * len(hexes), facts)
    for one in won:
        if not str(one.data["what"]).startswith("hex "):
            old = the_nation(names[one.data["old"]].name) if one.data["old"] else ""
            yield News("taken", _LOCATION, {"what": one.data["what"], "old": old})
    for one in events:
        if one.kind == "controlled" and one.data["old"] == view.code != one.data["owner"]:
            a_hex = str(one.data["what"]).startswith("hex ")
            facts = {"what": one.data["what"], "owner": the_nation(names[one.data["owner"]].name)}
            yield News("lost land", _HEX * 2 if a_hex else _LOCATION * 2, facts)


def _fates(view: View, events: Sequence[Event]) -> Iterator[News]:
    """What befell rulers, own locations, and units that could not be paid."""
    for one in events:
        if one.kind in _WEIGHTS and one.data["owner"] == view.code:
            yield News(one.kind, _WEIGHTS[one.kind], {"name": one.data["name"], "size": one.data.get("size", 0)})
        elif one.kind == "ruler" and one.data.get("lost"):
            yield News("ruler", _RULER, {"name": one.data["name"]})
        elif one.kind == "no ruler":
            yield News("no ruler", 2 * _RULER)
    unpaid = [one for one in events if one.kind in _UNPAID]
    if unpaid:
        names = listed([str(one.data["name"]) for one in unpaid[:3]])
        yield News("unpaid", 60 * len(unpaid), {"count": len(unpaid), "names": names})
    raised = [one for one in events if one.kind == "recruited" and one.data["owner"] == view.code]
    if raised:
        many = sum(one.data["individuals"] for one in raised)
        yield News("recruited", many // 4, {"count": len(raised), "many": many})


def _deeds(events: Sequence[Event]) -> Iterator[News]:
    """Quests done: told by events that carry the name of a deed."""
    for one in events:
        if one.kind == "deed" and "name" in one.data:
            yield News("deed", _QUEST, {"name": one.data["name"]})


def _near(view: View, events: Sequence[Event]) -> Iterator[News]:
    """Enemies that came into sight near own places in this turn."""
    new = {one.data["who"] for one in events if one.kind == "sighted"}
    for one in near_enemies(view):
        if one.phase and one.many >= _SOME and new & set(one.ids):
            facts = {"who": one.name, "many": one.many, "place": one.place, "goal": one.goal, "nation": one.nation}
            yield News("near", one.many // 4, facts)
