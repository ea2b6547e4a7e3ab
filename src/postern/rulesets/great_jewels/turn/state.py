"""One turn at work: the world being changed, the orders, the chance, and everything that only this turn knows.

The steps (``sequence.py``) are functions of a ``Turn``. What must outlive the turn goes into the world; what the players
learn goes into events, failures and the marks from which the printouts are made.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from postern.game.kit import turn as kit
from postern.rulesets.great_jewels.turn.orders import GiveTalisman, Issued, QJOrder, UseTalisman
from postern.rulesets.great_jewels.world.records import Drevonyx, Force, Leader, Player, Province, Talisman, World

Kind = TypeVar("Kind", bound=QJOrder)

CARPET = 78
EXCLUSIVE_TALISMANS = frozenset({CARPET, 94, 124, 132})

Failure = kit.Failure[Issued]


@dataclass(slots=True)
class Fallen:
    """A leader killed this turn, as he stood, for the printout line with two dashes."""

    leader: Leader
    flags: tuple[str, ...] = ()


@dataclass(slots=True)
class Raiders:
    """Troops on their way from step 4 to step 10. ``doomed``: enemy leaders stood where they set out (QJ-12-05). ``around``:
    one group of a raid on all sides."""

    seat: str
    source: Force
    origin: str
    target: str
    troops: int
    doomed: bool = False
    around: bool = False


@dataclass
class Turn(kit.TurnAtWork[World, Issued]):
    """The turn being resolved; its orders are in the order of processing (ruling 0)."""

    void: set[Force | None] = field(default_factory=set)  # forces whose further orders are void (T92, T130)

    # set in steps 0 to 5
    exclusive: dict[Force, list[Issued]] = field(default_factory=lambda: defaultdict(list))
    start: dict[int, str] = field(default_factory=dict)  # where each leader stood when the turn began
    no_waylay: set[Force] = field(default_factory=set)
    hostile: set[int] = field(default_factory=set)
    accepts: set[int] = field(default_factory=set)
    sealed: set[str] = field(default_factory=set)
    protected: set[int] = field(default_factory=set)
    cease_fire: set[str] = field(default_factory=set)  # T87
    unlocked: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # city province -> players let in
    raided_out: set[str] = field(default_factory=set)  # provinces whose garrison raided out or was mustered away
    leaving: set[int] = field(default_factory=set)  # leaders who count as leaving in combat
    marching: dict[int, Issued] = field(default_factory=dict)  # leader -> the order by which he goes in step 7
    raids: list[Raiders] = field(default_factory=list)  # raiders and mustered troops on their way
    spells: dict[int, Issued] = field(default_factory=dict)  # the one spell order of each jewel or stone that stands
    teleports: dict[int, str] = field(default_factory=dict)  # leaders whom spell TL carries off in 7a, and where to
    givers: dict[int, str] = field(default_factory=dict)  # talismans handed over by order this turn -> by which player
    bribes: dict[tuple[str, int], int] = field(default_factory=lambda: defaultdict(int))  # zorans given in 2b: (by, leader)
    stampedes: dict[Force, str] = field(default_factory=dict)  # T79: all troops raid there in step 4 ("" when expected)

    # set in combat and movement
    attacked: set[Force] = field(default_factory=set)
    attackers: Counter[Force] = field(default_factory=Counter)  # who attacked, and how often (T55)
    on_condition: set[Force] = field(default_factory=set)  # whose conditional attack stood, whether or not it became real
    moved: set[int] = field(default_factory=set)
    departures: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    captured: set[str] = field(default_factory=set)
    ravaged: set[str] = field(default_factory=set)
    fallen: list[Fallen] = field(default_factory=list)
    kill_points: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))  # event points per player
    kill_points_of: dict[Force, Fraction] = field(default_factory=lambda: defaultdict(Fraction))  # the same by force (T143)
    drevonyx_moved: list[Drevonyx] = field(default_factory=list)  # came into their province this turn, by spell or hunger

    # marks for the printouts
    visits: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # player -> provinces listed for him
    flags: dict[Force, set[str]] = field(default_factory=lambda: defaultdict(set))
    targets: dict[Force, list[str]] = field(default_factory=lambda: defaultdict(list))
    shown: set[int] = field(default_factory=set)  # talismans usually invisible that acted visibly this turn
    shown_to: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))  # those that only these players saw act
    unusual: set[int] = field(default_factory=set)  # talismans to be printed with -!
    geased: set[Force] = field(default_factory=set)
    answers: dict[str, dict[str, list[str]]] = field(default_factory=lambda: defaultdict(dict))  # spying talismans

    _held: dict[Force, list[int]] = field(default_factory=dict)
    _leaders: dict[str, list[int]] = field(default_factory=dict)
    _by_step: dict[str, list[Issued]] = field(default_factory=dict)
    _sorted: list[Issued] | None = None  # the orders that stand in _by_step

    def __post_init__(self) -> None:
        for talisman in self.world.talismans.values():
            if (talisman.leader or talisman.province) and (holder := talisman.holder) is not None:  # most are nowhere
                self._held.setdefault(holder, []).append(talisman.number)
        for leader in self.world.leaders.values():
            self._leaders.setdefault(leader.province, []).append(leader.number)
            self.start[leader.number] = leader.province

    # --- looking ---------------------------------------------------------------------------------------------------

    def of_step(self, step_of: Callable[[QJOrder], str]) -> Sequence[Issued]:
        """The orders of the present step, in their order; ``step_of`` says of an order which is its step. They are sorted anew
        when the turn has got another list of orders, as each change of them makes one."""
        if self._sorted is not self.orders:
            self._sorted, self._by_step = self.orders, {}
            for issued in self.orders:
                self._by_step.setdefault(step_of(issued.order), []).append(issued)
        return self._by_step.get(self.step, ())

    @property
    def number(self) -> int:
        """The number of this turn."""
        return self.world.turn

    def province(self, name: str) -> Province:
        """The province with this name."""
        return self.world.provinces[name]

    def leader(self, number: int) -> Leader | None:
        """The leader while he lives, else None."""
        return self.world.leaders.get(number)

    def player(self, name: str) -> Player | None:
        """The player with this name; None for nobody, LOTU and unknown names."""
        return self.world.players.get(name)

    def leaders_in(self, province: str) -> list[Leader]:
        """The living leaders in a province, lowest number first."""
        return [self.world.leaders[number] for number in sorted(self._leaders.get(province, ()))]

    def witnesses(self, province: str, *others: str) -> set[str]:
        """The owner of a province and of every leader there, and these others."""
        return {*others, self.province(province).owner, *(leader.owner for leader in self.leaders_in(province))}

    def owner_of(self, force: Force | None) -> str:
        """The owner of a force: a player's name, LOTU, or "" for a neutral garrison, a dead leader and no force at all."""
        return self.world.owner_of(force)

    def place_of(self, force: Force) -> str:
        """The province where a force stands ("" for a dead leader)."""
        if force.leader:
            leader = self.leader(force.leader)
            return leader.province if leader else ""
        return force.garrison

    def troops_of(self, force: Force) -> int:
        """The troops of a leader or garrison; 0 for a dead leader."""
        if force.leader:
            leader = self.leader(force.leader)
            return leader.troops if leader else 0
        return self.province(force.garrison).garrison

    def purse_of(self, force: Force) -> Leader | Province:
        """Where the zorans of a force are: with a living leader, or in the treasury of the province."""
        return self.world.leaders[force.leader] if force.leader else self.province(force.garrison)

    def held(self, force: Force) -> list[Talisman]:
        """The talismans of a force, lowest number first (for a garrison: those lying in the province)."""
        return [self.world.talismans[number] for number in sorted(self._held.get(force, ()))]

    def giver_of(self, talisman: Talisman) -> str:
        """The player who handed it over by order this turn, or ""."""
        return self.givers.get(talisman.number, "")

    def holders(self) -> list[Force]:
        """All forces that hold talismans, leaders first, each kind in its order; a list, so that talismans may move."""
        return sorted(force for force, numbers in self._held.items() if numbers)

    def declared_ally(self, who: str, whom: str) -> bool:
        """True when player ``who`` has declared ``whom`` an ally, or they are the same player (QJ-22-01)."""
        if who == whom and who:
            return True
        player = self.player(who)
        return player is not None and whom in player.allies

    def mutual_allies(self, one: str, other: str) -> bool:
        """True for the same owner, and for players who have both declared the other (guardians are one owner)."""
        return one == other or (self.declared_ally(one, other) and self.declared_ally(other, one))

    def given(self, kind: type[Kind]) -> Iterator[tuple[Issued, Kind]]:
        """All standing orders of one kind, in the order of processing."""
        for issued in self.orders:
            if isinstance(issued.order, kind) and not self.is_void(issued) and self.takes_up(issued):
                yield issued, issued.order

    def is_void(self, issued: Issued) -> bool:
        """True when the giver's remaining orders are void (banished or bribed this turn)."""
        return issued.order.giver in self.void

    def exclusive_force(self, order: QJOrder) -> Force | None:
        """The force that a mutually exclusive order binds, talisman orders included; None for free orders. One that works
        on the turn of its transfer binds the leader who is to get it; only its owner hands it on."""
        if isinstance(order, UseTalisman) and order.talisman in EXCLUSIVE_TALISMANS:
            holder = self.world.talismans[order.talisman].holder
            if order.talisman == CARPET and holder:
                handed = (given for one, given in self.given(GiveTalisman) if one.seat == self.owner_of(holder))
                receiver = next((given.leader for given in handed if given.talisman == CARPET and given.leader), None)
                return Force(leader=receiver) if receiver else holder
            return holder
        return order.giver if order.sole else None

    # --- changing ----------------------------------------------------------------------------------------------------

    def place_talisman(self, number: int, holder: Force | None) -> None:
        """Puts a talisman with a leader, into a province, or out of play; ``gained`` becomes this turn. Another holder has it
        without a transfer order (which the transfer itself then notes): note 2 lets it do nothing for him."""
        talisman = self.world.talismans[number]
        if (old := talisman.holder) is not None:
            self._held[old].remove(number)
        if old != holder:
            talisman.transferred = 0
        talisman.leader = holder.leader if holder else 0
        talisman.province = holder.garrison if holder else ""
        talisman.gained = self.number
        if holder is not None:
            self._held.setdefault(holder, []).append(number)

    def place_leader(self, number: int, province: str) -> None:
        """Moves a living leader to a province, with all he carries. Visits are the mover's business."""
        leader = self.world.leaders[number]
        self._leaders[leader.province].remove(number)
        leader.province = province
        self._leaders.setdefault(province, []).append(number)

    def add_leader(self, leader: Leader) -> None:
        """A new leader enters the world."""
        self.world.leaders[leader.number] = leader
        self._leaders.setdefault(leader.province, []).append(leader.number)

    def new_leader(self, owner: str, province: str) -> Leader:
        """A leader with the next free number appears, without troops and bonus, flagged as just created (ruling 6)."""
        leader = Leader(self.world.next_leader, owner, province, newborn=True)
        self.world.next_leader += 1
        self.add_leader(leader)
        self.visit(owner, province)
        return leader

    def remove_leader(self, number: int) -> Leader:
        """Takes a dead leader out of the world and notes him as fallen. His talismans must have been placed before."""
        leader = self.take_leader(number)
        force = Force(leader=number)
        self.fallen.append(Fallen(leader, tuple(sorted(self.flags[force]))))
        return leader

    def take_leader(self, number: int) -> Leader:
        """Takes a leader out of the world; in an expected turn also one whom chance carries off, nobody knows where to."""
        leader = self.world.leaders.pop(number)
        self._leaders[leader.province].remove(number)
        return leader

    # --- telling -----------------------------------------------------------------------------------------------------

    def seats(self) -> Collection[str]:
        """The names of the players."""
        return self.world.players

    def visit(self, player: str, province: str) -> None:
        """This province will be listed on this player's printout (ruling 28)."""
        if player in self.world.players:
            self.visits[player].add(province)

    def flag(self, force: Force, flag: str) -> None:
        """Sets a printout flag ("-M") on a leader or province for this turn."""
        self.flags[force].add(flag)
