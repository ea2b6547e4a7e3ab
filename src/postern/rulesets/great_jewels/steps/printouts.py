"""Step 15: what each player is shown (chapters 2, 5, 6, 31, ruling 28).

A player's printout lists the provinces that he owned or visited in the turn, as they stand now; what others hide from him is
left out here, so that it is in no entry and can reach no view.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from postern.rulesets.great_jewels.entries import MERCENARY_TAG, LeaderEntry, ProvinceEntry, TalismanEntry
from postern.rulesets.great_jewels.geography import PROVINCES
from postern.rulesets.great_jewels.rates import levy_rate, tax_rate
from postern.rulesets.great_jewels.steps.forces import is_stronghold
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE
from postern.rulesets.great_jewels.turn import Fallen, Turn
from postern.rulesets.great_jewels.world import NOBODY, Force, Leader, Province, Talisman, garrison_force, leader_force

NEUTRAL_TAG = "-----"
DRAGON_TAG = "-DRAGON-"
INVISIBLE = 6
"""The note under which only the owner of a talisman sees it (QJ-28.1-006)."""


def write_entries(turn: Turn) -> None:
    """Writes the entries of every player's next printout, and remembers whom he has met and which strongholds are known."""
    if turn.expected:
        return
    scene = _Scene(turn)
    for name, player in turn.world.players.items():
        if player.out:
            continue
        player.told = turn.answers.get(name, {})
        listed = _listed(turn, name)
        for place in (one for one in PROVINCES if one in listed):
            entry = scene.entry(name, turn.province(place))
            player.seen[place] = entry
            turn.province(place).discovered |= turn.province(place).mercenary
            for other in (entry.tag, *(one.owner for one in entry.leaders)):
                if other in turn.world.players and other != name and other not in player.met:
                    player.met.append(other)


def _listed(turn: Turn, name: str) -> set[str]:
    """The provinces on this player's printout: owned, visited, or where his leaders stood at the start, stand or fell."""
    listed = set(turn.visits.get(name, ()))
    listed |= {province.name for province in turn.world.provinces.values() if province.owner == name}
    for leader in turn.world.leaders.values():
        if leader.owner == name:
            listed |= {leader.province, turn.start.get(leader.number, leader.province)}
    for fallen in turn.fallen:
        if fallen.leader.owner == name:
            listed |= {fallen.leader.province, turn.start.get(fallen.leader.number, fallen.leader.province)}
    return listed


class _Scene:
    """The state at the end of a turn, gone through once, from which every player's entries are made."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.fallen: dict[str, list[Fallen]] = defaultdict(list)
        for one in sorted(turn.fallen, key=lambda one: one.leader.number):
            self.fallen[one.leader.province].append(one)
        self.drevonyxes: dict[str, list[int]] = defaultdict(list)
        for drevonyx in turn.world.drevonyxes:
            self.drevonyxes[drevonyx.province].append(drevonyx.size)
        self.fogs: dict[str, set[str]] = defaultdict(set)  # owners whose armies in a province are under the Fog of War
        self.hidden: set[int] = set()
        for force in turn.holders():
            if not force.leader:
                continue
            if hooks.FOGGED.fold(turn, force, False, None):
                self.fogs[turn.place_of(force)].add(turn.owner_of(force))
            if not self._gave_himself_away(force) and hooks.HIDDEN_ARMY.fold(turn, force, False, None):
                self.hidden.add(force.leader)

    def _gave_himself_away(self, force: Force) -> bool:
        """True when he attacked or waylaid in the province where he stands now (ruling 19, T48)."""
        stayed = self.turn.start.get(force.leader) == self.turn.place_of(force)
        return (stayed and force in self.turn.attackers) or "-W" in self.turn.flags.get(force, ())

    def entry(self, reader: str, province: Province) -> ProvinceEntry:
        """The province as this player's printout shows it."""
        name, number = province.name, self.turn.number + 1
        if province.city and not self._inside(reader, name):
            return ProvinceEntry(name, number, province.city, locked=True)
        force = garrison_force(name)
        own = province.owner == reader
        outside = ProvinceEntry(
            name,
            number,
            tag_of(province),
            province.terrain.value,
            leaders=self._leaders(reader, name),
            departures=self._departures(reader, name),
            drevonyxes=tuple(self.drevonyxes.get(name, ())),
        )
        if not own and hooks.FOGGED.fold(self.turn, force, False, None):
            return replace(outside, fogged=True)
        return replace(
            outside,
            levy=levy_rate(self.turn.world, province),
            tax=tax_rate(self.turn.world, province),
            turns_owned=province.turns_owned,
            garrison=province.garrison if own else hooks.SEEN_TROOPS.fold(self.turn, force, province.garrison, None),
            csps=province.csps,
            navies=province.navies,
            zorans=province.zorans,
            road=province.road,
            tunnels=tuple(province.tunnels),
            stronghold=province.mercenary,
            targets=tuple(self.turn.targets.get(force, ())),
            flags=self._province_flags(province),
            talismans=self._talismans(reader, force),
            geas=own and force in self.turn.geased,
        )

    def _inside(self, reader: str, city: str) -> bool:
        """True when a leader of this player stands in the guarded city, started there or fell there (QJ-24-05)."""
        if any(leader.owner == reader for leader in self.turn.leaders_in(city)):
            return True
        if any(one.leader.owner == reader for one in self.fallen[city]):
            return True
        return any(
            leader.owner == reader and self.turn.start.get(leader.number) == city for leader in self.turn.world.leaders.values()
        )

    def _province_flags(self, province: Province) -> tuple[str, ...]:
        force = garrison_force(province.name)
        standing = {
            "-A": province.autobuild,
            "-N": force in self.turn.no_waylay,
            "-S": province.besieged,
            "-U": province.name in self.turn.sealed,
            "-V": province.ravaged,
        }
        return self._flags(force, standing)

    def _leader_flags(self, leader: Leader) -> tuple[str, ...]:
        force = leader_force(leader.number)
        standing = {
            "-H": leader.number in self.turn.hostile,
            "-N": force in self.turn.no_waylay,
            "-P": leader.at_peace,
            "-*": leader.newborn,
        }
        return self._flags(force, standing)

    def _flags(self, force: Force, standing: Mapping[str, bool]) -> tuple[str, ...]:
        return _sorted({*self.turn.flags.get(force, ()), *(flag for flag, up in standing.items() if up)})

    def _leaders(self, reader: str, place: str) -> tuple[LeaderEntry, ...]:
        """The leaders there, the fallen ones too, by number; without those that are hidden from this reader."""
        fogs = self.fogs.get(place, set())
        entries = []
        for one in self.fallen.get(place, ()):
            fogged = one.leader.owner != reader and one.leader.owner in fogs
            entries.append(self._leader(reader, one.leader, fogged, one.flags))
        for leader in self.turn.leaders_in(place):
            if leader.owner == reader or leader.number not in self.hidden:
                entries.append(self._leader(reader, leader, leader.owner != reader and leader.owner in fogs))
        return tuple(sorted(entries, key=lambda entry: (entry.number, not entry.killed)))

    def _leader(self, reader: str, leader: Leader, fogged: bool, killed: tuple[str, ...] | None = None) -> LeaderEntry:
        force = leader_force(leader.number)
        dead = killed is not None
        if fogged:
            return LeaderEntry(leader.number, leader.owner, killed=dead, fogged=True)
        own = leader.owner == reader
        seen = leader.troops if own or dead else hooks.SEEN_TROOPS.fold(self.turn, force, leader.troops, None)
        return LeaderEntry(
            number=leader.number,
            owner=leader.owner,
            troops=seen,
            bonus=leader.bonus,
            zorans=leader.zorans,
            rams=leader.rams,
            towers=leader.towers,
            targets=tuple(self.turn.targets.get(force, ())),
            flags=_sorted(killed) if killed is not None else self._leader_flags(leader),
            talismans=() if dead else self._talismans(reader, force),
            killed=dead,
            geas=own and force in self.turn.geased,
        )

    def _departures(self, reader: str, place: str) -> tuple[str, ...]:
        """Who left, and whither; an army that others cannot see leaves unseen."""
        return tuple(one for one in self.turn.departures.get(place, ()) if not self._unseen(reader, one))

    def _unseen(self, reader: str, departure: str) -> bool:
        number = int(departure.split("->")[0].removeprefix("L"))
        return number in self.hidden and self.turn.world.leaders[number].owner != reader

    def _talismans(self, reader: str, force: Force) -> tuple[TalismanEntry, ...]:
        own = self.turn.owner_of(force) == reader
        entries = (self._talisman(reader, one, own) for one in self.turn.held(force))
        return tuple(sorted((entry for entry in entries if entry is not None), key=lambda entry: entry.number))

    def _talisman(self, reader: str, talisman: Talisman, own: bool) -> TalismanEntry | None:
        """The talisman as a reader sees it; None for one that is invisible to him."""
        number, name = talisman.number, talisman.name
        if not own:
            seen_as = hooks.SEEN_AS.ask(self.turn, talisman, number, None)
            if seen_as != number:
                number, name = seen_as, self.turn.world.talismans[seen_as].name
            elif INVISIBLE in CATALOGUE[number].notes and not self._showed_itself(reader, number):
                return None
        flags = []
        if talisman.transferred == self.turn.number:
            flags.append("-T")
        if talisman.number in self.turn.unusual:
            flags.append("-!")
        return TalismanEntry(number, name, tuple(flags))

    def _showed_itself(self, reader: str, number: int) -> bool:
        """True for a talisman usually invisible that acted this turn under the eyes of everybody, or of this reader."""
        return number in self.turn.shown or reader in self.turn.shown_to.get(number, ())


def tag_of(province: Province) -> str:
    """What stands in the brackets after the name (QJ-23-02, QJ-24-03, QJ-25-01, QJ-26-02)."""
    if province.city:
        return province.city
    if province.dragon:
        return DRAGON_TAG
    if province.owner != NOBODY:
        return province.owner
    return MERCENARY_TAG if is_stronghold(province) else NEUTRAL_TAG


def _sorted(flags: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(flags))
