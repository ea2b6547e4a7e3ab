"""What the finder of an artifact gets: a thing for his group, or those who join him (AC-06-103..109, rulings 50, 51, 64)."""

from __future__ import annotations

from collections.abc import Callable

from postern.rulesets.alamaze.artifacts.holding import give_artifact, take_away
from postern.rulesets.alamaze.effects import Asked, rows
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Group, Leader, Wizard


def win(turn: Turn, group: Group, key: str) -> None:
    """A group has won an artifact from its guardian: it counts as recovered, the finder reads what it does (ruling 50), and
    the sighting is gone."""
    tables, kingdom = turn.tables, turn.world.kingdoms[group.kingdom]
    row = tables.artifacts[key]
    kingdom.recovered += 1
    data = {"group": group.id, "artifact": key, "number": row.short_number, "name": row.name, "quality": row.quality}
    if row.figures_decided:
        take_away(turn.world, key)
        joined = _join(turn, group, key)
        turn.tell_kingdoms("found-figures", (kingdom.code,), **data, joined=joined)
        return
    kept = give_artifact(turn, key, kingdom.code, group)
    if kept and key not in kingdom.memory.powers:
        kingdom.memory.powers.append(key)
    turn.tell_kingdoms("found-artifact", (kingdom.code,), **data, kept=kept, **power(turn, key))


def power(turn: Turn, key: str) -> dict[str, str]:
    """What an artifact does, what has to hold it, and the order that uses it, as its owner reads it."""
    row = turn.tables.artifacts[key]
    return {"power": row.effects, "order": row.order_enabled, "holder": row.holder_decided, "class": row.class_.capitalize()}


def _join(turn: Turn, group: Group, key: str) -> list[str]:
    """Leaders, wizards and adepts join a group with room; who finds none goes away. Gives "name (group)" for each."""
    names, joined = list(turn.tables.artifacts[key].figures_decided), []
    for row in _grants(turn, group, key):
        sort, _, of = row[0].partition(":")
        for _ in range(row[1]):
            name = names.pop(0)
            home = _with_room(turn, group, _room_for_leader if sort == "leader" else _room_for_wizard)
            if home is None:
                continue
            if sort == "leader":
                home.leaders.append(Leader(name, of))
            else:
                home.wizards.append(Wizard(_code(turn, home.kingdom, name), name, int(of or 0)))
            home.area = home.area or turn.world.kingdoms[home.kingdom].capital
            joined.append(f"{name} ({home.id})")
    return joined


def _grants(turn: Turn, group: Group, key: str) -> list[tuple[str, int]]:
    """The rows of the artifact that grant something: what, and how often."""
    found = Group(group.id, group.kingdom, group.number, artifacts=[key])
    asked = Asked(turn.world, group.kingdom, group=found)
    targets = [target for effect, target in turn.tables.effects if effect == "grant"]
    return [(target, int(row.amount)) for target in targets for row in rows(asked, "grant", target)]


def _with_room(turn: Turn, group: Group, room: Callable[[Turn, Group], bool]) -> Group | None:
    """The group itself, else the own active group with the lowest number, else an inactive one at the capital (ruling 64)."""
    own = turn.world.groups_of(group.kingdom)
    order = [group, *(one for one in own if one.area), *(one for one in own if not one.area)]
    return next((one for one in order if room(turn, one)), None)


def _room_for_leader(turn: Turn, group: Group) -> bool:
    return len(group.leaders) < turn.tables.whole("group.leaders")


def _room_for_wizard(turn: Turn, group: Group) -> bool:
    return len(group.wizards) < turn.tables.whole("group.wizards")


def _code(turn: Turn, kingdom: str, name: str) -> str:
    """Two letters for a wizard that no other wizard of the kingdom has, those of his name if they are free (ruling 3)."""
    taken = {one.code for group in turn.world.groups_of(kingdom) for one in group.wizards}
    letters = name.upper()
    tries = [letters[:2], *(letters[0] + one for one in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")]
    return next(one for one in tries if one not in taken)
