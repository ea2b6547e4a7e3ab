"""The map of one player as a chart document: terrain, owners, fog, roads, tunnels, forces, moves and battles of the turn.

With it the map of the whole world with nothing hidden, for the history of a game that is over, and the neighbourhood as
monospaced text, for letters read without pictures.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from postern.game.chart import Area, Chart, Clash, Glyph, Marker, Owner, Point, Route
from postern.game.chart import Terrain as Ground
from postern.game.events import Event
from postern.game.kit.report.frames import when
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.rules.printouts import tag_of
from postern.rulesets.great_jewels.tables import (
    CONTENT,
    LAND,
    LETTERS,
    PROVINCES,
    adjacent,
    cell_of,
    coastal,
    decided,
    exists,
    hex_of,
    sea_route,
)
from postern.rulesets.great_jewels.world.records import LOTU, LeaderEntry, People, Province, ProvinceEntry, TalismanEntry, World

GROUNDS = (
    Ground("C", "clear", "clear"),
    Ground("M", "mountain", "mountain"),
    Ground("F", "forest", "forest"),
    Ground("I", "impassable", "impassable"),
)
SYMBOLS = CONTENT.symbols("symbols")
EMBLEMS = {symbol.kind: symbol for symbol in CONTENT.symbols("emblems")}
NEUTRAL, MERCENARY, DRAGON = "-----", "MERC", "-DRAGON-"


MEASURE = ("a turn's march over open land", decided("movement")["points"] / decided("movement")["easy_land"])
CENTRES = {name: LAND.centre(name) for name in PROVINCES}
"""Where each province's middle lies: one unit is the distance of two neighbours, y grows downwards (ruling 1)."""
HEXAGONS = {name: LAND.polygon(name) for name in PROVINCES}


def owner_of(entry: ProvinceEntry | None, players: Iterable[str]) -> str:
    """The legend's key of who holds the province: a player's name, NEUTRAL where a neutral force stands, else ""."""
    if entry is None or entry.locked:
        return ""
    if entry.tag in players:
        return entry.tag
    return NEUTRAL if entry.garrison else ""


def glyphs(entry: ProvinceEntry) -> Iterable[Glyph]:
    """What stands in a province, the most important first."""
    if entry.tag == DRAGON:
        yield Glyph("dragon")
    if entry.tag == MERCENARY:
        yield Glyph("mercenary")
    if entry.locked or entry.tag == LOTU:
        yield Glyph("city", entry.tag.title())
    for size in entry.drevonyxes:
        yield Glyph("monster", str(size))
    if entry.csps:
        yield Glyph("citadel", str(entry.csps))
    if entry.garrison:
        yield Glyph("garrison", str(entry.garrison))
    if entry.navies:
        yield Glyph("navy", str(entry.navies))
    if entry.talismans:
        yield Glyph("talisman", str(len(entry.talismans)))
    if "-S" in entry.flags:
        yield Glyph("siege")
    if "-V" in entry.flags:
        yield Glyph("ravaged")
    if "-U" in entry.flags:
        yield Glyph("sealed")


def _area(name: str, view: View) -> Area:
    entry = view.entries.get(name)
    current = entry is not None and entry.turn == view.turn
    return Area(
        name=name,
        centre=CENTRES[name],
        polygon=HEXAGONS[name],
        terrain=view.terrain(name).value,
        owner=owner_of(entry, (view.seat, *view.met)),
        sight="now" if current else "remembered" if entry else "never",
        last_seen=None if entry is None or current else entry.turn - 1,
        glyphs=tuple(glyphs(entry)) if entry else (),
        home=name == view.player.home,
    )


def _markers(view: View) -> Iterable[Marker]:
    """Own leaders one by one (stacked by place), those of others added up for each owner and place."""
    for name, entry in view.entries.items():
        if entry.turn != view.turn:
            continue
        here: dict[str, list[LeaderEntry]] = {}
        for leader in entry.leaders:
            if not leader.killed:
                here.setdefault(leader.owner, []).append(leader)
        for owner, leaders in here.items():
            yield army(name, owner, leaders, own=owner == view.seat)


def army(place: str, owner: str, leaders: Sequence[LeaderEntry], own: bool = False) -> Marker:
    """The marker of all leaders that one owner has in a province."""
    label = f"L{leaders[0].number}" if len(leaders) == 1 else f"{len(leaders)} L"
    strength = "?" if all(leader.fogged for leader in leaders) else str(sum(leader.troops for leader in leaders))
    return Marker(area=place, owner=owner, text=label, strength=strength, own=own)


def road_pieces(roads: Collection[str]) -> Iterable[Route]:
    """The roads between the provinces that have one; a short stroke where one stands alone."""
    for name in sorted(roads, key=hex_of):
        joined = [other for other in sorted(roads, key=hex_of) if adjacent(name, other)]
        for other in joined:
            if hex_of(name) < hex_of(other):
                yield Route("road", (CENTRES[name], CENTRES[other]))
        if not joined:
            x, y = CENTRES[name]
            yield Route("road", ((x - 0.18, y), (x + 0.18, y)))


def tunnels(entries: Mapping[str, ProvinceEntry]) -> Iterable[Route]:
    """The tunnels of which these entries tell, each once."""
    for name, entry in sorted(entries.items(), key=lambda pair: hex_of(pair[0])):
        for end in entry.tunnels:
            if exists(end) and (hex_of(name) < hex_of(end) or end not in entries or name not in entries[end].tunnels):
                yield Route("tunnel", (CENTRES[name], CENTRES[end]))


def _own_moves(events: Sequence[Event]) -> Iterable[Route]:
    """Arrows for what the reader's own forces did this turn: marches, flights, voyages, raids."""
    for event in events:
        data = event.data
        match event.kind:
            case "moved" if data["path"]:
                yield Route("move", tuple(CENTRES[name] for name in (data["start"], *data["path"])), own=True)
            case "flew" | "carried off":
                yield Route("fly", (CENTRES[data["start"]], CENTRES[data["goal"]]), own=True)
            case "sailed" if coastal(data["start"]) and coastal(data["landfall"]) and data["start"] != data["landfall"]:
                lane = (LAND.shape.centre(cell_of(place)) for place in sea_route(data["start"], data["landfall"]))
                yield Route("sail", (CENTRES[data["start"]], *lane, CENTRES[data["landfall"]]), own=True)
            case "raided":
                yield Route("raid", (CENTRES[data["origin"]], CENTRES[data["province"]]), own=True)


def _other_moves(view: View) -> Iterable[Route]:
    """Short arrows for strangers who were seen leaving: the first step is all that the printout tells."""
    for name, entry in view.current.items():
        for departure in entry.departures:
            leader, _, goal = departure.partition("->")
            if exists(goal) and int(leader[1:]) not in view.leaders:
                yield Route("move", (CENTRES[name], CENTRES[goal]))


def clashes(view: View, events: Sequence[Event]) -> Iterable[Clash]:
    """Where this player fought, in the order of time, then where he saw blows fall: somebody there fired at a target."""
    fought = dict.fromkeys(event.data["place"] for event in events if event.kind == "battle")
    yield from (Clash(name) for name in fought if name in view.entries)
    for name, entry in view.current.items():
        fired = bool(entry.targets) or any(leader.targets for leader in entry.leaders)
        if fired and name not in fought:
            yield Clash(name)


def _owners(view: View, areas: Iterable[Area], markers: Iterable[Marker]) -> Iterable[Owner]:
    """The legend of owners: the reader, those he has met, and the sorts of non-players that he sees."""
    present = {area.owner for area in areas} | {marker.owner for marker in markers}
    known = {view.seat: view.people} | {name: view.met[name] for name in sorted(view.met)}
    yield from owners_of(known, view.players, view.seat, present)


def owners_of(known: Mapping[str, People], players: Iterable[str], reader: str, present: Collection[str]) -> Iterable[Owner]:
    """The legend of owners: the known players (those that are present, and the reader), each with a letter, and others.

    ``players`` are all of the game in the order of set-up: a player's number is the place among them.
    """
    numbers = {player: number for number, player in enumerate(players, start=1)}
    letters: set[str] = set()
    for player, people in known.items():
        letter = next((character for character in player if character not in letters), player[0])
        letters.add(letter)
        if player == reader or player in present:
            yield Owner(player, f"{player} ({people.value.title()})", letter, player == reader, number=numbers[player])
    if NEUTRAL in present:
        yield Owner(
            NEUTRAL, "neutral", next(character for character in "NEUTRALXYZ-" if character not in letters), neutral=True
        )
    if LOTU in present:
        yield Owner(LOTU, "guardians", "*", neutral=True)


def chart_of(view: View, events: Sequence[Event] = ()) -> Chart:
    """The player's map after the turn just run (or before the first)."""
    areas = tuple(_area(name, view) for name in PROVINCES)
    markers = tuple(_markers(view))
    held = [area.name for area in areas if area.owner == view.seat]
    roads = [name for name in PROVINCES if view.road(name)]
    return Chart(
        title="Zorplia",
        subtitle=_subtitle(view),
        areas=areas,
        terrains=GROUNDS,
        owners=tuple(_owners(view, areas, markers)),
        markers=markers,
        routes=(*road_pieces(roads), *tunnels(view.entries), *_other_moves(view), *_own_moves(events)),
        clashes=tuple(clashes(view, events)),
        turn=view.turn - 1,
        row_labels=ROW_LABELS,
        symbols=SYMBOLS,
        focus=tuple(held) + tuple(marker.area for marker in markers if marker.own),
        measure=MEASURE,
        emblem=EMBLEMS[view.people.value],
    )


def land_chart(view: View) -> Chart:
    """The land as everybody was sent it before turn 1 (QJ-02-10): terrain and roads, nothing that anybody has seen since."""
    areas = tuple(Area(name, CENTRES[name], HEXAGONS[name], view.terrain_map[name].value) for name in PROVINCES)
    return Chart("The land of Zorplia", areas, GROUNDS, (), routes=tuple(road_pieces(view.road_map)), row_labels=ROW_LABELS)


def _subtitle(view: View) -> str:
    return f"as {view.seat} of the {view.people.value.title()} knows it · {when(view.turn)}"


def _beside(letter: str) -> Point:
    """A place left of the first province of a row, for the row's letter."""
    x, y = CENTRES[next(name for name in PROVINCES if name[0] == letter)]
    return (x - 1.2, y)


ROW_LABELS = tuple((letter, _beside(letter)) for letter in LETTERS)


def open_chart(world: World) -> Chart:
    """The chart of the world as it stands: every garrison, army and talisman. It has all players in its legend."""
    hoards: dict[str, list[TalismanEntry]] = defaultdict(list)
    for talisman in world.talismans.values():
        if talisman.province:
            hoards[talisman.province].append(TalismanEntry(talisman.number, talisman.name))
    monsters: dict[str, list[int]] = defaultdict(list)
    for drevonyx in world.drevonyxes:
        monsters[drevonyx.province].append(drevonyx.size)
    entries = {
        name: _entry(world.provinces[name], world.turn, tuple(hoards[name]), tuple(monsters[name])) for name in PROVINCES
    }
    areas = tuple(_open_area(world, name, entry) for name, entry in entries.items())
    markers = tuple(_open_markers(world))
    return Chart(
        title="Zorplia",
        subtitle=when(world.turn),
        areas=areas,
        terrains=GROUNDS,
        owners=tuple(_open_owners(world, areas, markers)),
        markers=markers,
        routes=(*road_pieces([name for name in PROVINCES if world.provinces[name].road]), *tunnels(entries)),
        turn=world.turn - 1,
        row_labels=ROW_LABELS,
        symbols=SYMBOLS,
        measure=MEASURE,
    )


def _open_owners(world: World, areas: tuple[Area, ...], markers: tuple[Marker, ...]) -> Iterable[Owner]:
    known = {name: world.players[name].people for name in sorted(world.players)}
    present = {area.owner for area in areas} | {marker.owner for marker in markers} | set(known)
    return owners_of(known, world.players, "", present)


def _entry(province: Province, turn: int, talismans: tuple[TalismanEntry, ...], drevonyxes: tuple[int, ...]) -> ProvinceEntry:
    """The province as a printout would show it to one who sees everything; a Forbidden City keeps its walls."""
    flags = {"-S": province.besieged, "-V": province.ravaged}
    return ProvinceEntry(
        name=province.name,
        turn=turn,
        tag=tag_of(province),
        terrain=province.terrain.value,
        garrison=province.garrison,
        csps=province.csps,
        navies=province.navies,
        zorans=province.zorans,
        road=province.road,
        tunnels=tuple(province.tunnels),
        stronghold=province.mercenary,
        flags=tuple(flag for flag, up in flags.items() if up),
        talismans=talismans,
        drevonyxes=drevonyxes,
        locked=bool(province.city),
    )


def _open_area(world: World, name: str, entry: ProvinceEntry) -> Area:
    return Area(
        name=name,
        centre=CENTRES[name],
        polygon=HEXAGONS[name],
        terrain=entry.terrain,
        owner=owner_of(entry, world.players),
        glyphs=tuple(glyphs(entry)),
        home=any(player.home == name for player in world.players.values()),
    )


def _open_markers(world: World) -> list[Marker]:
    """The leaders of each owner in each province, added up."""
    here: dict[tuple[str, str], list[LeaderEntry]] = defaultdict(list)
    for leader in world.leaders.values():
        here[leader.province, leader.owner].append(LeaderEntry(leader.number, leader.owner, leader.troops, leader.bonus))
    return [army(place, owner, leaders) for (place, owner), leaders in here.items()]


_CELL = 7
_HALF_ROWS = 5
_HALF_COLUMNS = 4
_ROWS, _SIDES = (1 + _HALF_ROWS, len(LETTERS) - _HALF_ROWS), (-6 + 2 * _HALF_COLUMNS, 26 - 2 * _HALF_COLUMNS)
"""Where the window's middle may lie: the land has 19 rows and reaches from -6 to 26 sideways (2 x number - row)."""
_SEA = "~"
_SIGNS = {"-DRAGON-": "!", "MERC": "$"}
_LEGEND = (
    "Name, land (c clear, m mountain, f forest, i impassable), then:",
    "+ yours  n neutral force  . empty  a-z first letter of another's name",
    "' seen earlier  ? never seen  * Forbidden City  ! dragon  $ mercenaries",
    "L your leader is there, D the Drevonyx, e leaders of others; ~ sea",
)


def _middle(view: View) -> tuple[int, int]:
    """The row and the place along it around which most of the player's leaders and provinces lie, else his home."""
    places = [leader.province for leader in view.leaders.values()] + list(view.provinces) or [view.player.home]
    spots = [hex_of(name) for name in places]
    rows = sorted(row for row, _ in spots)
    sides = sorted(2 * number - row for row, number in spots)
    return _within(rows[len(rows) // 2], _ROWS), _within(sides[len(sides) // 2], _SIDES)


def _within(middle: int, bounds: tuple[int, int]) -> int:
    """Moved so that the window shows no more sea than it must."""
    return min(max(middle, bounds[0]), bounds[1])


def _mark(view: View, name: str) -> str:
    """What stands in a province, in two characters: whose it is, and who is there."""
    entry = view.entries.get(name)
    if entry is None:
        return "? "
    current = entry.turn == view.turn
    if entry.locked or entry.tag not in (*view.players, "-DRAGON-", "MERC", "-----"):
        whose = "*"
    elif entry.tag in _SIGNS:
        whose = _SIGNS[entry.tag]
    elif name in view.provinces:
        whose = "+"
    elif not current:
        whose = "'"
    elif entry.tag == "-----":
        whose = "n" if entry.garrison else "."
    else:
        whose = entry.tag[0].lower()
    leaders = [one for one in entry.leaders if not one.killed] if current else []
    if any(one.owner == view.seat for one in leaders):
        return whose + "L"
    if current and entry.drevonyxes:
        return whose + "D"
    return whose + ("e" if leaders else " ")


def _cell(view: View, row: int, number: int) -> str:
    name = f"{LETTERS[row - 1]}{number}" if 1 <= row <= len(LETTERS) and number > 0 else ""
    if not name or not exists(name):
        return _SEA.ljust(_CELL)
    return f"{name}{view.terrain(name).value.lower()}{_mark(view, name)}".ljust(_CELL)


def sketch(view: View) -> str:
    """Provinces around the middle of the player's realm as lines of at most 72 columns, with a legend below.

    A province's place along its row is 2 x number - row, so that neighbours of the next row lie half a cell to either side.
    """
    middle_row, middle = _middle(view)
    lines = []
    for row in range(middle_row - _HALF_ROWS, middle_row + _HALF_ROWS + 1):
        odd = (row + middle) % 2
        number = (middle + row + odd) // 2
        cells = [_cell(view, row, number + step) for step in range(-_HALF_COLUMNS, _HALF_COLUMNS + 1)]
        if any(cell.strip() != _SEA for cell in cells):
            lines.append((" " * (_CELL // 2) * odd + "".join(cells)).rstrip())
    return "\n".join([*_with_one_line_of_sea(lines), "", *_LEGEND])


def _with_one_line_of_sea(lines: list[str]) -> list[str]:
    """Drops columns of sea that all lines have on their left."""
    spare = min((len(line) - len(line.lstrip(" ~")) for line in lines), default=0)
    cut = max(0, spare - 2 * _CELL) // _CELL * _CELL
    return [line[cut:] for line in lines]
