"""All that one seat may know (``View``), and the world as it knows it (``imagine``).

Reading, checking, forecasting, reporting and planning see nothing else. A view holds the seat's own records in full, the
printed entries of provinces it has seen, the map that everybody was sent, and what the printout's head tells of others.
Nothing in it changes when something changes that the seat may not know. A ``Scene`` is a view with what an expected turn came
to.

In the imagined world own things stand in full, provinces of the latest printout as printed, remembered ones as last seen, the
rest empty and neutral on the printed map. Where the seat cannot know, the friendlier guess is taken: whoever it calls ally
calls it ally.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from postern.game.ruleset import Standing
from postern.rulesets.great_jewels.rules.economy import Summary, summary_of
from postern.rulesets.great_jewels.rules.scoring import final_standings
from postern.rulesets.great_jewels.tables import CATALOGUE, HOME_SITES, PROVINCES, catalogue_of, decided, spoken
from postern.rulesets.great_jewels.world.records import (
    MERCENARY_TAG,
    Drevonyx,
    Force,
    Leader,
    LeaderEntry,
    People,
    Player,
    Province,
    ProvinceEntry,
    Talisman,
    Terrain,
    World,
    fresh,
)
from postern.rulesets.great_jewels.world.variants import PLAIN, Variant

ORACLE = 57
HOT_POTATO = 80


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows when the orders of ``turn`` are awaited.

    ``entries`` are the latest printed entries by province: those with ``entry.turn == turn`` are of the printout just received,
    older ones are memory. ``player``, ``leaders``, ``provinces`` and ``talismans`` are the seat's own records, as copies.
    """

    game: str
    seat: str
    turn: int
    player: Player
    leaders: Mapping[int, Leader]
    provinces: Mapping[str, Province]
    talismans: Mapping[int, Talisman]
    entries: Mapping[str, ProvinceEntry]
    terrain_map: Mapping[str, Terrain]
    road_map: tuple[str, ...]
    players: tuple[str, ...]  # the names of all seats
    out: tuple[str, ...]  # those of them who are out of the game: no printout brings them messages
    met: Mapping[str, People]  # players met, in the order of meeting, with their types
    scores: tuple[int, ...]  # of the players met, in increasing order, without names (QJ-31-09)
    oracle: Mapping[str, int]  # every player's score, if the seat holds T57
    summary: Summary
    finished: bool = False
    winners: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()  # the final table, once the game is over (ruling 17)
    end_turn: int = 0  # revealed when the game is over, known from the start where the variant fixes it
    edition: int = 1  # of the tables: which talismans the game has
    variant: Variant = PLAIN
    teams: Mapping[str, int] = field(default_factory=dict)  # the team of every seat, in a game of teams

    @property
    def people(self) -> People:
        """The seat's character type."""
        return self.player.people

    @property
    def current(self) -> dict[str, ProvinceEntry]:
        """The entries of the printout just received."""
        return {name: entry for name, entry in self.entries.items() if entry.turn == self.turn}

    def terrain(self, province: str) -> Terrain:
        """The terrain as far as the seat knows: from its latest entry of the province, else from the printed map."""
        entry = self.entries.get(province)
        return Terrain(entry.terrain) if entry is not None and entry.terrain else self.terrain_map[province]

    def road(self, province: str) -> bool:
        """True when, as far as the seat knows, there is a road."""
        entry = self.entries.get(province)
        if entry is None or entry.locked or entry.fogged:
            return province in self.road_map
        return entry.road

    def held(self, holder: int | str) -> list[Talisman]:
        """The seat's own talismans with a leader (his number) or in a garrison (its province), lowest number first."""
        found = [one for one in self.talismans.values() if holder in ((one.leader,) if one.leader else (one.province,))]
        return sorted(found, key=lambda one: one.number)


def view_of(world: World, seat: str) -> View:
    """The view of one seat. Raises KeyError for an unknown seat."""
    player = world.players[seat]
    leaders = {number: fresh(one) for number, one in sorted(world.leaders.items()) if one.owner == seat}
    provinces = {name: fresh(one) for name, one in world.provinces.items() if one.owner == seat}
    talismans = {
        number: _own_talisman(one)
        for number, one in sorted(world.talismans.items())
        if one.leader in leaders or one.province in provinces
    }
    met = {name: world.players[name].people for name in player.met}
    return View(
        game=world.game,
        seat=seat,
        turn=world.turn,
        player=replace(fresh(player), seen={}),
        leaders=leaders,
        provinces=provinces,
        talismans=talismans,
        entries=dict(player.seen),
        terrain_map=world.terrain_map,
        road_map=tuple(world.road_map),
        players=tuple(world.players),
        out=tuple(name for name, other in world.players.items() if other.out),
        met=met,
        scores=tuple(sorted(world.players[name].score for name in met)),
        oracle=_oracle(world, talismans),
        summary=summary_of(world, seat),
        finished=world.finished,
        winners=tuple(world.winners),
        standings=final_standings(world) if world.finished else (),
        end_turn=world.end_turn if world.finished or world.variant.turn_limit else 0,
        edition=world.edition,
        variant=world.variant,
        teams={name: other.team for name, other in world.players.items() if other.team},
    )


def _own_talisman(talisman: Talisman) -> Talisman:
    """The owner knows everything of his talismans but when the Hot Potato goes off (QJ-28.1 T80)."""
    return replace(talisman, counter=0 if talisman.number == HOT_POTATO else talisman.counter)


def _oracle(world: World, talismans: Mapping[int, Talisman]) -> dict[str, int]:
    """Everybody's score for the holder of T57, unless mischief had put it to sleep when the printout was made."""
    oracle = talismans.get(ORACLE)
    if oracle is None or oracle.dead_until >= world.turn - 1 > 0:
        return {}
    return {name: player.score for name, player in world.players.items()}


DRAGON = "-DRAGON-"
NEVER = 1_000
"""An ending turn beyond every game: the seat does not know the true one."""

UNKNOWN_TALISMAN = 64


def imagine(view: View) -> World:
    """A fresh world that holds what the seat knows, and nothing else. It may be changed freely."""
    players, roads = _players(view), frozenset(view.road_map)
    land = view.terrain_map
    provinces = {name: Province(name, land[name], road=name in roads) for name in PROVINCES}
    for name in {**view.entries, **view.provinces}:
        provinces[name] = _province(view, name)
    return World(
        game=view.game,
        turn=view.turn,
        players=players,
        provinces=provinces,
        leaders=_leaders(view),
        talismans=_talismans(view),
        drevonyxes=_drevonyxes(view),
        terrain_map=dict(view.terrain_map),
        road_map=list(view.road_map),
        end_turn=NEVER,
        unknown=_unknown(view),
        next_leader=max([NEVER, *view.leaders]) + 1,
        edition=view.edition,
        variant=view.variant,
    )


def _players(view: View) -> dict[str, Player]:
    players: dict[str, Player] = {}
    homes = {entry.tag: entry.name for entry in view.entries.values()}
    for account, name in enumerate(view.players, start=1):
        if name == view.seat:
            players[name] = replace(fresh(view.player), seen=dict(view.entries), told={})
        else:
            allies = [view.seat] if name in view.player.allies else []
            home = homes.get(name, HOME_SITES[0])
            people, team = view.met.get(name, People.QUNTAG), view.teams.get(name, 0)
            players[name] = Player(name, people, account, home, allies=allies, team=team)
    return players


def _province(view: View, name: str) -> Province:
    """A province that the seat owns or has seen."""
    own = view.provinces.get(name)
    if own is not None:
        return fresh(own)
    return _printed(view, Province(name, view.terrain(name), road=view.road(name)), view.entries[name])


def _printed(view: View, place: Province, entry: ProvinceEntry) -> Province:
    """Fills an unowned province with what its entry says."""
    if entry.tag in view.players:
        place.owner = entry.tag if entry.tag != view.seat else ""  # lost since it was last printed
    elif entry.tag == MERCENARY_TAG:
        place.mercenary = place.discovered = True
    elif entry.tag == DRAGON:
        place.dragon = int(decided("contents")["dragon_strength"])
    elif entry.tag.isalpha():
        place.city = entry.tag
    place.garrison, place.csps, place.navies = entry.garrison, entry.csps, entry.navies
    place.zorans, place.turns_owned = entry.zorans, entry.turns_owned
    place.tunnels = list(entry.tunnels)
    if entry.stronghold and entry.tag != MERCENARY_TAG:
        place.mercenary = place.discovered = place.mercenaries_gone = True
    place.besieged = "-S" in entry.flags and entry.turn == view.turn  # a siege seen earlier may be over
    place.ravaged = "-V" in entry.flags
    return place


def _leaders(view: View) -> dict[int, Leader]:
    """Own leaders in full, others where they were last seen, unless a newer printout shows their province without them."""
    leaders = {number: fresh(leader) for number, leader in view.leaders.items()}
    latest: dict[int, tuple[int, str, LeaderEntry]] = {}
    for entry in view.entries.values():
        for one in entry.leaders:
            if not one.killed and one.owner != view.seat and (one.number not in latest or latest[one.number][0] < entry.turn):
                latest[one.number] = (entry.turn, entry.name, one)
    for number, (_, place, seen) in sorted(latest.items()):
        leaders[number] = Leader(
            number=number,
            owner=seen.owner,
            province=place,
            troops=seen.troops,
            bonus=seen.bonus,
            zorans=seen.zorans,
            rams=seen.rams,
            towers=seen.towers,
            at_peace="-P" in seen.flags,
        )
    return leaders


def _talismans(view: View) -> dict[int, Talisman]:
    """Own talismans in full, others where they were last seen; the rest nowhere."""
    talismans = {number: Talisman(number, CATALOGUE[number].name) for number in sorted(catalogue_of(view.edition))}
    when: dict[int, int] = {}
    for entry in view.entries.values():
        holders = [(entry.talismans, 0), *((one.talismans, one.number) for one in entry.leaders if not one.killed)]
        for shown, leader in holders:
            for one in shown:
                if when.get(one.number, 0) <= entry.turn and one.number in talismans:
                    when[one.number] = entry.turn
                    place = "" if leader else entry.name
                    talismans[one.number] = Talisman(one.number, one.name, leader=leader, province=place)
    for number, talisman in talismans.items():  # what a printout said is the seat's, and is no longer
        if talisman.leader in view.leaders or talisman.province in view.provinces:
            talismans[number] = Talisman(number, talisman.name)
    talismans.update({number: fresh(talisman) for number, talisman in view.talismans.items()})
    return talismans


def _drevonyxes(view: View) -> list[Drevonyx]:
    """Those on printouts; one of the size at the start of the game is taken to be asleep still."""
    asleep = int(decided("contents")["drevonyx"])
    return [
        Drevonyx(size, entry.name, asleep=size == asleep)
        for entry in view.entries.values()
        if entry.turn == view.turn
        for size in entry.drevonyxes
    ]


def _unknown(view: View) -> int:
    """Which of the eight T64 is: its holder reads it from the name; for all others any will do."""
    names = decided("unknown")["names"]
    own = view.talismans.get(UNKNOWN_TALISMAN)
    return names.index(own.name) + 1 if own is not None and own.name in names else 1


TERRAIN_NAMES = {
    Terrain.CLEAR: "clear",
    Terrain.MOUNTAIN: "mountain",
    Terrain.FOREST: "forest",
    Terrain.IMPASSABLE: "impassable",
}


@dataclass(frozen=True, slots=True)
class Expected:
    """An expected turn in a few numbers: what is built and left in the treasuries, what transfers came to, and move costs.

    ``handed`` is what the receiver has after each transfer (giver, receiver, goods, quantity), ``crewless`` how many of which
    goods leaders without the troops for them do not keep, ``doomed`` the raids (by force and goal) that enemy leaders
    where they leave or arrive kill, ``groups`` where the groups of a raid on all sides go (by force and troops),
    ``hired`` the troops that a leader buys from mercenaries, and their price.
    ``built`` and ``done`` are the zorans in the seat's own provinces once engines are built and once everything is.
    ``ends`` is where each own leader's move is expected to stop, ``costs`` what the way there costs of which points, as text.
    """

    handed: Mapping[tuple[str, str, str, int], int] = field(default_factory=dict)
    crewless: Mapping[tuple[int, str], int] = field(default_factory=dict)
    built: Mapping[str, int] = field(default_factory=dict)
    done: Mapping[str, int] = field(default_factory=dict)
    ends: Mapping[int, str] = field(default_factory=dict)
    costs: Mapping[int, str] = field(default_factory=dict)
    doomed: frozenset[tuple[str, str]] = frozenset()
    groups: Mapping[tuple[Force, int], tuple[str, ...]] = field(default_factory=dict)
    hired: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    csps: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scene:
    """A view, and the expected turn if it was run."""

    view: View
    expected: Expected = field(default_factory=Expected)

    def seen_leader(self, number: int) -> tuple[str, LeaderEntry] | None:
        """Another player's leader as last seen: the province and the entry; None when he was never seen."""
        best: tuple[int, str, LeaderEntry] | None = None
        for entry in self.view.entries.values():
            for leader in entry.leaders:
                if leader.number == number and not leader.killed and (best is None or entry.turn > best[0]):
                    best = (entry.turn, entry.name, leader)
        return (best[1], best[2]) if best else None

    def leader(self, number: int) -> str:
        """L31 for an own leader, "L31 of KILLER" for another's."""
        if number in self.view.leaders:
            return f"L{number}"
        seen = self.seen_leader(number)
        return f"L{number} of {seen[1].owner}" if seen and seen[1].owner else f"L{number}"

    def force(self, force: Force) -> str:
        """L31, or the garrison's province: B2, province L4."""
        return f"L{force.leader}" if force.leader else spoken(force.garrison)

    def place(self, force: Force) -> str:
        """Where an own force stands now; "" when it is not the seat's."""
        if force.garrison:
            return force.garrison
        own = self.view.leaders.get(force.leader)
        return own.province if own else ""

    def terrain(self, province: str) -> str:
        """The terrain in words, as far as the seat knows."""
        return TERRAIN_NAMES[self.view.terrain(province)]
