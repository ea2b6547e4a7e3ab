"""What a computer player makes of its view: where things stand, what lies where, what a march costs.

And hearsay: what the homes are like that nobody has seen lately. Where homes lie and how they grow is known to all.
"""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

from postern.game.kit.orders.digits import is_number
from postern.game.ruleset import Level
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.tables import (
    ATTACK_FACTORS,
    FAVOURITE,
    HOME_SITES,
    PROVINCES,
    adjacent,
    distance,
    neighbours,
)
from postern.rulesets.great_jewels.world.records import Leader, LeaderEntry, Province, ProvinceEntry, Talisman

BOOTS, THE_BUCK = 52, 65
FAR = 99
_UNOWNED = ("-----", "")


def at_war(view: View) -> frozenset[str]:
    """The players with whom the last printout shows war: one side struck the other, or an army not at peace is in our land."""
    found = set(strikers(view, both=True))
    for entry in view.entries.values():
        if entry.turn == view.turn and entry.name in view.provinces:
            found |= {one.owner for one in entry.leaders if one.troops and not one.killed and "-P" not in one.flags}
    return frozenset(found)


def strikers(view: View, both: bool = False) -> frozenset[str]:
    """The players who struck at us, as the last printout shows; ``both``: also those at whom we struck."""
    seen = [entry for entry in view.entries.values() if entry.turn == view.turn]
    owners = {one.number: one.owner for entry in seen for one in entry.leaders}
    found = set()
    for entry in seen:
        strikes = [(entry.tag, entry.targets), *((one.owner, one.targets) for one in entry.leaders)]
        for striker, targets in strikes:
            struck = {owners.get(int(target[1:]), "") if is_number(target[1:]) else entry.tag for target in targets}
            if striker == view.seat:
                found |= struck if both else set()
            elif view.seat in struck:
                found.add(striker)
    return frozenset(found)


@dataclass
class Survey:
    """The view with the plans made so far: troops already handed out, provinces already aimed at, forces with orders."""

    view: View
    standing_in: bool = False  # for a player who missed the turn: no more than he surely wants (``keeping``)
    level: Level = "normal"
    troops: dict[int, int] = field(default_factory=dict)  # leader -> troops after planned transfers
    towers: dict[int, int] = field(default_factory=dict)  # leader -> siege towers after planned building
    garrisons: dict[str, int] = field(default_factory=dict)  # province -> troops left after planned orders
    zorans: dict[str, int] = field(default_factory=dict)
    aimed: set[str] = field(default_factory=set)
    busy: set[int] = field(default_factory=set)
    raided: set[str] = field(default_factory=set)  # provinces whose garrison has an order of its own
    ends: dict[int, str] = field(default_factory=dict)  # leader -> where his march ends
    handed: dict[int, int] = field(
        default_factory=dict
    )  # talismans already handed over -> the leader who gets them, 0: a garrison
    bewitched: set[int] = field(default_factory=set)  # enemy leaders who act under a spell of ours this turn
    goals: list[str] = field(default_factory=list)  # places that armies gather against
    saves: bool = False  # zorans are kept for battering rams
    spared: set[str] = field(default_factory=set)  # players who become allies this turn
    letters: list[str] = field(default_factory=list)  # messages, each with its lines
    orders: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.troops = {number: leader.troops for number, leader in self.view.leaders.items()}
        self.towers = {number: leader.towers for number, leader in self.view.leaders.items()}
        self.garrisons = {name: place.garrison for name, place in self.view.provinces.items()}
        self.zorans = {name: place.zorans for name, place in self.view.provinces.items()}

    @property
    def _friends(self) -> set[str]:
        return {self.view.seat, *self.view.player.allies, *self.spared}

    @cached_property
    def foes(self) -> frozenset[str]:
        """The players whom we strike: all but declared allies; in another's stead only those with whom there is war already."""
        strangers = frozenset(self.view.players) - self._friends
        return strangers & at_war(self.view) if self.standing_in else strangers

    def spares(self, owner: str) -> bool:
        """True for a player whom we do not strike."""
        return owner in self.view.players and owner not in self.foes

    @property
    def people(self) -> str:
        return str(self.view.player.people)

    def leaders(self) -> list[Leader]:
        """Own leaders without orders yet, the most experienced first."""
        free = [leader for number, leader in self.view.leaders.items() if number not in self.busy]
        return sorted(free, key=lambda leader: (-leader.bonus, leader.number))

    def leaders_at(self, place: str) -> list[Leader]:
        """Own leaders without orders yet in a province, the most experienced first."""
        return [leader for leader in self.leaders() if leader.province == place]

    def own(self) -> list[Province]:
        return [self.view.provinces[name] for name in PROVINCES if name in self.view.provinces]

    def entry(self, name: str) -> ProvinceEntry | None:
        return self.view.entries.get(name)

    def fresh(self, name: str) -> bool:
        """True when the entry tells how it stands now."""
        entry = self.entry(name)
        return entry is not None and entry.turn == self.view.turn

    def terrain(self, name: str) -> str:
        return self._terrain[name]

    @cached_property
    def _terrain(self) -> dict[str, str]:
        return {name: self.view.terrain(name).value for name in PROVINCES}

    @cached_property
    def roads(self) -> set[str]:
        return {name for name in PROVINCES if self.view.road(name)}

    @cached_property
    def tunnels(self) -> dict[str, set[str]]:
        """Where dug tunnels lead that we know of, from either end."""
        ways: dict[str, set[str]] = {}
        own = [(name, place.tunnels) for name, place in self.view.provinces.items()]
        seen = [(name, list(entry.tunnels)) for name, entry in self.view.entries.items()]
        for name, ends in (*own, *seen):
            for end in ends:
                ways.setdefault(name, set()).add(end)
                ways.setdefault(end, set()).add(name)
        return ways

    def ways(self, name: str) -> tuple[str, ...]:
        """Where one step leads: next door, or through a tunnel."""
        return (*neighbours(name), *sorted(self.tunnels[name])) if name in self.tunnels else neighbours(name)

    @cached_property
    def _closed(self) -> set[str]:
        return {one.province for one in self.view.talismans.values() if one.number == THE_BUCK}

    @cached_property
    def empty(self) -> set[str]:
        """Provinces that are not ours and, as far as we know, nobody holds or guards."""
        return {name for name in PROVINCES if self._is_empty(name)}

    def _is_empty(self, name: str) -> bool:
        if name in self.view.provinces or self.terrain(name) == "I":
            return False
        entry = self.entry(name)
        if entry is None:
            return True
        guarded = entry.locked or entry.garrison or entry.drevonyxes or entry.fogged
        return not guarded and entry.tag in _UNOWNED

    @cached_property
    def barred(self) -> set[str]:
        """Where a march should never go: impassable land, dragons, guarded cities, the Drevonyx."""
        barred = {name for name in PROVINCES if self.terrain(name) == "I"}
        for name, entry in self.view.entries.items():
            if entry.locked or entry.drevonyxes or entry.tag not in (*self.view.players, "MERC", "-----"):
                barred.add(name)
        return barred

    @cached_property
    def _enemies(self) -> dict[str, list[LeaderEntry]]:
        return {
            name: [one for one in entry.leaders if not one.killed and one.owner not in self._friends]
            for name, entry in self.view.entries.items()
            if entry.turn == self.view.turn
        }

    def enemies(self, name: str) -> list[LeaderEntry]:
        """Leaders of players who are not our declared allies, seen in a province this turn."""
        return self._enemies.get(name, [])

    def devoured(self, name: str) -> bool:
        """True where the Drevonyx is now: it eats whoever stays."""
        entry = self.entry(name)
        return entry is not None and entry.turn == self.view.turn and bool(entry.drevonyxes)

    def threat(self, name: str) -> int:
        """Enemy troops in the province and next to it."""
        return sum(one.troops for place in (name, *neighbours(name)) for one in self.enemies(place))

    @cached_property
    def front(self) -> dict[str, int]:
        """For every province the number of steps to the nearest land that is not ours and can be entered."""
        steps = {name: 0 for name in PROVINCES if name not in self.view.provinces and self.terrain(name) != "I"}
        waiting = deque(steps)
        while waiting:
            here = waiting.popleft()
            for other in neighbours(here):
                if other not in steps:
                    steps[other] = steps[here] + 1
                    waiting.append(other)
        return steps

    def owner(self, entry: ProvinceEntry) -> str:
        """The player who holds a province, "" for nobody and neutrals."""
        return entry.tag if entry.tag in self.view.players else ""

    def factor(self, defender: str) -> int:
        """Our attack factors per troop against this owner."""
        people = self.view.met.get(defender)
        return ATTACK_FACTORS[self.people, people.value if people else "NONPLAYER"]

    def strength(self, leader: Leader) -> int:
        """Troops plus what the bonus counts for."""
        troops = self.troops[leader.number]
        return troops + min(leader.bonus, troops)

    def held(self, number: int) -> list[Talisman]:
        """Talismans with an own leader that are not to be handed away."""
        return [one for one in self.view.talismans.values() if one.leader == number and one.number not in self.handed]

    def place_of(self, talisman: Talisman) -> str:
        """The province where an own talisman is."""
        return self.view.leaders[talisman.leader].province if talisman.leader else talisman.province

    def points(self, leader: Leader) -> int:
        """His movement points in halves."""
        if any(one.number == BOOTS and one.gained < self.view.turn for one in self.held(leader.number)):
            return 14
        return 4 if self.towers[leader.number] else 8

    def _cost(self, frm: str, to: str) -> int:
        """Half movement points for one step, as far as we know."""
        if frm in self.roads and to in self.roads and adjacent(frm, to):
            return 1
        return 2 if self.terrain(to) in ("C", FAVOURITE[self.people]) else 4

    def _stops(self, name: str, armed: bool) -> bool:
        """True where a march must not pass through: somebody might waylay it, or the march ends there."""
        if name in self.view.provinces:
            return bool(self.enemies(name)) or name in self._closed
        entry = self.entry(name)
        if entry is None:
            return armed
        barrier = any(one.number == THE_BUCK for one in entry.talismans)
        return bool(entry.garrison) or entry.tag == "MERC" or barrier or bool(self.enemies(name))

    def reach(self, leader: Leader, allowed: Collection[str] = ()) -> dict[str, tuple[str, ...]]:
        """The cheapest path to every province that he can reach this turn, his own left out. ``allowed``: barred provinces
        that he may enter after all (a city being unlocked)."""
        start, points, armed = leader.province, self.points(leader), self.troops[leader.number] > 0
        best = {start: 0}
        paths: dict[str, tuple[str, ...]] = {start: ()}
        queue = [(0, start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if spent > best[here] or (here != start and self._stops(here, armed)):
                continue
            for other in self.ways(here):
                cost = spent + self._cost(here, other)
                if cost <= points and cost < best.get(other, FAR) and (other not in self.barred or other in allowed):
                    best[other] = cost
                    paths[other] = (*paths[here], other)
                    heapq.heappush(queue, (cost, other))
        del paths[start]
        return paths

    def steps_to(self, goal: str) -> dict[str, int]:
        """From every province the number of steps over land that can be entered to this one."""
        steps = {goal: 0}
        waiting = deque([goal])
        while waiting:
            here = waiting.popleft()
            for other in neighbours(here):
                if other not in steps and other not in self.barred:
                    steps[other] = steps[here] + 1
                    waiting.append(other)
        return steps

    def order(self, text: str, leader: int = 0) -> None:
        """Writes an order down; with a leader, he is busy from now on."""
        self.orders.append(text)
        if leader:
            self.busy.add(leader)

    def move(self, leader: Leader, path: tuple[str, ...]) -> None:
        """Writes his march down."""
        self.order(f"L{leader.number}M{''.join(path)}", leader.number)
        self.ends[leader.number] = path[-1]


_MEMORY = 6
"""Turns for which what was seen of a home counts as it was seen."""


@dataclass(frozen=True)
class _Growth:
    """Garrison, CSPs and zorans of a home: so many at the start, and so many more each turn."""

    garrison: tuple[int, int]
    csps: tuple[int, int]
    zorans: tuple[int, int]


_HOMES = {
    "AZONI": _Growth((10, 4), (4, 6), (20, 2)),
    "RILRIS": _Growth((30, 1), (10, 1), (0, 30)),
}


def unseen_homes(survey: Survey) -> dict[str, ProvinceEntry]:
    """The homes of Azoni and Rilris that were not seen lately, as they probably stand: guessed at from who holds the land
    around them."""
    found = {}
    owners = _owners_of_land(survey)
    for site in HOME_SITES:
        seen = survey.entry(site)
        if site in survey.view.provinces or (seen is not None and seen.turn >= survey.view.turn - _MEMORY):
            continue
        owner = owners.get(site, "")
        growth = _HOMES.get(str(survey.view.met.get(owner)))
        if growth is not None and not survey.spares(owner):
            garrison, csps, zorans = (
                first + more * survey.view.turn for first, more in (growth.garrison, growth.csps, growth.zorans)
            )
            found[site] = ProvinceEntry(site, survey.view.turn, owner, garrison=garrison, csps=csps, zorans=zorans)
    return found


def _owners_of_land(survey: Survey) -> dict[str, str]:
    """By home site the player of whom most of the land was seen that lies nearest to it."""
    tags: dict[str, Counter[str]] = {}
    for name, entry in sorted(survey.view.entries.items()):
        if entry.tag in survey.view.players:
            site = min(HOME_SITES, key=lambda home: (distance(name, home), home))
            tags.setdefault(site, Counter())[entry.tag] += 1
    return {site: found.most_common(1)[0][0] for site, found in tags.items()}
