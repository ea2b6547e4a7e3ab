"""What objectives, secret conditions and status points count: named measures of a kingdom (AC-26, AC-29, AC-30).

A row of a table names a measure and of what: ``agents`` of ``Agent 10`` counts agents of level 10 and more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping

from postern.game.kit.knowledge import NotKnown
from postern.rulesets.alamaze.rules.effects import stores
from postern.rulesets.alamaze.rules.groups import value_vs_center
from postern.rulesets.alamaze.rules.regions import WORDS, declared, reaction, words_by_region
from postern.rulesets.alamaze.world.records import Figure, Kingdom, World

Measure = Callable[[World, Kingdom, str], float]
LESSER_RANKS = ("Envoy", "Ambassador")
"""Ranks of emissaries below Governor."""


def own_figures(kingdom: Kingdom) -> Iterator[Figure]:
    """Its figures that are no prisoners."""
    return (one for one in kingdom.figures.values() if not one.held_by)


def prisoners(world: World, code: str) -> list[tuple[Kingdom, Figure]]:
    """Whom a kingdom holds, with their own kingdom (ruling 65)."""
    return [(kingdom, one) for kingdom in world.kingdoms.values() for one in kingdom.figures.values() if one.held_by == code]


def rival(world: World, kingdom: Kingdom) -> Kingdom | None:
    """The natural enemy of a kingdom, also one that plays no longer (ruling 66); None for a kingdom without one."""
    return world.kingdoms.get(world.tables.kingdoms[kingdom.code].natural_enemy)


# --- land -----------------------------------------------------------------------------------------------------------------


def _regions(world: World, kingdom: Kingdom, of: str) -> float:
    """Regions with at least this influence; those that it controls are counted at their step of the turn (rulings 41, 62)."""
    if of == "control":
        return len(kingdom.controlled)
    enough = WORDS[: WORDS.index(of) + 1]
    words = words_by_region(world, kingdom.code)
    return sum(region in kingdom.controlled or word in enough for region, word in words.items())


def _city_regions(world: World, kingdom: Kingdom, of: str) -> float:
    return len({world.region_of(one.area) for one in world.centers_of(kingdom.code) if one.type == "City"})


def _centers(world: World, kingdom: Kingdom, of: str) -> float:
    """Centers of a type, or the one with this name."""
    return sum(of in (one.type, one.name) for one in world.centers_of(kingdom.code))


def _rich_centers(world: World, kingdom: Kingdom, of: str) -> float:
    """Centers with a higher base defense or base gold than this."""
    return sum(max(one.defense, one.gold) > int(of) for one in world.centers_of(kingdom.code))


def _production(world: World, kingdom: Kingdom, of: str) -> float:
    """Base production of all centers."""
    return sum(one.gold if of == "gold" else one.food for one in world.centers_of(kingdom.code))


# --- politics -------------------------------------------------------------------------------------------------------------


def _council(world: World, kingdom: Kingdom, of: str) -> float:
    return kingdom.code in world.council.members


def _reactions(world: World, kingdom: Kingdom, of: str) -> float:
    """Regions that react so well or better."""
    names = list(world.tables.reactions)
    good = names[: names.index(of) + 1]
    return sum(reaction(world, kingdom, region) in good for region in world.tables.regions)


def _emissaries(world: World, kingdom: Kingdom, of: str) -> float:
    """Emissaries of this rank or a higher one; further ranks behind "or" count, too."""
    rank, *also = of.split(" or ")
    ranks = world.tables.emissary_ranks
    good = {one.rank for one in ranks.values() if one.rank_order >= ranks[rank].rank_order} | set(also)
    return sum(one.rank in good for one in own_figures(kingdom))


def _enemies(world: World, kingdom: Kingdom, of: str) -> float:
    """Kings who play and have declared this one their enemy."""
    return sum(one.declared.get(kingdom.code) == "E" for one in world.kingdoms.values() if one.active)


def _allies(world: World, kingdom: Kingdom, of: str) -> float:
    """Kings who play and whom this one declared an ally; members of a team need no declaration (ruling 77)."""
    others = [world.kingdoms[code] for code, said in kingdom.declared.items() if said == "A" and code in world.kingdoms]
    return sum(one.active and not (one.team == kingdom.team != 0) for one in others)


# --- people, troops and things --------------------------------------------------------------------------------------------


def _leaders(world: World, kingdom: Kingdom, of: str) -> float:
    """Leaders of this class or a higher one."""
    ranks = world.tables.leader_ranks
    least = min(one.rank_order for one in ranks.values() if one.rank == of)
    return sum(ranks[one.title].rank_order >= least for group in world.groups_of(kingdom.code) for one in group.leaders)


def _groups(world: World, kingdom: Kingdom, of: str) -> float:
    """Groups whose value against population centers is above this."""
    return sum(value_vs_center(world, one) > int(of) for one in world.groups_of(kingdom.code) if one.area)


def _wizards(world: World, kingdom: Kingdom, of: str) -> float:
    return sum(one.power >= int(of) for group in world.groups_of(kingdom.code) for one in group.wizards)


def _agents(world: World, kingdom: Kingdom, of: str) -> float:
    """Agents and fanatics of this level and more, or with the word "Agent" before it agents alone."""
    *rank, level = of.split()
    return sum(one.agent and one.level >= int(level) and one.rank in (rank or (one.rank,)) for one in own_figures(kingdom))


def _artifacts(world: World, kingdom: Kingdom, of: str) -> float:
    """Artifacts that it holds, all or of these classes or qualities."""
    wanted = of.split(" or ")
    held = [world.tables.artifacts[key] for store in stores(world, kingdom.code) for key in store]
    return sum(not of or one.class_ in wanted or one.quality in wanted for one in held)


def _one_class(world: World, kingdom: Kingdom, of: str) -> float:
    """Most artifacts of one class."""
    held = Counter(world.tables.artifacts[key].class_ for store in stores(world, kingdom.code) for key in store)
    return max(held.values(), default=0)


def _recovered(world: World, kingdom: Kingdom, of: str) -> float:
    return kingdom.recovered


def _fleets(world: World, kingdom: Kingdom, of: str) -> float:
    return sum(one.number for one in kingdom.fleets.values())


def _seas(world: World, kingdom: Kingdom, of: str) -> float:
    """Seas with so many fleets of such a quality: ``6 12``."""
    number, quality = map(int, of.split())
    return sum(one.number >= number and one.quality >= quality for one in kingdom.fleets.values())


def _prisoners(world: World, kingdom: Kingdom, of: str) -> float:
    """All prisoners; "notable" are those of Governor rank or above and agents of level 3 and more, "rival" those of Governor
    rank or above of the natural enemy."""
    held = prisoners(world, kingdom.code)
    if of == "rival":
        enemy = rival(world, kingdom)
        return sum(home is enemy and _governor(one) for home, one in held)
    return sum(not of or _governor(one) or (one.agent and one.level >= 3) for _, one in held)


def _governor(figure: Figure) -> bool:
    return figure.political and figure.rank not in LESSER_RANKS


# --- the natural enemy ----------------------------------------------------------------------------------------------------


def _regions_above_rival(world: World, kingdom: Kingdom, of: str) -> float:
    enemy = rival(world, kingdom)
    return len(kingdom.controlled) - (len(enemy.controlled) if enemy is not None and enemy.active else 0)


def _above_rival(world: World, kingdom: Kingdom, of: str) -> float:
    """1 when the natural enemy is not on the Council and has less influence, or plays no longer."""
    enemy = rival(world, kingdom)
    if enemy is None or not enemy.active:
        return 1
    return enemy.code not in world.council.members and kingdom.influence > enemy.influence


# --- the game -------------------------------------------------------------------------------------------------------------


def prisoner_worth(world: World, figure: Figure) -> int:
    """What a prisoner is worth at an interim award (ruling 69)."""
    row = world.tables.prisoner_points.get(figure.rank)
    return 0 if row is None else row.interim * (figure.level if row.per_level else 1)


def _won(world: World, kingdom: Kingdom, of: str) -> float:
    """1 for a winner in this way; the members of a team share."""
    if world.victory != of or kingdom.seat not in world.winners:
        return 0
    return 1 / len(world.winners) if of == "Team" else 1


MEASURES: Mapping[str, Measure] = {
    "regions": _regions,
    "city_regions": _city_regions,
    "centers": _centers,
    "rich_centers": _rich_centers,
    "production": _production,
    "influence": lambda world, kingdom, of: kingdom.influence,
    "council": _council,
    "reactions": _reactions,
    "emissaries": _emissaries,
    "enemies": _enemies,
    "allies": _allies,
    "leaders": _leaders,
    "groups": _groups,
    "wizards": _wizards,
    "agents": _agents,
    "artifacts": _artifacts,
    "one_class": _one_class,
    "recovered": _recovered,
    "fleets": _fleets,
    "seas": _seas,
    "prisoners": _prisoners,
    "regions_above_rival": _regions_above_rival,
    "above_rival": _above_rival,
    "prisoner_worth": lambda world, kingdom, of: sum(prisoner_worth(world, one) for _, one in prisoners(world, kingdom.code)),
    "turn": lambda world, kingdom, of: world.turn == int(of),
    "playing": lambda world, kingdom, of: kingdom.active,
    "won": _won,
}


# --- what a king knows of it ----------------------------------------------------------------------------------------------


def _regions_told(world: World, kingdom: Kingdom, of: str) -> float:
    """By the words that he was told last (AC-05-13): who owns the other centers he does not know."""
    if of == "control":
        return len(kingdom.controlled)
    if not kingdom.region_words:
        raise NotKnown("our influence in the regions")
    enough = WORDS[: WORDS.index(of) + 1]
    return sum(region in kingdom.controlled or word in enough for region, word in kingdom.region_words.items())


def _reactions_told(world: World, kingdom: Kingdom, of: str) -> float:
    """Where somebody declared him an ally or enemy, it matters who controls a region: known where he has a center himself."""
    others = [code for code, one in world.kingdoms.items() if one.active and code != kingdom.code]
    if all(declared(world, code, kingdom.code) == "N" for code in others):
        return _reactions(world, kingdom, of)
    homes = {world.region_of(one.area) for one in world.centers_of(kingdom.code)} | set(kingdom.controlled)
    names = list(world.tables.reactions)
    good = names.index(of)
    for region in world.tables.regions:
        if region not in homes and abs(names.index(kingdom.reactions[region]) - good) <= 1:
            raise NotKnown(f"who controls {world.tables.regions[region].name}")
    return _reactions(world, kingdom, of)


def _regions_above_rival_told(world: World, kingdom: Kingdom, of: str) -> float:
    """Which regions the natural enemy controls is his secret; more than half of all are more than his in any case."""
    enemy, own = rival(world, kingdom), len(kingdom.controlled)
    if enemy is None or not enemy.active or not own:
        return own
    if own <= len(world.tables.regions) - own:
        raise NotKnown(f"how many regions {enemy.code} controls")
    return own - (len(world.tables.regions) - own)


def _above_rival_told(world: World, kingdom: Kingdom, of: str) -> float:
    enemy = rival(world, kingdom)
    if enemy is not None and enemy.active and enemy.code not in world.council.members:
        raise NotKnown(f"the influence of {enemy.code}")
    return enemy is None or not enemy.active


OF_RIVAL = frozenset({"regions_above_rival", "above_rival"})
"""Measures that compare with what the natural enemy has."""
_TOLD: Mapping[str, Measure] = {
    "regions": _regions_told,
    "reactions": _reactions_told,
    "regions_above_rival": _regions_above_rival_told,
    "above_rival": _above_rival_told,
}
"""Measures that rest on what others keep to themselves, as a king knows them. They raise NotKnown."""


def progress(
    world: World, kingdom: Kingdom, code: str, as_known: Collection[str] = ()
) -> list[tuple[str, str, float | None, float]]:
    """Return what an objective or condition asks for, and what is there: measure, of what, how much, how much is needed. On an
    imagined world, and for the measures ``as_known``, it is what the kingdom knows; None is not known."""
    found = []
    for row in world.tables.requirements[code]:
        measures = _TOLD if row.measure in _TOLD and (world.own or row.measure in as_known) else MEASURES
        try:
            have: float | None = measures[row.measure](world, kingdom, row.of)
        except NotKnown:
            have = None
        found.append((row.measure, row.of, have, row.least))
    return found


def met(world: World, kingdom: Kingdom, code: str) -> bool | None:
    """Return whether a kingdom has reached an objective or condition; None where it hangs on what the kingdom does not know."""
    parts = [None if have is None else have >= least for _, _, have, least in progress(world, kingdom, code)]
    return False if False in parts else None if None in parts else True
