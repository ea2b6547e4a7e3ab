"""Hearsay: what the homes are like that nobody has seen lately. Where homes lie and how they grow is known to all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.entries import ProvinceEntry
from postern.rulesets.great_jewels.geography import HOME_SITES, distance

_MEMORY = 6
"""Turns for which what was seen of a home counts as it was seen."""


@dataclass(frozen=True)
class _Growth:
    """Garrison, CSPs and zorans of a home: so many at the start, and so many more each turn."""

    garrison: tuple[int, int]
    csps: tuple[int, int]
    zorans: tuple[int, int]


_HOMES = {
    "AZONI": _Growth((10, 4), (4, 6), (20, 2)),
    "RILRIS": _Growth((30, 1), (10, 1), (0, 30)),
}


def unseen_homes(survey: Survey) -> dict[str, ProvinceEntry]:
    """The homes of Azoni and Rilris that were not seen lately, as they probably stand: guessed at from who holds the land
    around them."""
    found = {}
    owners = _owners_of_land(survey)
    for site in HOME_SITES:
        seen = survey.entry(site)
        if site in survey.view.provinces or (seen is not None and seen.turn >= survey.view.turn - _MEMORY):
            continue
        owner = owners.get(site, "")
        growth = _HOMES.get(str(survey.view.met.get(owner)))
        if growth is not None and not survey.spares(owner):
            garrison, csps, zorans = (
                first + more * survey.view.turn for first, more in (growth.garrison, growth.csps, growth.zorans)
            )
            found[site] = ProvinceEntry(site, survey.view.turn, owner, garrison=garrison, csps=csps, zorans=zorans)
    return found


def _owners_of_land(survey: Survey) -> dict[str, str]:
    """By home site the player of whom most of the land was seen that lies nearest to it."""
    tags: dict[str, Counter[str]] = {}
    for name, entry in sorted(survey.view.entries.items()):
        if entry.tag in survey.view.players:
            site = min(HOME_SITES, key=lambda home: (distance(name, home), home))
            tags.setdefault(site, Counter())[entry.tag] += 1
    return {site: found.most_common(1)[0][0] for site, found in tags.items()}
