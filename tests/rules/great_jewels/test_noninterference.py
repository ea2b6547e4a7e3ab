"""No secret in a view: change anything that a seat may not know, and nothing that it is sent changes by one byte."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postern import render
from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels.geography import distance
from postern.rulesets.great_jewels.ruleset import RULESET
from postern.rulesets.great_jewels.world import World
from tests.rules.great_jewels.games import played

SEED, TURNS = "secrets", 6


def _sent(world: World, seat: str) -> tuple[bytes, str, str, str]:
    """Everything that is made for a seat from the world: report, answer to orders, forecast, computer player's plan."""
    view = RULESET.view(world, seat)
    plan = RULESET.plan(view, Chance("any"))
    sheet = RULESET.read(plan, view)
    verdict = RULESET.check(sheet, view)
    forecast = render.to_text(RULESET.forecast(sheet, view))
    return render.to_json(RULESET.report(view, ())), repr(verdict), forecast, plan


def _unseen(world: World, seat: str) -> list[str]:
    """Provinces that are not on this seat's latest printout."""
    entries = world.players[seat].seen
    return [name for name in world.provinces if name not in entries or entries[name].turn != world.turn]


def _strangers(world: World, seat: str) -> list[str]:
    return [name for name in world.players if name != seat and name not in world.players[seat].met]


def _change_unseen_province(world: World, seat: str, pick: int) -> None:
    names = [name for name in _unseen(world, seat) if world.provinces[name].owner != seat]
    place = world.provinces[names[pick % len(names)]]
    place.garrison += 17
    place.zorans += 33
    place.csps += 2
    place.trait = -place.trait or 1


def _change_hidden_traits(world: World, seat: str, pick: int) -> None:
    names = [name for name, place in world.provinces.items() if not place.owner]
    world.provinces[names[pick % len(names)]].trait = 2


def _change_the_end(world: World, seat: str, pick: int) -> None:
    world.end_turn = 20 + pick % 11


def _change_other_votes(world: World, seat: str, pick: int) -> None:
    others = [player for name, player in world.players.items() if name != seat]
    others[pick % len(others)].end_vote = 20 + pick % 11


def _change_other_alliances(world: World, seat: str, pick: int) -> None:
    others = [name for name in world.players if name != seat]
    other = world.players[others[pick % len(others)]]
    other.allies = [] if seat in other.allies else [*other.allies, seat]
    other.waylay = not other.waylay


def _change_unseen_leader(world: World, seat: str, pick: int) -> None:
    unseen = set(_unseen(world, seat))
    leaders = [one for one in world.leaders.values() if one.province in unseen and one.owner != seat]
    leader = leaders[pick % len(leaders)]
    leader.troops += 40
    leader.bonus += 3


def _change_unseen_talisman(world: World, seat: str, pick: int) -> None:
    unseen = _unseen(world, seat)
    hidden = [one for one in world.talismans.values() if one.province in unseen]
    talisman = hidden[pick % len(hidden)]
    talisman.province = unseen[pick % len(unseen)]
    talisman.counter += 5


def _change_a_strangers_score(world: World, seat: str, pick: int) -> None:
    strangers = _strangers(world, seat)
    if strangers:
        world.players[strangers[pick % len(strangers)]].score += 1000


def _change_what_others_saw(world: World, seat: str, pick: int) -> None:
    others = [player for name, player in world.players.items() if name != seat]
    others[pick % len(others)].seen.clear()


CHANGES: tuple[Callable[[World, str, int], None], ...] = (
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


@pytest.mark.rule("QJ-02-20", "QJ-22-06")
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    which=st.lists(st.sampled_from(CHANGES), min_size=1, max_size=4),
    pick=st.integers(min_value=0, max_value=10_000),
    seat=st.integers(min_value=0, max_value=11),
)
def test_what_a_seat_may_not_know_changes_nothing_that_it_is_sent(
    which: list[Callable[[World, str, int], None]], pick: int, seat: int
) -> None:
    world = played(SEED, TURNS)
    name = list(world.players)[seat]
    before = _sent(world, name)
    for change in which:
        change(world, name, pick)
    assert _sent(world, name) == before


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


@pytest.mark.parametrize("show", SHOWN, ids=lambda show: show.__name__)
def test_what_a_seat_does_see_changes_what_it_is_sent(show: Callable[[World, str], None]) -> None:
    """So that the test above can fail."""
    for name in list(played(SEED, TURNS).players)[:4]:
        world = played(SEED, TURNS)
        before = _sent(world, name)[0]
        show(world, name)
        assert _sent(world, name)[0] != before


# --- and through a turn ------------------------------------------------------------------------------------------------

EARLY = 3
"""After so many turns those on the other side of the land are still strangers."""
REACH = 6
"""No force comes farther in a turn."""


def _sheets(world: World) -> dict[str, OrderSheet]:
    sheets = {}
    for seat in RULESET.active(world):
        view = RULESET.view(world, seat)
        sheets[seat] = RULESET.read(RULESET.plan(view, Chance(SEED)), view)
    return sheets


def _received(
    world: World, sheets: dict[str, OrderSheet], seat: str
) -> tuple[list[object], bytes, tuple[bytes, str, str, str]]:
    """All that the seat gets from the turn: its events, its report, and what is made for it afterwards."""
    outcome = RULESET.resolve(world, sheets, Chance(SEED))
    events = seen(outcome.events, seat)
    report = render.to_json(RULESET.report(RULESET.view(outcome.world, seat), events))
    return [(event.kind, event.step, event.data) for event in events], report, _sent(outcome.world, seat)


def _spots(world: World, names: Collection[str]) -> set[str]:
    """Where these players have leaders or provinces."""
    spots = {one.province for one in world.leaders.values() if one.owner in names}
    return spots | {name for name, place in world.provinces.items() if place.owner in names}


def _near(name: str, spots: Collection[str], reach: int = REACH) -> bool:
    return any(distance(name, spot) <= reach for spot in spots)


def _beyond(world: World, after: World, seat: str) -> list[str]:
    """Provinces far from all that the seat or anybody it meets has, before the turn and after it, and from monsters."""
    known = {seat, *after.players[seat].met}
    spots = _spots(world, known) | _spots(after, known) | {one.province for one in world.drevonyxes}
    spots |= {name for name, entry in after.players[seat].seen.items() if entry.turn == after.turn}
    return [name for name in world.provinces if not _near(name, spots)]


Far = Callable[[World, list[str], list[str], int], None]
"""A change of a world: in one of these provinces, or to one of these strangers, picked by a number."""


def _strengthen_a_far_garrison(world: World, places: list[str], strangers: list[str], pick: int) -> None:
    guarded = [name for name in places if world.provinces[name].garrison]
    for name in guarded[pick % len(guarded) :][:1] if guarded else ():
        place = world.provinces[name]
        place.garrison += 25
        place.zorans += 100
        place.csps += 5


def _change_a_far_trait(world: World, places: list[str], strangers: list[str], pick: int) -> None:
    for name in places[pick % 7 :: 7]:
        world.provinces[name].trait = 2


def _hide_talismans_elsewhere(world: World, places: list[str], strangers: list[str], pick: int) -> None:
    guarded = [name for name in places if world.provinces[name].garrison and not world.provinces[name].owner]
    lying = [one for one in world.talismans.values() if one.province in guarded]
    for at, one in enumerate(lying):
        one.province = guarded[(pick + at) % len(guarded)]


def _ally_strangers(world: World, places: list[str], strangers: list[str], pick: int) -> None:
    for one in strangers:
        for other in strangers:
            if one != other:
                world.players[one].allies.append(other)
                world.players[one].met.append(other)


def _put_the_end_off(world: World, places: list[str], strangers: list[str], pick: int) -> None:
    world.end_turn = 20 + pick % 11


def _enrich_strangers(world: World, places: list[str], strangers: list[str], pick: int) -> None:
    for name in strangers:
        world.players[name].score += 500
        world.players[name].end_vote = 20 + pick % 11


def _raise_a_strangers_army(world: World, places: list[str], strangers: list[str], pick: int) -> None:
    armies = [one for one in world.leaders.values() if one.owner in strangers and one.province in places]
    for one in armies[pick % 3 :: 3]:
        one.troops += 30
        one.bonus += 2


FAR_CHANGES: tuple[Far, ...] = (
    _strengthen_a_far_garrison,
    _change_a_far_trait,
    _hide_talismans_elsewhere,
    _ally_strangers,
    _put_the_end_off,
    _enrich_strangers,
    _raise_a_strangers_army,
)


@cache
def _far_away(seat: str) -> tuple[list[str], list[str]]:
    """Provinces and players of which nothing can reach this seat in the turn after ``EARLY``."""
    world = played(SEED, EARLY)
    after = RULESET.resolve(world, _sheets(world), Chance(SEED)).world
    places = _beyond(world, after, seat)
    known = {seat, *after.players[seat].met}
    reach = _spots(world, known) | _spots(after, known)
    strangers = [
        name for name in world.players if name not in known and not any(_near(x, reach, 2) for x in _spots(world, {name}))
    ]
    return places, strangers


@pytest.mark.rule("QJ-02-20", "QJ-22-06")
@pytest.mark.parametrize("number", range(12))
def test_what_cannot_reach_a_seat_changes_nothing_in_its_turn(number: int) -> None:
    world = played(SEED, EARLY)
    seat = list(world.players)[number]
    places, strangers = _far_away(seat)
    sheets = _sheets(world)
    before = _received(world, sheets, seat)
    for pick, change in enumerate(FAR_CHANGES, start=number):
        changed = played(SEED, EARLY)
        change(changed, places, strangers, pick)
        assert _received(changed, sheets, seat) == before, change.__name__


def test_those_far_changes_are_changes() -> None:
    """So that the test above can fail: for somebody each of them changes the world, and the turn of those who are there."""
    world = played(SEED, EARLY)
    far = [_far_away(seat) for seat in world.players]
    assert sum(len(places) >= 10 and len(strangers) >= 2 for places, strangers in far) >= 8
    plain = RULESET.dump(world)
    for change in FAR_CHANGES:
        changed = played(SEED, EARLY)
        change(changed, *max(far, key=lambda pair: len(pair[0])), 1)
        assert RULESET.dump(changed) != plain, change.__name__


def test_what_is_near_does_change_the_turn() -> None:
    """So that the test above can fail: the land of an own province is better than it was."""
    world = played(SEED, EARLY)
    name = next(iter(world.players))
    sheets = _sheets(world)
    before = _received(world, sheets, name)
    place = next(place for place in world.provinces.values() if place.owner == name)
    place.trait = 2 if place.trait != 2 else -2
    place.home_of = ""
    assert _received(world, sheets, name) != before
