"""The battles of a year as one kingdom saw them: boxes with the two lines, and a page for each in which it took part
(AK-P1.4-04). Strengths are those of the rules; quality and what a strength is made of are told to those alone who took part
(AK-D1.4-05)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from postern.game.battle import BattlePage, Blow, Ground, Host, Measure, Unit
from postern.game.events import Event
from postern.game.front import Fight, Force, Tone
from postern.game.kit.report.fights import foremost
from postern.game.kit.report.telling import capital, counted, listed
from postern.game.report import Battle, Block, Column, Section, Table, Text
from postern.rulesets.adventurer_kings.report.map import STYLES
from postern.rulesets.adventurer_kings.report.telling import SEASONS, Reading
from postern.rulesets.adventurer_kings.report.voice.battles import battle_tale
from postern.rulesets.adventurer_kings.tables import CONTENT, TABLES
from postern.rulesets.adventurer_kings.turn import percent

SIDES = ("attackers", "defenders")
_FRONT, _STRIP = 3, 3
"""Battles on the front page, and columns of a drawing side by side."""
_EVENTS = CONTENT.toml("battle_events")
_DUEL = "duel_demoralization_factor"
_LINES = (
    ("third", "third line"),
    ("second", "second line"),
    ("outflank", "outflanking"),
    ("overfly", "flying over"),
    ("front", ""),
)
"""The lines of a side from the back to the front, with what stands beside an army there."""
_FATES = {"destroyed": "destroyed", "escaped": "fled", "to sea": "left for the sea", "regenerated": "broken, and regenerates"}
_VERDICTS = {"won": "Won", "lost": "Lost", "contested": "Contested", "seen": "Seen"}


@dataclass(frozen=True)
class Fought:
    """A battle from the reader's side. ``number`` is that on the map; ``side`` the one on which the reader stood, "" for one
    that he only saw."""

    number: int
    data: Mapping[str, Any]
    side: str
    reading: Reading
    event: Event

    @property
    def fate(self) -> str:
        """won, lost or contested; seen for those who took no part."""
        if not self.side or self.data["result"] == "contested":
            return "contested" if self.side else "seen"
        return "won" if (self.data["result"] == "win") == (self.side == "attackers") else "lost"

    @property
    def weight(self) -> int:
        """How many armies fought in it, more where the reader's were among them."""
        return sum(len(self.data[side]["units"]) for side in SIDES) * (3 if self.side else 1)

    def units(self, side: str) -> list[Mapping[str, Any]]:
        """The armies of a side, by columns and from the front to the back."""
        return sorted(
            self.data[side]["units"], key=lambda one: (one["column"], one["line"], one["stand"] != "front", one["army"])
        )

    def sum(self, side: str) -> str:
        """The strength of a side, with one decimal."""
        return str(self.data["sums"][side])

    def name(self, side: str) -> str:
        """A side in words."""
        return str(self.data[side[:-1]])

    def kingdom(self, side: str) -> int:
        """The number of the kingdom that leads a side, for its colour; 0 for natives."""
        kingdoms = self.reading.world.kingdoms
        return next((kingdoms[code].number for code in self.data[side]["codes"] if code in kingdoms), 0)

    @property
    def winner(self) -> str:
        """The side that won, "" in a contested province."""
        return {"win": SIDES[0], "lose": SIDES[1]}.get(self.data["result"], "")


def battles(reading: Reading) -> list[Fought]:
    """Return the battles that the reader was told of, in the order of time."""
    found = []
    for number, event in enumerate((one for one in reading.events if one.kind == "battle"), 1):
        side = next((side for side in SIDES if reading.code in event.data[side]["codes"]), "")
        found.append(Fought(number, event.data, side, reading, event))
    return found


def front_fights(reading: Reading) -> tuple[tuple[Fight, ...], int]:
    """Return the weightiest battles for the front page, and how many more there were."""
    shown, more = foremost(battles(reading), _FRONT)
    return tuple(_fight(one) for one in shown), more


def _fight(one: Fought) -> Fight:
    forces = tuple(_force(one, side) for side in SIDES)
    return Fight(one.number, one.data["name"], f"{_VERDICTS[one.fate]}, {one.data['odds']} to 1", tale(one), forces)


def _force(one: Fought, side: str) -> Force:
    units = one.units(side)
    gone = sum(each["fate"] in ("destroyed", "regenerated") for each in units)
    return Force(one.name(side), len(units), gone, one.side == side, one.kingdom(side))


def tale(one: Fought) -> str:
    """Return what came of a battle in one sentence with its strengths."""
    attack, defend = one.sum("attackers"), one.sum("defenders")
    words = f"{capital(one.name('attackers'))} ({attack}) attacked {one.name('defenders')} ({defend})"
    if not one.winner:
        return f"{words}: neither gave way."
    loser = next(side for side in SIDES if side != one.winner)
    gone = sum(each["fate"] in ("destroyed", "regenerated") for each in one.units(loser))
    fled = len(one.units(loser)) - gone
    lost = f"{counted(gone, 'army', 'armies')} destroyed, {fled or 'none'} fled"
    return f"{words}: {lost}; the field was left to {one.name(one.winner)}."


# --- the box --------------------------------------------------------------------------------------------------------------


def battle_section(reading: Reading) -> tuple[Block, ...]:
    """Return every battle: what came of it, the drawing of the lines, and the tale of a witness. The columns with who fought
    whom, and the losses, stand here where the reader only looked on; else on the battle's page."""
    found: list[Block] = []
    for one in battles(reading):
        found += [_box(one), *drawing(one), *map(Text, battle_tale(reading.view, one.event, reading.events))]
    return tuple(found)


def _box(one: Fought) -> Battle:
    data = one.data
    commanders = " against ".join(data[side]["commander"]["name"] for side in SIDES)
    heads = (
        Column("Column"),
        Column(capital(one.name("attackers")), wide=True),
        Column(capital(one.name("defenders")), wide=True),
    )
    rows = [
        (f"{column['column']}", *(_column(one, side, column) for side in SIDES), _won(one, column))
        for column in data["columns"]
    ]
    rows.append(("sum", one.sum("attackers"), one.sum("defenders"), _VERDICTS[one.fate].lower()))
    where = f"{data['where']}, {data['terrain']}, {SEASONS[data['phase'] - 1]}"
    table = Table((*heads, Column("Won by")), tuple(rows))
    if one.side:
        return Battle(f"{one.number}: {commanders}, {where}", where, Table((), ()), (), tale(one))
    return Battle(f"{one.number}: {commanders}", where, table, tuple(_losses(one)), tale(one), tuple(_after(one)))


def _column(one: Fought, side: str, column: Mapping[str, Any]) -> str:
    """The armies of a column on one side with what each counts, and their sum."""
    there = [each for each in one.units(side) if each["column"] == column["column"]]
    words = [f"{each['label']} {each['final']}{_marks(each)}" for each in there]
    return f"{' + '.join(words)} = {column[side]['sum']}" if len(words) > 1 else "".join(words)


def _marks(unit: Mapping[str, Any]) -> str:
    """What is special about an army in a battle, in brackets."""
    found = [name for stand, name in (("outflank", "outflanking"), ("overfly", "flying over")) if unit["stand"] == stand]
    found += [f"line {unit['line']}"] if unit["line"] > 1 else []
    found += ["fanatical"] if unit["fanatical"] else []
    found += [f"nemesis: {unit['nemesis']}"] if unit["nemesis"] else []
    return f" ({', '.join(found)})" if found else ""


def _won(one: Fought, column: Mapping[str, Any]) -> str:
    return one.name(column["winner"]) if column["winner"] else "nobody"


def _losses(one: Fought) -> Iterator[str]:
    """What became of armies and of the commanders."""
    data = one.data
    if duel := data["duel"]:
        yield from _duel(duel)
    for side in SIDES:
        fates: dict[str, list[str]] = {}
        for unit in one.units(side):
            if fate := _FATES.get(unit["fate"]):
                goal = f" to {one.reading.view.place(unit['to'])}" if unit["to"] else ""
                chance = f" ({unit['escape']['chance']} %: {unit['escape']['throw']})" if unit["escape"] else ""
                fates.setdefault(f"{capital(fate)}{goal}", []).append(f"{unit['label']}{chance}")
        yield from (f"{fate}: {listed(labels)}." for fate, labels in fates.items())
        if fallen := [each["name"] for each in data[side]["killed"]]:
            yield f"Fallen: {listed(fallen)}."


def _duel(duel: Mapping[str, Any]) -> Iterator[str]:
    """Who lost the duel, and what that cost; a refusal that was believed costs nothing."""
    if duel["excused"]:
        yield "The duel was refused, and the excuse was believed."
    elif duel["name"]:
        how = "died" if duel["died"] else "fled" if duel["fled"] else "refused"
        yield f"Duel: {duel['name']} {how}, and the armies led fought at {percent(100 * TABLES.share(_DUEL))} %."


def _after(one: Fought) -> Iterator[str]:
    """Who holds the province, and which armies changed quality; that is told to those alone who took part."""
    yield f"The province is held by {_holder(one)}."
    changed: dict[str, list[str]] = {}
    for side in SIDES:
        for unit in one.units(side) if one.side else ():
            change = one.data[side]["quality"].get(str(unit["army"]), {})
            if change and change["before"] != change["after"] and unit["fate"] != "destroyed":
                words = f"{_quality(change['before'])} to {_quality(change['after'])}"
                changed.setdefault(words, []).append(unit["label"])
    yield from (f"{change}: {listed(labels)}." for change, labels in changed.items())


def _holder(one: Fought) -> str:
    return one.name("attackers") if one.data["result"] == "win" else one.name("defenders")


def _quality(level: int) -> str:
    """A level of quality by name; the highest name with what is above it."""
    top = max(TABLES.qualities)
    return TABLES.qualities[level].name if level in TABLES.qualities else f"{TABLES.qualities[top].name} +{level - top}"


def drawing(one: Fought) -> Iterator[Table]:
    """Yield both armies in their lines with the front line between them, the attackers above, three columns a table."""
    columns = one.data["columns"]
    for at in range(0, len(columns), _STRIP):
        strip = columns[at : at + _STRIP]
        heads = (Column("Line"), *(Column(f"Column {column['column']}") for column in strip))
        front = ("front line", *("-" * 12 for _ in strip))
        yield Table(heads, (*_lines(one, SIDES[0], strip, _LINES), front, *_lines(one, SIDES[1], strip, _LINES[::-1])))


def _lines(
    one: Fought, side: str, strip: Sequence[Mapping[str, Any]], order: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, ...]]:
    """The lines of a side that have armies; a fanatical one has a star."""
    units = {unit["army"]: f"{unit['label']}{' *' if unit['fanatical'] else ''}" for unit in one.units(side)}
    for line, words in order:
        cells = tuple(", ".join(units[army] for army in column[side][line]) for column in strip)
        if any(cells):
            yield (f"{one.name(side)}{f', {words}' if words else ''}", *cells)


# --- the page -------------------------------------------------------------------------------------------------------------


def pages(reading: Reading) -> list[Section]:
    """Return a section for each battle in which the reader's armies fought."""
    return [
        Section(f"battle-{one.number}", f"The battle of {one.data['name']}", (battle_page(reading, one), _made_of(one)))
        for one in battles(reading)
        if one.side
    ]


def battle_page(reading: Reading, one: Fought) -> BattlePage:
    """Return the page of a battle: order of battle, what turned it, the columns as blows, losses."""
    data = one.data
    tone: Tone = {"won": "good", "lost": "bad"}.get(one.fate, "body")  # type: ignore[assignment]
    hosts = tuple(_host(one, side) for side in SIDES)
    return BattlePage(
        title=f"The battle of {data['name']}",
        place=str(data["place"]),
        head=f"Year {reading.year} · phase {data['phase']} · {data['where']}, {data['terrain'].lower()}",
        number=one.number,
        verdict={"won": "Victory", "lost": "Defeat"}.get(one.fate, "Contested"),
        tone=tone,
        tale=tale(one),
        hosts=hosts,
        ground=Ground(STYLES[data["terrain"]]),
        held=f"the field is held by {_holder(one)}",
        turned=" ".join(turned(one)),
        measures=tuple(_measures(one)),
        order="Column by column, from the left.",
        blows=tuple(_blows(one)),
        losses=tuple(_losses(one)),
        followed=tuple(_after(one)),
        note="What each strength is made of stands behind the page.",
    )


def _other(side: str) -> str:
    return SIDES[1] if side == SIDES[0] else SIDES[0]


def _measures(one: Fought) -> Iterator[Measure]:
    """Armies and strength of the reader's side and of the other one."""
    sides = (one.side, _other(one.side))
    yield Measure("Armies", *(len(one.units(side)) for side in sides))
    yield Measure("Strength", *(round(float(one.sum(side))) for side in sides))


def _host(one: Fought, side: str) -> Host:
    own = one.side == side
    units = tuple(_unit(unit) for unit in one.units(side))
    note = str(one.data[side]["commander"]["name"])
    return Host(capital(one.name(side)), units, own=own, ours=own, number=one.kingdom(side), note=note)


def _unit(unit: Mapping[str, Any]) -> Unit:
    gone = unit["fate"] in ("destroyed", "regenerated")
    worth = max(1, round(float(unit["final"])))
    place = f"column {unit['column']}" if unit["column"] else "behind the lines"
    words = f"{unit['race']} {TABLES.armies[unit['type']].name}, {place}{_marks(unit)}"
    return Unit(_short(unit), worth, None if gone else worth, words, gone)


def _short(unit: Mapping[str, Any]) -> str:
    """An army by its ordinal number and the code of its type, as a page names it."""
    return f"{unit['label'].partition(' ')[0]} {unit['type']}"


def turned(one: Fought) -> Iterator[str]:
    """Yield what turned the battle, each with its figure: the duel, flanks, overflight, nemesis, the event of the battle."""
    data = one.data
    if data["duel"]:
        yield from _duel(data["duel"])
    for side in SIDES:
        for stand, words in (("outflank", "outflanked the others"), ("overfly", "flew over the front")):
            if there := [_short(unit) for unit in one.units(side) if unit["stand"] == stand]:
                yield f"{_few(there)} {words}."
        if weak := [_short(unit) for unit in one.units(side) if unit["nemesis"]]:
            yield f"Nemesis, two thirds of the strength: {_few(weak)}."
    for event in data["events"]:
        where = f"column {event['column']}:" if event["column"] else "all"
        words = _EVENTS["good" if event["good"] else "ill"][event["text"] - 1].format(side=one.name(event["side"]))
        yield f"{capital(words.rstrip('.'))} ({where} {event['factor']})."


def _few(names: Sequence[str]) -> str:
    """So many armies by name, more by their number."""
    return listed(names) if len(names) <= _STRIP else f"{len(names)} armies"


def _blows(one: Fought) -> Iterator[Blow]:
    for column in one.data["columns"]:
        there = {side: [_short(unit) for unit in one.units(side) if unit["column"] == column["column"]] for side in SIDES}
        winner = column["winner"]
        sources, targets = there[winner or SIDES[0]], there[_other(winner or SIDES[0])]
        sums = " against ".join(column[side]["sum"] for side in SIDES)
        tone: Tone = "body" if not winner else "good" if winner == one.side else "bad"
        title = f"Column {column['column']}: {_won(one, column)}"
        text = f"{sums}: {', '.join(sources)} over {', '.join(targets)}" if winner and targets else sums
        yield Blow(title, text, tone, tuple(sources), targets[0] if targets else "")


def _made_of(one: Fought) -> Table:
    """What each strength is made of, in the order in which it is reckoned."""
    rows = []
    for side in SIDES:
        for unit in one.units(side):
            factors = [f"{each['name']} {each['value']}" for each in one.data[side]["factors"].get(str(unit["army"]), ())]
            rows.append((unit["label"], ", ".join(factors), unit["final"]))
    columns = (Column("Army"), Column("Made of", wide=True), Column("Strength", number=True))
    return Table(columns, tuple(rows), "Where each strength comes from")
