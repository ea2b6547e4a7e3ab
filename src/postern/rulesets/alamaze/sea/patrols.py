"""Fleets on sea patrol: they meet other patrols, and fleets that carry groups (AC-22, ruling 31)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.effects import Asked, chance, happens
from postern.rulesets.alamaze.group_end import end_and_tell
from postern.rulesets.alamaze.regions import allied
from postern.rulesets.alamaze.sea.battle import Navy, fight, losses_aboard
from postern.rulesets.alamaze.sea.power import rating
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.world import Group


@dataclass
class Patrols:
    """The patrols of this turn."""

    ordered: set[tuple[str, str]] = field(default_factory=set)
    """Kingdoms and seas whose fleets were sent on patrol; these carry nobody in this turn (AC-18-25)."""
    out: dict[str, list[str]] = field(default_factory=dict)
    """By sea the kingdoms whose patrols are still out, in the order in which they sailed."""
    meetings: dict[str, int] = field(default_factory=dict)
    """How often each group was met on its way by sea (AC-22-14)."""


def patrol(doing: Doing) -> bool:
    """705: the fleets of a sea look for others, over the whole of it. The patrol fights the first one of no ally that is out
    already; then both go home to port, but one with three times as many fleets stays out (AC-22-01..07)."""
    turn, sea = doing.turn, doing.order.sea
    if sea not in doing.tables.seas:
        letters = ", ".join(f"{letter} ({one.sea})" for letter, one in doing.tables.seas.items())
        return doing.fail(f"There is no sea {sea}.", f"Seas: {letters}.")
    name, patrols = doing.tables.seas[sea].sea, turn.state(Patrols)
    if not rating(doing.kingdom, sea):
        return doing.fail(f"We have no fleet in the {name}.", "748 builds fleets.", code="NO MEANS")
    if (doing.code, sea) in patrols.ordered:
        return doing.fail(f"Our fleets in the {name} are on patrol already.")
    patrols.ordered.add((doing.code, sea))
    others = list(patrols.out.setdefault(sea, []))
    patrols.out[sea].append(doing.code)
    doing.tell("sea-patrol", sea=name, fleets=rating(doing.kingdom, sea))
    for other in others:
        if doing.code in patrols.out[sea] and not _friends(turn, doing.code, other):
            _meet(turn, patrols, other, doing.code, sea)
    return doing.done(f"{rating(doing.kingdom, sea)} fleets out in the {name}" if doing.code in patrols.out[sea] else "in port")


def _friends(turn: Turn, one: str, other: str) -> bool:
    return allied(turn.world, one, other) and allied(turn.world, other, one)


def _meet(turn: Turn, patrols: Patrols, one: str, other: str, sea: str) -> None:
    """Two patrols fight; who does not stay out goes home."""
    sides = fight(turn, Navy(one), Navy(other), sea)[:2]
    stays = turn.tables.value("sea.stays_from")
    for side, enemy in (sides, sides[::-1]):
        if side.fleets < stays * enemy.fleets or not rating(turn.kingdom(side.kingdom), sea):
            patrols.out[sea].remove(side.kingdom)


def met_on_the_way(turn: Turn, group: Group, sea: str) -> bool:
    """A group is carried into a sea: each patrol out there that is no ally of it finds it with a chance, and they fight; the
    patrol then goes home (AC-22-04, AC-22-08..14). True while anything of the group is left."""
    patrols, tables = turn.state(Patrols), turn.tables
    for code in list(patrols.out.get(sea, ())):
        if patrols.meetings.get(group.id, 0) >= tables.whole("sea.meetings_maximum"):
            break
        if allied(turn.world, code, group.kingdom) or not rating(turn.kingdom(group.kingdom), sea):
            continue
        percent = chance(Asked(turn.world, code), "interdiction", tables.value("sea.patrol_vs_transport_pct"))
        if not happens(turn, percent, "interdiction", sea, code, group.id):
            continue
        patrols.meetings[group.id] = patrols.meetings.get(group.id, 0) + 1
        _, carried, _ = fight(turn, Navy(code), Navy(group.kingdom, group), sea)
        patrols.out[sea].remove(code)
        if not losses_aboard(turn, group, carried.share, f"{code} {sea}"):
            end_and_tell(turn, group, None, code if rating(turn.kingdom(code), sea) else "")
            return False
    return True


HANDLERS: Handlers = {705: patrol}
