"""The world as one seat knows it, built from its view alone: for checking orders and for forecasts.

Own things stand in full, provinces of the latest printout as printed, remembered ones as last seen, the rest empty and
neutral on the printed map. Where the seat cannot know, the friendlier guess is taken: whoever it calls ally calls it ally.
"""

from __future__ import annotations

from dataclasses import replace

from postern.rulesets.great_jewels.entries import MERCENARY_TAG, LeaderEntry, ProvinceEntry
from postern.rulesets.great_jewels.geography import HOME_SITES, PROVINCES
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, catalogue_of
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.world import Drevonyx, Leader, People, Player, Province, Talisman, World, fresh

DRAGON = "-DRAGON-"
NEVER = 1_000
"""An ending turn beyond every game: the seat does not know the true one."""

UNKNOWN_TALISMAN = 64


def imagine(view: View) -> World:
    """A fresh world that holds what the seat knows, and nothing else. It may be changed freely."""
    players, roads = _players(view), frozenset(view.road_map)
    land = view.terrain_map
    provinces = {name: Province(name, land[name], road=name in roads) for name in PROVINCES}
    for name in {**view.entries, **view.provinces}:
        provinces[name] = _province(view, name)
    return World(
        game=view.game,
        turn=view.turn,
        players=players,
        provinces=provinces,
        leaders=_leaders(view),
        talismans=_talismans(view),
        drevonyxes=_drevonyxes(view),
        terrain_map=dict(view.terrain_map),
        road_map=list(view.road_map),
        end_turn=NEVER,
        unknown=_unknown(view),
        next_leader=max([NEVER, *view.leaders]) + 1,
        edition=view.edition,
        variant=view.variant,
    )


def _players(view: View) -> dict[str, Player]:
    players: dict[str, Player] = {}
    homes = {entry.tag: entry.name for entry in view.entries.values()}
    for account, name in enumerate(view.players, start=1):
        if name == view.seat:
            players[name] = replace(fresh(view.player), seen=dict(view.entries), told={})
        else:
            allies = [view.seat] if name in view.player.allies else []
            home = homes.get(name, HOME_SITES[0])
            people, team = view.met.get(name, People.QUNTAG), view.teams.get(name, 0)
            players[name] = Player(name, people, account, home, allies=allies, team=team)
    return players


def _province(view: View, name: str) -> Province:
    """A province that the seat owns or has seen."""
    own = view.provinces.get(name)
    if own is not None:
        return fresh(own)
    return _printed(view, Province(name, view.terrain(name), road=view.road(name)), view.entries[name])


def _printed(view: View, place: Province, entry: ProvinceEntry) -> Province:
    """Fills an unowned province with what its entry says."""
    if entry.tag in view.players:
        place.owner = entry.tag if entry.tag != view.seat else ""  # lost since it was last printed
    elif entry.tag == MERCENARY_TAG:
        place.mercenary = place.discovered = True
    elif entry.tag == DRAGON:
        place.dragon = int(decided("contents")["dragon_strength"])
    elif entry.tag.isalpha():
        place.city = entry.tag
    place.garrison, place.csps, place.navies = entry.garrison, entry.csps, entry.navies
    place.zorans, place.turns_owned = entry.zorans, entry.turns_owned
    place.tunnels = list(entry.tunnels)
    if entry.stronghold and entry.tag != MERCENARY_TAG:
        place.mercenary = place.discovered = place.mercenaries_gone = True
    place.besieged = "-S" in entry.flags and entry.turn == view.turn  # a siege seen earlier may be over
    place.ravaged = "-V" in entry.flags
    return place


def _leaders(view: View) -> dict[int, Leader]:
    """Own leaders in full, others where they were last seen, unless a newer printout shows their province without them."""
    leaders = {number: fresh(leader) for number, leader in view.leaders.items()}
    latest: dict[int, tuple[int, str, LeaderEntry]] = {}
    for entry in view.entries.values():
        for one in entry.leaders:
            if not one.killed and one.owner != view.seat and (one.number not in latest or latest[one.number][0] < entry.turn):
                latest[one.number] = (entry.turn, entry.name, one)
    for number, (_, place, seen) in sorted(latest.items()):
        leaders[number] = Leader(
            number=number,
            owner=seen.owner,
            province=place,
            troops=seen.troops,
            bonus=seen.bonus,
            zorans=seen.zorans,
            rams=seen.rams,
            towers=seen.towers,
            at_peace="-P" in seen.flags,
        )
    return leaders


def _talismans(view: View) -> dict[int, Talisman]:
    """Own talismans in full, others where they were last seen; the rest nowhere."""
    talismans = {number: Talisman(number, CATALOGUE[number].name) for number in sorted(catalogue_of(view.edition))}
    when: dict[int, int] = {}
    for entry in view.entries.values():
        holders = [(entry.talismans, 0), *((one.talismans, one.number) for one in entry.leaders if not one.killed)]
        for shown, leader in holders:
            for one in shown:
                if when.get(one.number, 0) <= entry.turn and one.number in talismans:
                    when[one.number] = entry.turn
                    place = "" if leader else entry.name
                    talismans[one.number] = Talisman(one.number, one.name, leader=leader, province=place)
    for number, talisman in talismans.items():  # what a printout said is the seat's, and is no longer
        if talisman.leader in view.leaders or talisman.province in view.provinces:
            talismans[number] = Talisman(number, talisman.name)
    talismans.update({number: fresh(talisman) for number, talisman in view.talismans.items()})
    return talismans


def _drevonyxes(view: View) -> list[Drevonyx]:
    """Those on printouts; one of the size at the start of the game is taken to be asleep still."""
    asleep = int(decided("contents")["drevonyx"])
    return [
        Drevonyx(size, entry.name, asleep=size == asleep)
        for entry in view.entries.values()
        if entry.turn == view.turn
        for size in entry.drevonyxes
    ]


def _unknown(view: View) -> int:
    """Which of the eight T64 is: its holder reads it from the name; for all others any will do."""
    names = decided("unknown")["names"]
    own = view.talismans.get(UNKNOWN_TALISMAN)
    return names.index(own.name) + 1 if own is not None and own.name in names else 1
