"""What a seat of Great Jewels may not know, what it sees, and what cannot reach it in a turn: changes of a world."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial

from postern.rulesets.great_jewels.tables import distance
from postern.rulesets.great_jewels.world.records import World
from tests.kit.game import Far, Hidden


def _unseen(world: World, seat: str) -> list[str]:
    """Provinces that are not on this seat's latest printout."""
    entries = world.players[seat].seen
    return [name for name in world.provinces if name not in entries or entries[name].turn != world.turn]


def _strangers(world: World, seat: str) -> list[str]:
    return [name for name in world.players if name != seat and name not in world.players[seat].met]


def _orders(world: World, seat: str, *ends: str) -> str:
    """Orders to a leader of one's own."""
    number = min(one.number for one in world.leaders.values() if one.owner == seat)
    return "\n".join(f"L{number}{end}" for end in ends)


def _change_unseen_province(world: World, seat: str, pick: int) -> str:
    names = [name for name in _unseen(world, seat) if world.provinces[name].owner != seat]
    place = world.provinces[names[pick % len(names)]]
    place.garrison += 17
    place.zorans += 33
    place.csps += 2
    place.trait = -place.trait or 1
    return _orders(world, seat, f"M{place.name}", f"R{place.name}")


def _change_hidden_traits(world: World, seat: str, pick: int) -> None:
    names = [name for name, place in world.provinces.items() if not place.owner]
    world.provinces[names[pick % len(names)]].trait = 2


def _change_the_end(world: World, seat: str, pick: int) -> None:
    world.end_turn = 20 + pick % 11


def _change_other_votes(world: World, seat: str, pick: int) -> None:
    others = [player for name, player in world.players.items() if name != seat]
    others[pick % len(others)].end_vote = 20 + pick % 11


def _change_other_alliances(world: World, seat: str, pick: int) -> str:
    others = [name for name in world.players if name != seat]
    other = world.players[others[pick % len(others)]]
    other.allies = [] if seat in other.allies else [*other.allies, seat]
    other.waylay = not other.waylay
    return f"A={other.name}\nN={other.name}"


def _change_unseen_leader(world: World, seat: str, pick: int) -> str:
    unseen = set(_unseen(world, seat))
    leaders = [one for one in world.leaders.values() if one.province in unseen and one.owner != seat]
    leader = leaders[pick % len(leaders)]
    leader.troops += 40
    leader.bonus += 3
    return _orders(world, seat, f"AL{leader.number}", f"KL{leader.number}", f"M{leader.province}")


def _change_unseen_talisman(world: World, seat: str, pick: int) -> str:
    unseen = _unseen(world, seat)
    hidden = [one for one in world.talismans.values() if one.province in unseen]
    talisman = hidden[pick % len(hidden)]
    talisman.province = unseen[pick % len(unseen)]
    talisman.counter += 5
    return _orders(world, seat, f"T{talisman.number}TG", f"M{talisman.province}")


def _change_a_strangers_score(world: World, seat: str, pick: int) -> str:
    strangers = _strangers(world, seat)
    other = strangers[pick % len(strangers)] if strangers else seat
    world.players[other].score += 1000 * (other != seat)
    return f"A={other}\nP={other}\nD={other}\nWell met\nEND"


def _change_what_others_saw(world: World, seat: str, pick: int) -> None:
    others = [player for name, player in world.players.items() if name != seat]
    others[pick % len(others)].seen.clear()


HIDDEN: tuple[Hidden, ...] = (
    _change_unseen_province,
    _change_hidden_traits,
    _change_the_end,
    _change_other_votes,
    _change_other_alliances,
    _change_unseen_leader,
    _change_unseen_talisman,
    _change_a_strangers_score,
    _change_what_others_saw,
)


# --- what it does see ------------------------------------------------------------------------------------------------


def _show_own_garrison(world: World, seat: str) -> None:
    next(place for place in world.provinces.values() if place.owner == seat).garrison += 1


def _show_own_leader(world: World, seat: str) -> None:
    next(one for one in world.leaders.values() if one.owner == seat).bonus += 1


def _show_own_talisman(world: World, seat: str) -> None:
    home = next(name for name, place in world.provinces.items() if place.owner == seat)
    world.talismans[57].leader, world.talismans[57].province = 0, home


def _show_own_score(world: World, seat: str) -> None:
    world.players[seat].score += 1


def _show_own_alliance(world: World, seat: str) -> None:
    player = world.players[seat]
    other = next(name for name in world.players if name != seat)
    player.allies = [] if other in player.allies else [*player.allies, other]


def _show_a_friends_score(world: World, seat: str) -> None:
    met = next((name for name in world.players[seat].met), seat)
    world.players[met].score += 1


def _show_a_province(world: World, seat: str) -> None:
    entries = world.players[seat].seen
    name = next(name for name, entry in entries.items() if entry.turn == world.turn and not entry.locked)
    entries[name] = replace(entries[name], zorans=entries[name].zorans + 1)


SHOWN: tuple[Callable[[World, str], None], ...] = (
    _show_own_garrison,
    _show_own_leader,
    _show_own_talisman,
    _show_own_score,
    _show_own_alliance,
    _show_a_friends_score,
    _show_a_province,
)


# --- and through a turn ------------------------------------------------------------------------------------------------

_REACH = 6
"""No force comes farther in a turn."""


def _spots(world: World, names: Collection[str]) -> set[str]:
    """Where these players have leaders or provinces."""
    spots = {one.province for one in world.leaders.values() if one.owner in names}
    return spots | {name for name, place in world.provinces.items() if place.owner in names}


def _near(name: str, spots: Collection[str], reach: int = _REACH) -> bool:
    return any(distance(name, spot) <= reach for spot in spots)


def _beyond(world: World, after: World, seat: str) -> list[str]:
    """Provinces far from all that the seat or anybody it meets has, before the turn and after it, and from monsters."""
    known = {seat, *after.players[seat].met}
    spots = _spots(world, known) | _spots(after, known) | {one.province for one in world.drevonyxes}
    spots |= {name for name, entry in after.players[seat].seen.items() if entry.turn == after.turn}
    return [name for name in world.provinces if not _near(name, spots)]


def _strengthen_a_far_garrison(places: list[str], strangers: list[str], world: World, pick: int) -> None:
    guarded = [name for name in places if world.provinces[name].garrison]
    for name in guarded[pick % len(guarded) :][:1] if guarded else ():
        place = world.provinces[name]
        place.garrison += 25
        place.zorans += 100
        place.csps += 5


def _change_a_far_trait(places: list[str], strangers: list[str], world: World, pick: int) -> None:
    for name in places[pick % 7 :: 7]:
        world.provinces[name].trait = 2


def _hide_talismans_elsewhere(places: list[str], strangers: list[str], world: World, pick: int) -> None:
    guarded = [name for name in places if world.provinces[name].garrison and not world.provinces[name].owner]
    lying = [one for one in world.talismans.values() if one.province in guarded]
    for at, one in enumerate(lying):
        one.province = guarded[(pick + at) % len(guarded)]


def _ally_strangers(places: list[str], strangers: list[str], world: World, pick: int) -> None:
    for one in strangers:
        for other in strangers:
            if one != other:
                world.players[one].allies.append(other)
                world.players[one].met.append(other)


def _put_the_end_off(places: list[str], strangers: list[str], world: World, pick: int) -> None:
    world.end_turn = 20 + pick % 11


def _enrich_strangers(places: list[str], strangers: list[str], world: World, pick: int) -> None:
    for name in strangers:
        world.players[name].score += 500
        world.players[name].end_vote = 20 + pick % 11


def _raise_a_strangers_army(places: list[str], strangers: list[str], world: World, pick: int) -> None:
    armies = [one for one in world.leaders.values() if one.owner in strangers and one.province in places]
    for one in armies[pick % 3 :: 3]:
        one.troops += 30
        one.bonus += 2


_FAR: tuple[Callable[[list[str], list[str], World, int], None], ...] = (
    _strengthen_a_far_garrison,
    _change_a_far_trait,
    _hide_talismans_elsewhere,
    _ally_strangers,
    _put_the_end_off,
    _enrich_strangers,
    _raise_a_strangers_army,
)


def far(world: World, after: World, seat: str) -> tuple[Far, ...]:
    """The changes above, in provinces and to players of which nothing can reach this seat in the turn to ``after``."""
    known = {seat, *after.players[seat].met}
    reach = _spots(world, known) | _spots(after, known)
    strangers = [
        name for name in world.players if name not in known and not any(_near(x, reach, 2) for x in _spots(world, {name}))
    ]
    places = _beyond(world, after, seat)
    return tuple(partial(change, places, strangers) for change in _FAR)


def near(world: World, seat: str) -> None:
    """The land of an own province is better than it was, or worse."""
    place = next(place for place in world.provinces.values() if place.owner == seat)
    place.trait = 2 if place.trait != 2 else -2
    place.home_of = ""
