"""A new game: the land with its terrain, hidden traits and old roads, the twelve homes, the special provinces and everything
that lies in them, and where talismans are dealt (rulings 3 to 9 and 19).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from typing import Any

from postern.game.chance import Chance, Stream
from postern.game.kit.grid import steps_from
from postern.game.kit.orders.digits import is_number
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.rules.economy import favourable
from postern.rulesets.great_jewels.rules.printouts import write_entries
from postern.rulesets.great_jewels.tables import (
    CATALOGUE,
    EDITION,
    HOME_SITES,
    JEWELS,
    KEYS,
    PROVINCES,
    catalogue_of,
    decided,
    distance,
    neighbours,
    ring,
)
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import (
    LOTU,
    Drevonyx,
    Leader,
    People,
    Player,
    Province,
    Talisman,
    Terrain,
    World,
)
from postern.rulesets.great_jewels.world.variants import check_seats, form_teams, read_variant

_ATTEMPTS = 10_000


def lay_terrain(chance: Chance, peoples: Mapping[str, People]) -> dict[str, Terrain]:
    """The terrain of every province. ``peoples`` says who lives at which of the twelve home sites; for a site left out of
    the game it is a people drawn for its surroundings only."""
    land = dict.fromkeys(PROVINCES, Terrain.CLEAR)
    free = set(PROVINCES)
    for site in HOME_SITES:
        best, between, worst = favourable(peoples[site])
        land[site] = best
        around = chance.stream("setup", "surroundings", site).shuffled([best, best, between, between, worst, Terrain.CLEAR])
        land.update(zip(neighbours(site), around, strict=True))
        free -= {site, *neighbours(site)}
    barriers = _barriers(chance, free)
    deck = [Terrain(letter) for letter, number in decided("terrain")["deck"].items() for _ in range(number)]
    rest = [name for name in PROVINCES if name in free and name not in barriers]
    land.update(zip(rest, chance.stream("setup", "terrain").shuffled(deck), strict=True))
    land.update(dict.fromkeys(barriers, Terrain.IMPASSABLE))
    return land


def _barriers(chance: Chance, free: Collection[str]) -> set[str]:
    """The impassable provinces: far from homes, at most two together, and never cutting the land in two."""
    rules = decided("terrain")
    far = rules["impassable_from_homes"]
    candidates = [name for name in PROVINCES if name in free and all(distance(name, home) >= far for home in HOME_SITES)]
    for attempt in range(_ATTEMPTS):
        chosen = set(chance.stream("setup", "impassable", attempt).shuffled(candidates)[: rules["impassable"]])
        crowded = any(sum(near in chosen for near in neighbours(name)) > rules["impassable_together"] for name in chosen)
        if not crowded and connected(set(PROVINCES) - chosen):
            return chosen
    raise AssertionError("no lay of impassable land was found")


def connected(places: Collection[str]) -> bool:
    """True when one can walk between any two of these provinces without leaving them."""
    reached = steps_from(list(places)[:1], lambda name: [near for near in neighbours(name) if near in places])
    return len(reached) == len(places)


def draw_traits(chance: Chance, plain: Collection[str]) -> dict[str, int]:
    """The hidden trait of every province, -2 to 2; 0 in the ``plain`` ones (homes and Forbidden Cities)."""
    table = decided("trait")
    stream = chance.stream("setup", "traits")
    drawn = {name: stream.weighted(table["values"], table["weights"]) for name in PROVINCES}
    return {name: 0 if name in plain else trait for name, trait in drawn.items()}


def lay_roads(chance: Chance, open_land: Collection[str]) -> list[str]:
    """The provinces of the old roads, in the order of names: six paths of four provinces each, inside ring 6 and in
    ``open_land`` only (passable, no city, dragon or mercenary stronghold). No path touches another or itself."""
    rules = decided("terrain")
    ground = [name for name in PROVINCES if name in open_land and ring(name) <= rules["road_ring"]]
    stream = chance.stream("setup", "roads")
    paved: set[str] = set()
    free = list(ground)
    for attempt in range(_ATTEMPTS):
        if len(paved) == rules["old_roads"] * rules["road_length"]:
            return [name for name in PROVINCES if name in paved]
        if not free or attempt % 100 == 99:  # the paths so far lie in the way of the rest: begin anew
            paved, free = set(), list(ground)
        path = _path(stream, free, rules["road_length"])
        if path:
            paved.update(path)
            beside = {near for name in path for near in (name, *neighbours(name))}
            free = [name for name in free if name not in beside]
    raise AssertionError("no room was found for the old roads")


def _path(stream: Stream, ground: Collection[str], length: int) -> list[str]:
    """A path of so many provinces over this ground that never comes beside itself; empty when the walk ran into a corner."""
    path = [stream.choice(list(ground))]
    while len(path) < length:
        earlier = {near for name in path[:-1] for near in (name, *neighbours(name))}
        onward = [near for near in neighbours(path[-1]) if near in ground and near not in earlier]
        if not onward:
            return []
        path.append(stream.choice(onward))
    return path


SKELETON_KEY = 84
LEPRECHAUN = 86
_SITE_ATTEMPTS = 1_000
_OUTERMOST = 9


@dataclass(frozen=True, slots=True)
class Sites:
    """Provinces by what lies there. ``jewel_cities`` are three of the ten ``cities``."""

    cities: tuple[str, ...]
    jewel_cities: tuple[str, ...]
    mercenaries: tuple[str, ...]
    dragons: tuple[str, ...]
    small: tuple[str, ...]
    medium: tuple[str, ...]
    large: tuple[str, ...]
    drevonyx: str

    @property
    def special(self) -> frozenset[str]:
        """Every province that is not left empty, the twelve home sites included."""
        groups = (self.cities, self.mercenaries, self.dragons, self.small, self.medium, self.large, HOME_SITES)
        return frozenset(name for group in groups for name in group) | {self.drevonyx}


class _NoRoom(Exception):
    """A province could not be placed: the whole set is drawn anew."""


def place_sites(chance: Chance, passable: Collection[str]) -> Sites:
    """Draws the special provinces on passable land; the whole set is drawn anew until every one finds room."""
    for attempt in range(_SITE_ATTEMPTS):
        try:
            return _draw(chance.stream("setup", "placement", attempt), passable)
        except _NoRoom:
            continue
    raise AssertionError("no room was found for the special provinces")


def _draw(stream: Stream, passable: Collection[str]) -> Sites:
    rules = decided("placement")
    free = [name for name in PROVINCES if name in passable and name not in HOME_SITES]

    def take(fits: Callable[[str], bool]) -> str:
        candidates = [name for name in free if fits(name)]
        if not candidates:
            raise _NoRoom
        chosen = stream.choice(candidates)
        free.remove(chosen)
        return chosen

    def several(
        number: int, rings: Sequence[int], others: Sequence[str] = (), away: int = 0, apart: int = 0
    ) -> tuple[str, ...]:
        """So many in these rings around the centre, so far away from the others and so far apart from each other."""
        low, high = rings
        taken: list[str] = []
        for _ in range(number):
            taken.append(
                take(lambda name: low <= ring(name) <= high and _clear(name, others, away) and _clear(name, taken, apart))
            )
        return tuple(taken)

    def near_homes(each: int, away: int) -> tuple[str, ...]:
        """So far from their own home, and next to no other: homes lie only four apart."""
        return tuple(take(partial(_near, home, away)) for home in HOME_SITES for _ in range(each))

    number = decided("cities")["plain"]["number"] + decided("cities")["jewel"]["number"]
    cities = several(number, (0, rules["city_ring"]), HOME_SITES, rules["city_from_homes"], rules["city_apart"])
    jewel_cities = _jewel_cities(stream, cities)
    settled = (*HOME_SITES, *cities)
    away, apart = rules["mercenary_from_homes"], rules["mercenary_apart"]
    mercenaries = several(rules["mercenaries"], rules["mercenary_rings"], settled, away, apart)
    away, apart = rules["dragon_from_homes"], rules["dragon_apart"]
    dragons = several(rules["dragons"], rules["dragon_rings"], HOME_SITES, away, apart)

    def elsewhere(count: int) -> tuple[str, ...]:
        return several(count, (0, _OUTERMOST), HOME_SITES, rules["neutral_from_homes"])

    small = near_homes(1, 2) + elsewhere(rules["small_neutrals_elsewhere"])
    medium = near_homes(2, 3) + elsewhere(rules["medium_neutrals_elsewhere"])
    large = several(rules["large_neutrals"], (0, rules["large_ring"]))
    drevonyx = take(lambda name: ring(name) <= rules["drevonyx_ring"])
    return Sites(cities, jewel_cities, mercenaries, dragons, small, medium, large, drevonyx)


def _near(home: str, away: int, name: str) -> bool:
    least = decided("placement")["neutral_from_homes"]
    return distance(name, home) == away and _clear(name, HOME_SITES, least)


def _clear(name: str, others: Sequence[str], least: int) -> bool:
    return all(distance(name, other) >= least for other in others)


def _jewel_cities(stream: Stream, cities: Sequence[str]) -> tuple[str, ...]:
    """Three of the cities that lie far enough from each other."""
    apart, number = decided("placement")["jewel_apart"], decided("cities")["jewel"]["number"]
    triples = [
        (one, two, three)
        for first, one in enumerate(cities)
        for second, two in enumerate(cities[first + 1 :], start=first + 1)
        for three in cities[second + 1 :]
        if min(distance(one, two), distance(two, three), distance(one, three)) >= apart
    ]
    if not triples:
        raise _NoRoom
    chosen = stream.choice(triples)
    assert len(chosen) == number
    return chosen


def deal_talismans(chance: Chance, sites: Sites, empty: Sequence[str]) -> dict[int, str]:
    """The province of each talisman. ``empty``: provinces where nothing lies, one of which hides the Leprechaun.

    Jewels: one in each jewel city. Keys: 20 with medium and large neutrals, 5 with five dragons; the sixth dragon has the
    Skeleton Key. The cities get all strong talismans and some medium ones, the dragons medium ones, the neutrals the rest:
    one each, and a second one where a later edition has more talismans than places.
    """
    stream = chance.stream("setup", "talismans")
    dealt = dict(zip(JEWELS, stream.shuffled(sites.jewel_cities), strict=True))
    dealt[LEPRECHAUN] = stream.choice(empty)

    city_places = stream.shuffled([city for city in sites.cities for _ in range(decided("cities")["plain"]["talismans"])])
    neutral_places = stream.shuffled(_neutral_places(stream, sites))
    contents = decided("contents")

    keys, dragons = stream.shuffled(KEYS), stream.shuffled(sites.dragons)
    guarded = len(dragons) - 1
    dealt.update(zip(keys[:guarded], dragons[:guarded], strict=True))
    dealt[SKELETON_KEY] = dragons[-1]
    lying = keys[guarded:]
    dealt.update(zip(lying, neutral_places, strict=False))
    neutral_places = neutral_places[len(lying) :]
    dragon_places = [dragon for dragon in dragons for _ in range(contents["dragon_talismans"] - 1)]

    rest = [number for number in CATALOGUE if number not in dealt]
    strong, medium, weak = (
        stream.shuffled([number for number in rest if CATALOGUE[number].strength == kind]) for kind in "ABC"
    )
    in_cities = len(city_places) - len(strong)
    with_dragons = in_cities + len(dragon_places)
    dealt.update(zip([*strong, *medium[:in_cities]], city_places, strict=True))
    dealt.update(zip(medium[in_cities:with_dragons], dragon_places, strict=True))
    dealt.update(zip([*medium[with_dragons:], *weak], cycle(neutral_places), strict=False))
    return dealt


def _neutral_places(stream: Stream, sites: Sites) -> list[str]:
    """One place a talisman with neutrals: one in each medium, two in each large one, but in one of these one only."""
    contents = decided("contents")
    places = [name for name in sites.medium for _ in range(contents["medium"]["talismans"])]
    poorer = stream.choice(sites.large)
    for name in sites.large:
        places += [name] * (contents["large"]["talismans"] - (name == poorer))
    return places


CITY_NAMES = ("GOLD", "SILVER", "DIAMOND", "RUBY", "EMERALD", "SWORD", "SHIELD", "CHALICE", "CORONET", "STAFF")
"""The ten Forbidden Cities (QJ-24-02)."""

MOST_SEATS = len(HOME_SITES)
FEWEST_SEATS = MOST_SEATS - len(decided("homes")["left_out"])
_NAME = re.compile(r"[A-Z]{2,6}")


def set_up(options: Mapping[str, Any], seats: Sequence[Signup], chance: Chance) -> World:
    """A new world, ready for the orders of turn 1, with the first printout of every player written.

    ``options``: ``game``, the name printed in the head ("QJ-101"), and those of ``variants``. Wishes of a seat: ``type`` (a
    people; without it one is drawn so that the four are balanced), ``end`` (20 to 30) and ``team``. Raises ValueError when an
    option, a name or a wish does not fit, or for fewer than 4 or more than 12 seats.
    """
    _check(seats)
    variant = read_variant(options)
    check_seats(variant, len(seats))
    peoples = _peoples(seats, chance)
    homes = _homes(seats, chance)
    living = {homes[name]: people for name, people in peoples.items()}
    stream = chance.stream("setup", "left-out homes")
    surroundings = {site: living.get(site) or stream.choice(tuple(People)) for site in HOME_SITES}

    land = lay_terrain(chance, surroundings)
    passable = [name for name in PROVINCES if land[name] is not Terrain.IMPASSABLE]
    sites = place_sites(chance, passable)
    traits = draw_traits(chance, {*HOME_SITES, *sites.cities})
    closed = {*sites.cities, *sites.dragons, *sites.mercenaries}
    roads = lay_roads(chance, [name for name in passable if name not in closed])

    world = World(
        game=str(options.get("game", "QJ-1")),
        turn=0,
        players=_players(seats, peoples, homes, form_teams(variant, seats)),
        provinces={name: Province(name, land[name], traits[name], road=name in roads) for name in PROVINCES},
        leaders={},
        talismans={number: Talisman(number, CATALOGUE[number].name) for number in sorted(catalogue_of(EDITION))},
        edition=EDITION,
        drevonyxes=[Drevonyx(int(decided("contents")["drevonyx"]), sites.drevonyx)],
        terrain_map=dict(land),
        road_map=roads,
        unknown=chance.stream("setup", "unknown").between(1, len(decided("unknown")["names"])),
        variant=variant,
    )
    for name, player in world.players.items():
        player.allies, player.met = world.team_mates(name), world.team_mates(name)
    world.talismans[64].name = decided("unknown")["names"][world.unknown - 1]
    _settle_homes(world)
    _fill(world, sites, chance)
    for site in HOME_SITES:
        if site not in living:
            _fill_neutral(world.provinces[site], "medium", chance.stream("setup", "neutral", site))
    empty = [name for name in passable if name not in sites.special]
    for number, name in deal_talismans(chance, sites, empty).items():
        world.talismans[number].province = name
    write_entries(Turn(world, [], chance.turn(0)))
    world.turn = 1
    return world


def _check(seats: Sequence[Signup]) -> None:
    if not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        raise ValueError(f"Great Jewels needs {FEWEST_SEATS} to {MOST_SEATS} seats, got {len(seats)}.")
    names = [seat.name for seat in seats]
    for name in names:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} cannot be a player's name: it needs 2 to 6 letters A to Z.")
        if names.count(name) > 1:
            raise ValueError(f"The name {name} is taken twice.")
    low, high = decided("homes")["end_low"], decided("homes")["end_high"]
    for seat in seats:
        people, end = seat.wishes.get("type", ""), seat.wishes.get("end", "")
        if people and people not in People.__members__:
            raise ValueError(f"{seat.name} wishes to be {people!r}; the types are {', '.join(People)}.")
        if end and not (is_number(end) and low <= int(end) <= high):
            raise ValueError(f"{seat.name} names ending turn {end!r}; it needs a whole number from {low} to {high}.")


def _peoples(seats: Sequence[Signup], chance: Chance) -> dict[str, People]:
    """The people of each seat; seats without a wish get those that are fewest so far."""
    chosen = {seat.name: People(seat.wishes["type"]) for seat in seats if seat.wishes.get("type")}
    stream = chance.stream("setup", "peoples")
    for name in stream.shuffled([seat.name for seat in seats if seat.name not in chosen]):
        counts = {people: list(chosen.values()).count(people) for people in People}
        chosen[name] = stream.choice([people for people in People if counts[people] == min(counts.values())])
    return {seat.name: chosen[seat.name] for seat in seats}


def _homes(seats: Sequence[Signup], chance: Chance) -> dict[str, str]:
    left_out = decided("homes")["left_out"][: MOST_SEATS - len(seats)]
    sites = [site for place, site in enumerate(HOME_SITES, start=1) if place not in left_out]
    return dict(zip([seat.name for seat in seats], chance.stream("setup", "homes").shuffled(sites), strict=True))


def _players(
    seats: Sequence[Signup], peoples: Mapping[str, People], homes: Mapping[str, str], teams: Mapping[str, int]
) -> dict[str, Player]:
    return {
        seat.name: Player(
            seat.name,
            peoples[seat.name],
            account=account,
            home=homes[seat.name],
            end_vote=int(seat.wishes.get("end") or 0),
            team=teams[seat.name],
        )
        for account, seat in enumerate(seats, start=1)
    }


def _settle_homes(world: World) -> None:
    start = decided("homes")
    for player in world.players.values():
        home = world.provinces[player.home]
        home.owner = home.home_of = player.name
        home.garrison, home.csps, home.zorans = start["garrison"], start["csps"], start["zorans"]
        home.turns_owned = 1
        for bonus in start["leader_bonuses"]:
            _add_leader(world, player.name, player.home, 0, bonus)


def _add_leader(world: World, owner: str, province: str, troops: int, bonus: int) -> None:
    world.leaders[world.next_leader] = Leader(world.next_leader, owner, province, troops, bonus)
    world.next_leader += 1


def _fill(world: World, sites: Sites, chance: Chance) -> None:
    contents = decided("contents")
    names = chance.stream("setup", "city names").shuffled(CITY_NAMES)
    for name, city in zip(sites.cities, names, strict=True):
        guard = decided("cities")["jewel" if name in sites.jewel_cities else "plain"]
        place = world.provinces[name]
        place.city, place.garrison, place.csps, place.zorans = city, guard["garrison"], guard["csps"], guard["zorans"]
        for _ in range(guard["leaders"]):
            _add_leader(world, LOTU, name, guard["troops"], guard["bonus"])
    for name in sites.mercenaries:
        place = world.provinces[name]
        place.mercenary = True
        place.garrison, place.csps = contents["mercenary"]["garrison"], contents["mercenary"]["csps"]
    for name in sites.dragons:
        place = world.provinces[name]
        place.dragon = contents["dragon_strength"]
        pips = chance.stream("setup", "hoard", name).between(1, contents["dragon_die"])
        place.zorans = contents["dragon_hoard"] + contents["dragon_pip"] * pips
    for kind, places in (("small", sites.small), ("medium", sites.medium), ("large", sites.large)):
        for name in places:
            _fill_neutral(world.provinces[name], kind, chance.stream("setup", "neutral", name))


def _fill_neutral(place: Province, kind: str, stream: Stream) -> None:
    ranges = decided("contents")[kind]
    place.garrison = stream.between(*ranges["garrison"])
    place.csps = stream.between(*ranges["csps"])
    place.zorans = stream.between(*ranges["zorans"])
