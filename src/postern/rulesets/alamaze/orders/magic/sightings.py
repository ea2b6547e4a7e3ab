"""Unusual sightings and the artifacts in them (AC-20, AC-26).

- What the finder of an artifact gets: a thing for his group, or those who join him (AC-06-103..109, rulings 50, 51, 64).
- Leaders and wizards ride out to an unusual sighting and come back in the same turn (AC-03-08..09, AC-06-21..22, AC-06-110,
  AC-21-14, AC-23-12, ruling 51; orders 139 and 140).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from postern.rulesets.alamaze.orders.acting import Cast, nobody, spell_level, wizard_of
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.effects import Asked, give_artifact, happens, holds, place_of, rows, take_away
from postern.rulesets.alamaze.rules.groups import end_if_empty
from postern.rulesets.alamaze.tables import SightingRow
from postern.rulesets.alamaze.turn import Activity, Doing, Turn
from postern.rulesets.alamaze.world.records import Group, Leader, Sighting, Wizard


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
    turn.tell_kingdoms("found-artifact", (kingdom.code,), **data, kept=kept, **artifact_power(turn, key))


def artifact_power(turn: Turn, key: str) -> dict[str, str]:
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


GUARDED, JOIN, INVESTIGATE = 101, 139, 140
ACCESS = "encounter_access"
_LUCK = 100_000
"""Luck is drawn in so many steps."""


@dataclass
class Riders:
    """By group the wizards who ride with it by order 139, and the groups that have ridden out."""

    joined: dict[str, list[str]] = field(default_factory=dict)
    ridden: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Party:
    """Who takes part in an encounter. ``guarded`` wizards stand behind their spell: half as strong, and safe."""

    leaders: tuple[Leader, ...]
    wizards: tuple[Wizard, ...]
    guarded: tuple[Wizard, ...]

    @property
    def names(self) -> list[str]:
        return [*(one.name for one in self.leaders), *(one.name for one in (*self.wizards, *self.guarded))]


@ORDERS.effect("join_encounter")
def join(doing: Doing) -> bool:
    """139: a wizard or adept rides with the leaders of his group. It is no spell: he may cast one besides (AC-23-12)."""
    group, said = doing.own_group(), doing.order.wizard
    if group is None:
        return False
    wizard = wizard_of(group, said)
    if wizard is None:
        nobody(doing, group, said)
        return False
    if _rides(doing, group) is None:
        return doing.fail(f"{group.id} has no order {INVESTIGATE}.", "Add it:", f"{INVESTIGATE} {group.id} - 2")
    if wizard in guarded(doing, group):
        return doing.fail(f"{wizard.name} casts {GUARDED}; he rides along by that.")
    joined = doing.turn.state(Riders).joined.setdefault(group.id, [])
    if wizard.code in joined:
        return doing.fail(f"{wizard.name} rides with {group.id} already.")
    joined.append(wizard.code)
    return doing.done(f"{wizard.name} rides with {group.id}")


def _rides(doing: Doing, group: Group) -> int | None:
    """The line of the group's order 140, None without one."""
    orders = doing.turn.by_number.get(INVESTIGATE, ())
    return next((one.line for one in orders if one.seat == doing.issued.seat and one.order.group == group.id), None)


def guarded(doing: Doing, group: Group) -> list[Wizard]:
    """Wizards of a group who cast a Guarded Attack without an enemy: it works in the group's encounter (ruling 51)."""
    cast = doing.turn.state(Cast).spells
    said = {
        one.order.wizard
        for one in doing.turn.by_number.get(GUARDED, ())
        if one.seat == doing.issued.seat and one.order.group == group.id and not one.order.enemy
    }
    ready = [one for one in group.wizards if cast.get((group.id, one.code)) == GUARDED]
    return [one for one in ready if one.code in said or str(one.power) in said]


@ORDERS.effect("investigate_sighting")
def investigate(doing: Doing) -> bool:
    """140: the group's leaders, and the wizards who join them, meet what is there."""
    group = doing.own_group()
    if group is None or not _may_ride(doing, group):
        return False
    tactic, party = _tactic(doing), _party(doing, group)
    if tactic is None or party is None:
        return False
    world, memory = doing.world, doing.kingdom.memory
    sighting = next((one for _, one in sorted(world.sightings.items()) if one.area == group.area), None)
    if sighting is None:
        memory.sites.pop(group.area, None)
        return doing.unsure(f"No unusual sighting is known in the area of {group.id} ({group.area}).", "It fails without one.")
    doing.turn.state(Riders).ridden.add(group.id)
    if doing.turn.expected:
        return doing.done(f"rides out: {', '.join(party.names)}")
    memory.sites[group.area] = world.turn
    return doing.done(_meet(doing.turn, group, sighting, tactic, party))


def _may_ride(doing: Doing, group: Group) -> bool:
    """False after a failure where what the group did in this turn forbids it (AC-21-14, AC-21-63)."""
    activity = doing.turn.state(Activity)
    if group.id in activity.retreated:
        return doing.fail(f"{group.id} retreated from battle this turn.")
    if group.id in activity.defended or group.id in activity.entrenched:
        return doing.fail(f"{group.id} defends this turn; it cannot investigate as well.")
    if group.id in doing.turn.state(Riders).ridden:
        return doing.fail(f"{group.id} has investigated this turn.")
    if not group.leaders and not group.wizards:
        remedy = "Give it a figure by 701 first (next turn)."
        return doing.fail(f"{group.id} has no leader, wizard or adept to send.", remedy)
    return True


def _tactic(doing: Doing) -> int | None:
    """The tactic of the order, else the kingdom's default (ruling 21); None after a failure."""
    tables = doing.tables
    known = [number for mode, number in tables.tactics if mode == "attack"]
    default = tables.kingdoms[doing.code].default_attack_tactic
    said = default if doing.order.tactic is None else doing.order.tactic
    if said in known:
        return said
    choice = ", ".join(map(str, known))
    doing.fail(f"Column C: there is no tactic {said}.", f"Use one of {choice}, or leave it out for our default {default}.")
    return None


def _party(doing: Doing, group: Group) -> Party | None:
    """Who rides: all leaders, and the wizards who join; None after a failure when nobody does."""
    joined = doing.turn.state(Riders).joined.get(group.id, ())
    safe = guarded(doing, group)
    wizards = [one for one in group.wizards if one.code in joined and one not in safe]
    if group.leaders or wizards or safe:
        return Party(tuple(group.leaders), tuple(wizards), tuple(safe))
    code = group.wizards[0].code
    doing.fail(f"{group.id} has no leader; a wizard or adept rides by an order of his own.", "Add:", f"139 {group.id} {code}")
    return None


# --- the encounter -------------------------------------------------------------------------------------------------------


def _meet(turn: Turn, group: Group, sighting: Sighting, tactic: int, party: Party) -> str:
    """What comes of it, in a few words. The terrain told is that of the encounter itself (AC-03-08)."""
    row = turn.tables.sightings[sighting.site]
    terrain = row.secondary_terrain if sighting.area == row.area else turn.tables.areas[sighting.area].terrain
    told = {"group": group.id, "area": sighting.area, "quality": row.quality, "terrain": terrain, "tactic": tactic}
    told |= {"party": party.names}
    if (key := missing_key(turn, group, sighting.item)) is not None:
        turn.tell_kingdoms("encounter-barred", (group.kingdom,), **told, **_whereabouts(turn, key))
        return "the way is barred"
    if row.enigma_tactic:
        return _enigma(turn, group, sighting, row, told)
    luck = turn.tables.value("encounter.luck")
    drawn = turn.stream("encounter", sighting.site, group.id).between(-_LUCK, _LUCK) / _LUCK
    strong = strength(turn, group, party, tactic)
    won = strong * (1 + luck * drawn) >= row.guardian_strength
    fallen = _deaths(turn, group, party, tactic, won)
    turn.tell_kingdoms(
        "encounter-won" if won else "encounter-lost",
        (group.kingdom,),
        **told,
        fallen=fallen,
        odds=_odds(turn, strong / row.guardian_strength),
    )
    if won:
        _prize(turn, group, sighting)
    end_if_empty(turn, group)
    return "won" if won else "the guardian held"


def _prize(turn: Turn, group: Group, sighting: Sighting) -> None:
    turn.world.kingdoms[group.kingdom].memory.sites.pop(sighting.area, None)
    win(turn, group, sighting.item)


def _enigma(turn: Turn, group: Group, sighting: Sighting, row: SightingRow, told: dict[str, object]) -> str:
    """One tactic is right; a wrong one costs nothing and brings a hint (ruling 51)."""
    if told["tactic"] == row.enigma_tactic:
        turn.tell_kingdoms("encounter-won", (group.kingdom,), **told, fallen=[], odds="")
        _prize(turn, group, sighting)
        return "solved"
    hint = "too timid" if int(str(told["tactic"])) < row.enigma_tactic else "too aggressive"
    turn.tell_kingdoms("encounter-enigma", (group.kingdom,), **told, hint=hint)
    return f"not solved: {hint}"


def strength(turn: Turn, group: Group, party: Party, tactic: int) -> float:
    """What the party brings against the guardian, without luck (ruling 51). Troops do not count (AC-06-110)."""
    tables, number = turn.tables, turn.tables.value
    titles = [tables.leader_ranks[one.title] for one in party.leaders]
    leaders = sum(number(f"encounter.{one.rank.lower()}") + number("encounter.step") * len(one.step) for one in titles)
    full = number("encounter.wizard_per_power") * sum(_level(turn, group, one) for one in party.wizards)
    half = number("encounter.wizard_guarded_per_power") * sum(_level(turn, group, one) for one in party.guarded)
    powers = [_level(turn, group, one) for one in (*party.wizards, *party.guarded)]
    things = _things(turn, group, mighty=max(powers, default=0) >= number("encounter.item_power"))
    return (leaders + full + half + things + number("encounter.riders")) * number(f"encounter.tactic_{tactic}")


def _level(turn: Turn, group: Group, wizard: Wizard) -> float:
    return spell_level(turn.world, group, wizard) or turn.tables.value("encounter.adept_level")


def _things(turn: Turn, group: Group, mighty: bool) -> float:
    """The points of the group's artifacts; those for wizards only in the hands of one who is mighty enough."""
    found = [turn.tables.artifacts[key] for key in group.artifacts]
    return sum(one.encounter_points for one in found if mighty or one.class_ != "WIZARD")


def _deaths(turn: Turn, group: Group, party: Party, tactic: int, won: bool) -> list[str]:
    """Who does not come back: a chance for each leader, and each wizard who is not safe (rulings 48 and 51)."""
    number = turn.tables.value
    factor = number("encounter.death_success" if won else "encounter.death_failure")
    if not party.leaders or not (party.wizards or party.guarded):
        factor *= number("encounter.death_alone")
    usual, adept = number(f"encounter.death_tac_{tactic}_pct"), number("encounter.death_adept_pct")
    fallen = []
    for leader in party.leaders:
        if happens(turn, usual * factor, "encounter", group.id, leader.name):
            group.leaders.remove(leader)
            fallen.append(leader.name)
    for wizard in party.wizards:
        percent = 0.0 if wizard.form else usual if wizard.power else adept
        if happens(turn, percent * factor, "encounter", group.id, wizard.code, wizard.name):
            group.wizards.remove(wizard)
            fallen.append(wizard.name)
    return fallen


def _odds(turn: Turn, part: float) -> str:
    """How the party compared with the guardian, in a word."""
    if part < turn.tables.value("encounter.hopeless"):
        return "hopeless"
    if part < turn.tables.value("encounter.close"):
        return "outmatched"
    return "close" if part < 1 else "strong"


# --- keys ----------------------------------------------------------------------------------------------------------------


def missing_key(turn: Turn, group: Group, item: str) -> str | None:
    """The key without which nobody gets to an artifact, None when the group has it or none is needed (ruling 50)."""
    found = turn.tables.effects.get((ACCESS, item), ())
    if not found or holds(Asked(turn.world, group.kingdom, group=group), ACCESS, item):
        return None
    return found[0].source


def _whereabouts(turn: Turn, key: str) -> dict[str, str]:
    """The name of a key, who has it ("" for nobody), and where it is."""
    place = place_of(turn.world, key)
    where = {"key": turn.tables.artifacts[key].name}
    return where | {"key_area": place.area if place else "", "key_kingdom": place.kingdom if place else ""}
