"""The chances of missions: of success, and after a failure of capture (AC-12-02, AC-12-03, AC-12-09, ruling 42)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.agents.team import level_of
from postern.rulesets.alamaze.agents.watch import COUNTER, GUARD, PRISON, Watcher, best, watchers
from postern.rulesets.alamaze.court.enchanted import asleep, warded
from postern.rulesets.alamaze.effects import Asked, amount, chance
from postern.rulesets.alamaze.tables import AgentAction
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Figure, Group, Kingdom

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
