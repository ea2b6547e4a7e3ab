"""Step 15: what each player is shown (chapters 2, 5, 6, 31, ruling 28), first what talismans and the spell Spy let him see
(28.1, 28.2): provinces to be listed, and answers in words.

A player's printout lists the provinces that he owned or visited in the turn, as they stand now; what others hide from him is
left out here, so that it is in no entry and can reach no view.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.rules.battle.aftermath import refuge_of
from postern.rulesets.great_jewels.rules.checks import blocks_spying, probe
from postern.rulesets.great_jewels.rules.economy import levy_rate, summary_of, tax_rate
from postern.rulesets.great_jewels.rules.forces import is_stronghold
from postern.rulesets.great_jewels.rules.hooks import usable
from postern.rulesets.great_jewels.rules.spells import attempt, casting, label, uses
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, PALANTIRI, PROVINCES, neighbours
from postern.rulesets.great_jewels.turn.orders import Issued, UseTalisman
from postern.rulesets.great_jewels.turn.state import Fallen, Turn
from postern.rulesets.great_jewels.world.records import (
    MERCENARY_TAG,
    NOBODY,
    Force,
    Leader,
    LeaderEntry,
    Province,
    ProvinceEntry,
    Talisman,
    TalismanEntry,
    garrison_force,
    leader_force,
)

ORACLE, CENSUS, AGENT, LEECH, BALL = 57, 108, 120, 122, 131


def spy(turn: Turn) -> None:
    """All spying of the turn, on the state in which it ended."""
    _palantiri(turn)
    _spell(turn)
    _probes(turn)
    _mind_leech(turn)
    _oracle(turn)
    _send_spies(turn)
    _crystal_ball(turn)  # last: it tells where the spies just sent away have gone


def _answer(turn: Turn, player: str, number: int, lines: list[str]) -> None:
    turn.answers[player].setdefault(f"T{number}", []).extend(lines)


def _palantiri(turn: Turn) -> None:
    """T45 to T47: one province a turn each (QJ-28.1-034); a Forbidden City shows its name only (QJ-28.1-035)."""
    for number in PALANTIRI:
        for issued, order, talisman in uses(turn, number):
            if talisman.used == turn.number:
                why = f"{label(number)} has shown you {talisman.word} this turn; it shows one province a turn."
                turn.fail(issued, "ALREADY HAS AN ORDER", why)
                continue
            talisman.word, talisman.used = order.province, turn.number
            _look(turn, issued.seat, number, order.province)
            turn.carried_out(issued)


def _look(turn: Turn, seat: str, number: int, province: str) -> None:
    if turn.expected:
        return
    if blocks_spying(turn, seat, province):
        _answer(turn, seat, number, [f"{label(number)}: something keeps {province} from being seen."])
    else:
        turn.visit(seat, province)


def _spell(turn: Turn) -> None:
    """Spell L: the province and all around it (QJ-28.2-18)."""
    for issued, spell, talisman in casting(turn, "L"):
        if attempt(turn, issued, spell, talisman):
            for name in (spell.province, *neighbours(spell.province)):
                _look(turn, issued.seat, talisman.number, name)


def _probes(turn: Turn) -> None:
    """Talismans that show further provinces to their owner by themselves (T75, T64)."""
    if turn.expected:
        return
    for force in turn.holders():
        for name in hooks.PROBES.fold(turn, force, [], None):
            probe(turn, turn.owner_of(force), name)


def _mind_leech(turn: Turn) -> None:
    """T122: the giver sees what the leader who got it sees, on the turn of transfer only (QJ-28.1-265), where nothing keeps
    talismans from spying (QJ-28.1-257)."""
    talisman = turn.world.talismans[LEECH]
    giver = turn.givers.get(LEECH, "")
    leader = turn.leader(talisman.leader)
    if leader is None or leader.owner == giver or not usable(turn, talisman) or turn.expected:
        return
    _answer(turn, giver, LEECH, [f"{label(LEECH)}: L{leader.number}[{leader.owner}] ended the turn in {leader.province}."])
    for name in _trodden(turn, leader):
        _look(turn, giver, LEECH, name)


def _trodden(turn: Turn, leader: Leader) -> Iterable[str]:
    """Where a leader started, passed and ended in the turn: what puts a province on his owner's printout (ruling 28)."""
    marches = [event.data for event in turn.events if event.kind == "moved" and event.data["leader"] == leader.number]
    passed = [name for data in marches for name in data["path"]]
    return dict.fromkeys([turn.start.get(leader.number, leader.province), *passed, leader.province])


def _crystal_ball(turn: Turn) -> None:
    """T131: where another talisman ended the turn (QJ-28.1-297 to QJ-28.1-299)."""
    for issued, order, talisman in uses(turn, BALL):
        sought, name = turn.world.talismans.get(order.number), label(BALL)
        if sought is None or sought.number in JEWELS or sought.number == BALL:
            why = f"{name} finds any talisman but the Great Jewels and itself."
            turn.fail(issued, "TALISMAN NOT USABLE", why, f"Write T{BALL}= and the number of another talisman.")
        elif talisman.used == turn.number:
            turn.fail(issued, "ALREADY HAS AN ORDER", f"{name} looks for T{talisman.word} this turn; one a turn.")
        elif talisman.word == str(sought.number) and talisman.used == turn.number - 1:
            why = f"{name} looked for T{sought.number} last turn and cannot do so two turns in a row."
            turn.fail(issued, "TWO TURNS IN A ROW", why, "Another talisman can be looked for now.")
        else:
            talisman.word, talisman.used = str(sought.number), turn.number
            turn.carried_out(issued)
            if not turn.expected:
                _answer(turn, issued.seat, BALL, [_found(turn, sought)])


def _found(turn: Turn, sought: Talisman) -> str:
    holder = sought.holder
    name = f'T{sought.number} "{CATALOGUE[sought.number].name}"'
    place = turn.place_of(holder) if holder else ""
    if holder is None or turn.province(place).city:
        return f"{name} cannot be found."
    owner = turn.owner_of(holder)
    if holder.leader:
        return f"{name} ended the turn in {place} with L{holder.leader}[{owner}]."
    return f"{name} ended the turn in {place}[{owner or '-----'}], in the garrison."


def _oracle(turn: Turn) -> None:
    """T57: the correct score of every player (QJ-28.1-067)."""
    talisman = turn.world.talismans[ORACLE]
    if talisman.holder is not None and usable(turn, talisman) and not turn.expected:
        scores = [f"{name} = {player.score}" for name, player in turn.world.players.items()]
        _answer(turn, turn.owner_of(talisman.holder), ORACLE, [f"{label(ORACLE)} tells every player's score:", *scores])


def _census(turn: Turn, player: str) -> list[str]:
    """T108: the summary lines of a player, without his talismans (QJ-28.1-223)."""
    return [f"{label(CENSUS)} on [{player}]:", *summary_of(turn.world, player).lines(talismans=False)]


def _double_agent(turn: Turn, player: str) -> list[str]:
    """T120: whom a player has declared allies (QJ-28.1-259)."""
    said = " ".join(f"[{name}]" for name in turn.world.players[player].allies) or "nobody"
    return [f"{label(AGENT)}: [{player}] has declared ally: {said}"]


def _send_spies(turn: Turn) -> None:
    """T108 and T120: what they find out of a player; then they go to him (QJ-28.1-223 to -225,
    QJ-28.1-259, QJ-28.1-260)."""
    for number, findings in ((CENSUS, _census), (AGENT, _double_agent)):
        for issued, order, talisman in uses(turn, number):
            if not _known(turn, issued, order):
                continue
            turn.carried_out(issued)
            if turn.expected:
                turn.place_talisman(number, None)
            else:
                _answer(turn, issued.seat, number, findings(turn, order.player))
                _go_to(turn, talisman, order.player, issued.seat)


def _known(turn: Turn, issued: Issued, order: UseTalisman) -> bool:
    if order.player in turn.world.players and order.player != issued.seat:
        return True
    others = ", ".join(name for name in turn.world.players if name != issued.seat)
    why = "You cannot spy on yourself." if order.player == issued.seat else f"No player is called {order.player}."
    return turn.fail(issued, "NOT MET", why, f"The other players are {others}.")


def _go_to(turn: Turn, talisman: Talisman, player: str, by: str) -> None:
    """The talisman goes to the player's home, or to his best-taxed province; it stays if he has none."""
    goal = refuge_of(turn, player)
    if goal:
        turn.place_talisman(talisman.number, garrison_force(goal))
        turn.tell("agent gone", to={by, player}, talisman=talisman.number, name=talisman.name, player=player, province=goal)


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
