"""Agents at work and on the watch, and the chances of missions.

- Agents at work: who can go where, at what price, and how they rise (AC-12-07..13, AC-19-13, rulings 42, 44 and 46).
- Agents on the watch: counter-espionage (920), guards of figures (925) and of prisoners (299) (AC-12-15..17, ruling 42).
- The chances of missions: of success, and after a failure of capture (AC-12-02, AC-12-03, AC-12-09, ruling 42).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from postern.game.kit.orders.digits import is_number
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.orders.magic.enchantments import asleep, warded
from postern.rulesets.alamaze.rules.effects import Asked, amount, chance
from postern.rulesets.alamaze.tables import AgentAction
from postern.rulesets.alamaze.turn import Doing, Turn, pay
from postern.rulesets.alamaze.world.records import Figure, Group, Kingdom, World


@dataclass
class Risen:
    """Agents that gained a level by a success in this turn, by kingdom and code: one level a turn (AC-12-15)."""

    agents: set[tuple[str, str]] = field(default_factory=set)


def level_of(world: World, code: str, agent: Figure) -> int:
    """The level that counts for a mission: his own, and what an artifact adds."""
    return int(amount(Asked(world, code, figure=agent), "level_bonus", "agent", agent.level))


def price(world: World, code: str, agent: Figure) -> int:
    """What a mission costs: 500 gold a level, but for who pays less or more (AC-12-11, ruling 44)."""
    base = world.tables.agent_value("mission_cost_gold_per_level") * agent.level
    return int(amount(Asked(world, code, figure=agent), "price", "mission", base))


def ready(doing: Doing, *areas: str, least_level: int = 0) -> Figure | None:
    """The agent of an order, if all these areas are on the map and within his reach; None after a failure."""
    agent = doing.own_figure(of="agent")
    if agent is None or not in_reach(doing, agent, *areas):
        return None
    if level_of(doing.world, doing.code, agent) < least_level:
        doing.fail(f"{agent.name} has level {agent.level}; {doing.order.number} needs level {least_level}.")
        return None
    return agent


def in_reach(doing: Doing, agent: Figure, *areas: str) -> bool:
    """True when all these areas are on the map and within reach of an agent's base (AC-19-13); False after a failure."""
    tables, most = doing.tables, doing.tables.agent_value("mission_range_areas")
    for area in areas:
        if area not in tables.areas:
            return doing.fail(f"There is no area {area}.")
        if (away := tables.grid.distance(agent.area, area)) > most:
            return doing.fail(f"{area} is {away} areas from {agent.name}'s base {agent.area}; agents go at most {most}.")
    return True


@ORDERS.need
def agent(doing: Doing) -> Figure | None:
    """Find the agent of the order."""
    return doing.own_figure(of="agent")


@ORDERS.price
def mission_price(doing: Doing, agent: Figure) -> int:
    """Return what a mission of the agent costs."""
    return price(doing.world, doing.code, agent)


def send(doing: Doing, agent: Figure, gold: int | None = None) -> bool:
    """Takes the agent's one action of the turn, and the price of a mission or this one; False after a failure, and then
    neither is taken."""
    if not doing.sole(agent):
        return False
    if pay(doing, price(doing.world, doing.code, agent) if gold is None else gold):
        return True
    del doing.turn.sole_actions[doing.code, agent.code]
    return False


def rise(turn: Turn, kingdom: Kingdom, agent: Figure) -> None:
    """A success makes an agent better by a level, once a turn, and not for ever (AC-12-07, AC-12-15, AC-12-18, ruling 44)."""
    risen = turn.state(Risen).agents
    most = turn.tables.kingdoms[kingdom.code].agent_cap + turn.tables.agent_value("mission_levels_above_cap")
    if (kingdom.code, agent.code) in risen or agent.level >= most:
        return
    risen.add((kingdom.code, agent.code))
    agent.level += 1
    turn.tell_kingdoms("agent-rose", (kingdom.code,), figure=agent.name, level=agent.level)


PRISON, COUNTER, GUARD = 299, 920, 925
"""Orders that put an agent on the watch."""


@dataclass(frozen=True)
class Post:
    """An agent on the watch: by which order, where (an area or a group), and for a guard over which figures."""

    order: int
    kingdom: str
    agent: str
    place: str
    figures: tuple[str, ...] = ()


@dataclass
class Watch:
    """All posts of the turn so far."""

    posts: list[Post] = field(default_factory=list)


@dataclass(frozen=True)
class Watcher:
    """An agent who stands against a mission, and with how many points."""

    post: Post
    agent: Figure
    points: int


@ORDERS.effect("guard_prisoners")
def prison(doing: Doing) -> bool:
    """299: watches over the prisoners at the capital."""
    capital = doing.kingdom.capital
    if doing.order.area != capital:
        return doing.fail(f"Prisoners are held at the capital ({capital}).", paste=f"299 {doing.order.figure} {capital}")
    return _post(doing, ready(doing, capital), capital, "guards the prisoners")


@ORDERS.effect("counter_espionage")
def counter(doing: Doing) -> bool:
    """920: hinders foreign agents at an own center, or in an own group wherever it goes."""
    place = doing.order.target
    if is_number(place[0]):
        group = doing.own_group(place)
        return group is not None and _post(doing, ready(doing, group.area), place, f"watches over {place}")
    center = doing.world.centers.get(place)
    if center is None or center.owner != doing.code:
        return doing.fail(f"{place} is no center of ours.", "Counter-espionage needs an own center or an own group.")
    return _post(doing, ready(doing, place), place, f"watches over {center.name}")


@ORDERS.effect("guard_figures")
def guard(doing: Doing) -> bool:
    """925: guards one or two own figures at one place."""
    order = doing.order
    agent, wanted = ready(doing, order.area), [one for one in (order.second_figure, order.third_figure) if one]
    if agent is None:
        return False
    names = []
    for code in wanted:
        figure = doing.own_figure(code)
        if figure is None:
            return False
        if figure.area != order.area:
            return doing.fail(f"{figure.name} is in {figure.area}, not in {order.area}.")
        names.append(figure.name)
    return _post(doing, agent, order.area, f"guards {' and '.join(names)}", tuple(wanted))


def _post(doing: Doing, agent: Figure | None, place: str, deed: str, figures: tuple[str, ...] = ()) -> bool:
    if agent is None or not send(doing, agent):
        return False
    doing.turn.state(Watch).posts.append(Post(doing.order.number, doing.code, agent.code, place, figures))
    agent.deed = deed
    return doing.done(f"{agent.name} {deed}", price(doing.world, doing.code, agent))


def watchers(turn: Turn, order: int, kingdom: str, places: Iterable[str], figure: str = "") -> Iterator[Watcher]:
    """Who of a kingdom stands on the watch by an order in one of these places; over a figure, when the order guards figures. An
    agent who sleeps, or was taken or killed since, does nothing any more."""
    for post in turn.state(Watch).posts:
        agent = turn.kingdom(post.kingdom).figures.get(post.agent)
        fits = post.order == order and post.kingdom == kingdom and post.place in places
        if not fits or agent is None or agent.held_by or asleep(turn, kingdom, post.agent):
            continue
        if not post.figures or figure in post.figures:
            yield Watcher(post, agent, _points(turn, post, agent))


def _points(turn: Turn, post: Post, agent: Figure) -> int:
    row = turn.tables.countermeasures[post.order]
    home = row.home_bonus_pct if post.place == agent.area else 0
    return row.base_pct + row.per_level_pct * level_of(turn.world, post.kingdom, agent) + home


def best(some: Iterable[Watcher]) -> Watcher | None:
    """The one with the most points: only he counts."""
    return max(some, key=lambda one: one.points, default=None)


def on_watch(turn: Turn, area: str, but_for: str) -> list[str]:
    """The names of agents of others on counter-espionage in an area."""
    return [
        one.agent.name
        for code in sorted(turn.world.kingdoms)
        if code != but_for
        for one in watchers(turn, COUNTER, code, (area,))
    ]


_FOUL = {"Assassinate": "assassinated", "Kidnap": "kidnapped", "Bribe": "bribed"}
"""Missions against a figure himself, with the names of what happens to him."""


@dataclass(frozen=True)
class Target:
    """What a mission is aimed at. ``label`` names the row of ``agent_actions.csv``; ``defender`` is the kingdom whose watch
    stands there; ``figure`` is of the kingdom ``owner``; ``places`` are those at which counter-espionage helps."""

    label: str
    area: str
    name: str
    defender: str = ""
    owner: Kingdom | None = None
    figure: Figure | None = None
    group: Group | None = None
    level: int = 0
    thing: str = ""
    places: tuple[str, ...] = ()

    def person(self) -> tuple[Kingdom, Figure]:
        """The figure that it is aimed at, with his kingdom. Raises ValueError for a target that is no figure."""
        if self.owner is None or self.figure is None:
            raise ValueError(f"{self.name} is no figure")
        return self.owner, self.figure


@dataclass(frozen=True)
class Attacker:
    """Who goes: an agent of a kingdom, or a demon of a level of its own."""

    kingdom: str
    agent: Figure | None = None
    level: int = 0

    def level_now(self, turn: Turn) -> int:
        return level_of(turn.world, self.kingdom, self.agent) if self.agent else self.level

    @property
    def fanatic(self) -> bool:
        return self.agent is not None and self.agent.rank == "Fanatic"


@dataclass(frozen=True)
class Odds:
    """The chance of success in percent, that of capture after a failure, and who stands against it."""

    success: float
    capture: float
    watch: tuple[Watcher, ...] = ()

    @property
    def under_counter_espionage(self) -> bool:
        return any(one.post.order == COUNTER for one in self.watch)


def row_of(turn: Turn, number: int, target: Target) -> AgentAction:
    """The row of a mission; a demon goes as an assassin of emissaries."""
    return turn.tables.agent_actions[number, target.label]


def odds(turn: Turn, number: int, who: Attacker, target: Target) -> Odds:
    """The odds of a mission now."""
    tables, row = turn.tables, row_of(turn, number, target)
    if row.success_base_pct is None or row.capture_base_pct is None:
        return Odds(100, 0)
    level, watch = who.level_now(turn), defence(turn, row, target)
    stopped = sum(one.points for one in watch)
    low = 0 if row.mission == "Recon" else tables.agent_value("minimum_chance_pct")
    high = tables.agent_value("maximum_chance_pct")
    asked = Asked(turn.world, who.kingdom, figure=who.agent, against=(target.label, target.owner.code if target.owner else ""))
    success = row.success_base_pct + row.success_per_victim_level_pct * target.level
    success += tables.agent_value("success_per_agent_level_pct") * level
    capture = row.capture_base_pct + row.capture_per_victim_level_pct * target.level
    capture -= tables.agent_value("capture_reduction_per_agent_level_pct") * level
    if who.fanatic:
        success += tables.agent_value("fanatic_success_bonus_pct")
        capture += tables.agent_value("fanatic_capture_penalty_pct")
    gains = chance(asked, f"success.{number}", success, low=-1_000, high=1_000) - stopped
    taken = amount(asked, "chance_points", f"capture.{number}", capture)
    return Odds(
        min(max(_for_victim(turn, row, target, gains), low), high),
        chance(asked, "capture.mission", taken + stopped, low, high),
        watch,
    )


def _for_victim(turn: Turn, row: AgentAction, target: Target, success: float) -> float:
    """What sleep, a ward and what he carries change for the victim of foul play."""
    if target.figure is None or target.owner is None or row.mission not in _FOUL:
        return success
    code, figure = target.owner.code, target.figure
    if asleep(turn, code, figure.code):
        success += turn.tables.agent_value("sleep_bonus_pct")
    if warded(turn, code, figure.code):
        success = success * turn.tables.agent_value("ward_factor_pct") / 100
    return chance(Asked(turn.world, code, figure=figure), _FOUL[row.mission], success, low=-1_000, high=1_000)


def defence(turn: Turn, row: AgentAction, target: Target) -> tuple[Watcher, ...]:
    """The best guard and the best counter-espionage against a mission."""
    if not target.defender:
        return ()
    found = [best(watchers(turn, COUNTER, target.defender, target.places))]
    if row.mission == "Rescue":
        found.append(best(watchers(turn, PRISON, target.defender, (target.area,))))
    elif target.figure is not None:
        found.append(best(watchers(turn, GUARD, target.defender, (target.figure.area,), target.figure.code)))
    return tuple(one for one in found if one is not None)
