"""All that one seat may know (``view_of``). Reading, checking, forecasting, reporting and planning see nothing else.

A view holds the seat's own records in full, the printed entries of provinces it has seen, the map that everybody was sent, and
what the printout's head tells of others. Nothing in it changes when something changes that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from postern.game.ruleset import Standing
from postern.rulesets.great_jewels.entries import ProvinceEntry
from postern.rulesets.great_jewels.ranking import final_standings
from postern.rulesets.great_jewels.summary import Summary, summary_of
from postern.rulesets.great_jewels.variants import PLAIN, Variant
from postern.rulesets.great_jewels.world import Leader, People, Player, Province, Talisman, Terrain, World, fresh

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
