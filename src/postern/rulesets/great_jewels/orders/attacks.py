"""Attacks, assaults and conditional attacks (QJ-29-28 to QJ-29-36)."""

from __future__ import annotations

from functools import partial

from postern.game.kit.orders import OrderKind, Refusal, Saying, form
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD
from postern.rulesets.great_jewels.orders.model import Attack, Mode, QJOrder
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.wording import counted, spoken
from postern.rulesets.great_jewels.world import Force

SIGNS: dict[Mode, str] = {"attack": "A", "assault": "K", "conditional": "C"}

_ALL = r"(?: WITH ALL(?: TROOPS| MEN)?)?"
_IF = r"(?:CONDITIONALLY|IF ATTACKED|IF .{0,40}ATTACKS?.{0,20}|IN RETURN|ON CONDITION)"


_VERBS: dict[Mode, str] = {
    "attack": "attacks",
    "assault": "assaults",
    "conditional": "conditionally attacks",
}


def _attack(source: Force, mode: Mode, leader: int | None) -> QJOrder | Refusal:
    if source.garrison and leader is None:
        return Refusal(
            NOT_UNDERSTOOD,
            "A garrison attacks leaders in its own province only; it cannot attack a garrison.",
            f"Write {source}{SIGNS[mode]}L and his number. To try for a province next door, raid it: {source}R5 and its name.",
        )
    return Attack(source, mode, leader)


def _words(order: Attack, scene: Scene) -> str:
    """With the target as last seen."""
    place = scene.place(order.source)
    target, seen = _leader_target(scene, order.leader) if order.leader else _garrison_target(scene, place)
    condition = "only if its owner attacks you there; waylays nobody" if order.mode == "conditional" else ""
    notes = "; ".join(filter(None, (seen, condition)))
    return f"{scene.force(order.source)} {_VERBS[order.mode]} {target}{f' ({notes})' if notes else ''}"


def _leader_target(scene: Scene, leader: int) -> tuple[str, str]:
    """A leader, and what was seen of his strength."""
    seen = scene.seen_leader(leader)
    known = seen is not None and leader not in scene.view.leaders and not seen[1].fogged
    strength = f"{counted(seen[1].troops, 'troop')}, bonus {seen[1].bonus} when last seen" if seen and known else ""
    return scene.leader(leader), strength


def _garrison_target(scene: Scene, place: str) -> tuple[str, str]:
    """The garrison of a province, and what was seen of its strength."""
    if not place:
        return "the garrison", ""
    entry = scene.view.entries.get(place)
    known = entry is not None and not (entry.locked or entry.fogged or place in scene.view.provinces)
    strength = (
        f"{counted(entry.garrison, 'troop')}, {counted(entry.csps, 'citadel point')} when last seen" if entry and known else ""
    )
    return f"the garrison of {spoken(place)}", strength


_SAID: dict[Mode, tuple[str, ...]] = {
    "attack": (
        rf"<source:giver> (?:ATTACKS?|FIGHTS?|STRIKES?|HITS?|BATTLES?|KILLS?)(?: AGAINST)? <leader:taker>{_ALL}",
        r"ATTACK <leader:taker> (?:WITH|BY|FROM|USING) <source:giver>",
    ),
    "assault": (
        rf"<source:giver> (?:ASSAULTS?|STORMS?|CHARGES?) <leader:taker>{_ALL}",
        r"(?:ASSAULT|STORM) <leader:taker> (?:WITH|BY|FROM|USING) <source:giver>",
    ),
    "conditional": (
        rf"<source:giver> {_IF} (?:ATTACKS?|FIGHTS?|STRIKES?) <leader:taker>",
        rf"<source:giver> (?:ATTACKS?|FIGHTS?|STRIKES?) <leader:taker> {_IF}",
        rf"{_IF} ATTACK <leader:taker> (?:WITH|BY|FROM) <source:giver>",
        r"<source:giver> CONDITIONAL(?: ATTACKS?)?(?: ON)? <leader:taker>",
    ),
}
_ONLY_IF = "; real only if the target's owner attacks this player in the province"


def _kinds(mode: Mode, name: str) -> tuple[OrderKind, ...]:
    """An attack of this mode by a leader, with all that is said of it, and by a garrison."""
    sign, verb, make = SIGNS[mode], _VERBS[mode], partial(_attack, mode=mode)
    kind = partial(OrderKind, make=make, type=Attack, step="6", group="attack", words=_words)
    hint = _ONLY_IF if mode == "conditional" else ""
    near = (Saying(f"<source:who>{sign}<leader:whom>", make),)
    said = tuple(Saying(pattern, make) for pattern in _SAID[mode])
    return (
        kind(
            f"leader's {name}",
            forms=(
                form(f"<source:Lnn>{sign}L<leader:mm>", f"leader nn {verb} leader mm{hint}", mode=mode),
                form(f"<source:Lnn>{sign}<leader:G>", f"leader nn {verb} the garrison of his province{hint}", mode=mode),
            ),
            giver="leader",
            near=near,
            said=said,
        ),
        kind(
            f"garrison's {name}",
            forms=(form(f"<source:Gp1>{sign}L<leader:mm>", f"garrison of p1 {verb} leader mm{hint}", mode=mode),),
            giver="garrison",
        ),
    )


KINDS = (*_kinds("attack", "attack"), *_kinds("assault", "assault"), *_kinds("conditional", "conditional attack"))
