"""The battles of a turn as one nation saw them: the two sides, who fell, who had the better of it (CF-15-03, ruling 19.1).
Weighty ones are told on a page, small ones in two lines, and every attack in a table for who wants it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from postern.game.battle import BattlePage, Blow, Ground, Host, Measure, Stage, Unit
from postern.game.events import Event
from postern.game.front import Fight, Force, Tone
from postern.game.kit.orders.digits import is_number
from postern.game.kit.report.fights import foremost, weighty
from postern.game.kit.report.telling import capital, counted, filled, listed
from postern.game.kit.report.wordings import chosen
from postern.game.report import Battle, Column, Section, Table
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.report.account import phase_of
from postern.rulesets.cosmos.report.map import STYLES
from postern.rulesets.cosmos.tables.scenario import CONTENT
from postern.rulesets.cosmos.world.places import hex_of

Row = Mapping[str, Any]
Verdict = Literal["won", "lost", "held"]

WORDS = CONTENT.toml("battle_words")
"""Titles, verdicts and tales of battles; which of several is read goes by a hash of the battle."""
WEIGHTY = 40
"""A battle in which so many of both sides fell or fled has a page of its own."""
_FRONT = 4


@dataclass(frozen=True)
class Sides:
    """A battle's units parted into those of the reader's army and all others."""

    event: Event
    number: int
    ours: Sequence[Row]
    theirs: Sequence[Row]

    @property
    def phase(self) -> int:
        return phase_of(self.event)

    @property
    def weight(self) -> int:
        """How much it weighs: all who fell or fled on both sides."""
        every = (*self.ours, *self.theirs)
        return fell(every) + fled(every)

    @property
    def key(self) -> str:
        """What tells this battle from every other of the game's report, for the choice of words."""
        return f"{self.event.step}/{self.event.data['place']}/{len(self.event.data['units'])}"


def battles(events: Sequence[Event]) -> list[Sides]:
    """The battles of which the reader has an account, in the order of time; their numbers are those of the map."""
    found = [event for event in events if event.kind == "battle"]
    return [_sides(event, number) for number, event in enumerate(found, start=1)]


def _sides(event: Event, number: int) -> Sides:
    own, armies = event.data["own"], event.data["armies"]
    ours = {code for code in armies if code == own or (own in armies and armies[code] == armies[own])}
    units = event.data["units"]
    return Sides(event, number, *([one for one in units if (one["owner"] in ours) == mine] for mine in (True, False)))


def left(row: Row) -> int:
    """How many individuals of a unit live on: those who stayed, or with whom it fled."""
    return int(row.get("fled_with", row["after"])["individuals"]) if row["fate"] == "fled" else int(row["after"]["individuals"])


def had(rows: Iterable[Row]) -> int:
    """The individuals at the start."""
    return sum(row["before"]["individuals"] for row in rows)


def fell(rows: Iterable[Row]) -> int:
    """How many individuals died."""
    return sum(row["before"]["individuals"] - left(row) for row in rows)


def fled(rows: Iterable[Row]) -> int:
    """How many individuals fled."""
    return sum(left(row) for row in rows if row["fate"] == "fled")


def verdict(sides: Sides) -> Verdict:
    """Who had the better of it: whoever is alone on the field; otherwise nobody."""
    stay, others = (any(not row["fate"] for row in rows) for rows in (sides.ours, sides.theirs))
    return "held" if stay == others else "won" if stay else "lost"


def judged(sides: Sides) -> str:
    """The verdict in words: "Won in six segments"."""
    return str(WORDS[verdict(sides)]["verdict"]).format(segments=counted(sides.event.data["lasted"], "segment"))


def place_of(view: View, sides: Sides) -> str:
    """Where it was fought, in words: "hex 177", or "Westmarch in 177"."""
    place = str(sides.event.data["place"])
    location = view.world.locations.get(int(place)) if is_number(place) else None
    if location is None:
        return f"hex {sides.event.data['hex']}"
    return f"{location.name or location.type} in {hex_of(view.world, place)}"


def nations_of(view: View, rows: Iterable[Row]) -> str:
    """The owners of these units, by name."""
    return listed([view.world.tables.nations[code].name for code in dict.fromkeys(row["owner"] for row in rows)]) or "nobody"


def type_names(view: View, rows: Sequence[Row]) -> str:
    """What these units are: "Goblin Rabble and Goblin Archers", "Warboss and 5 other kinds"."""
    many: dict[str, int] = {}
    for row in rows:
        name = view.world.tables.unit_types[row["type"]].name
        many[name] = many.get(name, 0) + row["before"]["individuals"]
    names = sorted(many, key=lambda name: -many[name])
    return listed(names) if len(names) <= 2 else f"{names[0]} and {len(names) - 1} other kinds"


def told(view: View, sides: Sides) -> str:
    """What came of it in one or two sentences, the same each time it is asked."""
    row = WORDS[verdict(sides)]
    facts = {
        "place": place_of(view, sides),
        "foes": nations_of(view, sides.theirs),
        "types": type_names(view, sides.theirs),
        "lost": fell(sides.ours),
        "killed": fell(sides.theirs),
        "away": fled(sides.ours),
        "driven": fled(sides.theirs),
        "segments": sides.event.data["lasted"],
        "phase": sides.phase,
    }
    return capital(filled(chosen(row["tales"], f"tale/{sides.key}"), facts, {}))


def front_fights(view: View, events: Sequence[Event]) -> tuple[tuple[Fight, ...], int]:
    """The weightiest battles for the front page, in the order of time, and how many more there were."""
    shown, more = foremost(battles(events), _FRONT)
    return tuple(_fight(view, one) for one in shown), more


def _fight(view: View, sides: Sides) -> Fight:
    rows = (*sides.ours, *sides.theirs)
    forces = []
    for code in dict.fromkeys(row["owner"] for row in rows):
        nation = view.world.tables.nations[code]
        some = [row for row in rows if row["owner"] == code]
        name = "you" if code == view.code else nation.name
        forces.append(Force(name, had(some), fell(some), code == view.code, nation.no if nation.played else 0))
    return Fight(sides.number, _short_place(view, sides), judged(sides), told(view, sides), tuple(forces))


def _short_place(view: View, sides: Sides) -> str:
    """The location's name, or the hex: what a heading has room for."""
    place = str(sides.event.data["place"])
    location = view.world.locations.get(int(place)) if is_number(place) else None
    return location.name if location is not None and location.name else f"hex {sides.event.data['hex']}"


_TONES: Mapping[str, Tone] = {"won": "good", "lost": "bad", "held": "body"}
_BLOWS = 9
"""Blows on a page: those that did most; all of them stand in the table of attacks."""
_HOW = {"melee": "melee", "back": "struck back", "charge": "charge", "missile": "missiles"}
_WHY = {"morale": "its morale broke", "tactics": "as its tactics say", "fleewhen": "it was as hurt as it may be"}
_PLAIN = Table((), ())


def pages(view: View, events: Sequence[Event]) -> list[Section]:
    """A section for each weighty battle, in the order of time."""
    return [
        Section(f"battle-{one.number}", title(view, one), (battle_page(view, one),))
        for one in weighty(battles(events), WEIGHTY)
    ]


def title(view: View, sides: Sides) -> str:
    """What a battle is called."""
    data = sides.event.data
    kind = "walls" if any(row["storms"] for row in data["units"]) else "sea" if "ocean" in data["terrain"] else "field"
    return chosen(WORDS["titles"][kind], f"title/{sides.key}").format(place=place_of(view, sides))


def battle_accounts(view: View, events: Sequence[Event]) -> dict[int, Battle | None]:
    """The account of each battle by its number: two lines for a small one, None for one that has a page."""
    paged = {one.number for one in weighty(battles(events), WEIGHTY)}
    return {one.number: None if one.number in paged else _small(view, one) for one in battles(events)}


def _small(view: View, sides: Sides) -> Battle:
    line = f"{_in_a_word('You', sides.ours)}; {_in_a_word(nations_of(view, sides.theirs), sides.theirs)}."
    place = place_of(view, sides)
    title = f"{sides.number} {capital(place)}: {judged(sides).lower()}"
    return Battle(title, place, _PLAIN, (told(view, sides), line), "")


def _in_a_word(name: str, rows: Sequence[Row]) -> str:
    ran = f", {fled(rows)} fled" if fled(rows) else ""
    return f"{name} {had(rows):,}, {fell(rows)} fell{ran}"


def battle_page(view: View, sides: Sides) -> BattlePage:
    """The page. Of the course and its blows nothing stands there for a nation that wants no more than the summary."""
    data, nation = sides.event.data, view.nation
    hosts = tuple(_hosts(view, sides))
    words = WORDS[verdict(sides)]
    detailed = nation.detailed_battles
    return BattlePage(
        title=title(view, sides),
        place=str(data["hex"]),
        head=f"Turn {view.world.turn - 1} · phase {sides.phase} · {capital(place_of(view, sides))}, {data['terrain']}",
        number=sides.number,
        verdict=words["outcome"],
        tone=_TONES[verdict(sides)],
        tale=told(view, sides),
        hosts=hosts,
        ground=Ground(STYLES.get(data["terrain"], "plains"), _walls(view, sides)),
        held=words["held"],
        turned=turned(sides),
        measures=_measures(sides),
        stages=tuple(_stages(view, sides, hosts)) if detailed else (),
        order="They come in the order of the segments; the table of attacks has every one." if detailed else "",
        blows=tuple(_blows(sides)) if detailed else (),
        losses=tuple(_losses(view, sides)),
        booty=(),
        followed=tuple(_flights(sides)),
        note="Strengths count individuals, the course counts wound points (w.p.).",
    )


def _walls(view: View, sides: Sides) -> str:
    """The walls of the place at which or in which somebody fought."""
    known = view.world.locations
    for row in (*sides.ours, *sides.theirs):
        location = known.get(int(row["place"])) if is_number(str(row["place"])) else None
        if location is not None and location.strength:
            return f"walls {location.rating}/{location.strength}"
    return ""


def _hosts(view: View, sides: Sides) -> Iterator[Host]:
    """The reader's host, then those beside him, then the others, each with its units in the order of their numbers."""
    for mine, rows in ((True, sides.ours), (False, sides.theirs)):
        codes = sorted({row["owner"] for row in rows}, key=lambda code: (code != view.code, view.world.nations[code].number))
        for code in codes:
            nation = view.world.tables.nations[code]
            units = tuple(_unit(view, row, sides) for row in rows if row["owner"] == code)
            number = nation.no if nation.played else 0
            name = "You" if code == view.code else nation.name
            yield Host(name, units, code == view.code, mine, number, nation.name if code == view.code else nation.people)


def _unit(view: View, row: Row, sides: Sides) -> Unit:
    kind = view.world.tables.unit_types[row["type"]]
    text = f"{row['tactics']}, {state(kind.mass, row['before'])}"
    text += f" to {state(kind.mass, row['fled_with'] if row['fate'] == 'fled' else row['after'])}" if left(row) else ""
    text += f"; did {counted(row['dealt'], 'wound')}, killed {row['killed']}"
    walled = bool(row["place"]) and str(row["place"]) != str(sides.event.data["place"])
    return Unit(
        _name(row),
        before=row["before"]["individuals"],
        after=left(row),
        text=text + ("; fled" if row["fate"] == "fled" else ""),
        gone=row["fate"] == "destroyed",
        walled=walled,
    )


def state(mass: bool, one: Mapping[str, int]) -> str:
    """A unit's numbers and strength as reports show them (CF-15.3-05, CF-15.3-07)."""
    if mass:
        return f"{one['individuals']}/{one['wounds']}%/{one['efficiency']}%"
    return f"{one['points']} w.p./{one['efficiency']}%"


def _name(row: Row) -> str:
    """A unit without its owner, who is named above it: "3112 Medium Infantry"."""
    number, _, name = str(row["name"]).partition(" ")
    return f"{number.partition('(')[0]} {name}"


def _measures(sides: Sides) -> tuple[Measure, ...]:
    def wounds(rows: Sequence[Row]) -> int:
        return sum(row["dealt"] for row in rows)

    ours, theirs = sides.ours, sides.theirs
    return (
        Measure("Individuals", had(ours), had(theirs)),
        Measure("Wounds done", wounds(ours), wounds(theirs)),
        Measure("Fell", fell(ours), fell(theirs)),
        Measure("Fled", fled(ours), fled(theirs)),
    )


def _stages(view: View, sides: Sides, hosts: Sequence[Host]) -> Iterator[Stage]:
    """The wound points of each host after each segment."""
    codes = {nation.name: code for code, nation in view.world.tables.nations.items()} | {"You": view.code}
    for number, points in enumerate(sides.event.data["course"][1:], start=1):
        yield Stage(f"segment {number}", tuple(points.get(codes[host.name], 0) for host in hosts))


def attacks_of(event: Event) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """All attacks of a battle with their segments, in order."""
    for segment in event.data["segments"]:
        for one in segment.get("attacks", ()):
            yield segment["number"], one


def _blows(sides: Sides) -> Iterator[Blow]:
    """The heaviest attacks, in order, each with what it did."""
    names = {row["id"]: _name(row) for row in sides.event.data["units"]}
    ours = {row["id"] for row in sides.ours}
    every = list(enumerate(attacks_of(sides.event)))
    heavy = sorted(every, key=lambda pair: (-pair[1][1]["wounds"], pair[0]))[:_BLOWS]
    for _, (segment, one) in sorted(heavy, key=lambda pair: pair[0]):
        if one["wounds"]:
            yield Blow(
                f"{names[one['by']]} on {names[one['on']]}",
                f"Segment {segment}, {_HOW.get(one['how'], one['how'])}: {did(one)}",
                "good" if one["by"] in ours else "bad",
                (names[one["by"]],),
                names[one["on"]],
                one["how"] == "back",
                segment,
            )


def did(one: Mapping[str, Any]) -> str:
    """What one attack did: its wounds, how many it killed, critical hits; marginal damage where it was too small for a wound
    (CF-15-06)."""
    if one["marginal"]:
        return f"{one['individuals']} attack, marginal damage."
    parts = [f"{one['individuals']} attack, {counted(one['wounds'], 'wound')}"]
    parts += [f"{one['killed']} fall"] if one["killed"] else []
    parts += [counted(one["critical"], "critical hit")] if one["critical"] else []
    return f"{', '.join(parts)}."


def turned(sides: Sides) -> str:
    """What turned it: the first unit of the beaten side that fled or was destroyed; where nobody was beaten, the blow that did
    most."""
    beaten = {row["id"]: row for row in {"won": sides.theirs, "lost": sides.ours, "held": ()}[verdict(sides)]}
    words = WORDS["turned"]
    for segment in sides.event.data["segments"]:
        for sort in ("fled", "destroyed"):
            for one in segment.get(sort, ()):
                if (row := beaten.get(one["unit"])) and row["mass"]:
                    key = "destroyed" if sort == "destroyed" else "morale" if one["why"] == "morale" else "fear"
                    return filled(words[key], {"segment": segment["number"], "name": row["name"], "left": left(row)}, {})
    names = {row["id"]: row["name"] for row in sides.event.data["units"]}
    best = max(attacks_of(sides.event), key=lambda pair: pair[1]["wounds"], default=None)
    if best is None or not best[1]["wounds"]:
        return str(words["none"])
    segment, one = best
    facts = {"segment": segment, "name": names[one["by"]], "other": names[one["on"]]}
    return filled(words["blow"], {**facts, "wounds": one["wounds"], "killed": one["killed"]}, {})


def _losses(view: View, sides: Sides) -> Iterator[str]:
    for name, rows in (("You", sides.ours), (nations_of(view, sides.theirs), sides.theirs)):
        gone = [_name(row) for row in rows if row["fate"] == "destroyed"]
        yield f"{name}: {fell(rows)} of {had(rows):,} fell{'; gone: ' if gone else ''}{', '.join(gone)}."


def _flights(sides: Sides) -> Iterator[str]:
    rows = {row["id"]: row for row in sides.event.data["units"]}
    for segment in sides.event.data["segments"]:
        for one in segment.get("fled", ()):
            why = _WHY.get(one["why"], one["why"])
            yield f"{rows[one['unit']]['name']} fled in segment {segment['number']} with {left(rows[one['unit']])}: {why}."


# --- every attack -----------------------------------------------------------------------------------------------------------


def attacks_section(view: View, events: Sequence[Event]) -> Section | None:
    """Every attack of every battle, for a nation that wants its battles told in detail (CF-15-03)."""
    tables = [_attacks(view, one) for one in battles(events)] if view.nation.detailed_battles else []
    blocks = tuple(table for table in tables if table.rows)
    return Section("attacks", "Every attack", blocks) if blocks else None


def _attacks(view: View, sides: Sides) -> Table:
    names = {row["id"]: row["name"] for row in sides.event.data["units"]}
    columns = (Column("Seg.", number=True), Column("Who"), Column("On whom"), Column("How"), Column("What it did", wide=True))
    rows = tuple(
        (str(segment), str(names[one["by"]]), str(names[one["on"]]), _HOW.get(one["how"], one["how"]), did(one))
        for segment, one in attacks_of(sides.event)
    )
    return Table(columns, rows, caption=f"Battle {sides.number}: {title(view, sides)}")
