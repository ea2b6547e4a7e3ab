"""The front page of a turn: nation and ruler, headline and tale, five figures, dangers and chances, battles, the course of the
game. What a turn brought is weighed in soldiers, from the nation's own events and view alone; ``data/headlines.toml`` has
the words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from postern.game.events import Event
from postern.game.front import Figure, Front, Race
from postern.game.kit.report.changes import Net, net
from postern.game.kit.report.frames import won_by
from postern.game.kit.report.news import News, kinds_of, told
from postern.game.kit.report.telling import listed
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.report.fights import (
    Sides,
    battles,
    fell,
    fled,
    front_fights,
    nations_of,
    place_of,
    type_names,
    verdict,
)
from postern.rulesets.cosmos.report.hints import chances, dangers, near_enemies
from postern.rulesets.cosmos.report.map import EMBLEMS
from postern.rulesets.cosmos.report.tables import place_name, totals
from postern.rulesets.cosmos.tables.scenario import CONTENT
from postern.rulesets.cosmos.world.places import the_nation
from postern.rulesets.cosmos.world.records import World

KINDS = kinds_of(CONTENT.toml("headlines"))
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
_SIEGES = ("besieged", "siege over")
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
        yield News(f"battle {verdict(one)}", 2 * one.weight, _battle_facts(view, one))


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


def lands_changed(view: View, events: Iterable[Event]) -> Net[str]:
    """Sum up which hexes and locations the nation won and lost in the turn, by number."""
    world = view.world
    own = {str(number) for number, one in world.hexes.items() if one.owner == view.code}
    own |= {str(number) for number, one in world.locations.items() if one.owner == view.code}
    moved = [one.data for one in events if one.kind in ("controlled", "changed owner")]
    changes = [(str(one["place"]), one["old"], one["owner"]) for one in moved]
    return net(changes, lambda place: view.code if place in own else None, view.code)


def _lands(view: View, events: Sequence[Event]) -> Iterator[News]:
    """Hexes and locations won and lost, and those that changed hands twice."""
    hands = lands_changed(view, events)
    moved = (one for one in events if one.kind in ("controlled", "changed owner"))
    called = {str(one.data["place"]): str(one.data["what"]) for one in moved}

    def owner(code: str) -> str:
        return the_nation(view.world.tables.nations[code].name) if code else ""

    hexes = [place for place in hands.won if _a_hex(view, place)]
    if hexes:
        facts = {"count": len(hexes), "names": listed(hexes[:_NAMED]), "more": max(0, len(hexes) - _NAMED)}
        yield News("spread", _HEX * len(hexes), facts)
    for place in hands.won:
        if place not in hexes:
            yield News("taken", _LOCATION, {"what": called[place], "old": owner(hands.before[place])})
    for place in hands.lost:
        facts = {"what": called[place], "owner": owner(hands.after[place]) or "nobody"}
        yield News("lost land", (_HEX if _a_hex(view, place) else _LOCATION) * 2, facts)
    for kind, places in (("regained land", hands.regained), ("passed land", hands.passed)):
        for place in places:
            yield News(kind, _HEX // 2 if _a_hex(view, place) else _LOCATION // 2, {"what": called[place]})


def _a_hex(view: View, place: str) -> bool:
    return int(place) in view.world.hexes


def _fates(view: View, events: Sequence[Event]) -> Iterator[News]:
    """What befell rulers, own locations, and units that could not be paid."""
    sieges = {one.data["name"]: one for one in events if one.kind in _SIEGES}  # of several the last is how it is now
    for one in events:
        old = one.kind in _SIEGES and one is not sieges[one.data["name"]]
        if one.kind in _WEIGHTS and one.data["owner"] == view.code and not old:
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


def front_page(view: View, events: Sequence[Event]) -> Front:
    """The front page of the turn just run; with no events before turn 1, that of the set-up letter."""
    world, nation = view.world, view.nation
    headline, tale = told(news(view, events), KINDS, f"{world.scenario}/{view.seat}", world.turn - 1)
    fights, more = front_fights(view, events)
    points = nation.points + nation.bonus
    return Front(
        name=world.tables.nations[nation.code].name,
        headline=headline,
        tale=tale,
        emblem=EMBLEMS.get(view.code),
        figures=_figures(view, events, points),
        dangers=dangers(view, events),
        chances=chances(view, events),
        fights=fights,
        more=more,
        race=Race((world.turn - 1,), (points,), (None,), secret=True),
        line=home_line(world, view.code),
    )


def _figures(view: View, events: Sequence[Event], points: int) -> tuple[Figure, ...]:
    """The five figures; what has no note gets its change from the page before."""
    own = totals(view.world, view.nation)
    return (
        Figure("Points", points),
        Figure("Hexes", own["hexes"]),
        Figure("Soldiers", own["soldiers"]),
        Figure("Gold", own["gold"]),
        Figure("Admin points", view.nation.admin_limit, note=_orders(view, events)),
    )


def _orders(view: View, events: Sequence[Event]) -> str:
    """How many of the administration points of the turn just run were used; else for which turn these are."""
    for event in events:
        if event.kind == "turn begins" and view.seat in event.seen_by:
            return f"last turn {event.data['used']} of {event.data['limit']} used"
    return f"for turn {view.world.turn}"


def home_line(world: World, code: str) -> str:
    """Ruler and home in a line below the name: "King Aldric III · home Stavenholm · 13 turns to go"."""
    nation = world.nations[code]
    ruler, home = world.units.get(nation.ruler), world.locations.get(nation.home)
    parts = [ruler.name or world.tables.unit_types[ruler.type].name] if ruler else ["no ruler"]
    parts += [f"home {home.name or home.type}"] if home else []
    return " · ".join([*parts, f"{max(0, world.turns - world.turn + 1)} turns to go"])
