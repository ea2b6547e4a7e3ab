"""Where the special provinces of a new game lie, and where its talismans are dealt (rulings 7 and 19)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle

from postern.game.chance import Chance, Stream
from postern.rulesets.great_jewels.geography import HOME_SITES, PROVINCES, distance, ring
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS, KEYS

SKELETON_KEY = 84
LEPRECHAUN = 86
_ATTEMPTS = 1_000
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
    for attempt in range(_ATTEMPTS):
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
