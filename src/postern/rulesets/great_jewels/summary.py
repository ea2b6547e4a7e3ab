"""The summary lines of a printout: all that a player possesses (QJ-31-25). T108 shows another player's, without talismans."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.great_jewels.rates import levy_rate, tax_rate
from postern.rulesets.great_jewels.world import World


@dataclass(frozen=True, slots=True)
class Summary:
    """What a player possesses. ``zorans`` counts those in provinces and those carried by leaders."""

    provinces: int
    levies: int
    taxes: int
    garrisons: int
    csps: int
    zorans: int
    leaders: int
    troops: int
    talismans: tuple[int, ...]

    def lines(self, talismans: bool = True) -> list[str]:
        """The book's summary lines; without the talismans for Caesar's Census."""
        first = (
            f"Total provinces = {self.provinces}, Levies = {self.levies}, Taxes = {self.taxes}, "
            f"Garrisons = {self.garrisons}, Csps = {self.csps}, Zorans = {self.zorans}"
        )
        lines = [first, f"Leaders = {self.leaders}, Troops = {self.troops}"]
        if talismans:
            held = " ".join(f"T{number}" for number in self.talismans) or "none"
            lines.append(f"Talismans controlled: {held}")
        return lines


def summary_of(world: World, seat: str) -> Summary:
    """What this player possesses now. Raises KeyError for an unknown seat."""
    world.players[seat]
    provinces = [one for one in world.provinces.values() if one.owner == seat]
    leaders = [one for one in world.leaders.values() if one.owner == seat]
    numbers = {one.number for one in leaders}
    names = {one.name for one in provinces}
    return Summary(
        provinces=len(provinces),
        levies=sum(levy_rate(world, one) for one in provinces),
        taxes=sum(tax_rate(world, one) for one in provinces),
        garrisons=sum(one.garrison for one in provinces),
        csps=sum(one.csps for one in provinces),
        zorans=sum(one.zorans for one in provinces) + sum(one.zorans for one in leaders),
        leaders=len(leaders),
        troops=sum(one.troops for one in leaders),
        talismans=tuple(
            number for number, one in sorted(world.talismans.items()) if one.leader in numbers or one.province in names
        ),
    )
