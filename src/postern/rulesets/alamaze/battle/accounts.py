"""A battle as its reader is told it: a box with its stages for every battle, a page for the great ones (ruling 70).

What is known of the other side stands in the event already as it was seen; nothing is added here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postern.game.battle import BattlePage, Blow, Ground, Host, Stage, Unit
from postern.game.front import Tone
from postern.game.report import Battle, Column, Table
from postern.rulesets.alamaze.battle.centers import PLUNDER
from postern.rulesets.alamaze.group_values import group_name
from postern.rulesets.alamaze.world import World

Data = Mapping[str, Any]
_WHOLE = 100_000
"""Parts of events are in thousandths of a percent."""
_STANCES = {"entrenched": "was entrenched", "surprised": "was surprised"}
_FIELD = ("Stage", "We strike", "They strike", "Our losses", "Their losses")
_WALLS = ("Stage", "Defense broken", "Defense left", "Losses of the group")


def percent(part: int) -> str:
    """A part of an event as it is printed: ``30.6%``."""
    return f"{part / 1_000:.1f}%"


def account(world: World, data: Data) -> Battle:
    """A battle of groups, or with ``order`` an attack on a center, as a box: its stages, what it cost, how it ended."""
    return _of_center(world, data) if "order" in data else _of_groups(world, data)


def _of_groups(world: World, data: Data) -> Battle:
    ours, theirs = data["ours"], data["theirs"]
    rows = tuple(
        (one["stage"], *(f"{struck:,}" for struck in one["struck"]), *map(percent, one["lost"])) for one in data["stages"]
    )
    losses = [
        f"{_who(world, ours)} {_way(world, ours)}; {_who(world, theirs)} {_way(world, theirs)}.",
        f"We lost {percent(ours['lost'])}{_on_the_road(ours)}, they {percent(theirs['lost'])}{_on_the_road(theirs)}.",
        *_figures(data),
    ]
    title = f"{_name(world, ours)} against {_name(world, theirs)}"
    return Battle(title, place(world, data), _table(_FIELD, rows), tuple(losses), verdict(data), _spoils(world, data))


def _of_center(world: World, data: Data) -> Battle:
    side = data.get("ours") or data["theirs"]
    rows = tuple((one["stage"], f"{one['broken']:,}", f"{one['left']:,}", percent(one["lost"])) for one in data["stages"])
    losses = [
        f"{_who(world, side)} {_way(world, side)}; the defense was {data['defense']:,} this day.",
        f"The group lost {percent(side['lost'])}{_on_the_road(side)}.",
        *(_figures(data) if "ours" in data else ()),
    ]
    if "now" in data:
        now = data["now"]
        left = f"defense {now['defense']:,}, census {now['census']:,}, food {now['food']:,}, gold {now['gold']:,}"
        losses.append(f"The fighting cost the center {percent(data['damage'])} of everything: {left}.")
    doing = "plunders" if data["order"] == PLUNDER else "assaults"
    title = f"{_name(world, side)} {doing} {data['name']} ({data['area']})"
    return Battle(title, place(world, data), _table(_WALLS, rows), tuple(losses), verdict(data), _spoils(world, data))


def page(world: World, data: Data, number: int) -> BattlePage:
    """The page of a great battle of groups; ``number`` is that on the map."""
    told = _of_groups(world, data)
    ours, theirs = data["ours"], data["theirs"]
    hosts = (_host(world, ours, own=True), _host(world, theirs, own=False))
    names = (hosts[0].units[0].name, hosts[1].units[0].name)
    stages = tuple(Stage(one["stage"], tuple(round((_WHOLE - lost) / 1_000) for lost in one["lost"])) for one in data["stages"])
    blows = tuple(
        Blow(f"{one['stage']}: {one['struck'][side]:,}", "", tone, (names[side],), names[1 - side], stage=stage)
        for stage, one in enumerate(data["stages"], start=1)
        for side, tone in _TONES
        if one["struck"][side]
    )
    return BattlePage(
        title=told.title,
        place=data["area"],
        head=f"Turn {world.turn - 1} · {told.place}",
        number=number,
        verdict=_HELD[data["held"]][0],
        tone=_HELD[data["held"]][1],
        tale=told.losses[0],
        hosts=hosts,
        ground=Ground(data["terrain"].lower()),
        held=told.outcome,
        stages=stages,
        order="They come stage by stage; in each, both sides strike together.",
        blows=blows,
        losses=told.losses[1:],
        booty=told.spoils,
        note="The course shows what was left of each side in percent of its strength at the beginning.",
    )


_TONES: tuple[tuple[int, Tone], ...] = ((0, "good"), (1, "bad"))
_HELD: Mapping[str, tuple[str, Tone]] = {"ours": ("victory", "good"), "theirs": ("defeat", "bad"), "": ("undecided", "body")}


def verdict(data: Data) -> str:
    """How it ended, in a sentence."""
    if "order" in data:
        if not data["taken"]:
            return "The walls held."
        return "It was plundered and burnt." if data["plundered"] else f"{data['name']} has fallen."
    if data["ours"]["destroyed"]:
        return "Our group is destroyed."
    return {"ours": "We hold the field.", "theirs": "They hold the field.", "": "Nobody holds the field."}[data["held"]]


def place(world: World, data: Data) -> str:
    """Where it was fought: the center there, if any, the area and its terrain."""
    center = world.centers.get(data["area"])
    area = f"{center.name} ({data['area']})" if center is not None else str(data["area"])
    return f"{area}, {world.tables.areas[data['area']].terrain.lower()}"


def _name(world: World, side: Data) -> str:
    return group_name(world, world.groups[side["group"]])


def _who(world: World, side: Data) -> str:
    led = f", led by {side['leader']}" if side["leader"] else ""
    return f"{_name(world, side)} ({side['size'].lower()}{led})"


def _way(world: World, side: Data) -> str:
    if side["stance"] in _STANCES:
        return _STANCES[side["stance"]]
    tactic = world.tables.tactics[side["stance"], side["tactic"]].name
    return f"attacked by {tactic}" if side["stance"] == "attack" else f"stood ready by {tactic}"


def _on_the_road(side: Data) -> str:
    return f" and {percent(side['on_retreat'])} on the retreat" if side["on_retreat"] else ""


def _figures(data: Data) -> list[str]:
    """Who fell, rose or came forward on the reader's side, a line each."""
    words = (("fallen", "Fallen"), ("risen", "Risen"), ("new", "New leader"))
    return [f"{word}: {', '.join(data[name])}." for name, word in words if data[name]]


def _spoils(world: World, data: Data) -> tuple[str, ...]:
    """Artifacts that changed hands, and what was carried off."""
    tables = world.tables
    lines = []
    for key, taker in data["artifacts"]:
        went = f"went to {tables.kingdoms[taker].name}" if taker else "is lost in the wild"
        lines.append(f"{tables.artifacts[key].name} {went}.")
    if data.get("plundered"):
        lines.append(f"Carried off: {data['food']:,} food and {data['gold']:,} gold.")
    return tuple(lines)


def _host(world: World, side: Data, own: bool) -> Host:
    """A side in the order of battle: of an own one each kind of brigade, of another what was seen."""
    kingdom = world.tables.kingdoms[side["kingdom"]]
    number = list(world.tables.kingdoms).index(side["kingdom"]) + 1
    if not own:
        seen = Unit(_name(world, side), text=side["size"], gone=side["destroyed"])
        return Host(kingdom.name, (seen,), number=number)
    before, after = side["own"]["brigades"], side["own"]["brigades_after"]
    units = tuple(
        Unit(_name(world, side) if not place else kind, count, after.get(code, 0), kind, gone=code not in after)
        for place, (code, count) in enumerate(before.items())
        for kind in [world.tables.brigades[code].name]
    )
    return Host("You", units, own=True, ours=True, number=number, note=kingdom.name)


def _table(titles: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table:
    return Table(tuple(Column(title, number=place > 0) for place, title in enumerate(titles)), rows)
