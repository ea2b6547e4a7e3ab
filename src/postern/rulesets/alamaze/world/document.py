"""The world as a JSON document: the same world gives the same bytes, and what is loaded is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from postern.game.kit.documents import Document, WorldDocuments, beyond, strangers
from postern.rulesets.alamaze.tables import Edition, edition
from postern.rulesets.alamaze.tables.grammar import Command, grammar
from postern.rulesets.alamaze.world.records import PEOPLE, World, places

FIGURE_RANKS = ("King", "Queen", "Regent", "Consul", "Demon Prince", "Agent", "Fanatic", "High Priestess")
"""Ranks of figures that are no emissaries."""
_SORTED = ("kingdoms", "groups", "centers", "sightings", "lost_artifacts", "status_quo")


def _ordered(world: World) -> World:
    """Everything by its key."""
    ordered: dict[str, Any] = {name: dict(sorted(getattr(world, name).items())) for name in _SORTED}
    return replace(world, **ordered)


def _remember_gains(document: Document) -> Document:
    """Version 2 remembers which controlled regions rose by a level when they were won; of old ones all are taken to have."""
    for kingdom in document["kingdoms"].values():
        kingdom["gained"] = list(kingdom.get("controlled", ()))
    return document


_KEYS = {
    "kingdoms.#": "kingdom of the edition",
    "kingdoms.*.capital": "area",
    "kingdoms.*.figures.*.area": "area",
    "kingdoms.*.figures.*.rank": "rank",
    "kingdoms.*.figures.*.held_by": "holder?",
    "kingdoms.*.figures.*.artifacts.*": "artifact",
    "kingdoms.*.reactions.#": "region",
    "kingdoms.*.reactions.*": "reaction",
    "kingdoms.*.declared.#": "kingdom",
    "kingdoms.*.declared.*": "declaration",
    "kingdoms.*.alternates.*": "area",
    "kingdoms.*.fleets.#": "sea",
    "kingdoms.*.skeletons.*.known_by.*": "kingdom",
    "kingdoms.*.controlled.*": "region",
    "kingdoms.*.gained.*": "region",
    "kingdoms.*.region_words.#": "region",
    "kingdoms.*.region_words.*": "word for a share",
    "kingdoms.*.objectives.*": "objective",
    "kingdoms.*.conditions.*": "condition",
    "kingdoms.*.memory.centers.#": "center of the map",
    "kingdoms.*.memory.centers.*.owner": "kingdom?",
    "kingdoms.*.memory.groups.*.area": "area",
    "kingdoms.*.memory.sites.#": "area",
    "kingdoms.*.memory.controllers.#": "region",
    "kingdoms.*.memory.controllers.*": "kingdom?",
    "kingdoms.*.memory.artifacts.#": "artifact",
    "kingdoms.*.memory.powers.*": "artifact",
    "kingdoms.*.memory.fleets.#": "kingdom",
    "kingdoms.*.memory.figures.#": "kingdom",
    "groups.*.kingdom": "kingdom",
    "groups.*.area": "area?",
    "groups.*.brigades.#": "brigade",
    "groups.*.leaders.*.title": "title of a leader",
    "groups.*.artifacts.*": "artifact",
    "groups.*.hidden": "way to hide?",
    "groups.*.siege.area": "area",
    "centers.#": "center of the map",
    "centers.*.type": "type of center",
    "centers.*.owner": "kingdom?",
    "centers.*.artifacts.*": "artifact",
    "sightings.*.area": "area",
    "sightings.*.item": "artifact?",
    "lost_artifacts.#": "artifact",
    "lost_artifacts.*": "area",
    "status_quo.#": "area",
    "council.members.*": "kingdom",
    "council.removed.#": "kingdom",
    "winners.*": "seat",
}
"""What each field keys into."""

_BOUNDS = {
    "groups.*.attrition": (0, 100),
    "groups.*.brigades.*": (1, 10_000),
    "groups.*.wizards.*.power": (0, 11),
    "groups.*.unfed": (0, 10_000),
    "kingdoms.*.figures.*.level": (0, 100),
    "kingdoms.*.fleets.*.number": (0, 12),
    "kingdoms.*.missed": (0, 10_000),
    "centers.*.census": (0, 10**9),
    "centers.*.gold": (0, 10**9),
    "centers.*.defense": (0, 10**9),
    "turn": (1, 10_000),
    "training_price": (0, 10**9),
}


def _sets(world: World, tables: Edition) -> dict[str, Collection[Any]]:
    centers = {one.type for one in tables.centers.values()}
    return {
        "kingdom of the edition": tables.kingdoms,
        "kingdom": world.kingdoms,
        "holder": {PEOPLE, *world.kingdoms},
        "seat": {one.seat for one in world.kingdoms.values()},
        "area": tables.areas,
        "region": tables.regions,
        "sea": tables.seas,
        "rank": {*tables.emissary_ranks, *FIGURE_RANKS},
        "artifact": tables.artifacts,
        "reaction": tables.reactions,
        "declaration": ("A", "E"),
        "word for a share": [one.word for one in tables.influence_words],
        "objective": tables.objectives,
        "condition": tables.conditions,
        "brigade": tables.brigades,
        "title of a leader": tables.leader_ranks,
        "way to hide": ("masked", "invisible"),
        "center of the map": tables.centers,
        "type of center": centers,
    }


def _faults(world: World) -> Iterator[str]:
    """What the records say of each other that cannot be."""
    try:
        tables = edition(world.edition)
    except ModuleNotFoundError:
        yield f"edition: there is no edition {world.edition!r}"
        return
    found = [*strangers(world, _KEYS, _sets(world, tables)), *beyond(world, _BOUNDS)]
    yield from found
    if found:
        return
    least, most = tables.value("influence.minimum"), tables.value("influence.maximum")
    taken: dict[str, str] = {}
    for code, kingdom in world.kingdoms.items():
        if kingdom.code != code:
            yield f"kingdoms.{code}.code: is {kingdom.code!r}"
        if kingdom.food < 0 or kingdom.gold < 0:
            yield f"kingdoms.{code}: {kingdom.food} food and {kingdom.gold} gold cannot be"
        if not least <= kingdom.influence <= most:
            yield f"kingdoms.{code}.influence: {kingdom.influence} cannot be"
        if kingdom.active and kingdom.ruler not in kingdom.figures:
            yield f"kingdoms.{code}.ruler: there is no figure {kingdom.ruler!r}"
        if kingdom.seat and (other := taken.setdefault(kingdom.seat, code)) != code:
            yield f"kingdoms.{code}.seat: {kingdom.seat} leads {other} already"
        for place, text in enumerate(kingdom.standing):
            if not isinstance(getattr(grammar(world.edition).find(text.upper()), "order", None), Command):
                yield f"kingdoms.{code}.standing.{place}: {text!r} is no order"
        yield from (
            f"kingdoms.{code}.figures.{key}.code: is {one.code!r}" for key, one in kingdom.figures.items() if one.code != key
        )
    if world.turn > world.turns and not world.finished:
        yield f"turn: {world.turn} of {world.turns} cannot be"
    members = world.council.members
    if len(members) > tables.whole("council.seats") or len(set(members)) < len(members):
        yield f"council.members: {members} cannot be"
    for id, group in world.groups.items():
        if group.id != id or id != f"{group.number}{group.kingdom}":
            yield f"groups.{id}: is {group.id}, of {group.kingdom!r}"
    yield from (f"centers.{area}: is {center.area}" for area, center in world.centers.items() if center.area != area)
    held = Counter(key for key, _ in places(world))
    yield from (f"artifacts: {key} is in {number} places" for key, number in held.items() if number > 1)


WORLDS = WorldDocuments(World, (_remember_gains,), _ordered, _faults)
dump, load, schema = WORLDS.dump, WORLDS.load, WORLDS.schema
