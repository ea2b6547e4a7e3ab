"""The front page of a turn: kingdom and ruler, headline and tale, five figures, dangers and chances, battles, own points."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.front import Figure, Front, Race, Scale
from postern.rulesets.alamaze.economy.calendar import date
from postern.rulesets.alamaze.influence import order_limit
from postern.rulesets.alamaze.regions import WORDS, reaction
from postern.rulesets.alamaze.reports.chart_look import EMBLEMS
from postern.rulesets.alamaze.reports.economy import steps
from postern.rulesets.alamaze.reports.fights import front_fights
from postern.rulesets.alamaze.reports.headlines import news, told
from postern.rulesets.alamaze.reports.hints import chances, dangers
from postern.rulesets.alamaze.reports.reading import Reading


def front_page(reading: Reading) -> Front:
    """The front page of the turn just run, or before the first turn that of the set-up letter."""
    headline, tale = told(news(reading), f"{reading.world.edition}/{reading.view.seat}", reading.turn)
    fights, more = front_fights(reading)
    points = reading.kingdom.points
    over = reading.world.finished
    return Front(
        name=f"The {reading.name} kingdom",
        headline=headline,
        tale=tale,
        emblem=EMBLEMS.get(reading.code),
        figures=_figures(reading),
        dangers=() if over else dangers(reading),
        chances=() if over else chances(reading),
        fights=fights,
        more=more,
        race=Race((reading.turn,), (points,), (None,), secret=True),
        line=home_line(reading),
        scales_title="Regions: reaction, what you hold",
        scales=tuple(_scales(reading)),
        stores=steps(reading) if reading.data("ledger") else (),
    )


def _figures(reading: Reading) -> tuple[Figure, ...]:
    """What has no note gets its change from the page before; influence is noted with its own."""
    kingdom = reading.kingdom
    return (
        Figure("Status points", kingdom.points),
        Figure("Orders next turn", order_limit(reading.world, kingdom), note=_influence(reading)),
        Figure("Regions held", len(kingdom.controlled), note=_best(reading)),
        Figure("Gold", kingdom.gold),
        Figure("Food", kingdom.food),
    )


def _scales(reading: Reading) -> Iterator[Scale]:
    """How each region reacts, from Hostile to Friendly, with the own influence there in a word."""
    ladder = list(reading.tables.reactions)[::-1]
    for number, region in reading.tables.regions.items():
        word = reaction(reading.world, reading.kingdom, number)
        held = reading.kingdom.region_words.get(number, WORDS[-1])
        changed = [one["before"] for one in reading.data("reaction") if one["region"] == number]
        change = ladder.index(word) - ladder.index(changed[0]) if changed else 0
        own = held != WORDS[-1]
        yield Scale(region.name, ladder.index(word) + 1, len(ladder), word, held if own else "", own, change)


def _influence(reading: Reading) -> str:
    before, after = reading.only("month").get("influence", (0, 0))
    change = f", {(after - before) / 100:+.2f}" if before != after else ""
    return f"influence {reading.kingdom.influence:.2f}{change}"


def _best(reading: Reading) -> str:
    """The region in which the kingdom has the most influence, in a word."""
    words = reading.kingdom.region_words
    region = min(words, key=lambda one: (WORDS.index(words[one]), one), default=0)
    return f"{reading.tables.regions[region].name}: {words[region]}" if region else ""


def home_line(reading: Reading) -> str:
    """Ruler, seat and season in a line: "King Orran · capital Wenenmere in KP · Early Winter 1101, next Mid Winter 1101"."""
    kingdom, turn = reading.kingdom, reading.turn
    ruler = kingdom.figures.get(kingdom.ruler)
    center = reading.world.centers.get(kingdom.capital)
    parts = [f"{ruler.rank} {ruler.name}"] if ruler is not None else ["no ruler"]
    parts += [f"capital {center.name} in {center.area}"] if center is not None else []
    coming = date(reading.tables, reading.world.turn)
    parts.append(coming if not turn else date(reading.tables, turn) if reading.world.finished else season_line(reading))
    return " · ".join(parts)


def season_line(reading: Reading) -> str:
    """The season of the turn just run, and of the coming one."""
    now, coming = (date(reading.tables, turn).rsplit(" ", 1) for turn in (reading.turn, reading.world.turn))
    return f"{' '.join(now)}, next {coming[0]}"
