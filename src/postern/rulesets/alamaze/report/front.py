"""The front page of a turn: kingdom and ruler, headline and tale, five figures, dangers and chances, battles, own points.

Dangers and chances are what could strike, what runs out, what is there for the taking, by own sight only.
"""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.front import Figure, Front, Hint, Race, Scale
from postern.game.kit.report.hints import Opportunity, best
from postern.game.kit.report.news import told
from postern.game.kit.report.telling import counted, listed
from postern.rulesets.alamaze.orders.court.emissaries import USURP
from postern.rulesets.alamaze.report.answers import politics_outlook, storm_outlook
from postern.rulesets.alamaze.report.fights import front_fights
from postern.rulesets.alamaze.report.news import CENTER, CENTERS, KINDS, news
from postern.rulesets.alamaze.report.reading import EMBLEMS, Reading, centers_changed
from postern.rulesets.alamaze.report.realm import missing, steps
from postern.rulesets.alamaze.rules.economy import date
from postern.rulesets.alamaze.rules.groups import value_vs_center
from postern.rulesets.alamaze.rules.regions import WORDS, declared, offered, order_limit, reaction
from postern.rulesets.alamaze.world.records import Center, Group

_MOST, _NEAR = 4, 3
_VOTE, _CHAIR, _SIGHT, _LONELY = 40, 20, 30, 10
"""What chances are worth beside a center won."""


def dangers(reading: Reading) -> tuple[Hint, ...]:
    """What to look at first: hungry groups, foreign groups near own centers, prisoners, worn groups."""
    found = [*_fallen(reading), *_stores(reading), *_near(reading), *_captives(reading), *_worn(reading)]
    return tuple(found[:_MOST])


def chances(reading: Reading) -> tuple[Hint, ...]:
    """What could be done: centers to be won by figures or groups, votes and chairs, sightings. The odds are those of the order
    form and of the answer to a letter."""
    return best([*_votes(reading), *_figure_chances(reading), *_storms(reading), *_sights(reading)], _MOST)


# --- dangers --------------------------------------------------------------------------------------------------------------


def _fallen(reading: Reading) -> Iterator[Hint]:
    """Own centers that others took, and sieges of own centers."""
    hands = centers_changed(reading)
    for area in hands.lost:
        taker = f"to the {reading.kingdom_name(hands.after[area])}" if hands.after[area] else "and is neutral"
        yield Hint(f"{reading.place(area)} is lost {taker}.")
    for one in reading.data("siege"):
        center = reading.world.centers[one["area"]]
        if str(one["group"])[1:] != reading.code == center.owner:
            yield Hint(f"{one['group']} besieges {one['name']} ({one['area']}), month {one['month']}.")


def _stores(reading: Reading) -> Iterator[Hint]:
    for number, name in zip(missing(reading), ("food", "gold"), strict=True):
        if number:
            yield Hint(f"{number:,} {name} will be missing next turn, if nothing changes.")


def _near(reading: Reading) -> Iterator[Hint]:
    """Foreign groups, seen this turn, that are no allies and stand close to an own center; the nearest first."""
    grid, memory = reading.tables.grid, reading.kingdom.memory
    own = reading.world.centers_of(reading.code)
    found = []
    for id, seen in memory.groups.items():
        if seen.turn < reading.turn or declared(reading.world, reading.code, id[1:]) == "A" or not own:
            continue
        steps, center = min((grid.distance(seen.area, one.area), one.area) for one in own)
        if steps <= _NEAR:
            found.append((steps, id, seen, center))
    for steps, id, seen, center in sorted(found, key=lambda one: one[:2]):
        far = f"{counted(steps, 'area')} from {reading.place(center)}" if steps else f"at {reading.place(center)} itself"
        yield Hint(f"{id} ({reading.kingdom_name(id[1:])}, {seen.size.lower()}) stands in {seen.area}, {far}.")


def _captives(reading: Reading) -> Iterator[Hint]:
    held = [one for one in reading.kingdom.figures.values() if one.held_by]
    for one in held:
        paste = f"385 {one.code}" if one.political else ""
        yield Hint(f"{one.rank} {one.name} is a prisoner in {reading.place(one.area)}.", paste)


def _worn(reading: Reading) -> Iterator[Hint]:
    worn = [one for one in reading.groups() if one.area and (one.attrition >= 25 or one.morale < 80) and one.brigades]
    for one in worn:
        yield Hint(f"{one.id} is worn: attrition {one.attrition:g} percent, morale {one.morale:g}.", f"745 {one.id}")


# --- chances --------------------------------------------------------------------------------------------------------------


def _votes(reading: Reading) -> Iterator[Opportunity]:
    council = reading.world.council
    if council.issue is not None and reading.code in council.members:
        yield Opportunity(_VOTE, Hint("An issue is before the High Council, and you have a vote.", "400 Y"))
    if reading.code not in council.members and (chairs := offered(reading.world)):
        text = f"{counted(chairs, 'chair')} of the High Council will go to the highest bid."
        yield Opportunity(_CHAIR, Hint(text, "210 500"))


def _figure_chances(reading: Reading) -> Iterator[Opportunity]:
    """Emissaries in centers that are not ours, by how likely they are to win them."""
    for one in reading.kingdom.lower_ranks():
        center = reading.world.centers.get(one.area)
        if center is None or center.owner == reading.code or one.rank not in reading.tables.emissary_ranks:
            continue
        whose = f"of the {reading.kingdom_name(center.owner)}" if center.owner else "neutral"
        odds = politics_outlook(reading.view, one, USURP)
        known = f" It is {odds} to be won, as far as we know." if odds else ""
        text = f"{one.rank} {one.name} is in {reading.place(center.area)} ({center.type.lower()}, {whose}).{known}"
        yield Opportunity(_worth(center), Hint(text, f"330 {one.code}"), odds, frozenset((one.code, center.area)))


def _storms(reading: Reading) -> Iterator[Opportunity]:
    """Centers of others where own groups stand, with the values of both as far as they are known."""
    for group in _active(reading):
        center = reading.world.centers.get(group.area)
        if center is None or center.owner == reading.code or declared(reading.world, reading.code, center.owner) == "A":
            continue
        odds = storm_outlook(reading.view, group)
        known = f", defense {center.defense:,} as far as we know: {odds} to fall" if odds else ""
        value = value_vs_center(reading.world, group)
        text = f"{group.id} (value {value:,}) stands at {reading.place(center.area)}{known}."
        yield Opportunity(_worth(center), Hint(text, f"150 {group.id} - 2"), odds, frozenset((group.id, center.area)))


def _worth(center: Center) -> int:
    return CENTERS.get(center.type, CENTER)


def _sights(reading: Reading) -> Iterator[Opportunity]:
    for group in _active(reading):
        if group.area in reading.kingdom.memory.sites:
            text = f"{group.id} stands at something unusual in {group.area}."
            yield Opportunity(_SIGHT, Hint(text, f"140 {group.id} - 2"), takes=frozenset((group.id, group.area)))
    lonely = [area for area in reading.kingdom.memory.sites if all(one.area != area for one in _active(reading))]
    if lonely:
        yield Opportunity(_LONELY, Hint(f"Something unusual waits at {listed(sorted(lonely)[:3])}."))


def _active(reading: Reading) -> list[Group]:
    return [one for one in reading.groups() if one.area and one.brigades]


def front_page(reading: Reading) -> Front:
    """The front page of the turn just run, or before the first turn that of the set-up letter."""
    headline, tale = told(news(reading), KINDS, f"{reading.world.edition}/{reading.view.seat}", reading.turn)
    fights, more = front_fights(reading)
    points = reading.kingdom.points
    over = reading.world.finished
    return Front(
        name=f"The {reading.name} kingdom",
        headline=headline,
        tale=tale,
        emblem=EMBLEMS.get(reading.code),
        figures=_five_figures(reading),
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


def _five_figures(reading: Reading) -> tuple[Figure, ...]:
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
