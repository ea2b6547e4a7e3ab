"""What a computer kingdom makes of its view: what it has, what it can pay, what centers are worth, and how far it is.

The letter that it writes has no more orders than it may give, and costs no more than it can pay (ruling 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from postern.game.chance import Stream
from postern.game.kit.grid import cheapest
from postern.game.kit.planner import Budget
from postern.game.orders import OrderSheet
from postern.game.ruleset import Level
from postern.rulesets.alamaze.computer.aims import region_weights, regions_sought
from postern.rulesets.alamaze.computer.numbers import NUMBERS, Skill
from postern.rulesets.alamaze.knowledge import View, asked_turn
from postern.rulesets.alamaze.report.answers import try_out
from postern.rulesets.alamaze.rules.battle import POPULATION, Aid, Host, Stance, host, storm
from postern.rulesets.alamaze.rules.groups import flies, points_of, to_enter, value_vs_center, water
from postern.rulesets.alamaze.rules.regions import allied, declared, order_limit, share
from postern.rulesets.alamaze.rules.sea import rating, sea_of, ships_for
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.turn import Activity, Turn
from postern.rulesets.alamaze.world.records import Center, Figure, Group, Kingdom, Leader, World

_WAY = 9
"""Areas that an order of movement names at most."""


@dataclass
class Survey:
    """A view with the plans made so far. Its world is a copy, in which unknown defenses are guessed."""

    view: View
    world: World
    stream: Stream
    level: Level = "normal"
    standing_in: bool = False
    busy: set[str] = field(default_factory=set)
    """Groups, wizards and figures that have their work: groups by id, wizards as ``1DA ZO``, figures by code."""
    claimed: set[str] = field(default_factory=set)
    """Areas that somebody is on the way to win or to see."""
    chances: dict[tuple[int, str, int], float] = field(default_factory=dict)
    """Chances of emissaries to win a center, by their share of the influence, area and order."""
    goes_to: dict[str, str] = field(default_factory=dict)
    """Groups that march, with where they will stand."""
    studying: set[str] = field(default_factory=set)
    """Wizards who do research, as in ``busy``."""
    joining: set[str] = field(default_factory=set)
    """Groups that are combined."""
    looked_at: set[str] = field(default_factory=set)
    """Areas to which an agent goes."""
    storming: dict[str, str] = field(default_factory=dict)
    """Groups that fight this turn, with the foreign group, or "" against a center."""
    defending: dict[str, str] = field(default_factory=dict)
    """Groups that stand ready this turn, with the foreign group against which they do."""
    sailing: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Groups that go by ship, with their way of this turn."""

    usurping: list[str] = field(default_factory=list)
    """Areas of centers that an emissary tries to win this turn."""
    hired: list[str] = field(default_factory=list)
    """Names of figures that are hired this turn."""
    wooed: int = 0
    """The region that the ruler woos."""

    def __post_init__(self) -> None:
        for id, seen in self.kingdom.memory.groups.items():
            title, _, name = seen.leader.rpartition(" ")
            if id in self.world.groups and title in self.tables.leader_ranks:
                self.world.groups[id].leaders = [Leader(name, title)]
        for center in self.world.centers.values():
            if center.owner != self.code and not center.defense:
                center.defense = self.guessed_defense(center)

    @cached_property
    def letter(self) -> Budget:
        """The letter, with what will be in the treasury when orders are paid: after production and upkeep."""
        kept = 1 - self.tables.value("spoilage")
        after = self._idle.world.kingdoms[self.code]
        left = {"gold": after.gold, "food": round(after.food / kept)}
        return Budget(left, order_limit(self.world, self.kingdom))

    @cached_property
    def _idle(self) -> Turn:
        """The coming turn without any order of ours."""
        return try_out(OrderSheet(""), self.view).turn

    @property
    def code(self) -> str:
        return self.view.code

    @property
    def kingdom(self) -> Kingdom:
        return self.world.kingdoms[self.code]

    @property
    def tables(self) -> Edition:
        return self.view.world.tables

    @property
    def skill(self) -> Skill:
        return NUMBERS.levels[self.level]

    @cached_property
    def turn(self) -> Turn:
        """A turn of this world, for the rules that ask for one. Nothing is done in it."""
        return asked_turn(self.world)

    @property
    def gold(self) -> int:
        """What can be spent on what is not urgent."""
        return self.letter.left["gold"] - self.skill.reserve

    def unfed(self) -> list[Group]:
        """Own groups that will get no food this turn."""
        before = {one.id: one.unfed for one in self.groups}
        return [one for one in self._idle.world.groups_of(self.code) if one.unfed > before.get(one.id, 0)]

    def unpaid(self) -> list[Group]:
        """Own groups that will get no gold this turn; they are paid first when some comes in."""
        return [one for one in self.groups if one.id in self._idle.state(Activity).unpaid]

    def rests(self) -> bool:
        """True for some of those who could act: easy kingdoms let them rest."""
        return self.skill.resting_pct > 0 and self.stream.percent(self.skill.resting_pct)

    # --- what it has ---------------------------------------------------------------------------------------------------------

    @cached_property
    def groups(self) -> list[Group]:
        """Own active groups, the strongest first."""
        active = [one for one in self.world.groups_of(self.code) if one.area]
        return sorted(active, key=lambda one: (-self.value(one), one.number))

    def forget_groups(self) -> None:
        """Own groups are listed anew: an inactive one stands somewhere now."""
        self.__dict__.pop("groups", None)

    @cached_property
    def centers(self) -> list[Center]:
        """Own centers."""
        return self.world.centers_of(self.code)

    def figures(self) -> Iterator[Figure]:
        """Own figures that can act and have nothing to do, in the order in which they came."""
        for one in self.kingdom.figures.values():
            if not one.held_by and not one.exiled and one.code not in self.busy:
                yield one

    def ruler(self) -> Figure | None:
        """The own ruler, if he has nothing to do."""
        return next((one for one in self.figures() if one.code == self.kingdom.ruler), None)

    def value(self, group: Group) -> int:
        """The value of a group against centers."""
        return value_vs_center(self.world, group)

    def loss_at(self, group: Group, center: Center, factor: float = 1.0) -> float:
        """The part of a group that an assault on a center costs it on an average day, with what falling back costs besides."""
        if group.id not in self._hosts:
            way = Stance("attack", self.tables.kingdoms[self.code].default_attack_tactic)
            self._hosts[group.id] = host(self.world, group, way, Aid(), terrain=POPULATION)
        course = storm(self.tables, self._hosts[group.id], center.defense * factor)
        return course.lost + course.on_retreat

    @cached_property
    def _hosts(self) -> dict[str, Host]:
        return {}

    @cached_property
    def scouts(self) -> frozenset[str]:
        """Groups that explore rather than grow: the weaker half, while much of the land is unseen."""
        half = self.groups[(len(self.groups) + 1) // 2 :]
        return frozenset(one.id for one in half) if len(self.unseen) * 2 > len(self.tables.areas) else frozenset()

    def own_center(self, area: str) -> Center | None:
        """The own center in an area."""
        center = self.world.centers.get(area)
        return center if center is not None and center.owner == self.code else None

    # --- what there is to win -------------------------------------------------------------------------------------------------

    def guessed_defense(self, center: Center) -> int:
        """A usual defense for a center of its type that nobody looked at."""
        known = sorted(one.base_defense for one in self.tables.centers.values() if one.type == center.type)
        return known[len(known) // 2]

    def defense_known(self, area: str) -> bool:
        """True where somebody of ours looked at the defense."""
        seen = self.kingdom.memory.centers.get(area)
        return seen is not None and seen.defense is not None

    def is_capital(self, center: Center) -> bool:
        """True for a center from which a kingdom started: capitals are known to all."""
        return center.area in self._capitals

    @cached_property
    def _capitals(self) -> frozenset[str]:
        return frozenset(self.tables.kingdoms[one].capital_area for one in self.world.kingdoms)

    @cached_property
    def wanted(self) -> dict[str, float]:
        """Known centers of others and of nobody, by area, with their worth. Those of allies are left alone."""
        return {
            area: self._worth(one)
            for area, one in sorted(self.world.centers.items())
            if not one.destroyed and not (one.owner and allied(self.world, self.code, one.owner))
        }

    def _worth(self, center: Center) -> float:
        rule, region = NUMBERS.worth, self.world.region_of(center.area)
        worth = rule.capital if center.owner and self.is_capital(center) else float(getattr(rule, center.type.lower()))
        home = self.tables.kingdoms[self.code].home_region == region
        part = 1.0 if home else min(2 * float(self._share(region)), 1.0)
        worth *= (1 + part * (rule.share_pct / 100 - 1)) * self.region_weights[region]
        if center.owner:
            hated = declared(self.world, self.code, center.owner) == "E"
            worth *= 1 if hated else rule.foreign_pct / 100
        return worth

    @cached_property
    def region_weights(self) -> Mapping[int, float]:
        """What centers are worth by their region, for the goals of the kingdom."""
        return region_weights(self.world, self.kingdom)

    @cached_property
    def regions_sought(self) -> Mapping[int, float]:
        """The regions that the goals of the kingdom ask for, the nearest to being ours first, with the share that it needs."""
        return regions_sought(self.world, self.kingdom)

    @cached_property
    def rulers(self) -> Mapping[int, str]:
        """Other kings who control a region that we go for, as far as we know."""
        others = [one for code, one in sorted(self.world.kingdoms.items()) if code != self.code and one.active]
        ruled = {region: one.code for one in others for region in one.controlled}
        return {region: ruled[region] for region in self.regions_sought if region in ruled}

    @cached_property
    def rivals(self) -> frozenset[str]:
        """Kings who stand in our way: the natural enemy, declared enemies, and who controls a region that we go for."""
        enemies = [one for one in self.world.kingdoms if declared(self.world, self.code, one) == "E"]
        playing = {one.code for one in self.world.seated()}
        return frozenset(playing & {*enemies, *self.rulers.values()})

    def _share(self, region: int) -> float:
        if region not in self._shares:
            self._shares[region] = float(share(self.world, self.code, region))
        return self._shares[region]

    @cached_property
    def _shares(self) -> dict[int, float]:
        return {}

    @cached_property
    def unseen(self) -> frozenset[str]:
        """Areas of land where nobody of ours was yet."""
        seen = self.kingdom.memory.regions
        return frozenset(one for one in self.tables.areas if one not in seen and not water(self.world, one))

    def foes_at(self, area: str) -> list[Group]:
        """Foreign groups with troops that were last seen in an area, without those of allies."""
        return [
            one
            for one in self.world.groups_at(area)
            if one.kingdom != self.code and one.brigades and not allied(self.world, self.code, one.kingdom)
        ]

    def foes_near(self, area: str, steps: int) -> list[Group]:
        """The same for all areas around."""
        grid = self.tables.grid
        return [
            one
            for _, one in sorted(self.world.groups.items())
            if one.kingdom != self.code
            and one.area
            and one.brigades
            and grid.distance(one.area, area) <= steps
            and not allied(self.world, self.code, one.kingdom)
        ]

    # --- ways ----------------------------------------------------------------------------------------------------------------

    def reach(self, group: Group) -> dict[str, tuple[tuple[str, ...], float]]:
        """Ways to the areas that a group can come to in a few turns, over land and over seas with ships enough for it: areas
        entered, and points."""
        winged, seas = flies(self.world, group), self.open_seas(group)
        key = (group.area, winged, seas)
        if key not in self._reaches:
            costs: dict[str, float] = {}
            for area in self.tables.areas.values():
                if area.terrain not in costs:
                    costs[area.terrain] = to_enter(self.world, group, area.area)
            areas, neighbours = self.tables.areas, self.tables.grid.neighbours
            names = {"", *(self.tables.seas[one].sea for one in seas)}

            def onward(way: tuple[str, ...]) -> Iterator[tuple[str, float]]:
                for there in neighbours(way[-1]):
                    if winged or areas[there].sea in names:
                        yield there, costs[areas[there].terrain]

            budget = points_of(self.world, group) * NUMBERS.army.horizon
            self._reaches[key] = {way[-1]: (way[1:], spent) for way, spent in cheapest(group.area, onward, 0.0, budget)}
        return self._reaches[key]

    @cached_property
    def _reaches(self) -> dict[tuple[str, bool, frozenset[str]], dict[str, tuple[tuple[str, ...], float]]]:
        return {}

    def open_seas(self, group: Group) -> frozenset[str]:
        """The seas in which the kingdom has ships for a group, beside those that need ships there already."""
        need = ships_for(self.world, group)
        seas = self.kingdom.fleets if need else {}
        return frozenset(one for one in seas if rating(self.kingdom, one) >= need + self.at_sea(one, group))

    def at_sea(self, sea: str, besides: Group | None = None) -> int:
        """The ships that own groups need in a sea, but for one of them, with those that sail there this turn."""
        found = 0
        for one in self.groups:
            places = {one.area, self.goes_to.get(one.id, one.area)}
            if one is not besides and any(sea_of(self.world, area) == sea for area in places):
                found += ships_for(self.world, one)
        return found

    def first_march(self, group: Group, way: tuple[str, ...]) -> tuple[str, ...]:
        """As much of a way as the group goes this turn."""
        left, gone = points_of(self.world, group), 0
        for area in way[:_WAY]:
            left -= to_enter(self.world, group, area)
            if left < 0:
                break
            gone += 1
        return way[:gone]
