"""A new game: the map, the twelve homes, the special provinces and everything that lies in them (rulings 3 to 9)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from postern.game.chance import Chance, Stream
from postern.game.kit.digits import is_number
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.geography import HOME_SITES, PROVINCES
from postern.rulesets.great_jewels.placement import Sites, deal_talismans, place_sites
from postern.rulesets.great_jewels.steps.printouts import write_entries
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, EDITION, catalogue_of
from postern.rulesets.great_jewels.terrain import draw_traits, lay_roads, lay_terrain
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.variants import check_seats, form_teams, read_variant
from postern.rulesets.great_jewels.world import LOTU, Drevonyx, Leader, People, Player, Province, Talisman, Terrain, World

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
