"""The map of one player as a chart document: terrain, owners, fog, roads, tunnels, forces, moves and battles of the turn."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from postern.game.chart import Area, Chart, Clash, Glyph, Marker, Owner, Point, Route
from postern.game.chart import Terrain as Ground
from postern.game.events import Event
from postern.rulesets.great_jewels.entries import LeaderEntry, ProvinceEntry
from postern.rulesets.great_jewels.geography import LETTERS, PROVINCES, Hex, adjacent, coastal, exists, hex_of, sea_route
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.world import LOTU

_ROW = math.sqrt(3) / 2
_SIDE = 1 / math.sqrt(3)
_GROUNDS = (
    Ground("C", "clear", "clear"),
    Ground("M", "mountain", "mountain"),
    Ground("F", "forest", "forest"),
    Ground("I", "impassable", "impassable"),
)
NEUTRAL, MERCENARY, DRAGON, UNOWNED = "-----", "MERC", "-DRAGON-", ""


def _spot(place: Hex) -> Point:
    row, number = place
    return (number - row / 2, row * _ROW)


def centre_of(name: str) -> Point:
    """Where a province's middle lies: one unit is the distance of two neighbours, y grows downwards (gaps part 1)."""
    return _spot(hex_of(name))


def _hexagon(centre: Point) -> tuple[Point, ...]:
    x, y = centre
    corners = (math.radians(60 * corner - 30) for corner in range(6))
    return tuple((x + _SIDE * math.cos(angle), y + _SIDE * math.sin(angle)) for angle in corners)


_CENTRES = {name: centre_of(name) for name in PROVINCES}
_HEXAGONS = {name: _hexagon(centre) for name, centre in _CENTRES.items()}


def _owner_of(entry: ProvinceEntry | None, players: Iterable[str]) -> str:
    """The legend's key of who holds the province: a player's name, NEUTRAL where a neutral force stands, else ""."""
    if entry is None or entry.locked:
        return ""
    if entry.tag in players:
        return entry.tag
    return NEUTRAL if entry.garrison else ""


def _signs(entry: ProvinceEntry) -> Iterable[Glyph]:
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
        centre=_CENTRES[name],
        polygon=_HEXAGONS[name],
        terrain=view.terrain(name).value,
        owner=_owner_of(entry, (view.seat, *view.met)),
        sight="now" if current else "remembered" if entry else "never",
        last_seen=None if entry is None or current else entry.turn - 1,
        glyphs=tuple(_signs(entry)) if entry else (),
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
            own = owner == view.seat
            troops = sum(leader.troops for leader in leaders)
            label = f"L{leaders[0].number}" if len(leaders) == 1 else f"{len(leaders)} L"
            strength = "?" if all(leader.fogged for leader in leaders) else str(troops)
            yield Marker(area=name, owner=owner, text=label, strength=strength, own=own)


def _roads(roads: Collection[str]) -> Iterable[Route]:
    for name in sorted(roads, key=hex_of):
        joined = [other for other in sorted(roads, key=hex_of) if adjacent(name, other)]
        for other in joined:
            if hex_of(name) < hex_of(other):
                yield Route("road", (_CENTRES[name], _CENTRES[other]))
        if not joined:
            x, y = _CENTRES[name]
            yield Route("road", ((x - 0.18, y), (x + 0.18, y)))


def _tunnels(view: View) -> Iterable[Route]:
    for name, entry in sorted(view.entries.items(), key=lambda pair: hex_of(pair[0])):
        for end in entry.tunnels:
            if exists(end) and (hex_of(name) < hex_of(end) or name not in _ends(view, end)):
                yield Route("tunnel", (_CENTRES[name], _CENTRES[end]))


def _ends(view: View, name: str) -> tuple[str, ...]:
    entry = view.entries.get(name)
    return entry.tunnels if entry else ()


def _own_moves(events: Sequence[Event]) -> Iterable[Route]:
    """Arrows for what the reader's own forces did this turn: marches, flights, voyages, raids."""
    for event in events:
        data = event.data
        match event.kind:
            case "moved" if data["path"]:
                yield Route("move", tuple(_CENTRES[name] for name in (data["start"], *data["path"])), own=True)
            case "flew" | "carried off":
                yield Route("fly", (_CENTRES[data["start"]], _CENTRES[data["goal"]]), own=True)
            case "sailed" if coastal(data["start"]) and coastal(data["landfall"]) and data["start"] != data["landfall"]:
                lane = (_spot(place) for place in sea_route(data["start"], data["landfall"]))
                yield Route("sail", (_CENTRES[data["start"]], *lane, _CENTRES[data["landfall"]]), own=True)
            case "raided":
                yield Route("raid", (_CENTRES[data["origin"]], _CENTRES[data["province"]]), own=True)


def _other_moves(view: View) -> Iterable[Route]:
    """Short arrows for strangers who were seen leaving: the first step is all that the printout tells."""
    for name, entry in view.current.items():
        for departure in entry.departures:
            leader, _, goal = departure.partition("->")
            if exists(goal) and int(leader[1:]) not in view.leaders:
                yield Route("move", (_CENTRES[name], _CENTRES[goal]))


def _clashes(view: View, events: Sequence[Event]) -> Iterable[Clash]:
    """Where this player fought or saw blows fall this turn: somebody there fired at a target."""
    fought = {event.data["place"] for event in events if event.kind == "battle"}
    for name, entry in view.entries.items():
        fired = bool(entry.targets) or any(leader.targets for leader in entry.leaders)
        if name in fought or (entry.turn == view.turn and fired):
            yield Clash(name)


def _owners(view: View, areas: Iterable[Area], markers: Iterable[Marker]) -> Iterable[Owner]:
    """The legend of owners: the reader, those he has met, and the sorts of non-players that he sees."""
    present = {area.owner for area in areas} | {marker.owner for marker in markers}
    letters: set[str] = set()
    for player in (view.seat, *sorted(view.met)):
        letter = next((sign for sign in player if sign not in letters), player[0])
        letters.add(letter)
        if player == view.seat or player in present:
            people = view.people if player == view.seat else view.met[player]
            name = f"{player} ({people.value.title()})"
            yield Owner(player, name, letter, own=player == view.seat)
    if NEUTRAL in present:
        yield Owner(NEUTRAL, "neutral", next(sign for sign in "NEUTRALXYZ-" if sign not in letters), neutral=True)
    if LOTU in present:
        yield Owner(LOTU, "guardians", "*", neutral=True)


def chart_of(view: View, events: Sequence[Event] = ()) -> Chart:
    """The player's map after the turn just run (or before the first)."""
    areas = tuple(_area(name, view) for name in PROVINCES)
    markers = tuple(_markers(view))
    held = [area.name for area in areas if area.owner == view.seat]
    return Chart(
        title=_title(view),
        areas=areas,
        terrains=_GROUNDS,
        owners=tuple(_owners(view, areas, markers)),
        markers=markers,
        routes=(
            *_roads({name for name in PROVINCES if view.road(name)}),
            *_tunnels(view),
            *_other_moves(view),
            *_own_moves(events),
        ),
        clashes=tuple(_clashes(view, events)),
        turn=view.turn - 1,
        row_labels=tuple((letter, _beside(letter)) for letter in LETTERS),
        focus=tuple(held) + tuple(marker.area for marker in markers if marker.own),
    )


def land_chart(view: View) -> Chart:
    """The land as everybody was sent it before turn 1 (QJ-02-10): terrain and roads, nothing that anybody has seen since."""
    areas = tuple(Area(name, _CENTRES[name], _HEXAGONS[name], view.terrain_map[name].value) for name in PROVINCES)
    labels = tuple((letter, _beside(letter)) for letter in LETTERS)
    return Chart("The land of Zorplia", areas, _GROUNDS, (), routes=tuple(_roads(view.road_map)), row_labels=labels)


def _title(view: View) -> str:
    if view.turn == 1:
        return f"Zorplia as {view.seat} knows it at the start"
    return f"Zorplia after turn {view.turn - 1}, as {view.seat} knows it"


def _beside(letter: str) -> Point:
    """A place left of the first province of a row, for the row's letter."""
    x, y = _CENTRES[next(name for name in PROVINCES if name[0] == letter)]
    return (x - 1.2, y)
