"""The front page of a year: King and kingdom, headline and tale, five figures, dangers and chances, battles, the treasury as
steps and the eight offices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from postern.game.front import Figure, Front, Hint, Race, Scale
from postern.game.kit.report.changes import Net, net
from postern.game.kit.report.frames import won_by
from postern.game.kit.report.hints import Opportunity, best
from postern.game.kit.report.news import News, kinds_of, told
from postern.game.kit.report.telling import counted, listed
from postern.rulesets.adventurer_kings.report.battles import battles, front_fights, tale
from postern.rulesets.adventurer_kings.report.form import offers
from postern.rulesets.adventurer_kings.report.state import pay_of, treasury
from postern.rulesets.adventurer_kings.report.telling import Reading, emblem
from postern.rulesets.adventurer_kings.rules.memory import in_sight
from postern.rulesets.adventurer_kings.rules.realm.economy import army_pay, raid_chance, tax_base, wealth
from postern.rulesets.adventurer_kings.rules.realm.offices import standings
from postern.rulesets.adventurer_kings.tables import CONTENT, GRID, TABLES

KINDS = kinds_of(CONTENT.toml("headlines"))
_MOST, _STEPS = 4, 5
_WEIGHTS = {
    "king died": 500,
    "home lost": 400,
    "election": 160,
    "hero died": 150,
    "unpaid": 120,
    "broken": 100,
    "office won": 90,
    "treaty": 70,
    "invention": 60,
    "power": 60,
    "hired": 40,
    "discovered": 30,
}
_PROVINCE, _ARMY = 100, 25
"""What a province weighs in the news, and an army in a battle."""
_HERO, _GUARDIAN, _LAND = 40.0, 30.0, 50.0
"""What chances are worth."""
_ENTRY = {"HI": _HERO, "SE": _GUARDIAN, "MO": _LAND}


def news(reading: Reading) -> list[News]:
    """Return all news of the year; at worst that there is none."""
    world, kingdom = reading.world, reading.kingdom
    facts: dict[str, Any] = {"kingdom": kingdom.name, "king": reading.king.title, "gold": kingdom.gold, "turns": world.turns}
    facts |= {"home": world.provinces[kingdom.home].name, "provinces": len(world.owned(reading.code))}
    facts |= {"armies": len(_armies(reading)), "heroes": len(reading.view.own) - 1, "winners": "", "emperor": ""}
    if world.finished:
        emperor = world.kingdoms[world.emperor].name if world.emperor else ""
        won = won_by(world.winners, reading.view.seat)
        kind = "victory" if reading.view.seat in world.winners else "defeat"
        return [News(kind, 1, {**facts, "winners": won, "emperor": emperor})]
    if kingdom.given_up:
        return [News("given up", 1, facts)]
    if reading.setup:
        return [News("begin", 1, facts)]
    return [*_lands(reading), *_battles(reading), *_fates(reading), *_offices(reading), News("quiet", 0, facts)]


def lands_changed(reading: Reading) -> Net[int]:
    """Return which provinces the kingdom won and lost in the year."""
    own = set(reading.world.owned(reading.code))
    changes = [(one["place"], one["before"], one["owner"]) for one in reading.data("conquered")]
    changes += [(one["place"], "", one["owner"]) for one in reading.data("taken")]
    return net(changes, lambda place: reading.code if place in own else None, reading.code)


def _lands(reading: Reading) -> Iterator[News]:
    hands = lands_changed(reading)
    for kind, places in (
        ("provinces lost", hands.lost),
        ("provinces won", hands.won),
        ("provinces regained", hands.regained),
        ("provinces passed", hands.passed),
    ):
        if places:
            names = [reading.world.provinces[place].name for place in places]
            facts = {"names": names[0], "all": listed(names), "count": len(names)}
            yield News(kind, _PROVINCE * len(names), facts)
    if reading.kingdom.home in hands.lost:
        home = reading.kingdom.home
        facts = {"names": reading.world.provinces[home].name, "taker": reading.kingdom_name(hands.after[home])}
        yield News("home lost", _WEIGHTS["home lost"], facts)


def _battles(reading: Reading) -> Iterator[News]:
    for one in battles(reading):
        if one.side:
            facts = {"place": one.data["name"], "tale": tale(one), "odds": one.data["odds"]}
            yield News(f"battle {one.fate}", _ARMY * sum(len(one.units(side)) for side in ("attackers", "defenders")), facts)


def _fates(reading: Reading) -> Iterator[News]:
    """Deaths, treaties, elections, powers, inventions, Heroes hired, features found, who went without pay."""
    for said in reading.said:
        event, data = said.event, said.event.data
        if event.kind in ("king died", "hero died") and data["kingdom"] == reading.kingdom.name:
            yield News(event.kind, _WEIGHTS[event.kind], {**data, "text": said.text})
        elif event.kind == "relations" and reading.kingdom.name in (data["one"], data["other"]):
            other = data["other"] if data["one"] == reading.kingdom.name else data["one"]
            raised = ("Enemy", "Neutral", "Allied").index(data["now"]) > ("Enemy", "Neutral", "Allied").index(data["was"])
            kind = "treaty" if raised else "broken"
            yield News(kind, _WEIGHTS[kind], {"other": other, "was": data["was"], "now": data["now"]})
        elif event.kind == "election called":
            yield News("election", _WEIGHTS["election"], {"text": said.text})
        elif event.kind in ("invention made", "invention stolen", "invention received"):
            yield News("invention", _WEIGHTS["invention"], {"invention": data["invention"], "text": said.text})
        elif event.kind == "power":
            yield News("power", _WEIGHTS["power"], {**data, "text": said.text})
        elif event.kind == "hired":
            yield News("hired", _WEIGHTS["hired"], {"name": data["hero_name"]})
    found = reading.data("discovered")
    if found:
        names = [f"{one['what']} ({one['feature']})" for one in found]
        yield News("discovered", _WEIGHTS["discovered"] * len(found), {**found[0], "all": listed(names), "count": len(found)})
    if unpaid := [kind for kind in ("hero unpaid", "army unpaid") for _ in reading.data(kind)]:
        yield News("unpaid", _WEIGHTS["unpaid"], {"count": len(unpaid)})


def _offices(reading: Reading) -> Iterator[News]:
    """Offices that the kingdom leads now."""
    for row in standing_rows(reading):
        if row["rank"] == 1 and row["gained"] not in ("0", ""):
            yield News("office won", _WEIGHTS["office won"], {"name": row["name"], "office": row["title"]})


def standing_rows(reading: Reading) -> list[Mapping[str, Any]]:
    """Return how the best of the kingdom stand for each office, as the year's end told."""
    return list(reading.only("office standings").get("rows", ()))


def _armies(reading: Reading) -> list[int]:
    return [one.id for one in reading.world.armies.values() if one.owner == reading.code]


# --- dangers --------------------------------------------------------------------------------------------------------------


def dangers(reading: Reading) -> tuple[Hint, ...]:
    """Return what to look at first: enemies beside own land, guardians that may raid, gold that will not do, an Heir."""
    return tuple([*_heir(reading), *_near(reading), *_poor(reading), *_raids(reading)][:_MOST])


def _heir(reading: Reading) -> Iterator[Hint]:
    if not reading.king.levelled:
        text = "Your Heir has no levels yet. HEIR gives a name and 4 levels, 3 of them in skills that the dead King had."
        yield Hint(text, f"HEIR {reading.king.name} TA2 MA1 DR1")


def _near(reading: Reading) -> Iterator[Hint]:
    """Armies of Enemies that stand in or beside own provinces, as seen now; the most first."""
    world, code = reading.world, reading.code
    found = []
    for place in reading.view.watched():
        for owner in sorted({one.owner for one in in_sight(world, code, place)} - {"", code}):
            there = [one for one in in_sight(world, code, place) if one.owner == owner]
            touched = [near for near in (place, *GRID.neighbours(place)) if world.provinces[near].owner == code]
            if touched and world.relation(code, owner) == "Enemy":
                found.append((-len(there), place, owner, touched[0]))
    for many, place, owner, near in sorted(found):
        own = len([one for one in world.armies_in(near) if one.owner == code]) or "none"
        armies = counted(-many, "army", "armies")
        where = f"beside {reading.view.place(near)}" if near != place else "in your own land"
        host = f"{reading.kingdom_name(owner)} stands with **{armies}** at {reading.view.place(place)}"
        yield Hint(f"{host}, {where}, where you have {own}.")


def _poor(reading: Reading) -> Iterator[Hint]:
    """Pay that taxes and treasury will not cover, if nothing changes."""
    world, code = reading.world, reading.code
    earned = sum(tax_base(world, place) for place in world.owned(code))
    due = sum(pay_of(reading.view, who) for who in reading.view.own)
    due += sum(army_pay(one) for one in world.armies.values() if one.owner == code)
    if due > earned + reading.kingdom.gold:
        short = due - earned - reading.kingdom.gold
        yield Hint(
            f"If nothing changes you earn {earned} and owe {due}: **{short} gold will be missing** at the end of the year."
        )
    elif due > earned:
        yield Hint(f"If nothing changes you earn {earned} and owe {due}; the treasury of {reading.kingdom.gold} pays the rest.")


def _raids(reading: Reading) -> Iterator[Hint]:
    """Guardians known on own land that may raid."""
    found = []
    for place in reading.world.owned(reading.code):
        for at, feature in enumerate(reading.world.provinces[place].features, 1):
            if chance := raid_chance(reading.world, feature, reading.code):
                found.append((f"{place}.{at}", feature, chance))
    if found:
        worst = max(found, key=lambda one: one[2])
        names = listed([number for number, _, _ in found])
        yield Hint(f"Guardians on your land may raid its taxes: {names}. The likeliest is {worst[0]}, with {worst[2]} %.")


# --- chances --------------------------------------------------------------------------------------------------------------


def chances(reading: Reading) -> tuple[Hint, ...]:
    """Return what could be done, the best first: Heroes to hire, features to scout, land to take. The lines are those of the
    form."""
    found = []
    for who in reading.view.own:
        for order, words in offers(reading.view, who):
            worth = _ENTRY.get(order[:2])
            if worth is not None and (order[:2] != "MO" or _empty(reading, int(order[3:]), who.id)):
                text = f"{who.title} {words}."
                paste = f"CHAR {who.id}\n1 {order}"
                found.append(Opportunity(worth, Hint(text, paste), takes=frozenset((order,))))
    return best(found, _MOST)


def _empty(reading: Reading, place: int, who: int) -> bool:
    """Whether a leader with armies would find land there that is nobody's."""
    return bool(reading.world.led_by(who)) and not reading.world.provinces[place].owner


# --- the page -------------------------------------------------------------------------------------------------------------


def front_page(reading: Reading) -> Front:
    """Return the front page of the year just run, or that of the letter before the first."""
    world, kingdom, king = reading.world, reading.kingdom, reading.king
    headline, tale_of = told(news(reading), KINDS, f"{'/'.join(world.seats)}/{reading.view.seat}", reading.year)
    fights, more = front_fights(reading)
    over = world.finished
    home = world.provinces[kingdom.home].name
    points = standings(world, reading.code)[0].score // 10
    return Front(
        name=f"The Kingdom of {kingdom.name}",
        headline=headline,
        tale=tale_of,
        emblem=emblem(kingdom),
        figures=_figures(reading),
        dangers=() if over else dangers(reading),
        chances=() if over else chances(reading),
        fights=fights,
        more=more,
        race=Race((reading.year,), (points,), (None,), secret=True),
        line=f"{king.title} · {king.race}, {kingdom.alignment}, {king.temper} · home {home} ({kingdom.home})",
        scales_title="Imperial offices",
        scales=tuple(_scales(reading)),
        stores=treasury(reading),
    )


def _figures(reading: Reading) -> tuple[Figure, ...]:
    """Provinces, tax base, treasury, armies, offices led; what has no note gets its change from the page before."""
    led = [row for row in standing_rows(reading) if row["rank"] == 1]
    offices = len(TABLES.offices)
    return (
        Figure("Provinces", len(reading.world.owned(reading.code))),
        Figure("Tax base", wealth(reading.world, reading.code)),
        Figure("Treasury", reading.kingdom.gold),
        Figure("Armies", len(_armies(reading))),
        Figure("Offices led", len(led), note=f"of {offices}"),
    )


def _scales(reading: Reading) -> Iterator[Scale]:
    """Each office: the share of the leader's points in fifths, points and rank of the best of the own."""
    for row in standing_rows(reading):
        step = max(1, min(_STEPS, -(-row["share"] * _STEPS // 100)))
        held = f"{row['points']}, no. {row['rank']}" if row["rank"] else row["points"]
        gained = 0 if row["gained"] in ("0", "") else -1 if row["gained"].startswith("-") else 1
        name = TABLES.offices[row["office"]].short
        yield Scale(name, step, _STEPS, f"{row['share']} % of the leader's", held, row["rank"] == 1, gained)
