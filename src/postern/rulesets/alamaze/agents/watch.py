"""Agents on the watch: counter-espionage (920), guards of figures (925) and of prisoners (299) (AC-12-15..17, ruling 42)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from postern.game.kit.digits import is_number
from postern.rulesets.alamaze.agents.team import level_of, price, ready, send
from postern.rulesets.alamaze.court.enchanted import asleep
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.world import Figure

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


def prison(doing: Doing) -> bool:
    """299: watches over the prisoners at the capital."""
    capital = doing.kingdom.capital
    if doing.order.area != capital:
        return doing.fail(f"Prisoners are held at the capital ({capital}).", paste=f"299 {doing.order.figure} {capital}")
    return _post(doing, ready(doing, capital), capital, "guards the prisoners")


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


HANDLERS: Handlers = {PRISON: prison, COUNTER: counter, GUARD: guard}
