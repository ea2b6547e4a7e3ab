"""What the front page names first: dangers by what is at stake, and chances with a line of orders that takes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from postern.game.events import Event
from postern.game.front import Hint
from postern.game.kit.report.hints import Opportunity, best
from postern.game.kit.report.telling import capital, counted, listed
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.report.front.news import SCOUT, besiegers, own_troops, strangers, worth
from postern.rulesets.great_jewels.tables import CATALOGUE, CSPS_A_TURN, KEYS, decided, hex_of, neighbours, spoken, titled
from postern.rulesets.great_jewels.world.records import LOTU, Leader, People, ProvinceEntry, Terrain

MOST = 4
_MANY = 3
_CITY = 200
_IDLE = 60

Weighed = tuple[int, Hint]


@dataclass(frozen=True, slots=True)
class Danger:
    """A danger with its weight, what sort it is ("siege", "open", ...), and the provinces that its words name."""

    weight: int
    hint: Hint
    sort: str = ""
    places: tuple[str, ...] = ()


# --- dangers -----------------------------------------------------------------------------------------------------------------


def dangers(view: View, events: Sequence[Event]) -> tuple[Danger, ...]:
    """What threatens the reader, by what is at stake."""
    if view.finished or view.player.out:
        return ()
    found = [*_sieges(view), *_intruders(view), *_next_door(view), *_open(view), *_failed(events), *_scouts(events)]
    return tuple(sorted(found, key=lambda one: -one.weight)[:MOST])


def _sieges(view: View) -> Iterable[Danger]:
    seen = besiegers(view)
    for place in (name for name, one in view.provinces.items() if one.besieged):
        stake = 3 * worth(place, view) + _home(place, view)
        if place not in seen:
            yield Danger(
                stake, Hint(f"{capital(spoken(place))} is besieged. It yields nothing until freed."), "siege", (place,)
            )
            continue
        foes = listed([f"{name}: {counted(troops, 'troop')}" for name, troops in sorted(seen[place].items())])
        here = own_troops(view, place)
        armies = f" in the garrison and {here} of your armies" if here else ""
        against = f"against {view.provinces[place].garrison}{armies}"
        hint = Hint(f"{capital(spoken(place))} is besieged by {foes} {against}. It yields nothing until freed.")
        yield Danger(stake, hint, "siege", (place,))


def _home(place: str, view: View) -> int:
    return 2 * worth(place, view) if place == view.player.home else 0


def _intruders(view: View) -> Iterable[Danger]:
    for place, one in view.provinces.items():
        armies = [] if one.besieged else strangers(view, place)
        if armies:
            names = listed([f"L{number} of {owner} ({counted(troops, 'troop')})" for number, owner, troops in armies[:_MANY]])
            more = f" and {len(armies) - _MANY} more" if len(armies) > _MANY else ""
            stands = "stands" if len(armies) == 1 else "stand"
            text = f"{names}{more} {stands} in {spoken(place)}, your garrison {one.garrison}."
            stake = 2 * worth(place, view) + _home(place, view) + sum(troops for *_, troops in armies)
            yield Danger(stake, Hint(text), "intruders", (place,))


def _next_door(view: View) -> Iterable[Danger]:
    """The strongest army of each other player that could take the weakest own province beside it."""
    strongest: dict[str, Danger] = {}
    for place in sorted(view.provinces, key=hex_of):
        near = view.provinces[place]
        guard = near.garrison + min(near.csps, near.garrison) * 2 + own_troops(view, place)
        for beside in neighbours(place):
            if beside in view.provinces:
                continue
            for number, owner, troops in strangers(view, beside):
                if troops <= guard:
                    continue
                text = (
                    f"L{number} of {owner} stands in {spoken(beside)} with {counted(troops, 'troop')}, next to "
                    f"{spoken(place)} with its garrison of {near.garrison}."
                )
                found = Danger(worth(place, view) + _home(place, view) + troops - guard, Hint(text))
                strongest[owner] = max(strongest.get(owner, found), found, key=lambda one: one.weight)
    return strongest.values()


def _open(view: View) -> Iterable[Danger]:
    bare = [name for name, one in view.provinces.items() if not one.garrison and not own_troops(view, name)]
    if bare:
        bare.sort(key=lambda name: (-worth(name, view), hex_of(name)))
        names = [spoken(name) for name in bare[:_MANY]]
        more = f" and {len(bare) - _MANY} more" if len(bare) > _MANY else ""
        hint = Hint(f"No garrison and no army: {', '.join(names)}{more}. Whoever marches in takes it.")
        yield Danger(worth(bare[0], view), hint, "open", tuple(bare[:_MANY]))


def _failed(events: Sequence[Event]) -> Iterable[Danger]:
    failed = sum(one.kind == "order-failed" for one in events)
    if failed:
        text = f"{capital(counted(failed, 'order'))} could not be carried out: see what needs your attention."
        yield Danger(10 + failed, Hint(text))


def _scouts(events: Sequence[Event]) -> Iterable[Danger]:
    """Raids of others with one or two troops that came to nothing, in one line."""
    raids = [one.data for one in events if one.kind == "was raided" and one.data["outcome"] == "lost"]
    places = sorted({one["province"] for one in raids if one["troops"] <= SCOUT}, key=hex_of)
    if places:
        names = listed([spoken(name) for name in places]) if len(places) <= MOST else counted(len(places), "province")
        yield Danger(1, Hint(f"Scouts came to {names} and died."), "scouts", tuple(places))


# --- chances -----------------------------------------------------------------------------------------------------------------


def chances(view: View) -> tuple[Hint, ...]:
    """What the reader could win, each with a line of orders; no leader is named twice."""
    if view.finished or view.player.out:
        return ()
    found = [*_keys(view), *_guarded(view), *_marches(view), *_treasure(view)]
    return best((Opportunity(weight, hint, takes=_takes(hint.paste)) for weight, hint in found), MOST)


def _takes(paste: str) -> frozenset[str]:
    """Who gives an order and where it leads; a hint that nobody marches for takes its whole line."""
    return frozenset((paste.split("M")[0] if paste[0] == "L" else paste, paste.split("M")[-1]))


def _armies(view: View) -> list[Leader]:
    return [one for _, one in sorted(view.leaders.items()) if one.troops and not one.at_peace]


def _keys(view: View) -> Iterable[Weighed]:
    """Keys whose holders stand beside a Forbidden City that they fit."""
    for number in KEYS:
        key = view.talismans.get(number)
        leader = view.leaders.get(key.leader) if key is not None else None
        if leader is None:
            continue
        for place in neighbours(leader.province):
            entry = view.entries.get(place)
            if entry is not None and entry.locked and entry.tag in CATALOGUE[number].name.split():
                name = titled(CATALOGUE[number].name)
                text = f"Your {name} (T{number}) is with L{leader.number} next to its city, {spoken(place)}."
                yield _CITY, Hint(text, f"L{leader.number}U{place}")


def _guarded(view: View) -> Iterable[Weighed]:
    """Garrisons of nobody, or of those who are no allies, where an own army stands that is strong enough to beat them."""
    for name, entry in view.current.items():
        if name in view.provinces or not _ripe(entry, view) or not entry.garrison:
            continue
        here = [one for one in _armies(view) if one.province == name]
        strongest = max(here, key=lambda one: one.troops, default=None)
        needed = entry.garrison + 2 * min(entry.garrison, entry.csps)
        if strongest is None or strongest.troops <= needed:
            continue
        walls = f" in a citadel of {entry.csps}" if entry.csps else ""
        whose = f" of {entry.tag}" if entry.tag in view.players else ""
        troops = counted(entry.garrison, "troop")
        text = f"{capital(spoken(name))} holds {troops}{whose}{walls}; your {strongest.troops} stand in it."
        yield 2 * worth(name, view), Hint(text, f"L{strongest.number}AG")


def _ripe(entry: ProvinceEntry, view: View) -> bool:
    """Whether the province is known well enough and could be the reader's."""
    closed = entry.locked or entry.fogged or not entry.terrain or entry.terrain == Terrain.IMPASSABLE.value
    special = entry.tag in (LOTU, "MERC", "-DRAGON-", *view.player.allies) or entry.drevonyxes
    return not (closed or special)


def _marches(view: View) -> Iterable[Weighed]:
    """Provinces seen now beside an own army, without a garrison and armies, or with a garrison far weaker than it."""
    for name, entry in view.current.items():
        if name in view.provinces or not _ripe(entry, view) or any(not one.killed for one in entry.leaders):
            continue
        near = [one for one in _armies(view) if one.province in neighbours(name)]
        strongest = max(near, key=lambda one: (one.troops, -one.number), default=None)
        needed = entry.garrison + 2 * min(entry.garrison, entry.csps)
        if strongest is None or strongest.troops < 2 * needed:
            continue
        whose = f" of {entry.tag}" if entry.tag in view.players else ""
        guard = f"holds {counted(entry.garrison, 'troop')}" if entry.garrison else "has no garrison"
        walls = f" in a citadel of {entry.csps}" if entry.csps and entry.garrison else ""
        army = f"L{strongest.number} with {counted(strongest.troops, 'troop')}"
        text = f"{capital(spoken(name))}{whose} {guard}{walls}; {army} is next to it."
        weight = worth(name, view) - needed + (5 if whose else 0)
        yield weight, Hint(text, f"L{strongest.number}M{name}")


def _treasure(view: View) -> Iterable[Weighed]:
    """Zorans that lie idle, as citadel points; the Rilris live by their hoards."""
    if view.people is People.RILRIS:
        return
    price, most = decided("building")["csp"], CSPS_A_TURN[view.people.value]
    rich = [name for name, one in view.provinces.items() if one.zorans >= _IDLE and not one.besieged and not one.autobuild]
    rich.sort(key=lambda name: (-view.provinces[name].zorans, hex_of(name)))
    if rich:
        zorans = view.provinces[rich[0]].zorans
        points = min(most, zorans // price)
        text = f"{capital(spoken(rich[0]))} has {zorans} zorans idle: {counted(points, 'citadel point')} a turn."
        yield zorans // price, Hint(text, f"G{rich[0]}BC{points}")
