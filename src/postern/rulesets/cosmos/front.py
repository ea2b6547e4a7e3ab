"""The front page of a turn: nation and ruler, headline and tale, five figures, dangers and chances, battles, the course of the
own points. Those of others are secret."""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.events import Event
from postern.game.front import Figure, Front, Race
from postern.rulesets.cosmos.chart import EMBLEMS
from postern.rulesets.cosmos.fights import front_fights
from postern.rulesets.cosmos.headlines import told
from postern.rulesets.cosmos.hints import chances, dangers
from postern.rulesets.cosmos.news import news
from postern.rulesets.cosmos.status import totals
from postern.rulesets.cosmos.view import View
from postern.rulesets.cosmos.world import World


def front_page(view: View, events: Sequence[Event]) -> Front:
    """The front page of the turn just run; with no events before turn 1, that of the set-up letter."""
    world, nation = view.world, view.nation
    headline, tale = told(news(view, events), f"{world.scenario}/{view.seat}", world.turn - 1)
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
